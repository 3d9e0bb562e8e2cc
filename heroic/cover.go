package heroic

import (
	"math"
	"slices"

	"heroicsim/units"
)

// A Cover is what shots at a group have to get past (B-COVER). It does nothing
// against melee attacks.
type Cover struct {
	Exposed     []units.Location // what it leaves bare
	Half        []units.Location // what is only partly exposed (RM-32)
	DR          int              // of the cover, which shots through it meet first
	Light       bool             // it can be shot through (RM-33)
	Partial     bool             // the target as a whole is only partly exposed (RM-36)
	Concealment int              // 0 or negative: what hides and stops nothing (RM-46)
}

// Modifiers of B548's rows.
const (
	halfExposed   = -2 // RM-32
	throughCover  = -2 // RM-33
	eachFigure    = -4 // RM-34
	partlyExposed = -2 // RM-36
)

// An exposure is how the location at which a shot aims lies behind cover.
type exposure uint8

const (
	bare exposure = iota
	partly
	behind // wholly, so that the shot goes through the cover, whose DR the shot meets
)

// hides says whether a cover lies before any location.
func (c *Cover) hides() bool {
	return c.Light || c.DR > 0 || len(c.Exposed)+len(c.Half) > 0
}

// at is how a location lies behind the cover. Ruling: the vitals lie in the torso
// and the eyes in the face, unless they are named themselves.
func (c *Cover) at(l units.Location) exposure {
	switch {
	case !c.hides(), slices.Contains(c.Exposed, l):
		return bare
	case slices.Contains(c.Half, l):
		return partly
	case l == units.Vitals:
		return c.at(units.Torso)
	case l == units.Eye:
		return c.at(units.Face)
	}
	return behind
}

// hidden says whether a location lies behind the cover, and others do not (B-LARGEAREA).
// Ruling: where nothing is exposed, all of the body is.
func (c *Cover) hidden(l units.Location) bool {
	return c != nil && len(c.Exposed)+len(c.Half) > 0 && c.at(l) == behind
}

// cover is what shots at a group have to get past, nil for nothing. Its own is lost
// with its place (ruling), and then the battlefield's counts.
func (f *Fight) cover(h *group) *Cover {
	if h.Cover != nil && !h.moved {
		return h.Cover
	}
	return f.b.Field.Cover
}

// takeAim settles at which location a shot is aimed, and makes the attack ready. A
// location that lies bare, wholly or in half, is shot at as called. Else the shooter
// picks, of what is exposed and, through light cover or where nothing is, the
// location as called, what promises most to one shooter. Ruling: that goes by the
// expected injury of one contest without what goes by numbers.
func (f *Fight) takeAim(a *attack) {
	f.seekEye(a)
	a.cover = f.cover(a.at)
	if a.cover == nil || a.cover.at(a.location) == bare {
		f.makeReady(a)
		return
	}
	a.exposure = a.cover.at(a.location)
	if a.exposure == partly {
		f.makeReady(a)
		return
	}
	best, most, back := *a, -1.0, f.arc(a) == RearArc
	consider := func(try attack) {
		f.makeReady(&try)
		if worth := f.expects(&try, f.effective(&try, numbers{}), 1000, max(1, try.shots)); worth > most {
			best, most = try, worth
		}
	}
	if a.cover.Light {
		consider(*a)
	}
	for l := range units.NumLocations {
		try := *a
		if try.location, try.exposure = l, a.cover.at(l); try.exposure != behind && aimed(a.weapon.Weapon, l) == l && !(back && l == units.Eye) {
			consider(try)
		}
	}
	if most < 0 {
		consider(*a) // nothing else can be struck
	}
	*a = best
}

// makeReady works out what an attack does and its contest, once it is settled where
// it strikes.
func (f *Fight) makeReady(a *attack) {
	f.seekEye(a)
	a.strike = f.strikeOf(a)
	f.prepare(a)
}

// seekEye strikes the torso instead of an eye that is turned away: from behind none can
// be struck (B-HITLOC, note 2; ruling).
func (f *Fight) seekEye(a *attack) {
	if a.location == units.Eye && f.arc(a) == RearArc {
		a.location = units.Torso
	}
}

// A screen is what changes the DR that an attack meets.
type screen struct {
	chink bool // halves the armour's (B-CHINK)
	cover int  // DR of what it must get through first (B-COVER)
}

