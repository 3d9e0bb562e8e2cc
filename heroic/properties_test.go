package heroic

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"heroicsim/units"

	"pgregory.net/rapid"
)

// soldier draws a combatant of any make.
func soldier(t *rapid.T, label string) *units.Unit {
	in := func(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(t, label+what) }
	u := &units.Unit{
		Name: label, ST: in(5, 25, "ST"), HP: in(1, 30, "HP"), HT: in(3, 18, "HT"), FP: in(1, 15, "FP"), DX: 10, SM: in(-3, 4, "SM"),
		Move: in(0, 12, "Move"), Dodge: in(0, 14, "Dodge"), Parry: in(0, 14, "Parry"), Block: in(0, 14, "Block"),
		Encumbrance: units.Encumbrance(in(0, 4, "Enc")), NeverTires: rapid.Bool().Draw(t, label+"tires"),
		Skills: map[string]int{"fast-draw": in(1, 18, "FastDraw")},
		Traits: units.Traits{ExtraAttack: in(0, 2, "EA"), Fearlessness: in(0, 3, "Fearless"), DecreasedTimeRate: rapid.Bool().Draw(t, label+"slow"),
			PeripheralVision: in(0, 3, "peripheral") == 0,
			Tolerance:        units.Tolerance(max(0, in(-3, 3, "tolerance"))), NoBrain: rapid.Bool().Draw(t, label+"brain")},
	}
	if rapid.Bool().Draw(t, label+"odd") {
		u.Traits.NightVision, u.Traits.Blind, u.Traits.Invisible = in(0, 9, "night vision"), in(0, 3, "blind") == 0, in(0, 3, "invisible") == 0
		u.Traits.Mounted, u.ShieldDB, u.Skills["riding (horse)"] = rapid.Bool().Draw(t, label+"mounted"), in(0, 3, "DB"), in(8, 15, "Riding")
	}
	u.Armour.SetAll(in(0, 8, "DR"))
	u.Armour.SetFlexible(units.Torso, rapid.Bool().Draw(t, label+"flexible"))
	kind := func() units.Damage {
		d := units.DamageType(in(0, 9, "type"))
		if d == units.FatigueDamage { // which anyBattle sees to
			d = units.Toxic
		}
		return units.Damage{
			Dice: diceOf(in(0, 5, "dice"), in(-4, 6, "adds")), Type: d,
			Divisor: units.Divisor([]int{0, 500, 2000}[in(0, 2, "divisor")]),
		}
	}
	for k := range in(0, 2, "melee") {
		u.Weapons = append(u.Weapons, units.Weapon{
			Name: fmt.Sprint("blade ", k), Skill: in(1, 25, "skill"), Reach: []int{in(0, 3, "reach")},
			Modes: []units.Mode{{Damage: kind()}, {Damage: kind()}}, Unwieldy: rapid.Bool().Draw(t, label+"unwieldy"), MinST: in(0, 14, "minST"),
			Width: float64(in(0, 80, "width")), Weight: float64(in(0, 40, "weight")), TwoHanded: rapid.Bool().Draw(t, label+"two-handed"),
		})
	}
	if rapid.Bool().Draw(t, label+"shoots") {
		u.Weapons = append(u.Weapons, units.Weapon{
			Name: "bow", Skill: in(1, 25, "bow"), Ranged: true, Acc: in(0, 4, "Acc"), MaxRange: float64(in(1, 200, "range")),
			HalfDamage: float64(in(0, 100, "half")), Bulk: -in(0, 8, "bulk"), RoF: in(0, 12, "RoF"), Shots: in(0, 3, "shots"), Reload: in(0, 25, "reload"),
			Ammo: in(0, 5, "ammo"), Thrown: rapid.Bool().Draw(t, label+"thrown"), Missile: units.Missile(in(0, 5, "missile")),
			Modes: []units.Mode{{Damage: kind()}},
		})
	}
	return u
}

