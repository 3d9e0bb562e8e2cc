package scenarios

import (
	"errors"
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

// A weapon is a units.Weapon and where its parts stand.
type weapon struct {
	units.Weapon
	name, minST   *node
	melee, ranged []*node // the keys that only such a weapon has
	thrownShots   bool    // shots: T
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
	{"weight", nil},
	{"length", nil},
}

// traitFields are the traits that the rules use.
var traitFields = []field[units.Traits]{
	{"extra-attack", levels(func(t *units.Traits) *int { return &t.ExtraAttack })},
	{"altered-time-rate", levels(func(t *units.Traits) *int { return &t.AlteredTimeRate })},
	{"decreased-time-rate", boolField(func(t *units.Traits) *bool { return &t.DecreasedTimeRate })},
	{"combat-reflexes", boolField(func(t *units.Traits) *bool { return &t.CombatReflexes })},
	{"fearlessness", levels(func(t *units.Traits) *int { return &t.Fearlessness })},
	{"cowardice", cowardice},
	{"high-pain-threshold", boolField(func(t *units.Traits) *bool { return &t.HighPainThreshold })},
	{"low-pain-threshold", boolField(func(t *units.Traits) *bool { return &t.LowPainThreshold })},
}

// weaponFields are the keys of a weapon.
var weaponFields = []field[weapon]{
	{"name", kept(func(w *weapon) **node { return &w.name }, nameField(func(w *weapon) *string { return &w.Name }))},
	{"skill", anyInt(func(w *weapon) *int { return &w.Skill })},
	{"damage", damage},
	{"modes", modes},
	{"reach", meleeOnly(reach)},
	{"unwieldy", meleeOnly(boolField(func(w *weapon) *bool { return &w.Unwieldy }))},
	{"fencing", meleeOnly(boolField(func(w *weapon) *bool { return &w.Fencing }))},
	{"two_handed", boolField(func(w *weapon) *bool { return &w.TwoHanded })},
	{"min_st", kept(func(w *weapon) **node { return &w.minST }, anyInt(func(w *weapon) *int { return &w.MinST }))},
	{"range", ranges},
	{"acc", rangedOnly(anyInt(func(w *weapon) *int { return &w.Acc }))},
	{"rof", rangedOnly(anyInt(func(w *weapon) *int { return &w.RoF }))},
	{"shots", rangedOnly(capacity)},
	{"rcl", rangedOnly(anyInt(func(w *weapon) *int { return &w.Rcl }))},
	{"bulk", rangedOnly(anyInt(func(w *weapon) *int { return &w.Bulk }))},
	{"ammo", rangedOnly(intField(1, 1_000_000, func(w *weapon) *int { return &w.Ammo }))},
	{"thrown", rangedOnly(boolField(func(w *weapon) *bool { return &w.Thrown }))},
	{"missile", rangedOnly(missile)},
	{"width", nil},
	{"weight", nil},
}

// modeFields are the keys of a weapon's mode.
var modeFields = []field[units.Mode]{
	{"name", nameField(func(m *units.Mode) *string { return &m.Name })},
	{"damage", func(r *reader, n *node, m *units.Mode) {
		if d, ok := r.damage(n); ok {
			m.Damage = d
		}
	}},
}

// define reads units:. Every unit is checked, whether a group uses it or not.
func (r *reader) define(n *node) {
	for key, value := range r.entries(n, "units") {
		name := strings.TrimSpace(key.text)
		switch why := checkName(name); {
		case why != "":
			r.reject(key, "%s", why)
		case isFile(name):
			r.reject(key, "a unit's name must not look like a file's: %q", name)
		default:
			r.units[words(name)] = &definition{key: name, unit: r.definition(name, value), at: key}
		}
	}
}

// definition reads a unit: numbers, or a stat block as text.
func (r *reader) definition(key string, n *node) *units.Unit {
	if n.get("gcs") != nil {
		r.reject(n.get("gcs"), "GCS sheets are not built yet; give a stat block or numbers")
		return nil
	}
	if block := n.get("statblock"); block != nil {
		return r.statblockOf(key, n, block)
	}
	mistakes := len(r.errs)
	s := &stats{}
	if !readMap(r, n, s, unitFields) {
		return nil
	}
	r.require(n, "st", "dx", "ht")
	if !s.named {
		s.Name = key
	}
	r.checkNames(s.weapons)
	for i := range s.weapons {
		r.checkWeapon(s, &s.weapons[i])
		s.Weapons = append(s.Weapons, s.weapons[i].Weapon)
	}
	s.Complete(s.given)
	r.check(n, &s.Unit, mistakes)
	if len(r.errs) > mistakes {
		return nil
	}
	return &s.Unit
}

// check rejects numbers that no unit has. n is the unit's definition, in which
// the errors from mistakes on were found already: what follows from them is not
// told.
func (r *reader) check(n *node, u *units.Unit, mistakes int) {
	known := map[string]bool{}
	for _, e := range r.errs[mistakes:] {
		known[e.Path] = true
	}
	for _, p := range u.Check() {
		switch at, rest := n.follow(p.Path); {
		case rest == "" && !known[at.path()]:
			r.reject(at, "%s", p.Text)
		case rest != "" && len(known) == 0:
			r.reject(at, "%s: %s", rest, p.Text)
		}
	}
}

// statblockOf reads {statblock: "…"}.
func (r *reader) statblockOf(key string, n, block *node) *units.Unit {
	for _, k := range n.keys {
		if w := words(k.text); w != "statblock" && w != "name" {
			r.reject(k, "a unit from a stat block takes no further keys but name; change the block, or write out its numbers")
			return nil
		}
	}
	text, ok := r.text(block, "a stat block as text", maxBlock)
	if !ok {
		return nil
	}
	u, ok := r.statblock(block, text)
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
	for _, note := range notes {
		r.warn(at, "%s", oneLine(note.Text))
		w := &r.warns[len(r.warns)-1]
		w.Position = at.src.at(at.inside(note.Line, note.Column))
	}
	mistakes := len(r.errs)
	r.check(at, u, mistakes)
	return u, len(r.errs) == mistakes
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

var unitFiles = []string{".txt", ".yaml", ".yml", ".gcs"}

func isFile(name string) bool {
	return slices.Contains(unitFiles, strings.ToLower(path.Ext(name)))
}

// unitFile reads a unit from a file beside the scenario's: a stat block, or
// units: in YAML. A file is read once, however many groups name it.
func (r *reader) unitFile(n *node, name string) *units.Unit {
	slot := "file:" + name
	if def := r.units[slot]; def != nil {
		return def.unit
	}
	def := &definition{key: name}
	r.units[slot] = def
	if strings.EqualFold(path.Ext(name), ".gcs") {
		r.reject(n, "GCS sheets are not built yet; give a stat block (.txt) or numbers")
		return nil
	}
	src, err := r.beside(name)
	if err != nil {
		r.reject(n, "%s: %s", name, reason(err))
		return nil
	}
	if strings.EqualFold(path.Ext(name), ".txt") {
		def.unit = r.blockFile(src)
	} else {
		def.unit = r.yamlFile(src)
	}
	return def.unit
}

func (r *reader) blockFile(src *source) *units.Unit {
	if bad := checkText(src); bad != nil {
		r.errs = append(r.errs, bad)
		return nil
	}
	n := &node{src: src, style: bare, text: string(src.text), line: 1, column: 1}
	if _, ok := r.text(n, "a stat block", maxBlock); !ok {
		return nil
	}
	u, ok := r.statblock(n, n.text)
	if ok && u.Name == "" {
		u.Name = title(src.name)
	}
	return u
}

// yamlFile reads the one unit of a file, or the one that the file is called after.
func (r *reader) yamlFile(src *source) *units.Unit {
	root, bad := parse(src)
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
			*defs = append(*defs, &definition{key: key.text, unit: r.definition(key.text, value)})
		}
	}},
}

