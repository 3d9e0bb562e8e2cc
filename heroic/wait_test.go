package heroic

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"heroicsim/dice"
	"heroicsim/units"
)

// TV-064, TV-065: RM-23 by hexes, and with a check (RM-22).
func TestWatchPenalties(t *testing.T) {
	for _, tt := range []struct{ hexes, want int }{
		{1, 0}, {2, -1}, {3, -2}, {lineHexes, -2}, {4, -2}, {5, -3}, {6, -3}, {7, -4}, {10, -4}, {11, -5}, {500, -5},
	} {
		equal(t, fmt.Sprintf("%d hexes", tt.hexes), watchPenalty(tt.hexes), tt.want)
	}
	equal(t, "5 hexes and checking", watchPenalty(5)+targetCheck, -5)
}

// TV-159, R-65: hexes of a watched circle, and what they cost.
func TestWatchedCircles(t *testing.T) {
	for _, tt := range []struct{ radius, hexes, want int }{{1, 1, 0}, {2, 7, -4}, {3, 19, -5}, {4, 37, -5}, {50, 7351, -5}} {
		equal(t, fmt.Sprintf("radius %d: hexes", tt.radius), hexesWatched(tt.radius), tt.hexes)
		equal(t, fmt.Sprintf("radius %d", tt.radius), (&Wait{Watch: tt.radius}).Penalty(), tt.want)
	}
	equal(t, "a line", (&Wait{Watch: WatchLine}).Penalty(), -2)
	equal(t, "all in range", (&Wait{}).Penalty(), -5)
}

// waiting is an order to wait.
func waiting(t Tactic, w Wait) Order { return Order{Tactics: []Tactic{t}, Wait: &w} }

// longer is a footman with a thrusting weapon of a Reach and a sword.
func longer(t *testing.T, reach int) *units.Unit {
	spear := units.Weapon{Name: "spear", Skill: 12, Modes: modes(t, "1d imp"), Reach: []int{reach}}
	return footman(t, armed(spear, sword(t)))
}

// HC-WAIT: +2 to attack for each yard by which a thrusting weapon is longer than the
// charger's longest, who stops at the Reach of the weapon that struck, and is locked.
func TestBracedAgainstChargers(t *testing.T) {
	for _, tt := range []struct {
		reach, charger int
		damage         string
		bonus          int
	}{
		{1, 1, "1d imp", 0}, {2, 1, "1d imp", 2}, {3, 1, "1d imp", 4}, {5, 1, "1d imp", 8},
		{2, 2, "1d imp", 0}, {3, 2, "1d imp", 2}, {4, 2, "1d imp", 4}, {2, 3, "1d imp", 0},
		{3, 1, "1d cut", 0}, {3, 1, "1d cr", 0}, // no thrust that impales
	} {
		pikes := footman(t, armed(units.Weapon{Name: "spear", Skill: 12, Modes: modes(t, tt.damage), Reach: []int{tt.reach}}))
		foe := footman(t, armed(units.Weapon{Name: "lance", Skill: 12, Modes: modes(t, "1d imp"), Reach: []int{tt.charger}}))
		s := onStage(t, duel(20, band(pikes, 4, waiting(Neutral, Wait{For: OnApproach})), band(foe, 4, does(Neutral, Close))))
		s.open(-1)
		s.run(s.rangedPhase)
		s.run(s.moveAll, 18, 3)
		name := fmt.Sprintf("Reach %d against %d, %s", tt.reach, tt.charger, tt.damage)
		a := all[Attacked](s)
		if len(a) != 1 {
			t.Fatalf("%s: %d attacks", name, len(a))
		}
		equal(t, name, part(a[0].Skill, ForReach), tt.bonus)
		equal(t, name+": attackers", a[0].Attackers, 4)
		equal(t, name+": stopped at", s.wide(0, 1), float64(tt.reach))
		equal(t, name+": locked", s.locked(0, 1), true)
		equal(t, name+": went", all[Moved](s)[0].Yards, float64(20-tt.reach))
		equal(t, name+": moves told", len(all[Moved](s)), 1)
	}
}

