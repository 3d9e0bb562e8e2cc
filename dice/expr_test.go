package dice

import (
	"errors"
	"math"
	"math/big"
	"testing"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		want Expr
	}{
		{"3d", D(3, 0)},
		{"2d-1", D(2, -1)},
		{"1d+2", D(1, +2)},
		{"2D+2", D(2, +2)},
		{"2d6", D(2, 0)},
		{"2d10", Expr{2, 10, 0}},
		{"1d20+3", Expr{1, 20, 3}},
		{"2d−1", D(2, -1)}, // U+2212
		{"2d–1", D(2, -1)}, // en dash
		{"2d‑1", D(2, -1)}, // non-breaking hyphen
		{"2d - 1", D(2, -1)},
		{" 2d+1 ", D(2, +1)},
		{"2d +1\n", D(2, +1)},
		{"4", D(0, 4)},
		{"+4", D(0, 4)},
		{"-1", D(0, -1)},
		{"− 1", D(0, -1)},
		{"0", D(0, 0)},
		{"0d", D(0, 0)},
		{"0d10+3", D(0, 3)},
		{"1000d1000-1000000", Expr{1000, 1000, -1_000_000}},
	} {
		if got, err := Parse(c.text); err != nil || got != c.want {
			t.Errorf("Parse(%q) = %#v, %v, want %#v", c.text, got, err, c.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		offset int
		why    string
	}{
		{"", 0, "expected a number of dice"},
		{"  ", 2, "expected a number of dice"},
		{"d", 0, "expected a number of dice"},
		{"-", 1, "expected a number of dice"},
		{"sword", 0, "expected a number of dice"},
		{"-2d", 0, "dice carry no sign"},
		{" +2d", 1, "dice carry no sign"},
		{"2d-", 3, `expected a number after "-"`},
		{"2d+x", 3, `expected a number after "+"`},
		{"2d--1", 3, `expected a number after "-"`},
		{"2d0", 2, "a die has at least 1 side"},
		{"2d1001", 2, "at most 1000 sides"},
		{" 1001d", 1, "at most 1000 dice"},
		{"1d+1000001", 3, "at most 1000000 in adds"},
		{"1000001", 0, "at most 1000000 in a number"},
		{"99999999999999999999d", 0, "at most 1000000 in a number"},
		{"2d cut", 3, `unexpected "cut"`},
		{"5 5", 2, `unexpected "5"`},
		{"1d+1 1", 5, `unexpected "1"`},
		{"2d-1-2", 4, `unexpected "-2"`},
		{"2 d", 2, `unexpected "d"`},
	} {
		_, err := Parse(c.text)
		var bad *SyntaxError
		if !errors.As(err, &bad) {
			t.Errorf("Parse(%q) gives the error %v, want a *SyntaxError", c.text, err)
			continue
		}
		if bad.Text != c.text || bad.Offset != c.offset || bad.Why != c.why {
			t.Errorf("Parse(%q): %q at %d of %q, want %q at %d", c.text, bad.Why, bad.Offset, bad.Text, c.why, c.offset)
		}
	}
	_, err := Parse("2d0")
	if want := `"2d0": a die has at least 1 side; like 2d-1, 3d, 1d+2 or 5`; err.Error() != want {
		t.Errorf("the message is %s, want %s", err, want)
	}
}

func TestParsePrefix(t *testing.T) {
	for _, c := range []struct {
		text string
		want Expr
		rest string
	}{
		{"2d-1(0.5) cut", D(2, -1), "(0.5) cut"},
		{"2d cut", D(2, 0), " cut"},
		{"1d x", D(1, 0), " x"},
		{"1d+2+2", D(1, 2), "+2"},
		{"3 burn", D(0, 3), " burn"},
		{"7", D(0, 7), ""},
	} {
		got, rest, err := ParsePrefix(c.text)
		if err != nil || got != c.want || rest != c.rest {
			t.Errorf("ParsePrefix(%q) = %v, %q, %v, want %v, %q", c.text, got, rest, err, c.want, c.rest)
		}
	}
}

func TestString(t *testing.T) {
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{D(2, -1), "2d-1"}, {D(3, 0), "3d"}, {D(1, 2), "1d+2"}, {Expr{2, 10, 1}, "2d10+1"},
		{D(0, 4), "4"}, {D(0, -4), "-4"}, {Expr{}, "0"},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("%#v is written %q, want %q", c.e, got, c.want)
		}
	}
	for count := range 15 {
		for _, sides := range []int{1, 4, 6, 10, 100} {
			for adds := -20; adds <= 20; adds++ {
				e := Expr{count, sides, adds}
				if count == 0 {
					e.Sides = 6
				}
				if back, err := Parse(e.String()); err != nil || back != e {
					t.Fatalf("%#v is written %q and read as %#v, %v", e, e, back, err)
				}
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"2d-1", "3d", "1d+2", "2d10", "5", "-1", "0d10+3", "2d−1", "2d - 1", "-2d", "2d0", "1e9", "5 5", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e, err := Parse(s)
		if err != nil {
			var bad *SyntaxError
			if !errors.As(err, &bad) || bad.Offset < 0 || bad.Offset > len(s) {
				t.Fatalf("Parse(%q) gives the error %#v", s, err)
			}
			return
		}
		if e.Count < 0 || e.Count > MaxCount || e.Sides < 1 || e.Sides > MaxSides || e.Adds < -MaxAdds || e.Adds > MaxAdds {
			t.Fatalf("Parse(%q) = %#v, outside the limits", s, e)
		}
		if back, err := Parse(e.String()); err != nil || back != e {
			t.Fatalf("%q is read as %#v, written %q and read as %#v, %v", s, e, e, back, err)
		}
	})
}

