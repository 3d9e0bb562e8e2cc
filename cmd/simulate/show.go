package main

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/stats"
)

const showHelp = `Tells one battle round by round, with every roll and every modifier. It is one
of those that run counts: the same trial of the same seed.

Without --trial, one is picked from all trials:
  typical      the likeliest outcome, and of these battles the one nearest to
               their median rounds, then to their median survivors
  shortest     the fewest rounds
  longest      the most rounds
  best:SIDE    best for the side: won, or else a draw, undecided, lost; then the
               most survivors, the most HP left, the least HP left to the enemy
  worst:SIDE   the reverse
Where several are level, the first is taken.
`

var showExamples = []string{
	"simulate show troglodytes",
	"simulate show troglodytes --pick worst:ogres",
	"simulate show tonight.yaml --seed 7 --trial 41213",
}

// A showCommand is `simulate show`.
type showCommand struct {
	*fightFlags
	trial int64
	pick  string
}

func setupShow(fs *pflag.FlagSet) action {
	c := &showCommand{}
	fs.Var(wholeFlag{&c.trial}, "trial", "tell trial N, counted from 1")
	fs.Lookup("trial").DefValue = "0" // none
	fs.StringVar(&c.pick, "pick", "typical", "tell the battle that is `WHICH` among all trials")
	c.fightFlags = addFightFlags(fs, "how many battles to pick from")
	return c.run
}

func (c *showCommand) run(ctx context.Context, std streams, files []string) error {
	switch {
	case len(files) == 0:
		return usagef("name a scenario file")
	case len(files) > 1:
		return usagef("show tells one scenario at a time")
	case c.flags.Changed("trial") && c.flags.Changed("pick"):
		return usagef("--trial and --pick exclude each other")
	case c.flags.Changed("trial") && c.flags.Changed("trials"):
		return usagef("--trial and --trials exclude each other: a trial is the same however many there are")
	}
	j, err := load(ctx, std, files[0], c.sets)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		fmt.Fprintln(std.err, mistakeText(err))
		return status(exitUsage)
	}
	if !c.quiet {
		j.warn(std)
	}
	o := c.optionsFor(j.Loaded)
	if c.flags.Changed("trial") {
		return c.tell(ctx, std, j.battle, o.Seed, uint64(c.trial), nil)
	}
	choice, err := stats.ParseChoice(c.pick, j.battle)
	if err != nil {
		return usagef("--pick: %v%s", err, nearSide(c.pick, j.battle))
	}
	p, err := c.choose(ctx, std, j.battle, o, choice)
	if err != nil {
		return err
	}
	return c.tell(ctx, std, j.battle, o.Seed, uint64(p.Trial), p)
}

func (c *showCommand) choose(ctx context.Context, std streams, b *heroic.Battle, o stats.Options, choice stats.Choice) (*stats.Pick, error) {
	if std.terminal && !c.quiet {
		p, update, _ := startTrials(std.err)
		defer p.stop()
		o.Progress = update
	}
	return stats.PickTrial(ctx, b, o, choice)
}

// tell fights one trial twice: to know how it ends, and to tell it as it goes, for
// its story may be longer than memory. It stops when nobody listens any more.
func (c *showCommand) tell(ctx context.Context, std streams, b *heroic.Battle, seed, trial uint64, pick *stats.Pick) error {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	fight := heroic.NewFight(b)
	fight.Stop = &stop
	result := fight.Run(seed, trial)
	if result == nil {
		return context.Cause(ctx)
	}
	fmt.Fprintf(std.out, "%s\n", reports.Wrapped("", reports.Headline(b, trial, result, pick), reports.UsableWidth(std.width)))
	story := reports.Narration{Width: std.width}.Begin(std.out, b)
	fight.Trace = func(e heroic.Event) {
		if story.Tell(e); story.Err() != nil {
			stop.Store(true)
		}
	}
	finished := fight.Run(seed, trial) != nil
	if err := story.Close(); err != nil {
		return err
	}
	if !finished {
		return context.Cause(ctx)
	}
	if changed := reports.ChangedText(b.Rules, c.sets); changed != "" {
		fmt.Fprintf(std.out, "\n%s", reports.Wrapped("", changed, reports.UsableWidth(std.width)))
	}
	return nil
}

// nearSide offers the side that a choice such as best:party probably meant: one
// whose name holds that word, or is spelled nearly so.
func nearSide(choice string, b *heroic.Battle) string {
	which, word, ok := strings.Cut(choice, ":")
	if word = strings.TrimSpace(word); !ok || word == "" {
		return ""
	}
	var names []string
	for _, side := range b.Sides {
		if strings.Contains(strings.ToLower(side.Name), strings.ToLower(word)) {
			return "; did you mean " + shellWord(which+":"+side.Name) + "?"
		}
		names = append(names, which+":"+side.Name)
	}
	return didYouMean(which+":"+word, names)
}
