package units

import (
	"math"
	"testing"
)

// TestLargeAreaDR is B-LARGEAREA and R-34: TV-103 and its neighbours.
func TestLargeAreaDR(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(a *Armour)
		t    DamageType
		want int
	}{
		{"TV-103: torso 5, least 2", func(a *Armour) { a.SetAll(5); a.Set(Hand, 2) }, Burning, 4},
		{"TV-103: torso 14, least 0", func(a *Armour) { a.SetAll(14); a.Set(Eye, 0) }, Burning, 7},
		{"TV-103: DR 4 (torso) only", func(a *Armour) { a.Set(Torso, 4) }, Burning, 2},
		{"one DR for everything", func(a *Armour) { a.SetAll(5) }, Burning, 5},
		{"none", func(*Armour) {}, Burning, 0},
		{"torso 5 only, up", func(a *Armour) { a.Set(Torso, 5) }, Crushing, 3},
		{"the torso is the least", func(a *Armour) { a.SetAll(6); a.Set(Torso, 2) }, Crushing, 2},
		{"split by type", func(a *Armour) { a.SetAll(6); a.SetAgainst(Torso, Crushing, 2); a.SetAgainst(Face, Crushing, 1) }, Crushing, 2},
		{"split by type, another", func(a *Armour) { a.SetAll(6); a.SetAgainst(Torso, Crushing, 2) }, Cutting, 6},
		{"vitals are no place of their own", func(a *Armour) { a.SetAll(6); a.Set(Vitals, 0) }, Cutting, 6},
		{"the skull's own DR", func(a *Armour) { a.SetAll(6); a.Set(Skull, 3) }, Cutting, 6},
		{"which toxins do not meet", func(a *Armour) { a.SetAll(6); a.Set(Skull, 3) }, Toxic, 5},
	} {
		var a Armour
		c.set(&a)
		if got := a.LargeAreaDR(c.t, func(Location) bool { return false }); got != c.want {
			t.Errorf("%s: DR %d, want %d", c.name, got, c.want)
		}
	}
}

// TestTightBeam is notes 2 and 11 of B-HITLOC, with TV-110's tight beam of 4 at the
// vitals, and that a cut cannot be aimed there.
func TestTightBeam(t *testing.T) {
	var anybody Traits
	for _, c := range []struct {
		at    Location
		kind  DamageType
		tight bool
		want  int // injury of 4 that penetrate; 0: it cannot be aimed there
	}{
		{Vitals, Burning, true, 8}, {Vitals, Burning, false, 0}, // TV-110
		{Vitals, Cutting, false, 0}, {Vitals, Cutting, true, 0}, // TV-110
		{Vitals, Piercing, true, 12}, {Vitals, Crushing, true, 0},
		{Eye, Burning, true, 16}, {Eye, Burning, false, 0}, {Eye, Corrosion, true, 0}, {Eye, Impaling, true, 16},
		{Skull, Burning, true, 16}, {Torso, Burning, true, 4}, {Neck, Burning, true, 4},
	} {
		w, ok := anybody.WoundingAt(c.at, c.kind, c.tight)
		if got := w.Apply(4); ok && got != c.want || ok != (c.want > 0) {
			t.Errorf("4 %v at the %v, tight beam %v: %d, %v; want %d", c.kind, c.at, c.tight, got, ok, c.want)
		}
	}
	burn, cut := Mode{Damage: Damage{Type: Burning}}, Mode{Damage: Damage{Type: Cutting}}
	for _, c := range []struct {
		w    Weapon
		want bool
	}{
		{Weapon{Ranged: true, Missile: Beam, Modes: []Mode{burn}}, true},
		{Weapon{Ranged: true, Missile: Beam, Modes: []Mode{cut, burn}}, true},
		{Weapon{Ranged: true, Missile: Beam, Modes: []Mode{cut}}, false},
		{Weapon{Ranged: true, Missile: SpellMissile, Modes: []Mode{burn}}, false},
		{Weapon{Missile: Beam, Modes: []Mode{burn}}, false},
	} {
		if got := c.w.CanStrike(Vitals); got != c.want {
			t.Errorf("%+v can strike the vitals: %v, want %v", c.w, got, c.want)
		}
		if !c.w.CanStrike(Torso) {
			t.Errorf("%+v cannot strike the torso", c.w)
		}
	}
}

