package heroic

import (
	"fmt"
	"math"

	"heroicsim/units"
)

var inf = math.Inf(1)

// A Battle is a scenario made ready to fight. It does not change and may be
// shared by any number of Fights.
type Battle struct {
	Name      string
	MaxRounds int
	Rules     Rules
	Field     Battlefield
	Sides     [2]SideInfo
	Groups    []GroupInfo // the first side's in file order, then the second's
}

// A SideInfo is what a Battle knows of a side.
type SideInfo struct {
	Name         string
	TacticsSkill int
	NoRetreat    bool
	Surprised    bool
	First, Last  int // its groups are Battle.Groups[First:Last]
}

// A GroupInfo is what a Battle knows of a group.
type GroupInfo struct {
	Group
	Side  int // 0 or 1
	Start int // combatants who begin the battle, fewer than Count where HPNow says so
	Pool  int // HP at the start
	FP    int // of one member at the start
}

// DefaultMaxRounds is the round limit where a scenario names none.
const DefaultMaxRounds = 100

// Compile makes a Battle of s. Its errors are mistakes of the caller: whoever
// reads scenarios from files has checked them and knows the line.
func Compile(s Scenario) (*Battle, error) {
	return nil, fmt.Errorf("heroic: not yet")
}

// A Fight is one worker's state. It fights trials of one Battle one after the
// other, and each starts afresh.
type Fight struct {
	// Trace gets the events of the trials fought from then on, in order. Nil, it
	// costs nothing. It changes nothing in a battle.
	Trace func(Event)
}

// NewFight returns a Fight of b.
func NewFight(b *Battle) *Fight { return &Fight{} }

// Run fights one trial from start to end. The result is f's own and is
// overwritten by the next trial.
func (f *Fight) Run(seed, trial uint64) *Result { return &Result{} }

var _ = units.Torso
