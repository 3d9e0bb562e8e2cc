// Command ratios runs the benchmarks, and compares the ratios that they come to
// with those recorded in bench/README.md:
//
//	go run ./bench/ratios            # compare
//	go run ./bench/ratios -record    # write down those of this run
//
// The benchmarks are run several times over, one after the other, and the fastest
// time of each counts: that is least disturbed by whatever else the machine does.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

const (
	profile = "cmd/simulate/default.pgo" // as the program is built with it
	record  = "bench/README.md"
	begin   = "<!-- ratios -->\n"
	end     = "<!-- end of ratios -->\n"

	// worse is by how much a ratio may be off its recorded one before it is said.
	worse = 1.25
)

// A ratio is of the times of two benchmarks, in one unit.
type ratio struct {
	name        string
	over, under string
	unit        string // ns/op unless given
	goal        string
	more        bool // is better
	optional    bool // needs a C++ compiler
}

var ratios = []ratio{
	{name: "10 against 8: engine / hand-written loop", over: battle("10v8", "table", 1), under: "Loop/scenario=10v8", goal: "at most 1.5"},
	{name: "100 against 100: engine / hand-written loop", over: battle("100v100", "table", 1), under: "Loop/scenario=100v100"},
	{name: "1,000 against 1,000: engine / hand-written loop", over: battle("1000v1000", "table", 1), under: "Loop/scenario=1000v1000"},
	{name: "duel: dice / tables", over: battle("duel", "dice", 1), under: battle("duel", "table", 1), more: true},
	{name: "10 against 8: dice / tables", over: battle("10v8", "dice", 1), under: battle("10v8", "table", 1), goal: "at least 2.5", more: true},
	{name: "100 against 100: dice / tables", over: battle("100v100", "dice", 1), under: battle("100v100", "table", 1), goal: "at least 5", more: true},
	{name: "1,000 against 1,000: dice / tables", over: battle("1000v1000", "dice", 1), under: battle("1000v1000", "table", 1), more: true},
	{name: "missiles: dice / tables", over: battle("missiles", "dice", 1), under: battle("missiles", "table", 1), more: true},
	{name: "three a side: dice / tables", over: battle("three-a-side", "dice", 1), under: battle("three-a-side", "table", 1), more: true},
	{name: "10 against 8: every die rolled / in C++", over: battle("10v8", "dice", 1), under: "Cpp/scenario=10v8", goal: "at most 1", optional: true},
	{name: "100 against 100: every die rolled / in C++", over: battle("100v100", "dice", 1), under: "Cpp/scenario=100v100", goal: "at most 1", optional: true},
	{name: "10 against 8: every die in C++ / tables", over: "Cpp/scenario=10v8", under: battle("10v8", "table", 1), goal: "at least 2.5", more: true, optional: true},
	{name: "100 against 100: every die in C++ / tables", over: "Cpp/scenario=100v100", under: battle("100v100", "table", 1), goal: "at least 2.5", more: true, optional: true},
	{name: "10 against 8: 1 worker / 2 workers", over: battle("10v8", "table", 1), under: battle("10v8", "table", 2), goal: "at least 1.9", more: true},
	{name: "three a side: 1 worker / 2 workers", over: battle("three-a-side", "table", 1), under: battle("three-a-side", "table", 2), goal: "at least 1.9", more: true},
	{name: "the hand-written loop: 1 worker / 2 workers", over: "Loop/scenario=10v8", under: "Loop/scenario=10v8/workers=2", more: true},
	{name: "10 against 8: exact / one trial", over: "Exact/scenario=10v8", under: battle("10v8", "table", 1)},
	{name: "a round: 10,000 combatants / 10", over: "Round/combatants=10000/groups=2", under: "Round/combatants=10/groups=2", unit: "ns/round", goal: "about 1"},
	{name: "a round: 1,000,000 combatants / 10", over: "Round/combatants=1000000/groups=2", under: "Round/combatants=10/groups=2", unit: "ns/round", goal: "about 1"},
	{name: "a round: 16 groups / 4", over: "Round/combatants=1600/groups=16", under: "Round/combatants=1600/groups=4", unit: "ns/round", goal: "about 4"},
}

func battle(scenario, way string, workers int) string {
	return fmt.Sprintf("Battle/scenario=%s/way=%s/workers=%d", scenario, way, workers)
}

func main() {
	count := flag.Int("count", 3, "how often each benchmark is run")
	benchtime := flag.String("benchtime", "1s", "how long each time")
	write := flag.Bool("record", false, "write the ratios into "+record)
	flag.Parse()
	if err := run(*count, *benchtime, *write); err != nil {
		fmt.Fprintln(os.Stderr, "ratios:", err)
		os.Exit(1)
	}
}

