package stats

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
	"time"

	"heroicsim/heroic"
)

// SolveOptions say for which of many battles a side wins how often. Of Options, Row
// and Rows have no use; Trials and Precision are of each battle that is fought in
// full.
type SolveOptions struct {
	Options
	Side   int
	Target float64 // win probability, between 0 and 1

	// Tried is told of each value that was fought. It must be quick. Nil: none.
	Tried func(SolvePoint)
}

func (o SolveOptions) check() error {
	switch {
	case o.Side < 0 || o.Side > 1:
		return fmt.Errorf("side: %d; there are 0 and 1", o.Side)
	case !(o.Target > 0 && o.Target < 1):
		return fmt.Errorf("target: %v; it lies between 0 and 1", o.Target)
	}
	return o.Options.check()
}

// A Solution says at which values a side wins as often as wanted. Values are known
// by their places, from 0.
type Solution struct {
	Side       int
	Target     float64
	Confidence float64
	Elapsed    time.Duration
	Seed       uint64
	Planned    int64 // trials of a value fought in full, or with Precision the most
	Precision  float64
	Values     int  // in the range
	Partial    bool // interrupted: neither curve nor crossings are all that they might be

	Curve     []SolvePoint // the values that were tried, in order
	Crossings []Crossing   // none: no value is known to come up to the target
	Nearest   int          // place in Curve

	// Rises and Falls: somewhere along the curve the win probability surely does.
	Rises, Falls bool
}

// Empty says that not one value was tried.
func (s *Solution) Empty() bool { return len(s.Curve) == 0 }

// A SolvePoint is a value that was tried.
type SolvePoint struct {
	Value int
	Win   Proportion
	Full  bool // with all trials, or to the precision asked for
	won   wins
}

// A Crossing is where the win probability passes the target, or cannot be told from
// it.
type Crossing struct {
	// Places in Curve. Where Between, the probability is surely on one side of the
	// target at First and on the other at Last, with no value between them.
	// Otherwise, from First to Last it cannot be told from the target.
	First, Last int
	Between     bool
	Slope       Slope
	Nearest     int // of those from First to Last
}

// A Slope is how a curve passes a target.
type Slope int8

// The slopes.
const (
	Falling  Slope = -1
	Touching Slope = 0 // it comes up to the target, and is not seen beyond it
	Rising   Slope = +1
)

// Values that are tried first, over all of the range.
const scanned = 17

// pilotShare is how many times as many trials decide as look around.
const pilotShare = 8

// Solve looks for the values, of so many, at which a side wins as often as wanted.
// All are fought on the same trials. It looks around first, and then between
// values of which one is surely above the target and the other is not, until there
// is none left between them; where there are none such, around the value that comes
// nearest to the target. When ctx ends it returns ctx's error together with
// what was found.
func Solve(ctx context.Context, values int, battle func(value int) (*heroic.Battle, error), o SolveOptions) (*Solution, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if values < 1 {
		return nil, errors.New("solve: there are no values")
	}
	begun := time.Now()
	o.Options = o.complete()
	s := &search{SolveOptions: o, battle: battle, Solution: &Solution{
		Side: o.Side, Target: o.Target, Confidence: o.Confidence, Seed: o.Seed, Planned: o.Trials, Precision: o.Precision, Values: values,
	}}
	err := s.run(ctx)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	found := s.Solution
	found.Partial = err != nil
	found.conclude()
	found.Elapsed = time.Since(begun)
	return found, err
}

// A search is a Solve under way.
type search struct {
	SolveOptions
	*Solution
	battle func(value int) (*heroic.Battle, error)
	fought int64
}

func (s *search) run(ctx context.Context) error {
	for i := range min(scanned, s.Values) {
		value := i
		if s.Values > scanned {
			value = i * (s.Values - 1) / (scanned - 1)
		}
		if err := s.try(ctx, value, false); err != nil {
			return err
		}
	}
	for {
		value, full, ok := s.next()
		if !ok {
			return nil
		}
		if err := s.try(ctx, value, full); err != nil {
			return err
		}
	}
}

