package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// TestInjury is HC-INJ: what the hits of one attack come to.
func TestInjury(t *testing.T) {
	each := func(*Rules) {}
	once := func(r *Rules) { r.DamageRolls = RollOnce }
	perHit := func(r *Rules) { r.InjuryPerHit = true }
	mean := func(r *Rules) { r.DamageRolls = RollMean }
	for _, tt := range []struct {
		name     string
		damage   string
		dr       int
		flexible bool
		where    units.Location
		halved   bool
		hp, n    int // of the target: HP of one, and their number; 0 is 10 and 1
		rules    func(*Rules)
		hits     int
		rolls    []int
		pen, inj int
	}{
		// The sum comes before the multiplication.
		{name: "TV-152", damage: "2d cut", dr: 3, rules: each, hits: 3, rolls: []int{8, 7, 8}, pen: 14, inj: 21},
		{name: "TV-152 hit by hit", damage: "2d cut", dr: 3, rules: perHit, hits: 3, rolls: []int{8, 7, 8}, pen: 14, inj: 20},
		{name: "TV-153", damage: "2d-1(0.5) cut", dr: 2, rules: once, hits: 16, rolls: []int{6}, pen: 32, inj: 48},
		{name: "TV-154", damage: "1d(0.5) imp", dr: 2, rules: each, hits: 8, rolls: []int{5, 6, 4, 5, 1, 1, 4, 4}, pen: 4, inj: 8},
		{name: "1 × 16 cutting", damage: "1d cut", dr: 2, rules: once, hits: 16, rolls: []int{3}, pen: 16, inj: 24},
		{name: "1 × 16 cutting hit by hit", damage: "1d cut", dr: 2, rules: func(r *Rules) { once(r); perHit(r) }, hits: 16, rolls: []int{3}, pen: 16, inj: 16},
		{name: "hits that do not penetrate", damage: "1d cut", dr: 4, rules: each, hits: 4, rolls: []int{4, 6, 1, 5}, pen: 3, inj: 4},
		{name: "nothing penetrates", damage: "1d cut", dr: 6, rules: each, hits: 2, rolls: []int{6, 6}, pen: 0, inj: 0},
		{name: "crushing", damage: "1d cr", rules: each, hits: 3, rolls: []int{2, 3, 4}, pen: 9, inj: 9},
		// At least 1, for the attack.
		{name: "pi- of 1", damage: "1d pi-", rules: each, hits: 1, rolls: []int{1}, pen: 1, inj: 1},
		{name: "pi- of 1 and 1", damage: "1d pi-", rules: each, hits: 2, rolls: []int{1, 1}, pen: 2, inj: 1},
		{name: "pi- of 1 and 1 hit by hit", damage: "1d pi-", rules: perHit, hits: 2, rolls: []int{1, 1}, pen: 2, inj: 2},
		{name: "TV-089", damage: "1d pi-", rules: each, hits: 1, rolls: []int{5}, pen: 5, inj: 2},
		{name: "TV-090 of 5", damage: "1d cut", rules: each, hits: 1, rolls: []int{5}, pen: 5, inj: 7},
		{name: "TV-090 of 3", damage: "1d cut", rules: each, hits: 1, rolls: []int{3}, pen: 3, inj: 4},
		{name: "TV-090 of 1", damage: "1d cut", rules: each, hits: 1, rolls: []int{1}, pen: 1, inj: 1},
		{name: "TV-091 pi+", damage: "1d pi+", rules: each, hits: 1, rolls: []int{3}, pen: 3, inj: 4},
		{name: "TV-091 imp", damage: "1d imp", rules: each, hits: 1, rolls: []int{4}, pen: 4, inj: 8},
		{name: "TV-091 pi++", damage: "1d pi++", rules: each, hits: 1, rolls: []int{3}, pen: 3, inj: 6},
		// Basic damage, before DR and before it is halved.
		{name: "basic minimum, crushing", damage: "1d-3 cr", rules: each, hits: 2, rolls: []int{-2, 0}, pen: 0, inj: 0},
		{name: "basic minimum, cutting", damage: "1d-3 cut", rules: each, hits: 2, rolls: []int{-2, 0}, pen: 2, inj: 3},
		{name: "basic minimum, burning", damage: "1d-3 burn", rules: each, hits: 1, rolls: []int{-2}, pen: 1, inj: 1},
		{name: "the minimum comes before DR", damage: "1d-3 cut", dr: 1, rules: each, hits: 2, rolls: []int{-2, 0}, pen: 0, inj: 0},
		{name: "TV-073: beyond 1/2D", damage: "2d cr", dr: 2, halved: true, rules: each, hits: 1, rolls: []int{9}, pen: 2, inj: 2},
		{name: "halved hit by hit", damage: "2d cr", halved: true, rules: each, hits: 2, rolls: []int{5, 5}, pen: 4, inj: 4},
		{name: "the minimum comes before halving", damage: "1d-2 imp", halved: true, rules: each, hits: 1, rolls: []int{-1}, pen: 0, inj: 0},
		// Armour divisors: TV-095.
		{name: "(0.5) doubles", damage: "2d(0.5) cr", dr: 2, rules: each, hits: 1, rolls: []int{6}, pen: 2, inj: 2},
		{name: "(0.5) counts DR 0 as 1", damage: "2d(0.5) cr", rules: each, hits: 2, rolls: []int{6, 6}, pen: 10, inj: 10},
		{name: "(2) halves, down", damage: "2d(2) cr", dr: 5, rules: each, hits: 1, rolls: []int{6}, pen: 4, inj: 4},
		{name: "(10)", damage: "2d(10) cr", dr: 4, rules: each, hits: 1, rolls: []int{6}, pen: 6, inj: 6},
		{name: "(2) on DR 0", damage: "2d(2) cr", rules: each, hits: 1, rolls: []int{6}, pen: 6, inj: 6},
		// damage_rolls.
		{name: "once over 2, of 2", damage: "1d cr", rules: func(r *Rules) { r.DamageRolls, r.OnceOver = RollOnce, 2 }, hits: 2, rolls: []int{1, 6}, pen: 7, inj: 7},
		{name: "once over 2, of 3", damage: "1d cr", rules: func(r *Rules) { r.DamageRolls, r.OnceOver = RollOnce, 2 }, hits: 3, rolls: []int{5}, pen: 15, inj: 15},
		{name: "mean", damage: "1d cut", rules: mean, hits: 4, pen: 14, inj: 21},
		{name: "mean less DR", damage: "1d imp", dr: 2, rules: mean, hits: 3, pen: 4, inj: 9},
		{name: "mean stopped", damage: "1d imp", dr: 4, rules: mean, hits: 9},
		{name: "mean of the basic minimum: TV-027", damage: "1d-3 cr", rules: mean, hits: 6, pen: 6, inj: 6},
		{name: "mean of the basic minimum, cutting: TV-027", damage: "1d-3 cut", rules: mean, hits: 4, pen: 6, inj: 9},
		// Locations.
		{name: "skull", damage: "2d cut", dr: 4, where: units.Skull, rules: each, hits: 1, rolls: []int{9}, pen: 3, inj: 12}, // TV-106
		{name: "neck, cut", damage: "1d cut", where: units.Neck, rules: each, hits: 1, rolls: []int{5}, pen: 5, inj: 10},
		{name: "neck, cr", damage: "1d cr", where: units.Neck, rules: each, hits: 1, rolls: []int{5}, pen: 5, inj: 7},
		{name: "vitals", damage: "1d imp", where: units.Vitals, rules: each, hits: 1, rolls: []int{2}, pen: 2, inj: 6},
		// Limbs and extremities of single combatants, hit by hit and capped: TV-111 to TV-116.
		{name: "arm, small cuts", damage: "1d cut", where: units.RightArm, rules: each, hits: 3, rolls: []int{3, 3, 1}, pen: 7, inj: 9},
		{name: "arm, impaling", damage: "1d imp", where: units.RightArm, rules: each, hits: 2, rolls: []int{5, 5}, pen: 10, inj: 10},
		{name: "arm, crippled by the first", damage: "2d cut", where: units.RightArm, rules: each, hits: 3, rolls: []int{6, 6, 6}, pen: 6, inj: 6},
		{name: "arm, crippled by the second", damage: "2d cut", where: units.RightArm, rules: each, hits: 3, rolls: []int{3, 12, 6}, pen: 15, inj: 10},
		{name: "arm, crippled just", damage: "1d cr", where: units.LeftArm, rules: each, hits: 2, rolls: []int{5, 6}, pen: 11, inj: 11},
		{name: "leg of HP 11", damage: "1d cr", where: units.RightLeg, hp: 11, rules: each, hits: 3, rolls: []int{5, 6, 6}, pen: 11, inj: 11},
		{name: "hand, cut 3", damage: "1d cut", where: units.Hand, rules: each, hits: 2, rolls: []int{3, 3}, pen: 3, inj: 4},
		{name: "hand, cut 6", damage: "1d cut", where: units.Hand, rules: each, hits: 1, rolls: []int{6}, pen: 6, inj: 4},
		{name: "hand of HP 12", damage: "1d cr", where: units.Hand, hp: 12, rules: each, hits: 3, rolls: []int{4, 6, 6}, pen: 10, inj: 9},
		{name: "foot of HP 9", damage: "1d cr", where: units.Foot, hp: 9, rules: each, hits: 3, rolls: []int{3, 4, 4}, pen: 7, inj: 7},
		{name: "leg, one roll for all", damage: "2d cr", where: units.RightLeg, rules: once, hits: 5, rolls: []int{9}, pen: 9, inj: 6},
		// In a pool they are summed as elsewhere.
		{name: "arm of one of a group", damage: "2d cut", where: units.RightArm, n: 5, rules: each, hits: 3, rolls: []int{5, 5, 5}, pen: 15, inj: 22},
		{name: "hand of one of a group", damage: "2d cr", where: units.Hand, n: 5, rules: each, hits: 2, rolls: []int{9, 9}, pen: 18, inj: 18},
		// Blunt trauma, hit by hit, and only of hits that were stopped.
		{name: "TV-093, cut 11", damage: "2d cut", dr: 12, flexible: true, rules: each, hits: 1, rolls: []int{11}, inj: 1},
		{name: "TV-093, cut 9", damage: "2d cut", dr: 12, flexible: true, rules: each, hits: 1, rolls: []int{9}},
		{name: "TV-093, cr 11", damage: "2d cr", dr: 12, flexible: true, rules: each, hits: 1, rolls: []int{11}, inj: 2},
		{name: "TV-093, cr 4", damage: "2d cr", dr: 12, flexible: true, rules: each, hits: 1, rolls: []int{4}},
		{name: "TV-094", damage: "2d cut", dr: 3, flexible: true, rules: each, hits: 1, rolls: []int{8}, pen: 5, inj: 7},
		{name: "blunt trauma hit by hit", damage: "2d cr", dr: 12, flexible: true, rules: each, hits: 3, rolls: []int{4, 9, 11}, inj: 3},
		{name: "some stopped", damage: "2d cr", dr: 6, flexible: true, rules: each, hits: 2, rolls: []int{6, 8}, pen: 2, inj: 3},
		{name: "rigid", damage: "2d cr", dr: 12, rules: each, hits: 1, rolls: []int{11}},
		{name: "burning has none", damage: "2d burn", dr: 12, flexible: true, rules: each, hits: 1, rolls: []int{11}},
		{name: "of one roll for all", damage: "2d cr", dr: 12, flexible: true, rules: once, hits: 5, rolls: []int{11}, inj: 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := sword(t)
			w.Modes = modes(t, tt.damage)
			foe := footman(t, func(u *units.Unit) {
				if tt.hp > 0 {
					u.HP = tt.hp
				}
				u.Armour.SetAll(tt.dr)
				u.Armour.SetFlexible(tt.where, tt.flexible)
			})
			sc := duel(1, band(footman(t, armed(w)), 1), band(foe, max(1, tt.n)))
			tt.rules(&sc.Rules)
			s := onStage(t, sc, tt.rolls...)
			s.open(-1)
			g, h := &s.groups[0], &s.groups[1]
			var note InjuryRolled
			got := s.rollInjury(s.strikeFor(g, h, &g.melee[0], tt.where, tt.halved), tt.hits, &note)
			s.usedUp()
			equal(t, "penetrating", note.Pen, tt.pen)
			equal(t, "injury", got, tt.inj)
			equal(t, "injury with nobody listening", note.Injury, got)
		})
	}
}

