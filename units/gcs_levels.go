package units

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"heroicsim/dice"
)

// Of sheets that do not store what GCS works out: skills, weapons' levels and damage.

// skillLevel is a skill's level as it is stored, or by difficulty and points.
func (g *gcsReader) skillLevel(s gcsItem) (level int, ok bool) {
	if n, ok := g.calc(s.jsonValue, "level").whole(); ok {
		return n, true
	}
	if g.stored {
		return 0, false
	}
	if known, ok := g.levels[s.jsonValue]; ok {
		return known.level, known.ok
	}
	g.levels[s.jsonValue] = skillLevel{} // for techniques that depend on one another
	work := g.plainSkill
	if s.get("default") != nil {
		work = g.technique
	}
	l := work(s)
	if !l.ok {
		l.level, l.ok = s.get("calc", "level").whole()
	}
	g.levels[s.jsonValue] = l
	return l.level, l.ok
}

// A skillLevel is a level that is worked out, and how far it is from the attribute.
type skillLevel struct {
	level, relative int
	ok              bool
}

// skillSteps are what a point's worth is relative to the attribute, by difficulty.
var skillSteps = map[string]int{"e": 0, "a": -1, "h": -2, "vh": -3, "w": -3}

var skillAttributes = map[string]func(*Unit) int{
	"st": func(u *Unit) int { return u.ST }, "dx": func(u *Unit) int { return u.DX }, "iq": func(u *Unit) int { return u.IQ },
	"ht": func(u *Unit) int { return u.HT }, "will": func(u *Unit) int { return u.Will }, "per": func(u *Unit) int { return u.Per },
	"10": func(*Unit) int { return 10 },
}

// plainSkill works a skill out of its points. One that was bought up from a default
// has the default's worth in points; one without points is at its default.
func (g *gcsReader) plainSkill(s gcsItem) (l skillLevel) {
	name, difficulty, _ := strings.Cut(strings.ToLower(s.get("difficulty").str()), "/")
	step, ok1 := skillSteps[difficulty]
	attribute := skillAttributes[name]
	points, ok2 := s.get("points").whole()
	if !ok1 || !ok2 || attribute == nil {
		return l
	}
	from := s.get("defaulted_from")
	worth, _ := from.get("points").whole()
	atDefault, hasDefault := from.get("adjusted_level").whole()
	switch {
	case difficulty == "w": // of three times the cost, and without defaults
		points, hasDefault = points/3, false
	case worth > 0:
		points += worth
	}
	base := attribute(g.unit)
	switch {
	case points >= 4:
		l.relative = step + 1 + points/4
	case points >= 2:
		l.relative = step + 1
	case points == 1:
		l.relative = step
	case hasDefault:
		l.relative = atDefault - base
	default:
		return l
	}
	l.level, l.ok = base+l.relative, true
	if hasDefault {
		l.level = max(l.level, atDefault)
	}
	bonus := g.skillBonus(s)
	burden, _ := s.get("encumbrance_penalty_multiplier").whole()
	l.level += bonus - burden*int(g.load)
	l.relative += bonus
	return l
}

// technique works a technique out of the skill that it belongs to.
func (g *gcsReader) technique(s gcsItem) (l skillLevel) {
	from := s.get("default")
	base, ok := g.defaultBase(from)
	points, ok2 := s.get("points").whole()
	if !ok || !ok2 {
		return l
	}
	if _, difficulty, _ := strings.Cut("/"+strings.ToLower(s.get("difficulty").str()), "/"); difficulty == "h" {
		points--
	}
	more, _ := from.get("modifier").whole()
	l.relative = max(0, points) + g.skillBonus(s)
	l.level, l.ok = base+more+l.relative, true
	if limit, ok := s.get("limit").whole(); ok && l.level > base+limit {
		l.relative -= l.level - base - limit
		l.level = base + limit
	}
	return l
}

// defaultBase is the level that a default starts from, without its modifier.
func (g *gcsReader) defaultBase(d *jsonValue) (level int, ok bool) {
	kind := strings.ToLower(d.get("type").str())
	if attribute := skillAttributes[kind]; attribute != nil {
		return min(20, attribute(g.unit)), true
	}
	if kind != "skill" && kind != "parry" && kind != "block" {
		return 0, false
	}
	if s, ok := g.bestSkillOf(d); ok {
		level, ok = g.skillLevel(s)
		if kind != "skill" {
			level = level/2 + 3 + g.bonus(kind)
		}
		return level, ok
	}
	return 0, false
}

