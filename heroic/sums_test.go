package heroic

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"heroicsim/dice"
	"heroicsim/units"
)

// strikes yields strikes of many kinds against many kinds of armour: at groups,
// and at the limbs of single combatants.
func strikes(t *testing.T, rules Rules) map[string]*strike {
	all := map[string]*strike{}
	for _, e := range []dice.Expr{dice.D(1, 0), dice.D(1, -3), dice.D(2, -1), dice.D(3, 1), {Count: 0, Sides: 6, Adds: 4}, {Count: 2, Sides: 4, Adds: 1}} {
		for _, kind := range []units.DamageType{units.Crushing, units.Cutting, units.Impaling, units.SmallPiercing} {
			for _, divisor := range []units.Divisor{0, 500, 2000} {
				for _, dr := range []int{0, 1, 3, 9} {
					for _, l := range []units.Location{units.Torso, units.Neck, units.RightArm} {
						for _, halved := range []bool{false, true} {
							for _, flexible := range []bool{false, true} {
								u := &units.Unit{HP: 10}
								u.Armour.SetAll(dr)
								u.Armour.SetFlexible(l, flexible)
								b := &Battle{Rules: rules}
								m := &units.Mode{Damage: units.Damage{Dice: e, Divisor: divisor, Type: kind}}
								at := &GroupInfo{Group: Group{Unit: u, Count: 5}, Start: 5}
								if l == units.RightArm {
									at.Count, at.Start = 1, 1
								}
								s, ok := b.modeStrike(at, m, 0, aim{location: l, halved: halved})
								if !ok {
									t.Fatal("no strike")
								}
								all[fmt.Sprint(m.Damage, " DR ", dr, " ", l, " ", halved, " ", flexible)] = &s
								if dr == 1 && !halved {
									u := *u
									u.Traits.Tolerance = units.Diffuse
									at.Unit = &u
									s, _ := b.modeStrike(at, m, 0, aim{location: l})
									all[fmt.Sprint(m.Damage, " DR ", dr, " ", l, " ", flexible, " diffuse")] = &s
								}
							}
						}
					}
				}
			}
		}
	}
	return all
}

// drawing are the ways of rolling damage and of rounding injury.
func drawing() map[string]Rules {
	sum, each, once, mean := DefaultRules(), DefaultRules(), DefaultRules(), DefaultRules()
	each.InjuryPerHit = true
	once.DamageRolls, once.OnceOver = RollOnce, 2
	mean.DamageRolls = RollMean
	return map[string]Rules{"sum": sum, "per hit": each, "once over 2": once, "mean": mean}
}

// TestSumsAreExact: the distribution of injury that the tables draw from is that
// of rolling every die, by enumeration, to 1e-12.
func TestSumsAreExact(t *testing.T) {
	hits := 3
	if testing.Short() {
		hits = 2
	}
	for way, r := range drawing() {
		for name, s := range strikes(t, r) {
			for n := 1; n <= hits; n++ {
				want := map[int]float64{}
				enumerate(s, n, &r, 1, want)
				compareSpread(t, fmt.Sprintf("%s, %s, %d hits", way, name, n), s.injuryOf(n, &r), want)
			}
		}
	}
}

func compareSpread(t *testing.T, name string, got *spread, want map[int]float64) {
	t.Helper()
	sum := 0.0
	for v, p := range want {
		if math.Abs(got.of(v)-p) > 1e-12 {
			t.Fatalf("%s: injury %d has %v, want %v", name, v, got.of(v), p)
		}
		sum += got.of(v)
	}
	for _, p := range got.p {
		sum -= p
	}
	if math.Abs(sum) > 1e-12 {
		t.Fatalf("%s: %v of the distribution are elsewhere", name, -sum)
	}
}

// enumerate adds up the probability of every injury of n hits, by scripted dice
// that show all that they can.
func enumerate(s *strike, n int, r *Rules, p float64, into map[int]float64) {
	var rolls []int
	var rollOn func(left int, p float64)
	injury := func() int {
		d := dice.Scripted(dice.NewScript(rolls...))
		f := &Fight{b: &Battle{Rules: *r}, dice: *d}
		return f.rollInjury(s, n, nil)
	}
	rollOn = func(left int, p float64) {
		if left == 0 {
			into[injury()] += p
			return
		}
		for roll, q := range s.damage.Dice.Dist().All() {
			rolls = append(rolls, roll)
			rollOn(left-1, p*q)
			rolls = rolls[:len(rolls)-1]
		}
	}
	switch {
	case n == 0:
		into[0] += p
	case r.DamageRolls == RollMean:
		rollOn(0, p)
	case r.DamageRolls == RollOnce && n > r.OnceOver:
		rollOn(1, p)
	default:
		rollOn(n, p)
	}
}

