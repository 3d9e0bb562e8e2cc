package reports

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// contents are the files in dir, by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "result")
	for _, s := range []string{"one", "two"} {
		if err := Save(path, text(s)); err != nil {
			t.Fatal(err)
		}
		if got := contents(t, dir); len(got) != 1 || got["result"] != s {
			t.Errorf("%q", got)
		}
	}
	errBad := errors.New("bad")
	err := Save(path, func(w io.Writer) error {
		io.WriteString(w, "half")
		return errBad
	})
	if got := contents(t, dir); err != errBad || len(got) != 1 || got["result"] != "two" {
		t.Errorf("error %v, files %q", err, got)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o400 == 0 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestSaveFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target", link); err != nil {
		t.Skip(err)
	}
	if err := Save(link, text("new")); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, dir); got["target"] != "new" || len(got) != 2 {
		t.Errorf("%q", got)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
}

func TestSaveNowhere(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "no", "such", "file"), dir} {
		if err := Save(path, text("x")); err == nil {
			t.Errorf("%s: saved", path)
		}
	}
	if got := contents(t, dir); len(got) != 0 {
		t.Errorf("left behind: %q", got)
	}
}

func TestSaveDevice(t *testing.T) {
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Skip(err)
	}
	if err := Save(os.DevNull, text("x")); err != nil {
		t.Error(err)
	}
}

func TestSaveAll(t *testing.T) {
	run := eveningRun(t, 10)
	for _, several := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "new", "folder")
		runs := []*Run{run}
		if several {
			runs = append(runs, run)
		}
		var files []string
		for _, r := range runs {
			files = append(files, r.File)
		}
		all := FileNames(files, several)
		if err := CheckFolder(dir, all); err != nil {
			t.Fatal(err)
		}
		if got := tree(t, dir); len(got) != 0 {
			t.Errorf("left behind: %q", got)
		}
		names, err := SaveAll(t.Context(), dir, runs, several)
		if err != nil {
			t.Fatal(err)
		}
		got := tree(t, dir)
		for _, name := range names {
			if got[name] == "" || !slices.Contains(all, name) {
				t.Errorf("%s has %d bytes, and is one of %q", name, len(got[name]), all)
			}
		}
		if len(got) != len(names) {
			t.Errorf("%d files, of which %q are told", len(got), names)
		}
		for _, name := range []string{"report.html", "result.json", "outcomes.csv", "groups.csv", "rounds.csv"} {
			if got[name] == "" {
				t.Errorf("%s is missing", name)
			}
		}
		want := "report.html, result.json, outcomes.csv, groups.csv, rounds.csv, summary.txt, 5 plots as PNG and SVG"
		if several {
			want = "report.html, result.json, outcomes.csv, groups.csv, rounds.csv, summary.txt, 1 plot as PNG and SVG, and a folder for each scenario"
			if !strings.Contains(got["report.html"], `href="tonight/report.html"`) || !strings.Contains(got["report.html"], `href="tonight-2/report.html"`) {
				t.Error("the index leads nowhere")
			}
		}
		if text := WrittenText(names); text != want {
			t.Errorf("%s\nwant %s", text, want)
		}
	}
}

