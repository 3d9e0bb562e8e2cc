package bench

import (
	"math"
	"math/bits"

	"heroicsim/dice"
)

// A Melee is a battle of two groups in contact, of one weapon each, Neutral on
// both sides, with morale and fatigue: the least that the general engine can be
// compared with.
type Melee [2]Fighters

// Fighters are one side of a Melee.
type Fighters struct {
	Count, HP, HT, FP, Encumbrance int
	Skill, Dodge, SM               int
	Damage                         dice.Expr
	Crushing                       bool
	DR, Sixths                     int // what its weapon meets; the wounding modifier in sixths
}

// A Loop fights a Melee by hand-written code for just this case, as fast as we
// can make it: the yardstick of what generality costs. It shares no code with the
// engine but the drawing of package dice. Given who has the initiative and the numbers
// on both sides, what a side loses in a round is one draw from a table; groups of one
// are not told apart from others, so that a duel's morale is not the rules'. Like the
// engine's, trials are fought side by side: one at a time they take half as long again.
type Loop struct {
	Wins   [4]int64
	Rounds int64
	Left   [2]int64

	m      Melee
	rack   *dice.Rack
	places [2][4][][2]dice.Place // of what both lose, by winner and who is tired, then the numbers of both
	width  int32
	breaks [20]uint64            // the odds that 3d come to so much
	sums   [2][][]float64        // by attacker and hits: the distribution of what penetrates
	made   map[[3]int]dice.Place // by the side that loses, skill above defence, and multiplier

	// The trials under way, before the same round.
	trials        [abreast]dice.Trial
	pools, n, fps [2][abreast]int32
	start         [2][abreast]int32 // n at the start of the round
	at            [2][abreast]dice.Place
	draws         [3][abreast]uint64 // for initiative and fatigue, and what both lose
	lost          [2][abreast]int32
	due           [2 * abreast]uint8
	over          [abreast]uint8
}

// abreast is how many trials are fought side by side.
const abreast = 128

const gamma = 0x9e3779b97f4a7c15

// The moments of a round.
var (
	begins = dice.MomentOf(1, 0, 0)
	losesA = dice.MomentOf(2, 0, 0)
	losesB = dice.MomentOf(2, 1, 0)
	checkA = dice.MomentOf(3, 0, 0)
	checkB = dice.MomentOf(3, 1, 0)
)

// ways3 is in how many of 216 ways 3d show a total.
var ways3 = [19]float64{3: 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1}

// NewLoop makes the tables' room.
func NewLoop(m Melee) *Loop {
	l := &Loop{m: m, rack: dice.NewRack(dice.MaxRoom), width: int32(m[1].Count + 1), made: map[[3]int]dice.Place{}}
	for w := range l.places {
		for tired := range l.places[w] {
			l.places[w][tired] = make([][2]dice.Place, (m[0].Count+1)*(m[1].Count+1))
		}
	}
	for s := range m {
		l.sums[s] = [][]float64{{1}, m[s].hit()}
	}
	p := 0.0
	for k := 19; k >= 0; k-- {
		if k < 19 {
			p += ways3[k] / 216
		}
		if l.breaks[k] = uint64(p * (1 << 63) * 2); p > 0.9999 {
			l.breaks[k] = math.MaxUint64
		}
	}
	return l
}

// hit is the distribution of what one hit penetrates.
func (f *Fighters) hit() []float64 {
	p := make([]float64, max(1, f.Damage.Max()-f.DR+1))
	for roll, q := range f.Damage.Dist().All() {
		least := 1
		if f.Crushing {
			least = 0
		}
		p[max(0, max(least, roll)-f.DR)] += q
	}
	return p
}

// sum is the distribution of what n hits penetrate.
func (l *Loop) sum(s, n int) []float64 {
	for len(l.sums[s]) <= n {
		last, one := l.sums[s][len(l.sums[s])-1], l.sums[s][1]
		sum := make([]float64, len(last)+len(one)-1)
		for i, a := range last {
			for k, b := range one {
				sum[i+k] += a * b
			}
		}
		l.sums[s] = append(l.sums[s], sum)
	}
	return l.sums[s][n]
}

