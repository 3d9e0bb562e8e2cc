package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/reports"
	"heroicsim/stats"
)

const compareHelp = `Fights two variants of a battle on the same luck, trial by trial: the same event
draws the same in both. So it takes far fewer battles to know the difference
than two runs would; how many fewer is reported. A is FILE as it is; B is FILE
with all that --against changes, or a second file.

The verdict is about the win probability of the first side, or of --side:
  better, worse    the interval of the difference lies above or below 0
  no difference    larger than --delta: it lies within delta to either side
  undecided        neither can be told

With --until-decided, battles are fought until there is a verdict. The intervals
are then such that they hold however often one looks, and wider.

Ctrl-C stops early; what was done until then is printed, and marked as partial.

With -o, the result is also written as files into a folder: report.html, a page
with all of it; compare.json, compare.csv, summary.txt; and difference as
PNG and SVG.
`

var compareExamples = []string{
	"simulate compare troglodytes --against rules.initiative_bonus=0",
	"simulate compare troglodytes --against sides.ogres.groups.ogres.count=9",
	"simulate compare tonight.yaml --against rules.morale=off --until-decided",
	"simulate compare tonight.yaml tonight-with-a-mage.yaml --side party",
}

// A compareCommand is `simulate compare`.
type compareCommand struct {
	*analysisFlags
	against []string
	delta   float64
	decided bool
}

func setupCompare(fs *pflag.FlagSet) action {
	c := &compareCommand{delta: stats.DefaultDelta}
	fs.StringArrayVar(&c.against, "against", nil, "`KEY=VALUE` changes a value in B alone; several make one B")
	fs.Var(shareFlag{&c.delta, 1, "D", "0.01"}, "delta", "the least difference of win probabilities that matters")
	fs.BoolVar(&c.decided, "until-decided", false, "fight until there is a verdict, at most 10 million battles unless -n is given")
	c.analysisFlags = addAnalysisFlags(fs,
		"how many battles to fight of each; with --precision or --until-decided the most",
		"fight on until the interval of every outcome's difference is at most P to either side, like 0.001",
		"whose win probability the verdict is about, by `NAME`: default the first side's")
	return c.run
}

func (c *compareCommand) run(ctx context.Context, std streams, files []string) error {
	switch {
	case len(files) == 0:
		return usagef("name a scenario file")
	case len(files) > 2:
		return usagef("compare takes two scenarios at most")
	case len(files) == 1 && len(c.against) == 0:
		return usagef("compare with what? Give --against KEY=VALUE or a second file")
	case len(files) == 2 && files[0] == "-" && files[1] == "-":
		return usagef("standard input can be read once only")
	case c.decided && c.options.Precision > 0:
		return usagef("--until-decided and --precision exclude each other")
	}
	a, b, err := c.both(ctx, std, files)
	if err != nil {
		return err
	}
	side, err := c.whose(a.battle)
	if err != nil {
		return err
	}
	if err := c.checkOut(ctx, std, reports.CompareFiles(), a, b); err != nil {
		return err
	}
	o := stats.CompareOptions{Options: c.optionsFor(a.Loaded), Side: side, Delta: c.delta, UntilDecided: c.decided}
	if c.decided && !c.flags.Changed("trials") {
		o.Trials = 0 // its own default
	}
	stand, stop := c.watch(std, &o.Options)
	if stand != nil {
		name := a.battle.Sides[side].Name
		o.Differs = func(d stats.Difference) { stand(differenceText(name, d)) }
	}
	found, err := stats.Compare(ctx, a.battle, b.battle, o)
	stop()
	switch {
	case found == nil:
		return err
	case found.Empty():
		return interrupted(std, fmt.Sprintf("the first %d pairs of battles were done", stats.Chunk))
	}
	r := &reports.Comparison{Comparison: found, Analysis: c.about(a, files), FileB: b.File, HashB: b.Hash, Against: c.against}
	return c.print(ctx, std, r, err, c.hints(a, b, found, files)...)
}

// differenceText is what a difference is so far.
func differenceText(name string, d stats.Difference) string {
	return fmt.Sprintf("%s %+.1f ±%.1f points", reports.Shortened(name, 20), 100*d.By, 100*d.HalfWidth())
}

// both loads the two variants.
func (c *compareCommand) both(ctx context.Context, std streams, files []string) (a, b *job, err error) {
	if a, err = c.load(ctx, std, files[0]); err != nil {
		return nil, nil, err
	}
	other := a
	if len(files) == 2 {
		if other, err = c.load(ctx, std, files[1]); err != nil {
			return nil, nil, err
		}
	}
	if len(c.against) == 0 {
		return a, other, nil
	}
	if err := c.checkVaried(other, "--against", true, c.against...); err != nil {
		return nil, nil, err
	}
	if b, err = other.variant(c.against...); err != nil {
		fmt.Fprintln(std.err, strings.ReplaceAll(mistakeText(err), "--set ", "--against "))
		return nil, nil, status(exitUsage)
	}
	return a, b, nil
}

// hints offer what would decide, and the longest look at what B does.
func (c *compareCommand) hints(a, b *job, found *stats.Comparison, files []string) (hints []reports.Hint) {
	if a.File == "-" || b.File == "-" {
		return nil
	}
	if found.Verdict == stats.Open && !c.decided {
		hints = append(hints, reports.Hint{For: "To know", Command: c.again(files, "trials", "precision", "out") + " --until-decided"})
	}
	show := "simulate show " + shellFile(b.File) + c.repeat()
	for _, set := range c.against {
		show += " --set " + shellWord(set)
	}
	hints = append(hints, reports.Hint{For: "See B", Command: show})
	return append(hints, c.asFiles(files)...)
}
