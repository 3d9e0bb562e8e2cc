package main

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"heroicsim/heroic"
)

// shards fights a run in n parts, with other workers each, and returns their folder.
func shards(t *testing.T, n int, line ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "parts")
	for i := range n {
		args := slices.Concat([]string{"run"}, line, []string{"--shard", fmt.Sprintf("%d/%d", i+1, n), "-o", dir, "-q", "-j", fmt.Sprint(1 + i%3)})
		if got := try(t, args...); got.code != exitDone || strings.Count(got.out, "\n") != 1 {
			t.Fatalf("%q: %+v", args, got)
		}
	}
	return dir
}

// timeless is a result but for the time that it took.
func timeless(text string) string {
	return whatDiffers.ReplaceAllString(elapsedText.ReplaceAllString(text, ", $1\n"), "")
}

// TestMerge wants of three parts what one run says, letter by letter.
func TestMerge(t *testing.T) {
	lines := []string{
		"troglodytes", // with all defaults
		"heroes -n 5000 --seed 18446744073709551615",
		"pursuit -n 3000 --confidence 99% --set max_rounds=12",
		"dragon -n 2100 --seed 3",
		"armies -n 1030",
	}
	for _, line := range lines {
		args := strings.Fields(line)
		dir := shards(t, 3, args...)
		for _, format := range []string{"text", "json", "csv"} {
			want := try(t, slices.Concat([]string{"run"}, args, []string{"-f", format, "-j", "2"})...)
			got := try(t, "merge", dir, "-f", format)
			if want.code != exitDone || got.code != exitDone || timeless(got.out) != timeless(want.out) || got.err != want.err {
				t.Errorf("%s, %s: merged\n%+v\nat once\n%+v", line, format, got, want)
			}
		}
	}
	quiet := try(t, "run", "duel", "-n", "2000", "-q")
	if got := try(t, "merge", shards(t, 2, "duel", "-n", "2000"), "-q", "-j", "1"); timeless(got.out) != timeless(quiet.out) {
		t.Errorf("%+v\n%+v", got, quiet)
	}
	sure := try(t, "run", "duel", "-n", "2000", "--confidence", "0.9", "-f", "json")
	if got := try(t, "merge", shards(t, 2, "duel", "-n", "2000"), "--confidence", "0.9", "-f", "json"); timeless(got.out) != timeless(sure.out) {
		t.Errorf("%+v\n%+v", got, sure)
	}
}

// TestMergeFiles wants the same files, and the same typical battle, where the
// scenario and what it reads are gone.
func TestMergeFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("man.yaml", "units:\n"+strings.SplitAfter(brawl, "units:\n")[1])
	write("house.yaml", "speed_factor: 5\n")
	write("brawl.yaml", "rules: house.yaml\n"+strings.ReplaceAll(strings.Split(brawl, "units:\n")[0], "unit: man", "unit: man.yaml"))
	args := []string{"brawl.yaml", "--set", "sides.red.groups.reds.character=on"} // which is warned of
	dir := shards(t, 3, args...)
	want := try(t, slices.Concat([]string{"run"}, args, []string{"-o", "report"})...)
	shown := try(t, slices.Concat([]string{"show"}, args, []string{"--pick", "typical"})...)
	if want.code != exitDone || want.err == "" || shown.code != exitDone {
		t.Fatalf("%+v\n%+v", want, shown)
	}
	if err := os.Rename("report", "at-once"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"man.yaml", "house.yaml", "brawl.yaml"} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	got := try(t, "merge", dir, "-o", "report")
	if got.code != exitDone || timeless(got.out) != timeless(want.out) || got.err != want.err {
		t.Errorf("merged\n%+v\nat once\n%+v", got, want)
	}
	entries, err := os.ReadDir("at-once")
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadDir("report")
	if err != nil || len(written) != len(entries) {
		t.Errorf("%v: %d files instead of %d", err, len(written), len(entries))
	}
	read := func(folder, name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return timeless(string(text))
	}
	for _, e := range entries {
		if read("report", e.Name()) != read("at-once", e.Name()) {
			t.Errorf("%s differs", e.Name())
		}
	}
	headline, _, _ := strings.Cut(shown.out, "\n\n")
	page := strings.Join(strings.Fields(html.UnescapeString(read("report", "report.html"))), " ")
	if headline = strings.Join(strings.Fields(headline), " "); !strings.HasPrefix(headline, "Trial ") || !strings.Contains(page, headline) {
		t.Errorf("the page does not tell what show tells: %s", headline)
	}
}

