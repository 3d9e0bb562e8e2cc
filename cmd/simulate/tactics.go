package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/stats"
)

const tacticsHelp = `Plays every tactic of the first side against every tactic of the second, and
prints what comes of each pair, which tactics are never worth it, and how often
each side should choose which: the equilibrium of the game in which neither side
knows what the other will do. FILE is as for simulate run.

All groups of a side are ordered alike, in all rounds; --group orders only some,
and leaves the others their orders. Without --tactics all nine tactics of the
rules are compared that the groups may take. A list has tactics, auto, written
(the orders as they are in the file), files that hold what would stand after
orders:, or [lists of orders] in brackets; with SIDE= in front it is one side's:
  --tactics neutral,defensive --tactics ogres=auto,charge.yaml

Tactics that cannot matter, since a mix of others is better whatever the enemy
does, or since they surely have next to no share, are not fought any further
once that is certain; --all fights them on.

With -o, the result is also written as files into a folder: report.html, a page
with all of it; tactics.json, tactics.csv (a row a pair), summary.txt; and
payoffs as PNG and SVG.

Ctrl-C stops early; what was done until then is printed, and marked as partial.
`

var tacticsExamples = []string{
	"simulate tactics troglodytes",
	"simulate tactics tonight.yaml --tactics neutral,defensive,auto -n 100000",
	"simulate tactics tonight.yaml --tactics orcs=written --group hirelings",
	"simulate tactics troglodytes --payoff survivors -o tactics/",
}

const tacticsTrials = "how many battles to fight of each pair; with --precision the most, then 10 million unless given"

// mostTactics is how many a side may choose from.
const mostTactics = 100

// written are the orders as the file has them.
const written = "written"

// A tacticsCommand is `simulate tactics`.
type tacticsCommand struct {
	*analysisFlags
	lists  []string // of --tactics
	only   []string // of --group
	payoff string
	all    bool

	base    *job
	choices [2][]choice
	groups  [2][]int // that are ordered, by their place in the file
}

// A choice is one of the things that a side may be ordered.
type choice struct {
	name   string
	orders string // as --set takes them; empty: as written
}

func setupTactics(fs *pflag.FlagSet) action {
	c := &tacticsCommand{payoff: stats.ByWins.String()}
	fs.StringArrayVar(&c.lists, "tactics", nil, "compare those of `LIST`, or SIDE=LIST; may be repeated (default: the nine of the rules)")
	fs.StringArrayVar(&c.only, "group", nil, "order only the group `NAME` so, or SIDE/NAME; may be repeated (default: all)")
	fs.Var(wordFlag{&c.payoff, stats.PayoffNames, "WHAT"}, "payoff", "what the sides play for: wins, or survivors (the share of the own left, against the enemy's)")
	fs.BoolVar(&c.all, "all", false, "fight all pairs in full")
	c.analysisFlags = &analysisFlags{fightFlags: addFightFlags(fs, tacticsTrials), format: "text"}
	c.fewTrials()
	fs.Var(shareFlag{&c.options.Precision, 0.5, "P", "0.01"}, "precision", "fight on until the interval of every pair that matters is at most P to either side, like 0.001")
	fs.Var(shareFlag{&c.options.Confidence, 1, "C", "0.95"}, "confidence", "of the intervals, and that what is dominated is so")
	fs.VarP(wordFlag{&c.format, []string{"text", "json", "csv"}, "FORMAT"}, "format", "f", "text, json or csv (a row a pair)")
	c.addOut(fs)
	return c.run
}

func (c *tacticsCommand) run(ctx context.Context, std streams, files []string) error {
	j, err := c.analysisFlags.only(ctx, std, files)
	if err != nil {
		return err
	}
	c.base = j
	if err := c.readGroups(); err != nil {
		return err
	}
	if err := c.readLists(); err != nil {
		return err
	}
	battles, err := c.compileAll(ctx, std)
	if err != nil {
		return err
	}
	if err := c.checkOut(ctx, std, reports.TacticFiles(), j); err != nil {
		return err
	}
	game, stopped := c.play(ctx, std, battles)
	switch {
	case stopped != nil && !errors.Is(stopped, context.Canceled):
		return stopped
	case game == nil || game.Empty():
		return interrupted(std, "the first battles of all pairs were done")
	}
	if !game.Partial {
		stopped = nil
	}
	return c.print(ctx, std, c.result(game), stopped, c.asFiles([]string{j.File})...)
}

