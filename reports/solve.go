package reports

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// A Solution is a finished search for a value and what reports say besides.
type Solution struct {
	*stats.Solution
	Analysis
	Battle *heroic.Battle // the scenario, as it is
	Key    string
	Values []string // as files write them
}

func (s *Solution) name() string { return midSentence(tidy(s.Battle.Sides[s.Side].Name)) }

// at is the value of a point of the curve.
func (s *Solution) at(point int) string { return s.Values[s.Curve[point].Value] }

// share is the win probability at a point of the curve.
func (s *Solution) share(point int) string {
	p := s.Curve[point].Win
	return percent(p, decimalsFor(p.HalfWidth(), p.Of))
}

// Monotone says that the win probability is not seen both to rise and to fall.
func (s *Solution) Monotone() bool { return !(s.Rises && s.Falls) }

func (s *Solution) warnings() []string {
	var all []string
	if s.Partial {
		all = append(all, fmt.Sprintf("stopped early: this is from %d of the values, and there may be others that come nearer", len(s.Curve)))
	}
	if s.Precision > 0 && !s.Partial && s.blurred() {
		all = append(all, fmt.Sprintf("%s battles were not enough for a precision of %s", number(int(s.Planned)), shortest(s.Precision)))
	}
	return all
}

// blurred says that a value is not known to the precision that was asked for.
func (s *Solution) blurred() bool {
	return slices.ContainsFunc(s.Curve, func(p stats.SolvePoint) bool { return p.Full && p.Win.HalfWidth() > s.Precision })
}

// Sentences are the answer for people.
func (s *Solution) Sentences() []string {
	var all []string
	target := percentFigure(s.Target) + " %"
	untried := len(s.Curve) < len(s.Values)
	switch {
	case len(s.Crossings) == 0:
		verdict, than, most := "cannot be reached", "fewer", "most"
		if s.Curve[0].Win.Low > s.Target {
			than, most = "more", "fewest"
		}
		values := "each of the " + inflected(len(s.Values), "value", "values")
		if untried {
			values = fmt.Sprintf("each of the %s that were tried", inflected(len(s.Curve), "value", "values"))
		}
		if untried && !s.Monotone() {
			verdict = "is not seen to be reached"
		}
		span := ""
		if parameterOf(s.Key, s.Values).Numbers != nil {
			span = fmt.Sprintf("from %s to %s, ", s.Values[0], s.Values[len(s.Values)-1])
		}
		all = append(all, fmt.Sprintf("%s %s: %s%s battles go to %s at %s, and %s at %s (%s).",
			target, verdict, span, than, s.name(), values, most, s.at(s.Nearest), s.share(s.Nearest)))
	case len(s.Crossings) == 1:
		all = append(all, fmt.Sprintf("%s of wins for %s are met %s.", target, s.name(), s.crossing(s.Crossings[0])))
	default:
		var parts []string
		for _, c := range s.Crossings {
			parts = append(parts, s.crossing(c))
		}
		all = append(all, fmt.Sprintf("%s of wins for %s are met %d times: %s.", target, s.name(), len(parts), strings.Join(parts, "; ")))
	}
	switch {
	case s.Monotone():
	case untried:
		all = append(all, "The win probability both rises and falls in this range, so that there may be more such values between those that were tried.")
	case parameterOf(s.Key, s.Values).Numbers != nil:
		all = append(all, "The win probability both rises and falls in this range.")
	}
	return all
}

// crossing is where it is and what is seen there.
func (s *Solution) crossing(c stats.Crossing) string {
	first, last := s.at(c.First), s.at(c.Last)
	passing := ""
	if c.Slope == stats.Touching {
		passing = ", without being seen to be passed"
	}
	switch {
	case c.Between:
		return fmt.Sprintf("between %s (%s) and %s (%s), nearest at %s", first, s.share(c.First), last, s.share(c.Last), s.at(c.Nearest))
	case c.First == c.Last:
		return fmt.Sprintf("at %s (%s)%s", first, s.share(c.First), passing)
	}
	return fmt.Sprintf("from %s to %s, where nothing tells them apart%s, nearest at %s (%s)", first, last, passing, s.at(c.Nearest), s.share(c.Nearest))
}

