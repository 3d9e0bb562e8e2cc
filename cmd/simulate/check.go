package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
	"heroicsim/scenarios"
	"heroicsim/units"
)

const checkHelp = `Reads scenario files as run would, and prints OK for each that is, or the
mistakes in it with line and column. With -v, also each group as it was read,
with every number of its unit. Exit status 2 if any file is bad.
`

var checkExamples = []string{
	"simulate check tonight.yaml",
	"simulate check tonight.yaml -v",
	"simulate check *.yaml",
}

func setupCheck(fs *pflag.FlagSet) action {
	var sets []string
	addSets(fs, &sets)
	verbose := fs.BoolP("verbose", "v", false, "print each group as it was read")
	quiet := fs.BoolP("quiet", "q", false, "print mistakes only")
	return func(ctx context.Context, std streams, files []string) error {
		if len(files) == 0 {
			return usagef("name at least one scenario file")
		}
		bad, good := 0, 0
		var others []string // that are no battles
		for _, file := range files {
			j, err := load(ctx, std, file, sets)
			switch {
			case ctx.Err() != nil:
				return context.Cause(ctx)
			case errors.Is(err, scenarios.ErrNotABattle):
				others = append(others, mistakeText(err))
				continue
			case err != nil:
				fmt.Fprintln(std.err, mistakeText(err))
				bad++
				continue
			}
			good++
			if !*quiet {
				j.warn(std)
				fmt.Fprintf(std.out, "%s: OK\n", oneLine(file))
			}
			if *verbose {
				if err := writeGroups(std.out, j.battle); err != nil {
					return err
				}
			}
		}
		bad += passOver(std, others, bad+good, *quiet)
		if bad > 0 {
			return status(exitUsage)
		}
		return nil
	}
}

// writeGroups writes each group, and with the first of each unit its block in the
// form of a scenario file.
func writeGroups(w io.Writer, b *heroic.Battle) error {
	shown := map[*units.Unit]string{}
	for i := range b.Groups {
		g := &b.Groups[i]
		fmt.Fprintf(w, "\n# %s: %s\n", oneLine(b.Sides[g.Side].Name), oneLine(groupText(g)))
		if first, ok := shown[g.Unit]; ok {
			fmt.Fprintf(w, "# the unit of %s, above\n", oneLine(first))
			continue
		}
		shown[g.Unit] = g.Name
		if err := scenarios.WriteUnit(w, unitKey(g.Unit), g.Unit); err != nil {
			return err
		}
	}
	return nil
}

// groupText is a group's count and what is unusual about it.
func groupText(g *heroic.GroupInfo) string {
	facts := []string{fmt.Sprintf("%s, %d × %s", g.Name, g.Count, g.Unit.Name)}
	if g.Character {
		facts = append(facts, "character")
	}
	if g.HPNow != nil {
		facts = append(facts, fmt.Sprintf("%d of %d HP", g.Pool, g.Count*g.Unit.HP))
	}
	if g.FPNow != nil {
		facts = append(facts, fmt.Sprintf("%d of %d FP", g.FP, g.Unit.FP))
	}
	if g.Arrives > 1 {
		facts = append(facts, fmt.Sprintf("arrives in round %d", g.Arrives))
	}
	if n := len(g.Orders); n > 1 {
		facts = append(facts, fmt.Sprintf("%d orders", n))
	}
	return strings.Join(facts, ", ")
}

// unitKey is a key of a scenario file for a unit.
func unitKey(u *units.Unit) string {
	if slug := u.Slug(); slug != "" {
		return slug
	}
	return "unit"
}
