package heroic

import (
	"errors"
	"math"
	"slices"

	"heroicsim/dice"
	"heroicsim/units"
)

// A Wait is what a group waits for in a round, and what it does then (HC-WAIT). It
// takes all of the group's AP.
type Wait struct {
	For   Trigger  // any of these
	Then  Reaction // what it does
	Act   Action   // for ReactAct: one of 1 AP
	Watch int      // yards: the radius of the zone that it watches, or WatchLine; 0: all that is in range
	At    *Point   // the middle of the zone, or a place on the line; nil: the group's own, or straight ahead
	Check bool     // looks whom it has before it shoots (RM-22)
}

// WatchLine is the Watch of a straight line from the group's place.
const WatchLine = -1

// A Trigger is an event that may be waited for, or several.
type Trigger uint8

// The events. What brings about another kind asks awaits and replyTo, and calls
// react before it happens, as interrupt does.
const (
	OnApproach Trigger = 1 << iota // an enemy comes into reach
	OnRange                        // somebody moves in the zone that is watched
	OnAttack                       // an enemy attacks it in melee
	OnShot                         // an enemy shoots at it
	OnCast                         // an enemy casts a spell at somebody
)

// A Reaction is what a group does when its event comes.
type Reaction uint8

// The reactions.
const (
	ReactAny    Reaction = iota // strike who is in reach, else shoot
	ReactAttack                 // strike
	ReactShoot
	ReactAct // an action of 1 AP
)

// CheckWait says why an order cannot be to wait so, or nil.
func CheckWait(o *Order, u *units.Unit) error {
	w := o.Wait
	if w == nil {
		return nil
	}
	ranged := slices.ContainsFunc(u.Weapons, func(w units.Weapon) bool { return w.Ranged })
	melee := o.Grapple || slices.ContainsFunc(u.Weapons, func(w units.Weapon) bool { return !w.Ranged })
	switch {
	case slices.Contains(o.Tactics, Retreat), slices.Contains(o.Tactics, AllOutOffensive):
		return errors.New("wait does not go with retreat and all-out-offensive, which run")
	case o.Move != MoveDefault && o.Move != Hold:
		return errors.New("who waits stands still; leave move out")
	case o.Posture != nil:
		return errors.New("who waits keeps his posture; leave posture out")
	case len(o.Actions) > 0:
		return errors.New("who waits does nothing else; leave actions out")
	case len(o.Spells) > 0:
		return errors.New("who waits casts no spells; leave spells out")
	case w.For == 0:
		return errors.New("wait needs an event to wait for")
	case w.Then == ReactAttack && !melee:
		return errors.New("then: attack needs a melee weapon")
	case w.Then == ReactAttack && w.For&OnRange != 0:
		return errors.New("who comes into range is not in reach yet; write then: shoot, or for: approach")
	case (w.Then == ReactShoot || w.Then == ReactAny && w.For&OnRange != 0) && (!ranged || o.HoldFire):
		return errors.New("shooting needs a ranged weapon, and shots other than 0")
	case w.Then == ReactAct && w.For == OnRange && w.Watch == 0 && !ranged:
		return errors.New("for: in range needs a ranged weapon, or a zone to watch")
	case (w.Watch != 0 || w.Check || w.At != nil) && w.For&OnRange == 0:
		return errors.New("watch, at and check go with for: in range")
	case w.At != nil && w.Watch == 0:
		return errors.New("at says where the zone is that is watched; add watch")
	case w.Then == ReactAct:
		return checkReply(&w.Act, u)
	}
	return nil
}

// checkReply says why an action cannot come of a Wait, or nil: it takes 1 AP.
func checkReply(a *Action, u *units.Unit) error {
	ap := apShort
	switch a.Kind {
	case Reload:
		return errors.New("a reload takes more than the 1 AP of an action that is waited for")
	case ReadyShield:
		ap = shieldAP(u.ShieldDB)
	case OtherAction:
		ap = a.AP
	}
	if ap > apShort {
		return errors.New("an action that is waited for takes 1 AP; this takes more")
	}
	return checkAction(a, u)
}

// watchPenalties is RM-23: up to so many hexes.
var watchPenalties = [...]struct{ upto, penalty int }{{1, 0}, {2, -1}, {4, -2}, {6, -3}, {10, -4}, {math.MaxInt, -5}}

// watchPenalty is RM-23 for a zone of so many hexes.
func watchPenalty(hexes int) int {
	for _, row := range watchPenalties {
		if hexes <= row.upto {
			return row.penalty
		}
	}
	return 0
}