func (s *Solution) outline() outline {
	var fought int64
	for _, point := range s.Curve {
		fought += point.Win.Of
	}
	return outline{
		battle: s.Battle, cost: fmt.Sprintf("%s, %s in %s", inflected(len(s.Curve), "value", "values"), Battles(fought), elapsed(s.Elapsed)),
		changed: ChangedText(s.Battle.Rules, s.Set), findings: s.warnings(), conventions: s.conventions(),
		seed: s.Seed, counts: object{{"trials", s.Planned}}, confidence: s.Confidence, partial: s.Partial, precision: s.Precision, reached: !s.blurred(), elapsed: s.Elapsed,
	}
}

// Text writes the answer for people.
func (s *Solution) Text(w io.Writer, t Text) error {
	return s.text(w, t, s.outline(), func(p *leaf) {
		p.paragraph("  ", strings.Join(s.Sentences(), " "))
		p.grid(s.rows())
	})
}

// conventions say how the figures are to be read.
func (s *Solution) conventions() string {
	return fmt.Sprintf("Wilson intervals of single values. All values fight on the same luck. Seed %d, rules %s.", s.Seed, s.Battle.Rules.ID())
}

// rows are a table of the values that were tried.
func (s *Solution) rows() (header []string, rows [][]string) {
	doubt := 0.0
	for _, point := range s.Curve {
		doubt = max(doubt, point.Win.HalfWidth())
	}
	decimals := decimalsFor(doubt, manyTrials)
	for i, point := range s.Curve {
		mark := ""
		for _, c := range s.Crossings {
			if i == c.Nearest {
				mark = "←"
			}
		}
		rows = append(rows, []string{"  " + tidy(s.at(i)), percent(point.Win, decimals), interval(point.Win, decimals), number(int(point.Win.Of)), mark})
	}
	return []string{"  " + tidy(s.Key), "wins", fmt.Sprintf("%s %%", percentFigure(s.Confidence)), "battles", ""}, rows
}

var slopeNames = map[stats.Slope]string{stats.Rising: "rising", stats.Falling: "falling", stats.Touching: "touching"}

// JSON writes the answer as an object. Values that are numbers are written as such.
func (s *Solution) JSON(w io.Writer) error {
	value := func(i int) any {
		if x, err := strconv.ParseFloat(s.Values[i], 64); err == nil {
			return x
		}
		return s.Values[i]
	}
	at := func(point int) any { return value(s.Curve[point].Value) }
	var crossings, curve []object
	for _, c := range s.Crossings {
		crossings = append(crossings, object{
			{"low", at(c.First)}, {"high", at(c.Last)}, {"between", c.Between}, {"slope", slopeNames[c.Slope]}, {"nearest", at(c.Nearest)},
		})
	}
	for i, p := range s.Curve {
		curve = append(curve, append(object{{"value", at(i)}, {"trials", p.Win.Of}}, proportionFields(p.Win)...))
	}
	return s.json(w, s.outline(),
		field{"vary", object{{"key", s.Key}, {"first", value(0)}, {"last", value(len(s.Values) - 1)}, {"values", len(s.Values)}}},
		field{"side", s.Battle.Sides[s.Side].Name}, field{"target", s.Target},
		field{"reached", len(s.Crossings) > 0}, field{"monotone", s.Monotone()},
		field{"nearest", at(s.Nearest)}, field{"crossings", crossings}, field{"curve", curve},
	)
}

// A solvedRow is a point of the curve.
type solvedRow struct {
	*Solution
	point int
}

func (r solvedRow) win() stats.Proportion { return r.Curve[r.point].Win }

var solvedColumns = join(
	analysisColumns(func(r solvedRow) (*Analysis, *heroic.Battle, uint64, float64) {
		return &r.Analysis, r.Battle, r.Seed, r.Confidence
	}),
	[]column[solvedRow]{
		{"partial", func(r solvedRow) string { return fmt.Sprint(r.Partial) }},
		{"key", func(r solvedRow) string { return r.Key }},
		{"value", func(r solvedRow) string { return r.at(r.point) }},
		{"side", func(r solvedRow) string { return r.Battle.Sides[r.Side].Name }},
		{"target", func(r solvedRow) string { return shortest(r.Target) }},
		{"trials", func(r solvedRow) string { return whole(r.win().Of) }},
		{"crossing", func(r solvedRow) string {
			for i, c := range r.Crossings {
				if r.point >= c.First && r.point <= c.Last {
					return strconv.Itoa(i + 1)
				}
			}
			return ""
		}},
		{"nearest", func(r solvedRow) string { return fmt.Sprint(r.point == r.Nearest) }},
	},
	proportionColumns("win", func(r solvedRow) stats.Proportion { return r.win() }),
)

