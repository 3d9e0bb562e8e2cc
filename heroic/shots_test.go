package heroic

import (
	"fmt"
	"strings"
	"testing"

	"heroicsim/units"
)

// archery shows one round in which the first side, with one ranged weapon, shoots
// (and misses) at an enemy 150 yards off, and then closes as far as it may. It
// returns the shots and the yards.
func archery(t *testing.T, w units.Weapon, n int, o Order, skills map[string]int, rolls ...int) (*stage, int, float64) {
	t.Helper()
	o.Move = Close
	g := band(footman(t, armed(w), func(u *units.Unit) { u.Skills = skills }), n, o)
	s := onStage(t, duel(150, g, band(footman(t), 1, does(Neutral, Hold))))
	s.open(-1)
	s.run(s.rangedPhase, rolls...)
	shots := 0
	if a := s.attacks(); len(a) > 0 {
		shots = a[0].Shots
	}
	s.run(s.movementPhase)
	yards := 0.0
	for _, m := range all[Moved](s) {
		yards += m.Yards
	}
	return s, shots, yards
}

// TestShotsByTactic is HC-SHOTS: the shots of bows, slings and thrown weapons and
// the movement (Move 5) that they leave, with Fast-Draw rolled well and badly.
func TestShotsByTactic(t *testing.T) {
	for _, tt := range []struct {
		tactic Tactic
		shots  int
		yards  float64
		fast   int // shots with a successful Fast-Draw
	}{
		{AllOutOffensive, 1, 50, 1},
		{Offensive, 3, 15, 4},
		{Neutral, 3, 15, 4},
		{Defensive, 3, 10, 4},
		{AllOutDefensive, 3, 5, 4},
		{AimedShooting, 2, 5, 3},
		{HoldGround, 2, 0, 3},
		{Concentration, 2, 0, 3},
	} {
		_, shots, yards := archery(t, bow(t), 1, does(tt.tactic), nil, 18, 3)
		equal(t, tt.tactic.Title()+": shots", shots, tt.shots)
		equal(t, tt.tactic.Title()+": yards", yards, tt.yards)

		fast := map[string]int{"fast-draw": 12}
		roll := func(n int) []int {
			if tt.tactic == AllOutOffensive {
				return []int{18, 3} // never more than one, so nothing is rolled
			}
			return []int{n, 18, 3}
		}
		_, shots, yards = archery(t, bow(t), 1, does(tt.tactic), fast, roll(12)...)
		equal(t, tt.tactic.Title()+": shots with Fast-Draw", shots, tt.fast)
		equal(t, tt.tactic.Title()+": yards with Fast-Draw", yards, tt.yards)
		_, shots, yards = archery(t, bow(t), 1, does(tt.tactic), fast, roll(13)...)
		equal(t, tt.tactic.Title()+": shots without", shots, tt.shots)
		equal(t, tt.tactic.Title()+": yards without", yards, tt.yards)
	}
	s := onStage(t, duel(50, band(footman(t, armed(bow(t))), 1, does(Retreat)), band(footman(t), 1, does(Neutral, Hold))))
	s.open(-1)
	s.run(s.rangedPhase) // Retreat shoots not at all
}

// TestShotLimits is HC-SHOTS: orders and ammunition limit the shots, and only
// those made cost movement.
func TestShotLimits(t *testing.T) {
	for _, tt := range []struct {
		name     string
		ordered  int
		holdFire bool
		ammo     int
		tactic   Tactic
		shots    int
		yards    float64
	}{
		{"as many as allowed", 0, false, 0, Neutral, 3, 15},
		{"one ordered", 1, false, 0, Neutral, 1, 25},
		{"two ordered", 2, false, 0, Neutral, 2, 20},
		{"five ordered", 5, false, 0, Neutral, 3, 15},
		{"five ordered, aimed", 5, false, 0, AimedShooting, 2, 5},
		{"one ordered, aimed", 1, false, 0, AimedShooting, 1, 10},
		{"one ordered, holding ground", 1, false, 0, HoldGround, 1, 5},
		{"one arrow", 0, false, 1, Neutral, 1, 25},
		{"two arrows", 0, false, 2, Neutral, 2, 20},
		{"two arrows, one ordered", 1, false, 2, Neutral, 1, 25},
		{"four arrows", 0, false, 4, Neutral, 3, 15},
		{"none ordered", 0, true, 0, Neutral, 0, 25},
	} {
		w, rolls := bow(t), []int{18, 3}
		w.Ammo = tt.ammo
		if tt.holdFire {
			rolls = nil
		}
		o := Order{Tactics: []Tactic{tt.tactic}, Shots: tt.ordered, HoldFire: tt.holdFire}
		_, shots, yards := archery(t, w, 1, o, nil, rolls...)
		equal(t, tt.name+": shots", shots, tt.shots)
		equal(t, tt.name+": yards", yards, tt.yards)
	}
}

