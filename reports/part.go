package reports

import (
	"fmt"
	"path/filepath"
	"strings"

	"heroicsim/stats"
)

// Span names the battles from first to last, if there are any.
func Span(first, last int64) string {
	switch {
	case last < first:
		return "no battles"
	case last == first:
		return "battle " + number(int(first))
	}
	return fmt.Sprintf("battles %s to %s", number(int(first)), number(int(last)))
}

// PartLine says what a part of a run has of its battles.
func PartLine(scenario string, p *stats.Part) string {
	first, last := p.Span(p.Trials)
	if last < first {
		return fmt.Sprintf("%s, part %v: no battles, for the %s are too few for so many parts", tidy(scenario), p.Shard, number(int(p.Trials)))
	}
	return fmt.Sprintf("%s, part %v: %s of %s in %s", tidy(scenario), p.Shard, Span(first, last), number(int(p.Trials)), elapsed(p.Elapsed))
}

// Stem makes of a file's name the beginning of those of other files.
func Stem(file string) string {
	base := filepath.Base(file)
	return slug(strings.TrimSuffix(base, filepath.Ext(base)))
}