// lineHexes is how many hexes a straight line of any length counts as (B-OPPFIRE).
const lineHexes = 3

// hexesWatched is how many hexes a circle counts as.
func hexesWatched(radius int) int { return 1 + 3*radius*(radius-1) }

// Penalty is RM-23 for the zone. Ruling: all that is in range is more than 10 hexes.
func (w *Wait) Penalty() int {
	switch w.Watch {
	case 0:
		return watchPenalty(math.MaxInt)
	case WatchLine:
		return watchPenalty(lineHexes)
	}
	return watchPenalty(hexesWatched(w.Watch))
}

// targetCheck is RM-22.
const targetCheck = -2

// A waited is what a Wait does to the attack that comes of it.
type waited struct {
	reach, watch, check int
	unaimed             bool // without Acc
}

func (w *waited) modify(t *tally) {
	t.add(ForReach, w.reach)
	t.add(ForWatch, w.watch)
	t.add(ForTargetCheck, w.check)
}

// bracePerYard is the bonus of a longer thrusting weapon against a charger, a yard.
const bracePerYard = 2

// thrusts says whether a mode is a thrust that impales. Ruling: that is every
// impaling mode of a melee weapon that is not called a swing.
func thrusts(m *units.Mode) bool {
	return m.Damage.Type == units.Impaling && words(m.Name) != "swing" && words(m.Name) != "sw"
}

// brace lists melee weapons as they are held against a charge: those with thrusts
// and other modes, for thrusts alone. Their strikes are numbered from first on;
// others have no Weapon.
func brace(melee []weapon, first int) []weapon {
	braced := make([]weapon, len(melee))
	for i, w := range melee {
		held := *w.Weapon
		held.Modes = nil
		for _, m := range w.Modes {
			if thrusts(&m) {
				held.Modes = append(held.Modes, m)
			}
		}
		if n := len(held.Modes); n > 0 && n < len(w.Modes) {
			braced[i] = weapon{&held, first + i, 0}
		}
	}
	return braced
}

// A reply is what a group can do about its event.
type reply uint8

const (
	noReply reply = iota
	byStrike
	byShot
	byAction
)

// replyTo is what a waiting group does about an event that h brings about where
// they stand. Ruling: what it can do nothing about is not its event.
func (f *Fight) replyTo(g, h *group, event Trigger) reply {
	then, locked := g.order.Wait.Then, f.isLocked(g.index)
	switch {
	case f.able(g) == 0 || g.silent || g.standing != Steady || !tactics[g.tactic].attacks:
	case then == ReactAct:
		if f.needs(g, g.order.reply) > 0 {
			return byAction
		}
	case then != ReactShoot && event != OnRange && f.maySwing(g) && g.reachable(h) &&
		(!locked || f.locked(g.index, h.index) || event == OnAttack):
		return byStrike
	case then == ReactAttack || g.order.HoldFire || locked && (!f.locked(g.index, h.index) || !g.namesRanged()):
	default:
		for i := range g.ranged {
			if f.ready(g, h, i) {
				return byShot
			}
		}
	}
	return noReply
}

// awaits says whether a group waits for an event that h brings about. Rulings: who
// has a named target waits for that alone; without a check whoever moves in a zone
// that is watched is shot at, friends too.
func (f *Fight) awaits(g, h *group, event Trigger) bool {
	if !g.waiting || g.order.Wait.For&event == 0 || g == h {
		return false
	}
	if w := g.order.Wait; g.Side == h.Side {
		return event == OnRange && w.Watch != 0 && !w.Check && w.Then != ReactAct
	}
	return g.target.Rule != Named || slices.ContainsFunc(g.target.Groups, func(s TargetShare) bool {
		return f.b.Sides[h.Side].First+s.Group == h.index
	})
}

// interrupt lets the target of a planned attack react before it is made, and says
// whether it did.
func (f *Fight) interrupt(s *step, p *plan, phase dice.Phase) bool {
	event := OnAttack
	if phase == dice.Ranged {
		event = OnShot
	}
	if phase == dice.Reactions || phase == dice.Movement || !f.awaits(p.at, p.by, event) || f.replyTo(p.at, p.by, event) == noReply {
		return false
	}
	f.react(p.at, p.by, event, false)
	for i := p.first; i < p.last; i++ {
		f.prepare(&s.attacks[i]) // a shield may be ready now
	}
	return true
}

// interruptCast lets enemies who wait for a spell react before it is cast, in file
// order. Ruling: it is their event at whomever it is cast.
func (f *Fight) interruptCast(g *group) {
	for i, enemy := 0, f.enemies(g); i < len(enemy); i++ {
		if w := &enemy[i]; f.awaits(w, g, OnCast) && f.replyTo(w, g, OnCast) != noReply {
			f.react(w, g, OnCast, false)
		}
	}
}

