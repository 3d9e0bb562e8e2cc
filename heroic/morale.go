package heroic

import "heroicsim/dice"

// moralePhase is phase 6, HC-MORALE. All checks are simultaneous: nobody's
// breaking changes another's modifiers.
func (f *Fight) moralePhase() {
	if f.b.Rules.Morale {
		for _, side := range f.order() {
			for i := side.First; i < side.Last; i++ {
				if g := &f.groups[i]; g.standing == Steady && !g.Character && f.mustCheck(g) {
					f.checkMorale(g)
				}
			}
		}
	}
	f.endIfUnsteady()
}

// lone says whether the rules treat a group as a lone monster.
func (g *group) lone() bool { return g.Start == 1 }

// mustCheck says whether a group checks this round: when a third is lost, and
// after that when anything more is.
func (f *Fight) mustCheck(g *group) bool {
	return g.pool <= g.checkAt && g.pool < g.poolStart && (g.lone() || g.fighting < g.atStart)
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
	f.dice.At(f.round, dice.Morale, g.stream, 0)
	t := f.tally(0)
	lost, of := g.lost()
	t.add(ForLosses, lossModifier(lost, of))
	own, enemy := f.startedRound(g.Side), f.startedRound(1-g.Side)
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
	t.base = f.dice.SuccessFrom(f.b.Rules.MoraleBreak - t.total)
	t.total += t.base
	if t.total >= f.b.Rules.MoraleBreak {
		g.broke, g.standing, f.changed = true, Broken, true
		if side.NoRetreat {
			g.surrender, g.standing = true, Left
			f.releaseLocks()
		}
	}
	if f.Trace != nil {
		f.Trace(Checked{g.index, lost, of, g.lone(), t.score(), f.b.Rules.MoraleBreak, g.broke, g.surrender})
	}
}

// lossModifier is that of a morale check for losses.
func lossModifier(lost, of int) int {
	switch {
	case lost*3 >= of*2:
		return 5
	case lost*2 >= of:
		return 2
	}
	return 0
}

// startedRound is how many combatants of a side fought at the start of the round.
func (f *Fight) startedRound(side int) int {
	if f.explorer != nil {
		return f.explorer.started[side]
	}
	n, s := 0, &f.b.Sides[side]
	for i := s.First; i < s.Last; i++ {
		n += f.groups[i].atStart
	}
	return n
}
