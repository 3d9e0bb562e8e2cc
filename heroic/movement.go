package heroic

import (
	"math"

	"heroicsim/dice"
)

// movementPhase is phase 4.
func (f *Fight) movementPhase() {
	f.moveAll()
	f.burn()
	f.injuryStep(dice.MovementInjury)
	f.departures()
	f.endIfDown()
}

// moveAll is steps 4.1 and 4.2.
func (f *Fight) moveAll() {
	f.note(func() Event { return PhaseBegins{MovementPhase} })
	for i := range f.groups {
		g := &f.groups[i]
		g.wasLocked = g.wasLocked && f.isLocked(i) // of whom the shots have left none, he may be caught anew
	}
	for _, side := range [...]int{f.first, 1 - f.first} {
		f.movementStep(side)
	}
}

// movementStep is step 4.1 or 4.2. Whom each runs at, or away from, is fixed
// first, then the groups move in file order.
func (f *Fight) movementStep(side int) {
	groups := f.side(side)
	for i := range groups {
		switch g := &groups[i]; {
		case !g.move.closes():
			g.runsAt = f.chooseTarget(g, Nearest, anyone) // to keep away from
		case g.runsAt < 0 || !f.groups[g.runsAt].onField(): // else it has shot at whom it runs at
			g.runsAt = f.closesWith(g)
		}
	}
	for i := range groups {
		f.moveGroup(&groups[i])
	}
}

// moveGroup moves one group as its orders and its tactic say.
func (f *Fight) moveGroup(g *group) {
	if !g.onField() || g.silent || g.runsAt < 0 || f.able(g) == 0 || f.bogged(g) {
		return
	}
	if f.b.grapples && (f.rise(g) || f.heldFast(g)) {
		return
	}
	switch locked := f.isLocked(g.index); {
	case g.tactic == Retreat:
		f.retreat(g)
	case locked && g.wasLocked && g.withdraws:
		f.travel(g, f.awayFromLocked(g), withdrawMove*float64(g.speed()), -1, Withdraw)
		g.ap -= apMove
	case locked && g.wasLocked:
		f.closeUp(g)
	case locked: // in step 4.1, and so it cannot move in 4.2
	default:
		f.moveFreely(g)
	}
}

// moveFreely moves a group that is not locked.
func (f *Fight) moveFreely(g *group) {
	move := g.move
	if move == MoveDefault {
		move = Close
		if g.inRange && g.tactic != AllOutOffensive {
			move = Hold // it can shoot from here
		}
	}
	yards := f.allowance(g, move)
	if move == Hold || yards <= 0 {
		return
	}
	target := &f.groups[g.runsAt]
	from := g.pos
	switch {
	case move.flanks():
		f.march(g, target, move, yards)
		return
	case move == Close:
		g.ran = true
		g.inContact = f.travel(g, direction(g.pos, target.pos), min(yards, g.pos.distance(target.pos)-g.stop()), g.runsAt, Close)
		f.lockInReach(g)
	default:
		f.travel(g, f.away(g, target), yards, g.runsAt, move)
	}
	f.payMove(g, g.pos.distance(from), move)
}

// stop is how far from an enemy closing stops, in yards: in contact, or at its
// reach if that is longer and it so chooses (HC-LOCK).
func (g *group) stop() float64 {
	stop := contact
	if g.order.StopAt == AtReach {
		for i := range g.melee {
			if w := &g.melee[i]; g.mayUse(w, g.melee) {
				stop = max(stop, w.MaxReach())
			}
		}
	}
	return float64(stop)
}

// fullAllowance is what the tactic allows after shots, in yards (HC-TACTIC,
// HC-SHOTS).
func (f *Fight) fullAllowance(g *group, move Move) float64 {
	times := tactics[g.tactic].move
	if move == Withdraw {
		times = withdrawMove
	}
	return float64(max(0, times-g.spent) * g.speed())
}

// allowance is what AP leave of it: with 1 AP half, rounded down (HC-AP).
func (f *Fight) allowance(g *group, move Move) float64 {
	full := f.fullAllowance(g, move)
	switch {
	case g.ap >= apMove:
		return full
	case g.ap >= apHalfMove:
		return math.Floor(full / 2)
	}
	return 0
}

