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

Comments above the unit say what was left out, guessed or worked out, and why:
first each thing that may change a battle, then how other numbers came about,
and last in one list what has no use in battles. A scenario takes the written
file in as unit: hero.yaml, or the sheet itself as unit: hero.gcs.
`

var importExamples = []string{
	"simulate import hero.gcs",
	"simulate import hero.gcs -o hero.yaml",
	"simulate import ogre.json --name 'Old Grum' > grum.yaml",
}

func setupImport(fs *pflag.FlagSet) action {
	name := fs.String("name", "", "call the unit `NAME` (default: as the sheet does, or else the file)")
	out := fs.StringP("out", "o", "", "write `FILE` instead of printing")
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
		imported, err := scenarios.ReadUnits(args[0], text)
		if err != nil {
			return refuse(std, err)
		}
		if fs.Changed("name") {
			if err := imported.Rename(*name); err != nil {
				return usagef("--name %s: %v", oneLine(*name), err)
			}
		}
		schema := scenarios.SchemaLine(schemaPath(folderOf(*out), "units"))
		write := func(w io.Writer) error {
			io.WriteString(w, schema)
			return writeImport(w, args[0], imported)
		}
		if *out == "" {
			return write(std.out)
		}
		return reports.Save(*out, write)
	}
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

// writeImport writes the units of a file as YAML, each below what there is to say of
// it.
func writeImport(w io.Writer, file string, imported *scenarios.Import) error {
	fmt.Fprintf(w, "# From %s, %s.\n", oneLine(title(file)), imported.Format)
	writeNotes(w, imported.Left)
	taken := map[string]bool{}
	for i, s := range imported.Sheets {
		if i > 0 {
			fmt.Fprintln(w)
		}
		writeNotes(w, s.Notes)
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
// that are as the file has them, and one list of what battles have no use for.
func writeNotes(w io.Writer, notes []units.Note) {
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
			for line := range strings.Lines(reports.Wrapped("- ", oneLine(n.Text), importWidth-len("# "))) {
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
