package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// gridRules names an edition, which says nothing of how texts look.
var gridRules = regexp.MustCompile(`rules\s+heroic-[^ .]+`)

const ogreCount = "sides.ogres.groups.ogres.count"

func TestGridTexts(t *testing.T) {
	for name, line := range map[string]string{
		"sweep":          "sweep troglodytes --vary " + ogreCount + "=7..11 -n 2000",
		"sweep-two":      "sweep troglodytes --vary rules.speed_factor=3,4 --vary " + ogreCount + "=8,10 -n 1000 -q",
		"sweep-orders":   "sweep troglodytes --vary sides[0].groups[0].orders=neutral,auto,hold-ground -n 1000",
		"tactics":        "tactics duel -n 2048",
		"tactics-chosen": "tactics troglodytes -n 1024 --tactics neutral,defensive --tactics ogres=written --payoff survivors --all",
	} {
		got := try(t, strings.Fields(line)...)
		if got.code != exitDone || got.err != "" {
			t.Errorf("%s: %+v", line, got)
		}
		golden(t, "grid-"+name+".txt", gridRules.ReplaceAllString(elapsedText.ReplaceAllString(got.out, ", $1\n"), "rules"))
		for line := range strings.SplitSeq(got.out, "\n") {
			if len([]rune(line)) > 80 && !strings.Contains(line, "simulate ") {
				t.Errorf("%s: too wide: %s", name, line)
			}
		}
	}
}

func TestGridUsage(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"sweep duel", "--vary is missing: say which key takes which values, like --vary sides.ogres.groups.ogres.count=4..12; see simulate sweep --help"},
		{"sweep --vary max_rounds=1,2", "name a scenario file; see simulate sweep --help"},
		{"sweep duel troglodytes --vary max_rounds=1,2", "sweep takes one scenario at a time; see simulate sweep --help"},
		{"sweep duel --vary max_rounds=1,2 --out=", "--out needs a name; see simulate sweep --help"},
		{"sweep duel --vary max_rounds=1,2 --resume=", "--resume needs a name; see simulate sweep --help"},
		{"sweep duel --vary seed=1,2", "--vary seed=1: seed changes nothing about the battle; see simulate sweep --help"},
		{"sweep duel --vary max_rounds=1,2 --vary Max_Rounds=3", "--vary max_rounds=1 and --vary Max_Rounds=3 change one value; see simulate sweep --help"},
		{"sweep duel --vary sides.bandit.groups[0].orders=auto --vary sides[1].groups.bandit.orders=neutral", "--vary sides.bandit.groups[0].orders=auto and --vary sides[1].groups.bandit.orders=neutral change one value"},
		{"sweep duel --vary rules.morale=on --vary rules={}", "--vary rules.morale=on and --vary rules={} change one value"},
		{"sweep duel --set max_rounds=4 --vary max_rounds=1,2", "--vary max_rounds=1 changes what --set max_rounds=4 has changed; see simulate sweep --help"},
		{"tactics duel --tactics bandit=", "--tactics bandit=: expected a list, like neutral,auto; see simulate tactics --help"},
		{"sweep duel --vary max_rounds=1..2000 --vary rules.speed_factor=1..2000", "--vary rules.speed_factor=1..2000: the grid has over 1000000 points; see simulate sweep --help"},
		{"tactics", "name a scenario file; see simulate tactics --help"},
		{"tactics duel --out=", "--out needs a name; see simulate tactics --help"},
		{"tactics duel --tactics bandits=neutral", `--tactics bandits=neutral: no side is called "bandits"; the sides are "Swordsman" and "Bandit"`},
		{"tactics duel --tactics neutral,neutral", "--tactics neutral,neutral: the value neutral stands there twice; see simulate tactics --help"},
		{"tactics duel --tactics no-such.yaml", "--tactics no-such.yaml: open no-such.yaml: no such file or directory; see simulate tactics --help"},
		{"tactics duel --group nobody", "--group nobody: no group is called so; see simulate tactics --help"},
		{"tactics duel --group x/nobody", `--group x/nobody: no side is called "x"; see simulate tactics --help`},
		{"tactics duel --payoff gold", "--payoff gold: expected one of wins, survivors; see simulate tactics --help"},
	} {
		got := try(t, strings.Fields(c.line)...)
		if got.code != exitUsage || got.out != "" || !strings.HasPrefix(got.err, "simulate: "+c.want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: %+v", c.line, got)
		}
	}
}

