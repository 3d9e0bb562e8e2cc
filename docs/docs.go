// Package docs holds the documents that the program itself quotes.
package docs

import _ "embed"

// ScenarioFormat is the description of scenario files.
//
//go:embed scenario-format.md
var ScenarioFormat string
