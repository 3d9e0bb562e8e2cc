package main

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// asked is what may follow, as words with a space between.
func asked(t *testing.T, words ...string) string {
	t.Helper()
	got := try(t, append([]string{completeName, "fish"}, words...)...)
	if got.code != exitDone || got.err != "" {
		t.Fatalf("%q: %+v", words, got)
	}
	var all []string
	for line := range strings.Lines(got.out) {
		word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all = append(all, word)
	}
	return strings.Join(all, " ")
}

func TestComplete(t *testing.T) {
	for _, c := range []struct{ words, want string }{ // | between words
		{"s", "show sweep solve sensitivity schema"},
		{"--v", "--version"},
		{"help|comp", "compare completion"},
		{"help|run|", ""},
		{"nosuch|", ""},
		{"run|--p", "--precision"},
		{"run|--precision|", ""},
		{"run|-f|", "text json csv"},
		{"run|-qf|", "text json csv"},
		{"run|--format|js", "json"},
		{"run|--format=js", "--format=json"},
		{"run|--quiet=", ""},
		{"run|--nosuch=", ""},
		{"run|-q|--qui", ""},
		{"run|--set|a=1|--se", "--seed --set"},
		{"run|--trials-csv|", ":files .csv"},
		{"run|--trials-csv=", ":files .csv"},
		{"run|--out|", ":folders"},
		{"run|duel|--|--f", ":files .yaml .yml"},
		{"show|duel|", ""},
		{"show|due", "duel :files .yaml .yml"},
		{"compare|duel|due", "duel :files .yaml .yml"},
		{"compare|duel|duel|", ""},
		{"sweep|duel|--resume|", ":files .jsonl"},
		{"sweep|duel|--vary|battlefield.d", "battlefield.distance="},
		{"tactics|duel|--tactics|all", "all-out-offensive all-out-defensive"},
		{"list|units|--show|dwa", "dwarf-warrior dwarf"},
		{"schema|", "scenario units rules"},
		{"schema|units|", ""},
		{"completion|", "bash zsh fish"},
		{"import|", ":files .gcs .json .db .txt"},
		{"new|v", ":files .gcs .json .db .txt .yaml .yml"},
		{"new|4|ogre|v", "vs :files .gcs .json .db .txt .yaml .yml"},
		{"new|ogre|vs|v", ":files .gcs .json .db .txt .yaml .yml"},
		{"new|ogre|vs|wolf|-o|", ":files .yaml .yml"},
		{"merge|", ":folders"},
		{"merge|parts|", ""},
		{"list|u", "units"},
		{"list|units|ogr", "ogre"},
		{"list|scenarios|troglo", "troglodytes"},
	} {
		if got := asked(t, strings.Split(c.words, "|")...); got != c.want {
			t.Errorf("%s: %q, want %q", c.words, got, c.want)
		}
	}
	for _, args := range [][]string{{}, {"bash"}, {"bash", ""}} {
		if got := try(t, append([]string{completeName}, args...)...); got.code != exitDone || got.err != "" {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

// TestCompleteAll: every command has its arguments, and every flag's values can be asked
// for.
func TestCompleteAll(t *testing.T) {
	for _, c := range commands {
		if argumentsOf[c.name] == nil {
			t.Errorf("nothing completes the arguments of %s", c.name)
		}
		fs, _ := c.flags()
		fs.VisitAll(func(f *pflag.Flag) {
			if got := asked(t, c.name, "--"+f.Name); !strings.Contains(" "+got+" ", " --"+f.Name+" ") {
				t.Errorf("%s --%s: %q", c.name, f.Name, got)
			}
			_, choice := f.Value.(wordFlag)
			if values := asked(t, c.name, "--"+f.Name, ""); choice && values == "" {
				t.Errorf("%s --%s: no values", c.name, f.Name)
			}
		})
	}
	if len(argumentsOf) != len(commands) {
		t.Errorf("arguments of %d commands, and there are %d", len(argumentsOf), len(commands))
	}
}

func TestUnquoted(t *testing.T) {
	for word, want := range map[string]string{
		"plain": "plain", `my\ file`: "my file", `"my fi`: "my fi", `'a\b'c`: `a\bc`, `"a\"b"`: `a"b`, `\`: "", "": "",
	} {
		if got := unquoted(word); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

func TestCompletionScripts(t *testing.T) {
	for _, shell := range shells {
		got := try(t, "completion", shell)
		if got.code != exitDone || got.err != "" || !strings.Contains(got.out, completeName+" "+shell+" ") {
			t.Errorf("%s: %+v", shell, got)
		}
	}
	for line, want := range map[string]string{
		"completion":      `simulate: completion takes one of bash, zsh, fish: ""; see simulate completion --help` + "\n",
		"completion fihs": `simulate: completion takes one of bash, zsh, fish: "fihs"; did you mean fish? See simulate completion --help` + "\n",
	} {
		if got := try(t, strings.Fields(line)...); got.code != exitUsage || got.err != want || got.out != "" {
			t.Errorf("%s: %+v", line, got)
		}
	}
}
