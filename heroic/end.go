package heroic

import (
	"math"

	"heroicsim/dice"
	"heroicsim/units"
)

// fatiguePhase is phase 7, HC-FATIGUE: one roll for all, and on 1 or 2 everyone
// who has attacked or been attacked loses FP by encumbrance.
func (f *Fight) fatiguePhase() {
	if !f.b.Rules.Fatigue {
		return
	}
	f.dice.To(f.round, fatigueMoment)
	tires, roll := f.rollFatigue()
	low := f.Trace != nil
	for i := range f.groups {
		if g := &f.groups[i]; g.tires() {
			g.fp -= tires * g.effort
			low = low || g.fp <= g.lowFP
		}
	}
	var losses []FPLoss
	if low && tires > 0 {
		losses = f.weaken()
	}
	if f.Trace != nil {
		f.Trace(Fatigued{roll, losses})
	}
	if f.b.casts {
		f.tireCasters()
	}
	f.endIfUnsteady()
}

// rollFatigue rolls 1d for whether all tire, 1 for yes, and fits a roll for a story.
func (f *Fight) rollFatigue() (tires, roll int) {
	if f.explorer != nil {
		return f.explorer.fatigue(), 0
	}
	if f.rollsDice() {
		roll = f.dice.D6()
		if roll <= tiring {
			tires = 1
		}
		return tires, roll
	}
	tires = f.dice.Happens(fatigueOdds)
	if f.Trace != nil {
		for roll = f.dice.D6(); (roll <= tiring) != (tires == 1); {
			roll = f.dice.D6()
		}
	}
	return tires, roll
}

// tiring is the highest roll of 1d at which all tire.
const tiring = 2

var (
	fatigueOdds   = dice.OddsOf(tiring, 6)
	fatigueMoment = dice.MomentOf(dice.Fatigue, 0, 0)
)

// tires says whether a group loses FP when all tire.
func (g *group) tires() bool { return g.engaged && g.effort > 0 && g.onField() }

// effort is the FP that a unit loses at a time; 0 if it never tires.
func effort(u *units.Unit) int {
	if u.NeverTires {
		return 0
	}
	return 1 + int(u.Encumbrance)
}

// lowFP is at how many FP there may be something to do for a group: below a third
// it tires, and with none it collapses.
func lowFP(g *group) int {
	switch {
	case g.effort == 0:
		return math.MinInt
	case g.tired:
		return 0
	}
	return max(0, (g.Unit.FP-1)/3)
}

// weaken lets groups that have lost FP tire and collapse, and lists them for a
// story.
func (f *Fight) weaken() (losses []FPLoss) {
	for i := range f.groups {
		g := &f.groups[i]
		if !g.tires() {
			continue
		}
		if now := tired(g); now != g.tired {
			g.tired, f.changed = now, true
			g.lowFP = lowFP(g)
		}
		lost := g.effort + min(0, g.fp) // no more than it had
		if g.fp <= 0 {
			g.collapse()
			f.changed = true
		}
		if f.Trace != nil {
			losses = append(losses, FPLoss{i, lost, g.fp, g.tired, g.standing == Collapsed})
		}
	}
	if f.changed {
		f.releaseLocks()
	}
	return losses
}

// collapse ends a group's part in the battle. Ruling: FP do not fall below 0, for the
// collapsed lose no more of them, and HP in their place neither.
func (g *group) collapse() { g.fp, g.standing, g.collapsed = 0, Collapsed, true }

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

// conclude fills in the result, with HC-PURSUIT and then HC-CASUALTY.
func (f *Fight) conclude() *Result {
	if f.b.Rules.Pursuit {
		f.pursue()
	}
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
