package heroic

import (
	"heroicsim/dice"
	"heroicsim/units"
)

// Modifiers of HC-AREA and HC-DEF.
const (
	aimAtPlace     = 4 // an area attack aims at a place
	areaBlockDB    = 3 // the least DB with which an area is blocked
	secondsARepeat = 2 // of a persistent area, for each time that it multiplies hits
	mostSeconds    = 20
)

// strikeTarget makes an attack with a spell on one group: identical ones are one
// attack with so many shots (HC-MULTISPELL).
func (f *Fight) strikeTarget(c *casting) {
	g, h := c.by, c.at
	f.findYards(c)
	a := f.spellAttack(c, h)
	a.intoMelee = a.weapon.Ranged && f.isLocked(h.index) && !f.isLocked(g.index)
	if a.weapon.Ranged && a.strike != nil {
		a.figures = f.figures(g, h)
		f.takeAim(&a)
	} else {
		f.prepare(&a)
	}
	s := &f.spellStep
	s.clear()
	s.ranged = true
	s.plan(g, h, byNumber)
	s.choice(a)
	p := &s.plans[0]
	p.members, p.side = c.casters, s.attacks[0].side
	if len(g.parts)+len(h.parts) > 0 {
		f.openFront(g.Side)
		f.carryOutParts(s, p, dice.Spells+c.cast.moments)
	} else {
		f.attack(&s.attacks[0], dice.Spells+c.cast.moments)
	}
	f.finish(c)
}

// spellAttack is the attack of a casting at a group. Its numbers are counted but for
// parts.
func (f *Fight) spellAttack(c *casting, h *group) attack {
	w := &c.cast.weapon
	a := attack{
		from: &whole, to: &whole,
		kind: SpellAttack, by: c.by, at: h, weapon: w, spell: c, shots: c.times, distance: c.distance,
		allotted: c.casters, members: c.casters, side: f.castingSide(c, h), jet: f.jetAt(c, h),
	}
	if w.Modes != nil {
		a.location = aimed(w.Weapon, c.cast.Location)
	}
	if parts := c.by.parts; len(parts) > 0 {
		c.from = f.ablest(c.by)
		a.from = &c.from
	}
	a.strike = f.strikeOf(&a)
	return a
}

// ablest is the state of the largest part of a group that can cast.
func (f *Fight) ablest(g *group) state {
	var best *portion
	for i := range g.parts {
		if p := &g.parts[i]; f.partActs(g, &p.state, true) && (best == nil || p.members > best.members) {
			best = p
		}
	}
	if best == nil {
		return state{}
	}
	return best.state
}

// strikeArea attacks each group in an area separately, and the parts of a split one
// by their share of the potential targets.
func (f *Fight) strikeArea(c *casting) {
	f.findYards(c)
	var burning *fire
	if c.cast.Kind.IsPersistent() {
		burning = f.kindle(c)
	}
	for i := range f.groups {
		h := &f.groups[i]
		if !f.inArea(c, h) {
			continue
		}
		quarters := f.covers(&c.zone, h)
		if quarters == uncovered {
			continue
		}
		attacks := len(h.attacked)
		potential, before := f.potential(&c.zone, h, quarters), h.injury+h.wearing
		f.noteCovered(c, h, quarters, potential)
		parts := partsOf(h, &f.partsOn[1])
		shares := f.allotParts(potential, parts, 1, func(*portion) bool { return true })
		for k := range parts {
			if shares[k] == 0 {
				continue
			}
			a := &f.areaAttack
			*a = f.spellAttack(c, h)
			a.potential, a.present, a.to, a.atPart = potential, min(shares[k], parts[k].members), &parts[k].state, k
			if len(h.parts) > 0 {
				a.facing = parts[k].members
			}
			a.strike = f.strikeOf(a)
			f.prepare(a)
			already := h.injury
			f.attack(a, dice.Spells+c.cast.moments)
			if k < len(h.parts) {
				h.parts[k].hurt += h.injury - already
			}
		}
		h.attackedOnce(attacks)
		if burning != nil {
			burning.injury[i], burning.spread[i] = h.injury+h.wearing-before, h.spread()
		}
	}
	f.finish(c)
}

