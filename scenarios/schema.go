package scenarios

import (
	"bytes"
	"encoding/json"

	"heroicsim/heroic"
)

// A shape is what a value may be, in the words of JSON Schema.
type shape struct {
	Draft       string     `json:"$schema,omitempty"`
	Ref         string     `json:"$ref,omitempty"`
	Title       string     `json:"title,omitempty"`
	Description string     `json:"description,omitempty"`
	Type        any        `json:"type,omitempty"` // a name, or a list of them
	Enum        []any      `json:"enum,omitempty"`
	Minimum     number64   `json:"minimum,omitempty"`
	Maximum     number64   `json:"maximum,omitempty"`
	Above       number64   `json:"exclusiveMinimum,omitempty"`
	MaxLength   int        `json:"maxLength,omitempty"`
	Pattern     string     `json:"pattern,omitempty"`
	PrefixItems []*shape   `json:"prefixItems,omitempty"`
	Items       *shape     `json:"items,omitempty"`
	MinItems    int        `json:"minItems,omitempty"`
	MaxItems    int        `json:"maxItems,omitempty"`
	Properties  properties `json:"properties,omitempty"`
	Required    []string   `json:"required,omitempty"`

	PropertyNames        *shape `json:"propertyNames,omitempty"`
	AdditionalProperties any    `json:"additionalProperties,omitempty"` // false, or a *shape
	MinProperties        int    `json:"minProperties,omitempty"`
	MaxProperties        int    `json:"maxProperties,omitempty"`

	Not   *shape            `json:"not,omitempty"`
	AnyOf []*shape          `json:"anyOf,omitempty"`
	If    *shape            `json:"if,omitempty"`
	Then  *shape            `json:"then,omitempty"`
	Else  *shape            `json:"else,omitempty"`
	Defs  map[string]*shape `json:"$defs,omitempty"`

	def   string  // under which it stands in $defs; empty: where it is used
	item  *node   // the blank that becomes Items
	orOne bool    // a single one need not be a list
	pair  []*node // the blanks that become PrefixItems
}

// A number64 is a number as it is written.
type number64 = json.Number

// properties are the keys of a map, in the order of their table.
type properties []property

type property struct {
	key   string
	shape *shape
}

// MarshalJSON writes them as an object.
func (ps properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, p := range ps {
		b.WriteByte("{,"[min(i, 1)])
		for k, v := range []any{p.key, p.shape} {
			if k == 1 {
				b.WriteByte(':')
			}
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			if err := e.Encode(v); err != nil {
				return nil, err
			}
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// isAnyOf says that s is nothing but a choice.
func (s *shape) isAnyOf() bool { return s.AnyOf != nil && s.Type == nil && s.Enum == nil }

// parts are the shapes within s.
func (s *shape) parts() []*shape {
	all := append([]*shape{s.Items, s.PropertyNames, s.Not, s.If, s.Then, s.Else}, s.PrefixItems...)
	all = append(all, s.AnyOf...)
	if more, ok := s.AdditionalProperties.(*shape); ok {
		all = append(all, more)
	}
	for _, p := range s.Properties {
		all = append(all, p.shape)
	}
	return all
}

// share puts what has a name into defs, and a reference in its place.
func (s *shape) share(defs map[string]*shape) {
	for _, part := range s.parts() {
		if part == nil {
			continue
		}
		if name := part.def; name != "" {
			shared := *part
			shared.def, shared.Description = "", ""
			if defs[name] == nil {
				defs[name] = &shared
				shared.share(defs)
			}
			*part = shape{Ref: "#/$defs/" + name, Description: part.Description}
			continue
		}
		part.share(defs)
	}
}

// Schemas are the kinds of file that Schema describes.
var Schemas = []string{"scenario", "units", "rules"}

// Schema is the JSON Schema of a kind of file, as text. It is made of the tables
// that files are read with.
func Schema(kind string) ([]byte, error) {
	s, _ := schemaOf(kind)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(s); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// schemaOf also returns the keys that could not be described.
func schemaOf(kind string) (*shape, Errors) {
	r, n := describing(), newBlank()
	title := ""
	switch kind {
	case "scenario":
		title = "A scenario of simulate"
		readMap(r, n, &draft{}, scenarioFields)
		r.require(n, "sides")
	case "units":
		title = "A file of units for simulate"
		readMap(r, n, new([]*definition), unitFileFields)
		r.require(n, "units")
	case "rules":
		title = "A file of rules for simulate"
		r.rulesFile(n)
	}
	s := n.shape()
	s.Draft, s.Title = "https://json-schema.org/draft/2020-12/schema", title
	defs := map[string]*shape{}
	s.share(defs)
	s.Defs = defs
	return s, r.errs
}

// rulesFile describes a file of switches, which may stand under rules.
func (r *reader) rulesFile(n *node) {
	bare := n.under("rules")
	readMap(r, bare, new(heroic.Rules), ruleFields)
	under := *bare.object()
	bare.object().def = "rules"
	n.note(&shape{
		Type: "object",
		If:   &shape{Required: []string{"rules"}},
		Then: &shape{Properties: properties{{"rules", bare.object()}}, AdditionalProperties: false},
		Else: &under,
	})
}

// later are the keys that are kept until what they name is known, with what reads
// them then.
func later() map[string]func(r *reader, n *node) {
	return map[string]func(r *reader, n *node){
		"unit":     func(r *reader, n *node) { r.unit(n) },
		"orders":   func(r *reader, n *node) { r.orders(n, nil, nil) },
		"hp_now":   wholePool,
		"fp_now":   wholePool,
		"tactic":   func(r *reader, n *node) { r.tactics(&entry{tactic: n}) },
		"move":     func(r *reader, n *node) { parsed(r, n, "a move", heroic.ParseMove, moveNames) },
		"target":   func(r *reader, n *node) { r.target(&entry{target: n}) },
		"weapon":   func(r *reader, n *node) { r.weapons(&entry{weapon: n}) },
		"facing":   func(r *reader, n *node) { r.facing(&entry{facing: n}) },
		"location": func(r *reader, n *node) { r.location(&entry{location: n}, nil) },
		"actions":  func(r *reader, n *node) { r.actions(n) },
		"wait":     func(r *reader, n *node) { r.wait(&entry{wait: n}) },
		"shots":    func(r *reader, n *node) { r.shots(&entry{shots: n}, nil) },
		"grapple":  func(r *reader, n *node) { r.spending(&entry{grapple: n}) },
		"spells":   func(r *reader, n *node) { r.casts(&entry{spells: n}) },
		"cast":     func(r *reader, n *node) { r.called(n) },
		"at":       blankCastAt,
		"attacks":  func(r *reader, n *node) { r.attacks(&entry{attacks: n}); n.array().MinItems = 2 },
	}
}

// wholePool describes what a group starts with, which its unit limits.
func wholePool(_ *reader, n *node) { whole(n, 1, anyNumber) }

// blankCastAt describes whom a spell is cast at.
func blankCastAt(r *reader, n *node) {
	n.note(&shape{Enum: texts(namesOf(targetRules))})
	r.called(n)
}
