package scenarios

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.yaml
var files embed.FS

// An Example is a scenario that is built into the program.
type Example struct {
	Name        string // what Load and the command line take
	Title       string // the scenario's own name
	Description string
}

// Embedded lists the built-in examples by name.
func Embedded() []Example {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the files are part of the program
	}
	var all []Example
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name(), ".yaml")
		text, _ := Read(name)
		root, bad := parse(&source{name: entry.Name(), text: text}, needsSides)
		if bad != nil {
			panic(bad)
		}
		e := Example{Name: name}
		if n := root.get("name"); n != nil {
			e.Title = n.text
		}
		if n := root.get("description"); n != nil {
			e.Description = n.text
		}
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b Example) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Read is the text of a built-in example.
func Read(name string) (text []byte, ok bool) {
	text, err := files.ReadFile(words(name) + ".yaml")
	return text, err == nil
}
