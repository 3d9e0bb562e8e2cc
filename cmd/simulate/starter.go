package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"heroicsim/heroic"
	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/units"
)

// A starter is a scenario to begin with.
type starter struct {
	schema   string // the path to it
	file     string // as a shell names it
	folder   string // likewise
	name     string
	distance float64 // in yards
	sides    [2]starterSide
}

type starterSide struct {
	name   string
	groups []starterGroup
}

type starterGroup struct {
	name  string
	ref   string // the value of unit:
	sheet bool   // a person's: one of them is a character
	unit  *units.Unit
	count int
}

// tacticHints say in a line what each tactic is good for.
var tacticHints = map[string]string{
	"all-out-offensive": "charge: hit far better and harder, run far, but with poor defences",
	"offensive":         "hit better, defend a little worse",
	"neutral":           "neither bold nor careful",
	"defensive":         "defend better, hit and shoot worse",
	"all-out-defensive": "defend far better, hit and shoot far worse; may withdraw",
	"aimed-shooting":    "shoot best, with Acc; hardly move, defend badly",
	"hold-ground":       "hardly move, defend better, hit and shoot as ever; stay with move: hold",
	"concentration":     "for spells; hardly move, defend badly",
	"retreat":           "run, without a blow",
}

const starterTop = `
# %s
# Have a look at it, change it, and then:
#
#   simulate check %[2]s
#   simulate run %[2]s
#   simulate show %[2]s
#
# What stands behind a # counts for nothing. Lines with a key can be brought in: take
# away the "# " before the key. By the line at the top, editors complete keys and mark
# mistakes as you type, as soon as this has put the file there that it names:
#
#   simulate schema -o %[3]s

`

const starterField = `
battlefield:
  distance: %-11s # yards between the sides at the start; 1 is in contact
  # frontage: 6         # yards of front, where it is narrow: a bridge, a gate
  # visibility: -3      # night, fog: 0 to -10 on all attacks
  # footing: -2         # mud, rubble: 0 to -10 on attacks, half of it on defences

sides:
`

const starterSideKeys = `    # tactics_skill: 12 # the leader's; the higher of the two adds 1 to initiative
    # surprised: on     # does nothing in round 1
    # no_retreat: on    # has nowhere to run: takes more to break, but then surrenders
`

const starterMorale = `
# Morale: a group that has lost a third may break and run, and is then out of the
# battle. "character: on" keeps one from it. With this line nobody checks morale:
#
# rules: {morale: off}
`

const starterOrders = `
# Orders are a word for the whole battle:
#
`

const starterEntries = `#
# or a list. In each round the first entry counts whose "when" holds:
#
#         orders:
#           - {when: {rounds: 1}, tactic: hold-ground}
#           - {when: {losses: ">=1/2"}, tactic: retreat}   # half of the group has fallen
#           - {tactic: offensive, target: weakest}
#
# when:   rounds, distance, locked (in melee: on or off), losses, enemy_losses, ratio,
#         hp, fp, chance; values like 3, 1-2, ">20", "<=1/3"
# target: nearest, weakest, strongest, most-wounded, or a group's name
# move:   close, hold, away, withdraw, flank-left, flank-right, rear
# weapon: one of those named above the group; else the best against the enemy at hand
`

// write writes the scenario with comments for who wants to change it.
func (s *starter) write(w io.Writer) error {
	var b strings.Builder
	b.WriteString(scenarios.SchemaLine(s.schema))
	fmt.Fprintf(&b, starterTop, oneLine(s.name)+".", s.file, s.folder)
	fmt.Fprintf(&b, "name: %s\n", scenarios.YAML(s.name))
	fmt.Fprintf(&b, starterField, yards(s.distance))
	for i := range s.sides {
		if i > 0 {
			b.WriteByte('\n')
		}
		s.writeSide(&b, &s.sides[i])
	}
	b.WriteString(starterMorale)
	b.WriteString(starterOrders)
	hint := func(word, text string) { fmt.Fprintf(&b, "#   %-18s %s\n", word, text) }
	hint("auto", "what a sensible referee would choose, anew each round")
	for _, tactic := range heroic.TacticNames() {
		hint(tactic, tacticHints[tactic])
	}
	b.WriteString(starterEntries)
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *starter) writeSide(b *strings.Builder, side *starterSide) {
	fmt.Fprintf(b, "  - name: %s\n", scenarios.YAML(side.name))
	first := side == &s.sides[0]
	if first {
		b.WriteString(starterSideKeys)
	} else {
		b.WriteString("    # tactics_skill, surprised and no_retreat may stand here, too.\n")
	}
	b.WriteString("    groups:\n")
	for i := range side.groups {
		if i > 0 {
			b.WriteByte('\n')
		}
		side.groups[i].write(b, s.distance, first && i == 0)
	}
}

