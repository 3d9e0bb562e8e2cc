//go:build unix

package reports

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSavePipe has readers who leave, and who do not read.
func TestSavePipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for name, read := range map[string]func(*os.File, *File){
		"leaves": func(r *os.File, _ *File) { r.Close() },
		"stalls": func(_ *os.File, f *File) { f.SetDeadline(time.Now().Add(50 * time.Millisecond)) },
	} {
		opened := make(chan *os.File)
		go func() {
			r, err := os.Open(pipe)
			if err != nil {
				t.Error(err)
			}
			opened <- r
		}()
		f, err := Create(pipe)
		if err != nil {
			t.Fatal(err)
		}
		r := <-opened
		read(r, f)
		_, err = f.WriteString(strings.Repeat("row\n", 1e6))
		if err := f.Commit(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		r.Close()
	}
}

// TestSaveFull has a device without room.
func TestSaveFull(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	if err := Save(full, text("x")); err == nil || err.Error() != "write /dev/full: no space left on device" {
		t.Error(err)
	}
}
