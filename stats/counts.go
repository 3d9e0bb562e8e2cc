package stats

import (
	"math/big"
	"math/bits"
)

// maxBins is how many values are counted one by one. Where they range wider, bins
// of whole numbers are counted.
const maxBins = 4096

// counts counts how often each value of an integer quantity came up. Its zero
// value is empty. Values must not be negative.
//
// bins[i] counts the values v with v>>shift == base+i. The shift is the least for
// which the values seen, from the smallest to the largest, lie in maxBins bins, so
// it depends on the values alone and not on the order in which they came. While it
// is 0 the bins say everything; otherwise wide keeps what they lose.
type counts struct {
	bins  []int64
	base  int64
	shift uint
	wide  moments
}

// add counts v once.
func (c *counts) add(v int64) {
	if i := v - c.base; c.shift == 0 && uint64(i) < uint64(len(c.bins)) {
		c.bins[i]++
		return
	}
	c.addMany(v, 1)
}

// addMany counts v n times.
func (c *counts) addMany(v, n int64) {
	i := v>>c.shift - c.base
	if uint64(i) >= uint64(len(c.bins)) {
		c.makeRoom(v, v)
		i = v>>c.shift - c.base
	}
	c.bins[i] += n
	if c.shift > 0 {
		c.wide.add(v, n)
	}
}

// each calls do with every value and how often it came up. It must be exact.
func (c *counts) each(do func(v, n int64)) {
	for i, n := range c.bins {
		if n > 0 {
			do(c.base+int64(i), n)
		}
	}
}

// makeRoom lets the values from low to high have bins, besides those seen.
func (c *counts) makeRoom(low, high int64) {
	first, last := low>>c.shift, high>>c.shift
	if f, l, ok := c.span(); ok {
		first, last = min(first, f), max(last, l)
	}
	by := uint(0)
	for last>>by-first>>by >= maxBins {
		by++
	}
	c.coarsen(by)
	first, last = first>>by, last>>by
	if last < maxBins {
		first = 0 // so that small values seldom make room
	}
	c.lay(first, int(last-first)+1)
}

// span is the first and the last bin with cases, counted from value 0.
func (c *counts) span() (first, last int64, ok bool) {
	lo, hi := 0, len(c.bins)-1
	for lo <= hi && c.bins[lo] == 0 {
		lo++
	}
	for hi > lo && c.bins[hi] == 0 {
		hi--
	}
	return c.base + int64(lo), c.base + int64(hi), lo <= hi
}

// lay makes bins at least n bins from first on, in which all cases have a place.
func (c *counts) lay(first int64, n int) {
	old, from := c.bins, c.base
	if first == from && n <= cap(old) {
		c.bins = old[:max(n, len(old))]
		clear(c.bins[len(old):])
		return
	}
	c.bins, c.base = make([]int64, n, max(n, min(2*n, maxBins))), first
	for i, cases := range old {
		if cases > 0 {
			c.bins[from+int64(i)-first] = cases
		}
	}
}

// coarsen makes one bin of each 1<<by bins.
func (c *counts) coarsen(by uint) {
	if by == 0 {
		return
	}
	if c.shift == 0 {
		c.wide = c.moments()
	}
	base := c.base >> by
	used := 0
	for i, n := range c.bins {
		to := int((c.base+int64(i))>>by - base)
		c.bins[i] = 0
		c.bins[to] += n
		used = to + 1
	}
	c.bins, c.base, c.shift = c.bins[:used], base, c.shift+by
}

// merge adds all that o counted.
func (c *counts) merge(o *counts) {
	first, last, ok := o.span()
	if !ok {
		return
	}
	if o.shift > c.shift {
		c.coarsen(o.shift - c.shift)
	}
	if from, to := first<<o.shift>>c.shift-c.base, last<<o.shift>>c.shift-c.base; from < 0 || to >= int64(len(c.bins)) {
		c.makeRoom(first<<o.shift, last<<o.shift)
	}
	if c.shift > 0 {
		m := o.moments()
		c.wide.merge(&m)
	}
	for i := first - o.base; i <= last-o.base; i++ {
		c.bins[(o.base+i)>>(c.shift-o.shift)-c.base] += o.bins[i]
	}
}

// reset empties c and keeps its memory, and the room that small values had.
func (c *counts) reset() {
	if c.shift > 0 || c.base > 0 {
		*c = counts{bins: c.bins[:0]}
	}
	clear(c.bins)
}

// moments are the exact number, sums and extremes of what c counted.
func (c *counts) moments() moments {
	if c.shift > 0 {
		return c.wide
	}
	var m moments
	for i, n := range c.bins {
		if n > 0 {
			m.add(c.base+int64(i), n)
		}
	}
	return m
}

// moments are exact sums over values from 0: 128 bits hold the squares of
// values up to 1e13 over 1e12 cases.
type moments struct {
	n, min, max  int64
	sum, squares uint128
}

func (m *moments) add(v, times int64) {
	if m.n == 0 || v < m.min {
		m.min = v
	}
	m.max = max(m.max, v)
	m.n += times
	total := product(uint64(v), uint64(times))
	m.sum.add(total)
	m.squares.add(total.times(uint64(v)))
}

func (m *moments) merge(o *moments) {
	if o.n == 0 {
		return
	}
	if m.n == 0 || o.min < m.min {
		m.min = o.min
	}
	m.max = max(m.max, o.max)
	m.n += o.n
	m.sum.add(o.sum)
	m.squares.add(o.squares)
}

// mean is the sum over n, correctly rounded.
func (m *moments) mean() float64 {
	return ratio(m.sum.big(), big.NewInt(m.n))
}

// variance is the sum of squared deviations over n-1. The difference in
// n*squares - sum*sum is taken between exact integers, so nothing cancels.
func (m *moments) variance() float64 {
	n, sum := big.NewInt(m.n), m.sum.big()
	above := new(big.Int).Mul(n, m.squares.big())
	above.Sub(above, sum.Mul(sum, sum))
	below := new(big.Int).Mul(n, big.NewInt(m.n-1))
	return ratio(above, below)
}

func ratio(a, b *big.Int) float64 {
	f, _ := new(big.Rat).SetFrac(a, b).Float64()
	return f
}

// A uint128 is a whole number of 128 bits.
type uint128 struct{ hi, lo uint64 }

func product(a, b uint64) uint128 {
	hi, lo := bits.Mul64(a, b)
	return uint128{hi, lo}
}

func (x *uint128) add(y uint128) {
	var carry uint64
	x.lo, carry = bits.Add64(x.lo, y.lo, 0)
	x.hi, _ = bits.Add64(x.hi, y.hi, carry)
}

func (x uint128) times(y uint64) uint128 {
	p := product(x.lo, y)
	p.hi += x.hi * y
	return p
}

func (x uint128) big() *big.Int {
	b := new(big.Int).SetUint64(x.hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(x.lo))
}
