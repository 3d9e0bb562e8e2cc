package main

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/stats"
)

// whatDiffers is what differs between two runs of the same battles.
var whatDiffers = regexp.MustCompile(`( in under 0.01 s| in [0-9.]+ s|"elapsed_seconds": [0-9.]+)`)

// report reads a file of a folder that -o wrote, but for the time.
func report(t *testing.T, parts ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return whatDiffers.ReplaceAllString(string(text), "")
}

// TestReportRepeats runs the command that a page gives, with other workers, and wants
// the same files.
func TestReportRepeats(t *testing.T) {
	t.Chdir(t.TempDir())
	for i, args := range [][]string{
		{"run", "troglodytes", "-n", "3000", "--set", "sides.ogres.groups.ogres.count=9"},
		{"run", "duel", "--precision", "0.02", "--seed", "7"},
		{"run", "duel", "--method", "exact"},
		{"exact", "duel"},
	} {
		if got := try(t, append(args, "-o", "first", "-j", "1")...); got.code != exitDone {
			t.Fatalf("%+v", got)
		}
		page := report(t, "first", "report.html")
		found := regexp.MustCompile(`<pre>(simulate [^<]*)</pre>`).FindStringSubmatch(page)
		if found == nil {
			t.Fatalf("%q: the page gives no command", args)
		}
		command := html.UnescapeString(found[1])
		if i > 0 { // one with all files will do
			again := try(t, append(strings.Fields(strings.ReplaceAll(command, "-o first", "-f json"))[1:], "-j", "3")...)
			if whatDiffers.ReplaceAllString(again.out, "") != report(t, "first", "result.json") {
				t.Errorf("%s: %+v", command, again)
			}
			continue
		}
		if got := try(t, append(strings.Fields(strings.ReplaceAll(command, "-o first", "-o second"))[1:], "-j", "3")...); got.code != exitDone {
			t.Fatalf("%s: %+v", command, got)
		}
		for _, name := range []string{"report.html", "result.json", "survival.svg", "rounds.png"} {
			again := strings.ReplaceAll(report(t, "second", name), "-o second", "-o first")
			if want := report(t, "first", name); again != want {
				t.Errorf("%s: another %s", command, name)
			}
		}
	}
}

// TestReportTypical tells the battle that show tells.
func TestReportTypical(t *testing.T) {
	t.Chdir(t.TempDir())
	if got := try(t, "run", "heroes", "-n", "2000", "-o", "r"); got.code != exitDone || !strings.HasSuffix(got.out, "Written to r: report.html, result.json, outcomes.csv, groups.csv, rounds.csv, summary.txt, 6 plots as PNG and SVG\n") {
		t.Fatalf("%+v", got)
	}
	page := strings.ReplaceAll(html.UnescapeString(report(t, "r", "report.html")), "\u00a0", " ")
	told := strings.SplitN(try(t, "show", "heroes", "-n", "2000").out, "\n", 2)
	if !strings.Contains(page, told[0]) {
		t.Errorf("the page does not tell of %q", told[0])
	}
}

