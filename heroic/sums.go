package heroic

import "heroicsim/dice"

// The damage of many hits is drawn at once: what each hit adds to an attack's
// injury is a small whole number, and the distribution of the sum of n of them is
// known exactly.

// sums are the distributions of what n hits of a strike add up to: penetrating
// damage, or injury where hits are multiplied one by one. They are worked out
// when they are first needed.
type sums struct {
	of []hitSum // by n
}

type hitSum struct {
	p     []float64 // p[v] is the probability of v
	table *dice.Table
}

// maxSum bounds the values of one table; more hits are drawn in several parts.
const maxSum = 4096

// addsUp says whether the hits of a strike simply add up: not at a limb, where a
// crippling blow is the last that counts, nor where blunt trauma adds to what is
// multiplied.
func (s *strike) addsUp(r *Rules) bool { return s.cap == 0 && (!s.flexible || r.InjuryPerHit) }

// rollsDice says whether every die of damage is rolled.
func (f *Fight) rollsDice() bool { return f.RollDice || f.dice.IsScripted() }

// part is what one hit with a roll adds.
func (s *strike) part(roll int, r *Rules) int {
	var one injury
	s.hit(&one, roll, r)
	if s.byHit(r) {
		return one.injured + one.blunt
	}
	return one.penetrating
}

// drawInjury is rollInjury by one draw for all hits, or for as many as a table
// holds. A note gets dice that fit.
func (f *Fight) drawInjury(s *strike, n int, note *InjuryRolled) int {
	if note == nil && n < len(s.sums.of) && s.sums.of[n].table != nil {
		return s.injuryOf(f.dice.Draw(s.sums.of[n].table), &f.b.Rules)
	}
	r := &f.b.Rules
	if s.sums.of == nil {
		s.startSums(r)
	}
	most, total := len(s.sums.of)-1, 0
	var totals []int
	for left := n; left > 0; left -= most {
		drawn := f.dice.Draw(s.tableOf(min(left, most)))
		total += drawn
		if note != nil {
			totals = append(totals, drawn)
		}
	}
	if note != nil {
		for i, drawn := range totals {
			f.fitDice(s, min(n-i*most, most), drawn, note)
		}
		s.countRolls(note, r)
	}
	return s.injuryOf(total, r)
}

// injuryOf is the injury of hits that add up to a sum.
func (s *strike) injuryOf(sum int, r *Rules) int {
	if s.byHit(r) {
		return sum
	}
	return s.wounding.Apply(sum)
}

// startSums works out the distribution of one hit, and of none.
func (s *strike) startSums(r *Rules) {
	e := s.damage.Dice
	most := 0
	for roll := range e.Dist().All() {
		most = max(most, s.part(roll, r))
	}
	one := make([]float64, most+1)
	for roll, p := range e.Dist().All() {
		one[s.part(roll, r)] += p
	}
	s.sums.of = make([]hitSum, max(1, maxSum/max(1, most))+1)
	s.sums.of[0].p = []float64{1}
	s.sums.of[1].p = one
}

// sumOf is the distribution of n hits.
func (s *strike) sumOf(n int) []float64 {
	d := &s.sums.of[n]
	if d.p == nil {
		d.p = convolve(s.sumOf(n/2), s.sumOf(n-n/2))
	}
	return d.p
}

func (s *strike) tableOf(n int) *dice.Table {
	d := &s.sums.of[n]
	if d.table == nil {
		d.table = dice.NewTable(s.sumOf(n))
	}
	return d.table
}

// convolve is the distribution of the sum of two independent values.
func convolve(p, q []float64) []float64 {
	sum := make([]float64, len(p)+len(q)-1)
	for i, a := range p {
		if a == 0 {
			continue
		}
		for k, b := range q {
			sum[i+k] += a * b
		}
	}
	return sum
}

// fitDice draws dice for n hits that add up to a total, as likely as they would
// have fallen so, and notes them. Its draws come after all others of the moment.
func (f *Fight) fitDice(s *strike, n, total int, note *InjuryRolled) {
	r, rolls := &f.b.Rules, s.damage.Dice.Dist()
	weights := make([]float64, len(rolls.P))
	for n--; n >= 0; n-- {
		others := s.sumOf(n)
		for i, p := range rolls.P {
			weights[i] = 0
			if rest := total - s.part(rolls.Min+i, r); rest >= 0 && rest < len(others) {
				weights[i] = p * others[rest]
			}
		}
		roll := rolls.Min + f.dice.Draw(dice.NewTable(weights))
		total -= s.part(roll, r)
		note.Rolls = append(note.Rolls, roll)
	}
}

// countRolls works out the injury of the rolls noted, as if they had been rolled.
func (s *strike) countRolls(note *InjuryRolled, r *Rules) {
	var counted injury
	for _, roll := range note.Rolls {
		s.hit(&counted, roll, r)
	}
	s.multiply(&counted, r)
	note.Pen, note.Blunt, note.Injury = counted.penetrating, counted.blunt, counted.injured+counted.blunt
}
