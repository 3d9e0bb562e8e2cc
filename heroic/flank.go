package heroic

import (
	"slices"

	"heroicsim/units"
)

// An Arc is where an attack comes from, as the target looks (HC-FLANK).
type Arc uint8

// The arcs.
const (
	FrontArc Arc = iota // up to 90° from its facing
	SideArc             // up to 150°
	RearArc
)

// The cosines of the angles at which the front and the side end.
const (
	frontEnds = 0
	sideEnds  = -sin60
)

// sin60 is also the cosine of 30°.
const sin60 = 0.8660254037844386

// arcs is HC-FLANK's table: what a defence loses, and what it loses with Peripheral
// Vision (DM-21, DM-22).
var arcs = [...]struct {
	reason           Reason
	loss, peripheral int
}{
	FrontArc: {ForTactic, 0, 0}, // nothing is noted
	SideArc:  {ForSide, -2, 0},
	RearArc:  {ForRear, -4, -2},
}

func (a Arc) defence(u *units.Unit) int {
	if u.Traits.PeripheralVision {
		return arcs[a].peripheral
	}
	return arcs[a].loss
}

// arc is where an attack comes from. Only who is locked has a side and a rear, and a
// free attack goes by the tactic of who retreats alone (HC-LOCK).
func (f *Fight) arc(a *attack) Arc {
	if a.kind == FreeAttack || a.isBurst() {
		return FrontArc
	}
	return f.arcOf(a.by, a.at)
}

// arcOf is where g stands to h.
func (f *Fight) arcOf(g, h *group) Arc {
	facing := f.faces(h.index)
	if facing < 0 {
		return FrontArc
	}
	return arcBetween(direction(h.pos, f.groups[facing].pos), direction(h.pos, g.pos))
}

// isBurst says whether an attack is a circle at a place, which comes from all sides.
func (a *attack) isBurst() bool {
	return a.potential > 0 && a.spell.cast.Area.Length == 0 && !a.spell.cast.Kind.IsEmanation()
}

// arcBetween is the arc of an attacker in a direction. Who stands in the target's own
// place, or whose foe does, is in front.
func arcBetween(facing, attacker Point) Arc {
	switch cosine := dot(facing, attacker); {
	case cosine >= frontEnds-slack:
		return FrontArc
	case cosine >= sideEnds-slack:
		return SideArc
	}
	return RearArc
}

// dot is the same on all machines.
func dot(p, q Point) float64 { return float64(p.X*q.X) + float64(p.Y*q.Y) }

// faces is the enemy that a group faces: the one it has been locked with longest, or
// to which it turned; -1 where it is not locked.
func (f *Fight) faces(i int) int { return slices.Index(f.locksOf(i), 1) }

// turnAsOrdered lets groups turn to whom their orders name, if they are locked with
// him: from then on he comes before all others that they are locked with. It costs
// nothing.
func (f *Fight) turnAsOrdered() {
	for i := range f.groups {
		g := &f.groups[i]
		if g.order.Facing == nil || g.silent {
			continue
		}
		to := f.b.Sides[1-g.Side].First + *g.order.Facing
		if row := f.locksOf(i); row[to] > 1 {
			takeOut(row, to)
			for k := range row {
				if row[k] > 0 {
					row[k]++
				}
			}
			row[to] = 1
			f.memory.settled = nil
			f.note(func() Event { return Turned{i, to} })
		}
	}
}

// middle is the middle of a side's starting places.
func (b *Battle) middle(side int) Point {
	var sum Point
	s := &b.Sides[side]
	for _, g := range b.Groups[s.First:s.Last] {
		sum.X, sum.Y = sum.X+g.Place.X, sum.Y+g.Place.Y
	}
	n := float64(s.Last - s.First)
	return Point{sum.X / n, sum.Y / n}
}

// looks is where h looks. Ruling: who is locked with nobody looks from where its side
// started to where the enemy did, or at g where that is one place.
func (f *Fight) looks(h, g *group) Point {
	if facing := f.faces(h.index); facing >= 0 {
		return direction(h.pos, f.groups[facing].pos)
	}
	ahead := f.b.ahead
	if h.Side == 1 {
		ahead = Point{-ahead.X, -ahead.Y}
	}
	if ahead == (Point{}) {
		return direction(h.pos, g.pos)
	}
	return ahead
}

// flankBearing is the direction from h to the place that a move round it makes for:
// 120° from where it looks, on the left or right hand of who stands before it, or
// straight behind it.
func (f *Fight) flankBearing(h, g *group, move Move) Point {
	u := f.looks(h, g)
	switch move {
	case FlankLeft:
		return turned(u, 0.5, -sin60)
	case FlankRight:
		return turned(u, 0.5, sin60)
	}
	return Point{-u.X, -u.Y}
}

// turned is -u·back and sideways to the left of u by so much.
func turned(u Point, back, left float64) Point {
	return Point{-float64(u.X*back) - float64(u.Y*left), -float64(u.Y*back) + float64(u.X*left)}
}

// march moves a group round its target, as far as it comes in this round, by a way
// that keeps out of reach of all enemies but in its last yards (HC-FLANK).
func (f *Fight) march(g, target *group, move Move, yards float64) {
	w := walk{heading: target.index, how: move, from: g.pos}
	left, touched := yards, -1
	bearing := f.flankBearing(target, g, move)
	for _, p := range f.wayRound(g, target, bearing) {
		leg := min(left, g.pos.distance(p))
		gone, met := f.advance(g, direction(g.pos, p), leg, &w)
		left -= gone
		if touched = met; met >= 0 || left <= slack {
			break
		}
	}
	f.arriveAt(g, touched, &w)
	f.lockInReach(g)
	f.payMove(g, yards-left, move)
}

