package dice

import (
	"fmt"
	"math"
	"math/bits"
)

// A Phase says where in a round a draw belongs. It is part of the key of a
// draw, so values must not change: results would.
type Phase uint8

// The phases that draw.
const (
	Orders Phase = iota + 1
	Initiative
	Ranged
	RangedInjury
	Movement
	MovementInjury
	Melee
	MeleeInjury
	Morale
	Fatigue
	Aftermath
	Pursuit
	Actions
	Reactions
)

// The phases of spells. From each of the first on there are four, for the spells of a
// group's orders.
const (
	Casting      Phase = 32 // the activation roll
	Distance     Phase = 36
	Singling     Phase = 40
	Spells       Phase = 44 // contests
	Fragments    Phase = 48
	Outcome      Phase = 52 // resistance, and what spells do beside hits
	Interruption Phase = 56
	Between      Phase = 57 // interruptions of what goes on from round to round
)

// gamma is SplitMix64's odd step, the golden ratio in 64 bits.
const gamma = 0x9e3779b97f4a7c15

// roundStep is gamma times 2^40, in 64 bits.
const roundStep = gamma & (1<<24 - 1) << 40

// mix is SplitMix64's finaliser (Steele, Lea and Flood 2014): it spreads each
// input bit over all output bits.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// Dice is the only chance in a battle. One goroutine owns it. Begin starts a
// trial, At moves to a moment of it, and each roll there is the next draw.
type Dice struct {
	trial  uint64  // key of (seed, trial)
	state  uint64  // of the present moment; each draw steps it
	script *Script // nil unless the rolls were written down beforehand
}

// Scripted returns dice that show what s says.
func Scripted(s *Script) *Dice { return &Dice{script: s} }

// A Seed is the key of all trials of a seed.
type Seed uint64

// SeedOf is the key of a seed.
func SeedOf(seed uint64) Seed { return Seed(mix(seed + gamma)) }

// A Trial is the key of the draws of one trial.
type Trial uint64

// Trial is the key of a trial: the draw of its number from SplitMix64 begun at the
// mixed seed, so that within a seed no two trials share one.
func (s Seed) Trial(trial uint64) Trial { return Trial(mix(uint64(s) + gamma*trial)) }

// First is the first draw of a moment of a round, for Table.Value and Odds.Happen.
func (t Trial) First(round int, m Moment) uint64 { return mix(uint64(t) + stepTo(round, m)) }

// stepTo is from the key of a trial to the state of the first draw of a moment.
func stepTo(round int, m Moment) uint64 { return roundStep*uint64(round) + uint64(m) + stride }

// Begin sets d up for one trial: the same pair always gives the same battle,
// and neighbouring seeds and trials are unrelated.
func (d *Dice) Begin(seed, trial uint64) {
	d.trial = uint64(SeedOf(seed).Trial(trial))
	d.state = d.trial
}

// Trial is the key of the trial that d was begun for.
func (d *Dice) Trial() Trial { return Trial(d.trial) }

// Resume goes on with a trial, at a moment that To or At must say.
func (d *Dice) Resume(t Trial) { d.trial = uint64(t) }

// At moves to the draws of one moment: a phase of a round, an actor and what it
// acts upon. Actor and target are below 2^18, rounds below 2^24.
func (d *Dice) At(round int, phase Phase, actor, target int) {
	d.To(round, MomentOf(phase, actor, target))
}

// A Moment is a phase, an actor and a target, made ready for To.
type Moment uint64

// MomentOf returns the moment of a round in which an actor acts upon a target.
func MomentOf(phase Phase, actor, target int) Moment {
	return Moment(gamma * (uint64(phase)<<36 | uint64(actor)<<18 | uint64(target)))
}

// To moves to the draws of a moment of a round, as At does.
func (d *Dice) To(round int, m Moment) {
	d.state = d.trial + roundStep*uint64(round) + uint64(m)
}

// stride is the step from one draw of a moment to the next: odd, and no simple
// multiple of gamma, so that moments and draws do not meet.
const stride = 0xd1b54a32d192ed03

// Next is the next draw of the moment.
func (d *Dice) Next() uint64 {
	d.state += stride
	return mix(d.state)
}

// sum3d[i] is the total of the i-th of the 216 ways three dice fall.
var sum3d = func() (t [216]uint8) {
	for i := range t {
		t[i] = uint8(i%6 + i/6%6 + i/36 + 3)
	}
	return t
}()

