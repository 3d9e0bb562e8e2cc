package scenarios

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Position is where something stands: in a file, or on the command line.
type Position struct {
	File   string
	Line   int    // from 1; 0 where it concerns the file as a whole
	Column int    // in characters, from 1
	Set    string // "--set KEY=VALUE" where that is where it comes from
}

// String is file:line:column, or the --set that it comes from.
func (p Position) String() string {
	switch {
	case p.Set != "":
		return p.Set
	case p.Line == 0:
		return plainly(p.File)
	}
	return fmt.Sprintf("%s:%d:%d", plainly(p.File), p.Line, p.Column)
}

// plainly is a text as it is, or in quotes where a line or a terminal could not
// show it.
func plainly(s string) string {
	if shown(s) != s {
		return strconv.Quote(s)
	}
	return s
}

// shown writes characters that a line or a terminal could not show as escapes, so
// that no text of a file can break a message.
func shown(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\ufffd")
	}
	if strings.IndexFunc(s, unshowable) < 0 {
		return s
	}
	var b strings.Builder
	for _, c := range s {
		if unshowable(c) {
			b.WriteString(strings.Trim(strconv.QuoteRune(c), "'"))
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// unshowable are control characters, line separators, and those that turn the
// direction of a text.
func unshowable(c rune) bool {
	return unicode.IsControl(c) || c == '\u2028' || c == '\u2029' || c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069'
}

// An Error is one mistake in a scenario, worded for its author.
type Error struct {
	Position
	Path string // of the key: sides[1].groups[0].orders; empty for the file itself
	Why  string // what is wrong, and what would be right

	order int   // of the file, among those read
	cause error // where the mistake is that a file cannot be read
}

func (e *Error) Error() string { return line(e.Position, e.Path, e.Why) }

// Unwrap is the error that kept a file from being read, if one did.
func (e *Error) Unwrap() error { return e.cause }

// A Warning is something that the author probably did not mean.
type Warning struct {
	Position
	Path string
	Why  string

	order int
}

// String is the warning as one line, in the form of an Error.
func (w Warning) String() string { return line(w.Position, w.Path, w.Why) }

func line(p Position, path, why string) string {
	if path != "" {
		path += ": "
	}
	return p.String() + ": " + shown(path+why)
}

// Errors are all mistakes of a scenario, in file order.
type Errors []*Error

// maxLines is how many mistakes Errors prints.
const maxLines = 20

// Error prints one mistake a line, the first 20 of them.
func (es Errors) Error() string {
	var b strings.Builder
	for i, e := range es {
		if i == maxLines {
			fmt.Fprintf(&b, "\n… and %d more", len(es)-maxLines)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// Unwrap lets errors.Is and errors.As look into each.
func (es Errors) Unwrap() []error {
	var all []error
	for _, e := range es {
		all = append(all, e)
	}
	return all
}

// before compares positions in the order in which files were read.
func before(aOrder, bOrder int, a, b Position) int {
	return cmp.Or(cmp.Compare(aOrder, bOrder), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

func (es Errors) sort() {
	slices.SortStableFunc(es, func(a, b *Error) int { return before(a.order, b.order, a.Position, b.Position) })
}

// sortWarnings puts them in file order, and after them how many more there were.
func (r *reader) sortWarnings(main *source) {
	slices.SortStableFunc(r.warns, func(a, b Warning) int { return before(a.order, b.order, a.Position, b.Position) })
	if r.untold > 0 {
		r.warns = append(r.warns, Warning{Position: Position{File: main.name}, Why: fmt.Sprintf("and %d more warnings", r.untold)})
	}
}

// didYouMean offers the nearest of names, if one is near: `; did you mean "x"?`.
func didYouMean(word string, names []string) string {
	if near := nearest(word, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// listed writes names for a message, but not more than one can read.
func listed(names []string) string {
	var lines []string
	for _, name := range names[:min(len(names), 30)] {
		lines = append(lines, plainly(oneLine(name)))
	}
	if len(names) > 30 {
		lines = append(lines, "…")
	}
	return strings.Join(lines, ", ")
}

// nearest is the name that a word was probably meant to be, or "": at most one
// slip in three letters away, or the only one that it begins.
func nearest(word string, names []string) string {
	w := []rune(words(word))
	if len(w) < 3 || len(w) > 60 {
		return ""
	}
	best, bestSlips := "", len(w)/3+1
	var begun []string
	for _, name := range names {
		if len(name) > 4*maxName {
			continue
		}
		n := words(name)
		if slips := distance(w, []rune(n), bestSlips); slips < bestSlips {
			best, bestSlips = name, slips
		}
		if strings.HasPrefix(n, string(w)) {
			begun = append(begun, name)
		}
	}
	if bestSlips == 0 {
		return "" // it is spelled right; what is wrong is something else
	}
	if best == "" && len(begun) == 1 {
		return begun[0]
	}
	return best
}

// distance counts the slips of the pen between two words: letters that are
// wrong, missing, too many, or swapped with the next. It stops counting at most.
func distance(a, b []rune, most int) int {
	if max(len(a)-len(b), len(b)-len(a)) >= most {
		return most
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1) // of the table of all beginnings
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > most { // a swap may still go back to the row before, which is one better at most
			return most
		}
		before, last, row = last, row, before
	}
	return min(most, last[len(b)])
}

// words brings a name to the form in which names are compared: lower case, and
// one hyphen for any run of spaces, hyphens and underscores.
func words(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || r == '\t' || r == '\u00a0'
	}), "-")
}
