package stats

import "gonum.org/v1/gonum/floats"

// addRows adds rows to as many cells, each row times its p; the rows in data start a
// stride apart. Every cell is added to in the order of the rows and rounded after each
// product and each sum, so that vectors of any length come to the same.
func addRows(to, data []float64, stride int, p []float64) {
	if len(to) == 0 || len(p) == 0 {
		return
	}
	data = data[:(len(p)-1)*stride+len(to)]
	if vectors {
		addRowsMany(&to[0], &data[0], &p[0], len(to), stride, len(p))
		return
	}
	for i, q := range p {
		floats.AddScaled(to, q, data[i*stride:][:len(to)])
	}
}

// addScaled adds a row times p.
func addScaled(to []float64, p float64, row []float64) {
	addRows(to, row, 0, []float64{p})
}

// addFour adds n rows to four sums, each with factors of its own, as addRows does: a row
// that has been fetched is of use four times. There are as many cells in each.
func addFour(to [4][]float64, data []float64, stride int, p [4][]float64) {
	cells, n := len(to[0]), len(p[0])
	done := 0
	if vectors && n > 0 {
		done = cells &^ 7
	}
	if done > 0 {
		_ = data[(n-1)*stride+cells-1]
		var sums, factors [4]*float64
		for i := range to {
			sums[i], factors[i] = &to[i][:cells][0], &p[i][:n][0]
		}
		addFourMany(&sums, &data[0], &factors, done, stride, n)
	}
	if done < cells {
		for i := range to {
			addRows(to[i][done:], data[done:], stride, p[i])
		}
	}
}
