package units

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// MaxEncounter is the most bytes of the text of an encounter.
const MaxEncounter = 200_000

// An Encounter is two lists of combatants.
type Encounter struct {
	Name     string  // of the battle; may be empty
	Distance float64 // yards between the sides; 0: the text says nothing of it
	Sides    [2]EncounterSide
}

// An EncounterSide is one of the lists.
type EncounterSide struct {
	Name   string // may be empty
	Groups []EncounterGroup
}

// An EncounterGroup is some of a kind: a stat block, or the name of a unit.
type EncounterGroup struct {
	Count        int  // 1 where none is written
	Counted      bool // a count is written
	Unit         *Unit
	Ref          string // a file, or a built-in unit's name, where Unit is nil
	Notes        []Note // on the stat block
	Line, Column int
}

// Limits of an encounter, which are those of a scenario.
const (
	maxEncounterCount  = 10_000_000
	maxEncounterGroups = 100
	maxEncounterLines  = 20_000
	maxEncounterLine   = 1000 // bytes of a line that is a header or a name
)

// ParseEncounter reads an encounter as a game master would paste it: two lists of
// stat blocks, with a line vs between them or a header above each.
//
//	Heroes
//	hero.gcs
//	3 archer
//
//	vs
//
//	Side: Ogres
//	8 x Ogre
//	ST 16 HP 16 SM+1 DX 9 HT 11
//	Dodge 8, DR 2. Small mace (10): 2d+2 cr. Reach 1.
//
// A count stands before the name (10 x Ogre, 10 Ogres, ten Ogres) or behind it (Ogre
// x10, Ogre (10)). Instead of a block there may be the name of a file or of a
// built-in unit, alone on its line. A line Distance: 40 says how far apart they are.
// There is an encounter where there is no mistake.
func ParseEncounter(text string) (*Encounter, []*StatBlockError) {
	if len(text) > MaxEncounter {
		return nil, []*StatBlockError{{1, 1, fmt.Sprintf("the encounter has %d bytes; at most %d are read", len(text), MaxEncounter)}}
	}
	r := &encounterReader{}
	for line := range strings.SplitSeq(text, "\n") {
		if len(r.lines) == maxEncounterLines {
			return nil, []*StatBlockError{{maxEncounterLines, 1, fmt.Sprintf("the encounter has more than %d lines", maxEncounterLines)}}
		}
		r.lines = append(r.lines, newEncounterLine(line))
	}
	r.findBlocks()
	r.items()
	r.finish()
	if len(r.errs) > 0 {
		slices.SortStableFunc(r.errs, func(a, b *StatBlockError) int { return a.Line - b.Line })
		return nil, r.errs
	}
	return &r.Encounter, nil
}

// An encounterLine is a line and what it is taken for.
type encounterLine struct {
	text  string // as it stands there
	plain string // with plain signs, and no spaces around it
	kind  lineKind
	title string         // of a header
	refs  []encounterRef // units that are named, also in a header
	count string         // of the combatants whose name the line is
	name  string         // their name
	first bool           // the count stands before it

	begins, counts bool // see paragraphs
	whole          bool // the line is nothing but that
}

type lineKind uint8

const (
	otherLine lineKind = iota
	emptyLine
	versusLine
	sideLine // a header
	refLine
	settingLine
)

// An encounterRef is 12 goblin, or hero.gcs.
type encounterRef struct{ count, name string }

