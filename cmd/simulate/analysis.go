package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/stats"
)

// analysisFlags are those of commands that fight several variants of a scenario.
type analysisFlags struct {
	*fightFlags
	format string
	side   string
	folder string
}

// addAnalysisFlags adds the shared flags. trials, precision and side are what is
// said of these.
func addAnalysisFlags(fs *pflag.FlagSet, trials, precision, side string) *analysisFlags {
	c := &analysisFlags{fightFlags: addFightFlags(fs, trials), format: "text"}
	fs.Var(shareFlag{&c.options.Precision, 0.5, "P", "0.01"}, "precision", precision)
	fs.Var(shareFlag{&c.options.Confidence, 1, "C", "0.95"}, "confidence", "of the intervals")
	fs.StringVar(&c.side, "side", "", side)
	fs.VarP(wordFlag{&c.format, []string{"text", "json", "csv"}, "FORMAT"}, "format", "f", "text, json or csv")
	c.addOut(fs)
	return c
}

// addOut adds --out.
func (c *analysisFlags) addOut(fs *pflag.FlagSet) {
	fs.StringVarP(&c.folder, "out", "o", "", fmt.Sprintf("also write a page and files such as %s.csv into the folder `DIR`", fs.Name()))
}

// checkOut finds out before anything is fought whether files of these names can be
// written to --out. Those that j reads are not written over.
func (c *analysisFlags) checkOut(ctx context.Context, std streams, names []string, jobs ...*job) error {
	switch {
	case c.flags.Changed("out") && c.folder == "":
		return usagef("--out needs a name")
	case c.folder == "":
		return nil
	}
	for _, j := range jobs {
		if err := checkWritten(std, j, "--out "+c.folder, c.folder, names); err != nil {
			return err
		}
	}
	_, err := await(ctx, func() (any, error) { return nil, reports.CheckFolder(c.folder, names) })
	return err
}

// again is the command that does the same, as it was given: what changes no result is
// left out, and flags that it is to go without. It is empty where that cannot be
// repeated.
func (c *analysisFlags) again(files []string, without ...string) string {
	text := "simulate " + c.flags.Name()
	for _, file := range files {
		if file == "-" {
			return ""
		}
		text += " " + shellFile(file)
	}
	c.flags.VisitAll(func(f *pflag.Flag) {
		name := " --" + f.Name
		if f.Shorthand != "" {
			name = " -" + f.Shorthand
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		switch {
		case !f.Changed || slices.Contains(append(without, "workers", "quiet", "format"), f.Name):
		case f.Value.Type() == "bool":
			text += fmt.Sprintf(" --%s", f.Name)
		default:
			for _, value := range values {
				text += name + " " + shellWord(value)
			}
		}
	})
	return text
}

// asFiles offers to write files, where they are not asked for.
func (c *analysisFlags) asFiles(files []string) (hints []reports.Hint) {
	if again := c.again(files); c.folder == "" && again != "" {
		hints = append(hints, reports.Hint{For: "As files", Command: again + " -o " + c.flags.Name() + "/"})
	}
	return hints
}

// variantTrials are how many battles each of many variants is fought, unless one
// says otherwise.
const variantTrials = 20_000

// fewTrials makes the default one of many variants. The file's own is for a run.
func (c *analysisFlags) fewTrials() {
	c.options.Trials = variantTrials
	c.flags.Lookup("trials").DefValue = fmt.Sprint(variantTrials)
}

// variantOptions are the options for each of many variants.
func (c *analysisFlags) variantOptions(j *job) stats.Options {
	o := c.optionsFor(j.Loaded)
	if !c.flags.Changed("trials") && o.Precision == 0 {
		o.Trials = variantTrials
	}
	return o
}

// only loads the one scenario that a command takes, and prints its mistakes.
func (c *analysisFlags) only(ctx context.Context, std streams, files []string) (*job, error) {
	switch {
	case len(files) == 0:
		return nil, usagef("name a scenario file")
	case len(files) > 1:
		return nil, usagef("%s takes one scenario at a time", c.flags.Name())
	}
	return c.load(ctx, std, files[0])
}

func (c *analysisFlags) load(ctx context.Context, std streams, file string) (*job, error) {
	j, err := load(ctx, std, file, c.sets)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		fmt.Fprintln(std.err, mistakeText(err))
		return nil, status(exitUsage)
	}
	if !c.quiet {
		j.warn(std)
	}
	return j, nil
}

// variant is j with values changed. Mistakes in it are for mistakeText.
func (j *job) variant(sets ...string) (*job, error) {
	l, err := j.With(sets...)
	if err != nil {
		return nil, err
	}
	b, err := heroic.Compile(l.Scenario)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.File, err)
	}
	return &job{l, b}, nil
}

