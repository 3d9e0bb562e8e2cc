package units

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Source says where a number of a built-in unit comes from.
type Source struct {
	Of  string // HP, Dodge, Great club
	Is  string // 24, 8, 3d+6 cr
	How string // ST 20, + 4: a mountain of muscle
}

// A stray is how far a number lies from where the rules for making units would have
// it, and why. Of a weapon it names: its reach in yards, the ST behind it.
type stray struct {
	of  string
	by  int
	why string
}

// A build makes a unit of the roster anew, from its attributes, its skills, and what
// it wears and bears.
type build struct {
	row     *row
	unit    *Unit
	sources []Source
	strayed map[string]bool // the strays that counted
}

// derive is the unit as B-ATTR, B-ENC, B-DEF, B-STDMG and its strays have it, and how
// each number came about. What is chosen freely is taken from the row: attributes,
// levels of skills, traits, and powers.
func (r *row) derive() *build {
	b := &build{row: r, strayed: map[string]bool{}}
	b.unit = &Unit{
		Name: r.name, About: r.about, ST: r.st, DX: r.dx, IQ: r.iq, HT: r.ht, NeverTires: r.fp == 0,
		Skills: maps.Clone(r.skills), Traits: r.traits, Spells: slices.Clone(r.powers),
	}
	u := b.unit
	b.note("Attributes", fmt.Sprintf("%d %d %d %d", u.ST, u.DX, u.IQ, u.HT), "ST, DX, IQ and HT are chosen; the rest comes of them")
	u.HP = b.plain("HP", u.ST, "ST %d")
	if u.NeverTires {
		b.note("FP", "none", "it never tires")
	} else {
		u.FP = b.plain("FP", u.HT, "HT %d")
	}
	u.Will = b.plain("Will", u.IQ, "IQ %d")
	u.Per = b.plain("Per", u.IQ, "IQ %d")
	b.size()
	u.Speed = float64(u.DX+u.HT) / 4
	b.note("Speed", strconv.FormatFloat(u.Speed, 'f', -1, 64), fmt.Sprintf("(DX %d + HT %d) / 4", u.DX, u.HT))
	b.arms()
	b.load()
	b.move()
	b.defences()
	b.dr()
	b.skills()
	b.powers()
	return b
}

func (b *build) note(of, is, how string) { b.sources = append(b.sources, Source{of, is, how}) }

// stray is how far a number strays, and the words for it.
func (b *build) stray(of string) (by int, why string) {
	for _, s := range b.row.strays {
		if s.of == of {
			b.strayed[of] = true
			return s.by, fmt.Sprintf(", %s: %s", plus(s.by), s.why)
		}
	}
	return 0, ""
}

// plus is a modifier as it is added: + 4.
func plus(n int) string {
	if n < 0 {
		return fmt.Sprintf("− %d", -n)
	}
	return fmt.Sprintf("+ %d", n)
}

// maybe is the same, and nothing where there is nothing to add.
func maybe(n int, what string) string {
	if n == 0 {
		return ""
	}
	return " " + plus(n) + what
}

// plain is a number that another one stands for, with its stray.
func (b *build) plain(of string, from int, how string) int {
	by, why := b.stray(of)
	b.note(of, strconv.Itoa(from+by), fmt.Sprintf(how, from)+why)
	return from + by
}

func (b *build) size() {
	by, why := b.stray("SM")
	b.unit.SM = by
	if why == "" {
		b.note("SM", "0", "as mankind")
		return
	}
	b.note("SM", fmt.Sprintf("%+d", by), strings.TrimPrefix(why, ", "))
}

