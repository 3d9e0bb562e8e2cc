package dice

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// alpha is how unlikely a result must be, if all is well, for a test to fail.
// Seeds are fixed, so a test fails always or never.
const alpha = 1e-4

// checkFit fails t if counts do not fit the probabilities. Cells that expect
// fewer than five cases are counted as one, and cells of probability 0 must
// stay empty.
func checkFit(t *testing.T, what string, counts []int, p []float64) {
	t.Helper()
	n := 0
	for _, c := range counts {
		n += c
	}
	var obs, exp []float64
	var rareObs, rareExp float64
	for i, c := range counts {
		e := p[i] * float64(n)
		switch {
		case p[i] == 0:
			if c > 0 {
				t.Errorf("%s: cell %d is impossible and came up %d times", what, i, c)
			}
		case e < 5:
			rareObs, rareExp = rareObs+float64(c), rareExp+e
		default:
			obs, exp = append(obs, float64(c)), append(exp, e)
		}
	}
	if rareExp >= 5 {
		obs, exp = append(obs, rareObs), append(exp, rareExp)
	}
	if len(obs) < 2 {
		return
	}
	x := stat.ChiSquare(obs, exp)
	if p := (distuv.ChiSquared{K: float64(len(obs) - 1)}).Survival(x); p < alpha {
		t.Errorf("%s: chi-square %.1f over %d cells has a chance of %.2g, want at least %.2g", what, x, len(obs), p, alpha)
	}
}

// at returns dice at a moment of a trial that differs from case to case.
func at(d *Dice, i int) *Dice {
	d.Begin(1, uint64(i/64))
	d.At(1+i%4, Melee, i/4%4, 4+i/16%4)
	return d
}

func TestRollsFit(t *testing.T) {
	const n = 200_000
	exprs := []Expr{
		D(1, 0), D(2, 0), D(3, 0), D(4, -1), D(5, 0), D(6, 0), D(12, 0), D(13, 0), D(14, 0), D(25, 3),
		{1, 10, 0}, {2, 10, 0}, {3, 4, 1}, {1, 1000, 0},
	}
	type roll struct {
		name string
		draw func(*Dice) int
		want Dist
	}
	rolls := []roll{
		{"D6", (*Dice).D6, D(1, 0).Dist()},
		{"Success", (*Dice).Success, D(3, 0).Dist()},
	}
	for _, e := range exprs {
		rolls = append(rolls, roll{"Roll " + e.String(), func(d *Dice) int { return d.Roll(e) }, e.Dist()})
	}
	for _, n := range []int{1, 2, 3, 7, 10, 100} {
		rolls = append(rolls, roll{fmt.Sprint("Index ", n), func(d *Dice) int { return d.Index(n) + 1 }, Expr{1, n, 0}.Dist()})
	}
	for _, p := range []float64{0, 0.01, 0.25, 0.5, 0.9, 1} {
		rolls = append(rolls, roll{fmt.Sprint("Chance ", p), func(d *Dice) int {
			if d.Chance(p) {
				return 1
			}
			return 0
		}, Dist{0, []float64{1 - p, p}}})
	}
	for _, r := range rolls {
		counts, d := make([]int, len(r.want.P)), new(Dice)
		for i := range n {
			at(d, i)
			for range i % 3 { // other draws before it
				d.D6()
			}
			v := r.draw(d) - r.want.Min
			if v < 0 || v >= len(counts) {
				t.Fatalf("%s gave %d", r.name, v+r.want.Min)
			}
			counts[v]++
		}
		checkFit(t, r.name, counts, r.want.P)
	}
}

// joint is the distribution of two independent totals, row by row.
func joint(a, b Dist) []float64 {
	var p []float64
	for _, pa := range a.P {
		for _, pb := range b.P {
			p = append(p, pa*pb)
		}
	}
	return p
}

// TestContestFits counts pairs: the two totals of a contest come from one draw.
func TestContestFits(t *testing.T) {
	const n = 1_000_000
	counts, d := make([]int, 256), new(Dice)
	for i := range n {
		a, b := at(d, i).Contest()
		counts[16*(a-3)+b-3]++
	}
	success := D(3, 0).Dist()
	checkFit(t, "Contest", counts, joint(success, success))
}

