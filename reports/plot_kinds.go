package reports

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Estimate is a value and the interval that it lies in. Without an interval Low
// and High are Value.
type Estimate struct{ Value, Low, High float64 }

// A Point is an Estimate at a place of the x axis.
type Point struct {
	X float64
	Estimate
}

// A Series is a line of points, which belong to one thing.
type Series struct {
	Name   string // shown where there are several
	Hue    Hue
	Points []Point // by ascending X
}

// A Mark is a line across a plot, such as the share that was aimed at.
type Mark struct {
	Value float64
	Text  string // may be empty
}

// A Curve says how something goes by one number, or by one of several names.
type Curve struct {
	Caption
	X, Y    Axis
	Series  []Series
	MarksX  []Mark      // upright
	MarksY  []Mark      // level
	Between *[2]float64 // where to shade the x axis, such as an interval of the answer; nil: nowhere
}

// CurvePlot shows a Curve: lines with bands for the intervals, or where the x axis
// has names, dots with whiskers.
func CurvePlot(c Curve) *Plot {
	lowX, highX, lowY, highY := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	var legend []swatch
	for _, s := range c.Series {
		if len(c.Series) > 1 {
			legend = append(legend, swatch{s.Hue, s.Name})
		}
		for _, q := range s.Points {
			if q.valid() {
				lowX, highX = min(lowX, q.X), max(highX, q.X)
				lowY, highY = min(lowY, q.Low), max(highY, q.High)
			}
		}
	}
	for _, m := range c.MarksY {
		lowY, highY = min(lowY, m.Value), max(highY, m.Value)
	}
	if c.Y.Percent && !c.Y.Signed {
		lowY, highY = 0, 1 // unless bounds are given: small differences must not look large
	}
	if room := 0.05 * (highY - lowY); !c.Y.Percent {
		lowY, highY = lowY-room, highY+room
	}
	c.X.bounds(lowX, highX)
	c.Y.bounds(lowY, highY)
	return &Plot{Caption: c.Caption, legend: legend, height: wideHeight, draw: c.draw}
}

func (e Estimate) valid() bool { return !math.IsNaN(e.Value) && !math.IsInf(e.Value, 0) }

func (c Curve) draw(p pen) {
	if n := len(c.X.Names); n > 0 {
		c.X.Low, c.X.High = -0.5, float64(n)-0.5
		p.named(c.X, c.Y, func(at places) { c.paint(p, at) })
		return
	}
	a := p.axes(c.X, c.Y, p.inner()-5*p.size, p.Size().Y-axisRoom*p.size)
	a.X.Padding = 0.5 * p.size
	a.Add(drawing(func(canvas draw.Canvas, a *plot.Plot) {
		inside := p
		inside.Rectangle = canvas.Rectangle
		c.paint(inside, placesOf(&canvas, a))
	}))
	a.Draw(p.Canvas)
}

func (c Curve) paint(p pen, at places) {
	left, right := at.x(c.X.Low), at.x(c.X.High)
	bottom, top := at.y(c.Y.Low), at.y(c.Y.High)
	if b := c.Between; b != nil {
		p.SetColor(rule)
		p.Fill(box(at.x(max(b[0], c.X.Low)), bottom, at.x(min(b[1], c.X.High)), top).Path())
	}
	dashed := draw.LineStyle{Color: faint, Width: 0.1 * p.size, Dashes: []vg.Length{0.5 * p.size, 0.4 * p.size}}
	for _, m := range c.MarksY {
		p.StrokeLine2(dashed, left, at.y(m.Value), right, at.y(m.Value))
		p.write(vg.Point{X: left + 0.3*p.size, Y: at.y(m.Value) + 0.3*p.size}, m.Text, noteSize, regular, faint, draw.XLeft)
	}
	for _, m := range c.MarksX {
		p.StrokeLine2(dashed, at.x(m.Value), bottom, at.x(m.Value), top)
		text, align, x := m.Text, draw.XLeft, at.x(m.Value)+0.3*p.size
		if x+p.wide(text, noteSize, regular) > right {
			align, x = draw.XRight, at.x(m.Value)-0.3*p.size
		}
		p.write(vg.Point{X: x, Y: top - 1.1*p.size}, text, noteSize, regular, faint, align)
	}
	for _, s := range c.Series {
		c.band(p, at, s)
	}
	for i, s := range c.Series {
		var line []vg.Point
		nudge := vg.Length(0)
		if len(c.X.Names) > 0 { // dots of several series side by side
			nudge = (vg.Length(i) - vg.Length(len(c.Series)-1)/2) * p.size
		}
		for _, q := range s.Points {
			if !q.valid() {
				continue
			}
			here := at.at(q.X, q.Value)
			here.X += nudge
			line = append(line, here)
			if len(c.X.Names) > 0 && q.Low < q.High {
				p.upright(here.X, at.y(q.Low), at.y(q.High), dark(s.Hue))
			}
		}
		if len(c.X.Names) == 0 {
			p.StrokeLines(draw.LineStyle{Color: dark(s.Hue), Width: 0.16 * p.size}, line)
		}
		if len(line) <= 60 || len(c.X.Names) > 0 {
			for _, here := range line {
				p.dot(here, dark(s.Hue))
			}
		}
	}
}

