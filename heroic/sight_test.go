package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// TestSight is MM-27 to MM-29 and RM-43 to RM-46, with the traits that change them;
// TV-052 is the row of darkness and bushes.
func TestSight(t *testing.T) {
	for _, tt := range []struct {
		name       string
		visibility int
		by, at     units.Traits
		bushes     bool
		locked     bool
		penalty    int
		gropes     bool
	}{
		{name: "day"},
		{name: "dusk", visibility: -3, penalty: -3},
		{name: "night vision 2", visibility: -3, by: units.Traits{NightVision: 2}, penalty: -1},
		{name: "night vision 5", visibility: -3, by: units.Traits{NightVision: 5}},
		{name: "night vision 1 at -9", visibility: -9, by: units.Traits{NightVision: 1}, penalty: -8},
		{name: "night vision 9 in total darkness", visibility: -10, by: units.Traits{NightVision: 9}, penalty: -10, gropes: true},
		{name: "dark vision", visibility: -10, by: units.Traits{DarkVision: true}},
		{name: "blind by day", by: units.Traits{Blind: true}, penalty: -6, gropes: true},
		{name: "blind in the dark", visibility: -10, by: units.Traits{Blind: true}, bushes: true, penalty: -6, gropes: true},
		{name: "an unseen foe", at: units.Traits{Invisible: true}, penalty: -6, gropes: true},
		{name: "an unseen foe whose place is known", at: units.Traits{Invisible: true}, locked: true, penalty: -4, gropes: true},
		{name: "an unseen foe at dusk", visibility: -3, at: units.Traits{Invisible: true}, penalty: -9, gropes: true},
		{name: "never worse than -10", visibility: -7, at: units.Traits{Invisible: true}, bushes: true, penalty: -10, gropes: true},
		{name: "TV-052: darkness and more", visibility: -10, bushes: true, penalty: -10, gropes: true},
		{name: "dark vision and an unseen foe", visibility: -10, by: units.Traits{DarkVision: true}, at: units.Traits{Invisible: true}, penalty: -6, gropes: true},
		{name: "blind, and an unseen foe", by: units.Traits{Blind: true}, at: units.Traits{Invisible: true}, penalty: -6, gropes: true},
	} {
		w := bow(t)
		w.Skill, w.Bulk = 30, 0
		sc := duel(50, band(footman(t, armed(w), func(u *units.Unit) { u.Traits = tt.by }), 1, Order{Shots: 1}), band(footman(t, func(u *units.Unit) { u.Traits = tt.at }), 1))
		sc.Field.Visibility = tt.visibility
		s := onStage(t, sc)
		s.open(-1)
		s.setLock(0, 1, tt.locked)
		g, h := &s.groups[0], &s.groups[1]
		a := attack{from: &whole, to: &whole, kind: RangedAttack, by: g, at: h, weapon: &g.ranged[0], members: 1, side: 1, shots: 1, distance: 2}
		if tt.bushes {
			a.cover = &Cover{Concealment: -5}
		}
		s.prepare(&a)
		equal(t, tt.name, a.skill.total, 30+tt.penalty)
		want := 30 + tt.penalty
		if tt.gropes {
			want = 9
		}
		equal(t, tt.name+": effective", s.effective(&a, numbers{}), want)
	}
}

// TestUnseenAttackers is DM-15.
func TestUnseenAttackers(t *testing.T) {
	for _, tt := range []struct {
		by, at units.Traits
		want   int
	}{
		{units.Traits{}, units.Traits{}, 8},
		{units.Traits{Invisible: true}, units.Traits{}, 4},
		{units.Traits{}, units.Traits{Blind: true}, 4},
		{units.Traits{Invisible: true}, units.Traits{Blind: true}, 4},
		{units.Traits{}, units.Traits{Invisible: true}, 8},
	} {
		s := onStage(t, duel(1, band(footman(t, func(u *units.Unit) { u.Traits = tt.by }), 1), band(footman(t, func(u *units.Unit) { u.Traits = tt.at }), 1)))
		s.open(-1)
		g := &s.groups[0]
		a := attack{from: &whole, to: &whole, by: g, at: &s.groups[1], weapon: &g.melee[0], members: 1, side: 1, distance: 1}
		_, defence := s.bestDefence(&a)
		equal(t, fmt.Sprintf("%+v against %+v", tt.by, tt.at), defence.total, tt.want)
	}
}

// TestManyRows is TV-051: crouching, on bad footing, hurt (-3, as `modifiers` say),
// at a foe who is not seen and whose place is known. Heroic contests have no least
// skill.
func TestManyRows(t *testing.T) {
	w := sword(t)
	w.Skill = 13
	group := band(footman(t, armed(w)), 1, does(Neutral, Hold))
	group.Posture, group.Modifiers.Melee = Crouching, -3
	sc := duel(1, group, band(footman(t, func(u *units.Unit) { u.Traits.Invisible = true }), 1, does(Neutral, Hold)))
	sc.Field.Footing = -2
	s := onStage(t, sc)
	s.open(-1)
	g := &s.groups[0]
	a := attack{from: &whole, to: &whole, by: g, at: &s.groups[1], weapon: &g.melee[0], members: 1, side: 1, distance: 1}
	equal(t, "13 - 2 - 2 - 3 - 4", s.skillOf(&a).total, 2)
}
