package reports

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// A writing is a line of type on a plot, in its own direction.
type writing struct {
	text   string
	turned bool
	box    vg.Rectangle
}

// writings are all lines of type of p at a look, where they really stand.
func writings(t *testing.T, p *Plot, l look) []writing {
	t.Helper()
	c := &recorder.Canvas{}
	p.drawOn(pen{draw.NewCanvas(c, l.width, p.total(l)), l, false})
	var all []writing
	type frame struct {
		turned bool
		origin vg.Point
	}
	stack := []frame{{}}
	for _, a := range c.Actions {
		top := &stack[len(stack)-1]
		switch a := a.(type) {
		case *recorder.Push:
			stack = append(stack, *top)
		case *recorder.Pop:
			stack = stack[:len(stack)-1]
		case *recorder.Rotate:
			if math.Abs(a.Angle-math.Pi/2) > 1e-9 || top.turned || top.origin != (vg.Point{}) {
				t.Fatalf("turned by %v", a.Angle)
			}
			top.turned = true
		case *recorder.Translate, *recorder.Scale:
			t.Fatalf("%T", a)
		case *recorder.FillString:
			style := pen{look: look{size: 1}}.style(1, regular, ink)
			style.Font = a.Font
			style.Font.Size = a.Size
			w, h := style.Width(a.String), 0.72*a.Size // of capitals
			r := box(a.Point.X, a.Point.Y, a.Point.X+w, a.Point.Y+h)
			if top.turned {
				r = box(-a.Point.Y-h, a.Point.X, -a.Point.Y, a.Point.X+w)
			}
			if a.String != "" {
				all = append(all, writing{a.String, top.turned, r})
			}
		}
	}
	return all
}

// checkWritings finds lines of type that overlap, or are not on the plot.
func checkWritings(t *testing.T, name string, p *Plot) {
	t.Helper()
	for _, l := range []look{fileLook, deskLook, phoneLook} {
		all := writings(t, p, l)
		if len(all) < 3 {
			t.Errorf("%s at %v: only %v is written", name, l.width, all)
		}
		const slack = 0.5 // points
		for i, a := range all {
			if a.box.Min.X < -slack || a.box.Max.X > l.width+slack || a.box.Min.Y < -slack || a.box.Max.Y > p.total(l)+slack {
				t.Errorf("%s at %v: %q is beyond the edge: %v of %v × %v", name, l.width, a.text, a.box, l.width, p.total(l))
			}
			for _, b := range all[:i] {
				if min(a.box.Max.X, b.box.Max.X)-max(a.box.Min.X, b.box.Min.X) > slack && min(a.box.Max.Y, b.box.Max.Y)-max(a.box.Min.Y, b.box.Min.Y) > slack {
					t.Errorf("%s at %v: %q and %q overlap: %v, %v", name, l.width, a.text, b.text, a.box, b.box)
				}
			}
		}
	}
}

// runOf is a run of results over and over.
func runOf(t *testing.T, results cycle, trials int64) *Run {
	t.Helper()
	s, err := stats.Run(t.Context(), evening(), stats.Options{Trials: trials, Seed: 1, Fighter: func(*heroic.Battle) stats.Fighter { return results }})
	if err != nil {
		t.Fatal(err)
	}
	return &Run{Study: s, File: "tonight.yaml", Version: "v0.1.0"}
}