// arms makes the weapons.
func (b *build) arms() {
	for _, a := range b.row.weapons {
		p := armoury[a.Name]
		w := Weapon{
			Name: a.Name, Skill: a.Skill, Reach: slices.Clone(p.reach), Ammo: a.Ammo,
			Unwieldy: p.unwieldy, Fencing: p.fencing, TwoHanded: p.twoHanded, WideGrip: p.wide,
		}
		far, why := b.stray(a.Name + " reach")
		for range far {
			w.Reach = append(w.Reach, w.MaxReach()+1)
			if w.Reach[0] == 0 && len(w.Reach) == 2 {
				w.Reach[1] = 1
			}
		}
		if why != "" {
			why = "; reach" + strings.TrimPrefix(why, ",")
		}
		if p.most > 0 {
			w.Ranged, w.RoF, w.Acc, w.Bulk, w.Missile, w.Thrown = true, 1, p.acc, p.bulk, p.missile, p.thrown
			w.HalfDamage, w.MaxRange = math.Floor(p.half*float64(b.unit.ST)), math.Floor(p.most*float64(b.unit.ST))
			if p.reload > 0 {
				w.Shots, w.Reload = 1, p.reload
			}
			why = fmt.Sprintf("; range ST %d × %v and × %v", b.unit.ST, p.half, p.most)
		}
		var damage, how []string
		for _, m := range p.modes {
			mode, from := b.mode(&w, &p, m)
			w.Modes = append(w.Modes, mode)
			damage, how = append(damage, mode.Damage.String()), append(how, from)
		}
		b.unit.Weapons = append(b.unit.Weapons, w)
		b.note(w.Name, strings.Join(damage, ", "), strings.Join(how, "; ")+why)
		b.level(w.Name+" skill", w.Skill, p.training)
	}
}

// mode is one of a weapon's modes, and where its damage comes from.
func (b *build) mode(w *Weapon, p *piece, m makes) (Mode, string) {
	st, name := b.unit.ST, "thrust"
	more, why := b.stray(w.Name + " ST")
	st += more
	e := Thrust(st)
	if m.swing {
		name, e = "swing", Swing(st)
	}
	how := fmt.Sprintf("%s %v at ST %d%s", name, e, st, maybe(m.adds, ""))
	if why != "" {
		how += " (ST" + strings.TrimPrefix(why, ",") + ")"
	}
	if m.own.Count > 0 {
		e, how = m.own, "its own, whatever its ST"
	}
	each := m.perDie
	if each > 0 {
		how += fmt.Sprintf(" + %d a die", each)
	}
	if level, ok := b.unit.Skill("brawling"); ok && p.natural && m.own.Count == 0 && level >= b.unit.DX+2 {
		each++
		how += " + 1 a die for Brawling"
	}
	mode := Mode{Damage: Damage{Dice: e.Plus(m.adds + each*e.Count), Type: m.kind, Divisor: m.divisor}}
	if !w.Ranged && !p.natural {
		mode.Name = name
	}
	return mode, how
}

// level notes where a level comes from: its attribute, and the points for it.
func (b *build) level(of string, level int, t training) {
	from := t.by.of(b.unit)
	how := fmt.Sprintf("%v %d%s", t.by, from, maybe(level-from, ""))
	if t.name == "" {
		b.note(of, strconv.Itoa(level), how)
		return
	}
	price := fmt.Sprintf("%d points", t.points(level-from))
	switch t.points(level - from) {
	case 0:
		price = "picked up in passing"
	case 1:
		price = "1 point"
	}
	b.note(of, strconv.Itoa(level), fmt.Sprintf("%s: %s, %v, %s", how, t.name, t.steps, price))
}

// load weighs what is carried, for encumbrance.
func (b *build) load() {
	pounds, things := 0.0, []string{}
	carry := func(name string, lb float64) {
		if lb > 0 {
			pounds += lb
			things = append(things, fmt.Sprintf("%s %v", name, math.Round(lb*10)/10))
		}
	}
	for _, name := range b.row.worn() {
		carry(name, wardrobe[name].pounds+shields[name].pounds)
	}
	for i := range b.unit.Weapons {
		w := &b.unit.Weapons[i]
		p := armoury[w.Name]
		switch {
		case p.thrown && w.Ammo > 1:
			carry(fmt.Sprintf("%d × %s", w.Ammo, lowerFirst(w.Name)), p.pounds*float64(w.Ammo))
		default:
			carry(lowerFirst(w.Name), p.pounds)
			carry("its shots", p.shotPounds*float64(w.Ammo))
		}
	}
	lift := basicLift(b.unit.ST)
	by, why := b.stray("Load")
	b.unit.Encumbrance = loadOf(max(0, pounds+float64(by)), lift)
	how := "carries nothing"
	if len(things) > 0 {
		how = fmt.Sprintf("%v lb (%s)%s; Basic Lift %v", math.Round(pounds*10)/10, strings.Join(things, ", "), why, lift)
	}
	b.note("Encumbrance", b.unit.Encumbrance.String(), how)
}

// basicLift is ST × ST / 5 pounds, from 10 on in whole ones (B-BL).
func basicLift(st int) float64 {
	lift := float64(st) * float64(st) / 5
	if lift >= 10 {
		lift = math.Floor(lift + 0.5)
	}
	return lift
}

