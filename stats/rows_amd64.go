package stats

import "golang.org/x/sys/cpu"

// vectors says whether the processor and the system have vectors of four float64.
var vectors = cpu.X86.HasAVX2

// addRowsMany does what addRows does, for cells and n above 0.
//
//go:noescape
func addRowsMany(to, data, p *float64, cells, stride, n int)

// addFourMany does what addFour does, for a multiple of 8 cells, and n, above 0.
//
//go:noescape
func addFourMany(to *[4]*float64, data *float64, p *[4]*float64, cells, stride, n int)
