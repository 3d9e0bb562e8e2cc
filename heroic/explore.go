package heroic

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sort"

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

// A Situation is all of a battle's state but HP, at the start of a leg. Equal ones
// are the same pointer.
type Situation struct {
	ID      int // counted from 0, in the order in which they came up
	Leg     Leg
	Ended   bool // the battle is over, with Outcome
	Outcome Outcome

	groups        []placed
	locks         []bool
	winner, first int
	started       [2]int
	hurt          []bool // who has lost what morale goes by, in this round
	hidden        hiding
}

// A placed is a group in a Situation.
type placed struct {
	standing Standing
	fp       int
	tired    bool
	stance
	arms                                       []arm
	engaged, broke, surrender, collapsed, left bool
}

// Standing is that of group i.
func (s *Situation) Standing(i int) Standing { return s.groups[i].standing }

// Hurt says whether group i has lost, in this round, what makes it check morale.
func (s *Situation) Hurt(i int) bool { return s.hurt[i] }

// Result fills in r what a battle that ends in s comes to for group i, with a pool
// of so many HP, but for FP and wounds.
func (e *Explorer) Result(s *Situation, i, pool int, r *GroupResult) {
	g, info := &s.groups[i], &e.f.b.Groups[i]
	*r = GroupResult{
		Survivors: fighters(pool, info.Unit.HP), HP: pool,
		Broke: g.broke, Collapsed: g.collapsed, Left: g.left, Surrender: g.surrender,
	}
	if !info.isWounded() {
		r.Dead = dead(info.Start - r.Survivors)
	}
}

// A Branch is one way in which a leg can go on.
type Branch struct {
	P      float64
	Next   *Situation
	Losses []*Losses // of each group's pool, independent of each other; nil: none
}

