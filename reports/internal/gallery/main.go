// Command gallery makes docs/gallery: a picture of every kind of plot, of the
// shipped scenarios. Run it in the module's folder: go run ./reports/internal/gallery
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/stats"
)

// dir is where the pictures go.
var dir = filepath.Join("docs", "gallery")

// The trials of a battle, and of each of the many behind one picture.
const (
	trials = 100_000
	each   = 4_000
)

// A shot is a picture and what is said of it.
type shot struct {
	name, heading, text string
	plot                *reports.Plot
}

func main() {
	if err := gallery(); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

func gallery() error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var page strings.Builder
	page.WriteString("# Gallery\n\nEvery kind of plot, of the shipped scenarios. `go run ./reports/internal/gallery` makes this page and its pictures anew.\n")
	for _, s := range shots() {
		if err := reports.SavePlot(dir, s.name, s.plot); err != nil {
			return err
		}
		// Pictures of the page are enough; who wants drawings has -o.
		if err := os.Remove(filepath.Join(dir, s.name+".svg")); err != nil {
			return err
		}
		fmt.Fprintf(&page, "\n## %s\n\n%s\n\n![%s](%s.png)\n", s.heading, s.text, s.plot.Title, s.name)
	}
	return os.WriteFile(filepath.Join(dir, "README.md"), []byte(page.String()), 0o666)
}

// run fights a scenario, changed by sets.
func run(name string, n int64, sets ...string) *reports.Run {
	b, o := battle(name, sets...), options(n)
	s, err := stats.Run(context.Background(), b, o)
	if err != nil {
		panic(err)
	}
	r := &reports.Run{Study: s, File: name}
	if n == trials {
		if r.Course, err = stats.Follow(context.Background(), b, o); err != nil {
			panic(err)
		}
	}
	return r
}

func shots() []shot {
	trogs, heroes := run("troglodytes", trials), run("heroes", trials)
	const report = "Of `simulate run troglodytes -o report/`."
	const party = "Of `simulate run heroes -o report/`."
	all := []shot{
		{"outcomes", "Who wins", report, reports.OutcomePlot(trogs)},
		{"rounds", "How long battles take", report, reports.RoundsPlot(trogs)},
		{"survivors", "Who is left", report, reports.SurvivorPlot(trogs)},
		{"survival", "How groups hold out", report, reports.SurvivalPlot(trogs)},
		{"survival-heroes", "The same, of more groups", party, reports.SurvivalPlot(heroes)},
		{"breaks", "Who breaks", party, reports.BreakPlot(heroes)},
		{"fates", "What becomes of characters", party, reports.FatePlot(heroes)},
		{"scenarios", "Several scenarios", "Of `simulate run troglodytes shield-wall last-stand ambush -o report/`.",
			reports.ScenariosPlot([]*reports.Run{trogs, run("shield-wall", each), run("last-stand", each), run("ambush", each)})},
	}
	return append(all, curve(), heatmap(), solution(), payoffs(), tornado(), difference())
}

// battle compiles a scenario, changed by sets.
func battle(name string, sets ...string) *heroic.Battle {
	l, err := scenarios.Load(name, scenarios.Options{Sets: sets})
	if err != nil {
		panic(err)
	}
	return compile(l.Scenario)
}

func compile(s heroic.Scenario) *heroic.Battle {
	b, err := heroic.Compile(s)
	if err != nil {
		panic(err)
	}
	return b
}

const (
	shipped = "troglodytes"
	ogres   = "sides.ogres.groups.ogres.count"
)

// options are those of pictures of many battles.
func options(n int64) stats.Options { return stats.Options{Trials: n, Seed: 1, Confidence: 0.95} }

