package heroic

import (
	"math"

	"heroicsim/dice"
	"heroicsim/units"
)

// Optional rules for combatants of unlike size: those of GULLIVER that matter most
// between groups, in their simple forms. A switch each; all are off unless a
// scenario asks for them, or for the preset. `size_melee` stands in tables.go.
//
// The rest of that document would go here too: aim and range in melee (G-AIM,
// G-SPEED, G-RANGE), shapes (G-SHAPE), grips that are lost (G-GRIP), shields as
// cover (G-SHIELD-3 to 5), knockback and falls (G-KB, G-FALL), contests of ST and
// what is built on them (G-ST, G-WRES, G-JUDO, G-LOCK, G-SLAM, G-PUSH).

// Gulliver are its switches.
type Gulliver struct {
	BigWeapon  bool // big_weapon: simple (G-WEAP-1)
	DodgeHuge  bool // dodge_huge: simple (G-DODGE-1)
	ParryOomph bool // parry_oomph: ladder (G-PARRY, G-BLOCK)
	EqualLoad  bool // load_st: equal. Load ST is ST, not ST × ST / 10
	Jet        bool // jet: linear (G-JET-1)
	Cone       bool // cone: bands (G-JET-3)
	JetShield  JetShield
}

// JetShield says how a Block meets a jet.
type JetShield uint8

// The ways.
const (
	JetShieldSimple   JetShield = iota // all or nothing (G-JETDEF-3)
	JetShieldDetailed                  // by the jet's width and the shield's class (G-JETDEF-4)
)

// A GulliverPreset sets all of the switches at once.
type GulliverPreset uint8

// The presets.
const (
	GulliverOff GulliverPreset = iota
	GulliverSimple
)

// gullivers are the switches of the presets: their defaults in section 12.2 of the
// document, as far as they are built.
var gullivers = [...]Gulliver{
	GulliverSimple: {BigWeapon: true, DodgeHuge: true, ParryOomph: true, Jet: true, Cone: true, JetShield: JetShieldDetailed},
}

// Preset sets the switches of r. Ruling: the document's relative size, which
// `simple` asks for, is the one that is capped here (G-SIZE-2).
func (r *Rules) Preset(p GulliverPreset) {
	r.Gulliver = gullivers[p]
	if p == GulliverSimple {
		r.SizeMelee = SizeCapped
	}
}

// HasPreset says whether r's switches are those of a preset.
func (r *Rules) HasPreset(p GulliverPreset) bool {
	preset := DefaultRules()
	preset.Preset(p)
	return r.Gulliver == preset.Gulliver && r.SizeMelee == preset.SizeMelee
}

// Scale.

// closeEnough is the tolerance of look-ups, relative (R-3 of the document).
const closeEnough = 1 + 1e-9

// A fraction is an exact one, with a positive denominator.
type fraction struct{ num, den int }

func (f fraction) float() float64 { return float64(f.num) / float64(f.den) }

// progression is the series 1, 1.5, 2, 3, 5, 7, 10, …, in halves, from index 0 on.
func progression(n int) (halves int) {
	halves = [...]int{2, 3, 4, 6, 10, 14}[n%6]
	for range n / 6 {
		halves *= 10
	}
	return halves
}

// linearScale turns a difference of Size levels into a ratio of lengths
// (G-SCALE-2), for differences of up to 90.
func linearScale(n int) fraction {
	if n < 0 {
		return fraction{2, progression(-n)}
	}
	if halves := progression(n); halves%2 == 0 {
		return fraction{halves / 2, 1}
	}
	return fraction{progression(n), 2}
}

// maxLevel is more than any sizes differ by.
const maxLevel = 90

// ratioLevel is the inverse: the highest level whose ratio is not above x.
func ratioLevel(x float64) int {
	return highest(func(n int) bool { return linearScale(n).float() <= x*closeEnough })
}

// highest is the highest level for which something holds that holds for all lower.
func highest(holds func(n int) bool) int {
	n := 0
	for n < maxLevel && holds(n+1) {
		n++
	}
	for n > -maxLevel && !holds(n) {
		n--
	}
	return n
}

// sizeLength is the length in inches that a Size stands for (G-SCALE-1): 72 times
// the linear scale from -3 on, and below it the series of inches with 1 at -11.
func sizeLength(size int) float64 {
	if size >= -3 {
		return 72 * linearScale(size).float()
	}
	scale, n := 1.0, size+11
	for n < 0 {
		n, scale = n+6, scale/10
	}
	return float64(progression(n)) / 2 * scale
}

// sizeOf is the Size of a measure in inches: the highest whose length it reaches.
// The modifier for a range is minus its Size.
func sizeOf(inches float64) int {
	return highest(func(n int) bool { return sizeLength(n) <= inches*closeEnough })
}

// length is a unit's in inches: what its SM stands for unless it is given.
func length(u *units.Unit) float64 {
	if u.Length > 0 {
		return u.Length
	}
	return sizeLength(u.SM)
}

// Wide weapons and heavy blows.