// criterion says whether a bonus's criterion takes a name.
func criterion(c *jsonValue, name string) bool {
	want, have := strings.ToLower(c.get("qualifier").str()), strings.ToLower(name)
	switch strings.ReplaceAll(c.get("compare").str(), " ", "_") {
	case "is":
		return have == want
	case "contains":
		return strings.Contains(have, want)
	case "starts_with":
		return strings.HasPrefix(have, want)
	case "ends_with":
		return strings.HasSuffix(have, want)
	case "is_not":
		return have != want
	case "does_not_contain":
		return !strings.Contains(have, want)
	case "does_not_start_with":
		return !strings.HasPrefix(have, want)
	case "does_not_end_with":
		return !strings.HasSuffix(have, want)
	}
	return true
}

// skillBonus adds up what traits and equipment give to a skill.
func (g *gcsReader) skillBonus(s gcsItem) (sum int) {
	name, special := fillBlanks(s.get("name").str(), s.jsonValue), fillBlanks(s.get("specialization").str(), s.jsonValue)
	features(g.bearers(), "skill_bonus", func(f gcsFeature) {
		if kind := f.get("selection_type").str(); kind != "" && kind != "skills_with_name" {
			return
		}
		if f.names(f.get("name"), name) && f.names(f.get("specialization"), special) && f.tags(s) {
			sum += f.amount
		}
	})
	return sum
}

// names is criterion, with the blanks of the item that gives the bonus filled in.
func (f *gcsFeature) names(c *jsonValue, name string) bool {
	if qualifier := c.get("qualifier"); qualifier != nil && strings.Contains(qualifier.text, "@") {
		filled := *qualifier
		filled.text = fillBlanks(qualifier.str(), f.item.jsonValue)
		c = &jsonValue{kind: jsonObject, keys: []string{"compare", "qualifier"}, items: []*jsonValue{c.get("compare"), &filled}}
		if c.items[0] == nil {
			return true
		}
	}
	return criterion(c, name)
}

// tags says whether one of an item's tags is what a bonus is for.
func (f *gcsFeature) tags(i gcsItem) bool {
	c := f.first("tags", "category")
	if c == nil {
		return true
	}
	all := i.first("tags", "categories").list()
	if len(all) == 0 {
		return criterion(c, "")
	}
	return slices.ContainsFunc(all, func(tag *jsonValue) bool { return criterion(c, tag.str()) })
}

// bestSkillOf is the skill of the best level among those that a default names.
func (g *gcsReader) bestSkillOf(d *jsonValue) (best gcsItem, ok bool) {
	most := 0
	for _, s := range g.skills {
		if !strings.EqualFold(s.get("name").str(), d.get("name").str()) {
			continue
		}
		if special := d.get("specialization").str(); special != "" && !strings.EqualFold(fillBlanks(s.get("specialization").str(), s.jsonValue), special) {
			continue
		}
		if n, has := g.skillLevel(s); has && (!ok || n > most) {
			best, most, ok = s, n, true
		}
	}
	return best, ok
}

// weaponLevel is the best of a weapon's defaults, less what its user lacks in ST.
func (g *gcsReader) weaponLevel(i gcsItem, v *jsonValue) (best int, ok bool) {
	for _, d := range v.get("defaults").list() {
		level, has := g.defaultBase(d)
		more, _ := d.get("modifier").whole()
		if level += more; has && (!ok || level > best) {
			best, ok = level, true
		}
	}
	if need, has := leadingNumber(v.get("strength").str()); has {
		best -= max(0, need-g.strikingST())
	}
	if parry := v.get("parry").str(); strings.ContainsAny(parry, "Ff") && !isRangedGCS(v) {
		best -= int(g.load)
	}
	g.weaponBonuses("skill_bonus", i, v, func(f gcsFeature) { best += f.amount })
	return best, ok
}

// weaponBonuses calls f for each bonus of a type to weapons that is for this one.
func (g *gcsReader) weaponBonuses(kind string, i gcsItem, v *jsonValue, f func(gcsFeature)) {
	usage := fillBlanks(v.get("usage").str(), i.jsonValue)
	features(g.bearers(), kind, func(b gcsFeature) {
		switch b.get("selection_type").str() {
		case "this_weapon":
			if b.item.jsonValue != i.jsonValue || !b.names(b.get("specialization"), usage) {
				return
			}
		case "weapons_with_name":
			if !b.names(b.get("name"), i.name) || !b.names(b.get("specialization"), usage) || !b.tags(i) {
				return
			}
		case "weapons_with_required_skill":
			if kind == "skill_bonus" || !g.servedBy(b, v) {
				return
			}
		default:
			return
		}
		f(b)
	})
}

