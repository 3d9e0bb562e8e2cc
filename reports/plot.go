package reports

import (
	"fmt"
	"html/template"
	"image/color"
	"io"
	"strings"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A Plot is a picture that answers one question. The makers of plots take regular
// data: OutcomePlot and the others of a Run, CurvePlot, HeatmapPlot, TornadoPlot
// and DifferencePlot. It is drawn anew for each size, so that its type can be read
// at all of them.
type Plot struct {
	Caption
	legend []swatch
	height func(look) vg.Length // of the drawing, without the Caption
	draw   func(pen)
}

// A Caption says what a plot is about.
type Caption struct {
	Title  string // what was found, as a sentence, or what was asked
	Note   string // how to read it; may be empty
	Source string // small, below: scenario, battles, seed, version
}

// A swatch explains a colour.
type swatch struct {
	hue  Hue
	text string
}

// A Hue is a colour that means the same everywhere. The first ones are those of
// the outcomes, so that Hue(outcome) is an outcome's, and Hue(side) a side's.
type Hue uint8

// The hues. Others are for what belongs to no outcome.
const (
	FirstSide Hue = iota
	SecondSide
	DrawHue
	UndecidedHue // hatched
	OtherHue
	numHues
)

// hues are of the Okabe-Ito set, which people see apart whatever colours they see.
var hues = [numHues]color.RGBA{
	FirstSide:    {0x00, 0x72, 0xb2, 0xff},
	SecondSide:   {0xd5, 0x5e, 0x00, 0xff},
	DrawHue:      {0x99, 0x99, 0x99, 0xff},
	UndecidedHue: {0xdd, 0xdd, 0xdd, 0xff},
	OtherHue:     {0x00, 0x7a, 0x5a, 0xff}, // the set's green, a little darker for lines on white
}

var (
	ink   = color.RGBA{0x22, 0x22, 0x22, 0xff}
	faint = color.RGBA{0x5f, 0x5f, 0x5f, 0xff} // type that may be overlooked
	rule  = color.RGBA{0xe3, 0xe3, 0xe3, 0xff} // of the grid
	paper = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

// tint mixes c with white; 1 is c itself.
func tint(c color.RGBA, strength float64) color.RGBA { return between(paper, c, strength) }

// between is the colour at x from a (0) to b (1).
func between(a, b color.RGBA, x float64) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + x*(float64(b)-float64(a)) + 0.5) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// on is the colour of type that can be read on c.
func on(c color.RGBA) color.RGBA {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) > 140_000 {
		return ink
	}
	return paper
}

// A look is a size to draw at.
type look struct {
	width vg.Length
	size  vg.Length // of the type
}

// The looks: of files, and of the page on a desk and on a phone.
var (
	fileLook  = look{width: 900, size: 15}
	deskLook  = look{width: 690, size: 10.5}
	phoneLook = look{width: 264, size: 9}
)

// narrow says that names do not fit beside what they name.
func (l look) narrow() bool { return l.width < 36*l.size }

// fileDPI makes 1200 × 750 pixels of a file's plot two to a pixel each way.
const fileDPI = 192

