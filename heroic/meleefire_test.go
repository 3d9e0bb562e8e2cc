package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// brawl is a melee of A (4) with C (5), which is the target, and D (3). B (2)
// shoots at C from 30 yards; E (6) stands apart.
func brawl(t *testing.T, script ...int) *stage {
	t.Helper()
	shooter := Order{Tactics: []Tactic{Neutral}, Move: Hold, Target: Target{Named, []TargetShare{{0, 1}}}, Location: units.Skull}
	sc := sides(1,
		[]Group{at(0, 0, band(footman(t), 4, does(Neutral))), at(0, -29, band(footman(t, armed(bow(t))), 2, shooter))},
		[]Group{
			at(0, 1, band(footman(t), 5, does(Neutral))), at(1, 0, band(footman(t), 3, does(Neutral))),
			at(50, 50, band(footman(t), 6, does(Neutral))),
		})
	s := onStage(t, sc)
	s.open(0)
	s.run(func() { s.rangedStep(0) }, script...)
	return s
}

// TestMeleeFire is HC-MELEE-FIRE: -4, and on a miss, ties included, 3d of 9 or
// less bring one stray.
func TestMeleeFire(t *testing.T) {
	// 12 - 7 range + 1 five targets + 2 initiative - 7 skull - 4.
	const skill, dodge = 12 - 7 + 1 + 2 - 7 - 4, 8
	for _, tt := range []struct {
		name           string
		attack, defend int
		stray          int // 3d; 0 for none
		strays         bool
	}{
		{"a hit", 3, 15, 0, false},
		{"a tie", 3, 14, 10, false},
		{"a tie, stray", 3, 14, 9, true},
		{"a miss", 18, 10, 10, false},
		{"a miss, stray", 18, 10, 9, true},
		{"a miss, stray at 3", 18, 10, 3, true},
	} {
		rolls := []int{tt.attack, tt.defend}
		if tt.stray > 0 {
			rolls = append(rolls, tt.stray)
		} else {
			rolls = append(rolls, 1, 1, 1)
		}
		if tt.strays {
			rolls = append(rolls, 1, 10, 18, 3) // whom, where; it misses, and no more follows
		}
		a := brawl(t, rolls...).attacks()
		equal(t, tt.name+": skill", a[0].Skill.Total, skill)
		equal(t, tt.name+": part", part(a[0].Skill, ForMeleeFire), -4)
		equal(t, tt.name+": defence", a[0].DefenceScore.Total, dodge)
		equal(t, tt.name+": strays", len(a) == 2, tt.strays)
	}
}

// TestStray is HC-MELEE-FIRE's rulings: the other participants of both sides are
// equally likely, the target group and those apart are not among them; the stray
// is one projectile without mass, ratio, multiplier or called location, but at
// -4.
func TestStray(t *testing.T) {
	for pick := 1; pick <= 7; pick++ {
		want, friend := 3, 0
		if pick <= 4 {
			want, friend = 0, 2-4 // of the shooter's side, with its initiative and its back to him (HC-FLANK)
		}
		// The margin is 22: six base hits, if there were as many projectiles.
		s := brawl(t, 18, 3, 9, pick, 12, 3, 18, 5)
		a := s.attacks()
		name := fmt.Sprintf("stray at number %d", pick)
		equal(t, name+": kind", a[1].Kind, StrayAttack)
		equal(t, name+": strikes", a[1].Target, want)
		equal(t, name+": skill", a[1].Skill.Total, 12-7+2-4)
		equal(t, name+": defence", a[1].DefenceScore.Total, 8+friend)
		equal(t, name+": projectiles", a[1].Shots*a[1].Attackers, 1)
		equal(t, name+": multiplier", a[1].Multiplier, 1.0)
		equal(t, name+": hits", a[1].Hits, 1)
		equal(t, name+": location", a[1].Location, units.LeftArm)
		equal(t, name+": injury, × 1 at the arm", s.groups[want].injury, 5)
		equal(t, name+": fights now (HC-FATIGUE)", s.groups[want].engaged, true)
		equal(t, name+": the target's injury", s.groups[2].injury, 0)
	}
}

// TestStraysInRange is HC-RANGED-MOD's Max in HC-MELEE-FIRE: a stray strikes nobody
// beyond it, and nobody at all where all others are.
func TestStraysInRange(t *testing.T) {
	for _, tt := range []struct {
		most    float64
		others  int
		strikes int // of the last of them
	}{{29.5, 0, -1}, {30, 4, 0}, {30.9, 4, 0}, {31, 7, 3}} {
		short := bow(t)
		short.HalfDamage, short.MaxRange = 0, tt.most
		shooter := Order{Tactics: []Tactic{Neutral}, Move: Hold, Target: Target{Named, []TargetShare{{0, 1}}}}
		s := onStage(t, sides(1,
			[]Group{at(0, 30, band(footman(t), 4, does(Neutral))), at(0, 0, band(footman(t, armed(short)), 2, shooter))},
			[]Group{at(0, 29, band(footman(t), 5, does(Neutral))), at(0, 31, band(footman(t), 3, does(Neutral)))}))
		s.open(0)
		name := fmt.Sprintf("Max %v", tt.most)
		if tt.others == 0 {
			s.run(func() { s.rangedStep(0) }, 18, 3, 9)
			equal(t, name+": attacks", len(s.attacks()), 1)
			continue
		}
		s.run(func() { s.rangedStep(0) }, 18, 3, 9, tt.others, 10, 18, 3)
		equal(t, name+": strikes", s.attacks()[1].Target, tt.strikes)
	}
}

// TestNoMeleeFire: the -4 is for a melee that the shooter is not part of, and
// only for one.
func TestNoMeleeFire(t *testing.T) {
	s := brawl(t, 3, 15, 1, 1, 1)
	s.events = nil
	s.groups[1].target.Groups = []TargetShare{{2, 1}}
	s.groups[1].GroupInfo.orders[0].Location = units.Torso
	s.run(func() { s.rangedStep(0) }, 18, 3) // a miss without a roll for a stray
	equal(t, "at those apart", part(s.attacks()[0].Skill, ForMeleeFire), 0)
}