// noteCovered tells how many of a group an area may strike.
func (f *Fight) noteCovered(c *casting, h *group, quarters, potential int) {
	f.note(func() Event {
		return Covered{
			Group: h.index, Spell: c.cast.spell.Spell, Radius: f.radius(&c.zone, h), Hexes: f.hexes(&c.zone, h),
			Density: density(h.Unit.SM), Quarters: quarters, Potential: potential, Castings: c.castings(), Present: h.fighting,
		}
	})
}

// volley is what the hit multiplier of a spell's attack goes by: the spells, or for
// an area the potential targets of all of them.
func (a *attack) volley() int { return a.members * a.shots * max(1, a.potential) }

// spellLimit is the most hits of a spell's attack: its projectiles, or of an area as
// many targets for each as there are (HC-AREA). Ruling: a melee attack spell has that
// cap too.
func (a *attack) spellLimit() int {
	if a.potential > 0 {
		return a.members * a.shots * a.present
	}
	return a.members * a.shots
}

// placed is how many a resistible area reaches once its contest has placed it: all its
// potential targets, at most those present, by whatever margin (HC-AREA).
func (a *attack) placed() int {
	present := a.at.fighting
	if a.facing > 0 {
		present = a.facing
	}
	return min(a.spellLimit(), present)
}

// repeats multiplies the hits of a persistent area, after they are capped.
func (c *casting) repeats() int {
	if !c.cast.Kind.IsPersistent() {
		return 1
	}
	return max(1, min(c.cast.Duration, mostSeconds)/secondsARepeat)
}

// resolveSpell fights the contest of a spell's attack.
func (f *Fight) resolveSpell(a *attack) {
	c, h := a.spell, a.at
	skill := f.effective(a, f.crowd(a))
	attackRoll, defenceRoll := f.dice.Contest()
	v, n := f.decide(a, skill, attackRoll, defenceRoll)
	if v.wins && c.cast.Kind == units.Resistible {
		n = a.placed()
	}
	var stray Check
	if !v.wins && a.mayStray() {
		roll := f.dice.Success()
		stray = Check{Score: strayScore, Roll: roll, Success: roll <= strayScore}
	}
	hurts, injury := n > 0 && a.strike != nil && c.cast.Kind != units.Resistible, 0
	if f.Trace != nil {
		var rolled InjuryRolled
		if hurts {
			injury = f.rollInjury(a.strike, n*c.repeats(), &rolled)
		}
		f.tellAttack(a, v, attackRoll, defenceRoll, n, rolled, stray)
	} else if hurts {
		injury = f.rollInjury(a.strike, n*c.repeats(), nil)
	}
	if injury > 0 {
		f.harm(h, a.strike, a.location, injury)
	}
	if a.jet > 0 && c.cast.Kind != units.Resistible {
		f.blockJet(a, v, skill, attackRoll, n)
	}
	if n > 0 && c.cast.HasFragments() {
		f.throwFragments(a, n)
	}
	if n > 0 {
		f.struck[h.index].members += n
		f.struck[h.index].margin = v.margin
	}
	if stray.Success {
		f.stray(a)
	}
}

// throwFragments adds the injury of an explosion's fragments: those of each hit.
func (f *Fight) throwFragments(a *attack, n int) {
	c, h := a.spell, a.at
	strike := f.fragmentStrike(c.cast.spell.Spell, h, h.bonuses(a.to).DR)
	f.dice.At(f.round, dice.Fragments+c.cast.moments, a.by.stream, h.stream+a.atPart*streamsPerPart)
	if f.Trace == nil {
		f.harm(h, strike, units.Torso, f.rollInjury(strike, n, nil))
		return
	}
	var rolled InjuryRolled
	f.harm(h, strike, units.Torso, f.rollInjury(strike, n, &rolled))
	f.Trace(Fragmented{h.index, strike.mode.Damage, n, rolled})
}

