package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// A Comparison is a finished comparison and what reports say besides. The Analysis
// is that of its first battle.
type Comparison struct {
	*stats.Comparison
	Analysis
	FileB   string // of the second battle
	HashB   string
	Against []string // KEY=VALUE, as changed for the second battle alone
}

// changes say how the second battle differs from the first.
func (c *Comparison) changes() string {
	var parts []string
	for _, s := range switches {
		if a, b := s.of(&c.A.Rules), s.of(&c.B.Rules); !reflect.DeepEqual(a, b) {
			parts = append(parts, fmt.Sprintf("%s %s → %s", s.Name, Setting{s.Name, a}.Value(), Setting{s.Name, b}.Value()))
		}
	}
	for _, set := range c.Against {
		if !strings.HasPrefix(set, "rules.") {
			parts = append(parts, set)
		}
	}
	if c.FileB != c.File {
		parts = append([]string{c.FileB}, parts...)
	}
	return tidy(cmp.Or(strings.Join(parts, ", "), strings.Join(c.Against, ", "), "the same"))
}

// warnings are those about the result.
func (c *Comparison) warnings() []string {
	var all []string
	if c.Partial {
		all = append(all, fmt.Sprintf("stopped early: this is from the first %s of %s pairs of battles", number(int(c.Trials)), number(int(c.Planned))))
	}
	if c.Precision > 0 && !c.Reached && !c.Partial {
		all = append(all, fmt.Sprintf("%s pairs of battles were not enough for a precision of %s", number(int(c.Trials)), shortest(c.Precision)))
	}
	if c.UntilDecided && !c.Reached && !c.Partial {
		all = append(all, fmt.Sprintf("%s pairs of battles were not enough for a verdict", number(int(c.Trials))))
	}
	for i, name := range c.Counterparts {
		if side := c.A.Sides[i].Name; !strings.EqualFold(name, side) {
			all = append(all, fmt.Sprintf("in B, the place of %s is taken by %s", midSentence(side), midSentence(name)))
		}
	}
	for i, u := range []stats.Proportion{c.Outcomes[heroic.Undecided].A, c.Outcomes[heroic.Undecided].B} {
		if u.P >= undecidedShare {
			limit := []*heroic.Battle{c.A, c.B}[i].MaxRounds
			all = append(all, fmt.Sprintf("%s: %s hit the limit of %s", "AB"[i:i+1], inHundredBattles(u), inflected(limit, "round", "rounds")))
		}
	}
	return all
}

// delta is the least difference that matters, for people.
func (c *Comparison) delta() string {
	if points := shortest(math.Round(1e8*c.Delta) / 1e6); points != "1" {
		return points + " points"
	}
	return "1 point"
}

// Sentence is the verdict for people.
func (c *Comparison) Sentence() string {
	p := c.Outcomes[c.Side]
	decimals := decimalsFor(p.Difference.HalfWidth(), c.Trials)
	name := midSentence(tidy(p.Name))
	least, most := min(math.Abs(p.Low), math.Abs(p.High)), max(math.Abs(p.Low), math.Abs(p.High))
	span := fmt.Sprintf("%s to %s points", change(100*p.Low, decimals), change(100*p.High, decimals))
	delta := c.delta()
	won := fmt.Sprintf("%s of battles won instead of %s", percent(p.B, decimals), percent(p.A, decimals))
	switch c.Verdict {
	case stats.Better, stats.Worse:
		text := fmt.Sprintf("%s for %s, by %s points (%s to %s): %s.", map[stats.Verdict]string{stats.Better: "Better", stats.Worse: "Worse"}[c.Verdict],
			name, figure(math.Abs(p.By), decimals), figure(least, decimals), figure(most, decimals), won)
		if most <= c.Delta {
			text += fmt.Sprintf(" That is no more than %s.", delta)
		}
		return text
	case stats.NoDifference:
		if p.Same {
			return fmt.Sprintf("No difference for %s: all battles ended alike.", name)
		}
		return fmt.Sprintf("No difference larger than %s for %s: %s.", delta, name, span)
	}
	return fmt.Sprintf("Undecided for %s: the difference may be anything from %s.", name, span)
}

