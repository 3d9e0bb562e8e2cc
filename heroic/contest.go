package heroic

import "heroicsim/units"

// A tally adds up a score and, only when a story is told, keeps its parts.
type tally struct {
	base, total int
	traced      bool
	parts       []Part
	cap         int
}

func (t *tally) add(why Reason, n int) {
	t.total += n
	if t.traced && n != 0 {
		t.parts = append(t.parts, Part{why, n})
	}
}

// limit applies a row's cap to what has been added up.
func (t *tally) limit(n int) {
	if t.total > n {
		t.total, t.cap = n, n
	}
}

func (t *tally) score() Score { return Score{t.base, t.parts, t.total, t.cap} }

func (f *Fight) tally(base int) tally {
	return tally{base: base, total: base, traced: f.Trace != nil}
}

// start begins a tally where it stands, which spares copying it.
func (f *Fight) start(t *tally, base int) {
	t.base, t.total, t.cap, t.traced = base, base, 0, f.Trace != nil
	if t.parts != nil {
		t.parts = nil // a story has them
	}
}

// become makes t another tally, number by number: a copy of the whole waits for them.
func (t *tally) become(u *tally) {
	t.base, t.total, t.cap, t.traced = u.base, u.total, u.cap, u.traced
	if t.traced {
		t.parts = u.parts
	}
}

// An attack is one Quick Contest that a group makes (HC-ATK), before any roll.
type attack struct {
	kind      AttackKind
	by, at    *group
	weapon    *weapon
	shots     int // by each; 0 in melee
	distance  float64
	intoMelee bool // HC-MELEE-FIRE
	chink     bool // at a gap in the armour (B-CHINK)
	gropes    bool // its foe is not seen: skill is capped
	location  units.Location
	exposure  exposure // how that lies behind the target's cover
	cover     *Cover   // of the target, at range; nil: none
	figures   int      // in the way of one who is singled out (RM-34)
	strike    *strike  // nil of a spell without damage
	whole     bool     // nothing else can injure the target in this phase
	grapple   bool     // HC-GRAPPLE; its weapon are the bare hands
	blows     []landing
	barred    bool     // the members' states rule it out
	spell     *casting // nil: it is no spell
	potential int      // targets of an area at each casting; 0: none
	present   int      // of them
	jet       float64  // inches of a jet's width at the target; 0: it is none

	// Where the groups have parts: the states of the members, and which parts they are.
	from, to       *state // whole where there is none
	byPart, atPart int
	facing         int // members of the target's part; 0: it is whole

	waited waited // where it comes of a Wait

	// Of a volley.
	arm      int   // index among the group's ranged weapons
	cost     int   // × Move given up
	fast     bool  // Fast-Draw may add a shot
	fastDraw Check // rolled for it, for the story; a Roll of 0 is none

	// What prepare works out: nothing here changes within a step.
	arc         Arc
	skill       tally
	defending   DefenceKind
	defence     tally
	speedFactor int

	// Counted when the attack is made.
	allotted int // members for this target
	members  int // those who can attack it, for the multiplier
	side     int // the side's combatants in the ratio
}

// prepare works out all of the contest that does not go by numbers.
func (f *Fight) prepare(a *attack) {
	a.arc = f.arc(a)
	if a.blows != nil {
		f.prepareBlows(a)
		return
	}
	f.skill(a)
	f.defend(a)
	a.speedFactor = f.speedFactor(a.by.Unit, a.weapon)
}

// skill works out the attacker's side of the contest (HC-MELEE-MOD, HC-RANGED-MOD)
// but for what goes by numbers.
func (f *Fight) skill(a *attack) *tally {
	t := &a.skill
	if a.spell != nil {
		*t = f.spellSkill(a)
		return t
	}
	f.start(t, a.weapon.Skill)
	if a.weapon.Ranged {
		f.rangedSkill(t, a)
	} else {
		f.meleeSkill(t, a)
	}
	if a.kind != StrayAttack {
		t.add(ForLocation, a.locationPenalty())
	}
	if f.b.situated {
		f.addSight(t, a)
	} else {
		t.add(ForVisibility, f.b.Field.Visibility)
		a.gropes = f.b.Field.Visibility <= darkness
	}
	t.add(ForFooting, f.b.Field.Footing)
	if short := a.weapon.MinST - a.by.strength(); short > 0 {
		t.add(ForMinST, -short)
	}
	if a.from != &whole {
		f.attackModifiers(t, a)
	}
	if f.b.situated {
		f.addSituation(t, a)
	}
	if f.b.wounded {
		t.add(ForShock, -a.by.shock()) // MM-13, RM-9
	}
	if f.b.waits {
		a.waited.modify(t)
	}
	return t
}

