package heroic

import (
	"math"

	"heroicsim/dice"
)

// Plain rounds between two groups come to nothing but losses, or to the end of the
// battle, and are all that luck makes of most battles of two groups. Many trials
// fight such rounds side by side, each in a lane: a round of one trial waits for
// tables and for the last round of its own, and meanwhile the processor works on
// the others'. Where more comes of a round, the phases take over from the lane.

// A trade is what two groups do to each other in a phase of a plain round.
type trade struct {
	any   bool
	blows [2]blow // by target; empty where nobody attacks it
	looks int     // for tables, as long as they have no places
}

// A layout is where the places of a trade's tables lie in memory.places: from a first one
// on, as many further as the numbers of both sides times their steps say.
type layout struct{ from, step0, step1, _ int32 }

// Crowds are the least numbers on both sides that have places. They are not 0 where all
// numbers would need too many: the greater a battle, the smaller the part of it that a
// round takes, so that few rounds come to smaller numbers.
type crowds [2]int32

// at is where a lane's are; noPlace, if there is none.
func (t *layout) at(l *lanes, i int, c *crowds) int32 {
	n0, n1 := l.fighting[0][i]-c[0], l.fighting[1][i]-c[1]
	if n0|n1 < 0 {
		return noPlace
	}
	return t.from + n0*t.step0 + n1*t.step1
}

// A pairing is a plain round of two groups as lanes fight it.
type pairing struct {
	tiresAt int32 // how often all tire until there is something to do for somebody
	next    int32 // the first pairing of the scene that it leads to
	fought  int32 // the phases in which there are blows, a bit each
	known   int32 // 1 if the round was thought through before
}

// maxDuel bounds pools times the HP of a member, and maxDuellists the members, so that
// dividing by multiplying is exact.
const (
	maxDuel      = 1 << 40
	maxDuellists = 1 << 22
)

// pair makes a plain round ready for lanes, if it is one of two groups that nothing
// but numbers tells apart.
func (f *Fight) pair(r *round) (p pairing, trades [2]trade) {
	if len(f.groups) != 2 || !r.plain || !r.known || r.next == nil {
		return p, trades
	}
	p.tiresAt = math.MaxInt32
	for i := range f.groups {
		g := &f.groups[i]
		if g.standing != Steady || (g.Pool+g.hp)*g.hp >= maxDuel || g.Start > maxDuellists || g.Pool > math.MaxInt32/2 {
			return p, trades
		}
		if effort := int(f.duellists[i].effort); effort > 0 {
			p.tiresAt = min(p.tiresAt, int32((f.fresh[i].fp-g.lowFP+effort-1)/effort))
		}
	}
	for phase, blows := range [...][]blow{r.shots, r.blows} {
		for k := range blows {
			p.fought |= 1 << phase
			trades[phase].any, trades[phase].blows[blows[k].at.index] = true, blows[k]
		}
	}
	p.known, p.next = 1, f.firstPairing(r.next)
	return p, trades
}

// readyPairings makes room for those of a scene.
func (f *Fight) readyPairings(n int) {
	m := &f.memory
	m.pairings, m.noted = append(m.pairings, make([]pairing, n)...), append(m.noted, make([]*round, n)...)
	for i := range m.trades {
		m.trades[i], m.layouts[i] = append(m.trades[i], make([]trade, n)...), append(m.layouts[i], make([]layout, n)...)
	}
}

// keepPairing keeps a round of a scene for lanes.
func (f *Fight) keepPairing(s *scene, r *round) {
	m := &f.memory
	at := f.firstPairing(s) + int32((r.winner+1)*f.b.choices) + f.choiceIn(r)
	var trades [2]trade
	m.pairings[at], trades = f.pair(r)
	m.noted[at] = r
	for i := range trades {
		m.trades[i][at], m.layouts[i][at] = trades[i], f.layOutLater(&trades[i])
	}
}

// maxPlaces bounds memory.places: 64 MB. One trade has at most a quarter.
const maxPlaces = 1 << 22

// maxRack bounds memory.rack: 32 MB.
const maxRack = 1 << 24

