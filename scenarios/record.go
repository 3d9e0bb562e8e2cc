package scenarios

import (
	"io/fs"
	"slices"
)

// A Record is a scenario with the texts of all files that it is made of, so that it
// can be loaded where these files are not, or are no longer the same.
type Record struct {
	File    string      `json:"file"`    // as it was named
	Example bool        `json:"example"` // it is built in
	Text    string      `json:"text"`
	Named   []NamedText `json:"named,omitempty"` // what the scenario or a --set names
}

// A NamedText is a file that a scenario names.
type NamedText struct {
	Name string `json:"name"` // as it is named
	Path string `json:"path"` // where it was
	Text string `json:"text"`
}

// Record is what l was made of, but for what was set.
func (l *Loaded) Record() Record {
	return Record{l.File, l.embedded, string(l.Text), l.named}
}

// Recall loads a scenario from its record alone. sets are as for Load.
func Recall(r Record, sets []string) (*Loaded, error) {
	again := &Loaded{File: r.File, Text: []byte(r.Text), embedded: r.Example}
	return Load(r.File, Options{Sets: sets, again: again, record: &r})
}

// remember notes a file that the scenario names.
func (o *opener) remember(name string, src *source) {
	if !slices.ContainsFunc(o.named, func(t NamedText) bool { return t.Name == name }) {
		o.named = append(o.named, NamedText{name, src.name, string(src.text)})
	}
}

// recall is a file that the scenario names, as the record has it.
func (o *opener) recall(r *Record, name string) (*source, error) {
	for _, t := range r.Named {
		if t.Name == name {
			src := o.source(t.Path, []byte(t.Text))
			o.remember(name, src)
			return src, nil
		}
	}
	return o.source(name, nil), fs.ErrNotExist
}