// samplePlots are plots of all kinds, of usual data and of data at the edges.
func samplePlots(t *testing.T) map[string]*Plot {
	t.Helper()
	all := map[string]*Plot{}
	results := eveningResults()
	for name, r := range map[string]*Run{
		"heroes": scenarioRun(t, "heroes", 500), "reinforcements": scenarioRun(t, "reinforcements", 500), "hostile": hostileRun(t),
		"evening": runOf(t, results, 100), "one trial": runOf(t, results[:1], 1), "certain": runOf(t, results[:1], 1000),
		"draws": runOf(t, results[97:98], 50), "undecided": runOf(t, results[98:], 50), "exact": exactDuelRun(t),
	} {
		for _, p := range plots(r) {
			all[name+", "+p.name] = p.Plot
		}
	}
	caption := Caption{"Nine ogres make it even", "Bands: 95 % intervals.", "Troglodytes against ogres · 10,000 battles · seed 1"}
	nan := Estimate{math.NaN(), math.NaN(), math.NaN()}
	about := func(v, by float64) Estimate { return Estimate{v, v - by, v + by} }
	many := Series{Name: "Troglodytes", Hue: FirstSide}
	for x := range 17 {
		many.Points = append(many.Points, Point{float64(x + 4), about(1/(1+math.Exp(float64(x)-8)), 0.02)})
	}
	many.Points[3].Estimate = nan
	share := Axis{Label: "Battles won (%)", Percent: true}
	for name, c := range map[string]Curve{
		"curve":        {X: Axis{Label: "Ogres (combatants)", Whole: true}, Y: share, Series: []Series{many, {Name: "Ogres", Hue: SecondSide, Points: many.Points[8:]}}, MarksY: []Mark{{0.5, "even"}}, MarksX: []Mark{{20, "as it is"}}, Between: &[2]float64{9, 30}},
		"one point":    {X: Axis{Label: "Ogres", Whole: true}, Y: share, Series: []Series{{Points: []Point{{8, about(1, 0)}}}}},
		"no point":     {X: Axis{Label: "Ogres"}, Y: Axis{Label: "Rounds"}, Series: []Series{{Points: []Point{{8, nan}}}}},
		"level":        {X: Axis{Label: "Speed factor"}, Y: Axis{Label: "Rounds"}, Series: []Series{{Points: []Point{{0.5, about(3, 0)}, {1e6, about(3, 0)}}}}},
		"names":        {X: Axis{Label: "Tactic", Names: tacticNames}, Y: share, Series: []Series{{Name: "a", Points: many.Points[:1]}, {Name: strings.Repeat("long ", 40), Points: many.Points[:1]}}},
		"long labels":  {X: Axis{Label: strings.Repeat("long ", 60)}, Y: Axis{Label: strings.Repeat("long ", 60), Percent: true}, Series: []Series{many}},
		"long, named":  {X: Axis{Label: strings.Repeat("long ", 60), Names: tacticNames}, Y: Axis{Label: strings.Repeat("long ", 60), Percent: true}, Series: []Series{{Points: many.Points[:1]}}},
		"differences":  {X: Axis{Label: "Ogres"}, Y: Axis{Label: "Difference (points)", Percent: true, Signed: true}, Series: []Series{{Points: []Point{{1, about(-0.01, 0.005)}, {2, about(0.02, 0.01)}}}}},
		"given bounds": {X: Axis{Label: "Ogres", Low: 0, High: 30}, Y: Axis{Label: "won (%)", Percent: true, Low: 0.4, High: 0.6}, Series: []Series{{Points: []Point{{4, about(0.5, 0.02)}, {5, about(0.55, 0.2)}}}}},
	} {
		c.Caption = caption
		all[name] = CurvePlot(c)
	}
	grid := func(rows, columns int) (cells [][]Estimate, y, x []string) {
		for i := range rows {
			row := []Estimate{}
			for k := range columns {
				row = append(row, about(float64(i+k+1)/float64(rows+columns), 0.03))
			}
			cells, y = append(cells, row), append(y, fmt.Sprint(i))
		}
		for k := range columns {
			x = append(x, fmt.Sprint(k+1000))
		}
		return cells, y, x
	}
	for _, size := range [][2]int{{1, 1}, {5, 4}, {40, 60}, {3, 200}} {
		cells, y, x := grid(size[0], size[1])
		all[fmt.Sprintf("heatmap %v", size)] = HeatmapPlot(Heatmap{Caption: caption, X: Axis{Label: "Ogres", Names: x}, Y: Axis{Label: "Skill", Names: y}, Cells: cells, Values: share})
	}
	cells, _, _ := grid(len(tacticNames), len(tacticNames))
	cells[0][1] = nan
	names := Axis{Label: "Tactic of the troglodytes", Names: tacticNames}
	all["payoff"] = HeatmapPlot(Heatmap{Caption: caption, X: names, Y: names, Cells: cells, Values: share, Diverging: true, Centre: 0.5})
	level := Heatmap{Caption: caption, X: names, Y: names, Values: Axis{Label: "Rounds", Signed: true}, Diverging: true}
	for range tacticNames {
		level.Cells = append(level.Cells, make([]Estimate, len(tacticNames)))
	}
	all["nothing differs"] = HeatmapPlot(level)
	up, down := about(0.2, 0.02), about(-0.1, 0.01)
	bars := []TornadoBar{
		{Name: "sides.troglodytes.groups.troglodytes.count", Up: &up, Down: &down}, {Name: "HP", Hue: SecondSide, Down: &down},
		{Name: strings.Repeat("a long name ", 20), Hue: OtherHue, Up: &nan, Down: &up}, {Name: "nothing"},
	}
	all["tornado"] = TornadoPlot(Tornado{caption, Axis{Label: "Chance to win (points)", Percent: true}, bars})
	all["tornado, long label"] = TornadoPlot(Tornado{caption, Axis{Label: strings.Repeat("long ", 60), Percent: true}, bars[:2]})
	all["empty tornado"] = TornadoPlot(Tornado{caption, Axis{Label: "Chance to win (points)", Percent: true}, bars[3:]})
	all["difference"] = DifferencePlot(Difference{caption, []DifferenceRow{
		{Name: "The party win", Axis: Axis{Label: "Percentage points", Percent: true}, Estimate: about(-0.05, 0.004), Same: 0.01},
		{Name: strings.Repeat("Their losses ", 10), Axis: Axis{Label: "Combatants"}, Hue: SecondSide, Estimate: about(1234, 56)},
		{Name: "Rounds", Axis: Axis{Label: "Rounds"}, Hue: OtherHue, Estimate: Estimate{}}, {Name: "Nothing", Axis: Axis{Label: "?"}, Estimate: nan},
	}})
	all["scenarios"] = ScenariosPlot([]*Run{runOf(t, results, 100), runOf(t, results[97:98], 3)})
	return all
}