// band fills the intervals of a series. A single point has a whisker.
func (c Curve) band(p pen, at places, s Series) {
	if len(c.X.Names) > 0 {
		return
	}
	var up, down []vg.Point
	for _, q := range s.Points {
		if q.valid() {
			up = append(up, at.at(q.X, min(q.High, c.Y.High)))
			down = append(down, at.at(q.X, max(q.Low, c.Y.Low)))
		}
	}
	if len(up) == 1 {
		p.upright(up[0].X, down[0].Y, up[0].Y, dark(s.Hue))
		return
	}
	slices.Reverse(down)
	if len(up) > 0 {
		p.FillPolygon(tint(hues[s.Hue], 0.28), append(up, down...))
	}
}

// A Heatmap says how something goes by two numbers or names.
type Heatmap struct {
	Caption
	X, Y   Axis         // with Names, one for each column and row; the first row is on top
	Cells  [][]Estimate // by row and column; NaN where there is no value
	Values Axis         // of the cells; its bounds are those of the colours

	// Diverging colours go from the second side's over white, at Centre, to the
	// first side's. Else they are of one hue.
	Diverging bool
	Centre    float64
}

// HeatmapPlot shows a Heatmap: a colour for each cell, and its value where there is
// room. Of a Diverging one, cells whose interval holds Centre are marked.
func HeatmapPlot(h Heatmap) *Plot {
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range h.Cells {
		for _, c := range row {
			if c.valid() {
				low, high = min(low, c.Value), max(high, c.Value)
			}
		}
	}
	if h.Values.Percent && !h.Values.Signed {
		low, high = 0, 1
	}
	if h.Diverging {
		reach := max(math.Abs(high-h.Centre), math.Abs(h.Centre-low), 1e-9)
		low, high = h.Centre-reach, h.Centre+reach
	}
	if h.anyEven() {
		if h.Note != "" {
			h.Note += " "
		}
		h.Note += fmt.Sprintf("≈ or a ring: cannot be told from %s.", h.Values.text(h.Centre, h.Values.decimals(cmp.Or(h.Centre, 1))))
	}
	h.Values.bounds(low, high)
	return &Plot{Caption: h.Caption, height: h.height, draw: h.draw}
}

func (h Heatmap) height(l look) vg.Length {
	g := h.geometry(pen{look: l})
	return vg.Length(len(h.Cells))*g.cell + g.below
}

// A heatGeometry is where the parts of a heatmap go.
type heatGeometry struct {
	left  vg.Length // names of the rows, and the axis' label
	slot  vg.Length // width of a column
	cell  vg.Length // height of a row
	names namesBelow
	below vg.Length // names, label and scale below the cells
}

func (h Heatmap) geometry(p pen) heatGeometry {
	var g heatGeometry
	for _, name := range h.Y.Names {
		g.left = max(g.left, p.wide(name, noteSize, regular))
	}
	g.left = min(g.left, 0.3*p.inner()) + 2.8*p.size
	g.slot = (p.inner() - g.left) / vg.Length(max(len(h.X.Names), 1))
	rows := vg.Length(max(len(h.Cells), 1))
	g.cell = min(max(1.7*p.size, min(g.slot, 24*p.size/rows)), 5*p.size)
	g.names = p.namesBelow(h.X.Names, g.slot)
	g.below = g.names.height + 1.5*p.size + 3.6*p.size
	return g
}

