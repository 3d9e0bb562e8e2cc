package dice

import (
	"math"
	"math/bits"
)

// A Table draws from a finite distribution by one 64-bit draw: the inverse of its
// distribution function, with a guide to where in it to look (Chen and Asau 1974).
// A greater draw never gives a smaller value, so the same luck is good or bad luck
// in two tables alike. Each value's probability is right to 2^-53 of itself, and
// all of them to about 2^-53.
type Table struct {
	guide []int16 // by the leading bits of the draw: the value, or ^i to look from cell i on
	wide  []int32 // the guide of a table of greater values; then guide is empty
	shift uint
	cells []cell

	rack  *Rack // in which it was put last
	place Place
}

// A cell is a value, which falls for draws above the last cell's and up to its own.
type cell struct {
	upto  uint64
	value int32
}

// NewTable returns a table in which low+i, which is not negative, falls with weight
// p[i]. Weights need not sum to 1; those that are 0 never fall, unless all are: then all fall alike.
func NewTable(low int, p []float64) *Table {
	all := sum(p)
	if all == 0 {
		all, p = float64(len(p)), even(len(p))
	}
	t := new(Table)
	upto := uint64(0) // how many of the 2^64 draws are given out
	for i, q := range p {
		parts := scale(q / all)
		if parts == 0 || upto == math.MaxUint64 {
			continue
		}
		upto += min(parts, math.MaxUint64-upto)
		t.cells = append(t.cells, cell{upto - 1, int32(low + i)})
	}
	t.cells[len(t.cells)-1].upto = math.MaxUint64
	t.makeGuide()
	return t
}

func even(n int) []float64 {
	p := make([]float64, n)
	for i := range p {
		p[i] = 1
	}
	return p
}

// scale is a probability in parts of 2^64.
func scale(p float64) uint64 {
	if p >= 1 {
		return math.MaxUint64
	}
	return uint64(p * (1 << 63) * 2)
}

// makeGuide makes the guide so fine that most draws need no more. In half of the room
// for each entry it is half as far from the processor.
func (t *Table) makeGuide() {
	size := bits.Len(uint(len(t.cells))) + 4
	t.shift = uint(64 - size)
	if last := t.cells[len(t.cells)-1].value; last <= math.MaxInt16 && len(t.cells) <= math.MaxInt16 {
		t.guide = guideTo[int16](t.cells, size)
	} else {
		t.wide = guideTo[int32](t.cells, size)
	}
}

// guideTo makes the guide of 2^size entries to cells.
func guideTo[T int16 | int32](cells []cell, size int) []T {
	guide, shift := make([]T, 1<<size), uint(64-size)
	next := uint64(0) // the first entry not yet made
	for at, c := range cells {
		last := c.upto >> shift // the entry in which the cell ends
		if last < next {
			continue
		}
		for ; next < last; next++ {
			guide[next] = T(c.value)
		}
		if guide[last] = T(c.value); c.upto != last<<shift|(1<<shift-1) {
			guide[last] = ^T(at)
		}
		next++
	}
	return guide
}

// Draw draws a value.
func (d *Dice) Draw(t *Table) int { return t.Value(d.Next()) }

// Value is the value of a draw.
func (t *Table) Value(draw uint64) int {
	v, i := int32(0), draw>>t.shift
	if i < uint64(len(t.guide)) {
		v = int32(t.guide[i])
	} else {
		v = t.wide[i]
	}
	if v < 0 {
		v = t.look(draw, ^v)
	}
	return int(v)
}

// look finds the value of a draw from cell i on.
func (t *Table) look(draw uint64, i int32) int32 {
	for draw > t.cells[i].upto {
		i++
	}
	return t.cells[i].value
}
