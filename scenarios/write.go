package scenarios

import (
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"heroicsim/dice"
	"heroicsim/units"
)

// WriteUnit writes a unit as a scenario file's `units: {key: …}`, every number
// written out.
func WriteUnit(w io.Writer, key string, u *units.Unit) error {
	if _, err := io.WriteString(w, "units:\n"); err != nil {
		return err
	}
	return WriteDefinition(w, key, u)
}

// WriteDefinition writes the part of `units:` that is one unit.
func WriteDefinition(w io.Writer, key string, u *units.Unit) error {
	var b strings.Builder
	b.WriteString("  " + yamlText(key) + ":\n")
	n := unitNode(u, &source{})
	for i, k := range n.keys {
		b.WriteString("    " + k.text + ":")
		if k.text == "weapons" && len(n.items[i].items) > 0 {
			for _, weapon := range n.items[i].items {
				b.WriteString("\n      - ")
				weapon.flowText(&b)
			}
			b.WriteByte('\n')
			continue
		}
		b.WriteByte(' ')
		n.items[i].flowText(&b)
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// flowText writes n on one line.
func (n *node) flowText(b *strings.Builder) {
	switch n.kind {
	case scalar:
		b.WriteString(yamlText(n.text))
	case null:
		b.WriteString("null")
	case list:
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteString(", ")
			}
			item.flowText(b)
		}
		b.WriteByte(']')
	case mapping:
		b.WriteByte('{')
		for i, key := range n.keys {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(yamlText(key.text) + ": ")
			n.items[i].flowText(b)
		}
		b.WriteByte('}')
	}
}

// yamlText writes a text plainly where YAML allows, on one line with others.
func yamlText(s string) string {
	_, isNumber := decimalText(s)
	switch {
	case isNumber:
		return s
	case s == "" || strings.TrimSpace(s) != s || strings.EqualFold(s, "null"),
		strings.ContainsAny(s, "#:,[]{}\"'`\\"), strings.ContainsAny(s[:1], "&*!|>%@?-=~<."),
		strings.ContainsFunc(s, func(c rune) bool { return !unicode.IsPrint(c) }):
		return strconv.Quote(s) // whose escapes are YAML's too
	}
	return s
}

// A builder makes nodes that come from src.
type builder struct{ src *source }

func (b builder) text(s string) *node { return &node{text: s, src: b.src} }
func (b builder) int(v int) *node     { return b.text(strconv.Itoa(v)) }
func (b builder) mapping() *node      { return &node{kind: mapping, flow: true, src: b.src} }

func (b builder) put(n *node, key string, value *node) {
	n.keys, n.items = append(n.keys, b.text(key)), append(n.items, value)
}

// putInt and its like write what differs from the default 0.
func (b builder) putInt(n *node, key string, v int) {
	if v != 0 {
		b.put(n, key, b.int(v))
	}
}

func (b builder) putDecimal(n *node, key string, v float64) {
	if v != 0 {
		b.put(n, key, b.text(number(v)))
	}
}

func (b builder) putTrue(n *node, key string, v bool) {
	if v {
		b.put(n, key, b.text("true"))
	}
}

