package stats

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"heroicsim/heroic"
)

// A Verdict is what a comparison says about the win probability of a side in the
// second battle.
type Verdict uint8

// The verdicts.
const (
	Open         Verdict = iota // the interval allows for too much
	Better                      // it lies above 0
	Worse                       // it lies below 0
	NoDifference                // it holds 0, and nothing beyond delta
)

var verdictNames = [...]string{"undecided", "better", "worse", "no difference larger than delta"}

func (v Verdict) String() string { return verdictNames[v] }

// CompareOptions say how two battles are compared. Of Options, Row and Rows have no
// use; Precision is that of the differences between the outcomes' probabilities.
type CompareOptions struct {
	Options
	Side         int     // of the first battle: whom the verdict is about
	Delta        float64 // the least difference that matters; 0 means 0.01
	UntilDecided bool    // fight on until there is a verdict, or Trials are done; 0 Trials mean 10 million

	// Differs is told, before Progress, the verdict's difference so far. It must be
	// quick. Nil: none.
	Differs func(Difference)
}

// DefaultDelta is the least difference between win probabilities that matters,
// unless one says otherwise.
const DefaultDelta = 0.01

// complete fills in the defaults.
func (o CompareOptions) complete() CompareOptions {
	if o.Delta == 0 {
		o.Delta = DefaultDelta
	}
	if o.UntilDecided && o.Trials == 0 {
		o.Trials = maxPrecisionTrials
	}
	o.Options = o.Options.complete()
	return o
}

func (o CompareOptions) check() error {
	switch {
	case o.Side < 0 || o.Side > 1:
		return fmt.Errorf("side: %d; there are 0 and 1", o.Side)
	case !(o.Delta >= 0 && o.Delta < 1):
		return fmt.Errorf("delta: %v; it lies between 0 and 1", o.Delta)
	case o.UntilDecided && o.Precision > 0:
		return fmt.Errorf("precision and a verdict cannot both end the trials")
	}
	return o.Options.check()
}

// A Comparison is what two battles came to on the same trials: B against A. Each
// event of a battle meets the same luck in both.
type Comparison struct {
	A, B         *heroic.Battle
	Counterparts [2]string // the names in B of A's sides: those of the same name, or else in the same place
	Confidence   float64
	Elapsed      time.Duration
	Seed         uint64
	Trials       int64 // done, in each battle
	Planned      int64
	Partial      bool // interrupted
	Precision    float64
	UntilDecided bool // then all intervals hold however often one looked
	Reached      bool // the precision or the verdict that was asked for

	Side    int // of A, whom the verdict is about
	Delta   float64
	Verdict Verdict

	Outcomes [heroic.NumOutcomes]PairedProportion // with A's names
	Rounds   PairedMean
	Groups   []PairedGroup // for each side: the side as a whole, and groups that both battles have
}

// A PairedGroup is how many combatants of a group, or of all a side, are left.
type PairedGroup struct {
	Side, Name     string // Name is empty for a side as a whole
	StartA, StartB int64
	Survivors      PairedMean
}

// Compare fights both battles on the same trials. When ctx ends before the last
// trial it returns ctx's error together with the Comparison of what was done.
func Compare(ctx context.Context, a, b *heroic.Battle, o CompareOptions) (*Comparison, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	begun := time.Now()
	m := newMatch(a, b, o.complete())
	m.pairGroups()
	err := m.run(ctx)
	c := m.comparison()
	c.Elapsed = time.Since(begun)
	if !c.Partial {
		err = nil // ctx ended after the last trial
	}
	return c, err
}

// A pairTally is what a number of trials of two battles came to, in integers. The
// sides are those of the first.
type pairTally struct {
	outcomes  [heroic.NumOutcomes][heroic.NumOutcomes]int64 // of the first battle, and of the second
	rounds    jointSums
	survivors []jointSums // as match.pairs
}

