package units

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ReadFoundry reads the actors of a file exported from Foundry VTT by its system for
// GURPS fourth edition (the game aid called gurps): one actor, a list of them, or one
// a line. The units are as the actors are shown, with the load they carry, but unhurt
// and rested. Of several actors those that cannot be read are left out; a note tells
// of each. An error, a *SheetError, says why there is no unit at all.
func ReadFoundry(text []byte) (sheets []*Sheet, left []Note, err error) {
	f := &jsonFile{text: text}
	const what = "an actor of Foundry VTT"
	all, err := f.parse(what)
	if err != nil {
		return nil, nil, err
	}
	if len(all) == 1 && all[0].kind == jsonList {
		all = all[0].list()
	}
	if len(all) == 0 {
		return nil, nil, f.fail(0, "the list of actors is empty")
	}
	var first error
	for _, v := range all {
		r := &foundryReader{sheetReader: newSheetReader(f), actor: v}
		s, err := r.read()
		switch {
		case err == nil:
			sheets = append(sheets, s)
		case len(all) == 1:
			return nil, nil, err
		default:
			n := Note{Text: fmt.Sprintf("%s is left out: %v", orElse(nameOf(v.get("name").str()), "an actor"), err)}
			n.Line, n.Column = f.place(v.offset)
			left = append(left, n)
			if first == nil {
				first = err
			}
		}
	}
	if len(sheets) == 0 {
		return nil, nil, first
	}
	return sheets, left, nil
}

func orElse(name, other string) string {
	if name == "" {
		return other
	}
	return quote(name)
}

// A foundryReader reads one actor. Its paths are those of the file; sys is the
// system's own part, where nearly everything stands.
type foundryReader struct {
	*sheetReader
	actor, sys *jsonValue
	native     bool // generation 1.0: traits, skills and attacks are items
	usedDR     bool // the working DR was taken, which has items' bonuses in it

	things []foundryThing
}

// A foundryThing is a piece of equipment.
type foundryThing struct {
	*jsonValue
	name  string
	plain string
	ready bool // carried, equipped, and in no container that is not
}

func newThing(v *jsonValue, name string, ready bool) foundryThing {
	return foundryThing{v, name, plain(nameOf(name)), ready}
}

// Types of actors that are read, and what the system calls others.
var foundryTypes = []string{"", "character", "enemy", "characterV2"}

// recognise refuses what is no actor of this system, by its own words or by its keys.
func (r *foundryReader) recognise() error {
	v := r.actor
	if v.kind != jsonObject {
		return r.fail(v, "expected an actor as an object { … }")
	}
	if v.get("system") == nil && v.get("data") == nil && v.get("version") != nil && v.first("traits", "advantages", "profile") != nil {
		return r.fail(nil, "this looks like a sheet of GCS; name it .gcs")
	}
	for _, path := range [][]string{{"_stats", "systemId"}, {"_stats", "exportSource", "systemId"}, {"flags", "exportSource", "system"}} {
		if id := v.get(path...); id.str() != "" {
			if id.str() != "gurps" {
				return r.fail(id, "this is an actor of the system %s of Foundry VTT; the one that is read is gurps", quote(id.str()))
			}
			break
		}
	}
	r.sys = v.first("system", "data")
	kind := v.get("type").str()
	switch {
	case kind == "gcsCharacter" || r.sys.get("_attributes") != nil:
		return r.fail(v.get("type"), "an actor of the type gcsCharacter has no calculated values; import its .gcs file instead")
	case !slices.Contains(foundryTypes, kind):
		return r.fail(v.get("type"), "an actor of the type %s is no combatant; types are: character, enemy", quote(kind))
	case r.sys.get("attributes", "ST") == nil:
		return r.fail(r.sys, "there are no attributes: this is no actor of the system gurps of Foundry VTT, or one that is too old or empty")
	}
	r.native = r.sys.get("profile") != nil && r.sys.get("hitlocationsV2") != nil
	return nil
}

