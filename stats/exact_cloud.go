package stats

import (
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync"

	"heroicsim/heroic"

	"gonum.org/v1/gonum/floats"
)

// What is cut off from a cloud, as probability. The sum of it all is found at the
// end, in what is missing from 1.
const (
	faint      = 1e-20 // a cell, or a row of cells
	faintTails = 1e-21 // what one cell's losses come to at either end
)

// A cloud is how probability is spread over the pools of all groups, in a box of
// them: low HP and up in each group.
type cloud struct {
	low, size []int
	p         []float64 // the last group's pools run together
	ends      []span    // of each row, what is not 0; nil: not known
}

// A span is the cells from, ..., to-1 of a row.
type span struct{ from, to int32 }

// A store lends the memory of clouds and counts it.
type store struct {
	mu   sync.Mutex
	free [bits.UintSize + 1][][]float64 // by the bits of their length
	used int64                          // bytes lent
	idle int64                          // bytes free
	most int64                          // bytes lent at any time
}

// minIdle is how many bytes are kept free at least.
const minIdle = 64 << 20

// cloud returns an empty cloud over a box.
func (t *store) cloud(low, size []int) *cloud {
	n := volume(size)
	class := bits.Len(uint(max(0, n-1)))
	t.mu.Lock()
	t.used += 8 << class
	t.most = max(t.most, t.used)
	var p []float64
	if k := len(t.free[class]); k > 0 {
		p, t.free[class] = t.free[class][k-1], t.free[class][:k-1]
		t.idle -= 8 << class
	}
	t.mu.Unlock()
	if p == nil {
		p = make([]float64, n, 1<<class)
	} else {
		p = p[:n]
		clear(p)
	}
	return &cloud{low: low, size: size, p: p}
}

// take takes back a cloud that is not used any more.
func (t *store) take(c *cloud) {
	class := bits.Len(uint(max(0, cap(c.p)-1)))
	t.mu.Lock()
	t.used -= 8 << class
	if t.idle < max(t.used, minIdle) { // else it is left to the garbage collector
		t.idle += 8 << class
		t.free[class] = append(t.free[class], c.p)
	}
	t.mu.Unlock()
	c.p = nil
}

func volume(size []int) int {
	n := 1
	for _, k := range size {
		n *= k
	}
	return n
}

// width is the length of a row.
func (c *cloud) width() int { return c.size[len(c.size)-1] }

// rows is their number.
func (c *cloud) rows() int { return len(c.p) / c.width() }

func (c *cloud) row(r int) []float64 { return c.p[r*c.width() : (r+1)*c.width()] }

// pools fills in the pools of the first cell of row r.
func (c *cloud) pools(r int, pools []int) {
	last := len(c.size) - 1
	pools[last] = c.low[last]
	for i := last - 1; i >= 0; i-- {
		pools[i] = c.low[i] + r%c.size[i]
		r /= c.size[i]
	}
}

// rowAt is the row of some pools.
func (c *cloud) rowAt(pools []int) int {
	r := 0
	for i := range len(c.size) - 1 {
		r = r*c.size[i] + pools[i] - c.low[i]
	}
	return r
}

func (c *cloud) total() float64 { return floats.Sum(c.p) }

// A box is a part of the pools of all groups.
type box struct{ low, size []int }

// or is a box that holds two.
func (b box) or(d box) box {
	both := box{slices.Clone(b.low), slices.Clone(b.size)}
	for i := range both.low {
		both.low[i] = min(b.low[i], d.low[i])
		both.size[i] = max(b.low[i]+b.size[i], d.low[i]+d.size[i]) - both.low[i]
	}
	return both
}

// reach makes the cloud's box hold another one too.
func (c *cloud) reach(b box, t *store) {
	both := b.or(box{c.low, c.size})
	if slices.Equal(both.size, c.size) {
		return
	}
	wider := t.cloud(both.low, both.size)
	wider.add(c, 1)
	t.take(c)
	*c = *wider
}

// add adds all of d, which lies in c's box, times a factor.
func (c *cloud) add(d *cloud, factor float64) {
	for r := range d.rows() {
		c.addRow(d, r, 0, d.width(), factor)
	}
}

