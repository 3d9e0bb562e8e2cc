package units

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A blockLabel is a word before a value. Its reader starts after the label; it
// says false where no value follows, and then the word is no label.
type blockLabel struct {
	name string // in lower case
	unit bool   // of the unit, not of a weapon: it ends a list of skills
	read func(r *blockReader, name string, start int) (bool, error)
}

var blockLabels = []blockLabel{
	{"st", true, readST},
	{"strength", true, readST},
	{"dx", true, number("dx", func(u *Unit) *int { return &u.DX }, nil)},
	{"dexterity", true, number("dx", func(u *Unit) *int { return &u.DX }, nil)},
	{"iq", true, number("iq", func(u *Unit) *int { return &u.IQ }, func(g *Given) *bool { return &g.IQ })},
	{"intelligence", true, number("iq", func(u *Unit) *int { return &u.IQ }, func(g *Given) *bool { return &g.IQ })},
	{"ht", true, number("ht", func(u *Unit) *int { return &u.HT }, nil)},
	{"health", true, number("ht", func(u *Unit) *int { return &u.HT }, nil)},
	{"hp", true, number("hp", func(u *Unit) *int { return &u.HP }, func(g *Given) *bool { return &g.HP })},
	{"hit points", true, number("hp", func(u *Unit) *int { return &u.HP }, func(g *Given) *bool { return &g.HP })},
	{"group hp", true, readGroupHP},
	{"fp", true, readFP},
	{"fatigue points", true, readFP},
	{"will", true, number("will", func(u *Unit) *int { return &u.Will }, func(g *Given) *bool { return &g.Will })},
	{"per", true, number("per", func(u *Unit) *int { return &u.Per }, func(g *Given) *bool { return &g.Per })},
	{"perception", true, number("per", func(u *Unit) *int { return &u.Per }, func(g *Given) *bool { return &g.Per })},
	{"sm", true, number("sm", func(u *Unit) *int { return &u.SM }, nil)},
	{"size modifier", true, number("sm", func(u *Unit) *int { return &u.SM }, nil)},
	{"basic speed", true, readSpeed},
	{"speed", true, readSpeed},
	{"bs", true, readSpeed},
	{"basic move", true, readMove},
	{"move", true, readMove},
	{"mv", true, readMove},
	{"dodge", true, defence("dodge", func(u *Unit) *int { return &u.Dodge })},
	{"parry/block", true, readParryBlock},
	{"parry", true, defence("parry", func(u *Unit) *int { return &u.Parry })},
	{"block", true, defence("block", func(u *Unit) *int { return &u.Block })},
	{"db", true, number("shield_db", func(u *Unit) *int { return &u.ShieldDB }, nil)},
	{"dr", true, readDR},
	{"damage resistance", true, readDR},
	{"encumbrance", true, readEncumbrance},
	{"name", true, readName},

	{"reach", false, readReach},
	{"at reach", false, readReach},
	{"range", false, readRange},
	{"1/2d", false, readHalfAndMost},
	{"ranged attack", false, readRanged},
	{"ranged", false, readRanged},
	{"acc", false, readAcc},
	{"accuracy", false, readAcc},
	{"rof", false, readRoF},
	{"rcl", false, weaponNumber(func(w *Weapon) *int { return &w.Rcl })},
	{"bulk", false, weaponNumber(func(w *Weapon) *int { return &w.Bulk })},
	{"shots", false, readShots},
	{"unwieldy", false, weaponWord(func(w *Weapon) { w.Unwieldy = true })},
	{"fencing", false, weaponWord(func(w *Weapon) { w.Fencing = true })},
	{"two-handed", false, weaponWord(func(w *Weapon) { w.TwoHanded = true })},
	{"thrown", false, weaponWord(func(w *Weapon) { w.Thrown = true })},
}

// Patterns of values.
var (
	afterLabelRE = compiled(`^\s*[:=]?\s*\|{0,2}\s*`)
	numberRE     = compiled(`^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?`)
	dashRE       = compiled(`^- +`) // Parry - 9
	inBracketRE  = compiled(`^\(([+-]?\d{1,9})\)`)
	noneRE       = compiled(`^(?i:n/?a|none|no|-)(?:[ ,;.|)\n]|$)`)
	slashRE      = compiled(`^ */ *\d+`)
)

// label reads a labelled value.
func (r *blockReader) label() (bool, error) {
	start, rest := r.pos, r.rest()
	for _, l := range blockLabels {
		n := len(l.name)
		if len(rest) < n || !strings.EqualFold(rest[:n], l.name) || len(rest) > n && isLetter(rest[n]) {
			continue
		}
		if start < r.remarksEnd && !r.news(l) || l.name == "sm" && sizedRE.MatchString(rest) {
			continue
		}
		r.pos = start + len(l.name)
		name, notes := r.text[start:r.pos], len(r.notes)
		r.take(afterLabelRE)
		if l.unit && l.name != "sm" {
			r.take(dashRE)
		}
		if done, err := l.read(r, name, start); err != nil {
			return true, err
		} else if done {
			r.inSkills = r.inSkills && !l.unit
			r.remarks(name)
			return true, nil
		}
		r.pos, r.notes = start, r.notes[:notes]
	}
	return false, nil
}

