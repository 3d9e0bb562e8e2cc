package reports

import (
	"fmt"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// Headline says in a sentence which battle a story tells. pick is nil for a
// trial that was asked for by its number.
func Headline(b *heroic.Battle, trial uint64, r *heroic.Result, pick *stats.Pick) string {
	which, common := "Trial "+number(int(trial)), ""
	if pick != nil {
		p := pick.Alike
		which += " of " + number(int(pick.Study.Trials))
		common = ", as in " + percent(p, decimalsFor(p.HalfWidth(), p.Of)) + " of battles"
	}
	return which + ": " + ending(b, r) + common + "."
}

func ending(b *heroic.Battle, r *heroic.Result) string {
	switch r.Outcome {
	case heroic.Draw:
		return "a draw in round " + number(r.Rounds)
	case heroic.Undecided:
		return "undecided after " + inflected(r.Rounds, "round", "rounds")
	}
	return fmt.Sprintf("victory for %s in round %s", midSentence(tidy(b.Sides[r.Outcome].Name)), number(r.Rounds))
}
