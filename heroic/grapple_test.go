package heroic

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"heroicsim/dice"
	"heroicsim/units"
)

func body(t testing.TB, st, dx, ht int, skills map[string]int) *units.Unit {
	return footman(t, func(u *units.Unit) { u.ST, u.DX, u.HT, u.Skills = st, dx, ht, skills })
}

func wrestler(t testing.TB) *units.Unit {
	u := body(t, 12, 11, 11, map[string]int{"wrestling": 14})
	u.Name, u.Weapons = "Wrestler", nil
	return u
}

// grapples is an order to grapple at a location and spend hits.
func grapples(at units.Location, what ...FollowUp) Order {
	return Order{Tactics: []Tactic{Neutral}, Grapple: true, Location: at, FollowUps: what}
}

// pair is a stage with a grappler and a foe.
func pair(t *testing.T, a, b *units.Unit) (s *stage, g, h *group) {
	s = onStage(t, duel(1, band(a, 1, grapples(units.Torso)), band(b, 1, does(Neutral))))
	s.open(-1)
	return s, &s.groups[0], &s.groups[1]
}

func TestBreakFreeScores(t *testing.T) { // TV-142, TV-149; holders use two hands (ruling)
	s, g, h := pair(t, body(t, 12, 11, 11, nil), body(t, 13, 11, 11, nil))
	for _, c := range []struct {
		what         string
		in           clasp
		stunned      bool
		holder, foes int
	}{
		{"two hands", clasp{hold: Grappled}, false, 17, 13},
		{"pinned with two hands", clasp{hold: Pinned}, false, 22, 13},
		{"a stunned holder", clasp{hold: Grappled}, true, 13, 13},
		{"an arm lock, third try", clasp{hold: ArmLocked, tries: 2}, false, 16, 11},
	} {
		s.round = 1
		g.parts = []portion{{state: state{holds: h.mark()}, members: 1}}
		if c.stunned {
			g.parts[0].stunned = 1
		}
		b := s.breakFreeBout(h, g, c.in)
		equal(t, c.what+": holder", b.opposing.total, c.holder)
		equal(t, c.what+": foe", b.score.total, c.foes)
	}
	g.Unit.Traits.ExtraArms, h.Unit.Traits.ExtraArms = 2, 1
	b := s.breakFreeBout(h, g, clasp{hold: Grappled})
	equal(t, "four arms hold", b.opposing.total, 21)
	equal(t, "three arms struggle", b.score.total, 15)
	g.Unit.Traits.ExtraArms = -1
	equal(t, "one hand holds", s.breakFreeBout(h, g, clasp{hold: Grappled}).opposing.total, 12)
	equal(t, "one hand pins", s.breakFreeBout(h, g, clasp{hold: Pinned}).opposing.total, 17)
}

func TestPinScores(t *testing.T) { // TV-143, R-67, R-48
	big := body(t, 16, 10, 10, nil)
	big.SM = 1
	small := body(t, 12, 10, 10, nil)
	small.Weapons[0].Reach = []int{0, 1}
	for _, c := range []struct {
		what        string
		by, at      *units.Unit
		block       int
		score, foes int
	}{
		{"the larger", big, small, 0, 19, 12},
		{"the smaller", small, big, 0, 15, 19},        // ST 12 +3 for hands, for the sword of the other fills one
		{"against a shield", big, small, 10, 22, 12},  // +3 SM, +3 hands
		{"against nobody's", small, small, 0, 12, 12}, // a weapon of Reach C is a free hand
	} {
		s, g, h := pair(t, c.by, c.at)
		h.Unit.Block = c.block
		b := s.followUpBout(Pin, g, h, &state{})
		equal(t, c.what, b.score.total, c.score)
		equal(t, c.what+": foe", b.opposing.total, c.foes)
	}
}

