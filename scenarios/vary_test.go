package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestParseVary(t *testing.T) {
	for text, want := range map[string]string{
		"a=4..6":         "a [4 5 6] true",
		" a = 4 .. 6 ":   "a [4 5 6] true",
		"a=7..7":         "a [7] true",
		"a=-3..1:2":      "a [-3 -1 1] true",
		"a=10..35:10":    "a [10 20 30] true",
		"a=0.1..0.5:0.1": "a [0.1 0.2 0.3 0.4 0.5] true",
		"a=0.5..2:0.75":  "a [0.5 1.25 2] true",
		"a=1,2,10":       "a [1 2 10] true",
		"a=2,1":          "a [2 1] false",
		"a=neutral, 'all, out', [x, y], {b: 1, c: 2}": "a [neutral 'all, out' [x, y] {b: 1, c: 2}] false",
		"a=x=y":        "a [x=y] false",
		"a=1..b":       "a [1..b] false",
		"a":            "expected KEY=VALUES",
		"a=":           "expected KEY=VALUES",
		"=1":           "expected KEY=VALUES",
		"a=1..2.5":     "decimals need a step",
		"a=6..4":       "the smaller number comes first",
		"a=1..9:0":     `the step "0"`,
		"a=1..9:x":     `the step "x"`,
		"a=0..1000000": "over 100000 values",
		"a=1,,2":       "an empty value",
		"a=x,y,x":      "stands there twice",
	} {
		v, err := ParseVary(text)
		got := fmt.Sprint(v.Key, " ", v.Values, " ", v.Number)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if v, _ := ParseVary("a.b=1..3"); v.Set(2) != "a.b=3" {
		t.Errorf("%s", v.Set(2))
	}
}

// TestWith changes values once more: after the first ones, and without reading
// standard input again.
func TestWith(t *testing.T) {
	text, _ := Read("duel")
	l, err := Load("-", Options{Stdin: strings.NewReader(string(text)), Sets: []string{"rules.speed_factor=5", "rules.morale_break=12"}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		v, err := l.With("rules.speed_factor=6")
		if err != nil {
			t.Fatal(err)
		}
		if r := v.Scenario.Rules; r.SpeedFactor != 6 || r.MoraleBreak != 12 || v.File != "-" || v.Name != "Duel" || v.Hash == l.Hash {
			t.Errorf("%+v", v)
		}
		again, err := v.With()
		if err != nil || again.Hash != v.Hash {
			t.Errorf("%v: %s, want %s", err, again.Hash, v.Hash)
		}
	}
	if l.Scenario.Rules.SpeedFactor != 5 {
		t.Error("the scenario itself has changed")
	}
	if _, err := l.With("rules.speed_factor=x"); err == nil || !strings.HasPrefix(err.Error(), "--set rules.speed_factor=x: rules.speed_factor: ") {
		t.Errorf("%v", err)
	}
	example, err := Load("heroes", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := example.With(); err != nil || v.Hash != example.Hash || !slices.Equal(v.Files, example.Files) {
		t.Errorf("%v: %+v", err, v)
	}
}

// pointsText are points with their steps, a line each.
func pointsText(points []Point) string {
	var b strings.Builder
	to := func(s *PointStep) string {
		if s == nil {
			return "-"
		}
		return s.To
	}
	for _, p := range points {
		fmt.Fprintf(&b, "%s/%s/%s %s %s: %s %s\n", p.Side, p.Group, p.Weapon, p.Number, p.From, to(p.Up), to(p.Down))
	}
	return b.String()
}

func TestPoints(t *testing.T) {
	l, err := Load("duel", Options{Sets: []string{"sides.swordsman.groups[0].hp_now=5", "units.bandit.dr=0"}})
	if err != nil {
		t.Fatal(err)
	}
	points := Points(l.Scenario)
	got := pointsText(points)
	for _, want := range []string{
		"Swordsman// tactics_skill 0: 1 -\n",
		"Swordsman/Swordsman/Broadsword skill 14: 15 13\n",
		"Swordsman/Swordsman/Broadsword damage 1d+2 cut: 1d+3 cut 1d+1 cut\n",
		"Swordsman/Swordsman/ dr 4: 5 3\n",
		"Swordsman/Swordsman/ block 12: 13 11\n",
		"Bandit/Bandit/ count 1: 2 -\n",
		"Bandit/Bandit/ hp 13: 14 12\n",
		"Bandit/Bandit/Short bow acc 1: 2 0\n",
		"Bandit/Bandit/ dr 0: 1 -\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	for _, not := range []string{"Swordsman/Swordsman/ count", "Swordsman/Swordsman/ hp", "Swordsman/Swordsman/ parry", "Bandit/Bandit/ block"} {
		if strings.Contains(got, not) {
			t.Errorf("%s in\n%s", not, got)
		}
	}
	for _, p := range points {
		if p.Group == "Bandit" && p.Number == "dodge" {
			a, b := p.Up.Scenario.Sides[1].Groups[0].Unit, l.Scenario.Sides[1].Groups[0].Unit
			if a.Dodge != b.Dodge+1 || p.Up.Scenario.Sides[0].Groups[0].Unit != l.Scenario.Sides[0].Groups[0].Unit {
				t.Error("a step changes more or less than its number")
			}
		}
	}
}

// TestRulePoints: every switch has a step, but those whose values have none between
// them, and each step changes the rules in one place.
func TestRulePoints(t *testing.T) {
	l, err := Load("duel", Options{})
	if err != nil {
		t.Fatal(err)
	}
	points := RulePoints(l.Scenario)
	got := pointsText(points)
	for _, want := range []string{
		"// rules.speed_factor 4: 5 3\n", "// rules.morale on: off -\n", "// rules.contest quick: attack_must_succeed -\n",
		"// rules.size_melee relative: capped -\n", "// rules.numerical_bonus up to 1.5 2: 3 1\n", "// rules.hit_multiplier up to 2 1: 1.5 0.5\n",
		"// rules.shock off: single -\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	for _, f := range ruleFields {
		switch f.key {
		case "surround_limit", "gulliver": // off has no step, and a preset is many
		default:
			if !strings.Contains(got, "rules."+f.key+" ") {
				t.Errorf("no step of %s", f.key)
			}
		}
	}
	for _, p := range points {
		for _, s := range []*PointStep{p.Up, p.Down} {
			if s != nil && s.Scenario.Rules.ID() == l.Scenario.Rules.ID() {
				t.Errorf("%s to %s changes nothing", p.Number, s.To)
			}
		}
	}
}