// anyBattle draws a scenario in which nearly every rule may come up.
func anyBattle(t *rapid.T) Scenario {
	s := Scenario{Rules: DefaultRules(), MaxRounds: rapid.IntRange(1, 25).Draw(t, "limit")}
	in := func(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(t, what) }
	s.Field = Battlefield{
		Distance: float64(in(0, 60, "distance")), Visibility: -in(0, 10, "visibility"), Footing: -in(0, 4, "footing"),
		Frontage: float64(in(0, 6, "frontage")),
	}
	s.Field.Cover = anyCover(t, "field ")
	r := &s.Rules
	r.Preset(GulliverPreset(in(0, 1, "gulliver")))
	r.EqualLoad = rapid.Bool().Draw(t, "load")
	r.AttackMustSucceed, r.Criticals, r.InitiativeTie = rapid.Bool().Draw(t, "ams"), rapid.Bool().Draw(t, "crit"), rapid.Bool().Draw(t, "tie")
	r.DamageRolls, r.OnceOver, r.InjuryPerHit = DamageRolls(in(0, 2, "rolls")), in(1, 9, "over"), rapid.Bool().Draw(t, "perhit")
	r.SizeMelee, r.SurroundLimit, r.HTHalving = SizeMelee(in(0, 3, "size")), in(0, 6, "surround"), rapid.Bool().Draw(t, "ht")
	wounds := in(0, 15, "wounds") // mostly none, so that memories are tried
	r.Shock, r.Reeling, r.MajorWounds = wounds == 1 || wounds == 4, wounds == 2 || wounds == 4, wounds >= 3 && wounds <= 4
	r.Pursuit, s.Field.Terrain = rapid.Bool().Draw(t, "pursuit"), Terrain(in(0, 2, "terrain"))
	groups := [2]int{in(1, 3, "groups 1"), in(1, 3, "groups 2")}
	for side := range s.Sides {
		me := &s.Sides[side]
		me.Name = fmt.Sprint("side ", side)
		me.Pursuit = Pursuing{rapid.Bool().Draw(t, "pursue"), rapid.Bool().Draw(t, "capture"), in(0, 15, "area"), in(0, 15, "urban")}
		me.TacticsSkill, me.NoRetreat, me.Surprised = in(0, 2, "tactics"), rapid.Bool().Draw(t, "noretreat"), rapid.Bool().Draw(t, "surprised")
		for k := range groups[side] {
			label := fmt.Sprintf("%d.%d ", side, k)
			g := Group{
				Name: label, Unit: soldier(t, label), Count: in(1, 20, label+"count"), Arrives: in(0, 4, label+"arrives"),
				Ranks: in(0, 3, label+"ranks"), Character: rapid.Bool().Draw(t, label+"character"),
			}
			if k > 0 {
				g.Arrives = 0
			}
			if rapid.Bool().Draw(t, label+"placed") {
				g.Position = &Point{float64(in(-15, 15, label+"x")), float64(in(-5, 40, label+"y"))}
			}
			if rapid.Bool().Draw(t, label+"somewhere") {
				g.Posture, g.Cover, g.Elevation = Posture(in(0, int(NumPostures)-1, label+"posture")), anyCover(t, label), in(-6, 30, label+"elevation")
				g.Distraction, g.Modifiers = Distraction(in(0, 2, label+"distraction")), Modifiers{in(-3, 3, label+"melee"), in(-3, 3, label+"ranged"), in(-3, 3, label+"defence")}
			}
			for i := range in(0, 3, label+"orders") {
				o := anyOrder(t, fmt.Sprint(label, "order ", i), groups[1-side])
				if me.NoRetreat && slices.Contains(o.Tactics, Retreat) {
					o.Tactics = nil
				}
				g.Orders = append(g.Orders, o)
			}
			me.Groups = append(me.Groups, g)
		}
	}
	if in(0, 9, "fatigue damage") == 0 { // a battle that is never remembered: no more of them than needed
		for _, w := range s.Sides[0].Groups[0].Unit.Weapons {
			w.Modes[0].Damage.Type = units.FatigueDamage
		}
	}
	return s
}

// anyCover draws a cover, or none.
func anyCover(t *rapid.T, label string) *Cover {
	if rapid.Bool().Draw(t, label+"open") {
		return nil
	}
	in := func(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(t, label+what) }
	c := &Cover{DR: in(0, 6, "cover DR"), Light: rapid.Bool().Draw(t, label+"light"), Partial: rapid.Bool().Draw(t, label+"partial"), Concealment: -in(0, 5, "concealment")}
	for range in(0, 3, "exposed") {
		c.Exposed = append(c.Exposed, units.Location(in(0, int(units.NumLocations)-1, "bare")))
	}
	for range in(0, 2, "half exposed") {
		c.Half = append(c.Half, units.Location(in(0, int(units.NumLocations)-1, "half")))
	}
	return c
}

func anyOrder(t *rapid.T, label string, enemies int) Order {
	if rapid.IntRange(0, 4).Draw(t, label+"auto") == 0 {
		return Order{Auto: true}
	}
	o := Order{Tactics: []Tactic{Tactic(rapid.IntRange(0, int(NumTactics)-1).Draw(t, label+"tactic"))}}
	o.Move = Move(rapid.IntRange(0, int(NumMoves)-1).Draw(t, label+"move"))
	if CheckMove(o.Tactics[0], o.Move) != nil {
		o.Move = MoveDefault
	}
	o.Target.Rule = TargetRule(rapid.IntRange(0, 4).Draw(t, label+"target"))
	if o.Target.Rule == Named {
		for e := range enemies {
			o.Target.Groups = append(o.Target.Groups, TargetShare{e, rapid.IntRange(1, 9).Draw(t, label+"share")})
		}
	}
	o.StopAt = Stop(rapid.IntRange(0, 1).Draw(t, label+"stop"))
	if to := rapid.IntRange(-2, enemies-1).Draw(t, label+"facing"); to >= 0 {
		o.Facing = &to
	}
	o.Location = units.Location(rapid.IntRange(0, int(units.NumLocations)-1).Draw(t, label+"location"))
	o.Shots = rapid.IntRange(0, 4).Draw(t, label+"shots")
	o.Chink = rapid.Bool().Draw(t, label+"chink")
	if p := Posture(rapid.IntRange(0, 2*int(NumPostures)).Draw(t, label+"posture")); p < NumPostures {
		o.Posture = &p
	}
	if key, _ := Contradiction(&o, nil); key == "posture" {
		o.Posture = nil
	}
	if rapid.Bool().Draw(t, label+"conditional") {
		p := rapid.Float64Range(0, 1).Draw(t, label+"chance")
		locked := rapid.Bool().Draw(t, label+"locked")
		o.When = Condition{Chance: &p, Locked: &locked, Losses: &Span{Low: 0, High: 0.7}}
	}
	return o
}

