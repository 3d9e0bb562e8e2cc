package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/stats"
)

const mergeHelp = `Puts the parts of a run together that simulate run --shard has written into the
folder DIR, and prints the result: the same, to the last digit, that all of its
battles would have had at once. The scenario's file is not needed, for parts
hold it.

All parts must be there, once each, whole and of one run: of one scenario, with
the same values set, under the same rules, of one seed and number of battles,
fought by this version of the program. What is missing, doubled, of another run
or damaged is listed, and nothing is merged.

With -o, the files are those of simulate run. For the page, some of the battles
are fought again, here: some thousand to see how they go, and as many as it
takes to find the typical one.
`

var mergeExamples = []string{
	"simulate run tonight.yaml -n 1000000000 --shard 3/10 -o parts",
	"simulate merge parts",
	"simulate merge parts -f json > result.json",
	"simulate merge parts -o report/",
}

// A mergeCommand is `simulate merge`.
type mergeCommand struct {
	flags      *pflag.FlagSet
	confidence float64
	format     string
	folder     string
	workers    int64
	quiet      bool
}

func setupMerge(fs *pflag.FlagSet) action {
	c := &mergeCommand{flags: fs, format: "text", workers: int64(stats.DefaultOptions().Workers)}
	fs.Var(shareFlag{&c.confidence, 1, "C", "0.95"}, "confidence", "of the intervals (default: as the parts were asked for)")
	fs.VarP(wordFlag{&c.format, []string{"text", "json", "csv"}, "FORMAT"}, "format", "f", "text, json or csv (groups)")
	fs.StringVarP(&c.folder, "out", "o", "", "also write a report, plots and tables into the folder `DIR`")
	fs.VarP(wholeFlag{&c.workers}, "workers", "j", "battles at a time, for the report; never changes a result (default: one a processor)")
	fs.Lookup("workers").DefValue = "0"
	fs.BoolVarP(&c.quiet, "quiet", "q", false, "no progress, warnings, hints or notes on method")
	return c.run
}

func (c *mergeCommand) run(ctx context.Context, std streams, dirs []string) error {
	switch {
	case len(dirs) != 1:
		return usagef("merge takes one folder, in which the parts are")
	case c.flags.Changed("out") && c.folder == "":
		return usagef("--out needs a name")
	}
	dir := dirs[0]
	parts, mistakes, err := c.parts(ctx, dir)
	if err != nil {
		return err
	}
	if len(mistakes) > 0 {
		return refuseParts(std, mistakes)
	}
	run, err := c.runOf(parts)
	if err != nil {
		return refuseParts(std, []string{fmt.Sprintf("%s: %v", parts[0].path, err)})
	}
	if !c.quiet {
		run.jobs[0].warn(std)
	}
	if err := run.checkPlaces(std); err != nil {
		return err
	}
	if err := run.prepare(ctx); err != nil {
		return err
	}
	stopped := run.fightAll(ctx, std)
	if err := run.finish(ctx, std, stopped); err != nil {
		return err
	}
	return stopped
}

// mostListed is how many mistakes are listed.
const mostListed = 20

// refuseParts prints why parts cannot be merged, a line each.
func refuseParts(std streams, mistakes []string) error {
	for i, line := range mistakes {
		if i == mostListed {
			fmt.Fprintf(std.err, "and %d more\n", len(mistakes)-mostListed)
			break
		}
		fmt.Fprintln(std.err, oneLine(line))
	}
	fmt.Fprintf(std.err, "%s; nothing was merged\n", mistakesText(len(mistakes)))
	return status(exitUsage)
}

