package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// A Sensitivity is a finished study of what changes are worth, and what reports say
// besides.
type Sensitivity struct {
	*stats.Sensitivity
	Analysis
	Side    int      // whose wins the text shows
	Numbers []Number // by the Index of a stats.Worth
}

// A Number is one that was changed, in the words of files.
type Number struct {
	Side, Group, Weapon string // may be empty
	Name                string
	From, Up, Down      string // values; empty where there is no such step
}

// Label is the number's name for people: Ogres, Small mace: skill. That of a switch
// says from what to what.
func (n Number) Label() string { return n.label(math.MaxInt) }

// shortLabel is one for where there is little room: names are cut rather than that the
// number is.
func (n Number) shortLabel() string { return n.label(20) }

// label has names of so many columns at most.
func (n Number) label(most int) string {
	var parts []string
	for _, part := range []string{n.Side, n.Group, n.Weapon} {
		if part = cut(tidy(part), most); part != "" && !(len(parts) > 0 && parts[len(parts)-1] == part) {
			parts = append(parts, part)
		}
	}
	name := strings.TrimPrefix(n.Name, "rules.")
	switch {
	case len(parts) > 0:
		return tidy(strings.Join(parts, ", ") + ": " + name)
	case n.word():
		return tidy(name + ": " + n.From + " → " + n.Up)
	}
	return tidy(name)
}

// word says that it is a switch with no order among its values.
func (n Number) word() bool {
	_, err := strconv.ParseFloat(n.From, 64)
	return n.Side == "" && err != nil
}

// now is its value, unless the label says it.
func (n Number) now() string {
	if n.word() {
		return ""
	}
	return tidy(n.From)
}

// Idle says that a change made no difference in any battle.
func Idle(w stats.Worth) bool {
	for _, e := range []*stats.Effect{w.Up, w.Down} {
		if e != nil && !(e.Wins[0].Same && e.Wins[1].Same) {
			return false
		}
	}
	return true
}

func (s *Sensitivity) warnings() []string {
	var all []string
	if s.Partial {
		all = append(all, s.stopped())
	}
	if missed := s.missed(); s.Precision > 0 && missed > 0 {
		all = append(all, fmt.Sprintf("%s battles were not enough for a precision of %s with %s", number(int(s.Planned)), shortest(s.Precision), inflected(missed, "change", "changes")))
	}
	return all
}

// missed is how many changes are not known to the precision that was asked for.
func (s *Sensitivity) missed() (n int) {
	for _, w := range s.Worths {
		for _, e := range []*stats.Effect{w.Up, w.Down} {
			n += digit(e != nil && !e.Reached)
		}
	}
	return n
}

// stopped says how far an interrupted study came.
func (s *Sensitivity) stopped() string {
	if s.Done < s.Asked {
		return fmt.Sprintf("stopped early: %d of %d changes were tried", s.Done, s.Asked)
	}
	fewest := s.Planned
	for _, w := range s.Worths {
		for _, e := range []*stats.Effect{w.Up, w.Down} {
			if e != nil {
				fewest = min(fewest, e.Trials)
			}
		}
	}
	return fmt.Sprintf("stopped early: %d of %d changes have all of their %s, the others %s or more", s.Full, s.Asked, Battles(s.Planned), number(int(fewest)))
}

func (s *Sensitivity) outline() outline {
	counts := object{{"trials", s.Planned}, {"changes", s.Done}, {"planned_changes", s.Asked}}
	return outline{
		battle: s.Battle, cost: fmt.Sprintf("%s in %s", inflected(s.Done, "change", "changes"), elapsed(s.Elapsed)),
		changed: ChangedText(s.Battle.Rules, s.Set), findings: s.warnings(), conventions: s.conventions(),
		seed: s.Seed, counts: counts, confidence: s.Confidence, partial: s.Partial, precision: s.Precision, reached: s.missed() == 0, elapsed: s.Elapsed,
	}
}

// Text writes what each step is worth to one side.
func (s *Sensitivity) Text(w io.Writer, t Text) error {
	return s.text(w, t, s.outline(), func(p *leaf) {
		header, rows, idle := s.rows()
		if len(rows) == 0 {
			p.paragraph("  ", s.now())
		} else {
			p.paragraph("  ", s.now()+" What a step of each number by itself adds to that, in points:")
			p.grid(header, rows)
		}
		if idle != "" {
			p.paragraph("  ", idle)
		}
	})
}

// conventions say how the figures are to be read.
func (s *Sensitivity) conventions() string {
	return fmt.Sprintf("%s %% score intervals (Tango) of paired differences, each by itself: of many, some miss. %s of each change, seed %d, rules %s.", percentFigure(s.Confidence), s.battles(), s.Seed, s.Battle.Rules.ID())
}

