package stats

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"heroicsim/heroic"
)

// A Payoff is what the sides of a TacticGame play for. The first side gets it, from
// 0 to 1, and the second what it lacks to 1.
type Payoff uint8

// The payoffs.
const (
	ByWins      Payoff = iota // 1 for a victory, 1/2 for a draw or no decision
	BySurvivors               // 1/2, plus half the share of the own combatants left, less half of the enemy's
)

// PayoffNames are those of the payoffs.
var PayoffNames = []string{"wins", "survivors"}

func (p Payoff) String() string { return PayoffNames[p] }

// scale is how many units a payoff of 1 is counted as: all payoffs are whole.
func (p Payoff) scale() int64 { return [...]int64{ByWins: 2, BySurvivors: 1_000_000}[p] }

// TacticOptions say how a game of tactics is fought. Of Options, Trials are those of
// each pair, Precision is that of each pair that matters to the end, and Row and
// Rows have no use.
type TacticOptions struct {
	Options
	Payoff Payoff
	All    bool // fight every pair in full, also those that cannot matter

	// Estimate is told the game's value now and then. It must be quick. Nil: none.
	Estimate func(value float64)
}

func (o TacticOptions) withDefaults() TacticOptions {
	o.Options = o.complete()
	return o
}

// A TacticGame is the game of all that one side may do against all that the other
// may. The first side chooses a row, the second a column, neither knowing the
// other's choice.
type TacticGame struct {
	Battle     *heroic.Battle // of the first pair
	Payoff     Payoff
	Confidence float64
	Elapsed    time.Duration
	Seed       uint64
	Trials     int64 // of pairs that mattered to the end
	Planned    int64 // asked for, or with Precision the most
	Battles    int64 // fought in all
	Partial    bool  // interrupted
	Precision  float64
	Reached    bool // the precision

	Rows, Columns []Candidate
	Cells         [][]TacticCell // by row and column

	Value     float64 // what the first side gets on average when both play well
	ValueLow  float64
	ValueHigh float64
	Unique    bool // surely no other mixes do as well
}

// Empty says that not one trial was done.
func (g *TacticGame) Empty() bool { return g.Trials == 0 }

// A TacticCell is what a row against a column came to.
type TacticCell struct {
	Trials   int64
	Outcomes [heroic.NumOutcomes]int64

	Payoff    float64 // of the first side
	Low, High float64
}

// HalfWidth is half the length of the interval.
func (c TacticCell) HalfWidth() float64 { return (c.High - c.Low) / 2 }

// A Candidate is one of the things that a side may do.
type Candidate struct {
	Share               float64 // how often to do it
	ShareLow, ShareHigh float64
	Secures             float64 // the payoff of its own side against the best reply
	Dominated           *Dominance
	Rare                bool // surely it has a share below RareShare, so that it is not fought to the end
}

// RareShare is the share below which it does not matter how large it is.
const RareShare = 0.01

// A Dominance says why a candidate never matters: a mix of others is better,
// whatever the enemy does.
type Dominance struct {
	Mix    []float64 // shares of the side's candidates
	Margin float64   // that it is better by at least, with the confidence of the game
	Trials int64     // when that was seen
	Late   bool      // only without what never matters to the enemy
}

// The bounds of a game.
const (
	firstBlock   = 512     // trials of each pair until the first look
	largestBlock = 1 << 12 // what an interruption loses, of each pair
	blockValues  = 1 << 24 // that are kept of all pairs at once
	mostBatches  = 256     // of trials, which the bootstrap draws from
	usualDraws   = 1000    // of the bootstrap
)

// PlayTactics fights all pairs of rows × columns on the same trials. Rows and columns
// that surely cannot matter are not fought any more once that is seen. When ctx ends
// it returns ctx's error together with the game as far as it is known.
func PlayTactics(ctx context.Context, rows, columns int, battle func(row, column int) (*heroic.Battle, error), o TacticOptions) (*TacticGame, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if rows < 1 || columns < 1 {
		return nil, errors.New("a game without choices")
	}
	begun := time.Now()
	o = o.withDefaults()
	t := newTournament(rows, columns, o)
	for i := range rows {
		for j := range columns {
			b, err := battle(i, j)
			if err != nil {
				return nil, err
			}
			t.pairs[i][j].battle = b
		}
	}
	stopped := t.run(ctx)
	if stopped != nil && ctx.Err() == nil {
		return nil, stopped
	}
	g, err := t.game()
	if err != nil {
		return nil, err
	}
	g.Partial = stopped != nil
	g.Elapsed = time.Since(begun)
	return g, stopped
}

