package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
)

var update = flag.Bool("update", false, "rewrite testdata")

// A said is what one command line printed and returned.
type said struct {
	code     int
	out, err string
}

// try runs a command line.
func try(t *testing.T, args ...string) said {
	t.Helper()
	return tryIn(t.Context(), "", args...)
}

func tryIn(ctx context.Context, in string, args ...string) said {
	var out, err bytes.Buffer
	code := simulate(ctx, streams{in: strings.NewReader(in), out: &out, err: &err}, args)
	return said{code, out.String(), err.String()}
}

// file writes a scenario and returns its path.
func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

const brawl = `name: A brawl
trials: 3000
seed: 18446744073709551615
battlefield: {distance: 1}
sides:
  - {name: Red, groups: [{name: Reds, unit: man, count: 3}]}
  - {name: Blue, groups: [{name: Blues, unit: man, count: 3}]}
units:
  man: {st: 10, dx: 10, ht: 10, weapons: [{name: Club, skill: 11, damage: 1d cr}]}
`

func TestHelp(t *testing.T) {
	for name, args := range map[string][]string{
		"help": {"help"}, "run": {"help", "run"}, "exact": {"exact", "--help"}, "show": {"show", "--help"}, "check": {"help", "check"}, "list": {"list", "-h"}, "schema": {"help", "schema"}, "import": {"help", "import"}, "new": {"help", "new"}, "completion": {"completion", "--help"},
		"merge": {"help", "merge"}, "sweep": {"help", "sweep"}, "tactics": {"help", "tactics"}, "compare": {"help", "compare"}, "solve": {"help", "solve"}, "sensitivity": {"help", "sensitivity"},
	} {
		got := try(t, args...)
		if got.code != exitDone || got.err != "" {
			t.Errorf("%s: exit %d, %q", name, got.code, got.err)
		}
		golden(t, name+".txt", got.out)
		for line := range strings.SplitSeq(got.out, "\n") {
			if len([]rune(line)) > 80 {
				t.Errorf("%s: too wide: %s", name, line)
			}
		}
	}
	if a, b := try(t, "--help"), try(t, "help"); a != b {
		t.Error("--help and help differ")
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; -update rewrites it. Got:\n%s", name, got)
	}
}

