// Command simulate fights battles of GURPS Heroic Combat many times and answers
// with probabilities and intervals.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/term"
)

func main() {
	// A closed pipe is an error of writing and not a signal.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second one ends the program at once
	os.Exit(simulate(ctx, console(), os.Args[1:]))
}

// The exit statuses.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2 // bad usage or bad input
	exitInterrupted = 130
)

// streams are what the program talks through.
type streams struct {
	in       io.Reader
	out, err io.Writer
	width    int  // columns for text; 0: unknown, and 80 are used
	terminal bool // err is a terminal, so that progress may be shown
}

// console is the process's own streams.
func console() streams {
	std := streams{in: os.Stdin, out: os.Stdout, err: os.Stderr, terminal: term.IsTerminal(int(os.Stderr.Fd()))}
	if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil {
		std.width = width
	}
	std.width = columnsWanted(os.Getenv("COLUMNS"), std.width)
	return std
}

// columnsWanted is the width that the environment asks for, or else the terminal's.
func columnsWanted(environment string, terminal int) int {
	if n, err := strconv.Atoi(environment); err == nil && n > 0 {
		return n
	}
	return terminal
}

// helpColumns is the width to which help and lists are set: that of the terminal,
// but neither too narrow for anything to fit nor wider than one reads with ease.
func (s streams) helpColumns() int {
	if s.width <= 0 {
		return helpWidth
	}
	return max(40, min(s.width, helpWidth))
}

// A usageError is a mistake on the command line.
type usageError struct {
	text string
	hint string // where to read on; may be empty
}

// Error is one line.
func (e *usageError) Error() string {
	switch {
	case e.hint == "":
		return e.text
	case strings.HasSuffix(e.text, "?"):
		return e.text + " " + strings.ToUpper(e.hint[:1]) + e.hint[1:]
	}
	return e.text + "; " + e.hint
}

func usagef(format string, args ...any) error {
	return &usageError{text: fmt.Sprintf(format, args...)}
}

// A status is an exit status whose reason has been printed already.
type status int

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// simulate runs one command line and returns its exit status.
func simulate(ctx context.Context, std streams, args []string) int {
	out := &output{w: std.out}
	std.out = out
	err := dispatch(ctx, std, args)
	switch {
	case out.err == nil, err != nil && !errors.Is(err, out.err):
	case errors.Is(out.err, syscall.EPIPE):
		return exitDone
	default:
		err = fmt.Errorf("writing to standard output: %w", out.err)
	}
	return conclude(std.err, err)
}

// conclude prints err, if it has not been, and finds its exit status.
func conclude(w io.Writer, err error) int {
	var done status
	var usage *usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &done):
		return int(done)
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(w, "simulate: interrupted")
		return exitInterrupted
	}
	fmt.Fprintf(w, "simulate: %v\n", err)
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailed
}

// An output remembers the first error of writing, so that nobody else has to.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(p)
	o.err = err
	return n, err
}
