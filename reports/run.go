package reports

import (
	"fmt"
	"math"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// A Run is a finished study and what reports say besides.
type Run struct {
	*stats.Study
	File     string   // as it was named
	Hash     string   // of the scenario; may be empty
	Version  string   // of the program
	Warnings []string // about the scenario
}

// undecidedShare is the share of battles at the round limit that is worth a
// warning: below it they change no figure that is shown.
const undecidedShare = 0.01

// warnings are the run's own and those about its result.
func (r *Run) warnings() []string {
	all := append([]string{}, r.Warnings...)
	if r.Partial {
		all = append(all, fmt.Sprintf("stopped early: this is from the first %s of %s battles", number(int(r.Trials)), number(int(r.Planned))))
	}
	if u := r.Outcomes[heroic.Undecided]; u.P >= undecidedShare {
		all = append(all, fmt.Sprintf("%s in 100 battles hit the limit of %s rounds", number(int(math.Round(100*u.P))), number(r.Battle.MaxRounds)))
	}
	if r.Precision > 0 && !r.PrecisionReached && !r.Partial {
		all = append(all, fmt.Sprintf("%s battles were not enough for a precision of %s", number(int(r.Trials)), shortest(r.Precision)))
	}
	return all
}
