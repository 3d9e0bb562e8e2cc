package heroic

import "heroicsim/dice"

// moralePhase is phase 6, HC-MORALE. All checks are simultaneous: nobody's
// breaking changes another's modifiers.
func (f *Fight) moralePhase() {
	if f.b.Rules.Morale && f.taken > 0 && f.someCheck() {
		for _, side := range f.order() {
			for i := side.First; i < side.Last; i++ {
				if g := &f.groups[i]; g.mustCheck() != 0 {
					f.checkMorale(g)
				}
			}
		}
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
func (g *group) lost() (lost, of int) {
	if g.lone() {
		return g.Unit.HP - g.pool, g.Unit.HP
	}
	return g.Start - g.fighting, g.Start
}

func (f *Fight) checkMorale(g *group) {
	t := f.tally(0)
	lost, of := g.lost()
	switch {
	case lost*3 >= of*2:
		t.add(ForLosses, 5)
	case lost*2 >= of:
		t.add(ForLosses, 2)
	}
	own, enemy := f.started[g.Side], f.started[1-g.Side]
	switch {
	case own >= 2*enemy:
		t.add(ForOutnumbering, -5)
	case own > enemy:
		t.add(ForOutnumbering, -2)
	}
	side := &f.b.Sides[g.Side]
	if side.NoRetreat {
		t.add(ForNoRetreat, -5)
	}
	t.add(ForFearlessness, -g.Unit.Traits.Fearlessness)
	t.add(ForCowardice, g.Unit.Traits.Cowardice)
	need := f.b.Rules.MoraleBreak - t.total
	f.dice.At(f.round, dice.Morale, g.stream, 0)
	breaks, roll := f.roll3d(atLeast3d[min(max(0, need), 19)], func(roll int) bool { return roll >= need })
	if breaks {
		g.broke, g.standing, f.changed = true, Broken, true
		if side.NoRetreat {
			g.surrender, g.standing = true, Left
			f.releaseLocks()
		}
	}
	if f.Trace != nil {
		t.base, t.total = roll, t.total+roll
		f.Trace(Checked{g.index, lost, of, g.lone(), t.score(), f.b.Rules.MoraleBreak, g.broke, g.surrender})
	}
}
