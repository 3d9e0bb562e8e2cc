package stats

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/scenarios"
	"heroicsim/units"
)

// embedded is an example scenario.
func embedded(t testing.TB, name string) *heroic.Battle {
	t.Helper()
	l, err := scenarios.Load(name, scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return compiled(t, l.Scenario)
}

func compiled(t testing.TB, s heroic.Scenario) *heroic.Battle {
	t.Helper()
	b, err := heroic.Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// troglodyte and ogre are those of the rules' example, for melee.
func troglodyte() *units.Unit {
	return forMelee(&units.Unit{Name: "Troglodyte", ST: 12, DX: 12, HP: 12, HT: 11, FP: 11, Dodge: 10, Move: 6}, 1,
		units.Weapon{Name: "axe", Skill: 12, Modes: []units.Mode{{Damage: units.Damage{Dice: dice.D(2, -1), Type: units.Cutting, Divisor: 500}}}})
}

func ogre() *units.Unit {
	return forMelee(&units.Unit{Name: "Ogre", ST: 16, DX: 9, HP: 16, HT: 11, FP: 11, Dodge: 8, Move: 6, SM: 1}, 2,
		units.Weapon{Name: "mace", Skill: 10, Modes: []units.Mode{{Damage: units.Damage{Dice: dice.D(2, 2), Type: units.Crushing}}}})
}

func forMelee(u *units.Unit, dr int, w units.Weapon) *units.Unit {
	u.Armour.SetAll(dr)
	w.Reach = []int{1}
	u.Weapons = []units.Weapon{w}
	return u
}

// inContact is a battle of two groups that begin locked.
func inContact(a *units.Unit, n int, b *units.Unit, m int) heroic.Scenario {
	s := heroic.Scenario{Name: "in contact", Rules: heroic.DefaultRules(), Field: heroic.Battlefield{Distance: 1}}
	s.Sides[0] = heroic.Side{Name: "A", Groups: []heroic.Group{{Name: "A", Unit: a, Count: n}}}
	s.Sides[1] = heroic.Side{Name: "B", Groups: []heroic.Group{{Name: "B", Unit: b, Count: m}}}
	return s
}

// An ending is what is compared of how a battle ended: outcome, rounds up to 12,
// and of every group the survivors and what became of it.
type ending string

func endingOf(o heroic.Outcome, rounds int, groups []heroic.GroupResult) ending {
	key := []byte{byte(o), byte(min(rounds, 12))}
	for _, g := range groups {
		key = append(key, byte(g.Survivors), byte(one(g.Broke)+2*one(g.Collapsed)+4*one(g.Left)+8*one(g.Surrender)))
	}
	return ending(key)
}

// endings are the probabilities of all endings, by the exact solver.
func endings(b *heroic.Battle) (map[ending]float64, *exactTally, error) {
	s, err := newSweep(context.Background(), b, ExactOptions{})
	if err != nil {
		return nil, nil, err
	}
	all := map[ending]float64{}
	groups := make([]heroic.GroupResult, len(b.Groups))
	s.cell = func(end *heroic.Situation, pools []int, p float64) {
		for i := range groups {
			s.e.Result(end, i, pools[i], &groups[i])
		}
		all[endingOf(end.Outcome, s.round, groups)] += p
	}
	if err := s.run(); err != nil {
		return nil, nil, err
	}
	return all, s.tally(), nil
}

// disagreement is the chance of trials that differ as much from exact endings, or
// more: by chi-square.
func disagreement(b *heroic.Battle, want map[ending]float64, seed uint64, trials int) (p float64, why string) {
	got := map[ending]float64{}
	f := heroic.NewFight(b)
	for trial := range uint64(trials) {
		r := f.Run(seed, trial+1)
		got[endingOf(r.Outcome, r.Rounds, r.Groups)]++
	}
	for e, n := range got {
		if want[e] == 0 {
			return 0, fmt.Sprintf("%v should never come up, and did %v times", []byte(e), n)
		}
	}
	var expected, observed []float64
	var rare, rareObserved float64
	for e, q := range want {
		if n := q * float64(trials); n >= 8 {
			expected, observed = append(expected, n), append(observed, got[e])
		} else {
			rare, rareObserved = rare+n, rareObserved+got[e]
		}
	}
	if rare >= 8 {
		expected, observed = append(expected, rare), append(observed, rareObserved)
	} else if rareObserved > 40 {
		return 0, fmt.Sprintf("rare endings came up %v times, want %.3g", rareObserved, rare)
	}
	if len(expected) < 2 {
		return 1, ""
	}
	x := stat.ChiSquare(observed, expected)
	return distuv.ChiSquared{K: float64(len(expected) - 1)}.Survival(x), fmt.Sprintf("chi-square %.1f over %d endings", x, len(expected))
}

// agree fails the test unless the exact answer and trials agree, and the exact
// answer adds up.
func agree(t *testing.T, b *heroic.Battle, trials int) *exactTally {
	t.Helper()
	want, tally, err := endings(b)
	if err != nil {
		t.Fatal(err)
	}
	if p, why := disagreement(b, want, 1, trials); p < 1e-5 {
		t.Errorf("chance %.2g: %s", p, why)
	}
	checkSums(t, b, tally)
	return tally
}

// checkSums adds an exact tally up in every way.
func checkSums(t *testing.T, b *heroic.Battle, y *exactTally) {
	t.Helper()
	all := 0.0
	for i := range y.outcomes {
		o := &y.outcomes[i]
		all += o.p
		sums := map[string]float64{"rounds": sum(o.rounds), "losses 0": sum(o.sides[0].losses), "losses 1": sum(o.sides[1].losses)}
		for k := range o.groups {
			g := &o.groups[k]
			sums[fmt.Sprint("survivors ", k)], sums[fmt.Sprint("hp ", k)] = sum(g.survivors), sum(g.hp)
			if !b.Groups[k].Character {
				sums[fmt.Sprint("dead ", k)] = sum(g.dead)
			} else if b.Groups[k].Count == 1 {
				sums[fmt.Sprint("below ", k)] = o.p - g.falls + sum(g.below)
			}
		}
		for what, q := range sums {
			if math.Abs(q-o.p) > 1e-12 {
				t.Errorf("outcome %d has %v, its %s %v", i, o.p, what, q)
			}
		}
	}
	if math.Abs(all-1) > 1e-12 || y.residual > 1e-12 {
		t.Errorf("all outcomes have %v, and %v is missing", all, y.residual)
	}
}

func sum(m mass) float64 {
	total := 0.0
	for _, p := range m {
		total += p
	}
	return total
}

// TestExactAgrees holds the solver to the trials of the examples of two groups, and
// of a small one of three.
func TestExactAgrees(t *testing.T) {
	names := []string{"duel", "troglodytes", "giant"}
	if !testing.Short() {
		names = append(names, "shield-wall")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) { agree(t, embedded(t, name), 200_000) })
	}
}