// closeUp lets a locked group whose weapons do not reach anyone step up to the
// nearest it is locked with: that is not moving away. Ruling: it does not where it
// would be moving away from others, out of their reach and its own.
func (f *Fight) closeUp(g *group) {
	nearest, best := -1, inf
	for i := range f.groups {
		if f.locked(g.index, i) {
			if d := g.pos.distance(f.groups[i].pos); d < best {
				nearest, best = i, d
			}
		}
	}
	if !g.move.closes() || len(g.melee) == 0 && !g.order.Grapple || f.groups[nearest].pos == g.pos || g.reachable(&f.groups[nearest]) {
		return
	}
	yards := min(f.allowance(g, Close), best-g.stop())
	towards := direction(g.pos, f.groups[nearest].pos)
	if yards <= 0 || f.leavesReach(g, g.pos.along(towards, yards)) {
		return
	}
	from := g.pos
	f.travel(g, towards, yards, nearest, Close)
	f.lockInReach(g)
	f.payMove(g, g.pos.distance(from), Close)
}

// leavesReach says whether a lock of g's would end for distance in a place.
func (f *Fight) leavesReach(g *group, to Point) bool {
	for i := range f.groups {
		if h := &f.groups[i]; f.locked(g.index, i) && to.distance(h.pos) > float64(max(g.reach, h.reach))+slack {
			return true
		}
	}
	return false
}

// payMove takes the AP of having moved so many yards (HC-AP).
func (f *Fight) payMove(g *group, moved float64, move Move) {
	switch {
	case moved == 0:
	case moved <= math.Floor(f.fullAllowance(g, move)/2)+slack:
		g.ap -= apHalfMove
	default:
		g.ap -= apMove
	}
}

// travel moves g up to so many yards in a direction; an enemy in the way stops
// it at a yard and locks it (HC-LOCK). It returns the enemy that it ended in
// contact with, the one it was heading for before others, or -1.
func (f *Fight) travel(g *group, towards Point, yards float64, heading int, how Move) int {
	w := walk{heading: heading, how: how, from: g.pos}
	_, touched := f.advance(g, towards, max(0, yards), &w)
	f.arriveAt(g, touched, &w)
	return touched
}

// A walk is a movement under way.
type walk struct {
	heading int // towards or away from; -1: none
	how     Move
	from    Point   // where what has not been told yet began
	untold  float64 // yards
	further bool    // some of it has been told
}

// tellWalk tells of what has not been told yet.
func (f *Fight) tellWalk(g *group, w *walk) {
	if f.Trace != nil {
		f.Trace(Moved{
			Group: g.index, Move: w.how, Retreats: g.tactic == Retreat, From: w.from, To: g.pos, Yards: w.untold, Further: w.further,
			Allowed: f.fullAllowance(g, w.how), Spent: g.spent, Half: g.ap < apMove, Target: w.heading, Distance: f.nearestDistance(g),
		})
	}
	w.from, w.untold, w.further = g.pos, 0, true
}

// advance is travel in a straight line until somebody is met, or stops it who waited
// for it (HC-WAIT). It returns the yards gone and the enemy.
func (f *Fight) advance(g *group, towards Point, yards float64, w *walk) (gone float64, touched int) {
	touched = -1
	stop := float64(contact)
	if g.move.closes() {
		stop = g.stop()
	}
	for i, enemy := 0, f.enemies(g); i < len(enemy); i++ {
		h := &enemy[i]
		if !h.onField() || f.locked(g.index, h.index) {
			continue
		}
		if d, meets := meeting(g.pos, towards, h.pos, stop); meets && (d < yards-slack || d < yards+slack && (touched < 0 || h.index == w.heading)) {
			yards, touched = min(yards, max(0, d)), h.index
		}
	}
	left := yards
	if f.b.waits {
		from, stopper := g.pos, -1
		if left, stopper = f.passWaits(g, towards, yards, w); stopper >= 0 {
			yards, left, touched = from.distance(g.pos), 0, stopper
		}
	}
	g.pos = g.pos.along(towards, left)
	w.untold += left
	return yards, touched
}

// arriveAt ends a movement, with an enemy whom it has met, or -1: it is told, and locks
// end and begin.
func (f *Fight) arriveAt(g *group, touched int, w *walk) {
	moved := w.untold > slack || w.further
	if w.untold > slack || g.tactic == Retreat && !w.further {
		f.tellWalk(g, w)
	}
	if moved {
		f.leavePlace(g)
	}
	f.releaseLocksOf(g)
	if touched >= 0 {
		f.lock(g.index, touched)
	}
}

