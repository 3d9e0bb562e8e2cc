package heroic

import (
	"slices"
	"testing"

	"heroicsim/units"
)

// skirmisher throws a javelin once and fights with a sword.
func skirmisher(t testing.TB) *units.Unit {
	javelin := bow(t)
	javelin.Name, javelin.Thrown, javelin.Shots, javelin.Reload = "javelin", true, 0, 0
	return footman(t, armed(sword(t), javelin))
}

func closing(t Tactic) Order { return Order{Tactics: []Tactic{t}, Move: Close, Shots: 1} }

// TestRoundOrder is HC-ROUND and HC-ORDER: phases and steps in their order, the
// winner of initiative first in each, and the winner's groups first in injury
// and morale.
func TestRoundOrder(t *testing.T) {
	for _, tt := range []struct {
		name       string
		initiative []int
		want       string
	}{
		{"second side wins", []int{1, 2}, "round ordersA ordersB ordersC ordersD initiative" +
			" ranged shootsC shootsD shootsA shootsB suffersC suffersD suffersA suffersB" +
			" movement movesC movesD" +
			" melee hitsC hitsD hitsA hitsB suffersC suffersD suffersA suffersB" +
			" moraleC moraleD moraleA moraleB fatigue"},
		{"first side wins", []int{2, 1}, "round ordersA ordersB ordersC ordersD initiative" +
			" ranged shootsA shootsB shootsC shootsD suffersA suffersB suffersC suffersD" +
			" movement movesA movesB" +
			" melee hitsA hitsB hitsC hitsD suffersA suffersB suffersC suffersD" +
			" moraleA moraleB moraleC moraleD fatigue"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u := skirmisher(t)
			u.HP = 20
			group := func() Group { return band(u, 3, closing(Neutral)) }
			sc := sides(15, []Group{at(0, 0, group()), at(30, 0, group())}, []Group{at(0, 15, group()), at(30, 15, group())})
			sc.Rules.Morale, sc.Rules.Fatigue = true, true
			sc.Rules.DamageRolls, sc.Rules.InitiativeBonus = RollOnce, 0
			rolls := tt.initiative
			step := func() { // four attacks that do 18 points each, and four HT rolls that fail
				for range 4 {
					rolls = append(rolls, 8, 12, 3)
				}
				rolls = append(rolls, 17, 17, 17, 17)
			}
			step()
			step()
			rolls = append(rolls, 3, 3, 3, 3, 6) // morale holds, no fatigue
			s := onStage(t, sc, rolls...)
			s.playRound()
			s.usedUp()
			equal(t, "the round", s.words(), tt.want)
		})
	}
}

// TestInjuryWaits is HC-ROUND: injury is applied in the injury step, so both
// sides strike with all they had before anyone falls.
func TestInjuryWaits(t *testing.T) {
	for _, tt := range []struct {
		name     string
		distance float64
		phase    func(*stage)
	}{
		{"ranged", 15, func(s *stage) { s.rangedPhase() }},
		{"melee", 1, func(s *stage) { s.meleePhase() }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := duel(tt.distance, band(skirmisher(t), 4, closing(Neutral)), band(skirmisher(t), 4, closing(Neutral)))
			sc.Rules.DamageRolls, sc.Rules.HTHalving = RollOnce, false
			s := onStage(t, sc)
			s.open(0)
			s.run(func() { tt.phase(s) }, 3, 18, 6, 3, 18, 6)
			a := s.attacks()
			equal(t, "attacks", len(a), 2)
			equal(t, "attackers who were struck first", a[1].Attackers, 4)
			equal(t, "side in the ratio", a[1].Side, 4)
			equal(t, "defenders", a[1].Defenders, 4)
			equal(t, "first pool", s.groups[0].pool, 0)
			equal(t, "second pool", s.groups[1].pool, 0)
			equal(t, "outcome", s.result.Outcome, Draw) // HC-END
		})
	}
}

// TestFreeAttackInjuryWaits is HC-ROUND: the injury of both 4.1 and 4.2 falls in
// 4.3.
func TestFreeAttackInjuryWaits(t *testing.T) {
	a1 := at(0, 0, band(footman(t), 1, does(Retreat)))
	a2 := at(30, 0, band(footman(t), 1, does(Neutral, Hold)))
	b1 := at(0, 1, band(footman(t), 1, does(Neutral, Hold)))
	b2 := at(30, 1, band(footman(t), 1, does(Retreat)))
	sc := sides(1, []Group{a1, a2}, []Group{b1, b2})
	sc.Rules.DamageRolls = RollOnce
	s := onStage(t, sc)
	s.open(0)
	s.run(s.movementPhase, 3, 18, 6, 3, 18, 6, 17, 17)
	equal(t, "the phase", s.words(), "round ordersA ordersB ordersC ordersD movement stopsC movesA stopsB movesD suffersA suffersD")
	equal(t, "standing of A", s.groups[0].standing, Down)
	equal(t, "standing of D", s.groups[3].standing, Down)
}

// TestPool is HC-GROUP: combatants = ceil(pool / HP of one).
func TestPool(t *testing.T) {
	for _, tt := range []struct{ pool, hp, want int }{
		{0, 12, 0}, {1, 12, 1}, {12, 12, 1}, {13, 12, 2}, {24, 12, 2}, {37, 12, 4}, {120, 12, 10}, {76, 16, 5}, {7, 1, 7},
	} {
		equal(t, "combatants", fighters(tt.pool, tt.hp), tt.want)
	}
}

