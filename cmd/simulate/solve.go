package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/stats"
)

const solveHelp = `Looks for the value of a key at which a side wins as often as wanted: how many
ogres make it an even fight? It tries values over all of the range first, on the
same luck, and then those between which the win probability passes the target,
with more battles, until none is left in between.

The answer is an interval of values: those at which the win probability cannot
be told from the target, or the two between which it passes. If the target is
out of reach, or is met more than once, the answer says so.

KEY=4..20 are whole numbers, KEY=0.5..3:0.25 decimals with a step, and KEY=a,b,c
a list in the order in which it stands.

Ctrl-C stops early; what was done until then is printed, and marked as partial.

With -o, the result is also written as files into a folder: report.html, a page
with all of it; solve.json, solve.csv, summary.txt; and curve as PNG and SVG.
`

var solveExamples = []string{
	"simulate solve troglodytes --vary sides.ogres.groups.ogres.count=1..40",
	"simulate solve tonight.yaml --vary units.ogre.hp=8..30 --target 0.6",
	"simulate solve tonight.yaml --vary battlefield.distance=5..100:5 -f csv",
}

// A solveCommand is `simulate solve`.
type solveCommand struct {
	*analysisFlags
	vary   string
	target float64
}

func setupSolve(fs *pflag.FlagSet) action {
	c := &solveCommand{target: 0.5}
	fs.StringVar(&c.vary, "vary", "", "`KEY=VALUES` to look among, like sides.ogres.groups.ogres.count=1..40")
	fs.Var(shareFlag{&c.target, 1, "P", "0.6"}, "target", "the win probability that is wanted")
	c.analysisFlags = addAnalysisFlags(fs,
		"how many battles to fight of each value that decides; an eighth of the others",
		"instead, fight of each on until the interval is at most P to either side",
		"who is to win, by `NAME`: default the first side")
	c.fewTrials()
	return c.run
}

func (c *solveCommand) run(ctx context.Context, std streams, files []string) error {
	if c.vary == "" {
		return usagef("solve needs --vary KEY=VALUES, like --vary sides.ogres.groups.ogres.count=1..40")
	}
	vary, err := scenarios.ParseVary(c.vary)
	switch {
	case err != nil:
		return usagef("--vary %s: %v", c.vary, err)
	case len(vary.Values) < 2:
		return usagef("--vary %s: at least 2 values are needed", c.vary)
	}
	j, err := c.only(ctx, std, files)
	if err != nil {
		return err
	}
	side, err := c.whose(j.battle)
	if err != nil {
		return err
	}
	if err := c.checkVaried(j, "--vary", false, vary.Set(0)); err != nil {
		return err
	}
	if err := c.checkOut(ctx, std, reports.SolveFiles(), j); err != nil {
		return err
	}
	battle := func(value int) (*heroic.Battle, error) {
		v, err := j.variant(vary.Set(value))
		if err != nil {
			return nil, err
		}
		return v.battle, nil
	}
	o := stats.SolveOptions{Options: c.variantOptions(j), Side: side, Target: c.target}
	stand, stop := c.watch(std, &o.Options)
	if stand != nil {
		o.Tried = nearestSoFar(vary, c.target, stand)
	}
	found, err := stats.Solve(ctx, len(vary.Values), battle, o)
	stop()
	var mistakes scenarios.Errors
	switch {
	case errors.As(err, &mistakes):
		fmt.Fprintln(std.err, strings.ReplaceAll(mistakeText(err), "--set ", "--vary "))
		return status(exitUsage)
	case found == nil:
		return err
	case found.Empty():
		return interrupted(std, "the first value was tried")
	}
	r := &reports.Solution{Solution: found, Analysis: c.about(j, files), Battle: j.battle, Key: vary.Key, Values: vary.Values}
	var hints []reports.Hint
	if j.File != "-" {
		near := vary.Set(found.Curve[found.Nearest].Value)
		hints = append(hints, reports.Hint{For: "Run it", Command: "simulate run " + shellFile(j.File) + c.repeat() + " --set " + shellWord(near)})
	}
	return c.print(ctx, std, r, err, append(hints, c.asFiles(files)...)...)
}

// nearestSoFar says which value comes nearest to the target.
func nearestSoFar(vary scenarios.Vary, target float64, stand func(string)) func(stats.SolvePoint) {
	best := stats.SolvePoint{Value: -1}
	return func(p stats.SolvePoint) {
		if best.Value < 0 || p.Value == best.Value || math.Abs(p.Win.P-target) < math.Abs(best.Win.P-target) {
			best = p
			stand(fmt.Sprintf("nearest %s: %.1f %%", vary.Values[p.Value], 100*p.Win.P))
		}
	}
}
