package reports

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"heroicsim/heroic"
)

// A Switch is one of the rules that scenario files may set under `rules:`.
type Switch struct {
	Name   string // as files write it
	Values string // that it takes, the default first
	Rule   string // its ID
	Does   string // what it changes

	// of is its value in r: a bool, an int, a string, a heroic.Table or an object.
	of func(r *heroic.Rules) any
}

// switches are all there are, in the order of the round.
var switches = [...]Switch{
	{"contest", "quick, attack_must_succeed", "HC-QC", "whether an attack roll above skill can hit",
		func(r *heroic.Rules) any { return either(r.AttackMustSucceed, "attack_must_succeed", "quick") }},
	{"criticals", "none, basic", "HC-QC", "critical hits and misses of attacks",
		func(r *heroic.Rules) any { return either(r.Criticals, "basic", "none") }},
	{"initiative_bonus", "2, any whole number", "HC-INIT", "of the winner's attacks and defences",
		func(r *heroic.Rules) any { return r.InitiativeBonus }},
	{"initiative_defends", "on, off", "HC-INIT", "whether it counts for defences",
		func(r *heroic.Rules) any { return r.InitiativeDefends }},
	{"initiative_tie", "reroll, none", "HC-INIT", "none: no bonus, the first side acts first",
		func(r *heroic.Rules) any { return either(r.InitiativeTie, "none", "reroll") }},
	{"speed_factor", "4, from 1", "HC-SF", "margin for each further hit",
		func(r *heroic.Rules) any { return r.SpeedFactor }},
	{"numerical_bonus", "by the rules, off, a table", "HC-NUM", "to skill, by attackers to defenders",
		func(r *heroic.Rules) any { return tableValue(r.NumericalBonus) }},
	{"hit_multiplier", "by the rules, off, a table", "HC-NUM", "of hits, by attackers or shots",
		func(r *heroic.Rules) any { return tableValue(r.HitMultiplier) }},
	{"injury_rounding", "total, per_hit", "HC-INJ", "where wounding multipliers round down",
		func(r *heroic.Rules) any { return either(r.InjuryPerHit, "per_hit", "total") }},
	{"damage_rolls", "each, {once_over: N}, mean", "HC-INJ", "how the hits of an attack are rolled", damageRollsValue},
	{"damage_adds", "dice, keep", "HC-TACTIC", "whether tactics turn adds into dice",
		func(r *heroic.Rules) any { return either(r.KeepAdds, "keep", "dice") }},
	{"ht_halving", "on, off", "HC-HT", "HT rolls that halve injury",
		func(r *heroic.Rules) any { return r.HTHalving }},
	{"surround_limit", "off, a number", "HC-FRONT", "attackers at one defender",
		func(r *heroic.Rules) any {
			if r.SurroundLimit == 0 {
				return "off"
			}
			return r.SurroundLimit
		}},
	{"size_melee", "relative, off, capped, half", "HC-MELEE-MOD", "how size counts in melee",
		func(r *heroic.Rules) any { return sizeNames[r.SizeMelee] }},
	{"morale", "on, off", "HC-MORALE", "morale checks",
		func(r *heroic.Rules) any { return r.Morale }},
	{"morale_break", "13, any whole number", "HC-MORALE", "the total that breaks",
		func(r *heroic.Rules) any { return r.MoraleBreak }},
	{"fatigue", "on, off", "HC-FATIGUE", "loss of FP",
		func(r *heroic.Rules) any { return r.Fatigue }},
	{"gulliver", "off, simple", "G-DETAIL", "the size rules below, and capped size_melee, all at once",
		func(r *heroic.Rules) any { return either(r.HasPreset(heroic.GulliverSimple), "simple", "off") }},
	{"big_weapon", "off, simple", "G-WEAP", "whether wide weapons hit small targets more easily",
		func(r *heroic.Rules) any { return either(r.BigWeapon, "simple", "off") }},
	{"dodge_huge", "off, simple", "G-DODGE", "whether wide weapons are harder to dodge",
		func(r *heroic.Rules) any { return either(r.DodgeHuge, "simple", "off") }},
	{"parry_oomph", "off, ladder", "G-PARRY", "whether heavy blows are harder to parry and block",
		func(r *heroic.Rules) any { return either(r.ParryOomph, "ladder", "off") }},
	{"load_st", "quadratic, equal", "G-PARRY", "how force goes by ST: ST × ST / 10, or ST",
		func(r *heroic.Rules) any { return either(r.EqualLoad, "equal", "quadratic") }},
	{"jet", "off, linear", "G-JET", "whether what of a jet is wider than its target is lost",
		func(r *heroic.Rules) any { return either(r.Jet, "linear", "off") }},
	{"cone", "off, bands", "G-JET", "whether a cone spreads with distance",
		func(r *heroic.Rules) any { return either(r.Cone, "bands", "off") }},
	{"jet_shield", "simple, detailed", "G-JETDEF", "how much of a jet a Block stops",
		func(r *heroic.Rules) any {
			return either(r.JetShield == heroic.JetShieldDetailed, "detailed", "simple")
		}},
	{"shock", "off, single", "B-SHOCK", "wounds cost single combatants skill",
		func(r *heroic.Rules) any { return either(r.Shock, "single", "off") }},
	{"reeling", "off, single", "B-REEL", "they slow down below a third of HP",
		func(r *heroic.Rules) any { return either(r.Reeling, "single", "off") }},
	{"major_wounds", "off, single", "B-MAJOR", "great ones stun them or worse",
		func(r *heroic.Rules) any { return either(r.MajorWounds, "single", "off") }},
	{"pursuit", "off, on", "HC-PURSUIT", "whether victors pursue who flees",
		func(r *heroic.Rules) any { return r.Pursuit }},
}

