package units

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
)

// ReadGCS reads a sheet of GURPS Character Sheet (GCS), of its file versions 1 to 5.
// Sheets from version 2 on hold what the program worked out, and that is taken; of
// older ones, and where it is missing, it is worked out here. The unit is the
// character as the sheet shows him, with the load that he carries, but unhurt and
// rested. Whatever the sheet says and the unit does not have is in the notes. An
// error is a *SheetError.
func ReadGCS(text []byte) (*Sheet, error) {
	f := &jsonFile{text: text}
	const what = "a GCS sheet"
	if start := bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n"); len(text) <= MaxSheet && bytes.HasPrefix(start, []byte("<")) {
		return nil, f.fail(0, "this is the XML that GCS wrote before version 4.20; open it in GCS 5 and save it, and the new file can be read")
	}
	all, err := f.parse(what)
	switch {
	case err != nil:
		return nil, err
	case len(all) != 1 || all[0].kind != jsonObject:
		return nil, f.fail(0, "expected one object { … }, which %s is", what)
	}
	g := &gcsReader{sheetReader: newSheetReader(f), root: all[0], levels: map[*jsonValue]skillLevel{}}
	if err := g.recognise(); err != nil {
		return nil, err
	}
	return g.read()
}

// A gcsReader reads one sheet.
type gcsReader struct {
	*sheetReader
	root    *jsonValue
	version int
	stored  bool // what GCS worked out is in the file
	stale   bool // what it worked out for single values lacks all bonuses

	traits, skills, spells, equipment []gcsItem // those that count, without containers' folders
	load                              Encumbrance
	halved                            bool
	lost                              []lostSplit
	levels                            map[*jsonValue]skillLevel // of skills that are worked out
}

// A gcsItem is a trait, a skill, a spell or a thing.
type gcsItem struct {
	*jsonValue
	name  string // what people see
	level float64
	count int // how many of a thing
}

// The oldest and newest versions that are read.
const minGCS, maxGCS = 1, 5

// recognise finds out the version.
func (g *gcsReader) recognise() error {
	v := g.root.get("version")
	n, ok := v.whole()
	switch {
	case g.root.get("system") != nil || g.root.get("items") != nil && g.root.get("data") != nil:
		return g.fail(nil, "this looks like an actor of Foundry VTT and not like a GCS sheet; name it .json")
	case g.root.get("rows") != nil:
		return g.fail(nil, "this is a library of GCS and no character; open the character's own .gcs file")
	case v == nil || !ok:
		return g.fail(v, "the file has no version number, which a GCS sheet has")
	case n < minGCS:
		return g.fail(v, "version %d of GCS sheets is not known; versions are %d to %d", n, minGCS, maxGCS)
	case n > maxGCS:
		g.note(v, "version %d is newer than those that are known, %d to %d; it is read as %d", n, minGCS, maxGCS, maxGCS)
		n = maxGCS
	}
	if kind := g.root.get("type").str(); kind != "" && kind != "character" {
		return g.fail(g.root.get("type"), "this is a file of GCS of the type %s, and no character", quote(kind))
	}
	g.version = n
	return nil
}

// The first files of version 2 have values that were worked out before any trait was
// looked at, and no calc of the whole sheet.
const lastStale = 3

// calc is a value that GCS worked out, where it can be trusted.
func (g *gcsReader) calc(v *jsonValue, key string) *jsonValue {
	if g.stale {
		return nil
	}
	return v.get("calc", key)
}

func (g *gcsReader) read() (*Sheet, error) {
	r := g.root
	g.stored = r.get("calc") != nil
	g.stale = !g.stored && g.version <= lastStale
	g.unit.Name = nameOf(r.get("profile", "name").str())
	if g.unit.Name == "" {
		g.note(r.get("profile", "name"), "the sheet has no name; the file's is taken")
	}
	g.collect(r.first("traits", "advantages"), &g.traits, traitItem)
	g.collect(r.get("skills"), &g.skills, skillItem)
	g.collect(r.get("spells"), &g.spells, skillItem)
	g.collect(r.get("equipment"), &g.equipment, thingItem)
	if other := r.get("other_equipment").list(); len(other) > 0 {
		g.unused(r.get("other_equipment"), fmt.Sprintf("other equipment, which is not carried (%d)", len(other)))
	}
	if !g.stored {
		g.note(nil, "a sheet of version %d without calculated values: levels, damage, defences and DR are worked out from points, traits and equipment", g.version)
		g.houseDamage()
	}
	if err := g.attributes(); err != nil {
		return nil, err
	}
	g.size()
	g.movement()
	g.shield()
	g.body()
	g.readTraits()
	g.readSkills()
	g.readWeapons()
	return g.finish()
}