// next is the value to try next, if there is one.
func (s *search) next() (value int, full, ok bool) {
	for i, p := range s.Curve {
		if s.above(p) == 0 && !p.Full {
			return p.Value, true, true
		}
		if i == 0 {
			continue
		}
		before := s.Curve[i-1]
		switch gap := p.Value - before.Value; {
		case s.above(p) == s.above(before):
		case gap > 1:
			return before.Value + gap/2, false, true
		case !before.Full:
			return before.Value, true, true
		case !p.Full:
			return p.Value, true, true
		}
	}
	return s.extreme()
}

// extreme looks, where nothing is known to come up to the target, around the value
// that comes nearest and has others to either side: there the curve turns, and may
// go farther between values that were tried.
func (s *search) extreme() (value int, full, ok bool) {
	i := s.nearest(0, len(s.Curve)-1)
	if i == 0 || i == len(s.Curve)-1 || slices.ContainsFunc(s.Curve, func(p SolvePoint) bool { return s.above(p) != s.above(s.Curve[i]) || s.above(p) == 0 }) {
		return 0, false, false
	}
	here := s.Curve[i]
	for _, other := range []int{s.Curve[i-1].Value, s.Curve[i+1].Value} {
		if gap := other - here.Value; gap > 1 || gap < -1 {
			return here.Value + gap/2, false, true
		}
	}
	return here.Value, true, !here.Full
}

// above is +1 where the side surely wins more often than wanted, -1 where less, and
// 0 where that cannot be told.
func (s *Solution) above(p SolvePoint) int {
	switch {
	case p.Win.Low > s.Target:
		return +1
	case p.Win.High < s.Target:
		return -1
	}
	return 0
}

// try fights the battle of a value, in full or to look around.
func (s *search) try(ctx context.Context, value int, full bool) error {
	b, err := s.battle(value)
	if err != nil {
		return err
	}
	o := s.Options
	if !full {
		o.Trials = max(o.Trials/pilotShare, minPrecisionTrials)
		o.Trials = min((o.Trials+Chunk-1)/Chunk*Chunk, s.Options.Trials)
		o.Precision = min(o.Precision*math.Sqrt(pilotShare), 0.49)
	}
	if s.Progress != nil {
		o.Progress = func(done, of int64) { s.Progress(s.fought+done, s.fought+of+s.ahead(full)) }
	}
	p := SolvePoint{Value: value, Full: full || o.Trials == s.Options.Trials}
	at, known := slices.BinarySearchFunc(s.Curve, value, func(p SolvePoint, value int) int { return cmp.Compare(p.Value, value) })
	var stopped error
	if p.won, stopped = fightWins(ctx, b, o, heroic.Outcome(s.SolveOptions.Side)); stopped != nil {
		if p.won.trials == 0 || known && p.won.trials < s.Curve[at].won.trials {
			return stopped
		}
		p.Full = false
	}
	p.Win = NewProportion(p.won.count(), p.won.trials, o.Confidence)
	s.fought += p.won.trials
	if known {
		s.Curve[at] = p
	} else {
		s.Curve = slices.Insert(s.Curve, at, p)
	}
	if s.Tried != nil {
		s.Tried(p)
	}
	return stopped
}

// ahead are about how many trials there will be after the value under way: the rest
// of the first look, and four decisions.
func (s *search) ahead(full bool) int64 {
	if full {
		return s.Options.Trials
	}
	looks := int64(max(0, min(scanned, s.Values)-len(s.Curve)-1))
	return looks*(s.Options.Trials/pilotShare) + 4*s.Options.Trials
}