// targetSize is the Size of a target of a melee weapon: not smaller than that of
// the weapon's width (G-WEAP-1).
func (r *Rules) targetSize(sm int, w *units.Weapon) int {
	if !r.BigWeapon || w.Width <= 0 {
		return sm
	}
	return max(sm, sizeOf(w.Width))
}

// dodgeWide is the modifier to dodge what is so wide, both in inches (G-DODGE-1).
// Groups in combat do not retreat from a blow (G-DODGE-2).
func dodgeWide(width, length float64) int {
	return -2 * max(0, ratioLevel(width/length)+3)
}

// loadST is the strength of a group by what it can lift: ST × ST / 10, or ST.
func (r *Rules) loadST(st int) float64 {
	if r.EqualLoad {
		return float64(st)
	}
	return float64(st*st) / 10
}

// A grip is how a weapon is held.
type grip struct {
	hands     int  // 2 or more on one made for two; 1 on any other
	wideApart bool // of a defender: as on a staff or polearm
}

// factor is what a grip multiplies Load ST by (G-PARRY-1).
func (g grip) factor() float64 {
	factor := 1.0
	switch {
	case g.hands >= 2 && g.wideApart:
		factor = 2
	case g.hands >= 2:
		factor = 1.5
	}
	return factor + 0.1*float64(max(0, g.hands-2))
}

// oomph is the force behind a blow, or behind what meets it (G-PARRY-1, G-BLOCK-1);
// the weight is in pounds.
func oomph(loadST float64, g grip, weight float64) float64 {
	return loadST*g.factor() + weight
}

// overwhelms is the modifier to parry or block a blow (G-PARRY-2).
func overwhelms(attacker, defender float64) int {
	return -max(0, ratioLevel(attacker/max(defender, 1e-9)))
}

func gripOf(w *units.Weapon) grip {
	if w.TwoHanded {
		return grip{hands: 2, wideApart: w.WideGrip}
	}
	return grip{hands: 1}
}

// oomphModifier is the modifier to Parry or Block a melee attack by the force of the
// blow. Rulings: missiles do not count, and a defender parries with whichever of
// his melee weapons resists best.
func (r *Rules) oomphModifier(a *attack, kind DefenceKind) int {
	if kind == Dodge || a.weapon.Ranged {
		return 0
	}
	blow := gripOf(a.weapon.Weapon)
	blow.wideApart = false // which is for defence
	load := r.loadST(a.at.strength())
	resists := oomph(load, grip{hands: 1}, 0)
	if kind == Block {
		resists += a.at.Unit.ShieldWeight
	} else {
		for i := range a.at.melee {
			w := a.at.melee[i].Weapon
			resists = max(resists, oomph(load, gripOf(w), w.Weight))
		}
	}
	return overwhelms(oomph(r.loadST(a.by.strength()), blow, a.weapon.Weight), resists)
}

// Jets and cones. Widths and lengths are in inches, but for cones in any unit.

// inches are those of a yard.
const inches = 36

// crouching is how much of its length a target shows to a jet when it crouches
// (a ruling of G-JET-1).
const crouching = 0.75

// cowers says whether members of h in a state show less of themselves to a jet. Ruling:
// that is everybody who does not stand.
func (h *group) cowers(s *state) bool { return h.posture != Upright || s.down || s.kneels }

// exposed is the length in inches that members of h in a state show to a jet.
func (h *group) exposed(s *state) float64 {
	if h.cowers(s) {
		return length(h.Unit) * crouching
	}
	return length(h.Unit)
}

// jetBase is the base width of a spell's jet in inches, 0 if it is none. Ruling: a cone
// is one, and its width at its end is what it has there.
func (r *Rules) jetBase(s *units.Spell, sm int) float64 {
	switch {
	case s.Jet == units.BreathJet:
		return breathWidth(sm)
	case s.Jet > 0:
		return s.Jet
	case r.Cone:
		return s.Area.Width * inches / 2
	}
	return s.Area.Width * inches
}

// jetAt is how wide a spell's jet is at a group, in inches; 0: it is none. What is no
// cone does not spread.
func (f *Fight) jetAt(c *casting, h *group) float64 {
	s := c.cast.spell
	if s.Area.Length == 0 {
		return s.jet
	}
	return f.b.Rules.coneWidth(s.jet, s.Area.Length, min(c.by.pos.distance(h.pos), s.Area.Length))
}

// jetStrike is one hit of a jet at those attacked: the share of its damage that meets
// them, and of that what a shield lets through.
func (f *Fight) jetStrike(a *attack, through float64) *strike {
	s := a.spell.cast.spell
	d := s.Damage
	d.Dice = shared(d.Dice, through*f.b.Rules.jetShare(a.jet, a.at.exposed(a.to)))
	k := strikeKey{damage: d, at: a.at.index, dr: a.addedDR(), aim: aim{halved: a.beyondHalf(), area: true, shelter: f.cover(a.at)}}
	if !s.Kind.IsArea() {
		k.weapon, k.aim = a.weapon.Weapon, aim{location: a.location, halved: k.halved, screen: a.screen()}
	}
	return f.special(k)
}

