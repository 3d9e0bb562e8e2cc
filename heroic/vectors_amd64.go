package heroic

import (
	"golang.org/x/sys/cpu"

	"heroicsim/dice"
)

// vectors says whether the processor and the system have vectors of eight numbers of 32
// and of 64 bits, with masks, multiplication and gathering.
var vectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL && cpu.X86.HasBMI2

// These do for the first n lanes, n above 0, what the methods that call them do lane by lane.
// They read and write to the end of the last eight.

//go:noescape
func beginMany(l *lanes, pairings *pairing, n int, a *firstActs, unknown *marks) (fought int32)

//go:noescape
func findMany(l *lanes, layouts *layout, places *[2]dice.Place, n int, c *crowds)

// negativeMany marks where a[i]-less or b[i]-less is below 0.
//
//go:noescape
func negativeMany(a, b *int32, less int32, n int, m *marks)

//go:noescape
func sufferMany(pool, fighting, hp *int32, n int, less int, inverse uint64)

//go:noescape
func dueMany(pool, start, now *int32, n int, at int32, m *marks)

//go:noescape
func closeMany(l *lanes, pairings *pairing, n int, odds uint64, last byte, over *marks)
