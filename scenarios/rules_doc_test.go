package scenarios

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A ruleRow is a row of docs/rules.md. The rule may be a range of rows: MM-5 to MM-9.
type ruleRow struct{ rule, what, where, keys, tests string }

// ids are the IDs that a row is about.
func (r ruleRow) ids(t *testing.T) []string {
	first, last, isRange := strings.Cut(r.rule, " to ")
	if !isRange {
		return []string{r.rule}
	}
	stem, lo := numbered(t, first)
	other, hi := numbered(t, last)
	if stem != other || lo >= hi {
		t.Fatalf("%s is no range", r.rule)
	}
	var all []string
	for n := lo; n <= hi; n++ {
		all = append(all, fmt.Sprint(stem, n))
	}
	return all
}

// numbered takes an ID with a number apart: MM-5 is MM- and 5.
func numbered(t *testing.T, id string) (stem string, n int) {
	at := strings.LastIndexByte(id, '-') + 1
	n, err := strconv.Atoi(id[at:])
	if err != nil {
		t.Fatalf("%s: %v", id, err)
	}
	return id[:at], n
}

// ruleRows are the rows of all its tables.
func ruleRows(t *testing.T) (rows []ruleRow) {
	text, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	id := regexp.MustCompile(`^\| (HC|B|MM|RM|DM|G)-`)
	for line := range strings.Lines(string(text)) {
		if !id.MatchString(line) {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) != 5 {
			t.Fatalf("%d cells, want 5: %s", len(cells), line)
		}
		rows = append(rows, ruleRow{cells[0], cells[1], cells[2], cells[3], cells[4]})
	}
	return rows
}

// allRules are the IDs of Heroic Combat, all of them, and allRows how many rows the
// Basic Set's lists of modifiers have.
var allRules = strings.Fields(`HC-ROUND HC-GROUP HC-AP HC-MOVE HC-TACTIC HC-INIT HC-ORDER HC-ATK HC-TARGET HC-MASS
	HC-FRONT HC-SHOTS HC-NUM HC-QC HC-SF HC-MODE HC-DEF HC-MELEE-MOD HC-RANGED-MOD HC-MELEE-FIRE HC-FLANK HC-LOCK
	HC-INJ HC-HT HC-NOWOUND HC-MORALE HC-FATIGUE HC-END HC-PURSUIT HC-CASUALTY HC-ACTION HC-WAIT HC-SPELL
	HC-INTERRUPT HC-MULTISPELL HC-SINGLE HC-AREA HC-GRAPPLE HC-MULTI`)

var allRows = map[string]int{"MM-": 30, "RM-": 46, "DM-": 35}

// Words for what has no place in the sources: optional rules that are not built, and
// rows that Heroic Combat does without.
const (
	notBuilt = "not built"
	noPlace  = "no place"
)

// TestRulesDoc holds docs/rules.md to the sources: what it names is there, every
// rule and every switch has its row, and so has every ID that the sources cite.
func TestRulesDoc(t *testing.T) {
	sources := parseSources(t)
	rows := ruleRows(t)
	var ids, keys []string
	for _, row := range rows {
		for _, id := range row.ids(t) {
			if slices.Contains(ids, id) {
				t.Errorf("%s has two rows", id)
			}
			ids = append(ids, id)
		}
		places, tests := codeSpan.FindAllStringSubmatch(row.where, -1), codeSpan.FindAllStringSubmatch(row.tests, -1)
		isRow := allRows[row.rule[:min(3, len(row.rule))]] > 0
		absent := row.where == notBuilt && strings.HasPrefix(row.rule, "G-") || row.where == noPlace && isRow
		if row.what == "" || absent != (len(places) == 0) || absent != (len(tests) == 0) {
			t.Errorf("%s: every rule has a place and a test; optional ones may be %q, and rows have %q", row.rule, notBuilt, noPlace)
		}
		for _, place := range places {
			file, names, ok := strings.Cut(place[1], ": ")
			if !ok || sources.names[file] == nil {
				t.Errorf("%s: %q is no file and names in it", row.rule, place[1])
				continue
			}
			for name := range strings.SplitSeq(names, ", ") {
				if !sources.names[file][name] {
					t.Errorf("%s: %s declares no %s", row.rule, file, name)
				}
			}
		}
		for _, test := range tests {
			if !sources.tests[test[1]] {
				t.Errorf("%s: there is no test %s", row.rule, test[1])
			}
		}
		for _, key := range codeSpan.FindAllStringSubmatch(row.keys, -1) {
			keys = append(keys, key[1])
		}
	}
	all := slices.Clone(allRules)
	for stem, n := range allRows {
		for i := range n {
			all = append(all, fmt.Sprint(stem, i+1))
		}
	}
	for _, id := range all {
		if !slices.Contains(ids, id) {
			t.Errorf("%s has no row", id)
		}
	}
	for id, file := range sources.cited {
		if !slices.ContainsFunc(ids, func(row string) bool {
			stem := strings.TrimRight(id, "0123456789") // G-SHAPE-1 is in the row of all of G-SHAPE
			return row == id || strings.HasPrefix(row, id+"-") || stem == row+"-" && stem != id
		}) {
			t.Errorf("%s, which %s cites, has no row", id, file)
		}
	}
	known := tableKeys(t)
	for _, key := range keys {
		if known[key] == "" {
			t.Errorf("no file has a key %q", key)
		}
	}
	for _, f := range ruleFields {
		if !slices.Contains(keys, f.key) {
			t.Errorf("no rule names the switch %q", f.key)
		}
	}
}

