package reports

import (
	"fmt"
	"strings"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// What comes after the battle: pursuit, and the wounds of characters who fell.

// pursuitFates are what becomes of those who flee.
var pursuitFates = [...]struct {
	name  string
	of    func(*stats.Pursuit) *stats.Summary
	trial func(*heroic.Flight) int
}{
	{"slain", func(p *stats.Pursuit) *stats.Summary { return &p.Slain }, func(f *heroic.Flight) int { return f.Slain }},
	{"captured", func(p *stats.Pursuit) *stats.Summary { return &p.Captured }, func(f *heroic.Flight) int { return f.Captured }},
	{"escaped", func(p *stats.Pursuit) *stats.Summary { return &p.Escaped }, func(f *heroic.Flight) int { return f.Escaped }},
}

func pursuitObject(p *stats.Pursuit) object {
	o := object{}
	for _, f := range pursuitFates {
		o = append(o, field{f.name, summaryObject(*f.of(p))})
	}
	return o
}

// pursuitColumns are those of groups, where any of the runs has a pursuit.
func pursuitColumns(runs []*Run) []column[groupRow] {
	var columns []column[groupRow]
	for _, run := range runs {
		if !run.Battle.Rules.Pursuit {
			continue
		}
		for _, f := range pursuitFates {
			columns = append(columns, summaryColumns(f.name+"_combatants", func(r groupRow) *stats.Summary { return f.of(&r.fate.Pursuit) })...)
		}
		break
	}
	return columns
}

// aftermath tells of the pursuit and of wounds, a line each where there are any.
func (s *sheet) aftermath() {
	first := true
	for _, part := range [...]struct{ label, text string }{
		{"  Pursuit  ", pursuitText(s.run)},
		{"  Wounds   ", woundsText(s.run)},
	} {
		if part.text == "" {
			continue
		}
		if first {
			s.line("")
			first = false
		}
		s.WriteString(Wrapped(part.label, part.text, s.width))
	}
}

// pursuitText is how many of each group flee, and what becomes of them, in the mean
// of all battles.
func pursuitText(r *Run) string {
	var parts []string
	for i := range r.Groups {
		g := &r.Groups[i]
		p := &g.Pursuit
		if !(p.Fled.Mean >= leastMean) { // nor where there is no pursuit
			continue
		}
		var fates []string
		for _, f := range pursuitFates {
			if m := f.of(p).Mean; m >= leastMean {
				fates = append(fates, glued(mean(m)+" "+f.name))
			}
		}
		parts = append(parts, fmt.Sprintf("%s %s in flight, %s", tidy(g.Name), glued(mean(p.Fled.Mean)), strings.Join(fates, ", ")))
	}
	if parts == nil {
		return ""
	}
	return "a battle, in the mean: " + strings.Join(parts, "; ")
}

// leastMean is the least that is not 0.0 to a tenth.
const leastMean = 0.05

func mean(x float64) string { return fmt.Sprintf("%.1f", x) }

// woundsText is how the characters lie who fall (HC-CASUALTY).
func woundsText(r *Run) string {
	var parts []string
	for i := range r.Groups {
		g := &r.Groups[i]
		if g.Below.None() {
			continue
		}
		text := tidy(g.Name) + " " + glued(fmt.Sprintf("%s HP (%s to %s)", number(-int(g.Below.P50)), number(-int(g.Below.P95)), number(-int(g.Below.P5))))
		if !g.Maimed.Never() {
			text += ", " + glued("crippled in "+percent(g.Maimed, decimalsFor(g.Maimed.HalfWidth(), g.Maimed.Of)))
		}
		parts = append(parts, text)
	}
	if parts == nil {
		return ""
	}
	return "of who falls, median (90 % of falls): " + strings.Join(parts, "; ")
}
