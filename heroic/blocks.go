package heroic

import (
	"cmp"
	"encoding/binary"
	"sort"
)

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