// copyOf keeps a result that the next trial would overwrite.
func copyOf(r *Result) Result {
	c := *r
	c.Groups, c.Flights = slices.Clone(r.Groups), slices.Clone(r.Flights)
	return c
}

// TestAnyBattle fights generated battles and checks what must hold in all of
// them: a trial alone is the trial of the batch, a traced one is the untraced
// one, losses never heal, every battle ends as something.
func TestAnyBattle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, err := Compile(anyBattle(t))
		if err != nil {
			t.Fatalf("Compile: %v", err)
		}
		f := NewFight(b)
		var batch []Result
		for trial := range uint64(50) {
			batch = append(batch, copyOf(f.Run(7, trial+1)))
		}
		for trial := range uint64(3) {
			if alone := copyOf(NewFight(b).Run(7, trial+1)); !reflect.DeepEqual(alone, batch[trial]) {
				t.Fatalf("trial %d alone: %+v, in the batch: %+v", trial+1, alone, batch[trial])
			}
		}
		thinking := NewFight(b) // remembers no rounds
		thinking.Trace = func(Event) {}
		for trial := range batch {
			if thought := copyOf(thinking.Run(7, uint64(trial+1))); !reflect.DeepEqual(thought, batch[trial]) {
				t.Fatalf("trial %d thought through: %+v, in the batch: %+v", trial+1, thought, batch[trial])
			}
		}
		told := NewFight(b)
		pool := make([]int, len(b.Groups))
		for i := range pool {
			pool[i] = b.Groups[i].Pool
		}
		ended := 0
		told.Trace = func(e Event) {
			switch e := e.(type) {
			case Suffered:
				if e.Pool > pool[e.Group] || e.Pool < 0 || e.After > e.Before {
					t.Fatalf("%+v, but the pool was %d", e, pool[e.Group])
				}
				pool[e.Group] = e.Pool
			case Attacked:
				if e.Hits < 0 || e.Cap >= 0 && e.Hits > e.Cap || e.Injury.Injury < 0 || e.Hits > 0 && e.Margin <= 0 && e.Automatic != CriticalHit {
					t.Fatalf("%+v", e)
				}
				sum := e.Skill.Base
				for _, p := range e.Skill.Parts {
					sum += p.Value
				}
				if e.Skill.Cap == 0 && sum != e.Skill.Total {
					t.Fatalf("skill %+v adds up to %d", e.Skill, sum)
				}
			case Ended:
				ended++
			}
		}
		if r := copyOf(told.Run(7, 1)); !reflect.DeepEqual(r, batch[0]) {
			t.Fatalf("traced: %+v, untraced: %+v", r, batch[0])
		}
		if ended != 1 {
			t.Fatalf("the battle ended %d times", ended)
		}
		for _, r := range batch {
			if r.Outcome >= NumOutcomes || r.Rounds < 1 || r.Rounds > b.MaxRounds || r.Outcome == Undecided && r.Rounds != b.MaxRounds {
				t.Fatalf("%+v", r)
			}
			for i, g := range r.Groups {
				if g.HP != 0 && (g.Survivors-1)*b.Groups[i].Unit.HP >= g.HP || g.Survivors > b.Groups[i].Start || g.HP < 0 {
					t.Fatalf("group %d: %+v", i, g)
				}
				fled := 0
				if (g.Broke || g.Left) && !g.Surrender && !g.Collapsed {
					fled = g.Survivors
				}
				if b.Rules.Pursuit && (r.Flights[i].Slain+r.Flights[i].Captured+r.Flights[i].Escaped != fled || min(r.Flights[i].Slain, r.Flights[i].Captured, r.Flights[i].Escaped) < 0) {
					t.Fatalf("group %d: %d fled, and of them %+v", i, fled, r.Flights[i])
				}
			}
		}
	})
}

// keepApart moves the second side's groups off the places of the first's: who flees
// from an enemy in the same place flees to his own edge of the field, which does not
// swap.
func keepApart(s *Scenario) {
	for i := range s.Sides[1].Groups {
		for moved := true; moved; {
			moved = false
			for _, g := range s.Sides[0].Groups {
				if p := s.Sides[1].Groups[i].Position; *p == *g.Position {
					s.Sides[1].Groups[i].Position, moved = &Point{p.X, p.Y + 1}, true
				}
			}
		}
	}
}

