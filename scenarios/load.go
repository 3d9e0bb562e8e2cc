package scenarios

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"heroicsim/heroic"
	"heroicsim/units"
)

// Options are the ways in which a scenario may be loaded. The zero value reads
// files of the operating system.
type Options struct {
	Sets  []string  // KEY=VALUE, as given to --set, applied in order
	Stdin io.Reader // what the name "-" reads
	FS    fs.FS     // where files are looked for; nil: the operating system's

	again  *Loaded // read before: its text is taken; nil: the file's
	record *Record // has the files that the scenario names; nil: they are looked for
}

// A Loaded scenario is ready for heroic.Compile.
type Loaded struct {
	Scenario    heroic.Scenario
	Name        string
	Description string
	File        string  // as it was named
	Trials      int     // the file's own default; 0: it gives none
	Seed        *uint64 // likewise; nil: it gives none
	Warnings    []Warning
	Hash        string   // of all that the battle depends on, after --set: files with equal hashes fight alike
	Text        []byte   // as it was read
	Files       []string // that were read, as they can be opened: the scenario, and those that it names; not standard input or an example
	Changed     []string // by Options.Sets, in order: the path of each value, whatever its key was

	options  Options
	embedded bool
	named    []NamedText
}

// Load reads the scenario called name: a file, "-" for standard input, or an
// embedded example where there is no such file. Mistakes in it are Errors.
func Load(name string, o Options) (*Loaded, error) {
	r := &reader{opener: opener{options: o, dir: filepath.Dir(name), stdin: name == "-"}, units: map[string]*definition{}}
	src, bad := r.main(name)
	if bad != nil {
		return nil, Errors{bad}
	}
	if bad := notAScenario(src); bad != nil {
		return nil, Errors{bad}
	}
	root, bad := parse(src, needsSides)
	if bad != nil {
		return nil, Errors{bad}
	}
	if bad := notABattle(root, o.Sets); bad != nil {
		return nil, Errors{bad}
	}
	r.include(root)
	root.link()
	changed := r.set(root, o.Sets)
	if len(r.errs) > 0 {
		return nil, r.mistakes()
	}
	d := r.scenario(root)
	if len(r.errs) > 0 {
		return nil, r.mistakes()
	}
	r.sortWarnings(src)
	l := &d.Loaded
	if l.Name == "" {
		l.Name = title(name)
	}
	l.Scenario.Name = l.Name
	l.File, l.Text, l.Warnings, l.Files = name, src.text, r.warns, r.paths
	l.Hash, l.Changed = r.hash(root, &l.Scenario), changed
	l.options, l.embedded, l.named = o, r.embedded, r.named
	return l, nil
}

// ErrNotABattle is the cause of an Error about a file of rules or units alone.
var ErrNotABattle = errors.New("not a battle")

// notABattle recognises a file that is meant to be named by others: of rules, of
// units, or of both.
func notABattle(root *node, sets []string) *Error {
	if root.kind != mapping || len(root.keys) == 0 {
		return nil
	}
	for _, set := range sets {
		if key, _, _ := strings.Cut(set, "="); words(key) == "sides" {
			return nil // which makes it one
		}
	}
	hasRules, hasUnits, switches := false, false, 0
	for i, key := range root.keys {
		word := words(key.text)
		switch {
		case word == "rules" && root.items[i].kind == mapping:
			hasRules = true
		case word == "units" && root.items[i].kind == mapping:
			hasUnits = true
		case find(ruleFields, word) != nil:
			switches++
		case word != "name" && word != "description":
			return nil
		}
	}
	switch {
	case hasUnits && hasRules && switches == 0:
		return root.src.notABattle("a file of rules and units", "")
	case hasUnits && !hasRules && switches == 0:
		return root.src.notABattle("a file of units", "unit")
	case !hasUnits && hasRules != (switches > 0):
		return root.src.notABattle("a file of rules", "rules")
	}
	return nil
}

