package stats

import (
	"context"
	"time"

	"heroicsim/heroic"
)

// A pilot begins with so many trials: enough for the rounds that a fight remembers,
// after which trials are about as fast as they get. It is made several times as long
// until it takes a moment, for what takes less cannot be timed.
const (
	pilotTrials = 16 * Chunk
	longer      = 4
	moment      = 20 * time.Millisecond
)

// PredictTrials says about how many seconds Run would take for b, from a pilot of
// its first trials. A pilot that takes as long as enough is ended, and enough said,
// where Run would take longer.
func PredictTrials(ctx context.Context, b *heroic.Battle, o Options, enough time.Duration) (seconds float64, err error) {
	if err := o.check(); err != nil {
		return 0, err
	}
	o = o.complete()
	pilot := Options{Trials: pilotTrials, Seed: o.Seed, Workers: o.Workers, Confidence: o.Confidence, Fighter: o.Fighter}
	for {
		pilot.Trials = min(o.Trials, pilot.Trials)
		seconds, taken, err := o.predictFrom(ctx, b, pilot, enough)
		if err != nil || taken >= min(moment, enough) || seconds <= taken.Seconds() {
			return seconds, err
		}
		pilot.Trials *= longer
	}
}

// predictFrom is PredictTrials by one pilot, and how long that took.
func (o Options) predictFrom(ctx context.Context, b *heroic.Battle, pilot Options, enough time.Duration) (seconds float64, taken time.Duration, err error) {
	begun := time.Now()
	var half int64 // of the pilot, when so many trials were done
	var halfAt time.Time
	pilot.Progress = func(done, of int64) {
		if half == 0 && done >= of/2 {
			half, halfAt = done, time.Now()
		}
	}
	timed, cancel := context.WithTimeout(ctx, enough)
	defer cancel()
	c, err := fight(timed, b, pilot, nil)
	if ctx.Err() != nil {
		return 0, 0, context.Cause(ctx)
	}
	done := c.total.trials()
	taken = time.Since(begun)
	switch {
	case done == pilot.Trials: // perhaps just in time
	case timed.Err() != nil:
		return enough.Seconds(), enough, nil
	default:
		return 0, 0, err
	}
	trials := o.Trials
	if o.Precision > 0 {
		trials = min(trials, expected(done, c.width()/o.Precision))
	}
	if trials <= done || done == half {
		return taken.Seconds() * float64(trials) / float64(done), taken, nil
	}
	// The second half tells how fast the rest will be.
	rest := time.Since(halfAt).Seconds() / float64(done-half)
	return taken.Seconds() + rest*float64(trials-done), taken, nil
}

// width is the half-width of the widest of the outcomes' intervals.
func (c *campaign) width() float64 {
	var width float64
	for i := range c.total {
		width = max(width, NewProportion(c.total[i].trials, c.total.trials(), c.Confidence).HalfWidth())
	}
	return width
}