// TestSwapExactly fights a battle and its mirror image on the same luck: the
// sides' streams are swapped with them, and so must the results be.
func TestSwapExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyBattle(t)
		s.Rules.InitiativeTie = false // a tie favours the side listed first
		for side := range s.Sides {
			for k := range s.Sides[side].Groups {
				// A stray counts the participants in file order, so its luck cannot swap.
				g := &s.Sides[side].Groups[k]
				g.Unit.Weapons = slices.DeleteFunc(g.Unit.Weapons, func(w units.Weapon) bool { return w.Ranged && len(s.Sides[0].Groups)+len(s.Sides[1].Groups) > 2 })
				if g.Position == nil {
					// Places along the front are whole yards, which mirror exactly.
					g.Position = &Point{float64(10 * k), float64(side) * s.Field.Distance}
				}
			}
		}
		keepApart(&s)
		swapped := s
		swapped.Sides[0], swapped.Sides[1] = s.Sides[1], s.Sides[0]
		b, err1 := Compile(s)
		c, err2 := Compile(swapped)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		n0 := len(s.Sides[0].Groups)
		n1 := len(s.Sides[1].Groups)
		c.Sides[0].stream, c.Sides[1].stream = 1, 0
		c.countWins()
		for i := range c.Groups {
			c.Groups[i].stream = b.Groups[(i+n0)%(n0+n1)].stream
		}
		f, g := NewFight(b), NewFight(c)
		for trial := range uint64(5) {
			x, y := f.Run(3, trial+1), g.Run(3, trial+1)
			want := x.Outcome
			if want <= SecondWins {
				want = 1 - want
			}
			same := y.Outcome == want && x.Rounds == y.Rounds
			for i := range y.Groups {
				same = same && y.Groups[i] == x.Groups[(i+n0)%(n0+n1)]
				same = same && (!b.Rules.Pursuit || y.Flights[i] == x.Flights[(i+n0)%(n0+n1)])
			}
			if !same {
				t.Fatalf("trial %d: %+v swapped is %+v", trial+1, *x, *y)
			}
		}
	})
}

// winRate fights n trials and returns the first side's share of wins, a draw
// being half a win.
func winRate(t testing.TB, s Scenario, n int) float64 {
	t.Helper()
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	f, wins := NewFight(b), 0.0
	for trial := range uint64(n) {
		switch f.Run(1, trial+1).Outcome {
		case FirstWins:
			wins++
		case Draw, Undecided:
			wins += 0.5
		}
	}
	return wins / float64(n)
}

// propertyTrials is how many trials a rate is estimated by: fewer under the race
// detector's -short.
func propertyTrials() int {
	if testing.Short() {
		return 2_000
	}
	return 20_000
}

// tolerance is five standard errors of the difference of two such rates, at
// most.
func tolerance() float64 { return 5 * math.Sqrt(2*0.25/float64(propertyTrials())) }

func melee(t testing.TB, a, b *units.Unit, na, nb int) Scenario {
	ax, bx := *a, *b
	ax.Weapons, bx.Weapons = slices.Clone(a.Weapons[:1]), slices.Clone(b.Weapons[:1])
	neutral := []Order{{Tactics: []Tactic{Neutral}}}
	return twoSides(Group{Name: "A", Unit: &ax, Count: na, Orders: neutral}, Group{Name: "B", Unit: &bx, Count: nb, Orders: neutral}, 1)
}

// TestMirrorIsEven: equal sides win equally often.
func TestMirrorIsEven(t *testing.T) {
	for _, s := range []Scenario{
		melee(t, troglodyte(t), troglodyte(t), 10, 10),
		melee(t, ogre(t), ogre(t), 1, 1),
		twoSides(
			Group{Name: "A", Unit: troglodyte(t), Count: 7, Orders: []Order{{Auto: true}}},
			Group{Name: "B", Unit: troglodyte(t), Count: 7, Orders: []Order{{Auto: true}}}, 50),
	} {
		if p := winRate(t, s, propertyTrials()); math.Abs(p-0.5) > tolerance() {
			t.Errorf("the first of two equal sides wins %.4f", p)
		}
	}
}

// TestMoreIsNoWorse: more skill, HP, DR or numbers in melee never lowers the win
// rate beyond error.
func TestMoreIsNoWorse(t *testing.T) {
	for name, more := range map[string]func(u *units.Unit, n *int, k int){
		"skill":   func(u *units.Unit, _ *int, k int) { u.Weapons[0].Skill += k },
		"HP":      func(u *units.Unit, _ *int, k int) { u.HP += 2 * k },
		"DR":      func(u *units.Unit, _ *int, k int) { u.Armour.SetAll(1 + k) },
		"Dodge":   func(u *units.Unit, _ *int, k int) { u.Dodge += k },
		"numbers": func(_ *units.Unit, n *int, k int) { *n += 2 * k },
	} {
		t.Run(name, func(t *testing.T) {
			last := 0.0
			for k := range 5 {
				u, n := troglodyte(t), 8
				u.Weapons = slices.Clone(u.Weapons)
				more(u, &n, k)
				p := winRate(t, melee(t, u, ogre(t), n, 8), propertyTrials())
				if p < last-tolerance() {
					t.Errorf("step %d lowers the win rate from %.4f to %.4f", k, last, p)
				}
				last = p
			}
			if last < 0.7 {
				t.Errorf("four steps of %s bring no more than %.4f", name, last)
			}
		})
	}
}

