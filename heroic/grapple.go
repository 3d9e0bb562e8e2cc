package heroic

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"heroicsim/dice"
	"heroicsim/units"
)

// A FollowUp is what hits of a grapple are spent on (HC-GRAPPLE).
type FollowUp uint8

// The follow-ups.
const (
	Takedown   FollowUp = iota // 1 hit, on a foe who stands
	Pin                        // 1 hit, on one who lies, held by the torso
	Choke                      // 1 or more, by the neck; the larger may squeeze the torso
	ChokeHold                  // 1 or more, by the neck: costs FP instead of HP
	ArmLock                    // 1 or more, by an arm
	NeckSnap                   // 1 or more, by neck or skull
	WrenchLimb                 // 1 or more, by a limb, a hand or a foot
	NumFollowUps
)

var followUps = [NumFollowUps]string{"takedown", "pin", "choke", "choke-hold", "arm-lock", "neck-snap", "wrench-limb"}

func (w FollowUp) String() string { return followUps[w] }

// takesAll says whether a follow-up takes as many hits as there are.
func (w FollowUp) takesAll() bool { return w != Takedown && w != Pin }

// A Grasp is how a member is held.
type Grasp uint8

// The grasps.
const (
	Unheld Grasp = iota
	Grappled
	Pinned
	ArmLocked
)

// A clasp is in whose hands a member is, and how.
type clasp struct {
	by     int16 // the group that holds, + 1; 0: nobody
	tries  int16 // to get out of an arm lock that have failed: -1 each (B-ARMLOCK)
	hold   Grasp
	at     units.Location
	choked bool // suffocates
}

// mark is a group in a member's state.
func (g *group) mark() int16 { return int16(g.index + 1) }

func (s *state) held() bool { return s.grip.by > 0 }

// free lets go of a member.
func (s *state) free() { s.grip = clasp{} }

// fall puts a member on the ground; his own grip goes.
func (s *state) fall() { s.down, s.holds, s.kneels = true, 0, false }

// Modifiers of those who are held or down.
const (
	grappledAttack = -4 // MM-7
	helpless       = -4 // pinned or arm locked: ruling for the pinned, B-ARMLOCK
)

// gripDefence is what being held does to a defence: R-32, more of those who are
// pinned or arm locked. Ruling: a leg or foot that is held hampers Dodge alone.
func gripDefence(g clasp, kind DefenceKind) int {
	switch {
	case g.by == 0:
		return 0
	case g.hold == Pinned || g.hold == ArmLocked:
		return helpless
	case kind == Dodge:
		return -1
	case isLeg(g.at):
		return 0
	}
	return -2
}

// gripReason words what being held does.
func gripReason(g clasp) Reason {
	switch g.hold {
	case Pinned:
		return ForPinned
	case ArmLocked:
		return ForArmLock
	}
	return ForGrappled
}

func isLeg(l units.Location) bool {
	return l == units.LeftLeg || l == units.RightLeg || l == units.Foot
}

func isArm(l units.Location) bool { return l == units.LeftArm || l == units.RightArm }

// grapplePenalty is that of grappling a location: half of the one for a blow,
// rounded away from 0.
func grapplePenalty(l units.Location) int { return -((1 - l.Penalty()) / 2) }

// grappleSize is R-46: size helps either way, up to +4, and never hinders.
func (r *Rules) grappleSize(attacker, target int) int {
	if r.SizeMelee == SizeOff {
		return 0
	}
	return min(4, max(attacker-target, target-attacker))
}

// grapplingSkills are those that serve to grapple, beside DX.
var grapplingSkills = [...]string{"Wrestling", "Judo", "Sumo Wrestling"}

// grapplingSkill is the best of DX and a unit's grappling skills, with its name.
func grapplingSkill(u *units.Unit) (name string, level int) {
	name, level = "DX", u.DX
	for _, skill := range grapplingSkills {
		if v, ok := u.Skill(skill); ok && v > level {
			name, level = skill, v
		}
	}
	return name, level
}

// lockSkill is the skill of arm locks: the technique, else Judo or Wrestling.
func lockSkill(u *units.Unit) (name string, level int) {
	for _, skill := range [...]string{"Arm Lock", "Judo", "Wrestling"} {
		if v, ok := u.Skill(skill); ok && v > level {
			name, level = skill, v
		}
	}
	return name, level
}