// TestAttacksAreExact: the distribution of a whole attack, contest and hits, is
// that of all its rolls, to 1e-12, over a grid of skills, defences and switches.
func TestAttacksAreExact(t *testing.T) {
	for _, switches := range []func(*Rules){
		func(*Rules) {},
		func(r *Rules) { r.Criticals = true },
		func(r *Rules) { r.AttackMustSucceed = true },
		func(r *Rules) { r.InjuryPerHit = true },
		func(r *Rules) { r.DamageRolls, r.OnceOver = RollOnce, 2 },
	} {
		r := DefaultRules()
		switches(&r)
		for _, skill := range []int{3, 8, 12, 16, 21} {
			for _, defence := range []int{4, 9, 13} {
				for _, speedFactor := range []int{3, 4, 9} {
					for _, limit := range []int{0, 2} {
						attackIsExact(t, r, skill, defence, speedFactor, limit)
					}
				}
			}
		}
	}
}

func attackIsExact(t *testing.T, r Rules, skill, defence, speedFactor, limit int) {
	t.Helper()
	b := &Battle{Rules: r, quick: !r.Criticals && !r.AttackMustSucceed}
	b.lookUps()
	u := &units.Unit{HP: 10}
	u.Armour.SetAll(2)
	m := &units.Mode{Damage: units.Damage{Dice: dice.D(1, 1), Type: units.Cutting}}
	s, _ := b.modeStrike(&GroupInfo{Group: Group{Unit: u, Count: 5}, Start: 5}, m, 0, aim{})
	a := attack{weapon: &weapon{Weapon: &units.Weapon{Ranged: limit > 0}}, strike: &s, speedFactor: speedFactor, members: 1, shots: limit}
	a.defence.total = defence
	f := &Fight{b: b}
	byHits := make([]float64, 12)
	for attackRoll := 3; attackRoll <= 18; attackRoll++ {
		for defenceRoll := 3; defenceRoll <= 18; defenceRoll++ {
			_, n := f.decide(&a, skill, attackRoll, defenceRoll)
			byHits[n] += ways3d[attackRoll] * ways3d[defenceRoll] / 46656
		}
	}
	want := map[int]float64{}
	for n, p := range byHits {
		if p > 0 {
			injury := s.injuryOf(n, &r) // held to every die by TestSumsAreExact
			for v, q := range injury.p {
				want[injury.low+v] += p * q
			}
		}
	}
	got := f.injuryOdds(&a, skill)
	compareSpread(t, fmt.Sprintf("skill %d, defence %d, SF %d, limit %d, %+v", skill, defence, speedFactor, limit, r), &got, want)
}

// TestManyHits: the sum of many hits has the right mean and spread, dice are found
// that fit, and of many it is drawn how many show each roll.
func TestManyHits(t *testing.T) {
	r := DefaultRules()
	b := &Battle{Rules: r}
	u := &units.Unit{HP: 10}
	m := &units.Mode{Damage: damage(t, "5d cut")}
	s, _ := b.modeStrike(&GroupInfo{Group: Group{Unit: u, Count: 5}, Start: 5}, m, 0, aim{})
	f := &Fight{b: b}
	for _, hits := range []int{mostApart, mostApart + 1, 1000, s.most + 1, 3_000_000} {
		const trials = 400
		var values []float64
		for trial := range uint64(trials) {
			f.dice.Begin(1, trial)
			values = append(values, float64(f.rollInjury(&s, hits, nil)))
			if trial < 2 {
				f.dice.Begin(1, trial)
				var note InjuryRolled
				injured := f.rollInjury(&s, hits, &note)
				rolls := len(note.Rolls)
				for _, roll := range note.Many {
					rolls += roll.Times
				}
				if rolls != hits || (len(note.Many) > 0) != (hits > mostApart) || note.Injury != injured || float64(injured) != values[trial] {
					t.Errorf("%d dice of injury %d for %d hits of %d", rolls, note.Injury, hits, injured)
				}
			}
		}
		mean, sd := stat.MeanStdDev(values, nil)
		one := m.Damage.Dice.Dist()
		wantMean, wantSD := 1.5*float64(hits)*one.Mean(), 1.5*math.Sqrt(float64(hits))*one.SD()
		if math.Abs(mean-wantMean) > 5*wantSD/math.Sqrt(trials)+1 || math.Abs(sd/wantSD-1) > 0.2 {
			t.Errorf("%d hits: mean %v, SD %v; want %v, %v", hits, mean, sd, wantMean, wantSD)
		}
	}
}

// TestManyHitsOneByOne: many hits do what as many do one by one, whatever cuts or
// rounds them.
func TestManyHitsOneByOne(t *testing.T) {
	for way, r := range drawing() {
		for name, s := range strikes(t, r) {
			if !s.addsUp(&r) {
				continue
			}
			f := &Fight{b: &Battle{Rules: r}}
			note, n := s.rolled(), 300
			injury := f.rollInjury(s, n, &note)
			var one injuryCount
			for _, roll := range note.Many {
				for range roll.Times {
					s.hit(&one, roll.Roll, &r)
					n--
				}
			}
			s.multiply(&one, &r)
			if n != 0 || injury != one.injured+one.blunt || note.Injury != injury || note.Pen != one.penetrating || note.Blunt != one.blunt {
				t.Errorf("%s, %s: %d, %+v; one by one %+v, %d hits over", way, name, injury, note, one, n)
			}
		}
	}
}