// A weapon that swings and thrusts is used as may be expected to do more, and has the
// bonus only for the thrust. One that only swings has none.
func TestBracedHalberd(t *testing.T) {
	for _, tt := range []struct {
		swing, thrust string
		name          string
		bonus         int
		mode          string
	}{
		{"6d cut", "1d imp", "thrust", 0, "6d cut"},
		{"1d cut", "1d imp", "thrust", 4, "1d imp"},
		{"1d+1 cut", "1d imp", "thrust", 4, "1d imp"}, // swung it does more, but the bonus makes up for it
		{"1d cut", "3d imp", "swing", 0, "3d imp"},    // a pick
	} {
		w := units.Weapon{Name: "halberd", Skill: 8, Modes: modes(t, tt.swing, tt.thrust), Reach: []int{3}}
		w.Modes[0].Name, w.Modes[1].Name = "swing", tt.name
		s := onStage(t, duel(20, band(footman(t, armed(w)), 1, waiting(Neutral, Wait{For: OnApproach})), band(footman(t), 1, does(Neutral, Close))))
		s.open(-1)
		s.run(s.moveAll, 18, 3)
		a := all[Attacked](s)[0]
		equal(t, tt.swing+", "+tt.thrust, part(a.Skill, ForReach), tt.bonus)
		equal(t, tt.swing+", "+tt.thrust, a.Mode.Damage.String(), tt.mode)
		equal(t, "told as", a.Weapon.Name, "halberd")
	}
}

// Whoever does not close is no charger: it gets no bonus, and is stopped all the same.
func TestPassingBy(t *testing.T) {
	pikes := at(0, 0, band(longer(t, 3), 1, waiting(Neutral, Wait{For: OnApproach})))
	runner := at(-20, 2, band(footman(t), 1, does(Retreat)))
	behind := at(-21, 2, band(footman(t, armed()), 1, does(Neutral, Hold)))
	s := onStage(t, sides(0, []Group{pikes, behind}, []Group{runner}))
	s.open(-1)
	s.script(misses...)
	s.moveAll()
	var a Attacked
	for _, e := range all[Attacked](s) {
		if e.Attacker == 0 {
			a = e
		}
	}
	equal(t, "it strikes", a.Kind == MeleeAttack && a.Weapon != nil, true)
	equal(t, "no bonus", part(a.Skill, ForReach), 0)
	equal(t, "stopped", math.Abs(s.wide(0, 2)-3) < 1e-6, true)
	s.departures()
	equal(t, "still there", s.groups[2].standing, Steady)
}

// HC-WAIT takes all AP: no shots, no movement, no other blow, but free attacks. What
// does not happen is lost, and each round has a wait of its own.
func TestWaitTakesAllAP(t *testing.T) {
	pikes := footman(t, armed(pike(t), bow(t)))
	s := onStage(t, duel(100, band(pikes, 4, waiting(Neutral, Wait{For: OnApproach})), band(footman(t, armed()), 1, does(Neutral, Hold))))
	for range 2 {
		s.playOut(-1)
		equal(t, "nothing", s.deeds(0), "")
		equal(t, "in vain", len(all[WaitedInVain](s)), 1)
		equal(t, "declared", all[Ordered](s)[0].Wait != nil, true)
	}
	s = onStage(t, duel(1, band(pikes, 4, waiting(Neutral, Wait{For: OnApproach})), band(footman(t), 1, does(Neutral, Hold))))
	s.playOut(-1)
	equal(t, "locked, nobody comes", s.deeds(0), "")
	s = onStage(t, duel(1, band(pikes, 1, waiting(Neutral, Wait{For: OnAttack})), band(footman(t), 1, does(Retreat))))
	s.playOut(-1)
	equal(t, "a free attack", s.deeds(0), "free")
}

// One reaction a round: the second to come is not struck, and closes.
func TestOneReaction(t *testing.T) {
	s := onStage(t, sides(20, []Group{at(0, 0, band(longer(t, 3), 9, waiting(Neutral, Wait{For: OnApproach | OnAttack})))},
		[]Group{at(0, 20, band(footman(t), 3, does(Neutral, Close))), at(5, 20, band(footman(t), 3, does(Neutral, Close)))}))
	s.playOut(-1)
	equal(t, "blows", s.deeds(0), "hits")
	equal(t, "the first is stopped", s.wide(0, 1), 3)
	equal(t, "the second is not", math.Abs(s.wide(0, 2)-1) < 1e-6, true)
	equal(t, "reactions", len(all[Reacted](s)), 1)
	equal(t, "in vain", len(all[WaitedInVain](s)), 0)
	s.playOut(-1)
	equal(t, "in the next round again, to an attack", s.deeds(0), "hits")
}

