package heroic

import (
	"math/bits"

	"heroicsim/dice"
)

// laneCount is how many lanes there are: as many as keep the processor busy, and fill a
// third of the memory next to it.
const laneCount = 128

// lanes are trials under way, the first of each array, all before the same round.
type lanes struct {
	open     int  // how many
	wide     bool // they are so many that vectors are worth while
	trial    [laneCount]dice.Trial
	pool     [2][laneCount]int32 // by group, like all that is in two
	fighting [2][laneCount]int32
	tired    [laneCount]int32 // how often all have tired
	engaged  [laneCount]int32 // 1 once anybody has attacked
	pairing  [laneCount]int32 // of the round, or one of its scene in which nobody wins initiative
	slot     [laneCount]uint8 // where it is asked for when it has ended
	end      [laneCount]End   // 0 until it is known to end

	// Of the round under way.
	fought                   int32 // the phases in which any lane has blows, a bit each
	startPool, startFighting [2][laneCount]int32
	hp                       [2][laneCount]int32 // taken in the phase
	draws                    [2][laneCount]uint64
	places                   [2][laneCount]dice.Place
	struck                   [laneCount]uint8 // lanes with hits, where every die is rolled
}

// marks are some of the lanes, a bit each.
type marks [laneCount / 64]uint64

// mark adds a lane where the lowest bit of a number is set.
func (m *marks) mark(i int, bit uint32) { m[i/64%len(m)] |= uint64(bit&1) << (i % 64) }

// all calls do with each marked lane, the last first, so that it may take lanes off.
func (m *marks) all(do func(i int)) {
	for k := len(m) - 1; k >= 0; k-- {
		for left := m[k]; left != 0; {
			i := 63 - bits.LeadingZeros64(left)
			left &^= 1 << i
			do(64*k + i)
		}
	}
}

// put begins a trial in a lane.
func (l *lanes) put(i int, t dice.Trial, pairing int32) {
	l.trial[i], l.pairing[i], l.slot[i] = t, pairing, uint8(i)
	l.tired[i], l.engaged[i], l.end[i] = 0, 0, 0
}

// fightOn fights rounds in lanes, the next of which has a number, until all have ended,
// and puts each into its slot. It says whether it came to that, and was not stopped.
// Each part of a round goes over all lanes before the next, so that the processor works
// on many of them at once. Luck makes marks there, where it would make bad branches.
func (f *Fight) fightOn(l *lanes, to *ended, round int) bool {
	m := &f.memory
	for ; l.open > 0; round++ {
		if f.stopped() {
			return false
		}
		l.wide = vectors && l.open >= few
		unknown := f.openLanes(l, round)
		l.take(&unknown, round-1, Later|leaves, to)
		for phase := range m.trades {
			if l.fought>>phase&1 == 0 {
				continue
			}
			if f.RollDice {
				f.rollTrade(l, round, phase)
			} else {
				leave := f.trade(l, round, phase)
				l.take(&leave, round-1, Later|leaves, to)
			}
			for g := range f.duellists {
				f.duellists[g].suffer(l, g)
			}
			if phase == 0 { // of two groups none is left to fight on with (HC-END)
				fallen := l.fallen()
				l.take(&fallen, round, 0, to)
			}
		}
		for g := range f.duellists {
			f.checkLanes(l, g, round)
		}
		n := l.drawn() // a die shows 1 or 2 for the draws of fatigueOdds, so it need not be rolled
		dice.Firsts(l.draws[0][:n], l.trial[:n], round, fatigueMoment)
		over := l.close(m.pairings, round >= f.b.MaxRounds)
		l.take(&over, round, 0, to)
		if to.closings > 0 {
			f.goOn(l, to)
		}
	}
	return true
}

// openLanes rolls for initiative in each lane and begins the round there.
func (f *Fight) openLanes(l *lanes, round int) (unknown marks) {
	if f.RollDice {
		return f.rollBegin(l, round)
	}
	f.chooseInLanes(l, round)
	n := l.drawn()
	dice.Firsts(l.draws[0][:n], l.trial[:n], round, initiativeMoment)
	return l.begin(f.memory.pairings, &f.firstActs)
}

// chooseInLanes has the groups choose among their orders in each lane.
func (f *Fight) chooseInLanes(l *lanes, round int) {
	if f.b.unaltering {
		return
	}
	f.round = round
	for i := range l.pairing[:l.open] {
		places := f.sceneOf(l.pairing[i]).places
		for k := range f.groups {
			g := &f.groups[k]
			g.pool, g.fighting, g.fp, g.standing = int(l.pool[k][i]), int(l.fighting[k][i]), f.fpAfter(l.tired[i], k), Steady
		}
		var entries [2]int
		for k := range f.groups {
			entries[k], _, _ = f.followed(&f.groups[k], places[k])
		}
		l.pairing[i] += f.choiceOf(entries[0], entries[1])
	}
}

// few lanes are gone over one by one.
const few = 3

// drawn is how many lanes are drawn for: those that are open, and to the end of the last
// vector.
func (l *lanes) drawn() int {
	if l.wide {
		return (l.open + 7) &^ 7
	}
	return l.open
}

// goOn lets the phases end the round that was fought in some lanes, and has them go on if
// there is still a battle in them, in which the next round was thought through before.
// Else that is done again when the trial is asked for.
func (f *Fight) goOn(l *lanes, to *ended) {
	closing := to.closing[:to.closings]
	to.closings = 0
	if !to.several {
		return // the trial under way is about to be resumed
	}
	for _, s := range closing {
		f.dice.Begin(to.seed, to.first+uint64(s))
		f.begin()
		if f.resume(to, int(s)); f.ended {
			continue
		}
		here := f.memory.here
		if here == nil {
			here = f.look()
		}
		if here != nil && f.known(here) {
			l.open++
			f.enter(l, l.open-1, here)
			l.slot[l.open-1] = s
		}
	}
}

