package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/stats"
)

const sweepHelp = `Fights a battle at every point of a grid: for each value of a key of its file,
or each combination of the values of several keys. FILE is as for simulate run.

--vary takes any key that --set takes, and
  4..20            whole numbers
  0.5..3:0.25      numbers with a step
  neutral,auto     a list: numbers, words, tactics, files, [lists] in brackets

All points are checked before anything is run, and fight the same trials: each
meets the same luck at the same moment. The result is a table of points; as csv
a row for each point and outcome, with a column for each key.

With -o, the result is also written as files into a folder:
  report.html      a page with all of it
  sweep.json, sweep.csv, summary.txt
  curve            of one key, or heatmap of two, as PNG and SVG
  points.jsonl     what is done, for going on
A sweep that was interrupted goes on where it stopped when it is called again
with the same -o, or the same --resume; so does one with more values.

Ctrl-C stops early; what was done until then is printed, and marked as partial.
Points that were under way have fewer battles; they are fought anew when the
sweep goes on.
`

var sweepExamples = []string{
	"simulate sweep troglodytes --vary sides.ogres.groups.ogres.count=4..12",
	"simulate sweep troglodytes --vary rules.speed_factor=3,4,5 \\\n      --vary sides.ogres.groups.ogres.count=4..12 -f csv > grid.csv",
	"simulate sweep tonight.yaml --vary sides[1].groups[0].orders=neutral,auto",
	"simulate sweep tonight.yaml --vary battlefield.distance=10..200:10 -o out/",
}

const sweepTrials = "how many battles to fight at each point; with --precision the most, then 10 million unless given"

// maxGrid is how many points a sweep may have.
const maxGrid = 1_000_000

// A sweepCommand is `simulate sweep`.
type sweepCommand struct {
	*analysisFlags
	texts  []string // of --vary
	resume string

	keys    []scenarios.Vary
	base    *job
	battles []string // what each point's battle depends on
	result  *reports.Sweep
}

func setupSweep(fs *pflag.FlagSet) action {
	c := &sweepCommand{}
	fs.StringArrayVar(&c.texts, "vary", nil, "fight the battle for each of the values in `KEY=LIST`; may be repeated")
	c.analysisFlags = &analysisFlags{fightFlags: addFightFlags(fs, sweepTrials), format: "text"}
	c.fewTrials()
	fs.Var(shareFlag{&c.options.Precision, 0.5, "P", "0.01"}, "precision", "fight on at each point until the interval of every outcome is at most P to either side, like 0.001")
	fs.Var(shareFlag{&c.options.Confidence, 1, "C", "0.95"}, "confidence", "of the intervals")
	fs.VarP(wordFlag{&c.format, []string{"text", "json", "csv"}, "FORMAT"}, "format", "f", "text, json or csv (a row a point and outcome)")
	c.addOut(fs)
	fs.StringVar(&c.resume, "resume", "", "keep what is done in `FILE`, and go on from there (default: points.jsonl of -o)")
	return c.run
}

func (c *sweepCommand) run(ctx context.Context, std streams, files []string) error {
	switch {
	case len(c.texts) == 0:
		return usagef("--vary is missing: say which key takes which values, like --vary sides.ogres.groups.ogres.count=4..12")
	case c.flags.Changed("resume") && c.resume == "":
		return usagef("--resume needs a name")
	}
	if err := c.readKeys(); err != nil {
		return err
	}
	j, err := c.only(ctx, std, files)
	if err != nil {
		return err
	}
	c.base = j
	if err := c.checkVaried(j, "--vary", false, c.setsOf(0)...); err != nil {
		return err
	}
	if c.folder != "" && c.resume == "" {
		c.resume = filepath.Join(c.folder, "points.jsonl")
	}
	o := c.variantOptions(j)
	if err := c.checkGrid(ctx, std, o.Workers); err != nil {
		return err
	}
	c.begin(o, files)
	if err := c.checkOut(ctx, std, c.fileNames(), j); err != nil {
		return err
	}
	if c.resume != "" {
		if err := checkWritten(std, j, "--resume", filepath.Dir(c.resume), []string{filepath.Base(c.resume)}); err != nil {
			return err
		}
	}
	stopped := c.fight(ctx, std, o)
	switch {
	case stopped != nil && !errors.Is(stopped, context.Canceled):
		return stopped
	case c.result.Begun() == 0:
		return interrupted(std, fmt.Sprintf("the first %d battles of a point were done", stats.Chunk))
	case !c.result.Partial():
		stopped = nil
	}
	return c.print(ctx, std, c.result, stopped, c.asFiles([]string{c.base.File})...)
}

