package units

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"heroicsim/dice"
)

// readWeapons takes every way of using a weapon that has a level and plain damage.
func (g *gcsReader) readWeapons() {
	count := 0
	for _, from := range []struct {
		items []gcsItem
		held  bool
		spell bool
	}{{g.equipment, true, false}, {g.traits, false, false}, {g.skills, false, false}, {g.spells, false, true}} {
		for _, i := range from.items {
			for _, v := range i.get("weapons").list() {
				if count++; count > maxSheetUses {
					g.note(v, "this and all weapons after it are left out: there are more than %d", maxSheetUses)
					return
				}
				g.readWeapon(i, v, from.held, from.spell)
			}
		}
	}
}

// text is a field of a weapon: as it was worked out, or as it is where that says
// nothing else.
func weaponText(v *jsonValue, key string) string {
	if s := v.get("calc", key); s != nil {
		return s.str()
	}
	return v.get(key).str()
}

// readWeapon takes one way of using a weapon.
func (g *gcsReader) readWeapon(i gcsItem, v *jsonValue, held, spell bool) {
	if v.kind != jsonObject {
		g.note(v, "expected a weapon; it is left out")
		return
	}
	w := sheetWeapon{at: v, owner: i.name, usage: fillBlanks(v.get("usage").str(), i.jsonValue), held: held, joins: held}
	if v.get("hide").yes() {
		g.unused(v, w.full()+" (hidden)")
		return
	}
	w.Ranged = isRangedGCS(v)
	level, ok := v.get("calc", "level").whole()
	if v.get("calc") == nil && !g.stored {
		level, ok = g.weaponLevel(v)
	}
	leaveOut := func(why string) { g.note(v, "%s is left out: %s", quote(w.full()), why) }
	if !ok || level <= 0 {
		leaveOut("it has no level")
		return
	}
	w.Skill = level
	text := v.get("calc", "damage").str()
	if text == "" && !g.stored {
		text = g.weaponDamage(i, v)
	}
	d, why := sheetDamage(text)
	if why != "" {
		leaveOut(why)
		return
	}
	w.Modes = []Mode{{Damage: d}}
	w.setStrength(weaponText(v, "strength"))
	var skills []string
	for _, s := range v.get("defaults").list() {
		name := s.get("name").str()
		if special := s.get("specialization").str(); special != "" {
			name += " " + special
		}
		skills = append(skills, fillBlanks(name, i.jsonValue))
	}
	if w.Ranged {
		if why := g.rangedGCS(&w, v, i, skills); why != "" {
			leaveOut(why)
			return
		}
	} else {
		g.setReach(&w, weaponText(v, "reach"))
	}
	before := len(g.weapons)
	if spell {
		g.spellAttack(&w, i)
		return
	}
	if g.weapon(w); len(g.weapons) == before {
		return
	}
	taken := &g.weapons[before]
	if !w.Ranged {
		g.takeParry(taken, g.defenceText(v, "parry", level))
	}
	g.takeBlock(taken, g.defenceText(v, "block", level))
}

// isRangedGCS tells ranged weapons from others: by type up to version 4, by the
// first letter of the id after that.
func isRangedGCS(v *jsonValue) bool {
	if kind := v.get("type").str(); kind != "" {
		return strings.HasPrefix(kind, "ranged")
	}
	if id := v.get("id").str(); len(id) == 17 && (id[0] == 'w' || id[0] == 'W') {
		return id[0] == 'W'
	}
	return v.first("range", "accuracy", "rate_of_fire") != nil
}

// rangedGCS reads what only ranged weapons have.
func (g *gcsReader) rangedGCS(w *sheetWeapon, v *jsonValue, i gcsItem, skills []string) (why string) {
	if why := g.setRange(w, weaponText(v, "range"), g.unit.ST); why != "" {
		return why
	}
	g.setAcc(w, weaponText(v, "accuracy"))
	g.setRoF(w, weaponText(v, "rate_of_fire"))
	g.setShots(w, weaponText(v, "shots"))
	g.setBulk(w, weaponText(v, "bulk"))
	w.setRcl(weaponText(v, "recoil"))
	w.setMissile(skills)
	if w.Thrown && w.held {
		w.Ammo = i.count
	}
	return ""
}

