package units

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lookAlikes are characters, and slips of encoding, that mean plain ones.
var lookAlikes = []struct{ from, to string }{
	{"â€“", "-"}, {"â€”", "-"}, {"âˆ’", "-"}, {"Ã—", "x"}, {"â€™", "'"}, {"â€˜", "'"}, {"â€œ", `"`}, {"â€\u009d", `"`}, {"â€¢", "|"},
	{"Â½", "1/2"}, {"Â\u00a0", " "}, {"(¾", "(x"},
	{"−", "-"}, {"–", "-"}, {"—", "-"}, {"‐", "-"}, {"‑", "-"}, {"‒", "-"}, {"﹣", "-"}, {"－", "-"}, {"×", "x"}, {"✕", "x"}, {"＋", "+"},
	{"\u00a0", " "}, {"\u2002", " "}, {"\u2003", " "}, {"\u2007", " "}, {"\u2009", " "}, {"\u200a", " "}, {"\u202f", " "}, {"\u3000", " "},
	{"\u200b", " "}, {"\ufeff", " "}, {"\r", " "}, {"\t", " "}, {"\f", " "}, {"\v", " "}, {"\u2028", " "}, {"\u2029", " "},
	{"’", "'"}, {"‘", "'"}, {"“", `"`}, {"”", `"`}, {"„", `"`}, {"½", "1/2"}, {"¹⁄₂", "1/2"}, {"⁄", "/"}, {"ﬁ", "fi"}, {"ﬂ", "fl"}, {"ﬀ", "ff"},
	{"•", "|"}, {"·", "|"}, {"●", "|"}, {"○", "|"}, {"▪", "|"}, {"■", "|"}, {"◦", "|"}, {"‣", "|"}, {"⁃", "|"}, {"➢", "|"},
}

// softHyphen stands where a word may be broken.
const softHyphen = "\u00ad"

// A blockText is the text of a stat block with plain spaces, signs and quotes, and
// without the ends of lines that only wrap what goes on.
type blockText struct {
	text  []byte
	chars []int // of each byte of text, the character of the original
	lines []int // the first character of each line of the original
	pages []int // where in text the number of a page stood
}

func plainText(text string) *blockText {
	b := &blockText{lines: []int{0}}
	for char := 0; text != ""; {
		_, size := utf8.DecodeRuneInString(text)
		from, to := text[:size], text[:size]
		switch {
		case strings.HasPrefix(text, softHyphen):
			if to = ""; strings.HasPrefix(strings.TrimLeft(text[size:], " \r"), "\n") {
				to = "-"
			}
		case text[0] < utf8.RuneSelf && text[0] > '\r': // itself, but for slips that begin with it
			if text[0] != '(' || !strings.HasPrefix(text, "(¾") {
				break
			}
			fallthrough
		default:
			for _, a := range lookAlikes {
				if strings.HasPrefix(text, a.from) {
					from, to = a.from, a.to
					break
				}
			}
		}
		if to == "1/2" && len(b.text) > 0 && isDigit(b.text[len(b.text)-1]) { // 1½
			to = ".5"
		}
		b.text = append(b.text, to...)
		for range len(to) {
			b.chars = append(b.chars, char)
		}
		char += utf8.RuneCountInString(from)
		if from == "\n" {
			b.lines = append(b.lines, char)
		}
		text = text[len(from):]
	}
	b.unmark()
	b.unroll()
	b.rejoin()
	return b
}

// Marks of Markdown and of wikis.
var (
	boldRE  = compiled(`\*\*([^\s*][^*\n]{0,200})\*\*`)
	markRE  = compiled(`(?m)^[ |]*(?:#{1,6} |[-|: ]*--[-|: ]*$|\{\|.*$|\|[-}].*$|!)`)
	cellsRE = compiled(`!!`)
)

