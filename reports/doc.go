// Package reports puts what came of battles into words and files: a summary for
// people, JSON and CSV for programs, and the story of a single battle. Renderers
// know writers and not paths; Save and SaveAll put files in their places, each
// whole or not at all. Figures come from package stats, and none is worked out
// here.
package reports
