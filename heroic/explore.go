package heroic

import (
	"fmt"
	"slices"

	"heroicsim/dice"
)

// An Explorer finds all ways in which a round can go, with their probabilities,
// instead of fighting one of them. It runs the very phases of a Fight, with dice
// that fall in every way in turn; only the contests of a step are not rolled, but
// give the exact distribution of the injury that each group has to suffer.
//
// A round falls into legs, which end where injury is applied. What happens in a
// leg depends on the Situation, which is all of a battle's state but HP, and on
// HP by Blocks, which are mostly the numbers fighting. Applying the losses of HP
// is left to the caller, who keeps the distribution of the pools.
type Explorer struct {
	f     *Fight
	paths dice.Paths

	injuries   [][]*spread // of each group in the leg under way
	hides      bool        // FP need not be known: see hiding
	hidden     hiding      // of the Situation under way
	why        string      // the battle cannot be explored; empty: it can
	situations map[string]*Situation
	orders     map[*order]int // numbers them, for keys
	eras       map[string]int
	odds       map[contestKey]*spread
	astray     map[[16]*spread]*spread // injury of a stray shot by that at each location
	rest       map[restKey]*spread
	known      map[string]*Losses // by target and what injures it
	losses     map[string]*Losses // by content
	blocks     map[blocksKey][]int32
	key        []byte // scratch
}

// A Leg is a part of a round, from one injury step to the next.
type Leg int

// The legs. One in which nobody is injured goes on into the next.
const (
	LegOrders   Leg = iota // arrivals, orders, initiative, shots
	LegMovement            // movement, with free attacks
	LegMelee               // departures, melee
	LegMorale              // morale, fatigue, round limit
	NumLegs
)

// A Branch is one way in which a leg can go on.
type Branch struct {
	P      float64
	Next   *Situation
	Losses []*Losses // of each group's pool, independent of each other; nil: none
}

// Unexplorable says in a sentence why a battle cannot be explored.
type Unexplorable struct{ Why string }

func (e *Unexplorable) Error() string { return e.Why }

// Limits of what can be explored.
const (
	maxExplored = 7       // groups
	maxPaths    = 100_000 // ways in which a leg can go for the same numbers
)

// NewExplorer returns an Explorer of b. Its error is an *Unexplorable.
func NewExplorer(b *Battle) (*Explorer, error) {
	if len(b.Groups) > maxExplored {
		return nil, &Unexplorable{fmt.Sprintf("%d groups have too many states together; %d at most can be tried, with few combatants in each", len(b.Groups), maxExplored)}
	}
	if b.Rules.Pursuit {
		return nil, &Unexplorable{"a pursuit after the battle cannot be followed exactly"}
	}
	if b.elaborate != "" {
		return nil, &Unexplorable{b.elaborate + " cannot be followed exactly"}
	}
	e := &Explorer{
		f: NewFight(b), situations: map[string]*Situation{}, orders: map[*order]int{}, eras: map[string]int{},
		odds: map[contestKey]*spread{}, astray: map[[16]*spread]*spread{}, rest: map[restKey]*spread{}, known: map[string]*Losses{}, losses: map[string]*Losses{}, blocks: map[blocksKey][]int32{},
		injuries: make([][]*spread, len(b.Groups)),
	}
	byFP := func(o *order) bool { return o.When.FP != nil }
	e.hides = b.Rules.Fatigue && !e.anyOrder(0, byFP) && !e.anyOrder(1, byFP)
	e.f.explorer = e
	e.f.dice = *dice.Enumerated(&e.paths)
	return e, nil
}

// Start is the Situation before the first round.
func (e *Explorer) Start() *Situation {
	return e.note(LegOrders, nil)
}

