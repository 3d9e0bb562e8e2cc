package units

import (
	"strings"
	"testing"

	"heroicsim/dice"
)

func TestParseDamage(t *testing.T) {
	for _, c := range []struct {
		text string
		want Damage
		say  string // how it is written; "": like text
	}{
		{"2d-1(0.5) cut", Damage{dice.D(2, -1), 500, Cutting}, ""},
		{"3d cr", Damage{dice.D(3, 0), 0, Crushing}, ""},
		{"1d+1 imp", Damage{dice.D(1, +1), 0, Impaling}, ""},
		{"2 burn", Damage{dice.D(0, 2), 0, Burning}, ""},
		{"2d−1 (2) Cutting", Damage{dice.D(2, -1), 2000, Cutting}, "2d-1(2) cut"},
		{"5d( 10 )pi++", Damage{dice.D(5, 0), 10_000, HugePiercing}, "5d(10) pi++"},
		{"1d large piercing", Damage{dice.D(1, 0), 0, LargePiercing}, "1d pi+"},
		{"1d large  PIERCING", Damage{dice.D(1, 0), 0, LargePiercing}, "1d pi+"},
		{"1d pi−", Damage{dice.D(1, 0), 0, SmallPiercing}, "1d pi-"},
		{"1d pi-", Damage{dice.D(1, 0), 0, SmallPiercing}, ""},
		{"1d(1) cr", Damage{dice.D(1, 0), 1000, Crushing}, "1d cr"},
		{"1d(0.01) cr", Damage{dice.D(1, 0), 10, Crushing}, ""},
		{"1d10 tox", Damage{dice.Expr{Count: 1, Sides: 10}, 0, Toxic}, ""},
	} {
		got, err := ParseDamage(c.text)
		if err != nil || got != c.want {
			t.Errorf("ParseDamage(%q) = %+v, %v, want %+v", c.text, got, err, c.want)
			continue
		}
		say := c.say
		if say == "" {
			say = c.text
		}
		if got.String() != say {
			t.Errorf("%q is written %q, want %q", c.text, got, say)
		}
		if back, err := ParseDamage(got.String()); err != nil || back.String() != say {
			t.Errorf("%q is written %q and read as %v, %v", c.text, got, back, err)
		}
	}
}

func TestParseDamageErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "expected a number of dice"},
		{"cut", "expected a number of dice"},
		{"2d-1", `"2d-1": expected a damage type after the dice; like 1d+1 imp, 2d-1(0.5) cut, 3d cr`},
		{"2d-1 (0.5)", "expected a damage type after the dice"},
		{"2d-1(0.5 cut", "the bracket of the armour divisor is not closed"},
		{"2d(0) cut", "armour divisor (0): expected a number from 0.01 to 100; like (2) or (0.5)"},
		{"2d(-2) cut", "armour divisor (-2)"},
		{"2d(101) cut", "armour divisor (101)"},
		{"2d(x) cut", "armour divisor (x)"},
		{"2d() cut", "armour divisor ()"},
		{"2d(NaN) cut", "armour divisor (NaN)"},
		{"2d(Inf) cut", "armour divisor (Inf)"},
		{"2d slashing", `unknown damage type "slashing"; damage types are: cr, cut, imp, pi-, pi, pi+, pi++, burn, cor, fat, tox`},
		{"2d cut ex", `unknown damage type "cut ex"`},
		{"2d+2+2 cut", `unknown damage type "+2 cut"`},
		{"2d0 cut", "a die has at least 1 side"},
	} {
		if _, err := ParseDamage(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParseDamage(%q) gives the error %v, want %q in it", c.text, err, c.want)
		}
	}
}

func TestParseDamageType(t *testing.T) {
	if got, want := strings.Join(DamageTypes(), " "), "cr cut imp pi- pi pi+ pi++ burn cor fat tox"; got != want {
		t.Fatalf("the damage types are %s, want %s", got, want)
	}
	for i, code := range DamageTypes() {
		for _, word := range append([]string{code, strings.ToUpper(code), " " + code + " "}, damageTypes[i].names...) {
			if got, err := ParseDamageType(word); err != nil || got != DamageType(i) {
				t.Errorf("ParseDamageType(%q) = %v, %v, want %v", word, got, err, code)
			}
		}
	}
}

// TestDivisor is B-ARMDIV with R-33.
func TestDivisor(t *testing.T) {
	for _, c := range []struct {
		d        Divisor
		dr, want int
	}{
		{2000, 5, 2}, {500, 2, 4}, {500, 0, 1}, {10_000, 4, 0}, // TV-095
		{0, 5, 5}, {1000, 5, 5}, {0, 0, 0}, {1000, 0, 0},
		{3000, 5, 1}, {3000, 6, 2}, {5000, 9, 1}, {2000, 0, 0}, {2000, 1, 0},
		{200, 3, 15}, {100, 3, 30}, {200, 0, 1}, {100, 0, 1},
		{1500, 4, 2}, {100_000, 99, 0},
	} {
		if got := c.d.Against(c.dr); got != c.want {
			t.Errorf("DR %d against %v is %d, want %d", c.dr, c.d, got, c.want)
		}
	}
}

// TestWounding is B-WOUND and B-ROUND.
func TestWounding(t *testing.T) {
	for _, c := range []struct {
		at          Location
		kind        DamageType
		penetrating int
		want        int
	}{
		{Torso, SmallPiercing, 5, 2}, {Torso, SmallPiercing, 1, 1}, // TV-089
		{Torso, Cutting, 5, 7}, {Torso, Cutting, 3, 4}, {Torso, Cutting, 1, 1}, // TV-090
		{Torso, LargePiercing, 3, 4}, {Torso, Impaling, 4, 8}, {Torso, HugePiercing, 3, 6}, {Torso, Crushing, 6, 6}, // TV-091
		{Torso, Cutting, 0, 0}, {Torso, Cutting, -3, 0},
		{Torso, Cutting, 14, 21},                                               // TV-152: 5 + 4 + 5
		{Torso, Impaling, 4, 8},                                                // TV-154
		{Skull, Cutting, 3, 12},                                                // TV-106
		{Eye, Impaling, 3, 12},                                                 // TV-107
		{Eye, Impaling, 1, 4},                                                  // TV-108
		{Neck, Cutting, 5, 10}, {Neck, Crushing, 5, 7}, {Neck, Impaling, 4, 8}, // TV-109
		{Vitals, Piercing, 4, 12}, {Vitals, SmallPiercing, 3, 9}, {Vitals, Impaling, 2, 6}, // TV-110
		{RightArm, Impaling, 5, 5}, {RightArm, HugePiercing, 5, 5}, {RightArm, LargePiercing, 5, 5}, {RightArm, Cutting, 5, 7}, // TV-111
		{Hand, Cutting, 3, 4}, {Hand, Cutting, 6, 9}, // TV-114
		{Skull, Toxic, 3, 3},
	} {
		w, ok := WoundingAt(c.at, c.kind)
		if got := w.Apply(c.penetrating); got != c.want || !ok {
			t.Errorf("%d %v at the %v is %d injury, want %d", c.penetrating, c.kind, c.at, got, c.want)
		}
	}
	for _, c := range []struct {
		w    Wounding
		want string
	}{{15, "×0.5"}, {30, "×1"}, {45, "×1.5"}, {120, "×4"}, {10, "×0.333"}, {3, "×0.1"}} {
		if c.w.String() != c.want {
			t.Errorf("%d thirtieths are written %v, want %s", int(c.w), c.w, c.want)
		}
	}
}
