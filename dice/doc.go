// Package dice holds chance: dice expressions (2d-1) with their exact
// distributions, the random stream of a trial, and scripted dice for worked
// examples.
//
// A trial's draws are hashed from (seed, trial, round, phase, actor, target,
// n-th draw there), never taken from one long sequence. So a battle depends on
// its scenario, seed and trial number alone, and two variants of a battle meet
// the same luck at the same moment.
//
// It imports nothing of this module.
package dice
