package stats

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"heroicsim/heroic"
)

// A Change is a battle with one number a step up, and with it a step down; nil
// where there is no such step.
type Change struct{ Up, Down *heroic.Battle }

// A Sensitivity is what changes of a battle's numbers are worth, each by itself.
type Sensitivity struct {
	Battle     *heroic.Battle
	Confidence float64 // of each interval by itself
	Elapsed    time.Duration
	Seed       uint64
	Planned    int64   // trials of each changed battle, or with Precision the most
	Precision  float64 // of each difference; 0: none
	Partial    bool    // interrupted: some changes have fewer trials, or none

	Asked, Done int           // changed battles, and those of which something is known
	Full        int           // of them, those that were fought to the end
	Wins        [2]Proportion // of the sides, as the battle is
	Worths      []Worth       // of changes that were tried, the largest first
}

// A Worth is what a change is worth.
type Worth struct {
	Index    int     // among the changes
	Up, Down *Effect // nil where there is no such step, or it was not tried
}

// An Effect is what a changed battle does to the sides' win probabilities.
type Effect struct {
	Trials  int64
	Reached bool // the precision that was asked for
	Wins    [2]PairedProportion
}

// Size is the largest difference that the change makes, for either side, up or
// down.
func (w Worth) Size() float64 {
	size := 0.0
	for _, e := range []*Effect{w.Up, w.Down} {
		if e != nil {
			size = max(size, math.Abs(e.Wins[0].By), math.Abs(e.Wins[1].By))
		}
	}
	return size
}

// Sense fights b and each changed battle on the same trials: first some trials of
// all changes, and then the others. found is told, by one worker at a time, what is
// known of a change; nil: nobody is. When ctx ends it returns ctx's error together
// with what was done: whole chunks of each change, perhaps of some alone.
func Sense(ctx context.Context, b *heroic.Battle, changes []Change, o Options, found func(change int, e *Effect)) (*Sensitivity, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	begun := time.Now()
	o = o.complete()
	s := &Sensitivity{Battle: b, Confidence: o.Confidence, Seed: o.Seed, Planned: o.Trials, Precision: o.Precision}
	q := &inquiry{Options: o, battle: b, found: found}
	worths := make([]Worth, len(changes))
	for i, c := range changes {
		worths[i].Index = i
		q.ask(i, c.Up, &worths[i].Up)
		q.ask(i, c.Down, &worths[i].Down)
	}
	err := q.run(ctx, q.pilot())
	if err == nil {
		err = q.run(ctx, q.Trials)
	}
	s.Asked, s.Full = len(q.questions), int(q.full.Load())
	for _, w := range worths {
		s.Done += int(one(w.Up != nil) + one(w.Down != nil))
		if w.Up != nil || w.Down != nil {
			s.Worths = append(s.Worths, w)
		}
	}
	slices.SortStableFunc(s.Worths, func(v, w Worth) int { return cmp.Compare(w.Size(), v.Size()) })
	s.Wins = s.wins()
	if s.Partial = s.Full < s.Asked; !s.Partial {
		err = nil
	}
	s.Elapsed = time.Since(begun)
	return s, err
}

// Empty says that not one change was tried.
func (s *Sensitivity) Empty() bool { return s.Done == 0 }

// wins are the sides' in the battle as it is, from the effect with the most trials.
func (s *Sensitivity) wins() [2]Proportion {
	wins := [2]Proportion{NewProportion(0, 0, s.Confidence), NewProportion(0, 0, s.Confidence)}
	most := int64(0)
	for _, w := range s.Worths {
		for _, e := range []*Effect{w.Up, w.Down} {
			if e != nil && e.Trials > most {
				most = e.Trials
				wins = [2]Proportion{e.Wins[0].A, e.Wins[1].A}
			}
		}
	}
	return wins
}

// An inquiry is a Sense under way. Each worker asks one question at a time, so that
// what fights learn of a battle is learnt once.
type inquiry struct {
	Options
	battle    *heroic.Battle
	questions []*question
	full      atomic.Int64 // questions that are done
	done      atomic.Int64 // trials
	known     memo

	telling sync.Mutex
	found   func(change int, e *Effect)
}

// A question is what a changed battle makes of the trials.
type question struct {
	*match
	change int
	answer **Effect
	told   int64 // trials
	full   bool
}

