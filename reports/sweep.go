package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// A Sweep is what the battles of a grid came to.
type Sweep struct {
	Analysis
	Battle     *heroic.Battle // before any key is varied
	Seed       uint64
	Planned    int64 // trials of each point, or with Precision the most
	Precision  float64
	Confidence float64
	Elapsed    time.Duration
	Parameters []Parameter
	Points     []*stats.SweepPoint // of all values, the last parameter's first; nil: not done
	Kept       int                 // of them, those that were done before
}

// A Parameter is a key that takes several values in turn.
type Parameter struct {
	Key     string
	Values  []string
	Numbers []float64 // of the values, where all are numbers
}

// name is short: the last part of the key.
func (p Parameter) name() string {
	parts, last := p.parts()
	return strings.Join(parts[last:], " ")
}

// parts are those of the key, and the last of them that is no place in a list.
func (p Parameter) parts() (parts []string, last int) {
	parts = keyParts(p.Key)
	for last = len(parts) - 1; last > 0 && isNumber(parts[last]); {
		last--
	}
	return parts, last
}

// label is the name, and whose it is.
func (p Parameter) label() string {
	parts, last := p.parts()
	whose := ""
	for i := 0; i+1 < last; i++ {
		name := parts[i+1] + " "
		if isNumber(parts[i+1]) {
			name = ""
		}
		switch parts[i] {
		case "sides", "groups", "units":
			whose = cmp.Or(name, whose)
		case "weapons":
			whose += name
		default:
			continue
		}
		i++ // the name is no key
	}
	return whose + p.name()
}

// keyParts divides a key like sides."St. Ives".groups[0].count into its parts.
func keyParts(key string) (parts []string) {
	quoted, start := false, 0
	part := func(end int) {
		if start < end {
			parts = append(parts, strings.TrimSpace(key[start:end]))
		}
		start = end + 1
	}
	for i, c := range key {
		if c == '"' {
			quoted = !quoted
		}
		if c == '"' || !quoted && strings.ContainsRune(".[]", c) {
			part(i)
		}
	}
	if part(len(key)); len(parts) == 0 {
		return []string{key}
	}
	return parts
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// parameterOf is one with its numbers, where all values are.
func parameterOf(key string, values []string) Parameter {
	p := Parameter{Key: key, Values: values}
	for _, text := range values {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			p.Numbers = nil
			break
		}
		p.Numbers = append(p.Numbers, x)
	}
	return p
}

// names are short names of the parameters, or their labels or their keys where those
// are not enough.
func (s *Sweep) names() []string {
	return s.apart(Parameter.name, Parameter.label)
}

// labels say whose the parameters are as well.
func (s *Sweep) labels() []string { return s.apart(Parameter.label) }

// apart calls the parameters by the first of some ways that tells each from the others,
// or else by their keys.
func (s *Sweep) apart(ways ...func(Parameter) string) []string {
	names := make([]string, len(s.Parameters))
	for i, p := range s.Parameters {
		names[i] = p.Key
		for _, way := range slices.Backward(ways) {
			same := func(q Parameter) bool { return q.Key != p.Key && way(q) == way(p) }
			if !slices.ContainsFunc(s.Parameters, same) {
				names[i] = way(p)
			}
		}
	}
	return names
}

// Values are those of the parameters at a point.
func (s *Sweep) Values(point int) []string {
	values := make([]string, len(s.Parameters))
	for i := len(values) - 1; i >= 0; i-- {
		n := len(s.Parameters[i].Values)
		values[i] = s.Parameters[i].Values[point%n]
		point /= n
	}
	return values
}

// Done counts the points that are done.
func (s *Sweep) Done() (n int) {
	for _, p := range s.Points {
		n += digit(p != nil && !p.Partial)
	}
	return n
}

// Begun counts those of which something is known.
func (s *Sweep) Begun() (n int) {
	for _, p := range s.Points {
		n += digit(p != nil)
	}
	return n
}

// Partial says that some are not.
func (s *Sweep) Partial() bool { return s.Done() < len(s.Points) }

