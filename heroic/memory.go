package heroic

import (
	"encoding/binary"
	"math"
	"slices"

	"heroicsim/dice"
)

// A memory spares a Fight to think the same thoughts again. Where groups stand,
// what they are ordered and who has the initiative decides who attacks whom with
// what, how far everybody moves and who locks with whom; only how the contests
// go, and the numbers that are left, is luck. So a round is thought through once
// by the phases, and when it comes up again, in any trial, its attacks are made
// from the plans that were noted then. It makes the same draws, and changes no
// result: a battle that is told, or fought with scripted dice, does without.
type memory struct {
	scenes    map[string]*scene
	start     *scene // of every trial
	here      *scene // at the start of the round; nil: not looked up
	key       []byte // scratch of look
	choices   []choice
	rounds    int // noted in all, of at most limit
	limit     int
	noting    *round // the round being thought through, or nil
	replaying bool
}

// memoryLimit bounds how many rounds a Fight of n groups remembers: by number,
// and by some 16 MB for what a round keeps of every group and pair of groups.
func memoryLimit(n int) int { return min(4096, 1<<24/(n*(2000+4*n))) }

// A scene is all that decides how rounds go but orders and initiative: standings,
// places, locks, who is tired, ammunition.
type scene struct {
	rounds   []*round
	byWinner [3]*round // where orders never change: by who won initiative, nobody first
}

// A round is one that has been thought through, under given orders and
// initiative. One that goes by numbers or luck has nothing but its heading.
type round struct {
	choices []choice
	winner  int
	first   int

	blows         []blow // of a plain round, nil for others
	known         bool
	ranged, melee [2]step // of who acts first and second
	before        field
	afterShots    field
	afterMoves    field
	alters        bool // a place, a lock or ammunition
	strays        bool // shots may go astray, and meet people in their stances
	next          *scene
}

// A choice is what a group does about its orders.
type choice struct {
	order  *order
	tactic Tactic
	silent bool
}

// A field is the part of a battle's state that is no luck.
type field struct {
	stances []stance
	locks   []bool
	arms    []arm
}

// forget says that the round under way goes by numbers or luck, beyond its
// contests, and cannot be remembered.
func (f *Fight) forget() {
	if n := f.memory.noting; n != nil {
		n.known = false
	}
}

// recall returns the round to come as it was thought through before, or nil. The
// initiative has been rolled, and orders declared unless they never change.
func (f *Fight) recall() *round {
	m := &f.memory
	if m.here == nil {
		if f.thinks() {
			return nil
		}
		m.here = f.look()
	}
	if m.start == nil {
		m.start = m.here // the first round of the first trial
	}
	if f.b.unaltering {
		if r := m.here.byWinner[f.winner+1]; r != nil {
			return r.ifKnown()
		}
	} else {
		choices := f.chosenOrders()
		for _, r := range m.here.rounds {
			if r.winner == f.winner && r.first == f.first && slices.Equal(r.choices, choices) {
				return r.ifKnown()
			}
		}
	}
	if m.rounds < m.limit {
		m.rounds++
		m.noting = &round{winner: f.winner, first: f.first, known: true, before: f.field()}
		if !f.b.unaltering {
			m.noting.choices = slices.Clone(f.chosenOrders())
		}
	}
	return nil
}

// ifKnown is r, or nil for one that cannot be remembered.
func (r *round) ifKnown() *round {
	if r.known {
		return r
	}
	return nil
}

// chosenOrders lists what the groups do about their orders.
func (f *Fight) chosenOrders() []choice {
	m := &f.memory
	m.choices = m.choices[:0]
	for i := range f.groups {
		g := &f.groups[i]
		m.choices = append(m.choices, choice{g.order, g.tactic, g.silent})
	}
	return m.choices
}

// look finds the scene of the present state, or a new one.
func (f *Fight) look() *scene {
	m := &f.memory
	key := m.key[:0]
	for i := range f.groups {
		g := &f.groups[i]
		flags := byte(g.standing)
		if g.tired {
			flags |= 0x80
		}
		key = append(key, flags)
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(g.pos.X))
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(g.pos.Y))
		for k := range g.weapons {
			a := &g.weapons[k]
			key = binary.LittleEndian.AppendUint64(key, uint64(uint32(a.loaded))<<32|uint64(uint32(a.ammo)))
			key = binary.LittleEndian.AppendUint32(key, uint32(a.paid))
		}
	}
	for _, on := range f.locks {
		if on {
			key = append(key, 1)
		} else {
			key = append(key, 0)
		}
	}
	m.key = key
	if s, ok := m.scenes[string(key)]; ok {
		return s
	}
	if m.scenes == nil {
		m.scenes = map[string]*scene{}
	}
	s := new(scene)
	if len(m.scenes) < m.limit {
		m.scenes[string(key)] = s
	}
	return s
}

