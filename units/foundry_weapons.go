package units

import (
	"strconv"
	"strings"
)

// attacks reads melee and ranged attacks; an entry is one way of using a weapon.
func (r *foundryReader) attacks() {
	melee := r.rowsOf("melee", "meleeAtk", "mel")
	for _, row := range melee {
		r.attack(row, false)
	}
	ranged := r.rowsOf("ranged", "rangedAtk", "rng")
	for _, row := range ranged {
		r.attack(row, true)
	}
	if len(melee)+len(ranged) == 0 {
		r.actions()
	}
	u := r.unit
	for _, d := range []struct {
		keys []string
		all  *[]sheetDefence
		name string
	}{{[]string{"parry", "equippedparry"}, &r.parries, "Parry"}, {[]string{"block", "equippedblock"}, &r.blocks, "Block"}} {
		for _, key := range d.keys {
			v := r.sys.get(key)
			m := defenceRE.FindStringSubmatch(v.str())
			if len(*d.all) > 0 || m == nil {
				continue
			}
			if n, _ := strconv.Atoi(m[1]); n > 0 && n <= maxScore {
				*d.all = append(*d.all, sheetDefence{level: n, weapon: u.Name})
				r.note(v, "%s %d is the actor's own: no weapon has one", d.name, n)
			}
		}
	}
}

// attack reads one entry.
func (r *foundryReader) attack(row foundryRow, ranged bool) {
	name, _ := freed(row.get("name").str())
	usage, _ := freed(row.get("mode").str())
	if usage == "" {
		usage, _ = freed(row.get("usage").str())
	}
	w := sheetWeapon{at: row.row, owner: nameOf(name), usage: nameOf(usage), joins: true}
	w.Ranged = ranged
	if w.owner == "" && w.usage == "" {
		return
	}
	if r.putAway(w.owner) {
		r.unused(row.row, w.full()+" (not equipped)")
		return
	}
	known := " " + plain(w.owner) + " "
	for _, t := range r.things {
		w.held = w.held || t.ready && t.plain != "" && strings.Contains(known, " "+t.plain+" ")
	}
	leaveOut := func(why string) { r.note(row.row, "%s is left out: %s", quote(w.full()), why) }
	level, byFormula, ok := r.level(row)
	if !ok {
		leaveOut("it has no level")
		return
	}
	w.Skill = level
	d, why := r.damage(&w, row.get("damage"))
	if why != "" {
		leaveOut(why)
		return
	}
	w.Modes = []Mode{{Damage: d}}
	w.setStrength(row.get("st").str())
	if ranged {
		if why := r.rangedEntry(&w, row); why != "" {
			leaveOut(why)
			return
		}
	} else {
		r.setReach(&w, row.get("reach").str())
	}
	before := len(r.weapons)
	if r.weapon(w); len(r.weapons) == before || ranged {
		return
	}
	taken := &r.weapons[before]
	r.takeParry(taken, r.entryDefence(taken, row.get("parry"), "Parry", level, byFormula))
	r.takeBlock(taken, r.entryDefence(taken, row.get("block"), "Block", level, byFormula))
}

// level is an attack's: as it was imported, as it was last shown, or by its formula.
func (r *foundryReader) level(row foundryRow) (n int, byFormula, ok bool) {
	if n, ok := firstLevel(row); ok {
		return n, false, true
	}
	if n, ok := r.formula(row.get("otf").str()); ok && n > 0 {
		r.note(row.row, "the level is worked out from %s: %d", quote(row.get("otf").str()), n)
		return n, true, true
	}
	return 0, false, false
}

var formulaRE = compiled(`^(?i)\s*(?:S[a-z]*:\s*)?(?:"([^"]+)"|'([^']+)'|([\pL/ -]*\pL)(?:\s*\([^()]*\))?)\s*([+-]\s*\d{1,3})?\s*$`)

// formula is the best of alternatives such as S:"Axe/Mace"-1|DX-6.
func (r *foundryReader) formula(text string) (best int, ok bool) {
	text = shortened(text, maxBonuses)
	for _, one := range strings.Split(strings.Trim(plainSigns.Replace(text), "[] "), "|") {
		m := formulaRE.FindStringSubmatch(one)
		if m == nil {
			continue
		}
		name := m[1] + m[2] + m[3]
		level, has := 0, false
		if attribute := skillAttributes[strings.ToLower(strings.TrimSpace(name))]; attribute != nil {
			level, has = attribute(r.unit), true
		} else {
			level, has = r.skillLike(name)
		}
		more, _ := strconv.Atoi(strings.ReplaceAll(m[4], " ", ""))
		if level += more; has && (!ok || level > best) {
			best, ok = level, true
		}
	}
	return best, ok
}

