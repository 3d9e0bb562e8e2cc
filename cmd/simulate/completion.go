package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/units"
)

const completionHelp = `Prints a script with which a shell completes the program's commands, flags and
their values, the names of battles and units, and files. To have it in every new
shell:

  bash  in ~/.bashrc: source <(simulate completion bash)
  zsh   in ~/.zshrc, behind compinit: source <(simulate completion zsh)
  fish  simulate completion fish > ~/.config/fish/completions/simulate.fish

It works where the program can be started as simulate, and completes what the
program at hand knows.
`

var completionExamples = []string{
	"source <(simulate completion bash)",
	"simulate completion fish > ~/.config/fish/completions/simulate.fish",
}

//go:embed completion
var completionScripts embed.FS

var shells = []string{"bash", "zsh", "fish"}

func setupCompletion(*pflag.FlagSet) action {
	return func(_ context.Context, std streams, args []string) error {
		shell := strings.Join(args, " ")
		if !slices.Contains(shells, shell) {
			return usagef("completion takes one of %s: %q%s", strings.Join(shells, ", "), oneLine(shell), didYouMean(shell, shells))
		}
		text, err := completionScripts.ReadFile("completion/simulate." + shell)
		if err != nil {
			return err
		}
		_, err = std.out.Write(text)
		return err
	}
}

// completeName is the command by which the scripts ask what may follow: the name of
// the shell, and the words of the command line to the cursor. It prints a line for each
// answer, a word and behind a tab what it is, or one of
//
//	:files .yaml .yml   files with these endings, and folders
//	:folders
//
// for which shells have ways of their own.
const completeName = "__complete"

// A suggestion is a word that may follow.
type suggestion struct{ word, about string }

func complete(w io.Writer, args []string) {
	if len(args) < 2 {
		return
	}
	words := args[1:]
	if args[0] == "bash" { // it has them as they were typed
		words = nil
		for _, word := range args[1:] {
			words = append(words, unquoted(word))
		}
	}
	last := len(words) - 1
	for _, s := range suggest(words[:last], words[last]) {
		if !strings.HasPrefix(s.word, ":") && !strings.HasPrefix(s.word, words[last]) {
			continue
		}
		if s.about == "" {
			fmt.Fprintln(w, s.word)
			continue
		}
		fmt.Fprintf(w, "%s\t%s\n", s.word, s.about)
	}
}

