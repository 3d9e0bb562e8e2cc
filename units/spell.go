package units

import (
	"slices"
	"strings"

	"heroicsim/dice"
)

// A Spell is any power that needs activating (HC-SPELL): a spell, a dragon's
// breath, a bomb.
type Spell struct {
	Name         string
	Skill        int
	Roll         SpellRoll
	Time         int // seconds to cast, at least 1
	Cost         int // FP
	Damage       Damage
	HalfDamage   float64 // yards beyond which damage is halved; 0: never
	MaxRange     float64 // yards; 0: no limit
	Acc          int
	RangePenalty RangePenalty
	Resist       Resistance
	Area         Area
	Jet          float64 // base width in inches of a jet (G-JET); 0: it is none, or a cone as wide as its area; or BreathJet
	Kind         SpellKind
	Bombardment  int    // skill of a bombardment
	Fragments    Damage // of an explosion; no dice: none
	Duration     int    // seconds
	PerMargin    PerMargin
	Effect       Effect
	On           SpellTarget
	Missile      Missile // decides the defences against what is shot
	Location     Location
}

// BreathJet is a Jet as wide as creatures of the caster's size breathe (G-JET-2).
const BreathJet = -1

// HasDamage says whether the spell hurts.
func (s *Spell) HasDamage() bool { return someDice(s.Damage.Dice) }

// HasFragments says whether the spell throws fragments.
func (s *Spell) HasFragments() bool { return someDice(s.Fragments.Dice) }

func someDice(e dice.Expr) bool { return e.Count != 0 || e.Adds != 0 }

// Strikes says whether the spell makes an attack roll, which a defence meets.
func (s *Spell) Strikes() bool { return s.Roll == RangedRoll || s.Roll == MeleeRoll }

// Rounds is how many rounds what the spell leaves behind lasts (HC-SINGLE).
func (s *Spell) Rounds() int { return max(1, (s.Duration+19)/20) }

// A SpellRoll is the kind of the activation roll: it decides the tactic's column.
type SpellRoll uint8

// The kinds of activation roll.
const (
	RangedRoll SpellRoll = iota
	MeleeRoll
	IQRoll
	WillRoll
	PerRoll
	HTRoll
)

var spellRolls = [...]string{"ranged", "melee", "iq", "will", "per", "ht"}

func (r SpellRoll) String() string { return spellRolls[r] }

// IsMental says whether the roll takes the tactic's mental modifier.
func (r SpellRoll) IsMental() bool { return r == IQRoll || r == WillRoll || r == PerRoll }

// TakesShock says whether shock counts against the roll: that is of DX and IQ
// (B-SHOCK).
func (r SpellRoll) TakesShock() bool { return r <= IQRoll }

// A RangePenalty says how distance counts against the activation roll.
type RangePenalty uint8

// The range penalties.
const (
	ByBands RangePenalty = iota // HC-RANGED-MOD
	ByYards                     // -1 a yard
	NoRangePenalty
)

var rangePenalties = [...]string{"bands", "yards", "none"}

func (p RangePenalty) String() string { return rangePenalties[p] }

// A Resistance is the score that resists.
type Resistance uint8

// The scores that resist.
const (
	NotResisted Resistance = iota
	ResistST
	ResistDX
	ResistIQ
	ResistHT
	ResistWill
	ResistPer
)

var resistances = [...]string{"none", "st", "dx", "iq", "ht", "will", "per"}

func (r Resistance) String() string { return resistances[r] }

// Score is a unit's score that resists.
func (r Resistance) Score(u *Unit) int {
	return [...]int{0, u.ST, u.DX, u.IQ, u.HT, u.Will, u.Per}[r]
}

// Title is the name for people: HT, Will.
func (r Resistance) Title() string {
	return [...]string{"none", "ST", "DX", "IQ", "HT", "Will", "Per"}[r]
}

// An Area is what an area attack covers (HC-AREA): a circle, or a cone from the
// caster. Its zero value is none.
type Area struct {
	Radius int     // yards; 0: no circle
	Length float64 // of a cone, in yards; 0: none
	Width  float64 // of the cone at its end
}

// A SpellKind is a row of HC-AREA's table, or SingleTarget.
type SpellKind uint8

// The kinds.
const (
	SingleTarget SpellKind = iota
	Damaging
	Binding
	Bombardment
	Emanation
	BombardmentEmanation
	Persistent
	PersistentBombardment
	Explosion
	Resistible
)

var spellKinds = [...]string{
	"single", "damaging", "binding", "bombardment", "emanation", "bombardment-emanation", "persistent",
	"persistent-bombardment", "explosion", "resistible",
}

