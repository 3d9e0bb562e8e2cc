package units

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"heroicsim/dice"
)

// A Problem is one number of a unit that cannot be right.
type Problem struct {
	Path string // of the key in a scenario file, below the unit: weapons[0].damage
	Text string // what is wrong and what would be right
}

func (p Problem) String() string { return p.Path + ": " + p.Text }

// Limits of a unit's numbers. Beyond them is a slip of the pen, not a monster.
const (
	maxST     = 1000
	maxScore  = 100 // attributes, defences
	maxHP     = 1_000_000
	maxSM     = 20
	maxMove   = 1000
	maxDR     = 10_000
	maxDB     = 20
	maxDice   = 100 // in one damage roll
	maxLevels = 20  // of a trait
	maxRange  = 1_000_000
	maxLength = 1_000_000 // inches
	maxWeight = 1_000_000_000

	maxNightVision = 9 // levels; beyond them there is nothing to see by
)

// The levels a skill may have.
const minSkill, maxSkill = -10, 60

// Check lists what is wrong with the unit's numbers, in the order of a scenario
// file's keys. A unit that Check passes can fight.
func (u *Unit) Check() []Problem {
	var c checker
	u.check(&c)
	return c.problems
}

// Limits are the least and the most that Check allows of each number, by its key
// in a scenario file: st, skills, weapons.acc.
func Limits() map[string][2]int {
	c := checker{limits: map[string][2]int{}}
	all := Unit{FP: 1, Skills: map[string]int{"": 0}, Weapons: []Weapon{{Reach: []int{1}}, {Ranged: true}},
		Potions: []Potion{{}}, Travel: []Travel{{}}, Spells: []Spell{{}}}
	all.check(&c)
	return c.limits
}

func (u *Unit) check(c *checker) {
	c.within("st", u.ST, 0, maxST)
	c.within("dx", u.DX, 0, maxScore)
	c.within("iq", u.IQ, 0, maxScore)
	c.within("ht", u.HT, 0, maxScore)
	c.within("hp", u.HP, 1, maxHP)
	if !u.NeverTires {
		if u.FP < 1 {
			c.add("fp", "%d is too low; want 1 or more, or none for one that never tires", u.FP)
		} else {
			c.within("fp", u.FP, 1, maxHP)
		}
	}
	c.within("will", u.Will, 0, maxScore)
	c.within("per", u.Per, 0, maxScore)
	c.within("sm", u.SM, -maxSM, maxSM)
	c.measure("length", u.Length, "inches", maxLength)
	c.measure("weight", u.Weight, "pounds", maxWeight)
	if !(u.Speed >= 0 && u.Speed <= maxScore) { // NaN too
		c.add("speed", "%v is out of range; want 0 to %d", u.Speed, maxScore)
	}
	c.within("move", u.Move, 0, maxMove)
	if u.Encumbrance > ExtraHeavy {
		c.add("encumbrance", "level %d does not exist; want 0 to %d", u.Encumbrance, ExtraHeavy)
	}
	c.within("dodge", u.Dodge, 0, maxScore)
	c.within("parry", u.Parry, 0, maxScore)
	c.within("block", u.Block, 0, maxScore)
	c.within("shield_db", u.ShieldDB, 0, maxDB)
	c.measure("shield_weight", u.ShieldWeight, "pounds", maxWeight)
	c.armour(&u.Armour)
	for _, name := range slices.Sorted(maps.Keys(u.Skills)) {
		c.within("skills."+name, u.Skills[name], minSkill, maxSkill)
	}
	t := u.Traits
	c.within("traits.extra-attack", t.ExtraAttack, 0, maxLevels)
	c.within("traits.altered-time-rate", t.AlteredTimeRate, 0, maxLevels)
	c.within("traits.fearlessness", t.Fearlessness, 0, maxLevels)
	c.within("traits.cowardice", t.Cowardice, 0, maxLevels)
	c.within("traits.night-vision", t.NightVision, 0, maxNightVision)
	if t.Tolerance > Diffuse {
		c.add("traits.injury-tolerance", "level %d does not exist; tolerances are: %s", t.Tolerance, strings.Join(Tolerances(), ", "))
	}
	c.within("traits.arms", u.Arms(), 0, maxLevels)
	if t.HighPainThreshold && t.LowPainThreshold {
		c.add("traits.low-pain-threshold", "excludes high-pain-threshold; want one of them at most")
	}
	for i := range u.Weapons {
		c.weapon(fmt.Sprintf("weapons[%d]", i), &u.Weapons[i])
	}
	for i := range u.Potions {
		c.potion(fmt.Sprintf("potions[%d]", i), &u.Potions[i])
	}
	for i := range u.Travel {
		c.travel(fmt.Sprintf("travel[%d]", i), &u.Travel[i])
	}
	for i := range u.Spells {
		c.spell(fmt.Sprintf("spells[%d]", i), &u.Spells[i])
	}
}

