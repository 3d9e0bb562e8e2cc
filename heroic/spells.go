package heroic

import (
	"fmt"
	"slices"

	"heroicsim/dice"
	"heroicsim/units"
)

// A spell is one of a group's, made ready (HC-SPELL).
type spell struct {
	*units.Spell
	weapon weapon // with which it strikes
	hurts  bool
	jet    float64 // its base width in inches; 0: it is no jet
	effect int     // its number among the battle's effects, from 1; 0: none that lasts
}

// A cast is a spell that an order casts.
type cast struct {
	*spell
	at      *Target // nil: the order's, or the nearest
	times   int
	aimed   bool
	ap      int  // a round
	long    bool // resolves in 3.3 and 3.4, and may be interrupted (HC-INTERRUPT)
	rounds  int  // that it takes
	moments dice.Phase
}

// SpellAP is what casting takes (HC-AP): what takes longer than 10 s takes 4 AP a
// round.
func SpellAP(seconds int) int {
	switch {
	case seconds <= 1:
		return 1
	case seconds <= 3:
		return 2
	case seconds <= 5:
		return 3
	}
	return actionPoints
}

// castingRounds is how many rounds a spell takes at 10 s for 4 AP.
func castingRounds(seconds int) int { return max(1, (seconds+9)/10) }

// apAim is what Aimed Shooting costs an attack spell that is to be helped by it.
const apAim = 1

// AP is what a cast takes of a round's AP.
func (c *Cast) AP(s *units.Spell) int {
	ap := SpellAP(s.Time)
	if c.Aimed {
		ap += apAim
	}
	return ap * max(1, c.Times)
}

// CheckCasts says what is wrong with the spells of an order, and which of them it
// is.
func CheckCasts(o *Order, u *units.Unit) (which int, err error) {
	total := 0
	for i := range o.Spells {
		c := &o.Spells[i]
		k := u.Spell(c.Spell)
		if k < 0 {
			return i, fmt.Errorf("no spell %q", c.Spell)
		}
		s := &u.Spells[k]
		switch {
		case slices.Contains(o.Tactics, Retreat):
			return i, fmt.Errorf("retreat casts no spells")
		case o.Move == Withdraw:
			return i, fmt.Errorf("who withdraws casts no spells")
		case c.Aimed && s.Roll != units.RangedRoll:
			return i, fmt.Errorf("%s cannot be aimed: its roll is %s, and only a ranged attack roll is helped by it", s.Name, s.Roll)
		case c.Aimed && SpellAP(s.Time) == actionPoints:
			return i, fmt.Errorf("%s cannot be aimed: it takes all of a round's 4 AP already, and aiming takes 1 more", s.Name)
		case c.Aimed && !slices.Contains(o.Tactics, AimedShooting):
			return i, fmt.Errorf("%s is aimed, which only aimed-shooting does", s.Name)
		}
		if total += c.AP(s); total > actionPoints {
			return i, fmt.Errorf("the spells up to %s take %d AP, and a round has 4", s.Name, total)
		}
	}
	return 0, nil
}

// compileSpells makes a group's spells ready, and numbers their effects in the
// battle.
func (b *Battle) compileSpells(g *GroupInfo) {
	for i := range g.Unit.Spells {
		s := &g.Unit.Spells[i]
		w := &units.Weapon{
			Name: s.Name, Skill: s.Skill, Ranged: s.Roll != units.MeleeRoll, Acc: s.Acc,
			HalfDamage: s.HalfDamage, MaxRange: s.MaxRange, RoF: 1, Missile: s.Missile,
		}
		if s.Roll == units.MeleeRoll {
			w.Reach = []int{max(1, int(s.MaxRange))}
		}
		if s.HasDamage() {
			w.Modes = []units.Mode{{Damage: s.Damage}}
		}
		ready := spell{Spell: s, weapon: weapon{w, -1, 0}, hurts: s.HasDamage(), jet: b.Rules.jetBase(s, g.Unit.SM)}
		if s.Effect.Lasts() {
			b.effects = append(b.effects, s)
			ready.effect = len(b.effects)
		}
		g.spells = append(g.spells, ready)
	}
	if g.mustCast() {
		g.autoCasts = g.castsByAuto()
	}
	for _, orders := range [...][]order{g.orders, g.autoCasts} {
		for i := range orders {
			g.readyCasts(&orders[i])
			b.casts = b.casts || len(orders[i].casts) > 0
		}
	}
}