// short is how many points are not known to the precision that was asked for.
func (s *Sweep) short() (n int) {
	for _, p := range s.Points {
		n += digit(p != nil && !p.Reached && !p.Partial)
	}
	return n
}

func (s *Sweep) findings() (all []string) {
	if s.Partial() {
		text := fmt.Sprintf("stopped early: %s of %s are done", number(s.Done()), inflected(len(s.Points), "point", "points"))
		if more := s.Begun() - s.Done(); more > 0 {
			text += fmt.Sprintf(", and %s in part", number(more))
		}
		all = append(all, text)
	}
	undecided := 0
	for _, p := range s.Points {
		if p != nil {
			undecided += digit(p.Proportion(heroic.Undecided, s.Confidence).P >= undecidedShare)
		}
	}
	if short := s.short(); s.Precision > 0 && short > 0 {
		all = append(all, fmt.Sprintf("at %s, %s battles were not enough for a precision of %s", inflected(short, "point", "points"), number(int(s.Planned)), shortest(s.Precision)))
	}
	if undecided > 0 {
		all = append(all, fmt.Sprintf("at %s, 1 in 100 battles or more hit the limit of rounds", inflected(undecided, "point", "points")))
	}
	return all
}

// A sweepRow is an outcome of a point.
type sweepRow struct {
	sweep   *Sweep
	values  []string
	point   *stats.SweepPoint
	outcome heroic.Outcome
}

// CSV has a row for every point that is done and each of its outcomes. The
// values of each parameter have a column.
func (s *Sweep) CSV(w io.Writer) error {
	columns := []column[sweepRow]{
		{"file", func(r sweepRow) string { return r.sweep.File }},
		{"scenario", func(r sweepRow) string { return r.sweep.Battle.Name }},
		{"seed", func(r sweepRow) string { return strconv.FormatUint(r.sweep.Seed, 10) }},
		{"trials", func(r sweepRow) string { return whole(r.point.Trials) }},
		{"partial", func(r sweepRow) string { return strconv.FormatBool(r.sweep.Partial()) }},
		{"confidence", func(r sweepRow) string { return shortest(r.sweep.Confidence) }},
		{"ruleset", func(r sweepRow) string { return r.point.Ruleset }},
		{"set", func(r sweepRow) string { return strings.Join(r.sweep.Set, "; ") }},
	}
	for i, p := range s.Parameters {
		columns = append(columns, column[sweepRow]{p.Key, func(r sweepRow) string { return r.values[i] }})
	}
	columns = append(columns, column[sweepRow]{"outcome", func(r sweepRow) string { return r.point.Outcomes[r.outcome].Name }})
	columns = join(columns,
		proportionColumns("outcome", func(r sweepRow) stats.Proportion { return r.point.Proportion(r.outcome, r.sweep.Confidence) }),
		summaryColumns("rounds", func(r sweepRow) *stats.Summary { return &r.point.Outcomes[r.outcome].Rounds }),
		[]column[sweepRow]{
			{"first_side_survivors_mean", func(r sweepRow) string { return shortest(r.point.Outcomes[r.outcome].Survivors[0]) }},
			{"second_side_survivors_mean", func(r sweepRow) string { return shortest(r.point.Outcomes[r.outcome].Survivors[1]) }},
		})
	var rows []sweepRow
	for i, p := range s.Points {
		for o := range heroic.NumOutcomes {
			if p != nil {
				rows = append(rows, sweepRow{s, s.Values(i), p, o})
			}
		}
	}
	return table(w, columns, rows)
}

func (s *Sweep) outline() outline {
	trials := number(int(s.Planned)) + " battles"
	if s.Precision > 0 {
		trials = "to a precision of " + shortest(s.Precision)
	}
	return outline{
		battle: s.Battle, cost: fmt.Sprintf("%s × %s in %s", inflected(len(s.Points), "point", "points"), trials, elapsed(s.Elapsed)),
		changed: ChangedText(s.Battle.Rules, s.Set), findings: s.findings(), conventions: s.conventions(),
		seed: s.Seed, counts: object{{"planned", s.Planned}}, confidence: s.Confidence, partial: s.Partial(), precision: s.Precision, reached: s.short() == 0, elapsed: s.Elapsed,
	}
}

