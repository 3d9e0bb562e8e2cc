package reports

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"
	"testing"

	"heroicsim/heroic"
	"heroicsim/scenarios"
	"heroicsim/stats"
)

// hostileName is text, whatever it looks like.
const hostileName = `<script>alert("1")</script> & 'Söhne'`

// scenarioRun runs an example with everything that a page shows.
func scenarioRun(t *testing.T, name string, trials int64) *Run {
	t.Helper()
	l, err := scenarios.Load(name, scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroic.Compile(l.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	return watched(t, &Run{File: name, Hash: l.Hash, Version: "v0.1.0", Text: l.Text, Command: "simulate run " + name}, b, trials)
}

func watched(t *testing.T, r *Run, b *heroic.Battle, trials int64) *Run {
	t.Helper()
	o := stats.Options{Trials: trials, Seed: 1}
	var err error
	if r.Study, err = stats.Run(t.Context(), b, o); err != nil {
		t.Fatal(err)
	}
	if r.Course, err = stats.Follow(t.Context(), b, o); err != nil {
		t.Fatal(err)
	}
	if r.Typical, err = stats.PickTypical(t.Context(), r.Study, o); err != nil {
		t.Fatal(err)
	}
	return r
}

// hostileRun is a battle of ten groups with names that try to break out, or do not
// fit anywhere.
func hostileRun(t *testing.T) *Run {
	t.Helper()
	l, err := scenarios.Load("heroes", scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := l.Scenario
	s.Name = hostileName
	s.Sides[0].Name = strings.Repeat("Unbreakable", 12)
	s.Sides[1].Name = "</style><img src=x onerror=alert(1)>"
	goblins := s.Sides[1].Groups
	s.Sides[1].Groups = nil
	for i := range 6 {
		g := goblins[i%len(goblins)]
		g.Name = fmt.Sprintf("%s %d", strings.Repeat("Goblins of the far hills and the long river, ", 3), i)
		s.Sides[1].Groups = append(s.Sides[1].Groups, g)
	}
	s.Sides[1].Groups[0].Name = hostileName
	s.Sides[1].Groups[1].Name = strings.Repeat("x", 200)
	s.Sides[0].Groups[0].Name = "]]>-->{{.}}"
	for i := range s.Sides[0].Groups {
		for k := range s.Sides[0].Groups[i].Orders {
			s.Sides[0].Groups[i].Orders[k].Target = heroic.Target{}
		}
	}
	b, err := heroic.Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	r := &Run{File: "<b>.yaml", Text: []byte("name: </pre><script>alert(2)</script>"), Warnings: []string{"<i>"}, Set: []string{"a=<u>"}}
	return watched(t, r, b, 200)
}

// samplePages are pages of all sorts, by name.
func samplePages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	add := func(name string, render func(io.Writer) error) {
		var b bytes.Buffer
		if err := render(&b); err != nil {
			t.Fatal(err)
		}
		pages[name] = b.String()
	}
	runs := map[string]*Run{
		"heroes.html": scenarioRun(t, "heroes", 300), "one.html": scenarioRun(t, "troglodytes", 1), "hostile.html": hostileRun(t),
		"evening.html": eveningRun(t, 100), "exact.html": exactDuelRun(t),
	}
	for name, r := range runs {
		add(name, func(w io.Writer) error { return Report(w, r) })
	}
	for name, p := range hostileAnalyses(t, runs["hostile.html"]) {
		add(name, p.Render)
	}
	all := []*Run{runs["heroes.html"], runs["hostile.html"], runs["exact.html"]}
	add("index.html", func(w io.Writer) error {
		return Index(w, all, []string{"a/report.html", "b/report.html", "c/report.html"})
	})
	return pages
}

func exactDuelRun(t *testing.T) *Run {
	t.Helper()
	r := scenarioRun(t, "duel", 200)
	s, err := stats.Exact(t.Context(), r.Battle, stats.ExactOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r.Study = s
	return r
}

// TestPageEscapes shows names and files as they are, and asks the network for
// nothing.
func TestPageEscapes(t *testing.T) {
	for name, page := range samplePages(t) {
		for _, bad := range []string{"<script", "<img", "<i>", "<u>", "<link rel=\"stylesheet", "http://", "https://", "ZgotmplZ", "NaN", "%!"} {
			// An SVG says which language it is written in.
			text := strings.NewReplacer("http://www.w3.org/2000/svg", "", "http://www.w3.org/1999/xlink", "").Replace(page)
			if i := strings.Index(text, bad); i >= 0 {
				t.Errorf("%s holds %q: %s", name, bad, text[max(0, i-60):min(len(text), i+60)])
			}
		}
	}
}

// TestPageTells has everything that a page should tell.
func TestPageTells(t *testing.T) {
	r := scenarioRun(t, "heroes", 300)
	r.Choice = "Chosen by the weather."
	var b strings.Builder
	if err := Report(&b, r); err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(html.UnescapeString(b.String()), glue, " ")
	for _, want := range []string{
		verdict(r)[0], "What becomes of the groups", "How many have not fallen", "How many fight on", "rounds", "How often groups break",
		"What becomes of the characters", "A typical battle", "Round 1", strings.Split(string(r.Text), "\n")[0], "speed_factor", "Seed 1", "v0.1.0",
		r.Hash, r.Battle.Rules.ID(), "simulate run heroes", "95 % Wilson", "Chosen by the weather.", "Dagna", "Victory for the party",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not tell %q", want)
		}
	}
	empty := &Run{Study: &stats.Study{Battle: r.Battle}, Version: "v0.1.0"}
	if err := Report(io.Discard, empty); err != nil {
		t.Error(err)
	}
}

// TestRemarks: what was read is folded away where there is much to say of it, and
// names of files stay as they are; what came of the battles is in sight.
func TestRemarks(t *testing.T) {
	remarks := sentences([]string{"hero.gcs:3:4: not used", "count 10 but HP for 8", "drake.txt: not used"})
	for n, folded := range map[int]bool{2: false, 3: true} {
		var b strings.Builder
		p := &Page{Warnings: sentences([]string{"stopped early"}), Remarks: remarks[:n]}
		if err := p.Render(&b); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`<p class="warning">Stopped early.</p>`, ">hero.gcs:3:4: not used.</p>", ">Count 10 but HP for 8.</p>"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%d: no %s", n, want)
			}
		}
		if strings.Contains(b.String(), "<summary>3 remarks") != folded {
			t.Errorf("%d remarks are not as wanted", n)
		}
	}
}