// skillLike is the best skill that a name means, in which * stands for anything:
// Guns*(Rifle).
func (r *foundryReader) skillLike(name string) (best int, ok bool) {
	if !strings.Contains(name, "*") {
		return r.unit.Skill(name)
	}
	pattern := strings.ToLower(strings.TrimSpace(name))
	for skill, level := range r.unit.Skills {
		if matchesStars(pattern, skill) && (!ok || level > best) {
			best, ok = level, true
		}
	}
	return best, ok
}

var (
	strengthDamageRE = compiled(`^(?i)(thr(?:ust)?|sw(?:ing)?)\s*([+-]\s*\d{1,4})?(.*)$`)
	addedDamageRE    = compiled(`^\+`)
)

// damage reads an attack's damage: a text, or a list of which the first is taken.
func (r *foundryReader) damage(w *sheetWeapon, v *jsonValue) (d Damage, why string) {
	if v.kindIs(jsonList) {
		all := v.list()
		if len(all) == 0 {
			return d, "it has no damage"
		}
		for _, more := range all[1:] {
			r.note(more, "%s also does %s, which is left out", quote(w.full()), quote(more.str()))
		}
		v = all[0]
	}
	text := strings.TrimSpace(plainSigns.Replace(v.str()))
	if addedDamageRE.MatchString(text) {
		return d, quote(text) + " is added to another attack"
	}
	if m := strengthDamageRE.FindStringSubmatch(text); m != nil {
		key, e := "thrust", Thrust(r.unit.ST)
		if m[1][0]|0x20 == 's' {
			key, e = "swing", Swing(r.unit.ST)
		}
		if given, why := sheetDamage(r.sys.get(key).str() + " cr"); why == "" {
			e = given.Dice
		}
		n, _ := strconv.Atoi(strings.ReplaceAll(m[2], " ", ""))
		e.Adds += n
		r.note(v, "%s of %s is worked out as %v", text, quote(w.full()), e)
		text = e.String() + m[3]
	}
	return sheetDamage(text)
}

var scopeRE = compiled(`\[\s*\+\d+\s*Acc\b[^\]]*\]`)

// rangedEntry reads what only ranged attacks have.
func (r *foundryReader) rangedEntry(w *sheetWeapon, row foundryRow) (why string) {
	text := row.get("range").str()
	if text == "" {
		half, most := row.get("halfd").str(), row.get("max").str()
		if text = most; half != "" && most != "" {
			text = half + "/" + most
		}
	}
	if why := r.setRange(w, text, r.unit.ST); why != "" {
		return why
	}
	r.setAcc(w, row.get("acc").str())
	if m := scopeRE.FindString(row.get("notes").str()); m != "" {
		r.note(row.row, "%s of %s is not added to its Acc", m, quote(w.full()))
	}
	r.setRoF(w, row.get("rof").str())
	r.setShots(w, row.get("shots").str())
	r.setBulk(w, row.get("bulk").str())
	w.setRcl(row.get("rcl").str())
	var skills []string
	for _, one := range strings.Split(row.get("otf").str(), "|") {
		if m := formulaRE.FindStringSubmatch(one); m != nil {
			skills = append(skills, m[1]+m[2]+m[3])
		}
	}
	w.setMissile(skills)
	if w.Missile == SpellMissile && len(skills) == 0 { // a sling of one who has no equipment
		w.Missile = missileOf(plain(w.full()))
	}
	if throwables.MatchString(plain(w.owner)) && w.Missile == Arrow {
		w.Thrown = true
	}
	return ""
}

var entryDefenceRE = compiled(`^([+-]?)\s*(\d{1,3})([A-Za-z*]*)`)

// entryDefence is an entry's finished Parry or Block. What is signed, or 0 with a
// letter, is added to 3 and half the level; so is a plain 0 beside a level from a
// formula.
func (r *foundryReader) entryDefence(w *sheetWeapon, v *jsonValue, name string, level int, byFormula bool) string {
	text := plainSigns.Replace(v.str())
	m := entryDefenceRE.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	n, _ := strconv.Atoi(m[2])
	if m[1] == "" && (n > 0 || m[3] == "" && !byFormula) {
		if _, more, plus := strings.Cut(text, "+"); plus {
			r.note(v, "%s %s of %s: +%s is apart, and is not added", name, text, quote(w.full()), more)
		}
		return text
	}
	if m[1] == "-" {
		n = -n
	}
	level = max(0, level/2+3+n)
	r.note(v, "%s %s of %s is worked out as %d: 3, half its level, and that", name, text, quote(w.full()), level)
	return strconv.Itoa(level) + m[3]
}

