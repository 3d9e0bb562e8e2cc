package heroic

import "heroicsim/dice"

// A whole attack is drawn at once: the contest together with the injury of its
// hits, and the HT roll too where nobody else attacks the target in the phase. Only
// what comes of it matters to the battle; a story gets rolls that fit it.

// odds are tables of what contests with a strike come to.
type odds struct {
	slots []oddsSlot // a hash table; its length is a power of two, and a quarter of it stays free
	shift uint
	used  int
}

type oddsSlot struct {
	key   uint64 // 0: free
	table *dice.Table
}

func newOdds() odds { return odds{slots: make([]oddsSlot, 16), shift: 60} }

// maxOdds bounds the tables that are kept.
const maxOdds = 4096

// The bits of a key: skill and defence, the multiplier in thousandths, the limit.
const (
	scoreBits      = 12
	multiplierBits = 20
	limitBits      = 20
)

// oddsKey is the key of a contest; ok is false where its numbers are too large
// for one. A limit of -1 is none.
func oddsKey(skill, defence, multiplier, limit int) (key uint64, ok bool) {
	const middle = 1 << (scoreBits - 1)
	skill, defence, limit = skill+middle, defence+middle, limit+1
	ok = (skill|defence)>>scoreBits == 0 && multiplier>>multiplierBits == 0 && limit>>limitBits == 0
	key = uint64(skill)<<scoreBits | uint64(defence)
	return (key<<multiplierBits|uint64(multiplier))<<limitBits | uint64(limit), ok
}

// injuryTable is the table of an attack's injury, nil where its numbers are too
// large for one.
func (f *Fight) injuryTable(a *attack, skill int) *dice.Table {
	return f.table(&a.strike.injuries, a, skill, f.injuryOdds)
}

// lossTable is the table of what the target of an attack loses, after its HT roll
// (HC-HT), nil where the numbers are too large for one.
func (f *Fight) lossTable(a *attack, skill int) *dice.Table {
	return f.table(&a.strike.losses, a, skill, f.lossOdds)
}

// table finds the table of an attack, or makes it.
func (f *Fight) table(o *odds, a *attack, skill int, work func(*attack, int) spread) *dice.Table {
	multiplier, limit := f.multiplier(a), a.limit()
	most := f.mostHits(a, skill, multiplier)
	if limit >= most {
		limit = -1
	}
	key, ok := oddsKey(skill, a.defence.total, multiplier, limit)
	if !ok || most > a.strike.most {
		return nil
	}
	if t := o.find(key); t != nil {
		return t
	}
	p := work(a, skill)
	t := dice.NewTable(p.low, p.p)
	o.keep(key, t)
	return t
}

// mostHits is more than the contest can come to, or as much.
func (f *Fight) mostHits(a *attack, skill, multiplier int) int {
	return hits(max(0, skill-a.defence.total+15, skill-3), a.speedFactor, multiplier, -1)
}

// place is where a key is first looked for.
func (o *odds) place(key uint64) int { return int(key * 0x9e3779b97f4a7c15 >> o.shift) }

// find returns the table of a key, nil where there is none yet.
func (o *odds) find(key uint64) *dice.Table {
	for i := o.place(key); ; i++ {
		slot := &o.slots[i&(len(o.slots)-1)]
		if slot.key == key || slot.key == 0 {
			return slot.table
		}
	}
}

// keep adds a table.
func (o *odds) keep(key uint64, t *dice.Table) {
	if o.used >= maxOdds {
		*o = newOdds() // begin again: what is in use will come back
	}
	if 4*(o.used+1) > 3*len(o.slots) {
		old := o.slots
		o.slots, o.used, o.shift = make([]oddsSlot, 2*len(old)), 0, o.shift-1
		for _, slot := range old {
			if slot.key != 0 {
				o.keep(slot.key, slot.table)
			}
		}
	}
	i := o.place(key)
	for o.slots[i&(len(o.slots)-1)].key != 0 {
		i++
	}
	o.slots[i&(len(o.slots)-1)] = oddsSlot{key, t}
	o.used++
}