// Patterns of lines.
var (
	versusRE     = compiled(`^(?i)[-=*_~ ]*\b(?:vs|versus|against)\b[.:]?[-=*_~ ]*$`)
	inlineVsRE   = compiled(`(?i) +(?:vs\.?|versus|against) +`)
	sideRE       = compiled(`^(?i)(?:side|team|army|force)(?: *(?:\d|[A-D])\b)? *[:-] *(.+?) *:?$`)
	sideBareRE   = compiled(`^(?i)((?:side|team|army|force) *(?:\d|[A-D])) *:?$`)
	sideWordRE   = compiled(`^(?i)((?:the +)?(?:heroes|party|pcs|player characters|players|adventurers|enem(?:y|ies)|monsters|foes|opponents|opposition|villains|attackers|defenders|allies|npcs)) *:?$`)
	settingRE    = compiled(`^(?i)distance *[:=]? *(\d{1,6}(?:\.\d+)?) *(?:yards?|yds?)?\.?$`)
	battleRE     = compiled(`^(?i)(?:encounter|battle|scenario|title) *: *(.+)$`)
	numberedRE   = compiled(`^(?i)(\d{1,9}|` + numberWords() + `)(?: *[xX] +| *[xX]\b *| +)(.+)$`)
	nameThenRE   = compiled(`^(.*?\pL.*?)(?: +[xX] *(\d{1,9})| *\( *[xX]? *(\d{1,9}) *[xX]? *\)) *:?$`)
	notCountedRE = compiled(`^(?i)(?:points?|pts?|character points?|lbs?|pounds?|kg|yards?|yds?|feet|ft|inches|hex(?:es)?|years?|[FH]P|arrows?|bolts?|shots?|rounds?|dice|die|d|damage|per|to|or|and|of|in|miles?|st|nd|rd|th|seconds?|turns?|minutes?)\b`)
	fileRefRE    = compiled(`(?i)^[^\s/\\:|<>"*?](?:[^:|<>"*?;]*[^\s:|<>"*?;])?\.(?:gcs|json|db|txt|ya?ml)$`)
	betweenRE    = compiled(`[,;&]| +and +`)
	attributeRE  = compiled(`(?i)(?:^|[\s|,;(])(ST|Strength|DX|Dexterity|HT|Health) *[:=|]* *(?:$|[+-]?\d)`)
	headRowRE    = compiled(`(?i)\bST\b.*\bDX\b.*\bHT\b`)
	unitLabelRE  = compiled(`^(?i)(?:` + unitLabels + `|name|` + listHeadings + `|` + remarkHeadings + `)`)
	remarkLineRE = compiled(`^(?i)(?:` + remarkHeadings + `) *:`)
)

func newEncounterLine(line string) encounterLine {
	l := encounterLine{text: line}
	l.plain = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(string(plainText(line).text)), "|*> "))
	if rest, ok := strings.CutPrefix(l.plain, "- "); ok {
		l.plain = strings.TrimSpace(rest)
	}
	switch {
	case strings.Trim(l.plain, "-=_*~ ") == "":
		l.kind = emptyLine
	case versusRE.MatchString(l.plain):
		l.kind = versusLine
	case len(l.plain) <= maxEncounterLine:
		l.counted()
		l.markers()
	}
	return l
}

// markers finds out whether the line is a header or names units.
func (l *encounterLine) markers() {
	for _, re := range []pattern{sideRE, sideBareRE, sideWordRE} {
		if m := re.FindStringSubmatch(l.plain); m != nil {
			l.kind, l.title = sideLine, strings.TrimSpace(m[1])
			return
		}
	}
	if settingRE.MatchString(l.plain) {
		l.kind = settingLine
		return
	}
	if head, rest, ok := strings.Cut(l.plain, ":"); ok && rest != "" && !unitLabelRE.MatchString(head) { // Heroes: hero.gcs, 2 knight
		if refs, ok := refsOf(rest); ok && len(head) <= maxTitle {
			l.kind, l.title, l.refs = sideLine, strings.TrimSpace(head), refs
			return
		}
	}
	if refs, ok := refsOf(l.plain); ok {
		l.kind, l.refs = refLine, refs
	}
}

// counted finds a count and the name that it belongs to: 10 x Ogre: ST 16.
func (l *encounterLine) counted() {
	text := l.plain
	if at := anyValueRE.FindStringIndex(text); at != nil {
		text = strings.TrimRight(text[:at[0]], " (|")
	}
	count, name := "", ""
	if m := numberedRE.FindStringSubmatch(text); m != nil && !notCountedRE.MatchString(m[2]) {
		name, _, _ = strings.Cut(m[2], ":")
		count, name, l.first = m[1], strings.TrimRight(name, " .,"), true
	} else if m := nameThenRE.FindStringSubmatch(text); m != nil && !strings.ContainsAny(m[1], ":,.") {
		count, name = m[2]+m[3], strings.TrimSpace(m[1])
	}
	if name == "" || len(name) > maxTitle || !strings.ContainsFunc(name, unicode.IsLetter) || strings.ContainsAny(name, ";[") {
		return
	}
	l.count, l.name = count, name
	l.whole = strings.TrimRight(text, " :.") == strings.TrimRight(l.plain, " :.") && !strings.Contains(text, ": ")
}

