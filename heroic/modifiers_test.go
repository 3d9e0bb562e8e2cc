package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// TestRelativeSize is HC-MELEE-MOD's size in its four ways. G-SIZE's V-SIZE and
// V-HALF vectors are named.
func TestRelativeSize(t *testing.T) {
	for _, tt := range []struct {
		name                        string
		attacker, target, reach     int
		relative, off, capped, half int
	}{
		{"equal", 0, 0, 1, 0, 0, 0, 0},
		{"ogre on man", 1, 0, 1, -1, 0, -1, -1},
		{"man on ogre", 0, 1, 1, 1, 0, 1, 1},
		{"V-SIZE-01: man on leprechaun", 0, -5, 1, -5, 0, -5, -3},
		{"V-SIZE-03: leprechaun on leprechaun", -5, -5, 1, 0, 0, 0, 0},
		{"V-SIZE-06: giant on man", 2, 0, 1, -2, 0, -2, -1},
		{"V-SIZE-07: giant on giant", 2, 2, 1, 0, 0, 0, 0},
		{"V-SIZE-08: man on barn with a sword", 0, 6, 1, 6, 0, 2, 2},
		{"V-SIZE-09: man on barn with a pole of two yards", 0, 6, 2, 6, 0, 3, 3},
		{"V-SIZE-11: halfling on man", -1, 0, 1, 1, 0, 1, 1},
		{"V-SIZE-12: man on ogre with a pole", 0, 1, 2, 1, 0, 1, 1},
		{"V-HALF-01", 0, -6, 1, -6, 0, -6, -3},
		{"V-HALF-02", 0, -5, 1, -5, 0, -5, -3},
		{"V-HALF-03", 0, -1, 1, -1, 0, -1, -1},
		{"V-HALF-04", 0, 4, 1, 4, 0, 2, 2},
		{"just at the cap", 0, 2, 1, 2, 0, 2, 2},
		{"just over it", 0, 3, 1, 3, 0, 2, 2},
		{"three with a pole", 0, 3, 2, 3, 0, 3, 3},
		{"giant with a pole shorter than he", 2, 6, 2, 4, 0, 2, 2},
	} {
		for way, want := range map[SizeMelee]int{SizeRelative: tt.relative, SizeOff: tt.off, SizeCapped: tt.capped, SizeHalf: tt.half} {
			w := sword(t)
			w.Reach = []int{tt.reach}
			big := func(sm int) *units.Unit {
				return footman(t, armed(w), func(u *units.Unit) { u.SM = sm })
			}
			sc := duel(1, band(big(tt.attacker), 1), band(big(tt.target), 1))
			sc.Rules.SizeMelee = way
			s := onStage(t, sc)
			s.open(-1)
			g, h := &s.groups[0], &s.groups[1]
			a := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.melee[0], members: 1, side: 1, distance: 1}
			score := s.skillOf(&a)
			equal(t, fmt.Sprintf("%s, way %d", tt.name, way), score.total-12, want)
		}
	}
}

// TestSizeCapTakesLocationIn is V-SIZE-02, V-SIZE-04 and V-SIZE-05 (G-SIZE-2):
// the cap limits the sum of relative size and location modifier.
func TestSizeCapTakesLocationIn(t *testing.T) {
	for _, tt := range []struct {
		name             string
		attacker, target int
		reach            int
		where            units.Location
		capped           int
	}{
		{"V-SIZE-02: man on a leprechaun's vitals", 0, -5, 1, units.Vitals, -8},
		{"V-SIZE-05: leprechaun on a man's leg, a weapon longer than he", -5, 0, 1, units.RightLeg, 3},
		{"man on the leg of a giant of SM +4", 0, 4, 1, units.RightLeg, 2},
		{"man on the leg of a giant of SM +3", 0, 3, 1, units.RightLeg, 1},
	} {
		for _, way := range []SizeMelee{SizeCapped, SizeHalf} {
			if way == SizeHalf && tt.target < tt.attacker {
				continue
			}
			w := sword(t)
			w.Reach, w.Modes = []int{tt.reach}, modes(t, "1d imp")
			big := func(sm int) *units.Unit {
				return footman(t, armed(w), func(u *units.Unit) { u.SM = sm })
			}
			sc := duel(1, band(big(tt.attacker), 1), band(big(tt.target), 1))
			sc.Rules.SizeMelee = way
			s := onStage(t, sc)
			s.open(-1)
			g, h := &s.groups[0], &s.groups[1]
			a := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.melee[0], members: 1, side: 1, distance: 1, location: tt.where}
			score := s.skillOf(&a)
			equal(t, fmt.Sprintf("%s, way %d", tt.name, way), score.total-12, tt.capped)
		}
	}
}

