package units

import (
	"math"
	"slices"
	"strings"
	"testing"

	"heroicsim/dice"
)

// sound is a unit that Check passes.
func sound() *Unit {
	u := &Unit{
		Name: "Soldier", ST: 11, DX: 11, HT: 11, Skills: map[string]int{"running": 11},
		Weapons: []Weapon{
			{Name: "Sword", Skill: 12, Reach: []int{1}, Modes: []Mode{
				{Name: "swing", Damage: Damage{dice.D(1, 2), 0, Cutting}},
				{Name: "thrust", Damage: Damage{dice.D(1, 0), 2000, Impaling}},
			}},
			{Name: "Bow", Skill: 12, Modes: []Mode{{Damage: Damage{dice.D(1, 0), 0, Impaling}}},
				Ranged: true, Acc: 1, HalfDamage: 100, MaxRange: 150, RoF: 1, Bulk: -6, Shots: 1, Reload: 2},
		},
	}
	u.Complete(Given{})
	return u
}

func TestCheck(t *testing.T) {
	if got := sound().Check(); got != nil {
		t.Fatalf("a sound unit has the problems %v", got)
	}
	for _, c := range []struct {
		spoil func(*Unit)
		want  []string
	}{
		{func(u *Unit) { u.ST = -1 }, []string{"st: -1 is too low; want 0 to 1000"}},
		{func(u *Unit) { u.DX = 101 }, []string{"dx: 101 is too high; want 0 to 100"}},
		{func(u *Unit) { u.IQ = -1 }, []string{"iq: -1 is too low; want 0 to 100"}},
		{func(u *Unit) { u.HT = -1 }, []string{"ht: -1 is too low; want 0 to 100"}},
		{func(u *Unit) { u.HP = 0 }, []string{"hp: 0 is too low; want 1 to 1000000"}},
		{func(u *Unit) { u.FP = 0 }, []string{"fp: 0 is too low; want 1 or more, or none for one that never tires"}},
		{func(u *Unit) { u.FP, u.NeverTires = 0, true }, nil},
		{func(u *Unit) { u.Will = -1 }, []string{"will: -1 is too low; want 0 to 100"}},
		{func(u *Unit) { u.Per = 200 }, []string{"per: 200 is too high; want 0 to 100"}},
		{func(u *Unit) { u.SM = 21 }, []string{"sm: 21 is too high; want -20 to 20"}},
		{func(u *Unit) { u.Speed = math.NaN() }, []string{"speed: NaN is out of range; want 0 to 100"}},
		{func(u *Unit) { u.Speed = -0.25 }, []string{"speed: -0.25 is out of range; want 0 to 100"}},
		{func(u *Unit) { u.Move = -1 }, []string{"move: -1 is too low; want 0 to 1000"}},
		{func(u *Unit) { u.Move, u.Dodge = 0, 0 }, nil},
		{func(u *Unit) { u.Encumbrance = 5 }, []string{"encumbrance: level 5 does not exist; want 0 to 4"}},
		{func(u *Unit) { u.Dodge, u.Parry, u.Block = -1, -2, 101 }, []string{
			"dodge: -1 is too low; want 0 to 100", "parry: -2 is too low; want 0 to 100", "block: 101 is too high; want 0 to 100"}},
		{func(u *Unit) { u.ShieldDB = 21 }, []string{"shield_db: 21 is too high; want 0 to 20"}},
		{func(u *Unit) { u.Armour.SetAll(-1) }, []string{"dr: -1 is too low; want 0 to 10000"}},
		{func(u *Unit) { u.Armour.Set(RightLeg, -2) }, []string{"dr.right leg: -2 is too low; want 0 to 10000"}},
		{func(u *Unit) { u.Armour.SetAgainst(Torso, Crushing, -3) }, []string{"dr.torso cr: -3 is too low; want 0 to 10000"}},
		{func(u *Unit) { u.Skills = map[string]int{"running": 61, "riding": -11, "bow": 60} }, []string{
			"skills.riding: -11 is too low; want -10 to 60", "skills.running: 61 is too high; want -10 to 60"}},
		{func(u *Unit) { u.Traits.ExtraAttack = -1 }, []string{"traits.extra-attack: -1 is too low; want 0 to 20"}},
		{func(u *Unit) { u.Traits.HighPainThreshold, u.Traits.LowPainThreshold = true, true }, []string{
			"traits.low-pain-threshold: excludes high-pain-threshold; want one of them at most"}},
		{func(u *Unit) { u.Weapons = nil }, nil},

		{func(u *Unit) { u.Weapons[0].Name = " " }, []string{"weapons[0].name: is missing; orders and reports need it"}},
		{func(u *Unit) { u.Weapons[1].Skill = 99 }, []string{"weapons[1].skill: 99 is too high; want -10 to 60"}},
		{func(u *Unit) { u.Weapons[0].Modes = nil }, []string{"weapons[0].damage: is missing; like 2d-1(0.5) cut"}},
		{func(u *Unit) { u.Weapons[1].Modes[0].Damage.Dice.Count = 101 }, []string{"weapons[1].damage: 101 dice are out of range; want 0 to 100"}},
		{func(u *Unit) { u.Weapons[1].Modes[0].Damage.Dice.Sides = 0 }, []string{"weapons[1].damage: a die of 0 sides is out of range; want 1 to 100"}},
		{func(u *Unit) { u.Weapons[0].Modes[1].Damage.Dice.Adds = 20_000 }, []string{"weapons[0].modes[1].damage: +20000 is out of range; want -10000 to +10000"}},
		{func(u *Unit) { u.Weapons[0].Modes[0].Damage.Divisor = -1 }, []string{"weapons[0].modes[0].damage: armour divisor (-0.001) is out of range; want (0.01) to (100)"}},
		{func(u *Unit) { u.Weapons[0].Modes[0].Damage.Type = 99 }, []string{"weapons[0].modes[0].damage: damage type 99 does not exist; damage types are: cr, cut, imp, pi-, pi, pi+, pi++, burn, cor, fat, tox"}},
		{func(u *Unit) { u.Length = -1 }, []string{"length: -1 inches are out of range; want 0 to 1000000"}},
		{func(u *Unit) { u.Weight = math.NaN() }, []string{"weight: NaN pounds are out of range; want 0 to 1000000000"}},
		{func(u *Unit) { u.ShieldWeight = 1e10 }, []string{"shield_weight: 1e+10 pounds are out of range; want 0 to 1000000000"}},
		{func(u *Unit) { u.Weapons[0].Width = -2 }, []string{"weapons[0].width: -2 inches are out of range; want 0 to 1000000"}},
		{func(u *Unit) { u.Weapons[0].Weight = -3 }, []string{"weapons[0].weight: -3 pounds are out of range; want 0 to 1000000000"}},
		{func(u *Unit) { u.Traits.Tolerance = 9 }, []string{"traits.injury-tolerance: level 9 does not exist; tolerances are: none, unliving, homogenous, diffuse"}},
		{func(u *Unit) { u.Weapons[0].Reach = []int{2, 1} }, []string{"weapons[0].reach: 1 after 2; want yards in ascending order"}},
		{func(u *Unit) { u.Weapons[0].Reach = []int{-1} }, []string{"weapons[0].reach: -1 is too low; want 0 to 100"}},
		{func(u *Unit) { u.Weapons[0].Reach = nil }, nil},
		{func(u *Unit) { u.Weapons[0].MinST = -1 }, []string{"weapons[0].min_st: -1 is too low; want 0 to 1000"}},
		{func(u *Unit) { u.Weapons[1].Ranged = false }, []string{"weapons[1].range: is missing; acc, bulk, shots, ammo and thrown are for weapons with a range"}},
		{func(u *Unit) { u.Weapons[1].MaxRange = 0 }, []string{"weapons[1].range: the maximum is missing; like 195/300 or 50, in yards"}},
		{func(u *Unit) { u.Weapons[1].MaxRange = math.NaN() }, []string{"weapons[1].range: the maximum is missing; like 195/300 or 50, in yards"}},
		{func(u *Unit) { u.Weapons[1].MaxRange = 2e6 }, []string{"weapons[1].range: 2000000 yards are too many; want at most 1000000"}},
		{func(u *Unit) { u.Weapons[1].HalfDamage = 151 }, []string{"weapons[1].range: half damage from 151 yards, but the maximum is 150; want the smaller first, like 195/300"}},
		{func(u *Unit) { u.Weapons[1].HalfDamage = 0 }, nil},
		{func(u *Unit) { u.Weapons[1].Reach = []int{1} }, []string{"weapons[1].reach: does not go with range; write melee and ranged use as two weapons"}},
		{func(u *Unit) { u.Weapons[1].Acc = -1 }, []string{"weapons[1].acc: -1 is too low; want 0 to 30"}},
		{func(u *Unit) { u.Weapons[1].RoF = 0 }, []string{"weapons[1].rof: 0 is too low; want 1 to 10000"}},
		{func(u *Unit) { u.Weapons[1].Bulk = 1 }, []string{"weapons[1].bulk: 1 is too high; want -20 to 0"}},
		{func(u *Unit) { u.Weapons[1].Rcl = -1 }, []string{"weapons[1].rcl: -1 is too low; want 0 to 100"}},
		{func(u *Unit) { u.Weapons[1].Shots = -1 }, []string{"weapons[1].shots: -1 is too low; want 0 to 1000000"}},
		{func(u *Unit) { u.Weapons[1].Reload = -1 }, []string{"weapons[1].shots: reloading takes -1 seconds; want 0 to 100000"}},
		{func(u *Unit) { u.Weapons[1].Ammo = -1 }, []string{"weapons[1].ammo: -1 is too low; want 0 to 1000000"}},
		{func(u *Unit) { u.Weapons[1].Missile = 9 }, []string{"weapons[1].missile: kind 9 does not exist; missiles are: arrow, bolt, stone, bullet, beam, spell"}},
	} {
		u := sound()
		c.spoil(u)
		var got []string
		for _, p := range u.Check() {
			got = append(got, p.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("got:\n\t%s\nwant:\n\t%s", strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
		}
	}
	if n := len(new(Unit).Check()); n == 0 {
		t.Error("the zero Unit has no problems")
	}
}

// TestCheckGiven: what is wrong is told of numbers that somebody wrote.
func TestCheckGiven(t *testing.T) {
	for _, c := range []struct {
		unit  Unit
		given Given
		want  []string
	}{
		{Unit{ST: 10, DX: 10, HT: 10}, Given{}, nil},
		{Unit{ST: 0, DX: 10, HT: 10}, Given{}, []string{"st: hp follows from it: 0 is too low; want 1 to 1000000"}},
		{Unit{ST: 0, DX: 10, HT: 10, HP: 1}, Given{HP: true}, nil},
		{Unit{ST: 0, DX: 10, HT: 10}, Given{HP: true}, []string{"hp: 0 is too low; want 1 to 1000000"}},
		{Unit{ST: -1, DX: 10, HT: 10}, Given{}, []string{"st: -1 is too low; want 0 to 1000"}},
		{Unit{ST: 10, DX: 10, HT: 0}, Given{}, []string{"ht: fp follows from it: 0 is too low; want 1 or more, or none for one that never tires"}},
		{Unit{ST: 10, DX: 10, HT: 0, NeverTires: true}, Given{}, nil},
		{Unit{ST: 0, DX: -1, HT: 999}, Given{}, []string{
			"dx: -1 is too low; want 0 to 100", "ht: 999 is too high; want 0 to 100", "st: hp follows from it: 0 is too low; want 1 to 1000000"}},
		{Unit{ST: 10, DX: 10, HT: 10, IQ: 101}, Given{IQ: true}, []string{"iq: 101 is too high; want 0 to 100"}},
		{Unit{ST: 10, DX: 10, HT: 10, IQ: 101, Will: 102}, Given{IQ: true, Will: true}, []string{"iq: 101 is too high; want 0 to 100", "will: 102 is too high; want 0 to 100"}},
		{Unit{ST: 10, DX: 100, HT: 100, Speed: 100}, Given{Speed: true}, []string{"speed: dodge follows from it: 103 is too high; want 0 to 100"}},
		{Unit{ST: 10, DX: 10, HT: 10, Speed: 90, ShieldDB: 20}, Given{Speed: true}, []string{"speed: dodge follows from speed and shield_db: 113 is too high; want 0 to 100"}},
		{Unit{ST: 10, DX: 10, HT: 10, Speed: 90, ShieldDB: 21}, Given{Speed: true}, []string{"shield_db: 21 is too high; want 0 to 20"}},
		{Unit{ST: 10, DX: 10, HT: 10, Speed: 2000}, Given{Speed: true}, []string{"speed: 2000 is out of range; want 0 to 100"}},
		{Unit{ST: 10, DX: 10, HT: 10, Speed: 101, Move: 1001}, Given{Speed: true, Move: true}, []string{
			"speed: 101 is out of range; want 0 to 100", "move: 1001 is too high; want 0 to 1000"}},
		{Unit{ST: 10, DX: 10, HT: 10, Dodge: 101}, Given{Dodge: true}, []string{"dodge: 101 is too high; want 0 to 100"}},
	} {
		u := c.unit
		u.Complete(c.given)
		var got []string
		for _, p := range u.CheckGiven(c.given) {
			got = append(got, p.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s, given %+v: got:\n\t%s\nwant:\n\t%s", tell(&c.unit), c.given, strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
		}
	}
}
