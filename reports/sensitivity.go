package reports

import (
	"fmt"
	"io"
	"math"
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
func (n Number) Label() string {
	var parts []string
	for _, part := range []string{n.Side, n.Group, n.Weapon} {
		if part != "" && !(len(parts) > 0 && parts[len(parts)-1] == part) {
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
		all = append(all, fmt.Sprintf("stopped early: %d of %d changes were tried", s.Done, s.Asked))
	}
	if s.Precision > 0 {
		missed := 0
		for _, w := range s.Worths {
			for _, e := range []*stats.Effect{w.Up, w.Down} {
				if e != nil && !e.Reached {
					missed++
				}
			}
		}
		if missed > 0 {
			all = append(all, fmt.Sprintf("%s battles were not enough for a precision of %s with %s", number(int(s.Planned)), shortest(s.Precision), inflected(missed, "change", "changes")))
		}
	}
	return all
}

// Text writes what each step is worth to one side. brief leaves out warnings,
// footer and hints.
func (s *Sensitivity) Text(w io.Writer, columns int, brief bool, hints []Hint) error {
	p := newLeaf(w, columns)
	p.title(tidy(s.Battle.Name), fmt.Sprintf("%s in %s", inflected(s.Done, "change", "changes"), elapsed(s.Elapsed)))
	name := midSentence(tidy(s.Battle.Sides[s.Side].Name))
	wins := s.Wins[s.Side]
	p.paragraph("  ", fmt.Sprintf("As it is, %s of battles go to %s. What a step of each number by itself adds to that, in points:", percent(wins, decimalsFor(wins.HalfWidth(), wins.Of)), name))
	doubt := 0.0
	var idle []string
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
	var rows [][]string
	for _, w := range s.Worths {
		n := s.Numbers[w.Index]
		if Idle(w) {
			idle = append(idle, glued(n.Label()))
			continue
		}
		rows = append(rows, []string{"  " + n.Label(), n.now(), cell(w.Up), cell(w.Down)})
	}
	p.grid([]string{"", "now", "step up", "step down"}, rows)
	if len(idle) > 0 {
		p.paragraph("  ", "Without any effect on who wins: "+strings.Join(idle, ", ")+".")
	}
	if !brief || s.Partial {
		p.warnings(s.warnings())
	}
	if !brief {
		text := fmt.Sprintf("%s %% score intervals (Tango) of paired differences, each by itself: of many, some miss. Seed %d, rules %s.", percentFigure(s.Confidence), s.Seed, s.Battle.Rules.ID())
		if changed := ChangedText(s.Battle.Rules, s.Set); changed != "" {
			text = changed + " " + text
		}
		p.paragraph("", text)
		p.hints(hints)
	}
	return p.Flush()
}

// JSON writes all changes, the largest first, with what they are worth to both
// sides.
func (s *Sensitivity) JSON(w io.Writer) error {
	o := append(s.headFields(s.Battle),
		field{"seed", fmt.Sprint(s.Seed)}, field{"trials", s.Planned}, field{"confidence", s.Confidence}, field{"partial", s.Partial},
	)
	if s.Precision > 0 {
		o = append(o, field{"precision", s.Precision})
	}
	o = append(o, field{"elapsed_seconds", math.Round(s.Elapsed.Seconds()*1e6) / 1e6})
	o = append(o, s.ruleFields(s.Battle, s.warnings())...)
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
			return object{{"to", to}, {"trials", e.Trials}, {"wins", effects}}
		}
		numbers = append(numbers, object{
			{"side", orNone(n.Side)}, {"group", orNone(n.Group)}, {"weapon", orNone(n.Weapon)}, {"number", n.Name}, {"from", n.From},
			{"size", w.Size()}, {"up", step(n.Up, w.Up)}, {"down", step(n.Down, w.Down)},
		})
	}
	return writeJSON(w, append(o, field{"changes", s.Done}, field{"planned_changes", s.Asked}, field{"wins", wins}, field{"numbers", numbers}))
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
