package stats

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Difference is how far a quantity of a second battle lies above that of a
// first, on the same trials.
type Difference struct {
	By        float64
	Low, High float64 // the interval of the paired difference

	// Gain is how many times as many independent battles it would take to know
	// the difference as well: the variance of an unpaired difference over that of
	// the paired one. It has no value where the variance is 0.
	Gain float64

	Same bool // in every trial the two were alike, and there was one
}

// HalfWidth is half the length of the interval.
func (d Difference) HalfWidth() float64 { return (d.High - d.Low) / 2 }

// A PairedProportion is how often something happens in two battles.
type PairedProportion struct {
	Name         string
	A, B         Proportion
	OnlyA, OnlyB int64 // trials in which it happened in one of them alone
	Difference
}

// A PairedMean is the mean of an integer quantity in two battles.
type PairedMean struct {
	A, B Mean
	SE   float64 // of the difference
	Difference
}

// A Mean is that of a number of cases; SD and SE are NaN below two.
type Mean struct{ Mean, SD, SE float64 }

// newPairedProportion is of n trials: in both things happened together, in onlyA
// and onlyB in one battle alone. bounds is the interval of the difference.
func newPairedProportion(both, onlyA, onlyB, n int64, confidence float64, bounds pairBounds) PairedProportion {
	p := PairedProportion{
		A: NewProportion(both+onlyA, n, confidence), B: NewProportion(both+onlyB, n, confidence),
		OnlyA: onlyA, OnlyB: onlyB,
	}
	p.By, p.Gain = math.NaN(), math.NaN()
	if n > 0 {
		d := float64(onlyB-onlyA) / float64(n)
		p.By = d
		p.Same = onlyA == 0 && onlyB == 0
		if variance := float64(onlyA+onlyB)/float64(n) - d*d; variance > 0 {
			p.Gain = (p.A.P*(1-p.A.P) + p.B.P*(1-p.B.P)) / variance
		}
	}
	p.Low, p.High = bounds.shares(onlyA, onlyB, n, confidence)
	return p
}

// pairBounds are the ways to make intervals of paired differences.
type pairBounds struct {
	shares func(onlyA, onlyB, n int64, confidence float64) (low, high float64)
	means  func(n int64, confidence float64) float64 // in standard errors, to either side
}

// The ways: for a number of trials that was fixed before, and for one that may
// depend on what came out.
var (
	fixedBounds   = pairBounds{PairedScore, studentT}
	anytimeBounds = pairBounds{AnytimeShares, anytimeMean}
)

// PairedScore is the score interval for the difference between two shares of the
// same n trials, of which onlyA and onlyB are the discordant ones: P(B) - P(A).
// Without trials it is NaN.
//
// Source: Tango, Equivalence test and confidence interval for the difference in
// proportions for the paired-sample design, Statistics in Medicine 17 (1998)
// 891-908.
func PairedScore(onlyA, onlyB, n int64, confidence float64) (low, high float64) {
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	z := deviations(confidence)
	lower := func(onlyA, onlyB int64) float64 {
		b, c := float64(onlyB)/float64(n), float64(onlyA)/float64(n)
		// The score falls as the difference that it supposes rises.
		return bisect(-1, b-c, func(d float64) bool { return tangoScore(b, c, d)*math.Sqrt(float64(n)) > z })
	}
	return lower(onlyA, onlyB), -lower(onlyB, onlyA)
}

// tangoScore is Tango's score of one trial for a difference d between shares whose
// discordant parts are b and c.
func tangoScore(b, c, d float64) float64 {
	// The likeliest discordant share c under d solves 2q² + Bq + C = 0.
	linear := -b - c + (2-b+c)*d
	constant := -c * d * (1 - d)
	root := math.Sqrt(max(0, linear*linear-8*constant))
	q := (root - linear) / 4
	if linear > 0 { // without cancellation
		q = -2 * constant / (root + linear)
	}
	variance := 2*q + d*(1-d)
	switch above := b - c - d; {
	case variance > 0:
		return above / math.Sqrt(variance)
	case above > 0:
		return math.Inf(1)
	}
	return 0
}

