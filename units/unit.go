package units

import (
	"fmt"
	"strings"
	"unicode"

	"heroicsim/dice"
)

// An Encumbrance is a level of load (B-ENC).
type Encumbrance uint8

// The levels of load.
const (
	NoEncumbrance Encumbrance = iota
	Light
	Medium
	Heavy
	ExtraHeavy
)

var encumbrances = [...]struct {
	name   string
	tenths int // of Basic Move that are left
}{{"none", 10}, {"light", 8}, {"medium", 6}, {"heavy", 4}, {"extra-heavy", 2}}

func (e Encumbrance) String() string { return encumbrances[e].name }

// ParseEncumbrance reads none, light, medium, heavy or extra-heavy.
func ParseEncumbrance(s string) (Encumbrance, error) {
	word := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(s, "-", " ")), "-"))
	for i, e := range encumbrances {
		if word == e.name {
			return Encumbrance(i), nil
		}
	}
	return 0, fmt.Errorf("unknown encumbrance %q; levels are: none, light, medium, heavy, extra-heavy", s)
}

// Traits are the advantages and disadvantages that the rules of Heroic Combat
// use.
type Traits struct {
	ExtraAttack       int  // levels: Speed Factor -2 each (HC-SF)
	AlteredTimeRate   int  // levels: likewise
	DecreasedTimeRate bool // Speed Factor +2
	CombatReflexes    bool // +1 to the default Dodge
	Fearlessness      int  // levels: -1 each to morale rolls (HC-MORALE)
	Cowardice         int  // its Fright Check penalty as a positive number
	HighPainThreshold bool
	LowPainThreshold  bool
	NightVision       int  // levels: so much off what darkness takes
	DarkVision        bool // darkness is nothing to it
	Blind             bool // and used to it
	Invisible         bool
	Mounted           bool // rides, and counts as one with its mount
	Tolerance         Tolerance
	NoBrain, NoVitals bool // nothing in skull and eyes, or in the vitals, that would make a wound worse
	Flight            bool // cannot be pursued on foot (HC-PURSUIT)
	PeripheralVision  bool // see flanks: DM-21, DM-22
	ExtraArms         int  // beyond two, or below 0 fewer (B-GRAPPLE)
}

// A Unit is the stat block of one combatant. Fill in what is known and call
// Complete for the rest, or use the readers, which do both.
type Unit struct {
	Name           string
	About          string // one line for lists; may be empty
	ST, DX, IQ, HT int
	HP             int  // of one combatant, at least 1
	FP             int  // full fatigue points
	NeverTires     bool // fp: none
	Will, Per      int
	SM             int
	Length         float64 // inches; 0: what the SM stands for (G-SCALE)
	Weight         float64 // pounds; 0: not known
	Speed          float64 // Basic Speed
	Move           int     // yards a second, encumbrance included
	Encumbrance    Encumbrance
	Dodge          int     // DB and encumbrance included
	Parry, Block   int     // 0: none
	ShieldDB       int     // inside the three defences already
	ShieldWeight   float64 // pounds
	Armour         Armour
	Skills         map[string]int // by lower-case name
	Traits         Traits
	Weapons        []Weapon
	Potions        []Potion
	Travel         []Travel // ways to travel; empty: those of Ways
	Spells         []Spell
}

// A Potion is what a combatant carries to drink (HC-ACTION).
type Potion struct {
	Name  string
	Heal  dice.Expr // HP that one gives back; zero: none
	FP    int       // that one gives back
	Count int       // that each combatant has, at least 1
}

// Heals says whether a potion gives HP back.
func (p *Potion) Heals() bool { return p.Heal.Max() > 0 }

// Armour is a unit's DR by location. The vitals lie under the torso's armour
// (B-HITLOC) unless they are set themselves.
type Armour struct {
	parts     [NumLocations]armourPart
	ownVitals bool
}

type armourPart struct {
	dr       int
	against  [numDamageTypes]int // DR against one type, where split says so
	split    [numDamageTypes]bool
	flexible bool
}

// SetAll sets the DR of every location; splits stay.
func (a *Armour) SetAll(dr int) {
	a.ownVitals = false
	for l := range a.parts {
		a.parts[l].dr = dr
	}
}

// Set sets the DR of one location.
func (a *Armour) Set(l Location, dr int) {
	a.ownVitals = a.ownVitals || l == Vitals
	a.parts[l].dr = dr
}

// SetAgainst sets the DR of one location against one damage type (split DR).
func (a *Armour) SetAgainst(l Location, t DamageType, dr int) {
	a.ownVitals = a.ownVitals || l == Vitals
	a.parts[l].against[t], a.parts[l].split[t] = dr, true
}

// SetFlexible says whether the armour of a location is flexible (B-FLEX).
func (a *Armour) SetFlexible(l Location, flexible bool) {
	a.ownVitals = a.ownVitals || l == Vitals
	a.parts[l].flexible = flexible
}

// at is the armour that covers l.
func (a *Armour) at(l Location) *armourPart {
	if l == Vitals && !a.ownVitals {
		l = Torso
	}
	return &a.parts[l]
}

// DR is the DR of armour at l against t, without the body's own.
func (a *Armour) DR(l Location, t DamageType) int {
	p := a.at(l)
	if p.split[t] {
		return p.against[t]
	}
	return p.dr
}