// TestHT is HC-HT: the roll halves all of the step's injury, rounded up; 3 and 4
// always succeed, 17 and 18 always fail.
func TestHT(t *testing.T) {
	for _, tt := range []struct {
		ht, roll, injury, taken int
	}{
		{10, 10, 21, 11}, {10, 11, 21, 21}, {10, 10, 20, 10}, {10, 3, 1, 1}, {10, 18, 1, 1},
		{1, 3, 9, 5}, {1, 4, 9, 5}, {1, 5, 9, 9}, {2, 4, 9, 5},
		{16, 16, 9, 5}, {17, 17, 9, 9}, {20, 16, 9, 5}, {20, 17, 9, 9}, {20, 18, 9, 9},
	} {
		s := onStage(t, duel(50, band(footman(t), 1), band(footman(t, func(u *units.Unit) { u.HT = tt.ht }), 10)))
		s.open(0)
		s.groups[1].injury = tt.injury
		s.run(func() { s.injuryStep(0) }, tt.roll)
		e := all[Suffered](s)[0]
		name := fmt.Sprintf("HT %d rolls %d", tt.ht, tt.roll)
		equal(t, name+": taken of "+fmt.Sprint(tt.injury), e.Taken, tt.taken)
		equal(t, name+": pool", s.groups[1].pool, 100-tt.taken)
	}
}