// readGroups finds the groups of --group, or takes all.
func (c *tacticsCommand) readGroups() error {
	sides := &c.base.battle.Sides
	for _, text := range c.only {
		side, name, ok := strings.Cut(text, "/")
		if !ok {
			side, name = "", text
		}
		found := 0
		var names []string
		for s := range sides {
			if side != "" && !sameName(side, sides[s].Name) {
				continue
			}
			for i, g := range c.base.battle.Groups[sides[s].First:sides[s].Last] {
				names = append(names, g.Name)
				if sameName(name, g.Name) {
					found++
					c.groups[s] = append(c.groups[s], i)
				}
			}
		}
		switch {
		case found == 0 && len(names) == 0:
			return usagef("--group %s: no side is called %q", text, side)
		case found == 0:
			return usagef("--group %s: no group is called so%s", text, didYouMean(name, names))
		case found > 1:
			return usagef("--group %s: both sides have one; say which, like %s", text, shellWord(sides[0].Name+"/"+name))
		}
	}
	for s := range sides {
		slices.Sort(c.groups[s])
		c.groups[s] = slices.Compact(c.groups[s])
		for i := range sides[s].Last - sides[s].First {
			if len(c.only) == 0 {
				c.groups[s] = append(c.groups[s], i)
			}
		}
	}
	return nil
}

// sameName compares names as files do.
func sameName(a, b string) bool {
	plain := func(s string) string {
		return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r == ' ' || r == '-' || r == '_' }), "-")
	}
	return plain(a) == plain(b)
}

// readLists reads --tactics. A side without a group to order has nothing to choose.
func (c *tacticsCommand) readLists() error {
	for _, text := range c.lists {
		sides, list := []int{0, 1}, text
		if name, rest, ok := strings.Cut(text, "="); ok && !strings.ContainsAny(name, "[{") {
			side, err := stats.ParseSide(name, c.base.battle)
			if err != nil {
				return usagef("--tactics %s: %v%s", text, err, nearSide("side:"+name, c.base.battle))
			}
			sides, list = []int{side}, rest
		}
		choices, err := readChoices(list)
		if err != nil {
			return usagef("--tactics %s: %v", text, err)
		}
		for _, s := range sides {
			for _, n := range choices {
				if !slices.Contains(c.choices[s], n) {
					c.choices[s] = append(c.choices[s], n)
				}
			}
		}
	}
	for s := range c.choices {
		if len(c.choices[s]) > mostTactics {
			return usagef("--tactics: %d are too many for a side; at most %d can be compared", len(c.choices[s]), mostTactics)
		}
		if len(c.groups[s]) == 0 {
			c.choices[s] = []choice{{name: written}}
		}
	}
	return nil
}

// readChoices reads a list of tactics.
func readChoices(list string) ([]choice, error) {
	if strings.TrimSpace(list) == "" {
		return nil, errors.New("expected a list, like neutral,auto")
	}
	v, err := scenarios.ParseVary("orders=" + list)
	if err != nil {
		return nil, err
	}
	var all []choice
	for _, text := range v.Values {
		n := choice{name: text, orders: text}
		switch ext := strings.ToLower(filepath.Ext(text)); {
		case sameName(text, written):
			n = choice{name: written}
		case strings.HasPrefix(text, "["):
		case ext == ".yaml" || ext == ".yml":
			orders, err := os.ReadFile(text)
			if err != nil {
				return nil, err
			}
			n.name, n.orders = strings.TrimSuffix(filepath.Base(text), filepath.Ext(text)), string(orders)
		default:
			if t, err := heroic.ParseTactic(text); err == nil {
				n = choice{t.String(), t.String()}
			}
		}
		all = append(all, n)
	}
	return all, nil
}

