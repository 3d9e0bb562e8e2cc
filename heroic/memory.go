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
	list      []*scene  // in the order of their indices
	pairings  []pairing // three a scene, by who won initiative, nobody first
	start     *scene    // of every trial
	here      *scene    // at the start of the round; nil: not looked up
	settled   *scene    // whose field the groups stand in; nil: in one of their own
	grids     int       // see maxGrids
	key       []byte    // scratch of look
	choices   []choice
	rounds    int // noted in all, of at most limit
	limit     int
	trades    [2][]trade      // of pairings, by phase
	layouts   [2][]layout     // likewise
	rack      *dice.Rack      // of the tables of trades
	places    [][2]dice.Place // in it, as layouts say
	noting    *round          // the round being thought through, or nil
	replaying bool

	looks, finds int  // of scenes since they were last counted, and of rounds known there
	idle         bool // scenes are looked for no more
}

// In so many looks for a scene one in rarely must find a round that is known: else
// looking costs more than it spares, and the Fight thinks on from there.
const (
	looksCounted = 4096
	rarely       = 8
)

// count counts a look for a scene, and whether a known round was found.
func (m *memory) count(found bool) {
	if found {
		m.finds++
	}
	if m.looks++; m.looks == looksCounted {
		m.idle = m.finds < looksCounted/rarely
		m.looks, m.finds = 0, 0
	}
}

// memoryLimit bounds how many rounds a Fight of n groups remembers: by number,
// and by some 16 MB for what a round keeps of every group and pair of groups.
func memoryLimit(n int) int { return min(4096, 1<<24/(n*(2000+4*n))) }

// A scene is all that decides how rounds go but orders and initiative: standings,
// places, postures, locks, who is tired, ammunition.
type scene struct {
	index    int32
	field    field
	places   []spot // of each group
	rounds   []*round
	byWinner [3]*round // where orders never change: by who won initiative, nobody first
}

