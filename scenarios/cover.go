package scenarios

import (
	"maps"
	"slices"

	"heroicsim/heroic"
	"heroicsim/units"
)

// postures are the words for postures.
var postures = func() (all []named[heroic.Posture]) {
	for p := range heroic.NumPostures {
		all = append(all, named[heroic.Posture]{p.String(), p})
	}
	return all
}()

// distractions are the words for what keeps a group's mind off the fight.
var distractions = []named[heroic.Distraction]{
	{"none", heroic.NoDistraction},
	{"minor", heroic.MinorDistraction},
	{"major", heroic.MajorDistraction},
}

// modifierFields are the keys of modifiers.
var modifierFields = []field[heroic.Modifiers]{
	{"melee", intField(-20, 20, func(m *heroic.Modifiers) *int { return &m.Melee })},
	{"ranged", intField(-20, 20, func(m *heroic.Modifiers) *int { return &m.Ranged })},
	{"defence", intField(-20, 20, func(m *heroic.Modifiers) *int { return &m.Defence })},
}

func modifiers(r *reader, n *node, g *group) {
	if r.filled(n, "modifiers, as {melee: -2, defence: -1}") {
		readMap(r, n, &g.Modifiers, modifierFields)
	}
}

// covers are the words for simple covers.
var covers = []named[heroic.Cover]{
	{"bushes", heroic.Cover{Concealment: -2}},
	{"light", heroic.Cover{Light: true}},
	{"partial", heroic.Cover{Partial: true}},
}

// coverFields are the keys of cover.
var coverFields = []field[heroic.Cover]{
	{"exposed", places(func(c *heroic.Cover) *[]units.Location { return &c.Exposed })},
	{"half", places(func(c *heroic.Cover) *[]units.Location { return &c.Half })},
	{"dr", intField(0, 10_000, func(c *heroic.Cover) *int { return &c.DR })},
	{"light", boolField(func(c *heroic.Cover) *bool { return &c.Light })},
	{"partial", boolField(func(c *heroic.Cover) *bool { return &c.Partial })},
	{"concealment", intField(-10, 0, func(c *heroic.Cover) *int { return &c.Concealment })},
}

// coverField reads a word for a cover, or a map of what it hides.
func coverField[T any](at func(*T) **heroic.Cover) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		if n.kind == scalar || n.isBlank() {
			if c, ok := choice(r, n, covers); ok {
				*at(t) = &c
			}
		}
		if n.kind == scalar {
			return
		}
		var c heroic.Cover
		if !r.filled(n, "what it hides, as {exposed: [face, right arm], dr: 6}") || !readMap(r, n, &c, coverFields) || n.isBlank() {
			return
		}
		for _, l := range c.Half {
			if slices.Contains(c.Exposed, l) {
				r.reject(n.get("half"), "the %s is exposed already; it is so wholly, or in half", l)
				return
			}
		}
		*at(t) = &c
	}
}

// placeNames are the words for locations, one or several of them.
var placeNames = append(append(slices.Sorted(maps.Keys(regions)), "body"), units.Locations()...)

// places reads locations: one, or a list, also of words for several.
func places[T any](at func(*T) *[]units.Location) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		for _, item := range r.oneOrMore(n, "locations") {
			more, ok := regions[words(item.text)]
			if item.kind != scalar || !ok {
				l, ok := parsed(r, item, "a location", units.ParseLocation, placeNames)
				if !ok {
					continue
				}
				more = []units.Location{l}
			}
			for _, l := range more {
				if !slices.Contains(*at(t), l) {
					*at(t) = append(*at(t), l)
				}
			}
		}
	}
}

// flails are the words for a weapon that strikes past what would stop it.
var flails = []named[units.FlailKind]{
	{"off", units.NoFlail}, {"on", units.Flail}, {"nunchaku", units.Nunchaku},
	{"no", units.NoFlail}, {"yes", units.Flail}, {"false", units.NoFlail}, {"true", units.Flail},
}
