package heroic

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"heroicsim/dice"
	"heroicsim/units"

	"pgregory.net/rapid"
)

// anyMixture draws a battle in which spells, grapples, waits, actions, several attacks
// at once, postures, flanks, wounds, pursuit and the rules about size may all come up.
func anyMixture(t *rapid.T) Scenario {
	s := anyWait(t)
	in := func(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(t, what) }
	if in(0, 1, "wounds") == 0 {
		s.Rules.Shock, s.Rules.Reeling, s.Rules.MajorWounds = true, true, true
	}
	for side := range s.Sides {
		for k := range s.Sides[side].Groups {
			mixIn(t, &s.Sides[side].Groups[k])
		}
	}
	return s
}

// mixIn adds spells, grapples and several attacks to a group's orders.
func mixIn(t *rapid.T, g *Group) {
	in := func(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(t, g.Name+what) }
	u := *g.Unit
	u.Skills = map[string]int{"wrestling": in(5, 18, "wrestling"), "judo": in(5, 18, "judo"), "fast-draw": 12}
	u.Will, u.Per, u.IQ = 10, 10, 10
	u.Traits.ExtraArms = in(0, 2, "arms")
	for i := range in(0, 3, "spells") {
		sp := anySpell(t, fmt.Sprint(g.Name, "spell ", i, " "))
		if sp.Area.Length > 0 && rapid.Bool().Draw(t, g.Name+"jet") {
			sp.Jet = float64(in(-1, 200, "jet width"))
		}
		u.Spells = append(u.Spells, sp)
	}
	g.Unit = &u
	for i := range g.Orders {
		o := &g.Orders[i]
		if o.Auto {
			continue
		}
		try := *o
		for _, spell := range u.Spells {
			try.Spells = append(slices.Clone(o.Spells), Cast{Spell: spell.Name, Times: in(1, 2, "times")})
			if checkOrder(&try, &u, 99) == nil {
				o.Spells = try.Spells
			}
		}
		switch in(0, 4, "melee") {
		case 0, 1:
			try := *o
			try.Grapple, try.BreakFree = true, rapid.Bool().Draw(t, g.Name+"break free")
			try.FollowUps = rapid.SliceOfN(rapid.SampledFrom([]FollowUp{Takedown, Pin, Choke, ChokeHold, ArmLock, NeckSnap, WrenchLimb}), 0, 3).Draw(t, g.Name+"follow-ups")
			if checkOrder(&try, &u, 99) == nil {
				*o = try
			}
		case 2:
			try := *o
			for range 3 {
				for _, w := range u.Weapons {
					if !w.Ranged && len(try.Attacks) < 3 {
						try.Attacks = append(try.Attacks, Blow{w.Name, units.Location(in(0, int(units.NumLocations)-1, "blow"))})
					}
				}
			}
			if checkOrder(&try, &u, 99) == nil {
				*o = try
			}
		}
	}
}

// TestAnyMixture fights battles with everything in them: a trial alone is the trial of
// the batch, a told one is the one that is not, numbers stay in their bounds, and every
// battle ends.
func TestAnyMixture(t *testing.T) {
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		b, err := Compile(anyMixture(t))
		if err != nil {
			t.Fatalf("Compile: %v", err)
		}
		rolls := rapid.Bool().Draw(t, "rolls dice")
		f, told := NewFight(b), NewFight(b)
		f.RollDice, told.RollDice = rolls, rolls
		told.Trace = func(e Event) {
			seen[fmt.Sprintf("%T", e)]++
			checkEvent(t, told, e)
		}
		for trial := range uint64(10) {
			got := copyOf(f.Run(7, trial+1))
			if other := copyOf(told.Run(7, trial+1)); !reflect.DeepEqual(got, other) {
				t.Fatalf("trial %d told: %+v, else: %+v", trial+1, other, got)
			}
			alone := NewFight(b)
			alone.RollDice = rolls
			if other := copyOf(alone.Run(7, trial+1)); trial < 3 && !reflect.DeepEqual(got, other) {
				t.Fatalf("trial %d alone: %+v, in the batch: %+v", trial+1, other, got)
			}
			if got.Outcome >= NumOutcomes || got.Rounds < 1 || got.Rounds > b.MaxRounds {
				t.Fatalf("%+v", got)
			}
			checkGroups(t, f)
		}
	})
	if testing.Short() {
		return
	}
	for _, e := range []Event{
		Attacked{}, SpellCast{}, Affected{}, Covered{}, Reacted{}, Drank{}, FollowedUp{}, TriedToBreakFree{}, GotUp{}, Shaken{}, PostureChanged{}, Suffocated{},
		Turned{}, Wearied{}, Pursued{}, Concentrated{}, Burned{}, Checked{}, NotCast{}, Resisted{}, LetGo{},
	} {
		if name := fmt.Sprintf("%T", e); seen[name] == 0 {
			t.Errorf("no %s came up", name)
		}
	}
}

// checkEvent holds what is told to its own arithmetic.
func checkEvent(t *rapid.T, f *Fight, e Event) {
	adds := func(s Score) {
		sum := s.Base
		for _, p := range s.Parts {
			sum += p.Value
		}
		if s.Cap == 0 && sum != s.Total {
			t.Fatalf("%+v: score %+v adds up to %d", e, s, sum)
		}
	}
	switch e := e.(type) {
	case Attacked:
		adds(e.Skill)
		adds(e.DefenceScore)
		if e.Hits < 0 || e.Cap >= 0 && e.Hits > e.Cap || e.Injury.Injury < 0 || e.Hits > 0 && e.Margin <= 0 && e.Automatic != CriticalHit {
			t.Fatalf("%+v", e)
		}
		hits := 0
		for _, l := range e.Blows {
			hits += l.Hits
		}
		if len(e.Blows) > 0 && hits != e.Hits {
			t.Fatalf("%d hits of %+v", hits, e)
		}
		if by := &f.groups[e.Attacker]; e.Attackers > e.Allotted || e.Allotted > by.fighting {
			t.Fatalf("%d of %d, of whom %d fight: %+v", e.Attackers, e.Allotted, by.fighting, e)
		}
		if e.Held > min(e.Attackers, e.Defenders) {
			t.Fatalf("%d held: %+v", e.Held, e)
		}
	case Suffered:
		if e.Pool < 0 || e.After > e.Before {
			t.Fatalf("%+v", e)
		}
	case FollowedUp:
		adds(e.Score)
		adds(e.Opposing)
	case Affected:
		if e.Members < 0 || e.Members > e.Of {
			t.Fatalf("%+v", e)
		}
	}
}