// JSON writes a sweep as an object.
func (s *Sweep) JSON(w io.Writer) error {
	var parameters, points []object
	for _, p := range s.Parameters {
		parameters = append(parameters, object{{"key", p.Key}, {"values", p.Values}})
	}
	for i, p := range s.Points {
		if p != nil {
			points = append(points, s.pointObject(i, p))
		}
	}
	return s.json(w, s.outline(), field{"vary", parameters}, field{"points", points})
}

func (s *Sweep) pointObject(i int, p *stats.SweepPoint) object {
	values := object{}
	for k, v := range s.Values(i) {
		values = append(values, field{s.Parameters[k].Key, v})
	}
	o := object{{"values", values}, {"trials", p.Trials}, {"partial", p.Partial}, {"ruleset", p.Ruleset}}
	if s.Precision > 0 {
		o = append(o, field{"precision_reached", p.Reached})
	}
	var outcomes []object
	for k := range p.Outcomes {
		of := &p.Outcomes[k]
		rounds := object{{"n", of.Rounds.N}, {"mean", of.Rounds.Mean}, {"sd", of.Rounds.SD}, {"se", of.Rounds.SE}}
		for _, q := range quantiles {
			rounds = append(rounds, field{q.name, orNull(!of.Rounds.None(), q.of(&of.Rounds))})
		}
		outcome := append(object{{"outcome", of.Name}}, proportionFields(p.Proportion(heroic.Outcome(k), s.Confidence))...)
		outcomes = append(outcomes, append(outcome, field{"rounds", rounds},
			field{"survivors_mean", object{{"first_side", of.Survivors[0]}, {"second_side", of.Survivors[1]}}}))
	}
	return append(o, field{"outcomes", outcomes})
}

// mostShown is how many points a text shows.
const mostShown = 200

// Text writes a line for each point.
func (s *Sweep) Text(w io.Writer, t Text) error {
	return s.text(w, t, s.outline(), func(l *leaf) {
		header, rows, hidden := s.rows()
		l.table(header, rows)
		if hidden > 0 {
			l.line(fmt.Sprintf("… and %s more; -f csv has them all", number(hidden)))
		}
		if even := s.even(); even != "" {
			l.paragraph("", even+".")
		}
	})
}

// mostValue is how wide a value is shown.
const mostValue = 24

// conventions say how the figures are to be read.
func (s *Sweep) conventions() string {
	text := fmt.Sprintf("%s %% Wilson intervals, each by itself. All points meet the same luck: seed %d, rules %s.", percentFigure(s.Confidence), s.Seed, s.Battle.Rules.ID())
	if s.Kept > 0 {
		text += fmt.Sprintf(" %s had been done before.", inflected(s.Kept, "point", "points"))
	}
	return text
}

// rows are a table of the first points that are done: their values, how often each
// side wins with an interval, and the other outcomes if they come up. hidden is how
// many others are done.
func (s *Sweep) rows() (header []string, rows [][]string, hidden int) {
	var shown []int
	for i, p := range s.Points {
		switch {
		case p != nil && len(shown) < mostShown:
			shown = append(shown, i)
		case p != nil:
			hidden++
		}
	}
	names := s.names()
	header = make([]string, len(names))
	for i, name := range names {
		header[i] = cut(tidy(name), mostValue)
	}
	comesUp := [heroic.NumOutcomes]bool{heroic.FirstWins: true, heroic.SecondWins: true}
	doubt, trials := 0.0, int64(math.MaxInt64)
	for _, i := range shown {
		for o := range heroic.NumOutcomes {
			p := s.Points[i].Proportion(o, s.Confidence)
			comesUp[o] = comesUp[o] || p.Count > 0
			doubt = max(doubt, p.HalfWidth())
		}
		trials = min(trials, s.Points[i].Trials)
	}
	decimals := decimalsFor(doubt, trials)
	for o := range heroic.NumOutcomes {
		if comesUp[o] {
			header = append(header, cut(tidy(stats.OutcomeName(s.Battle, o)), 22))
		}
	}
	header = append(header, "rounds")
	if s.Begun() > s.Done() {
		header = append(header, "battles")
	}
	for _, i := range shown {
		p := s.Points[i]
		var row []string
		for _, v := range s.Values(i) {
			row = append(row, cut(tidy(v), mostValue))
		}
		for o := range heroic.NumOutcomes {
			if !comesUp[o] {
				continue
			}
			share := p.Proportion(o, s.Confidence)
			cell := percent(share, decimals)
			if o < heroic.Draw {
				cell += " " + interval(share, decimals)
			}
			row = append(row, cell)
		}
		row = append(row, strconv.FormatFloat(meanRounds(p), 'f', 1, 64))
		if s.Begun() > s.Done() {
			row = append(row, number(int(p.Trials)))
		}
		rows = append(rows, row)
	}
	return header, rows, hidden
}

