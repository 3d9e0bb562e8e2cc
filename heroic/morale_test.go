package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// withMorale switches morale on.
func withMorale(sc Scenario) Scenario {
	sc.Rules.Morale = true
	return sc
}

// suffer puts a group at a pool, with its combatants.
func (s *stage) suffer(i, pool int) {
	g := &s.groups[i]
	g.taken += max(0, g.pool-pool)
	s.taken += g.taken
	g.pool, g.fighting = pool, fighters(pool, g.Unit.HP)
}

// TestMoraleDue is HC-MORALE: a group checks when a third of it has fallen, a lone
// monster when it has lost a third of its HP, and again in each later round with
// more losses.
func TestMoraleDue(t *testing.T) {
	for _, tt := range []struct {
		n, hp int
		pools []int // after each round
		want  string
	}{
		{12, 10, []int{90, 80}, ".C"},                       // 3 of 12, then 4
		{10, 10, []int{70, 60}, ".C"},                       // 3 of 10 is less than a third
		{10, 10, []int{61, 51}, ".C"},                       // 3 and 4 of 10, the pool already less
		{9, 10, []int{70, 60}, ".C"},                        // exactly a third
		{9, 10, []int{60, 60, 50, 41, 40}, "C.C.C"},         // 6, 6, 5, 5, 4 left
		{9, 10, []int{60, 55, 51, 50}, "C..C"},              // injured without another loss
		{3, 10, []int{20, 20, 11, 10}, "C..C"},              // one, then two of three
		{2, 10, []int{11, 10}, ".C"},                        // one of two is over a third
		{1, 12, []int{9, 8, 8, 7}, ".C.C"},                  // lone: 3, 4, 4, 5 of 12
		{1, 10, []int{7, 6, 5, 5, 1}, ".CC.C"},              // lone: 3 of 10 is less than a third
		{1, 9, []int{6, 6}, "C."},                           // lone: exactly a third
		{1, 30, []int{21, 20, 19, 18, 18, 17}, ".CCC.C"},    // lone
		{4, 1, []int{3, 2, 2, 1}, ".C.C"},                   // 1 HP each
		{100, 10, []int{1000, 671, 670, 661, 660}, "....C"}, // 33 of 100, then 34
	} {
		u := footman(t, func(u *units.Unit) { u.HP = tt.hp })
		s := onStage(t, withMorale(duel(50, band(u, tt.n), band(footman(t), 100))))
		got := ""
		for _, pool := range tt.pools {
			s.open(0)
			s.suffer(0, pool)
			s.events = nil
			s.script(3)
			s.moralePhase()
			if len(all[Checked](s)) > 0 {
				got += "C"
			} else {
				got += "."
			}
		}
		equal(t, fmt.Sprintf("%d of %d HP at %v", tt.n, tt.hp, tt.pools), got, tt.want)
	}
}

// TestMoraleOfTheHurt is HC-MORALE for a group that starts hurt: its starting
// number is those who fight when the battle begins.
func TestMoraleOfTheHurt(t *testing.T) {
	for _, tt := range []struct {
		n, start, pool int
		checks         bool
		losses         int
	}{
		{10, 51, 50, false, 0}, // 6, then 5
		{10, 51, 40, true, 0},  // 4 of 6
		{10, 51, 30, true, 2},
		{10, 51, 20, true, 5},
		{10, 60, 40, true, 0},
	} {
		g := band(footman(t), tt.n)
		g.HPNow = &tt.start
		s := onStage(t, withMorale(duel(50, g, band(footman(t), 100))))
		s.open(0)
		s.suffer(0, tt.pool)
		s.script(7)
		s.moralePhase()
		m := all[Checked](s)
		equal(t, fmt.Sprintf("%d HP of %d checks", tt.pool, tt.start), len(m) > 0, tt.checks)
		if len(m) > 0 {
			equal(t, "modifier", m[0].Score.Total-7, tt.losses)
		}
	}
}