// meleeSkill is HC-MELEE-MOD.
func (f *Fight) meleeSkill(t *tally, a *attack) {
	g, h := a.by, a.at
	t.add(ForTactic, tactics[g.tactic].melee)
	t.add(ForInitiative, f.initiative(g))
	t.add(ForPosture, postures[g.posture].melee)
	if a.grapple {
		f.grappleModifiers(t, a)
	} else {
		f.meleeSize(t, a)
	}
	if a.kind == FreeAttack {
		t.add(ForSpeed, -min(4, max(0, basicMove(h.Unit)-basicMove(g.Unit))))
	}
}

// basicMove is a unit's Basic Move, however tired it is. Stat blocks have only the Move
// that encumbrance leaves. Ruling: it is that of who carries nothing, and of others not
// less than Basic Speed without fractions, from which Basic Move comes.
func basicMove(u *units.Unit) int {
	if u.Encumbrance == 0 {
		return u.Move
	}
	return max(u.Move, int(u.Speed))
}

// meleeSize is what relative size does to a blow, and the width of its weapon.
func (f *Fight) meleeSize(t *tally, a *attack) {
	g, h := a.by, a.at
	r, location := &f.b.Rules, a.locationPenalty()
	size := r.relativeSize(g.Unit.SM, h.Unit.SM, a.weapon.length(), location)
	t.add(ForSize, size)
	if r.BigWeapon {
		wide := r.relativeSize(g.Unit.SM, r.targetSize(h.Unit.SM, a.weapon.Weapon), a.weapon.length(), location)
		t.add(ForWideWeapon, wide-size)
	}
}

// rangedSkill is HC-RANGED-MOD.
func (f *Fight) rangedSkill(t *tally, a *attack) {
	g, tactic := a.by, &tactics[a.by.tactic]
	t.add(ForTactic, tactic.ranged)
	if tactic.aimed && !a.waited.unaimed {
		t.add(ForAcc, a.weapon.Acc)
	}
	t.add(ForInitiative, f.initiative(g))
	t.add(ForRange, rangeModifier(a.distance))
	t.add(ForSize, a.at.Unit.SM)
	if a.distance <= closeRange+slack || f.isLocked(g.index) {
		t.add(ForBulk, a.weapon.Bulk)
	}
	if a.intoMelee {
		t.add(ForMeleeFire, -4)
	}
	f.addCover(t, a)
}

// numbers are the modifiers that go by numbers: HC-NUM, HC-MASS and Rapid Fire.
type numbers struct{ ratio, mass, rapidFire int }

func (f *Fight) crowd(a *attack) (c numbers) {
	if a.kind == StrayAttack {
		return c
	}
	c.ratio = f.b.numericalBonus(a.side, a.at.fighting)
	if a.weapon.Ranged && a.potential == 0 {
		c.mass = massBonus(a.at.fighting)
		if a.weapon.RoF > 1 {
			c.rapidFire = rapidFire(a.shots)
		}
	}
	return c
}

// effective is the skill of an attack with all modifiers. Who does not see the foe
// has a capped one (MM-27, MM-28, RM-43, RM-44).
func (f *Fight) effective(a *attack, c numbers) int {
	skill := a.skill.total + c.ratio + c.mass + c.rapidFire
	if skill > capped && a.gropes {
		return capped
	}
	if a.spell != nil {
		if most, caps := a.bombardmentCap(); caps {
			return min(skill, most)
		}
	}
	return skill
}

// skillScore is the effective skill for the story.
func (f *Fight) skillScore(a *attack) Score {
	t, c := a.skill, f.crowd(a)
	t.add(ForNumbers, c.ratio)
	t.add(ForMass, c.mass)
	t.add(ForRapidFire, c.rapidFire)
	if a.gropes {
		t.limit(capped)
	}
	if a.spell != nil {
		if most, caps := a.bombardmentCap(); caps {
			t.limit(most)
		}
	}
	return t.score()
}

// strength is ST for a weapon's minimum, halved when the group is tired
// (HC-FATIGUE).
func (g *group) strength() int {
	if g.tired {
		return halfUp(g.Unit.ST)
	}
	return g.Unit.ST
}