// Losses are the probabilities of losing Low, Low+1, ... HP, if the pool has them.
// Equal ones are the same pointer.
type Losses struct {
	ID  int
	Low int
	P   []float64
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

// A hiding is fatigue that is not followed. Until somebody tires or collapses, only
// that does anything; when it will come, by so many rolls of 1 or 2, is known without
// knowing how many there have been. So a Situation keeps the FP of when they were
// last known, and how often fatigue has been rolled since: nearly all that would be
// told apart by FP alone is one.
type hiding struct {
	rolls int   // since FP were known
	until int   // how many of 1 or 2 it takes from then; 0: FP are known
	who   uint8 // the groups that lose FP then, as bits
}

// hide begins to hide FP where they are known, at the end of a round. Once somebody
// has tired, FP are fewer than the rounds in which that may have come about.
func (e *Explorer) hide() {
	if !e.hides || e.hidden.until > 0 {
		return
	}
	h := hiding{who: e.whoTires()}
	for i := range e.f.groups {
		if g := &e.f.groups[i]; g.tires() {
			if g.tired {
				return
			}
			if n := (g.fp - g.lowFP + g.effort - 1) / g.effort; h.until == 0 || n < h.until {
				h.until = n
			}
		}
	}
	if h.until > 1 {
		e.hidden = h
	}
}

// whoTires are the groups that lose FP when all tire.
func (e *Explorer) whoTires() (who uint8) {
	for i := range e.f.groups {
		if e.f.groups[i].tires() {
			who |= 1 << i
		}
	}
	return who
}

// fatigue is how many times all tire now: more than once where it was hidden. FP
// come to light when others than before lose any.
func (e *Explorer) fatigue() int {
	const tires = tiring / 6.0
	h := &e.hidden
	if h.until > 0 && h.who != e.whoTires() {
		k := e.paths.Draw(binomial(h.rolls, h.until, tires))
		for i := range e.f.groups {
			if h.who>>i&1 != 0 {
				e.f.groups[i].fp -= k * e.f.groups[i].effort
			}
		}
		*h = hiding{}
	}
	if h.until == 0 {
		return e.paths.Draw([]float64{1 - tires, tires})
	}
	before := binomial(h.rolls, h.until, tires)
	now := before[h.until-1] * tires
	going := -now
	for _, p := range before {
		going += p
	}
	if e.paths.Draw([]float64{going, now}) == 0 {
		h.rolls++
		return 0
	}
	n := h.until
	*h = hiding{}
	return n
}

// binomial are the chances of 0, 1, ..., below-1 successes in n trials.
func binomial(n, below int, p float64) []float64 {
	chances := make([]float64, below)
	chances[0] = 1
	for range n {
		for k := below - 1; k >= 0; k-- {
			chances[k] *= 1 - p
			if k > 0 {
				chances[k] += chances[k-1] * p
			}
		}
	}
	return chances
}

// comparison is small numbers that compare like those of the sides at the start of
// a round, as far as morale goes by them (HC-MORALE).
func (e *Explorer) comparison(n [2]int) [2]int {
	switch {
	case !e.f.b.Rules.Morale:
		return [2]int{1, 1}
	case n[0] >= 2*n[1]:
		return [2]int{2, 1}
	case n[1] >= 2*n[0]:
		return [2]int{1, 2}
	case n[0] > n[1]:
		return [2]int{3, 2}
	case n[1] > n[0]:
		return [2]int{2, 3}
	}
	return [2]int{1, 1}
}

// An contestKey is all that an attack's injury goes by.
type contestKey struct {
	strike                                         *strike
	skill, defence, speedFactor, multiplier, limit int
}

// injuryOf is the distribution of an attack's injury, or nil where its hits are
// too many to add up.
func (e *Explorer) injuryOf(a *attack, skill int) *spread {
	f := e.f
	key := contestKey{a.strike, skill, a.defence.total, a.speedFactor, f.multiplier(a), a.limit()}
	if most := f.mostHits(a, skill, key.multiplier); key.limit >= most {
		key.limit = -1
	}
	if s, ok := e.odds[key]; ok {
		return s
	}
	if most := hits(max(0, skill-key.defence+15, skill-3), key.speedFactor, key.multiplier, key.limit); most > a.strike.most {
		e.why = fmt.Sprintf("an attack of %s can make %d hits, more than the %d that can be added up exactly; smaller groups would do", a.by.Name, most, a.strike.most)
		return nil
	}
	s := f.injuryOdds(a, skill)
	e.odds[key] = &s
	return &s
}

// resolve notes the injury of an attack instead of rolling its contest. Whether a
// shot goes astray, and at whom, are ways in which the leg can go.
func (e *Explorer) resolve(a *attack, skill int) {
	injury := e.injuryOf(a, skill)
	if injury == nil {
		return
	}
	astray := 0.0
	if a.mayStray() && e.f.bystanders(a) > 0 {
		astray = e.misses(a, skill) * e.strays()
	}
	if astray == 0 {
		e.hit(a.at, injury)
		return
	}
	if e.paths.Draw([]float64{1 - astray, astray}) == 0 {
		e.hit(a.at, e.without(injury, astray))
		return
	}
	weights := make([]float64, len(e.f.groups))
	for i, in := range e.f.inMelee {
		if in {
			weights[i] = float64(e.f.groups[i].fighting)
		}
	}
	i := e.paths.Draw(weights)
	e.f.groups[i].engaged = true
	e.hit(&e.f.groups[i], e.strayOf(a, i))
}

// hit adds an injury to what a group suffers in this leg.
func (e *Explorer) hit(g *group, injury *spread) {
	if injury != nil {
		e.injuries[g.index] = append(e.injuries[g.index], injury)
	}
}

// misses is the chance that an attack loses its contest.
func (e *Explorer) misses(a *attack, skill int) float64 {
	sum := 0.0
	contests(func(attackRoll, defenceRoll int, p float64) {
		if v, _ := e.f.decide(a, skill, attackRoll, defenceRoll); !v.wins {
			sum += p
		}
	})
	return sum
}

// strays is the chance that a miss strays (HC-MELEE-FIRE).
func (e *Explorer) strays() float64 {
	sum := 0.0
	for roll := 3; roll <= strayScore; roll++ {
		sum += ways3d[roll] / 216
	}
	return sum
}

// A restKey is an injury and the chance of something else that did not happen.
type restKey struct {
	injury *spread
	astray float64
}

// without is an attack's injury where it is known not to have gone astray, which
// it does with a given chance.
func (e *Explorer) without(injury *spread, astray float64) *spread {
	key := restKey{injury, astray}
	rest, ok := e.rest[key]
	if !ok {
		rest = &spread{injury.low, slices.Clone(injury.p)}
		rest.p[-rest.low] = max(0, rest.p[-rest.low]-astray)
		for i := range rest.p {
			rest.p[i] /= 1 - astray
		}
		e.rest[key] = rest
	}
	return rest
}

// strayOf is the distribution of a stray shot's injury on group i, over all
// locations.
func (e *Explorer) strayOf(from *attack, i int) *spread {
	var at [16]*spread // by 3d
	for k := range at {
		a := e.f.strayShot(from, i, k+3)
		if at[k] = e.injuryOf(&a, e.f.effective(&a, numbers{})); at[k] == nil {
			return nil
		}
	}
	s, ok := e.astray[at]
	if !ok {
		mixed := spreadOf(func(yield func(int, float64)) {
			for k, injury := range at {
				for j, q := range injury.p {
					yield(injury.low+j, q*ways3d[k+3]/216)
				}
			}
		})
		s = &mixed
		e.astray[at] = s
	}
	return s
}

// takeInjuries is what the injuries of a leg make every group lose, nil where
// nobody loses anything.
func (e *Explorer) takeInjuries() []*Losses {
	var losses []*Losses
	for i, injuries := range e.injuries {
		if l := e.lossesOf(&e.f.groups[i], injuries); l != nil {
			if losses == nil {
				losses = make([]*Losses, len(e.injuries))
			}
			losses[i] = l
		}
		e.injuries[i] = injuries[:0]
	}
	return losses
}

// lossesOf is what a group loses by independent injuries, added up and halved by
// its HT roll (HC-HT); nil where it loses nothing.
func (e *Explorer) lossesOf(g *group, injuries []*spread) *Losses {
	if len(injuries) == 0 {
		return nil
	}
	key := []byte{byte(g.index)}
	for _, s := range injuries {
		key = fmt.Appendf(key, " %p", s)
	}
	l, ok := e.known[string(key)]
	if !ok {
		total := *injuries[0]
		for _, s := range injuries[1:] {
			total = total.plus(s)
		}
		l = e.intern(spreadOf(func(yield func(int, float64)) {
			for i, p := range total.p {
				e.f.afterHT(g, total.low+i, p, func(loss int, _ bool, q float64) { yield(loss, q) })
			}
		}))
		e.known[string(key)] = l
	}
	return l
}

// plus is the distribution of the sum of two independent injuries.
func (s *spread) plus(t *spread) spread {
	sum := spread{s.low + t.low, make([]float64, len(s.p)+len(t.p)-1)}
	for i, p := range s.p {
		for k, q := range t.p {
			sum.p[i+k] += p * q
		}
	}
	return sum
}

// intern makes Losses of a spread, nil where nothing is lost.
func (e *Explorer) intern(s spread) *Losses {
	for len(s.p) > 1 && s.p[len(s.p)-1] < negligible {
		s.p = s.p[:len(s.p)-1]
	}
	for len(s.p) > 1 && s.p[0] < negligible {
		s.low, s.p = s.low+1, s.p[1:]
	}
	if len(s.p) == 1 && s.low == 0 {
		return nil
	}
	key := binary.LittleEndian.AppendUint64(nil, uint64(s.low))
	for _, p := range s.p {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(p))
	}
	l, ok := e.losses[string(key)]
	if !ok {
		l = &Losses{len(e.losses), s.low, s.p}
		e.losses[string(key)] = l
	}
	return l
}