// WritePNG draws the plot as a picture.
func (p *Plot) WritePNG(w io.Writer) error {
	height := p.total(fileLook)
	c := vgimg.NewWith(vgimg.UseWH(fileLook.width, height), vgimg.UseDPI(fileDPI))
	p.drawOn(pen{draw.NewCanvas(c, fileLook.width, height), fileLook, true})
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// WriteSVG draws the plot as a drawing, which is as sharp as the printer.
func (p *Plot) WriteSVG(w io.Writer) error {
	_, err := io.WriteString(w, p.svg(fileLook))
	return err
}

// svg is the plot as SVG. What has no Liberation fonts takes Arial or Helvetica,
// whose letters are as wide.
func (p *Plot) svg(l look) string {
	height := p.total(l)
	c := vgsvg.NewWith(vgsvg.UseWH(l.width, height))
	p.drawOn(pen{draw.NewCanvas(c, l.width, height), l, false})
	var b strings.Builder
	c.WriteTo(&b) // a Builder has no errors
	return strings.ReplaceAll(b.String(), "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")
}

// inline is the plot as a part of a page, which has its title, note and source in
// type of its own. It says what it shows to those who cannot see it.
func (p *Plot) inline(l look, class string) string {
	drawing := *p
	drawing.Caption = Caption{}
	_, text, _ := strings.Cut(drawing.svg(l), "<svg ")
	_, inner, _ := strings.Cut(text, ">")
	return fmt.Sprintf(`<svg class="%s" role="img" aria-label="%s" viewBox="0 0 %.5g %.5g">`,
		class, template.HTMLEscapeString(p.Title), l.width.Points(), drawing.total(l).Points()) + inner
}

// A pen draws on a canvas at a look.
type pen struct {
	draw.Canvas
	look
	raster bool // letters that the font lacks would not be there at all
}

// within is the pen for a part of its canvas.
func (p pen) within(r vg.Rectangle) pen {
	p.Canvas = draw.Canvas{Canvas: p.Canvas.Canvas, Rectangle: r}
	return p
}

// total is how high the whole plot is.
func (p *Plot) total(l look) vg.Length {
	return p.above(l) + p.height(l) + p.below(l)
}

// The parts around the drawing, in sizes of the type.
const (
	margin      = 0.6
	titleSize   = 1.3
	noteSize    = 0.92
	sourceSize  = 0.8
	leading     = 1.28
	legendPitch = 1.75
)

func (p *Plot) above(l look) vg.Length {
	m := pen{look: l}
	h := 2 * margin * l.size
	h += vg.Length(len(m.wrap(p.Title, m.inner(), titleSize, bold))) * titleSize * leading * l.size
	h += vg.Length(len(m.wrap(p.Note, m.inner(), noteSize, regular))) * noteSize * leading * l.size
	h += vg.Length(len(m.legendRows(p.legend))) * legendPitch * l.size
	return h
}

func (p *Plot) below(l look) vg.Length {
	m := pen{look: l}
	h := margin * l.size
	if n := len(m.wrap(p.Source, m.inner(), sourceSize, regular)); n > 0 {
		h += (0.4 + vg.Length(n)*sourceSize*leading) * l.size
	}
	return h
}

// inner is the width between the margins.
func (p pen) inner() vg.Length { return p.width - 2*margin*p.size }

func (p *Plot) drawOn(m pen) {
	c, l := m.Canvas, m.look
	c.SetColor(paper)
	c.Fill(c.Rectangle.Path())
	left, y := c.Min.X+margin*l.size, c.Max.Y-margin*l.size
	lines := func(text string, size vg.Length, weight weight, col color.Color) {
		for _, line := range m.wrap(text, m.inner(), size, weight) {
			y -= size * leading * l.size
			m.write(vg.Point{X: left, Y: y + 0.28*size*l.size}, line, size, weight, col, draw.XLeft)
		}
	}
	lines(p.Title, titleSize, bold, ink)
	lines(p.Note, noteSize, regular, faint)
	for _, row := range m.legendRows(p.legend) {
		y -= legendPitch * l.size
		x := left
		for _, s := range row {
			box := vg.Rectangle{Min: vg.Point{X: x, Y: y + 0.2*l.size}, Max: vg.Point{X: x + 1.1*l.size, Y: y + 1.1*l.size}}
			m.fill(box, s.hue, 1)
			m.write(vg.Point{X: x + 1.5*l.size, Y: y + 0.3*l.size}, s.text, 1, regular, ink, draw.XLeft)
			x += m.swatchWidth(s)
		}
	}
	y = c.Min.Y + p.below(l)
	p.draw(m.within(box(left, y, c.Max.X-margin*l.size, y+p.height(l))))
	y -= 0.4 * l.size
	lines(p.Source, sourceSize, regular, faint)
}

// legendRows are the swatches as they fit side by side.
func (p pen) legendRows(all []swatch) [][]swatch {
	var rows [][]swatch
	used := p.inner()
	for _, s := range all {
		width := p.swatchWidth(s)
		if used+width > p.inner() {
			rows, used = append(rows, nil), 0
		}
		last := len(rows) - 1
		// One that is too long for a row of its own is cut.
		s.text = p.cut(s.text, p.inner()-2*p.size, 1, regular)
		rows[last] = append(rows[last], s)
		used += width
	}
	return rows
}

func (p pen) swatchWidth(s swatch) vg.Length { return p.wide(s.text, 1, regular) + 3*p.size }

// A weight is that of type.
type weight bool

const (
	regular weight = false
	bold    weight = true
)

// style is that of type so many times the look's size.
func (p pen) style(size vg.Length, w weight, col color.Color) draw.TextStyle {
	f := font.From(plot.DefaultFont, size*p.size)
	f.Variant = "Sans"
	if w == bold {
		f.Weight = xfont.WeightBold
	}
	return draw.TextStyle{Color: col, Font: f, Handler: plot.DefaultTextHandler}
}

// wide is the width of s.
func (p pen) wide(s string, size vg.Length, w weight) vg.Length {
	return p.style(size, w, ink).Width(s)
}

// write writes one line, its baseline at a point.
func (p pen) write(at vg.Point, s string, size vg.Length, w weight, col color.Color, align draw.XAlignment) {
	style := p.style(size, w, col)
	face := style.Handler.Cache().Lookup(style.Font, style.Font.Size)
	at.X += vg.Length(align) * face.Width(s)
	p.SetColor(col)
	if p.raster {
		s = shown(face, s)
	}
	p.FillString(face, at, s)
}

// shown is s with a box for each letter that the font lacks.
func shown(face font.Face, s string) string {
	var scratch sfnt.Buffer
	return strings.Map(func(r rune) rune {
		if i, err := face.Face.GlyphIndex(&scratch, r); err != nil || i == 0 {
			return '□'
		}
		return r
	}, s)
}

// middle is how far below the middle of a line its baseline is, in sizes of the
// type.
const middle = 0.35

// wrap breaks s into lines at spaces, and words that are too long anywhere.
func (p pen) wrap(s string, width, size vg.Length, w weight) []string {
	var lines []string
	line := ""
	breaks := func(r rune) bool { return r == ' ' || r == '\n' }
	for word := range strings.FieldsFuncSeq(strings.ReplaceAll(s, " %", glue+"%"), breaks) {
		switch longer := strings.TrimLeft(line+" "+word, " "); {
		case p.wide(longer, size, w) <= width:
			line = longer
			continue
		case line != "":
			lines = append(lines, line)
		}
		for line = word; p.wide(line, size, w) > width; {
			head := p.head(line, width, size, w)
			lines, line = append(lines, head), line[len(head):]
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// head is as much of s as fits, and at least one letter.
func (p pen) head(s string, width, size vg.Length, w weight) string {
	n := 0
	for i, r := range s {
		end := i + len(string(r))
		if n > 0 && p.wide(s[:end], size, w) > width {
			break
		}
		n = end
	}
	return s[:n]
}

// cut shortens s to a width, with an ellipsis.
func (p pen) cut(s string, width, size vg.Length, w weight) string {
	if p.wide(s, size, w) <= width {
		return s
	}
	return strings.TrimRight(p.head(s, width-p.wide("…", size, w), size, w), " ") + "…"
}

// few wraps s to so many lines, and cuts what is longer.
func (p pen) few(s string, lines int, width, size vg.Length, w weight) []string {
	all := p.wrap(s, width, size, w)
	if len(all) > lines {
		rest := strings.Join(all[lines-1:], " ")
		all = append(all[:lines-1], p.cut(rest, width, size, w))
	}
	return all
}

// box is the rectangle between two corners.
func box(x0, y0, x1, y1 vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: min(x0, x1), Y: min(y0, y1)}, Max: vg.Point{X: max(x0, x1), Y: max(y0, y1)}}
}

// fill fills a rectangle with a tint of a hue.
func (p pen) fill(r vg.Rectangle, h Hue, strength float64) {
	if h == UndecidedHue {
		p.hatch(r)
		return
	}
	p.SetColor(tint(hues[h], strength))
	p.Fill(r.Path())
}

// hatch fills a rectangle as what is undecided.
func (p pen) hatch(r vg.Rectangle) {
	p.SetColor(hues[UndecidedHue])
	p.Fill(r.Path())
	inside := draw.Canvas{Canvas: p.Canvas.Canvas, Rectangle: r}
	size := r.Size()
	for x := r.Min.X - size.Y; x < r.Max.X; x += 0.45 * p.size {
		line := []vg.Point{{X: x, Y: r.Min.Y}, {X: x + size.Y, Y: r.Max.Y}}
		p.StrokeLines(draw.LineStyle{Color: faint, Width: 0.06 * p.size}, inside.ClipLinesXY(line)...)
	}
}

// line draws a line.
func (p pen) line(a, b vg.Point, width vg.Length, col color.Color) {
	p.StrokeLine2(draw.LineStyle{Color: col, Width: width * p.size}, a.X, a.Y, b.X, b.Y)
}

// across draws an interval as a line with ends, at a height.
func (p pen) across(x0, x1, y vg.Length, col color.Color) {
	end := 0.28 * p.size
	p.line(vg.Point{X: x0, Y: y}, vg.Point{X: x1, Y: y}, 0.11, col)
	p.line(vg.Point{X: x0, Y: y - end}, vg.Point{X: x0, Y: y + end}, 0.11, col)
	p.line(vg.Point{X: x1, Y: y - end}, vg.Point{X: x1, Y: y + end}, 0.11, col)
}

// upright is across, turned.
func (p pen) upright(x, y0, y1 vg.Length, col color.Color) {
	end := 0.28 * p.size
	p.line(vg.Point{X: x, Y: y0}, vg.Point{X: x, Y: y1}, 0.11, col)
	p.line(vg.Point{X: x - end, Y: y0}, vg.Point{X: x + end, Y: y0}, 0.11, col)
	p.line(vg.Point{X: x - end, Y: y1}, vg.Point{X: x + end, Y: y1}, 0.11, col)
}

// dot draws a mark with a white rim.
func (p pen) dot(at vg.Point, col color.Color) {
	p.DrawGlyphNoClip(draw.GlyphStyle{Color: paper, Radius: 0.38 * p.size, Shape: draw.CircleGlyph{}}, at)
	p.DrawGlyphNoClip(draw.GlyphStyle{Color: col, Radius: 0.3 * p.size, Shape: draw.CircleGlyph{}}, at)
}
