package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"heroicsim/units"
)

// set applies each --set KEY=VALUE to the tree. What is wrong with a value comes
// out when the tree is read, for its nodes know that --set gave them.
func (r *reader) set(root *node, sets []string) {
	for _, text := range sets {
		s := &setter{reader: r, root: root, src: &source{set: "--set " + shorten(text)}}
		if why := s.apply(text); why != "" {
			r.errs = append(r.errs, &Error{Position: s.src.at(0, 0), Why: why})
			continue
		}
		root.link()
	}
}

// A setter changes one value of a tree.
type setter struct {
	*reader
	root *node
	src  *source
}

// apply changes the value; why is what is wrong with the key.
func (s *setter) apply(text string) (why string) {
	key, value, ok := strings.Cut(text, "=")
	if !ok {
		return "expected KEY=VALUE, as sides.ogres.groups.ogre.count=12"
	}
	steps, why := splitKey(key)
	if why != "" {
		return why
	}
	n, why := s.value(value)
	if why != "" {
		return why
	}
	if s.root.kind != mapping {
		return "the scenario is not a map"
	}
	if why := s.writeOut(steps); why != "" {
		return why
	}
	at := s.root
	for i, step := range steps {
		slot, why := s.slot(at, step, i < len(steps)-1)
		if why != "" {
			return why
		}
		if i == len(steps)-1 {
			*slot = n
			return ""
		}
		at = *slot
	}
	return ""
}

// splitKey splits a.b[0]."c.d" into its steps.
func splitKey(key string) (steps []string, why string) {
	var step strings.Builder
	quoted, pending := false, true
	flush := func() {
		if pending || step.Len() > 0 {
			steps = append(steps, strings.TrimSpace(step.String()))
		}
		step.Reset()
		pending = false
	}
	for _, c := range key {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
			step.WriteRune(c)
		case c == '.':
			flush()
			pending = true
		case c == '[':
			flush()
			pending = false
		case c == ']':
			flush()
		default:
			step.WriteRune(c)
		}
	}
	flush()
	for _, step := range steps {
		if step == "" {
			return nil, fmt.Sprintf("%q has an empty part; keys look like sides.ogres.groups.ogre.count", shorten(key))
		}
	}
	if len(steps) > maxDepth {
		return nil, "the key has too many parts"
	}
	return steps, ""
}

// value reads the new value as YAML, or as it stands where that fails: >=1/3.
func (s *setter) value(text string) (n *node, why string) {
	trimmed := strings.TrimSpace(text)
	src := &source{set: s.src.set, text: []byte(text)}
	if bad := checkText(src); bad != nil {
		return nil, bad.Why
	}
	if trimmed == "" {
		return &node{kind: null, src: s.src}, ""
	}
	n, bad := parse(src)
	switch {
	case bad == nil && (n.kind != mapping || n.flow):
		return n, ""
	case bad != nil && strings.ContainsAny(trimmed[:1], `[{"'`):
		return nil, "the value: " + bad.Why
	}
	return &node{text: trimmed, src: s.src}, ""
}

// slot is where a step leads from n: a key's value or a list's element. A key
// that is missing is added, with a map in it where the way goes on.
func (s *setter) slot(n *node, step string, onwards bool) (slot **node, why string) {
	switch n.kind {
	case list:
		i, why := element(n, step)
		if why != "" {
			return nil, why
		}
		return &n.items[i], ""
	case scalar:
		return nil, fmt.Sprintf("%s is %s and has no part %q", n.path(), n.found(), step)
	}
	n.kind = mapping
	for i, key := range n.keys {
		if words(key.text) == words(step) {
			if n.items[i].kind == null && onwards {
				n.items[i].kind = mapping
			}
			return &n.items[i], ""
		}
	}
	if onwards && slices.Contains([]string{"sides", "groups", "weapons", "orders"}, step) {
		return nil, fmt.Sprintf("there are no %s in %s", step, orFile(n.path())) // and a list cannot grow
	}
	n.keys = append(n.keys, &node{text: step, src: s.src})
	n.items = append(n.items, &node{kind: mapping, src: s.src})
	n.link()
	return &n.items[len(n.items)-1], ""
}

func orFile(path string) string {
	if path == "" {
		return "the file"
	}
	return path
}

// element finds a list's element by index, by name or, without one, by unit.
func element(n *node, step string) (index int, why string) {
	if i, err := strconv.Atoi(step); err == nil {
		if i < 0 || i >= len(n.items) {
			return 0, fmt.Sprintf("%s has no element %s; they go from 0 to %d", n.path(), step, len(n.items)-1)
		}
		return i, ""
	}
	var names, matches []string
	for i, item := range n.items {
		name := label(item)
		if name == "" {
			continue
		}
		names = append(names, name)
		if words(name) == words(step) {
			matches = append(matches, fmt.Sprintf("%s[%d]", n.path(), i))
			index = i
		}
	}
	switch {
	case len(matches) == 1:
		return index, ""
	case len(matches) > 1:
		return 0, fmt.Sprintf("%q is ambiguous: %s", step, listed(matches))
	case len(n.items) == 0:
		return 0, fmt.Sprintf("%s is empty", n.path())
	case len(names) == 0:
		return 0, fmt.Sprintf("%s has elements without names; they go from 0 to %d", n.path(), len(n.items)-1)
	}
	return 0, fmt.Sprintf("nothing in %s is called %q; there are: %s%s", n.path(), step, listed(names), didYouMean(step, names))
}

// label is what a list's element is called: its name, or its unit's.
func label(n *node) string {
	for _, key := range []string{"name", "unit"} {
		if v := n.get(key); v != nil && v.kind == scalar {
			if key == "unit" && isFile(v.text) {
				return title(v.text)
			}
			return v.text
		}
	}
	return ""
}

// writeOut puts all numbers of a unit into the tree that has none there yet, so
// that one of them can be changed: a built-in, or one from a stat block.
func (s *setter) writeOut(steps []string) (why string) {
	if len(steps) < 3 || words(steps[0]) != "units" {
		return ""
	}
	defs := s.root.get("units")
	n := defs.get(steps[1])
	if n == nil {
		u, ok := units.Builtin(steps[1])
		if !ok {
			names := builtins()
			if defs != nil {
				for _, key := range defs.keys {
					names = append(names, key.text)
				}
			}
			return fmt.Sprintf("unknown unit %q%s", shorten(steps[1]), didYouMean(steps[1], names))
		}
		if defs == nil {
			defs = &node{kind: mapping, src: s.src}
			s.root.keys = append(s.root.keys, &node{text: "units", src: s.src})
			s.root.items = append(s.root.items, defs)
		}
		if defs.kind == null {
			defs.kind = mapping
		}
		if defs.kind == mapping {
			defs.keys = append(defs.keys, &node{text: steps[1], src: s.src})
			defs.items = append(defs.items, unitNode(u, s.src))
		}
		s.root.link()
		return ""
	}
	block := n.get("statblock")
	if block == nil || block.kind != scalar || words(steps[2]) == "statblock" || words(steps[2]) == "name" {
		return ""
	}
	if u, _, err := units.ParseStatBlock(block.text); err == nil {
		if u.Name == "" {
			u.Name = steps[1]
		}
		if name := n.get("name"); name != nil && name.kind == scalar {
			u.Name = name.text
		}
		*n = *unitNode(u, n.src)
		s.root.link()
	}
	return ""
}
