package stats

import (
	"math"
	"sort"

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

// newCloud returns an empty cloud over a box.
func newCloud(low, size []int) *cloud {
	return &cloud{low: low, size: size, p: make([]float64, volume(size))}
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

func (c *cloud) bytes() int64 { return int64(8 * len(c.p)) }

func (c *cloud) total() float64 { return floats.Sum(c.p) }

// reach makes the box hold another one too.
func (c *cloud) reach(low, size []int) {
	inside := true
	newLow, newSize := make([]int, len(low)), make([]int, len(low))
	for i := range low {
		newLow[i] = min(c.low[i], low[i])
		newSize[i] = max(c.low[i]+c.size[i], low[i]+size[i]) - newLow[i]
		inside = inside && newSize[i] == c.size[i]
	}
	if inside {
		return
	}
	wider := newCloud(newLow, newSize)
	wider.add(c, 1)
	*c = *wider
}

// add adds all of d, which lies in c's box, times a factor.
func (c *cloud) add(d *cloud, factor float64) {
	pools, last := make([]int, len(c.low)), len(c.low)-1
	for r := range d.rows() {
		d.pools(r, pools)
		part, shift := d.row(r), d.low[last]-c.low[last]
		if d.ends != nil {
			part, shift = part[d.ends[r].from:d.ends[r].to], shift+int(d.ends[r].from)
		}
		floats.AddScaled(c.row(c.rowAt(pools))[shift:shift+len(part)], factor, part)
	}
}

// trim cuts the box down to where cells are not faint.
func (c *cloud) trim() {
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
		for last >= first && row[last] < faint {
			last--
		}
		if first > last {
			continue
		}
		c.pools(r, pools)
		for i := range n {
			at, to := pools[i], pools[i]
			if i == n-1 {
				at, to = c.low[i]+first, c.low[i]+last
			}
			low[i], high[i] = min(low[i], at), max(high[i], to)
		}
	}
	if low[0] == math.MaxInt {
		*c = cloud{low: c.low, size: make([]int, n)}
		return
	}
	for i := range high {
		high[i] -= low[i] - 1
	}
	if volume(high) == len(c.p) {
		return
	}
	*c = *c.cut(low, high)
}

// cut is the part of a cloud in a box.
func (c *cloud) cut(low, size []int) *cloud {
	part, pools, last := newCloud(low, size), make([]int, len(low)), len(low)-1
	for r := range part.rows() {
		part.pools(r, pools)
		copy(part.row(r), c.row(c.rowAt(pools))[low[last]-c.low[last]:])
	}
	return part
}

// split takes off the part where group i has no HP left; nil where there is none.
func (c *cloud) split(i int) (fallen, rest *cloud) {
	if c.low[i] > 0 || c.size[i] == 0 {
		return nil, c
	}
	box := func(low, size int) ([]int, []int) {
		lows, sizes := append([]int(nil), c.low...), append([]int(nil), c.size...)
		lows[i], sizes[i] = low, size
		return lows, sizes
	}
	fallen = c.cut(box(0, 1))
	if c.size[i] > 1 {
		rest = c.cut(box(1, c.size[i]-1))
	}
	return fallen, rest
}

// A kernel is Losses made ready to spread clouds with.
type kernel struct {
	low  int       // the least loss
	p    []float64 // of the greatest loss first
	upto []float64 // sums of p from its start, with 0 before
	from []float64 // sums of p to its end
}

func newKernel(l *heroic.Losses) *kernel {
	n := len(l.P)
	k := &kernel{l.Low, make([]float64, n), make([]float64, n+1), make([]float64, n+1)}
	for i := range n {
		k.p[i] = l.P[n-1-i]
	}
	for i := range n {
		k.upto[i+1] = k.upto[i] + k.p[i]
		k.from[n-1-i] = k.from[n-i] + k.p[n-1-i]
	}
	return k
}

// most is the greatest loss.
func (k *kernel) most() int { return k.low + len(k.p) - 1 }

// within is the part of k.p that matters where probability m is spread: less than
// faintTails are cut off at either end.
func (k *kernel) within(m float64) (first, end int) {
	limit := faintTails / m
	first = sort.Search(len(k.p), func(i int) bool { return k.upto[i+1] > limit })
	end = sort.Search(len(k.p), func(i int) bool { return k.from[i] <= limit })
	return first, max(first, end)
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
func (c *cloud) boxOf(runs []run) (low, size []int) {
	n := len(c.size)
	low, high, pools := make([]int, n), make([]int, n), make([]int, n)
	for i := range low {
		low[i] = math.MaxInt
	}
	for _, r := range runs {
		c.pools(int(r.row), pools)
		for i := range n {
			low[i], high[i] = min(low[i], pools[i]), max(high[i], pools[i])
		}
		low[n-1], high[n-1] = min(low[n-1], c.low[n-1]+int(r.from)), max(high[n-1], c.low[n-1]+int(r.to)-1)
	}
	for i := range n {
		high[i] -= low[i] - 1
	}
	return low, high
}

// take is the part of a cloud in some runs, times a factor.
func (c *cloud) take(runs []run, factor float64) *cloud {
	part, pools := newCloud(c.boxOf(runs)), make([]int, len(c.size))
	shift := c.low[len(c.low)-1] - part.low[len(part.low)-1]
	for _, r := range runs {
		c.pools(int(r.row), pools)
		floats.AddScaled(part.row(part.rowAt(pools))[int(r.from)+shift:int(r.to)+shift], factor, c.row(int(r.row))[r.from:r.to])
	}
	return part
}

// An extent is a part of one axis.
type extent struct{ low, size int }

// after is where the losses leave an extent of pools.
func (k *kernel) after(e extent) extent {
	low := max(0, e.low-k.most())
	return extent{low, max(0, e.low+e.size-1-k.low) - low + 1}
}

// spreadRuns takes some runs times a factor and spreads the last group's pools.
func (c *cloud) spreadRuns(runs []run, factor float64, by *spreading) (sound, hurt *cloud) {
	low, size := c.boxOf(runs)
	last := len(size) - 1
	e := by.after(extent{low[last], size[last]})
	low[last], size[last] = e.low, e.size
	sound = newCloud(low, size)
	sound.ends = make([]span, sound.rows())
	if by.hurtUpTo != nil {
		hurt = newCloud(low, size)
		hurt.ends = make([]span, hurt.rows())
	}
	pools := make([]int, len(size))
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
		floats.AddScaled(hurt.row(row)[at:at+part-first], m, s.p[first:part])
		first = part
	}
	if first < end {
		at := start + first - low
		sound.note(row, at, at+end-first)
		floats.AddScaled(sound.row(row)[at:at+end-first], m, s.p[first:end])
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

// tighten finds the ends of rows where they are not known.
func (c *cloud) tighten() {
	if c.ends != nil {
		return
	}
	c.ends = make([]span, c.rows())
	for r := range c.ends {
		row := c.row(r)
		first, end := 0, len(row)
		for first < end && row[first] == 0 {
			first++
		}
		for end > first && row[end-1] == 0 {
			end--
		}
		c.ends[r] = span{int32(first), int32(end)}
	}
}

// spread spreads the pools of group i, not the last.
func (c *cloud) spread(i int, by *spreading) (sound, hurt *cloud) {
	c.tighten()
	low, size := append([]int(nil), c.low...), append([]int(nil), c.size...)
	e := by.after(extent{low[i], size[i]})
	low[i], size[i] = e.low, e.size
	sound = newCloud(low, size)
	sound.ends = make([]span, sound.rows())
	if by.hurtUpTo != nil {
		hurt = newCloud(low, size)
		hurt.ends = make([]span, hurt.rows())
	}
	inner := 1 // rows from one pool of the group to the next
	for k := i + 1; k < len(size)-1; k++ {
		inner *= size[k]
	}
	parts := make([]span, c.rows()) // of the kernel, that matter to a row
	for r := range parts {
		if m := floats.Sum(c.row(r)[c.ends[r].from:c.ends[r].to]); m > faint {
			first, end := by.within(m)
			parts[r] = span{int32(first), int32(end)}
		}
	}
	n := c.size[i]
	for outer := range c.rows() / (n * inner) {
		for k := range inner {
			by.gather(c, parts, gathering{outer*n*inner + k, outer*e.size*inner + k, inner, n, c.low[i], e}, sound, hurt)
		}
	}
	return sound, hurt
}

// A gathering is one line of rows along an axis, before and after it is spread.
type gathering struct {
	before, after int // the first rows
	step          int // from one row to the next
	n, low        int // of the rows before
	to            extent
}

// gather makes the rows after from those before: each is summed up in one go.
func (s *spreading) gather(c *cloud, parts []span, g gathering, sound, hurt *cloud) {
	for left := range g.to.size {
		into := g.after + left*g.step
		left += g.to.low
		first, end := left+s.low-g.low, min(g.n, left+s.most()-g.low+1) // of the rows that it comes from
		if left == 0 {
			first = 0
		}
		for a := max(0, first); a < end; a++ {
			r := g.before + a*g.step
			part, ends := parts[r], c.ends[r]
			if part.from == part.to {
				continue
			}
			pool := g.low + a
			place, p := left-(pool-s.most()), 0.0 // in s.p
			switch {
			case left == 0:
				fell := min(int(part.to), place+1)
				if fell <= int(part.from) {
					continue
				}
				p = s.upto[fell] - s.upto[part.from]
			case place < int(part.from) || place >= int(part.to):
				continue
			default:
				p = s.p[place]
			}
			dst := sound
			if hurt != nil && left > 0 && left <= s.limit(pool) {
				dst = hurt
			}
			dst.note(into, int(ends.from), int(ends.to))
			floats.AddScaled(dst.row(into)[ends.from:ends.to], p, c.row(r)[ends.from:ends.to])
		}
	}
}