// notAScenario recognises a sheet and a stat block.
func notAScenario(src *source) *Error {
	switch formatOf(src.name) {
	case gcsSheet:
		return src.notABattle(gcsSheet.name, "unit")
	case foundryActor:
		if _, _, err := units.ReadFoundry(src.text); err == nil {
			return src.notABattle(foundryActor.name, "unit")
		}
	}
	if strings.ToLower(path.Ext(src.name)) != ".txt" || len(src.text) > units.MaxStatBlock || checkText(src) != nil {
		return nil
	}
	_, _, err := units.ParseStatBlock(string(src.text))
	if bad := new(units.StatBlockError); errors.As(err, &bad) && strings.HasPrefix(bad.Why, "no ST") {
		return nil // it may be anything
	}
	return src.notABattle("a stat block", "unit")
}

// notABattle is the mistake of taking a file for a scenario that a scenario's key
// should name.
func (s *source) notABattle(what, key string) *Error {
	e := s.fail(1, 1, "this is %s, not a battle: it has no sides", what)
	if base := filepath.Base(s.name); key != "" && isFile(base) {
		e.Why += fmt.Sprintf("; a scenario takes it in as %s: %s", key, plainly(base))
	}
	e.cause = ErrNotABattle
	return e
}

func (r *reader) mistakes() Errors {
	r.errs.sort()
	return r.errs
}