// addRow adds the cells from, ..., to-1 of a row of d, times a factor.
func (c *cloud) addRow(d *cloud, r, from, to int, factor float64) {
	if from >= to {
		return
	}
	at, last := 0, len(c.size)-1
	for i, inner := 0, d.rows(); i < last; i++ {
		inner /= d.size[i]
		at = at*c.size[i] + r/inner%d.size[i] + d.low[i] - c.low[i]
	}
	shift := at*c.size[last] + d.low[last] - c.low[last]
	addScaled(c.p[shift+from:shift+to], factor, d.row(r)[from:to])
}

// trim cuts the box down to where cells are not faint, and says whether there are
// any.
func (c *cloud) trim(t *store) bool {
	n := len(c.size)
	low, high, pools := make([]int, n), make([]int, n), make([]int, n)
	for i := range low {
		low[i] = math.MaxInt
	}
	for r := range c.rows() {
		row := c.row(r)
		first, last := 0, len(row)-1
		for first <= last && row[first] < faint {
			first++
		}
		if first > last {
			continue
		}
		for row[last] < faint {
			last--
		}
		c.pools(r, pools)
		for i := range n - 1 {
			low[i], high[i] = min(low[i], pools[i]), max(high[i], pools[i])
		}
		low[n-1], high[n-1] = min(low[n-1], c.low[n-1]+first), max(high[n-1], c.low[n-1]+last)
	}
	if low[n-1] == math.MaxInt {
		return false
	}
	for i := range high {
		high[i] -= low[i] - 1
	}
	if volume(high) < len(c.p)*2/3 {
		part := c.cut(box{low, high}, t)
		t.take(c)
		*c = *part
	}
	return true
}

// cut is a copy of the part of a cloud in a box.
func (c *cloud) cut(b box, t *store) *cloud {
	part, pools, last := t.cloud(b.low, b.size), make([]int, len(b.low)), len(b.low)-1
	for r := range part.rows() {
		part.pools(r, pools)
		copy(part.row(r), c.row(c.rowAt(pools))[b.low[last]-c.low[last]:])
	}
	return part
}

// fallen takes off the part where group i has no HP left; nil where there is none.
func (c *cloud) fallen(i int, t *store) *cloud {
	if c.low[i] > 0 {
		return nil
	}
	b := box{slices.Clone(c.low), slices.Clone(c.size)}
	b.size[i] = 1
	part := c.cut(b, t)
	if part.total() == 0 {
		t.take(part)
		return nil
	}
	pools, last := make([]int, len(b.low)), len(b.low)-1
	for r := range part.rows() {
		part.pools(r, pools)
		clear(c.row(c.rowAt(pools))[b.low[last]-c.low[last]:][:b.size[last]])
	}
	return part
}

// A kernel is Losses made ready to spread clouds with.
type kernel struct {
	low       int       // the least loss
	p         []float64 // of the greatest loss first
	upto      []float64 // sums of p from its start, with 0 before
	from      []float64 // sums of p to its end
	fromLeast []float64 // p the other way round
	parts     []span    // that matter for probabilities of up to 1, 1/2, 1/4, ...
}

func newKernel(l *heroic.Losses) *kernel {
	n := len(l.P)
	k := &kernel{low: l.Low, p: make([]float64, n), upto: make([]float64, n+1), from: make([]float64, n+1), fromLeast: l.P}
	for i := range n {
		k.p[i] = l.P[n-1-i]
	}
	for i := range n {
		k.upto[i+1] = k.upto[i] + k.p[i]
		k.from[n-1-i] = k.from[n-i] + k.p[n-1-i]
	}
	k.cutOff()
	return k
}

// most is the greatest loss.
func (k *kernel) most() int { return k.low + len(k.p) - 1 }

// within is the part of k.p that matters where probability m is spread: less than
// faintTails are cut off at either end.
func (k *kernel) within(m float64) (first, end int) {
	_, exponent := math.Frexp(m)
	part := k.parts[max(0, min(-exponent, len(k.parts)-1))]
	return int(part.from), int(part.to)
}

// cutOff works out the parts for probabilities of up to 1, 1/2, 1/4, ...
func (k *kernel) cutOff() {
	for m := 1.0; m > faint; m /= 2 {
		limit := faintTails / m
		first := sort.Search(len(k.p), func(i int) bool { return k.upto[i+1] > limit })
		end := sort.Search(len(k.p), func(i int) bool { return k.from[i] <= limit })
		k.parts = append(k.parts, span{int32(first), int32(max(first, end))})
	}
}

