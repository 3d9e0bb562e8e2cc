//go:build unix

package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// inShell runs a script in a shell that finds the program as simulate, in a folder with
// a few files.
func inShell(t *testing.T, shell, script string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("there is no %s here; install it to test its completion", shell)
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "simulate"), []byte("#!/bin/sh\nSIMULATE_TEST_MAIN=1 exec "+shellWord(self)+" \"$@\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, name := range []string{"tonight.yaml", "notes.odt", "thora.gcs", "my battle.yaml"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "camp"), 0o777); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	flags := map[string][]string{"bash": {"--norc", "-c"}, "zsh": {"-f", "-c"}, "fish": {"--no-config", "-c"}}[shell]
	cmd := exec.CommandContext(ctx, path, slices.Concat(flags, []string{script}, args)...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "HOME="+folder, "TERM=dumb")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", shell, err, out)
	}
	return string(out)
}

// TestCompletionInBash completes words as bash takes them apart.
func TestCompletionInBash(t *testing.T) {
	const script = `source <(simulate completion bash)
IFS= read -r COMP_LINE <<<"$1"; COMP_POINT=${#COMP_LINE}; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_simulate
printf '%s\n' "${COMPREPLY[@]}"`
	for _, c := range []struct {
		line  string
		words string // as bash has them, with | between
		want  string // the same way
	}{
		{"simulate sh", "simulate|sh", "show"},
		{"simulate run --format=j", "simulate|run|--format|=|j", "json"},
		{"simulate run --format=", "simulate|run|--format|=", "text|json|csv"},
		{"simulate run -f c", "simulate|run|-f|c", "csv"},
		{"simulate run -q --until", "simulate|run|-q|--until", ""},
		{"simulate run ton", "simulate|run|ton", "tonight.yaml"},
		{"simulate run my", "simulate|run|my", "my battle.yaml"},
		{"simulate run trog", "simulate|run|trog", "troglodytes"},
		{"simulate run duel -o c", "simulate|run|duel|-o|c", "camp"},
		{"simulate run duel --out=c", "simulate|run|duel|--out|=|c", "camp"},
		{"simulate new 4 th", "simulate|new|4|th", "thora.gcs"},
		{"simulate new Party: 4 goblin-", "simulate|new|Party|:|4|goblin-", "goblin-archer"},
		{`simulate new "goblin-`, `simulate|new|"goblin-`, "goblin-archer"},
		{"simulate run --set rules.speed_factor=5 --set rules.sp", "simulate|run|--set|rules.speed_factor|=|5|--set|rules.sp", "rules.speed_factor="},
		{"simulate show --pick wor", "simulate|show|--pick|wor", "worst:"},
		{"simulate import no", "simulate|import|no", ""},
		{"simulate help solv", "simulate|help|solv", "solve"},
	} {
		got := inShell(t, "bash", script, append([]string{"bash", c.line}, strings.Split(c.words, "|")...)...)
		if want := strings.ReplaceAll(c.want, "|", "\n") + "\n"; got != want {
			t.Errorf("%s: %q, want %q", c.line, got, want)
		}
	}
}

func TestCompletionInFish(t *testing.T) {
	const script = `source (simulate completion fish | psub)
for line in $argv
    complete -C "$line" | string replace -r '\t.*' ''
    echo ==
end`
	lines := []struct{ line, want string }{
		{"simulate sh", "show"},
		{"simulate run --format=j", "--format=json"},
		{"simulate run -f c", "csv"},
		{"simulate run ton", "tonight.yaml"},
		{"simulate run trog", "troglodytes"},
		{"simulate run duel -o c", "camp/"},
		{"simulate run duel --out=c", "--out=camp/"},
		{"simulate new 4 th", "thora.gcs"},
		{"simulate new Party: 4 goblin-", "goblin-archer"},
		{"simulate import no", ""},
	}
	var args []string
	want := ""
	for _, c := range lines {
		args = append(args, c.line)
		if c.want != "" {
			want += c.want + "\n"
		}
		want += "==\n"
	}
	if got := inShell(t, "fish", script, args...); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestCompletionInZsh types lines and a tab into a zsh in a terminal of its own, and has
// it print what the line is then.
func TestCompletionInZsh(t *testing.T) {
	const script = `zmodload zsh/zpty
zpty terminal zsh -f -i
zpty -w terminal 'unset zle_bracketed_paste; PS1=; autoload -U compinit; compinit -u -D; source <(simulate completion zsh); print READY'
zpty -r -m terminal seen $'*\nREADY*'
for line in "$@"; do
    zpty -w -n terminal "$line"$'\t\C-aprint -r -- LINE: \n'
    zpty -r -m terminal seen $'*\nLINE: *\n'
    seen=${seen##*$'\n'LINE: }
    print -r -- "${${seen//$'\r'/}%%$'\n'*}"
done`
	lines := []struct{ line, want string }{
		{"simulate comple", "simulate completion"},
		{"simulate run --format=j", "simulate run --format=json"},
		{"simulate run -f c", "simulate run -f csv"},
		{"simulate run ton", "simulate run tonight.yaml"},
		{"simulate run trog", "simulate run troglodytes"},
		{"simulate run duel -o c", "simulate run duel -o camp"}, // it takes the / away again
		{"simulate run duel --out=c", "simulate run duel --out=camp"},
		{"simulate new 4 th", "simulate new 4 thora.gcs"},
		{"simulate new Party: 4 goblin-", "simulate new Party: 4 goblin-archer"},
		{"simulate show --pick wor", "simulate show --pick worst:"},
	}
	args := []string{"zsh"}
	want := ""
	for _, c := range lines {
		args = append(args, c.line)
		want += c.want + "\n"
	}
	got := inShell(t, "zsh", script, args...)
	if got = strings.ReplaceAll(got, " \n", "\n"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
