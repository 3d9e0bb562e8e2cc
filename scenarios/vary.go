package scenarios

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// With loads the scenario once more, with sets applied after those that it was
// loaded with. Its own text is not read again, so that it may come from standard
// input. Mistakes are Errors.
func (l *Loaded) With(sets ...string) (*Loaded, error) {
	o := l.options
	o.Sets = slices.Concat(o.Sets, sets)
	o.again = l
	return Load(l.File, o)
}

// A Vary is a key of scenario files and values for it, as given to --vary: one
// variant of the scenario each.
type Vary struct {
	Key    string
	Values []string
	Number bool // all values are numbers, in ascending order
}

// Set is what makes the variant of a value, for Loaded.With.
func (v Vary) Set(value int) string { return v.Key + "=" + v.Values[value] }

// maxVaried is how many values a key may take.
const maxVaried = 100_000

// ParseVary reads KEY=VALUES:
//
//	key=4..20         whole numbers
//	key=0.5..3:0.25   decimals with a step; also 10..200:10
//	key=a, b, [c, d]  a list, split at commas that stand in no brackets or quotes
func ParseVary(text string) (Vary, error) {
	key, values, ok := strings.Cut(text, "=")
	key, values = strings.TrimSpace(key), strings.TrimSpace(values)
	if !ok || key == "" || values == "" {
		return Vary{}, fmt.Errorf("expected KEY=VALUES, as sides.ogres.groups.ogre.count=4..20")
	}
	v := Vary{Key: key}
	if low, high, ok := strings.Cut(values, ".."); ok {
		if all, isRange, err := spread(low, high); isRange || err != nil {
			v.Values, v.Number = all, true
			return v, err
		}
	}
	v.Values = splitList(values)
	v.Number = ascending(v.Values)
	for i, value := range v.Values {
		if value == "" {
			return Vary{}, fmt.Errorf("%q has an empty value; write '' for one", shorten(values))
		}
		if slices.Contains(v.Values[:i], value) {
			return Vary{}, fmt.Errorf("the value %s stands there twice", shorten(value))
		}
	}
	return v, nil
}

// spread are the numbers from low to high, which may end in :STEP. isRange says
// that it looks like a range at all.
func spread(low, high string) (all []string, isRange bool, err error) {
	high, stepText, stepped := strings.Cut(high, ":")
	first, places1, ok1 := fixed(low)
	last, places2, ok2 := fixed(high)
	if !ok1 || !ok2 {
		return nil, false, nil
	}
	step, places3, ok3 := big.NewRat(1, 1), 0, true
	if stepped {
		step, places3, ok3 = fixed(stepText)
	}
	span := new(big.Rat).Sub(last, first)
	switch {
	case !ok3 || step.Sign() <= 0:
		return nil, true, fmt.Errorf("the step %q: expected a number above 0, as in 0.5..3:0.25", strings.TrimSpace(stepText))
	case !stepped && places1+places2 > 0:
		return nil, true, fmt.Errorf("%s..%s: decimals need a step, as in 0.5..3:0.25", strings.TrimSpace(low), strings.TrimSpace(high))
	case span.Sign() < 0:
		return nil, true, fmt.Errorf("%s..%s: the smaller number comes first", strings.TrimSpace(low), strings.TrimSpace(high))
	case new(big.Rat).Quo(span, step).Cmp(big.NewRat(maxVaried-1, 1)) > 0:
		return nil, true, fmt.Errorf("these are over %d values; a larger step would do", maxVaried)
	}
	places := max(places1, places2, places3)
	for x := first; x.Cmp(last) <= 0; x = new(big.Rat).Add(x, step) {
		text := x.FloatString(places)
		if places > 0 {
			text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
		}
		all = append(all, text)
	}
	return all, true, nil
}

// fixed reads a number as it is written, which no float would quite hold, and
// counts its decimals.
func fixed(text string) (x *big.Rat, places int, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) > 20 || strings.Trim(text, "+-.0123456789") != "" {
		return nil, 0, false
	}
	_, after, _ := strings.Cut(text, ".")
	x, ok = new(big.Rat).SetString(text)
	return x, len(after), ok
}

// ascending says whether all values are numbers, each above the one before.
func ascending(values []string) bool {
	var before *big.Rat
	for _, value := range values {
		x, _, ok := fixed(value)
		if !ok || before != nil && x.Cmp(before) <= 0 {
			return false
		}
		before = x
	}
	return true
}

// splitList splits at commas that stand in no brackets or quotes.
func splitList(text string) (all []string) {
	depth, quote, from := 0, rune(0), 0
	for i, c := range text {
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
			all, from = append(all, strings.TrimSpace(text[from:i])), i+1
		}
	}
	return append(all, strings.TrimSpace(text[from:]))
}

// reread is the source of a scenario that was read before.
func (o *opener) reread(l *Loaded) *source {
	o.embedded = l.embedded
	if !l.embedded && l.File != "-" {
		o.paths = append(o.paths, l.File)
	}
	if l.File == "-" {
		o.dir = "."
		return o.source("standard input", bytes.Clone(l.Text))
	}
	return o.source(l.File, bytes.Clone(l.Text))
}
