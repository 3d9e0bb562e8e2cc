package reports

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// Text is the summary for people: the answer first, how sure it is, what it
// costs, what to do next. It uses no colour, so it reads the same everywhere.
// The zero value sets 80 columns.
type Text struct {
	Width  int    // columns; 0 means 80, and those from 40 to 100 are used
	Brief  bool   // neither warnings nor footer nor hints
	Warned bool   // the warnings about the scenario have been given elsewhere
	Hints  []Hint // what to do next
}

// A Hint is a command that one may want to run next.
type Hint struct{ For, Command string }

// Bounds of the width: below, nothing fits; above, lines get hard to follow.
const (
	defaultWidth = 80
	minWidth     = 40
	maxWidth     = 100
)

// UsableWidth is the width to which text is set where there are so many columns;
// 0 means 80.
func UsableWidth(columns int) int {
	return min(max(cmp.Or(columns, defaultWidth), minWidth), maxWidth)
}

// Render writes the summary of r.
func (t Text) Render(w io.Writer, r *Run) error {
	s := &sheet{Writer: bufio.NewWriter(w), run: r, width: UsableWidth(t.Width)}
	s.title()
	if !r.Empty() {
		s.verdict()
		s.outcomes()
		s.length()
	}
	s.warnings(t)
	if !r.Empty() {
		s.groups()
		s.nobodyFalls()
		s.aftermath()
	}
	s.footer(t.Brief)
	if !t.Brief {
		s.hints(t.Hints)
	}
	return s.Flush()
}

// A sheet is a summary being written. Errors are kept until Flush.
type sheet struct {
	*bufio.Writer
	run   *Run
	width int
}

func (s *sheet) line(text string) { s.WriteString(strings.TrimRight(text, " ") + "\n") }

// title is the scenario's name, and at the right how it was answered.
func (s *sheet) title() {
	name := tidy(s.run.Battle.Name)
	cost := Battles(s.run.Trials)
	if s.run.Method == stats.Exactly {
		cost = "the exact answer"
	}
	cost += " in " + elapsed(s.run.Elapsed)
	if rest := s.width - columns(name); rest >= columns(cost)+2 {
		s.line(name + right(cost, rest))
		return
	}
	s.WriteString(Wrapped("", name, s.width))
	s.line(cost)
}

// outcomes is a bar, a percentage and an interval for each side, and for the
// other outcomes that come up. What is exact has no interval.
func (s *sheet) outcomes() {
	var shown []stats.Outcome
	var doubt float64
	for i, o := range s.run.Outcomes {
		if !o.Never() || i < int(heroic.Draw) {
			shown = append(shown, o)
			doubt = max(doubt, o.HalfWidth())
		}
	}
	exact := s.run.Method == stats.Exactly
	decimals := decimalsFor(doubt, s.run.Trials)
	if exact {
		decimals = exactDecimals
	}
	var names, shares, intervals []string
	for _, o := range shown {
		names = append(names, tidy(o.Name))
		shares = append(shares, percent(o.Proportion, decimals))
		if !exact {
			intervals = append(intervals, interval(o.Proportion, decimals))
		}
	}
	rest := widest(shares) + widest(intervals) + len("  ") + len("  ") + len("   ")
	nameWidth := min(widest(names), max(10, s.width-rest))
	bar := min(30, s.width-rest-nameWidth-len("  "))
	s.line("")
	for i, o := range shown {
		line := "  " + left(cut(names[i], nameWidth), nameWidth) + "  "
		if bar >= 10 {
			line += barOf(o.P, bar) + "  "
		}
		line += right(shares[i], widest(shares))
		if !exact {
			line += "   " + right(intervals[i], widest(intervals))
		}
		s.line(line)
	}
}

// exactDecimals are those of the exact outcomes: more than a sample would often
// support, and enough to hold one against.
const exactDecimals = 2

// barOf draws p of n cells, in eighths of a cell.
func barOf(p float64, n int) string {
	eighths := int(math.Round(p * float64(8*n)))
	if p > 0 {
		eighths = max(eighths, 1)
	}
	full, part := eighths/8, eighths%8
	bar := strings.Repeat("█", full)
	if part > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[part-1])
	}
	return bar + strings.Repeat("░", n-columns(bar))
}

func (s *sheet) length() {
	r := s.run.Rounds
	text := inflected(int(r.P50), "round", "rounds")
	if r.P5 != r.P95 {
		text += fmt.Sprintf(" (%s to %s in 90 %% of battles)", number(int(r.P5)), number(int(r.P95)))
	}
	text += ": " + strings.ReplaceAll(duration(int(r.P50)), glue, " ")
	s.line("")
	s.WriteString(Wrapped("  Length   ", text, s.width))
}

