package dice

import "fmt"

// A Script is a list of results written down beforehand, one entry a roll: the
// total of 3d, not its faces. It panics if it runs out or if an entry cannot
// fall on the dice rolled, because then the test is wrong.
type Script struct {
	totals []int
	used   int
	paths  *Paths // falls as these say instead
}

// NewScript returns a script of these totals.
func NewScript(totals ...int) *Script { return &Script{totals: totals} }

// Left is how many entries have not been used.
func (s *Script) Left() int { return len(s.totals) - s.used }

// Add appends totals.
func (s *Script) Add(totals ...int) { s.totals = append(s.totals, totals...) }

func (s *Script) next(what string, e Expr) int {
	if s.paths != nil {
		dist := e.Dist()
		return dist.Min + s.paths.Draw(dist.P)
	}
	lo, hi := e.Min(), e.Max()
	if s.used >= len(s.totals) {
		panic(fmt.Sprintf("dice: the script ran out at roll %d, %s", s.used+1, what))
	}
	v := s.totals[s.used]
	if v < lo || v > hi {
		panic(fmt.Sprintf("dice: entry %d of the script is %d, but %s shows %d to %d", s.used+1, v, what, lo, hi))
	}
	s.used++
	return v
}

// ScriptLeft is how many entries of the script are not used yet; 0 for dice that
// roll.
func (d *Dice) ScriptLeft() int {
	if d.script == nil {
		return 0
	}
	return d.script.Left()
}

// IsScripted says whether the rolls were written down beforehand.
func (d *Dice) IsScripted() bool { return d.script != nil }
