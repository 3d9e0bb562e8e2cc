package heroic

import (
	"heroicsim/dice"
	"heroicsim/units"
)

// What injury does to a single combatant beyond loss of HP, by the switches
// `shock`, `reeling` and `major_wounds`. Pools never have any of it (HC-NOWOUND).

// wounds are what a single combatant has of them.
type wounds struct {
	shocks  [injurySteps]shock
	worst   worst
	stun    int // the last round of it; 0: none
	reeling bool
	floored bool    // was knocked down, and gets up again
	stood   Posture // as which he stood before
}

// A shock is what one of a round's injury steps did. It lasts until the same step
// of the next round.
type shock struct {
	lost  int  // HP
	twice bool // it counts double (B-HITLOC note 7)
}

// A worst is the worst attack that the injury step will bring.
type worst struct {
	injury   int
	location units.Location
	damage   units.DamageType
}

// injurySteps are those of a round; shockOf finds the place of one among them.
const injurySteps = 3

func shockOf(step dice.Phase) int {
	switch step {
	case dice.RangedInjury:
		return 0
	case dice.MovementInjury:
		return 1
	}
	return 2
}

// hasWounds says whether any of the switches concerns anybody.
func (b *Battle) hasWounds() bool {
	if !b.Rules.Shock && !b.Rules.Reeling && !b.Rules.MajorWounds {
		return false
	}
	for i := range b.Groups {
		if b.Groups[i].Start == 1 {
			return true
		}
	}
	return false
}

// struck notes where a single combatant has been hit. Ruling: the injury of a step
// is one wound, at the place of the attack that did most, the first on ties.
func (g *group) struck(a *attack, injury int) {
	g.struckAt(a.location, a.strike.damage.Type, injury)
}

func (g *group) struckAt(l units.Location, t units.DamageType, injury int) {
	if b := &g.wounds.worst; g.lone() && injury > b.injury {
		*b = worst{injury, l, t}
	}
}

// outlastShock ends the shock of the same step of the round before.
func (f *Fight) outlastShock(step dice.Phase) {
	for i := range f.groups {
		f.groups[i].wounds.shocks[shockOf(step)] = shock{}
	}
}

// shocked notes the shock of a loss of HP in an injury step, and returns the blow
// that it came of.
func (f *Fight) shocked(g *group, step dice.Phase, taken int) worst {
	blow := g.wounds.worst
	g.wounds.worst = worst{}
	if f.b.Rules.Shock && g.lone() && g.standing != Down {
		g.wounds.shocks[shockOf(step)] = shock{taken, blow.location == units.Groin && blow.damage == units.Crushing}
	}
	return blow
}

// Limits of shock.
const (
	mostShock      = 4
	mostTwiceShock = 8 // where any of it is doubled
)

// shock is B-SHOCK: a penalty to skills, DX and IQ of 1 for each HP lost, or for
// each tenth of HP from 20 on, up to 4; nothing to defences. Wounds of several
// steps add up before the limit.
func (g *group) shock() int {
	lost, twice := 0, 0
	for _, s := range g.wounds.shocks {
		lost += s.lost
		if s.twice {
			twice += s.lost
		}
	}
	t := &g.Unit.Traits
	switch {
	case lost == 0 || t.HighPainThreshold:
		return 0
	case t.LowPainThreshold:
		twice = lost
	}
	per := shockUnit(g.hp)
	if twice == 0 {
		return min(lost/per, mostShock)
	}
	return min(lost/per+twice/per, mostTwiceShock)
}

// shockUnit is the HP that make a point of shock.
func shockUnit(hp int) int { return max(1, hp/10) }

// reel is B-REEL at the start of a round: with less than a third of his HP a
// single combatant's Move and Dodge are halved.
func (f *Fight) reel() {
	if !f.b.Rules.Reeling {
		return
	}
	for i := range f.groups {
		g := &f.groups[i]
		g.wounds.reeling = g.lone() && g.pool*3 < g.hp
	}
}

