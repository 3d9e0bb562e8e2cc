package heroic

import "heroicsim/units"

// An Outcome is how a battle ended.
type Outcome uint8

// The outcomes are exclusive. The first two are also the sides' indices.
const (
	FirstWins Outcome = iota
	SecondWins
	Draw      // both sides out in the same step
	Undecided // the round limit was reached
	NumOutcomes
)

// A Result is what one trial came to. It belongs to the Fight and is overwritten
// by the next trial.
type Result struct {
	Outcome Outcome
	Rounds  int           // rounds begun
	Groups  []GroupResult // the first side's in file order, then the second's
	Flights []Flight      // of the groups, likewise; nil where nobody may pursue
}

// A GroupResult is what one trial did to a group.
type GroupResult struct {
	Survivors int  // combatants with HP left, whatever else became of the group
	HP        int  // of the pool
	FP        int  // of one member
	Broke     bool // failed a morale check: fled or surrendered
	Collapsed bool // FP ran out, or a major wound struck it senseless (B-MAJOR)
	Left      bool // left the field by order
	Surrender bool // broke and could not retreat
	Dead      int  // of the fallen of a group that is no character (HC-CASUALTY)
	Wound     Wound
}

// A Flight is what became of those of a group who were in flight when the battle
// ended (HC-PURSUIT). Together they are all who fled.
type Flight struct{ Slain, Captured, Escaped int }

// A Wound is what a fallen character is left with (HC-CASUALTY). Roll is 0 where
// there is none.
type Wound struct {
	Roll     int // injury below 0 HP, so that HP is -Roll
	Location units.Location
	Crippled bool // that limb or extremity
}
