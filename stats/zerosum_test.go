package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSolveGame(t *testing.T) {
	const third = 1.0 / 3
	for _, c := range []struct {
		name          string
		payoff        [][]float64
		value         float64
		rows, columns []float64 // nil: not the only ones
	}{
		{"matching pennies", [][]float64{{1, -1}, {-1, 1}}, 0, []float64{.5, .5}, []float64{.5, .5}},
		{"rock paper scissors", [][]float64{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}, 0, []float64{third, third, third}, []float64{third, third, third}},
		{"saddle point", [][]float64{{3, 1, 4}, {5, 2, 3}, {0, 1, 9}}, 2, []float64{0, 1, 0}, []float64{0, 1, 0}},
		{"dominated", [][]float64{{.6, .3}, {.2, .7}, {.1, .2}}, .45, []float64{.625, .375, 0}, []float64{.5, .5}},
		{"two by three", [][]float64{{1, 3, 11}, {8, 5, 2}}, 49.0 / 11, []float64{3.0 / 11, 8.0 / 11}, []float64{0, 9.0 / 11, 2.0 / 11}},
		{"weighted pennies", [][]float64{{3, -2}, {-2, 1}}, -1.0 / 8, []float64{3.0 / 8, 5.0 / 8}, []float64{3.0 / 8, 5.0 / 8}},
		{"one by one", [][]float64{{.7}}, .7, []float64{1}, []float64{1}},
		{"one by three", [][]float64{{.7, .4, .9}}, .4, []float64{1}, []float64{0, 1, 0}},
		{"three by one", [][]float64{{.7}, {.4}, {.9}}, .9, []float64{0, 0, 1}, []float64{1}},
		{"constant", [][]float64{{.5, .5}, {.5, .5}, {.5, .5}}, .5, nil, nil},
		{"a row twice", [][]float64{{1, 0}, {1, 0}, {0, 1}}, .5, nil, []float64{.5, .5}},
		{"saddles level", [][]float64{{1, 1}, {1, 1}, {0, 2}}, 1, nil, nil},
		{"all but certain", [][]float64{{1, 1, 1}, {1, 0, 1}, {1, 1, 0}}, 1, []float64{1, 0, 0}, nil},
		{"small differences", [][]float64{{.5, .5 + 1e-9}, {.5 + 1e-9, .5}}, .5 + 5e-10, []float64{.5, .5}, []float64{.5, .5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := SolveGame(c.payoff)
			if err != nil {
				t.Fatal(err)
			}
			spread := 0.0
			for _, row := range c.payoff {
				for _, v := range row {
					spread = max(spread, math.Abs(v-c.payoff[0][0]))
				}
			}
			if math.Abs(e.Value-c.value) > 1e-6*max(spread, 1e-6) {
				t.Errorf("value %v, want %v", e.Value, c.value)
			}
			if unique := c.rows != nil && c.columns != nil; e.Unique != unique {
				t.Errorf("unique: %v", e.Unique)
			}
			for _, mix := range []struct{ got, want []float64 }{{e.Rows, c.rows}, {e.Columns, c.columns}} {
				for i := range mix.want {
					if math.Abs(mix.got[i]-mix.want[i]) > 1e-5 {
						t.Errorf("mix %v, want %v", mix.got, mix.want)
						break
					}
				}
			}
		})
	}
}

// TestSolveGameAtRandom has games of all sizes, many of them degenerate, and holds
// each answer to the minimax theorem: what the rows secure is what the columns
// concede, so that both are the value.
func TestSolveGameAtRandom(t *testing.T) {
	luck := rand.New(rand.NewPCG(1, 2))
	for n := range 3000 {
		rows, columns, levels := 1+luck.IntN(10), 1+luck.IntN(10), 1+luck.IntN(6)
		payoff := make([][]float64, rows)
		for i := range payoff {
			payoff[i] = make([]float64, columns)
			for j := range payoff[i] {
				payoff[i][j] = luck.Float64()
				if n%2 == 0 { // few values, so that there are ties
					payoff[i][j] = float64(luck.IntN(levels)) / float64(levels)
				}
			}
			if i > 0 && luck.IntN(4) == 0 {
				copy(payoff[i], payoff[luck.IntN(i)])
			}
		}
		e, err := SolveGame(payoff)
		if err != nil {
			t.Fatalf("%v: %v", payoff, err)
		}
		secured, conceded := guarantees(payoff, e.Rows, e.Columns)
		if math.Abs(secured-e.Value) > 1e-6 || math.Abs(conceded-e.Value) > 1e-6 {
			t.Errorf("%v: rows secure %v, columns concede %v, value %v", payoff, secured, conceded, e.Value)
		}
		for _, mix := range [][]float64{e.Rows, e.Columns} {
			sum := 0.0
			for _, share := range mix {
				if share < 0 {
					t.Errorf("%v: share %v", payoff, share)
				}
				sum += share
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Errorf("%v: shares sum to %v", payoff, sum)
			}
		}
	}
}

func TestSolveGameRefuses(t *testing.T) {
	for _, payoff := range [][][]float64{nil, {{}}, {{1, 2}, {3}}, {{math.NaN()}}, {{math.Inf(1), 0}}} {
		if e, err := SolveGame(payoff); err == nil {
			t.Errorf("%v: %v", payoff, e)
		}
	}
}
