package heroic

import (
	"math"
	"slices"
	"sort"

	"heroicsim/dice"
	"heroicsim/units"
)

// An effect that reaches only some members splits their group (HC-GROUP): members in
// the same state are a part. Parts act and are attacked as groups of their own would
// be, but share a place, orders, HP and FP; when an effect ends, those whose states
// are the same again rejoin. A group that nothing has happened to has no parts. Only
// elaborate battles have any.

// A state is what effects have made of a member. Its zero value is nothing.
type state struct {
	stunned int // to the end of this round: does not act, defends at -4 (DM-20, R-63)
	bound   int // likewise: neither acts nor moves
	spells  [maxLasting]lasting

	// Of a grapple (HC-GRAPPLE).
	grip   clasp // in whose hands he is
	breath int32 // FP that choking has cost him
	holds  int16 // the group of the foe whom he holds, + 1; 0: nobody
	kneels bool  // beside that foe, who lies
	down   bool  // lies
	busy   bool  // to the end of this round: has done what he can do
	lame   bool  // a limb is crippled by a lock or wrench: no more injury there
}

// whole is the state of the members of a group that has no parts.
var whole state

// A portion is the members of a group in one state.
type portion struct {
	state
	members int
	hurt    int // injury that attacks on it did in the step under way
}

// acts says whether members in the state can do anything of their own will.
func (s *state) acts(round int) bool { return s.stunned < round && s.bound < round && !s.busy }

// expire clears what ends with a round.
func (s *state) expire(round int) {
	if s.stunned <= round {
		s.stunned = 0
	}
	s.busy = false
	if s.bound <= round {
		s.bound = 0
	}
	s.expireSpells(round)
}

// stunnedDefence is DM-20.
const stunnedDefence = -4

// attackModifiers adds to the skill of an attack what the attackers' state does.
func (f *Fight) attackModifiers(t *tally, a *attack) {
	if a.from.held() && !isLeg(a.from.grip.at) {
		t.add(ForGrappled, grappledAttack)
	}
	if a.from.down {
		t.add(ForLying, postures[Prone].melee-postures[a.by.posture].melee)
	}
	if a.from.spells[0].effect != 0 {
		b := a.by.bonuses(a.from)
		if a.weapon.Ranged {
			t.add(ForSpells, b.Attack+b.Ranged)
		} else {
			t.add(ForSpells, b.Attack+b.Melee)
		}
	}
}

// defenceModifiers adds to a defence against an attack what the defenders' state does.
func (f *Fight) defenceModifiers(t *tally, a *attack, kind DefenceKind) {
	if a.to.stunned >= f.round && !a.at.stunned(f.round) { // by a wound as well
		t.add(ForStun, stunnedDefence)
	}
	t.add(gripReason(a.to.grip), gripDefence(a.to.grip, kind))
	if a.to.down {
		t.add(ForLying, postures[Prone].defence-postures[a.at.posture].defence)
	}
	if a.to.kneels && a.at.posture.onFoot() {
		t.add(ForKneeling, postures[Kneeling].defence)
	}
	if a.to.spells[0].effect != 0 {
		b := a.at.bonuses(a.to)
		t.add(ForSpells, b.Defence+[...]int{Dodge: b.Dodge, Parry: b.Parry, Block: b.Block}[kind])
	}
}

// affect changes the state of up to n members of g for whom that makes a difference,
// and returns how many they were. Ruling: an effect takes them from the parts in
// their order, which is that in which they were set apart.
func (g *group) affect(n int, change func(*state)) int {
	if len(g.parts) == 0 {
		g.parts = append(g.parts, portion{members: g.fighting})
	}
	left := n
	for i, parts := 0, len(g.parts); i < parts && left > 0; i++ {
		p, now := g.parts[i], &g.changing
		*now = p.state
		if change(now); *now == p.state {
			continue
		}
		m := min(left, p.members)
		left -= m
		hurt := p.hurt * m / max(1, p.members)
		g.parts[i].members -= m
		g.parts[i].hurt -= hurt
		g.parts = append(g.parts, portion{state: *now, members: m, hurt: hurt})
	}
	g.rejoin()
	return n - left
}