// HC-WAIT's events and what comes of each, with what may be done about it.
func TestTriggers(t *testing.T) {
	both := footman(t, armed(sword(t), bow(t)), func(u *units.Unit) { u.ShieldDB, u.Block = 2, 9 })
	swordsman, archer := footman(t), footman(t, armed(bow(t)))
	ready := Action{Kind: ReadyShield}
	named := Target{Rule: Named, Groups: []TargetShare{{0, 1}}}
	for _, tt := range []struct {
		name     string
		distance float64
		wait     Wait
		weapons  []string
		target   Target
		foe      *units.Unit
		move     Move
		want     string
		phase    Phase
	}{
		{"approach: a blow", 10, Wait{For: OnApproach}, nil, Target{}, swordsman, Close, "hits", MovementPhase},
		{"approach: to shoot", 10, Wait{For: OnApproach, Then: ReactShoot}, nil, Target{}, swordsman, Close, "s3", MovementPhase},
		{"approach: a shield", 10, Wait{For: OnApproach, Then: ReactAct, Act: ready}, nil, Target{}, swordsman, Close, "b1", MovementPhase},
		{"approach: the other way", 10, Wait{For: OnApproach}, nil, Target{}, swordsman, Away, "", 0},
		{"approach: nobody comes near", 40, Wait{For: OnApproach}, nil, Target{}, swordsman, Close, "", 0},
		{"approach of the named", 10, Wait{For: OnApproach}, nil, named, swordsman, Close, "hits", MovementPhase},
		{"range", 210, Wait{For: OnRange}, nil, Target{}, swordsman, Close, "s3", MovementPhase},
		{"range: it moves there", 100, Wait{For: OnRange}, nil, Target{}, swordsman, Away, "s3", MovementPhase},
		{"range: it stands there", 100, Wait{For: OnRange}, nil, Target{}, swordsman, Hold, "", 0},
		{"range: beyond it", 300, Wait{For: OnRange}, nil, Target{}, swordsman, Close, "", 0},
		{"range: the zone is nearer", 100, Wait{For: OnRange, Watch: 20}, nil, Target{}, swordsman, Close, "", 0},
		{"range: into the zone", 40, Wait{For: OnRange, Watch: 20}, nil, Target{}, swordsman, Close, "s3", MovementPhase},
		{"range: a line", 100, Wait{For: OnRange, Watch: WatchLine}, nil, Target{}, swordsman, Close, "s3", MovementPhase},
		{"range: past a line", 100, Wait{For: OnRange, Watch: WatchLine, At: &Point{9, 9}}, nil, Target{}, swordsman, Close, "", 0},
		{"range: an action", 40, Wait{For: OnRange, Watch: 20, Then: ReactAct, Act: deed("shout", 1)}, nil, Target{}, swordsman, Close, "a1", MovementPhase},
		{"range or approach: the first", 40, Wait{For: OnRange | OnApproach, Watch: 20}, nil, Target{}, swordsman, Close, "s3", MovementPhase},
		{"attack", 1, Wait{For: OnAttack}, nil, Target{}, swordsman, Hold, "hits", MeleePhase},
		{"attack: to shoot", 1, Wait{For: OnAttack, Then: ReactShoot}, []string{"bow"}, Target{}, swordsman, Hold, "s3", MeleePhase},
		{"attack: to shoot, not ordered in melee", 1, Wait{For: OnAttack, Then: ReactShoot}, nil, Target{}, swordsman, Hold, "", 0},
		{"attack: a shield", 1, Wait{For: OnAttack, Then: ReactAct, Act: ready}, nil, Target{}, swordsman, Hold, "b1", MeleePhase},
		{"attack: none", 10, Wait{For: OnAttack}, nil, Target{}, swordsman, Hold, "", 0},
		{"attack after an approach", 10, Wait{For: OnAttack}, nil, Target{}, swordsman, Close, "hits", MeleePhase},
		{"shot", 100, Wait{For: OnShot}, nil, Target{}, archer, Hold, "s3", RangedPhase},
		{"shot: out of reach of a blow", 100, Wait{For: OnShot, Then: ReactAttack}, nil, Target{}, archer, Hold, "", 0},
		{"shot: a shield", 100, Wait{For: OnShot, Then: ReactAct, Act: ready}, nil, Target{}, archer, Hold, "b1", RangedPhase},
	} {
		o := waiting(Neutral, tt.wait)
		o.Weapons, o.Target = tt.weapons, tt.target
		mine := band(both, 1, o)
		mine.Slung = true
		s := onStage(t, duel(tt.distance, mine, band(tt.foe, 1, does(Neutral, tt.move))))
		s.playOut(-1)
		equal(t, tt.name, s.deeds(0), tt.want)
		phase := RangedPhase
		for _, e := range s.events {
			switch e := e.(type) {
			case PhaseBegins:
				phase = e.Phase
			case Reacted:
				equal(t, tt.name+": phase", phase, tt.phase)
			}
		}
		equal(t, tt.name+": in vain", len(all[WaitedInVain](s)) == 1, tt.want == "")
	}
}