// TestExactFlanks holds it to battles in which somebody is taken from the side and
// rear: from where they begin, after a march of several rounds, and after a turn.
func TestExactFlanks(t *testing.T) {
	at := func(x, y float64, u *units.Unit, n int, orders ...heroic.Order) heroic.Group {
		return heroic.Group{Name: u.Name, Unit: u, Count: n, Position: &heroic.Point{X: x, Y: y}, Orders: orders}
	}
	second := 1
	hold, rear := heroic.Order{Move: heroic.Hold}, heroic.Order{Move: heroic.Rear}
	chance := 0.15
	turn := heroic.Order{Facing: &second, When: heroic.Condition{Chance: &chance}}
	leaves := heroic.Order{Tactics: []heroic.Tactic{heroic.Retreat}}
	slow := troglodyte()
	slow.Move, slow.Dodge = 3, 9
	nimble := ogre()
	nimble.Dodge = 11
	for name, groups := range map[string][2][]heroic.Group{
		"held":    {{at(0, 0, troglodyte(), 3), at(0.8, 1.6, slow, 2)}, {at(0, 1, ogre(), 3)}},
		"marched": {{at(0, 0, troglodyte(), 3, hold), at(-9, -9, slow, 2, rear)}, {at(0, 1, ogre(), 2, hold)}},
		"turning": {{at(0, 2, slow, 1), at(0, 0, slow, 4)}, {at(0, 1, nimble, 5, turn, hold)}},
		"waiting": {{at(0, 0, troglodyte(), 2, heroic.Order{Move: heroic.FlankLeft})}, {at(0, 9, ogre(), 2, hold), at(0, 12, slow, 2, hold)}},
		"behind":  {{at(0, 39, slow, 3, rear), at(0, -60, troglodyte(), 1, leaves)}, {at(0, 9, ogre(), 2, hold)}},
	} {
		s := heroic.Scenario{Rules: heroic.DefaultRules(), MaxRounds: 6}
		for side, names := range [...][2]string{{"A", "B"}, {"C", "D"}} {
			s.Sides[side] = heroic.Side{Name: names[0], Groups: groups[side]}
			for i := range s.Sides[side].Groups {
				s.Sides[side].Groups[i].Name = names[i]
			}
		}
		trials := 60_000
		if name == "turning" { // whom it faces lasts, and tells in the end
			s.MaxRounds, trials = 12, 200_000
			s.Rules.Morale, s.Rules.Fatigue = false, false
		}
		if testing.Short() {
			trials /= 10
		}
		t.Run(name, func(t *testing.T) { agree(t, compiled(t, s), trials) })
	}
}

