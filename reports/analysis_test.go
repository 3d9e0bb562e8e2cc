package reports

import (
	"slices"
	"strings"
	"testing"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// hostileAnalyses are pages about many variants of a battle whose names try to break
// out.
func hostileAnalyses(t *testing.T, r *Run) map[string]*Page {
	t.Helper()
	b, other := r.Battle, scenarioRun(t, "troglodytes", 1).Battle
	a := Analysis{File: r.File, Version: "v0.1.0", Hash: "<b>", Warnings: r.Warnings, Set: r.Set, Command: "simulate <script>"}
	o := stats.Options{Trials: 200, Seed: 1}
	compared, err := stats.Compare(t.Context(), b, other, stats.CompareOptions{Options: o, Delta: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	sensed, err := stats.Sense(t.Context(), b, []stats.Change{{Up: other}, {Up: other, Down: b}}, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	solved, err := stats.Solve(t.Context(), 2, func(int) (*heroic.Battle, error) { return b, nil }, stats.SolveOptions{Options: o, Target: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	played, err := stats.PlayTactics(t.Context(), 2, 2, func(i, j int) (*heroic.Battle, error) { return []*heroic.Battle{b, other}[(i+j)%2], nil }, stats.TacticOptions{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("neutral and ", 30)
	sweep := &Sweep{Analysis: a, Battle: b, Seed: 1, Planned: 200, Confidence: 0.95, Points: make([]*stats.SweepPoint, 4), Parameters: []Parameter{
		{Key: "sides[0].<i>", Values: []string{hostileName, long}}, {Key: "max_rounds", Values: []string{"1", "2"}, Numbers: []float64{1, 2}},
	}}
	// One point is not done.
	err = stats.Sweep(t.Context(), []int{0, 1, 3}, func(int) (*heroic.Battle, error) { return b, nil }, o, func(i int, p *stats.SweepPoint) error {
		sweep.Points[i] = p
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c := &Comparison{compared, a, "<i>.yaml", "", []string{"name=<u>"}}
	s := &Sensitivity{sensed, a, 0, []Number{{Name: "<u>", From: "1", Up: "2"}, {Side: b.Sides[1].Name, Group: long, Name: "count", From: "1", Up: "2", Down: "0"}}}
	v := &Solution{solved, a, b, "units.<i>.hp", []string{"1", "2"}}
	g := &TacticGame{a, played, [2][]string{{hostileName, long}, {"neutral", "<u>"}}, [2][]string{}}
	return map[string]*Page{
		"hostile-compare.html": c.page(c.Plot()), "hostile-sensitivity.html": s.page(s.Plot()), "hostile-solve.html": v.page(v.Plot()),
		"hostile-tactics.html": g.page(g.Plot()), "hostile-sweep.html": sweep.page(sweep.Plot()),
	}
}

// TestEmptyTornado has a page without a plot, where no change makes a difference.
func TestEmptyTornado(t *testing.T) {
	b := scenarioRun(t, "duel", 1).Battle
	sensed, err := stats.Sense(t.Context(), b, []stats.Change{{Up: b}}, stats.Options{Trials: 100}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &Sensitivity{sensed, Analysis{}, 0, []Number{{Name: "max_rounds", From: "1", Up: "2"}}}
	if p := s.Plot(); p != nil {
		t.Errorf("%+v", p.Caption)
	}
	var page strings.Builder
	if err := s.page(nil).Render(&page); err != nil || !strings.Contains(page.String(), "Without any effect on who wins, in any of these battles: max_rounds.") {
		t.Errorf("%v: %s", err, page.String())
	}
}

// TestStoppedSensitivity says how far it came.
func TestStoppedSensitivity(t *testing.T) {
	few, many := &stats.Effect{Trials: 1024}, &stats.Effect{Trials: 4096}
	for _, c := range []struct {
		s    stats.Sensitivity
		want string
	}{
		{stats.Sensitivity{Asked: 4, Done: 3}, "stopped early: 3 of 4 changes were tried"},
		{stats.Sensitivity{Asked: 2, Done: 2, Full: 1, Planned: 4096, Worths: []stats.Worth{{Up: many, Down: few}}},
			"stopped early: 1 of 2 changes have all of their 4,096 battles, the others 1,024 or more"},
	} {
		if got := (&Sensitivity{Sensitivity: &c.s}).stopped(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The foot of a sensitivity that was stopped does not claim battles that were not
// fought.
func TestBattlesOfAStoppedSensitivity(t *testing.T) {
	for partial, want := range map[bool]string{false: "4,096 battles", true: "Up to 4,096 battles"} {
		if got := (&Sensitivity{Sensitivity: &stats.Sensitivity{Planned: 4096, Partial: partial}}).battles(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestByOwner names a group or a weapon once for all of its numbers.
func TestByOwner(t *testing.T) {
	numbers := []Number{
		{Side: "Marsh", Group: "Goblins", Name: "fp"}, {Side: "Marsh", Group: "Drake", Weapon: "Bite", Name: "skill"},
		{Side: "Marsh", Group: "Goblins", Name: "will"}, {Name: "rules.morale", From: "on", Up: "off"}, {Name: "max_rounds", From: "1", Up: "2"},
	}
	want := "Marsh, Goblins: fp, will; Marsh, Drake, Bite: skill; morale: on → off, max_rounds"
	if got := strings.ReplaceAll(byOwner(numbers), glue, " "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNameLines break what is too wide, with nothing lost but of words that are.
func TestNameLines(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		want []string
	}{
		{"  Crusader, Longsword: skill", 28, []string{"  Crusader, Longsword: skill"}},
		{"  Crusader, Longsword: skill", 27, []string{"  Crusader, Longsword:", "    skill"}},
		{"  Crusader, Longsword: skill", 13, []string{"  Crusader,", "    Longswor…", "    skill"}},
	} {
		if got := nameLines(c.name, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%q, %d: %q, want %q", c.name, c.n, got, c.want)
		}
	}
}

// TestLabels keep the number where names are long.
func TestLabels(t *testing.T) {
	long := "A name as long as the way from here to the sea"
	for _, c := range []struct {
		n           Number
		label, part string
	}{
		{Number{Side: "Ogres", Group: "Ogres", Weapon: "Small mace", Name: "skill"}, "Ogres, Small mace: skill", "Ogres, Small mace: skill"},
		{Number{Side: long, Group: "Ogres", Name: "dr"}, long + ", Ogres: dr", "A name as long as t…, Ogres: dr"},
		{Number{Name: "rules.morale", From: "on", Up: "off"}, "morale: on → off", "morale: on → off"},
	} {
		if got, part := c.n.Label(), c.n.shortLabel(); got != c.label || part != c.part {
			t.Errorf("%q, %q; want %q, %q", got, part, c.label, c.part)
		}
	}
}

// TestTelling: a curve is shown without long ends at which nothing happens, but with
// all of the answer.
func TestTelling(t *testing.T) {
	for _, c := range []struct {
		name        string
		wins        []float64
		at          []float64
		crossings   []stats.Crossing
		first, last int
	}{
		{"long ends", []float64{1, 1, 1, 0.6, 0.2, 0, 0, 0}, []float64{1, 90, 99, 100, 101, 102, 500, 1000}, nil, 2, 5},
		{"short ends", []float64{1, 1, 0.9, 0.2, 0, 0}, []float64{1, 2, 3, 4, 5, 6}, nil, 0, 5},
		{"an answer far out", []float64{0.5, 0.2, 0, 0, 0}, []float64{1, 2, 3, 500, 1000}, []stats.Crossing{{First: 3, Last: 4}}, 0, 4},
		{"level", []float64{1, 1, 1, 1}, []float64{1, 2, 3, 90}, nil, 0, 1},
		{"one", []float64{1}, []float64{7}, nil, 0, 0},
	} {
		s := &Solution{Solution: &stats.Solution{Crossings: c.crossings}}
		for i, p := range c.wins {
			s.Curve = append(s.Curve, stats.SolvePoint{Value: i, Win: stats.Proportion{P: p}})
		}
		if first, last := s.telling(func(i int) float64 { return c.at[i] }); first != c.first || last != c.last {
			t.Errorf("%s: %d to %d, want %d to %d", c.name, first, last, c.first, c.last)
		}
	}
}

// TestUnreached says how surely a target is not reached.
func TestUnreached(t *testing.T) {
	b := scenarioRun(t, "duel", 1).Battle
	point := func(value int, p float64) stats.SolvePoint {
		return stats.SolvePoint{Value: value, Win: stats.Proportion{Count: int64(100 * p), Of: 100, P: p, Low: p - 0.05, High: p + 0.05}}
	}
	found := func(bends bool, points ...stats.SolvePoint) *stats.Solution {
		return &stats.Solution{Target: 0.5, Curve: points, Nearest: len(points) - 1, Rises: bends, Falls: true}
	}
	for _, c := range []struct {
		found  *stats.Solution
		values []string
		want   string
	}{
		{found(false, point(0, 0.8), point(2, 0.7)), []string{"1", "2", "3"}, "50 % cannot be reached: from 1 to 3, more battles go to Swordsman at each of the 2 values that were tried, and fewest at 3 (70 %)."},
		{found(true, point(0, 0.2), point(2, 0.3)), []string{"1", "2", "3"}, "50 % is not seen to be reached: from 1 to 3, fewer battles go to Swordsman at each of the 2 values that were tried, and most at 3 (30 %). " +
			"The win probability both rises and falls in this range, so that there may be more such values between those that were tried."},
		{found(true, point(0, 0.2), point(1, 0.3)), []string{"1", "2"}, "50 % cannot be reached: from 1 to 2, fewer battles go to Swordsman at each of the 2 values, and most at 2 (30 %). The win probability both rises and falls in this range."},
		{found(true, point(0, 0.2), point(1, 0.3)), []string{"auto", "neutral"}, "50 % cannot be reached: fewer battles go to Swordsman at each of the 2 values, and most at neutral (30 %)."},
	} {
		s := &Solution{c.found, Analysis{}, b, "x", c.values}
		if got := strings.Join(s.Sentences(), " "); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}