// TestAmmunition is HC-SHOTS over rounds, for a combatant's arrows.
func TestAmmunition(t *testing.T) {
	w := bow(t)
	w.Ammo = 7
	s := onStage(t, duel(150, band(footman(t, armed(w)), 4, does(Neutral, Hold)), band(footman(t), 1, does(Neutral, Hold))))
	for i, want := range []int{3, 3, 1, 0} {
		s.open(-1)
		s.script(18, 3)
		s.rangedPhase()
		shots := 0
		for _, a := range s.attacks() {
			shots += a.Shots
			equal(t, "cap", a.Cap, 4*a.Shots)
		}
		equal(t, fmt.Sprintf("shots in round %d", i+1), shots, want)
	}
}

// TestFastDraw is HC-SHOTS: the right speciality only, and a success roll.
func TestFastDraw(t *testing.T) {
	arrow, bolt, knife := bow(t), bow(t), bow(t)
	bolt.Name, bolt.Missile = "light crossbow", units.Bolt
	knife.Name, knife.Thrown, knife.Shots, knife.Reload = "throwing knife", true, 0, 0
	for _, tt := range []struct {
		skill  string
		weapon units.Weapon
		serves bool
	}{
		{"fast-draw", arrow, true}, {"fast-draw", knife, true},
		{"fast-draw (arrow)", arrow, true}, {"Fast-Draw (Arrow)", arrow, true}, {"fast draw (arrow)", arrow, true},
		{"fast-draw (arrow)", bolt, false}, {"fast-draw (arrow)", knife, false},
		{"fast-draw (sword)", arrow, false}, {"fast-draw (knife)", arrow, false},
		{"fast-draw (knife)", knife, true},
		{"bow", arrow, false},
	} {
		rolls := []int{18, 3}
		want := 3
		if tt.serves {
			rolls, want = []int{12, 18, 3}, 4
		}
		_, shots, _ := archery(t, tt.weapon, 1, does(Neutral), map[string]int{tt.skill: 12}, rolls...)
		equal(t, tt.skill+" for "+tt.weapon.Name, shots, want)
	}
	for _, tt := range []struct{ level, roll, want int }{
		{3, 4, 4}, {3, 5, 3}, {16, 16, 4}, {20, 17, 3}, {20, 18, 3}, {12, 12, 4}, {12, 13, 3},
	} {
		_, shots, _ := archery(t, arrow, 1, does(Neutral), map[string]int{"fast-draw": tt.level}, tt.roll, 18, 3)
		equal(t, fmt.Sprintf("Fast-Draw %d rolls %d", tt.level, tt.roll), shots, tt.want)
	}
	// Where fewer are ordered or left than the rules allow, the shot that it adds
	// saves the movement of another.
	for _, tt := range []struct {
		ordered, ammo, shots int
		yards                float64
	}{{2, 0, 2, 25}, {3, 0, 3, 20}, {0, 2, 2, 25}, {0, 3, 3, 20}, {0, 4, 4, 15}, {4, 0, 4, 15}} {
		w := arrow
		w.Ammo = tt.ammo
		o := Order{Tactics: []Tactic{Neutral}, Shots: tt.ordered}
		_, shots, yards := archery(t, w, 1, o, map[string]int{"fast-draw": 12}, 12, 18, 3)
		equal(t, fmt.Sprintf("%d ordered, %d arrows: shots", tt.ordered, tt.ammo), shots, tt.shots)
		equal(t, fmt.Sprintf("%d ordered, %d arrows: yards", tt.ordered, tt.ammo), yards, tt.yards)
	}
	// One shot has no movement to save: nothing is rolled.
	_, shots, _ := archery(t, arrow, 1, Order{Tactics: []Tactic{Neutral}, Shots: 1}, map[string]int{"fast-draw": 12}, 18, 3)
	equal(t, "one ordered", shots, 1)
	// Four shots are × 2, three × 1.5; three members with four each are twelve.
	s, _, _ := archery(t, arrow, 3, does(Neutral), map[string]int{"fast-draw": 12}, 12, 18, 3)
	equal(t, "× of twelve shots", s.b.Rules.hitMultiplier(12), 5.0)
	equal(t, "movement given up", s.groups[0].spent, 2)
}

