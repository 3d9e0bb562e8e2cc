package heroic

import (
	"math"
	"reflect"
	"testing"

	"heroicsim/dice"
	"heroicsim/units"
)

// wounding is a duel in contact with all that wounds do, and nothing that halves
// injury.
func wounding(a, b Group) Scenario {
	sc := duel(1, a, b)
	sc.Rules.Shock, sc.Rules.Reeling, sc.Rules.MajorWounds, sc.Rules.HTHalving = true, true, true, false
	return sc
}

// tough gives a unit HP and HT.
func tough(hp, ht int) func(*units.Unit) {
	return func(u *units.Unit) { u.HP, u.HT = hp, ht }
}

// TestShock is B-SHOCK: TV-122, TV-123, TV-124, and pain thresholds.
func TestShock(t *testing.T) {
	high := func(u *units.Unit) { u.Traits.HighPainThreshold = true }
	low := func(u *units.Unit) { u.Traits.LowPainThreshold = true }
	as := func(*units.Unit) {}
	for _, tt := range []struct {
		hp    int
		lost  [injurySteps]int
		twice bool // of the first
		trait func(*units.Unit)
		want  int
	}{
		{12, [3]int{0, 0, 3}, false, as, 3}, {12, [3]int{7}, false, as, 4}, // TV-122
		{20, [3]int{5}, false, as, 2}, {25, [3]int{5}, false, as, 2}, {25, [3]int{7}, false, as, 3}, // TV-123
		{30, [3]int{8}, false, as, 2}, {40, [3]int{16}, false, as, 4},
		{19, [3]int{4}, false, as, 4}, {12, [3]int{1, 0, 2}, false, as, 3}, // TV-124
		{5, [3]int{1}, false, as, 1}, {12, [3]int{}, false, as, 0}, {12, [3]int{2, 1, 2}, false, as, 4},
		{20, [3]int{1}, false, as, 0}, {20, [3]int{1, 1}, false, as, 1}, // they add up first
		{12, [3]int{3}, false, high, 0}, {12, [3]int{3}, false, low, 6}, {12, [3]int{4}, false, low, 8}, {12, [3]int{5}, false, low, 8},
		{25, [3]int{5}, false, low, 4},                             // rounded down, then doubled
		{12, [3]int{3}, true, as, 6}, {12, [3]int{5}, true, as, 8}, // TV-119: at the groin
		{12, [3]int{2}, true, as, 4}, {12, [3]int{2, 1}, true, as, 5}, {12, [3]int{9}, true, as, 8},
	} {
		s := onStage(t, wounding(band(footman(t, tough(tt.hp, 10), tt.trait), 1), band(footman(t), 1)))
		g := &s.groups[0]
		for i, n := range tt.lost {
			g.wounds.shocks[i] = shock{n, tt.twice && i == 0}
		}
		if got := g.shock(); got != tt.want {
			t.Errorf("HP %d, lost %v: shock %d, want %d", tt.hp, tt.lost, got, tt.want)
		}
	}
}

// TestShockLasts is R-54: what a step did counts to the end of the same step of the
// next round, against skill and not against defences; pools have none.
func TestShockLasts(t *testing.T) {
	for n, want := range map[int]int{1: -3, 2: 0} {
		sc := wounding(band(footman(t, tough(12, 10)), n), band(footman(t), 1))
		sc.Rules.MajorWounds, sc.Rules.DamageRolls = false, RollOnce
		s := onStage(t, sc)
		miss := []int{18, 3}
		s.open(1)
		s.run(s.meleePhase, 10, 8, 1, 18, 3) // B: margin 4, two hits of 1, injury 3
		equal(t, "shock in the round of the wound", part(s.attacks()[1].Skill, ForShock), 0)
		s.open(1)
		s.run(s.meleePhase, append(miss, miss...)...)
		attacks := s.attacks()
		equal(t, "shock in the next round", part(attacks[1].Skill, ForShock), want)
		equal(t, "shock of whoever is unhurt", part(attacks[0].Skill, ForShock), 0)
		equal(t, "shock to defence", attacks[0].DefenceScore.Total, 8)
		s.open(1)
		s.run(s.meleePhase, append(miss, miss...)...)
		equal(t, "shock two rounds later", part(s.attacks()[1].Skill, ForShock), 0)
	}
}

