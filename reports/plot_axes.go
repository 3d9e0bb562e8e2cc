package reports

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Axis is labelled with what it shows and in what unit.
type Axis struct {
	Label     string
	Percent   bool     // values are shares: 0.25 is shown as 25 %
	Signed    bool     // values are differences: 5 is shown as +5, and a share without its percent sign
	Whole     bool     // values are whole numbers
	Names     []string // of the values 0, 1, 2, … where they are no numbers
	Low, High float64  // its bounds; where they are equal, those of the data
}

// text is a value as the axis shows it, to so many decimals.
func (a *Axis) text(v float64, decimals int) string {
	if a.Percent {
		v *= 100
	}
	s := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	if !a.Percent && decimals == 0 && math.Abs(v) < 1e15 {
		s = number(int(math.Round(math.Abs(v))))
	}
	zero := strings.Trim(s, "0.") == ""
	switch {
	case zero && a.Signed:
		s = "0"
	case v < 0 && !zero:
		s = "−" + s
	case a.Signed:
		s = "+" + s
	}
	if a.Percent && !a.Signed {
		s += glue + "%"
	}
	return s
}

// bounds makes the axis reach from low to high if it has no bounds of its own.
func (a *Axis) bounds(low, high float64) {
	if a.Low < a.High {
		return
	}
	if !(low <= high) { // no data
		low, high = 0, 1
	}
	if low == high {
		low, high = low-1, high+1
		if a.Percent {
			low, high = low-0.01, high+0.01
		}
	}
	a.Low, a.High = low, high
}

// decimals are those that tell values apart that lie step from each other.
func (a *Axis) decimals(step float64) int {
	if a.Percent {
		step *= 100
	}
	d := 0
	for ; d < 9 && math.Abs(step-math.Round(step)) > 1e-6*step; d++ {
		step *= 10
	}
	return d
}

// ticks are at most so many round values within the bounds.
func (a *Axis) ticks(most int) []plot.Tick {
	span := a.High - a.Low
	if !(span > 0) || math.IsInf(span, 0) {
		return nil
	}
	step := math.Pow(10, math.Floor(math.Log10(span/float64(most+1))))
	for _, times := range [...]float64{1, 2, 5, 10, 20, 50, 100} {
		s := step * times
		if first, last := math.Ceil(a.Low/s-1e-9), math.Floor(a.High/s+1e-9); int(last-first)+1 <= most && (!a.Whole || s >= 1) {
			decimals := a.decimals(s)
			var all []plot.Tick
			for k := first; k <= last; k++ {
				all = append(all, plot.Tick{Value: k * s, Label: a.text(k*s, decimals)})
			}
			return all
		}
	}
	return nil
}

// acrossTicks are those of a horizontal axis: as many as have room.
func (p pen) acrossTicks(a *Axis, width vg.Length) []plot.Tick {
	if len(a.Names) > 0 {
		return nil // namesBelow writes them
	}
	var all []plot.Tick
	for most := 11; most >= 2; most-- {
		all = a.ticks(most)
		var used vg.Length
		for _, t := range all {
			used = max(used, p.wide(t.Label, 1, regular))
		}
		if vg.Length(len(all))*(used+1.2*p.size) <= width {
			break
		}
	}
	return all
}

// A drawing is a part of a plot that draws itself.
type drawing func(c draw.Canvas, p *plot.Plot)

// Plot makes a drawing a plot.Plotter.
func (d drawing) Plot(c draw.Canvas, p *plot.Plot) { d(c, p) }

// nameInAxis is how many columns a name has in the label of an axis, which ends in a
// unit.
const nameInAxis = 24

// axisRoom is about how high a horizontal axis is with its label, in sizes of the type.
const axisRoom = 3.2

