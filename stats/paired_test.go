package stats

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestPairedScore has the 95 % intervals that Fagerland, Lydersen and Laake,
// Recommended tests and confidence intervals for paired binomial proportions,
// Statistics in Medicine 33 (2014) 2850-2875, give for airway
// hyper-responsiveness before and after a transplantation (21 pairs, 1 and 7
// discordant), and the limit without discordant pairs, z²/(n + z²).
func TestPairedScore(t *testing.T) {
	for _, c := range []struct {
		onlyA, onlyB, n int64
		low, high       float64
	}{
		{1, 7, 21, 0.026, 0.517},
		{7, 1, 21, -0.517, -0.026},
		{0, 0, 100, -0.0370, 0.0370},
	} {
		low, high := PairedScore(c.onlyA, c.onlyB, c.n, 0.95)
		if math.Abs(low-c.low) > 0.0005 || math.Abs(high-c.high) > 0.0005 {
			t.Errorf("%d and %d of %d: %.4f to %.4f, want %.4f to %.4f", c.onlyA, c.onlyB, c.n, low, high, c.low, c.high)
		}
	}
	// Where trials are many it is Wald's.
	low, high := PairedScore(30_000, 40_000, 1_000_000, 0.95)
	reach := deviations(0.95) * math.Sqrt((0.07-0.0001)/1e6)
	if math.Abs(low-0.01+reach) > 1e-6 || math.Abs(high-0.01-reach) > 1e-6 {
		t.Errorf("%.7f to %.7f, want 0.01 ± %.7f", low, high, reach)
	}
	if low, high := PairedScore(0, 0, 0, 0.95); !math.IsNaN(low) || !math.IsNaN(high) {
		t.Errorf("no trials: %v to %v", low, high)
	}
}

// pairTruths are shares of trials in which something happens in A alone and in B
// alone.
var pairTruths = []struct{ onlyA, onlyB float64 }{
	{0.05, 0.05}, {0.02, 0.08}, {0.1, 0.3}, {0.25, 0.25}, {0.01, 0.2}, {0.03, 0.01}, {0.004, 0.004},
}

var long = flag.Bool("long", false, "measure coverage more closely, and print it for docs/statistics.md")

// TestPairedScoreCoverage sums the exact probability that the interval holds the
// difference, over all counts that n trials can come to.
func TestPairedScoreCoverage(t *testing.T) {
	sizes := []int{50, 100}
	if *long {
		sizes = []int{20, 50, 100, 300}
	}
	for _, n := range sizes {
		for _, p := range pairTruths {
			d := p.onlyB - p.onlyA
			covered, wald := 0.0, 0.0
			for b := range n + 1 {
				first := distuv.Binomial{N: float64(n), P: p.onlyB}.Prob(float64(b))
				if first < 1e-9 {
					continue
				}
				for c := range n - b + 1 {
					both := first * distuv.Binomial{N: float64(n - b), P: p.onlyA / (1 - p.onlyB)}.Prob(float64(c))
					if both < 1e-9 {
						continue
					}
					if low, high := PairedScore(int64(c), int64(b), int64(n), 0.95); low <= d && d <= high {
						covered += both
					}
					mean, sum := float64(b-c)/float64(n), float64(b+c)/float64(n)
					if math.Abs(mean-d) <= deviations(0.95)*math.Sqrt((sum-mean*mean)/float64(n)) {
						wald += both
					}
				}
			}
			if *long {
				fmt.Printf("| %d | %v | %v | %.1f %% | %.1f %% |\n", n, p.onlyA, p.onlyB, 100*covered, 100*wald)
			}
			if covered < 0.93 || covered > 0.98 && float64(n)*min(p.onlyA, p.onlyB) >= 3 {
				t.Errorf("n %d, %v: covers %.4f", n, p, covered)
			}
		}
	}
}

// pairs draws n trials, and tells of each hundred of them.
func pairs(r *rand.Rand, onlyA, onlyB float64, n int, look func(a, b, n int64) (on bool)) {
	var a, b int64
	for i := 1; i <= n; i++ {
		switch u := r.Float64(); {
		case u < onlyA:
			a++
		case u < onlyA+onlyB:
			b++
		}
		if i%100 == 0 && !look(a, b, int64(i)) {
			return
		}
	}
}