// TestUsage has mistakes on the command line: one line each, exit 2, nothing on
// standard output.
func TestUsage(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"rnu x", `unknown command "rnu"; did you mean run? See simulate help`},
		{"fnord", `unknown command "fnord"; see simulate help`},
		{"--fnord", `unknown flag "--fnord"; see simulate help`},
		{"exact", "name at least one scenario file; see simulate exact --help"},
		{"exact duel --seed 3", "unknown flag --seed: it belongs to simulate run; see simulate exact --help"},
		{"exact duel -n 3", "unknown flag -n: it belongs to simulate run; see simulate exact --help"},
		{"exact duel --speed-factor 3", "unknown flag --speed-factor: it is a key of the file; use --set rules.speed_factor=3; see simulate exact --help"},
		{"exact duel --yes --max-seconds 5", "--yes and --max-seconds exclude each other; see simulate exact --help"},
		{"exact duel --yes --max-memory 5GB", "--yes and --max-memory exclude each other; see simulate exact --help"},
		{"exact duel --max-seconds 0", "--max-seconds 0: expected a number of seconds, like 600; see simulate exact --help"},
		{"exact duel --max-seconds 1h", "--max-seconds 1h: expected a number of seconds, like 600; see simulate exact --help"},
		{"exact duel --max-memory 5", "--max-memory 5: expected a size, like 500MB or 2GiB; see simulate exact --help"},
		{"exact duel --max-memory 1.GG", "--max-memory 1.GG: expected a size, like 500MB or 2GiB; see simulate exact --help"},
		{"exact duel --out=", "--out needs a name; see simulate exact --help"},
		{"run duel --trials-csv=", "--trials-csv needs a name; see simulate run --help"},
		{"run duel --method exakt", "--method exakt: expected one of monte-carlo, exact, auto; did you mean exact? See simulate run --help"},
		{"run duel --method exact --seed 3", "--seed has no use with --method exact: an exact answer has neither trials nor intervals; see simulate run --help"},
		{"run duel --method exact -n 3", "--trials has no use with --method exact: an exact answer has neither trials nor intervals; see simulate run --help"},
		{"run duel --method exact --precision 0.1", "--precision has no use with --method exact: an exact answer has neither trials nor intervals; see simulate run --help"},
		{"run duel --method exact --confidence 0.9", "--confidence has no use with --method exact: an exact answer has neither trials nor intervals; see simulate run --help"},
		{"run duel --method exact --trials-csv x", "--trials-csv has no use with --method exact: an exact answer has neither trials nor intervals; see simulate run --help"},
		{"run duel --yes", "--yes is for exact answers; add --method exact or --method auto; see simulate run --help"},
		{"run duel --max-memory 1GB", "--max-memory is for exact answers; add --method exact or --method auto; see simulate run --help"},
		{"schema rule", `schema takes one of scenario, units, rules: "rule"; did you mean rules? See simulate schema --help`},
		{"schema units rules", `schema takes one of scenario, units, rules: "units rules"; see simulate schema --help`},
		{"import", "import takes one file, or - for standard input; see simulate import --help"},
		{"import a b", "import takes one file, or - for standard input; see simulate import --help"},
		{"import a --out=", "--out needs a name; see simulate import --help"},
		{"merge", "merge takes one folder, in which the parts are; see simulate merge --help"},
		{"merge a b", "merge takes one folder, in which the parts are; see simulate merge --help"},
		{"merge a --out=", "--out needs a name; see simulate merge --help"},
		{"merge a --shard 1/2", "unknown flag --shard: it belongs to simulate run; see simulate merge --help"},
		{"merge a --seed 1", "unknown flag --seed: it belongs to simulate run; see simulate merge --help"},
		{"sweep duel --shard 1/2", "unknown flag --shard: it belongs to simulate run; see simulate sweep --help"},
		{"run duel --shard 1/2", "--shard needs --out: the folder that the part goes into; see simulate run --help"},
		{"run duel --shard 1/2 --out=", "--out needs a name; see simulate run --help"},
		{"run duel troglodytes --shard 1/2 -o x", "--shard takes one scenario at a time; see simulate run --help"},
		{"run duel --shard 0/2 -o x", "--shard 0/2: of 2 parts, the first is 1/2 and the last 2/2; see simulate run --help"},
		{"run duel --shard 3/2 -o x", "--shard 3/2: of 2 parts, the first is 1/2 and the last 2/2; see simulate run --help"},
		{"run duel --shard 3 -o x", "--shard 3: expected a part and how many there are, like 3/10; see simulate run --help"},
		{"run duel --shard 1/100001 -o x", "--shard 1/100001: there may be at most 100000 parts; see simulate run --help"},
		{"run duel --shard 1/2 -o x --precision 0.01", "--precision has no use with --shard: when it is reached is known only from all parts together; see simulate run --help"},
		{"run duel --shard 1/2 -o x --method exact", "--method exact has no use with --shard: only trials can be shared out; see simulate run --help"},
		{"run duel --shard 1/2 -o x --method auto", "--method auto has no use with --shard: only trials can be shared out; see simulate run --help"},
		{"run duel --shard 1/2 -o x --yes", "--yes is for exact answers; add --method exact or --method auto; see simulate run --help"},
		{"run duel --shard 1/2 -o x -f json", "--format has no use with --shard: results are printed by simulate merge; see simulate run --help"},
		{"run duel --shard 1/2 -o x --keep-going", "--keep-going has no use with --shard: it takes one scenario at a time; see simulate run --help"},
		{"run", "name at least one scenario file; see simulate run --help"},
		{"run duel --trails 5", "unknown flag --trails; did you mean --trials? See simulate run --help"},
		{"run duel -z", "unknown flag -z; see simulate run --help"},
		{"run duel -n", "--trials needs a value; see simulate run --help"},
		{"run duel -n 0", "--trials 0: at least 1 is needed; see simulate run --help"},
		{"run duel -n -5", "--trials -5: at least 1 is needed; see simulate run --help"},
		{"run duel -n 1,0,0,0", "--trials 1,0,0,0: expected a whole number, like 100000; see simulate run --help"},
		{"run duel -n 1_000,000", "--trials 1_000,000: expected a whole number, like 100000; see simulate run --help"},
		{"run duel -n 1000,", "--trials 1000,: expected a whole number, like 100000; see simulate run --help"},
		{"help run extra", `help takes one command: "extra"; see simulate help`},
		{"--help run extra", `help takes one command: "extra"; see simulate help`},
		{"version extra", `version takes nothing: "extra"; see simulate help`},
		{"--version extra", `--version takes nothing: "extra"; see simulate help`},
		{"show duel --trial 10 -n 5", "--trial and --trials exclude each other: a trial is the same however many there are; see simulate show --help"},
		{"run duel -n many", "--trials many: expected a whole number, like 100000; see simulate run --help"},
		{"run duel -n 99999999999999999999", "--trials 99999999999999999999: that is too large; see simulate run --help"},
		{"run duel -n 1000000000001", "--trials 1000000000001: that is too large; see simulate run --help"},
		{"run duel -j 0", "--workers 0: at least 1 is needed; see simulate run --help"},
		{"run duel --seed -1", "--seed -1: expected a whole number from 0 to 18446744073709551615; see simulate run --help"},
		{"run duel --precision 0", "--precision 0: expected a number between 0 and 0.5, like 0.01; see simulate run --help"},
		{"run duel --precision 0.5", "--precision 0.5: expected a number between 0 and 0.5, like 0.01; see simulate run --help"},
		{"run duel --precision nan", "--precision nan: expected a number between 0 and 0.5, like 0.01; see simulate run --help"},
		{"run duel --confidence 95", "--confidence 95: expected a number between 0 and 1, like 0.95; see simulate run --help"},
		{"run duel -f jsn", "--format jsn: expected one of text, json, csv; did you mean json? See simulate run --help"},
		{"run duel troglodytes --trials-csv x", "--trials-csv takes one scenario at a time; see simulate run --help"},
		{"run duel --out=", "--out needs a name; see simulate run --help"},
		{"show", "name a scenario file; see simulate show --help"},
		{"show duel troglodytes", "show tells one scenario at a time; see simulate show --help"},
		{"show duel --trial 0", "--trial 0: at least 1 is needed; see simulate show --help"},
		{"show duel --trial 1 --pick typical", "--trial and --pick exclude each other; see simulate show --help"},
		{"show duel --pick best", `--pick: best of which side? Like best:SIDE; the sides are "Swordsman" and "Bandit"; see simulate show --help`},
		{"check", "name at least one scenario file; see simulate check --help"},
		{"list unit", `list: nothing is called "unit"; did you mean units? See simulate list --help`},
		{"list units ogree", `list: none of the units is called "ogree"; did you mean Ogre? See simulate list --help`},
		{"list units --show ogree", `list: none of the units is called "ogree"; did you mean Ogre? See simulate list --help`},
		{"list --show giant", `list: none of the units is called "giant"; did you mean Hill giant or Giant spider? See simulate list --help`},
		{"list rules --show ogre", `--show is for units, not for rules; use simulate list rules NAME; see simulate list --help`},
		{"list rules nonsense", `list: none of the rules is called "nonsense"; see simulate list --help`},
		{"show duel --pick best:swords", `--pick: no side is called "swords"; the sides are "Swordsman" and "Bandit"; did you mean best:Swordsman? See simulate show --help`},
		{"show duel --pick worst:badnit", `--pick: no side is called "badnit"; the sides are "Swordsman" and "Bandit"; did you mean worst:Bandit? See simulate show --help`},
		{"run duel --max_rounds 5", "unknown flag --max_rounds: it is a key of the file; use --set max_rounds=5; see simulate run --help"},
		{"run duel --speed-factor=5", "unknown flag --speed-factor: it is a key of the file; use --set rules.speed_factor=5; see simulate run --help"},
		{"show --distance", "unknown flag --distance: it is a key of the file; use --set battlefield.distance=VALUE; see simulate show --help"},
		{"run duel --trials-csv -", "--trials-csv needs the name of a file: standard output is for the result; see simulate run --help"},
	} {
		got := try(t, strings.Fields(c.line)...)
		if want := (said{exitUsage, "", "simulate: " + c.want + "\n"}); got != want {
			t.Errorf("simulate %s\n got %+v\nwant %+v", c.line, got, want)
		}
	}
	if got := try(t); got.code != exitUsage || got.out != "" || !strings.HasPrefix(got.err, "simulate fights") {
		t.Errorf("no argument: %+v", got)
	}
}