// TestRateOfFire is HC-SHOTS: other weapons fire their RoF in one attack and give
// up no movement, with the bonus of one firer's shots.
func TestRateOfFire(t *testing.T) {
	gun := func(rof, shots int) units.Weapon {
		w := bow(t)
		w.Name, w.Missile, w.RoF, w.Shots, w.Reload, w.HalfDamage, w.MaxRange = "gun", units.Bullet, rof, shots, 3, 0, 2000
		return w
	}
	for _, tt := range []struct {
		name          string
		weapon        units.Weapon
		n             int
		tactic        Tactic
		ordered       int
		shots, bonus  int
		multiplier    float64
		yards         float64
		magazineAfter int
	}{
		{"RoF 3", gun(3, 30), 1, Neutral, 0, 3, 0, 1.5, 25, 27},
		{"RoF 5", gun(5, 30), 1, Neutral, 0, 5, 1, 2, 25, 25},
		{"RoF 13", gun(13, 30), 1, Neutral, 0, 13, 3, 5, 25, 17},
		{"RoF 13 of ten men", gun(13, 30), 10, Neutral, 0, 13, 3, 11, 25, 17},
		{"RoF 5, three rounds in it", gun(5, 3), 1, Neutral, 0, 3, 0, 1.5, 12, 3}, // reloaded for 2 AP
		{"RoF 13, five ordered", gun(13, 30), 1, Neutral, 5, 5, 1, 2, 25, 25},
		{"RoF 13, aimed", gun(13, 30), 1, AimedShooting, 0, 13, 3, 5, 10, 17},
		{"RoF 13, all out", gun(13, 30), 1, AllOutOffensive, 0, 1, 0, 1, 50, 29},
	} {
		o := Order{Tactics: []Tactic{tt.tactic}, Move: Close, Shots: tt.ordered}
		s := onStage(t, duel(150, band(footman(t, armed(tt.weapon)), tt.n, o), band(footman(t), 1, does(Neutral, Hold))))
		s.open(-1)
		s.run(s.rangedPhase, 18, 3)
		a := s.attacks()[0]
		equal(t, tt.name+": shots", a.Shots, tt.shots)
		equal(t, tt.name+": bonus", part(a.Skill, ForRapidFire), tt.bonus)
		equal(t, tt.name+": ×", a.Multiplier, tt.multiplier)
		equal(t, tt.name+": magazine", s.groups[0].weapons[0].loaded, tt.magazineAfter)
		s.run(s.movementPhase)
		equal(t, tt.name+": yards", all[Moved](s)[0].Yards, tt.yards)
	}
}

// TestRapidFire is TV-059.
func TestRapidFire(t *testing.T) {
	for _, tt := range []struct{ shots, want int }{
		{1, 0}, {4, 0}, {5, 1}, {8, 1}, {9, 2}, {12, 2}, {13, 3}, {16, 3}, {17, 4}, {24, 4}, {25, 5}, {49, 5},
		{50, 6}, {99, 6}, {100, 7}, {199, 7}, {200, 8}, {399, 8}, {400, 9},
	} {
		equal(t, fmt.Sprintf("%d shots", tt.shots), rapidFire(tt.shots), tt.want)
	}
}