// TestGridMistakes: all points are checked before one is fought, and each mistake is
// told once.
func TestGridMistakes(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"sweep troglodytes --vary rules.speed_factor=4..6 --vary " + ogreCount + "=-1,3,0", "--vary " + ogreCount + "=-1: sides[1].groups[0].count: expected a whole number from 1 to 10000000; found -1\n" +
			"--vary " + ogreCount + "=0: sides[1].groups[0].count: expected a whole number from 1 to 10000000; found 0\n2 mistakes; nothing was run\n"},
		{"sweep troglodytes --vary sides.x.groups.y.count=1..3", "--vary sides.x.groups.y.count=1: nothing in sides is called \"x\"; there are: Troglodytes, Ogres\n1 mistake; nothing was run\n"},
		{"sweep no-such.yaml --vary max_rounds=1,2", "no-such.yaml: no such file\n"},
		{"tactics duel --tactics agressive", `--tactics agressive: unknown tactic "agressive"; tactics are: `},
		{"tactics troglodytes --tactics [{tactic:dodge}]", `--tactics [{tactic:dodge}]: `},
	} {
		got := try(t, strings.Fields(c.line)...)
		if got.code != exitUsage || got.out != "" || !strings.HasPrefix(got.err, c.want) {
			t.Errorf("%s: %+v", c.line, got)
		}
	}
	// One that is in the file, which a value of a key only brings about.
	spare := file(t, "spare.yaml", strings.Replace(brawl, "count: 3}]}\n  - {name: Blue", "count: 3, hp_now: 30}]}\n  - {name: Blue", 1))
	got := try(t, "sweep", spare, "--vary", "sides.red.groups.reds.count=2,3")
	if got.code != exitUsage || !strings.Contains(got.err, "spare.yaml:6:") || !strings.Contains(got.err, " (with sides.red.groups.reds.count=2)\n") {
		t.Errorf("%+v", got)
	}
}

const oddNames = `name: "Odd, \"names\" and ümlauts"
sides:
  - {name: "Red, \"ones\"", groups: [{name: Reds, unit: man, count: 3}]}
  - {name: Blüe, groups: [{name: Blues, unit: man, count: 3}]}
units:
  man: {st: 10, dx: 10, ht: 10, weapons: [{name: Club, skill: 11, damage: 1d cr}]}
battlefield: {distance: 1}
`

// TestSweepCSV is tidy: a row a point and outcome, with the values in columns.
func TestSweepCSV(t *testing.T) {
	odd := file(t, "odd.yaml", oddNames)
	got := try(t, "sweep", odd, "--vary", `sides[0].groups[0].orders=neutral,[{tactic: [defensive, neutral]}]`, "--vary", "sides[1].groups[0].count=1,2,9", "-n", "200", "-f", "csv")
	if got.code != exitDone || got.err != "" {
		t.Fatalf("%+v", got)
	}
	rows, err := csv.NewReader(strings.NewReader(got.out)).ReadAll()
	if err != nil || len(rows) != 1+6*4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	for point := range 6 {
		sum := 0
		for _, row := range rows[1+4*point : 5+4*point] {
			n, err := strconv.Atoi(row[at["outcome_battles"]])
			if err != nil {
				t.Fatal(err)
			}
			sum += n
			if want := []string{"neutral", "[{tactic: [defensive, neutral]}]"}[point/3]; row[at["sides[0].groups[0].orders"]] != want {
				t.Errorf("point %d: orders %q, want %q", point, row[at["sides[0].groups[0].orders"]], want)
			}
			if want := []string{"1", "2", "9"}[point%3]; row[at["sides[1].groups[0].count"]] != want {
				t.Errorf("point %d: count %q, want %q", point, row[at["sides[1].groups[0].count"]], want)
			}
			if row[at["scenario"]] != "Odd, \"names\" and ümlauts" || row[at["partial"]] != "false" {
				t.Errorf("point %d: %q", point, row)
			}
		}
		if sum != 200 || rows[1+4*point][at["outcome"]] != `Red, "ones"` {
			t.Errorf("point %d: %d battles, first outcome %q", point, sum, rows[1+4*point][at["outcome"]])
		}
	}
	for _, line := range []string{"tactics -f csv -n 100 --tactics neutral,auto", "tactics -n 1 -f json", "sweep -n 1 -f json --vary max_rounds=1,2", "tactics -n 1", "sweep -n 1 --vary max_rounds=1,2"} {
		words := strings.Fields(line)
		got := try(t, append([]string{words[0], odd}, words[1:]...)...)
		if got.code != exitDone {
			t.Errorf("%s: %+v", line, got)
		}
		switch {
		case strings.Contains(line, "csv"):
			if rows, err := csv.NewReader(strings.NewReader(got.out)).ReadAll(); err != nil || len(rows) != 5 {
				t.Errorf("%s: %d rows, %v", line, len(rows), err)
			}
		case strings.Contains(line, "json"):
			var v map[string]any
			if err := json.Unmarshal([]byte(got.out), &v); err != nil || v["format"] != 1.0 || v["scenario"] != "Odd, \"names\" and ümlauts" {
				t.Errorf("%s: %v, %v", line, err, v["scenario"])
			}
		}
	}
}

