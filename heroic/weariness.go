package heroic

import "heroicsim/units"

// Fatigue damage comes off FP, not HP (B-WOUND). The group has the FP of one member
// (HC-FATIGUE), so that what its members take together is shared among them.

// wearies says whether somebody's weapon does fatigue damage.
func (b *Battle) wearies() bool {
	for i := range b.Groups {
		for k := range b.Groups[i].Unit.Spells {
			if s := &b.Groups[i].Unit.Spells[k]; s.Damage.Type == units.FatigueDamage || s.Fragments.Type == units.FatigueDamage {
				return true
			}
		}
		for k := range b.Groups[i].Unit.Weapons {
			for _, m := range b.Groups[i].Unit.Weapons[k].Modes {
				if m.Damage.Type == units.FatigueDamage {
					return true
				}
			}
		}
	}
	return false
}

// weary takes the fatigue damage of a step from a group's FP. The HT roll of the
// step halves it too. Rulings: it is shared by all who fought before the step, rounded
// down, and the rest is kept; FP do not fall below 0, where the group collapses at
// once.
func (f *Fight) weary(g *group, members int, ht Check, told bool) {
	e := Wearied{Group: g.index, Damage: g.wearing, Taken: g.wearing, Rest: g.weary, Members: members, Immune: g.Unit.NeverTires}
	if ht.Success {
		e.Taken = halfUp(e.Taken)
	}
	if !told && f.Trace != nil {
		e.HT = rolledCheck(ht)
	}
	g.wearing = 0
	if g.fighting == 0 {
		return // it is down all the same
	}
	if !e.Immune {
		g.weary += e.Taken
		e.Lost = min(g.weary/members, max(0, g.fp))
		g.weary %= members
		g.fp -= e.Lost
		e.Tired = tired(g)
		if g.fp <= 0 && g.onField() {
			g.collapse()
			e.Collapsed = true
		}
	}
	e.FP = g.fp
	if f.Trace != nil {
		f.Trace(e)
	}
}

// tire lets groups tire, at the start of a round, by what has gone from their FP
// (HC-FATIGUE: from the next round).
func (f *Fight) tire() {
	for i := range f.groups {
		if g := &f.groups[i]; g.onField() && tired(g) != g.tired {
			g.tired = !g.tired
			g.lowFP = lowFP(g)
		}
	}
}
