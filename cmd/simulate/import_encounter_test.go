package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"heroicsim/scenarios"
)

// encounterText is an encounter with a block, a block with a count, a sheet, and
// built-in units.
const encounterText = `The ford

Heroes
hero.gcs
Bren, of the Vale
ST 12 DX 13 IQ 10 HT 12; HP 12; Basic Speed 6.25; Move 6; Dodge 9; Parry 10; DR 2
Broadsword (13): swing 1d+3 cutting or thrust 1d+1 impaling. Reach 1.
Likes: cheese.

2 archers

vs

10 x Troglodyte
ST: 12 HP: 12 Speed: 6.00
DX: 12 Move: 6
HT: 11 FP: 11
Dodge: 10 DR: 1
Stone Axe (12): 2d-1(0.5) cutting. Reach 1.
Stone Javelin (14): 1d(0.5) impaling. Acc 3, Range 18/30, Bulk -4.
Group HP 120
Goblin (3)
ST 8 DX 11 HT 10. Knife (11): 1d-3 cut. Reach C, 1.

4 goblins
4 goblins
`

const encounterYAML = `# yaml-language-server: $schema=scenario.schema.json
# From ford.txt, an encounter.
# Assumed, since its text does not say it; change what you know better:
# - the sides are 30 yards apart; a line such as "Distance: 60" in the text says otherwise
# - orders are auto for all: what a sensible referee would choose, anew each round
# - it is day on open ground, nobody is surprised, and no leader is the better at Tactics
#   (tactics_skill)
# - one without a count is one; who fights alone checks morale, which character: on would spare a
#   player's
# - Thora is a character, as a sheet of one is: no morale checks

name: The ford

battlefield:
  distance: 30   # yards between the sides at the start

sides:
  - name: Heroes
    groups:
      - {name: Thora, unit: thora, count: 1, character: on, orders: auto}
      - {name: "Bren, of the Vale", unit: bren-of-the-vale, count: 1, orders: auto}
      - {name: Archer, unit: archer, count: 2, orders: auto}

  - name: Troglodyte & co.
    groups:
      - {name: Troglodyte, unit: troglodyte, count: 10, orders: auto}
      - {name: Goblin, unit: goblin-2, count: 3, orders: auto}
      - {name: Goblin 2, unit: goblin, count: 4, orders: auto}
      - {name: Goblin 3, unit: goblin, count: 4, orders: auto}

units:
  # From hero.gcs, a GCS sheet.
`

func TestImportEncounter(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("hero.gcs", importSheet)
	write("ford.txt", encounterText)
	got := try(t, "import", "--encounter", "ford.txt")
	if got.code != exitDone || got.err != "" || !strings.HasPrefix(got.out, encounterYAML) {
		t.Errorf("exit %d, %s%s", got.code, got.err, got.out)
	}
	for _, want := range []string{"\n  # From the stat block in line 5.\n  # Not used in battles: Likes: cheese.\n  bren-of-the-vale:\n", "\n  # From the stat block in line 14.\n  troglodyte:\n", "\n  goblin-2:\n    name: Goblin\n    st: 8\n"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no %q in\n%s", want, got.out)
		}
	}
	if piped := tryIn(t.Context(), encounterText, "import", "--encounter", "-"); piped.out != strings.Replace(got.out, "ford.txt", "standard input", 1) {
		t.Errorf("from standard input: %s%s", piped.err, piped.out)
	}
	if got := try(t, "import", "--encounter", "ford.txt", "--name", "Tonight", "-o", "tonight.yaml"); got != (said{}) {
		t.Errorf("import -o: %+v", got)
	}
	if got := try(t, "check", "tonight.yaml"); got != (said{out: "tonight.yaml: OK\n"}) {
		t.Errorf("check: %+v", got)
	}
	if got := try(t, "run", "tonight.yaml", "-n", "50"); got.code != exitDone || !strings.HasPrefix(got.out, "Tonight ") {
		t.Errorf("run: %+v", got)
	}

	// The same by hand fights the same battles.
	write("hand.yaml", `
name: Tonight
battlefield: {distance: 30}
sides:
  - name: Heroes
    groups:
      - {unit: hero.gcs, character: on, orders: auto}
      - {name: "Bren, of the Vale", unit: bren, orders: auto}
      - {unit: archer, count: 2, orders: auto}
  - name: Troglodyte & co.
    groups:
      - {unit: troglodyte, count: 10, orders: auto}
      - {name: Goblin, unit: knifer, count: 3, orders: auto}
      - {name: Goblin 2, unit: goblin, count: 4, orders: auto}
      - {name: Goblin 3, unit: goblin, count: 4, orders: auto}
units:
  bren: {st: 12, dx: 13, ht: 12, speed: 6.25, move: 6, dodge: 9, parry: 10, dr: 2,
    weapons: [{name: Broadsword, skill: 13, modes: [{name: swing, damage: 1d+3 cut}, {name: thrust, damage: 1d+1 imp}], reach: 1}]}
  troglodyte: {name: Troglodyte, st: 12, dx: 12, ht: 11, speed: 6, move: 6, dodge: 10, dr: 1, weapons: [
    {name: Stone Axe, skill: 12, damage: 2d-1(0.5) cut, reach: 1},
    {name: Stone Javelin, skill: 14, damage: 1d(0.5) imp, acc: 3, range: 18/30, bulk: -4, thrown: on}]}
  knifer: {st: 8, dx: 11, ht: 10, weapons: [{name: Knife, skill: 11, damage: 1d-3 cut, reach: "C,1"}]}
`)
	result := func(file string) string {
		got := try(t, "run", file, "-n", "300", "-f", "json", "-q")
		if got.code != exitDone {
			t.Fatalf("run %s: %+v", file, got)
		}
		_, rest, ok := strings.Cut(got.out, `"outcomes"`) // before it are the file's name and warnings
		if !ok {
			t.Fatalf("run %s: %s", file, got.out)
		}
		return rest
	}
	if a, b := result("tonight.yaml"), result("hand.yaml"); a != b {
		t.Errorf("other battles than by hand:\n%s\n%s", a, b)
	}
}

func TestImportEncounterMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"hero.gcs": importSheet, "old.gcs": "<?xml version=\"1.0\"?><character/>", "two.json": "[" + importActor + "," + importActor + "]", "none.yaml": "units: {}\n",
		"missing.txt": "heroo.gcs\nvs\n\n  nowhere.txt\n", "old.txt": "goblin\nvs\nold.gcs", "many.txt": "goblin\nvs\ntwo.json", "yaml.txt": "goblin\nvs\nnone.yaml", "half.txt": "goblin\n3 ogre\n",
		"bad.txt":     "3 x gobblin\nvs\n10 x Orc\nST 13 DX 11 HT 12\nDR: hefty\n",
		"control.txt": "goblin\nvs\nog\x01re\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ line, want string }{
		{"missing.txt", "missing.txt:1:1: heroo.gcs: no such file; did you mean \"hero.gcs\"?\nmissing.txt:4:3: nowhere.txt: no such file\n"},
		{"old.txt", "old.gcs:1:1: this is the XML that GCS wrote before version 4.20; open it in GCS 5 and save it, and the new file can be read\n"},
		{"many.txt", "many.txt:3:1: two.json has 2 actors, and a group is made of one\n"},
		{"yaml.txt", "yaml.txt:3:1: none.yaml: there is no unit in it\n"},
		{"half.txt", "half.txt:2:1: there is one side only; want a line vs between the two, or a header above each, such as Side: Ogres\n"},
		{"bad.txt", "bad.txt:1:1: unknown unit \"gobblin\": no stat block follows, it is no file, and none is built in; simulate list units names those that are\n" +
			"bad.txt:5:1: DR: \"hefty\" is not understood; like DR 4, or DR torso 5, skull 6, or DR 5 (torso), 6 (skull)\n"},
		{"control.txt", "control.txt:3:3: control character U+0001 does not belong in a stat block\n"},
		{"none.txt", "none.txt: no such file\n"},
		{"hero.gcs", "hero.gcs:1:1: "},
	} {
		got := try(t, "import", "--encounter", c.line, "-o", "out.yaml")
		if got.code != exitUsage || got.out != "" || !strings.HasPrefix(got.err, c.want) {
			t.Errorf("%s: exit %d, %s%s", c.line, got.code, got.err, got.out)
		}
	}
	if _, err := os.Stat("out.yaml"); err == nil {
		t.Error("a file was written all the same")
	}
}

// FuzzImportEncounter: whatever becomes a scenario can be loaded.
func FuzzImportEncounter(f *testing.F) {
	fixtures, _ := filepath.Glob(filepath.Join("..", "..", "units", "testdata", "statblocks", "*.txt"))
	for _, file := range fixtures {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text) + "\n\nvs\n\n3 goblin\nogre\n\nSide Z: 2 x Goblin\n" + string(text))
	}
	f.Add(encounterText)
	f.Add("Draw\ngoblin\nvs\nUndecided\ngoblin")
	f.Fuzz(func(t *testing.T, text string) {
		e, err := scenarios.ReadEncounter("ford.txt", []byte(text), scenarios.Options{FS: fstest.MapFS{}})
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := (importedBattle{e}).write(&b, "ford.txt"); err != nil {
			t.Fatal(err)
		}
		l, err := scenarios.Load("ford.yaml", scenarios.Options{FS: fstest.MapFS{"ford.yaml": {Data: b.Bytes()}}})
		if err != nil {
			t.Fatalf("%q becomes\n%s\n%v", text, b.String(), err)
		}
		for i, side := range e.Sides {
			if len(side.Groups) != len(l.Scenario.Sides[i].Groups) {
				t.Fatalf("%q: %d groups, and in the file %d", text, len(side.Groups), len(l.Scenario.Sides[i].Groups))
			}
		}
	})
}