// A match is a comparison under way.
type match struct {
	CompareOptions
	a, b     *heroic.Battle
	fighters func(*heroic.Battle, *atomic.Bool) Fighter
	sides    [2]int // of b, by those of a
	pairs    []groupPair
	total    *pairTally
	reached  bool
}

// A groupPair are the groups from first up to last, and their counterparts.
type groupPair struct {
	name           string
	side           int // of a
	firstA, lastA  int
	firstB, lastB  int
	startA, startB int64
}

// newMatch compares outcomes and rounds, but no groups yet.
func newMatch(a, b *heroic.Battle, o CompareOptions) *match {
	m := &match{CompareOptions: o, a: a, b: b, sides: [2]int{0, 1}}
	m.fighters, m.total = m.fighter, m.empty()
	if plain(a.Sides[0].Name) == plain(b.Sides[1].Name) || plain(a.Sides[1].Name) == plain(b.Sides[0].Name) {
		m.sides = [2]int{1, 0}
	}
	return m
}

// pairGroups finds what both battles have survivors of.
func (m *match) pairGroups() {
	for side, in := range m.a.Sides {
		other := m.b.Sides[m.sides[side]]
		m.pair("", side, in.First, in.Last, other.First, other.Last)
		for i := in.First; i < in.Last; i++ {
			for j := other.First; j < other.Last; j++ {
				if plain(m.a.Groups[i].Name) == plain(m.b.Groups[j].Name) {
					m.pair(m.a.Groups[i].Name, side, i, i+1, j, j+1)
				}
			}
		}
	}
	m.total = m.empty()
}

// run fights all trials that have not been, or as many as are enough, or as ctx lets
// it.
func (m *match) run(ctx context.Context) error {
	return relay[*pairTally]{trials: m.Trials, before: m.total.trials(), workers: m.Workers, part: m.empty, worker: m.worker, merge: m.merge}.run(ctx)
}

func (m *match) pair(name string, side, firstA, lastA, firstB, lastB int) {
	p := groupPair{name: name, side: side, firstA: firstA, lastA: lastA, firstB: firstB, lastB: lastB}
	for _, g := range m.a.Groups[firstA:lastA] {
		p.startA += int64(g.Start)
	}
	for _, g := range m.b.Groups[firstB:lastB] {
		p.startB += int64(g.Start)
	}
	m.pairs = append(m.pairs, p)
}

func (m *match) empty() *pairTally { return &pairTally{survivors: make([]jointSums, len(m.pairs))} }

// worker makes what fights pairs of battles.
func (m *match) worker(stop *atomic.Bool) func(y *pairTally, first, last uint64) bool {
	a, b := m.fighters(m.a, stop), m.fighters(m.b, stop)
	return func(y *pairTally, first, last uint64) bool {
		clear(y.survivors)
		*y = pairTally{survivors: y.survivors}
		expect(a, m.Seed, first, last)
		expect(b, m.Seed, first, last)
		for trial := first; trial <= last; trial++ {
			if stop.Load() {
				return false
			}
			one, other := a.Run(m.Seed, trial), b.Run(m.Seed, trial)
			if one == nil || other == nil {
				return false
			}
			m.add(y, one, other)
		}
		return true
	}
}

func (m *match) add(y *pairTally, a, b *heroic.Result) {
	outcome := b.Outcome
	if outcome < heroic.Draw {
		outcome = heroic.Outcome(m.sides[outcome]) // which is its own inverse
	}
	y.outcomes[a.Outcome][outcome]++
	y.rounds.add(int64(a.Rounds), int64(b.Rounds))
	for i := range m.pairs {
		p := &m.pairs[i]
		y.survivors[i].add(survivors(a, p.firstA, p.lastA), survivors(b, p.firstB, p.lastB))
	}
}

func survivors(r *heroic.Result, first, last int) (n int64) {
	for i := first; i < last; i++ {
		n += int64(r.Groups[i].Survivors)
	}
	return n
}

