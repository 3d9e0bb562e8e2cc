package reports

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// Save writes the file called path whole or not at all: render writes into a
// temporary file beside it, which then takes its place. It returns the first
// error, that of closing included.
func Save(path string, render func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if err := render(f); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// A File is one that becomes visible under its name when it is committed.
type File struct {
	*bufio.Writer
	file   *os.File
	name   string // as it was asked for
	target string // where it goes; empty: file is written in place
}

// Create begins a file that will be called name, with the permissions of the one
// that it replaces. Where there is something by that name that is no regular file,
// such as a device or a pipe, it is written in place. Links are followed.
func Create(name string) (*File, error) {
	f, err := create(name)
	if err != nil {
		return nil, &fs.PathError{Op: "create", Path: name, Err: unwrapped(err)}
	}
	f.Writer = bufio.NewWriter(f.toFile())
	return f, nil
}

func create(name string) (*File, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("this is a folder")
	case err == nil && !info.Mode().IsRegular():
		file, err := os.OpenFile(name, os.O_WRONLY, 0)
		return &File{file: file, name: name}, err
	case err == nil:
		if err := writable(name, info); err != nil {
			return nil, err
		}
	}
	target, err := Followed(name)
	if err != nil {
		return nil, err
	}
	f := &File{name: name, target: target}
	if f.file, err = beside(target); err != nil {
		return nil, err
	}
	if info != nil {
		if err := f.file.Chmod(info.Mode().Perm()); err != nil {
			f.Discard()
			return nil, err
		}
	}
	return f, nil
}

// writable says why a file must not be replaced: its folder may allow what its own
// permissions forbid.
func writable(name string, info fs.FileInfo) error {
	if info.Mode().Perm()&0o222 == 0 { // a superuser could open it all the same
		return errors.New("this file is read-only")
	}
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return file.Close()
}

// mostLinks is how many links one after the other are followed.
const mostLinks = 40

// Followed is where name leads by links, also to a file that is not there yet. The
// folder must be.
func Followed(name string) (string, error) {
	for range mostLinks {
		target, err := filepath.EvalSymlinks(name)
		if !errors.Is(err, fs.ErrNotExist) {
			return target, err
		}
		// Not by filepath.Dir: x/../y is not y where x is a link.
		folder, base := filepath.Split(name)
		if folder, err = filepath.EvalSymlinks(cmp.Or(folder, ".")); err != nil {
			return "", err
		}
		name = filepath.Join(folder, base)
		link, err := os.Readlink(name)
		switch {
		case err != nil:
			return name, nil // no link, and nothing else
		case filepath.IsAbs(link):
			name = link
		default:
			name = folder + string(filepath.Separator) + link
		}
	}
	return "", errors.New("too many links")
}

// temporaries are the names of files under way.
var temporaries = struct {
	sync.Mutex
	names map[string]bool
}{names: map[string]bool{}}

// RemoveTemporaries removes what is left of files that were neither committed nor
// discarded, for a program that ends at once. They cannot be committed any more.
func RemoveTemporaries() {
	temporaries.Lock()
	defer temporaries.Unlock()
	for name := range temporaries.names {
		os.Remove(name)
		delete(temporaries.names, name)
	}
}

// beside creates a new file in path's folder. os.CreateTemp would shut out all
// but its owner, whatever the umask says. Its name is short, for path's may be as
// long as names can be.
func beside(path string) (*os.File, error) {
	temporaries.Lock()
	defer temporaries.Unlock()
	for n := 0; ; n++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".simulate-%d-%d.tmp", os.Getpid(), n))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			temporaries.names[name] = true
		}
		return file, err
	}
}

// unwrapped is err without the operation and without temporary names.
func unwrapped(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}

// toFile is where the buffer of a File goes.
func (f *File) toFile() io.Writer {
	if f.target == "" {
		return &inPlace{f: f}
	}
	return beingWritten{f}
}

// beingWritten has the name that was asked for in its errors.
type beingWritten struct{ f *File }

func (w beingWritten) Write(p []byte) (int, error) {
	n, err := w.f.file.Write(p)
	return n, w.f.failed(err)
}

// failed is err, unless that is nil, about the file that was asked for.
func (f *File) failed(err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: "write", Path: f.name, Err: unwrapped(err)}
}

// inPlace is a pipe or a device. Once its reader has left, or its deadline has
// passed, nobody wants what else there is: it goes nowhere.
type inPlace struct {
	f    *File
	over bool
}

func (w *inPlace) Write(p []byte) (int, error) {
	if w.over {
		return len(p), nil
	}
	n, err := w.f.file.Write(p)
	if w.over = errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrDeadlineExceeded); w.over {
		return len(p), nil
	}
	return n, w.f.failed(err)
}

// SetDeadline sets the time from which on a pipe is not waited for. Others never
// keep one waiting.
func (f *File) SetDeadline(t time.Time) {
	if f.target == "" {
		f.file.SetWriteDeadline(t) // what knows no deadlines is no pipe
	}
}

// Commit puts the file under its name.
func (f *File) Commit() error {
	err := f.Flush()
	if closed := f.file.Close(); err == nil {
		err = f.failed(closed)
	}
	if f.target == "" {
		return err
	}
	defer f.forget()
	if err == nil {
		err = f.failed(os.Rename(f.file.Name(), f.target))
	}
	if err != nil {
		os.Remove(f.file.Name())
	}
	return err
}

// Discard forgets the file.
func (f *File) Discard() {
	f.file.Close()
	if f.target != "" {
		os.Remove(f.file.Name())
		f.forget()
	}
}

func (f *File) forget() {
	temporaries.Lock()
	defer temporaries.Unlock()
	delete(temporaries.names, f.file.Name())
}

// files are what SaveAll writes.
var files = []struct {
	name   string
	render func(w io.Writer, runs []*Run, array bool) error
}{
	{"result.json", JSON},
	{"outcomes.csv", tableFile(OutcomesCSV)},
	{"groups.csv", tableFile(GroupsCSV)},
	{"rounds.csv", tableFile(RoundsCSV)},
	{"summary.txt", tableFile(summaryFile)},
}

// tableFile is a report that looks the same for one run and for several.
func tableFile(render func(io.Writer, []*Run) error) func(io.Writer, []*Run, bool) error {
	return func(w io.Writer, runs []*Run, _ bool) error { return render(w, runs) }
}

func summaryFile(w io.Writer, runs []*Run) error {
	for i, r := range runs {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := (Text{}).Render(w, r); err != nil {
			return err
		}
	}
	return nil
}

// FileNames lists what SaveAll writes.
func FileNames() []string {
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	return names
}

// CheckFolder makes the folder dir if need be, and sees whether files can be
// created in it.
func CheckFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, f := range files {
		file, err := Create(filepath.Join(dir, f.name))
		if err != nil {
			return err
		}
		file.Discard()
	}
	return nil
}

// SaveAll writes every report of runs into the folder dir, each file whole or
// not at all. array is as for JSON.
func SaveAll(dir string, runs []*Run, array bool) error {
	for _, f := range files {
		err := Save(filepath.Join(dir, f.name), func(w io.Writer) error { return f.render(w, runs, array) })
		if err != nil {
			return err
		}
	}
	return nil
}
