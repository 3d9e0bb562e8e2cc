package main

import (
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

// load reads and compiles one scenario.
func load(std streams, file string, sets []string) (*job, error) {
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

// loadAll reads all scenarios, prints the mistakes in them and counts both.
func loadAll(std streams, files, sets []string) (jobs []*job, mistakes int) {
	for _, file := range files {
		j, err := load(std, file, sets)
		if err != nil {
			fmt.Fprintln(std.err, err)
			mistakes += count(err)
			continue
		}
		jobs = append(jobs, j)
	}
	return jobs, mistakes
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
		fmt.Fprintf(std.err, "warning: %v\n", w)
	}
}

func (j *job) warnings() []string {
	var all []string
	for _, w := range j.Warnings {
		all = append(all, w.String())
	}
	return all
}