// A tournament is a PlayTactics under way.
type tournament struct {
	TacticOptions
	pairs         [][]pair
	rows, columns []*Dominance // nil: still matters
	rare          [2][]bool    // of rows, and of columns
	joints        [2]map[[3]int]*uint128
	batches       int64
	draws         int     // of the bootstrap
	bounds, looks float64 // how many bounds there are, and how often they are looked at

	trials  int64 // of the pairs that still matter
	block   []*pair
	reached bool
	fought  atomic.Int64 // battles
}

// A pair is a row against a column.
type pair struct {
	battle   *heroic.Battle
	outcomes [heroic.NumOutcomes]int64
	n, sum   int64 // trials, and their payoffs in units
	squares  uint128
	batch    []batch
	values   []int32 // of the block under way
}

// A batch is a share of a pair's trials: every so manieth.
type batch struct{ n, sum int64 }

func newTournament(rows, columns int, o TacticOptions) *tournament {
	r, c := float64(rows), float64(columns)
	t := &tournament{
		TacticOptions: o,
		rows:          make([]*Dominance, rows), columns: make([]*Dominance, columns),
		rare:    [2][]bool{make([]bool, rows), make([]bool, columns)},
		draws:   usualDraws,
		batches: min(mostBatches, o.Trials),
		bounds:  max(1, r*(r-1)*c+c*(c-1)*r),
		looks:   2 + math.Ceil(math.Log2(max(1, float64(o.Trials)/firstBlock))),
		joints:  [2]map[[3]int]*uint128{{}, {}},
	}
	t.pairs = make([][]pair, rows)
	for i := range t.pairs {
		t.pairs[i] = make([]pair, columns)
		for j := range t.pairs[i] {
			t.pairs[i][j].batch = make([]batch, t.batches)
		}
	}
	return t
}

// run fights until the trials are done, or are enough.
func (t *tournament) run(ctx context.Context) error {
	size := min(largestBlock, max(firstBlock, int64(blockValues/(len(t.rows)*len(t.columns)))))
	look := int64(firstBlock)
	for t.trials < t.Options.Trials && !t.reached {
		n := min(size, look-t.trials, t.Options.Trials-t.trials)
		if err := t.fight(ctx, n); err != nil {
			return err
		}
		t.count(n)
		if t.trials == look || t.trials == t.Options.Trials {
			if err := t.cull(); err != nil {
				return err
			}
			look = 2 * t.trials
		}
		t.reached = t.Precision > 0 && t.trials >= minPrecisionTrials && t.width() <= t.Precision
	}
	return nil
}

// contenders lists those of rows or columns that are not dominated.
func contenders(all []*Dominance) (list []int) {
	for i, d := range all {
		if d == nil {
			list = append(list, i)
		}
	}
	return list
}

// active lists the contenders of a player that are not rare.
func (t *tournament) active(player int) []int {
	return slices.DeleteFunc(contenders(t.side(player)), func(i int) bool { return t.rare[player][i] })
}

// fighting are the rows and columns whose pairs are still fought.
func (t *tournament) fighting() (rows, columns []int) {
	if !t.All {
		return t.active(0), t.active(1)
	}
	for i := range t.rows {
		rows = append(rows, i)
	}
	for j := range t.columns {
		columns = append(columns, j)
	}
	return rows, columns
}

// A task is a part of a pair's block.
type task struct {
	*pair
	from, to int64 // of the block's trials
	outcomes [heroic.NumOutcomes]int64
}

