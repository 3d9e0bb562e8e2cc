package heroic

import (
	"math"
	"testing"

	"heroicsim/units"
)

// TestPaceBonus is R-60: TV-156, and each row below, at and above its line.
func TestPaceBonus(t *testing.T) {
	for yards, want := range map[int]int{
		5: 2, 6: 3, 7: 3, 8: 3, 10: 4, 14: 4, 15: 5, // TV-156
		0: 0, 1: 0, 2: 0, 3: 1, 4: 1, 9: 3, 19: 5, 20: 6, 29: 6, 30: 7, 49: 7, 50: 8, 69: 8, 70: 9, 99: 9, 100: 10, 149: 10, 150: 11, 1000: 16,
	} {
		if got := paceBonus(yards); got != want {
			t.Errorf("Move %d: %+d, want %+d", yards, got, want)
		}
	}
}

// TestComplement is HC-PURSUIT's complementary roll, by B-SUCCESS.
func TestComplement(t *testing.T) {
	for _, tt := range []struct{ roll, skill, want int }{
		{3, 8, 2}, {7, 20, 1}, {10, 10, 1}, {11, 10, -1}, {18, 30, -2},
		{5, 14, 1},             // TV-002
		{5, 15, 2},             // TV-003
		{6, 15, 1}, {6, 16, 2}, // TV-004
		{17, 15, -2}, {17, 16, -1}, {17, 25, -1}, // TV-005
		{18, 25, -2},             // TV-006
		{16, 6, -2}, {15, 6, -1}, // TV-007
		{4, 2, 2}, {5, 1, -1}, // TV-008: 3 and 4 always succeed
	} {
		if got := complement(tt.roll, tt.skill); got != tt.want {
			t.Errorf("%d against %d: %+d, want %+d", tt.roll, tt.skill, got, tt.want)
		}
	}
}

// chased is a battle that A has won, with B's groups in flight.
func chased(t *testing.T, a, b []Group, change func(*Scenario)) *stage {
	t.Helper()
	sc := sides(100, a, b)
	sc.Rules.Pursuit = true
	sc.Sides[0].Pursuit.Pursue = true
	if change != nil {
		change(&sc)
	}
	s := onStage(t, sc)
	s.result.Outcome = FirstWins
	for i := range s.side(1) {
		s.side(1)[i].standing = Broken
	}
	return s
}

// pursue rolls a pursuit, with all of its script.
func (s *stage) hunt(rolls ...int) []Flight {
	s.t.Helper()
	s.run(s.pursue, rolls...)
	return s.result.Flights
}

// travels gives a unit skills and a Move.
func travels(move int, skills map[string]int) func(*units.Unit) {
	return func(u *units.Unit) { u.Move, u.Skills = move, skills }
}

// TestPursuit is HC-PURSUIT: the contest with its modifiers, and what margins come to.
func TestPursuit(t *testing.T) {
	riders := footman(t, travels(12, map[string]int{"riding (horse)": 13, "running": 10}))
	for _, tt := range []struct {
		roll, rolled int // 13 + 4 speed + 2 numbers = 19 against DX 10 + 2 speed = 12
		margin       int
		each, slain  int // of 8
	}{
		{18, 10, -1, 0, 0}, {17, 10, 0, 0, 0}, {16, 10, 1, 1, 8}, {13, 10, 4, 1, 8}, {12, 10, 5, 2, 8}, {10, 13, 10, 3, 8},
	} {
		s := chased(t, []Group{band(riders, 9)}, []Group{band(footman(t), 8)}, nil)
		f := s.hunt(tt.roll, tt.rolled)[1]
		e := all[Pursued](s)[0]
		equal(t, "pursuer", e.Skill.Total, 19)
		equal(t, "by", [2]any{e.By.By, e.Away.By}, [2]any{"riding", "DX on foot"})
		equal(t, "numbers", part(e.Skill, ForNumbers), 2)
		equal(t, "speed", [2]int{part(e.Skill, ForPace), part(e.Flees, ForPace)}, [2]int{4, 2})
		equal(t, "pursued", e.Flees.Total, 12)
		equal(t, "margin, each", [2]int{e.Margin, e.Each}, [2]int{tt.margin, tt.each})
		equal(t, "flight", f, Flight{Slain: tt.slain, Escaped: 8 - tt.slain})
	}
}