// TestReload is HC-SHOTS, HC-ACTION and HC-AP over six rounds: what is shot, the
// AP that reloading takes, and the yards that the rest leaves to a group that
// closes at Move 5 (25 yards; 12 with 1 AP).
func TestReload(t *testing.T) {
	for _, tt := range []struct {
		seconds int
		want    string
	}{
		{0, "s3 m15, s3 m15, s3 m15, s3 m15, s3 m15, s3 m15"},
		{2, "s3 m15, s3 m15, s3 m15, s3 m15, s3 m15, s3 m15"},
		{3, "s1 r2 m12, s1 r2 m12, s1 r2 m12, s1 r2 m12, s1 r2 m12, s1 r2 m12"},
		{4, "s1 r2 m12, s1 r2 m12, s1 r2 m12, s1 r2 m12, s1 r2 m12, s1 r2 m12"},
		{5, "s1 m25, r4, s1 m25, r4, s1 m25, r4"},
		{8, "s1 m25, r4, s1 m25, r4, s1 m25, r4"},
		{10, "s1 m25, r4, s1 m25, r4, s1 m25, r4"},
		{11, "s1 m25, r4, r4, s1 m25, r4, r4"},
		{15, "s1 m25, r4, r4, s1 m25, r4, r4"},
		{20, "s1 m25, r4, r4, s1 m25, r4, r4"},
		{21, "s1 m25, r4, r4, r4, s1 m25, r4"},
		{40, "s1 m25, r4, r4, r4, r4, s1 m25"},
	} {
		w := bow(t)
		w.Name, w.Missile, w.Reload, w.HalfDamage, w.MaxRange = "crossbow", units.Bolt, tt.seconds, 0, 5000
		s := onStage(t, duel(400, band(footman(t, armed(w)), 1, does(Neutral, Close)), band(footman(t), 1, does(Neutral, Hold))))
		var told []string
		for range 6 {
			s.events = nil
			s.open(-1)
			s.script(18, 3)
			s.rangedPhase()
			s.run(s.movementPhase)
			var did []string
			for _, a := range all[Attacked](s) {
				did = append(did, fmt.Sprintf("s%d", a.Shots))
			}
			for _, r := range all[Reloaded](s) {
				did = append(did, fmt.Sprintf("r%d", r.AP))
			}
			for _, m := range all[Moved](s) {
				did = append(did, fmt.Sprintf("m%.0f", m.Yards))
			}
			told = append(told, strings.Join(did, " "))
		}
		equal(t, fmt.Sprintf("reload of %d s", tt.seconds), strings.Join(told, ", "), tt.want)
	}
}

// TestReloadAndMelee is HC-AP: 1 AP is left after a shot and a reload of 4 s, for
// a blow or for half movement, and none after one of 10 s.
func TestReloadAndMelee(t *testing.T) {
	for _, tt := range []struct {
		name     string
		distance float64
		seconds  int
		want     [3]string // by round
	}{
		{"4 s, in contact", 1, 4, [3]string{"shoots hits", "shoots hits", "shoots hits"}},
		{"4 s, half movement into contact", 4, 4, [3]string{"shoots moves", "shoots hits", "shoots hits"}},
		{"10 s, in contact", 1, 10, [3]string{"shoots hits", "", "shoots hits"}},
		{"10 s, moving into contact", 4, 10, [3]string{"shoots moves hits", "", "shoots hits"}},
		{"15 s, in contact", 1, 15, [3]string{"shoots hits", "", ""}},
		{"bow in contact", 1, 2, [3]string{"shoots hits", "shoots hits", "shoots hits"}},
		{"bow, moving", 4, 2, [3]string{"shoots moves hits", "shoots hits", "shoots hits"}},
	} {
		w := bow(t)
		w.Reload = tt.seconds
		o := does(Neutral, Close)
		o.Weapons = []string{"bow", "sword"}
		foe := footman(t, armed(), func(u *units.Unit) { u.HP = 1000 })
		s := onStage(t, duel(tt.distance, band(footman(t, armed(w, sword(t))), 1, o), band(foe, 1, does(Neutral, Hold))))
		for i, want := range tt.want {
			s.events = nil
			s.open(-1)
			s.script(18, 3, 18, 3)
			s.rangedPhase()
			s.movementPhase()
			s.meleePhase()
			var did []string
			for _, word := range strings.Fields(s.words()) {
				if strings.HasSuffix(word, "A") && word != "ordersA" {
					did = append(did, strings.TrimSuffix(word, "A"))
				}
			}
			equal(t, fmt.Sprintf("%s, round %d", tt.name, i+1), strings.Join(did, " "), want)
		}
	}
}
