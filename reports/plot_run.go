package reports

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// A namedPlot is one of a run's, and how its files are called.
type namedPlot struct {
	name string
	*Plot
}

// plotNames are those of all plots that a run can have.
var plotNames = []string{"outcomes", "survivors", "survival", "rounds", "breaks", "fates"}

// plots are those of r that show anything.
func plots(r *Run) []namedPlot {
	if r.Empty() {
		return nil
	}
	var all []namedPlot
	for i, make := range []func(*Run) *Plot{OutcomePlot, SurvivorPlot, SurvivalPlot, RoundsPlot, BreakPlot, FatePlot} {
		if p := make(r); p != nil {
			all = append(all, namedPlot{plotNames[i], p})
		}
	}
	return all
}

// source says what the figures are of.
func source(r *Run) string {
	parts := []string{tidy(r.Battle.Name)}
	if r.Method == stats.Exactly {
		parts = append(parts, "exact answer")
	} else {
		parts = append(parts, Battles(r.Trials), fmt.Sprintf("seed %d", r.Seed))
	}
	parts = append(parts, "rules "+r.Battle.Rules.ID())
	if r.Version != "" {
		parts = append(parts, "simulate "+r.Version)
	}
	return strings.Join(parts, " · ")
}

// shareAxis is one of shares, all of it.
func shareAxis(label string) Axis { return Axis{Label: label, Percent: true, High: 1} }

// intervalNote says what whiskers are; of exact figures there are none.
func intervalNote(r *Run) string {
	if r.Method == stats.Exactly {
		return ""
	}
	return fmt.Sprintf("Whiskers: %s %% Wilson intervals.", percentFigure(r.Confidence))
}

// shareRow is a bar for p with its interval and its figure.
func shareRow(name string, p stats.Proportion, h Hue, decimals int) chartRow {
	return chartRow{name: name, values: []string{percent(p, decimals)}, paint: func(pen pen, at places, _ int, y vg.Length) {
		pen.bar(at, 0, p.P, y, h, 1)
		if !p.Exact {
			pen.across(at.x(p.Low), at.x(p.High), y, ink)
		}
	}}
}

// comesUp says whether an outcome is worth a place in pictures: those of the sides
// always.
func comesUp(i int, o *stats.Outcome) bool { return i < int(heroic.Draw) || !o.Never() }

// OutcomePlot shows how often each outcome comes up.
func OutcomePlot(r *Run) *Plot {
	var rows []chartRow
	var doubt float64
	for i := range r.Outcomes {
		doubt = max(doubt, r.Outcomes[i].HalfWidth())
	}
	decimals := decimalsFor(doubt, r.Trials)
	for i := range r.Outcomes {
		if o := &r.Outcomes[i]; comesUp(i, o) {
			rows = append(rows, shareRow(outcomeLabel(i, o.Name), o.Proportion, Hue(i), decimals))
		}
	}
	return newRowPlot(Caption{strings.TrimSuffix(whoWins(r), "."), intervalNote(r), source(r)}, shareAxis("Share of battles (%)"), rows)
}

// outcomeLabel is an outcome's name as it stands at the beginning of a line.
func outcomeLabel(i int, name string) string {
	if i >= int(heroic.Draw) {
		return capital(name)
	}
	return tidy(name)
}

// BreakPlot shows how often groups fail a morale check. It is nil where none can.
func BreakPlot(r *Run) *Plot {
	if !r.Battle.Rules.Morale {
		return nil
	}
	var rows []chartRow
	var most *stats.Group
	decimals := tableDecimals(r)
	r.groupRows(func(i int, g *stats.Group, head string) bool {
		if g.Character {
			return false
		}
		if most == nil || g.Broke.P > most.Broke.P {
			most = g
		}
		row := shareRow(tidy(g.Name), g.Broke, Hue(r.Battle.Groups[i].Side), decimals)
		row.head = head
		rows = append(rows, row)
		return true
	})
	if most == nil {
		return nil
	}
	title := "No group breaks in any battle"
	if !most.Broke.Never() {
		title = fmt.Sprintf("How often groups break: most often %s, %s", tidy(most.Name), inBattles(most.Broke))
		if len(rows) == 1 {
			title = fmt.Sprintf("How often groups break: %s, %s", tidy(most.Name), inBattles(most.Broke))
		}
	}
	return newRowPlot(Caption{title, intervalNote(r), source(r)}, shareAxis("Share of battles (%)"), rows)
}

