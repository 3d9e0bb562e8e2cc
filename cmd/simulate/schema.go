package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/scenarios"
)

const schemaHelp = `Prints a JSON Schema (draft 2020-12), with which an editor completes the keys of
scenario files, explains them and marks mistakes as they are typed. KIND is
scenario, or units or rules for files that hold nothing else. Save it beside
your files, and begin each with

  # yaml-language-server: $schema=scenario.schema.json

A schema sees one value at a time: simulate check finds more.
`

var schemaExamples = []string{
	"simulate schema > scenario.schema.json",
	"simulate schema units > units.schema.json",
}

func setupSchema(*pflag.FlagSet) action {
	return func(_ context.Context, std streams, args []string) error {
		kind := strings.Join(args, " ")
		if kind == "" {
			kind = scenarios.Schemas[0]
		}
		if !slices.Contains(scenarios.Schemas, kind) {
			return usagef("schema takes one of %s: %q%s", strings.Join(scenarios.Schemas, ", "), kind, didYouMean(kind, scenarios.Schemas))
		}
		text, err := scenarios.Schema(kind)
		if err != nil {
			return err
		}
		_, err = std.out.Write(text)
		return err
	}
}