// clearance is the yards that a march keeps beyond an enemy's reach, and its own.
const clearance = 0.5

// mostObstacles is how many enemies a march walks round; others stop it.
const mostObstacles = 8

// A disc is where an enemy must not be come near to.
type disc struct {
	at     Point
	radius float64
}

// A road is scratch for the way round.
type road struct {
	discs  []disc
	chosen []int
	points []Point
	length []float64
	before []int
	done   []bool
	way    []Point
}

// wayRound is the shortest way to the place near the target in a direction from it,
// point by point, that keeps out of reach of the enemies it passes. Reach gives way
// where the march begins or closes within it.
func (f *Fight) wayRound(g, target *group, bearing Point) []Point {
	stop := g.stop()
	around := disc{target.pos, min(float64(max(g.reach, target.reach))+clearance, max(stop, g.pos.distance(target.pos)))}
	gate := beyond(around, bearing)
	r := &f.road
	discs, chosen := append(r.discs[:0], around), append(r.chosen[:0], target.index)
	for {
		r.discs, r.chosen = discs, chosen
		r.shortest(g.pos, gate, discs)
		r.way = append(r.way, Point{target.pos.X + bearing.X*stop, target.pos.Y + bearing.Y*stop})
		way := r.way
		next := -1
		for i, enemy := 0, f.enemies(g); i < len(enemy) && next < 0 && len(discs) < mostObstacles; i++ {
			if h := &enemy[i]; h.onField() && !slices.Contains(chosen, h.index) {
				d := disc{h.pos, float64(max(g.reach, h.reach)) + clearance}
				d.radius = min(d.radius, d.at.distance(g.pos), d.at.distance(gate))
				if d.meets(g.pos, way[:len(way)-1]) {
					next = h.index
					discs, chosen = append(discs, d), append(chosen, next)
				}
			}
		}
		if next < 0 {
			return way
		}
	}
}

// beyond is the point in a direction from a disc's middle at which a corner of the
// polygon about it stands.
func beyond(d disc, u Point) Point {
	r := d.radius / cos15
	return Point{d.at.X + float64(u.X*r), d.at.Y + float64(u.Y*r)}
}

// cos15 is the cosine of 15°: a polygon of twelve corners at 1/cos15 of a disc's
// radius touches it.
const cos15 = 0.9659258262890683

// corners are twelve directions, 30° apart.
var corners = [12]Point{
	{1, 0}, {sin60, 0.5}, {0.5, sin60}, {0, 1}, {-0.5, sin60}, {-sin60, 0.5},
	{-1, 0}, {-sin60, -0.5}, {-0.5, -sin60}, {0, -1}, {0.5, -sin60}, {sin60, -0.5},
}

// meets says whether a way enters the disc.
func (d disc) meets(from Point, way []Point) bool {
	for _, p := range way {
		if d.cuts(from, p) {
			return true
		}
		from = p
	}
	return false
}

// cuts says whether the straight line from p to q enters the disc.
func (d disc) cuts(p, q Point) bool {
	u, length := direction(p, q), p.distance(q)
	along := min(max(0, dot(u, Point{d.at.X - p.X, d.at.Y - p.Y})), length)
	near := Point{p.X + float64(u.X*along), p.Y + float64(u.Y*along)}
	return near.distance(d.at) < d.radius-slack
}

// clockwise makes a way round the first disc longer by as much of it, so that of two
// ways of one length the same is always taken, whatever the rounding.
const clockwise = 1e-6

// shortest puts the shortest way from p to q along corners of the polygons about discs
// into r.way, without p; straight to q where there is none. It is Dijkstra's.
func (r *road) shortest(p, q Point, discs []disc) {
	points := append(r.points[:0], p, q)
	for _, d := range discs {
		for _, u := range corners {
			points = append(points, beyond(d, u))
		}
	}
	length, before, done := r.length[:0], r.before[:0], r.done[:0]
	for range points {
		length, before, done = append(length, inf), append(before, 0), append(done, false)
	}
	r.points, r.length, r.before, r.done, r.way = points, length, before, done, r.way[:0]
	length[0] = 0
	for {
		at := -1
		for i := range points {
			if !done[i] && length[i] < inf && (at < 0 || length[i] < length[at]) {
				at = i
			}
		}
		if at < 0 {
			r.way = append(r.way, q)
			return
		}
		if at == 1 {
			break
		}
		done[at] = true
		for i := range points {
			if done[i] || slices.ContainsFunc(discs, func(d disc) bool { return d.cuts(points[at], points[i]) }) {
				continue
			}
			if n := length[at] + cost(points[at], points[i], discs[0].at); n < length[i] {
				length[i], before[i] = n, at
			}
		}
	}
	for i := 1; i != 0; i = before[i] {
		r.way = append(r.way, points[i])
	}
	slices.Reverse(r.way)
}

// cost is the length of a leg, and a trifle more if it goes clockwise about a point.
func cost(p, q, about Point) float64 {
	d := p.distance(q)
	if (p.X-about.X)*(q.Y-about.Y)-(p.Y-about.Y)*(q.X-about.X) < 0 {
		d += d * clockwise
	}
	return d
}
