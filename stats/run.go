package stats

import (
	"context"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync/atomic"
	"time"

	"heroicsim/heroic"
)

// Chunk is how many trials are done and merged together. Results do not depend
// on it, but what an interrupted run has done and where --precision stops do.
const Chunk = 1024

// MaxTrials is the most trials of a run: what the exact sums of squares of the
// largest pools have room for.
const MaxTrials = 1_000_000_000_000

// The bounds of a run that goes on until it is precise enough.
const (
	minPrecisionTrials = 1_000
	maxPrecisionTrials = 10_000_000
)

// A Fighter fights single trials of one battle. The Result is overwritten by the
// next trial; it is nil where the trial was given up because the run is over. A
// *heroic.Fight is one.
type Fighter interface {
	Run(seed, trial uint64) *heroic.Result
}

// Options say how a battle is fought. Start from DefaultOptions.
type Options struct {
	Trials     int64   // with Precision the most; 0 means 100,000, or 10 million with Precision
	Seed       uint64  // the same seed gives the same study
	Workers    int     // goroutines, but at most a few a processor; 0 means GOMAXPROCS. Never changes results
	Confidence float64 // of intervals, between 0 and 1; 0 means 0.95
	Precision  float64 // fight on until every outcome's interval is at most this to either side; 0: off

	// Row writes one trial's line for Rows, in trial order, by appending to dst.
	// Workers call it at the same time. Nil: none.
	Row  func(dst []byte, trial uint64, r *heroic.Result) []byte
	Rows io.Writer

	// Progress is told, after every chunk, the trials done and those there will
	// probably be. It must be quick. Nil: none.
	Progress func(done, of int64)

	// Interim is told, before Progress, how many battles came to each outcome so far.
	// It must be quick. Nil: none.
	Interim func(outcomes [heroic.NumOutcomes]int64)

	// Fighter makes a worker's Fighter. Nil: heroic.NewFight, which is stopped
	// within a battle when the run is.
	Fighter func(*heroic.Battle) Fighter

	// perfect ends the run once it has picked a trial of the least key there is,
	// which is all zeros.
	perfect bool

	before int64 // leading trials that are left out: whole chunks
}

// DefaultOptions are those of the command. With Precision set Trials to 0, or to
// the most there may be.
func DefaultOptions() Options {
	return Options{Seed: 1}.complete()
}