var tacticNames = []string{"all-out offensive", "offensive", "neutral", "defensive", "all-out defensive", "hold ground", "aimed shooting", "Donaudampfschifffahrtsgesellschaft"}

// TestPlotsReadable has no type on other type, nor beyond the edge, at any size.
func TestPlotsReadable(t *testing.T) {
	for name, p := range samplePlots(t) {
		checkWritings(t, name, p)
		for _, l := range []look{fileLook, deskLook, phoneLook} {
			svg := p.svg(l)
			if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
				t.Errorf("%s at %v: something is drawn nowhere", name, l.width)
			}
			if svg != p.svg(l) {
				t.Errorf("%s at %v: not the same twice", name, l.width)
			}
		}
	}
}

// TestPlotFiles reads what is written.
func TestPlotFiles(t *testing.T) {
	p := OutcomePlot(eveningRun(t, 100))
	var b bytes.Buffer
	if err := p.WritePNG(&b); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil || picture.Bounds().Dx() != 2400 {
		t.Errorf("%v, %v", picture.Bounds(), err)
	}
	b.Reset()
	if err := p.WriteSVG(&b); err != nil || !strings.HasSuffix(b.String(), "</svg>\n") {
		t.Errorf("%v: %.100s", err, b.String())
	}
	fates := FatePlot(eveningRun(t, 100))
	if svg := fates.svg(fileLook); !strings.Contains(svg, "魔法使い") {
		t.Error("letters that the font lacks are not in the SVG")
	}
}

// TestTicks are round, few and told apart.
func TestTicks(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		most int
		want string
	}{
		{Axis{High: 1, Percent: true}, 6, "0 % 20 % 40 % 60 % 80 % 100 %"},
		{Axis{High: 0.071, Percent: true}, 5, "0 % 2 % 4 % 6 %"},
		{Axis{High: 0.004, Percent: true}, 5, "0.0 % 0.1 % 0.2 % 0.3 % 0.4 %"},
		{Axis{High: 3, Whole: true}, 9, "0 1 2 3"},
		{Axis{High: 1, Whole: true}, 9, "0 1"},
		{Axis{High: 1006, Whole: true}, 4, "0 500 1,000"},
		{Axis{Low: -0.06, High: 0.06, Percent: true, Signed: true}, 5, "−5 0 +5"},
		{Axis{Low: -0.5, High: 0.5, Signed: true}, 5, "−0.4 −0.2 0 +0.2 +0.4"},
		{Axis{Low: 2, High: 2.5}, 6, "2.0 2.1 2.2 2.3 2.4 2.5"},
	} {
		var all []string
		for _, tick := range c.axis.ticks(c.most) {
			all = append(all, strings.ReplaceAll(tick.Label, glue, " "))
		}
		if got := strings.Join(all, " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.axis, got, c.want)
		}
	}
}

// TestLengthColumns puts every battle in one column.
func TestLengthColumns(t *testing.T) {
	for name, r := range map[string]*Run{"evening": runOf(t, eveningResults(), 1000), "one": runOf(t, eveningResults()[:1], 1), "heroes": scenarioRun(t, "heroes", 2000)} {
		sum, next := 0.0, r.Rounds.Min
		all := lengthColumns(r)
		for _, c := range all {
			for _, s := range c.shares {
				sum += s
			}
			if c.first != next || c.last < c.first {
				t.Errorf("%s: column %+v does not begin at %d", name, c, next)
			}
			next = c.last + 1
		}
		if math.Abs(sum-1) > 1e-9 || len(all) > mostColumns || next <= r.Rounds.Max {
			t.Errorf("%s: %d columns hold %v, up to %d", name, len(all), sum, next-1)
		}
	}
}
