package dice

import (
	"math"
	"testing"
)

// TestPaths walks through all ways in which some dice fall, with rolls that depend
// on others, and holds their probabilities to the exact ones.
func TestPaths(t *testing.T) {
	var p Paths
	d := Enumerated(&p)
	sums := map[int]float64{}
	ways, total := 0, 0.0
	for ok := true; ok; ok = p.Next() {
		sum := d.D6()
		if sum == 6 {
			sum += d.Roll(D(2, 0))
		}
		if d.Chance(0.25) {
			sum += 100 * (1 + d.Index(3))
		}
		d.Chance(1) // falls one way only
		sums[sum] += p.Probability()
		total += p.Probability()
		ways++
	}
	if want := (5 + 11) * 4; ways != want {
		t.Errorf("%d ways, want %d", ways, want)
	}
	if math.Abs(total-1) > 1e-15 {
		t.Errorf("they come to %v", total)
	}
	for sum, want := range map[int]float64{1: 0.75 / 6, 8: 0.75 / 6 / 36, 313: 0.25 / 3 / 6 * 6 / 36, 6: 0} {
		if math.Abs(sums[sum]-want) > 1e-16 {
			t.Errorf("%d has %v, want %v", sum, sums[sum], want)
		}
	}
}

// TestPathsTellApartNoMore: where only a bound matters, there are two ways at most.
func TestPathsTellApartNoMore(t *testing.T) {
	for k := 2; k <= 20; k++ {
		var p Paths
		d := Enumerated(&p)
		reached, ways := 0.0, 0
		for ok := true; ok; ok = p.Next() {
			if d.SuccessFrom(k) >= k {
				reached += p.Probability()
			}
			ways++
		}
		want := 0.0
		for v, q := range D(3, 0).Dist().All() {
			if v >= k {
				want += q
			}
		}
		if sure := k <= 3 || k > 18; math.Abs(reached-want) > 1e-15 || (ways == 1) != sure || ways > 2 {
			t.Errorf("3d from %d on: %v in %d ways, want %v", k, reached, ways, want)
		}
	}
	var e Dice
	e.Begin(1, 1)
	e.At(1, Morale, 0, 0)
	want := e.Success()
	e.At(1, Morale, 0, 0)
	if got := e.SuccessFrom(10); got != want {
		t.Errorf("SuccessFrom rolls %d, Success %d", got, want)
	}
}
