package stats

import (
	"heroicsim/heroic"
	"heroicsim/units"
)

// An exactTally is a tally of probabilities instead of trials: what a battle comes
// to in all ways that it can go.
type exactTally struct {
	outcomes [heroic.NumOutcomes]exactOutcome
	residual float64 // the probability that is not accounted for
}

// An exactOutcome is what the battles with one outcome come to. All its
// probabilities are of all battles, not of those with the outcome.
type exactOutcome struct {
	p      float64
	rounds mass
	sides  [2]exactSide
	groups []exactGroup
}

type exactSide struct {
	losses mass
	spared float64 // no character of the side fell
}

type exactGroup struct {
	survivors, hp mass
	dead          mass // of groups that are no characters
	below         mass // HP below 0 of characters who fell

	destroyed, broke, surrendered, collapsed, left float64
	unhurt, falls, stands                          float64
	crippled                                       [units.NumLocations]float64
}

// A mass is the probability of each whole number from 0 on.
type mass []float64