// actions reads the attacks of generation 1.0, where they hang on items.
func (r *foundryReader) actions() {
	found := false
	for _, item := range r.actor.get("items").list() {
		actions := item.first("system", "data").get("actions")
		if actions == nil {
			continue
		}
		for _, a := range actions.items {
			if a.kind != jsonObject {
				continue
			}
			found = true
			own := a.first("meleeAttack", "melee", "rangedAttack", "ranged")
			ranged := a.first("rangedAttack", "ranged") != nil || strings.Contains(strings.ToLower(a.get("type").str()), "ranged")
			if own == nil {
				own = a
			}
			r.action(item, a, own, ranged)
		}
	}
	if !found {
		r.note(r.sys, "the actor has no attacks")
	}
}

// action reads one of them.
func (r *foundryReader) action(item, a, own *jsonValue, ranged bool) {
	row := foundryRow{a, own}
	name, _ := freed(a.get("name").str())
	if name == "" {
		name, _ = freed(item.get("name").str())
	}
	usage, _ := freed(row.get("mode").str())
	w := sheetWeapon{at: a, owner: nameOf(name), usage: nameOf(usage), joins: true, held: strings.HasPrefix(item.get("type").str(), "equipment")}
	w.Ranged = ranged
	if r.putAway(w.owner) {
		r.unused(a, w.full()+" (not equipped)")
		return
	}
	leaveOut := func(why string) { r.note(a, "%s is left out: %s", quote(w.full()), why) }
	level, _, ok := r.level(row)
	if !ok {
		leaveOut("it has no level")
		return
	}
	w.Skill = level
	damage := row.get("damage")
	if first := damage.list(); len(first) > 0 && first[0].kind == jsonObject { // {base, type}
		for _, key := range []string{"formula", "text", "damage", "base"} {
			if v := first[0].get(key); v != nil {
				damage = v
				break
			}
		}
	}
	d, why := r.damage(&w, damage)
	if why != "" {
		leaveOut(why)
		return
	}
	w.Modes = []Mode{{Damage: d}}
	if !ranged {
		r.actionReach(&w, row.get("reach"))
		r.weaponOfAction(w, row, level)
		return
	}
	if v := row.get("range"); v.kindIs(jsonObject) {
		half, most := v.get("halfDamage").str(), v.get("max").str()
		text := most
		if half != "" && half != "0" {
			text = half + "/" + most
		}
		if v.get("musclePowered").yes() {
			text = "x" + text
		} else if v.get("inMiles").yes() {
			text += " mi"
		}
		if why := r.setRange(&w, text, r.unit.ST); why != "" {
			leaveOut(why)
			return
		}
		acc := row.get("acc")
		if acc.kindIs(jsonObject) {
			acc = acc.get("base")
		}
		r.setAcc(&w, acc.str())
		r.setRoF(&w, row.get("rateOfFire").str())
		r.setShots(&w, row.get("shots").str())
		r.setBulk(&w, row.get("bulk").str())
		w.setRcl(row.get("recoil").str())
		w.setMissile(nil)
	} else if why := r.rangedEntry(&w, row); why != "" {
		leaveOut(why)
		return
	}
	r.weapon(w)
}

// actionReach reads {min, max, closeCombat}, or a text.
func (r *foundryReader) actionReach(w *sheetWeapon, v *jsonValue) {
	if !v.kindIs(jsonObject) {
		r.setReach(w, v.str())
		return
	}
	least, _ := v.get("min").whole()
	most, ok := v.get("max").whole()
	text := "C"
	if ok && most > 0 {
		text = strconv.Itoa(max(1, least)) + "-" + strconv.Itoa(max(1, least, most))
		if v.get("closeCombat").yes() || least == 0 && v.get("min") != nil {
			text = "C," + text
		}
	}
	r.setReach(w, text)
}

// weaponOfAction takes a melee weapon and its defences: {canParry, modifier, fencing}.
func (r *foundryReader) weaponOfAction(w sheetWeapon, row foundryRow, level int) {
	before := len(r.weapons)
	if r.weapon(w); len(r.weapons) == before {
		return
	}
	taken := &r.weapons[before]
	for _, d := range []struct{ key, can, name string }{{"parry", "canParry", "Parry"}, {"block", "canBlock", "Block"}} {
		v := row.get(d.key)
		text := ""
		if v.kindIs(jsonObject) {
			if v.get(d.can).yes() {
				more, _ := v.get("modifier").whole()
				text = strconv.Itoa(max(0, level/2+3+more))
				if v.get("fencing").yes() {
					text += "F"
				}
			}
		} else {
			text = r.entryDefence(taken, v, d.name, level, false)
		}
		if d.key == "parry" {
			r.takeParry(taken, text)
		} else {
			r.takeBlock(taken, text)
		}
	}
}
