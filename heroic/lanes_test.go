package heroic

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"heroicsim/dice"
	"heroicsim/units"
)

// eachWay does something with vectors, where there are any, and without.
func eachWay(do func(way string)) {
	had := vectors
	defer func() { vectors = had }()
	if vectors {
		do("vectors")
	}
	vectors = false
	do("lane by lane")
}

// randomLanes are some that are open and some that are not, in any state.
func randomLanes(r *rand.Rand, pairings, most int) *lanes {
	l := &lanes{open: r.IntN(laneCount + 1)}
	for i := range laneCount {
		l.put(i, dice.Trial(r.Uint64()), int32(3*r.IntN(pairings/3)))
		l.end[i] = End(r.IntN(8) / 5 * r.IntN(4))
		l.engaged[i], l.tired[i] = r.Int32N(2), r.Int32N(12)
		for g := range l.pool {
			l.pool[g][i], l.startPool[g][i] = r.Int32N(1<<r.IntN(31)), r.Int32N(1<<r.IntN(31))
			l.fighting[g][i], l.startFighting[g][i] = r.Int32N(int32(most)), r.Int32N(int32(most))
			l.hp[g][i], l.draws[g][i] = r.Int32N(1<<r.IntN(31))-1, r.Uint64()
			if r.IntN(3) == 0 {
				l.startFighting[g][i], l.startPool[g][i] = l.fighting[g][i], l.pool[g][i]
			}
			if r.IntN(5) == 0 {
				l.pool[g][i] = 0
			}
			if r.IntN(5) == 0 {
				l.draws[g][i] = uint64(fatigueOdds) + r.Uint64N(3) - 1
			}
		}
	}
	return l
}

// What is done to all lanes is the same with vectors and lane by lane.
func TestVectorsAlike(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no vectors")
	}
	r := rand.New(rand.NewPCG(3, 4))
	const most = 40
	pairings, layouts := make([]pairing, 30), make([]layout, 30)
	places := make([][2]dice.Place, 3000)
	for i := range places {
		places[i] = [2]dice.Place{dice.Place(r.Uint64()), dice.Place(r.Uint64())}
	}
	for i := range pairings {
		pairings[i] = pairing{r.Int32N(12), int32(3 * r.IntN(10)), r.Int32N(4), min(1, r.Int32N(5))}
		if layouts[i] = (layout{from: r.Int32N(firstPlace)}); r.IntN(3) > 0 {
			layouts[i] = layout{from: firstPlace + r.Int32N(1000), step0: most, step1: 1}
		}
	}
	for range 2000 {
		l := randomLanes(r, len(pairings), most)
		acts := firstActs{below: r.Uint64(), above: r.Uint64() | -r.Uint64N(2), less: 1, more: 2}
		f, n := flesh{r.IntN(1 << 10), r.Uint64N(1<<40) + 1}, nerve{dueAt: r.Int32N(1<<r.IntN(31)) - 1, byHP: -r.Int32N(2)}
		for i := range l.draws[0] {
			if r.IntN(5) == 0 {
				l.draws[0][i] = [...]uint64{acts.below - 1, acts.below, acts.above, acts.above + 1}[r.IntN(4)]
			}
		}
		last := r.IntN(9) == 0
		var above crowds
		if r.IntN(2) == 0 {
			above = crowds{r.Int32N(most), r.Int32N(most)}
		}
		for name, do := range map[string]func(*lanes) marks{
			"begin":      func(l *lanes) marks { return l.begin(pairings, &acts) },
			"findPlaces": func(l *lanes) marks { l.findPlaces(layouts, places, &above); return marks{} },
			"untold":     func(l *lanes) marks { return l.untold() },
			"fallen":     func(l *lanes) marks { return l.fallen() },
			"suffer":     func(l *lanes) marks { f.suffer(l, 0); f.suffer(l, 1); return marks{} },
			"due":        func(l *lanes) marks { return n.due(l, 1) },
			"close":      func(l *lanes) marks { return l.close(pairings, last) },
		} {
			var after []lanes
			var marked []marks
			eachWay(func(string) {
				c := *l
				c.wide = vectors
				marked = append(marked, do(&c))
				c.wide = false
				c.forget()
				after = append(after, c)
			})
			if marked[0] != marked[1] {
				t.Fatalf("%s, %d open: with vectors %x are marked, without %x", name, l.open, marked[0], marked[1])
			}
			if !reflect.DeepEqual(after[0], after[1]) {
				t.Fatalf("%s, %d open: with vectors %+v\nwithout %+v", name, l.open, after[0], after[1])
			}
		}
	}
}