// place finds the place of the table of what side s loses.
func (l *Loop) place(winner, tired, s, n0, n1 int) dice.Place {
	n := [2]int{n0, n1}
	foe, me := &l.m[1-s], &l.m[s]
	dodge := me.Dodge
	if tired>>s&1 != 0 {
		dodge = (dodge + 1) / 2
	}
	ahead := foe.Skill + ratioBonus(n[1-s], n[s]) + me.SM - foe.SM - dodge
	if winner == s {
		ahead -= 2
	} else {
		ahead += 2
	}
	multiplier := multiplier2(n[1-s])
	key := [3]int{s, ahead, multiplier}
	if l.made[key] == 0 {
		l.made[key], _ = l.rack.Put(l.newTable(s, ahead, multiplier))
	}
	return l.made[key]
}

func (l *Loop) newTable(s, ahead, multiplier int) *dice.Table {
	foe, me := &l.m[1-s], &l.m[s]
	var p []float64
	add := func(v int, q float64) {
		for v >= len(p) {
			p = append(p, 0)
		}
		p[v] += q
	}
	ht := 0.0
	for roll := 3; roll <= 16; roll++ {
		if roll <= max(4, me.HT) {
			ht += ways3[roll] / 216
		}
	}
	for a := 3; a <= 18; a++ {
		for d := 3; d <= 18; d++ {
			hits := 0
			if margin := ahead - a + d; margin > 0 {
				hits = (1 + margin/4) * multiplier / 2
			}
			for pen, q := range l.sum(1-s, hits) {
				q *= ways3[a] * ways3[d] / 46656
				v := 0
				if pen > 0 {
					v = max(1, pen*foe.Sixths/6)
				}
				add(v, q*(1-ht))
				add((v+1)/2, q*ht)
			}
		}
	}
	return dice.NewTable(0, p)
}

func ratioBonus(a, d int) int {
	for k, row := range [...]float64{1, 1.5, 2, 3, 4, 5, 6, 7} {
		if float64(a) <= row*float64(d) {
			return 2 * k
		}
	}
	return 16
}

// multiplier2 is twice the multiplier of hits.
func multiplier2(n int) int {
	if n <= 3 {
		return [...]int{2, 2, 2, 3}[n]
	}
	v := 4
	for scale := 1.0; ; scale *= 10 {
		for _, x := range [...]float64{5, 7, 10, 15, 20, 30} {
			if float64(n) <= x*scale {
				return v
			}
			v += 2
		}
	}
}

// Run fights trials first to first+n-1 and adds up what comes of them.
func (l *Loop) Run(seed, first uint64, n int) {
	for ; n > 0; n -= abreast {
		l.fight(dice.SeedOf(seed), first, min(n, abreast))
		first += abreast
	}
}

func (l *Loop) fight(seed dice.Seed, first uint64, open int) {
	for i := range open {
		l.trials[i] = seed.Trial(first + uint64(i))
		for s := range l.m {
			f := &l.m[s]
			l.pools[s][i], l.n[s][i], l.fps[s][i] = int32(f.Count*f.HP), int32(f.Count), int32(f.FP)
		}
	}
	for round := 1; open > 0; round++ {
		l.draw(round, open)
		l.lose(open)
		over := l.end(round, open)
		for k := len(over) - 1; k >= 0; k-- {
			i := over[k]
			open--
			l.trials[i] = l.trials[open]
			for s := range l.m {
				l.pools[s][i], l.n[s][i], l.fps[s][i] = l.pools[s][open], l.n[s][open], l.fps[s][open]
			}
		}
	}
}

// draw draws who has the initiative and what both sides lose.
func (l *Loop) draw(round, open int) {
	drawn := (open + 7) &^ 7 // whole vectors
	dice.Firsts(l.draws[0][:drawn], l.trials[:drawn], round, begins)
	fpA, fpB := int32(l.m[0].FP), int32(l.m[1].FP)
	for i := range open {
		winner := l.draws[0][i] & 1
		tired := (l.fps[0][i]*3-fpA)>>31&1 | (l.fps[1][i]*3-fpB)>>31&2
		p := &l.places[winner][tired][l.n[0][i]*l.width+l.n[1][i]]
		if p[0] == 0 {
			for s := range p {
				p[s] = l.place(int(winner), int(tired), s, int(l.n[0][i]), int(l.n[1][i]))
			}
		}
		l.at[0][i], l.at[1][i] = p[0], p[1]
	}
	dice.Firsts(l.draws[1][:drawn], l.trials[:drawn], round, losesA)
	dice.Firsts(l.draws[2][:drawn], l.trials[:drawn], round, losesB)
	l.rack.Glance(l.lost[0][:drawn], l.at[0][:drawn], l.draws[1][:drawn])
	l.rack.Glance(l.lost[1][:drawn], l.at[1][:drawn], l.draws[2][:drawn])
	looks := 0
	for i := range open {
		l.over[looks&(abreast-1)] = uint8(i)
		looks += int(uint32(l.lost[0][i]|l.lost[1][i]) >> 31)
	}
	for _, i := range l.over[:looks] {
		for s := range l.lost {
			l.lost[s][i] = int32(l.rack.Value(l.at[s][i], l.draws[1+s][i]))
		}
	}
}

