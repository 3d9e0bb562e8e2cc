package heroic

import (
	"math"

	"heroicsim/dice"
)

// The injury of many hits is drawn at once: its distribution is known exactly, by
// adding hits up as the rules do.

// A spread holds the probabilities of low, low+1, ...
type spread struct {
	low int
	p   []float64
}

func newSpread(low, high int) spread { return spread{low, make([]float64, high-low+1)} }

// of is the probability of v.
func (s *spread) of(v int) float64 {
	if i := v - s.low; i >= 0 && i < len(s.p) {
		return s.p[i]
	}
	return 0
}

// add adds p to the probability of v, which lies in the spread's room.
func (s *spread) add(v int, p float64) { s.p[v-s.low] += p }

// A hitSum is what n hits of a strike come to.
type hitSum struct {
	// What they add up to: penetrating damage across, blunt trauma down, or the
	// injury across where hits are multiplied one by one.
	live grid
	done grid // the same of those in which one crippled a limb

	injury spread
	table  *dice.Table
}

// A grid holds probabilities of pairs of whole numbers: low, low+1, ... across, and
// 0, 1, ... down.
type grid struct {
	low, width int
	p          []float64 // row by row
}

func (g *grid) of(x, y int) float64 {
	if x -= g.low; x < 0 || x >= g.width || y < 0 || y*g.width >= len(g.p) {
		return 0
	}
	return g.p[y*g.width+x]
}

func (g *grid) rows() int {
	if g.width == 0 {
		return 0
	}
	return len(g.p) / g.width
}

// plus is the distribution of the sums of two independent pairs.
func (g *grid) plus(h *grid) grid {
	if g.width == 0 || h.width == 0 {
		return grid{}
	}
	sum := newGrid(g.low+h.low, g.width+h.width-1, g.rows()+h.rows()-1)
	for i := range g.rows() {
		for k, p := range g.p[i*g.width : (i+1)*g.width] {
			if p == 0 {
				continue
			}
			for j := range h.rows() {
				row := sum.p[(i+j)*sum.width+k:]
				for l, q := range h.p[j*h.width : (j+1)*h.width] {
					row[l] += p * q
				}
			}
		}
	}
	return sum.trimmed()
}

// or is the distribution of either of two exclusive cases.
func (g *grid) or(h *grid) grid {
	if g.width == 0 || h.width == 0 {
		if g.width == 0 {
			return *h
		}
		return *g
	}
	low := min(g.low, h.low)
	both := newGrid(low, max(g.low+g.width, h.low+h.width)-low, max(g.rows(), h.rows()))
	for _, part := range [...]*grid{g, h} {
		for i, p := range part.p {
			both.p[i/part.width*both.width+i%part.width+part.low-low] += p
		}
	}
	return both
}

func newGrid(low, width, rows int) grid { return grid{low, width, make([]float64, width*rows)} }

// negligible is how much probability may be cut off at either end of a sum: far
// below what 64-bit draws can give.
const negligible = 1e-22

// trimmed cuts off columns at both ends that never happen.
func (g *grid) trimmed() grid {
	first, last := 0, g.width
	for cut := 0.0; first < last-1; first++ {
		if cut += g.column(first); cut > negligible {
			break
		}
	}
	for cut := 0.0; last > first+1; last-- {
		if cut += g.column(last - 1); cut > negligible {
			break
		}
	}
	if first == 0 && last == g.width {
		return *g
	}
	part := newGrid(g.low+first, last-first, g.rows())
	for i := range g.rows() {
		copy(part.p[i*part.width:(i+1)*part.width], g.p[i*g.width+first:])
	}
	return part
}

func (g *grid) column(i int) float64 {
	sum := 0.0
	for ; i < len(g.p); i += g.width {
		sum += g.p[i]
	}
	return sum
}

// maxSum bounds how many values the sum of hits may take to be drawn from a table;
// where it would take more, every die is rolled.
const maxSum = 8192

