package scenarios

import (
	"slices"
	"strings"
	"testing"
)

func TestParseVary(t *testing.T) {
	for _, c := range []struct {
		text, key string
		values    string // joined by |
	}{
		{"a.b=4..8", "a.b", "4|5|6|7|8"},
		{"a=4..9:2", "a", "4|6|8"},
		{"a=-1..1", "a", "-1|0|1"},
		{"a=3..1", "a", "3|2|1"},
		{"a=5..5", "a", "5"},
		{"a=0.5..2:0.5", "a", "0.5|1|1.5|2"},
		{"a=-0.1..0.1:0.05", "a", "-0.1|-0.05|0|0.05|0.1"},
		{"a=0.1..0.5:.1", "a", "error"},
		{"a=0.1..0.3:0.1", "a", "0.1|0.2|0.3"}, // not 0.30000000000000004
		{"a=1 .. 3 : 1", "a", "1|2|3"},
		{"a=0.5,1,2", "a", "0.5|1|2"},
		{"a=1, 2,10..12", "a", "1|2|10|11|12"},
		{"a=neutral,all-out offensive", "a", "neutral|all-out offensive"},
		{`a=neutral,[{tactic: [defensive, hold-ground]}]`, "a", "neutral|[{tactic: [defensive, hold-ground]}]"},
		{`a="x, y",z`, "a", `"x, y"|z`},
		{"rules=../house.yaml,mine.yaml", "rules", "../house.yaml|mine.yaml"},
		{"a=x=y", "a", "x=y"},
		{"a=", "a", ""},
	} {
		v, err := ParseVary(c.text)
		if c.values == "error" {
			if err == nil {
				t.Errorf("%s: %v", c.text, v)
			}
			continue
		}
		if want := strings.Split(c.values, "|"); err != nil || v.Key != c.key || !slices.Equal(v.Values, want) {
			t.Errorf("%s: %v %q, %v; want %q", c.text, v.Key, v.Values, err, want)
		}
	}
}

func TestParseVaryRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a", `"a": expected KEY=VALUES, like sides.ogres.groups.ogres.count=4..20 or rules.speed_factor=3,4,5`},
		{"=1", `"" has an empty part; keys look like sides.ogres.groups.ogre.count`},
		{"a[=1,2", `"a[" has a "[" that is not closed; keys look like sides[0].groups.ogre.count`},
		{"seed=1..4", "seed changes nothing about the battle"},
		{"Trials=1,2", "Trials changes nothing about the battle"},
		{"a=1,,2", "a has an empty value; it stands between two commas, or at an end"},
		{"a=1,2,", "a has an empty value; it stands between two commas, or at an end"},
		{"a=1..3,2", "a has the value 2 twice"},
		{"a=0.5..2", "0.5..2: a range of decimals needs a step, like 0.5..2:0.1"},
		{"a=1..2:0", "1..2:0: the step is above 0"},
		{"a=1..x", "1..x: expected a range, like 4..20, or 0.5..2:0.25 with steps"},
		{"a=x..9", "x..9: expected a range, like 4..20, or 0.5..2:0.25 with steps"},
		{"a=1..2000000", "1..2000000: these are over 1000000 values"},
		{"a=1..1234567890123456", "1..1234567890123456: numbers of ranges have at most 15 digits"},
		{"a=1..10:-1", "1..10:-1: expected a range, like 4..20, or 0.5..2:0.25 with steps"},
	} {
		if v, err := ParseVary(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%s: %q, %v; want %s", c.text, v.Values, err, c.want)
		}
	}
}

// TestVarySets lets the values through the machinery of --set.
func TestVarySets(t *testing.T) {
	for _, text := range []string{
		"sides.ogres.groups.ogres.count=4..6", "rules.speed_factor=3,4", "battlefield.distance=0.5..2:0.5",
		"sides[1].groups[0].orders=neutral,auto,[{tactic: [defensive, hold-ground]}]", "units.ogre.dr=0..3",
	} {
		v, err := ParseVary(text)
		if err != nil {
			t.Fatal(err)
		}
		hashes := map[string]bool{}
		for i := range v.Values {
			l, err := Load("troglodytes", Options{Sets: []string{v.Set(i)}})
			if err != nil {
				t.Fatalf("%s: %v", v.Set(i), err)
			}
			hashes[l.Hash] = true
		}
		if len(hashes) != len(v.Values) {
			t.Errorf("%s: %d different battles of %d", text, len(hashes), len(v.Values))
		}
	}
	if _, ok := (Vary{Values: []string{"1", "x"}}).Numbers(); ok {
		t.Error("x is a number")
	}
	if x, ok := (Vary{Values: []string{"1", "-2.5"}}).Numbers(); !ok || !slices.Equal(x, []float64{1, -2.5}) {
		t.Errorf("numbers: %v", x)
	}
}