// TestMoraleModifiers is HC-MORALE's table; each of the second and fourth rows
// replaces the one before it.
func TestMoraleModifiers(t *testing.T) {
	for _, tt := range []struct {
		name           string
		n, hp, pool    int
		enemies        int
		noRetreat      bool
		fearless, fear int
		want           int
	}{
		{"group, 4 of 10 lost", 10, 10, 60, 10, false, 0, 0, 0},
		{"group, 1/2 lost", 10, 10, 50, 10, false, 0, 0, 2},
		{"group, 6 of 10 lost", 10, 10, 40, 10, false, 0, 0, 2},
		{"group, 7 of 12 lost", 12, 10, 50, 12, false, 0, 0, 2},
		{"group, 2/3 lost", 12, 10, 40, 12, false, 0, 0, 5},
		{"group, 7 of 10 lost", 10, 10, 30, 10, false, 0, 0, 5},
		{"group, 4 of 9 lost", 9, 10, 50, 9, false, 0, 0, 0},
		{"group, HP less than half, numbers not", 10, 10, 51, 10, false, 0, 0, 0},
		{"lone, 5 of 12", 1, 12, 7, 1, false, 0, 0, 0},
		{"lone, 1/2", 1, 12, 6, 1, false, 0, 0, 2},
		{"lone, 7 of 12", 1, 12, 5, 1, false, 0, 0, 2},
		{"lone, 2/3", 1, 12, 4, 1, false, 0, 0, 5},
		{"lone, 6 of 13", 1, 13, 7, 1, false, 0, 0, 0},
		{"lone, 7 of 13", 1, 13, 6, 1, false, 0, 0, 2},
		{"lone, 1 left", 1, 13, 1, 1, false, 0, 0, 5},
		{"outnumbered", 6, 10, 40, 7, false, 0, 0, 0},
		{"as many", 6, 10, 40, 6, false, 0, 0, 0},
		{"outnumbers", 6, 10, 40, 5, false, 0, 0, -2},
		{"outnumbers by less than 2:1", 9, 10, 60, 5, false, 0, 0, -2},
		{"outnumbers 2:1", 6, 10, 40, 3, false, 0, 0, -5},
		{"outnumbers more", 9, 10, 60, 1, false, 0, 0, -5},
		{"no retreat", 6, 10, 40, 6, true, 0, 0, -5},
		{"Fearlessness 2", 6, 10, 40, 6, false, 2, 0, -2},
		{"Cowardice 3", 6, 10, 40, 6, false, 0, 3, 3},
		{"all together", 12, 10, 40, 3, true, 1, 2, -4}, // 5, -5, -5, -1, +2
	} {
		u := footman(t, func(u *units.Unit) {
			u.HP, u.Traits.Fearlessness, u.Traits.Cowardice = tt.hp, tt.fearless, tt.fear
		})
		sc := withMorale(duel(50, band(u, tt.n), band(footman(t), tt.enemies)))
		sc.Sides[0].NoRetreat = tt.noRetreat
		s := onStage(t, sc)
		s.open(0)
		s.suffer(0, tt.pool)
		s.suffer(1, 1) // counted at the start of the round, so that this changes nothing
		s.groups[1].Character = true
		s.run(s.moralePhase, 7)
		equal(t, tt.name, all[Checked](s)[0].Score.Total-7, tt.want)
	}
}

// TestOutnumbering is HC-MORALE's ruling: all of a side that fought at the start
// of the round are counted, its other groups too.
func TestOutnumbering(t *testing.T) {
	for _, tt := range []struct{ companions, enemies, want int }{
		{0, 6, 0}, {1, 6, -2}, {5, 6, -2}, {6, 6, -5}, {6, 7, -2}, {6, 12, 0},
	} {
		own := []Group{band(footman(t), 6)}
		if tt.companions > 0 {
			own = append(own, band(footman(t), tt.companions))
		}
		s := onStage(t, withMorale(sides(50, own, []Group{band(footman(t), 1), band(footman(t), tt.enemies-1)})))
		s.open(0)
		s.suffer(0, 40)
		for i := 1; i < len(own); i++ {
			s.groups[i].Character = true
			s.suffer(i, 1)
		}
		s.run(s.moralePhase, 7)
		equal(t, fmt.Sprintf("6 and %d against %d", tt.companions, tt.enemies), all[Checked](s)[0].Score.Total-7, tt.want)
	}
}

