package heroic

import (
	"fmt"
	"strings"
	"testing"

	"heroicsim/dice"
	"heroicsim/units"
)

// HC-ACTION: AP by seconds; more than 10 s go over rounds of 4 AP each.
func TestActionAP(t *testing.T) {
	for _, tt := range []struct{ seconds, ap int }{
		{1, 1}, {2, 1}, {3, 2}, {4, 2}, {5, 4}, {9, 4}, {10, 4}, {11, 8}, {20, 8}, {21, 12}, {30, 12}, {31, 16},
	} {
		equal(t, fmt.Sprintf("AP of %d s", tt.seconds), ActionAP(tt.seconds), tt.ap)
	}
	for db, ap := range []int{0: 1, 1: 1, 2: 1, 3: 2, 4: 2} {
		equal(t, fmt.Sprintf("AP of a shield of DB %d", db), shieldAP(db), ap)
	}
}

// deed is an action by name.
func deed(name string, ap int) Action { return Action{OtherAction, name, ap} }

// doing is an order to take actions.
func doing(t Tactic, m Move, actions ...Action) Order {
	o := does(t, m)
	o.Actions = actions
	return o
}

// deeds tells what a group did in a round, in short: actions with their AP, shots,
// yards and blows.
func (s *stage) deeds(group int) string {
	var did []string
	for _, e := range s.events {
		switch e := e.(type) {
		case Acted:
			if e.Group == group {
				did = append(did, fmt.Sprintf("a%d", e.AP))
			}
		case ShieldReadied:
			if e.Group == group {
				did = append(did, fmt.Sprintf("b%d", e.AP))
			}
		case Drank:
			if e.Group == group {
				did = append(did, fmt.Sprintf("p%d", e.AP))
			}
		case Reloaded:
			if e.Group == group {
				did = append(did, fmt.Sprintf("r%d", e.AP))
			}
		case Attacked:
			switch {
			case e.Attacker != group:
			case e.Kind == FreeAttack:
				did = append(did, "free")
			case e.Weapon.Ranged:
				did = append(did, fmt.Sprintf("s%d", e.Shots))
			default:
				did = append(did, "hits")
			}
		case Moved:
			if e.Group == group {
				did = append(did, fmt.Sprintf("m%.0f", e.Yards))
			}
		}
	}
	return strings.Join(did, " ")
}

// playOut plays a round in which all contests miss.
func (s *stage) playOut(winner int) {
	s.events = nil
	s.open(winner)
	s.script(misses...)
	s.rangedPhase()
	s.movementPhase()
	s.meleePhase()
	s.closeRound()
}

var misses = func() (rolls []int) {
	for range 10 {
		rolls = append(rolls, 18, 3)
	}
	return rolls
}()

// HC-AP, HC-ACTION: what actions leave of a round's attacks and movement: shots 1 AP,
// movement 2 (half of it 1), a blow 1. Move 5, Neutral; three shots leave 15 yards.
func TestActionsTakeAP(t *testing.T) {
	archer := footman(t, armed(bow(t), sword(t)))
	for _, tt := range []struct {
		actions  []Action
		far      string // 150 yards off, closing
		runs     string // the same, with shots: 0
		near     string // three yards off, with shots: 0
		shooting string // the same, with shots
	}{
		{nil, "s3 m15", "m25", "m2 hits", "s3 m2 hits"},
		{[]Action{deed("x", 1)}, "a1 s3 m15", "a1 m25", "a1 m2 hits", "a1 s3 m2 hits"},
		{[]Action{deed("x", 2)}, "a2 s3 m7", "a2 m25", "a2 m2 hits", "a2 s3 m2"},
		{[]Action{deed("x", 3)}, "a3 s3", "a3 m12", "a3 m2", "a3 s3"},
		{[]Action{deed("x", 4)}, "a4", "a4", "a4", "a4"},
		{[]Action{deed("x", 1), deed("y", 1)}, "a1 a1 s3 m7", "a1 a1 m25", "a1 a1 m2 hits", "a1 a1 s3 m2"},
		{[]Action{deed("x", 2), deed("y", 2)}, "a2 a2", "a2 a2", "a2 a2", "a2 a2"},
		{[]Action{deed("x", 1), deed("y", 4)}, "a1 s3 m15", "a1 m25", "a1 m2 hits", "a1 s3 m2 hits"},         // no AP for the second
		{[]Action{deed("x", 2), deed("y", 4), deed("z", 1)}, "a2 s3 m7", "a2 m25", "a2 m2 hits", "a2 s3 m2"}, // nor for what comes after it
	} {
		name := fmt.Sprint(tt.actions)
		for _, c := range []struct {
			distance float64
			hold     bool
			want     string
		}{{150, false, tt.far}, {150, true, tt.runs}, {3, true, tt.near}, {3, false, tt.shooting}} {
			o := doing(Neutral, Close, tt.actions...)
			o.HoldFire = c.hold
			s := onStage(t, duel(c.distance, band(archer, 1, o), band(footman(t, armed()), 1, does(Neutral, Hold))))
			s.playOut(-1)
			equal(t, fmt.Sprintf("%s at %v yards", name, c.distance), s.deeds(0), c.want)
		}
	}
	// A bolt, 2 AP to load, and a blow: 4 AP.
	w := bow(t)
	w.Reload = 4
	o := does(Neutral, Hold)
	o.Weapons = []string{"bow", "sword"}
	s := onStage(t, duel(1, band(footman(t, armed(w, sword(t))), 1, o), band(footman(t, armed()), 1, does(Neutral, Hold))))
	s.playOut(-1)
	equal(t, "4 AP in all", s.deeds(0), "s1 r2 hits")
}

