package scenarios

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"heroicsim/heroic"
	"heroicsim/units"
)

// set applies each --set KEY=VALUE to the tree, and says where each went. What is
// wrong with a value comes out when the tree is read, for its nodes know that --set
// gave them.
func (r *reader) set(root *node, sets []string) (places []string) {
	for _, text := range sets {
		s := &setter{reader: r, root: root, src: &source{set: "--set " + plainly(shorten(text))}}
		if why := s.apply(text); why != "" {
			r.errs = append(r.errs, &Error{Position: s.src.at(0, 0), Why: why})
			continue
		}
		root.link()
		places = append(places, strings.Join(s.place, ""))
	}
	return places
}

// A setter changes one value of a tree.
type setter struct {
	*reader
	root *node
	src  *source

	place []string // the parts of the value's path
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
		s.note(at, *slot, step)
		if i == len(steps)-1 {
			if at.kind == list && (*slot).kind == mapping && n.kind != mapping {
				return notAMap(steps, *slot, n)
			}
			*slot = n
			if len(steps) == 1 && words(step) == "rules" {
				s.root.link()
				s.include(s.root)
			}
			return ""
		}
		at = *slot
	}
	return ""
}

// note adds a step from n to one of its parts to the place.
func (s *setter) note(n, part *node, step string) {
	if n.kind == list {
		s.place = append(s.place, fmt.Sprintf("[%d]", slices.Index(n.items, part)))
		return
	}
	s.place = append(s.place, "."+words(step))
}

// Overlap says that of two paths of Loaded.Changed one is the other, or leads to a
// part of it.
func Overlap(a, b string) bool {
	within := func(part, whole string) bool {
		rest, ok := strings.CutPrefix(part, whole)
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
	}
	return within(a, b) || within(b, a)
}

// notAMap says that a group, a side or a weapon is not one value, and which of
// its values was probably meant.
func notAMap(steps []string, at, value *node) string {
	kinds := map[string]struct{ what, number string }{
		"sides": {"a side", ""}, "groups": {"a group", "count"}, "weapons": {"a weapon", "skill"}, "spells": {"a spell", "skill"}, "orders": {"an entry of orders", ""},
	}
	kind := kinds[at.parent.name]
	what, key := cmp.Or(kind.what, "a map"), ""
	switch _, bad := heroic.ParseTactic(value.text); {
	case value.kind == scalar && isNumber(value.text):
		key = kind.number
	case value.kind != scalar || bad != nil && words(value.text) != "auto":
	case what == "a group":
		key = "orders"
	case what == "an entry of orders":
		key = "tactic"
	}
	why := fmt.Sprintf("%s is %s with keys of its own, not one value", at.path(), what)
	if key == "" {
		return why + "; name the key that is to change"
	}
	for i, step := range steps {
		steps[i] = segment(step)
	}
	return fmt.Sprintf("%s; did you mean %s.%s=%s?", why, strings.Join(steps, "."), key, shorten(value.text))
}

