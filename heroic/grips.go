package heroic

import "heroicsim/dice"

// What becomes of those who hold and those who are held (HC-GRAPPLE): breaking free,
// letting go, getting up, choking, giving up.

// breakFree lets those of a side who are held try to get free: one Quick Contest of
// ST a round (B-BREAKFREE).
func (f *Fight) breakFree(side int) {
	for i, groups := 0, f.side(side); i < len(groups); i++ {
		h := &groups[i]
		if h.standing != Steady || h.silent || h.withdraws || h.ap < apAttack || len(h.parts) == 0 {
			continue
		}
		for k, enemy := 0, f.enemies(h); k < len(enemy); k++ {
			g := &enemy[k]
			f.dice.At(f.round, dice.Melee, h.stream+breakFreePart*streamsPerPart, g.stream)
			for _, p := range f.gripped(h, g) {
				if p.acts(f.round) && f.breaksFree(h, &p.state) && (p.holds == 0 || p.grip.hold == Pinned) {
					f.tryBreakFree(h, g, p)
				}
			}
		}
	}
	f.settleGrips()
}

// tryBreakFree is one part's try.
func (f *Fight) tryBreakFree(h, g *group, p portion) {
	b := f.breakFreeBout(h, g, p.grip)
	roll, opposed := f.dice.Contest()
	margin := byMargin(b.score.total, roll, b.opposing.total, opposed).margin
	f.note(func() Event {
		return TriedToBreakFree{
			Group: h.index, From: g.index, Members: p.members, Hold: p.grip.hold,
			With: b.with, Score: b.score.score(), Roll: roll, Against: b.against, Opposing: b.opposing.score(), Opposed: opposed, Margin: margin,
		}
	})
	next := p.state
	switch {
	case margin > 0:
		next.free()
		// Who held them has his hands free again.
		g.affect(p.members, func(s *state) {
			if s.holds == h.mark() {
				s.holds, s.kneels = 0, false
			}
		})
	case p.grip.hold == ArmLocked:
		next.grip.tries++
	}
	h.turn(p.state, next, p.members)
}

// holdingOn is what a hold gives its holder against breaking free, by his hands: one
// or more (B-BREAKFREE, B-ARMLOCK). An arm lock takes two.
var holdingOn = [...][2]int{Grappled: {0, 5}, Pinned: {5, 10}, ArmLocked: {4, 4}}

// breakFreeBout is B-BREAKFREE. Ruling: holders use all of their hands.
func (f *Fight) breakFreeBout(h, g *group, in clasp) bout {
	var b bout
	b.with, b.score = f.strengthTally(h)
	b.against, b.opposing = f.strengthTally(g)
	b.score.add(ForArms, moreArms(h.Unit))
	b.score.add(ForTries, -int(in.tries))
	hold := holdingOn[in.hold]
	if g.Unit.Arms() == 1 {
		b.opposing.add(ForHold, hold[0])
	} else {
		b.opposing.add(ForArms, moreArms(g.Unit))
		b.opposing.add(ForHold, hold[1])
	}
	if g.stunned(f.round) || g.number(func(s *state) bool { return s.holds == h.mark() && s.stunned >= f.round }) > 0 {
		b.opposing.add(ForStun, stunnedDefence)
	}
	return b
}

// keepsHold says whether g's orders and place let it hold members of h.
func (f *Fight) keepsHold(g, h *group) bool {
	return g.standing == Steady && h.onField() && f.locked(g.index, h.index) && g.order.Grapple && !g.withdraws && g.tactic != Retreat
}

// settleGrips brings those who hold and those who are held in line again, when some
// have fallen, gone, or have other orders.
func (f *Fight) settleGrips() {
	for i := range f.groups {
		g := &f.groups[i]
		for k, enemy := 0, f.enemies(g); k < len(enemy); k++ {
			if h := &enemy[k]; len(g.parts)+len(h.parts) > 0 {
				f.settleGrip(g, h)
			}
		}
	}
}

func (f *Fight) settleGrip(g, h *group) {
	held, holders := h.heldBy(g), g.holdsOn(h)
	keep := min(held, holders)
	if !f.keepsHold(g, h) {
		keep = 0
	}
	if held > keep {
		h.affect(held-keep, func(s *state) {
			if s.grip.by == g.mark() {
				s.free()
			}
		})
		f.note(func() Event { return LetGo{By: g.index, On: h.index, Members: held - keep} })
	}
	g.affect(holders-keep, func(s *state) {
		if s.holds == h.mark() {
			s.holds, s.kneels = 0, false
		}
	})
	f.kneel(g, h)
}

// kneelsTo says whether a member of g kneels to have hold of one of h's in a state: of
// one on the ground, unless he is larger by two SM.
func (g *group) kneelsTo(h *group, s *state) bool { return h.isLow(s) && h.Unit.SM < g.Unit.SM+2 }

