package scenarios

import (
	"fmt"
	"math"
	"strings"
)

// maxVaried is the most values that one --vary gives.
const maxVaried = 10_000

// A Vary is a key and the values that it is to take in turn.
type Vary struct {
	Key    string
	Values []string
}

// Set is what makes a scenario take the i-th value: an element of Options.Sets.
func (v Vary) Set(i int) string { return v.Key + "=" + v.Values[i] }

// ParseVary reads KEY=4..20, every whole number from 4 to 20, or KEY=a,b,c.
// Commas inside brackets do not part values.
func ParseVary(text string) (Vary, error) {
	key, value, ok := strings.Cut(text, "=")
	if !ok || strings.TrimSpace(value) == "" {
		return Vary{}, fmt.Errorf("%q: expected KEY=FROM..TO or KEY=VALUE,VALUE, as rules.speed_factor=3..6", shorten(text))
	}
	if _, why := splitKey(key); why != "" {
		return Vary{}, fmt.Errorf("%q: %s", shorten(text), why)
	}
	v := Vary{Key: strings.TrimSpace(key)}
	if from, to, isRange := strings.Cut(value, ".."); isRange {
		a, okA := wholeText(strings.TrimSpace(from), math.MinInt, math.MaxInt)
		b, okB := wholeText(strings.TrimSpace(to), math.MinInt, math.MaxInt)
		switch {
		case !okA || !okB:
			return Vary{}, fmt.Errorf("%q: expected whole numbers, as 4..20", shorten(text))
		case a > b:
			return Vary{}, fmt.Errorf("%q: the range is upside down; write %d..%d", shorten(text), b, a)
		case b-a >= maxVaried:
			return Vary{}, fmt.Errorf("%q: at most %d values", shorten(text), maxVaried)
		}
		for i := a; i <= b; i++ {
			v.Values = append(v.Values, fmt.Sprint(i))
		}
		return v, nil
	}
	for _, part := range splitValues(value) {
		if part = strings.TrimSpace(part); part == "" {
			return Vary{}, fmt.Errorf("%q: a value is missing between commas", shorten(text))
		}
		v.Values = append(v.Values, part)
	}
	if len(v.Values) > maxVaried {
		return Vary{}, fmt.Errorf("%q: at most %d values", shorten(text), maxVaried)
	}
	return v, nil
}

// splitValues splits at the commas that stand outside brackets and quotes.
func splitValues(s string) (parts []string) {
	depth, start := 0, 0
	quote := rune(0)
	for i, c := range s {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == ',' && depth <= 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}