// TestShockBySteps is: each injury step ends the shock of its like, and
// those of others add up with it.
func TestShockBySteps(t *testing.T) {
	s := onStage(t, wounding(band(footman(t, tough(12, 10)), 1), band(footman(t), 1)))
	g := &s.groups[0]
	s.open(-1)
	step := func(phase dice.Phase, injury, want int) {
		t.Helper()
		g.injury = injury
		s.injuryStep(phase)
		equal(t, "shock", g.shock(), want)
	}
	step(dice.RangedInjury, 1, 1)
	step(dice.MovementInjury, 0, 1)
	step(dice.MeleeInjury, 2, 3)
	step(dice.RangedInjury, 0, 2)
	step(dice.MovementInjury, 1, 3)
	step(dice.MeleeInjury, 0, 1)
	step(dice.RangedInjury, 0, 1)
	step(dice.MovementInjury, 0, 0)
	g.wounds.worst = worst{1, units.Groin, units.Crushing}
	step(dice.MeleeInjury, 1, 2) // B-HITLOC note 7
	g.wounds.worst = worst{1, units.Groin, units.Cutting}
	step(dice.MeleeInjury, 1, 1)
	s.script(11)
	w := &weapon{fastDraw: 11}
	equal(t, "Fast-Draw", s.rollFastDraw(g, w), Check{10, 11, false})
}

// TestStruck: the injury of a step is one wound, at the place that took most of it.
func TestStruck(t *testing.T) {
	s := onStage(t, wounding(band(footman(t), 1), band(footman(t), 2)))
	blow := func(l units.Location) *attack {
		return &attack{location: l, strike: &strike{damage: damage(t, "1d cut")}}
	}
	for i := range s.groups {
		g := &s.groups[i]
		g.struck(blow(units.Torso), 0)
		g.struck(blow(units.Face), 3)
		g.struck(blow(units.Skull), 3)
		g.struck(blow(units.Neck), 2)
	}
	equal(t, "where", s.groups[0].wounds.worst, worst{3, units.Face, units.Cutting})
	equal(t, "a pool's", s.groups[1].wounds.worst, worst{})
}

// TestStun is B-MAJOR and B-STUN with R-63: who is knocked down does nothing, at -4
// to defences, to the end of the next round.
func TestStun(t *testing.T) {
	sc := wounding(band(footman(t, tough(12, 10)), 1), band(footman(t), 1))
	sc.Rules.Shock, sc.Rules.Reeling, sc.Rules.DamageRolls = false, false, RollOnce
	s := onStage(t, sc)
	s.open(1)
	s.run(s.meleePhase, 10, 8, 3, 18, 3, 12) // B: margin 4, two hits of 3, injury 9; A misses; HT 10 fails by 2
	told := all[Shaken](s)[0]
	equal(t, "stunned", told.Result, Stunned)
	equal(t, "until", told.Until, 2)
	s.events = nil
	s.open(1)
	ordered := all[Ordered](s)
	equal(t, "told with the orders", ordered[0].Stunned, true)
	equal(t, "the other", ordered[1].Stunned, false)
	s.run(s.meleePhase, 18, 3) // B alone
	attacks := s.attacks()
	equal(t, "attacks", len(attacks), 1)
	equal(t, "defence", attacks[0].DefenceScore.Total, 8-4-3) // stunned, and prone
	s.open(1)
	s.run(s.meleePhase, 18, 3, 18, 3)
	equal(t, "attacks in the round after", len(s.attacks()), 2)
}

// TestStunAtOnce: a wound of the Ranged Phase keeps from moving and striking in the
// same round, and who is stunned does not flee.
func TestStunAtOnce(t *testing.T) {
	sc := wounding(band(footman(t, tough(12, 10)), 1, does(AllOutOffensive)), band(footman(t), 1, does(Neutral, Hold)))
	sc.Field.Distance = 10
	s := onStage(t, sc)
	s.open(0)
	s.groups[0].injury = 7
	s.run(func() { s.injuryStep(dice.RangedInjury) }, 11)
	s.run(s.movementPhase)
	s.run(s.meleePhase)
	equal(t, "moved", s.wide(0, 1), 10)
	equal(t, "attacks", len(s.attacks()), 0)

	s.groups[0].standing = Broken
	s.open(0)
	s.run(s.movementPhase)
	equal(t, "standing of the stunned", s.groups[0].standing, Broken)
	equal(t, "fled", s.wide(0, 1), 10)
	s.open(0)
	s.run(s.movementPhase)
	equal(t, "standing a round later", s.groups[0].standing, Left)
}

