package scenarios

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"heroicsim/docs"
	"heroicsim/units"
)

// validator is a public validator of JSON Schema with ours of a kind of file. It
// holds the schema itself to the draft's own.
func validator(t testing.TB, kind string) *jsonschema.Schema {
	t.Helper()
	text, err := Schema(kind)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if s.DraftVersion != 2020 {
		t.Fatalf("%s: draft %d, want 2020", kind, s.DraftVersion)
	}
	return s
}

// asJSON is what an editor makes of YAML; ok is false where it is none.
func asJSON(text string) (value any, ok bool) {
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return nil, false
	}
	b, err := json.Marshal(jsonValue(value))
	if err != nil {
		panic(err)
	}
	if value, err = jsonschema.UnmarshalJSON(bytes.NewReader(b)); err != nil {
		panic(err)
	}
	return value, true
}

func jsonValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := map[string]any{}
		for key, value := range v {
			m[key] = jsonValue(value)
		}
		return m
	case map[any]any:
		m := map[string]any{}
		for key, value := range v {
			m[fmt.Sprint(key)] = jsonValue(value)
		}
		return m
	case []any:
		l := make([]any, len(v))
		for i, value := range v {
			l[i] = jsonValue(value)
		}
		return l
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) { // which JSON cannot write
			return "inf"
		}
	case time.Time:
		return v.String()
	}
	return v
}

// accepts says whether the schema takes a text, and if not, why.
func accepts(t testing.TB, s *jsonschema.Schema, text string) error {
	t.Helper()
	value, ok := asJSON(text)
	if !ok {
		t.Fatalf("not YAML:\n%s", text)
	}
	return s.Validate(value)
}

// TestSchemaComplete: every read function describes what it takes, and the
// documentation has a row for every key.
func TestSchemaComplete(t *testing.T) {
	found := map[string]bool{}
	for _, kind := range Schemas {
		s, errs := schemaOf(kind)
		for _, e := range errs {
			t.Errorf("%s: %v", kind, e)
		}
		checkShape(t, kind, s, found)
		for name, def := range s.Defs {
			checkShape(t, kind+" $defs."+name, def, found)
		}
	}
	keys := tableKeys(t)
	if len(keys) < 90 {
		t.Errorf("%d keys in all tables, want at least 90", len(keys))
	}
	for key, file := range keys {
		if !found[key] {
			t.Errorf("%s in %s is in no schema: no blank gets as far as its table", key, file)
		}
	}
}

// checkShape wants a description of every key, and no map that takes anything.
func checkShape(t *testing.T, path string, s *shape, found map[string]bool) {
	if s.Type == "object" && s.AdditionalProperties == nil && s.If == nil {
		t.Errorf("%s: takes any keys", path)
	}
	for _, p := range s.Properties {
		found[p.key] = true
		if p.shape.Description == "" && !strings.HasPrefix(p.shape.Ref, "#/$defs/rules") {
			t.Errorf("%s.%s: no description", path, p.key)
		}
	}
	for _, part := range s.parts() {
		if part != nil {
			checkShape(t, path, part, found)
		}
	}
}

// tableKeys are all keys in the sources' tables of fields, but for those that are
// reserved, each with the file that its table is in.
func tableKeys(t *testing.T) map[string]string {
	all := map[string]string{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			table, ok := n.(*ast.CompositeLit)
			if !ok || !isFieldTable(table.Type) {
				return true
			}
			for _, row := range table.Elts {
				cells := row.(*ast.CompositeLit).Elts
				key, err := strconv.Unquote(cells[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				if !isNamed(cells[1], "nil") {
					all[key] = file
				}
			}
			return true
		})
	}
	return all
}

// isFieldTable says that a type is a []field[…].
func isFieldTable(typ ast.Expr) bool {
	list, ok := typ.(*ast.ArrayType)
	if !ok {
		return false
	}
	of, ok := list.Elt.(*ast.IndexExpr)
	return ok && isNamed(of.X, "field")
}