func TestRunText(t *testing.T) {
	path := file(t, "brawl.yaml", brawl)
	got := try(t, "run", path)
	if got.code != exitDone || got.err != "" {
		t.Fatalf("exit %d: %s", got.code, got.err)
	}
	for _, want := range []string{"A brawl ", " 3,000 battles in ", "  Red  ", "Length ", "    Reds ", "95 % Wilson intervals. Seed 18446744073709551615, ", " --pick typical\n"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%q is missing in\n%s", want, got.out)
		}
	}
	flags := try(t, "run", path, "-n", "1_000", "--seed", "7", "--confidence", "99%", "--set", "rules.speed_factor=5", "-q")
	if !strings.Contains(flags.out, " 1,000 battles in ") || strings.Contains(flags.out, "Wilson") || flags.err != "" {
		t.Errorf("flags do not win:\n%s%s", flags.out, flags.err)
	}
	hints := try(t, "run", "duel", "--seed", "7", "-n", "1500", "--set", "max_rounds=4", "--precision", "1%", "--confidence", "0.99")
	for _, want := range []string{
		"See one:    simulate show duel --set max_rounds=4 --seed 7 -n 1500 \\\n            --pick typical\n",
		"As files:   simulate run duel --set max_rounds=4 --seed 7 -n 1500 \\\n            --precision 0.01 --confidence 0.99 -o report/\n",
		"\nSet: max_rounds=4.\n",
	} {
		if !strings.Contains(hints.out, want) {
			t.Errorf("%q is missing in\n%s", want, hints.out)
		}
	}
}

// elapsed is what may differ between runs.
// elapsed takes in the spaces before what is set to the right, of which there are more
// where the time is shorter.
var elapsed = regexp.MustCompile(`(?m)^ *"elapsed_seconds": .*$| +[0-9][0-9,]* battles in (under )?[0-9.]+ s$`)

func TestWorkersAgree(t *testing.T) {
	for _, format := range []string{"text", "json", "csv"} {
		run := func(workers string) string {
			got := try(t, "run", "duel", "troglodytes", "-n", "9000", "-f", format, "-j", workers)
			if got.code != exitDone {
				t.Fatalf("exit %d: %s", got.code, got.err)
			}
			return elapsed.ReplaceAllString(got.out, "")
		}
		want := run("1")
		for _, workers := range []string{"3", "16"} {
			if run(workers) != want {
				t.Errorf("%s: %s workers differ from 1", format, workers)
			}
		}
	}
}

// TestReactionsOnWorkers: battles that are all thought through agree, too.
func TestReactionsOnWorkers(t *testing.T) {
	run := func(workers string) string {
		got := try(t, "run", "cavalry-on-pikes", "crossbows", "testdata/mixture.yaml", "-n", "2500", "-f", "json", "-j", workers)
		if got.code != exitDone {
			t.Fatalf("exit %d: %s", got.code, got.err)
		}
		return elapsed.ReplaceAllString(got.out, "")
	}
	if run("1") != run("3") {
		t.Error("3 workers differ from 1")
	}
}

type result struct {
	Scenario  string
	Seed      string
	Trials    int64
	Partial   bool
	Precision *bool `json:"precision_reached"`
	Outcomes  []struct {
		Outcome   string
		Count     int64
		Low, High float64
	}
}

func readJSON[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return v
}

func TestRunJSON(t *testing.T) {
	path := file(t, "brawl.yaml", brawl)
	one := readJSON[result](t, try(t, "run", path, "-f", "json").out)
	if one.Scenario != "A brawl" || one.Seed != "18446744073709551615" || one.Trials != 3000 || one.Partial || one.Precision != nil {
		t.Errorf("%+v", one)
	}
	var sum int64
	for _, o := range one.Outcomes {
		sum += o.Count
	}
	if sum != one.Trials || len(one.Outcomes) != 4 {
		t.Errorf("%+v", one.Outcomes)
	}
	if two := readJSON[[]result](t, try(t, "run", path, "duel", "-f", "json", "-n", "10").out); len(two) != 2 || two[1].Trials != 10 {
		t.Errorf("%+v", two)
	}
	precise := readJSON[result](t, try(t, "run", path, "-f", "json", "--precision", "0.02").out)
	if precise.Precision == nil || !*precise.Precision || precise.Trials < 1000 || precise.Trials > 4096 {
		t.Errorf("%+v", precise)
	}
	capped := readJSON[result](t, try(t, "run", path, "-f", "json", "--precision", "0.001", "-n", "2000").out)
	if capped.Precision == nil || *capped.Precision || capped.Trials != 2000 || capped.Partial {
		t.Errorf("%+v", capped)
	}
}

func TestStandardInput(t *testing.T) {
	got := tryIn(t.Context(), brawl, "run", "-", "-n", "10")
	if got.code != exitDone || strings.Contains(got.out, "--pick") {
		t.Errorf("%+v", got)
	}
}

