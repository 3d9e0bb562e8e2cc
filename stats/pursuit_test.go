package stats

import (
	"math"
	"testing"

	"heroicsim/heroic"
	"heroicsim/scenarios"
)

// TestPursuitCounted: how many of a group flee, are slain, captured and escape adds up
// in every outcome, and does not depend on workers; without the switch nothing is
// counted.
func TestPursuitCounted(t *testing.T) {
	for _, set := range []string{"rules.pursuit=on", "rules.pursuit=off"} {
		l, err := scenarios.Load("pursuit", scenarios.Options{Sets: []string{set}})
		if err != nil {
			t.Fatal(err)
		}
		b, err := heroic.Compile(l.Scenario)
		if err != nil {
			t.Fatal(err)
		}
		run := func(workers int) *Study {
			s, err := Run(t.Context(), b, Options{Trials: 3 * Chunk, Seed: 2, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			s.Elapsed, s.Battle = 0, nil
			return s
		}
		want := run(1)
		if got := run(7); !same(got, want) {
			t.Errorf("%s: 7 workers differ from 1", set)
		}
		caught := 0.0
		for _, g := range want.Groups {
			if set == "rules.pursuit=off" {
				if g.Pursuit.Fled.N != 0 {
					t.Errorf("%s: %s: %+v", set, g.Name, g.Pursuit.Fled)
				}
				continue
			}
			for out, f := range append(g.ByOutcome[:], g.Fate) {
				p := f.Pursuit
				n := want.Trials
				if out < len(g.ByOutcome) {
					n = want.Outcomes[out].Count
				}
				if p.Fled.N != n || n > 0 && math.Abs(p.Slain.Mean+p.Captured.Mean+p.Escaped.Mean-p.Fled.Mean) > 1e-9 {
					t.Errorf("%s: %+v", g.Name, p)
				}
			}
			caught += g.Pursuit.Slain.Mean + g.Pursuit.Captured.Mean
		}
		if (caught > 0.5) != (set == "rules.pursuit=on") {
			t.Errorf("%s: %v caught in the mean", set, caught)
		}
	}
}