func TestChokeScores(t *testing.T) { // TV-145: two and four hands; B-CHOKEHOLD, squeezing
	big := body(t, 14, 10, 10, nil)
	big.SM = 1
	s, g, h := pair(t, big, body(t, 10, 10, 12, nil))
	neck, torso := state{grip: clasp{at: units.Neck}}, state{grip: clasp{at: units.Torso}}
	for _, c := range []struct {
		name   string
		what   FollowUp
		held   state
		arms   int
		choker int
	}{
		{"two hands", Choke, neck, 2, 14},
		{"four hands", Choke, neck, 4, 18},
		{"one hand", Choke, neck, 1, 9},
		{"choke hold", ChokeHold, neck, 2, 17},
		{"squeezed", Choke, torso, 2, 9},
	} {
		g.Unit.Traits.ExtraArms = c.arms - 2
		b := s.followUpBout(c.what, g, h, &c.held)
		equal(t, c.name, b.score.total, c.choker)
		equal(t, c.name+": the higher of ST and HT", b.opposing.total, 12)
	}
	equal(t, "an equal cannot squeeze", nextOf(s, 0, torso), false)
	equal(t, "the larger can squeeze", nextOf(s, 1, torso), true)
}

// nextOf says whether a grappler of some SM can choke one held so.
func nextOf(s *stage, sm int, held state) bool {
	g := s.groups[0]
	u, o := *g.Unit, grapples(units.Torso, Choke)
	u.SM = sm
	info := *g.GroupInfo
	info.Unit = &u
	g.GroupInfo, g.order = &info, &order{Order: &o}
	_, ok := nextFollowUp(&g, &s.groups[1], &held)
	return ok
}

func TestGripInjury(t *testing.T) { // TV-144, TV-148, R-61
	for _, c := range []struct {
		name      string
		what      FollowUp
		at        units.Location
		dr        int
		flexible  bool
		basic, n  int
		pen, hurt int
	}{
		{"choke", Choke, units.Neck, 0, false, 6, 1, 6, 9},
		{"choke, DR 2", Choke, units.Neck, 2, false, 6, 1, 4, 6},
		{"choke, rigid DR 6", Choke, units.Neck, 6, false, 6, 1, 0, 0},
		{"choke, flexible DR 6", Choke, units.Neck, 6, true, 6, 1, 0, 1},
		{"choke with three hits", Choke, units.Neck, 2, false, 6, 3, 4, 18},
		{"choke hold, flexible", ChokeHold, units.Neck, 6, true, 6, 1, 6, 9},
		{"squeezed torso", Choke, units.Torso, 2, false, 6, 1, 4, 4},
		{"arm lock, rigid", ArmLock, units.RightArm, 2, false, 5, 2, 3, 6},
		{"arm lock, flexible", ArmLock, units.RightArm, 2, true, 5, 2, 5, 10},
		{"neck snap", NeckSnap, units.Neck, 0, false, 7, 1, 7, 10},
		{"skull", NeckSnap, units.Skull, 0, true, 7, 1, 5, 20},
	} {
		u := body(t, 10, 10, 12, nil)
		u.Armour.SetAll(c.dr)
		u.Armour.SetFlexible(c.at, c.flexible)
		in := gripInjury(c.what, u, c.at, c.basic, c.n, 0)
		equal(t, c.name+": penetrates", in.Pen, c.pen)
		equal(t, c.name+": injury", in.Injury, c.hurt)
	}
}

func TestNeckSnapScores(t *testing.T) { // TV-148
	s, g, h := pair(t, body(t, 15, 10, 10, nil), body(t, 11, 10, 12, nil))
	b := s.followUpBout(NeckSnap, g, h, &state{})
	equal(t, "ST - 4", b.score.total, 11)
	equal(t, "against HT", b.opposing.total, 12)
	equal(t, "damage", units.Swing(15).String(), "2d+1")
}

func TestArmLockScores(t *testing.T) {
	s, g, h := pair(t, body(t, 12, 10, 10, map[string]int{"judo": 15}), body(t, 13, 10, 11, nil))
	b := s.followUpBout(ArmLock, g, h, &state{})
	equal(t, "best of ST and Judo", b.with, "Judo")
	equal(t, "Judo", b.score.total, 15)
	equal(t, "against ST", b.opposing.total, 13)
}

