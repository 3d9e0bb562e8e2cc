package stats

import (
	"context"
	"errors"
	"testing"
	"time"

	"heroicsim/heroic"
)

// slow is coins that take a while every so many trials.
func slow(every uint64, while time.Duration) func(*heroic.Battle) Fighter {
	return func(*heroic.Battle) Fighter {
		return &coin{p: 0.5, scale: 12, after: func(trial uint64) {
			if trial%every == 0 {
				time.Sleep(while)
			}
		}}
	}
}

// TestPredictTrials has trials whose time is known: a second for 100,000, on one
// worker.
func TestPredictTrials(t *testing.T) {
	for name, c := range map[string]struct {
		o           Options
		enough      time.Duration
		least, most float64
	}{
		"a million":    {Options{Trials: 1_000_000}, time.Hour, 9, 40},
		"few":          {Options{Trials: 5_000}, time.Hour, 0.04, 0.5},
		"one":          {Options{Trials: 1}, time.Hour, 0, 0.1},
		"by precision": {Options{Precision: 0.005}, time.Hour, 0.2, 2}, // some 38,000
		"too long":     {Options{Trials: 1_000_000}, 50 * time.Millisecond, 0.05, 0.05},
	} {
		c.o.Workers, c.o.Fighter = 1, slow(1000, 10*time.Millisecond)
		if got, err := PredictTrials(t.Context(), coinBattle(12), c.o, c.enough); err != nil || got < c.least || got > c.most {
			t.Errorf("%s: %v s, want %v to %v (%v)", name, got, c.least, c.most, err)
		}
	}
}

func TestPredictTrialsEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := PredictTrials(ctx, coinBattle(12), Options{}, time.Hour); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := PredictTrials(t.Context(), coinBattle(12), Options{Trials: -1}, time.Hour); err == nil {
		t.Error("-1 trials are predicted")
	}
}