// TestCaught is HC-PURSUIT: 1 and 1 for each full 5 of the margin, for each pursuer, and
// at most those there; the numbers help the larger side.
func TestCaught(t *testing.T) {
	riders := footman(t, travels(12, map[string]int{"riding": 13}))
	for _, tt := range []struct {
		hunters, fled int
		numbers       int // to the pursuer; negative: to the pursued
		margin        int
		caught        int
	}{
		{3, 3, 0, 4, 3}, {2, 8, -8, 4, 2}, {2, 8, -8, 5, 4}, {2, 8, -8, 9, 4}, {2, 8, -8, 10, 6}, {3, 8, -6, 14, 8}, {3, 8, -6, 9, 6},
		{1, 1, 0, 1, 1}, {3, 2, +2, 1, 2},
	} {
		for _, capture := range []bool{false, true} {
			s := chased(t, []Group{band(riders, tt.hunters)}, []Group{band(footman(t), tt.fled)},
				func(sc *Scenario) { sc.Sides[0].Pursuit.Capture = capture })
			// 17 against 12: the margin without numbers is 5 + rolled - roll.
			need := tt.margin - tt.numbers - 5
			roll, rolled := 10-need/2, 10+need-need/2
			f := s.hunt(roll, rolled)[1]
			e := all[Pursued](s)[0]
			equal(t, "margin", e.Margin, tt.margin)
			equal(t, "numbers", part(e.Skill, ForNumbers)-part(e.Flees, ForNumbers), tt.numbers)
			want := Flight{Slain: tt.caught, Escaped: tt.fled - tt.caught}
			if capture {
				want = Flight{Captured: tt.caught, Escaped: tt.fled - tt.caught}
			}
			equal(t, "flight", f, want)
		}
	}
}

// TestWhoIsPursued is HC-PURSUIT: the broken and those who left, not who has
// surrendered, collapsed or stands, and nobody where nobody pursues.
func TestWhoIsPursued(t *testing.T) {
	for _, tt := range []struct {
		name    string
		change  func(s *stage, g *group)
		escaped int
		why     Escape // of a group in flight that nobody pursues; -1 the contest
		contest bool
	}{
		{"broken", func(*stage, *group) {}, 0, 0, true},
		{"fled", func(_ *stage, g *group) { g.standing, g.broke = Left, true }, 0, 0, true},
		{"left by order", func(_ *stage, g *group) { g.standing, g.left = Left, true }, 0, 0, true},
		{"surrendered", func(_ *stage, g *group) { g.standing, g.surrender = Left, true }, 0, 0, false},
		{"collapsed", func(_ *stage, g *group) { g.standing = Collapsed }, 0, 0, false},
		{"down", func(_ *stage, g *group) { g.standing, g.fighting = Down, 0 }, 0, 0, false},
		{"a draw", func(s *stage, _ *group) { s.result.Outcome = Draw }, 4, NoVictor, false},
		{"undecided", func(s *stage, _ *group) { s.result.Outcome = Undecided }, 4, NoVictor, false},
		{"its side won", func(s *stage, _ *group) { s.result.Outcome = SecondWins }, 4, OwnSideWon, false},
		{"let go", func(s *stage, _ *group) { s.b.Sides[0].Pursuit.Pursue = false }, 4, NotWanted, false},
		{"no victor stands", func(s *stage, _ *group) { s.groups[0].standing = Collapsed }, 4, NobodyLeft, false},
	} {
		s := chased(t, []Group{band(footman(t), 4)}, []Group{band(footman(t), 4)}, nil)
		tt.change(s, &s.groups[1])
		var rolls []int
		if tt.contest {
			rolls = []int{3, 18}
		}
		f := s.hunt(rolls...)[1]
		if tt.contest {
			equal(t, tt.name, f, Flight{Slain: 4})
			continue
		}
		equal(t, tt.name, f, Flight{Escaped: tt.escaped})
		told := all[Escaped](s)
		equal(t, tt.name+": told", len(told), min(tt.escaped, 1))
		if len(told) > 0 {
			equal(t, tt.name+": why", told[0].Why, tt.why)
		}
	}
}