// readyCasts makes the spells of an order ready.
func (g *GroupInfo) readyCasts(o *order) {
	for k := range o.Spells {
		c := &o.Spells[k]
		s := &g.spells[g.Unit.Spell(c.Spell)]
		ready := cast{spell: s, at: c.At, times: max(1, c.Times), aimed: c.Aimed, ap: c.AP(s.Spell), rounds: 1}
		ready.long = ready.ap/ready.times > 1
		if s.Time > 10 {
			ready.rounds = castingRounds(s.Time)
		}
		ready.moments = dice.Phase(k)
		o.casts = append(o.casts, ready)
	}
}

// A work is a spell under way that takes more than a round.
type work struct {
	spell  *spell
	rounds int // spent on it, this one included
}

// commitSpells spends a group's AP on what its orders cast this round, and goes on
// with what takes longer. Rulings: such a spell goes on as long as the orders name
// it; the spells of an order come before its shots, movement and blows.
func (f *Fight) commitSpells(g *group) {
	before := g.work
	g.work, g.interrupted = work{}, false
	if !g.mayCast() {
		return
	}
	for i := range g.order.casts {
		c := &g.order.casts[i]
		g.ap -= c.ap
		if c.rounds > 1 {
			g.work = work{c.spell, 1}
			if before.spell == c.spell {
				g.work.rounds += before.rounds
			}
		}
	}
}

// mayCast says whether a group may cast at all this round: no spells in Retreat or
// withdrawal.
func (g *group) mayCast() bool {
	return g.standing == Steady && !g.silent && !g.withdraws && tactics[g.tactic].attacks
}

// A casting is a cast that is carried out.
type casting struct {
	by       *group
	cast     *cast
	at       *group  // nil: nobody is eligible
	casters  int     // members who cast
	from     state   // their state
	times    int     // each
	distance float64 // yards to the target
	yards    float64 // that count for the range penalty
	zone     zone    // of an area
}

// contested says whether a contest decides whom the spell strikes. None does for a
// binding or on friends, nor for what is resisted and makes no attack roll (HC-AREA).
func (s *spell) contested() bool {
	switch s.Kind {
	case units.Binding:
		return false
	case units.SingleTarget, units.Resistible:
		return s.Strikes()
	}
	return s.Strikes() || s.Resist == units.NotResisted
}

// castings are how many spells are cast in all (HC-MULTISPELL).
func (c *casting) castings() int { return c.casters * c.times }

// moment moves to the draws of a casting: what is a kind of draws, at whom.
func (f *Fight) moment(kind dice.Phase, c *casting, at *group) {
	f.dice.At(f.round, kind+c.cast.moments, c.by.stream, at.stream)
}

// planCasts fixes whom a side casts at in a step, and how many do.
func (f *Fight) planCasts(side int, long bool) {
	f.castings = f.castings[:0]
	for i, groups := 0, f.side(side); i < len(groups); i++ {
		g := &groups[i]
		if !g.mayCast() {
			continue
		}
		for k := range g.order.casts {
			if c := &g.order.casts[k]; c.long == long {
				f.castings = append(f.castings, casting{by: g, cast: c, at: f.castTarget(g, c)})
				f.countCasters(&f.castings[len(f.castings)-1])
			}
		}
	}
}

// countCasters counts those who are about to cast a spell in the step.
func (f *Fight) countCasters(c *casting) {
	lost := c.cast.long && c.by.interrupted
	if lost || c.cast.rounds > 1 && c.by.work.rounds < c.cast.rounds || f.castable(c) != WasCast {
		c.casters = 0
	}
}

// castStep is the spells of step 3.1 or 3.2, or, where they are long, 3.3 or 3.4.
// Targets are fixed first, for short ones with those of the shots, then all cast in
// file order. Ruling: within a step the shots come before the spells.
func (f *Fight) castStep(side int, long bool) {
	if long {
		f.planCasts(side, true)
	}
	for i := range f.castings {
		// Ruling: who can cast at an enemy from where he stands is as one who can shoot.
		c := &f.castings[i]
		g, h := c.by, c.at
		g.inRange = g.inRange || h != nil && h.Side != g.Side && c.cast.Roll != units.MeleeRoll && !c.cast.Kind.IsEmanation()
	}
	for i := range f.castings {
		f.cast(&f.castings[i])
	}
}

// castersAt is how many of a side cast at a group in the step under way, by its plans
// or with the casting that is carried out, beside those who shoot at it: who does
// several of these counts once (HC-NUM).
func (f *Fight) castersAt(side int, h *group, under *casting) int {
	n := 0
	for i, groups := 0, f.side(side); i < len(groups); i++ {
		g, casters := &groups[i], 0
		for k := range f.castings {
			c := &f.castings[k]
			if c.by == g && (c == under || c.at == h && c.cast.On == units.OnEnemies) {
				casters = max(casters, c.casters)
			}
		}
		if under == nil || !under.cast.long {
			casters -= f.shootersAt(g, h)
		}
		n += max(0, casters)
	}
	return n
}

