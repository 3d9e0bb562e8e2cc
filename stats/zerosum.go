package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// An Equilibrium is how to mix the rows and the columns of a matrix game so that
// neither player gains by anything else.
type Equilibrium struct {
	Rows, Columns []float64 // shares, which sum to 1
	Value         float64   // what the row player gets at least, and the other allows at most
	Unique        bool      // surely no other mix does as well; false: that cannot be told
}

// The tolerances of SolveGame, for payoffs that differ by 1 at most.
const (
	noShare = 1e-8 // of which all shares are multiples
	noGap   = 1e-6 // between what a row mix secures and a column mix concedes
)

// SolveGame finds an equilibrium of the zero-sum game in which the row player
// gets payoff[row][column], by linear programming. What it returns has been checked:
// the row mix secures the value against each column, and the column mix concedes
// no more to any row.
//
// Source: von Neumann, Zur Theorie der Gesellschaftsspiele, Math. Annalen 100
// (1928) 295-320; Dantzig, A proof of the equivalence of the programming problem
// and the game problem, in Koopmans (ed.), Activity analysis of production and
// allocation (1951) 330-335.
func SolveGame(payoff [][]float64) (*Equilibrium, error) {
	rows, columns, err := dimensions(payoff)
	if err != nil {
		return nil, err
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range payoff {
		for _, v := range row {
			low, high = min(low, v), max(high, v)
		}
	}
	spread := high - low
	if spread == 0 {
		spread = 1 // all are alike, and so are all mixes
	}
	// Payoffs from 1 to 2 for each player: a game of positive value. The row
	// player's own program is that of the columns with the signs turned.
	forColumns, forRows := mat.NewDense(rows, columns, nil), mat.NewDense(columns, rows, nil)
	for i, row := range payoff {
		for j, v := range row {
			forColumns.Set(i, j, 1+(v-low)/spread)
			forRows.Set(j, i, 1+(high-v)/spread)
		}
	}
	for _, jitter := range jitters {
		e := &Equilibrium{Rows: concedeLeast(forRows, jitter), Columns: concedeLeast(forColumns, jitter)}
		if e.Rows == nil || e.Columns == nil {
			continue
		}
		secured, conceded := guarantees(payoff, e.Rows, e.Columns)
		if conceded-secured <= noGap*spread {
			e.Value = secured + (conceded-secured)/2
			e.Unique = e.unique(payoff, noGap*spread)
			return e, nil
		}
	}
	return nil, fmt.Errorf("the game of %d × %d could not be solved", rows, columns)
}

func dimensions(payoff [][]float64) (rows, columns int, err error) {
	rows = len(payoff)
	if rows == 0 || len(payoff[0]) == 0 {
		return 0, 0, errors.New("a game without choices")
	}
	columns = len(payoff[0])
	for _, row := range payoff {
		if len(row) != columns {
			return 0, 0, errors.New("a game whose rows differ in length")
		}
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return 0, 0, fmt.Errorf("a game with a payoff of %v", v)
			}
		}
	}
	return rows, columns, nil
}

// jitters are how far the sides of the program's constraints are drawn apart, so
// that no two meet in one point: there, the simplex method may go round in circles.
var jitters = []float64{1e-10, 1e-9, 1e-8}

// concedeLeast is the mix of columns that concedes the least to the best row,
// where all payoffs are positive: it maximises the sum of y with payoff × y at most
// 1, and the mix is y over its sum. It is nil where that fails.
func concedeLeast(payoff *mat.Dense, jitter float64) []float64 {
	rows, columns := payoff.Dims()
	program := mat.NewDense(rows, columns+rows, nil)
	program.Slice(0, rows, 0, columns).(*mat.Dense).Copy(payoff)
	cost, limits, slack := make([]float64, columns+rows), make([]float64, rows), make([]int, rows)
	for j := range columns {
		cost[j] = -1
	}
	for i := range rows {
		program.Set(i, columns+i, 1)
		_, fraction := math.Modf(float64(i+1) * math.Phi) // spread evenly, and no two alike
		limits[i], slack[i] = 1+jitter*fraction, columns+i
	}
	_, y, err := lp.Simplex(cost, program, limits, 1e-12, slack)
	if err != nil {
		return nil
	}
	mix, sum := y[:columns], 0.0
	for j, share := range mix {
		mix[j] = math.Round(share/noShare) * noShare // which takes the jitter out
		sum += mix[j]
	}
	for j := range mix {
		mix[j] /= sum
	}
	return mix
}

// guarantees are the least that the row mix gets from a column, and the most that
// the column mix concedes to a row. No game's value lies outside.
func guarantees(payoff [][]float64, rows, columns []float64) (secured, conceded float64) {
	against, with := replies(payoff, rows, columns)
	secured, conceded = math.Inf(1), math.Inf(-1)
	for _, v := range against {
		secured = min(secured, v)
	}
	for _, v := range with {
		conceded = max(conceded, v)
	}
	return secured, conceded
}

// replies are what the row mix gets from each column, and what each row gets from
// the column mix.
func replies(payoff [][]float64, rows, columns []float64) (against, with []float64) {
	against, with = make([]float64, len(columns)), make([]float64, len(rows))
	for i, row := range payoff {
		for j, v := range row {
			against[j] += rows[i] * v
			with[i] += columns[j] * v
		}
	}
	return against, with
}

// unique says that no more rows and columns are worth playing than are played, as many of
// each as are played. A game with other equilibria has more.
func (e *Equilibrium) unique(payoff [][]float64, tolerance float64) bool {
	against, with := replies(payoff, e.Rows, e.Columns)
	played := func(mix []float64) (n int) {
		for _, share := range mix {
			n += int(one(share > 0))
		}
		return n
	}
	level := func(values []float64) (n int) {
		for _, v := range values {
			n += int(one(math.Abs(v-e.Value) <= tolerance))
		}
		return n
	}
	rows, columns := played(e.Rows), played(e.Columns)
	return rows == columns && level(with) == rows && level(against) == columns
}
