package heroic

import (
	"fmt"
	"slices"

	"heroicsim/units"
)

// A stroke is one of an order's several attacks at once (HC-MULTI).
type stroke struct {
	weapon   *weapon
	location units.Location
}

// A landing is a blow against a target.
type landing struct {
	stroke
	strike *strike
	skill  tally
	reach  int // the bonus of a longer thrust against a charger (HC-WAIT)
}

// checkAttacks says what is wrong with an order's several attacks, or nil.
func checkAttacks(o *Order, u *units.Unit) error {
	if len(o.Attacks) == 1 {
		return fmt.Errorf("attacks: one is no more than a weapon; two or more are needed")
	}
	for _, blow := range o.Attacks {
		if w := weaponNamed(u, blow.Weapon); w == nil || w.Ranged {
			return fmt.Errorf("attacks: no melee weapon %q", blow.Weapon)
		}
	}
	return nil
}

func weaponNamed(u *units.Unit, name string) *units.Weapon {
	for i := range u.Weapons {
		if words(u.Weapons[i].Name) == words(name) {
			return &u.Weapons[i]
		}
	}
	return nil
}

// strokesOf are the blows of an order.
func (g *GroupInfo) strokesOf(o *Order) []stroke {
	var all []stroke
	for _, b := range o.Attacks {
		for i := range g.melee {
			if w := &g.melee[i]; w.Weapon == weaponNamed(g.Unit, b.Weapon) {
				all = append(all, stroke{w, aimed(w.Weapon, b.Location)})
			}
		}
	}
	return all
}

// blowAt is where the orders of g aim its blows. The location of a grapple is the
// grapple's alone.
func (g *group) blowAt() units.Location {
	if g.order.Grapple {
		return units.Torso
	}
	return g.order.Location
}

// planBlows adds several attacks at once to a plan, if orders are for them and two
// or more of them reach: else it says that there are none.
func (f *Fight) planBlows(kind AttackKind, g, h *group, d float64) bool {
	first := len(f.step.landings)
	for _, b := range g.order.strokes {
		if g.strikesAt(b.weapon, d) {
			f.step.landings = append(f.step.landings, landing{stroke: b})
		}
	}
	landings := slices.Clip(f.step.landings[first:])
	if len(landings) < 2 {
		f.step.landings = f.step.landings[:first]
		return false
	}
	a := attack{from: &whole, to: &whole, kind: kind, by: g, at: h, weapon: landings[0].weapon, distance: d, location: landings[0].location, chink: g.order.Chink, blows: landings}
	f.makeReady(&a)
	a.barred = f.b.grapples && f.bars(&a)
	f.step.choice(a)
	return true
}

// prepareBlows is HC-MULTI: from the effective skill of each attack 1 is subtracted
// for each past the first, and the average, rounded down, is the skill of the
// contest. The defence is the one that is best against any of them. Ruling: the
// greatest Speed Factor of the weapons counts.
func (f *Fight) prepareBlows(a *attack) {
	sum := 0
	a.speedFactor = 0
	b := &f.blow
	for i := range a.blows {
		*b = *a
		l := &a.blows[i]
		b.weapon, b.location, b.waited.reach, b.blows = l.weapon, l.location, l.reach, nil
		f.makeReady(b)
		l.strike, l.skill, a.gropes = b.strike, b.skill, b.gropes
		l.skill.add(ForSeveral, 1-len(a.blows))
		sum += l.skill.total
		a.speedFactor = max(a.speedFactor, b.speedFactor)
		if i == 0 || b.defence.total > a.defence.total {
			a.defending, a.defence = b.defending, b.defence
		}
	}
	a.skill = f.tally(floorDiv(sum, len(a.blows)))
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// strikeSeverally fights the contest of several attacks at once. Each base hit is
// assigned to one of them at random.
func (f *Fight) strikeSeverally(a *attack, skill int) {
	attackRoll, defenceRoll := f.dice.Contest()
	v, n := f.decide(a, skill, attackRoll, defenceRoll)
	landed := f.clearLanded(len(a.blows))
	if n > 0 {
		base, first := 1+v.margin/a.speedFactor, 0
		for i := range base {
			k := f.dice.Index(len(a.blows))
			if landed[k].BaseHits++; i == 0 {
				first = k
			}
		}
		multiplyBlows(landed, f.multiplier(a), n, first)
	}
	f.injureSeverally(a, landed)
	if f.Trace != nil {
		e := f.attacked(a, v, attackRoll, defenceRoll, n)
		e.Mode, e.Blows = a.strike.mode, landed
		for i := range landed {
			e.Injury.Injury += landed[i].Injury.Injury
		}
		f.Trace(e)
	}
}

// clearLanded is room for what so many attacks at once come to, which a story keeps.
func (f *Fight) clearLanded(n int) []Landed {
	if f.Trace != nil {
		return make([]Landed, n)
	}
	f.landed = append(f.landed[:0], make([]Landed, n)...)
	return f.landed
}

// multiplyBlows multiplies the base hits of several attacks. Ruling: the total is
// multiplied, and the odd hits go to the attack that was drawn first.
func multiplyBlows(landed []Landed, multiplier, total, first int) {
	for i := range landed {
		landed[i].Hits = landed[i].BaseHits * multiplier / 1000
		total -= landed[i].Hits
	}
	landed[first].Hits += total
}

// injureSeverally rolls the injury of each of several attacks. What a story adds to
// it is drawn after all of it.
func (f *Fight) injureSeverally(a *attack, landed []Landed) {
	told := f.Trace != nil
	for i := range landed {
		l, n := &a.blows[i], landed[i].Hits
		injury := 0
		landed[i].Weapon, landed[i].Location, landed[i].Mode = l.weapon.Weapon, l.location, l.strike.mode
		if told {
			landed[i].Skill = l.skill.score()
		}
		switch {
		case n == 0:
		case told && (f.rollsDice() || n > l.strike.most):
			injury = f.rollInjury(l.strike, n, &landed[i].Injury)
		default:
			injury = f.rollInjury(l.strike, n, nil)
			landed[i].Injury.Injury = injury
		}
		a.at.hurt(l.strike, injury)
		if f.b.wounded && !l.strike.wearies {
			a.at.struckAt(l.location, l.strike.damage.Type, injury)
		}
	}
	for i := range landed {
		if in := &landed[i].Injury; told && landed[i].Hits > 0 && in.Wounding == 0 {
			injury := in.Injury
			*in = a.blows[i].strike.rolled()
			f.fitDice(a.blows[i].strike, landed[i].Hits, injury, in)
		}
	}
}