// passWaits moves g on its way up to each place where somebody who waits reacts to
// it. It returns the yards that are left, and who stopped it, -1 for nobody: an
// attack in melee does (HC-WAIT). Ruling: all whose event comes in one place react.
func (f *Fight) passWaits(g *group, towards Point, yards float64, w *walk) (left float64, stopper int) {
	stopper = -1
	if yards <= slack {
		return yards, stopper
	}
	start, gone := g.pos, 0.0
	for {
		by, event, at := f.nextEvent(g, start, towards, gone, yards)
		if by == nil {
			return yards - gone, stopper
		}
		if at > gone+slack {
			g.pos = start.along(towards, at)
			w.untold += at - gone
			gone = at
		}
		if w.untold > slack {
			f.tellWalk(g, w)
		}
		if f.react(by, g, event, w.how == Close || w.how.closes() && by.index == w.heading) == byStrike && f.locked(by.index, g.index) {
			yards = gone
			if stopper < 0 {
				stopper = by.index
				f.note(func() Event { return Stopped{g.index, stopper} })
			}
		}
	}
}

// along is the place so many yards from p in a direction.
func (p Point) along(towards Point, yards float64) Point {
	return Point{p.X + towards.X*yards, p.Y + towards.Y*yards}
}

// nextEvent is the next event that g's way from start brings about for somebody who
// waits and can react, when it has gone so many yards of it: the first in file order
// on ties; nil where there is none.
func (f *Fight) nextEvent(g *group, start, towards Point, gone, yards float64) (by *group, event Trigger, at float64) {
	here := g.pos
	at = inf
	for i := range f.groups {
		w := &f.groups[i]
		if !w.waiting || f.isLocked(i) {
			continue
		}
		for _, e := range [...]Trigger{OnApproach, OnRange} {
			if !f.awaits(w, g, e) {
				continue
			}
			d := f.comesIn(w, start, e, towards)
			if d < gone-slack || d > yards+slack || d >= at-slack {
				continue
			}
			d = min(max(d, gone), yards)
			g.pos = start.along(towards, d)
			if f.replyTo(w, g, e) != noReply {
				by, event, at = w, e, d
			}
			g.pos = here
		}
	}
	return by, event, at
}

// comesIn is how far along a way from start somebody comes into w's reach, or into
// the range and the zone that it watches; +Inf where he does not.
func (f *Fight) comesIn(w *group, start Point, event Trigger, towards Point) float64 {
	if event == OnApproach {
		reach := float64(w.waitReach())
		if start.distance(w.pos) <= reach+slack {
			return inf // he was there
		}
		return insideOf(start, towards, w.pos, reach).first()
	}
	zone := w.zone(start, towards)
	if w.order.Wait.Then == ReactAct && w.order.Wait.Watch != 0 {
		return zone.first()
	}
	first := inf
	for i := range w.ranged {
		if v, a := &w.ranged[i], &w.weapons[i]; w.mayUse(v, w.ranged) && a.loaded != 0 && a.ammo != 0 {
			first = min(first, zone.and(insideOf(start, towards, w.pos, v.MaxRange)).first())
		}
	}
	return first
}

// waitReach is the reach in yards of the longest melee weapon that a group may use.
func (g *group) waitReach() int {
	reach := contact
	for i := range g.melee {
		if w := &g.melee[i]; g.mayUse(w, g.melee) {
			reach = max(reach, w.MaxReach())
		}
	}
	return reach
}

// A stretch is a part of a way, in yards along it.
type stretch struct{ from, to float64 }

var everywhere, nowhere = stretch{-inf, inf}, stretch{inf, -inf}

func (s stretch) and(t stretch) stretch { return stretch{max(s.from, t.from), min(s.to, t.to)} }

// first is where who goes from 0 on comes into the stretch, +Inf for nowhere.
func (s stretch) first() float64 {
	if first := max(0, s.from); first <= s.to+slack {
		return first
	}
	return inf
}

// insideOf is the stretch of a way from p that lies within so many yards of q.
func insideOf(p, towards, q Point, yards float64) stretch {
	dx, dy := q.X-p.X, q.Y-p.Y
	along := dx*towards.X + dy*towards.Y
	aside := dx*dx + dy*dy - along*along
	if aside > yards*yards+slack {
		return nowhere
	}
	half := math.Sqrt(max(0, yards*yards-aside))
	return stretch{along - half, along + half}
}