// A group with a named target waits for that alone.
func TestWaitsForTheNamed(t *testing.T) {
	o := waiting(Neutral, Wait{For: OnApproach})
	o.Target = Target{Rule: Named, Groups: []TargetShare{{1, 1}}}
	s := onStage(t, sides(0, []Group{at(0, 0, band(longer(t, 3), 2, o))},
		[]Group{at(-5, 9, band(footman(t), 1, does(Neutral, Hold))), at(0, 9, band(footman(t), 1, does(Neutral, Close)))}))
	s.playOut(-1)
	equal(t, "the named comes", s.deeds(0), "hits")
	equal(t, "who", all[Reacted](s)[0].To, 2)
	s = onStage(t, sides(0, []Group{at(0, 0, band(longer(t, 3), 2, o))},
		[]Group{at(0, 9, band(footman(t), 1, does(Neutral, Close))), at(30, 9, band(footman(t), 1, does(Neutral, Hold)))}))
	s.playOut(-1)
	equal(t, "another comes", s.deeds(0), "")
}

// The reaction comes before what brings it about: a shield that it makes ready blocks
// the very attack, and the injury of both falls in the phase's step.
func TestBeforeTheAct(t *testing.T) {
	guard := footman(t, func(u *units.Unit) { u.ShieldDB, u.Block = 2, 13 })
	mine := band(guard, 1, waiting(Neutral, Wait{For: OnShot, Then: ReactAct, Act: Action{Kind: ReadyShield}}))
	mine.Slung = true
	s := onStage(t, duel(50, mine, band(footman(t, armed(bow(t))), 1, does(Neutral, Hold))))
	s.playOut(-1)
	a := all[Attacked](s)[0]
	equal(t, "defence", fmt.Sprint(a.Defence, " ", a.DefenceScore.Total), "Block 13")

	s = onStage(t, duel(1, band(footman(t), 1, waiting(Neutral, Wait{For: OnAttack})), band(footman(t), 1, does(Neutral, Hold))))
	s.open(1) // the other acts first
	s.run(s.meleePhase, 3, 18, 6, 6, 6, 6, 6, 3, 18, 6, 6, 6, 6, 6, 6, 18, 18)
	equal(t, "both strike", s.words()[len(s.words())-len("hitsA hitsB suffersB suffersA end"):], "hitsA hitsB suffersB suffersA end")
}

// What is shot at in the movement phase goes on, and is hurt in step 4.3. The bolt is
// gone, and is not loaded again in that round.
func TestGoesOn(t *testing.T) {
	w := bow(t)
	w.Reload, w.Ammo = 4, 5
	s := onStage(t, duel(40, band(footman(t, armed(w)), 1, waiting(Neutral, Wait{For: OnRange, Watch: 30})), band(footman(t), 1, does(Neutral, Close))))
	s.open(-1)
	s.run(s.rangedPhase)
	s.run(s.movementPhase, 3, 18, 2, 12)
	moves := all[Moved](s)
	if len(moves) != 2 {
		t.Fatalf("%d moves", len(moves))
	}
	equal(t, "before", moves[0].Yards, 10)
	equal(t, "after", moves[1].Yards, 15)
	equal(t, "goes on", fmt.Sprint(moves[0].Further, moves[1].Further), "false true")
	equal(t, "distance", s.wide(0, 1), 15)
	equal(t, "AP left", s.groups[1].ap, 2)
	equal(t, "suffers", len(all[Suffered](s)), 1)
	arm := s.groups[0].weapons[0]
	equal(t, "loaded, ammunition, fired", [3]int{arm.loaded, arm.ammo, arm.fired}, [3]int{0, 4, 0})
}

