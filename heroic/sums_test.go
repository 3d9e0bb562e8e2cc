package heroic

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"heroicsim/dice"
	"heroicsim/units"
)

// strikes yields strikes of many kinds against many kinds of armour.
func strikes(t *testing.T, rules Rules) map[string]*strike {
	all := map[string]*strike{}
	for _, e := range []dice.Expr{dice.D(1, 0), dice.D(1, -3), dice.D(2, -1), dice.D(3, 1), {Count: 0, Sides: 6, Adds: 4}, {Count: 2, Sides: 4, Adds: 1}} {
		for _, kind := range []units.DamageType{units.Crushing, units.Cutting, units.Impaling, units.SmallPiercing} {
			for _, divisor := range []units.Divisor{0, 500, 2000} {
				for _, dr := range []int{0, 1, 3, 9} {
					for _, l := range []units.Location{units.Torso, units.Neck} {
						for _, halved := range []bool{false, true} {
							u := &units.Unit{HP: 10}
							u.Armour.SetAll(dr)
							b := &Battle{Rules: rules}
							m := &units.Mode{Damage: units.Damage{Dice: e, Divisor: divisor, Type: kind}}
							s, ok := b.modeStrike(&GroupInfo{Group: Group{Unit: u, Count: 5}, Start: 5}, m, 0, l, halved)
							if !ok {
								t.Fatal("no strike")
							}
							all[fmt.Sprint(m.Damage, " DR ", dr, " ", l, " ", halved)] = &s
						}
					}
				}
			}
		}
	}
	return all
}

// TestSumsAreExact: the distribution of injury that the tables draw from is that
// of rolling every die, by enumeration, to 1e-12, with both ways of rounding.
func TestSumsAreExact(t *testing.T) {
	for _, perHit := range []bool{false, true} {
		r := DefaultRules()
		r.InjuryPerHit = perHit
		for name, s := range strikes(t, r) {
			s.startSums(&r)
			for n := 1; n <= 3; n++ {
				want := map[int]float64{}
				enumerate(s, n, &r, injury{}, 1, want)
				got := map[int]float64{}
				for v, p := range s.sumOf(n) {
					if !perHit {
						v = s.wounding.Apply(v)
					}
					got[v] += p
				}
				for v, p := range want {
					if math.Abs(got[v]-p) > 1e-12 {
						t.Fatalf("%s, %d hits, per hit %v: injury %d has %v, want %v", name, n, perHit, v, got[v], p)
					}
				}
			}
		}
	}
}

// enumerate adds up the probability of every injury of n more hits.
func enumerate(s *strike, n int, r *Rules, so injury, p float64, into map[int]float64) {
	if n == 0 {
		s.multiply(&so, r)
		into[so.injured+so.blunt] += p
		return
	}
	for roll, q := range s.damage.Dice.Dist().All() {
		next := so
		s.hit(&next, roll, r)
		enumerate(s, n-1, r, next, p*q, into)
	}
}

// TestManyHits: more hits than a table holds are drawn in parts, with the right
// mean and spread, and dice are found that fit.
func TestManyHits(t *testing.T) {
	r := DefaultRules()
	b := &Battle{Rules: r}
	u := &units.Unit{HP: 10}
	m := &units.Mode{Damage: damage(t, "5d cut")}
	s, _ := b.modeStrike(&GroupInfo{Group: Group{Unit: u, Count: 5}, Start: 5}, m, 0, units.Torso, false)
	f := &Fight{b: b}
	const hits, trials = 1000, 2000
	var values []float64
	for trial := range uint64(trials) {
		f.dice.Begin(1, trial)
		values = append(values, float64(f.drawInjury(&s, hits, nil)))
		if trial < 3 {
			f.dice.Begin(1, trial)
			var note InjuryRolled
			injured := f.drawInjury(&s, hits, &note)
			if len(note.Rolls) != hits || note.Injury != injured {
				t.Errorf("%d dice of injury %d for %d hits of %d", len(note.Rolls), note.Injury, hits, injured)
			}
		}
	}
	mean, sd := stat.MeanStdDev(values, nil)
	one := m.Damage.Dice.Dist()
	wantMean, wantSD := 1.5*hits*one.Mean(), 1.5*math.Sqrt(hits)*one.SD()
	if math.Abs(mean-wantMean) > 5*wantSD/math.Sqrt(trials)+1 || math.Abs(sd/wantSD-1) > 0.1 {
		t.Errorf("mean %v, SD %v; want %v, %v", mean, sd, wantMean, wantSD)
	}
}