// TestFold is the fold of HC-TACTIC (TV-165; TV-025 but for its 3d-2).
func TestFold(t *testing.T) {
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{D(2, +4), "3d"},
		{D(2, -3), "1d+1"},
		{D(1, +7), "3d"},
		{D(2, +2).Plus(+2), "3d"},
		{D(2, -1).Plus(-2), "1d+1"},
		{D(1, +3), "1d+3"},
		{D(1, +6), "2d+2"},
		{D(1, +8), "3d+1"},
		{D(1, +11), "4d"},
		{D(1, +14), "5d"},
		{D(1, +18), "6d"},
		{D(3, -2), "3d-2"}, // TV-025 says 2d+2; HC-TACTIC drops a die at -3 or less
		{D(2, -2), "2d-2"},
		{D(3, -3), "2d+1"},
		{D(3, -7), "1d+1"},
		{D(3, -8), "1d"},
		{D(2, -9), "1d-5"},
		{D(1, -3), "1d-3"},
		{D(1, -9), "1d-9"},
		{Expr{2, 10, 4}, "2d10+4"},
		{Expr{2, 10, -4}, "2d10-4"},
		{D(0, 9), "9"},
		{D(0, -9), "-9"},
		{Expr{}, "0"},
	} {
		if got := c.e.Fold(); got.String() != c.want {
			t.Errorf("%v folds to %v, want %v", c.e, got, c.want)
		}
		if got := c.e.Fold(); got != got.Fold() {
			t.Errorf("%v folds to %v, which folds on to %v", c.e, got, got.Fold())
		}
	}
}

// sampleExprs are the kinds of dice that weapons have.
var sampleExprs = []Expr{
	D(0, 3), D(0, -2), D(1, 0), D(1, -3), D(2, -1), D(3, 0), D(4, 2), D(5, 0),
	{1, 10, 0}, {2, 10, 1}, {3, 4, -1}, {2, 1, 0},
}

