package heroic

import (
	"fmt"
	"math"
	"testing"

	"heroicsim/units"
)

// shot plans a volley of the first group of a scenario at the second side's first,
// and returns it.
func shot(t *testing.T, sc Scenario) *attack {
	t.Helper()
	s := onStage(t, sc)
	s.open(-1)
	s.step.clear()
	s.planShots(&s.groups[0])
	if len(s.step.attacks) != 1 {
		t.Fatalf("%d attacks were planned, want 1", len(s.step.attacks))
	}
	return &s.step.attacks[0]
}

// TestCover is B-COVER: where shots go, what that costs (RM-31 to RM-33, RM-36,
// RM-46), and the DR that they meet. The bow has skill 12 and does 1d imp, at -7 for
// range; the target has DR 1, 3 at the skull, and Dodge 8.
func TestCover(t *testing.T) {
	at := func(all ...units.Location) []units.Location { return all }
	for _, tt := range []struct {
		name   string
		cover  *Cover
		called units.Location
		struck units.Location
		skill  int
		dr     int
	}{
		{"open ground", nil, units.Torso, units.Torso, 5, 1},
		{"bushes stop nothing (RM-46)", &Cover{Concealment: -2}, units.Torso, units.Torso, 3, 1},
		{"partly exposed (RM-36)", &Cover{Partial: true}, units.Neck, units.Neck, 5 + units.Neck.Penalty() - 2, 1},
		{"called and exposed", &Cover{Exposed: at(units.Torso), DR: 9}, units.Torso, units.Torso, 5, 1},
		{"called and half exposed (RM-32)", &Cover{Exposed: at(units.Face), Half: at(units.Torso), DR: 9}, units.Torso, units.Torso, 3, 1},
		{"vitals lie in the torso", &Cover{Exposed: at(units.Torso), DR: 9}, units.Vitals, units.Vitals, 5 - 3, 1},
		{"eyes in the face", &Cover{Half: at(units.Face), DR: 9}, units.Eye, units.Eye, 5 - 9 - 2, 1},
		{"eyes named themselves", &Cover{Half: at(units.Face), Exposed: at(units.Eye), DR: 9}, units.Eye, units.Eye, 5 - 9, 1},
		{"the one place exposed", &Cover{Exposed: at(units.RightArm), DR: 9}, units.Torso, units.RightArm, 3, 1},
		{"the better of two: an arm at -2 before a neck at -5", &Cover{Exposed: at(units.Neck, units.RightArm), DR: 9}, units.Torso, units.RightArm, 3, 1},
		{"as good: half a leg at -2 - 2 before a foot at -4", &Cover{Exposed: at(units.Foot), Half: at(units.RightLeg), DR: 9}, units.Torso, units.RightLeg, 1, 1},
		{"the skull at -7 × 4 and DR 3 + 2 is no better than a hand", &Cover{Exposed: at(units.Skull, units.Hand), DR: 9}, units.Torso, units.Hand, 1, 1},
		{"nothing is exposed: through", &Cover{DR: 2}, units.Torso, units.Torso, 5, 3},
		{"through, with the body's DR too", &Cover{DR: 2}, units.Skull, units.Skull, 5 - 7, 3 + 2 + 2},
		{"light cover (RM-33)", &Cover{Light: true}, units.Torso, units.Torso, 3, 1},
		{"light cover of DR 1 before an exposed neck", &Cover{Light: true, DR: 1, Exposed: at(units.Neck)}, units.Torso, units.Torso, 3, 2},
		{"an exposed arm before light cover of DR 4", &Cover{Light: true, DR: 4, Exposed: at(units.RightArm)}, units.Torso, units.RightArm, 3, 1},
		{"all together", &Cover{Light: true, DR: 1, Partial: true, Concealment: -1}, units.Torso, units.Torso, 0, 2},
	} {
		foe := footman(t, armed())
		foe.Armour.SetAll(1)
		foe.Armour.Set(units.Skull, 3)
		target := band(foe, 1, does(Neutral, Hold))
		target.Cover = tt.cover
		a := shot(t, duel(50, band(footman(t, armed(bow(t))), 1, Order{Location: tt.called, Shots: 1}), target))
		equal(t, tt.name+": struck", a.location, tt.struck)
		equal(t, tt.name+": skill", a.skill.total, tt.skill)
		equal(t, tt.name+": DR", a.strike.dr, tt.dr)
	}
}

// TestCoverMeetsTheDivisor is B-COVER with B-ARMDIV: cover and armour are one DR, and
// neither mail nor flesh under cover is bruised by what the cover stopped.
func TestCoverMeetsTheDivisor(t *testing.T) {
	w := bow(t)
	w.Modes = modes(t, "1d(2) cr")
	foe := footman(t, armed())
	foe.Armour.SetAll(4)
	foe.Armour.SetFlexible(units.Torso, true)
	target := band(foe, 1, does(Neutral, Hold))
	target.Cover = &Cover{DR: 7}
	a := shot(t, duel(50, band(footman(t, armed(w)), 1, Order{Shots: 1}), target))
	equal(t, "DR 4 + 7, halved", a.strike.dr, 5)
	equal(t, "no blunt trauma", a.strike.blunt(5), 0)
}

