package heroic

import (
	"slices"

	"heroicsim/units"
)

// Auto orders play a group as a sensible referee would. They look only at the
// state of the battle and draw nothing, so they are the same for the same state:
//
//   - The hurt and outmatched defend: a group with half of its HP or less, on the
//     side with less than two thirds of the enemy's, is Defensive.
//   - Missile troops (a ranged weapon that is not thrown) shoot and keep their
//     distance: Aimed Shooting while no enemy can be upon them this round, else
//     Neutral, three shots and what movement is left going backwards.
//   - Chargers charge when they can reach: All-Out Offensive where only that
//     brings them to the enemy this round and they are not outnumbered there.
//   - Who has no weapons but spells casts the first of those on enemies that he has FP
//     for and a target in range, once a round: Concentration for a mental roll, else
//     Neutral.
//   - The rest close: Offensive if they can reach the enemy or are locked with
//     him in greater numbers, else Neutral.
var (
	autoAimed     = order{Order: &Order{Tactics: []Tactic{AimedShooting}, Move: Hold}}
	autoShoot     = order{Order: &Order{Tactics: []Tactic{Neutral}, Move: Away}}
	autoCharge    = order{Order: &Order{Tactics: []Tactic{AllOutOffensive}, Move: Close}}
	autoOffensive = order{Order: &Order{Tactics: []Tactic{Offensive}, Move: Close}}
	autoNeutral   = order{Order: &Order{Tactics: []Tactic{Neutral}, Move: Close}}
	autoDefensive = order{Order: &Order{Tactics: []Tactic{Defensive}, Move: Close}}
	autoStand     = order{Order: &Order{Tactics: []Tactic{Defensive}, Move: Hold}}
)

func (f *Fight) auto(g *group) *order {
	i := f.chooseTarget(g, Nearest, anyone)
	if i < 0 {
		return &autoNeutral
	}
	enemy := &f.groups[i]
	gap := max(0, g.pos.distance(enemy.pos)-contact)
	for k := range g.autoCasts {
		if o := &g.autoCasts[k]; f.mayAutoCast(g, &o.casts[0]) {
			return o
		}
	}
	outmatched := g.halfGone() && outweighed(f.sidePool(g.Side), f.sidePool(1-g.Side))
	switch {
	case g.wasLocked:
		return f.autoLocked(g, outmatched)
	case f.missileTroops(g, enemy):
		if gap > float64(enemy.speed()*tactics[AllOutOffensive].move) || len(enemy.melee) == 0 {
			return &autoAimed
		}
		return &autoShoot
	case outmatched && len(enemy.ranged) == 0:
		return &autoStand
	case outmatched:
		return &autoDefensive
	case gap <= float64(g.speed()*tactics[Offensive].move):
		return &autoOffensive
	case gap <= float64(g.speed()*tactics[AllOutOffensive].move) && g.fighting >= enemy.fighting:
		return &autoCharge
	}
	return &autoNeutral
}

// mustCast says whether auto has nothing but spells to choose from for a group.
func (g *GroupInfo) mustCast() bool {
	return len(g.Unit.Weapons) == 0 && slices.ContainsFunc(g.Orders, func(o Order) bool { return o.Auto })
}

// castsByAuto are the orders to cast each of a group's spells on enemies.
func (g *GroupInfo) castsByAuto() (all []order) {
	for i := range g.Unit.Spells {
		s := &g.Unit.Spells[i]
		if s.On != units.OnEnemies {
			continue
		}
		o := &Order{Tactics: []Tactic{Neutral}, Spells: []Cast{{Spell: s.Name}}}
		if s.Roll.IsMental() {
			o.Tactics[0] = Concentration
		}
		all = append(all, order{Order: o})
	}
	return all
}

// mayAutoCast says whether a group can cast a spell without collapsing of it.
func (f *Fight) mayAutoCast(g *group, c *cast) bool {
	return (g.Unit.NeverTires || g.fp > c.Cost) && f.castTarget(g, c) != nil
}

// halfGone says whether a group has half of its HP or less.
func (g *group) halfGone() bool { return g.pool*2 <= g.Count*g.Unit.HP }

// outweighed says whether HP are less than two thirds of the enemy's.
func outweighed(own, enemy int) bool { return own*3 < enemy*2 }

// autoLocked is for a group in melee.
func (f *Fight) autoLocked(g *group, outmatched bool) *order {
	foes := 0
	for i := range f.groups {
		if f.locked(g.index, i) {
			foes += f.groups[i].fighting
		}
	}
	switch {
	case outmatched:
		return &autoDefensive
	case g.fighting > foes:
		return &autoOffensive
	}
	return &autoNeutral
}

// missileTroops says whether g should fight from afar: it has a ranged weapon
// that is not thrown, with something left to shoot, in range of the enemy.
func (f *Fight) missileTroops(g, enemy *group) bool {
	for i := range g.ranged {
		if w := &g.ranged[i]; !w.Thrown && g.weapons[i].ammo != 0 && shotDistance(g, enemy) <= w.MaxRange {
			return true
		}
	}
	return false
}

// sidePool is the HP of a side's steady groups.
func (f *Fight) sidePool(side int) int {
	n := 0
	for i, all := 0, f.side(side); i < len(all); i++ {
		if all[i].standing == Steady {
			n += all[i].pool
		}
	}
	return n
}
