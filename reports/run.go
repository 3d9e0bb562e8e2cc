package reports

import (
	"fmt"

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
	Set      []string // KEY=VALUE, as changed for this run
	Choice   string   // why the method was taken, where the program chose; a sentence

	// For the page and the pictures; each may be missing.
	Course  *stats.Course // round by round
	Typical *stats.Pick   // the battle to tell
	Text    []byte        // of the scenario's file
	Command string        // that repeats the run
}

// undecidedShare is the share of battles at the round limit that is worth a
// warning: below it they change no figure that is shown.
const undecidedShare = 0.01

// warnings are those about the scenario and those about the result.
func (r *Run) warnings() []string {
	return append(append([]string{}, r.Warnings...), r.findings()...)
}

// findings are the warnings about the result.
func (r *Run) findings() []string {
	var all []string
	if r.Partial {
		all = append(all, r.partial())
	}
	if u := r.Outcomes[heroic.Undecided]; u.P >= undecidedShare {
		all = append(all, fmt.Sprintf("%s hit the limit of %s", inHundredBattles(u.Proportion), inflected(r.Battle.MaxRounds, "round", "rounds")))
	}
	if r.Precision > 0 && !r.PrecisionReached && !r.Partial {
		all = append(all, fmt.Sprintf("%s battles were not enough for a precision of %s", number(int(r.Trials)), shortest(r.Precision)))
	}
	return all
}

// partial says that a run was interrupted.
func (r *Run) partial() string {
	return fmt.Sprintf("stopped early: this is from the first %s of %s battles", number(int(r.Trials)), number(int(r.Planned)))
}
