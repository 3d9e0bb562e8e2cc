package heroic

import (
	"slices"

	"heroicsim/dice"
	"heroicsim/units"
)

// A strike is what one hit of a weapon does to a target: its mode with the
// greatest expected injury there (HC-MODE), and the numbers of HC-INJ.
type strike struct {
	mode     *units.Mode // nil: not worked out yet
	damage   units.Damage
	halved   bool // beyond 1/2D
	dr       int  // after the armour divisor
	rawDR    int
	armour   int    // DR of what the target wears there
	before   screen // what changed that
	wounding units.Wounding
	cap      int // the most injury of one blow to a single combatant's limb or extremity; 0: none
	ceiling  int // the most injury of any one hit (B-WOUND, Diffuse); 0: none
	flexible bool
	wearies  bool        // it takes FP, not HP (B-WOUND)
	mean     float64     // expected injury of one hit, before rounding
	basic    float64     // mean basic damage
	dist     dice.Dist   // of the damage dice, once many hits have been rolled
	sums     []hitSum    // by the number of hits, as far as they have been needed
	most     int         // hits whose sum is worked out
	worth    *dice.Worth // what each roll adds to the sum; nil where hits do more than add up
	injuries odds
	losses   odds
	grids    []lossGrid
}

// damageChanges are a tactic's to melee damage: none, more, less.
const damageChanges = 3

// An aim is where, and how, the hits of a weapon strike.
type aim struct {
	location units.Location
	halved   bool   // beyond 1/2D
	area     bool   // it takes the body as a whole, which has no location (B-LARGEAREA)
	shelter  *Cover // against that: only what it leaves bare counts; nil: all does
	tight    bool   // it is a tight beam (B-HITLOC)
	screen          // what changes the DR that it meets
}

// strikeFor returns how by's weapon w strikes at, worked out once.
func (f *Fight) strikeFor(by, at *group, w *weapon, l units.Location, halved bool) *strike {
	return f.strikeBy(by, at, w, aim{location: l, halved: halved})
}

// strikeBy does so for any aim; that of an area is at the torso.
func (f *Fight) strikeBy(by, at *group, w *weapon, aimed aim) *strike {
	const places = int(units.NumLocations) + 1 // and the body as a whole
	change := 0
	if !w.Ranged {
		change = tactics[by.tactic].damage
	}
	pair := by.kind*len(f.groups) + at.kind
	if f.strikes[pair] == nil {
		f.strikes[pair] = make([]strike, (len(by.Unit.Weapons)+len(by.braced))*damageChanges*2*places)
	}
	place := int(aimed.location)
	if aimed.area {
		place = places - 1
	}
	i := (w.index*damageChanges+change+1)*2*places + place*2
	if aimed.halved {
		i++
	}
	s := &f.strikes[pair][i]
	if s.mode == nil {
		*s = f.b.newStrike(at.GroupInfo, w.Weapon, change, aimed)
	}
	return s
}

// aimed is the location that an attack with w strikes. Ruling: one that no mode
// of the weapon can strike is read as the torso.
func aimed(w *units.Weapon, l units.Location) units.Location {
	if w.CanStrike(l) {
		return l
	}
	return units.Torso
}

// newStrike chooses the mode; those whose damage cannot strike the location are
// passed over.
func (b *Battle) newStrike(at *GroupInfo, w *units.Weapon, change int, aimed aim) strike {
	var best strike
	aimed.tight = w.TightBeam()
	for i := range w.Modes {
		if s, ok := b.modeStrike(at, &w.Modes[i], change, aimed); ok && (best.mode == nil || s.mean > best.mean) {
			best = s
		}
	}
	return best
}

