package scenarios

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"heroicsim/dice"
	"heroicsim/units"
)

// A reader walks over a scenario's tree and notes mistakes and warnings as it
// goes, so that one run shows everything that is wrong.
type reader struct {
	opener
	errs  Errors
	warns []Warning
	units map[string]*definition // of units: and of unit files, by words of the key

	untold int      // warnings beyond those that are noted
	known  []string // the names of units:, sorted when first needed
	blocks int      // bytes of the stat blocks so far
	weapon map[*units.Unit]map[string][]*units.Weapon

	texts keyTexts                            // of keys, for blanks
	later map[string]func(r *reader, n *node) // what reads keys that nodeField keeps, likewise
}

// maxMistakes and maxWarnings are how many are noted: nobody reads more, and a
// hostile file could have millions.
const (
	maxMistakes = 1000
	maxWarnings = 1000
)

// reject notes a mistake at n.
func (r *reader) reject(n *node, format string, args ...any) {
	r.rejectAt(n, 0, format, args...)
}

// rejectAt notes a mistake some bytes into n's text.
func (r *reader) rejectAt(n *node, offset int, format string, args ...any) {
	if n.isBlank() {
		r.unread(n, fmt.Sprintf("a blank is taken for a value: "+format, args...))
		return
	}
	e := n.src.fail(0, 0, format, args...)
	line, column := n.at(offset)
	e.Position, e.Path = n.src.at(line, column), n.path()
	r.errs = append(r.errs, e)
}

// warn notes something at n that was probably not meant.
func (r *reader) warn(n *node, format string, args ...any) {
	r.warnInside(n, 0, 0, format, args...)
}

// warnInside notes it in a line and column of n's text; line 0 is n itself.
func (r *reader) warnInside(n *node, line, column int, format string, args ...any) {
	if n.isBlank() {
		return
	}
	if len(r.warns) >= maxWarnings {
		r.untold++
		return
	}
	at := n.src.at(n.line, n.column)
	if line > 0 {
		at = n.src.at(n.inside(line, column))
	}
	r.warns = append(r.warns, Warning{Position: at, Path: n.path(), Why: fmt.Sprintf(format, args...), order: n.src.order})
}

// A field is a key of a map: read takes its value into t. A field without read
// is reserved for a rule that is not built yet.
type field[T any] struct {
	key  string
	read func(r *reader, n *node, t *T)
}

// keys lists the keys that may be written.
func keys[T any](fields []field[T]) []string {
	var names []string
	for _, f := range fields {
		if f.read != nil {
			names = append(names, f.key)
		}
	}
	return names
}

// readMap reads a map whose keys are fields. It says whether n is a map.
func readMap[T any](r *reader, n *node, t *T, fields []field[T]) bool {
	if n.isBlank() {
		blankMap(r, n, t, fields)
		return true
	}
	if n.kind != mapping {
		r.reject(n, "expected a map with the keys %s; found %s", listed(keys(fields)), n.found())
		return false
	}
	seen := map[string]*node{}
	for i, key := range n.keys {
		if len(r.errs) >= maxMistakes {
			break
		}
		value := n.items[i]
		word := words(key.text)
		f := find(fields, word)
		switch {
		case f == nil:
			r.unknownKey(n, key, value, keys(fields))
		case seen[word] != nil:
			r.duplicate(key, seen[word])
		case f.read == nil:
			r.reject(key, "the rule for this key is not built yet")
		default:
			f.read(r, value, t)
		}
		seen[word] = key
	}
	return true
}

// filled rejects an empty map, where leaving the key out would say as much; what
// says what it needs.
func (r *reader) filled(n *node, what string) bool {
	if n.isBlank() {
		n.full = true
		return true
	}
	if n.kind == mapping && len(n.keys) == 0 {
		r.reject(n, "the map is empty; it needs %s", what)
		return false
	}
	return true
}

