package heroic

import (
	"fmt"
	"math"
	"testing"

	"heroicsim/dice"
	"heroicsim/units"
)

// waysOf3d[n] is the number of ways, of 216, in which 3d come to n.
var waysOf3d = [19]int{3: 1, 4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 9: 25, 10: 27, 11: 27, 12: 25, 13: 21, 14: 15, 15: 10, 16: 6, 17: 3, 18: 1}

// TestMargin is HC-QC: the attacker wins when the margin is above 0; a tie is no
// hit, and one who misses by less than the defender still hits. TV-009 to TV-013,
// TV-163.
func TestMargin(t *testing.T) {
	r := DefaultRules()
	for _, tt := range []struct {
		skill, attack, defence, defend int
		margin                         int
		wins                           bool
	}{
		{12, 10, 10, 7, -1, false}, {12, 10, 10, 8, 0, false}, {12, 10, 10, 9, 1, true},
		{14, 8, 11, 13, 8, true}, {15, 4, 6, 8, 13, true}, {15, 10, 11, 10, 4, true},
		{12, 15, 10, 14, 1, true}, // both fail: TV-012
		{12, 11, 10, 9, 0, false},
		{8, 10, 8, 12, 2, true},      // TV-163
		{14, 4, 30, 10, -10, false},  // no criticals: TV-014
		{3, 18, 3, 18, 0, false},     // nor critical misses
		{20, 18, 3, 18, 17, true},    // an 18 may win
		{10, 3, 16, 3, -6, false},    // a 3 may lose
		{12, 12, 12, 13, 1, true},    // exactly at skill
		{-2, 10, -5, 8, 1, true},     // scores below 0
		{100, 18, 100, 18, 0, false}, // scores beyond the dice
		{100, 18, 95, 18, 5, true},   // ...
		{5, 6, 10, 18, 7, true},      // -1 against -8
	} {
		v := judged(&r, tt.skill, tt.attack, tt.defence, tt.defend)
		name := fmt.Sprintf("%d rolls %d against %d rolls %d", tt.skill, tt.attack, tt.defence, tt.defend)
		equal(t, name+": margin", v.margin, tt.margin)
		equal(t, name+": wins", v.wins, tt.wins)
		equal(t, name+": by", v.automatic, ByMargin)
	}
}

// TestContestChances enumerates all rolls of a contest: TV-015, TV-016, TV-164,
// and the reading that an attack roll must succeed.
func TestContestChances(t *testing.T) {
	for _, tt := range []struct {
		skill, defence  int
		win, tie, lose  int
		winIfSuccessful int
	}{
		{14, 10, 37052, 2856, 6748, enumerated(14, 10)},
		{10, 10, 21162, 4332, 21162, enumerated(10, 10)},
		{8, 8, 21162, 4332, 21162, 10122},
	} {
		loose, strict := DefaultRules(), DefaultRules()
		strict.AttackMustSucceed = true
		win, tie, lose, strictWin := 0, 0, 0, 0
		for a := 3; a <= 18; a++ {
			for d := 3; d <= 18; d++ {
				ways := waysOf3d[a] * waysOf3d[d]
				switch v := judged(&loose, tt.skill, a, tt.defence, d); {
				case v.wins:
					win += ways
				case v.margin == 0:
					tie += ways
				default:
					lose += ways
				}
				if v := judged(&strict, tt.skill, a, tt.defence, d); v.wins {
					strictWin += ways
				} else {
					equal(t, "the attack roll decides", v.automatic == AttackRollMiss, a > tt.skill && v.margin > 0)
				}
			}
		}
		name := fmt.Sprintf("%d against %d: ", tt.skill, tt.defence)
		equal(t, name+"win", win, tt.win)
		equal(t, name+"tie", tie, tt.tie)
		equal(t, name+"lose", lose, tt.lose)
		equal(t, name+"win if the attack must succeed", strictWin, tt.winIfSuccessful)
	}
	// R-56's percentages.
	for _, tt := range []struct {
		skill, defence int
		percent        float64
	}{{12, 10, 57.2}, {14, 11, 70.3}, {8, 8, 21.7}} {
		if p := float64(enumerated(tt.skill, tt.defence)) / 46656 * 100; math.Abs(p-tt.percent) > 0.05 {
			t.Errorf("%d against %d: %.2f %%, want %.1f %%", tt.skill, tt.defence, p, tt.percent)
		}
	}
}

// enumerated counts the ways, of 46,656, in which an attack that must succeed
// wins, die by die.
func enumerated(skill, defence int) int {
	n := 0
	for i := range 46656 {
		a := i%6 + i/6%6 + i/36%6 + 3
		d := i/216%6 + i/1296%6 + i/7776%6 + 3
		if a <= skill && skill-a > defence-d {
			n++
		}
	}
	return n
}

