// Package stats fights a battle many times and counts what comes of it.
//
// Run fights trials 1 to n on any number of workers. Trials are done in fixed
// chunks, each with a tally of its own, and tallies are merged in chunk order.
// A tally holds integers only, so that merging loses nothing, and a Study is the
// same to the last bit however many workers made it. Counts become real numbers
// once, when the Study is made.
//
// The conventions: proportions have Wilson intervals; standard deviations divide
// by n-1 and stand apart from standard errors; a quantile is the smallest value
// with at least that share of cases at or below it; what has no value, such as a
// mean over no cases, is NaN. In an exact answer intervals are points, standard
// deviations are those of the distribution, and nothing is counted.
package stats