func isNamed(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// TestSchemaTakesFiles: whatever is given as an example passes.
func TestSchemaTakesFiles(t *testing.T) {
	s := validator(t, "scenario")
	for _, e := range Embedded() {
		text, _ := Read(e.Name)
		if err := accepts(t, s, string(text)); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	for _, block := range strings.Split(docs.ScenarioFormat, "```yaml\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		if !strings.Contains("\n"+block, "\nsides:") {
			block += "sides: [{name: A, groups: [{unit: goblin}]}, {name: B, groups: [{unit: ogre}]}]\n"
		}
		if err := accepts(t, s, block); err != nil {
			t.Errorf("%s\n%v", block, err)
		}
	}
	if err := accepts(t, s, usualEveryKey()); err != nil {
		t.Error(err)
	}

	unitFile := validator(t, "units")
	for _, u := range units.Builtins() {
		var b bytes.Buffer
		if err := WriteUnit(&b, u.Slug(), u); err != nil {
			t.Fatal(err)
		}
		if err := accepts(t, unitFile, b.String()); err != nil {
			t.Errorf("%s: %v\n%s", u.Name, err, b.String())
		}
	}
	rulesFile := validator(t, "rules")
	for _, text := range []string{"speed_factor: 5\n", "rules: {speed_factor: 5, morale: off}\n", "rules: {}\n"} {
		if err := accepts(t, rulesFile, text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"speed_factor: 0\n", "rules: {speed_factor: x}\n", "rules: {}\nmorale: on\n", "fnord: 1\n"} {
		if accepts(t, rulesFile, text) == nil {
			t.Errorf("%s: accepted", text)
		}
	}
}

// usualEveryKey is the file with all keys, all in their usual spelling.
func usualEveryKey() string {
	text := strings.Replace(everyKey, "{common}", commonStats, 1)
	return strings.ReplaceAll(text, "altered time rate", "altered-time-rate")
}

const inexpressibleHead = `# The cases of mistakes.txt in which a schema cannot say what the program says. They are
# about several values together, about other files, or about what is lost before a
# validator sees a value: how a number or a text was written, and keys in an unusual
# spelling (right). TestSchemaMistakes holds the list; -args -update rewrites it.
`

// TestSchemaMistakes: what the program takes, the schema takes; what it rejects,
// the schema rejects, but for the cases in testdata/inexpressible.txt.
func TestSchemaMistakes(t *testing.T) {
	s := validator(t, "scenario")
	var missed []string
	for _, c := range readCases(t) {
		text := shorthands.Replace(c.text)
		if _, ok := asJSON(text); !ok || strings.HasPrefix(text, "--set ") {
			continue
		}
		err := accepts(t, s, text)
		switch fine := c.want == "fine" || strings.HasPrefix(c.want, "warning: "); {
		case fine && err != nil:
			missed = append(missed, c.name+" (right)")
		case !fine && err == nil:
			missed = append(missed, c.name)
		}
	}
	const file = "testdata/inexpressible.txt"
	if *update {
		if err := os.WriteFile(file, []byte(inexpressibleHead+strings.Join(missed, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(strings.TrimPrefix(string(text), inexpressibleHead)), "\n")
	for _, name := range missed {
		if !slices.Contains(want, name) {
			t.Errorf("%s: the schema and the program disagree", name)
		}
	}
	for _, name := range want {
		if !slices.Contains(missed, name) {
			t.Errorf("%s is in %s, but the schema and the program agree", name, file)
		}
	}
}

var long = flag.Bool("long", false, "let TestSchemaNotStricter try all values in all places")

// TestSchemaNotStricter puts all sorts of values in the place of every value of a
// file with all keys: what the program takes, the schema takes.
func TestSchemaNotStricter(t *testing.T) {
	s := validator(t, "scenario")
	text := usualEveryKey()
	var root any
	if err := yaml.Unmarshal([]byte(text), &root); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	eachPlace(root, "", func(path string, _ func(any)) { found[words(path[strings.LastIndexByte(path, '.')+1:])] = true })
	for key, file := range tableKeys(t) {
		if !found[words(key)] {
			t.Errorf("everyKey lacks %s, of %s", key, file)
		}
	}
	few := 48 // of the candidates at a place
	if *long {
		few = 1
	}
	places, tried, taken := 0, 0, 0
	eachPlace(root, "", func(path string, put func(any)) {
		places++
		for i, candidate := range candidates {
			if (i+places)%few > 0 {
				continue
			}
			tried++
			_, err := Load("x.yaml", Options{FS: withFile(besideFiles, "x.yaml", text), Sets: []string{path + "=" + candidate}})
			if err != nil {
				continue
			}
			taken++
			var value any
			if err := yaml.Unmarshal([]byte(candidate), &value); err != nil {
				value = candidate
			}
			put(value)
			b, err := json.Marshal(jsonValue(root))
			if err != nil {
				t.Fatal(err)
			}
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(doc); err != nil {
				t.Errorf("%s: %s is taken, but the schema says: %v", path, candidate, err)
			}
		}
	})
	if places < 150 || taken < tried/50 {
		t.Errorf("%d of %d values in %d places were taken", taken, tried, places)
	}
}

// candidates are values as a file writes them.
var candidates = strings.Split(`0
1
2
3
-1
-3
+2
5.5
.5
0.25
100
1000000
1000000000000
~
on
Off
YES
no
true
none
None
max
Max
auto
AUTO
neutral
Hold Ground
hold_ground
ALL-OUT  OFFENSIVE
retreat
close
Withdraw
nearest
Most Wounded
arm
Leg
body
right leg
Left-Arm
vitals
light
Extra Heavy
extra-heavy
bolt
SPELL
1-2
0 - 1
1–2
1/2 - 3/4
>=1/3
≥ 0.5
< 2
<=.5
1/4
1d+1 imp
2d−1(0.5) cut
3D crushing
1d pi++
2 small piercing
C,1
c
1-2*
C-1, 3
[1, C]
18/30
18 / 30.5
50
1(2)
30+1(3)
3 (2i)
T
t(1)
3*
"3*"
{all: 1, Torso: 4, torso cr: 2, arms_cutting: 3, eyes: 2*, Left-Arm pi++: 1}
[1, 2]
[-1.5, 2]
[[1, 0], [1.5, 2], [inf, 4]]
[[2, 1], [3, 1.5], [.inf, 2]]
[neutral, Defensive, neutral]
[Bow, Knife]
{}
{once_over: 3}
each
Mean
quick
relative
half
total
per hit
dice
keep
reroll
attack must succeed
{ranks: 2}
house.yaml
orc.yaml
goblin
{Axes: 5, Big Orc: 1}
{locked: on, chance: 1/4, hp: "<1/2"}
{tactic: auto}
[{when: {rounds: 2}, tactic: [offensive]}, {tactic: auto}]
{running: 12, Fast-Draw (Knife): 13}
{extra-attack: on, cowardice: 12, combat-reflexes: 1}
{statblock: "ST 10 DX 10 HT 10", name: X}
{st: 10, dx: 10, ht: 10}
[{name: Axe, skill: 12, damage: 1d cut}]
Bolt
[bolt, {cast: Ward}]
{cast: Bolt, times: 3, at: nearest}
{cone: {length: 3, width: 0.5}}
{stun: on, dr: -3}
Persistent Bombardment
IQ
2d+1
friends
[ready shield, potion]
{do: sing, ap: 1}
[3, -4.5]
line
partial
{dr: 3}
crouching
nunchaku
simple
[]
Any name at all
"12"
18446744073709551615`, "\n")

// eachPlace calls do for every value within v, with its path and what changes it;
// the value is as it was afterwards.
func eachPlace(v any, path string, do func(path string, put func(any))) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			value := v[key]
			at := strings.TrimPrefix(path+"."+segment(key), ".")
			do(at, func(x any) { v[key] = x })
			v[key] = value
			eachPlace(value, at, do)
		}
	case []any:
		for i, value := range v {
			at := fmt.Sprintf("%s[%d]", path, i)
			do(at, func(x any) { v[i] = x })
			v[i] = value
			eachPlace(value, at, do)
		}
	}
}

func withFile(dir fstest.MapFS, name, text string) fstest.MapFS {
	all := maps.Clone(dir)
	all[name] = &fstest.MapFile{Data: []byte(text)}
	return all
}
