package scenarios

import (
	"flag"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

var update = flag.Bool("update", false, "write what TestMistakes gets into testdata/mistakes.txt")

// shorthands keep the cases of mistakes.txt short. Each is one line.
var shorthands = strings.NewReplacer(
	"@sides", "sides: [{name: A, groups: [{unit: u}]}, {name: B, groups: [{unit: v}]}]",
	"@units", "units: {u: {st: 10, dx: 10, ht: 10, weapons: [{name: Axe, skill: 12, damage: 1d cut}, {name: Bow, skill: 12, damage: 1d imp, range: 50}]}, v: {st: 10, dx: 10, ht: 10, weapons: [{name: Club, skill: 12, damage: 1d cr}]}}",
	`\t`, "\t", `\x00`, "\x00", `\x1b`, "\x1b", `\xff`, "\xff",
)

// besideFiles are the files that the cases may name.
var besideFiles = fstest.MapFS{
	"house.yaml":   {Data: []byte("speed_factor: 5\nmorale: maybe\n")},
	"wrapped.yaml": {Data: []byte("rules: {speed_factor: 7}\n")},
	"broken.yaml":  {Data: []byte("a: [\n")},
	"orc.yaml":     {Data: []byte("units:\n  orc: {st: 13, dx: 11, ht: 12, weapons: [{name: Axe, skill: 13, damage: 2d cut}]}\n")},
	"two.yaml":     {Data: []byte("units: {a: {st: 10, dx: 10, ht: 10}, b: {st: 10, dx: 10, ht: 10}}\n")},
	"bad.yaml":     {Data: []byte("units:\n  bad: {st: 13, dx: 11}\n")},
	"none.yaml":    {Data: []byte("{}\n")},
	"empty.yaml":   {Data: []byte("# nothing\n")},
	"null.yaml":    {Data: []byte("null\n")},
	"sheet.gcs":    {Data: []byte("{}")},
	"hero.gcs":     {Data: []byte(heroSheet)},
	"guard.json":   {Data: []byte(guardActor)},
	"guards.json":  {Data: []byte("[" + guardActor + ", " + guardActor + "]")},
	"third.txt":    {Data: []byte("Orc\nST 13\nPD/DR 2/2\n")},
}

// A mistakeCase is a scenario and what is said about it.
type mistakeCase struct {
	name, text, want string
}

func readCases(t testing.TB) []mistakeCase {
	text, err := os.ReadFile("testdata/mistakes.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []mistakeCase
	for _, part := range strings.Split(string(text), "=== ")[1:] {
		name, rest, _ := strings.Cut(part, "\n")
		text, want, ok := strings.Cut(rest, "==>\n")
		if !ok {
			t.Fatalf("case %q has no ==>", name)
		}
		all = append(all, mistakeCase{name, text, strings.TrimSpace(want)})
	}
	return all
}

// said is all that Load says about a case: mistakes, or else warnings.
func (c mistakeCase) said() string {
	text := shorthands.Replace(c.text)
	var o Options
	for strings.HasPrefix(text, "--set ") {
		set, rest, _ := strings.Cut(text, "\n")
		o.Sets = append(o.Sets, strings.TrimPrefix(set, "--set "))
		text = rest
	}
	dir := fstest.MapFS{"x.yaml": {Data: []byte(text)}}
	for name, file := range besideFiles {
		dir[name] = file
	}
	o.FS = dir
	l, err := Load("x.yaml", o)
	if err != nil {
		return err.Error()
	}
	var lines []string
	for _, w := range l.Warnings {
		lines = append(lines, "warning: "+w.String())
	}
	if len(lines) == 0 {
		return "fine"
	}
	return strings.Join(lines, "\n")
}

// TestMistakes holds the whole text of every message and its position.
func TestMistakes(t *testing.T) {
	var written strings.Builder
	names := map[string]bool{}
	for _, c := range readCases(t) {
		if names[c.name] {
			t.Errorf("two cases are called %q", c.name)
		}
		names[c.name] = true
		got := c.said()
		written.WriteString("=== " + c.name + "\n" + c.text + "==>\n" + got + "\n\n")
		if got != c.want && !*update {
			t.Errorf("%s:\n%s\ngot:\n%s\nwant:\n%s", c.name, c.text, got, c.want)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/mistakes.txt", []byte(strings.TrimRight(written.String(), "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
