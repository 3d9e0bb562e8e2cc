package heroic

import "heroicsim/dice"

// Where every die is rolled, lanes have the phases' own functions roll, lane by lane: what
// is done side by side is all that is not dice.

// diceIn are the dice of a trial, at a moment of a round.
func (f *Fight) diceIn(l *lanes, i, round int, m dice.Moment) *dice.Dice {
	f.dice.Resume(l.trial[i])
	f.dice.To(round, m)
	return &f.dice
}

// rollBegin is lanes.begin with dice.
func (f *Fight) rollBegin(l *lanes, round int) (unknown marks) {
	f.chooseInLanes(l, round)
	l.noteStart()
	for i := range l.pairing[:l.open] {
		f.diceIn(l, i, round, initiativeMoment)
		winner, _ := f.rollPairs()
		l.pair(i, f.memory.pairings, int32((winner+1)*f.b.choices), &unknown)
	}
	return unknown
}

// rollTrade makes the blows of a phase in each lane, with the HT rolls that follow.
func (f *Fight) rollTrade(l *lanes, round, phase int) {
	f.round = round
	for i := range l.pairing[:l.open] {
		for g := range f.groups {
			f.groups[g].fighting = int(l.fighting[g][i])
		}
		t := &f.memory.trades[phase][l.pairing[i]]
		for k := range t.blows {
			if b := &t.blows[k]; b.attack != nil {
				n := b.by.fighting
				b.allotted, b.members, b.side = n, n, n
				f.diceIn(l, i, round, b.moment)
				f.resolve(b.attack)
			}
		}
		for g := range f.groups {
			l.hp[g][i] = int32(f.takeRolled(&f.groups[g], injuryPhases[phase]))
		}
	}
}

var injuryPhases = [...]dice.Phase{dice.RangedInjury, dice.MeleeInjury}

// takeRolled is what of a group's injury it loses, which is taken from it elsewhere.
func (f *Fight) takeRolled(g *group, phase dice.Phase) (taken int) {
	if taken = g.injury; taken > 0 && f.b.Rules.HTHalving {
		taken, _ = f.rollHT(g, phase, taken)
	}
	g.injury = 0
	return taken
}
