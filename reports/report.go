package reports

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// Report writes the page about one run.
func Report(w io.Writer, r *Run) error {
	page, err := reportPage(r)
	if err != nil {
		return err
	}
	return page.Render(w)
}

func reportPage(r *Run) (*Page, error) {
	p := &Page{Title: tidy(r.Battle.Name)}
	p.Warnings, p.Remarks = sentences(r.findings()), sentences(r.Warnings)
	if r.Empty() {
		return p, nil
	}
	p.Answer, p.Bar = verdict(r), outcomeBar(r)
	add := func(s ...Section) { p.Sections = append(p.Sections, s...) }
	add(Section{Plot: OutcomePlot(r)})
	add(groupsSection(r))
	add(casualtiesSection(r)...)
	add(plotSection(SurvivalPlot(r))...)
	add(lengthSection(r))
	add(plotSection(BreakPlot(r))...)
	add(fatesSection(r)...)
	story, err := storySection(r)
	if err != nil {
		return nil, err
	}
	add(story...)
	if len(r.Text) > 0 {
		add(Section{Heading: "The scenario", Folded: "The file " + r.File, Code: []string{strings.TrimRight(string(r.Text), "\n")}})
	}
	add(rulesSection(r.Battle, r.Set), methodSection(r))
	return p, nil
}

// outcomeBar are the outcomes' shares side by side.
func outcomeBar(r *Run) []BarPart {
	const roomy = 0.15
	var all []BarPart
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		if o.Never() {
			continue
		}
		part := BarPart{Hue: Hue(i), Name: outcomeLabel(i, o.Name), Share: percent(o.Proportion, 0), Grow: o.P, Roomy: o.P >= roomy}
		all = append(all, part)
	}
	return all
}

// groupsSection is the table of what becomes of the groups.
func groupsSection(r *Run) Section {
	s := &sheet{run: r}
	columns := s.tableColumns()
	t := PageTable{Head: []string{"Group"}}
	cells := make([][]string, len(columns))
	for c, col := range columns {
		t.Head = append(t.Head, col.header)
		cells[c] = col.cells(r)
	}
	group := 0
	for _, row := range s.rows() {
		line := PageRow{Name: strings.TrimSpace(row.name)}
		if row.group != nil {
			for c := range columns {
				line.Cells = append(line.Cells, strings.Join(strings.Fields(cells[c][group]), " "))
			}
			group++
		}
		t.Rows = append(t.Rows, line)
	}
	var text []string
	for i := range r.Sides {
		if r.Sides[i].Characters > 1 {
			text = append(text, nobodyFalls(&r.Sides[i], tableDecimals(r)))
		}
	}
	return Section{Heading: "What becomes of the groups", Text: text, Tables: []PageTable{t}}
}

// casualtiesSection is who falls, by outcome.
func casualtiesSection(r *Run) []Section {
	t := PageTable{Caption: "Fallen, on average, of those in brackets", Head: []string{"Group", "all battles"}}
	var shown []int
	for i := range r.Outcomes {
		if !r.Outcomes[i].Never() {
			shown = append(shown, i)
			t.Head = append(t.Head, endsIn(i, r.Outcomes[i].Name))
		}
	}
	t.Head = append(t.Head, "of them dead")
	r.groupRows(func(_ int, g *stats.Group, head string) bool {
		if head != "" {
			t.Rows = append(t.Rows, PageRow{Name: head})
		}
		fallen := func(f *stats.Fate) string {
			if f.Survivors.None() {
				return none
			}
			return fmt.Sprintf("%.1f", max(0, float64(g.Start)-f.Survivors.Mean))
		}
		row := PageRow{Name: fmt.Sprintf("%s (%s)", tidy(g.Name), number(int(g.Start))), Cells: []string{fallen(&g.Fate)}}
		for _, o := range shown {
			row.Cells = append(row.Cells, fallen(&g.ByOutcome[o]))
		}
		dead := none
		if !g.Dead.None() {
			dead = fmt.Sprintf("%.1f", g.Dead.Mean)
		}
		row.Cells = append(row.Cells, dead)
		t.Rows = append(t.Rows, row)
		return true
	})
	if p := SurvivorPlot(r); p != nil {
		return plotSection(p, t)
	}
	return []Section{{Heading: "Who falls", Tables: []PageTable{t}}}
}

