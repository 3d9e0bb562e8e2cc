package reports

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"heroicsim/heroic"
	"heroicsim/stats"
)

// An Analysis is what reports on several variants of a scenario say besides their
// figures.
type Analysis struct {
	File     string // as it was named
	Hash     string // of the scenario
	Version  string // of the program
	Warnings []string
	Set      []string // KEY=VALUE, as changed for all variants
	Command  string   // that repeats the analysis, for the page; may be missing
}

// analysisColumns say which analysis a row is of.
func analysisColumns[R any](of func(R) (a *Analysis, b *heroic.Battle, seed uint64, confidence float64)) []column[R] {
	return []column[R]{
		{"file", func(r R) string { a, _, _, _ := of(r); return a.File }},
		{"scenario", func(r R) string { _, b, _, _ := of(r); return b.Name }},
		{"seed", func(r R) string { _, _, seed, _ := of(r); return strconv.FormatUint(seed, 10) }},
		{"confidence", func(r R) string { _, _, _, c := of(r); return shortest(c) }},
		{"ruleset", func(r R) string { _, b, _, _ := of(r); return b.Rules.ID() }},
		{"set", func(r R) string { a, _, _, _ := of(r); return strings.Join(a.Set, "; ") }},
	}
}

// A leaf is a text about an analysis being written. Errors are kept until Flush.
type leaf struct {
	*bufio.Writer
	width int
}

func newLeaf(w io.Writer, columns int) *leaf { return &leaf{bufio.NewWriter(w), UsableWidth(columns)} }

func (p *leaf) line(text string) { p.WriteString(strings.TrimRight(text, " ") + "\n") }

// title is a name, and at the right what it cost.
func (p *leaf) title(name, cost string) {
	if rest := p.width - columns(name); rest >= columns(cost)+2 {
		p.line(name + right(cost, rest))
		return
	}
	p.WriteString(Wrapped("", name, p.width))
	p.line(cost)
}

// paragraph is a text after an empty line.
func (p *leaf) paragraph(label, text string) {
	p.line("")
	p.WriteString(Wrapped(label, text, p.width))
}

func (p *leaf) warnings(all []string) {
	if len(all) > 0 {
		p.line("")
	}
	for _, w := range all {
		p.WriteString(Wrapped("  Warning  ", tidy(w), p.width))
	}
}

func (p *leaf) hints(hints []Hint) {
	if len(hints) > 0 {
		p.line("")
	}
	var labels []string
	for _, h := range hints {
		labels = append(labels, h.For+":")
	}
	for i, h := range hints {
		p.WriteString(commandLines(left(labels[i], widest(labels))+"   ", h.Command, p.width))
	}
}

// grid writes a table whose first column is at the left and the others at the
// right; where it is too wide even with names broken, a paragraph for each row.
func (p *leaf) grid(header []string, rows [][]string) {
	const gap = "   "
	widths := make([]int, len(header))
	rest := p.width
	for c := range header {
		cells := []string{header[c]}
		for _, r := range rows {
			if len(r) > 1 {
				cells = append(cells, r[c])
			} else if c == 0 {
				cells = append(cells, r[0])
			}
		}
		widths[c] = widest(cells)
		if c > 0 {
			rest -= len(gap) + widths[c]
		}
	}
	p.line("")
	if rest < min(widths[0], minName) {
		for _, r := range rows {
			var facts []string
			for c := 1; c < len(r); c++ {
				if cell := strings.TrimSpace(r[c]); cell != "" && cell != none {
					facts = append(facts, header[c]+" "+glued(cell))
				}
			}
			name := strings.TrimLeft(r[0], " ")
			if len(facts) > 0 {
				name += ": " + strings.Join(facts, ", ")
			}
			p.WriteString(Wrapped(r[0][:len(r[0])-len(strings.TrimLeft(r[0], " "))], name, p.width))
		}
		return
	}
	widths[0] = min(widths[0], rest)
	for _, r := range append([][]string{header}, rows...) {
		name := nameLines(r[0], widths[0])
		for _, part := range name[:len(name)-1] {
			p.line(part)
		}
		line := left(name[len(name)-1], widths[0])
		for c := 1; c < len(r); c++ {
			line += gap + right(r[c], widths[c])
		}
		p.line(line)
	}
}

// nameLines breaks a name that is wider than n columns at spaces, and cuts words that
// are.
func nameLines(name string, n int) []string {
	if columns(name) <= n {
		return []string{name}
	}
	words := strings.TrimLeft(name, " ")
	lines := strings.Split(strings.TrimSpace(Wrapped("", words, n-(len(name)-len(words))-2)), "\n")
	for i := range lines {
		indent := name[:len(name)-len(words)]
		if i > 0 {
			indent += "  "
		}
		lines[i] = cut(indent+lines[i], n)
	}
	return lines
}

// change is x with its sign, a true minus.
func change(x float64, decimals int) string {
	switch text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64); {
	case strings.Trim(text, "0.") == "":
		return text
	case x < 0:
		return "−" + text
	default:
		return "+" + text
	}
}

// points is a difference of probabilities, and its interval.
func points(d stats.Difference, trials int64) string {
	if math.IsNaN(d.By) {
		return none
	}
	decimals := decimalsFor(d.HalfWidth(), trials)
	return fmt.Sprintf("%s (%s to %s)", change(100*d.By, decimals), change(100*d.Low, decimals), change(100*d.High, decimals))
}

// meanDecimals are those that a mean supports which is known to within doubt.
func meanDecimals(doubt float64) int {
	if !(doubt > 0) {
		return 1
	}
	return min(max(1, int(math.Ceil(-math.Log10(doubt)))), 3)
}

// gainText is how much pairing helped.
func gainText(d stats.Difference) string {
	switch {
	case d.Same:
		return "alike"
	case math.IsNaN(d.Gain):
		return none
	}
	return times(d.Gain)
}

// times is a factor, with as many digits as one reads.
func times(x float64) string {
	if x >= 10 {
		return "×" + glue + number(int(math.Round(x)))
	}
	return "×" + glue + strconv.FormatFloat(x, 'f', 1, 64)
}

// differenceFields are those of a difference in JSON.
func differenceFields(d stats.Difference) object {
	return object{{"difference", d.By}, {"low", d.Low}, {"high", d.High}, {"variance_ratio", d.Gain}}
}

func pairedObject(p stats.PairedProportion) object {
	return append(object{
		{"a", proportionFields(p.A)}, {"b", proportionFields(p.B)}, {"only_a", p.OnlyA}, {"only_b", p.OnlyB},
	}, differenceFields(p.Difference)...)
}

func meanFields(m stats.Mean) object { return object{{"mean", m.Mean}, {"sd", m.SD}, {"se", m.SE}} }
