// Package scenarios reads scenario files: it turns YAML into a
// heroic.Scenario, fills in the defaults, and names every mistake by file,
// line, column and key. The format is described in docs/scenario-format.md;
// the tables of keys in this package are the format.
//
// The example scenarios beside this file are embedded in the program.
//
// It may import heroic, units and dice, and nothing else of this module.
package scenarios
