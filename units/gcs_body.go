package units

import (
	"fmt"
	"slices"
	"strings"
)

// bodyPlaces are the ids of hit locations that units have, as GCS writes them in
// tables of locations and, in the plural, in the bonuses of version 1.
var bodyPlaces = map[string][]Location{
	"eye": {Eye}, "skull": {Skull}, "face": {Face}, "neck": {Neck}, "torso": {Torso}, "groin": {Groin}, "vitals": {Vitals},
	"arm": {RightArm, LeftArm}, "leg": {RightLeg, LeftLeg}, "hand": {Hand}, "foot": {Foot},
}

// Legs of those that go on four.
var fore, hind = compiled(`\b(?:fore|front)`), compiled(`\b(?:hind|rear|back)`)

// placeID is the id of a location in one spelling.
func placeID(id string) string {
	switch id = strings.ToLower(strings.TrimSpace(id)); id {
	case "feet":
		return "foot"
	case "eyes", "arms", "legs", "hands":
		return strings.TrimSuffix(id, "s")
	}
	return id
}

// torsoLike are what odd bodies have in place of a torso, the best first.
var torsoLike = []string{"torso", "chest", "thorax", "body", "abdomen", "trunk", "core"}

// A bodyPart is a location of a sheet's table with its DR.
type bodyPart struct {
	at       *jsonValue
	id, name string
	slots    int
	dr       int
	against  map[DamageType]int
	flexible bool
}

// body reads DR by location.
func (g *gcsReader) body() {
	var parts []bodyPart
	table := g.root.get("settings").first("body_type", "hit_locations")
	if g.root.get("body_type").get("locations") != nil {
		table = g.root.get("body_type")
	}
	g.bodyTable(table, &parts)
	if len(parts) == 0 {
		for _, id := range []string{"torso", "eye", "skull", "face", "arm", "leg", "hand", "foot", "groin", "neck"} { // the vitals lie in the torso
			parts = append(parts, g.wornAt(bodyPart{id: id, name: id}, 0))
		}
	}
	a := &g.unit.Armour
	torso := g.torso(parts)
	for l := range NumLocations { // what the body lacks cannot be struck, and counts as its torso
		if l != Vitals {
			a.put(l, torso)
		}
	}
	seen, bare := map[string]int{}, allPlaces()
	for _, p := range parts {
		places, known := bodyPlaces[p.id]
		word := strings.ToLower(p.name)
		switch {
		case !known:
			if p.id != torso.id {
				g.unused(p.at, placeWord(p.name, p.dr))
			}
			continue
		case p.id == "leg" && fore.MatchString(word): // they are where people have arms
			places = bodyPlaces["arm"]
		case p.id == "leg" && hind.MatchString(word):
		case len(places) == 2 && strings.Contains(word, "left"):
			places = places[1:]
		case len(places) == 2 && strings.Contains(word, "right"):
			places = places[:1]
		case len(places) == 2 && seen[p.id] == 1: // the other of two, whatever they are called
			places = places[1:]
		case len(places) == 2 && seen[p.id] > 1:
			g.unused(p.at, placeWord("one more "+p.name, p.dr))
			continue
		}
		seen[p.id]++
		if p.id == "skull" {
			p = g.skull(p)
		}
		for _, l := range places {
			delete(bare, l)
			if l == Vitals && sameDR(p, torso) {
				continue
			}
			a.put(l, p)
		}
	}
	g.lacking(table, bare, torso)
	g.noteSplits()
}

// allPlaces are all locations but the vitals, which lie in the torso.
func allPlaces() map[Location]bool {
	all := map[Location]bool{}
	for l := range NumLocations {
		all[l] = l != Vitals
	}
	return all
}

// lacking tells of locations that a body does not have.
func (r *sheetReader) lacking(at *jsonValue, bare map[Location]bool, torso bodyPart) {
	var names []string
	for l := range NumLocations {
		if bare[l] && l != Torso {
			names = append(names, l.String())
		}
	}
	switch {
	case torso.dr == 0 || len(names) == 0:
	case len(names) == int(NumLocations)-2: // all but torso and vitals
		r.aside(at, "the sheet has one location only, and its DR %d is everywhere", torso.dr)
	default:
		r.aside(at, "the sheet has no %s; there it counts as at the torso, DR %d", strings.Join(names, ", no "), torso.dr)
	}
}

