package stats

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"heroicsim/heroic"
)

// A Course is how a battle goes from round to round: how many of each group are in
// the fight. A group that broke, collapsed or left is not, nor is one that has yet
// to come.
type Course struct {
	Battle *heroic.Battle
	Seed   uint64
	Trials int64 // the first ones of Seed
	Rounds []CourseRound
}

// A CourseRound is how matters stand after so many rounds. Battles that are over by
// then count with how they ended.
type CourseRound struct {
	Round    int        // 0: the start
	Going    Proportion // battles that go on
	Fighting []Summary  // combatants, of each group as in Battle.Groups
}

const (
	// courseTrials is how many trials a Course follows at most: each of its
	// quantiles is then within 2 in 100 of the cases, and it takes little time
	// although it has to see every round.
	courseTrials = 4 * Chunk
	// courseRounds is how many rounds it follows.
	courseRounds = 200
)

// Follow fights the first trials of o again and watches them round by round. It
// follows a few thousand at most, and of those as many rounds as most battles take.
// Whoever wants to know more of a Study gives its Seed and Trials.
func Follow(ctx context.Context, b *heroic.Battle, o Options) (*Course, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o = o.complete()
	o.Trials = min(o.Trials, courseTrials)
	var next atomic.Int64
	var stop atomic.Bool
	parts := make([]*courseTally, min(int64(o.Workers), (o.Trials+courseChunk-1)/courseChunk))
	g, ctx := errgroup.WithContext(ctx)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	for w := range parts {
		g.Go(func() error {
			parts[w] = newCourseTally(b)
			fight := heroic.NewFight(b)
			fight.Stop = &stop
			fight.Beginnings = parts[w].begins
			for first := next.Add(courseChunk) - courseChunk; first < o.Trials; first = next.Add(courseChunk) - courseChunk {
				for trial := first + 1; trial <= min(first+courseChunk, o.Trials); trial++ {
					r := fight.Run(o.Seed, uint64(trial))
					if r == nil {
						return context.Cause(ctx)
					}
					parts[w].ends(r)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	total := newCourseTally(b)
	for _, p := range parts {
		total.merge(p)
	}
	return total.course(o), nil
}

// courseChunk is how many trials a worker of Follow takes at a time. All is counted
// in whole numbers, so that it changes no result.
const courseChunk = 64

// A courseTally counts combatants after every round, apart for battles that go on
// and for those that are over: a battle is counted once among the latter, and
// course carries it to all later rounds.
type courseTally struct {
	battle *heroic.Battle
	rounds []courseCounts // by the rounds that are over
	trials int64
}

type courseCounts struct {
	going, over   int64    // battles
	still, ending []counts // combatants of each group, in battles that go on, and that end then
}

func newCourseTally(b *heroic.Battle) *courseTally { return &courseTally{battle: b} }

// after is what is counted after r rounds.
func (t *courseTally) after(r int) *courseCounts {
	for len(t.rounds) <= r {
		n := len(t.battle.Groups)
		t.rounds = append(t.rounds, courseCounts{still: make([]counts, n), ending: make([]counts, n)})
	}
	return &t.rounds[r]
}

// begins counts a battle at the beginning of a round: it went on after the one
// before.
func (t *courseTally) begins(e heroic.RoundBegins) {
	if e.Round > courseRounds {
		return
	}
	c := t.after(e.Round - 1)
	c.going++
	for i := range e.Groups {
		fighting := 0
		if e.Groups[i].Standing == heroic.Steady {
			fighting = e.Groups[i].Fighting
		}
		c.still[i].add(int64(fighting))
	}
}

// ends counts a battle that is over.
func (t *courseTally) ends(r *heroic.Result) {
	t.trials++
	if r.Rounds > courseRounds {
		return
	}
	c := t.after(r.Rounds)
	c.over++
	for i := range r.Groups {
		g, fighting := &r.Groups[i], 0
		if !g.Broke && !g.Collapsed && !g.Left && t.battle.Groups[i].Arrives <= r.Rounds {
			fighting = g.Survivors
		}
		c.ending[i].add(int64(fighting))
	}
}

func (t *courseTally) merge(o *courseTally) {
	t.trials += o.trials
	for r := range o.rounds {
		to, from := t.after(r), &o.rounds[r]
		to.going += from.going
		to.over += from.over
		for i := range from.still {
			to.still[i].merge(&from.still[i])
			to.ending[i].merge(&from.ending[i])
		}
	}
}

// course carries what is over to all later rounds.
func (t *courseTally) course(o Options) *Course {
	c := &Course{Battle: t.battle, Seed: o.Seed, Trials: t.trials}
	over := make([]counts, len(t.battle.Groups))
	for r := range t.rounds {
		now := &t.rounds[r]
		round := CourseRound{Round: r, Going: NewProportion(now.going, t.trials, o.Confidence)}
		for i := range over {
			over[i].merge(&now.ending[i])
			all := counts{}
			all.merge(&over[i])
			all.merge(&now.still[i])
			round.Fighting = append(round.Fighting, all.summary())
		}
		c.Rounds = append(c.Rounds, round)
	}
	if last := len(c.Rounds) - 1; last == courseRounds {
		c.Rounds = c.Rounds[:last] // after it nobody was watched
	}
	return c
}