// battles is how many there are of each change.
func (s *Sensitivity) battles() string {
	if s.Precision > 0 {
		return "Battles to a precision of " + shortest(s.Precision)
	}
	if s.Partial {
		return "Up to " + Battles(s.Planned)
	}
	return Battles(s.Planned)
}

func (s *Sensitivity) name() string { return midSentence(tidy(s.Battle.Sides[s.Side].Name)) }

// now is how it stands.
func (s *Sensitivity) now() string {
	wins := s.Wins[s.Side]
	return fmt.Sprintf("As it is, %s of battles go to %s.", percent(wins, decimalsFor(wins.HalfWidth(), wins.Of)), s.name())
}

// rows are a table of what steps are worth, and a sentence about those that are
// worth nothing.
func (s *Sensitivity) rows() (header []string, rows [][]string, idle string) {
	doubt := 0.0
	var idlers []Number
	for _, w := range s.Worths {
		for _, e := range []*stats.Effect{w.Up, w.Down} {
			if e != nil {
				doubt = max(doubt, e.Wins[s.Side].Difference.HalfWidth())
			}
		}
	}
	decimals := max(1, decimalsFor(doubt, manyTrials))
	cell := func(e *stats.Effect) string {
		if e == nil {
			return none
		}
		d := e.Wins[s.Side].Difference
		return change(100*d.By, decimals) + " ±" + figure(d.HalfWidth(), decimals)
	}
	for _, w := range s.Worths {
		n := s.Numbers[w.Index]
		if Idle(w) {
			idlers = append(idlers, n)
			continue
		}
		rows = append(rows, []string{"  " + n.Label(), n.now(), cell(w.Up), cell(w.Down)})
	}
	if len(idlers) > 0 {
		idle = "Without any effect on who wins, in any of these battles: " + byOwner(idlers) + "."
	}
	return []string{"", "now", "step up", "step down"}, rows, idle
}

// byOwner lists numbers, those of one group or weapon behind its name.
func byOwner(numbers []Number) string {
	var owners []string
	names := map[string][]string{}
	for _, n := range numbers {
		owner, name := "", glued(n.Label())
		if k := strings.LastIndex(n.Label(), ": "); k > 0 && !n.word() {
			owner, name = n.Label()[:k], n.Label()[k+2:]
		}
		if names[owner] == nil {
			owners = append(owners, owner)
		}
		names[owner] = append(names[owner], name)
	}
	for i, owner := range owners {
		owners[i] = strings.Join(names[owner], ", ")
		if owner != "" {
			owners[i] = owner + ": " + owners[i]
		}
	}
	return strings.Join(owners, "; ")
}

// JSON writes all changes, the largest first, with what they are worth to both
// sides.
func (s *Sensitivity) JSON(w io.Writer) error {
	var wins, numbers []object
	for i, p := range s.Wins {
		wins = append(wins, append(object{{"side", s.Battle.Sides[i].Name}}, proportionFields(p)...))
	}
	for _, w := range s.Worths {
		n := s.Numbers[w.Index]
		step := func(to string, e *stats.Effect) any {
			if e == nil {
				return nil
			}
			var effects []object
			for i, p := range e.Wins {
				effects = append(effects, append(object{{"side", s.Battle.Sides[i].Name}}, pairedObject(p)...))
			}
			o := object{{"to", to}, {"trials", e.Trials}}
			if s.Precision > 0 {
				o = append(o, field{"precision_reached", e.Reached})
			}
			return append(o, field{"wins", effects})
		}
		numbers = append(numbers, object{
			{"side", orNone(n.Side)}, {"group", orNone(n.Group)}, {"weapon", orNone(n.Weapon)}, {"number", n.Name}, {"from", n.From},
			{"size", w.Size()}, {"up", step(n.Up, w.Up)}, {"down", step(n.Down, w.Down)},
		})
	}
	return s.json(w, s.outline(), field{"wins", wins}, field{"numbers", numbers})
}

// orNone is a name, or null where there is none.
func orNone(name string) any {
	if name == "" {
		return nil
	}
	return name
}

// A sensedRow is what one step is worth to one side.
type sensedRow struct {
	*Sensitivity
	Number
	direction, to string
	effect        *stats.Effect
	whose         int
}

func (r sensedRow) wins() stats.PairedProportion { return r.effect.Wins[r.whose] }