// unitNode writes a unit's numbers out as the tree of a definition.
func unitNode(u *units.Unit, src *source) *node {
	b := builder{src}
	n := b.mapping()
	b.put(n, "name", b.text(u.Name))
	for _, a := range []struct {
		key string
		v   int
	}{{"st", u.ST}, {"dx", u.DX}, {"iq", u.IQ}, {"ht", u.HT}, {"hp", u.HP}} {
		b.put(n, a.key, b.int(a.v))
	}
	if u.NeverTires {
		b.put(n, "fp", b.text("none"))
	} else {
		b.put(n, "fp", b.int(u.FP))
	}
	b.put(n, "will", b.int(u.Will))
	b.put(n, "per", b.int(u.Per))
	b.put(n, "sm", b.int(u.SM))
	b.put(n, "speed", b.text(number(u.Speed)))
	b.put(n, "move", b.int(u.Move))
	b.put(n, "encumbrance", b.text(u.Encumbrance.String()))
	b.put(n, "dodge", b.int(u.Dodge))
	b.put(n, "parry", b.int(u.Parry))
	b.put(n, "block", b.int(u.Block))
	b.put(n, "shield_db", b.int(u.ShieldDB))
	b.putDecimal(n, "length", u.Length)
	b.putDecimal(n, "weight", u.Weight)
	b.putDecimal(n, "shield_weight", u.ShieldWeight)
	b.put(n, "dr", b.armour(&u.Armour))
	if len(u.Skills) > 0 {
		b.put(n, "skills", b.skills(u.Skills))
	}
	if traits := b.traits(&u.Traits); len(traits.keys) > 0 {
		b.put(n, "traits", traits)
	}
	weapons := &node{kind: list, flow: true, src: src}
	for i := range u.Weapons {
		weapons.items = append(weapons.items, b.weapon(&u.Weapons[i]))
	}
	b.put(n, "weapons", weapons)
	if len(u.Potions) > 0 {
		b.put(n, "potions", b.potions(u.Potions))
	}
	if len(u.Travel) > 0 {
		b.put(n, "travel", b.travels(u.Travel))
	}
	if len(u.Spells) > 0 {
		all := &node{kind: list, flow: true, src: src}
		for i := range u.Spells {
			all.items = append(all.items, b.spell(&u.Spells[i]))
		}
		b.put(n, "spells", all)
	}
	return n
}

func (b builder) skills(levels map[string]int) *node {
	n := b.mapping()
	for _, name := range slices.Sorted(maps.Keys(levels)) {
		b.put(n, name, b.int(levels[name]))
	}
	return n
}

func (b builder) traits(t *units.Traits) *node {
	n := b.mapping()
	b.putInt(n, "extra-attack", t.ExtraAttack)
	b.putInt(n, "altered-time-rate", t.AlteredTimeRate)
	b.putTrue(n, "decreased-time-rate", t.DecreasedTimeRate)
	b.putTrue(n, "combat-reflexes", t.CombatReflexes)
	b.putInt(n, "fearlessness", t.Fearlessness)
	b.putInt(n, "cowardice", t.Cowardice)
	b.putTrue(n, "high-pain-threshold", t.HighPainThreshold)
	b.putTrue(n, "low-pain-threshold", t.LowPainThreshold)
	b.putInt(n, "night-vision", t.NightVision)
	b.putTrue(n, "dark-vision", t.DarkVision)
	b.putTrue(n, "blind", t.Blind)
	b.putTrue(n, "invisible", t.Invisible)
	b.putTrue(n, "peripheral-vision", t.PeripheralVision)
	b.putTrue(n, "mounted", t.Mounted)
	if t.Tolerance != units.NoTolerance {
		b.put(n, "injury-tolerance", b.text(t.Tolerance.String()))
	}
	b.putTrue(n, "no-brain", t.NoBrain)
	b.putTrue(n, "no-vitals", t.NoVitals)
	b.putTrue(n, "flight", t.Flight)
	if t.ExtraArms != 0 {
		b.put(n, "arms", b.int(2+t.ExtraArms))
	}
	return n
}

// armour writes one DR where all of the body has it, and else a map of the
// commonest and of the locations that differ.
func (b builder) armour(a *units.Armour) *node {
	count := map[string]int{}
	common := ""
	for _, l := range everywhere {
		dr := drText(a, l)
		if count[dr]++; count[dr] > count[common] {
			common = dr
		}
	}
	n := b.mapping()
	b.put(n, "all", b.text(common))
	for l := range units.NumLocations {
		if l == units.Vitals && sameArmour(a, l, units.Torso) {
			continue
		}
		if dr := drText(a, l); dr != common || l == units.Vitals {
			b.put(n, l.String(), b.text(dr))
		}
		for _, t := range damageTypes {
			if dr := a.DR(l, t); dr != commonDR(a, l) {
				b.put(n, l.String()+" "+t.String(), b.int(dr))
			}
		}
	}
	if len(n.items) == 1 {
		return n.items[0]
	}
	return n
}