func (c *Comparison) outline() outline {
	counts := object{{"trials", c.Trials}, {"planned", c.Planned}, {"until_decided", c.UntilDecided}}
	return outline{
		battle: c.A, cost: "2 × " + Battles(c.Trials) + " in " + elapsed(c.Elapsed), findings: c.warnings(), conventions: c.conventions(),
		changed: ChangedText(c.A.Rules, nil), // what is set stands with A
		seed:    c.Seed, counts: counts, confidence: c.Confidence, partial: c.Partial, precision: c.Precision, reached: c.Reached, elapsed: c.Elapsed,
	}
}

// Text writes the comparison for people.
func (c *Comparison) Text(w io.Writer, t Text) error {
	return c.text(w, t, c.outline(), func(p *leaf) {
		p.WriteString(Wrapped("  A  ", c.original(), p.width))
		p.WriteString(Wrapped("  B  ", c.changes(), p.width))
		if !c.Empty() {
			p.paragraph("  ", c.Sentence())
			p.grid(c.header(), c.rows())
		}
	})
}

// original says what the first battle is.
func (c *Comparison) original() string {
	return cmp.Or(tidy(strings.Join(c.Set, ", ")), "as it is")
}

// conventions say how the figures are to be read.
func (c *Comparison) conventions() string {
	how := "Score intervals (Tango) of paired differences of shares, Student's t of means."
	if c.UntilDecided {
		how = "Intervals that hold however often one looks (confidence sequences)."
	}
	return fmt.Sprintf("Won and drawn in percent, differences in points; the rest in combatants and rounds. Both fight each battle on the same luck: it would take gain times as many independent battles to know as much. %s Seed %d, rules %s.", how, c.Seed, c.A.Rules.ID())
}

func (c *Comparison) header() []string {
	return []string{"", "A", "B", fmt.Sprintf("difference (%s %%)", percentFigure(c.Confidence)), "gain"}
}

func (c *Comparison) rows() (rows [][]string) {
	doubt := 0.0
	for _, o := range c.Outcomes {
		doubt = max(doubt, o.A.HalfWidth(), o.B.HalfWidth())
	}
	decimals := decimalsFor(doubt, c.Trials)
	rows = append(rows, []string{"  outcome"})
	for i, o := range c.Outcomes {
		if i >= int(heroic.Draw) && o.A.Never() && o.B.Never() {
			continue
		}
		rows = append(rows, []string{"    " + tidy(o.Name), percent(o.A, decimals), percent(o.B, decimals), points(o.Difference, c.Trials), gainText(o.Difference)})
	}
	mean := func(name string, m stats.PairedMean) {
		decimals := meanDecimals(m.Difference.HalfWidth())
		text := func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
		by := none
		if !math.IsNaN(m.Low) {
			by = fmt.Sprintf("%s (%s to %s)", change(m.By, decimals), change(m.Low, decimals), change(m.High, decimals))
		}
		rows = append(rows, []string{name, text(m.A.Mean), text(m.B.Mean), by, gainText(m.Difference)})
	}
	rows = append(rows, []string{"  not fallen"})
	groups := map[string]int{}
	for _, g := range c.Groups {
		groups[g.Side]++ // and one for the side
	}
	for _, g := range c.Groups {
		switch {
		case g.Name == "":
			mean("    "+tidy(g.Side), g.Survivors)
		case groups[g.Side] > 2:
			mean("      "+tidy(g.Name), g.Survivors)
		}
	}
	rows = append(rows, []string{"  length"})
	mean("    rounds", c.Rounds)
	return rows
}

