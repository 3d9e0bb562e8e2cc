package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// fight is the smallest battle, whose exact answer is quick.
var fight = strings.ReplaceAll(brawl, "count: 3", "count: 1")

type exactResult struct {
	Method   string
	Seed     *string
	Trials   *int64
	Planned  *int64
	Partial  bool
	Residual *float64
	Outcomes []struct {
		Outcome                string
		Count                  *int64
		Probability, Low, High float64
	}
	Rounds struct {
		N, P50    *int64
		SE        *float64
		Histogram [][2]float64
	}
}

// TestExact holds an exact answer against trials, in every form.
func TestExact(t *testing.T) {
	path := file(t, "fight.yaml", fight)
	got := try(t, "exact", path, "-f", "json")
	if got.code != exitDone || got.err != "" {
		t.Fatalf("%+v", got)
	}
	exact := readJSON[exactResult](t, got.out)
	if exact.Method != "exact" || exact.Seed != nil || exact.Trials != nil || exact.Planned != nil || exact.Partial || exact.Residual == nil || *exact.Residual > 1e-12 {
		t.Errorf("%+v", exact)
	}
	if exact.Rounds.N != nil || exact.Rounds.SE != nil || exact.Rounds.P50 == nil || len(exact.Rounds.Histogram) == 0 {
		t.Errorf("%+v", exact.Rounds)
	}
	sum := *exact.Residual
	sampled := readJSON[result](t, try(t, "run", path, "-f", "json", "-n", "100000", "--confidence", "0.999999").out)
	for i, o := range exact.Outcomes {
		sum += o.Probability
		if s := sampled.Outcomes[i]; o.Count != nil || o.Low != o.Probability || o.High != o.Probability || s.Outcome != o.Outcome || o.Probability < s.Low || o.Probability > s.High {
			t.Errorf("%+v, by trials %+v", o, s)
		}
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("all outcomes and the residual come to %v", sum)
	}
	for _, workers := range []string{"1", "3"} {
		if again := try(t, "exact", path, "-f", "json", "-j", workers); elapsed.ReplaceAllString(again.out, "") != elapsed.ReplaceAllString(got.out, "") {
			t.Errorf("%s workers differ", workers)
		}
	}
	for _, args := range [][]string{{"exact", path}, {"run", path, "--method", "exact"}, {"exact", path, "-q", "--yes", "-j", "1"}} {
		got := try(t, args...)
		if got.code != exitDone || got.err != "" || !strings.Contains(got.out, " the exact answer in ") || strings.Contains(got.out, "trial") || strings.Contains(got.out, "NaN") {
			t.Errorf("%v: %+v", args, got)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(try(t, "exact", path, path, "-f", "csv").out)).ReadAll()
	if err != nil || len(rows) != 1+2*2*5 || rows[1][2] != "" || rows[1][3] != "" || rows[1][8] != "exact" {
		t.Errorf("%d rows, %q, %v", len(rows), rows[1], err)
	}
	dir := filepath.Join(t.TempDir(), "report")
	got = try(t, "exact", path, "-o", dir, "-f", "json", "--max-seconds", "100", "--max-memory", "1GB")
	written, err := os.ReadFile(filepath.Join(dir, "result.json"))
	if err != nil || string(written) != got.out {
		t.Errorf("%v, %+v", err, got)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 6+2*5 { // the plots about two groups, each twice
		t.Errorf("%v", entries)
	}
}

// TestExactHints repeats the flags that the answer took.
func TestExactHints(t *testing.T) {
	path := file(t, "fight.yaml", fight)
	for line, want := range map[string]string{
		"exact FILE":       "simulate exact FILE -o report/",
		"exact FILE --yes": "simulate exact FILE --yes -o report/",
		"exact FILE --set max_rounds=9 --max-memory 1.5GiB -j 1": "simulate exact FILE --set max_rounds=9 --max-memory 1536MiB -o report/",
		"run FILE --method EXACT --max-seconds 90":               "simulate run FILE --method exact --max-seconds 90 -o report/",
	} {
		got := try(t, strings.Fields(strings.ReplaceAll(line, "FILE", path))...)
		if out := plainText(strings.ReplaceAll(got.out, "\\\n", "")); !strings.HasSuffix(out, strings.ReplaceAll(want, "FILE", path)) || !strings.Contains(out, "--pick typical As files:") || strings.Contains(out, " -n ") {
			t.Errorf("%s: %s%s", line, got.out, got.err)
		}
	}
}

// A pretence is a solver with written predictions and answers, by scenario.
type pretence struct {
	cost   map[string]stats.ExactCost // none: intractable
	answer func(ctx context.Context, b *heroic.Battle) error
}

func (p pretence) solver() solver {
	return solver{
		cost: func(ctx context.Context, b *heroic.Battle) (stats.ExactCost, error) {
			if cost, ok := p.cost[b.Name]; ok {
				return cost, nil
			}
			return stats.ExactCost{}, &stats.Intractable{Why: "there are too many groups; at most 2 can be followed."}
		},
		answer: func(ctx context.Context, b *heroic.Battle, o stats.ExactOptions) (*stats.Study, error) {
			if p.answer != nil {
				if err := p.answer(ctx, b); err != nil {
					return nil, err
				}
			}
			study, err := stats.Run(ctx, b, stats.Options{Trials: 1000})
			study.Method = stats.Exactly
			return study, err
		},
	}
}

// tryWith runs a command line of exact or run with a solver of the test's.
func tryWith(ctx context.Context, p pretence, args ...string) said {
	fs := pflag.NewFlagSet(args[0], pflag.ContinueOnError)
	c := map[string]func(*pflag.FlagSet) *runCommand{"exact": newExactCommand, "run": newRunCommand}[args[0]](fs)
	c.solver = p.solver()
	var out, err bytes.Buffer
	if bad := fs.Parse(args[1:]); bad != nil {
		return said{exitUsage, "", bad.Error()}
	}
	code := conclude(&err, c.run(ctx, streams{out: &out, err: &err, lastWords: func() {}}, fs.Args()))
	return said{code, out.String(), err.String()}
}

// TestExactRefused: what is too much, or cannot be, is said in a line and not begun.
func TestExactRefused(t *testing.T) {
	cheap, dear, large, both := stats.ExactCost{Seconds: 0.5, Bytes: 1 << 20}, stats.ExactCost{Seconds: 300, Bytes: 100 << 20}, stats.ExactCost{Seconds: 59, Bytes: 3 << 30}, stats.ExactCost{Seconds: 1e6, Bytes: 1 << 45}
	p := pretence{cost: map[string]stats.ExactCost{"cheap": cheap, "dear": dear, "large": large, "both": both}}
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"cheap", "dear", "large", "both", "odd"} {
		if err := os.WriteFile(name, []byte(strings.Replace(fight, "A brawl", name, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const todo = "; give --yes or a higher limit, or let simulate run answer by trials\n"
	const (
		tooDear  = "dear: an exact answer is predicted to take 5 minutes, over the limit of 90 s, and 100 MiB" + todo
		tooLarge = "large: an exact answer is predicted to take 59 s and 3.0 GiB, over the limit of 2 GiB" + todo
		tooMuch  = "both: an exact answer is predicted to take 12 days and 32.0 TiB, over the limits of 90 s and 2 GiB; it would take fewer groups, fewer combatants or fewer HP; simulate run answers by trials\n"
		cannot   = "odd: no exact answer: there are too many groups; at most 2 can be followed; simulate run answers by trials\n"
	)
	for _, c := range []struct {
		line string
		code int
		runs int
		err  string
	}{
		{"exact cheap", exitDone, 1, ""},
		{"exact cheap --max-seconds 0.4", exitFailed, 0, strings.NewReplacer("dear", "cheap", "5 minutes", "0.5 s", "90 s", "0.4 s", "100", "1").Replace(tooDear)},
		{"exact dear", exitFailed, 0, tooDear},
		{"exact dear --yes", exitDone, 1, ""},
		{"exact dear --max-seconds 300", exitDone, 1, ""},
		{"run dear --method exact", exitFailed, 0, tooDear},
		{"run dear --method exact --yes", exitDone, 1, ""},
		{"exact large", exitFailed, 0, tooLarge},
		{"exact large --max-memory 2.9GiB", exitFailed, 0, strings.Replace(tooLarge, "2 GiB", "3113851289 B", 1)},
		{"exact large --max-memory 3200MB", exitFailed, 0, strings.Replace(tooLarge, "2 GiB", "3200 MB", 1)},
		{"exact large --max-memory 4gb", exitDone, 1, ""},
		{"exact both", exitFailed, 0, tooMuch},
		{"exact odd --yes", exitFailed, 0, cannot},
		{"exact cheap odd dear", exitFailed, 0, cannot + tooDear + "2 without an exact answer; nothing was run\n"},
		{"exact cheap odd dear --keep-going", exitFailed, 1, cannot + tooDear + "2 without an exact answer; 1 of 3 were run\n"},
		{"exact odd --keep-going", exitFailed, 0, cannot},
		{"exact cheap no-such odd --keep-going", exitFailed, 1, "no-such: "},
		{"exact cheap no-such", exitUsage, 0, "no-such: "},
	} {
		line, written := c.line, c.runs == 0 || c.line == "exact cheap"
		if written { // for pictures take their time
			line += " -o new"
		}
		got := tryWith(t.Context(), p, strings.Fields(line)...)
		if runs := strings.Count(got.out, "the exact answer in"); got.code != c.code || runs != c.runs || got.err != c.err && !strings.HasSuffix(c.err, ": ") || !strings.HasPrefix(got.err, c.err) {
			t.Errorf("%s: exit %d, %d runs, %s\nwant exit %d, %d runs, %s", c.line, got.code, runs, got.err, c.code, c.runs, c.err)
		}
		if _, err := os.Stat("new"); (err == nil) != (written && c.runs > 0) {
			t.Errorf("%s: folder: %v", c.line, err)
		}
		os.RemoveAll("new")
	}
	got := tryWith(t.Context(), p, "exact", "cheap", "no-such", "odd", "--keep-going")
	if !strings.HasSuffix(got.err, "\n1 mistake, 1 without an exact answer; 1 of 3 were run\n") {
		t.Error(got.err)
	}
	// What is found out only while it is solved.
	p.answer = func(_ context.Context, b *heroic.Battle) error {
		if b.Name == "dear" {
			return &stats.Intractable{Why: "it grew"}
		}
		return nil
	}
	// What takes longer than allowed, whatever was predicted.
	slow := p
	slow.answer = func(ctx context.Context, _ *heroic.Battle) error { <-ctx.Done(); return ctx.Err() }
	const late = "cheap: no exact answer: it takes more than 0.6 s, against the prediction; --yes waits as long as it takes; simulate run answers by trials\n"
	if got := tryWith(t.Context(), slow, "exact", "cheap", "--max-seconds", "0.6"); got.code != exitFailed || got.err != late || got.out != "" {
		t.Errorf("%+v", got)
	}
	const grew = "dear: no exact answer: it grew; simulate run answers by trials\n"
	if got := tryWith(t.Context(), p, "exact", "dear", "cheap", "--yes", "-f", "json"); got != (said{exitFailed, "", grew}) {
		t.Errorf("%+v", got)
	}
	got = tryWith(t.Context(), p, "exact", "dear", "cheap", "--yes", "--keep-going", "-f", "json")
	if got.code != exitFailed || len(readJSON[[]exactResult](t, got.out)) != 1 || got.err != grew+"1 without an exact answer; 1 of 2 were run\n" {
		t.Errorf("%+v", got)
	}
	p.answer = func(context.Context, *heroic.Battle) error { return errors.New("disk full") }
	if got := tryWith(t.Context(), p, "exact", "cheap"); got != (said{exitFailed, "", "simulate: disk full\n"}) {
		t.Errorf("%+v", got)
	}
}

// TestAuto: the way that is predicted to take less, and why in the text.
func TestAuto(t *testing.T) {
	path := file(t, "fight.yaml", fight)
	rows := filepath.Join(t.TempDir(), "rows.csv")
	const cheap, dear = 1e-6, 1e6
	for _, c := range []struct {
		cost   stats.ExactCost
		flags  string
		method string
		want   string
	}{
		{stats.ExactCost{Seconds: cheap}, "", "exact", "Chosen by --method auto: the exact answer, predicted to take under 0.1 s."},
		{stats.ExactCost{Seconds: cheap}, "-n 5000 --seed 4", "exact", "the exact answer, predicted to take under 0.1 s."},
		{stats.ExactCost{Seconds: cheap}, "--precision 0.1 --confidence 0.9", "exact", "the exact answer, predicted to take under 0.1 s."},
		{stats.ExactCost{Seconds: dear}, "", byTrials, "Chosen by --method auto: trials, predicted to take under 0.1 s; an exact answer would take 12 days."},
		{stats.ExactCost{Seconds: dear}, "--precision 0.1", byTrials, "an exact answer would take 12 days."},
		{stats.ExactCost{Seconds: cheap, Bytes: 3 << 30}, "", byTrials, "Chosen by --method auto: trials, for an exact answer was predicted to take under 0.1 s and 3.0 GiB, over the limit of 2 GiB."},
		{stats.ExactCost{Seconds: cheap, Bytes: 3 << 30}, "--yes", "exact", "the exact answer, predicted to take under 0.1 s."},
		{stats.ExactCost{Seconds: cheap, Bytes: 3 << 30}, "--max-memory 4GiB", "exact", "the exact answer, predicted to take under 0.1 s."},
		{stats.ExactCost{Seconds: 1}, "--max-seconds 0.5", byTrials, "over the limit of 0.5 s, and under 1 MiB."},
		{stats.ExactCost{Seconds: 100}, "-n 10000000000", "exact", "the exact answer, predicted to take 100 s; the trials would take longer."},
		{stats.ExactCost{Seconds: cheap}, "--trials-csv " + rows, byTrials, "Chosen by --method auto: trials, which --trials-csv asks for."},
		{stats.ExactCost{Seconds: -1}, "", byTrials, "Chosen by --method auto: trials, without an exact answer: there are too many groups; at most 2 can be followed."},
	} {
		p := pretence{cost: map[string]stats.ExactCost{"A brawl": c.cost}}
		if c.cost.Seconds < 0 {
			p.cost = nil
		}
		args := append([]string{"run", path, "--method", "auto"}, strings.Fields(c.flags)...)
		got := tryWith(t.Context(), p, args...)
		if text := plainText(got.out); got.code != exitDone || got.err != "" || !strings.Contains(text, c.want) || strings.Contains(text, "the exact answer in") != (c.method == "exact") {
			t.Errorf("%+v %s: want %q in\n%s%s", c.cost, c.flags, c.want, got.out, got.err)
		}
		if got := readJSON[struct{ Method string }](t, tryWith(t.Context(), p, append(args, "-f", "json")...).out); got.Method != c.method {
			t.Errorf("%+v %s: %s", c.cost, c.flags, got.Method)
		}
	}
	p := pretence{
		cost:   map[string]stats.ExactCost{"A brawl": {Seconds: cheap}},
		answer: func(context.Context, *heroic.Battle) error { return &stats.Intractable{Why: "it grew"} },
	}
	if got := tryWith(t.Context(), p, "run", path, "--method", "auto"); got.code != exitDone || !strings.Contains(plainText(got.out), "3,000 battles in") || !strings.Contains(plainText(got.out), "trials, without an exact answer: it grew.") {
		t.Errorf("%+v", got)
	}
	if a, b := try(t, "run", path, "-f", "csv"), tryWith(t.Context(), pretence{}, "run", path, "--method", "auto", "-f", "csv"); a != b {
		t.Error("trials differ by why they were chosen")
	}
}

// TestExactInterrupted: there is nothing partial to print, but what was done before
// is.
func TestExactInterrupted(t *testing.T) {
	first, second := file(t, "first.yaml", fight), file(t, "second.yaml", strings.Replace(fight, "A brawl", "Another", 1))
	p := pretence{cost: map[string]stats.ExactCost{"A brawl": {}, "Another": {}}}
	run := func(stuckAt string, args ...string) said {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		p.answer = func(ctx context.Context, b *heroic.Battle) error {
			if b.Name != stuckAt {
				return nil
			}
			cancel()
			<-ctx.Done()
			return fmt.Errorf("gave up: %w", ctx.Err())
		}
		return tryWith(ctx, p, args...)
	}
	const none = "simulate: interrupted before the exact answer was found; there is no result\n"
	for _, format := range []string{"text", "json", "csv"} {
		if got := run("A brawl", "exact", first, second, "-f", format); got != (said{exitInterrupted, "", none}) {
			t.Errorf("%+v", got)
		}
	}
	got := run("Another", "exact", first, second, "-f", "json")
	if got.code != exitInterrupted || len(readJSON[[]exactResult](t, got.out)) != 1 || got.err != "simulate: interrupted before the exact answer to "+second+" was found\n" {
		t.Errorf("%+v", got)
	}
	p.answer = func(context.Context, *heroic.Battle) error { select {} } // does not listen
	stuck, cancelStuck := context.WithTimeoutCause(t.Context(), 50*time.Millisecond, context.Canceled)
	defer cancelStuck()
	if got := tryWith(stuck, p, "exact", first); got != (said{exitInterrupted, "", none}) {
		t.Errorf("%+v", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := tryIn(ctx, "", "exact", first); got != (said{exitInterrupted, "", "simulate: interrupted\n"}) {
		t.Errorf("%+v", got)
	}
}

// TestExactProgress shows it on a terminal, and wipes it away.
func TestExactProgress(t *testing.T) {
	path := file(t, "fight.yaml", fight)
	fs := pflag.NewFlagSet("exact", pflag.ContinueOnError)
	c := newExactCommand(fs)
	c.solver = pretence{cost: map[string]stats.ExactCost{"A brawl": {}}}.solver()
	solve := c.solver.answer
	c.solver.answer = func(ctx context.Context, b *heroic.Battle, o stats.ExactOptions) (*stats.Study, error) {
		o.Progress(0.25)
		time.Sleep(1100 * time.Millisecond)
		return solve(ctx, b, o)
	}
	var err bytes.Buffer
	if code := conclude(&err, c.run(t.Context(), streams{out: io.Discard, err: &err, terminal: true}, []string{path})); code != exitDone {
		t.Fatal(err.String())
	}
	if got := err.String(); !strings.Contains(got, "\rsolving: 25 % decided, 1s") || !strings.HasSuffix(got, " \r") {
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		decided float64
		want    string
	}{
		{0, "solving, 1m15s"},
		{0.004, "solving: 0 % decided, 1m15s"},
		{0.424, "solving: 42 % decided, 1m15s"},
		{1 - 3e-7, "solving: all but 3e-07 decided, 1m15s"},
		{1, "solving, 1m15s"},
	} {
		if got := solvingLine(c.decided, 75*time.Second); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestPredictionTexts(t *testing.T) {
	for s, want := range map[float64]string{
		0: "under 0.1 s", 0.1: "0.1 s", 9.94: "9.9 s", 9.96: "10 s", 119: "119 s", 180: "3 minutes", 7200: "2 hours", 2e5: "2 days", 1e9: "32 years", math.Inf(1): "over a million years",
	} {
		if got := secondsText(s); got != want {
			t.Errorf("%v: %s, want %s", s, got, want)
		}
	}
	for bytes, want := range map[int64]string{0: "under 1 MiB", 1 << 20: "1 MiB", 700 << 20: "700 MiB", 3 << 29: "1.5 GiB", 1 << 42: "4.0 TiB", 1 << 52: "over 1,000 TiB"} {
		if got := sizeText(bytes); got != want {
			t.Errorf("%d: %s, want %s", bytes, got, want)
		}
	}
	for text, want := range map[string]int64{"1B": 1, "2kB": 2000, "2KiB": 2048, "500MB": 5e8, "500 mb": 5e8, "1.5GiB": 3 << 29, "2TiB": 2 << 40} {
		var got int64
		if err := (sizeFlag{&got}).Set(text); err != nil || got != want {
			t.Errorf("%s: %d, want %d (%v)", text, got, want, err)
		}
	}
	for _, text := range []string{"", "5", "GB", "-1GB", "0B", "1XB", "1e30TB", "nanMB", "1GB5"} {
		if err := (sizeFlag{new(int64)}).Set(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