// defend works out the defender's side: the best of the active defences that are valid
// against the attack (HC-DEF), Dodge before Parry before Block on ties.
func (f *Fight) defend(a *attack) {
	a.defending = Dodge
	f.defenceScore(&a.defence, a, Dodge)
	for _, other := range [...]DefenceKind{Parry, Block} {
		if !validDefence(a, other) {
			continue
		}
		if f.defenceScore(&f.other, a, other); f.other.total > a.defence.total {
			a.defending = other
			a.defence.become(&f.other)
		}
	}
}

// validDefence says whether Parry or Block may meet an attack (B-DEF-VALID).
func validDefence(a *attack, kind DefenceKind) bool {
	u, w := a.at.Unit, a.weapon
	if a.potential > 0 { // an area
		return kind == Block && u.Block > 0 && u.ShieldDB >= areaBlockDB && !a.at.kit.slung
	}
	if kind == Parry {
		return u.Parry > 0 && (!a.grapple || parriesClose(u)) && (!w.Ranged || w.Thrown) && (w.Flail == units.NoFlail || !fences(u))
	}
	return u.Block > 0 && !a.at.kit.slung && (!w.Ranged || !outrunsShields(w))
}

// parriesClose says whether a unit can parry in close combat: with a weapon of Reach C
// (DM-16). Ruling: that is against grapples, and who has no weapon parries unarmed.
func parriesClose(u *units.Unit) bool {
	armed := false
	for i := range u.Weapons {
		if w := &u.Weapons[i]; !w.Ranged {
			if armed = true; w.ReachesClose() {
				return true
			}
		}
	}
	return !armed
}

// outrunsShields says whether no shield stops a weapon's missiles, so that
// neither Block nor DB helps.
func outrunsShields(w *weapon) bool {
	return w.Ranged && !w.Thrown && (w.Missile == units.Bullet || w.Missile == units.Beam)
}

// defenceScore adds up one of the target's active defences against an attack.
func (f *Fight) defenceScore(t *tally, a *attack, kind DefenceKind) {
	u := a.at.Unit
	f.start(t, [...]int{Dodge: u.Dodge, Parry: u.Parry, Block: u.Block}[kind])
	if kind == Dodge && a.at.tired {
		t.add(ForFatigue, halfUp(u.Dodge)-u.Dodge)
	}
	if f.b.wounded {
		f.woundedDefence(t, a.at, kind)
	}
	t.add(ForTactic, tactics[a.at.tactic].defence)
	if f.b.Rules.InitiativeDefends {
		t.add(ForInitiative, f.initiative(a.at))
	}
	t.add(ForFooting, f.b.Field.Footing/2)
	t.add(arcs[a.arc].reason, a.arc.defence(u))
	t.add(ForPosture, postures[a.at.posture].defence)
	if f.b.situated {
		f.addPlight(t, a)
	}
	addNature(t, a.weapon, kind)
	switch {
	case outrunsShields(a.weapon):
		t.add(ForDB, -u.ShieldDB)
	case a.at.kit.slung:
		t.add(ForSlung, -u.ShieldDB)
	}
	if f.b.Rules.DodgeHuge && kind == Dodge {
		if a.weapon.Width > 0 {
			t.add(ForWideWeapon, dodgeWide(a.weapon.Width, length(u)))
		}
		if a.jet > 0 {
			t.add(ForWideJet, dodgeWide(a.jet, length(u)))
		}
	}
	if f.b.Rules.ParryOomph {
		t.add(ForOomph, f.b.Rules.oomphModifier(a, kind))
	}
	if a.to != &whole {
		f.defenceModifiers(t, a, kind)
	}
}

// speedFactor is HC-SF's for an attack with w.
func (f *Fight) speedFactor(u *units.Unit, w *weapon) int {
	sf := f.b.Rules.SpeedFactor - 2*(u.Traits.ExtraAttack+u.Traits.AlteredTimeRate)
	if w.Unwieldy {
		sf += 2
	}
	if u.Traits.DecreasedTimeRate {
		sf += 2
	}
	return max(1, sf)
}

// A verdict is what the rolls of a contest come to.
type verdict struct {
	margin    int
	wins      bool
	automatic Automatic
}

// byMargin is HC-QC: the margin decides, and a tie is no hit.
func byMargin(skill, attackRoll, defence, defenceRoll int) verdict {
	margin := (skill - attackRoll) - (defence - defenceRoll)
	return verdict{margin: margin, wins: margin > 0}
}

