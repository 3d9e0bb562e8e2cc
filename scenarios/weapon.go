package scenarios

import (
	"slices"
	"strings"

	"heroicsim/units"
)

// A weapon is a units.Weapon and where its parts stand.
type weapon struct {
	units.Weapon
	name, minST   *node
	melee, ranged []*node // the keys that only such a weapon has
	thrownShots   bool    // shots: T
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
	{"flail", meleeOnly(choiceField(flails, func(w *weapon) *units.FlailKind { return &w.Flail }))},
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
	{"width", anyDecimal(func(w *weapon) *float64 { return &w.Width })},
	{"weight", anyDecimal(func(w *weapon) *float64 { return &w.Weight })},
	{"wide_grip", meleeOnly(boolField(func(w *weapon) *bool { return &w.WideGrip }))},
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

func weapons(r *reader, n *node, s *stats) {
	if n.kind == list && len(n.items) == 0 {
		return // unarmed on purpose
	}
	for _, item := range r.elements(n, "weapons") {
		w := weapon{Weapon: units.Weapon{RoF: 1}}
		if readMap(r, item, &w, weaponFields) {
			r.require(item, "name", "skill")
			if item.isBlank() {
				blankWeapon(item.object(), &w)
			} else if item.get("damage") == nil && item.get("modes") == nil {
				r.reject(item, "missing key %q (or modes)", "damage")
			}
		}
		s.weapons = append(s.weapons, w)
	}
	if n.isBlank() {
		n.array().MinItems = 0
	}
}

// blankWeapon describes which keys of a weapon go together.
func blankWeapon(s *shape, w *weapon) {
	s.AnyOf = requireOne("damage", "modes")
	s.If = &shape{Required: []string{"range"}}
	s.Then = &shape{Not: &shape{AnyOf: requireOne(namesIn(w.melee)...)}}
	s.Else = &shape{Not: &shape{AnyOf: requireOne(namesIn(w.ranged)...)}}
}

func namesIn(nodes []*node) (names []string) {
	for _, n := range nodes {
		names = append(names, n.name)
	}
	return names
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
	if w.TwoHanded && s.Arms() < 2 {
		r.warn(w.name, "%s takes two hands, and %s has %d; was traits: {arms: 2} meant?", w.Name, s.Name, s.Arms())
	}
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
	if n.isBlank() {
		n.note(patterned(`[0-9].*` + spellings(units.DamageTypes()...)))
		return units.Damage{}, false
	}
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
	if n.isBlank() {
		n.note(integers(0, maxReach))
		const one = `\s*([Cc]|[0-9]+)\s*`
		const part = one + `(-` + one + `)?`
		n.note(patterned(`^` + part + `(,` + part + `)*\**$`))
		return nil, true
	}
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
	return wholeText(s, 0, maxReach)
}

const maxReach = 100

// ranges reads Max, or 1/2D and Max: 18/30.
func ranges(r *reader, n *node, w *weapon) {
	w.Ranged = true
	if half, most, ok := r.yards(n); ok {
		w.HalfDamage, w.MaxRange = half, most
	}
}

// yards reads Max, or 1/2D and Max.
func (r *reader) yards(n *node) (half, most float64, ok bool) {
	if n.isBlank() {
		n.note(&shape{Type: "number", Above: "0", Maximum: wholeNumber(maxYards)})
		n.note(patterned(`^\s*` + amountPattern + `\s*$`))
		return 0, 0, false
	}
	if n.kind == scalar {
		first, second, both := strings.Cut(n.text, "/")
		if !both {
			first, second = "0", first
		}
		h, okH := decimalText(strings.TrimSpace(first))
		m, okM := decimalText(strings.TrimSpace(second))
		if okH && okM && h >= 0 && 0 < m && m <= maxYards {
			if h > m {
				r.reject(n, "1/2D %s is farther than Max %s; write %s/%s", number(h), number(m), number(m), number(h))
				return 0, 0, false
			}
			return h, m, true
		}
	}
	r.reject(n, "expected yards, as 18/30 (1/2D and Max) or 50 (Max); found %s", n.found())
	return 0, 0, false
}

// capacity reads shots and the seconds to reload: 1(2), 30+1(3), or T for a
// thrown weapon.
func capacity(r *reader, n *node, w *weapon) {
	if n.isBlank() {
		n.note(patterned(`^\s*([Tt]\s*(\(.*\))?|` + positivePattern + `\s*(\+\s*` + wholePattern + `\s*)?\(\s*` + positivePattern + `\s*i?\))$`))
		return
	}
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
	if n.isBlank() {
		var kinds []string
		for m := units.Arrow; m <= units.SpellMissile; m++ {
			kinds = append(kinds, m.String())
		}
		n.note(oneOf(kinds...))
		return
	}
	if m, ok := parsed(r, n, "a missile", units.ParseMissile, nil); ok {
		w.Missile = m
	}
}
