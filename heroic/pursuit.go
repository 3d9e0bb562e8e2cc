package heroic

import (
	"heroicsim/dice"
	"heroicsim/units"
)

// The pursuit after the battle (HC-PURSUIT).

// A Terrain is what the ground is like.
type Terrain uint8

// The kinds of ground. Off open ground fugitives may hide.
const (
	OpenGround Terrain = iota
	BrokenGround
	BuiltUp
)

// A Pursuing is what a side chooses and knows, for pursuits.
type Pursuing struct {
	Pursue        bool // as victor
	Capture       bool // equipped to take prisoners, and does
	AreaKnowledge int  // skills of whoever knows the country best; 0: nobody does
	UrbanSurvival int  // likewise, where it is built up
}

// caughtPer is the margin for each further creature that a pursuer catches.
const caughtPer = 5

// A hunt is a group in flight and who is after it.
type hunt struct {
	prey    *group
	fled    int
	hunters int    // in all
	lead    *group // by whose travel they go
	by      units.Travel
	lure    int // the lead's score by it, before what is the same for all
}

// pursue is HC-PURSUIT: one Quick Contest for each group of the beaten side that has
// fled. All whom nobody pursues escape.
func (f *Fight) pursue() {
	if f.b.wounded {
		f.reel()
	}
	f.hunts = f.hunts[:0]
	winner := f.result.Outcome
	for i := range f.groups {
		g := &f.groups[i]
		n := g.fled()
		f.result.Flights[i] = Flight{Escaped: n}
		switch {
		case n == 0:
		case winner >= Draw:
			f.escape(g, n, NoVictor)
		case g.Side == int(winner):
			f.escape(g, n, OwnSideWon)
		case !f.b.Sides[winner].Pursuit.Pursue:
			f.escape(g, n, NotWanted)
		default:
			f.hunts = append(f.hunts, hunt{prey: g, fled: n})
		}
	}
	if len(f.hunts) == 0 {
		return
	}
	f.sendHunters(int(winner))
	knows, asked := [2]int{}, false
	for i := range f.hunts {
		h := &f.hunts[i]
		if h.hunters == 0 {
			f.escape(h.prey, h.fled, f.whyNot(h.prey, int(winner)))
			continue
		}
		if !asked {
			for _, side := range [...]int{int(winner), 1 - int(winner)} {
				knows[side] = f.scout(side)
			}
			asked = true
		}
		f.chase(h, knows)
	}
}

// fled is how many of a group are in flight: of one that is broken, also while it
// is on the field, or has left by order. Ruling: who has surrendered is not, and
// who has collapsed cannot.
func (g *group) fled() int {
	if g.standing == Broken || g.standing == Left && !g.surrender {
		return g.fighting
	}
	return 0
}

// An Escape says why nobody pursues a group.
type Escape uint8

// The reasons.
const (
	NoVictor   Escape = iota // a draw, or no decision
	OwnSideWon               // its side holds the field
	NotWanted                // the victors let it go
	CannotFly                // it flies, and they cannot
	NobodyLeft               // no victor is steady and can move, or all are after others
)

func (f *Fight) escape(g *group, n int, why Escape) {
	f.note(func() Event { return Escaped{g.index, n, why} })
}

// whyNot is why none of the victors is after a group.
func (f *Fight) whyNot(prey *group, winner int) Escape {
	why := NobodyLeft
	for i, victors := 0, f.side(winner); i < len(victors); i++ {
		switch v := &victors[i]; {
		case !v.hunts():
		case v.canFollow(prey):
			return NobodyLeft
		default:
			why = CannotFly
		}
	}
	return why
}

// hunts says whether a victorious group can take up a pursuit.
func (g *group) hunts() bool { return g.standing == Steady && g.fastest().Speed > 0 }

// canFollow says whether it can go where the prey goes.
func (g *group) canFollow(prey *group) bool {
	return g.Unit.Traits.Flight || !prey.Unit.Traits.Flight
}

// sendHunters divides every steady group of the victors over the groups in flight
// that it can follow, in proportion to their numbers (as HC-GROUP divides attacks).
// Ruling: all who are after one of them go together, by the travel of the group that
// does it best, the first on ties.
func (f *Fight) sendHunters(winner int) {
	n := len(f.hunts)
	for i, victors := 0, f.side(winner); i < len(victors); i++ {
		v := &victors[i]
		if !v.hunts() {
			continue
		}
		f.shares = f.shares[:0]
		for k := range f.hunts {
			share := 0
			if v.canFollow(f.hunts[k].prey) {
				share = f.hunts[k].fled
			}
			f.shares = append(f.shares, share)
		}
		f.shares = append(f.shares, f.shares...)
		allot(v.fighting, f.shares[:n], f.shares[n:])
		by := v.fastest()
		for k := range f.hunts {
			h, members := &f.hunts[k], f.shares[n+k]
			if members == 0 {
				continue
			}
			h.hunters += members
			if lure := by.Skill + paceBonus(v.slowed(by.Speed)) + by.Handling; h.lead == nil || lure > h.lure {
				h.lead, h.by, h.lure = v, by, lure
			}
		}
	}
}