// judge lets the switches `contest` and `criticals` decide instead of the margin.
func (r *Rules) judge(v verdict, skill, attackRoll int) verdict {
	if r.Criticals {
		switch {
		case attackRoll >= 17:
			return verdict{v.margin, false, CriticalMiss}
		case attackRoll <= 4 || attackRoll == 5 && skill >= 15 || attackRoll == 6 && skill >= 16:
			// No defence is allowed, so the attack's own margin counts.
			return verdict{max(0, skill-attackRoll), true, CriticalHit}
		}
	}
	if r.AttackMustSucceed && attackRoll > skill && v.wins {
		v.wins, v.automatic = false, AttackRollMiss
	}
	return v
}

// hits turns the margin of a contest that was won into hits (HC-SF): base hits
// times the multiplier, in thousandths, rounded down, and at most limit where that
// is not negative.
func hits(margin, speedFactor, multiplier, limit int) int {
	base := 1 + uint32(margin)/uint32(speedFactor)
	n := int(uint64(base) * uint64(multiplier) / 1000)
	if limit >= 0 {
		n = min(n, limit)
	}
	return n
}

// limit is the most hits that an attack can make: the projectiles launched
// (HC-SF), or -1 in melee.
func (a *attack) limit() int {
	if a.spell != nil {
		return a.spellLimit()
	}
	if a.weapon.Ranged {
		return a.members * a.shots
	}
	return -1
}

// multiplier is HC-NUM's for an attack, in thousandths: by attackers, or by shots
// at range.
func (f *Fight) multiplier(a *attack) int {
	switch {
	case a.kind == StrayAttack:
		return 1000
	case a.spell != nil:
		return f.b.hitMultiplier(a.volley())
	case a.weapon.Ranged:
		return f.b.hitMultiplier(a.members * a.shots)
	}
	return f.b.hitMultiplier(a.members)
}

// resolve fights the contest of an attack and adds its injury to what the target
// has to suffer at the end of the step.
func (f *Fight) resolve(a *attack) {
	h := a.at
	a.by.engaged, h.engaged = true, true
	if a.spell != nil {
		f.resolveSpell(a)
		return
	}
	skill := f.effective(a, f.crowd(a))
	if f.explorer != nil {
		f.explorer.resolve(a, skill)
		return
	}
	switch {
	case a.grapple:
		f.takeHold(a, skill)
		return
	case a.blows != nil:
		f.strikeSeverally(a, skill)
		return
	}
	if !f.rollsDice() && !a.mayStray() && f.draw(a, skill) {
		return
	}
	before := h.injury
	attackRoll, defenceRoll := f.dice.Contest()
	v, n := f.decide(a, skill, attackRoll, defenceRoll)
	var stray Check
	if !v.wins && a.mayStray() {
		roll := f.dice.Success()
		stray = Check{Score: strayScore, Roll: roll, Success: roll <= strayScore}
	}
	switch {
	case f.Trace != nil:
		var rolled InjuryRolled
		if n > 0 {
			h.hurt(a.strike, f.rollInjury(a.strike, n, &rolled))
		}
		f.tellAttack(a, v, attackRoll, defenceRoll, n, rolled, stray)
	case n > 0:
		h.hurt(a.strike, f.rollInjury(a.strike, n, nil))
	}
	if f.b.wounded {
		h.struck(a, h.injury-before)
	}
	if stray.Success {
		f.stray(a)
	}
}

// draw draws an attack whole, if a table has room for it.
func (f *Fight) draw(a *attack, skill int) bool {
	if a.whole {
		t := f.lossTable(a, skill)
		if t == nil {
			return false
		}
		a.at.loss = f.dice.Draw(t)
		if f.b.wounded {
			a.at.struck(a, a.at.loss)
		}
		if f.Trace != nil {
			a.at.untold, a.at.halved = f.fitInjury(a, skill, a.at.loss)
			f.tellDrawn(a, skill, a.at.untold)
		}
		return true
	}
	t := f.injuryTable(a, skill)
	if t == nil {
		return false
	}
	injury := f.dice.Draw(t)
	a.at.hurt(a.strike, injury)
	if f.b.wounded {
		a.at.struck(a, injury)
	}
	if f.Trace != nil {
		f.tellDrawn(a, skill, injury)
	}
	return true
}

