package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
)

func counted(values []int64) *counts {
	c := new(counts)
	for _, v := range values {
		c.add(v)
	}
	return c
}

// values draws n values below limit from a stream of its own.
func values(seed uint64, n int, limit int64) []int64 {
	r := rand.New(rand.NewPCG(seed, 1))
	vs := make([]int64, n)
	for i := range vs {
		vs[i] = r.Int64N(limit)
	}
	return vs
}

// TestMergeAnySplit holds the merge of parts, split anywhere and merged in any
// order, against the whole, also where only some parts are binned.
func TestMergeAnySplit(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		var vs []int64
		for part := range uint64(1 + r.IntN(4)) {
			limit := []int64{1, 5, 4095, 4097, 1e6, 1e13}[r.IntN(6)]
			from := []int64{0, 0, 1, 4095, 1e7, 1e12}[r.IntN(6)]
			for _, v := range values(r.Uint64()+part, 1+r.IntN(200), limit) {
				vs = append(vs, from+v)
			}
		}
		want := counted(vs).summary()
		least := want.Width / 2 // of which too many would be needed
		if least > 0 && want.Max/least-want.Min/least < maxBins || want.Max/want.Width-want.Min/want.Width >= maxBins {
			t.Fatalf("%d to %d in bins of %d", want.Min, want.Max, want.Width)
		}
		var parts []*counts
		for rest := vs; len(rest) > 0; {
			cut := 1 + r.IntN(len(rest))
			parts = append(parts, counted(rest[:cut]))
			rest = rest[cut:]
		}
		r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		got := counted(values(3, 50, 1e9))
		got.reset()
		for _, p := range parts {
			got.merge(p)
		}
		// As text, where NaN equals NaN.
		if g, w := fmt.Sprint(got.summary()), fmt.Sprint(want); g != w {
			t.Fatalf("merged %s\n whole %s", g, w)
		}
	}
}

// TestSummary compares with gonum where floats are exact enough, and with the
// definition of the quantile.
func TestSummary(t *testing.T) {
	for _, limit := range []int64{2, 10, 4096} {
		vs := values(11, 999, limit)
		s := counted(vs).summary()
		var fs []float64
		for _, v := range vs {
			fs = append(fs, float64(v))
		}
		mean, sd := stat.MeanStdDev(fs, nil)
		if math.Abs(s.Mean-mean) > 1e-12*mean || math.Abs(s.SD-sd) > 1e-12*sd {
			t.Errorf("limit %d: mean %v, SD %v; gonum says %v, %v", limit, s.Mean, s.SD, mean, sd)
		}
		if want := stat.StdErr(sd, 999); math.Abs(s.SE-want) > 1e-12*want {
			t.Errorf("limit %d: SE %v, gonum says %v", limit, s.SE, want)
		}
		slices.Sort(vs)
		for _, q := range []struct {
			percent int
			got     int64
		}{{5, s.P5}, {25, s.P25}, {50, s.P50}, {75, s.P75}, {95, s.P95}} {
			// Of 999 sorted cases, the share at or below the i-th (from 1) is i/999.
			if want := vs[(999*q.percent+99)/100-1]; q.got != want {
				t.Errorf("limit %d: p%d is %d, want %d", limit, q.percent, q.got, want)
			}
		}
		if s.Width != 1 || s.Min != vs[0] || s.Max != vs[998] {
			t.Errorf("limit %d: width %d, from %d to %d", limit, s.Width, s.Min, s.Max)
		}
	}
}

func TestQuantileAtJumps(t *testing.T) {
	// Half of the cases are at 1 or below, so the median is 1 and not 1.5.
	s := counted([]int64{0, 1, 2, 3}).summary()
	if s.P5 != 0 || s.P25 != 0 || s.P50 != 1 || s.P75 != 2 || s.P95 != 3 {
		t.Errorf("quantiles of 0 1 2 3: %d %d %d %d %d", s.P5, s.P25, s.P50, s.P75, s.P95)
	}
}

func TestFewCases(t *testing.T) {
	none := new(counts).summary()
	if none.N != 0 || !math.IsNaN(none.Mean) || !math.IsNaN(none.SD) || !math.IsNaN(none.SE) || none.Histogram != nil {
		t.Errorf("no case: %+v", none)
	}
	lone := counted([]int64{5}).summary()
	if lone.Mean != 5 || !math.IsNaN(lone.SD) || !math.IsNaN(lone.SE) || lone.P5 != 5 || lone.P95 != 5 {
		t.Errorf("one case: %+v", lone)
	}
	level := counted([]int64{5, 5, 5}).summary()
	if level.SD != 0 || level.SE != 0 {
		t.Errorf("no spread: %+v", level)
	}
}

// TestHugeValues has a spread that floats lose beside the mean: E[x²] - E[x]²
// would give 0, or less.
func TestHugeValues(t *testing.T) {
	const base = 10_000_000_000_000
	var vs []int64
	for i := range int64(100_000) {
		vs = append(vs, base+i%2)
	}
	s := counted(vs).summary()
	want := math.Sqrt(0.25 * 100_000 / 99_999)
	if s.Mean != base+0.5 || math.Abs(s.SD-want) > 1e-12 {
		t.Errorf("mean %v, SD %v; want %v, %v", s.Mean, s.SD, base+0.5, want)
	}
	if s.Min != base || s.Max != base+1 || s.Width != 1 || len(s.Histogram) != 2 || s.P50 != base || s.P75 != base+1 {
		t.Errorf("%+v", s)
	}
	vs = append(vs, 0)
	if s := counted(vs).summary(); s.Min != 0 || s.Max != base+1 || s.Width < base/maxBins || s.P50 != base+1 {
		t.Errorf("%+v", s)
	}
}

func TestBins(t *testing.T) {
	s := counted(values(2, 100_000, 100_000)).summary()
	if s.Width != 32 || len(s.Histogram) > maxBins || len(s.Histogram) < 3000 {
		t.Fatalf("width %d, %d bins", s.Width, len(s.Histogram))
	}
	exact := values(2, 100_000, 100_000)
	slices.Sort(exact)
	for _, q := range []struct{ got, exact int64 }{{s.P5, exact[4999]}, {s.P50, exact[49_999]}, {s.P95, exact[94_999]}} {
		if q.got < q.exact || q.got-q.exact >= s.Width {
			t.Errorf("quantile %d for %d", q.got, q.exact)
		}
	}
	var cases int64
	for _, b := range s.Histogram {
		cases += b.Count
		if b.Value%s.Width != 0 {
			t.Errorf("bin at %d", b.Value)
		}
	}
	if cases != s.N {
		t.Errorf("bins hold %d of %d", cases, s.N)
	}
}
