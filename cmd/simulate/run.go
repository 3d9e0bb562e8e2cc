package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"heroicsim/reports"
	"heroicsim/stats"
)

const runHelp = `Fights each battle many times and prints who wins, how long it takes and what
becomes of every group. FILE is a scenario file, the name of a built-in
scenario, or - for standard input. Of several files, those that hold rules or
units alone are passed over.

Trials and seed may stand in the file; flags win over it. With -o, the same
result is also written as files into a folder, each whole or not at all:
  report.html    a page with everything, also a typical battle; it works offline
  result.json    all figures
  outcomes.csv   a row an outcome
  groups.csv     a row a group and outcome
  rounds.csv     how long battles took
  summary.txt    the summary
  *.png, *.svg   a plot for each question
Of several files, report.html compares them, as does scenarios.png, and each has
a page and plots in a folder of its own. Of an older result in the folder, plots
that the new one lacks are removed.

With --method auto, a battle whose exact answer is predicted to take less than
its trials is answered exactly; see simulate help exact.

With --shard 3/10, only the third of ten parts of the battles is fought, here or
on another machine, and kept as one file in the folder that -o names. When all
are there, simulate merge makes the result of them. A part is whole or is not
written.

Ctrl-C stops early; what was done until then is printed, and marked as partial.
`

var runExamples = []string{
	"simulate run troglodytes",
	"simulate run troglodytes -n 1000000 --set sides.ogres.groups.ogres.count=12",
	"simulate run tonight.yaml --precision 0.001",
	"simulate run *.yaml --keep-going -f csv > groups.csv",
	"simulate run tonight.yaml --method auto",
	"simulate run tonight.yaml -o report/",
	"simulate run tonight.yaml -n 1000000000 --shard 3/10 -o parts",
}

const runTrials = "how many battles to fight; with --precision the most, then 10 million unless given"

// A runCommand is `simulate run`, or with a method of its own `simulate exact`.
type runCommand struct {
	*fightFlags
	limits
	predicted float64 // seconds of the exact answer, where --method auto has chosen it
	solver
	method    string
	format    string
	folder    string
	trialsCSV string
	keepGoing bool
	shard     stats.Shard  // to fight alone; zero: all
	merged    *stats.Study // of parts that were fought before; nil: none
	several   bool         // scenarios were named
	jobs      []*job
	trials    *reports.File // for trialsCSV
	runs      []*reports.Run
	refused   int    // scenarios without an exact answer
	unsolved  string // the file whose exact answer was interrupted
}

func setupRun(fs *pflag.FlagSet) action { return newRunCommand(fs).run }

func newRunCommand(fs *pflag.FlagSet) *runCommand {
	c := &runCommand{fightFlags: addFightFlags(fs, runTrials), method: byTrials, solver: solver{stats.PredictExact, stats.Exact}}
	fs.Var(shareFlag{&c.options.Precision, 0.5, "P", "0.01"}, "precision", "fight on until the interval of every outcome is at most P to either side, like 0.001")
	fs.Var(shareFlag{&c.options.Confidence, 1, "C", "0.95"}, "confidence", "of the intervals")
	c.addResultFlags()
	fs.StringVar(&c.trialsCSV, "trials-csv", "", "write a row for every battle to `FILE`, one scenario only")
	fs.Var(wordFlag{&c.method, []string{byTrials, exactly, byCost}, "METHOD"}, "method", "monte-carlo (trials), exact (as simulate exact does) or auto (what takes less)")
	c.addLimits("with exact or auto: ")
	fs.Var(shardFlag{&c.shard}, "shard", "fight only part I of N and keep it in the folder of --out, for simulate merge")
	return c
}