// startSums works out what one hit comes to, and how many can be added up.
func (s *strike) startSums(r *Rules) {
	low, high, blunt := math.MaxInt, 0, 0
	for roll := range s.damage.Dice.Dist().All() {
		x, y, _ := s.part(roll, r)
		low, high, blunt = min(low, x), max(high, x), max(blunt, y)
	}
	live := newGrid(low, high-low+1, blunt+1)
	done := newGrid(low, high-low+1, 1)
	cripples, mean, square := false, 0.0, 0.0
	for roll, p := range s.damage.Dice.Dist().All() {
		x, y, crippled := s.part(roll, r)
		mean, square = mean+p*float64(x), square+p*float64(x*x)
		if crippled {
			cripples = true
			done.p[x-low] += p
		} else {
			live.p[y*live.width+x-low] += p
		}
	}
	if !cripples {
		done = grid{}
	}
	if s.addsUp(r) && blunt == 0 {
		var each []int32
		for roll := range s.damage.Dice.Dist().All() {
			x, _, _ := s.part(roll, r)
			each = append(each, int32(x))
		}
		s.worth = dice.NewWorth(s.damage.Dice, each)
	}
	s.most = maxSum / max(1, high)
	switch {
	case blunt > 0:
		s.most = min(s.most, int(math.Sqrt(2*maxSum/float64(high*blunt))))
	case s.addsUp(r):
		// Twenty standard deviations hold all that is not negligible.
		room := float64(maxSum-live.width) / 20
		s.most = max(s.most, int(min(1e6, room*room/max(1e-3, square-mean*mean))))
	}
	s.most = max(1, s.most)
	point := grid{0, 1, []float64{1}}
	s.sums = append(s.sums, hitSum{live: point}, hitSum{live: live, done: done})
}

// addsUp says whether the hits of a strike simply add up: not at a limb, where a
// crippling blow is the last that counts, nor where one roll or none counts for
// all.
func (s *strike) addsUp(r *Rules) bool { return s.cap == 0 && r.DamageRolls == RollEach }

// part is what one hit with a roll adds, and whether it is the last that counts.
func (s *strike) part(roll int, r *Rules) (across, down int, crippled bool) {
	var one injuryCount
	s.hit(&one, roll, r)
	if s.byHit(r) {
		return one.injured + one.blunt, 0, one.crippled
	}
	return one.penetrating, one.blunt, false
}

// sumOf is what n hits add up to, for n up to s.most.
func (s *strike) sumOf(n int, r *Rules) *hitSum {
	if s.sums == nil {
		s.startSums(r)
	}
	if n >= len(s.sums) {
		s.sums = append(s.sums, make([]hitSum, n+1-len(s.sums))...)
	}
	if s.sums[n].live.width+s.sums[n].done.width == 0 {
		a, b := s.sumOf(n/2, r), s.sumOf(n-n/2, r)
		crippledLater := a.live.plus(&b.done)
		s.sums[n].live, s.sums[n].done = a.live.plus(&b.live), a.done.or(&crippledLater)
	}
	return &s.sums[n]
}

// injuryOf is the distribution of the injury of n hits, for n up to s.most.
func (s *strike) injuryOf(n int, r *Rules) *spread {
	sum := s.sumOf(n, r)
	if sum.injury.p != nil {
		return &sum.injury
	}
	switch {
	case n == 0:
		sum.injury = spread{0, []float64{1}}
	case r.DamageRolls == RollMean:
		total := s.meanHits(n, r)
		sum.injury = spread{total.injured + total.blunt, []float64{1}}
	case r.DamageRolls == RollOnce && n > r.OnceOver:
		rolls := s.damage.Dice.Dist()
		high := 0
		for roll := range rolls.All() {
			total := s.onceForAll(roll, n, r)
			high = max(high, total.injured+total.blunt)
		}
		sum.injury = newSpread(0, high)
		for roll, p := range rolls.All() {
			total := s.onceForAll(roll, n, r)
			sum.injury.add(total.injured+total.blunt, p)
		}
	default:
		all := sum.live.or(&sum.done)
		sum.injury = newSpread(s.injured(all.low, 0, r), s.injured(all.low+all.width-1, all.rows()-1, r))
		for i, p := range all.p {
			sum.injury.add(s.injured(all.low+i%all.width, i/all.width, r), p)
		}
	}
	return &sum.injury
}

// injured is the injury of hits that add up to a place in the grid.
func (s *strike) injured(across, down int, r *Rules) int {
	if s.byHit(r) {
		return across
	}
	return s.wounding.Apply(across) + down
}

// drawInjury draws the injury of n hits, for n up to s.most.
func (f *Fight) drawInjury(s *strike, n int, note *InjuryRolled) int {
	r := &f.b.Rules
	if n >= len(s.sums) || s.sums[n].table == nil {
		injury := s.injuryOf(n, r)
		s.sums[n].table = dice.NewTable(injury.low, injury.p)
	}
	injury := f.dice.Draw(s.sums[n].table)
	if note != nil {
		f.fitDice(s, n, injury, note)
	}
	return injury
}