// Switches lists the switches of the rules.
func Switches() []Switch { return switches[:] }

var sizeNames = [...]string{
	heroic.SizeRelative: "relative", heroic.SizeOff: "off", heroic.SizeCapped: "capped", heroic.SizeHalf: "half",
}

func either(b bool, yes, no string) any {
	if b {
		return yes
	}
	return no
}

func tableValue(t heroic.Table) any {
	if len(t) == 0 {
		return "off"
	}
	return t
}

func damageRollsValue(r *heroic.Rules) any {
	switch r.DamageRolls {
	case heroic.RollOnce:
		return object{{"once_over", r.OnceOver}}
	case heroic.RollMean:
		return "mean"
	}
	return "each"
}

// A Setting is a switch of the rules and its value.
type Setting struct {
	Name  string
	value any
}

// Changed are the switches of r that are not at their default.
func Changed(r heroic.Rules) []Setting {
	var all []Setting
	usual := heroic.DefaultRules()
	for _, s := range switches {
		if now := s.of(&r); !reflect.DeepEqual(now, s.of(&usual)) {
			all = append(all, Setting{s.Name, now})
		}
	}
	return all
}

// Value is the setting as a scenario file writes it, on one line.
func (s Setting) Value() string {
	switch v := s.value.(type) {
	case bool:
		return either(v, "on", "off").(string)
	case heroic.Table:
		return TableText(v)
	case object:
		return fmt.Sprintf("{%s: %d}", v[0].key, v[0].value)
	default:
		return fmt.Sprint(v)
	}
}

// TableText is a table as scenario files write it: [[1, 0], [1.5, 2]].
func TableText(t heroic.Table) string {
	var rows []string
	for _, row := range t {
		rows = append(rows, "["+upto(row)+", "+decimals(row.Value)+"]")
	}
	return "[" + strings.Join(rows, ", ") + "]"
}

func upto(row heroic.Row) string {
	if math.IsInf(row.Upto, 0) {
		return "inf"
	}
	return decimals(row.Upto)
}

// decimals is x without an exponent.
func decimals(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// brief is the setting for people, who need not see all rows of a table.
func (s Setting) brief() string {
	if t, ok := s.value.(heroic.Table); ok {
		return s.Name + " a table of " + inflected(len(t), "row", "rows")
	}
	return s.Name + " " + s.Value()
}

// rulesObject is the changed switches of r for JSON.
func rulesObject(r heroic.Rules) object {
	o := object{}
	for _, s := range Changed(r) {
		o = append(o, field{s.Name, s.value})
	}
	return o
}

// ChangedText is a line that says what differs from the defaults and from the
// file: switches of the rules, and what was given to --set. It is empty if
// nothing does.
func ChangedText(r heroic.Rules, sets []string) string {
	var parts []string
	for _, s := range Changed(r) {
		parts = append(parts, s.brief())
	}
	text := ""
	if len(parts) > 0 {
		text = "Rules changed: " + strings.Join(parts, ", ") + "."
	}
	if len(sets) > 0 {
		text = strings.TrimLeft(text+" Set: "+tidy(strings.Join(sets, ", "))+".", " ")
	}
	return text
}