// unmark blanks the marks of Markdown and of wikis: **ST** 12, ### Goblin, |---|.
func (b *blockText) unmark() {
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if b.text[i] != '\n' {
				b.text[i] = ' '
			}
		}
	}
	for _, at := range boldRE.FindAllSubmatchIndex(b.text, -1) {
		if c := b.text[at[2]]; isLetter(c) || c >= utf8.RuneSelf {
			blank(at[0], at[2])
			blank(at[3], at[1])
		}
	}
	for _, re := range []pattern{markRE, cellsRE} {
		for _, at := range re.FindAllIndex(b.text, -1) {
			blank(at[0], at[1])
		}
	}
}

var (
	headCellRE  = compiled(`^(?i)` + unitLabels + `:?$`)
	valueCellRE = compiled(`^(?i)(?:[+-]?\d|n/?a\b|none\b|-$)`)
)

// unroll writes a row of labels and the row of values below it as labels with their
// values.
func (b *blockText) unroll() {
	var out blockText
	lines, at := bytes.Split(b.text, []byte("\n")), 0
	for i := 0; i < len(lines); i++ {
		heads, below, next := cells(lines[i], at), at+len(lines[i])+1, i+1
		for next < len(lines) && len(heads) > 2 && len(bytes.Trim(lines[next], " |")) == 0 { // |---|
			below, next = below+len(lines[next])+1, next+1
		}
		var values [][2]int
		if next < len(lines) && len(heads) > 2 {
			values = cells(lines[next], below)
		}
		if len(values) == len(heads) && len(heads) > 2 && b.every(heads, headCellRE) && b.every(values, valueCellRE) {
			for k := range heads {
				for _, c := range [][2]int{heads[k], values[k]} {
					out.text, out.chars = append(out.text, b.text[c[0]:c[1]]...), append(out.chars, b.chars[c[0]:c[1]]...)
					out.text, out.chars = append(out.text, ' '), append(out.chars, b.chars[c[1]-1])
				}
			}
			at, i = below+len(lines[next]), next
		} else {
			out.text, out.chars = append(out.text, lines[i]...), append(out.chars, b.chars[at:at+len(lines[i])]...)
			at += len(lines[i])
		}
		if i+1 < len(lines) {
			b.newline(&out, at, "\n")
		}
		at++
	}
	b.text, b.chars = out.text, out.chars
}

// cells are the places of a row's cells: between bars, or else of its words.
func cells(line []byte, at int) (all [][2]int) {
	bars := bytes.IndexByte(line, '|') >= 0
	for i := 0; i < len(line); {
		n := len(line) - i
		for j, c := range line[i:] {
			if c == '|' || c == ' ' && !bars {
				n = j
				break
			}
		}
		cell := line[i : i+n]
		from := i + n - len(bytes.TrimLeft(cell, " "))
		if cell = bytes.TrimSpace(cell); len(cell) > 0 {
			all = append(all, [2]int{at + from, at + from + len(cell)})
		}
		i += n + 1
	}
	return all
}