// TestFittedDiceAreFair: dice found for a drawn sum fall as rolled ones do.
func TestFittedDiceAreFair(t *testing.T) {
	r := DefaultRules()
	b := &Battle{Rules: r}
	u := &units.Unit{HP: 10}
	u.Armour.SetAll(3)
	m := &units.Mode{Damage: damage(t, "1d+1 cut")}
	s, _ := b.modeStrike(&GroupInfo{Group: Group{Unit: u, Count: 5}, Start: 5}, m, 0, aim{})
	f, counts := &Fight{b: b}, make([]float64, 36)
	const trials = 100_000
	for trial := range uint64(trials) {
		f.dice.Begin(1, trial)
		note := s.rolled()
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

// TestToldRollsAreFair: what a story shows for losses that were drawn at once falls
// as rolled dice do: the contest, the hits, their dice and the HT roll.
func TestToldRollsAreFair(t *testing.T) {
	trials := 60_000
	if testing.Short() {
		trials = 5_000
	}
	s := melee(t, troglodyte(t), ogre(t), 5, 4)
	s.MaxRounds = 1
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	rolled := map[string]*[2]map[string]float64{}
	for way := range 2 {
		f := NewFight(b)
		f.RollDice = way == 1
		count := func(what string, values ...any) {
			if rolled[what] == nil {
				rolled[what] = &[2]map[string]float64{{}, {}}
			}
			rolled[what][way][fmt.Sprint(values...)]++
		}
		f.Trace = func(e Event) {
			switch e := e.(type) {
			case Attacked:
				count("contest", e.Attacker, " ", e.Attack, " ", e.Defend)
				if e.Hits > 0 {
					count("hits and dice", e.Attacker, " ", e.Hits, " ", e.Injury.Rolls[0], " ", e.Injury.Rolls[e.Hits-1], " ", e.Injury.Injury)
				}
			case Suffered:
				count("HT", e.Group, " ", e.HT.Roll, " ", e.Injury, " ", e.Taken)
			}
		}
		for trial := range uint64(trials) {
			f.Run(uint64(way+1), trial+1)
		}
	}
	if len(rolled) != 3 {
		t.Errorf("only %d things were told", len(rolled))
	}
	for what, counts := range rolled {
		if p := alike(counts[0], counts[1]); p < 1e-4 {
			t.Errorf("%s: chance %.2g that told rolls fall as rolled ones do", what, p)
		}
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
	padded := troglodyte(t)
	padded.Armour.SetFlexible(units.Torso, true) // blunt trauma
	flexible := melee(t, padded, ogre(t), 10, 8)
	arms := melee(t, swordsman(t), bandit(t), 1, 3)
	arms.Sides[1].Groups[0].Orders = []Order{{Location: units.RightArm}}
	scenarios["per hit"], scenarios["once over"], scenarios["three a side"], scenarios["mean"] = per, once, three, mean
	scenarios["flexible"], scenarios["arms"] = flexible, arms
	cloud := ogre(t)
	cloud.Traits.Tolerance = units.Diffuse
	scenarios["diffuse"] = melee(t, troglodyte(t), cloud, 10, 4)
	leech := troglodyte(t)
	leech.Weapons = slices.Clone(leech.Weapons)
	leech.Weapons[0].Modes = modes(t, "1d fat")
	scenarios["fatigue damage"] = melee(t, leech, ogre(t), 10, 8)
	// One alone, whose arm can be crippled, among several of his kind.
	alone := twoSides(Group{}, Group{}, 1)
	alone.Sides[0].Groups = []Group{{Name: "many", Unit: bandit(t), Count: 3, Position: &Point{}}, {Name: "one", Unit: bandit(t), Count: 1, Position: &Point{}}}
	alone.Sides[1].Groups = []Group{{Name: "S", Unit: swordsman(t), Count: 3, Position: &Point{0, 1}, Orders: []Order{{Location: units.RightArm}}}}
	scenarios["alone"] = alone

	trials := 100_000
	switch {
	case *long:
		trials = 1_500_000
	case testing.Short():
		trials = 5_000
	}
	for name, s := range scenarios {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := Compile(s)
			if err != nil {
				t.Fatal(err)
			}
			bothWays(t, b, trials, func(r *Result) string {
				return fmt.Sprint(r.Outcome, min(r.Rounds, 12), r.Groups[0].Survivors, r.Groups[len(r.Groups)-1].Survivors)
			})
		})
	}
}

// bothWays fights a battle with tables and with all dice rolled, and holds what comes of
// it, as a key says it, to be of one distribution.
func bothWays(t *testing.T, b *Battle, trials int, key func(*Result) string) {
	t.Helper()
	var counts [2]map[string]float64
	for way := range counts {
		counts[way] = map[string]float64{}
		f := NewFight(b)
		f.RollDice = way == 1
		for trial := range uint64(trials) {
			counts[way][key(f.Run(uint64(way+1), trial+1))]++
		}
	}
	if p := alike(counts[0], counts[1]); p < 1e-4 {
		t.Errorf("chance %.2g that both ways are one distribution", p)
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
