package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Proportion is how many of a number of battles something happens in.
type Proportion struct {
	Exact     bool  // P is known: there are no counts, and Low and High are P
	Count, Of int64 // of trials
	P         float64
	Low, High float64 // the Wilson interval at the Study's confidence
}

// None says that there was no case, so that P, Low and High have no value.
func (p Proportion) None() bool { return math.IsNaN(p.P) }

// Never says that it happened in no battle.
func (p Proportion) Never() bool {
	if p.Exact {
		return p.P <= tolerance
	}
	return p.Count == 0
}

// Always says that it happened in every battle, and that there was one.
func (p Proportion) Always() bool {
	if p.Exact {
		return p.P >= 1-tolerance
	}
	return p.Count == p.Of && p.Of > 0
}

// tolerance is what exact probabilities may lack, and far more than rounding makes
// of their sums. What is no farther than that from never, always or a quantile is
// taken to be there.
const tolerance = 1e-12

// HalfWidth is half the length of the interval.
func (p Proportion) HalfWidth() float64 { return (p.High - p.Low) / 2 }

// NewProportion is count of n with its Wilson interval at a confidence between
// 0 and 1.
func NewProportion(count, n int64, confidence float64) Proportion {
	p := Proportion{Count: count, Of: n, P: math.NaN()}
	if n > 0 {
		p.P = float64(count) / float64(n)
	}
	p.Low, p.High = Wilson(count, n, confidence)
	return p
}

// Wilson is the score interval for count successes of n, without correction for
// continuity. Without cases it is NaN.
//
// Source: Wilson, Probable inference, the law of succession, and statistical
// inference, JASA 22 (1927) 209-212.
func Wilson(count, n int64, confidence float64) (low, high float64) {
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	low, high = score(float64(count)/float64(n), float64(n), deviations(confidence))
	// At the ends the formula gives exactly 0 and 1, and floats nearly so.
	if count == 0 {
		low = 0
	}
	if count == n {
		high = 1
	}
	return low, high
}

// score is Wilson's interval around a share of so many cases, z standard deviations
// to either side.
func score(share, cases, z float64) (low, high float64) {
	centre := share + z*z/(2*cases)
	spread := z * math.Sqrt(share*(1-share)/cases+z*z/(4*cases*cases))
	scale := 1 + z*z/cases
	return max(0, (centre-spread)/scale), min(1, (centre+spread)/scale)
}

// deviations is how many standard deviations to either side of the mean hold a
// share of confidence of the normal distribution. It goes by the tail, which stays
// above 0 where the share next to it would be rounded to 1.
func deviations(confidence float64) float64 {
	return -distuv.UnitNormal.Quantile((1 - confidence) / 2)
}

// A Summary describes the values that an integer quantity took.
type Summary struct {
	Exact    bool    // of exact probabilities, so that there are no counts and no SE
	N        int64   // cases; without any nothing below has a value
	Mean     float64 // exact but for the last rounding
	SD       float64 // of the cases, over N-1, and NaN below two; of exact probabilities, the distribution's own
	SE       float64 // of the mean; NaN below two cases
	Min, Max int64

	// Quantiles: the smallest value with at least that share of cases at or
	// below it. Where Width is above 1 it is the upper end of that value's bin.
	P5, P25, P50, P75, P95 int64

	Histogram []Bin // those with cases, in ascending order
	Width     int64 // values a bin
}

// None says that there was no case, so that nothing has a value.
func (s *Summary) None() bool { return math.IsNaN(s.Mean) }

// A Bin holds the cases from Value up to but without Value + Width.
type Bin struct {
	Value, Count int64
	Share        float64 // of all cases
}

// summary describes what c counted.
func (c *counts) summary() Summary {
	m := c.moments()
	s := Summary{N: m.n, Mean: math.NaN(), SD: math.NaN(), SE: math.NaN(), Min: m.min, Max: m.max, Width: 1 << c.shift}
	if m.n == 0 {
		return s
	}
	s.Mean = m.mean()
	if m.n > 1 {
		s.SD = math.Sqrt(m.variance())
		s.SE = s.SD / math.Sqrt(float64(m.n))
	}
	for i, n := range c.bins {
		if n > 0 {
			s.Histogram = append(s.Histogram, Bin{(c.base + int64(i)) << c.shift, n, float64(n) / float64(m.n)})
		}
	}
	s.P5, s.P25, s.P50 = s.quantile(5), s.quantile(25), s.quantile(50)
	s.P75, s.P95 = s.quantile(75), s.quantile(95)
	return s
}

// quantile is the value that percent of the cases do not exceed. It counts in
// integers: gonum's stat.Quantile compares a running sum of floats with p times
// their total, which rounds.
func (s *Summary) quantile(percent int64) int64 {
	// The least number of cases at or below; 100 cases of 1e16 still fit.
	need, below := (s.N/100)*percent+((s.N%100)*percent+99)/100, int64(0)
	for _, b := range s.Histogram {
		if below += b.Count; below >= need {
			return min(b.Value+s.Width-1, s.Max)
		}
	}
	return s.Max
}
