package scenarios

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Vary is a key of a scenario and the values that it takes in turn, each of which
// Options.Sets can give to it.
type Vary struct {
	Key    string
	Values []string // at least one, no two alike
}

// Set is KEY=VALUE with the i-th value.
func (v Vary) Set(i int) string { return v.Key + "=" + v.Values[i] }

// Numbers are the values, if all are numbers.
func (v Vary) Numbers() (all []float64, ok bool) {
	for _, text := range v.Values {
		x, ok := decimalText(text)
		if !ok {
			return nil, false
		}
		all = append(all, x)
	}
	return all, true
}

// maxValues is how many values a Vary may have.
const maxValues = 1_000_000

// lifeless are keys that change no battle.
var lifeless = []string{"name", "description", "trials", "seed"}

// ParseVary reads KEY=VALUES: a range as 4..20, one with steps as 0.5..2:0.25, or a
// list of values and ranges as 1,2,4..6. A comma within brackets or quotes belongs
// to a value.
func ParseVary(text string) (Vary, error) {
	key, list, ok := strings.Cut(text, "=")
	v := Vary{Key: strings.TrimSpace(key)}
	if !ok {
		return v, fmt.Errorf("%q: expected KEY=VALUES, like sides.ogres.groups.ogres.count=4..20 or rules.speed_factor=3,4,5", plainly(shorten(text)))
	}
	steps, why := splitKey(v.Key)
	switch {
	case why != "":
		return v, fmt.Errorf("%s", why)
	case len(steps) == 1 && slices.Contains(lifeless, words(steps[0])):
		return v, fmt.Errorf("%s changes nothing about the battle", v.Key)
	}
	seen := map[string]bool{}
	for _, part := range splitList(list) {
		values, err := valuesOf(part)
		switch {
		case err != nil:
			return v, err
		case part == "" && list != "":
			return v, fmt.Errorf("%s has an empty value; it stands between two commas, or at an end", v.Key)
		case len(v.Values)+len(values) > maxValues:
			return v, tooManyValues(part)
		}
		for _, value := range values {
			if seen[value] {
				return v, fmt.Errorf("%s has the value %s twice", v.Key, plainly(shorten(value)))
			}
			seen[value] = true
			v.Values = append(v.Values, value)
		}
	}
	return v, nil
}

func tooManyValues(part string) error {
	return fmt.Errorf("%s: these are over %d values", plainly(shorten(part)), maxValues)
}

// splitList splits at commas that stand neither in brackets nor in quotes.
func splitList(list string) (parts []string) {
	var quote rune
	from, depth := 0, 0
	for i, c := range list {
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
			parts = append(parts, strings.TrimSpace(list[from:i]))
			from = i + 1
		}
	}
	return append(parts, strings.TrimSpace(list[from:]))
}

// rangeText is a range: from, to, and perhaps a step.
var rangeText = regexp.MustCompile(`^([+-]?[0-9]+(?:\.[0-9]+)?)\s*\.\.\s*([+-]?[0-9]+(?:\.[0-9]+)?)(?:\s*:\s*([0-9]+(?:\.[0-9]+)?))?$`)

// likeRange is what is meant for a range.
var likeRange = regexp.MustCompile(`^[+-]?[0-9.]*[0-9]\s*\.\.|\.\.\s*[+-]?[0-9][0-9.]*(:|$)`)

// mostDigits is how long the numbers of a range may be, so that they can be added up
// without rounding.
const mostDigits = 15

// valuesOf are the values of a range, or the one that part is.
func valuesOf(part string) ([]string, error) {
	m := rangeText.FindStringSubmatch(part)
	if m == nil {
		if likeRange.MatchString(part) && !isFile(part) {
			return nil, fmt.Errorf("%s: expected a range, like 4..20, or 0.5..2:0.25 with steps", plainly(shorten(part)))
		}
		return []string{part}, nil
	}
	from, to, step := m[1], m[2], m[3]
	decimals := max(decimalsOf(from), decimalsOf(to), decimalsOf(step))
	if step == "" {
		if decimals > 0 {
			return nil, fmt.Errorf("%s: a range of decimals needs a step, like %s..%s:0.1", part, from, to)
		}
		step = "1"
	}
	var numbers [3]int64
	for i, text := range []string{from, to, step} {
		shifted := strings.Replace(text, ".", "", 1) + strings.Repeat("0", decimals-decimalsOf(text))
		n, err := strconv.ParseInt(shifted, 10, 64)
		if err != nil || len(shifted) > mostDigits {
			return nil, fmt.Errorf("%s: numbers of ranges have at most %d digits", plainly(shorten(part)), mostDigits)
		}
		numbers[i] = n
	}
	first, last, by := numbers[0], numbers[1], numbers[2]
	switch {
	case by == 0:
		return nil, fmt.Errorf("%s: the step is above 0", part)
	case last < first:
		by = -by
	}
	count := (last-first)/by + 1
	if count > maxValues {
		return nil, tooManyValues(part)
	}
	var values []string
	for i := range count {
		values = append(values, shiftedText(first+i*by, decimals))
	}
	return values, nil
}

// decimalsOf counts the digits after the point.
func decimalsOf(number string) int {
	_, after, _ := strings.Cut(number, ".")
	return len(after)
}

// shiftedText is n with the point moved so many digits to the left, and no zeros at
// the end.
func shiftedText(n int64, decimals int) string {
	if decimals == 0 {
		return strconv.FormatInt(n, 10)
	}
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	digits := fmt.Sprintf("%0*d", decimals+1, n)
	whole, after := digits[:len(digits)-decimals], strings.TrimRight(digits[len(digits)-decimals:], "0")
	if after == "" {
		return sign + whole
	}
	return sign + whole + "." + after
}
