package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"heroicsim/reports"
	"heroicsim/scenarios"
	"heroicsim/units"
)

// A unitColumn is a number of the table of units.
type unitColumn struct {
	name string
	wide bool // only where there is room
	of   func(u *units.Unit) string
}

// unitColumns stand between a unit's name and its main attack.
var unitColumns = []unitColumn{
	{"HP", false, func(u *units.Unit) string { return strconv.Itoa(u.HP) }},
	{"DR", false, func(u *units.Unit) string { return strconv.Itoa(u.Armour.DR(units.Torso, units.Cutting)) }},
	{"Move", false, func(u *units.Unit) string { return strconv.Itoa(u.Move) }},
	{"Dodge", false, func(u *units.Unit) string { return strconv.Itoa(u.Dodge) }},
	{"Parry", true, func(u *units.Unit) string { return orDash(u.Parry) }},
	{"Block", true, func(u *units.Unit) string { return orDash(u.Block) }},
	{"Will", false, func(u *units.Unit) string { return strconv.Itoa(u.Will) }},
	{"SM", false, func(u *units.Unit) string { return modifier(u.SM) }},
}

// Widths of the table of units: below tableWidth a unit is a paragraph, and from
// wideTable on all columns are there.
const (
	tableWidth   = 72
	wideTable    = 96
	unitNameWide = 15
)

func listUnits(w io.Writer, width int) {
	io.WriteString(w, reports.Wrapped("", "Units, for `unit:` in scenario files (DR is the torso's):", width))
	kind := ""
	for _, e := range units.Roster() {
		if e.Kind != kind {
			kind = e.Kind
			fmt.Fprintln(w)
			unitHeader(w, width, kind)
		}
		unitRow(w, width, e.Unit)
	}
	fmt.Fprintln(w)
	io.WriteString(w, reports.Wrapped("", "All of one, and where its numbers come from: simulate list units --show NAME", width))
}

// unitHeader heads the units of a kind.
func unitHeader(w io.Writer, width int, kind string) {
	line := "  " + padded(kind, unitNameWide)
	if width < tableWidth {
		fmt.Fprintln(w, strings.TrimRight(line, " "))
		return
	}
	for _, c := range unitColumns {
		if !c.wide || width >= wideTable {
			line += "  " + c.name
		}
	}
	fmt.Fprintln(w, line+"  Main attack")
}

// unitRow is one unit: its numbers, and beside or below them what else there is to it.
func unitRow(w io.Writer, width int, u *units.Unit) {
	rest := specials(u)
	if width < tableWidth {
		var facts []string
		for _, c := range unitColumns {
			facts = append(facts, c.name+glue+c.of(u))
		}
		facts = append(facts, mainAttack(u))
		fmt.Fprintf(w, "  %s\n", u.Name)
		io.WriteString(w, reports.Wrapped("    ", strings.Join(append(facts, rest...), ", "), width))
		return
	}
	line := "  " + padded(u.Name, unitNameWide)
	for _, c := range unitColumns {
		if !c.wide || width >= wideTable {
			value := c.of(u)
			line += "  " + strings.Repeat(" ", max(0, len(c.name)-utf8.RuneCountInString(value))) + value
		}
	}
	io.WriteString(w, reports.Wrapped(line+"  ", mainAttack(u), width))
	if len(rest) > 0 {
		io.WriteString(w, reports.Wrapped("    ", strings.Join(rest, ", "), width))
	}
}

// padded fills s up to n columns.
func padded(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s)))
}

func orDash(n int) string {
	if n == 0 {
		return "–"
	}
	return strconv.Itoa(n)
}

// modifier is a number with its sign, but for 0: +1, 0, −1.
func modifier(n int) string {
	if n == 0 {
		return "0"
	}
	return minus(fmt.Sprintf("%+d", n))
}

// minus sets a number or damage with the sign of subtraction.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// damageText is damage as one word.
func damageText(d units.Damage) string { return strings.ReplaceAll(minus(d.String()), " ", glue) }

// mainAttack is the weapon that hurts the unarmoured most: skill, damage, and how far
// it reaches.
func mainAttack(u *units.Unit) string {
	weapon, mode := bestWeapon(u)
	if weapon == nil {
		return "none"
	}
	return fmt.Sprintf("%s %d, %s, %s", weapon.Name, weapon.Skill, damageText(mode.Damage), howFar(weapon))
}