func TestGrappleSkill(t *testing.T) { // TV-146, R-03, R-46
	for _, c := range []struct {
		name   string
		at     units.Location
		arms   int
		sm, hm int
		want   int
	}{
		{"torso", units.Torso, 2, 0, 0, 12},
		{"neck", units.Neck, 2, 0, 0, 9},
		{"arm", units.RightArm, 2, 0, 0, 11},
		{"four arms", units.Torso, 4, 0, 0, 16},
		{"hand", units.Hand, 2, 0, 0, 10},
		{"groin", units.Groin, 2, 0, 0, 10},
		{"face", units.Face, 2, 0, 0, 9},
		{"skull", units.Skull, 2, 0, 0, 8},
		{"a larger grappler", units.Torso, 2, 2, 0, 14},
		{"a smaller grappler", units.Torso, 2, 0, 3, 15},
		{"a giant's foe", units.Torso, 2, 0, 6, 16},
	} {
		u, foe := body(t, 10, 12, 10, nil), body(t, 10, 10, 10, nil)
		u.Traits.ExtraArms, u.SM, foe.SM = c.arms-2, c.sm, c.hm
		s := onStage(t, duel(1, band(u, 1, grapples(c.at)), band(foe, 1, does(Neutral))))
		s.open(-1)
		s.run(s.strikeAll, 18, 3, 18, 3)
		equal(t, c.name, s.attacks()[0].Skill.Total, c.want)
	}
	for _, c := range []struct {
		skills map[string]int
		name   string
		level  int
	}{
		{nil, "DX", 12},
		{map[string]int{"Wrestling": 13}, "Wrestling", 13},
		{map[string]int{"judo": 14, "wrestling": 13}, "Judo", 14},
		{map[string]int{"sumo-wrestling": 15, "wrestling": 11}, "Sumo Wrestling", 15},
		{map[string]int{"wrestling": 11}, "DX", 12},
	} {
		name, level := grapplingSkill(body(t, 10, 12, 10, c.skills))
		equal(t, fmt.Sprint(c.skills), name, c.name)
		equal(t, fmt.Sprint(c.skills), level, c.level)
	}
	for level, want := range map[int]int{11: 0, 12: 0, 13: 1, 14: 2, 18: 2} {
		equal(t, "Wrestling's bonus to ST", wrestlingBonus(body(t, 10, 12, 10, map[string]int{"wrestling": level})), want)
	}
}

func TestTakedownScores(t *testing.T) { // TV-147: he who kneels has -2
	s, g, h := pair(t, body(t, 12, 11, 11, map[string]int{"wrestling": 14}), body(t, 10, 12, 10, map[string]int{"judo": 15}))
	b := s.followUpBout(Takedown, g, h, &state{})
	equal(t, "with", b.with, "Wrestling") // as good as ST 12 + 2 for Wrestling
	equal(t, "score", b.score.total, 14)
	equal(t, "against", b.against, "Judo")
	equal(t, "Judo at -4 DX", b.opposing.total, 11)
	g.posture = Kneeling
	b = s.followUpBout(Takedown, g, h, &state{})
	equal(t, "kneeling", b.score.total, 12)
}

func TestFifths(t *testing.T) { // HC-GRAPPLE: numerical advantage
	for _, c := range []struct{ attackers, defenders, takedown, pin int }{
		{1, 1, 0, 0}, {3, 2, 0, 0}, {31, 20, 1, 1}, {4, 2, 1, 1}, {41, 20, 1, 2}, {5, 1, 1, 2}, {1, 5, 0, 0},
	} {
		what := fmt.Sprint(c.attackers, " : ", c.defenders)
		equal(t, what+" takedown", fifths(Takedown, c.attackers, c.defenders), c.takedown)
		equal(t, what+" pin", fifths(Pin, c.attackers, c.defenders), c.pin)
	}
}

func TestDefencesOfTheHeld(t *testing.T) { // R-32, B-ARMLOCK
	for _, c := range []struct {
		what                string
		in                  clasp
		dodge, parry, block int
	}{
		{"nobody's", clasp{}, 0, 0, 0},
		{"grappled", clasp{by: 1, hold: Grappled}, -1, -2, -2},
		{"by the leg", clasp{by: 1, hold: Grappled, at: units.LeftLeg}, -1, 0, 0},
		{"by the arm", clasp{by: 1, hold: Grappled, at: units.LeftArm}, -1, -2, -2},
		{"pinned", clasp{by: 1, hold: Pinned}, -4, -4, -4},
		{"arm locked", clasp{by: 1, hold: ArmLocked}, -4, -4, -4},
	} {
		for kind, want := range []int{Dodge: c.dodge, Parry: c.parry, Block: c.block} {
			equal(t, c.what+": "+DefenceKind(kind).String(), gripDefence(c.in, DefenceKind(kind)), want)
		}
	}
}

