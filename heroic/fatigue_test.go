package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// TestFatigueRoll is HC-FATIGUE and TV-160: on 1 and 2 of the one roll, 1 FP and
// 1 more a level of encumbrance.
func TestFatigueRoll(t *testing.T) {
	for roll := 1; roll <= 6; roll++ {
		for e, lost := range map[units.Encumbrance]int{
			units.NoEncumbrance: 1, units.Light: 2, units.Medium: 3, units.Heavy: 4, units.ExtraHeavy: 5,
		} {
			if roll > 2 {
				lost = 0
			}
			u := footman(t, func(u *units.Unit) { u.FP, u.Encumbrance = 20, e })
			sc := duel(1, band(u, 1), band(u, 10))
			sc.Rules.Fatigue = true
			s := onStage(t, sc)
			s.open(0)
			s.groups[0].engaged, s.groups[1].engaged = true, true
			s.run(s.fatiguePhase, roll)
			equal(t, fmt.Sprintf("%d rolled, %s encumbrance", roll, e), s.groups[0].fp, 20-lost)
			equal(t, fmt.Sprintf("%d rolled, %s encumbrance, of ten", roll, e), s.groups[1].fp, 20-lost)
		}
	}
}

// TestFatigueTakesPart is HC-FATIGUE's ruling: who has attacked or been attacked
// since the battle began, and nobody who never tires. A miss counts, and so does
// an attack of an earlier round.
func TestFatigueTakesPart(t *testing.T) {
	golem := footman(t, func(u *units.Unit) { u.NeverTires, u.FP = true, 0 })
	far := does(Neutral, Hold)
	sc := sides(1,
		[]Group{at(0, 0, band(footman(t), 1, far)), at(500, 0, band(footman(t), 1, far)), at(100, 0, band(golem, 1, far))},
		[]Group{at(0, 1, band(footman(t, armed()), 1, far)), at(500, 900, band(footman(t), 1, far)), at(100, 1, band(footman(t, armed()), 1, far))})
	sc.Rules.Fatigue = true
	s := onStage(t, sc)
	s.open(0)
	s.run(s.meleePhase, 18, 3, 18, 3)
	for n := 1; n <= 2; n++ {
		s.open(0)
		s.run(s.fatiguePhase, n)
		for i, fought := range []bool{true, false, true, true, false, true} {
			want := s.groups[i].Unit.FP
			if fought && i != 2 {
				want -= n
			}
			equal(t, fmt.Sprintf("FP of %s after %d", s.name(i), n), s.groups[i].fp, want)
		}
	}
	equal(t, "the golem tires", s.groups[2].tired, false)
	equal(t, "the golem's standing", s.groups[2].standing, Steady)
}

// TestTired is HC-FATIGUE: with FP × 3 < full FP, printed Dodge, Move and ST are
// halved, rounded up, before other modifiers; HP, Parry and damage are not.
func TestTired(t *testing.T) {
	for _, tt := range []struct {
		full, fp int
		tired    bool
	}{{10, 4, false}, {10, 3, true}, {12, 4, false}, {12, 3, true}, {11, 4, false}, {11, 3, true} /* TV-026 */, {1, 1, false}, {3, 1, false}, {4, 1, true}} {
		u := footman(t, func(u *units.Unit) { u.FP, u.Dodge, u.Move, u.ST = tt.full, 9, 5, 11 })
		g := band(u, 3, does(Neutral))
		g.FPNow = &tt.fp // a group may start tired
		s := onStage(t, duel(100, g, band(footman(t), 1, does(Neutral, Hold))))
		s.open(1)
		name := fmt.Sprintf("%d of %d FP", tt.fp, tt.full)
		dodge, yards, st := 9, 25.0, 11
		if tt.tired {
			dodge, yards, st = 5, 15, 6
		}
		me, foe := &s.groups[0], &s.groups[1]
		a := attack{from: &whole, to: &whole, by: foe, at: me, weapon: &foe.melee[0], members: 1, side: 1, distance: 1}
		_, score := s.bestDefence(&a)
		equal(t, name+": Dodge", score.total, dodge)
		equal(t, name+": ST", me.strength(), st)
		equal(t, name+": HP of the pool", me.pool, 30)
		s.run(s.movementPhase)
		equal(t, name+": yards", all[Moved](s)[0].Yards, yards)
	}
}

