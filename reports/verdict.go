package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// odds put the lower end of the winner's interval into words. They ask nothing of
// the side's name, which may be singular or plural.
var odds = [...]struct {
	from float64
	text string
}{
	{0.99, "%s will all but certainly win"},
	{0.90, "%s will very probably win"},
	{0.65, "%s will probably win"},
	{0.00, "%s will win more often than not"},
}

const (
	// evenMargin is how far the sides' shares may lie apart in an even battle.
	evenMargin = 0.08
	// blurred is the half-width from which on intervals that overlap say nothing.
	blurred = 0.05
)

// verdict is the answer in a sentence, and for each side with several characters
// who falls most often.
func verdict(r *Run) []string {
	all := []string{whoWins(r)}
	for i := range r.Sides {
		if text := whoFalls(r, i); text != "" {
			all = append(all, text)
		}
	}
	return all
}

func whoWins(r *Run) string {
	best, other := &r.Outcomes[heroic.FirstWins], &r.Outcomes[heroic.SecondWins]
	if other.Count > best.Count {
		best, other = other, best
	}
	draw, undecided := &r.Outcomes[heroic.Draw], &r.Outcomes[heroic.Undecided]
	name, loser := midSentence(tidy(best.Name)), midSentence(tidy(other.Name))
	switch overlap := best.Low <= other.High; {
	case draw.Count > best.Count && draw.Count >= undecided.Count:
		return fmt.Sprintf("A draw is likeliest: %s battles.", inHundred(draw.Proportion))
	case undecided.Count > best.Count:
		return fmt.Sprintf("Likeliest is no decision within %s: %s battles.", inflected(r.Battle.MaxRounds, "round", "rounds"), inHundred(undecided.Proportion))
	case overlap && best.HalfWidth() >= blurred:
		return fmt.Sprintf("Too few battles to tell: %s of %s for %s, %s for %s.", number(int(best.Count)), number(int(r.Trials)), name, number(int(other.Count)), loser)
	case overlap || best.P-other.P < evenMargin:
		return fmt.Sprintf("Even: %s battles for %s, %s for %s.", inHundred(best.Proportion), name, hundredths(other.P), loser)
	}
	for _, o := range odds {
		if best.Low >= o.from {
			return fmt.Sprintf(o.text+": %s battles.", tidy(best.Name), inHundred(best.Proportion))
		}
	}
	panic("reports: a share below 0")
}

// mostNames is how many characters a sentence may name.
const mostNames = 3

// whoFalls names, of several characters of a side, those who fall most often: more
// than one where their intervals overlap. It is empty where that says nothing.
func whoFalls(r *Run, side int) string {
	var fallers []*stats.Group
	for i := range r.Groups {
		if g := &r.Groups[i]; r.Battle.Groups[i].Side == side && g.Character {
			fallers = append(fallers, g)
		}
	}
	all := len(fallers)
	if all < 2 {
		return ""
	}
	slices.SortStableFunc(fallers, func(a, b *stats.Group) int { return int(b.Falls.Count - a.Falls.Count) })
	most := fallers[0].Falls
	fallers = slices.DeleteFunc(fallers, func(g *stats.Group) bool { return g.Falls.High < most.Low })
	switch n := len(fallers); {
	case most.Count == 0 || n > mostNames || n == all && n > 2:
		return ""
	case n == 1:
		return fmt.Sprintf("Of %s, %s falls most often: %s.", midSentence(tidy(r.Sides[side].Name)), tidy(fallers[0].Name), inHundred(most))
	}
	var names []string
	for _, g := range fallers {
		names = append(names, fmt.Sprintf("%s (%s)", tidy(g.Name), inHundred(g.Falls)))
	}
	last := len(names) - 1
	return fmt.Sprintf("Of %s, %s and %s fall most often.", midSentence(tidy(r.Sides[side].Name)), strings.Join(names[:last], ", "), names[last])
}

// inHundred is a share as one says it: 77 in 100.
func inHundred(p stats.Proportion) string {
	if p.Count == p.Of {
		return "all " + number(int(p.Of))
	}
	return hundredths(p.P) + " in 100"
}

// hundredths is p in hundredths, where what is not quite none or all is not
// written so.
func hundredths(p float64) string {
	switch n := int(math.Round(100 * p)); {
	case n == 0 && p > 0:
		return "under 1"
	case n == 100 && p < 1:
		return "over 99"
	default:
		return number(n)
	}
}