func (h Heatmap) draw(p pen) {
	g := h.geometry(p)
	x0, top := p.Min.X+g.left, p.Max.Y
	bottom := top - vg.Length(len(h.Cells))*g.cell
	roomy := h.roomy(p, g)
	for i, row := range h.Cells {
		y := top - vg.Length(i)*g.cell
		mid := y - g.cell/2 - middle*p.size
		every := int(math.Ceil(float64(1.1 * p.size / g.cell)))
		if i < len(h.Y.Names) && i%every == 0 {
			lines := p.few(h.Y.Names[i], max(1, int(g.cell/(leading*p.size))), g.left-2.2*p.size, noteSize, regular)
			for k, line := range lines {
				at := mid + (vg.Length(len(lines)-1)/2-vg.Length(k))*leading*noteSize*p.size
				p.write(vg.Point{X: x0 - 0.5*p.size, Y: at}, line, noteSize, regular, ink, draw.XRight)
			}
		}
		for k, c := range row {
			cell := box(x0+vg.Length(k)*g.slot, y-g.cell, x0+vg.Length(k+1)*g.slot, y)
			if !c.valid() {
				p.hatch(cell)
				continue
			}
			col := h.colour(c.Value)
			p.SetColor(col)
			p.Fill(cell.Path())
			text := h.cellText(c)
			switch {
			case roomy:
				p.write(vg.Point{X: (cell.Min.X + cell.Max.X) / 2, Y: mid}, text, noteSize, regular, on(col), draw.XCenter)
			case h.even(c):
				r := min(0.25*p.size, g.slot/5)
				p.DrawGlyphNoClip(draw.GlyphStyle{Color: on(col), Radius: r, Shape: draw.RingGlyph{}}, vg.Point{X: (cell.Min.X + cell.Max.X) / 2, Y: (cell.Min.Y + cell.Max.Y) / 2})
			}
		}
	}
	white := draw.LineStyle{Color: paper, Width: 0.08 * p.size}
	for i := 1; i < len(h.Cells); i++ {
		p.StrokeLine2(white, x0, top-vg.Length(i)*g.cell, p.Max.X, top-vg.Length(i)*g.cell)
	}
	for k := range h.X.Names {
		x := x0 + vg.Length(k)*g.slot
		if k > 0 {
			p.StrokeLine2(white, x, bottom, x, top)
		}
		g.names.write(p, k, x+g.slot/2, bottom)
	}
	y := bottom - g.names.height - 1.1*p.size
	p.write(vg.Point{X: (x0 + p.Max.X) / 2, Y: y}, p.cut(h.X.Label, p.Max.X-x0, 1, regular), 1, regular, ink, draw.XCenter)
	style := p.style(1, regular, ink)
	style.Rotation, style.XAlign, style.YAlign = math.Pi/2, draw.XCenter, draw.YTop
	p.FillText(style, vg.Point{X: p.Min.X, Y: (top + bottom) / 2}, p.cut(h.Y.Label, top-bottom, 1, regular))
	h.scale(p, box(x0, y-1.7*p.size, p.Max.X, y-0.9*p.size))
}

// scale is a bar of all colours with their values.
func (h Heatmap) scale(p pen, bar vg.Rectangle) {
	const steps = 120
	width := bar.Size().X / steps
	for i := range steps {
		p.SetColor(h.colour(h.Values.Low + (h.Values.High-h.Values.Low)*(float64(i)+0.5)/steps))
		x := bar.Min.X + vg.Length(i)*width
		p.Fill(box(x, bar.Min.Y, min(x+width*1.05, bar.Max.X), bar.Max.Y).Path())
	}
	y := bar.Min.Y - 1.1*p.size
	label := p.cut(h.Values.Label, bar.Size().X/2, noteSize, regular)
	low, high := h.Values.text(h.Values.Low, h.endDecimals()), h.Values.text(h.Values.High, h.endDecimals())
	p.write(vg.Point{X: bar.Min.X, Y: y}, low, noteSize, regular, ink, draw.XLeft)
	p.write(vg.Point{X: bar.Max.X, Y: y}, high, noteSize, regular, ink, draw.XRight)
	p.write(vg.Point{X: (bar.Min.X + bar.Max.X) / 2, Y: y}, label, noteSize, regular, ink, draw.XCenter)
}