// B-OPPFIRE, R-28: a zone's penalty and a check are part of the shot, and Acc counts
// only for a zone of a single yard.
func TestOpportunityFire(t *testing.T) {
	for _, tt := range []struct {
		wait         Wait
		watch, check int
		acc          int
	}{
		{Wait{Watch: 1, At: &Point{0, 40}}, 0, 0, 2},
		{Wait{Watch: 1, At: &Point{0, 40}, Check: true}, 0, -2, 2},
		{Wait{Watch: 2, At: &Point{0, 40}}, -4, 0, 0},
		{Wait{Watch: 3, At: &Point{0, 40}, Check: true}, -5, -2, 0},
		{Wait{Watch: WatchLine}, -2, 0, 0},
		{Wait{}, -5, 0, 0},
	} {
		tt.wait.For = OnRange
		s := onStage(t, duel(50, band(footman(t, armed(bow(t))), 1, waiting(AimedShooting, tt.wait)), band(footman(t), 1, does(Neutral, Close))))
		s.open(-1)
		s.run(s.moveAll, 18, 3)
		a := s.attacks()[0]
		name := fmt.Sprintf("%+v", tt.wait)
		equal(t, name+": zone", part(a.Skill, ForWatch), tt.watch)
		equal(t, name+": check", part(a.Skill, ForTargetCheck), tt.check)
		equal(t, name+": Acc", part(a.Skill, ForAcc), tt.acc)
		equal(t, name+": tactic", part(a.Skill, ForTactic), 2)
		equal(t, name+": shots", a.Shots, mostAimedShots)
	}
	// No zone, no penalty, and no Acc, for whoever shoots back.
	s := onStage(t, duel(50, band(footman(t, armed(bow(t))), 1, waiting(AimedShooting, Wait{For: OnShot})), band(footman(t, armed(bow(t))), 1, does(Neutral, Hold))))
	s.playOut(1)
	a := s.attacks()[0]
	equal(t, "shoots back first", a.Attacker, 0)
	equal(t, "zone and Acc", part(a.Skill, ForWatch)+part(a.Skill, ForAcc), 0)
}

// B-OPPFIRE: who does not check shoots at whoever comes into the zone, friend or foe;
// without a zone it is an enemy that is waited for.
func TestFriendsInTheZone(t *testing.T) {
	for _, tt := range []struct {
		wait Wait
		want int // who is shot at
	}{
		{Wait{Watch: 60}, 1}, {Wait{Watch: 60, Check: true}, 2}, {Wait{}, 2},
	} {
		tt.wait.For = OnRange
		s := onStage(t, sides(80, []Group{at(0, 0, band(footman(t, armed(bow(t))), 1, waiting(Neutral, tt.wait))), at(0, 5, band(footman(t), 1, does(Neutral, Close)))},
			[]Group{band(footman(t), 1, does(Neutral, Close))}))
		s.open(0)
		s.run(s.moveAll, 18, 3)
		if a := s.attacks(); len(a) != 1 || a[0].Target != tt.want {
			t.Errorf("%+v: %+v", tt.wait, a)
		}
	}
}

// Several who wait for one event all react to it, in file order.
func TestAllReactAtOnce(t *testing.T) {
	s := onStage(t, sides(30, []Group{at(0, 0, band(longer(t, 4), 2, waiting(Neutral, Wait{For: OnApproach}))), at(0, 0, band(longer(t, 4), 2, waiting(Neutral, Wait{For: OnApproach}))),
		at(0, -40, band(footman(t, armed(bow(t))), 1, waiting(Neutral, Wait{For: OnRange, Watch: 3, At: &Point{0, 3}})))},
		[]Group{at(0, 23, band(footman(t), 1, does(Neutral, Close)))}))
	s.playOut(-1)
	var who []int
	for _, e := range all[Reacted](s) {
		who = append(who, e.Group)
	}
	equal(t, "who", fmt.Sprint(who), "[2 0 1]") // the zone begins before the spears
	equal(t, "stopped once", len(all[Stopped](s)), 1)
}