// between is the stretch on which start, growing by step a yard, lies from lo to hi.
func between(start, step, lo, hi float64) stretch {
	if math.Abs(step) < slack {
		if start < lo || start > hi {
			return nowhere
		}
		return everywhere
	}
	a, b := (lo-start)/step, (hi-start)/step
	return stretch{min(a, b), max(a, b)}
}

// zone is the stretch of a way that lies in the zone that g watches. A line is a
// yard wide, and ends nowhere.
func (g *group) zone(p, towards Point) stretch {
	w := g.order.Wait
	switch {
	case w.Watch == 0:
		return everywhere
	case w.Watch != WatchLine && w.At != nil:
		return insideOf(p, towards, *w.At, float64(w.Watch))
	case w.Watch != WatchLine:
		return insideOf(p, towards, g.pos, float64(w.Watch))
	}
	u := home(1 - g.Side)
	if w.At != nil && *w.At != g.pos {
		u = direction(g.pos, *w.At)
	}
	dx, dy := p.X-g.pos.X, p.Y-g.pos.Y
	return between(u.X*dy-u.Y*dx, u.X*towards.Y-u.Y*towards.X, -0.5, 0.5).
		and(between(u.X*dx+u.Y*dy, u.X*towards.X+u.Y*towards.Y, 0, inf))
}

// react lets a waiting group answer its event, which h has brought about, and
// returns how. Charge says that h closes. The step under way is put aside meanwhile.
func (f *Fight) react(g, h *group, event Trigger, charge bool) reply {
	how := f.replyTo(g, h, event)
	g.waiting = false // one reaction a round
	f.note(func() Event { return Reacted{g.index, h.index, event, g.pos.distance(h.pos)} })
	if how == byAction {
		g.ap = apShort
		f.do(g, g.order.reply, 0, apShort)
		return how
	}
	f.step, f.reaction = f.reaction, f.step
	f.front, f.reacting = f.reacting, f.front
	f.step.clear()
	if how == byStrike {
		f.planBlow(MeleeAttack, g, h, 1)
		if event == OnApproach && charge {
			f.braceAgainst(g, h)
		}
	} else {
		f.planVolley(g, h, 1)
	}
	f.prepareWaited(g.order.Wait, event)
	f.step.close(false, false)
	f.carryOut(&f.step, dice.Reactions)
	f.step, f.reaction = f.reaction, f.step
	f.front, f.reacting = f.reacting, f.front
	for i := range g.weapons {
		g.weapons[i].expend()
	}
	return how
}

// braceAgainst gives the blows that have been planned against a charger the bonus of
// a longer thrusting weapon, for each yard by which its Reach is longer than that of
// the charger's longest. Ruling: what also swings is thrust or swung, whichever may
// be expected to do more.
func (f *Fight) braceAgainst(g, h *group) {
	for i := range f.step.attacks {
		a := f.step.attacks[i] // a copy, for choices are added
		longer := a.weapon.MaxReach() - h.reach
		switch {
		case a.blows != nil:
			for k := range a.blows {
				if l := &a.blows[k]; thrusts(l.strike.mode) {
					l.reach = bracePerYard * max(0, l.weapon.MaxReach()-h.reach)
				}
			}
		case longer <= 0:
		case thrusts(a.strike.mode):
			f.step.attacks[i].waited.reach = bracePerYard * longer
		default:
			if w := g.bracedAs(a.weapon); w != nil {
				a.weapon, a.location, a.waited.reach = w, aimed(w.Weapon, g.order.Location), bracePerYard*longer
				f.makeReady(&a)
				f.step.choice(a)
			}
		}
	}
}

// bracedAs is a melee weapon as it is held for thrusts alone, nil where it has none.
func (g *group) bracedAs(w *weapon) *weapon {
	for i := range g.melee {
		if held := &g.braced[i]; &g.melee[i] == w && held.Weapon != nil {
			return held
		}
	}
	return nil
}

// prepareWaited prepares the attacks that come of a Wait.
func (f *Fight) prepareWaited(w *Wait, event Trigger) {
	for i := range f.step.attacks {
		a := &f.step.attacks[i]
		a.waited.unaimed = event != OnRange || w.Watch != 1
		if event == OnRange {
			a.waited.watch = w.Penalty()
			if w.Check {
				a.waited.check = targetCheck
			}
		}
		f.prepare(a)
	}
}

// endWaits tells whose event has not come: their AP are lost.
func (f *Fight) endWaits() {
	for i := range f.groups {
		if g := &f.groups[i]; g.waiting && g.standing == Steady {
			f.note(func() Event { return WaitedInVain{i} })
		}
	}
}
