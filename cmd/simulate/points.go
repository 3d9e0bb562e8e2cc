package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/stats"
)

// A pointsFile keeps the points of a sweep that are done, so that they need not be
// fought again: a line of JSON that says what they are points of, one for each of
// them, and one with a checksum of all before.
type pointsFile struct {
	name string
	head pointsHead

	points []savedPoint // those of another grid stay in the file
	places map[string]int

	saved   time.Time
	took    time.Duration // to save
	unsaved bool
}

// A pointsHead is what all points of a file have in common.
type pointsHead struct {
	Format    int      `json:"format"`
	Kind      string   `json:"kind"`
	Edition   string   `json:"edition"`  // of the rules as they are built in
	Scenario  string   `json:"scenario"` // its hash, before any key is varied
	Keys      []string `json:"keys"`
	Seed      string   `json:"seed"`
	Trials    int64    `json:"trials"` // of each point, or with precision the most
	Precision float64  `json:"precision"`
	Level     float64  `json:"confidence"` // of the precision; 0 without
}

const pointsKind = "points of a sweep"

// A savedPoint is a line of a pointsFile. Its battle is what the hash of its
// scenario and its rules say.
type savedPoint struct {
	Values   []string                         `json:"values"`
	Battle   string                           `json:"battle"`
	Ruleset  string                           `json:"ruleset"`
	Trials   int64                            `json:"trials"`
	Reached  bool                             `json:"reached"`
	Outcomes [heroic.NumOutcomes]savedOutcome `json:"outcomes"`
}

type savedOutcome struct {
	Name      string     `json:"name"`
	Count     int64      `json:"count"`
	Mean      float64    `json:"rounds_mean"` // 0 without cases, like all that follow
	SD        float64    `json:"rounds_sd"`
	Rounds    [7]int64   `json:"rounds"` // min p5 p25 p50 p75 p95 max
	Width     int64      `json:"rounds_width"`
	Survivors [2]float64 `json:"survivors"`
}

// A pointsTail ends a file.
type pointsTail struct {
	Points   int    `json:"points"`
	Checksum string `json:"sha256"` // of all lines before
}

// openPoints reads a file of points, if there is one.
func openPoints(name string, head pointsHead) (*pointsFile, error) {
	head.Format, head.Kind, head.Edition = 1, pointsKind, heroic.Edition
	f := &pointsFile{name: name, head: head, places: map[string]int{}, saved: time.Now()}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	if err := f.read(text); err != nil {
		return nil, fmt.Errorf("%s: %w; remove it or name another place to start afresh", name, err)
	}
	return f, nil
}

var errDamaged = errors.New("this is no file of points that simulate sweep wrote, or it is damaged")

func (f *pointsFile) read(text []byte) error {
	lines := bytes.SplitAfter(text, []byte("\n"))
	if n := len(lines); n < 3 || len(lines[n-1]) > 0 {
		return errDamaged // whole lines and nothing after them
	}
	last := len(lines) - 2
	var head pointsHead
	var tail pointsTail
	if strictly(lines[0], &head) != nil || head.Kind != pointsKind {
		return errDamaged
	}
	if head.Format != f.head.Format {
		return fmt.Errorf("it has format %d, and this program reads %d", head.Format, f.head.Format)
	}
	sum := sha256.Sum256(bytes.Join(lines[:last], nil))
	if strictly(lines[last], &tail) != nil || tail.Checksum != hex.EncodeToString(sum[:]) || tail.Points != last-1 {
		return errDamaged
	}
	if err := head.differs(f.head); err != nil {
		return err
	}
	for _, line := range lines[1:last] {
		var p savedPoint
		if strictly(line, &p) != nil || len(p.Values) != len(f.head.Keys) {
			return errDamaged
		}
		f.places[placeKey(p.Values)] = len(f.points)
		f.points = append(f.points, p)
	}
	return nil
}

