package units

import (
	"testing"

	"heroicsim/dice"
)

func TestBasicDamage(t *testing.T) {
	for _, c := range []struct {
		st            int
		thrust, swing string
	}{
		{10, "1d-2", "1d"}, {13, "1d", "2d-1"}, {19, "2d-1", "3d+1"}, {27, "3d-1", "5d+1"}, // TV-023
		{42, "4d+1", "7d-1"}, {105, "11d", "13d"}, {110, "12d", "14d"}, // TV-024, R-07
		{1, "1d-6", "1d-5"}, {2, "1d-6", "1d-5"}, {3, "1d-5", "1d-4"}, {6, "1d-4", "1d-3"}, {8, "1d-3", "1d-2"}, {9, "1d-2", "1d-1"},
		{11, "1d-1", "1d+1"}, {12, "1d-1", "1d+2"}, {14, "1d", "2d"}, {15, "1d+1", "2d+1"}, {16, "1d+1", "2d+2"}, {17, "1d+2", "3d-1"},
		{18, "1d+2", "3d"}, {20, "2d-1", "3d+2"}, {21, "2d", "4d-1"}, {22, "2d", "4d"}, {23, "2d+1", "4d+1"}, {24, "2d+1", "4d+2"},
		{25, "2d+2", "5d-1"}, {26, "2d+2", "5d"}, {28, "3d-1", "5d+1"}, {29, "3d", "5d+2"}, {30, "3d", "5d+2"}, {31, "3d+1", "6d-1"},
		{34, "3d+2", "6d"}, {36, "4d-1", "6d+1"}, {38, "4d", "6d+2"}, {40, "4d+1", "7d-1"}, {44, "4d+1", "7d-1"}, {45, "5d", "7d+1"},
		{50, "5d+2", "8d-1"}, {55, "6d", "8d+1"}, {60, "7d-1", "9d"}, {65, "7d+1", "9d+2"}, {70, "8d", "10d"}, {75, "8d+2", "10d+2"},
		{80, "9d", "11d"}, {85, "9d+2", "11d+2"}, {90, "10d", "12d"}, {95, "10d+2", "12d+2"}, {99, "10d+2", "12d+2"}, {100, "11d", "13d"},
		{109, "11d", "13d"}, {200, "21d", "23d"}, {0, "0", "0"}, {-5, "0", "0"},
	} {
		if got := Thrust(c.st).String(); got != c.thrust {
			t.Errorf("ST %d thrusts for %s, want %s", c.st, got, c.thrust)
		}
		if got := Swing(c.st).String(); got != c.swing {
			t.Errorf("ST %d swings for %s, want %s", c.st, got, c.swing)
		}
	}
}

// TestBasicDamageGrows catches a slip in a row: more ST never does less, and a
// swing never less than a thrust.
func TestBasicDamageGrows(t *testing.T) {
	thrust, swing := dice.D(0, -10), dice.D(0, -10)
	for st := 1; st <= 300; st++ {
		a, b := Thrust(st), Swing(st)
		if a.Mean() < thrust.Mean() || b.Mean() < swing.Mean() || b.Mean() < a.Mean() {
			t.Errorf("ST %d: %v and %v after %v and %v", st, a, b, thrust, swing)
		}
		thrust, swing = a, b
	}
}