// blockJet does what a shield lets through of a jet that has been blocked (G-JETDEF-4).
// Ruling: what is blocked are the hits that the attack would have made without any
// defence, by the margin of its own roll, beside those that it has made; an attack roll
// that fails is no jet to block.
func (f *Fight) blockJet(a *attack, v verdict, skill, attackRoll, n int) {
	r := &f.b.Rules
	if a.jet == 0 || a.defending != Block || r.JetShield == JetShieldSimple || a.strike == nil || attackRoll > skill || v.automatic == CriticalMiss {
		return
	}
	class := shieldClassByDB(a.at.Unit.ShieldDB)
	if a.at.cowers(a.to) {
		class = min(class+1, fullCover)
	}
	stopped := r.jetStopped(true, a.jet, length(a.at.Unit), class)
	blocked := hits(skill-attackRoll, a.speedFactor, f.multiplier(a), a.limit()) - n
	if stopped.num == stopped.den || blocked <= 0 {
		return
	}
	c, h := a.spell, a.at
	strike := f.jetStrike(a, 1-stopped.float())
	f.dice.At(f.round, dice.Fragments+c.cast.moments, a.by.stream, h.stream+a.atPart*streamsPerPart)
	if f.Trace == nil {
		f.harm(h, strike, a.location, f.rollInjury(strike, blocked*c.repeats(), nil))
		return
	}
	var rolled InjuryRolled
	f.harm(h, strike, a.location, f.rollInjury(strike, blocked*c.repeats(), &rolled))
	f.Trace(JetBlocked{Group: h.index, Hits: blocked, Repeats: c.repeats(), Jet: a.jet, Stopped: stopped.num, Of: stopped.den, Damage: strike.mode.Damage, Injury: rolled})
}

// jetShare is what of a jet meets a target of some length, which is all of a narrow one
// (G-JET-1).
func (r *Rules) jetShare(width, length float64) float64 {
	if !r.Jet || width <= length*closeEnough {
		return 1
	}
	return length / width
}

// shared is a share of dice: whole dice, and 3.5 a die for the fraction, rounded down.
func shared(e dice.Expr, share float64) dice.Expr {
	if share >= 1 {
		return e
	}
	perDie := float64(e.Sides+1) / 2
	points := float64((float64(float64(e.Count)*perDie)+float64(e.Adds))*share) + slack
	if e.Count > 0 {
		e.Count = max(0, int(points/perDie))
	}
	e.Adds = int(math.Floor(points - float64(e.Count)*perDie))
	return e
}

// breathWidth is the width of a creature's breath where none is given (G-JET-2).
func breathWidth(sm int) float64 { return 24 * linearScale(sm).float() }

// coneWidth is the width at some distance of a cone of base width and range
// (G-JET-3): half of it in the first quarter, twice in the second half, and nothing
// beyond. Without the switch the width is the same all along.
func (r *Rules) coneWidth(width, reach, distance float64) float64 {
	switch {
	case distance > reach*closeEnough:
		return 0
	case !r.Cone:
		return width
	case distance*closeEnough < reach/4:
		return width / 2
	case distance <= reach/2*closeEnough:
		return width
	}
	return 2 * width
}

// A shieldClass is how large a shield is for its user (G-SHIELD-1).
type shieldClass int

// The classes.
const (
	noShield shieldClass = iota
	buckler
	smallShield
	mediumShield
	largeShield
	fullCover
)

// shieldClassByDB is the class that a unit's DB stands for, as shields of his own
// size have it: 1 small, 2 medium, 3 large. It is a ruling.
func shieldClassByDB(db int) shieldClass {
	switch {
	case db <= 0:
		return noShield
	case db >= 3:
		return largeShield
	}
	return smallShield + shieldClass(db-1)
}

// jetStops are the fractions of a jet that a Block stops, by how wide the jet is for
// the target and by shield class (G-JETDEF-4).
var jetStops = [...][largeShield + 1]fraction{
	// none,   buckler, small,  medium, large
	{{0, 1}, {1, 2}, {1, 1}, {1, 1}, {1, 1}}, // up to a third
	{{0, 1}, {1, 3}, {2, 3}, {1, 1}, {1, 1}}, // up to two thirds
	{{0, 1}, {1, 5}, {1, 3}, {1, 2}, {2, 3}}, // wider
}

// jetStopped is the fraction of a jet's damage that a shield stops (G-JETDEF-3, -4).
func (r *Rules) jetStopped(blocked bool, width, length float64, class shieldClass) fraction {
	switch {
	case !blocked || class == noShield:
		return fraction{0, 1}
	case r.JetShield == JetShieldSimple || class == fullCover:
		return fraction{1, 1}
	case width*3 <= length*closeEnough:
		return jetStops[0][class]
	case width*3 <= 2*length*closeEnough:
		return jetStops[1][class]
	}
	return jetStops[2][class]
}