// spellAttack takes a spell that is a plain attack as one to be cast, where its time
// is known.
func (g *gcsReader) spellAttack(w *sheetWeapon, i gcsItem) {
	seconds, ok := leadingNumber(i.get("casting_time").str())
	if !ok || seconds < 1 {
		g.note(w.at, "%s is left out: its casting time %s is no number of seconds", quote(w.full()), quote(i.get("casting_time").str()))
		return
	}
	cost, ok := leadingNumber(i.get("casting_cost").str())
	if !ok {
		g.note(i.first("casting_cost"), "the cost %s of %s is read as 0 FP", quote(i.get("casting_cost").str()), quote(i.name))
	}
	s := Spell{Name: nameOf(w.full()), Skill: w.Skill, Time: seconds, Cost: cost, Damage: w.Modes[0].Damage, HalfDamage: w.HalfDamage, MaxRange: w.MaxRange, Acc: w.Acc,
		Missile: SpellMissile, Bombardment: 14}
	if !w.Ranged {
		s.Roll = MeleeRoll
	}
	var c checker
	if c.spell("spell", &s); len(c.problems) > 0 || slices.ContainsFunc(g.unit.Spells, func(o Spell) bool { return plain(o.Name) == plain(s.Name) }) {
		g.note(w.at, "%s is left out: its numbers do not fit a spell, or there is another of its name", quote(w.full()))
		return
	}
	g.unit.Spells = append(g.unit.Spells, s)
	g.aside(w.at, "%s is a spell: it is cast only where orders say so (spells: %s)", quote(s.Name), s.Name)
}

func leadingNumber(s string) (n int, ok bool) {
	m := strengthRE.FindString(strings.TrimSpace(s))
	n, err := strconv.Atoi(m)
	return n, err == nil
}

// defenceText is a weapon's finished Parry or Block. Where GCS has not worked it
// out, it is 3 and half the level, and what the weapon adds (B-DEF).
func (g *gcsReader) defenceText(v *jsonValue, key string, level int) string {
	text := weaponText(v, key)
	if g.stored || v.get("calc", key) != nil {
		return text
	}
	m := signedRE.FindString(plainSigns.Replace(text))
	more, err := strconv.Atoi(m)
	if err != nil {
		return text
	}
	return strconv.Itoa(max(0, level/2+3+more+g.bonus(key))) + strings.TrimPrefix(text, m)
}

// Of version 1, which stores nothing that it works out.

// skillLevel is a skill's level as it is stored, or by difficulty and points.
func (g *gcsReader) skillLevel(s gcsItem) (level int, ok bool) {
	if n, ok := s.get("calc", "level").whole(); ok {
		return n, true
	}
	if g.stored {
		return 0, false
	}
	if n, ok := g.levels[s.jsonValue]; ok {
		return n, true
	}
	attribute, relative, ok := relativeLevel(s)
	if !ok {
		return 0, false
	}
	n := attribute(g.unit) + relative + g.skillBonus(s)
	g.levels[s.jsonValue] = n
	return n, true
}

// skillSteps are what a point's worth is relative to the attribute, by difficulty.
var skillSteps = map[string]int{"e": 0, "a": -1, "h": -2, "vh": -3, "w": -3}

var skillAttributes = map[string]func(*Unit) int{
	"st": func(u *Unit) int { return u.ST }, "dx": func(u *Unit) int { return u.DX }, "iq": func(u *Unit) int { return u.IQ },
	"ht": func(u *Unit) int { return u.HT }, "will": func(u *Unit) int { return u.Will }, "per": func(u *Unit) int { return u.Per },
	"10": func(*Unit) int { return 10 },
}

// relativeLevel is a skill's level relative to its attribute.
func relativeLevel(s gcsItem) (attribute func(*Unit) int, relative int, ok bool) {
	name, difficulty, _ := strings.Cut(strings.ToLower(s.get("difficulty").str()), "/")
	step, ok1 := skillSteps[difficulty]
	attribute = skillAttributes[name]
	points, ok2 := s.get("points").whole()
	if !ok1 || !ok2 || attribute == nil || points < 1 {
		return nil, 0, false
	}
	if difficulty == "w" { // of three times the cost
		if points /= 3; points < 1 {
			return nil, 0, false
		}
	}
	switch {
	case points >= 4:
		step += 1 + points/4
	case points >= 2:
		step++
	}
	return attribute, step, true
}

// names says whether a bonus's criterion takes a name.
func criterion(c *jsonValue, name string) bool {
	want, have := strings.ToLower(c.get("qualifier").str()), strings.ToLower(name)
	switch c.get("compare").str() {
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
	}
	return c == nil || want == ""
}

// skillBonus adds up what traits and equipment give to a skill.
func (g *gcsReader) skillBonus(s gcsItem) (sum int) {
	features(g.bearers(), "skill_bonus", func(f gcsFeature) {
		if f.get("selection_type").str() == "skills_with_name" && criterion(f.get("name"), s.get("name").str()) &&
			criterion(f.get("specialization"), s.get("specialization").str()) {
			sum += f.amount
		}
	})
	return sum
}

