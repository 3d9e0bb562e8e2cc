package stats

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Rows are added up alike with vectors and without, and as one sums.
func TestAddRows(t *testing.T) {
	had := vectors
	defer func() { vectors = had }()
	r := rand.New(rand.NewPCG(8, 9))
	for range 3000 {
		cells, n := r.IntN(70), r.IntN(9)
		stride := r.IntN(80)
		data, p, before := make([]float64, 9*80+70), make([]float64, n), make([]float64, cells+1)
		for _, list := range [][]float64{data, p, before} {
			for i := range list {
				list[i] = r.ExpFloat64() / float64(uint64(1)<<r.IntN(60))
			}
		}
		want := slices.Clone(before)
		for i, q := range p {
			for k := range cells {
				product := q * data[i*stride+k]
				want[k] += float64(product)
			}
		}
		for _, vectors = range []bool{had, false} {
			got := slices.Clone(before)
			addRows(got[:cells], data, stride, p)
			if !slices.Equal(got, want) {
				t.Fatalf("vectors %v: %d rows of %d cells, %d apart, come to %v; want %v", vectors, n, cells, stride, got, want)
			}
		}
	}
}

// Four sums at once come to what each does by itself.
func TestAddFour(t *testing.T) {
	had := vectors
	defer func() { vectors = had }()
	r := rand.New(rand.NewPCG(10, 11))
	list := func(n int) []float64 {
		all := make([]float64, n)
		for i := range all {
			all[i] = r.ExpFloat64() / float64(uint64(1)<<r.IntN(60))
		}
		return all
	}
	for range 3000 {
		cells, n := r.IntN(50), r.IntN(9)
		stride := cells + r.IntN(30)
		data := list(9*80 + 50)
		var p, before [4][]float64
		for i := range p {
			p[i], before[i] = list(n), list(cells+1)
		}
		for _, vectors = range []bool{had, false} {
			var got [4][]float64
			var to [4][]float64
			for i := range got {
				got[i] = slices.Clone(before[i])
				to[i] = got[i][:cells]
			}
			addFour(to, data, stride, p)
			for i := range got {
				want := slices.Clone(before[i])
				addRows(want[:cells], data, stride, p[i])
				if !slices.Equal(got[i], want) {
					t.Fatalf("vectors %v: sum %d of %d rows of %d cells, %d apart, comes to %v; want %v", vectors, i, n, cells, stride, got[i], want)
				}
			}
		}
	}
}
