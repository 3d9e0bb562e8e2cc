package reports

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"
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

// An output is a file of a report.
type output struct {
	name   string // in the report's folder, perhaps in a folder there
	render func(io.Writer) error
}

// shared are the files about all runs; array is as for JSON.
func shared(runs []*Run, array bool) []output {
	table := func(name string, render func(io.Writer, []*Run) error) output {
		return output{name, func(w io.Writer) error { return render(w, runs) }}
	}
	return []output{
		{"result.json", func(w io.Writer) error { return JSON(w, runs, array) }},
		table("outcomes.csv", OutcomesCSV),
		table("groups.csv", GroupsCSV),
		table("rounds.csv", RoundsCSV),
		table("summary.txt", summaryFile),
	}
}

// The names of pages, and of the plot that compares several runs.
const (
	pageFile      = "report.html"
	scenariosPlot = "scenarios"
)

// outputs are all files about runs, pages last. A run that was asked for alone has
// its page and plots beside the shared files; of several, each has a folder.
func outputs(runs []*Run, array bool) []output {
	all := shared(runs, array)
	var files []string
	for _, r := range runs {
		files = append(files, r.File)
	}
	var links []string
	folders := folders(files, array)
	for i, r := range runs {
		for _, p := range plots(r) {
			all = append(all, output{folders[i] + p.name + ".png", p.WritePNG}, output{folders[i] + p.name + ".svg", p.WriteSVG})
		}
		all = append(all, output{folders[i] + pageFile, func(w io.Writer) error { return Report(w, r) }})
		links = append(links, folders[i]+pageFile)
	}
	if array {
		p := ScenariosPlot(runs)
		all = append(all, output{scenariosPlot + ".png", p.WritePNG}, output{scenariosPlot + ".svg", p.WriteSVG},
			output{pageFile, func(w io.Writer) error { return Index(w, runs, links) }})
	}
	return all
}

// folders are those in which the plots and the page of each scenario go, with a
// slash at the end. One that was asked for alone needs none.
func folders(files []string, several bool) []string {
	taken := map[string]bool{}
	var all []string
	for _, file := range files {
		if !several {
			all = append(all, "")
			continue
		}
		stem := Stem(file)
		name := stem
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s-%d", stem, n)
		}
		taken[strings.ToLower(name)] = true
		all = append(all, name+"/")
	}
	return all
}

// slug is a name without what could mean something in a path or in a link.
func slug(name string) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '-'
	}, name), "-")
	if name == "" {
		return "scenario"
	}
	// File systems take names of so many bytes, and cut letters are no letters.
	for len(name) > 100 {
		_, last := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-last]
	}
	return name
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

// FileNames lists all that SaveAll may write about the scenarios called files.
// several is as for JSON's array.
func FileNames(files []string, several bool) []string {
	var names []string
	for _, f := range shared(nil, several) {
		names = append(names, f.name)
	}
	for _, folder := range folders(files, several) {
		for _, plot := range plotNames {
			names = append(names, folder+plot+".png", folder+plot+".svg")
		}
		names = append(names, folder+pageFile)
	}
	if several {
		names = append(names, scenariosPlot+".png", scenariosPlot+".svg", pageFile)
	}
	return names
}

// CheckFolder makes the folder dir if need be, and those in it, and sees whether
// files called so can be created there.
func CheckFolder(dir string, names []string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		if info, statErr := os.Stat(dir); statErr == nil && !info.IsDir() {
			return fmt.Errorf("%s is a file, not a folder", dir)
		}
		return err
	}
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		file, err := Create(path)
		if err != nil {
			return err
		}
		file.Discard()
	}
	return nil
}

// SaveAll writes every report of runs into the folder dir, each file whole or
// not at all, and returns their names. What was left there before and would have
// been written over, had there been anything to write, is removed. array is as for
// JSON. When ctx ends it stops between two files and returns ctx's error.
func SaveAll(ctx context.Context, dir string, runs []*Run, array bool) ([]string, error) {
	var files []string
	for _, r := range runs {
		files = append(files, r.File)
	}
	return saveOutputs(ctx, dir, outputs(runs, array), FileNames(files, array))
}

// saveOutputs writes files into the folder dir, and removes those of others that are
// not among them.
func saveOutputs(ctx context.Context, dir string, all []output, others []string) ([]string, error) {
	var names []string
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, f := range all {
		if ctx.Err() != nil {
			return names, context.Cause(ctx)
		}
		if err := os.MkdirAll(filepath.Dir(at(f.name)), 0o777); err != nil {
			return names, err
		}
		if err := Save(at(f.name), f.render); err != nil {
			return names, err
		}
		names = append(names, f.name)
	}
	for _, name := range others {
		if slices.Contains(names, name) {
			continue
		}
		if info, err := os.Lstat(at(name)); err == nil && info.Mode().IsRegular() {
			if err := os.Remove(at(name)); err != nil {
				return names, err
			}
		}
	}
	return names, nil
}

// SavePlot writes a plot into the folder dir as NAME.png and NAME.svg.
func SavePlot(dir, name string, p *Plot) error {
	path := filepath.Join(dir, name)
	if err := Save(path+".png", p.WritePNG); err != nil {
		return err
	}
	return Save(path+".svg", p.WriteSVG)
}

// WrittenText is what names of SaveAll come to in a sentence.
func WrittenText(names []string) string {
	var single []string
	plots, inFolders := 0, map[string]bool{}
	for _, name := range names {
		if folder, _, within := strings.Cut(name, "/"); within {
			inFolders[folder] = true
			continue
		}
		switch filepath.Ext(name) {
		case ".png":
			plots++
		case ".svg":
		case ".html":
			single = append([]string{name}, single...)
		default:
			single = append(single, name)
		}
	}
	text := strings.Join(single, ", ")
	if plots > 0 {
		text += ", " + inflected(plots, "plot", "plots") + " as PNG and SVG"
	}
	if len(inFolders) > 0 {
		text += ", and a folder for each scenario"
	}
	return text
}
