package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
	"heroicsim/stats"
)

const exactHelp = `Follows every way that a battle can go and prints exact probabilities: nothing
is sampled, so there are no trials, no seed and no intervals. That is possible
where few groups fight with few HP. FILE and the files of -o are those of
simulate run, which answers by trials where this one says that it cannot.

What an answer takes is predicted first. Above 90 seconds or 2 GiB of memory for
a battle, nothing is run unless a higher limit or --yes is given. Predictions
are rough: an answer that takes more than --max-seconds, or without that flag
three times the 90 seconds, is given up.

Ctrl-C stops without a result: an exact answer comes whole or not at all.
`

var exactExamples = []string{
	"simulate exact duel",
	"simulate exact troglodytes --set rules.speed_factor=5",
	"simulate exact shield-wall --max-seconds 300 --max-memory 4GiB",
	"simulate exact *.yaml --keep-going -f json > exact.json",
}

// The methods of run.
const (
	byTrials = "monte-carlo"
	exactly  = "exact"
	byCost   = "auto"
)

// The limits of what an exact answer may take without being asked for.
const (
	defaultSeconds = 90
	defaultBytes   = 2 << 30
)

// A solver finds exact answers.
type solver struct {
	cost   func(context.Context, *heroic.Battle) (stats.ExactCost, error)
	answer func(context.Context, *heroic.Battle, stats.ExactOptions) (*stats.Study, error)
}

func setupExact(fs *pflag.FlagSet) action { return newExactCommand(fs).run }

func newExactCommand(fs *pflag.FlagSet) *runCommand {
	c := &runCommand{fightFlags: newFightFlags(fs), method: exactly, solver: solver{stats.PredictExact, stats.Exact}}
	c.addShared("processors to use; never changes a result (default: all)")
	c.addResultFlags()
	c.addLimits("")
	return c
}

// limits are what an exact answer may take.
type limits struct {
	yes     bool // whatever it takes
	seconds float64
	bytes   int64
}

// limitFlags are those of addLimits.
var limitFlags = []string{"yes", "max-seconds", "max-memory"}

// addLimits adds limitFlags. where says with which flag they have a use.
func (c *runCommand) addLimits(where string) {
	c.limits = limits{seconds: defaultSeconds, bytes: defaultBytes}
	c.flags.BoolVar(&c.yes, "yes", false, where+"take the time and memory that an exact answer takes")
	c.flags.Var(secondsFlag{&c.limits.seconds}, "max-seconds", where+"the most that an exact answer may take")
	c.flags.Var(sizeFlag{&c.limits.bytes}, "max-memory", where+"the most memory for an exact answer, like 500MB or 2GiB")
}

// checkMethod finds flags that contradict the method.
func (c *runCommand) checkMethod() error {
	changed := func(names ...string) string {
		for _, name := range names {
			if c.flags.Changed(name) {
				return name
			}
		}
		return ""
	}
	if name := changed(limitFlags[1:]...); c.yes && name != "" {
		return usagef("--yes and --%s exclude each other", name)
	}
	switch c.method {
	case byTrials:
		if name := changed(limitFlags...); name != "" {
			return usagef("--%s is for exact answers; add --method exact or --method auto", name)
		}
	case exactly:
		if name := changed("trials", "seed", "trials-csv", "precision", "confidence"); name != "" {
			return usagef("--%s has no use with --method exact: an exact answer has neither trials nor intervals", name)
		}
	}
	return nil
}

// predict says what an exact answer would take.
func (c *runCommand) predict(ctx context.Context, std streams, j *job) (stats.ExactCost, error) {
	defer c.tell(std, func(time.Duration) string { return "predicting what an exact answer takes ..." })()
	cost, err := await(ctx, func() (stats.ExactCost, error) { return c.solver.cost(ctx, j.battle) })
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return cost, err
}

// tell shows progress, where that is wanted, until stop is called.
func (c *runCommand) tell(std streams, line func(taken time.Duration) string) (stop func()) {
	if !std.terminal || c.quiet {
		return func() {}
	}
	return startProgress(std.err, line).stop
}