// rejoin brings parts in one state together, and drops those without members.
func (g *group) rejoin() {
	kept := g.parts[:0]
	for _, p := range g.parts {
		k := 0
		for k < len(kept) && kept[k].state != p.state {
			k++
		}
		switch {
		case p.members == 0:
		case k < len(kept):
			kept[k].members += p.members
			kept[k].hurt += p.hurt
		default:
			kept = append(kept, p)
		}
	}
	if g.parts = kept; len(kept) == 1 && kept[0].state == (state{}) {
		g.parts = kept[:0]
	}
}

// thin takes those who have fallen out of a group's parts. Ruling: members fall where
// the attacks of the step did most injury, one by one.
func (g *group) thin() {
	if len(g.parts) == 0 {
		return
	}
	fallen := -g.fighting
	for i := range g.parts {
		fallen += g.parts[i].members
	}
	g.fell(fallen)
	for i := range g.parts {
		g.parts[i].hurt = 0
	}
	g.rejoin()
}

// fell takes so many out of the parts: each time one of the part that is hurt most,
// the first of several, after which that part counts as hurt by the HP of one less. It
// finds how much the least hurt of them are hurt, and counts those above.
func (g *group) fell(fallen int) {
	least, most := math.MaxInt, 0
	for i := range g.parts {
		p := &g.parts[i]
		least, most = min(least, p.hurt-p.members*g.hp), max(most, p.hurt)
	}
	above := func(hurt int) (n int) { // who is hurt more than that when his turn comes
		for i := range g.parts {
			n += g.parts[i].fellAbove(hurt, g.hp)
		}
		return n
	}
	last := least + sort.Search(most-least, func(i int) bool { return above(least+i) <= fallen })
	fallen -= above(last)
	for i := range g.parts {
		p := &g.parts[i]
		n := p.fellAbove(last, g.hp)
		if fallen > 0 && p.fellAbove(last-1, g.hp) > n {
			n, fallen = n+1, fallen-1
		}
		p.members -= n
	}
}

// fellAbove is how many of a part fall before it is hurt no more than that.
func (p *portion) fellAbove(hurt, hp int) int {
	return min(p.members, max(0, (p.hurt-hurt+hp-1)/hp))
}

// endEffects ends what lasts no longer than the round, so that parts rejoin
// (HC-FATIGUE).
func (f *Fight) endEffects() {
	for i := range f.groups {
		g := &f.groups[i]
		for k := range g.parts {
			g.parts[k].expire(f.round)
		}
		g.rejoin()
	}
}

// able is how many members of g can act.
func (f *Fight) able(g *group) int {
	if len(g.parts) == 0 {
		return g.fighting
	}
	n := 0
	for i := range g.parts {
		if g.parts[i].acts(f.round) {
			n += g.parts[i].members
		}
	}
	return n
}

// dazed says whether all members of g are stunned by spells.
func (f *Fight) dazed(g *group) bool {
	return len(g.parts) > 0 && g.number(func(s *state) bool { return s.stunned >= f.round }) == g.fighting
}

// carryOutParts makes the attacks of a plan by or at a group with parts: each part of
// the attacker's that can act attacks each part of the target's, divided by their
// members (HC-GROUP). Ruling: the ratio is that of the whole groups.
func (f *Fight) carryOutParts(s *step, p *plan, phase dice.Phase) {
	by, at := partsOf(p.by, &f.partsOn[0]), partsOf(p.at, &f.partsOn[1])
	// Since they were counted some may have been taken hold of.
	members := min(p.members, f.takePart(p.by, s.ranged))
	reacts, attacks := phase == dice.Reactions, len(p.at.attacked)
	if reacts {
		members = min(members, f.atLarge(p.by)) // who is held does not wait (B-HELD)
	}
	from := f.allotParts(members, by, 0, func(part *portion) bool {
		return f.partActs(p.by, &part.state, s.ranged) && !(reacts && part.held())
	})
	for i := range by {
		if from[i] == 0 {
			continue
		}
		to := f.allotParts(from[i], at, 1, func(q *portion) bool { return f.someWay(s, p, &by[i].state, &q.state) })
		for k := range at {
			if to[k] > 0 {
				f.attackPart(s, p, i, k, to[k], phase)
			}
		}
	}
	p.at.attackedOnce(attacks)
}

