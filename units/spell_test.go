package units

import "testing"

// B-LARGEAREA, R-34.
func TestLargeAreaDR(t *testing.T) {
	for _, row := range []struct {
		name string
		wear func(*Armour)
		typ  DamageType
		want int
	}{
		{"none", func(*Armour) {}, Burning, 0},
		{"one for everything", func(a *Armour) { a.SetAll(5) }, Burning, 5},
		{"torso only, even", func(a *Armour) { a.Set(Torso, 4) }, Burning, 2},
		{"torso only, odd", func(a *Armour) { a.Set(Torso, 5) }, Burning, 3},
		{"the least protected", func(a *Armour) { a.SetAll(2); a.Set(Torso, 6); a.Set(Hand, 1) }, Burning, 4},
		{"split", func(a *Armour) { a.SetAll(2); a.SetAgainst(Torso, Burning, 8) }, Burning, 5},
		{"split against others", func(a *Armour) { a.SetAll(2); a.SetAgainst(Torso, Burning, 8) }, Crushing, 2},
	} {
		var a Armour
		row.wear(&a)
		if got := a.LargeAreaDR(row.typ); got != row.want {
			t.Errorf("%s: %d, want %d", row.name, got, row.want)
		}
	}
}

// Effects add to DR, also to split DR, and never below 0.
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
