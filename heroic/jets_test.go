package heroic

import (
	"fmt"
	"testing"

	"heroicsim/units"
)

// jetRules are the switches of jets.
var jetRules = Gulliver{DodgeHuge: true, Jet: true, Cone: true, JetShield: JetShieldDetailed}

// breath is a spell of a cone: so many yards long, and as wide at its end.
func breath(t testing.TB, dice string, length, width float64) units.Spell {
	return aSpell(t, func(s *units.Spell) {
		s.Kind, s.Area, s.Damage, s.MaxRange = units.Damaging, units.Area{Length: length, Width: width}, damage(t, dice), 0
	})
}

// jet is a spell at one target, so many inches wide.
func jet(t testing.TB, dice string, width float64) units.Spell {
	return aSpell(t, func(s *units.Spell) { s.Jet, s.Damage = width, damage(t, dice) })
}

// breathed lets a spell strike one target at so many yards, and do damage of dice that
// all show 3.
func breathed(t *testing.T, r Gulliver, s units.Spell, yards float64, target *units.Unit, posture Posture, dice string) Attacked {
	t.Helper()
	g := band(target, 1, does(Neutral, Hold))
	g.Posture = posture
	scenario := duel(yards, band(footman(t, knows(s), func(u *units.Unit) { u.SM = 4 }), 1, casts(Neutral, Cast{Spell: "Spell"})), g)
	scenario.Rules.Gulliver = r
	scene := onStage(t, scenario)
	scene.open(-1)
	e := damage(t, dice).Dice
	scene.run(scene.shoot, 3, 18, e.Count*3+e.Adds)
	return scene.attacks()[0]
}

// G-JET-1 and -3 in contests: V-JET-09 to -13, V-INT-08, V-INT-09. A cone has its
// width at its end, of which the base is half, unless it is given.
func TestJetsInContests(t *testing.T) {
	dragon := breath(t, "30d burn", 12, 4)
	dragon.Jet = 120
	for _, tt := range []struct {
		name  string
		spell units.Spell
		yards float64
		width float64
		dice  string
		dodge int
	}{
		{"V-JET-09, V-JET-13", breath(t, "30d burn", 12, 6), 2, 54, "30d burn", -4},
		{"V-JET-10, V-JET-13", breath(t, "30d burn", 12, 6), 5, 108, "20d burn", -8},
		{"V-JET-11, V-JET-13", breath(t, "30d burn", 12, 6), 9, 216, "10d burn", -12},
		{"V-JET-12", breath(t, "30d burn", 12, 6), 3, 108, "20d burn", -8},
		{"V-JET-12", breath(t, "30d burn", 12, 6), 6, 108, "20d burn", -8},
		{"V-INT-08, V-INT-09", dragon, 2, 60, "30d burn", -4},
		{"V-INT-08, V-INT-09", dragon, 5, 120, "18d burn", -8},
		{"V-INT-08, V-INT-09", dragon, 9, 240, "9d burn", -12},
	} {
		name := fmt.Sprint(tt.name, " at ", tt.yards)
		a := breathed(t, jetRules, tt.spell, tt.yards, footman(t), Upright, tt.dice)
		equal(t, name+": width", a.Jet, tt.width)
		equal(t, name+": target", a.Exposed, 72)
		equal(t, name+": damage", a.Injury.Damage, damage(t, tt.dice))
		equal(t, name+": Dodge", part(a.DefenceScore, ForWideJet), tt.dodge)
		off := breathed(t, Gulliver{}, tt.spell, tt.yards, footman(t), Upright, "30d burn")
		equal(t, name+", off: damage", off.Injury.Damage, damage(t, "30d burn"))
		equal(t, name+", off: Dodge", part(off.DefenceScore, ForWideJet), 0)
	}
	constant := jetRules
	constant.Cone = false
	for _, yards := range []float64{2, 9} {
		equal(t, fmt.Sprint("a cone that does not spread, at ", yards), breathed(t, constant, breath(t, "4d burn", 12, 4), yards, footman(t), Upright, "2d burn").Jet, 144)
	}
	// V-JET-06: the breath of an SM +4 dragon is 120 inches wide.
	wide := breath(t, "5d burn", 12, 4)
	wide.Jet = units.BreathJet
	equal(t, "V-JET-06", breathed(t, jetRules, wide, 5, footman(t), Upright, "3d burn").Jet, 120)
}