// shootersAt is how many of g shoot at h in the step under way.
func (f *Fight) shootersAt(g, h *group) int {
	n := 0
	for i := range f.step.plans {
		if p := &f.step.plans[i]; p.by == g && p.at == h && p.first < p.last {
			n += p.members
		}
	}
	return n
}

// castingSide is who counts in the ratio of a spell's attack on a group.
func (f *Fight) castingSide(c *casting, h *group) int {
	n := f.castersAt(c.by.Side, h, c)
	if !c.cast.long {
		for i, groups := 0, f.side(c.by.Side); i < len(groups); i++ {
			n += f.shootersAt(&groups[i], h)
		}
	}
	if f.b.grapples {
		n += f.holders(c.by.Side, h)
	}
	return n
}

// castTarget is whom a group casts at: of those eligible the one that the cast, or
// else the order, names; nil where there is none. As for other attacks, once all whom
// they name are gone it is chosen as if none were named, and for a melee attack spell
// also where none of them is in reach (HC-TARGET).
func (f *Fight) castTarget(g *group, c *cast) *group {
	if c.On == units.OnSelf {
		return g
	}
	want := Target{}
	switch {
	case c.at != nil:
		want = *c.at
	case c.On == units.OnEnemies:
		want = g.target
	}
	h := f.bestToCastAt(g, c, want)
	if h == nil && want.Rule == Named && c.On == units.OnEnemies && (c.Roll == units.MeleeRoll || !f.anyThere(g, want)) {
		h = f.bestToCastAt(g, c, Target{})
	}
	return h
}

// bestToCastAt is the first of those eligible by what is wanted.
func (f *Fight) bestToCastAt(g *group, c *cast, want Target) *group {
	targets := f.enemies(g)
	if c.On == units.OnFriends {
		targets = f.side(g.Side)
	}
	var best *group
	var bestValue float64
	for i := range targets {
		h := &targets[i]
		if !f.eligible(g, h, c) {
			continue
		}
		value := targetValue(g, h, want.Rule)
		if want.Rule == Named {
			k := slices.IndexFunc(want.Groups, func(s TargetShare) bool { return s.Group == i })
			if k < 0 {
				continue
			}
			value = float64(k)
		}
		if h.standing != Steady {
			value += 1e12 // steady ones come first (HC-TARGET)
		}
		if best == nil || value < bestValue {
			best, bestValue = h, value
		}
	}
	return best
}

// eligible says whether g may cast at h: in range and, in melee, only at those it is
// locked with; All-Out Offensive only at whom it runs at (HC-TARGET). Friends are
// not attacked.
func (f *Fight) eligible(g, h *group, c *cast) bool {
	switch {
	case !h.onField() || f.castDistance(g, h, c) > f.castRange(h, c)+slack:
		return false
	case c.On != units.OnEnemies:
		return h.standing == Steady
	case f.isLocked(g.index):
		return f.locked(g.index, h.index)
	case g.tactic == AllOutOffensive:
		return f.closesWith(g) == h.index
	}
	return true
}

// castDistance is how far off a target is for a spell: as for a shot, up or down as
// well. Reach, emanations and cones are measured on the level.
func (f *Fight) castDistance(g, h *group, c *cast) float64 {
	if c.Roll == units.MeleeRoll || c.Kind.IsEmanation() || c.Area.Length > 0 {
		return g.pos.distance(h.pos)
	}
	return shotDistance(g, h)
}

// castRange is how far a spell goes, and an emanation as far as it touches a group.
func (f *Fight) castRange(h *group, c *cast) float64 {
	switch {
	case c.Kind.IsEmanation():
		return yardsOf(c.Area.Radius) + h.spread() - 2*slack
	case c.Area.Length > 0:
		return c.Area.Length
	case c.Roll == units.MeleeRoll:
		return float64(c.weapon.MaxReach())
	case c.MaxRange > 0:
		return c.MaxRange
	}
	return inf
}

