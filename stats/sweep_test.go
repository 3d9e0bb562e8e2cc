package stats

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"testing"

	"heroicsim/heroic"
)

// sweepOf is what all points of a grid of coins came to. The first side wins
// with a probability of a point's number in twentieths.
func sweepOf(t *testing.T, ctx context.Context, points []int, o Options) (map[int]*SweepPoint, error) {
	t.Helper()
	all := map[int]*SweepPoint{}
	biases := map[*heroic.Battle]float64{}
	var battles []*heroic.Battle
	for i := range 20 {
		battles = append(battles, coinBattle(12))
		biases[battles[i]] = float64(i) / 20
	}
	o.Fighter = func(b *heroic.Battle) Fighter { return &coin{p: biases[b], scale: 12} }
	err := Sweep(ctx, points, func(i int) (*heroic.Battle, error) { return battles[i], nil }, o, func(i int, p *SweepPoint) error {
		all[i] = p
		return nil
	})
	return all, err
}

func TestSweepWorkersAgree(t *testing.T) {
	points := []int{3, 4, 7, 8, 11, 12, 17}
	for _, o := range []Options{{Trials: 3000, Seed: 3}, {Seed: 3, Precision: 0.02}, {Trials: 1}} {
		want := ""
		for _, workers := range []int{1, 2, 7, 40} {
			o.Workers = workers
			got, err := sweepOf(t, t.Context(), points, o)
			if err != nil || len(got) != len(points) {
				t.Fatalf("%d workers: %d points, %v", workers, len(got), err)
			}
			text := "" // in which NaN equals NaN
			for _, i := range points {
				text += fmt.Sprintf("%+v\n", *got[i])
			}
			if want == "" {
				want = text
			}
			if text != want {
				t.Errorf("%d workers differ from 1:\n%s\n%s", workers, text, want)
			}
		}
	}
}

// TestSweepIsRuns holds a point to a run of its battle.
func TestSweepIsRuns(t *testing.T) {
	o := Options{Trials: 5000, Seed: 9}
	got, err := sweepOf(t, t.Context(), []int{12}, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Fighter = coins(0.6, 12)
	want := studyOf(t, coinBattle(12), o)
	for i, o := range got[12].Outcomes {
		rounds := want.Outcomes[i].Rounds
		rounds.Histogram = nil
		if o.Count != want.Outcomes[i].Count || o.Name != want.Outcomes[i].Name || o.Count > 0 && !reflect.DeepEqual(o.Rounds, rounds) {
			t.Errorf("%s: %+v, want %+v", o.Name, o, want.Outcomes[i])
		}
		if left := want.Groups[0].ByOutcome[i].Survivors.Mean + want.Groups[1].ByOutcome[i].Survivors.Mean; o.Count > 0 && o.Survivors[0] != left {
			t.Errorf("%s: %v left of the first side, want %v", o.Name, o.Survivors[0], left)
		}
	}
	if p := got[12].Proportion(heroic.FirstWins, 0.95); p != want.Outcomes[0].Proportion {
		t.Errorf("%v, want %v", p, want.Outcomes[0].Proportion)
	}
}

func TestSweepStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{Trials: 10 * Chunk, Workers: 2, Progress: func(done, of int64) {
		if of != 5*10*Chunk {
			t.Errorf("%d trials expected", of)
		}
		if done >= 25*Chunk {
			cancel()
		}
	}}
	got, err := sweepOf(t, ctx, []int{1, 2, 3, 4, 5}, o)
	whole := 0
	for i, p := range maps.All(got) {
		if p.Trials%Chunk != 0 || p.Trials == 0 || p.Partial != (p.Trials < 10*Chunk) {
			t.Errorf("point %d has %d trials, partial %t", i, p.Trials, p.Partial)
		}
		if !p.Partial {
			whole++
		}
	}
	// Of two under way, one at least had a chunk done.
	if !errors.Is(err, context.Canceled) || whole == 0 || whole > 3 || len(got) == whole || len(got) > whole+2 {
		t.Errorf("%d points, %d of them whole: %v", len(got), whole, err)
	}
	o.Progress = nil
	broken := errors.New("broken")
	if err := Sweep(t.Context(), []int{0, 1}, func(int) (*heroic.Battle, error) { return nil, broken }, o, nil); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if err := Sweep(t.Context(), nil, nil, o, nil); err != nil {
		t.Errorf("no points: %v", err)
	}
}