// note finds the Situation that the Fight is in at the start of a leg, after
// injuries by these losses. What no later leg asks for is left out of it.
func (e *Explorer) note(leg Leg, losses []*Losses) *Situation {
	f := e.f
	s := &Situation{Leg: leg, winner: -1, started: [2]int{1, 1}, locks: slices.Clone(f.locks), hurt: make([]bool, len(f.groups))}
	if f.ended {
		s.Leg, s.Ended, s.Outcome = LegOrders, true, f.result.Outcome
		clear(s.locks)
	}
	if leg == LegOrders && !f.ended {
		e.hide()
	}
	if !f.ended {
		s.hidden = e.hidden
	}
	middle := leg == LegMovement || leg == LegMelee
	if middle {
		s.winner, s.first = f.winner, f.first
	}
	if leg != LegOrders {
		s.started = e.comparison(f.started)
	}
	for i := range f.groups {
		g := &f.groups[i]
		p := placed{broke: g.broke, surrender: g.surrender, collapsed: g.collapsed, left: g.left}
		s.hurt[i] = leg != LegOrders && (g.taken > 0 || g.fighting < g.atStart)
		if !f.ended {
			p.standing = g.standing
		}
		if !f.ended && (g.onField() || g.standing == Coming) {
			p.fp, p.tired, p.engaged, p.arms = g.fp, g.tired, g.engaged, slices.Clone(g.weapons)
			p.pos = g.pos
			if middle {
				p.stance = g.stance
				p.fast, p.shot = Check{}, false
			}
			if leg == LegMelee {
				p.spent, p.inRange, p.wasLocked, p.ap = 0, false, false, min(p.ap, apAttack)
			}
		}
		s.groups = append(s.groups, p)
	}
	if leg == LegOrders && !f.ended {
		s.align()
	}
	if losses == nil {
		e.unasked(s) // with losses it is not known yet who is hurt
	}
	return e.same(s)
}

