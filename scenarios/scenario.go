package scenarios

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"heroicsim/heroic"
	"heroicsim/units"
)

// Limits that keep a battle within what the engine can count.
const (
	maxTrials = 1_000_000_000_000
	maxRounds = 1_000_000
	maxCount  = 10_000_000
	maxHP     = 1_000_000
	maxYards  = 1_000_000
	maxGroups = 100
	maxSkill  = 100

	maxCompared = 100_000 // names that are looked through for one that was meant
)

// A draft is a scenario as far as its file has been read.
type draft struct {
	Loaded
	sides []side
	units *node
}

// A side is a heroic.Side and where its parts stand.
type side struct {
	heroic.Side
	name    *node
	pursuit *node
	groups  []group
}

// A group is a heroic.Group and where its parts stand.
type group struct {
	heroic.Group
	at, name, unit, orders           *node
	noRetreat                        bool    // its side's
	friends                          []group // its side's, when orders are read
	character, hpNow, fpNow, arrives *node
	shield                           *node
}

// scenarioFields are the keys of a scenario file.
var scenarioFields = []field[draft]{
	{"name", nameField(func(d *draft) *string { return &d.Name })},
	{"description", description},
	{"trials", intField(1, maxTrials, func(d *draft) *int { return &d.Trials })},
	{"seed", seed},
	{"max_rounds", intField(1, maxRounds, func(d *draft) *int { return &d.Scenario.MaxRounds })},
	{"rules", mayBeEmpty(rulesOrFile)},
	{"battlefield", mayBeEmpty(func(r *reader, n *node, d *draft) { readMap(r, n, &d.Scenario.Field, fieldFields) })},
	{"sides", sides},
	{"units", mayBeEmpty(func(r *reader, n *node, d *draft) { r.define(n); d.units = n })},
}

// mayBeEmpty takes a key without a value for an empty map: all below it may be
// commented out.
func mayBeEmpty(read func(*reader, *node, *draft)) func(*reader, *node, *draft) {
	return func(r *reader, n *node, d *draft) {
		if n.isBlank() {
			n.note(&shape{Type: "null"})
		}
		if n.kind != null {
			read(r, n, d)
		}
	}
}

// fieldFields are the keys of battlefield.
var fieldFields = []field[heroic.Battlefield]{
	{"distance", decimalField(0, maxYards, func(f *heroic.Battlefield) *float64 { return &f.Distance })},
	{"frontage", frontage},
	{"visibility", intField(-10, 0, func(f *heroic.Battlefield) *int { return &f.Visibility })},
	{"footing", intField(-10, 0, func(f *heroic.Battlefield) *int { return &f.Footing })},
	{"cover", coverField(func(f *heroic.Battlefield) **heroic.Cover { return &f.Cover })},
	{"terrain", choiceField(terrains, func(f *heroic.Battlefield) *heroic.Terrain { return &f.Terrain })},
}

// sideFields are the keys of a side.
var sideFields = []field[side]{
	{"name", sideName},
	{"tactics_skill", intField(0, maxSkill, func(s *side) *int { return &s.TacticsSkill })},
	{"no_retreat", boolField(func(s *side) *bool { return &s.NoRetreat })},
	{"surprised", boolField(func(s *side) *bool { return &s.Surprised })},
	{"pursuit", func(r *reader, n *node, s *side) {
		s.pursuit = n
		if r.filled(n, "what the side chooses or knows, as {capture: on}") {
			readMap(r, n, &s.Pursuit, pursuitFields)
		}
	}},
	{"groups", groups},
}

