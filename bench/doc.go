// Package bench measures: Go benchmarks of whole battles, and two yardsticks of what the
// general engine costs, for two groups in contact: a hand-written loop, and a C++ program
// that rolls every die. Nothing imports it.
package bench