// kneel puts those of g on their knees who hold members of h on the ground.
func (f *Fight) kneel(g, h *group) {
	lie := h.number(func(s *state) bool { return s.grip.by == g.mark() && g.kneelsTo(h, s) })
	kneel := g.number(func(s *state) bool { return s.holds == h.mark() && s.kneels })
	g.affect(max(lie-kneel, kneel-lie), func(s *state) {
		if s.holds == h.mark() && s.kneels == (kneel > lie) {
			s.kneels = !s.kneels
		}
	})
}

// heldFast says whether members of g are held by foes whom they cannot drag along,
// so that the group cannot move away: those of more than half their ST (B-GRAPPLE).
func (f *Fight) heldFast(g *group) bool {
	return g.number(func(s *state) bool {
		return s.held() && g.strength() <= 2*f.groups[s.grip.by-1].strength()
	}) > 0
}

// rise lets those who lie and are not held get up to the posture of their group, and
// says whether it took them time. Ruling: it takes two steps of posture (2 AP), and the
// group does not move.
func (f *Fight) rise(g *group) bool {
	lies := func(s *state) bool { return s.down && !s.held() && s.acts(f.round) }
	n, ap := g.number(lies), apRise
	switch g.posture {
	case Kneeling, Sitting:
		ap = apPosture
	case Crawling, Prone: // as they are
		ap = 0
	}
	if n == 0 || g.ap < ap {
		return false
	}
	g.ap -= ap
	g.affect(n, func(s *state) {
		if lies(s) {
			s.down = false
		}
	})
	if ap > 0 {
		f.note(func() Event { return GotUp{g.index, n} })
	}
	return ap > 0
}

// apRise is the AP of getting up: two posture steps (HC-ACTION).
const apRise = 2

// suffocation is the FP that a round of choking costs.
const suffocation = 10

// suffocate takes FP from those who are choked, after the Melee Phase. Ruling: in a
// group, those choked fall out when the FP that are theirs are gone.
func (f *Fight) suffocate() {
	for i := range f.groups {
		if g := &f.groups[i]; g.onField() {
			for _, p := range f.shortOfBreath(g) {
				f.gasp(g, p)
			}
			f.changed = f.changed || g.standing == Down
		}
	}
	if f.changed {
		f.releaseLocks()
	}
	f.settleGrips()
}

// shortOfBreath copies the parts of g that lose FP, or may fall out for want of them.
func (f *Fight) shortOfBreath(g *group) []portion {
	f.inGrip = f.inGrip[:0]
	for _, p := range g.parts {
		if p.grip.choked || p.breath > 0 && (g.lone() || g.fp <= int(p.breath)) {
			f.inGrip = append(f.inGrip, p)
		}
	}
	return f.inGrip
}

// gasp is what a part loses by a round of choking. A single combatant tires and
// collapses by it (HC-FATIGUE).
func (f *Fight) gasp(g *group, p portion) {
	next, e := p.state, Suffocated{Group: g.index, Members: p.members}
	if p.grip.choked {
		next.breath += suffocation
	}
	e.Lost = int(next.breath)
	e.FP = max(0, g.fp-e.Lost)
	if g.lone() {
		e.Lost = min(e.Lost, g.fp) // no more than he had
		g.fp, next.breath = e.FP, 0
		f.faint(g)
	}
	g.turn(p.state, next, p.members)
	if next.breath > 0 && e.FP <= 0 {
		e.Out = g.fallOut(next)
		f.lose(g, e.Out*g.hp)
	}
	e.Collapsed = g.standing == Collapsed
	f.note(func() Event { return e })
}

// faint lets a group that has lost FP tire and collapse (HC-FATIGUE).
func (f *Fight) faint(g *group) {
	if now := tired(g); now != g.tired {
		g.tired, f.changed = now, true
		g.lowFP = lowFP(g)
	}
	if g.fp <= 0 {
		g.collapse()
		f.changed = true
	}
}

// fallOut takes all members in a state out of the group's parts.
func (g *group) fallOut(s state) int {
	n := g.inState(s)
	for i := range g.parts {
		if g.parts[i].state == s {
			g.parts[i].members = 0
		}
	}
	g.rejoin()
	return n
}

// overpower ends the resistance of a side of which every member on the field is
// pinned. Ruling: it surrenders.
func (f *Fight) overpower() {
	for side := range f.b.Sides {
		pinned, others := 0, 0
		for i := range f.side(side) {
			g := &f.side(side)[i]
			switch g.standing {
			case Coming:
				others++
			case Steady:
				n := g.number(func(s *state) bool { return s.grip.hold == Pinned })
				pinned, others = pinned+n, others+g.fighting-n
			}
		}
		if pinned == 0 || others > 0 {
			continue
		}
		for i := range f.side(side) {
			if g := &f.side(side)[i]; g.standing == Steady {
				g.standing, g.broke, g.surrender, f.changed = Left, true, true, true
				f.note(func() Event { return Overpowered{g.index} })
			}
		}
		f.releaseLocks()
	}
}

// captured says whether all members of a group that should flee are held, so that
// it surrenders instead (ruling).
func (f *Fight) captured(g *group) bool {
	return f.b.grapples && f.heldFast(g) && g.number((*state).held) == g.fighting
}