// armour is what of a DR of armour is left: half of it at a chink, rounded down.
// Ruling: what the body has by itself is not halved.
func (s screen) armour(dr int) int {
	if s.chink {
		return dr / 2
	}
	return dr
}

// screen is that of an attack.
func (a *attack) screen() screen {
	s := screen{chink: a.chink}
	if a.exposure == behind {
		s.cover = a.cover.DR
	}
	return s
}

// Penalties for a chink in armour (MM-24), instead of the location's.
const (
	chinkInTorso = -8
	chinkElse    = -10
)

// Penalties for the head from behind, instead of those in the table (B-HITLOC).
const (
	skullFromBehind = -5
	faceFromBehind  = -7
)

// locationPenalty is the modifier for where an attack is aimed (MM-23, MM-24; at
// range RM-31).
func (a *attack) locationPenalty() int {
	switch {
	case a.grapple:
		return grapplePenalty(a.location)
	case a.chink && a.location == units.Torso:
		return chinkInTorso
	case a.chink:
		return chinkElse
	}
	if a.arc == RearArc {
		switch a.location {
		case units.Skull:
			return skullFromBehind
		case units.Face:
			return faceFromBehind
		}
	}
	if a.at.kit.slung { // its arm holds no shield (B-HITLOC note 6)
		return a.location.Penalty()
	}
	return a.at.Unit.LocationPenalty(a.location)
}

// addCover adds what cover and posture take from a shot (RM-32, RM-33, RM-35,
// RM-36). A stray was aimed at nobody: cover stops it, but makes it no harder.
func (f *Fight) addCover(t *tally, a *attack) {
	switch a.location {
	case units.Torso, units.Vitals, units.Groin, units.RightLeg, units.LeftLeg:
		low := postures[a.at.posture].target
		if a.to.down || a.to.kneels { // in a grapple
			low = postures[Prone].target
		}
		t.add(ForLow, low)
	}
	t.add(ForFigures, eachFigure*a.figures)
	if a.cover == nil || a.kind == StrayAttack {
		return
	}
	switch {
	case a.exposure == partly:
		t.add(ForCover, halfExposed)
	case a.exposure == behind && a.cover.Light:
		t.add(ForCover, throughCover)
	}
	if a.cover.Partial {
		t.add(ForPartial, partlyExposed)
	}
}

// figures is how many figures stand before one that is to be singled out
// (HC-TARGET, RM-34): the ranks of the groups of its side whose place is within a
// yard of the line of the shot and nearer the shooter. A larger target is seen over
// them. Ruling: a group that began the battle as several is shot at as a whole.
func (f *Fight) figures(g, h *group) int {
	if h.Start > 1 {
		return 0
	}
	n, away, way := 0, g.pos.distance(h.pos), direction(g.pos, h.pos)
	for i, all := 0, f.side(h.Side); i < len(all); i++ {
		o := &all[i]
		if o == h || !o.onField() || o.Unit.SM < h.Unit.SM {
			continue
		}
		dx, dy := o.pos.X-g.pos.X, o.pos.Y-g.pos.Y
		along, aside := float64(dx*way.X)+float64(dy*way.Y), float64(dx*way.Y)-float64(dy*way.X)
		if along > slack && along < away-slack && math.Abs(aside) <= contact+slack {
			n += min(o.Ranks, o.Start)
		}
	}
	return n
}

// feetPerYard turns elevations into distances.
const feetPerYard = 3

// height is the feet at which a group stands; who leaves his place comes down
// (ruling).
func (g *group) height() int {
	if g.moved {
		return 0
	}
	return g.Elevation
}

// shotDistance is the straight line that a shot takes, in yards (ruling: up or
// down as well).
func shotDistance(g, h *group) float64 {
	d := g.pos.distance(h.pos)
	if up := float64(g.height()-h.height()) / feetPerYard; up != 0 {
		return math.Sqrt(float64(d*d) + float64(up*up))
	}
	return d
}

// higherGround is the defender's modifier in melee for standing above or below the
// attacker (DM-11, DM-14). Ruling: beyond five feet it stays as it is.
func higherGround(feet int) int {
	if feet < 0 {
		return -higherGround(-feet)
	}
	return max(0, min(3, feet-2))
}

// leavePlace notes that a group has moved from the place whose cover and height it
// had.
func (f *Fight) leavePlace(g *group) {
	if g.moved || g.Cover == nil && g.Elevation == 0 {
		return
	}
	g.moved = true
	f.note(func() Event { return PlaceLeft{g.index} })
}