// TestTakedownAndPin fights six wrestlers against two footmen, by hand (HC-GRAPPLE).
func TestTakedownAndPin(t *testing.T) {
	s := onStage(t, duel(1, band(wrestler(t), 6, grapples(units.Torso, Takedown, Pin)), band(footman(t), 2, does(Neutral))))
	g, h := &s.groups[0], &s.groups[1]
	s.open(0)
	// Wrestling 14 + 2 initiative + 6 numbers = 22 - 14; Dodge 8 - 8: margin 8,
	// 3 hits × 3 = 9 on two: 5 for one, 4 for the other.
	s.run(s.strikeAll, 14, 8,
		10, 10, // takedown of one: 14 + 2 to 10
		10, 4, // his pin: 14 + 5 + 3 for hands to 10: margin 12-6
		13, 7, // takedown of the other: 3 to 3, a tie
		18, 11, // again: -2 to -1: lost, the wrestler falls
		18, 3, // the one who is free strikes
		10, 10, // and the one who is pinned tries to get free: 10 to 24
	)
	a := s.attacks()
	contest(t, "grapple", a[0], 22, 8, 8, 9)
	equal(t, "held", a[0].Held, 2)
	equal(t, "pinned", h.number(func(s *state) bool { return s.grip.hold == Pinned && s.down }), 1)
	equal(t, "holders", g.holdsOn(h), 1)
	equal(t, "kneeling at the fallen", g.number(func(s *state) bool { return s.kneels }), 1)
	equal(t, "wrestlers down", g.number(func(s *state) bool { return s.down }), 1)
	equal(t, "footmen in hands", h.heldBy(g), 1)
	// Only he who is free struck, at three parts: on his feet, with a sword.
	total := 0
	for _, e := range a[1:] {
		total += e.Attackers
	}
	equal(t, "who strikes back", total, 1)
	s.closeRound()

	// Round 2: the fallen wrestler gets up; four are free.
	s.open(0)
	s.run(s.moveAll)
	equal(t, "up again", all[GotUp](s)[0].Members, 1)
	equal(t, "take part", s.takePart(g, false), 5)
	s.run(s.strikeAll, 14, 8, // at the one who stands: 5 of 6; the holder counts in the ratio
		10, 10, 10, 4, // takedown and pin
		10, 10) // both try to get free: one part, one contest
	a = s.attacks()
	equal(t, "side", a[0].Side, 6)
	equal(t, "pinned", h.number(func(s *state) bool { return s.grip.hold == Pinned }), 2)
}

func TestHeldBound(t *testing.T) { // B-HELD
	archer := footman(t, armed(sword(t), bow(t)))
	s := onStage(t, sides(1,
		[]Group{at(0, 0, band(wrestler(t), 1, grapples(units.Torso)))},
		[]Group{at(0, 1, band(archer, 1, Order{Tactics: []Tactic{Retreat}}))}))
	g, h := &s.groups[0], &s.groups[1]
	s.open(-1)
	h.parts = []portion{{state: state{grip: clasp{by: g.mark(), hold: Grappled}}, members: 1}}
	g.parts = []portion{{state: state{holds: h.mark()}, members: 1}}
	s.run(s.moveAll)
	equal(t, "held, it does not move", h.pos, Point{0, 1})
	equal(t, "shooters", s.takePart(h, true), 0)
	equal(t, "strikers with a sword alone", s.takePart(h, false), 0)
	// With a weapon of Reach C he fights on, unless ordered otherwise or pinned.
	h.melee[0].Reach = []int{0, 1}
	h.tactic = Neutral
	equal(t, "strikers with a dagger", s.takePart(h, false), 1)
	h.order.BreakFree = true
	equal(t, "ordered to break free", s.takePart(h, false), 0)
	h.order.BreakFree = false
	h.parts[0].grip.hold = Pinned
	equal(t, "pinned", s.takePart(h, false), 0)
	// The holder strikes nobody.
	equal(t, "holder", s.takePart(g, false), 0)

	// More than twice the ST cannot be kept.
	h.parts[0].grip.hold = Grappled
	h.Unit.ST = 24
	equal(t, "twice the ST is held", s.heldFast(h), true)
	h.Unit.ST = 25
	equal(t, "more than twice is not", s.heldFast(h), false)
}

