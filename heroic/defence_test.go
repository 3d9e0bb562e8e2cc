package heroic

import (
	"testing"

	"heroicsim/units"
)

// TestDefences is HC-DEF: which defences are valid against what, thrown weapons'
// -1 to Parry, and shields' DB, which guns and beams outrun; the best as modified
// is used. The defender has Dodge 8, DB 2 in it.
func TestDefences(t *testing.T) {
	ranged := func(m units.Missile, thrown bool) units.Weapon {
		w := bow(t)
		w.Missile, w.Thrown = m, thrown
		return w
	}
	for _, tt := range []struct {
		name                string
		weapon              units.Weapon
		dodge, parry, block int
		kind                DefenceKind
		total               int
	}{
		{"melee, block best", sword(t), 8, 9, 10, Block, 10},
		{"melee, parry best", sword(t), 8, 11, 10, Parry, 11},
		{"melee, dodge best", sword(t), 12, 11, 10, Dodge, 12},
		{"melee, no shield", sword(t), 8, 9, 0, Parry, 9},
		{"melee, nothing but Dodge", sword(t), 8, 0, 0, Dodge, 8},
		{"ties: Dodge first", sword(t), 9, 9, 9, Dodge, 9},
		{"ties: Parry before Block", sword(t), 8, 9, 9, Parry, 9},
		{"thrown, parry at -1", ranged(units.Arrow, true), 8, 12, 10, Parry, 11},
		{"thrown, parry not better as modified", ranged(units.Arrow, true), 8, 11, 11, Block, 11},
		{"thrown, parry and block level", ranged(units.Arrow, true), 8, 11, 9, Parry, 10},
		{"thrown, block", ranged(units.Arrow, true), 8, 9, 10, Block, 10},
		{"thrown stone", ranged(units.Stone, true), 8, 12, 0, Parry, 11},
		{"arrow, no parry", ranged(units.Arrow, false), 8, 15, 10, Block, 10},
		{"arrow, no shield", ranged(units.Arrow, false), 8, 15, 0, Dodge, 8},
		{"bolt", ranged(units.Bolt, false), 8, 15, 10, Block, 10},
		{"stone", ranged(units.Stone, false), 8, 15, 10, Block, 10},
		{"missile spell", ranged(units.SpellMissile, false), 8, 15, 10, Block, 10},
		{"bullet", ranged(units.Bullet, false), 8, 15, 15, Dodge, 6},
		{"beam", ranged(units.Beam, false), 8, 15, 15, Dodge, 6},
	} {
		t.Run(tt.name, func(t *testing.T) {
			foe := footman(t, func(u *units.Unit) { u.Dodge, u.Parry, u.Block, u.ShieldDB = tt.dodge, tt.parry, tt.block, 2 })
			s := onStage(t, duel(1, band(footman(t, armed(tt.weapon)), 1, does(Neutral)), band(foe, 1, does(Neutral))))
			s.open(-1)
			g, h := &s.groups[0], &s.groups[1]
			a := attack{from: &whole, to: &whole, by: g, at: h, members: 1, side: 1, shots: 1, distance: 1}
			a.weapon = &append(g.melee, g.ranged...)[0]
			kind, score := s.bestDefence(&a)
			equal(t, "defence", kind, tt.kind)
			equal(t, "score", score.total, tt.total)
		})
	}
}

// TestBestDefenceAsModified is HC-DEF: fatigue halves Dodge and leaves Parry, so
// that another defence becomes the best; tactic and initiative go with each.
func TestBestDefenceAsModified(t *testing.T) {
	foe := footman(t, func(u *units.Unit) { u.Dodge, u.Parry, u.ShieldDB = 11, 7, 2 })
	s := onStage(t, duel(1, band(footman(t), 1), band(foe, 1, does(AllOutDefensive))))
	s.open(1)
	g, h := &s.groups[0], &s.groups[1]
	a := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.melee[0], members: 1, side: 1, distance: 1}
	kind, score := s.bestDefence(&a)
	equal(t, "fresh", kind, Dodge)
	equal(t, "fresh: 11 + 2 + 2", score.total, 15)
	h.tired = true
	kind, score = s.bestDefence(&a)
	equal(t, "tired", kind, Parry)
	equal(t, "tired: 7 + 2 + 2, not 6 + 2 + 2", score.total, 11)
}

// TestDefencesAreNotUsedUp is HC-DEF's ruling: each of many attacks meets the
// full defence.
func TestDefencesAreNotUsedUp(t *testing.T) {
	s := crowd(t, 3, does(Neutral), 1, 1, 1)
	s.groups[0].Unit.Parry = 11
	s.script(18, 3, 18, 3, 18, 3, 18, 3, 18, 3, 18, 3)
	s.meleePhase()
	s.usedUp()
	for _, a := range s.attacks() {
		if a.Target == 0 {
			equal(t, "Parry", a.DefenceScore.Total, 11)
		}
	}
}