// title makes a scenario's name of its file's.
func title(file string) string {
	if file == "-" {
		return "standard input"
	}
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// hash is over what the battle depends on: the file but for what only names or
// runs it, the files that it reads, and the units as they came out.
func (r *reader) hash(root *node, s *heroic.Scenario) string {
	h := sha256.New()
	for i, key := range root.keys {
		switch words(key.text) {
		case "name", "description", "trials", "seed":
		default:
			fmt.Fprintf(h, "%s: ", words(key.text))
			root.items[i].canonical(h)
			io.WriteString(h, "\n")
		}
	}
	for _, side := range s.Sides {
		for _, g := range side.Groups {
			u := *g.Unit
			u.About = ""
			fmt.Fprintf(h, "%s %+v\n", g.Name, u)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// canonical writes n in one form, however the file laid it out.
func (n *node) canonical(w io.Writer) {
	switch n.kind {
	case null:
		io.WriteString(w, "null")
	case scalar:
		fmt.Fprintf(w, "%q", n.text)
	case list:
		io.WriteString(w, "[")
		for _, item := range n.items {
			item.canonical(w)
			io.WriteString(w, ",")
		}
		io.WriteString(w, "]")
	case mapping:
		io.WriteString(w, "{")
		for i, key := range n.keys {
			fmt.Fprintf(w, "%q:", words(key.text))
			n.items[i].canonical(w)
			io.WriteString(w, ",")
		}
		io.WriteString(w, "}")
	}
}

// An opener finds the scenario's file and those that it names.
type opener struct {
	options  Options
	dir      string // of the scenario's file
	stdin    bool
	embedded bool
	read     int      // how many texts so far
	paths    []string // of the files among them
	named    []NamedText
	folder   []string // the files of units in it, once they were looked for
}

// main reads the scenario itself.
func (o *opener) main(name string) (*source, *Error) {
	if l := o.options.again; l != nil {
		return o.reread(l), nil
	}
	if name == "-" {
		o.dir = "."
		if o.options.Stdin == nil {
			return nil, &Error{Position: Position{File: name}, Why: "there is no standard input"}
		}
		text, err := limited(o.options.Stdin)
		if err != nil {
			return nil, &Error{Position: Position{File: name}, Why: "reading standard input: " + err.Error(), cause: err}
		}
		return o.source("standard input", text), nil
	}
	text, err := o.file(name)
	if err == nil {
		o.paths = append(o.paths, name)
		return o.source(name, text), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, unreadable(name, err)
	}
	if text, ok := Read(name); ok {
		o.embedded = true
		return o.source(name, text), nil
	}
	var names []string
	for _, e := range Embedded() {
		names = append(names, e.Name)
	}
	why := "no such file"
	if path.Ext(name) == "" && !strings.ContainsAny(name, `/\`) {
		why = fmt.Sprintf("no such file, and no example of that name; examples are: %s%s", listed(names), didYouMean(name, names))
	}
	return nil, &Error{Position: Position{File: name}, Why: why, cause: err}
}

// beside reads a file that the scenario names, relative to the scenario's.
func (o *opener) beside(name string) (*source, error) {
	if r := o.options.record; r != nil {
		return o.recall(r, name)
	}
	src, err := o.search(name)
	if err == nil {
		o.remember(name, src)
	}
	return src, err
}

func (o *opener) search(name string) (*source, error) {
	full := name
	switch {
	case o.embedded:
		if text, err := fs.ReadFile(files, path.Clean(name)); err == nil {
			return o.source(name, text), nil
		} // else a --set names it, in the present folder
	case o.options.FS != nil:
		full = path.Join(filepath.ToSlash(o.dir), name)
	case !filepath.IsAbs(name):
		full = filepath.Join(o.dir, name)
	}
	text, err := o.file(full)
	if err == nil && !slices.Contains(o.paths, full) {
		o.paths = append(o.paths, full)
	}
	return o.source(full, text), err
}

// unitsBeside are the files of units in the scenario's folder.
func (o *opener) unitsBeside() []string {
	if o.folder != nil {
		return o.folder
	}
	o.folder = []string{}
	var entries []fs.DirEntry
	if o.options.FS != nil {
		entries, _ = fs.ReadDir(o.options.FS, path.Clean(filepath.ToSlash(o.dir)))
	} else {
		entries, _ = os.ReadDir(o.dir)
	}
	for _, e := range entries {
		if isFile(e.Name()) && !e.IsDir() && len(o.folder) < maxElements {
			o.folder = append(o.folder, e.Name())
		}
	}
	return o.folder
}

func (o *opener) source(name string, text []byte) *source {
	o.read++
	return &source{name: name, order: o.read, text: []byte(strings.TrimPrefix(string(text), "\ufeff"))}
}

// file reads a file, but no more of it than it takes to see that it is too
// large.
func (o *opener) file(name string) ([]byte, error) {
	f, err := o.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errFolder
	}
	return limited(f)
}

var errFolder = errors.New("this is a folder, not a file")

func (o *opener) open(name string) (fs.File, error) {
	if o.options.FS != nil {
		return o.options.FS.Open(path.Clean(filepath.ToSlash(name)))
	}
	return os.Open(name)
}

func limited(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, maxBytes+1)) }

// reason is why a file cannot be read, without its name.
func reason(err error) string {
	var pe *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.As(err, &pe):
		return pe.Err.Error()
	}
	return err.Error()
}

func unreadable(name string, err error) *Error {
	return &Error{Position: Position{File: name}, Why: reason(err), cause: err}
}

// include puts the switches of `rules: house.yaml` in the place of the file's
// name, so that --set can change them.
func (r *reader) include(root *node) {
	rules := root.get("rules")
	if rules == nil || rules.kind != scalar {
		return
	}
	root.link() // for the path, should there be a mistake
	if strings.TrimSpace(rules.text) == "" {
		r.reject(rules, "expected a map of switches, or the name of a file of them; found %s", rules.found())
		return
	}
	src, err := r.beside(rules.text)
	if err != nil {
		r.reject(rules, "%s: %s; expected a map of switches, or a file of them", plainly(shorten(rules.text)), reason(err))
		return
	}
	n, bad := parse(src, needsRules)
	if bad != nil {
		r.errs = append(r.errs, bad)
		return
	}
	if n.kind == null {
		r.errs = append(r.errs, src.fail(n.line, n.column, "the file says nothing; %s", needsRules))
		return
	}
	if inner := n.get("rules"); inner != nil && len(n.keys) == 1 {
		n = inner
	}
	for i, item := range root.items {
		if item == rules {
			root.items[i] = n
		}
	}
}
