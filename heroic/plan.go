package heroic

import (
	"slices"

	"heroicsim/dice"
)

// A step is what the groups of one side do in a step with attacks: plans, and the
// weapons to choose from for each. Plans of one group stand together.
type step struct {
	plans   []plan
	attacks []attack
	simple  bool // nothing is to be divided, chosen or crowded out: see close
	ranged  bool // of the Ranged Phase

	landings []landing // of several attacks at once
}

// A plan is whom a group attacks.
type plan struct {
	by, at      *group
	share       int  // of the members, beside the group's other plans; byNumber: as many as fight in the target
	sole        bool // the group has no other plan
	alone       bool // the target has no other attacker
	first, last int  // its choices: step.attacks[first:last]; none where no weapon is ready
	members     int  // counted when the step is carried out
	side        int
}

func (s *step) clear() { s.plans, s.attacks, s.landings = s.plans[:0], s.attacks[:0], s.landings[:0] }

func (s *step) plan(by, at *group, share int) {
	n := len(s.attacks)
	s.plans = append(s.plans, plan{by: by, at: at, share: share, first: n, last: n})
}

// choice adds a way of carrying out the last plan.
func (s *step) choice(a attack) {
	*s.add() = a
}

// add is choice for an attack that is filled in where it stands, which spares copying
// it. It stays there until the next is added.
func (s *step) add() *attack {
	n := len(s.attacks)
	if n == cap(s.attacks) {
		s.attacks = slices.Grow(s.attacks, 1)
	}
	s.attacks = s.attacks[:n+1]
	a := &s.attacks[n]
	*a = attack{from: &whole, to: &whole}
	s.plans[len(s.plans)-1].last++
	return a
}

// close completes the plans. For one target and one attacker nothing is to be
// divided, and with one weapon each in the open nothing is to be chosen. Apart says
// that nobody can be injured but those who are attacked.
func (s *step) close(open, apart bool) {
	s.simple = open
	for i := range s.plans {
		p := &s.plans[i]
		p.sole, p.alone = true, true
		for k := range s.plans {
			if k != i && s.plans[k].by == p.by {
				p.sole = false
			}
			if k != i && s.plans[k].at == p.at {
				p.alone = false
			}
		}
		s.simple = s.simple && p.sole && p.alone && p.last-p.first == 1
		for k := p.first; k < p.last; k++ {
			s.attacks[k].whole = p.alone && apart && !s.attacks[k].strike.wearies
		}
	}
}

// carryOutPlans carries out the step that has been planned.
func (f *Fight) carryOutPlans(phase dice.Phase) {
	f.step.close(f.b.open && f.b.elaborate == "", f.b.elaborate == "" && (phase != dice.Ranged || !f.mingled))
	f.noteStep(phase)
	f.carryOut(&f.step, phase)
}

// carryOut makes the attacks of a step in order.
func (f *Fight) carryOut(s *step, phase dice.Phase) {
	if len(s.plans) == 0 {
		return
	}
	if s.simple {
		for i := range s.attacks {
			a := &s.attacks[i]
			n := a.by.fighting
			a.allotted, a.members, a.side = n, n, n
			f.attack(a, phase)
		}
		return
	}
	s.ranged = phase == dice.Ranged
	f.count(s)
	f.openFront(s.plans[0].by.Side)
	for i := range s.plans {
		p := &s.plans[i]
		if p.members == 0 || p.first == p.last {
			continue
		}
		if p.isSplit() {
			if f.b.waits && f.anyWay(s, p) {
				f.interrupt(s, p, phase)
			}
			f.carryOutParts(s, p, phase)
			continue
		}
		a := f.choose(s, p)
		if a.members == 0 {
			if !a.barred {
				f.note(func() Event { return NoRoom{p.by.index, p.at.index, p.members} })
			}
			continue
		}
		if f.b.waits && f.interrupt(s, p, phase) {
			if p.isSplit() { // some have been taken hold of
				f.carryOutParts(s, p, phase)
				continue
			}
			a = f.choose(s, p)
		}
		if !a.weapon.Ranged {
			f.takeFront(a)
		}
		f.attack(a, phase)
	}
}

// isSplit says whether effects have set members on either side apart.
func (p *plan) isSplit() bool { return len(p.by.parts)+len(p.at.parts) > 0 }

// attack makes an attack that is all settled. A melee attack locks.
func (f *Fight) attack(a *attack, phase dice.Phase) {
	if a.kind == RangedAttack && !f.memory.replaying {
		f.loose(a)
	}
	f.dice.At(f.round, phase, a.by.stream+a.byPart*streamsPerPart, a.at.stream+a.atPart*streamsPerPart)
	before := a.at.injury
	f.resolve(a)
	f.disturb(a.at, a.at.injury > before)
	if !a.weapon.Ranged && !f.memory.replaying && a.potential == 0 && a.by.Side != a.at.Side {
		f.lock(a.by.index, a.at.index)
	}
}

// count allots the members of each group to its plans (HC-GROUP), and adds up
// who of the side attacks each target (HC-NUM's ruling on the ratio).
func (f *Fight) count(s *step) {
	for i := 0; i < len(s.plans); {
		p := &s.plans[i]
		if p.sole {
			p.members = f.takePart(p.by, s.ranged)
			i++
			continue
		}
		i = f.divide(s, i)
	}
	for i := range s.plans {
		p := &s.plans[i]
		p.side = 0
		if f.b.grapples {
			p.side = f.holders(p.by.Side, p.at)
		}
		if s.ranged && f.b.casts {
			p.side += f.castersAt(p.by.Side, p.at, nil)
		}
		if p.alone {
			p.side += p.members
			continue
		}
		for k := range s.plans {
			if q := &s.plans[k]; q.at == p.at && q.first < q.last {
				p.side += q.members
			}
		}
	}
}

// divide allots the members of the group whose plans start at i, and returns
// where the next group's start.
func (f *Fight) divide(s *step, i int) int {
	end := i
	f.shares = f.shares[:0]
	for ; end < len(s.plans) && s.plans[end].by == s.plans[i].by; end++ {
		share := s.plans[end].share
		if share == byNumber {
			share = s.plans[end].at.fighting
		}
		f.shares = append(f.shares, share)
	}
	n := end - i
	f.shares = append(f.shares, f.shares...)
	allot(f.takePart(s.plans[i].by, s.ranged), f.shares[:n], f.shares[n:])
	for k := range n {
		s.plans[i+k].members = f.shares[n+k]
	}
	return end
}

// choose picks the weapon with the best expected injury, the first on ties
// (HC-MODE), with the numbers that it would have.
func (f *Fight) choose(s *step, p *plan) *attack {
	var best *attack
	bestInjury := -1.0
	for i := p.first; i < p.last; i++ {
		a := &s.attacks[i]
		a.allotted, a.members, a.side = p.members, p.members, p.side
		if a.barred {
			if a.members = 0; best == nil {
				best = a
			}
			continue
		}
		if !a.weapon.Ranged {
			a.members = f.atFront(a, p.members)
		}
		if p.last-p.first == 1 || a.grapple {
			return a
		}
		if injury := f.expectedInjury(a); injury > bestInjury {
			best, bestInjury = a, injury
		}
	}
	return best
}