func sameArmour(a *units.Armour, l, m units.Location) bool {
	for _, t := range damageTypes {
		if a.DR(l, t) != a.DR(m, t) {
			return false
		}
	}
	return a.Flexible(l) == a.Flexible(m)
}

func drText(a *units.Armour, l units.Location) string {
	if a.Flexible(l) {
		return strconv.Itoa(commonDR(a, l)) + "*"
	}
	return strconv.Itoa(commonDR(a, l))
}

var damageTypes = func() (all []units.DamageType) {
	for _, code := range units.DamageTypes() {
		t, err := units.ParseDamageType(code)
		if err != nil {
			panic(err)
		}
		all = append(all, t)
	}
	return all
}()

// commonDR is the DR of a location against most damage types.
func commonDR(a *units.Armour, l units.Location) int {
	count := map[int]int{}
	best := a.DR(l, damageTypes[0])
	for _, t := range damageTypes {
		dr := a.DR(l, t)
		if count[dr]++; count[dr] > count[best] {
			best = dr
		}
	}
	return best
}

func (b builder) weapon(w *units.Weapon) *node {
	n := b.mapping()
	b.put(n, "name", b.text(w.Name))
	b.put(n, "skill", b.int(w.Skill))
	if len(w.Modes) == 1 && w.Modes[0].Name == "" {
		b.put(n, "damage", b.text(w.Modes[0].Damage.String()))
	} else {
		modes := &node{kind: list, flow: true, src: b.src}
		for _, m := range w.Modes {
			mode := b.mapping()
			if m.Name != "" {
				b.put(mode, "name", b.text(m.Name))
			}
			b.put(mode, "damage", b.text(m.Damage.String()))
			modes.items = append(modes.items, mode)
		}
		b.put(n, "modes", modes)
	}
	if w.Ranged {
		b.ranged(n, w)
	} else if len(w.Reach) > 0 {
		b.put(n, "reach", b.text(reachText(w.Reach)))
	}
	if !w.Ranged {
		b.putTrue(n, "unwieldy", w.Unwieldy)
		b.putTrue(n, "fencing", w.Fencing)
		switch w.Flail {
		case units.Flail:
			b.putTrue(n, "flail", true)
		case units.Nunchaku:
			b.put(n, "flail", b.text("nunchaku"))
		}
	}
	b.putTrue(n, "two_handed", w.TwoHanded)
	b.putInt(n, "min_st", w.MinST)
	b.putDecimal(n, "width", w.Width)
	b.putDecimal(n, "weight", w.Weight)
	b.putTrue(n, "wide_grip", w.WideGrip)
	return n
}

func (b builder) potions(all []units.Potion) *node {
	n := &node{kind: list, flow: true, src: b.src}
	for _, p := range all {
		potion := b.mapping()
		b.put(potion, "name", b.text(p.Name))
		if p.Heal != (dice.Expr{}) {
			b.put(potion, "heal", b.text(p.Heal.String()))
		}
		b.putInt(potion, "fp", p.FP)
		b.put(potion, "count", b.int(p.Count))
		n.items = append(n.items, potion)
	}
	return n
}

func (b builder) ranged(n *node, w *units.Weapon) {
	b.put(n, "range", b.text(yardsText(w.HalfDamage, w.MaxRange)))
	b.putInt(n, "acc", w.Acc)
	if w.RoF > 1 {
		b.putInt(n, "rof", w.RoF)
	}
	if w.Shots > 0 {
		b.put(n, "shots", b.text(strconv.Itoa(w.Shots)+"("+strconv.Itoa(max(1, w.Reload))+")"))
	}
	b.putInt(n, "rcl", w.Rcl)
	b.putInt(n, "bulk", w.Bulk)
	b.putInt(n, "ammo", w.Ammo)
	b.putTrue(n, "thrown", w.Thrown)
	if w.Missile != units.Arrow {
		b.put(n, "missile", b.text(w.Missile.String()))
	}
}