// fitDice draws dice for n hits of a known injury, as likely as they would have
// fallen so, and notes them. Its draws come after all others of the moment.
func (f *Fight) fitDice(s *strike, n, injury int, note *InjuryRolled) {
	r, rolls := &f.b.Rules, s.damage.Dice.Dist()
	var counted injuryCount
	switch {
	case r.DamageRolls == RollMean:
		note.Mean, counted = s.basic, s.meanHits(n, r)
	case r.DamageRolls == RollOnce && n > r.OnceOver:
		roll := f.pick(&rolls, func(roll int) float64 {
			total := s.onceForAll(roll, n, r)
			return one(total.injured+total.blunt == injury)
		})
		note.Rolls, note.Once, counted = append(note.Rolls, roll), true, s.onceForAll(roll, n, r)
	default:
		f.fitEach(s, n, injury, note)
		counted = s.count(note.Rolls, r)
	}
	note.Pen, note.Blunt, note.Injury = counted.penetrating, counted.blunt, injury
}

// fitEach fits a roll for each hit.
func (f *Fight) fitEach(s *strike, n, injury int, note *InjuryRolled) {
	x, y := f.fitSum(s, n, injury)
	if s.cap > 0 {
		f.fitLimb(s, n, x, note)
		return
	}
	f.fitHalves(s, n, x, y, note)
}

// fitHalves fits n rolls that add up to a place in the grid: what the first half
// of them adds up to, then the halves of the halves.
func (f *Fight) fitHalves(s *strike, n, x, y int, note *InjuryRolled) {
	r := &f.b.Rules
	if n == 1 {
		rolls := s.damage.Dice.Dist()
		note.Rolls = append(note.Rolls, f.pick(&rolls, func(roll int) float64 {
			dx, dy, _ := s.part(roll, r)
			return one(dx == x && dy == y)
		}))
		return
	}
	half, rest := s.sumOf(n/2, r).live, s.sumOf(n-n/2, r).live
	weights := make([]float64, len(half.p))
	for i, p := range half.p {
		weights[i] = p * rest.of(x-half.low-i%half.width, y-i/half.width)
	}
	i := f.dice.Draw(dice.NewTable(0, weights))
	across, down := half.low+i%half.width, i/half.width
	f.fitHalves(s, n/2, across, down, note)
	f.fitHalves(s, n-n/2, x-across, y-down, note)
}

// fitLimb fits n rolls, one by one, that do an injury to a limb: what comes after a
// crippling one does not count.
func (f *Fight) fitLimb(s *strike, n, injury int, note *InjuryRolled) {
	r, rolls := &f.b.Rules, s.damage.Dice.Dist()
	crippled := false
	for n--; n >= 0; n-- {
		rest := s.sumOf(n, r)
		roll := f.pick(&rolls, func(roll int) float64 {
			done, _, cripples := s.part(roll, r)
			switch {
			case crippled:
				return 1
			case cripples:
				return one(done == injury)
			}
			return rest.live.of(injury-done, 0) + rest.done.of(injury-done, 0)
		})
		done, _, cripples := s.part(roll, r)
		injury, crippled = injury-done, crippled || cripples
		note.Rolls = append(note.Rolls, roll)
	}
}

// fitSum draws what n hits of a known injury add up to.
func (f *Fight) fitSum(s *strike, n, injury int) (across, down int) {
	r := &f.b.Rules
	if s.byHit(r) {
		return injury, 0
	}
	all := &s.sumOf(n, r).live
	weights := make([]float64, len(all.p))
	for i, p := range all.p {
		if s.injured(all.low+i%all.width, i/all.width, r) == injury {
			weights[i] = p
		}
	}
	i := f.dice.Draw(dice.NewTable(0, weights))
	return all.low + i%all.width, i / all.width
}

// pick draws one of the rolls, by their own chances and the weights of what
// follows from them.
func (f *Fight) pick(rolls *dice.Dist, weight func(roll int) float64) int {
	weights := make([]float64, len(rolls.P))
	for i, p := range rolls.P {
		weights[i] = p * weight(rolls.Min+i)
	}
	return rolls.Min + f.dice.Draw(dice.NewTable(0, weights))
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