// bisect finds where holds, which is true below some point between low and high
// and false above it, changes; it errs to the low side.
func bisect(low, high float64, holds func(float64) bool) float64 {
	for high-low > bisected {
		if middle := low + (high-low)/2; holds(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// bisected is far below the width of any interval: trillions of trials make them
// 1e-6 wide.
const bisected = 1e-12

// AnytimeShares is PairedScore's counterpart for trials that are looked at as
// often as one likes, and stopped whenever one likes: with probability
// confidence, all the intervals of a run hold the difference. It is wider.
//
// Each end is what a bettor gives up who bets on every trial that the difference
// is larger (or smaller) than some d: at fair odds his capital reaches k times
// what it was with a probability of at most 1/k, ever. The shares of his capital
// that he puts on a trial are fixed beforehand, so that the counts are all that it
// takes.
//
// Source: Waudby-Smith and Ramdas, Estimating means of bounded random variables by
// betting, JRSS B 86 (2024) 1-27, with a mixture of fixed bets; Ville, Étude
// critique de la notion de collectif (1939).
func AnytimeShares(onlyA, onlyB, n int64, confidence float64) (low, high float64) {
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	enough := math.Log(2 / (1 - confidence))
	lower := func(onlyA, onlyB int64) float64 {
		mean := float64(onlyB-onlyA) / float64(n)
		return bisect(-1, mean, func(d float64) bool {
			return logCapital(onlyA, onlyB, n, d) >= enough
		})
	}
	return lower(onlyA, onlyB), -lower(onlyB, onlyA)
}

// bets are shares of the capital, from a half down to what trillions of trials
// call for, with the logarithms of what is left after losing one and of how much of
// the capital is staked on each way of betting. The first ten suit from a thousand
// to ten million trials.
var bets = func() (all [24]struct{ share, logLeft, logWeight float64 }) {
	const usual = 10
	for i := range all {
		b := &all[i]
		b.share = math.Exp2(-float64(i + 1))
		b.logLeft = math.Log1p(-b.share)
		b.logWeight = math.Log(0.9 / usual)
		if i >= usual {
			b.logWeight = math.Log(0.1 / float64(len(all)-usual))
		}
	}
	return all
}()

// logCapital is the logarithm of what has become of 1 that was bet on the
// difference being larger than d. It falls as d rises.
func logCapital(onlyA, onlyB, n int64, d float64) float64 {
	most := math.Inf(-1)
	var logs [len(bets)]float64
	for i, b := range bets {
		// The stake is such that a trial of -1, the worst, takes the share and no more.
		stake := b.share / (1 + d)
		logs[i] = b.logWeight + float64(onlyB)*math.Log1p(stake*(1-d)) +
			float64(n-onlyA-onlyB)*math.Log1p(-stake*d) + float64(onlyA)*b.logLeft
		most = max(most, logs[i])
	}
	sum := 0.0
	for _, l := range logs {
		if l > most-40 {
			sum += math.Exp(l - most)
		}
	}
	return most + math.Log(sum)
}

// studentT is the quantile of Student's t, which allows for the standard error
// being an estimate.
func studentT(n int64, confidence float64) float64 {
	if n < 2 {
		return math.NaN()
	}
	if n > 100_000 {
		return deviations(confidence) // the same to four digits, and far out in the tail surer to compute
	}
	return -distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}.Quantile((1 - confidence) / 2)
}

// anytimeMean is how many standard errors to either side of a mean hold for all n
// at once, as far as the central limit theorem does. It is narrowest about
// anytimeTrials.
//
// Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Time-uniform central
// limit theory and asymptotic confidence sequences, Annals of Statistics 52 (2024)
// 2613-2640, theorem 2.2.
func anytimeMean(n int64, confidence float64) float64 {
	if n < 2 {
		return math.NaN()
	}
	error := 1 - confidence
	tuned := (-2*math.Log(error) + math.Log(1-2*math.Log(error))) / anytimeTrials // ρ²
	t := float64(n) * tuned
	return math.Sqrt(2 * (t + 1) / t * math.Log(math.Sqrt(t+1)/error))
}

const anytimeTrials = 10_000

// jointSums are exact sums over pairs of values from 0.
type jointSums struct{ a, b, aa, bb, ab uint128 }

func (s *jointSums) add(a, b int64) {
	x, y := uint64(a), uint64(b)
	s.a.add(uint128{0, x})
	s.b.add(uint128{0, y})
	s.aa.add(product(x, x))
	s.bb.add(product(y, y))
	s.ab.add(product(x, y))
}

func (s *jointSums) merge(o *jointSums) {
	s.a.add(o.a)
	s.b.add(o.b)
	s.aa.add(o.aa)
	s.bb.add(o.bb)
	s.ab.add(o.ab)
}

// paired describes what s added up over n trials.
func (s *jointSums) paired(n int64, confidence float64, bounds pairBounds) PairedMean {
	m := PairedMean{SE: math.NaN()}
	m.By, m.Low, m.High, m.Gain = math.NaN(), math.NaN(), math.NaN(), math.NaN()
	a, b := s.a.big(), s.b.big()
	aa, bb := s.aa.big(), s.bb.big()
	m.A, m.B = meanOf(a, aa, n), meanOf(b, bb, n)
	if n == 0 {
		return m
	}
	// (b - a)² = a² + b² - 2ab, between exact integers.
	squares := new(big.Int).Add(aa, bb)
	squares.Sub(squares, new(big.Int).Lsh(s.ab.big(), 1))
	d := meanOf(new(big.Int).Sub(b, a), squares, n)
	m.By, m.SE, m.Same = d.Mean, d.SE, squares.Sign() == 0
	reach := bounds.means(n, confidence) * d.SE
	m.Low, m.High = d.Mean-reach, d.Mean+reach
	if d.SD > 0 {
		m.Gain = (m.A.SD*m.A.SD + m.B.SD*m.B.SD) / (d.SD * d.SD)
	}
	return m
}

// meanOf is that of n values with an exact sum and sum of squares.
func meanOf(sum, squares *big.Int, n int64) Mean {
	m := Mean{math.NaN(), math.NaN(), math.NaN()}
	if n == 0 {
		return m
	}
	cases := big.NewInt(n)
	m.Mean = ratio(sum, cases)
	if n > 1 {
		above := new(big.Int).Mul(cases, squares)
		above.Sub(above, new(big.Int).Mul(sum, sum))
		m.SD = math.Sqrt(ratio(above, new(big.Int).Mul(cases, big.NewInt(n-1))))
		m.SE = m.SD / math.Sqrt(float64(n))
	}
	return m
}
