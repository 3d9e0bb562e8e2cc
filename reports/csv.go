package reports

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// Tables are CSV as of RFC 4180 with lines that end in LF. Headers carry units;
// probabilities and their intervals lie between 0 and 1; what has no value is
// empty.

// A column is a header and the cell below it for a row of type R.
type column[R any] struct {
	name string
	cell func(R) string
}

// table writes a header and rows.
func table[R any](w io.Writer, columns []column[R], rows []R) error {
	out := csv.NewWriter(w)
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.name
	}
	out.Write(record) // errors stay until Flush
	for _, r := range rows {
		for i, c := range columns {
			record[i] = c.cell(r)
		}
		out.Write(record)
	}
	out.Flush()
	return out.Error()
}

// runColumns say which run a row is of.
func runColumns[R any](run func(R) *Run) []column[R] {
	return []column[R]{
		{"file", func(r R) string { return run(r).File }},
		{"scenario", func(r R) string { return run(r).Battle.Name }},
		{"seed", func(r R) string {
			if run(r).Method == stats.Exactly {
				return ""
			}
			return strconv.FormatUint(run(r).Seed, 10)
		}},
		{"trials", func(r R) string {
			if run(r).Method == stats.Exactly {
				return ""
			}
			return whole(run(r).Trials)
		}},
		{"partial", func(r R) string { return strconv.FormatBool(run(r).Partial) }},
		{"confidence", func(r R) string { return shortest(run(r).Confidence) }},
		{"ruleset", func(r R) string { return run(r).Battle.Rules.ID() }},
		{"set", func(r R) string { return strings.Join(run(r).Set, "; ") }},
		{"method", func(r R) string { return run(r).Method.String() }},
		{"residual", func(r R) string {
			if run(r).Method != stats.Exactly {
				return ""
			}
			return shortest(run(r).Residual)
		}},
	}
}

// proportionColumns are NAME_battles, its share, and the interval.
func proportionColumns[R any](name string, of func(R) stats.Proportion) []column[R] {
	return []column[R]{
		{name + "_battles", func(r R) string {
			if of(r).None() || of(r).Exact {
				return ""
			}
			return whole(of(r).Count)
		}},
		{name + "_probability", func(r R) string { return shortest(of(r).P) }},
		{name + "_low", func(r R) string { return shortest(of(r).Low) }},
		{name + "_high", func(r R) string { return shortest(of(r).High) }},
	}
}

// summaryColumns are NAME_mean and so on to NAME_max.
func summaryColumns[R any](name string, of func(R) *stats.Summary) []column[R] {
	columns := []column[R]{
		{name + "_mean", func(r R) string { return shortest(of(r).Mean) }},
		{name + "_sd", func(r R) string { return shortest(of(r).SD) }},
		{name + "_se", func(r R) string { return shortest(of(r).SE) }},
	}
	for _, q := range quantiles {
		columns = append(columns, column[R]{name + "_" + q.name, func(r R) string {
			if of(r).None() {
				return ""
			}
			return whole(q.of(of(r)))
		}})
	}
	return columns
}

