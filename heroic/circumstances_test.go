package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// TestCircumstances is MM-5, MM-8 to MM-10, RM-3, RM-7, RM-8, DM-12 and DM-17.
func TestCircumstances(t *testing.T) {
	for _, tt := range []struct {
		name                   string
		distraction            Distraction
		modifiers              Modifiers
		db                     int
		melee, ranged, defence int
	}{
		{name: "nothing"},
		{name: "minor distraction", distraction: MinorDistraction, melee: -2, ranged: -2, defence: -1},
		{name: "major distraction", distraction: MajorDistraction, melee: -3, ranged: -3, defence: -1},
		{name: "modifiers", modifiers: Modifiers{-4, 2, -1}, melee: -4, ranged: 2, defence: -1},
		{name: "TV-086: what hinders attacks leaves defences", modifiers: Modifiers{Melee: -4}, melee: -4},
		{name: "DB 2 is no large shield", db: 2},
		{name: "a large shield", db: 3, melee: -2},
		{name: "a larger one", db: 4, melee: -2},
		{name: "together", distraction: MinorDistraction, modifiers: Modifiers{-1, -1, -1}, db: 3, melee: -5, ranged: -3, defence: -2},
	} {
		u := footman(t, armed(sword(t), bow(t)), func(u *units.Unit) { u.ShieldDB = tt.db })
		group := band(u, 1)
		group.Distraction, group.Modifiers = tt.distraction, tt.modifiers
		s := onStage(t, duel(50, group, band(footman(t), 1)))
		s.open(-1)
		g, h := &s.groups[0], &s.groups[1]
		a := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.melee[0], members: 1, side: 1, distance: 1}
		equal(t, tt.name+": melee", s.skillOf(&a).total, 12+tt.melee)
		a.kind, a.weapon, a.shots, a.distance = RangedAttack, &g.ranged[0], 1, 50
		equal(t, tt.name+": ranged", s.skillOf(&a).total, 12-7+tt.ranged)
		a = attack{from: &whole, to: &whole, by: h, at: g, weapon: &h.melee[0], members: 1, side: 1, distance: 1}
		_, defence := s.bestDefence(&a)
		equal(t, tt.name+": defence", defence.total, 8+tt.defence)
	}
}

// TestMounted is MM-12, RM-13 and DM-19 (TV-082), with the Riding skill as a limit in
// melee.
func TestMounted(t *testing.T) {
	for _, tt := range []struct {
		name                   string
		mounted                bool
		riding                 int // 0: none
		ran                    bool
		move                   int
		melee, ranged, defence int
	}{
		{"on foot", false, 9, true, 9, 12, 12, 10},
		{"TV-082: Riding 9", true, 9, false, 9, 9, 11, 7},
		{"TV-082: Riding 13", true, 13, false, 9, 12, 11, 10},
		{"Riding 11", true, 11, false, 9, 11, 11, 9},
		{"Riding 12", true, 12, false, 9, 12, 11, 10},
		{"no Riding skill", true, 0, false, 9, 12, 11, 10},
		{"at 7 yards a second", true, 12, true, 7, 11, 11, 10},
		{"at 6 yards a second", true, 12, true, 6, 12, 11, 10},
	} {
		u := footman(t, armed(sword(t), bow(t)), func(u *units.Unit) {
			u.Traits.Mounted, u.Move, u.Dodge = tt.mounted, tt.move, 10
			if u.Skills = map[string]int{}; tt.riding > 0 {
				u.Skills = map[string]int{"riding (horse)": tt.riding, "Riding (Camel)": 3}
			}
		})
		s := onStage(t, duel(2, band(u, 1), band(footman(t), 1)))
		s.open(-1)
		g, h := &s.groups[0], &s.groups[1]
		g.ran = tt.ran
		a := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.melee[0], members: 1, side: 1, distance: 1}
		equal(t, tt.name+": melee", s.skillOf(&a).total, tt.melee)
		a.kind, a.weapon, a.shots, a.distance = RangedAttack, &g.ranged[0], 1, 3
		equal(t, tt.name+": ranged", s.skillOf(&a).total, tt.ranged-3)
		a = attack{from: &whole, to: &whole, by: h, at: g, weapon: &h.melee[0], members: 1, side: 1, distance: 1}
		_, defence := s.bestDefence(&a)
		equal(t, tt.name+": defence", defence.total, tt.defence)
	}
}

