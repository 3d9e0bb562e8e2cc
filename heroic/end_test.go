package heroic

import "testing"

// TestEndAtOnce is HC-END: the battle ends after the injury step that leaves a
// side with no combatant; the rest of the round does not happen, although the
// winner has lost half of his own. (Both at once: TestInjuryWaits.)
func TestEndAtOnce(t *testing.T) {
	bows := footman(t, armed(bow(t), sword(t)))
	for _, tt := range []struct {
		name     string
		distance float64
		a, b     Order
		rolls    []int
		want     string
	}{
		{"3.5", 50, Order{Tactics: []Tactic{Neutral}, Shots: 1}, Order{Tactics: []Tactic{Neutral}, Shots: 1},
			[]int{6, 1, 3, 18, 6, 3, 18, 6, 17, 10},
			"round ordersA ordersB initiative ranged shootsA shootsB suffersA suffersB end"},
		{"5.3", 1, does(Neutral), does(Neutral),
			[]int{6, 1, 3, 18, 6, 3, 18, 6, 10, 17},
			"round ordersA ordersB initiative ranged movement melee hitsA hitsB suffersA suffersB end"},
		{"4.3", 1, does(Neutral, Hold), does(Retreat),
			[]int{6, 1, 3, 18, 6, 17},
			"round ordersA ordersB initiative ranged movement stopsA movesB suffersB end"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := duel(tt.distance, band(bows, 4, tt.a), band(bows, 4, tt.b))
			sc.Rules.Morale, sc.Rules.Fatigue, sc.Rules.DamageRolls = true, true, RollOnce
			s := onStage(t, sc, tt.rolls...)
			s.playRound()
			s.usedUp()
			equal(t, "the round", s.words(), tt.want)
			equal(t, "rounds", s.result.Rounds, 1)
		})
	}
}

// TestEndAfterMorale is HC-END: after the Morale Phase with no steady group left,
// before fatigue.
func TestEndAfterMorale(t *testing.T) {
	sc := duel(1, band(footman(t), 6), band(footman(t), 6))
	sc.Rules.Morale, sc.Rules.Fatigue, sc.Rules.DamageRolls = true, true, RollOnce
	s := onStage(t, sc, 6, 1, 12, 13, 6, 18, 3, 17, 13)
	s.playRound()
	s.usedUp()
	equal(t, "the round", s.words(), "round ordersA ordersB initiative ranged movement melee hitsA hitsB suffersB moraleB end")
	equal(t, "outcome", s.result.Outcome, FirstWins)
	r := s.conclude().Groups[1]
	equal(t, "broke", r.Broke, true)
	equal(t, "survivors", r.Survivors, s.groups[1].fighting)
}

// TestEndAfterFatigue is HC-END: after the Fatigue Phase when all of a side have
// collapsed; both at once are a draw.
func TestEndAfterFatigue(t *testing.T) {
	for _, tt := range []struct {
		name string
		fp   [3]int // of a side with two groups, and of the other's one
		want Outcome
		ends bool
	}{
		{"one group of two", [3]int{1, 9, 9}, 0, false},
		{"both of a side", [3]int{1, 1, 9}, SecondWins, true},
		{"the other side", [3]int{1, 9, 1}, FirstWins, true},
		{"all", [3]int{1, 1, 1}, Draw, true},
	} {
		var groups []Group
		for i := range tt.fp {
			g := band(footman(t), 2, does(Neutral, Hold))
			g.FPNow = &tt.fp[i]
			groups = append(groups, g)
		}
		sc := sides(100, groups[:2], groups[2:])
		sc.Rules.Fatigue = true
		s := onStage(t, sc)
		s.open(0)
		for i := range s.groups {
			s.groups[i].engaged = true
		}
		s.run(s.fatiguePhase, 2)
		equal(t, tt.name+": over", s.ended, tt.ends)
		if tt.ends {
			equal(t, tt.name, s.result.Outcome, tt.want)
		}
	}
}