// TestStretches is the geometry of zones.
func TestStretches(t *testing.T) {
	east := Point{1, 0}
	for _, tt := range []struct {
		name  string
		from  Point
		q     Point
		yards float64
		want  float64
	}{
		{"ahead", Point{}, Point{10, 0}, 3, 7},
		{"inside", Point{}, Point{1, 0}, 3, 0},
		{"on the edge", Point{}, Point{3, 0}, 3, 0},
		{"behind", Point{}, Point{-10, 0}, 3, inf},
		{"aside", Point{}, Point{10, 4}, 5, 7},
		{"a touch", Point{}, Point{10, 5}, 5, 10},
		{"beside", Point{}, Point{10, 5.1}, 5, inf},
	} {
		equal(t, tt.name, insideOf(tt.from, east, tt.q, tt.yards).first(), tt.want)
	}
	g := &group{GroupInfo: &GroupInfo{}}
	g.order = &order{Order: &Order{Wait: &Wait{Watch: WatchLine}}}
	for _, tt := range []struct {
		name      string
		from, dir Point
		want      float64
	}{
		{"across", Point{-10, 5}, east, 9.5},
		{"behind", Point{-10, -5}, east, inf},
		{"along", Point{0, 30}, Point{0, -1}, 0},
		{"beside", Point{0.6, 30}, Point{0, -1}, inf},
		{"away", Point{10, 5}, east, inf},
	} {
		equal(t, "line: "+tt.name, g.zone(tt.from, tt.dir).first(), tt.want)
	}
}

// What cannot be is refused.
func TestWaitMistakes(t *testing.T) {
	both := footman(t, armed(sword(t), bow(t)), func(u *units.Unit) { u.ShieldDB = 3 })
	archer, plain := footman(t, armed(bow(t))), footman(t)
	with := func(o Order, change func(*Order)) Order { change(&o); return o }
	approach, inRange := Wait{For: OnApproach}, Wait{For: OnRange}
	for _, tt := range []struct {
		name string
		u    *units.Unit
		o    Order
		fine bool
	}{
		{"approach", plain, waiting(Neutral, approach), true},
		{"no event", plain, waiting(Neutral, Wait{}), false},
		{"retreat", plain, waiting(Retreat, approach), false},
		{"all-out", plain, waiting(AllOutOffensive, approach), false},
		{"hold", plain, with(waiting(Neutral, approach), func(o *Order) { o.Move = Hold }), true},
		{"close", plain, with(waiting(Neutral, approach), func(o *Order) { o.Move = Close }), false},
		{"away", plain, with(waiting(Neutral, approach), func(o *Order) { o.Move = Away }), false},
		{"withdraw", plain, with(waiting(AllOutDefensive, approach), func(o *Order) { o.Move = Withdraw }), false},
		{"posture", plain, with(waiting(Neutral, approach), func(o *Order) { o.Posture = new(Posture) }), false},
		{"actions", plain, with(waiting(Neutral, approach), func(o *Order) { o.Actions = []Action{deed("x", 1)} }), false},
		{"in range without a bow", plain, waiting(Neutral, inRange), false},
		{"in range", both, waiting(Neutral, inRange), true},
		{"in range, no shots", both, with(waiting(Neutral, inRange), func(o *Order) { o.HoldFire = true }), false},
		{"in range, to strike", both, waiting(Neutral, Wait{For: OnRange, Then: ReactAttack}), false},
		{"in range, to shout", plain, waiting(Neutral, Wait{For: OnRange, Then: ReactAct, Act: deed("shout", 1)}), false},
		{"in a zone, to shout", plain, waiting(Neutral, Wait{For: OnRange, Watch: 9, Then: ReactAct, Act: deed("shout", 1)}), true},
		{"to strike without a weapon", archer, waiting(Neutral, Wait{For: OnApproach, Then: ReactAttack}), false},
		{"to shoot without one", plain, waiting(Neutral, Wait{For: OnApproach, Then: ReactShoot}), false},
		{"2 AP", plain, waiting(Neutral, Wait{For: OnApproach, Then: ReactAct, Act: deed("x", 2)}), false},
		{"a shield of 2 AP", both, waiting(Neutral, Wait{For: OnApproach, Then: ReactAct, Act: Action{Kind: ReadyShield}}), false},
		{"a reload", both, waiting(Neutral, Wait{For: OnApproach, Then: ReactAct, Act: Action{Kind: Reload}}), false},
		{"a zone for an approach", both, waiting(Neutral, Wait{For: OnApproach, Watch: 3}), false},
		{"a place without a zone", both, waiting(Neutral, Wait{For: OnRange, At: &Point{}}), false},
	} {
		_, err := Compile(duel(1, band(tt.u, 1, tt.o), band(plain, 1)))
		equal(t, tt.name, err == nil, tt.fine)
	}
}