// sweep varies keys from the first to the last of two numbers each.
func sweep(keys ...parameter) *reports.Plot {
	s := &reports.Sweep{Battle: battle(shipped), Seed: 1, Planned: each, Confidence: 0.95}
	points := 1
	for _, k := range keys {
		p := reports.Parameter{Key: k.key}
		for n := k.first; n <= k.last; n += k.step {
			p.Values, p.Numbers = append(p.Values, fmt.Sprint(n)), append(p.Numbers, float64(n))
		}
		points *= len(p.Values)
		s.Parameters = append(s.Parameters, p)
	}
	s.Points = make([]*stats.SweepPoint, points)
	all := make([]int, points)
	for i := range all {
		all[i] = i
	}
	at := func(point int) (*heroic.Battle, error) {
		var sets []string
		for i, v := range s.Values(point) {
			sets = append(sets, keys[i].key+"="+v)
		}
		return battle(shipped, sets...), nil
	}
	err := stats.Sweep(context.Background(), all, at, options(each), func(i int, p *stats.SweepPoint) error {
		s.Points[i] = p
		return nil
	})
	if err != nil {
		panic(err)
	}
	return s.Plot()
}

// A parameter is a key with whole numbers.
type parameter struct {
	key               string
	first, last, step int
}

func curve() shot {
	return shot{"curve", "By one number", "Of `simulate sweep troglodytes --vary " + ogres + "=4..14 -o sweep/`.", sweep(parameter{ogres, 4, 14, 1})}
}

func heatmap() shot {
	return shot{"heatmap", "By two numbers", "Of `simulate sweep troglodytes --vary " + ogres + "=4..14 --vary units.ogre.hp=10..22:2 -o sweep/`.",
		sweep(parameter{ogres, 4, 14, 1}, parameter{"units.ogre.hp", 10, 22, 2})}
}

func solution() shot {
	var values []string
	for n := 1; n <= 20; n++ {
		values = append(values, fmt.Sprint(n))
	}
	at := func(i int) (*heroic.Battle, error) { return battle(shipped, ogres+"="+values[i]), nil }
	found, err := stats.Solve(context.Background(), len(values), at, stats.SolveOptions{Options: options(5 * each), Target: 0.5})
	if err != nil {
		panic(err)
	}
	s := &reports.Solution{Solution: found, Battle: battle(shipped), Key: ogres, Values: values}
	return shot{"solve", "How many make it even", "Of `simulate solve troglodytes --vary " + ogres + "=1..20 -o solve/`.", s.Plot()}
}

func payoffs() shot {
	names := heroic.TacticNames()
	at := func(i, j int) (*heroic.Battle, error) {
		return battle(shipped, "sides.troglodytes.groups.troglodytes.orders="+names[i], "sides.ogres.groups.ogres.orders="+names[j]), nil
	}
	game, err := stats.PlayTactics(context.Background(), len(names), len(names), at, stats.TacticOptions{Options: options(5 * each)})
	if err != nil {
		panic(err)
	}
	g := &reports.TacticGame{TacticGame: game, Names: [2][]string{names, names}}
	return shot{"payoffs", "Tactic against tactic", "Of `simulate tactics troglodytes -o tactics/`.", g.Plot()}
}

func tornado() shot {
	l, err := scenarios.Load(shipped, scenarios.Options{})
	if err != nil {
		panic(err)
	}
	var changes []stats.Change
	var numbers []reports.Number
	for _, p := range scenarios.Points(l.Scenario) {
		var c stats.Change
		if p.Up != nil {
			c.Up = compile(p.Up.Scenario)
		}
		if p.Down != nil {
			c.Down = compile(p.Down.Scenario)
		}
		changes = append(changes, c)
		numbers = append(numbers, reports.Number{Side: p.Side, Group: p.Group, Weapon: p.Weapon, Name: p.Number, From: p.From})
	}
	found, err := stats.Sense(context.Background(), battle(shipped), changes, options(each), nil)
	if err != nil {
		panic(err)
	}
	s := &reports.Sensitivity{Sensitivity: found, Numbers: numbers}
	return shot{"tornado", "What a point is worth", "Of `simulate sensitivity troglodytes -o sensitivity/`.", s.Plot()}
}

func difference() shot {
	const change = "rules.initiative_bonus=0"
	found, err := stats.Compare(context.Background(), battle(shipped), battle(shipped, change), stats.CompareOptions{Options: options(trials), Delta: stats.DefaultDelta})
	if err != nil {
		panic(err)
	}
	c := &reports.Comparison{Comparison: found, Against: []string{change}}
	return shot{"difference", "One variant against another", "Of `simulate compare troglodytes --against " + change + " -o compare/`.", c.Plot()}
}
