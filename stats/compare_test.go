package stats

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"heroicsim/heroic"
	"heroicsim/scenarios"
)

// example is a battle of the shipped ones, with values changed.
func example(t *testing.T, name string, sets ...string) *heroic.Battle {
	t.Helper()
	l, err := scenarios.Load(name, scenarios.Options{Sets: sets})
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroic.Compile(l.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func compared(t *testing.T, a, b *heroic.Battle, o CompareOptions) *Comparison {
	t.Helper()
	c, err := Compare(t.Context(), a, b, o)
	if err != nil {
		t.Fatal(err)
	}
	c.Elapsed, c.A, c.B = 0, nil, nil
	return c
}

// TestCompareItself: on the same luck, equal variants are the same in every battle.
func TestCompareItself(t *testing.T) {
	a, b := example(t, "troglodytes"), example(t, "troglodytes")
	for _, decided := range []bool{false, true} {
		c := compared(t, a, b, CompareOptions{Options: Options{Trials: 20_000, Seed: 3}, UntilDecided: decided})
		for _, o := range c.Outcomes {
			if !o.Same || o.By != 0 || !(o.Low < 0 && o.High > 0) || !math.IsNaN(o.Gain) {
				t.Errorf("%s: %+v", o.Name, o)
			}
		}
		for _, g := range c.Groups {
			if d := g.Survivors.Difference; !d.Same || d.By != 0 || d.Low != 0 || d.High != 0 {
				t.Errorf("%s %s: %+v", g.Side, g.Name, d)
			}
		}
		if c.Verdict != NoDifference || c.Reached != decided || c.Trials < 20_000 && !decided {
			t.Errorf("%v after %d trials", c.Verdict, c.Trials)
		}
	}
}

// TestPairingGains: intervals of paired differences are narrower than those of
// independent battles in the shipped examples, where one thing is changed.
func TestPairingGains(t *testing.T) {
	for _, c := range []struct {
		name, set string
		least     float64 // of the variance ratio
	}{
		{"troglodytes", "rules.initiative_bonus=1", 2},
		{"troglodytes", "sides.ogres.groups.ogres.count=9", 1.5},
		{"troglodytes", "rules.morale_break=14", 10},
		{"duel", "sides.swordsman.groups[0].orders=neutral", 1},
		{"giant", "rules.fatigue=off", 10},
		{"last-stand", "rules.morale_break=12", 1.5},
	} {
		got := compared(t, example(t, c.name), example(t, c.name, c.set), CompareOptions{Options: Options{Trials: 4_000, Seed: 1}})
		p := got.Outcomes[0]
		// Newcombe's interval for independent samples, but for its ends: the same width in the limit.
		unpaired := math.Hypot(p.A.HalfWidth(), p.B.HalfWidth())
		if p.Gain < c.least || p.Difference.HalfWidth() >= unpaired {
			t.Errorf("%s %s: gain %.2f, half-width %.4f of %.4f", c.name, c.set, p.Gain, p.Difference.HalfWidth(), unpaired)
		}
		if want := math.Sqrt(p.Gain); !p.Same && math.Abs(unpaired/p.Difference.HalfWidth()/want-1) > 0.1 {
			t.Errorf("%s %s: %.2f times as narrow, but the gain is %.2f", c.name, c.set, unpaired/p.Difference.HalfWidth(), p.Gain)
		}
	}
}

// TestCompareExactly holds the interval to exact answers.
func TestCompareExactly(t *testing.T) {
	a, b := example(t, "duel"), example(t, "duel", "rules.initiative_bonus=0")
	exactly := func(b *heroic.Battle) float64 {
		s, err := Exact(t.Context(), b, ExactOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return s.Outcomes[0].P
	}
	truth := exactly(b) - exactly(a)
	covered, runs := 0, 200
	if *long {
		runs = 2_000
	}
	for seed := range runs {
		c := compared(t, a, b, CompareOptions{Options: Options{Trials: 1_000, Seed: uint64(seed), Workers: 1}})
		if p := c.Outcomes[0]; p.Low <= truth && truth <= p.High {
			covered++
		}
	}
	if *long {
		fmt.Printf("duel, initiative_bonus 2 → 0 (%+.4f): %.1f %%\n", truth, 100*float64(covered)/float64(runs))
	}
	if share := float64(covered) / float64(runs); share < 0.90 || share > 0.99 {
		t.Errorf("the interval holds %v in %v of runs", truth, share)
	}
}

// TestComparePrecision: stopping when the interval is narrow enough hardly takes from
// its coverage.
func TestComparePrecision(t *testing.T) {
	runs, covered := 200, 0
	if *long {
		runs = 4_000
	}
	for run := range runs {
		a, b := coinBattle(12), coinBattle(12)
		o := CompareOptions{Options: Options{Precision: 0.015, Seed: uint64(run), Workers: 1}}
		o.Fighter = func(who *heroic.Battle) Fighter {
			if who == b {
				return &coin{p: 0.62, scale: 12}
			}
			return &coin{p: 0.5, scale: 12}
		}
		if p := compared(t, a, b, o).Outcomes[0]; p.Low <= 0.12 && 0.12 <= p.High {
			covered++
		}
	}
	if *long {
		fmt.Printf("compare --precision: %.1f %%\n", 100*float64(covered)/float64(runs))
	}
	if share := float64(covered) / float64(runs); share < 0.90 || share > 0.99 {
		t.Errorf("the interval holds the difference in %v of runs", share)
	}
}

// TestCompareMirror: between a battle and itself on luck of its own there is no
// difference, and "better" is said no more often than the level allows, looked at
// once or all the time.
func TestCompareMirror(t *testing.T) {
	runs := 200
	if *long {
		runs = 2_000
	}
	for _, decided := range []bool{false, true} {
		better, worse := 0, 0
		for run := range runs {
			a, b := coinBattle(12), coinBattle(12)
			o := CompareOptions{UntilDecided: decided, Delta: 1e-9, Options: Options{Trials: 8 * Chunk, Seed: uint64(run), Workers: 1}}
			o.Fighter = func(who *heroic.Battle) Fighter {
				c := &coin{p: 0.5, scale: 12}
				if who == b {
					return reseeded{c} // luck of its own
				}
				return c
			}
			switch compared(t, a, b, o).Verdict {
			case Better:
				better++
			case Worse:
				worse++
			}
		}
		if *long {
			fmt.Printf("mirror, until decided %t: better %.1f %%, worse %.1f %%\n", decided, 100*float64(better)/float64(runs), 100*float64(worse)/float64(runs))
		}
		// 2.5 % each: of 200, more than 12 come up three times in a thousand.
		if better > runs*12/200 || worse > runs*12/200 {
			t.Errorf("until decided %t: better %d times of %d, worse %d times", decided, better, runs, worse)
		}
	}
}

type reseeded struct{ Fighter }

func (f reseeded) Run(seed, trial uint64) *heroic.Result { return f.Fighter.Run(^seed, trial) }

func TestCompareVerdicts(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      Verdict
	}{
		{0.001, 0.02, Better}, {-0.02, -0.001, Worse}, {-0.01, 0.01, NoDifference}, {0, 0.01, NoDifference},
		{-0.011, 0.01, Open}, {-0.01, 0.011, Open}, {-0.1, 0, Open}, {math.NaN(), math.NaN(), Open},
	} {
		m := &match{CompareOptions: CompareOptions{Delta: 0.01}}
		if got := m.verdict(Difference{Low: c.low, High: c.high}); got != c.want {
			t.Errorf("%v to %v: %v, want %v", c.low, c.high, got, c.want)
		}
	}
}

// TestCompareUntilDecided stops at the first chunk that decides, whatever the
// workers, and has all its figures from the trials done.
func TestCompareUntilDecided(t *testing.T) {
	a, b := example(t, "troglodytes"), example(t, "troglodytes", "rules.initiative_bonus=0", "sides[0].name=Trogs")
	o := CompareOptions{UntilDecided: true, Options: Options{Seed: 2, Workers: 1}, Side: 1}
	one := compared(t, a, b, o)
	if one.Verdict != Worse || !one.Reached || one.Trials%Chunk > 0 || one.Trials > 50_000 || one.Partial {
		t.Errorf("%v after %d trials, reached %t", one.Verdict, one.Trials, one.Reached)
	}
	for _, workers := range []int{2, 5} {
		o.Workers = workers
		if more := compared(t, a, b, o); fmt.Sprintf("%+v", more) != fmt.Sprintf("%+v", one) {
			t.Errorf("%d workers differ from 1", workers)
		}
	}
	o = CompareOptions{Options: Options{Precision: 0.01, Seed: 2}}
	if c := compared(t, a, b, o); !c.Reached || c.Trials > 10_000 {
		t.Errorf("precision: %d trials", c.Trials)
	} else {
		for _, p := range c.Outcomes {
			if p.Difference.HalfWidth() > 0.01 {
				t.Errorf("%s: ± %v", p.Name, p.Difference.HalfWidth())
			}
		}
	}
}

// TestCompareSwapped has a second battle whose sides stand the other way round, and
// whose groups are others but for one.
func TestCompareSwapped(t *testing.T) {
	a, b := coinBattle(12), coinBattle(12)
	b.Sides[0], b.Sides[1] = heroic.SideInfo{Name: "orcs", First: 0, Last: 2}, heroic.SideInfo{Name: "the-party", First: 2, Last: 3}
	b.Groups[2].Name, b.Groups[2].Start = "Hirelings", 6
	c := compared(t, a, b, CompareOptions{Options: Options{Trials: 10_000, Seed: 1, Fighter: coins(0.6, 12)}})
	if p := c.Outcomes[0]; math.Abs(p.A.P-0.6) > 0.03 || math.Abs(p.B.P-0.2) > 0.03 || c.Verdict != Worse {
		t.Errorf("the party wins %v and %v", p.A.P, p.B.P)
	}
	if p := c.Outcomes[heroic.Draw]; !p.Same {
		t.Errorf("draws: %+v", p)
	}
	var names []string
	for _, g := range c.Groups {
		names = append(names, fmt.Sprintf("%s/%s %d %d", g.Side, g.Name, g.StartA, g.StartB))
	}
	if got := strings.Join(names, ", "); got != "The party/ 5 6, The party/Hirelings 4 6, Orcs/ 6 5" {
		t.Errorf("pairs: %s", got)
	}
	if s := c.Groups[1].Survivors; math.Abs(s.A.Mean-2) > 0.1 || math.Abs(s.B.Mean-3) > 0.1 {
		t.Errorf("hirelings: %v and %v", s.A.Mean, s.B.Mean)
	}
}

func TestCompareInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b := coinBattle(12)
	o := CompareOptions{Options: Options{Trials: 1_000_000, Seed: 1, Workers: 1, Fighter: coins(0.6, 12)}}
	o.Progress = func(done, _ int64) {
		if done == 3*Chunk {
			cancel()
		}
	}
	c, err := Compare(ctx, b, b, o)
	if !errors.Is(err, context.Canceled) || !c.Partial || c.Trials < 3*Chunk || c.Trials%Chunk > 0 || c.Outcomes[0].A.Of != c.Trials {
		t.Errorf("%v: %d trials, partial %t", err, c.Trials, c.Partial)
	}
	for _, o := range []CompareOptions{{Side: 2}, {Delta: 1}, {Delta: math.NaN()}, {UntilDecided: true, Options: Options{Precision: 0.1}}, {Options: Options{Trials: -1}}} {
		if _, err := Compare(t.Context(), b, b, o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}