// marches says whether somebody is ordered to walk round the enemy.
func marches(s heroic.Scenario) bool {
	for _, side := range s.Sides {
		for _, g := range side.Groups {
			if slices.ContainsFunc(g.Orders, func(o heroic.Order) bool { return o.Move >= heroic.FlankLeft }) {
				return true
			}
		}
	}
	return false
}

// TestExactAnyBattle holds the solver to the trials of generated battles.
func TestExactAnyBattle(t *testing.T) {
	battles, trials := 100, 20_000
	if testing.Short() {
		battles, trials = 20, 5_000
	}
	for seed := range battles {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 1))}
		groups, fighters := 2, 4
		if seed%5 == 4 {
			groups, fighters = 3, 2
		}
		s := g.battle(groups, fighters)
		if seed%3 == 0 {
			g.situate(&s)
		}
		if groups > 2 || marches(s) {
			s.MaxRounds = min(s.MaxRounds, 4) // groups that wander about come to ever more places
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) { agree(t, compiled(t, s), trials) })
	}
}

// TestExactFindsBrokenRules: trials by a rule that is a little off do not agree
// with the exact answer.
func TestExactFindsBrokenRules(t *testing.T) {
	s := inContact(troglodyte(), 5, ogre(), 4)
	want, _, err := endings(compiled(t, s))
	if err != nil {
		t.Fatal(err)
	}
	for name, breakIt := range map[string]func(*heroic.Rules){
		"nothing":         func(*heroic.Rules) {},
		"initiative":      func(r *heroic.Rules) { r.InitiativeBonus++ },
		"HT":              func(r *heroic.Rules) { r.HTHalving = false },
		"a tenth of hits": func(r *heroic.Rules) { r.HitMultiplier = slices.Clone(r.HitMultiplier); r.HitMultiplier[1].Value = 2 },
		"morale":          func(r *heroic.Rules) { r.MoraleBreak++ },
		"rounding":        func(r *heroic.Rules) { r.InjuryPerHit = true },
	} {
		broken := s
		breakIt(&broken.Rules)
		p, why := disagreement(compiled(t, broken), want, 3, 40_000)
		if found := p < 1e-6; found == (name == "nothing") {
			t.Errorf("%s: chance %.2g: %s", name, p, why)
		}
	}
}

// swapped is a scenario with its sides exchanged.
func swapped(s heroic.Scenario) heroic.Scenario {
	s.Sides[0], s.Sides[1] = s.Sides[1], s.Sides[0]
	return s
}