// TestDiceOfOneDrawAreIndependent counts the results of dice that share a draw.
func TestDiceOfOneDrawAreIndependent(t *testing.T) {
	const n = 400_000
	for _, c := range []struct {
		more, fewer Expr // more - fewer is what the further dice show
	}{{D(6, 0), D(3, 0)}, {D(4, 0), D(3, 0)}, {D(9, 0), D(6, 0)}, {D(12, 0), D(9, 0)}, {D(15, 0), D(12, 0)}} {
		rest := D(c.more.Count-c.fewer.Count, 0)
		first, last := c.fewer.Dist(), rest.Dist()
		counts, d := make([]int, len(first.P)*len(last.P)), new(Dice)
		for i := range n {
			all, some := at(d, i).Roll(c.more), at(d, i).Roll(c.fewer)
			if all-some < rest.Min() || all-some > rest.Max() {
				t.Fatalf("%v shows %d where %v shows %d", c.more, all, c.fewer, some)
			}
			counts[(some-first.Min)*len(last.P)+all-some-last.Min]++
		}
		checkFit(t, fmt.Sprintf("%v of %v", c.fewer, c.more), counts, joint(first, last))
	}
}

// TestNeighboursAreUnrelated compares draws at moments that differ in one thing
// only, by the correlation and by the counts of pairs.
func TestNeighboursAreUnrelated(t *testing.T) {
	const n = 100_000
	type moment struct {
		seed, trial   uint64
		round         int
		phase         Phase
		actor, target int
		nth           int
	}
	base := func(i int) moment {
		return moment{seed: 1, trial: uint64(i), round: 1, phase: Ranged, actor: 1, target: 2}
	}
	for _, c := range []struct {
		name string
		step func(*moment)
	}{
		{"seeds", func(m *moment) { m.seed++ }},
		{"trials", func(m *moment) { m.trial++ }},
		{"seeds and trials", func(m *moment) { m.seed++; m.trial-- }},
		{"seed for trial", func(m *moment) { m.seed, m.trial = m.trial, m.seed }},
		{"rounds", func(m *moment) { m.round++ }},
		{"phases", func(m *moment) { m.phase++ }},
		{"last phase, next round", func(m *moment) { m.phase, m.round = Aftermath, m.round+1 }},
		{"actors", func(m *moment) { m.actor++ }},
		{"targets", func(m *moment) { m.target++ }},
		{"actor for target", func(m *moment) { m.actor, m.target = m.target, m.actor }},
		{"next draw", func(m *moment) { m.nth++ }},
	} {
		d := new(Dice)
		roll := func(m moment) int {
			d.Begin(m.seed, m.trial)
			d.At(m.round, m.phase, m.actor, m.target)
			for range m.nth {
				d.Success()
			}
			return d.Success()
		}
		x, y, counts := make([]float64, n), make([]float64, n), make([]int, 256)
		for i := range n {
			m := base(2*i + 1)
			a := roll(m)
			c.step(&m)
			b := roll(m)
			x[i], y[i] = float64(a), float64(b)
			counts[16*(a-3)+b-3]++
		}
		// A correlation of unrelated draws is nearly normal with variance 1/n.
		if r := stat.Correlation(x, y, nil); math.Abs(r)*math.Sqrt(n) > 4 {
			t.Errorf("%s correlate by %.4f", c.name, r)
		}
		success := D(3, 0).Dist()
		checkFit(t, c.name, counts, joint(success, success))
	}
}

// TestNoSharedBattles looks at the streams of several seeds: no two moments,
// of one battle or of different ones, start alike, and no two trials have the
// same key.
func TestNoSharedBattles(t *testing.T) {
	const trials = 60
	type moment struct { // round 0 is the key of the trial
		seed, trial   uint64
		round         int
		phase         Phase
		actor, target int
	}
	seen := make(map[uint64]moment, 1<<19)
	d := new(Dice)
	claim := func(m moment) {
		if other, taken := seen[d.state]; taken {
			t.Fatalf("%+v starts like %+v", m, other)
		}
		seen[d.state] = m
		if d.state == 0 {
			t.Errorf("%+v has the state 0", m)
		}
	}
	for _, seed := range []uint64{0, 1, 2, 3, 1 << 32, math.MaxUint64, gamma} {
		for trial := uint64(1); trial <= trials; trial++ {
			d.Begin(seed, trial)
			claim(moment{seed: seed, trial: trial})
			for round := 1; round <= 10; round++ {
				for phase := Orders; phase <= Aftermath; phase++ {
					for actor := range 3 {
						for target := range 3 {
							d.At(round, phase, actor, target)
							claim(moment{seed, trial, round, phase, actor, target})
						}
					}
				}
			}
		}
	}
}

// TestAtForgets makes sure that how many dice fell before does not matter.
func TestAtForgets(t *testing.T) {
	var d, e Dice
	d.Begin(7, 3)
	e.Begin(7, 3)
	for range 5 {
		d.D6()
	}
	d.At(2, Morale, 1, 0)
	e.At(2, Morale, 1, 0)
	if a, b := d.Roll(D(13, 0)), e.Roll(D(13, 0)); a != b {
		t.Errorf("the same moment rolls %d and %d", a, b)
	}
	d.Begin(7, 3)
	e.Begin(7, 3)
	if a, b := d.Roll(D(13, 0)), e.Roll(D(13, 0)); a != b {
		t.Errorf("the same trial rolls %d and %d", a, b)
	}
}