func TestBadFiles(t *testing.T) {
	good, bad := file(t, "good.yaml", brawl), file(t, "bad.yaml", strings.Replace(brawl, "count: 3", "count: 0", 1))
	got := try(t, "run", good, bad, "no-such.yaml", "-n", "10")
	if got.code != exitUsage || got.out != "" || !strings.HasSuffix(got.err, "\n2 mistakes; nothing was run\n") || !strings.HasPrefix(got.err, bad+":6:") {
		t.Errorf("%+v", got)
	}
	got = try(t, "run", bad, good, "-n", "10", "--keep-going", "-f", "json")
	if got.code != exitFailed || len(readJSON[[]result](t, got.out)) != 1 || !strings.HasPrefix(got.err, bad+":6:") || !strings.HasSuffix(got.err, "\n1 mistake; 1 of 2 were run\n") {
		t.Errorf("%+v", got)
	}
	if got = try(t, "show", bad); got.code != exitUsage || got.out != "" || !strings.HasPrefix(got.err, bad+":6:") {
		t.Errorf("%+v", got)
	}
	got = try(t, "check", good, bad)
	if got.code != exitUsage || got.out != good+": OK\n" || !strings.HasPrefix(got.err, bad+":6:") {
		t.Errorf("%+v", got)
	}
	if got = try(t, "check", good, "duel"); got != (said{exitDone, good + ": OK\nduel: OK\n", ""}) {
		t.Errorf("%+v", got)
	}
}

func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	rows := filepath.Join(t.TempDir(), "trials.csv")
	got := try(t, "run", "duel", "-n", "2500", "-o", dir, "--trials-csv", rows, "-f", "json")
	if got.code != exitDone || got.err != "" {
		t.Fatalf("%+v", got)
	}
	text, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil || string(text) != got.out {
		t.Errorf("result.json differs from what was printed (%v)", err)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 6+2*4 { // the plots about two characters, each twice
		t.Errorf("%v", entries)
	}
	f, err := os.Open(rows)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil || len(all) != 2501 || all[2500][0] != "2500" {
		t.Errorf("%d rows, %v", len(all), err)
	}
	wins := int64(0)
	for _, row := range all {
		if row[1] == "Swordsman" {
			wins++
		}
	}
	if want := readJSON[result](t, got.out).Outcomes[0].Count; wins != want {
		t.Errorf("rows have %d wins, the result %d", wins, want)
	}
}

// TestUnwritable expects the mistake before any battle is fought.
func TestUnwritable(t *testing.T) {
	blocked := file(t, "file", "")
	for _, flag := range []string{"-o", "--trials-csv"} {
		begun := time.Now()
		got := try(t, "run", "duel", "-n", "100000000", flag, filepath.Join(blocked, "x"))
		if got.code != exitFailed || got.out != "" || strings.Count(got.err, "\n") != 1 || time.Since(begun) > 5*time.Second {
			t.Errorf("%s: %+v", flag, got)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := tryIn(ctx, "", "run", "duel")
	if got != (said{exitInterrupted, "", "simulate: interrupted\n"}) {
		t.Errorf("%+v", got)
	}
	if got = tryIn(ctx, "", "show", "duel"); got != (said{exitInterrupted, "", "simulate: interrupted\n"}) {
		t.Errorf("%+v", got)
	}
}

// A stuck reader or writer never comes back.
type stuck struct{}

func (stuck) Read([]byte) (int, error)  { select {} }
func (stuck) Write([]byte) (int, error) { select {} }

// endless is a battle that nobody can win.
var endless = strings.Replace(strings.ReplaceAll(brawl, "damage: 1d cr", "damage: 1d-20 cr"), "trials: 3000", "max_rounds: 1000000", 1) +
	"rules: {fatigue: off}\n"

// TestInterruptedAnywhere interrupts whatever the program waits for.
func TestInterruptedAnywhere(t *testing.T) {
	endless := file(t, "endless.yaml", endless)
	for name, c := range map[string]struct {
		args []string
		in   io.Reader
		out  io.Writer
		want string
	}{
		"run reads":    {args: []string{"run", "-"}, in: stuck{}},
		"check reads":  {args: []string{"check", "-"}, in: stuck{}},
		"show reads":   {args: []string{"show", "-"}, in: stuck{}},
		"one trial":    {args: []string{"run", endless}, want: " before the first 1024 battles were done; there is no result"},
		"picking":      {args: []string{"show", endless}},
		"one told":     {args: []string{"show", endless, "--trial", "1"}},
		"exact reads":  {args: []string{"exact", "-"}, in: stuck{}},
		"run writes":   {args: []string{"run", "duel", "-n", "10"}, out: stuck{}},
		"show writes":  {args: []string{"show", "duel", "--trial", "1"}, out: stuck{}},
		"list writes":  {args: []string{"list"}, out: stuck{}},
		"check writes": {args: []string{"check", "duel"}, out: stuck{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeoutCause(t.Context(), 200*time.Millisecond, context.Canceled)
			defer cancel()
			if c.out == nil {
				c.out = io.Discard
			}
			var err bytes.Buffer
			begun := time.Now()
			code := simulate(ctx, streams{in: c.in, out: c.out, err: &err}, c.args)
			if taken := time.Since(begun); code != exitInterrupted || err.String() != "simulate: interrupted"+c.want+"\n" || taken > 3*time.Second {
				t.Errorf("exit %d after %v: %s", code, taken, err.String())
			}
		})
	}
}

// A listener takes so many bytes, and what is done about more.
type listener struct {
	left int
	more func() error
}

func (l *listener) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return len(p), l.more()
	}
	return len(p), nil
}

// TestNobodyListens tells a long battle to somebody who leaves, and to somebody who
// interrupts it.
func TestNobodyListens(t *testing.T) {
	path := file(t, "endless.yaml", endless)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	interrupt := func() error {
		cancel()
		return nil
	}
	for _, c := range []struct {
		more func() error
		code int
		want string
	}{
		{func() error { return syscall.EPIPE }, exitDone, ""},
		{interrupt, exitInterrupted, "simulate: interrupted\n"},
	} {
		var err bytes.Buffer
		out := &listener{100_000, c.more}
		code := simulate(ctx, streams{out: out, err: &err}, []string{"show", path, "--trial", "1", "--set", "max_rounds=100000"})
		if code != c.code || err.String() != c.want || out.left < -100_000 {
			t.Errorf("exit %d after %d bytes: %s", code, 100_000-out.left, err.String())
		}
	}
}