// checkGroups holds the groups to their numbers.
func checkGroups(t interface {
	Fatalf(string, ...any)
}, f *Fight) {
	for i := range f.groups {
		g, n := &f.groups[i], 0
		for k := range g.parts {
			p := &g.parts[k]
			if n += p.members; p.members <= 0 {
				t.Fatalf("%s: a part of %d members", g.Name, p.members)
			}
		}
		if len(g.parts) > 0 && n != g.fighting {
			t.Fatalf("%s: %d members in parts, %d fight", g.Name, n, g.fighting)
		}
		if g.pool < 0 || g.pool > g.Start*g.hp || g.fighting != fighters(g.pool, g.hp) {
			t.Fatalf("%s: %d HP, %d fight", g.Name, g.pool, g.fighting)
		}
		for k, enemy := 0, f.enemies(g); k < len(enemy) && !f.ended; k++ {
			if held, holders := enemy[k].heldBy(g), g.holdsOn(&enemy[k]); held != holders {
				t.Fatalf("%d held by %d", held, holders)
			}
		}
	}
}

// warded gives a unit a spell that adds to DR and Dodge, whose effect is the battle's
// first.
func warded(t testing.TB) func(*units.Unit) {
	ward := aSpell(t, func(s *units.Spell) {
		s.Name, s.On, s.Roll, s.Damage, s.Duration = "Ward", units.OnSelf, units.IQRoll, units.Damage{}, 60
		s.Effect.Bonuses = units.Bonuses{DR: 3, Dodge: 2}
	})
	return knows(ward)
}

// ward puts n members of a group under that spell.
func (s *stage) ward(i, n int) {
	s.groups[i].affect(n, func(st *state) { st.under(lasting{effect: 1, degree: 1, until: int32(s.round + 2)}) })
}

// fortune gives a stage dice that fall as they will.
func (s *stage) fortune(trial uint64) {
	s.dice = dice.Dice{}
	s.dice.Begin(1, trial)
}

// HC-MULTI at members under a spell: each blow meets the DR that it adds, the rest do
// not; the arc, the posture and what is not seen count as for one blow.
func TestBlowsAtTheWarded(t *testing.T) {
	o := severally(Blow{"claws", units.Torso}, Blow{"claws", units.Neck})
	seen := map[bool]int{}
	for trial := range uint64(20) {
		foes := band(footman(t, warded(t)), 4, does(Neutral))
		foes.Posture = Kneeling
		s := onStage(t, duel(1, band(beast(t), 8, o), foes))
		s.open(-1)
		s.ward(1, 2)
		s.fortune(trial)
		s.meleeStep(0)
		for _, a := range s.attacks() {
			warded, dr := part(a.DefenceScore, ForSpells) == 2, 0
			if warded {
				dr = 3
			}
			equal(t, "kneeling", part(a.DefenceScore, ForPosture), -2)
			for _, l := range a.Blows {
				if l.Hits > 0 {
					equal(t, fmt.Sprint("warded ", warded, ": DR at the ", l.Location), l.Injury.RawDR, dr)
					seen[warded]++
				}
			}
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("hits by ward: %v", seen)
	}
	dark := duel(1, band(beast(t), 8, o), band(footman(t), 1, does(Neutral)))
	dark.Field.Visibility = darkness
	s := onStage(t, dark)
	s.open(-1)
	s.planBlow(MeleeAttack, &s.groups[0], &s.groups[1], byNumber)
	equal(t, "in total darkness", s.effective(&s.step.attacks[0], numbers{ratio: 16}), capped)
	// From behind.
	s = onStage(t, sides(0, []Group{at(0, 1, band(beast(t), 1, o)), at(0, -1, band(footman(t), 1, does(Neutral)))},
		[]Group{at(0, 0, band(footman(t), 1, does(Neutral)))}))
	s.open(-1)
	s.turnTo(2, 1)
	s.planBlow(MeleeAttack, &s.groups[0], &s.groups[2], byNumber)
	equal(t, "from behind", part(s.step.attacks[0].defence.score(), ForRear), -4)
}

// turnTo lets a group face another that it is locked with.
func (s *stage) turnTo(i, foe int) {
	for k, side := range s.b.Sides {
		if foe >= side.First && foe < side.Last {
			first := foe - s.b.Sides[k].First
			s.groups[i].order.Facing = &first
		}
	}
	s.turnAsOrdered()
}

// A thrust among several attacks at once has the bonus of a longer weapon against a
// charger (HC-WAIT), the other blows have not.
func TestBracedBlows(t *testing.T) {
	spear := units.Weapon{Name: "spear", Skill: 12, Modes: modes(t, "1d imp"), Reach: []int{3}}
	flail := units.Weapon{Name: "flail", Skill: 12, Modes: modes(t, "1d cr"), Reach: []int{3}}
	o := waiting(Neutral, Wait{For: OnApproach})
	o.Attacks = []Blow{{"spear", units.Torso}, {"flail", units.Torso}}
	s := onStage(t, duel(10, band(footman(t, armed(spear, flail)), 1, o), band(footman(t), 1, does(Neutral, Close))))
	s.open(-1)
	s.run(s.moveAll, 18, 3)
	a := s.attacks()[0]
	equal(t, "the thrust", part(a.Blows[0].Skill, ForReach), 4)
	equal(t, "the flail", part(a.Blows[1].Skill, ForReach), 0)
	equal(t, "average", a.Skill.Base, (12+4-1+12-1)/2)
}

// Who is taken hold of while he attacks does not go on with a sword.
func TestGrappledInTheAct(t *testing.T) {
	o := grapples(units.Torso)
	o.Wait = &Wait{For: OnAttack}
	s := onStage(t, duel(1, band(wrestler(t), 5, o), band(footman(t), 5, does(Neutral, Hold))))
	s.open(1)
	// Wrestling 14 against Dodge 8: margin 6 + 8, four base hits × 2 take hold of all five.
	s.run(func() { s.meleeStep(1) }, 8, 18, 18, 3) // and then try to get free
	a := s.attacks()
	equal(t, "attacks", len(a), 1)
	equal(t, "held", a[0].Held, 5)

	s = onStage(t, duel(1, band(wrestler(t), 2, o), band(footman(t), 5, does(Neutral, Hold))))
	s.open(1)
	s.run(func() { s.meleeStep(1) }, 8, 18, 18, 3, 18, 3)
	a = s.attacks()
	equal(t, "held by two", a[0].Held, 2)
	strikers := 0
	for _, e := range a[1:] {
		strikers += e.Attackers
	}
	equal(t, "who strikes back", strikers, 3)
	// Who holds and waits without a weapon may strike by grappling alone.
	equal(t, "an order of bare hands", CheckWait(&Order{Grapple: true, Wait: &Wait{For: OnApproach, Then: ReactAttack}}, wrestler(t)), nil)
}

// Shock counts against DX and skills in the contests about a hold, not against ST; tired
// arms have half of their ST.
func TestWoundedWrestlers(t *testing.T) {
	sc := wounding(band(wrestler(t), 1, grapples(units.Torso, Takedown)), band(body(t, 10, 14, 10, nil), 1, does(Neutral)))
	s := onStage(t, sc)
	s.open(-1)
	g, h := &s.groups[0], &s.groups[1]
	g.wounds.shocks[0].lost = 3
	h.wounds.shocks[0].lost = 2
	b := s.wrestle(g, h)
	equal(t, "Wrestling 14 or ST 12 + 2, in shock", fmt.Sprint(b.with, b.score.total), "ST14")
	equal(t, "DX 14 - 4 - 2 or ST 10", fmt.Sprint(b.against, b.opposing.total), "ST10")
	g.grapple.Weapon.Skill = 18
	equal(t, "Wrestling 18 in shock", fmt.Sprint(s.wrestle(g, h).with, s.wrestle(g, h).score.total), "Wrestling15")
	a := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.grapple, grapple: true, kind: MeleeAttack, distance: 1}
	s.prepare(&a)
	equal(t, "to take hold", part(a.skill.score(), ForShock), -3)
	g.tired = true
	_, ready := s.strengthTally(g)
	equal(t, "ST 12 when tired, + 2", ready.total, 8)
	// A stunned single holder is at -4 against who tries to get free.
	before := s.breakFreeBout(h, g, clasp{hold: Grappled}).opposing.total
	g.wounds.stun = s.round
	equal(t, "stunned by a wound", s.breakFreeBout(h, g, clasp{hold: Grappled}).opposing.total, before-4)
	// Stun by a wound and by a spell is -4 to defend once.
	h.wounds.stun = s.round
	s.stun(1, 1)
	d := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.grapple, grapple: true, distance: 1}
	d.to = &h.parts[0].state
	s.prepare(&d)
	equal(t, "stunned twice", part(d.defence.score(), ForStun), -4)
}

