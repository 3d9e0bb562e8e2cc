package heroic

import (
	"fmt"
	"strings"
)

// A Tactic is what a group declares for a round (HC-TACTIC).
type Tactic uint8

// The tactics, in the rules' order. NoTactic is that of a group that
// declares none: it is down, collapsed, gone or still to come.
const (
	AllOutOffensive Tactic = iota
	Offensive
	Neutral
	Defensive
	AllOutDefensive
	AimedShooting
	HoldGround
	Concentration
	Retreat
	NumTactics
	NoTactic = NumTactics
)

// tactics is the table of HC-TACTIC. A tactic that attacks not at all has
// attacks false; its attack columns are not used.
var tactics = [NumTactics + 1]struct {
	name    string
	title   string
	move    int  // × Move
	attacks bool // may make ranged and melee attacks
	melee   int  // to melee skill
	damage  int  // melee damage: +1 is +2 or +1 a die, -1 is -2 or -1 a die
	ranged  int  // to ranged skill
	aimed   bool // adds Acc to ranged skill
	mental  int  // to IQ, Will and Per rolls
	defence int
}{
	AllOutOffensive: {"all-out-offensive", "All-Out Offensive", 10, true, +4, +1, 0, false, -4, -2},
	Offensive:       {"offensive", "Offensive", 5, true, +2, 0, 0, false, -2, -1},
	Neutral:         {"neutral", "Neutral", 5, true, 0, 0, 0, false, -1, 0},
	Defensive:       {"defensive", "Defensive", 4, true, -2, 0, -2, false, 0, +1},
	AllOutDefensive: {"all-out-defensive", "All-Out Defensive", 3, true, -4, -1, -4, false, 0, +2},
	AimedShooting:   {"aimed-shooting", "Aimed Shooting", 2, true, -2, 0, +2, true, 0, -2},
	HoldGround:      {"hold-ground", "Hold Ground", 1, true, 0, 0, 0, false, 0, +1},
	Concentration:   {"concentration", "Concentration", 1, true, -2, 0, -2, false, +2, -2},
	Retreat:         {"retreat", "Retreat", 10, false, 0, 0, 0, false, 0, -4},
	NoTactic:        {"none", "no tactic", 0, false, 0, 0, 0, false, 0, 0},
}

// withdrawMove is what All-Out Defensive allows to a group that withdraws.
const withdrawMove = 2

// String is the name that files use: all-out-offensive.
func (t Tactic) String() string { return tactics[t].name }

// Title is the name for people: All-Out Offensive.
func (t Tactic) Title() string { return tactics[t].title }

// Moves is the movement that the tactic allows, as a multiple of Move.
func (t Tactic) Moves() int { return tactics[t].move }

// TacticNames lists the names that files use, in the rules' order.
func TacticNames() []string {
	var names []string
	for t := range NumTactics {
		names = append(names, t.String())
	}
	return names
}

// ParseTactic reads a tactic's name, in any case, with spaces or hyphens.
func ParseTactic(s string) (Tactic, error) {
	word := words(s)
	for t := range NumTactics {
		if word == tactics[t].name {
			return t, nil
		}
	}
	return 0, fmt.Errorf("unknown tactic %q; tactics are: %s", s, strings.Join(TacticNames(), ", "))
}

// words brings a name to the form that tables use: lower case, hyphens.
func words(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || r == '\t'
	}), "-")
}

var moves = [NumMoves]string{"", "close", "hold", "away", "withdraw", "flank-left", "flank-right", "rear"}

func (m Move) String() string { return moves[m] }

// flanks says whether a move leads round the enemy (HC-FLANK).
func (m Move) flanks() bool { return m >= FlankLeft && m <= Rear }

// closes says whether a move leads to the enemy.
func (m Move) closes() bool { return m == MoveDefault || m == Close || m.flanks() }

// ParseMove reads the name of a move.
func ParseMove(s string) (Move, error) {
	for m := Close; m < NumMoves; m++ {
		if words(s) == moves[m] {
			return m, nil
		}
	}
	return 0, fmt.Errorf("unknown move %q; moves are: %s", s, strings.Join(moves[1:], ", "))
}

// CheckMove says why a tactic and a move exclude each other, or nil.
func CheckMove(t Tactic, m Move) error {
	switch {
	case t == AllOutOffensive && m.flanks():
		return fmt.Errorf("move %s does not go with all-out-offensive, which runs straight at the enemy; offensive would do", m)
	case t == AllOutOffensive && (m == Hold || m == Away || m == Withdraw):
		return fmt.Errorf("move %s does not go with all-out-offensive, which runs straight at the enemy", m)
	case m == Withdraw && t != AllOutDefensive:
		return fmt.Errorf("move withdraw goes only with all-out-defensive, not with %s", t)
	case t == Retreat && (m == Close || m == Hold || m.flanks()):
		return fmt.Errorf("move %s does not go with retreat, which moves away from the enemy", m)
	}
	return nil
}
