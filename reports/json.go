package reports

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// JSON writes runs as objects: indented, one scalar a line, so that lines can be
// compared, and one pair of a histogram a line. Several stand in an array; so
// does a single one if array says so.
func JSON(w io.Writer, runs []*Run, array bool) error {
	var all []object
	for _, r := range runs {
		all = append(all, runObject(r))
	}
	if len(all) == 1 && !array {
		return writeJSON(w, all[0])
	}
	return writeJSON(w, all)
}

// An object is a JSON object whose keys stand in order.
type object []field

type field struct {
	key   string
	value any // string, bool, int, int64, float64, nil, object, []object, []string, []stats.Bin or heroic.Table, or shares
}

func runObject(r *Run) object {
	o := object{
		{"format", 1},
		{"scenario", r.Battle.Name},
		{"file", r.File},
		{"scenario_hash", r.Hash},
		{"method", r.Method.String()},
	}
	if r.Choice != "" {
		o = append(o, field{"method_reason", strings.ReplaceAll(r.Choice, "\u00a0", " ")})
	}
	if r.Method == stats.Exactly {
		o = append(o, field{"seed", nil}, field{"trials", nil}, field{"planned", nil}, field{"residual", r.Residual})
	} else {
		o = append(o, field{"seed", strconv.FormatUint(r.Seed, 10)}, field{"trials", r.Trials}, field{"planned", r.Planned})
	}
	o = append(o, field{"confidence", r.Confidence}, field{"partial", r.Partial})
	if r.Precision > 0 {
		o = append(o, field{"precision", r.Precision}, field{"precision_reached", r.PrecisionReached})
	}
	o = append(o,
		field{"elapsed_seconds", math.Round(r.Elapsed.Seconds()*1e6) / 1e6},
		field{"ruleset", r.Battle.Rules.ID()},
		field{"rules", rulesObject(r.Battle.Rules)},
		field{"set", append([]string{}, r.Set...)},
		field{"version", r.Version},
		field{"warnings", r.warnings()},
	)
	var outcomes, groups, sides []object
	byOutcome := object{}
	for _, out := range r.Outcomes {
		outcomes = append(outcomes, append(object{{"outcome", out.Name}}, proportionFields(out.Proportion)...))
		byOutcome = append(byOutcome, field{out.Name, summaryObject(out.Rounds)})
	}
	for i := range r.Groups {
		groups = append(groups, groupObject(r, &r.Groups[i]))
	}
	for _, s := range r.Sides {
		sides = append(sides, sideObject(s))
	}
	return append(o,
		field{"outcomes", outcomes},
		field{"rounds", summaryObject(r.Rounds)},
		field{"rounds_by_outcome", byOutcome},
		field{"groups", groups},
		field{"sides", sides},
	)
}

// proportionFields are null but for the count where there was no case.
func proportionFields(p stats.Proportion) object {
	return object{{"count", orNull(!p.Exact, p.Count)}, {"probability", p.P}, {"low", p.Low}, {"high", p.High}}
}

func summaryObject(s stats.Summary) object {
	o := object{{"n", orNull(!s.Exact, s.N)}, {"mean", s.Mean}, {"sd", s.SD}, {"se", s.SE}}
	for _, q := range quantiles {
		o = append(o, field{q.name, orNull(!s.None(), q.of(&s))})
	}
	if s.Width > 1 {
		o = append(o, field{"bin_width", s.Width})
	}
	if s.Exact {
		return append(o, field{"histogram", shares(s.Histogram)})
	}
	return append(o, field{"histogram", s.Histogram})
}

// shares are bins of a histogram that holds probabilities instead of counts.
type shares []stats.Bin

// quantiles are the whole numbers of a summary, in ascending order.
var quantiles = []struct {
	name string
	of   func(*stats.Summary) int64
}{
	{"min", func(s *stats.Summary) int64 { return s.Min }},
	{"p5", func(s *stats.Summary) int64 { return s.P5 }},
	{"p25", func(s *stats.Summary) int64 { return s.P25 }},
	{"p50", func(s *stats.Summary) int64 { return s.P50 }},
	{"p75", func(s *stats.Summary) int64 { return s.P75 }},
	{"p95", func(s *stats.Summary) int64 { return s.P95 }},
	{"max", func(s *stats.Summary) int64 { return s.Max }},
}

func orNull(ok bool, v int64) any {
	if !ok {
		return nil
	}
	return v
}

func groupObject(r *Run, g *stats.Group) object {
	o := object{{"side", g.Side}, {"group", g.Name}, {"start", g.Start}, {"character", g.Character}}
	pursuit := r.Battle.Rules.Pursuit
	o = append(o, fateFields(&g.Fate, g.Character, pursuit)...)
	by := object{}
	for i := range g.ByOutcome {
		by = append(by, field{r.Outcomes[i].Name, fateFields(&g.ByOutcome[i], g.Character, pursuit)})
	}
	return append(o, field{"by_outcome", by})
}

