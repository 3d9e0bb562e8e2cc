package stats

import (
	"context"
	"fmt"
	"testing"
	"time"

	"heroicsim/heroic"
	"heroicsim/scenarios"
)

func embedded(t testing.TB, name string) *heroic.Battle {
	l, err := scenarios.Load(name, scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroic.Compile(l.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestScratch(t *testing.T) {
	for _, name := range []string{"duel", "troglodytes", "shield-wall"} {
		b := embedded(t, name)
		start := time.Now()
		s, err := newSweep(context.Background(), b, ExactOptions{})
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
		fmt.Println(name, took, "rounds", s.round, "ways", len(s.ways), "places", len(s.known), "residual", y.residual)
		for i := range y.outcomes {
			fmt.Printf("  %.5f mc %.5f [%.5f %.5f]\n", y.outcomes[i].p, mc.Outcomes[i].P, mc.Outcomes[i].Low, mc.Outcomes[i].High)
		}
	}
}
