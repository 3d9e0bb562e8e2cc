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
}

// A tallier adds trials to tallies. It knows the battle.
type tallier struct {
	groups []groupFacts
	start  [2]int64
}

type groupFacts struct {
	side        int
	start, pool int
	character   bool
}

func newTallier(b *heroic.Battle) *tallier {
	t := new(tallier)
	for _, g := range b.Groups {
		t.groups = append(t.groups, groupFacts{g.Side, g.Start, g.Pool, g.Character})
		t.start[g.Side] += int64(g.Start)
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

// add counts one trial.
func (t *tallier) add(y *tally, r *heroic.Result) {
	o := &y[r.Outcome]
	o.trials++
	o.rounds.add(int64(r.Rounds))
	losses, fallen := t.start, [2]int64{}
	for i := range r.Groups {
		g, facts := &r.Groups[i], &t.groups[i]
		losses[facts.side] -= int64(g.Survivors)
		fallen[facts.side] |= one(facts.character && g.Survivors < facts.start)
		o.groups[i].add(g, facts)
	}
	for s := range o.sides {
		o.sides[s].losses.add(losses[s])
		o.sides[s].spared += 1 - fallen[s]
	}
}

func (y *groupTally) add(g *heroic.GroupResult, facts *groupFacts) {
	y.survivors.add(int64(g.Survivors))
	y.hp.add(int64(g.HP))
	y.destroyed += one(g.Survivors == 0)
	y.broke += one(g.Broke)
	y.surrendered += one(g.Surrender)
	y.collapsed += one(g.Collapsed)
	y.left += one(g.Left)
	least := 1 // who must have HP left for it to stand
	if facts.character {
		least = facts.start
	}
	y.stands += one(g.Survivors >= least && !g.Broke && !g.Collapsed && !g.Left)
	if !facts.character {
		y.dead.add(int64(g.Dead))
		return
	}
	falls := one(g.Survivors < facts.start)
	y.falls += falls
	y.unhurt += one(g.HP == facts.pool) &^ falls
	if g.Wound.Roll > 0 {
		y.below.add(int64(g.Wound.Roll))
		y.crippled[g.Wound.Location] += one(g.Wound.Crippled)
	}
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
	y.destroyed += o.destroyed
	y.broke += o.broke
	y.surrendered += o.surrendered
	y.collapsed += o.collapsed
	y.left += o.left
	y.unhurt += o.unhurt
	y.falls += o.falls
	y.stands += o.stands
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
	*y = groupTally{survivors: y.survivors, hp: y.hp, dead: y.dead, below: y.below}
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