// TestAnytimeShares looks at intervals again and again, and counts runs in which
// one of them misses the difference. PairedScore's do so in far more runs than its
// level, which shows that the test can.
func TestAnytimeShares(t *testing.T) {
	runs, n := 300, 5_000
	if *long {
		runs, n = 2_000, 20_000
	}
	for _, p := range pairTruths {
		missed, naive := 0, 0
		for run := range runs {
			d := p.onlyB - p.onlyA
			wrong := false
			pairs(rand.New(rand.NewPCG(1, uint64(run))), p.onlyA, p.onlyB, n, func(a, b, n int64) bool {
				if low, high := PairedScore(a, b, n, 0.95); low > d || high < d {
					wrong = true
				}
				// Whether AnytimeShares holds d, without finding its ends.
				if most := math.Log(2 / 0.05); logCapital(a, b, n, d) >= most || logCapital(b, a, n, -d) >= most {
					missed++
					return false
				}
				return true
			})
			naive += int(one(wrong))
		}
		if *long {
			fmt.Printf("| %v | %v | %.1f %% | %.1f %% |\n", p.onlyA, p.onlyB, 100-100*float64(missed)/float64(runs), 100-100*float64(naive)/float64(runs))
		}
		if missed > runs/20 {
			t.Errorf("%v: %d of %d runs miss the difference at some look", p, missed, runs)
		}
		if p.onlyA >= 0.05 && naive < runs/10 {
			t.Errorf("%v: only %d of %d runs of score intervals miss it: the test sees nothing", p, naive, runs)
		}
	}
	for _, p := range pairTruths {
		a, b := int64(10_000*p.onlyA), int64(10_000*p.onlyB)
		low, high := AnytimeShares(a, b, 10_000, 0.95)
		at := func(a, b int64, d float64) float64 { return logCapital(a, b, 10_000, d) - math.Log(2/0.05) }
		if at(a, b, low-1e-9) < 0 || at(a, b, low+1e-9) > 0 || at(b, a, -high-1e-9) < 0 || at(b, a, -high+1e-9) > 0 {
			t.Errorf("%v: %v to %v are not where the capital is enough", p, low, high)
		}
	}
	// That a run may stop at any time costs less than a doubling.
	low, high := AnytimeShares(20_000, 20_000, 200_000, 0.95)
	scoreLow, scoreHigh := PairedScore(20_000, 20_000, 200_000, 0.95)
	if w := (high - low) / (scoreHigh - scoreLow); w < 1.2 || w > 2 {
		t.Errorf("%.2f times as wide as the score interval", w)
	}
}

// TestAnytimeMean does the same for means.
func TestAnytimeMean(t *testing.T) {
	const n, from = 5_000, 1_000
	runs := 300
	if *long {
		runs = 4_000
	}
	missed := 0
	for run := range runs {
		r := rand.New(rand.NewPCG(2, uint64(run)))
		var s jointSums
		for i := int64(1); i <= n; i++ {
			shared := r.Int64N(6)
			s.add(shared+r.Int64N(3), shared+r.Int64N(4))
			if i < from || i%100 > 0 {
				continue
			}
			if m := s.paired(i, 0.95, anytimeBounds); m.Low > 0.5 || m.High < 0.5 {
				missed++
				break
			}
		}
	}
	if *long {
		fmt.Printf("anytime means: %.1f %%\n", 100-100*float64(missed)/float64(runs))
	}
	if missed > runs/20 {
		t.Errorf("%d of %d runs miss the difference at some look", missed, runs)
	}
}

func TestPairedMeans(t *testing.T) {
	var s jointSums
	for _, v := range [][2]int64{{1, 2}, {3, 3}, {5, 8}, {7, 7}} {
		s.add(v[0], v[1])
	}
	m := s.paired(4, 0.95, fixedBounds)
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	near("mean of A", m.A.Mean, 4)
	near("mean of B", m.B.Mean, 5)
	near("difference", m.By, 1)
	// Differences 1, 0, 3, 0 have the variance 2; A has 20/3 and B 26/3.
	near("SE", m.SE, math.Sqrt(2.0/4))
	near("gain", m.Gain, (20.0/3+26.0/3)/2)
	near("low", m.Low, 1-3.182446305284263*math.Sqrt(0.5)) // t of 3 degrees of freedom
	var same jointSums
	same.add(3, 3)
	same.add(1e12, 1e12)
	if m := same.paired(2, 0.95, fixedBounds); !m.Same || m.By != 0 || m.Low != 0 || m.High != 0 || !math.IsNaN(m.Gain) {
		t.Errorf("the same: %+v", m)
	}
	if m := new(jointSums).paired(0, 0.95, fixedBounds); m.Same || !math.IsNaN(m.By) || !math.IsNaN(m.Low) {
		t.Errorf("no cases: %+v", m)
	}
	// Student's t covers where a few trials were done.
	covered := 0
	const runs = 2_000
	for run := range runs {
		r := rand.New(rand.NewPCG(3, uint64(run)))
		var s jointSums
		for range 20 {
			shared := r.Int64N(6)
			s.add(shared+r.Int64N(6), shared+r.Int64N(8))
		}
		if m := s.paired(20, 0.95, fixedBounds); m.Low <= 1 && 1 <= m.High {
			covered++
		}
	}
	if *long {
		fmt.Printf("means of 20: %.1f %%\n", 100*float64(covered)/runs)
	}
	if share := float64(covered) / runs; share < 0.93 || share > 0.97 {
		t.Errorf("Student's t covers %.4f", share)
	}
}
