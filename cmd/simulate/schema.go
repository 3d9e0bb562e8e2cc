package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/reports"
	"heroicsim/scenarios"
)

const schemaHelp = `Prints a JSON Schema (draft 2020-12), with which an editor completes the keys of
scenario files, explains them and marks mistakes as they are typed. KIND is
scenario, or units or rules for files that hold nothing else.

With -o, writes the schemas of all three kinds into a folder. Files there that
begin with this line, as those do that new and import write, need nothing else:

  # yaml-language-server: $schema=scenario.schema.json

(units.schema.json and rules.schema.json are for files of units and of rules.) A
schema sees one value at a time: simulate check finds more.
`

var schemaExamples = []string{
	"simulate schema -o .",
	"simulate schema > scenario.schema.json",
	"simulate schema units > units.schema.json",
}

func setupSchema(fs *pflag.FlagSet) action {
	folder := fs.StringP("out", "o", "", "write the schemas as files into the folder `DIR`")
	return func(_ context.Context, std streams, args []string) error {
		kind := strings.Join(args, " ")
		if kind == "" && !fs.Changed("out") {
			kind = scenarios.Schemas[0]
		}
		if kind != "" && !slices.Contains(scenarios.Schemas, kind) {
			return usagef("schema takes one of %s: %q%s", strings.Join(scenarios.Schemas, ", "), kind, didYouMean(kind, scenarios.Schemas))
		}
		switch {
		case !fs.Changed("out"):
			return writeSchema(std.out, kind)
		case *folder == "":
			return usagef("--out needs a name")
		}
		return saveSchemas(std.out, *folder, kind)
	}
}

func writeSchema(w io.Writer, kind string) error {
	text, err := scenarios.Schema(kind)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// saveSchemas writes the schema of a kind, or of all, into a folder.
func saveSchemas(out io.Writer, folder, only string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	var names []string
	for _, kind := range scenarios.Schemas {
		if only != "" && kind != only {
			continue
		}
		name := scenarios.SchemaFile(kind)
		if err := reports.Save(filepath.Join(folder, name), func(w io.Writer) error { return writeSchema(w, kind) }); err != nil {
			return err
		}
		names = append(names, name)
	}
	fmt.Fprintf(out, "Written to %s: %s\n", oneLine(folder), reports.WrittenText(names))
	return nil
}

// schemaPath is how a file in folder names the schema of its kind: where the schema
// lies in the folder or in one of the two above, by the way to it; else as if it lay
// beside.
func schemaPath(folder, kind string) string {
	name := scenarios.SchemaFile(kind)
	for _, way := range []string{"", "../", "../../"} {
		if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(way), name)); err == nil {
			return way + name
		}
	}
	return name
}
