package reports

import (
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
