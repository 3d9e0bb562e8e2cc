// Command gallery makes docs/gallery: a picture of every kind of plot, of the
// shipped scenarios. Run it in the module's folder: go run ./reports/internal/gallery
package main

import (
	"context"
	"fmt"
	"math"
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
	l, err := scenarios.Load(name, scenarios.Options{Sets: sets})
	if err != nil {
		panic(err)
	}
	b, err := heroic.Compile(l.Scenario)
	if err != nil {
		panic(err)
	}
	o := stats.Options{Trials: n, Seed: 1}
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
	return append(all, curve(), heatmap(), payoff(), tornado(), difference())
}

// source is that of pictures of many battles.
func source(r *reports.Run, n int, what string) string {
	return fmt.Sprintf("%s · %s %s · seed 1 · rules %s", r.Battle.Name, reports.Battles(int64(n)), what, r.Battle.Rules.ID())
}

func estimate(p stats.Proportion) reports.Estimate {
	return reports.Estimate{Value: p.P, Low: p.Low, High: p.High}
}

const ogres = "sides.ogres.groups.ogres.count"

func curve() shot {
	series := []reports.Series{{Name: "Troglodytes win", Hue: reports.FirstSide}, {Name: "Ogres win", Hue: reports.SecondSide}}
	var last *reports.Run
	for n := 4; n <= 14; n++ {
		last = run("troglodytes", each, fmt.Sprintf("%s=%d", ogres, n))
		for side := range series {
			series[side].Points = append(series[side].Points, reports.Point{X: float64(n), Estimate: estimate(last.Outcomes[side].Proportion)})
		}
	}
	return shot{"curve", "By one number", "A number of the file is varied; bands are intervals.", reports.CurvePlot(reports.Curve{
		Caption: reports.Caption{Title: "How many ogres make it even?", Note: "Bands: 95 % Wilson intervals.", Source: source(last, each, "a point")},
		X:       reports.Axis{Label: "Ogres (combatants)", Whole: true},
		Y:       reports.Axis{Label: "Share of battles won (%)", Percent: true},
		Series:  series,
		MarksX:  []reports.Mark{{Value: 8, Text: "as it is"}},
	})}
}

func heatmap() shot {
	h := reports.Heatmap{
		X: reports.Axis{Label: "Ogres (combatants)"}, Y: reports.Axis{Label: "HP of an ogre"},
		Values: reports.Axis{Label: "Ogres win (%)", Percent: true},
	}
	var last *reports.Run
	for hp := 22; hp >= 10; hp -= 2 {
		h.Y.Names = append(h.Y.Names, fmt.Sprint(hp))
		var row []reports.Estimate
		for n := 4; n <= 14; n++ {
			last = run("troglodytes", each, fmt.Sprintf("%s=%d", ogres, n), fmt.Sprintf("units.ogre.hp=%d", hp))
			row = append(row, estimate(last.Outcomes[heroic.SecondWins].Proportion))
		}
		h.Cells = append(h.Cells, row)
	}
	for n := 4; n <= 14; n++ {
		h.X.Names = append(h.X.Names, fmt.Sprint(n))
	}
	h.Caption = reports.Caption{Title: "More ogres, or tougher ones?", Source: source(last, each, "a cell")}
	return shot{"heatmap", "By two numbers", "Two numbers of the file are varied.", reports.HeatmapPlot(h)}
}

func payoff() shot {
	tactics := []string{"all-out offensive", "offensive", "neutral", "defensive", "hold ground", "all-out defensive"}
	h := reports.Heatmap{
		X: reports.Axis{Label: "Tactic of the ogres", Names: tactics}, Y: reports.Axis{Label: "Tactic of the troglodytes", Names: tactics},
		Values: reports.Axis{Label: "Troglodytes win (%)", Percent: true}, Diverging: true, Centre: 0.5,
	}
	var last *reports.Run
	for _, mine := range tactics {
		var row []reports.Estimate
		for _, theirs := range tactics {
			last = run("troglodytes", each, "sides.troglodytes.groups.troglodytes.orders="+mine, "sides.ogres.groups.ogres.orders="+theirs)
			row = append(row, estimate(last.Outcomes[heroic.FirstWins].Proportion))
		}
		h.Cells = append(h.Cells, row)
	}
	h.Caption = reports.Caption{Title: "Which tactic against which?", Source: source(last, each, "a cell")}
	return shot{"payoff", "Tactic against tactic", "The payoff matrix of the game that both sides play.", reports.HeatmapPlot(h)}
}