// Size between grapplers, and who attacks the flank.
func TestGrapplesInTheFlank(t *testing.T) {
	o := grapples(units.Torso, Takedown, Pin)
	big := wrestler(t)
	big.SM = 2
	for _, size := range []SizeMelee{SizeRelative, SizeOff, SizeCapped, SizeHalf} {
		sc := sides(0, []Group{at(0, -1, band(footman(t), 1, does(Neutral))), at(0, 1, band(big, 1, o)), at(1, 0, band(wrestler(t), 1, o))},
			[]Group{at(0, 0, band(footman(t), 4, does(Neutral)))})
		sc.Rules.SizeMelee = size
		s := onStage(t, sc)
		s.open(-1)
		s.turnTo(3, 0)
		helps := 2
		if size == SizeOff {
			helps = 0
		}
		for i, want := range []int{0, -4, 0} {
			if i == 0 {
				continue
			}
			s.step.clear()
			s.planBlow(MeleeAttack, &s.groups[i], &s.groups[3], byNumber)
			a := &s.step.attacks[0]
			equal(t, fmt.Sprint("rear of ", i), part(a.defence.score(), ForRear), want)
			equal(t, fmt.Sprint("side of ", i), part(a.defence.score(), ForSide), 0)
			if i == 1 {
				equal(t, fmt.Sprint("size ", size), part(a.skill.score(), ForSize), helps)
			}
		}
	}
}

// Foes whose group lies are pinned, not thrown; who holds them kneels. When the group
// gets up, who is held stays on the ground; while all are held nobody gets up.
func TestGrapplesOfTheProne(t *testing.T) {
	lies := band(footman(t), 3, does(Neutral))
	lies.Posture = Prone
	up := Upright
	rise := Order{Posture: &up}
	lies.Orders = []Order{{When: rounds(1, 1)}, rise}
	s := onStage(t, duel(1, band(wrestler(t), 2, grapples(units.Torso, Takedown, Pin)), lies))
	g, h := &s.groups[0], &s.groups[1]
	s.open(0)
	// 14 + 2 − 2 for kneeling = 14 − 12; Dodge 8 − 3 = 5 − 18: two take hold of one each.
	s.run(func() { s.meleeStep(0) }, 12, 18, 3, 18)
	a := s.attacks()[0]
	equal(t, "kneels for it", part(a.Skill, ForKneeling), -2)
	equal(t, "held", h.heldBy(g), 2)
	equal(t, "pinned at once", h.number(func(s *state) bool { return s.grip.hold == Pinned }), 2)
	equal(t, "no one thrown", h.number(func(s *state) bool { return s.down }), 0)
	s.settleGrips()
	equal(t, "kneel", g.number(func(s *state) bool { return s.kneels }), 2)
	s.closeRound()
	s.open(0)
	s.run(s.takePostures)
	equal(t, "the group stands", h.posture, Upright)
	equal(t, "who is held lies", h.number(func(s *state) bool { return s.down && s.held() }), 2)
	equal(t, "the third does not", h.number(func(s *state) bool { return s.down }), 2)

	s = onStage(t, duel(1, band(wrestler(t), 3, grapples(units.Torso)), lies))
	g, h = &s.groups[0], &s.groups[1]
	s.open(0)
	s.run(func() { s.meleeStep(0) }, 3, 18)
	equal(t, "all are held", h.heldBy(g), 3)
	s.closeRound()
	s.open(0)
	s.run(s.takePostures)
	equal(t, "they do not get up", h.posture, Prone)
}

// B-MAJOR: who is knocked down lies, lets go of whom he holds, and gets up again when he
// can act, by orders if they name a posture and else as he stood.
func TestKnockedDown(t *testing.T) {
	kneel := Kneeling
	for _, tt := range []struct {
		name  string
		order Order
		from  Posture
		want  Posture
		ap    int
	}{
		{"stands again", does(Neutral), Upright, Upright, 2},
		{"as ordered", Order{Posture: &kneel}, Upright, Kneeling, 3},
		{"knelt before", does(Neutral), Kneeling, Kneeling, 3},
	} {
		one := band(footman(t, tough(20, 10)), 1, tt.order)
		one.Posture = tt.from
		s := onStage(t, wounding(one, band(footman(t), 1, does(Neutral, Hold))))
		g := &s.groups[0]
		s.open(1)
		g.injury = 11
		s.run(func() { s.injuryStep(dice.RangedInjury) }, 12) // HT 10 fails by 2
		equal(t, tt.name+": lies", g.posture, Prone)
		equal(t, tt.name+": told", all[Shaken](s)[0].Result, Stunned)
		s.run(s.moveAll)
		a := attack{from: &whole, to: &whole, by: &s.groups[1], at: g, weapon: &s.groups[1].melee[0], distance: 1}
		s.makeReady(&a)
		equal(t, tt.name+": lying", part(a.defence.score(), ForPosture), -3)
		s.closeRound()
		s.open(1)
		s.run(s.takePostures)
		equal(t, tt.name+": stunned", g.posture, Prone)
		s.closeRound()
		s.open(1)
		s.run(s.takePostures)
		equal(t, tt.name+": up", g.posture, tt.want)
		equal(t, tt.name+": AP", g.ap, tt.ap)
		s.closeRound()
		s.begin()
		equal(t, tt.name+": in the next battle", g.posture, tt.from)
	}
	s := onStage(t, wounding(band(wrestler(t), 1, grapples(units.Torso)), band(footman(t), 3, does(Neutral, Hold))))
	g, h := &s.groups[0], &s.groups[1]
	s.open(0)
	s.run(func() { s.meleeStep(0) }, 8, 18)
	equal(t, "holds", h.heldBy(g), 1)
	g.injury = 6
	s.run(func() { s.injuryStep(dice.MeleeInjury) }, 14) // HT 11 fails by 3
	equal(t, "lets go", h.heldBy(g)+g.holdsOn(h), 0)
}

