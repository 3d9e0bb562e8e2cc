package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestManual: docs/cli.md says what the program says. The command that it names makes it
// anew.
func TestManual(t *testing.T) {
	got := try(t, "help", "--manual", "markdown")
	if got.code != exitDone || got.err != "" {
		t.Fatalf("%+v", got)
	}
	if *update {
		if err := os.WriteFile("../../docs/cli.md", []byte(got.out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile("../../docs/cli.md"); err != nil || string(text) != got.out {
		t.Errorf("docs/cli.md is stale (%v); make it anew: go run ./cmd/simulate help --manual markdown > docs/cli.md", err)
	}
	for _, c := range commands {
		if !strings.Contains(got.out, "\n## simulate "+c.name+"\n") {
			t.Errorf("nothing of %s", c.name)
		}
		fs, _ := c.flags()
		_, part, _ := strings.Cut(got.out, "\n## simulate "+c.name+"\n")
		part, _, _ = strings.Cut(part, "\n## ")
		fs.VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(part, "--"+f.Name) {
				t.Errorf("%s: nothing of --%s", c.name, f.Name)
			}
		})
	}
	for _, args := range [][]string{{"help", "--manual"}, {"help", "--manual", "pdf"}, {"help", "--manual", "man", "x"}} {
		if got := try(t, args...); got.code != exitUsage || got.out != "" || got.err != "simulate: help --manual takes one of markdown, man; see simulate help\n" {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

// TestManPage has a reader of man pages find no fault with ours, if there is one.
func TestManPage(t *testing.T) {
	page := try(t, "help", "--manual", "man").out
	for line := range strings.Lines(page) {
		for _, request := range []string{".TH ", ".SH ", ".B ", ".I ", ".PP\n", ".TP\n", ".nf\n", ".fi\n"} {
			if strings.HasPrefix(line, request) {
				line = ""
			}
		}
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			t.Errorf("a reader would take this for a request: %s", line)
		}
	}
	mandoc, err := exec.LookPath("mandoc")
	if err != nil {
		t.Skip("there is no mandoc here; install it to check the man page")
	}
	cmd := exec.CommandContext(t.Context(), mandoc, "-T", "lint", "-W", "warning")
	cmd.Stdin = strings.NewReader(page)
	out, _ := cmd.CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if !strings.Contains(line, "missing date") { // which would be another at each build
			t.Errorf("%s", line)
		}
	}
}
