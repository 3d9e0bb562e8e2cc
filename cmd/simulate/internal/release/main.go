// Command release builds the program for all systems that it is released for, and packs
// each with what belongs to it: go run ./cmd/simulate/internal/release v1.2.3
//
// It needs Go alone, and git to ask for the commit. The same commit, version and Go
// give the same bytes.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// platforms are those of the release.
var platforms = []struct{ system, machine string }{
	{"linux", "amd64"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
	{"windows", "amd64"}, {"windows", "arm64"},
}

// folder is where the archives go. Git knows it not.
const folder = "dist"

func main() {
	if err := release(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

var versionForm = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)

func release(args []string) error {
	if len(args) != 1 || !versionForm.MatchString(args[0]) {
		return errors.New("want the version, like v1.2.3")
	}
	version := args[0]
	if _, err := os.Stat("cmd/simulate/main.go"); err != nil {
		return errors.New("run it in the module's folder")
	}
	if info, err := os.Stat(".git"); err != nil || !info.IsDir() {
		return errors.New("run it in a clone: elsewhere, also in a work tree beside one, Go does not tell the program its commit")
	}
	if err := clean(); err != nil {
		return err
	}
	stamp, err := output("git", "log", "-1", "--format=%cI")
	if err != nil {
		return err
	}
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	rest, err := companions()
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, p := range platforms {
		name := fmt.Sprintf("simulate-%s-%s-%s", version, p.system, p.machine)
		program := file{name: "simulate", mode: 0o755}
		if p.system == "windows" {
			program.name += ".exe"
		}
		if program.data, err = build(p.system, p.machine, version); err != nil {
			return err
		}
		pack, ending := tarball, ".tar.gz"
		if p.system == "windows" {
			pack, ending = zipped, ".zip"
		}
		data, err := pack(name, append([]file{program}, rest...), at.UTC())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name+ending), data, 0o666); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name+ending)
		fmt.Printf("%s  %.1f MB\n", filepath.Join(folder, name+ending), float64(len(data))/1e6)
	}
	if err := clean(); err != nil { // and was all the time
		return err
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), sums.Bytes(), 0o666)
}

// clean refuses changes, which would be in the programs and not in the commit.
func clean() error {
	changes, err := output("git", "status", "--porcelain")
	if err == nil && changes != "" {
		err = fmt.Errorf("a release is of one commit, and there are changes:\n%s", changes)
	}
	return err
}

// output is what a command prints, without the line's end.
func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return strings.TrimSpace(string(out)), err
}

// build is the program for a platform, linked statically.
func build(system, machine, version string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	to := filepath.Join(dir, "simulate")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags", "-s -w -X main.release="+version, "-o", to, "./cmd/simulate")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+system, "GOARCH="+machine, "GOAMD64=v1", "GOARM64=v8.0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return os.ReadFile(to)
}

// A file is one of an archive.
type file struct {
	name string
	mode os.FileMode
	data []byte
}

// companions are the files beside the program: what is to read, completions, man page,
// and the licences.
func companions() ([]file, error) {
	all := []file{}
	add := func(name, data string) { all = append(all, file{name, 0o644, []byte(data)}) }
	names, err := filepath.Glob("docs/*.md")
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Concat([]string{"README.md", "LICENSE"}, names) {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		add(filepath.ToSlash(name), string(text))
	}
	for name, args := range map[string][]string{
		"completions/simulate.bash": {"completion", "bash"},
		"completions/_simulate":     {"completion", "zsh"},
		"completions/simulate.fish": {"completion", "fish"},
		"man/simulate.1":            {"help", "--manual", "man"},
	} {
		text, err := output("go", append([]string{"run", "./cmd/simulate"}, args...)...)
		if err != nil {
			return nil, err
		}
		add(name, text+"\n")
	}
	licences, err := licences()
	if err != nil {
		return nil, err
	}
	add("LICENSES-OTHERS.txt", licences)
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// licences are those of all that is linked into the program, which want to go with it.
func licences() (string, error) {
	text, err := output("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/simulate")
	if err != nil {
		return "", err
	}
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	modules := strings.Split(text, "\n")
	slices.Sort(modules)
	modules = append(slices.Compact(modules), "Go "+runtime.Version()+"\t"+goroot)
	var b strings.Builder
	b.WriteString("Licences of what is part of the program besides its own code.\n")
	for _, module := range modules {
		name, dir, ok := strings.Cut(module, "\t")
		if !ok {
			continue
		}
		n := 0
		entries, err := os.ReadDir(dir)
		if err != nil {
			return "", err
		}
		for _, e := range entries {
			if !licenceName.MatchString(e.Name()) || e.IsDir() {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "\n%s\n%s, %s\n\n%s\n", strings.Repeat("=", 80), name, e.Name(), strings.TrimSpace(string(text)))
			n++
		}
		if n == 0 {
			return "", fmt.Errorf("%s: no licence in %s", name, dir)
		}
	}
	return b.String(), nil
}

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)`)

// tarball packs files below a folder called name, all of one time.
func tarball(name string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: path.Join(name, f.name), Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: at, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	err = errors.Join(t.Close(), z.Close())
	return b.Bytes(), err
}

// zipped does the same as a zip file.
func zipped(name string, files []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: path.Join(name, f.name), Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := io.Copy(w, bytes.NewReader(f.data)); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}
