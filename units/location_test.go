package units

import (
	"math"
	"strings"
	"testing"
)

// TestWoundingTable is the table at the end of B-HITLOC, typed a second time.
// Fatigue damage is not in it: it is ×1 wherever it can strike (B-WOUND).
func TestWoundingTable(t *testing.T) {
	const no = 0.0
	columns := [...]DamageType{SmallPiercing, Piercing, LargePiercing, HugePiercing, Crushing, Cutting, Impaling, Burning, Corrosion, Toxic, FatigueDamage}
	limb := [...]float64{0.5, 1, 1, 1, 1, 1.5, 1, 1, 1, 1, 1}
	torso := [...]float64{0.5, 1, 1.5, 2, 1, 1.5, 2, 1, 1, 1, 1}
	rows := map[Location][len(columns)]float64{
		//     pi-  pi   pi+  pi++ cr   cut  imp  burn cor  tox  fat
		Torso:   torso,
		Groin:   torso,
		Skull:   {4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1},
		Eye:     {4, 4, 4, 4, no, no, 4, no, no, no, no}, // burn: tight beams only
		Face:    {0.5, 1, 1.5, 2, 1, 1.5, 2, 1, 1.5, 1, 1},
		Neck:    {0.5, 1, 1.5, 2, 1.5, 2, 2, 1, 1.5, 1, 1},
		Vitals:  {3, 3, 3, 3, no, no, 3, no, no, no, no}, // burn: tight beams only
		LeftArm: limb, RightArm: limb, LeftLeg: limb, RightLeg: limb, Hand: limb, Foot: limb,
	}
	if len(rows) != int(NumLocations) {
		t.Fatalf("%d locations are in the table, want %d", len(rows), NumLocations)
	}
	for l, row := range rows {
		for i, kind := range columns {
			w, ok := WoundingAt(l, kind)
			if ok != (row[i] != no) || math.Abs(w.Float()-row[i]) > 1e-12 {
				t.Errorf("%v at the %v is %v, %v, want ×%v", kind, l, w, ok, row[i])
			}
		}
	}
}

// TestLocations is the table of B-HITLOC, typed a second time.
func TestLocations(t *testing.T) {
	ways := [19]int{}
	for i := range 216 {
		ways[3+i%6+i/6%6+i/36]++
	}
	all := 0
	for _, c := range []struct {
		name    string
		at      Location
		rolls   []int
		ways    int // in 216
		penalty int
		kind    LocationKind
	}{
		{"eye", Eye, nil, 0, -9, Body},
		{"skull", Skull, []int{3, 4}, 4, -7, Body},
		{"face", Face, []int{5}, 6, -5, Body},
		{"right leg", RightLeg, []int{6, 7}, 25, -2, Limb},
		{"right arm", RightArm, []int{8}, 21, -2, Limb},
		{"torso", Torso, []int{9, 10}, 52, 0, Body},
		{"groin", Groin, []int{11}, 27, -3, Body},
		{"left arm", LeftArm, []int{12}, 25, -2, Limb},
		{"left leg", LeftLeg, []int{13, 14}, 36, -2, Limb},
		{"hand", Hand, []int{15}, 10, -4, Extremity},
		{"foot", Foot, []int{16}, 6, -4, Extremity},
		{"neck", Neck, []int{17, 18}, 4, -5, Body},
		{"vitals", Vitals, nil, 0, -3, Body},
	} {
		sum := 0
		for roll := 3; roll <= 18; roll++ {
			if RandomLocation(roll) == c.at {
				sum += ways[roll]
			}
		}
		for _, roll := range c.rolls { // TV-105
			if got := RandomLocation(roll); got != c.at {
				t.Errorf("%d strikes the %v, want the %v", roll, got, c.at)
			}
		}
		if sum != c.ways {
			t.Errorf("the %v is struck in %d ways, want %d", c.at, sum, c.ways)
		}
		all += sum
		if c.at.String() != c.name || c.at.Penalty() != c.penalty || c.at.Kind() != c.kind {
			t.Errorf("%s is %v, %d, kind %d, want %d, kind %d", c.name, c.at, c.at.Penalty(), c.at.Kind(), c.penalty, c.kind)
		}
	}
	if all != 216 {
		t.Errorf("the locations have %d ways, want 216", all)
	}
	var none Location
	if none != Torso {
		t.Errorf("the zero Location is %v, want the torso", none)
	}
}

func TestParseLocation(t *testing.T) {
	for text, want := range map[string]Location{
		"torso": Torso, "Torso": Torso, "body": Torso, "right leg": RightLeg, "Right-Leg": RightLeg, "right_leg": RightLeg,
		" left  arm ": LeftArm, "arm": RightArm, "leg": RightLeg, "eye": Eye, "skull": Skull, "VITALS": Vitals, "hand": Hand,
	} {
		if got, err := ParseLocation(text); err != nil || got != want {
			t.Errorf("ParseLocation(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, name := range Locations() {
		if got, err := ParseLocation(name); err != nil || got.String() != name {
			t.Errorf("ParseLocation(%q) = %v, %v", name, got, err)
		}
	}
	_, err := ParseLocation("tail")
	if want := `unknown location "tail"; locations are: torso, eye, skull, face, right leg,`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

// TestNaturalDR is B-HITLOC note 3 and TV-106: a cut of 9 at DR 4 and the skull.
func TestNaturalDR(t *testing.T) {
	for l := range NumLocations {
		for kind := range numDamageTypes {
			want := 0
			if l == Skull && kind != Toxic {
				want = 2
			}
			if got := NaturalDR(l, kind); got != want {
				t.Errorf("the %v has DR %d against %v, want %d", l, got, kind, want)
			}
		}
	}
	w, _ := WoundingAt(Skull, Cutting)
	if got := w.Apply(9 - 4 - NaturalDR(Skull, Cutting)); got != 12 {
		t.Errorf("TV-106 gives %d injury, want 12", got)
	}
}

// TestLimbCap is B-CRIPPLE. What exceeds the fraction reaches the cap.
func TestLimbCap(t *testing.T) {
	for _, c := range []struct {
		at           Location
		hp, not, cap int // the most that does not cripple, the least that does
	}{
		{RightArm, 10, 5, 6}, // TV-112
		{LeftLeg, 11, 5, 6},  // TV-113
		{Hand, 10, 3, 4},     // TV-114
		{Hand, 12, 4, 5},     // TV-115
		{Foot, 9, 3, 4},      // TV-116
		{LeftArm, 1, 0, 1}, {Foot, 1, 0, 1}, {Foot, 2, 0, 1}, {RightLeg, 13, 6, 7},
	} {
		got := LimbCap(c.at, c.hp)
		if got != c.cap {
			t.Errorf("the %v of HP %d is crippled by %d, want %d", c.at, c.hp, got, c.cap)
		}
		parts := 2
		if c.at.Kind() == Extremity {
			parts = 3
		}
		if c.not*parts > c.hp || c.cap*parts <= c.hp {
			t.Errorf("the case itself is wrong: %d and %d of HP %d", c.not, c.cap, c.hp)
		}
	}
	for _, l := range []Location{Torso, Eye, Skull, Face, Groin, Neck, Vitals} {
		if got := LimbCap(l, 10); got != 0 {
			t.Errorf("the %v has the cap %d, want none", l, got)
		}
	}
}