// TestStreamIsFrozen pins what the dice show. A seed in a report must tell the
// same battle for ever: if this fails, the change is wrong, not the test.
func TestStreamIsFrozen(t *testing.T) {
	var d Dice
	var got []int
	for _, m := range []struct {
		seed, trial uint64
		round       int
		phase       Phase
	}{{1, 1, 1, Initiative}, {1, 2, 1, Initiative}, {2, 1, 1, Initiative}, {1, 1, 2, MeleeInjury}} {
		d.Begin(m.seed, m.trial)
		d.At(m.round, m.phase, 1, 2)
		a, b := d.Contest()
		got = append(got, d.D6(), d.Success(), a, b, d.Roll(D(13, 0)), d.Roll(Expr{2, 10, 0}), d.Index(100))
	}
	got = append(got, d.Binomial(1000, OddsOf(1, 6)))
	want := []int{4, 7, 17, 15, 48, 3, 3, 2, 11, 8, 7, 44, 10, 84, 6, 6, 10, 11, 46, 8, 9, 3, 6, 12, 11, 39, 10, 62, 168}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the dice show %v, want %v", got, want)
	}
}

func TestScript(t *testing.T) {
	s := NewScript(6, 3, 18, 13, 25, 2, 29)
	s.Add(30)
	d := Scripted(s)
	d.Begin(1, 1) // neither changes what a script shows
	d.At(1, Melee, 0, 1)
	if got := d.D6(); got != 6 {
		t.Errorf("D6 is %d, want 6", got)
	}
	if got := d.Success(); got != 3 {
		t.Errorf("Success is %d, want 3", got)
	}
	if a, b := d.Contest(); a != 18 || b != 13 {
		t.Errorf("Contest is %d, %d, want 18, 13", a, b)
	}
	if got := d.Roll(Expr{2, 10, 5}); got != 25 {
		t.Errorf("Roll is %d, want 25", got)
	}
	if got := d.Index(3); got != 1 {
		t.Errorf("Index is %d, want 1", got)
	}
	if s.Left() != 2 {
		t.Errorf("%d entries are left, want 2", s.Left())
	}
	if !d.Chance(0.29) {
		t.Error("29 of 100 is not within a chance of 0.29") // 0.29*100 < 29
	}
	if d.Chance(0.29) {
		t.Error("30 of 100 is within a chance of 0.29")
	}
	if s.Left() != 0 {
		t.Errorf("%d entries are left, want none", s.Left())
	}
}

func TestScriptPanics(t *testing.T) {
	for _, c := range []struct {
		totals []int
		roll   func(*Dice)
		want   string
	}{
		{nil, func(d *Dice) { d.D6() }, "dice: the script ran out at roll 1, 1d"},
		{[]int{10}, func(d *Dice) { d.Contest() }, "dice: the script ran out at roll 2, defence 3d"},
		{[]int{0}, func(d *Dice) { d.D6() }, "entry 1 of the script is 0, but 1d shows 1 to 6"},
		{[]int{7}, func(d *Dice) { d.D6() }, "entry 1 of the script is 7, but 1d shows 1 to 6"},
		{[]int{2}, func(d *Dice) { d.Success() }, "is 2, but 3d shows 3 to 18"},
		{[]int{19}, func(d *Dice) { d.Contest() }, "is 19, but attack 3d shows 3 to 18"},
		{[]int{12}, func(d *Dice) { d.Roll(D(2, -1)) }, "is 12, but 2d-1 shows 1 to 11"},
		{[]int{0}, func(d *Dice) { d.Index(4) }, "is 0, but one of 4 shows 1 to 4"},
		{[]int{101}, func(d *Dice) { d.Chance(0.5) }, "is 101, but 1 to 100 shows 1 to 100"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, c.want) {
					t.Errorf("script %v panics with %q, want %q", c.totals, got, c.want)
				}
			}()
			c.roll(Scripted(NewScript(c.totals...)))
		}()
	}
}