// TestSweepPointIsRun holds the points to runs of what --set makes.
func TestSweepPointIsRun(t *testing.T) {
	got := try(t, "sweep", "troglodytes", "--vary", ogreCount+"=7..8", "-n", "3000", "--seed", "4", "-f", "json", "-j", "3")
	var sweep struct {
		Points []struct{ Outcomes []struct{ Count int } }
	}
	if err := json.Unmarshal([]byte(got.out), &sweep); err != nil {
		t.Fatal(err)
	}
	for i, p := range sweep.Points {
		run := try(t, "run", "troglodytes", "--set", fmt.Sprintf("%s=%d", ogreCount, 7+i), "-n", "3000", "--seed", "4", "-f", "json")
		var want struct{ Outcomes []struct{ Count int } }
		if err := json.Unmarshal([]byte(run.out), &want); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(p) != fmt.Sprint(want) {
			t.Errorf("point %d: %v, want %v", i, p, want)
		}
	}
}

// TestSweepResumes goes on where another sweep stopped, and refuses what is not its
// own.
func TestSweepResumes(t *testing.T) {
	dir := t.TempDir()
	scenario := file(t, "brawl.yaml", strings.Replace(brawl, "units:\n  man: {", "units:\n  other: {", 1)+"  man: {st: 10, dx: 10, ht: 10, weapons: [{name: Club, skill: 11, damage: 1d cr}]}\n")
	points := filepath.Join(dir, "points.jsonl")
	sweep := func(values string, more ...string) said {
		return try(t, append([]string{"sweep", scenario, "--vary", "sides.red.groups.reds.count=" + values, "-n", "500"}, more...)...)
	}
	if got := sweep("1..3", "-o", dir); got.code != exitDone || strings.Contains(got.out, "before") {
		t.Fatalf("%+v", got)
	}
	for _, name := range []string{"sweep.csv", "sweep.json", "summary.txt", "curve.png", "curve.svg", "points.jsonl"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The first point is made known by something else than its battles.
	text, err := os.ReadFile(points)
	if err != nil {
		t.Fatal(err)
	}
	got := sweep("1..5", "-o", dir, "-j", "2")
	if got.code != exitDone || !strings.Contains(strings.Join(strings.Fields(got.out), " "), " 3 points had been done before.") {
		t.Errorf("%+v", got)
	}
	resumed, fresh := sweep("1..5", "--resume", points, "-f", "csv"), sweep("1..5", "-f", "csv")
	if resumed != fresh {
		t.Errorf("resumed:\n%s\nfresh:\n%s", resumed.out, fresh.out)
	}
	if got := sweep("2,5", "--resume", points, "-q"); got.code != exitDone {
		t.Errorf("%+v", got)
	}
	if after, _ := os.ReadFile(points); !bytes.HasPrefix(after, text[:bytes.LastIndexByte(text[:len(text)-1], '\n')]) || bytes.Count(after, []byte("\n")) != 7 {
		t.Errorf("points that others need are gone:\n%s", after)
	}
	kept, _ := os.ReadFile(points)
	for _, c := range []struct {
		name, want string
		more       []string
	}{
		{"seed", "it is of seed 18446744073709551615 instead of 3;", []string{"--seed", "3"}},
		{"trials", "its points have 500 battles instead of 600 battles;", []string{"-n", "600"}},
		{"precision", "its points have 500 battles instead of a precision of 0.1 at a confidence of 0.95 within 500 battles;", []string{"--precision", "0.1"}},
		{"rules", "it is from another scenario, or the scenario has changed;", []string{"--set", "rules.speed_factor=5"}},
		{"scenario", "it is from another scenario, or the scenario has changed;", []string{"--set", "units.man.st=11"}},
		{"keys", "it is from a sweep over sides.red.groups.reds.count;", []string{"--vary", "max_rounds=1,2"}},
	} {
		got := sweep("1..5", append(c.more, "--resume", points)...)
		if got.code != exitUsage || got.out != "" || !strings.HasPrefix(got.err, "simulate: "+points+": "+c.want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	for name, text := range map[string][]byte{
		"a figure":  bytes.Replace(kept, []byte(`"count":`), []byte(`"count":1`), 1),
		"cut short": kept[:len(kept)/2], "a line less": kept[:bytes.LastIndexByte(kept[:len(kept)-1], '\n')+1],
		"empty": {}, "other": []byte("a,b\n1,2\n3,4\n"), "more": append(bytes.Clone(kept), "{}\n"...),
	} {
		damaged := filepath.Join(t.TempDir(), "damaged")
		if err := os.WriteFile(damaged, text, 0o666); err != nil {
			t.Fatal(err)
		}
		got := sweep("1..5", "--resume", damaged)
		if got.code != exitUsage || got.out != "" || !strings.Contains(got.err, "or it is damaged; remove it") {
			t.Errorf("%s: %+v", name, got)
		}
		if after, _ := os.ReadFile(damaged); !bytes.Equal(after, text) {
			t.Errorf("%s was changed", name)
		}
	}
	if got := sweep("1..2", "--resume", scenario); got.code != exitUsage || !strings.Contains(got.err, "brawl.yaml is the scenario") {
		t.Errorf("%+v", got)
	}
}

// TestSweepInterrupted stops a sweep once some of its points are saved, and lets
// another go on from there.
func TestSweepInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	points := filepath.Join(t.TempDir(), "points")
	args := []string{"sweep", "duel", "--vary", "max_rounds=1..300", "-n", "40000", "-j", "1", "--resume", points, "-f", "csv"}
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(points); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	got := tryIn(ctx, "", args...)
	if got.code != exitInterrupted {
		t.Fatalf("exit %d: %s", got.code, got.err)
	}
	rows, err := csv.NewReader(strings.NewReader(got.out)).ReadAll()
	// A point that was under way has fewer battles, and is not kept.
	for last := len(rows) - 1; last > 0 && rows[last][3] != "40000"; last-- {
		rows = rows[:last]
	}
	if err != nil || len(rows) < 5 || len(rows) >= 1201 || len(rows)%4 != 1 || rows[1][4] != "true" {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	again := try(t, append(args[:3:3], append([]string{"max_rounds=1.." + strconv.Itoa(len(rows)/4+1)}, args[4:]...)...)...)
	finished, err := csv.NewReader(strings.NewReader(again.out)).ReadAll()
	if err != nil || again.code != exitDone || len(finished) != len(rows)+4 {
		t.Fatalf("%d rows instead of %d, %v: %s", len(finished), len(rows)+4, err, again.err)
	}
	for i, row := range rows[1:] {
		row[4] = "false"
		if fmt.Sprint(row) != fmt.Sprint(finished[i+1]) {
			t.Errorf("%v\nwas\n%v", finished[i+1], row)
		}
	}
}

func TestTacticsOrders(t *testing.T) {
	careful := file(t, "careful.yaml", "- when: {losses: \">=1/2\"}\n  tactic: all-out defensive\n- tactic: defensive\n")
	got := try(t, "tactics", "troglodytes", "--tactics", "troglodytes="+careful+",written,[{tactic: [neutral, defensive]}]", "--tactics", "ogres=Hold Ground", "-n", "500", "-f", "json", "--payoff", "survivors")
	var game struct {
		Payoff string
		Value  struct{ Mean, Low, High float64 }
		Sides  []struct {
			Side    string
			Groups  []string
			Tactics []struct {
				Tactic string
				Share  float64
			}
		}
		Pairs []struct {
			First, Second string
			Trials        int
			Outcomes      map[string]int
		}
	}
	if err := json.Unmarshal([]byte(got.out), &game); err != nil || got.code != exitDone {
		t.Fatalf("%v: %+v", err, got)
	}
	names := ""
	for _, side := range game.Sides {
		sum := 0.0
		for _, c := range side.Tactics {
			names += c.Tactic + "|"
			sum += c.Share
		}
		if sum < 1-1e-9 || sum > 1+1e-9 || len(side.Groups) != 1 {
			t.Errorf("shares sum to %v: %+v", sum, side)
		}
	}
	if names != "careful|written|[{tactic: [neutral, defensive]}]|hold-ground|" || game.Payoff != "survivors" || len(game.Pairs) != 3 {
		t.Errorf("%s %+v", names, game)
	}
	if !(game.Value.Low <= game.Value.Mean && game.Value.Mean <= game.Value.High) {
		t.Errorf("value %+v", game.Value)
	}

	// Written against written is the run of the file.
	got = try(t, "tactics", "troglodytes", "--tactics", "written", "-n", "700", "-f", "json")
	if err := json.Unmarshal([]byte(got.out), &game); err != nil || got.code != exitDone {
		t.Fatalf("%v: %+v", err, got)
	}
	run := try(t, "run", "troglodytes", "-n", "700", "-f", "json")
	var want struct {
		Outcomes []struct {
			Outcome string
			Count   int
		}
	}
	if err := json.Unmarshal([]byte(run.out), &want); err != nil {
		t.Fatal(err)
	}
	for _, o := range want.Outcomes {
		if n := game.Pairs[0].Outcomes[o.Outcome]; n != o.Count {
			t.Errorf("%s: %d, want %d", o.Outcome, n, o.Count)
		}
	}
}

// TestTacticsGroup orders one group of a side, and leaves the other side no choice.
func TestTacticsGroup(t *testing.T) {
	got := try(t, "tactics", "heroes", "--group", "Goblins/hobgoblins", "--tactics", "neutral,defensive", "-n", "50", "-f", "json")
	if got.code != exitDone || !strings.Contains(got.out, `"tactic": "written"`) || strings.Count(got.out, `"first": "written"`) != 2 {
		t.Errorf("%+v", got)
	}
	got = try(t, "tactics", file(t, "twins.yaml", strings.ReplaceAll(strings.ReplaceAll(brawl, "Reds", "Men"), "Blues", "Men")), "--group", "men")
	if got.code != exitUsage || !strings.Contains(got.err, "both sides have one; say which, like Red/men") {
		t.Errorf("%+v", got)
	}
}

// TestPointsAreKept saves points and reads them again, one with outcomes that never
// came up.
func TestPointsAreKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "points")
	head := pointsHeadFor("x", []string{"k"}, stats.Options{Seed: 1, Trials: 10})
	f, err := openPoints(name, head)
	if err != nil {
		t.Fatal(err)
	}
	for _, trials := range []int64{1, 3000} {
		j, err := compile(streams{}, "troglodytes", nil)
		if err != nil {
			t.Fatal(err)
		}
		var point *stats.SweepPoint
		o := stats.Options{Trials: trials, Seed: 2}
		err = stats.Sweep(t.Context(), []int{0}, func(int) (*heroic.Battle, error) { return j.battle, nil }, o, func(_ int, p *stats.SweepPoint) error {
			point = p
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		values := []string{fmt.Sprint(trials)}
		if err := f.add(values, "b", point); err != nil {
			t.Fatal(err)
		}
		if err := f.save(); err != nil {
			t.Fatal(err)
		}
		again, err := openPoints(name, head)
		if err != nil {
			t.Fatal(err)
		}
		got, err := again.point(values, "b")
		if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", point) {
			t.Errorf("%v\n%+v\n%+v", err, got, point)
		}
		if _, err := again.point(values, "other"); err == nil || !strings.Contains(err.Error(), "of another battle") {
			t.Errorf("%v", err)
		}
		if p, err := again.point([]string{"7"}, "b"); p != nil || err != nil {
			t.Errorf("%v, %v", p, err)
		}
	}
}