// groupFields are the keys of a group.
var groupFields = []field[group]{
	{"name", groupName},
	{"unit", nodeField(func(g *group) **node { return &g.unit })},
	{"count", intField(1, maxCount, func(g *group) *int { return &g.Count })},
	{"character", kept(func(g *group) **node { return &g.character },
		boolField(func(g *group) *bool { return &g.Character }))},
	{"position", position},
	{"formation", func(r *reader, n *node, g *group) {
		if r.filled(n, "ranks, as {ranks: 2}") {
			readMap(r, n, g, formationFields)
		}
	}},
	{"orders", nodeField(func(g *group) **node { return &g.orders })},
	{"shield", kept(func(g *group) **node { return &g.shield }, choiceField(shieldStates, func(g *group) *bool { return &g.Slung }))},
	{"hp_now", nodeField(func(g *group) **node { return &g.hpNow })},
	{"fp_now", nodeField(func(g *group) **node { return &g.fpNow })},
	{"arrives", kept(func(g *group) **node { return &g.arrives },
		intField(1, maxRounds, func(g *group) *int { return &g.Arrives }))},
	{"posture", choiceField(postures, func(g *group) *heroic.Posture { return &g.Posture })},
	{"facing", nil},
	{"cover", coverField(func(g *group) **heroic.Cover { return &g.Cover })},
	{"elevation", intField(-10_000, 10_000, func(g *group) *int { return &g.Elevation })},
	{"distraction", choiceField(distractions, func(g *group) *heroic.Distraction { return &g.Distraction })},
	{"modifiers", modifiers},
}

// formationFields are the keys of formation.
var formationFields = []field[group]{
	{"ranks", intField(1, 100, func(g *group) *int { return &g.Ranks })},
}

// scenario reads the whole tree.
func (r *reader) scenario(root *node) *draft {
	d := &draft{Loaded: Loaded{Scenario: heroic.Scenario{
		MaxRounds: heroic.DefaultMaxRounds,
		Rules:     heroic.DefaultRules(),
	}}}
	if !readMap(r, root, d, scenarioFields) {
		return d
	}
	if root.get("sides") == nil {
		r.reject(root, "missing key %q: the two sides of the battle", "sides")
		return d
	}
	if len(d.sides) != 2 || len(d.sides[0].groups) == 0 || len(d.sides[1].groups) == 0 {
		return d // which is noted
	}
	if d.units != nil && d.units.kind != mapping {
		return d // all units would be unknown
	}
	r.warnOfPursuit(d)
	for i := range d.sides {
		r.resolveUnits(&d.sides[i], d.Scenario.MaxRounds)
		r.checkWidth(&d.sides[i], d.Scenario.Field.Frontage, float64(i)*d.Scenario.Field.Distance)
	}
	r.warnUnused()
	for i := range d.sides {
		r.resolveOrders(&d.sides[i], &d.sides[1-i])
	}
	for i, s := range d.sides {
		for _, g := range s.groups {
			s.Groups = append(s.Groups, g.Group)
		}
		d.Scenario.Sides[i] = s.Side
	}
	return d
}

// rulesOrFile reads the switches. The name of a file of them was replaced by what the
// file holds; see include.
func rulesOrFile(r *reader, n *node, d *draft) {
	rules(r, n, d)
	if n.isBlank() {
		n.note(patterned(`\S`))
	}
}

func description(r *reader, n *node, d *draft) {
	if s, ok := r.text(n, "one line of text", maxLine); ok {
		d.Description = strings.Join(strings.Fields(s), " ")
	}
}

// seed reads any number that 64 bits hold; JSON results write it as a text.
func seed(r *reader, n *node, d *draft) {
	if n.isBlank() {
		n.note(&shape{Type: "integer", Minimum: "0", Maximum: "18446744073709551615"})
		return
	}
	var v uint64
	if n.kind == scalar && !n.quoted && strings.Trim(n.text, "0123456789") == "" {
		if _, err := fmt.Sscan(n.text, &v); err == nil && fmt.Sprint(v) == n.text {
			d.Seed = &v
			return
		}
	}
	r.reject(n, "expected a whole number from 0 to 18446744073709551615; found %s", n.found())
}

func frontage(r *reader, n *node, f *heroic.Battlefield) {
	if v, ok := r.decimal(n, 0.1, maxYards); ok {
		f.Frontage = v
	}
}

