package dice

import (
	"math"
	"math/bits"
)

// A Table draws from a finite distribution by one 64-bit draw: Walker's alias
// method with Vose's construction (1991). Each cell keeps its own value or gives
// the other one. Its bias is below 2^-64 times the number of values.
type Table struct {
	cells []cell
}

type cell struct {
	keep        uint64 // of the 2^64 parts of a cell: those below keep own
	own, others int32
}

// NewTable returns a table in which value i falls with weight p[i]. Weights need
// not sum to 1; those that are 0 never fall. There must be one that is not.
func NewTable(p []float64) *Table {
	sum := 0.0
	for _, q := range p {
		sum += q
	}
	scaled := make([]float64, 0, len(p))
	kept := make([]int32, 0, len(p))
	for i, q := range p {
		if q > 0 {
			kept, scaled = append(kept, int32(i)), append(scaled, q/sum)
		}
	}
	n := len(kept)
	t := &Table{cells: make([]cell, n)}
	var small, large []int
	for i := range scaled {
		scaled[i] *= float64(n)
		t.cells[i] = cell{math.MaxUint64, kept[i], kept[i]}
		if scaled[i] < 1 {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		t.cells[s] = cell{uint64(scaled[s] * (1 << 63) * 2), kept[s], kept[l]}
		scaled[l] -= 1 - scaled[s]
		if scaled[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	return t
}

// Draw draws a value.
func (d *Dice) Draw(t *Table) int {
	hi, lo := bits.Mul64(d.next(), uint64(len(t.cells)))
	c := &t.cells[hi]
	if lo < c.keep {
		return int(c.own)
	}
	return int(c.others)
}