// splitKey splits a.b[0]."c.d" into its steps.
func splitKey(key string) (steps []string, why string) {
	var step strings.Builder
	quoted, pending, inside, closed := false, true, false, false
	amiss := func(what string) ([]string, string) {
		return nil, fmt.Sprintf("%q %s; keys look like sides[0].groups.ogre.count", shorten(key), what)
	}
	flush := func() {
		if pending || step.Len() > 0 {
			steps = append(steps, strings.TrimSpace(step.String()))
		}
		step.Reset()
		pending = false
	}
	for _, c := range key {
		if closed && !strings.ContainsRune(".[] ", c) {
			return amiss(`goes on after a "]" without a dot`)
		}
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
			step.WriteRune(c)
		case c == '.' && !inside:
			flush()
			pending, closed = true, false
		case c == '[':
			if inside {
				return amiss(`has a "[" inside another`)
			}
			flush()
			pending, inside, closed = true, true, false
		case c == ']':
			if !inside {
				return amiss(`has a "]" without a "["`)
			}
			flush()
			inside, closed = false, true
		default:
			step.WriteRune(c)
		}
	}
	switch {
	case quoted:
		return amiss("has a quote that is not closed")
	case inside:
		return amiss(`has a "[" that is not closed`)
	}
	if !closed {
		flush()
	}
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
	n, bad := parse(src, "a value is missing")
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
		why := fmt.Sprintf("%s is %s and has no part %q", n.path(), n.found(), step)
		if n.name == "unit" {
			why += "; the numbers of units are under units, as units.ogre.hp"
		}
		return nil, why
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
	if onwards && slices.Contains([]string{"sides", "groups", "weapons", "spells", "orders"}, step) {
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
// that one of them can be changed: a built-in, one from a stat block or a sheet, or
// one from a file that a group names.
func (s *setter) writeOut(steps []string) (why string) {
	if len(steps) < 3 || words(steps[0]) != "units" {
		return ""
	}
	defs := s.root.get("units")
	n := defs.get(steps[1])
	for i := 0; n == nil && defs != nil && defs.kind == mapping && i < len(defs.keys); i++ {
		if name := defs.items[i].get("name"); name != nil && words(name.text) == words(steps[1]) {
			n, steps[1] = defs.items[i], defs.keys[i].text
		}
	}
	if n == nil {
		u, key, known, why := s.fromFile(steps[1])
		if why != "" {
			return why
		}
		if u == nil && isFile(steps[1]) { // which a --set before has taken in
			for _, name := range []string{apart(steps[1]), title(steps[1])} {
				if defs.get(name) != nil {
					steps[1] = name
					return ""
				}
			}
		}
		if u != nil {
			steps[1] = key
		} else {
			u, _ = units.Builtin(steps[1])
		}
		if u == nil {
			if defs != nil {
				for _, key := range defs.keys {
					known = append(known, key.text)
				}
			}
			has := "; the scenario has no units of its own, by name or by file"
			if len(known) > 0 {
				slices.Sort(known)
				has = "; units of the scenario are: " + listed(known)
			}
			return fmt.Sprintf("unknown unit %q%s%s", shorten(steps[1]), has, didYouMean(steps[1], append(known, builtins()...)))
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
	if file := n.get("gcs"); file != nil && words(steps[2]) != "gcs" && words(steps[2]) != "name" {
		if u := s.sheetOf(n, file); u != nil { // else its mistakes are noted
			*n = *unitNode(u, n.src)
			s.root.link()
		}
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

// fromFile finds the unit that step means among those in files that groups name:
// by the file's name, with or without its ending, or by the unit's. From now on
// those groups take it from units:, under key. known are the names that there are.
func (s *setter) fromFile(step string) (u *units.Unit, key string, known []string, why string) {
	var files, found []string
	groups := map[string][]*node{} // by the file of their unit
	for _, n := range s.fileUnits() {
		if groups[n.text] == nil {
			files = append(files, n.text)
			known = append(known, title(n.text))
		}
		groups[n.text] = append(groups[n.text], n)
	}
	plain := s.plainUnits()
	for _, file := range files {
		switch words(step) {
		case words(file):
			found, plain[words(step)] = append(found, file), false
		case words(title(file)):
			found = append(found, file)
		}
	}
	if found != nil && plain[words(step)] { // a built-in of the file's name is in the battle, too
		found = append(found, step)
	}
	for i := 0; found == nil && i < len(files); i++ { // files are read only if need be
		if read := s.unitFile(groups[files[i]][0], files[i]); read != nil && words(read.Name) == words(step) {
			found = append(found, files[i])
		}
	}
	switch len(found) {
	case 0:
		return nil, "", known, ""
	case 1:
	default:
		return nil, "", known, fmt.Sprintf("%q is ambiguous: %s", shorten(step), listed(found))
	}
	if u = s.unitFile(groups[found[0]][0], found[0]); u == nil {
		return nil, "", known, found[0] + " has a mistake of its own"
	}
	key = title(found[0])
	if s.root.get("units").get(key) != nil || plain[words(key)] {
		key = apart(found[0])
	}
	for _, n := range groups[found[0]] {
		n.text = key
	}
	return u, key, known, ""
}

// apart is a key for the unit of a file whose plain name is another unit's.
func apart(file string) string { return strings.ReplaceAll(file, ".", " ") }

// plainUnits are the units of groups that are no files, by words of their names.
func (s *setter) plainUnits() map[string]bool {
	all := map[string]bool{}
	for _, side := range s.root.get("sides").elements() {
		for _, group := range side.get("groups").elements() {
			if n := group.get("unit"); n != nil && n.kind == scalar && !isFile(n.text) {
				all[words(n.text)] = true
			}
		}
	}
	return all
}

// fileUnits are the units of groups that are files.
func (s *setter) fileUnits() (all []*node) {
	for _, side := range s.root.get("sides").elements() {
		for _, group := range side.get("groups").elements() {
			if n := group.get("unit"); n != nil && n.kind == scalar && isFile(n.text) && checkName(n.text) == "" {
				all = append(all, n)
			}
		}
	}
	return all
}

// elements are those of a list, and none of anything else.
func (n *node) elements() []*node {
	if n == nil || n.kind != list {
		return nil
	}
	return n.items
}