// TestFittedDiceAreFair: dice found for a drawn sum fall as rolled ones do.
func TestFittedDiceAreFair(t *testing.T) {
	r := DefaultRules()
	b := &Battle{Rules: r}
	u := &units.Unit{HP: 10}
	u.Armour.SetAll(3)
	m := &units.Mode{Damage: damage(t, "1d+1 cut")}
	s, _ := b.modeStrike(&GroupInfo{Group: Group{Unit: u, Count: 5}, Start: 5}, m, 0, units.Torso, false)
	f, counts := &Fight{b: b}, make([]float64, 36)
	const trials = 100_000
	for trial := range uint64(trials) {
		f.dice.Begin(1, trial)
		var note InjuryRolled
		f.drawInjury(&s, 3, &note)
		counts[6*(note.Rolls[0]-2)+note.Rolls[2]-2]++
	}
	want := make([]float64, 36)
	for i := range want {
		want[i] = trials / 36.0
	}
	if p := (distuv.ChiSquared{K: 35}).Survival(stat.ChiSquare(counts, want)); p < 1e-4 {
		t.Errorf("first and third die of three: chance %v", p)
	}
}

// TestBothWaysOfDrawing holds the two ways of drawing dice together: battles in
// which every die of damage is rolled, and those by tables, come out alike by
// chi-square on outcome and survivors.
func TestBothWaysOfDrawing(t *testing.T) {
	neutral, offensive, auto := []Order{{}}, []Order{{Tactics: []Tactic{AllOutOffensive}}}, []Order{{Auto: true}}
	scenarios := map[string]Scenario{
		"duel":     melee(t, bandit(t), swordsman(t), 1, 1),
		"10 v 8":   melee(t, troglodyte(t), ogre(t), 10, 8),
		"40 v 30":  melee(t, troglodyte(t), ogre(t), 40, 30),
		"approach": twoSides(Group{Name: "T", Unit: troglodyte(t), Count: 10, Orders: neutral}, Group{Name: "O", Unit: ogre(t), Count: 8, Orders: offensive}, 70),
		"auto":     twoSides(Group{Name: "T", Unit: troglodyte(t), Count: 12, Orders: auto}, Group{Name: "O", Unit: ogre(t), Count: 8, Orders: auto}, 40),
		"archers":  twoSides(Group{Name: "B", Unit: bandit(t), Count: 9, Orders: auto}, Group{Name: "O", Unit: ogre(t), Count: 4, Orders: offensive}, 60),
	}
	per := melee(t, troglodyte(t), ogre(t), 10, 8)
	per.Rules.InjuryPerHit = true
	once := melee(t, troglodyte(t), ogre(t), 10, 8)
	once.Rules.DamageRolls, once.Rules.OnceOver = RollOnce, 4
	three := twoSides(Group{}, Group{}, 1)
	for side := range three.Sides {
		three.Sides[side].Groups = nil
		for k, u := range []*units.Unit{troglodyte(t), ogre(t), bandit(t)} {
			three.Sides[side].Groups = append(three.Sides[side].Groups, Group{Name: u.Name, Unit: u, Count: 8 - k - side, Position: &Point{0, float64(side)}})
		}
	}
	mean := melee(t, troglodyte(t), ogre(t), 10, 8)
	mean.Rules.DamageRolls = RollMean
	scenarios["per hit"], scenarios["once over"], scenarios["three a side"], scenarios["mean"] = per, once, three, mean

	trials := 100_000
	if testing.Short() {
		trials = 5_000
	}
	for name, s := range scenarios {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := Compile(s)
			if err != nil {
				t.Fatal(err)
			}
			var counts [2]map[string]float64
			for way := range counts {
				counts[way] = map[string]float64{}
				f := NewFight(b)
				f.RollDice = way == 1
				for trial := range uint64(trials) {
					r := f.Run(uint64(way+1), trial+1)
					counts[way][fmt.Sprint(r.Outcome, min(r.Rounds, 12), r.Groups[0].Survivors, r.Groups[len(r.Groups)-1].Survivors)]++
				}
			}
			if p := alike(counts[0], counts[1]); p < 1e-4 {
				t.Errorf("chance %.2g that both ways are one distribution", p)
			}
		})
	}
}

// alike is the chance, by chi-square on two samples of equal size, that they are
// of one distribution. Rare cells are counted together.
func alike(a, b map[string]float64) float64 {
	x, cells := 0.0, -1.0
	var rareA, rareB float64
	count := func(p, q float64) {
		if p+q > 0 {
			x += (p - q) * (p - q) / (p + q)
			cells++
		}
	}
	for k, p := range a {
		if q := b[k]; p+q < 20 {
			rareA, rareB = rareA+p, rareB+q
		} else {
			count(p, q)
		}
	}
	for k, q := range b {
		if _, ok := a[k]; !ok {
			if q < 20 {
				rareB += q
			} else {
				count(0, q)
			}
		}
	}
	count(rareA, rareB)
	return distuv.ChiSquared{K: cells}.Survival(x)
}