func TestBreakingFree(t *testing.T) {
	s := onStage(t, duel(1, band(wrestler(t), 1, grapples(units.Torso, Takedown)), band(footman(t), 1, does(Neutral))))
	g, h := &s.groups[0], &s.groups[1]
	s.open(0)
	s.run(s.strikeAll, 10, 10, // 14 + 2 - 10 = 6 to 8 - 10 = -2: margin 8, 3 hits
		3, 18, // takedown
		8, 12) // ST 10 to 14 + 5: not free
	tries := all[TriedToBreakFree](s)
	equal(t, "tries", len(tries), 1)
	equal(t, "margin", tries[0].Margin, 2-7)
	s.closeRound()
	s.open(1)
	s.events = nil
	s.run(s.strikeAll, 4, 18, // 6 to 1: free, but down; no action is left
		12, 16) // the wrestler grapples him again, kneeling: 14 - 2 - 12 = 0; Dodge 8 + 2 - 3 - 16 = -9: hits
	equal(t, "margin", all[TriedToBreakFree](s)[0].Margin, 6-1)
	equal(t, "kneeling to grapple", part(all[Attacked](s)[0].Skill, ForKneeling), -2)
	equal(t, "held again", h.heldBy(g), 1)
	equal(t, "holder kneels", g.number(func(s *state) bool { return s.kneels }), 1)
}

func TestHoldersFall(t *testing.T) {
	s := onStage(t, duel(1, band(wrestler(t), 3, grapples(units.Torso)), band(footman(t), 3, does(Neutral))))
	g, h := &s.groups[0], &s.groups[1]
	s.open(0)
	s.run(func() { s.meleeStep(0) }, 10, 10)
	equal(t, "held", h.heldBy(g), 3)
	g.injury = 10 * 2
	s.run(func() { s.injuryStep(dice.MeleeInjury) }, 18)
	equal(t, "wrestlers left", g.fighting, 1)
	equal(t, "held yet", h.heldBy(g), 1)
	equal(t, "let go", all[LetGo](s)[0].Members, 2)
}

func TestChokedFallFirst(t *testing.T) {
	s := onStage(t, duel(1, band(wrestler(t), 2, grapples(units.Neck, Choke)), band(footman(t), 5, does(Concentration))))
	h := &s.groups[1]
	s.open(0)
	s.run(func() { s.meleeStep(0) }, 3, 10, 10, 9) // margin 4 - 1: two of them have 3 × hits × 1.5
	choked := func(s *state) bool { return s.grip.choked }
	equal(t, "choked", h.number(choked), 2)
	h.injury = 10
	s.run(func() { s.injuryStep(dice.MeleeInjury) }, 18)
	equal(t, "choked and standing", h.number(choked), 1)
	equal(t, "left", h.fighting, 4)
}

func TestGrappleStopsARetreat(t *testing.T) { // HC-LOCK: a free attack
	for _, c := range []struct {
		roll, defend int
		pos          float64
	}{{10, 10, 1}, {18, 3, 51}} {
		s := onStage(t, sides(1, []Group{at(0, 0, band(wrestler(t), 1, grapples(units.Torso)))},
			[]Group{at(0, 1, band(footman(t), 1, does(Retreat)))}))
		s.open(0)
		s.run(s.moveAll, c.roll, c.defend) // 14 + 2 to 8 - 4
		equal(t, "a free attack", all[Attacked](s)[0].Kind, FreeAttack)
		equal(t, "place", s.groups[1].pos.Y, c.pos)
	}
}

func TestOrdersEndGrips(t *testing.T) {
	s := onStage(t, duel(1, band(wrestler(t), 3, grapples(units.Torso), does(Neutral)), band(footman(t), 3, does(Neutral))))
	g, h := &s.groups[0], &s.groups[1]
	s.open(0)
	s.run(func() { s.meleeStep(0) }, 10, 10)
	equal(t, "held", h.heldBy(g), 3)
	s.open(0)
	equal(t, "held without an order to grapple", h.heldBy(g), 0)
	equal(t, "parts", len(g.parts)+len(h.parts), 0)
}

