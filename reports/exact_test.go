package reports

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// exactly makes of v, which points to a study or a part of one, what an exact answer
// of the same figures would be.
func exactly(v reflect.Value) {
	switch part := v.Addr().Interface().(type) {
	case *heroic.Battle, **heroic.Battle:
		return
	case *stats.Study:
		part.Method, part.Residual = stats.Exactly, 3e-14
		part.Seed, part.Trials, part.Planned, part.Partial = 0, 0, 0, false
	case *stats.Proportion:
		*part = stats.Proportion{Exact: true, P: part.P, Low: part.P, High: part.P}
		return
	case *stats.Summary:
		part.Exact, part.N, part.SE = true, 0, math.NaN()
		for i := range part.Histogram {
			part.Histogram[i].Count = 0
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			exactly(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			exactly(v.Index(i))
		}
	}
}

// exactRun is the evening of which its 100 battles are all that can happen.
func exactRun(t *testing.T) *Run {
	t.Helper()
	run := eveningRun(t, 100)
	exactly(reflect.ValueOf(run.Study).Elem())
	run.Elapsed = 400 * time.Millisecond
	return run
}

func TestGoldenExact(t *testing.T) {
	run := exactRun(t)
	run.Choice = "Answered exactly, as --method auto chose: that was predicted to take 0.4\u00a0s, and the trials 1.2\u00a0s."
	hints := []Hint{{"See one", "simulate show tonight.yaml --pick typical"}}
	for _, width := range []int{40, 80} {
		golden(t, fmt.Sprintf("exact-%d.txt", width), func(w io.Writer) error {
			return Text{Width: width, Hints: hints}.Render(w, run)
		})
	}
	golden(t, "exact.json", func(w io.Writer) error { return JSON(w, []*Run{run}, false) })
	runs := []*Run{run}
	golden(t, "exact-groups.csv", func(w io.Writer) error { return GroupsCSV(w, runs) })
	golden(t, "exact-outcomes.csv", func(w io.Writer) error { return OutcomesCSV(w, runs) })
	golden(t, "exact-rounds.csv", func(w io.Writer) error { return RoundsCSV(w, runs) })
}

// TestExactText: no word of what an exact answer has not.
func TestExactText(t *testing.T) {
	run := exactRun(t)
	for _, residual := range []float64{0, 3e-14} {
		for width := minWidth; width <= maxWidth; width++ {
			run.Residual = residual
			var b strings.Builder
			if err := (Text{Width: width}).Render(&b, run); err != nil {
				t.Fatal(err)
			}
			for _, word := range []string{"trial", "Seed", "Wilson", "interval", "NaN", "battles in ", " – 84"} {
				if strings.Contains(b.String(), word) {
					t.Errorf("%q is in\n%s", word, b.String())
				}
			}
			if strings.Contains(b.String(), "3e-14") != (residual > 0) {
				t.Errorf("residual %v:\n%s", residual, b.String())
			}
			for line := range strings.SplitSeq(b.String(), "\n") {
				if columns(line) > width {
					t.Errorf("width %d: %q takes %d", width, line, columns(line))
				}
			}
		}
	}
}

// TestExactJSON: every count and every standard error is null, and every interval
// is its probability.
func TestExactJSON(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, []*Run{exactRun(t)}, false); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	if got["method"] != "exact" || got["partial"] != false || got["residual"] != 3e-14 || got["confidence"] != 0.95 {
		t.Errorf("%v %v %v", got["method"], got["partial"], got["residual"])
	}
	seen := map[string]int{}
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, value := range v {
				switch key {
				case "seed", "trials", "planned", "count", "n", "se":
					seen[key]++
					if value != nil {
						t.Errorf("%s.%s: %v", path, key, value)
					}
				case "low", "high":
					seen[key]++
					if value != v["probability"] {
						t.Errorf("%s: %v", path, v)
					}
				case "histogram":
					seen[key]++
					sum := 0.0
					for _, pair := range value.([]any) {
						sum += pair.([]any)[1].(float64)
					}
					if len(value.([]any)) > 0 && math.Abs(sum-1) > 1e-12 {
						t.Errorf("%s: the histogram sums to %v", path, sum)
					}
				}
				walk(path+"."+key, value)
			}
		case []any:
			for i, value := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), value)
			}
		}
	}
	walk("", got)
	for _, key := range []string{"seed", "trials", "planned", "count", "n", "se", "low", "high", "histogram"} {
		if seen[key] == 0 {
			t.Errorf("there is no %s", key)
		}
	}
}