// verdict is the answer in a sentence or two.
func (s *sheet) verdict() {
	s.line("")
	s.WriteString(Wrapped("  ", strings.Join(verdict(s.run), " "), s.width))
}

func (s *sheet) warnings(t Text) {
	all := s.run.warnings()
	switch {
	case t.Brief && s.run.Partial:
		all = []string{s.run.partial()} // which is a mark of the result, and no hint
	case t.Brief:
		return
	case t.Warned:
		all = s.run.findings()
	}
	if len(all) > 0 {
		s.line("")
	}
	for _, w := range all {
		s.WriteString(Wrapped("  Warning  ", tidy(w), s.width))
	}
}

// A tableRow is a side's name, or a group with its figures.
type tableRow struct {
	name  string
	group *stats.Group // nil for a side
}

// groups is the table of what becomes of groups; where even with short headers it
// is too wide, a paragraph for each.
func (s *sheet) groups() {
	rows, all := s.rows(), s.tableColumns()
	cells := make([][]string, len(all))
	for c, col := range all {
		cells[c] = col.cells(s.run)
	}
	var names []string
	for _, r := range rows {
		names = append(names, r.name)
	}
	s.line("")
	for _, style := range styles {
		widths, rest := make([]int, len(all)), s.width
		for c, col := range all {
			widths[c] = max(columns(style.header(col)), widest(cells[c]))
			rest -= len(style.gap) + widths[c]
		}
		if name := min(widest(names), rest); name >= min(widest(names), minName) {
			s.table(rows, all, cells, style, name, widths)
			return
		}
	}
	s.paragraphs(rows, all, cells)
}

// minName is the width to which the table may cut names.
const minName = 20

// A style is a way to set the table.
type style struct {
	header func(tableColumn) string
	gap    string // between columns
}

// styles are tried in this order.
var styles = []style{
	{tableColumn.long, "   "},
	{tableColumn.short, "   "},
	{tableColumn.short, "  "},
}

// table writes the table with columns of the given widths.
func (s *sheet) table(rows []tableRow, all []tableColumn, cells [][]string, style style, name int, widths []int) {
	line := left("", name)
	for c, col := range all {
		line += style.gap + col.align(style.header(col), widths[c])
	}
	s.line(line)
	group := 0
	for _, r := range rows {
		line := left(cut(r.name, name), name)
		if r.group != nil {
			for c, col := range all {
				line += style.gap + col.align(cells[c][group], widths[c])
			}
			group++
		}
		s.line(line)
	}
}

func (s *sheet) rows() []tableRow {
	var rows []tableRow
	side := ""
	for i := range s.run.Groups {
		g := &s.run.Groups[i]
		if g.Side != side {
			side = g.Side
			rows = append(rows, tableRow{name: "  " + tidy(side)})
		}
		rows = append(rows, tableRow{"    " + tidy(g.Name), g})
	}
	return rows
}

func (s *sheet) paragraphs(rows []tableRow, all []tableColumn, cells [][]string) {
	group := 0
	for _, r := range rows {
		if r.group == nil {
			s.WriteString(Wrapped("  ", r.name, s.width))
			continue
		}
		var facts []string
		for c, col := range all {
			if text := strings.Join(strings.Fields(cells[c][group]), " "); text != none {
				switch {
				case strings.HasPrefix(text, standsIn):
				case r.group.Character && col.lone != "":
					text = col.lone + " " + glued(text)
				default:
					text = col.brief + " " + glued(text)
				}
				facts = append(facts, text)
			}
		}
		s.WriteString(Wrapped("    ", tidy(r.name)+": "+strings.Join(facts, ", "), s.width))
		group++
	}
}

// none stands where a figure does not apply.
const none = "–"

// A tableColumn has a cell for each group.
type tableColumn struct {
	header string
	brief  string // the header where room is short, and in paragraphs
	lone   string // in the paragraph of a character, where it differs
	align  func(string, int) string
	cells  func(*Run) []string
}

func (c tableColumn) long() string  { return c.header }
func (c tableColumn) short() string { return c.brief }

// tableColumns are those of the table: rare fates only where they are worth
// knowing.
func (s *sheet) tableColumns() []tableColumn {
	all := []tableColumn{
		{"start", "start", "", right, startCells},
		{"not fallen, median (90 % of battles)", "not fallen (90 %)", "", left, leftCells},
	}
	for _, f := range shownFates {
		shown := false
		for i := range s.run.Groups {
			g := &s.run.Groups[i]
			shown = shown || f.shows(g) && (f.always || f.of(&g.Fate).P >= rareShare)
		}
		if shown {
			header, lone := f.header, f.lone
			if header == wornOut && s.run.Battle.Rules.MajorWounds {
				header, lone = outCold, outCold
			}
			all = append(all, tableColumn{header, header, lone, right, f.cells})
		}
	}
	return all
}