// lose takes what was lost.
func (l *Loop) lose(open int) {
	for s := range l.m {
		pools, n, start, lost, hp := l.pools[s][:open], l.n[s][:open], l.start[s][:open], l.lost[s][:open], uint32(l.m[s].HP)
		inverse := 1<<40/uint64(hp) + 1
		for i := range pools {
			left := pools[i] - lost[i]
			left &^= left >> 31
			pools[i], start[i], n[i] = left, n[i], int32(uint64(uint32(left)+hp-1)*inverse>>40)
		}
	}
}

// end checks morale, tires all, and lists the trials that have come to an end.
func (l *Loop) end(round, open int) []uint8 {
	a, b := &l.m[0], &l.m[1]
	dueA, dueB := int32(a.Count*2/3), int32(b.Count*2/3)
	checks := 0
	var broke [2][abreast]uint8
	for i := range open {
		l.due[checks] = uint8(i)
		checks += int(uint32((l.n[0][i]-dueA-1)&(l.n[0][i]-l.start[0][i])) >> 31)
	}
	first := checks
	for i := range open {
		l.due[checks&(2*abreast-1)] = uint8(i)
		checks += int(uint32((l.n[1][i]-dueB-1)&(l.n[1][i]-l.start[1][i])) >> 31)
	}
	for k, i := range l.due[:checks] {
		s, moment, of := 0, checkA, a.Count
		if k >= first {
			s, moment, of = 1, checkB, b.Count
		}
		broke[s][i] = l.breaksUp(l.trials[i].First(round, moment), of-int(l.n[s][i]), of, int(l.start[s][i]), int(l.start[1-s][i]))
	}
	over := 0
	effortA, effortB := int32(1+a.Encumbrance), int32(1+b.Encumbrance)
	limit := int32(100 - round - 1)
	for i := range open {
		// One draw of three tires all.
		_, tires := bits.Sub64(l.draws[0][i]*gamma, math.MaxUint64/3, 0)
		gone := (l.pools[0][i] - 1) | (l.pools[1][i] - 1)
		breaks := -int32(broke[0][i] | broke[1][i])
		t := int32(tires) &^ (gone >> 31) &^ (breaks >> 31)
		fpA, fpB := l.fps[0][i]-t*effortA, l.fps[1][i]-t*effortB
		l.fps[0][i], l.fps[1][i] = fpA, fpB
		l.over[over&(abreast-1)] = uint8(i)
		over += int(uint32(gone|breaks|(fpA-1)|(fpB-1)|limit) >> 31)
	}
	for _, i := range l.over[:over] {
		gone := [2]bool{l.pools[0][i] == 0, l.pools[1][i] == 0}
		outcome := 3
		switch {
		case gone[0] || gone[1]:
			outcome = victor(gone[0], gone[1])
		case broke[0][i]|broke[1][i] != 0:
			outcome = victor(broke[0][i] != 0, broke[1][i] != 0)
		case l.fps[0][i] <= 0 || l.fps[1][i] <= 0:
			outcome = victor(l.fps[0][i] <= 0, l.fps[1][i] <= 0)
		}
		l.Wins[outcome]++
		l.Rounds += int64(round)
		l.Left[0] += int64(l.n[0][i])
		l.Left[1] += int64(l.n[1][i])
	}
	return l.over[:over]
}

// breaksUp is 1 if a side that has lost so many breaks, else 0. It reckons with signs,
// for luck makes bad branches.
func (l *Loop) breaksUp(draw uint64, lost, of, own, enemy int) uint8 {
	half, twoThirds := atLeast(lost*2, of), atLeast(lost*3, of*2)
	more, twice := atLeast(own, enemy+1), atLeast(own, 2*enemy)
	_, less := bits.Sub64(draw, l.breaks[13-2*half-3*twoThirds+2*more+3*twice], 0)
	return uint8(less)
}

// atLeast is 1 if a is at least b, else 0.
func atLeast(a, b int) int { return int(uint(b-a-1) >> 63) }

// victor is the outcome when one side or both are out.
func victor(first, second bool) int {
	switch {
	case first && second:
		return 2
	case first:
		return 1
	}
	return 0
}