// wrestlingBonus is what Wrestling adds to ST in grappling contests.
func wrestlingBonus(u *units.Unit) int {
	level, ok := u.Skill("Wrestling")
	if !ok {
		return 0
	}
	return max(0, min(2, level-u.DX))
}

// moreArms is +2 for each arm beyond two (B-GRAPPLE, B-CHOKE, B-BREAKFREE).
func moreArms(u *units.Unit) int { return 2 * (u.Arms() - 2) }

// chokingArms is moreArms for a choke, at which a lone hand has -5 (B-CHOKE).
func chokingArms(u *units.Unit) int {
	if u.Arms() == 1 {
		return -5
	}
	return moreArms(u)
}

// freeHands is how many hands a unit has free against a pin. Ruling: who
// grapples has all of them free; others hold a shield if they have one, and a weapon
// unless one of theirs has Reach C.
func freeHands(u *units.Unit, grapples bool) int {
	hands := u.Arms()
	if grapples {
		return hands
	}
	if u.Block > 0 || u.ShieldDB > 0 {
		hands--
	}
	armed, bare := false, false
	for i := range u.Weapons {
		if w := &u.Weapons[i]; !w.Ranged {
			armed, bare = true, bare || w.ReachesClose()
		}
	}
	if armed && !bare {
		hands--
	}
	return max(0, hands)
}

// CheckGrapple says why a unit cannot do what an order wants of a grapple, or nil.
func CheckGrapple(u *units.Unit, at units.Location, what []FollowUp) error {
	if u.Arms() == 0 {
		return fmt.Errorf("%s has no arms to grapple with; leave grapple out", u.Name)
	}
	if at == units.Eye || at == units.Vitals {
		return fmt.Errorf("nobody is grappled by the %s", at)
	}
	for _, w := range what {
		if err := w.check(u, at); err != nil {
			return err
		}
	}
	return nil
}

func (w FollowUp) check(u *units.Unit, at units.Location) error {
	_, lock := lockSkill(u)
	switch {
	case w == Pin && at != units.Torso:
		return errors.New("pin needs the torso: leave location out")
	case w == Choke && at != units.Neck && at != units.Torso,
		w == ChokeHold && at != units.Neck:
		return fmt.Errorf("%s needs location: neck", w)
	case w == ArmLock && !isArm(at):
		return errors.New("arm-lock needs location: arm")
	case w == NeckSnap && at != units.Neck && at != units.Skull:
		return errors.New("neck-snap needs location: neck or skull")
	case w == WrenchLimb && at.Kind() == units.Body:
		return errors.New("wrench-limb needs location: arm, leg, hand or foot")
	case w.takesAll() && w != Choke && u.Arms() < 2:
		return fmt.Errorf("%s takes two hands, and %s has one", w, u.Name)
	case (w == ChokeHold || w == ArmLock) && lock == 0:
		return fmt.Errorf("%s takes Judo or Wrestling, and %s has neither skill", w, u.Name)
	}
	return nil
}

// ParseFollowUp reads takedown, pin and so on.
func ParseFollowUp(s string) (FollowUp, error) {
	for w, name := range followUps {
		if words(s) == name {
			return FollowUp(w), nil
		}
	}
	return 0, fmt.Errorf("unknown follow-up %q; hits of a grapple are spent on: %s", s, strings.Join(followUps[:], ", "))
}

// FollowUps lists the names of follow-ups, for messages.
func FollowUps() []string { return slices.Clone(followUps[:]) }

// newGrapple is a grapple as a weapon of a unit: bare hands.
func newGrapple(u *units.Unit) weapon {
	name, level := grapplingSkill(u)
	return weapon{Weapon: &units.Weapon{Name: name, Skill: level, Reach: []int{0}}, index: -1}
}

// grappleModifiers are those of a grapple beside an ordinary melee attack's:
// B-GRAPPLE's for arms and size. Ruling: who grapples a foe on the ground kneels
// down for it (MM-4), unless the foe's SM is larger by two or more.
func (f *Fight) grappleModifiers(t *tally, a *attack) {
	g, h := a.by.Unit, a.at.Unit
	t.add(ForArms, moreArms(g))
	t.add(ForSize, f.b.Rules.grappleSize(g.SM, h.SM))
	if a.by.kneelsTo(a.at, a.to) && !a.by.isLow(a.from) {
		t.add(ForKneeling, postures[Kneeling].melee)
	}
}