// starterWidth is that of comments on a group.
const starterWidth = 92

// write writes the group. The first one explains the keys of all.
func (g *starterGroup) write(b *strings.Builder, distance float64, first bool) {
	line := func(text, why string) {
		if why == "" {
			fmt.Fprintf(b, "        %s\n", text)
			return
		}
		fmt.Fprintf(b, "        %-15s # %s\n", text, why)
	}
	about := g.unit.Name + ": " + unitNumbers(g.unit) + "." + g.arms()
	for text := range strings.Lines(reports.Wrapped("", oneLine(about), starterWidth-len("      # "))) {
		b.WriteString("      # " + text)
	}
	fmt.Fprintf(b, "      - name: %s\n", scenarios.YAML(g.name))
	line("unit: "+scenarios.YAML(g.ref), "")
	count, character := "", ""
	if first {
		count, character = "how many", "a player's, or a foe with a name: no morale checks"
	}
	line(fmt.Sprintf("count: %d", g.count), count)
	switch {
	case g.sheet && g.count == 1:
		line("character: on", character)
	case first || g.count == 1:
		line("# character: on", character)
	}
	bow, thrown, spell := g.bow(), g.thrown(), g.spell()
	switch {
	case bow != nil && bow.MaxRange < distance:
		line("orders: auto", fmt.Sprintf("comes on; within %s yards it shoots, then gives ground", yards(bow.MaxRange)))
	case bow != nil:
		line("orders: auto", "shoots while nobody can be upon it, then gives ground")
	case spell != nil && len(g.unit.Weapons) == 0:
		line("orders: auto", "casts while it has FP for it")
	case thrown != nil:
		line("orders: auto", fmt.Sprintf("comes on; may throw within %s yards; then melee", yards(thrown.MaxRange)))
	case first:
		line("orders: auto", "as a sensible referee would; what else there is stands below")
	default:
		line("orders: auto", "")
	}
	switch {
	case bow != nil:
		line("# In its place, to stand and shoot, and at close quarters to defend:", "")
		line("# orders:", "")
		line("#   - {when: {locked: off}, tactic: aimed-shooting, move: hold}", "")
		line("#   - {tactic: defensive}", "")
	case spell != nil && len(g.unit.Weapons) > 0:
		tactic := heroic.Neutral
		if spell.Roll.IsMental() {
			tactic = heroic.Concentration
		}
		line("# Only spells that orders name are cast. In place of the line above:", "")
		line("# orders:", "")
		line(fmt.Sprintf("#   - {when: {locked: off}, tactic: %s, spells: %s}", tactic, scenarios.YAML(spell.Name)), "")
		line("#   - {tactic: auto}", "")
	}
}

// unitNumbers are those that tell most of how a unit fights.
func unitNumbers(u *units.Unit) string {
	facts := []string{fmt.Sprintf("HP %d", u.HP), fmt.Sprintf("Dodge %d", u.Dodge)}
	if u.Parry > 0 {
		facts = append(facts, fmt.Sprintf("Parry %d", u.Parry))
	}
	if u.Block > 0 {
		facts = append(facts, fmt.Sprintf("Block %d", u.Block))
	}
	facts = append(facts, fmt.Sprintf("DR %d", u.Armour.DR(units.Torso, units.Cutting)), fmt.Sprintf("Move %d", u.Move))
	if weapon, mode := bestWeapon(u); weapon != nil {
		facts = append(facts, fmt.Sprintf("%s %d (%s)", weapon.Name, weapon.Skill, strings.ReplaceAll(mode.Damage.String(), "-", "−")))
	}
	return strings.Join(facts, ", ")
}

