package reports

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// A TacticGame is a game of tactics with the names of what the sides may do.
type TacticGame struct {
	Analysis
	*stats.TacticGame
	Names   [2][]string // of the first side's candidates, and of the second's
	Ordered [2][]string // the groups that are ordered so; nil: all of the side
}

// candidates are those of a side.
func (g *TacticGame) candidates(side int) []stats.Candidate {
	return [2][]stats.Candidate{g.Rows, g.Columns}[side]
}

func (g *TacticGame) sideName(side int) string { return tidy(g.Battle.Sides[side].Name) }

// payoffText says what the first side gets.
func (g *TacticGame) payoffText() string {
	first := g.sideName(0)
	if g.Payoff == stats.BySurvivors {
		return "50 %, plus half the share of " + midSentence(first) + " left, less half that of " + midSentence(g.sideName(1))
	}
	return "battles won by " + midSentence(first) + ", a draw or no decision counting half"
}

// fewBattles of each pair are too few to draw anew from.
const fewBattles = 100

func (g *TacticGame) findings() (all []string) {
	if g.Partial {
		all = append(all, fmt.Sprintf("stopped early: this is from the first %s of %s battles of each pair", number(int(g.Trials)), number(int(g.Planned))))
	}
	if g.Trials < fewBattles {
		all = append(all, fmt.Sprintf("%s of each pair say little: the intervals of the value and of the shares, which are drawn from them, are too narrow", Battles(g.Trials)))
	}
	if g.Precision > 0 && !g.Reached && !g.Partial {
		all = append(all, fmt.Sprintf("%s battles of each pair were not enough for a precision of %s", number(int(g.Trials)), shortest(g.Precision)))
	}
	return all
}

// A tacticRow is a pair of a game.
type tacticRow struct {
	game *TacticGame
	i, j int
}

func (r tacticRow) cell() *stats.TacticCell { return &r.game.Cells[r.i][r.j] }

// CSV has a row for every pair.
func (g *TacticGame) CSV(w io.Writer) error {
	columns := []column[tacticRow]{
		{"file", func(r tacticRow) string { return g.File }},
		{"scenario", func(r tacticRow) string { return g.Battle.Name }},
		{"seed", func(r tacticRow) string { return strconv.FormatUint(g.Seed, 10) }},
		{"trials", func(r tacticRow) string { return whole(r.cell().Trials) }},
		{"partial", func(r tacticRow) string { return strconv.FormatBool(g.Partial) }},
		{"confidence", func(r tacticRow) string { return shortest(g.Confidence) }},
		{"ruleset", func(r tacticRow) string { return g.Battle.Rules.ID() }},
		{"set", func(r tacticRow) string { return strings.Join(g.Set, "; ") }},
		{"first_side", func(r tacticRow) string { return g.Battle.Sides[0].Name }},
		{"second_side", func(r tacticRow) string { return g.Battle.Sides[1].Name }},
		{"first_tactic", func(r tacticRow) string { return g.Names[0][r.i] }},
		{"second_tactic", func(r tacticRow) string { return g.Names[1][r.j] }},
		{"payoff", func(r tacticRow) string { return g.Payoff.String() }},
		{"payoff_mean", func(r tacticRow) string { return shortest(r.cell().Payoff) }},
		{"payoff_low", func(r tacticRow) string { return shortest(r.cell().Low) }},
		{"payoff_high", func(r tacticRow) string { return shortest(r.cell().High) }},
	}
	for o, name := range []string{"first_wins_battles", "second_wins_battles", "draw_battles", "undecided_battles"} {
		columns = append(columns, column[tacticRow]{name, func(r tacticRow) string { return whole(r.cell().Outcomes[o]) }})
	}
	for side, name := range []string{"first_", "second_"} {
		of := func(r tacticRow) *stats.Candidate { return &g.candidates(side)[[2]int{r.i, r.j}[side]] }
		columns = append(columns,
			column[tacticRow]{name + "share", func(r tacticRow) string { return shortest(of(r).Share) }},
			column[tacticRow]{name + "dominated", func(r tacticRow) string { return strconv.FormatBool(of(r).Dominated != nil) }},
		)
	}
	var rows []tacticRow
	for i := range g.Rows {
		for j := range g.Columns {
			rows = append(rows, tacticRow{g, i, j})
		}
	}
	return table(w, columns, rows)
}

