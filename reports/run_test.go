package reports

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"heroicsim/heroic"
	"heroicsim/stats"
	"heroicsim/units"
)

var updateRuns = flag.Bool("update-runs", false, "rewrite testdata/run")

// A cycle is a Fighter that goes through written results over and over.
type cycle []heroic.Result

func (c cycle) Run(_, trial uint64) *heroic.Result { return &c[(trial-1)%uint64(len(c))] }

// evening is two characters with hirelings against goblins, whose spears no
// terminal has room for.
func evening() *heroic.Battle {
	unit := &units.Unit{Name: "anyone", HP: 10}
	group := func(side int, name string, start int, character bool) heroic.GroupInfo {
		return heroic.GroupInfo{Group: heroic.Group{Name: name, Unit: unit, Count: start, Character: character}, Side: side, Start: start, Pool: 10 * start}
	}
	b := &heroic.Battle{Name: "The party against the goblins of Raven Ford", MaxRounds: 100, Rules: heroic.DefaultRules()}
	b.Sides = [2]heroic.SideInfo{{Name: "The party", First: 0, Last: 3}, {Name: "Goblins", First: 3, Last: 5}}
	b.Groups = []heroic.GroupInfo{
		group(0, "Aelfric, knight", 1, true), group(0, "Ysolde, 魔法使い", 1, true), group(0, "hirelings", 4, false),
		group(1, "spears", 12, false), group(1, "archers from beyond the river and the hills", 1006, false),
	}
	return b
}

// eveningResults has 100 battles: 77 won, 20 lost, 1 draw, 2 undecided.
func eveningResults() cycle {
	var c cycle
	add := func(times int, o heroic.Outcome, rounds int, groups ...heroic.GroupResult) {
		for range times {
			c = append(c, heroic.Result{Outcome: o, Rounds: rounds, Groups: groups})
		}
	}
	up, hurt := heroic.GroupResult{Survivors: 1, HP: 10}, heroic.GroupResult{Survivors: 1, HP: 4}
	down := heroic.GroupResult{Wound: heroic.Wound{Roll: 7, Location: units.RightLeg, Crippled: true}}
	of := func(n int) heroic.GroupResult { return heroic.GroupResult{Survivors: n, HP: 10 * n} }
	broke := func(n int) heroic.GroupResult {
		return heroic.GroupResult{Survivors: n, HP: 10 * n, Broke: true, Dead: 3}
	}
	add(50, heroic.FirstWins, 3, up, up, of(4), broke(5), broke(900))
	add(27, heroic.FirstWins, 4, up, hurt, of(3), of(0), broke(400))
	add(20, heroic.SecondWins, 6, down, down, broke(1), of(9), of(1006))
	add(1, heroic.Draw, 7, down, down, of(0), of(0), of(0))
	add(2, heroic.Undecided, 100, hurt, down, of(1), of(1), of(2))
	return c
}

