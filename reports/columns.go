package reports

import (
	"strings"
	"unicode"
)

// wide are the ranges of runes that take two columns of a terminal: those that
// Unicode's East Asian Width calls wide or fullwidth, roughly.
var wide = [...][2]rune{
	{0x1100, 0x115f}, {0x231a, 0x231b}, {0x23e9, 0x23ec}, {0x2e80, 0x303e}, {0x3041, 0x33ff},
	{0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xa000, 0xa4cf}, {0xa960, 0xa97f}, {0xac00, 0xd7a3},
	{0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f},
	{0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
}

// columnsOf is how many columns of a terminal r takes.
func columnsOf(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	for _, w := range wide {
		if r >= w[0] && r <= w[1] {
			return 2
		}
	}
	return 1
}

// columns is how many columns of a terminal s takes.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += columnsOf(r)
	}
	return n
}

// cut shortens s to n columns, with an ellipsis where something is missing.
func cut(s string, n int) string {
	if columns(s) <= n {
		return s
	}
	var b strings.Builder
	used := 0
	for _, r := range s {
		if used+columnsOf(r) > n-1 {
			break
		}
		used += columnsOf(r)
		b.WriteRune(r)
	}
	return strings.TrimRight(b.String(), " ") + "…"
}

// Shortened is a name in so many columns of a terminal, which cannot do anything to
// it.
func Shortened(name string, n int) string { return cut(tidy(name), n) }

// left fills s up to n columns on its right.
func left(s string, n int) string { return s + strings.Repeat(" ", max(0, n-columns(s))) }

// right fills s up to n columns on its left.
func right(s string, n int) string { return strings.Repeat(" ", max(0, n-columns(s))) + s }

// Wrapped breaks text into lines of n columns at spaces, but neither before a
// percent sign nor at no-break spaces, which are printed as spaces; the first behind
// label and the others as far in.
func Wrapped(label, text string, n int) string {
	indent := strings.Repeat(" ", columns(label))
	line, used, fresh := label, columns(label), true
	var b strings.Builder
	breaks := func(r rune) bool { return r == ' ' || r == '\n' }
	for word := range strings.FieldsFuncSeq(strings.ReplaceAll(text, " %", glue+"%"), breaks) {
		word = strings.ReplaceAll(word, glue, " ")
		if !fresh && used+1+columns(word) > n {
			b.WriteString(line + "\n")
			line, used, fresh = indent, columns(indent), true
		}
		if !fresh {
			line, used = line+" ", used+1
		}
		line, used, fresh = line+word, used+columns(word), false
	}
	return b.String() + line + "\n"
}