// merge adds a chunk, and says whether the trials are enough.
func (m *match) merge(y *pairTally) (enough bool, err error) {
	for i := range y.outcomes {
		for j, n := range y.outcomes[i] {
			m.total.outcomes[i][j] += n
		}
	}
	m.total.rounds.merge(&y.rounds)
	for i := range y.survivors {
		m.total.survivors[i].merge(&y.survivors[i])
	}
	done, of := m.total.trials(), m.Trials
	if m.Differs != nil {
		m.Differs(m.outcome(heroic.Outcome(m.Side)).Difference)
	}
	switch {
	case m.UntilDecided:
		m.reached = m.verdict(m.outcome(heroic.Outcome(m.Side)).Difference) != Open
	case m.Precision > 0:
		width := m.width()
		m.reached = width <= m.Precision && done >= minPrecisionTrials
		of = min(of, expected(done, width/m.Precision))
	}
	if m.Progress != nil {
		m.Progress(done, of)
	}
	return m.reached, nil
}

func (y *pairTally) trials() (n int64) {
	for i := range y.outcomes {
		for _, k := range y.outcomes[i] {
			n += k
		}
	}
	return n
}

// bounds are the intervals that the way of stopping allows.
func (m *match) bounds() pairBounds {
	if m.UntilDecided {
		return anytimeBounds
	}
	return fixedBounds
}

// outcome compares how often o comes up.
func (m *match) outcome(o heroic.Outcome) PairedProportion {
	var onlyA, onlyB int64
	for k := range heroic.NumOutcomes {
		if k != o {
			onlyA += m.total.outcomes[o][k]
			onlyB += m.total.outcomes[k][o]
		}
	}
	p := newPairedProportion(m.total.outcomes[o][o], onlyA, onlyB, m.total.trials(), m.Confidence, m.bounds())
	p.Name = OutcomeName(m.a, o)
	return p
}

// width is the half-width of the widest of the outcomes' differences.
func (m *match) width() float64 {
	width := 0.0
	for o := range heroic.NumOutcomes {
		width = max(width, m.outcome(o).Difference.HalfWidth())
	}
	return width
}

func (m *match) verdict(d Difference) Verdict {
	switch {
	case d.Low > 0:
		return Better
	case d.High < 0:
		return Worse
	case d.Low >= -m.Delta && d.High <= m.Delta:
		return NoDifference
	}
	return Open // without trials, too
}

// comparison turns counts into a Comparison.
func (m *match) comparison() *Comparison {
	n := m.total.trials()
	c := &Comparison{
		A: m.a, B: m.b, Confidence: m.Confidence, Seed: m.Seed, Trials: n, Planned: m.Trials,
		Precision: m.Precision, UntilDecided: m.UntilDecided, Reached: m.reached, Partial: n < m.Trials && !m.reached,
		Side: m.Side, Delta: m.Delta, Counterparts: [2]string{m.b.Sides[m.sides[0]].Name, m.b.Sides[m.sides[1]].Name},
		Rounds: m.total.rounds.paired(n, m.Confidence, m.bounds()),
	}
	for o := range c.Outcomes {
		c.Outcomes[o] = m.outcome(heroic.Outcome(o))
	}
	c.Verdict = m.verdict(c.Outcomes[m.Side].Difference)
	for i, p := range m.pairs {
		c.Groups = append(c.Groups, PairedGroup{
			Side: m.a.Sides[p.side].Name, Name: p.name, StartA: p.startA, StartB: p.startB,
			Survivors: m.total.survivors[i].paired(n, m.Confidence, m.bounds()),
		})
	}
	return c
}

// Empty says that not one trial was done, so that nothing has a value.
func (c *Comparison) Empty() bool { return c.Trials == 0 }

// ParseSide finds the side of b that name means.
func ParseSide(name string, b *heroic.Battle) (side int, err error) {
	for i, s := range b.Sides {
		if plain(s.Name) == plain(name) {
			return i, nil
		}
	}
	return 0, fmt.Errorf("no side is called %q; the sides are %q and %q", strings.TrimSpace(name), b.Sides[0].Name, b.Sides[1].Name)
}
