package scenarios

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"heroicsim/units"
)

// UnitOf reads the unit of a file as a group of a scenario would that names it.
// Mistakes are Errors.
func UnitOf(file string) (*units.Unit, error) {
	r := &reader{opener: opener{dir: filepath.Dir(file)}, units: map[string]*definition{}}
	n := &node{text: filepath.Base(file), src: &source{name: file}}
	u := r.unitFile(n, n.text)
	for _, e := range r.errs {
		if e.Line == 0 { // not in the file, but with it
			if why, ok := strings.CutPrefix(e.Why, plainly(n.text)+": "); ok {
				return nil, fmt.Errorf("%s: %s", plainly(file), why)
			}
			return nil, errors.New(e.Why)
		}
	}
	if len(r.errs) > 0 {
		return nil, r.mistakes()
	}
	return u, nil
}

// IsUnitFile says whether a group that names this names a file.
func IsUnitFile(name string) bool { return isFile(name) }

// CheckName says why a scenario could not call anything so, or nothing.
func CheckName(s string) string { return checkName(s) }

// YAML is a text as a value of a scenario file, on one line with others.
func YAML(s string) string { return yamlText(s) }

// SchemaFile is what the schema of a kind of file is called.
func SchemaFile(kind string) string { return kind + ".schema.json" }

// SchemaLine is the first line of a file for which editors are to use a schema. They
// look for it by its path from the file.
func SchemaLine(path string) string { return "# yaml-language-server: $schema=" + path + "\n" }