func TestChoking(t *testing.T) { // 10 FP a round
	order := grapples(units.Neck, Choke)
	s := onStage(t, duel(1, band(wrestler(t), 1, order), band(footman(t), 1, does(Concentration))))
	h := &s.groups[1]
	h.fp = 15
	s.open(0)
	// 14 + 2 - 3 - 10 = 3 to 6 - 10 = -4: margin 7, 2 hits; choke 14 - 10 to 10 - 8:
	// 2 × 2 hits × 1.5 = 6; then HT 18: all of it.
	s.run(s.meleePhase, 10, 10, 10, 8, 18, 3, 18)
	equal(t, "HP", h.pool, 4)
	equal(t, "FP", h.fp, 5)
	s.closeRound()
	s.open(0)
	s.run(func() { s.meleeStep(0); s.suffocate() }, 18, 3) // nothing more, but no air either
	equal(t, "collapsed", h.standing, Collapsed)
	equal(t, "holders", s.groups[0].holdsOn(h), 0)

	// Of a group, those fall out who are choked.
	s = onStage(t, duel(1, band(wrestler(t), 2, order), band(footman(t), 5, does(Concentration))))
	h = &s.groups[1]
	s.open(0)
	s.run(func() { s.meleeStep(0) }, 3, 10, 18, 17) // margin -4 to -7: choked, 3 × hits × 1.5
	held := h.heldBy(&s.groups[0])
	h.injury = 0
	s.run(s.suffocate)
	equal(t, "held", held, 2)
	equal(t, "left", h.fighting, 3) // 10 FP are all that they have
	equal(t, "HP", h.pool, 30)
	equal(t, "FP of the others", h.fp, 10)
	equal(t, "out", all[Suffocated](s)[0].Out, 2)
	equal(t, "parts", len(h.parts), 0)
}

func TestChokeHold(t *testing.T) {
	u := wrestler(t)
	s := onStage(t, duel(1, band(u, 1, grapples(units.Neck, ChokeHold)), band(footman(t), 1, does(Concentration))))
	h := &s.groups[1]
	h.fp = 20
	s.open(0)
	s.run(s.meleePhase, 10, 10, 10, 8, 18, 3) // two hits; 12 + 2 + 3 - 10 = 7 to 2: 5 FP × 2
	equal(t, "HP", h.pool, 10)
	equal(t, "FP", h.fp, 0)
	equal(t, "collapsed", h.standing, Collapsed)
}

func TestWrench(t *testing.T) { // R-61, B-CRIPPLE for a single combatant
	s := onStage(t, duel(1, band(wrestler(t), 1, grapples(units.RightArm, WrenchLimb)), band(footman(t), 1, does(Concentration))))
	h := &s.groups[1]
	s.open(0)
	s.run(func() { s.meleeStep(0) }, 10, 10, // 14 + 2 - 1 - 10 = 5 to -4: 9, 3 hits
		3, 18, 5) // 12 + 2 - 4 - 3 to 10 - 18; 1d+2 shows 5: × 3 = 15, at most 6
	e := all[FollowedUp](s)[0]
	equal(t, "damage", e.Dice.String(), "1d+2")
	equal(t, "injury", h.injury, 6)
	equal(t, "crippled", e.Crippled, true)
	s.open(0)
	s.run(func() { s.meleeStep(0) }) // nothing more is to be had
}

func TestOverpowered(t *testing.T) {
	s := onStage(t, duel(1, band(wrestler(t), 2, grapples(units.Torso, Takedown, Pin)), band(footman(t), 2, does(Concentration))))
	s.open(0)
	s.run(func() { s.meleeStep(0) }, 3, 16, 3, 18, 3, 18)
	s.run(s.moralePhase)
	equal(t, "ended", s.ended, true)
	equal(t, "outcome", s.result.Outcome, FirstWins)
	equal(t, "surrendered", s.conclude().Groups[1].Surrender, true)
}

func TestBrokenAndHeld(t *testing.T) {
	s := onStage(t, sides(1,
		[]Group{band(wrestler(t), 1, grapples(units.Torso))},
		[]Group{band(footman(t), 1, does(Concentration)), at(0, 50, band(footman(t, func(u *units.Unit) { u.Name = "Other" }), 1, does(HoldGround, Hold)))}))
	g, h := &s.groups[0], &s.groups[1]
	s.open(0)
	s.run(func() { s.meleeStep(0) }, 10, 10)
	h.standing, h.broke = Broken, true
	s.open(0)
	s.run(s.movementPhase)
	equal(t, "left", h.standing, Left)
	equal(t, "surrendered", h.surrender, true)
	equal(t, "hands", g.holdsOn(h), 0)
}

