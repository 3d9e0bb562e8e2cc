package stats

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"heroicsim/heroic"
)

// ExactOptions are how Exact works.
type ExactOptions struct {
	Confidence float64            // that the Study says it has; every interval is a point
	Workers    int                // 0: as many as processors. The answer does not depend on it
	MaxBytes   int64              // of memory for clouds of states; 0: no limit
	Progress   func(done float64) // hears the share of probability that is decided, 0 to 1; may be nil
}

// Intractable says in one sentence why a battle has no exact answer, and what
// would have to be simpler.
type Intractable struct{ Why string }

func (e *Intractable) Error() string { return e.Why }

// Exact works out what a battle comes to in all ways that it can go. It returns
// ctx's error when that is done, and an *Intractable where the battle has too many
// states, or more than MaxBytes hold.
func Exact(ctx context.Context, b *heroic.Battle, o ExactOptions) (*Study, error) {
	t, err := exactly(ctx, b, o)
	if err != nil {
		return nil, err
	}
	return newExactStudy(b, o, t), nil
}

// exactly is Exact's tally.
func exactly(ctx context.Context, b *heroic.Battle, o ExactOptions) (*exactTally, error) {
	s, err := newSweep(ctx, b, o)
	if err != nil {
		return nil, err
	}
	if err := s.run(); err != nil {
		return nil, err
	}
	t := s.tally()
	if t.residual > residual {
		return nil, &Intractable{fmt.Sprintf("so many states are next to impossible that %.2g of all probability is lost with them, more than %g; fewer groups or combatants would do", t.residual, residual)}
	}
	return t, nil
}

// Limits of a sweep.
const (
	maxPool   = 1 << 20 // HP of a group
	maxCells  = 1 << 31 // of one cloud
	undecided = 1e-13   // the probability that need not be followed any more
	residual  = 1e-12   // the most that may be missing in the end

	blockBytes = 600 // what is kept of a block that has been explored, about
)

// A sweep follows the probability of all states of a battle from round to round.
//
// A state is a heroic.Situation and the pools of all groups. The pools of one
// Situation are a cloud. For every block of pools the Explorer says how a leg goes
// on: to which Situations, with which losses. All blocks that go on alike are
// spread together, group by group, because losses are independent of each other.
type sweep struct {
	ctx context.Context
	o   ExactOptions
	b   *heroic.Battle
	e   *heroic.Explorer

	round, era int
	now        [heroic.NumLegs]clouds // of the round, by the leg that comes next
	next       clouds                 // of the round after
	ended      clouds                 // in this round
	known      map[place]map[blockKey][]*way
	ways       map[string]*way
	kernels    map[*heroic.Losses]*kernel
	hurtUpTo   [][]int32
	facts      *tallier
	wounds     []woundOdds
	result     *exactTally
	store      store
	blocks     int64 // that have been explored
	key        []byte

	// cell, if not nil, hears of all that battles come to: for tests.
	cell func(end *heroic.Situation, pools []int, p float64)
}

// clouds are those of some Situations.
type clouds map[*heroic.Situation]*cloud

// inOrder lists the Situations as they came up.
func (c clouds) inOrder() []*heroic.Situation {
	all := make([]*heroic.Situation, 0, len(c))
	for s := range c {
		all = append(all, s)
	}
	slices.SortFunc(all, func(s, t *heroic.Situation) int { return s.ID - t.ID })
	return all
}

// A place is where cells go on alike, but for their blocks.
type place struct {
	situation *heroic.Situation
	era       int
}

// A blockKey is a block of every group's pools, and how they compare.
type blockKey struct{ blocks, relations uint64 }

// A way is a Branch that cells may go on by. Equal ones are the same pointer.
type way struct {
	id int
	heroic.Branch
	runs []run // those of the cloud under way that do
}

