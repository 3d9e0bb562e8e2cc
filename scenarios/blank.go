package scenarios

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"heroicsim/docs"
	"heroicsim/units"
)

// A blank is a node that stands for any value that may be written in its place.
// Read functions take nothing from it: they note what they would accept. So the
// definitions that read files are also what the JSON Schema is made of.

// newBlank is a blank for a whole file.
func newBlank() *node {
	return &node{kind: blank, name: rootSection, src: &source{name: "the schema"}}
}

func (n *node) isBlank() bool { return n != nil && n.kind == blank }

// under is a blank for the value of a key of n.
func (n *node) under(key string) *node {
	return &node{kind: blank, name: key, src: n.src, parent: n}
}

// another is a blank in n's own place: an element of its list, a value of its
// map of names, or one of several ways of writing it.
func (n *node) another() *node {
	return &node{kind: blank, name: n.name, src: n.src, parent: n.parent}
}

// note adds a way of writing the value.
func (n *node) note(s *shape) { n.ways = append(n.ways, s) }

// shape is all that was noted.
func (n *node) shape() *shape {
	all := &shape{}
	for _, way := range n.ways {
		if way.item != nil {
			way.Items = way.item.shape()
			if way.orOne {
				all.AnyOf = append(all.AnyOf, way.Items)
			}
		}
		if way.pair != nil {
			way.PrefixItems = []*shape{way.pair[0].shape(), way.pair[1].shape()}
		}
		if way.def == "" && way.isAnyOf() {
			all.AnyOf = append(all.AnyOf, way.AnyOf...)
		} else {
			all.AnyOf = append(all.AnyOf, way)
		}
	}
	if len(all.AnyOf) == 1 || len(n.ways) == 1 && !n.ways[0].orOne {
		return n.ways[0]
	}
	return all
}

// object is the map among what was noted, array the list.
func (n *node) object() *shape { return n.noted("object") }
func (n *node) array() *shape  { return n.noted("array") }

func (n *node) noted(kind string) *shape {
	for _, way := range n.ways {
		if way.Type == kind {
			return way
		}
	}
	panic("no " + kind + " was noted at " + n.path())
}

// unread notes that a read function took a blank for a value. Anything goes in
// its place then, and a test fails.
func (r *reader) unread(n *node, why string) {
	r.errs = append(r.errs, &Error{Position: Position{File: n.src.name}, Path: n.path(), Why: why})
	n.ways = append(n.ways, &shape{})
}

// blankMap notes a map and all its keys.
func blankMap[T any](r *reader, n *node, t *T, fields []field[T]) {
	s := &shape{Type: "object", AdditionalProperties: false}
	if n.full {
		s.MinProperties = 1
	}
	for _, f := range fields {
		if f.read == nil {
			continue
		}
		value := n.under(f.key)
		f.read(r, value, t)
		if len(value.ways) == 0 {
			r.unread(value, "its read function notes nothing of a blank")
		}
		v := value.shape()
		if v.Description = r.texts.of(value); v.Description == "" {
			r.errs = append(r.errs, &Error{Position: Position{File: n.src.name}, Path: value.path(), Why: "no table of docs/scenario-format.md has a row for it"})
		}
		s.Properties = append(s.Properties, property{f.key, v})
	}
	n.note(s)
}

// listOf notes a list, and returns a blank for its elements.
func (n *node) listOf(least, most int) (item *node) {
	item = n.another()
	n.note(&shape{Type: "array", MinItems: least, MaxItems: most, item: item})
	return item
}

// pair notes a list of two, if n is a blank, and returns blanks for them.
func (n *node) pair() (a, b *node, ok bool) {
	if !n.isBlank() {
		return nil, nil, false
	}
	a, b = n.another(), n.another()
	n.note(&shape{Type: "array", MinItems: 2, MaxItems: 2, pair: []*node{a, b}})
	return a, b, true
}

// Shapes of values.

// integers are whole numbers from lo to hi, of which those far out are no limits.
func integers(lo, hi int) *shape {
	s := &shape{Type: "integer"}
	if lo != -anyNumber {
		s.Minimum = wholeNumber(lo)
	}
	if hi != anyNumber {
		s.Maximum = wholeNumber(hi)
	}
	return s
}

func wholeNumber(v int) number64 { return number64(strconv.Itoa(v)) }

// decimals are numbers from lo to hi.
func decimals(lo, hi float64) *shape {
	s := &shape{Type: "number"}
	if lo != -anyNumber {
		s.Minimum = number64(number(lo))
	}
	if hi != anyNumber && !math.IsInf(hi, 1) {
		s.Maximum = number64(number(hi))
	}
	return s
}

// noteNumbers notes integers or decimals. Those of units have limits in
// units.Unit.Check, too.
func (n *node) noteNumbers(s *shape) {
	if key, ok := strings.CutPrefix(n.path(), "units."); ok {
		if limits, ok := units.Limits()[key]; ok {
			if s.Minimum == "" || float(s.Minimum) < float64(limits[0]) {
				s.Minimum = wholeNumber(limits[0])
			}
			if s.Maximum == "" || float(s.Maximum) > float64(limits[1]) {
				s.Maximum = wholeNumber(limits[1])
			}
		}
	}
	n.note(s)
}

func float(n number64) float64 {
	v, err := n.Float64()
	if err != nil {
		panic(err) // it was written by us
	}
	return v
}

// requireOne are the maps with at least one of some keys.
func requireOne(keys ...string) (any []*shape) {
	for _, key := range keys {
		any = append(any, &shape{Required: []string{key}})
	}
	return any
}

// anyScalar is a value that is read as text, whatever YAML takes it for.
func anyScalar() *shape { return &shape{Type: []string{"string", "number", "boolean"}} }