func TestCheckGrapple(t *testing.T) {
	u, judoka := body(t, 10, 10, 10, nil), body(t, 10, 10, 10, map[string]int{"judo": 10})
	oneArmed := body(t, 10, 10, 10, map[string]int{"judo": 10})
	oneArmed.Traits.ExtraArms = -1
	for _, c := range []struct {
		u    *units.Unit
		at   units.Location
		what []FollowUp
		want string
	}{
		{u, units.Torso, nil, ""},
		{u, units.Torso, []FollowUp{Takedown, Pin, Choke}, ""},
		{u, units.Neck, []FollowUp{Takedown, Choke, NeckSnap}, ""},
		{u, units.Hand, []FollowUp{WrenchLimb}, ""},
		{judoka, units.Neck, []FollowUp{ChokeHold}, ""},
		{judoka, units.LeftArm, []FollowUp{ArmLock}, ""},
		{u, units.Eye, nil, "nobody is grappled by the eye"},
		{u, units.Neck, []FollowUp{Pin}, "pin needs the torso"},
		{u, units.LeftLeg, []FollowUp{Choke}, "location: neck"},
		{judoka, units.Torso, []FollowUp{ChokeHold}, "location: neck"},
		{judoka, units.LeftLeg, []FollowUp{ArmLock}, "location: arm"},
		{u, units.Torso, []FollowUp{NeckSnap}, "location: neck or skull"},
		{u, units.Torso, []FollowUp{WrenchLimb}, "location: arm, leg"},
		{u, units.Neck, []FollowUp{ChokeHold}, "Judo or Wrestling"},
		{u, units.LeftArm, []FollowUp{ArmLock}, "Judo or Wrestling"},
		{oneArmed, units.Neck, []FollowUp{Takedown, Choke}, ""},
		{oneArmed, units.Torso, []FollowUp{Pin}, ""},
		{oneArmed, units.Neck, []FollowUp{ChokeHold}, "takes two hands"},
		{oneArmed, units.LeftArm, []FollowUp{ArmLock}, "takes two hands"},
		{oneArmed, units.Neck, []FollowUp{NeckSnap}, "takes two hands"},
		{oneArmed, units.LeftLeg, []FollowUp{WrenchLimb}, "takes two hands"},
	} {
		err := CheckGrapple(c.u, c.at, c.what)
		if got := fmt.Sprint(err); (err == nil) != (c.want == "") || err != nil && !strings.Contains(got, c.want) {
			t.Errorf("%v %v: %v, want %q", c.at, c.what, err, c.want)
		}
	}
}

// scuffle has grapples of every kind on both sides.
func scuffle(t testing.TB) Scenario {
	grappler := footman(t, func(u *units.Unit) {
		u.Name, u.ST, u.Skills, u.FP = "Grappler", 13, map[string]int{"wrestling": 13, "judo": 12}, 25
	})
	dagger := sword(t)
	dagger.Name, dagger.Reach = "dagger", []int{0, 1}
	armed := footman(t, func(u *units.Unit) { u.Weapons = append(u.Weapons, dagger) })
	group := func(name string, u *units.Unit, n int, o Order) Group {
		g := band(u, n, o)
		g.Name = name
		return g
	}
	s := sides(1,
		[]Group{
			at(0, 0, group("pinners", grappler, 6, grapples(units.Torso, Takedown, Pin))),
			at(0, 0, group("chokers", grappler, 2, grapples(units.Neck, Choke, NeckSnap))),
			at(0, 0, group("lock", grappler, 1, grapples(units.RightArm, ArmLock, WrenchLimb))),
		},
		[]Group{
			at(0, 1, group("many", armed, 8, does(Offensive))),
			at(0, 1, group("one", armed, 1, Order{BreakFree: true})),
			at(0, 1, group("hold", grappler, 2, grapples(units.Neck, ChokeHold))),
		})
	s.Rules.Morale, s.Rules.Fatigue = true, true
	s.MaxRounds = 12
	return s
}

