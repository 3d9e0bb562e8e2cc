package reports

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
)

// A Page is a report as one HTML file that needs nothing else: no network, no
// scripts, no files beside it. Whatever is in its texts is shown as it is.
type Page struct {
	Title    string
	Answer   []string // sentences
	Bar      []BarPart
	Warnings []string
	Remarks  []string // warnings about the files
	Sections []Section
}

// A BarPart is a share of the bar below the answer.
type BarPart struct {
	Hue         Hue
	Name, Share string
	Grow        float64 // its share
	Roomy       bool    // has room for both
}

// A Section is a part of a Page. Its parts stand in the order of the fields; all but
// Heading may be missing.
type Section struct {
	Heading string
	Text    []string
	Folded  string // not empty: what follows is folded away behind it
	Plot    *Plot  // without its title, for which there is the Heading, and its source
	Tables  []PageTable
	Story   *PageStory
	Code    []string // set as it is, such as a command or a file
}

// A PageTable is a table whose first column holds names. On a phone every row is a
// list.
type PageTable struct {
	Caption string
	Head    []string // of all columns
	Rows    []PageRow
	Words   bool // its cells hold words and not numbers
}

// A PageRow is a row. Without Cells its name heads those that follow.
type PageRow struct {
	Name, Link string
	Cells      []string
}

// A PageStory is set text in two widths.
type PageStory struct{ Desk, Phone string }

// sentences are warnings for a page. One that begins with the name of a file keeps it.
func sentences(warnings []string) (all []string) {
	for _, w := range warnings {
		w = tidy(w)
		if word, _, _ := strings.Cut(w, " "); !strings.HasSuffix(word, ":") {
			w = capital(w)
		}
		all = append(all, w+".")
	}
	return all
}

// plotSection is a section for a plot; nil has none.
func plotSection(p *Plot, tables ...PageTable) []Section {
	if p == nil {
		return nil
	}
	return []Section{{Heading: p.Title, Plot: p, Tables: tables}}
}

// notice is what the online policy of Steve Jackson Games asks fan software to say.
const notice = "GURPS is a trademark of Steve Jackson Games. This page was made by unofficial fan software, free of charge, and is neither produced nor endorsed by Steve Jackson Games."

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"desk":   func(p *Plot) template.HTML { return template.HTML(p.inline(deskLook, "desk")) },
	"phone":  func(p *Plot) template.HTML { return template.HTML(p.inline(phoneLook, "phone")) },
	"tight":  func(s string) string { return strings.ReplaceAll(s, " %", glue+"%") },
	"notice": func() string { return notice },
	"label": func(head []string, i int) string {
		if i+1 < len(head) {
			return head[i+1]
		}
		return ""
	},
}).Parse(pageText))

// Render writes the page.
func (p *Page) Render(w io.Writer) error { return pageTemplate.Execute(w, p) }