// enter puts the trial under way into a lane.
func (f *Fight) enter(l *lanes, i int, s *scene) {
	l.put(i, f.dice.Trial(), f.firstPairing(s))
	for k := range f.groups {
		g := &f.groups[k]
		l.pool[k][i], l.fighting[k][i] = int32(g.pool), int32(g.fighting)
		l.engaged[i] |= int32(bit(g.engaged))
		if effort := int(f.duellists[k].effort); effort > 0 {
			l.tired[i] = int32((f.fresh[k].fp - g.fp) / effort)
		}
	}
}

// take moves lanes into their slots, and others to their places.
func (l *lanes) take(m *marks, round int, end End, to *ended) {
	m.all(func(i int) { l.takeOne(i, round, end, to) })
}

func (l *lanes) takeOne(i, round int, end End, to *ended) {
	s := l.slot[i]
	to.round[s], to.tired[s] = int32(round), l.tired[i]
	to.pool[0][s], to.pool[1][s] = l.pool[0][i], l.pool[1][i]
	to.rest[s] = rest{[2]int32{l.fighting[0][i], l.fighting[1][i]}, l.engaged[i], l.pairing[i]}
	end |= l.ending(i)
	if to.end[s] = end; end == Later {
		to.closing[to.closings] = s
		to.closings++
	}
	l.open--
	l.move(l.open, i)
}

// ending is how a lane ended: who falls checks no morale, and where nobody falls or breaks
// there is more to come.
func (l *lanes) ending(i int) End {
	falls := firstFalls*End(atLeast(0, int(l.pool[0][i]))) | secondFalls*End(atLeast(0, int(l.pool[1][i])))
	breaks := l.end[i] &^ -End(atLeast(int(falls), 1))
	return falls | breaks | Later&-End(atLeast(0, int(falls|breaks)))
}

// move moves a lane to the place of another.
func (l *lanes) move(from, to int) {
	l.trial[to], l.pairing[to], l.slot[to], l.end[to] = l.trial[from], l.pairing[from], l.slot[from], l.end[from]
	l.tired[to], l.engaged[to] = l.tired[from], l.engaged[from]
	for g := range l.pool {
		l.pool[g][to], l.fighting[g][to], l.hp[g][to] = l.pool[g][from], l.fighting[g][from], l.hp[g][from]
		l.startPool[g][to], l.startFighting[g][to] = l.startPool[g][from], l.startFighting[g][from]
	}
}

// trade makes the blows of a phase in each lane, and marks those where there are no
// tables for so many.
func (f *Fight) trade(l *lanes, round, phase int) (leave marks) {
	m, n := &f.memory, l.drawn()
	l.findPlaces(m.layouts[phase], m.places, &f.crowds)
	for g := range l.hp {
		dice.Firsts(l.draws[g][:n], l.trial[:n], round, f.blowMoments[phase][g])
		m.rack.Glance(l.hp[g][:n], l.places[g][:n], l.draws[g][:n])
	}
	looks := l.untold()
	looks.all(func(i int) {
		if !f.tradeAt(l, i, phase) {
			leave.mark(i, 1)
		}
	})
	return leave
}

// tradeAt looks for what the blows of a phase take in a lane, where that takes more than a
// glance. It says whether there are tables, or else lets the lane be as it was before
// the round.
func (f *Fight) tradeAt(l *lanes, i, phase int) bool {
	m := &f.memory
	t, lies := &m.trades[phase][l.pairing[i]], &m.layouts[phase][l.pairing[i]]
	for k := range t.blows {
		draw := l.draws[k][i]
		if place := l.places[k][i]; place != 0 {
			l.hp[k][i] = int32(m.rack.Value(place, draw))
			continue
		}
		place, table := dice.Nothing, f.tableIn(l, i, &t.blows[k])
		switch {
		case table != nil:
			l.hp[k][i] = int32(table.Value(draw))
		case t.blows[k].attack != nil:
			for g := range l.pool {
				l.pool[g][i], l.fighting[g][i] = l.startPool[g][i], l.startFighting[g][i]
			}
			return false
		default:
			l.hp[k][i] = 0
		}
		if at := lies.at(l, i, &f.crowds); at >= firstPlace {
			if table != nil {
				place, _ = m.rack.Put(table)
			}
			m.places[at][k] = place
		}
	}
	f.looked(t, lies)
	return true
}

// tableIn is the table of a blow in a lane, nil if there is none.
func (f *Fight) tableIn(l *lanes, i int, b *blow) *dice.Table {
	if b.attack == nil {
		return nil
	}
	for g := range f.groups {
		f.groups[g].fighting = int(l.fighting[g][i])
	}
	return f.tableOf(b)
}

// checkLanes makes the checks of morale of a group that are due.
func (f *Fight) checkLanes(l *lanes, g, round int) {
	d := &f.duellists[g]
	due := d.due(l, g)
	due.all(func(i int) {
		losses, numbers := d.rows(l, g, i)
		var breaks int
		if f.RollDice {
			breaks = atLeast(f.diceIn(l, i, round, d.moment).Success(), d.breaksAt[losses][numbers])
		} else {
			breaks = d.breakOdds[losses][numbers].Happen(l.trial[i].First(round, d.moment))
		}
		l.end[i] |= End(breaks << g)
	})
}
