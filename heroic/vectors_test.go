package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// rolledAt rolls the injury of one attack at a group of some traits and armour, and
// what the story has of it.
func rolledAt(t *testing.T, u *units.Unit, n int, w units.Weapon, aimed aim, change func(*Rules), hits int, rolls ...int) (int, InjuryRolled) {
	t.Helper()
	sc := duel(1, band(footman(t, armed(w)), 1), band(u, n))
	if change != nil {
		change(&sc.Rules)
	}
	s := onStage(t, sc, rolls...)
	s.open(-1)
	g, h := &s.groups[0], &s.groups[1]
	arms := g.melee
	if w.Ranged {
		arms = g.ranged
	}
	var note InjuryRolled
	got := s.rollInjury(s.strikeBy(g, h, &arms[0], aimed), hits, &note)
	s.usedUp()
	equal(t, "injury with nobody listening", note.Injury, got)
	return got, note
}

// TestDamageVectors are those of B-DMG, B-ARMDIV and B-HITLOC that TestInjury does
// not have.
func TestDamageVectors(t *testing.T) {
	for _, tt := range []struct {
		name, damage string
		missile      units.Missile // of a ranged weapon; Arrow is melee
		at           units.Location
		dr, roll     int
		want         int
	}{
		{"TV-092, DR 4", "2d cut", units.Arrow, units.Torso, 4, 9, 7},
		{"TV-092, DR 9", "2d cut", units.Arrow, units.Torso, 9, 9, 0},
		{"TV-107", "1d imp", units.Beam, units.Eye, 0, 3, 12},
		{"TV-110, tight beam", "1d burn", units.Beam, units.Vitals, 0, 4, 8},
		{"tight beam at the eye", "1d burn", units.Beam, units.Eye, 0, 4, 16},
		{"tight beam at the skull", "1d burn", units.Beam, units.Skull, 0, 4, 8},
		{"(0.1) on DR 1", "3d(0.1) cr", units.Arrow, units.Torso, 1, 12, 2},
		{"(0.1) on DR 0", "3d(0.1) cr", units.Arrow, units.Torso, 0, 12, 11},
		{"(0.2) on DR 2", "3d(0.2) cr", units.Arrow, units.Torso, 2, 12, 2},
		{"(3) on DR 8", "3d(3) cr", units.Arrow, units.Torso, 8, 12, 10},
		{"(0.5) on the skull's own DR", "2d(0.5) cr", units.Arrow, units.Skull, 0, 6, 8},
	} {
		w := sword(t)
		if tt.missile != units.Arrow {
			w = bow(t)
			w.Missile = tt.missile
		}
		w.Modes = modes(t, tt.damage)
		u := footman(t, func(u *units.Unit) { u.Armour.SetAll(tt.dr) })
		equal(t, tt.name+": where", aimed(&w, tt.at), tt.at)
		got, _ := rolledAt(t, u, 5, w, aim{location: tt.at}, nil, 1, tt.roll)
		equal(t, tt.name, got, tt.want)
	}
	// TV-110: a cut cannot be aimed at the vitals; by our ruling it strikes the torso.
	w := sword(t)
	equal(t, "TV-110: a cut at the vitals", aimed(&w, units.Vitals), units.Torso)
	w.Modes = modes(t, "1d burn")
	equal(t, "a torch at the eye", aimed(&w, units.Eye), units.Torso)
}

// TestMissByOne is TV-117, which Heroic Combat has no place for: an attack aimed at
// the face that loses its contest hits nothing.
func TestMissByOne(t *testing.T) {
	w := sword(t)
	order := does(Neutral)
	order.Location = units.Face
	s := onStage(t, duel(1, band(footman(t, armed(w)), 1, order), band(footman(t, armed()), 1)))
	s.open(-1)
	s.run(s.meleePhase, 8, 9) // 12 - 5 = 7 misses by 1; Dodge 8 fails by 1: a tie
	e := s.attacks()[0]
	equal(t, "margin", e.Margin, 0)
	equal(t, "hits", e.Hits, 0)
	equal(t, "location", e.Location, units.Face)
}

// TestShieldArm is TV-118: -4 at the arm that holds the shield, and -2 at the other.
func TestShieldArm(t *testing.T) {
	for _, tt := range []struct {
		block int
		slung bool
		at    units.Location
		want  int
	}{{10, false, units.LeftArm, -4}, {10, false, units.RightArm, -2}, {0, false, units.LeftArm, -2}, {10, true, units.LeftArm, -2}, {10, true, units.RightArm, -2}} {
		s := onStage(t, duel(1, band(footman(t), 1), band(footman(t, func(u *units.Unit) { u.Block = tt.block }), 1)))
		s.open(-1)
		s.groups[1].kit.slung = tt.slung
		a := attack{from: &whole, to: &whole, by: &s.groups[0], at: &s.groups[1], weapon: &s.groups[0].melee[0], members: 1, side: 1, distance: 1, location: tt.at}
		score := s.skillOf(&a)
		equal(t, fmt.Sprint("Block ", tt.block, ", slung ", tt.slung, ", ", tt.at), score.total-12, tt.want)
	}
}

