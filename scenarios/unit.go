package scenarios

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"heroicsim/units"
)

// A definition is a unit of units: or of a unit file.
type definition struct {
	key  string
	unit *units.Unit // nil where it has mistakes
	at   *node       // the key
	used bool        // by a group
}

// A stats is a units.Unit as far as it has been read.
type stats struct {
	units.Unit
	given   units.Given
	named   bool
	weapons []weapon
}

// unitKeys are the words of unitFields, for those who look for one elsewhere.
var unitKeys []string

func init() {
	for i := range unitFields {
		unitKeys = append(unitKeys, words(unitFields[i].key))
	}
}

// unitFields are the keys of a unit. What numbers may be is said by
// units.Unit.Check.
var unitFields = []field[stats]{
	{"name", func(r *reader, n *node, s *stats) {
		s.named = true
		nameField(func(s *stats) *string { return &s.Name })(r, n, s)
	}},
	{"st", anyInt(func(s *stats) *int { return &s.ST })},
	{"dx", anyInt(func(s *stats) *int { return &s.DX })},
	{"iq", given(func(s *stats) *int { return &s.IQ }, func(g *units.Given) *bool { return &g.IQ })},
	{"ht", anyInt(func(s *stats) *int { return &s.HT })},
	{"hp", given(func(s *stats) *int { return &s.HP }, func(g *units.Given) *bool { return &g.HP })},
	{"fp", fatiguePoints},
	{"will", given(func(s *stats) *int { return &s.Will }, func(g *units.Given) *bool { return &g.Will })},
	{"per", given(func(s *stats) *int { return &s.Per }, func(g *units.Given) *bool { return &g.Per })},
	{"sm", anyInt(func(s *stats) *int { return &s.SM })},
	{"speed", basicSpeed},
	{"move", given(func(s *stats) *int { return &s.Move }, func(g *units.Given) *bool { return &g.Move })},
	{"encumbrance", encumbrance},
	{"dodge", given(func(s *stats) *int { return &s.Dodge }, func(g *units.Given) *bool { return &g.Dodge })},
	{"parry", anyInt(func(s *stats) *int { return &s.Parry })},
	{"block", anyInt(func(s *stats) *int { return &s.Block })},
	{"shield_db", anyInt(func(s *stats) *int { return &s.ShieldDB })},
	{"dr", armour},
	{"skills", skills},
	{"traits", func(r *reader, n *node, s *stats) { readMap(r, n, &s.Traits, traitFields) }},
	{"weapons", weapons},
	{"potions", potions},
	{"length", anyDecimal(func(s *stats) *float64 { return &s.Length })},
	{"weight", anyDecimal(func(s *stats) *float64 { return &s.Weight })},
	{"shield_weight", anyDecimal(func(s *stats) *float64 { return &s.ShieldWeight })},
	{"travel", travel},
	{"spells", spells},
}