// tree are the files below dir, by their paths from there.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		all[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestFolders keeps scenarios apart whatever they are called.
func TestFolders(t *testing.T) {
	got := folders([]string{"a/orcs.yaml", "b/Orcs.yaml", "-", "../..", "report.html.yaml", "<b>&.yaml", "Ümläute 2.yaml", strings.Repeat("ü", 200)}, true)
	want := []string{"orcs/", "Orcs-2/", "scenario/", "scenario-2/", "report-html/", "b/", "Ümläute-2/", strings.Repeat("ü", 50) + "/"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestSaveKeepsPermissions replaces files as they may be, and none that may not be
// written.
func TestSaveKeepsPermissions(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "result")
	for _, mode := range []os.FileMode{0o600, 0o640, 0o644, 0o666, 0o755, 0o200, 0o444, 0o400, 0} {
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Skip("permissions are not kept here")
		}
		want := "new"
		if mode&0o222 == 0 {
			want = "old"
		}
		if err := Save(path, text("new")); (err == nil) != (want == "new") {
			t.Errorf("%v: %v", mode, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%v became %v, %v", mode, info.Mode(), err)
		}
		if err := os.Chmod(path, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := contents(t, dir); len(got) != 1 || got["result"] != want {
			t.Errorf("%v: %q", mode, got)
		}
	}
}

// TestSaveDangling writes where links lead, also where nothing is yet.
func TestSaveDangling(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"a", "b", "b/c"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	links := []struct{ link, to, target string }{
		{"plain", "t1", "t1"},
		{"absolute", filepath.Join(dir, "b", "t2"), "b/t2"},
		{"chain", "a/next", "b/t3"},
		{"a/next", "../b/t3", "b/t3"},
		{"folder", "b/c", ""},
		{"up", "folder/../t4", "b/t4"}, // of b/c, where the link leads, and not of here
		{"loop", "loop", ""},
		{"nowhere", "no/such/folder", ""},
	}
	for _, l := range links {
		if err := os.Symlink(l.to, filepath.Join(dir, l.link)); err != nil {
			t.Skip(err)
		}
	}
	for _, l := range links {
		err := Save(filepath.Join(dir, l.link), text("new"))
		if l.target == "" {
			if err == nil {
				t.Errorf("%s: saved", l.link)
			}
		} else if got, readErr := os.ReadFile(filepath.Join(dir, l.target)); err != nil || string(got) != "new" {
			t.Errorf("%s: %q, %v, %v", l.link, got, err, readErr)
		}
		if to, err := os.Readlink(filepath.Join(dir, l.link)); err != nil || to != l.to {
			t.Errorf("%s: the link is now %q, %v", l.link, to, err)
		}
	}
}

// TestSaveLongName has the longest names that most file systems take.
func TestSaveLongName(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []int{240, 255} {
		name := strings.Repeat("x", n)
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Skip(err)
		}
		if err := Save(filepath.Join(dir, name), text("new")); err != nil || contents(t, dir)[name] != "new" {
			t.Errorf("%d letters: %v", n, err)
		}
	}
}

// TestSaveNamesTheFile: errors speak of the file that was asked for.
func TestSaveNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "result")
	for name, spoil := range map[string]func(*File){
		"writing":  func(f *File) { f.file.Close() },
		"renaming": func(f *File) { os.Remove(f.file.Name()) },
	} {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		spoil(f)
		f.WriteString("new")
		if err = f.Commit(); err == nil || !strings.HasPrefix(err.Error(), "write "+path+": ") || strings.Contains(err.Error(), ".tmp") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRemoveTemporaries(t *testing.T) {
	dir := t.TempDir()
	var open []*File
	for _, name := range []string{"one", "two", "three", "four"} {
		f, err := Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Discard()
		open = append(open, f)
	}
	if err := open[0].Commit(); err != nil {
		t.Fatal(err)
	}
	open[1].Discard()
	if got := contents(t, dir); len(got) != 3 {
		t.Errorf("%q", got)
	}
	RemoveTemporaries()
	if _, ok := contents(t, dir)["one"]; !ok || len(contents(t, dir)) != 1 || len(temporaries.names) != 0 {
		t.Errorf("%q, %v", contents(t, dir), temporaries.names)
	}
}

// TestSaveAgain writes into a folder that holds an older result: what the new one has
// nothing for goes, and what nobody would write stays.
func TestSaveAgain(t *testing.T) {
	dir := t.TempDir()
	run := scenarioRun(t, "duel", 10) // of two alone: neither breaks.png nor survivors.png
	old := []string{"breaks.png", "survivors.svg", "rounds.png", "mine.png", "curve.png"}
	for _, name := range old {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	names, err := SaveAll(t.Context(), dir, []*Run{run}, false)
	if err != nil {
		t.Fatal(err)
	}
	got := tree(t, dir)
	if len(got) != len(names)+2 || got["mine.png"] != "old" || got["curve.png"] != "old" || got["rounds.png"] == "old" {
		t.Errorf("%d files beside the %d written", len(got)-len(names), len(names))
	}
}

// TestSaveStops between two files, each of which is whole, and leaves the old ones.
func TestSaveStops(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "c"), []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stop := func(w io.Writer) error {
		cancel()
		return text("whole")(w)
	}
	names, err := saveOutputs(ctx, dir, []output{{"a", text("1")}, {"b", stop}, {"c", text("new")}}, []string{"a", "b", "c", "d"})
	want := map[string]string{"a": "1", "b": "whole", "c": "old"}
	if got := tree(t, dir); !errors.Is(err, context.Canceled) || fmt.Sprint(names) != "[a b]" || !maps.Equal(got, want) {
		t.Errorf("%q, %v, %q", names, err, got)
	}
}

// A file in the place of the folder is called one.
func TestFolderIsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := CheckFolder(path, nil); err == nil || !strings.HasSuffix(err.Error(), "report is a file, not a folder") {
		t.Errorf("%v", err)
	}
}