// A reach is how many of a group a casting has reached.
type reach struct{ members, margin int }

// finish does to those that a casting has reached what it does beside the injury of
// its hits.
func (f *Fight) finish(c *casting) {
	for i := range f.struck {
		h := &f.groups[i]
		if n := min(f.struck[i].members, h.fighting); n > 0 {
			f.takeEffect(c, h, n, f.struck[i].margin)
		}
	}
}

// activate casts a spell that nobody defends against: a malediction, a binding, or
// one on friends. Who is reached may resist.
func (f *Fight) activate(c *casting) {
	g, s := c.by, c.cast.spell
	hostile := s.On == units.OnEnemies
	g.engaged = g.engaged || hostile
	f.findYards(c)
	a := f.spellAttack(c, c.at)
	t := f.spellSkill(&a)
	f.moment(dice.Casting, c, c.at)
	roll := f.dice.Success()
	works := succeeds(roll, t.total)
	margin := max(0, t.total-roll)
	f.note(func() Event { return Activated{g.index, c.at.index, s.Spell, t.score(), roll, works, margin} })
	if hostile && !works {
		f.castAt(c.at)
	}
	if !works {
		return
	}
	if !s.Kind.IsArea() {
		h := c.at
		if hostile {
			h = f.singleOut(c)
			f.castAt(h)
		}
		f.struck[h.index] = reach{c.castings(), margin}
		f.finish(c)
		return
	}
	for i := range f.groups {
		h := &f.groups[i]
		if !f.inArea(c, h) {
			continue
		}
		quarters := f.covers(&c.zone, h)
		if quarters == uncovered {
			continue
		}
		if hostile {
			f.castAt(h)
		}
		potential := f.potential(&c.zone, h, quarters)
		f.noteCovered(c, h, quarters, potential)
		f.struck[i] = reach{c.castings() * potential, margin}
	}
	f.finish(c)
}

// castAt notes that a spell was cast at a group, which counts as an attack.
func (f *Fight) castAt(h *group) {
	h.engaged = true
	f.disturb(h, false)
}

// findYards is the range that penalties at -1 a yard count. Ruling: it is unclear at
// whom of a group of several a spell is cast; then it is that to the nearest, +1d -1d,
// at least 1. The place of an area is clear.
func (f *Fight) findYards(c *casting) {
	if c.cast.RangePenalty != units.ByYards || c.cast.Kind.IsArea() || c.at == c.by || c.at.fighting == 1 {
		return
	}
	f.moment(dice.Distance, c, c.at)
	more, less := f.dice.D6(), f.dice.D6()
	c.yards = max(1, c.distance+float64(more-less))
	f.note(func() Event { return YardsRolled{c.by.index, c.at.index, c.distance, more, less, c.yards} })
}

// singleOut is HC-SINGLE: a malediction on one in a crowd of his size or larger needs
// a Per roll, or strikes a random member. Ruling: the crowd are the combatants of his
// side in the same melee or within a yard, he among them.
func (f *Fight) singleOut(c *casting) *group {
	h := c.at
	if h.fighting > 1 {
		return h // any of them will do
	}
	clear(f.inMelee)
	f.meleeOf(h.index, f.inMelee)
	n := 0
	for i := range f.groups {
		o := &f.groups[i]
		near := f.inMelee[i] || o.pos.distance(h.pos) <= contact+slack
		f.inMelee[i] = near && o.Side == h.Side && o.onField() && o.Unit.SM >= h.Unit.SM
		if f.inMelee[i] {
			n += o.fighting
		}
	}
	if n <= 1 {
		return h
	}
	t := f.tally(c.by.Unit.Per)
	t.add(ForTactic, tactics[c.by.tactic].mental)
	f.moment(dice.Singling, c, h)
	roll := f.dice.Success()
	struck := h
	if !succeeds(roll, t.total) {
		pick := f.dice.Index(n)
		for i := range f.groups {
			if !f.inMelee[i] {
				continue
			}
			if pick -= f.groups[i].fighting; pick < 0 {
				struck = &f.groups[i]
				break
			}
		}
	}
	f.note(func() Event { return SingledOut{c.by.index, h.index, t.score(), roll, n, struck.index} })
	return struck
}

