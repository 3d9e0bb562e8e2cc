package main

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"heroicsim/scenarios"
	"heroicsim/stats"
)

// A wholeFlag is a whole number of at least 1.
type wholeFlag struct{ n *int64 }

func (f wholeFlag) String() string { return strconv.FormatInt(*f.n, 10) }
func (f wholeFlag) Type() string   { return "N" }

func (f wholeFlag) Set(s string) error {
	n, err := strconv.ParseInt(ungrouped(s), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange), n > stats.MaxTrials:
		return errors.New("that is too large")
	case err != nil:
		return errors.New("expected a whole number, like 100000")
	case n < 1:
		return errors.New("at least 1 is needed")
	}
	*f.n = n
	return nil
}

// ungrouped is a number without the commas or underscores between its thousands.
// Where they stand elsewhere they stay.
func ungrouped(s string) string {
	if !grouped.MatchString(s) {
		return s
	}
	return strings.NewReplacer(",", "", "_", "").Replace(s)
}

var grouped = regexp.MustCompile(`^[+-]?[0-9]{1,3}((,[0-9]{3})+|(_[0-9]{3})+)$`)

// A shareFlag is a number between 0 and a limit, both excluded: 0.01, or 1%.
type shareFlag struct {
	x     *float64
	limit float64
	name  string
	like  string
}

func (f shareFlag) Type() string { return f.name }

func (f shareFlag) String() string {
	if *f.x == 0 {
		return ""
	}
	return strconv.FormatFloat(*f.x, 'g', -1, 64)
}

func (f shareFlag) Set(s string) error {
	number, percent := strings.CutSuffix(s, "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x > 0 && x < f.limit) {
		return fmt.Errorf("expected a number between 0 and %v, like %s", f.limit, f.like)
	}
	*f.x = x
	return nil
}

// A seedFlag is a seed: any whole number from 0 that 64 bits hold.
type seedFlag struct{ n *uint64 }

func (f seedFlag) String() string { return strconv.FormatUint(*f.n, 10) }
func (f seedFlag) Type() string   { return "N" }

func (f seedFlag) Set(s string) error {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return errors.New("expected a whole number from 0 to 18446744073709551615")
	}
	*f.n = n
	return nil
}

// A secondsFlag is a number of seconds above 0.
type secondsFlag struct{ s *float64 }

func (f secondsFlag) String() string { return strconv.FormatFloat(*f.s, 'f', -1, 64) }
func (f secondsFlag) Type() string   { return "S" }

func (f secondsFlag) Set(s string) error {
	x, err := strconv.ParseFloat(strings.TrimSuffix(s, "s"), 64)
	if err != nil || !(x > 0) || math.IsInf(x, 0) {
		return errors.New("expected a number of seconds, like 600")
	}
	*f.s = x
	return nil
}

// A sizeFlag is a number of bytes from 1, written with a unit.
type sizeFlag struct{ bytes *int64 }

func (f sizeFlag) String() string { return exactSize(*f.bytes, "") }
func (f sizeFlag) Type() string   { return "SIZE" }

// sizeUnits are those of sizeFlag, the largest first.
var sizeUnits = []struct {
	name  string
	bytes float64
}{
	{"TiB", 1 << 40}, {"TB", 1e12}, {"GiB", 1 << 30}, {"GB", 1e9}, {"MiB", 1 << 20}, {"MB", 1e6}, {"KiB", 1 << 10}, {"kB", 1e3}, {"B", 1},
}

func (f sizeFlag) Set(s string) error {
	number := strings.TrimRightFunc(s, func(r rune) bool { return unicode.IsLetter(r) || r == ' ' })
	x, err := strconv.ParseFloat(number, 64)
	for _, u := range sizeUnits {
		if !strings.EqualFold(strings.TrimSpace(s[len(number):]), u.name) {
			continue
		}
		if bytes := x * u.bytes; err == nil && bytes >= 1 && bytes < math.MaxInt64 {
			*f.bytes = int64(bytes)
			return nil
		}
	}
	return errors.New("expected a size, like 500MB or 2GiB")
}

