package stats

import (
	"heroicsim/heroic"
	"heroicsim/units"
)

// A tally is what a number of trials came to. It holds integers only, so that
// merge is exact and its order changes nothing.
type tally [heroic.NumOutcomes]outcomeTally

// An outcomeTally is what the trials with one outcome came to.
type outcomeTally struct {
	trials int64
	rounds counts
	sides  [2]sideTally
	groups []groupTally
}

type sideTally struct {
	losses counts
	spared int64 // trials in which no character of the side fell
}

type groupTally struct {
	survivors, hp counts
	dead          counts // of groups that are no characters
	below         counts // HP below 0 of characters who fell

	destroyed, broke, surrendered, collapsed, left int64
	unhurt, falls, stands                          int64
	crippled                                       [units.NumLocations]int64

	flights flights // where there may be a pursuit

	fates [allFates]int64 // trials by the bits of a fate, until they are settled
}

// A tallier adds trials to tallies. It knows the battle.
type tallier struct {
	groups []groupFacts
	start  [2]int64
	only   [2]int     // the index of a side's only group, if its HP are counted one by one; else -1
	ends   []endFacts // by heroic.End, of two groups whose pools are counted HP by HP; else nil
}

// endFacts are what follows from how a trial of two groups ended.
type endFacts struct {
	outcome heroic.Outcome
	fates   [2]uint8
}

type groupFacts struct {
	side        int
	start, pool int
	hp          int // of one member
	character   bool
	least       int  // combatants with HP left for it to stand
	wide        bool // its HP take too many values to be counted one by one
}

func newTallier(b *heroic.Battle) *tallier {
	t := new(tallier)
	for _, g := range b.Groups {
		f := groupFacts{side: g.Side, start: g.Start, pool: g.Pool, hp: g.Unit.HP, character: g.Character, least: 1, wide: g.Pool >= maxBins}
		if g.Character {
			f.least = g.Start
		}
		t.groups = append(t.groups, f)
		t.start[g.Side] += int64(g.Start)
	}
	t.only = [2]int{-1, -1}
	var groups [2]int
	for i := range t.groups {
		g := &t.groups[i]
		if t.only[g.side], groups[g.side] = -1, groups[g.side]+1; groups[g.side] == 1 && !g.wide {
			t.only[g.side] = i
		}
	}
	if len(t.groups) == 2 && !t.groups[0].wide && !t.groups[1].wide && t.groups[0].least == 1 && t.groups[1].least == 1 {
		for end := range heroic.Ends {
			e := endFacts{outcome: end.Outcome()}
			for g := range e.fates {
				e.fates[g] = uint8(one(end.Broke(g))*broke | one(end.Broke(g) && b.Surrenders(g))*surrendered | one(!end.Fell(g))*alive)
			}
			t.ends = append(t.ends, e)
		}
	}
	return t
}

// empty returns a tally for the battle's groups.
func (t *tallier) empty() *tally {
	y := new(tally)
	for i := range y {
		y[i].groups = make([]groupTally, len(t.groups))
	}
	return y
}

// add counts one trial. Only what cannot be worked out from something else is
// counted; settle does that once, when all have been added and merged, before y is read.
func (t *tallier) add(y *tally, r *heroic.Result) {
	o := &y[r.Outcome]
	o.trials++
	o.rounds.add(int64(r.Rounds))
	for i := range r.Groups {
		o.groups[i].add(&r.Groups[i], &t.groups[i])
	}
	for i := range r.Flights {
		o.groups[i].flights.add(&r.Flights[i])
	}
	for s, only := range t.only {
		if only < 0 {
			t.addSide(o, r, s)
		}
	}
}

// addSide counts what became of a side of several groups.
func (t *tallier) addSide(o *outcomeTally, r *heroic.Result, side int) {
	losses, spared := t.start[side], int64(1)
	for i := range r.Groups {
		g, facts := &r.Groups[i], &t.groups[i]
		if facts.side != side {
			continue
		}
		losses -= int64(g.Survivors)
		if facts.character && g.Survivors < facts.start {
			spared = 0
		}
	}
	o.sides[side].losses.add(losses)
	o.sides[side].spared += spared
}

// The bits of a fate.
const (
	broke = 1 << iota
	surrendered
	collapsed
	left
	alive // as many have HP left as it takes to stand
	allFates
)

