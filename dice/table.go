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
	guide []int32 // by the leading bits of the draw: the value, or ^i to look from cell i on
	shift uint
	cells []cell
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

// makeGuide makes the guide so fine that most draws need no more.
func (t *Table) makeGuide() {
	size := bits.Len(uint(len(t.cells))) + 2
	t.shift = uint(64 - size)
	t.guide = make([]int32, 1<<size)
	at := 0
	for i := range t.guide {
		first := uint64(i) << t.shift
		for t.cells[at].upto < first {
			at++
		}
		if t.cells[at].upto >= first|(1<<t.shift-1) {
			t.guide[i] = t.cells[at].value
		} else {
			t.guide[i] = ^int32(at)
		}
	}
}

// Draw draws a value.
func (d *Dice) Draw(t *Table) int { return t.Value(d.Next()) }

// Value is the value of a draw.
func (t *Table) Value(draw uint64) int {
	v := t.guide[draw>>t.shift]
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
