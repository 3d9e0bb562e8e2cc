package heroic

import (
	"math"

	"heroicsim/dice"
)

// Where every die is rolled, lanes roll them side by side. What the phases make of the
// dice of a contest goes by the numbers that fight. They work it out once, and it is
// found again as tables are, by the same layouts.

// A reckoning is all that turns the dice of a blow into injury.
type reckoning struct {
	strike                                         *strike
	skill, defence, speedFactor, multiplier, limit int
}

// Reckonings are kept as the hits that each fall of the dice of a contest comes to.
type reckonings struct {
	places  [][2]dice.Place // of memory.places, as layouts say: their numbers, of which the first is nowhere
	known   map[reckoning]dice.Place
	hits    []int32
	strikes []*strike // of each
	step    int       // in hits from one roll of the attack to the next
	from    int       // to the hits of rolls of 0
	size    int       // how many there are of one reckoning
}

// The rolls of 3d.
const (
	least3d = 3
	rolls3d = 16
)

// maxReckoned bounds how many hits are kept, 16 MB, until all are worked out anew.
const maxReckoned = 1 << 22

// newReckonings makes room for those of a battle: the difference of the rolls tells the
// hits, unless a switch looks at the attack's roll as well.
func (b *Battle) newReckonings() *reckonings {
	r := &reckonings{known: map[reckoning]dice.Place{}, strikes: make([]*strike, nothing+1)}
	if b.quick {
		r.step, r.from, r.size = -1, rolls3d-1, 2*rolls3d-1
	} else {
		r.step, r.from, r.size = rolls3d, -least3d*rolls3d-least3d, rolls3d*rolls3d
	}
	r.hits = make([]int32, (nothing+1)*r.size)
	r.places = [][2]dice.Place{nothing: {nothing, nothing}}
	return r
}

// forget forgets all that has been worked out.
func (r *reckonings) forget() {
	clear(r.known)
	clear(r.places[firstPlace:])
	r.hits, r.strikes = r.hits[:(nothing+1)*r.size], r.strikes[:nothing+1]
}

// hitsIn are the hits of a contest whose dice a draw shows.
func (r *reckonings) hitsIn(p dice.Place, draw uint64) int32 {
	attack, defence := dice.ContestIn(draw)
	return r.hits[int(p)*r.size+r.from+r.step*attack+defence]
}

// reckon finds the place of a blow with the numbers that fight now.
func (f *Fight) reckon(b *blow) dice.Place {
	r := f.rolled
	if b.attack == nil {
		return nothing // who does not attack
	}
	b.count()
	a, skill := b.attack, f.effective(b.attack, f.crowd(b.attack))
	key := reckoning{a.strike, skill, a.defence.total, a.speedFactor, f.multiplier(a), a.limit()}
	if key.limit >= f.mostHits(a, skill, key.multiplier) {
		key.limit = -1
	}
	place, ok := r.known[key]
	if ok {
		return place
	}
	if a.strike.sums == nil {
		a.strike.startSums(&f.b.Rules)
	}
	place = dice.Place(len(r.strikes))
	r.hits, r.strikes = append(r.hits, make([]int32, r.size)...), append(r.strikes, a.strike)
	of := r.hits[len(r.hits)-r.size:]
	for attack := least3d; attack < least3d+rolls3d; attack++ {
		for defence := least3d; defence < least3d+rolls3d; defence++ {
			if f.b.quick && min(attack, defence) > least3d {
				break // a contest with the same difference has been worked out
			}
			_, hits := f.decide(a, skill, attack, defence)
			of[r.from+r.step*attack+defence] = int32(hits)
		}
	}
	r.known[key] = place
	return place
}

// rollBegin is lanes.begin with dice.
func (f *Fight) rollBegin(l *lanes, round int) (unknown marks) {
	f.chooseInLanes(l, round)
	l.noteStart()
	n := l.drawn()
	dice.Firsts(l.draws[0][:n], l.trial[:n], round, initiativeMoment)
	for i := range l.pairing[:l.open] {
		winner := f.b.winnerOf(dice.PairIn(l.draws[0][i]))
		if winner < 0 && !f.b.Rules.InitiativeTie {
			f.diceIn(l, i, round, initiativeMoment)
			winner, _ = f.rollPairs()
		}
		l.pair(i, f.memory.pairings, int32((winner+1)*f.b.choices), &unknown)
	}
	return unknown
}