// unquoted is a word as a shell would pass it, which may end within quotes.
func unquoted(word string) string {
	var b strings.Builder
	quote, escaped := rune(0), false
	for _, r := range word {
		switch {
		case escaped:
			escaped = false
			b.WriteRune(r)
		case r == '\\' && quote != '\'':
			escaped = true
		case r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// suggest is what the current word may be after those before, some of which does not
// begin as it does.
func suggest(before []string, current string) []suggestion {
	if len(before) == 0 {
		all := []suggestion{{"help", "tell more about a command"}, {"--help", "list the commands"}, {"--version", "tell what this is"}}
		return append(commandNames(), all...)
	}
	if before[0] == "help" {
		if len(before) > 1 {
			return nil
		}
		return commandNames()
	}
	c, err := find(before[0])
	if err != nil {
		return nil
	}
	fs, _ := c.flags()
	var given []string
	flags := map[string]bool{}
	onlyArguments := false
	for i := 1; i < len(before); i++ {
		f := flagOf(fs, before[i])
		switch {
		case onlyArguments || f == nil && before[i] != "--":
			given = append(given, before[i])
		case f == nil:
			onlyArguments = true
		default:
			flags[f.Name] = true
			if !wantsWord(f) || strings.Contains(before[i], "=") {
				continue
			}
			if i++; i == len(before) {
				return valuesOf(f)
			}
		}
	}
	switch name, _, valued := strings.Cut(current, "="); {
	case onlyArguments || !strings.HasPrefix(current, "-"):
		return argumentsOf[c.name](given)
	case valued:
		f := flagOf(fs, name)
		if f == nil || !wantsWord(f) {
			return nil
		}
		values := valuesOf(f)
		for i := range values {
			if !strings.HasPrefix(values[i].word, ":") {
				values[i].word = name + "=" + values[i].word
			}
		}
		return values
	}
	return flagNames(fs, flags)
}

// commandNames are the program's commands.
func commandNames() (all []suggestion) {
	for _, c := range commands {
		all = append(all, suggestion{c.name, c.short})
	}
	return all
}

// flagNames are those of fs that may still be given.
func flagNames(fs *pflag.FlagSet, given map[string]bool) (all []suggestion) {
	fs.VisitAll(func(f *pflag.Flag) {
		if !given[f.Name] || f.Value.Type() == "stringArray" {
			_, usage := pflag.UnquoteUsage(f)
			all = append(all, suggestion{"--" + f.Name, usage})
		}
	})
	return append(all, suggestion{"--help", "tell more about the command"})
}

// flagOf is the flag that a word is, with or without a value, or nil.
func flagOf(fs *pflag.FlagSet, word string) *pflag.Flag {
	name, _, _ := strings.Cut(word, "=")
	switch {
	case strings.HasPrefix(name, "--"):
		return fs.Lookup(name[2:])
	case len(name) >= 2 && name[0] == '-':
		return fs.ShorthandLookup(name[len(name)-1:])
	}
	return nil
}

// wantsWord says whether a flag takes a value.
func wantsWord(f *pflag.Flag) bool { return f.NoOptDefVal == "" }

// valuesOf are the values that a flag takes, as far as they can be listed.
func valuesOf(f *pflag.Flag) (all []suggestion) {
	if w, ok := f.Value.(wordFlag); ok {
		return plainly(w.words)
	}
	kind, _ := pflag.UnquoteUsage(f)
	switch {
	case kind == "DIR":
		return folder(nil)
	case f.Name == "trials-csv":
		return filesEnding(".csv")
	case f.Name == "resume":
		return filesEnding(".jsonl")
	case kind == "FILE":
		return filesEnding(scenarioEndings...)
	case strings.HasPrefix(kind, "KEY="):
		for _, key := range fileKeys {
			all = append(all, suggestion{key + "=", ""})
		}
		for _, s := range reports.Switches() {
			all = append(all, suggestion{"rules." + s.Name + "=", s.Does})
		}
	case f.Name == "show":
		all = unitSlugs()
	case f.Name == "pick":
		all = plainly([]string{"typical", "shortest", "longest", "best:", "worst:"})
	case f.Name == "tactics":
		all = plainly(heroic.TacticNames())
	}
	return all
}

func plainly(words []string) (all []suggestion) {
	for _, word := range words {
		all = append(all, suggestion{word: word})
	}
	return all
}

// The endings of files.
var (
	scenarioEndings = []string{".yaml", ".yml"}
	sheetEndings    = []string{".gcs", ".json", ".db", ".txt"}
)

func filesEnding(endings ...string) []suggestion {
	return []suggestion{{word: ":files " + strings.Join(endings, " ")}}
}

// argumentsOf are what each command takes after those that are given, flags aside.
var argumentsOf = map[string]func(given []string) []suggestion{
	"run": battles, "exact": battle, "show": battle, "sweep": battle, "tactics": battle, "solve": battle, "sensitivity": battle, "check": battles,
	"compare": func(given []string) []suggestion {
		if len(given) > 1 {
			return nil
		}
		return battles(given)
	},
	"merge":      folder,
	"new":        groupsOfSides,
	"list":       listed,
	"import":     func([]string) []suggestion { return filesEnding(sheetEndings...) },
	"schema":     firstOf(scenarios.Schemas),
	"completion": firstOf(shells),
}

// battles are the built-in ones, and files.
func battles([]string) (all []suggestion) {
	for _, e := range scenarios.Embedded() {
		all = append(all, suggestion{e.Name, e.Title})
	}
	return append(all, filesEnding(scenarioEndings...)...)
}

func battle(given []string) []suggestion {
	if len(given) > 0 {
		return nil
	}
	return battles(given)
}

func folder(given []string) []suggestion {
	if len(given) > 0 {
		return nil
	}
	return []suggestion{{word: ":folders"}}
}

func firstOf(words []string) func(given []string) []suggestion {
	return func(given []string) []suggestion {
		if len(given) > 0 {
			return nil
		}
		return plainly(words)
	}
}

// groupsOfSides are the words that new takes.
func groupsOfSides(given []string) (all []suggestion) {
	if len(given) > 0 && !slices.ContainsFunc(given, between) {
		all = append(all, suggestion{"vs", "and now the other side"})
	}
	return append(append(all, unitSlugs()...), filesEnding(slices.Concat(sheetEndings, scenarioEndings)...)...)
}

func unitSlugs() (all []suggestion) {
	for _, u := range units.Builtins() {
		all = append(all, suggestion{u.Slug(), u.About})
	}
	return all
}

// listed are the lists, and what is in them.
func listed(given []string) (all []suggestion) {
	if len(given) > 1 {
		return nil
	}
	for _, l := range lists {
		if len(given) == 0 {
			all = append(all, suggestion{word: l.name})
		}
		if len(given) == 0 || given[0] == l.name {
			for _, name := range l.names() {
				all = append(all, suggestion{word: strings.ReplaceAll(strings.ToLower(name), " ", "-")})
			}
		}
	}
	return all
}