// anyInt reads a whole number whose range units.Unit.Check knows.
func anyInt[T any](at func(*T) *int) func(*reader, *node, *T) {
	return intField(-anyNumber, anyNumber, at)
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
	decimalField(-anyNumber, anyNumber, func(s *stats) *float64 { return &s.Speed })(r, n, s)
}

func encumbrance(r *reader, n *node, s *stats) {
	if e, ok := parsed(r, n, "an encumbrance", units.ParseEncumbrance, nil); ok {
		s.Encumbrance = e
	}
}

// levels reads the levels of a trait; on means one.
func levels(at func(*units.Traits) *int) func(*reader, *node, *units.Traits) {
	return func(r *reader, n *node, t *units.Traits) {
		v, isWhole := whole(n, 0, 1000)
		yes, isSwitch := switches[words(n.text)]
		switch {
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
	for key, value := range r.entries(n, "skills") {
		if why := checkName(key.text); why != "" {
			r.reject(key, "%s", why)
		} else if v, ok := r.integer(value, -anyNumber, anyNumber); ok {
			s.Skills[strings.ToLower(oneLine(key.text))] = v
		}
	}
}

// armour reads one DR for all of the body, or a map by location.
func armour(r *reader, n *node, s *stats) {
	if n.kind != mapping {
		if dr, flexible, ok := r.dr(n); ok {
			s.Armour.SetAll(dr)
			setDR(&s.Armour, everywhere, nil, dr, flexible)
		}
		return
	}
	// The general first, so that the particular wins wherever it stands.
	type part struct {
		locations []units.Location
		against   *units.DamageType
		dr        int
		flexible  bool
	}
	var order [4][]part // all, location, all against a type, location against a type
	for key, value := range r.entries(n, "locations") {
		locations, against, general, ok := r.drKey(key)
		dr, flexible, okDR := r.dr(value)
		if !ok || !okDR {
			continue
		}
		if flexible && against != nil {
			r.reject(value, "a location's armour is flexible or not; write the * at its general DR")
			continue
		}
		rank := 0
		if !general {
			rank = 1
		}
		if against != nil {
			rank += 2
		}
		order[rank] = append(order[rank], part{locations, against, dr, flexible})
	}
	for _, parts := range order {
		for _, p := range parts {
			setDR(&s.Armour, p.locations, p.against, p.dr, p.flexible)
		}
	}
}

// everywhere is all of the body but the vitals, which have the torso's armour
// unless they are named.
var everywhere = func() (all []units.Location) {
	for l := range units.NumLocations {
		if l != units.Vitals {
			all = append(all, l)
		}
	}
	return all
}()

// regions are the words for several locations in dr.
var regions = map[string][]units.Location{
	"all":   everywhere,
	"arm":   {units.RightArm, units.LeftArm},
	"arms":  {units.RightArm, units.LeftArm},
	"leg":   {units.RightLeg, units.LeftLeg},
	"legs":  {units.RightLeg, units.LeftLeg},
	"limbs": {units.RightArm, units.LeftArm, units.RightLeg, units.LeftLeg},
	"hands": {units.Hand},
	"feet":  {units.Foot},
	"eyes":  {units.Eye},
}

// setDR sets armour at some locations, against all or one damage type.
func setDR(a *units.Armour, at []units.Location, against *units.DamageType, dr int, flexible bool) {
	for _, l := range at {
		if against != nil {
			a.SetAgainst(l, *against, dr)
			continue
		}
		a.Set(l, dr)
		a.SetFlexible(l, flexible)
	}
}

// drKey reads torso, all, arms, or a location and a damage type: torso cr.
func (r *reader) drKey(key *node) (at []units.Location, against *units.DamageType, general, ok bool) {
	place := strings.TrimSpace(key.text)
	if i := strings.LastIndexAny(place, " _"); i > 0 {
		if t, err := units.ParseDamageType(place[i+1:]); err == nil {
			place, against = place[:i], &t
		}
	}
	if at, ok := regions[words(place)]; ok {
		return at, against, words(place) == "all", true
	}
	l, err := units.ParseLocation(place)
	if err != nil {
		names := append([]string{"all", "arms", "legs"}, units.Locations()...)
		r.reject(key, "unknown location %q; expected all, arms, legs or one of: %s; with a damage type after it for split DR%s",
			shorten(key.text), listed(units.Locations()), didYouMean(place, names))
		return nil, nil, false, false
	}
	return []units.Location{l}, against, false, true
}

// dr reads 3, or 3* for flexible armour.
func (r *reader) dr(n *node) (dr int, flexible, ok bool) {
	if n.kind == scalar {
		text, flexible := strings.CutSuffix(n.text, "*")
		if v, ok := wholeText(strings.TrimSpace(text), -1000, 1_000_000); ok && (!n.quoted || flexible) {
			return v, flexible, true
		}
	}
	r.reject(n, "expected DR as 3, or 3* where it is flexible; found %s", n.found())
	return 0, false, false
}

func weapons(r *reader, n *node, s *stats) {
	if n.kind == list && len(n.items) == 0 {
		return // unarmed on purpose
	}
	for _, item := range r.elements(n, "weapons") {
		w := weapon{Weapon: units.Weapon{RoF: 1}}
		if readMap(r, item, &w, weaponFields) {
			r.require(item, "name", "skill")
			if item.get("damage") == nil && item.get("modes") == nil {
				r.reject(item, "missing key %q (or modes)", "damage")
			}
		}
		s.weapons = append(s.weapons, w)
	}
}

func meleeOnly(read func(*reader, *node, *weapon)) func(*reader, *node, *weapon) {
	return func(r *reader, n *node, w *weapon) {
		w.melee = append(w.melee, n)
		read(r, n, w)
	}
}

func rangedOnly(read func(*reader, *node, *weapon)) func(*reader, *node, *weapon) {
	return func(r *reader, n *node, w *weapon) {
		w.ranged = append(w.ranged, n)
		read(r, n, w)
	}
}

// checkNames rejects weapons that orders could not tell apart.
func (r *reader) checkNames(all []weapon) {
	seen := map[string]bool{}
	for _, w := range all {
		slot := words(w.Name)
		if w.Ranged {
			slot += " (ranged)"
		}
		if seen[slot] && w.name != nil {
			r.reject(w.name, "two weapons of a kind are called %q; ways of using one weapon are its modes: [{damage: …}, {damage: …}]", w.Name)
		}
		seen[slot] = true
	}
}

// checkWeapon checks what depends on several keys.
func (r *reader) checkWeapon(s *stats, w *weapon) {
	if w.Ranged {
		for _, n := range w.melee {
			r.reject(n, "a weapon with a range is ranged, and %s is of melee weapons; write two weapons", n.name)
		}
	} else {
		w.RoF = 0
		for _, n := range w.ranged {
			r.reject(n, "%s is of ranged weapons, and this one has no range", n.name)
		}
	}
	if w.thrownShots {
		w.Thrown = true
	}
	if w.minST != nil && w.MinST > s.ST && s.ST > 0 {
		r.warn(w.minST, "this weapon needs ST %d, but the unit has ST %d", w.MinST, s.ST)
	}
}

// damage reads a weapon's only or first mode.
func damage(r *reader, n *node, w *weapon) {
	if d, ok := r.damage(n); ok {
		w.Modes = append([]units.Mode{{Damage: d}}, w.Modes...)
	}
}

func modes(r *reader, n *node, w *weapon) {
	for _, item := range r.elements(n, "modes") {
		var m units.Mode
		if readMap(r, item, &m, modeFields) {
			r.require(item, "damage")
		}
		w.Modes = append(w.Modes, m)
	}
}

const damageLike = "like 1d+1 imp, 2d-1(0.5) cut, 3d cr"

func (r *reader) damage(n *node) (units.Damage, bool) {
	s, ok := r.text(n, "damage, "+damageLike, maxName)
	if !ok {
		return units.Damage{}, false
	}
	s = strings.TrimRight(s, " \n")
	d, err := units.ParseDamage(s)
	if err == nil {
		return d, true
	}
	if at, why, ok := offset(err); ok {
		r.rejectAt(n, at, "%q: %s; %s", shorten(s), why, damageLike)
		return d, false
	}
	why := err.Error()
	if i := strings.LastIndexByte(s, ' '); i >= 0 {
		why += didYouMean(s[i+1:], units.DamageTypes())
	}
	r.reject(n, "%s", why)
	return d, false
}

// reach reads 1, C, "C,1", "1-2" or a list of such.
func reach(r *reader, n *node, w *weapon) {
	var yards []int
	for _, part := range r.oneOrMore(n, "reaches") {
		more, ok := reaches(part)
		if !ok {
			r.reject(part, `expected a reach, as C, 1, "C,1" or 1-2; found %s`, part.found())
			return
		}
		yards = append(yards, more...)
	}
	slices.Sort(yards)
	w.Reach = slices.Compact(yards)
}

func reaches(n *node) (yards []int, ok bool) {
	if n.kind != scalar {
		return nil, false
	}
	for _, part := range strings.Split(strings.TrimRight(n.text, "*"), ",") {
		low, high, isRange := strings.Cut(part, "-")
		a, okA := oneReach(low)
		b, okB := a, true
		if isRange {
			b, okB = oneReach(high)
		}
		if !okA || !okB || a > b {
			return nil, false
		}
		for y := a; y <= b; y++ {
			yards = append(yards, y)
		}
	}
	return yards, true
}

func oneReach(s string) (int, bool) {
	if s = strings.TrimSpace(s); strings.EqualFold(s, "c") {
		return 0, true
	}
	return wholeText(s, 0, 100)
}

// ranges reads Max, or 1/2D and Max: 18/30.
func ranges(r *reader, n *node, w *weapon) {
	w.Ranged = true
	if n.kind == scalar {
		half, most, both := strings.Cut(n.text, "/")
		if !both {
			half, most = "0", half
		}
		h, okH := decimalText(strings.TrimSpace(half))
		m, okM := decimalText(strings.TrimSpace(most))
		if okH && okM && h >= 0 && 0 < m && m <= maxYards {
			if h > m {
				r.reject(n, "1/2D %s is farther than Max %s; write %s/%s", number(h), number(m), number(m), number(h))
				return
			}
			w.HalfDamage, w.MaxRange = h, m
			return
		}
	}
	r.reject(n, "expected yards, as 18/30 (1/2D and Max) or 50 (Max); found %s", n.found())
}

// capacity reads shots and the seconds to reload: 1(2), 30+1(3), or T for a
// thrown weapon.
func capacity(r *reader, n *node, w *weapon) {
	if n.kind == scalar {
		count, rest, bracket := strings.Cut(strings.TrimSpace(n.text), "(")
		seconds, closed := strings.CutSuffix(rest, ")")
		seconds = strings.TrimSuffix(seconds, "i") // shot by shot
		if strings.EqualFold(strings.TrimSpace(count), "t") && bracket == closed {
			w.thrownShots = true
			return
		}
		magazine, chamber, plus := strings.Cut(count, "+")
		if !plus {
			chamber = "0"
		}
		a, okA := wholeText(strings.TrimSpace(magazine), 1, 100_000)
		b, okB := wholeText(strings.TrimSpace(chamber), 0, 1000)
		s, okS := wholeText(strings.TrimSpace(seconds), 1, 100_000)
		if okA && okB && okS && closed {
			w.Shots, w.Reload = a+b, s
			return
		}
	}
	r.reject(n, "expected shots and seconds to reload, as 1(2), 30+1(3), or T for a thrown weapon; found %s", n.found())
}

func missile(r *reader, n *node, w *weapon) {
	if m, ok := parsed(r, n, "a missile", units.ParseMissile, nil); ok {
		w.Missile = m
	}
}

func sorted(s []string) []string {
	slices.Sort(s)
	return s
}
