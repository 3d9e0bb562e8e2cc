package reports

import (
	"errors"
	"io"
	"os"
	"path/filepath"
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
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := CheckFolder(dir); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, dir); len(got) != 0 {
		t.Errorf("left behind: %q", got)
	}
	if err := SaveAll(dir, []*Run{eveningRun(t, 10)}, false); err != nil {
		t.Fatal(err)
	}
	got := contents(t, dir)
	for _, f := range FileNames() {
		if got[f] == "" {
			t.Errorf("%s is missing", f)
		}
	}
	if len(got) != len(files) {
		t.Errorf("%d files", len(got))
	}
}