// checkVaried wants values that variants of j will have, as flag gives them, to change
// the battle, and none of them twice; nor what --set has changed, unless they go over
// that. Mistakes in them are left to who loads the variants.
func (c *analysisFlags) checkVaried(j *job, flag string, over bool, sets ...string) error {
	for _, set := range sets {
		key, _, _ := strings.Cut(set, "=")
		if word := strings.ToLower(strings.TrimSpace(key)); slices.Contains([]string{"name", "description", "trials", "seed"}, word) {
			return usagef("%s %s: %s changes nothing about the battle", flag, set, word)
		}
	}
	l, err := j.With(sets...)
	if err != nil {
		return nil
	}
	all, first := slices.Concat(c.sets, sets), len(c.sets)
	for k := first; k < len(all); k++ {
		for i := range k {
			switch {
			case over && i < first, !scenarios.Overlap(l.Changed[i], l.Changed[k]):
			case i < first:
				return usagef("%s %s changes what --set %s has changed", flag, all[k], all[i])
			default:
				return usagef("%s %s and %s %s change one value", flag, all[i], flag, all[k])
			}
		}
	}
	return nil
}

// whose is the side that --side names, or else the first.
func (c *analysisFlags) whose(b *heroic.Battle) (int, error) {
	if !c.flags.Changed("side") {
		return 0, nil
	}
	side, err := stats.ParseSide(c.side, b)
	if err != nil {
		return 0, usagef("--side: %v%s", err, nearSide("side:"+c.side, b))
	}
	return side, nil
}

// watch shows progress, where that is wanted, until stop is called. stand is how to
// say how matters stand; nil: nobody wants to know.
func (c *analysisFlags) watch(std streams, o *stats.Options) (stand func(estimate string), stop func()) {
	if !std.terminal || c.quiet {
		return nil, func() {}
	}
	p, update, stand := startTrials(std.err)
	o.Progress = update
	return stand, p.stop
}

// about is what reports say besides. files are those of the command.
func (c *analysisFlags) about(j *job, files []string) reports.Analysis {
	return reports.Analysis{File: j.File, Hash: j.Hash, Version: version(), Warnings: j.warnings(), Set: c.sets, Command: c.again(files)}
}

// print prints a finding and then writes its files, so that there is something to
// see whatever becomes of these. stopped is what ended the fighting early, if
// anything did.
func (c *analysisFlags) print(ctx context.Context, std streams, r reports.Finding, stopped error, hints ...reports.Hint) error {
	if ctx.Err() != nil {
		std.lastWords()
	}
	var err error
	switch c.format {
	case "json":
		err = r.JSON(std.out)
	case "csv":
		err = r.CSV(std.out)
	default:
		err = r.Text(std.out, reports.Text{Width: std.width, Brief: c.quiet, Warned: true, Hints: hints})
	}
	if c.folder != "" {
		names, unsaved := save(ctx, std, c.folder, c.quiet, func(ctx context.Context) ([]string, error) { return reports.SaveFinding(ctx, c.folder, r) })
		if unsaved != nil {
			return unsaved
		}
		if c.format == "text" && !c.quiet {
			sayWritten(std, c.folder, names)
		}
	}
	switch {
	case err != nil:
		return err
	case stopped != nil:
		return status(exitInterrupted)
	}
	return nil
}

// save writes files into a folder, until ctx ends; if that has ended what was done
// before, all of them.
func save(ctx context.Context, std streams, folder string, quiet bool, write func(context.Context) ([]string, error)) ([]string, error) {
	if std.terminal && !quiet {
		defer startProgress(std.err, func(time.Duration) string { return "drawing and writing files ..." }).stop()
	}
	if ctx.Err() != nil {
		ctx = context.WithoutCancel(ctx)
	}
	names, err := write(ctx)
	if err != nil && ctx.Err() != nil {
		fmt.Fprintf(std.err, "simulate: interrupted before all files were written to %s\n", oneLine(folder))
		return names, status(exitInterrupted)
	}
	return names, err
}

func sayWritten(std streams, folder string, names []string) {
	fmt.Fprintf(std.out, "\nWritten to %s: %s\n", oneLine(folder), reports.WrittenText(names))
}

// interrupted says that an analysis was ended before it had anything to say.
func interrupted(std streams, before string) error {
	fmt.Fprintf(std.err, "simulate: interrupted before %s; there is no result\n", before)
	return status(exitInterrupted)
}

// pointText is the value of a step, or nothing where there is none.
func pointText(s *scenarios.PointStep) string {
	if s == nil {
		return ""
	}
	return s.To
}