func (b *Battle) modeStrike(at *GroupInfo, m *units.Mode, change int, aimed aim) (strike, bool) {
	l, u, kind := aimed.location, at.Unit, m.Damage.Type
	s := strike{mode: m, damage: m.Damage, halved: aimed.halved, before: aimed.screen, wearies: kind == units.FatigueDamage}
	var ok bool
	if s.wounding, ok = u.Traits.WoundingAt(l, kind, aimed.tight); !ok {
		return s, false
	}
	s.damage.Dice = b.Rules.tacticDamage(m.Damage.Dice, change)
	s.armour = u.Armour.DR(l, kind)
	s.rawDR = aimed.armour(s.armour) + units.NaturalDR(l, kind) + aimed.cover
	if aimed.area {
		s.rawDR = u.Armour.LargeAreaDR(kind, aimed.shelter.hidden)
	} else {
		s.ceiling = u.Traits.MostOfHit(kind)
		if at.Start == 1 {
			s.cap = units.LimbCap(l, u.HP)
		}
	}
	if s.wearies {
		s.cap = 0 // tired limbs are not crippled
	}
	s.dr = m.Damage.Divisor.Against(s.rawDR)
	s.flexible = u.Armour.Flexible(l) && aimed.cover == 0 && !aimed.area
	s.startSums(&b.Rules)
	s.injuries, s.losses = newOdds(), newOdds()
	for roll, p := range s.damage.Dice.Dist().All() {
		basic := s.basicDamage(roll)
		s.basic += p * float64(basic)
		if s.wearies && u.NeverTires {
			continue // nothing is to be expected of it
		}
		s.mean += p * s.atMost(float64(max(0, basic-s.dr))*s.wounding.Float())
		s.mean += p * float64(s.blunt(basic))
	}
	return s, true
}

// atMost cuts the injury of a hit at the ceiling.
func (s *strike) atMost(injury float64) float64 {
	if s.ceiling > 0 {
		return min(injury, float64(s.ceiling))
	}
	return injury
}

// tacticDamage changes damage dice by a tactic: the greater of 2 and 1 a die, up
// or down, then adds are folded into dice (HC-TACTIC).
func (r *Rules) tacticDamage(e dice.Expr, change int) dice.Expr {
	if change == 0 {
		return e
	}
	e = e.Plus(change * max(2, e.Count))
	if r.KeepAdds {
		return e
	}
	return e.Fold()
}

// basicDamage turns a roll into basic damage (HC-INJ): at least 0 for crushing
// and 1 for other types, then halved beyond 1/2D, rounded down.
func (s *strike) basicDamage(roll int) int {
	least := 1
	if s.damage.Type == units.Crushing {
		least = 0
	}
	roll = max(least, roll)
	if s.halved {
		roll /= 2
	}
	return roll
}

// blunt is the blunt trauma of one hit that flexible armour stopped (B-FLEX).
func (s *strike) blunt(basic int) int {
	if !s.flexible || basic > s.dr {
		return 0
	}
	trauma := 0
	switch s.damage.Type {
	case units.Crushing:
		trauma = basic / 5
	case units.Cutting, units.Impaling, units.SmallPiercing, units.Piercing, units.LargePiercing, units.HugePiercing:
		trauma = basic / 10
	}
	if s.ceiling > 0 {
		return min(trauma, s.ceiling)
	}
	return trauma
}

// rollInjury is HC-INJ for n hits: damage less DR is added up, then multiplied
// by the wounding modifier. The note, if there is one, gets the particulars.
func (f *Fight) rollInjury(s *strike, n int, note *InjuryRolled) int {
	if note != nil {
		*note = s.rolled()
	}
	r := &f.b.Rules
	many := n > mostApart && s.addsUp(r) && !f.rollsDice()
	if n <= s.most && !many && !f.rollsDice() {
		return f.drawInjury(s, n, note)
	}
	var total injuryCount
	switch {
	case many:
		total = f.rollMany(s, n, note)
	case r.DamageRolls == RollMean:
		total = s.meanHits(n, r)
		if note != nil {
			note.Mean = s.basic
		}
	case r.DamageRolls == RollOnce && n > r.OnceOver:
		roll := f.dice.Roll(s.damage.Dice)
		total = s.onceForAll(roll, n, r)
		if note != nil {
			note.Rolls, note.Once = append(note.Rolls, roll), true
		}
	case s.worth != nil && note == nil:
		return s.injured(f.dice.RollEach(s.worth, n, nil), 0, r)
	case s.worth != nil:
		f.dice.RollEach(s.worth, n, &note.Rolls)
		total = s.count(note.Rolls, r)
	default:
		for range n {
			roll := f.dice.Roll(s.damage.Dice)
			s.hit(&total, roll, r)
			if note != nil {
				note.Rolls = append(note.Rolls, roll)
			}
		}
		s.multiply(&total, r)
	}
	if note != nil {
		note.Pen, note.Blunt, note.Injury = total.penetrating, total.blunt, total.injured+total.blunt
	}
	return total.injured + total.blunt
}

