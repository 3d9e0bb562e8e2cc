// Command simulate fights battles of GURPS Heroic Combat many times and answers
// with probabilities and intervals.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"heroicsim/reports"
)

func main() {
	// A closed pipe is an error of writing and not a signal.
	signal.Ignore(syscall.SIGPIPE)
	code := simulate(interruptible(), console(), os.Args[1:])
	reports.RemoveTemporaries() // of what was given up while it waited
	os.Exit(code)
}

// interruptible is a context that the first signal cancels. The second one ends
// the program at once.
func interruptible() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup wants it
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		<-signals
		cancel()
		<-signals
		reports.RemoveTemporaries()
		os.Exit(exitInterrupted)
	}()
	return ctx
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

	stdout io.Writer // what out writes to in the end

	// lastWords lets out be written to although the program was interrupted.
	lastWords func()
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
	out := &output{ctx: ctx, w: std.out}
	std.out, std.stdout = out, std.out
	std.lastWords = func() { out.ctx = context.WithoutCancel(ctx) }
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
	if errors.As(err, &usage) {
		fmt.Fprintf(w, "simulate: %s\n", clipped(oneLine(err.Error())))
		return exitUsage
	}
	fmt.Fprintf(w, "simulate: %s\n", oneLine(err.Error()))
	return exitFailed
}

// An output remembers the first error of writing, so that nobody else has to. That
// its context ended is one.
type output struct {
	ctx context.Context
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	if o.ctx.Done() == nil {
		n, err := o.w.Write(p)
		o.err = err
		return n, err
	}
	p = bytes.Clone(p) // a write that is given up keeps it
	n, err := await(o.ctx, func() (int, error) { return o.w.Write(p) })
	o.err = err
	return n, err
}

// moment is how long what might wait for ever is waited for after an interruption.
const moment = 100 * time.Millisecond

// await does what may wait for others, such as reading a pipe. When ctx ends and
// it does not in a moment, it is given up and left to the end of the program.
func await[T any](ctx context.Context, do func() (T, error)) (T, error) {
	var none T
	if ctx.Err() != nil {
		return none, context.Cause(ctx)
	}
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := do()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
	}
	select {
	case o := <-done:
		return o.value, o.err
	case <-time.After(moment):
		return none, context.Cause(ctx)
	}
}