// TestImportGuide: the examples of docs/import.md give what stands there.
func TestImportGuide(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "import.md"))
	if err != nil {
		t.Fatal(err)
	}
	guide := string(text)
	t.Chdir(t.TempDir())
	// The file that the guide says to save, and what it says that the command prints.
	next := func(after string) (file, printed string) {
		_, rest, ok := strings.Cut(guide, after)
		if !ok {
			t.Fatalf("no %q in the guide", after)
		}
		begun := false
		for line := range strings.Lines(rest[strings.Index(rest, "\n")+1:]) {
			indented, ok := strings.CutPrefix(line, "    ")
			if begun = begun || ok; begun && !ok && line != "\n" {
				break
			}
			if file != "" || ok {
				file += indented
			}
		}
		_, rest, _ = strings.Cut(rest, "```\n")
		printed, _, _ = strings.Cut(rest, "```")
		return strings.TrimSpace(file) + "\n", printed
	}
	for _, c := range []struct{ after, file, line string }{
		{"Save this as `guard.txt`:", "guard.txt", "import guard.txt"},
		{"Save this as `ford.txt`,", "ford.txt", "import --encounter ford.txt"},
	} {
		file, want := next(c.after)
		if err := os.WriteFile(c.file, []byte(file), 0o666); err != nil {
			t.Fatal(err)
		}
		got := try(t, strings.Fields(c.line)...)
		want, _, _ = strings.Cut(want, "…")
		if want = strings.TrimRight(want, " "); got.code != exitDone || want == "" || !strings.HasPrefix(got.out, want) {
			t.Errorf("%s: exit %d, %s%s\nthe guide has\n%s", c.line, got.code, got.err, got.out, want)
		}
	}
}

// refused are the fixtures that are no units, by the beginning of what is said.
var refused = map[string]string{
	"third-edition-pd.txt":   "third-edition-pd.txt:3:1: PD/DR belongs to a stat block of the third edition",
	"third-edition-move.txt": "third-edition-move.txt:3:1: Move/Dodge belongs to a stat block of the third edition",
}

// TestImportCheckRun: every usable fixture of all formats becomes YAML that check
// passes and run fights, as does the file itself.
func TestImportCheckRun(t *testing.T) {
	fixtures, err := filepath.Abs(filepath.Join("..", "..", "units", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(fixtures, "*", "*"))
	t.Chdir(t.TempDir())
	key := regexp.MustCompile(`(?m)^  ([^\s#:]+):$`)
	usable := 0
	for _, file := range files {
		name := filepath.Base(file)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
		imported := try(t, "import", name)
		if imported.code == exitUsage {
			want, known := refused[name]
			if !known && filepath.Base(filepath.Dir(file)) == "statblocks" || !strings.HasPrefix(imported.err, want) || strings.Count(imported.err, "\n") != 1 {
				t.Errorf("%s: %s", name, imported.err)
			}
			continue
		}
		usable++
		keys := key.FindAllStringSubmatch(imported.out, -1)
		if imported.code != exitDone || len(keys) == 0 {
			t.Errorf("%s: %+v", name, imported)
			continue
		}
		battle := "battlefield: {distance: 5}\nmax_rounds: 20\nsides: [{name: A, groups: [{unit: UNIT, count: 2, orders: auto}]}, {name: B, groups: [{unit: militia, count: 2, orders: auto}]}]\n"
		battles := map[string]string{"imported.yaml": strings.Replace(battle, "UNIT", keys[0][1], 1) + imported.out}
		if len(keys) == 1 {
			battles["named.yaml"] = strings.Replace(battle, "UNIT", name, 1)
		}
		for scenario, text := range battles {
			if err := os.WriteFile(scenario, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if got := try(t, "check", scenario, "-q"); got.code != exitDone {
				t.Errorf("%s, check %s: %s", name, scenario, got.err)
			}
			if got := try(t, "run", scenario, "-n", "2", "-q"); got.code != exitDone {
				t.Errorf("%s, run %s: %s", name, scenario, got.err)
			}
		}
	}
	if usable < 100 {
		t.Errorf("only %d fixtures are usable", usable)
	}
}