// TestExactSymmetry: a battle against oneself is even, and exchanging the sides
// exchanges the answer.
func TestExactSymmetry(t *testing.T) {
	scenarios := map[string]heroic.Scenario{
		"itself": inContact(troglodyte(), 6, troglodyte(), 6),
		"others": inContact(troglodyte(), 5, ogre(), 4),
	}
	for seed := range uint64(6) {
		g := generator{rand.New(rand.NewPCG(seed, 2))}
		s := g.battle(2, 3)
		s.Rules.InitiativeTie = false // a tie favours the side listed first
		scenarios[fmt.Sprint(seed)] = s
	}
	for name, s := range scenarios {
		x, err1 := exactly(t.Context(), compiled(t, s), ExactOptions{})
		y, err2 := exactly(t.Context(), compiled(t, swapped(s)), ExactOptions{})
		if err1 != nil || err2 != nil {
			t.Fatal(name, err1, err2)
		}
		for o, other := range [...]heroic.Outcome{heroic.SecondWins, heroic.FirstWins, heroic.Draw, heroic.Undecided} {
			a, b := &x.outcomes[o], &y.outcomes[other]
			sameMass(t, name+": p", mass{a.p}, mass{b.p})
			sameMass(t, name+": rounds", a.rounds, b.rounds)
			for k := range 2 {
				sameMass(t, name+": survivors", a.groups[k].survivors, b.groups[1-k].survivors)
				sameMass(t, name+": hp", a.groups[k].hp, b.groups[1-k].hp)
				sameMass(t, name+": broke", mass{a.groups[k].broke}, mass{b.groups[1-k].broke})
			}
		}
		if first, second := x.outcomes[heroic.FirstWins].p, x.outcomes[heroic.SecondWins].p; name == "itself" && math.Abs(first-second) > 1e-12 {
			t.Errorf("of equals the first wins %v, the second %v", first, second)
		}
	}
}

// sameMass fails the test unless two distributions are the same to 1e-12.
func sameMass(t *testing.T, what string, a, b mass) {
	t.Helper()
	for v := range max(len(a), len(b)) {
		var p, q float64
		if v < len(a) {
			p = a[v]
		}
		if v < len(b) {
			q = b[v]
		}
		if math.Abs(p-q) > 1e-12 {
			t.Errorf("%s: %v of %d on one side, %v on the other", what, p, v, q)
		}
	}
}

// TestExactByHand works a battle out that can be worked out on paper: two who fall
// by any hit, and hit by the contest alone.
func TestExactByHand(t *testing.T) {
	glass := func(skill int) *units.Unit {
		return forMelee(&units.Unit{Name: "glass", ST: 10, HP: 1, HT: 3, FP: 10, Dodge: 8, NeverTires: true}, 0,
			units.Weapon{Name: "pin", Skill: skill, Modes: []units.Mode{{Damage: units.Damage{Dice: dice.D(0, 9), Type: units.Crushing}}}})
	}
	s := inContact(glass(10), 1, glass(9), 1)
	s.MaxRounds = 3
	y, err := exactly(t.Context(), compiled(t, s), ExactOptions{})
	if err != nil {
		t.Fatal(err)
	}
	wins := func(ahead int) float64 { // a Quick Contest
		p, rolls := 0.0, dice.D(3, 0).Dist()
		for a, pa := range rolls.All() {
			for d, pd := range rolls.All() {
				if ahead-a+d > 0 {
					p += pa * pd
				}
			}
		}
		return p
	}
	var want [4]float64
	going := 1.0
	for range s.MaxRounds {
		before := going
		going = 0
		for _, bonus := range [...]int{2, -2} { // initiative: to attack and defence
			a, b := wins(10-8+bonus), wins(9-8-bonus)
			want[heroic.FirstWins] += before / 2 * a * (1 - b)
			want[heroic.SecondWins] += before / 2 * b * (1 - a)
			want[heroic.Draw] += before / 2 * a * b
			going += before / 2 * (1 - a) * (1 - b)
		}
	}
	want[heroic.Undecided] = going
	for o, p := range want {
		if math.Abs(y.outcomes[o].p-p) > 1e-14 {
			t.Errorf("outcome %d: %v, want %v", o, y.outcomes[o].p, p)
		}
	}
}

