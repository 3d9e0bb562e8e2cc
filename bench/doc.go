// Package bench measures: Go benchmarks of whole battles, and a hand-written
// two-group loop as the yardstick of what the general engine costs. Nothing
// imports it.
package bench