// TestReportSeveral leads from an index to the page of every scenario.
func TestReportSeveral(t *testing.T) {
	t.Chdir(t.TempDir())
	if got := try(t, "run", "duel", "troglodytes", "-n", "100", "-o", "r"); got.code != exitDone || !strings.HasSuffix(got.out, ", and a folder for each scenario\n") {
		t.Fatalf("%+v", got)
	}
	links := regexp.MustCompile(`href="([^"]*\.html)"`).FindAllStringSubmatch(report(t, "r", "report.html"), -1)
	if len(links) != 2 {
		t.Fatalf("%q", links)
	}
	for i, title := range []string{"Duel", "Troglodytes against ogres"} {
		page := report(t, "r", filepath.FromSlash(links[i][1]))
		if !strings.Contains(page, "<h1>"+title+"</h1>") {
			t.Errorf("%s is not about %s", links[i][1], title)
		}
	}
	// A scenario that would be written over is one of the pages' neighbours.
	file := filepath.Join("r", "duel", "report.html")
	if err := os.WriteFile(file, []byte("sides: []"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := try(t, "run", file, "duel", "-o", "r"); got.code != exitUsage {
		t.Errorf("%+v", got)
	}
}

// TestStanding is the present estimate.
func TestStanding(t *testing.T) {
	b := &heroic.Battle{}
	b.Sides[0].Name, b.Sides[1].Name = "The party\n", "Goblins of the far hills beyond the river"
	for _, c := range []struct {
		done, first, second int64
		want                string
	}{
		{0, 0, 0, ""}, {10, 0, 0, ""}, {1000, 771, 200, "; The party 77.1 %"}, {1000, 200, 771, "; Goblins of the far… 77.1 %"},
	} {
		if got := standing(b, c.done, c.first, c.second); got != c.want {
			t.Errorf("%v: %q, want %q", fmt.Sprint(c), got, c.want)
		}
	}
}

// TestEstimates are those of analyses under way.
func TestEstimates(t *testing.T) {
	if got := differenceText("The party", stats.Difference{By: -0.052, Low: -0.06, High: -0.044}); got != "The party -5.2 ±0.8 points" {
		t.Errorf("%q", got)
	}
	var all []string
	stand := func(text string) { all = append(all, text) }
	tried := nearestSoFar(scenarios.Vary{Values: []string{"4", "5", "6"}}, 0.5, stand)
	for _, p := range []stats.SolvePoint{{Value: 0, Win: stats.Proportion{P: 0.9}}, {Value: 2, Win: stats.Proportion{P: 0.3}}, {Value: 1, Win: stats.Proportion{P: 0.1}}, {Value: 2, Win: stats.Proportion{P: 0.25}}} {
		tried(p)
	}
	effect := func(by float64) *stats.Effect {
		return &stats.Effect{Wins: [2]stats.PairedProportion{1: {Difference: stats.Difference{By: by}}}}
	}
	largest := largestSoFar([]reports.Number{{Name: "rules.a", From: "1"}, {Name: "rules.b", From: "1"}}, 1, stand)
	largest(0, effect(0.02))
	largest(1, effect(-0.2))
	largest(0, effect(0.1))
	if got, want := strings.Join(all, "; "), "nearest 4: 90.0 %; nearest 6: 30.0 %; nearest 6: 25.0 %; +2.0 by a; -20.0 by b"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p, update, stand := startTrials(io.Discard)
	defer p.stop()
	update(50, 100)
	stand("The goblins\n of the far hills beyond the river 77.1 %")
	if got := p.line(10 * time.Second); got != "50 % of 100 battles, 5 a second, 10s left; The goblins of the far hills beyond the…" {
		t.Errorf("%q", got)
	}
}

// TestProgressEverywhere: on a terminal all that takes a while says how it stands.
func TestProgressEverywhere(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"run duel -n 100000000": "; Swordsman ", "compare duel --against rules.morale=off -n 100000000": " points",
		"solve duel --vary max_rounds=1..300 -n 1000000": "; nearest ", "sensitivity duel -n 1000000": " by ",
		"tactics duel --all -n 1000000": "; Swordsman ", "sweep duel --vary max_rounds=50..400 -n 20000": "; ",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			said := &untilSaid{want: want, enough: cancel}
			late := time.AfterFunc(30*time.Second, cancel)
			defer late.Stop()
			code := simulate(ctx, streams{out: io.Discard, err: said, terminal: true}, append(strings.Fields(line), "-j", "1"))
			if text := said.String(); !strings.Contains(text, want) || !strings.Contains(text, " left") || code != exitInterrupted {
				t.Errorf("exit %d: %q", code, text)
			}
		})
	}
}

// An untilSaid calls enough once want was written to it.
type untilSaid struct {
	mu     sync.Mutex
	text   strings.Builder
	want   string
	enough func()
}

func (w *untilSaid) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text.Write(p)
	if strings.Contains(w.text.String(), w.want) {
		w.enough()
	}
	return len(p), nil
}

