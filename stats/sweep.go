package stats

import (
	"context"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"heroicsim/heroic"
)

// A SweepPoint is what one battle of a sweep came to, in a few hundred bytes
// however many trials it had.
type SweepPoint struct {
	Ruleset  string
	Trials   int64
	Reached  bool // the precision that was asked for
	Partial  bool // interrupted: of the first chunks of its trials
	Outcomes [heroic.NumOutcomes]SweepOutcome
}

// A SweepOutcome is one of the ways in which a point's battles ended.
type SweepOutcome struct {
	Name      string
	Count     int64      // of the point's trials
	Rounds    Summary    // without its histogram
	Survivors [2]float64 // mean combatants with HP left, by side; NaN without cases
}

// Proportion is how often an outcome came up.
func (p *SweepPoint) Proportion(o heroic.Outcome, confidence float64) Proportion {
	return NewProportion(p.Outcomes[o].Count, p.Trials, confidence)
}

// newSweepPoint is what is kept of a study.
func newSweepPoint(s *Study) *SweepPoint {
	p := &SweepPoint{Ruleset: s.Battle.Rules.ID(), Trials: s.Trials, Reached: s.PrecisionReached, Partial: s.Partial}
	for i, o := range s.Outcomes {
		kept := SweepOutcome{Name: o.Name, Count: o.Count, Rounds: o.Rounds}
		kept.Rounds.Histogram = nil
		for j := range s.Groups {
			kept.Survivors[s.Battle.Groups[j].Side] += s.Groups[j].ByOutcome[i].Survivors.Mean
		}
		if o.Count == 0 {
			kept.Survivors = [2]float64{math.NaN(), math.NaN()}
		}
		p.Outcomes[i] = kept
	}
	return p
}

// Sweep fights the battles of some points of a grid, all on the same trials, and
// hands over what each came to as soon as all of its trials are done: one at a time,
// in any order. battle makes a point's; several are made at once. Workers take a
// point each or, where there are fewer points, several share one. When ctx ends,
// points under way are handed over as Partial, and its error is returned unless all
// were done.
func Sweep(ctx context.Context, points []int, battle func(point int) (*heroic.Battle, error), o Options, done func(point int, p *SweepPoint) error) error {
	if err := o.check(); err != nil {
		return err
	}
	s := &gridRun{Options: o.complete(), points: points, battle: battle, hand: done}
	atOnce := min(s.Workers, len(points), perProcessor*runtime.GOMAXPROCS(0))
	g, ctx := errgroup.WithContext(ctx)
	for i := range atOnce {
		workers := (s.Workers + i) / atOnce // together all of them
		g.Go(func() error { return s.work(ctx, workers) })
	}
	return g.Wait()
}

// A gridRun is a Sweep under way.
type gridRun struct {
	Options
	points []int
	battle func(point int) (*heroic.Battle, error)
	hand   func(point int, p *SweepPoint) error
	taken  atomic.Int64

	mu       sync.Mutex
	finished int64 // points
	trials   int64 // done
	settled  int64 // of them, those of finished points
}

func (s *gridRun) work(ctx context.Context, workers int) error {
	for {
		i := s.taken.Add(1) - 1
		if i >= int64(len(s.points)) {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := s.fight(ctx, s.points[i], workers); err != nil {
			return err
		}
	}
}

// fight does all trials of a point.
func (s *gridRun) fight(ctx context.Context, point, workers int) error {
	b, err := s.battle(point)
	if err != nil {
		return err
	}
	o := s.Options
	o.Workers = workers
	told := int64(0)
	o.Progress = func(done, _ int64) {
		s.tell(done - told)
		told = done
	}
	study, err := Run(ctx, b, o)
	if err != nil && (study == nil || study.Empty()) {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finished++
	s.settled += study.Trials
	if failed := s.hand(point, newSweepPoint(study)); failed != nil {
		return failed
	}
	return err
}

// tell adds trials to the progress. Where each point takes as many as it needs, the
// others are taken for as long as those that are finished.
func (s *gridRun) tell(trials int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trials += trials
	if s.Progress == nil {
		return
	}
	each := s.Trials
	if s.Precision > 0 && s.finished > 0 {
		each = s.settled / s.finished
	}
	s.Progress(s.trials, max(s.trials, each*int64(len(s.points))))
}

// Planned is how many trials a run has, or with Precision has at most.
func (o Options) Planned() int64 { return o.complete().Trials }
