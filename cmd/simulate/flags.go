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

// addFightFlags adds --trials, --workers, --seed, --set and --quiet.
// trials is what is said of the first.
func addFightFlags(fs *pflag.FlagSet, trials string) *fightFlags {
	f := &fightFlags{flags: fs, options: stats.DefaultOptions()}
	f.workers = int64(f.options.Workers)
	fs.VarP(wholeFlag{&f.options.Trials}, "trials", "n", trials)
	fs.Var(seedFlag{&f.options.Seed}, "seed", "the same seed gives the same battles")
	addSets(fs, &f.sets)
	fs.VarP(wholeFlag{&f.workers}, "workers", "j", "battles at a time; never changes a result (default: one a processor)")
	fs.Lookup("workers").DefValue = "0" // it differs between machines
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "no progress, warnings or hints")
	return f
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

// shellFile is shellWord of a file, which must not look like a flag.
func shellFile(name string) string {
	if strings.HasPrefix(name, "-") {
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