// CheckGiven is Check for a unit that Complete has filled in: first what is wrong
// with numbers that are given, then with those that follow from them. The latter
// is told of the first number that it follows from, unless one of them is wrong
// itself.
func (u *Unit) CheckGiven(g Given) []Problem {
	all := u.Check()
	wrong := map[string]bool{}
	for _, p := range all {
		wrong[p.Path] = true
	}
	var told, derived []Problem
	for _, p := range all {
		sources := u.sources(p.Path, g)
		if slices.ContainsFunc(sources, func(key string) bool { return wrong[key] }) {
			continue
		}
		switch len(sources) {
		case 0:
			told = append(told, p)
		case 1:
			derived = append(derived, Problem{sources[0], fmt.Sprintf("%s follows from it: %s", p.Path, p.Text)})
		default:
			derived = append(derived, Problem{sources[0], fmt.Sprintf("%s follows from %s: %s", p.Path, strings.Join(sources, " and "), p.Text)})
		}
	}
	return append(told, derived...)
}

// sources are the keys that a number follows from which is not given; see Complete.
func (u *Unit) sources(key string, g Given) []string {
	speed := []string{"dx", "ht"}
	if g.Speed {
		speed = []string{"speed"}
	}
	switch {
	case key == "hp" && !g.HP:
		return []string{"st"}
	case key == "fp" && !g.FP:
		return []string{"ht"}
	case key == "will" && !g.Will, key == "per" && !g.Per:
		return []string{"iq"}
	case key == "speed" && !g.Speed, key == "move" && !g.Move:
		return speed
	case key == "dodge" && !g.Dodge:
		if u.ShieldDB != 0 {
			speed = append(speed, "shield_db")
		}
		return speed
	}
	return nil
}

type checker struct {
	problems []Problem
	limits   map[string][2]int // if not nil, all that there are
}

func (c *checker) add(path, format string, args ...any) {
	c.problems = append(c.problems, Problem{path, fmt.Sprintf(format, args...)})
}

func (c *checker) within(path string, n, lo, hi int) {
	if c.limits != nil {
		c.limits[strings.TrimSuffix(strings.NewReplacer("[0]", "", "[1]", "").Replace(path), ".")] = [2]int{lo, hi}
	}
	switch {
	case n < lo:
		c.add(path, "%d is too low; want %d to %d", n, lo, hi)
	case n > hi:
		c.add(path, "%d is too high; want %d to %d", n, lo, hi)
	}
}

// measure checks a length or weight.
func (c *checker) measure(path string, v float64, unit string, most int) {
	if !(v >= 0 && v <= float64(most)) { // NaN too
		c.add(path, "%v %s are out of range; want 0 to %d", v, unit, most)
	}
}

// armour reports every location's bad DR, but one that all share only once.
func (c *checker) armour(a *Armour) {
	first, all := a.parts[0].dr, true
	for l := range a.parts {
		all = all && a.parts[l].dr == first
	}
	if all {
		c.within("dr", first, 0, maxDR)
	}
	for l := range a.parts {
		p, name := &a.parts[l], Location(l).String()
		if !all {
			c.within("dr."+name, p.dr, 0, maxDR)
		}
		for t := range p.against {
			if p.split[t] {
				c.within("dr."+name+" "+DamageType(t).String(), p.against[t], 0, maxDR)
			}
		}
	}
}

func (c *checker) weapon(path string, w *Weapon) {
	if strings.TrimSpace(w.Name) == "" {
		c.add(path+".name", "is missing; orders and reports need it")
	}
	c.within(path+".skill", w.Skill, minSkill, maxSkill)
	if len(w.Modes) == 0 {
		c.add(path+".damage", "is missing; like 2d-1(0.5) cut")
	}
	for i, m := range w.Modes {
		key := path + ".damage"
		if len(w.Modes) > 1 {
			key = fmt.Sprintf("%s.modes[%d].damage", path, i)
		}
		c.damage(key, m.Damage)
	}
	c.within(path+".min_st", w.MinST, 0, maxST)
	c.measure(path+".width", w.Width, "inches", maxLength)
	c.measure(path+".weight", w.Weight, "pounds", maxWeight)
	if w.Ranged {
		c.ranged(path, w)
	} else {
		c.melee(path, w)
	}
}