func find[T any](fields []field[T], word string) *field[T] {
	for i := range fields {
		if words(fields[i].key) == word {
			return &fields[i]
		}
	}
	return nil
}

func (r *reader) unknownKey(in, key, value *node, known []string) {
	near := nearest(key.text, known)
	switch {
	case slices.Contains(known, "unit") && slices.Contains(unitKeys, words(key.text)):
		r.reject(key, "%q belongs to a unit, not to a group: give the group a unit of its own under units (`simulate list units NAME` prints one to begin with)", shorten(key.text))
	case in.flow && value.kind == null && near == "":
		r.reject(key, "unknown key %q; if it belongs to the value before it, that value needs quotes, for it has a comma", shorten(key.text))
	case near != "":
		r.reject(key, "unknown key %q; did you mean %q?", shorten(key.text), near)
	default:
		r.reject(key, "unknown key %q; keys here are: %s", shorten(key.text), listed(known))
	}
}

func (r *reader) duplicate(key, first *node) {
	if first.src.set == "" && first.src == key.src {
		r.reject(key, "%q is given twice; first in line %d", shorten(key.text), first.line)
		return
	}
	r.reject(key, "%q is given twice", shorten(key.text))
}

// entries yields a map's keys and values where the keys are names of the
// author's; what names says of them. Keys given twice are rejected.
func (r *reader) entries(n *node, of string) func(yield func(key, value *node) bool) {
	return func(yield func(key, value *node) bool) {
		if n.isBlank() {
			key, value := n.another(), n.another()
			s := &shape{Type: "object"}
			n.note(s)
			yield(key, value)
			s.PropertyNames, s.AdditionalProperties = key.shape(), value.shape()
			return
		}
		if n.kind != mapping {
			r.reject(n, "expected a map of %s; found %s", of, n.found())
			return
		}
		seen := map[string]*node{}
		for i, key := range n.keys {
			if len(r.errs) >= maxMistakes {
				return
			}
			word := words(key.text)
			if seen[word] != nil {
				r.duplicate(key, seen[word])
				continue
			}
			seen[word] = key
			if !yield(key, n.items[i]) {
				return
			}
		}
	}
}

// maxElements is the most that a list may have.
const maxElements = 1000

// elements are a list's elements; what says what they are.
func (r *reader) elements(n *node, what string) []*node {
	switch {
	case n.isBlank():
		return []*node{n.listOf(1, maxElements)}
	case n.kind != list:
		r.reject(n, "expected a list of %s; found %s", what, n.found())
	case len(n.items) == 0:
		r.reject(n, "the list of %s is empty; it needs at least one", what)
	case len(n.items) > maxElements:
		r.reject(n, "a list of %s has at most %d; found %d", what, maxElements, len(n.items))
	default:
		return n.items
	}
	return nil
}

// oneOrMore takes a list, or a single value as a list of one.
func (r *reader) oneOrMore(n *node, what string) []*node {
	if n.kind == list {
		return r.elements(n, what)
	}
	if n.isBlank() {
		item := n.listOf(1, maxElements)
		n.ways[len(n.ways)-1].orOne = true
		return []*node{item}
	}
	return []*node{n}
}

// whole is a plain scalar that is a whole number from lo to hi.
func whole(n *node, lo, hi int) (v int, ok bool) {
	if n.isBlank() {
		n.noteNumbers(integers(lo, hi))
		return 0, false
	}
	if n.kind != scalar || n.quoted {
		return 0, false
	}
	return wholeText(n.text, lo, hi)
}

func wholeText(s string, lo, hi int) (v int, ok bool) {
	s = strings.Replace(s, "−", "-", 1)
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || len(digits) > 15 || len(digits) > 1 && digits[0] == '0' || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	v, err := strconv.Atoi(s)
	return v, err == nil && lo <= v && v <= hi
}

// anyNumber stands for no limit where another package knows the limits.
const anyNumber = 1_000_000_000