// TestMergeAnyParts: how many parts there are makes no difference, not even where
// there are more than chunks.
func TestMergeAnyParts(t *testing.T) {
	want := timeless(try(t, "run", "duel", "-n", "9000", "-f", "json").out)
	for _, n := range []int{1, 2, 5, 8, 9, 13} { // stats tries more
		if got := try(t, "merge", shards(t, n, "duel", "-n", "9000"), "-f", "json"); timeless(got.out) != want {
			t.Errorf("%d parts: %+v", n, got)
		}
	}
}

// TestMergeStandardInput has a scenario of no name.
func TestMergeStandardInput(t *testing.T) {
	dir := t.TempDir()
	for _, shard := range []string{"1/2", "2/2"} {
		if got := tryIn(t.Context(), brawl, "run", "-", "--shard", shard, "-o", dir); got.code != exitDone {
			t.Fatalf("%+v", got)
		}
	}
	want := tryIn(t.Context(), brawl, "run", "-")
	if got := try(t, "merge", dir); timeless(got.out) != timeless(want.out) || got.err != "" {
		t.Errorf("merged\n%+v\nat once\n%+v", got, want)
	}
	if err := os.Remove(filepath.Join(dir, "scenario-2-of-2.shard.json")); err != nil {
		t.Fatal(err)
	}
	if got := try(t, "merge", dir); !strings.Contains(got.err, "part 2 of 2 is missing: battles 1,025 to 3,000; simulate run - --shard 2/2 -o ") {
		t.Errorf("%+v", got)
	}
}

