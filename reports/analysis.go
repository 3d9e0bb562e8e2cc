package reports

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// A Finding is what an analysis came to, in each of the forms.
type Finding interface {
	Text(w io.Writer, t Text) error
	JSON(w io.Writer) error
	CSV(w io.Writer) error

	forms() forms
}

// An outline is what all analyses say alike, in each of the forms.
type outline struct {
	battle      *heroic.Battle
	cost        string // how much was fought, and how long it took
	changed     string // what is not as the rules and the file have it; may be empty
	findings    []string
	conventions string // how the figures are to be read

	seed       uint64
	counts     object // of trials and the like
	confidence float64
	partial    bool // interrupted
	precision  float64
	reached    bool // the precision
	elapsed    time.Duration
}

// text writes an analysis for people: the title, what body writes, and below it how
// to read it.
func (a *Analysis) text(w io.Writer, t Text, o outline, body func(*leaf)) error {
	p := newLeaf(w, t.Width)
	p.title(tidy(o.battle.Name), o.cost)
	body(p)
	var warnings []string
	if !t.Warned && !t.Brief {
		warnings = append(warnings, a.Warnings...)
	}
	if !t.Brief || o.partial {
		warnings = append(warnings, o.findings...)
	}
	p.warnings(warnings)
	if o.changed != "" {
		p.paragraph("", o.changed)
	}
	if !t.Brief {
		p.paragraph("", o.conventions)
		p.hints(t.Hints)
	}
	return p.Flush()
}

// json writes an analysis as an object, of which more are the last fields.
func (a *Analysis) json(w io.Writer, o outline, more ...field) error {
	all := object{
		{"format", 1}, {"scenario", o.battle.Name}, {"file", a.File}, {"scenario_hash", a.Hash}, {"method", stats.MonteCarlo.String()},
		{"seed", fmt.Sprint(o.seed)},
	}
	all = append(append(all, o.counts...), field{"confidence", o.confidence}, field{"partial", o.partial})
	if o.precision > 0 {
		all = append(all, field{"precision", o.precision}, field{"precision_reached", o.reached})
	}
	all = append(all,
		field{"elapsed_seconds", math.Round(o.elapsed.Seconds()*1e6) / 1e6},
		field{"ruleset", o.battle.Rules.ID()}, field{"rules", rulesObject(o.battle.Rules)}, field{"set", append([]string{}, a.Set...)},
		field{"version", a.Version}, field{"warnings", append(append([]string{}, a.Warnings...), o.findings...)},
	)
	return writeJSON(w, append(all, more...))
}

// The forms of an analysis, for a folder.
type forms struct {
	name     string // of the tables
	plotName string // empty: no plot
	plot     *Plot  // nil: there was nothing to draw
	page     *Page
}

// analysisFiles are the names of what save writes.
func analysisFiles(name, plot string) []string {
	names := []string{name + ".json", name + ".csv", "summary.txt"}
	if plot != "" {
		names = append(names, plot+".png", plot+".svg")
	}
	return append(names, pageFile)
}

// SaveFinding writes an analysis into the folder dir, as SaveAll does runs.
func SaveFinding(ctx context.Context, dir string, f Finding) (names []string, err error) {
	a := f.forms()
	text := func(w io.Writer) error { return f.Text(w, Text{}) }
	all := []output{{a.name + ".json", f.JSON}, {a.name + ".csv", f.CSV}, {"summary.txt", text}}
	if a.plot != nil {
		all = append(all, output{a.plotName + ".png", a.plot.WritePNG}, output{a.plotName + ".svg", a.plot.WriteSVG})
	}
	return saveOutputs(ctx, dir, append(all, output{pageFile, a.page.Render}), analysisFiles(a.name, a.plotName))
}

// page is one about an analysis. method says how the figures came about.
func (a *Analysis) page(o outline, answer []string, sections []Section, method ...string) *Page {
	p := &Page{Title: tidy(o.battle.Name), Answer: answer, Warnings: sentences(o.findings), Remarks: sentences(a.Warnings)}
	last := Section{Heading: "Method", Text: append(method, o.conventions, capital(o.cost)+".")}
	if a.Hash != "" {
		last.Text = append(last.Text, fmt.Sprintf("Scenario %s, simulate %s.", a.Hash, a.Version))
	}
	if a.Command != "" {
		last.Text = append(last.Text, "The same again:")
		last.Code = []string{a.Command}
	}
	p.Sections = append(sections, rulesSection(o.battle, a.Set), last)
	return p
}

// source is what plots of an analysis have below them.
func (a *Analysis) source(b *heroic.Battle, battles string, seed uint64) string {
	parts := []string{tidy(b.Name), battles, fmt.Sprintf("seed %d", seed), "rules " + b.Rules.ID()}
	if a.Version != "" {
		parts = append(parts, "simulate "+a.Version)
	}
	return strings.Join(parts, " · ")
}

// pageTable is a table of a text for a page: rows of one cell head others.
func pageTable(head []string, rows [][]string) PageTable {
	t := PageTable{}
	for _, cell := range head {
		t.Head = append(t.Head, strings.TrimSpace(cell))
	}
	for _, r := range rows {
		row := PageRow{Name: strings.TrimSpace(r[0])}
		for _, cell := range r[1:] {
			row.Cells = append(row.Cells, strings.TrimSpace(cell))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