// TestPlaces would write where something is read, or twice to one place.
func TestPlaces(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("victim.yaml", brawl)
	write("house.yaml", "speed_factor: 5\n")
	write("man.yaml", "units:\n"+strings.SplitAfter(brawl, "units:\n")[1])
	write("reads.yaml", strings.Replace(strings.Split(brawl, "units:\n")[0], "unit: man", "unit: man.yaml", -1)+"rules: house.yaml\n")
	if err := os.Mkdir("both", 0o777); err != nil {
		t.Fatal(err)
	}
	write("both/summary.txt", brawl)
	for link, to := range map[string]string{"link.yaml": "victim.yaml", "dangling": "new/groups.csv", "again": "both"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	if err := os.Link("victim.yaml", "hard.yaml"); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ line, want string }{
		{"victim.yaml --trials-csv victim.yaml", "--trials-csv victim.yaml is the scenario victim.yaml"},
		{"victim.yaml --trials-csv ./both/../victim.yaml", "--trials-csv ./both/../victim.yaml is the scenario victim.yaml"},
		{"victim.yaml --trials-csv link.yaml", "--trials-csv link.yaml is the scenario victim.yaml"},
		{"link.yaml --trials-csv victim.yaml", "--trials-csv victim.yaml is the scenario link.yaml"},
		{"hard.yaml --trials-csv victim.yaml", "--trials-csv victim.yaml is the scenario hard.yaml"},
		{"reads.yaml --trials-csv house.yaml", "--trials-csv house.yaml is house.yaml, which reads.yaml reads"},
		{"reads.yaml --trials-csv both/../man.yaml", "--trials-csv both/../man.yaml is man.yaml, which reads.yaml reads"},
		{"both/summary.txt -o both", "--out both: summary.txt is the scenario both/summary.txt"},
		{"duel -o both --trials-csv both/groups.csv", "--trials-csv both/groups.csv is groups.csv of --out"},
		{"duel -o both --trials-csv again/groups.csv", "--trials-csv again/groups.csv is groups.csv of --out"},
		{"duel -o new --trials-csv new/groups.csv", "--trials-csv new/groups.csv is groups.csv of --out"},
		{"duel -o new --trials-csv dangling", "--trials-csv dangling is groups.csv of --out"},
		{"duel --trials-csv " + os.DevNull, "--trials-csv " + os.DevNull + ": this is neither a file nor a pipe"},
	} {
		got := try(t, append([]string{"run", "-n", "10"}, strings.Fields(c.line)...)...)
		if want := (said{exitUsage, "", "simulate: " + c.want + "; see simulate run --help\n"}); got != want {
			t.Errorf("%s\n got %+v\nwant %+v", c.line, got, want)
		}
	}
	for _, name := range []string{"victim.yaml", "both/summary.txt"} {
		if text, err := os.ReadFile(name); string(text) != brawl {
			t.Errorf("%s is spoilt (%v)", name, err)
		}
	}
	if _, err := os.Stat("new"); err == nil {
		t.Error("a folder was made in spite of the mistake")
	}
	out, err := os.Create("out.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	for name, stdout := range map[string]io.Writer{"out.csv": out, "/dev/stdout": os.Stdout} {
		if _, err := os.Stat(name); err != nil {
			continue
		}
		var said bytes.Buffer
		code := simulate(t.Context(), streams{out: stdout, err: &said}, []string{"run", "duel", "-n", "10", "--trials-csv", name})
		if code != exitUsage || strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%s: exit %d, %s", name, code, said.String())
		}
	}
	if got := try(t, "run", "victim.yaml", "-n", "10", "-o", "both", "--trials-csv", "both/trials.csv"); got.code != exitDone {
		t.Errorf("%+v", got)
	}
}