// bestSkillOf is the best level of a skill that a weapon's default names.
func (g *gcsReader) bestSkillOf(d *jsonValue) (level int, ok bool) {
	for _, s := range g.skills {
		if !strings.EqualFold(s.get("name").str(), d.get("name").str()) {
			continue
		}
		if special := d.get("specialization").str(); special != "" && !strings.EqualFold(s.get("specialization").str(), special) {
			continue
		}
		if n, has := g.skillLevel(s); has && (!ok || n > level) {
			level, ok = n, true
		}
	}
	return level, ok
}

// weaponLevel is the best of a weapon's defaults, less what its user lacks in ST.
func (g *gcsReader) weaponLevel(v *jsonValue) (best int, ok bool) {
	for _, d := range v.get("defaults").list() {
		level, has := 0, false
		if attribute := skillAttributes[strings.ToLower(d.get("type").str())]; attribute != nil {
			level, has = attribute(g.unit), true
		} else if strings.EqualFold(d.get("type").str(), "skill") {
			level, has = g.bestSkillOf(d)
		}
		more, _ := d.get("modifier").whole()
		if level += more; has && (!ok || level > best) {
			best, ok = level, true
		}
	}
	if need, has := leadingNumber(v.get("strength").str()); has && need > g.unit.ST {
		best -= need - g.unit.ST
	}
	return best, ok
}

var baseDamageRE = regexp.MustCompile(`^(\d+d\d*)?\s*([+-]?\d+)?$`)

// weaponDamage works out a weapon's damage: thrust or swing of ST, what the weapon
// adds, and what skills add a die.
func (g *gcsReader) weaponDamage(i gcsItem, v *jsonValue) string {
	d := v.get("damage")
	if d.kindIs(jsonText) { // of the first files of version 1
		return d.str()
	}
	st := g.unit.ST
	features(g.traits, "attribute_bonus", func(f gcsFeature) {
		if f.get("attribute").str() == "st" && f.get("limitation").str() == "striking_only" {
			st += f.amount
		}
	})
	if need, ok := leadingNumber(v.get("strength").str()); ok && need > 0 {
		st = min(st, 3*need)
	}
	var e dice.Expr
	switch d.get("st").str() {
	case "thr", "thr_leveled":
		e = Thrust(st)
	case "sw", "sw_leveled":
		e = Swing(st)
	}
	base := plainSigns.Replace(d.get("base").str())
	if m := baseDamageRE.FindStringSubmatch(base); m != nil {
		if more, err := dice.Parse(m[1]); m[1] != "" && err == nil {
			if e.Count > 0 && more.Sides != e.Sides {
				return ""
			}
			e = dice.Expr{Count: e.Count + more.Count, Sides: more.Sides, Adds: e.Adds}
		}
		n, _ := strconv.Atoi(m[2])
		e.Adds += n
	}
	if per, ok := d.get("modifier_per_die").whole(); ok {
		e.Adds += per * e.Count
	}
	e.Adds += g.trainingBonus(v, e.Count)
	if e.Count == 0 && e.Adds <= 0 {
		return ""
	}
	divisor := ""
	if x, ok := d.get("armor_divisor").number(); ok && x != 1 && x > 0 {
		divisor = "(" + strconv.FormatFloat(x, 'f', -1, 64) + ")"
	}
	return fmt.Sprintf("%v%s %s", e, divisor, d.get("type").str())
}

// trainingBonus is what skills such as Brawling and Karate add to the damage of
// weapons that they serve.
func (g *gcsReader) trainingBonus(v *jsonValue, count int) (sum int) {
	for _, s := range g.skills {
		for _, f := range s.get("features").list() {
			if f.get("type").str() != "weapon_bonus" || f.get("selection_type").str() != "weapons_with_required_skill" {
				continue
			}
			serves := slices.ContainsFunc(v.get("defaults").list(), func(d *jsonValue) bool {
				return strings.EqualFold(d.get("type").str(), "skill") && criterion(f.get("name"), d.get("name").str())
			})
			_, relative, ok := relativeLevel(s)
			least, hasLeast := f.get("level", "qualifier").whole()
			if !serves || !ok || hasLeast && relative < least {
				continue
			}
			amount, _ := f.get("amount").number()
			if f.get("per_level").yes() || f.get("per_die").yes() {
				amount *= float64(count)
			}
			sum += int(math.Floor(amount))
		}
	}
	return sum
}
