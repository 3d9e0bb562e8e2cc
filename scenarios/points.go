package scenarios

import (
	"math"
	"reflect"
	"slices"
	"strconv"

	"heroicsim/heroic"
	"heroicsim/units"
)

// A Point is a number of a scenario, or a switch of its rules, and the scenario
// with it a step up and a step down.
type Point struct {
	Side, Group string // empty for a switch; Group is empty for a number of the side
	Weapon      string // whose number it is; empty: none's
	Number      string // as files call it: dodge, skill, rules.speed_factor
	From        string // its value, as files write it

	// The steps; nil where there is none. Of switches with no order among their
	// values, each other value is a step up of its own.
	Up, Down *PointStep
}

// A PointStep is a Point's other value, and the scenario with it.
type PointStep struct {
	To       string
	Scenario heroic.Scenario
}

// Points are the numbers of all sides and groups that rules ask for: of a group's
// unit, they change for this group alone.
func Points(s heroic.Scenario) (all []Point) {
	for side := range s.Sides {
		all = append(all, sidePoints(s, side)...)
		for group := range s.Sides[side].Groups {
			all = append(all, groupPoints(s, side, group)...)
		}
	}
	return all
}

func sidePoints(s heroic.Scenario, side int) []Point {
	skill := s.Sides[side].TacticsSkill
	p := Point{Side: s.Sides[side].Name, Number: "tactics_skill", From: strconv.Itoa(skill)}
	step := func(to int) *PointStep {
		if to < 0 || to > maxSkill {
			return nil
		}
		changed := s
		changed.Sides[side].TacticsSkill = to
		return &PointStep{strconv.Itoa(to), changed}
	}
	p.Up, p.Down = step(skill+1), step(skill-1)
	return []Point{p}
}

// unitNumbers are those of a unit, apart from its weapons and DR. What is 0 may be
// no number but a lack: of a parry, say.
var unitNumbers = []struct {
	key   string
	at    func(*units.Unit) *int
	lacks bool // 0 is a lack
}{
	{"dodge", func(u *units.Unit) *int { return &u.Dodge }, true},
	{"parry", func(u *units.Unit) *int { return &u.Parry }, true},
	{"block", func(u *units.Unit) *int { return &u.Block }, true},
	{"hp", func(u *units.Unit) *int { return &u.HP }, false},
	{"ht", func(u *units.Unit) *int { return &u.HT }, false},
	{"fp", func(u *units.Unit) *int { return &u.FP }, true},
	{"move", func(u *units.Unit) *int { return &u.Move }, false},
	{"will", func(u *units.Unit) *int { return &u.Will }, false},
	{"fearlessness", func(u *units.Unit) *int { return &u.Traits.Fearlessness }, false},
}

func groupPoints(s heroic.Scenario, side, group int) (all []Point) {
	g := &s.Sides[side].Groups[group]
	// point is a number at v, which set changes in a copy of the group and its unit.
	point := func(weapon, key string, from, up, down string, set func(g *heroic.Group, by int) bool) {
		p := Point{Side: s.Sides[side].Name, Group: g.Name, Weapon: weapon, Number: key, From: from}
		step := func(to string, by int) *PointStep {
			changed := s
			changed.Sides[side].Groups = slices.Clone(s.Sides[side].Groups)
			copied := &changed.Sides[side].Groups[group]
			u := *g.Unit
			u.Weapons = slices.Clone(u.Weapons)
			copied.Unit = &u
			if !set(copied, by) || len(u.Check()) > 0 {
				return nil
			}
			return &PointStep{to, changed}
		}
		if p.Up, p.Down = step(up, +1), step(down, -1); p.Up != nil || p.Down != nil {
			all = append(all, p)
		}
	}
	whole := func(weapon, key string, v int, set func(g *heroic.Group, by int) bool) {
		point(weapon, key, strconv.Itoa(v), strconv.Itoa(v+1), strconv.Itoa(v-1), set)
	}
	whole("", "count", g.Count, func(g *heroic.Group, by int) bool {
		g.Count += by
		return g.Count >= 1 && g.HPNow == nil // which is of the whole pool
	})
	for i := range g.Unit.Weapons {
		w := &g.Unit.Weapons[i]
		whole(w.Name, "skill", w.Skill, func(g *heroic.Group, by int) bool {
			g.Unit.Weapons[i].Skill += by
			return true
		})
		if w.Ranged {
			whole(w.Name, "acc", w.Acc, func(g *heroic.Group, by int) bool {
				g.Unit.Weapons[i].Acc += by
				return true
			})
		}
		if len(w.Modes) > 0 { // all modes, but one is named
			from, up, down := w.Modes[0].Damage, w.Modes[0].Damage, w.Modes[0].Damage
			up.Dice.Adds++
			down.Dice.Adds--
			point(w.Name, "damage", from.String(), up.String(), down.String(), func(g *heroic.Group, by int) bool {
				w := &g.Unit.Weapons[i]
				w.Modes = slices.Clone(w.Modes)
				for m := range w.Modes {
					w.Modes[m].Damage.Dice.Adds += by
				}
				return true
			})
		}
	}
	dr := commonDR(&g.Unit.Armour, units.Torso)
	whole("", "dr", dr, func(g *heroic.Group, by int) bool { return thicken(&g.Unit.Armour, by) })
	for _, n := range unitNumbers {
		v := *n.at(g.Unit)
		if n.lacks && v == 0 {
			continue
		}
		whole("", n.key, v, func(g *heroic.Group, by int) bool {
			*n.at(g.Unit) += by
			return !(n.lacks && v+by == 0) && !(n.key == "hp" && g.HPNow != nil) && !(n.key == "fp" && g.FPNow != nil)
		})
	}
	return all
}