// TestRulings holds docs/rulings.md to the rules and keys there are: every ruling is
// about one of them, and names what changes it or a dash.
func TestRulings(t *testing.T) {
	text, err := os.ReadFile("../docs/rulings.md")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, row := range ruleRows(t) {
		ids = append(ids, row.ids(t)...)
	}
	known := tableKeys(t)
	found := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| rule |") || strings.HasPrefix(line, "| --- |") {
			continue
		}
		found++
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if len(cells) != 3 || strings.TrimSpace(cells[1]) == "" || strings.TrimSpace(cells[2]) == "" {
			t.Errorf("want a rule, a ruling and a switch or —: %s", line)
			continue
		}
		for id := range strings.SplitSeq(strings.TrimSpace(cells[0]), ", ") {
			if !strings.HasPrefix(id, "R-") && !slices.ContainsFunc(ids, func(row string) bool { return row == id || strings.HasPrefix(row, id+"-") }) {
				t.Errorf("%s is in no row of docs/rules.md: %s", id, line)
			}
		}
		for _, key := range codeSpan.FindAllStringSubmatch(cells[2], -1) {
			if name, _, _ := strings.Cut(key[1], ":"); known[name] == "" {
				t.Errorf("no file has a key %q: %s", name, line)
			}
		}
	}
	if found < 100 {
		t.Errorf("%d rulings, want at least 100", found)
	}
}

// TestArchitecture: docs/architecture.md says where each file of the rules belongs,
// and README.md has every example.
func TestArchitecture(t *testing.T) {
	for doc, names := range map[string][]string{"../docs/architecture.md": nil, "../README.md": nil} {
		if doc == "../README.md" {
			for _, e := range Embedded() {
				names = append(names, "`"+e.Name+"`")
			}
		} else {
			files, err := filepath.Glob("../heroic/*.go")
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				if name := filepath.Base(file); !strings.HasSuffix(name, "_test.go") && name != "doc.go" {
					names = append(names, "`"+name+"`")
				}
			}
		}
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		if len(names) < 20 {
			t.Errorf("%s: %d names", doc, len(names))
		}
		for _, name := range names {
			if !strings.Contains(string(text), name) {
				t.Errorf("%s does not tell of %s", doc, name)
			}
		}
	}
}

// A sourceIndex is what the module's sources declare and cite.
type sourceIndex struct {
	names map[string]map[string]bool // of functions, types, constants and variables, by file
	tests map[string]bool
	cited map[string]string // IDs of rules, with a file that cites them
}

func parseSources(t *testing.T) sourceIndex {
	index := sourceIndex{map[string]map[string]bool{}, map[string]bool{}, map[string]string{}}
	id := regexp.MustCompile(`\b((HC|B|G)(-[A-Z]{2,})+(-[0-9]+)?|(MM|RM|DM)-[0-9]+)\b`)
	files, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		isTest := strings.HasSuffix(file, "_test.go")
		index.names[file] = declared(f)
		if isTest {
			for name := range index.names[file] {
				if strings.HasPrefix(name, "Test") {
					index.tests[name] = true
				}
			}
			continue
		}
		for _, cited := range id.FindAllString(string(text), -1) {
			index.cited[cited] = file
		}
	}
	return index
}

// declared are the names of a file's functions, methods, types, constants and
// variables.
func declared(f *ast.File) map[string]bool {
	names := map[string]bool{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names[d.Name.Name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						names[name.Name] = true
					}
				}
			}
		}
	}
	return names
}