// TestUnconscious is B-MAJOR: who fails by 5 or more is out of the battle, but not
// among the fallen.
func TestUnconscious(t *testing.T) {
	sc := wounding(band(footman(t, tough(12, 10)), 1), band(footman(t), 1))
	sc.Sides[0].Groups[0].Character = true
	sc.Rules.DamageRolls = RollOnce
	s := onStage(t, sc, 1, 6, 10, 8, 3, 18, 3, 15)
	s.playRound()
	s.usedUp()
	equal(t, "over", s.ended, true)
	r := s.conclude()
	equal(t, "outcome", r.Outcome, SecondWins)
	equal(t, "locked", s.locked(0, 1), false)
	g := r.Groups[0]
	equal(t, "collapsed, survivors, HP", [3]any{g.Collapsed, g.Survivors, g.HP}, [3]any{true, 1, 3})
	equal(t, "wound", g.Wound, Wound{})
}

// TestWoundsOfPools: the switches change nothing where nobody fights alone.
func TestWoundsOfPools(t *testing.T) {
	plain := duel(20, band(footman(t), 5), band(footman(t), 6))
	all := duel(20, band(footman(t), 5), band(footman(t), 6))
	all.Rules.Shock, all.Rules.Reeling, all.Rules.MajorWounds = true, true, true
	a, err := Compile(plain)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Compile(all)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "elaborate", b.elaborate, "")
	f, g := NewFight(a), NewFight(b)
	for trial := range uint64(200) {
		if x, y := copyOf(f.Run(3, trial)), g.Run(3, trial); !reflect.DeepEqual(x, *y) {
			t.Fatalf("trial %d: %+v, with the switches %+v", trial, x, *y)
		}
	}
}

// TestWoundsBothWays: drawn from tables, duels come out as with all dice rolled.
func TestWoundsBothWays(t *testing.T) {
	const n = 3000
	sc := duel(1, band(swordsman(t), 1, Order{Location: units.RightArm}), band(bandit(t), 1, Order{Location: units.Face}))
	sc.Rules.Shock, sc.Rules.Reeling, sc.Rules.MajorWounds = true, true, true
	b, err := Compile(sc)
	if err != nil {
		t.Fatal(err)
	}
	var wins, stunned, senseless [2]float64
	for way := range wins {
		f := NewFight(b)
		f.RollDice = way == 1
		f.Trace = func(e Event) {
			if e, ok := e.(Shaken); ok && e.Result == Stunned {
				stunned[way]++
			}
		}
		for trial := range uint64(n) {
			r := f.Run(11, trial)
			if r.Outcome == FirstWins {
				wins[way]++
			}
			if r.Groups[1].Collapsed {
				senseless[way]++
			}
		}
	}
	for _, k := range [][2]float64{wins, stunned, senseless} {
		p := (k[0] + k[1]) / (2 * n)
		if diff := math.Abs(k[0]-k[1]) / n; p < 0.01 || diff > 5*math.Sqrt(2*p/n) { // of stuns there may be several a duel
			t.Errorf("tables %v, dice %v of %d", k[0], k[1], n)
		}
	}
}

// TestMajorWound is B-MAJOR: TV-125.
func TestMajorWound(t *testing.T) {
	for _, tt := range []struct {
		hp, taken int
		at        units.Location
		want      bool
	}{
		{10, 5, units.Torso, false}, {10, 6, units.Torso, true}, {11, 5, units.Torso, false}, {11, 6, units.Torso, true},
		{10, 5, units.LeftArm, false}, {10, 6, units.LeftArm, true}, // an arm is crippled by as much
		{12, 4, units.Hand, false}, {12, 5, units.Hand, true}, {12, 5, units.Skull, false},
	} {
		if got := isMajor(tt.at, tt.hp, tt.taken); got != tt.want {
			t.Errorf("%d of %d HP at the %v: major %v", tt.taken, tt.hp, tt.at, got)
		}
	}
}