func (q *inquiry) ask(change int, b *heroic.Battle, answer **Effect) {
	if b == nil {
		return
	}
	k := &question{change: change, answer: answer}
	o := q.Options
	o.Workers = 1
	o.Progress = func(done, _ int64) { q.tell(k, done) }
	k.match = newMatch(q.battle, b, CompareOptions{Options: o})
	k.fighters = func(b *heroic.Battle, stop *atomic.Bool) Fighter {
		f := q.fighter(b, stop)
		if b == q.battle {
			return &remembered{memo: &q.known, fighter: f, trials: q.Trials, chunk: -1}
		}
		return f
	}
	q.questions = append(q.questions, k)
}

// mostFirst is the most trials that each change has before any has more.
const mostFirst = 4 * Chunk

// pilot is how many trials that is: an eighth, in whole chunks, so that answers about
// all changes come early.
func (q *inquiry) pilot() int64 {
	return min(q.Trials, mostFirst, (q.Trials/pilotShare+Chunk-1)/Chunk*Chunk)
}

// run asks all questions that are not done for the trials up to a number.
func (q *inquiry) run(ctx context.Context, trials int64) error {
	var taken atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	for range min(q.Workers, len(q.questions)) {
		g.Go(func() error {
			for ctx.Err() == nil {
				i := taken.Add(1) - 1
				if i >= int64(len(q.questions)) {
					return nil
				}
				if k := q.questions[i]; !k.full {
					if err := q.find(ctx, k, trials); err != nil {
						return err
					}
				}
			}
			return context.Cause(ctx)
		})
	}
	return g.Wait()
}

// find goes on with a question.
func (q *inquiry) find(ctx context.Context, k *question, trials int64) error {
	k.Trials = trials
	err := k.match.run(ctx)
	if n := k.total.trials(); n > 0 {
		e := &Effect{n, k.reached, [2]PairedProportion{k.outcome(heroic.FirstWins), k.outcome(heroic.SecondWins)}}
		*k.answer = e
		if q.found != nil {
			q.telling.Lock()
			q.found(k.change, e)
			q.telling.Unlock()
		}
	}
	if k.full = k.reached || k.total.trials() == q.Trials; k.full {
		q.full.Add(1)
		q.tell(k, q.Trials) // some may be spared
	}
	return err
}

// tell adds what is new of a question to the progress.
func (q *inquiry) tell(k *question, trials int64) {
	done := q.done.Add(trials - k.told)
	k.told = trials
	if q.Progress != nil {
		q.Progress(done, q.Trials*int64(len(q.questions)))
	}
}

// A memo holds the outcomes of one battle's trials, so that none is fought twice.
type memo struct {
	mu     sync.Mutex
	chunks map[int64]*memoChunk
}

type memoChunk struct {
	mu       sync.Mutex
	outcomes []heroic.Outcome // none before they are known
}

func (m *memo) chunk(i int64) *memoChunk {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.chunks == nil {
		m.chunks = map[int64]*memoChunk{}
	}
	if m.chunks[i] == nil {
		m.chunks[i] = new(memoChunk)
	}
	return m.chunks[i]
}

// A remembered is a worker's Fighter for the battle of a memo. Its Results hold
// nothing but the outcome.
type remembered struct {
	*memo
	fighter Fighter
	trials  int64 // of the battle
	chunk   int64 // that outcomes are of
	known   []heroic.Outcome
	result  heroic.Result
}

func (f *remembered) Run(seed, trial uint64) *heroic.Result {
	if chunk := int64(trial-1) / Chunk; chunk != f.chunk {
		if f.known = f.outcomes(seed, chunk); f.known == nil {
			f.chunk = -1
			return nil
		}
		f.chunk = chunk
	}
	f.result.Outcome = f.known[(trial-1)%Chunk]
	return &f.result
}

// outcomes fights the trials of a chunk, unless that has been done. They are nil
// where it was given up.
func (f *remembered) outcomes(seed uint64, chunk int64) []heroic.Outcome {
	c := f.memo.chunk(chunk)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.outcomes != nil {
		return c.outcomes
	}
	var all []heroic.Outcome
	first, last := chunk*Chunk+1, min((chunk+1)*Chunk, f.trials)
	expect(f.fighter, seed, uint64(first), uint64(last))
	for trial := first; trial <= last; trial++ {
		r := f.fighter.Run(seed, uint64(trial))
		if r == nil {
			return nil
		}
		all = append(all, r.Outcome)
	}
	c.outcomes = all
	return all
}