// TestOneLineEach has names and values that would break a message in two.
func TestOneLineEach(t *testing.T) {
	dir := t.TempDir()
	odd := filepath.Join(dir, "two\nlines\x1b[31m.yaml")
	if err := os.WriteFile(odd, []byte(strings.Replace(brawl, "count: 3", "count: 0", 1)), 0o666); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{
		{"run", odd}, {"exact", odd}, {"check", odd}, {"show", odd}, {"run", "no\nfile"}, {"no\ncommand"}, {"help", "run", "a\nb"},
		{"run", "duel", "--set", "a\nb=1"}, {"run", "duel", "--set", "max_rounds=1\n\x1b2"}, {"run", "duel", "-n", "1\n2"},
		{"run", "duel", "--trials-csv", filepath.Join(dir, "no\n", "x")}, {"run", "duel", "-o", filepath.Join(odd, "x\n")},
		{"show", "duel", "--pick", "a\nb"}, {"run", "duel", "--a\nb"}, {"list", "a\nb"},
	} {
		got := try(t, args...)
		lines := strings.Count(strings.TrimSuffix(got.err, "1 mistake; nothing was run\n"), "\n")
		if got.code == exitDone || got.out != "" || lines != 1 || strings.ContainsRune(got.err, '\x1b') {
			t.Errorf("%q: %+v", args, got)
		}
	}
	for s, want := range map[string]string{"": "", "Bären – 龍": "Bären – 龍", "a\nb\x1b\x7f": `a\nb\x1b\x7f`, "\xff\ufffd": `\xff` + "\ufffd", "\u202eabc": `\u202eabc`} {
		if got := oneLine(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	if got := try(t, "check", odd[:len(odd)-5]+"x.yaml", "duel"); got.out != "duel: OK\n" {
		t.Errorf("%+v", got)
	}
}

// TestNotABattle names files of rules and units together with battles.
func TestNotABattle(t *testing.T) {
	battle, rules := file(t, "brawl.yaml", brawl), file(t, "house.yaml", "speed_factor: 5\n")
	warning := "warning: " + rules + ":1:1: this is a file of rules, not a battle"
	for _, args := range [][]string{{"run", "-n", "10", battle, rules}, {"check", rules, battle}} {
		got := try(t, args...)
		if got.code != exitDone || !strings.HasPrefix(got.err, warning) || !strings.HasSuffix(got.err, "; passed over\n") || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%v: %+v", args, got)
		}
		if got = try(t, append(args, "-q")...); got.code != exitDone || got.err != "" {
			t.Errorf("%v -q: %+v", args, got)
		}
	}
	for _, args := range [][]string{{"run", rules}, {"run", rules, rules, "-q"}, {"check", rules}, {"check", rules, rules}, {"show", rules}} {
		if got := try(t, args...); got.code != exitUsage || got.out != "" || !strings.HasPrefix(got.err, strings.TrimPrefix(warning, "warning: ")) {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// TestSure asks for the surest intervals that there are.
func TestSure(t *testing.T) {
	for _, confidence := range []string{"0.9999999999999999", "99.99999999999999%", "1e-300"} {
		got := try(t, "run", "duel", "-n", "1000", "--confidence", confidence)
		if got.code != exitDone || strings.Contains(got.out, "NaN") || strings.Contains(got.out, "100 % Wilson") || strings.Contains(got.out, "\n0 % Wilson") {
			t.Errorf("%s: %+v", confidence, got)
		}
	}
	for _, confidence := range []string{"1", "100%", "0.99999999999999999", "0"} {
		if got := try(t, "run", "duel", "-n", "10", "--confidence", confidence); got.code != exitUsage {
			t.Errorf("%s: %+v", confidence, got)
		}
	}
}

// TestPartial interrupts a run that would take hours.
func TestPartial(t *testing.T) {
	rows := filepath.Join(t.TempDir(), "trials.csv")
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, context.Canceled)
	defer cancel()
	got := tryIn(ctx, "", "run", "duel", "-n", "100000000000", "-f", "json", "--trials-csv", rows)
	if got.code != exitInterrupted {
		t.Fatalf("%+v", got)
	}
	r := readJSON[result](t, got.out)
	if !r.Partial || r.Trials%1024 != 0 || r.Trials == 0 {
		t.Errorf("%+v", r)
	}
	text, err := os.ReadFile(rows)
	if lines := int64(bytes.Count(text, []byte("\n"))); err != nil || lines != r.Trials+1 {
		t.Errorf("%d lines for %d trials, %v", lines, r.Trials, err)
	}
	whole := readJSON[result](t, try(t, "run", "duel", "-n", fmt.Sprint(r.Trials), "-f", "json").out)
	if fmt.Sprint(whole.Outcomes) != fmt.Sprint(r.Outcomes) {
		t.Errorf("%v\n%v", whole.Outcomes, r.Outcomes)
	}
}

// A writer that fails.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestClosedPipe(t *testing.T) {
	for _, args := range [][]string{{"run", "duel", "-n", "10"}, {"run", "duel", "-n", "10", "-f", "json"}, {"exact", "duel"}, {"exact", "duel", "-f", "csv"}, {"show", "duel", "--trial", "1"}, {"list"}, {"help"}, {"--version"}} {
		for _, c := range []struct {
			err  error
			code int
			want string
		}{
			{&os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}, exitDone, ""},
			{errors.New("disk full"), exitFailed, "simulate: writing to standard output: disk full\n"},
		} {
			var err bytes.Buffer
			code := simulate(t.Context(), streams{in: strings.NewReader(""), out: broken{c.err}, err: &err}, args)
			if code != c.code || err.String() != c.want {
				t.Errorf("%v: exit %d, %q", args, code, err.String())
			}
		}
	}
}

// TestClosedPipeKeepsFiles: whoever closes the pipe still gets the files.
func TestClosedPipeKeepsFiles(t *testing.T) {
	dir := t.TempDir()
	code := simulate(t.Context(), streams{out: broken{syscall.EPIPE}, err: io.Discard}, []string{"run", "duel", "-n", "10", "-o", dir})
	if _, err := os.Stat(filepath.Join(dir, "summary.txt")); code != exitDone || err != nil {
		t.Errorf("exit %d, %v", code, err)
	}
}

func TestShow(t *testing.T) {
	typical := try(t, "show", "duel", "-n", "5000")
	trial := regexp.MustCompile(`^Trial ([0-9,]+) of 5,000: (victory for .* in round \d+), as in .* % of battles\.\n\nRound 1 `).FindStringSubmatch(typical.out)
	if typical.code != exitDone || trial == nil {
		t.Fatalf("%d\n%s%s", typical.code, typical.out, typical.err)
	}
	again := try(t, "show", "duel", "--trial", trial[1])
	if !strings.HasPrefix(again.out, "Trial "+trial[1]+": "+trial[2]+".\n") {
		t.Errorf("%s", again.out)
	}
	_, one, _ := strings.Cut(typical.out, "\n")
	_, other, _ := strings.Cut(again.out, "\n")
	if one != other {
		t.Error("the trial is told differently by its number")
	}
	for _, pick := range []string{"shortest", "longest", "best:swordsman", "worst:SWORDSMAN"} {
		if got := try(t, "show", "duel", "-n", "2000", "--pick", pick); got.code != exitDone {
			t.Errorf("%s: %s", pick, got.err)
		}
	}
}

// TestWarnings expects each warning once: those about the file on standard error,
// and none with -q.
func TestWarnings(t *testing.T) {
	dir := t.TempDir()
	block := "Thora\nST 13 HP 15 DX 13 IQ 10 HT 12\nDodge 9\nAxe (14): 2d cut. Reach 1.\nAdvantages: Charisma 2; Danger Sense; Luck.\n"
	if err := os.WriteFile(filepath.Join(dir, "thora.txt"), []byte(block), 0o666); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "tonight.yaml")
	text := strings.Replace(brawl, "unit: man, count: 3", "unit: thora.txt, arrives: 200", 1)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"run", path, "-n", "10"}, {"run", path, "-n", "10", "-f", "json"}, {"show", path, "--trial", "1"}} {
		got := try(t, args...)
		if got.code != exitDone || strings.Count(got.err, "arrives in round 200") != 1 || strings.Count(got.err, "Danger Sense") != 1 {
			t.Errorf("%v: %q", args, got.err)
		}
		if args[len(args)-1] != "json" && (strings.Contains(got.out, "arrives in round") || strings.Contains(got.out, "Danger Sense")) {
			t.Errorf("%v: told twice\n%s", args, got.out)
		}
		if quiet := try(t, append(args, "-q")...); quiet.err != "" || strings.Contains(quiet.out, "  Warning  ") {
			t.Errorf("%v -q: %s%s", args, quiet.err, quiet.out)
		}
	}
}