// TestKnockdownScore is B-MAJOR: TV-126 and TV-128, R-36 and R-40.
func TestKnockdownScore(t *testing.T) {
	high := units.Traits{HighPainThreshold: true}
	low := units.Traits{LowPainThreshold: true}
	for _, tt := range []struct {
		at     units.Location
		damage units.DamageType
		traits units.Traits
		hp     int
		taken  int
		want   int // HT 11 as modified; 0: no roll
	}{
		{units.Torso, units.Cutting, units.Traits{}, 10, 6, 11}, // TV-126
		{units.Face, units.Cutting, units.Traits{}, 10, 6, 6},
		{units.Skull, units.Cutting, units.Traits{}, 10, 6, 1},
		{units.Groin, units.Cutting, units.Traits{}, 10, 6, 6},
		{units.Torso, units.Cutting, high, 10, 6, 14},
		{units.Torso, units.Cutting, low, 10, 6, 7},
		{units.Eye, units.Impaling, units.Traits{}, 10, 6, 1},
		{units.Vitals, units.Impaling, units.Traits{}, 10, 6, 6},
		{units.Neck, units.Impaling, high, 10, 9, 14},
		{units.Torso, units.Cutting, units.Traits{}, 10, 5, 0},
		{units.Groin, units.Cutting, units.Traits{}, 10, 5, 0},
		{units.Face, units.Cutting, units.Traits{}, 10, 2, 11}, // TV-128
		{units.Skull, units.Cutting, high, 10, 1, 14},
		{units.Vitals, units.Impaling, units.Traits{}, 25, 2, 11}, {units.Vitals, units.Impaling, units.Traits{}, 25, 1, 0}, // no shock
		{units.Skull, units.Toxic, units.Traits{}, 10, 6, 11}, {units.Skull, units.Toxic, units.Traits{}, 10, 5, 0},
		{units.Foot, units.Cutting, units.Traits{}, 12, 5, 11}, {units.Foot, units.Cutting, units.Traits{}, 12, 4, 0},
	} {
		u := footman(t, tough(tt.hp, 11))
		u.Traits = tt.traits
		s := onStage(t, wounding(band(u, 1), band(footman(t), 1)))
		s.round = 1
		if tt.want > 0 {
			s.script(3)
		}
		s.majorWound(&s.groups[0], worst{tt.taken, tt.at, tt.damage}, dice.MeleeInjury, tt.taken)
		s.usedUp()
		told := all[Shaken](s)
		if tt.want == 0 && len(told) == 0 {
			continue
		}
		if len(told) != 1 || told[0].HT.Total != tt.want || told[0].Result != Unshaken {
			t.Errorf("%d of %d HP at the %v: %+v, want a roll against %d", tt.taken, tt.hp, tt.at, told, tt.want)
		}
	}
}

// TestKnockdown is B-MAJOR's table: TV-127, and B-SUCCESS at its edges.
func TestKnockdown(t *testing.T) {
	for _, tt := range []struct {
		score, roll int
		want        Knockdown
	}{
		{11, 11, Unshaken}, {11, 13, Stunned}, {11, 16, Unconscious}, // TV-127
		{11, 12, Stunned}, {11, 15, Stunned}, {1, 3, Unshaken}, {1, 4, Unshaken}, {1, 5, Stunned}, {1, 6, Unconscious},
		{15, 16, Stunned}, {15, 17, Unconscious}, {16, 17, Stunned}, {20, 17, Stunned}, {20, 18, Unconscious}, {20, 16, Unshaken},
	} {
		if got := knockdown(tt.roll, tt.score); got != tt.want {
			t.Errorf("%d against HT %d: %v, want %v", tt.roll, tt.score, got, tt.want)
		}
	}
}

// TestReeling is B-REEL: TV-129 and TV-130, from the next round on, of single
// combatants only, and after fatigue.
func TestReeling(t *testing.T) {
	for _, tt := range []struct {
		hp, now, n  int
		tired       bool
		dodge, move int // of 9 and 5
	}{
		{12, 4, 1, false, 9, 5}, {12, 3, 1, false, 5, 3}, {10, 3, 1, false, 5, 3}, // TV-129, TV-130
		{10, 4, 1, false, 9, 5}, {12, 3, 2, false, 9, 5},
		{12, 4, 1, true, 5, 3}, {12, 3, 1, true, 3, 2}, // twice halved
	} {
		u := footman(t, tough(tt.hp, 10), func(u *units.Unit) { u.Dodge, u.Move = 9, 5 })
		s := onStage(t, wounding(band(u, tt.n), band(footman(t), 1)))
		g := &s.groups[0]
		g.tired = tt.tired
		s.open(-1)
		g.pool = tt.now // not in this round
		equal(t, "Move in the round of the wound", g.speed() < 5, tt.tired)
		s.open(-1)
		a := &attack{from: &whole, to: &whole, by: &s.groups[1], at: g, weapon: &s.groups[1].melee[0]}
		_, d := s.bestDefence(a)
		equal(t, "Dodge", d.total, tt.dodge)
		equal(t, "Move", g.speed(), tt.move)
	}
}
