package main

import (
	"strings"
	"testing"
)

// TestRecord: what is written down is read back, and the rest of the file stays.
func TestRecord(t *testing.T) {
	table := "| ratio | here | goal |\n| --- | --- | --- |\n| a: b / c | 1.25 | at most 2 |\n"
	text := replace("before\n"+begin+"old\n"+end+"after\n", table)
	if want := "before\n" + begin + table + end + "after\n"; text != want {
		t.Errorf("%q", text)
	}
	if got := parse(text); len(got) != 1 || got["a: b / c"] != 1.25 {
		t.Errorf("%v", got)
	}
}

// TestTimes: the least value counts, in every unit; what is no benchmark does not.
func TestTimes(t *testing.T) {
	times := map[string]float64{}
	for _, line := range []string{"goos: linux", "BenchmarkA/b=1-16  100  12.5 ns/op  3 ns/round", "BenchmarkA/b=1-16  100  11 ns/op  4 ns/round", "PASS"} {
		note(times, strings.Fields(line))
	}
	if len(times) != 2 || times["A/b=1 ns/op"] != 11 || times["A/b=1 ns/round"] != 3 {
		t.Errorf("%v", times)
	}
	r := ratio{over: "A/b=1", under: "A/b=1"}
	if q, err := r.of(times); q != 1 || err != nil {
		t.Error(q, err)
	}
	if _, err := (ratio{over: "A/b=1", under: "B"}).of(times); err == nil {
		t.Error("a benchmark that is missing has no ratio")
	}
}
