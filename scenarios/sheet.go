package scenarios

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"heroicsim/units"
)

// A format is a way of writing units that is not ours.
type format struct {
	name    string   // for messages, with its article
	endings []string // of its files
	read    func(text []byte) (sheets []*units.Sheet, left []units.Note, err error)
}

// The formats of units. What ends in .json is an actor of Foundry VTT, unless it is a
// scenario.
var (
	gcsSheet     = &format{"a GCS sheet", []string{".gcs"}, oneSheet(units.ReadGCS)}
	foundryActor = &format{"an actor of Foundry VTT", []string{".json", ".db"}, units.ReadFoundry}
	statBlock    = &format{"a stat block", []string{".txt"}, oneSheet(readStatBlock)}

	formats = []*format{gcsSheet, foundryActor, statBlock}
)

func oneSheet(read func([]byte) (*units.Sheet, error)) func([]byte) ([]*units.Sheet, []units.Note, error) {
	return func(text []byte) ([]*units.Sheet, []units.Note, error) {
		s, err := read(text)
		if err != nil {
			return nil, nil, err
		}
		return []*units.Sheet{s}, nil, nil
	}
}

func readStatBlock(text []byte) (*units.Sheet, error) {
	text = plainBlock(text)
	if bad := checkText(&source{text: text}); bad != nil {
		return nil, &units.StatBlockError{Line: bad.Line, Column: bad.Column, Why: notInBlock(bad.Why)}
	}
	u, notes, err := units.ParseStatBlock(string(text))
	if err != nil {
		return nil, err
	}
	return &units.Sheet{Unit: u, Notes: notes}, nil
}

// plainBlock is the text of a stat block without what PDFs and editors leave at the
// beginning of files and pages.
func plainBlock(text []byte) []byte {
	return bytes.ReplaceAll(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\f"), []byte(" "))
}

// notInBlock says of a stat block what checkText says of a scenario.
func notInBlock(why string) string {
	return strings.Replace(why, "in a scenario", "in a stat block", 1)
}

// formatOf is the format of a file by its ending, or nil.
func formatOf(name string) *format {
	ending := strings.ToLower(path.Ext(name))
	for _, f := range formats {
		if slices.Contains(f.endings, ending) {
			return f
		}
	}
	return nil
}

// guessed is the format of a text.
func guessed(text []byte) *format {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	switch {
	case bytes.HasPrefix(text, []byte("[")):
		return foundryActor
	case bytes.HasPrefix(text, []byte("<")):
		return gcsSheet
	case !bytes.HasPrefix(text, []byte("{")):
		return statBlock
	}
	if sheets, _, err := units.ReadFoundry(text); err == nil && len(sheets) > 0 {
		return foundryActor
	}
	return gcsSheet
}

// An Import is what became of a file of units: by order, and without a name where
// the file gives none.
type Import struct {
	Sheets []*units.Sheet
	Left   []units.Note // of those that are no unit
	Format string       // "a GCS sheet"
	Placed bool         // the notes are known by line and column, and do not say where they belong
}

// ReadUnits reads a file of units that is in a format of others: a GCS sheet, an actor
// of Foundry VTT, or a stat block as text. Which it is, is known by its name's ending,
// or by its text. Mistakes are Errors. A unit without a name is called as the file is.
func ReadUnits(name string, text []byte) (*Import, error) {
	src := &source{name: name, text: text}
	f := formatOf(name)
	if f == nil {
		f = guessed(text)
	}
	sheets, left, err := f.read(text)
	if err != nil {
		return nil, Errors{src.sheetError(err)}
	}
	for _, s := range sheets {
		s.Unit.Name = nameOr(s.Unit.Name, name)
	}
	return &Import{sheets, left, f.name, f == statBlock}, nil
}

// nameOr is a unit's name or, where there is none that files could have, that of its
// file.
func nameOr(name, file string) string {
	for _, s := range []string{name, title(file)} {
		if checkName(s) == "" {
			return s
		}
	}
	return "unit"
}

// Rename gives the unit of a file another name, if that is one and there is one unit.
func (im *Import) Rename(name string) error {
	if why := checkName(name); why != "" {
		return errors.New(why)
	}
	if n := len(im.Sheets); n > 1 {
		return fmt.Errorf("it is for one unit, and there are %d", n)
	}
	im.Sheets[0].Unit.Name = strings.TrimSpace(name)
	return nil
}

// sheetError is an error of a reader of units as a mistake in the file.
func (s *source) sheetError(err error) *Error {
	var sheet *units.SheetError
	var block *units.StatBlockError
	switch {
	case errors.As(err, &sheet):
		return s.fail(sheet.Line, sheet.Column, "%s", oneLine(sheet.Why))
	case errors.As(err, &block):
		return s.fail(block.Line, block.Column, "%s", oneLine(block.Why))
	}
	return s.fail(1, 1, "%s", oneLine(err.Error()))
}

// sheetFile reads the unit of a sheet beside the scenario, which n names. What the
// sheet says and the unit does not have are warnings.
func (r *reader) sheetFile(n *node, src *source, f *format) *units.Unit {
	sheets, left, err := f.read(src.text)
	switch {
	case err != nil:
		r.errs = append(r.errs, src.sheetError(err))
		return nil
	case len(sheets) != 1:
		var names []string
		for _, s := range sheets {
			names = append(names, s.Unit.Name)
		}
		r.reject(n, "%s has %d actors, and a unit is one of them; write them out with `simulate import`. They are: %s", plainly(src.name), len(sheets), listed(names))
		return nil
	}
	s := sheets[0]
	s.Unit.Name = nameOr(s.Unit.Name, src.name)
	all := &node{src: src, style: bare, line: 1, column: 1}
	var unused []string
	for _, note := range slices.Concat(left, s.Notes) {
		switch {
		case note.Matters():
			r.warnInside(all, note.Line, note.Column, "%s", oneLine(note.Text))
		default:
			unused = append(unused, note.Unused...)
		}
	}
	r.warnOfUnused(all, units.Note{Line: 1, Column: 1}, unused)
	return s.Unit
}

// sheetOf reads {gcs: hero.gcs}.
func (r *reader) sheetOf(n, file *node) *units.Unit {
	for _, k := range n.keys {
		if w := words(k.text); w != "gcs" && w != "name" {
			r.reject(k, "a unit from a sheet takes no further keys but name; change the sheet, or write out its numbers with `simulate import`")
			return nil
		}
	}
	name, ok := r.text(file, "the name of a GCS sheet, as hero.gcs", maxLine)
	if !ok {
		return nil
	}
	f := formatOf(name)
	if f == nil || f == statBlock {
		r.reject(file, "expected the name of a GCS sheet, as hero.gcs; found %s", file.found())
		return nil
	}
	read := r.fileRead(file, name, func(src *source) *units.Unit { return r.sheetFile(file, src, f) })
	if read == nil {
		return nil
	}
	u := *read
	if given := n.get("name"); given != nil {
		if s, ok := r.called(given); ok {
			u.Name = s
		}
	}
	return &u
}
