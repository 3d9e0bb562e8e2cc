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
	{"shock", offOrSingle(func(s *heroic.Rules) *bool { return &s.Shock })},
	{"reeling", offOrSingle(func(s *heroic.Rules) *bool { return &s.Reeling })},
	{"major_wounds", offOrSingle(func(s *heroic.Rules) *bool { return &s.MajorWounds })},
	{"pursuit", boolField(func(s *heroic.Rules) *bool { return &s.Pursuit })},
}

// offOrSingle reads off, or single: for combatants who fight alone.
func offOrSingle(at func(*heroic.Rules) *bool) func(*reader, *node, *heroic.Rules) {
	read := choiceField([]named[bool]{{"off", false}, {"single", true}}, at)
	return func(r *reader, n *node, s *heroic.Rules) {
		if isOff(n) {
			*at(s) = false // also where it is written no or false
			return
		}
		read(r, n, s)
	}
}

func isOff(n *node) bool {
	v, ok := switches[words(n.text)]
	return n.kind == scalar && !n.quoted && ok && !v
}

// damageRolls reads each, mean or {once_over: N}.
func damageRolls(r *reader, n *node, s *heroic.Rules) {
	if n.kind == mapping {
		if !r.filled(n, "once_over, as {once_over: 8}") {
			return
		}
		over := -1
		if readMap(r, n, &over, onceOverFields); over >= 0 {
			s.DamageRolls, s.OnceOver = heroic.RollOnce, over
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
	case isOff(n):
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
		if n.kind != list {
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
	if integers {
		var v int
		v, okValue = r.integer(second, int(lo), int(hi))
		row.Value = float64(v)
	} else {
		row.Value, okValue = r.decimal(second, lo, hi)
	}
	return row, okUpto && okValue
}

func upto(v float64) string {
	if v == inf {
		return "inf"
	}
	return number(v)
}