// runOf is the run that parts are of, with what they came to together. Its error is
// that the program cannot have fought it so.
func (c *mergeCommand) runOf(parts []heldPart) (*runCommand, error) {
	p := parts[0]
	edition, _, _ := strings.Cut(p.Head.Ruleset, "+")
	switch {
	case edition != heroic.Edition:
		return nil, fmt.Errorf("fought under the rules %s, and this program has %s", edition, heroic.Edition)
	case p.Head.Version != version():
		return nil, fmt.Errorf("fought by simulate %s, and this is %s; parts are merged by the program that fought them", p.Head.Version, version())
	}
	flags := pflag.NewFlagSet("run", pflag.ContinueOnError)
	run := newRunCommand(flags)
	if err := flags.Parse(p.Head.Flags); err != nil || flags.NArg() > 0 {
		return nil, errors.New("damaged: its flags are not those of simulate run")
	}
	if c.flags.Changed("confidence") {
		flags.Set("confidence", c.flags.Lookup("confidence").Value.String())
	}
	run.format, run.folder, run.workers, run.quiet = c.format, c.folder, c.workers, c.quiet
	l, err := scenarios.Recall(p.Source, run.sets)
	if err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	battle, err := heroic.Compile(l.Scenario)
	if err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	run.jobs = []*job{{l, battle}}
	if o := run.optionsFor(l); l.Hash != p.Head.Scenario || battle.Rules.ID() != p.Head.Ruleset || o.Seed != p.Part.Seed || o.Trials != p.Part.Trials {
		return nil, errors.New("damaged: its scenario is not the one that was fought")
	}
	var counted []*stats.Part
	for _, p := range parts {
		counted = append(counted, p.Part)
	}
	if run.merged, err = stats.Merge(battle, counted, run.options.Confidence); err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	return run, nil
}

// A heldPart is a part and where it was found.
type heldPart struct {
	*partFile
	path string
}

// parts reads the parts in a folder and puts them in order. mistakes is what is wrong
// with them, a line each; err is that ctx ended.
func (c *mergeCommand) parts(ctx context.Context, dir string) (parts []heldPart, mistakes []string, err error) {
	names, err := await(ctx, func() ([]string, error) { return partsIn(dir) })
	switch {
	case ctx.Err() != nil:
		return nil, nil, context.Cause(ctx)
	case err != nil:
		return nil, []string{fmt.Sprintf("%s: %s", dir, trouble(err, "no such folder"))}, nil
	case len(names) == 0:
		return nil, []string{fmt.Sprintf("%s: no parts are in this folder; simulate run --shard I/N -o %s writes them, as NAME%s", dir, dir, partEnding)}, nil
	}
	unread := map[string]bool{}
	for _, name := range names {
		path := filepath.Join(dir, name)
		text, err := await(ctx, func() ([]byte, error) { return os.ReadFile(path) })
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		var file *partFile
		if err == nil {
			file, err = readPart(text)
		}
		if err != nil {
			mistakes = append(mistakes, fmt.Sprintf("%s: %s", path, trouble(err, "no such file")))
			unread[name] = true
			continue
		}
		parts = append(parts, heldPart{file, path})
	}
	if len(parts) == 0 {
		return nil, mistakes, nil
	}
	parts, foreign := ofOneRun(parts)
	parts, doubled := once(parts)
	mistakes = slices.Concat(mistakes, foreign, doubled, missing(dir, parts, unread))
	return parts, mistakes, nil
}

// partsIn are the names of the parts in a folder.
func partsIn(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), partEnding) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// trouble is an error about a file or folder without its name.
func trouble(err error, absent string) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return absent
	case errors.Is(err, syscall.ENOTDIR):
		return "this is a file, and merge takes the folder of the parts"
	case errors.Is(err, syscall.EISDIR):
		return "this is a folder"
	case errors.As(err, &path):
		return path.Err.Error()
	}
	return err.Error()
}

// A runID is what all parts of a run have in common.
type runID struct {
	scenario, ruleset, version string
	seed                       uint64
	trials, parts              int64
	confidence                 float64
}

func (p *partFile) run() runID {
	return runID{p.Head.Scenario, p.Head.Ruleset, p.Head.Version, p.Part.Seed, p.Part.Trials, p.Part.N, p.Head.Confidence}
}