// HC-ACTION: what takes more than 10 s goes over rounds, and what is done is done.
// Locked groups act too, and a free attack costs no AP.
func TestLongActions(t *testing.T) {
	for _, tt := range []struct {
		seconds int
		want    string
	}{
		{2, "a1 hits, hits, hits, hits"},
		{4, "a2 hits, hits, hits, hits"},
		{10, "a4, hits, hits, hits"},
		{11, "a4, a4, hits, hits"},
		{20, "a4, a4, hits, hits"},
		{21, "a4, a4, a4, hits"},
	} {
		s := onStage(t, duel(1, band(footman(t), 3, doing(Neutral, Hold, deed("gate", ActionAP(tt.seconds)))),
			band(footman(t, armed()), 1, does(Neutral, Hold))))
		var told []string
		for range 4 {
			s.playOut(-1)
			told = append(told, s.deeds(0))
		}
		equal(t, fmt.Sprintf("%d s", tt.seconds), strings.Join(told, ", "), tt.want)
	}
	s := onStage(t, duel(1, band(footman(t), 3, doing(Neutral, Hold, deed("gate", 4))), band(footman(t, armed()), 1, does(Retreat))))
	s.playOut(-1)
	equal(t, "a free attack", s.deeds(0), "a4 free")

	// Two orders that name one action go on with it.
	s = onStage(t, duel(1, band(footman(t), 1, doing(Neutral, Hold, deed("The gate", 8)), doing(Defensive, Hold, deed("the-gate", 8))),
		band(footman(t, armed()), 1, does(Neutral, Hold))))
	for round, want := range []string{"a4", "a4", "hits"} {
		s.playOut(-1)
		equal(t, fmt.Sprintf("round %d", round+1), s.deeds(0), want)
	}
}

// HC-ACTION, HC-SHOTS: an ordered reload needs no target, by seconds and rounds. The
// weapon was fired in round 1; from round 2 on the group is out of range.
func TestOrderedReload(t *testing.T) {
	for _, tt := range []struct {
		seconds int
		name    string
		want    string
	}{
		{4, "", "s1 r2, , "}, // loaded again at once
		{5, "", "s1, r4, "},
		{10, "bow", "s1, r4, "},
		{11, "", "s1, r4, r4"},
		{20, "", "s1, r4, r4"},
		{2, "spare", "s3, , "}, // full
	} {
		w, spare := bow(t), bow(t)
		w.Reload = tt.seconds
		spare.Name, spare.Reload, spare.MaxRange = "spare", 30, 1
		later := doing(Neutral, Hold, Action{Kind: Reload, Name: tt.name})
		later.HoldFire = true
		s := onStage(t, duel(150, band(footman(t, armed(w, spare)), 2, does(Neutral, Hold), later), band(footman(t, armed()), 1, does(Neutral, Hold))))
		var told []string
		for range 3 {
			s.playOut(-1)
			told = append(told, s.deeds(0))
		}
		equal(t, fmt.Sprintf("%d s, %q", tt.seconds, tt.name), strings.Join(told, ", "), tt.want)
	}
	// In melee too, and a magazine that is not empty if it is named.
	w := bow(t)
	w.Shots, w.Reload, w.RoF = 10, 3, 3
	for name, want := range map[string]string{"": "s3 hits, hits", "bow": "s3 hits, r2 hits"} {
		first := does(Neutral, Hold)
		first.Weapons = []string{"bow", "sword"}
		s := onStage(t, duel(1, band(footman(t, armed(w, sword(t))), 1, first, doing(Neutral, Hold, Action{Kind: Reload, Name: name})),
			band(footman(t, armed()), 1, does(Neutral, Hold))))
		s.playOut(-1)
		told := s.deeds(0)
		s.playOut(-1)
		equal(t, "a magazine, "+name, told+", "+s.deeds(0), want)
	}
}

