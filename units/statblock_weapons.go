package units

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"heroicsim/dice"
)

// A blockWeapon is a weapon as far as it has been read.
type blockWeapon struct {
	Weapon
	pos      int
	seen     []string // labels
	dropped  bool     // a note has said why
	formulas []blockFormula
	from     *blockWeapon // the weapon of which this may only be another mode
	said     string       // such a mode, in the block's words

	noRange              bool    // its range is no number
	perST                bool    // its range is in multiples of ST
	perSTHalf, perSTMost float64 // such multiples, where the range is also in yards
}

// A blockFormula is a mode that waits for ST: sw+1 cut.
type blockFormula struct {
	pos, mode int
	swing     bool
	adds      int
}

// damageTypeRE matches a damage type, long names first.
var damageTypeRE = func() string {
	var words []string
	for _, t := range damageTypes {
		words = append(words, regexp.QuoteMeta(t.code))
		for _, name := range t.names {
			words = append(words, regexp.QuoteMeta(name))
		}
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	return "(" + strings.Join(words, "|") + ")"
}()

// wieldings are words for ways to use a weapon. After its name and a comma they
// belong to the name: Dagger, thrown (15).
const wieldings = `thrown|hurled|throwing|two-handed|one-handed|2H|1H|off-hand|left hand|right hand|mounted|couched|close`

// Patterns of damage and of weapons.
var (
	wieldingRE   = regexp.MustCompile(`^(?i)(?:` + wieldings + `)$`)
	ownLevelRE   = regexp.MustCompile(`^(?:\(\d{1,9}\)|\d{1,9}(?: *[:,;.-]| +\S))`)
	modeRE       = regexp.MustCompile(`^(?i)(swing|swung|sw|thrust|thr)\b *:? *`)
	wordDiceRE   = regexp.MustCompile(`^(?i)(\d{1,4}) +dice\b`)
	multiplierRE = regexp.MustCompile(`^ *[xX] *\d+`)
	divisorRE    = regexp.MustCompile(`^ *\(([\d.]+)\)`)
	typeRE       = regexp.MustCompile(`^(?i) *` + damageTypeRE)
	addsRE       = regexp.MustCompile(`^([+-]) *(\d{1,4})\b`)
	spacesRE     = regexp.MustCompile(`^ +`)
	nextModeRE   = regexp.MustCompile(`^ *(?:,? *or\b|[,/]) *`)

	weaponRE = regexp.MustCompile(`^(?i)((?:SM ?[+-]\d+ )?\p{L}[\p{L}'"/& -]*?(?: *\([^()\d\n]*\))?(?:, *(?:` + wieldings + `)\b)?)` +
		`(?:(?: *[,:-] *| +)skill(?: level)? *[:=-]? *| *(?:[-:] *)?)(?:\((?:skill(?: level)? *[:=-]? *)?(\d{1,9})((?: *[,;][^()\n]*)?)\)|(\d{1,9})) *[:,;-]? *`)
	nakedRE        = regexp.MustCompile(`^(?i)(\p{L}[\p{L}'"/& -]*?(?: *\([^()\d\n]*\))?) *[:,]? +(?:\d+ *d|(?:swing|sw|thrust|thr)\b)`)
	beforeDamageRE = regexp.MustCompile(`^ *[:,]? +`)
	skillWordRE    = regexp.MustCompile(`^(?i)skill(?: level)?[ -]*$`)
	detailRE       = regexp.MustCompile(`^(?i:at reach|reach|range|acc|rof|shots|bulk)\b *:? *[\dCx+-]`)
)

// damage reads a mode of a weapon. Without one, ok is false; why says what is
// wrong with what looks like damage.
func (r *blockReader) damage() (mode Mode, formula *blockFormula, ok bool, why string) {
	start := r.pos
	back := func(why string) (Mode, *blockFormula, bool, string) {
		r.pos = start
		return Mode{}, nil, false, why
	}
	swing := false
	if m := r.take(modeRE); m != nil {
		swing = m[1][0]|0x20 == 's'
		mode.Name = map[bool]string{true: "swing", false: "thrust"}[swing]
	}
	rolled := false
	if m := r.take(wordDiceRE); m != nil {
		n, _ := strconv.Atoi(m[1])
		mode.Damage.Dice, rolled = dice.D(n, 0), true
		r.take(spacesRE)
		if m := r.take(addsRE); m != nil {
			mode.Damage.Dice.Adds, _ = strconv.Atoi(m[1] + m[2])
		}
	} else if c := r.rest(); c != "" && c[0] >= '0' && c[0] <= '9' {
		e, rest, err := dice.ParsePrefix(c)
		if err != nil {
			var bad *dice.SyntaxError
			errors.As(err, &bad)
			return back(fmt.Sprintf("%s; damage is like 2d-1(0.5) cut", bad.Why))
		}
		mode.Damage.Dice, rolled = e, e.Count > 0
		r.pos += len(c) - len(rest)
		r.pos -= len(r.text[start:r.pos]) - len(strings.TrimRight(r.text[start:r.pos], " "))
	} else if mode.Name != "" {
		formula = &blockFormula{pos: start, swing: swing}
		if m := r.take(addsRE); m != nil {
			formula.adds, _ = strconv.Atoi(m[1] + m[2])
		}
	} else {
		return back("")
	}
	if m := r.take(multiplierRE); m != nil && rolled {
		return back(fmt.Sprintf("damage times %s is not supported", strings.TrimLeft(m[0], " xX")))
	}
	if m := r.take(divisorRE); m != nil {
		d, err := parseDivisor(m[1])
		if err != nil {
			return back(err.Error())
		}
		mode.Damage.Divisor = d
	}
	var err error
	m := r.take(typeRE)
	if m != nil {
		mode.Damage.Type, err = ParseDamageType(m[1])
	}
	if m == nil || err != nil || r.pos < len(r.text) && isLetter(r.text[r.pos]) {
		if rolled {
			return back(fmt.Sprintf("no damage type after %v; damage types are: %s", mode.Damage.Dice, strings.Join(DamageTypes(), ", ")))
		}
		return back("")
	}
	return mode, formula, true, ""
}

func (w *blockWeapon) add(m Mode, f *blockFormula) {
	if f != nil {
		f.mode = len(w.Modes)
		w.formulas = append(w.formulas, *f)
	}
	w.Modes = append(w.Modes, m)
}

// modes reads further modes after the first: or thrust 1d+1 imp.
func (r *blockReader) modes(w *blockWeapon) {
	for {
		before := r.pos
		if r.take(nextModeRE) == nil {
			return
		}
		m, f, ok, _ := r.damage()
		if !ok {
			r.pos = before
			return
		}
		w.add(m, f)
	}
}

func (r *blockReader) lastWeapon() *blockWeapon {
	if len(r.weapons) == 0 {
		return nil
	}
	return r.weapons[len(r.weapons)-1]
}

// weapon reads a weapon's name, level and damage: broadsword 14, swing 1d+2 cut
// or thrust 1d+1 imp; Bite (13): 1d-2 cut.
func (r *blockReader) weapon() (bool, error) {
	start := r.pos
	m := r.take(weaponRE)
	if m == nil {
		return r.nakedWeapon()
	}
	w := &blockWeapon{pos: start}
	w.Name = strings.Trim(strings.Join(strings.Fields(m[1]), " "), "- ")
	if skillWordRE.MatchString(w.Name) { // the level of a weapon without a name
		r.pos = start
		return false, nil
	}
	level := m[2] + m[4]
	detailsTo := start + max(0, strings.LastIndex(m[0], ")")) // of Axe (13, Parry 9U)
	detailsFrom := detailsTo - len(m[3])
	if last := r.lastWeapon(); last != nil && wieldingRE.MatchString(w.Name) { // Thrown (13): 1d imp
		w.Name = last.Name + ", " + strings.ToLower(w.Name)
	}
	at := r.pos
	if strings.HasPrefix(r.rest(), "(") { // Punch 12 (1d-3 cr)
		r.pos++
	}
	mode, f, ok, why := r.damage()
	if !ok {
		r.pos = at
	}
	switch {
	case ok:
		w.add(mode, f)
		r.modes(w)
	case why != "":
		r.note(at, "weapon %s is left out: %s", quote(w.Name), why)
		w.dropped = true
		r.weapons = append(r.weapons, w)
		r.take(clauseRE)
		return true, r.within(detailsFrom, detailsTo)
	case !detailRE.MatchString(r.rest()):
		r.pos = start
		return r.nakedWeapon()
	}
	skill, err := strconv.Atoi(level)
	if err != nil || skill > maxSkill {
		return false, r.fail(start, "%s %s makes no sense; want a skill of %d to %d", w.Name, level, minSkill, maxSkill)
	}
	w.Skill = skill
	r.weapons = append(r.weapons, w)
	return true, r.within(detailsFrom, detailsTo)
}

// within reads the details between two places that were passed over, those of
// Axe (13, Parry 9U): 1d+3 cut, and comes back.
func (r *blockReader) within(from, to int) error {
	pos, text := r.pos, r.text
	r.pos, r.text = from, text[:to]
	for r.separators(); r.pos < to; r.separators() {
		if err := r.clause(); err != nil {
			return err
		}
	}
	r.pos, r.text = pos, text
	return nil
}

var (
	unreadyRE = regexp.MustCompile(`^(?i)(?:unwieldy|(?:and |it )?(?:(?:needs|requires) (?:to be )?(?:re-?)?read(?:ying|ied)|must be (?:re-?)?readied|` +
		`(?:becomes |is |goes )?unready) after (?:each|every|an|any|the|it)?(?: ?(?:attacks?|attacking|swings?|blows?|strikes?|use))|(?:and |it )?becomes unready)$`)
	unreadyEndRE  = regexp.MustCompile(`^[^,;.|()\n]+`)
	basicDamageRE = regexp.MustCompile(`^(?i)((?:basic )?(?:damage|dmg)\b *[.:=]? *)?(thr(?:ust)?\b *[:=]? *)?\d{1,4}d6?(?:[+-]\d{1,4})?` +
		`(?: *(?:[,/;|]|and\b) *| +)(sw(?:ing)?\b *[:=]? *)?\d{1,4}d6?(?:[+-]\d{1,4})?`)
)

// unready reads, on the line of a weapon, that it needs readying after each attack.
func (r *blockReader) unready() (bool, error) {
	w, start := r.lastWeapon(), r.pos
	m := r.take(unreadyEndRE)
	if m == nil || w == nil || !unreadyRE.MatchString(strings.TrimSpace(m[0])) || strings.Contains(r.text[w.pos:start], "\n") {
		return false, nil
	}
	w.Unwieldy = true
	return true, nil
}

// basicDamage passes over the thrust and the swing of the unit's ST: Damage
// 1d/2d-1. What stands on a weapon's line or has a type may be a weapon's.
func (r *blockReader) basicDamage() (bool, error) {
	start, w := r.pos, r.lastWeapon()
	m := r.take(basicDamageRE)
	if m == nil || m[1] == "" && (m[2] == "" || m[3] == "") || w != nil && !strings.Contains(r.text[w.pos:start], "\n") {
		return false, nil
	}
	if next := strings.TrimLeft(r.rest(), " "); next != "" && (typeRE.MatchString(next) || next[0] == '(' || r.rest()[0] != ' ' && isWordByte(next[0])) {
		return false, nil
	}
	text := r.text[start:r.pos]
	r.unused(quiet(text), start, "thrust and swing are not used: %s", quote(text))
	r.remarks("damage")
	return true, nil
}

// nakedWeapon notes a weapon without a level: Bite: 1d cut.
func (r *blockReader) nakedWeapon() (bool, error) {
	start := r.pos
	m := nakedRE.FindStringSubmatch(r.rest())
	if m == nil {
		return false, nil
	}
	w := &blockWeapon{pos: start, dropped: true}
	w.Name = strings.Join(strings.Fields(m[1]), " ")
	if skillWordRE.MatchString(w.Name) {
		return false, nil
	}
	r.pos += len(m[1])
	r.take(beforeDamageRE)
	mode, f, ok, _ := r.damage()
	if !ok {
		r.pos = start
		return false, nil
	}
	w.add(mode, f)
	r.modes(w)
	r.weapons = append(r.weapons, w)
	r.note(start, "weapon %s is left out: it has no skill level; like %s 12, %s", quote(w.Name), w.Name, strings.TrimLeft(r.text[start+len(m[1]):r.pos], " :,"))
	return true, nil
}

// moreDamage reads damage without a weapon's name: one more mode of the last.
func (r *blockReader) moreDamage() (bool, error) {
	start := r.pos
	mode, f, ok, _ := r.damage()
	if !ok {
		return false, nil
	}
	w, u := r.lastWeapon(), &r.unread
	lost := u.note >= 0 && u.note == len(r.notes)-1 && !strings.ContainsAny(r.text[u.end:start], "\n") && r.text[u.start] != '('
	if w == nil || lost {
		r.note(start, "not used: the weapon of %s was not understood", quote(r.text[start:r.pos]))
		w = &blockWeapon{pos: start, dropped: true} // takes what belongs to it
		r.weapons = append(r.weapons, w)
	}
	if !w.dropped && len(w.Modes) > 0 && len(w.seen) > 0 { // reach and the like have been read: they are of the modes before
		w = r.fork(w, start)
	}
	named := func(o Mode) bool { return o.Name == mode.Name }
	if w.from == nil && !w.dropped && len(w.Modes) > 0 && (mode.Name == "" || slices.ContainsFunc(w.Modes, named)) {
		r.note(start, "%s is read as another way to use %s", quote(r.text[start:r.pos]), quote(w.Name))
	}
	w.add(mode, f)
	r.modes(w)
	w.said = r.text[start:r.pos]
	return true, nil
}

// fork begins a weapon that shares the name and the skill of w, at damage without
// a name after w's own details. It is one of its own if it has a reach or a range,
// and else another mode of w.
func (r *blockReader) fork(w *blockWeapon, start int) *blockWeapon {
	for w.from != nil && !w.apart() {
		w = w.from
	}
	n := &blockWeapon{pos: start, from: w}
	n.Name, n.Skill, n.MinST, n.TwoHanded, n.Fencing = w.Name, w.Skill, w.MinST, w.TwoHanded, w.Fencing
	r.weapons = append(r.weapons, n)
	return n
}

// apart says whether a fork is a weapon of its own.
func (w *blockWeapon) apart() bool { return w.Ranged || w.Reach != nil || w.Thrown || w.noRange }

// unfinished says whether a weapon is ranged and still without its range.
func (w *blockWeapon) unfinished() bool {
	return !w.Ranged && w.Reach == nil && (w.Acc != 0 || w.Bulk != 0 || w.Shots != 0 || w.Ammo != 0 || w.RoF != 0)
}

// joinForks makes modes of what has no reach or range of its own.
func (r *blockReader) joinForks() {
	r.weapons = slices.DeleteFunc(r.weapons, func(n *blockWeapon) bool {
		w := n.from
		if w == nil || n.apart() && !(n.Ranged && w.unfinished()) {
			return false
		}
		if n.Ranged {
			w.Ranged, w.HalfDamage, w.MaxRange = true, n.HalfDamage, n.MaxRange
			w.perST, w.perSTHalf, w.perSTMost = n.perST, n.perSTHalf, n.perSTMost
		}
		if slices.ContainsFunc(n.Modes, func(m Mode) bool {
			return m.Name == "" || slices.ContainsFunc(w.Modes, func(o Mode) bool { return o.Name == m.Name })
		}) {
			r.note(n.pos, "%s is read as another way to use %s", quote(n.said), quote(w.Name))
		}
		for i, m := range n.Modes {
			var formula *blockFormula
			for _, f := range n.formulas {
				if f.mode == i {
					formula = &f
				}
			}
			w.add(m, formula)
		}
		w.MinST = max(w.MinST, n.MinST)
		w.TwoHanded, w.Unwieldy, w.Fencing = w.TwoHanded || n.TwoHanded, w.Unwieldy || n.Unwieldy, w.Fencing || n.Fencing
		for _, f := range []struct{ at, own *int }{{&w.Acc, &n.Acc}, {&w.Bulk, &n.Bulk}, {&w.RoF, &n.RoF}, {&w.Rcl, &n.Rcl}, {&w.Shots, &n.Shots}, {&w.Reload, &n.Reload}, {&w.Ammo, &n.Ammo}} {
			if *f.at == 0 {
				*f.at = *f.own
			}
		}
		return true
	})
}

// once says whether the label is read for the first time for w. Otherwise the
// first value stands, and a note tells of the second.
func (r *blockReader) once(w *blockWeapon, label string, start int) bool {
	label = strings.ToLower(label)
	if !slices.Contains(w.seen, label) {
		w.seen = append(w.seen, label)
		return true
	}
	if !w.dropped {
		r.note(start, "a second %s of %s, not used: %s", label, quote(w.Name), quote(r.text[start:r.pos]))
	}
	return false
}

// weaponNumber makes the reader of a number of the last weapon.
func weaponNumber(field func(*Weapon) *int) func(*blockReader, string, int) (bool, error) {
	return func(r *blockReader, name string, start int) (bool, error) {
		w := r.lastWeapon()
		if w == nil {
			return false, nil
		}
		n, ok, err := r.whole(name)
		if ok && r.once(w, name, start) {
			*field(&w.Weapon) = n
		}
		return ok, err
	}
}

// weaponWord makes the reader of a word about the last weapon.
func weaponWord(set func(*Weapon)) func(*blockReader, string, int) (bool, error) {
	return func(r *blockReader, name string, start int) (bool, error) {
		w := r.lastWeapon()
		if w == nil || r.pos > start+len(name) && r.pos < len(r.text) && isLetter(r.text[r.pos]) {
			return false, nil // Two-Handed Sword, thrown axe
		}
		at := r.pos
		_, _, damaged, _ := r.damage() // thrown 1d imp: of what follows, not of what stands before
		r.pos = at
		switch {
		case damaged && !w.dropped && len(w.Modes) > 0:
			w = r.fork(w, start)
		case !damaged && ownLevelRE.MatchString(r.rest()): // Thrown (13)
			return false, nil
		}
		set(&w.Weapon)
		return true, nil
	}
}

var (
	reachRE    = regexp.MustCompile(`^(?i:C|\d{1,2})`)
	reachSepRE = regexp.MustCompile(`^ *([-,]|and\b|or\b) *`)
	reachDotRE = regexp.MustCompile(`^\. +`)
)

// reachYards reads one reach; C is 0. What goes on as dice is none.
func (r *blockReader) reachYards() (yards int, ok bool) {
	start := r.pos
	m := r.take(reachRE)
	if m == nil {
		return 0, false
	}
	if next := r.rest(); next != "" && (isLetter(next[0]) || next[0] >= '0' && next[0] <= '9' || next[0] == '(') {
		r.pos = start
		return 0, false
	}
	yards, _ = strconv.Atoi(m[0]) // C: 0
	return yards, true
}

// readReach reads C; C,1; C-2; C. 1-3; 1,2*.
func readReach(r *blockReader, _ string, start int) (bool, error) {
	w := r.lastWeapon()
	if w == nil {
		return false, nil
	}
	n, ok := r.reachYards()
	if !ok {
		return false, nil
	}
	reach := []int{n}
	for {
		before, last := r.pos, reach[len(reach)-1]
		r.take(starsRE)
		m := r.take(reachSepRE)
		if m == nil && (last > 0 || r.take(reachDotRE) == nil) {
			r.pos = before
			break
		}
		n, ok := r.reachYards()
		if !ok || n <= last {
			r.pos = before
			break
		}
		if m != nil && m[1] == "-" {
			for between := last + 1; between < n; between++ {
				reach = append(reach, between)
			}
		}
		reach = append(reach, n)
	}
	if slices.Equal(w.Reach, reach) || r.once(w, "reach", start) {
		w.Reach = reach
	}
	return true, nil
}

const yardsRE = `(\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d+)?|\.\d+)`

var (
	rangePairRE  = regexp.MustCompile(`^([xX]?) *` + yardsRE + ` *[/-] *[xX]? *` + yardsRE)
	rangeBothRE  = regexp.MustCompile(`^()(?i:1/2D):? *` + yardsRE + `,? *(?i:max):? *` + yardsRE)
	rangeOneRE   = regexp.MustCompile(`^([xX]?) *` + yardsRE)
	rangeGivenRE = regexp.MustCompile(`^ *\(` + yardsRE + ` */ *` + yardsRE + `\)`)
	mileRE       = regexp.MustCompile(`^ *(?i:miles?|mi)\b`)
	yardRE       = regexp.MustCompile(`^ *(?i:yards?|yds?)\b`)
)

func yards(s string) float64 {
	x, _ := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	return x
}

// readRange reads 195/300; 1/2D 110, Max 165; x10/x15; 50; 1 mi.
func readRange(r *blockReader, name string, start int) (bool, error) {
	w := r.lastWeapon()
	if w == nil {
		return false, nil
	}
	half, most, times := 0.0, 0.0, false
	if m := r.take(rangeBothRE); m != nil {
		half, most = yards(m[2]), yards(m[3])
	} else if m := r.take(rangePairRE); m != nil {
		half, most, times = yards(m[2]), yards(m[3]), m[1] != ""
	} else if m := r.take(rangeOneRE); m != nil {
		most, times = yards(m[2]), m[1] != ""
	} else {
		w.noRange = true
		return false, nil
	}
	if r.take(mileRE) != nil {
		half, most = half*1760, most*1760
	}
	r.take(yardRE)
	if times {
		if m := r.take(rangeGivenRE); m != nil {
			w.perSTHalf, w.perSTMost = half, most
			half, most, times = yards(m[1]), yards(m[2]), false
		}
	}
	if half > most {
		r.note(start, "range %v/%v is read as %v/%v", half, most, most, half)
		half, most = most, half
	}
	if r.once(w, name, start) {
		w.Ranged, w.HalfDamage, w.MaxRange, w.perST = true, half, most, times
	}
	return true, nil
}

var (
	thrownShotsRE = regexp.MustCompile(`^T\b(?:\((\d{1,5})\))?`)
	shotsRE       = regexp.MustCompile(`^(\d{1,6})(?:\+(\d{1,6}))? *(?:\((\d{1,5})(i?)\))?`)
)

// readShots reads 1(2), 30+1(3), 6(3i), T, T(1).
func readShots(r *blockReader, name string, start int) (bool, error) {
	w := r.lastWeapon()
	if w == nil {
		return false, nil
	}
	if m := r.take(thrownShotsRE); m != nil {
		w.Thrown = true
		if m[1] != "" {
			r.note(start, "%s %s: the time to ready another one, %s s, is not used", name, m[0], m[1])
		}
		return true, nil
	}
	m := r.take(shotsRE)
	if m == nil {
		return false, nil
	}
	if !r.once(w, name, start) {
		return true, nil
	}
	n, _ := strconv.Atoi(m[1])
	more, _ := strconv.Atoi(m[2])
	if m[3] == "" {
		w.Ammo = n + more
		r.note(start, "%s %d without a time to reload is read as all the ammunition there is", name, n+more)
		return true, nil
	}
	w.Shots = n + more
	w.Reload, _ = strconv.Atoi(m[3])
	if m[4] != "" {
		r.note(start, "%s %s: the %s seconds are for one shot and are read as those of a reload", name, m[0], m[3])
	}
	return true, nil
}

// throwables are words in the names of weapons that are thrown, if they have a
// range; a stone is one if the name ends with it.
var throwables = regexp.MustCompile(`\b(?:javelins?|spears?|harpoons?|axes?|hatchets?|tomahawks?|kni(?:fe|ves)|daggers?|darts?|shurikens?|bolas?|nets?|rocks?|boulders?|thrown|throwing|hurled)\b|\bstones?$`)

// missileWords tell what a weapon sends; the first that fits counts.
var missileWords = []struct {
	word    *regexp.Regexp
	missile Missile
}{
	{regexp.MustCompile(`crossbow|arbalest`), Bolt},
	{regexp.MustCompile(`\bsling\b|\bstaff sling\b`), Stone},
	{regexp.MustCompile(`laser|blaster|\bbeam\b`), Beam},
	{regexp.MustCompile(`gun\b|rifle|pistol|musket|revolver|carbine|arquebus`), Bullet},
}

func missileOf(name string) Missile {
	for _, m := range missileWords {
		if m.word.MatchString(name) {
			return m.missile
		}
	}
	return Arrow
}

// finishWeapons turns what was read into the unit's weapons and returns where
// each stands in the text.
func (r *blockReader) finishWeapons() (at []int) {
	r.joinForks()
	u := r.unit
	namesakes := map[string][]int{} // melee weapons by plain name
	add := func(w Weapon, pos int) {
		name := plain(w.Name)
		for _, i := range namesakes[name] {
			if o := &u.Weapons[i]; !w.Ranged && o.Skill == w.Skill && (slices.Equal(o.Reach, w.Reach) || w.Reach == nil) {
				for _, m := range w.Modes {
					if !slices.Contains(o.Modes, m) {
						o.Modes = append(o.Modes, m)
					}
				}
				return
			}
		}
		if !w.Ranged {
			namesakes[name] = append(namesakes[name], len(u.Weapons))
		}
		u.Weapons, at = append(u.Weapons, w), append(at, pos)
	}
	for _, b := range r.weapons {
		if b.dropped {
			continue
		}
		w := b.Weapon
		if len(w.Modes) == 0 {
			r.note(b.pos, "weapon %s is left out: it has no damage", quote(w.Name))
			continue
		}
		for _, f := range b.formulas {
			name, e := "thrust", Thrust(u.ST)
			if f.swing {
				name, e = "swing", Swing(u.ST)
			}
			e = e.Plus(f.adds)
			w.Modes[f.mode].Damage.Dice = e
			r.note(f.pos, "%s%s of ST %d is worked out as %v", name, signed(f.adds), u.ST, e)
		}
		if b.perST {
			w.HalfDamage, w.MaxRange = math.Floor(w.HalfDamage*float64(u.ST)), math.Floor(w.MaxRange*float64(u.ST))
		}
		if st := float64(u.ST); b.perSTMost > 0 && (math.Floor(b.perSTHalf*st) != w.HalfDamage || math.Floor(b.perSTMost*st) != w.MaxRange) {
			r.note(b.pos, "the range of %s is read as %v/%v; x%v/x%v of ST %d would be another", quote(w.Name), w.HalfDamage, w.MaxRange, b.perSTHalf, b.perSTMost, u.ST)
		}
		if !w.Ranged {
			if b.noRange || w.Acc != 0 || w.Bulk != 0 || w.Shots != 0 || w.Ammo != 0 || w.RoF != 0 || w.Thrown {
				if w.Reach == nil {
					r.note(b.pos, "weapon %s is left out: it seems to be ranged, but has no range; like range 18/30", quote(w.Name))
					continue
				}
				r.note(b.pos, "weapon %s has no range; not used: Acc %d, Bulk %d, Shots %d(%d), RoF %d", quote(w.Name), w.Acc, w.Bulk, w.Shots+w.Ammo, w.Reload, w.RoF)
				w.Acc, w.Bulk, w.Shots, w.Reload, w.Ammo, w.RoF, w.Rcl, w.Thrown = 0, 0, 0, 0, 0, 0, 0, false
			}
			add(w, b.pos)
			continue
		}
		if w.Reach != nil { // both
			near := w
			near.Ranged, near.Acc, near.HalfDamage, near.MaxRange, near.RoF = false, 0, 0, 0, 0
			near.Bulk, near.Rcl, near.Thrown, near.Shots, near.Reload, near.Ammo = 0, 0, false, 0, 0, 0
			near.Modes = slices.Clone(w.Modes)
			add(near, b.pos)
			w.Reach = nil
		}
		lower := plain(w.Name)
		w.Thrown = w.Thrown || throwables.MatchString(lower)
		w.Missile = missileOf(lower)
		w.RoF = max(1, w.RoF)
		add(w, b.pos)
	}
	return at
}

func signed(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%+d", n)
}
