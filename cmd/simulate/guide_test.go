package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A fence is a block of a page between lines of three backquotes.
type fence struct {
	first, last int    // lines within
	language    string // behind the first backquotes
	before      string // the text since the fence before
}

// fences are those of a page.
func fences(t *testing.T, lines []string) (all []fence) {
	t.Helper()
	open, since := -1, 0
	for i, line := range lines {
		switch {
		case !strings.HasPrefix(line, "```"):
		case open < 0:
			open = i
		default:
			all = append(all, fence{open + 1, i, strings.TrimPrefix(lines[open], "```"), strings.Join(lines[since:open], "\n")})
			open, since = -1, i+1
		}
	}
	if open >= 0 {
		t.Fatalf("line %d: a block without an end", open+1)
	}
	return all
}

// leftOut stands where a page does not have all that is printed.
const leftOut = "…"

// guideMasks are what differs between two runs, and what an edition of the rules is
// called.
var guideMasks = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`\s+([0-9,.×]+ [^\n]*) in (under 0\.01 s|[0-9.]+ s|[0-9]+ min[0-9 s]*)\n`), " $1\n"},
	{regexp.MustCompile(`rules\s+heroic-[0-9a-f+]+`), "rules"},
}

func masked(text string) string {
	for _, m := range guideMasks {
		text = m.from.ReplaceAllString(text, m.to)
	}
	return text
}

// TestGuides runs the commands of the guides and the README, and wants what stands below them.
// -update writes what they print now.
func TestGuides(t *testing.T) {
	pages, err := filepath.Glob("../../docs/guide-*.md")
	if err != nil || len(pages) < 2 {
		t.Fatalf("%q: %v", pages, err)
	}
	pages = append(pages, "../../README.md")
	for _, page := range pages {
		t.Run(filepath.Base(page), func(t *testing.T) { checkGuide(t, page) })
	}
}

func checkGuide(t *testing.T, page string) {
	page, err := filepath.Abs(page)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	lines := strings.Split(string(text), "\n")
	var fresh []string // the page with what is printed now
	copied, commands := 0, 0
	for _, f := range fences(t, lines) {
		body := lines[f.first:f.last]
		switch command, ok := strings.CutPrefix(body[0], "$ simulate "); {
		case f.language == "yaml":
			saveFence(t, f, body)
		case f.language == "diff":
			changeFile(t, f, body)
		case !ok && f.first == firstSample(lines):
		case !ok:
			t.Errorf("line %d: neither a command nor a file", f.first+1)
		default:
			commands++
			got := try(t, strings.Fields(command)...)
			if got.code != exitDone || got.err != "" {
				t.Fatalf("%s: %+v", command, got)
			}
			want, shown := body[1:], strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
			if got.out == "" {
				shown = nil
			}
			if n := len(want) - 1; n >= 0 && want[n] == leftOut {
				want, shown = want[:n], shown[:min(n, len(shown))]
				fresh = append(append(append(fresh, lines[copied:f.first+1]...), shown...), leftOut)
			} else {
				fresh = append(append(fresh, lines[copied:f.first+1]...), shown...)
			}
			copied = f.last
			if g, w := masked(strings.Join(shown, "\n")+"\n"), masked(strings.Join(want, "\n")+"\n"); !*update && g != w {
				t.Errorf("line %d: -update rewrites it; %s prints\n%s", f.first+1, command, strings.Join(shown, "\n"))
			}
		}
	}
	if commands == 0 {
		t.Error("there is no command")
	}
	fresh = append(fresh, lines[copied:]...)
	if *update {
		if err := os.WriteFile(page, []byte(strings.Join(fresh, "\n")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// firstSample is where the README shows what stands in TestReadme.
func firstSample(lines []string) int {
	for i, line := range lines {
		if strings.HasPrefix(line, "    go run ./cmd/simulate run ") {
			return i + 3
		}
	}
	return -1
}

// changeFile makes the changes of a page to the file that was written last: a line that
// begins with - becomes the one below it. The lines stand in the file's order.
func changeFile(t *testing.T, f fence, body []string) {
	t.Helper()
	names := fileName.FindAllString(f.before, -1)
	if names == nil {
		t.Fatalf("line %d: changes to no file", f.first+1)
	}
	name := names[len(names)-1]
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(fmt.Errorf("line %d: %w", f.first+1, err))
	}
	done, rest := "", string(text)
	for i := 0; i+1 < len(body); i += 2 {
		old, isOld := strings.CutPrefix(body[i], "-")
		fresh, isNew := strings.CutPrefix(body[i+1], "+")
		before, after, found := strings.Cut(rest, old+"\n")
		if !isOld || !isNew || !found {
			t.Fatalf("line %d: %s is not there, or not in this order:\n%s", f.first+1+i, body[i], text)
		}
		done, rest = done+before+fresh+"\n", after
	}
	if err := os.WriteFile(name, []byte(done+rest), 0o666); err != nil {
		t.Fatal(err)
	}
}

var fileName = regexp.MustCompile(`[a-z-]+\.yaml`)

// saveFence writes a file of a guide under the name that stands before it.
func saveFence(t *testing.T, f fence, body []string) {
	t.Helper()
	names := regexp.MustCompile("`([a-z-]+\\.yaml)`").FindAllStringSubmatch(f.before, -1)
	if names == nil {
		t.Fatalf("line %d: a file without a name", f.first+1)
	}
	if err := os.WriteFile(names[len(names)-1][1], []byte(strings.Join(body, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(fmt.Errorf("line %d: %w", f.first+1, err))
	}
}