// TestMoraleBreak is HC-MORALE: 13 or more breaks, or what the switch says.
func TestMoraleBreak(t *testing.T) {
	for _, tt := range []struct {
		at, roll int
		broke    bool
	}{{13, 3, false}, {13, 12, false}, {13, 13, true}, {13, 18, true}, {11, 10, false}, {11, 11, true}, {19, 18, false}} {
		sc := withMorale(duel(50, band(footman(t), 6), band(footman(t), 6)))
		sc.Rules.MoraleBreak = tt.at
		s := onStage(t, sc)
		s.open(0)
		s.suffer(0, 40)
		s.run(s.moralePhase, tt.roll)
		name := fmt.Sprintf("breaks at %d, rolled %d", tt.at, tt.roll)
		equal(t, name+": broke", all[Checked](s)[0].Broke, tt.broke)
		equal(t, name+": the battle is over", s.ended, tt.broke) // HC-END: no steady group
		equal(t, name+": standing", s.groups[0].standing == Broken, tt.broke)
	}
}

// TestNoCheck is HC-MORALE: characters never check, and nobody with morale off.
func TestNoCheck(t *testing.T) {
	g := band(footman(t), 1)
	g.Character = true
	s := onStage(t, withMorale(duel(50, g, band(footman(t), 6))))
	s.open(0)
	s.suffer(0, 1)
	s.run(s.moralePhase)
	s = onStage(t, duel(50, band(footman(t), 6), band(footman(t), 6)))
	s.open(0)
	s.suffer(0, 1)
	s.run(s.moralePhase)
	equal(t, "checks", len(all[Checked](s)), 0)
}

// TestSimultaneousChecks is HC-MORALE: one group's breaking changes nothing for
// another of the same phase.
func TestSimultaneousChecks(t *testing.T) {
	s := onStage(t, withMorale(sides(50, []Group{band(footman(t), 6), band(footman(t), 6)}, []Group{band(footman(t), 8)})))
	s.open(0)
	s.suffer(0, 40)
	s.suffer(1, 40)
	s.run(s.moralePhase, 15, 15) // 12 : 8, so -2
	m := all[Checked](s)
	equal(t, "checks", len(m), 2)
	equal(t, "first", m[0].Score.Total, 13)
	equal(t, "second", m[1].Score.Total, 13)
	equal(t, "outcome", s.result.Outcome, SecondWins)

	// Both sides' last groups at once are a draw.
	s = onStage(t, withMorale(duel(50, band(footman(t), 6), band(footman(t), 6))))
	s.open(1)
	s.suffer(0, 40)
	s.suffer(1, 40)
	s.run(s.moralePhase, 13, 13)
	equal(t, "outcome of both breaking", s.result.Outcome, Draw)
	equal(t, "the winner of initiative rolls first", all[Checked](s)[0].Group, 1)
}

// TestSurrender is HC-MORALE and HC-END: a broken group that cannot retreat
// surrenders at once.
func TestSurrender(t *testing.T) {
	sc := withMorale(sides(1, []Group{at(0, 0, band(footman(t), 6)), at(50, 0, band(footman(t), 6))}, []Group{at(0, 1, band(footman(t), 20))}))
	sc.Sides[0].NoRetreat = true
	s := onStage(t, sc)
	s.open(0)
	s.suffer(0, 40)
	s.run(s.moralePhase, 18) // 12 : 20, so 18 - 5
	g := &s.groups[0]
	equal(t, "broke", g.broke, true)
	equal(t, "surrendered", g.surrender, true)
	equal(t, "standing", g.standing, Left)
	equal(t, "locked", s.isLocked(0), false)
	equal(t, "the battle goes on", s.ended, false)
}