// planGrapple adds the grapple to a plan, for members whose orders are to.
func (f *Fight) planGrapple(kind AttackKind, g, h *group, d float64) {
	if !g.order.Grapple || d > contact+slack {
		return
	}
	a := attack{from: &whole, to: &whole, kind: kind, by: g, at: h, weapon: &g.grapple, distance: d, location: g.order.Location, grapple: true}
	f.prepare(&a)
	a.barred = f.bars(&a)
	f.step.choice(a)
}

// bars says whether the states of attackers and targets rule an attack out. Who
// holds a foe does nothing else; who is held has only weapons of Reach C (B-HELD).
// Ruling: who is to grapple strikes only at foes who are held already.
func (f *Fight) bars(a *attack) bool {
	switch {
	case a.from.holds > 0:
		return true
	case a.spell != nil:
		return a.from.held()
	case a.grapple:
		return a.from.held() || a.to.held()
	case a.from.held():
		return !a.reachesClose()
	}
	return a.by.order.Grapple && !a.weapon.Ranged && a.distance <= contact+slack && !a.to.held()
}

// someWay says whether members in one state can carry out a plan at ones in another.
func (f *Fight) someWay(s *step, p *plan, from, to *state) bool {
	for i := p.first; i < p.last; i++ {
		a := &s.attacks[i]
		if a.from, a.to = from, to; !f.bars(a) {
			return true
		}
	}
	return false
}

// reachesClose says whether all that an attack is made with has Reach C.
func (a *attack) reachesClose() bool {
	for _, l := range a.blows {
		if !l.weapon.ReachesClose() {
			return false
		}
	}
	return a.weapon.ReachesClose()
}

// takePart is how many members of g can make an attack of the step under way.
func (f *Fight) takePart(g *group, ranged bool) int {
	if !f.b.grapples || len(g.parts) == 0 {
		return f.able(g)
	}
	n := 0
	for i := range g.parts {
		if f.partActs(g, &g.parts[i].state, ranged) {
			n += g.parts[i].members
		}
	}
	return n
}

// partActs says whether members of g in a state make their group's attack. Ruling:
// who lies does not shoot, for he is about to get up.
func (f *Fight) partActs(g *group, s *state, ranged bool) bool {
	switch {
	case !s.acts(f.round) || s.holds > 0:
		return false
	case ranged:
		return !s.held() && !s.down
	}
	return !s.held() || !f.breaksFree(g, s)
}

// breaksFree says whether a member who is held tries to get free instead of
// fighting on: as ordered, and where he can do nothing else.
func (f *Fight) breaksFree(g *group, s *state) bool {
	return s.grip.hold == Pinned || g.order.BreakFree || !tactics[g.tactic].attacks || !g.fightsClose()
}

// fightsClose says whether g may use a weapon of Reach C.
func (g *group) fightsClose() bool {
	for i := range g.melee {
		if w := &g.melee[i]; w.ReachesClose() && g.mayUse(w, g.melee) {
			return true
		}
	}
	return false
}

// takeHold is a grapple: each hit takes hold of one member, and hits are spent as
// orders say (HC-GRAPPLE). Rulings: of those who attack, as many hold as are held;
// hits are spread over those who are held evenly.
func (f *Fight) takeHold(a *attack, skill int) {
	attackRoll, defenceRoll := f.dice.Contest()
	v, n := f.decide(a, skill, attackRoll, defenceRoll)
	g, h := a.by, a.at
	taken := min(n, a.members, g.inState(*a.from), h.inState(*a.to))
	if f.Trace != nil {
		e := f.attacked(a, v, attackRoll, defenceRoll, n)
		e.Held = taken
		f.Trace(e)
	}
	if taken == 0 {
		return
	}
	held, holder := *a.to, *a.from
	held.grip = clasp{by: g.mark(), hold: Grappled, at: a.location}
	holder.holds = h.mark()
	h.turn(*a.to, held, taken)
	g.turn(*a.from, holder, taken)
	f.spend(g, h, held, n%taken, n/taken+1)
	f.spend(g, h, held, taken-n%taken, n/taken)
}

