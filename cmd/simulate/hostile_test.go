package main

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// deepSheet is a GCS sheet with n traits inside each other, or a Foundry actor with
// so many things.
func deepSheet(n int) string {
	return `{"version": 5, "traits": [` + strings.Repeat(`{"name": "x", "children": [`, n) + strings.Repeat("]}", n) + "]}"
}

func deepActor(n int) string {
	return `{"name": "x", "type": "character", "system": {"equipment": {"carried": ` + strings.Repeat(`{"00000": {"contains": `, n) + "{}" + strings.Repeat("}}", n) + "}}}"
}

// laughs is a YAML file of a few lines that aliases blow up to a billion values.
func laughs(key string) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := range 9 {
		n, m := string(rune('0'+i)), string(rune('1'+i))
		b.WriteString("a" + m + ": &a" + m + " [" + strings.TrimSuffix(strings.Repeat("*a"+n+", ", 10), ", ") + "]\n")
	}
	return b.String() + key + ": *a9\n"
}

// nested is YAML of n levels in lines of their own.
func nested(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// TestHostileFiles: what no sheet, stat block or scenario is ends with one line, exit
// status 2, without a long wait or much memory, whichever reader meets it.
func TestHostileFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const guard = "  - {name: A, groups: [{unit: %FILE%}]}\n  - {name: B, groups: [{unit: goblin}]}\n"
	const orc = "Orc\nST 12 DX 11 HT 10\nAxe (12): 1d cut. Reach 1.\n"
	endings := []string{".gcs", ".json", ".txt", ".yaml"}
	files := []struct {
		name, text string
		only       string // endings; empty: all
	}{
		{"empty", "", ""},
		{"bom", "\ufeff", ""},
		{"spaces", strings.Repeat(" \n", 1000), ""},
		{"nul", "Orc\x00\nST 12 DX 11 HT 10\n", ""},
		{"nuls", strings.Repeat("\x00", 1<<20), ""},
		{"latin1", "Org\xe9\nST 12 DX 11 HT 10\n", ""},
		{"torn", "{\"version\": 5, \"name\": \"\xe2\x88", ""},
		{"utf16", "\xff\xfeO\x00r\x00c\x00", ""},
		{"large-text", strings.Repeat("ST 12 DX 11 HT 10\n", 50<<20/18), ".txt .yaml"},
		{"large-list", "[" + strings.Repeat("{},", 50<<20/3) + "{}]", ""},
		{"large-string", `{"version": 5, "name": "` + strings.Repeat("x", 50<<20) + `"}`, ""},
		{"deep-lists", strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), ""},
		{"deep-objects", strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000), ""},
		{"deep-traits", deepSheet(10_000), ".gcs .json"},
		{"deep-equipment", deepActor(10_000), ".gcs .json"},
		{"deep-flow", "sides: " + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + "\n", ".yaml"},
		{"deep-lines", nested(3000), ".yaml"},
		{"laughs", laughs("sides"), ".yaml"},
		{"laughs-of-units", laughs("units"), ".yaml"},
		{"brackets", orc + strings.Repeat("(", 10_000), ".txt"},
		{"many-keys", "{" + strings.Repeat(`"a": {}, `, 300_000) + `"b": 1}`, ".gcs .json"},
	}
	var commands []string
	for _, f := range files {
		for _, ending := range endings {
			if !strings.Contains(f.only, ending) && f.only != "" {
				continue
			}
			name := f.name + ending
			if err := os.WriteFile(name, []byte(f.text), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("with-"+name+".scenario.yaml", []byte("sides:\n"+strings.Replace(guard, "%FILE%", name, 1)), 0o666); err != nil {
				t.Fatal(err)
			}
			if ending != ".yaml" {
				commands = append(commands, "import "+name)
			}
			if f.name != "brackets" { // which only has notes
				commands = append(commands, "check "+name, "check with-"+name+".scenario.yaml")
			}
			if ending == ".txt" {
				commands = append(commands, "import --encounter "+name)
			}
			if len(f.text) > 1<<20 { // keep the folder small
				defer os.Remove(name)
			}
		}
	}
	for _, ending := range endings {
		if err := os.Mkdir("folder"+ending, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("with-folder"+ending+".scenario.yaml", []byte("sides:\n"+strings.Replace(guard, "%FILE%", "folder"+ending, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		commands = append(commands, "import folder"+ending, "import --encounter folder"+ending, "check folder"+ending, "check with-folder"+ending+".scenario.yaml", "import gone"+ending)
	}
	for _, line := range commands {
		if line == "import brackets.txt" {
			continue
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		got := try(t, strings.Fields(line)...)
		took := time.Since(began)
		runtime.ReadMemStats(&after)
		if got.code != exitUsage || got.out != "" || strings.Count(got.err, "\n") != 1 || len(got.err) > 600 {
			t.Errorf("%s: exit %d, %.300s%.300s", line, got.code, got.err, got.out)
		}
		if took > 10*time.Second { // on a busy machine; it is a tenth of that
			t.Errorf("%s takes %v", line, took)
		}
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 400 {
			t.Errorf("%s takes %d MB", line, mb)
		}
	}
}

// TestByteOrderMark: what is read without a mark is read with one.
func TestByteOrderMark(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"hero.gcs": importSheet, "guard.json": importActor, "bandit.txt": importBlock} {
		if err := os.WriteFile(name, []byte("\ufeff"+text), 0o666); err != nil {
			t.Fatal(err)
		}
		marked := try(t, "import", name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if plain := try(t, "import", name); marked != plain || plain.code != exitDone {
			t.Errorf("%s: %+v with a mark, %+v without", name, marked, plain)
		}
	}
}

// TestLongArguments: a mistake on the command line is told in a line that one can read,
// however long the word is that it lies in. (Scenarios repeat 60 characters of a key, up
// to three times, and each may be escaped.)
func TestLongArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("bandit.txt", []byte(importBlock), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, letter := range []string{"x", "é", "9", "\u202e", "\x1b"} {
		long := strings.Repeat(letter, 10_000)
		for _, line := range []string{
			"%", "%d", "help %", "--%", "-%", "run duel --%", "run duel --% 3", "run duel -n %", "run duel --seed -%", "run duel --confidence %", "run duel -f %", "run duel --max-memory %",
			"show duel --pick %", "show duel --pick best:%", "new goblin vs ogre --name %", "new goblin vs ogre --distance -%", "new % vs ogre", "new - % vs ogre", "new %: goblin vs ogre", "import bandit.txt --name %", "list %", "list units %", "list units --show %",
			"schema %", "completion %", "sweep duel --vary %", "sweep duel --vary a=%", "sweep duel --vary %=3..x", "compare duel --against %", "compare duel --against %=3", "solve duel --vary max_rounds=1..9 --side %", "run duel --set %", "run duel --set %=3", "run duel --set max_rounds=%",
			"solve duel --vary max_rounds=1..9 --target %", "tactics duel --side %", "sensitivity duel --side %",
		} {
			var args []string
			for _, word := range strings.Fields(line) {
				args = append(args, strings.ReplaceAll(word, "%", long))
			}
			got := try(t, args...)
			first, _, _ := strings.Cut(got.err, "\n") // a second one may count the mistakes
			if got.code != exitUsage || got.out != "" || len([]rune(first)) > 1300 || strings.Count(got.err, "\n") > 2 {
				t.Errorf("%s with %q: exit %d, %d lines, %d bytes: %.200q", line, letter, got.code, strings.Count(got.err, "\n"), len(got.err), got.err)
			}
		}
	}
}