// HC-END: who cannot move cannot retreat. The broken surrender, those ordered to stay
// where they are; who is stunned by a spell flees when he has come to himself.
func TestWhoCannotMoveDoesNotLeave(t *testing.T) {
	stone := func(u *units.Unit) { u.Move = 0 }
	stage := func(change ...func(*units.Unit)) *stage {
		s := onStage(t, withMorale(sides(1, []Group{at(0, 0, band(footman(t, change...), 6, does(Retreat))), at(50, 0, band(footman(t), 6))},
			[]Group{at(0, 9, band(footman(t), 6))})))
		s.b.elaborate = "the test"
		s.open(0)
		return s
	}
	s := stage(stone)
	g := &s.groups[0]
	s.breakUp(g)
	equal(t, "Move 0: standing", g.standing, Left)
	equal(t, "Move 0: surrendered", g.surrender, true)

	for _, c := range []struct {
		what            string
		change          func(*units.Unit)
		broken          bool
		stunned, bound  int // members
		standing        Standing
		left, surrender bool
	}{
		{"as ordered", nil, false, 0, 0, Left, true, false},
		{"as ordered, Move 0", stone, false, 0, 0, Steady, false, false},
		{"as ordered, all stunned", nil, false, 6, 0, Steady, false, false},
		{"as ordered, most bound", nil, false, 0, 4, Steady, false, false},
		{"broken", nil, true, 0, 0, Left, false, false},
		{"broken, some stunned", nil, true, 5, 0, Left, false, false},
		{"broken, all stunned", nil, true, 6, 0, Broken, false, false},
		{"broken, half bound", nil, true, 0, 3, Left, false, false},
		{"broken, most bound", nil, true, 0, 4, Left, false, true},
	} {
		s := stage()
		if c.change != nil {
			s = stage(c.change)
		}
		g := &s.groups[0]
		g.broke, g.mustLeave = c.broken, c.broken
		if c.broken {
			g.standing = Broken
		}
		g.affect(c.stunned, func(st *state) { st.stunned = s.round })
		g.affect(c.bound, func(st *state) { st.bound = s.round })
		s.movementPhase()
		equal(t, c.what, g.standing, c.standing)
		equal(t, c.what+": left", g.left, c.left)
		equal(t, c.what+": surrendered", g.surrender, c.surrender)
		if g.standing == Broken {
			s.open(0)
			equal(t, c.what+": flees when it has come to itself", g.mustLeave, true)
			g.affect(6, func(st *state) { st.stunned = s.round })
			s.round--
			s.open(0)
			equal(t, c.what+": not before", g.mustLeave, false)
			equal(t, c.what+": does nothing", g.silent, true)
		}
	}
}

// TestBrokenRetreats is HC-MORALE: a broken group with a steady companion
// retreats next round, free attacks and all, and is gone after 4.3, locked again
// or not.
func TestBrokenRetreats(t *testing.T) {
	for _, follows := range []bool{false, true} {
		o := does(Neutral, Hold)
		if follows {
			o = does(AllOutOffensive)
			o.Target = Target{Named, []TargetShare{{0, 1}}}
		}
		sc := withMorale(sides(1,
			[]Group{at(0, 0, band(footman(t), 6, does(AllOutOffensive))), at(300, 0, band(footman(t), 1, does(Neutral, Hold)))},
			[]Group{at(0, 1, band(footman(t), 6, o))}))
		s := onStage(t, sc)
		s.open(0)
		s.suffer(0, 40)
		s.run(s.moralePhase, 15) // 7 : 6, so -2
		equal(t, "the battle goes on", s.ended, false)
		s.events = nil
		s.open(0)
		equal(t, "tactic", s.groups[0].tactic, Retreat)
		s.run(s.rangedPhase)
		s.run(s.movementPhase, 18, 3)
		a := s.words()
		want := "round ordersA ordersB ordersC ranged movement stopsC movesA leavesA"
		if follows {
			want = "round ordersA ordersB ordersC ranged movement stopsC movesA movesC leavesA"
		}
		equal(t, "the round", a, want)
		g := &s.groups[0]
		equal(t, "standing", g.standing, Left)
		equal(t, "broke", g.broke, true)
		equal(t, "left by order", g.left, false)
		equal(t, "locked", s.isLocked(0), false)
		equal(t, "still not over", s.ended, false)
	}
}