// endDecimals are those of the scale's ends.
func (h Heatmap) endDecimals() int {
	span := h.Values.High - h.Values.Low
	if h.Values.Percent {
		span *= 100
	}
	return min(max(0, 1-int(math.Floor(math.Log10(span)))), 6)
}

func (h Heatmap) even(c Estimate) bool {
	return h.Diverging && c.Low < c.High && c.Low <= h.Centre && h.Centre <= c.High
}

// anyEven says whether there is a cell that is even.
func (h Heatmap) anyEven() bool {
	return slices.ContainsFunc(h.Cells, func(row []Estimate) bool {
		return slices.ContainsFunc(row, func(c Estimate) bool { return c.valid() && h.even(c) })
	})
}

// cellText is a cell's value, with the mark where it is even.
func (h Heatmap) cellText(c Estimate) string {
	text := h.Values.text(c.Value, h.endDecimals())
	if h.even(c) {
		text = "≈ " + text
	}
	return text
}

// roomy says whether all cells have room for their values.
func (h Heatmap) roomy(p pen, g heatGeometry) bool {
	for _, row := range h.Cells {
		for _, c := range row {
			if c.valid() && p.wide(h.cellText(c), noteSize, regular) > g.slot-0.4*p.size {
				return false
			}
		}
	}
	return g.cell >= 1.2*p.size
}

// colour is that of a value.
func (h Heatmap) colour(v float64) color.RGBA {
	x := min(max((v-h.Values.Low)/(h.Values.High-h.Values.Low), 0), 1)
	if !h.Diverging {
		return tint(hues[FirstSide], 0.06+0.94*x)
	}
	if x >= 0.5 {
		return tint(hues[FirstSide], 2*x-1)
	}
	return tint(hues[SecondSide], 1-2*x)
}

// A Tornado says what changes make of something, the weightiest on top.
type Tornado struct {
	Caption
	Axis Axis // of the difference; its bounds are those of the data
	Bars []TornadoBar
}

// A TornadoBar is one change, done to one or both ways.
type TornadoBar struct {
	Name     string
	Hue      Hue       // of the side whose number is changed
	Up, Down *Estimate // a step more and a step less; nil: not tried
}

// weight is how much the change does.
func (b *TornadoBar) weight() float64 {
	w := 0.0
	for _, e := range [...]*Estimate{b.Up, b.Down} {
		if e != nil && e.valid() {
			w = max(w, math.Abs(e.Value))
		}
	}
	return w
}

// TornadoPlot shows a Tornado. What a step more does is in full colour, what a step
// less does is pale and below it.
func TornadoPlot(t Tornado) *Plot {
	bars := slices.Clone(t.Bars)
	slices.SortStableFunc(bars, func(a, b TornadoBar) int { return cmp.Compare(b.weight(), a.weight()) })
	low, high, smallest := 0.0, 0.0, math.Inf(1)
	for _, b := range bars {
		for _, e := range [...]*Estimate{b.Up, b.Down} {
			if e != nil && e.valid() {
				low, high = min(low, e.Low), max(high, e.High)
				smallest = min(smallest, (e.High-e.Low)/2)
			}
		}
	}
	t.Axis.Signed = true
	t.Axis.bounds(1.04*low, 1.04*high)
	decimals := differenceDecimals(&t.Axis, smallest)
	var rows []chartRow
	for _, b := range bars {
		row := chartRow{name: b.Name}
		var tries []Estimate
		var strengths []float64
		if b.Up != nil {
			tries, strengths = append(tries, *b.Up), append(strengths, 1)
		}
		if b.Down != nil {
			tries, strengths = append(tries, *b.Down), append(strengths, 0.4)
		}
		for _, e := range tries {
			text := none
			if e.valid() {
				text = t.Axis.text(e.Value, decimals)
			}
			row.values = append(row.values, text)
		}
		row.paint = func(p pen, at places, k int, y vg.Length) {
			if e := tries[k]; e.valid() {
				p.bar(at, 0, e.Value, y, b.Hue, strengths[k])
				if e.Low < e.High {
					p.across(at.x(e.Low), at.x(e.High), y, ink)
				}
			}
			p.line(vg.Point{X: at.x(0), Y: y - linePitch/2*p.size}, vg.Point{X: at.x(0), Y: y + linePitch/2*p.size}, 0.1, ink)
		}
		rows = append(rows, row)
	}
	return newRowPlot(t.Caption, t.Axis, rows)
}