// HC-ACTION, B-DEF-DB: a shield that is slung blocks nothing, and its DB is off
// Dodge and Parry, until it is ready.
func TestSlungShield(t *testing.T) {
	for _, tt := range []struct {
		db, dodge, parry, block int
		ap                      int
		slung, ready            string
	}{
		{2, 10, 9, 11, 1, "Dodge 8", "Block 11"},
		{2, 10, 11, 0, 1, "Parry 9", "Parry 11"},
		{3, 12, 9, 11, 2, "Dodge 9", "Dodge 12"},
		{4, 9, 0, 13, 2, "Dodge 5", "Block 13"},
		{0, 9, 8, 10, 1, "Dodge 9", "Block 10"},
	} {
		guard := footman(t, func(u *units.Unit) { u.ShieldDB, u.Dodge, u.Parry, u.Block = tt.db, tt.dodge, tt.parry, tt.block })
		mine := band(guard, 4, does(Neutral, Hold), doing(Neutral, Hold, Action{Kind: ReadyShield}))
		mine.Slung = true
		s := onStage(t, duel(1, mine, band(footman(t), 1, does(Neutral, Hold))))
		for _, want := range []string{tt.slung, tt.ready, tt.ready} {
			s.playOut(-1)
			for _, a := range all[Attacked](s) {
				if a.Attacker == 1 {
					equal(t, "defence", fmt.Sprint(a.Defence, " ", a.DefenceScore.Total), want)
					if want == tt.slung {
						equal(t, "no DB", part(a.DefenceScore, ForSlung), -tt.db)
					}
				}
			}
		}
		s.begin()
		s.round = 1
		s.playOut(-1)
		equal(t, "readied once", s.deeds(0), fmt.Sprintf("b%d hits", tt.ap))
	}
	// Bullets know no DB: it is not taken off twice.
	gun := bow(t)
	gun.Missile = units.Bullet
	guard := band(footman(t, func(u *units.Unit) { u.ShieldDB, u.Dodge = 2, 10 }), 1, does(Neutral, Hold))
	guard.Slung = true
	s := onStage(t, duel(50, guard, band(footman(t, armed(gun)), 1, does(Neutral, Hold))))
	s.playOut(-1)
	equal(t, "Dodge against bullets", s.attacks()[0].DefenceScore.Total, 8)
}

func drinker(t *testing.T, potions ...units.Potion) *units.Unit {
	return footman(t, func(u *units.Unit) { u.Potions = potions })
}

