package heroic

import "heroicsim/dice"

// Checks need only to know whether 3d come to so much or not. They draw just that,
// and a story gets a roll that fits.

// atMost3d[n] and atLeast3d[n] are the odds that 3d show at most or at least n.
var atMost3d, atLeast3d = func() (most, least [20]dice.Odds) {
	below := 0
	for n := range most {
		least[n] = dice.OddsOf(216-below, 216)
		if n < len(ways3d) {
			below += int(ways3d[n])
		}
		most[n] = dice.OddsOf(below, 216)
	}
	return most, least
}()

// succeeds is a success roll (B-SUCCESS): 3 and 4 always succeed, 17 and 18
// always fail (ruling in HC-HT).
func succeeds(roll, score int) bool { return roll <= 4 || roll <= 16 && roll <= score }

// failsFrom is the least roll that is no success.
func failsFrom(score int) int { return min(max(score, 4), 16) + 1 }

// successOdds are the odds of a success roll.
func successOdds(score int) dice.Odds { return atMost3d[failsFrom(score)-1] }

// roll3d rolls 3d for a check that has the odds to come out as passes says. It
// returns whether it did, and for a story, or with all dice rolled, what was rolled.
func (f *Fight) roll3d(odds dice.Odds, passes func(roll int) bool) (passed bool, roll int) {
	if f.explorer != nil {
		return f.explorer.check(passes)
	}
	if f.rollsDice() {
		roll = f.dice.Success()
		return passes(roll), roll
	}
	passed = f.dice.Happens(odds) == 1
	if f.Trace != nil {
		for roll = f.dice.Success(); passes(roll) != passed; {
			roll = f.dice.Success()
		}
	}
	return passed, roll
}
