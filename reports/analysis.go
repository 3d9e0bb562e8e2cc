package reports

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"heroicsim/heroic"
)

// The forms of an analysis, for a folder.
type forms struct {
	name            string // of the tables
	json, csv, text func(io.Writer) error
	plotName        string // empty: no plot
	plot            *Plot  // nil: there was nothing to draw
	page            *Page
}

// analysisFiles are the names of what save writes.
func analysisFiles(name, plot string) []string {
	names := []string{name + ".json", name + ".csv", "summary.txt"}
	if plot != "" {
		names = append(names, plot+".png", plot+".svg")
	}
	return append(names, pageFile)
}

// save writes an analysis into the folder dir, each file whole or not at all.
func (f forms) save(dir string) error {
	all := []output{{f.name + ".json", f.json}, {f.name + ".csv", f.csv}, {"summary.txt", f.text}}
	if f.plot != nil {
		all = append(all, output{f.plotName + ".png", f.plot.WritePNG}, output{f.plotName + ".svg", f.plot.WriteSVG})
	}
	for _, o := range append(all, output{pageFile, f.page.Render}) {
		if err := Save(filepath.Join(dir, o.name), o.render); err != nil {
			return err
		}
	}
	return nil
}

// page is one about an analysis of b. findings are the warnings about its result,
// method says how the figures came about.
func (a *Analysis) page(b *heroic.Battle, answer, findings []string, sections []Section, method ...string) *Page {
	p := &Page{Title: tidy(b.Name), Answer: answer}
	for _, warning := range append(append([]string{}, a.Warnings...), findings...) {
		p.Warnings = append(p.Warnings, capital(tidy(warning))+".")
	}
	last := Section{Heading: "Method", Text: method}
	if a.Hash != "" {
		last.Text = append(last.Text, fmt.Sprintf("Scenario %s, simulate %s.", a.Hash, a.Version))
	}
	if a.Command != "" {
		last.Text = append(last.Text, "The same again:")
		last.Code = []string{a.Command}
	}
	p.Sections = append(sections, rulesSection(b, a.Set), last)
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