// TestWidths sets every text to the terminal's width.
func TestWidths(t *testing.T) {
	for _, args := range [][]string{
		{"help"}, {"run", "--help"}, {"exact", "--help"}, {"show", "--help"}, {"check", "--help"}, {"list", "--help"},
		{"list"}, {"list", "rules", "hit_multiplier"}, {"show", "ambush", "--trial", "1", "--set", "rules.speed_factor=5"},
		{"run", "ambush", "-n", "1000", "--seed", "123", "--set", "max_rounds=30"},
	} {
		for _, columns := range []int{50, 60, 72, 80, 100, 300} {
			var out, err bytes.Buffer
			if code := simulate(t.Context(), streams{out: &out, err: &err, width: columns}, args); code != exitDone {
				t.Fatalf("%v: %s", args, err.String())
			}
			for line := range strings.SplitSeq(out.String(), "\n") {
				usage := strings.HasPrefix(line, "Usage: ") || strings.HasPrefix(line, "  simulate ") // to be copied
				if n := len([]rune(line)); n > min(columns, 100) && !usage {
					t.Errorf("%v in %d columns: %d: %q", args, columns, n, line)
				}
			}
		}
	}
	for _, c := range []struct {
		environment    string
		terminal, want int
	}{{"", 0, 0}, {"", 120, 120}, {"60", 120, 60}, {"60", 0, 60}, {"none", 120, 120}, {"-3", 120, 120}} {
		if got := columnsWanted(c.environment, c.terminal); got != c.want {
			t.Errorf("COLUMNS=%s on %d: %d, want %d", c.environment, c.terminal, got, c.want)
		}
	}
}

// TestListOne prints what can be copied: a unit's block and a scenario's file that
// load again.
func TestListOne(t *testing.T) {
	scenario := try(t, "list", "ambush")
	if got := tryIn(t.Context(), scenario.out, "check", "-"); got.code != exitDone || got.err != "" {
		t.Errorf("%+v", got)
	}
	for _, args := range [][]string{{"list", "units", "goblin-archer"}, {"list", "Goblin", "archer"}} {
		got := try(t, args...)
		text := strings.Replace(brawl, "unit: man, count: 3", "unit: goblin-archer, count: 3", 1) + strings.TrimPrefix(got.out, "units:\n")
		if read := tryIn(t.Context(), text, "check", "-"); read.code != exitDone || read.err != "" {
			t.Errorf("%v: %+v in\n%s", args, read, text)
		}
	}
	for _, name := range []string{"numerical_bonus", "hit-multiplier"} {
		_, tables, ok := strings.Cut(try(t, "list", "rules", name).out, "\nrules:\n")
		if read := tryIn(t.Context(), brawl+"rules:\n"+tables, "check", "-"); !ok || read.code != exitDone || read.err != "" {
			t.Errorf("%s: %+v in\n%s", name, read, tables)
		}
	}
}