// lengthSection is how long battles take.
func lengthSection(r *Run) Section {
	p := RoundsPlot(r)
	s := &r.Rounds
	text := fmt.Sprintf("Half of the battles are over after %s, which is %s. The shortest takes %s, the longest %s.",
		inflected(int(s.P50), "round", "rounds"), strings.ReplaceAll(duration(int(s.P50)), glue, " "), inflected(int(s.Min), "round", "rounds"), number(int(s.Max)))
	if r.Method == stats.MonteCarlo && s.N > 1 {
		text += fmt.Sprintf(" On average they take %.2f rounds (SD %.2f, SE %.3f).", s.Mean, s.SD, s.SE)
	} else if r.Method == stats.Exactly {
		text += fmt.Sprintf(" On average they take %.4f rounds (SD %.4f).", s.Mean, s.SD)
	}
	return Section{Heading: p.Title, Text: []string{text}, Plot: p}
}

// fatesSection is what becomes of characters.
func fatesSection(r *Run) []Section {
	t := PageTable{Head: []string{"Character", "unhurt", "wounded", "falls", "HP below 0, median of the fallen", "crippled, of all battles"}}
	decimals := tableDecimals(r)
	r.groupRows(func(_ int, g *stats.Group, head string) bool {
		if !g.Character {
			return false
		}
		if head != "" {
			t.Rows = append(t.Rows, PageRow{Name: head})
		}
		below, crippled := none, none
		if !g.Below.None() {
			below = number(int(g.Below.P50))
		}
		var parts []string
		for _, c := range g.Crippled {
			parts = append(parts, fmt.Sprintf("%s %s", c.Location, percent(c.Proportion, decimals)))
		}
		if len(parts) > 0 {
			crippled = strings.Join(parts, ", ")
		}
		t.Rows = append(t.Rows, PageRow{Name: tidy(g.Name), Cells: []string{
			percent(g.Unhurt, decimals), percent(g.Wounded, decimals), percent(g.Falls, decimals), below, crippled,
		}})
		return true
	})
	return plotSection(FatePlot(r), t)
}

// The widths to which a story is set on a desk and on a phone.
const (
	deskColumns  = 100
	phoneColumns = 40
)

// storySection tells the typical battle in full.
func storySection(r *Run) ([]Section, error) {
	p := r.Typical
	if p == nil {
		return nil, nil
	}
	seed := p.Study.Seed
	result := heroic.NewFight(r.Battle).Run(seed, uint64(p.Trial))
	tell := func(columns int) (string, error) {
		var b strings.Builder
		story := Narration{Width: columns}.Begin(&b, r.Battle)
		fight := heroic.NewFight(r.Battle)
		fight.Trace = story.Tell
		fight.Run(seed, uint64(p.Trial))
		err := story.Close()
		return strings.Trim(b.String(), "\n"), err
	}
	desk, err := tell(deskColumns)
	if err != nil {
		return nil, err
	}
	phone, err := tell(phoneColumns)
	return []Section{{
		Heading: "A typical battle", Text: []string{Headline(r.Battle, uint64(p.Trial), result, p)},
		Folded: "Round by round, with every roll", Story: &PageStory{desk, phone},
	}}, err
}

// rulesSection lists the rules in force. set is what was set for it all.
func rulesSection(b *heroic.Battle, set []string) Section {
	changed := map[string]bool{}
	for _, s := range Changed(b.Rules) {
		changed[s.Name] = true
	}
	t := PageTable{Head: []string{"Switch", "value", "changed", "rule", "what it does"}, Words: true}
	for _, s := range switches {
		rules := b.Rules
		mark := ""
		if changed[s.Name] {
			mark = "yes"
		}
		t.Rows = append(t.Rows, PageRow{Name: s.Name, Cells: []string{Setting{s.Name, s.of(&rules)}.Value(), mark, s.Rule, s.Does}})
	}
	text := "The rules as they are written, " + b.Rules.ID() + "."
	if len(changed) > 0 {
		text = fmt.Sprintf("Rules %s, of which %s.", b.Rules.ID(), inflected(len(changed), "switch was changed", "switches were changed"))
	}
	if len(set) > 0 {
		text += " Set for this run: " + tidy(strings.Join(set, ", ")) + "."
	}
	return Section{Heading: "Rules in force", Text: []string{text}, Folded: "All switches", Tables: []PageTable{t}}
}

