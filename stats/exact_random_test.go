package stats

import (
	"fmt"
	"math/rand/v2"

	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/units"
)

// A generator makes small battles in which nearly every rule may come up.
type generator struct{ *rand.Rand }

func (g generator) in(low, high int) int { return low + g.IntN(high-low+1) }

// one is true one time in n.
func (g generator) one(n int) bool { return g.IntN(n) == 0 }

func (g generator) damage() units.Damage {
	return units.Damage{
		Dice: dice.D(g.in(1, 2), g.in(-2, 3)), Type: []units.DamageType{units.Crushing, units.Cutting, units.Impaling, units.SmallPiercing}[g.IntN(4)],
		Divisor: units.Divisor([]int{0, 0, 500, 2000}[g.IntN(4)]),
	}
}

func (g generator) unit(name string) *units.Unit {
	u := &units.Unit{
		Name: name, ST: g.in(8, 16), DX: 11, HP: g.in(3, 14), HT: g.in(8, 14), FP: g.in(2, 9), SM: g.in(-1, 2), Move: g.in(3, 8),
		Dodge: g.in(5, 10), Parry: g.in(0, 11), Block: g.in(0, 11), Encumbrance: units.Encumbrance(g.in(0, 2)), NeverTires: g.one(3),
		Skills: map[string]int{"fast-draw": g.in(8, 15)},
		Traits: units.Traits{ExtraAttack: g.in(0, 1), Fearlessness: g.in(0, 2), Cowardice: g.in(0, 2), PeripheralVision: g.one(4)},
	}
	u.Armour.SetAll(g.in(0, 3))
	u.Armour.SetFlexible(units.Torso, g.one(3))
	for k := range g.in(1, 2) {
		u.Weapons = append(u.Weapons, units.Weapon{
			Name: fmt.Sprint("blade ", k), Skill: g.in(9, 16), Reach: []int{g.in(1, 2)}, Unwieldy: g.one(3),
			Modes: []units.Mode{{Damage: g.damage()}, {Damage: g.damage()}},
		})
	}
	if g.one(2) {
		u.Weapons = append(u.Weapons, units.Weapon{
			Name: "bow", Skill: g.in(10, 16), Ranged: true, Acc: g.in(0, 3), MaxRange: float64(g.in(10, 60)), HalfDamage: float64(g.in(0, 30)),
			Bulk: -g.in(0, 5), RoF: g.in(1, 3), Shots: g.in(0, 2), Reload: g.in(0, 8), Ammo: g.in(0, 6), Thrown: g.one(3),
			Missile: units.Missile(g.in(0, 3)), Modes: []units.Mode{{Damage: g.damage()}},
		})
	}
	return u
}

func (g generator) order(enemies int, noRetreat bool) heroic.Order {
	if g.one(5) {
		return heroic.Order{Auto: true}
	}
	var o heroic.Order
	for range g.in(1, 2) {
		t := heroic.Tactic(g.IntN(int(heroic.NumTactics)))
		if t == heroic.Retreat && (noRetreat || g.one(2)) {
			t = heroic.Offensive
		}
		o.Tactics = append(o.Tactics, t)
	}
	o.Move = heroic.Move(g.in(0, int(heroic.NumMoves)-1))
	for _, t := range o.Tactics {
		if heroic.CheckMove(t, o.Move) != nil {
			o.Move = heroic.MoveDefault
		}
	}
	if o.Target.Rule = heroic.TargetRule(g.in(0, 4)); o.Target.Rule == heroic.Named {
		for e := range enemies {
			o.Target.Groups = append(o.Target.Groups, heroic.TargetShare{Group: e, Share: g.in(1, 3)})
		}
	}
	o.StopAt = heroic.Stop(g.in(0, 1))
	if g.one(4) {
		to := g.IntN(enemies)
		o.Facing = &to
	}
	if g.one(4) {
		o.Location = []units.Location{units.RightArm, units.Skull, units.LeftLeg}[g.IntN(3)]
	}
	o.Shots, o.HoldFire = g.in(0, 2), g.one(8)
	return o
}