// G-JET-1 at one target: V-JET-01 to -05, and postures. Its width counts to hit as that
// of a wide weapon (G-WEAP).
func TestJetsAtOne(t *testing.T) {
	long := func(inches float64, sm int) *units.Unit {
		return footman(t, func(u *units.Unit) { u.Length, u.SM = inches, sm })
	}
	for _, tt := range []struct {
		name    string
		dice    string
		width   float64
		target  *units.Unit
		posture Posture
		want    string
	}{
		{"V-JET-01", "2d burn", 36, long(36, -2), Upright, "2d burn"},
		{"V-JET-02", "2d burn", 36, long(24, -3), Upright, "1d+1 burn"},
		{"V-JET-03", "2d burn", 36, long(24, -3), Crouching, "1d burn"},
		{"V-JET-03, kneeling", "2d burn", 36, long(24, -3), Kneeling, "1d burn"},
		{"V-JET-04", "6d burn", 72, long(12, -5), Upright, "1d burn"},
		{"V-JET-05", "4d burn", 96, long(72, 0), Upright, "3d burn"},
	} {
		a := breathed(t, jetRules, jet(t, tt.dice, tt.width), 9, tt.target, tt.posture, tt.want)
		equal(t, tt.name, a.Injury.Damage, damage(t, tt.want))
		equal(t, tt.name+": its size", part(a.Skill, ForWideJet), 0)
	}
	weapons := jetRules
	weapons.BigWeapon = true
	for _, tt := range []struct {
		sm, width, want int
		dice            string
	}{{-3, 36, 1, "4d burn"}, {-3, 24, 0, "6d burn"}, {-5, 72, 5, "0d+2 burn"}, {0, 36, 0, "6d burn"}} {
		a := breathed(t, weapons, jet(t, "6d burn", float64(tt.width)), 9, long(0, tt.sm), Upright, tt.dice)
		equal(t, fmt.Sprint("SM ", tt.sm, " and ", tt.width, " inches"), part(a.Skill, ForWideJet), tt.want)
	}
	// A location keeps its armour and wounding.
	skull := jet(t, "4d burn", 96)
	skull.Location = units.Skull
	equal(t, "DR of the skull", breathed(t, jetRules, skull, 9, footman(t), Upright, "3d burn").Injury.RawDR, 2)
}

// blocked lets a jet be blocked by so many, and returns what came through.
func blocked(t *testing.T, r Gulliver, s units.Spell, db, n int, posture Posture, attack, defence int, rolls ...int) (Attacked, []JetBlocked) {
	t.Helper()
	g := band(footman(t, func(u *units.Unit) { u.Block, u.ShieldDB = 16, db }), n, does(Neutral, Hold))
	g.Posture = posture
	scenario := duel(9, band(footman(t, knows(s)), 1, casts(Neutral, Cast{Spell: "Spell"})), g)
	scenario.Rules.Gulliver = r
	scene := onStage(t, scenario)
	scene.open(-1)
	scene.run(scene.shoot, append([]int{attack, defence}, rolls...)...)
	through := all[JetBlocked](scene)
	return scene.attacks()[0], through
}