// excess says how a cost goes beyond the limits; it is empty where it does not.
func (l *limits) excess(cost stats.ExactCost) string {
	seconds, bytes := secondsText(cost.Seconds), sizeText(cost.Bytes)
	switch slow, large := cost.Seconds > l.seconds, cost.Bytes > l.bytes; {
	case l.yes || !slow && !large:
		return ""
	case slow && large:
		return fmt.Sprintf("%s and %s, over the limits of %v s and %s", seconds, bytes, l.seconds, exactSize(l.bytes, " "))
	case slow:
		return fmt.Sprintf("%s, over the limit of %v s, and %s", seconds, l.seconds, bytes)
	}
	return fmt.Sprintf("%s and %s, over the limit of %s", seconds, bytes, exactSize(l.bytes, " "))
}

// refuse prints why a scenario has no exact answer.
func (c *runCommand) refuse(std streams, j *job, why string) {
	c.refused++
	fmt.Fprintf(std.err, "%s: %s\n", oneLine(j.File), oneLine(why))
}

// noAnswer is why not, and what to do.
func noAnswer(e *stats.Intractable) string {
	return fmt.Sprintf("no exact answer: %s; simulate run answers by trials", sentence(e))
}

// sentence is an Intractable's as a part of another.
func sentence(e *stats.Intractable) string { return strings.TrimSuffix(e.Why, ".") }

// wayOut is what to do about a cost that goes beyond the limits.
func wayOut(cost stats.ExactCost) string {
	const day, gib = 86_400, 1 << 30
	if cost.Seconds > day || cost.Bytes > 64*gib {
		return "it would take fewer groups, fewer combatants or fewer HP; simulate run answers by trials"
	}
	return "give --yes or a higher limit, or let simulate run answer by trials"
}

// refuseAll predicts what all exact answers take, and leaves the scenarios in c.jobs
// of which that may be taken. Its error is that there is nothing to do, or that ctx
// ended.
func (c *runCommand) refuseAll(ctx context.Context, std streams) error {
	var kept []*job
	for _, j := range c.jobs {
		cost, err := c.predict(ctx, std, j)
		intractable := (*stats.Intractable)(nil)
		excess := c.excess(cost)
		switch {
		case errors.As(err, &intractable):
			c.refuse(std, j, noAnswer(intractable))
		case err != nil:
			return err
		case excess != "":
			c.refuse(std, j, fmt.Sprintf("an exact answer is predicted to take %s; %s", excess, wayOut(cost)))
		default:
			kept = append(kept, j)
		}
	}
	if c.refused > 0 && (!c.keepGoing || len(kept) == 0) {
		if c.several {
			fmt.Fprintf(std.err, "%s; nothing was run\n", refusedText(c.refused))
		}
		return status(exitFailed)
	}
	c.jobs = kept
	return nil
}

func refusedText(n int) string { return fmt.Sprintf("%d without an exact answer", n) }

// solve answers exactly.
func (c *runCommand) solve(ctx context.Context, std streams, j *job) (*stats.Study, error) {
	o := stats.ExactOptions{Confidence: c.options.Confidence, Workers: c.optionsFor(j.Loaded).Workers}
	if !c.yes {
		o.MaxBytes = c.limits.bytes / perByte
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(c.limits.bytes))
	}
	var decided fraction
	o.Progress = decided.store
	defer c.tell(std, func(taken time.Duration) string { return solvingLine(decided.load(), taken) })()
	begun := time.Now()
	// One step of it may take longer than anybody wants to wait.
	patient, cancel := context.WithTimeout(ctx, c.patience())
	defer cancel()
	var full atomic.Bool
	if !c.yes {
		go watchMemory(patient, c.limits.bytes, func() { full.Store(true); cancel() })
	}
	study, err := await(patient, func() (*stats.Study, error) { return c.solver.answer(patient, j.battle, o) })
	switch {
	case err != nil && full.Load() && ctx.Err() == nil:
		return nil, &stats.Intractable{Why: fmt.Sprintf("it takes more than %s of memory, against the prediction; fewer groups, combatants or HP would do", exactSize(c.limits.bytes, " "))}
	case err != nil && patient.Err() != nil && ctx.Err() == nil:
		return nil, &stats.Intractable{Why: fmt.Sprintf("it takes more than %s, against the prediction; --yes waits as long as it takes", secondsText(c.patience().Seconds()))}
	case err == nil:
		study.Elapsed = time.Since(begun)
	case ctx.Err() != nil:
		c.unsolved = j.File
		err = context.Cause(ctx)
	}
	return study, err
}