// inState is how many members of g are in a state.
func (g *group) inState(s state) int {
	if len(g.parts) == 0 && s == (state{}) {
		return g.fighting
	}
	for i := range g.parts {
		if g.parts[i].state == s {
			return g.parts[i].members
		}
	}
	return 0
}

// turn puts up to n members of g from one state into another.
func (g *group) turn(from, to state, n int) {
	g.affect(n, func(s *state) {
		if *s == from {
			*s = to
		}
	})
}

// number counts the members of g for whom something holds.
func (g *group) number(holds func(*state) bool) int {
	n := 0
	for i := range g.parts {
		if holds(&g.parts[i].state) {
			n += g.parts[i].members
		}
	}
	return n
}

// holdsOn is how many members of g hold one of h's.
func (g *group) holdsOn(h *group) int {
	return g.number(func(s *state) bool { return s.holds == h.mark() })
}

// heldBy is how many members of h are in g's hands.
func (h *group) heldBy(g *group) int {
	return h.number(func(s *state) bool { return s.grip.by == g.mark() })
}

// The parts, of which a group has room for 128 in the streams of draws, whose draws
// are those of follow-ups in later rounds and of breaking free.
const (
	followUpPart  = 126
	breakFreePart = 127
)

// followUp lets the holders of a side go on with those whom they hold: one
// follow-up a round, as with one hit.
func (f *Fight) followUp(side int) {
	f.step.close(false, false)
	f.step.ranged = false
	f.count(&f.step) // for the ratio
	for i, groups := 0, f.side(side); i < len(groups); i++ {
		g := &groups[i]
		if !f.maySwing(g) || g.ap < apAttack {
			continue
		}
		for k, enemy := 0, f.enemies(g); k < len(enemy); k++ {
			h := &enemy[k]
			able := g.number(func(s *state) bool { return s.holds == h.mark() && s.acts(f.round) && s.grip.hold != Pinned })
			if able == 0 {
				continue
			}
			f.dice.At(f.round, dice.Melee, g.stream+followUpPart*streamsPerPart, h.stream)
			for _, p := range f.gripped(h, g) {
				n := min(able, p.members)
				able -= n
				f.spend(g, h, p.state, n, 1)
			}
		}
	}
}

// gripped copies the parts of h that g holds.
func (f *Fight) gripped(h, g *group) []portion {
	f.inGrip = f.inGrip[:0]
	for _, p := range h.parts {
		if p.grip.by == g.mark() {
			f.inGrip = append(f.inGrip, p)
		}
	}
	return f.inGrip
}

// spend spends so many hits on each of so many members of h in g's hands, on the
// first follow-up of the orders that there is something to do for.
func (f *Fight) spend(g, h *group, held state, members, hits int) {
	for members > 0 && hits > 0 {
		what, ok := nextFollowUp(g, h, &held)
		if !ok {
			return
		}
		n := 1
		if what.takesAll() {
			n = hits
		}
		hits -= n
		next := f.tryFollowUp(what, g, h, held, members, n)
		h.turn(held, next, members)
		if held = next; !held.held() {
			return
		}
	}
}

// isLow says whether members in a state do not stand: they were brought down, or
// their group kneels or lies.
func (g *group) isLow(s *state) bool { return s.down || !g.posture.onFoot() }

// nextFollowUp is the first of the orders that can be tried on a member.
func nextFollowUp(g, h *group, s *state) (what FollowUp, ok bool) {
	for _, w := range g.order.FollowUps {
		switch w {
		case Takedown:
			ok = !h.isLow(s)
		case Pin:
			ok = h.isLow(s) && s.grip.hold != Pinned
		case Choke:
			ok = s.grip.at == units.Neck || g.Unit.SM > h.Unit.SM
		case ArmLock, WrenchLimb:
			ok = !s.lame
		default:
			ok = true
		}
		if ok {
			return w, true
		}
	}
	return 0, false
}

// A bout is one of the Quick Contests about a hold, from both sides.
type bout struct {
	with, against   string // what is rolled against
	score, opposing tally
}