func (r *foundryReader) read() (*Sheet, error) {
	if err := r.recognise(); err != nil {
		return nil, err
	}
	u := r.unit
	if u.Name = nameOf(r.actor.get("name").str()); u.Name == "" {
		return nil, r.fail(r.actor, "the actor has no name")
	}
	r.collectThings()
	r.traits() // Combat Reflexes counts for a Dodge that is missing
	if err := r.attributes(); err != nil {
		return nil, err
	}
	r.movement()
	r.size()
	r.body()
	r.skills()
	r.attacks()
	r.shield()
	return r.finish()
}

// rows calls f for each row of a list, in the order of their keys, and of those within
// it, folded shut or not.
func rows(list *jsonValue, f func(row *jsonValue, depth int)) { walkRows(list, 0, f) }

func walkRows(list *jsonValue, depth int, f func(*jsonValue, int)) {
	if list == nil || list.kind != jsonObject && list.kind != jsonList {
		return
	}
	items := slices.Clone(list.items)
	if list.kind == jsonObject {
		slices.SortStableFunc(items, func(a, b *jsonValue) int { return strings.Compare(a.name, b.name) })
	}
	for _, row := range items {
		if row.kind != jsonObject || len(row.items) == 0 {
			continue
		}
		f(row, depth)
		walkRows(row.get("contains"), depth+1, f)
		walkRows(row.get("collapsed"), depth+1, f)
	}
}

// A foundryRow is a row of a list, or an item of Foundry that stands for one.
type foundryRow struct{ row, parts *jsonValue }

func (w foundryRow) get(key string) *jsonValue {
	if v := w.parts.get(key); v != nil {
		return v
	}
	return w.row.get(key)
}

// rowsOf are the rows of a list of the actor or, where it is empty, the items of a
// type, whose own values stand under part.
func (r *foundryReader) rowsOf(list, kind, part string) (all []foundryRow) {
	rows(r.sys.get(list), func(row *jsonValue, _ int) { all = append(all, foundryRow{row, nil}) })
	if len(all) > maxSheetItems {
		r.note(all[maxSheetItems].row, "this and what follows is left out: there are more than %d", maxSheetItems)
		all = all[:maxSheetItems]
	}
	if len(all) > 0 {
		return all
	}
	for _, item := range r.actor.get("items").list() {
		if item.get("type").str() != kind || len(all) >= maxSheetItems {
			continue
		}
		sys := item.first("system", "data")
		own := sys
		if p := sys.get(part); p != nil {
			own = p
		}
		all = append(all, foundryRow{item, own})
	}
	return all
}

// score is an attribute: as it was imported, or else as it was last shown.
func (r *foundryReader) score(key string) (n int, at *jsonValue, ok bool) {
	a := r.sys.get("attributes", key)
	if v := a.first("import", "importedValue"); v.str() != "" {
		if n, ok := v.whole(); ok {
			return n, v, true
		}
		if isDash(v.str()) {
			r.note(v, "%s %s is read as 0", key, v.str())
			return 0, v, true
		}
		r.note(v, "%s %s is no number", key, quote(v.str()))
	}
	v := a.get("value")
	if n, ok := v.whole(); ok {
		for _, k := range a.keys {
			if k == "import" || k == "importedValue" {
				r.note(v, "%s has no imported value; %d, as it was last shown, is taken", key, n)
				break
			}
		}
		return n, v, true
	}
	return 0, a, false
}

func isDash(s string) bool { return s != "" && strings.Trim(plainSigns.Replace(s), "- ") == "" }

