//go:build !amd64

package stats

var vectors = false

func addRowsMany(to, data, p *float64, cells, stride, n int) {}

func addFourMany(to *[4]*float64, data *float64, p *[4]*float64, cells, stride, n int) {}
