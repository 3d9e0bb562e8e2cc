package heroic

import (
	"math"

	"heroicsim/dice"
)

// meleePhase is phase 5.
func (f *Fight) meleePhase() {
	f.note(func() Event { return PhaseBegins{MeleePhase} })
	for _, side := range [...]int{f.first, 1 - f.first} {
		f.meleeStep(side)
	}
	f.injuryStep(dice.MeleeInjury)
	f.endIfDown()
}

// meleeStep is step 5.1 or 5.2. Whom each group attacks is fixed first, then all
// attack in file order.
func (f *Fight) meleeStep(side int) {
	f.plans = f.plans[:0]
	for i, groups := 0, f.side(side); i < len(groups); i++ {
		g := &groups[i]
		if !f.maySwing(g) || g.ap < apAttack {
			continue
		}
		f.shares = f.meleeTargets(g, f.shares[:0])
		for _, a := range f.shares {
			if a.members > 0 {
				f.plans = append(f.plans, plan{g.index, a.target, a.members})
			}
		}
	}
	f.strikeAll(MeleeAttack, dice.Melee)
}

// maySwing says whether a group may make melee attacks at all this round.
func (f *Fight) maySwing(g *group) bool {
	return g.standing == Steady && !g.silent && !g.withdraws && tactics[g.tactic].attacks && len(g.melee) > 0
}

// strikeAll makes the planned melee attacks.
func (f *Fight) strikeAll(kind AttackKind, phase dice.Phase) {
	f.openFront()
	for _, p := range f.plans {
		g, h := &f.groups[p.attacker], &f.groups[p.target]
		a := f.bestBlow(kind, g, h, p.members)
		if a.weapon == nil {
			continue
		}
		if a.members == 0 {
			f.note(func() Event { return NoRoom{g.index, h.index, p.members} })
			continue
		}
		f.takeFront(&a)
		f.dice.At(f.round, phase, g.stream, h.stream)
		f.resolve(&a)
		f.lock(g.index, h.index)
	}
}

// bestBlow chooses the melee weapon with the best expected injury of those that
// orders allow and that reach; its weapon is nil where there is none.
func (f *Fight) bestBlow(kind AttackKind, g, h *group, members int) attack {
	var best attack
	bestInjury, d := -1.0, g.pos.distance(h.pos)
	for i := range g.melee {
		w := &g.melee[i]
		if !g.mayUse(w, g.melee) || d > float64(w.MaxReach())+slack {
			continue
		}
		a := attack{
			kind: kind, by: g, at: h, weapon: w, side: f.allottedTo(h.index), distance: d, location: aimed(w.Weapon, g.order.Location),
			allotted: members, members: f.atFront(g, h, w, members),
		}
		a.strike = f.strikeFor(g, h, w, a.location, false)
		if len(g.melee) == 1 {
			return a
		}
		if injury := f.expectedInjury(&a); injury > bestInjury {
			best, bestInjury = a, injury
		}
	}
	return best
}

// A front is what is left of the room to fight in the step under way (HC-FRONT).
type front struct {
	yards     float64 // of each rank; unlimited on open ground
	surround  []int   // attackers that a group's members can still be surrounded by
	unlimited bool
}

// openFront starts a step's count of room.
func (f *Fight) openFront() {
	f.front.yards, f.front.unlimited = f.b.Field.Frontage, f.b.Field.Frontage <= 0
	if limit := f.b.Rules.SurroundLimit; limit > 0 {
		f.front.surround = f.front.surround[:0]
		for i := range f.groups {
			f.front.surround = append(f.front.surround, limit*f.groups[i].fighting)
		}
	}
}

// atFront is how many of the members can fight h with w: those that the front
// lets in, rank by rank, and that find room around the target. Rulings: the groups
// of a side share the front in file order, and a front that nobody has taken lets
// in one file, however wide it is.
func (f *Fight) atFront(g, h *group, w *weapon, members int) int {
	if !f.front.unlimited {
		files := int(f.front.yards/frontOf(g.Unit.SM) + slack)
		if f.front.yards == f.b.Field.Frontage {
			files = max(1, files)
		}
		members = min(members, files*ranksOf(g, w))
	}
	if f.b.Rules.SurroundLimit > 0 {
		members = min(members, f.front.surround[h.index])
	}
	return members
}

// ranksOf is how many ranks fight: the formation's, and a second one with a
// weapon of Reach 2 or more.
func ranksOf(g *group, w *weapon) int {
	if w.MaxReach() >= 2 {
		return max(2, g.Ranks)
	}
	return g.Ranks
}

// takeFront uses up the room of an attack.
func (f *Fight) takeFront(a *attack) {
	if !f.front.unlimited {
		files := math.Ceil(float64(a.members) / float64(ranksOf(a.by, a.weapon)))
		f.front.yards = max(0, f.front.yards-files*frontOf(a.by.Unit.SM))
	}
	if f.b.Rules.SurroundLimit > 0 {
		f.front.surround[a.at.index] -= a.members
	}
}
