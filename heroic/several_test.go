package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// beast has claws and two bites.
func beast(t testing.TB) *units.Unit {
	return footman(t, func(u *units.Unit) {
		u.Name, u.ST, u.HP = "Beast", 20, 30
		u.Weapons = []units.Weapon{
			{Name: "claws", Skill: 14, Modes: modes(t, "2d cut"), Reach: []int{0, 1}},
			{Name: "bite", Skill: 12, Modes: modes(t, "1d+2 cut"), Reach: []int{0}},
			{Name: "tail", Skill: 13, Modes: modes(t, "1d+1 cr"), Reach: []int{1, 2}, Unwieldy: true},
		}
	})
}

func severally(blows ...Blow) Order {
	return Order{Tactics: []Tactic{Neutral}, Attacks: blows}
}

func severalBattle(t testing.TB) Scenario {
	s := sides(1, []Group{band(beast(t), 3, severally(Blow{"claws", units.Torso}, Blow{"bite", units.Neck}, Blow{"tail", units.LeftLeg}))},
		[]Group{band(footman(t), 9, does(Neutral)), band(footman(t, func(u *units.Unit) { u.Name = "Hero" }), 1, does(Neutral))})
	s.Rules.Morale = true
	return s
}

func TestSeveralAttacksSkill(t *testing.T) { // HC-MULTI
	blade := sword(t)
	blade.Skill = 14
	swordsman := footman(t, armed(blade))
	two := severally(Blow{"sword", units.Torso}, Blow{"sword", units.Neck})
	for _, c := range []struct {
		name        string
		u           *units.Unit
		order       Order
		skill, each string
		speed       int
	}{
		{"the vector", swordsman, two, "10", "[13 8]", 4},
		{"an even average", beast(t), severally(Blow{"claws", units.Torso}, Blow{"bite", units.Torso}), "12", "[13 11]", 4},
		{"three, one of them unwieldy", beast(t), severally(Blow{"claws", units.Torso}, Blow{"bite", units.Torso}, Blow{"tail", units.Torso}), "11", "[12 10 11]", 6},
		{"the same twice", beast(t), severally(Blow{"claws", units.Torso}, Blow{"claws", units.Torso}), "13", "[13 13]", 4},
	} {
		s := onStage(t, duel(1, band(c.u, 1, c.order), band(footman(t), 1, does(Concentration))))
		s.open(-1)
		s.run(func() { s.meleeStep(0) }, 18, 3)
		a := s.attacks()[0]
		equal(t, c.name, fmt.Sprint(a.Skill.Total), c.skill)
		var each []int
		for _, b := range a.Blows {
			each = append(each, b.Skill.Total)
		}
		equal(t, c.name+": each", fmt.Sprint(each), c.each)
		equal(t, c.name+": Speed Factor", a.SpeedFactor, c.speed)
	}
	equal(t, "rounds down below 0", floorDiv(-3, 2), -2)
	equal(t, "whole below 0", floorDiv(-4, 2), -2)
}

func TestSeveralAttacksOutOfReach(t *testing.T) {
	order := severally(Blow{"claws", units.Torso}, Blow{"tail", units.Torso})
	s := onStage(t, duel(2, band(beast(t), 1, order), band(footman(t), 1, does(Concentration))))
	s.open(-1)
	s.run(func() { s.meleeStep(0) }, 18, 3)
	a := s.attacks()[0]
	equal(t, "one reaches", len(a.Blows), 0)
	equal(t, "which", a.Weapon.Name, "tail")
}

func TestMultiplyBlows(t *testing.T) { // HC-MULTI: × 1.5
	for _, c := range []struct {
		base       []int
		multiplier int
		first      int
		want       string
	}{
		{[]int{2, 1}, 1000, 0, "[2 1]"},
		{[]int{2, 1}, 1500, 0, "[3 1]"},
		{[]int{2, 1}, 1500, 1, "[3 1]"},
		{[]int{1, 1}, 1500, 1, "[1 2]"},
		{[]int{1, 0}, 1500, 0, "[1 0]"},
		{[]int{1, 1, 1}, 1500, 2, "[1 1 2]"},
		{[]int{1, 1, 1}, 3000, 2, "[3 3 3]"},
	} {
		landed, total := make([]Landed, len(c.base)), 0
		for i, n := range c.base {
			landed[i].BaseHits, total = n, total+n
		}
		multiplyBlows(landed, c.multiplier, total*c.multiplier/1000, c.first)
		var got []int
		for _, l := range landed {
			got = append(got, l.Hits)
		}
		equal(t, fmt.Sprint(c.base, c.multiplier, c.first), fmt.Sprint(got), c.want)
	}
}

func TestSeveralAttacksScripted(t *testing.T) {
	s := onStage(t, duel(1, band(beast(t), 3, severally(Blow{"claws", units.Torso}, Blow{"bite", units.Neck})), band(footman(t), 9, does(Concentration))))
	h := &s.groups[1]
	s.open(-1)
	// (13 + 6) / 2 = 9; 9 - 5 = 4 to 8 - 2 - 10 = -4: margin 8, 3 hits × 1.5 = 4.
	s.run(func() { s.meleeStep(0) }, 5, 10,
		2, 1, 1, // the bite is drawn first, then the claws twice: 1 and 3
		7, 8, 9, // claws: 24 cut = 36
		5) // bite: 5 × 2 = 10
	a := s.attacks()[0]
	contest(t, "both", a, 9, 6, 8, 4)
	equal(t, "claws", a.Blows[0].Hits, 3)
	equal(t, "bite", a.Blows[1].Hits, 1)
	equal(t, "claws' injury", a.Blows[0].Injury.Injury, 36)
	equal(t, "bite's injury", a.Blows[1].Injury.Injury, 10)
	equal(t, "all", h.injury, 46)
}

func TestCheckAttacks(t *testing.T) {
	for _, blows := range [][]Blow{{{"claws", units.Torso}}, {{"claws", units.Torso}, {"horns", units.Torso}}} {
		if _, err := Compile(duel(1, band(beast(t), 1, severally(blows...)), band(footman(t), 1, does(Neutral)))); err == nil {
			t.Errorf("%v: no error", blows)
		}
	}
}
