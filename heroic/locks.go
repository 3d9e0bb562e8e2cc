package heroic

import "slices"

// contact is where closing stops, in yards (HC-MOVE).
const contact = 1

// slack forgives rounding in distances, in yards.
const slack = 1e-9

// locksOf is a group's row of locks: 0 for whom it is not locked with, and else the
// place of the lock among the group's, from 1 for the one that began first (HC-FLANK).
func (f *Fight) locksOf(i int) []uint16 { return f.locks[i*len(f.groups) : (i+1)*len(f.groups)] }

func (f *Fight) locked(i, j int) bool { return f.locks[i*len(f.groups)+j] > 0 }

func (f *Fight) setLock(i, j int, on bool) {
	for _, row := range [...]struct {
		of   []uint16
		with int
	}{{f.locksOf(i), j}, {f.locksOf(j), i}} {
		switch has := row.of[row.with] > 0; {
		case on && !has:
			row.of[row.with] = slices.Max(row.of) + 1
		case has && !on:
			takeOut(row.of, row.with)
		}
	}
	f.memory.settled = nil
}

// takeOut ends a lock in a group's row: those that began after it move up.
func takeOut(row []uint16, with int) {
	place := row[with]
	row[with] = 0
	for k := range row {
		if row[k] > place {
			row[k]--
		}
	}
}

// lock brings two groups to grips, if they are not already (HC-LOCK).
func (f *Fight) lock(i, j int) {
	if !f.locked(i, j) {
		f.setLock(i, j, true)
		f.note(func() Event { return Locked{i, j} })
	}
}

func (f *Fight) unlock(i, j int) {
	f.setLock(i, j, false)
	f.note(func() Event { return Unlocked{i, j} })
}

// isLocked says whether group i is locked with anyone.
func (f *Fight) isLocked(i int) bool {
	for _, place := range f.locksOf(i) {
		if place > 0 {
			return true
		}
	}
	return false
}

// reaches says whether either of two groups reaches the other.
func reaches(g, h *group) bool {
	return g.pos.distance(h.pos) <= float64(max(g.reach, h.reach))+slack
}

// lockInReach locks g with every enemy in its own or the enemy's reach.
func (f *Fight) lockInReach(g *group) {
	if !g.onField() {
		return
	}
	for i, enemy := 0, f.enemies(g); i < len(enemy); i++ {
		if h := &enemy[i]; h.onField() && reaches(g, h) {
			f.lock(g.index, h.index)
		}
	}
}

// releaseLocks ends the locks of which one side is down, has left, or is out of
// reach (HC-LOCK).
func (f *Fight) releaseLocks() {
	first := f.b.Sides[0]
	for i := first.First; i < first.Last; i++ {
		for j := first.Last; j < len(f.groups); j++ {
			if g, h := &f.groups[i], &f.groups[j]; f.locked(i, j) && !(g.onField() && h.onField() && reaches(g, h)) {
				f.unlock(i, j)
			}
		}
	}
}

// meleeOf collects in set the groups of the connected melee that g is part of.
func (f *Fight) meleeOf(i int, set []bool) {
	set[i] = true
	for j := range f.groups {
		if f.locked(i, j) && !set[j] {
			f.meleeOf(j, set)
		}
	}
}
