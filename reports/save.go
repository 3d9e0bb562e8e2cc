package reports

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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
	file *os.File
	path string // where it goes; empty: file is written in place
}

// Create begins a file that will be called path. Where path is there and is no
// regular file, such as a device or a pipe, it is written in place. Links are
// followed.
func Create(path string) (*File, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, &fs.PathError{Op: "create", Path: path, Err: errors.New("this is a folder")}
	case err == nil && !info.Mode().IsRegular():
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{bufio.NewWriter(file), file, ""}, nil
	}
	file, err := beside(path)
	if err != nil {
		return nil, &fs.PathError{Op: "create", Path: path, Err: unwrapped(err)}
	}
	return &File{bufio.NewWriter(file), file, path}, nil
}

// beside creates a new file in path's folder. os.CreateTemp would shut out all
// but its owner, whatever the umask says.
func beside(path string) (*os.File, error) {
	folder, base := filepath.Split(path)
	for n := 0; ; n++ {
		name := filepath.Join(folder, fmt.Sprintf(".%s.%d-%d.tmp", base, os.Getpid(), n))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
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

// Commit puts the file under its name.
func (f *File) Commit() error {
	err := f.Flush()
	if closed := f.file.Close(); err == nil {
		err = closed
	}
	if f.path == "" {
		return err
	}
	if err == nil {
		err = os.Rename(f.file.Name(), f.path)
	}
	if err != nil {
		os.Remove(f.file.Name())
		return &fs.PathError{Op: "write", Path: f.path, Err: unwrapped(err)}
	}
	return nil
}

// Discard forgets the file.
func (f *File) Discard() {
	f.file.Close()
	if f.path != "" {
		os.Remove(f.file.Name())
	}
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