// A spreading is how losses spread a group's pools: who of those that are left is
// hurt, so that it may check morale, is kept apart.
type spreading struct {
	*kernel
	hurtUpTo []int32 // by the pool before: how many HP left make it hurt; nil: it does not matter
}

// limit is how many HP left make it hurt.
func (s *spreading) limit(pool int) int {
	if s.hurtUpTo == nil {
		return 0
	}
	return int(s.hurtUpTo[pool])
}

// A run is cells of one row that go on alike.
type run struct {
	row      int32
	from, to int32
}

// boxOf is the box of a cloud that holds some runs.
func (c *cloud) boxOf(runs []run) box {
	n := len(c.size)
	low, high, pools := make([]int, n), make([]int, n), make([]int, n)
	for i := range low {
		low[i] = math.MaxInt
	}
	row := int32(-1)
	for _, r := range runs {
		if r.row != row {
			row = r.row
			c.pools(int(r.row), pools)
			for i := range n - 1 {
				low[i], high[i] = min(low[i], pools[i]), max(high[i], pools[i])
			}
		}
		low[n-1], high[n-1] = min(low[n-1], c.low[n-1]+int(r.from)), max(high[n-1], c.low[n-1]+int(r.to)-1)
	}
	for i := range n {
		high[i] -= low[i] - 1
	}
	return box{low, high}
}

// An extent is a part of one axis.
type extent struct{ low, size int }

// after is where the losses leave an extent of pools.
func (k *kernel) after(e extent) extent {
	low := max(0, e.low-k.most())
	return extent{low, max(0, e.low+e.size-1-k.low) - low + 1}
}

// into is the box in which losses leave a box's pools of group i.
func (k *kernel) into(b box, i int) box {
	e := k.after(extent{b.low[i], b.size[i]})
	b = box{slices.Clone(b.low), slices.Clone(b.size)}
	b.low[i], b.size[i] = e.low, e.size
	return b
}

// boxes are those that a box comes to when group i's pools are spread: of those that
// are not hurt and, where there may be any, of those that are.
func (s *spreading) boxes(b box, i int) (sound, hurt box, hurts bool) {
	sound = s.into(b, i)
	if s.hurtUpTo == nil {
		return sound, box{}, false
	}
	most := min(s.limit(b.low[i]+b.size[i]-1), sound.low[i]+sound.size[i]-1)
	hurt = box{slices.Clone(sound.low), slices.Clone(sound.size)}
	hurt.size[i] = most - hurt.low[i] + 1
	return sound, hurt, most >= max(1, hurt.low[i])
}

// pair makes the clouds for both.
func (s *spreading) pair(b box, i int, t *store) (sound, hurt *cloud) {
	soundBox, hurtBox, hurts := s.boxes(b, i)
	sound = t.cloud(soundBox.low, soundBox.size)
	sound.ends = make([]span, sound.rows())
	if hurts {
		hurt = t.cloud(hurtBox.low, hurtBox.size)
		hurt.ends = make([]span, hurt.rows())
	}
	return sound, hurt
}

// copyRuns takes some runs times a factor.
func (c *cloud) copyRuns(runs []run, factor float64, t *store) *cloud {
	b := c.boxOf(runs)
	part, pools := t.cloud(b.low, b.size), make([]int, len(c.size))
	part.ends = make([]span, part.rows())
	shift := c.low[len(c.low)-1] - part.low[len(part.low)-1]
	for _, r := range runs {
		c.pools(int(r.row), pools)
		row, from, to := part.rowAt(pools), int(r.from)+shift, int(r.to)+shift
		part.note(row, from, to)
		floats.AddScaled(part.row(row)[from:to], factor, c.row(int(r.row))[r.from:r.to])
	}
	return part
}

// spreadRuns takes some runs times a factor and spreads the last group's pools.
func (c *cloud) spreadRuns(runs []run, factor float64, by *spreading, t *store) (sound, hurt *cloud) {
	last := len(c.size) - 1
	sound, hurt = by.pair(c.boxOf(runs), last, t)
	pools := make([]int, len(c.size))
	for _, r := range runs {
		c.pools(int(r.row), pools)
		at := sound.rowAt(pools)
		cells := c.row(int(r.row))
		for i := r.from; i < r.to; i++ {
			if m := cells[i] * factor; m > faint {
				by.spreadCell(m, c.low[last]+int(i), at, sound, hurt)
			}
		}
	}
	return sound, hurt
}

