package units

import (
	"regexp"
	"sync"
)

// A pattern is a regular expression that is compiled when it is first asked: the readers
// have some two hundred, and most runs of the program read no sheet at all.
type pattern func() *regexp.Regexp

// patterns are all of them: a test compiles each.
var patterns []pattern

func compiled(expr string) pattern {
	p := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
	patterns = append(patterns, p)
	return p
}

func (p pattern) FindAllIndex(b []byte, n int) [][]int       { return p().FindAllIndex(b, n) }
func (p pattern) FindAllString(s string, n int) []string     { return p().FindAllString(s, n) }
func (p pattern) FindAllStringIndex(s string, n int) [][]int { return p().FindAllStringIndex(s, n) }
func (p pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p().FindAllStringSubmatch(s, n)
}
func (p pattern) FindAllSubmatchIndex(b []byte, n int) [][]int { return p().FindAllSubmatchIndex(b, n) }
func (p pattern) FindString(s string) string                   { return p().FindString(s) }
func (p pattern) FindStringIndex(s string) []int               { return p().FindStringIndex(s) }
func (p pattern) FindStringSubmatch(s string) []string         { return p().FindStringSubmatch(s) }
func (p pattern) FindStringSubmatchIndex(s string) []int       { return p().FindStringSubmatchIndex(s) }
func (p pattern) Match(b []byte) bool                          { return p().Match(b) }
func (p pattern) MatchString(s string) bool                    { return p().MatchString(s) }
func (p pattern) ReplaceAllString(s, with string) string       { return p().ReplaceAllString(s, with) }
func (p pattern) ReplaceAllStringFunc(s string, with func(string) string) string {
	return p().ReplaceAllStringFunc(s, with)
}
func (p pattern) Split(s string, n int) []string { return p().Split(s, n) }
