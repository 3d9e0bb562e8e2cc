package scenarios

import (
	"fmt"

	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/units"
)

// A spell is a units.Spell and which of its keys were given.
type spell struct {
	units.Spell
	name                                *node
	roll, kind, penalty, missile, bombs bool
}

// spellFields are the keys of a spell. What numbers may be is said by
// units.Unit.Check.
var spellFields = []field[spell]{
	{"name", kept(func(s *spell) **node { return &s.name }, nameField(func(s *spell) *string { return &s.Name }))},
	{"skill", anyInt(func(s *spell) *int { return &s.Skill })},
	{"roll", noted(func(s *spell) *bool { return &s.roll },
		choiceField(wordsOf(units.RangedRoll, units.HTRoll), func(s *spell) *units.SpellRoll { return &s.Roll }))},
	{"time", anyInt(func(s *spell) *int { return &s.Time })},
	{"cost", anyInt(func(s *spell) *int { return &s.Cost })},
	{"damage", damageField(func(s *spell) *units.Damage { return &s.Damage })},
	{"range", func(r *reader, n *node, s *spell) {
		if half, most, ok := r.yards(n); ok {
			s.HalfDamage, s.MaxRange = half, most
		}
	}},
	{"acc", anyInt(func(s *spell) *int { return &s.Acc })},
	{"range_penalty", noted(func(s *spell) *bool { return &s.penalty },
		choiceField(wordsOf(units.ByBands, units.NoRangePenalty), func(s *spell) *units.RangePenalty { return &s.RangePenalty }))},
	{"resist", choiceField(wordsOf(units.NotResisted, units.ResistPer), func(s *spell) *units.Resistance { return &s.Resist })},
	{"area", area},
	{"jet", jet},
	{"kind", noted(func(s *spell) *bool { return &s.kind },
		choiceField(wordsOf(units.SingleTarget, units.Resistible), func(s *spell) *units.SpellKind { return &s.Kind }))},
	{"bombardment", noted(func(s *spell) *bool { return &s.bombs }, anyInt(func(s *spell) *int { return &s.Bombardment }))},
	{"fragments", damageField(func(s *spell) *units.Damage { return &s.Fragments })},
	{"duration", anyInt(func(s *spell) *int { return &s.Duration })},
	{"per_margin", choiceField(wordsOf(units.NothingPerMargin, units.EffectPerMargin), func(s *spell) *units.PerMargin { return &s.PerMargin })},
	{"effect", func(r *reader, n *node, s *spell) {
		if r.filled(n, "what it does, as {stun: on}") {
			readMap(r, n, &s.Effect, effectFields)
		}
	}},
	{"on", choiceField(wordsOf(units.OnEnemies, units.OnSelf), func(s *spell) *units.SpellTarget { return &s.On })},
	{"missile", noted(func(s *spell) *bool { return &s.missile }, func(r *reader, n *node, s *spell) {
		if m, ok := parsed(r, n, "a missile", units.ParseMissile, nil); ok {
			s.Missile = m
		}
	})},
	{"location", func(r *reader, n *node, s *spell) {
		if n.isBlank() {
			noteLocation(n)
		} else if l, ok := parsed(r, n, "a location", units.ParseLocation, units.Locations()); ok {
			s.Location = l
		}
	}},
}

// coneFields are the keys of a cone.
var coneFields = []field[units.Area]{
	{"length", decimalField(1, maxYards, func(a *units.Area) *float64 { return &a.Length })},
	{"width", decimalField(0.1, maxYards, func(a *units.Area) *float64 { return &a.Width })},
}

// areaFields are the keys of an area that is no circle.
var areaFields = []field[units.Area]{
	{"cone", func(r *reader, n *node, a *units.Area) {
		if readMap(r, n, a, coneFields) {
			r.require(n, "length", "width")
		}
	}},
}