// integer reads a whole number from lo to hi.
func (r *reader) integer(n *node, lo, hi int) (int, bool) {
	v, ok := whole(n, lo, hi)
	if n.isBlank() {
		return 0, false
	}
	switch _, isWhole := whole(n, math.MinInt, math.MaxInt); {
	case ok:
	case n.isPadded():
		r.rejectPadded(n)
	case lo == -anyNumber && !isWhole:
		r.reject(n, "expected a whole number; found %s", n.found())
	default:
		r.reject(n, "expected a whole number from %d to %d; found %s", lo, hi, n.found())
	}
	return v, ok
}

// padded says whether a number begins with a needless 0, which makes it an octal one
// to many readers of YAML: 010 is their 8.
func padded(s string) bool {
	digits := strings.TrimLeft(s, "+-−")
	return len(digits) > 1 && digits[0] == '0' && '0' <= digits[1] && digits[1] <= '9' && strings.Trim(digits, "0123456789.") == ""
}

func (n *node) isPadded() bool { return n.kind == scalar && !n.quoted && padded(n.text) }

func (r *reader) rejectPadded(n *node) {
	r.reject(n, "a number does not begin with 0, for to some readers of YAML that makes it an octal one; found %s", n.found())
}

// decimalText reads 12, 0.25 or -3.5, and nothing stranger.
func decimalText(s string) (float64, bool) {
	s = strings.Replace(s, "−", "-", 1)
	digits := strings.TrimLeft(s, "+-")
	before, after, point := strings.Cut(digits, ".")
	if len(s)-len(digits) > 1 || len(digits) > 20 || padded(digits) || before == "" && after == "" || point && after == "" ||
		strings.Trim(before, "0123456789") != "" || strings.Trim(after, "0123456789") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil
}