// methodSection is how the figures came about, and what repeats them.
func methodSection(r *Run) Section {
	s := Section{Heading: "Method", Text: []string{conventions(r)}}
	if r.Choice != "" {
		s.Text = append(s.Text, r.Choice)
	}
	if r.Method == stats.MonteCarlo {
		s.Text = append(s.Text, fmt.Sprintf("%s in %s.", Battles(r.Trials), elapsed(r.Elapsed)))
	} else {
		s.Text = append(s.Text, fmt.Sprintf("Found in %s.", elapsed(r.Elapsed)))
		if r.Course != nil {
			s.Text = append(s.Text, fmt.Sprintf("The course over the rounds and the typical battle are from %s of seed %d.", Battles(r.Course.Trials), r.Course.Seed))
		}
	}
	if r.Course == nil {
		s.Text = append(s.Text, "The run was interrupted, so that no battle was followed round by round, and none is told.")
	}
	if r.Hash != "" {
		s.Text = append(s.Text, fmt.Sprintf("Scenario %s, simulate %s.", r.Hash, r.Version))
	}
	if r.Command != "" {
		s.Text = append(s.Text, "The same again:")
		s.Code = []string{r.Command}
	}
	return s
}

// Index writes the page about several runs: a table that compares them, with a link
// to the page of each.
func Index(w io.Writer, runs []*Run, links []string) error {
	p := &Page{Title: inflected(len(runs), "scenario", "scenarios")}
	var names []string
	for _, r := range runs {
		name := tidy(r.Battle.Name)
		names = append(names, name)
		p.Answer = append(p.Answer, name+": "+whoWins(r))
	}
	t := PageTable{Head: []string{"Scenario", "first side wins", "second side wins", "draw", "undecided", "rounds, median", "first side's losses", "second side's losses"}}
	for i, r := range runs {
		for _, warning := range r.warnings() {
			p.Warnings = append(p.Warnings, fmt.Sprintf("%s: %s.", names[i], tidy(warning)))
		}
		row := PageRow{Name: names[i], Link: links[i]}
		var doubt float64
		for o := range r.Outcomes {
			doubt = max(doubt, r.Outcomes[o].HalfWidth())
		}
		for o := range r.Outcomes {
			share := percent(r.Outcomes[o].Proportion, decimalsFor(doubt, r.Trials))
			if o < int(heroic.Draw) {
				share = tidy(r.Outcomes[o].Name) + " " + share
			}
			row.Cells = append(row.Cells, share)
		}
		row.Cells = append(row.Cells, number(int(r.Rounds.P50)))
		for s := range r.Sides {
			row.Cells = append(row.Cells, fmt.Sprintf("%.1f of %s", r.Sides[s].Losses.Mean, number(int(r.Sides[s].Start))))
		}
		t.Rows = append(t.Rows, row)
	}
	p.Sections = []Section{
		{Heading: "Side by side", Text: []string{"Losses are means. The pages that the names lead to tell more."}, Tables: []PageTable{t}},
	}
	p.Sections = append(p.Sections, plotSection(ScenariosPlot(runs))...)
	return p.Render(w)
}

// ScenariosPlot compares who wins in several runs.
func ScenariosPlot(runs []*Run) *Plot {
	var rows []chartRow
	for _, r := range runs {
		rows = append(rows, chartRow{
			name:   tidy(r.Battle.Name),
			values: []string{percent(r.Outcomes[heroic.FirstWins].Proportion, 0) + " : " + percent(r.Outcomes[heroic.SecondWins].Proportion, 0)},
			paint: func(p pen, at places, _ int, y vg.Length) {
				from := 0.0
				for _, o := range [...]heroic.Outcome{heroic.FirstWins, heroic.Draw, heroic.Undecided, heroic.SecondWins} {
					to := min(from+r.Outcomes[o].P, 1)
					p.bar(at, from, to, y, Hue(o), 1)
					from = to
				}
			},
		})
	}
	return newRowPlot(Caption{"Who wins", "", ""}, shareAxis("Share of battles (%)"), rows,
		swatch{FirstSide, "The side named first"}, swatch{DrawHue, "Draw"}, swatch{UndecidedHue, "Undecided"}, swatch{SecondSide, "The other side"})
}