// forget clears the lanes that are not open.
func (l *lanes) forget() {
	for i := l.open; i < laneCount; i++ {
		l.put(i, 0, 0)
		for g := range l.pool {
			l.pool[g][i], l.startPool[g][i], l.fighting[g][i], l.startFighting[g][i] = 0, 0, 0, 0
			l.hp[g][i], l.draws[g][i], l.places[g][i] = 0, 0, 0
		}
	}
}

// Initiative in lanes is that of the battle, for the draws on either side of each bound.
func TestFirstActs(t *testing.T) {
	for _, ties := range []bool{false, true} {
		for _, mirrored := range []bool{false, true} {
			s := melee(t, troglodyte(t), ogre(t), 3, 2)
			s.Rules.InitiativeTie = ties
			b, err := Compile(s)
			if err != nil {
				t.Fatal(err)
			}
			if mirrored {
				b.Sides[0].stream, b.Sides[1].stream = 1, 0
			}
			acts, pairings := b.newFirstActs(), []pairing{{known: 1}, {known: 1}, {known: 1}}
			draws := []uint64{0, 1, 1<<64 - 1, 1 << 63}
			for _, odds := range b.wins {
				draws = append(draws, uint64(odds)-1, uint64(odds), uint64(odds)+1)
			}
			eachWay(func(way string) {
				l := &lanes{open: len(draws)}
				copy(l.draws[0][:], draws)
				l.begin(pairings, &acts)
				for i, draw := range draws {
					if winner, _ := b.winner(draw); int(l.pairing[i]) != winner+1 {
						t.Errorf("ties %v, mirrored %v, %s: a draw of %x is won by %d; want %d", ties, mirrored, way, draw, l.pairing[i]-1, winner)
					}
				}
			})
		}
	}
}

// Room for the places of tables is laid out where it is used: a few trials of a battle of
// hundreds take none, many do, and what they come to is the same.
func TestRoomForPlacesIsEarned(t *testing.T) {
	for _, c := range []struct {
		first, second int
		trials        uint64
		room          bool
	}{{20, 15, 64, true}, {300, 300, 64, false}, {300, 300, 6000, true}, {5000, 5000, 64, false}} {
		battle, err := Compile(melee(t, troglodyte(t), ogre(t), c.first, c.second))
		if err != nil {
			t.Fatal(err)
		}
		eachWay(func(way string) {
			f, slow := NewFight(battle), NewFight(battle)
			slow.Trace = func(Event) {}
			f.Expect(1, 1, c.trials)
			for trial := uint64(1); trial <= c.trials; trial++ {
				got := f.Run(1, trial)
				if trial%97 != 1 {
					continue
				}
				if want := slow.Run(1, trial); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: %d against %d, trial %d: %+v, told: %+v", way, c.first, c.second, trial, got, want)
				}
			}
			if room := len(f.memory.places) > firstPlace; room != c.room {
				t.Errorf("%s: after %d trials of %d against %d there is room: %v, want %v", way, c.trials, c.first, c.second, room, c.room)
			}
		})
	}
}

