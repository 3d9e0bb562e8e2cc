//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets the tests run the program itself.
func TestMain(m *testing.M) {
	if os.Getenv("SIMULATE_TEST_MAIN") != "" {
		main()
	}
	os.Exit(m.Run())
}

// program is a command line that can be started.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), "SIMULATE_TEST_MAIN=1")
	return cmd
}

// ended waits for cmd and returns its exit status and how long it took.
func ended(t *testing.T, cmd *exec.Cmd) (int, time.Duration) {
	t.Helper()
	begun := time.Now()
	late := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
	defer late.Stop()
	err := cmd.Wait()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), time.Since(begun)
}

// TestSignals sends one where the program waits for its input.
func TestSignals(t *testing.T) {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		cmd := program(t, "run", "-")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond)
		cmd.Process.Signal(s)
		if code, taken := ended(t, cmd); code != exitInterrupted || said.String() != "simulate: interrupted\n" || taken > 5*time.Second {
			t.Errorf("%v: exit %d after %v: %s", s, code, taken, said.String())
		}
	}
}

// TestSignalsLeaveNothing sends two, and a temporary file must not stay behind.
func TestSignalsLeaveNothing(t *testing.T) {
	dir := t.TempDir()
	cmd := program(t, "run", "duel", "-n", "100000000000", "--trials-csv", filepath.Join(dir, "trials.csv"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); len(temporaries(t, dir)) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > 10*time.Second {
			t.Fatal("it writes nothing")
		}
	}
	cmd.Process.Signal(syscall.SIGTERM)
	cmd.Process.Signal(os.Interrupt)
	code, taken := ended(t, cmd)
	if left := temporaries(t, dir); code != exitInterrupted || taken > 5*time.Second || len(left) > 0 {
		t.Errorf("exit %d after %v, left behind %q", code, taken, left)
	}
}

func temporaries(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, ".*.tmp"))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestPipes writes rows of trials into a pipe that is read to its end, whose reader
// leaves, and which has none.
func TestPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for _, lines := range []int{1, 20_001} {
		read := make(chan int)
		go func() {
			f, err := os.Open(pipe)
			if err != nil {
				t.Error(err)
			}
			defer f.Close()
			var got bytes.Buffer
			if lines == 1 {
				io.CopyN(&got, f, 10)
			} else {
				io.Copy(&got, f)
			}
			read <- strings.Count(got.String(), "\n")
		}()
		got := make(chan said)
		go func() { got <- try(t, "run", "duel", "-n", "20000", "--trials-csv", pipe) }()
		n := <-read
		if s := <-got; s.code != exitDone || s.err != "" || !strings.Contains(s.out, "20,000 battles") || lines > 1 && n != lines {
			t.Errorf("%d lines read: %+v", n, s)
		}
	}
	cmd := program(t, "run", "duel", "-n", "1000", "--trials-csv", pipe)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond)
	cmd.Process.Signal(syscall.SIGTERM)
	if code, taken := ended(t, cmd); code != exitInterrupted || taken > 5*time.Second {
		t.Errorf("exit %d after %v", code, taken)
	}
}