// sides reads exactly two.
func sides(r *reader, n *node, d *draft) {
	if n.isBlank() {
		r.side(n.listOf(2, 2))
		return
	}
	if n.kind != list {
		r.reject(n, "expected a list of two sides; found %s", n.found())
		return
	}
	if len(n.items) != 2 {
		r.reject(n, "a battle has exactly 2 sides; found %d", len(n.items))
	}
	for _, item := range n.items {
		s := r.side(item)
		for _, other := range d.sides {
			if s.name != nil && words(other.Name) == words(s.Name) {
				r.reject(s.name, "both sides are called %q", s.Name)
			}
		}
		d.sides = append(d.sides, s)
	}
}

func (r *reader) side(n *node) side {
	s := side{Side: heroic.Side{Pursuit: heroic.Pursuing{Pursue: true}}}
	if readMap(r, n, &s, sideFields) {
		r.require(n, "name", "groups")
	}
	return s
}

// require rejects a map without the keys that it needs.
func (r *reader) require(n *node, keys ...string) {
	if n.isBlank() {
		s := n.object()
		s.Required = append(s.Required, keys...)
		return
	}
	for _, key := range keys {
		if n.get(key) == nil {
			r.reject(n, "missing key %q", key)
		}
	}
}

// sideName reads a name that is not also an outcome's.
func sideName(r *reader, n *node, s *side) {
	name, ok := r.called(n)
	if n.isBlank() {
		n.ways[0].def, n.ways[0].Not = "sideName", patterned(anySpelling("draw", "undecided"))
	}
	if !ok {
		return
	}
	switch words(name) {
	case "draw", "undecided":
		r.reject(n, "no side may be called %q: it is an outcome of its own", name)
		return
	}
	s.Name, s.name = name, n
}

func groupName(r *reader, n *node, g *group) {
	if name, ok := r.called(n); ok {
		g.Name, g.name = name, n
	}
}

func groups(r *reader, n *node, s *side) {
	items := r.elements(n, "groups")
	if n.isBlank() {
		n.array().MaxItems = maxGroups
	}
	if len(items) > maxGroups {
		r.reject(n, "a side has at most %d groups; found %d", maxGroups, len(items))
		return
	}
	for _, item := range items {
		g := group{at: item, Group: heroic.Group{Count: 1, Ranks: 1}}
		if readMap(r, item, &g, groupFields) {
			r.require(item, "unit")
		}
		s.groups = append(s.groups, g)
	}
}

func position(r *reader, n *node, g *group) {
	if p, ok := r.point(n); ok {
		g.Position = &p
	}
}

// point reads a place on the field.
func (r *reader) point(n *node) (heroic.Point, bool) {
	if x, y, ok := n.pair(); ok {
		r.decimal(x, -maxYards, maxYards)
		r.decimal(y, -maxYards, maxYards)
		return heroic.Point{}, false
	}
	if n.kind != list || len(n.items) != 2 {
		r.reject(n, "expected [x, y] in yards: along the front, and across it; found %s", n.found())
		return heroic.Point{}, false
	}
	x, okX := r.decimal(n.items[0], -maxYards, maxYards)
	y, okY := r.decimal(n.items[1], -maxYards, maxYards)
	return heroic.Point{X: x, Y: y}, okX && okY
}

// checkWidth warns of groups that stand side by side, farther apart than the front is
// wide.
func (r *reader) checkWidth(s *side, frontage, line float64) {
	beside := 0
	for i := range s.groups {
		g := &s.groups[i]
		if g.Position != nil {
			continue
		}
		if beside++; beside == 2 && frontage > 0 && frontage < heroic.LineSpacing && g.unit != nil {
			r.warn(cmp.Or(g.name, g.unit), "groups of a side stand %d yards apart, and the front is %s yards wide, so that they may not fight together; position: [0, %s] puts both in the middle", heroic.LineSpacing, number(frontage), number(line))
		}
	}
}

// resolveUnits finds the unit of each group and checks what depends on it.
func (r *reader) resolveUnits(s *side, maxRounds int) {
	for i := range s.groups {
		g := &s.groups[i]
		g.noRetreat = s.NoRetreat
		if g.unit != nil {
			g.Unit = r.unit(g.unit)
		}
		if g.Name == "" && g.Unit != nil {
			g.Name = g.Unit.Name
		}
		r.uniqueName(s.groups[:i], g)
		if g.Unit != nil {
			r.state(g)
		}
		r.checkGroup(g, maxRounds)
	}
}