// differs says how a run is not the one that is wanted.
func (id runID) differs(want runID) string {
	var all []string
	add := func(same bool, format string, is, instead any) {
		if !same {
			all = append(all, fmt.Sprintf(format+" instead of %v", is, instead))
		}
	}
	if id.scenario != want.scenario {
		all = append(all, "another scenario, or other values set")
	}
	add(id.ruleset == want.ruleset, "rules %v", id.ruleset, want.ruleset)
	add(id.seed == want.seed, "seed %v", id.seed, want.seed)
	add(id.trials == want.trials, "%v", reports.Battles(id.trials), reports.Battles(want.trials))
	add(id.parts == want.parts, "one of %v parts", id.parts, want.parts)
	add(id.confidence == want.confidence, "confidence %v", id.confidence, want.confidence)
	add(id.version == want.version, "fought by simulate %v", id.version, want.version)
	return strings.Join(all, ", ")
}

// ofOneRun are the parts of the run that most are of, and what is wrong with others.
func ofOneRun(parts []heldPart) (kept []heldPart, foreign []string) {
	n := map[runID]int{}
	var most heldPart
	for _, p := range parts {
		n[p.run()]++
	}
	for _, p := range parts {
		if most.partFile == nil || n[p.run()] > n[most.run()] {
			most = p
		}
	}
	for _, p := range parts {
		if how := p.run().differs(most.run()); how != "" {
			foreign = append(foreign, fmt.Sprintf("%s: of another run than %s: %s", p.path, most.path, how))
		} else {
			kept = append(kept, p)
		}
	}
	return kept, foreign
}

// once puts parts in order, and says which are there more than once.
func once(parts []heldPart) (kept []heldPart, doubled []string) {
	slices.SortStableFunc(parts, func(a, b heldPart) int { return cmp.Compare(a.Part.I, b.Part.I) })
	for _, p := range parts {
		if last := len(kept) - 1; last >= 0 && kept[last].Part.I == p.Part.I {
			doubled = append(doubled, fmt.Sprintf("%s: part %v a second time; it is in %s, too", p.path, p.Part.Shard, kept[last].path))
		} else {
			kept = append(kept, p)
		}
	}
	return kept, doubled
}

// missing says which parts are not there, and how to come by them. What could not
// be read is there.
func missing(dir string, parts []heldPart, unread map[string]bool) (mistakes []string) {
	p := parts[0]
	have := make([]bool, p.Part.N)
	for _, p := range parts {
		have[p.Part.I-1] = true
	}
	for i := range have {
		have[i] = have[i] || unread[partName(p.Source.File, stats.Shard{I: int64(i) + 1, N: p.Part.N})]
	}
	for i := 0; i < len(have); i++ {
		if have[i] {
			continue
		}
		from := stats.Shard{I: int64(i) + 1, N: p.Part.N}
		for i+1 < len(have) && !have[i+1] {
			i++
		}
		to := stats.Shard{I: int64(i) + 1, N: p.Part.N}
		first, _ := from.Span(p.Part.Trials)
		_, last := to.Span(p.Part.Trials)
		which := fmt.Sprintf("part %v is missing", from)
		if to != from {
			which = fmt.Sprintf("parts %d to %v are missing", from.I, to)
		}
		mistakes = append(mistakes, fmt.Sprintf("%s: %s: %s; %s", dir, which, reports.Span(first, last), p.again(from, dir)))
	}
	return mistakes
}

// again is the command that fights a part of the run that p is one of.
func (p *partFile) again(s stats.Shard, dir string) string {
	text := "simulate run " + shellFile(p.Source.File)
	for _, flag := range p.Head.Flags {
		text += " " + shellWord(flag)
	}
	return fmt.Sprintf("%s --shard %d/%d -o %s", text, s.I, s.N, shellFile(dir))
}