// readKeys reads --vary.
func (c *sweepCommand) readKeys() error {
	points := 1
	for _, text := range c.texts {
		v, err := scenarios.ParseVary(text)
		if err != nil {
			return usagef("--vary %s: %v", text, err)
		}
		switch {
		case len(v.Values) > maxGrid/points:
			return usagef("--vary %s: the grid has over %d points", text, maxGrid)
		}
		points *= len(v.Values)
		c.keys = append(c.keys, v)
	}
	return nil
}

// begin makes the result without any point.
func (c *sweepCommand) begin(o stats.Options, files []string) {
	c.result = &reports.Sweep{
		Analysis: c.about(c.base, files),
		Battle:   c.base.battle, Seed: o.Seed, Planned: o.Planned(), Precision: o.Precision, Confidence: o.Confidence,
		Points: make([]*stats.SweepPoint, len(c.battles)),
	}
	for _, v := range c.keys {
		p := reports.Parameter{Key: v.Key, Values: v.Values}
		for _, text := range v.Values {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil || !v.Number {
				p.Numbers = nil
				break
			}
			p.Numbers = append(p.Numbers, x)
		}
		c.result.Parameters = append(c.result.Parameters, p)
	}
}

// setsOf are what --set would take for a point.
func (c *sweepCommand) setsOf(point int) []string {
	sets := make([]string, len(c.keys))
	for i := len(sets) - 1; i >= 0; i-- {
		n := len(c.keys[i].Values)
		sets[i] = c.keys[i].Set(point % n)
		point /= n
	}
	return sets
}

// identity is what a point's battle depends on.
func (j *job) identity() string { return j.Hash + " " + j.battle.Rules.ID() }

// checkGrid loads all points before any is fought, and prints the mistakes in them
// and the warnings about them, each once.
func (c *sweepCommand) checkGrid(ctx context.Context, std streams, workers int) error {
	points := 1
	for _, v := range c.keys {
		points *= len(v.Values)
	}
	c.battles = make([]string, points)
	var checked atomic.Int64
	if std.terminal && !c.quiet {
		defer startProgress(std.err, func(time.Duration) string {
			return fmt.Sprintf("checking: %d of %d points", checked.Load(), points)
		}).stop()
	}
	var mu sync.Mutex
	var mistakes, warnings notes
	known := c.base.warnings() // and printed
	var g errgroup.Group
	g.SetLimit(workers)
	for i := range points {
		if ctx.Err() != nil {
			break
		}
		g.Go(func() error {
			j, err := c.base.variant(c.setsOf(i)...)
			mu.Lock()
			defer mu.Unlock()
			checked.Add(1)
			if err != nil {
				c.mistakes(&mistakes, i, err)
				return nil
			}
			c.battles[i] = j.identity()
			for _, w := range j.warnings() {
				if !slices.Contains(known, w) {
					warnings.add(i, w, w)
				}
			}
			return nil
		})
	}
	g.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if !c.quiet {
		warnings.print(std, "warning: ")
	}
	if n := mistakes.print(std, ""); n > 0 {
		fmt.Fprintf(std.err, "%s; nothing was run\n", mistakesText(n))
		return status(exitUsage)
	}
	return nil
}

// mistakes notes those of a point, each of which names the value that it lies in, or
// the point. What is wrong with a key is wrong with all its values, and noted once.
func (c *sweepCommand) mistakes(n *notes, point int, err error) {
	var all scenarios.Errors
	if !errors.As(err, &all) {
		n.add(point, err.Error(), fmt.Sprintf("--vary %s: %v", strings.Join(c.setsOf(point), ", "), err))
	}
	for _, e := range all {
		line := *e
		if set, ok := strings.CutPrefix(e.Set, "--set "); ok {
			key, _, _ := strings.Cut(set, "=")
			line.Set = "--vary " + set
			n.add(point, key+"\x00"+e.Path+"\x00"+e.Why, line.Error())
			continue
		}
		n.add(point, line.Error(), fmt.Sprintf("%s (with %s)", line.Error(), strings.Join(c.setsOf(point), ", ")))
	}
}