// thicken adds to the DR of all locations, but takes none of where there is none. It
// says whether that changes anything.
func thicken(a *units.Armour, by int) (changed bool) {
	before := *a
	for l := range units.NumLocations {
		if l == units.Vitals && sameArmour(&before, l, units.Torso) {
			continue // they lie under it
		}
		for _, t := range damageTypes {
			was := before.DR(l, t)
			now := max(0, was+by)
			a.SetAgainst(l, t, now)
			changed = changed || now != was
		}
	}
	return changed
}

// RulePoints are the switches of the rules, and the rows of their tables.
func RulePoints(s heroic.Scenario) (all []Point) {
	r := describing()
	for _, f := range ruleFields {
		blank := newBlank().under("rules").under(f.key)
		scratch := s.Rules
		f.read(r, blank, &scratch)
		all = append(all, switchPoints(s, f, blank.shape())...)
	}
	for _, t := range ruleTables {
		all = append(all, rowPoints(s, t.key, t.step, t.at)...)
	}
	return all
}

// switchPoints goes by what a switch accepts: a whole number has steps, and a word
// has others beside it.
func switchPoints(s heroic.Scenario, f field[heroic.Rules], accepts *shape) (all []Point) {
	with := func(value string) (heroic.Rules, bool) {
		r, rules := &reader{units: map[string]*definition{}}, s.Rules
		f.read(r, &node{text: value, src: &source{}}, &rules)
		return rules, len(r.errs) == 0
	}
	step := func(value string) *PointStep {
		rules, ok := with(value)
		if !ok || reflect.DeepEqual(rules, s.Rules) {
			return nil
		}
		changed := s
		changed.Rules = rules
		return &PointStep{value, changed}
	}
	words, low, high, isWhole := accepts.values()
	for v := low; isWhole && v <= high; v++ {
		if rules, ok := with(strconv.Itoa(v)); ok && reflect.DeepEqual(rules, s.Rules) {
			p := Point{Number: "rules." + f.key, From: strconv.Itoa(v)}
			p.Up, p.Down = step(strconv.Itoa(v+1)), step(strconv.Itoa(v-1))
			return append(all, p)
		}
	}
	from := ""
	for _, word := range words {
		if rules, ok := with(word); ok && reflect.DeepEqual(rules, s.Rules) {
			from = word
			break
		}
	}
	for _, word := range words {
		if up := step(word); up != nil && from != "" {
			all = append(all, Point{Number: "rules." + f.key, From: from, Up: up})
		}
	}
	return all
}

// maxTried is how many values of a whole number are looked through for the present
// one.
const maxTried = 1_000

// values are the words and the whole numbers among what a shape accepts.
func (s *shape) values() (words []string, low, high int, isWhole bool) {
	if s.Type == "integer" && s.Minimum != "" && s.Maximum != "" {
		low, high, isWhole = int(float(s.Minimum)), int(float(s.Maximum)), true
		high = min(high, low+maxTried)
	}
	for _, v := range s.Enum {
		if word, ok := v.(string); ok {
			words = append(words, word)
		}
	}
	for _, way := range s.AnyOf {
		more, l, h, whole := way.values()
		words = append(words, more...)
		if whole {
			low, high, isWhole = l, h, true
		}
	}
	return words, low, high, isWhole
}

// ruleTables are the tables among the switches, and what a step of their rows is.
var ruleTables = []struct {
	key  string
	step float64
	at   func(*heroic.Rules) *heroic.Table
}{
	{"numerical_bonus", 1, func(r *heroic.Rules) *heroic.Table { return &r.NumericalBonus }},
	{"hit_multiplier", 0.5, func(r *heroic.Rules) *heroic.Table { return &r.HitMultiplier }},
}

func rowPoints(s heroic.Scenario, key string, by float64, at func(*heroic.Rules) *heroic.Table) (all []Point) {
	table := *at(&s.Rules)
	above, most := 0.0, mostInTables(s)
	for i, row := range table {
		if above >= most {
			break // nothing in this battle comes so far
		}
		p := Point{Number: "rules." + key + " up to " + upto(row.Upto), From: number(row.Value)}
		if i == len(table)-1 {
			p.Number = "rules." + key + " above " + number(above)
		}
		step := func(to float64) *PointStep {
			if to < 0 || to > math.Inf(1) {
				return nil
			}
			changed, rows := s, slices.Clone(table)
			rows[i].Value = to
			*at(&changed.Rules) = rows
			return &PointStep{number(to), changed}
		}
		p.Up, p.Down = step(row.Value+by), step(row.Value-by)
		all = append(all, p)
		above = row.Upto
	}
	return all
}

// mostInTables is more than the attackers or shots that come together in a battle.
func mostInTables(s heroic.Scenario) float64 {
	most := 0
	for _, side := range s.Sides {
		combatants, shots := 0, 0
		for _, g := range side.Groups {
			combatants += g.Count
			for _, w := range g.Unit.Weapons {
				if w.Ranged {
					shots = max(shots, g.Count*20*max(1, w.RoF)) // a round has 20 seconds
				}
			}
		}
		most = max(most, combatants, shots)
	}
	return float64(most)
}
