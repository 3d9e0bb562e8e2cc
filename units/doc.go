// Package units describes who fights: stat blocks, weapons, damage types, hit
// locations, armour and the traits that the rules use, with the defaults that
// fill what a block leaves out; a reader for stat blocks in plain text; and the
// built-in roster.
//
// It may import dice, and nothing else of this module.
package units
