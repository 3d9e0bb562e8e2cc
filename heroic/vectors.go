package heroic

import "heroicsim/dice"

// What follows goes over all lanes and does the same to each: with vectors, eight lanes at
// a time, where the processor has them, and lane by lane elsewhere. It comes to the same.

// firstActs are what a draw for initiative adds to a pairing in which nobody wins it.
type firstActs struct {
	below uint64 // the draws for less
	above uint64 // the draws for nobody
	less  int32
	more  int32
}

// newFirstActs makes them as Battle.winner has it.
func (b *Battle) newFirstActs() firstActs {
	a := firstActs{below: uint64(b.wins[0]), above: 1<<64 - 1}
	if b.Rules.InitiativeTie {
		a.above = uint64(b.wins[1]) - 1
	}
	a.less, a.more = int32(b.choices*(1+b.Sides[0].stream)), int32(b.choices*(2-b.Sides[0].stream))
	return a
}

// begin begins a round in each lane, and marks those in which it was not thought through
// before: their pairing is still one of those in which nobody wins initiative.
func (l *lanes) begin(pairings []pairing, a *firstActs) (unknown marks) {
	l.noteStart()
	if l.wide {
		l.fought = beginMany(l, &pairings[0], l.open, a, &unknown)
		return unknown
	}
	for i := range l.pairing[:l.open] {
		add := a.more
		if l.draws[0][i] < a.below {
			add = a.less
		}
		if l.draws[0][i] > a.above {
			add = 0
		}
		l.pair(i, pairings, add, &unknown)
	}
	return unknown
}

// noteStart notes the state at the start of a round.
func (l *lanes) noteStart() {
	n := l.open
	for g := range l.pool {
		copy(l.startPool[g][:n], l.pool[g][:n])
		copy(l.startFighting[g][:n], l.fighting[g][:n])
	}
	l.fought = 0
}

// pair finds the pairing of a round, as far on as add says, or marks the lane.
func (l *lanes) pair(i int, pairings []pairing, add int32, unknown *marks) {
	p := &pairings[l.pairing[i]+add]
	l.fought |= p.fought
	l.pairing[i] += add & -p.known
	unknown.mark(i, uint32(1-p.known))
}

// findPlaces finds the places of the tables for the blows in each lane.
func (l *lanes) findPlaces(layouts []layout, places [][2]dice.Place, c *crowds) {
	if l.wide {
		findMany(l, &layouts[0], &places[0], l.open, c)
		return
	}
	for i := range l.pairing[:l.open] {
		p := &places[layouts[l.pairing[i]].at(l, i, c)]
		l.places[0][i], l.places[1][i] = p[0], p[1]
	}
}

// untold marks the lanes in which it takes more than a glance to see what the blows take.
func (l *lanes) untold() (m marks) {
	if l.wide {
		negativeMany(&l.hp[0][0], &l.hp[1][0], 0, l.open, &m)
		return m
	}
	for i := range l.pairing[:l.open] {
		m.mark(i, uint32(l.hp[0][i]|l.hp[1][i])>>31)
	}
	return m
}

// fallen marks the lanes in which somebody has no HP left.
func (l *lanes) fallen() (m marks) {
	if l.wide {
		negativeMany(&l.pool[0][0], &l.pool[1][0], 1, l.open, &m)
		return m
	}
	for i := range l.pairing[:l.open] {
		m.mark(i, uint32((l.pool[0][i]-1)|(l.pool[1][i]-1))>>31)
	}
	return m
}

// suffer takes the HP of a phase from the pools of a group, and says who still fights.
func (d *flesh) suffer(l *lanes, g int) {
	if l.wide {
		sufferMany(&l.pool[g][0], &l.fighting[g][0], &l.hp[g][0], l.open, d.less, d.inverse)
		return
	}
	pool, fighting, hp := l.pool[g][:l.open], l.fighting[g][:l.open], l.hp[g][:l.open]
	for i := range pool {
		left := int(pool[i] - hp[i])
		left &^= left >> 63 // at least 0
		pool[i], fighting[i] = int32(left), int32(uint64(left+d.less)*d.inverse>>40)
	}
}

// due marks the lanes in which a group checks morale after a round, as mustCheck has it.
func (d *nerve) due(l *lanes, g int) (m marks) {
	pool, start, now := &l.pool[g], &l.startFighting[g], &l.fighting[g]
	if d.byHP != 0 {
		start, now = &l.startPool[g], pool
	}
	if l.wide {
		dueMany(&pool[0], &start[0], &now[0], l.open, d.dueAt, &m)
		return m
	}
	for i := range pool[:l.open] {
		m.mark(i, uint32((pool[i]-d.dueAt-1)&(now[i]-start[i]))>>31)
	}
	return m
}

// close ends a round in each lane, and marks those in which somebody has fallen or broken,
// or there may be more to the end of the round: there it is as if nobody had tired.
func (l *lanes) close(pairings []pairing, last bool) (over marks) {
	if l.wide {
		closeMany(l, &pairings[0], l.open, uint64(fatigueOdds), bit(last), &over)
		return over
	}
	for i := range l.pairing[:l.open] {
		p := &pairings[l.pairing[i]]
		l.engaged[i] |= int32(atLeast(int(p.fought), 1))
		tires := int32(fatigueOdds.Happen(l.draws[0][i])) & l.engaged[i]
		ends := ((l.pool[0][i] - 1) | (l.pool[1][i] - 1) | -int32(l.end[i]) | (p.tiresAt - l.tired[i] - tires - 1) | -int32(bit(last))) >> 31
		l.tired[i] += tires &^ ends
		l.pairing[i] ^= (l.pairing[i] ^ p.next) &^ ends
		over.mark(i, uint32(ends))
	}
	return over
}
