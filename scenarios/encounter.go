package scenarios

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"heroicsim/units"
)

// An Encounter is a battle made of two lists of stat blocks and names of units, as a
// game master pastes them. Every group has its unit.
type Encounter struct {
	Name     string
	Distance float64
	Sides    [2]EncounterSide
	Assumed  []string // what the text does not say, a line each
}

// An EncounterSide is one of the lists.
type EncounterSide struct {
	Name   string
	Groups []EncounterGroup
}

// An EncounterGroup is a group, and how its unit came about.
type EncounterGroup struct {
	Name      string
	Unit      *units.Unit
	Key       string // of the unit in a scenario file
	Builtin   bool   // Key is a built-in unit's name
	Count     int
	Character bool
	From      string // the stat block or file, for comments
	Notes     []units.Note
	Placed    bool // the notes are known by line and column of the text that From names
}

// ReadEncounter reads an encounter; see units.ParseEncounter. Files that it names are
// looked for beside the one called name, or in the present folder if that is "-".
// Mistakes are Errors.
func ReadEncounter(name string, text []byte, o Options) (*Encounter, error) {
	src := &source{name: name, text: text}
	if len(text) > units.MaxEncounter {
		return nil, Errors{src.fail(1, 1, "the encounter is too long; at most %d bytes are read", units.MaxEncounter)}
	}
	plain := plainBlock(text)
	if bad := checkText(&source{name: name, text: plain}); bad != nil {
		bad.Why = notInBlock(bad.Why)
		return nil, Errors{bad}
	}
	parsed, mistakes := units.ParseEncounter(string(plain))
	var errs Errors
	for _, m := range mistakes {
		errs = append(errs, src.fail(m.Line, m.Column, "%s", oneLine(m.Why)))
	}
	if errs != nil {
		return nil, errs
	}
	r := &encounterReader{src: src, names: map[string]*EncounterGroup{}, keys: map[string]bool{},
		reader: reader{opener: opener{options: o, dir: filepath.Dir(name)}, units: map[string]*definition{}}}
	if name == "-" {
		r.dir = "."
	}
	e := r.read(parsed)
	if len(r.errs) > 0 {
		return nil, r.mistakes()
	}
	return e, nil
}

// encounterReader finds the units of an encounter.
type encounterReader struct {
	reader
	src   *source
	names map[string]*EncounterGroup // by what the text calls their units
	keys  map[string]bool            // of units, that are taken
}

func (r *encounterReader) read(parsed *units.Encounter) *Encounter {
	e := &Encounter{Name: parsed.Name, Distance: parsed.Distance}
	for _, side := range parsed.Sides { // built-in units keep their names
		for _, g := range side.Groups {
			if g.Unit == nil && !isFile(g.Ref) {
				r.keys[words(g.Ref)] = true
			}
		}
	}
	for i, side := range parsed.Sides {
		e.Sides[i].Name = oneLine(side.Name)
		for _, g := range side.Groups {
			if group := r.group(&g); group != nil {
				e.Sides[i].Groups = append(e.Sides[i].Groups, *group)
			}
		}
		nameGroups(e.Sides[i].Groups)
	}
	if len(r.errs) == 0 {
		e.assume()
	}
	return e
}

// group finds the unit of a group.
func (r *encounterReader) group(g *units.EncounterGroup) *EncounterGroup {
	if g.Unit != nil {
		u := *g.Unit
		if checkName(u.Name) != "" {
			u.Name = "Unnamed"
		}
		return &EncounterGroup{Unit: &u, Key: r.key(&u), Count: g.Count, From: fmt.Sprintf("the stat block in line %d", g.Line), Notes: g.Notes, Placed: true}
	}
	known := r.names[words(g.Ref)]
	if known == nil {
		if known = r.named(g); known == nil {
			return nil
		}
		r.names[words(g.Ref)] = known
	} else {
		again := *known
		known, again.Notes = &again, nil
	}
	group := *known
	group.Count = g.Count
	group.Character = group.Character && g.Count == 1
	return &group
}

// named reads the unit of a file, or takes a built-in one.
func (r *encounterReader) named(g *units.EncounterGroup) *EncounterGroup {
	fail := func(format string, args ...any) *EncounterGroup {
		r.errs = append(r.errs, r.src.fail(g.Line, g.Column, format, args...))
		return nil
	}
	if !isFile(g.Ref) {
		u, ok := units.Builtin(g.Ref)
		if !ok {
			return fail("unknown unit %q%s", g.Ref, didYouMean(g.Ref, builtins()))
		}
		return &EncounterGroup{Unit: u, Key: words(u.Name), Builtin: true}
	}
	src, err := r.beside(g.Ref)
	if err != nil {
		return fail("%s: %s%s", plainly(g.Ref), reason(err), didYouMean(g.Ref, r.unitsBeside()))
	}
	f := formatOf(g.Ref)
	if f == nil {
		before := len(r.errs)
		u := r.yamlFile(src)
		if u == nil {
			if len(r.errs) == before {
				return fail("%s: there is no unit in it", plainly(g.Ref))
			}
			return nil
		}
		return &EncounterGroup{Unit: u, Key: r.key(u), From: g.Ref}
	}
	sheets, left, err := f.read(src.text)
	switch {
	case err != nil:
		r.errs = append(r.errs, src.sheetError(err))
		return nil
	case len(sheets) != 1:
		return fail("%s has %d actors, and a group is made of one", plainly(g.Ref), len(sheets))
	}
	u := sheets[0].Unit
	u.Name = nameOr(u.Name, g.Ref)
	return &EncounterGroup{Unit: u, Key: r.key(u), Character: f != statBlock, From: g.Ref + ", " + f.name, Notes: slices.Concat(left, sheets[0].Notes), Placed: f == statBlock}
}

