package stats

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"heroicsim/heroic"
	"heroicsim/units"
)

// newExactStudy turns exact probabilities into a Study.
func newExactStudy(b *heroic.Battle, o ExactOptions, t *exactTally) *Study {
	s := blankStudy(b, o.Confidence)
	s.Method, s.Residual = Exactly, t.residual
	all := t.all()
	s.Rounds = all.rounds.summary()
	for i := range s.Outcomes {
		s.Outcomes[i].Proportion = exactProportion(t.outcomes[i].p, 1)
		s.Outcomes[i].Rounds = t.outcomes[i].rounds.summary()
	}
	for i := range s.Groups {
		s.Groups[i].Fate = s.exactFate(i, all)
		for out := range t.outcomes {
			s.Groups[i].ByOutcome[out] = s.exactFate(i, &t.outcomes[out])
		}
	}
	for i := range s.Sides {
		s.Sides[i].Losses = all.sides[i].losses.summary()
		s.Sides[i].NobodyFalls = exactProportion(0, 0)
		if s.Sides[i].Characters > 0 {
			s.Sides[i].NobodyFalls = exactProportion(all.sides[i].spared, all.p)
		}
	}
	return s
}

// exactFate is what becomes of group i in the battles of o.
func (s *Study) exactFate(i int, o *exactOutcome) Fate {
	g := &o.groups[i]
	of := func(p float64) Proportion { return exactProportion(p, o.p) }
	f := Fate{
		Survivors: g.survivors.summary(), HP: g.hp.summary(),
		Destroyed: of(g.destroyed), Broke: of(g.broke), Surrendered: of(g.surrendered),
		Collapsed: of(g.collapsed), Left: of(g.left), Stands: of(g.stands),
		Dead: g.dead.summary(), Below: g.below.summary(),
	}
	none := exactProportion(0, 0)
	f.Unhurt, f.Wounded, f.Falls, f.Maimed = none, none, none, none
	if !s.Groups[i].Character {
		return f
	}
	wounded := o.p - g.unhurt - g.falls
	if wounded <= tolerance*o.p {
		wounded = 0 // but for rounding
	}
	f.Unhurt, f.Wounded, f.Falls = of(g.unhurt), of(wounded), of(g.falls)
	maimed := 0.0
	for l, p := range g.crippled {
		if p > 0 {
			f.Crippled = append(f.Crippled, Crippled{units.Location(l), of(p)})
			maimed += p
		}
	}
	f.Maimed = exactProportion(maimed, floats.SumCompensated(g.below))
	return f
}

// exactProportion is what happens with probability p in battles that have
// probability of between them. Where they have none it has no value.
func exactProportion(p, of float64) Proportion {
	share := math.NaN()
	if of > 0 {
		share = min(p/of, 1) // sums are rounded
	}
	return Proportion{Exact: true, P: share, Low: share, High: share}
}

// all is every outcome together.
func (t *exactTally) all() *exactOutcome {
	total := &exactOutcome{groups: make([]exactGroup, len(t.outcomes[0].groups))}
	for i := range t.outcomes {
		o := &t.outcomes[i]
		total.p += o.p
		total.rounds.merge(o.rounds)
		for s := range o.sides {
			total.sides[s].losses.merge(o.sides[s].losses)
			total.sides[s].spared += o.sides[s].spared
		}
		for g := range o.groups {
			total.groups[g].merge(&o.groups[g])
		}
	}
	return total
}

func (y *exactGroup) merge(o *exactGroup) {
	y.survivors.merge(o.survivors)
	y.hp.merge(o.hp)
	y.dead.merge(o.dead)
	y.below.merge(o.below)
	y.destroyed += o.destroyed
	y.broke += o.broke
	y.surrendered += o.surrendered
	y.collapsed += o.collapsed
	y.left += o.left
	y.unhurt += o.unhurt
	y.falls += o.falls
	y.stands += o.stands
	for l, p := range o.crippled {
		y.crippled[l] += p
	}
}

// merge adds the probabilities of o.
func (m *mass) merge(o mass) {
	if len(o) > len(*m) {
		*m = append(*m, make(mass, len(o)-len(*m))...)
	}
	for v, p := range o {
		(*m)[v] += p
	}
}

// summary describes the values that m makes possible, given that there is one.
func (m mass) summary() Summary {
	s := Summary{Exact: true, Mean: math.NaN(), SD: math.NaN(), SE: math.NaN(), Width: 1}
	var values []int64
	var shares []float64
	for v, p := range m {
		if p > 0 {
			values, shares = append(values, int64(v)), append(shares, p)
		}
	}
	if len(values) == 0 {
		return s
	}
	floats.Scale(1/floats.SumCompensated(shares), shares)
	s.Min, s.Max = values[0], values[len(values)-1]
	// Over thousands of values plain sums would lose digits.
	terms := make([]float64, len(values))
	for i, v := range values {
		terms[i] = shares[i] * float64(v)
	}
	s.Mean = floats.SumCompensated(terms)
	for i, v := range values {
		terms[i] = shares[i] * (float64(v) - s.Mean) * (float64(v) - s.Mean)
	}
	s.SD = math.Sqrt(floats.SumCompensated(terms))
	// The bins of counts.
	shift := 0
	for s.Max>>shift-s.Min>>shift >= maxBins {
		shift++
	}
	s.Width = 1 << shift
	for i, v := range values {
		first := v >> shift << shift
		if n := len(s.Histogram); n == 0 || s.Histogram[n-1].Value < first {
			s.Histogram = append(s.Histogram, Bin{Value: first})
		}
		s.Histogram[len(s.Histogram)-1].Share += shares[i]
	}
	s.P5, s.P25, s.P50 = s.shareQuantile(0.05), s.shareQuantile(0.25), s.shareQuantile(0.50)
	s.P75, s.P95 = s.shareQuantile(0.75), s.shareQuantile(0.95)
	return s
}

// shareQuantile is quantile, going by shares.
func (s *Summary) shareQuantile(share float64) int64 {
	below := 0.0
	for _, b := range s.Histogram {
		if below += b.Share; below >= share-tolerance {
			return min(b.Value+s.Width-1, s.Max)
		}
	}
	return s.Max
}