// attributes reads those, HP and FP, and Basic Speed.
func (r *foundryReader) attributes() error {
	u := r.unit
	r.given.IQ, r.given.Will, r.given.Per, r.given.HP, r.given.FP = true, true, true, true, true
	for _, a := range []struct {
		key     string
		to      *int
		instead func() int
	}{
		{"ST", &u.ST, func() int { return 10 }}, {"DX", &u.DX, func() int { return 10 }}, {"IQ", &u.IQ, func() int { return 10 }}, {"HT", &u.HT, func() int { return 10 }},
		{"WILL", &u.Will, func() int { return u.IQ }}, {"PER", &u.Per, func() int { return u.IQ }},
	} {
		n, at, ok := r.score(a.key)
		if !ok {
			n = a.instead()
			r.note(at, "%s is missing, and read as %d", a.key, n)
		}
		*a.to, r.at[strings.ToLower(a.key)] = n, at
	}
	hp := r.sys.get("HP", "max")
	n, ok := hp.whole()
	switch {
	case ok && n == 0 && r.sys.get("melee").empty() && r.sys.get("ranged").empty() && len(r.actor.get("items").list()) == 0:
		return r.fail(hp, "HP 0 and no attacks: this actor is blank")
	case !ok || n < 1:
		n = u.ST
		r.note(r.sys.get("HP"), "HP are missing, and read as ST: %d", n)
	}
	u.HP, r.at["hp"] = n, hp
	fp := r.sys.get("FP", "max")
	switch n, ok := fp.whole(); {
	case ok && n > 0:
		u.FP = n
	case isDash(fp.str()):
		u.NeverTires = true
		r.note(fp, "no FP: taken for one that never tires")
	case ok:
		u.NeverTires = true
		r.note(fp, "FP %d: taken for one that never tires", n)
	default:
		u.FP = u.HT
		r.note(r.sys.get("FP"), "FP are missing, and read as HT: %d", u.HT)
	}
	r.at["fp"] = fp
	for _, p := range []struct {
		key  string
		most int
	}{{"HP", u.HP}, {"FP", u.FP}} {
		if now, ok := r.sys.get(p.key, "value").whole(); ok && now < p.most {
			r.aside(r.sys.get(p.key, "value"), "now %d of %d %s; the unit has them all, and %s_now of a group says otherwise", now, p.most, p.key, strings.ToLower(p.key))
		}
	}
	speed := r.sys.first("basicspeed")
	if x, ok := speed.get("value").number(); ok && x > 0 {
		u.Speed, r.given.Speed, r.at["speed"] = x, true, speed.get("value")
	} else {
		r.note(speed, "Basic Speed is missing, and worked out: %v", float64(u.DX+u.HT)/4)
	}
	return nil
}

// empty says whether a list has no rows.
func (v *jsonValue) empty() bool { return v == nil || len(v.items) == 0 }

// weights adds up what is carried.
func (r *foundryReader) weights() (sum float64) {
	rows(r.sys.get("equipment", "carried"), func(row *jsonValue, _ int) {
		weight, ok := pounds(row.get("weight"))
		if !ok {
			return
		}
		count := 1.0
		if n, ok := row.get("count").number(); ok {
			count = n
		}
		sum += weight * count
	})
	return sum
}

