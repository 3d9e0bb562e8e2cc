package units

import (
	"fmt"
	"strconv"
	"strings"

	"heroicsim/dice"
)

// A DamageType says how a wound is made (B-WOUND).
type DamageType uint8

// The damage types, in the order of their abbreviations' table.
const (
	Crushing DamageType = iota
	Cutting
	Impaling
	SmallPiercing
	Piercing
	LargePiercing
	HugePiercing
	Burning
	Corrosion
	FatigueDamage
	Toxic
	numDamageTypes
)

var damageTypes = [numDamageTypes]struct {
	code  string
	names []string // other spellings, in lower case
}{
	Crushing:      {"cr", []string{"crushing", "crush"}},
	Cutting:       {"cut", []string{"cutting"}},
	Impaling:      {"imp", []string{"impaling", "impale"}},
	SmallPiercing: {"pi-", []string{"pi−", "pi–", "small piercing", "piercing-", "piercing−", "piercing–"}},
	Piercing:      {"pi", []string{"piercing"}},
	LargePiercing: {"pi+", []string{"large piercing", "piercing+"}},
	HugePiercing:  {"pi++", []string{"huge piercing", "piercing++"}},
	Burning:       {"burn", []string{"burning"}},
	Corrosion:     {"cor", []string{"corrosion", "corroding", "corr"}},
	FatigueDamage: {"fat", []string{"fatigue"}},
	Toxic:         {"tox", []string{"toxic"}},
}

// String is the rules' abbreviation: cr, cut, imp, pi-, pi, pi+, pi++, burn,
// cor, fat, tox.
func (t DamageType) String() string { return damageTypes[t].code }

// DamageTypes lists the abbreviations, for messages.
func DamageTypes() []string {
	var codes []string
	for _, t := range damageTypes {
		codes = append(codes, t.code)
	}
	return codes
}

// ParseDamageType reads an abbreviation or a long name, in any case.
func ParseDamageType(s string) (DamageType, error) {
	word := strings.ToLower(strings.Join(strings.Fields(s), " "))
	for i, t := range damageTypes {
		if word == t.code {
			return DamageType(i), nil
		}
		for _, name := range t.names {
			if word == name {
				return DamageType(i), nil
			}
		}
	}
	return 0, fmt.Errorf("unknown damage type %q; damage types are: %s", s, strings.Join(DamageTypes(), ", "))
}

// A Divisor is an armour divisor as thousandths: 2000 is (2), 500 is (0.5). Zero
// means none, which is the same as (1).
type Divisor int

// Against is the DR that dr is worth (B-ARMDIV): above 1 it divides, rounding
// down; below 1 it multiplies, and DR 0 counts as 1.
func (d Divisor) Against(dr int) int {
	switch {
	case d == 0 || d == 1000:
		return dr
	case d < 1000 && dr == 0:
		return 1
	}
	return dr * 1000 / int(d)
}

// String is the divisor in brackets, or nothing where there is none.
func (d Divisor) String() string {
	if d == 0 || d == 1000 {
		return ""
	}
	return "(" + strconv.FormatFloat(float64(d)/1000, 'f', -1, 64) + ")"
}

// Damage is one way in which a weapon hurts: 2d-1(0.5) cut.
type Damage struct {
	Dice    dice.Expr
	Divisor Divisor
	Type    DamageType
}

func (d Damage) String() string { return d.Dice.String() + d.Divisor.String() + " " + d.Type.String() }

// ParseDamage reads dice, an optional armour divisor in brackets, and a damage
// type: 2d-1(0.5) cut, 3d cr, 1d+1 imp, 2 burn.
func ParseDamage(s string) (Damage, error) {
	e, rest, err := dice.ParsePrefix(s)
	if err != nil {
		return Damage{}, err
	}
	d := Damage{Dice: e}
	rest = strings.TrimSpace(rest)
	if after, ok := strings.CutPrefix(rest, "("); ok {
		inside, after, ok := strings.Cut(after, ")")
		if !ok {
			return Damage{}, fmt.Errorf("%q: the bracket of the armour divisor is not closed; like 2d-1(0.5) cut", s)
		}
		if d.Divisor, err = parseDivisor(inside); err != nil {
			return Damage{}, fmt.Errorf("%q: %w", s, err)
		}
		rest = strings.TrimSpace(after)
	}
	if rest == "" {
		return Damage{}, fmt.Errorf("%q: expected a damage type after the dice; like 1d+1 imp, 2d-1(0.5) cut, 3d cr", s)
	}
	if d.Type, err = ParseDamageType(rest); err != nil {
		return Damage{}, fmt.Errorf("%q: %w", s, err)
	}
	return d, nil
}

func parseDivisor(s string) (Divisor, error) {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || !(f >= 0.01 && f <= 100) {
		return 0, fmt.Errorf("armour divisor (%s): expected a number from 0.01 to 100; like (2) or (0.5)", s)
	}
	return Divisor(f*1000 + 0.5), nil
}

// A Wounding is a wounding multiplier in thirtieths, so that 0.5, 1.5 and the thirds
// and tenths of injury tolerances stay exact.
type Wounding int

// Unchanged is the multiplier 1.
const Unchanged Wounding = 30

// Apply multiplies penetrating damage and rounds down, at least 1 if anything
// penetrated (B-ROUND).
func (w Wounding) Apply(penetrating int) int {
	if penetrating <= 0 {
		return 0
	}
	return max(1, penetrating*int(w)/int(Unchanged))
}

// Float is the multiplier as a number.
func (w Wounding) Float() float64 { return float64(w) / float64(Unchanged) }

func (w Wounding) String() string {
	return "×" + strconv.FormatFloat(w.Float(), 'g', 3, 64)
}
