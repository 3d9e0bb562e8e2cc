package heroic

import (
	"math"

	"heroicsim/dice"
)

// meleePhase is phase 5.
func (f *Fight) meleePhase() {
	f.strikeAll()
	f.injuryStep(dice.MeleeInjury)
	if f.b.grapples {
		f.suffocate()
	}
	f.endIfDown()
}

// strikeAll is steps 5.1 and 5.2.
func (f *Fight) strikeAll() {
	f.note(func() Event { return PhaseBegins{MeleePhase} })
	for _, side := range [...]int{f.first, 1 - f.first} {
		f.meleeStep(side)
	}
	if f.b.waits {
		f.endWaits()
	}
}

// meleeStep is step 5.1 or 5.2. Whom each group attacks is fixed first, then all
// attack in file order.
func (f *Fight) meleeStep(side int) {
	f.step.clear()
	for i, groups := 0, f.side(side); i < len(groups); i++ {
		g := &groups[i]
		if !f.maySwing(g) || g.ap < apAttack {
			continue
		}
		f.meleeTargets(g)
		for _, c := range f.chosen {
			f.planBlow(MeleeAttack, g, &f.groups[c.Group], c.Share)
		}
	}
	if f.b.grapples {
		f.followUp(side)
	}
	f.carryOutPlans(dice.Melee)
	if f.b.grapples {
		f.breakFree(side)
	}
}

// maySwing says whether a group may make melee attacks at all this round.
func (f *Fight) maySwing(g *group) bool {
	return g.standing == Steady && !g.silent && !g.withdraws && tactics[g.tactic].attacks && (len(g.melee) > 0 || g.order.Grapple)
}

// planBlow plans a melee attack with the weapons that orders allow and that
// reach.
func (f *Fight) planBlow(kind AttackKind, g, h *group, share int) {
	f.step.plan(g, h, share)
	if kind == MeleeAttack && !f.locked(g.index, h.index) {
		f.forget() // it locks, if numbers let it happen
	}
	d := g.pos.distance(h.pos)
	f.planGrapple(kind, g, h, d)
	if f.planBlows(kind, g, h, d) {
		return
	}
	for i := range g.melee {
		w := &g.melee[i]
		if !g.mayUse(w, g.melee) || !g.strikesAt(w, d) {
			continue
		}
		a := f.step.add()
		a.kind, a.by, a.at, a.weapon, a.distance = kind, g, h, w, d
		a.location, a.chink = aimed(w.Weapon, g.blowAt()), g.order.Chink
		f.makeReady(a)
		a.barred = f.b.grapples && f.bars(a)
	}
}

// A front is what is left of the room to fight in the step under way (HC-FRONT).
type front struct {
	yards     float64 // of each rank; unlimited on open ground
	surround  []int   // attackers that a group's members can still be surrounded by
	unlimited bool
}

// openFront starts the count of room in a step of a side.
func (f *Fight) openFront(side int) {
	f.front.yards, f.front.unlimited = f.b.Field.Frontage, f.b.Field.Frontage <= 0
	if limit := f.b.Rules.SurroundLimit; limit > 0 {
		f.front.surround = f.front.surround[:0]
		for i := range f.groups {
			f.front.surround = append(f.front.surround, limit*f.groups[i].fighting)
		}
	}
	if f.b.grapples && !f.b.open {
		f.holdersAtFront(side)
	}
}

// holdersAtFront takes the room of those of a side who hold foes already. Ruling: they
// stand at the front, and about those whom they hold, before all others.
func (f *Fight) holdersAtFront(side int) {
	for i, groups := 0, f.side(side); i < len(groups); i++ {
		g := &groups[i]
		for k, enemy := 0, f.enemies(g); k < len(enemy); k++ {
			h := &enemy[k]
			if n := g.holdsOn(h); n > 0 {
				f.takeRoom(g, h, &g.grapple, f.arcOf(g, h), n)
			}
		}
	}
}

// atFront is how many of the members can make an attack: those that the front
// lets in, rank by rank, and that find room around the target. Rulings: the groups
// of a side share the front in file order; a front that nobody has taken lets in
// one file, however wide it is; and it keeps nobody out who has come round it, upon
// the side or rear of the target.
func (f *Fight) atFront(a *attack, members int) int {
	g, h, w := a.by, a.at, a.weapon
	if !f.front.unlimited && a.arc == FrontArc {
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
func (f *Fight) takeFront(a *attack) { f.takeRoom(a.by, a.at, a.weapon, a.arc, a.members) }

// takeRoom uses up that of members of g with a weapon against h.
func (f *Fight) takeRoom(g, h *group, w *weapon, from Arc, members int) {
	if !f.front.unlimited && from == FrontArc {
		files := math.Ceil(float64(members) / float64(ranksOf(g, w)))
		f.front.yards = max(0, f.front.yards-files*frontOf(g.Unit.SM))
	}
	if f.b.Rules.SurroundLimit > 0 {
		f.front.surround[h.index] = max(0, f.front.surround[h.index]-members)
	}
}
