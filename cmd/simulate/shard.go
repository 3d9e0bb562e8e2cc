package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/stats"
)

// A shardFlag is a part and how many there are: 3/10.
type shardFlag struct{ s *stats.Shard }

func (f shardFlag) Type() string { return "I/N" }

func (f shardFlag) String() string {
	if f.s.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", f.s.I, f.s.N)
}

func (f shardFlag) Set(s string) (err error) {
	*f.s, err = stats.ParseShard(s)
	return err
}

// checkShard finds flags that contradict --shard.
func (c *runCommand) checkShard(files []string) error {
	if c.shard.N == 0 {
		return nil
	}
	if c.method != byTrials {
		return usagef("--method %s has no use with --shard: only trials can be shared out", c.method)
	}
	for _, f := range [...]struct{ name, why string }{
		{"precision", "when it is reached is known only from all parts together"},
		{"format", "results are printed by simulate merge"},
		{"keep-going", "it takes one scenario at a time"},
	} {
		if c.flags.Changed(f.name) {
			return usagef("--%s has no use with --shard: %s", f.name, f.why)
		}
	}
	switch {
	case len(files) > 1:
		return usagef("--shard takes one scenario at a time")
	case c.folder == "":
		return usagef("--shard needs --out: the folder that the part goes into")
	}
	return nil
}

// fightShard fights a part of the battles and writes what it came to, if it comes to
// its end.
func (c *runCommand) fightShard(ctx context.Context, std streams) error {
	j := c.jobs[0]
	o := c.optionsFor(j.Loaded)
	stop := c.observe(std, j, &o)
	part, err := stats.RunShard(ctx, j.battle, o, c.shard)
	stop()
	switch {
	case part == nil && errors.Is(err, context.Canceled):
		first, last := c.shard.Span(o.Trials)
		fmt.Fprintf(std.err, "simulate: interrupted; part %v is missing, %s, and nothing was written\n", c.shard, reports.Span(first, last))
		return status(exitInterrupted)
	case part == nil:
		return err
	}
	if ctx.Err() != nil {
		std.lastWords()
	}
	file := &partFile{
		Head: partHead{
			Format: partFormat, Kind: partKind, Version: version(), Ruleset: j.battle.Rules.ID(),
			Name: j.Name, Scenario: j.Hash, Confidence: o.Confidence, Flags: c.decisive(),
		},
		Part: part, Source: j.Record(),
	}
	path := filepath.Join(c.folder, partName(j.File, c.shard))
	if err := reports.Save(path, file.write); err != nil {
		return err
	}
	if c.trials != nil {
		rows := c.trials
		c.trials = nil
		if err := rows.Commit(); err != nil {
			return err
		}
	}
	fmt.Fprintln(std.out, reports.PartLine(j.battle.Name, part))
	if !c.quiet {
		fmt.Fprintf(std.out, "Written to %s\n\nWhen all parts are there:  simulate merge %s\n", oneLine(path), shellFile(c.folder))
	}
	return nil
}

// decisive are the flags that results depend on, or that they name.
func (c *runCommand) decisive() []string {
	flags := []string{}
	for _, s := range c.sets {
		flags = append(flags, "--set="+s)
	}
	for _, name := range []string{"seed", "trials", "confidence"} {
		if f := c.flags.Lookup(name); f.Changed {
			flags = append(flags, "--"+name+"="+f.Value.String())
		}
	}
	return flags
}

// partEnding is that of the names of parts, by which merge finds them.
const partEnding = ".shard.json"

// partName is the name of a part's file. Names have the order of the parts.
func partName(file string, s stats.Shard) string {
	width := len(strconv.FormatInt(s.N, 10))
	return fmt.Sprintf("%s-%0*d-of-%d%s", reports.Stem(file), width, s.I, s.N, partEnding)
}

// A partFile is what run --shard writes: what a part of the battles came to, and all
// that reports need besides. It is one JSON object.
type partFile struct {
	Head   partHead         `json:"head"`
	Part   *stats.Part      `json:"part"`
	Source scenarios.Record `json:"source"`
	Sum    string           `json:"sha256"` // of all before the line that it stands in
}

type partHead struct {
	Format     int      `json:"format"`
	Kind       string   `json:"kind"`
	Version    string   `json:"version"` // of the program
	Ruleset    string   `json:"ruleset"`
	Name       string   `json:"scenario"`
	Scenario   string   `json:"scenario_hash"`
	Confidence float64  `json:"confidence"`
	Flags      []string `json:"flags"` // those of decisive
}

const (
	partFormat = 1
	partKind   = "part of a run"
)

// write writes the file, a line for each of its keys.
func (f *partFile) write(w io.Writer) error {
	var b bytes.Buffer
	for i, value := range []any{f.Head, f.Part, f.Source} {
		fmt.Fprintf(&b, "%s\"%s\": ", [...]string{"{", ",\n", ",\n"}[i], [...]string{"head", "part", "source"}[i])
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(value); err != nil {
			return err
		}
		b.Truncate(b.Len() - 1) // Encode ends a line
	}
	b.WriteString(",\n")
	_, err := fmt.Fprintf(w, "%s%s", b.Bytes(), checksumLine(b.Bytes()))
	return err
}

// checksumLine is the last line of a part.
func checksumLine(before []byte) string {
	return fmt.Sprintf("\"sha256\": \"%x\"}\n", sha256.Sum256(before))
}

// readPart reads what write wrote. Its error is why text is not that.
func readPart(text []byte) (*partFile, error) {
	var head struct{ Head partHead }
	first, _, _ := bytes.Cut(text, []byte(",\n"))
	switch {
	case len(text) == 0:
		return nil, errors.New("this file is empty")
	case !bytes.HasPrefix(text, []byte(`{"head": `)):
		return nil, errors.New("this is no part that simulate run --shard wrote")
	case json.Unmarshal(append(bytes.Clone(first), '}'), &head) == nil && head.Head.Format != partFormat:
		return nil, fmt.Errorf("it has format %d, and this program reads %d", head.Head.Format, partFormat)
	case !bytes.HasSuffix(text, []byte("\"}\n")):
		return nil, errors.New("damaged: its end is missing")
	}
	last := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1
	if string(text[last:]) != checksumLine(text[:last]) {
		return nil, errors.New("damaged: it was changed since it was written, for its checksum does not fit")
	}
	f := new(partFile)
	if err := strictly(text, f); err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	if f.Part == nil || f.Head.Kind != partKind {
		return nil, errors.New("this is no part that simulate run --shard wrote")
	}
	return f, nil
}
