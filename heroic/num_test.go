package heroic

import (
	"fmt"
	"testing"
)

// bonusBy is the skill bonus in a battle under rules r.
func bonusBy(r *Rules, attackers, defenders int) int {
	b := Battle{Rules: *r}
	b.lookUps()
	return b.numericalBonus(attackers, defenders)
}

// TestNumericalBonus is HC-NUM's skill column, exactly at each line and just
// over it, whatever the numbers that make the ratio.
func TestNumericalBonus(t *testing.T) {
	r := DefaultRules()
	for _, tt := range []struct{ attackers, defenders, want int }{
		{1, 1000, 0}, {99, 100, 0}, {1, 1, 0}, {1000, 1000, 0}, {1001, 1000, 2}, {6, 5, 2},
		{3, 2, 2}, {333, 222, 2}, {1501, 1000, 4}, {8, 5, 4}, {2, 1, 4}, {2001, 1000, 6}, {7, 3, 6},
		{3, 1, 6}, {3001, 1000, 8}, {4, 1, 8}, {4001, 1000, 10}, {5, 1, 10}, {5001, 1000, 12},
		{6, 1, 12}, {6001, 1000, 14}, {7, 1, 14}, {7001, 1000, 16}, {8, 1, 16}, {1000, 1, 16}, {1000000, 1, 16},
	} {
		if got := bonusBy(&r, tt.attackers, tt.defenders); got != tt.want {
			t.Errorf("%d : %d gives %+d, want %+d", tt.attackers, tt.defenders, got, tt.want)
		}
	}
	for d := 1; d <= 2000; d++ {
		for k := 1; k <= 7; k++ {
			at, over := 2*k, 2*k+2
			if k == 1 {
				at, over = 0, 2
			}
			if got := bonusBy(&r, k*d, d); got != at {
				t.Fatalf("%d : %d gives %+d, want %+d", k*d, d, got, at)
			}
			if got := bonusBy(&r, k*1000*d+1, 1000*d); got != over {
				t.Fatalf("%d : %d gives %+d, want %+d", k*1000*d+1, 1000*d, got, over)
			}
		}
		if got := bonusBy(&r, 3*d, 2*d); got != 2 {
			t.Fatalf("%d : %d gives %+d, want +2", 3*d, 2*d, got)
		}
	}
	r.NumericalBonus = nil // off
	equal(t, "off", bonusBy(&r, 9, 1), 0)
	r.NumericalBonus = Table{{1, -1}, {3, 5}}
	equal(t, "replaced, up to the first row", bonusBy(&r, 1, 1), -1)
	equal(t, "replaced, second row", bonusBy(&r, 2, 1), 5)
	equal(t, "replaced, beyond the last row", bonusBy(&r, 9, 1), 5)
}

// TestHitMultiplier is HC-NUM's other column, with its continuation, and TV-155.
func TestHitMultiplier(t *testing.T) {
	r := DefaultRules()
	for _, tt := range []struct {
		n    int
		want float64
	}{
		{1, 1}, {2, 1}, {3, 1.5}, {4, 2}, {5, 2}, {6, 3}, {7, 3}, {8, 4}, {9, 4}, {10, 4}, {11, 5}, {15, 5},
		{16, 6}, {20, 6}, {21, 7}, {30, 7}, {31, 8}, {50, 8}, {51, 9}, {70, 9}, {71, 10}, {100, 10},
		{101, 11}, {150, 11}, {151, 12}, {200, 12}, {201, 13}, {300, 13}, {301, 14}, {500, 14}, {501, 15}, {700, 15},
		{701, 16}, {1000, 16}, {1001, 17}, {1500, 17}, {1501, 18}, {2000, 18}, {7000, 21}, {7001, 22}, {10000, 22}, {10001, 23},
		{100000, 28}, {1000000, 34}, {1000001, 35},
	} {
		if got := r.hitMultiplier(tt.n); got != tt.want {
			t.Errorf("%d attackers: × %v, want × %v", tt.n, got, tt.want)
		}
	}
	r.HitMultiplier = nil
	equal(t, "off", r.hitMultiplier(100), 1.0)
	r.HitMultiplier = Table{{10, 1}, {20, 2.5}}
	equal(t, "replaced, first row", r.hitMultiplier(10), 1.0)
	equal(t, "replaced, second row", r.hitMultiplier(11), 2.5)
	equal(t, "replaced, beyond", r.hitMultiplier(99), 2.5)
}