// TestBinomial: how many of n things happen falls as it should, from one thing to
// millions.
func TestBinomial(t *testing.T) {
	for _, p := range []struct{ ways, of int }{{0, 1}, {1, 6}, {1, 2}, {5, 6}, {215, 216}, {1, 1}} {
		odds, chance := OddsOf(p.ways, p.of), float64(p.ways)/float64(p.of)
		for _, n := range []int{0, 1, 2, 3, 64, 65, 1000, 5_000_000} {
			trials := 4000
			if n > 1000 {
				trials = 60
			}
			var d Dice
			var counts []int
			sum, square := 0.0, 0.0
			for trial := range uint64(trials) {
				d.Begin(7, trial)
				k := d.Binomial(n, odds)
				if k < 0 || k > n {
					t.Fatalf("%d of %d happen", k, n)
				}
				for n <= 65 && len(counts) <= n {
					counts = append(counts, 0)
				}
				if n <= 65 {
					counts[k]++
				}
				off := float64(k) - chance*float64(n)
				sum, square = sum+off, square+off*off
			}
			some, variance := float64(trials), chance*(1-chance)*float64(n)
			if math.Abs(sum) > 5*math.Sqrt(variance*some)+1e-6 {
				t.Errorf("%d of odds %v: mean is off by %v, SD %v", n, p, sum/some, math.Sqrt(variance))
			}
			if variance > 100 && math.Abs(square/some/variance-1) > 5*math.Sqrt(2/some) {
				t.Errorf("%d of odds %v: variance %v, want %v", n, p, square/some, variance)
			}
			if n <= 65 && chance > 0 && chance < 1 {
				want := make([]float64, n+1)
				for k := range want {
					want[k] = distuv.Binomial{N: float64(n), P: chance}.Prob(float64(k))
				}
				checkFit(t, fmt.Sprintf("%d of odds %v", n, p), counts, want)
			}
		}
	}
}

// TestShare: things come to cases by their chances, all of them, and never to a case
// that has none.
func TestShare(t *testing.T) {
	var d Dice
	p := []float64{0.5, 0, 0.125, 0.25, 0, 0.125, 0}
	const n, trials = 1000, 400
	sums, counts := make([]float64, len(p)), make([]int, len(p))
	for trial := range uint64(trials) {
		d.Begin(3, trial)
		d.Share(n, p, counts)
		all := 0
		for i, k := range counts {
			all += k
			sums[i] += float64(k)
		}
		if all != n {
			t.Fatalf("%v are %d of %d", counts, all, n)
		}
	}
	for i, sum := range sums {
		if want := p[i] * n * trials; math.Abs(sum-want) > 5*math.Sqrt(want*(1-p[i])) {
			t.Errorf("case %d: %v of %d, want %v", i, sum, n*trials, want)
		}
	}
	if d.Share(0, p, counts); slices.Max(counts) != 0 {
		t.Errorf("of nothing %v", counts)
	}
}

func TestRollsDoNotAllocate(t *testing.T) {
	d, trial := new(Dice), uint64(0)
	if got := testing.AllocsPerRun(1000, func() {
		trial++
		d.Begin(1, trial)
		d.At(3, Melee, 1, 2)
		d.D6()
		d.Success()
		d.Contest()
		d.Roll(D(13, 1))
		d.Roll(Expr{2, 10, 0})
		d.Index(7)
		d.Chance(0.5)
	}); got != 0 {
		t.Errorf("%v allocations a trial, want 0", got)
	}
}

func BenchmarkRolls(b *testing.B) {
	for _, r := range []struct {
		name string
		roll func(*Dice)
	}{
		{"Begin", func(d *Dice) { d.Begin(1, 2) }},
		{"At", func(d *Dice) { d.At(1, Melee, 1, 2) }},
		{"D6", func(d *Dice) { d.D6() }},
		{"Contest", func(d *Dice) { d.Contest() }},
		{"3d", func(d *Dice) { d.Roll(D(3, 0)) }},
		{"13d", func(d *Dice) { d.Roll(D(13, 0)) }},
	} {
		b.Run("roll="+r.name, func(b *testing.B) {
			d := new(Dice)
			d.Begin(1, 1)
			for b.Loop() {
				r.roll(d)
			}
		})
	}
}

// RollEach adds up what the rolls that it tells are worth, told or not, and goes on from
// the same draw.
func TestRollEach(t *testing.T) {
	for _, e := range []Expr{D(1, 0), D(1, -3), D(2, 1), D(3, 0), D(4, 2), {1, 10, 0}} {
		var each []int32
		for roll := e.Min(); roll <= e.Max(); roll++ {
			each = append(each, int32(roll*roll%17))
		}
		w := NewWorth(e, each)
		for n := range 60 {
			var d, silent Dice
			d.Begin(7, uint64(n))
			silent.Begin(7, uint64(n))
			var told []int
			sum, want := d.RollEach(w, n, &told), 0
			for _, roll := range told {
				want += int(each[roll-e.Min()])
			}
			if got := silent.RollEach(w, n, nil); len(told) != n || sum != want || got != want || d.Next() != silent.Next() {
				t.Fatalf("%d times %v: %v come to %d, and %d told; silently to %d", n, e, told, want, sum, got)
			}
		}
	}
}
