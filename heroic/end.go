package heroic

import "heroicsim/dice"

// fatiguePhase is phase 7, HC-FATIGUE: one roll for all, and on 1 or 2 everyone
// who has attacked or been attacked loses FP by encumbrance.
func (f *Fight) fatiguePhase() {
	if !f.b.Rules.Fatigue {
		return
	}
	f.dice.At(f.round, dice.Fatigue, 0, 0)
	roll := f.dice.D6From(3)
	var losses []FPLoss
	if roll <= 2 {
		for i := range f.groups {
			g := &f.groups[i]
			if !g.engaged || g.Unit.NeverTires || !g.onField() {
				continue
			}
			lost := 1 + int(g.Unit.Encumbrance)
			g.fp -= lost
			if now := tired(g); now != g.tired {
				g.tired, f.changed = now, true
			}
			if g.fp <= 0 {
				g.standing, g.collapsed, f.changed = Collapsed, true, true
			}
			if f.Trace != nil {
				losses = append(losses, FPLoss{i, lost, g.fp, g.tired, g.standing == Collapsed})
			}
		}
		if f.changed {
			f.releaseLocks()
		}
	}
	f.note(func() Event { return Fatigued{roll, losses} })
	f.endIfUnsteady()
}

// tired says whether a group's FP are under a third (HC-FATIGUE).
func tired(g *group) bool {
	return !g.Unit.NeverTires && g.fp*3 < g.Unit.FP
}

// endIfDown is HC-END after an injury step: a side with no combatant left on the
// field, or still to come, is out. Only a change of standing brings that about.
func (f *Fight) endIfDown() {
	if f.changed {
		f.endIf(func(g *group) bool { return g.standing != Down && g.standing != Left })
	}
}

// endIfUnsteady is HC-END after the Morale and Fatigue Phases: a side with no
// steady group is out.
func (f *Fight) endIfUnsteady() {
	if f.changed {
		f.endIf(func(g *group) bool { return g.standing == Steady || g.standing == Coming })
	}
}

// endIf ends the battle for the sides of which no group still counts; both at
// once is a draw.
func (f *Fight) endIf(counts func(*group) bool) {
	var in [2]bool
	for i := range f.groups {
		if g := &f.groups[i]; counts(g) {
			in[g.Side] = true
		}
	}
	switch {
	case in[0] && in[1]:
	case in[0]:
		f.end(FirstWins)
	case in[1]:
		f.end(SecondWins)
	default:
		f.end(Draw)
	}
}

func (f *Fight) end(o Outcome) {
	f.ended, f.result.Outcome, f.result.Rounds = true, o, f.round
	if f.Trace != nil {
		f.Trace(Ended{o, f.round, f.states()})
	}
}

// conclude fills in the result, with HC-CASUALTY.
func (f *Fight) conclude() *Result {
	for i := range f.groups {
		g := &f.groups[i]
		r := &f.result.Groups[i]
		r.Survivors, r.HP, r.FP = g.fighting, g.pool, g.fp
		r.Broke, r.Collapsed, r.Left, r.Surrender = g.broke, g.collapsed, g.left, g.surrender
		r.Dead, r.Wound = 0, Wound{}
		if fallen := g.Start - g.fighting; fallen > 0 {
			f.casualties(g, fallen, r)
		}
	}
	return &f.result
}