func (k SpellKind) String() string { return spellKinds[k] }

// IsArea says whether spells of the kind cover an area.
func (k SpellKind) IsArea() bool { return k != SingleTarget }

// IsEmanation says whether the area is about the caster.
func (k SpellKind) IsEmanation() bool { return k == Emanation || k == BombardmentEmanation }

// IsBombardment says whether a skill of its own caps the caster's.
func (k SpellKind) IsBombardment() bool { return k == Bombardment || k == PersistentBombardment }

// IsPersistent says whether the area hurts again.
func (k SpellKind) IsPersistent() bool { return k == Persistent || k == PersistentBombardment }

// PerMargin says what the margin of a lost resistance multiplies.
type PerMargin uint8

// What a margin may fix.
const (
	NothingPerMargin PerMargin = iota
	DurationPerMargin
	EffectPerMargin
)

var perMargins = [...]string{"none", "duration", "effect"}

func (p PerMargin) String() string { return perMargins[p] }

// A SpellTarget is who is meant.
type SpellTarget uint8

// The targets.
const (
	OnEnemies SpellTarget = iota
	OnFriends
	OnSelf
)

var spellTargets = [...]string{"enemies", "friends", "self"}

func (t SpellTarget) String() string { return spellTargets[t] }

// An Effect is what a spell does to those whom it reaches, beside damage.
type Effect struct {
	Bonuses
	Stun     bool      // does not act, and defends at -4
	Bind     bool      // neither acts nor moves
	Remove   bool      // is out of the battle
	Heal     dice.Expr // HP
	Frighten bool      // calls a morale check ...
	Fear     int       // ... to which this is added
}

// Bonuses are added to named scores while an effect lasts.
type Bonuses struct {
	Attack, Melee, Ranged        int // to hit: all attacks, those in melee, those at range
	Defence, Dodge, Parry, Block int // all active defences, or one
	Move, DR                     int
}

// Plus adds up what two effects do.
func (b Bonuses) Plus(c Bonuses) Bonuses {
	return Bonuses{
		b.Attack + c.Attack, b.Melee + c.Melee, b.Ranged + c.Ranged,
		b.Defence + c.Defence, b.Dodge + c.Dodge, b.Parry + c.Parry, b.Block + c.Block,
		b.Move + c.Move, b.DR + c.DR,
	}
}

// Times is the effect at a degree (PerMargin).
func (b Bonuses) Times(n int) Bonuses {
	return Bonuses{
		b.Attack * n, b.Melee * n, b.Ranged * n, b.Defence * n, b.Dodge * n, b.Parry * n, b.Block * n, b.Move * n, b.DR * n,
	}
}

// Lasts says whether the effect leaves a state that ends with the duration.
func (e *Effect) Lasts() bool { return e.Stun || e.Bind || e.Bonuses != (Bonuses{}) }

// isNone says whether there is no effect at all.
func (e *Effect) isNone() bool { return *e == Effect{} }

// Limits of a spell's numbers.
const (
	maxSeconds    = 36_000
	maxCost       = 1000
	maxSpellYards = 10_000
	maxBonus      = 100
)

// spell checks the i-th spell.
func (c *checker) spell(path string, s *Spell) {
	if strings.TrimSpace(s.Name) == "" {
		c.add(path+".name", "is missing; orders and reports need it")
	}
	c.within(path+".skill", s.Skill, minSkill, maxSkill)
	c.within(path+".time", s.Time, 1, maxSeconds)
	c.within(path+".cost", s.Cost, 0, maxCost)
	if s.HasDamage() {
		c.damage(path+".damage", s.Damage)
	}
	if !(s.MaxRange >= 0 && s.MaxRange <= maxRange && s.HalfDamage >= 0 && s.HalfDamage <= s.MaxRange) {
		c.add(path+".range", "half damage from %v yards and a maximum of %v; want the smaller first, like 25/50", s.HalfDamage, s.MaxRange)
	}
	c.within(path+".acc", s.Acc, 0, 30)
	c.within(path+".area", s.Area.Radius, 0, maxSpellYards)
	c.within(path+".bombardment", s.Bombardment, 0, maxSkill)
	c.within(path+".duration", s.Duration, 0, maxSeconds)
	if s.HasFragments() {
		c.damage(path+".fragments", s.Fragments)
	}
	if s.Jet != BreathJet {
		c.measure(path+".jet", s.Jet, "inches", maxLength)
	}
	c.spellKind(path, s)
	c.effect(path+".effect", &s.Effect)
}