// howFar is a weapon's reach or range.
func howFar(w *units.Weapon) string {
	if w.Ranged {
		return strings.ReplaceAll(rangeYards(w.HalfDamage, w.MaxRange), " ", glue)
	}
	var parts []string
	for i, r := range w.Reach {
		switch {
		case r == 0:
			parts = append(parts, "C")
		case i > 0 && i < len(w.Reach)-1:
		default:
			parts = append(parts, strconv.Itoa(r))
		}
	}
	return "reach" + glue + cmp.Or(strings.Join(parts, "–"), "1")
}

// rangeYards is a range: half damage beyond the first, if there are two, and none beyond
// the last.
func rangeYards(half, most float64) string {
	if half > 0 {
		return fmt.Sprintf("%v/%v yards", half, most)
	}
	return fmt.Sprintf("%v yards", most)
}

// specials is what is particular about a unit beside its main attack.
func specials(u *units.Unit) []string {
	main, _ := bestWeapon(u)
	all := traitTexts(u)
	for i := range u.Weapons {
		if w := &u.Weapons[i]; w != main {
			all = append(all, fmt.Sprintf("%s %d", w.Name, w.Skill))
		}
	}
	for i := range u.Spells {
		s := &u.Spells[i]
		text := s.Name
		if s.HasDamage() {
			text += " (" + damageText(s.Damage) + ")"
		}
		all = append(all, text)
	}
	return all
}

// traitTexts are a unit's traits for people.
func traitTexts(u *units.Unit) []string {
	t := &u.Traits
	var all []string
	add := func(has bool, text string) {
		if has {
			all = append(all, text)
		}
	}
	level := func(n int, name string) { add(n > 0, fmt.Sprintf("%s %d", name, n)) }
	add(t.Mounted, "rides")
	add(t.Flight, "flies")
	add(u.NeverTires, "never tires")
	add(t.Tolerance != units.NoTolerance, t.Tolerance.String())
	add(t.NoBrain && t.NoVitals, "no brain or vitals")
	add(t.NoBrain && !t.NoVitals, "no brain")
	add(t.NoVitals && !t.NoBrain, "no vitals")
	level(t.ExtraAttack, "Extra Attack")
	level(t.AlteredTimeRate, "Altered Time Rate")
	add(t.DecreasedTimeRate, "Decreased Time Rate")
	add(t.CombatReflexes, "Combat Reflexes")
	level(t.Fearlessness, "Fearlessness")
	level(t.Cowardice, "Cowardice")
	add(t.HighPainThreshold, "High Pain Threshold")
	add(t.LowPainThreshold, "Low Pain Threshold")
	level(t.NightVision, "Night Vision")
	add(t.DarkVision, "Dark Vision")
	add(t.PeripheralVision, "Peripheral Vision")
	add(t.Blind, "blind")
	add(t.Invisible, "invisible")
	add(t.ExtraArms != 0, fmt.Sprintf("%d arms", u.Arms()))
	return all
}

// showUnit prints all of a built-in unit: its block, where its numbers come from, and a
// battle to begin with.
func showUnit(w io.Writer, width int, name string) error {
	u, ok := units.Builtin(name)
	if !ok {
		return unknownThing("units", name, unitNames())
	}
	all := units.Roster()
	e := all[slices.IndexFunc(all, func(e units.Entry) bool { return e.Unit.Name == u.Name })]
	p := &unitPage{Writer: w, width: width, unit: u}
	p.wrap("", u.Name+", of the "+strings.ToLower(e.Kind))
	p.wrap("  ", u.About)
	p.block(e.Wears)
	p.attacks()
	p.powers()
	p.sources(e.Sources)
	p.sample()
	return nil
}

// A unitPage prints a unit.
type unitPage struct {
	io.Writer
	width int
	unit  *units.Unit
}

func (p *unitPage) wrap(label, text string) {
	io.WriteString(p.Writer, reports.Wrapped(label, text, p.width))
}

// facts prints texts beside or below a label.
func (p *unitPage) facts(label string, facts []string) {
	if len(facts) > 0 {
		p.wrap(fmt.Sprintf("  %-7s", label), unbroken(strings.Join(facts, ", ")))
	}
}

