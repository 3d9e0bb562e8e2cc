//go:build !amd64

package heroic

import "heroicsim/dice"

var vectors = false

func beginMany(*lanes, *pairing, int, *firstActs, *marks) int32 { return 0 }
func findMany(*lanes, *layout, *[2]dice.Place, int, *crowds)    {}
func negativeMany(*int32, *int32, int32, int, *marks)           {}
func sufferMany(*int32, *int32, *int32, int, int, uint64)       {}
func dueMany(*int32, *int32, *int32, int, int32, *marks)        {}
func closeMany(*lanes, *pairing, int, uint64, byte, *marks)     {}