// TestSeedsShareNothing: the battles of seeds 1 and 2 are all different.
func TestSeedsShareNothing(t *testing.T) {
	b, err := Compile(melee(t, troglodyte(t), ogre(t), 30, 25))
	if err != nil {
		t.Fatal(err)
	}
	story := func(seed, trial uint64) string {
		f, s := NewFight(b), ""
		f.Trace = func(e Event) {
			if e, ok := e.(Attacked); ok {
				s += fmt.Sprint(e.Attack, e.Defend, e.Injury.Rolls)
			}
		}
		f.Run(seed, trial)
		return s
	}
	seen := map[string]uint64{}
	for trial := range uint64(500) {
		seen[story(1, trial+1)] = trial + 1
	}
	for trial := range uint64(500) {
		if k, ok := seen[story(2, trial+1)]; ok {
			t.Errorf("trial %d of seed 2 is trial %d of seed 1", trial+1, k)
		}
	}
}

// TestNobodyCanHurt: two groups that cannot hurt each other end at the limit.
func TestNobodyCanHurt(t *testing.T) {
	s := melee(t, troglodyte(t), ogre(t), 3, 3)
	for side := range s.Sides {
		s.Sides[side].Groups[0].Unit.Armour.SetAll(1000)
		s.Sides[side].Groups[0].Unit.NeverTires = true
	}
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	if r := NewFight(b).Run(1, 1); r.Outcome != Undecided || r.Rounds != DefaultMaxRounds {
		t.Errorf("%+v, want undecided at round %d", *r, DefaultMaxRounds)
	}
}

// TestEdges: numbers at the edges neither crash nor overflow.
func TestEdges(t *testing.T) {
	for _, c := range []struct {
		name     string
		a, b     int
		hp       int
		skill    int
		damage   string
		distance float64
	}{
		{"duel", 1, 1, 10, 12, "1d cut", 1},
		{"a million", 1_000_000, 1_000_000, 12, 12, "2d cut", 1},
		{"one against a million", 1, 1_000_000, 12, 12, "2d cut", 0},
		{"HP 10,000", 1_000_000, 3, 10_000, 20, "40d imp", 1},
		{"skill 1", 5, 5, 10, 1, "1d cr", 1},
		{"skill 60", 5, 1_000_000, 10, 60, "40d cut", 1},
		{"0d+1", 5, 5, 10, 14, "0d+1 cr", 1},
		{"far", 5, 5, 10, 14, "1d cr", 100_000},
		{"no distance", 5, 5, 10, 14, "1d cr", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := &units.Unit{Name: "u", ST: 10, HP: c.hp, HT: 10, FP: 10, Move: 5, Dodge: 8,
				Weapons: []units.Weapon{{Name: "w", Skill: c.skill, Modes: modes(t, c.damage)}}}
			for _, tactic := range []Tactic{AllOutOffensive, AllOutDefensive, Neutral} {
				o := []Order{{Tactics: []Tactic{tactic}}}
				b, err := Compile(twoSides(Group{Name: "A", Unit: u, Count: c.a, Orders: o}, Group{Name: "B", Unit: u, Count: c.b, Orders: o}, c.distance))
				if err != nil {
					t.Fatal(err)
				}
				f := NewFight(b)
				for trial := range uint64(20) {
					if r := f.Run(1, trial+1); r.Groups[0].HP < 0 || r.Groups[1].HP < 0 {
						t.Fatalf("%+v", *r)
					}
				}
			}
		})
	}
}

// allocations is how many a run of something makes at least, of a few measurements:
// those of the whole program are counted, and what runs beside it makes some, the more
// the longer it has to wait for a processor.
func allocations(runs int, do func()) float64 {
	least := math.Inf(1)
	for range 5 {
		if least = min(least, testing.AllocsPerRun(runs, do)); least == 0 {
			break
		}
	}
	return least
}

// TestNoAllocations: a trial allocates nothing once its fight is warm.
func TestNoAllocations(t *testing.T) {
	auto := []Order{{Auto: true}}
	for name, s := range map[string]Scenario{
		"one by one": twoSides(
			Group{Name: "T", Unit: troglodyte(t), Count: 10, Orders: auto},
			Group{Name: "O", Unit: ogre(t), Count: 8, Orders: auto}, 70),
		"in lanes": melee(t, troglodyte(t), ogre(t), 10, 8),
	} {
		b, err := Compile(s)
		if err != nil {
			t.Fatal(err)
		}
		f := NewFight(b)
		for _, f.RollDice = range []bool{false, true} {
			many := func() {
				f.Expect(1, 1, 1024)
				for trial := uint64(1); trial <= 1024; {
					r := f.Ready(1, trial)
					if len(r.Ends) == 0 {
						f.Run(1, trial)
					}
					trial += uint64(max(1, len(r.Ends)))
				}
			}
			for trial := range uint64(2000) {
				f.Run(1, trial+1)
			}
			many()
			if n := allocations(200, func() { f.Run(1, 99) }); n != 0 {
				t.Errorf("%s, dice %v: %v allocations a trial", name, f.RollDice, n)
			}
			eachWay(func(way string) {
				if n := allocations(20, many); n != 0 {
					t.Errorf("%s, dice %v, %s: %v allocations in 1024 trials in order", name, f.RollDice, way, n)
				}
			})
		}
		if (f.batch != nil) != (name == "in lanes") {
			t.Errorf("%s is fought otherwise", name)
		}
	}
}