// inBattles is a share of battles as one says it.
func inBattles(p stats.Proportion) string {
	if p.Always() {
		return "in every battle"
	}
	return "in " + hundredths(p) + " of 100 battles"
}

// groupRows calls do with every group, and with its side's name for the first one of
// a side that do takes.
func (r *Run) groupRows(do func(i int, g *stats.Group, head string) bool) {
	var headed [2]bool
	for i := range r.Groups {
		side := r.Battle.Groups[i].Side
		head := tidy(r.Sides[side].Name)
		if headed[side] {
			head = ""
		}
		if do(i, &r.Groups[i], head) {
			headed[side] = true
		}
	}
}

// worthALine is the share of battles from which on an outcome has a line of its own
// in SurvivorPlot.
const worthALine = 0.005

// SurvivorPlot shows how many of each group have not fallen, by outcome. It is nil
// where all groups are characters, of whom FatePlot tells more.
func SurvivorPlot(r *Run) *Plot {
	var shown []int
	var legend []swatch
	for i := range r.Outcomes {
		if r.Outcomes[i].P >= worthALine {
			shown = append(shown, i)
			text := tidy(r.Outcomes[i].Name)
			if i < int(heroic.Draw) {
				text += " win"
				if r.Sides[i].Characters == 1 && r.Sides[i].Start == 1 {
					text += "s"
				}
			}
			legend = append(legend, swatch{Hue(i), capital(text)})
		}
	}
	var rows []chartRow
	r.groupRows(func(_ int, g *stats.Group, head string) bool {
		if g.Character && g.Start == 1 {
			return false
		}
		var values []string
		for _, o := range shown {
			values = append(values, fmt.Sprintf("%s of %s", number(int(g.ByOutcome[o].Survivors.P50)), number(int(g.Start))))
		}
		rows = append(rows, chartRow{head: head, name: tidy(g.Name), values: values, paint: func(p pen, at places, k int, y vg.Length) {
			s := &g.ByOutcome[shown[k]].Survivors
			share := func(v int64) vg.Length { return at.x(float64(v) / float64(g.Start)) }
			h := Hue(shown[k])
			thin, thick := 0.16*p.size, 0.42*p.size
			p.fill(box(share(s.P5), y-thin, share(s.P95), y+thin), h, 0.45)
			p.fill(box(share(s.P25), y-thick, share(s.P75), y+thick), h, 0.75)
			p.dot(vg.Point{X: share(s.P50), Y: y}, dark(h))
		}})
		return true
	})
	if len(rows) == 0 {
		return nil
	}
	return newRowPlot(Caption{
		"How many have not fallen at the end",
		"Dot and figure: median. Thick bar: the middle 50 % of battles; thin bar: 90 %.", source(r),
	}, shareAxis("Share of those who began (%)"), rows, legend...)
}

// dark is a hue for small marks.
func dark(h Hue) color.RGBA {
	c := hues[h]
	if h == UndecidedHue || h == DrawHue {
		c = between(c, ink, 0.5)
	}
	return c
}