// TestHuntersDivided: each group of the victors is divided over those in flight, by
// their numbers; the best traveller leads, and no one follows fliers on foot.
func TestHuntersDivided(t *testing.T) {
	wolves := footman(t, travels(9, map[string]int{"running": 14}))
	drakes := footman(t, travels(10, map[string]int{"flight": 12}), func(u *units.Unit) { u.Name, u.Traits.Flight = "Drake", true })
	men := footman(t)
	many, few := band(men, 6), band(men, 2)
	few.Name = "Few"

	s := chased(t, []Group{band(men, 5), band(wolves, 4)}, []Group{many, few}, nil)
	flights := s.hunt(3, 18, 3, 18)
	told := all[Pursued](s)
	equal(t, "contests", len(told), 2)
	equal(t, "after the many", told[0].Pursuers, 4+3) // 5 × 6/8 = 3.75, 4 × 6/8
	equal(t, "after the few", told[1].Pursuers, 1+1)
	equal(t, "lead", told[0].Lead, 1)
	equal(t, "skill", told[0].Skill.Total, 14+3+2) // 7 : 6
	equal(t, "all caught", [2]Flight{flights[2], flights[3]}, [2]Flight{{Slain: 6}, {Slain: 2}})

	s = chased(t, []Group{band(men, 5), band(wolves, 4)}, []Group{many, band(drakes, 2)}, nil)
	flights = s.hunt(3, 18)
	equal(t, "all after the many", all[Pursued](s)[0].Pursuers, 9)
	equal(t, "drakes", flights[3], Flight{Escaped: 2})
	equal(t, "why", all[Escaped](s)[0].Why, CannotFly)

	s = chased(t, []Group{band(drakes, 2)}, []Group{band(drakes, 2)}, nil)
	s.hunt(3, 18)
	equal(t, "fliers after fliers", all[Pursued](s)[0].Skill.Total, 12+4)

	// One pursuer can only be after one of two.
	s = chased(t, []Group{band(men, 1)}, []Group{many, few}, nil)
	flights = s.hunt(3, 18)
	equal(t, "the few", flights[2], Flight{Escaped: 2})
	equal(t, "why", all[Escaped](s)[0].Why, NobodyLeft)
}

// TestTravel is HC-PURSUIT: the pursuer's fastest mode and the pursued's slowest, with
// Handling, halved where tired.
func TestTravel(t *testing.T) {
	ways := func(u *units.Unit) {
		u.Travel = []units.Travel{{By: "running"}, {By: "riding", Skill: 13, Speed: 16, Handling: 1}, {By: "driving", Skill: 12, Speed: 16}}
	}
	u := footman(t, ways, travels(5, map[string]int{"running": 11}))
	s := chased(t, []Group{band(u, 2)}, []Group{band(u, 2)}, nil)
	s.hunt(10, 10)
	e := all[Pursued](s)[0]
	equal(t, "pursuer", [2]any{e.By.By, e.Skill.Total}, [2]any{"riding", 13 + 1 + 5})
	equal(t, "pursued", [2]any{e.Away.By, e.Flees.Total}, [2]any{"running", 11 + 2})

	s = chased(t, []Group{band(u, 2)}, []Group{band(u, 2)}, nil)
	s.groups[0].tired, s.groups[1].tired = true, true
	s.hunt(10, 10)
	e = all[Pursued](s)[0]
	equal(t, "tired", [2]int{e.Skill.Total, e.Flees.Total}, [2]int{13 + 1 + 3, 11 + 1}) // 8 and 3 yards

	u = footman(t, func(u *units.Unit) { u.HP, u.Move = 12, 6 })
	s = chased(t, []Group{band(u, 1)}, []Group{band(footman(t), 1)}, func(sc *Scenario) { sc.Rules.Reeling = true })
	s.groups[0].pool = 3
	s.hunt(10, 10)
	equal(t, "reeling", all[Pursued](s)[0].Skill.Total, 10+1)
}

// TestHiding is HC-PURSUIT: off open ground Stealth - 2, where it is better, the
// pursuer's visibility reckoned in.
func TestHiding(t *testing.T) {
	for _, tt := range []struct {
		terrain             Terrain
		stealth, visibility int
		hides               bool
		pursuer, pursued    int
	}{
		{OpenGround, 20, -3, false, 12, 12}, {BrokenGround, 12, 0, false, 12, 12}, {BrokenGround, 13, 0, true, 12, 13},
		{BuiltUp, 13, 0, true, 12, 13}, {BrokenGround, 10, -2, false, 12, 12}, {BrokenGround, 11, -2, true, 10, 11},
		{BrokenGround, 0, -9, false, 12, 12}, // without the skill
	} {
		skills := map[string]int{"stealth": tt.stealth}
		if tt.stealth == 0 {
			skills = nil
		}
		s := chased(t, []Group{band(footman(t), 2)}, []Group{band(footman(t, travels(5, skills)), 2)},
			func(sc *Scenario) { sc.Field.Terrain, sc.Field.Visibility = tt.terrain, tt.visibility })
		s.hunt(10, 10)
		e := all[Pursued](s)[0]
		equal(t, "hides", e.Hides, tt.hides)
		equal(t, "pursuer, pursued", [2]int{e.Skill.Total, e.Flees.Total}, [2]int{tt.pursuer, tt.pursued})
	}
}