// TestMultipliedHits is HC-NUM: hits after multiplying are rounded down.
func TestMultipliedHits(t *testing.T) {
	for base, want := range map[int]int{1: 1, 2: 3, 3: 4, 4: 6, 5: 7} {
		margin := (base-1)*4 + 1
		equal(t, fmt.Sprintf("%d × 1.5", base), hits(margin, 4, 1500, -1), want)
		equal(t, fmt.Sprintf("%d × 2", base), hits(margin, 4, 2000, -1), 2*base)
	}
}

// TestRatioCountsTheSide is HC-NUM: the ratio counts all of the side's combatants
// that are allotted to the target group, whatever their groups, and the
// multiplier only the attack's own.
func TestRatioCountsTheSide(t *testing.T) {
	u := footman(t, armed(sword(t), bow(t)))
	orcs, goblins := band(u, 3, does(Neutral, Hold)), band(u, 3, does(Neutral, Hold))
	hero := band(u, 1, does(Neutral, Hold))

	s := onStage(t, sides(1, []Group{at(0, 0, orcs), at(0, 0, goblins)}, []Group{at(0, 1, hero)}))
	s.open(-1)
	s.run(func() { s.meleeStep(0) }, 18, 3, 6, 18, 3, 6) // 24 - 18 against 8 - 3: one hit each
	a := s.attacks()
	equal(t, "attacks", len(a), 2)
	for i := range a {
		equal(t, "3 orcs and 3 goblins on one hero", part(a[i].Skill, ForNumbers), 12)
		equal(t, "attackers of one group", a[i].Attackers, 3)
		equal(t, "their multiplier", a[i].Multiplier, 1.5)
	}

	// At range: combatants too, not shots.
	s = onStage(t, sides(50, []Group{orcs, goblins}, []Group{hero}))
	s.open(-1)
	s.run(func() { s.rangedStep(0) }, 18, 3, 18, 3)
	a = s.attacks()
	equal(t, "volleys", len(a), 2)
	for i := range a {
		equal(t, "6 archers on one hero", part(a[i].Skill, ForNumbers), 12)
		equal(t, "nine shots", a[i].Multiplier, 4.0)
	}

	// Who attacks another group is not counted; the target's fighting members are.
	other := band(u, 3, does(Neutral))
	other.Orders = []Order{{Tactics: []Tactic{Neutral}, Target: Target{Named, []TargetShare{{1, 1}}}}}
	s = onStage(t, sides(50, []Group{orcs, other}, []Group{hero, band(u, 3)}))
	s.groups[3].pool, s.groups[3].fighting = 11, 2
	s.open(-1)
	s.run(func() { s.rangedStep(0) }, 18, 3, 18, 3)
	a = s.attacks()
	equal(t, "3 on one", part(a[0].Skill, ForNumbers), 6)
	equal(t, "3 on two left of three", part(a[1].Skill, ForNumbers), 2)
	equal(t, "the outnumbered have no penalty", s.b.numericalBonus(1, 6), 0)
}

// TestMass is HC-MASS and TV-158: for ranged attacks only, by those who still
// fight.
func TestMass(t *testing.T) {
	for _, tt := range []struct{ n, want int }{
		{1, 0}, {4, 0}, {5, 1}, {8, 1}, {9, 2}, {12, 2}, {13, 3}, {16, 3}, {17, 4}, {200, 4},
	} {
		u := footman(t, armed(sword(t), bow(t)))
		s := onStage(t, duel(1, band(u, 1), band(u, 2*tt.n)))
		s.suffer(1, 10*tt.n)
		s.open(-1)
		g, h := &s.groups[0], &s.groups[1]
		a := attack{from: &whole, to: &whole, kind: RangedAttack, by: g, at: h, weapon: &g.ranged[0], members: 1, side: 1, shots: 1, distance: 50}
		a.skill = s.skillOf(&a)
		equal(t, fmt.Sprintf("%d targets", tt.n), part(s.skillScore(&a), ForMass), tt.want)
		a.kind, a.weapon, a.shots = MeleeAttack, &g.melee[0], 0
		a.skill = s.skillOf(&a)
		equal(t, fmt.Sprintf("%d targets in melee", tt.n), part(s.skillScore(&a), ForMass), 0)
	}
}