// meeting is how far along a direction p comes so near to q that it stops; meets is
// false where it never comes within a yard of q, going forward.
func meeting(p, towards, q Point, stop float64) (yards float64, meets bool) {
	dx, dy := q.X-p.X, q.Y-p.Y
	along := dx*towards.X + dy*towards.Y
	aside := dx*dx + dy*dy - along*along
	if along <= 0 || aside > contact*contact {
		return 0, false
	}
	return along - math.Sqrt(max(0, stop*stop-aside)), true
}

// releaseLocksOf ends g's locks with those now out of reach.
func (f *Fight) releaseLocksOf(g *group) {
	for i := range f.groups {
		if f.locked(g.index, i) && !reaches(g, &f.groups[i]) {
			f.unlock(g.index, i)
		}
	}
}

// direction is the unit vector from p to q, 0 where they are one place.
func direction(p, q Point) Point {
	d := p.distance(q)
	if d == 0 {
		return Point{}
	}
	return Point{(q.X - p.X) / d, (q.Y - p.Y) / d}
}

// pointTowards is the place so many yards from p on the way to q.
func pointTowards(p, q Point, yards float64) Point {
	u := direction(p, q)
	return Point{p.X + u.X*yards, p.Y + u.Y*yards}
}

// home is the direction to a side's own edge of the field.
func home(side int) Point { return Point{0, float64(2*side - 1)} }

// away is the direction from h, or home where they stand in one place.
func (f *Fight) away(g, h *group) Point {
	if u := direction(h.pos, g.pos); u != (Point{}) {
		return u
	}
	return home(g.Side)
}

// awayFromLocked is the direction away from all that g is locked with. Ruling: it
// is the sum of the directions from each, and home where they cancel out.
func (f *Fight) awayFromLocked(g *group) Point {
	var sum Point
	for i := range f.groups {
		if f.locked(g.index, i) {
			u := f.away(g, &f.groups[i])
			sum.X, sum.Y = sum.X+u.X, sum.Y+u.Y
		}
	}
	if math.Hypot(sum.X, sum.Y) < slack {
		return home(g.Side)
	}
	return direction(Point{}, sum)
}

// retreat leaves everyone: those it was locked with attack it once as it goes
// (HC-LOCK).
func (f *Fight) retreat(g *group) {
	way := f.away(g, &f.groups[g.runsAt])
	if f.isLocked(g.index) {
		way = f.awayFromLocked(g)
		f.freeAttacks(g)
		if f.heldFast(g) {
			return // somebody has got hold of it
		}
	}
	f.travel(g, way, f.fullAllowance(g, Away), -1, Away)
	g.ap -= apMove
}

// freeAttacks are those of everyone locked with a group that retreats: extra
// melee attacks by all of their members, all counted for the ratio.
func (f *Fight) freeAttacks(g *group) {
	f.forget() // movement that luck can stop
	f.step.clear()
	for i, enemy := 0, f.enemies(g); i < len(enemy); i++ {
		if h := &enemy[i]; f.locked(g.index, h.index) && f.maySwing(h) && h.reachable(g) {
			f.planBlow(FreeAttack, h, g, byNumber)
		}
	}
	f.step.close(f.b.open && f.b.elaborate == "", f.b.elaborate == "")
	f.carryOut(&f.step, dice.Movement)
}

// departures lets those leave the field who had to flee, and those ordered to
// retreat who are unlocked (HC-END). Rulings: who is stunned stays, for stun passes;
// who has to flee and cannot move, because he is bound or all speed is taken from him,
// surrenders; who is ordered to retreat and cannot move stays.
func (f *Fight) departures() {
	for i := range f.groups {
		g := &f.groups[i]
		switch {
		case g.silent || f.dazed(g):
			continue
		case g.standing == Broken && g.mustLeave:
			g.surrender = f.captured(g) || f.rooted(g)
			g.standing = Left
			f.changed = true
		case g.standing == Steady && g.tactic == Retreat && !f.isLocked(i) && !f.rooted(g):
			g.standing, g.left = Left, true
			f.changed = true
		default:
			continue
		}
		f.note(func() Event { return Departed{i, g.broke, g.surrender} })
	}
	f.releaseLocks()
	if f.b.grapples {
		f.settleGrips()
	}
}

// rooted says whether a group cannot move from where it is.
func (f *Fight) rooted(g *group) bool { return g.speed() == 0 || f.bogged(g) }
