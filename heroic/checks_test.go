package heroic

import (
	"math"
	"testing"
)

// TestCheckOdds: the odds by which checks are drawn are those of 3d (B-SUCCESS,
// HC-MORALE), for scores at and beyond the ends.
func TestCheckOdds(t *testing.T) {
	parts := func(is func(roll int) bool) float64 {
		p := 0.0
		for roll := 3; roll <= 18; roll++ {
			if is(roll) {
				p += ways3d[roll] / 216
			}
		}
		return p
	}
	for n := -5; n <= 30; n++ {
		if got, want := float64(successOdds(n))/(1<<64), parts(func(roll int) bool { return succeeds(roll, n) }); math.Abs(got-want) > 1e-12 {
			t.Errorf("a success roll against %d passes with %v, want %v", n, got, want)
		}
		if got, want := float64(breakOdds(n))/(1<<64), parts(func(roll int) bool { return roll >= n }); math.Abs(got-want) > 1e-12 {
			t.Errorf("a roll of at least %d has %v, want %v", n, got, want)
		}
	}
}
