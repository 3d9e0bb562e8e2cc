package stats

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"heroicsim/heroic"
)

func TestSense(t *testing.T) {
	base := example(t, "troglodytes")
	set := func(s string) *heroic.Battle { return example(t, "troglodytes", s) }
	changes := []Change{
		{set("units.troglodyte.will=11"), nil}, // which nothing asks for
		{set("units.troglodyte.dodge=11"), set("units.troglodyte.dodge=9")},
		{set("units.ogre.hp=17"), set("units.ogre.hp=15")},
		{nil, nil},
		{nil, set("sides.ogres.groups.ogres.count=7")},
	}
	var before string
	for _, workers := range []int{1, 3} {
		s, err := Sense(t.Context(), base, changes, Options{Trials: 3_000, Seed: 5, Workers: workers}, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.Elapsed = 0
		if s.Asked != 6 || s.Done != 6 || s.Partial || len(s.Worths) != 4 || s.Wins[0].Of != 3_000 {
			t.Errorf("%+v", s)
		}
		text := fmt.Sprint(s.Asked, s.Done, s.Wins)
		for i, w := range s.Worths {
			if i > 0 && w.Size() > s.Worths[i-1].Size() {
				t.Error("the largest do not come first")
			}
			for _, e := range []*Effect{w.Up, w.Down} {
				text += fmt.Sprintf(" %+v", e)
			}
			switch up, down := w.Up, w.Down; w.Index {
			case 0:
				if i != 3 || !up.Wins[0].Same || down != nil {
					t.Errorf("will: %+v", up)
				}
			case 1:
				if up.Wins[0].Low <= 0 || up.Wins[1].High >= 0 || down.Wins[0].High >= 0 || down.Wins[1].Low <= 0 {
					t.Errorf("dodge: %+v %+v", up.Wins, down.Wins)
				}
			case 2:
				if up.Wins[1].By <= 0 || down.Wins[1].By >= 0 {
					t.Errorf("the ogres' HP: %+v %+v", up.Wins, down.Wins)
				}
			case 4:
				if up != nil || down.Wins[0].Low <= 0 {
					t.Errorf("an ogre less: %+v", down)
				}
			}
		}
		if before != "" && text != before {
			t.Errorf("%d workers differ from 1", workers)
		}
		before = text
	}
	// An effect is what a comparison would have said.
	s, err := Sense(t.Context(), base, changes[1:2], Options{Trials: 2_500, Seed: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := compared(t, base, changes[1].Up, CompareOptions{Options: Options{Trials: 2_500, Seed: 5}})
	if fmt.Sprintf("%+v", s.Worths[0].Up.Wins[:]) != fmt.Sprintf("%+v", c.Outcomes[:2]) {
		t.Errorf("%+v, compared: %+v", s.Worths[0].Up.Wins, c.Outcomes[:2])
	}
}

func TestSensePrecision(t *testing.T) {
	base, changed := coinBattle(12), coinBattle(12)
	fighter := func(b *heroic.Battle) Fighter {
		c := &coin{p: 0.5, scale: 12}
		if b == changed {
			c.p = 0.55
		}
		return c
	}
	s, err := Sense(t.Context(), base, []Change{{Up: changed}}, Options{Precision: 0.01, Fighter: fighter}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := s.Worths[0].Up
	if !e.Reached || e.Wins[0].Difference.HalfWidth() > 0.01 || e.Trials%Chunk > 0 || e.Trials > 5_000 || e.Wins[0].Low > 0.05 || e.Wins[0].High < 0.05 {
		t.Errorf("%+v", e)
	}
}

// TestSenseInterrupted keeps what is done of every change, of which all have a few
// trials before any has more.
func TestSenseInterrupted(t *testing.T) {
	for _, c := range []struct {
		until int64   // chunks
		full  int     // changes
		want  []int64 // chunks of the changes
	}{
		{1, 0, []int64{1}}, {2, 0, []int64{1, 1}}, {3, 0, []int64{1, 1, 1}}, {4, 1, []int64{2, 1, 1}}, {5, 2, []int64{2, 2, 1}}, {6, 3, []int64{2, 2, 2}},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		b := coinBattle(12)
		changes := []Change{{Up: coinBattle(12)}, {Up: coinBattle(12)}, {Up: coinBattle(12)}}
		s, err := Sense(ctx, b, changes, Options{Trials: 2 * Chunk, Workers: 1, Fighter: coins(0.6, 12), Progress: func(done, of int64) {
			if of != 6*Chunk {
				t.Errorf("%d of %d", done, of)
			}
			if done == c.until*Chunk {
				cancel()
			}
		}}, nil)
		if finished := c.full == len(changes); errors.Is(err, context.Canceled) == finished || s.Partial == finished {
			t.Errorf("%+v: %v, partial: %t", c, err, s.Partial)
		}
		var got []int64
		for _, w := range s.Worths {
			got = append(got, w.Up.Trials/Chunk)
		}
		if s.Asked != 3 || s.Done != len(c.want) || s.Full != c.full || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %d asked, %d done, %d full, chunks %v", c, s.Asked, s.Done, s.Full, got)
		}
	}
}