// refsOf reads 12 goblin, hero.gcs and so on. All must be known: files by their
// endings, others by the roster.
func refsOf(text string) (refs []encounterRef, ok bool) {
	for _, part := range betweenRE.Split(strings.TrimRight(text, " ."), -1) {
		part = strings.TrimSpace(part)
		ref := encounterRef{name: part}
		if m := numberedRE.FindStringSubmatch(part); m != nil {
			ref = encounterRef{m[1], m[2]}
		} else if m := nameThenRE.FindStringSubmatch(part); m != nil {
			ref = encounterRef{m[2] + m[3], strings.TrimSpace(m[1])}
		}
		if !isFileRef(ref.name) {
			name, found := rosterUnit(ref.name)
			if !found || ref.count == "" && plain(name) != plain(ref.name) { // Ogres is a side's name
				return nil, false
			}
			ref.name = name
		}
		refs = append(refs, ref)
	}
	return refs, len(refs) > 0
}

func isFileRef(name string) bool { return fileRefRE.MatchString(name) }

// rosterNames are the names of the built-in units by how they are compared.
var rosterNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for _, u := range Builtins() {
		names[plain(u.Name)] = u.Name
	}
	return names
})

// rosterUnit finds the name of a built-in unit by its own, or by that of several:
// goblins, wolves.
func rosterUnit(text string) (name string, ok bool) {
	text = strings.TrimPrefix(plain(text), "the ")
	for _, ending := range []struct{ many, one string }{{"", ""}, {"s", ""}, {"es", ""}, {"ies", "y"}, {"ves", "f"}, {"men", "man"}} {
		if one, cut := strings.CutSuffix(text, ending.many); cut {
			if name, ok := rosterNames()[one+ending.one]; ok {
				return name, true
			}
		}
	}
	return "", false
}

// encounterReader finds the sides and their groups.
type encounterReader struct {
	Encounter
	lines  []encounterLine
	blocks []encounterBlock
	side   int    // that is being read
	named  [2]int // the line of a side's name that may have been meant for a unit, from 1; 0: none
	failed bool
	errs   []*StatBlockError
}

// An encounterBlock is where a stat block stands: lines from 0.
type encounterBlock struct {
	head, end   int // its lines
	first, last int // those with ST, DX and HT
}

// maxEncounterErrors is how many mistakes are looked for.
const maxEncounterErrors = 100

// reject notes a mistake in a line, from 0.
func (r *encounterReader) reject(line int, format string, args ...any) {
	if r.failed = true; len(r.errs) < maxEncounterErrors {
		r.errs = append(r.errs, &StatBlockError{line + 1, r.column(line), shortLine(fmt.Sprintf(format, args...))})
	}
}

// column is where the text of a line begins.
func (r *encounterReader) column(line int) int {
	l := r.lines[line]
	if l.kind == emptyLine {
		return 1
	}
	return 1 + utf8.RuneCountInString(l.text) - utf8.RuneCountInString(strings.TrimLeftFunc(l.text, unicode.IsSpace))
}

// findBlocks finds the stat blocks: each has ST, DX and HT, and begins with the line
// of its name.
func (r *encounterReader) findBlocks() {
	r.titles()
	r.paragraphs()
	at := map[string]int{} // the last line with each
	remarks := false
	for i := range r.lines {
		l := &r.lines[i]
		switch {
		case remarkLineRE.MatchString(l.plain):
			remarks = true
		case l.kind != otherLine || newEntryRE.MatchString(l.text):
			remarks = false
		}
		if l.kind != otherLine && l.kind != settingLine && l.kind != emptyLine {
			clear(at) // a block ends there
		}
		if remarks || l.kind != otherLine {
			continue
		}
		for _, m := range attributeRE.FindAllStringSubmatch(l.plain, -1) {
			at[attributeOf(m[1])] = i
		}
		if headRowRE.MatchString(l.plain) {
			at["st"], at["dx"], at["ht"] = i, i, i
		}
		if len(at) == 3 {
			b := encounterBlock{first: min(at["st"], at["dx"], at["ht"]), last: i}
			b.head = r.headOf(b.first)
			r.blocks = append(r.blocks, b)
			clear(at)
		}
	}
	for i := range r.blocks {
		b := &r.blocks[i]
		b.end = len(r.lines)
		if i+1 < len(r.blocks) {
			b.end = r.blocks[i+1].head
		}
		for k := b.last + 1; k < b.end; k++ {
			if r.ends(k) {
				b.end = k
			}
		}
	}
}

