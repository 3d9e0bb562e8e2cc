package bench

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"heroicsim/heroic"
)

// cpp builds the C++ program with each of its generators; it skips where there is no
// compiler.
func cpp(tb testing.TB) (programs []string) {
	tb.Helper()
	compiler, err := exec.LookPath("g++")
	if err != nil {
		tb.Skip("there is no g++ here")
	}
	folder := tb.TempDir()
	for generator := 1; generator <= 3; generator++ {
		program := filepath.Join(folder, fmt.Sprint("heroic", generator))
		if out, err := exec.Command(compiler, "-O3", "-march=native", fmt.Sprint("-DRNG=", generator), "-o", program, "cpp/heroic.cpp").CombinedOutput(); err != nil {
			tb.Fatalf("%v\n%s", err, out)
		}
		programs = append(programs, program)
	}
	return programs
}

// TestCppIsTheSameBattle: the C++ program fights what the engine fights.
func TestCppIsTheSameBattle(t *testing.T) {
	const n = 200_000
	for _, program := range cpp(t) {
		for _, size := range [][2]int{{10, 8}, {40, 40}} {
			out, err := exec.Command(program, fmt.Sprint(size[0]), fmt.Sprint(size[1]), fmt.Sprint(n)).Output()
			if err != nil {
				t.Fatal(err)
			}
			var wins [4]float64
			var rounds float64
			var left [2]float64
			if _, err := fmt.Sscan(string(out), &wins[0], &wins[1], &wins[2], &wins[3], &rounds, &left[0], &left[1]); err != nil {
				t.Fatal(err)
			}
			var engine [4]float64
			var engineRounds float64
			var engineLeft [2]float64
			f := heroic.NewFight(compile(t, melee(standard(size[0], size[1]), 1)))
			for trial := range uint64(n) {
				r := f.Run(2, trial+1)
				engine[r.Outcome]++
				engineRounds += float64(r.Rounds) / n
				for i := range left {
					engineLeft[i] += float64(r.Groups[i].Survivors) / n
				}
			}
			for i := range wins {
				p, q := engine[i]/n, wins[i]/n
				if math.Abs(p-q) > 5*math.Sqrt((p+q+1e-6)/n) {
					t.Errorf("%v, outcome %d: engine %.4f, C++ %.4f", size, i, p, q)
				}
			}
			if math.Abs(engineRounds-rounds) > 0.05 {
				t.Errorf("%v, rounds: engine %.3f, C++ %.3f", size, engineRounds, rounds)
			}
			for i := range left {
				if math.Abs(engineLeft[i]-left[i]) > 0.005*float64(size[i]) {
					t.Errorf("%v, side %d, survivors: engine %.3f, C++ %.3f", size, i, engineLeft[i], left[i])
				}
			}
		}
	}
}

// BenchmarkCpp is a C++ program for one kind of battle that rolls every die, with the
// fastest of its generators.
func BenchmarkCpp(b *testing.B) {
	programs := cpp(b)
	for _, size := range [][2]int{{10, 8}, {100, 100}} {
		b.Run(fmt.Sprintf("scenario=%dv%d", size[0], size[1]), func(b *testing.B) {
			least := time.Duration(math.MaxInt64)
			for _, program := range programs {
				run := exec.Command(program, fmt.Sprint(size[0]), fmt.Sprint(size[1]), fmt.Sprint(b.N))
				var why strings.Builder
				run.Stderr = &why
				begun := time.Now()
				if err := run.Run(); err != nil {
					b.Fatalf("%v: %s", err, &why)
				}
				least = min(least, time.Since(begun))
			}
			b.ReportMetric(float64(least.Nanoseconds())/float64(b.N), "ns/op")
		})
	}
}