// complete fills in the defaults.
func (o Options) complete() Options {
	if o.Trials == 0 {
		o.Trials = 100_000
		if o.Precision > 0 {
			o.Trials = maxPrecisionTrials
		}
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Confidence == 0 {
		o.Confidence = 0.95
	}
	return o
}

// check finds the mistakes that callers can make.
func (o Options) check() error {
	switch {
	case o.Trials < 0:
		return fmt.Errorf("trials: %d; at least 1 is needed", o.Trials)
	case o.Trials > MaxTrials:
		return fmt.Errorf("trials: %d; at most %d can be counted", o.Trials, int64(MaxTrials))
	case o.Workers < 0:
		return fmt.Errorf("workers: %d; at least 1 is needed", o.Workers)
	case !(o.Confidence >= 0 && o.Confidence < 1):
		return fmt.Errorf("confidence: %v; it lies between 0 and 1", o.Confidence)
	case math.IsInf(deviations(o.Confidence), 0):
		return fmt.Errorf("confidence: %v; no interval is that sure", o.Confidence)
	case !(o.Precision >= 0 && o.Precision < 0.5):
		return fmt.Errorf("precision: %v; it lies between 0 and 0.5", o.Precision)
	}
	return nil
}

// Run fights b. When ctx ends before the last trial it returns ctx's error
// together with the Study of what was done: the trials from 1 on, in whole
// chunks, perhaps none, marked as partial.
func Run(ctx context.Context, b *heroic.Battle, o Options) (*Study, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	begun := time.Now()
	done, err := fight(ctx, b, o.complete(), nil)
	study := newStudy(b, o.complete(), done)
	study.Elapsed = time.Since(begun)
	if !study.Partial {
		err = nil // ctx ended after the last trial
	}
	return study, err
}

// A part is what a worker makes of one chunk of trials.
type part struct {
	tally *tally
	rows  []byte
	pick  candidate
}

// A campaign is a run under way.
type campaign struct {
	Options
	battle *heroic.Battle
	tallier
	rank rank // for Pick; nil: none

	total   *tally
	pick    candidate
	reached bool // the precision, or the perfect trial
}

// fight fights all trials, or as many as precision or ctx let it.
func fight(ctx context.Context, b *heroic.Battle, o Options, rank rank) (*campaign, error) {
	c := &campaign{Options: o, battle: b, tallier: *newTallier(b), rank: rank}
	c.total = c.empty()
	err := relay[*part]{
		trials: o.Trials, before: o.before, workers: o.Workers,
		part:   func() *part { return &part{tally: c.empty()} },
		worker: c.worker,
		merge:  c.merge,
	}.run(ctx)
	c.settle(c.total)
	return c, err
}

// fighter makes a worker's. It gives up when stop becomes true.
func (o *Options) fighter(b *heroic.Battle, stop *atomic.Bool) Fighter {
	if o.Fighter != nil {
		return o.Fighter(b)
	}
	f := heroic.NewFight(b)
	f.Stop = stop
	return f
}

// expect tells a Fighter which trials it will be asked for next, if that is any use to
// it.
func expect(f Fighter, seed, first, last uint64) {
	if f, ok := f.(interface {
		Expect(seed, first, last uint64)
	}); ok {
		f.Expect(seed, first, last)
	}
}

// worker makes what fights chunks.
func (c *campaign) worker(stop *atomic.Bool) func(p *part, first, last uint64) bool {
	fighter := c.fighter(c.battle, stop)
	fight, _ := fighter.(*heroic.Fight)
	if c.Row != nil || c.rank != nil || c.ends == nil {
		fight = nil // results are needed one by one
	}
	return func(p *part, first, last uint64) bool {
		p.tally.reset()
		p.rows, p.pick = p.rows[:0], candidate{}
		expect(fighter, c.Seed, first, last)
		for trial := first; trial <= last; {
			if stop.Load() {
				return false
			}
			if fight != nil {
				if r := fight.Ready(c.Seed, trial); len(r.Ends) > 0 {
					if !c.addReady(p.tally, &r, fight, trial) {
						return false
					}
					trial += uint64(len(r.Ends))
					continue
				}
			}
			r := fighter.Run(c.Seed, trial)
			if r == nil {
				return false
			}
			c.add(p.tally, r)
			if c.Row != nil {
				p.rows = c.Row(p.rows, trial, r)
			}
			if c.rank != nil {
				p.pick.offer(candidate{trial: int64(trial), outcome: r.Outcome, rounds: r.Rounds, key: c.rank(r)})
			}
			trial++
		}
		return true
	}
}

// addReady counts the trials from one on that are ready, and asks for those that end
// later. It says whether it came to the end.
func (c *campaign) addReady(y *tally, r *heroic.Ready, f *heroic.Fight, trial uint64) bool {
	for i, end := range r.Ends {
		if end&heroic.Later == 0 {
			e := &c.ends[end%heroic.Ends]
			o := &y[e.outcome]
			o.trials++
			o.rounds.add(int64(r.Rounds[i]))
			for g := range r.HP {
				t := &o.groups[g]
				t.hp.add(int64(r.HP[g][i]))
				t.fates[e.fates[g]]++
			}
			continue
		}
		r := f.Run(c.Seed, trial+uint64(i))
		if r == nil {
			return false
		}
		c.add(y, r)
	}
	return true
}

// merge adds a chunk, and says whether the trials are enough.
func (c *campaign) merge(p *part) (enough bool, err error) {
	if len(p.rows) > 0 {
		if _, err := c.Rows.Write(p.rows); err != nil {
			return false, err
		}
	}
	c.total.merge(p.tally)
	c.pick.offer(p.pick)
	if c.perfect && c.pick.trial > 0 && c.pick.key == (key{}) {
		c.reached = true // no later trial ranks before it
	}
	done, of := c.total.trials(), c.Trials-c.before
	if c.Precision > 0 {
		width := c.width()
		c.reached = width <= c.Precision && done >= minPrecisionTrials
		of = min(of, expected(done, width/c.Precision))
	}
	if c.Interim != nil {
		var outcomes [heroic.NumOutcomes]int64
		for i := range outcomes {
			outcomes[i] = c.total[i].trials
		}
		c.Interim(outcomes)
	}
	if c.Progress != nil {
		c.Progress(done, of)
	}
	return c.reached, nil
}

// expected is how many trials it takes until an interval that is times too wide
// after done trials is narrow enough.
func expected(done int64, times float64) int64 {
	return max(done, minPrecisionTrials, int64(min(float64(done)*times*times, MaxTrials)))
}