// A march round the flank is stopped by pikes that wait, and told in full.
func TestMarchIntoPikes(t *testing.T) {
	hold := does(Neutral, Hold)
	o := does(Neutral, FlankLeft)
	o.Target = Target{Named, []TargetShare{{0, 1}}}
	swift := footman(t, func(u *units.Unit) { u.Move = 8 })
	sc := sides(20, []Group{at(0, 0, band(swift, 3, o))},
		[]Group{at(0, 20, band(longer(t, 4), 4, waiting(Neutral, Wait{For: OnApproach}))), at(-9, 12, band(footman(t), 1, hold))})
	s := onStage(t, sc)
	s.open(-1)
	s.run(s.moveAll, 18, 3)
	reach := s.groups[0].pos.distance(s.groups[1].pos)
	equal(t, "stopped at the pikes' reach", math.Abs(reach-4) < 1e-6, true)
	equal(t, "locked", s.locked(0, 1), true)
	equal(t, "braced", part(all[Attacked](s)[0].Skill, ForReach), 6)
	moved := all[Moved](s)
	equal(t, "moves told", len(moved), 1)
	equal(t, "from where it began", moved[0].From, Point{0, 0})
	equal(t, "to where it stopped", moved[0].To, s.groups[0].pos)
	if least := moved[0].From.distance(moved[0].To); moved[0].Yards < least || moved[0].Yards > 40 {
		t.Errorf("told of %v yards of at least %v", moved[0].Yards, least)
	}
	// A march past who shoots out of a wait goes on, and all of its yards are told.
	sc.Sides[1].Groups = []Group{at(0, 20, band(footman(t), 1, hold)),
		at(-8, 25, band(footman(t, armed(bow(t), sword(t))), 2, waiting(Neutral, Wait{For: OnRange, Watch: 10, Then: ReactShoot})))}
	s = onStage(t, sc)
	s.open(-1)
	s.fortune(1)
	s.moveAll()
	moved, sum := all[Moved](s), 0.0
	place := moved[0].From
	for i, m := range moved {
		equal(t, "goes further", m.Further, i > 0)
		equal(t, "from where it was", m.From, place)
		place, sum = m.To, sum+m.Yards
	}
	equal(t, "interrupted", len(moved) > 1, true)
	equal(t, "to its place", place, s.groups[0].pos)
	if sum > 40+1e-6 || sum < s.groups[0].pos.distance(Point{0, 0}) {
		t.Errorf("told of %v yards", sum)
	}
}

// HC-WAIT for a spell: a blow or a shot comes before it, and a long spell may be lost by
// it (HC-INTERRUPT); short ones are not.
func TestWaitForSpells(t *testing.T) {
	mage := func(seconds int) Group {
		return at(0, 20, band(footman(t, knows(aSpell(t, takes(seconds)))), 1, casts(Neutral, Cast{Spell: "Spell"})))
	}
	archers := footman(t, armed(bow(t), sword(t)))
	for _, tt := range []struct {
		name    string
		seconds int
		wait    Wait
		rolls   []int
		shots   int
		cast    bool
	}{
		{"a short spell", 1, Wait{For: OnCast, Then: ReactShoot}, []int{18, 3, 18, 3}, 1, true},
		{"a long one, Will fails", 3, Wait{For: OnCast, Then: ReactShoot}, []int{18, 3, 18}, 1, false},
		{"a long one, Will holds", 3, Wait{For: OnCast, Then: ReactShoot}, []int{18, 3, 3, 18, 3}, 1, true},
		{"out of reach of a blow", 1, Wait{For: OnCast, Then: ReactAttack}, []int{18, 3}, 0, true},
		{"waiting for something else", 3, Wait{For: OnAttack, Then: ReactShoot}, []int{18, 3}, 0, true},
	} {
		s := onStage(t, sides(20, []Group{at(0, 0, band(archers, 1, waiting(Neutral, tt.wait)))}, []Group{mage(tt.seconds)}))
		s.open(1)
		s.run(s.shoot, tt.rolls...)
		shots, cast := 0, false
		for _, e := range s.events {
			switch e := e.(type) {
			case Attacked:
				if e.Kind == RangedAttack {
					shots++
					equal(t, tt.name+": before the spell", cast, false)
				}
			case SpellCast:
				cast = true
			}
		}
		equal(t, tt.name+": volleys", shots, tt.shots)
		equal(t, tt.name+": cast", cast, tt.cast)
	}
	// Spells on oneself and friends are no event, and who waits casts nothing.
	o := casts(Neutral, Cast{Spell: "Ward"})
	s := onStage(t, sides(20, []Group{at(0, 0, band(archers, 1, waiting(Neutral, Wait{For: OnCast})))}, []Group{at(0, 20, band(footman(t, warded(t)), 1, o))}))
	s.open(1)
	s.run(s.shoot, 3)
	equal(t, "a ward", len(all[Reacted](s)), 0)
	o.Wait, o.Move = &Wait{For: OnCast}, MoveDefault
	if err := CheckWait(&o, footman(t, warded(t))); err == nil {
		t.Error("who waits may cast")
	}
}

