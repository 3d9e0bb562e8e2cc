package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/units"
)

const newHelp = `Writes a scenario to begin with, with comments that say how to change it. A side
is one or more groups, a group a number (1 if there is none) and a unit: a
built-in one (see simulate list units), or a file: a GCS sheet (.gcs), a Foundry
actor (.json), a stat block (.txt) or a unit in YAML. vs stands between the
sides. Quote a name with spaces, or write it with hyphens. Before its groups a
side may have a name, with a colon behind it.

In a scenario, files are named from its own folder: that of -o, or without it
the present one.
`

var newExamples = []string{
	"simulate new 4 hero.gcs vs 12 goblin --distance 40 -o tonight.yaml",
	"simulate new 2 knight 10 militia vs ogre > bridge.yaml",
	"simulate new 'The watch:' 6 spearman vs Raiders: 8 goblin 4 goblin-archer",
}

// A newCommand is `simulate new`.
type newCommand struct {
	flags    *pflag.FlagSet
	distance float64
	name     string
	out      string
}

func setupNew(fs *pflag.FlagSet) action {
	c := &newCommand{flags: fs}
	fs.Var(yardsFlag{&c.distance}, "distance", "between the sides at the start (default: 30, or 10 where nobody shoots)")
	fs.StringVar(&c.name, "name", "", "call the battle `NAME`")
	fs.StringVarP(&c.out, "out", "o", "", "write `FILE`, which must not be there yet, instead of printing")
	return c.run
}

