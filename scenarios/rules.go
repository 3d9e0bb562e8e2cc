package scenarios

import (
	"strings"

	"heroicsim/heroic"
)

// ruleFields are the switches of section 12 of the rules.
var ruleFields = []field[heroic.Rules]{
	{"contest", choiceField([]named[bool]{{"quick", false}, {"attack_must_succeed", true}},
		func(s *heroic.Rules) *bool { return &s.AttackMustSucceed })},
	{"criticals", choiceField([]named[bool]{{"none", false}, {"basic", true}},
		func(s *heroic.Rules) *bool { return &s.Criticals })},
	{"initiative_bonus", intField(-100, 100, func(s *heroic.Rules) *int { return &s.InitiativeBonus })},
	{"initiative_defends", boolField(func(s *heroic.Rules) *bool { return &s.InitiativeDefends })},
	{"initiative_tie", choiceField([]named[bool]{{"reroll", false}, {"none", true}},
		func(s *heroic.Rules) *bool { return &s.InitiativeTie })},
	{"speed_factor", intField(1, 100, func(s *heroic.Rules) *int { return &s.SpeedFactor })},
	{"numerical_bonus", tableField(-maxSkill, maxSkill, true, func(s *heroic.Rules) *heroic.Table { return &s.NumericalBonus })},
	{"hit_multiplier", tableField(0, 10_000, false, func(s *heroic.Rules) *heroic.Table { return &s.HitMultiplier })},
	{"injury_rounding", choiceField([]named[bool]{{"total", false}, {"per_hit", true}},
		func(s *heroic.Rules) *bool { return &s.InjuryPerHit })},
	{"damage_rolls", damageRolls},
	{"damage_adds", choiceField([]named[bool]{{"dice", false}, {"keep", true}},
		func(s *heroic.Rules) *bool { return &s.KeepAdds })},
	{"ht_halving", boolField(func(s *heroic.Rules) *bool { return &s.HTHalving })},
	{"surround_limit", surroundLimit},
	{"size_melee", choiceField([]named[heroic.SizeMelee]{
		{"relative", heroic.SizeRelative}, {"off", heroic.SizeOff}, {"capped", heroic.SizeCapped}, {"half", heroic.SizeHalf}},
		func(s *heroic.Rules) *heroic.SizeMelee { return &s.SizeMelee })},
	{"morale", boolField(func(s *heroic.Rules) *bool { return &s.Morale })},
	{"morale_break", intField(-100, 100, func(s *heroic.Rules) *int { return &s.MoraleBreak })},
	{"fatigue", boolField(func(s *heroic.Rules) *bool { return &s.Fatigue })},
	{"shock", offOr("single", func(s *heroic.Rules) *bool { return &s.Shock })},
	{"reeling", offOr("single", func(s *heroic.Rules) *bool { return &s.Reeling })},
	{"major_wounds", offOr("single", func(s *heroic.Rules) *bool { return &s.MajorWounds })},
	{"pursuit", boolField(func(s *heroic.Rules) *bool { return &s.Pursuit })},

	// The optional size rules.
	{"gulliver", choiceField(gulliverPresets, func(*heroic.Rules) *heroic.GulliverPreset { return new(heroic.GulliverPreset) })}, // see rules
	{"big_weapon", offOr("simple", func(s *heroic.Rules) *bool { return &s.BigWeapon })},
	{"dodge_huge", offOr("simple", func(s *heroic.Rules) *bool { return &s.DodgeHuge })},
	{"parry_oomph", offOr("ladder", func(s *heroic.Rules) *bool { return &s.ParryOomph })},
	{"load_st", choiceField([]named[bool]{{"quadratic", false}, {"equal", true}},
		func(s *heroic.Rules) *bool { return &s.EqualLoad })},
	{"jet", offOr("linear", func(s *heroic.Rules) *bool { return &s.Jet })},
	{"cone", offOr("bands", func(s *heroic.Rules) *bool { return &s.Cone })},
	{"jet_shield", choiceField([]named[heroic.JetShield]{{"simple", heroic.JetShieldSimple}, {"detailed", heroic.JetShieldDetailed}},
		func(s *heroic.Rules) *heroic.JetShield { return &s.JetShield })},
}

var gulliverPresets = []named[heroic.GulliverPreset]{{"off", heroic.GulliverOff}, {"simple", heroic.GulliverSimple}}

