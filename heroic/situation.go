package heroic

import (
	"encoding/binary"
	"math"
	"slices"
)

// A Situation is all of a battle's state but HP, at the start of a leg. Equal ones
// are the same pointer.
type Situation struct {
	ID      int // counted from 0, in the order in which they came up
	Leg     Leg
	Ended   bool // the battle is over, with Outcome
	Outcome Outcome

	groups        []placed
	locks         []uint16
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
			p.pos, p.moved, p.posture = g.pos, g.moved, g.posture
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
		s.align(!e.f.b.flanks)
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
// there are only two groups and it may be turned: nothing goes by more than how
// they stand to each other, but for where the flanks of those are who fight
// nobody. Who is still to come has a fixed place.
func (s *Situation) align(turns bool) {
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
	if len(there) == 2 && turns {
		there[0].pos, there[1].pos = Point{}, Point{0, math.Round(origin.distance(there[1].pos)/placeGrid) * placeGrid}
		return
	}
	for _, p := range there {
		p.pos = Point{math.Round((p.pos.X-origin.X)/placeGrid) * placeGrid, math.Round((p.pos.Y-origin.Y)/placeGrid) * placeGrid}
	}
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
		key = append(key, byte(p.standing), byte(p.tactic), byte(p.move), byte(p.posture))
		flags(p.tired, p.engaged, p.broke, p.surrender, p.collapsed, p.left, s.hurt[i])
		flags(p.silent, p.withdraws, p.inRange, p.ran, p.mustLeave, p.wasLocked, p.moved)
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
	key = appendLocks(key, s.locks)
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