// decimal reads a number from lo to hi.
func (r *reader) decimal(n *node, lo, hi float64) (float64, bool) {
	if n.isBlank() {
		n.noteNumbers(decimals(lo, hi))
		return 0, false
	}
	if n.kind == scalar && !n.quoted {
		if v, ok := decimalText(n.text); ok && lo <= v && v <= hi {
			return v, true
		}
	}
	if n.isPadded() {
		r.rejectPadded(n)
		return 0, false
	}
	if lo == -anyNumber {
		r.reject(n, "expected a number; found %s", n.found())
		return 0, false
	}
	r.reject(n, "expected a number from %s to %s; found %s", number(lo), number(hi), n.found())
	return 0, false
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// switches are the words for yes and no.
var switches = map[string]bool{"true": true, "on": true, "yes": true, "false": false, "off": false, "no": false}

// boolean reads on or off, true or false.
func (r *reader) boolean(n *node) (bool, bool) {
	if n.isBlank() {
		n.note(onOff())
		return false, false
	}
	if n.kind == scalar && !n.quoted {
		if v, ok := switches[words(n.text)]; ok {
			return v, true
		}
	}
	r.reject(n, "expected on or off; found %s", n.found())
	return false, false
}

// The most bytes of a text: of what is a word or a line, and of all stat blocks
// of a scenario together.
const (
	maxLine   = 2000
	maxBlocks = 500_000
)

// text reads a scalar as text.
func (r *reader) text(n *node, what string, most int) (string, bool) {
	switch {
	case n.isBlank():
		n.note(anyScalar())
		return "", false
	case n.kind != scalar:
		r.reject(n, "expected %s; found %s", what, n.found())
		return "", false
	case len(n.text) > most:
		r.reject(n, "expected %s; found a text of %d bytes, which is too long", what, len(n.text))
		return "", false
	}
	return n.text, true
}

// maxName is the most characters of a name.
const maxName = 100

// called reads a name: of a side, a group, a weapon.
func (r *reader) called(n *node) (string, bool) {
	if n.isBlank() {
		n.note(aName())
		return "", false
	}
	s, ok := r.text(n, "a name", maxLine)
	if !ok {
		return "", false
	}
	if why := checkName(s); why != "" {
		r.reject(n, "%s", why)
		return "", false
	}
	return strings.TrimSpace(s), true
}

// checkName says what is wrong with a name, or "".
func checkName(s string) string {
	switch {
	case words(s) == "":
		return "a name must not be empty"
	case utf8.RuneCountInString(s) > maxName:
		return fmt.Sprintf("a name has at most %d characters; this has %d", maxName, utf8.RuneCountInString(s))
	case strings.ContainsFunc(strings.TrimSpace(s), func(c rune) bool { return unicode.IsControl(c) || c == '\u2028' || c == '\u2029' }):
		return "a name must be one line, without control characters"
	}
	for _, c := range s {
		if unicode.Is(unicode.Cf, c) {
			return fmt.Sprintf("a name must not have characters that show nothing, or turn the text round: %U", c)
		}
	}
	return ""
}

// choice reads one of a few words.
func choice[E any](r *reader, n *node, values []named[E]) (E, bool) {
	var none E
	if n.isBlank() {
		n.note(oneOf(namesOf(values)...))
		return none, false
	}
	if n.kind == scalar {
		for _, v := range values {
			if words(v.name) == words(n.text) {
				return v.value, true
			}
		}
		names := namesOf(values)
		r.reject(n, "expected one of %s; found %s%s", listed(names), n.found(), didYouMean(n.text, names))
		return none, false
	}
	r.reject(n, "expected a word; found %s", n.found())
	return none, false
}

type named[E any] struct {
	name  string
	value E
}

func namesOf[E any](values []named[E]) (names []string) {
	for _, v := range values {
		names = append(names, v.name)
	}
	return names
}

func quoted(n *node) string { return strconv.Quote(shorten(n.text)) }

// parsed reads a scalar with a Parse function of another package and adds the
// nearest of names to its error.
func parsed[V any](r *reader, n *node, what string, parse func(string) (V, error), names []string) (V, bool) {
	var none V
	if names != nil && n.isBlank() {
		n.note(oneOf(names...))
		return none, false
	}
	s, ok := r.text(n, what, maxLine)
	if !ok {
		return none, false
	}
	v, err := parse(s)
	if err != nil && s != shorten(s) {
		err = fmt.Errorf("expected %s; found %s", what, n.found())
	}
	if err != nil {
		r.reject(n, "%v%s", err, didYouMean(s, names))
		return none, false
	}
	return v, true
}

// The makers of read functions: each takes a value into the place that at shows.

func intField[T any](lo, hi int, at func(*T) *int) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		if v, ok := r.integer(n, lo, hi); ok {
			*at(t) = v
		}
	}
}

func decimalField[T any](lo, hi float64, at func(*T) *float64) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		if v, ok := r.decimal(n, lo, hi); ok {
			*at(t) = v
		}
	}
}

func boolField[T any](at func(*T) *bool) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		if v, ok := r.boolean(n); ok {
			*at(t) = v
		}
	}
}

func nameField[T any](at func(*T) *string) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		if v, ok := r.called(n); ok {
			*at(t) = v
		}
	}
}

func choiceField[T, E any](values []named[E], at func(*T) *E) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		if v, ok := choice(r, n, values); ok {
			*at(t) = v
		}
	}
}

// nodeField keeps a value for later, when what it names has been read.
func nodeField[T any](at func(*T) **node) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		*at(t) = n
		if read := r.later[n.name]; n.isBlank() && read != nil {
			read(r, n)
		}
	}
}

// kept reads a value and remembers where it stands.
func kept[T any](at func(*T) **node, read func(*reader, *node, *T)) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		*at(t) = n
		read(r, n, t)
	}
}

// offset is where in a text an error is, if it says so, with its reason.
func offset(err error) (at int, why string, ok bool) {
	var se *dice.SyntaxError
	if errors.As(err, &se) {
		return se.Offset, se.Why, true
	}
	return 0, "", false
}

var inf = math.Inf(1)