// TestRangedSize is HC-RANGED-MOD: the target's SM, not relative, whatever the
// switch. V-SIZE-10.
func TestRangedSize(t *testing.T) {
	for _, way := range []SizeMelee{SizeRelative, SizeOff, SizeCapped, SizeHalf} {
		for _, sm := range []int{-5, 0, 1, 6} {
			w := bow(t)
			w.Bulk = 0
			sc := duel(2, band(footman(t, armed(w), func(u *units.Unit) { u.SM = 2 }), 1), band(footman(t, func(u *units.Unit) { u.SM = sm }), 1))
			sc.Rules.SizeMelee = way
			s := onStage(t, sc)
			s.open(-1)
			g, h := &s.groups[0], &s.groups[1]
			a := attack{from: &whole, to: &whole, kind: RangedAttack, by: g, at: h, weapon: &g.ranged[0], members: 1, side: 1, shots: 1, distance: 2}
			score := s.skillOf(&a)
			equal(t, fmt.Sprintf("SM %d", sm), score.total-12, sm)
		}
	}
}

// TestBothModifiers is HC-MELEE-MOD and HC-RANGED-MOD: the rows that melee and
// ranged attacks share.
func TestBothModifiers(t *testing.T) {
	for _, tt := range []struct {
		name       string
		visibility int
		footing    int
		st, minST  int
		tired      bool
		location   units.Location
		skill      int // of 12; at range a further -7
		defence    int // of 8
	}{
		{name: "nothing", skill: 12, defence: 8},
		{name: "visibility -1", visibility: -1, skill: 11, defence: 8},
		{name: "visibility -9", visibility: -9, skill: 3, defence: 8},
		{name: "footing -1", footing: -1, skill: 11, defence: 8},
		{name: "footing -2", footing: -2, skill: 10, defence: 7},
		{name: "footing -3", footing: -3, skill: 9, defence: 7},
		{name: "footing -4", footing: -4, skill: 8, defence: 6},
		{name: "footing -5", footing: -5, skill: 7, defence: 6},
		{name: "ST enough", st: 11, minST: 11, skill: 12, defence: 8},
		{name: "ST 1 short", st: 10, minST: 11, skill: 11, defence: 8},
		{name: "ST 4 short", st: 7, minST: 11, skill: 8, defence: 8},
		{name: "tired, ST 11 counts as 6", st: 11, minST: 11, tired: true, skill: 7, defence: 8},
		{name: "skull", location: units.Skull, skill: 5, defence: 8},
		{name: "leg", location: units.RightLeg, skill: 10, defence: 8},
		{name: "all at once", visibility: -3, footing: -2, st: 9, minST: 11, location: units.Neck, skill: 0, defence: 7},
	} {
		w, b := sword(t), bow(t)
		w.MinST, b.MinST = tt.minST, tt.minST
		u := footman(t, armed(w, b), func(u *units.Unit) { u.ST = tt.st })
		sc := duel(1, band(u, 1), band(footman(t), 1))
		sc.Field.Visibility, sc.Field.Footing = tt.visibility, tt.footing
		s := onStage(t, sc)
		s.open(-1)
		g, h := &s.groups[0], &s.groups[1]
		g.tired = tt.tired
		a := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.melee[0], members: 1, side: 1, distance: 1, location: tt.location}
		score := s.skillOf(&a)
		equal(t, tt.name+": melee", score.total, tt.skill)
		_, score = s.bestDefence(&a)
		equal(t, tt.name+": defence", score.total, tt.defence)
		s.setLock(0, 1, false)
		a.kind, a.weapon, a.shots, a.distance = RangedAttack, &g.ranged[0], 1, 50
		score = s.skillOf(&a)
		equal(t, tt.name+": ranged", score.total, tt.skill-7)
	}
}

// TestDarkness is B547's and B548's cap (TV-052): at -10 skill is at most 9 after
// all modifiers; at -9 it is not capped.
func TestDarkness(t *testing.T) {
	for _, tt := range []struct{ visibility, skill, want int }{
		{-10, 19, 9}, {-10, 20, 9}, {-10, 30, 9}, {-10, 18, 8}, {-9, 30, 21}, {0, 30, 30},
	} {
		w := sword(t)
		w.Skill = tt.skill
		sc := duel(1, band(footman(t, armed(w)), 1), band(footman(t), 1))
		sc.Field.Visibility = tt.visibility
		s := onStage(t, sc)
		s.open(-1)
		g, h := &s.groups[0], &s.groups[1]
		a := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.melee[0], members: 1, side: 1, distance: 1}
		a.skill = s.skillOf(&a)
		what := fmt.Sprintf("visibility %d, skill %d", tt.visibility, tt.skill)
		equal(t, what, s.effective(&a, s.Fight.crowd(&a)), tt.want)
		equal(t, what+", told", s.skillScore(&a).Total, tt.want)
	}
}

// TestRangeBands is HC-RANGED-MOD's table and TV-157.
func TestRangeBands(t *testing.T) {
	for _, tt := range []struct {
		yards float64
		want  int
	}{
		{0, 0}, {1, 0}, {2, 0}, {2.5, -3}, {3, -3}, {20, -3}, {20.5, -7}, {21, -7}, {100, -7}, {100.1, -11}, {101, -11},
		{500, -11}, {500.5, -15}, {501, -15}, {100000, -15},
	} {
		equal(t, fmt.Sprintf("%v yards", tt.yards), rangeModifier(tt.yards), tt.want)
	}
}