// mayStray says whether a miss may hit somebody else (HC-MELEE-FIRE).
func (a *attack) mayStray() bool {
	return a.intoMelee && (a.kind == RangedAttack || a.kind == SpellAttack)
}

// decide is what the rolls of a contest come to, in hits.
func (f *Fight) decide(a *attack, skill, attackRoll, defenceRoll int) (v verdict, n int) {
	v = byMargin(skill, attackRoll, a.defence.total, defenceRoll)
	if !f.b.quick {
		v = f.b.Rules.judge(v, skill, attackRoll)
	}
	if v.wins {
		n = hits(v.margin, a.speedFactor, f.multiplier(a), a.limit())
	}
	return v, n
}

// tellAttack tells of an attack.
func (f *Fight) tellAttack(a *attack, v verdict, attackRoll, defenceRoll, n int, rolled InjuryRolled, stray Check) {
	e := f.attacked(a, v, attackRoll, defenceRoll, n)
	e.Injury, e.Stray = rolled, rolledCheck(stray)
	f.Trace(e)
}

// attacked tells of the contest of an attack.
func (f *Fight) attacked(a *attack, v verdict, attackRoll, defenceRoll, n int) Attacked {
	e := Attacked{
		Attacker: a.by.index, Target: a.at.index, Kind: a.kind, Weapon: a.weapon.Weapon, Location: a.location, Chink: a.chink, Grapple: a.grapple,
		Allotted: a.allotted, Attackers: a.members, Side: a.side, Defenders: a.at.fighting, Part: a.facing, Shots: a.shots, Distance: a.distance,
		Skill: f.skillScore(a), Attack: attackRoll, Defence: a.defending, DefenceScore: a.defence.score(), Defend: defenceRoll,
		Margin: v.margin, Automatic: v.automatic, SpeedFactor: a.speedFactor, Multiplier: float64(f.multiplier(a)) / 1000,
		Facing: f.faces(a.at.index), Cap: a.limit(), Hits: n, FastDraw: rolledCheck(a.fastDraw),
	}
	if a.strike != nil && a.blows == nil {
		e.Mode = a.strike.mode
	}
	if a.spell != nil {
		e.Spell, e.Potential, e.Repeats = a.spell.cast.spell.Spell, a.potential, a.spell.repeats()
	}
	if a.jet > 0 && f.b.Rules.Jet {
		e.Jet, e.Exposed = a.jet, a.at.exposed(a.to)
	}
	if v.wins {
		e.BaseHits = 1 + v.margin/a.speedFactor
	}
	return e
}

// rolledCheck is a check for the story, nil where none was rolled.
func rolledCheck(c Check) *Check {
	if c.Roll == 0 {
		return nil
	}
	return &c
}

// contestOdds[d+15] is the number of ways, of 46,656, in which the defender's 3d
// exceed the attacker's by d.
var contestOdds = func() (odds [31]int) {
	ways := [16]int{1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1}
	for a, m := range ways {
		for d, n := range ways {
			odds[d-a+15] += m * n
		}
	}
	return odds
}()

// expectedInjury is what an attack may be expected to do, for the choice of
// weapon (HC-MODE). It goes by margins alone.
func (f *Fight) expectedInjury(a *attack) float64 {
	return f.expects(a, f.effective(a, f.crowd(a)), f.multiplier(a), a.limit())
}

// expects is the mean injury of an attack with a skill and a multiplier, and with at
// most so many hits.
func (f *Fight) expects(a *attack, skill, multiplier, limit int) float64 {
	return f.hopes.hits(hope{skill - a.defence.total, a.speedFactor, multiplier, limit}) * a.strike.mean
}

// A hope is all that the expected hits of a contest go by.
type hope struct{ ahead, speedFactor, multiplier, limit int }

// hits adds up the hits of each margin that the contest may be won by.
func (h hope) hits() float64 {
	sum := 0.0
	for i, ways := range contestOdds {
		if margin := h.ahead + i - 15; margin > 0 {
			sum += float64(ways) * float64(hits(margin, h.speedFactor, h.multiplier, h.limit))
		}
	}
	return sum / 46656
}

// Hopes remember the expected hits of the contests that were asked for last.
type hopes [256]struct {
	hope
	hits float64
}

func (all *hopes) hits(h hope) float64 {
	slot := &all[uint(h.ahead+h.multiplier*7+h.limit*31+h.speedFactor*127)%uint(len(all))]
	if slot.hope != h {
		slot.hope, slot.hits = h, h.hits()
	}
	return slot.hits
}