func reachText(yards []int) string {
	var parts []string
	for _, y := range slices.Sorted(slices.Values(yards)) {
		if y == 0 {
			parts = append(parts, "C")
			continue
		}
		parts = append(parts, strconv.Itoa(y))
	}
	return strings.Join(parts, ",")
}

// spell writes out all that has a default which goes by other keys.
func (b builder) spell(s *units.Spell) *node {
	n := b.mapping()
	b.put(n, "name", b.text(s.Name))
	b.put(n, "skill", b.int(s.Skill))
	b.put(n, "roll", b.text(s.Roll.String()))
	b.put(n, "kind", b.text(s.Kind.String()))
	b.put(n, "range_penalty", b.text(s.RangePenalty.String()))
	b.put(n, "time", b.int(s.Time))
	b.putInt(n, "cost", s.Cost)
	if s.HasDamage() {
		b.put(n, "damage", b.text(s.Damage.String()))
	}
	if s.MaxRange > 0 {
		b.put(n, "range", b.text(yardsText(s.HalfDamage, s.MaxRange)))
	}
	b.putInt(n, "acc", s.Acc)
	if s.Resist != units.NotResisted {
		b.put(n, "resist", b.text(s.Resist.String()))
	}
	switch {
	case s.Area.Radius > 0:
		b.put(n, "area", b.int(s.Area.Radius))
	case s.Area.Length > 0:
		cone, area := b.mapping(), b.mapping()
		b.put(cone, "length", b.text(number(s.Area.Length)))
		b.put(cone, "width", b.text(number(s.Area.Width)))
		b.put(area, "cone", cone)
		b.put(n, "area", area)
	}
	switch {
	case s.Jet == units.BreathJet:
		b.put(n, "jet", b.text("breath"))
	case s.Jet > 0:
		b.putDecimal(n, "jet", s.Jet)
	}
	if s.Kind.IsBombardment() || s.Kind == units.BombardmentEmanation {
		b.put(n, "bombardment", b.int(s.Bombardment))
	}
	if s.HasFragments() {
		b.put(n, "fragments", b.text(s.Fragments.String()))
	}
	b.putInt(n, "duration", s.Duration)
	if s.PerMargin != units.NothingPerMargin {
		b.put(n, "per_margin", b.text(s.PerMargin.String()))
	}
	if s.Effect != (units.Effect{}) {
		b.put(n, "effect", b.effect(&s.Effect))
	}
	b.put(n, "on", b.text(s.On.String()))
	if s.Missile != units.SpellMissile {
		b.put(n, "missile", b.text(s.Missile.String()))
	}
	if s.Location != units.Torso {
		b.put(n, "location", b.text(s.Location.String()))
	}
	return n
}

func (b builder) effect(e *units.Effect) *node {
	n := b.mapping()
	for _, part := range []struct {
		key   string
		value int
	}{
		{"attack", e.Attack}, {"melee", e.Melee}, {"ranged", e.Ranged}, {"defence", e.Defence}, {"dodge", e.Dodge},
		{"parry", e.Parry}, {"block", e.Block}, {"move", e.Move}, {"dr", e.DR},
	} {
		b.putInt(n, part.key, part.value)
	}
	b.putTrue(n, "stun", e.Stun)
	b.putTrue(n, "bind", e.Bind)
	if e.Heal != (dice.Expr{}) {
		b.put(n, "heal", b.text(e.Heal.String()))
	}
	if e.Frighten {
		b.put(n, "fear", b.int(e.Fear))
	}
	b.putTrue(n, "remove", e.Remove)
	return n
}

// yardsText is a range: Max, or 1/2D and Max.
func yardsText(half, most float64) string {
	if half > 0 {
		return number(half) + "/" + number(most)
	}
	return number(most)
}