// unbroken is a list that is broken behind its commas only.
func unbroken(list string) string {
	return strings.ReplaceAll(strings.ReplaceAll(list, " ", glue), ","+glue, ", ")
}

// measures are numbers with what they count, which are not broken apart.
var measures = regexp.MustCompile(`([0-9]) (s|FP|HP|yards)\b`)

func (p *unitPage) head(title string) { fmt.Fprintf(p, "\n%s\n", title) }

func (p *unitPage) block(wears string) {
	u := p.unit
	fmt.Fprintln(p)
	fp := strconv.Itoa(u.FP)
	if u.NeverTires {
		fp = "none"
	}
	p.wrap("  ", unbroken(fmt.Sprintf("ST %d, DX %d, IQ %d, HT %d, HP %d, FP %s, Will %d, Per %d", u.ST, u.DX, u.IQ, u.HT, u.HP, fp, u.Will, u.Per)))
	p.wrap("  ", unbroken(fmt.Sprintf("Speed %v, Move %d, SM %s, Dodge %d, Parry %s, Block %s", u.Speed, u.Move, modifier(u.SM), u.Dodge, orDash(u.Parry), orDash(u.Block))))
	at := func(l units.Location) int { return u.Armour.DR(l, units.Cutting) }
	if torso, limbs, head := at(units.Torso), at(units.RightArm), at(units.Skull); torso == limbs && limbs == head {
		p.facts("DR", []string{strconv.Itoa(torso)})
	} else {
		p.facts("DR", []string{fmt.Sprintf("%d torso", torso), fmt.Sprintf("%d limbs", limbs), fmt.Sprintf("%d head", head)})
	}
	if wears != "" {
		p.facts("Wears", strings.Split(wears, ", "))
	}
	var skills []string
	for _, name := range slices.Sorted(maps.Keys(u.Skills)) {
		skills = append(skills, fmt.Sprintf("%s %d", name, u.Skills[name]))
	}
	p.facts("Skills", skills)
	p.facts("Traits", traitTexts(u))
}

// things prints what has a name, and facts beside it.
func (p *unitPage) things(title string, names []string, facts [][]string) {
	if len(names) == 0 {
		return
	}
	p.head(title)
	longest := 0
	for _, name := range names {
		longest = max(longest, utf8.RuneCountInString(name))
	}
	for i, name := range names {
		label := "  " + padded(name, longest) + "  "
		if p.width < 2*utf8.RuneCountInString(label) {
			fmt.Fprintf(p, "  %s\n", name)
			label = "      "
		}
		p.wrap(label, measures.ReplaceAllString(strings.Join(facts[i], ", "), "$1"+glue+"$2"))
	}
}

func (p *unitPage) attacks() {
	var names []string
	var all [][]string
	for i := range p.unit.Weapons {
		w := &p.unit.Weapons[i]
		var facts []string
		add := func(has bool, format string, args ...any) {
			if has {
				facts = append(facts, minus(fmt.Sprintf(format, args...)))
			}
		}
		var modes []string
		for _, m := range w.Modes {
			modes = append(modes, strings.TrimSpace(m.Name+" "+damageText(m.Damage)))
		}
		facts = append(facts, strings.Join(modes, " or "), howFar(w))
		add(w.Acc > 0, "Acc %d", w.Acc)
		add(w.Bulk != 0, "Bulk %d", w.Bulk)
		add(w.Shots > 0, "%d s to load", w.Reload)
		add(w.Ammo > 0, "%d for each", w.Ammo)
		add(w.Ranged && !w.Thrown && w.Missile != units.Arrow, "a %v", w.Missile)
		add(w.Thrown, "thrown")
		add(w.TwoHanded, "two hands")
		add(w.Unwieldy, "unwieldy")
		add(w.Fencing, "fencing")
		names, all = append(names, fmt.Sprintf("%s %d", w.Name, w.Skill)), append(all, facts)
	}
	p.things("Attacks", names, all)
}

func (p *unitPage) powers() {
	var names []string
	var all [][]string
	for i := range p.unit.Spells {
		s := &p.unit.Spells[i]
		names = append(names, fmt.Sprintf("%s %d", s.Name, s.Skill))
		all = append(all, powerFacts(s))
	}
	p.things("Powers", names, all)
}

