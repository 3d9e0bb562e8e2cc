package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"heroicsim/reports"
)

// A place is something that is read or written.
type place struct {
	name string      // for messages
	path string      // with links followed; empty for standard input and output
	info fs.FileInfo // nil: it is not there yet
}

// placeOf finds out where a name leads.
func placeOf(name string) place {
	p := place{name: name, path: followed(name)}
	if info, err := os.Stat(name); err == nil {
		p.info = info
	}
	return p
}

// streamPlace is what a stream was redirected to, if that is a file or a pipe.
func streamPlace(name string, stream any) (p place, ok bool) {
	file, ok := stream.(*os.File)
	if !ok {
		return p, false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&fs.ModeDevice != 0 { // devices do not mind
		return p, false
	}
	return place{name: name, info: info}, true
}

// same says whether two places are one.
func (p place) same(q place) bool {
	if p.info != nil && q.info != nil {
		return os.SameFile(p.info, q.info)
	}
	return p.path != "" && p.path == q.path
}

// followed is a whole path without links, of a file that need not be there, nor its
// folder.
func followed(path string) string {
	target, err := reports.Followed(path)
	if link, linked := os.Readlink(path); errors.Is(err, fs.ErrNotExist) && linked == nil {
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(path), link)
		}
		return followed(link) // into a folder that is not there; loops are another error
	}
	if err == nil {
		path = target
	} else if parent := filepath.Dir(path); parent != path {
		path = filepath.Join(followed(parent), filepath.Base(path))
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	return whole
}

var errTrialsOut = usagef("--trials-csv needs the name of a file: standard output is for the result")

// checkPlaces refuses to write where something is read from, or twice to one place.
func (c *runCommand) checkPlaces(std streams) error {
	var taken []place
	for _, j := range c.jobs {
		for _, name := range j.Files {
			p := placeOf(name)
			p.name = "the scenario " + name
			if name != j.File {
				p.name = name + ", which " + j.File + " reads"
			}
			taken = append(taken, p)
		}
	}
	if in, ok := streamPlace("standard input", std.in); ok {
		taken = append(taken, in)
	}
	out, redirected := streamPlace("standard output", std.stdout)
	if redirected {
		taken = append(taken, out)
	}
	if c.folder != "" {
		for _, name := range c.fileNames() {
			p := placeOf(filepath.Join(c.folder, filepath.FromSlash(name)))
			if q, ok := among(taken, p); ok {
				return usagef("--out %s: %s is %s", c.folder, name, q.name)
			}
			p.name = name + " of --out"
			taken = append(taken, p)
		}
	}
	if c.trialsCSV == "" {
		return nil
	}
	p := placeOf(c.trialsCSV)
	if redirected && p.same(out) {
		return errTrialsOut
	}
	if p.info != nil && !p.info.Mode().IsRegular() && p.info.Mode()&fs.ModeNamedPipe == 0 && !p.info.IsDir() {
		return usagef("--trials-csv %s: this is neither a file nor a pipe", c.trialsCSV)
	}
	if q, ok := among(taken, p); ok {
		return usagef("--trials-csv %s is %s", c.trialsCSV, q.name)
	}
	if ext := strings.ToLower(filepath.Ext(c.trialsCSV)); ext == ".yaml" || ext == ".yml" {
		return usagef("--trials-csv %s: this is a scenario's name, not that of a table; want one like %s", c.trialsCSV,
			strings.TrimSuffix(c.trialsCSV, filepath.Ext(c.trialsCSV))+".csv")
	}
	return nil
}

// among is the place of taken that is p.
func among(taken []place, p place) (q place, ok bool) {
	for _, q := range taken {
		if p.same(q) {
			return q, true
		}
	}
	return q, false
}