// movement reads encumbrance, Move and Dodge.
func (r *foundryReader) movement() {
	u := r.unit
	var loads []*jsonValue
	rows(r.sys.get("encumbrance"), func(row *jsonValue, _ int) { loads = append(loads, row) })
	now, carried := -1, r.weights()
	for i, row := range loads {
		if row.get("current").yes() && now < 0 {
			now = i
		}
	}
	holds := func() int {
		for i, row := range loads {
			if limit, ok := pounds(row.get("weight")); ok && carried <= limit {
				return i
			}
		}
		return -1
	}
	switch by := holds(); {
	case now < 0 && by >= 0:
		now = by
		r.note(r.sys.get("encumbrance"), "no load is marked as the current one; by the weight carried, %s lb, it is level %d", short(carried), by)
	case now < 0:
		now = 0
		if len(loads) > 0 {
			r.note(r.sys.get("encumbrance"), "no load is marked as the current one; read as none")
		}
	case by > now:
		r.note(r.sys.get("encumbrance"), "the sheet's load is level %d, but the weight carried, %s lb, makes it level %d; the sheet's is taken", now, short(carried), by)
	}
	move, dodge := 0, 0
	if now < len(loads) {
		row := loads[now]
		if n, ok := row.get("level").whole(); ok && n >= 0 && n <= int(ExtraHeavy) {
			u.Encumbrance = Encumbrance(n)
		} else {
			u.Encumbrance = Encumbrance(min(now, int(ExtraHeavy)))
		}
		move, _ = row.get("move").whole()
		dodge, _ = row.get("dodge").whole()
		r.at["move"], r.at["dodge"] = row.get("move"), row.get("dodge")
		level := int(u.Encumbrance)
		if first, ok := loads[0].get("move").whole(); move < 1 && ok && first > 0 {
			move = max(1, first*encumbrances[level].tenths/10)
			r.note(row, "Move at this load is missing, and worked out from that without load: %d", move)
		}
		if first, ok := loads[0].get("dodge").whole(); dodge < 1 && ok && first > 0 {
			dodge = max(1, first-level)
			r.note(row, "Dodge at this load is missing, and worked out from that without load: %d", dodge)
		}
	}
	level := int(u.Encumbrance)
	if basic, ok := r.sys.first("basicmove").get("value").whole(); move < 1 && ok && basic > 0 {
		move = max(1, basic*encumbrances[level].tenths/10)
		r.note(r.sys.get("basicmove"), "Move is worked out from Basic Move: %d", move)
	}
	if n, ok := r.sys.get("dodge", "value").whole(); dodge < 1 && ok && n > 0 && r.native {
		dodge = max(1, n-level)
	}
	if move > 0 {
		u.Move, r.given.Move = move, true
	} else {
		r.note(r.sys.get("encumbrance"), "Move is missing, and worked out from Basic Speed")
	}
	if dodge > 0 {
		u.Dodge, r.given.Dodge = dodge, true
	} else {
		r.note(r.sys.get("encumbrance"), "Dodge is missing, and worked out from Basic Speed")
	}
	r.ways()
}

// ways takes the Move on the ground where the actor has several.
func (r *foundryReader) ways() {
	list := r.sys.first("move", "moveV2")
	if list.kindIs(jsonObject) && list.get("mode") != nil {
		return
	}
	var ground, usual *jsonValue
	count := 0
	rows(list, func(row *jsonValue, _ int) {
		mode := row.get("mode").str()
		if mode == "" {
			return
		}
		count++
		if row.get("default").yes() && usual == nil {
			usual = row
		}
		lower := strings.ToLower(mode)
		if ground == nil && (strings.Contains(lower, "ground") || strings.Contains(lower, "land")) {
			ground = row
		} else if !row.get("default").yes() || count > 1 {
			basic := row.first("basic", "enhanced").str()
			r.unused(row, fmt.Sprintf("move %s %s", mode[strings.LastIndexByte(mode, '.')+1:], basic))
		}
	})
	if ground == nil || usual == nil || usual == ground {
		return
	}
	if basic, ok := ground.get("basic").whole(); ok && basic > 0 {
		r.unit.Move, r.given.Move = max(1, basic*encumbrances[r.unit.Encumbrance].tenths/10), true
		r.note(ground, "the sheet shows Move by %s; Move %d on the ground is taken", usual.get("mode").str(), r.unit.Move)
	} else {
		r.note(ground, "Move on the ground is not given; the sheet's, by %s, is taken", usual.get("mode").str())
	}
}

// size reads SM, which a bug of mooks leaves blank.
func (r *foundryReader) size() {
	v := r.sys.get("traits", "sizemod")
	if p := r.sys.get("profile", "sizemod"); p != nil {
		v = p
	}
	n, ok := v.whole()
	r.unit.SM, r.at["sm"] = n, v
	said := ""
	if !ok || n == 0 {
		rows(r.sys.get("conditions", "target", "modifiers"), func(row *jsonValue, _ int) { said += row.get("name").str() + " " })
		for _, m := range r.sys.get("conditions", "target", "modifiers").list() {
			said += m.str() + " "
		}
	}
	switch {
	case strings.Contains(said, "Size Modifier"):
		r.note(v, "SM is read as %d, but the actor has the modifier %s", n, quote(strings.TrimSpace(said)))
	case !ok && v.str() != "":
		r.note(v, "SM %s is read as 0", quote(v.str()))
	}
}

