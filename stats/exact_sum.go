package stats

import (
	"heroicsim/heroic"
	"heroicsim/units"
)

// newExactTally returns an empty one for a battle's groups.
func newExactTally(b *heroic.Battle) *exactTally {
	t := new(exactTally)
	for i := range t.outcomes {
		t.outcomes[i].groups = make([]exactGroup, len(b.Groups))
	}
	return t
}

// add adds to the probability of v.
func (m *mass) add(v int, p float64) {
	for v >= len(*m) {
		*m = append(*m, 0)
	}
	(*m)[v] += p
}

// woundOdds are what a character who fell is left with.
type woundOdds struct {
	below    mass // HP below 0
	crippled [units.NumLocations]float64
}

func newWoundOdds(e *heroic.Explorer, i int) (o woundOdds) {
	wounds, p := e.Wounds(i)
	for k, w := range wounds {
		o.below.add(w.Roll, p[k])
		if w.Crippled {
			o.crippled[w.Location] += p[k]
		}
	}
	return o
}

// count adds a cloud of battles that ended in this round.
func (s *sweep) count(end *heroic.Situation, c *cloud) {
	o := &s.result.outcomes[end.Outcome]
	pools, last := make([]int, len(c.size)), len(c.size)-1
	sum := 0.0
	for r := range c.rows() {
		c.pools(r, pools)
		for k, p := range c.row(r) {
			if p == 0 {
				continue
			}
			pools[last] = c.low[last] + k
			sum += p
			s.countCell(o, end, pools, p)
			if s.cell != nil {
				s.cell(end, pools, p)
			}
		}
	}
	o.p += sum
	o.rounds.add(s.round, sum)
}

// countCell adds the battles that end in one state, as tallier.add adds a trial.
func (s *sweep) countCell(o *exactOutcome, end *heroic.Situation, pools []int, p float64) {
	losses, fallen := s.facts.start, [2]bool{}
	var r heroic.GroupResult
	for i := range pools {
		facts := &s.facts.groups[i]
		s.e.Result(end, i, pools[i], &r)
		losses[facts.side] -= int64(r.Survivors)
		fallen[facts.side] = fallen[facts.side] || facts.character && r.Survivors < facts.start
		o.groups[i].add(&r, facts, &s.wounds[i], p)
	}
	for side := range o.sides {
		o.sides[side].losses.add(int(losses[side]), p)
		if !fallen[side] {
			o.sides[side].spared += p
		}
	}
}

func (y *exactGroup) add(g *heroic.GroupResult, facts *groupFacts, wounds *woundOdds, p float64) {
	y.survivors.add(g.Survivors, p)
	y.hp.add(g.HP, p)
	for _, f := range [...]struct {
		sum *float64
		is  bool
	}{
		{&y.destroyed, g.Survivors == 0}, {&y.broke, g.Broke}, {&y.surrendered, g.Surrender}, {&y.collapsed, g.Collapsed}, {&y.left, g.Left},
		{&y.stands, g.Survivors >= facts.least && !g.Broke && !g.Collapsed && !g.Left},
	} {
		if f.is {
			*f.sum += p
		}
	}
	if !facts.character {
		y.dead.add(g.Dead, p)
		return
	}
	if g.Survivors == facts.start {
		if g.HP == facts.pool {
			y.unhurt += p
		}
		return
	}
	y.falls += p
	for v, q := range wounds.below {
		if q > 0 {
			y.below.add(v, p*q)
		}
	}
	for l, q := range wounds.crippled {
		y.crippled[l] += p * q
	}
}

// tally is what all came to.
func (s *sweep) tally() *exactTally {
	decided := 0.0
	for i := range s.result.outcomes {
		decided += s.result.outcomes[i].p
	}
	s.result.residual = max(0, 1-decided)
	return s.result
}