func (c *newCommand) run(ctx context.Context, std streams, args []string) error {
	if err := c.checkFlags(); err != nil {
		return err
	}
	sides, err := readSides(args)
	if err != nil {
		return err
	}
	s := &starter{file: shellFile(c.out), folder: shellFile(folderOf(c.out)), schema: schemaPath(folderOf(c.out), "scenario")}
	if c.out == "" {
		s.file = "FILE"
	}
	text, err := await(ctx, func() ([]byte, error) { return c.compose(std, s, sides) })
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return err
	case c.out == "":
		_, err = std.out.Write(text)
		return err
	}
	return reports.Save(c.out, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

func (c *newCommand) checkFlags() error {
	if c.flags.Changed("name") {
		if why := scenarios.CheckName(c.name); why != "" {
			return usagef("--name %s: %s", oneLine(c.name), why)
		}
	}
	if !c.flags.Changed("out") {
		return nil
	}
	if c.out == "" {
		return usagef("--out needs a name")
	}
	if ext := strings.ToLower(filepath.Ext(c.out)); ext != ".yaml" && ext != ".yml" {
		return usagef("--out %s: a scenario's name ends in .yaml, like %s.yaml", oneLine(c.out), oneLine(strings.TrimSuffix(c.out, filepath.Ext(c.out))))
	}
	if _, err := os.Lstat(c.out); !errors.Is(err, fs.ErrNotExist) && err == nil {
		return usagef("--out %s: this is there already, and is not written over", oneLine(c.out))
	}
	return nil
}

// folderOf is the folder in which a file will be, or the present one where none is
// named.
func folderOf(file string) string {
	if file == "" {
		return "."
	}
	return filepath.Dir(file)
}

// compose finds the units and writes the scenario.
func (c *newCommand) compose(std streams, s *starter, sides [2]wantedSide) ([]byte, error) {
	for i, side := range sides {
		s.sides[i].name = side.name
		for _, want := range side.groups {
			g, err := want.find(folderOf(c.out))
			if err != nil {
				return nil, err
			}
			if u, ok := units.Builtin(want.unit + " " + want.next); ok && want.next != "" {
				fmt.Fprintf(std.err, "warning: %s and %s are two groups here; for the unit %s write %s\n", oneLine(want.unit), oneLine(want.next), u.Name, u.Slug())
			}
			s.sides[i].groups = append(s.sides[i].groups, *g)
		}
		nameGroups(s.sides[i].groups)
	}
	c.nameAll(s)
	s.distance = c.distance
	if !c.flags.Changed("distance") {
		s.distance = s.usualDistance()
	}
	var b bytes.Buffer
	if err := s.write(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// usualDistance lets those who shoot do so.
func (s *starter) usualDistance() float64 {
	for _, side := range s.sides {
		for i := range side.groups {
			if g := &side.groups[i]; g.bow() != nil || g.thrown() != nil {
				return 30
			}
		}
	}
	return 10
}

// nameGroups gives the groups of a side names that differ.
func nameGroups(groups []starterGroup) {
	taken := map[string]bool{}
	for i := range groups {
		g := &groups[i]
		g.name = g.title()
		for n := 2; taken[strings.ToLower(g.name)] || scenarios.CheckName(g.name) != ""; n++ {
			g.name = fmt.Sprintf("%s %d", cut(g.title(), 80), n)
		}
		taken[strings.ToLower(g.name)] = true
	}
}

// cut is no more than n characters of s.
func cut(s string, n int) string {
	if letters := []rune(s); len(letters) > n {
		return string(letters[:n])
	}
	return s
}

// nameAll gives the battle and the sides names, where the command line does not.
func (c *newCommand) nameAll(s *starter) {
	first, second := &s.sides[0], &s.sides[1]
	words := [2]string{first.name, second.name}
	if rest, ok := strings.CutPrefix(second.name, "The "); ok {
		words[1] = "the " + rest
	}
	if first.name == "" {
		first.name = first.title()
		words[0] = first.name
		if len(first.groups) == 1 {
			words[0] = upperFirst(first.inSentence())
		}
	}
	if second.name == "" {
		second.name, words[1] = second.title(), second.inSentence()
		if strings.EqualFold(first.name, second.name) {
			second.name = cut("Other "+lowerFirst(second.name), 80)
			words[1] = lowerFirst(second.name)
		}
	}
	for i := range s.sides {
		if !goodSideName(s.sides[i].name) {
			s.sides[i].name = fmt.Sprintf("Side %d", i+1)
			words[i] = s.sides[i].name
		}
	}
	if s.name = c.name; s.name == "" {
		s.name = cut(words[0]+" against "+words[1], 100)
	}
}

// goodSideName says whether a side may be called so.
func goodSideName(name string) bool {
	return scenarios.CheckName(name) == "" && !strings.EqualFold(name, "draw") && !strings.EqualFold(name, "undecided")
}

// A wantedSide is a side as the command line has it.
type wantedSide struct {
	name   string
	groups []wantedGroup
}

type wantedGroup struct {
	count int
	unit  string
	next  string // the word behind it, to tell what was meant
}

const newLike = "want two sides with vs between them, like: simulate new 2 knight 10 militia vs ogre"

// readSides reads the groups of both sides.
func readSides(args []string) (sides [2]wantedSide, err error) {
	at := -1
	for i, arg := range args {
		if !between(arg) {
			continue
		}
		if at >= 0 {
			return sides, usagef("vs stands there twice, and a battle has two sides; one side takes many groups")
		}
		at = i
	}
	if at < 0 {
		return sides, usagef("%s", newLike)
	}
	for i, words := range [][]string{args[:at], args[at+1:]} {
		if sides[i], err = readSide(words); err != nil {
			return sides, err
		}
		if len(sides[i].groups) == 0 {
			return sides, usagef("nobody stands %s vs; %s", []string{"before", "behind"}[i], newLike)
		}
		if len(sides[i].groups) > 100 {
			return sides, usagef("a side has at most 100 groups, and here it has %d", len(sides[i].groups))
		}
	}
	if a, b := sides[0].name, sides[1].name; a != "" && strings.EqualFold(a, b) {
		return sides, usagef("both sides are called %q", a)
	}
	return sides, nil
}

// between says whether a word stands between the sides.
func between(word string) bool {
	switch strings.ToLower(word) {
	case "vs", "vs.", "versus", "against":
		return true
	}
	return false
}

func readSide(words []string) (s wantedSide, err error) {
	count, counted := 1, ""
	for i, word := range words {
		if name, ok := strings.CutSuffix(word, ":"); ok && i == 0 {
			if !goodSideName(name) {
				return s, usagef("no side can be called %q", oneLine(name))
			}
			s.name = strings.TrimSpace(name)
			continue
		}
		if n, unit, ok := strings.Cut(word, " "); ok && counted == "" {
			if _, isCount, _ := readCount(n); isCount { // "12 goblin archer", in quotes
				counted, word = n, strings.TrimSpace(unit)
				if count, _, err = readCount(n); err != nil {
					return s, err
				}
			}
		}
		switch n, ok, err := readCount(word); {
		case err != nil:
			return s, err
		case ok && counted != "":
			return s, usagef("%s is followed by another number, %s, and not by a unit", counted, word)
		case ok:
			count, counted = n, word
			continue
		}
		if counted != "" && strings.EqualFold(word, "x") { // 12 x goblin
			continue
		}
		g := wantedGroup{count: count, unit: word}
		if i+1 < len(words) {
			g.next = words[i+1]
		}
		s.groups = append(s.groups, g)
		count, counted = 1, ""
	}
	if counted != "" {
		return s, usagef("there is no unit behind %s", counted)
	}
	return s, nil
}

// readCount reads 12, 12x or 1,200; ok is false for what is no number.
func readCount(word string) (n int, ok bool, err error) {
	digits := ungrouped(strings.TrimRight(word, "xX×"))
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false, nil
	}
	n, err = strconv.Atoi(digits)
	if err != nil || n < 1 || n > 10_000_000 {
		return 0, true, usagef("%s: a group has 1 to 10,000,000 combatants", word)
	}
	return n, true, nil
}

// find finds the group's unit. Files are named as seen from folder.
func (want wantedGroup) find(folder string) (*starterGroup, error) {
	g := &starterGroup{count: want.count}
	if !scenarios.IsUnitFile(want.unit) {
		u, ok := units.Builtin(want.unit)
		if !ok {
			return nil, want.unknown()
		}
		g.unit, g.ref = u, strings.ReplaceAll(u.Slug(), "-", " ")
		return g, nil
	}
	u, err := scenarios.UnitOf(want.unit)
	if err != nil {
		var mistakes scenarios.Errors
		if errors.As(err, &mistakes) {
			return nil, usagef("%s", oneLine(strings.SplitN(mistakeText(err), "\n", 2)[0]))
		}
		return nil, usagef("%s", oneLine(err.Error()))
	}
	g.unit, g.ref = u, reference(folder, want.unit)
	g.sheet = strings.EqualFold(filepath.Ext(want.unit), ".gcs")
	if why := scenarios.CheckName(g.ref); why != "" {
		return nil, usagef("%s is too far away for a scenario in %s to name it (as %s): put it beside the scenario", oneLine(want.unit), oneLine(folder), oneLine(g.ref))
	}
	return g, nil
}

// unknown says what was probably meant.
func (want wantedGroup) unknown() error {
	if u, ok := units.Builtin(want.unit + " " + want.next); ok && want.next != "" {
		return usagef("unknown unit %q; did you mean %s?", oneLine(want.unit), u.Slug())
	}
	var names []string
	for _, u := range units.Builtins() {
		names = append(names, u.Slug())
	}
	if entries, err := os.ReadDir("."); err == nil {
		for _, e := range entries {
			if scenarios.IsUnitFile(e.Name()) {
				names = append(names, e.Name())
			}
		}
	}
	if near := didYouMean(want.unit, names); near != "" {
		return usagef("unknown unit %q%s", oneLine(want.unit), near)
	}
	return &usageError{fmt.Sprintf("unknown unit %q: it is neither built in nor a file (.gcs, .json, .txt, .yaml)", oneLine(want.unit)), "see simulate list units"}
}

// reference names a file from a folder. Where links make the way between them depend
// on how one came, it is the whole path.
func reference(folder, file string) string {
	from, err := filepath.Abs(folder)
	if err != nil {
		return file
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	way, err := filepath.Rel(from, to)
	if err != nil { // on another drive
		return filepath.ToSlash(to)
	}
	real, err := filepath.Rel(followed(from), filepath.Join(followed(filepath.Dir(to)), filepath.Base(to)))
	if err != nil || real != way && strings.HasPrefix(way+real, "..") {
		return filepath.ToSlash(to)
	}
	return filepath.ToSlash(way)
}

// A yardsFlag is a distance.
type yardsFlag struct{ x *float64 }

func (f yardsFlag) Type() string { return "YARDS" }

func (f yardsFlag) String() string {
	if *f.x == 0 {
		return ""
	}
	return yards(*f.x)
}

func (f yardsFlag) Set(s string) error {
	x, err := strconv.ParseFloat(ungrouped(s), 64)
	if err != nil || !(x >= 0 && x <= 1_000_000) || strings.Trim(s, "0123456789.,_") != "" {
		return errors.New("expected yards from 0 to 1,000,000, like 40")
	}
	*f.x = x
	return nil
}

func upperFirst(s string) string {
	for i := range s {
		if i > 0 {
			return strings.ToUpper(s[:i]) + s[i:]
		}
	}
	return strings.ToUpper(s)
}