// tryFollowUp fights the contest of a follow-up on so many members in one state,
// and returns the state that they come to. Ruling: one contest serves all of them.
func (f *Fight) tryFollowUp(what FollowUp, g, h *group, held state, members, hits int) state {
	b := f.followUpBout(what, g, h, &held)
	roll, opposed := f.dice.Contest()
	e := FollowedUp{
		By: g.index, On: h.index, What: what, Members: members, Location: held.grip.at, Hits: members * hits,
		With: b.with, Score: b.score.score(), Roll: roll, Against: b.against, Opposing: b.opposing.score(), Opposed: opposed,
		Side: f.against(g.Side, h), Defenders: h.fighting,
		Margin: byMargin(b.score.total, roll, b.opposing.total, opposed).margin,
	}
	next := held
	switch {
	case what == Takedown && e.Margin > 0:
		next.fall()
	case what == Takedown && e.Margin < 0:
		next.free()
		f.throwDown(g, h, members)
	case what == Pin && e.Margin > 0:
		next.grip.hold = Pinned
	case what.takesAll():
		if what == ArmLock {
			next.grip.hold = ArmLocked
		}
		if e.Margin > 0 {
			f.hurtHeld(what, g, h, &next, &e)
			h.injury += e.Injury.Injury
			h.wound(held, e.Injury.Injury)
			if f.b.wounded {
				h.struckAt(held.grip.at, units.Crushing, e.Injury.Injury)
			}
		}
	}
	if f.Trace != nil {
		f.Trace(e)
	}
	return next
}

// throwDown puts holders who have lost a takedown on the ground. It was their
// action of the round.
func (f *Fight) throwDown(g, h *group, n int) {
	g.affect(n, func(s *state) {
		if s.holds == h.mark() {
			s.fall()
			s.busy = true
		}
	})
}

// wound notes injury that members in a state have taken, for when some fall.
func (g *group) wound(s state, injury int) {
	for i := range g.parts {
		if g.parts[i].state == s {
			g.parts[i].hurt += injury
		}
	}
}

// hurtHeld is what a choke, a lock or a wrench that was won does: damage less DR,
// times the hits spent.
func (f *Fight) hurtHeld(what FollowUp, g, h *group, next *state, e *FollowedUp) {
	basic := e.Margin
	if what == NeckSnap || what == WrenchLimb {
		e.Dice = units.Swing(g.Unit.ST) // which being tired does not change (HC-FATIGUE)
		basic = max(0, f.dice.Roll(e.Dice))
	}
	e.Injury = gripInjury(what, h.Unit, next.grip.at, basic, e.Hits, h.bonuses(next).DR)
	in := &e.Injury
	breathes := !h.Unit.NeverTires
	switch {
	case what == ChokeHold:
		in.Injury = 0
		if breathes {
			e.FP = in.Pen * e.Hits / e.Members
			next.breath += int32(e.FP)
		}
		next.grip.choked = next.grip.choked || breathes && in.Pen > 0
		e.Choked = next.grip.choked
	case what == Choke:
		next.grip.choked = next.grip.choked || breathes && in.Injury > 0
		e.Choked = next.grip.choked
	case h.lone():
		if most := units.LimbCap(next.grip.at, h.Unit.HP); most > 0 && in.Injury >= most {
			in.Injury, next.lame, e.Crippled = most, true, true
		}
	}
}

// A GripInjury is the damage that a hold does.
type GripInjury struct {
	Basic    int
	DR       int // that protects: flexible armour only against chokes, where it lets blunt trauma through
	Pen      int // for each hit
	Blunt    int // for each hit
	Wounding units.Wounding
	Injury   int // of all hits
}

// gripInjury is the injury of so many hits of crushing damage by a hold. Natural DR
// and rigid armour protect; flexible armour does against chokes alone (B-CHOKE,
// B-ARMLOCK, B-NECKSNAP). What spells add to DR is as natural.
func gripInjury(what FollowUp, u *units.Unit, at units.Location, basic, hits, spells int) GripInjury {
	in := GripInjury{Basic: basic, DR: units.NaturalDR(at, units.Crushing) + spells}
	flexible := u.Armour.Flexible(at)
	if !flexible || what == Choke {
		in.DR += u.Armour.DR(at, units.Crushing)
	}
	in.Pen = max(0, basic-in.DR)
	if flexible && what == Choke && in.Pen == 0 {
		in.Blunt = basic / 5
	}
	in.Wounding, _ = u.Traits.WoundingAt(at, units.Crushing, false)
	in.Injury = in.Wounding.Apply(in.Pen*hits) + in.Blunt*hits
	return in
}