func (g *TacticGame) outline() outline {
	doubt, _ := g.doubt()
	return outline{
		battle: g.Battle, cost: fmt.Sprintf("%s in %s", Battles(g.Battles), elapsed(g.Elapsed)),
		changed: ChangedText(g.Battle.Rules, g.Set), findings: g.findings(), conventions: g.conventions(doubt),
		seed: g.Seed, counts: object{{"trials", g.Trials}, {"planned", g.Planned}, {"battles", g.Battles}},
		confidence: g.Confidence, partial: g.Partial, precision: g.Precision, reached: g.Reached, elapsed: g.Elapsed,
	}
}

// JSON writes a game as an object.
func (g *TacticGame) JSON(w io.Writer) error {
	var sides, pairs []object
	for side := range g.Names {
		var all []object
		for i, c := range g.candidates(side) {
			all = append(all, g.candidateObject(side, i, c))
		}
		ordered := g.Ordered[side]
		if ordered == nil {
			for _, group := range g.Battle.Groups {
				if group.Side == side {
					ordered = append(ordered, group.Name)
				}
			}
		}
		sides = append(sides, object{{"side", g.Battle.Sides[side].Name}, {"groups", ordered}, {"tactics", all}})
	}
	for i, row := range g.Cells {
		for j, c := range row {
			pair := object{
				{"first", g.Names[0][i]}, {"second", g.Names[1][j]}, {"trials", c.Trials},
				{"payoff", c.Payoff}, {"low", c.Low}, {"high", c.High},
			}
			outcomes := object{}
			for o, n := range c.Outcomes {
				outcomes = append(outcomes, field{stats.OutcomeName(g.Battle, heroic.Outcome(o)), n})
			}
			pairs = append(pairs, append(pair, field{"outcomes", outcomes}))
		}
	}
	return g.json(w, g.outline(), field{"payoff", g.Payoff.String()},
		field{"value", object{{"mean", g.Value}, {"low", g.ValueLow}, {"high", g.ValueHigh}}}, field{"unique", g.Unique},
		field{"sides", sides}, field{"pairs", pairs})
}

func (g *TacticGame) candidateObject(side, i int, c stats.Candidate) object {
	o := object{{"tactic", g.Names[side][i]}, {"share", c.Share}, {"share_low", c.ShareLow}, {"share_high", c.ShareHigh}, {"secures", c.Secures}, {"rare", c.Rare}}
	d := c.Dominated
	if d == nil {
		return append(o, field{"dominated", nil})
	}
	mix := object{}
	for k, share := range d.Mix {
		if share > 0 {
			mix = append(mix, field{g.Names[side][k], share})
		}
	}
	return append(o, field{"dominated", object{{"by", mix}, {"margin", d.Margin}, {"trials", d.Trials}, {"late", d.Late}}})
}

// tacticTitle is the name for people of what files call otherwise.
func tacticTitle(name string) string {
	if t, err := heroic.ParseTactic(name); err == nil {
		return t.Title()
	}
	return tidy(name)
}

