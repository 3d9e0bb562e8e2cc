package stats

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"heroicsim/heroic"
	"heroicsim/units"
)

// study runs coins and fails the test on any error.
func study(t *testing.T, o Options) *Study {
	t.Helper()
	return studyOf(t, coinBattle(12), o)
}

func studyOf(t *testing.T, b *heroic.Battle, o Options) *Study {
	t.Helper()
	if o.Fighter == nil {
		o.Fighter = coins(0.6, 12)
	}
	s, err := Run(t.Context(), b, o)
	if err != nil {
		t.Fatal(err)
	}
	s.Elapsed = 0
	s.Battle = nil
	return s
}

func TestWorkersAgree(t *testing.T) {
	for _, c := range []struct {
		scale int
		Options
	}{
		{12, Options{Trials: 10_000, Seed: 3}},
		{12, Options{Trials: 1, Seed: 3}},
		{12, Options{Trials: Chunk, Seed: 4}},
		{1e12, Options{Trials: 5 * Chunk, Seed: 4, Fighter: coins(0.3, 1e12)}},
		{12, Options{Trials: 1_000_000, Seed: 5, Precision: 0.006}},
	} {
		o := c.Options
		var rows bytes.Buffer
		o.Row = func(dst []byte, trial uint64, r *heroic.Result) []byte {
			return fmt.Appendf(dst, "%d %d\n", trial, r.Rounds)
		}
		run := func(workers int) (*Study, string) {
			rows.Reset()
			o.Rows, o.Workers = &rows, workers
			return studyOf(t, coinBattle(c.scale), o), rows.String()
		}
		want, wantRows := run(1)
		for _, workers := range []int{2, 3, 16} {
			got, gotRows := run(workers)
			if !same(got, want) {
				t.Errorf("%d trials: %d workers differ from 1", o.Trials, workers)
			}
			if gotRows != wantRows {
				t.Errorf("%d trials: rows of %d workers differ from those of 1", o.Trials, workers)
			}
		}
		if lines := int64(strings.Count(wantRows, "\n")); lines != want.Trials {
			t.Errorf("%d rows for %d trials", lines, want.Trials)
		}
	}
}

// same compares through text, where NaN equals NaN.
func same(a, b *Study) bool { return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b) }

