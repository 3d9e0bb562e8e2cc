package units

import "testing"

// TestGCSDamage: GCS's table is the rules' wherever that has a row (B-STDMG).
func TestGCSDamage(t *testing.T) {
	for _, row := range basicDamage {
		if thrust, swing := gcsDamage(row.st); thrust != row.thrust || swing != row.swing {
			t.Errorf("ST %d: got %v and %v, want %v and %v", row.st, thrust, swing, row.thrust, row.swing)
		}
	}
	for _, c := range []struct {
		st            int
		thrust, swing string
	}{{43, "5d-1", "7d+1"}, {44, "5d-1", "7d+1"}, {72, "8d+1", "10d+1"}, {82, "9d+1", "11d+1"}, {110, "12d", "14d"}} {
		if thrust, swing := gcsDamage(c.st); thrust.String() != c.thrust || swing.String() != c.swing {
			t.Errorf("ST %d: got %v and %v, want %s and %s", c.st, thrust, swing, c.thrust, c.swing)
		}
	}
}