// Spells take the rows of what is aimed at and of the caster: cover, figures in the way,
// posture, sight, circumstances and shock.
func TestSpellsTakeTheRows(t *testing.T) {
	half := &Cover{Half: []units.Location{units.Torso}, DR: 20}
	for _, tt := range []struct {
		name   string
		spell  units.Spell
		change func(caster, target *Group, field *Battlefield)
		why    Reason
		want   int
	}{
		{"half behind cover", aSpell(t), func(_, h *Group, _ *Battlefield) { h.Cover = half }, ForCover, halfExposed},
		{"partly exposed", aSpell(t), func(_, h *Group, _ *Battlefield) { h.Cover = &Cover{Partial: true} }, ForPartial, partlyExposed},
		{"an area passes cover", aSpell(t, about(units.Damaging, 1)), func(_, h *Group, _ *Battlefield) { h.Cover = half }, ForCover, 0},
		{"lying", aSpell(t), func(_, h *Group, _ *Battlefield) { h.Posture = Prone }, ForLow, -2},
		{"an area at who lies", aSpell(t, about(units.Damaging, 1)), func(_, h *Group, _ *Battlefield) { h.Posture = Prone }, ForLow, 0},
		{"unseen", aSpell(t), func(_, h *Group, _ *Battlefield) { h.Unit.Traits.Invisible = true }, ForUnseen, unseen},
		{"an area at the unseen", aSpell(t, about(units.Damaging, 1)), func(_, h *Group, _ *Battlefield) { h.Unit.Traits.Invisible = true }, ForUnseen, 0},
		{"blind", aSpell(t, about(units.Damaging, 1)), func(g, _ *Group, _ *Battlefield) { g.Unit.Traits.Blind = true }, ForBlindness, usedToDark},
		{"an emanation of the blind", aSpell(t, about(units.Emanation, 10)), func(g, _ *Group, _ *Battlefield) { g.Unit.Traits.Blind = true }, ForBlindness, 0},
		{"darkness", aSpell(t), func(_, _ *Group, f *Battlefield) { f.Visibility = -4 }, ForVisibility, -4},
		{"darkness, with night vision", aSpell(t), func(g, _ *Group, f *Battlefield) { f.Visibility, g.Unit.Traits.NightVision = -4, 3 }, ForVisibility, -1},
		{"a malediction in darkness", aSpell(t, magic), func(_, _ *Group, f *Battlefield) { f.Visibility = -4 }, ForVisibility, 0},
		{"distracted", aSpell(t), func(g, _ *Group, _ *Battlefield) { g.Distraction = MinorDistraction }, ForDistraction, -2},
		{"other circumstances", aSpell(t), func(g, _ *Group, _ *Battlefield) { g.Modifiers.Ranged = -3 }, ForCircumstances, -3},
		{"in the saddle", aSpell(t), func(g, _ *Group, _ *Battlefield) { g.Unit.Traits.Mounted = true }, ForSaddle, fromTheSaddle},
		{"shock", aSpell(t), nil, ForShock, -2},
		{"shock against IQ", aSpell(t, magic, func(s *units.Spell) { s.Roll = units.IQRoll }), nil, ForShock, -2},
		{"shock against Will", aSpell(t, magic), nil, ForShock, 0},
		{"a touch, kneeling", aSpell(t, func(s *units.Spell) { s.Roll, s.MaxRange = units.MeleeRoll, 9 }), func(g, _ *Group, _ *Battlefield) { g.Posture = Kneeling }, ForPosture, -2},
		{"a bolt, kneeling", aSpell(t), func(g, _ *Group, _ *Battlefield) { g.Posture = Kneeling }, ForPosture, 0},
	} {
		caster := band(footman(t, knows(tt.spell)), 1, casts(Neutral, Cast{Spell: "Spell"}))
		target := band(footman(t, weak), 1, does(Neutral, Hold))
		sc := duel(9, caster, target)
		g, h := &sc.Sides[0].Groups[0], &sc.Sides[1].Groups[0]
		if tt.change != nil {
			tt.change(g, h, &sc.Field)
		}
		sc.Rules.Shock = true
		s := onStage(t, sc)
		s.open(-1)
		s.groups[0].wounds.shocks[2].lost = 2
		s.fortune(3)
		s.shoot()
		c, activated := all[Attacked](s), all[Activated](s)
		switch {
		case len(c) > 0:
			equal(t, tt.name, part(c[0].Skill, tt.why), tt.want)
		case len(activated) > 0:
			equal(t, tt.name, part(activated[0].Score, tt.why), tt.want)
		default:
			t.Errorf("%s: not cast", tt.name)
		}
	}
	// Nothing is seen: no attack roll is better than 9.
	sc := duel(9, band(footman(t, knows(aSpell(t, func(s *units.Spell) { s.Skill = 40 }))), 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t), 1, does(Neutral, Hold)))
	sc.Field.Visibility = darkness
	s := onStage(t, sc)
	s.open(-1)
	s.run(s.shoot, 18, 3)
	equal(t, "in total darkness", s.attacks()[0].Skill.Total, capped)
	// RM-34: somebody in the way of who is singled out.
	sc = sides(20, []Group{at(0, 0, band(footman(t, knows(aSpell(t))), 1, casts(Neutral, Cast{Spell: "Spell", At: &Target{Rule: Named, Groups: []TargetShare{{Group: 0, Share: 1}}}})))},
		[]Group{at(0, 20, band(footman(t), 1, does(Neutral, Hold))), at(0, 15, band(footman(t), 1, does(Neutral, Hold)))})
	s = onStage(t, sc)
	s.open(-1)
	s.run(s.shoot, 18, 3)
	equal(t, "a figure in the way", part(s.attacks()[0].Skill, ForFigures), eachFigure)
}

// B-COVER: a missile spell meets the cover's DR, an area does not (ruling).
func TestSpellsAtCover(t *testing.T) {
	wall := &Cover{DR: 5}
	for _, tt := range []struct {
		name  string
		spell units.Spell
		want  int
	}{
		{"a missile", aSpell(t), 5}, {"an area", aSpell(t, about(units.Damaging, 1)), 0}, {"a cone", breath(t, "2d burn", 20, 4), 0},
		{"an explosion", aSpell(t, func(s *units.Spell) { s.Kind = units.Explosion }), 0},
	} {
		h := band(footman(t), 1, does(Neutral, Hold))
		h.Cover = wall
		s := onStage(t, duel(9, band(footman(t, knows(tt.spell)), 1, casts(Neutral, Cast{Spell: "Spell"})), h))
		s.open(-1)
		s.run(s.shoot, 3, 18, 7)
		equal(t, tt.name, s.attacks()[0].Injury.RawDR, tt.want)
	}
}

// Spells take the straight line up and down, as shots do; reach and areas do not.
func TestSpellsUpAndDown(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spell units.Spell
		far   float64
		cast  bool
	}{
		{"a missile", aSpell(t), 50, true},
		{"beyond its range", aSpell(t, func(s *units.Spell) { s.MaxRange = 49 }), 0, false},
		{"an area", aSpell(t, about(units.Damaging, 1)), 50, true},
		{"an emanation", aSpell(t, about(units.Emanation, 40)), 30, true},
		{"a cone", breath(t, "2d burn", 40, 4), 30, true},
		{"a malediction", aSpell(t, magic, func(s *units.Spell) { s.RangePenalty = units.ByYards }), 50, true},
	} {
		caster := band(footman(t, knows(tt.spell)), 1, casts(Neutral, Cast{Spell: "Spell"}))
		caster.Elevation = 120 // 40 yards up
		s := onStage(t, duel(30, caster, band(footman(t, weak), 1, does(Neutral, Hold))))
		s.open(-1)
		s.fortune(1)
		s.shoot()
		equal(t, tt.name+": cast", len(all[SpellCast](s)) == 1, tt.cast)
		if a := all[Attacked](s); len(a) > 0 {
			equal(t, tt.name+": yards", a[0].Distance, tt.far)
		} else if tt.cast {
			equal(t, tt.name+": yards", -part(all[Activated](s)[0].Score, ForRange), int(tt.far))
		}
	}
}