// JSON writes the comparison as an object.
func (c *Comparison) JSON(w io.Writer) error {
	var outcomes, survivors []object
	for _, p := range c.Outcomes {
		outcomes = append(outcomes, append(object{{"outcome", p.Name}}, pairedObject(p)...))
	}
	mean := func(m stats.PairedMean) object {
		return append(object{{"a", meanFields(m.A)}, {"b", meanFields(m.B)}, {"se", m.SE}}, differenceFields(m.Difference)...)
	}
	for _, g := range c.Groups {
		var name any
		if g.Name != "" {
			name = g.Name
		}
		survivors = append(survivors, append(object{{"side", g.Side}, {"group", name}, {"start_a", g.StartA}, {"start_b", g.StartB}}, mean(g.Survivors)...))
	}
	against := object{
		{"scenario", c.B.Name}, {"file", c.FileB}, {"scenario_hash", c.HashB}, {"set", append([]string{}, c.Against...)},
		{"ruleset", c.B.Rules.ID()}, {"rules", rulesObject(c.B.Rules)},
	}
	return c.json(w, c.outline(), field{"against", against},
		field{"side", c.A.Sides[c.Side].Name}, field{"delta", c.Delta}, field{"verdict", c.Verdict.String()},
		field{"outcomes", outcomes}, field{"survivors", survivors}, field{"rounds", mean(c.Rounds)})
}

// A comparedRow is a quantity of a comparison.
type comparedRow struct {
	*Comparison
	quantity, outcome, side, group string
	a, b                           float64
	share                          *stats.PairedProportion // nil: a mean
	mean                           *stats.PairedMean       // nil: a share
	difference                     stats.Difference
}

var comparedColumns = join(
	analysisColumns(func(r comparedRow) (*Analysis, *heroic.Battle, uint64, float64) {
		return &r.Analysis, r.A, r.Seed, r.Confidence
	}),
	[]column[comparedRow]{
		{"against_file", func(r comparedRow) string { return r.FileB }},
		{"against_set", func(r comparedRow) string { return strings.Join(r.Against, "; ") }},
		{"against_ruleset", func(r comparedRow) string { return r.B.Rules.ID() }},
		{"trials", func(r comparedRow) string { return whole(r.Trials) }},
		{"partial", func(r comparedRow) string { return fmt.Sprint(r.Partial) }},
		{"until_decided", func(r comparedRow) string { return fmt.Sprint(r.UntilDecided) }},
		{"verdict_side", func(r comparedRow) string { return r.A.Sides[r.Side].Name }},
		{"delta", func(r comparedRow) string { return shortest(r.Delta) }},
		{"verdict", func(r comparedRow) string { return r.Verdict.String() }},
		{"quantity", func(r comparedRow) string { return r.quantity }},
		{"outcome", func(r comparedRow) string { return r.outcome }},
		{"side", func(r comparedRow) string { return r.side }},
		{"group", func(r comparedRow) string { return r.group }},
		{"a", func(r comparedRow) string { return shortest(r.a) }},
		{"b", func(r comparedRow) string { return shortest(r.b) }},
		{"a_low", func(r comparedRow) string {
			return r.ofShare(func(p *stats.PairedProportion) float64 { return p.A.Low })
		}},
		{"a_high", func(r comparedRow) string {
			return r.ofShare(func(p *stats.PairedProportion) float64 { return p.A.High })
		}},
		{"b_low", func(r comparedRow) string {
			return r.ofShare(func(p *stats.PairedProportion) float64 { return p.B.Low })
		}},
		{"b_high", func(r comparedRow) string {
			return r.ofShare(func(p *stats.PairedProportion) float64 { return p.B.High })
		}},
		{"a_sd", func(r comparedRow) string { return r.ofMean(func(m *stats.PairedMean) float64 { return m.A.SD }) }},
		{"b_sd", func(r comparedRow) string { return r.ofMean(func(m *stats.PairedMean) float64 { return m.B.SD }) }},
		{"difference", func(r comparedRow) string { return shortest(r.difference.By) }},
		{"difference_low", func(r comparedRow) string { return shortest(r.difference.Low) }},
		{"difference_high", func(r comparedRow) string { return shortest(r.difference.High) }},
		{"variance_ratio", func(r comparedRow) string { return shortest(r.difference.Gain) }},
	},
)

func (r comparedRow) ofShare(of func(*stats.PairedProportion) float64) string {
	if r.share == nil {
		return ""
	}
	return shortest(of(r.share))
}

