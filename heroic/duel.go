package heroic

import "heroicsim/dice"

// Plain rounds between two groups are fought without leaving one loop, as long as
// they come to nothing but losses of HP and FP. Where more may come of one (a
// group is down, or checks morale, or tires), the phases end it.

// A trade is what two groups do to each other in a phase of a plain round.
type trade struct {
	any    bool
	crowds bool     // too many for tables by numbers
	blows  [2]*blow // by target; nil where nobody attacks it
}

// maxDuel bounds pools times the HP of a member, and maxDuellists the members, so that
// dividing by multiplying is exact.
const (
	maxDuel      = 1 << 40
	maxDuellists = 1 << 22
)

// readyDuel makes a plain round one of a duel, if it is.
func (f *Fight) readyDuel(r *round) {
	if len(f.groups) != 2 {
		return
	}
	for i := range f.groups {
		if g := &f.groups[i]; g.standing != Steady || (g.Pool+g.hp)*g.hp >= maxDuel || g.Start > maxDuellists {
			return
		}
	}
	for i, blows := range [...][]blow{r.shots, r.blows} {
		for k := range blows {
			b, t := &blows[k], &r.trades[i]
			t.any, t.blows[b.at.index] = true, b
			t.crowds = t.crowds || b.tables == nil
		}
	}
	r.duel = true
}

// A duellist is what of a group does not change in a duel.
type duellist struct {
	*group
	width   int    // of the rows of tables in which it is the target
	inverse uint64 // of the HP of a member, in parts of 2^40, rounded up
	dueAt   int    // HP of the pool at which it checks morale; -1: never
	byHP    int    // -1 for one that checks when it loses HP, 0 for one that checks when it loses members
	effort  int    // FP lost at a time, 0 where it does not tire
}

// newDuellists makes those of a battle of two groups.
func (f *Fight) newDuellists() (both [2]duellist) {
	if len(f.groups) != 2 {
		return both
	}
	for i := range both {
		g := &f.groups[i]
		d := duellist{group: g, width: g.Start + 1, inverse: 1<<40/uint64(g.hp) + 1, dueAt: g.checkAt, effort: g.effort}
		if g.Character || !f.b.Rules.Morale {
			d.dueAt = -1
		}
		if g.lone() {
			d.byHP = -1
		}
		if !f.b.Rules.Fatigue {
			d.effort = 0
		}
		both[i] = d
	}
	return both
}

// without is what is left of a pool, and who still fights.
func (d *duellist) without(pool, hp int) force {
	left := pool - hp
	left &^= left >> 63 // at least 0
	return force{left, int(uint64(left+d.hp-1) * d.inverse >> 40)}
}

// due is -1 if the duellist checks morale with this pool after losing so many HP
// and members, else 0, as mustCheck has it.
func (d *duellist) due(pool, hp, members int) int {
	return (pool - d.dueAt - 1) & -(d.byHP&hp | ^d.byHP&members) >> 63
}

// hit is what a blow takes from its target, by the numbers fighting; ok is false
// where there is no table for them.
func (f *Fight) hit(b *blow, round, at int) (hp int, ok bool) {
	if b == nil {
		return 0, true
	}
	var table *dice.Table
	if at < len(b.tables) {
		table = b.tables[at]
	} else {
		table = f.tableOf(b)
	}
	if table == nil {
		return 0, false
	}
	return table.Value(f.dice.First(round, b.moment)), true
}

// exchange is what the groups come to from x and y by a trade; ok is false where
// there is no table for their numbers.
func (f *Fight) exchange(t *trade, g, h *duellist, x, y force, round int) (_, _ force, ok bool) {
	if t.crowds {
		g.fighting, h.fighting = x.fighting, y.fighting
	}
	lost, ok := f.hit(t.blows[0], round, y.fighting*g.width+x.fighting)
	inflicted, ok2 := f.hit(t.blows[1], round, x.fighting*h.width+y.fighting)
	return g.without(x.pool, lost), h.without(y.pool, inflicted), ok && ok2
}

