package units

import (
	"slices"
	"strconv"
	"strings"
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

// weaponText is a field of a weapon: as it was worked out, or as it is where that says
// nothing else.
func (g *gcsReader) weaponText(v *jsonValue, key string) string {
	if s := g.calc(v, key); s != nil {
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
	level, ok := g.calc(v, "level").whole()
	if !ok && !g.stored {
		level, ok = g.weaponLevel(i, v)
	}
	leaveOut := func(why string) { g.note(v, "%s is left out: %s", quote(w.full()), why) }
	if !ok || level <= 0 {
		leaveOut("it has no level")
		return
	}
	w.Skill = level
	text := g.calc(v, "damage").str()
	if text == "" && !g.stored {
		text = g.weaponDamage(i, v)
	}
	d, why := sheetDamage(text)
	if why != "" {
		leaveOut(why)
		return
	}
	w.Modes = []Mode{{Damage: d}}
	w.setStrength(g.weaponText(v, "strength"))
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
		g.setReach(&w, g.weaponText(v, "reach"))
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
	if why := g.setRange(w, g.weaponText(v, "range"), g.unit.ST); why != "" {
		return why
	}
	g.setAcc(w, g.weaponText(v, "accuracy"))
	g.setRoF(w, g.weaponText(v, "rate_of_fire"))
	g.setShots(w, g.weaponText(v, "shots"))
	g.setBulk(w, g.weaponText(v, "bulk"))
	w.setRcl(g.weaponText(v, "recoil"))
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
	text := g.weaponText(v, key)
	if g.stored || g.calc(v, key) != nil {
		return text
	}
	m := signedRE.FindString(plainSigns.Replace(text))
	more, err := strconv.Atoi(m)
	if err != nil {
		return text
	}
	burden := 0
	if key == "parry" && strings.ContainsAny(text, "Ff") { // it is in the level, but is not halved
		burden = int(g.load)
	}
	return strconv.Itoa(max(0, (level+burden)/2+3-burden+more+g.bonus(key))) + strings.TrimPrefix(text, m)
}