// TestAllot is HC-GROUP: largest remainder, ties in file order.
func TestAllot(t *testing.T) {
	for _, tt := range []struct {
		n      int
		shares []int
		want   []int
	}{
		{10, []int{5, 3, 2}, []int{5, 3, 2}},
		{10, []int{1, 1, 1}, []int{4, 3, 3}}, // three remainders of a third
		{11, []int{1, 1, 1}, []int{4, 4, 3}},
		{2, []int{1, 1, 1}, []int{1, 1, 0}}, // the third attacks nobody
		{1, []int{1, 9}, []int{0, 1}},       // the largest remainder, not the first
		{3, []int{1, 4}, []int{1, 2}},       // 0.6 and 2.4
		{8, []int{5, 3, 1}, []int{4, 3, 1}}, // 4.44, 2.67, 0.89
		{7, []int{5, 3, 2}, []int{4, 2, 1}}, // 3.5, 2.1, 1.4
		{5, []int{1, 1}, []int{3, 2}},
		{0, []int{1, 1}, []int{0, 0}},
		{1000000, []int{1000000, 1}, []int{999999, 1}},
	} {
		got := make([]int, len(tt.shares))
		if allot(tt.n, tt.shares, got); !slices.Equal(got, tt.want) {
			t.Errorf("%d members over %v: %v, want %v", tt.n, tt.shares, got, tt.want)
		}
	}
}

// crowd puts a group of n footmen amid groups of the given numbers, all locked.
func crowd(t *testing.T, n int, orders Order, foes ...int) *stage {
	t.Helper()
	places := [...]Point{{0, 1}, {1, 0}, {-1, 0}, {0, -1}}
	var enemies []Group
	for i, m := range foes {
		enemies = append(enemies, at(places[i].X, places[i].Y, band(footman(t), m, does(Neutral))))
	}
	s := onStage(t, sides(1, []Group{at(0, 0, band(footman(t), n, orders))}, enemies))
	s.open(-1)
	return s
}

// TestMeleeShares is HC-GROUP: a group's members are divided over those that it
// is locked with, by their numbers or as orders say, and each part is a contest
// of its own.
func TestMeleeShares(t *testing.T) {
	neutral := does(Neutral)
	with := func(target Target) Order { return Order{Tactics: []Tactic{Neutral}, Target: target} }
	named := func(shares ...TargetShare) Target { return Target{Named, shares} }
	for _, tt := range []struct {
		name  string
		n     int
		order Order
		foes  []int
		want  []int // attackers on each enemy group
	}{
		{"by numbers", 8, neutral, []int{5, 3, 1}, []int{4, 3, 1}},
		{"ties in file order", 4, neutral, []int{2, 2, 2}, []int{2, 1, 1}},
		{"a share of 0 attacks not", 1, neutral, []int{1, 1, 2}, []int{0, 0, 1}},
		{"a map", 8, with(named(TargetShare{0, 5}, TargetShare{1, 3})), []int{1, 1, 1}, []int{5, 3, 0}},
		{"a map in proportion", 4, with(named(TargetShare{0, 5}, TargetShare{1, 3})), []int{1, 1, 1}, []int{3, 1, 0}}, // 2.5 and 1.5
		{"one name", 4, with(named(TargetShare{2, 1})), []int{1, 1, 1}, []int{0, 0, 4}},
		{"weakest", 4, with(Target{Rule: Weakest}), []int{3, 2, 2}, []int{0, 4, 0}},
		{"strongest", 4, with(Target{Rule: Strongest}), []int{3, 4, 4}, []int{0, 4, 0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := crowd(t, tt.n, tt.order, tt.foes...)
			var rolls []int
			for range tt.want { // nobody hits anybody: at most so many attacks a side
				rolls = append(rolls, 18, 3, 18, 3)
			}
			s.script(rolls...)
			s.meleePhase()
			got := make([]int, len(tt.foes))
			for _, a := range s.attacks() {
				if a.Attacker == 0 {
					got[a.Target-1] = a.Attackers
				} else {
					equal(t, "the enemies' side on the one group", a.Side, sum(tt.foes))
					equal(t, "the enemies' own", a.Attackers, tt.foes[a.Attacker-1])
				}
			}
			for i := range got {
				if got[i] != tt.want[i] {
					t.Errorf("attackers %v, want %v", got, tt.want)
					break
				}
			}
		})
	}
}

func sum(all []int) int {
	n := 0
	for _, m := range all {
		n += m
	}
	return n
}

// TestSplitVolley is HC-GROUP at range: a group may split its attack, and every
// member's shots and ammunition are his own.
func TestSplitVolley(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*units.Weapon)
		shots  int // by each
		left   int // of the ammunition of each
	}{
		{"bow", func(*units.Weapon) {}, 3, -1},
		{"bow with 5 arrows", func(w *units.Weapon) { w.Ammo = 5 }, 3, 2},
		{"bow with 3 arrows", func(w *units.Weapon) { w.Ammo = 3 }, 3, 0},
		{"crossbow", func(w *units.Weapon) { w.Reload = 10 }, 1, -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := bow(t)
			tt.change(&w)
			archers := band(footman(t, armed(w)), 8, Order{
				Tactics: []Tactic{Neutral}, Move: Hold, Target: Target{Named, []TargetShare{{0, 5}, {1, 3}}},
			})
			s := onStage(t, sides(50, []Group{archers}, []Group{band(footman(t), 2), band(footman(t), 2)}))
			s.open(-1)
			s.script(18, 3, 18, 3)
			s.rangedPhase()
			a := s.attacks()
			if len(a) != 2 {
				t.Fatalf("%d volleys, want 2", len(a))
			}
			for i, n := range []int{5, 3} {
				equal(t, "members", a[i].Attackers, n)
				equal(t, "shots", a[i].Shots, tt.shots)
			}
			equal(t, "ammunition left", s.groups[0].weapons[0].ammo, tt.left)
			equal(t, "AP left", s.groups[0].ap, 3)
		})
	}
}