// TestRememberedRounds: battles fought from remembered rounds are those that are
// thought through, trial after trial, however many came before.
func TestRememberedRounds(t *testing.T) {
	trials := 1500
	if testing.Short() {
		trials = 100
	}
	losses := Condition{Losses: &Span{Low: 1.0 / 3, High: 1}}
	spread := func(distance float64, a, b []Group) Scenario {
		s := twoSides(Group{}, Group{}, distance)
		s.Sides[0].Groups, s.Sides[1].Groups = a, b
		return s
	}
	here := func(u *units.Unit, n int, y float64, orders ...Order) Group {
		return Group{Name: u.Name, Unit: u, Count: n, Orders: orders, Position: &Point{0, y}}
	}
	noRetreat := spread(1, []Group{here(bandit(t), 5, 0), here(swordsman(t), 3, 0)}, []Group{here(ogre(t), 3, 1)})
	noRetreat.Sides[0].NoRetreat = true
	characters, fresh := melee(t, bandit(t), swordsman(t), 4, 3), melee(t, bandit(t), swordsman(t), 9, 6)
	characters.Sides[0].Groups[0].Character = true
	fresh.Rules.Fatigue = false
	for side := range fresh.Sides {
		fresh.Sides[side].Groups[0].Unit.Encumbrance = units.Heavy
	}
	surprised := melee(t, bandit(t), swordsman(t), 7, 6)
	surprised.Sides[1].Surprised = true
	crossbow := bow(t)
	crossbow.Name, crossbow.Reload, crossbow.Ammo = "crossbow", 16, 4
	dart := units.Weapon{Name: "dart", Skill: 12, Modes: modes(t, "1d-2 imp"), Ranged: true, Acc: 1, MaxRange: 90, RoF: 1, Shots: 1, Reload: 1, Bulk: -2, Thrown: true, Ammo: 3}
	shooter := func(weapons ...units.Weapon) *units.Unit {
		return footman(t, armed(append(weapons, sword(t))...), func(u *units.Unit) { u.Skills = map[string]int{"Fast-Draw (dart)": 11} })
	}
	hold := Order{Move: Hold}
	long := pike(t)
	long.Reach = []int{1, 2, 3}
	// Archers back into the reach of pikes, who strike them without being locked.
	slow := func(u *units.Unit) { u.Move = 2 }
	backing := Order{Move: Away, Shots: 1, Target: Target{Rule: Named, Groups: []TargetShare{{Group: 0, Share: 1}}}}
	archers := footman(t, armed(bow(t), sword(t)), slow)
	reach := spread(20, []Group{at(0, 0, band(footman(t, armed(long)), 4, hold)), at(0, -20, band(footman(t, armed()), 1, hold))},
		[]Group{at(-0.7, -12, band(archers, 6, backing)), at(0.7, -12, band(archers, 6, backing))})
	reach.Rules.Morale, reach.Rules.Fatigue = false, false
	second, turned := 1, Order{Target: Target{Rule: Named, Groups: []TargetShare{{Group: 1, Share: 1}}}}
	turned.Facing = &second
	chance := 0.4
	turning := turned
	turning.When.Chance = &chance
	round := Order{Move: Rear, Shots: 1}
	when := func(c Condition, tactics ...Tactic) Order { return Order{When: c, Tactics: tactics} }
	first, few := &Span{Low: 1, High: 1}, &Span{Low: math.Inf(-1), High: 0.6}
	apart, near := false, &Span{Low: math.Inf(-1), High: 30}
	longbow := bow(t)
	longbow.Skill, longbow.Modes = 18, modes(t, "2d+2 imp")
	for name, s := range map[string]Scenario{
		"characters":     characters,
		"fresh":          fresh,
		"surprised":      surprised,
		"crossbows":      spread(80, []Group{{Unit: shooter(crossbow), Count: 6, Orders: []Order{hold}}}, []Group{{Unit: shooter(crossbow), Count: 5, Orders: []Order{hold}}}),
		"bows":           spread(80, []Group{{Unit: shooter(bow(t)), Count: 3, Orders: []Order{hold}}, {Unit: shooter(bow(t)), Count: 2, Orders: []Order{hold}}}, []Group{{Unit: shooter(bow(t)), Count: 5, Orders: []Order{hold}}}),
		"into reach":     reach,
		"shot down":      spread(80, []Group{{Unit: shooter(longbow), Count: 2, Orders: []Order{hold}}}, []Group{{Unit: shooter(longbow), Count: 3, Orders: []Order{hold}}}),
		"darts":          spread(50, []Group{{Unit: shooter(dart), Count: 6, Orders: []Order{hold}}}, []Group{{Unit: shooter(dart, bow(t)), Count: 5, Orders: []Order{hold}}}),
		"a rearguard":    spread(1, []Group{here(bandit(t), 6, 0, Order{When: losses, Tactics: []Tactic{Retreat}}, Order{}), here(bandit(t), 5, 0)}, []Group{here(ogre(t), 4, 1)}),
		"two on one":     spread(1, []Group{here(bandit(t), 5, 0), here(swordsman(t), 3, 0)}, []Group{here(ogre(t), 3, 1)}),
		"no retreat":     noRetreat,
		"a flank march":  spread(1, []Group{here(bandit(t), 5, 0), at(-30, -9, band(swordsman(t), 6, round))}, []Group{here(ogre(t), 4, 1)}),
		"to both flanks": spread(30, []Group{here(swordsman(t), 5, 0), at(-9, 0, band(bandit(t), 4, does(Neutral, FlankLeft))), at(9, 0, band(troglodyte(t), 4, does(Offensive, FlankRight)))}, []Group{here(ogre(t), 5, 30), here(ogre(t), 2, 33)}),
		"turning":        spread(1, []Group{here(bandit(t), 5, 0), here(swordsman(t), 3, 2)}, []Group{here(ogre(t), 4, 1, turning, Order{})}),
		"turned":         spread(1, []Group{here(bandit(t), 5, 0), here(swordsman(t), 3, 2), here(bandit(t), 2, 1.5)}, []Group{here(ogre(t), 4, 1, turned)}),
		"both ways":      spread(20, []Group{here(bandit(t), 5, 0, turning, Order{StopAt: AtReach}), here(swordsman(t), 3, 0)}, []Group{here(ogre(t), 2, 20), here(troglodyte(t), 6, 22, round, Order{Facing: &second})}),
		"many":           spread(1, []Group{here(bandit(t), 5, 0), here(swordsman(t), 3, 0), here(bandit(t), 4, 0)}, []Group{here(ogre(t), 3, 1), here(troglodyte(t), 6, 1)}),
		"by turns": spread(70,
			[]Group{here(troglodyte(t), 10, 0, when(Condition{Rounds: first}, Offensive), when(losses, AllOutDefensive), when(Condition{}, HoldGround))},
			[]Group{here(ogre(t), 8, 70, when(Condition{Rounds: first}, Offensive), when(Condition{Locked: &apart}, AllOutOffensive), when(Condition{}, Neutral))}),
		"by what is left": spread(40,
			[]Group{here(shooter(bow(t)), 9, 0, when(Condition{Distance: near, HP: few}, Defensive), when(Condition{EnemyLosses: losses.Losses}, AllOutOffensive), when(Condition{Ratio: few}, Retreat))},
			[]Group{here(bandit(t), 12, 40, when(Condition{FP: few}, Defensive), when(Condition{}, Offensive))}),
		"approach":       spread(60, []Group{{Unit: troglodyte(t), Count: 8}, {Unit: bandit(t), Count: 6}}, []Group{{Unit: ogre(t), Count: 4}}),
		"auto":           spread(60, []Group{{Unit: troglodyte(t), Count: 8, Orders: []Order{{Auto: true}}}}, []Group{{Unit: ogre(t), Count: 4, Orders: []Order{{Auto: true}}}}),
		"by the numbers": spread(1, []Group{here(bandit(t), 6, 0, Order{When: losses, Tactics: []Tactic{Defensive}}, Order{})}, []Group{here(ogre(t), 3, 1, Order{Tactics: []Tactic{Offensive, Neutral}})}),
	} {
		b, err := Compile(s)
		if err != nil {
			t.Fatal(err)
		}
		sameBattles(t, name, b, trials)
	}
}