// FatePlot shows how often characters are unhurt, wounded or fall. It is nil where
// there are none.
func FatePlot(r *Run) *Plot {
	var rows []chartRow
	var most *stats.Group
	decimals, wornOut := tableDecimals(r), false
	r.groupRows(func(i int, g *stats.Group, head string) bool {
		if !g.Character {
			return false
		}
		if most == nil || g.Falls.P > most.Falls.P {
			most = g
		}
		values := []string{"falls " + percent(g.Falls, decimals)}
		if !g.Collapsed.Never() {
			values, wornOut = append(values, "worn out "+percent(g.Collapsed, decimals)), true
		}
		h := Hue(r.Battle.Groups[i].Side)
		rows = append(rows, chartRow{head: head, name: tidy(g.Name), values: values, paint: func(p pen, at places, k int, y vg.Length) {
			if k > 0 {
				p.bar(at, 0, g.Collapsed.P, y, h, 0.5)
				return
			}
			from := 0.0
			for k, f := range [...]stats.Proportion{g.Unhurt, g.Wounded, g.Falls} {
				to := min(from+f.P, 1)
				strength := [...]float64{0.18, 0.5, 1}[k]
				p.bar(at, from, to, y, h, strength)
				if text := [...]string{"unhurt", "wounded", "falls"}[k]; p.wide(text, noteSize, regular)+0.8*p.size < at.x(to)-at.x(from) {
					at := vg.Point{X: (at.x(from) + at.x(to)) / 2, Y: y - middle*noteSize*p.size}
					p.write(at, text, noteSize, regular, on(tint(hues[h], strength)), draw.XCenter)
				}
				from = to
			}
		}})
		return true
	})
	if most == nil {
		return nil
	}
	title := "No character falls in any battle"
	if !most.Falls.Never() {
		title = fmt.Sprintf("What becomes of the characters: %s falls most often, %s", tidy(most.Name), inBattles(most.Falls))
		if len(rows) == 1 {
			title = fmt.Sprintf("What becomes of the characters: %s falls %s", tidy(most.Name), inBattles(most.Falls))
		}
	}
	note := "From light to dark: unhurt, wounded, falls."
	if wornOut {
		note += " Second bar: worn out, with no FP left, hurt or not."
	}
	return newRowPlot(Caption{title, note, source(r)}, shareAxis("Share of battles (%)"), rows)
}

// mostColumns is how many columns a histogram has at most. Where there are more
// values, a column is of several.
const mostColumns = 40

// A lengthColumn holds the battles that took from first to last
// rounds, by outcome.
type lengthColumn struct {
	first, last int64
	shares      [heroic.NumOutcomes]float64
}

// lengthColumns makes columns of equal width of the rounds by outcome.
func lengthColumns(r *Run) []lengthColumn {
	low, high := r.Rounds.Min, max(r.Rounds.Max, r.Rounds.Min)
	// A few battles far out must not squeeze the others.
	if far := r.Rounds.P95 + (r.Rounds.P95 - r.Rounds.P5) + 5; far < high {
		high = far
	}
	width := (high - low + mostColumns) / mostColumns
	all := make([]lengthColumn, (high-low)/width+1)
	for i := range all {
		all[i].first = low + int64(i)*width
		all[i].last = all[i].first + width - 1
	}
	for o := range r.Outcomes {
		out := &r.Outcomes[o]
		for _, b := range out.Rounds.Histogram {
			i := min((b.Value-low)/width, int64(len(all)-1))
			all[i].shares[o] += b.Share * out.P
		}
	}
	last := &all[len(all)-1]
	last.last = max(last.last, r.Rounds.Max)
	return all
}

// RoundsPlot shows how long battles take, and how they end then.
func RoundsPlot(r *Run) *Plot {
	all := lengthColumns(r)
	highest := 0.0
	for _, c := range all {
		sum := 0.0
		for _, s := range c.shares {
			sum += s
		}
		highest = max(highest, sum)
	}
	var legend []swatch
	for i := range r.Outcomes {
		if o := &r.Outcomes[i]; !o.Never() {
			legend = append(legend, swatch{Hue(i), capital(endsIn(i, o.Name))})
		}
	}
	var names []string
	for _, c := range all {
		names = append(names, span(c.first, c.last))
	}
	if n := len(all); all[n-1].last-all[n-1].first > all[0].last-all[0].first {
		names[n-1] = number(int(all[n-1].first)) + "+"
	}
	y := Axis{Label: "Share of battles (%)", Percent: true, High: highest * 1.04}
	title := "Battles last " + inflected(int(r.Rounds.P50), "round", "rounds")
	if r.Rounds.P5 < r.Rounds.P95 {
		title = fmt.Sprintf("Nine battles in ten last %s to %s rounds", number(int(r.Rounds.P5)), number(int(r.Rounds.P95)))
	}
	c := &columnChart{x: Axis{Label: "Rounds of 20 seconds", Names: names}, y: y, stacks: func(i int) []float64 { return all[i].shares[:] }}
	return &Plot{Caption: Caption{title, "", source(r)}, legend: legend, height: wideHeight, draw: c.draw}
}