// Dice that are rolled in lanes come to what the phases make of them, whichever switches
// they go by.
func TestDiceInLanes(t *testing.T) {
	flexible := func(u *units.Unit) { u.Armour.Set(units.Torso, 3); u.Armour.SetFlexible(units.Torso, true) }
	wields := func(damages string, skill int) func(*units.Unit) {
		w := sword(t)
		w.Skill, w.Modes = skill, modes(t, damages)
		return armed(w)
	}
	plain := func(u *units.Unit) {}
	limb := []Order{{Location: units.RightArm}}
	for name, c := range map[string]struct {
		rules    func(*Rules)
		unit     func(*units.Unit) // of the first side
		foe      func(*units.Unit)
		counts   [2]int
		distance float64
		orders   []Order
	}{
		"as written":           {},
		"contest":              {rules: func(r *Rules) { r.AttackMustSucceed = true }},
		"criticals":            {rules: func(r *Rules) { r.Criticals = true }, unit: wields("1d+1 cut", 16)},
		"contest, criticals":   {rules: func(r *Rules) { r.AttackMustSucceed, r.Criticals = true, true }, unit: wields("1d+1 cut", 9)},
		"ties":                 {rules: func(r *Rules) { r.InitiativeTie = true }},
		"no HT rolls":          {rules: func(r *Rules) { r.HTHalving = false }},
		"injury by the hit":    {rules: func(r *Rules) { r.InjuryPerHit = true }, foe: func(u *units.Unit) { u.Armour.Set(units.Torso, 2) }},
		"one roll":             {rules: func(r *Rules) { r.DamageRolls, r.OnceOver = RollOnce, 2 }},
		"no rolls":             {rules: func(r *Rules) { r.DamageRolls = RollMean }},
		"2d":                   {unit: wields("2d-1 cr", 13)},
		"3d":                   {unit: wields("3d cut", 11), foe: wields("3d-4 imp", 13)},
		"many dice":            {unit: wields("5d imp", 11), foe: wields("7 cut", 12)},
		"odd dice":             {unit: wields("1d10 cut", 13)},
		"blunt trauma":         {unit: wields("2d cr", 14), foe: flexible},
		"nothing goes through": {rules: func(r *Rules) { r.Fatigue = true }, foe: func(u *units.Unit) { u.Armour.SetAll(5) }},
		"a limb":               {counts: [2]int{3, 1}, orders: limb},
		"extraordinarily able": {unit: wields("1d-3 cut", 40), counts: [2]int{400, 300}},
		"far too much": {
			unit: func(u *units.Unit) {
				wields("1d imp", 200)(u)
				u.Weapons[0].Modes[0].Damage.Dice.Adds = 20_000_000
			},
			foe: func(u *units.Unit) { u.Dodge = 215 }, rules: func(r *Rules) { r.SpeedFactor = 1 },
			counts: [2]int{200_000, 3}, orders: []Order{{Location: units.Skull}},
		},
		"half of it too much": {
			unit: func(u *units.Unit) {
				wields("1d+10000 cr", 12)(u)
				u.Armour.SetAll(20)
			},
			foe:    func(u *units.Unit) { wields("1d-5 cr", 3)(u); u.HP, u.HT = 200, 16 },
			counts: [2]int{100, 4_000_000},
			rules: func(r *Rules) {
				r.SpeedFactor, r.HitMultiplier, r.NumericalBonus = 1, Table{{Upto: inf, Value: 10_000}}, nil
				r.Morale, r.Fatigue = false, false
			},
		},
		"at the worst": {unit: wields("2d-8 cr", 3), foe: wields("1d-5 cut", 2), counts: [2]int{4, 3}},
		"missiles":     {unit: func(u *units.Unit) { u.Weapons = append(u.Weapons, bow(t)) }, distance: 40},
	} {
		t.Run(name, func(t *testing.T) {
			if c.counts == [2]int{} {
				c.counts = [2]int{9, 8}
			}
			a, b := footman(t), footman(t)
			for u, change := range map[*units.Unit]func(*units.Unit){a: c.unit, b: c.foe} {
				if change == nil {
					change = plain
				}
				change(u)
			}
			s := twoSides(Group{Name: "A", Unit: a, Count: c.counts[0], Orders: c.orders}, Group{Name: "B", Unit: b, Count: c.counts[1]}, max(1, c.distance))
			s.MaxRounds = 40
			if c.rules != nil {
				c.rules(&s.Rules)
			}
			battle, err := Compile(s)
			if err != nil {
				t.Fatal(err)
			}
			trials := 700
			if c.counts[1] > 1e6 {
				trials = 60
			}
			sameBattlesBy(t, name, battle, trials, true)
			f := NewFight(battle)
			f.RollDice = true
			f.Expect(1, 1, uint64(trials))
			for trial := range uint64(trials) {
				f.Run(1, trial+1)
			}
			if f.rolled == nil || len(f.rolled.known) < 2 {
				t.Error("no dice were rolled in lanes")
			}
		})
	}
}

