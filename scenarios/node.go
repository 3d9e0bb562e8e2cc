package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

// Limits of what is read: more is a mistake or an attack, not a battle.
const (
	maxBytes   = 10 << 20
	maxMarks   = 250_000 // characters that begin a value, as there are in 10,000 units
	maxDepth   = 50
	maxAliased = 100_000 // nodes that aliases may add

	maxAliasedBytes = 1 << 20 // of their texts
)

// A source is a text that nodes come from: a file, or a --set.
type source struct {
	name  string
	set   string // "--set KEY=VALUE"; then name is not used
	order int    // files are numbered as they are read
	text  []byte
	lines []string // of text, split when first needed
}

func (s *source) at(line, column int) Position {
	if s.set != "" {
		return Position{Set: s.set}
	}
	return Position{File: s.name, Line: line, Column: column}
}

func (s *source) fail(line, column int, format string, args ...any) *Error {
	return &Error{Position: s.at(line, column), Why: fmt.Sprintf(format, args...), order: s.order}
}

// line is the text of a line, from 1, or "".
func (s *source) line(n int) string {
	if s.lines == nil {
		s.lines = strings.Split(string(s.text), "\n")
	}
	if n < 1 || n > len(s.lines) {
		return ""
	}
	return s.lines[n-1]
}

type kind uint8

const (
	scalar kind = iota
	list
	mapping
	null  // nothing, ~ or null
	blank // any value; see blank.go
)

type style uint8

const (
	oneLiner style = iota // plain or in quotes
	literal               // after |
	folded                // after >
	bare                  // a file that is not YAML at all
)

// A node is a part of a scenario's tree: YAML with aliases written out, and with
// what --set changed. Each node has one place in the tree.
type node struct {
	kind   kind
	text   string  // of a scalar
	quoted bool    // a scalar that was not written plainly: a text, whatever it looks like
	style  style   // of a scalar
	flow   bool    // written in one line with brackets
	keys   []*node // of a mapping
	items  []*node // values of a mapping, elements of a list

	src          *source
	line, column int

	parent *node
	name   string // of a mapping's value: its key as written
	index  int    // of a list's element

	ways []*shape // of writing a blank
	full bool     // a blank that must not be an empty map
}

// path is the node's place, as in sides[1].groups[0].orders.
func (n *node) path() string {
	if n.parent == nil {
		return ""
	}
	before := n.parent.path()
	switch {
	case n.parent.kind == list:
		return before + "[" + strconv.Itoa(n.index) + "]"
	case before == "":
		return segment(n.name)
	}
	return before + "." + segment(n.name)
}

// segment writes a key so that it can stand in a path.
func segment(key string) string {
	if key == "" || len(key) > 100 || strings.ContainsAny(key, ".[]=\"") || strings.ContainsFunc(key, unshowable) {
		return strconv.Quote(shorten(key))
	}
	return key
}

// link tells n's children where they are.
func (n *node) link() {
	for i, child := range n.items {
		child.parent, child.index = n, i
		if n.kind == mapping {
			child.name = n.keys[i].text
			n.keys[i].parent, n.keys[i].name = n, n.keys[i].text
		}
		child.link()
	}
}

// get is the value of a key, in any spelling, or nil.
func (n *node) get(key string) *node {
	if n == nil || n.kind != mapping {
		return nil
	}
	for i, k := range n.keys {
		if words(k.text) == words(key) {
			return n.items[i]
		}
	}
	return nil
}

// What files need at least, for parse.
const (
	needsSides = "a scenario needs at least sides: …"
	needsRules = "a file of rules needs at least one switch, as speed_factor: 5"
	needsUnits = "a file of units needs units: {name: …}"
)

// parse reads src as one YAML document. The mistakes that it finds are those of
// YAML itself; needs says of an empty file what it lacks.
func parse(src *source, needs string) (*node, *Error) {
	if err := checkText(src); err != nil {
		return nil, err
	}
	loader, err := yaml.NewLoader(bytes.NewReader(src.text),
		yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxDepth))))
	if err != nil {
		return nil, src.fail(1, 1, "%v", err)
	}
	var doc *yaml.Node
	for {
		var next yaml.Node
		err := loader.Load(&next)
		if errors.Is(err, io.EOF) {
			break
		}
		switch {
		case err != nil:
			return nil, src.syntax(err)
		case len(next.Content) == 0 || src.set == "" && isNothing(next.Content[0]): // between or after ---
		case doc != nil:
			return nil, src.fail(max(1, next.Line), max(1, next.Column), "a second YAML document begins here; one file holds one")
		default:
			doc = next.Content[0]
		}
	}
	if doc == nil {
		return nil, src.fail(1, 1, "the file is empty; %s", needs)
	}
	c := converter{src: src}
	n, bad := c.convert(doc, 0)
	if bad != nil {
		return nil, bad
	}
	return n, nil
}