// shield tells of what a shield may give that the defences may or may not have.
func (r *foundryReader) shield() {
	for _, key := range []string{"dodge", "parry", "block"} {
		if v := r.sys.get("defenses", key, "bonus"); v != nil {
			if n, ok := v.whole(); ok && n != 0 {
				r.note(v, "a bonus of %+d to %s is kept apart on the sheet, and is not added; if the figures do not have it, raise them and write shield_db", n, key)
			}
		}
	}
	for _, t := range r.things {
		if m := dbRE.FindString(t.get("notes").str()); m != "" {
			r.note(t.jsonValue, "%s says %s; it is not added to Dodge, Parry and Block; if they do not have it, raise them and write shield_db", quote(t.name), m)
		}
	}
	rows(r.sys.get("conditionalmods"), func(row *jsonValue, _ int) {
		if situation := row.get("situation").str(); aboutDefencesRE.MatchString(situation) {
			r.note(row, "%s %s: it is not added to Dodge, Parry and Block; if it always holds, raise them and write shield_db", row.get("modifier").str(), quote(situation))
		}
	})
}

var dbRE = compiled(`\[\s*[+-]?\d+\s*DB\b[^\]]*\]`)

// collectThings lists the equipment.
func (r *foundryReader) collectThings() {
	add := func(list *jsonValue, carried bool) {
		closed := -1 // the depth of a container that is not equipped
		rows(list, func(row *jsonValue, depth int) {
			if closed >= 0 && depth <= closed {
				closed = -1
			}
			ready := carried && closed < 0
			if e := row.get("equipped"); e != nil && !e.yes() {
				ready = false
				if closed < 0 {
					closed = depth
				}
			}
			if len(r.things) < maxSheetItems {
				r.things = append(r.things, newThing(row, row.get("name").str(), ready))
			}
		})
	}
	add(r.sys.get("equipment", "carried"), true)
	add(r.sys.get("equipment", "other"), false)
	if len(r.things) > 0 {
		return
	}
	for _, item := range r.actor.get("items").list() {
		if item.get("type").str() == "equipment" || item.get("type").str() == "equipmentV2" {
			sys := item.first("system", "data")
			ready := true
			for _, key := range []string{"equipped", "carried", "_carried"} {
				for _, v := range []*jsonValue{sys.get(key), sys.get("eqt", key)} {
					ready = ready && (v == nil || v.yes())
				}
			}
			r.things = append(r.things, newThing(sys, item.get("name").str(), ready))
		}
	}
}

// putAway says whether an attack's weapon is only among what is not at hand: by the
// longest name of a thing that fits.
func (r *foundryReader) putAway(weapon string) bool {
	weapon = plain(weapon)
	best, away := 0, false
	for _, t := range r.things {
		name := t.plain
		if name == "" || name != weapon && !strings.Contains(" "+weapon+" ", " "+name+" ") && !strings.HasPrefix(name, weapon+" ") {
			continue
		}
		if fit := min(len(name), len(weapon)); fit > best {
			best, away = fit, !t.ready
		} else if fit == best {
			away = away && !t.ready
		}
	}
	return away && weapon != ""
}

// Patterns of what people paste into names and notes.
var (
	tagRE        = compiled(`<[^<>]{0,200}>`)
	linkRE       = compiled(`\[\s*(?:"([^"]*)"|'([^']*)')[^\[\]]*\]`)
	controlRE    = compiled(`\[\s*CR:\s*(\d{1,2})\s*([^\[\]]*)\]`)
	controlsRE   = compiled(`CR:\s*(\d{1,2})`)
	bareLinkRE   = compiled(`\[([^\[\]]*)\]`)
	objectRE     = compiled(`\s*\(\[object Object\]\)\s*$`)
	entities     = strings.NewReplacer("&nbsp;", " ", "&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", `"`, "&#39;", "'")
	toleranceREs = compiled(`(?i)\b(unliving|homogene?ous|diffuse|no brain|no vitals|no blood|no eyes|no head|no neck)\b`)
)

