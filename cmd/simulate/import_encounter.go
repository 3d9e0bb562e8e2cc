package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"heroicsim/reports"
	"heroicsim/scenarios"
)

// write writes the encounter as a scenario: what was assumed, the sides, and the units
// below what there is to say of each.
func (e importedBattle) write(w io.Writer, file string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# From %s, an encounter.\n# Assumed, since its text does not say it; change what you know better:\n", oneLine(title(file)))
	for _, text := range e.Assumed {
		for line := range strings.Lines(reports.Wrapped("- ", oneLine(text), importWidth-len("# "))) {
			b.WriteString("# " + line)
		}
	}
	fmt.Fprintf(&b, "\nname: %s\n\nbattlefield:\n  distance: %s   # yards between the sides at the start\n\nsides:\n",
		scenarios.YAMLText(e.Name), strconv.FormatFloat(e.Distance, 'f', -1, 64))
	for i, side := range e.Sides {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "  - name: %s\n    groups:\n", scenarios.YAMLText(side.Name))
		for _, g := range side.Groups {
			fmt.Fprintf(&b, "      - %s\n", g.Line())
		}
	}
	began := false
	for i, side := range e.Sides {
		for k := range side.Groups {
			if !e.Definition(i, k) {
				continue
			}
			b.WriteByte('\n')
			if !began {
				b.WriteString("units:\n")
			}
			began = true
			if err := writeEncounterUnit(&b, &side.Groups[k]); err != nil {
				return err
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeEncounterUnit(w io.Writer, g *scenarios.EncounterGroup) error {
	var notes strings.Builder
	fmt.Fprintf(&notes, "# From %s.\n", oneLine(g.From))
	writeNotes(&notes, g.Notes, g.Placed)
	for line := range strings.Lines(notes.String()) {
		io.WriteString(w, "  "+line)
	}
	return scenarios.WriteDefinition(w, g.Key, g.Unit)
}