// isNothing says that a document has no text at all.
func isNothing(y *yaml.Node) bool {
	return y.Kind == yaml.ScalarNode && y.Value == "" && y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle|yaml.TaggedStyle) == 0 && y.Anchor == ""
}

// checkText finds what YAML would refuse without saying where.
func checkText(src *source) *Error {
	if len(src.text) > maxBytes {
		return src.fail(1, 1, "the file is larger than %d MB, the most that is read", maxBytes>>20)
	}
	if bytes.HasPrefix(src.text, []byte("\xff\xfe")) || bytes.HasPrefix(src.text, []byte("\xfe\xff")) {
		return src.fail(1, 1, "the file is in UTF-16; save it as UTF-8")
	}
	line, column, marks := 1, 1, 0
	for i := 0; i < len(src.text); {
		r, size := utf8.DecodeRune(src.text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return src.fail(line, column, "byte %#02x is not UTF-8; save the file as UTF-8", src.text[i])
		case r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == 0x7f || r >= 0x80 && r < 0xa0 && r != 0x85 || r == 0xfffe || r == 0xffff:
			return src.fail(line, column, "control character %U does not belong in a scenario", r)
		case r == '\n':
			line, column = line+1, 0
		}
		if strings.ContainsRune("\n,:[{?", r) {
			if marks++; marks > maxMarks {
				return src.fail(line, max(1, column), "the file has too many values to be a scenario")
			}
		}
		column++
		i += size
	}
	return nil
}

// syntaxHints are plainer words for what the YAML reader says.
var syntaxHints = []struct{ says, why string }{
	{"exceeded max depth", "nested too deeply"},
	{"mapping values are not allowed", `a ":" does not fit here; is the line indented as its neighbours are? A text with ": " in it needs quotes`},
	{"unknown anchor", ""},
	{"found unexpected end of stream", "a quote is opened here and never closed"},
	{"did not find expected ',' or ']'", `a list in [ ] needs "," between its parts and "]" at its end`},
	{"did not find expected ',' or '}'", `a map in { } needs "," between its parts and "}" at its end`},
	{"did not find expected node content", "a value is missing or a bracket is not closed"},
	{"did not find expected key", "this line does not fit those above; is it indented as its neighbours are?"},
	{"did not find expected '-' indicator", `this line does not fit the list above; is it indented as its neighbours are, and does it begin with "- "?`},
	{"block sequence entries are not allowed", `a "- " does not fit here`},
	{"could not find expected ':'", `expected "key: value"`},
	{"cannot start any token", "a value cannot begin with this character; if it is meant as text, it needs quotes"},
	{"incompatible YAML document", yamlLine},
	{"%YAML directive", yamlLine},
	{"%TAG directive", "a %TAG line is of no use in a scenario; leave it out"},
	{"directive name", "a line that begins with % is of no use in a scenario; leave it out"},
	{"expected <document start>", `expected --- here, for a line that begins with % stands above; leave that out`},
	{"unknown escape character", `\ begins an escape between " and "; write \\ for the character itself, or use ' and '`},
	{"invalid Unicode character escape", `\ begins an escape between " and "; this one is no character`},
	{"hexadecimal number", `\ begins an escape between " and "; this one needs more digits`},
	{"unexpected document indicator", "--- begins a new document inside a quote that is never closed"},
	{"alphabetic or numeric character", "& and * need a name after them, as in &orc and *orc; a text that begins so needs quotes"},
	{"without preceding whitespace", "a comment needs a space before its #"},
	{"tab character", "a tab cannot indent a line in YAML; use spaces"},
}

const yamlLine = "a %YAML line is of no use in a scenario; leave it out"