// freed is a text without tags and brackets, and the self-control number in them.
func freed(s string) (text string, control int) {
	if m := controlsRE.FindStringSubmatch(s); m != nil {
		control, _ = strconv.Atoi(m[1])
	}
	s = entities.Replace(tagRE.ReplaceAllString(objectRE.ReplaceAllString(s, ""), " "))
	s = linkRE.ReplaceAllString(s, "$1$2")
	s = controlRE.ReplaceAllString(s, "$2")
	return oneLine(bareLinkRE.ReplaceAllString(s, "$1")), control
}

// traits reads advantages and disadvantages.
func (r *foundryReader) traits() {
	for _, row := range r.rowsOf("ads", "feature", "fea") {
		if row.get("disabled").yes() {
			continue
		}
		name, control := freed(row.get("name").str())
		s := sheetTrait{at: row.row, name: name, control: control}
		s.level, _ = row.get("level").whole()
		if n, ok := row.get("cr").whole(); ok && n > 0 {
			s.control = n
		}
		notes, _ := freed(row.get("notes").str())
		if strings.HasPrefix(plain(name), "injury tolerance") {
			s.details = toleranceREs.FindAllString(notes, -1)
		}
		s.inside = row.row.get("contains") != nil && !row.row.get("contains").empty()
		r.trait(s)
	}
}

// skills reads skills, and names the spells.
func (r *foundryReader) skills() {
	for _, row := range r.rowsOf("skills", "skill", "ski") {
		name, _ := freed(row.get("name").str())
		if n, ok := firstLevel(row); ok && name != "" {
			r.skill(row.row, name, n)
		}
	}
	for _, row := range r.rowsOf("spells", "spell", "spl") {
		if name, _ := freed(row.get("name").str()); name != "" {
			r.unused(row.row, name+" (spell)")
		}
	}
}

// firstLevel is a level as it was imported or, where that is no number above 0, as it
// was last shown.
func firstLevel(row foundryRow) (n int, ok bool) {
	for _, key := range []string{"import", "importedLevel", "level"} {
		if n, ok := row.get(key).whole(); ok && n > 0 {
			return n, true
		}
	}
	return 0, false
}

// Hit locations: words that are in their names.
var foundryPlaces = []struct {
	word   string
	places []Location
}{
	{"right arm", []Location{RightArm}}, {"left arm", []Location{LeftArm}}, {"right leg", []Location{RightLeg}}, {"left leg", []Location{LeftLeg}},
	{"foreleg", []Location{RightArm, LeftArm}}, {"front leg", []Location{RightArm, LeftArm}}, // they are where people have arms
	{"arm", []Location{RightArm, LeftArm}}, {"leg", []Location{RightLeg, LeftLeg}}, {"hand", []Location{Hand}}, {"foot", []Location{Foot}}, {"feet", []Location{Foot}},
	{"eye", []Location{Eye}}, {"skull", []Location{Skull}}, {"face", []Location{Face}}, {"neck", []Location{Neck}}, {"groin", []Location{Groin}},
	{"vitals", []Location{Vitals}}, {"vital", []Location{Vitals}}, {"torso", []Location{Torso}},
}

// placesNamed are the locations that a name means, and what part of the body it is.
func placesNamed(where string) (places []Location, id string) {
	word := plain(where)
	for _, p := range foundryPlaces {
		for _, w := range strings.Fields(word) {
			if p.word == w || p.word+"s" == w || p.word == strings.TrimRight(w, "0123456789") {
				return p.places, p.word
			}
		}
		if strings.HasPrefix(word, p.word) {
			return p.places, p.word
		}
	}
	for _, body := range torsoLike {
		if word == body {
			return []Location{Torso}, "torso"
		}
	}
	return nil, word
}