// rules reads rules:. The preset comes before all switches, which win over it
// wherever they stand.
func rules(r *reader, n *node, d *draft) {
	for _, p := range gulliverPresets {
		if at := n.get("gulliver"); at != nil && words(at.text) == p.name {
			d.Scenario.Rules.Preset(p.value)
		}
	}
	readMap(r, n, &d.Scenario.Rules, ruleFields)
}

// offOr reads off, also where it is written no or false, or the only way in which a
// rule is on.
func offOr(on string, at func(*heroic.Rules) *bool) func(*reader, *node, *heroic.Rules) {
	read := choiceField([]named[bool]{{"off", false}, {on, true}}, at)
	return func(r *reader, n *node, s *heroic.Rules) {
		if isOff(n) {
			*at(s) = false
			return
		}
		read(r, n, s)
	}
}

func isOff(n *node) bool {
	if n.isBlank() {
		n.note(offOnly())
		return false
	}
	v, ok := switches[words(n.text)]
	return n.kind == scalar && !n.quoted && ok && !v
}

// damageRolls reads each, mean or {once_over: N}.
func damageRolls(r *reader, n *node, s *heroic.Rules) {
	if n.kind == mapping || n.isBlank() {
		if !r.filled(n, "once_over, as {once_over: 8}") {
			return
		}
		over := -1
		if readMap(r, n, &over, onceOverFields); over >= 0 {
			s.DamageRolls, s.OnceOver = heroic.RollOnce, over
		}
		if n.isBlank() {
			n.note(oneOf("each", "mean"))
		}
		return
	}
	choiceField([]named[heroic.DamageRolls]{{"each", heroic.RollEach}, {"mean", heroic.RollMean}, {"{once_over: N}", heroic.RollOnce}},
		func(s *heroic.Rules) *heroic.DamageRolls { return &s.DamageRolls })(r, n, s)
}

var onceOverFields = []field[int]{
	{"once_over", intField(0, 1_000_000, func(n *int) *int { return n })},
}

// surroundLimit reads off or a number.
func surroundLimit(r *reader, n *node, s *heroic.Rules) {
	switch v, ok := whole(n, 1, maxCount); {
	case isOff(n), n.isBlank():
		s.SurroundLimit = 0
	case ok:
		s.SurroundLimit = v
	default:
		r.reject(n, "expected off, or attackers a defender from 1 to %d; found %s", maxCount, n.found())
	}
}

// tableField reads off, or rows of [up to, value] in ascending order. The last
// may be up to inf.
func tableField(lo, hi float64, integers bool, at func(*heroic.Rules) *heroic.Table) func(*reader, *node, *heroic.Rules) {
	return func(r *reader, n *node, s *heroic.Rules) {
		if isOff(n) {
			*at(s) = nil
			return
		}
		if n.kind != list && !n.isBlank() {
			r.reject(n, "expected off, or a list of rows as [[1, 0], [1.5, 2], [inf, 4]] (up to, value); found %s", n.found())
			return
		}
		var table heroic.Table
		for _, item := range r.elements(n, "rows") {
			row, ok := r.row(item, lo, hi, integers)
			if !ok {
				return
			}
			if k := len(table); k > 0 && row.Upto <= table[k-1].Upto {
				r.reject(item, "rows ascend: up to %s comes after up to %s", upto(row.Upto), upto(table[k-1].Upto))
				return
			}
			table = append(table, row)
		}
		if len(table) > 0 {
			*at(s) = table
		}
	}
}

func (r *reader) row(n *node, lo, hi float64, integers bool) (row heroic.Row, ok bool) {
	if first, second, ok := n.pair(); ok {
		first.note(&shape{Enum: []any{"inf", ".inf"}})
		first.note(decimals(0, inf))
		r.tableValue(second, lo, hi, integers)
		return row, false
	}
	if n.kind != list || len(n.items) != 2 {
		r.reject(n, "expected a row [up to, value]; found %s", n.found())
		return row, false
	}
	first, second := n.items[0], n.items[1]
	okUpto, okValue := true, true
	if first.kind == scalar && !first.quoted && strings.EqualFold(strings.TrimPrefix(first.text, "."), "inf") {
		row.Upto = inf
	} else {
		row.Upto, okUpto = r.decimal(first, 0, 1e12)
	}
	row.Value, okValue = r.tableValue(second, lo, hi, integers)
	return row, okUpto && okValue
}

func (r *reader) tableValue(n *node, lo, hi float64, integers bool) (float64, bool) {
	if integers {
		v, ok := r.integer(n, int(lo), int(hi))
		return float64(v), ok
	}
	return r.decimal(n, lo, hi)
}

func upto(v float64) string {
	if v == inf {
		return "inf"
	}
	return number(v)
}
