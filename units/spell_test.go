package units

import "testing"

func TestAddToArmour(t *testing.T) {
	var a Armour
	a.SetAll(2)
	a.SetAgainst(Torso, Crushing, 1)
	a.Add(Torso, 3)
	a.Add(Hand, -3)
	for _, row := range []struct {
		l    Location
		t    DamageType
		want int
	}{{Torso, Cutting, 5}, {Torso, Crushing, 4}, {Skull, Cutting, 2}, {Hand, Cutting, 0}, {Vitals, Impaling, 5}} {
		if got := a.DR(row.l, row.t); got != row.want {
			t.Errorf("%s %s: %d, want %d", row.l, row.t, got, row.want)
		}
	}
}

// Durations round up to 20 s (HC-SINGLE).
func TestSpellRounds(t *testing.T) {
	for seconds, want := range map[int]int{0: 1, 1: 1, 20: 1, 21: 2, 40: 2, 60: 3} {
		if got := (&Spell{Duration: seconds}).Rounds(); got != want {
			t.Errorf("%d s: %d rounds, want %d", seconds, got, want)
		}
	}
}
