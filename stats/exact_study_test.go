package stats

import (
	"math"
	"slices"
	"testing"

	"heroicsim/heroic"
)

// frequencies is the exact tally of what would happen if the trials of y were all
// that can.
func frequencies(y *tally) *exactTally {
	t, n := new(exactTally), max(1, float64(y.trials()))
	of := func(k int64) float64 { return float64(k) / n }
	spread := func(c *counts) (m mass) {
		for i, k := range c.bins {
			m = append(m, make(mass, c.base+int64(i)+1-int64(len(m)))...)
			m[c.base+int64(i)] = of(k)
		}
		return m
	}
	for i := range y {
		o, x := &y[i], &t.outcomes[i]
		x.p, x.rounds = of(o.trials), spread(&o.rounds)
		for s := range o.sides {
			x.sides[s] = exactSide{losses: spread(&o.sides[s].losses), spared: of(o.sides[s].spared)}
		}
		for g := range o.groups {
			k := &o.groups[g]
			e := exactGroup{
				survivors: spread(&k.survivors), hp: spread(&k.hp), dead: spread(&k.dead), below: spread(&k.below),
				destroyed: of(k.destroyed), broke: of(k.broke), surrendered: of(k.surrendered),
				collapsed: of(k.collapsed), left: of(k.left), unhurt: of(k.unhurt), falls: of(k.falls), stands: of(k.stands),
			}
			for l, k := range k.crippled {
				e.crippled[l] = of(k)
			}
			x.groups = append(x.groups, e)
		}
	}
	return t
}

// TestExactStudy holds the study of frequencies against that of the trials
// themselves: every figure is the same, but what is said of chance.
func TestExactStudy(t *testing.T) {
	b, c := coinBattle(12), &coin{p: 0.6, scale: 12}
	tallier := newTallier(b)
	y := tallier.empty()
	for trial := range uint64(5000) {
		tallier.add(y, c.Run(9, trial))
	}
	o := Options{Trials: 5000}.complete()
	want := newStudy(b, o, &campaign{Options: o, total: y})
	got := newExactStudy(b, ExactOptions{Confidence: 0.9}, frequencies(y))
	if got.Method != Exactly || got.Method.String() != "exact" || want.Method.String() != "monte-carlo" || got.Confidence != 0.9 {
		t.Errorf("%v, %v, confidence %v", got.Method, want.Method, got.Confidence)
	}
	if got.Empty() || want.Empty() || got.Partial || got.Trials != 0 || got.Planned != 0 || got.Residual != 0 {
		t.Errorf("%+v", got)
	}
	sameSummary(t, "rounds", got.Rounds, want.Rounds)
	for i, o := range want.Outcomes {
		sameProportion(t, o.Name, got.Outcomes[i].Proportion, o.Proportion)
		sameSummary(t, o.Name, got.Outcomes[i].Rounds, o.Rounds)
	}
	for i, s := range want.Sides {
		g := got.Sides[i]
		if g.Name != s.Name || g.Start != s.Start || g.Characters != s.Characters {
			t.Errorf("%+v\n%+v", g, s)
		}
		sameSummary(t, s.Name, g.Losses, s.Losses)
		sameProportion(t, s.Name, g.NobodyFalls, s.NobodyFalls)
	}
	for i, w := range want.Groups {
		g := got.Groups[i]
		if g.Side != w.Side || g.Name != w.Name || g.Start != w.Start || g.Character != w.Character {
			t.Errorf("%+v\n%+v", g, w)
		}
		sameFate(t, g.Name, &g.Fate, &w.Fate)
		for o := range w.ByOutcome {
			sameFate(t, g.Name+", "+want.Outcomes[o].Name, &g.ByOutcome[o], &w.ByOutcome[o])
		}
	}
}

func sameFate(t *testing.T, what string, got, want *Fate) {
	t.Helper()
	for _, of := range []func(*Fate) *Summary{
		func(f *Fate) *Summary { return &f.Survivors }, func(f *Fate) *Summary { return &f.HP },
		func(f *Fate) *Summary { return &f.Dead }, func(f *Fate) *Summary { return &f.Below },
	} {
		sameSummary(t, what, *of(got), *of(want))
	}
	for _, of := range []func(*Fate) Proportion{
		func(f *Fate) Proportion { return f.Destroyed }, func(f *Fate) Proportion { return f.Broke },
		func(f *Fate) Proportion { return f.Surrendered }, func(f *Fate) Proportion { return f.Collapsed },
		func(f *Fate) Proportion { return f.Left }, func(f *Fate) Proportion { return f.Stands },
		func(f *Fate) Proportion { return f.Unhurt }, func(f *Fate) Proportion { return f.Wounded },
		func(f *Fate) Proportion { return f.Falls },
	} {
		sameProportion(t, what, of(got), of(want))
	}
	if len(got.Crippled) != len(want.Crippled) {
		t.Fatalf("%s: %v, want %v", what, got.Crippled, want.Crippled)
	}
	for i, c := range want.Crippled {
		if got.Crippled[i].Location != c.Location {
			t.Errorf("%s: %v, want %v", what, got.Crippled[i], c)
		}
		sameProportion(t, what, got.Crippled[i].Proportion, c.Proportion)
	}
}