// mostApart is how many hits are added up one by one. Of more, which an area or a
// spell on a host may have, it is drawn how many show each roll: millions take no
// longer than a few thousand.
const mostApart = 256

// share draws how many of n rolls show each number, into f.counts.
func (f *Fight) share(n int, rolls *dice.Dist) {
	f.counts = slices.Grow(f.counts[:0], len(rolls.P))[:len(rolls.P)]
	f.dice.Share(n, rolls.P, f.counts)
}

// rollMany rolls for many hits at once.
func (f *Fight) rollMany(s *strike, n int, note *InjuryRolled) (total injuryCount) {
	r := &f.b.Rules
	if s.dist.P == nil {
		s.dist = s.damage.Dice.Dist()
	}
	rolls := &s.dist
	f.share(n, rolls)
	for i, times := range f.counts {
		if times == 0 {
			continue
		}
		var one injuryCount
		s.hit(&one, rolls.Min+i, r)
		total.penetrating += one.penetrating * times
		total.injured += one.injured * times
		total.blunt += one.blunt * times
		if note != nil {
			note.Many = append(note.Many, Repeated{rolls.Min + i, times})
		}
	}
	s.multiply(&total, r)
	return total
}

// rolled is the beginning of a note on a strike.
func (s *strike) rolled() InjuryRolled {
	note := InjuryRolled{
		Damage: s.damage, Halved: s.halved, DR: s.dr, RawDR: s.rawDR, Wounding: s.wounding, Most: s.cap,
		Armour: s.armour, Chink: s.before.chink, Cover: s.before.cover,
	}
	if s.ceiling > 0 && (s.cap == 0 || s.ceiling < s.cap) {
		note.Most = s.ceiling
	}
	return note
}

// rollsDice says whether every die of damage is rolled.
func (f *Fight) rollsDice() bool { return f.RollDice || f.dice.IsScripted() }

// An injuryCount adds up the hits of an attack.
type injuryCount struct {
	penetrating int
	injured     int // after the wounding modifier
	blunt       int
	crippled    bool
}

// byHit says whether hits are multiplied one by one: at a limb or extremity of a
// single combatant, where a hit has a ceiling, or by the switch
// injury_rounding.
func (s *strike) byHit(r *Rules) bool { return s.cap > 0 || s.ceiling > 0 || r.InjuryPerHit }

// hit adds one hit. Unless hits are multiplied one by one, multiply comes after
// the last.
func (s *strike) hit(total *injuryCount, roll int, r *Rules) {
	if total.crippled {
		return // a crippled limb takes no more
	}
	basic := s.basicDamage(roll)
	penetrating := max(0, basic-s.dr)
	total.penetrating += penetrating
	total.blunt += s.blunt(basic)
	if s.byHit(r) {
		part := s.wounding.Apply(penetrating)
		if s.ceiling > 0 {
			part = min(part, s.ceiling)
		}
		if s.cap > 0 && part >= s.cap {
			part, total.crippled = s.cap, true
		}
		total.injured += part
	}
}

// multiply applies the wounding modifier to the sum, where it goes by the sum.
func (s *strike) multiply(total *injuryCount, r *Rules) {
	if !s.byHit(r) {
		total.injured = s.wounding.Apply(total.penetrating)
	}
}

// count adds up rolled hits.
func (s *strike) count(rolls []int, r *Rules) (total injuryCount) {
	for _, roll := range rolls {
		s.hit(&total, roll, r)
	}
	s.multiply(&total, r)
	return total
}

// onceForAll counts one roll for all of n hits.
func (s *strike) onceForAll(roll, n int, r *Rules) injuryCount {
	var total injuryCount
	s.hit(&total, roll, r)
	if total.crippled {
		n = 1
	}
	total.penetrating, total.injured, total.blunt = total.penetrating*n, total.injured*n, total.blunt*n
	s.multiply(&total, r)
	return total
}

