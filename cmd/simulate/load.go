package main

import (
	"context"
	"errors"
	"fmt"

	"heroicsim/heroic"
	"heroicsim/scenarios"
)

// A job is a scenario that is ready to fight.
type job struct {
	*scenarios.Loaded
	battle *heroic.Battle
}

// load reads and compiles one scenario. Mistakes in it are for mistakeText.
func load(ctx context.Context, std streams, file string, sets []string) (*job, error) {
	return await(ctx, func() (*job, error) { return compile(std, file, sets) })
}

func compile(std streams, file string, sets []string) (*job, error) {
	l, err := scenarios.Load(file, scenarios.Options{Sets: sets, Stdin: std.in})
	if err != nil {
		return nil, err
	}
	b, err := heroic.Compile(l.Scenario)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &job{l, b}, nil
}

// loadAll reads all scenarios, prints the mistakes in them and counts both. Its
// error is that ctx ended.
func loadAll(ctx context.Context, std streams, files, sets []string, quiet bool) (jobs []*job, mistakes int, err error) {
	var others []string // that are no battles
	for _, file := range files {
		j, err := load(ctx, std, file, sets)
		switch {
		case ctx.Err() != nil:
			return nil, 0, context.Cause(ctx)
		case errors.Is(err, scenarios.ErrNotABattle):
			others = append(others, mistakeText(err))
		case err != nil:
			fmt.Fprintln(std.err, mistakeText(err))
			mistakes += count(err)
		default:
			jobs = append(jobs, j)
		}
	}
	mistakes += passOver(std, others, len(jobs)+mistakes, quiet)
	return jobs, mistakes, nil
}

// passOver warns of files that are no battles, so that *.yaml may be named where
// they lie beside battles. Where nothing else was named they are mistakes, and
// counted.
func passOver(std streams, others []string, rest int, quiet bool) (mistakes int) {
	for _, text := range others {
		switch {
		case rest == 0:
			fmt.Fprintln(std.err, text)
			mistakes++
		case !quiet:
			fmt.Fprintf(std.err, "warning: %s; passed over\n", text)
		}
	}
	return mistakes
}

// mistakeText is an error of load, one line a mistake whatever is in the names.
func mistakeText(err error) string {
	var all scenarios.Errors
	if !errors.As(err, &all) {
		return oneLine(err.Error())
	}
	var plain scenarios.Errors
	for _, e := range all {
		line := *e
		line.File, line.Set = oneLine(e.File), oneLine(e.Set)
		line.Path, line.Why = oneLine(e.Path), oneLine(e.Why)
		plain = append(plain, &line)
	}
	return plain.Error()
}

// count is how many mistakes an error of load holds.
func count(err error) int {
	var all scenarios.Errors
	if errors.As(err, &all) {
		return len(all)
	}
	return 1
}

// warn prints what the scenario's author probably did not mean.
func (j *job) warn(std streams) {
	for _, w := range j.Warnings {
		fmt.Fprintf(std.err, "warning: %s\n", oneLine(w.String()))
	}
}

func (j *job) warnings() []string {
	var all []string
	for _, w := range j.Warnings {
		all = append(all, w.String())
	}
	return all
}