// cast carries a casting out, as far as its time has come. Rulings: FP are paid when
// the spell is cast, whether its roll succeeds or not; with too few for all castings
// there are as many as they last for; a spell lost before costs none.
func (f *Fight) cast(c *casting) {
	g, s := c.by, c.cast.spell
	if c.cast.long && !f.keepsSpells(g, dice.Interruption) {
		return
	}
	if c.cast.rounds > 1 && f.takePart(g, true) == 0 {
		g.work = work{} // stunned or held, they lose what they had put into it (ruling)
		f.note(func() Event { return NotCast{g.index, s.Spell, NobodyCanAct, c.cast.ap} })
		return
	}
	if c.cast.rounds > 1 && g.work.rounds < c.cast.rounds {
		f.note(func() Event { return StillCasting{g.index, s.Spell, g.work.rounds, c.cast.rounds} })
		return
	}
	g.work = work{}
	why := f.castable(c)
	if f.b.waits && why == WasCast && s.On == units.OnEnemies {
		f.interruptCast(c)
		if c.cast.long && !f.keepsSpells(g, dice.Interruption) {
			return
		}
		why = f.castable(c) // some may have been taken hold of
	}
	if why != WasCast {
		f.note(func() Event { return NotCast{g.index, s.Spell, why, c.cast.ap} })
		return
	}
	if s.Cost > 0 && !g.Unit.NeverTires {
		g.fp -= s.Cost * c.times
		g.spentFP = true
	}
	c.distance = f.castDistance(g, c.at, c.cast)
	c.yards = c.distance
	c.zone = f.zoneOf(c)
	f.note(func() Event {
		return SpellCast{
			Group: g.index, Target: c.at.index, Spell: s.Spell, Casters: c.casters, Times: c.times, Aimed: c.cast.aimed,
			AP: c.cast.ap, Cost: s.Cost * c.times, FP: g.fp, Rounds: c.cast.rounds, Radius: c.zone.radius,
		}
	})
	clear(f.struck)
	switch {
	case !s.contested():
		f.activate(c)
	case s.Kind.IsArea():
		f.strikeArea(c)
	default:
		f.strikeTarget(c)
	}
}

// castable counts who casts a spell and how often, and says why it is not cast.
func (f *Fight) castable(c *casting) NotCastReason {
	g, s := c.by, c.cast.spell
	c.casters, c.times = f.takePart(g, true), c.cast.times
	if g.tactic == AllOutOffensive && s.Roll == units.RangedRoll {
		c.times = 1 // its one shot
	}
	if s.Cost > 0 && !g.Unit.NeverTires {
		c.times = min(c.times, max(0, g.fp)/s.Cost)
	}
	switch {
	case c.casters == 0:
		return NobodyCanAct
	case c.at == nil || !c.at.onField() || c.at.fighting == 0:
		return NobodyEligible
	case c.times == 0:
		return TooFewFP
	}
	return WasCast
}

// keepsSpells is HC-INTERRUPT: a caster who was attacked makes a Will roll for each
// attack, -3 if it was injured, or loses all spells not yet cast. Ruling: a group of
// casters makes one roll for all.
func (f *Fight) keepsSpells(g *group, phase dice.Phase) bool {
	for _, hurt := range g.attacked {
		if g.interrupted {
			break
		}
		t := f.tally(g.Unit.Will)
		if hurt {
			t.add(ForInjury, injuredWill)
		}
		f.dice.At(f.round, phase, g.stream, g.tests)
		g.tests++
		roll := f.dice.Success()
		if !succeeds(roll, t.total) {
			g.interrupted, g.work = true, work{}
		}
		f.note(func() Event { return Concentrated{g.index, t.score(), roll, !g.interrupted, phase == dice.Between} })
	}
	g.attacked = g.attacked[:0]
	return !g.interrupted
}

// injuredWill is HC-INTERRUPT's modifier for who was injured.
const injuredWill = -3

// disturb notes an attack on a group, which may interrupt its spells.
func (f *Fight) disturb(h *group, hurt bool) {
	if f.b.casts {
		h.attacked = append(h.attacked, hurt)
	}
}

// disturbedBetween tests, before Orders, a spell that spans rounds and whose casters
// were attacked since their last test; the others' attacks are forgotten.
func (f *Fight) disturbedBetween() {
	if !f.b.casts {
		return
	}
	for i := range f.groups {
		g := &f.groups[i]
		g.tests = 0
		if g.work.spell != nil && g.standing == Steady {
			g.interrupted = false
			f.keepsSpells(g, dice.Between)
		}
		g.attacked, g.tests = g.attacked[:0], 0
	}
}

// tireCasters is HC-FATIGUE for those whose spells cost them FP in the round, and
// whom the roll for all did not look at.
func (f *Fight) tireCasters() {
	for i := range f.groups {
		g := &f.groups[i]
		if !g.spentFP {
			continue
		}
		g.spentFP = false
		if !g.onField() {
			continue
		}
		now, spent := tired(g), g.fp <= 0
		if now == g.tired && !spent {
			continue
		}
		f.changed = true
		g.tired = now
		g.lowFP = lowFP(g)
		if spent {
			g.collapse()
		}
		f.note(func() Event { return Drained{g.index, g.fp, g.tired, g.collapsed} })
	}
	if f.changed {
		f.releaseLocks()
	}
}