// Weariness by spells comes off FP, that of clouds again in step 4.3.
func TestSpellsThatWeary(t *testing.T) {
	target := footman(t, func(u *units.Unit) { u.FP, u.HT = 20, 3 })
	for _, tt := range []struct {
		name  string
		spell units.Spell
		rolls []int
		left  int // after the Ranged Phase, and after movement
		then  int
	}{
		{"a bolt", aSpell(t), []int{3, 18, 7, 18}, 13, 13},
		{"a cloud", aSpell(t, about(units.Persistent, 2), func(s *units.Spell) { s.Duration = 20; s.Damage.Dice = dice.D(0, 1) }), append([]int{3, 18}, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 18), 10, 0},
		{"what is resisted", aSpell(t, about(units.Resistible, 2), func(s *units.Spell) { s.Roll, s.Resist = units.WillRoll, units.ResistWill }), []int{3, 18, 7, 18}, 13, 13},
	} {
		tt.spell.Damage.Type = units.FatigueDamage
		s := onStage(t, duel(9, band(footman(t, knows(tt.spell)), 1, casts(Neutral, Cast{Spell: "Spell"})), band(target, 1, does(Neutral, Hold))))
		s.open(-1)
		s.run(s.rangedPhase, tt.rolls...)
		equal(t, tt.name+": FP", s.groups[1].fp, tt.left)
		equal(t, tt.name+": HP", s.groups[1].pool, 10)
		var again []int
		if tt.then != tt.left {
			again = []int{18}
		}
		s.run(s.movementPhase, again...)
		equal(t, tt.name+": FP after movement", s.groups[1].fp, tt.then)
	}
}

// Spells wound single combatants as other attacks do: shock, and major wounds at the
// place that they strike.
func TestSpellsWound(t *testing.T) {
	skull := aSpell(t, func(s *units.Spell) { s.Location = units.Skull })
	sc := wounding(band(footman(t, knows(skull)), 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t, tough(20, 10)), 1, does(Neutral, Hold)))
	sc.Field.Distance = 9
	s := onStage(t, sc)
	s.open(-1)
	s.run(s.rangedPhase, 3, 18, 5, 11) // 5 − 2 at the skull, × 4 = 12; HT 10 − 10
	shaken := all[Shaken](s)
	equal(t, "a major wound", shaken[0].Major, true)
	equal(t, "of the skull", shaken[0].Location, units.Skull)
	equal(t, "its penalty", part(shaken[0].HT, ForLocation), -10)
	equal(t, "shock", s.groups[1].shock(), 4)

	sc = wounding(band(footman(t, knows(aSpell(t, about(units.Damaging, 1)))), 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t, tough(20, 10)), 1, does(Neutral, Hold)))
	sc.Field.Distance = 9
	s = onStage(t, sc)
	s.open(-1)
	s.run(s.rangedPhase, 3, 18, 11, 12)
	equal(t, "an area: a major wound", all[Shaken](s)[0].Result, Stunned)
	equal(t, "lies", s.groups[1].posture, Prone)
}

// Strays strike members in the state that they are in.
func TestStraysAtTheWarded(t *testing.T) {
	own := at(0, 19, band(footman(t, warded(t)), 2, does(Neutral)))
	own.Name = "own"
	s := onStage(t, sides(20, []Group{at(0, 0, band(footman(t, armed(bow(t))), 1, does(Neutral, Hold))), own}, []Group{at(0, 20, band(footman(t), 1, does(Neutral)))}))
	s.open(-1)
	s.ward(1, 1)
	for member, want := range []int{3, 0} { // parts stand in the order in which they were set apart
		w := &s.groups[0].ranged[0]
		a := s.strayShot(&attack{from: &whole, to: &whole, by: &s.groups[0], at: &s.groups[2], weapon: w, intoMelee: true}, 1, 1-member, 10)
		equal(t, fmt.Sprint("DR of member ", member), a.strike.rawDR, want)
		equal(t, fmt.Sprint("defence of member ", member), part(a.defence.score(), ForSpells) != 0, want != 0)
	}
}

// Held members, and those who hold, cast nothing (B-HELD).
func TestTheHeldCastNothing(t *testing.T) {
	s := onStage(t, duel(1, band(wrestler(t), 1, grapples(units.Torso)), band(footman(t, knows(aSpell(t))), 3, casts(Neutral, Cast{Spell: "Spell"}))))
	g, h := &s.groups[0], &s.groups[1]
	s.open(-1)
	h.affect(1, func(st *state) { st.grip = clasp{by: g.mark(), hold: Grappled} })
	g.affect(1, func(st *state) { st.holds = h.mark() })
	s.fortune(1)
	s.shoot()
	equal(t, "casters", all[SpellCast](s)[0].Casters, 2)
	equal(t, "in the contest", all[Attacked](s)[0].Attackers, 2)
}

// Auto lets who has nothing but spells cast the first that he can.
func TestAutoCasts(t *testing.T) {
	bolt := aSpell(t, func(s *units.Spell) { s.Name, s.MaxRange, s.Cost = "Bolt", 20, 3 })
	curse := aSpell(t, magic, func(s *units.Spell) { s.Name, s.MaxRange, s.RangePenalty = "Curse", 60, units.NoRangePenalty })
	heal := aSpell(t, func(s *units.Spell) {
		s.Name, s.On, s.Roll, s.Damage, s.Effect.Heal = "Heal", units.OnFriends, units.IQRoll, units.Damage{}, dice.D(1, 0)
	})
	for _, tt := range []struct {
		name     string
		distance float64
		weapons  []units.Weapon
		fp       int
		want     string
		tactic   Tactic
	}{
		{"the first in range", 15, nil, 10, "Bolt", Neutral},
		{"the second", 40, nil, 10, "Curse", Concentration},
		{"none in range", 90, nil, 10, "", Neutral},
		{"too few FP not to collapse", 15, nil, 3, "Curse", Concentration},
		{"in melee", 1, nil, 10, "Bolt", Neutral},
		{"who has a sword fights", 15, []units.Weapon{sword(t)}, 10, "", Offensive},
	} {
		mage := footman(t, knows(heal, bolt, curse), armed(tt.weapons...), func(u *units.Unit) { u.FP = 10 })
		g := band(mage, 1, Order{Auto: true})
		g.FPNow = &tt.fp
		s := onStage(t, duel(tt.distance, g, band(footman(t), 1, does(Neutral, Hold))))
		s.open(-1)
		equal(t, tt.name+": tactic", s.groups[0].tactic, tt.tactic)
		s.fortune(1)
		s.shoot()
		got := ""
		for _, e := range all[SpellCast](s) {
			got += e.Spell.Name
		}
		equal(t, tt.name, got, tt.want)
	}
}