// TestTolerances is B-WOUND's injury tolerances, by location.
func TestTolerances(t *testing.T) {
	const no = 0.0
	columns := [...]DamageType{SmallPiercing, Piercing, LargePiercing, HugePiercing, Crushing, Cutting, Impaling, Burning, Corrosion, Toxic, FatigueDamage}
	third := 1.0 / 3
	living := Traits{}
	unliving, homogenous, diffuse := Traits{Tolerance: Unliving}, Traits{Tolerance: Homogenous}, Traits{Tolerance: Diffuse}
	noBrain, noVitals := Traits{NoBrain: true}, Traits{NoVitals: true}
	both := Traits{Tolerance: Homogenous, NoBrain: true}
	for _, c := range []struct {
		traits Traits
		at     Location
		want   [len(columns)]float64
	}{
		//                 pi-   pi     pi+    pi++ cr cut  imp burn cor tox fat
		{living, Torso, [...]float64{0.5, 1, 1.5, 2, 1, 1.5, 2, 1, 1, 1, 1}},
		{unliving, Torso, [...]float64{0.2, third, 0.5, 1, 1, 1.5, 1, 1, 1, 1, 1}},
		{unliving, Groin, [...]float64{0.2, third, 0.5, 1, 1, 1.5, 1, 1, 1, 1, 1}},
		{unliving, Neck, [...]float64{0.2, third, 0.5, 1, 1.5, 2, 1, 1, 1.5, 1, 1}},
		{unliving, LeftLeg, [...]float64{0.2, third, 0.5, 1, 1, 1.5, 1, 1, 1, 1, 1}},
		{unliving, Skull, [...]float64{4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1}},
		{unliving, Vitals, [...]float64{0.2, third, 0.5, 1, no, no, 1, no, no, no, no}},
		{homogenous, Torso, [...]float64{0.1, 0.2, third, 0.5, 1, 1.5, 0.5, 1, 1, 1, 1}},
		{homogenous, Hand, [...]float64{0.1, 0.2, third, 0.5, 1, 1.5, 0.5, 1, 1, 1, 1}},
		{homogenous, Vitals, [...]float64{0.1, 0.2, third, 0.5, no, no, 0.5, no, no, no, no}},
		{homogenous, Eye, [...]float64{4, 4, 4, 4, no, no, 4, no, no, no, no}},
		{diffuse, Vitals, [...]float64{0.5, 1, 1.5, 2, no, no, 2, no, no, no, no}},
		{noVitals, Vitals, [...]float64{0.5, 1, 1.5, 2, no, no, 2, no, no, no, no}},
		{noVitals, Skull, [...]float64{4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1}},
		{noBrain, Skull, [...]float64{0.5, 1, 1.5, 2, 1, 1.5, 2, 1, 1, 1, 1}},
		{noBrain, Eye, [...]float64{0.5, 1, 1.5, 2, no, no, 2, no, no, no, no}},
		{noBrain, Vitals, [...]float64{3, 3, 3, 3, no, no, 3, no, no, no, no}},
		{both, Skull, [...]float64{0.1, 0.2, third, 0.5, 1, 1.5, 0.5, 1, 1, 1, 1}},
		{both, Eye, [...]float64{0.1, 0.2, third, 0.5, no, no, 0.5, no, no, no, no}},
	} {
		for i, kind := range columns {
			w, ok := c.traits.WoundingAt(c.at, kind, false)
			if ok != (c.want[i] != no) || math.Abs(w.Float()-c.want[i]) > 1e-12 {
				t.Errorf("%v at the %v of %+v is %v, %v; want ×%v", kind, c.at, c.traits, w, ok, c.want[i])
			}
		}
	}
	if w, ok := noVitals.WoundingAt(Vitals, Burning, true); w != Unchanged || !ok {
		t.Errorf("a tight beam where there are no vitals is %v, %v", w, ok)
	}
	for i, kind := range columns {
		want := [...]int{1, 1, 1, 1, 2, 2, 1, 2, 2, 2, 0}[i]
		if got := diffuse.MostOfHit(kind); got != want {
			t.Errorf("a hit of %v does at most %d to a diffuse body, want %d", kind, got, want)
		}
		if got := homogenous.MostOfHit(kind); got != 0 {
			t.Errorf("a hit of %v does at most %d to a homogenous body", kind, got)
		}
	}
}