// meanHits counts n hits of mean basic damage each. Fractions are dropped once,
// at the end, or hit by hit where hits are multiplied one by one.
func (s *strike) meanHits(n int, r *Rules) injuryCount {
	penetrating := max(0, s.basic-float64(s.dr))
	if penetrating < slack {
		return injuryCount{blunt: s.blunt(int(s.basic+slack)) * n}
	}
	total := injuryCount{penetrating: int(penetrating*float64(n) + slack)}
	if !s.byHit(r) {
		total.injured = max(1, int(penetrating*float64(n)*s.wounding.Float()+slack))
		return total
	}
	part := max(1, int(s.atMost(penetrating*s.wounding.Float())+slack))
	if s.cap > 0 && part >= s.cap {
		part, n = s.cap, 1
	}
	total.injured = part * n
	return total
}

// hurt adds what an attack did to what its target has to suffer at the end of the
// step: injury, or fatigue (B-WOUND).
func (g *group) hurt(s *strike, n int) {
	if s.wearies {
		g.wearing += n
	} else {
		g.injury += n
	}
}

// injuryStep is steps 3.5, 4.3 and 5.3: every group that took injury makes one
// HT roll, which halves it, and loses HP (HC-HT). It ends the battle if a side
// has no combatant left (HC-END).
func (f *Fight) injuryStep(phase dice.Phase) {
	fell := false
	if f.b.wounded {
		f.outlastShock(phase)
	}
	for _, side := range f.order() {
		for i := side.First; i < side.Last; i++ {
			g := &f.groups[i]
			if g.injury > 0 || g.loss > 0 || g.wearing > 0 {
				f.suffer(g, phase)
				fell = fell || !g.onField()
			}
		}
	}
	if fell {
		f.changed = true
		f.releaseLocks()
	}
	if f.b.grapples {
		f.settleGrips()
	}
}

// suffer takes the injury of a step from a group's pool, or what was drawn as its
// loss, for which a story has the injury and the HT roll.
func (f *Fight) suffer(g *group, phase dice.Phase) {
	injury, before, taken := g.injury, g.fighting, g.injury
	var ht Check
	switch {
	case g.loss > 0:
		injury, taken = g.untold, g.loss
		if f.Trace != nil && f.b.Rules.HTHalving {
			ht = f.fitHT(g, phase)
		}
	case f.b.Rules.HTHalving:
		taken, ht = f.rollHT(g, phase, injury)
	}
	g.injury, g.loss = 0, 0
	f.lose(g, taken)
	g.thin()
	var blow worst
	if f.b.wounded {
		blow = f.shocked(g, phase, taken)
	}
	if f.Trace != nil && injury > 0 {
		f.Trace(Suffered{
			Group: g.index, Injury: injury, HT: rolledCheck(ht), Taken: taken,
			Pool: g.pool, Before: before, After: g.fighting, Shock: g.shock(),
		})
	}
	if g.wearing > 0 {
		f.weary(g, before, ht, injury > 0)
	}
	if f.b.Rules.MajorWounds {
		f.majorWound(g, blow, phase, taken)
	}
}

// rollHT rolls against HT for a group that has taken injury in a phase: HP that it loses.
func (f *Fight) rollHT(g *group, phase dice.Phase, injury int) (taken int, ht Check) {
	f.dice.At(f.round, phase, g.stream, 0)
	passed, roll := f.roll3d(successOdds(g.ht), func(roll int) bool { return succeeds(roll, g.ht) })
	if passed {
		injury = halfUp(injury)
	}
	return injury, Check{g.ht, roll, passed}
}

// fitHT finds an HT roll for a loss that was drawn.
func (f *Fight) fitHT(g *group, phase dice.Phase) Check {
	f.dice.At(f.round, phase, g.stream, 0)
	for {
		if roll := f.dice.Success(); succeeds(roll, g.ht) == g.halved {
			return Check{g.ht, roll, g.halved}
		}
	}
}

// lose takes HP from a group's pool; who has none left is down.
func (f *Fight) lose(g *group, hp int) {
	g.pool = max(0, g.pool-hp)
	g.fighting = fighters(g.pool, g.hp)
	g.taken += hp
	f.taken += hp
	if g.pool == 0 {
		g.standing = Down
	}
}
