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
// can make it: the yardstick of what generality costs.
type Loop struct {
	Wins   [4]int64
	Rounds int64
	Left   [2]int64

	m      Melee
	tables [2][]alias // by hits
	bonus  [2][]int8  // by own number, shifted, and the other's
	shift  [2]uint
	mult   [2][]int32 // ×2, by attackers
}

type alias []struct {
	keep        uint64
	own, others int32
}

const gamma = 0x9e3779b97f4a7c15

func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

var sum3d = func() (t [216]int8) {
	for i := range t {
		t[i] = int8(i%6 + i/6%6 + i/36 + 3)
	}
	return t
}()

// NewLoop makes the tables.
func NewLoop(m Melee) *Loop {
	l := &Loop{m: m}
	for s := range m {
		me, foe := &m[s], &m[1-s]
		l.shift[s] = uint(bits.Len(uint(foe.Count)))
		l.bonus[s] = make([]int8, (me.Count+1)<<l.shift[s])
		for a := 1; a <= me.Count; a++ {
			for d := 1; d <= foe.Count; d++ {
				l.bonus[s][a<<l.shift[s]+d] = int8(ratioBonus(a, d))
			}
		}
		l.mult[s] = make([]int32, me.Count+1)
		for a := range l.mult[s] {
			l.mult[s][a] = multiplier2(a)
		}
		one, sum := me.hit(), []float64{1}
		l.tables[s] = []alias{nil}
		for range 12 * int(l.mult[s][me.Count]) / 2 {
			sum = convolve(sum, one)
			l.tables[s] = append(l.tables[s], newAlias(sum, me.Sixths))
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

func convolve(p, q []float64) []float64 {
	sum := make([]float64, len(p)+len(q)-1)
	for i, a := range p {
		for k, b := range q {
			sum[i+k] += a * b
		}
	}
	return sum
}

func newAlias(p []float64, sixths int) alias {
	n := len(p)
	t, scaled := make(alias, n), make([]float64, n)
	var small, large []int
	for i := range p {
		v := 0
		if i > 0 {
			v = max(1, i*sixths/6)
		}
		t[i].keep, t[i].own, t[i].others = math.MaxUint64, int32(v), int32(v)
		if scaled[i] = p[i] * float64(n); scaled[i] < 1 {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, g := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		t[s].keep, t[s].others = uint64(scaled[s]*(1<<63)*2), t[g].own
		if scaled[g] -= 1 - scaled[s]; scaled[g] < 1 {
			large, small = large[:len(large)-1], append(small, g)
		}
	}
	return t
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
func multiplier2(n int) int32 {
	if n <= 3 {
		return [...]int32{2, 2, 2, 3}[n]
	}
	v := int32(4)
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
	var pool, n, fp [2]int
	for s := range l.m {
		pool[s], n[s], fp[s] = l.m[s].Count*l.m[s].HP, l.m[s].Count, l.m[s].FP
	}
	for round := 1; round <= 100; round++ {
		start := n
		state += gamma
		x := mix(state)
		winner := int(x & 1)
		var injury [2]int
		for s := range 2 {
			state += gamma
			me, foe := &l.m[s], &l.m[1-s]
			hi, lo := bits.Mul64(mix(state), 216)
			attack := int(sum3d[hi])
			hi, _ = bits.Mul64(lo, 216)
			dodge := foe.Dodge
			if fp[1-s]*3 < foe.FP {
				dodge = (dodge + 1) / 2
			}
			ahead := me.Skill + int(l.bonus[s][n[s]<<l.shift[s]+n[1-s]]) + foe.SM - me.SM - dodge - 2
			if winner == s {
				ahead += 4
			}
			margin := ahead - attack + int(sum3d[hi])
			if margin <= 0 {
				continue
			}
			table := l.tables[s][(1+margin>>2)*int(l.mult[s][n[s]])>>1]
			state += gamma
			hi, lo = bits.Mul64(mix(state), uint64(len(table)))
			c := &table[hi]
			injury[1-s] = int(c.own)
			if lo >= c.keep {
				injury[1-s] = int(c.others)
			}
		}
		if injury[0]|injury[1] != 0 {
			state += gamma
			hi, lo := bits.Mul64(mix(state), 216)
			rolls := [2]int{int(sum3d[hi]), 0}
			hi, _ = bits.Mul64(lo, 216)
			rolls[1] = int(sum3d[hi])
			for s := range 2 {
				if injury[s] == 0 {
					continue
				}
				if rolls[s] <= l.m[s].HT && rolls[s] < 17 || rolls[s] < 5 {
					injury[s] = (injury[s] + 1) >> 1
				}
				pool[s] = max(0, pool[s]-injury[s])
				n[s] = int(uint32(pool[s]+l.m[s].HP-1) / uint32(l.m[s].HP))
			}
			if n[0] == 0 || n[1] == 0 {
				l.end(victor(n[0] == 0, n[1] == 0), round, n)
				return
			}
			var broke [2]bool
			for s := range 2 {
				lost, of := l.m[s].Count-n[s], l.m[s].Count
				if n[s] == start[s] || lost*3 < of {
					continue
				}
				state += gamma
				hi, _ := bits.Mul64(mix(state), 216)
				roll := int(sum3d[hi])
				switch {
				case lost*3 >= of*2:
					roll += 5
				case lost*2 >= of:
					roll += 2
				}
				switch {
				case start[s] >= 2*start[1-s]:
					roll -= 5
				case start[s] > start[1-s]:
					roll -= 2
				}
				broke[s] = roll >= 13
			}
			if broke[0] || broke[1] {
				l.end(victor(broke[0], broke[1]), round, n)
				return
			}
		}
		if hi, _ := bits.Mul64(x, 6); hi < 2 {
			fp[0] -= 1 + l.m[0].Encumbrance
			fp[1] -= 1 + l.m[1].Encumbrance
			if fp[0] <= 0 || fp[1] <= 0 {
				l.end(victor(fp[0] <= 0, fp[1] <= 0), round, n)
				return
			}
		}
	}
	l.end(3, 100, n)
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

func (l *Loop) end(outcome, rounds int, n [2]int) {
	l.Wins[outcome]++
	l.Rounds += int64(rounds)
	l.Left[0] += int64(n[0])
	l.Left[1] += int64(n[1])
}