func yards(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// arms are the weapons and spells that orders may name.
func (g *starterGroup) arms() string {
	var all []string
	for i := range g.unit.Weapons {
		w := &g.unit.Weapons[i]
		name := w.Name
		if w.Ranged {
			name += fmt.Sprintf(" (to %s yards)", yards(w.MaxRange))
		}
		all = append(all, name)
	}
	text := ""
	if len(all) > 1 || g.bow() != nil {
		text += " Weapons: " + strings.Join(all, ", ") + "."
	}
	all = nil
	for _, s := range g.unit.Spells {
		all = append(all, s.Name)
	}
	if len(all) > 0 {
		text += " Spells: " + strings.Join(all, ", ") + "."
	}
	return text
}

// bow is a weapon by which auto keeps its distance, or nil.
func (g *starterGroup) bow() *units.Weapon {
	i := slices.IndexFunc(g.unit.Weapons, func(w units.Weapon) bool { return w.Ranged && !w.Thrown })
	if i < 0 {
		return nil
	}
	return &g.unit.Weapons[i]
}

// thrown is the first weapon that is thrown, or nil.
func (g *starterGroup) thrown() *units.Weapon {
	i := slices.IndexFunc(g.unit.Weapons, func(w units.Weapon) bool { return w.Thrown })
	if i < 0 {
		return nil
	}
	return &g.unit.Weapons[i]
}

// spell is the first that is cast on enemies, or nil.
func (g *starterGroup) spell() *units.Spell {
	i := slices.IndexFunc(g.unit.Spells, func(s units.Spell) bool { return s.On == units.OnEnemies })
	if i < 0 {
		return nil
	}
	return &g.unit.Spells[i]
}

// title is what people call the group: Goblins, Ogre, Thora.
func (g *starterGroup) title() string {
	if g.count == 1 || g.sheet {
		return g.unit.Name
	}
	return plural(g.unit.Name)
}

// builtin says whether the group's unit is a kind of creature and not a name.
func (g *starterGroup) builtin() bool { return !scenarios.IsUnitFile(g.ref) }

// inSentence is the group in the middle of one: goblins, an ogre, Thora.
func (g *starterGroup) inSentence() string {
	if !g.builtin() {
		return g.title()
	}
	word := lowerFirst(g.title())
	switch {
	case g.count > 1:
		return word
	case strings.ContainsAny(word[:1], "aeiou"):
		return "an " + word
	}
	return "a " + word
}

// longestTitle is how long a side's name may become.
const longestTitle = 40

// title is what people call a side.
func (s *starterSide) title() string {
	parts := []string{s.groups[0].title()}
	for i := range s.groups[1:] {
		g := &s.groups[1+i]
		word := g.title()
		if g.builtin() {
			word = lowerFirst(word)
		}
		if !slices.ContainsFunc(parts, func(other string) bool { return strings.EqualFold(word, other) }) {
			parts = append(parts, word)
		}
	}
	if text := listing(parts); len(text) <= longestTitle {
		return text
	}
	return parts[0] + " and others"
}

// inSentence is a side without a name of its own, in the middle of a sentence.
func (s *starterSide) inSentence() string {
	if len(s.groups) == 1 {
		return s.groups[0].inSentence()
	}
	text := s.title()
	if s.groups[0].builtin() {
		return lowerFirst(text)
	}
	return text
}

// listing is a, b and c.
func listing(parts []string) string {
	if n := len(parts) - 1; n > 0 {
		return strings.Join(parts[:n], ", ") + " and " + parts[n]
	}
	return parts[0]
}

func lowerFirst(s string) string {
	for i := range s {
		if i > 0 {
			return strings.ToLower(s[:i]) + s[i:]
		}
	}
	return strings.ToLower(s)
}

// plurals are endings in the order in which they are tried.
var plurals = []struct{ one, many string }{
	{"militia", "militia"}, {"cavalry", "cavalry"}, {"infantry", "infantry"}, {"undead", "undead"}, {"folk", "folk"},
	{"human", "humans"}, {"shaman", "shamans"}, {"german", "germans"}, {"man", "men"}, {"man-at-arms", "men-at-arms"},
	{"lf", "lves"}, {"arf", "arves"}, {"hief", "hieves"}, {"mouse", "mice"}, {"fox", "foxes"}, {"ox", "oxen"}, {"sheep", "sheep"}, {"swine", "swine"},
	{"ay", "ays"}, {"ey", "eys"}, {"oy", "oys"}, {"y", "ies"},
	{"ss", "sses"}, {"us", "uses"}, {"s", "s"}, {"x", "xes"}, {"ch", "ches"}, {"sh", "shes"},
}

// plural is an English name for several of a kind.
func plural(name string) string {
	if kind, of, ok := strings.Cut(name, " of "); ok {
		return plural(kind) + " of " + of
	}
	for _, p := range plurals {
		if n := len(name) - len(p.one); n >= 0 && strings.EqualFold(name[n:], p.one) {
			if p.one[0] == p.many[0] {
				return name[:n+1] + p.many[1:] // with the name's own capital
			}
			return name[:n] + p.many
		}
	}
	return name + "s"
}
