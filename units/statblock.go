package units

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Note tells what a stat block says that the reader could not use, or how it
// read an unclear thing. Line and Column count from 1, columns in characters.
type Note struct {
	Line, Column int
	Text         string
	Unused       []string // things that battles have no use for, in the block's words
	Aside        bool     // tells only how a number came about that is as the sheet has it
}

// Matters says whether the note is about a number that a battle depends on. The
// rest, a trait without a rule or the unit's cost in points, has things Unused.
func (n Note) Matters() bool { return len(n.Unused) == 0 && !n.Aside }

func (n Note) String() string { return fmt.Sprintf("%d:%d: %s", n.Line, n.Column, n.Text) }

// A StatBlockError is what makes a stat block useless.
type StatBlockError struct {
	Line, Column int // from 1, columns in characters
	Why          string
}

func (e *StatBlockError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Why) }

// MaxStatBlock is the most bytes of a stat block. Long ones of real books have a
// few thousand.
const MaxStatBlock = 20_000

// ParseStatBlock reads one unit from a fourth-edition stat block in plain text:
//
//	Bandit: ST 13 HP 13 DX 12 BS 6 Dodge 10 HT 11 FP 11 Move 6, DR 3 (-2 vs
//	crushing), broadsword 14 swing 1d+2 cut, thrust 1d+2 imp; short bow 13, 1d
//	imp, Acc 1, range 195/300, RoF 1, Shots 1(2), Bulk -6
//
// Labels and values may stand on one line or on many, with or without colons.
// ST, DX and HT are needed; Complete fills in what else is missing, and there is
// no Parry or Block unless one is written. Nothing is passed over in silence:
// notes, in the order of the text, tell what was not used and how an unclear
// thing was read, and a key such as DR whose value cannot be read is an error.
// The unit has no name if the block has none. An error is a *StatBlockError, also
// where text is longer than MaxStatBlock.
func ParseStatBlock(text string) (*Unit, []Note, error) {
	if len(text) > MaxStatBlock {
		return nil, nil, &StatBlockError{1, 1, fmt.Sprintf("the stat block has %d bytes; at most %d are read", len(text), MaxStatBlock)}
	}
	r := newBlockReader(text)
	if err := r.read(); err != nil {
		return nil, nil, err
	}
	if r.counted {
		r.unused(fmt.Sprintf("the count of %d", r.count), r.countAt, "the count of %d is not part of a unit and is not used", r.count)
	}
	if at := betweenSides.FindStringIndex(r.text); at != nil {
		r.note(at[0], "this parts the two sides of an encounter, and only one unit is read; simulate import --encounter reads all")
	}
	return r.unit, r.sortedNotes(), nil
}

// read reads all of the block.
func (r *blockReader) read() error {
	if at := thirdEdition.FindStringIndex(r.text); at != nil {
		return r.fail(at[0], "%s belongs to a stat block of the third edition; want one of GURPS fourth edition",
			strings.Join(strings.Fields(r.text[at[0]:at[1]]), " "))
	}
	for r.separators(); r.pos < len(r.text); r.separators() {
		if err := r.clause(); err != nil {
			return err
		}
		r.started = true
	}
	return r.finish()
}