// less is a - b, with an interval of independent ones (Newcombe's hybrid score).
func less(a, b stats.Proportion) *reports.Estimate {
	d := a.P - b.P
	return &reports.Estimate{Value: d, Low: d - math.Hypot(a.P-a.Low, b.High-b.P), High: d + math.Hypot(a.High-a.P, b.P-b.Low)}
}

func tornado() shot {
	base := run("troglodytes", trials)
	wins := func(set string) *reports.Estimate {
		r := run("troglodytes", trials, set)
		return less(r.Outcomes[heroic.FirstWins].Proportion, base.Outcomes[heroic.FirstWins].Proportion)
	}
	var bars []reports.TornadoBar
	for _, v := range []struct {
		name, key string
		now       int
		hue       reports.Hue
	}{
		{"Troglodytes: count", "sides.troglodytes.groups.troglodytes.count", 10, reports.FirstSide},
		{"Troglodytes: DR", "units.troglodyte.dr", 1, reports.FirstSide},
		{"Troglodytes: Dodge", "units.troglodyte.dodge", 10, reports.FirstSide},
		{"Troglodytes: HP", "units.troglodyte.hp", 12, reports.FirstSide},
		{"Ogres: count", ogres, 8, reports.SecondSide},
		{"Ogres: DR", "units.ogre.dr", 2, reports.SecondSide},
		{"Ogres: Dodge", "units.ogre.dodge", 8, reports.SecondSide},
		{"Ogres: HP", "units.ogre.hp", 16, reports.SecondSide},
		{"Speed factor", "rules.speed_factor", 4, reports.OtherHue},
	} {
		bars = append(bars, reports.TornadoBar{
			Name: v.name, Hue: v.hue, Up: wins(fmt.Sprintf("%s=%d", v.key, v.now+1)), Down: wins(fmt.Sprintf("%s=%d", v.key, v.now-1)),
		})
	}
	return shot{"tornado", "What a point is worth", "A step more in full colour, a step less in pale.", reports.TornadoPlot(reports.Tornado{
		Caption: reports.Caption{Title: "What one point more or less does for the troglodytes", Note: "Whiskers: 95 % intervals.", Source: source(base, trials, "a bar")},
		Axis:    reports.Axis{Label: "Change of their share of victories (percentage points)", Percent: true}, Bars: bars,
	})}
}

func difference() shot {
	is, would := run("troglodytes", trials), run("troglodytes", trials, "rules.initiative_bonus=0")
	mean := func(a, b stats.Summary) reports.Estimate {
		d, half := a.Mean-b.Mean, 1.96*math.Hypot(a.SE, b.SE)
		return reports.Estimate{Value: d, Low: d - half, High: d + half}
	}
	return shot{"difference", "One variant against another", "Each row has a scale of its own; grey is what counts as no difference.", reports.DifferencePlot(reports.Difference{
		Caption: reports.Caption{Title: "Without the bonus for initiative", Note: "What changes, with 95 % intervals.", Source: source(is, trials, "each")},
		Rows: []reports.DifferenceRow{
			{Name: "Troglodytes win", Axis: reports.Axis{Label: "Percentage points", Percent: true}, Hue: reports.FirstSide, Same: 0.005,
				Estimate: *less(would.Outcomes[heroic.FirstWins].Proportion, is.Outcomes[heroic.FirstWins].Proportion)},
			{Name: "Troglodytes fallen", Axis: reports.Axis{Label: "Combatants"}, Hue: reports.FirstSide, Estimate: mean(would.Sides[0].Losses, is.Sides[0].Losses)},
			{Name: "Ogres fallen", Axis: reports.Axis{Label: "Combatants"}, Hue: reports.SecondSide, Estimate: mean(would.Sides[1].Losses, is.Sides[1].Losses)},
			{Name: "Rounds", Axis: reports.Axis{Label: "Rounds"}, Hue: reports.OtherHue, Estimate: mean(would.Rounds, is.Rounds)},
		},
	})}
}