// fastest is the mode by which a group pursues, and slowest the one by which it
// flees. Of modes as fast as each other it takes the one that it is best at.
func (g *group) fastest() units.Travel {
	return g.mode(func(a, b int) bool { return a > b })
}

func (g *group) slowest() units.Travel {
	return g.mode(func(a, b int) bool { return a < b })
}

func (g *group) mode(before func(a, b int) bool) units.Travel {
	best := g.ways[0]
	for _, w := range g.ways[1:] {
		if before(w.Speed, best.Speed) || w.Speed == best.Speed && w.Skill+w.Handling > best.Skill+best.Handling {
			best = w
		}
	}
	return best
}

// paceBonus is the speed bonus of a pursuit by Move or Top Speed in yards a second:
// the size column of B-SSRT, of whose rows the lower one holds, but Move 6 counts
// as 7. Ruling: it is never less than 0.
func paceBonus(yards int) int {
	bonus := 0
	for scale := 1; ; scale *= 10 {
		for _, row := range [...]int{3, 5, 7, 10, 15, 20} {
			if row*scale == 7 {
				row = 6
			}
			if yards < row*scale {
				return bonus
			}
			bonus++
		}
	}
}

// scout is a side's complementary roll, once for all of the pursuit. Ruling: a side
// that has the skill rolls it; where it is built up, the better of the two.
func (f *Fight) scout(side int) (bonus int) {
	s := &f.b.Sides[side]
	skill, urban := s.Pursuit.AreaKnowledge, false
	if f.b.Field.Terrain == BuiltUp && s.Pursuit.UrbanSurvival > skill {
		skill, urban = s.Pursuit.UrbanSurvival, true
	}
	if skill == 0 {
		return 0
	}
	f.dice.At(f.round, dice.Pursuit, s.stream, 1)
	roll := f.dice.Success()
	bonus = complement(roll, skill)
	f.note(func() Event { return Scouted{side, urban, Check{skill, roll, bonus > 0}, bonus} })
	return bonus
}

// complement is what a complementary roll is worth (HC-PURSUIT, B-SUCCESS).
func complement(roll, skill int) int {
	switch success := succeeds(roll, skill); {
	case success && (roll <= 4 || roll == 5 && skill >= 15 || roll == 6 && skill >= 16):
		return +2
	case success:
		return +1
	case roll == 18 || roll == 17 && skill <= 15 || roll >= skill+10:
		return -2
	}
	return -1
}

// chase is the Quick Contest over one group in flight, and what comes of it.
func (f *Fight) chase(h *hunt, knows [2]int) {
	winner := h.lead.Side
	flees, away, hides := f.flees(h.prey)
	skill := f.tally(h.by.Skill)
	skill.add(ForHandling, h.by.Handling)
	skill.add(ForPace, paceBonus(h.lead.slowed(h.by.Speed)))
	skill.add(ForKnowledge, knows[winner])
	flees.add(ForKnowledge, knows[1-winner])
	if h.hunters > h.fled {
		skill.add(ForNumbers, f.b.numericalBonus(h.hunters, h.fled))
	} else {
		flees.add(ForNumbers, f.b.numericalBonus(h.fled, h.hunters))
	}
	if hides {
		skill.add(ForVisibility, f.b.Field.Visibility)
	}
	f.dice.At(f.round, dice.Pursuit, h.prey.stream, 0)
	roll, rolled := f.dice.Contest()
	v := byMargin(skill.total, roll, flees.total, rolled)
	each, caught := 0, 0
	if v.wins {
		each = 1 + v.margin/caughtPer
		caught = min(h.fled, each*h.hunters)
	}
	r := &f.result.Flights[h.prey.index]
	if f.b.Sides[winner].Pursuit.Capture {
		*r = Flight{Captured: caught, Escaped: h.fled - caught}
	} else {
		*r = Flight{Slain: caught, Escaped: h.fled - caught}
	}
	if f.Trace != nil {
		f.Trace(Pursued{
			Group: h.prey.index, Lead: h.lead.index, Pursuers: h.hunters, Fleeing: h.fled, By: h.by, Away: away, Hides: hides,
			Skill: skill.score(), Flees: flees.score(), Roll: roll, Rolled: rolled, Margin: v.margin, Each: each, Flight: *r,
		})
	}
}

// flees is the side of the pursued: the slowest travel, or off open ground Stealth - 2
// where that is better, the hunters' visibility reckoned in. Ruling: only who has
// learned Stealth hides; the speed bonus stays, Handling does not.
func (f *Fight) flees(g *group) (t tally, away units.Travel, hides bool) {
	away = g.slowest()
	pace := paceBonus(g.slowed(away.Speed))
	stealth, ok := g.Unit.Skill("stealth")
	if hides = ok && f.b.Field.Terrain != OpenGround && stealth-2-f.b.Field.Visibility > away.Skill+away.Handling; hides {
		t = f.tally(stealth)
		t.add(ForHiding, -2)
	} else {
		t = f.tally(away.Skill)
		t.add(ForHandling, away.Handling)
	}
	t.add(ForPace, pace)
	return t, away, hides
}