// syntax words an error of the YAML reader.
func (s *source) syntax(err error) *Error {
	var le *yaml.LoadError
	if !errors.As(err, &le) {
		return s.fail(1, 1, "not YAML: %v", err)
	}
	mark := le.Mark
	why := le.Message
	for _, h := range syntaxHints {
		if strings.Contains(why, h.says) && h.why != "" {
			why = h.why
			break
		}
	}
	// A construct that is never closed is shown where it was opened.
	if le.ContextMark.Line > 0 && s.blankFrom(mark.Line, mark.Column) {
		mark = le.ContextMark
	}
	line, column := max(1, mark.Line), max(1, mark.Column)
	if hint := s.characterHint(line, column); hint != "" {
		why = hint
	}
	return s.fail(line, column, "%s", why)
}

// blankFrom says that nothing follows a position.
func (s *source) blankFrom(line, column int) bool {
	text := []rune(s.line(line))
	if column <= len(text) && strings.TrimSpace(string(text[max(0, column-1):])) != "" {
		return false
	}
	for n := line + 1; n <= len(s.lines); n++ {
		if strings.TrimSpace(s.line(n)) != "" {
			return false
		}
	}
	return true
}

// characterHint explains a fault by the character that stands there.
func (s *source) characterHint(line, column int) string {
	text := []rune(s.line(line))
	if column > len(text) {
		return ""
	}
	switch r := text[column-1]; {
	case r == '\t' || strings.HasPrefix(strings.TrimLeft(string(text), " "), "\t"):
		return "a tab cannot indent a line in YAML; use spaces"
	case r == '%' && column == 1: // a line for YAML itself
		return ""
	case strings.ContainsRune("@`%", r):
		return fmt.Sprintf("a value that begins with %c needs quotes", r)
	}
	// > begins a folded text, so that the fault is found just after it.
	for i := column - 1; i >= 0; i-- {
		if text[i] == '>' {
			return `a value that begins with > needs quotes, as in ">=1/3"`
		}
		if text[i] == ' ' || text[i] == ':' {
			break
		}
	}
	return ""
}

// converter writes YAML nodes out as a tree of ours.
type converter struct {
	src     *source
	aliased int          // nodes that aliases have added
	bytes   int          // of their texts
	within  []*yaml.Node // anchored nodes that are being written out by an alias
}

func (c *converter) fail(y *yaml.Node, format string, args ...any) *Error {
	return c.src.fail(max(1, y.Line), max(1, y.Column), format, args...)
}

func (c *converter) convert(y *yaml.Node, depth int) (*node, *Error) {
	if depth > maxDepth {
		return nil, c.fail(y, "nested too deeply")
	}
	if len(c.within) > 0 {
		if c.aliased++; c.aliased > maxAliased {
			return nil, c.fail(c.within[0], "aliases (*name) of this grow beyond %d values", maxAliased)
		}
		if c.bytes += len(y.Value); c.bytes > maxAliasedBytes {
			return nil, c.fail(c.within[0], "aliases (*name) of this grow beyond %d MB of text", maxAliasedBytes>>20)
		}
	}
	if y.Style&yaml.TaggedStyle != 0 {
		return nil, c.fail(y, "tags such as %s are not used in scenarios", shorten(y.Tag))
	}
	n := &node{src: c.src, line: max(1, y.Line), column: max(1, y.Column), flow: y.Style&yaml.FlowStyle != 0}
	switch y.Kind {
	case yaml.AliasNode:
		return c.alias(y, depth)
	case yaml.ScalarNode:
		n.text = y.Value
		n.quoted = y.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
		switch {
		case y.Style&yaml.LiteralStyle != 0:
			n.style = literal
		case y.Style&yaml.FoldedStyle != 0:
			n.style = folded
		}
		if !n.quoted && y.Tag == "!!null" {
			n.kind = null
		}
	case yaml.SequenceNode:
		n.kind = list
		for _, child := range y.Content {
			item, err := c.convert(child, depth+1)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, item)
		}
	case yaml.MappingNode:
		n.kind = mapping
		if err := c.pairs(n, y, depth); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// alias writes out what an alias stands for.
func (c *converter) alias(y *yaml.Node, depth int) (*node, *Error) {
	for _, w := range c.within {
		if w == y.Alias {
			return nil, c.fail(y, "*%s stands inside what it stands for", y.Value)
		}
	}
	c.within = append(c.within, y.Alias)
	n, err := c.convert(y.Alias, depth+1)
	c.within = c.within[:len(c.within)-1]
	return n, err
}

// pairs converts a mapping's keys and values. A key << takes in the keys of
// another map that are not given here.
func (c *converter) pairs(n *node, y *yaml.Node, depth int) *Error {
	var merged []*node
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			return c.fail(key, "a key must be a word")
		}
		k, err := c.convert(key, depth+1)
		if err != nil {
			return err
		}
		v, err := c.convert(value, depth+1)
		if err != nil {
			return err
		}
		if key.Tag == "!!merge" {
			if v.kind != mapping {
				return c.fail(value, "<< needs an alias of a map, as in <<: *name")
			}
			merged = append(merged, v)
			continue
		}
		n.keys, n.items = append(n.keys, k), append(n.items, v)
	}
	if merged == nil {
		return nil
	}
	own := map[string]bool{}
	for _, k := range n.keys {
		own[words(k.text)] = true
	}
	for _, m := range merged {
		before := len(n.keys)
		for i, k := range m.keys {
			if !own[words(k.text)] {
				n.keys, n.items = append(n.keys, k), append(n.items, m.items[i])
			}
		}
		for _, k := range n.keys[before:] {
			own[words(k.text)] = true
		}
	}
	return nil
}