// D6 rolls one die: initiative, fatigue.
func (d *Dice) D6() int {
	if d.script != nil {
		return d.script.next("1d", D(1, 0))
	}
	hi, _ := bits.Mul64(d.Next(), 6)
	return int(hi) + 1
}

// Pair rolls one die for each side, from one draw: initiative.
func (d *Dice) Pair() [2]int {
	if d.script != nil {
		return [2]int{d.script.next("1d", D(1, 0)), d.script.next("1d", D(1, 0))}
	}
	return PairIn(d.Next())
}

// PairIn is what a draw shows as a die for each side.
func PairIn(draw uint64) [2]int {
	hi, lo := bits.Mul64(draw, 6)
	first := int(hi) + 1
	hi, _ = bits.Mul64(lo, 6)
	return [2]int{first, int(hi) + 1}
}

// Success rolls 3d.
func (d *Dice) Success() int {
	if d.script != nil {
		return d.script.next("3d", D(3, 0))
	}
	return SuccessIn(d.Next())
}

// SuccessIn is what a draw shows as 3d.
func SuccessIn(draw uint64) int {
	hi, _ := bits.Mul64(draw, 216)
	return int(sum3d[hi])
}

// SuccessFrom rolls 3d where all that matters is whether they show at least k.
func (d *Dice) SuccessFrom(k int) int {
	if d.script != nil && d.script.paths != nil {
		return d.script.paths.successFrom(k)
	}
	return d.Success()
}

// Contest rolls 3d for each side of a Quick Contest, from one draw: its bias is
// under 2^-48.
func (d *Dice) Contest() (attack, defence int) {
	if d.script != nil {
		return d.script.next("attack 3d", D(3, 0)), d.script.next("defence 3d", D(3, 0))
	}
	return ContestIn(d.Next())
}

// ContestIn is what a draw shows as 3d for each side.
func ContestIn(draw uint64) (attack, defence int) {
	hi, lo := bits.Mul64(draw, 216)
	attack = int(sum3d[hi])
	hi, _ = bits.Mul64(lo, 216)
	return attack, int(sum3d[hi])
}

// Roll rolls an expression.
func (d *Dice) Roll(e Expr) int {
	if d.script != nil {
		return d.script.next(e.String(), e)
	}
	n, total := e.Count, e.Adds
	if e.Sides != 6 {
		for range n {
			hi, _ := bits.Mul64(d.Next(), uint64(e.Sides))
			total += int(hi) + 1
		}
		return total
	}
	for n > 0 {
		// Up to twelve dice a draw keep the bias under 2^-32.
		lo, hi := d.Next(), uint64(0)
		for k := 0; k < 4 && n > 0; k++ {
			if n < 3 {
				hi, lo = bits.Mul64(lo, 6)
				total += int(hi) + 1
				n--
				continue
			}
			hi, lo = bits.Mul64(lo, 216)
			total += int(sum3d[hi])
			n -= 3
		}
	}
	return total
}

// sumOf[n][i] is the total of the i-th of the ways in which n dice fall.
var sumOf = func() (sums [4][]uint8) {
	sums[0] = []uint8{0}
	for n := 1; n < len(sums); n++ {
		for _, total := range sums[n-1] {
			for face := range uint8(6) {
				sums[n] = append(sums[n], total+face+1)
			}
		}
	}
	return sums
}()

// dicePerDraw keep the bias of dice that share a draw under 2^-32.
const dicePerDraw = 12

// A Worth is what each roll of an expression counts for, made ready for RollEach.
type Worth struct {
	rolls Expr
	each  []int32 // by roll, from the lowest on
	ways  []int32 // by the ways in which the dice of a roll fall; nil for odd dice, and more than 3
}

// NewWorth makes one of what rolls of e count for: each[roll-e.Min()].
func NewWorth(e Expr, each []int32) *Worth {
	w := &Worth{rolls: e, each: each}
	if e.Sides == 6 && e.Count >= 1 && e.Count < len(sumOf) {
		for _, total := range sumOf[e.Count] {
			w.ways = append(w.ways, each[int(total)-e.Count])
		}
	}
	return w
}

// RollEach rolls n times and adds up what each roll counts for. It appends the rolls to
// told, unless that is nil.
func (d *Dice) RollEach(w *Worth, n int, told *[]int) (sum int) {
	if d.script == nil && w.ways != nil {
		sum, d.state = w.sum(d.state, n, told)
		return sum
	}
	low := w.rolls.Min()
	for range n {
		roll := d.Roll(w.rolls)
		sum += int(w.each[roll-low])
		if told != nil {
			*told = append(*told, roll)
		}
	}
	return sum
}

