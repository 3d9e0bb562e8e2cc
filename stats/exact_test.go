package stats

import (
	"context"
	"fmt"
	"testing"
	"time"

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

// troglodytes and ogres are those of the rules' example, for melee.
func troglodyte() *units.Unit {
	return melee(&units.Unit{Name: "Troglodyte", ST: 12, DX: 12, HP: 12, HT: 11, FP: 11, Dodge: 10, Move: 6},
		1, units.Weapon{Name: "axe", Skill: 12, Modes: []units.Mode{{Damage: units.Damage{Dice: dice.D(2, -1), Type: units.Cutting, Divisor: 500}}}})
}

func ogre() *units.Unit {
	return melee(&units.Unit{Name: "Ogre", ST: 16, DX: 9, HP: 16, HT: 11, FP: 11, Dodge: 8, Move: 6, SM: 1},
		2, units.Weapon{Name: "mace", Skill: 10, Modes: []units.Mode{{Damage: units.Damage{Dice: dice.D(2, 2), Type: units.Crushing}}}})
}

func melee(u *units.Unit, dr int, w units.Weapon) *units.Unit {
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

func TestScratch(t *testing.T) {
	big := inContact(troglodyte(), 100, troglodyte(), 100)
	big.Rules.Fatigue = false
	for name, b := range map[string]*heroic.Battle{"duel": embedded(t, "duel"), "trog": embedded(t, "troglodytes"), "10v8": compiled(t, inContact(troglodyte(), 10, ogre(), 8)),
		"100v100": compiled(t, big)} {
		start := time.Now()
		s, err := newSweep(context.Background(), b, ExactOptions{Progress: func(p float64) { fmt.Printf("%.3g@%v ", p, time.Since(start)) }})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.run(); err != nil {
			t.Fatal(err)
		}
		y := s.tally()
		took := time.Since(start)
		mc, err := Run(context.Background(), b, Options{Trials: 400_000, Seed: 1, Confidence: 0.95})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(name, took, "rounds", s.round, "ways", len(s.ways), "places", len(s.known), "residual", y.residual, "MB", s.store.most>>20)
		for i := range y.outcomes {
			fmt.Printf("  %.5f mc %.5f [%.5f %.5f]\n", y.outcomes[i].p, mc.Outcomes[i].P, mc.Outcomes[i].Low, mc.Outcomes[i].High)
		}
	}
}

func BenchmarkExact(b *testing.B) {
	big := inContact(troglodyte(), 100, troglodyte(), 100)
	big.Rules.Fatigue = false
	for name, battle := range map[string]*heroic.Battle{"trog": embedded(b, "troglodytes"), "10v8": compiled(b, inContact(troglodyte(), 10, ogre(), 8)),
		"100v100": compiled(b, big)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := exactly(context.Background(), battle, ExactOptions{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