// maxShown is the most bytes of a line in which a character's place is looked for.
const maxShown = 50_000

// at is where the character stands that is offset bytes into a scalar's text,
// if the file shows the text as it is, and else where the node begins.
func (n *node) at(offset int) (line, column int) {
	if n.kind != scalar || offset <= 0 || offset > len(n.text) {
		return n.line, n.column
	}
	shown := n.src.line(n.line)
	if len(shown) > maxShown {
		return n.line, n.column
	}
	for range n.column - 1 {
		_, size := utf8.DecodeRuneInString(shown)
		shown = shown[size:]
	}
	if shown == "" {
		return n.line, n.column
	}
	column = n.column
	if n.quoted {
		shown, column = shown[1:], column+1 // past the quote
	}
	if !strings.HasPrefix(shown, n.text) {
		return n.line, n.column
	}
	return n.line, column + utf8.RuneCountInString(n.text[:offset])
}

// inside is where a place in a text of several lines stands, both from 1.
func (n *node) inside(line, column int) (int, int) {
	switch n.style {
	case bare:
		return line, column
	case literal:
		text := strings.Split(n.text, "\n")
		if line > len(text) {
			return n.line, n.column
		}
		shown := n.src.line(n.line + line)
		if before, ok := strings.CutSuffix(strings.TrimRight(shown, "\r"), text[line-1]); ok {
			return n.line + line, utf8.RuneCountInString(before) + column
		}
	case oneLiner:
		if text := []rune(n.text); line == 1 && column <= len(text) {
			return n.at(len(string(text[:column-1])))
		}
	}
	return n.line, n.column
}

// follow walks a path such as weapons[0].damage as far as it leads; rest is what
// is left of it.
func (n *node) follow(path string) (at *node, rest string) {
	for path != "" {
		step, after := path, ""
		if i := strings.IndexAny(path, ".[]"); i >= 0 {
			step, after = path[:i], strings.TrimLeft(path[i:], ".[]")
		}
		next := n.get(step)
		if n.kind == list {
			if i, err := strconv.Atoi(step); err == nil && i < len(n.items) {
				next = n.items[i]
			}
		}
		if next == nil {
			return n, path
		}
		n, path = next, after
	}
	return n, ""
}

// found says what a node is, for messages.
func (n *node) found() string {
	switch {
	case n.kind == null:
		return "nothing"
	case n.kind == list:
		return "a list"
	case n.kind == mapping:
		return "a map"
	case n.quoted:
		return "the text " + strconv.Quote(shorten(n.text)) + " in quotes"
	case isNumber(n.text):
		return n.text
	}
	return strconv.Quote(shorten(n.text))
}

func isNumber(s string) bool {
	return s != "" && len(s) < 30 && strings.Trim(s, "+-.0123456789") == ""
}

// shorten keeps messages on one line of a screen.
func shorten(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "…"
	}
	return s
}
