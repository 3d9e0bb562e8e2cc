package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
)

// helpWidth is how wide help is set.
const helpWidth = 80

// notice is what the online policy of Steve Jackson Games asks fan software to
// say.
const notice = `GURPS is a trademark of Steve Jackson Games. This program is unofficial fan
software, free of charge, and is neither produced nor endorsed by Steve Jackson
Games.
`

// help prints the program's help, or a command's.
func help(std streams, args []string) error {
	if len(args) == 0 {
		io.WriteString(std.out, programHelp())
		return nil
	}
	c, err := find(args[0])
	if err != nil {
		return err
	}
	io.WriteString(std.out, c.help())
	return nil
}

func programHelp() string {
	var b strings.Builder
	b.WriteString(`simulate fights battles of GURPS Heroic Combat many times and says what will
happen, and how surely.

Usage: simulate COMMAND ...

`)
	for _, c := range commands {
		fmt.Fprintf(&b, "  %-30s %s\n", c.name+" "+c.args, c.short)
	}
	b.WriteString(`
"simulate help COMMAND" says more. Try: simulate run troglodytes

Exit status: 0 done, 1 failed, 2 bad usage or bad input, 130 interrupted.
`)
	return b.String()
}

// help is the command's own.
func (c *command) help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: simulate %s %s\n\n%s", c.name, c.args, c.long)
	fs, _ := c.flags()
	if fs.HasFlags() {
		b.WriteString("\nFlags:\n")
		fs.VisitAll(func(f *pflag.Flag) { b.WriteString(flagHelp(f)) })
	}
	b.WriteString("\nExamples:\n")
	for _, e := range c.examples {
		b.WriteString("  " + e + "\n")
	}
	return b.String()
}

// The columns of a flag's help: its name, and the text from helpIndent on.
const helpIndent = 26

// flagHelp is a flag, its value, what it does and its default.
func flagHelp(f *pflag.Flag) string {
	value, text := pflag.UnquoteUsage(f)
	name := "      --" + f.Name
	if f.Shorthand != "" {
		name = "  -" + f.Shorthand + ", --" + f.Name
	}
	if f.Value.Type() != "bool" {
		name += " " + value
	}
	if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" && f.DefValue != "[]" {
		text += " (default " + f.DefValue + ")"
	}
	line := fmt.Sprintf("%-*s", helpIndent-1, name)
	var b strings.Builder
	for _, word := range strings.Fields(text) {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > helpWidth {
			b.WriteString(line + "\n")
			line = strings.Repeat(" ", helpIndent-1)
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

func printVersion(w io.Writer) {
	fmt.Fprintf(w, "simulate %s, rules %s\n\n%s", version(), heroic.Edition, notice)
}

// version is the module's, as the build knows it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