func newSweep(ctx context.Context, b *heroic.Battle, o ExactOptions) (*sweep, error) {
	if err := tractable(b); err != nil {
		return nil, err
	}
	e, err := heroic.NewExplorer(b)
	if err != nil {
		return nil, intractable(err)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	s := &sweep{
		ctx: ctx, o: o, b: b, e: e, next: clouds{}, ended: clouds{},
		known: map[place]map[blockKey][]*way{}, ways: map[string]*way{}, kernels: map[*heroic.Losses]*kernel{},
		facts: newTallier(b), result: newExactTally(b),
	}
	for i := range b.Groups {
		s.hurtUpTo = append(s.hurtUpTo, e.HurtUpTo(i))
		s.wounds = append(s.wounds, newWoundOdds(e, i))
	}
	return s, nil
}

// tractable says what is too large in a battle from the start.
func tractable(b *heroic.Battle) error {
	for i := range b.Groups {
		if g := &b.Groups[i]; g.Pool > maxPool {
			return &Intractable{fmt.Sprintf("%s has %d HP together, and more than %d cannot be kept apart; fewer combatants would do", g.Name, g.Pool, maxPool)}
		}
	}
	return nil
}

// intractable turns the Explorer's error into ours.
func intractable(err error) error {
	var u *heroic.Unexplorable
	if errors.As(err, &u) {
		return &Intractable{u.Why}
	}
	return err
}

// run follows the battle until all but nothing is decided.
func (s *sweep) run() error {
	n := len(s.b.Groups)
	at := box{make([]int, n), make([]int, n)}
	for i := range s.b.Groups {
		at.low[i], at.size[i] = s.b.Groups[i].Pool, 1
	}
	start := s.store.cloud(at.low, at.size)
	start.p[0] = 1
	s.next[s.e.Start()] = start
	for left := 1.0; left > undecided; left = s.left() {
		s.round++
		s.era = s.e.Era(s.round)
		if err := s.playRound(); err != nil {
			return err
		}
		if s.o.Progress != nil {
			s.o.Progress(1 - s.left())
		}
	}
	return nil
}

// left is the probability that is not decided.
func (s *sweep) left() float64 {
	sum := 0.0
	for _, situation := range s.next.inOrder() {
		sum += s.next[situation].total()
	}
	return sum
}

// playRound takes all that is undecided through one round.
func (s *sweep) playRound() error {
	s.now = [heroic.NumLegs]clouds{}
	for leg := range s.now {
		s.now[leg] = clouds{}
	}
	s.now[heroic.LegOrders], s.next = s.next, clouds{}
	for leg := range s.now {
		s.settle(heroic.Leg(leg))
		for _, situation := range s.now[leg].inOrder() {
			c := s.now[leg][situation]
			if c.trim(&s.store) {
				if err := s.goOn(situation, c); err != nil {
					return err
				}
			}
			delete(s.now[leg], situation)
			s.store.take(c)
		}
	}
	for _, situation := range s.ended.inOrder() {
		s.count(situation, s.ended[situation])
		s.store.take(s.ended[situation])
	}
	clear(s.ended)
	for situation, c := range s.next {
		if !c.trim(&s.store) {
			delete(s.next, situation)
			s.store.take(c)
		}
	}
	return nil
}

// settle takes the groups that have no HP left out of the Situations of a leg.
func (s *sweep) settle(leg heroic.Leg) {
	for i := range s.b.Groups {
		all := s.now[leg]
		for _, situation := range all.inOrder() {
			if situation.Standing(i) == heroic.Down {
				continue
			}
			if c := all[situation].fallen(i, &s.store); c != nil {
				to := s.into(all, s.e.Fell(situation, i), box{c.low, c.size})
				to.add(c, 1)
				s.store.take(c)
			}
		}
	}
}

// room says why a box of states is too large to be kept, or nil.
func (s *sweep) room(b box) error {
	cells := 1.0
	for _, k := range b.size {
		cells *= float64(k)
	}
	limit := float64(maxCells * 8)
	if s.o.MaxBytes > 0 {
		limit = float64(s.o.MaxBytes)
	}
	if used := float64(s.store.used + s.blocks*blockBytes); used+8*cells > limit {
		return &Intractable{fmt.Sprintf("the states of round %d take more than %.0f MiB; fewer groups, or fewer combatants, or orders that leave less to chance would do", s.round, limit/(1<<20))}
	}
	return nil
}

// into is the cloud of a Situation, with room for a box.
func (s *sweep) into(all clouds, situation *heroic.Situation, b box) *cloud {
	c := all[situation]
	if c == nil {
		c = s.store.cloud(slices.Clone(b.low), slices.Clone(b.size))
		all[situation] = c
	}
	c.reach(b, &s.store)
	return c
}

// home is where the cloud of a Situation belongs.
func (s *sweep) home(situation *heroic.Situation) clouds {
	switch {
	case situation.Ended:
		return s.ended
	case situation.Leg == heroic.LegOrders:
		return s.next
	}
	return s.now[situation.Leg]
}

// goOn takes the cloud of a Situation through its leg.
func (s *sweep) goOn(situation *heroic.Situation, c *cloud) error {
	ways, err := s.sortOut(situation, c)
	if err != nil {
		return err
	}
	return s.spreadAll(c, ways)
}

// sortOut finds the ways by which a cloud's cells go on, with the cells of each.
func (s *sweep) sortOut(situation *heroic.Situation, c *cloud) ([]*way, error) {
	at := place{situation, s.era}
	if s.known[at] == nil {
		s.known[at] = map[blockKey][]*way{}
	}
	known, related, last := s.known[at], s.e.Related(situation), len(c.size)-1
	blocks, radix := make([][]int32, len(c.size)), make([]uint64, len(c.size))
	for i := range blocks {
		blocks[i] = s.e.Blocks(situation, i)
		radix[i] = uint64(blocks[i][len(blocks[i])-1]) + 1
	}
	var used []*way
	pools := make([]int, len(c.size))
	for r := range c.rows() {
		c.pools(r, pools)
		row, prefix := c.row(r), uint64(0)
		for i := range last {
			prefix = prefix*radix[i] + uint64(blocks[i][pools[i]])
		}
		prefix *= radix[last]
		keyAt := func(k int) blockKey {
			pools[last] = c.low[last] + k
			key := blockKey{prefix + uint64(blocks[last][pools[last]]), 0}
			if related {
				key.relations = s.e.Relations(situation, pools)
			}
			return key
		}
		for from := 0; from < len(row); {
			if row[from] < faint {
				from++
				continue
			}
			key, to := keyAt(from), from+1
			if related {
				for to < len(row) && row[to] >= faint && keyAt(to) == key {
					to++
				}
			} else {
				for block := blocks[last][c.low[last]+from]; to < len(row) && row[to] >= faint && blocks[last][c.low[last]+to] == block; {
					to++
				}
			}
			ways, ok := known[key]
			if !ok {
				pools[last] = c.low[last] + from
				branches, err := s.e.Explore(situation, s.round, pools)
				if err != nil {
					return nil, intractable(err)
				}
				for _, b := range branches {
					ways = append(ways, s.wayOf(b))
				}
				known[key] = ways
				s.blocks++
				if err := s.ctx.Err(); err != nil {
					return nil, err
				}
			}
			for _, w := range ways {
				if len(w.runs) == 0 {
					used = append(used, w)
				}
				w.runs = append(w.runs, run{int32(r), int32(from), int32(to)})
			}
			from = to
		}
	}
	slices.SortFunc(used, func(v, w *way) int { return v.id - w.id })
	return used, nil
}

// wayOf is the way of a Branch.
func (s *sweep) wayOf(b heroic.Branch) *way {
	key := binary.LittleEndian.AppendUint64(s.key[:0], math.Float64bits(b.P))
	key = binary.LittleEndian.AppendUint64(key, uint64(b.Next.ID))
	for _, l := range b.Losses {
		id := uint64(0)
		if l != nil {
			id = uint64(l.ID) + 1
		}
		key = binary.LittleEndian.AppendUint64(key, id)
	}
	s.key = key
	w, ok := s.ways[string(key)]
	if !ok {
		w = &way{id: len(s.ways), Branch: b}
		s.ways[string(key)] = w
		for _, l := range b.Losses {
			if l != nil && s.kernels[l] == nil {
				s.kernels[l] = newKernel(l)
			}
		}
	}
	return w
}

// A landing is a cloud on its way: what is left is to spread the first group's
// pools.
type landing struct {
	*cloud
	hurt        []int      // groups that are newly hurt
	by          *spreading // of the first group; nil: it loses nothing
	parts       []span
	sound, sore *cloud // where it goes
}

// spreadAll sends the cells of a cloud on their ways. All but the first group's
// pools are spread way by way; the first group's in stripes of what is left of
// them, so that every cell is summed up in the same order, whoever does it.
func (s *sweep) spreadAll(c *cloud, ways []*way) error {
	for len(ways) > 0 {
		n, err := s.batch(c, ways)
		if err != nil {
			return err
		}
		batch := ways[:n]
		ways = ways[n:]
		landings := make([][]landing, len(batch))
		if err := s.each(len(batch), func(i int) { landings[i] = s.spread(c, batch[i]) }); err != nil {
			return err
		}
		var all []*landing
		most := 0
		for i, w := range batch {
			w.runs = w.runs[:0]
			for k := range landings[i] {
				l := &landings[i][k]
				s.land(w, l)
				all = append(all, l)
				most = max(most, l.low[0]+l.size[0])
			}
		}
		stripes := (most + stripe - 1) / stripe
		if err := s.each(stripes, func(i int) {
			for _, l := range all {
				l.arrive(extent{i * stripe, stripe})
			}
		}); err != nil {
			return err
		}
		for _, l := range all {
			s.store.take(l.cloud)
		}
	}
	return nil
}

const (
	batchWays  = 64      // that are under way at once
	batchCells = 1 << 22 // of their clouds, if it is more than one
	stripe     = 16      // HP of the first group
)

// batch is how many of the ways are gone at once.
func (s *sweep) batch(c *cloud, ways []*way) (n int, err error) {
	cells := 0
	for n < min(len(ways), batchWays) {
		b, copies := c.boxOf(ways[n].runs), 1 // one of the hurt and one of the others, for each group
		for i, l := range ways[n].Losses {
			if l != nil {
				b = s.kernels[l].into(b, i)
				copies *= 2
			}
		}
		if err := s.room(b); err != nil {
			return 0, err
		}
		if cells += copies * volume(b.size); n > 0 && cells > batchCells {
			break
		}
		n++
	}
	return n, nil
}

// each does something n times, shared out among the workers.
func (s *sweep) each(n int, do func(i int)) error {
	if s.o.Workers == 1 || n == 1 {
		for i := range n {
			do(i)
		}
		return s.ctx.Err()
	}
	var next atomic.Int64
	work := func() error {
		for {
			i := int(next.Add(1)) - 1
			if i >= n || s.ctx.Err() != nil {
				return s.ctx.Err()
			}
			do(i)
		}
	}
	var g errgroup.Group
	for range min(n, s.o.Workers) - 1 {
		g.Go(work)
	}
	err := work() // rather than wait for others to wake
	return cmp.Or(g.Wait(), err)
}

// spread takes the cells of a cloud that go one way, and spreads the pools of all
// groups but the first by its losses.
func (s *sweep) spread(c *cloud, w *way) []landing {
	last := len(c.size) - 1
	if w.Losses == nil || w.Losses[last] == nil {
		return s.spreadRest(w, last-1, nil, landing{cloud: c.copyRuns(w.runs, w.P, &s.store)})
	}
	sound, hurt := c.spreadRuns(w.runs, w.P, s.spreading(w, last), &s.store)
	all := s.spreadRest(w, last-1, nil, landing{cloud: sound})
	if hurt != nil {
		all = s.spreadRest(w, last-1, all, landing{cloud: hurt, hurt: []int{last}})
	}
	return all
}

// spreadRest spreads the pools of group i and those before it but the first, and
// adds what comes of it to all.
func (s *sweep) spreadRest(w *way, i int, all []landing, l landing) []landing {
	switch {
	case i > 0 && w.Losses != nil && w.Losses[i] != nil:
		sound, hurt := l.cloud.spread(i, s.spreading(w, i), &s.store)
		all = s.spreadRest(w, i-1, all, landing{cloud: sound, hurt: l.hurt})
		if hurt != nil {
			all = s.spreadRest(w, i-1, all, landing{cloud: hurt, hurt: append(slices.Clone(l.hurt), i)})
		}
		s.store.take(l.cloud)
		return all
	case i > 0:
		return s.spreadRest(w, i-1, all, l)
	}
	if w.Losses != nil && w.Losses[0] != nil {
		l.by = s.spreading(w, 0)
		l.parts = l.by.parts(l.cloud)
	}
	return append(all, l)
}

// spreading is how a way spreads the pools of group i.
func (s *sweep) spreading(w *way, i int) *spreading {
	by := &spreading{kernel: s.kernels[w.Losses[i]]}
	if !w.Next.Hurt(i) && s.e.MayBeHurt(w.Next, i) {
		by.hurtUpTo = s.hurtUpTo[i]
	}
	return by
}

// land makes room for a landing.
func (s *sweep) land(w *way, l *landing) {
	b := box{l.low, l.size}
	if l.by == nil {
		l.sound = s.landingPlace(w, l.hurt, b)
		return
	}
	sound, hurt, hurts := l.by.boxes(b, 0)
	l.sound = s.landingPlace(w, l.hurt, sound)
	if hurts {
		l.sore = s.landingPlace(w, append(slices.Clone(l.hurt), 0), hurt)
	}
}

// landingPlace is the cloud of those who have gone a way, where some of the groups
// are hurt.
func (s *sweep) landingPlace(w *way, hurt []int, b box) *cloud {
	next := w.Next
	if w.Losses != nil {
		next = s.e.Hurt(next, hurt)
	}
	return s.into(s.home(next), next, b)
}

// arrive adds a landing to where it goes, for the first group's pools in an extent.
func (l *landing) arrive(at extent) {
	if l.by != nil {
		to := l.by.after(extent{l.low[0], l.size[0]})
		low, end := max(at.low, to.low), min(at.low+at.size, to.low+to.size)
		l.by.gather(l.cloud, 0, l.parts, extent{low, end - low}, l.sound, l.sore)
		return
	}
	low, end := max(at.low, l.low[0]), min(at.low+at.size, l.low[0]+l.size[0])
	inner := l.rows() / l.size[0]
	for r := (low - l.low[0]) * inner; r < (end-l.low[0])*inner; r++ {
		l.sound.addRow(l.cloud, r, int(l.ends[r].from), int(l.ends[r].to), 1)
	}
}