// TestContestStream holds the dice that the batch uses against the enumeration,
// by chi-square over the 31 possible margins. A fixed seed makes it repeatable;
// 75 is beyond the 0.9999 quantile of its 30 degrees of freedom.
func TestContestStream(t *testing.T) {
	want := [31]float64{}
	for a := 3; a <= 18; a++ {
		for d := 3; d <= 18; d++ {
			want[d-a+15] += float64(waysOf3d[a]*waysOf3d[d]) / 46656
		}
	}
	const n = 3_000_000 // at least 64 of the rarest margins, each 1 in 46,656
	for _, tt := range []struct {
		name string
		next func(*dice.Dice, int)
	}{
		{"one moment of each trial", func(d *dice.Dice, i int) { d.Begin(1, uint64(i)); d.At(2, dice.Melee, 0, 1) }},
		{"rounds of a trial", func(d *dice.Dice, i int) { d.At(i, dice.Melee, 0, 1) }},
		{"draws of a moment", func(*dice.Dice, int) {}},
	} {
		var d dice.Dice
		d.Begin(1, 1)
		d.At(1, dice.Melee, 0, 1)
		var got [31]float64
		for i := range n / 3 {
			tt.next(&d, i)
			a, b := d.Contest()
			got[b-a+15]++
		}
		chi := 0.0
		for i, p := range want {
			e := p * n / 3
			chi += (got[i] - e) * (got[i] - e) / e
		}
		if chi > 75 {
			t.Errorf("%s: chi-square %.1f", tt.name, chi)
		}
	}
}

// TestCriticals is the switch `criticals` of HC-QC.
func TestCriticals(t *testing.T) {
	r := DefaultRules()
	r.Criticals = true
	for _, tt := range []struct {
		skill, attack, defence, defend int
		wins                           bool
		automatic                      Automatic
	}{
		{3, 3, 30, 3, true, CriticalHit}, {3, 4, 30, 3, true, CriticalHit},
		{14, 5, 30, 3, false, ByMargin}, {15, 5, 30, 3, true, CriticalHit},
		{15, 6, 30, 3, false, ByMargin}, {16, 6, 30, 3, true, CriticalHit}, {16, 7, 30, 3, false, ByMargin},
		{30, 16, 3, 18, true, ByMargin}, {30, 17, 3, 18, false, CriticalMiss}, {30, 18, 3, 18, false, CriticalMiss},
	} {
		v := judged(&r, tt.skill, tt.attack, tt.defence, tt.defend)
		name := fmt.Sprintf("%d rolls %d against %d rolls %d", tt.skill, tt.attack, tt.defence, tt.defend)
		equal(t, name+": wins", v.wins, tt.wins)
		equal(t, name+": by", v.automatic, tt.automatic)
		if v.wins {
			equal(t, name+": at least one hit", hits(v.margin, 4, 1000, -1) >= 1, true)
		}
	}
}

// TestBaseHits is HC-SF: 1 + floor(margin / Speed Factor).
func TestBaseHits(t *testing.T) {
	for _, tt := range []struct{ margin, factor, want int }{
		{0, 4, 1}, {1, 4, 1}, {3, 4, 1}, {4, 4, 2}, {7, 4, 2}, {8, 4, 3}, {11, 4, 3}, {12, 4, 4},
		{1, 6, 1}, {5, 6, 1}, {6, 6, 2}, {11, 6, 2}, {12, 6, 3},
		{1, 2, 1}, {2, 2, 2}, {3, 2, 2}, {1, 1, 2}, {7, 1, 8},
	} {
		equal(t, fmt.Sprintf("margin %d, Speed Factor %d", tt.margin, tt.factor), hits(tt.margin, tt.factor, 1000, -1), tt.want)
	}
	equal(t, "TV-163", hits(2, 4, 1000, -1), 1)
	equal(t, "capped by projectiles", hits(8, 4, 4000, 10), 10)
	equal(t, "below the cap", hits(3, 4, 4000, 10), 4)
	equal(t, "no cap in melee", hits(8, 4, 4000, -1), 12)
}

