package dice

import "golang.org/x/sys/cpu"

// vectors says whether the processor and the system have vectors of eight numbers of
// 64 bits, with multiplication.
var vectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ

// mixMany sets draws[i] to mix(trials[i] + step) for i < n, a multiple of 8 above 0.
//
//go:noescape
func mixMany(draws *uint64, trials *Trial, n int, step uint64)

// glanceMany sets values[i] as Rack.glance does for i < n, a multiple of 8 above 0. It
// reads wide entries behind the last guide.
//
//go:noescape
func glanceMany(values *int32, guides *int16, places *Place, draws *uint64, n int)
