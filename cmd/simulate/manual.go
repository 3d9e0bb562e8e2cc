package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/heroic"
)

// Forms of the manual: all that help says, in one text.
var manuals = []struct {
	name  string
	write func(io.Writer)
}{
	{"markdown", writeMarkdown},
	{"man", writeMan},
}

// manual prints the manual in the form that args name, as in help --manual man.
func manual(std streams, args []string) error {
	var names []string
	for _, m := range manuals {
		if len(args) == 1 && args[0] == m.name {
			m.write(std.out)
			return nil
		}
		names = append(names, m.name)
	}
	return &usageError{fmt.Sprintf("help --manual takes one of %s", strings.Join(names, ", ")), "see simulate help"}
}

// writeMarkdown writes docs/cli.md.
func writeMarkdown(w io.Writer) {
	fmt.Fprint(w, "# Commands\n\n",
		"All commands with all flags, as `simulate help COMMAND` tells of them. This page is made of the program itself, by\n",
		"`go run ./cmd/simulate help --manual markdown > docs/cli.md`; `simulate help --manual man` is the same as a man page.\n\n",
		"| command | does |\n| --- | --- |\n")
	for _, c := range commands {
		fmt.Fprintf(w, "| [`%s %s`](#simulate-%s) | %s |\n", c.name, c.args, c.name, c.short)
	}
	fmt.Fprint(w, "\n`simulate help COMMAND` says more of one, `simulate --version` which program and rules these are.\n\n",
		exitText+"\n")
	for _, c := range commands {
		fmt.Fprintf(w, "\n## simulate %s\n\n```\nsimulate %[1]s %s\n```\n\n", c.name, c.args)
		for _, p := range paragraphs(c.long) {
			if p.set {
				fmt.Fprintf(w, "```\n%s\n```\n\n", p.text)
				continue
			}
			fmt.Fprintf(w, "%s\n\n", markdownText(p.text))
		}
		fs, _ := c.flags()
		if fs.HasFlags() {
			fmt.Fprint(w, "| flag | meaning | default |\n| --- | --- | --- |\n")
			fs.VisitAll(func(f *pflag.Flag) {
				name, text, value := flagParts(f)
				fmt.Fprintf(w, "| `%s` | %s | %s |\n", name, markdownText(text), value)
			})
			fmt.Fprintln(w)
		}
		fmt.Fprint(w, "```\n", strings.Join(c.examples, "\n"), "\n```\n")
	}
}

// markdownText is a text in which nothing means more than itself.
func markdownText(s string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", `\<`, "_", `\_`).Replace(s)
}

const exitText = "Exit status: 0 done, 1 failed, 2 bad usage or bad input, 130 interrupted."

// writeMan writes a man page.
func writeMan(w io.Writer) {
	fmt.Fprintf(w, ".TH SIMULATE 1 \"\" \"simulate, rules %s\"\n.SH NAME\nsimulate \\- fight battles of GURPS Heroic Combat many times\n", heroic.Edition)
	fmt.Fprint(w, ".SH SYNOPSIS\n.B simulate\n.I COMMAND\n\\&...\n.SH DESCRIPTION\n",
		"Fights battles of GURPS Heroic Combat many times and says what will happen, and how surely.\n")
	for _, c := range commands {
		fmt.Fprintf(w, ".SH %s\n.B simulate %s\n.I %s\n", strings.ToUpper(manText(c.name)), manText(c.name), manText(c.args))
		for _, p := range paragraphs(c.long) {
			if p.set {
				fmt.Fprintf(w, ".PP\n.nf\n%s\n.fi\n", manText(p.text))
				continue
			}
			fmt.Fprintf(w, ".PP\n%s\n", manText(p.text))
		}
		fs, _ := c.flags()
		fs.VisitAll(func(f *pflag.Flag) {
			name, text, value := flagParts(f)
			if value != "" {
				text += " (default " + value + ")"
			}
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", manText(name), manText(text))
		})
		fmt.Fprintf(w, ".PP\nExamples:\n.PP\n.nf\n%s\n.fi\n", manText(strings.Join(c.examples, "\n")))
	}
	fmt.Fprintf(w, ".SH EXIT STATUS\n%s\n.SH NOTES\n%s", manText(strings.TrimPrefix(exitText, "Exit status: ")), manText(notice))
}

// manText is a text in which nothing means more than itself.
func manText(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "^", `\(ha`, "~", `\(ti`).Replace(s)
	var b strings.Builder
	for line := range strings.Lines(s) {
		if strings.HasPrefix(line, ".") {
			b.WriteString(`\&`)
		}
		b.WriteString(line)
	}
	return b.String()
}

// A paragraph of help is set as it stands if its lines are set in.
type paragraph struct {
	text string
	set  bool
}

func paragraphs(help string) (all []paragraph) {
	for _, text := range strings.Split(strings.Trim(help, "\n"), "\n\n") {
		var last *paragraph
		for line := range strings.Lines(text + "\n") {
			line = strings.TrimRight(line, "\n")
			if set := strings.HasPrefix(line, " "); last == nil || last.set != set {
				all = append(all, paragraph{line, set})
				last = &all[len(all)-1]
				continue
			}
			last.text += "\n" + line
		}
	}
	return all
}

// flagParts are a flag's names with its value, what it does, and its default, if it has
// one that is worth telling.
func flagParts(f *pflag.Flag) (name, text, value string) {
	value, text = pflag.UnquoteUsage(f)
	name = "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	if f.Value.Type() != "bool" {
		name += " " + value
	}
	switch f.DefValue {
	case "", "0", "false", "[]":
		return name, text, ""
	}
	return name, text, f.DefValue
}