// attributeOf is st, dx or ht.
func attributeOf(word string) string {
	switch word = strings.ToLower(word); word {
	case "strength":
		return "st"
	case "dexterity":
		return "dx"
	case "health":
		return "ht"
	}
	return word
}

// ends says whether a line after a block's attributes is no more of it: a header, the
// name of a unit, or a count and a name that nothing else stands with.
func (r *encounterReader) ends(i int) bool {
	switch l := &r.lines[i]; l.kind {
	case versusLine, sideLine, settingLine:
		return true
	case refLine:
		return l.refs[0].count != "" || isFileRef(l.refs[0].name) || l.begins
	case otherLine:
		return l.begins && l.counts // Stealth (12) may be a skill
	}
	return false
}

// titles finds the names of built-in units that are those of blocks: Goblin, and below
// it what goblins are like.
func (r *encounterReader) titles() {
	for i := range r.lines {
		l, next := &r.lines[i], i+1
		for next < len(r.lines) && next < i+4 && r.lines[next].kind == emptyLine {
			next++
		}
		if next == len(r.lines) || l.kind != refLine || len(l.refs) != 1 || isFileRef(l.refs[0].name) {
			continue
		}
		if n := &r.lines[next]; n.kind == otherLine && !n.whole && !(r.isTitle(next) && len(strings.Fields(n.plain)) <= 4 && !attributeRE.MatchString(n.plain)) && r.hasAttributes(next) {
			l.kind = otherLine
		}
	}
}

// hasAttributes says whether a block's attributes come soon, before a header or a name.
func (r *encounterReader) hasAttributes(i int) bool {
	for _, l := range r.lines[i:min(i+40, len(r.lines))] {
		switch {
		case l.kind == otherLine && attributeRE.MatchString(l.plain):
			return true
		case l.kind != otherLine && l.kind != emptyLine:
			return false
		}
	}
	return false
}

// paragraphs finds out which lines begin one, or follow a line that ends a block, and
// from which on there are only counts and names to the end of it.
func (r *encounterReader) paragraphs() {
	for i := range r.lines {
		r.lines[i].begins = i == 0 || r.lines[i-1].kind != otherLine || r.lines[i-1].whole && r.lines[i-1].begins
	}
	for i := len(r.lines) - 1; i >= 0; i-- {
		l := &r.lines[i]
		l.counts = l.whole && l.first && !strings.HasPrefix(strings.ToLower(l.name), "the ") && // 26 The Bestiary may be a page's head
			(i+1 == len(r.lines) || r.lines[i+1].kind != otherLine || r.lines[i+1].counts)
	}
}

// headOf is the line with which the block begins whose attributes begin at first: that
// of its count, or else of its name.
func (r *encounterReader) headOf(first int) int {
	after := 0 // the first line that may be this block's
	if n := len(r.blocks); n > 0 {
		after = r.blocks[n-1].last + 1
	}
	for i := first - 1; i >= after; i-- {
		if k := r.lines[i].kind; k == versusLine || k == sideLine || k == settingLine || k == refLine && !(len(r.lines[i].refs) == 1 && r.blank(i+1, first)) {
			after = i + 1
		}
	}
	if before := anyValueRE.FindStringIndex(r.lines[first].plain); r.lines[first].name != "" ||
		before != nil && strings.Trim(r.lines[first].plain[:before[0]], " |*-:(") != "" && !headingOnlyRE.MatchString(strings.TrimRight(r.lines[first].plain[:before[0]], " ")) {
		return first
	}
	for i := first - 1; i >= max(after, first-40); i-- {
		if l := &r.lines[i]; l.name != "" && (i == first-1 || i == after || r.lines[i-1].kind != otherLine) {
			return i
		}
	}
	top := r.paragraph(first, after)
	if top < first {
		if len(r.blocks) > 0 && top == after && after > 0 && r.lines[after-1].kind == otherLine { // no blank line after the block before
			if r.isTitle(first - 1) {
				return first - 1
			}
			return first
		}
		return top
	}
	for i, tries := first-1, 0; i >= after && tries < 2; tries++ { // a name, or a name and a description
		for ; i >= after && r.lines[i].kind == emptyLine; i-- {
		}
		if i < after {
			break
		}
		top := r.paragraph(i, after)
		if top == i && r.isTitle(i) {
			return i
		}
		if strings.ContainsAny(r.lines[i].plain, ":;") || diceRE.MatchString(r.lines[i].plain) {
			break
		}
		i = top - 1
	}
	return first
}