func (r comparedRow) ofMean(of func(*stats.PairedMean) float64) string {
	if r.mean == nil {
		return ""
	}
	return shortest(of(r.mean))
}

// CSV has a row for every quantity: the probability of each outcome, the survivors
// of sides and groups, the rounds.
func (c *Comparison) CSV(w io.Writer) error {
	var rows []comparedRow
	for i := range c.Outcomes {
		p := &c.Outcomes[i]
		rows = append(rows, comparedRow{Comparison: c, quantity: "probability", outcome: p.Name, a: p.A.P, b: p.B.P, share: p, difference: p.Difference})
	}
	mean := func(quantity, side, group string, m *stats.PairedMean) {
		rows = append(rows, comparedRow{Comparison: c, quantity: quantity, side: side, group: group, a: m.A.Mean, b: m.B.Mean, mean: m, difference: m.Difference})
	}
	for i := range c.Groups {
		g := &c.Groups[i]
		mean("survivors_combatants", g.Side, g.Name, &g.Survivors)
	}
	mean("rounds", "", "", &c.Rounds)
	return table(w, comparedColumns, rows)
}

// CompareFiles are the names of what SaveFinding writes.
func CompareFiles() []string { return analysisFiles("compare", "difference") }

func (c *Comparison) forms() forms {
	p := c.Plot()
	return forms{name: "compare", plotName: "difference", plot: p, page: c.page(p)}
}

func (c *Comparison) page(p *Plot) *Page {
	variants := Section{Heading: "What is compared", Text: []string{"A: " + c.original() + ".", "B: " + c.changes() + "."}}
	figures := Section{Heading: "All figures", Tables: []PageTable{pageTable(c.header(), c.rows())}}
	return c.Analysis.page(c.outline(), []string{c.Sentence()}, append(append([]Section{variants}, plotSection(p)...), figures))
}

// finding is the verdict in a few words.
func (c *Comparison) finding() string {
	p := c.Outcomes[c.Side]
	name := midSentence(tidy(p.Name))
	decimals := decimalsFor(p.Difference.HalfWidth(), c.Trials)
	switch c.Verdict {
	case stats.Better:
		return fmt.Sprintf("Better for %s, by %s points", name, figure(p.By, decimals))
	case stats.Worse:
		return fmt.Sprintf("Worse for %s, by %s points", name, figure(-p.By, decimals))
	case stats.NoDifference:
		return fmt.Sprintf("No difference larger than %s for %s", c.delta(), name)
	}
	return "Undecided for " + name
}

// Plot shows the differences in who wins, who is left, and how long it takes.
func (c *Comparison) Plot() *Plot {
	d := Difference{Caption: Caption{
		Title:  c.finding(),
		Note:   fmt.Sprintf("B: %s. Each row has a scale of its own. Whiskers: %s %% intervals; grey: up to %s.", c.changes(), percentFigure(c.Confidence), c.delta()),
		Source: c.source(c.A, "2 × "+Battles(c.Trials), c.Seed),
	}}
	add := func(name string, axis Axis, hue Hue, by stats.Difference, same float64) {
		d.Rows = append(d.Rows, DifferenceRow{name, axis, hue, Estimate{by.By, by.Low, by.High}, same})
	}
	for i, o := range c.Outcomes {
		if i < int(heroic.Draw) || max(o.A.P, o.B.P) >= undecidedShare {
			name := tidy(o.Name)
			if i < int(heroic.Draw) {
				name = "won by " + midSentence(name)
			}
			add(capital(name), Axis{Label: "Percentage points", Percent: true}, Hue(i), o.Difference, c.Delta)
		}
	}
	for _, g := range c.Groups {
		if g.Name == "" {
			hue := FirstSide
			if g.Side == c.A.Sides[1].Name {
				hue = SecondSide
			}
			add(tidy(g.Side)+" not fallen", Axis{Label: "Combatants"}, hue, g.Survivors.Difference, 0)
		}
	}
	add("Rounds", Axis{Label: "Rounds"}, OtherHue, c.Rounds.Difference, 0)
	return DifferencePlot(d)
}