// traitFields are the traits that the rules use.
var traitFields = []field[units.Traits]{
	{"extra-attack", levels(func(t *units.Traits) *int { return &t.ExtraAttack })},
	{"altered-time-rate", levels(func(t *units.Traits) *int { return &t.AlteredTimeRate })},
	{"decreased-time-rate", oneLevel(func(t *units.Traits) *bool { return &t.DecreasedTimeRate })},
	{"combat-reflexes", oneLevel(func(t *units.Traits) *bool { return &t.CombatReflexes })},
	{"fearlessness", levels(func(t *units.Traits) *int { return &t.Fearlessness })},
	{"cowardice", cowardice},
	{"high-pain-threshold", oneLevel(func(t *units.Traits) *bool { return &t.HighPainThreshold })},
	{"low-pain-threshold", oneLevel(func(t *units.Traits) *bool { return &t.LowPainThreshold })},
	{"night-vision", levels(func(t *units.Traits) *int { return &t.NightVision })},
	{"dark-vision", oneLevel(func(t *units.Traits) *bool { return &t.DarkVision })},
	{"blind", oneLevel(func(t *units.Traits) *bool { return &t.Blind })},
	{"invisible", oneLevel(func(t *units.Traits) *bool { return &t.Invisible })},
	{"peripheral-vision", oneLevel(func(t *units.Traits) *bool { return &t.PeripheralVision })},
	{"mounted", oneLevel(func(t *units.Traits) *bool { return &t.Mounted })},
	{"injury-tolerance", choiceField(tolerances, func(t *units.Traits) *units.Tolerance { return &t.Tolerance })},
	{"no-brain", oneLevel(func(t *units.Traits) *bool { return &t.NoBrain })},
	{"no-vitals", oneLevel(func(t *units.Traits) *bool { return &t.NoVitals })},
	{"flight", oneLevel(func(t *units.Traits) *bool { return &t.Flight })},
	{"arms", func(r *reader, n *node, t *units.Traits) {
		if v, ok := r.integer(n, 0, 20); ok {
			t.ExtraArms = v - 2
		}
	}},
}

// tolerances are the injury tolerances by name.
var tolerances = func() (all []named[units.Tolerance]) {
	for i, name := range units.Tolerances() {
		all = append(all, named[units.Tolerance]{name, units.Tolerance(i)})
	}
	return all
}()

// define reads units:. Every unit is checked, whether a group uses it or not.
func (r *reader) define(n *node) {
	for key, value := range r.entries(n, "units") {
		name := strings.TrimSpace(key.text)
		switch why := checkName(name); {
		case n.isBlank():
			r.unitName(key)
			r.definition(name, value)
		case why != "":
			r.reject(key, "%s", why)
		case isFile(name):
			r.reject(key, "a unit's name must not look like a file's: %q", name)
		default:
			r.units[words(name)] = &definition{key: name, unit: r.definition(name, value), at: key}
		}
	}
}

// unitName describes the key of a unit.
func (r *reader) unitName(key *node) {
	r.called(key)
	key.ways[0].def, key.ways[0].Not = "unitName", patterned(spellings(unitFiles...)+`\s*$`)
}

// definition reads a unit: numbers, or a stat block as text.
func (r *reader) definition(key string, n *node) *units.Unit {
	if sheet := n.get("gcs"); sheet != nil {
		return r.sheetOf(n, sheet)
	}
	if block := n.get("statblock"); block != nil {
		return r.statblockOf(key, n, block)
	}
	if n.isBlank() {
		r.blankUnit(n)
		return nil
	}
	mistakes := len(r.errs)
	s := &stats{}
	if !r.numbers(n, s) {
		return nil
	}
	if !s.named {
		s.Name = key
	}
	r.checkNames(s.weapons)
	for i := range s.weapons {
		r.checkWeapon(s, &s.weapons[i])
		s.Weapons = append(s.Weapons, s.weapons[i].Weapon)
	}
	s.Complete(s.given)
	r.check(n, &s.Unit, s.given, mistakes)
	if len(r.errs) > mistakes {
		return nil
	}
	return &s.Unit
}

// numbers reads a unit that is no stat block.
func (r *reader) numbers(n *node, s *stats) bool {
	if !readMap(r, n, s, unitFields) {
		return false
	}
	r.require(n, "st", "dx", "ht")
	return true
}

// blankUnit describes all kinds of unit.
func (r *reader) blankUnit(n *node) {
	numbers, block, sheet := n.another(), n.another(), n.another()
	r.numbers(numbers, &stats{})
	readMap(r, block, &struct{}{}, []field[struct{}]{
		{"statblock", func(r *reader, n *node, _ *struct{}) { n.note(patterned(`\S`)) }},
		{"name", func(r *reader, n *node, _ *struct{}) { r.called(n) }},
	})
	readMap(r, sheet, &struct{}{}, []field[struct{}]{
		{"gcs", func(r *reader, n *node, _ *struct{}) {
			n.note(patterned(spellings(slices.Concat(gcsSheet.endings, foundryActor.endings)...) + `$`))
		}},
		{"name", func(r *reader, n *node, _ *struct{}) { r.called(n) }},
	})
	other := &shape{If: &shape{Required: []string{"statblock"}}, Then: block.shape(), Else: numbers.shape()}
	n.note(&shape{Type: "object", If: &shape{Required: []string{"gcs"}}, Then: sheet.shape(), Else: other, def: "unit"})
}