// anyWait adds actions and waits to the orders of a generated battle.
func anyWait(t *rapid.T) Scenario {
	s := anyBattle(t)
	for side := range s.Sides {
		for k := range s.Sides[side].Groups {
			g := &s.Sides[side].Groups[k]
			label := fmt.Sprintf("%d.%d ", side, k)
			u := *g.Unit
			u.Potions = []units.Potion{{Name: "p", Heal: dice.D(1, -1), FP: 1, Count: rapid.IntRange(1, 3).Draw(t, label+"potions")}}
			u.Block, u.ShieldDB = 9, rapid.IntRange(0, 4).Draw(t, label+"db")
			g.Unit, g.Slung = &u, rapid.Bool().Draw(t, label+"slung")
			for i := range g.Orders {
				o := g.Orders[i]
				if o.Auto {
					continue
				}
				switch rapid.IntRange(0, 3).Draw(t, label+"what") {
				case 0:
					o.Actions = []Action{{Kind: DrinkPotion}, {Kind: ReadyShield}, deed("x", rapid.IntRange(1, 9).Draw(t, label+"ap"))}
				case 1, 2:
					o.Move, o.Posture = MoveDefault, nil
					o.Wait = &Wait{
						For: Trigger(rapid.IntRange(1, 15).Draw(t, label+"for")), Then: Reaction(rapid.IntRange(0, 3).Draw(t, label+"then")),
						Watch: rapid.IntRange(-1, 30).Draw(t, label+"watch"), Check: rapid.Bool().Draw(t, label+"check"), Act: Action{Kind: DrinkPotion},
					}
				}
				if CheckWait(&o, &u) == nil && CheckActions(&o, &u) == nil {
					g.Orders[i] = o
				}
			}
		}
	}
	return s
}

// Whatever is waited for and done, a trial alone is the trial of the batch, a told
// one is the one that is not, and every battle ends.
func TestAnyWait(t *testing.T) {
	reactions, deeds := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		b, err := Compile(anyWait(t))
		if err != nil {
			t.Fatalf("Compile: %v", err)
		}
		f := NewFight(b)
		var batch []Result
		for trial := range uint64(20) {
			batch = append(batch, copyOf(f.Run(7, trial+1)))
		}
		told := NewFight(b)
		var waits [2]int // of a round: declared, and reacted
		told.Trace = func(e Event) {
			switch e := e.(type) {
			case RoundBegins:
				waits = [2]int{}
			case Ordered:
				if e.Wait != nil {
					waits[0]++
				}
			case Reacted:
				reactions++
				if waits[1]++; waits[1] > waits[0] {
					t.Fatalf("%d reactions of %d groups who wait", waits[1], waits[0])
				}
			case Drank:
				deeds++
				if g := told.groups[e.Group]; e.Pool > g.fighting*g.hp || e.Now > g.Unit.FP {
					t.Fatalf("a potion filled more than there was room for: %+v", e)
				}
			}
		}
		for trial := range batch {
			if thought := copyOf(told.Run(7, uint64(trial+1))); !reflect.DeepEqual(thought, batch[trial]) {
				t.Fatalf("trial %d told: %+v, in the batch: %+v", trial+1, thought, batch[trial])
			}
			if alone := copyOf(NewFight(b).Run(7, uint64(trial+1))); trial < 3 && !reflect.DeepEqual(alone, batch[trial]) {
				t.Fatalf("trial %d alone: %+v, in the batch: %+v", trial+1, alone, batch[trial])
			}
		}
	})
	if !testing.Short() && (reactions < 50 || deeds < 50) {
		t.Errorf("only %d reactions and %d potions came up", reactions, deeds)
	}
}