// houseDamage tells of a table of thrust and swing that is not the usual one.
func (g *gcsReader) houseDamage() {
	settings := g.root.get("settings")
	if v := settings.get("damage_progression"); v != nil && v.str() != "basic_set" {
		g.note(v, "thrust and swing are worked out by the usual table, and not by %s", quote(v.str()))
	}
	for _, key := range []string{"use_know_your_own_strength", "use_reduced_swing", "use_thrust_equals_swing_minus_2"} {
		if v := settings.get(key); v.yes() {
			g.note(v, "thrust and swing are worked out by the usual table, and not by this setting")
		}
	}
}

// Kinds of items, which differ in what counts.
type itemKind uint8

const (
	traitItem itemKind = iota
	skillItem
	thingItem
)

// collect puts the items of a list that count, those in containers too, into all.
func (g *gcsReader) collect(list *jsonValue, all *[]gcsItem, kind itemKind) {
	if list != nil && list.kind != jsonList {
		g.note(list, "expected a list; it is left out")
		return
	}
	for _, v := range list.list() {
		if v.kind != jsonObject || len(*all) >= maxSheetItems {
			g.note(v, "it is left out: want an object, and at most %d of a kind", maxSheetItems)
			continue
		}
		i := gcsItem{jsonValue: v, name: itemName(v), count: 1}
		switch {
		case kind == traitItem && v.get("disabled").yes():
			g.unused(v, i.name+" (switched off)")
			continue
		case kind == thingItem:
			if q, ok := v.get("quantity").whole(); ok {
				i.count = q
			}
			if !v.get("equipped").yes() {
				g.unused(v, i.name+" (not equipped)")
				continue
			}
			if i.count < 1 {
				g.unused(v, i.name+" (none left)")
				continue
			}
		}
		i.level = itemLevel(v)
		g.collect(v.get("children"), all, kind)
		if kind == skillItem && isFolder(v) {
			continue
		}
		*all = append(*all, i)
	}
}

// isFolder says whether an item is there to hold others.
func isFolder(v *jsonValue) bool {
	id := v.get("id").str()
	return v.get("children") != nil || strings.HasSuffix(v.get("type").str(), "_container") || len(id) == 17 && strings.Contains("TSP", id[:1])
}

func itemLevel(v *jsonValue) float64 {
	if x, ok := v.get("calc", "current_level").number(); ok {
		return x
	}
	x, _ := v.get("levels").number()
	return x
}

// itemName is what people see: with its speciality, and the blanks in it filled in.
func itemName(v *jsonValue) string {
	name := v.first("name", "description").str()
	if name == "" {
		name = v.get("spell_name").str()
	}
	if s := v.get("specialization").str(); s != "" {
		name += " (" + s + ")"
	}
	return nameOf(fillBlanks(name, v))
}

var blankRE = compiled(`@([^@]+)@`)

// fillBlanks puts the item's replacements in the place of @name@.
func fillBlanks(s string, item *jsonValue) string {
	return blankRE.ReplaceAllStringFunc(s, func(blank string) string {
		if text := item.get("replacements", strings.Trim(blank, "@")).str(); text != "" {
			return text
		}
		return strings.Trim(blank, "@")
	})
}

// modifiers are the item's modifiers that are switched on, those in containers too.
func modifiers(item *jsonValue) (all []*jsonValue) {
	var walk func(list *jsonValue)
	walk = func(list *jsonValue) {
		for _, m := range list.list() {
			if m.get("disabled").yes() {
				continue
			}
			all = append(all, m)
			walk(m.get("children"))
		}
	}
	walk(item.get("modifiers"))
	return all
}

// A gcsFeature is a bonus that an item gives.
type gcsFeature struct {
	*jsonValue
	item   gcsItem
	amount int
}