// effectFields are the keys of an effect.
var effectFields = []field[units.Effect]{
	{"attack", anyInt(func(e *units.Effect) *int { return &e.Attack })},
	{"melee", anyInt(func(e *units.Effect) *int { return &e.Melee })},
	{"ranged", anyInt(func(e *units.Effect) *int { return &e.Ranged })},
	{"defence", anyInt(func(e *units.Effect) *int { return &e.Defence })},
	{"dodge", anyInt(func(e *units.Effect) *int { return &e.Dodge })},
	{"parry", anyInt(func(e *units.Effect) *int { return &e.Parry })},
	{"block", anyInt(func(e *units.Effect) *int { return &e.Block })},
	{"move", anyInt(func(e *units.Effect) *int { return &e.Move })},
	{"dr", anyInt(func(e *units.Effect) *int { return &e.DR })},
	{"stun", boolField(func(e *units.Effect) *bool { return &e.Stun })},
	{"bind", boolField(func(e *units.Effect) *bool { return &e.Bind })},
	{"heal", healField(func(e *units.Effect) *dice.Expr { return &e.Heal })},
	{"fear", noted(func(e *units.Effect) *bool { return &e.Frighten }, anyInt(func(e *units.Effect) *int { return &e.Fear }))},
	{"remove", boolField(func(e *units.Effect) *bool { return &e.Remove })},
}

// castFields are the keys of a spell to be cast.
var castFields = []field[castEntry]{
	{"cast", nodeField(func(c *castEntry) **node { return &c.cast })},
	{"times", intField(1, 4, func(c *castEntry) *int { return &c.Times })},
	{"at", nodeField(func(c *castEntry) **node { return &c.at })},
	{"aimed", boolField(func(c *castEntry) *bool { return &c.Aimed })},
}

// A castEntry is a heroic.Cast and where its parts stand.
type castEntry struct {
	heroic.Cast
	cast, at *node
}

// wordsOf are the names of the values of an enumeration, in order.
func wordsOf[E interface {
	~uint8
	fmt.Stringer
}](first, last E) []named[E] {
	var all []named[E]
	for e := first; e <= last; e++ {
		all = append(all, named[E]{e.String(), e})
	}
	return all
}

// noted reads a value and remembers that it was given.
func noted[T any](at func(*T) *bool, read func(*reader, *node, *T)) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		*at(t) = true
		read(r, n, t)
	}
}

func damageField[T any](at func(*T) *units.Damage) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		if d, ok := r.damage(n); ok {
			*at(t) = d
		}
	}
}

// area reads a radius in yards, or a cone.
func area(r *reader, n *node, s *spell) {
	v, ok := whole(n, 1, maxYards)
	switch {
	case ok:
		s.Area.Radius = v
		return
	case n.kind == mapping || n.isBlank():
		if r.filled(n, "a cone, as {cone: {length: 20, width: 5}}") {
			readMap(r, n, &s.Area, areaFields)
		}
		return
	}
	r.reject(n, "expected a radius in whole yards, or {cone: {length: 20, width: 5}}; found %s", n.found())
}

// jet reads the base width of a jet in inches, or breath.
func jet(r *reader, n *node, s *spell) {
	if !n.isBlank() && n.kind == scalar && words(n.text) == "breath" {
		s.Jet = units.BreathJet
		return
	}
	decimalField(0.1, maxInches, func(s *spell) *float64 { return &s.Jet })(r, n, s)
	if n.isBlank() {
		n.note(oneOf("breath"))
	}
}

// maxInches is the most that a jet is wide.
const maxInches = 10_000

func spells(r *reader, n *node, s *stats) {
	for _, item := range r.elements(n, "spells") {
		sp := spell{Spell: units.Spell{Time: 1, Missile: units.SpellMissile}}
		if readMap(r, item, &sp, spellFields) {
			r.require(item, "name", "skill")
		}
		sp.complete()
		for _, other := range s.Spells {
			if sp.name != nil && words(other.Name) == words(sp.Name) {
				r.reject(sp.name, "two spells are called %q", sp.Name)
			}
		}
		s.Spells = append(s.Spells, sp.Spell)
	}
}

// bombardmentSkill is what a bombardment has that names none.
const bombardmentSkill = 14