// warnUnused tells of a --set that changes nothing: of a unit that no group is
// made of. In a file such a unit is no more than a spare.
func (r *reader) warnUnused() {
	for _, key := range slices.Sorted(maps.Keys(r.units)) {
		def := r.units[key]
		if def.at != nil && def.at.src.set != "" && !def.used {
			r.warn(def.at, "no group is made of this unit, so that this changes nothing")
		}
	}
}

// uniqueName rejects a name that a group before has.
func (r *reader) uniqueName(before []group, g *group) {
	for _, other := range before {
		if g.Name == "" || words(other.Name) != words(g.Name) {
			continue
		}
		if g.name == nil {
			r.reject(g.at, "two groups of this side are called %q after their unit; give one a name", g.Name)
		} else {
			r.reject(g.name, "two groups of this side are called %q", g.Name)
		}
		return
	}
}

// state reads with what HP and FP a group starts, which its unit limits.
func (r *reader) state(g *group) {
	if g.hpNow != nil {
		pool := g.Count * g.Unit.HP
		if v, ok := whole(g.hpNow, 1, pool); ok {
			g.HPNow = &v
		} else {
			r.reject(g.hpNow, "expected HP of the whole group, from 1 to %d (%d × %d); found %s", pool, g.Count, g.Unit.HP, g.hpNow.found())
		}
	}
	switch {
	case g.fpNow == nil:
	case g.Unit.NeverTires:
		r.reject(g.fpNow, "%s never tires (fp: none), so that it has no FP to begin with", g.Unit.Name)
	default:
		if v, ok := whole(g.fpNow, 1, g.Unit.FP); ok {
			g.FPNow = &v
		} else {
			r.reject(g.fpNow, "expected FP of one member, from 1 to %d; found %s", g.Unit.FP, g.fpNow.found())
		}
	}
}

// checkGroup warns of what was probably not meant.
func (r *reader) checkGroup(g *group, maxRounds int) {
	if g.Arrives > maxRounds {
		r.warn(g.arrives, "the group arrives in round %d, but the battle ends at round %d (max_rounds)", g.Arrives, maxRounds)
	}
	if g.Character && g.Count > 1 {
		r.warn(g.character, "a character is one person, but the count is %d", g.Count)
	}
	if g.Unit != nil && g.shield != nil && !heroic.HasShield(g.Unit) {
		r.reject(g.shield, "%s has no shield: no block and no shield_db", g.Unit.Name)
	}
}

// unit finds the unit that a group names: a key of units:, a file, or a
// built-in.
func (r *reader) unit(n *node) *units.Unit {
	if n.isBlank() {
		n.note(&shape{Enum: texts(builtins())})
	}
	name, ok := r.called(n)
	if !ok {
		return nil
	}
	if def := r.units[words(name)]; def != nil {
		def.used = true
		return def.unit // nil where it has mistakes of its own
	}
	if isFile(name) {
		return r.unitFile(n, name)
	}
	if u, ok := units.Builtin(name); ok {
		return u
	}
	if r.known == nil {
		for _, key := range slices.Sorted(maps.Keys(r.units)) {
			if !strings.HasPrefix(key, fileSlot) {
				r.known = append(r.known, r.units[key].key)
			}
		}
	}
	why := "units of this file are: " + listed(r.known)
	if len(r.known) == 0 {
		why = "this file defines none"
	}
	near := ""
	if len(r.errs) < maxLines && len(r.errs)*len(r.known) <= maxCompared { // nobody sees more
		beside := r.unitsBeside()
		near = didYouMean(name, slices.Concat(r.known, builtins(), beside))
		for _, file := range beside {
			if words(title(file)) == words(name) {
				near = fmt.Sprintf("; did you mean %q?", file)
			}
		}
	}
	r.reject(n, "unknown unit %q; %s; `simulate list` names the built-in ones%s", name, why, near)
	return nil
}

func builtins() []string {
	var names []string
	for _, u := range units.Builtins() {
		names = append(names, u.Name)
	}
	return names
}
