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
		for i := range 1 << (64 - table.shift) {
			v := table.guided(i)
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

// guided is the i-th entry of a table's guide.
func (t *Table) guided(i int) int32 {
	if t.wide != nil {
		return t.wide[i]
	}
	return int32(t.guide[i])
}

// TestWideTable: values that a narrow guide cannot hold are drawn alike.
func TestWideTable(t *testing.T) {
	for low, wide := range map[int]bool{0: false, math.MaxInt16 - 2: false, math.MaxInt16 - 1: true, 1 << 20: true} {
		p := []float64{1, 5, 2}
		table, plain := NewTable(low, p), NewTable(0, p)
		if got := table.wide != nil; got != wide {
			t.Errorf("from %d: wide is %t", low, got)
		}
		for draw := uint64(1); draw < math.MaxUint64-gamma; draw += gamma >> 8 {
			if got, want := table.Value(draw), low+plain.Value(draw); got != want {
				t.Fatalf("from %d: draw %x gives %d, not %d", low, draw, got, want)
			}
		}
	}
}
