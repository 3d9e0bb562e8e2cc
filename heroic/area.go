package heroic

import (
	"math"

	"heroicsim/units"
)

// densities are HC-AREA's: tenths of a hex that a target takes, by SM from -6 to +6.
var densities = [...]int{2, 3, 4, 5, 6, 9, 10, 13, 18, 23, 29, 38, 46}

// density is that of an SM. Ruling: beyond -6 and +6 it is that of the last row.
func density(sm int) int { return densities[min(max(sm, -6), 6)+6] }

// hexesOf is the hexes of a circle (HC-AREA, R-65).
func hexesOf(radius int) int { return 1 + 3*radius*(radius-1) }

// coneHexes is what a cone covers before density: 2 of a line a yard wide, and else
// a fifth of length × width, at least 2.
func coneHexes(length, width float64) int {
	if width <= 1 {
		return 2
	}
	return max(2, int(length*width/5+slack))
}

// potentialTargets is how many targets of an SM find room in so many hexes, rounded
// up: in whole tenths, so that it is exact.
func potentialTargets(hexes, sm int) int {
	d := density(sm)
	return (hexes*10 + d - 1) / d
}

// A zone is the place of an area attack: a circle about a centre, or a cone from it.
type zone struct {
	spell  *units.Spell
	centre Point
	radius int   // of a circle, in yards; 0 of an explosion, whose radius goes by target
	way    Point // of a cone
}

// zoneOf is where a casting's area lies: about the target, about the caster for an
// emanation, from the caster to the target for a cone.
func (f *Fight) zoneOf(c *casting) zone {
	s := c.cast.spell.Spell
	z := zone{spell: s, centre: c.at.pos, radius: s.Area.Radius}
	if s.Kind.IsEmanation() || s.Area.Length > 0 {
		z.centre = c.by.pos
	}
	if s.Area.Length > 0 {
		if z.way = direction(c.by.pos, c.at.pos); z.way == (Point{}) {
			z.way = home(1 - c.by.Side)
		}
	}
	return z
}

// hexes is the ground that a zone covers, against a group.
func (f *Fight) hexes(z *zone, h *group) int {
	if z.spell.Area.Length > 0 {
		return coneHexes(z.spell.Area.Length, z.spell.Area.Width)
	}
	return hexesOf(f.radius(z, h))
}

// radius is a circle's. That of an explosion is what its mean injury, blast and
// fragments, comes to in HP of the target (HC-AREA), at least 1.
func (f *Fight) radius(z *zone, h *group) int {
	if z.spell.Kind != units.Explosion {
		return z.radius
	}
	mean := f.spellStrike(z.spell, h, false, 0).mean
	if z.spell.HasFragments() {
		mean += f.fragmentStrike(z.spell, h, 0).mean
	}
	return max(1, int(math.Ceil(mean/float64(h.hp)-slack)))
}

// spread is how far a group reaches about its place: the radius in which its members
// find room.
func (g *group) spread() float64 {
	hexes, r := (g.fighting*density(g.Unit.SM)+9)/10, 1
	if hexes > 1 {
		r = int(math.Sqrt(float64(hexes)/3)) + 1
		for r > 1 && hexesOf(r-1) >= hexes {
			r--
		}
		for hexesOf(r) < hexes {
			r++
		}
	}
	return yardsOf(r)
}

// yardsOf is how far a circle of hexes reaches from its centre: a hex reaches half a
// yard.
func yardsOf(radius int) float64 { return float64(radius) - 0.5 }

// The quarters of a group that a zone covers.
const (
	uncovered = 0
	quarter   = 1
	halfway   = 2
	covered   = 4
)

// covers is how much of a group is in a zone, in quarters. Ruling: a group is as wide
// as its numbers need by the density of their size; it is covered where all of it is
// in the zone, or the zone all in it; half where its place is in the zone or the
// zone's in it; else a quarter.
func (f *Fight) covers(z *zone, h *group) int { return f.coversSpread(z, h, h.spread()) }