// TestFlails is DM-25 (TV-084), whose blows no fencing weapon parries.
func TestFlails(t *testing.T) {
	fencing := func(on bool) units.Weapon { w := sword(t); w.Fencing = on; return w }
	flailing := func(kind units.FlailKind) units.Weapon { w := sword(t); w.Flail = kind; return w }
	for _, tt := range []struct {
		name         string
		kind         units.FlailKind
		arms         []units.Weapon
		parry, block int // of 11; 0: no parry
	}{
		{"sword", units.NoFlail, []units.Weapon{sword(t)}, 11, 11},
		{"sword against a rapier", units.NoFlail, []units.Weapon{fencing(true)}, 11, 11},
		{"TV-084: flail", units.Flail, []units.Weapon{sword(t)}, 7, 9},
		{"TV-084: flail against a rapier", units.Flail, []units.Weapon{fencing(true)}, 0, 9},
		{"nunchaku", units.Nunchaku, []units.Weapon{sword(t)}, 9, 10},
		{"nunchaku against a rapier", units.Nunchaku, []units.Weapon{fencing(true)}, 0, 10},
		{"a rapier behind a bow and a flail", units.Flail, []units.Weapon{bow(t), flailing(units.Flail), fencing(true)}, 0, 9},
		{"a sword before a rapier", units.Flail, []units.Weapon{sword(t), fencing(true)}, 7, 9},
		{"bare hands", units.Flail, nil, 7, 9},
	} {
		foe := footman(t, armed(tt.arms...), func(u *units.Unit) { u.Parry, u.Block, u.Dodge = 11, 11, 1 })
		s := onStage(t, duel(1, band(footman(t, armed(flailing(tt.kind))), 1), band(foe, 1)))
		s.open(-1)
		g, h := &s.groups[0], &s.groups[1]
		a := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.melee[0], members: 1, side: 1, distance: 1}
		equal(t, tt.name+": parries", validDefence(&a, Parry), tt.parry > 0)
		if tt.parry > 0 {
			equal(t, tt.name+": Parry", s.defenceOf(&a, Parry).total, tt.parry)
		}
		equal(t, tt.name+": Block", s.defenceOf(&a, Block).total, tt.block)
		equal(t, tt.name+": Dodge", s.defenceOf(&a, Dodge).total, 1)
	}
}

// TestThrownWeights is DM-28 (TV-083).
func TestThrownWeights(t *testing.T) {
	for _, tt := range []struct {
		pounds float64
		want   int
	}{{0, 9}, {0.5, 8}, {1, 8}, {1.1, 9}, {2, 9}} {
		w := bow(t)
		w.Thrown, w.Weight = true, tt.pounds
		s := onStage(t, duel(20, band(footman(t, armed(w)), 1), band(footman(t, func(u *units.Unit) { u.Parry = 10 }), 1)))
		s.open(-1)
		g := &s.groups[0]
		a := attack{from: &whole, to: &whole, by: g, at: &s.groups[1], weapon: &g.ranged[0], members: 1, side: 1, shots: 1, distance: 20}
		equal(t, fmt.Sprintf("%v lb", tt.pounds), s.defenceOf(&a, Parry).total, tt.want)
	}
}

// TestDefenceRows are TV-080 (stunned, as `modifiers` say, and lying) and TV-085's
// first two: DB counts against arrows and not against bullets.
func TestDefenceRows(t *testing.T) {
	low := band(footman(t, func(u *units.Unit) { u.Dodge = 9 }), 1)
	low.Posture, low.Modifiers.Defence = Prone, -4
	s := onStage(t, duel(1, band(footman(t), 1), low))
	s.open(-1)
	g := &s.groups[0]
	a := attack{from: &whole, to: &whole, by: g, at: &s.groups[1], weapon: &g.melee[0], members: 1, side: 1, distance: 1}
	_, defence := s.bestDefence(&a)
	equal(t, "TV-080", defence.total, 2)

	for missile, want := range map[units.Missile]int{units.Arrow: 10, units.Bullet: 8} {
		w := bow(t)
		w.Missile = missile
		s := onStage(t, duel(20, band(footman(t, armed(w)), 1), band(footman(t, func(u *units.Unit) { u.Dodge, u.ShieldDB = 10, 2 }), 1)))
		s.open(-1)
		g := &s.groups[0]
		a := attack{from: &whole, to: &whole, by: g, at: &s.groups[1], weapon: &g.ranged[0], members: 1, side: 1, shots: 1, distance: 20}
		_, defence := s.bestDefence(&a)
		equal(t, fmt.Sprintf("TV-085: %v", missile), defence.total, want)
	}
}

// TestSizeVectors is TV-050 as far as it holds here: HC-MELEE-MOD has no cap of +4.
func TestSizeVectors(t *testing.T) {
	r := DefaultRules()
	for _, tt := range []struct{ attacker, target, want int }{{0, 1, 1}, {1, 0, -1}, {-10, 0, 10}, {-10, -10, 0}, {0, 7, 7}} {
		equal(t, fmt.Sprintf("SM %d on %d", tt.attacker, tt.target), r.relativeSize(tt.attacker, tt.target, 1, 0), tt.want)
	}
}
