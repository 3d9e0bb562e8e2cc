package heroic

import (
	"testing"

	"heroicsim/dice"
	"heroicsim/units"
)

// TestTacticTable is HC-TACTIC, typed a second time from the rules, column by
// column.
func TestTacticTable(t *testing.T) {
	order := []Tactic{AllOutOffensive, Offensive, Neutral, Defensive, AllOutDefensive, AimedShooting, HoldGround, Concentration, Retreat}
	equal(t, "number of tactics", len(order), int(NumTactics))
	columns := []struct {
		name string
		want [9]int
		got  func(Tactic) int
	}{
		{"movement", [9]int{10, 5, 5, 4, 3, 2, 1, 1, 10}, func(t Tactic) int { return tactics[t].move }},
		{"melee", [9]int{4, 2, 0, -2, -4, -2, 0, -2, 0}, func(t Tactic) int { return tactics[t].melee }},
		{"damage", [9]int{1, 0, 0, 0, -1, 0, 0, 0, 0}, func(t Tactic) int { return tactics[t].damage }},
		{"ranged", [9]int{0, 0, 0, -2, -4, 2, 0, -2, 0}, func(t Tactic) int { return tactics[t].ranged }},
		{"mental", [9]int{-4, -2, -1, 0, 0, 0, 0, 2, 0}, func(t Tactic) int { return tactics[t].mental }},
		{"defence", [9]int{-2, -1, 0, 1, 2, -2, 1, -2, -4}, func(t Tactic) int { return tactics[t].defence }},
	}
	for _, c := range columns {
		for i, tactic := range order {
			if got := c.got(tactic); got != c.want[i] {
				t.Errorf("%s, %s: %+d, want %+d", tactic.Title(), c.name, got, c.want[i])
			}
		}
	}
	for _, tactic := range order {
		equal(t, tactic.Title()+" adds Acc", tactics[tactic].aimed, tactic == AimedShooting)
		equal(t, tactic.Title()+" attacks", tactics[tactic].attacks, tactic != Retreat)
	}
	equal(t, "× Move to withdraw", withdrawMove, 2)
}

// TestTacticDamage is HC-TACTIC: the greater of 2 and 1 a die, then folds, which
// printed dice do not see. TV-165.
func TestTacticDamage(t *testing.T) {
	for _, tt := range []struct {
		printed      string
		more, less   string
		moreK, lessK string // damage_adds: keep
	}{
		{"1d", "1d+2", "1d-2", "1d+2", "1d-2"},
		{"1d+1", "1d+3", "1d-1", "1d+3", "1d-1"},
		{"1d+2", "2d", "1d", "1d+4", "1d"},
		{"1d-1", "1d+1", "1d-3", "1d+1", "1d-3"}, // one die stays
		{"1d+5", "3d", "1d+3", "1d+7", "1d+3"},
		{"2d+2", "3d", "2d", "2d+4", "2d"}, // TV-165
		{"2d-1", "2d+1", "1d+1", "2d+1", "2d-3"},
		{"2d+4", "3d+2", "2d+2", "2d+6", "2d+2"},
		{"2d+5", "4d", "2d+3", "2d+7", "2d+3"},
		{"3d", "3d+3", "2d+1", "3d+3", "3d-3"},
		{"3d+1", "4d", "3d-2", "3d+4", "3d-2"},
		{"4d", "5d", "3d", "4d+4", "4d-4"},
		{"5d+2", "7d", "4d+1", "5d+7", "5d-3"},
		{"6d", "7d+2", "5d-2", "6d+6", "6d-6"},
		{"7d", "9d", "5d+1", "7d+7", "7d-7"},
		{"8d+3", "11d", "7d-1", "8d+11", "8d-5"},
	} {
		e, err := dice.Parse(tt.printed)
		if err != nil {
			t.Fatal(err)
		}
		r := DefaultRules()
		equal(t, tt.printed+" unchanged", r.tacticDamage(e, 0), e)
		equal(t, tt.printed+" and more", r.tacticDamage(e, +1).String(), tt.more)
		equal(t, tt.printed+" and less", r.tacticDamage(e, -1).String(), tt.less)
		r.KeepAdds = true
		equal(t, tt.printed+" and more, kept", r.tacticDamage(e, +1).String(), tt.moreK)
		equal(t, tt.printed+" and less, kept", r.tacticDamage(e, -1).String(), tt.lessK)
	}
}

// TestTacticDamageIsMelee is HC-TACTIC: only melee damage changes.
func TestTacticDamageIsMelee(t *testing.T) {
	for _, tt := range []struct {
		tactic        Tactic
		melee, ranged string
	}{
		{AllOutOffensive, "1d+2", "1d"}, {Offensive, "1d", "1d"}, {Neutral, "1d", "1d"}, {Defensive, "1d", "1d"},
		{AllOutDefensive, "1d-2", "1d"}, {AimedShooting, "1d", "1d"}, {HoldGround, "1d", "1d"}, {Concentration, "1d", "1d"},
	} {
		u := footman(t, armed(sword(t), bow(t)))
		o := does(tt.tactic)
		s := onStage(t, duel(1, band(u, 1, o), band(u, 1, does(Neutral))))
		s.open(0)
		g, h := &s.groups[0], &s.groups[1]
		equal(t, tt.tactic.Title()+": melee", s.strikeFor(g, h, &g.melee[0], units.Torso, false).damage.Dice.String(), tt.melee)
		equal(t, tt.tactic.Title()+": ranged", s.strikeFor(g, h, &g.ranged[0], units.Torso, false).damage.Dice.String(), tt.ranged)
	}
}

// TestTacticScores is HC-TACTIC in contests: each tactic's modifier to melee,
// ranged and defence.
func TestTacticScores(t *testing.T) {
	for _, tt := range []struct {
		tactic                 Tactic
		melee, ranged, defence int
	}{
		{AllOutOffensive, 16, 12, 6},
		{Offensive, 14, 12, 7},
		{Neutral, 12, 12, 8},
		{Defensive, 10, 10, 9},
		{AllOutDefensive, 8, 8, 10},
		{AimedShooting, 10, 16, 6}, // +2 + Acc 2
		{HoldGround, 12, 12, 9},
		{Concentration, 10, 10, 6},
		{Retreat, 0, 0, 4},
	} {
		b := bow(t)
		b.Bulk = 0
		u := footman(t, armed(sword(t), b))
		s := onStage(t, duel(1, band(u, 1, does(tt.tactic)), band(u, 1, does(Neutral))))
		s.open(-1)
		g, h := &s.groups[0], &s.groups[1]
		blow := attack{from: &whole, to: &whole, by: h, at: g, weapon: &h.melee[0], members: 1, side: 1, distance: 1}
		_, defence := s.bestDefence(&blow)
		equal(t, tt.tactic.Title()+": defence", defence.total, tt.defence)
		if tt.tactic == Retreat {
			continue
		}
		blow.by, blow.at = g, h
		equal(t, tt.tactic.Title()+": melee", s.skillOf(&blow).total, tt.melee)
		blow.kind, blow.weapon, blow.shots = RangedAttack, &g.ranged[0], 1
		equal(t, tt.tactic.Title()+": ranged", s.skillOf(&blow).total, tt.ranged)
	}
}