// exactSize is a number of bytes in the largest unit of which it is a whole number.
func exactSize(bytes int64, space string) string {
	for _, u := range sizeUnits {
		if bytes%int64(u.bytes) == 0 {
			return fmt.Sprintf("%d%s%s", bytes/int64(u.bytes), space, u.name)
		}
	}
	panic("a number of bytes that 1 does not divide")
}

// A wordFlag is one of a few words.
type wordFlag struct {
	word  *string
	words []string
	name  string
}

func (f wordFlag) String() string { return *f.word }
func (f wordFlag) Type() string   { return f.name }

func (f wordFlag) Set(s string) error {
	for _, w := range f.words {
		if strings.EqualFold(s, w) {
			*f.word = w
			return nil
		}
	}
	return fmt.Errorf("expected one of %s%s", strings.Join(f.words, ", "), didYouMean(s, f.words))
}

// fightFlags are those of all commands that fight. The defaults come last: flags
// win over the file, and the file over them.
type fightFlags struct {
	flags   *pflag.FlagSet
	options stats.Options
	workers int64
	sets    []string
	quiet   bool
}

// newFightFlags has the defaults and adds no flag.
func newFightFlags(fs *pflag.FlagSet) *fightFlags {
	f := &fightFlags{flags: fs, options: stats.DefaultOptions()}
	f.workers = int64(f.options.Workers)
	return f
}

// addFightFlags adds --trials, --seed and the shared flags. trials is what is said
// of the first.
func addFightFlags(fs *pflag.FlagSet, trials string) *fightFlags {
	f := newFightFlags(fs)
	fs.VarP(wholeFlag{&f.options.Trials}, "trials", "n", trials)
	fs.Var(seedFlag{&f.options.Seed}, "seed", "the same seed gives the same battles")
	f.addShared("battles at a time; never changes a result (default: one a processor)")
	return f
}

// addShared adds --set, --workers and --quiet. workers is what is said of the second.
func (f *fightFlags) addShared(workers string) {
	addSets(f.flags, &f.sets)
	f.flags.VarP(wholeFlag{&f.workers}, "workers", "j", workers)
	f.flags.Lookup("workers").DefValue = "0" // it differs between machines
	f.flags.BoolVarP(&f.quiet, "quiet", "q", false, "no progress, warnings, hints or notes on method")
}

func addSets(fs *pflag.FlagSet, sets *[]string) {
	fs.StringArrayVar(sets, "set", nil, "`KEY=VALUE` changes a value of the file, like rules.speed_factor=5; may be repeated")
}

// optionsFor are the options for a scenario.
func (f *fightFlags) optionsFor(l *scenarios.Loaded) stats.Options {
	o := f.options
	o.Workers = int(min(f.workers, math.MaxInt32))
	if l.Seed != nil && !f.flags.Changed("seed") {
		o.Seed = *l.Seed
	}
	if !f.flags.Changed("trials") {
		switch {
		case o.Precision > 0:
			o.Trials = 0 // its own default
		case l.Trials > 0:
			o.Trials = int64(l.Trials)
		}
	}
	return o
}

// repeat are the flags that make another command fight the same battles.
func (f *fightFlags) repeat() string {
	var b strings.Builder
	for _, s := range f.sets {
		b.WriteString(" --set " + shellWord(s))
	}
	if f.flags.Changed("seed") {
		fmt.Fprintf(&b, " --seed %d", f.options.Seed)
	}
	return b.String()
}

// shellWord quotes s for a shell where it has to be.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/=:+,@%", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	if strings.ContainsFunc(s, unicode.IsControl) {
		return "$'" + strings.NewReplacer("'", `\x27`).Replace(oneLine(strings.ReplaceAll(s, `\`, `\\`))) + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// shellFile is shellWord of a file, which must not look like a flag, or of standard
// input.
func shellFile(name string) string {
	if strings.HasPrefix(name, "-") && name != "-" {
		name = "./" + name
	}
	return shellWord(name)
}

// oneLine is s with everything escaped that a terminal would not show as it is:
// names may hold anything.
func oneLine(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}

// longestWord is how much of a word from the command line a message repeats.
const longestWord = 300

// clipped is s with the middle of overlong words left out.
func clipped(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		if c := []rune(w); len(c) > longestWord {
			words[i] = string(c[:longestWord-60]) + "…" + string(c[len(c)-59:])
		}
	}
	return strings.Join(words, " ")
}
