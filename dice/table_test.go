package dice

import (
	"math"
	"testing"
)

// weightOf is the probability that a table gives v, added up exactly from its
// cells.
func weightOf(t *Table, v int32) float64 {
	p := 0.0
	for _, c := range t.cells {
		keep := float64(c.keep) / (1 << 63) / 2
		if c.own == v {
			p += keep
		}
		if c.others == v {
			p += 1 - keep
		}
	}
	return p / float64(len(t.cells))
}

// TestTableIsExact: the cells of a table hold its distribution to the last place.
func TestTableIsExact(t *testing.T) {
	for _, p := range [][]float64{
		{1}, {0, 1}, {0.5, 0.5}, {0.2, 0, 0.8}, {1e-12, 1, 3}, {7, 1, 0, 0, 2, 90},
		D(3, 0).Dist().P, D(12, 0).Dist().P, D(40, 0).Dist().P,
	} {
		sum := 0.0
		for _, q := range p {
			sum += q
		}
		table := NewTable(p)
		for v, q := range p {
			if got := weightOf(table, int32(v)); math.Abs(got-q/sum) > 1e-14 {
				t.Errorf("%v: value %d falls with %v, want %v", p, v, got, q/sum)
			}
		}
	}
}

func TestDrawAndPairFit(t *testing.T) {
	p := D(2, 0).Dist().P
	table, counts, pairs := NewTable(p), make([]int, len(p)), make([]int, 36)
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