// news says whether a label in remarks is one of the unit that has no number yet.
func (r *blockReader) news(l blockLabel) bool {
	for _, k := range lostKeys {
		if k.name == l.name {
			_, seen := r.seen[k.seen]
			return !seen
		}
	}
	return false
}

// lostKeys are the keys of the unit that must have a value: as they are written,
// as seen knows them, and what they look like. What is sure is no word of prose,
// so that it needs neither a number nor a colon to be meant.
var lostKeys = []struct {
	name, seen, like string
	sure             bool
}{
	{"st", "st", "ST 12", false}, {"strength", "st", "ST 12", false}, {"dx", "dx", "DX 11", false}, {"dexterity", "dx", "DX 11", false},
	{"iq", "iq", "IQ 10", false}, {"intelligence", "iq", "IQ 10", false}, {"ht", "ht", "HT 11", false}, {"health", "ht", "HT 11", false},
	{"hp", "hp", "HP 12", true}, {"hit points", "hp", "HP 12", false}, {"fp", "fp", "FP 11, or FP N/A", true}, {"fatigue points", "fp", "FP 11, or FP N/A", false},
	{"will", "will", "Will 10", false}, {"sm", "sm", "SM +1", true}, {"size modifier", "sm", "SM +1", true},
	{"basic speed", "speed", "Basic Speed 5.5", true}, {"speed", "speed", "Speed 5.5", false}, {"bs", "speed", "BS 5.5", true},
	{"basic move", "basic move", "Basic Move 5", true}, {"move", "move", "Move 5", false}, {"mv", "move", "MV 5", true},
	{"dodge", "dodge", "Dodge 9", false}, {"parry/block", "parry", "Parry/Block: 9/11", true}, {"parry", "parry", "Parry 9", false}, {"block", "block", "Block 10", false},
	{"db", "shield_db", "DB 2", true}, {"damage resistance", "dr", "DR 4", false}, {"dr", "dr", "DR 4, or DR torso 5, skull 6, or DR 5 (torso), 6 (skull)", true},
	{"encumbrance", "encumbrance", "Encumbrance: light", false},
}

var (
	sizedRE     = compiled(`^(?i)SM ?[+-]\d+ (?:\pL[\pL'-]* )+\(\d+\) *:?`) // SM+1 Small Mace (12)
	keySignRE   = compiled(`^ *([:=|])? *`)
	keyValueRE  = compiled(`^[^\n;|]*`)
	lineStartRE = compiled(`(?:^|\n)[ |*-]*$`)
)

// lostKey fails where a key of the unit begins a line or has a colon, and no
// reader has understood its value. A key that is left blank only has a note.
func (r *blockReader) lostKey() (bool, error) {
	start, rest := r.pos, r.rest()
	for _, k := range lostKeys {
		n := len(k.name)
		if len(rest) < n || !strings.EqualFold(rest[:n], k.name) || len(rest) > n && !strings.ContainsAny(rest[n:n+1], " :=|\n") {
			continue
		}
		sign := keySignRE.FindStringSubmatch(rest[n:])
		value := strings.TrimRight(keyValueRE.FindString(rest[n+len(sign[0]):]), " .,")
		_, again := r.seen[k.seen]
		begins := !again && lineStartRE.MatchString(r.text[max(0, start-100):start]) &&
			(k.sure || k.name != "will" && strings.ContainsAny(value, "0123456789"))
		switch {
		case value == "" && sign[1] != "":
			r.pos += n + len(sign[0])
			r.note(start, "%s has no value", rest[:n])
			r.lost[len(r.notes)-1] = k.name + " 0" // to tell what is used instead
			return true, nil
		case value != "" && (sign[1] != "" || begins):
			if err := r.fail(start, "%s: %s is not understood; like %s", rest[:n], quote(value), k.like); r.missed[k.seen] == nil {
				r.missed[k.seen] = err
			}
			r.notUnderstood()
			r.notes[len(r.notes)-1].Unused = nil
			return true, nil
		}
		return false, nil
	}
	return false, nil
}