// ways3d[n] is the number of ways, of 216, in which 3d show n.
var ways3d = [19]float64{3: 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1}

// contests calls do with all the rolls that a contest can show, and their chance.
func contests(do func(attackRoll, defenceRoll int, p float64)) {
	for attackRoll := 3; attackRoll <= 18; attackRoll++ {
		for defenceRoll := 3; defenceRoll <= 18; defenceRoll++ {
			do(attackRoll, defenceRoll, ways3d[attackRoll]*ways3d[defenceRoll]/(216*216))
		}
	}
}

// injuryOdds is the distribution of an attack's injury: over all rolls of its
// contest, and all that the hits may come to. It must have no more hits than the
// strike can add up.
func (f *Fight) injuryOdds(a *attack, skill int) spread {
	var byHits []float64
	contests(func(attackRoll, defenceRoll int, p float64) {
		_, n := f.decide(a, skill, attackRoll, defenceRoll)
		for n >= len(byHits) {
			byHits = append(byHits, 0)
		}
		byHits[n] += p
	})
	high := 0
	for n, p := range byHits {
		if p > 0 {
			injury := a.strike.injuryOf(n, &f.b.Rules)
			high = max(high, injury.low+len(injury.p)-1)
		}
	}
	odds := newSpread(0, high)
	for n, p := range byHits {
		if p == 0 {
			continue
		}
		injury := a.strike.injuryOf(n, &f.b.Rules)
		for i, q := range injury.p {
			odds.p[injury.low+i] += p * q
		}
	}
	return odds
}

// lossOdds is the distribution of what the target of an attack loses.
func (f *Fight) lossOdds(a *attack, skill int) spread {
	return f.afterHT(a.at, f.injuryOdds(a, skill))
}

// afterHT turns the odds of a group's injury, from 0 on, into those of its loss
// (HC-HT).
func (f *Fight) afterHT(g *group, odds spread) spread {
	halves := f.halves(g)
	for injury, p := range odds.p {
		if lost := halfUp(injury); lost < injury {
			odds.p[injury] -= p * halves
			odds.p[lost] += p * halves
		}
	}
	return odds
}

// halves is the probability that an HT roll halves a group's injury (HC-HT).
func (f *Fight) halves(g *group) float64 {
	p := 0.0
	for roll := 3; roll <= 18 && f.b.Rules.HTHalving; roll++ {
		if succeeds(roll, g.ht) {
			p += ways3d[roll] / 216
		}
	}
	return p
}

// fitInjury finds the injury and the HT roll's success behind a loss.
func (f *Fight) fitInjury(a *attack, skill, loss int) (injury int, halved bool) {
	odds, halves := f.injuryOdds(a, skill), f.halves(a.at)
	// The loss itself, not halved; and what it is the half of, rounded up.
	from := [...]int{loss, max(0, 2*loss-1), 2 * loss}
	weights := []float64{odds.of(from[0]) * (1 - halves), odds.of(from[1]) * halves, odds.of(from[2]) * halves}
	if loss == 0 {
		weights[1] = 0
	}
	i := f.dice.Draw(dice.NewTable(0, weights))
	return from[i], i > 0
}

// tellDrawn finds rolls for an injury that was drawn, as likely as they would have
// fallen, and tells of them. Its draws come after all others of the moment.
func (f *Fight) tellDrawn(a *attack, skill, injury int) {
	weights := make([]float64, 16*16)
	contests(func(attackRoll, defenceRoll int, p float64) {
		_, n := f.decide(a, skill, attackRoll, defenceRoll)
		weights[16*(attackRoll-3)+defenceRoll-3] = p * a.strike.injuryOf(n, &f.b.Rules).of(injury)
	})
	fell := f.dice.Draw(dice.NewTable(0, weights))
	attackRoll, defenceRoll := fell/16+3, fell%16+3
	v, n := f.decide(a, skill, attackRoll, defenceRoll)
	var rolled InjuryRolled
	if n > 0 {
		rolled = a.strike.rolled()
		f.fitDice(a.strike, n, injury, &rolled)
	}
	f.tellAttack(a, v, attackRoll, defenceRoll, n, rolled, Check{})
}