// sortedNotes are the notes in the order of the text.
func (r *blockReader) sortedNotes() []Note {
	slices.SortStableFunc(r.notes, func(a, b Note) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return r.notes
}

// blockReader walks over the text of a stat block, clause by clause. Positions
// are bytes of its text.
type blockReader struct {
	text  string // with plain spaces, signs and quotes
	chars []int  // of each byte of text, the character of the original; one more for the end
	lines []int  // the first character of each line
	pos   int

	unit      *Unit
	given     Given
	count     int // of combatants, in the title; 0: it has none
	countAt   int
	counted   bool // it has one
	groupHP   int  // of them all; 0: not written
	groupHPAt int
	seen      map[string]int // where the number of a key was read
	again     map[string]int // where it was read again
	basicMove int            // counts unless Move is seen
	armour    []blockDR
	afterDR   int // where the last statement about DR ends
	weapons   []*blockWeapon
	relatives []blockRelative

	started    bool // something was read: no title follows
	inSkills   bool // in a list of skills, Name 14 is one
	remarksEnd int  // of remarks; before it numbers may be those of others
	inNumbers  bool // the text says that the defences include DB
	costsNoted bool

	missed map[string]error // by key: a value that was not understood
	notes  []Note
	unread struct{ note, start, end int } // the last note on text not understood
	lost   map[int]string                 // the text of such notes, by their place in notes
}

// place is the line and column of a position.
func (r *blockReader) place(pos int) (line, column int) {
	char := r.chars[pos]
	line, found := slices.BinarySearch(r.lines, char)
	if found {
		line++
	}
	return line, char - r.lines[line-1] + 1
}

func (r *blockReader) note(pos int, format string, args ...any) {
	line, column := r.place(pos)
	r.notes = append(r.notes, Note{Line: line, Column: column, Text: shortLine(fmt.Sprintf(format, args...))})
}

// unused notes a thing that battles have no use for.
func (r *blockReader) unused(thing string, pos int, format string, args ...any) {
	r.note(pos, format, args...)
	r.notes[len(r.notes)-1].Unused = []string{thing}
}

func (r *blockReader) fail(pos int, format string, args ...any) error {
	line, column := r.place(pos)
	return &StatBlockError{line, column, shortLine(fmt.Sprintf(format, args...))}
}

func (r *blockReader) rest() string { return r.text[r.pos:] }

// take matches re, which must begin with ^, at the present position and goes
// past the match. Without a match it returns nil and stays.
func (r *blockReader) take(re pattern) []string {
	m := re.FindStringSubmatch(r.rest())
	if m != nil {
		r.pos += len(m[0])
	}
	return m
}

// Patterns of the text at large.
var (
	betweenSides = compiled(`(?im)^[-=*_~ ]*(?:vs|versus)\b[.:]?[-=*_~ ]*$`) // a line of an encounter
	thirdEdition = compiled(`(?i)\bPD\s*/\s*DR\b|\bMove\s*/\s*Dodge\b|\bPD\s*:?\s*\d`)
	separatorsRE = compiled(`^(?:[\s,;|:=)*]|\.(?:\s|$)|[-+](?:\s|$)|†|‡)+`)
	blankLine    = compiled(`\n *\n`)
	clauseRE     = compiled(`^(?:\([^()\n]*\)|\[[^\]\n]*\]|[^,;.|\n]|\.[^\s])+`)
	costRE       = compiled(`^ *\[[^\]\n]*\]`)
	bracketRE    = compiled(`^ *\(([^()\n]*)\)`)
	starsRE      = compiled(`^(?:\*|†|‡)+`)
)

func (r *blockReader) separators() {
	if m := r.take(separatorsRE); m != nil && blankLine.MatchString(m[0]) {
		r.inSkills = false
	}
}

// clause reads what stands at the present position.
func (r *blockReader) clause() error {
	start := r.pos
	if start > 0 && isWordByte(r.text[start-1]) && isWordByte(r.text[start]) { // 2x11: what begins here is no word
		r.notUnderstood()
		return nil
	}
	if strings.HasPrefix(r.rest(), "(") && start >= r.remarksEnd { // (Reach 1)
		for _, read := range []func() (bool, error){r.label, r.unready} {
			r.pos = start + 1
			if done, err := read(); done || err != nil {
				return err
			}
		}
		r.pos = start
	}
	readers := []func() (bool, error){
		r.remarkHeading, r.label, r.moreDR, r.shield, r.load, r.basicDamage, r.unready, r.bareReach, r.bareRange, r.listedWeapon, r.moreDamage,
		r.weapon, r.trait, r.lostKey, r.skill, r.heading, r.title,
	}
	if start < r.remarksEnd {
		readers = []func() (bool, error){r.heading, r.label, r.shield, r.load, r.basicDamage, r.trait}
	}
	for _, read := range readers {
		if done, err := read(); done || err != nil {
			return err
		}
		r.pos = start
	}
	r.notUnderstood()
	return nil
}

// notUnderstood goes to the end of the clause and notes it, together with the
// clause before if that was not understood either.
func (r *blockReader) notUnderstood() {
	start := r.pos
	inRemarks := start < r.remarksEnd
	if m := r.take(clauseRE); m != nil {
		open := remarkRE.ReplaceAllStringFunc(m[0], blank) // outside of brackets
		// A label may follow: after a scrap of a number, a label without one, or a
		// colon any; elsewhere it may be prose, unless it is ST 12 and the like.
		if at := valueRE.FindStringIndex(open); at != nil && at[0] > 0 && !inRemarks &&
			(!isLetter(m[0][0]) || emptyRE.MatchString(m[0]) || m[0][at[0]-1] == ':') {
			r.pos = start + at[0]
		} else if at := abbreviatedRE.FindStringIndex(powerRE.ReplaceAllStringFunc(open, blank)); at != nil && at[0] > 0 && !inRemarks { // Striking ST 5 is no ST
			r.pos = start + at[0]
		}
	} else {
		_, size := utf8.DecodeRuneInString(r.rest())
		r.pos += size
	}
	u := &r.unread
	text, said := r.text[start:r.pos], ""
	if powerRE.MatchString(text) { // a note of its own
		r.note(start, "not understood and may matter: %s", quote(text))
		r.lost[len(r.notes)-1] = powerRE.ReplaceAllString(text, "")
		return
	}
	things := []string{quiet(text)}
	if r.matters(start, text) {
		things = nil
	}
	if inRemarks {
		r.loadIn(text, start)
		r.shieldIn(text, start)
	}
	apart := inRemarks && u.note >= 0 && u.note < len(r.notes) && r.notes[u.note].Matters() != (things == nil)
	if !apart && u.note >= 0 && u.note == len(r.notes)-1 && !strings.Contains(r.text[u.end:start], "\n") && strings.Trim(r.text[u.end:start], " ,.") == "" {
		start = u.start
		before := r.notes[u.note]
		if u.end-u.start >= maxQuoted { // what is added is not shown
			said = before.Text
		}
		if before.Matters() {
			things = nil
		} else if things != nil {
			things = append(before.Unused, things...)
		}
		r.notes = r.notes[:u.note]
	}
	text = r.text[start:r.pos]
	if said == "" {
		said = "not understood: " + quote(text)
	}
	r.note(start, "%s", said)
	u.note, u.start, u.end = len(r.notes)-1, start, r.pos
	r.notes[u.note].Unused = things
	r.lost[u.note] = text
}

// Patterns of text that was not understood and yet has a number of weight.
var (
	lostRE   = compiled(`(?i)\b(ST|strength|DX|IQ|HT|HP|FP|will|SM|BS|speed|move|MV|dodge|parry|block|DB|DR|reach|range|acc|rof|rcl|shots|bulk)\b *[:=]? *([+-]?\d+)`)
	diceRE   = compiled(`(?i)\b\d+ ?d(?:\d|\b|[-+])`)
	remarkRE = compiled(`\([^()]*\)`)
	heightRE = compiled(`^\d'(?: ?\d{1,2}")?$`)
	bareRE   = compiled(`^[-+/xX (]*\d[^\pL]*$`)
)

// powerRE is a word of a trait that touches wounds, HP, DR, attacks or time, in
// whatever words the block has it.
var powerRE = compiled(`(?i)\b(?:regenerat|injury tolerance|immun|resist|damage resistance|vulnerab|invulnerab|unliving|homogen|diffuse\b|` +
	`(?:no|lacks|without) (?:vitals|blood|brain|eyes|head|neck)\b|bleed|unbreakable bones|(?:supernatural|uncanny) durability|unkillable|` +
	`(?:hard|easy) to (?:kill|subdue)|insubstantial|fragile\b|hemophilia|haemophilia|weapon master|gunslinger|heroic archer|trained by a master|` +
	`enhanced (?:parry|block|dodge|defen[cs]e|time sense)|dual-weapon attack|extra (?:arm|head|mouth|life|attack)|(?:no|one) (?:arm|hand|eye)s?\b|` +
	`(?:striking|arm) (?:ST|strength)\b|berserk|battle rage|combat paralysis|time rate\b|` +
	`(?:double|twice|triple|half|halves|no|extra|normal) (?:the )?(?:damage|injury|wounds)\b|ignores? (?:all )?(?:DR|shock|pain|wounds|damage|injury)\b|` +
	`unready|readying|readied)`)

// blank is as long as s and has no words.
func blank(s string) string { return strings.Repeat("_", len(s)) }

// matters says whether text that was not understood may hold a number that a
// battle depends on: one with a known key, dice, a number without a word, what
// stands just after the DR, and what goes on about a weapon in its line.
func (r *blockReader) matters(start int, text string) bool {
	if r.afterDR >= 0 && strings.Trim(r.text[r.afterDR:start], " /") == "" {
		return true
	}
	if !strings.ContainsAny(text, "0123456789") || heightRE.MatchString(text) {
		return false
	}
	if lostRE.MatchString(text) || diceRE.MatchString(text) || bareRE.MatchString(text) {
		return true
	}
	if r.afterDR >= 0 && strings.Trim(r.text[r.afterDR:start], " ,;/") == "" && strings.ContainsAny(remarkRE.ReplaceAllString(text, ""), "0123456789") {
		return true
	}
	w := r.lastWeapon()
	return w != nil && !strings.Contains(r.text[w.pos:start], "\n") && (text[0] < 'A' || text[0] > 'Z')
}

// finishLost adds to the notes on text not understood what the unit has instead
// of the numbers in it.
func (r *blockReader) finishLost() {
	u := r.unit
	has := func(word string, n int) string {
		if n == 0 {
			return "the unit has no " + word
		}
		return fmt.Sprintf("%s is %d", word, n)
	}
	for i, text := range r.lost {
		var all []string
		for _, m := range lostRE.FindAllStringSubmatch(text, -1) {
			key, instead := strings.ToLower(m[1]), ""
			switch key {
			case "hp":
				instead = has("HP", u.HP)
			case "fp":
				instead = has("FP", u.FP)
			case "iq":
				instead = fmt.Sprintf("IQ is %d", u.IQ)
			case "will":
				instead = fmt.Sprintf("Will is %d", u.Will)
			case "sm":
				instead = fmt.Sprintf("SM is %d", u.SM)
			case "bs", "speed":
				key, instead = "speed", fmt.Sprintf("Basic Speed is %v", u.Speed)
			case "move", "mv":
				key, instead = "move", fmt.Sprintf("Move is %d", u.Move)
			case "dodge":
				instead = has("Dodge", u.Dodge)
			case "parry":
				instead = has("Parry", u.Parry)
			case "block":
				instead = has("Block", u.Block)
			case "db":
				key, instead = "shield_db", "no DB is used"
			case "dr":
				if instead = "the unit has no DR"; r.armour != nil {
					instead = ""
				}
			}
			if _, seen := r.seen[key]; !seen && instead != "" && !strings.HasSuffix(instead, " is "+m[2]) && !slices.Contains(all, instead) {
				all = append(all, instead)
			}
		}
		if all != nil && i < len(r.notes) {
			r.notes[i].Text += "; " + strings.Join(all, ", ")
		}
	}
}

// maxQuoted is how many bytes of a text quote looks at.
const maxQuoted = 1000

// quote shows text of the block in a message, on one line and not too long.
func quote(s string) string {
	s = strings.Join(strings.Fields(s[:min(len(s), maxQuoted)]), " ")
	if c := []rune(s); len(c) > 80 {
		s = string(c[:77]) + "..."
	}
	return strconv.Quote(s)
}

// remarks takes what may follow any number: footnote marks, its cost in points,
// and remarks in brackets.
func (r *blockReader) remarks(name string) {
	for {
		r.take(starsRE)
		start := r.pos
		if m := r.take(costRE); m != nil {
			if !r.costsNoted {
				r.costsNoted = true
				r.unused("point costs", start+strings.Index(m[0], "["), "point costs in square brackets are not used")
			}
			continue
		}
		m := bracketRE.FindStringSubmatch(r.rest())
		if m == nil || keyedRE.MatchString(m[1]) || unreadyRE.MatchString(strings.TrimSpace(m[1])) { // Shield 14 (Block 10): a value of its own
			return
		}
		r.pos += len(m[0])
		r.remark(name, start+strings.Index(m[0], "("), strings.TrimSpace(m[1]))
	}
}

// remark notes a remark in brackets. Of a name or a size it changes nothing; nor
// does one without a number, but for DR and for traits that touch a battle.
func (r *blockReader) remark(name string, pos int, text string) {
	switch word := strings.ToLower(name); {
	case powerRE.MatchString(text):
		r.note(pos, "after %s, not used and may matter: (%s)", name, text)
	case word == "the name", word == "sm", word == "size modifier", word != "dr" && !strings.ContainsAny(text, "0123456789"):
		r.unused("("+quiet(text)+")", pos, "after %s, not used: (%s)", name, text)
	default:
		r.note(pos, "after %s, not used: (%s)", name, text)
	}
}

func quiet(s string) string { return strings.Join(strings.Fields(s), " ") }

// Patterns of headings and titles.
var (
	headingRE     = compiled(`^(?i)(` + listHeadings + `)(?: *:| *\n| *$)`)
	proseRE       = compiled(`^(?i)(?:` + remarkHeadings + `) *:[^\n]*?\pL`)
	titleRE       = compiled(`^(?:[^:;,|\n(\[.]|\.[^\s])+`)
	valueRE       = compiled(`(?i)(?:^| )(?:ST|strength|DX|IQ|HT|HP|FP|will|per|SM|BS|(?:basic )?speed|(?:basic )?move|MV|dodge|parry|block|DR) *[:=|]? *[+-]?\d`)
	anyValueRE    = compiled(`(?i)\b` + unitLabels + ` *[:=|]? *[+-]?\d`)
	keyedRE       = compiled(`^(?i) *(?:ST|DX|HT|HP|FP|dodge|parry|block|DB|DR)\b *[:=]? *[+-]?\d`)
	emptyRE       = compiled(`^(?i:ST|DX|IQ|HT|HP|FP|will|per|SM|BS|(?:basic )?speed|(?:basic )?move|MV|dodge|parry|block|DR) *[:=]`)
	abbreviatedRE = compiled(` (?:(?:ST|DX|IQ|HT|HP|FP|BS|DR) *[:=|]? *\d|SM *[:=|]? *[+-]?\d)`)
	maxTitle      = 60 // characters; what is longer is a description
)

// heading passes over the heading of a list.
func (r *blockReader) heading() (bool, error) {
	m := r.take(headingRE)
	if m == nil {
		return false, nil
	}
	r.inSkills = strings.EqualFold(m[1], "skills")
	return true, nil
}

// remarkHeading finds the heading of remarks: Notes: The leader has IQ 10. Of what
// they say only what the block does not have already counts; the rest may be about
// others.
func (r *blockReader) remarkHeading() (bool, error) {
	if !proseRE.MatchString(r.rest()) {
		return false, nil
	}
	r.inSkills, r.remarksEnd = false, len(r.text)
	if end := strings.IndexByte(r.rest(), '\n'); end >= 0 {
		r.remarksEnd = r.pos + end
	}
	r.notUnderstood()
	return true, nil
}

// title reads the name at the top, and how many there are: Ogre, 10 x Troglodyte,
// Ogre (8), Bandit: ST 13.
func (r *blockReader) title() (bool, error) {
	if r.started || r.unit.Name != "" {
		return false, nil
	}
	start := r.pos
	m := countedRE.FindStringSubmatch(r.rest())
	if m != nil {
		r.pos += len(m[0])
	}
	line, _, _ := strings.Cut(r.rest(), "\n")
	name := titleRE.FindString(line)
	if len(line) < len(r.rest()) && !strings.ContainsAny(line, "0123456789:;|([.") { // a line of its own: Drake, Adult
		name = strings.TrimRight(line, " ,")
	}
	if at := valueRE.FindStringIndex(line); at != nil {
		name = name[:min(at[0], len(name))]
	}
	end := r.pos + len(name)
	number := ""
	if m != nil {
		number = m[1]
	} else if m := countAfterRE.FindStringSubmatch(name); m != nil { // Ogre x8
		name, number = strings.TrimSuffix(name, m[0]), m[1]
	} else if m := countBracketRE.FindStringSubmatch(r.text[end:]); m != nil { // Ogre (8)
		number, end = m[1], end+len(m[0])
	}
	name = strings.TrimRight(strings.Join(strings.Fields(name), " "), "- ")
	if inner, ok := strings.CutPrefix(name, `"`); ok && strings.HasSuffix(inner, `"`) {
		name = strings.TrimSuffix(inner, `"`)
	}
	if name == "" || utf8.RuneCountInString(name) > maxTitle || !utf8.ValidString(name) || r.isProse(end) {
		return false, nil
	}
	r.pos = end
	r.unit.Name = name
	if number != "" {
		r.count, r.countAt, r.counted = countOf(number), start, true
	}
	r.remarks("the name")
	return true, nil
}

// isProse says whether a line goes on after a comma or a stop as a sentence does,
// and is none that begins with a name.
func (r *blockReader) isProse(at int) bool {
	end := strings.IndexByte(r.text[at:], '\n')
	if end < 0 {
		end = len(r.text) - at
	}
	rest := r.text[at : at+end]
	return len(rest) > maxTitle && (rest[0] == ',' || rest[0] == '.') && !anyValueRE.MatchString(rest)
}

// Counts before and after a name.
var (
	countedRE      = compiled(`^(?i)(\d{1,9}|` + numberWords() + `)(?: *[xX] +| *[xX] *(?:\b)| +)`)
	countAfterRE   = compiled(` *[xX] *(\d{1,9}) *$`)
	countBracketRE = compiled(`^ *\( *[xX]? *(\d{1,9}) *[xX]? *\)`)
)

// counts are numbers in words, from two on.
var counts = []string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

func numberWords() string { return strings.Join(counts, "|") }

// countOf is a number of combatants in digits or words, or 0.
func countOf(s string) int {
	if i := slices.Index(counts, strings.ToLower(s)); i >= 0 {
		return i + 2
	}
	n, _ := strconv.Atoi(s)
	return n
}

// finish works out what the whole block says.
func (r *blockReader) finish() error {
	u := r.unit
	var missing []string
	for _, key := range []string{"ST", "DX", "HT"} {
		if _, ok := r.seen[strings.ToLower(key)]; !ok {
			missing = append(missing, key)
		}
	}
	if err := r.finishLostKeys(); err != nil {
		return err
	}
	if missing != nil {
		return r.fail(0, "no %s found; a fourth-edition stat block needs ST, DX and HT, like ST 12 DX 11 HT 10", strings.Join(missing, ", no "))
	}
	if st, dx, ht := r.again["st"], r.again["dx"], r.again["ht"]; st > 0 && dx > 0 && ht > 0 {
		return r.fail(min(st, dx, ht), "a second ST, DX and HT: a second stat block begins here; want one unit at a time, or simulate import --encounter for lists of them")
	}
	r.finishArmour()
	at := r.finishWeapons()
	u.Complete(r.given)
	r.finishSkills()
	if _, moves := r.seen["move"]; !moves {
		if pos, ok := r.seen["basic move"]; ok {
			r.given.Move = true
			u.Move = max(min(1, r.basicMove), r.basicMove*encumbrances[u.Encumbrance].tenths/10)
			if u.Encumbrance != NoEncumbrance {
				r.note(pos, "Basic Move %d with %v encumbrance is read as Move %d", r.basicMove, u.Encumbrance, u.Move)
			}
		}
	}
	r.finishLost()
	if r.groupHP > 0 && (r.count == 0 || r.groupHP != r.count*u.HP) {
		r.note(r.groupHPAt, "Group HP %d is not part of a unit and is not used; that of each is %d", r.groupHP, u.HP)
	}
	_, dodges := r.seen["dodge"]
	if pos, ok := r.seen["shield_db"]; ok && !r.inNumbers && (dodges || u.Parry > 0 || u.Block > 0) {
		r.note(pos, "DB %d is taken to be inside the Dodge, Parry and Block that are written", u.ShieldDB)
	}
	if _, blocks := r.seen["block"]; !blocks {
		for _, skill := range []string{"shield", "cloak"} {
			if level, ok := u.Skill(skill); ok {
				r.note(r.seen["skill "+skill], "%s %d is not made into a Block; none is written, so there is none", skill, level)
			}
		}
	}
	problems := u.CheckGiven(r.given)
	if problems == nil {
		return nil
	}
	key, _, _ := strings.Cut(problems[0].Path, ".")
	pos, seen := r.seen[key]
	if key == "move" && !seen {
		pos = r.seen["basic move"]
	}
	var i int
	if n, _ := fmt.Sscanf(key, "weapons[%d]", &i); n == 1 {
		pos = at[i]
	}
	return r.fail(pos, "%v", problems[0])
}