// addResultFlags adds what says in which form results come.
func (c *runCommand) addResultFlags() {
	c.format = "text"
	c.flags.VarP(wordFlag{&c.format, []string{"text", "json", "csv"}, "FORMAT"}, "format", "f", "text, json (several files: an array) or csv (groups)")
	c.flags.StringVarP(&c.folder, "out", "o", "", "also write a report, plots and tables into the folder `DIR`")
	c.flags.BoolVar(&c.keepGoing, "keep-going", false, "if a file is bad, run the others (and exit 1)")
}

func (c *runCommand) run(ctx context.Context, std streams, files []string) error {
	switch {
	case len(files) == 0:
		return usagef("name at least one scenario file")
	case len(files) > 1 && c.trialsCSV != "":
		return usagef("--trials-csv takes one scenario at a time")
	case c.flags.Changed("out") && c.folder == "":
		return usagef("--out needs a name")
	case c.flags.Changed("trials-csv") && c.trialsCSV == "":
		return usagef("--trials-csv needs a name")
	case c.trialsCSV == "-":
		return errTrialsOut
	}
	if err := c.checkMethod(); err != nil {
		return err
	}
	if err := c.checkShard(files); err != nil {
		return err
	}
	c.several = len(files) > 1
	var mistakes int
	var err error
	if c.jobs, mistakes, err = loadAll(ctx, std, files, c.sets, c.quiet); err != nil {
		return err
	}
	switch {
	case mistakes == 0:
	case !c.keepGoing:
		fmt.Fprintf(std.err, "%s; nothing was run\n", mistakesText(mistakes))
		return status(exitUsage)
	case len(c.jobs) == 0:
		fmt.Fprintf(std.err, "%s; nothing was run\n", mistakesText(mistakes))
		return status(exitFailed)
	}
	if !c.quiet {
		for _, j := range c.jobs {
			j.warn(std)
		}
	}
	if err := c.checkPlaces(std); err != nil {
		return err
	}
	if c.method == exactly {
		if err := c.refuseAll(ctx, std); err != nil {
			return err
		}
	}
	defer c.discard()
	if err := c.prepare(ctx); err != nil {
		return err
	}
	if c.shard.N > 0 {
		return c.fightShard(ctx, std)
	}
	stopped := c.fightAll(ctx, std)
	if err := c.finish(ctx, std, stopped); err != nil {
		return err
	}
	var bad []string
	if mistakes > 0 {
		bad = append(bad, mistakesText(mistakes))
	}
	if c.refused > 0 {
		bad = append(bad, refusedText(c.refused))
	}
	if len(bad) > 0 {
		fmt.Fprintf(std.err, "%s; %d of %d were run\n", strings.Join(bad, ", "), len(c.runs), len(files))
	}
	switch {
	case stopped != nil && c.runs[len(c.runs)-1].Partial: // which says so
		return status(exitInterrupted)
	case c.unsolved != "":
		fmt.Fprintf(std.err, "simulate: interrupted before the exact answer to %s was found\n", oneLine(c.unsolved))
		return status(exitInterrupted)
	case stopped != nil:
		return stopped
	case len(bad) > 0:
		return status(exitFailed)
	}
	return nil
}

func mistakesText(n int) string {
	if n == 1 {
		return "1 mistake"
	}
	return fmt.Sprintf("%d mistakes", n)
}

// prepare finds out, before any battle is fought, whether the results can be
// written.
func (c *runCommand) prepare(ctx context.Context) error {
	if c.folder != "" {
		check := func() (any, error) { return nil, reports.CheckFolder(c.folder, c.fileNames()) }
		if _, err := await(ctx, check); err != nil {
			return err
		}
	}
	if c.trialsCSV == "" {
		return nil
	}
	file, err := await(ctx, func() (*reports.File, error) { return reports.Create(c.trialsCSV) })
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { file.SetDeadline(time.Now().Add(moment)) })
	c.trials = file
	return reports.TrialsHeader(file, c.jobs[0].battle)
}

