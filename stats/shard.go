package stats

import (
	"context"
	"errors"
	"fmt"
	"time"

	"heroicsim/heroic"
)

// A Shard is one of several parts of a battle's trials: the I-th of N, counted from
// 1. Each is a run of whole chunks, so that machines can share the trials and need
// not know of each other.
type Shard struct{ I, N int64 }

// MaxShards is the most that trials may be shared among.
const MaxShards = 100_000

func (s Shard) String() string { return fmt.Sprintf("%d of %d", s.I, s.N) }

// Span is the first and the last of so many trials that are the shard's. Where there
// are fewer chunks than shards some have none: then last is the trial before first.
func (s Shard) Span(trials int64) (first, last int64) {
	chunks := (trials + Chunk - 1) / Chunk
	from, to := chunks*(s.I-1)/s.N, chunks*s.I/s.N
	return from*Chunk + 1, min(to*Chunk, trials)
}

func (s Shard) check() error {
	if s.N < 1 || s.N > MaxShards || s.I < 1 || s.I > s.N {
		return fmt.Errorf("shard: %d of %d; at most %d, and each from the first to the last", s.I, s.N, MaxShards)
	}
	return nil
}

// A Part is what the trials of a shard came to, in whole numbers alone. As JSON it
// holds all of them.
type Part struct {
	Shard
	Seed    uint64
	Trials  int64 // of all shards
	Elapsed time.Duration

	tally *tally
}

// RunShard fights the trials of one shard. When ctx ends before the last of them it
// returns ctx's error and no Part.
func RunShard(ctx context.Context, b *heroic.Battle, o Options, s Shard) (*Part, error) {
	if err := errors.Join(o.check(), s.check()); err != nil {
		return nil, err
	}
	if o.Precision > 0 {
		return nil, errors.New("precision: how many trials it takes is not known to a shard")
	}
	o = o.complete()
	p := &Part{Shard: s, Seed: o.Seed, Trials: o.Trials}
	first, last := s.Span(o.Trials)
	o.before, o.Trials = first-1, last
	begun := time.Now()
	c, err := fight(ctx, b, o, nil)
	if c.total.trials() < last-first+1 {
		return nil, err
	}
	p.Elapsed, p.tally = time.Since(begun), c.total
	return p, nil
}

// Merge makes of all the parts of some trials the Study that Run makes of the
// trials, at a confidence between 0 and 1. The time taken is that of all parts
// together.
func Merge(b *heroic.Battle, parts []*Part, confidence float64) (*Study, error) {
	if len(parts) == 0 {
		return nil, errors.New("no parts")
	}
	o := Options{Seed: parts[0].Seed, Trials: parts[0].Trials, Confidence: confidence}
	if err := o.check(); err != nil {
		return nil, err
	}
	c := &campaign{total: newTallier(b).empty()}
	var elapsed time.Duration
	seen := make([]bool, parts[0].N)
	for _, p := range parts {
		switch {
		case p.N != parts[0].N || p.Seed != o.Seed || p.Trials != o.Trials || !p.tally.fits(b):
			return nil, fmt.Errorf("part %v is of other trials than part %v", p.Shard, parts[0].Shard)
		case seen[p.I-1]:
			return nil, fmt.Errorf("part %v is there twice", p.Shard)
		}
		seen[p.I-1] = true
		c.total.merge(p.tally)
		elapsed += p.Elapsed
	}
	study := newStudy(b, o.complete(), c)
	study.Elapsed = elapsed
	if study.Partial {
		return nil, fmt.Errorf("there are %d of %d parts", len(parts), parts[0].N)
	}
	return study, nil
}

// fits says whether y may be about b.
func (y *tally) fits(b *heroic.Battle) bool {
	return len(y[0].groups) == len(b.Groups)
}