// spellSkill is the activation roll's score but for numbers: with the tactic's
// modifier of its kind, and initiative for attack rolls only.
func (f *Fight) spellSkill(a *attack) tally {
	c := a.spell
	g, s, tactic := c.by, c.cast.spell, &tactics[c.by.tactic]
	t := f.tally(s.Skill)
	switch {
	case s.Kind == units.BombardmentEmanation:
		// Ruling: a skill of its own takes no modifiers of the caster's but initiative's,
		// which is on all attacks (HC-INIT).
		t = f.tally(s.Bombardment)
		t.add(ForInitiative, f.initiative(g))
		return t
	case s.Kind == units.Emanation && c.cast.contested():
		t = f.tally(g.Unit.DX)
	}
	switch s.Roll {
	case units.RangedRoll:
		switch {
		case !tactic.aimed:
			t.add(ForTactic, tactic.ranged)
		case c.cast.aimed:
			t.add(ForTactic, tactic.ranged)
			t.add(ForAcc, s.Acc)
		}
	case units.MeleeRoll:
		t.add(ForTactic, tactic.melee)
	case units.HTRoll:
	default:
		t.add(ForTactic, tactic.mental)
	}
	if s.Strikes() {
		t.add(ForInitiative, f.initiative(g))
	}
	f.spellRange(&t, a)
	if f.b.wounded && s.Roll.TakesShock() {
		t.add(ForShock, -g.shock())
	}
	if s.Strikes() {
		f.aimSpell(&t, a)
	}
	return t
}

// aimSpell adds the rows of a spell's attack roll that go by the target and by the
// field (HC-MELEE-MOD, HC-RANGED-MOD). Rulings: what is aimed at a place takes of them
// those of the field and of the caster alone, and an emanation, which is not aimed, only
// those of the caster.
func (f *Fight) aimSpell(t *tally, a *attack) {
	s, g := a.spell.cast.spell, a.by
	switch {
	case s.Kind.IsEmanation():
	case s.Kind.IsArea():
		t.add(ForPlace, aimAtPlace)
	case s.Roll == units.MeleeRoll:
		t.add(ForPosture, postures[g.posture].melee)
		t.add(ForSize, f.b.Rules.relativeSize(g.Unit.SM, a.at.Unit.SM, a.weapon.length(), a.locationPenalty()))
	default:
		f.spellSize(t, a)
		f.addCover(t, a)
	}
	if a.intoMelee {
		t.add(ForMeleeFire, -4)
	}
	if a.kind != StrayAttack && !s.Kind.IsArea() {
		t.add(ForLocation, a.locationPenalty())
	}
	switch {
	case s.Kind.IsEmanation():
	case f.b.situated:
		f.addSight(t, a)
	default:
		t.add(ForVisibility, f.b.Field.Visibility)
		a.gropes = f.b.Field.Visibility <= darkness
	}
	t.add(ForFooting, f.b.Field.Footing)
	f.attackModifiers(t, a)
	if f.b.situated {
		f.addSituation(t, a)
	}
}

// spellSize is the target's size, which for a jet is not less than its width (G-JET-1).
func (f *Fight) spellSize(t *tally, a *attack) {
	sm := a.at.Unit.SM
	t.add(ForSize, sm)
	if r := &f.b.Rules; r.Jet && r.BigWeapon && a.jet > 0 {
		t.add(ForWideJet, max(sm, sizeOf(a.jet))-sm)
	}
}