// strictly reads a line of JSON that has no other keys than v.
func strictly(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// differs says how a file's points are not those that are wanted.
func (h pointsHead) differs(want pointsHead) error {
	trials := func(h pointsHead) string {
		if h.Precision > 0 {
			return fmt.Sprintf("a precision of %v at a confidence of %v within %d battles", h.Precision, h.Level, h.Trials)
		}
		return fmt.Sprintf("%d battles", h.Trials)
	}
	switch {
	case h.Edition != want.Edition:
		return fmt.Errorf("it is from other rules, %s instead of %s", h.Edition, want.Edition)
	case !slices.Equal(h.Keys, want.Keys):
		return fmt.Errorf("it is from a sweep over %s", strings.Join(h.Keys, ", "))
	case h.Scenario != want.Scenario:
		return errors.New("it is from another scenario, or the scenario has changed")
	case h.Seed != want.Seed:
		return fmt.Errorf("it is of seed %s instead of %s", h.Seed, want.Seed)
	case trials(h) != trials(want):
		return fmt.Errorf("its points have %s instead of %s", trials(h), trials(want))
	}
	return nil
}

func placeKey(values []string) string { return strings.Join(values, "\x00") }

// point is what is known of a point, nil where it is not done.
func (f *pointsFile) point(values []string, battle string) (*stats.SweepPoint, error) {
	i, ok := f.places[placeKey(values)]
	switch {
	case !ok:
		return nil, nil
	case f.points[i].Battle != battle:
		return nil, fmt.Errorf("%s: its point at %s is of another battle: a file that the scenario reads has changed; remove it or name another place to start afresh",
			f.name, strings.Join(values, ", "))
	}
	return f.points[i].load(), nil
}

// add keeps a point, and saves all of them now and then.
func (f *pointsFile) add(values []string, battle string, p *stats.SweepPoint) error {
	f.places[placeKey(values)] = len(f.points)
	f.points = append(f.points, saved(values, battle, p))
	f.unsaved = true
	// Saving takes a twentieth of the time at most.
	if time.Since(f.saved) < max(time.Second, 20*f.took) {
		return nil
	}
	return f.save()
}

// save writes the file, whole or not at all.
func (f *pointsFile) save() error {
	if !f.unsaved {
		return nil
	}
	begun := time.Now()
	err := reports.Save(f.name, func(w io.Writer) error {
		sum := sha256.New()
		out := bufio.NewWriter(io.MultiWriter(w, sum))
		e := json.NewEncoder(out) // whose errors out keeps
		e.SetEscapeHTML(false)
		e.Encode(f.head)
		for i := range f.points {
			e.Encode(&f.points[i])
		}
		if err := out.Flush(); err != nil {
			return err
		}
		return json.NewEncoder(w).Encode(pointsTail{len(f.points), hex.EncodeToString(sum.Sum(nil))})
	})
	f.saved, f.took = time.Now(), time.Since(begun)
	f.unsaved = err != nil
	return err
}

// orZero is what has no value as JSON can hold it.
func orZero(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return x
}

func saved(values []string, battle string, p *stats.SweepPoint) savedPoint {
	s := savedPoint{Values: values, Battle: battle, Ruleset: p.Ruleset, Trials: p.Trials, Reached: p.Reached}
	for i := range p.Outcomes {
		o := &p.Outcomes[i]
		r := &o.Rounds
		s.Outcomes[i] = savedOutcome{
			Name: o.Name, Count: o.Count, Mean: orZero(r.Mean), SD: orZero(r.SD), Width: r.Width,
			Rounds:    [7]int64{r.Min, r.P5, r.P25, r.P50, r.P75, r.P95, r.Max},
			Survivors: [2]float64{orZero(o.Survivors[0]), orZero(o.Survivors[1])},
		}
	}
	return s
}

// load is the inverse of saved.
func (s *savedPoint) load() *stats.SweepPoint {
	p := &stats.SweepPoint{Ruleset: s.Ruleset, Trials: s.Trials, Reached: s.Reached}
	for i, o := range s.Outcomes {
		r := stats.Summary{N: o.Count, Mean: o.Mean, SD: o.SD, SE: o.SD / math.Sqrt(float64(o.Count)), Width: o.Width}
		for i, at := range []*int64{&r.Min, &r.P5, &r.P25, &r.P50, &r.P75, &r.P95, &r.Max} {
			*at = o.Rounds[i]
		}
		kept := stats.SweepOutcome{Name: o.Name, Count: o.Count, Rounds: r, Survivors: o.Survivors}
		if o.Count < 2 {
			kept.Rounds.SD, kept.Rounds.SE = math.NaN(), math.NaN()
		}
		if o.Count < 1 {
			kept.Rounds.Mean, kept.Survivors = math.NaN(), [2]float64{math.NaN(), math.NaN()}
		}
		p.Outcomes[i] = kept
	}
	return p
}

// pointsHeadFor is what the points of a sweep have in common.
func pointsHeadFor(scenario string, keys []string, o stats.Options) pointsHead {
	h := pointsHead{Scenario: scenario, Keys: keys, Seed: strconv.FormatUint(o.Seed, 10), Trials: o.Trials, Precision: o.Precision}
	if o.Precision > 0 {
		h.Level = o.Confidence
	}
	return h
}