// breaks is 1 if a check of morale breaks the duellist, else 0.
func (d *duellist) breaks(from *dice.Dice, round int, now counts, own, enemy int) int {
	lost, of := d.lost(now.pool, now.fighting)
	losses, numbers := moraleRows(lost, of, own, enemy)
	return breakOdds(d.breaksAt[losses][numbers]).Happen(from.First(round, d.moraleMoment))
}

// A force is what attacks change of a group: so little that it is handed on in registers.
type force struct{ pool, fighting int }

// counts are what changes of a group in a duel.
type counts struct {
	force
	fp int
}

func (g *group) counts() counts { return counts{force{g.pool, g.fighting}, g.fp} }

func (g *group) count(c counts, engaged bool) {
	g.pool, g.fighting, g.fp = c.pool, c.fighting, c.fp
	if g.engaged = g.engaged || engaged; g.pool == 0 {
		g.standing = Down
	}
}

// playDuel fights rounds of a duel for as long as they were thought through before.
func (f *Fight) playDuel() {
	m := &f.memory
	if len(f.groups) != 2 || !f.b.unaltering || f.RollDice {
		return
	}
	for m.here != nil && !f.ended && f.duelOn(&f.duellists[0], &f.duellists[1]) {
	}
}

// downs are how a duel ends in which somebody has no HP left (HC-END).
var downs = [2][2]Outcome{{Draw, SecondWins}, {FirstWins, Undecided}}

// duelOn fights rounds that come to nothing but losses, and one that comes to more.
// It says whether there was one.
func (f *Fight) duelOn(g, h *duellist) bool {
	m := &f.memory
	a, b, engaged := g.counts(), h.counts(), g.engaged && h.engaged
	for {
		round := f.round + 1
		winner, first := f.b.winner(f.dice.First(round, initiativeMoment))
		r := m.here.byWinner[winner+1]
		if r == nil || !r.duel || round%64 == 0 && f.Stop != nil && f.Stop.Load() {
			g.count(a, engaged)
			h.count(b, engaged)
			return false
		}
		x, y, ok := a, b, true
		if r.trades[0].any {
			x.force, y.force, ok = f.exchange(&r.trades[0], g, h, x.force, y.force, round)
			ok = ok && (x.pool-1)|(y.pool-1) >= 0 // who is shot down falls out of the round
		}
		if ok && r.trades[1].any {
			x.force, y.force, ok = f.exchange(&r.trades[1], g, h, x.force, y.force, round)
		}
		if !ok {
			g.count(a, engaged)
			h.count(b, engaged)
			f.playRound()
			return true
		}
		gone := (x.pool-1)|(y.pool-1) < 0
		engaged = engaged || r.trades[0].any || r.trades[1].any
		breaks0, breaks1 := 0, 0
		due0, due1 := g.due(x.pool, a.pool-x.pool, a.fighting-x.fighting), h.due(y.pool, b.pool-y.pool, b.fighting-y.fighting)
		if due0|due1 != 0 {
			breaks0 = due0 & g.breaks(&f.dice, round, x, a.fighting, b.fighting)
			breaks1 = due1 & h.breaks(&f.dice, round, y, b.fighting, a.fighting)
		}
		if tires := fatigueOdds.Happen(f.dice.First(round, fatigueMoment)); engaged {
			x.fp -= tires * g.effort
			y.fp -= tires * h.effort
		}
		if !gone && breaks0|breaks1 == 0 && x.fp > g.lowFP && y.fp > h.lowFP && round < f.b.MaxRounds {
			f.round, m.here = round, r.next
			a, b = x, y
			continue
		}
		x.fp, y.fp = a.fp, b.fp // the Fatigue Phase takes them
		f.round, f.winner, f.first, m.here = round, winner, first, nil
		f.changed = gone
		g.count(x, engaged)
		h.count(y, engaged)
		if gone {
			f.end(downs[min(x.pool, 1)][min(y.pool, 1)])
			return true
		}
		if breaks0 != 0 {
			f.breakUp(g.group)
		}
		if breaks1 != 0 {
			f.breakUp(h.group)
		}
		if f.endIfUnsteady(); !f.ended {
			f.endTired(r)
		}
		return true
	}
}