// notes are about what several points have in common: a line for the first of them.
type notes struct{ first map[string]note }

type note struct {
	point int
	line  string
}

func (n *notes) add(point int, about, line string) {
	if n.first == nil {
		n.first = map[string]note{}
	}
	if known, ok := n.first[about]; !ok || point < known.point {
		n.first[about] = note{point, line}
	}
}

// mostNotes is how many of them are printed.
const mostNotes = 20

func (n *notes) print(std streams, label string) int {
	lines := slices.SortedFunc(maps.Values(n.first), func(a, b note) int {
		return cmp.Or(cmp.Compare(a.point, b.point), cmp.Compare(a.line, b.line))
	})
	for i, l := range lines {
		if i == mostNotes {
			fmt.Fprintf(std.err, "%s… and %d more\n", label, len(lines)-mostNotes)
			break
		}
		fmt.Fprintf(std.err, "%s%s\n", label, oneLine(l.line))
	}
	return len(lines)
}

// fight does the points that are not done. Those that are done stay so, whatever
// ends it.
func (c *sweepCommand) fight(ctx context.Context, std streams, o stats.Options) error {
	begun := time.Now()
	defer func() { c.result.Elapsed = time.Since(begun) }()
	var kept *pointsFile
	if c.resume != "" {
		var keys []string
		for _, v := range c.keys {
			keys = append(keys, v.Key)
		}
		head := o
		head.Trials = c.result.Planned
		var err error
		if kept, err = openPoints(c.resume, pointsHeadFor(c.base.identity(), keys, head)); err != nil {
			return badPoints(std, err)
		}
	}
	var missing []int
	for i := range c.result.Points {
		if kept != nil {
			p, err := kept.point(c.result.Values(i), c.battles[i])
			if err != nil {
				return badPoints(std, err)
			}
			c.result.Points[i] = p
		}
		if c.result.Points[i] == nil {
			missing = append(missing, i)
		}
	}
	c.result.Kept = len(c.battles) - len(missing)
	stand, stop := c.watch(std, &o)
	defer stop()
	battle := func(i int) (*heroic.Battle, error) {
		j, err := c.base.variant(c.setsOf(i)...)
		switch {
		case err != nil:
			return nil, fmt.Errorf("a file has changed: %s", mistakeText(err))
		case j.identity() != c.battles[i]:
			return nil, fmt.Errorf("%s: a file that it reads has changed while the sweep was running", c.base.File)
		}
		return j.battle, nil
	}
	stopped := stats.Sweep(ctx, missing, battle, o, func(i int, p *stats.SweepPoint) error {
		c.result.Points[i] = p
		if stand != nil {
			stand(fmt.Sprintf("%d of %d points", c.result.Done(), len(c.result.Points)))
		}
		if kept == nil || p.Partial {
			return nil
		}
		return kept.add(c.result.Values(i), c.battles[i], p)
	})
	if kept != nil {
		if err := kept.save(); err != nil && (stopped == nil || errors.Is(stopped, context.Canceled)) {
			return err
		}
	}
	return stopped
}

// badPoints prints what is wrong with a file of points.
func badPoints(std streams, err error) error {
	fmt.Fprintf(std.err, "simulate: %s\n", oneLine(err.Error()))
	return status(exitUsage)
}

func (c *sweepCommand) fileNames() []string { return reports.SweepFiles(c.result.Parameters) }

// checkWritten refuses to write where something is read from. flag is what asks for
// files of these names in a folder.
func checkWritten(std streams, j *job, flag, folder string, names []string) error {
	var taken []place
	for _, name := range j.Files {
		p := placeOf(name)
		p.name = "the scenario " + name
		if name != j.File {
			p.name = name + ", which " + j.File + " reads"
		}
		taken = append(taken, p)
	}
	if in, ok := streamPlace("standard input", std.in); ok {
		taken = append(taken, in)
	}
	if out, ok := streamPlace("standard output", std.stdout); ok {
		taken = append(taken, out)
	}
	for _, name := range names {
		if q, ok := among(taken, placeOf(filepath.Join(folder, name))); ok {
			return usagef("%s: %s is %s", flag, name, q.name)
		}
	}
	return nil
}