// body reads DR by location.
func (r *foundryReader) body() {
	list := r.sys.first("hitlocations", "hitlocationsV2")
	if list.empty() {
		list = r.sys.get("hitlocationsV2")
	}
	var parts []bodyPart
	var places [][]Location
	rows(list, func(row *jsonValue, _ int) {
		p := bodyPart{at: row, name: strings.TrimRight(row.get("where").str(), "* ")}
		if p.name == "" {
			return
		}
		if len(parts) >= maxSheetPlaces {
			r.note(row, "a body has at most %d locations; this one is left out", maxSheetPlaces)
			return
		}
		where, id := placesNamed(p.name)
		p.id = id
		p.dr = r.locationDR(row, &p)
		r.wholeSplits(&p, row.get("split"))
		if where == nil {
			r.unused(row, placeWord(p.name, p.dr))
		}
		parts, places = append(parts, p), append(places, where)
	})
	if len(parts) == 0 {
		r.note(r.sys, "there are no hit locations: DR 0 everywhere")
	}
	r.worn(parts)
	a := &r.unit.Armour
	torso, found := bodyPart{}, false
	for i, p := range parts {
		if slices.Contains(places[i], Torso) && !found {
			torso, found = p, true
		}
	}
	if !found && len(parts) > 0 {
		torso = parts[0]
		r.note(torso.at, "the body has no torso; %s is taken for it, DR %d", torso.name, torso.dr)
	}
	for l := range NumLocations {
		if l != Vitals {
			a.put(l, torso)
		}
	}
	seen, bare := map[Location]bool{}, allPlaces()
	for i, p := range parts {
		if slices.Contains(places[i], Skull) {
			p = r.ownSkull(p)
		}
		for _, l := range places[i] {
			delete(bare, l)
			if seen[l] || l == Vitals && sameDR(p, torso) {
				continue
			}
			seen[l] = true
			a.put(l, p)
		}
	}
	r.lacking(list, bare, torso)
}

// locationDR reads a location's DR: 5, 4/2 (which is 2 against crushing, as in stat
// blocks), 5|3, 0 + 8.
func (r *foundryReader) locationDR(row *jsonValue, p *bodyPart) int {
	name := p.name
	v := row.first("import", "importedDR")
	hasImport := v.str() != ""
	working := row.get("dr")
	hasCap := slices.Contains(row.keys, "drCap")
	if n, ok := working.whole(); ok && (hasCap && n != 0 || !hasImport && !slices.Contains(row.keys, "import")) {
		r.usedDR = r.usedDR || hasCap
		return clampDR(n)
	}
	more, _ := row.get("drMod").whole()
	text := plainSigns.Replace(v.str())
	if text == "" {
		r.note(row, "the DR of %s is missing, and read as 0", name)
		return clampDR(more)
	}
	if strings.Contains(text, "|") {
		least := maxDR
		for _, part := range strings.Split(text, "|") {
			if n, ok := numberIn(part); ok {
				least = min(least, int(n))
			}
		}
		r.note(v, "DR %s of %s is read as the lower, %d", text, name, clampDR(least))
		return clampDR(least)
	}
	if first, second, split := strings.Cut(text, "/"); split {
		n, ok := numberIn(strings.Trim(first, "* "))
		crushing, ok2 := numberIn(strings.Trim(second, "* "))
		if ok && ok2 {
			p.flexible = strings.Contains(text, "*")
			p.against = map[DamageType]int{Crushing: clampDR(int(crushing) + more)}
			r.note(v, "DR %s of %s is read as DR %d, but %d against crushing", text, name, clampDR(int(n)+more), p.against[Crushing])
			return clampDR(int(n) + more)
		}
	}
	p.flexible = strings.Contains(text, "*")
	sum, any := 0, false
	for _, part := range strings.Split(text, "+") {
		if n, ok := numberIn(strings.Trim(part, "* ")); ok {
			sum, any = sum+int(n), true
		} else if strings.TrimSpace(part) != "" {
			any = false
			break
		}
	}
	if !any {
		r.note(v, "DR %s of %s is not understood, and read as %d", quote(text), name, clampDR(more))
		sum = 0
	}
	return clampDR(sum + more)
}