// plainText is s with single spaces.
func plainText(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestCheckVerbose(t *testing.T) {
	got := try(t, "check", "heroes", "-v", "--set", "sides.0.groups.0.hp_now=5")
	if got.code != exitDone || strings.Count(got.out, "units:\n") < 2 || !strings.Contains(got.out, ", character, 5 of ") {
		t.Errorf("%+v", got)
	}
	path := file(t, "brawl.yaml", brawl)
	if got = try(t, "check", path, "-v"); strings.Count(got.out, "weapons:") != 1 || !strings.Contains(got.out, "\n# Red: Reds, 3 × man\n") || !strings.Contains(got.out, "\n# the unit of Reds, above\n") {
		t.Errorf("%+v", got)
	}
}

// TestSaysWhatChanged: every form of a result names the switches that are not at
// their default, and what --set changed.
func TestSaysWhatChanged(t *testing.T) {
	path := file(t, "brawl.yaml", brawl+"rules: {morale: off, hit_multiplier: [[1, 1], [inf, 2]]}\n")
	args := []string{path, "--set", "rules.speed_factor=5"}
	const want = "\nRules changed: speed_factor 5, hit_multiplier a table of 2 rows, morale off.\nSet: rules.speed_factor=5.\n"
	for _, command := range [][]string{{"run", "-n", "10"}, {"run", "-n", "10", "-q"}, {"show", "--trial", "1"}} {
		if got := try(t, append(command, args...)...); !strings.Contains(plainText(got.out), plainText(want)) {
			t.Errorf("%v: %s", command, got.out)
		}
	}
	result := readJSON[struct {
		Set   []string
		Rules map[string]any
	}](t, try(t, append([]string{"run", "-n", "10", "-f", "json"}, args...)...).out)
	if got := fmt.Sprint(result); got != "{[rules.speed_factor=5] map[hit_multiplier:[[1 1] [inf 2]] morale:false speed_factor:5]}" {
		t.Error(got)
	}
	rows, err := csv.NewReader(strings.NewReader(try(t, append([]string{"run", "-n", "10", "-f", "csv"}, args...)...).out)).ReadAll()
	if err != nil || rows[0][7] != "set" || rows[1][7] != "rules.speed_factor=5" || !strings.HasPrefix(rows[1][6], heroic.Edition+"+") {
		t.Errorf("%v %q", err, rows[1])
	}
}

func TestList(t *testing.T) {
	all := try(t, "list")
	for _, name := range []string{"scenarios", "units", "rules"} {
		one := try(t, "list", name)
		if one.code != exitDone || !strings.Contains(all.out, one.out) {
			t.Errorf("%s: %+v", name, one)
		}
	}
	if !strings.Contains(all.out, "  duel ") || !strings.Contains(all.out, "  speed_factor ") {
		t.Error(all.out)
	}
}

// TestRulesListed sets each switch that is listed to its default: a switch that
// scenario files do not know would be an error.
func TestRulesListed(t *testing.T) {
	for _, s := range reports.Switches() {
		value, _, _ := strings.Cut(s.Values, ",")
		if value == "by the rules" {
			value = "off"
		}
		if got := try(t, "check", "duel", "--set", "rules."+s.Name+"="+value); got.code != exitDone {
			t.Errorf("%s=%s: %s", s.Name, value, got.err)
		}
	}
}

// TestChangedRules changes every field of heroic.Rules in turn, and reads what is
// said of it back from a scenario file.
func TestChangedRules(t *testing.T) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[heroic.Rules]()) {
		if field.Anonymous {
			continue // its fields follow
		}
		name := field.Name
		want := heroic.DefaultRules()
		if name == "OnceOver" {
			want.DamageRolls = heroic.RollOnce
		}
		switch f := reflect.ValueOf(&want).Elem().FieldByIndex(field.Index); f.Kind() {
		case reflect.Bool:
			f.SetBool(!f.Bool())
		case reflect.Int:
			f.SetInt(f.Int() + 3)
		case reflect.Uint8:
			f.SetUint(f.Uint() + 1)
		case reflect.Slice:
			f.Set(reflect.ValueOf(heroic.Table{{Upto: 1, Value: 2}, {Upto: 2.5, Value: 3}, {Upto: math.Inf(1), Value: 4}}))
		default:
			t.Fatalf("%s: cannot change a %s", name, f.Kind())
		}
		changed := reports.Changed(want)
		if len(changed) != 1 {
			t.Errorf("%s: %d switches changed; is it in the table of switches?", name, len(changed))
			continue
		}
		yaml := brawl + fmt.Sprintf("rules: {%s: %s}\n", changed[0].Name, changed[0].Value())
		l, err := scenarios.Load("-", scenarios.Options{Stdin: strings.NewReader(yaml)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := l.Scenario.Rules; got.ID() != want.ID() {
			t.Errorf("%s: %s is read as\n%+v, want\n%+v", name, changed[0].Value(), got, want)
		}
	}
	if changed := reports.Changed(heroic.DefaultRules()); changed != nil {
		t.Errorf("by default %+v", changed)
	}
}

func TestVersion(t *testing.T) {
	got := try(t, "--version")
	for _, want := range []string{"simulate ", "\n  commit  ", "\n  rules   " + heroic.Edition + "\n", "\n  built   with " + runtime.Version() + " for ", "\nGURPS is a trademark of Steve Jackson Games."} {
		if got.code != exitDone || !strings.Contains("\n"+got.out, want) {
			t.Errorf("no %q in %+v", want, got)
		}
	}
	if got != try(t, "version") {
		t.Error("version and --version differ")
	}
	settings := func(modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "83a16ad"}, {Key: "vcs.time", Value: "2026-11-30T07:28:14Z"}, {Key: "vcs.modified", Value: modified},
		}}
	}
	for want, info := range map[string]*debug.BuildInfo{
		"  commit  83a16ad, 2026-11-30T07:28:14Z\n":                              settings("false"),
		"  commit  83a16ad, 2026-11-30T07:28:14Z, with changes since\n":          settings("true"),
		"  commit  unknown: built outside of a clone, or with -buildvcs=false\n": {},
	} {
		if got := buildText(info); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if a, b := versionOf(settings("")), versionOf(&debug.BuildInfo{}); a != "v1.2.3" || b != "(devel)" {
		t.Errorf("versions %q, %q", a, b)
	}
}

func TestShellWord(t *testing.T) {
	for s, want := range map[string]string{"a.yaml": "a.yaml", "my file": "'my file'", "it's": `'it'\''s'`, "": "''", "a=b,c/d": "a=b,c/d", "$x": "'$x'", "a'\n\\": `$'a\x27\n\\'`} {
		if got := shellWord(s); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
	for s, want := range map[string]string{"a.yaml": "a.yaml", "-n.yaml": "./-n.yaml", "-a b": "'./-a b'", "../-n": "../-n"} {
		if got := shellFile(s); got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"run", "run", 0}, {"rnu", "run", 1}, {"ran", "run", 1}, {"runn", "run", 1}, {"un", "run", 1}, {"trails", "trials", 1}, {"abc", "", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestProgress(t *testing.T) {
	for _, c := range []struct {
		done, of int64
		taken    time.Duration
		want     string
	}{
		{0, 0, time.Second, "fighting ..."},
		{50, 100, 10 * time.Second, "50 % of 100 battles, 5 a second, 10s left"},
		{6_000_000, 8_000_000, time.Second, "75 % of 8,000,000 battles, 6.0 million a second, 0s left"},
		{250_000, 1_000_000, time.Second, "25 % of 1,000,000 battles, 250 thousand a second, 3s left"},
	} {
		if got := progressLine(c.done, c.of, c.taken); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	var out bytes.Buffer
	p, update, _ := startTrials(&out)
	update(1, 2)
	p.stop()
	if out.Len() != 0 {
		t.Errorf("a short run says %q", out.String())
	}
	p.show("abc")
	p.show("")
	if want := "\r\rabc\r   \r"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestReadme holds the README to what the program prints: its sample is the head
// of the main job's output, the time aside.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "go run ./cmd/simulate run troglodytes\n\n```\n")
	sample, _, _ := strings.Cut(rest, "  …\n")
	want := strings.Split(sample, "\n")
	got := strings.Split(try(t, "run", "troglodytes").out, "\n")
	if len(want) < 5 || len(got) < len(want) {
		t.Fatalf("README has %q, the program prints %q", want, got)
	}
	for i, line := range want[1 : len(want)-1] {
		if got[i+1] != line {
			t.Errorf("README has\n%s\nthe program prints\n%s", line, got[i+1])
		}
	}
}

// TestTrialsNotOverAScenario: rows are not written over what looks like a
// scenario, even one that was not read.
func TestTrialsNotOverAScenario(t *testing.T) {
	path := file(t, "duel.yaml", brawl)
	s := try(t, "run", "duel", "-n", "10", "--trials-csv", path)
	if text, _ := os.ReadFile(path); s.code != 2 || string(text) != brawl {
		t.Errorf("%+v", s)
	}
}