func lowerFirst(name string) string { return strings.ToLower(name[:1]) + name[1:] }

func (b *build) move() {
	u := b.unit
	e := encumbrances[u.Encumbrance]
	u.Move = max(1, int(u.Speed)*e.tenths/10)
	how := fmt.Sprintf("Speed %v without its fraction", u.Speed)
	if u.Encumbrance > 0 {
		how += fmt.Sprintf(" × %v for encumbrance", float64(e.tenths)/10)
	}
	by, why := b.stray("Move")
	u.Move += by
	b.note("Move", strconv.Itoa(u.Move), how+why)
}

// defences are Dodge, Parry, the best of the weapons that are not natural, and Block.
func (b *build) defences() {
	u := b.unit
	for _, name := range b.row.worn() {
		u.ShieldDB = max(u.ShieldDB, shields[name].db)
	}
	reflexes := 0
	if u.Traits.CombatReflexes {
		reflexes = 1
	}
	all := maybe(u.ShieldDB, " DB") + maybe(reflexes, " Combat Reflexes")
	by, why := b.stray("Dodge")
	u.Dodge = int(u.Speed) + 3 - int(u.Encumbrance) + u.ShieldDB + reflexes + by
	b.note("Dodge", strconv.Itoa(u.Dodge), fmt.Sprintf("Speed %v without its fraction + 3%s%s%s", u.Speed, maybe(-int(u.Encumbrance), " encumbrance"), all, why))

	how := "nothing to parry with"
	for i := range u.Weapons {
		w := &u.Weapons[i]
		p := armoury[w.Name]
		if w.Ranged || p.natural {
			continue
		}
		if parry := 3 + w.Skill/2 + p.parry + u.ShieldDB + reflexes; parry > u.Parry {
			u.Parry = parry
			how = fmt.Sprintf("%s: %d / 2 + 3%s%s", w.Name, w.Skill, maybe(p.parry, ""), all)
		}
	}
	b.note("Parry", strconv.Itoa(u.Parry), how)
	how = "no shield"
	if level, ok := u.Skill("shield"); ok && u.ShieldDB > 0 {
		u.Block = 3 + level/2 + u.ShieldDB + reflexes
		how = fmt.Sprintf("Shield %d / 2 + 3%s", level, all)
	}
	b.note("Block", strconv.Itoa(u.Block), how)
}

func (b *build) dr() {
	hide, why := b.stray("DR")
	dr := [3]int{hide, hide, hide}
	var how []string
	for _, name := range b.row.worn() {
		if worn := wardrobe[name].dr; worn != [3]int{} {
			for i := range dr {
				dr[i] += worn[i]
			}
			how = append(how, fmt.Sprintf("%s %d/%d/%d", name, worn[0], worn[1], worn[2]))
		}
	}
	if why != "" {
		how = append(how, strings.TrimPrefix(why, ", "))
	}
	if how == nil {
		how = []string{"no armour"}
	}
	b.unit.Armour = wornArmour(dr)
	if dr[0] == dr[1] && dr[1] == dr[2] {
		b.note("DR", strconv.Itoa(dr[0]), strings.Join(how, ", "))
		return
	}
	b.note("DR", fmt.Sprintf("%d/%d/%d", dr[0], dr[1], dr[2]), "torso/limbs/head: "+strings.Join(how, ", "))
}

func (b *build) skills() {
	for _, name := range slices.Sorted(maps.Keys(b.unit.Skills)) {
		b.level(name, b.unit.Skills[name], trainings[name])
	}
}

// powers go by DX where they are aimed, and else by what is rolled.
func (b *build) powers() {
	for i := range b.unit.Spells {
		s := &b.unit.Spells[i]
		t := training{by: [...]base{RangedRoll: byDX, MeleeRoll: byDX, IQRoll: byIQ, WillRoll: byWill, PerRoll: byPer, HTRoll: byHT}[s.Roll]}
		if s.Strikes() {
			t = innate
		}
		if s.HasDamage() {
			b.note(s.Name, s.Damage.String(), "chosen, as a power's is")
		}
		b.level(s.Name+" skill", s.Skill, t)
	}
}

// worn is what the row wears, shield and all.
func (r *row) worn() []string {
	if r.wears == "" {
		return nil
	}
	return strings.Split(r.wears, ", ")
}
