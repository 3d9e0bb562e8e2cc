package heroic

import "heroicsim/dice"

// A plain step is one of a round that was thought through before, in which each
// group attacks one other with one weapon and none is attacked by two, so that
// nothing is to be divided, chosen or crowded out: most steps of most battles. Its
// attacks are made ready so far that they are one look-up and one draw each, the
// draw that the phases make.

// A blow is an attack made ready.
type blow struct {
	*attack
	moment dice.Moment
	tables []*dice.Table // by the numbers fighting on both sides; nil where they are too many
	width  int           // of a row of tables
}

// readyBlows returns the attacks of the steps of a phase as blows; ok is false
// where there is more to one of them.
func (f *Fight) readyBlows(steps *[2]step, phase dice.Phase) (blows []blow, ok bool) {
	for s := range steps {
		if len(steps[s].plans) > 0 && !steps[s].simple {
			return nil, false
		}
		for i := range steps[s].attacks {
			a := &steps[s].attacks[i]
			if !a.whole || a.fast {
				return nil, false
			}
			b := blow{attack: a, moment: dice.MomentOf(phase, a.by.stream, a.at.stream), width: a.at.Start + 1}
			b.tables = f.tablesFor(a)
			blows = append(blows, b)
		}
	}
	return blows, true
}

// A lossGrid holds the tables of the attacks that differ in nothing but numbers.
type lossGrid struct {
	skill, defence, shots, width int
	gropes                       bool
	tables                       []*dice.Table
}

// maxGrids bounds the tables that a Fight finds by numbers alone: 4 MB of pointers.
const maxGrids = 1 << 19

// tablesFor returns room for the tables of an attack by the numbers on both
// sides, nil where there is none.
func (f *Fight) tablesFor(a *attack) []*dice.Table {
	s, width := a.strike, a.at.Start+1
	n := (a.by.Start + 1) * width
	for _, g := range s.grids {
		if g.skill == a.skill.total && g.defence == a.defence.total && g.shots == a.shots && g.width == width && g.gropes == a.gropes && len(g.tables) == n {
			return g.tables
		}
	}
	if a.by.Start > maxGrids || a.at.Start > maxGrids || f.memory.grids+n > maxGrids {
		return nil
	}
	f.memory.grids += n
	g := lossGrid{a.skill.total, a.defence.total, a.shots, width, a.gropes, make([]*dice.Table, n)}
	s.grids = append(s.grids, g)
	return g.tables
}

// playPlain fights rounds that were thought through before, are plain and follow
// one another, and says whether there was one. It does what playRound does, as far
// as there is anything to do in such rounds: orders never change, and nobody
// arrives, moves or is told of.
func (f *Fight) playPlain() bool {
	m := &f.memory
	if !f.b.unaltering {
		return false
	}
	played := false
	for s := m.here; s != nil && !f.ended; s = m.here {
		if f.Stop != nil && f.Stop.Load() {
			break
		}
		winner, first := f.nextWinner()
		r := s.byWinner[winner+1]
		if r == nil || !r.plain {
			break
		}
		f.winner, f.first, played = winner, first, true
		f.round++
		f.openRound()
		f.replayPlain(r)
	}
	return played
}

// nextWinner is who will win initiative in the next round. A draw looks the same
// whenever it is looked at.
func (f *Fight) nextWinner() (winner, first int) {
	f.round++
	f.dice.To(f.round, initiativeMoment)
	winner, first = f.drawWinner()
	f.round--
	return winner, first
}

// replayPlain fights a plain round.
func (f *Fight) replayPlain(r *round) {
	f.memory.here = nil
	if len(r.shots) > 0 {
		if f.playBlows(r.shots, dice.RangedInjury); f.changed {
			f.fallOutAfterShots(r)
			return
		}
	}
	if len(r.blows) > 0 {
		if f.playBlows(r.blows, dice.MeleeInjury); f.changed {
			if f.endIfDown(); f.ended {
				return
			}
		}
	}
	f.endReplay(r)
}

// playBlows makes the blows of a phase and takes their losses.
func (f *Fight) playBlows(blows []blow, phase dice.Phase) {
	for i := range blows {
		b := &blows[i]
		b.by.engaged, b.at.engaged = true, true
		var t *dice.Table
		if f.RollDice {
			b.count()
		} else if at := b.by.fighting*b.width + b.at.fighting; at < len(b.tables) {
			if t = b.tables[at]; t == nil {
				t = f.tableOf(b)
				b.tables[at] = t
			}
		} else {
			t = f.tableOf(b)
		}
		f.dice.To(f.round, b.moment)
		if t == nil {
			f.resolve(b.attack)
			continue
		}
		b.at.loss = f.dice.Draw(t)
	}
	for i := range blows {
		g := blows[i].at
		if g.injury > 0 { // of dice, or of hits too many for a table
			f.suffer(g, phase)
		} else {
			f.lose(g, g.loss)
		}
		g.loss = 0
		f.changed = f.changed || g.pool == 0
	}
}

// count counts the attackers: all who fight.
func (b *blow) count() {
	n := b.by.fighting
	b.allotted, b.members, b.side = n, n, n
}

// tableOf is the table of a blow with the numbers that fight now, nil where they
// are too many for one.
func (f *Fight) tableOf(b *blow) *dice.Table {
	b.count()
	return f.lossTable(b.attack, f.effective(b.attack, f.crowd(b.attack)))
}