// abbreviations are short names, no two alike: the first letters of the words, or
// else numbers.
func abbreviations(names []string) []string {
	count := map[string]int{}
	short := make([]string, len(names))
	for i, name := range names {
		for _, word := range strings.FieldsFunc(tacticTitle(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			first, _ := utf8.DecodeRuneInString(word)
			short[i] += string(unicode.ToUpper(first))
		}
		if n := utf8.RuneCountInString(short[i]); n == 0 || n > 3 {
			short[i] = "?"
		}
		count[short[i]]++
	}
	for i := range short {
		if short[i] == "?" || count[short[i]] > 1 {
			short[i] = "#" + strconv.Itoa(i+1)
		}
	}
	return short
}

// gone marks what is dominated.
const gone = "×"

// Text says what both sides should do, and shows the payoffs.
func (g *TacticGame) Text(w io.Writer, t Text) error {
	return g.text(w, t, g.outline(), func(l *leaf) {
		_, decimals := g.doubt()
		l.paragraph("", g.valueSentence(decimals))
		for side := range g.Names {
			g.advice(l, side, decimals)
		}
		g.matrix(l, decimals)
		for side := range g.Names {
			g.dominated(l, side)
		}
	})
}

// doubt is how wide intervals of pairs that matter are, to either side, and the
// decimals that this supports.
func (g *TacticGame) doubt() (doubt float64, decimals int) {
	for i, row := range g.Cells {
		for j, c := range row {
			if g.Rows[i].Dominated == nil && g.Columns[j].Dominated == nil {
				doubt = max(doubt, c.HalfWidth())
			}
		}
	}
	return doubt, min(decimalsFor(doubt, g.Trials), 1)
}

// conventions say how the figures are to be read.
func (g *TacticGame) conventions(doubt float64) string {
	text := fmt.Sprintf("%s %% intervals; those of pairs that matter reach %s points to either side at most. All groups of a side take the tactic for the whole battle. All pairs meet the same luck: seed %d, %s each, rules %s.",
		percentFigure(g.Confidence), strconv.FormatFloat(100*doubt, 'g', 2, 64), g.Seed, Battles(g.Trials), g.Battle.Rules.ID())
	if g.Battles < g.Trials*int64(len(g.Rows)*len(g.Columns)) {
		text += " What is marked " + gone + ", or surely rare, was not fought any further; --all fights it on."
	}
	if !g.Unique {
		text += " Other shares may do as well."
	}
	return text
}

// shareText is a figure with its interval, in percent.
func shareText(p, low, high float64, decimals int) string {
	return fmt.Sprintf("%s %% (%s – %s)", figure(p, decimals), figure(low, decimals), figure(high, decimals))
}

// valueSentence says what comes of it when both sides play well.
func (g *TacticGame) valueSentence(decimals int) string {
	value := shareText(g.Value, g.ValueLow, g.ValueHigh, decimals)
	first := g.sideName(0)
	if g.Payoff == stats.BySurvivors {
		return fmt.Sprintf("When both sides choose well, %s get %s: %s.", midSentence(first), value, g.payoffText())
	}
	return fmt.Sprintf("When both sides choose well, %s win %s, a draw or no decision counting half.", midSentence(first), value)
}

// narrowAdvice is the width below which the side has a line of its own, for the table
// may have become paragraphs.
const narrowAdvice = 52

// advice is how often a side should do what.
func (g *TacticGame) advice(l *leaf, side, decimals int) {
	header, rows, rare := g.shares(side, decimals)
	if l.width < narrowAdvice {
		l.paragraph("", g.sideName(side)+":")
	}
	l.grid(header, rows)
	if rare != "" {
		l.WriteString(Wrapped("  ", rare, l.width))
	}
}

// shares are a table of how often a side should do what, and what it should do next
// to never.
func (g *TacticGame) shares(side, decimals int) (header []string, rows [][]string, rare string) {
	var order []int
	var few []string
	for i, c := range g.candidates(side) {
		switch {
		case c.Dominated != nil:
		case c.Rare && c.Share < stats.RareShare:
			few = append(few, tacticTitle(g.Names[side][i]))
		default:
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		all := g.candidates(side)
		switch {
		case all[a].Share > all[b].Share:
			return -1
		case all[a].Share < all[b].Share:
			return +1
		}
		return 0
	})
	header = []string{g.sideName(side), "should choose", "at worst"}
	for _, i := range order {
		c := g.candidates(side)[i]
		rows = append(rows, []string{
			"  " + tacticTitle(g.Names[side][i]), shareText(c.Share, c.ShareLow, c.ShareHigh, 0), figure(c.Secures, decimals) + " %",
		})
	}
	if len(few) > 0 {
		rare = fmt.Sprintf("under %s %% at most: %s", percentFigure(stats.RareShare), strings.Join(few, ", "))
	}
	return header, rows, rare
}

// matrix shows all payoffs: in rows what the first side does, in columns the second.
func (g *TacticGame) matrix(l *leaf, decimals int) {
	short := [2][]string{abbreviations(g.Names[0]), abbreviations(g.Names[1])}
	named := func(side int) string {
		var legend []string
		for i, name := range g.Names[side] {
			legend = append(legend, short[side][i]+" "+tacticTitle(name))
		}
		return strings.Join(legend, ", ")
	}
	label := func(side, i int) string {
		text := short[side][i]
		if g.candidates(side)[i].Dominated != nil {
			text = gone + text
		}
		return text
	}
	const perCell = 2
	cellWidth := 4 + digit(decimals > 0)*(1+decimals)
	name := 0
	for i := range g.Rows {
		name = max(name, columns(label(0, i)))
	}
	for j := range g.Columns {
		cellWidth = max(cellWidth, columns(label(1, j)))
	}
	atOnce := max(1, (l.width-name-perCell)/(cellWidth+perCell))
	l.paragraph("", fmt.Sprintf("In %%: %s. Rows are what %s do, columns what %s do.", g.payoffText(), midSentence(g.sideName(0)), midSentence(g.sideName(1))))
	for from := 0; from < len(g.Columns); from += atOnce {
		to := min(from+atOnce, len(g.Columns))
		l.line("")
		line := "  " + left("", name)
		for j := from; j < to; j++ {
			line += "  " + right(label(1, j), cellWidth)
		}
		l.line(line)
		for i := range g.Rows {
			line := "  " + left(label(0, i), name)
			for j := from; j < to; j++ {
				line += "  " + right(figure(g.Cells[i][j].Payoff, decimals), cellWidth)
			}
			l.line(line)
		}
	}
	l.line("")
	if legend := named(0); legend == named(1) {
		l.WriteString(Wrapped("  ", legend+".", l.width))
	} else {
		l.WriteString(Wrapped("  ", "Rows: "+legend+".", l.width))
		l.WriteString(Wrapped("  ", "Columns: "+named(1)+".", l.width))
	}
}

// dominated says what is never worth choosing, and why: what has one reason stands
// together.
func (g *TacticGame) dominated(l *leaf, side int) {
	losers, reasons := g.losers(side)
	if len(reasons) == 0 {
		return
	}
	l.paragraph("", g.never(side)+":")
	for _, why := range reasons {
		l.WriteString(Wrapped("  "+gone+" ", listing(losers[why])+": "+why, l.width))
	}
}

func (g *TacticGame) never(side int) string {
	return "Never worth it for " + midSentence(g.sideName(side))
}

// losers are a side's dominated candidates by the reasons, which are in order.
func (g *TacticGame) losers(side int) (losers map[string][]string, reasons []string) {
	losers = map[string][]string{}
	for i, c := range g.candidates(side) {
		if c.Dominated == nil {
			continue
		}
		why := g.reason(side, c.Dominated)
		if losers[why] == nil {
			reasons = append(reasons, why)
		}
		losers[why] = append(losers[why], tacticTitle(g.Names[side][i]))
	}
	return losers, reasons
}

// listing joins names: a, b and c.
func listing(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return names[0]
}

// reason says what is better.
func (g *TacticGame) reason(side int, d *stats.Dominance) string {
	var mix []string
	for k, share := range d.Mix {
		switch {
		case share == 1:
			mix = append(mix, tacticTitle(g.Names[side][k]))
		case figure(share, 0) == "0":
		case share > 0:
			mix = append(mix, fmt.Sprintf("%s %% %s", figure(share, 0), tacticTitle(g.Names[side][k])))
		}
	}
	enemy, better := midSentence(g.sideName(1-side)), mix[0]
	if len(mix) > 1 {
		better = "a mix of " + listing(mix)
	}
	if d.Late {
		return better + " does better against all that is still worth it for " + enemy
	}
	return better + " does better whatever " + enemy + " do"
}

// TacticFiles are the names of what SaveFinding writes.
func TacticFiles() []string { return analysisFiles("tactics", "payoffs") }

func (g *TacticGame) forms() forms {
	p := g.Plot()
	return forms{name: "tactics", plotName: "payoffs", plot: p, page: g.page(p)}
}

func (g *TacticGame) page(p *Plot) *Page {
	_, decimals := g.doubt()
	choose := Section{Heading: "What to choose"}
	var never []Section
	for side := range g.Names {
		header, rows, rare := g.shares(side, decimals)
		if rare != "" {
			choose.Text = append(choose.Text, g.sideName(side)+", "+rare+".")
		}
		t := pageTable(header, rows)
		t.Caption, t.Head[0] = header[0], "Tactic" // heads are not shown on a phone
		choose.Tables = append(choose.Tables, t)
		if losers, reasons := g.losers(side); len(reasons) > 0 {
			s := Section{Heading: g.never(side)}
			for _, why := range reasons {
				s.Text = append(s.Text, listing(losers[why])+": "+why+".")
			}
			never = append(never, s)
		}
	}
	pairs := Section{Heading: "All pairs", Folded: "Every payoff with its interval"}
	for j, column := range g.Names[1] {
		t := PageTable{Caption: fmt.Sprintf("Against %s by %s", tacticTitle(column), midSentence(g.sideName(1))), Head: []string{g.sideName(0), "payoff", "battles"}}
		for i, row := range g.Names[0] {
			c := g.Cells[i][j]
			t.Rows = append(t.Rows, PageRow{Name: tacticTitle(row), Cells: []string{shareText(c.Payoff, c.Low, c.High, decimals), number(int(c.Trials))}})
		}
		pairs.Tables = append(pairs.Tables, t)
	}
	sections := append(append(plotSection(p), choose), append(never, pairs)...)
	return g.Analysis.page(g.outline(), []string{g.valueSentence(decimals)}, sections, "Payoffs are "+g.payoffText()+".")
}

// Plot is a heatmap of the payoffs.
func (g *TacticGame) Plot() *Plot {
	names := func(side int) (all []string) {
		for i, name := range g.Names[side] {
			title := tacticTitle(name)
			if g.candidates(side)[i].Dominated != nil {
				title = gone + " " + title
			}
			all = append(all, title)
		}
		return all
	}
	first, second := g.sideName(0), g.sideName(1)
	h := Heatmap{
		Caption: Caption{
			Title:  fmt.Sprintf("When both sides choose well, %s win %s %%", midSentence(first), figure(g.Value, 0)),
			Note:   capital(g.payoffText()) + ". " + gone + ": never worth it.",
			Source: g.source(g.Battle, Battles(g.Trials)+" a pair", g.Seed),
		},
		X: Axis{Label: second, Names: names(1)}, Y: Axis{Label: first, Names: names(0)},
		Values: shareAxis(first), Diverging: true, Centre: 0.5,
	}
	if g.Payoff == stats.BySurvivors {
		h.Title = fmt.Sprintf("When both sides choose well, %s get %s %%", midSentence(first), figure(g.Value, 0))
	}
	for _, row := range g.Cells {
		var cells []Estimate
		for _, c := range row {
			cells = append(cells, Estimate{c.Payoff, c.Low, c.High})
		}
		h.Cells = append(h.Cells, cells)
	}
	return HeatmapPlot(h)
}
