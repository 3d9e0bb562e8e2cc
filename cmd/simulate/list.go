package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"heroicsim/scenarios"
	"heroicsim/units"
)

const listHelp = `Lists the scenarios that run and show take by name, the units that scenario
files take by name, and the switches of the rules. Without an argument, all.
`

var listExamples = []string{
	"simulate list",
	"simulate list rules",
}

// lists are what can be listed.
var lists = []struct {
	name  string
	print func(io.Writer)
}{
	{"scenarios", listScenarios},
	{"units", listUnits},
	{"rules", listRules},
}

func setupList(*pflag.FlagSet) action {
	return func(_ context.Context, std streams, args []string) error {
		if len(args) > 1 {
			return usagef("list takes one of scenarios, units, rules")
		}
		var names []string
		for _, l := range lists {
			names = append(names, l.name)
		}
		if len(args) == 1 && !slices.Contains(names, args[0]) {
			return usagef("list: unknown %q%s; expected scenarios, units or rules", args[0], didYouMean(args[0], names))
		}
		first := true
		for _, l := range lists {
			if len(args) == 1 && args[0] != l.name {
				continue
			}
			if !first {
				fmt.Fprintln(std.out)
			}
			first = false
			l.print(std.out)
		}
		return nil
	}
}

func listScenarios(w io.Writer) {
	fmt.Fprintln(w, "Scenarios, for simulate run NAME:")
	for _, e := range scenarios.Embedded() {
		text := e.Description
		if text == "" {
			text = e.Title
		}
		fmt.Fprintf(w, "  %-20s %s\n", e.Name, text)
	}
}

func listUnits(w io.Writer) {
	fmt.Fprintln(w, "Units, for `unit:` in scenario files:")
	for _, u := range units.Builtins() {
		fmt.Fprintf(w, "  %-20s %s\n", u.Name, u.About)
	}
}

// rules are the switches that scenario files may set under `rules:`, with the
// rule that each changes.
var rules = []struct{ name, values, rule, does string }{
	{"contest", "quick, attack_must_succeed", "HC-QC", "whether an attack roll above skill can hit"},
	{"criticals", "none, basic", "HC-QC", "critical hits and misses of attacks"},
	{"initiative_bonus", "2, any whole number", "HC-INIT", "of the winner's attacks and defences"},
	{"initiative_defends", "true, false", "HC-INIT", "whether it counts for defences"},
	{"initiative_tie", "reroll, none", "HC-INIT", "none: no bonus, the first side acts first"},
	{"speed_factor", "4, from 1", "HC-SF", "margin for each further hit"},
	{"numerical_bonus", "by the rules, off, a table", "HC-NUM", "to skill, by attackers to defenders"},
	{"hit_multiplier", "by the rules, off, a table", "HC-NUM", "of hits, by attackers or shots"},
	{"injury_rounding", "total, per_hit", "HC-INJ", "where wounding multipliers round down"},
	{"damage_rolls", "each, {once_over: N}, mean", "HC-INJ", "how the hits of an attack are rolled"},
	{"damage_adds", "dice, keep", "HC-TACTIC", "whether tactics turn adds into dice"},
	{"ht_halving", "on, off", "HC-HT", "HT rolls that halve injury"},
	{"surround_limit", "off, a number", "HC-FRONT", "attackers at one defender"},
	{"size_melee", "relative, off, capped, half", "HC-MELEE-MOD", "how size counts in melee"},
	{"morale", "on, off", "HC-MORALE", "morale checks"},
	{"morale_break", "13, any whole number", "HC-MORALE", "the total that breaks"},
	{"fatigue", "on, off", "HC-FATIGUE", "loss of FP"},
}

func listRules(w io.Writer) {
	fmt.Fprintln(w, "Switches, for `rules:` in scenario files (default first):")
	for _, r := range rules {
		fmt.Fprintf(w, "  %-19s %-28s %-13s %s\n", r.name, r.values, r.rule, r.does)
	}
}