// rareShare is the share of battles from which on a rare fate gets a column.
const rareShare = 0.005

// A shownFate is a share of battles that the table shows.
type shownFate struct {
	header string
	always bool
	of     func(*stats.Fate) stats.Proportion
	lone   string // what it is of a character; empty: of none
}

// How those are called who collapse: for want of FP, and where major wounds may do
// it too.
const (
	wornOut = "worn out"
	outCold = "worn or knocked out"
)

var shownFates = []shownFate{
	{"broke", true, func(f *stats.Fate) stats.Proportion { return f.Broke }, ""},
	{"all fall", true, func(f *stats.Fate) stats.Proportion { return f.Destroyed }, "falls"},
	{wornOut, false, func(f *stats.Fate) stats.Proportion { return f.Collapsed }, wornOut},
	{"withdrew", false, func(f *stats.Fate) stats.Proportion { return f.Left }, "withdrew"},
}

// shows says whether the fate is of interest for g.
func (f shownFate) shows(g *stats.Group) bool { return f.lone != "" || !g.Character }

func (f shownFate) cells(r *Run) []string {
	decimals := tableDecimals(r)
	var cells []string
	for i := range r.Groups {
		text := none
		if g := &r.Groups[i]; f.shows(g) {
			text = percent(f.of(&g.Fate), decimals)
		}
		cells = append(cells, text)
	}
	return cells
}

// tableDecimals are the same for the whole table: those that its least certain
// figure supports.
func tableDecimals(r *Run) int {
	var doubt float64
	for i := range r.Groups {
		g := &r.Groups[i]
		if g.Character {
			doubt = max(doubt, g.Stands.HalfWidth())
		}
		for _, f := range shownFates {
			doubt = max(doubt, f.of(&g.Fate).HalfWidth())
		}
	}
	return decimalsFor(doubt, r.Trials)
}

func startCells(r *Run) []string {
	var cells []string
	for _, g := range r.Groups {
		cells = append(cells, number(int(g.Start)))
	}
	return cells
}

// standsIn is what a character's cell says.
const standsIn = "stands in "

// leftCells are the median and the middle 90 % of survivors, and for a character
// how often it stands at the end.
func leftCells(r *Run) []string {
	var medians, ranges []string
	for _, g := range r.Groups {
		medians = append(medians, number(int(g.Survivors.P50)))
		ranges = append(ranges, fmt.Sprintf("(%s – %s)", number(int(g.Survivors.P5)), number(int(g.Survivors.P95))))
	}
	decimals := tableDecimals(r)
	var cells []string
	for i, g := range r.Groups {
		if g.Character {
			cells = append(cells, standsIn+percent(g.Stands, decimals))
		} else {
			cells = append(cells, right(medians[i], widest(medians))+"   "+right(ranges[i], widest(ranges)))
		}
	}
	return cells
}

// nobodyFalls is said of sides with several characters; of one, the table says
// how often he falls.
func (s *sheet) nobodyFalls() {
	first := true
	for _, side := range s.run.Sides {
		if side.Characters < 2 {
			continue
		}
		if first {
			s.line("")
			first = false
		}
		s.WriteString(Wrapped("  ", nobodyFalls(&side, tableDecimals(s.run)), s.width))
	}
}

func nobodyFalls(side *stats.Side, decimals int) string {
	p, name := side.NobodyFalls, midSentence(tidy(side.Name))
	nobody, somebody := "Nobody", "somebody"
	if int64(side.Characters) < side.Start {
		nobody, somebody = "No character", "some character"
	}
	switch {
	case p.Never():
		return "In every battle " + somebody + " of " + name + " falls."
	case p.Always():
		return nobody + " of " + name + " falls in any battle."
	}
	return nobody + " of " + name + " falls in " + percent(p, decimals) + " of battles."
}

// footer names what was changed, the conventions, what it takes to repeat the run,
// and why the method was chosen; a brief one only the first, without which the
// figures mislead.
func (s *sheet) footer(brief bool) {
	r := s.run
	changed := ChangedText(r.Battle.Rules, r.Set)
	if brief && changed == "" {
		return
	}
	s.line("")
	if changed != "" {
		s.WriteString(Wrapped("", changed, s.width))
	}
	if brief {
		return
	}
	s.WriteString(Wrapped("", conventions(r), s.width))
	if r.Choice != "" {
		s.WriteString(Wrapped("", r.Choice, s.width))
	}
}