// TestTolerant is B-WOUND's injury tolerances in attacks: the sum comes first, but
// Diffuse cuts hit by hit, and not the hits of areas.
func TestTolerant(t *testing.T) {
	mean := func(r *Rules) { r.DamageRolls = RollMean }
	once := func(r *Rules) { r.DamageRolls = RollOnce }
	for _, tt := range []struct {
		name      string
		tolerance units.Tolerance
		damage    string
		where     units.Location
		dr        int
		flexible  bool
		area      bool
		rules     func(*Rules)
		n, hits   int
		rolls     []int
		want      int
		most      int
	}{
		{name: "unliving, the sum first", tolerance: units.Unliving, damage: "1d pi", n: 5, hits: 3, rolls: []int{2, 2, 2}, want: 2},
		{name: "unliving, hit by hit", tolerance: units.Unliving, damage: "1d pi", rules: func(r *Rules) { r.InjuryPerHit = true }, n: 5, hits: 3, rolls: []int{2, 2, 5}, want: 3},
		{name: "homogenous", tolerance: units.Homogenous, damage: "1d imp", n: 5, hits: 2, rolls: []int{4, 5}, want: 4},
		{name: "homogenous, vitals", tolerance: units.Homogenous, damage: "1d imp", where: units.Vitals, n: 5, hits: 2, rolls: []int{4, 5}, want: 4},
		{name: "diffuse, cutting", tolerance: units.Diffuse, damage: "2d-1 cut", n: 5, hits: 3, rolls: []int{11, 1, 2}, want: 5, most: 2},
		{name: "diffuse, impaling", tolerance: units.Diffuse, damage: "2d-1 imp", n: 5, hits: 3, rolls: []int{11, 1, 2}, want: 3, most: 1},
		{name: "diffuse, piercing", tolerance: units.Diffuse, damage: "2d-1 pi-", dr: 2, n: 5, hits: 3, rolls: []int{11, 1, 2}, want: 1, most: 1},
		{name: "diffuse, burning", tolerance: units.Diffuse, damage: "2d burn", n: 5, hits: 1, rolls: []int{7}, want: 2, most: 2},
		{name: "diffuse, one roll for all", tolerance: units.Diffuse, damage: "2d cut", rules: once, n: 5, hits: 7, rolls: []int{9}, want: 14, most: 2},
		{name: "diffuse, mean", tolerance: units.Diffuse, damage: "2d cut", rules: mean, n: 5, hits: 7, want: 14, most: 2},
		{name: "diffuse, mean of less", tolerance: units.Diffuse, damage: "1d cut", dr: 2, rules: mean, n: 5, hits: 7, want: 14, most: 2},
		{name: "diffuse, the body as a whole", tolerance: units.Diffuse, damage: "2d burn", area: true, n: 5, hits: 2, rolls: []int{7, 3}, want: 10},
		{name: "diffuse, blunt trauma", tolerance: units.Diffuse, damage: "3d cr", dr: 20, flexible: true, n: 5, hits: 2, rolls: []int{15, 5}, want: 3, most: 2},
		{name: "diffuse, a lone one's leg", tolerance: units.Diffuse, damage: "2d-1 cut", where: units.LeftLeg, n: 1, hits: 3, rolls: []int{11, 1, 9}, want: 5, most: 2},
		{name: "a lone one's leg", damage: "2d cut", where: units.LeftLeg, n: 1, hits: 2, rolls: []int{2, 9}, want: 9, most: 6},
		{name: "an area has no limbs", damage: "2d cut", area: true, n: 1, hits: 2, rolls: []int{9, 9}, want: 27},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := sword(t)
			w.Modes = modes(t, tt.damage)
			u := footman(t, func(u *units.Unit) {
				u.Traits.Tolerance = tt.tolerance
				u.Armour.SetAll(tt.dr)
				u.Armour.SetFlexible(tt.where, tt.flexible)
			})
			got, note := rolledAt(t, u, tt.n, w, aim{location: tt.where, area: tt.area}, tt.rules, tt.hits, tt.rolls...)
			equal(t, "injury", got, tt.want)
			equal(t, "most of a hit", note.Most, tt.most)
		})
	}
}

// TestAreaStrike is B-LARGEAREA: TV-103's DR in an attack, which the divisor then
// changes. The strike at the torso is another one.
func TestAreaStrike(t *testing.T) {
	w := sword(t)
	w.Modes = modes(t, "2d(2) burn")
	u := footman(t, func(u *units.Unit) { u.Armour.SetAll(2); u.Armour.Set(units.Torso, 5) })
	_, note := rolledAt(t, u, 5, w, aim{area: true}, nil, 1, 7)
	equal(t, "DR", note.RawDR, 4)
	equal(t, "DR after the divisor", note.DR, 2)
	s := onStage(t, duel(1, band(footman(t, armed(w)), 1), band(u, 5)))
	s.open(-1)
	g, h := &s.groups[0], &s.groups[1]
	for range 2 {
		equal(t, "of the area", s.strikeBy(g, h, &g.melee[0], aim{area: true}).rawDR, 4)
		equal(t, "of the torso", s.strikeFor(g, h, &g.melee[0], units.Torso, false).rawDR, 5)
		equal(t, "of the torso beyond 1/2D", s.strikeFor(g, h, &g.melee[0], units.Torso, true).halved, true)
	}
}

// TestExpectsLessOfDiffuse: against what caps hits the mode is chosen by what is
// left (HC-MODE).
func TestExpectsLessOfDiffuse(t *testing.T) {
	for tolerance, want := range map[units.Tolerance]string{
		units.NoTolerance: "1d+2 imp", units.Unliving: "1d+1 cut", units.Homogenous: "1d+1 cut", units.Diffuse: "1d+1 cut",
	} {
		w := sword(t)
		w.Modes = modes(t, "1d+2 imp", "1d+1 cut")
		u := footman(t, func(u *units.Unit) { u.Traits.Tolerance = tolerance })
		_, note := rolledAt(t, u, 5, w, aim{}, nil, 1, 4)
		equal(t, tolerance.String(), note.Damage.String(), want)
	}
}