// TestSpeedFactor is HC-SF's Speed Factor itself.
func TestSpeedFactor(t *testing.T) {
	for _, tt := range []struct {
		name     string
		factor   int // the switch
		unwieldy bool
		traits   units.Traits
		want     int
	}{
		{"plain", 4, false, units.Traits{}, 4},
		{"unwieldy", 4, true, units.Traits{}, 6},
		{"the switch", 5, false, units.Traits{}, 5},
		{"the switch, unwieldy", 7, true, units.Traits{}, 9},
		{"Extra Attack 1", 4, false, units.Traits{ExtraAttack: 1}, 2},
		{"Extra Attack 2", 4, false, units.Traits{ExtraAttack: 2}, 1},
		{"Extra Attack 3", 4, false, units.Traits{ExtraAttack: 3}, 1},
		{"Extra Attack 1, unwieldy", 4, true, units.Traits{ExtraAttack: 1}, 4},
		{"Extra Attack 2, unwieldy", 4, true, units.Traits{ExtraAttack: 2}, 2},
		{"Extra Attack 3, unwieldy", 4, true, units.Traits{ExtraAttack: 3}, 1},
		{"Altered Time Rate 1", 4, false, units.Traits{AlteredTimeRate: 1}, 2},
		{"Altered Time Rate 1 and Extra Attack 1", 4, false, units.Traits{AlteredTimeRate: 1, ExtraAttack: 1}, 1},
		{"Decreased Time Rate", 4, false, units.Traits{DecreasedTimeRate: true}, 6},
		{"Decreased Time Rate, unwieldy", 4, true, units.Traits{DecreasedTimeRate: true}, 8},
		{"Decreased Time Rate and Extra Attack", 4, false, units.Traits{DecreasedTimeRate: true, ExtraAttack: 1}, 4},
		{"the switch at 1", 1, false, units.Traits{}, 1},
	} {
		w := sword(t)
		w.Unwieldy = tt.unwieldy
		sc := duel(1, band(footman(t, armed(w), func(u *units.Unit) { u.Traits = tt.traits }), 1, does(Neutral, Hold)), band(footman(t, armed()), 1))
		sc.Rules.SpeedFactor, sc.Rules.DamageRolls = tt.factor, RollOnce
		s := onStage(t, sc)
		s.open(-1)
		s.run(s.meleePhase, 6, 18, 1, 17) // 12 - 6 against 8 - 18: margin 16
		a := s.attacks()[0]
		equal(t, tt.name+": Speed Factor", a.SpeedFactor, tt.want)
		equal(t, tt.name+": base hits", a.BaseHits, 1+16/tt.want)
		equal(t, tt.name+": hits", a.Hits, 1+16/tt.want)
	}
}

// TestRangedCap is HC-SF: hits at range never exceed the projectiles launched at
// the target.
func TestRangedCap(t *testing.T) {
	for _, tt := range []struct{ n, shots, margin, hits int }{
		{1, 1, 20, 1}, {1, 2, 20, 2}, {1, 3, 20, 3}, {2, 3, 20, 6}, {1, 3, 1, 1}, {10, 1, 8, 10}, {10, 3, 20, 30}, {8, 1, 1, 4},
	} {
		o := Order{Tactics: []Tactic{Neutral}, Move: Hold, Shots: tt.shots}
		sc := duel(50, band(footman(t, armed(bow(t))), tt.n, o), band(footman(t, armed()), 1, does(Neutral, Hold)))
		sc.Rules.DamageRolls, sc.Rules.NumericalBonus = RollOnce, nil
		s := onStage(t, sc)
		s.groups[1].Unit.Dodge = 12 - 7 - tt.margin // at 10 against 10; a band at 50 yards is -7
		s.open(-1)
		s.run(s.rangedPhase, 10, 10, 1, 17)
		a := s.attacks()[0]
		equal(t, "margin", a.Margin, tt.margin)
		equal(t, fmt.Sprintf("hits of %d times %d shots", tt.n, tt.shots), a.Hits, tt.hits)
		equal(t, "cap", a.Cap, tt.n*tt.shots)
	}
}

// TestMode is HC-MODE: the mode with the best expected injury against the target
// serves the whole attack.
func TestMode(t *testing.T) {
	for _, tt := range []struct {
		name  string
		modes []string
		dr    int
		want  int
	}{
		{"cut beats a smaller thrust", []string{"1d+2 cut", "1d imp"}, 4, 0},
		{"impaling doubles", []string{"1d+2 cut", "1d+1 imp"}, 0, 1},
		{"ties to the first", []string{"1d imp", "1d imp"}, 0, 0},
		{"armour stops one", []string{"1d cut", "1d(5) cr"}, 6, 1},
	} {
		w := sword(t)
		w.Modes = modes(t, tt.modes...)
		foe := footman(t)
		foe.Armour.SetAll(tt.dr)
		sc := duel(1, band(footman(t, armed(w)), 3), band(foe, 1))
		s := onStage(t, sc)
		s.open(-1)
		g, h := &s.groups[0], &s.groups[1]
		got := s.strikeFor(g, h, &g.melee[0], units.Torso, false)
		equal(t, tt.name, got.mode, &g.Unit.Weapons[0].Modes[tt.want])
	}
}

// judged is the verdict on a contest by its four numbers.
func judged(r *Rules, skill, attackRoll, defence, defenceRoll int) verdict {
	return r.judge(byMargin(skill, attackRoll, defence, defenceRoll), skill, attackRoll)
}