// finishLostKeys fails for a key whose value was not understood, unless it stands
// somewhere else in the block: this was a line of prose then.
func (r *blockReader) finishLostKeys() error {
	for _, k := range lostKeys {
		if _, seen := r.seen[k.seen]; !seen && r.missed[k.seen] != nil {
			return r.missed[k.seen]
		}
	}
	return nil
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func isWordByte(b byte) bool { return isLetter(b) || b >= '0' && b <= '9' }

// real reads a number; ok is false where there is none.
func (r *blockReader) real(name string) (x float64, ok bool, err error) {
	at := r.pos
	m := r.take(numberRE)
	if m == nil {
		return 0, false, nil
	}
	x, e := strconv.ParseFloat(strings.ReplaceAll(m[0], ",", ""), 64)
	if e != nil || x > maxHP || x < -maxHP {
		return 0, false, r.fail(at, "%s %s makes no sense; want at most %d", name, m[0], maxHP)
	}
	return x, true, nil
}

// whole reads a whole number; ok is false where there is none.
func (r *blockReader) whole(name string) (n int, ok bool, err error) {
	at := r.pos
	if m := r.take(inBracketRE); m != nil { // Block (10)
		n, err := strconv.Atoi(m[1])
		if err != nil || n > maxHP || n < -maxHP {
			return 0, false, r.fail(at, "%s %s makes no sense; want at most %d", name, m[1], maxHP)
		}
		return n, true, nil
	}
	x, ok, err := r.real(name)
	if ok && x != float64(int(x)) {
		return 0, false, r.fail(at, "%s %v makes no sense; want a whole number", name, x)
	}
	return int(x), ok, err
}

// first says whether the key is read for the first time. Otherwise the first
// number stands, and a different one becomes a note.
func (r *blockReader) first(key, name string, start int, old, now float64) bool {
	at, again := r.seen[key]
	if !again {
		r.seen[key] = start
		return true
	}
	r.again[key] = start
	if old != now {
		line, column := r.place(at)
		r.note(start, "a second %s, %v; the first, %v at %d:%d, stands", name, now, old, line, column)
	}
	return false
}

// number makes the reader of a whole number of the unit.
func number(key string, field func(*Unit) *int, given func(*Given) *bool) func(*blockReader, string, int) (bool, error) {
	return func(r *blockReader, name string, start int) (bool, error) {
		n, ok, err := r.whole(name)
		if !ok {
			return false, err
		}
		if next := r.rest(); next != "" && isLetter(next[0]) && r.text[r.pos-1] != ')' && !joinedRE.MatchString(next) { // 1O, 2d
			return false, nil
		}
		if f := field(r.unit); r.first(key, name, start, float64(*f), float64(n)) {
			*f = n
			if given != nil {
				*given(&r.given) = true
			}
		}
		return true, nil
	}
}

// joinedRE is a label that follows without a space: ST14DX12.
var joinedRE = compiled(`^(?i)(?:ST|DX|IQ|HT|HP|FP|Will|Per|SM|BS|DR)\b|^(?i)(?:ST|DX|IQ|HT|HP|FP|Will|Per|SM|BS|DR)\d`)

// readST reads the unit's ST or, after a weapon on the same line, the weapon's.
func readST(r *blockReader, name string, start int) (bool, error) {
	w := r.lastWeapon()
	if _, known := r.seen["st"]; !known || w == nil || strings.Contains(r.text[w.pos:start], "\n") {
		return number("st", func(u *Unit) *int { return &u.ST }, nil)(r, name, start)
	}
	n, ok, err := r.whole(name)
	if !ok {
		return false, err
	}
	if r.once(w, name, start) {
		w.MinST = n
	}
	r.take(mountRE)
	if m := r.take(starsRE); m != nil {
		w.TwoHanded = w.TwoHanded || strings.ContainsAny(m[0], "†‡")
		w.Unwieldy = w.Unwieldy || strings.Contains(m[0], "‡")
	}
	return true, nil
}

// mountRE marks ST that is for a rest or a mount: 12R†.
var mountRE = compiled(`^[RBM]+\b`)

// readGroupHP reads the HP of a whole group, which are not a unit's.
func readGroupHP(r *blockReader, name string, start int) (bool, error) {
	n, ok, err := r.whole(name)
	if ok {
		r.groupHP, r.groupHPAt = n, start
	}
	return ok, err
}

func readFP(r *blockReader, name string, start int) (bool, error) {
	if noneRE.MatchString(r.rest()) {
		r.take(noneRE)
		if r.first("fp", name, start, float64(r.unit.FP), 0) {
			r.unit.NeverTires, r.given.FP = true, true
		}
		return true, nil
	}
	at := r.pos
	n, ok, err := r.whole(name)
	if ok && r.first("fp", name, start, float64(r.unit.FP), float64(n)) {
		r.unit.FP, r.given.FP = n, true
		if n == 0 {
			r.unit.NeverTires = true
			r.note(at, "%s 0 is read as none: it never tires", name)
		}
	}
	return ok, err
}

func readSpeed(r *blockReader, name string, start int) (bool, error) {
	x, ok, err := r.real(name)
	if ok && r.first("speed", name, start, r.unit.Speed, x) {
		r.unit.Speed, r.given.Speed = x, true
	}
	return ok, err
}

var (
	groundRE    = compiled(`^ *(?i:ground|land|yards)\b`)
	otherMoveRE = compiled(`^(?i) *[,;/] *(\d{1,4} *(?:underwater|water|air|swimming|flying|flight|tunneling|tunnelling|climbing|brachiating)\b)`)
)

// readMove reads Move, or Basic Move, which counts where Move is not written.
func readMove(r *blockReader, name string, start int) (bool, error) {
	n, ok, err := r.whole(name)
	if !ok {
		return false, err
	}
	if strings.HasPrefix(strings.ToLower(name), "basic") {
		if r.first("basic move", name, start, float64(r.basicMove), float64(n)) {
			r.basicMove = n
		}
	} else if r.first("move", name, start, float64(r.unit.Move), float64(n)) {
		r.unit.Move, r.given.Move = n, true
	}
	if _, both := r.seen["move"]; both {
		if at, ok := r.seen["basic move"]; ok && r.basicMove != r.unit.Move && (at == start || r.seen["move"] == start) {
			r.note(at, "Basic Move %d is not used; Move %d is", r.basicMove, r.unit.Move)
		}
	}
	at := r.pos
	if m := r.take(slashRE); m != nil {
		r.note(at, "after %s, not used: %s", name, strings.TrimSpace(m[0]))
	}
	r.take(groundRE)
	for m := otherMoveRE.FindStringSubmatchIndex(r.rest()); m != nil; m = otherMoveRE.FindStringSubmatchIndex(r.rest()) {
		r.note(r.pos+m[2], "after %s, not used: %s", name, r.text[r.pos+m[2]:r.pos+m[3]])
		r.pos += m[1]
	}
	return true, nil
}

var (
	plusDBRE = compiled(`^ *\+ *(?i:DB *(\d+)|(\d+) *DB\b)`)
	gripRE   = compiled(`^[UF]+\b`)
)

// defence makes the reader of Dodge, Parry or Block: 9, 11U, 9+DB 2, N/A.
func defence(key string, field func(*Unit) *int) func(*blockReader, string, int) (bool, error) {
	return func(r *blockReader, name string, start int) (bool, error) {
		if key != "dodge" {
			if !inBracketRE.MatchString(r.rest()) {
				r.remarks(name) // Parry (sword) 14
			}
			r.take(afterLabelRE)
		}
		at := r.pos
		n := 0
		if r.take(noneRE) == nil {
			var ok bool
			var err error
			if n, ok, err = r.whole(name); !ok {
				return false, err
			}
		}
		if m := r.take(gripRE); m != nil {
			r.note(at, "%s %d%s: the %s is not used", name, n, m[0], m[0])
		}
		if m := r.take(plusDBRE); m != nil {
			db, _ := strconv.Atoi(m[1] + m[2])
			if db > maxDB {
				return false, r.fail(at, "DB %s makes no sense; want 0 to %d", m[1]+m[2], maxDB)
			}
			r.note(at, "%s %d with DB %d is read as %d", name, n, db, n+db)
			n += db
			if r.first("shield_db", "DB", start, float64(r.unit.ShieldDB), float64(db)) {
				r.unit.ShieldDB = db
			}
			r.inNumbers = true
		}
		if f := field(r.unit); r.first(key, name, start, float64(*f), float64(n)) {
			*f = n
			r.given.Dodge = r.given.Dodge || key == "dodge"
		}
		return true, nil
	}
}

// readParryBlock reads Parry/Block: 9 or 9/11.
func readParryBlock(r *blockReader, name string, start int) (bool, error) {
	n, ok, err := r.whole(name)
	if !ok {
		return false, err
	}
	parry, block := n, n
	if strings.HasPrefix(r.rest(), "/") {
		r.pos++
		if block, ok, err = r.whole(name); !ok {
			return false, err
		}
	} else {
		r.note(start, "%s %d is read as Parry %d and Block %d", name, n, n, n)
	}
	if r.first("parry", "Parry", start, float64(r.unit.Parry), float64(parry)) {
		r.unit.Parry = parry
	}
	if r.first("block", "Block", start, float64(r.unit.Block), float64(block)) {
		r.unit.Block = block
	}
	return true, nil
}

var nameRE = compiled(`^[^\n;|]+`)

func readName(r *blockReader, name string, start int) (bool, error) {
	m := r.take(nameRE)
	if m == nil {
		return false, nil
	}
	text := strings.TrimRight(strings.Join(strings.Fields(m[0]), " "), ".,")
	if text == "" || !utf8.ValidString(text) || r.unit.Name != "" || !strings.Contains(r.text[start:r.pos-len(m[0])], ":") {
		return false, nil
	}
	r.unit.Name = shortened(text, maxSheetName)
	return true, nil
}

// Patterns of a shield and of encumbrance.
var (
	shieldRE     = compiled(`^(?i)(?:[a-z]+[ -]+)*?(?:shield|buckler|cloak)s?\b *[:,-]? *\(? *DB *:? *\+?(\d{1,9})\b *\)?`)
	includedRE   = compiled(`^ *\((?i:[^()\n]*\b(?:in the numbers|included|already|incl)\b[^()\n]*)\)`)
	loadRE       = compiled(`^(?i)(no|none|light|medium|heavy|extra[ -]heavy) +(?:encumbrance|enc|load)\b`)
	levelRE      = compiled(`^(?i)(none|light|medium|heavy|extra[ -]heavy|[0-4])\b`)
	blockOfRE    = compiled(`^(?i)(?:[a-z]+[ -]+)*?(?:shield|buckler|cloak)s?\b *[:,-]? *\(? *(block)\b *[:=]? *\(?\d`)
	shieldTextRE = compiled(`(?i)\b(?:shield|buckler|cloak)s? *[(,]? *DB *:? *\+?(\d{1,2})\b`)
	loadTextRE   = compiled(`(?i)\b(no|light|medium|heavy|extra[ -]heavy) +encumbrance\b`)
	lossRE       = compiled(`^ *\((\d) FP (?:a|per) loss\)`)
)

// shield reads a shield with its DB: shield DB 2, Light Shield: DB: 1. It passes
// over one before a Block, which is a label.
func (r *blockReader) shield() (bool, error) {
	start := r.pos
	if at := blockOfRE.FindStringSubmatchIndex(r.rest()); at != nil {
		r.pos += at[2]
		return true, nil
	}
	m := r.take(shieldRE)
	if m == nil {
		return false, nil
	}
	db, _ := strconv.Atoi(m[1])
	if r.first("shield_db", "DB", start, float64(r.unit.ShieldDB), float64(db)) {
		r.unit.ShieldDB = db
	}
	if r.take(includedRE) != nil {
		r.inNumbers = true
	}
	r.remarks("the shield")
	return true, nil
}

// load reads Medium encumbrance (3 FP a loss).
func (r *blockReader) load() (bool, error) {
	start := r.pos
	m := r.take(loadRE)
	if m == nil {
		return false, nil
	}
	r.setLoad(m[1], start)
	return true, nil
}

// shieldIn finds the shield that remarks tell of, where the block does not.
func (r *blockReader) shieldIn(text string, start int) {
	m := shieldTextRE.FindStringSubmatchIndex(text)
	if _, seen := r.seen["shield_db"]; m == nil || seen {
		return
	}
	r.seen["shield_db"] = start + m[0]
	r.unit.ShieldDB, _ = strconv.Atoi(text[m[2]:m[3]])
	r.note(start+m[0], "DB %d is read from the remarks", r.unit.ShieldDB)
}

// loadIn finds the encumbrance that remarks tell of, where the block does not.
func (r *blockReader) loadIn(text string, start int) {
	m := loadTextRE.FindStringSubmatchIndex(text)
	if _, seen := r.seen["encumbrance"]; m == nil || seen {
		return
	}
	word := text[m[2]:m[3]]
	if strings.EqualFold(word, "no") {
		word = "none"
	}
	r.seen["encumbrance"] = start + m[0]
	r.unit.Encumbrance, _ = ParseEncumbrance(word)
	r.note(start+m[0], "encumbrance is read from the remarks: %s", quote(text[m[0]:m[1]]))
}

// readEncumbrance reads Encumbrance: Medium (2).
func readEncumbrance(r *blockReader, _ string, start int) (bool, error) {
	m := r.take(levelRE)
	if m == nil {
		return false, nil
	}
	r.setLoad(m[1], start)
	return true, nil
}

// setLoad sets the encumbrance and passes over the FP that a loss costs, if
// they are what the rules say (B-BATTLEFATIGUE): 1 and the level.
func (r *blockReader) setLoad(word string, start int) {
	if strings.EqualFold(word, "no") {
		word = "none"
	}
	if n, err := strconv.Atoi(word); err == nil {
		word = Encumbrance(n).String()
	}
	e, _ := ParseEncumbrance(word)
	if at, again := r.seen["encumbrance"]; !again {
		r.seen["encumbrance"] = start
		r.unit.Encumbrance = e
	} else if e != r.unit.Encumbrance {
		line, column := r.place(at)
		r.note(start, "a second encumbrance, %v; the first, %v at %d:%d, stands", e, r.unit.Encumbrance, line, column)
	}
	if m := lossRE.FindStringSubmatch(r.rest()); m != nil && m[1] == strconv.Itoa(1+int(e)) {
		r.take(lossRE)
	}
	r.remarks("encumbrance")
}

// A blockDR is one statement about DR.
type blockDR struct {
	where    []Location // none: everywhere
	dr       int
	flexible bool
	against  []blockSplit
}

type blockSplit struct {
	kind DamageType
	dr   int
}

// blockPlaces are the words for places in statements about DR.
var blockPlaces = []struct {
	word  string
	where []Location
}{
	{"torso", []Location{Torso}},
	{"body", []Location{Torso}},
	{"chest", []Location{Torso}},
	{"groin", []Location{Groin}},
	{"vitals", []Location{Vitals}},
	{"skull", []Location{Skull}},
	{"head", []Location{Skull, Face}},
	{"face", []Location{Face}},
	{"eyes", []Location{Eye}},
	{"eye", []Location{Eye}},
	{"neck", []Location{Neck}},
	{"limbs", []Location{RightArm, LeftArm, RightLeg, LeftLeg}},
	{"right arm", []Location{RightArm}},
	{"left arm", []Location{LeftArm}},
	{"right leg", []Location{RightLeg}},
	{"left leg", []Location{LeftLeg}},
	{"arms", []Location{RightArm, LeftArm}},
	{"legs", []Location{RightLeg, LeftLeg}},
	{"arm", []Location{RightArm, LeftArm}},
	{"leg", []Location{RightLeg, LeftLeg}},
	{"hands", []Location{Hand}},
	{"hand", []Location{Hand}},
	{"feet", []Location{Foot}},
	{"foot", []Location{Foot}},
}

// Patterns of DR.
var (
	flexibleRE = compiled(`^\*+`)
	splitDRRE  = compiled(`^ */ *(\d{1,6})\b`)
	againstRE  = compiled(`^(?i)[ ,]*([+-]?)(\d{1,6}) *(?:vs\.?|versus|against) +` + damageTypeRE + `(?: damage)?`)
	everyPlace = `all(?: other locations| over)?|everywhere(?: else)?|elsewhere|overall|(?:the )?rest`
	onPlace    = `(?:(?:on|at|to) +)?(?:the +)?`
	placeRE    = compiled(`^(?i) *(` + placeWords() + `|` + everyPlace + `)\b(?: +only)?`)
	onPlaceRE  = compiled(`^(?i) *` + onPlace + `(` + placeWords() + `|` + everyPlace + `)\b(?: +only)?`)
	andPlaceRE = compiled(`^(?i) *(?:[/&+]|,? *\band\b) *` + onPlace + `(` + placeWords() + `)\b(?: +only)?`)
	nextPlace  = compiled(`^(?i) *, *` + onPlace + `(` + placeWords() + `)\b(?: +only)?`)
	placeSign  = compiled(`^ *[:=]? *(?:- +)?`)
	placedRE   = compiled(`^(?i) *[:=]? *(?:- +)?(?:DR *)?(?:\d|none\b)`)
	betweenDR  = compiled(`^(?i) *(?:[,;/&]|\. )? *(?:and +)?`)
	linesDR    = compiled(`^(?i)(?:[ ,;/&|*\n]|\.\s|- )*(?:and +)?`)
	drNumberRE = compiled(`^(?i)(?:DR *)?(?:(\d{1,6})|none\b|-(?:[ ,;.\n)]|$))`)
	attackRE   = compiled(`^(?i) *[:,;]? *(?:\d+ *d|\d+ dice|(?:swing|sw|thrust|thr)\b)`) // Face 12, 1d burn
	openRE     = compiled(`^ *\(`)
)

func placeWords() string {
	var words []string
	for _, p := range blockPlaces {
		words = append(words, strings.ReplaceAll(p.word, " ", " +"))
	}
	return strings.Join(words, "|")
}

func placesOf(word string) []Location {
	word = strings.Join(strings.Fields(word), " ")
	for _, p := range blockPlaces {
		if strings.EqualFold(word, p.word) {
			return p.where
		}
	}
	return nil // all, everywhere
}

// readDR reads a number for all of the body, or a list of numbers and places:
//
//	4; 1*; 4/2; 3 (-2 vs crushing); 3* on torso (1 vs crushing); 4 torso, 2 limbs;
//	torso 5, skull 6; 5 (torso), 6 (skull); 6 (skull 8)
func readDR(r *blockReader, name string, start int) (bool, error) {
	at := r.pos
	bracket := r.take(openRE) != nil // DR (torso 5, skull 6)
	ok, err := r.drPart(name, start, true)
	if !ok || err != nil {
		r.pos = at
		return false, err
	}
	if err := r.drParts(name); err != nil {
		return false, err
	}
	if bracket && !strings.HasPrefix(strings.TrimLeft(r.rest(), " "), ")") {
		return false, r.fail(at, "%s: expected %q after places and numbers; like DR (torso 5, skull 6)", name, ")")
	}
	r.afterDR = r.pos
	return true, nil
}

// drParts reads what follows the first part of a list.
func (r *blockReader) drParts(name string) error {
	for {
		before := r.pos
		ok, err := r.nextPart(name)
		if !ok || err != nil {
			r.pos = before
			return err
		}
	}
}

func (r *blockReader) nextPart(name string) (bool, error) {
	before := r.pos
	r.take(linesDR)
	if ok, err := r.placed(name, r.pos); ok || err != nil {
		return ok, err
	}
	r.pos = before
	r.take(betweenDR)
	return r.drPart(name, r.pos, false)
}

// moreDR reads skull 6 where the DR has been read before, in a clause of its own.
func (r *blockReader) moreDR() (bool, error) {
	if r.afterDR < 0 || strings.Contains(r.text[r.afterDR:r.pos], "\n") {
		return false, nil
	}
	ok, err := r.placed("DR", r.pos)
	if !ok || err != nil {
		return false, err
	}
	if err := r.drParts("DR"); err != nil {
		return false, err
	}
	r.afterDR = r.pos
	return true, nil
}

// drPart reads one part of a list: torso 5, or 5 torso. Only the first may be a
// number without a place, which is for all of the body.
func (r *blockReader) drPart(name string, start int, first bool) (bool, error) {
	if ok, err := r.placed(name, start); ok || err != nil {
		return ok, err
	}
	var d blockDR
	if first && r.take(noneRE) != nil {
		return true, r.drTail(d, name, start)
	}
	sign := strings.HasPrefix(r.rest(), "-") || strings.HasPrefix(r.rest(), "+")
	if !first && sign {
		return false, nil
	}
	n, ok, err := r.whole(name)
	if !ok || r.pos < len(r.text) && isLetter(r.text[r.pos]) { // 2d
		return false, err
	}
	d.dr = n
	r.drNumber(&d, name, start)
	everywhere := r.drPlaces(&d)
	if !first && d.where == nil && !everywhere && !r.placeInBracket() {
		return false, nil
	}
	return true, r.drTail(d, name, start)
}

// placeInBracket says whether places in brackets follow: 5 (torso).
func (r *blockReader) placeInBracket() bool {
	m := openRE.FindString(r.rest())
	return m != "" && onPlaceRE.MatchString(r.rest()[len(m):])
}

// placed reads torso 5; arms and legs: 4; skull - 6.
func (r *blockReader) placed(name string, start int) (bool, error) {
	before := r.pos
	var d blockDR
	m := r.take(placeRE)
	if m == nil {
		return false, nil
	}
	d.where = placesOf(m[1])
	for d.where != nil {
		m := r.take(andPlaceRE)
		if m == nil {
			m = r.take(nextPlace)
		}
		if m == nil {
			break
		}
		d.where = append(slices.Clip(d.where), placesOf(m[1])...)
	}
	r.take(placeSign)
	m = r.take(drNumberRE)
	if m == nil || r.pos < len(r.text) && isWordByte(r.text[r.pos-1]) && isWordByte(r.text[r.pos]) || attackRE.MatchString(r.rest()) {
		r.pos = before
		return false, nil
	}
	d.dr, _ = strconv.Atoi(m[1]) // none: 0
	r.drNumber(&d, name, start)
	return true, r.drTail(d, name, start)
}

// drNumber reads what belongs to a number of DR: 1*, 4/2.
func (r *blockReader) drNumber(d *blockDR, name string, start int) {
	d.flexible = r.take(flexibleRE) != nil
	if m := r.take(splitDRRE); m != nil {
		n, _ := strconv.Atoi(m[1])
		r.note(start, "%s %d/%d is read as DR %d, but %d against crushing", name, d.dr, n, d.dr, n)
		d.against = append(d.against, blockSplit{Crushing, n})
		d.flexible = r.take(flexibleRE) != nil || d.flexible
	}
}

// drTail reads what follows a number and its places, and keeps it all.
func (r *blockReader) drTail(d blockDR, name string, start int) error {
	r.drAgainst(&d)
	var more []blockDR
	for m := bracketRE.FindStringSubmatch(r.rest()); m != nil; m = bracketRE.FindStringSubmatch(r.rest()) {
		at := r.pos + strings.Index(m[0], "(") + 1
		also, rest := r.drRemark(&d, at, at+len(m[1]))
		r.pos = at + len(m[1]) + 1
		more = append(more, also...)
		if rest != "" {
			r.note(at-1, "after %s, not used: (%s)", name, rest)
		}
		r.drAgainst(&d)
	}
	for _, d := range append([]blockDR{d}, more...) {
		if err := r.addDR(d, name, start); err != nil {
			return err
		}
	}
	return nil
}

// drPlaces reads the places that d is about. It says whether they are all.
func (r *blockReader) drPlaces(d *blockDR) (everywhere bool) {
	if d.where == nil {
		m := r.take(onPlaceRE)
		if m == nil {
			return false
		}
		if d.where = placesOf(m[1]); d.where == nil {
			return true
		}
	}
	for {
		before := r.pos
		m := r.take(andPlaceRE)
		if m == nil {
			if m = r.take(nextPlace); m != nil && placedRE.MatchString(r.rest()) { // 5 torso, skull 6
				r.pos = before
				return false
			}
		}
		if m == nil {
			return false
		}
		d.where = append(slices.Clip(d.where), placesOf(m[1])...)
	}
}

// drAgainst reads exceptions: 1 vs crushing is absolute, -2 vs crushing is
// relative.
func (r *blockReader) drAgainst(d *blockDR) {
	for {
		start := r.pos
		m := r.take(againstRE)
		if m == nil {
			return
		}
		t, err := ParseDamageType(m[3])
		if err != nil || r.pos < len(r.text) && isLetter(r.text[r.pos]) { // cruel foes
			r.pos = start
			return
		}
		n, _ := strconv.Atoi(m[2])
		switch m[1] {
		case "-":
			n = max(0, d.dr-n)
		case "+":
			n += d.dr
		}
		d.against = append(d.against, blockSplit{t, n})
	}
}

var partDRRE = compiled(`^(?i) *,? *(?:DR *)?(\d{1,6})(\*?) *` + onPlace + `(` + placeWords() + `)\b`)

// drRemark reads a remark in brackets from start to end: places, exceptions, and
// the DR of other places. It returns those, and what it did not understand.
func (r *blockReader) drRemark(d *blockDR, start, end int) (also []blockDR, unread string) {
	inner := *r // the same text, cut off at the end
	inner.text, inner.pos = r.text[:end], start
	var rest []string
	for inner.pos < end {
		before := inner.pos
		inner.take(linesDR)
		if part, ok := inner.partDR(); ok {
			also = append(also, part)
			continue
		}
		inner.pos = before
		inner.drPlaces(d)
		inner.drAgainst(d)
		if inner.pos > before {
			continue
		}
		piece := inner.text[before:end]
		if i := strings.IndexAny(piece, ",;"); i >= 0 {
			piece = piece[:i+1]
		}
		inner.pos += len(piece)
		if piece = strings.Trim(piece, " ,;"); piece != "" {
			rest = append(rest, piece)
		}
	}
	return also, strings.Join(rest, ", ")
}

// partDR reads skull 8 or 8 on skull inside a remark.
func (r *blockReader) partDR() (d blockDR, ok bool) {
	before := r.pos
	if m := r.take(partDRRE); m != nil {
		d.dr, _ = strconv.Atoi(m[1])
		d.flexible, d.where = m[2] != "", placesOf(m[3])
		r.drPlaces(&d)
		return d, true
	}
	if m := r.take(placeRE); m != nil && placesOf(m[1]) != nil {
		d.where = placesOf(m[1])
		for m := r.take(andPlaceRE); m != nil; m = r.take(andPlaceRE) {
			d.where = append(slices.Clip(d.where), placesOf(m[1])...)
		}
		r.take(placeSign)
		if m := r.take(drNumberRE); m != nil && m[1] != "" {
			d.dr, _ = strconv.Atoi(m[1])
			d.flexible = r.take(flexibleRE) != nil
			return d, true
		}
	}
	r.pos = before
	return d, false
}

func (r *blockReader) addDR(d blockDR, name string, start int) error {
	if d.dr < 0 || d.dr > maxDR {
		return r.fail(start, "%s %d makes no sense; want 0 to %d", name, d.dr, maxDR)
	}
	if d.where == nil {
		old := 0
		for _, a := range r.armour {
			if a.where == nil {
				old = a.dr
			}
		}
		if !r.first("dr", name, start, float64(old), float64(d.dr)) {
			return nil
		}
	}
	for _, a := range r.armour {
		if d.where != nil && slices.Equal(a.where, d.where) {
			if a.dr != d.dr {
				r.note(start, "a second %s for the %v, %d; the first, %d, stands", name, d.where[0], d.dr, a.dr)
			}
			return nil
		}
	}
	r.armour = append(r.armour, d)
	return nil
}

// finishArmour puts on the armour: what is everywhere first.
func (r *blockReader) finishArmour() {
	slices.SortStableFunc(r.armour, func(a, b blockDR) int { return min(len(a.where), 1) - min(len(b.where), 1) })
	a := &r.unit.Armour
	for _, d := range r.armour {
		where := d.where
		if where == nil {
			where = []Location{Eye, Skull, Face, RightLeg, RightArm, Groin, LeftArm, LeftLeg, Hand, Foot, Neck, Torso}
		}
		for _, l := range where {
			a.Set(l, d.dr)
			a.SetFlexible(l, d.flexible)
			for _, s := range d.against {
				a.SetAgainst(l, s.kind, s.dr)
			}
		}
	}
}