// aName is what called reads.
func aName() *shape {
	return &shape{Type: []string{"string", "number", "boolean"}, Pattern: `[^\s_-]`, MaxLength: maxName, def: "name"}
}

// patterned are texts of a form.
func patterned(pattern string) *shape { return &shape{Type: "string", Pattern: pattern} }

// oneOf are a few words, which editors offer, and any other way of writing them.
func oneOf(words ...string) *shape {
	s := &shape{AnyOf: []*shape{{Enum: texts(words)}, patterned(anySpelling(words...))}}
	for _, word := range words {
		if v, ok := switches[word]; ok { // some YAML readers take off for false
			s.AnyOf = append(s.AnyOf, &shape{Enum: []any{v}})
		}
	}
	return s
}

// onOff are the words for yes and no.
func onOff() *shape {
	return &shape{AnyOf: []*shape{{Type: "boolean"}, {Enum: []any{"on", "off"}}, patterned(anySpelling("on", "off", "yes", "no", "true", "false"))}, def: "switch"}
}

// offOnly are the words for no.
func offOnly() *shape {
	return &shape{AnyOf: []*shape{{Enum: []any{"off", false}}, patterned(anySpelling("off", "no", "false"))}, def: "off"}
}

func texts(words []string) (all []any) {
	for _, word := range words {
		all = append(all, word)
	}
	return all
}

// anySpelling matches words as the function words compares them. The forms of
// regular expressions that all readers of schemas have know no case to ignore.
func anySpelling(names ...string) string {
	return "^" + gap + "*" + spellings(names...) + gap + "*$"
}

// gap is what may stand between words.
const gap = "[ _\t\u00a0-]"

func spellings(names ...string) string {
	var all []string
	for _, name := range names {
		var b strings.Builder
		for _, c := range words(name) {
			switch lower, upper := unicode.ToLower(c), unicode.ToUpper(c); {
			case c == '-':
				b.WriteString(gap + "+")
			case lower != upper:
				fmt.Fprintf(&b, "[%c%c]", upper, lower)
			default:
				b.WriteString(regexp.QuoteMeta(string(c)))
			}
		}
		all = append(all, b.String())
	}
	return "(" + strings.Join(all, "|") + ")"
}

// Regular expressions for numbers in texts, as decimalText and wholeText read them.
const (
	decimalPattern = `[+]?((0|[1-9][0-9]*)(\.[0-9]+)?|\.[0-9]+)`
	amountPattern  = decimalPattern + `(\s*/\s*` + decimalPattern + `)?`
	wholePattern   = `[+]?(0|[1-9][0-9]*)`

	positivePattern = `[+]?[1-9][0-9]*`
)

// rootSection is the part of docs/scenario-format.md about the keys of a whole file.
const rootSection = "file"

// keyTexts is what docs/scenario-format.md says of keys: by the key of the map
// that they stand in, and their own.
type keyTexts map[string]map[string]string

var (
	keyOf    = regexp.MustCompile("^(?:key|switch)(?: of `([a-z_-]+)`)?$")
	codeSpan = regexp.MustCompile("`([^`]+)`")
	link     = regexp.MustCompile(`\[([^\]]+)\]\(#[^)]*\)`) // within the document
)

// readTexts takes the tables of keys out of the document. A table is about the
// keys of the map that its first cell names, as in "key of `when`", or else of the
// one that the heading above ends in.
func readTexts(document string) keyTexts {
	all := keyTexts{}
	heading, section := "", ""
	var columns []string
	code := false
	for line := range strings.Lines(document) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if code {
			continue // comments look like headings
		}
		if title := strings.TrimLeft(line, "#"); title != line {
			heading = strings.ToLower(title[strings.LastIndexByte(title, ' ')+1:])
		}
		if !strings.HasPrefix(line, "|") {
			columns = nil
			continue
		}
		cells := strings.Split(strings.Trim(link.ReplaceAllString(line, "$1"), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case columns == nil:
			columns, section = cells, ""
			if m := keyOf.FindStringSubmatch(cells[0]); m != nil {
				if section = heading; m[1] != "" {
					section = m[1]
				}
				if all[section] == nil {
					all[section] = map[string]string{}
				}
			}
		case section != "" && len(cells) == len(columns) && !strings.HasPrefix(cells[0], "---"):
			for _, key := range codeSpan.FindAllStringSubmatch(cells[0], -1) {
				all[section][words(key[1])] = rowText(columns, cells)
			}
		}
	}
	return all
}

// rowText is what a row says of its keys.
func rowText(columns, cells []string) string {
	var parts []string
	for i, cell := range cells {
		switch {
		case i == 0 || cell == "" || columns[i] == "default":
		default:
			parts = append(parts, strings.TrimSuffix(cell, "; see below"))
		}
	}
	for i, cell := range cells {
		switch {
		case columns[i] != "default" || cell == "":
		case cell == "needed":
			parts = append(parts, "needed")
		default:
			parts = append(parts, "default: "+cell)
		}
	}
	return strings.Join(parts, "; ")
}

// of is the text on a value's key. The key of a small map may be told of in the
// row of the key that the map stands under.
func (k keyTexts) of(value *node) string {
	in := value.parent
	if text, ok := k[in.name][words(value.name)]; ok {
		return text
	}
	if in.parent == nil {
		return ""
	}
	if text := k.of(in); strings.Contains(text, "`"+value.name+"`") || strings.Contains(text, value.name+":") {
		return text
	}
	return ""
}

// describing is a reader for blanks.
func describing() *reader {
	return &reader{units: map[string]*definition{}, texts: readTexts(docs.ScenarioFormat), later: later()}
}