func (b *blockText) every(cells [][2]int, re pattern) bool {
	for _, c := range cells {
		if !re.Match(b.text[c[0]:c[1]]) {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Headings of lists, and of remarks: text that goes on over the ends of lines.
const (
	listHeadings = `(?:advantages */ *)?(?:dis)?advantages|adv(?:antage)?s?|disad(?:v|vantage)?s?|(?:other )?traits|features|perks|quirks|skills|techniques|spells|languages|` +
		`(?:melee |ranged )?(?:attacks?|weapons?)|(?:primary |basic )?attributes|secondary (?:characteristics|attributes)|defen[cs]es|gear|equipment|possessions`
	remarkHeadings = `notes?|description|class|(?:creature )?type|habitat|background|history|behaviou?r|tactics|source|loot|treasure|special(?: abilities)?`
)

var (
	headingOnlyRE  = compiled(`^(?i)[\s|*-]*(?:` + listHeadings + `|` + remarkHeadings + `) *:?\s*$`)
	runningListRE  = compiled(`^(?i)[\s|*-]*(?:` + listHeadings + `) *: *\S`)
	runningProseRE = compiled(`^(?i)[\s|*-]*(?:` + remarkHeadings + `) *: *[^\s\d]`)

	newEntryRE  = compiled(`^\s*(?:$|[|*#]|- |\p{L}[\p{L}'/&-]*(?: [\p{L}'/&-]+){0,4} *(?:\([^()\n]{0,40}\))? *:|.{1,60}\(\d{1,2}\) *:)`)
	newNumberRE = compiled(`^(?i)\s*(?:SM *[+-]?\d|` + unitLabels + `\s*([:=|])?\s*(?:[+-] *)?\d)`)
	newKeyRE    = compiled(`^\s*(?:ST|DX|IQ|HT|HP|FP|SM|BS|DR|DB)\b`)
	relativeRE  = compiled(`^\s*(?:ST|DX|IQ|HT|Will|Per)[+-]\d+ *(?:\[|-)`) // of a skill: DX+2 [8]-14
	twoNumberRE = compiled(`^(?i)\s*` + unitLabels + `\s*[:=|]?\s*[+-]?\d[\d.]*[ ,;]+` + unitLabels + `\s*[:=|]?\s*[+-]?\d`)
	goesOnRE    = compiled(`(?i)(?:,|\+| (?:or|and|with|to|of|the|a|vs\.?|max|reach|range|acc|rof|shots|bulk))\s*$`)
	basicRE     = compiled(`(?i)\bbasic\s*$`)
	pageRE      = compiled(`^\s*\d{1,3}\s*$`)
	beforePage  = compiled(`(?i)(?:[.;,)\d]|\b(?:or|and|with|to|of|the|a|vs\.?))\s*$`)
	brokenRE    = compiled(`(?i)(\pL|\d)-\s*$`)
	typeEndRE   = compiled(`(?i)\b(?:pi|piercing)-\s*$`)
	compoundRE  = compiled(`^\s*(?:handed|hand|draw|talk|up)\b`)
)

// unitLabels are the labels of a unit's numbers.
const unitLabels = `(?:group HP|ST|DX|IQ|HT|HP|FP|will|per|SM|BS|(?:basic )?speed|(?:basic )?move|MV|dodge|parry|block|DR|DB)\b`

// rejoin takes out the ends of lines that only wrap: in a word that is hyphenated,
// in brackets, after a comma, and in lists and remarks that begin with a heading. So
// does it with the numbers of pages that stand between.
func (b *blockText) rejoin() {
	lines := bytes.Split(b.text, []byte("\n"))
	out := blockText{lines: b.lines}
	at := 0 // of the line in b.text
	take := func(from, to int) {
		out.text, out.chars = append(out.text, b.text[from:to]...), append(out.chars, b.chars[from:to]...)
	}
	running, prose, after := false, false, false // a list or remarks; remarks; just after a heading
	last, before := "", ""                       // the end of the present line of out; the last line that is not blank
	for i, raw := range lines {
		line := string(raw)
		end := at + len(raw)
		if pageRE.MatchString(line) && i+1 < len(lines) && beforePage.MatchString(before) && !pageRE.MatchString(before) && !isColumn(lines[i+1:]) {
			out.pages = append(out.pages, len(out.text)+bytes.IndexFunc(raw, unicode.IsDigit))
			for range end - at {
				out.text = append(out.text, ' ')
			}
			out.chars = append(out.chars, b.chars[at:end]...)
			b.newline(&out, end, " ")
			at = end + 1
			continue
		}
		if last == "" || !running {
			switch {
			case runningProseRE.MatchString(line):
				running, prose = true, true
			case runningListRE.MatchString(line), after && strings.ContainsAny(line, ";,"):
				running, prose = true, false
			}
		}
		if strings.TrimSpace(line) != "" {
			before = line
		}
		after = headingOnlyRE.MatchString(line) || after && strings.TrimSpace(line) == ""
		take(at, end)
		last += line
		if len(last) > 300 {
			last = last[len(last)-300:]
		}
		if i+1 == len(lines) {
			break
		}
		next := string(lines[i+1])
		starts := newEntryRE.MatchString(next)
		if number := newNumberRE.FindStringSubmatch(next); number != nil && !relativeRE.MatchString(next) && (!prose || number[1] != "" || twoNumberRE.MatchString(next)) {
			starts = true
		}
		starts = starts || running && !prose && newKeyRE.MatchString(next) && !relativeRE.MatchString(next)
		switch {
		case brokenRE.MatchString(line) && !typeEndRE.MatchString(line) && startsWord(next):
			first, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, " "))
			letter, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line, "- "))
			hyphen := bytes.LastIndexByte(out.text, '-')
			if unicode.IsLower(first) && unicode.IsLetter(letter) && !compoundRE.MatchString(next) {
				out.text, out.chars = out.text[:hyphen], out.chars[:hyphen]
			} else {
				out.text, out.chars = out.text[:hyphen+1], out.chars[:hyphen+1]
			}
			end += 1 + len(next) - len(strings.TrimLeft(next, " ")) // past the spaces before it
			lines[i+1] = bytes.TrimLeft(lines[i+1], " ")
			at = end
			continue
		case basicRE.MatchString(line), inBracket(last, lines[i+1:]), strings.HasPrefix(strings.TrimLeft(next, " "), "(") && strings.TrimSpace(line) != "" && !headingOnlyRE.MatchString(line), !starts && (running || goesOnRE.MatchString(line)):
			b.newline(&out, end, " ")
			last += " "
		default:
			b.newline(&out, end, "\n")
			running, prose, last = false, false, ""
		}
		at = end + 1
	}
	*b = out
}