// coversSpread is covers for a group that reaches so far about its place.
func (f *Fight) coversSpread(z *zone, h *group, spread float64) int {
	if z.spell.Area.Length > 0 {
		return z.coneCovers(h, spread)
	}
	d, wide := z.centre.distance(h.pos), yardsOf(f.radius(z, h))
	switch {
	case d >= wide+spread-slack:
		return uncovered
	case d <= math.Abs(wide-spread)+slack:
		return covered
	case d <= max(wide, spread)+slack:
		return halfway
	}
	return quarter
}

// coneCovers is covers for a cone, which widens from a yard at the caster to its
// width at its end.
func (z *zone) coneCovers(h *group, spread float64) int {
	length, width := z.spell.Area.Length, z.spell.Area.Width
	dx, dy := h.pos.X-z.centre.X, h.pos.Y-z.centre.Y
	along := dx*z.way.X + dy*z.way.Y
	aside := math.Abs(dx*z.way.Y - dy*z.way.X)
	half := max(1, width*min(along, length)/length) / 2
	inside := min(half-aside, length-along) // yards, of the group's place; below 0 outside
	switch {
	case along <= slack || inside <= -spread+slack:
		return uncovered
	case inside >= spread-slack, along <= length+slack && aside <= spread-half+slack:
		return covered
	case inside >= -slack:
		return halfway
	}
	return quarter
}

// potential is how many of a group an area may strike at each casting: a half or a
// quarter of the potential targets, rounded up, where the group is partly covered.
func (f *Fight) potential(z *zone, h *group, quarters int) int {
	return (potentialTargets(f.hexes(z, h), h.Unit.SM)*quarters + covered - 1) / covered
}

// inArea says whether an area touches a group that it is for: all in it, friend and
// foe, or friends alone where the spell helps. Ruling: an emanation and a cone spare
// the casters' own group.
func (f *Fight) inArea(c *casting, h *group) bool {
	s := c.cast.spell
	switch {
	case !h.onField() || h.fighting == 0:
		return false
	case s.On != units.OnEnemies:
		return h.Side == c.by.Side
	case h == c.by:
		return !s.Kind.IsEmanation() && s.Area.Length == 0
	}
	return true
}

// A fire is an area that goes on hurting (HC-AREA, persistent).
type fire struct {
	by     int
	zone   zone
	until  int       // the round at whose end it ends
	injury []int     // of each group, before HT halved it
	spread []float64 // of each group when it was cast: who falls does not leave
}

// kindle begins a persistent area and returns it.
func (f *Fight) kindle(c *casting) *fire {
	n := len(f.fires)
	if n < cap(f.fires) {
		f.fires = f.fires[:n+1]
	} else {
		f.fires = append(f.fires, fire{})
	}
	b := &f.fires[n]
	b.by, b.zone, b.until = c.by.index, c.zone, f.round+c.cast.spell.Rounds()-1
	if b.injury == nil {
		b.injury, b.spread = make([]int, len(f.groups)), make([]float64, len(f.groups))
	}
	clear(b.injury)
	return b
}

// burn is step 4.3 of persistent areas: the same injury again to those that have not
// left the area. Ruling: who has left once is not hurt on coming back, and who comes
// in later not at all.
func (f *Fight) burn() {
	for i := range f.fires {
		b := &f.fires[i]
		for k, injury := range b.injury {
			h := &f.groups[k]
			if injury == 0 || !h.onField() {
				continue
			}
			stays := f.coversSpread(&b.zone, h, b.spread[k]) != uncovered
			if stays {
				if b.zone.spell.Damage.Type == units.FatigueDamage {
					h.wearing += injury
				} else {
					h.injury += injury
				}
			} else {
				b.injury[k] = 0
			}
			f.note(func() Event { return Burned{k, b.zone.spell, injury, stays} })
		}
	}
}

// burnOut ends the areas whose time is over.
func (f *Fight) burnOut() {
	for i := 0; i < len(f.fires); {
		b := &f.fires[i]
		if b.until > f.round {
			i++
			continue
		}
		spell := b.zone.spell
		if spell.Rounds() > 1 {
			f.note(func() Event { return BurnedOut{spell} })
		}
		last := len(f.fires) - 1
		f.fires[i], f.fires[last] = f.fires[last], f.fires[i]
		f.fires = f.fires[:last]
	}
}