// conclude finds the crossings and the shape of the curve.
func (s *Solution) conclude() {
	if len(s.Curve) == 0 {
		return
	}
	s.Nearest = s.nearest(0, len(s.Curve)-1)
	last := -1 // the last point that is surely above or below
	for i := 0; i <= len(s.Curve); i++ {
		if i < len(s.Curve) && s.above(s.Curve[i]) == 0 {
			continue
		}
		c := Crossing{First: last + 1, Last: i - 1}
		if last >= 0 && i < len(s.Curve) {
			c.Slope = Slope((s.above(s.Curve[i]) - s.above(s.Curve[last])) / 2)
		}
		if c.First > c.Last && c.Slope != Touching {
			c.First, c.Last, c.Between = last, i, true
		}
		if c.First <= c.Last {
			c.Nearest = s.nearest(c.First, c.Last)
			s.Crossings = append(s.Crossings, c)
		}
		last = i
	}
	s.Rises, s.Falls = s.trends()
}

// nearest is the point from first to last whose estimate is nearest to the target.
func (s *Solution) nearest(first, last int) int {
	best := first
	for i := first; i <= last; i++ {
		if math.Abs(s.Curve[i].Win.P-s.Target) < math.Abs(s.Curve[best].Win.P-s.Target) {
			best = i
		}
	}
	return best
}

// trends compares all points with each other on the trials that they share. The
// confidence is that of all these comparisons together (Bonferroni).
func (s *Solution) trends() (rises, falls bool) {
	n := len(s.Curve)
	each := 1 - (1-s.Confidence)/float64(max(1, n*(n-1)/2))
	for i := range s.Curve {
		for j := i + 1; j < n; j++ {
			onlyA, onlyB, trials := s.Curve[i].won.against(&s.Curve[j].won)
			low, high := PairedScore(onlyA, onlyB, trials, each)
			rises, falls = rises || low > 0, falls || high < 0
		}
	}
	return rises, falls
}

// Wins says in which trials a side won: bit i of word w of trial 64w + i + 1.
type wins struct {
	trials int64
	words  []uint64
}

func (w *wins) count() (n int64) {
	for _, word := range w.words {
		n += int64(bits.OnesCount64(word))
	}
	return n
}

// against counts, of the trials that both have, those won in one alone.
func (w *wins) against(o *wins) (onlyW, onlyO, trials int64) {
	trials = min(w.trials, o.trials)
	for i := int64(0); i*64 < trials; i++ {
		mask := ^uint64(0)
		if rest := trials - i*64; rest < 64 {
			mask = 1<<rest - 1
		}
		onlyW += int64(bits.OnesCount64(w.words[i] &^ o.words[i] & mask))
		onlyO += int64(bits.OnesCount64(o.words[i] &^ w.words[i] & mask))
	}
	return onlyW, onlyO, trials
}

// fightWins fights b and notes which trials end in outcome.
func fightWins(ctx context.Context, b *heroic.Battle, o Options, outcome heroic.Outcome) (wins, error) {
	var all wins
	var won int64
	err := relay[*wins]{
		trials: o.Trials, workers: o.Workers,
		part: func() *wins { return &wins{words: make([]uint64, Chunk/64)} },
		worker: func(stop *atomic.Bool) func(*wins, uint64, uint64) bool {
			f := o.fighter(b, stop)
			return func(p *wins, first, last uint64) bool {
				clear(p.words)
				p.trials = int64(last - first + 1)
				expect(f, o.Seed, first, last)
				for trial := first; trial <= last; trial++ {
					r := f.Run(o.Seed, trial)
					if r == nil || stop.Load() {
						return false
					}
					if r.Outcome == outcome {
						p.words[(trial-first)/64] |= 1 << ((trial - first) % 64)
					}
				}
				return true
			}
		},
		merge: func(p *wins) (bool, error) {
			all.words = append(all.words, p.words[:(p.trials+63)/64]...)
			all.trials += p.trials
			won += p.count()
			width, of := 0.0, o.Trials
			if o.Precision > 0 {
				width = NewProportion(won, all.trials, o.Confidence).HalfWidth()
				of = min(of, expected(all.trials, width/o.Precision))
			}
			if o.Progress != nil {
				o.Progress(all.trials, of)
			}
			return o.Precision > 0 && width <= o.Precision && all.trials >= minPrecisionTrials, nil
		},
	}.run(ctx)
	return all, err
}
