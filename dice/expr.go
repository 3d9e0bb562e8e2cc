package dice

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Limits of an expression: more is a mistake in a file, not a weapon.
const (
	MaxCount = 1000
	MaxSides = 1000
	MaxAdds  = 1_000_000
)

// An Expr is a dice expression: Count dice of Sides each, plus Adds. Without
// dice it is a flat number.
type Expr struct {
	Count int // number of dice, 0 to MaxCount
	Sides int // faces of a die; 6 unless written otherwise
	Adds  int // added to the sum of the dice
}

// D returns an expression of n six-sided dice plus adds.
func D(n, adds int) Expr { return Expr{Count: n, Sides: 6, Adds: adds} }

// A SyntaxError is a mistake in a dice expression.
type SyntaxError struct {
	Text   string // the whole expression
	Offset int    // in bytes from its start
	Why    string // what was expected there
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%q: %s; like 2d-1, 3d, 1d+2 or 5", e.Text, e.Why)
}

// Parse reads 3d, 2d-1, 1d+2, 2d10, a flat 4 or -1. A capital D, spaces around
// the sign, and typographic minus signs are fine. No dice at all (0d+3) are the
// flat number. An error is a *SyntaxError.
func Parse(s string) (Expr, error) {
	e, rest, err := ParsePrefix(s)
	if err != nil {
		return Expr{}, err
	}
	if rest = strings.TrimLeftFunc(rest, unicode.IsSpace); rest != "" {
		return Expr{}, &SyntaxError{s, len(s) - len(rest), fmt.Sprintf("unexpected %q", strings.TrimSpace(rest))}
	}
	return e, nil
}

// ParsePrefix reads the expression that s starts with and returns what follows
// it. An error is a *SyntaxError on s.
func ParsePrefix(s string) (e Expr, rest string, err error) {
	p := scanner{text: s}
	e, err = p.expr()
	return e, s[p.pos:], err
}

// scanner walks over an expression's text.
type scanner struct {
	text string
	pos  int
}

func (p *scanner) fail(why string) error { return &SyntaxError{p.text, p.pos, why} }

func (p *scanner) spaces() {
	for p.pos < len(p.text) && (p.text[p.pos] == ' ' || p.text[p.pos] == '\t') {
		p.pos++
	}
}

// number reads digits; ok is false where there are none.
func (p *scanner) number(limit int, what string) (n int, ok bool, err error) {
	start := p.pos
	for p.pos < len(p.text) && p.text[p.pos] >= '0' && p.text[p.pos] <= '9' {
		if n = n*10 + int(p.text[p.pos]-'0'); n > limit {
			p.pos = start
			return 0, false, p.fail(fmt.Sprintf("at most %d %s", limit, what))
		}
		p.pos++
	}
	return n, p.pos > start, nil
}

// minuses are the hyphen and its look-alikes: U+2212, the dashes, and the
// hyphens that word processors write.
var minuses = []string{"-", "−", "–", "‐", "‑", "‒", "—"}

// sign reads + or any kind of minus; it returns 0 and stays where there is none.
func (p *scanner) sign() int {
	if rest := p.text[p.pos:]; rest != "" {
		if rest[0] == '+' {
			p.pos++
			return +1
		}
		for _, minus := range minuses {
			if strings.HasPrefix(rest, minus) {
				p.pos += len(minus)
				return -1
			}
		}
	}
	return 0
}

func (p *scanner) expr() (Expr, error) {
	p.spaces()
	start := p.pos
	sign := p.sign()
	if sign != 0 {
		p.spaces()
	}
	n, ok, err := p.number(MaxAdds, "in a number")
	if err != nil {
		return Expr{}, err
	}
	if !ok {
		return Expr{}, p.fail("expected a number of dice")
	}
	if p.pos >= len(p.text) || p.text[p.pos] != 'd' && p.text[p.pos] != 'D' {
		if sign < 0 {
			n = -n
		}
		return Expr{Sides: 6, Adds: n}, nil
	}
	if sign != 0 {
		p.pos = start
		return Expr{}, p.fail("dice carry no sign")
	}
	if n > MaxCount {
		p.pos = start
		return Expr{}, p.fail(fmt.Sprintf("at most %d dice", MaxCount))
	}
	p.pos++
	e := Expr{Count: n, Sides: 6}
	start = p.pos
	sides, ok, err := p.number(MaxSides, "sides")
	if err != nil {
		return Expr{}, err
	}
	if ok && sides < 1 {
		p.pos = start
		return Expr{}, p.fail("a die has at least 1 side")
	}
	if ok && n > 0 {
		e.Sides = sides
	}
	before := p.pos
	p.spaces()
	signAt := p.pos
	sign = p.sign()
	if sign == 0 {
		p.pos = before
		return e, nil
	}
	written := p.text[signAt:p.pos]
	p.spaces()
	adds, ok, err := p.number(MaxAdds, "in adds")
	if err != nil {
		return Expr{}, err
	}
	if !ok {
		return Expr{}, p.fail(fmt.Sprintf("expected a number after %q", written))
	}
	e.Adds = sign * adds
	return e, nil
}

