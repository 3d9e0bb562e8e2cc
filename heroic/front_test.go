package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// TestFront is HC-FRONT: how many of 20 attackers take part, and with what
// multiplier.
func TestFront(t *testing.T) {
	for _, tt := range []struct {
		name     string
		frontage float64
		ranks    int
		long     bool // Reach 2
		sm       int
		limit    int // surround_limit
		foes     int
		want     int
	}{
		{"open ground", 0, 0, false, 0, 0, 2, 20},
		{"four yards", 4, 0, false, 0, 0, 2, 4},
		{"four and a half", 4.5, 0, false, 0, 0, 2, 4},
		{"two ranks", 4, 2, false, 0, 0, 2, 8},
		{"three ranks", 4, 3, false, 0, 0, 2, 12},
		{"Reach 2", 4, 0, true, 0, 0, 2, 8},
		{"three ranks of Reach 2", 4, 3, true, 0, 0, 2, 12},
		{"SM +1", 4, 0, false, 1, 0, 2, 2},
		{"SM +1, five yards", 5, 0, false, 1, 0, 2, 2},
		{"SM +1 in two ranks", 4, 2, false, 1, 0, 2, 4},
		{"SM +1 with Reach 2", 4, 0, true, 1, 0, 2, 4},
		{"SM -1", 4, 0, false, -1, 0, 2, 4},
		{"less than a yard", 0.5, 0, false, 0, 0, 2, 1},
		{"wider than needed", 40, 0, false, 0, 0, 2, 20},
		{"six around each of two", 0, 0, false, 0, 6, 2, 12},
		{"six around one", 0, 0, false, 0, 6, 1, 6},
		{"one around each", 0, 0, false, 0, 1, 3, 3},
		{"room for all", 0, 0, false, 0, 6, 4, 20},
		{"front and limit: the lesser", 4, 0, false, 0, 6, 2, 4},
		{"limit and front: the lesser", 10, 0, false, 0, 2, 2, 4},
	} {
		arms := sword(t)
		if tt.long {
			arms = pike(t)
		}
		g := band(footman(t, armed(arms), func(u *units.Unit) { u.SM = tt.sm }), 20, does(Neutral, Hold))
		g.Ranks = tt.ranks
		foe := footman(t, armed(), func(u *units.Unit) { u.Dodge = 40 })
		sc := duel(1, g, band(foe, tt.foes, does(Neutral, Hold)))
		sc.Field.Frontage, sc.Rules.SurroundLimit = tt.frontage, tt.limit
		s := onStage(t, sc)
		s.open(-1)
		s.script(18, 3)
		s.meleePhase()
		a, got := s.attacks(), 0
		if len(a) > 0 {
			got = a[0].Attackers
			equal(t, tt.name+": multiplier", a[0].Multiplier, s.b.Rules.hitMultiplier(tt.want))
		}
		equal(t, tt.name, got, tt.want)
	}
}

// TestSharedFront is HC-FRONT: the groups of a side share a front, and each side
// has its own. Who comes from behind needs no room at the front (HC-FLANK).
func TestSharedFront(t *testing.T) {
	for _, tt := range []struct {
		frontage float64
		limit    int
		behind   bool
		want     [2]int
	}{
		{0, 0, false, [2]int{3, 5}}, {4, 0, false, [2]int{3, 1}}, {3, 0, false, [2]int{3, 0}}, {20, 0, false, [2]int{3, 5}},
		{0, 6, false, [2]int{3, 3}}, {0, 3, false, [2]int{3, 0}}, {0, 2, false, [2]int{2, 0}},
		{4, 0, true, [2]int{3, 5}}, {3, 0, true, [2]int{3, 5}}, {2, 0, true, [2]int{2, 5}}, {0, 3, true, [2]int{3, 0}}, {4, 6, true, [2]int{3, 3}},
	} {
		second := at(0, 0, band(footman(t), 5))
		if tt.behind {
			second = at(0, 2, band(footman(t), 5))
		}
		sc := sides(1, []Group{at(0, 0, band(footman(t), 3)), second}, []Group{at(0, 1, band(footman(t), 1))})
		sc.Field.Frontage, sc.Rules.SurroundLimit = tt.frontage, tt.limit
		sc.Rules.NumericalBonus = nil
		s := onStage(t, sc)
		s.open(-1)
		s.script(18, 3, 18, 3, 18, 3)
		s.meleePhase()
		var got [2]int
		enemy := 0
		for _, a := range s.attacks() {
			if a.Attacker < 2 {
				got[a.Attacker] = a.Attackers
			} else {
				enemy += a.Attackers
			}
		}
		equal(t, fmt.Sprintf("front %v, limit %d, from behind %v", tt.frontage, tt.limit, tt.behind), got, tt.want)
		equal(t, "the enemy's own front", enemy, 1)
	}
}