// placeGrid is what places are rounded to between rounds, in yards, so that the noise of
// geometry does not tell Situations apart.
const placeGrid = 1e-10

// align moves the field so that its first group is at the origin, and turns it if
// there are only two groups: nothing goes by more than how they stand to each
// other. Who is still to come has a fixed place.
func (s *Situation) align() {
	var there []*placed
	for i := range s.groups {
		switch p := &s.groups[i]; p.standing {
		case Steady, Broken:
			there = append(there, p)
		case Coming:
			return
		}
	}
	if len(there) == 0 {
		return
	}
	origin := there[0].pos
	if len(there) == 2 {
		there[0].pos, there[1].pos = Point{}, Point{0, math.Round(origin.distance(there[1].pos)/placeGrid) * placeGrid}
		return
	}
	for _, p := range there {
		p.pos = Point{math.Round((p.pos.X-origin.X)/placeGrid) * placeGrid, math.Round((p.pos.Y-origin.Y)/placeGrid) * placeGrid}
	}
}

// MayBeHurt says whether it matters for morale that group i loses something.
func (e *Explorer) MayBeHurt(s *Situation, i int) bool {
	return e.f.b.Rules.Morale && s.groups[i].standing == Steady && !e.f.b.Groups[i].Character
}

// HurtUpTo is, for each pool that group i may have had when a leg began, up to how
// many HP left its loss makes it check morale.
func (e *Explorer) HurtUpTo(i int) []int32 {
	g := e.f.groups[i] // a copy to ask
	most := make([]int32, g.Pool+1)
	for pool := range most {
		g.standing, g.atStart = Steady, fighters(pool, g.hp)
		most[pool] = int32(sort.Search(pool+1, func(left int) bool {
			g.pool, g.fighting, g.taken = left, fighters(left, g.hp), pool-left
			return g.mustCheck() == 0
		})) - 1
	}
	return most
}

// Hurt is the Next of a Branch with losses, where they make these groups check
// morale and no others.
func (e *Explorer) Hurt(s *Situation, groups []int) *Situation {
	t := *s
	t.hurt = slices.Clone(s.hurt)
	for _, i := range groups {
		t.hurt[i] = true
	}
	return e.same(e.unasked(&t))
}

// unasked leaves out of s what only the checks of those who are hurt ask for.
func (e *Explorer) unasked(s *Situation) *Situation {
	checks := false
	for i := range s.hurt {
		s.hurt[i] = s.hurt[i] && !s.Ended && e.MayBeHurt(s, i)
		checks = checks || s.hurt[i]
	}
	if s.Leg == LegMorale && !checks {
		s.started = [2]int{1, 1}
	}
	return s
}