// table writes columns that are wide enough for all cells, and all but values of
// names at the right. Where that is too wide, the intervals are left out.
func (p *leaf) table(header []string, rows [][]string) {
	widths := make([]int, len(header))
	lay := func() int {
		total := 2 * len(header)
		for c := range header {
			cells := []string{header[c]}
			for _, r := range rows {
				cells = append(cells, r[c])
			}
			widths[c] = widest(cells)
			total += widths[c]
		}
		return total
	}
	if lay() > p.width {
		for _, r := range rows {
			for c, cell := range r {
				if before, _, ok := strings.Cut(cell, " % ("); ok {
					r[c] = before + " %"
				}
			}
		}
		for over := lay() - p.width; over > 0; over-- { // then names, the widest first
			wide := 0
			for c := range widths {
				if widths[c] > widths[wide] {
					wide = c
				}
			}
			if widths[wide] <= 6 {
				break
			}
			widths[wide]--
		}
	}
	p.line("")
	for _, r := range append([][]string{header}, rows...) {
		line := ""
		for c := range r {
			line += "  " + right(cut(r[c], widths[c]), widths[c])
		}
		p.line(line)
	}
}

// meanRounds is how long a point's battles take.
func meanRounds(p *stats.SweepPoint) float64 {
	sum := 0.0
	for _, o := range p.Outcomes {
		if o.Count > 0 {
			sum += float64(o.Count) * o.Rounds.Mean
		}
	}
	return sum / float64(p.Trials)
}

// even says between which values of the one parameter the sides are as likely to
// win. It is empty where that is not so, or at several places.
func (s *Sweep) even() string {
	if len(s.Parameters) != 1 || s.Parameters[0].Numbers == nil || s.Partial() {
		return ""
	}
	ahead := func(i int) float64 {
		o := &s.Points[i].Outcomes
		return float64(o[heroic.FirstWins].Count-o[heroic.SecondWins].Count) / float64(s.Points[i].Trials)
	}
	at := -1
	for i := 1; i < len(s.Points); i++ {
		if ahead(i-1)*ahead(i) < 0 {
			if at >= 0 {
				return ""
			}
			at = i
		} else if ahead(i) == 0 || ahead(i-1) == 0 {
			return ""
		}
	}
	if at < 0 {
		return ""
	}
	p := s.Parameters[0]
	return fmt.Sprintf("The sides are even between %s and %s (%s)", p.Values[at-1], p.Values[at], p.label())
}

// SweepFiles are the names of what SaveFinding writes.
func SweepFiles(parameters []Parameter) []string {
	return analysisFiles("sweep", sweepPlotName(parameters))
}

// sweepPlotName is that of the plot that so many parameters have, if any.
func sweepPlotName(parameters []Parameter) string {
	switch len(parameters) {
	case 1:
		return "curve"
	case 2:
		return "heatmap"
	}
	return ""
}

func (s *Sweep) forms() forms {
	f := forms{name: "sweep", plotName: sweepPlotName(s.Parameters)}
	if f.plotName != "" && s.Begun() > 0 {
		f.plot = s.Plot()
	}
	f.page = s.page(f.plot)
	return f
}