// TestDist counts all ways in which the dice can fall.
func TestDist(t *testing.T) {
	for _, e := range sampleExprs {
		ways := make([]int, e.Max()-e.Min()+1)
		all := 0
		var fall func(dice, total int)
		fall = func(dice, total int) {
			if dice == 0 {
				ways[total-e.Min()]++
				all++
				return
			}
			for face := 1; face <= e.Sides; face++ {
				fall(dice-1, total+face)
			}
		}
		fall(e.Count, e.Adds)

		d := e.Dist()
		if d.Min != e.Min() || len(d.P) != len(ways) {
			t.Fatalf("%v has values %d to %d, want %d to %d", e, d.Min, d.Min+len(d.P)-1, e.Min(), e.Max())
		}
		var mean, square float64
		below := 0
		for i, n := range ways {
			v, p := float64(e.Min()+i), float64(n)/float64(all)
			mean, square = mean+v*p, square+v*v*p
			below += n
			if math.Abs(d.P[i]-p) > 1e-15 {
				t.Errorf("%v: P(%v) = %v, want %v", e, v, d.P[i], p)
			}
			if got, want := d.AtMost(e.Min()+i), float64(below)/float64(all); math.Abs(got-want) > 1e-14 {
				t.Errorf("%v: P(at most %v) = %v, want %v", e, v, got, want)
			}
		}
		if math.Abs(d.Mean()-mean) > 1e-12 || math.Abs(e.Mean()-mean) > 1e-12 {
			t.Errorf("%v has the mean %v and %v, want %v", e, d.Mean(), e.Mean(), mean)
		}
		if sd := math.Sqrt(max(0, square-mean*mean)); math.Abs(d.SD()-sd) > 1e-6 {
			t.Errorf("%v has the deviation %v, want %v", e, d.SD(), sd)
		}
		if d.AtMost(e.Min()-1) != 0 || d.AtMost(e.Max()+1) != d.AtMost(e.Max()) {
			t.Errorf("%v: AtMost is wrong outside its values", e)
		}
	}
}

// TestDistLarge holds Dist to exact counts for the most dice it vouches for.
func TestDistLarge(t *testing.T) {
	const n = 50
	ways := []*big.Int{big.NewInt(1)}
	for range n {
		next := make([]*big.Int, len(ways)+5)
		for i := range next {
			next[i] = new(big.Int)
			for face := range 6 {
				if j := i - face; j >= 0 && j < len(ways) {
					next[i].Add(next[i], ways[j])
				}
			}
		}
		ways = next
	}
	all := new(big.Int).Exp(big.NewInt(6), big.NewInt(n), nil)
	for i, p := range D(n, 0).Dist().P {
		want, _ := new(big.Rat).SetFrac(ways[i], all).Float64()
		if math.Abs(p-want) > 1e-14*want {
			t.Errorf("P(%d on 50d) = %v, want %v", i+n, p, want)
		}
	}
}

func TestDistMap(t *testing.T) {
	d := D(1, 0).Dist().Map(func(v int) int { return (v - 3) * (v - 3) }) // 4 1 0 1 4 9
	if d.Min != 0 || len(d.P) != 10 {
		t.Fatalf("the squares run from %d over %d values, want 0 over 10", d.Min, len(d.P))
	}
	for v, p := range d.All() {
		if want := map[int]float64{0: 1, 1: 2, 4: 2, 9: 1}[v] / 6; math.Abs(p-want) > 1e-15 {
			t.Errorf("P(%d) = %v, want %v", v, p, want)
		}
	}
	for range d.All() {
		break // All must stop when asked to
	}
}

// TestDistOfSuccess is TV-001 and the count at the mean.
func TestDistOfSuccess(t *testing.T) {
	d := D(3, 0).Dist()
	for _, c := range []struct{ v, ways int }{{3, 1}, {9, 81}, {10, 108}, {16, 212}, {18, 216}} {
		if got := d.AtMost(c.v) * 216; math.Abs(got-float64(c.ways)) > 1e-9 {
			t.Errorf("3d: %v ways for at most %d, want %d", got, c.v, c.ways)
		}
	}
}