func TestStudyCounts(t *testing.T) {
	const n = 50_000
	s := study(t, Options{Trials: n, Seed: 1})
	var sum int64
	for _, o := range s.Outcomes {
		sum += o.Count
		if o.Count != o.Rounds.N {
			t.Errorf("%s: %d battles, rounds of %d", o.Name, o.Count, o.Rounds.N)
		}
	}
	if sum != n || s.Trials != n || s.Partial {
		t.Errorf("outcomes sum to %d, trials %d, partial %t", sum, s.Trials, s.Partial)
	}
	near := func(what string, got, want, sd float64) {
		t.Helper()
		if math.Abs(got-want) > 5*sd/math.Sqrt(n) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	near("party wins", s.Outcomes[0].P, 0.6, 0.5)
	near("draw", s.Outcomes[heroic.Draw].P, 0.2, 0.4)
	near("rounds", s.Rounds.Mean, 3.5, 1.71)
	near("rounds' SD", s.Rounds.SD, math.Sqrt(35.0/12), 1.71)
	near("hirelings left", s.Groups[1].Survivors.Mean, 2, 1.42)
	near("hirelings break", s.Groups[1].Broke.P, 1.0/3, 0.5)
	near("orcs collapse", s.Groups[2].Collapsed.P, 0.1, 0.3)
	near("nobody of the party falls", s.Sides[0].NobodyFalls.P, 0.5, 0.5)
	near("orcs' losses", s.Sides[1].Losses.Mean, 3, 2)
	near("dead hirelings", s.Groups[1].Dead.Mean, 6.0/5, 0.8)
	near("crippled", s.Groups[0].Crippled[0].P, 0.125, 0.33)
	hero := s.Groups[0]
	if hero.Unhurt.Count+hero.Wounded.Count+hero.Falls.Count != n || hero.Falls.Count != hero.Destroyed.Count || hero.Below.N != hero.Falls.Count {
		t.Errorf("fates: %+v %+v %+v, below 0: %d", hero.Unhurt, hero.Wounded, hero.Falls, hero.Below.N)
	}
	near("hero unhurt", hero.Unhurt.P, 0.5/12, 0.2)
	near("hero stands", hero.Stands.P, 0.5*0.75, 0.5)
	near("hirelings stand", s.Groups[1].Stands.P, 0.8*2/3, 0.5)
	near("orcs stand", s.Groups[2].Stands.P, 6.0/7*0.9*0.95, 0.5)
	if !s.Sides[1].NobodyFalls.None() || !s.Groups[1].Falls.None() || hero.Dead.N != 0 {
		t.Error("who is no character has no fate, and who is one is not among the dead")
	}
	for _, g := range s.Groups {
		var n, hp int64
		for _, f := range g.ByOutcome {
			n += f.Survivors.N
			hp += f.HP.N
		}
		if n != g.Survivors.N || hp != g.HP.N || n != s.Trials {
			t.Errorf("%s: by outcome %d and %d, in all %d", g.Name, n, hp, g.Survivors.N)
		}
	}
}

// TestTallyMerge holds tallies of any split against the whole.
func TestTallyMerge(t *testing.T) {
	for _, scale := range []int{10, 1e6} {
		tallyMerges(t, scale)
	}
}

func tallyMerges(t *testing.T, scale int) {
	b := coinBattle(scale)
	tallier := newTallier(b)
	c := &coin{p: 0.4, scale: scale}
	whole, merged, part := tallier.empty(), tallier.empty(), tallier.empty()
	for trial := range uint64(5000) {
		r := c.Run(9, trial)
		tallier.add(whole, r)
		tallier.add(part, r)
		if trial%77 == 0 || trial%130 == 3 || trial == 4999 {
			tallier.settle(part)
			merged.merge(part)
			part.reset()
		}
	}
	tallier.settle(whole)
	if merged.trials() != 5000 || summaries(merged) != summaries(whole) {
		t.Error("the parts differ from the whole")
	}
}

func summaries(y *tally) string {
	var text strings.Builder
	for _, o := range append(y[:], *y.all()) {
		fmt.Fprintln(&text, o.trials, o.rounds.summary(), o.sides[0].losses.summary(), o.sides[1].spared)
		for _, g := range o.groups {
			fmt.Fprintln(&text, g.survivors.summary(), g.hp.summary(), g.dead.summary(), g.below.summary(),
				g.destroyed, g.broke, g.surrendered, g.collapsed, g.left, g.unhurt, g.falls, g.stands, g.crippled)
		}
	}
	return text.String()
}

func TestPrecision(t *testing.T) {
	s := study(t, Options{Seed: 8, Precision: 0.01})
	if !s.PrecisionReached || s.Partial || s.Trials%Chunk != 0 || s.Trials < minPrecisionTrials {
		t.Errorf("reached %t, partial %t, %d trials", s.PrecisionReached, s.Partial, s.Trials)
	}
	for _, o := range s.Outcomes {
		if o.HalfWidth() > 0.01 {
			t.Errorf("%s: ±%v", o.Name, o.HalfWidth())
		}
	}
	// With p = 0.6 it takes about 0.24 × (1.96 / 0.01)² = 9,220 trials.
	if s.Trials < 9_000 || s.Trials > 10_500 {
		t.Errorf("%d trials", s.Trials)
	}
	capped := study(t, Options{Seed: 8, Precision: 0.01, Trials: 3000})
	if capped.PrecisionReached || capped.Partial || capped.Trials != 3000 {
		t.Errorf("capped: reached %t, partial %t, %d trials", capped.PrecisionReached, capped.Partial, capped.Trials)
	}
	easy := study(t, Options{Seed: 8, Precision: 0.4})
	if easy.Trials != Chunk {
		t.Errorf("the least is %d trials", easy.Trials)
	}
}

// TestPrecisionCoverage repeats stopped runs: looking again and again must not
// spoil the intervals.
func TestPrecisionCoverage(t *testing.T) {
	runs, least := 400, 0.906 // 0.95 less 4 standard errors
	if *long {
		runs, least = 4000, 0.936
	}
	for _, p := range []float64{0.5, 0.9, 0.99} {
		covered := 0
		for seed := range uint64(runs) {
			s := study(t, Options{Seed: 1000 + seed, Precision: 0.012, Fighter: coins(p, 12), Workers: 1})
			if first := s.Outcomes[0]; first.Low <= p && p <= first.High {
				covered++
			}
		}
		share := float64(covered) / float64(runs)
		if *long {
			fmt.Printf("| %v | %.1f %% |\n", p, 100*share)
		}
		if share < least {
			t.Errorf("p %v: %d of %d intervals hold it", p, covered, runs)
		}
	}
}

// TestCancel stops a run in its middle: what is left are the leading chunks, the
// same as a run of just so many trials.
func TestCancel(t *testing.T) {
	for _, workers := range []int{1, 4} {
		ctx, cancel := context.WithCancel(t.Context())
		o := Options{Trials: 100 * Chunk, Seed: 2, Workers: workers, Fighter: func(*heroic.Battle) Fighter {
			return &coin{p: 0.6, scale: 12, after: func(trial uint64) {
				if trial == 20*Chunk+5 {
					cancel()
				}
			}}
		}}
		s, err := Run(ctx, coinBattle(12), o)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("%d workers: error %v", workers, err)
		}
		if !s.Partial || s.Trials%Chunk != 0 || s.Trials == 0 || s.Trials >= s.Planned {
			t.Fatalf("%d workers: partial %t, %d of %d trials", workers, s.Partial, s.Trials, s.Planned)
		}
		whole := study(t, Options{Trials: s.Trials, Seed: 2})
		s.Battle, s.Elapsed, s.Partial, s.Planned = nil, 0, false, s.Trials
		if !same(s, whole) {
			t.Errorf("%d workers: the part differs from a run of %d trials", workers, s.Trials)
		}
	}
}