func (s *Sweep) page(p *Plot) *Page {
	header, rows, hidden := s.rows()
	answer := s.even()
	if answer == "" {
		answer = fmt.Sprintf("%s by %s", inflected(s.Begun(), "point", "points"), strings.Join(s.labels(), " and "))
	}
	points := Section{Heading: "All points", Tables: []PageTable{pageTable(header, rows)}}
	if hidden > 0 {
		points.Text = []string{fmt.Sprintf("These are the first; sweep.csv has %s more.", number(hidden))}
	}
	return s.Analysis.page(s.outline(), []string{answer + "."}, append(plotSection(p), points))
}

// Plot is a curve of one parameter, or a heatmap of two.
func (s *Sweep) Plot() *Plot {
	caption := Caption{Source: s.source(), Note: fmt.Sprintf("Bands: %s %% Wilson intervals.", percentFigure(s.Confidence))}
	if len(s.Parameters) == 1 {
		if s.Parameters[0].Numbers == nil {
			caption.Note = strings.Replace(caption.Note, "Bands", "Whiskers", 1)
		}
		return s.curve(caption)
	}
	caption.Note = ""
	return s.heatmap(caption)
}

// source says what the figures are of.
func (s *Sweep) source() string {
	battles := number(int(s.Planned)) + " battles a point"
	if s.Precision > 0 {
		battles = "precision " + shortest(s.Precision)
	}
	return s.Analysis.source(s.Battle, battles, s.Seed)
}

func (p Parameter) axis() Axis {
	a := Axis{Label: p.Key}
	if p.Numbers == nil {
		a.Names = p.Values
		return a
	}
	a.Whole = true
	for _, x := range p.Numbers {
		a.Whole = a.Whole && x == math.Trunc(x)
	}
	return a
}

// curve has a line for each outcome that is worth one.
func (s *Sweep) curve(caption Caption) *Plot {
	c := Curve{Caption: caption, X: s.Parameters[0].axis(), Y: shareAxis("Share of battles (%)")}
	c.Title = s.even()
	if c.Title == "" {
		c.Title = "How often each side wins, by " + s.Parameters[0].label()
	}
	for o := range heroic.NumOutcomes {
		line, most := Series{Name: outcomeLabel(int(o), stats.OutcomeName(s.Battle, o)), Hue: Hue(o)}, 0.0
		for i, p := range s.Points {
			if p == nil {
				continue
			}
			share, x := p.Proportion(o, s.Confidence), float64(i)
			if n := s.Parameters[0].Numbers; n != nil {
				x = n[i]
			}
			most = max(most, share.P)
			line.Points = append(line.Points, Point{X: x, Estimate: Estimate{share.P, share.Low, share.High}})
		}
		if o < heroic.Draw || most >= undecidedShare {
			c.Series = append(c.Series, line)
		}
	}
	return CurvePlot(c)
}

// heatmap has the first parameter across and the second down.
func (s *Sweep) heatmap(caption Caption) *Plot {
	across, down := s.Parameters[0], s.Parameters[1]
	first := tidy(s.Battle.Sides[0].Name)
	h := Heatmap{
		Caption: caption, X: across.axis(), Y: down.axis(),
		Values: shareAxis(first + " win"), Diverging: true, Centre: 0.5,
	}
	h.X.Names, h.Y.Names = across.Values, down.Values
	h.Title = fmt.Sprintf("How often %s win, by %s", midSentence(first), strings.Join(s.labels(), " and "))
	for j := range down.Values {
		var row []Estimate
		for i := range across.Values {
			cell := Estimate{math.NaN(), math.NaN(), math.NaN()}
			if p := s.Points[i*len(down.Values)+j]; p != nil {
				share := p.Proportion(heroic.FirstWins, s.Confidence)
				cell = Estimate{share.P, share.Low, share.High}
			}
			row = append(row, cell)
		}
		h.Cells = append(h.Cells, row)
	}
	return HeatmapPlot(h)
}