// Fell is s after all of group i fell.
func (e *Explorer) Fell(s *Situation, i int) *Situation {
	nobody := make([]int, len(s.groups))
	e.load(s, 0, nobody)
	e.f.groups[i].standing = Down
	e.f.releaseLocks()
	return e.note(s.Leg, nil)
}

// same is the Situation equal to s that came up before, or s.
func (e *Explorer) same(s *Situation) *Situation {
	key := append(e.key[:0], byte(s.Leg), bit(s.Ended), byte(s.Outcome), byte(s.winner), byte(s.first), byte(s.started[0]), byte(s.started[1]), s.hidden.who)
	number := func(n int) { key = binary.LittleEndian.AppendUint32(key, uint32(int32(n))) }
	number(s.hidden.rolls)
	number(s.hidden.until)
	flags := func(all ...bool) {
		for _, on := range all {
			key = append(key, bit(on))
		}
	}
	for i := range s.groups {
		p := &s.groups[i]
		key = append(key, byte(p.standing), byte(p.tactic), byte(p.move))
		flags(p.tired, p.engaged, p.broke, p.surrender, p.collapsed, p.left, s.hurt[i])
		flags(p.silent, p.withdraws, p.inRange, p.ran, p.mustLeave, p.wasLocked)
		for _, n := range [...]int{p.fp, p.ap, p.spent, p.runsAt, p.inContact, e.orderNumber(p.order)} {
			number(n)
		}
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(p.pos.X+0)) // +0: -0 is 0
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(p.pos.Y+0))
		for _, a := range p.arms {
			number(a.loaded)
			number(a.ammo)
			number(a.paid)
		}
	}
	flags(s.locks...)
	e.key = key
	if t, ok := e.situations[string(key)]; ok {
		return t
	}
	s.ID = len(e.situations)
	e.situations[string(key)] = s
	return s
}

// orderNumber numbers orders as they come up; none is 0.
func (e *Explorer) orderNumber(o *order) int {
	if o == nil {
		return 0
	}
	if _, ok := e.orders[o]; !ok {
		e.orders[o] = len(e.orders) + 1
	}
	return e.orders[o]
}

// A blocksKey is a way of falling into blocks, and a group.
type blocksKey struct {
	by    blocking
	group int
}

// A blocking is what of a pool a leg may go by.
type blocking uint8

const (
	byNothing blocking = iota
	byNumbers          // combatants
	byOrders           // combatants, and HP as orders ask for them
	byMorale           // losses as morale goes by them
	byBoth             // combatants, and losses as morale goes by them
)

// Blocks are the blocks of group i's pools, by HP from 0: what a leg does is the
// same for pools of one block of each group, if Relations are the same too.
func (e *Explorer) Blocks(s *Situation, i int) []int32 {
	by := byNumbers
	switch g := &s.groups[i]; {
	case s.Leg == LegMorale && s.hurt[i]:
		by = byMorale
	case s.Leg == LegMorale:
		by = byNothing
	case s.Leg == LegOrders && g.standing == Steady:
		by = byOrders
	case s.hurt[i]: // the leg may go on to morale
		by = byBoth
	case g.standing == Steady || g.standing == Broken || g.standing == Coming:
	case s.Leg == LegOrders && e.countsLosses(1-e.f.b.Groups[i].Side):
	default:
		by = byNothing
	}
	key := blocksKey{by, i}
	blocks, ok := e.blocks[key]
	if !ok {
		blocks = e.newBlocks(key)
		e.blocks[key] = blocks
	}
	return blocks
}

// countsLosses says whether a side has orders that go by the enemy's losses.
func (e *Explorer) countsLosses(side int) bool {
	return e.anyOrder(side, func(o *order) bool { return o.When.EnemyLosses != nil })
}

// anyOrder says whether something holds for one of the orders of a side.
func (e *Explorer) anyOrder(side int, holds func(*order) bool) bool {
	for i := range e.f.side(side) {
		g := &e.f.side(side)[i]
		for k := range g.orders {
			if holds(&g.orders[k]) {
				return true
			}
		}
	}
	return false
}