// spreadCell spreads one cell over a row.
func (s *spreading) spreadCell(m float64, pool, row int, sound, hurt *cloud) {
	low := sound.low[len(sound.low)-1]
	first, end := s.within(m)
	start := pool - s.most() // HP left at the start of s.p
	if start+first < 1 {
		// All who fall are the sound's: what fell asks nothing more.
		fell := min(end, 1-start)
		sound.note(row, -low, -low+1)
		sound.row(row)[-low] += m * (s.upto[fell] - s.upto[first])
		first = fell
	}
	if limit := s.limit(pool); hurt != nil && start+first <= limit && first < end {
		part := min(end, limit+1-start)
		at := start + first - low
		hurt.note(row, at, at+part-first)
		addScaled(hurt.row(row)[at:at+part-first], m, s.p[first:part])
		first = part
	}
	if first < end {
		at := start + first - low
		sound.note(row, at, at+end-first)
		addScaled(sound.row(row)[at:at+end-first], m, s.p[first:end])
	}
}

// note widens what is known not to be 0 of a row.
func (c *cloud) note(row, from, to int) {
	e := &c.ends[row]
	if e.to == e.from {
		*e = span{int32(from), int32(to)}
		return
	}
	e.from, e.to = min(e.from, int32(from)), max(e.to, int32(to))
}

// spread spreads the pools of group i, not the last: to new clouds.
func (c *cloud) spread(i int, by *spreading, t *store) (sound, hurt *cloud) {
	sound, hurt = by.pair(box{c.low, c.size}, i, t)
	by.gather(c, i, by.parts(c), by.after(extent{c.low[i], c.size[i]}), sound, hurt)
	return sound, hurt
}

// parts are those of the kernel that matter to the rows of c.
func (s *spreading) parts(c *cloud) []span {
	parts := make([]span, c.rows())
	for r := range parts {
		if m := floats.Sum(c.row(r)[c.ends[r].from:c.ends[r].to]); m > faint {
			first, end := s.within(m)
			parts[r] = span{int32(first), int32(end)}
		}
	}
	return parts
}

// gather makes the rows that c's become when the pools of group i are spread, for
// those that are left with an extent of HP. Each is summed up in one go.
func (s *spreading) gather(c *cloud, i int, parts []span, at extent, sound, hurt *cloud) {
	inner := 1 // rows from one pool of the group to the next
	for k := i + 1; k < len(c.size)-1; k++ {
		inner *= c.size[k]
	}
	n, pools := c.size[i], make([]int, len(c.size))
	var room [2 * stripe]gathering
	for outer := 0; outer < c.rows(); outer += n * inner {
		for first := outer; first < outer+inner; first++ {
			c.pools(first, pools)
			all := room[:0]
			for left := at.low; left < at.low+at.size; left++ {
				pools[i] = left
				all = s.gatherRow(all, c, parts, line{first, inner, n, c.low[i]}, left, pools, sound, hurt)
			}
			gatherAll(all, c.p[first*c.width():], inner*c.width())
		}
	}
}

// A gathering is what rows of a line come to together, each times its p.
type gathering struct {
	first int       // of the rows
	p     []float64 // of each
	from  int       // the place of the first cell in its row
	to    []float64 // what the cells come to
}

// rows are the first of its rows, and the end.
func (g *gathering) rows() span { return span{int32(g.first), int32(g.first + len(g.p))} }

// cells are the first of its cells, and the end.
func (g *gathering) cells() span { return span{int32(g.from), int32(g.from + len(g.to))} }

func (s span) and(t span) span { return span{max(s.from, t.from), min(s.to, t.to)} }

// add adds up a part of the rows and cells, of which there may be none.
func (g *gathering) add(data []float64, stride int, rows, cells span) {
	rows, cells = rows.and(g.rows()), cells.and(g.cells())
	if rows.from < rows.to && cells.from < cells.to {
		addRows(g.to[int(cells.from)-g.from:int(cells.to)-g.from], data[int(rows.from)*stride+int(cells.from):], stride, g.p[int(rows.from)-g.first:int(rows.to)-g.first])
	}
}

// gatherCells is how many cells of each row are gathered at a time: all that is gathered
// from them should stay near the processor meanwhile.
const gatherCells = 192

