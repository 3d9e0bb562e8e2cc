package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/reports"
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
		name: "exact", args: "FILE...", short: "answer small battles exactly, without trials",
		long:     exactHelp,
		examples: exactExamples,
		setup:    setupExact,
	},
	{
		name: "show", args: "FILE", short: "tell one battle round by round, with every roll",
		long:     showHelp,
		examples: showExamples,
		setup:    setupShow,
	},
	{
		name: "sweep", args: "FILE", short: "fight a battle for each of many values of its keys",
		long:     sweepHelp,
		examples: sweepExamples,
		setup:    setupSweep,
	},
	{
		name: "compare", args: "FILE [FILE]", short: "compare two variants of a battle on the same luck",
		long:     compareHelp,
		examples: compareExamples,
		setup:    setupCompare,
	},
	{
		name: "tactics", args: "FILE", short: "find the tactics worth choosing, and how often",
		long:     tacticsHelp,
		examples: tacticsExamples,
		setup:    setupTactics,
	},
	{
		name: "solve", args: "FILE", short: "find the value at which a side wins as often as wanted",
		long:     solveHelp,
		examples: solveExamples,
		setup:    setupSolve,
	},
	{
		name: "sensitivity", args: "FILE", short: "say what one point of each number is worth",
		long:     sensitivityHelp,
		examples: sensitivityExamples,
		setup:    setupSensitivity,
	},
	{
		name: "merge", args: "DIR", short: "put the parts of a run together",
		long:     mergeHelp,
		examples: mergeExamples,
		setup:    setupMerge,
	},
	{
		name: "new", args: "UNITS vs UNITS", short: "write a scenario to begin with",
		long:     newHelp,
		examples: newExamples,
		setup:    setupNew,
	},
	{
		name: "check", args: "FILE...", short: "list the mistakes in scenario files",
		long:     checkHelp,
		examples: checkExamples,
		setup:    setupCheck,
	},
	{
		name: "list", args: "[WHAT] [NAME]", short: "list what is built in, or show one of it",
		long:     listHelp,
		examples: listExamples,
		setup:    setupList,
	},
	{
		name: "import", args: "FILE", short: "turn a GCS sheet, Foundry actor or stat block into YAML",
		long:     importHelp,
		examples: importExamples,
		setup:    setupImport,
	},
	{
		name: "schema", args: "[KIND]", short: "print the JSON Schema of scenario files",
		long:     schemaHelp,
		examples: schemaExamples,
		setup:    setupSchema,
	},
	{
		name: "completion", args: "SHELL", short: "print a script by which a shell completes words",
		long:     completionHelp,
		examples: completionExamples,
		setup:    setupCompletion,
	},
}

// dispatch finds the command and runs it.
func dispatch(ctx context.Context, std streams, args []string) error {
	if len(args) == 0 {
		io.WriteString(std.err, programHelp(std.helpColumns()))
		return status(exitUsage)
	}
	switch name := args[0]; name {
	case "help":
		return help(std, args[1:])
	case "-h", "--help":
		return help(std, args[1:])
	case "--version", "version":
		if len(args) > 1 {
			return &usageError{fmt.Sprintf("%s takes nothing: %q", name, args[1]), "see simulate help"}
		}
		printVersion(std.out)
		return nil
	case completeName:
		complete(std.out, args[1:])
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
		io.WriteString(std.out, c.help(std.helpColumns()))
		return nil
	case err != nil:
		err = flagError(fs, err, args)
	default:
		err = act(ctx, std, fs.Args())
	}
	if usage := (*usageError)(nil); errors.As(err, &usage) && usage.hint == "" {
		usage.hint = fmt.Sprintf("see simulate %s --help", c.name)
	}
	return err
}

// flagError puts an error of pflag about args into our words.
func flagError(fs *pflag.FlagSet, err error, args []string) error {
	var names []string
	fs.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var valueless *pflag.ValueRequiredError
	switch {
	case errors.As(err, &missing):
		name := "--" + missing.GetSpecifiedName()
		if missing.GetSpecifiedShortnames() != "" {
			return usagef("unknown flag %s%s", name[1:], whoseFlag(missing.GetSpecifiedName()))
		}
		if key := fileKey(missing.GetSpecifiedName()); key != "" && fs.Lookup("set") != nil {
			return usagef("unknown flag %s: it is a key of the file; use --set %s=%s", name, key, shellWord(valueOf(name, args)))
		}
		if whose := whoseFlag(missing.GetSpecifiedName()); whose != "" {
			return usagef("unknown flag %s%s", name, whose)
		}
		return usagef("unknown flag %s%s", name, didYouMean(name, names))
	case errors.As(err, &valueless):
		return usagef("--%s needs a value", valueless.GetFlag().Name)
	case errors.As(err, &invalid):
		return usagef("--%s %s: %v", invalid.GetFlag().Name, invalid.GetValue(), invalid.Unwrap())
	}
	return usagef("%v", err)
}

// whoseFlag tells of a command that has the flag, if there is one.
func whoseFlag(name string) string {
	for i := range commands {
		fs, _ := commands[i].flags()
		if fs.Lookup(name) != nil || len(name) == 1 && fs.ShorthandLookup(name) != nil {
			return fmt.Sprintf(": it belongs to simulate %s", commands[i].name)
		}
	}
	return ""
}

// fileKeys are the keys of scenario files that one may take for flags, besides the
// switches of the rules.
var fileKeys = []string{
	"name", "description", "max_rounds",
	"battlefield.distance", "battlefield.frontage", "battlefield.visibility", "battlefield.footing",
}

// fileKey is the key for --set that a flag was meant for, or nothing.
func fileKey(flag string) string {
	flag = strings.ReplaceAll(strings.ToLower(flag), "-", "_")
	for _, key := range fileKeys {
		if key[strings.LastIndex(key, ".")+1:] == flag {
			return key
		}
	}
	for _, s := range reports.Switches() {
		if s.Name == flag {
			return "rules." + s.Name
		}
	}
	return ""
}

// valueOf is the value that args give to a flag, or VALUE.
func valueOf(flag string, args []string) string {
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, flag+"="); ok {
			return value
		}
		if arg == flag && i+1 < len(args) && !strings.HasPrefix(args[i+1], "--") {
			return args[i+1]
		}
	}
	return "VALUE"
}

// didYouMean offers the nearest of names, if one is near, or else the only one that has
// the word in it.
func didYouMean(word string, names []string) string {
	best, slips := "", len(word)/3+1
	var with []string
	word = strings.ToLower(word)
	for _, name := range names {
		if d := distance(word, strings.ToLower(name)); d < slips {
			best, slips = name, d
		}
		if len(word) >= 3 && strings.Contains(strings.ToLower(name), word) {
			with = append(with, name)
		}
	}
	if best == "" && len(with) == 1 {
		best = with[0]
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
