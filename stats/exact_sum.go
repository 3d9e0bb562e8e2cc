package stats

import (
	"gonum.org/v1/gonum/floats"

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

// count adds a cloud of battles that ended in this round, as tallier.add adds trials.
func (s *sweep) count(end *heroic.Situation, c *cloud) {
	o := &s.result.outcomes[end.Outcome]
	left, last := s.remains(end, c), len(c.size)-1
	pools, sum := make([]int, len(c.size)), 0.0
	for r := range c.rows() {
		row := c.row(r)
		p := floats.Sum(row)
		if p == 0 {
			continue
		}
		sum += p
		c.pools(r, pools)
		for i := range last {
			left[i].p[pools[i]-c.low[i]] += p
		}
		floats.Add(left[last].p, row)
		for side, only := range s.facts.only {
			if only < 0 {
				s.countSide(&o.sides[side], side, left, c, pools, row)
			}
		}
		if s.cell != nil {
			for k, p := range row {
				if pools[last] = c.low[last] + k; p > 0 {
					s.cell(end, pools, p)
				}
			}
		}
	}
	o.p += sum
	o.rounds.add(s.round, sum)
	for i := range left {
		facts := &s.facts.groups[i]
		for k, p := range left[i].p {
			if p == 0 {
				continue
			}
			r := &left[i].results[k]
			o.groups[i].add(r, facts, &s.wounds[i], p)
			if s.facts.only[facts.side] == i {
				o.sides[facts.side].add(facts.start-r.Survivors, fell(facts, r), p)
			}
		}
	}
}

// Remains are what is left of a group, by its pool from the lowest of a cloud on.
type remains struct {
	results []heroic.GroupResult
	p       []float64
}

// remains are those of all groups, not yet counted.
func (s *sweep) remains(end *heroic.Situation, c *cloud) []remains {
	left := make([]remains, len(c.size))
	for i, size := range c.size {
		left[i] = remains{make([]heroic.GroupResult, size), make([]float64, size)}
		for k := range size {
			s.e.Result(end, i, c.low[i]+k, &left[i].results[k])
		}
	}
	return left
}

// countSide adds a row of battles to a side of several groups.
func (s *sweep) countSide(o *exactSide, side int, left []remains, c *cloud, pools []int, row []float64) {
	last := len(pools) - 1
	for k, p := range row {
		if p == 0 {
			continue
		}
		pools[last] = c.low[last] + k
		lost, any := 0, false
		for i := range pools {
			if facts := &s.facts.groups[i]; facts.side == side {
				r := &left[i].results[pools[i]-c.low[i]]
				lost, any = lost+facts.start-r.Survivors, any || fell(facts, r)
			}
		}
		o.add(lost, any, p)
	}
}

// fell says whether a character of a group has fallen.
func fell(facts *groupFacts, r *heroic.GroupResult) bool {
	return facts.character && r.Survivors < facts.start
}

func (o *exactSide) add(lost int, fell bool, p float64) {
	o.losses.add(lost, p)
	if !fell {
		o.spared += p
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