// axes is an empty plot between two axes, with a grid. width and height are about
// those of its data.
func (p pen) axes(x, y Axis, width, height vg.Length) *plot.Plot {
	a := plot.New()
	a.BackgroundColor = nil
	for _, side := range [...]struct {
		axis  *plot.Axis
		of    *Axis
		ticks []plot.Tick
		room  vg.Length
	}{{&a.X, &x, p.acrossTicks(&x, width), width}, {&a.Y, &y, y.ticks(7), height}} {
		ax := side.axis
		ax.Min, ax.Max = side.of.Low, side.of.High
		ax.Padding = 0
		ax.LineStyle = draw.LineStyle{Color: faint, Width: 0.07 * p.size}
		ax.Label.Text = p.cut(side.of.Label, side.room, 1, regular)
		ax.Label.Padding = 0.3 * p.size
		ax.Label.TextStyle = textAs(ax.Label.TextStyle, p.style(1, regular, ink))
		ax.Tick.Label = textAs(ax.Tick.Label, p.style(noteSize, regular, ink))
		ax.Tick.LineStyle = ax.LineStyle
		ax.Tick.Length = 0.35 * p.size
		ax.Tick.Marker = plot.ConstantTicks(side.ticks)
	}
	grid := plotter.NewGrid()
	grid.Vertical = draw.LineStyle{Color: rule, Width: 0.07 * p.size}
	grid.Horizontal = grid.Vertical
	a.Add(grid)
	return a
}

// textAs gives a style the type of another, and leaves it its alignment.
func textAs(s, font draw.TextStyle) draw.TextStyle {
	font.XAlign, font.YAlign, font.Rotation = s.XAlign, s.YAlign, s.Rotation
	return font
}

// places are where values lie on a canvas of a plot.
type places struct{ x, y func(float64) vg.Length }

func placesOf(c *draw.Canvas, p *plot.Plot) places {
	x, y := p.Transforms(c)
	return places{x, y}
}

func (l places) at(x, y float64) vg.Point { return vg.Point{X: l.x(x), Y: l.y(y)} }

// A namesBelow is names under columns of equal width, and how high they are: broken
// into lines or, where that does not do, turned, so that they read upwards.
type namesBelow struct {
	lines  [][]string
	turned bool
	height vg.Length
}

// mostUpright is how far, in sizes of the type, a turned name reaches.
const mostUpright = 12

func (p pen) namesBelow(names []string, slot vg.Length) namesBelow {
	var n namesBelow
	slot -= 0.6 * p.size
	for _, name := range names {
		for word := range strings.FieldsSeq(name) {
			n.turned = n.turned || p.wide(word, noteSize, regular) > slot
		}
		n.turned = n.turned || len(p.wrap(name, slot, noteSize, regular)) > 3
	}
	pitch := noteSize * leading * p.size
	for _, name := range names {
		if n.turned {
			name = p.cut(name, mostUpright*p.size, noteSize, regular)
			n.lines = append(n.lines, []string{name})
			n.height = max(n.height, p.wide(name, noteSize, regular))
			continue
		}
		lines := p.wrap(name, slot, noteSize, regular)
		n.lines = append(n.lines, lines)
		n.height = max(n.height, vg.Length(len(lines))*pitch)
	}
	if n.turned && slot < noteSize*p.size {
		n.thin(int(math.Ceil(float64(1.2 * noteSize * p.size / max(slot+0.6*p.size, 0.01)))))
	}
	n.height += 0.5 * p.size
	return n
}

// thin leaves every so manieth name.
func (n *namesBelow) thin(every int) {
	for i := range n.lines {
		if i%every != 0 {
			n.lines[i] = nil
		}
	}
}

// write writes the i-th name under x, from a height down.
func (n *namesBelow) write(p pen, i int, x, top vg.Length) {
	top -= 0.5 * p.size
	if n.turned {
		for _, line := range n.lines[i] {
			style := p.style(noteSize, regular, ink)
			style.Rotation = math.Pi / 2
			style.XAlign, style.YAlign = draw.XRight, draw.YCenter
			p.FillText(style, vg.Point{X: x, Y: top}, line)
		}
		return
	}
	for k, line := range n.lines[i] {
		y := top - (vg.Length(k)*leading+0.8)*noteSize*p.size
		p.write(vg.Point{X: x, Y: y}, line, noteSize, regular, ink, draw.XCenter)
	}
}
