package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
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
	if other.P > best.P {
		best, other = other, best
	}
	draw, undecided := &r.Outcomes[heroic.Draw], &r.Outcomes[heroic.Undecided]
	name, loser := midSentence(tidy(best.Name)), midSentence(tidy(other.Name))
	switch overlap := best.Low <= other.High; {
	case draw.P > best.P && draw.P >= undecided.P:
		return fmt.Sprintf("A draw is likeliest: %s.", inHundredBattles(draw.Proportion))
	case undecided.P > best.P:
		return fmt.Sprintf("Likeliest is no decision within %s: %s.", inflected(r.Battle.MaxRounds, "round", "rounds"), inHundredBattles(undecided.Proportion))
	case best.Exact && best.Always():
		return fmt.Sprintf("%s will certainly win.", tidy(best.Name))
	case overlap && best.HalfWidth() >= blurred:
		return fmt.Sprintf("Too few battles to tell: %s of %s for %s, %s for %s.", number(int(best.Count)), number(int(r.Trials)), name, number(int(other.Count)), loser)
	case overlap || best.P-other.P < evenMargin:
		return fmt.Sprintf("Even: %s for %s, %s for %s.", inHundredBattles(best.Proportion), name, hundredths(other.Proportion), loser)
	}
	for _, o := range odds {
		if best.Low >= o.from {
			return fmt.Sprintf(o.text+": %s.", tidy(best.Name), inHundredBattles(best.Proportion))
		}
	}
	panic("reports: a share below 0")
}

// mostNames is how many characters a sentence may name.
const mostNames = 3

// sameShare is how far exact shares may lie apart that one calls the same.
const sameShare = 0.001

// whoFalls names, of several characters of a side, those who fall most often: more
// than one where their intervals overlap, or what is exact is all but the same. It
// is empty where that says nothing.
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
	slices.SortStableFunc(fallers, func(a, b *stats.Group) int { return cmp.Compare(b.Falls.P, a.Falls.P) })
	most, least := fallers[0].Falls, fallers[0].Falls.Low
	if most.Exact {
		least -= sameShare
	}
	fallers = slices.DeleteFunc(fallers, func(g *stats.Group) bool { return g.Falls.High < least })
	switch n := len(fallers); {
	case most.Never() || n > mostNames || n == all && n > 2:
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
	if p.Always() && !p.Exact {
		return "all " + number(int(p.Of))
	}
	return hundredths(p) + " in 100"
}

// inHundredBattles is a share of battles.
func inHundredBattles(p stats.Proportion) string {
	if p.Always() && !p.Exact && p.Of == 1 {
		return "the one battle"
	}
	return inHundred(p) + " battles"
}

// hundredths is p in hundredths, or where it is exact in tenths of them. What is
// not quite none or all is not written so.
func hundredths(p stats.Proportion) string {
	parts := 1.0 // of a hundredth
	if p.Exact {
		parts = 10
	}
	text := func(n float64) string { return strconv.FormatFloat(n/parts, 'f', -1, 64) }
	switch n := math.Round(100 * parts * p.P); {
	case n == 0 && !p.Never():
		return "under " + text(1)
	case n == 100*parts && !p.Always():
		return "over " + text(n-1)
	default:
		return text(n)
	}
}