// condition is one of an order's that is not the last.
func (g generator) condition() heroic.Condition {
	var c heroic.Condition
	share := &heroic.Span{Low: g.Float64(), High: 2, LowOpen: g.one(2)}
	switch g.IntN(8) {
	case 0:
		c.Rounds = &heroic.Span{Low: 1, High: float64(g.in(1, 4))}
	case 1:
		c.Distance = &heroic.Span{Low: float64(g.in(1, 20)), High: 1e9}
	case 2:
		locked := g.one(2)
		c.Locked = &locked
	case 3:
		c.Losses = share
	case 4:
		c.EnemyLosses = share
	case 5:
		c.HP = share
	case 6:
		c.FP = share
	case 7:
		c.Ratio = share
	}
	if g.one(3) {
		chance := g.Float64()
		c.Chance = &chance
	}
	return c
}

// situate gives the groups of a scenario postures, cover, heights and plights.
func (g generator) situate(s *heroic.Scenario) {
	cover := func() *heroic.Cover {
		if g.one(3) {
			return nil
		}
		c := &heroic.Cover{DR: g.in(0, 3), Light: g.one(2), Partial: g.one(3), Concealment: -g.in(0, 2)}
		if g.one(2) {
			c.Exposed, c.Half = []units.Location{units.Face, units.RightArm}, []units.Location{units.LeftLeg}
		}
		return c
	}
	s.Field.Cover = cover()
	for side := range s.Sides {
		for k := range s.Sides[side].Groups {
			group := &s.Sides[side].Groups[k]
			group.Posture, group.Cover, group.Elevation = heroic.Posture(g.IntN(int(heroic.NumPostures))), cover(), g.in(0, 9)
			group.Distraction = heroic.Distraction(g.in(0, 2))
			group.Unit.Traits.Invisible, group.Unit.Traits.Blind = g.one(5), g.one(5)
			for i := range group.Orders {
				if p := heroic.Posture(g.IntN(2 * int(heroic.NumPostures))); p < heroic.NumPostures {
					group.Orders[i].Posture = &p
				}
				group.Orders[i].Chink = g.one(4)
				if key, _ := heroic.Contradiction(&group.Orders[i], nil); key == "posture" {
					group.Orders[i].Posture = nil
				}
			}
		}
	}
}

// battle makes a scenario of so many groups.
func (g generator) battle(groups, mostFighters int) heroic.Scenario {
	s := heroic.Scenario{Rules: heroic.DefaultRules(), MaxRounds: g.in(3, 20)}
	s.Field = heroic.Battlefield{Distance: float64([]int{1, 1, g.in(2, 40)}[g.IntN(3)]), Visibility: -g.in(0, 2), Footing: -g.in(0, 2)}
	if g.one(4) {
		s.Field.Frontage = float64(g.in(1, 4))
	}
	r := &s.Rules
	r.AttackMustSucceed, r.Criticals, r.InitiativeTie, r.InjuryPerHit = g.one(4), g.one(4), g.one(4), g.one(4)
	r.HTHalving, r.KeepAdds, r.Morale, r.Fatigue = !g.one(4), g.one(4), !g.one(4), !g.one(3)
	r.DamageRolls, r.OnceOver = heroic.DamageRolls(max(0, g.in(-2, 2))), g.in(1, 3)
	if g.one(4) {
		r.SurroundLimit = g.in(1, 3)
	}
	r.SizeMelee = heroic.SizeMelee(g.in(0, 3))
	n := [2]int{1, 1}
	for range groups - 2 {
		n[g.IntN(2)]++
	}
	for side := range s.Sides {
		me := &s.Sides[side]
		me.Name, me.TacticsSkill = fmt.Sprint("side ", side), g.in(0, 1)
		me.NoRetreat, me.Surprised = g.one(5), g.one(6)
		for k := range n[side] {
			label := fmt.Sprintf("%d.%d", side, k)
			group := heroic.Group{
				Name: label, Unit: g.unit(label), Count: g.in(1, mostFighters), Character: g.one(5), Ranks: g.in(0, 2),
			}
			if g.one(5) {
				group.Count = 1
				group.Unit.HP = g.in(10, 30)
			}
			if g.one(6) {
				hp := g.in(1, group.Count*group.Unit.HP)
				group.HPNow = &hp
			}
			if k > 0 && g.one(2) {
				group.Arrives = g.in(2, 4)
			}
			for range g.in(0, 2) {
				o := g.order(n[1-side], me.NoRetreat)
				o.When = g.condition()
				group.Orders = append(group.Orders, o)
			}
			group.Orders = append(group.Orders, g.order(n[1-side], me.NoRetreat))
			me.Groups = append(me.Groups, group)
		}
	}
	return s
}