// TestTolerancesRound: the finer unit of multipliers rounds down, to at least 1.
func TestTolerancesRound(t *testing.T) {
	for _, c := range []struct {
		tolerance         Tolerance
		kind              DamageType
		penetrating, want int
	}{
		{Unliving, Piercing, 1, 1}, {Unliving, Piercing, 5, 1}, {Unliving, Piercing, 6, 2}, {Unliving, Piercing, 8, 2}, {Unliving, Piercing, 9, 3},
		{Unliving, SmallPiercing, 9, 1}, {Unliving, SmallPiercing, 10, 2}, {Homogenous, SmallPiercing, 19, 1}, {Homogenous, SmallPiercing, 20, 2},
		{Homogenous, LargePiercing, 8, 2}, {Homogenous, LargePiercing, 9, 3}, {Homogenous, Impaling, 5, 2}, {Homogenous, Impaling, 0, 0},
	} {
		w, _ := (&Traits{Tolerance: c.tolerance}).WoundingAt(Torso, c.kind, false)
		if got := w.Apply(c.penetrating); got != c.want {
			t.Errorf("%d %v to a body that is %v: %d, want %d", c.penetrating, c.kind, c.tolerance, got, c.want)
		}
	}
}

func TestParseTolerance(t *testing.T) {
	for _, name := range Tolerances() {
		if got, err := ParseTolerance(name); err != nil || got.String() != name {
			t.Errorf("ParseTolerance(%q) = %v, %v", name, got, err)
		}
	}
	want := `unknown injury tolerance "undead"; tolerances are: none, unliving, homogenous, diffuse`
	if _, err := ParseTolerance("undead"); err == nil || err.Error() != want {
		t.Errorf("the error is %v, want %s", err, want)
	}
	for text, want := range map[string]Traits{
		"Injury Tolerance (Unliving)":                            {Tolerance: Unliving},
		"injury tolerance (Homogenous; No Brain)":                {Tolerance: Homogenous, NoBrain: true},
		"Injury Tolerance (No Vitals, no brain), Fearlessness 2": {NoBrain: true, NoVitals: true, Fearlessness: 2},
		"Injury Tolerance (Diffuse, No Eyes)":                    {Tolerance: Diffuse},
	} {
		u, notes, err := ParseStatBlock("ST 10 DX 10 HT 10\n" + text)
		if err != nil || u.Traits != want {
			t.Errorf("%q: %+v, %v, want %+v", text, u, err, want)
		}
		if said := len(notes) == 1 && notes[0].Text == `not used of Injury Tolerance: "No Eyes"` && notes[0].Matters(); said != (want.Tolerance == Diffuse) {
			t.Errorf("%q: notes %v", text, notes)
		}
	}
}

// TestShieldArm is TV-118, note 6 of B-HITLOC: the penalty for the arm that holds a
// shield is doubled. By our ruling the hand aimed at is never the one with the
// shield, which would be -8.
func TestShieldArm(t *testing.T) {
	for _, c := range []struct {
		block, db int
		at        Location
		want      int
	}{
		{0, 0, LeftArm, -2}, {10, 0, LeftArm, -4}, {0, 2, LeftArm, -4}, {10, 2, RightArm, -2}, {10, 2, Hand, -4}, {10, 2, LeftLeg, -2}, {10, 2, Skull, -7},
	} {
		u := Unit{Block: c.block, ShieldDB: c.db}
		if got := u.LocationPenalty(c.at); got != c.want {
			t.Errorf("Block %d, DB %d: the %v is at %d, want %d", c.block, c.db, c.at, got, c.want)
		}
	}
}