func run(count int, benchtime string, write bool) error {
	text, err := os.ReadFile(record)
	if err != nil {
		return errors.New("run it in the folder that holds go.mod: " + err.Error())
	}
	times, err := measure(count, benchtime)
	if err != nil {
		return err
	}
	recorded := parse(string(text))
	fmt.Printf("%-48s %11s %11s   %s\n", "ratio", "now", "recorded", "goal")
	off, table := 0, "| ratio | here | goal |\n| --- | --- | --- |\n"
	for _, r := range ratios {
		now, err := r.of(times)
		if err != nil && r.optional {
			fmt.Printf("%-48s %11s %11s   %s\n", r.name, "no g++", orDash(recorded, r.name), r.goal)
			table += fmt.Sprintf("| %s | no g++ | %s |\n", r.name, r.goal)
			continue
		}
		if err != nil {
			return err
		}
		table += fmt.Sprintf("| %s | %s | %s |\n", r.name, digits(now), r.goal)
		verdict := ""
		if was, ok := recorded[r.name]; ok && !write && (r.more && now*worse < was || !r.more && now > was*worse) {
			verdict, off = "  worse", off+1
		}
		fmt.Printf("%-48s %11s %11s   %s%s\n", r.name, digits(now), orDash(recorded, r.name), r.goal, verdict)
	}
	if write {
		return os.WriteFile(record, []byte(replace(string(text), table)), 0o644)
	}
	if off > 0 {
		return fmt.Errorf("%d of %d ratios are worse than recorded; on a busy machine try again with -count 10", off, len(ratios))
	}
	return nil
}

func (r ratio) of(times map[string]float64) (float64, error) {
	unit := r.unit
	if unit == "" {
		unit = "ns/op"
	}
	over, under := times[r.over+" "+unit], times[r.under+" "+unit]
	if over == 0 || under == 0 {
		return 0, fmt.Errorf("no time for %s or %s", r.over, r.under)
	}
	return over / under, nil
}

// measure runs the benchmarks, and returns the least value of each in each unit, by
// name and unit.
func measure(count int, benchtime string) (map[string]float64, error) {
	folder, err := os.MkdirTemp("", "ratios")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, "bench.test")
	build := exec.Command("go", "test", "-c", "-pgo="+profile, "-o", program, "./bench")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, err
	}
	times := map[string]float64{}
	for n := range count {
		fmt.Fprintf(os.Stderr, "run %d of %d\n", n+1, count)
		test := exec.Command(program, "-test.run", "^$", "-test.bench", ".", "-test.benchtime", benchtime)
		test.Dir, test.Stderr = "bench", os.Stderr // as go test does
		out, err := test.Output()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(out)) {
			note(times, strings.Fields(line))
		}
	}
	return times, nil
}

// procs is what the testing package puts behind a name.
var procs = regexp.MustCompile(`-\d+$`)

// note takes a line like "BenchmarkX-2  1000  12.3 ns/op  4.5 ns/round".
func note(times map[string]float64, fields []string) {
	if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
		return
	}
	name := procs.ReplaceAllString(strings.TrimPrefix(fields[0], "Benchmark"), "")
	for i := 2; i+1 < len(fields); i += 2 {
		value, err := strconv.ParseFloat(fields[i], 64)
		if key := name + " " + fields[i+1]; err == nil && (times[key] == 0 || value < times[key]) {
			times[key] = value
		}
	}
}

// parse reads the recorded ratios.
func parse(text string) map[string]float64 {
	recorded := map[string]float64{}
	_, rest, _ := strings.Cut(text, begin)
	rows, _, _ := strings.Cut(rest, end)
	for row := range strings.Lines(rows) {
		cells := strings.Split(row, "|")
		if len(cells) < 4 {
			continue
		}
		if value, err := strconv.ParseFloat(strings.TrimSpace(cells[2]), 64); err == nil {
			recorded[strings.TrimSpace(cells[1])] = value
		}
	}
	return recorded
}

// replace puts another table in the place of the recorded one.
func replace(text, table string) string {
	before, rest, _ := strings.Cut(text, begin)
	_, after, _ := strings.Cut(rest, end)
	return before + begin + table + end + after
}

// digits writes a ratio as exactly as it is worth.
func digits(ratio float64) string {
	if ratio >= 1000 {
		return strconv.FormatFloat(ratio, 'g', 2, 64)
	}
	return strconv.FormatFloat(ratio, 'f', 2, 64)
}

func orDash(recorded map[string]float64, name string) string {
	if value, ok := recorded[name]; ok {
		return digits(value)
	}
	return "-"
}
