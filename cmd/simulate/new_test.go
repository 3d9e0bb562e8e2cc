package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"heroicsim/heroic"
	"heroicsim/units"
)

// sheetsBeside puts a sheet, an actor, a stat block and a unit's YAML into the present
// folder.
func sheetsBeside(t *testing.T) {
	t.Helper()
	for name, text := range map[string]string{
		"hero.gcs": importSheet, "guard.json": importActor, "bandit.txt": importBlock, "two.json": "[" + importActor + "," + importActor + "]",
		"man.yaml": "units: {man: {st: 10, dx: 10, ht: 10, weapons: [{name: Club, skill: 11, damage: 1d cr}]}}\n",
		"mage.yaml": "units: {mage: {st: 10, dx: 12, ht: 11, fp: 20, weapons: [{name: Staff, skill: 11, damage: 1d cr}],\n" +
			"  spells: [{name: 'Curse, dire', skill: 14, roll: will, resist: will, duration: 60, effect: {attack: -2}}]}}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// begun runs simulate new, and check and run on what it writes.
func begun(t *testing.T, args ...string) string {
	t.Helper()
	got := try(t, append([]string{"new"}, args...)...)
	if got.code != exitDone || got.err != "" {
		t.Fatalf("new %q: %+v", args, got)
	}
	text := got.out
	if text == "" { // -o FILE stands last
		written, err := os.ReadFile(args[len(args)-1])
		if err != nil {
			t.Fatal(err)
		}
		text = string(written)
	}
	if err := os.WriteFile("begun.yaml", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	file := "begun.yaml"
	if got.out == "" {
		file = args[len(args)-1]
	}
	if got := try(t, "check", file); got.code != exitDone {
		t.Errorf("check: %+v of\n%s", got, text)
	}
	if got := try(t, "run", file, "-n", "20"); got.code != exitDone {
		t.Errorf("run: %+v of\n%s", got, text)
	}
	return text
}

func TestNew(t *testing.T) {
	page, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	sheetsBeside(t)
	text := begun(t, "hero.gcs", "2", "archer", "vs", "12", "goblin", "6", "goblin archer", "--distance", "40")
	t.Chdir(filepath.Dir(page))
	golden(t, "new.yaml", text)
}

// TestNewWords has the ways of saying who fights whom.
func TestNewWords(t *testing.T) {
	t.Chdir(t.TempDir())
	sheetsBeside(t)
	for _, c := range []struct {
		args string // of which | stands for a space in a word
		want string // of the file, one after the other
	}{
		{"goblin vs ogre", "name: A goblin against an ogre|distance: 30|name: Goblin|unit: goblin|count: 1|name: Ogre"},
		{"2 knight 10 militia vs ogre", "name: Knights and militia against an ogre|name: Knights|count: 2|unit: militia|count: 10|unit: ogre"},
		{"12|goblin-archer against 3x|wolf", "name: Goblin archers|unit: goblin archer|count: 12|name: Wolves|count: 3"},
		{"12 x Goblin_Archer vs. 1,200 wolf", "unit: goblin archer|count: 12|count: 1200"},
		{"3 wolf vs 2 champion", "distance: 10 "},
		{"wolf vs wolf", "name: A wolf against other wolf|name: Wolf|name: Other wolf"},
		{"2 wolf 3 wolf vs ogre", "name: Wolves against an ogre|name: Wolves|count: 2|name: Wolves 2|count: 3"},
		{"The|watch: 6 militia vs Raiders: 8 goblin", "name: The watch against Raiders|- name: The watch|name: Militia|- name: Raiders"},
		{"ogre vs 4 man.yaml", "name: men|unit: man.yaml|count: 4"},
		{"ogre vs hero.gcs", "name: An ogre against Thora|name: Thora|unit: hero.gcs|count: 1|        character: on"},
		{"ogre vs 4 hero.gcs", "name: Thora|count: 4|orders: auto"},
		{"guard.json 2 mage.yaml vs 3 bandit.txt", "unit: guard.json|tactic: concentration, spells: \"Curse, dire\"|unit: bandit.txt"},
		{"ogre vs 2 archer --distance 500.5 --name Far:|off", "name: \"Far: off\"|distance: 500.5|comes on; within 220 yards it shoots"},
		{"ogre vs wolf -o tonight.yaml", "simulate run tonight.yaml"},
	} {
		var args []string
		for _, word := range strings.Fields(c.args) {
			args = append(args, strings.ReplaceAll(word, "|", " "))
		}
		text := begun(t, args...)
		rest := text
		for _, want := range strings.Split(c.want, "|") {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("new %s: no %q, or not in its place, in\n%s", c.args, want, text)
				break
			}
			rest = after
		}
	}
}

// TestNewPlaces: files are named from the folder in which the scenario will be.
func TestNewPlaces(t *testing.T) {
	t.Chdir(t.TempDir())
	sheetsBeside(t)
	for _, folder := range []string{"camp/far", "odd name #1", "other"} {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("camp/far", "link"); err != nil {
		t.Skip(err)
	}
	if err := os.Rename("bandit.txt", "odd name #1/bandit.txt"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ unit, out, want string }{
		{"hero.gcs", "camp/far/a.yaml", `unit: "../../hero.gcs"`},
		{filepath.Join(here, "hero.gcs"), "camp/b.yaml", `unit: "../hero.gcs"`},
		{"odd name #1/bandit.txt", "c.yaml", `unit: "odd name #1/bandit.txt"`},
		{"odd name #1/bandit.txt", "odd name #1/d.yaml", "unit: bandit.txt\n"},
		{"hero.gcs", "link/e.yaml", "unit: " + filepath.ToSlash(here) + "/hero.gcs\n"},
	} {
		if text := begun(t, c.unit, "vs", "ogre", "-o", c.out); !strings.Contains(text, c.want) {
			t.Errorf("%s in %s: no %s in\n%s", c.unit, c.out, c.want, text)
		}
	}
	begun(t, filepath.Join(here, "hero.gcs"), "vs", "ogre")
}

// TestNewComments: what stands behind a # is right when the # is gone.
func TestNewComments(t *testing.T) {
	t.Chdir(t.TempDir())
	sheetsBeside(t)
	text := begun(t, "mage.yaml", "2", "archer", "vs", "ogre")
	tried := 0
	key := regexp.MustCompile(`(?m)^( *)# ([a-z_]+: (?:[^ \n]|\{.*\}).*)$`)
	for _, at := range key.FindAllStringSubmatchIndex(text, -1) {
		line := text[at[4]:at[5]]
		changed := text[:at[0]] + text[at[2]:at[3]] + line + text[at[1]:]
		if word, _, _ := strings.Cut(line, ":"); strings.Contains("target move weapon mage", word) {
			continue // of the list at the end, or a unit
		}
		tried++
		if got := tryIn(t.Context(), changed, "check", "-"); got.code != exitDone {
			t.Errorf("with %s: %+v", line, got)
		}
	}
	if tried < 8 {
		t.Errorf("%d keys tried in\n%s", tried, text)
	}
	// In the place of auto.
	lists := regexp.MustCompile(`(?m)^( *)orders: auto.*\n(?: *# [^o\n].*\n)*((?: *# .*\n)+)`)
	n := 0
	for _, m := range lists.FindAllStringSubmatchIndex(text, -1) {
		_, list, ok := strings.Cut(text[m[0]:m[1]], "# orders:\n")
		if !ok {
			continue
		}
		n++
		indent := text[m[2]:m[3]]
		changed := text[:m[0]] + indent + "orders:\n" + strings.ReplaceAll(list, "# ", "") + text[m[1]:]
		if got := tryIn(t.Context(), changed, "check", "-"); got.code != exitDone {
			t.Errorf("with %s: %+v", list, got)
		}
	}
	if n != 2 {
		t.Errorf("%d lists of orders in\n%s", n, text)
	}
}

// TestNewTactics: each tactic has its hint.
func TestNewTactics(t *testing.T) {
	for _, name := range heroic.TacticNames() {
		if tacticHints[name] == "" {
			t.Errorf("no hint for %s", name)
		}
	}
	if n := len(heroic.TacticNames()); len(tacticHints) != n {
		t.Errorf("%d hints for %d tactics", len(tacticHints), n)
	}
}

// TestNewRoster: every built-in unit makes a scenario that can be read.
func TestNewRoster(t *testing.T) {
	for _, u := range units.Builtins() {
		got := try(t, "new", "3", u.Slug(), "vs", u.Name)
		if got.code != exitDone || got.err != "" {
			t.Fatalf("%s: %+v", u.Name, got)
		}
		if got := tryIn(t.Context(), got.out, "check", "-"); got.code != exitDone || got.err != "" {
			t.Errorf("%s: %+v", u.Name, got)
		}
	}
}

func TestPlural(t *testing.T) {
	for one, want := range map[string]string{
		"Goblin": "Goblins", "Wolf": "Wolves", "Dwarf": "Dwarves", "Elf": "Elves", "Thief": "Thieves", "Militia": "Militia", "Swordsman": "Swordsmen",
		"Ogre shaman": "Ogre shamans", "Human": "Humans", "Man": "Men", "Man-at-arms": "Men-at-arms", "Harpy": "Harpies", "Donkey": "Donkeys",
		"Knight of the Vale": "Knights of the Vale", "Goblins": "Goblins", "Witch": "Witches", "Fox": "Foxes", "War ox": "War oxen", "Boss": "Bosses",
		"Ölf": "Ölves", "Y": "ies",
	} {
		if got := plural(one); got != want {
			t.Errorf("%s: %s, want %s", one, got, want)
		}
	}
}

// TestNewMistakes: one line each, exit 2, and nothing is written.
func TestNewMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	sheetsBeside(t)
	if err := os.WriteFile("old.gcs", []byte("<?xml version=\"1.0\"?><character/>"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("mine.yaml", []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("camp", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("camp/orc.txt", []byte(importBlock), 0o666); err != nil {
		t.Fatal(err)
	}
	const help = "; see simulate new --help"
	for _, c := range []struct{ line, want string }{
		{"", newLike + help},
		{"ogre", newLike + help},
		{"vs ogre", "nobody stands before vs; " + newLike + help},
		{"ogre vs", "nobody stands behind vs; " + newLike + help},
		{"Party: vs ogre", "nobody stands before vs; " + newLike + help},
		{"ogre vs wolf vs bear", "vs stands there twice, and a battle has two sides; one side takes many groups" + help},
		{"4 vs ogre", "there is no unit behind 4" + help},
		{"ogre vs wolf 3", "there is no unit behind 3" + help},
		{"3 4 ogre vs wolf", "3 is followed by another number, 4, and not by a unit" + help},
		{"0 ogre vs wolf", "0: a group has 1 to 10,000,000 combatants" + help},
		{"10000001 ogre vs wolf", "10000001: a group has 1 to 10,000,000 combatants" + help},
		{"99999999999999999999x ogre vs wolf", "99999999999999999999x: a group has 1 to 10,000,000 combatants" + help},
		{"4 knigth vs ogre", `unknown unit "knigth"; did you mean knight? See simulate new --help`},
		{"goblins vs ogre", `unknown unit "goblins"; did you mean goblin? See simulate new --help`},
		{"lizard vs ogre", `unknown unit "lizard"; did you mean lizardman? See simulate new --help`},
		{"her.gcx vs ogre", `unknown unit "her.gcx"; did you mean hero.gcs? See simulate new --help`},
		{"hreo.gcs vs ogre", `hreo.gcs: no such file; did you mean "hero.gcs"?`},
		{"camp/orcs.txt vs ogre", `camp/orcs.txt: no such file; did you mean "orc.txt"?`},
		{"zzzzzz vs ogre", `unknown unit "zzzzzz": it is neither built in nor a file (.gcs, .json, .txt, .yaml); see simulate list units`},
		{"old.gcs vs ogre", "old.gcs:1:1: this is the XML that GCS wrote before version 4.20"},
		{"two.json vs ogre", "two.json has 2 actors, and a unit is one of them; write them out with `simulate import`. They are: Guard, Guard" + help},
		{"mine.yaml vs ogre", "mine.yaml:1:1: "},
		{"draw: wolf vs ogre", `no side can be called "draw"` + help},
		{"a: wolf vs A: ogre", `both sides are called "a"` + help},
		{"wolf vs ogre --distance -3", "--distance -3: expected yards from 0 to 1,000,000, like 40" + help},
		{"wolf vs ogre --distance 0x10", "--distance 0x10: expected yards from 0 to 1,000,000, like 40" + help},
		{"wolf vs ogre --name=", "--name : a name must not be empty" + help},
		{"wolf vs ogre --out=", "--out needs a name" + help},
		{"wolf vs ogre -o a.txt", "--out a.txt: a scenario's name ends in .yaml, like a.yaml" + help},
		{"wolf vs ogre -o mine.yaml", "--out mine.yaml: this is there already, and is not written over" + help},
		{strings.Repeat("wolf ", 101) + "vs ogre", "a side has at most 100 groups, and here it has 101" + help},
	} {
		before, _ := filepath.Glob("*")
		got := try(t, append([]string{"new"}, strings.Fields(c.line)...)...)
		if got.code != exitUsage || got.out != "" || !strings.HasPrefix(got.err, "simulate: "+c.want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("new %s: exit %d, %s%s", c.line, got.code, got.err, got.out)
		}
		if after, _ := filepath.Glob("*"); len(after) != len(before) {
			t.Errorf("new %s: there is %q", c.line, after)
		}
	}
	if text, _ := os.ReadFile("mine.yaml"); string(text) != "mine" {
		t.Error("mine.yaml was written over")
	}
	if got := try(t, "new", "wolf", "vs", "ogre", "-o", "none/a.yaml"); got.code != exitFailed || strings.Count(got.err, "\n") != 1 {
		t.Errorf("into a folder that is not there: %+v", got)
	}
	if got := try(t, "new", "goblin", "archer", "vs", "ogre"); got.code != exitDone || got.err != "warning: goblin and archer are two groups here; for the unit Goblin archer write goblin-archer\n" {
		t.Errorf("two words: %d, %s", got.code, got.err)
	}
}

// TestSchemaPath: editors find the schema where it lies, beside a file or above.
func TestSchemaPath(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("a/b/c", 0o777); err != nil {
		t.Fatal(err)
	}
	first := func() string {
		line, _, _ := strings.Cut(try(t, "new", "wolf", "vs", "ogre").out, "\n")
		return strings.TrimPrefix(line, "# yaml-language-server: $schema=")
	}
	if got := first(); got != "scenario.schema.json" {
		t.Errorf("without one: %q", got)
	}
	if got := try(t, "schema", "-o", "a"); got.code != exitDone || got.err != "" || got.out != "Written to a: scenario.schema.json, units.schema.json, rules.schema.json\n" {
		t.Errorf("%+v", got)
	}
	for folder, want := range map[string]string{"a": "", "a/b": "../", "a/b/c": "../../"} {
		if got := schemaPath(folder, "units"); got != want+"units.schema.json" {
			t.Errorf("in %s: %q", folder, got)
		}
	}
	text, err := os.ReadFile("a/units.schema.json")
	if err != nil || string(text) != try(t, "schema", "units").out {
		t.Errorf("units.schema.json: %v, or it differs from what is printed", err)
	}
	if got := try(t, "schema", "rules", "-o", "only"); got.code != exitDone || got.out != "Written to only: rules.schema.json\n" {
		t.Errorf("%+v", got)
	}
	if got := try(t, "schema", "--out="); got.code != exitUsage {
		t.Errorf("%+v", got)
	}
}