// resealed changes a part and gives it the checksum that fits.
func resealed(t *testing.T, path, old, new string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	body := text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1]
	if !bytes.Contains(body, []byte(old)) {
		t.Fatalf("%s is not in %s", old, body)
	}
	body = bytes.Replace(body, []byte(old), []byte(new), 1)
	if err := os.WriteFile(path, append(body, checksumLine(body)...), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestMergeRefuses(t *testing.T) {
	fight := func(t *testing.T, line string) {
		t.Helper()
		if got := try(t, append(strings.Fields("run -o parts "), strings.Fields(line)...)...); got.code != exitDone {
			t.Fatalf("%+v", got)
		}
	}
	path := func(part string) string { return filepath.Join("parts", part) }
	read := func(t *testing.T, part string) []byte {
		t.Helper()
		text, err := os.ReadFile(path(part))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	write := func(t *testing.T, part string, text []byte) {
		t.Helper()
		if err := os.WriteFile(path(part), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	remove := func(t *testing.T, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if err := os.Remove(path(part)); err != nil {
				t.Fatal(err)
			}
		}
	}
	const (
		one, two, three = "duel-1-of-3.shard.json", "duel-2-of-3.shard.json", "duel-3-of-3.shard.json"
		foreign         = "parts/" + two + ": of another run than parts/" + one + ": "
		two2            = "parts: part 2 of 3 is missing: battles 1,025 to 3,072; simulate run duel --trials=5000 --shard 2/3 -o parts"
	)
	for name, c := range map[string]struct {
		spoil func(t *testing.T)
		want  []string
	}{
		"nothing":          {func(t *testing.T) { remove(t, one, two, three) }, []string{"parts: no parts are in this folder; simulate run --shard I/N -o parts writes them, as NAME.shard.json"}},
		"no folder":        {func(t *testing.T) { os.RemoveAll("parts") }, []string{"parts: no such folder"}},
		"a file":           {func(t *testing.T) { os.RemoveAll("parts"); os.WriteFile("parts", nil, 0o666) }, []string{"parts: this is a file, and merge takes the folder of the parts"}},
		"missing":          {func(t *testing.T) { remove(t, two) }, []string{two2}},
		"several missing":  {func(t *testing.T) { remove(t, two, three) }, []string{"parts: parts 2 to 3 of 3 are missing: battles 1,025 to 5,000; simulate run duel --trials=5000 --shard 2/3 -o parts"}},
		"missing at ends":  {func(t *testing.T) { remove(t, one, three) }, []string{"parts: part 1 of 3 is missing: battles 1 to 1,024; simulate run duel --trials=5000 --shard 1/3 -o parts", "parts: part 3 of 3 is missing: battles 3,073 to 5,000; simulate run duel --trials=5000 --shard 3/3 -o parts"}},
		"doubled":          {func(t *testing.T) { write(t, "copy.shard.json", read(t, two)) }, []string{"parts/" + two + ": part 2 of 3 a second time; it is in parts/copy.shard.json, too"}},
		"another seed":     {func(t *testing.T) { fight(t, "duel -n 5000 --shard 2/3 --seed 2") }, []string{foreign + "seed 2 instead of 1", two2}},
		"another number":   {func(t *testing.T) { fight(t, "duel -n 5001 --shard 2/3") }, []string{foreign + "5,001 battles instead of 5,000 battles", two2}},
		"other confidence": {func(t *testing.T) { fight(t, "duel -n 5000 --confidence 0.9 --shard 2/3") }, []string{foreign + "confidence 0.9 instead of 0.95", two2}},
		"another value":    {func(t *testing.T) { fight(t, "duel -n 5000 --set max_rounds=9 --shard 2/3") }, []string{foreign + "another scenario, or other values set", two2}},
		"overlapping":      {func(t *testing.T) { fight(t, "duel -n 5000 --shard 1/2") }, []string{"parts/duel-1-of-2.shard.json: of another run than parts/" + one + ": one of 2 parts instead of 3"}},
		"the odd one out":  {func(t *testing.T) { fight(t, "duel -n 5000 --shard 1/3 --seed 2") }, []string{"parts/" + one + ": of another run than parts/" + two + ": seed 2 instead of 1", "parts: part 1 of 3 is missing: battles 1 to 1,024; simulate run duel --trials=5000 --shard 1/3 -o parts"}},
		"another battle":   {func(t *testing.T) { fight(t, "troglodytes -n 5000 --shard 2/3") }, []string{"parts/troglodytes-2-of-3.shard.json: of another run than parts/" + one + ": another scenario, or other values set"}},
		"another program":  {func(t *testing.T) { resealed(t, path(two), `"version":"`+version(), `"version":"v9`) }, []string{foreign + "fought by simulate v9 instead of " + version(), two2}},
		"all of another program": {func(t *testing.T) {
			for _, part := range []string{one, two, three} {
				resealed(t, path(part), `"version":"`+version(), `"version":"v9`)
			}
		}, []string{"parts/" + one + ": fought by simulate v9, and this is " + version() + "; parts are merged by the program that fought them"}},
		"all of other rules": {func(t *testing.T) {
			for _, part := range []string{one, two, three} {
				resealed(t, path(part), `"ruleset":"`+heroic.Edition, `"ruleset":"heroic-0`)
			}
		}, []string{"parts/" + one + ": fought under the rules heroic-0, and this program has " + heroic.Edition}},
		"another text": {func(t *testing.T) { resealed(t, path(one), "  distance: 15", "  distanze: 15") }, []string{"parts/" + one + ": damaged: duel:"}},
		"more HP":      {func(t *testing.T) { resealed(t, path(one), "st: 12", "st: 13") }, []string{"parts/" + one + ": damaged: its scenario is not the one that was fought"}},
		"a stray flag": {func(t *testing.T) { resealed(t, path(one), `"--trials=5000"`, `"--trails=5000"`) }, []string{"parts/" + one + ": damaged: its flags are not those of simulate run"}},
		"fewer groups": {func(t *testing.T) { resealed(t, path(two), `"groups":[{`, `"groups":[{"more":1,`) }, []string{"parts/" + two + ": damaged: "}},
		"cut":          {func(t *testing.T) { write(t, two, read(t, two)[:900]) }, []string{"parts/" + two + ": damaged: its end is missing"}},
		"empty":        {func(t *testing.T) { write(t, two, nil) }, []string{"parts/" + two + ": this file is empty"}},
		"edited": {func(t *testing.T) {
			write(t, two, bytes.Replace(read(t, two), []byte(`"trials":`), []byte(`"trials": `), 1))
		},
			[]string{"parts/" + two + ": damaged: it was changed since it was written, for its checksum does not fit"}},
		"something else": {func(t *testing.T) { write(t, two, []byte("{}\n")) }, []string{"parts/" + two + ": this is no part that simulate run --shard wrote"}},
		"of the future":  {func(t *testing.T) { resealed(t, path(two), `"format":1`, `"format":2`) }, []string{"parts/" + two + ": it has format 2, and this program reads 1"}},
		"of another kind": {func(t *testing.T) { resealed(t, path(two), partKind, "part of a sweep") },
			[]string{"parts/" + two + ": this is no part that simulate run --shard wrote"}},
		"a folder": {func(t *testing.T) { os.Mkdir(path("x.shard.json"), 0o777) }, []string{"parts/x.shard.json: this is a folder"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for i := range 3 {
				fight(t, fmt.Sprintf("duel -n 5000 --shard %d/3", i+1))
			}
			c.spoil(t)
			got := try(t, "merge", "parts")
			lines := strings.Split(strings.TrimSuffix(got.err, "\n"), "\n")
			if got.code != exitUsage || got.out != "" || len(lines) != len(c.want)+1 || lines[len(lines)-1] != mistakesText(len(c.want))+"; nothing was merged" {
				t.Fatalf("%+v", got)
			}
			for i, want := range c.want {
				if whole := !strings.HasSuffix(want, ":") && !strings.HasSuffix(want, ": "); !strings.HasPrefix(lines[i], want) || whole && lines[i] != want {
					t.Errorf("got  %s\nwant %s", lines[i], want)
				}
			}
		})
	}
}

// TestMergeListsSome: a folder full of mistakes is no flood.
func TestMergeListsSome(t *testing.T) {
	dir := shards(t, 50, "duel", "-n", "100")
	for i := range 25 {
		if err := os.Remove(filepath.Join(dir, fmt.Sprintf("duel-%02d-of-50.shard.json", 2*i+1))); err != nil {
			t.Fatal(err)
		}
	}
	got := try(t, "merge", dir)
	if lines := strings.Count(got.err, "\n"); got.code != exitUsage || lines != 22 || !strings.HasSuffix(got.err, "and 5 more\n25 mistakes; nothing was merged\n") {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.err, "part 1 of 50 is missing: no battles; ") {
		t.Errorf("%+v", got)
	}
}

// TestDamagedParts cuts a part off everywhere, and changes each of its letters.
func TestDamagedParts(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(shards(t, 1, "duel", "-n", "50"), "duel-1-of-1.shard.json"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readPart(text); err != nil {
		t.Fatal(err)
	}
	for i := range text {
		if _, err := readPart(text[:i]); err == nil {
			t.Fatalf("%d of %d letters pass", i, len(text))
		}
		changed := bytes.Clone(text)
		changed[i] ^= 1
		if _, err := readPart(changed); err == nil {
			t.Fatalf("letter %d may change", i)
		}
	}
	if _, err := readPart(append(bytes.Clone(text), '\n')); err == nil {
		t.Error("a line more passes")
	}
}

// TestShardText is what a part prints, and which files it leaves.
func TestShardText(t *testing.T) {
	t.Chdir(t.TempDir())
	got := try(t, "run", "duel", "-n", "2500", "--shard", "2/12", "-o", "my parts", "--trials-csv", "rows.csv")
	want := "Duel, part 2 of 12: no battles, for the 2,500 are too few for so many parts\nWritten to my parts/duel-02-of-12.shard.json\n\nWhen all parts are there:  simulate merge 'my parts'\n"
	if got.code != exitDone || got.err != "" || whatDiffers.ReplaceAllString(got.out, "") != want {
		t.Errorf("%+v", got)
	}
	rows := ""
	for i := range 3 {
		name := fmt.Sprintf("rows-%d.csv", i+1)
		if got := try(t, "run", "duel", "-n", "2500", "--shard", fmt.Sprintf("%d/3", i+1), "-o", "parts", "--trials-csv", name); got.code != exitDone {
			t.Fatalf("%+v", got)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		header, rest, _ := strings.Cut(string(text), "\n")
		if i == 0 {
			rows = header + "\n"
		}
		rows += rest
	}
	try(t, "run", "duel", "-n", "2500", "--trials-csv", "all.csv")
	if all, err := os.ReadFile("all.csv"); err != nil || string(all) != rows {
		t.Errorf("%v: the rows of parts differ from those of all battles", err)
	}
	if entries, err := os.ReadDir("parts"); err != nil || len(entries) != 3 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestShardInterrupted: no part is written that is not whole.
func TestShardInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("endless.yaml", []byte(endless), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeoutCause(t.Context(), 200*time.Millisecond, context.Canceled)
	defer cancel()
	got := tryIn(ctx, "", "run", "endless.yaml", "-n", "5000", "--shard", "2/3", "-o", "parts", "--trials-csv", "rows.csv")
	if got != (said{exitInterrupted, "", "simulate: interrupted; part 2 of 3 is missing, battles 1,025 to 3,072, and nothing was written\n"}) {
		t.Errorf("%+v", got)
	}
	if entries, err := os.ReadDir("parts"); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := os.Stat("rows.csv"); err == nil {
		t.Error("rows were written")
	}
	cancel()
	if got := tryIn(ctx, "", "merge", "parts"); got != (said{exitInterrupted, "", "simulate: interrupted\n"}) {
		t.Errorf("%+v", got)
	}
}

// TestMergeUnwritable finds it out before anything is printed.
func TestMergeUnwritable(t *testing.T) {
	blocked := file(t, "file", "")
	dir := shards(t, 2, "duel", "-n", "2000")
	if got := try(t, "merge", dir, "-o", filepath.Join(blocked, "x")); got.code != exitFailed || got.out != "" || strings.Count(got.err, "\n") != 1 {
		t.Errorf("%+v", got)
	}
	if got := try(t, "run", "duel", "--shard", "1/2", "-o", filepath.Join(blocked, "x")); got.code != exitFailed || got.out != "" || strings.Count(got.err, "\n") != 1 {
		t.Errorf("%+v", got)
	}
}