// A round is one that has been thought through, under given orders and
// initiative. One that goes by numbers or luck has nothing but its heading.
type round struct {
	choices []choice
	winner  int

	plain         bool   // all of its steps are
	shots, blows  []blow // of a plain round
	known         bool
	ranged, melee [2]step // of who acts first and second
	afterShots    field
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
	locks   []uint16
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
// initiative has been rolled, and orders declared unless they are known beforehand.
func (f *Fight) recall(known bool) *round {
	m := &f.memory
	if m.here != nil {
		return f.recallHere(known)
	}
	if m.idle || f.thinks() {
		return nil
	}
	var r *round
	if m.here = f.look(); m.here != nil {
		r = f.recallHere(known)
	}
	m.count(r != nil)
	return r
}

// recallHere is recall at a scene.
func (f *Fight) recallHere(known bool) *round {
	m := &f.memory
	if m.start == nil {
		m.start = m.here // the first round of the first trial
	}
	if f.b.unaltering {
		if r := m.here.byWinner[f.winner+1]; r != nil {
			return r.ifKnown()
		}
	} else {
		var choices []choice
		if known {
			choices = f.foresee(m.here)
		} else {
			choices = f.chosenOrders()
		}
		for _, r := range m.here.rounds {
			if r.winner == f.winner && slices.Equal(r.choices, choices) {
				return r.ifKnown()
			}
		}
	}
	if m.rounds < m.limit {
		m.rounds++
		m.noting = &round{winner: f.winner, known: true}
		if !f.b.unaltering {
			m.noting.choices = slices.Clone(m.choices)
		}
	}
	return nil
}

// begin sets a memory up for a new trial.
func (m *memory) begin(f *Fight) {
	m.here, m.noting = nil, nil
	if m.start == nil || m.settled != m.start {
		f.restore(&f.freshField)
		m.settled = m.start
	}
	if !f.thinks() {
		m.here = m.start
	}
}

// settle lets the groups stand where the scene has them, before anybody looks:
// rounds that are replayed move nobody.
func (f *Fight) settle() {
	if m := &f.memory; m.here != nil && m.here != m.settled {
		f.restore(&m.here.field)
	}
	f.memory.settled = nil // from now on they may move
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

// look finds the scene of the present state, or a new one; nil where there is no
// room for one.
func (f *Fight) look() *scene {
	m := &f.memory
	key := m.key[:0]
	for i := range f.groups {
		g := &f.groups[i]
		flags := byte(g.standing) | byte(g.posture)<<3
		if g.moved {
			flags |= 0x40
		}
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
	key = appendLocks(key, f.locks)
	m.key = key
	if s, ok := m.scenes[string(key)]; ok {
		return s
	}
	if m.scenes == nil {
		m.scenes = map[string]*scene{}
	}
	if len(m.scenes) >= m.limit {
		return nil
	}
	s := &scene{index: int32(len(m.list)), field: f.field()}
	for i := range f.groups {
		s.places = append(s.places, spot{f.isLocked(i), f.nearestDistance(&f.groups[i])})
	}
	m.scenes[string(key)] = s
	m.list, m.pairings = append(m.list, s), append(m.pairings, pairing{}, pairing{}, pairing{})
	for i, trades := range m.trades {
		m.trades[i] = append(trades, trade{}, trade{}, trade{})
		m.layouts[i] = append(m.layouts[i], layout{}, layout{}, layout{})
	}
	return s
}

// appendLocks adds locks and their order to a key.
func appendLocks(key []byte, locks []uint16) []byte {
	for _, place := range locks {
		key = binary.AppendUvarint(key, uint64(place))
	}
	return key
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
	copied := step{plans: slices.Clone(f.step.plans), attacks: slices.Clone(f.step.attacks), simple: f.step.simple}
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

// keep ends the thinking of a round. Only one in which all went as planned, with
// nobody falling out of it, is a pattern for others.
func (f *Fight) keep() {
	m := &f.memory
	r, s := m.noting, m.here
	m.noting, m.here = nil, nil
	if r == nil {
		return
	}
	if r.known && (f.changed || f.ended && f.result.Outcome != Undecided) {
		m.rounds--
		return // it may be noted another time
	}
	if r.known {
		if r.next = f.look(); r.next == nil {
			return
		}
		f.readyRound(r)
		m.here = r.next
	}
	s.rounds = append(s.rounds, r)
	s.byWinner[r.winner+1] = r
	at := 3*s.index + int32(r.winner) + 1
	var trades [2]trade
	m.pairings[at], trades = f.pair(r)
	for i := range trades {
		m.trades[i][at], m.layouts[i][at] = trades[i], f.layOutLater(&trades[i])
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
	k := 0
	for i := range f.groups {
		g := &f.groups[i]
		g.stance = c.stances[i]
		k += copy(g.weapons, c.arms[k:])
	}
	copy(f.locks, c.locks)
}

// readyRound makes a round plain if it is.
func (f *Fight) readyRound(r *round) {
	var ok bool
	if r.shots, ok = f.readyBlows(&r.ranged, dice.Ranged); ok {
		r.blows, r.plain = f.readyBlows(&r.melee, dice.Melee)
	}
}

// replay fights a round that has been thought through. If somebody falls out of
// it before the groups have moved, the rest is thought through anew.
func (f *Fight) replay(r *round) {
	if r.plain {
		f.replayPlain(r)
		return
	}
	f.memory.here = nil
	if len(r.ranged[0].plans)+len(r.ranged[1].plans) > 0 {
		if r.strays {
			f.restore(&r.afterShots)
			f.memory.settled = nil
		}
		f.carryOutAgain(&r.ranged, dice.Ranged)
		if f.injuryStep(dice.RangedInjury); f.changed {
			f.fallOutAfterShots(r)
			return
		}
	}
	f.carryOutAgain(&r.melee, dice.Melee)
	f.injuryStep(dice.MeleeInjury)
	if f.endIfDown(); !f.ended {
		f.endReplay(r)
	}
}

// endReplay is the end of a round that is replayed, after the Melee Phase.
func (f *Fight) endReplay(r *round) {
	if f.moralePhase(); !f.ended {
		f.endTired(r)
	}
}

// endTired is the end of a round that is replayed, after the Morale Phase.
func (f *Fight) endTired(r *round) {
	if f.fatiguePhase(); f.ended {
		return
	}
	if f.closeRound(); !f.changed {
		f.memory.here = r.next
	} else if !f.ended {
		f.fallOut(&r.next.field)
	}
}

// fallOutAfterShots thinks the rest of a round through, because somebody was shot
// down.
func (f *Fight) fallOutAfterShots(r *round) {
	f.fallOut(&r.afterShots)
	if f.endIfDown(); !f.ended {
		f.playPhases(afterRanged)
	}
}

// carryOutAgain makes the attacks of steps that were planned before.
func (f *Fight) carryOutAgain(steps *[2]step, phase dice.Phase) {
	f.memory.replaying = true
	f.carryOut(&steps[0], phase)
	f.carryOut(&steps[1], phase)
	f.memory.replaying = false
}

// fallOut leaves what was thought through, because somebody has fallen, fled or
// tired: the groups stand as the field says, but for them.
func (f *Fight) fallOut(c *field) {
	f.restore(c)
	f.memory.settled = nil
	f.releaseLocks()
}