// attackedOnce makes one attack of those noted since there were so many: that on the
// parts of a group is one, for which casters make one Will roll (HC-INTERRUPT).
func (g *group) attackedOnce(before int) {
	if len(g.attacked) > before+1 {
		hurt := slices.Contains(g.attacked[before:], true)
		g.attacked = append(g.attacked[:before], hurt)
	}
}

// anyWay says whether any members can carry out a plan of or against parts.
func (f *Fight) anyWay(s *step, p *plan) bool {
	by, at := partsOf(p.by, &f.partsOn[0]), partsOf(p.at, &f.partsOn[1])
	for i := range by {
		if !f.partActs(p.by, &by[i].state, s.ranged) {
			continue
		}
		for k := range at {
			if f.someWay(s, p, &by[i].state, &at[k].state) {
				return true
			}
		}
	}
	return false
}

// atLarge is how many members of g can act and are held by nobody, nor hold anybody:
// the others take no actions, and do not wait (B-HELD).
func (f *Fight) atLarge(g *group) int {
	if len(g.parts) == 0 {
		return g.fighting
	}
	return g.number(func(s *state) bool { return s.acts(f.round) && s.holds == 0 && !s.held() })
}

// partsOf copies the parts of a group into scratch; a group that has none is one.
func partsOf(g *group, scratch *[]portion) []portion {
	*scratch = append((*scratch)[:0], g.parts...)
	if len(g.parts) == 0 {
		*scratch = append(*scratch, portion{members: g.fighting})
	}
	return *scratch
}

// allotParts divides n members over parts by their numbers (largest remainder).
func (f *Fight) allotParts(n int, parts []portion, scratch int, may func(*portion) bool) []int {
	shares := f.shareOut[scratch][:0]
	for i := range parts {
		share := 0
		if may(&parts[i]) {
			share = parts[i].members
		}
		shares = append(shares, share)
	}
	shares = append(shares, shares...)
	f.shareOut[scratch] = shares
	allot(n, shares[:len(parts)], shares[len(parts):])
	return shares[len(parts):]
}

// attackPart makes the attack of n members of the attacker's i-th part on the
// target's k-th.
func (f *Fight) attackPart(s *step, p *plan, i, k, n int, phase dice.Phase) {
	for j := p.first; j < p.last; j++ {
		a := &s.attacks[j]
		a.from, a.to, a.byPart, a.atPart = &f.partsOn[0][i].state, &f.partsOn[1][k].state, i, k
		a.facing = 0
		if len(p.at.parts) > 0 {
			a.facing = f.partsOn[1][k].members
		}
		a.strike = f.strikeOf(a)
		f.prepare(a)
		a.barred = f.bars(a)
	}
	q := *p
	q.members = n
	a := f.choose(s, &q)
	if a.members == 0 {
		if !a.barred {
			f.note(func() Event { return NoRoom{p.by.index, p.at.index, n} })
		}
		return
	}
	if !a.weapon.Ranged {
		f.takeFront(a)
	}
	before := p.at.injury
	f.attack(a, phase)
	if !a.grapple {
		p.at.wound(*a.to, p.at.injury-before)
	}
}

// A GroupPart is some members of a group that effects have set apart, for the story.
type GroupPart struct {
	Members int
	Stunned bool
	Down    bool
	Holds   int   // the group of the foes whom they hold; -1: nobody
	By      int   // the group in whose hands they are; -1: nobody's
	Hold    Grasp // how
	Choked  bool
	Bound   bool
	Spells  []*units.Spell
}

// tellParts lists the parts of a group, nil where it is whole.
func (f *Fight) tellParts(g *group) []GroupPart {
	var parts []GroupPart
	for i := range g.parts {
		p := &g.parts[i]
		told := GroupPart{
			Members: p.members, Stunned: p.stunned >= f.round, Bound: p.bound >= f.round,
			Down: p.down, Holds: int(p.holds) - 1, By: int(p.grip.by) - 1, Hold: p.grip.hold, Choked: p.grip.choked,
		}
		for _, l := range p.spells {
			if l.effect != 0 {
				told.Spells = append(told.Spells, f.b.effects[l.effect-1])
			}
		}
		parts = append(parts, told)
	}
	return parts
}
