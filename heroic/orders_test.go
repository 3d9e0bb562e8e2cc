package heroic

import (
	"fmt"
	"math"
	"testing"

	"heroicsim/units"
)

// TestConditions holds each part of an order's `when` at its bounds.
func TestConditions(t *testing.T) {
	span := func(low, high float64) *Span { return &Span{Low: low, High: high} }
	over := func(low float64) *Span { return &Span{Low: low, High: inf, LowOpen: true} }
	under := func(high float64) *Span { return &Span{Low: -inf, High: high, HighOpen: true} }
	least := func(low float64) *Span { return &Span{Low: low, High: inf} }
	most := func(high float64) *Span { return &Span{Low: -inf, High: high} }
	yes, no, third := true, false, 1.0/3
	for _, tt := range []struct {
		name  string
		when  Condition
		holds bool
	}{
		// The state: round 3, 20 yards, unlocked; own 8 of 12 with 75 of 120 HP and 4 of
		// 10 FP; a companion of 4; enemies 6 of 8 and 3 of 4.
		{"always", Condition{}, true},
		{"round 3", Condition{Rounds: span(3, 3)}, true},
		{"rounds 1 to 3", Condition{Rounds: span(1, 3)}, true},
		{"rounds 3 to 5", Condition{Rounds: span(3, 5)}, true},
		{"rounds 1 to 2", Condition{Rounds: span(1, 2)}, false},
		{"rounds 4 to 5", Condition{Rounds: span(4, 5)}, false},
		{"rounds > 3", Condition{Rounds: over(3)}, false},
		{"rounds < 3", Condition{Rounds: under(3)}, false},
		{"rounds >= 3", Condition{Rounds: least(3)}, true},
		{"rounds <= 3", Condition{Rounds: most(3)}, true},
		{"distance > 20", Condition{Distance: over(20)}, false},
		{"distance > 19.9", Condition{Distance: over(19.9)}, true},
		{"distance >= 20", Condition{Distance: least(20)}, true},
		{"distance < 20", Condition{Distance: under(20)}, false},
		{"distance <= 20", Condition{Distance: most(20)}, true},
		{"locked", Condition{Locked: &yes}, false},
		{"not locked", Condition{Locked: &no}, true},
		{"losses >= 1/3", Condition{Losses: least(third)}, true},
		{"losses > 1/3", Condition{Losses: over(third)}, false},
		{"losses < 1/3", Condition{Losses: under(third)}, false},
		{"losses <= 1/3", Condition{Losses: most(third)}, true},
		{"enemy losses >= 1/4", Condition{EnemyLosses: least(0.25)}, true},
		{"enemy losses > 1/4", Condition{EnemyLosses: over(0.25)}, false},
		{"enemy losses < 1/4", Condition{EnemyLosses: under(0.25)}, false},
		{"ratio 12 : 9 >= 4/3", Condition{Ratio: least(4.0 / 3)}, true},
		{"ratio > 4/3", Condition{Ratio: over(4.0 / 3)}, false},
		{"ratio < 4/3", Condition{Ratio: under(4.0 / 3)}, false},
		{"hp >= 0.625", Condition{HP: least(0.625)}, true},
		{"hp > 0.625", Condition{HP: over(0.625)}, false},
		{"hp < 0.625", Condition{HP: under(0.625)}, false},
		{"fp <= 0.4", Condition{FP: most(0.4)}, true},
		{"fp < 0.4", Condition{FP: under(0.4)}, false},
		{"fp > 0.4", Condition{FP: over(0.4)}, false},
		{"two that hold", Condition{Rounds: least(3), HP: least(0.5)}, true},
		{"the first does not", Condition{Rounds: least(4), HP: least(0.5)}, false},
		{"the second does not", Condition{Rounds: least(3), HP: least(0.7)}, false},
	} {
		s := onStage(t, sides(20, []Group{at(0, 0, band(footman(t), 12, does(Neutral, Hold))), at(90, 0, band(footman(t), 4, does(Neutral, Hold)))},
			[]Group{at(0, 20, band(footman(t), 8, does(Neutral, Hold))), at(0, 40, band(footman(t), 4, does(Neutral, Hold)))}))
		s.round = 2
		s.suffer(0, 75)
		s.suffer(2, 60)
		s.suffer(3, 21)
		s.groups[0].fp = 4
		s.open(0)
		equal(t, tt.name, s.holds(&tt.when, &s.groups[0]), tt.holds)
	}
}