// features calls f for each bonus of a type that the items give.
func features(items []gcsItem, kind string, f func(gcsFeature)) {
	for _, i := range items {
		give := func(list *jsonValue, level float64) {
			for _, v := range list.list() {
				if v.get("type").str() != kind || v.get("switchable").yes() && !i.get("switched_on").yes() {
					continue
				}
				amount, _ := v.get("amount").number()
				if v.get("per_level").yes() {
					amount *= level
				}
				f(gcsFeature{v, i, int(math.Floor(amount))})
			}
		}
		give(i.get("features"), i.level)
		for _, m := range modifiers(i.jsonValue) {
			level := itemLevel(m)
			if m.get("use_level_from_trait").yes() {
				level = i.level
			}
			give(m.get("features"), level)
		}
	}
}

// bearers are all items that give bonuses.
func (g *gcsReader) bearers() []gcsItem {
	return slices.Concat(g.traits, g.equipment, g.skills)
}

// bonus adds up what traits, skills and equipment give to an attribute.
func (g *gcsReader) bonus(attribute string) (sum int) {
	features(g.bearers(), "attribute_bonus", func(f gcsFeature) {
		if l := f.get("limitation").str(); f.get("attribute").str() == attribute && (l == "" || l == "none") {
			sum += f.amount
		}
	})
	return sum
}

// attribute is the entry of an attribute.
func (g *gcsReader) attribute(id string) *jsonValue {
	for _, v := range g.root.get("attributes").list() {
		if v.first("attr_id", "id").str() == id {
			return v
		}
	}
	return nil
}

// value is an attribute: as GCS worked it out, or from its base here.
func (g *gcsReader) value(id string, base float64) (x float64, at *jsonValue) {
	a := g.attribute(id)
	if v := g.calc(a, "value"); v != nil {
		if x, ok := v.number(); ok {
			return x, v
		}
		g.note(v, "expected a number; it is worked out")
	} else if g.stored && a != nil {
		g.note(a, "the value of %s is missing; it is worked out", id)
	} else if g.stored {
		g.note(nil, "the sheet has no attribute %s; it is worked out", id)
	}
	adj := a.get("adj")
	if a == nil { // version 1
		key := map[string]string{"st": "ST", "dx": "DX", "iq": "IQ", "ht": "HT", "hp": "HP_adj", "fp": "FP_adj", "will": "will_adj", "per": "per_adj",
			"basic_speed": "speed_adj", "basic_move": "move_adj"}[id]
		adj = g.root.get(key)
		if id == "st" || id == "dx" || id == "iq" || id == "ht" {
			base = 0 // it is in the number
		}
	}
	more, _ := adj.number()
	for _, name := range map[string][]string{"basic_speed": {"basic_speed", "speed"}, "basic_move": {"basic_move", "move"}}[id] {
		more += float64(g.bonus(name))
	}
	if id != "basic_speed" && id != "basic_move" {
		more += float64(g.bonus(id))
	}
	return base + more, adj
}

// attributes reads those, HP and FP.
func (g *gcsReader) attributes() error {
	u := g.unit
	if g.attribute("st") == nil && g.root.get("ST") == nil {
		return g.fail(nil, "the sheet has no ST")
	}
	for _, a := range []struct {
		id string
		to *int
	}{{"st", &u.ST}, {"dx", &u.DX}, {"iq", &u.IQ}, {"ht", &u.HT}} {
		x, at := g.value(a.id, 10)
		*a.to, g.at[a.id] = int(math.Floor(x)), at
	}
	mind := float64(u.IQ)
	if g.root.get("settings", "base_will_and_per_on_10").yes() {
		mind = 10
	}
	for _, a := range []struct {
		id   string
		base float64
		to   *int
	}{{"hp", float64(u.ST), &u.HP}, {"fp", float64(u.HT), &u.FP}, {"will", mind, &u.Will}, {"per", mind, &u.Per}} {
		if a.id == "fp" && g.stored && g.attribute("fp") == nil {
			continue
		}
		x, at := g.value(a.id, a.base)
		*a.to, g.at[a.id] = int(math.Floor(x)), at
	}
	g.given = Given{IQ: true, HP: true, FP: true, Will: true, Per: true, Speed: true, Move: true, Dodge: true}
	speed, at := g.value("basic_speed", float64(u.DX+u.HT)/4)
	u.Speed, g.at["speed"] = math.Floor(speed*100+0.5)/100, at
	for _, p := range []struct {
		id, name string
		most     int
	}{{"hp", "HP", u.HP}, {"fp", "FP", u.FP}} {
		a := g.attribute(p.id)
		now, ok := a.get("calc", "current").whole()
		if !ok {
			damage, _ := a.get("damage").whole()
			now = p.most - damage
		}
		if now < p.most {
			g.aside(a, "now %d of %d %s; the unit has them all, and %s_now of a group says otherwise", now, p.most, p.name, p.id)
		}
		if now <= int(math.Floor(float64(p.most)/3+0.5)) && p.most >= 0 {
			g.halved = true
		}
	}
	switch fp := g.attribute("fp"); {
	case fp == nil && g.stored:
		g.note(g.root.get("attributes"), "the sheet has no FP: taken for one that never tires")
		u.NeverTires = true
	case u.FP <= 0:
		g.note(fp, "FP %d: taken for one that never tires", u.FP)
		u.NeverTires, u.FP = true, 0
	}
	return nil
}