// newline adds what becomes of the end of a line.
func (b *blockText) newline(out *blockText, at int, as string) {
	out.text, out.chars = append(out.text, as...), append(out.chars, b.chars[at])
}

// startsWord says whether a line begins with a letter or a digit.
func startsWord(line string) bool {
	c, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, " "))
	return unicode.IsLetter(c) || unicode.IsDigit(c)
}

// isColumn says whether the next line that is not blank is a number too.
func isColumn(next [][]byte) bool {
	for _, line := range next[:min(len(next), 3)] {
		if len(bytes.TrimSpace(line)) > 0 {
			return pageRE.Match(line)
		}
	}
	return false
}

// inBracket says whether a bracket is opened in text that the next lines close.
func inBracket(text string, next [][]byte) bool {
	open := strings.LastIndexByte(text, '(')
	if open < 0 || strings.IndexByte(text[open:], ')') >= 0 || len(text)-open > 250 {
		return false
	}
	for _, line := range next[:min(len(next), 5)] {
		if len(bytes.TrimSpace(line)) == 0 {
			return false
		}
		if at := bytes.IndexAny(line, "()"); at >= 0 {
			return line[at] == ')'
		}
	}
	return false
}

func newBlockReader(text string) *blockReader {
	r := &blockReader{unit: new(Unit), seen: make(map[string]int), again: make(map[string]int), lost: make(map[int]string), missed: make(map[string]error)}
	r.unread.note, r.afterDR = -1, -1
	b := plainText(text)
	r.text, r.chars, r.lines = string(b.text), b.chars, b.lines
	if n := len(r.chars); n > 0 {
		r.chars = append(r.chars, r.chars[n-1]+1)
	} else {
		r.chars = []int{0}
	}
	for _, at := range b.pages {
		line, column := r.place(at)
		r.notes = append(r.notes, Note{Line: line, Column: column, Text: "a number alone on its line is taken for that of a page, and is not used"})
	}
	return r
}