// TestTiredNextRound is HC-FATIGUE: the effects come with the next round, for
// pools and single combatants alike.
func TestTiredNextRound(t *testing.T) {
	for _, n := range []int{1, 10} {
		now := 4
		g := band(footman(t, func(u *units.Unit) { u.Dodge = 9 }), n, does(Neutral, Hold))
		g.FPNow = &now
		sc := duel(1, band(footman(t), 1, does(Neutral, Hold)), g)
		sc.Rules.Fatigue, sc.Rules.NumericalBonus = true, nil
		s := onStage(t, sc, 6, 1, 18, 3, 18, 3, 1, 6, 1, 18, 3, 18, 3, 6)
		s.playRound()
		equal(t, "Dodge in the round", s.attacks()[0].DefenceScore.Total, 9)
		s.playRound()
		equal(t, "Dodge in the next", s.attacks()[0].DefenceScore.Total, 5)
		s.usedUp()
	}
}

// TestCollapse is HC-FATIGUE: at 0 FP or less the group collapses; then it neither
// acts nor is met any more.
func TestCollapse(t *testing.T) {
	for _, tt := range []struct {
		fp, roll  int
		load      units.Encumbrance
		collapses bool
	}{
		{2, 2, units.NoEncumbrance, false}, {1, 3, units.NoEncumbrance, false}, {1, 2, units.NoEncumbrance, true}, // TV-026 at 0 FP
		{3, 1, units.Medium, true}, {4, 1, units.Medium, false}, {2, 1, units.Medium, true},
	} {
		g := band(footman(t, func(u *units.Unit) { u.Encumbrance = tt.load }), 4, does(Neutral, Hold))
		g.FPNow = &tt.fp
		sc := sides(1, []Group{at(0, 0, g), at(300, 0, band(footman(t), 1, does(Neutral, Hold)))}, []Group{at(0, 1, band(footman(t), 4, does(Neutral, Hold)))})
		sc.Rules.Fatigue = true
		s := onStage(t, sc)
		s.open(0)
		s.groups[0].engaged = true
		s.run(s.fatiguePhase, tt.roll)
		name := fmt.Sprintf("%d FP, %d rolled, %s", tt.fp, tt.roll, tt.load)
		equal(t, name+": collapsed", s.groups[0].standing == Collapsed, tt.collapses)
		if !tt.collapses {
			continue
		}
		equal(t, name+": the other stands", s.ended, false)
		s.events = nil
		s.open(0)
		s.run(s.rangedPhase)
		s.run(s.movementPhase)
		s.run(s.meleePhase)
		equal(t, name+": next round", s.words(), "round ordersB ordersC ranged movement melee")
		equal(t, name+": its FP", s.conclude().Groups[0].FP, 0) // and not below
		equal(t, name+": its survivors", s.conclude().Groups[0].Survivors, 4)
	}
}

// TestBrokenCollapse is HC-FATIGUE for a group that has broken: at 0 FP it
// collapses like any other, and flees no more.
func TestBrokenCollapse(t *testing.T) {
	fp := 1
	g := band(footman(t), 4, does(Neutral, Hold))
	g.FPNow = &fp
	sc := sides(1, []Group{at(0, 0, g), at(300, 0, band(footman(t), 1, does(Neutral, Hold)))}, []Group{at(0, 1, band(footman(t), 4, does(Neutral, Hold)))})
	sc.Rules.Fatigue = true
	s := onStage(t, sc)
	s.open(0)
	s.groups[0].engaged, s.groups[0].standing, s.groups[0].broke = true, Broken, true
	s.run(s.fatiguePhase, 1)
	equal(t, "FP", s.groups[0].fp, 0)
	equal(t, "collapsed", s.conclude().Groups[0].Collapsed, true)
	equal(t, "standing", s.groups[0].standing, Collapsed)
}