// servedBy says whether a weapon is used with the skill that a bonus asks for, at the
// relative level that it asks for.
func (g *gcsReader) servedBy(b gcsFeature, v *jsonValue) bool {
	var used gcsItem
	best := 0
	for _, d := range v.get("defaults").list() {
		if !strings.EqualFold(d.get("type").str(), "skill") {
			continue
		}
		if s, ok := g.bestSkillOf(d); ok {
			level, _ := g.skillLevel(s)
			more, _ := d.get("modifier").whole()
			if used.jsonValue == nil || level+more > best {
				used, best = s, level+more
			}
		}
	}
	for range maxTechniques { // what serves a technique's skill serves the technique
		if used.jsonValue == nil {
			return false
		}
		least, asks := b.get("level", "qualifier").whole()
		if b.names(b.get("name"), used.get("name").str()) && b.names(b.get("specialization"), used.get("specialization").str()) &&
			(!asks || g.levels[used.jsonValue].relative >= least) {
			return true
		}
		from := used.get("default")
		if from == nil {
			return false
		}
		used, _ = g.bestSkillOf(from)
	}
	return false
}

const maxTechniques = 5 // based on one another

var baseDamageRE = compiled(`^(\d+d\d*)?\s*([+-]?\d+)?$`)

// gcsDamage is thrust and swing. Above ST 40 the table has gaps, through which GCS goes
// on by even steps.
func gcsDamage(st int) (thrust, swing dice.Expr) {
	if st <= 40 {
		return Thrust(st), Swing(st)
	}
	thrustStep, swingStep := st-11, st+9-(st-40)/5
	if st > 50 {
		thrustStep--
	}
	if st >= 60 {
		swingStep++
	}
	if st >= 80 {
		thrustStep -= 1 + (st-80)/5
	}
	step := func(n int) dice.Expr { return dice.D(n/8+1, n%8/2-1) }
	return step(thrustStep), step(swingStep)
}

// strikingST is ST for blows.
func (g *gcsReader) strikingST() int {
	st := g.unit.ST
	features(g.bearers(), "attribute_bonus", func(f gcsFeature) {
		if f.get("attribute").str() == "st" && f.get("limitation").str() == "striking_only" {
			st += f.amount
		}
	})
	return st
}

// weaponDamage works out a weapon's damage: thrust or swing of ST, what the weapon
// adds, and what skills and other things add to it or to each die.
func (g *gcsReader) weaponDamage(i gcsItem, v *jsonValue) string {
	d := v.get("damage")
	if d.kindIs(jsonText) { // of the first files of version 1
		return d.str()
	}
	st := g.strikingST()
	if need, ok := leadingNumber(v.get("strength").str()); ok && need > 0 {
		st = min(st, 3*need)
	}
	levels := max(1, int(i.level)) // of a trait, whose damage is for each
	var e dice.Expr
	if m := baseDamageRE.FindStringSubmatch(plainSigns.Replace(d.get("base").str())); m != nil {
		e, _ = dice.Parse(m[1])
		e.Adds, _ = strconv.Atoi(m[2])
		e.Count, e.Adds = e.Count*levels, e.Adds*levels
	}
	kind, leveled := strings.CutSuffix(d.get("st").str(), "_leveled")
	var blow dice.Expr
	switch kind {
	case "thr":
		blow, _ = gcsDamage(st)
	case "sw":
		_, blow = gcsDamage(st)
	}
	if !leveled {
		levels = 1
	}
	if blow.Count > 0 {
		if e.Count > 0 && e.Sides != blow.Sides {
			return ""
		}
		e = dice.Expr{Count: e.Count + blow.Count*levels, Sides: blow.Sides, Adds: e.Adds + blow.Adds*levels}
	}
	if per, ok := d.get("modifier_per_die").whole(); ok {
		e.Adds += per * e.Count
	}
	count := e.Count
	g.weaponBonuses("weapon_bonus", i, v, func(f gcsFeature) {
		amount, _ := f.get("amount").number()
		if f.get("per_level").yes() || f.get("per_die").yes() {
			amount *= float64(count)
		}
		e.Adds += int(math.Floor(amount))
	})
	if e.Count == 0 && e.Adds <= 0 {
		return ""
	}
	divisor := ""
	if x, ok := d.get("armor_divisor").number(); ok && x != 1 && x > 0 {
		divisor = "(" + strconv.FormatFloat(x, 'f', -1, 64) + ")"
	}
	return fmt.Sprintf("%v%s %s", e, divisor, d.get("type").str())
}
