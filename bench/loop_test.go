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
// engine. Given who has the initiative and the numbers on both sides, what a side
// loses in a round is one draw from a table; groups of one are not told apart from
// others, so that a duel's morale is not the rules'.
type Loop struct {
	Wins   [4]int64
	Rounds int64
	Left   [2]int64

	m      Melee
	tables [2][4][2][]*lossTable // by winner, who is tired and the side that loses, then the numbers of both
	width  int
	breaks [20]uint64            // the odds that 3d come to so much
	sums   [2][][]float64        // by attacker and hits: the distribution of what penetrates
	made   map[[3]int]*lossTable // by the side that loses, skill above defence, and multiplier
}

// A lossTable is what a side loses, by the leading bits of a draw: a value, or where
// in upto to look for it.
type lossTable struct {
	guide []int32
	upto  []uint64
	shift uint
}

// gamma is odd, and so are the steps to the draws of a round.
const (
	gamma  = 0x9e3779b97f4a7c15
	toA    = 0xd1b54a32d192ed03
	toB    = 0x8cb92ba72f3d8dd7
	checkA = 0xabc98388fb8fac03
	checkB = 0x49a1d1f2b5c1a3e5
)

func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// ways3 is in how many of 216 ways 3d show a total.
var ways3 = [19]float64{3: 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1}

// NewLoop makes the tables' room.
func NewLoop(m Melee) *Loop {
	l := &Loop{m: m, width: m[1].Count + 1, made: map[[3]int]*lossTable{}}
	for w := range l.tables {
		for tired := range l.tables[w] {
			for s := range 2 {
				l.tables[w][tired][s] = make([]*lossTable, (m[0].Count+1)*l.width)
			}
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

// table finds the table of what side s loses.
func (l *Loop) table(winner, tired, s, n0, n1 int) *lossTable {
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
	if l.made[key] == nil {
		l.made[key] = l.newTable(s, ahead, multiplier)
	}
	return l.made[key]
}

func (l *Loop) newTable(s, ahead, multiplier int) *lossTable {
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
	return newLossTable(p)
}

func newLossTable(p []float64) *lossTable {
	size := bits.Len(uint(len(p))) + 2
	t := &lossTable{shift: uint(64 - size), guide: make([]int32, 1<<size)}
	sum := 0.0
	for _, q := range p {
		sum += q
		t.upto = append(t.upto, uint64(min(sum, 1-1e-16)*(1<<63)*2))
	}
	t.upto[len(p)-1] = math.MaxUint64
	at := 0
	for i := range t.guide {
		first := uint64(i) << t.shift
		for t.upto[at] < first {
			at++
		}
		if t.guide[i] = int32(at); t.upto[at] < first|(1<<t.shift-1) {
			t.guide[i] = ^int32(at)
		}
	}
	return t
}

func (t *lossTable) value(draw uint64) int {
	v := t.guide[draw>>t.shift]
	if v < 0 {
		for v = ^v; draw > t.upto[v]; v++ {
		}
	}
	return int(v)
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
	for trial := first; trial < first+uint64(n); trial++ {
		l.fight(mix(mix(seed+gamma) + gamma*trial))
	}
}

func (l *Loop) fight(state uint64) {
	a, b := &l.m[0], &l.m[1]
	poolA, poolB, nA, nB, fpA, fpB := a.Count*a.HP, b.Count*b.HP, a.Count, b.Count, a.FP, b.FP
	dueA, dueB := a.Count*2/3, b.Count*2/3
	for round := 1; round <= 100; round++ {
		x := mix(state)
		tired := (fpA*3-a.FP)>>63&1 | (fpB*3-b.FP)>>63&2
		tables := &l.tables[x&1][tired]
		at := nA*l.width + nB
		if tables[0][at] == nil {
			tables[0][at], tables[1][at] = l.table(int(x&1), tired, 0, nA, nB), l.table(int(x&1), tired, 1, nA, nB)
		}
		startA, startB := nA, nB
		poolA -= tables[0][at].value(mix(state + toA))
		poolB -= tables[1][at].value(mix(state + toB))
		poolA &^= poolA >> 63
		poolB &^= poolB >> 63
		nA, nB = int(uint32(poolA+a.HP-1)/uint32(a.HP)), int(uint32(poolB+b.HP-1)/uint32(b.HP))
		if (poolA-1)|(poolB-1) < 0 {
			l.end(victor(poolA == 0, poolB == 0), round, nA, nB)
			return
		}
		checksA, checksB := (nA-dueA-1)&(nA-startA), (nB-dueB-1)&(nB-startB)
		if checksA|checksB < 0 {
			brokeA := checksA < 0 && l.breaksUp(mix(state+checkA), a.Count-nA, a.Count, startA, startB)
			brokeB := checksB < 0 && l.breaksUp(mix(state+checkB), b.Count-nB, b.Count, startB, startA)
			if brokeA || brokeB {
				l.end(victor(brokeA, brokeB), round, nA, nB)
				return
			}
		}
		// One draw of three tires all.
		_, tires := bits.Sub64(x*gamma, math.MaxUint64/3, 0)
		fpA -= int(tires) * (1 + a.Encumbrance)
		fpB -= int(tires) * (1 + b.Encumbrance)
		if fpA <= 0 || fpB <= 0 {
			l.end(victor(fpA <= 0, fpB <= 0), round, nA, nB)
			return
		}
		state += gamma
	}
	l.end(3, 100, nA, nB)
}

// breaksUp says whether a side that has lost so many breaks.
func (l *Loop) breaksUp(draw uint64, lost, of, own, enemy int) bool {
	need := 13
	switch {
	case lost*3 >= of*2:
		need -= 5
	case lost*2 >= of:
		need -= 2
	}
	switch {
	case own >= 2*enemy:
		need += 5
	case own > enemy:
		need += 2
	}
	return draw < l.breaks[need]
}

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

func (l *Loop) end(outcome, rounds, nA, nB int) {
	l.Wins[outcome]++
	l.Rounds += int64(rounds)
	l.Left[0] += int64(nA)
	l.Left[1] += int64(nB)
}