// setsOf are what gives a side's groups its choice.
func (c *tacticsCommand) setsOf(side int, n choice) (sets []string) {
	for _, group := range c.groups[side] {
		if n.orders != "" {
			sets = append(sets, fmt.Sprintf("sides[%d].groups[%d].orders=%s", side, group, n.orders))
		}
	}
	return sets
}

// compileAll makes the battles of all pairs. Of the nine tactics, those that a side
// may not take are left out; mistakes in what was asked for are printed.
func (c *tacticsCommand) compileAll(ctx context.Context, std streams) (battles [][]*heroic.Battle, err error) {
	mistakes, told := 0, map[string]bool{}
	for side := range c.choices {
		asked := len(c.choices[side]) > 0
		if !asked {
			for _, name := range heroic.TacticNames() {
				c.choices[side] = append(c.choices[side], choice{name, name})
			}
		}
		c.choices[side] = slices.DeleteFunc(c.choices[side], func(n choice) bool {
			_, err := c.base.variant(c.setsOf(side, n)...)
			if err != nil && asked {
				mistakes += c.tellMistakes(std, n, err, told)
			}
			return err != nil
		})
	}
	if mistakes > 0 {
		fmt.Fprintf(std.err, "%s; nothing was run\n", mistakesText(mistakes))
		return nil, status(exitUsage)
	}
	for _, first := range c.choices[0] {
		var row []*heroic.Battle
		for _, second := range c.choices[1] {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			j, err := c.base.variant(append(c.setsOf(0, first), c.setsOf(1, second)...)...)
			if err != nil {
				fmt.Fprintf(std.err, "%s\n", mistakeText(err))
				return nil, status(exitUsage)
			}
			row = append(row, j.battle)
		}
		battles = append(battles, row)
	}
	return battles, nil
}

// tellMistakes prints those in a choice, each once, however many groups are to take it.
func (c *tacticsCommand) tellMistakes(std streams, n choice, err error, told map[string]bool) (mistakes int) {
	var all scenarios.Errors
	if !errors.As(err, &all) {
		all = scenarios.Errors{{Why: err.Error()}}
	}
	for _, e := range all {
		text := fmt.Sprintf("--tactics %s: %s", n.name, e.Why)
		if e.Set == "" {
			text = mistakeText(scenarios.Errors{e})
		} else if _, rest, ok := strings.Cut(e.Path, ".orders"); ok && rest != "" {
			text = fmt.Sprintf("--tactics %s: %s: %s", n.name, strings.TrimPrefix(rest, "."), e.Why)
		}
		if text = oneLine(text); !told[text] {
			told[text] = true
			mistakes++
			fmt.Fprintln(std.err, text)
		}
	}
	return mistakes
}

func (c *tacticsCommand) play(ctx context.Context, std streams, battles [][]*heroic.Battle) (*stats.TacticGame, error) {
	o := stats.TacticOptions{Options: c.variantOptions(c.base), All: c.all}
	o.Payoff = stats.Payoff(slices.Index(stats.PayoffNames, c.payoff))
	stand, stop := c.watch(std, &o.Options)
	defer stop()
	if stand != nil {
		name := reports.Shortened(c.base.battle.Sides[0].Name, 20)
		o.Estimate = func(value float64) { stand(fmt.Sprintf("%s %.1f %%", name, 100*value)) }
	}
	return stats.PlayTactics(ctx, len(battles), len(battles[0]), func(i, j int) (*heroic.Battle, error) { return battles[i][j], nil }, o)
}

// result is what reports say of a game.
func (c *tacticsCommand) result(game *stats.TacticGame) *reports.TacticGame {
	g := &reports.TacticGame{Analysis: c.about(c.base, []string{c.base.File}), TacticGame: game}
	for side := range c.choices {
		for _, n := range c.choices[side] {
			g.Names[side] = append(g.Names[side], n.name)
		}
		first := c.base.battle.Sides[side].First
		for _, i := range c.groups[side] {
			g.Ordered[side] = append(g.Ordered[side], c.base.battle.Groups[first+i].Name)
		}
	}
	return g
}