var sensedColumns = join(
	analysisColumns(func(r sensedRow) (*Analysis, *heroic.Battle, uint64, float64) {
		return &r.Analysis, r.Battle, r.Seed, r.Confidence
	}),
	[]column[sensedRow]{
		{"partial", func(r sensedRow) string { return fmt.Sprint(r.Partial) }},
		{"side", func(r sensedRow) string { return r.Number.Side }},
		{"group", func(r sensedRow) string { return r.Group }},
		{"weapon", func(r sensedRow) string { return r.Weapon }},
		{"number", func(r sensedRow) string { return r.Name }},
		{"from", func(r sensedRow) string { return r.From }},
		{"direction", func(r sensedRow) string { return r.direction }},
		{"to", func(r sensedRow) string { return r.to }},
		{"trials", func(r sensedRow) string { return whole(r.effect.Trials) }},
		{"winner", func(r sensedRow) string { return r.Battle.Sides[r.whose].Name }},
		{"probability_from", func(r sensedRow) string { return shortest(r.wins().A.P) }},
		{"probability_to", func(r sensedRow) string { return shortest(r.wins().B.P) }},
		{"difference", func(r sensedRow) string { return shortest(r.wins().By) }},
		{"difference_low", func(r sensedRow) string { return shortest(r.wins().Difference.Low) }},
		{"difference_high", func(r sensedRow) string { return shortest(r.wins().Difference.High) }},
		{"variance_ratio", func(r sensedRow) string { return shortest(r.wins().Gain) }},
	},
)

// CSV has a row for every step and side, the numbers that matter most first.
func (s *Sensitivity) CSV(w io.Writer) error {
	var rows []sensedRow
	for _, w := range s.Worths {
		n := s.Numbers[w.Index]
		for side := range s.Wins {
			if w.Up != nil {
				rows = append(rows, sensedRow{s, n, "up", n.Up, w.Up, side})
			}
			if w.Down != nil {
				rows = append(rows, sensedRow{s, n, "down", n.Down, w.Down, side})
			}
		}
	}
	return table(w, sensedColumns, rows)
}

// SensitivityFiles are the names of what SaveFinding writes.
func SensitivityFiles() []string { return analysisFiles("sensitivity", "tornado") }

func (s *Sensitivity) forms() forms {
	p := s.Plot()
	return forms{name: "sensitivity", plotName: "tornado", plot: p, page: s.page(p)}
}

func (s *Sensitivity) page(p *Plot) *Page {
	header, rows, idle := s.rows()
	all := Section{Heading: "What a step of each number adds, in points", Tables: []PageTable{pageTable(header, rows)}}
	if idle != "" {
		all.Text = []string{idle}
	}
	return s.Analysis.page(s.outline(), []string{s.now()}, append(plotSection(p), all))
}

// mostBars is how many numbers a tornado shows.
const mostBars = 20

// Plot is a tornado of what weighs most with the side. It is nil where nothing does.
func (s *Sensitivity) Plot() *Plot {
	worths := slices.DeleteFunc(slices.Clone(s.Worths), Idle)
	weight := func(w stats.Worth) (most float64) {
		for _, e := range []*stats.Effect{w.Up, w.Down} {
			if e != nil {
				most = max(most, math.Abs(e.Wins[s.Side].By))
			}
		}
		return most
	}
	slices.SortStableFunc(worths, func(v, w stats.Worth) int { return cmp.Compare(weight(w), weight(v)) })
	if len(worths) == 0 {
		return nil
	}
	t := Tornado{
		Caption: Caption{
			Title:  fmt.Sprintf("%s matters most to how often %s win", s.Numbers[worths[0].Index].Label(), midSentence(s.name())),
			Note:   fmt.Sprintf("Full colour: a step up; pale: a step down. Whiskers: %s %% intervals, each by itself.", percentFigure(s.Confidence)),
			Source: s.source(s.Battle, s.battles()+" of each change", s.Seed),
		},
		Axis: Axis{Label: fmt.Sprintf("Change of battles won by %s (points)", cut(s.name(), nameInAxis)), Percent: true},
	}
	if len(worths) > mostBars {
		t.Note += fmt.Sprintf(" The %d that weigh most, of %d.", mostBars, len(worths))
		worths = worths[:mostBars]
	}
	estimate := func(e *stats.Effect) *Estimate {
		if e == nil {
			return nil
		}
		d := e.Wins[s.Side].Difference
		return &Estimate{d.By, d.Low, d.High}
	}
	for _, w := range worths {
		n := s.Numbers[w.Index]
		bar := TornadoBar{Name: n.shortLabel(), Hue: OtherHue, Up: estimate(w.Up), Down: estimate(w.Down)}
		for side := range s.Battle.Sides {
			if n.Side == s.Battle.Sides[side].Name {
				bar.Hue = Hue(side)
			}
		}
		t.Bars = append(t.Bars, bar)
	}
	return TornadoPlot(t)
}