// TestCoverIsAPlace: a group's own cover goes before the battlefield's, is nothing
// in melee, and is lost with the place.
func TestCoverIsAPlace(t *testing.T) {
	own, field := &Cover{Concealment: -5}, &Cover{Concealment: -2}
	group := band(footman(t), 1, does(Neutral, Close))
	group.Cover = own
	sc := duel(50, group, band(footman(t), 1, does(Neutral, Hold)))
	sc.Field.Cover = field
	s := onStage(t, sc)
	s.open(-1)
	g, h := &s.groups[0], &s.groups[1]
	equal(t, "its own", s.cover(g), own)
	equal(t, "the battlefield's", s.cover(h), field)
	a := attack{from: &whole, to: &whole, by: h, at: g, weapon: &h.melee[0], members: 1, side: 1, distance: 1}
	equal(t, "in melee", s.skillOf(&a).total, 12)
	s.run(s.movementPhase)
	equal(t, "moved: the battlefield's", s.cover(g), field)
	equal(t, "told once", len(all[PlaceLeft](s)), 1)
	s.open(-1)
	s.run(s.movementPhase)
	equal(t, "told once", len(all[PlaceLeft](s)), 1)
}

// TestStraysMeetCover: a stray strikes what it strikes, through the cover of one who
// stands in it.
func TestStraysMeetCover(t *testing.T) {
	covered := at(0, 31, band(footman(t, armed()), 1, does(Neutral, Hold)))
	covered.Cover = &Cover{Exposed: []units.Location{units.Face}, DR: 5, Partial: true}
	sc := sides(1, []Group{at(0, 0, band(footman(t, armed(bow(t))), 1, Order{Shots: 1, Target: Target{Rule: Named, Groups: []TargetShare{{1, 1}}}})), at(0, 30, band(footman(t, armed()), 1, does(Neutral, Hold)))},
		[]Group{covered, at(0.5, 31, band(footman(t, armed()), 1, does(Neutral, Hold)))})
	s := onStage(t, sc)
	s.open(-1)
	from := attack{from: &whole, to: &whole, kind: RangedAttack, by: &s.groups[0], at: &s.groups[3], weapon: &s.groups[0].ranged[0], shots: 1, distance: 31, intoMelee: true, chink: true, figures: 2}
	for _, tt := range []struct{ roll, dr int }{{10, 5}, {5, 0}} { // torso, face
		a := s.strayShot(&from, 2, 0, tt.roll)
		equal(t, fmt.Sprintf("DR at 3d %d", tt.roll), a.strike.dr, tt.dr)
		equal(t, "skill", a.skill.total, 12-7-4)
	}
}

// TestChink is MM-24 and B-CHINK: the penalty stands instead of the location's, and
// the armour's DR is halved, rounded down, before any divisor.
func TestChink(t *testing.T) {
	for _, tt := range []struct {
		where   units.Location
		damage  string
		penalty int
		dr      int
	}{
		{units.Torso, "1d imp", -8, 3},
		{units.Vitals, "1d imp", -10, 3},
		{units.Face, "1d imp", -10, 2},
		{units.Skull, "1d imp", -10, 0 + 2},
		{units.Neck, "1d(2) imp", -10, 1},
		{units.Torso, "1d(0.5) imp", -8, 6},
		{units.LeftArm, "1d imp", -10, 3}, // also of one who holds a shield
	} {
		w, b := sword(t), bow(t)
		w.Modes, b.Modes = modes(t, tt.damage), modes(t, tt.damage)
		foe := footman(t, armed(), func(u *units.Unit) { u.ShieldDB = 1 })
		foe.Armour.SetAll(7)
		for l, dr := range map[units.Location]int{units.Face: 5, units.Skull: 1, units.Neck: 5} {
			foe.Armour.Set(l, dr)
		}
		o := Order{Tactics: []Tactic{Neutral}, Move: Hold, Location: tt.where, Chink: true, Shots: 1}
		a := shot(t, duel(50, band(footman(t, armed(b)), 1, o), band(foe, 1, does(Neutral, Hold))))
		name := fmt.Sprintf("%v, %s", tt.where, tt.damage)
		equal(t, name+": shot", a.skill.total, 12-7+tt.penalty)
		equal(t, name+": DR", a.strike.dr, tt.dr)
		s := onStage(t, duel(1, band(footman(t, armed(w)), 1, o), band(foe, 1, does(Neutral, Hold))))
		s.open(-1)
		s.run(s.meleePhase, 18, 3)
		hit := s.attacks()[0]
		equal(t, name+": blow", hit.Skill.Total, 12+tt.penalty)
		equal(t, name+": told", hit.Chink, true)
	}
}