// TestRangeOnTheSlant: a distance that is a whole number of yards belongs to that
// number's band also where it comes of movement aslant, in binary fractions.
func TestRangeOnTheSlant(t *testing.T) {
	for _, tt := range []struct {
		x, y, left float64
		want       int
	}{{48, 36, 20, -3}, {60, 80, 100, -7}, {36, 27, 20, -3}, {56, 33, 20, -3}, {72, 65, 2, 0}, {24, 7, 2, 0}, {360, 319, 100, -7}, {35, 12, 20, -3}} {
		p, q := Point{0, 0}, Point{tt.x, tt.y}
		p = pointTowards(p, q, p.distance(q)-tt.left)
		d := p.distance(q)
		if got := rangeModifier(d); got != tt.want {
			t.Errorf("%v yards left of (%v, %v), as %.17g: %d, want %d", tt.left, tt.x, tt.y, d, got, tt.want)
		}
	}
}

// TestBulk is HC-RANGED-MOD and HC-SHOTS: Bulk applies when close or locked, and
// once if both.
func TestBulk(t *testing.T) {
	for _, tt := range []struct {
		distance float64
		locked   bool
		want     int
	}{
		{1, false, -6}, {2, false, -6}, {2.5, false, 0}, {3, false, 0}, {50, false, 0},
		{1, true, -6}, {2, true, -6}, {3, true, -6},
	} {
		s := onStage(t, duel(50, band(footman(t, armed(bow(t))), 1), band(footman(t), 1)))
		s.open(-1)
		s.setLock(0, 1, tt.locked)
		g, h := &s.groups[0], &s.groups[1]
		a := attack{from: &whole, to: &whole, kind: RangedAttack, by: g, at: h, weapon: &g.ranged[0], members: 1, side: 1, shots: 1, distance: tt.distance}
		score := s.skillOf(&a)
		equal(t, fmt.Sprintf("at %v yards, locked %v", tt.distance, tt.locked), part(score.score(), ForBulk), tt.want)
	}
}

// TestRange is HC-RANGED-MOD: no attack beyond Max; beyond 1/2D damage is halved,
// rounded down, before DR.
func TestRange(t *testing.T) {
	for _, tt := range []struct {
		distance float64
		shoots   bool
		halved   bool
		pen      int // of a 5 against DR 1
	}{
		{17.5, true, false, 4}, {18, true, false, 4}, {18.1, true, true, 1}, {19, true, true, 1},
		{29.9, true, true, 1}, {30, true, true, 1}, {30.1, false, false, 0}, {31, false, false, 0},
	} {
		w := bow(t)
		w.HalfDamage, w.MaxRange = 18, 30
		o := Order{Tactics: []Tactic{Neutral}, Move: Hold, Shots: 1}
		foe := footman(t)
		foe.Armour.SetAll(1)
		s := onStage(t, duel(tt.distance, band(footman(t, armed(w)), 1, o), band(foe, 1, does(Neutral, Hold))))
		s.open(-1)
		name := fmt.Sprintf("%v yards", tt.distance)
		if !tt.shoots {
			s.run(s.rangedPhase)
			equal(t, name+": attacks", len(s.attacks()), 0)
			continue
		}
		s.run(s.rangedPhase, 6, 18, 5, 17)
		a := s.attacks()[0]
		equal(t, name+": halved", a.Injury.Halved, tt.halved)
		equal(t, name+": penetrating", a.Injury.Pen, tt.pen)
	}
	w := bow(t)
	w.HalfDamage = 0 // never
	s := onStage(t, duel(200, band(footman(t, armed(w)), 1, Order{Shots: 1}), band(footman(t), 1)))
	s.open(-1)
	s.run(func() { s.rangedStep(0) }, 3, 18, 5)
	equal(t, "no 1/2D: penetrating", s.attacks()[0].Injury.Pen, 5)
}

// TestLocationOfAttack is HC-MELEE-MOD and HC-INJ: all hits strike the location
// that was chosen, at its penalty.
func TestLocationOfAttack(t *testing.T) {
	o := does(Neutral, Hold)
	o.Location = units.Neck
	foe := footman(t, armed())
	foe.Armour.SetAll(9)
	foe.Armour.Set(units.Neck, 1)
	s := onStage(t, duel(1, band(footman(t), 1, o), band(foe, 1, does(Neutral, Hold))))
	s.open(-1)
	s.run(s.meleePhase, 6, 13, 2, 4, 17) // 7 - 6 against 8 - 13: margin 6
	a := s.attacks()[0]
	equal(t, "skill", a.Skill.Total, 7)
	equal(t, "penetrating", a.Injury.Pen, 4)
	equal(t, "injury, × 2", a.Injury.Injury, 8)
}

// TestSizesOfLengths is TV-053: the SM that a length is of is the first whose own length
// is not less (B-SSRT).
func TestSizesOfLengths(t *testing.T) {
	for feet, want := range map[float64]int{6: 0, 7: 1, 9: 1, 10: 2, 15: 2, 20: 3, 21: 3, 22: 4} {
		sm := 0
		for lengthOf(sm) < feet/3 {
			sm++
		}
		equal(t, fmt.Sprint(feet, " feet"), sm, want)
	}
}