// fight does n more trials of all pairs that are fought, and leaves their values for
// count. Workers take a pair each or, where there are few, parts of one.
func (t *tournament) fight(ctx context.Context, n int64) error {
	rows, columns := t.fighting()
	workers := min(t.Workers, perProcessor*runtime.GOMAXPROCS(0))
	parts := int64(1)
	if pairs := len(rows) * len(columns); pairs < 2*workers {
		parts = min(int64(2*workers/pairs), max(1, n/firstBlock))
	}
	t.block = t.block[:0]
	var tasks []*task
	for _, i := range rows {
		for _, j := range columns {
			p := &t.pairs[i][j]
			p.values = slices.Grow(p.values[:0], int(n))[:n]
			t.block = append(t.block, p)
			for k := range parts {
				tasks = append(tasks, &task{pair: p, from: n * k / parts, to: n * (k + 1) / parts})
			}
		}
	}
	planned := t.fought.Load() + (t.Options.Trials-t.trials)*int64(len(t.block))
	var stop atomic.Bool
	var taken atomic.Int64
	g, ctx := errgroup.WithContext(ctx)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var telling sync.Mutex
	for range min(workers, len(tasks)) {
		g.Go(func() error {
			for {
				i := taken.Add(1) - 1
				switch {
				case i >= int64(len(tasks)):
					return nil
				case ctx.Err() != nil || !t.do(tasks[i], &stop):
					return context.Cause(ctx)
				}
				done := t.fought.Add(tasks[i].to - tasks[i].from)
				if t.Progress != nil {
					telling.Lock()
					t.Progress(done, planned)
					telling.Unlock()
				}
			}
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, k := range tasks {
		for o, n := range k.outcomes {
			k.pair.outcomes[o] += n
		}
	}
	return nil
}

// do fights a task, and says whether it came to the end.
func (t *tournament) do(k *task, stop *atomic.Bool) bool {
	f := t.fighter(k.battle, stop)
	value := t.Payoff.of(k.battle)
	expect(f, t.Seed, uint64(t.trials+k.from+1), uint64(t.trials+k.to))
	for i := k.from; i < k.to; i++ {
		r := f.Run(t.Seed, uint64(t.trials+i+1))
		if r == nil || stop.Load() {
			return false
		}
		k.outcomes[r.Outcome]++
		k.values[i] = value(r)
	}
	return true
}

// of makes what values the results of a battle, in units.
func (p Payoff) of(b *heroic.Battle) func(*heroic.Result) int32 {
	if p == ByWins {
		return func(r *heroic.Result) int32 {
			switch r.Outcome {
			case heroic.FirstWins:
				return 2
			case heroic.SecondWins:
				return 0
			}
			return 1
		}
	}
	var start [2]int64
	for _, g := range b.Groups {
		start[g.Side] += int64(g.Start)
	}
	return func(r *heroic.Result) int32 {
		var left [2]int64
		for i := range r.Groups {
			left[b.Groups[i].Side] += int64(r.Groups[i].Survivors)
		}
		all := start[0] * start[1]
		return int32(p.scale() * (all + left[0]*start[1] - left[1]*start[0]) / (2 * all))
	}
}

// count adds up the n trials of a block.
func (t *tournament) count(n int64) {
	for _, p := range t.block {
		for i, v := range p.values {
			b := &p.batch[(t.trials+int64(i))%t.batches]
			b.n++
			b.sum += int64(v)
			p.sum += int64(v)
		}
		p.n += n
		p.squares.add(products(p, p))
	}
	rows, columns := t.fighting()
	for _, j := range columns {
		for _, i := range rows {
			for _, k := range rows {
				if i < k {
					t.join(0, i, k, j, &t.pairs[i][j], &t.pairs[k][j])
				}
			}
		}
	}
	for _, i := range rows {
		for _, j := range columns {
			for _, l := range columns {
				if j < l {
					t.join(1, j, l, i, &t.pairs[i][j], &t.pairs[i][l])
				}
			}
		}
	}
	t.trials += n
}

// join adds up the products of two candidates' payoffs against the same reply. player
// is 0 for rows.
func (t *tournament) join(player, a, b, reply int, p, q *pair) {
	key := [3]int{a, b, reply}
	if t.joints[player][key] == nil {
		t.joints[player][key] = new(uint128)
	}
	t.joints[player][key].add(products(p, q))
}

// products is the sum of the products of what two pairs are worth in each trial of
// the block: at most 1e12 for each of 4,096.
func products(p, q *pair) uint128 {
	sum := int64(0)
	for i, v := range p.values {
		sum += int64(v) * int64(q.values[i])
	}
	return uint128{0, uint64(sum)}
}

// better is a lower bound of how much better candidate a of a player is than b
// against a reply. All bounds at all looks hold together with the confidence of the
// game.
//
// Source: Maurer and Pontil, Empirical Bernstein bounds and sample variance
// penalization, COLT (2009), theorem 4; Bonferroni for all of them.
func (t *tournament) better(player, a, b, reply int) float64 {
	p, q := t.pairOf(player, a, reply), t.pairOf(player, b, reply)
	n := p.n
	if n < 2 {
		return -1
	}
	joint := *t.joints[player][[3]int{min(a, b), max(a, b), reply}]
	// (p - q)² = p² + q² - 2pq, between exact integers.
	squares := new(big.Int).Add(p.squares.big(), q.squares.big())
	squares.Sub(squares, new(big.Int).Lsh(joint.big(), 1))
	mean, variance := t.moments(p.sum-q.sum, squares, n)
	if player == 1 {
		mean = -mean // the columns' player pays
	}
	slack := math.Log(2 * t.bounds * t.looks / (1 - t.Confidence))
	const span = 2 // differences lie between -1 and 1; their variance is over n - 1
	return mean - math.Sqrt(2*variance*slack/float64(n-1)) - 7*span*slack/(3*float64(n-1))
}

// moments are the mean and the variance, over n, of n payoffs with a sum and a sum of
// squares in units.
func (t *tournament) moments(sum int64, squares *big.Int, n int64) (mean, variance float64) {
	scale := t.Payoff.scale()
	units, cases := big.NewInt(sum), big.NewInt(n)
	above := new(big.Int).Mul(cases, squares)
	above.Sub(above, new(big.Int).Mul(units, units))
	below := new(big.Int).Mul(cases, big.NewInt(scale))
	return ratio(units, below), ratio(above, new(big.Int).Mul(below, below))
}

// pairOf is that of a player's candidate and a reply.
func (t *tournament) pairOf(player, candidate, reply int) *pair {
	if player == 1 {
		candidate, reply = reply, candidate
	}
	return &t.pairs[candidate][reply]
}

// cull finds what cannot matter any more: candidates that a mix of others beats,
// whatever the enemy does, until there is no other.
func (t *tournament) cull() error {
	sides := [2][]*Dominance{t.rows, t.columns}
	for more := true; more; {
		more = false
		for player, own := range sides {
			replies := contenders(sides[1-player]) // of which the rare ones are known from as many trials
			for _, i := range t.active(player) {
				d, err := t.dominance(player, i, t.active(player), replies)
				if err != nil {
					return err
				}
				if d != nil {
					d.Late = len(replies) < len(sides[1-player])
					own[i], more = d, true
				}
			}
		}
	}
	return t.findRare()
}

// findRare finds contenders whose share is surely small in every equilibrium: their
// pairs are known well enough, and stay in the game as they are.
//
// The row mix x secures some s, and the column mix y concedes some c, so that the
// value lies between. An optimal column mix concedes no more than the value to x, and
// each column at least s: so a column that gives x an a has a share of at most
// (c - s) / (a - s). Rows likewise.
func (t *tournament) findRare() error {
	rows, columns := contenders(t.rows), contenders(t.columns)
	payoff, least, most := newMatrix(rows, columns), newMatrix(rows, columns), newMatrix(rows, columns)
	// All bounds at all looks hold together.
	confidence := 1 - (1-t.Confidence)/(float64(len(t.rows)*len(t.columns))*t.looks)
	for i, row := range rows {
		for j, column := range columns {
			c := t.cell(&t.pairs[row][column], confidence)
			payoff[i][j], least[i][j], most[i][j] = c.Payoff, c.Low, c.High
		}
	}
	e, err := SolveGame(payoff)
	if err != nil {
		return err
	}
	if t.Estimate != nil {
		t.Estimate(e.Value)
	}
	if t.All {
		return nil
	}
	against, _ := replies(least, e.Rows, e.Columns)
	_, with := replies(most, e.Rows, e.Columns)
	secured, conceded := slices.Min(against), slices.Max(with)
	for j, column := range columns {
		t.rare[1][column] = t.rare[1][column] || conceded-secured < RareShare*(against[j]-secured)
	}
	for i, row := range rows {
		t.rare[0][row] = t.rare[0][row] || conceded-secured < RareShare*(conceded-with[i])
	}
	return nil
}

func newMatrix(rows, columns []int) [][]float64 {
	m := make([][]float64, len(rows))
	for i := range m {
		m[i] = make([]float64, len(columns))
	}
	return m
}

// dominance is that of candidate i by others, or nil.
func (t *tournament) dominance(player, i int, own, replies []int) (*Dominance, error) {
	var others []int
	var bounds [][]float64
	best, most := -1, 0.0
	for _, k := range own {
		if k == i {
			continue
		}
		row, least := make([]float64, len(replies)), math.Inf(1)
		for r, reply := range replies {
			row[r] = t.better(player, k, i, reply)
			least = min(least, row[r])
		}
		if least > most {
			best, most = len(others), least
		}
		others, bounds = append(others, k), append(bounds, row)
	}
	if len(others) == 0 {
		return nil, nil
	}
	d := &Dominance{Mix: make([]float64, len(t.side(player))), Margin: most, Trials: t.trials}
	if best >= 0 {
		d.Mix[others[best]] = 1
		return d, nil
	}
	// A mix beats i if it does so as a player of the game of these bounds.
	e, err := SolveGame(bounds)
	if err != nil {
		return nil, err
	}
	secured, _ := guarantees(bounds, e.Rows, e.Columns)
	if secured <= 0 {
		return nil, nil
	}
	d.Margin = secured
	for k, share := range e.Rows {
		d.Mix[others[k]] = share
	}
	return d, nil
}

func (t *tournament) side(player int) []*Dominance {
	if player == 1 {
		return t.columns
	}
	return t.rows
}

// width is that of the widest interval of a pair that still matters, to either side.
func (t *tournament) width() float64 {
	width := 0.0
	for _, i := range t.active(0) {
		for _, j := range t.active(1) {
			width = max(width, t.cell(&t.pairs[i][j], t.Confidence).HalfWidth())
		}
	}
	return width
}

// cell is what a pair came to.
func (t *tournament) cell(p *pair, confidence float64) TacticCell {
	c := TacticCell{Trials: p.n, Outcomes: p.outcomes, Payoff: math.NaN(), Low: math.NaN(), High: math.NaN()}
	if p.n == 0 {
		return c
	}
	variance := 0.0
	c.Payoff, variance = t.moments(p.sum, p.squares.big(), p.n)
	c.Low, c.High = payoffInterval(c.Payoff, variance, c.Trials, confidence)
	return c
}

// payoffInterval is the interval for a mean of n payoffs from 0 to 1, of a variance.
// For payoffs of 0 and 1 it is Wilson's but for rounding. Others vary less, and so
// count for more trials: by what ratio is estimated, with z² more trials in which
// they vary in full.
func payoffInterval(mean, variance float64, n int64, confidence float64) (low, high float64) {
	z, cases := deviations(confidence), float64(n)
	ratio := 1.0
	if full := mean * (1 - mean); full > 0 {
		ratio = min(1, variance/full)
	}
	ratio = (cases*ratio + z*z) / (cases + z*z)
	low, high = score(mean, cases/ratio, z)
	if mean <= 0 {
		low = 0
	}
	if mean >= 1 {
		high = 1
	}
	return low, high
}

// game is what the trials came to.
func (t *tournament) game() (*TacticGame, error) {
	g := &TacticGame{
		Battle: t.pairs[0][0].battle, Payoff: t.Payoff, Confidence: t.Confidence, Seed: t.Seed,
		Trials: t.trials, Planned: t.Options.Trials, Precision: t.Precision, Reached: t.reached,
		Rows: make([]Candidate, len(t.rows)), Columns: make([]Candidate, len(t.columns)),
		Value: math.NaN(), ValueLow: math.NaN(), ValueHigh: math.NaN(),
	}
	for i := range t.pairs {
		g.Cells = append(g.Cells, nil)
		for j := range t.pairs[i] {
			c := t.cell(&t.pairs[i][j], t.Confidence)
			g.Cells[i], g.Battles = append(g.Cells[i], c), g.Battles+c.Trials
		}
	}
	if g.Empty() {
		return g, nil
	}
	for i := range g.Rows {
		g.Rows[i] = Candidate{Dominated: t.rows[i], Rare: t.rare[0][i], Secures: math.Inf(1)}
		for j := range g.Columns {
			g.Rows[i].Secures = min(g.Rows[i].Secures, g.Cells[i][j].Payoff)
		}
	}
	for j := range g.Columns {
		g.Columns[j] = Candidate{Dominated: t.columns[j], Rare: t.rare[1][j], Secures: math.Inf(1)}
		for i := range g.Rows {
			g.Columns[j].Secures = min(g.Columns[j].Secures, 1-g.Cells[i][j].Payoff)
		}
	}
	return g, t.solve(g)
}

// solve finds the equilibrium of what matters, and how firm it is: trials are drawn
// anew, with the same draw for all pairs, since they share their luck.
//
// Source: Efron, Bootstrap methods: another look at the jackknife, Annals of
// Statistics 7 (1979) 1-26; percentile intervals.
func (t *tournament) solve(g *TacticGame) error {
	rows, columns := contenders(t.rows), contenders(t.columns)
	payoff := newMatrix(rows, columns)
	for i, row := range rows {
		for j, column := range columns {
			payoff[i][j] = g.Cells[row][column].Payoff
		}
	}
	e, err := SolveGame(payoff)
	if err != nil {
		return err
	}
	g.Value, g.Unique = e.Value, e.Unique
	drawn := make([]*Equilibrium, t.draws)
	var work errgroup.Group
	work.SetLimit(t.Workers)
	for k := range drawn {
		work.Go(func() (err error) {
			drawn[k], err = SolveGame(t.resample(uint64(k), rows, columns))
			return err
		})
	}
	if err := work.Wait(); err != nil {
		return fmt.Errorf("after drawing trials anew: %w", err)
	}
	between := func(estimate float64, of func(*Equilibrium) float64) (low, high float64) {
		var all []float64
		for _, d := range drawn {
			all = append(all, of(d))
		}
		slices.Sort(all)
		tail := int((1 - t.Confidence) / 2 * float64(t.draws))
		return min(estimate, all[tail]), max(estimate, all[t.draws-1-tail])
	}
	g.ValueLow, g.ValueHigh = between(g.Value, func(d *Equilibrium) float64 { return d.Value })
	for i, row := range rows {
		r := &g.Rows[row]
		r.Share = e.Rows[i]
		r.ShareLow, r.ShareHigh = between(r.Share, func(d *Equilibrium) float64 { return d.Rows[i] })
		for j, column := range columns {
			c := &g.Columns[column]
			c.Share = e.Columns[j]
			c.ShareLow, c.ShareHigh = between(c.Share, func(d *Equilibrium) float64 { return d.Columns[j] })
			if r.Share == 1 && c.Share == 1 { // a saddle point, which is as sure as its pair
				cell := &g.Cells[row][column]
				g.ValueLow, g.ValueHigh = min(g.ValueLow, cell.Low), max(g.ValueHigh, cell.High)
			}
		}
	}
	return nil
}

// resample is the k-th game that the bootstrap draws.
func (t *tournament) resample(k uint64, rows, columns []int) [][]float64 {
	luck := rand.New(rand.NewPCG(t.Seed, k))
	times := make([]int64, t.batches)
	for range times {
		times[luck.IntN(len(times))]++
	}
	scale := float64(t.Payoff.scale())
	payoff := newMatrix(rows, columns)
	for i, row := range rows {
		for j, column := range columns {
			sum, n := 0.0, 0.0
			for b, times := range times {
				batch := &t.pairs[row][column].batch[b]
				sum += float64(times) * float64(batch.sum)
				n += float64(times * batch.n)
			}
			payoff[i][j] = sum / (n * scale)
		}
	}
	return payoff
}
