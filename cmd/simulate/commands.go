package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// An action runs a command with what is left of its arguments.
type action func(ctx context.Context, std streams, args []string) error

// A command is one of the program's.
type command struct {
	name, args string
	short      string // for the list of commands
	long       string
	examples   []string
	setup      func(*pflag.FlagSet) action
}

// commands are listed in this order.
var commands = []command{
	{
		name: "run", args: "FILE...", short: "fight battles and print what comes of them",
		long:     runHelp,
		examples: runExamples,
		setup:    setupRun,
	},
	{
		name: "show", args: "FILE", short: "tell one battle round by round, with every roll",
		long:     showHelp,
		examples: showExamples,
		setup:    setupShow,
	},
	{
		name: "check", args: "FILE...", short: "list the mistakes in scenario files",
		long:     checkHelp,
		examples: checkExamples,
		setup:    setupCheck,
	},
	{
		name: "list", args: "[scenarios|units|rules]", short: "list what is built in",
		long:     listHelp,
		examples: listExamples,
		setup:    setupList,
	},
}

// planned are commands that are not built yet.
var planned = []string{"exact", "sweep", "compare", "tactics", "solve", "sensitivity", "import", "schema", "merge"}

// dispatch finds the command and runs it.
func dispatch(ctx context.Context, std streams, args []string) error {
	if len(args) == 0 {
		io.WriteString(std.err, programHelp())
		return status(exitUsage)
	}
	switch name := args[0]; name {
	case "help":
		return help(std, args[1:])
	case "-h", "--help":
		return help(std, nil)
	case "--version", "version":
		printVersion(std.out)
		return nil
	default:
		c, err := find(name)
		if err != nil {
			return err
		}
		return c.run(ctx, std, args[1:])
	}
}

// find is the command called name.
func find(name string) (*command, error) {
	names := []string{"help"}
	for i := range commands {
		if commands[i].name == name {
			return &commands[i], nil
		}
		names = append(names, commands[i].name)
	}
	if slices.Contains(planned, name) {
		return nil, &usageError{fmt.Sprintf("%s is not built yet", name), "see simulate help"}
	}
	what := "command"
	if strings.HasPrefix(name, "-") {
		what = "flag"
	}
	return nil, &usageError{fmt.Sprintf("unknown %s %q%s", what, name, didYouMean(name, names)), "see simulate help"}
}

// flags makes the command's flag set and the action that goes with it.
func (c *command) flags() (*pflag.FlagSet, action) {
	fs := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed in one place
	fs.SortFlags = false
	return fs, c.setup(fs)
}

func (c *command) run(ctx context.Context, std streams, args []string) error {
	fs, act := c.flags()
	err := fs.Parse(args)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		io.WriteString(std.out, c.help())
		return nil
	case err != nil:
		err = flagError(fs, err)
	default:
		err = act(ctx, std, fs.Args())
	}
	if usage := (*usageError)(nil); errors.As(err, &usage) && usage.hint == "" {
		usage.hint = fmt.Sprintf("see simulate %s --help", c.name)
	}
	return err
}

// flagError puts an error of pflag into our words.
func flagError(fs *pflag.FlagSet, err error) error {
	var names []string
	fs.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var valueless *pflag.ValueRequiredError
	switch {
	case errors.As(err, &missing):
		name := "--" + missing.GetSpecifiedName()
		if missing.GetSpecifiedShortnames() != "" {
			return usagef("unknown flag %s", name[1:])
		}
		return usagef("unknown flag %s%s", name, didYouMean(name, names))
	case errors.As(err, &valueless):
		return usagef("--%s needs a value", valueless.GetFlag().Name)
	case errors.As(err, &invalid):
		return usagef("--%s %s: %v", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	return usagef("%v", err)
}

// didYouMean offers the nearest of names, if one is near.
func didYouMean(word string, names []string) string {
	best, slips := "", len(word)/3+1
	for _, name := range names {
		if d := distance(word, name); d < slips {
			best, slips = name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// distance counts the letters to change, add, leave out or swap with the next to
// make b of a.
func distance(a, b string) int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			next[j+1] = min(row[j]+change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