// sum does so from a state of the dice on.
func (w *Worth) sum(state uint64, n int, told *[]int) (sum int, after uint64) {
	ways, count := w.ways, w.rolls.Count
	for n > 0 {
		state += stride
		lo, hi := mix(state), uint64(0)
		now := min(n, dicePerDraw/count)
		n -= now
		for range now {
			hi, lo = bits.Mul64(lo, uint64(len(ways)))
			sum += int(ways[hi])
			if told != nil {
				*told = append(*told, int(sumOf[count][hi])+w.rolls.Adds)
			}
		}
	}
	return sum, state
}

// After is what n rolls come to in a trial after the first draw of a moment of a round,
// as RollEach has it.
func (w *Worth) After(t Trial, round int, m Moment, n int) int {
	state := uint64(t) + stepTo(round, m)
	if w.ways == nil {
		return (&Dice{trial: uint64(t), state: state}).RollEach(w, n, nil)
	}
	sum, _ := w.sum(state, n, nil)
	return sum
}

// Odds are a probability in parts of 2^64.
type Odds uint64

// OddsOf is the odds of ways out of a number of equally likely ones.
func OddsOf(ways, of int) Odds {
	if ways >= of {
		return math.MaxUint64
	}
	q, _ := bits.Div64(uint64(max(0, ways)), 0, uint64(of))
	return Odds(q)
}

// Happens is 1 with the odds and 0 otherwise, by one draw: less luck never makes
// more happen. Numbers, because a branch on luck costs more than the draw.
func (d *Dice) Happens(o Odds) int { return o.Happen(d.Next()) }

// Happen is 1 or 0 by a draw.
func (o Odds) Happen(draw uint64) int {
	_, less := bits.Sub64(draw, uint64(o), 0)
	return int(less)
}

// Binomial draws how many of n things happen, each with the odds. It compares n draws
// with the odds bit by bit, for all of them together: those whose bit differs are
// decided, and half of those left are with every bit. Whole numbers alone make it the
// same on all machines. It is not for scripted dice.
func (d *Dice) Binomial(n int, o Odds) (happen int) {
	for bit := 63; bit >= 0 && n > 0; bit-- {
		ones := d.heads(n)
		if o>>bit&1 == 1 {
			happen, n = happen+n-ones, ones // a draw with a 0 here is less
		} else {
			n -= ones // one with a 1 is more
		}
	}
	return happen
}

// heads is how many of n coins fall on one side.
func (d *Dice) heads(n int) (heads int) {
	for ; n > 64; n -= 64 {
		heads += bits.OnesCount64(d.Next())
	}
	return heads + bits.OnesCount64(d.Next()>>(64-n))
}

// Share draws how many of n things come to each of some cases, which have
// probabilities p, and writes it to counts: the cases are halved, and the things
// divided between the halves, until one is left. It is not for scripted dice.
func (d *Dice) Share(n int, p []float64, counts []int) {
	if n == 0 || len(p) == 1 {
		clear(counts)
		counts[0] = n
		return
	}
	half := len(p) / 2
	left, right := sum(p[:half]), sum(p[half:])
	first := 0
	switch {
	case right == 0:
		first = n
	case left > 0:
		first = d.Binomial(n, Odds(scale(left/(left+right))))
	}
	d.Share(first, p[:half], counts[:half])
	d.Share(n-first, p[half:], counts[half:])
}

func sum(p []float64) (sum float64) {
	for _, q := range p {
		sum += q
	}
	return sum
}

// Index draws one of n equally likely things, from 0. Scripted dice count them
// from 1.
func (d *Dice) Index(n int) int {
	if d.script != nil {
		return d.script.next(fmt.Sprintf("one of %d", n), Expr{1, n, 0}) - 1
	}
	hi, _ := bits.Mul64(d.Next(), uint64(n))
	return int(hi)
}

// Chance is true with probability p. Scripted dice roll 1 to 100 for it, p of
// which are true.
func (d *Dice) Chance(p float64) bool {
	if d.script != nil && d.script.paths != nil {
		return d.script.paths.Draw([]float64{1 - p, p}) == 1
	}
	if d.script != nil {
		// Half a per cent of slack: 0.29*100 is a little less than 29.
		return float64(d.script.next("1 to 100", Expr{1, 100, 0})) < p*100+0.5
	}
	return float64(d.Next()>>11)/(1<<53) < p
}