// put sets a location's armour.
func (a *Armour) put(l Location, p bodyPart) {
	a.Set(l, p.dr)
	a.SetFlexible(l, p.flexible)
	for t := range numDamageTypes {
		a.parts[l].split[t], a.parts[l].against[t] = false, 0
		if dr, ok := p.against[t]; ok {
			a.SetAgainst(l, t, dr)
		}
	}
}

func sameDR(p, q bodyPart) bool {
	if p.dr != q.dr || p.flexible != q.flexible || len(p.against) != len(q.against) {
		return false
	}
	for t, dr := range p.against {
		if other, ok := q.against[t]; !ok || other != dr {
			return false
		}
	}
	return true
}

// placeWord names a location that units do not have.
func placeWord(name string, dr int) string { return fmt.Sprintf("location %s (DR %d)", name, dr) }

// skull takes the skull's own DR off, which the rules add (B-HITLOC).
func (g *gcsReader) skull(p bodyPart) bodyPart {
	own := NaturalDR(Skull, Crushing)
	if p.dr < own {
		g.note(p.at, "the skull has DR %d on the sheet, but never less than its own %d here", p.dr, own)
	} else if p.dr > own {
		g.aside(p.at, "skull DR %d of the sheet is written as %d, for the rules add the skull's own %d", p.dr, p.dr-own, own)
	}
	p.dr = max(0, p.dr-own)
	for t, dr := range p.against {
		p.against[t] = max(0, dr-own)
	}
	return p
}

// torso is the part that is struck where no other is meant.
func (g *gcsReader) torso(parts []bodyPart) bodyPart {
	for _, id := range torsoLike {
		for _, p := range parts {
			if p.id == id {
				if id != "torso" {
					g.note(p.at, "the body has no torso; its %s is taken for it, DR %d", p.name, p.dr)
				}
				return p
			}
		}
	}
	best := parts[0]
	for _, p := range parts {
		if p.slots > best.slots {
			best = p
		}
	}
	g.note(best.at, "the body has no torso; %s, which is struck most often, is taken for it, DR %d", best.name, best.dr)
	return best
}

// bodyTable reads a table of locations and those within it.
func (g *gcsReader) bodyTable(table *jsonValue, parts *[]bodyPart) {
	for _, v := range table.get("locations").list() {
		if len(*parts) >= maxSheetPlaces {
			g.note(v, "a body has at most %d locations; this one and those after it are left out", maxSheetPlaces)
			return
		}
		p := bodyPart{at: v, id: placeID(v.get("id").str()), name: v.first("table_name", "choice_name", "id").str()}
		p.slots, _ = v.get("slots").whole()
		if sub := v.get("sub_table"); sub != nil {
			g.bodyTable(sub, parts)
			if _, known := bodyPlaces[p.id]; !known {
				continue // which its parts stand for
			}
		}
		dr := g.calc(v, "dr")
		own, _ := v.get("dr_bonus").whole()
		switch all, ok := dr.get("all").whole(); {
		case ok:
			worn := g.wornAt(p, own)
			p.dr, p.flexible = clampDR(all), worn.flexible
			g.splits(&p, dr)
		case dr.kindIs(jsonObject) && len(dr.items) > 0 && dr.get("all") == nil && g.stored:
			p.flexible = g.wornAt(p, own).flexible
			g.splits(&p, dr)
		default:
			p = g.wornAt(p, own)
			if g.stored {
				g.note(v, "the DR of %s is missing; worked out from traits and equipment: %d", p.name, p.dr)
			}
		}
		*parts = append(*parts, p)
	}
}

func (v *jsonValue) kindIs(k jsonKind) bool { return v != nil && v.kind == k }

// splitType is the damage type that DR is against. Fire burns.
func (r *sheetReader) splitType(v *jsonValue, name string) (DamageType, error) {
	switch plain(name) {
	case "fire", "heat", "flame", "flames", "heatfire", "fireheat":
		if !r.fire {
			r.note(v, "DR against %s is read as against burn", quote(name))
		}
		r.fire = true
		return Burning, nil
	}
	return ParseDamageType(name)
}

