package units

import (
	"fmt"
	"strings"
)

// A Tolerance is a body's injury tolerance: what has no living tissue minds some
// wounds less (B-WOUND).
type Tolerance uint8

// The tolerances.
const (
	NoTolerance Tolerance = iota
	Unliving
	Homogenous
	Diffuse
)

var tolerances = [...]struct {
	name string
	// Multipliers in thirtieths that stand for the torso's; 0 is no change.
	wounding [numDamageTypes]Wounding
}{
	NoTolerance: {name: "none"},
	Unliving:    {"unliving", [numDamageTypes]Wounding{Impaling: 30, HugePiercing: 30, LargePiercing: 15, Piercing: 10, SmallPiercing: 6}},
	Homogenous:  {"homogenous", [numDamageTypes]Wounding{Impaling: 15, HugePiercing: 15, LargePiercing: 10, Piercing: 6, SmallPiercing: 3}},
	Diffuse:     {name: "diffuse"}, // which has MostOfHit
}

func (t Tolerance) String() string { return tolerances[t].name }

// ParseTolerance reads none, unliving, homogenous or diffuse.
func ParseTolerance(s string) (Tolerance, error) {
	for i, t := range tolerances {
		if plain(s) == t.name {
			return Tolerance(i), nil
		}
	}
	return 0, fmt.Errorf("unknown injury tolerance %q; tolerances are: %s", s, strings.Join(Tolerances(), ", "))
}

// Tolerances lists the names, for messages.
func Tolerances() []string {
	var names []string
	for _, t := range tolerances {
		names = append(names, t.name)
	}
	return names
}

// WoundingAt is the wounding multiplier of damage of type d at location l of a
// body with these traits; tight says that it is a tight beam's. It is false where
// that damage cannot be aimed there.
func (t *Traits) WoundingAt(l Location, d DamageType, tight bool) (w Wounding, ok bool) {
	if w, ok = WoundingAt(l, d); !ok && tight && d == Burning {
		w, ok = tightWounding[l], tightWounding[l] > 0
	}
	switch {
	case !ok:
		return 0, false
	case l == Vitals && (t.NoVitals || t.Tolerance != NoTolerance), (l == Skull || l == Eye) && t.NoBrain:
		w = torsoWounding[d] // there is nothing that would make it worse
	case l == Skull || l == Eye:
		return w, true
	}
	if less := tolerances[t.Tolerance].wounding[d]; less > 0 {
		w = less
	}
	return w, true
}

// tightWounding is where only a tight beam's burning damage can be aimed
// (B-HITLOC, notes 2 and 11).
var tightWounding = [NumLocations]Wounding{Eye: 120, Vitals: 60}

// MostOfHit is the most HP that a hit of type d takes from a body with these
// traits, 0 where there is no limit (B-WOUND, Diffuse). Fatigue damage takes none.
func (t *Traits) MostOfHit(d DamageType) int {
	switch {
	case t.Tolerance != Diffuse, d == FatigueDamage:
		return 0
	case d == Impaling, d.piercing():
		return 1
	}
	return 2
}

func (t DamageType) piercing() bool {
	return t == SmallPiercing || t == Piercing || t == LargePiercing || t == HugePiercing
}

// TightBeam says whether the weapon's burning damage is that of a tight beam.
func (w *Weapon) TightBeam() bool { return w.Ranged && w.Missile == Beam }

// CanStrike says whether damage of one of the weapon's modes can be aimed at l.
func (w *Weapon) CanStrike(l Location) bool {
	var anybody Traits
	for i := range w.Modes {
		if _, ok := anybody.WoundingAt(l, w.Modes[i].Damage.Type, w.TightBeam()); ok {
			return true
		}
	}
	return false
}

// LargeAreaDR is the DR against damage of type t that takes the body as a whole
// (B-LARGEAREA): the mean of the torso's and that of the least protected place,
// rounded up, without those that are hidden behind cover. The vitals lie under the
// torso, and are no place of their own.
func (a *Armour) LargeAreaDR(t DamageType, hidden func(Location) bool) int {
	torso := a.DR(Torso, t)
	least := -1
	for l := range NumLocations {
		if dr := a.DR(l, t) + NaturalDR(l, t); l != Vitals && !hidden(l) && (least < 0 || dr < least) {
			least = dr
		}
	}
	return (torso + max(0, least) + 1) / 2
}

// LocationPenalty is the modifier to hit a unit at l on purpose: doubled for the
// arm that holds a shield (B-HITLOC note 6). Rulings: that is the left arm, and the
// hand that is aimed at is the other one.
func (u *Unit) LocationPenalty(l Location) int {
	if l == LeftArm && (u.Block > 0 || u.ShieldDB > 0) {
		return 2 * l.Penalty()
	}
	return l.Penalty()
}