// TestUndecided is HC-END: reaching the round limit, 100 by default, is an outcome
// of its own, unless the last round decides.
func TestUndecided(t *testing.T) {
	idle := func(limit int) Scenario {
		sc := duel(500, band(footman(t), 1, does(Neutral, Hold)), band(footman(t), 1, does(Neutral, Hold)))
		sc.MaxRounds = limit
		return sc
	}
	for limit, want := range map[int]int{0: 100, 1: 1, 3: 3, 250: 250} {
		b, err := Compile(idle(limit))
		if err != nil {
			t.Fatal(err)
		}
		r := NewFight(b).Run(1, 1)
		equal(t, "outcome", r.Outcome, Undecided)
		equal(t, "rounds", r.Rounds, want)
	}
	sc := idle(2)
	sc.Sides[0].Groups[0].Orders = []Order{{When: rounds(2, 2), Tactics: []Tactic{Retreat}}, {Move: Hold}}
	s := onStage(t, sc, 6, 1, 6, 1)
	s.playRound()
	s.playRound()
	equal(t, "outcome of the last round", s.result.Outcome, SecondWins)
}

// TestLeaving is HC-END: a group ordered to retreat leaves after 4.3 if it is then
// unlocked, and is reported as left, not broken.
func TestLeaving(t *testing.T) {
	for _, tt := range []struct {
		name string
		b    Order
		want Outcome
		left [2]bool
	}{
		{"one side", does(Neutral, Hold), SecondWins, [2]bool{true, false}},
		{"both sides", does(Retreat), Draw, [2]bool{true, true}},
	} {
		s := onStage(t, duel(100, band(footman(t), 3, does(Retreat)), band(footman(t), 3, tt.b)), 6, 1)
		s.playRound()
		s.usedUp()
		equal(t, tt.name+": over", s.ended, true)
		equal(t, tt.name+": outcome", s.result.Outcome, tt.want)
		for i, g := range s.conclude().Groups {
			equal(t, tt.name+": left", g.Left, tt.left[i])
			equal(t, tt.name+": broke", g.Broke, false)
			equal(t, tt.name+": survivors", g.Survivors, 3)
		}
	}
	// Its companions fight on.
	s := onStage(t, sides(100, []Group{band(footman(t), 1, does(Retreat)), band(footman(t), 1, does(Neutral, Hold))}, []Group{band(footman(t), 1, does(Neutral, Hold))}), 6, 1)
	s.playRound()
	equal(t, "over", s.ended, false)
}

// TestCasualties is HC-CASUALTY: a fallen character's 2d a full 10 HP, at least
// 2d, and a random location, crippled as usual (TV-162); of others half, rounded
// up, are dead.
func TestCasualties(t *testing.T) {
	for _, tt := range []struct {
		hp         int
		roll       int // must fit the dice: the script checks it
		where      int // 3d
		crippled   bool
		dice, most int
	}{
		{13, 8, 6, true, 2, 12}, // TV-162: right leg, 8 > 6.5
		{13, 7, 6, true, 2, 12}, {13, 6, 6, false, 2, 12},
		{13, 8, 10, false, 2, 12},                           // torso
		{12, 5, 15, true, 2, 12}, {12, 4, 15, false, 2, 12}, // hand: more than 4
		{10, 6, 8, true, 2, 12}, {10, 5, 8, false, 2, 12}, // right arm
		{9, 12, 3, false, 2, 12}, {1, 2, 11, false, 2, 12}, {19, 12, 16, true, 2, 12}, // foot
		{20, 24, 13, true, 4, 24}, {35, 36, 18, false, 6, 36},
	} {
		g := band(footman(t), 1)
		g.Unit.HP, g.Character = tt.hp, true
		for _, roll := range []int{tt.roll, tt.dice, tt.most} { // the extremes fit too
			s := onStage(t, duel(50, g, band(footman(t), 1)))
			s.suffer(0, 0)
			s.script(roll, tt.where)
			r := s.conclude().Groups[0]
			s.usedUp()
			equal(t, "wound", r.Wound.Roll, roll)
			equal(t, "dead", r.Dead, 0)
			if roll == tt.roll {
				equal(t, "crippled", r.Wound.Crippled, tt.crippled)
			}
		}
	}
	for _, tt := range []struct{ n, fallen, dead int }{{1, 1, 1}, {10, 0, 0}, {10, 1, 1}, {10, 2, 1}, {10, 3, 2}, {10, 7, 4}, {10, 10, 5}} {
		s := onStage(t, duel(50, band(footman(t), tt.n), band(footman(t), 1)))
		s.suffer(0, 10*(tt.n-tt.fallen))
		equal(t, "dead", s.conclude().Groups[0].Dead, tt.dead)
		s.usedUp()
	}
}
