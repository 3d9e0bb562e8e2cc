package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"
)

var elapsedText = regexp.MustCompile(` +([0-9]\S* .*) in (under )?[0-9.]+ s\n`)

// rulesText names an edition, which says nothing of how texts look.
var rulesText = regexp.MustCompile(`([Ss])eed 1,(\s+)rules heroic\S*`)

// TestAnalysisTexts are looked at as they are. Where an edition of the rules changes
// their figures, -update rewrites them.
func TestAnalysisTexts(t *testing.T) {
	for name, line := range map[string]string{
		"compare-better": "compare troglodytes --against rules.initiative_bonus=0 -n 5000",
		"compare-same":   "compare duel duel -n 2000 -q",
		"solve":          "solve duel --vary units.bandit.dodge=6..14 --target 0.6 -n 4096",
		"solve-never":    "solve duel --vary rules.speed_factor=2,4,6 --target 0.01 --side bandit -n 2048",
		"solve-twice":    "solve troglodytes --vary battlefield.distance=2..100:7 --target 0.62 -n 4096",
		"sensitivity":    "sensitivity duel -n 1024",
		"compare-files":  "compare giant last-stand -n 1100 --side the-village",
	} {
		got := try(t, strings.Fields(line)...)
		if got.code != exitDone || got.err != "" {
			t.Errorf("%s: %+v", line, got)
		}
		golden(t, "analysis-"+name+".txt", rulesText.ReplaceAllString(elapsedText.ReplaceAllString(got.out, ", $1\n"), "${1}eed 1,${2}rules"))
		for line := range strings.SplitSeq(got.out, "\n") {
			if len([]rune(line)) > 80 && !strings.Contains(line, "simulate ") {
				t.Errorf("%s: too wide: %s", name, line)
			}
		}
	}
}

func TestAnalysisUsage(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"compare", "name a scenario file; see simulate compare --help"},
		{"compare duel", "compare with what? Give --against KEY=VALUE or a second file; see simulate compare --help"},
		{"compare duel duel duel", "compare takes two scenarios at most; see simulate compare --help"},
		{"compare - -", "standard input can be read once only; see simulate compare --help"},
		{"compare duel duel --until-decided --precision 0.1", "--until-decided and --precision exclude each other; see simulate compare --help"},
		{"compare duel duel --delta 2", "--delta 2: expected a number between 0 and 1, like 0.01; see simulate compare --help"},
		{"compare duel duel --side badnit", `--side: no side is called "badnit"; the sides are "Swordsman" and "Bandit"`},
		{"solve duel", "solve needs --vary KEY=VALUES, like --vary sides.ogres.groups.ogres.count=1..40; see simulate solve --help"},
		{"solve duel --vary x=3..1", "--vary x=3..1: 3..1: the smaller number comes first; see simulate solve --help"},
		{"solve duel --vary x=3", "--vary x=3: at least 2 values are needed; see simulate solve --help"},
		{"solve --vary x=1..3", "name a scenario file; see simulate solve --help"},
		{"solve duel --vary x=1..3 --target 1", "--target 1: expected a number between 0 and 1, like 0.6; see simulate solve --help"},
		{"compare duel --against Seed=2", "--against Seed=2: seed changes nothing about the battle; see simulate compare --help"},
		{"compare duel --against max_rounds=2 --against max_rounds=3", "--against max_rounds=2 and --against max_rounds=3 change one value; see simulate compare --help"},
		{"solve duel --vary trials=1..3", "--vary trials=1: trials changes nothing about the battle; see simulate solve --help"},
		{"solve duel --set max_rounds=4 --vary max_rounds=1..3", "--vary max_rounds=1 changes what --set max_rounds=4 has changed; see simulate solve --help"},
		{"compare duel --against rules.morale=off --out=", "--out needs a name; see simulate compare --help"},
		{"solve duel --vary units.bandit.dodge=1..3 --out=", "--out needs a name; see simulate solve --help"},
		{"sensitivity duel --out=", "--out needs a name; see simulate sensitivity --help"},
		{"sensitivity duel troglodytes", "sensitivity takes one scenario at a time; see simulate sensitivity --help"},
	} {
		got := try(t, strings.Fields(c.line)...)
		if got.code != exitUsage || got.out != "" || !strings.HasPrefix(got.err, "simulate: "+c.want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: %+v", c.line, got)
		}
	}
	for line, want := range map[string]string{
		"compare duel --against rules.speed_factor=x": "--against rules.speed_factor=x: rules.speed_factor: expected a whole number from 1 to 100; found \"x\"\n",
		"solve duel --vary units.bandit.dodge=-1..4":  "--vary units.bandit.dodge=-1: units.bandit.dodge: ",
		"sensitivity duel --set rules.speed_factor=0": "--set rules.speed_factor=0: rules.speed_factor: ",
		"compare duel no-such.yaml":                   "no-such.yaml: no such file",
		"solve no-such.yaml --vary max_rounds=1..3":   "no-such.yaml: no such file",
	} {
		if got := try(t, strings.Fields(line)...); got.code != exitUsage || got.out != "" || !strings.HasPrefix(got.err, want) {
			t.Errorf("%s: %+v", line, got)
		}
	}
}