// TestInjuryStep is HC-HT: one roll a group for the whole step's injury, pools not
// below 0, casualties by the pool, and no roll without injury or with ht_halving
// off.
func TestInjuryStep(t *testing.T) {
	for _, tt := range []struct {
		name           string
		n, injury      int
		halving        bool
		rolls          []int
		pool, fighting int
		standing       Standing
	}{
		{"none", 5, 0, true, nil, 50, 5, Steady},
		{"a scratch", 5, 1, true, []int{11}, 49, 5, Steady},
		{"one falls", 5, 10, true, []int{11}, 40, 4, Steady},
		{"excess passes on", 5, 29, true, []int{11}, 21, 3, Steady},
		{"one point left", 5, 49, true, []int{11}, 1, 1, Steady},
		{"all", 5, 50, true, []int{11}, 0, 0, Down},
		{"more than all", 5, 90, true, []int{11}, 0, 0, Down},
		{"more than all, halved", 5, 90, true, []int{10}, 5, 1, Steady},
		{"a single one's excess is dropped", 1, 99, true, []int{10}, 0, 0, Down},
		{"ht_halving off", 5, 21, false, nil, 29, 3, Steady},
	} {
		sc := duel(50, band(footman(t), 1), band(footman(t), tt.n))
		sc.Rules.HTHalving = tt.halving
		s := onStage(t, sc)
		s.open(0)
		s.groups[1].injury = tt.injury
		s.run(func() { s.injuryStep(0) }, tt.rolls...)
		g := &s.groups[1]
		equal(t, tt.name+": pool", g.pool, tt.pool)
		equal(t, tt.name+": fighting", g.fighting, tt.fighting)
		equal(t, tt.name+": standing", g.standing, tt.standing)
		equal(t, tt.name+": injury left over", g.injury, 0)
	}
}

// TestOneHTRoll is HC-HT: two attacks of a step are halved together, so that
// rounding up happens once.
func TestOneHTRoll(t *testing.T) {
	sc := sides(1, []Group{at(0, 0, band(footman(t), 1, does(Neutral, Hold))), at(0, 0, band(footman(t), 1, does(Neutral, Hold)))},
		[]Group{at(0, 1, band(footman(t, armed()), 10, does(Neutral, Hold)))})
	s := onStage(t, sc)
	s.open(0)
	s.run(s.meleePhase, 8, 13, 2, 2, 2, 8, 13, 2, 2, 2, 10) // margin 9 each: 6 penetrating, 9 injury
	e := all[Suffered](s)
	equal(t, "rolls", len(e), 1)
	equal(t, "injury", e[0].Injury, 18)
	equal(t, "taken", e[0].Taken, 9)
}