func fateFields(f *stats.Fate, character, pursuit bool) object {
	o := object{
		{"survivors", summaryObject(f.Survivors)},
		{"hp", summaryObject(f.HP)},
	}
	for _, p := range fateProportions {
		o = append(o, field{p.name, proportionFields(p.of(f))})
	}
	if pursuit {
		o = append(o, field{"pursuit", pursuitObject(&f.Pursuit)})
	}
	if !character {
		return append(o, field{"dead", summaryObject(f.Dead)})
	}
	crippled := object{}
	for _, c := range f.Crippled {
		crippled = append(crippled, field{c.Location.String(), proportionFields(c.Proportion)})
	}
	return append(o, field{"fates", object{
		{"unhurt", proportionFields(f.Unhurt)},
		{"wounded", proportionFields(f.Wounded)},
		{"falls", proportionFields(f.Falls)},
		{"below_zero_hp", summaryObject(f.Below)},
		{"crippled", crippled},
		{"crippled_of_fallen", proportionFields(f.Maimed)},
	}})
}

// fateProportions are the shares of battles that every group has.
var fateProportions = []struct {
	name string
	of   func(*stats.Fate) stats.Proportion
}{
	{"broke", func(f *stats.Fate) stats.Proportion { return f.Broke }},
	{"surrendered", func(f *stats.Fate) stats.Proportion { return f.Surrendered }},
	{"destroyed", func(f *stats.Fate) stats.Proportion { return f.Destroyed }},
	{"collapsed", func(f *stats.Fate) stats.Proportion { return f.Collapsed }},
	{"left", func(f *stats.Fate) stats.Proportion { return f.Left }},
	{"stands", func(f *stats.Fate) stats.Proportion { return f.Stands }},
}

func sideObject(s stats.Side) object {
	o := object{{"side", s.Name}, {"start", s.Start}, {"losses", summaryObject(s.Losses)}}
	if s.Characters > 0 {
		o = append(o, field{"nobody_falls", proportionFields(s.NobodyFalls)})
	}
	return o
}

// writeJSON writes a value of those that a field may hold. encoding/json would
// break pairs over four lines, and has no null for NaN.
func writeJSON(w io.Writer, value any) error {
	j := jsonWriter{bufio.NewWriter(w)}
	j.value(value, "\n")
	j.WriteByte('\n')
	return j.Flush()
}

// A jsonWriter keeps errors until Flush.
type jsonWriter struct{ *bufio.Writer }

// value writes v; newline begins a line at v's indent.
func (j jsonWriter) value(v any, newline string) {
	switch v := v.(type) {
	case object:
		j.list('{', '}', len(v), newline, func(i int, inner string) {
			j.value(v[i].key, "")
			j.WriteString(": ")
			j.value(v[i].value, inner)
		})
	case []object:
		j.list('[', ']', len(v), newline, func(i int, inner string) { j.value(v[i], inner) })
	case []string:
		j.list('[', ']', len(v), newline, func(i int, _ string) { j.value(v[i], "") })
	case []stats.Bin:
		j.list('[', ']', len(v), newline, func(i int, _ string) { fmt.Fprintf(j, "[%d, %d]", v[i].Value, v[i].Count) })
	case shares:
		j.list('[', ']', len(v), newline, func(i int, _ string) {
			fmt.Fprintf(j, "[%d, ", v[i].Value)
			j.scalar(v[i].Share)
			j.WriteByte(']')
		})
	case heroic.Table:
		j.list('[', ']', len(v), newline, func(i int, _ string) {
			upto := upto(v[i])
			if math.IsInf(v[i].Upto, 0) {
				upto = strconv.Quote(upto) // JSON has no such number
			}
			fmt.Fprintf(j, "[%s, %s]", upto, decimals(v[i].Value))
		})
	case float64:
		if math.IsNaN(v) {
			j.WriteString("null")
			return
		}
		j.scalar(v)
	default:
		j.scalar(v)
	}
}

func (j jsonWriter) list(open, end byte, n int, newline string, item func(i int, inner string)) {
	j.WriteByte(open)
	inner := newline + "  "
	for i := range n {
		if i > 0 {
			j.WriteByte(',')
		}
		j.WriteString(inner)
		item(i, inner)
	}
	if n > 0 {
		j.WriteString(newline)
	}
	j.WriteByte(end)
}

func (j jsonWriter) scalar(v any) {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // strings, numbers, truth values and nil can all be written
	}
	j.WriteString(strings.TrimSuffix(text.String(), "\n"))
}