// G-JETDEF-4 in contests: V-JETDEF-01 to -03 and -06. A Block that succeeds stops what
// the shield covers of the jet, and the rest strikes; simple ones stop all (G-JETDEF-3).
func TestJetsAgainstShields(t *testing.T) {
	for _, tt := range []struct {
		name    string
		width   float64
		through [3]string // of 6d, for DB 1, 2 and 3
	}{
		{"V-JETDEF-01", 24, [3]string{"", "", ""}},
		{"V-JETDEF-02", 36, [3]string{"2d burn", "", ""}},
		{"V-JETDEF-02", 48, [3]string{"2d burn", "", ""}},
		{"V-JETDEF-03", 72, [3]string{"4d burn", "3d burn", "2d burn"}},
		{"V-JETDEF-06", 144, [3]string{"2d burn", "1d+1 burn", "1d burn"}},
	} {
		for i, want := range tt.through {
			name, db := fmt.Sprint(tt.name, ", DB ", i+1), i+1
			var rolls []int
			if want != "" {
				e := damage(t, want).Dice
				rolls = []int{3*e.Count + e.Adds}
			}
			a, through := blocked(t, jetRules, jet(t, "6d burn", tt.width), db, 1, Upright, 10, 3, rolls...)
			equal(t, name+": Block", a.Defence, Block)
			equal(t, name+": hits", a.Hits, 0)
			if want == "" {
				equal(t, name+": through", len(through), 0)
				continue
			}
			equal(t, name+": damage", through[0].Injury.Damage, damage(t, want))
			equal(t, name+": injury", through[0].Injury.Injury, rolls[0])
			simple := jetRules
			simple.JetShield = JetShieldSimple
			_, through = blocked(t, simple, jet(t, "6d burn", tt.width), db, 1, Upright, 10, 3)
			equal(t, name+", simple: through", len(through), 0)
		}
	}
	// Who kneels has a shield one class larger.
	_, through := blocked(t, jetRules, jet(t, "6d burn", 72), 1, 1, Kneeling, 10, 3, 9)
	equal(t, "a small shield, kneeling", through[0].Stopped*2, through[0].Of)
	_, through = blocked(t, jetRules, jet(t, "6d burn", 72), 3, 1, Kneeling, 10, 3)
	equal(t, "a large one, kneeling", len(through), 0)
	// An attack roll that fails is no jet to block.
	_, through = blocked(t, jetRules, jet(t, "6d burn", 72), 1, 1, Upright, 18, 3)
	equal(t, "an attack that fails", len(through), 0)
	// A Block that fails stops nothing.
	a, through := blocked(t, jetRules, jet(t, "6d burn", 72), 1, 1, Upright, 3, 18, 18)
	equal(t, "hits past the Block", a.Hits, 1)
	equal(t, "blocked beside them", len(through), 0)
}

// The hits of a cone that are blocked are those that it would have made without any
// defence, beside those that it has made.
func TestBlockedHits(t *testing.T) {
	// Skill 15 − 3 + 4 = 16, Block 16; a cone of 12 × 12 yards finds room for 28, × 7, and
	// ten are there. It is 432 inches wide on 72: 6d of 36d, of which large shields let 2d
	// through.
	cone := breath(t, "36d burn", 12, 12)
	for _, tt := range []struct{ attack, defence, hits, blocked int }{
		{16, 3, 0, 7},   // a margin of its own of 0: one hit × 7
		{15, 15, 0, 7},  // a tie
		{16, 17, 7, 0},  // one hit × 7, which its own margin would have brought too
		{12, 14, 7, 3},  // one hit × 7; a margin of its own of 4 is two, × 7, at most ten
		{10, 10, 0, 10}, // a tie; its own margin of 6 would have hit all
		{3, 18, 10, 0},
		{17, 3, 0, 0}, // the roll fails
	} {
		var rolls []int
		for range tt.hits {
			rolls = append(rolls, 18)
		}
		for range tt.blocked {
			rolls = append(rolls, 6)
		}
		a, through := blocked(t, jetRules, cone, 3, 10, Upright, tt.attack, tt.defence, rolls...)
		got := 0
		if len(through) > 0 {
			got = through[0].Hits
		}
		name := fmt.Sprintf("skill %d rolls %d, Block %d rolls %d", a.Skill.Total, tt.attack, a.DefenceScore.Total, tt.defence)
		equal(t, name+": hits", a.Hits, tt.hits)
		equal(t, name+": blocked", got, tt.blocked)
	}
}