// size is the SM of the profile and what traits and equipment add to it.
func (g *gcsReader) size() {
	sm := g.root.get("profile", "SM")
	n, ok := sm.whole()
	if !ok && sm != nil {
		g.note(sm, "SM %s is read as 0", quote(sm.str()))
	}
	g.unit.SM, g.at["sm"] = n+g.bonus("sm"), sm
}

// weightUnits are pounds in the units that GCS writes. Metric ones are GURPS's own,
// of 2 pounds to the kilogram.
var weightUnits = map[string]float64{"": 1, "lb": 1, "lbs": 1, "#": 1, "oz": 1. / 16, "tn": 2000, "lt": 2240, "t": 2000, "kg": 2, "g": 0.002}

// pounds reads a weight: "29 lb", "1.5 kg", 3.
func pounds(v *jsonValue) (x float64, ok bool) {
	text := v.str()
	i := strings.IndexFunc(text, func(c rune) bool { return !strings.ContainsRune("+-.,0123456789", c) })
	if i < 0 {
		i = len(text)
	}
	per, known := weightUnits[strings.ToLower(strings.TrimSpace(text[i:]))]
	x, ok = numberIn(text[:i])
	return x * per, ok && known
}

// weightOf is what a thing and all in it weigh.
func (g *gcsReader) weightOf(v *jsonValue) float64 {
	if x, ok := pounds(v.get("calc", "extended_weight")); ok {
		return x
	}
	count := 1.0
	if q, ok := v.get("quantity").number(); ok {
		count = q
	}
	text := v.first("weight", "base_weight")
	one, ok := pounds(text)
	if !ok && text != nil {
		g.note(text, "the weight %s is not understood, and counts nothing", quote(text.str()))
	}
	sum := one * count
	for _, child := range v.get("children").list() {
		sum += g.weightOf(child)
	}
	return sum
}

// movement reads encumbrance, and Move and Dodge at it.
func (g *gcsReader) movement() {
	u, calc := g.unit, g.root.get("calc")
	basic, at := g.value("basic_move", math.Floor(u.Speed))
	g.at["move"] = at
	lift, ok := pounds(calc.get("basic_lift"))
	if !ok || g.halved {
		st := u.ST
		features(g.bearers(), "attribute_bonus", func(f gcsFeature) {
			if f.get("attribute").str() == "st" && f.get("limitation").str() == "lifting_only" {
				st += f.amount
			}
		})
		if n, ok := calc.get("lifting_st_bonus").whole(); ok {
			st = u.ST + n
		}
		lift = basicLift(st)
	}
	weight := 0.0
	for _, v := range g.root.get("equipment").list() {
		weight += g.weightOf(v)
	}
	g.load = loadOf(weight, lift)
	u.Encumbrance = g.load
	switch {
	case weight > 10*lift:
		g.note(g.root.get("equipment"), "%s lb carried are more than 10 times the Basic Lift of %s lb: read as extra-heavy encumbrance", short(weight), short(lift))
	case g.load > NoEncumbrance:
		g.aside(g.root.get("equipment"), "%s lb carried, at a Basic Lift of %s lb, are %v encumbrance, which Move and Dodge have in them", short(weight), short(lift), g.load)
	}
	level := int(g.load)
	move, okMove := calc.get("move").at(level).whole()
	dodge, okDodge := calc.get("dodge").at(level).whole()
	if okMove && okDodge && !g.halved {
		u.Move, u.Dodge = move, dodge
		g.at["move"], g.at["dodge"] = calc.get("move").at(level), calc.get("dodge").at(level)
		return
	}
	bonus, ok := calc.get("dodge_bonus").whole()
	if !ok {
		bonus = g.bonus("dodge")
	}
	u.Move = max(1, int(basic)*encumbrances[g.load].tenths/10)
	if basic < 1 {
		u.Move = 0
	}
	u.Dodge = max(1, int(u.Speed)+3+bonus-level)
	switch {
	case g.halved && (!okMove || !okDodge || move != u.Move || dodge != u.Dodge):
		g.note(calc, "Move %d and Dodge %d are worked out anew: those of the sheet are halved for lost HP or FP", u.Move, u.Dodge)
	case g.stored && !g.halved:
		g.note(calc, "Move and Dodge are missing, and worked out: %d and %d", u.Move, u.Dodge)
	}
}

