package stats

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// A relay has workers do trials in chunks, and merges the chunks in order. Parts,
// which hold what a chunk came to, go round: workers fill them, and whoever has
// filled the next in order merges it.
type relay[P any] struct {
	trials  int64
	before  int64 // trials that were done before: whole chunks
	workers int
	part    func() P // an empty part

	// worker makes what fills a part with the trials from first to last. It says
	// whether it came to the end; when stop becomes true it need not.
	worker func(stop *atomic.Bool) func(p P, first, last uint64) bool

	// merge takes the parts of whole chunks, in order and one at a time, and says
	// whether the trials are enough.
	merge func(p P) (enough bool, err error)
}

// run does all trials, or as many as are enough, or as ctx lets it.
func (r relay[P]) run(ctx context.Context) error {
	c := &heat[P]{relay: r, chunks: (r.trials + Chunk - 1) / Chunk, waiting: map[int64]P{}, merged: r.before / Chunk}
	c.taken.Store(c.merged)
	workers := int(min(int64(r.workers), c.chunks-c.merged, int64(perProcessor*runtime.GOMAXPROCS(0))))
	// Twice as many parts as workers keep all busy while one is slow, and bound
	// how far the others get ahead of it.
	c.idle = make(chan P, 2*workers)
	for range cap(c.idle) {
		c.idle <- r.part()
	}
	g, ctx := errgroup.WithContext(ctx)
	release := context.AfterFunc(ctx, func() { c.stop.Store(true) })
	defer release()
	for range workers {
		g.Go(func() error { return c.work(ctx) })
	}
	return g.Wait()
}

// perProcessor is how many workers may share a processor. More would only take
// memory.
const perProcessor = 4

// A heat is a relay under way.
type heat[P any] struct {
	relay[P]
	chunks int64
	idle   chan P
	taken  atomic.Int64 // chunks given out
	stop   atomic.Bool

	mu      sync.Mutex
	waiting map[int64]P // filled, but an earlier one is not
	merged  int64       // chunks
	enough  bool
}

// work fills parts until there are no more chunks. A part is taken before its
// chunk, so the lowest chunk under way always has one and work never stands
// still.
func (c *heat[P]) work(ctx context.Context) error {
	fill := c.worker(&c.stop)
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case p := <-c.idle:
			chunk := c.taken.Add(1) - 1
			if chunk >= c.chunks || c.finished() {
				c.idle <- p
				return nil
			}
			first := chunk*Chunk + 1
			if !fill(p, uint64(first), uint64(min(first+Chunk-1, c.trials))) {
				c.idle <- p // stopped, and the next turn finds out why
				continue
			}
			if err := c.hand(chunk, p); err != nil {
				return err
			}
		}
	}
}

// hand merges p, and those that waited for it, once all before it are merged.
func (c *heat[P]) hand(chunk int64, p P) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[chunk] = p
	for !c.enough {
		next, ok := c.waiting[c.merged]
		if !ok {
			return nil
		}
		delete(c.waiting, c.merged)
		enough, err := c.merge(next)
		if err != nil {
			return err
		}
		c.merged++
		if enough {
			c.enough = true
			c.stop.Store(true)
		}
		c.idle <- next
	}
	return nil
}

func (c *heat[P]) finished() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.enough
}