// fightAll fights the scenarios one after the other. A run that was interrupted
// is among the runs if it got anything done.
func (c *runCommand) fightAll(ctx context.Context, std streams) error {
	for _, j := range c.jobs {
		run, err := c.fight(ctx, std, j)
		if ctx.Err() != nil {
			std.lastWords()
		}
		if intractable := (*stats.Intractable)(nil); errors.As(err, &intractable) {
			c.refuse(std, j, noAnswer(intractable))
			if c.keepGoing {
				continue
			}
			return status(exitFailed)
		}
		if run != nil && !run.Empty() {
			c.runs = append(c.runs, run)
			if c.format == "text" {
				if len(c.runs) > 1 {
					fmt.Fprintln(std.out)
				}
				if err := c.text(std, j, run); err != nil && c.folder == "" && c.trials == nil {
					return err // nobody would see the others
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *runCommand) fight(ctx context.Context, std streams, j *job) (*reports.Run, error) {
	study, why, err := c.byMethod(ctx, std, j)
	if study == nil {
		return nil, err
	}
	run := &reports.Run{
		Study: study, File: j.File, Hash: j.Hash, Version: version(), Warnings: j.warnings(), Set: c.sets, Choice: why,
		Text: j.Text, Command: c.again(j, study),
	}
	if err == nil && c.folder != "" {
		err = c.watch(ctx, std, j, run)
	}
	return run, err
}

// watch adds what only the page and the pictures show, and what it takes more battles
// to know.
func (c *runCommand) watch(ctx context.Context, std streams, j *job, run *reports.Run) (err error) {
	defer c.tell(std, func(time.Duration) string { return "watching battles for the report ..." })()
	o := c.optionsFor(j.Loaded)
	if run.Method == stats.MonteCarlo {
		o.Trials, o.Precision = run.Trials, 0
		if run.Course, err = stats.Follow(ctx, j.battle, o); err == nil {
			run.Typical, err = stats.PickTypical(ctx, run.Study, o)
		}
		return err
	}
	if run.Course, err = stats.Follow(ctx, j.battle, o); err == nil {
		o.Trials = run.Course.Trials
		run.Typical, err = stats.PickTrial(ctx, j.battle, o, stats.Choice{Kind: stats.Typical})
	}
	return err
}

// again is the command that repeats a run, whatever the defaults of the file will be.
func (c *runCommand) again(j *job, study *stats.Study) string {
	text := fmt.Sprintf("simulate %s %s%s", c.flags.Name(), shellFile(j.File), c.repeat())
	if study.Method == stats.MonteCarlo {
		if !c.flags.Changed("seed") {
			text += fmt.Sprintf(" --seed %d", study.Seed)
		}
		if !c.flags.Changed("trials") && study.Precision == 0 {
			text += fmt.Sprintf(" -n %d", study.Planned)
		}
	}
	text += c.repeatRun()
	if c.folder != "" {
		text += " -o " + shellWord(c.folder)
	}
	return text
}

// fileNames are all files that may be written into the folder.
func (c *runCommand) fileNames() []string {
	if c.shard.N > 0 {
		return []string{partName(c.jobs[0].File, c.shard)}
	}
	var files []string
	for _, j := range c.jobs {
		files = append(files, j.File)
	}
	return reports.FileNames(files, c.several)
}

// byMethod answers by the method that was asked for. Where that leaves the choice, why
// is a sentence about it.
func (c *runCommand) byMethod(ctx context.Context, std streams, j *job) (study *stats.Study, why string, err error) {
	if c.merged != nil {
		return c.merged, "", nil
	}
	o := c.optionsFor(j.Loaded)
	exact := c.method == exactly
	if c.method == byCost {
		if exact, why, err = c.choose(ctx, std, j, o); err != nil {
			return nil, "", err
		}
	}
	if exact {
		study, err = c.solve(ctx, std, j)
		intractable := (*stats.Intractable)(nil)
		if c.method == exactly || !errors.As(err, &intractable) {
			return study, why, err
		}
		why = chosenFor(intractable)
	}
	study, err = c.fightTrials(ctx, std, j, o)
	return study, why, err
}

func (c *runCommand) fightTrials(ctx context.Context, std streams, j *job, o stats.Options) (*stats.Study, error) {
	defer c.observe(std, j, &o)()
	return stats.Run(ctx, j.battle, o)
}

// observe lets o write rows and tell of progress, where these are wanted, until stop
// is called.
func (c *runCommand) observe(std streams, j *job, o *stats.Options) (stop func()) {
	if c.trials != nil {
		o.Rows, o.Row = c.trials, reports.TrialRow(j.battle)
	}
	if !std.terminal || c.quiet {
		return func() {}
	}
	p, update, interim := startFight(std.err, j.battle)
	o.Progress, o.Interim = update, interim
	return p.stop
}

func (c *runCommand) text(std streams, j *job, run *reports.Run) error {
	t := reports.Text{Width: std.width, Brief: c.quiet, Warned: true}
	if j.File != "-" {
		show := fmt.Sprintf("simulate show %s%s", shellFile(j.File), c.repeat())
		if run.Method == stats.MonteCarlo && (c.flags.Changed("trials") || run.Precision > 0) {
			show += fmt.Sprintf(" -n %d", run.Trials)
		}
		t.Hints = append(t.Hints, reports.Hint{For: "See one", Command: show + " --pick typical"})
		if c.folder == "" {
			again := fmt.Sprintf("simulate %s %s%s%s", c.flags.Name(), shellFile(j.File), c.repeat(), c.repeatRun())
			t.Hints = append(t.Hints, reports.Hint{For: "As files", Command: again + " -o report/"})
		}
	}
	return t.Render(std.out, run)
}

// repeatRun are the flags of run that, besides those of repeat, make another run
// print the same.
func (c *runCommand) repeatRun() string {
	text := ""
	for _, name := range append([]string{"trials", "precision", "confidence", "method"}, limitFlags...) {
		switch f := c.flags.Lookup(name); {
		case f == nil || !f.Changed:
		case f.Value.Type() == "bool":
			text += " --" + name
		case f.Shorthand != "":
			text += " -" + f.Shorthand + " " + f.Value.String()
		default:
			text += " --" + name + " " + f.Value.String()
		}
	}
	return text
}

// finish prints and writes what was done. stopped is what ended the fighting
// early, if anything did.
func (c *runCommand) finish(ctx context.Context, std streams, stopped error) error {
	interrupted := errors.Is(stopped, context.Canceled)
	if stopped != nil && !interrupted || len(c.runs) == 0 {
		switch {
		case interrupted && c.unsolved != "":
			fmt.Fprintf(std.err, "simulate: interrupted before the exact answer was found; there is no result\n")
			return status(exitInterrupted)
		case interrupted:
			fmt.Fprintf(std.err, "simulate: interrupted before the first %d battles were done; there is no result\n", stats.Chunk)
			return status(exitInterrupted)
		}
		return stopped
	}
	unprinted := c.print(std.out)
	if c.trials != nil {
		file := c.trials
		c.trials = nil
		if err := file.Commit(); err != nil {
			return err
		}
	}
	if c.folder != "" {
		write := func(ctx context.Context) ([]string, error) { return reports.SaveAll(ctx, c.folder, c.runs, c.several) }
		names, err := save(ctx, std, c.folder, c.quiet, write)
		if err != nil {
			return err
		}
		if c.format == "text" && !c.quiet {
			sayWritten(std, c.folder, names)
		}
	}
	return unprinted
}

// discard forgets the rows of trials unless they were put under their name.
func (c *runCommand) discard() {
	if c.trials != nil {
		c.trials.Discard()
	}
}

// print writes what holds all runs at once. Text was printed as it came.
func (c *runCommand) print(w io.Writer) error {
	switch c.format {
	case "csv":
		return reports.GroupsCSV(w, c.runs)
	case "json":
		return reports.JSON(w, c.runs, c.several)
	}
	return nil
}
