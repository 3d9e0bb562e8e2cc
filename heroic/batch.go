package heroic

import "heroicsim/dice"

// A batch is trials that are fought side by side before they are asked for, in
// lanes. What ends in its lane is told from there; the rest is fought out when its
// result is asked for.
type batch struct {
	last   uint64 // trial that is expected
	size   int    // of the next
	rolled bool   // every die of those done, see Fight.RollDice
	lanes
	done ended
}

// ended are the trials of a batch, in columns, or one trial.
type ended struct {
	several     bool
	seed, first uint64 // the first of them
	n           int
	round       [laneCount]int32
	end         [laneCount]End
	pool        [2][laneCount]int32
	tired       [laneCount]int32
	rest        [laneCount]rest

	closing  [laneCount]uint8 // slots, see goOn
	closings int
}

// A rest is what else the phases have to know to take over from a lane.
type rest struct {
	fighting         [2]int32
	engaged, pairing int32
}

// firstBatch is how many trials there are in the first batch: few, for they find few
// rounds that were thought through.
const firstBatch = 16

// Expect says that Run or Ready will be asked for the trials from first to last, in that
// order. It changes no result, but makes many battles of two groups faster. Without it
// Run guesses, from trials that were asked for in order, how many more will be.
func (f *Fight) Expect(seed, first, last uint64) {
	if !f.duels() {
		return
	}
	if f.batch == nil {
		f.batch = new(batch)
	}
	b := &f.batch.done
	f.batch.last, b.several, b.seed, b.first, b.n = last, true, seed, first, 0
}

// asked is what Run was last asked for, and how many trials in order before.
type asked struct {
	seed, trial uint64
	inOrder     int
}

// guess expects as many trials from one on as have been asked for in order, if they
// are some.
func (f *Fight) guess(seed, trial uint64) {
	before := f.asked
	f.asked = asked{seed, trial, 0}
	if seed != before.seed || trial != before.trial+1 {
		return
	}
	f.asked.inOrder = min(before.inOrder+1, laneCount)
	if f.asked.inOrder >= firstBatch && !f.isExpected(seed, trial) {
		f.Expect(seed, trial, trial+uint64(f.asked.inOrder)-1)
	}
}

// isExpected says whether a trial is expected.
func (f *Fight) isExpected(seed, trial uint64) bool {
	b := f.batch
	return b != nil && seed == b.done.seed && trial >= b.done.first && trial <= b.last
}

// Ready tells what the trials from one on came to, as many as have been fought side by
// side of those that are expected. It is empty where none are, and Run must be asked.
func (f *Fight) Ready(seed, trial uint64) (r Ready) {
	if !f.b.brief {
		return r
	}
	if i, ok := f.ahead(seed, trial); ok {
		d := &f.batch.done
		r.Ends, r.Rounds = d.end[i:d.n], d.round[i:d.n]
		for g := range r.HP {
			r.HP[g] = d.pool[g][i:d.n]
		}
	}
	return r
}

// Ready is what trials of two groups came to that have been fought side by side. It
// belongs to the Fight, and the next call overwrites it.
type Ready struct {
	Ends   []End
	Rounds []int32    // begun
	HP     [2][]int32 // of the pools, by group
}

// ahead finds a trial among those that have been fought side by side, or fights them.
func (f *Fight) ahead(seed, trial uint64) (i int, ok bool) {
	if !f.duels() || f.thinks() || !f.isExpected(seed, trial) {
		return 0, false
	}
	b := &f.batch.done
	if i := trial - b.first; i < uint64(b.n) && f.batch.rolled == f.RollDice {
		return int(i), true
	}
	return 0, f.newBatch(trial)
}

// newBatch fights trials from one on in lanes.
func (f *Fight) newBatch(trial uint64) bool {
	b, m := f.batch, &f.memory
	b.done.n, b.rolled = 0, f.RollDice
	if m.start == nil || !f.known(m.start) {
		return false
	}
	b.size = min(max(2*b.size, firstBatch), laneCount)
	n, l, seed := int(min(b.last-trial, uint64(b.size-1)))+1, &b.lanes, dice.SeedOf(b.done.seed)
	for i := range n {
		l.put(i, seed.Trial(trial+uint64(i)), f.firstPairing(m.start))
		for g := range f.fresh {
			l.pool[g][i], l.fighting[g][i] = int32(f.fresh[g].pool), int32(f.fresh[g].fighting)
		}
	}
	l.open, b.done.first = n, trial
	if !f.fightOn(l, &b.done, 1) {
		return false
	}
	b.done.n = n
	return true
}

// conclusion is what a trial of the batch comes to.
func (f *Fight) conclusion(i int, seed, trial uint64) *Result {
	if f.b.brief && f.batch.done.end[i]&Later == 0 {
		return f.told(i)
	}
	f.dice.Begin(seed, trial)
	f.begin()
	f.resume(&f.batch.done, i)
	return f.playOut()
}

// told is the result of a trial of the batch in which somebody has fallen or broken, where
// nothing comes after that.
func (f *Fight) told(i int) *Result {
	r, b := &f.result, &f.batch.done
	end := b.end[i]
	r.Outcome, r.Rounds = end.Outcome(), int(b.round[i])
	for k := range r.Groups {
		g, d := &r.Groups[k], &f.duellists[k]
		g.HP = int(b.pool[k][i])
		g.Survivors, g.FP = fighters(g.HP, d.hp), f.fpAfter(b.tired[i], k)
		g.Broke, g.Surrender = end.Broke(k), end.Broke(k) && f.b.Surrenders(k)
		g.Collapsed, g.Left = false, false
		g.Dead = dead(d.Start - g.Survivors)
	}
	return r
}

// An End is how a trial of two groups ended, as far as it is known. 0 is none.
type End uint8

const (
	firstBreaks End = 1 << iota
	secondBreaks
	firstFalls // has no HP left
	secondFalls
	leaves // before there is more to a round

	// Later is the bit of a trial that Run must be asked for: there is more to the
	// end of a round, or to the next one.
	Later End = 1 << 7

	// Ends are how many there are without it.
	Ends End = 1 << 4
)

// Broke says whether a group has broken.
func (e End) Broke(group int) bool { return e>>group&1 != 0 }

// Fell says whether a group has no HP left.
func (e End) Fell(group int) bool { return e>>(2+group)&1 != 0 }

// Outcome is the outcome (HC-END): who has broken, or fallen, is out.
func (e End) Outcome() Outcome { return outs[(e|e>>2)&3] }

// outs are the outcomes by who is out.
var outs = [4]Outcome{Undecided, SecondWins, FirstWins, Draw}