// key is a key for a unit that no other has.
func (r *encounterReader) key(u *units.Unit) string {
	slug := u.Slug()
	if slug == "" {
		slug = "unit"
	}
	key := slug
	for n := 2; r.keys[words(key)]; n++ {
		key = fmt.Sprintf("%s-%d", slug, n)
	}
	r.keys[words(key)] = true
	return key
}

// nameGroups gives the groups of a side names that differ.
func nameGroups(groups []EncounterGroup) {
	taken := map[string]bool{}
	for i := range groups {
		g := &groups[i]
		g.Name = g.Unit.Name
		for n := 2; taken[words(g.Name)]; n++ {
			g.Name = fmt.Sprintf("%s %d", cutName(g.Unit.Name), n)
		}
		taken[words(g.Name)] = true
	}
}

// cutName leaves room for a number behind a name.
func cutName(s string) string {
	if c := []rune(s); len(c) > maxName-8 {
		return string(c[:maxName-8])
	}
	return s
}

// assume fills in what the text does not say.
func (e *Encounter) assume() {
	say := func(format string, args ...any) { e.Assumed = append(e.Assumed, fmt.Sprintf(format, args...)) }
	if e.Distance == 0 {
		if e.Distance = 10; e.shoots() {
			e.Distance = 30
			say("the sides are %v yards apart; a line such as \"Distance: 60\" in the text says otherwise", e.Distance)
		} else {
			say("the sides are %v yards apart, since nobody shoots; a line such as \"Distance: 60\" in the text says otherwise", e.Distance)
		}
	}
	say("orders are auto for all: what a sensible referee would choose, anew each round")
	say("it is day on open ground, nobody is surprised, and no leader is the better at Tactics (tactics_skill)")
	if e.alone() {
		say("one without a count is one; who fights alone checks morale, which character: on would spare a player's")
	}
	for i := range e.Sides {
		s := &e.Sides[i]
		for _, g := range s.Groups {
			if g.Character {
				say("%s is a character, as a sheet of one is: no morale checks", g.Name)
			}
			if len(g.Unit.Weapons) == 0 && len(g.Unit.Spells) == 0 {
				say("%s has no weapon that could be read, and cannot attack but by grappling", g.Name)
			}
		}
		if why := checkName(s.Name); why != "" || isOutcome(s.Name) {
			s.Name = fmt.Sprintf("Side %d", i+1)
			if name := s.title(); checkName(name) == "" && !isOutcome(name) {
				s.Name = name
			}
		}
	}
	if words(e.Sides[0].Name) == words(e.Sides[1].Name) {
		e.Sides[0].Name, e.Sides[1].Name = "Side 1", "Side 2"
	}
	if checkName(e.Name) != "" {
		e.Name = e.Sides[0].Name + " against " + e.Sides[1].Name
	}
	if checkName(e.Name) != "" {
		e.Name = "Encounter"
	}
}

func isOutcome(name string) bool { return words(name) == "draw" || words(name) == "undecided" }

// title is what a side without a name is called: after its groups.
func (s *EncounterSide) title() string {
	if len(s.Groups) == 1 {
		return s.Groups[0].Name
	}
	return cutName(s.Groups[0].Name) + " & co."
}

// alone says whether somebody is a group of one, and no character.
func (e *Encounter) alone() bool {
	for _, s := range e.Sides {
		if slices.ContainsFunc(s.Groups, func(g EncounterGroup) bool { return g.Count == 1 && !g.Character }) {
			return true
		}
	}
	return false
}

func (e *Encounter) shoots() bool {
	for _, s := range e.Sides {
		for _, g := range s.Groups {
			if slices.ContainsFunc(g.Unit.Weapons, func(w units.Weapon) bool { return w.Ranged }) {
				return true
			}
		}
	}
	return false
}

// Rename gives the battle another name, if that is one.
func (e *Encounter) Rename(name string) error {
	if why := checkName(name); why != "" {
		return errors.New(why)
	}
	e.Name = strings.TrimSpace(name)
	return nil
}

// Definition says whether the unit of a group is to be written among the units: the
// first time that it comes up.
func (e *Encounter) Definition(side, group int) bool {
	g := &e.Sides[side].Groups[group]
	if g.Builtin {
		return false
	}
	for i, s := range e.Sides {
		for k := range s.Groups {
			if i == side && k == group {
				return true
			}
			if s.Groups[k].Key == g.Key {
				return false
			}
		}
	}
	return false
}

// Line is the group as a line of a scenario file.
func (g *EncounterGroup) Line() string {
	b := builder{&source{}}
	n := b.mapping()
	b.put(n, "name", b.text(g.Name))
	b.put(n, "unit", b.text(g.Key))
	b.put(n, "count", b.int(g.Count))
	if g.Character {
		b.put(n, "character", b.text("on"))
	}
	b.put(n, "orders", b.text("auto"))
	var line strings.Builder
	n.flowText(&line)
	return line.String()
}

// YAMLText is a text as a value of a scenario file.
func YAMLText(s string) string { return yamlText(s) }
