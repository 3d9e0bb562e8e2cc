package stats

import (
	"math/big"
	"math/bits"
)

// maxBins is how many values are counted one by one. Where there are more, bins
// of whole numbers are counted.
const maxBins = 4096

// counts counts how often each value of an integer quantity came up. Its zero
// value is empty. Values must not be negative.
//
// bins[i] counts the values from i<<shift up to the next bin. The shift is the
// least for which the largest value seen falls in one of maxBins bins, so it
// depends on the values alone and not on the order in which they came. While it
// is 0 the bins say everything; otherwise wide keeps what they lose.
type counts struct {
	bins  []int64
	shift uint
	wide  moments
}

// add counts v once.
func (c *counts) add(v int64) {
	i := v >> c.shift
	if i >= int64(len(c.bins)) {
		c.makeRoom(v)
		i = v >> c.shift
	}
	c.bins[i]++
	if c.shift > 0 {
		c.wide.add(v, 1)
	}
}

// makeRoom lets v have a bin.
func (c *counts) makeRoom(v int64) {
	if n := bits.Len64(uint64(v) / maxBins); uint(n) > c.shift {
		c.coarsen(uint(n))
	}
	c.extend(int(v>>c.shift) + 1)
}

// extend makes c have at least n bins.
func (c *counts) extend(n int) {
	old := len(c.bins)
	if n <= old {
		return
	}
	if n > cap(c.bins) {
		c.bins = append(make([]int64, 0, min(maxBins, max(n, 2*old))), c.bins...)
	}
	c.bins = c.bins[:n]
	clear(c.bins[old:])
}

// coarsen widens the bins to 1<<shift values.
func (c *counts) coarsen(shift uint) {
	if c.shift == 0 {
		c.wide = c.moments()
	}
	by, used := shift-c.shift, 0
	for i, n := range c.bins {
		c.bins[i] = 0
		c.bins[i>>by] += n
		used = i>>by + 1
	}
	c.bins, c.shift = c.bins[:used], shift
}

// merge adds all that o counted.
func (c *counts) merge(o *counts) {
	if o.shift > c.shift {
		c.coarsen(o.shift)
	}
	if c.shift > 0 {
		m := o.moments()
		c.wide.merge(&m)
	}
	if len(o.bins) == 0 {
		return
	}
	by := c.shift - o.shift
	c.extend((len(o.bins)-1)>>by + 1)
	for i, n := range o.bins {
		c.bins[i>>by] += n
	}
}

// reset empties c and keeps its memory.
func (c *counts) reset() { *c = counts{bins: c.bins[:0]} }

// moments are the exact number, sums and extremes of what c counted.
func (c *counts) moments() moments {
	if c.shift > 0 {
		return c.wide
	}
	var m moments
	for v, n := range c.bins {
		if n > 0 {
			m.add(int64(v), n)
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