// conventions say how the figures are to be read.
func conventions(r *Run) string {
	rules := r.Battle.Rules.ID()
	if r.Method != stats.Exactly {
		return fmt.Sprintf("%s %% Wilson intervals. Seed %d, rules %s.", percentFigure(r.Confidence), r.Seed, rules)
	}
	within := ""
	if r.Residual > 0 {
		within = fmt.Sprintf(" to within %.1g", r.Residual)
	}
	return fmt.Sprintf("Exact%s: every way the battle can go, with its probability. Rules %s.", within, rules)
}

func (s *sheet) hints(hints []Hint) {
	if len(hints) > 0 {
		s.line("")
	}
	var labels []string
	for _, h := range hints {
		labels = append(labels, h.For+":")
	}
	for i, h := range hints {
		s.WriteString(commandLines(left(labels[i], widest(labels))+"   ", h.Command, s.width))
	}
}

// commandLines sets a command behind a label. Where it is too wide it is broken
// before flags, with backslashes, so that it can still be copied into a shell.
func commandLines(label, command string, n int) string {
	indent := strings.Repeat(" ", columns(label))
	line, fresh := label, true
	var b strings.Builder
	for i, part := range flagsOf(command) {
		if !fresh && columns(line)+1+columns(part)+len(" \\") > n {
			b.WriteString(line + " \\\n")
			line, fresh = indent, true
		}
		if i > 0 && !fresh {
			line += " "
		}
		line, fresh = line+part, false
	}
	return b.String() + line + "\n"
}

// flagsOf splits a command before each flag, but not within quotes.
func flagsOf(command string) []string {
	var parts []string
	quoted, from := false, 0
	for i, r := range command {
		if r == '\'' {
			quoted = !quoted
		}
		if !quoted && r == ' ' && strings.HasPrefix(command[i:], " -") {
			parts, from = append(parts, command[from:i]), i+1
		}
	}
	return append(parts, command[from:])
}

// manyTrials are enough for a decimal whatever the interval, which is shown beside
// it.
const manyTrials = 1000

// decimalsFor is how many decimals of a percentage an interval supports that
// reaches doubt to either side: the first digit that is in doubt is the last.
func decimalsFor(doubt float64, trials int64) int {
	if !(doubt > 0) {
		return 1
	}
	decimals := min(max(0, int(math.Ceil(-math.Log10(100*doubt)))), 4)
	if trials >= manyTrials {
		return max(1, decimals)
	}
	return decimals
}

// figure is p in percent without the sign.
func figure(p float64, decimals int) string { return strconv.FormatFloat(100*p, 'f', decimals, 64) }

// interval is p's, in percent. Its ends are not drawn in to 0 and 100 where it
// reaches beyond what the decimals show.
func interval(p stats.Proportion, decimals int) string {
	least := math.Pow10(-2 - decimals)
	low, high := p.Low, p.High
	if high > 0 {
		high = max(high, least)
	}
	if low < 1 {
		low = min(low, 1-least)
	}
	return fmt.Sprintf("(%s – %s)", figure(low, decimals), figure(high, decimals))
}

// percent is p in percent. What is not quite none or all is not written so.
func percent(p stats.Proportion, decimals int) string {
	text := figure(p.P, decimals)
	least := math.Pow10(-2 - decimals)
	switch {
	case p.None():
		return none
	case !p.Never() && text == figure(0, decimals):
		text = "< " + figure(least, decimals)
	case !p.Always() && text == figure(1, decimals):
		text = "> " + figure(1-least, decimals)
	}
	return text + " %"
}

// percentFigure is a share such as 0.95 or 0.999 in percent, as short as it goes.
func percentFigure(p float64) string {
	if rounded := math.Round(1e8*p) / 1e6; rounded > 0 && rounded < 100 {
		return strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	return strconv.FormatFloat(100*p, 'f', -1, 64)
}

// Battles is n battles: 1 battle, 100,000 battles.
func Battles(n int64) string { return inflected(int(n), "battle", "battles") }

// elapsed is a time in the unit that one would use.
func elapsed(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 0.005:
		return "under 0.01 s"
	case s < 10:
		return fmt.Sprintf("%.2f s", s)
	case s < 100:
		return fmt.Sprintf("%.1f s", s)
	default:
		return fmt.Sprintf("%d min %d s", int(s)/60, int(s)%60)
	}
}

// midSentence is a name as it stands inside a sentence.
func midSentence(name string) string {
	if rest, ok := strings.CutPrefix(name, "The "); ok {
		return "the " + rest
	}
	return name
}

func widest(texts []string) int {
	n := 0
	for _, t := range texts {
		n = max(n, columns(t))
	}
	return n
}