// watchMemory calls full when the program's objects take more than so many bytes.
func watchMemory(ctx context.Context, bytes int64, full func()) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if metrics.Read(sample); sample[0].Value.Uint64() > uint64(bytes) {
				full()
				return
			}
		}
	}
}

// atOnce is how many seconds nobody minds: then an exact answer is better anyway.
const atOnce = 0.1

// perByte is how many bytes the program takes for one of states: the garbage
// collector needs room too.
const perByte = 2

// patience is how long an exact answer may really take.
func (c *runCommand) patience() time.Duration {
	seconds := c.limits.seconds
	switch {
	case c.yes:
		return math.MaxInt64
	case !c.flags.Changed("max-seconds"):
		seconds *= 3
	}
	if c.method == byCost {
		seconds = min(seconds, max(5, 4*c.predicted))
	}
	return time.Duration(min(seconds, 1e9) * float64(time.Second))
}

// choose says whether an exact answer is predicted to cost less than the trials, and
// tells so in a sentence.
func (c *runCommand) choose(ctx context.Context, std streams, j *job, o stats.Options) (exact bool, why string, err error) {
	if c.trialsCSV != "" {
		return false, auto("trials, which --trials-csv asks for"), nil
	}
	cost, err := c.predict(ctx, std, j)
	intractable := (*stats.Intractable)(nil)
	switch {
	case errors.As(err, &intractable):
		return false, chosenFor(intractable), nil
	case err != nil:
		return false, "", err
	}
	most := c.limits
	if !c.flags.Changed("max-seconds") {
		most.seconds = max(most.seconds, cost.Seconds) // the trials are the limit
	}
	if excess := most.excess(cost); excess != "" {
		return false, auto("trials, for an exact answer was predicted to take " + excess), nil
	}
	c.predicted = cost.Seconds
	if cost.Seconds <= atOnce {
		return true, auto("the exact answer, predicted to take " + secondsText(cost.Seconds)), nil
	}
	defer c.tell(std, func(time.Duration) string { return "predicting what the trials take ..." })()
	// A prediction may be longer than any time.
	enough := time.Duration(min(cost.Seconds, 1e6) * float64(time.Second))
	trials, err := stats.PredictTrials(ctx, j.battle, o, enough)
	if err != nil {
		return false, "", err
	}
	if trials < enough.Seconds() {
		return false, auto(fmt.Sprintf("trials, predicted to take %s; an exact answer would take %s", secondsText(trials), secondsText(cost.Seconds))), nil
	}
	return true, auto(fmt.Sprintf("the exact answer, predicted to take %s; the trials would take longer", secondsText(cost.Seconds))), nil
}

// auto is a sentence for reports, in which numbers and their units stay together.
func auto(text string) string {
	return "Chosen by --method auto: " + amount.ReplaceAllString(text, "$1\u00a0$2") + "."
}

var amount = regexp.MustCompile(`([0-9]) ([A-Za-z]+)`)

// chosenFor is why there are trials instead of an exact answer.
func chosenFor(e *stats.Intractable) string {
	return auto("trials, without an exact answer: " + sentence(e))
}

// secondsText is a predicted time, roughly.
func secondsText(s float64) string {
	const minute, hour, day, year = 60, 3600, 86_400, 31_557_600
	switch {
	case s < 0.1:
		return "under 0.1 s"
	case s < 9.95:
		return fmt.Sprintf("%.1f s", s)
	case s < 2*minute:
		return fmt.Sprintf("%.0f s", s)
	case s < 2*hour:
		return fmt.Sprintf("%.0f minutes", s/minute)
	case s < 2*day:
		return fmt.Sprintf("%.0f hours", s/hour)
	case s < 2*year:
		return fmt.Sprintf("%.0f days", s/day)
	case s < 1e6*year:
		return fmt.Sprintf("%.0f years", s/year)
	}
	return "over a million years"
}

// sizeText is a predicted amount of memory, roughly.
func sizeText(bytes int64) string {
	const mib, gib, tib = 1 << 20, 1 << 30, 1 << 40
	switch n := float64(bytes); {
	case n < mib:
		return "under 1 MiB"
	case n < gib:
		return fmt.Sprintf("%.0f MiB", n/mib)
	case n < 1000*gib:
		return fmt.Sprintf("%.1f GiB", n/gib)
	case n < 1000*tib:
		return fmt.Sprintf("%.1f TiB", n/tib)
	}
	return "over 1,000 TiB"
}
