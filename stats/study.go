package stats

import (
	"time"

	"heroicsim/heroic"
	"heroicsim/units"
)

// A Method is a way to answer how a battle goes.
type Method uint8

// The methods.
const (
	MonteCarlo Method = iota // fight many trials and count
	Exactly                  // follow every way that the battle can go, with its probability
)

func (m Method) String() string { return [...]string{"monte-carlo", "exact"}[m] }

// A Study is what many trials of a battle came to, or what it comes to exactly.
type Study struct {
	Battle     *heroic.Battle
	Method     Method
	Confidence float64 // of all intervals
	Elapsed    time.Duration

	// Of an exact answer: the probability that is not accounted for, at most
	// 1e-12.
	Residual float64

	// Of trials; without meaning for an exact answer.
	Seed             uint64
	Trials           int64   // done
	Planned          int64   // asked for, or with Precision the most
	Partial          bool    // interrupted: the trials from 1 on in whole chunks
	Precision        float64 // asked for; 0: none
	PrecisionReached bool

	Outcomes [heroic.NumOutcomes]Outcome
	Rounds   Summary
	Sides    [2]Side
	Groups   []Group // as in Battle.Groups
}

// Empty says that not one trial was done, so that nothing has a value.
func (s *Study) Empty() bool { return s.Method == MonteCarlo && s.Trials == 0 }

// An Outcome is one of the ways in which a battle ends. They are exclusive; their
// counts sum to the trials, and their exact probabilities to 1 less the residual.
type Outcome struct {
	Name string // the winner's, or draw, or undecided
	Proportion
	Rounds Summary // of the battles that ended so
}

// A Side is what became of a side as a whole.
type Side struct {
	Name       string
	Start      int64 // combatants
	Losses     Summary
	Characters int // groups that are characters

	// NobodyFalls are the battles in which no character of the side fell. It has
	// no cases where the side has no character.
	NobodyFalls Proportion
}

// A Group is what became of a group.
type Group struct {
	Side, Name string
	Start      int64 // combatants
	Character  bool
	Fate                                // in all battles
	ByOutcome  [heroic.NumOutcomes]Fate // in those with one outcome
}

// A Fate is what became of a group in a number of battles.
type Fate struct {
	Survivors Summary // combatants with HP left, whatever else became of them
	HP        Summary // of the pool

	Destroyed   Proportion // no combatant has HP left
	Broke       Proportion // failed a morale check
	Surrendered Proportion // broke and could not retreat
	Collapsed   Proportion // FP ran out, or struck senseless
	Left        Proportion // left the field by order

	// Stands: HP left, and neither broke nor collapsed nor left. A group of
	// several characters stands while none of them has fallen.
	Stands Proportion

	Dead Summary // of the fallen; no cases for a character

	Pursuit Pursuit // no cases where the switch is off

	// Of a character; no cases for others. Unhurt, Wounded and Falls are
	// exclusive and exhaust the battles. A group of several characters falls
	// when one of them does.
	Unhurt, Wounded, Falls Proportion
	Below                  Summary    // HP below 0 of those who fell
	Crippled               []Crippled // locations with any, of all battles
	Maimed                 Proportion // of the wounds, those that crippled any of them
}

// Crippled is how often a fallen character lost the use of a limb or extremity.
type Crippled struct {
	Location units.Location
	Proportion
}

// newStudy turns counts into a Study.
func newStudy(b *heroic.Battle, o Options, c *campaign) *Study {
	s := blankStudy(b, o.Confidence)
	s.Seed, s.Planned, s.Trials = o.Seed, o.Trials, c.total.trials()
	s.Precision, s.PrecisionReached = o.Precision, c.reached
	s.Partial = s.Trials < s.Planned && !s.PrecisionReached
	all := c.total.all()
	s.Rounds = all.rounds.summary()
	for i := range s.Outcomes {
		s.Outcomes[i].Proportion = NewProportion(c.total[i].trials, s.Trials, o.Confidence)
		s.Outcomes[i].Rounds = c.total[i].rounds.summary()
	}
	for i := range s.Groups {
		s.Groups[i].Fate = s.fate(i, all)
		for out := range c.total {
			s.Groups[i].ByOutcome[out] = s.fate(i, &c.total[out])
		}
	}
	for i := range s.Sides {
		s.Sides[i].Losses = all.sides[i].losses.summary()
		s.Sides[i].NobodyFalls = NewProportion(0, 0, o.Confidence)
		if s.Sides[i].Characters > 0 {
			s.Sides[i].NobodyFalls = NewProportion(all.sides[i].spared, s.Trials, o.Confidence)
		}
	}
	return s
}

// blankStudy is a Study of b that knows what stands in it before any answer.
func blankStudy(b *heroic.Battle, confidence float64) *Study {
	s := &Study{Battle: b, Confidence: confidence}
	for i := range s.Outcomes {
		s.Outcomes[i].Name = OutcomeName(b, heroic.Outcome(i))
	}
	for i := range s.Sides {
		s.Sides[i].Name = b.Sides[i].Name
	}
	for i := range b.Groups {
		g := &b.Groups[i]
		side := &s.Sides[g.Side]
		s.Groups = append(s.Groups, Group{Side: side.Name, Name: g.Name, Start: int64(g.Start), Character: g.Character})
		side.Start += int64(g.Start)
		if g.Character {
			side.Characters++
		}
	}
	return s
}

// OutcomeName is how results name an outcome of b: the winner's name, draw or
// undecided.
func OutcomeName(b *heroic.Battle, o heroic.Outcome) string {
	switch o {
	case heroic.Draw:
		return "draw"
	case heroic.Undecided:
		return "undecided"
	}
	return b.Sides[o].Name
}

// fate is what became of group i in the trials of y.
func (s *Study) fate(i int, y *outcomeTally) Fate {
	g, info := &y.groups[i], &s.Battle.Groups[i]
	of := func(n int64) Proportion { return NewProportion(n, y.trials, s.Confidence) }
	f := Fate{
		Survivors: g.survivors.summary(), HP: g.hp.summary(),
		Destroyed: of(g.destroyed), Broke: of(g.broke), Surrendered: of(g.surrendered),
		Collapsed: of(g.collapsed), Left: of(g.left), Stands: of(g.stands),
		Dead: g.dead.summary(), Below: g.below.summary(), Pursuit: g.flights.summary(),
	}
	none := NewProportion(0, 0, s.Confidence)
	f.Unhurt, f.Wounded, f.Falls, f.Maimed = none, none, none, none
	if !info.Character {
		return f
	}
	f.Unhurt, f.Wounded, f.Falls = of(g.unhurt), of(y.trials-g.unhurt-g.falls), of(g.falls)
	maimed := int64(0)
	for l, n := range g.crippled {
		if n > 0 {
			f.Crippled = append(f.Crippled, Crippled{units.Location(l), of(n)})
			maimed += n
		}
	}
	f.Maimed = NewProportion(maimed, f.Below.N, s.Confidence)
	return f
}