// spellKind checks what the kinds need of other keys.
func (c *checker) spellKind(path string, s *Spell) {
	circle, cone := s.Area.Radius > 0, s.Area.Length > 0
	add := func(key, format string, args ...any) { c.add(path+key, format, args...) }
	switch {
	case s.Kind.IsArea() && s.Kind != Explosion && !circle && !cone:
		add(".kind", "%s needs an area; like area: 2", s.Kind)
	case !s.Kind.IsArea() && (circle || cone):
		add(".kind", "%s does not go with an area", s.Kind)
	case s.Kind == Explosion && (circle || cone):
		add(".area", "does not go with an explosion, whose radius follows from its injury")
	case s.Kind.IsEmanation() && cone:
		add(".area", "an emanation is a circle about the caster; want a radius in yards")
	case s.Jet != 0 && !cone && (s.Kind != SingleTarget || s.Roll != RangedRoll):
		add(".jet", "goes only with a cone, or with a ranged attack roll on one target")
	case s.HasFragments() && s.Kind != Explosion:
		add(".fragments", "go only with kind explosion, not with %s", s.Kind)
	}
	switch needs := s.Kind == Damaging || s.Kind == Explosion || s.Kind.IsPersistent(); {
	case needs && !s.HasDamage():
		add(".kind", "%s needs damage; like damage: 3d burn", s.Kind)
	case s.Kind == Binding && s.HasDamage():
		add(".kind", "binding does no damage; want damaging")
	case s.Kind == Resistible && s.Resist == NotResisted:
		add(".kind", "resistible needs what resists; like resist: will")
	case s.Kind.IsArea() && s.Kind != Resistible && s.Kind != Emanation && s.Resist != NotResisted:
		add(".resist", "of areas only the kinds resistible and emanation are resisted, not %s", s.Kind)
	}
	switch {
	case !s.HasDamage() && s.Effect.isNone():
		add(".effect", "is missing: the spell does nothing; want damage or an effect, like effect: {stun: on}")
	case s.On != OnEnemies && s.HasDamage():
		add(".on", "%s does not go with damage", s.On)
	case s.On != OnEnemies && s.Strikes():
		add(".roll", "%s is an attack, which spells on %s do not need; want iq, will, per or ht", s.Roll, s.On)
	case s.On != OnEnemies && s.Kind != SingleTarget && s.Kind != Binding:
		add(".kind", "%s is for spells on enemies; leave it out", s.Kind)
	case s.PerMargin != NothingPerMargin && s.Resist == NotResisted:
		add(".per_margin", "is the margin of a lost resistance; the spell needs resist")
	case s.Roll == RangedRoll && s.MaxRange <= 0 && !cone && !s.Kind.IsEmanation():
		add(".range", "is missing; a spell with a ranged attack roll needs the yards, like 25/50 or 50")
	case s.Effect.Heal != (dice.Expr{}) && s.On == OnEnemies:
		add(".on", "healing is for friends or self; want on: friends")
	}
}

// effect checks the numbers of an effect.
func (c *checker) effect(path string, e *Effect) {
	b := &e.Bonuses
	for _, n := range []struct {
		key   string
		value int
	}{
		{"attack", b.Attack}, {"melee", b.Melee}, {"ranged", b.Ranged}, {"defence", b.Defence}, {"dodge", b.Dodge},
		{"parry", b.Parry}, {"block", b.Block}, {"move", b.Move}, {"dr", b.DR}, {"fear", e.Fear},
	} {
		c.within(path+"."+n.key, n.value, -maxBonus, maxBonus)
	}
	switch h := e.Heal; {
	case !someDice(h):
	case h.Count < 0 || h.Count > maxDice || h.Adds < -maxHP || h.Adds > maxHP:
		c.add(path+".heal", "%s is out of range; want up to %d dice", h, maxDice)
	case h.Max() <= 0:
		c.add(path+".heal", "%s never heals anything", h)
	}
}

// Spell finds the unit's spell of a name, in any case and with spaces or hyphens;
// -1 where it has none.
func (u *Unit) Spell(name string) int {
	word := plain(name)
	return slices.IndexFunc(u.Spells, func(s Spell) bool { return plain(s.Name) == word })
}

// Add adds to the DR of one location, against all types of damage; the sum is at
// least 0.
func (a *Armour) Add(l Location, dr int) {
	if dr == 0 {
		return
	}
	p := *a.at(l)
	p.dr = max(0, p.dr+dr)
	for t := range p.against {
		p.against[t] = max(0, p.against[t]+dr)
	}
	a.ownVitals = a.ownVitals || l == Vitals
	a.parts[l] = p
}