// TestConditionsOnOthers: a broken enemy is not counted, nor near; who never tires
// has all of his FP; locked is as at Orders.
func TestConditionsOnOthers(t *testing.T) {
	yes := true
	golem := footman(t, func(u *units.Unit) { u.NeverTires, u.FP = true, 0 })
	s := onStage(t, sides(1, []Group{at(0, 0, band(golem, 2))}, []Group{at(0, 1, band(footman(t), 1)), at(0, 31, band(footman(t), 4))}))
	s.open(0)
	g := &s.groups[0]
	equal(t, "fp", s.holds(&Condition{FP: &Span{Low: 1, High: 1}}, g), true)
	equal(t, "locked", s.holds(&Condition{Locked: &yes}, g), true)
	s.groups[1].standing = Broken
	equal(t, "distance", s.holds(&Condition{Distance: &Span{Low: 31, High: 31}}, g), true)
	equal(t, "ratio", s.holds(&Condition{Ratio: &Span{Low: 0.5, High: 0.5}}, g), true)
}

// TestFirstOrder: the first entry that holds is used; where none does, Neutral.
func TestFirstOrder(t *testing.T) {
	orders := []Order{
		{When: rounds(2, 3), Tactics: []Tactic{Offensive}},
		{When: rounds(3, 4), Tactics: []Tactic{Defensive}},
		{When: rounds(6, 9), Tactics: []Tactic{HoldGround}},
	}
	g := Group{Name: "G", Unit: footman(t), Count: 1, Orders: orders}
	s := onStage(t, duel(500, g, band(footman(t), 1, does(Neutral, Hold))))
	for round, want := range []Tactic{Neutral, Offensive, Offensive, Defensive, Neutral, HoldGround} {
		s.open(0)
		equal(t, fmt.Sprintf("round %d", round+1), s.groups[0].tactic, want)
	}
}

// TestChance: it is drawn last and only if the rest holds, with its frequency.
func TestChance(t *testing.T) {
	quarter := 0.25
	for _, tt := range []struct {
		roll int
		want bool
	}{{1, true}, {25, true}, {26, false}, {100, false}} {
		s := onStage(t, duel(50, band(footman(t), 1), band(footman(t), 1)))
		s.open(0)
		s.script(tt.roll)
		equal(t, fmt.Sprintf("%d of 100", tt.roll), s.holds(&Condition{Chance: &quarter}, &s.groups[0]), tt.want)
		s.usedUp()
		s.script()
		equal(t, "not drawn", s.holds(&Condition{Chance: &quarter, Rounds: &Span{Low: 9, High: 9}}, &s.groups[0]), false)
	}

	g := band(footman(t), 1)
	g.Orders = []Order{{When: Condition{Chance: &quarter}, Tactics: []Tactic{Offensive, Defensive, HoldGround}}, {Tactics: []Tactic{Concentration}}}
	b, err := Compile(duel(50, g, g))
	if err != nil {
		t.Fatal(err)
	}
	f := NewFight(b)
	const n = 40_000
	got, both := map[Tactic]float64{}, 0.0
	for trial := range uint64(n) {
		f.dice.Begin(7, trial)
		f.begin()
		for range 2 {
			f.round++
			f.openRound()
			f.declareOrders()
			got[f.groups[0].tactic]++
		}
		if f.groups[0].tactic != Concentration && f.groups[1].tactic != Concentration {
			both++
		}
	}
	near := func(what string, got, draws, p float64) {
		if sd := math.Sqrt(draws * p * (1 - p)); math.Abs(got-draws*p) > 5*sd { // 5 standard errors
			t.Errorf("%s: %v of %v, want %v ± %.0f", what, got, draws, draws*p, 5*sd)
		}
	}
	near("no chance", got[Concentration], 2*n, 0.75)
	for _, tactic := range []Tactic{Offensive, Defensive, HoldGround} {
		near(tactic.Title(), got[tactic], 2*n, 0.25/3)
	}
	near("both groups at once", both, n, 0.0625)
}