// newBlocks works blocks out: a new one begins where anything that is asked has
// another answer.
func (e *Explorer) newBlocks(key blocksKey) []int32 {
	g := e.f.groups[key.group] // a copy to ask
	blocks, last := make([]int32, g.Pool+1), ""
	for pool := range blocks {
		g.pool, g.fighting = pool, fighters(pool, g.hp)
		var answers []byte
		switch key.by {
		case byOrders:
			for k := range g.orders {
				answers = append(answers, bit(within(g.orders[k].When.HP, g.poolShare())), bit(g.orders[k].Auto && g.halfGone()))
			}
			fallthrough
		case byNumbers, byBoth:
			answers = binary.LittleEndian.AppendUint64(answers, uint64(g.fighting))
		}
		if key.by == byMorale || key.by == byBoth {
			lost, of := g.lost(pool, g.fighting)
			losses, _ := moraleRows(lost, of, 0, 0)
			answers = append(answers, bit(pool <= g.checkAt), byte(losses))
		}
		if pool > 0 {
			blocks[pool] = blocks[pool-1]
			if string(answers) != last {
				blocks[pool]++
			}
		}
		last = string(answers)
	}
	return blocks
}

// Related says whether a leg goes by Relations at all.
func (e *Explorer) Related(s *Situation) bool {
	return s.Leg != LegMorale && (e.anyOrder(0, byComparing) || e.anyOrder(1, byComparing))
}

// byComparing says whether an order compares pools.
func byComparing(o *order) bool {
	return o.Auto || o.Target.Rule == Weakest || o.Target.Rule == Strongest || o.Target.Rule == MostWounded
}

// Relations is what a leg goes by, beyond the blocks, of how pools compare: whose
// is greater, where orders choose targets by it, and which side's are outweighed,
// where they are left to the program.
func (e *Explorer) Relations(s *Situation, pools []int) (relations uint64) {
	note := func(sign int) { relations = 3*relations + uint64(sign+1) }
	for side := range e.f.b.Sides {
		if e.anyOrder(side, func(o *order) bool { return o.Auto }) {
			// Whoever arrives in this round counts in it.
			for _, most := range [...]Standing{Steady, Coming} {
				note(int(bit(outweighed(e.sidePool(s, side, most, pools), e.sidePool(s, 1-side, most, pools)))))
			}
		}
		strength := e.anyOrder(1-side, func(o *order) bool { return o.Target.Rule == Weakest || o.Target.Rule == Strongest })
		wounds := e.anyOrder(1-side, func(o *order) bool { return o.Target.Rule == MostWounded })
		for i := e.f.b.Sides[side].First; i < e.f.b.Sides[side].Last; i++ {
			for k := i + 1; k < e.f.b.Sides[side].Last; k++ {
				g, h := e.f.groups[i], e.f.groups[k]
				g.pool, h.pool = pools[i], pools[k]
				if strength {
					note(cmp.Compare(g.pool, h.pool))
				}
				if wounds {
					note(cmp.Compare(g.poolShare(), h.poolShare()))
				}
			}
		}
	}
	return relations
}

// sidePool is the HP of a side's groups that are steady, or still to come where
// most says so.
func (e *Explorer) sidePool(s *Situation, side int, most Standing, pools []int) int {
	n := 0
	for i := e.f.b.Sides[side].First; i < e.f.b.Sides[side].Last; i++ {
		if s.groups[i].standing <= most {
			n += pools[i]
		}
	}
	return n
}

// Wounds are what a character of group i who has fallen may be left with, and how
// likely (HC-CASUALTY); nil for others.
func (e *Explorer) Wounds(i int) (wounds []Wound, p []float64) {
	g := &e.f.groups[i]
	if !g.isWounded() {
		return nil, nil
	}
	e.paths.Reset()
	for ok := true; ok; ok = e.paths.Next() {
		var r GroupResult
		e.f.casualties(g, 1, &r)
		wounds, p = append(wounds, r.Wound), append(p, e.paths.Probability())
	}
	return wounds, p
}