// at is an element of a list, or nil.
func (v *jsonValue) at(i int) *jsonValue {
	if v == nil || v.kind != jsonList || i >= len(v.items) {
		return nil
	}
	return v.items[i]
}

// loadOf is the encumbrance of a weight (B-ENC).
func loadOf(weight, lift float64) Encumbrance {
	for e, times := range []float64{1, 2, 3, 6} {
		if weight <= times*lift+1e-9 {
			return Encumbrance(e)
		}
	}
	return ExtraHeavy
}

func short(x float64) string { return fmt.Sprintf("%.4g", x) }

var aboutDefencesRE = compiled(`(?i)dodge.*(?:parry|block)|\bDB\b|active defen[cs]es`)

// shield finds the DB of a shield that the defences have in them, and tells of one
// that they do not.
func (g *gcsReader) shield() {
	u := g.unit
	features(g.equipment, "attribute_bonus", func(f gcsFeature) {
		if f.get("attribute").str() == "block" && f.amount > u.ShieldDB {
			u.ShieldDB, g.at["shield_db"] = min(f.amount, maxDB), f.jsonValue
			w, _ := pounds(f.item.first("calc").get("weight"))
			if w == 0 {
				w, _ = pounds(f.item.first("base_weight", "weight"))
			}
			u.ShieldWeight = max(0, w)
		}
	})
	features(g.equipment, "conditional_modifier", func(f gcsFeature) {
		if situation := f.get("situation").str(); f.amount > 0 && aboutDefencesRE.MatchString(situation) {
			g.note(f.jsonValue, "%s gives %+d %s: the sheet does not add that to Dodge, Parry and Block, and neither is it added here; if it always holds, raise them and write shield_db",
				quote(f.item.name), f.amount, quote(situation))
		}
	})
}

// readTraits takes the traits that the rules use.
func (g *gcsReader) readTraits() {
	for _, t := range g.traits {
		s := sheetTrait{at: t.jsonValue, name: t.name, level: int(t.level)}
		s.control, _ = t.get("cr").whole()
		for _, m := range modifiers(t.jsonValue) {
			s.details = append(s.details, fillBlanks(m.get("name").str(), t.jsonValue))
		}
		if strings.EqualFold(t.name, "injury tolerance") && len(s.details) == 0 {
			s.details = toleranceREs.FindAllString(t.first("local_notes", "notes").str(), -1)
		}
		for _, f := range t.get("features").list() {
			if kind := f.get("type").str(); kind != "conditional_modifier" && kind != "reaction_bonus" {
				s.inside = true
			}
		}
		if len(t.get("weapons").list()) > 0 {
			s.inside = true
		}
		if isFolder(t.jsonValue) && !s.inside && !strings.HasPrefix(plain(t.name), "injury tolerance") {
			continue
		}
		g.trait(s)
	}
}

// readSkills takes the skills with their levels.
func (g *gcsReader) readSkills() {
	for _, s := range g.skills {
		if n, ok := g.skillLevel(s); ok {
			g.skill(s.jsonValue, s.name, n)
		} else {
			g.note(s.jsonValue, "skill %s has no level, and is left out", quote(s.name))
		}
	}
	for _, s := range g.spells {
		if len(s.get("weapons").list()) == 0 {
			g.unused(s.jsonValue, s.name+" (spell)")
		}
	}
}
