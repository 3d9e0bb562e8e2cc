package stats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"heroicsim/units"
)

// Tallies as JSON: whole numbers, none of them rounded. What may not fit into the
// numbers of other programs, a seed or a sum of squares, is a string.

// A savedPart is a Part as JSON has it.
type savedPart struct {
	Shard    string          `json:"shard"` // 3/10
	Seed     string          `json:"seed"`
	Trials   int64           `json:"trials"` // of all shards
	First    int64           `json:"first"`  // trial of this one
	Last     int64           `json:"last"`   // first - 1: it has none
	Elapsed  float64         `json:"elapsed_seconds"`
	Outcomes json.RawMessage `json:"outcomes"`
}

// MarshalJSON writes all of p.
func (p *Part) MarshalJSON() ([]byte, error) {
	s := savedPart{
		Shard: fmt.Sprintf("%d/%d", p.I, p.N), Seed: strconv.FormatUint(p.Seed, 10), Trials: p.Trials,
		Elapsed: math.Round(p.Elapsed.Seconds()*1e6) / 1e6,
	}
	s.First, s.Last = p.Span(p.Trials)
	var err error
	if s.Outcomes, err = p.tally.save(); err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// UnmarshalJSON is the inverse of MarshalJSON. It takes nothing that no shard could
// have come to.
func (p *Part) UnmarshalJSON(text []byte) error {
	var s savedPart
	if err := strictly(text, &s); err != nil {
		return err
	}
	*p = Part{Trials: s.Trials, Elapsed: time.Duration(s.Elapsed * float64(time.Second)), tally: new(tally)}
	var err error
	if p.Shard, err = ParseShard(s.Shard); err != nil {
		return err
	}
	if p.Seed, err = strconv.ParseUint(s.Seed, 10, 64); err != nil {
		return err
	}
	if p.Trials < 1 || p.Trials > MaxTrials || !(s.Elapsed >= 0 && s.Elapsed < 1e9) {
		return errImpossible
	}
	first, last := p.Span(p.Trials)
	if s.First != first || s.Last != last {
		return errImpossible
	}
	if err := p.tally.load(s.Outcomes); err != nil {
		return err
	}
	if p.tally.trials() != last-first+1 {
		return errImpossible
	}
	return nil
}

// errImpossible is about numbers that do not go together.
var errImpossible = errors.New("these are counts that no battles have")

// ParseShard reads I/N.
func ParseShard(text string) (Shard, error) {
	which, of, _ := strings.Cut(text, "/")
	i, err1 := strconv.ParseInt(which, 10, 64)
	n, err2 := strconv.ParseInt(of, 10, 64)
	s := Shard{i, n}
	switch {
	case err1 != nil || err2 != nil || n < 1:
		return s, errors.New("expected a part and how many there are, like 3/10")
	case s.N > MaxShards:
		return s, fmt.Errorf("there may be at most %d parts", MaxShards)
	case s.check() != nil:
		return s, fmt.Errorf("of %d parts, the first is 1/%d and the last %d/%d", s.N, s.N, s.N, s.N)
	}
	return s, nil
}

// strictly reads JSON that has the keys of v and no others.
func strictly(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// A tallyField is something that is counted, by the name that it has in files.
type tallyField struct {
	name  string
	value any  // *counts, *int64 or *locationCounts
	each  bool // it has a case in every trial
}

type locationCounts [units.NumLocations]int64

func (y *outcomeTally) fields() []tallyField {
	return []tallyField{
		{"rounds", &y.rounds, true},
		{"first_side_losses", &y.sides[0].losses, true},
		{"first_side_spared", &y.sides[0].spared, false},
		{"second_side_losses", &y.sides[1].losses, true},
		{"second_side_spared", &y.sides[1].spared, false},
	}
}

func (y *groupTally) fields() []tallyField {
	return []tallyField{
		{"survivors", &y.survivors, true},
		{"hp", &y.hp, true},
		{"dead", &y.dead, false},
		{"below_zero_hp", &y.below, false},
		{"destroyed", &y.destroyed, false},
		{"broke", &y.broke, false},
		{"surrendered", &y.surrendered, false},
		{"collapsed", &y.collapsed, false},
		{"left", &y.left, false},
		{"unhurt", &y.unhurt, false},
		{"falls", &y.falls, false},
		{"stands", &y.stands, false},
		{"crippled", (*locationCounts)(&y.crippled), false},
		{"fled", &y.flights.fled, false},
		{"slain", &y.flights.slain, false},
		{"captured", &y.flights.captured, false},
		{"escaped", &y.flights.escaped, false},
	}
}

// save is y as JSON: for each outcome, the first side's victory first, what came of
// the trials with it.
func (y *tally) save() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('[')
	for i := range y {
		o := &y[i]
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"trials":%d,`, o.trials)
		if err := saveFields(&b, o.fields()); err != nil {
			return nil, err
		}
		b.WriteString(`,"groups":[`)
		for k := range o.groups {
			if k > 0 {
				b.WriteByte(',')
			}
			b.WriteByte('{')
			if err := saveFields(&b, o.groups[k].fields()); err != nil {
				return nil, err
			}
			b.WriteByte('}')
		}
		b.WriteString(`]}`)
	}
	b.WriteByte(']')
	return b.Bytes(), nil
}

func saveFields(b *bytes.Buffer, fields []tallyField) error {
	for i, f := range fields {
		value, err := json.Marshal(f.value)
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "%q:%s", f.name, value)
	}
	return nil
}

// load is the inverse of save.
func (y *tally) load(text []byte) error {
	var outcomes []map[string]json.RawMessage
	if err := json.Unmarshal(text, &outcomes); err != nil {
		return err
	}
	if len(outcomes) != len(y) {
		return errImpossible
	}
	for i, from := range outcomes {
		if err := y[i].load(from); err != nil {
			return err
		}
		if len(y[i].groups) != len(y[0].groups) {
			return errImpossible
		}
	}
	return nil
}

func (y *outcomeTally) load(from map[string]json.RawMessage) error {
	var groups []map[string]json.RawMessage
	if json.Unmarshal(from["trials"], &y.trials) != nil || y.trials < 0 || y.trials > MaxTrials || json.Unmarshal(from["groups"], &groups) != nil {
		return errImpossible
	}
	delete(from, "trials")
	delete(from, "groups")
	if err := loadFields(from, y.fields(), y.trials); err != nil {
		return err
	}
	y.groups = make([]groupTally, len(groups))
	for i, from := range groups {
		if err := loadFields(from, y.groups[i].fields(), y.trials); err != nil {
			return err
		}
	}
	return nil
}

// loadFields reads all fields of so many trials, and wants nothing else there.
func loadFields(from map[string]json.RawMessage, fields []tallyField, trials int64) error {
	if len(from) != len(fields) {
		return errImpossible
	}
	for _, f := range fields {
		if err := json.Unmarshal(from[f.name], f.value); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if !f.possible(trials) {
			return fmt.Errorf("%s: %w", f.name, errImpossible)
		}
	}
	return nil
}

// possible says whether so many trials may come to f.
func (f tallyField) possible(trials int64) bool {
	switch v := f.value.(type) {
	case *int64:
		return *v >= 0 && *v <= trials
	case *counts:
		n := v.moments().n
		return n == trials || n < trials && !f.each
	case *locationCounts:
		var n int64
		for _, at := range v {
			n += at
		}
		return n <= trials
	}
	panic("a field of no kind")
}

// MarshalJSON writes the locations with any.
func (y *locationCounts) MarshalJSON() ([]byte, error) {
	any := map[string]int64{}
	for l, n := range y {
		if n > 0 {
			any[units.Location(l).String()] = n
		}
	}
	return json.Marshal(any)
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (y *locationCounts) UnmarshalJSON(text []byte) error {
	var all map[string]int64
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for l := range y {
		name := units.Location(l).String()
		n, ok := all[name]
		if ok && (n < 1 || n > MaxTrials) {
			return errImpossible
		}
		y[l] = n
		delete(all, name)
	}
	if len(all) > 0 {
		return errImpossible
	}
	return nil
}

// maxValue is the largest value that may be counted, of a size that moments hold.
const maxValue = 1e13

// A savedCounts is counts in bins of more than one value. Others are the list of
// pairs alone.
type savedCounts struct {
	Width   int64      `json:"width"`
	Values  [][2]int64 `json:"values"` // the first value of a bin, and its cases
	Min     int64      `json:"min"`
	Max     int64      `json:"max"`
	Sum     string     `json:"sum"`
	Squares string     `json:"sum_of_squares"`
}

// MarshalJSON writes pairs of a value and its cases, and what else there is.
func (c *counts) MarshalJSON() ([]byte, error) {
	pairs := [][2]int64{}
	for i, n := range c.bins {
		if n > 0 {
			pairs = append(pairs, [2]int64{(c.base + int64(i)) << c.shift, n})
		}
	}
	if c.shift == 0 {
		return json.Marshal(pairs)
	}
	m := &c.wide
	return json.Marshal(savedCounts{1 << c.shift, pairs, m.min, m.max, m.sum.big().String(), m.squares.big().String()})
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (c *counts) UnmarshalJSON(text []byte) error {
	s := savedCounts{Width: 1}
	if bytes.HasPrefix(text, []byte("[")) {
		if err := strictly(text, &s.Values); err != nil {
			return err
		}
	} else if err := strictly(text, &s); err != nil {
		return err
	}
	*c = counts{}
	for c.shift < 40 && 1<<c.shift < s.Width {
		c.shift++
	}
	if 1<<c.shift != s.Width || (c.shift > 0) != bytes.HasPrefix(text, []byte("{")) {
		return errImpossible
	}
	before := int64(-1)
	for _, pair := range s.Values {
		if pair[0] <= before || pair[0]%s.Width != 0 || pair[0] > maxValue || pair[1] < 1 || pair[1] > MaxTrials {
			return errImpossible
		}
		before = pair[0]
	}
	if len(s.Values) > 0 {
		c.base = s.Values[0][0] >> c.shift
		size := before>>c.shift - c.base + 1
		if size > maxBins {
			return errImpossible
		}
		c.bins = make([]int64, size)
	}
	for _, pair := range s.Values {
		c.bins[pair[0]>>c.shift-c.base] = pair[1]
	}
	if c.shift == 0 {
		return nil
	}
	return c.loadWide(&s)
}

// loadWide reads what bins of several values do not say.
func (c *counts) loadWide(s *savedCounts) error {
	m := moments{min: s.Min, max: s.Max}
	for _, n := range c.bins {
		m.n += n
	}
	sum, ok1 := new(big.Int).SetString(s.Sum, 10)
	squares, ok2 := new(big.Int).SetString(s.Squares, 10)
	first, last, some := c.span()
	if !ok1 || !ok2 || !some || m.min>>c.shift != first || m.max>>c.shift != last || m.max > maxValue {
		return errImpossible
	}
	if finer := c.shift - 1; m.max>>finer-m.min>>finer < maxBins {
		return errImpossible // it would have finer bins
	}
	times := func(a *big.Int, b int64) *big.Int { return new(big.Int).Mul(a, big.NewInt(b)) }
	ascending := func(numbers ...*big.Int) bool { return slices.IsSortedFunc(numbers, (*big.Int).Cmp) }
	n := big.NewInt(m.n)
	if !ascending(times(n, m.min), sum, times(n, m.max)) || !ascending(times(sum, m.min), squares, times(sum, m.max)) ||
		!ascending(new(big.Int).Mul(sum, sum), times(squares, m.n)) {
		return errImpossible
	}
	m.sum, m.squares = wholeOf(sum), wholeOf(squares)
	c.wide = m
	return nil
}

// wholeOf is a number that is known to have at most 128 bits, and no sign.
func wholeOf(x *big.Int) uint128 {
	return uint128{new(big.Int).Rsh(x, 64).Uint64(), new(big.Int).And(x, new(big.Int).SetUint64(math.MaxUint64)).Uint64()}
}
