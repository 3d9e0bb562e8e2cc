package stats

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// TestWilson has the score intervals of Newcombe, Two-sided confidence intervals
// for the single proportion, Statistics in Medicine 17 (1998) 857-872, table I,
// method 3.
func TestWilson(t *testing.T) {
	for _, v := range []struct {
		count, n  int64
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0.0000, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		low, high := Wilson(v.count, v.n, 0.95)
		if math.Abs(low-v.low) > 0.00005 || math.Abs(high-v.high) > 0.00005 {
			t.Errorf("%d of %d: %.4f to %.4f, want %.4f to %.4f", v.count, v.n, low, high, v.low, v.high)
		}
	}
}

func TestWilsonEnds(t *testing.T) {
	for _, n := range []int64{1, 3, 1000, 1_000_003} {
		low, high := Wilson(0, n, 0.99)
		if low != 0 || !(high > 0 && high < 1) {
			t.Errorf("0 of %d: %v to %v", n, low, high)
		}
		mirrored, one := Wilson(n, n, 0.99)
		if one != 1 || math.Abs(1-mirrored-high) > 1e-15 {
			t.Errorf("%d of %d: %v to %v", n, n, mirrored, one)
		}
	}
	p := NewProportion(0, 0, 0.95)
	if !p.None() || !math.IsNaN(p.P) || !math.IsNaN(p.Low) || !math.IsNaN(p.High) {
		t.Errorf("no case: %+v", p)
	}
}

// TestWilsonCoverage sums the exact probability that the interval holds p. It
// wavers about the confidence; Wilson's stays near it (Agresti and Coull, The
// American Statistician 52 (1998) 119-126, figure 4).
func TestWilsonCoverage(t *testing.T) {
	for _, n := range []int64{50, 200, 1000} {
		for _, p := range []float64{0.05, 0.2, 0.5, 0.77} {
			b, covered := distuv.Binomial{N: float64(n), P: p}, 0.0
			for k := range n + 1 {
				if low, high := Wilson(k, n, 0.95); low <= p && p <= high {
					covered += b.Prob(float64(k))
				}
			}
			if *long {
				fmt.Printf("| %d | %v | %.1f %% |\n", n, p, 100*covered)
			}
			if covered < 0.92 || covered > 0.98 {
				t.Errorf("n %d, p %v: covers %.4f", n, p, covered)
			}
		}
	}
}

// TestSurest: the surer an interval, the wider, up to the surest that a float can
// ask for.
func TestSurest(t *testing.T) {
	before := 0.0
	for _, confidence := range []float64{1e-300, 0.5, 0.95, 0.999999, 1 - 1e-12, 1 - 1e-15, math.Nextafter(1, 0)} {
		p := NewProportion(300, 1000, confidence)
		if width := p.HalfWidth(); !(p.Low >= 0 && p.High <= 1 && width >= before) {
			t.Errorf("%v: from %v to %v", confidence, p.Low, p.High)
		} else {
			before = width
		}
		if err := (Options{Confidence: confidence}).check(); err != nil {
			t.Error(err)
		}
	}
	for _, confidence := range []float64{1, math.NaN(), math.Inf(1), -0.5} {
		if err := (Options{Confidence: confidence}).check(); err == nil {
			t.Errorf("%v is taken", confidence)
		}
	}
}
