package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/units"
)

const listHelp = `Lists the scenarios that run and show take by name, the units that scenario
files take by name, and the switches of the rules: WHAT is scenarios, units or
rules, and all three without it. With a NAME, prints that scenario's file, that
unit's block or that switch, to read and to copy. --show tells more of a unit:
where each of its numbers comes from, and how it is used in a battle.
`

var listExamples = []string{
	"simulate list",
	"simulate list rules",
	"simulate list goblin",
	"simulate list units --show dragon",
	"simulate list scenarios ambush > mine.yaml",
}

// lists are what can be listed. print lists all; one prints what is called name,
// or says that there is none.
var lists = []struct {
	name  string
	print func(w io.Writer, width int)
	one   func(w io.Writer, width int, name string) (ok bool, err error)
	names func() []string
}{
	{"scenarios", listScenarios, oneScenario, scenarioNames},
	{"units", listUnits, oneUnit, unitNames},
	{"rules", listRules, oneRule, ruleNames},
}

func setupList(fs *pflag.FlagSet) action {
	show := fs.String("show", "", "print all of the unit `NAME`, with where its numbers come from")
	return func(_ context.Context, std streams, args []string) error {
		width := reports.UsableWidth(std.width)
		which := ""
		for _, l := range lists {
			if len(args) > 0 && args[0] == l.name {
				which, args = l.name, args[1:]
				break
			}
		}
		if fs.Changed("show") {
			if which != "" && which != "units" {
				return usagef("--show is for units, not for %s; use simulate list %s NAME", which, which)
			}
			return showUnit(std.out, width, strings.Join(append([]string{*show}, args...), " "))
		}
		if name := strings.Join(args, " "); name != "" {
			return listOne(std.out, width, which, name)
		}
		first := true
		for _, l := range lists {
			if which != "" && which != l.name {
				continue
			}
			if !first {
				fmt.Fprintln(std.out)
			}
			first = false
			l.print(std.out, width)
		}
		return nil
	}
}

// listOne prints the one thing called name, of the list called which or of any.
func listOne(w io.Writer, width int, which, name string) error {
	var known []string
	for _, l := range lists {
		if which != "" && which != l.name {
			continue
		}
		if ok, err := l.one(w, width, name); ok || err != nil {
			return err
		}
		known = append(known, l.names()...)
	}
	if which == "" {
		for _, l := range lists {
			known = append(known, l.name)
		}
		return usagef("list: nothing is called %q%s", name, nearest(name, known))
	}
	return unknownThing(which, name, known)
}

// nameColumns is the width of the column of names.
const nameColumns = 20

// entry prints a name with the text beside it, or below where there is little
// room. Without a name, the text goes on with the entry before.
func entry(w io.Writer, width int, name, text string) {
	label := fmt.Sprintf("  %-*s ", nameColumns, name)
	if width < 60 {
		if name != "" {
			fmt.Fprintf(w, "  %s\n", name)
		}
		label = "      "
	}
	io.WriteString(w, reports.Wrapped(label, text, width))
}

func listScenarios(w io.Writer, width int) {
	io.WriteString(w, reports.Wrapped("", "Scenarios, for simulate run NAME:", width))
	for _, e := range scenarios.Embedded() {
		text := e.Description
		if text == "" {
			text = e.Title
		}
		entry(w, width, e.Name, text)
	}
}

func scenarioNames() (names []string) {
	for _, e := range scenarios.Embedded() {
		names = append(names, e.Name)
	}
	return names
}

func oneScenario(w io.Writer, _ int, name string) (bool, error) {
	text, ok := scenarios.Read(name)
	if !ok {
		return false, nil
	}
	io.WriteString(w, scenarios.SchemaLine(schemaPath(".", "scenario")))
	_, err := w.Write(text)
	return true, err
}

func unitNames() (names []string) {
	for _, u := range units.Builtins() {
		names = append(names, u.Name)
	}
	return names
}

func oneUnit(w io.Writer, _ int, name string) (bool, error) {
	u, ok := units.Builtin(name)
	if !ok {
		return false, nil
	}
	return true, scenarios.WriteUnit(w, unitKey(u), u)
}

// bestWeapon is the one that does the most injury to an unarmoured torso as often as
// its skill hits, and the mode in which it does.
func bestWeapon(u *units.Unit) (best *units.Weapon, with *units.Mode) {
	most, rolls := -1.0, dice.D(3, 0).Dist()
	for i := range u.Weapons {
		w := &u.Weapons[i]
		for k := range w.Modes {
			d := w.Modes[k].Damage
			wounding, ok := units.WoundingAt(units.Torso, d.Type)
			if mean := d.Dice.Dist().Mean() * wounding.Float() * rolls.AtMost(w.Skill); ok && mean > most {
				best, with, most = w, &w.Modes[k], mean
			}
		}
	}
	return best, with
}

func listRules(w io.Writer, width int) {
	io.WriteString(w, reports.Wrapped("", "Switches, for `rules:` in scenario files (default first):", width))
	for _, s := range reports.Switches() {
		entry(w, width, s.Name, ruleText(s))
	}
	writeTables(w, width, "")
}

func ruleText(s reports.Switch) string { return fmt.Sprintf("%s (%s): %s", s.Values, s.Rule, s.Does) }

func ruleNames() (names []string) {
	for _, s := range reports.Switches() {
		names = append(names, s.Name)
	}
	return names
}

func oneRule(w io.Writer, width int, name string) (bool, error) {
	name = strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "-", "_"), " ", "_")
	for _, s := range reports.Switches() {
		if s.Name != name {
			continue
		}
		entry(w, width, s.Name, ruleText(s))
		writeTables(w, width, name)
		return true, nil
	}
	return false, nil
}

// defaultTables are the tables that switches have by the rules.
var defaultTables = []struct {
	name  string
	table heroic.Table
}{
	{"numerical_bonus", heroic.NumericalBonus()},
	{"hit_multiplier", heroic.HitMultiplier()},
}

// mostRows is how many rows of a table are printed.
const mostRows = 12

// writeTables prints the default table of the switch called name, or all where
// name is empty, as YAML to copy and change.
func writeTables(w io.Writer, width int, name string) {
	var b strings.Builder
	for _, t := range defaultTables {
		if name != "" && name != t.name {
			continue
		}
		rows := t.table
		if len(rows) > mostRows {
			rows = rows[:mostRows]
			fmt.Fprintf(&b, "  # the first %d of %d rows:\n", mostRows, len(t.table))
		}
		b.WriteString(reports.Wrapped("  "+t.name+": ", unbrokenRows(rows), width))
	}
	if b.Len() == 0 {
		return
	}
	fmt.Fprintln(w)
	comment(w, width, "By the rules: [up to, value]. Beyond the last row its value holds.")
	fmt.Fprintf(w, "rules:\n%s", b.String())
}

// glue is a space at which reports.Wrapped breaks no line.
const glue = "\u00a0"

// unbrokenRows is a table whose rows may be broken off between each other only.
func unbrokenRows(t heroic.Table) string {
	return strings.ReplaceAll(strings.ReplaceAll(reports.TableText(t), " ", glue), "],"+glue, "], ")
}

// comment writes a comment of YAML.
func comment(w io.Writer, width int, text string) {
	for line := range strings.Lines(reports.Wrapped("", text, width-len("# "))) {
		io.WriteString(w, "# "+line)
	}
}