// check rejects numbers that no unit has. n is the unit's definition, in which
// the errors from mistakes on were found already: what follows from them is not
// told.
func (r *reader) check(n *node, u *units.Unit, g units.Given, mistakes int) {
	known := map[string]bool{}
	for _, e := range r.errs[mistakes:] {
		known[e.Path] = true
	}
	for _, p := range u.CheckGiven(g) {
		if len(r.errs) >= maxMistakes {
			return
		}
		switch at, rest := n.follow(single(n, p.Path)); {
		case rest == "" && !known[at.path()]:
			r.reject(at, "%s", p.Text)
		case rest != "" && len(known) == 0:
			r.reject(at, "%s: %s", rest, p.Text)
		}
	}
}

// single is the path of what is wrong with a unit, where its only potion is no list.
func single(n *node, path string) string {
	if potion := n.get("potions"); potion != nil && potion.kind == mapping {
		return strings.Replace(path, "potions[0]", "potions", 1)
	}
	return path
}

// statblockOf reads {statblock: "…"}.
func (r *reader) statblockOf(key string, n, block *node) *units.Unit {
	for _, k := range n.keys {
		if w := words(k.text); w != "statblock" && w != "name" {
			r.reject(k, "a unit from a stat block takes no further keys but name; change the block, or write out its numbers")
			return nil
		}
	}
	if block.kind != scalar {
		r.reject(block, "expected a stat block as text; found %s", block.found())
		return nil
	}
	u, ok := r.statblock(block, block.text)
	if !ok {
		return nil
	}
	if name := n.get("name"); name != nil {
		if s, ok := r.called(name); ok {
			u.Name = s
		}
	}
	if u.Name == "" {
		u.Name = key
	}
	return u
}

// statblock reads a stat block; what the reader could not use are warnings.
func (r *reader) statblock(at *node, text string) (*units.Unit, bool) {
	if r.blocks += len(text); r.blocks > maxBlocks && len(text) <= units.MaxStatBlock {
		r.reject(at, "the stat blocks of a scenario have at most %d bytes together; write out the numbers of some, or leave out units that no group is made of", maxBlocks)
		return nil, false
	}
	u, notes, err := units.ParseStatBlock(text)
	if err != nil {
		line, column, why := 1, 1, err.Error()
		var bad *units.StatBlockError
		if errors.As(err, &bad) {
			line, column, why = bad.Line, bad.Column, bad.Why
		}
		r.reject(at, "%s", oneLine(why))
		e := r.errs[len(r.errs)-1]
		e.Position = at.src.at(at.inside(line, column))
		return nil, false
	}
	var unused []string
	var first units.Note // of those
	for _, note := range notes {
		if !note.Matters() {
			if unused == nil {
				first = note
			}
			unused = append(unused, note.Unused...)
			continue
		}
		r.warnInside(at, note.Line, note.Column, "%s", oneLine(note.Text))
	}
	r.warnOfUnused(at, first, unused)
	return u, true
}

// maxUnused is how many things that a stat block says in vain are told.
const maxUnused = 12