// Era tells the rounds apart that go by different rules: rounds of one era with
// the same Situation and pools are the same.
func (e *Explorer) Era(round int) int {
	b := e.f.b
	key := []byte{bit(round >= b.MaxRounds), bit(round == 1)}
	for i := range b.Groups {
		g := &b.Groups[i]
		key = append(key, bit(g.Arrives <= round))
		for k := range g.orders {
			key = append(key, bit(within(g.orders[k].When.Rounds, float64(round))))
		}
	}
	era, ok := e.eras[string(key)]
	if !ok {
		era = len(e.eras)
		e.eras[string(key)] = era
	}
	return era
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// Explore finds all ways in which a leg can go on from s in a round, for pools
// that stand for their Blocks. Its error is an *Unexplorable.
func (e *Explorer) Explore(s *Situation, round int, pools []int) ([]Branch, error) {
	var all []Branch
	e.paths.Reset()
	for n, ok := 0, true; ok; ok = e.paths.Next() {
		if n++; n > maxPaths {
			e.why = fmt.Sprintf("a round can go in more than %d ways for the same numbers; fewer groups with orders by chance, or with shots into a melee, would do", maxPaths)
		}
		e.load(s, round, pools)
		next, losses := e.run(s.Leg)
		if e.why != "" {
			return nil, &Unexplorable{e.why}
		}
		all = join(all, Branch{e.paths.Probability(), next, losses})
	}
	return all, nil
}

// join adds a branch to others, or its probability to that of the same one.
func join(all []Branch, b Branch) []Branch {
	for i := range all {
		if all[i].Next == b.Next && slices.Equal(all[i].Losses, b.Losses) {
			all[i].P += b.P
			return all
		}
	}
	return append(all, b)
}

// run plays the legs from one on until somebody is injured or the round is over.
func (e *Explorer) run(leg Leg) (next *Situation, losses []*Losses) {
	f := e.f
	for ; ; leg++ {
		switch leg {
		case LegOrders:
			f.openRound()
			f.declareOrders()
			f.rollInitiative()
			f.shoot()
		case LegMovement:
			if f.endIfDown(); !f.ended {
				f.moveAll()
			}
		case LegMelee:
			f.departures()
			if f.endIfDown(); !f.ended {
				f.strikeAll()
			}
		case LegMorale:
			e.finish()
			return e.note(LegOrders, nil), nil
		}
		if f.ended || e.why != "" {
			return e.note(leg, nil), nil
		}
		if losses := e.takeInjuries(); losses != nil {
			return e.note(leg+1, losses), losses
		}
	}
}

// finish is what comes after melee.
func (e *Explorer) finish() {
	f := e.f
	for _, phase := range [...]func(*Fight){(*Fight).endIfDown, (*Fight).moralePhase, (*Fight).fatiguePhase, (*Fight).closeRound} {
		if phase(f); f.ended {
			return
		}
	}
}

// load puts the Fight into a Situation. Standings are taken to have changed, so
// that every end is looked for.
func (e *Explorer) load(s *Situation, round int, pools []int) {
	f := e.f
	f.round, f.ended, f.changed, f.winner, f.first = round, false, true, s.winner, s.first
	f.started, f.taken, e.hidden = s.started, 0, s.hidden
	copy(f.locks, s.locks)
	for i := range f.groups {
		g, p := &f.groups[i], &s.groups[i]
		g.stance = p.stance
		g.health = health{
			pool: pools[i], fighting: fighters(pools[i], g.hp), fp: p.fp, standing: p.standing, tired: p.tired,
			engaged: p.engaged, broke: p.broke, surrender: p.surrender, collapsed: p.collapsed, left: p.left,
		}
		g.lowFP, g.atStart = lowFP(g), g.fighting
		copy(g.weapons, p.arms)
		if s.hurt[i] {
			g.taken, g.atStart = 1, g.fighting+1
			f.taken++
		}
	}
	for i := range e.injuries {
		e.injuries[i] = e.injuries[i][:0]
	}
}

// initiative is HC-INIT's winner; ties rolled again give every winner his share.
func (e *Explorer) initiative() int {
	weights := make([]float64, 3) // of nobody, the first, the second
	for first := 1; first <= 6; first++ {
		for second := 1; second <= 6; second++ {
			weights[e.f.b.better(first, second)+1]++
		}
	}
	if !e.f.b.Rules.InitiativeTie {
		weights[0] = 0
	}
	return e.paths.Draw(weights) - 1
}

// check is a check on 3d, of which all that matters is whether it passes. The roll
// is one that comes out so.
func (e *Explorer) check(passes func(roll int) bool) (passed bool, roll int) {
	weights := make([]float64, 2)
	for roll := 3; roll <= 18; roll++ {
		weights[bit(passes(roll))] += ways3d[roll]
	}
	passed = e.paths.Draw(weights) == 1
	for roll = 3; passes(roll) != passed; {
		roll++
	}
	return passed, roll
}