func join[R any](parts ...[]column[R]) []column[R] {
	var all []column[R]
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// A groupRow is a group in the battles with one outcome, or in all.
type groupRow struct {
	run     *Run
	group   *stats.Group
	outcome string
	cases   stats.Proportion
	fate    *stats.Fate
}

var groupColumns = join(
	runColumns(func(r groupRow) *Run { return r.run }),
	[]column[groupRow]{
		{"side", func(r groupRow) string { return r.group.Side }},
		{"group", func(r groupRow) string { return r.group.Name }},
		{"start_combatants", func(r groupRow) string { return whole(r.group.Start) }},
		{"character", func(r groupRow) string { return strconv.FormatBool(r.group.Character) }},
		{"outcome", func(r groupRow) string { return r.outcome }},
	},
	proportionColumns("outcome", func(r groupRow) stats.Proportion { return r.cases }),
	summaryColumns("survivors_combatants", func(r groupRow) *stats.Summary { return &r.fate.Survivors }),
	summaryColumns("hp", func(r groupRow) *stats.Summary { return &r.fate.HP }),
	fateColumns(),
	summaryColumns("dead_combatants", func(r groupRow) *stats.Summary { return &r.fate.Dead }),
	proportionColumns("unhurt", func(r groupRow) stats.Proportion { return r.fate.Unhurt }),
	proportionColumns("wounded", func(r groupRow) stats.Proportion { return r.fate.Wounded }),
	proportionColumns("falls", func(r groupRow) stats.Proportion { return r.fate.Falls }),
	summaryColumns("below_zero_hp", func(r groupRow) *stats.Summary { return &r.fate.Below }),
	proportionColumns("crippled_of_fallen", func(r groupRow) stats.Proportion { return r.fate.Maimed }),
)

func fateColumns() []column[groupRow] {
	var columns []column[groupRow]
	for _, p := range fateProportions {
		columns = append(columns, proportionColumns(p.name, func(r groupRow) stats.Proportion { return p.of(r.fate) })...)
	}
	return columns
}

// anyOutcome is the outcome of rows about all battles.
const anyOutcome = "any"

// GroupsCSV has a row for every group and outcome, and for any outcome.
func GroupsCSV(w io.Writer, runs []*Run) error {
	var rows []groupRow
	for _, run := range runs {
		// All battles are not a matter of chance.
		all := stats.Proportion{Exact: run.Method == stats.Exactly, Count: run.Trials, Of: run.Trials, P: 1, Low: 1, High: 1}
		for i := range run.Groups {
			g := &run.Groups[i]
			rows = append(rows, groupRow{run, g, anyOutcome, all, &g.Fate})
			for o := range g.ByOutcome {
				rows = append(rows, groupRow{run, g, run.Outcomes[o].Name, run.Outcomes[o].Proportion, &g.ByOutcome[o]})
			}
		}
	}
	return table(w, join(groupColumns, pursuitColumns(runs)), rows)
}

type outcomeRow struct {
	run     *Run
	outcome *stats.Outcome
}

var outcomeColumns = join(
	runColumns(func(r outcomeRow) *Run { return r.run }),
	[]column[outcomeRow]{{"outcome", func(r outcomeRow) string { return r.outcome.Name }}},
	proportionColumns("outcome", func(r outcomeRow) stats.Proportion { return r.outcome.Proportion }),
	summaryColumns("rounds", func(r outcomeRow) *stats.Summary { return &r.outcome.Rounds }),
)

// OutcomesCSV has a row for every outcome.
func OutcomesCSV(w io.Writer, runs []*Run) error {
	var rows []outcomeRow
	for _, run := range runs {
		for i := range run.Outcomes {
			rows = append(rows, outcomeRow{run, &run.Outcomes[i]})
		}
	}
	return table(w, outcomeColumns, rows)
}

type roundsRow struct {
	run     *Run
	outcome string
	exact   bool
	bin     stats.Bin
}

var roundsColumns = join(
	runColumns(func(r roundsRow) *Run { return r.run }),
	[]column[roundsRow]{
		{"outcome", func(r roundsRow) string { return r.outcome }},
		{"rounds", func(r roundsRow) string { return whole(r.bin.Value) }},
		{"battles", func(r roundsRow) string {
			if r.exact {
				return ""
			}
			return whole(r.bin.Count)
		}},
		{"share_of_outcome", func(r roundsRow) string { return shortest(r.bin.Share) }},
	},
)

// RoundsCSV has a row for every number of rounds that battles took, by outcome.
func RoundsCSV(w io.Writer, runs []*Run) error {
	var rows []roundsRow
	add := func(run *Run, outcome string, rounds *stats.Summary) {
		for _, b := range rounds.Histogram {
			rows = append(rows, roundsRow{run, outcome, rounds.Exact, b})
		}
	}
	for _, run := range runs {
		add(run, anyOutcome, &run.Rounds)
		for i := range run.Outcomes {
			add(run, run.Outcomes[i].Name, &run.Outcomes[i].Rounds)
		}
	}
	return table(w, roundsColumns, rows)
}

// TrialsHeader writes the header of the rows that TrialRow appends.
func TrialsHeader(w io.Writer, b *heroic.Battle) error {
	record := []string{"trial", "outcome", "rounds"}
	for _, g := range b.Groups {
		name := b.Sides[g.Side].Name + "/" + g.Name
		for _, c := range trialColumns {
			record = append(record, name+" "+c.name)
		}
		if b.Rules.Pursuit {
			for _, c := range pursuitFates {
				record = append(record, name+" "+c.name)
			}
		}
	}
	out := csv.NewWriter(w)
	out.Write(record)
	out.Flush()
	return out.Error()
}

// trialColumns are those of each group in rows of trials. Truth is 1.
var trialColumns = []struct {
	name string
	of   func(*heroic.GroupResult) int
}{
	{"survivors", func(g *heroic.GroupResult) int { return g.Survivors }},
	{"hp", func(g *heroic.GroupResult) int { return g.HP }},
	{"broke", func(g *heroic.GroupResult) int { return digit(g.Broke) }},
	{"surrendered", func(g *heroic.GroupResult) int { return digit(g.Surrender) }},
	{"collapsed", func(g *heroic.GroupResult) int { return digit(g.Collapsed) }},
	{"left", func(g *heroic.GroupResult) int { return digit(g.Left) }},
}

func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TrialRow returns what appends one trial of b as a line of CSV, for
// stats.Options.Row. Many workers may use it at once.
func TrialRow(b *heroic.Battle) func(dst []byte, trial uint64, r *heroic.Result) []byte {
	var names [heroic.NumOutcomes]string
	for o := range names {
		names[o] = quoted(stats.OutcomeName(b, heroic.Outcome(o)))
	}
	return func(dst []byte, trial uint64, r *heroic.Result) []byte {
		dst = strconv.AppendUint(dst, trial, 10)
		dst = append(append(dst, ','), names[r.Outcome]...)
		dst = strconv.AppendInt(append(dst, ','), int64(r.Rounds), 10)
		for i := range r.Groups {
			for _, c := range trialColumns {
				dst = strconv.AppendInt(append(dst, ','), int64(c.of(&r.Groups[i])), 10)
			}
			if b.Rules.Pursuit {
				for _, c := range pursuitFates {
					dst = strconv.AppendInt(append(dst, ','), int64(c.trial(&r.Flights[i])), 10)
				}
			}
		}
		return append(dst, '\n')
	}
}

// quoted is s as a field of CSV.
func quoted(s string) string {
	var b strings.Builder
	out := csv.NewWriter(&b)
	out.Write([]string{s})
	out.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

func whole(n int64) string { return strconv.FormatInt(n, 10) }

// shortest is the shortest text that reads back as x; without a value, none.
func shortest(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