// TestExactCSV: a table may hold exact rows and others.
func TestExactCSV(t *testing.T) {
	runs := []*Run{exactRun(t), eveningRun(t, 100)}
	for name, write := range map[string]func(io.Writer, []*Run) error{"groups": GroupsCSV, "outcomes": OutcomesCSV, "rounds": RoundsCSV} {
		var b bytes.Buffer
		if err := write(&b, runs); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		exact := 0
		for _, row := range rows[1:] {
			for i, header := range rows[0] {
				ofTrials := header == "seed" || header == "trials" || header == "battles" || strings.HasSuffix(header, "_battles") || strings.HasSuffix(header, "_se")
				switch cell, isExact := row[i], row[8] == "exact"; {
				case isExact && ofTrials && cell != "", header == "residual" && (cell == "3e-14") != isExact:
					t.Errorf("%s: %s is %q", name, header, cell)
				case header == "residual" && isExact:
					exact++
				}
			}
		}
		if exact*2 != len(rows)-1 {
			t.Errorf("%s: %d of %d rows are exact", name, exact, len(rows)-1)
		}
	}
}

// TestExactVerdict has the probabilities of each side's victory and of a draw; the
// rest is undecided.
func TestExactVerdict(t *testing.T) {
	for _, c := range []struct {
		win, lose, draw float64
		want            string
	}{
		{1, 0, 0, "The party will certainly win."},
		{1 - 3e-13, 0, 0, "The party will certainly win."},
		{0.9999, 0.0001, 0, "The party will all but certainly win: over 99.9 in 100 battles."},
		{0.277, 0.723, 0, "Goblins will probably win: 72.3 in 100 battles."},
		{0.6, 0.39, 0.01, "The party will win more often than not: 60 in 100 battles."},
		{0.5, 0.5, 0, "Even: 50 in 100 battles for the party, 50 for Goblins."},
		{0.45, 0.471, 0, "Even: 47.1 in 100 battles for Goblins, 45 for the party."},
		{0.0003, 0.0002, 0.9, "A draw is likeliest: 90 in 100 battles."},
		{0, 0, 0, "Likeliest is no decision within 100 rounds: 100 in 100 battles."},
	} {
		run := &Run{Study: &stats.Study{Battle: evening(), Method: stats.Exactly}}
		for i, p := range []float64{c.win, c.lose, c.draw, max(0, 1-c.win-c.lose-c.draw)} {
			run.Outcomes[i] = stats.Outcome{Proportion: exact(p), Name: stats.OutcomeName(run.Battle, heroic.Outcome(i))}
		}
		if got := whoWins(run); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func exact(p float64) stats.Proportion { return stats.Proportion{Exact: true, P: p, Low: p, High: p} }

func TestExactWhoFalls(t *testing.T) {
	for _, c := range []struct {
		falls []float64
		want  string
	}{
		{[]float64{0.1, 0.3}, "Of the party, B falls most often: 30 in 100."},
		{[]float64{0.3, 0.3 + 1e-16, 0.1}, "Of the party, B (30 in 100) and A (30 in 100) fall most often."},
		{[]float64{0.2996, 0.3, 0.2}, "Of the party, B (30 in 100) and A (30 in 100) fall most often."},
		{[]float64{0.29, 0.3, 0.2}, "Of the party, B falls most often: 30 in 100."},
		{[]float64{1, 0.2}, "Of the party, A falls most often: 100 in 100."},
		{[]float64{0, 1e-15}, ""},
	} {
		run := &Run{Study: &stats.Study{Battle: &heroic.Battle{}}}
		run.Sides[0].Name = "The party"
		for i, p := range c.falls {
			run.Battle.Groups = append(run.Battle.Groups, heroic.GroupInfo{})
			run.Groups = append(run.Groups, stats.Group{Name: string(rune('A' + i)), Character: true, Fate: stats.Fate{Falls: exact(p)}})
		}
		if got := whoFalls(run, 0); got != c.want {
			t.Errorf("%v: got %q, want %q", c.falls, got, c.want)
		}
	}
}

// TestExactFindings: at the limit of rounds, exact shares have a decimal.
func TestExactFindings(t *testing.T) {
	run := exactRun(t)
	if got := strings.Join(run.warnings(), "\n"); got != "2 in 100 battles hit the limit of 100 rounds" {
		t.Errorf("%q", got)
	}
	run.Outcomes[heroic.Undecided].Proportion = exact(0.0123)
	if got := strings.Join(run.warnings(), "\n"); got != "1.2 in 100 battles hit the limit of 100 rounds" {
		t.Errorf("%q", got)
	}
	side := stats.Side{Name: "The party", Start: 2, Characters: 2}
	for p, want := range map[float64]string{
		0:         "In every battle somebody of the party falls.",
		1e-15:     "In every battle somebody of the party falls.",
		1e-9:      "Nobody of the party falls in < 0.1 % of battles.",
		0.584:     "Nobody of the party falls in 58.4 % of battles.",
		1 - 1e-9:  "Nobody of the party falls in > 99.9 % of battles.",
		1 - 1e-15: "Nobody of the party falls in any battle.",
	} {
		if side.NobodyFalls = exact(p); nobodyFalls(&side, 1) != want {
			t.Errorf("%v: %s", p, nobodyFalls(&side, 1))
		}
	}
}