// gatherAll adds up rows of a line, which start a stride apart.
func gatherAll(all []gathering, data []float64, stride int) {
	low, high := int32(math.MaxInt32), int32(0)
	for i := range all {
		cells := all[i].cells()
		low, high = min(low, cells.from), max(high, cells.to)
	}
	for ; low < high; low += gatherCells {
		block := span{low, min(high, low+gatherCells)}
		for left := all; len(left) > 0; {
			n := min(4, len(left))
			gatherFew(left[:n], data, stride, block)
			left = left[n:]
		}
	}
}

// gatherFew adds up to four gatherings: what they have in common at once, and the rest of
// each by itself, always from the first row to the last.
func gatherFew(few []gathering, data []float64, stride int, block span) {
	rows, cells := few[0].rows(), block
	for i := range few {
		rows, cells = rows.and(few[i].rows()), cells.and(few[i].cells())
	}
	if len(few) < 4 || rows.to-rows.from < 4 || cells.to-cells.from < 8 {
		for i := range few {
			few[i].add(data, stride, few[i].rows(), block)
		}
		return
	}
	var to, p [4][]float64
	for i := range few {
		g := &few[i]
		g.add(data, stride, g.rows(), span{block.from, cells.from})
		g.add(data, stride, g.rows(), span{cells.to, block.to})
		g.add(data, stride, span{0, rows.from}, cells)
		to[i], p[i] = g.to[int(cells.from)-g.from:int(cells.to)-g.from], g.p[int(rows.from)-g.first:int(rows.to)-g.first]
	}
	addFour(to, data[int(rows.from)*stride+int(cells.from):], stride, p)
	for i := range few {
		few[i].add(data, stride, span{rows.to, math.MaxInt32}, cells)
	}
}

// A line is the rows of a cloud along an axis.
type line struct {
	first, step int
	n           int // rows
	low         int // the pool of the first
}

// gatherRow adds to all what the row of those comes from who are left with as many HP as
// pools say.
func (s *spreading) gatherRow(all []gathering, c *cloud, parts []span, l line, left int, pools []int, sound, hurt *cloud) []gathering {
	first, end := max(0, left+s.low-l.low), min(l.n, left+s.most()-l.low+1) // of the line, where it comes from
	p := s.fromLeast[max(0, l.low-left-s.low):]                             // of the losses that lead here
	if left == 0 {
		first, p = 0, s.deadly(l)
	}
	matters := func(a int) bool {
		part, place := parts[l.first+a*l.step], left-(l.low+a)+s.most()
		return part.from < part.to && place >= int(part.from) && (left == 0 || place < int(part.to))
	}
	for ; first < end && !matters(first); first++ {
		p = p[1:]
	}
	for first < end && !matters(end-1) {
		end--
	}
	cut := end // who is hurt lost more
	if hurt != nil && left > 0 {
		cut = first + sort.Search(end-first, func(k int) bool { return left <= s.limit(l.low+first+k) })
	}
	all = c.sum(all, l, first, cut, p, sound, pools)
	return c.sum(all, l, cut, end, p[min(len(p), cut-first):], hurt, pools)
}

// deadly are the chances that nothing is left of a line's pools.
func (s *spreading) deadly(l line) []float64 {
	p := make([]float64, l.n)
	for a := range p {
		p[a] = s.upto[min(len(s.p), max(0, s.most()-l.low-a+1))]
	}
	return p
}

// sum adds to all that rows first, ..., end-1 of a line, times p, come to a row of
// another cloud.
func (c *cloud) sum(all []gathering, l line, first, end int, p []float64, to *cloud, pools []int) []gathering {
	if first >= end {
		return all
	}
	e := c.ends[l.first+first*l.step]
	for a := first + 1; a < end; a++ {
		if d := c.ends[l.first+a*l.step]; d.from < d.to {
			if e.from == e.to {
				e = d
			}
			e = span{min(e.from, d.from), max(e.to, d.to)}
		}
	}
	if e.from == e.to {
		return all
	}
	last := len(c.size) - 1
	row, shift := to.rowAt(pools), c.low[last]-to.low[last]
	if to.ends != nil {
		to.note(row, int(e.from)+shift, int(e.to)+shift)
	}
	return append(all, gathering{first, p[:end-first], int(e.from), to.row(row)[int(e.from)+shift : int(e.to)+shift]})
}
