package main

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"heroicsim/dice"
	"heroicsim/reports"
	"heroicsim/units"
)

// unitTable is the table of units where there are so many columns.
func unitTable(width int) string {
	var b strings.Builder
	listUnits(&b, width)
	return b.String()
}

// TestListUnits has a line for each unit with its numbers below their heads, in every
// width.
func TestListUnits(t *testing.T) {
	for _, width := range []int{40, 72, 80, 96, 100} {
		got := unitTable(width)
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("%d columns of %d: %s", n, width, line)
			}
			if strings.TrimRight(line, " \n") != strings.TrimSuffix(line, "\n") {
				t.Errorf("%d: %q ends in spaces", width, line)
			}
		}
		for _, u := range units.Builtins() {
			if !strings.Contains(got, "\n  "+u.Name) {
				t.Errorf("%d: no %s", width, u.Name)
			}
		}
	}
	wide := unitTable(100)
	for _, want := range []string{
		"  Undead           HP  DR  Move  Dodge  Parry  Block  Will  SM  Main attack\n" +
			"  Skeleton         10   2     5      9     10      9     8   0  Shortsword 12, 1d cut, reach 1\n" +
			"    never tires, unliving, no brain or vitals, Fearlessness 10, High Pain Threshold\n",
		"  Goblin archer     8   1     5      8      7      –     9  −1  Short bow 12, 1d−3 imp, 80/120 yards\n",
		"    flies, Extra Attack 1, Fearlessness 6, High Pain Threshold, Dark Vision, Claws 16, Tail 16,\n    Breath (5d burn), Roar\n",
	} {
		if !strings.Contains(wide, want) {
			t.Errorf("no\n%s in\n%s", want, wide)
		}
	}
}

// TestShowUnit prints each unit whole, and a battle that runs as it stands.
func TestShowUnit(t *testing.T) {
	for _, u := range units.Builtins() {
		got := try(t, "list", "units", "--show", u.Name)
		_, battle, ok := strings.Cut(got.out, "\nA battle to begin with\n")
		battle, note, rest := strings.Cut(battle, "\n\n")
		if got.code != exitDone || !ok || !rest || !strings.HasPrefix(note, "To change its numbers: ") {
			t.Fatalf("%s: %+v", u.Name, got)
		}
		if run := tryIn(t.Context(), battle, "run", "-", "-n", "10"); run.code != exitDone || run.err != "" {
			t.Errorf("%s: %+v in\n%s", u.Name, run, battle)
		}
		for _, want := range []string{fmt.Sprintf("HP %d", u.HP), fmt.Sprintf("Dodge %d", u.Dodge), u.Weapons[0].Name} {
			if !strings.Contains(got.out, want) {
				t.Errorf("%s: no %s in\n%s", u.Name, want, got.out)
			}
		}
		for width := reports.UsableWidth(1); width <= 100; width += 15 {
			var b strings.Builder
			if err := showUnit(&b, width, u.Name); err != nil {
				t.Fatal(err)
			}
			text, _, _ := strings.Cut(b.String(), "\nA battle")
			for line := range strings.Lines(text) {
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
					t.Errorf("%s: %d columns of %d: %s", u.Name, n, width, line)
				}
			}
		}
	}
	// The name may stand apart, and the list may be left out.
	want := try(t, "list", "units", "--show", "Goblin archer").out
	for _, args := range [][]string{{"list", "units", "--show", "goblin", "archer"}, {"list", "--show=goblin-archer"}} {
		if got := try(t, args...); got.out != want {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

// TestBestWeapon weighs how often a weapon hits against what its hits do.
func TestBestWeapon(t *testing.T) {
	sword := func(name string, skill, adds int) units.Weapon {
		damage := units.Damage{Dice: dice.D(1, adds), Type: units.Impaling}
		return units.Weapon{Name: name, Skill: skill, Modes: []units.Mode{{Damage: damage}}}
	}
	for _, c := range []struct {
		skill int
		want  string
	}{{15, "one hand"}, {11, "two hands"}} {
		u := &units.Unit{Weapons: []units.Weapon{sword("one hand", c.skill, 2), sword("two hands", 11, 3)}}
		if w, _ := bestWeapon(u); w == nil || w.Name != c.want {
			t.Errorf("skill %d: %v, want %s", c.skill, w, c.want)
		}
	}
}
