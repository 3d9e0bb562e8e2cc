package heroic

import (
	"fmt"
	"hash/fnv"
)

// Edition names the state of the rules that results depend on. It rises when a
// rule or ruling changes what battles come out.
const Edition = "heroic-8"

// Rules are the switches of section 12 of the rules. Start from DefaultRules.
type Rules struct {
	AttackMustSucceed bool // contest: an attack roll above skill never hits (HC-QC)
	Criticals         bool // criticals: basic (HC-QC)
	InitiativeBonus   int  // to the winner's attacks and defences (HC-INIT)
	InitiativeDefends bool // whether it counts for defences
	InitiativeTie     bool // initiative_tie: none. A tie gives no bonus and the side listed first acts first
	SpeedFactor       int  // at least 1 (HC-SF)
	NumericalBonus    Table
	HitMultiplier     Table
	InjuryPerHit      bool // injury_rounding: per_hit (HC-INJ)
	DamageRolls       DamageRolls
	OnceOver          int  // for RollOnce: above so many hits
	KeepAdds          bool // damage_adds: keep (HC-TACTIC)
	HTHalving         bool // (HC-HT)
	SurroundLimit     int  // attackers a defender; 0: off (HC-FRONT)
	SizeMelee         SizeMelee
	Morale            bool
	MoraleBreak       int // the total that breaks (HC-MORALE)
	Fatigue           bool

	Gulliver         // the optional size rules of gulliver.go
	Shock       bool // shock: single (B-SHOCK)
	Reeling     bool // reeling: single (B-REEL)
	MajorWounds bool // major_wounds: single (B-MAJOR)
	Pursuit     bool // (HC-PURSUIT)
}

// DefaultRules are the rules as written plus the rulings.
func DefaultRules() Rules {
	return Rules{
		InitiativeBonus:   2,
		InitiativeDefends: true,
		SpeedFactor:       4,
		NumericalBonus:    NumericalBonus(),
		HitMultiplier:     HitMultiplier(),
		HTHalving:         true,
		Morale:            true,
		MoraleBreak:       13,
		Fatigue:           true,
	}
}

// ID names the rules in force: the edition and a hash of the switches.
func (r Rules) ID() string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%+v", r)
	return fmt.Sprintf("%s+%08x", Edition, h.Sum32())
}

// DamageRolls says how the hits of an attack are rolled (HC-INJ).
type DamageRolls uint8

// The ways.
const (
	RollEach DamageRolls = iota // every hit
	RollOnce                    // one roll for all hits where they are more than OnceOver
	RollMean                    // no roll: the mean of basic damage
)

// SizeMelee says how relative size counts in melee (HC-MELEE-MOD, G-SIZE).
type SizeMelee uint8

// The ways.
const (
	SizeRelative SizeMelee = iota // target SM - attacker SM
	SizeOff
	SizeCapped // at most +2, or +3 for a weapon at least as long as its wielder
	SizeHalf   // as capped, and penalties halved, to the larger penalty
)

// A Row of a Table holds up to and with Upto.
type Row struct{ Upto, Value float64 }

// A Table is a step function: the value of the first row whose Upto is not
// exceeded, and of the last row beyond it. An empty table is off.
type Table []Row

// NumericalBonus is the skill bonus by attackers to defenders (HC-NUM).
func NumericalBonus() Table {
	return Table{{1, 0}, {1.5, 2}, {2, 4}, {3, 6}, {4, 8}, {5, 10}, {6, 12}, {7, 14}, {inf, 16}}
}

// HitMultiplier is the multiplier of base hits by attackers or shots (HC-NUM):
// the Size and Speed/Range progression, so far as any battle needs it.
func HitMultiplier() Table {
	t := Table{{2, 1}, {3, 1.5}}
	value := 2.0
	for scale := 1.0; scale <= 1e12; scale *= 10 {
		for _, m := range []float64{5, 7, 10, 15, 20, 30} {
			t = append(t, Row{m * scale, value})
			value++
		}
	}
	return t
}