// Flexible says whether the armour at l lets blunt trauma through.
func (a *Armour) Flexible(l Location) bool { return a.at(l).flexible }

// A Missile is what a ranged weapon sends: it decides the defences (B-DEF-VALID).
type Missile uint8

// The kinds of missile.
const (
	Arrow Missile = iota
	Bolt
	Stone
	Bullet
	Beam
	SpellMissile
)

var missiles = [...]string{"arrow", "bolt", "stone", "bullet", "beam", "spell"}

func (m Missile) String() string { return missiles[m] }

// ParseMissile reads arrow, bolt, stone, bullet, beam or spell.
func ParseMissile(s string) (Missile, error) {
	for i, name := range missiles {
		if strings.EqualFold(strings.TrimSpace(s), name) {
			return Missile(i), nil
		}
	}
	return 0, fmt.Errorf("unknown missile %q; missiles are: %s", s, strings.Join(missiles[:], ", "))
}

// A FlailKind says whether a weapon strikes past what would stop it (DM-25).
type FlailKind uint8

// The kinds of flail.
const (
	NoFlail FlailKind = iota
	Flail
	Nunchaku
)

// A Mode is one way of using a weapon: swing or thrust. Contest and reach are
// the weapon's.
type Mode struct {
	Name   string // may be empty
	Damage Damage
}

// A Weapon is melee or, with a Range, ranged.
type Weapon struct {
	Name  string
	Skill int
	Modes []Mode // at least one

	// Melee.
	Reach     []int // yards in ascending order; 0 is C. Empty: 1
	Unwieldy  bool  // needs readying after an attack: Speed Factor +2
	Fencing   bool
	TwoHanded bool
	WideGrip  bool // two hands wide apart, as on a staff (G-PARRY)
	MinST     int  // 0: none
	Flail     FlailKind

	Width  float64 // inches, of the part that strikes; 0: narrow (G-WEAP)
	Weight float64 // pounds

	// Ranged.
	Ranged     bool
	Acc        int
	HalfDamage float64 // yards beyond which damage is halved; 0: never
	MaxRange   float64 // yards
	RoF        int     // shots a second; 1 limits nothing
	Bulk       int     // 0 or negative
	Rcl        int
	Thrown     bool
	Missile    Missile
	Shots      int // capacity; 0: no reload
	Reload     int // seconds to reload (all of it, or one shot)
	Ammo       int // shots for a combatant in the battle; 0: unlimited
}

// MaxReach is the weapon's longest reach in yards, at least 1: in Heroic Combat
// closing stops at 1 yard, so that Reach C strikes there too.
func (w *Weapon) MaxReach() int {
	if len(w.Reach) == 0 {
		return 1
	}
	return max(1, w.Reach[len(w.Reach)-1])
}

// ReachesClose says whether the weapon has Reach C, as fists and bites have.
func (w *Weapon) ReachesClose() bool { return len(w.Reach) > 0 && w.Reach[0] == 0 }

// Given says which numbers of a unit were written down, so that Complete fills
// in only the others. ST, DX and HT are needed.
type Given struct {
	IQ, HP, FP, Will, Per, Speed, Move, Dodge bool
}

// Complete fills in what was not given: IQ 10, HP from ST, FP from HT, Will and
// Per from IQ, Basic Speed (DX + HT) / 4, Move and Dodge from Basic Speed and
// encumbrance (B-ATTR, B-ENC), with the shield's DB and Combat Reflexes in Dodge.
// Move is at least 1.
func (u *Unit) Complete(g Given) {
	if !g.IQ {
		u.IQ = 10
	}
	if !g.HP {
		u.HP = u.ST
	}
	if !g.FP && !u.NeverTires {
		u.FP = u.HT
	}
	if !g.Will {
		u.Will = u.IQ
	}
	if !g.Per {
		u.Per = u.IQ
	}
	if !g.Speed {
		u.Speed = float64(u.DX+u.HT) / 4
	}
	if !g.Move {
		u.Move = max(1, int(u.Speed)*encumbrances[u.Encumbrance].tenths/10)
	}
	if !g.Dodge {
		u.Dodge = int(u.Speed) + 3 - int(u.Encumbrance) + u.ShieldDB
		if u.Traits.CombatReflexes {
			u.Dodge++
		}
		u.Dodge = max(0, u.Dodge)
	}
}

// Arms is how many arms the unit has.
func (u *Unit) Arms() int { return 2 + u.Traits.ExtraArms }

// Skill is the level of the named skill, in any case and with spaces or
// hyphens; ok is false where the unit has none.
func (u *Unit) Skill(name string) (level int, ok bool) {
	if level, ok = u.Skills[strings.ToLower(name)]; ok {
		return level, true
	}
	word := plain(name)
	for known := range u.Skills {
		if plain(known) == word {
			return u.Skills[known], true
		}
	}
	return 0, false
}

// Slug is the unit's name as a key of a scenario file: goblin-archer.
func (u *Unit) Slug() string { return strings.ReplaceAll(plain(u.Name), " ", "-") }

// plain is a name as it is compared: lower case, with single spaces for
// spaces, hyphens and underscores, and without other punctuation.
func plain(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || unicode.IsSpace(r) })
	word := strings.Map(func(r rune) rune {
		if r == ' ' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, strings.Join(words, " "))
	return strings.Join(strings.Fields(word), " ")
}