// followUpBout is the contest of a follow-up.
func (f *Fight) followUpBout(what FollowUp, g, h *group, held *state) bout {
	var b bout
	switch what {
	case Takedown, Pin:
		b = f.wrestle(g, h)
		if what == Takedown {
			b.score.add(ForPosture, postures[g.posture].melee)
		}
		b.score.add(ForNumbers, f.overwhelming(what, b.score.base, g, h))
		if what == Pin {
			addPin(&b, g.Unit, h)
		}
	case Choke, ChokeHold:
		b.with, b.score = f.strengthTally(g)
		b.score.add(ForArms, chokingArms(g.Unit))
		if what == ChokeHold {
			b.score.add(ForChokeHold, 3)
		} else if held.grip.at != units.Neck {
			b.score.add(ForSqueezing, -5)
		}
	case ArmLock:
		b.with, b.score = f.strengthTally(g)
		if name, level := g.lockWith, g.lockLevel; level-g.shock() > b.score.total {
			b.with, b.score = name, f.tally(level)
			b.score.add(ForShock, -g.shock())
		}
	default:
		b.with, b.score = f.strengthTally(g)
		b.score.add(ForSnap, -4)
	}
	if what.takesAll() {
		b.against, b.opposing = f.strengthTally(h)
		if h.ht > b.opposing.total {
			b.against, b.opposing = "HT", f.tally(h.ht)
		}
	}
	return b
}

// strengthTally is ST in a grappling contest.
func (f *Fight) strengthTally(g *group) (string, tally) {
	t := f.tally(g.strength())
	t.add(ForWrestling, g.wrestling)
	return "ST", t
}

// wrestle is the best of ST, DX and grappling skill on each side (B-TAKEDOWN, R-67).
// The -4 DX of who is held counts in it (MM-7), and shock, neither of them against ST.
func (f *Fight) wrestle(g, h *group) bout {
	var b bout
	b.with, b.score = f.bestTally(g, 0)
	b.against, b.opposing = f.bestTally(h, grappledAttack)
	return b
}

func (f *Fight) bestTally(g *group, held int) (string, tally) {
	with, t := f.strengthTally(g)
	if name, level := g.grapple.Name, g.grapple.Skill; level+held-g.shock() >= t.total {
		with, t = name, f.tally(level)
		t.add(ForGrappled, held)
		t.add(ForShock, -g.shock())
	}
	return with, t
}

// addPin is B-PIN's +3 a point of SM for the larger, and for more free hands.
func addPin(b *bout, u *units.Unit, h *group) {
	size := u.SM - h.Unit.SM
	b.score.add(ForSize, 3*max(0, size))
	b.opposing.add(ForSize, 3*max(0, -size))
	switch mine, his := freeHands(u, true), freeHands(h.Unit, h.order.Grapple); {
	case mine > his:
		b.score.add(ForFreeHands, 3)
	case mine < his:
		b.opposing.add(ForFreeHands, 3)
	}
}

// overwhelming is what numbers add to a takedown or pin: fifths of the score
// (HC-GRAPPLE).
func (f *Fight) overwhelming(what FollowUp, score int, g, h *group) int {
	return score * fifths(what, f.against(g.Side, h), h.fighting) / 5
}

// fifths are those of the score that numbers add.
func fifths(what FollowUp, attackers, defenders int) int {
	switch {
	case 2*attackers <= 3*defenders:
		return 0
	case attackers > 2*defenders && what == Pin:
		return 2
	}
	return 1
}

// against is how many of a side are about a group in the step under way, in the
// ratio (HC-NUM): those who attack it and those who hold its members.
func (f *Fight) against(side int, h *group) int {
	for i := range f.step.plans {
		if p := &f.step.plans[i]; p.at == h && p.by.Side == side && p.first < p.last {
			return p.side
		}
	}
	return f.holders(side, h)
}

// holders is how many of a side hold members of h.
func (f *Fight) holders(side int, h *group) int {
	n := 0
	for i := range f.side(side) {
		n += f.side(side)[i].holdsOn(h)
	}
	return n
}