// anyJSON is a result of any command.
func anyJSON(t *testing.T, line string) map[string]any {
	t.Helper()
	got := tryIn(t.Context(), brawl, strings.Fields(line)...)
	if got.code != exitDone {
		t.Fatalf("%s: %+v", line, got)
	}
	var v map[string]any
	if err := json.Unmarshal([]byte(got.out), &v); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return v
}

// TestAnalysisJSON reads from standard input, which variants share.
func TestAnalysisJSON(t *testing.T) {
	c := anyJSON(t, "compare - --against sides.red.groups.reds.count=4 -f json --until-decided")
	if c["verdict"] != "better" || c["until_decided"] != true || c["seed"] != "18446744073709551615" || len(c["outcomes"].([]any)) != 4 || len(c["survivors"].([]any)) != 4 {
		t.Errorf("%v", c)
	}
	s := anyJSON(t, "solve - --vary sides.red.groups.reds.count=1..6 -f json -n 3000")
	if s["reached"] != true || s["monotone"] != true || s["nearest"] != 3.0 || s["target"] != 0.5 || s["trials"] != 3000.0 {
		t.Errorf("%v", s)
	}
	n := anyJSON(t, "sensitivity - -f json -n 2000")
	if n["changes"] != n["planned_changes"] || n["trials"] != 2000.0 {
		t.Errorf("%v", n)
	}
	before := math.Inf(1)
	for _, v := range n["numbers"].([]any) {
		size := v.(map[string]any)["size"].(float64)
		if size > before {
			t.Error("the largest do not come first")
		}
		before = size
	}
}

// TestAnalysisCSV has as many cells in all rows, whatever is in the names.
func TestAnalysisCSV(t *testing.T) {
	odd := strings.NewReplacer("name: Reds", `name: "Röd, \"x\""`).Replace(brawl)
	for line, want := range map[string]int{
		"compare - --against rules.speed_factor=3 -n 1000 -f csv":           1 + 4 + 4 + 1,
		"solve - --vary rules.speed_factor=3..5 -n 1000 -f csv":             1 + 3,
		"sensitivity - -n 100 -f csv --set units.man.traits.fearlessness=1": -1,
		"sensitivity - -n 100 -f csv --rules":                               -1,
	} {
		got := tryIn(t.Context(), odd, strings.Fields(line)...)
		rows, err := csv.NewReader(strings.NewReader(got.out)).ReadAll()
		if got.code != exitDone || err != nil || want > 0 && len(rows) != want || len(rows) < 3 {
			t.Errorf("%s: exit %d, %v, %d rows", line, got.code, err, len(rows))
		}
	}
}

// TestAnalysisWorkers: workers change nothing, in any form.
func TestAnalysisWorkers(t *testing.T) {
	for _, line := range []string{
		"compare duel --against rules.initiative_bonus=0 --until-decided -f csv",
		"compare duel --against rules.initiative_bonus=0 --precision 0.01 -f csv",
		"solve duel --vary units.bandit.dodge=6..14 --precision 0.02 -f csv",
		"sensitivity duel --precision 0.02 -f csv",
	} {
		one := try(t, append(strings.Fields(line), "-j", "1")...)
		if more := try(t, append(strings.Fields(line), "-j", "4")...); one.code != exitDone || more != one {
			t.Errorf("%s: 4 workers differ from 1: %d, %d", line, one.code, more.code)
		}
	}
}

// TestAnalysisInterrupted gives what there is when the context ends: at once
// nothing, and later a part.
func TestAnalysisInterrupted(t *testing.T) {
	for _, line := range []string{
		"compare armies --against rules.morale=off -n 1000000000 -f json",
		"solve armies --vary max_rounds=5..60 -n 1000000000 -f json",
		"sensitivity armies -n 1000000000 -f json",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if got := tryIn(ctx, "", strings.Fields(line)...); got.code != exitInterrupted || got.out != "" {
			t.Errorf("%s: %+v", line, got)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	canceled, stop := context.WithCancel(t.Context())
	defer stop()
	context.AfterFunc(ctx, stop)
	got := tryIn(canceled, "", strings.Fields("compare duel --against rules.morale=off -n 1000000000 -f json")...)
	if got.code != exitInterrupted || !strings.Contains(got.out, `"partial": true`) || !strings.Contains(got.out, "stopped early") {
		t.Errorf("%+v", got)
	}
}