// blank says whether nothing stands on the lines from i to before end.
func (r *encounterReader) blank(i, end int) bool {
	for ; i < end; i++ {
		if r.lines[i].kind != emptyLine {
			return false
		}
	}
	return true
}

// paragraph is the first line of the paragraph that i is in.
func (r *encounterReader) paragraph(i, after int) int {
	for i > after && r.lines[i-1].kind == otherLine || i > after && r.lines[i-1].kind == refLine && i-1 >= after {
		i--
	}
	return i
}

// isTitle says whether a line looks like a name and not like a part of a block.
func (r *encounterReader) isTitle(i int) bool {
	text := r.lines[i].plain
	return len(text) <= maxTitle && !strings.ContainsAny(text, "0123456789;:") && !strings.HasSuffix(text, ".") && !headingOnlyRE.MatchString(text)
}

// items goes through headers, names and blocks in their order.
func (r *encounterReader) items() {
	blocks := r.blocks
	for i := 0; i < len(r.lines); i++ {
		if len(blocks) > 0 && i == blocks[0].head {
			r.block(blocks[0])
			i, blocks = blocks[0].end-1, blocks[1:]
			continue
		}
		switch l := &r.lines[i]; l.kind {
		case emptyLine:
		case versusLine:
			r.versus(i)
		case sideLine:
			r.header(i, l.title)
			r.refs(i, l.refs)
		case refLine:
			r.refs(i, l.refs)
		case settingLine:
			fmt.Sscan(settingRE.FindStringSubmatch(l.plain)[1], &r.Distance)
		case otherLine:
			r.other(i)
		}
	}
}

// versus goes on to the second side.
func (r *encounterReader) versus(i int) {
	s := &r.Sides[r.side]
	switch {
	case r.side == 1:
		r.reject(i, "a battle has two sides, and a third would begin here")
	case len(s.Groups) == 0:
		r.nobody(i, "nobody stands before this line; want stat blocks, or names of units")
	}
	r.side = 1
}

// header begins a side, if the present one has begun already, and gives it its name.
func (r *encounterReader) header(i int, title string) {
	if s := &r.Sides[r.side]; s.Name != "" || len(s.Groups) > 0 {
		if r.side == 1 {
			r.reject(i, "a battle has two sides, and a third would begin here")
			return
		}
		if len(s.Groups) == 0 {
			r.nobody(i, "nobody stands on the side %s above; want stat blocks, or names of units", quote(s.Name))
		}
		r.side = 1
	}
	r.Sides[r.side].Name = title
}

// other takes a line outside of all blocks: the name of the battle or of a side.
func (r *encounterReader) other(i int) {
	l, s := &r.lines[i], &r.Sides[r.side]
	if m := battleRE.FindStringSubmatch(l.plain); m != nil && r.Name == "" {
		r.Name = nameOf(m[1])
		return
	}
	if parts := inlineVsRE.Split(l.plain, -1); len(parts) == 2 { // 4 hero.gcs vs 12 goblin
		left, okLeft := refsOf(parts[0])
		right, okRight := refsOf(parts[1])
		if okLeft && okRight {
			r.refs(i, left)
			r.versus(i)
			r.refs(i, right)
			return
		}
	}
	title := strings.TrimRight(l.plain, " :")
	switch {
	case l.whole && l.count != "":
		r.unknown(i, l.name)
	case len(s.Groups) > 0 || s.Name != "" || len(title) > maxTitle || strings.HasSuffix(title, "."):
		r.reject(i, "not understood: %s; want a stat block, a file such as hero.gcs, a built-in unit such as 12 goblin, or vs", quote(l.plain))
	case r.side == 0 && r.Name == "" && r.nextIsHeader(i+1):
		r.Name = title
	default:
		s.Name, r.named[r.side] = title, i+1
	}
}