// spellRange adds the penalty for distance.
func (f *Fight) spellRange(t *tally, a *attack) {
	c := a.spell
	s := c.cast.spell
	if s.Kind.IsEmanation() || s.Roll == units.MeleeRoll || c.at == c.by {
		return
	}
	switch yards := c.yards; s.RangePenalty {
	case units.ByBands:
		t.add(ForRange, rangeModifier(a.distance))
	case units.ByYards:
		if a.kind == StrayAttack {
			yards = a.distance
		}
		t.add(ForRange, -int(yards+1-slack))
	}
}

// bombardmentCap is what caps the skill of a bombardment: its own, modified for the
// target's SM.
func (a *attack) bombardmentCap() (skill int, caps bool) {
	s := a.spell.cast.spell
	return s.Bombardment + a.at.Unit.SM, s.Kind.IsBombardment()
}

// A strikeKey tells the strikes apart that the groups' own tables do not hold: of
// spells, at chinks and through cover, and at those whose DR a spell has changed.
type strikeKey struct {
	damage units.Damage  // where it is not the weapon's
	weapon *units.Weapon // nil: an area, or fragments
	at, dr int
	change int
	heals  bool // a number of HP, whatever the DR and the body
	aim
}

// special returns the strike of a key, worked out once.
func (f *Fight) special(k strikeKey) *strike {
	s := f.specials[k]
	if s == nil {
		h := *f.groups[k.at].GroupInfo
		u, w := *h.Unit, k.weapon
		switch {
		case w == nil:
			w = &units.Weapon{Modes: []units.Mode{{Damage: k.damage}}}
		case k.damage != units.Damage{}: // of a jet at one target
			w = &units.Weapon{Modes: []units.Mode{{Damage: k.damage}}, Missile: w.Missile}
		}
		if k.heals {
			u.Armour, u.Traits = units.Armour{}, units.Traits{}
		}
		if k.dr != 0 {
			for l := range units.NumLocations {
				u.Armour.Add(l, k.dr)
			}
		}
		h.Unit, s = &u, new(strike)
		*s = f.b.newStrike(&h, w, k.change, k.aim)
		f.specials[k] = s
	}
	return s
}

// addedDR is what spells add to the DR of those attacked.
func (a *attack) addedDR() int {
	if len(a.at.parts) == 0 {
		return 0
	}
	return a.at.bonuses(a.to).DR
}

// beyondHalf says whether an attack does half damage for its range.
func (a *attack) beyondHalf() bool { return a.weapon.Ranged && beyondHalf(a.weapon, a.distance) }

// strikeOf is what a hit of an attack does to those attacked; nil for an attack that
// does no damage.
func (f *Fight) strikeOf(a *attack) *strike {
	halved, dr := a.beyondHalf(), a.addedDR()
	switch {
	case len(a.weapon.Modes) == 0:
		return nil
	case a.jet > 0:
		return f.jetStrike(a, 1)
	case a.spell != nil && a.spell.cast.Kind.IsArea():
		return f.spellStrike(a.spell.cast.spell.Spell, a.at, halved, dr)
	case a.spell == nil && dr == 0 && !a.chink && a.exposure != behind:
		return f.strikeFor(a.by, a.at, a.weapon, a.location, halved)
	}
	k := strikeKey{weapon: a.weapon.Weapon, at: a.at.index, dr: dr, aim: aim{location: a.location, halved: halved, screen: a.screen()}}
	if a.spell == nil && !a.weapon.Ranged {
		k.change = tactics[a.by.tactic].damage // which melee attack spells do not take
	}
	return f.special(k)
}

// spellStrike is one hit of a spell's damage as a large-area injury.
func (f *Fight) spellStrike(s *units.Spell, h *group, halved bool, dr int) *strike {
	return f.special(strikeKey{damage: s.Damage, at: h.index, dr: dr, aim: aim{halved: halved, area: true, shelter: f.cover(h)}})
}

// fragmentStrike is the fragments of one explosion. Ruling: they strike the torso.
func (f *Fight) fragmentStrike(s *units.Spell, h *group, dr int) *strike {
	return f.special(strikeKey{damage: s.Fragments, at: h.index, dr: dr})
}