func (w *untilSaid) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// TestAnalysisFiles writes the files of each analysis. The command that its page
// gives finds the same, with other workers.
func TestAnalysisFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ line, plot string }{
		{"compare duel --against rules.initiative_bonus=0 -n 300", "difference"},
		{"solve duel --vary units.bandit.dodge=6..14 -n 300 --set rules.speed_factor=5", "curve"},
		{"sensitivity duel --rules --side bandit -n 20", "tornado"},
		{"tactics duel --tactics neutral,defensive -n 300", "payoffs"},
		{"sweep duel --vary units.bandit.dodge=8,9 -n 100", "curve"},
		{"sweep duel --vary units.bandit.dodge=8,9 --vary rules.morale=on,off -n 100", "heatmap"},
	} {
		name, _, _ := strings.Cut(c.line, " ")
		got := try(t, append(strings.Fields(c.line), "-o", "files", "-j", "1")...)
		if got.code != exitDone || !strings.HasSuffix(got.out, fmt.Sprintf("\n\nWritten to files: report.html, %s.json, %s.csv, summary.txt, 1 plot as PNG and SVG\n", name, name)) {
			t.Fatalf("%+v", got)
		}
		found := regexp.MustCompile(`<pre>(simulate [^<]*)</pre>`).FindStringSubmatch(report(t, "files", "report.html"))
		if found == nil {
			t.Fatalf("%s: the page gives no command", c.line)
		}
		command := html.UnescapeString(found[1])
		for format, file := range map[string]string{"json": name + ".json", "csv": name + ".csv"} {
			again := try(t, append(strings.Fields(strings.TrimSuffix(command, " -o files"))[1:], "-j", "3", "-f", format)...)
			if text := whatDiffers.ReplaceAllString(again.out, ""); text != report(t, "files", file) {
				t.Errorf("%s: another %s: %+v", command, file, again)
			}
		}
		for _, file := range []string{"summary.txt", c.plot + ".svg", c.plot + ".png"} {
			if report(t, "files", file) == "" {
				t.Errorf("%s: %s is empty", c.line, file)
			}
		}
		if err := os.RemoveAll("files"); err != nil {
			t.Fatal(err)
		}
	}
}

// filed are command lines that write files, and the first file of each.
var filed = map[string]string{
	"run duel -n 2000 -f json":                                              "result.json",
	"compare duel --against rules.morale=off -n 300":                        "compare.json",
	"solve duel --vary units.bandit.dodge=6..14 -n 300 -f csv":              "solve.json",
	"sensitivity duel -n 20 -q":                                             "sensitivity.json",
	"tactics duel --tactics neutral,defensive -n 300":                       "tactics.json",
	"sweep duel --vary units.bandit.dodge=8,9 -n 100 --resume kept -f json": "sweep.json",
}

// A trap does something when it is first written to.
type trap struct {
	bytes.Buffer
	spring func()
}

func (w *trap) Write(p []byte) (int, error) {
	if w.Len() == 0 {
		w.spring()
	}
	return w.Buffer.Write(p)
}

// TestPrintedFirst: what was found is printed whatever becomes of its files.
func TestPrintedFirst(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, name := range filed {
		want := try(t, strings.Fields(line)...)
		dir := t.TempDir()
		out := &trap{spring: func() { os.Mkdir(filepath.Join(dir, name), 0o777) }} // in the way
		var said strings.Builder
		code := simulate(t.Context(), streams{out: out, err: &said}, append(strings.Fields(line), "-o", dir))
		if code != exitFailed || !strings.Contains(said.String(), "this is a folder") || out.Len() < len(want.out)/2 {
			t.Errorf("%s: exit %d, %d bytes, %s", line, code, out.Len(), said.String())
		}
	}
}

// TestInterruptedWhileSaving stops between two files, each of which is whole.
func TestInterruptedWhileSaving(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, name := range filed {
		for tries := 0; ; tries++ {
			dir := t.TempDir()
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				for ctx.Err() == nil {
					if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Size() > 0 {
						cancel()
					}
				}
			}()
			got := tryIn(ctx, "", append(strings.Fields(line), "-o", dir)...)
			cancel()
			if got.code == exitDone && tries < 5 {
				continue // too late
			}
			_, err := os.Stat(filepath.Join(dir, "report.html"))
			if got.code != exitInterrupted || got.err != "simulate: interrupted before all files were written to "+dir+"\n" || err == nil || got.out == "" {
				t.Errorf("%s: %+v, %v", line, got, err)
			}
			break
		}
	}
}
