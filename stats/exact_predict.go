package stats

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"heroicsim/heroic"
)

// ExactCost is what an exact answer will take, about: within a factor of three for
// most battles.
type ExactCost struct {
	Seconds float64 // on this many processors as GOMAXPROCS
	Bytes   int64   // of memory
	States  float64 // of all rounds together
}

// A pilot is what some trials tell of the states of a battle.
type pilot struct {
	rounds []pilotRound
	trials int
	where  map[string]bool // situations met in any round
}

// A pilotRound is what the pilot's trials met at the start of a round.
type pilotRound struct {
	going int            // trials that got so far
	met   map[string]int // how many of them in each situation
	pools []course       // of each group's
}

// A course is a running mean and variance (Welford).
type course struct{ n, mean, square float64 }

func (m *course) add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / m.n
	m.square += d * (x - m.mean)
}

// sd is the standard deviation, 0 of less than two.
func (m *course) sd() float64 { return math.Sqrt(m.square / max(1, m.n-1)) }

// Limits of a pilot. It goes by rounds and not by time, so that a prediction is the
// same on a busy machine.
const (
	exactPilot  = 400    // trials
	pilotRounds = 20_000 // of all trials
)

// PredictExact says what Exact will take, from a short pilot of trials. It is rough,
// and quick. Its error is ctx's, or an *Intractable.
func PredictExact(ctx context.Context, b *heroic.Battle) (ExactCost, error) {
	if err := tractable(b); err != nil {
		return ExactCost{}, err
	}
	if _, err := heroic.NewExplorer(b); err != nil {
		return ExactCost{}, intractable(err)
	}
	p := newPilot(b)
	if err := p.run(ctx, b); err != nil {
		return ExactCost{}, err
	}
	return p.cost(b), nil
}

func newPilot(b *heroic.Battle) *pilot {
	return &pilot{where: map[string]bool{}}
}

// run fights the trials and watches how every round begins.
func (p *pilot) run(ctx context.Context, b *heroic.Battle) error {
	f, left := heroic.NewFight(b), pilotRounds
	f.Stop = new(atomic.Bool)
	f.Beginnings = func(e heroic.RoundBegins) {
		p.note(b, e)
		if left--; left <= 0 || ctx.Err() != nil {
			f.Stop.Store(true)
		}
	}
	for p.trials < exactPilot && !f.Stop.Load() {
		p.trials++
		f.Run(1, uint64(p.trials))
	}
	return ctx.Err()
}

// note counts the state in which a round begins.
func (p *pilot) note(b *heroic.Battle, e heroic.RoundBegins) {
	for e.Round > len(p.rounds) {
		p.rounds = append(p.rounds, pilotRound{met: map[string]int{}, pools: make([]course, len(b.Groups))})
	}
	r := &p.rounds[e.Round-1]
	r.going++
	var key []byte
	for i, g := range e.Groups {
		if g.Standing != heroic.Steady && g.Standing != heroic.Broken {
			key = fmt.Appendf(key, "%d;", g.Standing)
			continue
		}
		d, fp := e.Groups[i].Position, -1
		if g.FP*3 < b.Groups[i].Unit.FP {
			fp = g.FP // until then Exact does not follow it
		}
		key = fmt.Appendf(key, "%d %d %.6f %.6f %v;", g.Standing, fp, d.X-e.Groups[0].Position.X, d.Y-e.Groups[0].Position.Y, g.Locked)
		r.pools[i].add(float64(g.Pool))
	}
	r.met[string(key)]++
	p.where[string(key)] = true
}

// What the parts of the work take, found by measuring: seconds on one processor.
const (
	perState = 5e-7 // that goes through a round
	perBlock = 3e-5 // of numbers that are explored
	farOut   = 8.5  // standard deviations for which the probability is followed

	// Rare situations, which pilots do not meet, take as much as others.
	ofFatigue = 2.5 // times as many where groups tire
	ofVariety = 3.0 // and where a round may begin in more than varied situations
	varied    = 8
)

// cost adds up what the rounds will take. Rounds that the pilot did not see are
// taken to be like its last, as many as it takes until all is decided.
func (p *pilot) cost(b *heroic.Battle) ExactCost {
	var c ExactCost
	var cells, met, most, variety float64
	rounds := p.decidedBy(b)
	for round := range rounds {
		if round < len(p.rounds) && p.rounds[round].going > p.trials/50 {
			r := &p.rounds[round]
			cells, met = r.cells(b), r.situations()
			variety = max(variety, met)
		}
		states := cells * met
		c.States += states
		c.Seconds += states * perState
		most = max(most, cells*(40+12*met))
	}
	blocks := 1.0
	for i := range b.Groups {
		blocks *= float64(b.Groups[i].Start)
	}
	explored := blocks * max(float64(len(p.where)), met)
	c.Seconds += explored * perBlock
	unmet := 1.0
	if b.Rules.Fatigue {
		unmet *= ofFatigue
	}
	if variety > varied {
		unmet *= ofVariety
	}
	c.Seconds, c.States = c.Seconds*unmet, c.States*unmet
	c.Bytes = int64(2 * (8*most + blockBytes*explored))
	return c
}

// decidedBy is the round by which all but nothing is decided: the pilot's share of
// battles that end in one of its later rounds goes on.
func (p *pilot) decidedBy(b *heroic.Battle) int {
	last := len(p.rounds)
	half := 0 // the first round that no more than a quarter of the trials begin
	for half < last-1 && p.rounds[half].going > p.trials/4 {
		half++
	}
	begun, ended := 0, 0
	for _, r := range p.rounds[half:] {
		begun += r.going
	}
	ended = p.rounds[half].going
	stay := 1 - float64(ended)/float64(begun+1)
	more := math.Log(undecided*float64(p.trials)/float64(p.rounds[half].going)) / math.Log(max(1e-6, min(stay, 0.999)))
	return min(b.MaxRounds, max(last, half+int(more)+1))
}

// cells are the states of one situation: pools as far down as they are followed.
func (r *pilotRound) cells(b *heroic.Battle) float64 {
	n := 1.0
	for i := range r.pools {
		pool, m := float64(b.Groups[i].Pool), &r.pools[i]
		if m.n > 0 {
			n *= 1 + pool - max(0, m.mean-farOut*m.sd())
		}
	}
	return n
}

// situations are those that there will be: those met and an estimate of those that
// were not (Chao 1984), from how many were met once and twice.
func (r *pilotRound) situations() float64 {
	once, twice := 0.0, 0.0
	for _, n := range r.met {
		switch n {
		case 1:
			once++
		case 2:
			twice++
		}
	}
	return float64(len(r.met)) + once*(once-1)/(2*(twice+1))
}