// sameBattles fights trials told, one by one, and side by side where they can be, with
// vectors and without.
func sameBattles(t *testing.T, name string, b *Battle, trials int) {
	t.Helper()
	for _, rolls := range []bool{false, true} {
		sameBattlesBy(t, name, b, trials, rolls)
	}
}

func sameBattlesBy(t *testing.T, name string, b *Battle, trials int, rolls bool) {
	t.Helper()
	if rolls {
		name += ", every die rolled"
	}
	told, single := NewFight(b), NewFight(b)
	told.Trace, told.RollDice, single.RollDice = func(Event) {}, rolls, rolls
	var want []Result
	for trial := range uint64(trials) {
		want = append(want, copyOf(told.Run(3, trial+1)))
		if got := copyOf(single.Run(3, trial+1)); !reflect.DeepEqual(got, want[trial]) {
			t.Errorf("%s, trial %d: %+v, thought through %+v", name, trial+1, got, want[trial])
			return
		}
	}
	eachWay(func(way string) {
		f, ready := NewFight(b), NewFight(b)
		f.RollDice, ready.RollDice = rolls, rolls
		// As a worker does: by chunks, of which some are left out.
		for first := 0; first < trials; first += 256 {
			last := min(first+170, trials)
			f.Expect(3, uint64(first+1), uint64(last))
			ready.Expect(3, uint64(first+1), uint64(last))
			for trial := first; trial < last; {
				r := ready.Ready(3, uint64(trial+1))
				for i, end := range r.Ends {
					result := want[trial+i]
					if end&Later != 0 {
						if got := copyOf(ready.Run(3, uint64(trial+i+1))); !reflect.DeepEqual(got, result) {
							t.Errorf("%s, %s, trial %d: later %+v, thought through %+v", name, way, trial+i+1, got, result)
							return
						}
						continue
					}
					is := end.Outcome() == result.Outcome && int(r.Rounds[i]) == result.Rounds
					for g := range r.HP {
						in := &result.Groups[g]
						is = is && int(r.HP[g][i]) == in.HP && end.Broke(g) == in.Broke && end.Fell(g) == (in.HP == 0)
						is = is && in.Surrender == (in.Broke && b.Surrenders(g))
					}
					if !is {
						t.Errorf("%s, %s, trial %d: %b, round %d, HP %v; thought through %+v", name, way, trial+i+1, end, r.Rounds[i], r.HP, result)
						return
					}
				}
				if len(r.Ends) == 0 {
					ready.Run(3, uint64(trial+1))
				}
				for range max(1, len(r.Ends)) {
					if got := copyOf(f.Run(3, uint64(trial+1))); !reflect.DeepEqual(got, want[trial]) {
						t.Errorf("%s, %s, trial %d: side by side %+v, thought through %+v", name, way, trial+1, got, want[trial])
						return
					}
					trial++
				}
			}
		}
	})
}