// The first places of memory.places.
const (
	noPlace = iota
	nothing
	firstPlace
)

// newCrowds are those of groups of so many, up to which all numbers together would need
// too many places.
func newCrowds(start [2]int) (c crowds) {
	const most, side = maxPlaces / 4, 1 << 10 // the square root of it
	n := [2]int{start[0] + 1, start[1] + 1}
	for g := range n {
		if n[0] > most/n[1] {
			have := max(side, most/min(most, n[1-g])) // of these
			c[g] = int32(max(0, n[g]-have))
			n[g] = min(n[g], have)
		}
	}
	return c
}

// layOutLater lays out a trade that needs little room, or none. Others have to be looked up
// some times first: of many rounds that are thought through few come up often, and room
// that is hardly used costs more than it spares.
func (f *Fight) layOutLater(t *trade) layout {
	switch _, n := f.room(); {
	case !t.any:
		return layout{from: nothing}
	case n/looksForRoom > 0:
		return layout{from: noPlace}
	}
	return f.layOut()
}

// looksForRoom is how many places a look for a table is worth.
const looksForRoom = 32

// looked counts a look for the tables of a trade that have no place, and lays it out once
// there have been enough of them.
func (f *Fight) looked(t *trade, lies *layout) {
	if lies.from != noPlace {
		return
	}
	t.looks++
	if _, n := f.room(); t.looks == n/looksForRoom {
		*lies = f.layOut()
	}
}

// room is how many places a trade has: of all of the second group's numbers, and of both's.
func (f *Fight) room() (width, n int) {
	width = f.groups[1].Start + 1 - int(f.crowds[1])
	return width, (f.groups[0].Start + 1 - int(f.crowds[0])) * width
}

// layOut returns room for the places of a trade's tables: noPlace, if there is none.
func (f *Fight) layOut() layout {
	m := &f.memory
	width, n := f.room()
	from := len(m.places)
	if from+n > maxPlaces {
		return layout{from: noPlace}
	}
	if from+n > cap(m.places) {
		// Memory for a few more, which the system gives when it is used.
		m.places = append(make([][2]dice.Place, 0, min(maxPlaces, 2*from+4*n)), m.places...)
	}
	m.places = m.places[:from+n]
	return layout{from: int32(from), step0: int32(width), step1: 1}
}

// A duellist is what of a group does not change in a duel.
type duellist struct {
	*group
	flesh
	nerve
	effort    int32 // FP lost at a time, 0 where it does not tire
	failsFrom int   // of HT rolls
	moment    dice.Moment
	breakOdds [lossRows][numberRows]dice.Odds
}

// A flesh is what takes injury.
type flesh struct {
	less    int    // HP of a member less 1
	inverse uint64 // of the HP of a member, in parts of 2^40, rounded up
}

// A nerve is what morale goes by.
type nerve struct {
	dueAt int32 // HP of the pool at which it checks morale; -1: never
	byHP  int32 // -1 for one that checks when it loses HP, 0 for one that checks when it loses members
	all   int32 // HP or members, likewise
}

// readyDuel makes a battle of two groups ready for lanes.
func (f *Fight) readyDuel() {
	f.firstActs = f.b.newFirstActs()
	f.crowds = newCrowds([2]int{f.groups[0].Start, f.groups[1].Start})
	for i := range f.groups {
		g := &f.groups[i]
		d := duellist{
			group: g, moment: g.moraleMoment, failsFrom: failsFrom(g.ht),
			flesh: flesh{g.hp - 1, 1<<40/uint64(g.hp) + 1},
			nerve: nerve{dueAt: int32(g.checkAt), all: int32(g.Start)},
		}
		if g.Character || !f.b.Rules.Morale {
			d.dueAt = -1
		}
		if g.lone() {
			d.byHP, d.all = -1, int32(g.hp)
		}
		if f.b.Rules.Fatigue {
			d.effort = int32(g.effort)
		}
		for losses := range d.breakOdds {
			for numbers := range d.breakOdds[losses] {
				d.breakOdds[losses][numbers] = breakOdds(g.breaksAt[losses][numbers])
			}
		}
		f.duellists[i] = d
		for phase, p := range [...]dice.Phase{dice.Ranged, dice.Melee} {
			f.blowMoments[phase][i] = dice.MomentOf(p, f.groups[1-i].stream, g.stream)
			f.blowHT[phase][i] = dice.MomentOf(injuryPhases[phase], g.stream, 0)
		}
	}
}