// TestGrapplesAreFought holds the two ways of drawing together in battles with
// grapples and with several attacks, and those told to those that are not.
func TestGrapplesAreFought(t *testing.T) {
	for name, s := range map[string]Scenario{"grapples": scuffle(t), "attacks": severalBattle(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := Compile(s)
			if err != nil {
				t.Fatal(err)
			}
			if b.elaborate == "" {
				t.Error("not elaborate")
			}
			trials := 8_000
			if testing.Short() {
				trials = 2_000
			}
			bothWays(t, b, trials, func(r *Result) string {
				return fmt.Sprint(r.Outcome, min(r.Rounds, 12), r.Groups[0].Survivors, r.Groups[len(r.Groups)-3+len(r.Groups)/4].Survivors)
			})
			f, told, used := NewFight(b), NewFight(b), NewFight(b)
			told.Trace = func(Event) {}
			for trial := range uint64(300) {
				r := *f.Run(1, trial)
				r.Groups = slices.Clone(r.Groups)
				if other := told.Run(1, trial); !reflect.DeepEqual(r, *other) {
					t.Fatalf("trial %d: %+v, told %+v", trial, r, *other)
				}
				checkGrips(t, f)
			}
			for trial := uint64(299); trial > 250; trial-- { // in another order, as other workers would
				r := *used.Run(1, trial)
				r.Groups = slices.Clone(r.Groups)
				if other := f.Run(1, trial); !reflect.DeepEqual(r, *other) {
					t.Fatalf("trial %d: %+v, alone %+v", trial, r, *other)
				}
			}
		})
	}
}

// TestGrapplesAreFair: mirrored wrestlers win equally often.
func TestGrapplesAreFair(t *testing.T) {
	order := grapples(units.Torso, Takedown, Pin)
	b, err := Compile(duel(1, band(wrestler(t), 4, order), band(wrestler(t), 4, order)))
	if err != nil {
		t.Fatal(err)
	}
	var wins [4]float64
	f := NewFight(b)
	for trial := range uint64(4000) {
		wins[f.Run(1, trial+1).Outcome]++
	}
	// Their difference has a variance of as much as they are together; 4 standard errors.
	if n, d := wins[FirstWins]+wins[SecondWins], wins[FirstWins]-wins[SecondWins]; n < 2000 || d*d > 16*n {
		t.Errorf("wins: %v", wins)
	}
}

// checkGrips holds a battle's parts to its numbers: as many hold as are held.
func checkGrips(t *testing.T, f *Fight) {
	t.Helper()
	for i := range f.groups {
		g, n := &f.groups[i], 0
		for _, p := range g.parts {
			n += p.members
		}
		if len(g.parts) > 0 && n != g.fighting {
			t.Fatalf("%d members in parts, %d fight", n, g.fighting)
		}
		for k, enemy := 0, f.enemies(g); k < len(enemy); k++ {
			if held, holders := enemy[k].heldBy(g), g.holdsOn(&enemy[k]); held != holders && !f.ended {
				t.Fatalf("%d held by %d", held, holders)
			}
		}
	}
}

// HC-FRONT, HC-GRAPPLE: who holds a foe has his place at the front, and about the foe.
func TestHoldersTakeRoom(t *testing.T) {
	for _, tt := range []struct {
		name            string
		frontage        float64
		ranks, limit    int
		behind          bool
		holders, expect int // who strike beside them
	}{
		{"open ground", 0, 0, 0, false, 3, 7},
		{"four yards, nobody holds", 4, 0, 0, false, 0, 4},
		{"four yards", 4, 0, 0, false, 3, 1},
		{"the front is full", 4, 0, 0, false, 4, 0},
		{"more hold than the front has room for", 4, 0, 0, false, 5, 0},
		{"two ranks", 4, 2, 0, false, 3, 4},
		{"behind the foe", 4, 0, 0, true, 3, 4},
		{"six about one", 0, 0, 6, false, 3, 3},
		{"six about one, behind him", 0, 0, 6, true, 3, 3},
	} {
		holders := at(0, 0, band(footman(t), 3, grapples(units.Torso)))
		holders.Count = max(1, tt.holders)
		if tt.behind {
			holders = at(0, 2, holders)
		}
		others := at(0, 0, band(footman(t), 7))
		others.Ranks = tt.ranks
		holders.Ranks = tt.ranks
		sc := sides(1, []Group{others, holders}, []Group{at(0, 1, band(footman(t), 5))})
		sc.Field.Frontage, sc.Rules.SurroundLimit = tt.frontage, tt.limit
		if tt.limit > 0 {
			sc.Sides[1].Groups[0].Count = 1
		}
		s := onStage(t, sc)
		s.open(-1)
		g, h := &s.groups[1], &s.groups[2]
		s.step.clear()
		s.planBlow(MeleeAttack, &s.groups[0], h, byNumber)
		g.parts = []portion{{state: state{holds: h.mark()}, members: tt.holders}, {members: g.fighting - tt.holders}}
		s.openFront(0)
		equal(t, tt.name, s.atFront(&s.step.attacks[0], 7), tt.expect)
	}
}
