package main

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"
)

const checkHelp = `Reads scenario files as run would, and prints OK for each that is, or the
mistakes in it with line and column. Exit status 2 if any file is bad.
`

var checkExamples = []string{
	"simulate check tonight.yaml",
	"simulate check *.yaml",
}

func setupCheck(fs *pflag.FlagSet) action {
	var sets []string
	addSets(fs, &sets)
	quiet := fs.BoolP("quiet", "q", false, "print mistakes only")
	return func(_ context.Context, std streams, files []string) error {
		if len(files) == 0 {
			return usagef("name at least one scenario file")
		}
		bad := 0
		for _, file := range files {
			j, err := load(std, file, sets)
			if err != nil {
				fmt.Fprintln(std.err, err)
				bad++
				continue
			}
			if !*quiet {
				j.warn(std)
				fmt.Fprintf(std.out, "%s: OK\n", file)
			}
		}
		if bad > 0 {
			return status(exitUsage)
		}
		return nil
	}
}