// What was worked out for dice is forgotten where it takes too much memory, and worked
// out anew.
func TestReckoningsAreBounded(t *testing.T) {
	b, err := Compile(melee(t, troglodyte(t), ogre(t), 10, 8))
	if err != nil {
		t.Fatal(err)
	}
	f, told := NewFight(b), NewFight(b)
	f.RollDice, told.RollDice, told.Trace = true, true, func(Event) {}
	f.Expect(1, 1, 1000)
	for trial := range uint64(1000) {
		if trial == 500 {
			f.rolled.hits = append(f.rolled.hits, make([]int32, maxReckoned)...)
		}
		if got, want := copyOf(f.Run(1, trial+1)), copyOf(told.Run(1, trial+1)); !reflect.DeepEqual(got, want) {
			t.Fatalf("trial %d: %+v, thought through %+v", trial+1, got, want)
		}
	}
	if len(f.rolled.hits) > maxReckoned {
		t.Errorf("%d hits are kept; at most %d may be", len(f.rolled.hits), maxReckoned)
	}
}

// Battles are the same where there is no more room for tables or their places, where they
// end by their last round, and after a batch that was stopped.
func TestLimitsOfLanes(t *testing.T) {
	const trials = 400
	r := rand.New(rand.NewPCG(5, 6))
	short := melee(t, troglodyte(t), ogre(t), 10, 8)
	short.MaxRounds = 3
	for name, c := range map[string]struct {
		s     Scenario
		limit func(f *Fight, trial int)
	}{
		"a full rack": {melee(t, troglodyte(t), ogre(t), 30, 20), func(f *Fight, trial int) {
			if trial == 0 {
				f.memory.rack = dice.NewRack(20_000)
			}
		}},
		"no places": {melee(t, troglodyte(t), ogre(t), 30, 20), func(f *Fight, trial int) {
			if trial == 0 {
				f.memory.places = append(f.memory.places, make([][2]dice.Place, maxPlaces-700)...)
			}
		}},
		"the last round": {short, func(*Fight, int) {}},
		"stopped batches": {melee(t, troglodyte(t), ogre(t), 10, 8), func(f *Fight, trial int) {
			if trial%100 == 99 {
				f.batch.lanes, f.batch.done.n = *randomLanes(r, 3, 8), 0
			}
		}},
	} {
		b, err := Compile(c.s)
		if err != nil {
			t.Fatal(err)
		}
		for _, rolls := range []bool{false, true} {
			eachWay(func(way string) {
				f, told := NewFight(b), NewFight(b)
				f.RollDice, told.RollDice, told.Trace = rolls, rolls, func(Event) {}
				f.Expect(2, 1, trials)
				undecided := 0
				for trial := range trials {
					c.limit(f, trial)
					got, want := copyOf(f.Run(2, uint64(trial+1))), copyOf(told.Run(2, uint64(trial+1)))
					if !reflect.DeepEqual(got, want) {
						t.Fatalf("%s, %s, dice %v, trial %d: %+v, thought through %+v", name, way, rolls, trial+1, got, want)
					}
					undecided += int(bit(got.Outcome == Undecided))
				}
				if (undecided > 0) != (name == "the last round") {
					t.Errorf("%s: %d trials are undecided", name, undecided)
				}
			})
		}
	}
}
