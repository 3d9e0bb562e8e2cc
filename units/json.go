package units

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of a sheet. Real ones have up to some 5 MB, most of it a portrait.
const (
	MaxSheet = 10 << 20 // bytes

	maxSheetDepth  = 200
	maxSheetValues = 500_000
)

// A SheetError is what makes a character sheet useless.
type SheetError struct {
	Line, Column int // from 1, columns in characters
	Why          string
}

func (e *SheetError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Why) }

// A jsonKind is a kind of value.
type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonBool
	jsonNumber
	jsonText
	jsonList
	jsonObject
)

// A jsonValue is a value of a sheet and where it stands. Sheets have no schema that
// one could trust, so that they are read as a tree, whose methods take numbers for
// texts, texts for numbers, and nil for whatever is missing.
type jsonValue struct {
	kind   jsonKind
	text   string // of a text, a number (as written) or a bool
	keys   []string
	items  []*jsonValue
	parent *jsonValue
	name   string // its key
	index  int    // in its list
	offset int    // in bytes
}

// A jsonFile has the positions in a text.
type jsonFile struct {
	text []byte

	offset, line, column int // where the last place was; the next is often not far
}

// place is the line and column of an offset.
func (f *jsonFile) place(offset int) (line, column int) {
	offset = min(max(offset, 0), len(f.text))
	if offset < f.offset || f.line == 0 {
		f.offset, f.line, f.column = 0, 1, 1
	}
	between := f.text[f.offset:offset]
	if last := bytes.LastIndexByte(between, '\n'); last >= 0 {
		f.line += bytes.Count(between, []byte("\n"))
		f.column, between = 1, between[last+1:]
	}
	f.offset, f.column = offset, f.column+utf8.RuneCount(between)
	return f.line, f.column
}

func (f *jsonFile) fail(offset int, format string, args ...any) *SheetError {
	line, column := f.place(offset)
	return &SheetError{line, column, fmt.Sprintf(format, args...)}
}

// check finds what makes a text no JSON that is worth reading; what is what the file
// is meant to be.
func (f *jsonFile) check(what string) error {
	if len(f.text) > MaxSheet {
		return f.fail(0, "the file is larger than %d MB, the most that is read of %s", MaxSheet>>20, what)
	}
	if bytes.HasPrefix(f.text, []byte("\xff\xfe")) || bytes.HasPrefix(f.text, []byte("\xfe\xff")) {
		return f.fail(0, "the file is in UTF-16; save it as UTF-8")
	}
	f.text = bytes.TrimPrefix(f.text, []byte("\ufeff"))
	for i := 0; i < len(f.text); {
		c, size := utf8.DecodeRune(f.text[i:])
		if c == utf8.RuneError && size == 1 {
			return f.fail(i, "byte %#02x is not UTF-8; save the file as UTF-8", f.text[i])
		}
		i += size
	}
	if len(bytes.TrimSpace(f.text)) == 0 {
		return f.fail(0, "the file is empty; want %s", what)
	}
	return nil
}

// parse reads all values of the text, one after the other.
func (f *jsonFile) parse(what string) (all []*jsonValue, err error) {
	if err := f.check(what); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(f.text))
	d.UseNumber()
	var in *jsonValue // the list or object that is being read
	depth, count, key := 0, 0, ""
	wantsKey := false
	for {
		start := int(d.InputOffset())
		for start < len(f.text) && strings.IndexByte(" \t\r\n,:", f.text[start]) >= 0 {
			start++
		}
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF) && in == nil:
			return all, nil
		case err != nil:
			return nil, f.syntax(err, what)
		}
		if text, ok := token.(string); ok && wantsKey {
			key, wantsKey = text, false
			continue
		}
		if end, ok := token.(json.Delim); ok && (end == '}' || end == ']') {
			in, depth = in.parent, depth-1
			wantsKey = in != nil && in.kind == jsonObject
			continue
		}
		v := &jsonValue{offset: start, parent: in}
		switch t := token.(type) {
		case json.Delim:
			v.kind = jsonList
			if t == '{' {
				v.kind = jsonObject
			}
		case string:
			v.kind, v.text = jsonText, t
		case json.Number:
			v.kind, v.text = jsonNumber, t.String()
		case bool:
			v.kind, v.text = jsonBool, strconv.FormatBool(t)
		}
		if count++; count > maxSheetValues {
			return nil, f.fail(start, "the file has too many values to be %s", what)
		}
		switch {
		case in == nil:
			all = append(all, v)
		case in.kind == jsonObject:
			v.name, in.keys = key, append(in.keys, key)
			in.items = append(in.items, v)
		default:
			v.index, in.items = len(in.items), append(in.items, v)
		}
		if v.kind == jsonList || v.kind == jsonObject {
			if in, depth = v, depth+1; depth > maxSheetDepth {
				return nil, f.fail(start, "nested too deeply: more than %d levels", maxSheetDepth)
			}
		}
		wantsKey = in != nil && in.kind == jsonObject
	}
}

