// Package heroic is the rules of Heroic Combat: tactics and tables, the round as
// a list of phases, morale, fatigue and the end of a battle. A Scenario is what
// a file says; Compile makes of it a Battle, which does not change; a Fight is
// one worker's reusable state, which fights trials of a Battle.
//
// It may import dice and units, and nothing else of this module. It never
// prints, formats for people, opens files or reads flags: who wants the story
// sets Fight.Trace and gets events.
package heroic