func endsIn(i int, name string) string {
	switch heroic.Outcome(i) {
	case heroic.Draw, heroic.Undecided:
		return name
	}
	return "Victory for " + midSentence(tidy(name))
}

// span is a number, or the first and the last of several.
func span(first, last int64) string {
	if first == last {
		return number(int(first))
	}
	return number(int(first)) + "–" + number(int(last))
}

// wideHeight is that of plots that are wider than high.
func wideHeight(l look) vg.Length {
	if l.narrow() {
		return 0.8 * l.width
	}
	return 0.5 * l.width
}

// A columnChart has a column of stacked shares, one a hue, for each name of x.
type columnChart struct {
	x, y   Axis
	stacks func(i int) []float64
}

// columnShare is how much of its place a column takes.
const columnShare = 0.86

func (c *columnChart) draw(p pen) {
	n := len(c.x.Names)
	c.x.Low, c.x.High = -0.5, float64(n)-0.5
	// Few columns need not fill the plot.
	if most := 4 * p.size.Points() / p.inner().Points(); 1/float64(n) > most*2 {
		extra := (1/(2*most) - float64(n)) / 2
		c.x.Low, c.x.High = -0.5-extra, float64(n)-0.5+extra
	}
	p.named(c.x, c.y, func(at places) {
		for i := range n {
			from := 0.0
			for h, share := range c.stacks(i) {
				if share > 0 {
					half := columnShare / 2
					x := float64(i)
					p.fill(box(at.x(x-half), at.y(from), at.x(x+half), at.y(from+share)), Hue(h), 1)
					from += share
				}
			}
		}
	})
}

// named draws a plot whose x axis has names instead of numbers.
func (p pen) named(x, y Axis, paint func(at places)) {
	left := 4.6 * p.size // about what the other axis takes
	slot := (p.inner() - left) / vg.Length(x.High-x.Low)
	names := p.namesBelow(x.Names, slot)
	label := p.cut(x.Label, p.inner()-left, 1, regular)
	x.Label = ""
	below := names.height
	if label != "" {
		below += leading * p.size
	}
	a := p.axes(x, y, p.inner()-left, p.Size().Y-below-p.size)
	a.X.Tick.Length = 0
	a.Add(drawing(func(c draw.Canvas, a *plot.Plot) {
		at := placesOf(&c, a)
		paint(at)
		for i := range x.Names {
			names.write(p, i, at.x(float64(i)), c.Min.Y)
		}
		p.write(vg.Point{X: (c.Min.X + c.Max.X) / 2, Y: p.Min.Y + 0.3*p.size}, label, 1, regular, ink, draw.XCenter)
	}))
	a.Draw(draw.Crop(p.Canvas, 0, 0, below, 0))
}

// SurvivalPlot shows how many of each group fight on, round by round. It is nil
// where the run has no Course.
func SurvivalPlot(r *Run) *Plot {
	if r.Course == nil || len(r.Course.Rounds) < 2 {
		return nil
	}
	rounds := r.Course.Rounds
	last := 1
	for last < len(rounds)-1 && rounds[last].Going.P >= tooFew {
		last++
	}
	rounds = rounds[:last+1]
	c := &courseChart{r, rounds}
	note := "Line: median. Bands: the middle 50 % and 90 % of battles."
	switch single, all := c.singles(), len(r.Groups); {
	case single == all:
		note = "Share of battles in which each still fights."
	case single > 0:
		note += " Of one alone: the share of battles in which he still fights."
	}
	note += fmt.Sprintf(" Battles that are over count as they ended. From %s of seed %d.", Battles(r.Course.Trials), r.Course.Seed)
	if last < len(r.Course.Rounds)-1 {
		note += fmt.Sprintf(" Under %s %% go on after round %d.", percentFigure(tooFew), last)
	}
	return &Plot{Caption: Caption{"How many fight on, round by round", note, source(r)}, height: c.height, draw: c.draw}
}