// charge is pikes who wait for swords, and archers who watch and shoot back.
func charge(t testing.TB) Scenario {
	halberd := units.Weapon{Name: "halberd", Skill: 11, Modes: modes(t, "1d+2 cut", "1d+1 imp"), Reach: []int{2}}
	pikes := footman(t, armed(halberd), func(u *units.Unit) { u.Potions = []units.Potion{{Name: "p", Heal: dice.D(1, 0), Count: 2}} })
	bows := footman(t, armed(bow(t), sword(t)))
	locked := true
	r := sides(60, []Group{
		{Name: "pikes", Unit: pikes, Count: 6, Orders: []Order{
			{When: Condition{Locked: &locked}, Actions: []Action{{Kind: DrinkPotion}}}, waiting(HoldGround, Wait{For: OnApproach})}},
		{Name: "bows", Unit: bows, Count: 4, Orders: []Order{{When: Condition{Locked: &locked}, Wait: &Wait{For: OnAttack}}, waiting(AimedShooting, Wait{For: OnRange | OnShot, Watch: 2, Check: true, At: &Point{0, 30}})}},
	}, []Group{
		{Name: "swords", Unit: footman(t), Count: 7, Orders: []Order{does(Offensive, Close)}},
		{Name: "slings", Unit: footman(t, armed(bow(t))), Count: 3, Orders: []Order{does(Neutral)}},
	})
	r.Rules.Morale, r.Rules.Fatigue = true, true
	return r
}

// Both ways of drawing come out alike in a battle with waits and actions.
func TestWaitsBothWays(t *testing.T) {
	b, err := Compile(charge(t))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "elaborate", b.elaborate, "a battle with waits")
	trials := 20_000
	if testing.Short() {
		trials = 4_000
	}
	var counts [2]map[string]float64
	for way := range counts {
		counts[way] = map[string]float64{}
		f := NewFight(b)
		f.RollDice = way == 1
		for trial := range uint64(trials) {
			r := f.Run(uint64(way+1), trial+1)
			counts[way][fmt.Sprint(r.Outcome, min(r.Rounds, 8), r.Groups[0].Survivors, r.Groups[2].Survivors)]++
		}
	}
	if p := alike(counts[0], counts[1]); p < 1e-4 {
		t.Errorf("chance %.2g that both ways are one distribution", p)
	}
}

// A charge on pikes with the dice written down: HC-WAIT from orders to injury.
func TestChargeByTheDice(t *testing.T) {
	pikemen := footman(t, armed(units.Weapon{Name: "pike", Skill: 12, Modes: modes(t, "1d+2 imp"), Reach: []int{3}}))
	s := onStage(t, duel(20, band(pikemen, 10, waiting(HoldGround, Wait{For: OnApproach})), band(footman(t), 6, does(AllOutOffensive))))
	s.open(1)
	s.run(s.rangedPhase)
	// Pike 12 +4 for two yards of Reach +4 for 10 : 6 is 20, rolls 11: by 9. Dodge 8 −2
	// +2 is 8, rolls 12: fails by 4. Margin 13, 1 + 3 = 4 hits × 4 = 16 of 1d+2: each
	// roll of 3 is 5, × 2. HT 10, rolls 11: all of it.
	rolls := []int{11, 12}
	for range 16 {
		rolls = append(rolls, 3)
	}
	s.run(s.movementPhase, append(rolls, 11)...)
	a := s.attacks()[0]
	equal(t, "skill", a.Skill.Total, 20)
	equal(t, "defence", a.DefenceScore.Total, 8)
	equal(t, "margin", a.Margin, 13)
	equal(t, "hits", a.Hits, 16)
	equal(t, "injury", a.Injury.Injury, 96)
	equal(t, "HP", s.groups[1].pool, 0)
}