func eveningRun(t *testing.T, trials int64) *Run {
	t.Helper()
	results := eveningResults()
	s, err := stats.Run(t.Context(), evening(), stats.Options{
		Trials: trials, Seed: 1, Fighter: func(*heroic.Battle) stats.Fighter { return results },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Elapsed = 40 * time.Millisecond
	return &Run{Study: s, File: "tonight.yaml", Hash: "0f3a", Version: "v0.1.0"}
}

// golden compares with a file of testdata/run. The rules' ID is left out: it is
// the engine's business.
func golden(t *testing.T, name string, render func(io.Writer) error) {
	t.Helper()
	var out bytes.Buffer
	if err := render(&out); err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(out.String(), heroic.DefaultRules().ID(), "RULES")
	path := filepath.Join("testdata", "run", name)
	if *updateRuns {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, lines := strings.Split(text, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(lines)) {
		if i >= len(got) || i >= len(lines) || got[i] != lines[i] {
			t.Errorf("%s differs from line %d on; -update-runs rewrites it. Got:\n%s", name, i+1, strings.Join(got[min(i, len(got)):min(i+20, len(got))], "\n"))
			return
		}
	}
}

func TestGoldenRuns(t *testing.T) {
	run := eveningRun(t, 100_000)
	hints := []Hint{{"See one", "simulate show tonight.yaml --pick typical"}, {"As files", "simulate run tonight.yaml -o report/"}}
	for _, width := range []int{40, 60, 80, 100} {
		golden(t, fmt.Sprintf("text-%d.txt", width), func(w io.Writer) error {
			return Text{Width: width, Hints: hints}.Render(w, run)
		})
	}
	few := eveningRun(t, 100)
	golden(t, "few.txt", func(w io.Writer) error { return Text{Brief: true}.Render(w, few) })
	golden(t, "result.json", func(w io.Writer) error { return JSON(w, []*Run{few}, false) })
	runs := []*Run{few}
	golden(t, "groups.csv", func(w io.Writer) error { return GroupsCSV(w, runs) })
	golden(t, "outcomes.csv", func(w io.Writer) error { return OutcomesCSV(w, runs) })
	golden(t, "rounds.csv", func(w io.Writer) error { return RoundsCSV(w, runs) })
}

func TestTextFits(t *testing.T) {
	run := eveningRun(t, 10_000)
	for width := minWidth; width <= maxWidth; width++ {
		var b strings.Builder
		if err := (Text{Width: width}).Render(&b, run); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(b.String(), "\n") {
			if columns(line) > width {
				t.Errorf("width %d: %q takes %d", width, line, columns(line))
			}
		}
	}
}

// TestNames renders names that do not behave.
func TestNames(t *testing.T) {
	run := eveningRun(t, 100)
	run.Battle.Name = "\x1b[31mred\x1b[0m\nand\ttwo lines"
	run.Outcomes[0].Name = strings.Repeat("Very long ", 20)
	run.Groups[0].Name = "a\rb"
	var b strings.Builder
	if err := (Text{}).Render(&b, run); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\r\t") {
		t.Errorf("control characters get through:\n%q", b.String())
	}
	if !strings.Contains(b.String(), "…") {
		t.Errorf("a long name is not cut:\n%s", b.String())
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		p, doubt float64
		want     string
	}{
		{0.771, 0.003, "77.1 %"},
		{0.771, 0.03, "77 %"},
		{0.771, 0.00003, "77.100 %"},
		{0.5, 0.4, "50 %"},
		{0, 0.003, "0.0 %"},
		{1, 0.003, "100.0 %"},
		{0.0001, 0.003, "< 0.1 %"},
		{0.9999, 0.003, "> 99.9 %"},
		{0.001, 0.03, "< 1 %"},
		{0.999, 0.03, "> 99 %"},
		{0.0004, 0, "< 0.1 %"},
		{math.NaN(), math.NaN(), "–"},
	} {
		p := stats.Proportion{P: c.p, Of: 1e4}
		if c.p > 0 {
			p.Count = int64(1e4 * c.p)
		}
		if got := percent(p, decimalsFor(c.doubt, 999)); got != c.want {
			t.Errorf("%v ± %v: %q, want %q", c.p, c.doubt, got, c.want)
		}
	}
}

func TestInterval(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0.768, 0.774, "(76.8 – 77.4)"}, {0, 0, "(0.0 – 0.0)"}, {0, 0.0003, "(0.0 – 0.1)"}, {0.9999, 1, "(99.9 – 100.0)"}, {0, 1, "(0.0 – 100.0)"},
	} {
		if got := interval(stats.Proportion{Low: c.low, High: c.high}, 1); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}

func TestBar(t *testing.T) {
	for _, c := range []struct {
		p    float64
		want string
	}{
		{0, "░░░░"}, {1, "████"}, {0.5, "██░░"}, {1e-9, "▏░░░"}, {0.99, "████"}, {0.97, "███▉"}, {0.3, "█▎░░"},
	} {
		if got := barOf(c.p, 4); got != c.want {
			t.Errorf("%v: %q, want %q", c.p, got, c.want)
		}
	}
}

func TestColumns(t *testing.T) {
	for s, want := range map[string]int{"": 0, "abc": 3, "é": 1, "e\u0301": 1, "魔法": 4, "한": 2, "🐉": 2, "a\u200bb": 2} {
		if got := columns(s); got != want {
			t.Errorf("%q: %d columns, want %d", s, got, want)
		}
	}
	for _, c := range []struct {
		s    string
		n    int
		want string
	}{{"hirelings", 9, "hirelings"}, {"hirelings", 5, "hire…"}, {"魔法使い", 6, "魔法…"}, {"a b c", 3, "a…"}} {
		if got := cut(c.s, c.n); got != c.want || columns(got) > c.n {
			t.Errorf("%q in %d: %q, want %q", c.s, c.n, got, c.want)
		}
	}
}

// TestJSONReads holds our own writer against encoding/json, and what design.md
// promises.
func TestJSONReads(t *testing.T) {
	run := eveningRun(t, 1)
	run.Warnings = []string{`a "quoted" <warning>`}
	var b bytes.Buffer
	if err := JSON(&b, []*Run{run}, false); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Format    int
		Seed      string
		Trials    int64
		Partial   *bool
		Elapsed   float64 `json:"elapsed_seconds"`
		Ruleset   string
		Precision *bool `json:"precision_reached"`
		Warnings  []string
		Outcomes  []struct {
			Outcome                string
			Count                  int64
			Probability, Low, High float64
		}
		Rounds struct {
			N         int64
			Mean      float64
			SD, SE    *float64
			P50       int64
			Histogram [][2]int64
		}
		Groups []struct {
			Side, Group string
			ByOutcome   map[string]struct {
				Survivors struct {
					N         int64
					Mean, P50 *float64
					Histogram [][2]int64
				}
				Broke struct {
					Count       int64
					Probability *float64
				}
			} `json:"by_outcome"`
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	if got.Format != 1 || got.Seed != "1" || got.Trials != 1 || got.Partial == nil || *got.Partial || got.Elapsed != 0.04 || got.Precision != nil {
		t.Errorf("%+v", got)
	}
	if got.Ruleset != run.Battle.Rules.ID() || got.Warnings[0] != run.Warnings[0] {
		t.Errorf("%q, %q", got.Ruleset, got.Warnings)
	}
	if got.Rounds.N != 1 || got.Rounds.Mean != 3 || got.Rounds.SD != nil || got.Rounds.SE != nil || got.Rounds.P50 != 3 || len(got.Rounds.Histogram) != 1 {
		t.Errorf("%+v", got.Rounds)
	}
	lost := got.Groups[0].ByOutcome["Goblins"]
	if lost.Survivors.N != 0 || lost.Survivors.Mean != nil || lost.Survivors.P50 != nil || lost.Broke.Probability != nil {
		t.Errorf("no case: %+v", lost)
	}
	elapsed := 0
	for line := range strings.SplitSeq(b.String(), "\n") {
		if strings.Contains(line, "elapsed_seconds") {
			elapsed++
			if strings.Count(line, `":`) != 1 {
				t.Errorf("elapsed_seconds does not stand alone: %q", line)
			}
		}
	}
	if elapsed != 1 {
		t.Errorf("elapsed_seconds is there %d times", elapsed)
	}
}

func TestJSONArray(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, []*Run{eveningRun(t, 10), eveningRun(t, 20)}, false); err != nil {
		t.Fatal(err)
	}
	var got []struct{ Trials int }
	if err := json.Unmarshal(b.Bytes(), &got); err != nil || len(got) != 2 || got[1].Trials != 20 {
		t.Errorf("%v, %+v", err, got)
	}
	b.Reset()
	if err := JSON(&b, []*Run{eveningRun(t, 10)}, true); err != nil || !strings.HasPrefix(b.String(), "[") {
		t.Errorf("%v, %.20s", err, b.String())
	}
}

// TestCSVReads checks that every row has every column, whatever names hold.
func TestCSVReads(t *testing.T) {
	run := eveningRun(t, 3)
	run.File = "a \"b\", c\nd.yaml"
	const group, side = "Söhne, \"die\"\nvom Fluß; ", "\"\",\r\n ö"
	run.Groups[0].Name, run.Groups[0].Side = group, side
	run.Outcomes[heroic.FirstWins].Name = side
	for name, write := range map[string]func(io.Writer, []*Run) error{"groups": GroupsCSV, "outcomes": OutcomesCSV, "rounds": RoundsCSV} {
		var b bytes.Buffer
		if err := write(&b, []*Run{run, run}); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if rows[1][0] != run.File {
			t.Errorf("%s: file %q", name, rows[1][0])
		}
		// Readers make LF of CR LF within quotes.
		for column, want := range map[string]string{"group": group, "side": strings.ReplaceAll(side, "\r\n", "\n"), "outcome": strings.ReplaceAll(side, "\r\n", "\n")} {
			i := slices.Index(rows[0], column)
			if i >= 0 && !slices.ContainsFunc(rows[1:], func(row []string) bool { return row[i] == want }) {
				t.Errorf("%s: no %s is %q", name, column, want)
			}
		}
		seen := map[string]bool{}
		for _, header := range rows[0] {
			if seen[header] {
				t.Errorf("%s: column %s is there twice", name, header)
			}
			seen[header] = true
		}
	}
}

func TestTrialRows(t *testing.T) {
	b := evening()
	b.Sides[0].Name = `The "party", so called`
	var out bytes.Buffer
	if err := TrialsHeader(&out, b); err != nil {
		t.Fatal(err)
	}
	results, row := eveningResults(), TrialRow(b)
	for trial := uint64(1); trial <= 100; trial++ {
		out.Write(row(nil, trial, results.Run(1, trial)))
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 101 || rows[1][0] != "1" || rows[1][1] != b.Sides[0].Name || rows[1][2] != "3" {
		t.Errorf("%d rows, the first %q", len(rows), rows[1])
	}
	if i := 3 + 3*len(trialColumns); rows[0][i] != "Goblins/spears survivors" || rows[1][i] != "5" {
		t.Errorf("%s: %s", rows[0][i], rows[1][i])
	}
}

func TestHeadline(t *testing.T) {
	b := evening()
	pick := &stats.Pick{Alike: stats.NewProportion(31_000, 100_000, 0.95), Study: &stats.Study{Trials: 100_000}}
	for _, c := range []struct {
		r    heroic.Result
		pick *stats.Pick
		want string
	}{
		{heroic.Result{Rounds: 3}, pick, "Trial 41,213 of 100,000: victory for the party in round 3, as in 31.0 % of battles."},
		{heroic.Result{Outcome: heroic.SecondWins, Rounds: 1}, nil, "Trial 41,213: victory for Goblins in round 1."},
		{heroic.Result{Outcome: heroic.Draw, Rounds: 2}, nil, "Trial 41,213: a draw in round 2."},
		{heroic.Result{Outcome: heroic.Undecided, Rounds: 100}, nil, "Trial 41,213: undecided after 100 rounds."},
	} {
		if got := Headline(b, 41213, &c.r, c.pick); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestWarnings(t *testing.T) {
	run := eveningRun(t, 100)
	run.Partial, run.Planned, run.Precision = true, 5000, 0.01
	got := strings.Join(run.warnings(), "\n")
	want := "stopped early: this is from the first 100 of 5,000 battles\n2 in 100 battles hit the limit of 100 rounds"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	run.Partial = false
	if all := run.warnings(); all[len(all)-1] != "100 battles were not enough for a precision of 0.01" {
		t.Errorf("%q", all)
	}
}

// failing fails after n bytes.
type failing struct{ n int }

var errFull = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	run := eveningRun(t, 100)
	for _, n := range []int{0, 50} {
		for i, render := range []func(io.Writer) error{
			func(w io.Writer) error { return Text{}.Render(w, run) },
			func(w io.Writer) error { return JSON(w, []*Run{run}, false) },
			func(w io.Writer) error { return JSON(w, []*Run{run}, true) },
			func(w io.Writer) error { return GroupsCSV(w, []*Run{run}) },
			func(w io.Writer) error { return OutcomesCSV(w, []*Run{run}) },
			func(w io.Writer) error { return RoundsCSV(w, []*Run{run}) },
			func(w io.Writer) error { return TrialsHeader(w, run.Battle) },
		} {
			if err := render(&failing{n}); !errors.Is(err, errFull) {
				t.Errorf("%d after %d bytes: %v", i, n, err)
			}
		}
	}
}

// TestVerdict has wins of each side and draws of a number of battles.
func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		wins, losses, draws, undecided int64
		want                           string
	}{
		{99_600, 300, 100, 0, "The party will all but certainly win: over 99 in 100 battles."},
		{100_000, 0, 0, 0, "The party will all but certainly win: all 100,000 battles."},
		{10, 0, 0, 0, "The party will probably win: all 10 battles."},
		{2_000, 96_000, 2_000, 0, "Goblins will very probably win: 96 in 100 battles."},
		{77_100, 21_400, 1_500, 0, "The party will probably win: 77 in 100 battles."},
		{38_000, 60_000, 2_000, 0, "Goblins will win more often than not: 60 in 100 battles."},
		{46_000, 52_000, 2_000, 0, "Even: 52 in 100 battles for Goblins, 46 for the party."},
		{500_500, 499_500, 0, 0, "Even: 50 in 100 battles for the party, 50 for Goblins."},
		{480, 520, 0, 0, "Even: 52 in 100 battles for Goblins, 48 for the party."},
		{5, 4, 1, 0, "Too few battles to tell: 5 of 10 for the party, 4 for Goblins."},
		{1, 0, 0, 0, "Too few battles to tell: 1 of 1 for the party, 0 for Goblins."},
		{20_000, 20_000, 60_000, 0, "A draw is likeliest: 60 in 100 battles."},
		{10_000, 10_000, 0, 80_000, "Likeliest is no decision within 100 rounds: 80 in 100 battles."},
		{0, 0, 0, 100, "Likeliest is no decision within 100 rounds: all 100 battles."},
	} {
		n := c.wins + c.losses + c.draws + c.undecided
		run := &Run{Study: &stats.Study{Battle: evening(), Trials: n}}
		for i, count := range []int64{c.wins, c.losses, c.draws, c.undecided} {
			run.Outcomes[i] = stats.Outcome{Proportion: stats.NewProportion(count, n, 0.95), Name: stats.OutcomeName(run.Battle, heroic.Outcome(i))}
		}
		if got := whoWins(run); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestWhoFalls(t *testing.T) {
	for _, c := range []struct {
		falls []int64 // of 1,000 battles, by character
		want  string
	}{
		{[]int64{100, 300}, "Of the party, B falls most often: 30 in 100."},
		{[]int64{290, 300, 10}, "Of the party, B (30 in 100) and A (29 in 100) fall most often."},
		{[]int64{290, 300}, "Of the party, B (30 in 100) and A (29 in 100) fall most often."},
		{[]int64{290, 300, 295}, ""}, // all of them
		{[]int64{290, 300, 295, 293, 0}, ""},
		{[]int64{0, 1000}, "Of the party, B falls most often: all 1,000."},
		{[]int64{0, 0}, ""},
		{[]int64{300}, ""},
	} {
		run := &Run{Study: &stats.Study{Battle: &heroic.Battle{}}}
		run.Sides[0].Name = "The party"
		for i, n := range c.falls {
			run.Battle.Groups = append(run.Battle.Groups, heroic.GroupInfo{})
			run.Groups = append(run.Groups, stats.Group{Name: string(rune('A' + i)), Character: true, Fate: stats.Fate{Falls: stats.NewProportion(n, 1000, 0.95)}})
		}
		if got := whoFalls(run, 0); got != c.want {
			t.Errorf("%v: got %q, want %q", c.falls, got, c.want)
		}
	}
}

func TestNobodyFalls(t *testing.T) {
	for _, c := range []struct {
		count, start int64
		want         string
	}{
		{0, 2, "In every battle somebody of the party falls."},
		{0, 6, "In every battle some character of the party falls."},
		{584, 2, "Nobody of the party falls in 58.4 % of battles."},
		{584, 6, "No character of the party falls in 58.4 % of battles."},
		{1000, 2, "Nobody of the party falls in any battle."},
	} {
		side := stats.Side{Name: "The party", Start: c.start, Characters: 2, NobodyFalls: stats.NewProportion(c.count, 1000, 0.95)}
		if got := nobodyFalls(&side, 1); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestStands: who has collapsed does not stand, though he has HP left.
func TestStands(t *testing.T) {
	worn := heroic.Result{Rounds: 3, Groups: make([]heroic.GroupResult, len(evening().Groups))}
	for i, g := range evening().Groups {
		worn.Groups[i] = heroic.GroupResult{Survivors: g.Start, HP: g.Pool, Collapsed: i == 0}
	}
	s, err := stats.Run(t.Context(), evening(), stats.Options{Trials: 100, Fighter: func(*heroic.Battle) stats.Fighter { return cycle{worn} }})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := (Text{Width: 100}).Render(&b, &Run{Study: s}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"Aelfric, knight": "stands in 0 %", "Ysolde": "stands in 100 %"} {
		_, row, _ := strings.Cut(b.String(), "    "+name)
		if row, _, _ = strings.Cut(row, "\n"); !strings.Contains(row, want) {
			t.Errorf("%s: %q is missing in %q", name, want, row)
		}
	}
}

func TestCommandLines(t *testing.T) {
	const command = "simulate show 'a -b.yaml' --set x=1 --seed 7 -n 1500 --pick typical"
	for width, want := range map[int]string{
		100: "See:  " + command + "\n",
		60:  "See:  simulate show 'a -b.yaml' --set x=1 --seed 7 -n 1500 \\\n      --pick typical\n",
		40:  "See:  simulate show 'a -b.yaml' \\\n      --set x=1 --seed 7 -n 1500 \\\n      --pick typical\n",
	} {
		if got := commandLines("See:  ", command, width); got != want {
			t.Errorf("width %d:\n%s want\n%s", width, got, want)
		}
	}
}