// tooFew is the share of battles under way below which later rounds are not shown.
const tooFew = 0.01

// A courseChart has a panel for each group.
type courseChart struct {
	run    *Run
	rounds []stats.CourseRound
}

// singles is how many groups are of one combatant.
func (c *courseChart) singles() int {
	n := 0
	for i := range c.run.Groups {
		if c.run.Groups[i].Start == 1 {
			n++
		}
	}
	return n
}

// across is how many panels stand side by side.
func (c *courseChart) across(l look) int {
	n := len(c.run.Groups)
	if l.narrow() {
		return 1
	}
	if n == 4 {
		return 2
	}
	return min(n, 3)
}

func (c *courseChart) panelHeight(l look) vg.Length {
	if len(c.run.Groups) <= 2 && !l.narrow() {
		return 24 * l.size
	}
	return 15 * l.size
}

func (c *courseChart) height(l look) vg.Length {
	n := c.across(l)
	return vg.Length((len(c.run.Groups)+n-1)/n) * c.panelHeight(l)
}

func (c *courseChart) draw(p pen) {
	n, height := c.across(p.look), c.panelHeight(p.look)
	gap := 1.2 * p.size
	width := (p.Size().X - gap*vg.Length(n-1)) / vg.Length(n)
	for i := range c.run.Groups {
		x := p.Min.X + vg.Length(i%n)*(width+gap)
		y := p.Max.Y - vg.Length(i/n+1)*height
		c.panel(p.within(box(x, y+0.6*p.size, x+width, y+height)), i)
	}
}

func (c *courseChart) panel(p pen, i int) {
	g, h := &c.run.Groups[i], Hue(c.run.Battle.Groups[i].Side)
	title := p.cut(tidy(g.Name), p.Size().X, 1, bold)
	p.write(vg.Point{X: p.Min.X, Y: p.Max.Y - p.size}, title, 1, bold, dark(h), draw.XLeft)
	x := Axis{Label: "Rounds fought", Whole: true, High: float64(len(c.rounds) - 1)}
	y := Axis{Label: "Fighting", Whole: true, High: 1.03 * float64(g.Start)}
	if g.Start == 1 { // of whom quantiles say next to nothing
		y = Axis{Label: "Still fights (%)", Percent: true, High: 1.03}
	}
	a := p.axes(x, y, p.Size().X-4*p.size, p.Size().Y-(1.7+axisRoom)*p.size)
	a.Add(drawing(func(canvas draw.Canvas, a *plot.Plot) {
		at := placesOf(&canvas, a)
		if g.Start == 1 {
			var line []vg.Point
			for k := range c.rounds {
				line = append(line, at.at(float64(k), c.rounds[k].Fighting[i].Mean))
			}
			area := append(slices.Clone(line), at.at(x.High, 0), at.at(0, 0))
			p.FillPolygon(tint(hues[h], 0.22), area)
			p.StrokeLines(draw.LineStyle{Color: dark(h), Width: 0.2 * p.size}, line)
			return
		}
		band := func(low, high func(*stats.Summary) int64, strength float64) {
			var up, down []vg.Point
			for k := range c.rounds {
				s := &c.rounds[k].Fighting[i]
				up = append(up, at.at(float64(k), float64(high(s))))
				down = append(down, at.at(float64(k), float64(low(s))))
			}
			slices.Reverse(down)
			p.FillPolygon(tint(hues[h], strength), append(up, down...))
		}
		band(func(s *stats.Summary) int64 { return s.P5 }, func(s *stats.Summary) int64 { return s.P95 }, 0.22)
		band(func(s *stats.Summary) int64 { return s.P25 }, func(s *stats.Summary) int64 { return s.P75 }, 0.45)
		var line []vg.Point
		for k := range c.rounds {
			line = append(line, at.at(float64(k), float64(c.rounds[k].Fighting[i].P50)))
		}
		p.StrokeLines(draw.LineStyle{Color: dark(h), Width: 0.2 * p.size}, line)
	}))
	a.Draw(draw.Crop(p.Canvas, 0, 0, 0, -1.7*p.size))
}