// CSV has a row for every value that was tried.
func (s *Solution) CSV(w io.Writer) error {
	var rows []solvedRow
	for i := range s.Curve {
		rows = append(rows, solvedRow{s, i})
	}
	return table(w, solvedColumns, rows)
}

// SolveFiles are the names of what SaveFinding writes.
func SolveFiles() []string { return analysisFiles("solve", "curve") }

func (s *Solution) forms() forms {
	p := s.Plot()
	return forms{name: "solve", plotName: "curve", plot: p, page: s.page(p)}
}

func (s *Solution) page(p *Plot) *Page {
	header, rows := s.rows()
	header[len(header)-1] = "nearest" // for phones, where it stands before the mark
	tried := Section{Heading: "The values that were tried", Tables: []PageTable{pageTable(header, rows)}}
	return s.Analysis.page(s.outline(), s.Sentences(), append(plotSection(p), tried))
}

// finding is the answer in a few words.
func (s *Solution) finding() string {
	where := "out of reach"
	switch c := s.Crossings; {
	case len(c) > 1:
		where = fmt.Sprintf("%d times", len(c))
	case len(c) == 1 && c[0].Between:
		where = fmt.Sprintf("between %s and %s", s.at(c[0].First), s.at(c[0].Last))
	case len(c) == 1 && c[0].First == c[0].Last:
		where = "at " + s.at(c[0].First)
	case len(c) == 1:
		where = fmt.Sprintf("from %s to %s", s.at(c[0].First), s.at(c[0].Last))
	}
	return fmt.Sprintf("%s %% of wins for %s: %s", percentFigure(s.Target), s.name(), tidy(where))
}

// telling are the first and the last point of the curve that a plot shows: without those
// farther out at which all battles are won or lost, if these would take most of it.
func (s *Solution) telling(place func(point int) float64) (first, last int) {
	all := len(s.Curve) - 1
	level := func(point int) float64 {
		if p := s.Curve[point].Win.P; math.Abs(p-0.5) >= 0.495 {
			return math.Round(p)
		}
		return math.NaN()
	}
	first, last = 0, all
	for last > 1 && level(last) == level(last-1) {
		last--
	}
	for first < last-1 && level(first) == level(first+1) {
		first++
	}
	for _, c := range s.Crossings {
		first, last = min(first, c.First), max(last, c.Last)
	}
	if 2*(place(last)-place(first)) > place(all)-place(0) {
		return 0, all
	}
	return first, last
}

// Plot is the curve that was seen, with the target and the answer.
func (s *Solution) Plot() *Plot {
	x := parameterOf(s.Key, s.Values)
	c := Curve{
		Caption: Caption{
			Title:  s.finding(),
			Note:   fmt.Sprintf("Intervals: %s %% (Wilson).", percentFigure(s.Confidence)),
			Source: s.source(s.Battle, "up to "+Battles(s.Planned)+" a value", s.Seed),
		},
		X: x.axis(), Y: shareAxis(fmt.Sprintf("Share of battles won by %s (%%)", cut(s.name(), nameInAxis))),
		MarksY: []Mark{{s.Target, percentFigure(s.Target) + " %"}},
	}
	place := func(point int) float64 {
		if value := s.Curve[point].Value; x.Numbers == nil {
			return float64(value)
		} else {
			return x.Numbers[value]
		}
	}
	line := Series{Hue: Hue(s.Side)}
	first, last := s.telling(place)
	if shown := last - first + 1; shown < len(s.Curve) {
		c.Note += fmt.Sprintf(" Without %d values farther out, where nearly all battles are won or lost.", len(s.Curve)-shown)
	}
	for i := first; i <= last; i++ {
		p := s.Curve[i]
		line.Points = append(line.Points, Point{X: place(i), Estimate: Estimate{p.Win.P, p.Win.Low, p.Win.High}})
	}
	c.Series = []Series{line}
	if len(s.Crossings) == 1 {
		from, to := place(s.Crossings[0].First), place(s.Crossings[0].Last)
		if from == to {
			c.MarksX = []Mark{{from, s.at(s.Crossings[0].First)}}
		} else {
			c.Between = &[2]float64{min(from, to), max(from, to)}
			c.Note += " Grey: the answer."
		}
	}
	return CurvePlot(c)
}