func TestCancelBeforeAnything(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, err := Run(ctx, coinBattle(12), Options{Fighter: coins(0.5, 12)})
	if !errors.Is(err, context.Canceled) || s.Trials != 0 || !s.Partial {
		t.Errorf("error %v, study of %d trials", err, s.Trials)
	}
}

type brokenWriter struct{}

var errBroken = errors.New("disk full")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestRowsFail(t *testing.T) {
	o := Options{Trials: 100_000, Fighter: coins(0.5, 12), Rows: brokenWriter{},
		Row: func(dst []byte, _ uint64, _ *heroic.Result) []byte { return append(dst, '\n') }}
	if _, err := Run(t.Context(), coinBattle(12), o); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

func TestBadOptions(t *testing.T) {
	for _, o := range []Options{
		{Trials: -1}, {Trials: MaxTrials + 1}, {Workers: -1}, {Confidence: 1}, {Confidence: -0.1},
		{Confidence: math.NaN()}, {Precision: 0.5}, {Precision: -0.1}, {Precision: math.NaN()},
	} {
		if _, err := Run(t.Context(), coinBattle(12), o); err == nil {
			t.Errorf("%+v passes", o)
		}
	}
}

func TestProgress(t *testing.T) {
	var last int64
	study(t, Options{Trials: 10*Chunk + 1, Workers: 3, Progress: func(done, of int64) {
		if done <= last || of != 10*Chunk+1 {
			t.Errorf("%d of %d after %d", done, of, last)
		}
		last = done
	}})
	if last != 10*Chunk+1 {
		t.Errorf("ends at %d", last)
	}
}

// standoff is a battle of so many rounds in which nobody can do anything.
func standoff(t *testing.T, rounds int) *heroic.Battle {
	t.Helper()
	unit := &units.Unit{Name: "idler", ST: 10, HP: 10, HT: 10, NeverTires: true}
	s := heroic.Scenario{Rules: heroic.DefaultRules(), MaxRounds: rounds}
	for i := range s.Sides {
		s.Sides[i] = heroic.Side{Name: fmt.Sprint("side ", i), Groups: []heroic.Group{{Name: "idlers", Unit: unit, Count: 1}}}
	}
	b, err := heroic.Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestStopsWithinATrial ends the context in the middle of the first battles.
func TestStopsWithinATrial(t *testing.T) {
	b := standoff(t, 1_000_000_000)
	fights := map[string]func(context.Context) error{
		"run": func(ctx context.Context) error {
			s, err := Run(ctx, b, Options{Workers: 2})
			if s == nil || !s.Partial || s.Trials != 0 {
				t.Errorf("%+v", s)
			}
			return err
		},
		"pick": func(ctx context.Context) error {
			_, err := PickTrial(ctx, b, Options{Workers: 2}, Choice{Kind: Longest})
			return err
		},
	}
	for name, fight := range fights {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		begun := time.Now()
		if err := fight(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(begun) > 5*time.Second {
			t.Errorf("%s: %v after %v", name, err, time.Since(begun))
		}
	}
}

// TestManyWorkers: no more of them than there is work for.
func TestManyWorkers(t *testing.T) {
	var made atomic.Int64
	fighter := coins(0.5, 12)
	study(t, Options{Trials: 100 * Chunk, Workers: 4096, Fighter: func(b *heroic.Battle) Fighter {
		made.Add(1)
		return fighter(b)
	}})
	if most := int64(perProcessor * runtime.GOMAXPROCS(0)); made.Load() > most {
		t.Errorf("%d workers, want at most %d", made.Load(), most)
	}
}