// TestExactWorkersAgree: the answer is the same to the last bit.
func TestExactWorkersAgree(t *testing.T) {
	b := compiled(t, inContact(troglodyte(), 6, ogre(), 5))
	want, err := exactly(t.Context(), b, ExactOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{2, 3, 7} {
		got, err := exactly(t.Context(), b, ExactOptions{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers come to something else", workers)
		}
	}
}

// TestExactStops: a done context ends the work, at once or soon.
func TestExactStops(t *testing.T) {
	b := compiled(t, inContact(troglodyte(), 60, ogre(), 50))
	ctx, cancel := context.WithCancel(t.Context())
	last := 0.0
	go func() {
		time.Sleep(50 * time.Millisecond)
		cancel()
	}()
	start := time.Now()
	_, err := Exact(ctx, b, ExactOptions{Progress: func(done float64) {
		if done < last {
			t.Errorf("%v is decided after %v", done, last)
		}
		last = done
	}})
	if !errors.Is(err, context.Canceled) || time.Since(start) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
	if _, err := PredictExact(ctx, b); !errors.Is(err, context.Canceled) {
		t.Errorf("the prediction: %v", err)
	}
}

// TestIntractable: what cannot be solved is said to be so, in a sentence.
func TestIntractable(t *testing.T) {
	many := inContact(troglodyte(), 2, ogre(), 2)
	for range 7 {
		many.Sides[0].Groups = append(many.Sides[0].Groups, many.Sides[0].Groups[0])
	}
	huge := ogre()
	huge.HP = 2000
	for _, c := range []struct {
		name  string
		s     heroic.Scenario
		bytes int64
		want  string
	}{
		{"groups", many, 0, "9 groups"},
		{"pool", inContact(troglodyte(), 2, huge, 1000), 0, "2000000 HP"},
		{"memory", inContact(troglodyte(), 50, ogre(), 50), 1 << 20, "more than 1 MiB"},
	} {
		_, err := Exact(t.Context(), compiled(t, c.s), ExactOptions{MaxBytes: c.bytes})
		var i *Intractable
		if !errors.As(err, &i) || !strings.Contains(i.Why, c.want) || !strings.Contains(i.Why, "would do") && !strings.Contains(i.Why, "at most") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestPredictExact holds predictions to what the answers take.
func TestPredictExact(t *testing.T) {
	for name, s := range map[string]heroic.Scenario{
		"small":  inContact(troglodyte(), 4, ogre(), 3),
		"middle": inContact(troglodyte(), 10, ogre(), 8),
	} {
		b := compiled(t, s)
		start := time.Now()
		c, err := PredictExact(t.Context(), b)
		if err != nil || time.Since(start) > 2*time.Second {
			t.Fatal(name, time.Since(start), err)
		}
		y, err := newSweep(t.Context(), b, ExactOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if err := y.run(); err != nil {
			t.Fatal(err)
		}
		if used := float64(y.store.most); float64(c.Bytes) < used/4 || float64(c.Bytes) > 10*used {
			t.Errorf("%s takes %v bytes, predicted %d", name, used, c.Bytes)
		}
	}
}

// TestPredictionsRepeat: a prediction does not depend on how fast the machine is, and
// comes at once for battles of a million rounds.
func TestPredictionsRepeat(t *testing.T) {
	stalled := inContact(troglodyte(), 2, ogre(), 2)
	stalled.MaxRounds, stalled.Rules.Fatigue = 1_000_000, false
	for side := range stalled.Sides {
		stalled.Sides[side].Groups[0].Unit.Armour.SetAll(1000)
	}
	for name, b := range map[string]*heroic.Battle{"10v8": compiled(t, inContact(troglodyte(), 10, ogre(), 8)), "stalled": compiled(t, stalled)} {
		first, err := PredictExact(t.Context(), b)
		if err != nil {
			t.Fatal(name, err)
		}
		if again, err := PredictExact(t.Context(), b); again != first || err != nil {
			t.Errorf("%s: %+v, then %+v, %v", name, first, again, err)
		}
	}
}
