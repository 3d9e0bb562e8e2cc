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
	naked    bool         // without a level
	headed   bool         // Bite (13): its damage may follow after some words
	list     *blockWeapon // Weapon (14): of which this is one
	needless bool         // such a heading, of which there are some
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
	wieldingRE   = compiled(`^(?i)(?:` + wieldings + `)$`)
	ownLevelRE   = compiled(`^(?:\(\d{1,9}\)|\d{1,9}(?: *[:,;.-]| +\S))`)
	modeRE       = compiled(`^(?i)(swing|swung|sw|thrust|thr)\b *:? *`)
	wordDiceRE   = compiled(`^(?i)(\d{1,4}) +(?:dice|die)\b`)
	strayMinusRE = compiled(`^(\d{1,4}[dD]\d{0,4}) *- *\(`)
	multiplierRE = compiled(`^ *[xX] *(\d{1,4})\b`)
	divisorRE    = compiled(`^ *\(([\d.]+)\)`)
	typeRE       = compiled(`^(?i) *(?:points? (?:of )?)?` + damageTypeRE)
	addsRE       = compiled(`^([+-]) *(\d{1,4})\b`)
	spacesRE     = compiled(`^ +`)
	orRE         = compiled(`^(?i)or +`)
	followUpRE   = compiled(`^(?i) *(?:\+|,? *(?:plus|and|with)\b) *(?:an? )?(?:follow-?up|linked)\b(?:\([^()\n]*\)|[^().;\n])*`)
	nextModeRE   = compiled(`^ *(?:,? *or\b|[,/]) *`)

	weaponRE = compiled(`^(?i)((?:SM ?[+-]\d+ )?\p{L}[\p{L}'"/& -]*?(?: *\((?:[xX] ?\d|[^()\d\n]*)\))?(?:, *(?:` + wieldings + `)\b)?)` +
		`(?:(?: *[,:-] *| +)skill(?: level)? *[:=-]? *| *(?:[-:] *)?)(?:\((?:skill(?: level)? *[:=-]? *)?(\d{1,9})((?: *[,;][^()\n]*)?)\)|(\d{1,9})) *[:,;-]? *`)
	nakedRE        = compiled(`^(?i)(\p{L}[\p{L}'"/& -]*?(?: *\([^()\d\n]*\))?) *[:,]? +(?:\d+ *d|(?:swing|sw|thrust|thr)\b)`)
	headRE         = compiled(`^((?:\pL|\d+\pL)(?:[^\n:;|()]|\([^()\d\n]*\)){0,70}?) *\((?i:skill(?: level)? *[:=-]? *)?(\d{1,2})((?: or \d{1,2})?(?: *[,;][^()\n]*)?)\) *: *`)
	timesRE        = compiled(` *\([xX] ?\d\)`)
	listedRE       = compiled(`^(?i)(?:or +|and +)?(\p{L}[\p{L}'/& -]*?) *\( *`)
	detailDamageRE = compiled(`(?i)\b(?:\d+ *d|\d+ di(?:c)?e|(?:swing|sw|thrust|thr)\b)`)
	bareTraitRE    = compiled(`^(?i)(?:bad temper|berserk|bloodlust|cowardice|duty|enem(?:y|ies)|sense of duty|fright check)\b`)
	beforeDamageRE = compiled(`^ *[:,]? +`)
	skillWordRE    = compiled(`^(?i)skill(?: level)?[ -]*$`)
	detailRE       = compiled(`^(?i:at reach|reach|range|acc|rof|shots|bulk)\b *:? *[\dCx+-]`)
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
	rolled, stray := false, ""
	if m := r.take(wordDiceRE); m != nil {
		n, _ := strconv.Atoi(m[1])
		mode.Damage.Dice, rolled = dice.D(n, 0), true
		r.take(spacesRE)
		if m := r.take(addsRE); m != nil {
			mode.Damage.Dice.Adds, _ = strconv.Atoi(m[1] + m[2])
		}
	} else if m := r.take(strayMinusRE); m != nil { // 1d-(2), of which a number was lost
		mode.Damage.Dice, _, _ = dice.ParsePrefix(m[1])
		rolled = true
		r.pos-- // the bracket
		stray = strings.ReplaceAll(m[0], " ", "")
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
	times := 1
	if m := r.take(multiplierRE); m != nil && rolled {
		times, _ = strconv.Atoi(m[1])
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
	if stray != "" {
		_, rest, _ := strings.Cut(quiet(r.text[start:r.pos]), "(")
		r.note(start, "%s%s is read as %v(%s; a number may be missing after the sign", stray, rest, mode.Damage.Dice, rest)
	}
	if e := &mode.Damage.Dice; times != 1 {
		once := *e
		e.Count, e.Adds = e.Count*times, e.Adds*times
		if times == 0 || e.Count > maxDice {
			return back(fmt.Sprintf("damage of %vx%d is beyond %d dice", once, times, maxDice))
		}
		r.note(start, "%vx%d is read as %v, which is as much on average", once, times, *e)
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
		if m := r.take(followUpRE); m != nil {
			r.note(before+len(m[0])-len(strings.TrimLeft(m[0], " ")), "after the damage of %s, not used: %s", quote(w.Name), quote(m[0]))
			continue
		}
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

// weaponHead reads a weapon's name and its level. details are the places between
// which there is more in the brackets of the level, as in Axe (13, Parry 9U).
func (r *blockReader) weaponHead() (name, level string, details [2]int, headed, ok bool) {
	start := r.pos
	plain := weaponRE.FindStringSubmatchIndex(r.rest())
	if head := headRE.FindStringSubmatchIndex(r.rest()); head != nil && !r.inSkills && lineStartRE.MatchString(r.text[max(0, start-100):start]) &&
		(plain == nil || head[3] > plain[3]) && !diceRE.MatchString(r.rest()[head[2]:head[3]]) { // a name with numbers or commas
		plain = append(head, -1, -1)
	}
	if plain == nil {
		return "", "", details, false, false
	}
	part := func(i int) string {
		if plain[2*i] < 0 {
			return ""
		}
		return r.text[start+plain[2*i] : start+plain[2*i+1]]
	}
	r.pos += plain[1]
	name = strings.Trim(strings.Join(strings.Fields(timesRE.ReplaceAllString(part(1), "")), " "), "-, ")
	if times := timesRE.FindStringIndex(part(1)); times != nil {
		r.note(start+times[0], "of %s there is one, not %s", quote(name), strings.Trim(part(1)[times[0]:times[1]], " ()"))
	}
	if part(3) != "" {
		details = [2]int{start + plain[6], start + plain[7]}
	}
	headed = part(2) != "" && strings.HasSuffix(strings.TrimRight(part(0), " "), ":")
	return name, part(2) + part(4), details, headed, true
}

// weapon reads a weapon's name, level and damage: broadsword 14, swing 1d+2 cut
// or thrust 1d+1 imp; Bite (13): 1d-2 cut; Axe (13, 1d+3 cut).
func (r *blockReader) weapon() (bool, error) {
	start, notes := r.pos, len(r.notes)
	name, level, details, headed, found := r.weaponHead()
	if !found {
		return r.nakedWeapon()
	}
	undo := func() (bool, error) {
		r.pos, r.notes = start, r.notes[:notes]
		return false, nil
	}
	w := &blockWeapon{pos: start, headed: headed}
	w.Name = name
	if skillWordRE.MatchString(w.Name) { // the level of a weapon without a name
		return undo()
	}
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
		return true, r.within(details)
	case detailDamageRE.MatchString(r.text[details[0]:details[1]]): // Axe (13, 1d+3 cut)
	case headed && !r.inSkills && !bareTraitRE.MatchString(w.Name):
	case !detailRE.MatchString(r.rest()):
		undo()
		return r.nakedWeapon()
	}
	skill, err := strconv.Atoi(level)
	if err != nil || skill > maxSkill {
		return false, r.fail(start, "%s %s makes no sense; want a skill of %d to %d", w.Name, level, minSkill, maxSkill)
	}
	w.Skill = skill
	r.weapons = append(r.weapons, w)
	return true, r.within(details)
}

// listedWeapon reads one of several weapons of one level: Weapon (14): Axe (1d+3
// cutting), spear (1d+1 impaling), etc. Reach 1.
func (r *blockReader) listedWeapon() (bool, error) {
	head := r.lastWeapon()
	if head != nil && head.list != nil {
		head = head.list
	}
	start := r.pos
	if head == nil || !head.headed || len(head.Modes) > 0 || strings.Contains(r.text[head.pos:start], "\n") {
		return false, nil
	}
	m := r.take(listedRE)
	if m == nil {
		return false, nil
	}
	w := &blockWeapon{pos: start, list: head}
	w.Name, w.Skill = strings.Join(strings.Fields(m[1]), " "), head.Skill
	mode, f, ok, _ := r.damage()
	if !ok {
		r.pos = start
		return false, nil
	}
	w.add(mode, f)
	r.modes(w)
	head.needless = true
	r.weapons = append(r.weapons, w)
	return true, nil
}

// within reads the details between two places that were passed over, those of
// Axe (13, Parry 9U): 1d+3 cut, and comes back.
func (r *blockReader) within(details [2]int) error {
	pos, text, to := r.pos, r.text, details[1]
	r.pos, r.text = details[0], text[:to]
	for r.separators(); r.pos < to; r.separators() {
		if err := r.clause(); err != nil {
			return err
		}
	}
	r.pos, r.text = pos, text
	return nil
}

var (
	unreadyRE = compiled(`^(?i)(?:unwieldy|(?:and |it )?(?:(?:needs|requires) (?:to be )?(?:re-?)?read(?:ying|ied)|must be (?:re-?)?readied|` +
		`(?:becomes |is |goes )?unready) after (?:each|every|an|any|the|it)?(?: ?(?:attacks?|attacking|swings?|blows?|strikes?|use))|(?:and |it )?becomes unready)$`)
	unreadyEndRE  = compiled(`^[^,;.|()\n]+`)
	basicDamageRE = compiled(`^(?i)((?:basic )?(?:damage|dmg)\b *[.:=]? *)?(thr(?:ust)?\b *[:=]? *)?\d{1,4}d6?(?:[+-]\d{1,4})?` +
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
	w := &blockWeapon{pos: start, naked: true}
	w.Name = strings.Join(strings.Fields(m[1]), " ")
	if skillWordRE.MatchString(w.Name) {
		return false, nil
	}
	r.pos += len(m[1])
	r.take(beforeDamageRE)
	at := r.pos
	mode, f, ok, _ := r.damage()
	if !ok {
		r.pos = start
		return false, nil
	}
	if last := r.lastWeapon(); last != nil && last.headed && len(last.Modes) == 0 && !last.needless && !strings.Contains(r.text[last.pos:start], "\n") {
		// Head (16): bite or horns, 2d+2 cutting
		r.unused(w.Name, start, "of %s, not used: %s", quote(last.Name), quote(w.Name))
		r.pos = at
		return r.moreDamage()
	}
	w.add(mode, f)
	r.modes(w)
	r.weapons = append(r.weapons, w)
	w.said = strings.TrimLeft(r.text[start+len(m[1]):r.pos], " :,")
	return true, nil
}

// moreDamage reads damage without a weapon's name: one more mode of the last.
func (r *blockReader) moreDamage() (bool, error) {
	start := r.pos
	w, u := r.lastWeapon(), &r.unread
	if w != nil && !strings.Contains(r.text[w.pos:start], "\n") {
		r.take(orRE)
	}
	mode, f, ok, _ := r.damage()
	if !ok {
		r.pos = start
		return false, nil
	}
	waits := w != nil && w.headed && len(w.Modes) == 0 && !w.needless && !strings.Contains(r.text[w.pos:start], "\n")
	lost := !waits && u.note >= 0 && u.note == len(r.notes)-1 && !strings.ContainsAny(r.text[u.end:start], "\n") && r.text[u.start] != '('
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
	reachRE    = compiled(`^(?i:C|\d{1,2})`)
	reachSepRE = compiled(`^ *([-,]|and\b|or\b) *`)
	reachDotRE = compiled(`^\. +`)
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

var bareReachRE = compiled(`^C(?: *[-,] *\d{1,2})*\*?(?:[ ,;.)]|\n|$)`)

// bareReach reads a reach without its label just after the damage: 2d cutting C-2.
func (r *blockReader) bareReach() (bool, error) {
	w := r.lastWeapon()
	if w == nil || len(w.Modes) == 0 || w.Reach != nil || strings.Contains(r.text[w.pos:r.pos], "\n") || !bareReachRE.MatchString(r.rest()) {
		return false, nil
	}
	return readReach(r, "reach", r.pos)
}

// bareRange reads a range without its label: x0.5/x1 (6/12).
func (r *blockReader) bareRange() (bool, error) {
	w := r.lastWeapon()
	if w == nil || strings.Contains(r.text[w.pos:r.pos], "\n") || !bareRangeRE.MatchString(r.rest()) {
		return false, nil
	}
	return readRange(r, "range", r.pos)
}

// readHalfAndMost reads 1/2D 110, Max 165 without the word range.
func readHalfAndMost(r *blockReader, name string, start int) (bool, error) {
	r.pos = start
	if !rangeBothRE.MatchString(r.rest()) {
		return false, nil
	}
	return readRange(r, name, start)
}

// readRanged passes over Ranged, with.
func readRanged(r *blockReader, _ string, start int) (bool, error) {
	w := r.lastWeapon()
	if w == nil || blankLine.MatchString(r.text[w.pos:start]) || r.take(rangedRE) == nil {
		return false, nil
	}
	return true, nil
}

const yardsRE = `(\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d+)?|\.\d+)`

var (
	rangePairRE  = compiled(`^([xX]?) *` + yardsRE + ` *[/-] *[xX]? *` + yardsRE)
	rangeBothRE  = compiled(`^()(?i:1/2 ?D):? *` + yardsRE + `[,;/]?\s*(?i:max):? *` + yardsRE)
	bareRangeRE  = compiled(`^[xX] *` + yardsRE + ` */ *[xX] *` + yardsRE)
	rangedRE     = compiled(`^(?i)(?:,? *with +| *[,(])`)
	rangeOneRE   = compiled(`^([xX]?) *` + yardsRE)
	rangeGivenRE = compiled(`^ *\(` + yardsRE + ` */ *` + yardsRE + `\)`)
	mileRE       = compiled(`^ *(?i:miles?|mi)\b`)
	yardRE       = compiled(`^ *(?i:yards?|yds?)\b`)
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
	telescopeRE = compiled(`^ *\+ *(\d{1,2})\b`)
	volleyRE    = compiled(`^ *[xX] *(\d{1,4})\b`)
	oneInRE     = compiled(`^\((\d{1,4})\)`)
	jetRE       = compiled(`^(?i:jet)\b`)
	shotsMarkRE = compiled(`^[!*#]+`)
)

// readAcc reads 3, +2, 10+2 with the bonus of a scope.
func readAcc(r *blockReader, name string, start int) (bool, error) {
	w := r.lastWeapon()
	if w == nil {
		return false, nil
	}
	n, ok, err := r.whole(name)
	if !ok {
		return false, err
	}
	if m := r.take(telescopeRE); m != nil {
		more, _ := strconv.Atoi(m[1])
		r.note(start, "%s %d+%d is read as %d, its scope included", name, n, more, n+more)
		n += more
	}
	if r.once(w, name, start) {
		w.Acc = n
	}
	return true, nil
}

// readRoF reads 1; 2x11; 1(5), a shot in so many seconds; Jet.
func readRoF(r *blockReader, name string, start int) (bool, error) {
	w := r.lastWeapon()
	if w == nil {
		return false, nil
	}
	n, ok, err := r.whole(name)
	switch m, seconds := r.take(volleyRE), r.take(oneInRE); {
	case err != nil:
		return false, err
	case !ok && r.take(jetRE) != nil:
		r.note(start, "%s Jet is read as 1: a jet has no rule here but as a spell", name)
		n = 1
	case !ok:
		return false, nil
	case m != nil:
		times, _ := strconv.Atoi(m[1])
		r.note(start, "%s %dx%d is read as %d projectiles a second", name, n, times, n*times)
		n *= times
	case seconds != nil:
		r.note(start, "%s %d%s: the %s seconds are not used", name, n, seconds[0], seconds[1])
	}
	r.take(shotsMarkRE)
	if r.once(w, name, start) {
		w.RoF = n
	}
	return true, nil
}

var (
	thrownShotsRE = compiled(`^T\b(?:\((\d{1,5})\))?`)
	shotsRE       = compiled(`^(\d{1,6})(?:\+(\d{1,6}))? *(?:\((\d{1,5})(i?)\))?`)
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
var throwables = compiled(`\b(?:javelins?|spears?|harpoons?|axes?|hatchets?|tomahawks?|kni(?:fe|ves)|daggers?|darts?|shurikens?|bolas?|nets?|rocks?|boulders?|thrown|throwing|hurled)\b|\bstones?$`)

// missileWords tell what a weapon sends; the first that fits counts.
var missileWords = []struct {
	word    pattern
	missile Missile
}{
	{compiled(`crossbow|arbalest`), Bolt},
	{compiled(`\bsling\b|\bstaff sling\b`), Stone},
	{compiled(`laser|blaster|\bbeam\b`), Beam},
	{compiled(`gun\b|rifle|pistol|musket|revolver|carbine|arquebus`), Bullet},
}

// gunsRE are the names of weapons that are of no use in melee.
var gunsRE = compiled(`\b(?:(?:cross|long|short|composite )?bow|sling|(?:hand|shot)?gun|rifle|pistol|musket|revolver|carbine|karabiner|arquebus|blaster|laser)$`)

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
	reaches := map[*blockWeapon][]int{} // of lists, which end with it
	for _, b := range r.weapons {
		if b.list != nil && b.Reach != nil {
			reaches[b.list] = b.Reach
		}
	}
	for _, b := range r.weapons {
		if b.dropped || b.needless {
			continue
		}
		if b.naked && !r.levelBySkill(b) {
			r.note(b.pos, "weapon %s is left out: it has no skill level; like %s 12, %s", quote(b.Name), b.Name, b.said)
			continue
		}
		w := b.Weapon
		if b.list != nil && w.Reach == nil && !w.Ranged {
			w.Reach = reaches[b.list]
		}
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
			if gunsRE.MatchString(plain(w.Name)) && w.Reach == nil {
				b.noRange = true
			}
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
	r.nameWeapons()
	return at
}

// nameWeapons gives weapons of a kind, melee or ranged, names that differ and that a
// scenario takes.
func (r *blockReader) nameWeapons() {
	type name struct {
		plain  string
		ranged bool
	}
	taken := map[name]bool{}
	for i := range r.unit.Weapons {
		w := &r.unit.Weapons[i]
		w.Name = shortened(w.Name, maxSheetName)
		own := w.Name
		for n := 2; taken[name{plain(w.Name), w.Ranged}]; n++ {
			w.Name = fmt.Sprintf("%s %d", shortened(own, maxSheetName-5), n)
		}
		taken[name{plain(w.Name), w.Ranged}] = true
	}
}

// levelBySkill gives a weapon without a level that of the skill that it is called
// after: Broadsword, or Large Knife and Knife.
func (r *blockReader) levelBySkill(w *blockWeapon) bool {
	words := strings.Fields(plain(w.Name))
	for i := range words {
		name := strings.Join(words[i:], " ")
		if level, ok := r.unit.Skill(name); ok {
			r.note(w.pos, "weapon %s has no level of its own; that of the skill %s, %d, is used", quote(w.Name), name, level)
			w.Skill = level
			return true
		}
	}
	return false
}

func signed(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%+d", n)
}