// TestScouting is HC-PURSUIT: a complementary roll a side, once; Urban Survival only
// where it is built up.
func TestScouting(t *testing.T) {
	for _, tt := range []struct {
		terrain Terrain
		first   Pursuing
		second  Pursuing
		rolls   []int
		want    [2]int // bonuses
	}{
		{OpenGround, Pursuing{}, Pursuing{}, nil, [2]int{0, 0}},
		{OpenGround, Pursuing{AreaKnowledge: 12}, Pursuing{AreaKnowledge: 10}, []int{12, 11}, [2]int{1, -1}},
		{BrokenGround, Pursuing{UrbanSurvival: 12}, Pursuing{AreaKnowledge: 10}, []int{4}, [2]int{0, 2}},
		{BuiltUp, Pursuing{UrbanSurvival: 12, AreaKnowledge: 11}, Pursuing{}, []int{12}, [2]int{1, 0}},
		{BuiltUp, Pursuing{UrbanSurvival: 11, AreaKnowledge: 12}, Pursuing{}, []int{18}, [2]int{-2, 0}},
	} {
		two := []Group{band(footman(t), 1), band(footman(t), 1)}
		two[1].Name = "other"
		s := chased(t, []Group{band(footman(t), 2)}, two, func(sc *Scenario) {
			tt.first.Pursue = true
			sc.Field.Terrain, sc.Sides[0].Pursuit, sc.Sides[1].Pursuit = tt.terrain, tt.first, tt.second
		})
		s.hunt(append(tt.rolls, 10, 10, 10, 10)...)
		for _, e := range all[Pursued](s) {
			equal(t, "bonuses", [2]int{part(e.Skill, ForKnowledge), part(e.Flees, ForKnowledge)}, tt.want)
		}
	}
}

// TestPursuitBothWays: with all dice rolled a pursuit comes out as from tables, and
// after the battle, casualties follow it.
func TestPursuitBothWays(t *testing.T) {
	const n = 4000
	sc := twoSides(Group{Name: "T", Unit: troglodyte(t), Count: 6}, Group{Name: "O", Unit: ogre(t), Count: 4}, 1)
	sc.Rules.Pursuit = true
	for i := range sc.Sides {
		sc.Sides[i].Pursuit = Pursuing{Pursue: true, Capture: i == 1, AreaKnowledge: 9 + 3*i}
	}
	b, err := Compile(sc)
	if err != nil {
		t.Fatal(err)
	}
	var sums, squares [2][3]float64
	for way := range sums {
		f := NewFight(b)
		f.RollDice = way == 1
		for trial := range uint64(n) {
			r := f.Run(5, trial)
			fled := 0
			for i, g := range r.Groups {
				if g.Broke {
					fled += g.Survivors
				}
				x := r.Flights[i]
				if x.Slain > 0 && i == 0 || x.Captured > 0 && i == 1 {
					t.Fatalf("group %d: %+v", i, x)
				}
				for k, v := range [3]int{x.Slain, x.Captured, x.Escaped} {
					sums[way][k] += float64(v)
					squares[way][k] += float64(v * v)
					fled -= v
				}
			}
			if fled != 0 {
				t.Fatalf("trial %d: %+v %+v", trial, r.Groups, r.Flights)
			}
		}
	}
	for k := range sums[0] {
		mean := (sums[0][k] + sums[1][k]) / (2 * n)
		se := math.Sqrt(((squares[0][k]+squares[1][k])/(2*n) - mean*mean) * 2 / n)
		if diff := math.Abs(sums[0][k]-sums[1][k]) / n; mean == 0 || diff > 5*se {
			t.Errorf("%d: tables %v, dice %v", k, sums[0][k]/n, sums[1][k]/n)
		}
	}
}

// TestNotFollowed: what the exact way cannot follow it refuses, in a sentence.
func TestNotFollowed(t *testing.T) {
	for _, tt := range []struct {
		change func(*Rules)
		n      int
		why    string
	}{
		{func(r *Rules) { r.Pursuit = true }, 2, "a pursuit after the battle cannot be followed exactly"},
		{func(r *Rules) { r.Shock = true }, 1, "what wounds do to single combatants (shock, reeling, major_wounds) cannot be followed exactly"},
		{func(r *Rules) { r.MajorWounds, r.Reeling = true, true }, 2, ""},
	} {
		sc := duel(1, band(footman(t), tt.n), band(footman(t), 3))
		tt.change(&sc.Rules)
		b, err := Compile(sc)
		if err != nil {
			t.Fatal(err)
		}
		why := ""
		if _, err := NewExplorer(b); err != nil {
			why = err.Error()
		}
		equal(t, "why", why, tt.why)
	}
}