func sameProportion(t *testing.T, what string, got, want Proportion) {
	t.Helper()
	if !got.Exact || got.Count != 0 || got.Of != 0 {
		t.Errorf("%s: counted: %+v", what, got)
	}
	if got.None() != want.None() {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	} else if !got.None() && (math.Abs(got.P-want.P) > 1e-14 || got.Low != got.P || got.High != got.P || got.Never() != want.Never() || got.Always() != want.Always()) {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

func sameSummary(t *testing.T, what string, got, want Summary) {
	t.Helper()
	if !got.Exact || got.N != 0 || !math.IsNaN(got.SE) || got.None() != want.None() {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
	if got.None() {
		return
	}
	sd := 0.0
	if want.N > 1 {
		sd = want.SD * math.Sqrt(float64(want.N-1)/float64(want.N)) // over N
	}
	if math.Abs(got.Mean-want.Mean) > 1e-14*want.Mean || math.Abs(got.SD-sd) > 1e-14*float64(want.Max) {
		t.Errorf("%s: mean %v, SD %v, want %v, %v", what, got.Mean, got.SD, want.Mean, sd)
	}
	quantiles := func(s Summary) [8]int64 { return [8]int64{s.Min, s.P5, s.P25, s.P50, s.P75, s.P95, s.Max, s.Width} }
	if quantiles(got) != quantiles(want) {
		t.Errorf("%s: %v, want %v", what, quantiles(got), quantiles(want))
	}
	alike := func(a, b Bin) bool { return a.Value == b.Value && a.Count == 0 && math.Abs(a.Share-b.Share) < 1e-14 }
	if !slices.EqualFunc(got.Histogram, want.Histogram, alike) {
		t.Errorf("%s: %v, want %v", what, got.Histogram, want.Histogram)
	}
}

// TestNeverHappens: what an outcome without probability comes to has no value.
func TestNeverHappens(t *testing.T) {
	y := newTallier(coinBattle(12)).empty()
	tally := frequencies(y) // of no trial
	tally.outcomes[heroic.FirstWins].p = 1 - 4e-13
	tally.residual = 4e-13
	s := newExactStudy(coinBattle(12), ExactOptions{}, tally)
	for _, f := range []Fate{s.Groups[0].ByOutcome[heroic.Draw], s.Groups[1].ByOutcome[heroic.Draw]} {
		if !f.Broke.None() || !f.Falls.None() || !f.Survivors.None() || f.Survivors.Histogram != nil || !math.IsNaN(f.Survivors.SD) {
			t.Errorf("%+v", f)
		}
	}
	won, drawn := s.Outcomes[heroic.FirstWins], s.Outcomes[heroic.Draw]
	if !won.Always() || won.Never() || drawn.Always() || !drawn.Never() || drawn.None() || s.Residual != 4e-13 || won.P+s.Residual != 1 {
		t.Errorf("%+v\n%+v", won, drawn)
	}
	if rare := exactProportion(2e-12, 1); rare.Never() || rare.Always() {
		t.Errorf("%+v", rare)
	}
	if none := exactProportion(0, 0); none.Always() || none.Never() {
		t.Errorf("%+v", none)
	}
}

// TestMassSummary has distributions whose figures are known.
func TestMassSummary(t *testing.T) {
	tenths := make(mass, 11) // 1 to 10, whose sums in floats miss 0.3 and 0.7
	for v := 1; v <= 10; v++ {
		tenths[v] = 0.1
	}
	s := tenths.summary()
	if math.Abs(s.Mean-5.5) > 1e-15 || math.Abs(s.SD-math.Sqrt(8.25)) > 1e-15 {
		t.Errorf("mean %v, SD %v", s.Mean, s.SD)
	}
	for share := 1; share <= 10; share++ {
		if got := s.shareQuantile(float64(share) / 10); got != int64(share) {
			t.Errorf("the first %d tenths reach %d", share, got)
		}
		if got := s.shareQuantile(float64(share)/10 + 1e-9); got != int64(min(share+1, 10)) {
			t.Errorf("a little more than %d tenths reach %d", share, got)
		}
	}
	if one := (mass{0, 0, 0, 0.25}).summary(); one.Mean != 3 || one.SD != 0 || one.Min != 3 || one.Max != 3 || one.P5 != 3 || one.P95 != 3 || len(one.Histogram) != 1 || one.Histogram[0].Share != 1 {
		t.Errorf("%+v", one)
	}
	if none := (mass{0, 0}).summary(); !none.None() || none.Histogram != nil || none.Width != 1 {
		t.Errorf("%+v", none)
	}
}

// TestMassBins: wide distributions have the bins that counts would make.
func TestMassBins(t *testing.T) {
	for _, c := range []struct{ from, to int64 }{{0, 4095}, {0, 4096}, {1, 4096}, {4095, 8191}, {7, 20_000}, {30_000, 34_095}, {30_001, 34_097}} {
		m, seen := make(mass, c.to+1), new(counts)
		for v := c.from; v <= c.to; v += 1 + (c.to-c.from)%7 {
			m[v] = 1
			seen.add(v)
		}
		if m[c.to] == 0 {
			m[c.to] = 1
			seen.add(c.to)
		}
		want := seen.summary()
		for v := range m {
			m[v] /= float64(want.N)
		}
		sameSummary(t, "bins", m.summary(), want)
	}
}