// TestSwitched: what a Fight is told to do between trials, or asked for out of order,
// changes only the trials that follow.
func TestSwitched(t *testing.T) {
	b, err := Compile(melee(t, troglodyte(t), ogre(t), 10, 8))
	if err != nil {
		t.Fatal(err)
	}
	f, told := NewFight(b), NewFight(b)
	told.Trace = func(Event) {}
	trial := uint64(0)
	same := func(n int, seed uint64) {
		t.Helper()
		for range n {
			trial++
			told.RollDice = f.RollDice
			if got, want := copyOf(f.Run(seed, trial)), copyOf(told.Run(seed, trial)); !reflect.DeepEqual(got, want) {
				t.Fatalf("trial %d: %+v, thought through %+v", trial, got, want)
			}
		}
	}
	f.Expect(1, 1, 1000)
	same(150, 1)
	f.RollDice = true
	same(10, 1)
	f.RollDice = false
	same(10, 1)
	f.Trace = func(Event) {}
	same(10, 1)
	f.Trace, f.Beginnings = nil, func(RoundBegins) {}
	same(10, 1)
	f.Beginnings = nil
	same(10, 1)
	same(10, 2)
	trial = 0
	same(300, 1)
	var stop atomic.Bool
	f.Stop = &stop
	f.Expect(1, trial+1, trial+200)
	stop.Store(true)
	if r := f.Run(1, trial+1); r != nil || len(f.Ready(1, trial+1).Ends) > 0 {
		t.Error("a stopped Fight has results")
	}
	stop.Store(false)
	same(200, 1)
}

// TestCrowdsAreTold: groups too large for tables by numbers fight the same battles
// in a batch, round after round without thinking, and when they are told.
func TestCrowdsAreTold(t *testing.T) {
	for _, size := range [][2]int{{900, 800}, {1, 1}, {130, 1}, {30_000, 20_000}} {
		b, err := Compile(melee(t, troglodyte(t), ogre(t), size[0], size[1]))
		if err != nil {
			t.Fatal(err)
		}
		sameBattles(t, fmt.Sprint(size), b, 30)
	}
}

// TestStop: a battle that is stopped has no result, and the next one is as ever.
func TestStop(t *testing.T) {
	b, err := Compile(melee(t, troglodyte(t), ogre(t), 10, 8))
	if err != nil {
		t.Fatal(err)
	}
	f := NewFight(b)
	want := copyOf(f.Run(1, 1))
	f.Stop = new(atomic.Bool)
	f.Stop.Store(true)
	if r := f.Run(1, 2); r != nil {
		t.Errorf("a stopped battle ended: %+v", *r)
	}
	f.Stop.Store(false)
	if got := copyOf(f.Run(1, 1)); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	begun := 0
	f.Trace = func(e Event) {
		if _, ok := e.(PhaseBegins); ok {
			begun++
			f.Stop.Store(true)
		}
	}
	if r := f.Run(1, 2); r != nil || begun != 1 {
		t.Errorf("a battle that is stopped within a round ended after %d phases", begun)
	}
	f.Trace = nil
	f.Stop.Store(false)
	if got := copyOf(f.Run(1, 1)); !reflect.DeepEqual(got, want) {
		t.Errorf("after a round that was cut: %+v, want %+v", got, want)
	}
}

// TestMemoryIsBounded: a Fight of many groups, whose rounds hardly ever come up
// again, remembers few of them.
func TestMemoryIsBounded(t *testing.T) {
	s, half := melee(t, troglodyte(t), ogre(t), 1, 1), 0.5
	for side := range s.Sides {
		g := s.Sides[side].Groups[0]
		g.Orders = []Order{{When: Condition{Chance: &half}, Tactics: []Tactic{Offensive}}, {Tactics: []Tactic{Neutral, Defensive}}}
		s.Sides[side].Groups = slices.Repeat([]Group{g}, 40)
	}
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	f := NewFight(b)
	for trial := range uint64(150) {
		f.Run(1, trial+1)
	}
	if limit := memoryLimit(80, 0); f.memory.rounds > limit || len(f.memory.scenes) > limit || limit > 200 {
		t.Errorf("%d rounds and %d scenes are remembered, of at most %d", f.memory.rounds, len(f.memory.scenes), limit)
	}
	if f.memory.limit < 50 || memoryLimit(2, mostChoices) < 900 {
		t.Errorf("too little is remembered: %d, %d", f.memory.limit, memoryLimit(2, mostChoices))
	}
}
