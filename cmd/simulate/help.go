package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"heroicsim/reports"
)

// helpWidth is how wide help is set where there is room.
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
		io.WriteString(std.out, programHelp(std.helpColumns()))
		return nil
	}
	if args[0] == "--manual" {
		return manual(std, args[1:])
	}
	if len(args) > 1 {
		return &usageError{fmt.Sprintf("help takes one command: %q", args[1]), "see simulate help"}
	}
	c, err := find(args[0])
	if err != nil {
		return err
	}
	io.WriteString(std.out, c.help(std.helpColumns()))
	return nil
}

func programHelp(width int) string {
	var b strings.Builder
	b.WriteString(`simulate fights battles of GURPS Heroic Combat many times and says what will
happen, and how surely.

Usage: simulate COMMAND ...

`)
	for _, c := range commands {
		fmt.Fprintf(&b, "  %-21s %s\n", c.name+" "+c.args, c.short)
	}
	b.WriteString(`
"simulate help COMMAND" says more. Try: simulate run troglodytes

` + exitText + "\n")
	return reflow(b.String(), width)
}

// reflow fits a text of at most helpWidth columns to fewer: paragraphs, and lines
// of a term and its explanation. Other lines that are set in are left alone.
func reflow(text string, width int) string {
	if width >= helpWidth {
		return text
	}
	var b strings.Builder
	label, words := "", ""
	flush := func() {
		if label != "" || words != "" {
			b.WriteString(reports.Wrapped(label, words, width))
		}
		label, words = "", ""
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch m := explained.FindStringSubmatch(line); {
		case line == "":
			flush()
			b.WriteString("\n")
		case strings.HasPrefix(line, strings.Repeat(" ", 10)): // goes on with the line before
			words += " " + strings.TrimSpace(line)
		case m != nil:
			flush()
			label, words = m[1], m[2]
			if utf8.RuneCountInString(label) > width/2 {
				label, words = "", strings.TrimSpace(label)+": "+words
			}
		case strings.HasPrefix(line, " "):
			flush()
			b.WriteString(line + "\n")
		default:
			if label != "" {
				flush()
			}
			words += " " + line
		}
	}
	flush()
	return b.String()
}

// explained is a line of a term, some spaces, and its explanation.
var explained = regexp.MustCompile(`^(  \S.*?\S {2,})(\S.*)$`)

// help is the command's own.
func (c *command) help(width int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: simulate %s %s\n\n%s", c.name, c.args, reflow(c.long, width))
	fs, _ := c.flags()
	if fs.HasFlags() {
		b.WriteString("\nFlags:\n")
		fs.VisitAll(func(f *pflag.Flag) { b.WriteString(flagHelp(f, width)) })
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
func flagHelp(f *pflag.Flag, width int) string {
	name, text, value := flagParts(f)
	if f.Shorthand == "" {
		name = "    " + name
	}
	name = "  " + name
	if value != "" {
		text += " (default " + value + ")"
	}
	if width < helpWidth*3/4 {
		return name + "\n" + reports.Wrapped(strings.Repeat(" ", 8), text, width)
	}
	return reports.Wrapped(fmt.Sprintf("%-*s", helpIndent, name), text, width)
}