// differenceDecimals are those that an interval of such a half-width supports.
func differenceDecimals(a *Axis, half float64) int {
	if a.Percent {
		half *= 100
	}
	if !(half > 0) || math.IsInf(half, 0) {
		return 1
	}
	return min(max(0, int(math.Ceil(-math.Log10(half)))), 4)
}

// A Difference says how much one variant of a battle differs from another, in
// several ways.
type Difference struct {
	Caption
	Rows []DifferenceRow
}

// A DifferenceRow is one way, with a scale of its own.
type DifferenceRow struct {
	Name string
	Axis Axis // its Label has the unit; centred on 0 unless it has bounds
	Hue  Hue
	Estimate
	Same float64 // differences up to this count as none; 0: not asked
}

// DifferencePlot shows a Difference: a scale for each row, a dot with its interval,
// and as a grey band what counts as no difference.
func DifferencePlot(d Difference) *Plot {
	return &Plot{Caption: d.Caption, height: d.height, draw: d.draw}
}

// differencePitch is the height of a row, in sizes of the type.
func (d Difference) pitch(l look) vg.Length {
	if l.narrow() {
		return 7.6 * l.size
	}
	return 6.2 * l.size
}

func (d Difference) height(l look) vg.Length { return vg.Length(len(d.Rows)) * d.pitch(l) }

func (d Difference) draw(p pen) {
	var names, values vg.Length
	var texts []string
	for i := range d.Rows {
		r := &d.Rows[i]
		r.Axis.Signed = true
		reach := 1.1 * max(math.Abs(r.Low), math.Abs(r.High), math.Abs(r.Value), 1.5*r.Same)
		if r.valid() {
			r.Axis.bounds(-reach, reach)
		}
		r.Axis.bounds(-1, 1)
		text := none
		if r.valid() {
			text = r.Axis.text(r.Value, differenceDecimals(&r.Axis, (r.High-r.Low)/2))
		}
		texts = append(texts, text)
		names = max(names, p.wide(r.Name, 1, regular))
		values = max(values, p.wide(text, 1, bold))
	}
	names = min(names, mostNamed*p.inner())
	left := names + 0.9*p.size
	if p.narrow() {
		names, left = p.inner()-values, halfTick*p.size
	}
	for i, r := range d.Rows {
		top := p.Max.Y - vg.Length(i)*d.pitch(p.look)
		bottom := top - d.pitch(p.look) + 0.4*p.size
		mid := top - 1.3*p.size
		if p.narrow() {
			mid -= 1.4 * p.size
		}
		lines := p.few(r.Name, 2, names, 1, regular)
		for k, line := range lines {
			y := mid + (vg.Length(len(lines)-1)/2-vg.Length(k))*leading*p.size - middle*p.size
			if p.narrow() {
				y = top - p.size - vg.Length(k)*leading*p.size
			}
			p.write(vg.Point{X: p.Min.X, Y: y}, line, 1, regular, ink, draw.XLeft)
		}
		p.write(vg.Point{X: p.Max.X, Y: mid - middle*p.size}, texts[i], 1, bold, ink, draw.XRight)
		a := p.axes(r.Axis, Axis{High: 1}, p.inner()-left-values, 0)
		a.HideY()
		a.Add(drawing(func(c draw.Canvas, a *plot.Plot) {
			at := placesOf(&c, a)
			if r.Same > 0 {
				p.SetColor(rule)
				p.Fill(box(at.x(-r.Same), c.Min.Y, at.x(r.Same), c.Max.Y).Path())
			}
			p.line(vg.Point{X: at.x(0), Y: c.Min.Y}, vg.Point{X: at.x(0), Y: c.Max.Y}, 0.1, ink)
			if r.valid() {
				p.across(at.x(r.Low), at.x(r.High), mid, dark(r.Hue))
				p.dot(vg.Point{X: at.x(r.Value), Y: mid}, dark(r.Hue))
			}
		}))
		over := vg.Length(0)
		if p.narrow() {
			over = 1.4 * p.size
		}
		area := draw.Canvas{Canvas: p.Canvas.Canvas, Rectangle: box(p.Min.X+left, bottom, p.Max.X-values-0.9*p.size, top-over)}
		a.Draw(area)
	}
}
