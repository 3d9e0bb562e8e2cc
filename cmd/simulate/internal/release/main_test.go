package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

var sample = []file{{"simulate", 0o755, []byte("program")}, {"man/simulate.1", 0o644, []byte(".TH")}}

var then = time.Date(2026, 11, 30, 7, 28, 14, 0, time.UTC)

// TestArchives: both kinds hold the files with their permissions, below one folder, and
// are the same each time.
func TestArchives(t *testing.T) {
	const want = "x/simulate -rwxr-xr-x program\nx/man/simulate.1 -rw-r--r-- .TH\n"
	packed, err := tarball("x", sample, then)
	if err != nil {
		t.Fatal(err)
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil || !h.ModTime.Equal(then) || h.Uid != 0 || h.Uname != "" {
			t.Errorf("%v, %+v", err, h)
		}
		got += h.Name + " " + h.FileInfo().Mode().String() + " " + string(text) + "\n"
	}
	if got != want {
		t.Errorf("tar: %s", got)
	}
	if again, _ := tarball("x", sample, then); !bytes.Equal(packed, again) {
		t.Error("another tar the second time")
	}

	if packed, err = zipped("x", sample, then); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	got = ""
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil || !f.Modified.Equal(then) {
			t.Errorf("%v, %+v", err, f)
		}
		got += f.Name + " " + f.Mode().String() + " " + string(text) + "\n"
	}
	if got != want {
		t.Errorf("zip: %s", got)
	}
	if again, _ := zipped("x", sample, then); !bytes.Equal(packed, again) {
		t.Error("another zip the second time")
	}
}

func TestVersionForm(t *testing.T) {
	for version, want := range map[string]bool{"v1.2.3": true, "v0.1.0-rc.1": true, "1.2.3": false, "v1.2": false, "v1.2.3 -X": false, "": false} {
		if got := versionForm.MatchString(version); got != want {
			t.Errorf("%q: %v", version, got)
		}
		if err := release([]string{version}); !want && err == nil {
			t.Errorf("%q was released", version)
		}
	}
	if err := release(nil); err == nil {
		t.Error("nothing was released")
	}
}

// TestLicences: what is linked in comes with its licence, and all in one order.
func TestLicences(t *testing.T) {
	if testing.Short() {
		t.Skip("asks Go for the modules")
	}
	if _, err := os.Stat("../../main.go"); err != nil {
		t.Fatal(err)
	}
	t.Chdir("../../../..")
	text, err := licences()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"github.com/spf13/pflag v", "gonum.org/v1/plot v", "go.yaml.in/yaml/v4 v", "liberation", "\nGo go1."} {
		if !strings.Contains(text, want) {
			t.Errorf("no licence of %s", want)
		}
	}
	if strings.Contains(text, "rapid") {
		t.Error("the licence of what only tests use")
	}
}