// wholeSplits reads DR against single damage types, which is all of it.
func (r *foundryReader) wholeSplits(p *bodyPart, split *jsonValue) {
	if split == nil || split.kind != jsonObject {
		return
	}
	for i, key := range split.keys {
		n, ok := split.items[i].whole()
		t, err := r.splitType(split.items[i], key)
		if !ok || err != nil {
			r.note(split.items[i], "DR against %s is left out", quote(key))
			continue
		}
		if p.against == nil {
			p.against = map[DamageType]int{}
		}
		p.against[t] = clampDR(n)
	}
}

// ownSkull takes the skull's own DR off, if the figure seems to have it: it has where
// it is no less than 2.
func (r *foundryReader) ownSkull(p bodyPart) bodyPart {
	own := NaturalDR(Skull, Crushing)
	if p.dr < own {
		r.note(p.at, "the skull has DR %d on the sheet, but never less than its own %d here", p.dr, own)
	} else if p.dr > own {
		r.aside(p.at, "skull DR %d of the sheet is written as %d, for the rules add the skull's own %d", p.dr, p.dr-own, own)
	}
	p.dr = max(0, p.dr-own)
	against := map[DamageType]int{}
	for t, dr := range p.against {
		against[t] = max(0, dr-own)
	}
	p.against = against
	return p
}

// maxBonuses is how many characters of an item's bonuses are read.
const maxBonuses = 2000

var bonusRE = compiled(`(?i)^DR\s*([+-]?\d{1,4})\s*(.*)$`)

// worn adds the DR that items give, which the file's figures do not have in them.
func (r *foundryReader) worn(parts []bodyPart) {
	seen := map[string]bool{}
	for _, item := range r.actor.get("items").list() {
		sys := item.first("system", "data")
		bonuses := sys.first("bonuses")
		if bonuses.str() == "" {
			continue
		}
		ready := true
		for _, key := range []string{"equipped", "carried"} {
			for _, v := range []*jsonValue{sys.get(key), sys.get("eqt", key)} {
				ready = ready && (v == nil || v.yes())
			}
		}
		id := sys.get("globalid").str()
		if !ready || id != "" && seen[id] {
			continue
		}
		seen[id] = true
		for line := range strings.Lines(shortened(bonuses.text, maxBonuses)) {
			line = oneLine(line)
			m := bonusRE.FindStringSubmatch(plainSigns.Replace(line))
			switch {
			case line == "":
			case m == nil:
				r.note(bonuses, "the bonus %s of %s is not in the sheet's figures, and is not added", quote(line), quote(item.get("name").str()))
			case r.usedDR: // it is inside
			default:
				n, _ := strconv.Atoi(m[1])
				for i := range parts {
					if bonusCovers(m[2], parts[i].name) {
						parts[i].dr = clampDR(parts[i].dr + n)
						for t := range parts[i].against {
							parts[i].against[t] = clampDR(parts[i].against[t] + n)
						}
					}
				}
				r.note(bonuses, "%s of %s is added to the DR of the sheet", quote(line), quote(item.get("name").str()))
			}
		}
	}
}

// bonusCovers says whether a location is among those that a bonus names: all, where
// it names none; words with * for anything, or names in quotes.
func bonusCovers(places, name string) bool {
	places = strings.TrimSpace(places)
	if places == "" {
		return true
	}
	name = strings.ToLower(strings.TrimRight(name, "* "))
	for places != "" {
		one, rest, _ := strings.Cut(places, " ")
		if places[0] == '"' {
			one, rest, _ = strings.Cut(places[1:], `"`)
		}
		places = strings.TrimSpace(rest)
		one = strings.ToLower(strings.Trim(one, `,"`))
		if matchesStars(one, name) {
			return true
		}
	}
	return false
}

// matchesStars matches a pattern whose stars stand for anything.
func matchesStars(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if !strings.HasPrefix(name, parts[0]) {
		return false
	}
	name = name[len(parts[0]):]
	if len(parts) == 1 {
		return name == ""
	}
	for i, part := range parts[1:] {
		if i == len(parts)-2 {
			return strings.HasSuffix(name, part)
		}
		at := strings.Index(name, part)
		if at < 0 {
			return false
		}
		name = name[at+len(part):]
	}
	return true
}