// complete fills in what follows from the other keys: the kind by area, fragments,
// damage and resistance; the roll by what it does; the range penalty by the roll.
func (s *spell) complete() {
	area := s.Area != units.Area{}
	if !s.kind {
		switch {
		case s.HasFragments():
			s.Kind = units.Explosion
		case !area:
		case s.Resist != units.NotResisted:
			s.Kind = units.Resistible
		case !s.HasDamage():
			s.Kind = units.Binding
		case s.Duration > 0:
			s.Kind = units.Persistent
		default:
			s.Kind = units.Damaging
		}
	}
	if !s.roll {
		switch {
		case s.On != units.OnEnemies, s.Resist != units.NotResisted, !s.HasDamage():
			s.Roll = units.IQRoll
		case s.MaxRange == 0 && !s.Kind.IsArea():
			s.Roll = units.MeleeRoll
		}
	}
	if !s.penalty && s.On != units.OnEnemies {
		s.RangePenalty = units.NoRangePenalty
	}
	if !s.bombs {
		s.Bombardment = bombardmentSkill
	}
}

// casts reads the spells of an entry: a name, or a list of names and maps.
func (r *reader) casts(e *entry) {
	if e.spells.isBlank() {
		for _, n := range r.oneOrMore(e.spells, "spells") {
			r.called(n)
			if readMap(r, n, &castEntry{}, castFields) {
				r.require(n, "cast")
			}
		}
		return
	}
	u := e.group.Unit
	if u == nil {
		return // whose own mistake is noted
	}
	var at []*node
	mistakes := len(r.errs)
	for _, n := range r.oneOrMore(e.spells, "spells") {
		c := castEntry{Cast: heroic.Cast{Times: 1}, cast: n}
		if n.kind == mapping {
			if !r.filled(n, "a spell, as {cast: Fireball}") || !readMap(r, n, &c, castFields) {
				continue
			}
			if n.get("cast") == nil {
				r.require(n, "cast")
				continue
			}
		}
		if s := r.spellOf(c.cast, u); s != nil {
			c.Spell = s.Name
			r.castAt(e, &c, s)
			e.Spells, at = append(e.Spells, c.Cast), append(at, n)
		}
	}
	if len(r.errs) > mistakes {
		return
	}
	if i, err := heroic.CheckCasts(&e.Order, u); err != nil {
		r.reject(at[i], "%v", err)
	}
}

// spellOf finds a unit's spell by name.
func (r *reader) spellOf(n *node, u *units.Unit) *units.Spell {
	if n.kind != scalar {
		r.reject(n, "expected a spell's name, or {cast: NAME, times: 2}; found %s", n.found())
		return nil
	}
	var names []string
	for i := range u.Spells {
		if words(u.Spells[i].Name) == words(n.text) {
			return &u.Spells[i]
		}
		names = append(names, u.Spells[i].Name)
	}
	if len(names) == 0 {
		r.reject(n, "%s has no spells", u.Name)
	} else {
		r.reject(n, "%s has no spell %s; its spells are: %s%s", u.Name, quoted(n), listed(names), didYouMean(n.text, names))
	}
	return nil
}

// castAt reads whom a spell is cast at: a rule, or a group of the side that it is for.
func (r *reader) castAt(e *entry, c *castEntry, s *units.Spell) {
	n := c.at
	if n == nil {
		return
	}
	if s.On == units.OnSelf {
		r.reject(n, "%s is on oneself; leave it out", s.Name)
		return
	}
	c.At = &heroic.Target{}
	side, whose := e.enemies, "enemy"
	if s.On == units.OnFriends {
		side, whose = e.group.friends, "own"
	}
	var known, names []string
	for _, rule := range targetRules {
		if n.kind == scalar && words(n.text) == rule.name {
			c.At.Rule = rule.value
			return
		}
		known = append(known, rule.name)
	}
	for i, g := range side {
		switch {
		case g.Name == "":
			return // called after its unit, whose own mistake is noted
		case n.kind == scalar && words(g.Name) == words(n.text):
			*c.At = heroic.Target{Rule: heroic.Named, Groups: []heroic.TargetShare{{Group: i, Share: 1}}}
			return
		}
		names = append(names, g.Name)
	}
	r.reject(n, "expected one of %s, or one of the %s groups: %s; found %s%s", listed(known), whose, listed(names), n.found(),
		didYouMean(n.text, append(known, names...)))
}
