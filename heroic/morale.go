package heroic

import "heroicsim/dice"

// moralePhase is phase 6, HC-MORALE. All checks are simultaneous: nobody's
// breaking changes another's modifiers.
func (f *Fight) moralePhase() {
	if f.b.Rules.Morale && (f.taken > 0 && f.someCheck() || f.b.casts) {
		for _, side := range f.order() {
			for i := side.First; i < side.Last; i++ {
				if g := &f.groups[i]; g.mustCheck() != 0 || g.afraid() {
					f.checkMorale(g)
				}
				f.groups[i].frightened = false
			}
		}
	}
	if f.b.grapples {
		f.overpower()
	}
	f.endIfUnsteady()
}

// lone says whether the rules treat a group as a lone monster.
func (g *group) lone() bool { return g.Start == 1 }

// someCheck says whether any group checks.
func (f *Fight) someCheck() bool {
	due := 0
	for i := range f.groups {
		due |= f.groups[i].mustCheck()
	}
	return due != 0
}

// mustCheck is not 0 if a group checks this round: when a third is lost, and after
// that when anything more is. It reckons with signs, for luck makes bad branches.
func (g *group) mustCheck() int {
	if g.standing != Steady || g.Character {
		return 0
	}
	more := g.fighting - g.atStart // combatants lost, or HP of a lone one, below 0
	if g.lone() {
		more = -g.taken
	}
	return (g.pool - g.checkAt - 1) & more >> 63
}

// lost is a group's losses and what they are counted against: the combatants who
// began the battle, or the HP of a lone one. Ruling: wounds from before the battle
// count among a lone one's, but the fallen from before it do not.
func (g *group) lost(pool, fighting int) (lost, of int) {
	if g.lone() {
		return g.hp - pool, g.hp
	}
	return g.Start - fighting, g.Start
}

// The rows of HC-MORALE's table that go by losses and by numbers.
const (
	underHalf = iota
	half
	twoThirds
	lossRows
)

const (
	noMore = iota
	more
	twice
	numberRows
)

// moraleRows finds the rows that hold for losses, and for the numbers of both sides
// that fought at the start of the round.
func moraleRows(lost, of, own, enemy int) (losses, numbers int) {
	return atLeast(lost*2, of) + atLeast(lost*3, of*2), atLeast(own, enemy+1) + atLeast(own, max(2*enemy, enemy+1))
}

// atLeast is 1 if a is at least b, and else 0: luck makes bad branches.
func atLeast(a, b int) int { return int(uint(b-a-1) >> 63) }

// moraleTally adds up the modifiers of a check, without the roll.
func (f *Fight) moraleTally(g *group, losses, numbers int) tally {
	t := f.tally(0)
	t.add(ForLosses, [lossRows]int{half: 2, twoThirds: 5}[losses])
	t.add(ForOutnumbering, [numberRows]int{more: -2, twice: -5}[numbers])
	if f.b.Sides[g.Side].NoRetreat {
		t.add(ForNoRetreat, -5)
	}
	t.add(ForFearlessness, -g.Unit.Traits.Fearlessness)
	t.add(ForCowardice, g.Unit.Traits.Cowardice)
	return t
}

// breakingRolls are what 3d must come to for a group to break, by the rows that
// hold for it.
func (f *Fight) breakingRolls(g *group) (rolls [lossRows][numberRows]int) {
	for losses := range rolls {
		for numbers := range rolls[losses] {
			rolls[losses][numbers] = f.b.Rules.MoraleBreak - f.moraleTally(g, losses, numbers).total
		}
	}
	return rolls
}

func (f *Fight) checkMorale(g *group) {
	lost, of := g.lost(g.pool, g.fighting)
	losses, numbers := moraleRows(lost, of, f.started[g.Side], f.started[1-g.Side])
	need := g.breaksAt[losses][numbers]
	if g.frightened {
		need -= g.fear
	}
	f.dice.To(f.round, g.moraleMoment)
	breaks, roll := f.roll3d(breakOdds(need), func(roll int) bool { return roll >= need })
	if breaks {
		f.breakUp(g)
	}
	if f.Trace != nil {
		t := f.moraleTally(g, losses, numbers)
		if g.frightened {
			t.add(ForFear, g.fear)
		}
		t.base, t.total = roll, t.total+roll
		f.Trace(Checked{g.index, lost, of, g.lone(), t.score(), f.b.Rules.MoraleBreak, g.broke, g.surrender})
	}
}

// afraid says whether a spell calls for a check.
func (g *group) afraid() bool { return g.frightened && g.standing == Steady }

// breakOdds are those of a roll that breaks a group.
func breakOdds(need int) dice.Odds { return atLeast3d[min(max(0, need), len(atLeast3d)-1)] }

// breakUp makes a group flee, or surrender where it cannot (HC-END). Ruling: who has
// Move 0 cannot.
func (f *Fight) breakUp(g *group) {
	g.broke, g.standing, f.changed = true, Broken, true
	if f.b.Surrenders(g.index) {
		g.surrender, g.standing = true, Left
		f.releaseLocks()
	}
}

// Surrenders says whether a group surrenders when it breaks, because it cannot retreat.
func (b *Battle) Surrenders(group int) bool {
	g := &b.Groups[group]
	return b.Sides[g.Side].NoRetreat || g.Unit.Move == 0
}
