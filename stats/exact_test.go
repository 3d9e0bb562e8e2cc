package stats

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
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
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	s, err := newSweep(ctx, b, ExactOptions{})
	if err != nil {
		return nil, nil, err
	}
	all := map[ending]float64{}
	groups := make([]heroic.GroupResult, len(b.Groups))
	s.cell = func(end *heroic.Situation, pools []int, p float64) {
		for i := range groups {
			end.Result(i, pools[i], b.Groups[i].Unit.HP, &groups[i])
		}
		all[endingOf(end.Outcome, s.round, groups)] += p
	}
	if err := s.run(); err != nil {
		err = fmt.Errorf("%w: round %d, %d places, %d ways, %d now, %d next, %d bytes", err, s.round, len(s.known), len(s.ways), len(s.now[0]), len(s.next), s.store.most)
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

// TestExactAgrees holds the solver to the trials of the examples of two groups.
func TestExactAgrees(t *testing.T) {
	for _, name := range []string{"duel", "troglodytes"} {
		t.Run(name, func(t *testing.T) { agree(t, embedded(t, name), 200_000) })
	}
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
		t.Run(fmt.Sprint(seed), func(t *testing.T) { agree(t, compiled(t, s), trials) })
	}
}

var _ = errors.As
