package dice

import (
	"math"
	"testing"
)

// weightOf is the probability that a table gives v, added up exactly from its
// cells.
func weightOf(t *Table, v int32) float64 {
	p, before := 0.0, -1.0
	for _, c := range t.cells {
		upto := float64(c.upto)
		if c.value == v {
			p += (upto - before) / (1 << 63) / 2
		}
		before = upto
	}
	return p
}

// TestTableIsExact: the cells of a table hold its distribution to the last place.
func TestTableIsExact(t *testing.T) {
	for _, p := range [][]float64{
		{1}, {0, 1}, {0.5, 0.5}, {0.2, 0, 0.8}, {1e-12, 1, 3}, {7, 1, 0, 0, 2, 90}, {0, 0, 0},
		D(3, 0).Dist().P, D(12, 0).Dist().P, D(40, 0).Dist().P,
	} {
		sum := 0.0
		for _, q := range p {
			sum += q
		}
		table := NewTable(0, p)
		if sum == 0 {
			p, sum = even(len(p)), float64(len(p))
		}
		for v, q := range p {
			if got := weightOf(table, int32(v)); math.Abs(got-q/sum) > 1e-14 {
				t.Errorf("%v: value %d falls with %v, want %v", p, v, got, q/sum)
			}
		}
		for i, v := range table.guide {
			first := uint64(i) << table.shift
			last := first | (1<<table.shift - 1)
			if v >= 0 {
				if table.look(first, 0) != v || table.look(last, 0) != v {
					t.Errorf("%v: the guide gives %d for draws from %x to %x", p, v, first, last)
				}
			} else if table.cells[^v].upto < first || ^v > 0 && table.cells[^v-1].upto >= first {
				t.Errorf("%v: the guide for draws from %x on is %d", p, first, ^v)
			}
		}
	}
}

func TestDrawAndPairFit(t *testing.T) {
	p := D(2, 0).Dist().P
	table, counts, pairs := NewTable(0, p), make([]int, len(p)), make([]int, 36)
	var d Dice
	for i := range 400_000 {
		at(&d, i)
		counts[d.Draw(table)]++
		pair := d.Pair()
		pairs[6*(pair[0]-1)+pair[1]-1]++
	}
	checkFit(t, "Draw", counts, p)
	even := make([]float64, 36)
	for i := range even {
		even[i] = 1.0 / 36
	}
	checkFit(t, "Pair", pairs, even)
}
