package heroic

import "slices"

// chooseTarget picks one enemy of g by a rule among those that may be attacked,
// the first in file order on ties; -1 where there is none. Steady enemies come
// before those that flee (ruling, HC-TARGET).
func (f *Fight) chooseTarget(g *group, rule TargetRule, may func(*group) bool) int {
	if rule != Nearest {
		f.forget() // it goes by numbers
	}
	best, bestValue, bestSteady := -1, inf, false
	for i, enemy := 0, f.enemies(g); i < len(enemy); i++ {
		h := &enemy[i]
		if !h.onField() || !may(h) {
			continue
		}
		value, steady := targetValue(g, h, rule), h.standing == Steady
		if best < 0 || steady && !bestSteady || steady == bestSteady && value < bestValue {
			best, bestValue, bestSteady = h.index, value, steady
		}
	}
	return best
}

// targetValue is less for what the rule prefers.
func targetValue(g, h *group, rule TargetRule) float64 {
	switch rule {
	case Weakest:
		return float64(h.pool)
	case Strongest:
		return -float64(h.pool)
	case MostWounded:
		return h.poolShare()
	}
	return g.pos.distance(h.pos)
}

// closesWith is the enemy that g runs at; -1 where there is none. Of several named ones it is the first that is there.
func (f *Fight) closesWith(g *group) int {
	if g.target.Rule == Named {
		for _, s := range g.target.Groups {
			if i := f.b.Sides[1-g.Side].First + s.Group; f.groups[i].onField() {
				return i
			}
		}
		return f.chooseTarget(g, Nearest, anyone)
	}
	return f.chooseTarget(g, g.target.Rule, anyone)
}

func anyone(*group) bool { return true }

// allot divides n members in proportion to shares by largest remainder, ties to
// the first (HC-GROUP). A share may come to nobody.
func allot(n int, shares, into []int) {
	total := 0
	for _, share := range shares {
		total += share
	}
	if total == 0 {
		clear(into)
		return
	}
	left := n
	for i, share := range shares {
		into[i] = n * share / total
		left -= into[i]
	}
	for ; left > 0; left-- {
		best, bestRemainder := -1, -1
		for i, share := range shares {
			if into[i] > n*share/total {
				continue // it has had its odd one
			}
			if r := n * share % total; r > bestRemainder {
				best, bestRemainder = i, r
			}
		}
		into[best]++
	}
}

// byNumber is the share of a target that counts as many as fight in it.
const byNumber = 0

// meleeTargets chooses whom g's members attack in melee: those of its locked
// enemies that its orders name, or all of them in proportion to their fighting
// numbers. A group that is not locked may attack who is in its reach.
func (f *Fight) meleeTargets(g *group) {
	f.chosen = f.chosen[:0]
	enemy, locked := f.enemies(g), f.isLocked(g.index)
	may := func(h *group) bool {
		return h.onField() && g.reachable(h) && (!locked || f.locked(g.index, h.index)) && f.mayRunAt(g, h)
	}
	switch g.target.Rule {
	case Named:
		f.chooseNamed(g, may)
	case Weakest, Strongest, MostWounded:
		if i := f.chooseTarget(g, g.target.Rule, may); i >= 0 {
			f.chosen = append(f.chosen, TargetShare{i, 1})
		}
	}
	if len(f.chosen) == 0 {
		for i := range enemy {
			if h := &enemy[i]; may(h) {
				f.chosen = append(f.chosen, TargetShare{h.index, byNumber})
			}
		}
	}
}

// chooseNamed chooses the groups that g's orders name and may be attacked, in
// file order, and says whether any of those named is still on the field.
func (f *Fight) chooseNamed(g *group, may func(*group) bool) bool {
	there := false
	for i, enemy := 0, f.enemies(g); i < len(enemy); i++ {
		for _, s := range g.target.Groups {
			if h := &enemy[i]; s.Group == i && h.onField() {
				there = true
				if may(h) {
					f.chosen = append(f.chosen, TargetShare{h.index, s.Share})
				}
			}
		}
	}
	return there
}

// anyThere says whether any of the enemies that a target names is on the field.
func (f *Fight) anyThere(g *group, t Target) bool {
	for i, enemy := 0, f.enemies(g); i < len(enemy); i++ {
		if enemy[i].onField() && slices.ContainsFunc(t.Groups, func(s TargetShare) bool { return s.Group == i }) {
			return true
		}
	}
	return false
}

// reachable says whether a melee weapon that g may use reaches h where they
// stand.
func (g *group) reachable(h *group) bool {
	d := g.pos.distance(h.pos)
	if g.order.Grapple && d <= contact+slack {
		return true
	}
	for i := range g.melee {
		if w := &g.melee[i]; g.strikesAt(w, d) && g.mayUse(w, g.melee) {
			return true
		}
	}
	return false
}

// mayRunAt says whether an All-Out Offensive group may attack h (HC-TARGET): it
// attacks whom it ran at. Ruling: a group that ran into somebody else on the way
// fights whom it ran into, and one that did not run this round whom it is locked
// with.
func (f *Fight) mayRunAt(g, h *group) bool {
	if g.tactic != AllOutOffensive || !g.ran {
		return true
	}
	if g.inContact >= 0 {
		return h.index == g.inContact
	}
	return h.index == g.runsAt
}