// powerFacts tell what a power does, to whom, and what it takes.
func powerFacts(s *units.Spell) []string {
	var facts []string
	add := func(has bool, format string, args ...any) {
		if has {
			facts = append(facts, fmt.Sprintf(format, args...))
		}
	}
	add(s.HasDamage(), "%s", damageText(s.Damage))
	e := &s.Effect
	for _, b := range []struct {
		name string
		by   int
	}{{"attack", e.Attack}, {"defence", e.Defence}, {"Move", e.Move}, {"DR", e.DR}} {
		add(b.by != 0, "%s %s", b.name, minus(fmt.Sprintf("%+d", b.by)))
	}
	add(e.Stun, "stuns")
	add(e.Heal.Max() > 0, "heals %v HP", e.Heal)
	add(e.Frighten, "a morale roll at %+d", e.Fear)
	add(s.Duration > 0, "for %d s", s.Duration)
	add(s.Resist != units.NotResisted, "against %s", s.Resist.Title())
	add(s.On == units.OnFriends, "for friends")
	add(s.On == units.OnSelf, "for itself")
	add(s.Roll == units.MeleeRoll, "by touch")
	add(s.MaxRange > 0, "%s", rangeYards(s.HalfDamage, s.MaxRange))
	switch {
	case s.Area.Length > 0:
		add(true, "a cone %v yards long and %v wide", s.Area.Length, s.Area.Width)
	case s.Kind.IsEmanation():
		add(true, "all within %d yards", s.Area.Radius)
	case s.Area.Radius > 0:
		add(true, "an area of %d yards", s.Area.Radius)
	}
	add(true, "%d s", s.Time)
	add(s.Cost > 0, "%d FP", s.Cost)
	return facts
}

func (p *unitPage) sources(all []units.Source) {
	p.head("Where the numbers come from")
	room := min(p.width/3, mostSourceWide)
	for _, s := range all {
		name, how := s.Of+" "+minus(s.Is), minusBetween(s.How)
		if n := utf8.RuneCountInString(name); p.width < tableWidth || n > room {
			p.wrap("  ", name+": "+how)
			continue
		}
		p.wrap("  "+padded(name, room)+"  ", how)
	}
}

// mostSourceWide is the most room for a number with its name.
const mostSourceWide = 28

// minusBetween is minus for damage within words, which have hyphens of their own.
func minusBetween(s string) string {
	var b strings.Builder
	for i, r := range s {
		if r == '-' && i > 0 && s[i-1] == 'd' && i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9' {
			r = '−'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// sample prints a battle in which the unit fights, ready to copy.
func (p *unitPage) sample() {
	u := p.unit
	p.head("A battle to begin with")
	fmt.Fprintf(p, "  battlefield: {distance: 30}\n  sides:\n    - name: Ours\n      groups:\n        - unit: %s\n          count: 2\n", u.Slug())
	if orders := scenarios.SampleOrders(u); len(orders) == 1 {
		fmt.Fprint(p, "          orders: auto\n")
	} else {
		fmt.Fprintf(p, "          orders:\n            - %s\n", strings.Join(orders, "\n            - "))
	}
	fmt.Fprint(p, "    - name: Theirs\n      groups: [{unit: militia, name: Watch, count: 6, orders: auto}]\n\n")
	p.wrap("", fmt.Sprintf("To change its numbers: simulate list units %s > %s.yaml, and unit: %s.yaml in the battle.", u.Slug(), u.Slug(), u.Slug()))
}

// unknownThing says that there is none of that name, and what is near.
func unknownThing(what, name string, known []string) error {
	return usagef("list: none of the %s is called %q%s", what, name, nearest(name, known))
}

// nearest offers the nearest name, or those that have the word in them.
func nearest(name string, known []string) string {
	if near := didYouMean(name, known); near != "" {
		return near
	}
	var with []string
	for _, k := range known {
		if strings.Contains(" "+strings.ToLower(k)+" ", " "+strings.ToLower(strings.TrimSpace(name))+" ") {
			with = append(with, k)
		}
	}
	if len(with) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", strings.Join(with, " or "))
}
