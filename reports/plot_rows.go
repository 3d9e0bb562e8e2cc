package reports

import (
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A rowChart has a row for each of several things, and one axis below all of them.
// Names stand at the left or, where that leaves no room, above.
type rowChart struct {
	axis Axis
	rows []chartRow
}

// A chartRow is one of a rowChart. It has one line, or several with a value each.
type chartRow struct {
	head   string   // above the row, where a new part begins
	name   string   // what it is of
	values []string // at the right, one a line
	paint  func(p pen, at places, line int, y vg.Length)
}

// Heights, in sizes of the type.
const (
	linePitch = 1.9 // a line of a row
	rowGap    = 0.7 // between rows
	headPitch = 2.0
	axisPitch = 3.6 // the axis, its numbers and its label
	barHeight = 1.3
	halfTick  = 1.4 // of the first number of the axis, which lies outside
)

// mostNamed is the share of the width that names may take.
const mostNamed = 0.34

// A rowLayout is where the parts of a rowChart go at a look.
type rowLayout struct {
	names, values vg.Length // widths of their columns; 0: names stand above
	name          [][]string
	body          []vg.Length // heights of the rows, without head and name
	total         vg.Length
}

func (c *rowChart) layout(p pen) rowLayout {
	var l rowLayout
	inner := p.inner()
	for _, r := range c.rows {
		l.names = max(l.names, p.wide(r.name, 1, regular))
		for _, v := range r.values {
			l.values = max(l.values, p.wide(v, 1, regular))
		}
	}
	l.names = min(l.names+0.2*p.size, mostNamed*inner)
	room := l.names
	if p.narrow() {
		l.names, room = 0, inner
	}
	l.total = axisPitch * p.size
	for _, r := range c.rows {
		lines := p.few(r.name, 2, room, 1, regular)
		body := vg.Length(len(r.values)) * linePitch * p.size
		l.total += c.above(p, r, lines)
		if !p.narrow() {
			body = max(body, vg.Length(len(lines))*leading*p.size)
		}
		l.name, l.body = append(l.name, lines), append(l.body, body)
		l.total += body + rowGap*p.size
	}
	return l
}

// above is the height of what stands above a row.
func (c *rowChart) above(p pen, r chartRow, name []string) vg.Length {
	var h vg.Length
	if r.head != "" {
		h += headPitch * p.size
	}
	if p.narrow() {
		h += vg.Length(len(name)) * leading * p.size
	}
	return h
}

func (c *rowChart) height(l look) vg.Length { return c.layout(pen{look: l}).total }

func (c *rowChart) draw(p pen) {
	l := c.layout(p)
	left, right := l.names+0.9*p.size, l.values
	if p.narrow() {
		left = halfTick * p.size
	}
	if right > 0 {
		right += 0.9 * p.size
	}
	a := p.axes(c.axis, Axis{High: 1}, p.inner()-left-right, 0)
	a.HideY()
	a.Add(drawing(func(data draw.Canvas, a *plot.Plot) {
		at, y := placesOf(&data, a), data.Max.Y
		for i, r := range c.rows {
			if r.head != "" {
				head := p.cut(r.head, p.inner(), 1, bold)
				p.write(vg.Point{X: p.Min.X, Y: y - 1.45*p.size}, head, 1, bold, ink, draw.XLeft)
			}
			y -= c.above(p, r, l.name[i])
			mid := y - l.body[i]/2
			for k, line := range l.name[i] {
				base := mid + (vg.Length(len(l.name[i])-1)/2-vg.Length(k))*leading*p.size - middle*p.size
				if p.narrow() {
					base = y + (vg.Length(len(l.name[i])-1-k)*leading+0.15)*p.size
				}
				p.write(vg.Point{X: p.Min.X, Y: base}, line, 1, regular, ink, draw.XLeft)
			}
			for k, v := range r.values {
				line := mid + (vg.Length(len(r.values)-1)/2-vg.Length(k))*linePitch*p.size
				r.paint(p, at, k, line)
				p.write(vg.Point{X: p.Max.X, Y: line - middle*p.size}, v, 1, regular, ink, draw.XRight)
			}
			y -= l.body[i] + rowGap*p.size
		}
	}))
	a.Draw(draw.Crop(p.Canvas, left, -right, 0, 0))
}

// newRowPlot is a rowChart as a Plot.
func newRowPlot(caption Caption, axis Axis, rows []chartRow, legend ...swatch) *Plot {
	c := &rowChart{axis, rows}
	return &Plot{Caption: caption, legend: legend, height: c.height, draw: c.draw}
}

// bar draws a bar from one value to another.
func (p pen) bar(at places, from, to float64, y vg.Length, h Hue, strength float64) {
	half := barHeight / 2 * p.size
	p.fill(box(at.x(from), y-half, at.x(to), y+half), h, strength)
}

// capital is s with a capital first letter.
func capital(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