// TestFigures is RM-34 and HC-TARGET: who stands before one that is singled out.
// TV-066 is the row with two figures.
func TestFigures(t *testing.T) {
	for _, tt := range []struct {
		name   string
		x, y   float64 // of the other group; the target stands at (0, 15)
		count  int     // of the target
		sm     int     // of the target
		other  int     // SM of the other group
		ranks  int
		others int
		gone   bool
		want   int
	}{
		{name: "straight before him", y: 10, want: 1},
		{name: "TV-066: two deep", y: 10, ranks: 2, want: 2},
		{name: "two ranks of one man", y: 10, ranks: 2, others: 1, want: 1},
		{name: "a yard aside", x: 1, y: 10, want: 1},
		{name: "just over a yard aside", x: 1.1, y: 10, want: 0},
		{name: "at the shooter's side", y: 0, want: 0},
		{name: "behind the shooter", y: -3, want: 0},
		{name: "behind him", y: 16, want: 0},
		{name: "where he stands", y: 15, want: 0},
		{name: "a group is not singled out", y: 10, count: 2, want: 0},
		{name: "a giant is seen over men", y: 10, sm: 1, want: 0},
		{name: "not over giants", y: 10, sm: 1, other: 1, want: 1},
		{name: "a man behind giants", y: 10, other: 2, want: 1},
		{name: "they are gone", y: 10, gone: true, want: 0},
	} {
		big := func(sm int) *units.Unit { return footman(t, armed(), func(u *units.Unit) { u.SM = sm }) }
		target := at(0, 15, band(big(tt.sm), max(1, tt.count), does(Neutral, Hold)))
		others := at(tt.x, tt.y, band(big(tt.other), 4, does(Neutral, Hold)))
		if others.Ranks = tt.ranks; tt.others > 0 {
			others.Count = tt.others
		}
		w := bow(t)
		w.Skill, w.Bulk = 13, 0
		o := Order{Shots: 1, Target: Target{Rule: Named, Groups: []TargetShare{{0, 1}}}}
		// A friend of the shooter's is in nobody's way.
		s := onStage(t, sides(15, []Group{at(0, 0, band(footman(t, armed(w)), 1, o)), at(0, 4, band(footman(t), 1, does(Neutral, Hold)))}, []Group{target, others}))
		if tt.gone {
			s.groups[3].standing = Left
		}
		s.open(-1)
		s.locks = make([]uint16, len(s.locks))
		s.step.clear()
		s.planShots(&s.groups[0])
		a := &s.step.attacks[0]
		equal(t, tt.name, a.figures, tt.want)
		equal(t, tt.name+": skill", a.skill.total, 13-3-4*tt.want+tt.sm)
	}
}

// TestHeight is DM-11 and DM-14: every row, below the first and beyond the last.
func TestHeight(t *testing.T) {
	for _, tt := range []struct{ feet, want int }{{0, 0}, {2, 0}, {3, 1}, {4, 2}, {5, 3}, {6, 3}, {40, 3}} {
		equal(t, fmt.Sprintf("%d ft above", tt.feet), higherGround(tt.feet), tt.want)
		equal(t, fmt.Sprintf("%d ft below", tt.feet), higherGround(-tt.feet), -tt.want)
	}
	group := band(footman(t), 1, does(Neutral, Hold), does(Neutral, Away))
	group.Elevation = 4
	s := onStage(t, duel(1, group, band(footman(t), 1, does(Neutral, Hold))))
	s.open(-1)
	s.run(s.meleePhase, 18, 3, 18, 3)
	a := s.attacks()
	equal(t, "attacked from above", part(a[0].DefenceScore, ForHeight), -2)
	equal(t, "attacked from below", part(a[1].DefenceScore, ForHeight), 2)
	g := &s.groups[0]
	s.setLock(0, 1, false)
	s.leavePlace(g)
	equal(t, "who moves comes down", g.height(), 0)
}

// TestShotsUpAndDown: a shot takes the straight line, for bands, Max and 1/2D.
func TestShotsUpAndDown(t *testing.T) {
	for _, tt := range []struct {
		feet   int
		yards  float64
		want   float64
		skill  int // of 12
		shoots bool
	}{
		{0, 40, 40, 5, true}, {90, 40, 50, 5, true}, {-90, 40, 50, 5, true}, {93, 40, math.Sqrt(1600 + 961), 0, false},
		{36, 16, 20, 9, true}, {39, 16, math.Sqrt(256 + 169), 5, true},
	} {
		w := bow(t)
		w.MaxRange, w.HalfDamage = 50, 45
		group := band(footman(t, armed(w)), 1, Order{Shots: 1, Move: Hold})
		group.Elevation = tt.feet
		s := onStage(t, duel(tt.yards, group, band(footman(t, armed()), 1, does(Neutral, Hold))))
		s.open(-1)
		s.step.clear()
		s.planShots(&s.groups[0])
		equal(t, fmt.Sprintf("%d ft, %v yards: shoots", tt.feet, tt.yards), len(s.step.attacks) > 0, tt.shoots)
		if tt.shoots {
			a := &s.step.attacks[0]
			equal(t, "distance", a.distance, tt.want)
			equal(t, "skill", a.skill.total, tt.skill)
			equal(t, "halved", a.strike.halved, tt.want > 45)
		}
	}
}