// String writes the expression as the rules do: 2d-1, 3d, 2d10+1, 4.
func (e Expr) String() string {
	if e.Count == 0 {
		return strconv.Itoa(e.Adds)
	}
	s := strconv.Itoa(e.Count) + "d"
	if e.Sides != 6 {
		s += strconv.Itoa(e.Sides)
	}
	if e.Adds != 0 {
		s += fmt.Sprintf("%+d", e.Adds)
	}
	return s
}

// Min and Max are the least and the greatest total.
func (e Expr) Min() int { return e.Count + e.Adds }

// Max is the greatest total.
func (e Expr) Max() int { return e.Count*e.Sides + e.Adds }

// Mean is the expected total.
func (e Expr) Mean() float64 { return float64(e.Count*(e.Sides+1))/2 + float64(e.Adds) }

// Plus returns e with n more adds.
func (e Expr) Plus(n int) Expr { e.Adds += n; return e }

// Fold turns adds into dice (HC-TACTIC, B269): every +7 is two dice, then +4 is
// one; downwards, while adds are -3 or less and more than one die is left, one
// die goes and adds rise by 4. Only six-sided dice fold, and flat numbers stay.
func (e Expr) Fold() Expr {
	if e.Sides != 6 || e.Count == 0 {
		return e
	}
	for e.Adds >= 7 {
		e.Count, e.Adds = e.Count+2, e.Adds-7
	}
	if e.Adds >= 4 {
		e.Count, e.Adds = e.Count+1, e.Adds-4
	}
	for e.Adds <= -3 && e.Count > 1 {
		e.Count, e.Adds = e.Count-1, e.Adds+4
	}
	return e
}

// A Dist is an exact distribution over whole numbers: P[i] is the probability
// of Min+i. The probabilities sum to 1.
type Dist struct {
	Min int
	P   []float64
}

// Dist returns the distribution of the total. A probability's relative error
// comes from rounding alone and is under 1e-14 for up to 50 dice.
func (e Expr) Dist() Dist {
	p := []float64{1}
	for range e.Count {
		next := make([]float64, len(p)+e.Sides-1)
		for i, q := range p {
			for face := range e.Sides {
				next[i+face] += q / float64(e.Sides)
			}
		}
		p = next
	}
	return Dist{Min: e.Min(), P: p}
}

// All yields each value with its probability.
func (d Dist) All() func(yield func(v int, p float64) bool) {
	return func(yield func(int, float64) bool) {
		for i, p := range d.P {
			if !yield(d.Min+i, p) {
				return
			}
		}
	}
}

// Mean is the expected value.
func (d Dist) Mean() float64 {
	var sum float64
	for v, p := range d.All() {
		sum += float64(v) * p
	}
	return sum
}

// SD is the standard deviation.
func (d Dist) SD() float64 {
	mean, sum := d.Mean(), 0.0
	for v, p := range d.All() {
		sum += (float64(v) - mean) * (float64(v) - mean) * p
	}
	return math.Sqrt(sum)
}

// AtMost is the probability of v or less.
func (d Dist) AtMost(v int) float64 {
	var sum float64
	for x, p := range d.All() {
		if x <= v {
			sum += p
		}
	}
	return math.Min(sum, 1)
}

// Map returns the distribution of f of the value. It takes memory for every
// number between the least and the greatest result.
func (d Dist) Map(f func(int) int) Dist {
	lo, hi := math.MaxInt, math.MinInt
	for v := range d.All() {
		lo, hi = min(lo, f(v)), max(hi, f(v))
	}
	out := Dist{Min: lo, P: make([]float64, hi-lo+1)}
	for v, p := range d.All() {
		out.P[f(v)-lo] += p
	}
	return out
}