func (y *groupTally) add(g *heroic.GroupResult, facts *groupFacts) {
	y.hp.add(int64(g.HP))
	fate := one(g.Broke)*broke | one(g.Surrender)*surrendered | one(g.Collapsed)*collapsed | one(g.Left)*left
	if g.Survivors >= facts.least {
		fate |= alive
	}
	y.fates[fate]++
	if facts.wide {
		y.survivors.add(int64(g.Survivors))
		y.addFallen(int64(g.Survivors), int64(g.HP), 1, facts)
	}
	if g.Wound.Roll > 0 {
		y.below.add(int64(g.Wound.Roll))
		y.crippled[g.Wound.Location] += one(g.Wound.Crippled)
	}
}

// settle works out all that follows from what was counted.
func (t *tallier) settle(y *tally) {
	for i := range y {
		o := &y[i]
		if o.trials == 0 {
			continue
		}
		for k := range o.groups {
			o.groups[k].settle(&t.groups[k])
		}
		for s, only := range t.only {
			if only < 0 {
				continue
			}
			side, facts := &o.sides[s], &t.groups[only]
			o.groups[only].survivors.each(func(v, n int64) {
				side.losses.addMany(t.start[s]-v, n)
				if !facts.character || v >= int64(facts.start) {
					side.spared += n
				}
			})
		}
	}
}

func (y *groupTally) settle(facts *groupFacts) {
	for fate, n := range y.fates {
		if n == 0 {
			continue
		}
		y.broke += n * one(fate&broke != 0)
		y.surrendered += n * one(fate&surrendered != 0)
		y.collapsed += n * one(fate&collapsed != 0)
		y.left += n * one(fate&left != 0)
	}
	y.stands += y.fates[alive]
	y.fates = [allFates]int64{}
	if !facts.wide {
		y.hp.each(func(hp, n int64) {
			survivors := (hp + int64(facts.hp) - 1) / int64(facts.hp)
			y.survivors.addMany(survivors, n)
			y.addFallen(survivors, hp, n, facts)
		})
	}
}

// addFallen counts, n times, what follows from who is left.
func (y *groupTally) addFallen(survivors, hp, n int64, facts *groupFacts) {
	fallen := int64(facts.start) - survivors
	y.destroyed += n * one(survivors == 0)
	if !facts.character {
		y.dead.addMany((fallen+1)/2, n)
		return
	}
	y.falls += n * one(fallen > 0)
	y.unhurt += n * one(hp == int64(facts.pool))
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// merge adds all that o counted.
func (y *tally) merge(o *tally) {
	for i := range y {
		y[i].merge(&o[i])
	}
}

func (y *outcomeTally) merge(o *outcomeTally) {
	if o.trials == 0 {
		return
	}
	y.trials += o.trials
	y.rounds.merge(&o.rounds)
	for s := range y.sides {
		y.sides[s].losses.merge(&o.sides[s].losses)
		y.sides[s].spared += o.sides[s].spared
	}
	for i := range y.groups {
		y.groups[i].merge(&o.groups[i])
	}
}

func (y *groupTally) merge(o *groupTally) {
	y.survivors.merge(&o.survivors)
	y.hp.merge(&o.hp)
	y.dead.merge(&o.dead)
	y.below.merge(&o.below)
	y.flights.merge(&o.flights)
	y.destroyed += o.destroyed
	y.broke += o.broke
	y.surrendered += o.surrendered
	y.collapsed += o.collapsed
	y.left += o.left
	y.unhurt += o.unhurt
	y.falls += o.falls
	y.stands += o.stands
	for fate, n := range o.fates {
		y.fates[fate] += n
	}
	for l, n := range o.crippled {
		y.crippled[l] += n
	}
}

// reset empties y and keeps its memory.
func (y *tally) reset() {
	for i := range y {
		o := &y[i]
		o.trials = 0
		o.rounds.reset()
		for s := range o.sides {
			o.sides[s].losses.reset()
			o.sides[s].spared = 0
		}
		for g := range o.groups {
			o.groups[g].reset()
		}
	}
}

func (y *groupTally) reset() {
	kept := [...]*counts{&y.survivors, &y.hp, &y.dead, &y.below}
	for _, c := range kept {
		c.reset()
	}
	y.flights.reset()
	*y = groupTally{survivors: y.survivors, hp: y.hp, dead: y.dead, below: y.below, flights: y.flights}
}

// trials is how many trials y counted.
func (y *tally) trials() int64 {
	var n int64
	for i := range y {
		n += y[i].trials
	}
	return n
}

// all is the tally of every outcome together.
func (y *tally) all() *outcomeTally {
	total := &outcomeTally{groups: make([]groupTally, len(y[0].groups))}
	for i := range y {
		total.merge(&y[i])
	}
	return total
}