// diceIn are the dice of a trial, at a moment of a round.
func (f *Fight) diceIn(l *lanes, i, round int, m dice.Moment) *dice.Dice {
	f.dice.Resume(l.trial[i])
	f.dice.To(round, m)
	return &f.dice
}

// rollTrade makes the blows of a phase in each lane, with the HT rolls that follow.
func (f *Fight) rollTrade(l *lanes, round, phase int) {
	switch {
	case f.rolled == nil:
		f.rolled = f.b.newReckonings()
	case len(f.rolled.hits) > maxReckoned:
		f.rolled.forget()
	}
	m, r, n := &f.memory, f.rolled, l.drawn()
	r.grow(m.places)
	l.findPlaces(m.layouts[phase], r.places, &f.crowds)
	for g := range l.hp {
		dice.Firsts(l.draws[g][:n], l.trial[:n], round, f.blowMoments[phase][g])
		struck := 0
		for i := range l.pairing[:l.open] {
			place := l.places[g][i]
			if place == 0 {
				f.reckonIn(l, i, phase)
				place = l.places[g][i]
			}
			hits := r.hitsIn(place, l.draws[g][i])
			l.hp[g][i], l.struck[struck%laneCount] = hits, uint8(i)
			struck += atLeast(int(hits), 1)
		}
		for _, i := range l.struck[:struck] {
			l.hp[g][i] = f.rollHits(r.strikes[l.places[g][i]], l, int(i), g, round, phase)
		}
		if f.b.Rules.HTHalving && struck > 0 {
			d := &f.duellists[g]
			dice.Firsts(l.draws[g][:n], l.trial[:n], round, f.blowHT[phase][g])
			for _, i := range l.struck[:struck] {
				passed := atLeast(d.failsFrom-1, dice.SuccessIn(l.draws[g][i]))
				hp := l.hp[g][i]
				l.hp[g][i] = hp ^ (hp^int32(halfUp(int(hp))))&-int32(passed) // HC-HT
			}
		}
	}
}

// reckonIn finds the places of a phase's blows in a lane.
func (f *Fight) reckonIn(l *lanes, i, phase int) {
	m := &f.memory
	t, lies := &m.trades[phase][l.pairing[i]], &m.layouts[phase][l.pairing[i]]
	for g := range f.groups {
		f.groups[g].fighting = int(l.fighting[g][i])
	}
	at := lies.at(l, i, &f.crowds)
	for k := range t.blows {
		l.places[k][i] = f.reckon(&t.blows[k])
		if at >= firstPlace {
			f.rolled.places[at][k] = l.places[k][i]
		}
	}
	f.looked(t, lies)
	f.rolled.grow(f.memory.places)
}

// grow makes places for as many as there are of tables.
func (r *reckonings) grow(as [][2]dice.Place) {
	if cap(r.places) < len(as) {
		r.places = append(make([][2]dice.Place, 0, cap(as)), r.places...)
	}
	r.places = r.places[:len(as)]
}

// maxRolled bounds the injury of a blow: half of it is more than any pool has.
const maxRolled = math.MaxInt32

// rollHits rolls the damage of the hits in a lane, after the dice of the contest.
func (f *Fight) rollHits(s *strike, l *lanes, i, g, round, phase int) int32 {
	hits, r, injury := int(l.hp[g][i]), &f.b.Rules, 0
	if s.worth != nil {
		injury = s.injured(s.worth.After(l.trial[i], round, f.blowMoments[phase][g], hits), 0, r)
	} else {
		f.diceIn(l, i, round, f.blowMoments[phase][g]).Next()
		injury = f.rollInjury(s, hits, nil)
	}
	return int32(min(injury, maxRolled))
}

var injuryPhases = [...]dice.Phase{dice.RangedInjury, dice.MeleeInjury}
