package main

import (
	"context"
	"fmt"
	"math"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/stats"
)

const sensitivityHelp = `Says what one point of each number is worth, up and down: count, skill and
damage of each weapon, defences, DR, HP, HT, Move, morale, and the leaders'
tactics skill. Each is changed by itself, in one group alone, and fought on the
same luck as the battle as it is. The largest come first.

With --rules, it is the switches of the rules and the rows of their tables that
are changed, one at a time.

The text shows what changes are worth to the first side, or to --side; csv and
json show both sides.

Ctrl-C stops early; what was done until then is printed, and marked as partial.
All changes have a few battles before any has more, so that there is soon
something to see of each.

With -o, the result is also written as files into a folder: report.html, a page
with all of it; sensitivity.json, sensitivity.csv, summary.txt; and tornado as
PNG and SVG.
`

var sensitivityExamples = []string{
	"simulate sensitivity troglodytes",
	"simulate sensitivity tonight.yaml --side goblins -n 5000",
	"simulate sensitivity troglodytes --rules -f csv > rules.csv",
}

// A sensitivityCommand is `simulate sensitivity`.
type sensitivityCommand struct {
	*analysisFlags
	rules bool
}

func setupSensitivity(fs *pflag.FlagSet) action {
	c := &sensitivityCommand{}
	fs.BoolVar(&c.rules, "rules", false, "change the rules instead of the combatants")
	c.analysisFlags = addAnalysisFlags(fs,
		fmt.Sprintf("how many battles to fight of each change; with --precision the most (default: %d, or where there are many changes a share of %d, but at least %d)", variantTrials, allTrials, leastTrials),
		"fight each change on until the interval of its difference is at most P to either side, like 0.005",
		"whose wins the text shows, by `NAME`: default the first side's")
	c.flags.Lookup("trials").DefValue = "0" // it is told in words
	return c.run
}

func (c *sensitivityCommand) run(ctx context.Context, std streams, files []string) error {
	j, err := c.only(ctx, std, files)
	if err != nil {
		return err
	}
	side, err := c.whose(j.battle)
	if err != nil {
		return err
	}
	if err := c.checkOut(ctx, std, reports.SensitivityFiles(), j); err != nil {
		return err
	}
	points := scenarios.Points(j.Scenario)
	if c.rules {
		points = scenarios.RulePoints(j.Scenario)
	}
	var changes []stats.Change
	var numbers []reports.Number
	for _, p := range points {
		up, err := compileStep(p.Up)
		if err != nil {
			return err
		}
		down, err := compileStep(p.Down)
		if err != nil {
			return err
		}
		changes = append(changes, stats.Change{Up: up, Down: down})
		numbers = append(numbers, reports.Number{
			Side: p.Side, Group: p.Group, Weapon: p.Weapon, Name: p.Number,
			From: p.From, Up: pointText(p.Up), Down: pointText(p.Down),
		})
	}
	o := c.variantOptions(j)
	if !c.flags.Changed("trials") && o.Precision == 0 {
		o.Trials = sharedTrials(points)
	}
	stand, stop := c.watch(std, &o)
	var tell func(int, *stats.Effect)
	if stand != nil {
		tell = largestSoFar(numbers, side, stand)
	}
	found, err := stats.Sense(ctx, j.battle, changes, o, tell)
	stop()
	switch {
	case found == nil:
		return err
	case found.Empty():
		return interrupted(std, "the first change was tried")
	}
	r := &reports.Sensitivity{Sensitivity: found, Analysis: c.about(j, files), Side: side, Numbers: numbers}
	var hints []reports.Hint
	if j.File != "-" && !c.rules {
		hints = append(hints, reports.Hint{For: "The rules", Command: fmt.Sprintf("simulate sensitivity %s%s --rules", shellFile(j.File), c.repeat())})
	}
	return c.print(ctx, std, r, err, append(hints, c.asFiles(files)...)...)
}

// largestSoFar says which change weighs most with a side.
func largestSoFar(numbers []reports.Number, side int, stand func(string)) func(int, *stats.Effect) {
	most := 0.0
	return func(change int, e *stats.Effect) {
		if by := e.Wins[side].By; math.Abs(by) > most {
			most = math.Abs(by)
			stand(fmt.Sprintf("%+.1f by %s", 100*by, numbers[change].Label()))
		}
	}
}

// Battles that a sensitivity fights in all unless one says otherwise, and the least
// of each change.
const (
	allTrials   = 800_000
	leastTrials = 2_000
)

// sharedTrials are those of each change where there may be many.
func sharedTrials(points []scenarios.Point) int64 {
	changes := 0
	for _, p := range points {
		for _, step := range []*scenarios.PointStep{p.Up, p.Down} {
			if step != nil {
				changes++
			}
		}
	}
	each := allTrials / int64(max(changes, 1)) / 1000 * 1000
	return min(max(each, leastTrials), variantTrials)
}

// compileStep is the battle of a step, nil where there is none.
func compileStep(s *scenarios.PointStep) (*heroic.Battle, error) {
	if s == nil {
		return nil, nil
	}
	return heroic.Compile(s.Scenario)
}