// HC-ACTION: potions heal who drinks, up to full HP and FP, as long as there are some
// and they help.
func TestPotions(t *testing.T) {
	healing := units.Potion{Name: "Healing", Heal: dice.D(2, 0), Count: 2}
	cordial := units.Potion{Name: "Cordial", FP: 3, Count: 1}
	drink := doing(Neutral, Hold, Action{Kind: DrinkPotion})
	hurt, weary := 2, 2
	hero := band(drinker(t, healing, cordial), 1, drink)
	hero.HPNow, hero.FPNow = &hurt, &weary
	s := onStage(t, duel(50, hero, band(footman(t, armed()), 1, does(Neutral, Hold))))
	g := &s.groups[0]
	equal(t, "tired at first", g.tired, true)
	for _, tt := range []struct {
		rolls    []int
		pool, fp int
		tired    bool
		healing  int
		cordial  int
		did      int
	}{
		{[]int{5}, 7, 2, true, 1, 1, 1},
		{[]int{11}, 10, 2, true, 0, 1, 1}, // full at 10
		{nil, 10, 5, false, 0, 0, 1},
		{nil, 10, 5, false, 0, 0, 0}, // none left
	} {
		s.open(-1)
		s.events = nil
		s.run(s.rangedPhase, tt.rolls...)
		equal(t, "HP", g.pool, tt.pool)
		equal(t, "FP", g.fp, tt.fp)
		equal(t, "tired", g.tired, tt.tired)
		equal(t, "left", [2]int(g.kit.potions), [2]int{tt.healing, tt.cordial})
		equal(t, "drunk", len(all[Drank](s)), tt.did)
	}
	s.begin()
	equal(t, "in the next trial", [2]int(g.kit.potions), [2]int{2, 1})

	// Nobody drinks what does not help; a named one alone is drunk.
	for name, want := range map[string]int{"": 0, "healing": 0, "CORDIAL": 1} {
		hero := band(drinker(t, healing, cordial), 1, doing(Neutral, Hold, Action{Kind: DrinkPotion, Name: name}))
		if want > 0 {
			hero.FPNow = &weary
		}
		s := onStage(t, duel(50, hero, band(footman(t, armed()), 1, does(Neutral, Hold))))
		s.open(-1)
		s.run(s.rangedPhase)
		equal(t, "drunk: "+name, len(all[Drank](s)), want)
	}

	// In a pool of 35 HP four are on their feet; the fallen one does not rise. Each
	// potion that is needed is rolled.
	pool := 35
	band5 := band(drinker(t, healing), 5, drink)
	band5.HPNow = &pool
	s = onStage(t, duel(50, band5, band(footman(t, armed()), 1, does(Neutral, Hold))))
	s.open(-1)
	s.run(s.rangedPhase, 3, 2)
	e := all[Drank](s)[0]
	equal(t, "rolls", len(e.Rolls), 2)
	equal(t, "pool", s.groups[0].pool, 40)
	equal(t, "fighting", s.groups[0].fighting, 4)
	equal(t, "potions left to each", e.Left, 1)
	// A potion of 0 to 5 HP may do nothing: all may have to drink.
	weak := units.Potion{Name: "Weak", Heal: dice.D(1, -1), Count: 1}
	one := band(drinker(t, weak), 5, drink)
	one.HPNow = &pool
	s = onStage(t, duel(50, one, band(footman(t, armed()), 1, does(Neutral, Hold))))
	s.open(-1)
	s.run(s.rangedPhase, 0, 0, 0, 0)
	equal(t, "pool as it was", s.groups[0].pool, 35)
}

// A surprised or broken group, and one that is down, does nothing.
func TestNoActions(t *testing.T) {
	sc := duel(50, band(footman(t), 1, doing(Neutral, Hold, deed("x", 1))), band(footman(t, armed()), 1, does(Neutral, Hold)))
	sc.Sides[0].Surprised = true
	s := onStage(t, sc)
	s.playOut(1)
	equal(t, "surprised", s.deeds(0), "")
	s.groups[0].standing = Broken
	s.playOut(1)
	equal(t, "broken", s.deeds(0), "m50")
}

// What cannot be is refused, by whoever compiles a battle too.
func TestActionMistakes(t *testing.T) {
	plain, armoured := footman(t), footman(t, func(u *units.Unit) { u.ShieldDB = 3 })
	slow := bow(t)
	slow.Reload = 3
	for _, tt := range []struct {
		name string
		u    *units.Unit
		o    Order
		fine bool
	}{
		{"reload", plain, doing(Neutral, Hold, Action{Kind: Reload}), false},
		{"reload of 2 s", footman(t, armed(bow(t))), doing(Neutral, Hold, Action{Kind: Reload}), false},
		{"reload of 3 s", footman(t, armed(slow)), doing(Neutral, Hold, Action{Kind: Reload}), true},
		{"reload by name", footman(t, armed(slow)), doing(Neutral, Hold, Action{Kind: Reload, Name: "Bow"}), true},
		{"reload by another", footman(t, armed(slow)), doing(Neutral, Hold, Action{Kind: Reload, Name: "gun"}), false},
		{"no shield", plain, doing(Neutral, Hold, Action{Kind: ReadyShield}), false},
		{"shield", armoured, doing(Neutral, Hold, Action{Kind: ReadyShield}), true},
		{"no potion", plain, doing(Neutral, Hold, Action{Kind: DrinkPotion}), false},
		{"no AP", plain, doing(Neutral, Hold, deed("x", 0)), false},
		{"no name", plain, doing(Neutral, Hold, deed("", 1)), false},
		{"retreat", plain, doing(Retreat, Away, deed("x", 1)), false},
		{"withdraw", plain, doing(AllOutDefensive, Withdraw, deed("x", 1)), false},
		{"away", plain, doing(AllOutDefensive, Away, deed("x", 1)), true},
	} {
		_, err := Compile(duel(1, band(tt.u, 1, tt.o), band(plain, 1)))
		equal(t, tt.name, err == nil, tt.fine)
	}
	b, err := Compile(duel(1, band(plain, 1, doing(Neutral, Hold, deed("x", 1))), band(plain, 1)))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "elaborate", b.elaborate, "a battle with actions")
}