// melees are battles with everything in them: spells, jets, grapples, waits, actions,
// several attacks at once, postures, cover, flanks, wounds and pursuit.
func melees(t testing.TB) map[string]Scenario {
	named := func(name string, g Group) Group {
		g.Name = name
		return g
	}
	locked, kneel := true, Kneeling
	fire := aSpell(t, about(units.Damaging, 2), takes(3), func(s *units.Spell) { s.Name, s.Cost = "Fireball", 1 })
	cone := aSpell(t, func(s *units.Spell) {
		s.Name, s.Kind, s.Area, s.Damage = "Breath", units.Damaging, units.Area{Length: 15, Width: 6}, damage(t, "3d burn")
	})
	sap := aSpell(t, func(s *units.Spell) { s.Name, s.Damage = "Sap", damage(t, "1d fat") })
	stun := aSpell(t, magic, about(units.Resistible, 3), func(s *units.Spell) { s.Name = "Stun" })
	ward := aSpell(t, func(s *units.Spell) {
		s.Name, s.On, s.Roll, s.Damage, s.Duration = "Ward", units.OnFriends, units.IQRoll, units.Damage{}, 40
		s.Effect.Bonuses = units.Bonuses{DR: 2, Defence: 1}
	})
	mage := footman(t, knows(fire, cone, sap, stun, ward), armed(sword(t)), func(u *units.Unit) { u.HP, u.FP = 14, 20 })
	soldiers := func(all ...units.Weapon) *units.Unit {
		return footman(t, armed(all...), weak, func(u *units.Unit) { u.HP, u.Block, u.ShieldDB = 12, 11, 3 })
	}
	dagger := sword(t)
	dagger.Name, dagger.Reach = "dagger", []int{0, 1}
	behind := named("bows", at(8, 0, band(soldiers(bow(t), sword(t)), 4, Order{Tactics: []Tactic{AimedShooting}, Posture: &kneel})))
	behind.Cover = &Cover{Half: []units.Location{units.Torso}, DR: 3, Light: true}
	siege := sides(0, []Group{
		named("mages", at(-8, 0, band(mage, 2, Order{When: Condition{Locked: &locked}, Tactics: []Tactic{Defensive}}, casts(Concentration, Cast{Spell: "Fireball"})))),
		named("pikes", at(0, 2, band(soldiers(units.Weapon{Name: "pike", Skill: 12, Modes: modes(t, "1d+2 imp"), Reach: []int{2, 3}}), 6,
			Order{When: Condition{Locked: &locked}}, waiting(HoldGround, Wait{For: OnApproach | OnCast})))),
		behind,
		named("beast", at(12, 4, band(beast(t), 1, Order{Tactics: []Tactic{Offensive}, Move: Rear, Attacks: []Blow{{"claws", units.Torso}, {"tail", units.LeftLeg}}}))),
	}, []Group{
		named("horde", at(0, 22, band(soldiers(sword(t)), 10, does(Offensive, Close)))),
		named("wrestlers", at(4, 22, band(wrestler(t), 4, grapples(units.Torso, Takedown, Pin)))),
		named("dragon", at(-4, 24, band(footman(t, knows(cone), tough(30, 12), func(u *units.Unit) { u.SM = 3 }), 1, Order{Tactics: []Tactic{Neutral}, Spells: []Cast{{Spell: "Breath"}}}))),
	})
	brawl := sides(0, []Group{
		named("grapplers", at(0, 0, band(footman(t, armed(dagger), func(u *units.Unit) { u.ST, u.Skills = 13, map[string]int{"wrestling": 13, "judo": 12} }), 5, grapples(units.Neck, Choke, NeckSnap)))),
		named("hero", at(2, 0, band(footman(t, tough(24, 12)), 1, Order{Tactics: []Tactic{Offensive}, Move: FlankLeft}))),
		named("sapper", at(-3, -6, band(mage, 1, Order{When: rounds(1, 2), Spells: []Cast{{Spell: "Ward"}, {Spell: "Stun"}}}, Order{Spells: []Cast{{Spell: "Sap", Times: 2}}}))),
	}, []Group{
		named("guards", at(0, 1, band(soldiers(sword(t), dagger), 6, Order{When: Condition{Locked: &locked}, BreakFree: true, Posture: &kneel}, waiting(Neutral, Wait{For: OnApproach | OnAttack})))),
		named("ogre", at(3, 4, band(footman(t, tough(30, 13), func(u *units.Unit) { u.SM, u.ST = 1, 18 }), 1, does(AllOutOffensive)))),
	})
	all := map[string]Scenario{"siege": siege, "brawl": brawl}
	for name, s := range all {
		r := &s.Rules
		r.Preset(GulliverSimple)
		r.Shock, r.Reeling, r.MajorWounds, r.Pursuit, r.Morale, r.Fatigue = true, true, true, true, true, true
		s.MaxRounds = 15
		all[name] = s
	}
	return all
}

// Both ways of drawing have one distribution in battles with everything in them, which
// make no garbage, and are the same told and in whatever order they are fought.
func TestMelees(t *testing.T) {
	trials := 20_000
	if testing.Short() {
		trials = 2_000
	}
	for name, s := range melees(t) {
		t.Run(name, func(t *testing.T) {
			b, err := Compile(s)
			if err != nil {
				t.Fatal(err)
			}
			bothWays(t, b, trials, func(r *Result) string {
				return fmt.Sprint(r.Outcome, min(r.Rounds, 8), r.Groups[0].Survivors, min(4, r.Groups[len(r.Groups)-2].Survivors))
			})
			f, told := NewFight(b), NewFight(b)
			seen := map[string]int{}
			told.Trace = func(e Event) { seen[fmt.Sprintf("%T", e)]++ }
			for trial := range uint64(300) {
				got := copyOf(f.Run(3, trial+1))
				if other := copyOf(told.Run(3, trial+1)); !reflect.DeepEqual(got, other) {
					t.Fatalf("trial %d told: %+v, else: %+v", trial+1, other, got)
				}
			}
			for trial := uint64(300); trial > 250; trial-- {
				got := copyOf(f.Run(3, trial))
				if other := copyOf(NewFight(b).Run(3, trial)); !reflect.DeepEqual(got, other) {
					t.Fatalf("trial %d alone: %+v, else: %+v", trial, other, got)
				}
			}
			for trial := range uint64(3000) {
				f.Run(5, trial+1)
			}
			trial := uint64(0)
			if n := allocations(1000, func() { trial++; f.Run(5, trial) }); n > 0 {
				t.Errorf("%v allocations a trial", n)
			}
			for _, e := range map[string][]Event{
				"siege": {JetBlocked{}, Concentrated{}, FollowedUp{}, Reacted{}, Shaken{}, PostureChanged{}, SpellCast{}, Escaped{}},
				"brawl": {Affected{}, Activated{}, FollowedUp{}, Reacted{}, Resisted{}, Shaken{}, Suffocated{}, TriedToBreakFree{}, Wearied{}, Stopped{}},
			}[name] {
				if seen[fmt.Sprintf("%T", e)] == 0 {
					t.Errorf("no %T came up", e)
				}
			}
		})
	}
}

