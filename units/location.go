package units

import (
	"fmt"
	"strings"
)

// A Location is a place on a body (B-HITLOC).
type Location uint8

// The hit locations. The torso is first: it is what an attack strikes unless
// its orders say otherwise.
const (
	Torso Location = iota
	Eye
	Skull
	Face
	RightLeg
	RightArm
	Groin
	LeftArm
	LeftLeg
	Hand
	Foot
	Neck
	Vitals
	NumLocations
)

// LocationKind groups the locations that crippling treats alike (B-CRIPPLE).
type LocationKind uint8

// The kinds of location.
const (
	Body LocationKind = iota
	Limb
	Extremity
)

var locations = [NumLocations]struct {
	name    string
	penalty int // to hit
	kind    LocationKind
}{
	Torso:    {"torso", 0, Body},
	Eye:      {"eye", -9, Body},
	Skull:    {"skull", -7, Body},
	Face:     {"face", -5, Body},
	RightLeg: {"right leg", -2, Limb},
	RightArm: {"right arm", -2, Limb},
	Groin:    {"groin", -3, Body},
	LeftArm:  {"left arm", -2, Limb},
	LeftLeg:  {"left leg", -2, Limb},
	Hand:     {"hand", -4, Extremity},
	Foot:     {"foot", -4, Extremity},
	Neck:     {"neck", -5, Body},
	Vitals:   {"vitals", -3, Body},
}

func (l Location) String() string { return locations[l].name }

// Penalty is the modifier to hit the location on purpose.
func (l Location) Penalty() int { return locations[l].penalty }

// Kind tells limbs and extremities from the rest.
func (l Location) Kind() LocationKind { return locations[l].kind }

// Locations lists the names, for messages.
func Locations() []string {
	var names []string
	for _, l := range locations {
		names = append(names, l.name)
	}
	return names
}

// ParseLocation reads a location's name; arm and leg mean the right one.
func ParseLocation(s string) (Location, error) {
	word := plain(s)
	switch word {
	case "arm":
		return RightArm, nil
	case "leg":
		return RightLeg, nil
	case "body":
		return Torso, nil
	}
	for i, l := range locations {
		if word == l.name {
			return Location(i), nil
		}
	}
	return 0, fmt.Errorf("unknown location %q; locations are: %s", s, strings.Join(Locations(), ", "))
}

// RandomLocation is the place that 3d gives (B-HITLOC), 3 to 18.
func RandomLocation(roll int) Location { return randomLocations[roll-3] }

var randomLocations = [16]Location{
	Skull, Skull, Face, RightLeg, RightLeg, RightArm, Torso, Torso,
	Groin, LeftArm, LeftLeg, LeftLeg, Hand, Foot, Neck, Neck,
}

// Wounding multipliers by location and damage type, in thirtieths. A row that is
// absent is the torso's. Source: the table at the end of B-HITLOC.
var (
	torsoWounding = [numDamageTypes]Wounding{
		Crushing: 30, Cutting: 45, Impaling: 60, SmallPiercing: 15, Piercing: 30, LargePiercing: 45,
		HugePiercing: 60, Burning: 30, Corrosion: 30, FatigueDamage: 30, Toxic: 30,
	}
	skullWounding = [numDamageTypes]Wounding{
		Crushing: 120, Cutting: 120, Impaling: 120, SmallPiercing: 120, Piercing: 120, LargePiercing: 120,
		HugePiercing: 120, Burning: 120, Corrosion: 120, FatigueDamage: 30, Toxic: 30,
	}
	// A zero is a type that cannot be aimed there; of burning damage tight beams can.
	eyeWounding = [numDamageTypes]Wounding{
		Impaling: 120, SmallPiercing: 120, Piercing: 120, LargePiercing: 120, HugePiercing: 120,
	}
	faceWounding = with(torsoWounding, Corrosion, 45)
	neckWounding = with(with(with(torsoWounding, Crushing, 45), Corrosion, 45), Cutting, 60)
	limbWounding = with(with(with(torsoWounding, LargePiercing, 30), HugePiercing, 30), Impaling, 30)

	vitalsWounding = [numDamageTypes]Wounding{
		Impaling: 90, SmallPiercing: 90, Piercing: 90, LargePiercing: 90, HugePiercing: 90,
	}
)

func with(t [numDamageTypes]Wounding, d DamageType, w Wounding) [numDamageTypes]Wounding {
	t[d] = w
	return t
}

// WoundingAt is the wounding multiplier of damage of type t at location l of a
// living body; ok is false where that type cannot be aimed there. Traits.WoundingAt
// knows more.
func WoundingAt(l Location, t DamageType) (w Wounding, ok bool) {
	switch l {
	case Skull:
		w = skullWounding[t]
	case Eye:
		w = eyeWounding[t]
	case Face:
		w = faceWounding[t]
	case Neck:
		w = neckWounding[t]
	case RightLeg, RightArm, LeftArm, LeftLeg, Hand, Foot:
		w = limbWounding[t]
	case Vitals:
		w = vitalsWounding[t]
	default:
		w = torsoWounding[t]
	}
	return w, w > 0
}

// NaturalDR is what the body itself adds to armour: 2 at the skull, none of it
// against toxic damage (B-HITLOC note 3, R-36).
func NaturalDR(l Location, t DamageType) int {
	if l == Skull && t != Toxic {
		return 2
	}
	return 0
}

// LimbCap is the most injury that one blow to a limb or extremity of a body with
// hp HP can do, and crippling is what exceeds the fraction below it (B-CRIPPLE).
// It is 0 for other locations, which have no cap.
func LimbCap(l Location, hp int) int {
	switch l.Kind() {
	case Limb:
		return hp/2 + 1
	case Extremity:
		return hp/3 + 1
	}
	return 0
}