// rows are those of morale's table that hold for a group in a lane.
func (d *duellist) rows(l *lanes, g, i int) (losses, numbers int) {
	lost := d.all - (d.byHP&l.pool[g][i] | ^d.byHP&l.fighting[g][i])
	return moraleRows(int(lost), int(d.all), int(l.startFighting[g][i]), int(l.startFighting[1-g][i]))
}

// duels says whether lanes may fight.
func (f *Fight) duels() bool { return len(f.groups) == 2 && f.b.choices > 0 }

// Pairings of a scene are ordered by who won initiative, nobody first, and then by what
// the groups chose among their orders.

// firstPairing is the first of a scene's.
func (f *Fight) firstPairing(s *scene) int32 { return s.index * int32(3*f.b.choices) }

// sceneOf is the scene of a pairing.
func (f *Fight) sceneOf(pairing int32) *scene { return f.memory.list[int(pairing)/(3*f.b.choices)] }

// known says whether lanes can fight any round in a scene.
func (f *Fight) known(s *scene) bool {
	for _, p := range f.memory.pairings[f.firstPairing(s):][:3*f.b.choices] {
		if p.known != 0 {
			return true
		}
	}
	return false
}

// choiceOf is the number of what both groups choose, by the entries of their orders; -1
// for one that follows none.
func (f *Fight) choiceOf(entry0, entry1 int) int32 {
	return int32((entry0+1)*(len(f.groups[1].orders)+1) + entry1 + 1)
}

// choiceIn is the same of a round.
func (f *Fight) choiceIn(r *round) int32 {
	if f.b.unaltering {
		return 0
	}
	entries := [2]int{-1, -1}
	for i := range entries {
		g := &f.groups[i]
		for k := range g.orders {
			if r.choices[i].order == &g.orders[k] {
				entries[i] = k
			}
		}
	}
	return f.choiceOf(entries[0], entries[1])
}

// playDuel fights rounds of a duel for as long as they were thought through before.
func (f *Fight) playDuel() {
	s := f.memory.here
	if s == nil || !f.duels() || !f.known(s) {
		return
	}
	if f.single == nil {
		f.single = new(batch)
	}
	l := &f.single.lanes
	l.open = 1
	f.enter(l, 0, s)
	if f.fightOn(l, &f.single.done, f.round+1) {
		f.resume(&f.single.done, 0)
	}
}

// resume goes on from where a lane has ended.
func (f *Fight) resume(e *ended, i int) {
	m, end, pairing := &f.memory, e.end[i], e.rest[i].pairing
	f.round = int(e.round[i])
	for k := range f.groups {
		g := &f.groups[k]
		g.pool, g.fighting, g.fp = int(e.pool[k][i]), int(e.rest[i].fighting[k]), f.fpAfter(e.tired[i], k)
		g.engaged = g.engaged || e.rest[i].engaged != 0
		if now := tired(g); now != g.tired {
			g.tired = now
			g.lowFP = lowFP(g)
		}
		if g.pool == 0 {
			g.standing = Down
		}
	}
	if end&leaves != 0 {
		m.here = f.sceneOf(pairing)
		return
	}
	f.dice.To(f.round, initiativeMoment)
	f.winner, f.first = f.drawWinner()
	m.here, f.changed = nil, end&(firstFalls|secondFalls) != 0
	if end&Later != 0 {
		f.endTired(m.noted[pairing])
		return
	}
	for k := range f.groups {
		if end.Broke(k) {
			f.breakUp(&f.groups[k])
		}
	}
	f.end(end.Outcome())
}

// fpAfter is the FP of a group's members after all have tired so often.
func (f *Fight) fpAfter(tired int32, i int) int {
	return f.fresh[i].fp - int(tired)*int(f.duellists[i].effort)
}