// splits reads DR against single damage types, which is written as what it adds.
func (g *gcsReader) splits(p *bodyPart, dr *jsonValue) {
	for i, key := range dr.keys {
		more, ok := dr.items[i].whole()
		if key == "all" || ok && more == 0 {
			continue
		}
		t, err := g.splitType(dr.items[i], key)
		if !ok || err != nil {
			g.lostSplit(dr.items[i], key, p.name, dr.items[i].str())
			continue
		}
		if p.against == nil {
			p.against = map[DamageType]int{}
		}
		p.against[t] = clampDR(p.dr + more)
	}
}

// A lostSplit is DR against what is no damage type, and where.
type lostSplit struct {
	at     *jsonValue
	key    string
	places []string
}

func (g *gcsReader) lostSplit(v *jsonValue, key, place, more string) {
	place += " (" + strings.TrimPrefix(more, "+") + ")"
	if i := slices.IndexFunc(g.lost, func(l lostSplit) bool { return l.key == key }); i >= 0 {
		if !slices.Contains(g.lost[i].places, place) {
			g.lost[i].places = append(g.lost[i].places, place)
		}
		return
	}
	g.lost = append(g.lost, lostSplit{v, key, []string{place}})
}

// noteSplits tells of them, a line for each kind.
func (g *gcsReader) noteSplits() {
	for _, l := range g.lost {
		g.note(l.at, "DR against %s is left out, for there is no such damage type here: %s", quote(l.key), strings.Join(l.places, ", "))
	}
}

func clampDR(dr int) int { return max(0, min(dr, maxDR)) }

var (
	saysFlexibleRE = compiled(`(?i)(?:^|[^-\pL])flexible\b`)
	rigidRE        = compiled(`(?i)\b(?:not|non|in) ?-?flexible\b`)
)

// wornAt adds up what traits and equipment give to a location, and says whether all
// of it is flexible. own is the location's own DR.
func (g *gcsReader) wornAt(p bodyPart, own int) bodyPart {
	if own == 0 && p.id == "skull" && p.at == nil {
		own = NaturalDR(Skull, Crushing)
	}
	p.dr = own
	sources, flexible := 0, 0
	extra := map[DamageType]int{}
	features(append(g.traits[:len(g.traits):len(g.traits)], g.equipment...), "dr_bonus", func(f gcsFeature) {
		if !f.covers(p.id) {
			return
		}
		switch special := f.get("specialization").str(); {
		case special == "" || strings.EqualFold(special, "all"):
			p.dr += f.amount
			if f.amount > 0 {
				sources++
				if f.item.flexible() {
					flexible++
				}
			}
		default:
			if t, err := g.splitType(f.jsonValue, special); err == nil {
				extra[t] += f.amount
			} else if !g.stored {
				g.lostSplit(f.jsonValue, special, p.name, fmt.Sprint(f.amount))
			}
		}
	})
	p.dr = clampDR(p.dr)
	for t, more := range extra {
		if more != 0 {
			if p.against == nil {
				p.against = map[DamageType]int{}
			}
			p.against[t] = clampDR(p.dr + more)
		}
	}
	p.flexible = sources > 0 && flexible == sources
	if flexible > 0 && flexible < sources {
		g.note(p.at, "%s wears flexible armour and other: read as not flexible", p.name)
	}
	return p
}

// covers says whether a bonus to DR is for a location.
func (f *gcsFeature) covers(id string) bool {
	where := f.get("locations").list()
	if one := f.get("location"); one != nil {
		where = append(where, one)
	}
	for _, v := range where {
		switch place := placeID(v.str()); {
		case place == "all", place == "full_body", place == "full_body_except_eyes" && id != "eye", place == id:
			return true
		}
	}
	return false
}

// flexible says whether a thing or a trait calls its DR flexible, in its notes or by
// a modifier.
func (i gcsItem) flexible() bool {
	texts := []string{i.name, i.get("notes").str(), i.get("local_notes").str()}
	for _, tag := range append(i.get("tags").list(), i.get("categories").list()...) {
		texts = append(texts, tag.str())
	}
	for _, m := range modifiers(i.jsonValue) {
		texts = append(texts, m.get("name").str(), m.get("local_notes").str())
	}
	for _, text := range texts {
		if saysFlexibleRE.MatchString(text) && !rigidRE.MatchString(text) {
			return true
		}
	}
	return false
}