// warnOfUnused folds what battles have no use for into one warning of the block.
func (r *reader) warnOfUnused(at *node, first units.Note, unused []string) {
	if len(unused) == 0 {
		return
	}
	things := "1 thing"
	if len(unused) > 1 {
		things = fmt.Sprintf("%d things", len(unused))
	}
	var shown []string
	for _, s := range unused[:min(len(unused), maxUnused)] {
		shown = append(shown, shorten(oneLine(s)))
	}
	if len(unused) > maxUnused {
		shown = append(shown, "…")
	}
	before := len(r.warns)
	r.warnInside(at, first.Line, first.Column, "%s not used in battles: %s", things, strings.Join(shown, ", "))
	if at.style == bare && len(r.warns) > before {
		r.warns[before].Position = Position{File: at.src.name} // all of it
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// fileSlot begins the slots of unit files among the reader's units. It cannot
// begin a unit's name as words gives it.
const fileSlot = " file: "

var unitFiles = []string{".txt", ".yaml", ".yml", ".gcs", ".json", ".db"}

func isFile(name string) bool {
	return slices.Contains(unitFiles, strings.ToLower(path.Ext(name)))
}

// unitFile reads a unit from a file beside the scenario's: a sheet, a stat block, or
// units: in YAML. A file is read once, however many groups name it.
func (r *reader) unitFile(n *node, name string) *units.Unit {
	return r.fileRead(n, name, func(src *source) *units.Unit {
		switch f := formatOf(name); f {
		case statBlock:
			return r.blockFile(src)
		case nil:
			return r.yamlFile(src)
		default:
			return r.sheetFile(n, src, f)
		}
	})
}

// fileRead opens the file that n names and has its unit read, if it was not read
// before.
func (r *reader) fileRead(n *node, name string, read func(*source) *units.Unit) *units.Unit {
	slot := fileSlot + name
	if def := r.units[slot]; def != nil {
		return def.unit
	}
	def := &definition{key: name}
	r.units[slot] = def
	src, err := r.beside(name)
	if err != nil {
		r.reject(n, "%s: %s%s", plainly(name), reason(err), didYouMean(name, r.unitsBeside()))
		return nil
	}
	def.unit = read(src)
	return def.unit
}

func (r *reader) blockFile(src *source) *units.Unit {
	if bad := checkText(src); bad != nil {
		r.errs = append(r.errs, bad)
		return nil
	}
	n := &node{src: src, style: bare, text: string(src.text), line: 1, column: 1}
	u, ok := r.statblock(n, n.text)
	if ok && u.Name == "" {
		u.Name = title(src.name)
	}
	return u
}

// yamlFile reads the one unit of a file, or the one that the file is called after.
func (r *reader) yamlFile(src *source) *units.Unit {
	root, bad := parse(src, needsUnits)
	if bad != nil {
		r.errs = append(r.errs, bad)
		return nil
	}
	root.link()
	var defs []*definition
	if readMap(r, root, &defs, unitFileFields); root.kind == mapping && root.get("units") == nil {
		r.reject(root, "missing key %q", "units")
		return nil
	}
	var names []string
	for _, def := range defs {
		if len(defs) == 1 || words(def.key) == words(title(src.name)) {
			return def.unit
		}
		names = append(names, def.key)
	}
	if len(defs) > 1 {
		r.reject(root.get("units"), "expected one unit, or one called %s as the file is; found %s", title(src.name), listed(names))
	}
	return nil
}

var unitFileFields = []field[[]*definition]{
	{"units", func(r *reader, n *node, defs *[]*definition) {
		for key, value := range r.entries(n, "units") {
			if key.isBlank() {
				key.note(aName())
			}
			*defs = append(*defs, &definition{key: key.text, unit: r.definition(key.text, value)})
		}
	}},
}

// anyInt reads a whole number whose range units.Unit.Check knows.
func anyInt[T any](at func(*T) *int) func(*reader, *node, *T) {
	return intField(-anyNumber, anyNumber, at)
}

// anyDecimal reads a number whose range units.Unit.Check knows.
func anyDecimal[T any](at func(*T) *float64) func(*reader, *node, *T) {
	return decimalField(-anyNumber, anyNumber, at)
}

// given is an integer whose absence has a default of its own.
func given(at func(*stats) *int, flag func(*units.Given) *bool) func(*reader, *node, *stats) {
	return func(r *reader, n *node, s *stats) {
		anyInt(at)(r, n, s)
		*flag(&s.given) = true
	}
}

func fatiguePoints(r *reader, n *node, s *stats) {
	s.given.FP = true
	switch v, ok := whole(n, -anyNumber, anyNumber); {
	case n.isBlank():
		n.note(oneOf("none"))
	case n.kind == scalar && words(n.text) == "none":
		s.NeverTires = true
	case ok:
		s.FP = v
	default:
		r.reject(n, "expected a whole number, or none for what never tires; found %s", n.found())
	}
}

func basicSpeed(r *reader, n *node, s *stats) {
	s.given.Speed = true
	anyDecimal(func(s *stats) *float64 { return &s.Speed })(r, n, s)
}

func encumbrance(r *reader, n *node, s *stats) {
	if n.isBlank() {
		var levels []string
		for e := units.NoEncumbrance; e <= units.ExtraHeavy; e++ {
			levels = append(levels, e.String())
		}
		n.note(oneOf(levels...))
		return
	}
	if e, ok := parsed(r, n, "an encumbrance", units.ParseEncumbrance, nil); ok {
		s.Encumbrance = e
	}
}

// oneLevel reads a trait that has no levels: on or off, and 1 or 0 as for those
// that have.
func oneLevel(at func(*units.Traits) *bool) func(*reader, *node, *units.Traits) {
	return func(r *reader, n *node, t *units.Traits) {
		if v, ok := whole(n, 0, 1); ok {
			*at(t) = v == 1
		} else if v, ok := r.boolean(n); ok {
			*at(t) = v
		}
	}
}

// levels reads the levels of a trait; on means one.
func levels(at func(*units.Traits) *int) func(*reader, *node, *units.Traits) {
	return func(r *reader, n *node, t *units.Traits) {
		v, isWhole := whole(n, 0, 1000)
		yes, isSwitch := switches[words(n.text)]
		switch {
		case n.isBlank():
			n.note(onOff())
		case isWhole:
			*at(t) = v
		case isSwitch && n.kind == scalar && !n.quoted:
			*at(t) = 0
			if yes {
				*at(t) = 1
			}
		default:
			r.reject(n, "expected a number of levels, on or off; found %s", n.found())
		}
	}
}

// selfControl is Cowardice's Fright Check penalty by its self-control number.
var selfControl = map[int]int{6: 4, 9: 3, 12: 2, 15: 1}

func cowardice(r *reader, n *node, t *units.Traits) {
	if n.isBlank() {
		n.note(&shape{Enum: []any{0, 1, 2, 3, 4, 6, 9, 12, 15}})
		return
	}
	v, ok := whole(n, 0, 15)
	penalty, isControl := selfControl[v]
	switch {
	case ok && isControl:
		t.Cowardice = penalty
	case ok && v <= 4:
		t.Cowardice = v
	default:
		r.reject(n, "expected the Fright Check penalty from 1 to 4, or the self-control number 6, 9, 12 or 15; found %s", n.found())
	}
}

func skills(r *reader, n *node, s *stats) {
	s.Skills = map[string]int{}
	if len(n.keys) > maxElements {
		r.reject(n, "a unit has at most %d skills; found %d", maxElements, len(n.keys))
		return
	}
	for key, value := range r.entries(n, "skills") {
		if why := checkName(key.text); key.isBlank() {
			key.note(aName())
			r.integer(value, -anyNumber, anyNumber)
		} else if why != "" {
			r.reject(key, "%s", why)
		} else if v, ok := r.integer(value, -anyNumber, anyNumber); ok {
			s.Skills[strings.ToLower(oneLine(key.text))] = v
		}
	}
}
