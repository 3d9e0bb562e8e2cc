package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/units"
)

const importHelp = `Turns a character or monster into a unit for scenario files. FILE is a sheet of
GURPS Character Sheet (.gcs, of GCS 4.20 or later), an actor exported from
Foundry VTT by its system gurps (.json), or a stat block as text (.txt). - is
standard input.

With --encounter, FILE is text with two lists of stat blocks, and becomes a
scenario that runs. A line vs stands between the lists, or a header above each
(Heroes, Side: Ogres). A count stands with the name: 10 x Ogre, 10 Ogres, Ogre
x10 or Ogre (10). In place of a block there may be a line with the name of a
file or of a built-in unit: hero.gcs, 12 goblin. A line Distance: 60 says how
far apart the sides are. Comments tell what was assumed.

Comments above the unit say what was left out, guessed or worked out, and why:
first each thing that may change a battle, then how other numbers came about,
and last in one list what has no use in battles. A scenario takes the written
file in as unit: hero.yaml, or the sheet itself as unit: hero.gcs.
`

var importExamples = []string{
	"simulate import hero.gcs",
	"simulate import hero.gcs -o hero.yaml",
	"simulate import ogre.json --name 'Old Grum' > grum.yaml",
	"simulate import --encounter ford.txt -o ford.yaml",
}

func setupImport(fs *pflag.FlagSet) action {
	name := fs.String("name", "", "call the unit, or the battle, `NAME` (default: as the sheet does, or else the file)")
	out := fs.StringP("out", "o", "", "write `FILE` instead of printing")
	encounter := fs.Bool("encounter", false, "make a scenario of two lists of stat blocks")
	return func(ctx context.Context, std streams, args []string) error {
		switch {
		case len(args) != 1:
			return usagef("import takes one file, or - for standard input")
		case fs.Changed("out") && *out == "":
			return usagef("--out needs a name")
		}
		text, err := await(ctx, func() ([]byte, error) { return readSheet(std, args[0]) })
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return refuse(std, err)
		}
		found, err := await(ctx, func() (importable, error) { return readImport(args[0], text, *encounter) })
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return refuse(std, err)
		}
		if fs.Changed("name") {
			if err := found.Rename(*name); err != nil {
				return usagef("--name %s: %v", oneLine(*name), err)
			}
		}
		schema := schemaPath(folderOf(*out), found.kind())
		write := func(w io.Writer) error {
			io.WriteString(w, scenarios.SchemaLine(schema))
			return found.write(w, args[0])
		}
		if *out == "" {
			return write(std.out)
		}
		return reports.Save(*out, write)
	}
}

// An importable is what was read, to be written as YAML.
type importable interface {
	Rename(name string) error
	kind() string // of file, as schemas are called
	write(w io.Writer, file string) error
}

// importedUnits and importedBattle are the kinds of it.
type (
	importedUnits  struct{ *scenarios.Import }
	importedBattle struct{ *scenarios.Encounter }
)

func (importedUnits) kind() string  { return "units" }
func (importedBattle) kind() string { return "scenario" }

func readImport(file string, text []byte, encounter bool) (importable, error) {
	if encounter {
		e, err := scenarios.ReadEncounter(file, text, scenarios.Options{})
		return importedBattle{e}, err
	}
	all, err := scenarios.ReadUnits(file, text)
	return importedUnits{all}, err
}

// refuse prints what is wrong with a file.
func refuse(std streams, err error) error {
	fmt.Fprintln(std.err, mistakeText(err))
	return status(exitUsage)
}

// readSheet reads the file, but no more of it than it takes to see that it is too
// large.
func readSheet(std streams, file string) ([]byte, error) {
	in := std.in
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, unreadable(file, err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s: this is a folder, not a file", file)
		}
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, units.MaxSheet+1))
	if err != nil {
		return nil, unreadable(file, err)
	}
	return text, nil
}

func unreadable(file string, err error) error {
	if pe, ok := err.(*fs.PathError); ok {
		err = pe.Err
	}
	if err == fs.ErrNotExist || os.IsNotExist(err) {
		return fmt.Errorf("%s: no such file", file)
	}
	return fmt.Errorf("%s: %w", file, err)
}

// write writes the units of a file as YAML, each below what there is to say of it.
func (imported importedUnits) write(w io.Writer, file string) error {
	fmt.Fprintf(w, "# From %s, %s.\n", oneLine(title(file)), imported.Format)
	writeNotes(w, imported.Left, imported.Placed)
	taken := map[string]bool{}
	for i, s := range imported.Sheets {
		if i > 0 {
			fmt.Fprintln(w)
		}
		writeNotes(w, s.Notes, imported.Placed)
		key := unitKey(s.Unit)
		for n := 2; taken[key]; n++ {
			key = fmt.Sprintf("%s-%d", unitKey(s.Unit), n)
		}
		taken[key] = true
		if i == 0 {
			fmt.Fprintln(w, "units:")
		}
		if err := scenarios.WriteDefinition(w, key, s.Unit); err != nil {
			return err
		}
	}
	return nil
}

// title is a file's name for people.
func title(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// writeNotes writes notes as comments: what may change a battle, how numbers came about
// that are as the file has them, and one list of what battles have no use for. Those
// of a text are placed: with line and column.
func writeNotes(w io.Writer, notes []units.Note, placed bool) {
	var unused []string
	for _, n := range notes {
		unused = append(unused, n.Unused...)
	}
	group := func(title string, in func(units.Note) bool) {
		for _, n := range notes {
			if !in(n) {
				continue
			}
			if title != "" {
				fmt.Fprintf(w, "# %s:\n", title)
				title = ""
			}
			text := n.Text
			if placed {
				text = n.String()
			}
			for line := range strings.Lines(reports.Wrapped("- ", oneLine(text), importWidth-len("# "))) {
				io.WriteString(w, "# "+line)
			}
		}
	}
	group("Left out, guessed or worked out; look these over", units.Note.Matters)
	group("How other numbers came about", func(n units.Note) bool { return n.Aside && len(n.Unused) == 0 })
	if len(unused) > 0 {
		comment(w, importWidth, "Not used in battles: "+oneLine(strings.Join(unused, "; "))+".")
	}
}

const importWidth = 100