// nobody rejects a side without a group: its name may have been meant for one.
func (r *encounterReader) nobody(line int, format string, args ...any) {
	switch n := r.named[r.side]; {
	case r.failed:
	case n > 0:
		r.unknown(n-1, r.Sides[r.side].Name)
	default:
		r.reject(line, format, args...)
	}
}

func (r *encounterReader) unknown(line int, name string) {
	r.reject(line, "unknown unit %s: no stat block follows, it is no file, and none is built in; simulate list units names those that are", quote(name))
}

// nextIsHeader says whether another header or name follows before the first group.
func (r *encounterReader) nextIsHeader(i int) bool {
	for ; i < len(r.lines) && r.lines[i].kind == emptyLine; i++ {
	}
	if i == len(r.lines) || slices.ContainsFunc(r.blocks, func(b encounterBlock) bool { return b.head == i }) {
		return false
	}
	k := r.lines[i].kind
	return k == sideLine || k == otherLine || k == settingLine
}

// add adds a group to the present side.
func (r *encounterReader) add(line int, count string, g EncounterGroup) {
	s := &r.Sides[r.side]
	g.Line, g.Column, g.Count = line+1, r.column(line), 1
	if count != "" {
		if g.Count, g.Counted = countOf(count), true; g.Count < 1 || g.Count > maxEncounterCount {
			r.reject(line, "a group of %s makes no sense; want 1 to %d", count, maxEncounterCount)
			return
		}
	}
	if len(s.Groups) == maxEncounterGroups {
		r.reject(line, "a side has at most %d groups", maxEncounterGroups)
		return
	}
	s.Groups = append(s.Groups, g)
}

func (r *encounterReader) refs(i int, refs []encounterRef) {
	for _, ref := range refs {
		r.add(i, ref.count, EncounterGroup{Ref: ref.name})
	}
}

// block reads a stat block.
func (r *encounterReader) block(b encounterBlock) {
	var text []string
	for i := b.head; i < b.end; i++ {
		line := r.lines[i].text
		if m := distanceRE.FindStringSubmatchIndex(line); m != nil { // as the last words of a block
			fmt.Sscan(line[m[2]:m[3]], &r.Distance)
			line = line[:m[0]]
		}
		text = append(text, line)
	}
	block := strings.Join(text, "\n")
	if len(block) > MaxStatBlock {
		r.reject(b.head, "the stat block has %d bytes; at most %d are read", len(block), MaxStatBlock)
		return
	}
	reader := newBlockReader(block)
	if err := reader.read(); err != nil {
		r.failed = true
		if bad := err.(*StatBlockError); len(r.errs) < maxEncounterErrors {
			r.errs = append(r.errs, &StatBlockError{bad.Line + b.head, bad.Column, bad.Why})
		}
		return
	}
	g := EncounterGroup{Unit: reader.unit, Notes: reader.sortedNotes()}
	for i := range g.Notes {
		g.Notes[i].Line += b.head
	}
	count := ""
	if reader.counted {
		count = strconv.Itoa(reader.count)
	}
	r.add(b.head, count, g)
}

// distanceRE is how far apart the sides are, as the last words of a line.
var distanceRE = compiled(`(?i)[ ,;.]+distance *[:=]? *(\d{1,6}(?:\.\d+)?) *(?:yards?|yds?)?\.?\s*$`)

// finish wants two sides, each with somebody on it.
func (r *encounterReader) finish() {
	if r.failed {
		return
	}
	last := len(r.lines) - 1
	for last > 0 && r.lines[last].kind == emptyLine {
		last--
	}
	switch {
	case len(r.Sides[0].Groups) == 0 && r.side == 0:
		r.reject(0, "there is nobody in this encounter; want two lists of stat blocks or names of units, with a line vs between them")
	case r.side == 0:
		r.reject(last, "there is one side only; want a line vs between the two, or a header above each, such as Side: Ogres")
	case len(r.Sides[1].Groups) == 0:
		r.nobody(last, "nobody stands on the second side; want stat blocks, or names of units, after this line")
	}
}