// noteStep notes the plans of a step.
func (f *Fight) noteStep(phase dice.Phase) {
	r := f.memory.noting
	if r == nil || !r.known {
		return
	}
	steps := &r.ranged
	if phase == dice.Melee {
		steps = &r.melee
	}
	copied := step{slices.Clone(f.step.plans), slices.Clone(f.step.attacks), f.step.simple}
	if len(copied.plans) == 0 {
		return
	}
	for i := range copied.attacks {
		r.strays = r.strays || copied.attacks[i].intoMelee
	}
	if copied.plans[0].by.Side == f.first {
		steps[0] = copied
	} else {
		steps[1] = copied
	}
}

// noteShots notes the field after the shots of the Ranged Phase.
func (f *Fight) noteShots() {
	if r := f.memory.noting; r != nil && r.known {
		r.afterShots = f.field()
	}
}

// notePlaces notes the field after the Movement Phase.
func (f *Fight) notePlaces() {
	r := f.memory.noting
	if r == nil || !r.known {
		return
	}
	r.afterMoves = f.field()
	r.alters = !slices.Equal(r.afterMoves.locks, r.before.locks) || !slices.Equal(r.afterMoves.arms, r.before.arms)
	for i := range r.afterMoves.stances {
		r.alters = r.alters || r.afterMoves.stances[i].pos != r.before.stances[i].pos
	}
}

// keep ends the thinking of a round. Only one in which all went as planned, with
// nobody falling out of it, is a pattern for others.
func (f *Fight) keep() {
	m := &f.memory
	r, s := m.noting, m.here
	m.noting, m.here = nil, nil
	if r == nil {
		return
	}
	if r.known && (f.changed || f.ended) {
		m.rounds--
		return // it may be noted another time
	}
	s.rounds = append(s.rounds, r)
	s.byWinner[r.winner+1] = r
	if r.known {
		r.next = f.look()
		r.blows = f.readyBlows(r)
		m.here = r.next
	}
}

// field copies the state that is no luck.
func (f *Fight) field() field {
	var c field
	for i := range f.groups {
		c.stances = append(c.stances, f.groups[i].stance)
		c.arms = append(c.arms, f.groups[i].weapons...)
	}
	c.locks = slices.Clone(f.locks)
	return c
}

// restore puts back what field copied.
func (f *Fight) restore(c *field) {
	f.moved = true
	k := 0
	for i := range f.groups {
		g := &f.groups[i]
		g.stance = c.stances[i]
		k += copy(g.weapons, c.arms[k:])
	}
	copy(f.locks, c.locks)
}

// replay fights a round that has been thought through. If somebody falls out of
// it before the groups have moved, the rest is thought through anew.
func (f *Fight) replay(r *round) {
	m := &f.memory
	m.here = nil
	if r.blows != nil && !f.RollDice {
		f.playBlows(r.blows)
		f.endReplay(r)
		return
	}
	if r.strays {
		f.restore(&r.afterShots)
	}
	if len(r.ranged[0].plans)+len(r.ranged[1].plans) > 0 {
		m.replaying = true
		f.carryOut(&r.ranged[0], dice.Ranged)
		f.carryOut(&r.ranged[1], dice.Ranged)
		m.replaying = false
		f.injuryStep(dice.RangedInjury)
	}
	if f.changed {
		f.restore(&r.afterShots)
		f.releaseLocks()
		if f.endIfDown(); !f.ended {
			f.playPhases(afterRanged)
		}
		return
	}
	if r.alters {
		f.restore(&r.afterMoves)
	}
	f.carryOut(&r.melee[0], dice.Melee)
	f.carryOut(&r.melee[1], dice.Melee)
	f.injuryStep(dice.MeleeInjury)
	f.endReplay(r)
}

// endReplay is what comes in a round that is replayed when all have fought.
func (f *Fight) endReplay(r *round) {
	if f.endIfDown(); f.ended {
		return
	}
	if f.moralePhase(); f.ended {
		return
	}
	if f.fatiguePhase(); f.ended {
		return
	}
	if f.closeRound(); !f.changed {
		f.memory.here = r.next
	}
}