// syntax words an error of the JSON reader.
func (f *jsonFile) syntax(err error, what string) error {
	var bad *json.SyntaxError
	if errors.As(err, &bad) && !strings.Contains(bad.Error(), "unexpected end") {
		return f.fail(int(bad.Offset)-1, "not JSON, which %s is: %v", what, bad)
	}
	return f.fail(len(f.text), "the file ends too early: it is cut off, or no JSON, which %s is", what)
}

// get is the value of a key, the last one if there are several, or nil.
func (v *jsonValue) get(path ...string) *jsonValue {
	for _, key := range path {
		if v == nil || v.kind != jsonObject {
			return nil
		}
		var found *jsonValue
		for i := len(v.keys) - 1; i >= 0 && found == nil; i-- {
			if v.keys[i] == key {
				found = v.items[i]
			}
		}
		v = found
	}
	if v == nil || v.kind == jsonNull {
		return nil
	}
	return v
}

// first is the first of several keys that has a value.
func (v *jsonValue) first(keys ...string) *jsonValue {
	for _, key := range keys {
		if found := v.get(key); found != nil {
			return found
		}
	}
	return nil
}

// list are the elements of a list that are something, or nothing.
func (v *jsonValue) list() (all []*jsonValue) {
	if v == nil || v.kind != jsonList {
		return nil
	}
	for _, item := range v.items {
		if item.kind != jsonNull {
			all = append(all, item)
		}
	}
	return all
}

// str is a text on one line, a number as written, or nothing.
func (v *jsonValue) str() string {
	if v == nil || v.kind != jsonText && v.kind != jsonNumber {
		return ""
	}
	return oneLine(v.text)
}

// yes is true, or a text or number that means it.
func (v *jsonValue) yes() bool {
	return v != nil && v.kind <= jsonText && (strings.EqualFold(v.text, "true") || v.text == "1")
}

// number reads a number, or a text that is one: "11", "+1", "5,5", "−2".
func (v *jsonValue) number() (x float64, ok bool) {
	if v == nil || v.kind != jsonNumber && v.kind != jsonText {
		return 0, false
	}
	return numberIn(v.text)
}

func numberIn(text string) (x float64, ok bool) {
	text = strings.TrimPrefix(plainSigns.Replace(strings.TrimSpace(text)), "+")
	if len(text) > 40 || strings.Trim(text, "-.0123456789eE+,") != "" {
		return 0, false
	}
	if before, after, comma := strings.Cut(text, ","); comma {
		if len(after) == 3 && before != "0" && before != "-0" { // 1,000
			text = before + after
		} else {
			text = before + "." + after
		}
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) && math.Abs(x) < 1e12
}

// plainSigns are what people and programs write for a minus.
var plainSigns = strings.NewReplacer("−", "-", "–", "-", "—", "-", "‐", "-", "‑", "-", "‒", "-", "\u00a0", " ")

// whole reads a whole number; a fraction is rounded down.
func (v *jsonValue) whole() (n int, ok bool) {
	x, ok := v.number()
	return int(math.Floor(x)), ok
}

// path is the value's place, as in traits[3].calc.points.
func (v *jsonValue) path() string {
	if v == nil || v.parent == nil {
		return ""
	}
	before := v.parent.path()
	switch {
	case v.parent.kind == jsonList:
		return before + "[" + strconv.Itoa(v.index) + "]"
	case before == "":
		return oneLine(v.name)
	}
	return before + "." + oneLine(v.name)
}

// oneLine squeezes spaces, and leaves out what no line can show.
func oneLine(s string) string {
	s = strings.Map(func(c rune) rune {
		switch {
		case c == '\u2028' || c == '\u2029' || c == '\n' || c == '\r' || c == '\t' || c == '\u00a0':
			return ' '
		case c < ' ' || c >= 0x7f && c < 0xa0 || c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069' || c == '\ufeff' || c == '\ufffe' || c == '\uffff':
			return -1
		}
		return c
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
