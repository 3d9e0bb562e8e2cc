package scenarios

import (
	"maps"
	"slices"
	"strings"

	"heroicsim/units"
)

// armour reads one DR for all of the body, or a map by location.
func armour(r *reader, n *node, s *stats) {
	switch {
	case n.isBlank():
		r.dr(n)
	case n.kind != mapping:
		if dr, flexible, ok := r.dr(n); ok {
			s.Armour.SetAll(dr)
			setDR(&s.Armour, everywhere, nil, dr, flexible)
		}
		return
	}
	if !r.filled(n, "locations, as {all: 1, torso: 4}") {
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
	if key.isBlank() {
		places := slices.Sorted(maps.Keys(regions))
		places = append(places, units.Locations()...)
		key.note(patterned(`^\s*` + spellings(places...) + `([ _]+` + spellings(units.DamageTypes()...) + `\S*)?\s*$`))
		return nil, nil, false, false
	}
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
	if n.isBlank() {
		n.noteNumbers(integers(-anyNumber, anyNumber))
		n.note(patterned(`^\s*` + wholePattern + `\s*\*$`))
		return 0, false, false
	}
	if n.kind == scalar {
		text, flexible := strings.CutSuffix(n.text, "*")
		if v, ok := wholeText(strings.TrimSpace(text), -1000, 1_000_000); ok && (!n.quoted || flexible) {
			return v, flexible, true
		}
	}
	r.reject(n, "expected DR as 3, or 3* where it is flexible; found %s", n.found())
	return 0, false, false
}