func (c *checker) damage(path string, d Damage) {
	switch e := d.Dice; {
	case e.Count < 0 || e.Count > maxDice:
		c.add(path, "%d dice are out of range; want 0 to %d", e.Count, maxDice)
	case e.Count > 0 && (e.Sides < 1 || e.Sides > 100):
		c.add(path, "a die of %d sides is out of range; want 1 to 100", e.Sides)
	case e.Adds < -10_000 || e.Adds > 10_000:
		c.add(path, "%+d is out of range; want -10000 to +10000", e.Adds)
	}
	if d.Divisor != 0 && (d.Divisor < 10 || d.Divisor > 100_000) {
		c.add(path, "armour divisor %v is out of range; want (0.01) to (100)", d.Divisor)
	}
	if d.Type >= numDamageTypes {
		c.add(path, "damage type %d does not exist; damage types are: %s", d.Type, strings.Join(DamageTypes(), ", "))
	}
}

func (c *checker) potion(path string, p *Potion) {
	if strings.TrimSpace(p.Name) == "" {
		c.add(path+".name", "is missing; orders and reports need it")
	}
	switch e := p.Heal; {
	case e == (dice.Expr{}) && p.FP == 0:
		c.add(path, "does nothing; want heal, as 2d, or fp, as 3")
	case e.Count < 0 || e.Count > maxDice || e.Sides > 100 || e.Adds < -10_000 || e.Adds > 10_000:
		c.add(path+".heal", "%v is out of range; want up to %d dice", e, maxDice)
	case e != (dice.Expr{}) && !p.Heals():
		c.add(path+".heal", "%v never heals anything", e)
	}
	c.within(path+".fp", p.FP, 0, maxHP)
	c.within(path+".count", p.Count, 1, maxHP)
}

func (c *checker) melee(path string, w *Weapon) {
	for i, r := range w.Reach {
		c.within(path+".reach", r, 0, maxScore)
		if i > 0 && r <= w.Reach[i-1] {
			c.add(path+".reach", "%d after %d; want yards in ascending order", r, w.Reach[i-1])
		}
	}
	if w.Acc != 0 || w.HalfDamage != 0 || w.MaxRange != 0 || w.Bulk != 0 || w.Shots != 0 || w.Ammo != 0 || w.Thrown {
		c.add(path+".range", "is missing; acc, bulk, shots, ammo and thrown are for weapons with a range")
	}
}

func (c *checker) ranged(path string, w *Weapon) {
	if w.Flail != NoFlail {
		c.add(path+".flail", "is of melee weapons, and this one has a range")
	}
	if len(w.Reach) > 0 {
		c.add(path+".reach", "does not go with range; write melee and ranged use as two weapons")
	}
	switch {
	case !(w.MaxRange > 0): // NaN too
		c.add(path+".range", "the maximum is missing; like 195/300 or 50, in yards")
	case w.MaxRange > maxRange:
		c.add(path+".range", "%.0f yards are too many; want at most %d", w.MaxRange, maxRange)
	case !(w.HalfDamage >= 0 && w.HalfDamage <= w.MaxRange):
		c.add(path+".range", "half damage from %v yards, but the maximum is %v; want the smaller first, like 195/300", w.HalfDamage, w.MaxRange)
	}
	c.within(path+".acc", w.Acc, 0, 30)
	c.within(path+".rof", w.RoF, 1, 10_000)
	c.within(path+".bulk", w.Bulk, -20, 0)
	c.within(path+".rcl", w.Rcl, 0, 100)
	c.within(path+".shots", w.Shots, 0, maxHP)
	if w.Reload < 0 || w.Reload > 100_000 {
		c.add(path+".shots", "reloading takes %d seconds; want 0 to 100000", w.Reload)
	}
	c.within(path+".ammo", w.Ammo, 0, maxHP)
	if w.Missile > SpellMissile {
		c.add(path+".missile", "kind %d does not exist; missiles are: %s", w.Missile, strings.Join(missiles[:], ", "))
	}
}