// changed is a scenario all of whose groups a function has changed.
func changed(s Scenario, change func(side int, g *Group)) Scenario {
	for side := range s.Sides {
		groups := slices.Clone(s.Sides[side].Groups)
		for k := range groups {
			u := *groups[k].Unit
			u.Weapons, u.Spells = slices.Clone(u.Weapons), slices.Clone(u.Spells)
			groups[k].Unit = &u
			change(side, &groups[k])
		}
		s.Sides[side].Groups = groups
	}
	return s
}

// TestMixedExtremes: numbers at the edges neither crash, overflow nor go on for ever,
// whatever they meet.
func TestMixedExtremes(t *testing.T) {
	for edge, change := range map[string]func(side int, g *Group){
		"tiny":            func(side int, g *Group) { g.Unit.SM = -20 },
		"huge":            func(side int, g *Group) { g.Unit.SM = 20 },
		"tiny and huge":   func(side int, g *Group) { g.Unit.SM = 40*side - 20 },
		"1 HP":            func(side int, g *Group) { g.Unit.HP = 1 },
		"10,000 HP":       func(side int, g *Group) { g.Unit.HP = 10_000 },
		"1 FP":            func(side int, g *Group) { g.Unit.FP = 1 },
		"no FP":           func(side int, g *Group) { g.Unit.NeverTires = true },
		"Move 0":          func(side int, g *Group) { g.Unit.Move = 0 },
		"Move 100":        func(side int, g *Group) { g.Unit.Move = 100 },
		"one each":        func(side int, g *Group) { g.Count = 1 },
		"100,000 each":    func(side int, g *Group) { g.Count = 100_000 },
		"100,000 and one": func(side int, g *Group) { g.Count = 1 + side*99_999 },
		"one place":       func(side int, g *Group) { g.Position = &Point{} },
		"far off":         func(side int, g *Group) { g.Position.Y *= 1000 },
		"skill 60": func(side int, g *Group) {
			for i := range g.Unit.Weapons {
				g.Unit.Weapons[i].Skill = 60
			}
			for i := range g.Unit.Spells {
				g.Unit.Spells[i].Skill = 60
			}
		},
		"great spells": func(side int, g *Group) {
			g.Count *= 1000
			for i := range g.Unit.Spells {
				if s := &g.Unit.Spells[i]; s.Area.Radius > 0 {
					s.Area.Radius, s.MaxRange = 1000, 10_000
				} else if s.Area.Length > 0 {
					s.Area.Length, s.Area.Width = 10_000, 10_000
				}
			}
		},
	} {
		for name, s := range melees(t) {
			name = edge + ", " + name
			b, err := Compile(changed(s, change))
			if err != nil {
				t.Fatal(name, err)
			}
			f, told := NewFight(b), NewFight(b)
			told.Trace = func(Event) {}
			for trial := range uint64(6) {
				f.RollDice, told.RollDice = trial > 3, trial > 3
				start := time.Now()
				got := copyOf(f.Run(1, trial+1))
				if took := time.Since(start); took > 5*time.Second {
					t.Errorf("%s: a trial took %v", name, took)
				}
				checkGroups(t, f)
				if other := copyOf(told.Run(1, trial+1)); !reflect.DeepEqual(got, other) {
					t.Fatalf("%s, trial %d told: %+v, else: %+v", name, trial+1, other, got)
				}
			}
		}
	}
}

// TestSwapMixture fights battles with everything in them and their mirror images on the
// same luck, with the sides' streams swapped: so must the results be. One group a side,
// for what several of a side do goes by file order.
func TestSwapMixture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyMixture(t)
		s.Rules.InitiativeTie = false // a tie favours the side listed first
		for side := range s.Sides {
			s.Sides[side].Groups = s.Sides[side].Groups[:1]
			g := &s.Sides[side].Groups[0]
			for i := range g.Orders {
				o := &g.Orders[i]
				o.Target.Groups = slices.DeleteFunc(o.Target.Groups, func(share TargetShare) bool { return share.Group > 0 })
				if o.Facing != nil {
					o.Facing = new(int)
				}
				if w := o.Wait; w != nil && w.Watch == WatchLine {
					w.Watch = 5 // straight ahead is towards the other edge of the field
				}
			}
			if g.Position == nil {
				g.Position = &Point{0, float64(side) * s.Field.Distance}
			}
		}
		keepApart(&s)
		swapped := s
		swapped.Sides[0], swapped.Sides[1] = s.Sides[1], s.Sides[0]
		b, err1 := Compile(s)
		c, err2 := Compile(swapped)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		c.Sides[0].stream, c.Sides[1].stream = 1, 0
		c.countWins()
		for i := range c.Groups {
			c.Groups[i].stream = b.Groups[1-i].stream
		}
		f, g := NewFight(b), NewFight(c)
		for trial := range uint64(10) {
			x, y := f.Run(3, trial+1), g.Run(3, trial+1)
			want := x.Outcome
			if want <= SecondWins {
				want = 1 - want
			}
			same := y.Outcome == want && x.Rounds == y.Rounds
			for i := range y.Groups {
				same = same && y.Groups[i] == x.Groups[1-i] && (!b.Rules.Pursuit || y.Flights[i] == x.Flights[1-i])
			}
			if !same {
				t.Fatalf("trial %d: %+v swapped is %+v", trial+1, *x, *y)
			}
		}
	})
}

// TestMoreIsNoWorseMixed: more skill, HP, DR or numbers never lower the win rate beyond
// error, whatever else is in the battle.
func TestMoreIsNoWorseMixed(t *testing.T) {
	trials := propertyTrials() / 5
	tolerance := 5 * math.Sqrt(2*0.25/float64(trials))
	for what, more := range map[string]func(g *Group, k int){
		"skill": func(g *Group, k int) {
			for i := range g.Unit.Weapons {
				g.Unit.Weapons[i].Skill += 2 * k
			}
			for i := range g.Unit.Spells {
				g.Unit.Spells[i].Skill += 2 * k
			}
		},
		"HP":      func(g *Group, k int) { g.Unit.HP += 4 * k },
		"DR":      func(g *Group, k int) { g.Unit.Armour.SetAll(k) },
		"Dodge":   func(g *Group, k int) { g.Unit.Dodge += 2 * k },
		"numbers": func(g *Group, k int) { g.Count += k },
	} {
		for name, s := range melees(t) {
			s.Rules.Morale = true
			last, first := 0.0, 0.0
			for k := range 4 {
				p := winRate(t, changed(s, func(side int, g *Group) {
					if side == 0 {
						more(g, k)
					}
				}), trials)
				if p < last-tolerance {
					t.Errorf("%s: %s: step %d lowers the win rate from %.4f to %.4f", name, what, k, last, p)
				}
				if last = p; k == 0 {
					first = p
				}
			}
			if last <= first {
				t.Errorf("%s: three steps of %s bring %.4f instead of %.4f", name, what, last, first)
			}
		}
	}
}