// TestRandomTactic: each of the tactics listed is drawn by its place.
func TestRandomTactic(t *testing.T) {
	list := []Tactic{Defensive, HoldGround, AimedShooting}
	for i, want := range list {
		s := onStage(t, duel(50, band(footman(t), 1, Order{Tactics: list}), band(footman(t), 1)))
		s.script(i + 1)
		s.open(0)
		s.usedUp()
		equal(t, "tactic", s.groups[0].tactic, want)
	}
}

// TestLateArrival: a group appears at the start of its round, in its place, locked
// if that is in reach; until then it neither acts nor can be attacked, but its
// side is not out.
func TestLateArrival(t *testing.T) {
	u := footman(t, armed(sword(t), bow(t)))
	late := at(0, 2, band(u, 2, does(Neutral)))
	late.Arrives = 3
	s := onStage(t, sides(50, []Group{at(0, 1, band(u, 1, does(Neutral, Hold)))}, []Group{at(0, 0, band(footman(t, armed()), 1, does(Neutral, Hold))), late}))
	equal(t, "locked before it is there", s.locked(0, 2), false)
	for round := 1; round <= 2; round++ {
		s.open(0)
		equal(t, "standing", s.groups[2].standing, Coming)
		equal(t, "counted", s.started[1], 1)
		s.script(18, 3)
		s.meleePhase()
		for _, a := range s.attacks() {
			equal(t, "attacked", a.Target, 1)
		}
	}
	s.groups[1].injury = 99
	s.run(func() { s.injuryStep(0); s.endIfDown(); s.endIfUnsteady() }, 17)
	equal(t, "over while a group is to come", s.ended, false)
	s.open(0)
	equal(t, "standing on arrival", s.groups[2].standing, Steady)
	equal(t, "locked on arrival", s.locked(0, 2), true)
	equal(t, "locked at Orders", s.groups[2].wasLocked, true)
	equal(t, "counted on arrival", s.started[1], 2)
	equal(t, "arrivals told", len(all[Arrival](s)), 1)
	s.run(s.meleePhase, 18, 3, 18, 3)
	equal(t, "attacks", len(s.attacks()), 2)
}

// TestStartsHurt: hp_now and fp_now are of the pool and of one member.
func TestStartsHurt(t *testing.T) {
	hp, fp := 41, 4
	g := band(footman(t), 10)
	g.HPNow, g.FPNow = &hp, &fp
	s := onStage(t, duel(50, g, band(footman(t), 1)))
	equal(t, "pool", s.groups[0].pool, 41)
	equal(t, "fighting", s.groups[0].fighting, 5)
	equal(t, "FP", s.groups[0].fp, 4)
	for _, bad := range []int{0, 101, -1} {
		hp = bad
		if _, err := Compile(duel(50, g, band(footman(t), 1))); err == nil {
			t.Errorf("hp_now of %d is no error", bad)
		}
	}
}

// TestMovesThatExclude: orders that go against a tactic are errors (HC-TACTIC,
// HC-LOCK).
func TestMovesThatExclude(t *testing.T) {
	for tactic := range NumTactics {
		for move := MoveDefault; move <= Withdraw; move++ {
			want := true
			switch {
			case tactic == AllOutOffensive:
				want = move == MoveDefault || move == Close
			case tactic == Retreat:
				want = move == MoveDefault || move == Away
			case move == Withdraw:
				want = tactic == AllOutDefensive
			}
			equal(t, fmt.Sprintf("%s with %q allowed", tactic, move.String()), CheckMove(tactic, move) == nil, want)
			_, err := Compile(duel(50, band(footman(t), 1, does(tactic, move)), band(footman(t), 1)))
			equal(t, fmt.Sprintf("%s with %q compiles", tactic, move.String()), err == nil, want)
		}
	}
}
