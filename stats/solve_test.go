package stats

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"heroicsim/heroic"
)

// solved solves for values at which the first side of a coin wins with probability
// p. All values are flipped on the same luck.
func solved(t *testing.T, values int, p func(int) float64, o SolveOptions) *Solution {
	t.Helper()
	shares := map[*heroic.Battle]float64{}
	o.Fighter = func(b *heroic.Battle) Fighter { return &coin{p: shares[b], scale: 12} }
	s, err := Solve(t.Context(), values, func(i int) (*heroic.Battle, error) {
		b := coinBattle(12)
		shares[b] = p(i)
		return b, nil
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	s.Elapsed = 0
	return s
}

// places are a solution's crossings as values.
func places(s *Solution) string {
	var all []string
	for _, c := range s.Crossings {
		between := ""
		if c.Between {
			between = " between"
		}
		all = append(all, fmt.Sprintf("%+d %d-%d%s near %d", c.Slope, s.Curve[c.First].Value, s.Curve[c.Last].Value, between, s.Curve[c.Nearest].Value))
	}
	return strings.Join(all, ", ")
}

func TestSolve(t *testing.T) {
	falling := func(i int) float64 { return 0.95 - 0.02*float64(i) }
	peak := func(i int) float64 { return 0.3 + 0.3*max(0, 1-math.Abs(float64(i)-47)/8) }
	hill := func(i int) float64 { return 0.9 - math.Abs(float64(i)-20)*0.04 }
	for _, c := range []struct {
		name        string
		values      int
		p           func(int) float64
		target      float64
		want        string
		rise, falls bool
	}{
		{"between two", 40, falling, 0.5999, "-1 17-18 between near 18", false, true},
		{"at one", 40, falling, 0.59, "-1 18-18 near 18", false, true},
		{"out of reach", 40, falling, 0.99, "", false, true},
		{"never so little", 20, falling, 0.3, "", false, true},
		{"rising", 40, func(i int) float64 { return 1 - falling(i) }, 0.422, "+1 18-19 between near 19", true, false},
		{"twice", 41, hill, 0.675, "+1 14-15 between near 14, -1 25-26 between near 26", true, true},
		{"a peak between values that are looked at", 161, peak, 0.55, "+1 45-46 between near 46, -1 48-49 between near 48", true, true},
		{"under a peak", 161, peak, 0.65, "", true, true},
		{"in a valley", 161, func(i int) float64 { return 1 - peak(i) }, 0.35, "", true, true},
		{"two values", 2, falling, 0.94, "-1 0-1 between near 0", false, true},
		{"a step", 1000, func(i int) float64 { return map[bool]float64{false: 0.9, true: 0.1}[i > 700] }, 0.55, "-1 700-701 between near 700", false, true},
		{"level on target", 30, func(int) float64 { return 0.5 }, 0.5, "+0 0-29 near 0", false, false},
	} {
		s := solved(t, c.values, c.p, SolveOptions{Target: c.target, Options: Options{Trials: 40_000, Seed: 3}})
		if got := places(s); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if s.Rises != c.rise || s.Falls != c.falls {
			t.Errorf("%s: rises %t, falls %t", c.name, s.Rises, s.Falls)
		}
		if len(s.Curve) > 40 {
			t.Errorf("%s: %d values were tried", c.name, len(s.Curve))
		}
		if c.want == "" && c.rise && c.falls && (s.Curve[s.Nearest].Value != 47 || !s.Curve[s.Nearest].Full) {
			t.Errorf("%s: nearest at %+v", c.name, s.Curve[s.Nearest])
		}
		for i, p := range s.Curve {
			if i > 0 && p.Value <= s.Curve[i-1].Value {
				t.Errorf("%s: the curve is not in order", c.name)
			}
			if d := math.Abs(s.Curve[s.Nearest].Win.P - c.target); math.Abs(p.Win.P-c.target) < d {
				t.Errorf("%s: %d is nearer than the nearest", c.name, p.Value)
			}
		}
	}
}

// TestSolveCoverage: the value at which a side wins just as often as wanted is among
// those that the answer holds, as often as the confidence says.
func TestSolveCoverage(t *testing.T) {
	runs, covered := 200, 0
	if *long {
		runs = 2_000
	}
	for run := range runs {
		p := func(i int) float64 { return 0.9 - 0.004*float64(i) }
		s := solved(t, 100, p, SolveOptions{Target: p(37), Options: Options{Trials: 4_000, Seed: uint64(run), Workers: 1}})
		for _, c := range s.Crossings {
			if !c.Between && s.Curve[c.First].Value <= 37 && s.Curve[c.Last].Value >= 37 {
				covered++
				break
			}
		}
	}
	if *long {
		fmt.Printf("solve: %.1f %%\n", 100*float64(covered)/float64(runs))
	}
	if share := float64(covered) / float64(runs); share < 0.90 || share > 0.99 {
		t.Errorf("the answer holds the value in %v of runs", share)
	}
}

// TestSolveExactly finds where a battle with an exact answer passes a target.
func TestSolveExactly(t *testing.T) {
	battle := func(i int) (*heroic.Battle, error) {
		return example(t, "duel", fmt.Sprintf("units.bandit.dodge=%d", 6+i)), nil
	}
	exact := func(i int) float64 {
		b, _ := battle(i)
		s, err := Exact(t.Context(), b, ExactOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s.Outcomes[0].P
	}
	above, below := exact(3), exact(4)
	if above <= below {
		t.Fatalf("the swordsman wins %v and %v", above, below)
	}
	var before string
	for _, workers := range []int{1, 4} {
		s, err := Solve(t.Context(), 8, battle, SolveOptions{Target: (above + below) / 2, Options: Options{Trials: 40_000, Seed: 1, Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		if got := places(s); !strings.HasPrefix(got, "-1 3-4 between") {
			t.Errorf("%s", got)
		}
		s.Elapsed = 0
		if got := fmt.Sprintf("%+v", s); before != "" && got != before {
			t.Errorf("%d workers differ from 1", workers)
		} else {
			before = got
		}
	}
}

func TestSolveInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	tried := 0
	s, err := Solve(ctx, 100, func(int) (*heroic.Battle, error) {
		if tried++; tried == 4 {
			cancel()
		}
		return coinBattle(12), nil
	}, SolveOptions{Target: 0.5, Options: Options{Trials: 5_000, Fighter: coins(0.7, 12)}})
	if !errors.Is(err, context.Canceled) || !s.Partial || len(s.Curve) != 3 {
		t.Errorf("%v: %+v", err, s)
	}
	// The value under way keeps its whole chunks.
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	s, err = Solve(ctx, 2, func(int) (*heroic.Battle, error) { return coinBattle(12), nil }, SolveOptions{Target: 0.5, Options: Options{
		Trials: 800_000, Workers: 1, Fighter: coins(0.7, 12), Progress: func(done, _ int64) {
			if done == 3*Chunk {
				cancel()
			}
		}}})
	if !errors.Is(err, context.Canceled) || len(s.Curve) != 1 || s.Curve[0].Win.Of != 3*Chunk || s.Curve[0].Full {
		t.Errorf("%v: %+v", err, s.Curve)
	}
	bad := errors.New("bad")
	if s, err := Solve(t.Context(), 2, func(int) (*heroic.Battle, error) { return nil, bad }, SolveOptions{Target: 0.5}); s != nil || err != bad {
		t.Errorf("%v, %v", s, err)
	}
	for _, o := range []SolveOptions{{}, {Target: 1}, {Target: 0.5, Side: -1}} {
		if _, err := Solve(t.Context(), 2, nil, o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}

func TestWinsAgainst(t *testing.T) {
	a := wins{trials: 70, words: []uint64{0b1101, 0b100011}}
	b := wins{trials: 66, words: []uint64{0b0111, 0b10}}
	if onlyA, onlyB, n := a.against(&b); onlyA != 2 || onlyB != 1 || n != 66 {
		t.Errorf("%d %d of %d", onlyA, onlyB, n)
	}
	if a.count() != 6 {
		t.Errorf("%d won", a.count())
	}
}