// woundedDefence is what wounds take from an active defence: half of Dodge from who
// is reeling, after fatigue, and 4 from who is stunned (DM-20).
func (f *Fight) woundedDefence(t *tally, g *group, kind DefenceKind) {
	if kind == Dodge && g.wounds.reeling {
		t.add(ForReeling, halfUp(t.total)-t.total)
	}
	if g.stunned(f.round) {
		t.add(ForStun, -4)
	}
}

// stunned says whether a single combatant does nothing in a round (B-STUN). Ruling:
// stun lasts to the end of the round after the wound, and ends by itself.
func (g *group) stunned(round int) bool { return g.wounds.stun >= round }

// A Knockdown is what comes of a wound that may lay somebody low.
type Knockdown uint8

// The ways, by the HT roll.
const (
	Unshaken    Knockdown = iota
	Stunned               // failed by 1 to 4
	Unconscious           // failed by 5 or more, or critically
)

// majorWound is B-MAJOR: an HT roll after a loss of more than half of full HP in one
// step, after a crippled extremity, and after any shock at the head or the vitals.
func (f *Fight) majorWound(g *group, b worst, step dice.Phase, taken int) {
	if !g.lone() || g.standing == Down {
		return
	}
	major := isMajor(b.location, g.hp, taken)
	if !major && !(isVital(b) && taken >= shockUnit(g.hp)) {
		return
	}
	t := f.tally(g.ht)
	if major {
		t.add(ForLocation, knockdownPenalty(b))
	}
	t.add(ForPain, painThreshold(&g.Unit.Traits))
	f.dice.At(f.round, step, g.stream, 1)
	roll := f.dice.Success()
	result := knockdown(roll, t.total)
	switch result {
	case Stunned:
		g.wounds.stun, g.silent = f.round+1, true
		g.fallDown()
	case Unconscious:
		g.standing, g.collapsed = Collapsed, true
	}
	f.note(func() Event {
		return Shaken{g.index, major, b.location, t.score(), roll, result, g.wounds.stun}
	})
}

// fallDown lays a single combatant low. He lets go of whom he holds.
func (g *group) fallDown() {
	if !g.wounds.floored {
		g.wounds.floored, g.wounds.stood = true, g.posture
	}
	g.posture = Prone
	if len(g.parts) > 0 {
		g.affect(g.fighting, func(s *state) { s.holds, s.kneels = 0, false })
	}
}

// isMajor says whether a loss is a major wound: more than half of HP, or what
// cripples the limb or extremity that was struck (B-CRIPPLE).
func isMajor(l units.Location, hp, taken int) bool {
	most := units.LimbCap(l, hp)
	return taken*2 > hp || most > 0 && taken >= most
}

// isVital says whether a blow may shake somebody without being a major wound.
func isVital(b worst) bool {
	switch b.location {
	case units.Skull:
		return b.damage != units.Toxic
	case units.Face, units.Eye, units.Vitals:
		return true
	}
	return false
}

// knockdownPenalty is the location's modifier of the HT roll after a major wound.
// Ruling: all who can be struck in the groin are taken for male.
func knockdownPenalty(b worst) int {
	switch b.location {
	case units.Skull, units.Eye:
		if b.damage == units.Toxic {
			return 0
		}
		return -10
	case units.Face, units.Groin, units.Vitals:
		return -5
	}
	return 0
}

// painThreshold is its modifier of the same roll.
func painThreshold(t *units.Traits) int {
	switch {
	case t.HighPainThreshold:
		return 3
	case t.LowPainThreshold:
		return -4
	}
	return 0
}

// knockdown is what the HT roll comes to (B-MAJOR, B-SUCCESS).
func knockdown(roll, score int) Knockdown {
	switch {
	case succeeds(roll, score):
		return Unshaken
	case roll == 18, roll == 17 && score <= 15, roll >= score+5:
		return Unconscious
	}
	return Stunned
}
