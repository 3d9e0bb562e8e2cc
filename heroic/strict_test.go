package heroic

import (
	"testing"

	"heroicsim/units"
)

// HC-NUM: the ratio of a spell's or a shot's attack counts all of the side who shoot or
// cast at the target in the step, each once.
func TestRatioOfShotsAndSpells(t *testing.T) {
	mages := func(n, seconds int, more ...func(*units.Spell)) Group {
		spell := aSpell(t, append(more, takes(seconds))...)
		return band(footman(t, armed(), knows(spell)), n, casts(Neutral, Cast{Spell: "Spell"}))
	}
	archers := band(footman(t, armed(bow(t))), 4, does(Neutral, Hold))
	both := band(footman(t, armed(bow(t)), knows(aSpell(t))), 3, casts(Neutral, Cast{Spell: "Spell"}))
	for _, tt := range []struct {
		name   string
		groups []Group
		sides  []int // of each attack in turn
	}{
		{"mages alone", []Group{mages(3, 1)}, []int{3}},
		{"two groups of mages", []Group{mages(2, 1), mages(3, 1)}, []int{5, 5}},
		{"archers and mages", []Group{archers, mages(3, 1)}, []int{7, 7}},
		{"who do both", []Group{both}, []int{3, 3}},
		{"who do both, and archers", []Group{both, archers}, []int{7, 7, 7}},
		{"long spells are another step", []Group{archers, mages(2, 1), mages(3, 3)}, []int{6, 6, 3}},
		{"an area", []Group{archers, mages(2, 1, about(units.Damaging, 2))}, []int{6, 6}},
		{"a malediction", []Group{archers, mages(2, 1, magic)}, []int{6}},
		{"one begun and not finished", []Group{archers, mages(2, 15)}, []int{4}},
	} {
		for i := range tt.groups {
			tt.groups[i] = at(0, 0, tt.groups[i])
		}
		s := onStage(t, sides(20, tt.groups, []Group{at(0, 20, band(footman(t, weak, func(u *units.Unit) { u.HP = 500 }), 4, does(Neutral, Hold)))}))
		s.open(0)
		s.fortune(1)
		s.shoot()
		a := s.attacks()
		equal(t, tt.name+": attacks", len(a), len(tt.sides))
		for i, want := range tt.sides {
			equal(t, tt.name+": side", a[i].Side, want)
			equal(t, tt.name+": ratio", part(a[i].Skill, ForNumbers), s.b.numericalBonus(want, 4))
		}
	}
}

// grip puts all of h's one member into the hands of g's.
func (s *stage) grip(g, h *group, how Grasp) {
	h.affect(1, func(st *state) { st.grip = clasp{by: g.mark(), hold: how, at: units.Torso} })
	g.affect(1, func(st *state) { st.holds = h.mark() })
}

// B-HELD, B-AFTERGRAPPLE: who is held, and who holds, takes no actions and does not wait.
func TestTheHeldDoNothing(t *testing.T) {
	potion := units.Potion{Name: "tonic", FP: 3, Count: 2}
	drinks := func(u *units.Unit) { u.Potions, u.FP = []units.Potion{potion}, 20 }
	dagger := sword(t)
	dagger.Reach = []int{0, 1}
	for _, tt := range []struct {
		name    string
		how     Grasp
		members int
		drunk   int
	}{{"held", Grappled, 1, 0}, {"pinned", Pinned, 1, 0}, {"free", Unheld, 1, 1}, {"one of two", Pinned, 2, 1}} {
		o := does(Neutral)
		o.Actions = []Action{{Kind: DrinkPotion}}
		tired := 5
		v := band(footman(t, drinks), tt.members, o)
		v.FPNow = &tired
		w := grapples(units.Torso)
		w.Actions = o.Actions
		holder := wrestler(t)
		drinks(holder)
		u := band(holder, 1, w)
		u.FPNow = &tired
		s := onStage(t, duel(1, u, v))
		g, h := &s.groups[0], &s.groups[1]
		s.open(-1)
		if tt.how != Unheld {
			s.grip(g, h, tt.how)
		}
		s.run(s.shoot)
		drunk := map[int]int{}
		for _, e := range all[Drank](s) {
			drunk[e.Group]++
		}
		equal(t, tt.name+": drinks", drunk[1], tt.drunk)
		equal(t, tt.name+": holder drinks", drunk[0] == 1, tt.how == Unheld)
	}
	for _, held := range []bool{false, true} {
		s := onStage(t, sides(1, []Group{at(0, 0, band(wrestler(t), 1, grapples(units.Torso))), at(0, 0, band(footman(t), 1, does(Neutral)))},
			[]Group{at(0, 1, band(footman(t, armed(dagger)), 1, waiting(Neutral, Wait{For: OnAttack})))}))
		s.open(0)
		if held {
			s.grip(&s.groups[0], &s.groups[2], Grappled)
		}
		s.fortune(1)
		s.meleeStep(0)
		equal(t, "reacts", len(all[Reacted](s)), map[bool]int{false: 1, true: 0}[held])
	}
}

// HC-WAIT: an attack that the states of the attackers rule out is no event.
func TestNoEventWithoutAttack(t *testing.T) { // B-HELD
	dagger := units.Weapon{Name: "dagger", Skill: 12, Modes: modes(t, "1d imp"), Reach: []int{0}}
	for _, held := range []bool{false, true} {
		o := does(Neutral)
		o.Target = Target{Rule: Named, Groups: []TargetShare{{Group: 1, Share: 1}}}
		s := onStage(t, sides(1, []Group{at(0, 0, band(footman(t, armed(dagger, pike(t))), 1, o))},
			[]Group{at(0, 1, band(wrestler(t), 1, grapples(units.Torso))), at(0, 2, band(footman(t, armed(pike(t))), 1, waiting(Neutral, Wait{For: OnAttack})))}))
		s.open(0)
		if held {
			s.grip(&s.groups[1], &s.groups[0], Grappled)
		}
		s.fortune(1)
		s.meleeStep(0)
		want := 1
		if held {
			want = 0
		}
		equal(t, "attacks and reactions", len(all[Reacted](s)), want)
		equal(t, "blows at who waits", len(s.attacks()), 2*want)
	}
}

// HC-SPELL, B-STUN: who is stunned puts nothing more into a spell that spans rounds, and
// loses it.
func TestStunEndsLongSpells(t *testing.T) {
	mage := footman(t, knows(aSpell(t, takes(25)), aSpell(t, magic)))
	s := onStage(t, duel(20, band(mage, 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t), 1, does(Neutral, Hold))))
	for round, stunned := range []bool{false, true, false} {
		s.open(0)
		if stunned {
			s.groups[0].affect(1, func(st *state) { st.stunned = s.round })
		}
		s.events = nil
		s.run(s.shoot)
		still, lost := all[StillCasting](s), all[NotCast](s)
		equal(t, "goes on", len(still) == 1, !stunned)
		equal(t, "lost", len(lost) == 1 && lost[0].Why == NobodyCanAct, stunned)
		if !stunned {
			equal(t, "rounds put in", still[0].Rounds, 1)
		}
		s.closeRound()
		equal(t, "round", s.round, round+1)
	}
}

// B-NECKSNAP, HC-FATIGUE: what a hold does meets the DR of spells, and is not less for
// being tired.
func TestNeckSnapOfTheWarded(t *testing.T) {
	for _, tt := range []struct {
		tired  bool
		warded int
		dr     int
	}{{false, 0, 0}, {true, 0, 0}, {false, 1, 3}} {
		s := onStage(t, duel(1, band(wrestler(t), 1, grapples(units.Neck, NeckSnap)), band(footman(t, warded(t)), 1, does(Neutral))))
		g, h := &s.groups[0], &s.groups[1]
		s.open(-1)
		g.tired = tt.tired
		s.ward(1, tt.warded)
		s.grip(g, h, Grappled)
		h.affect(1, func(st *state) { st.grip.at = units.Neck })
		s.run(func() { s.meleeStep(0) }, 3, 18, 5)
		e := all[FollowedUp](s)
		equal(t, "dice", e[0].Dice, units.Swing(12))
		equal(t, "DR", e[0].Injury.DR, tt.dr)
	}
}

// HC-AREA: a shield that is slung blocks no areas.
func TestSlungShieldsAndAreas(t *testing.T) {
	for slung, want := range map[bool]DefenceKind{false: Block, true: Dodge} {
		g := band(footman(t, func(u *units.Unit) { u.Block, u.ShieldDB = 14, 3 }), 1, does(Neutral, Hold))
		g.Slung = slung
		s := onStage(t, duel(20, band(footman(t, knows(aSpell(t, about(units.Damaging, 2)))), 1, casts(Neutral, Cast{Spell: "Spell"})), g))
		s.open(-1)
		s.run(s.shoot, 18, 3)
		equal(t, "defence", s.attacks()[0].Defence, want)
	}
}

// HC-AREA, persistent: those leave it who move, not those whose ranks have thinned.
func TestThinnedGroupsStayInAreas(t *testing.T) {
	spell := aSpell(t, about(units.Persistent, 2), func(s *units.Spell) { s.Duration = 40 })
	s := onStage(t, sides(12, []Group{band(footman(t, knows(spell)), 1, casts(Neutral, Cast{Spell: "Spell"}))},
		[]Group{at(0, 12, band(footman(t), 1, does(Neutral, Hold))), at(0, 15, band(footman(t, func(u *units.Unit) { u.Name, u.Dodge = "crowd", 0 }), 30, does(Neutral, Hold)))}))
	s.open(-1)
	s.fortune(1)
	s.shoot()
	h := &s.groups[2]
	if s.fires[0].injury[2] == 0 {
		t.Fatal("the crowd was not hurt")
	}
	h.pool, h.fighting = 10, 1
	s.events = nil
	s.burn()
	stayed := map[int]bool{}
	for _, e := range all[Burned](s) {
		stayed[e.Group] = e.Stays
	}
	equal(t, "the last of the crowd stays", stayed[2], true)
	h.pos.Y += 20
	s.events = nil
	s.burn()
	for _, e := range all[Burned](s) {
		equal(t, "who has gone", e.Stays, e.Group != 2)
	}
}

// HC-LOCK: areas lock nobody, melee attack spells those whom they strike at.
func TestAreasLockNobody(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spell units.Spell
		locks bool
	}{
		{"an emanation", aSpell(t, about(units.Emanation, 20), func(s *units.Spell) { s.Roll = units.MeleeRoll }), false},
		{"a touch", aSpell(t, func(s *units.Spell) { s.Roll, s.MaxRange = units.MeleeRoll, 9 }), true},
	} {
		friend := at(2, 0, band(footman(t), 1, does(Neutral, Hold)))
		s := onStage(t, sides(5, []Group{at(0, 0, band(footman(t, knows(tt.spell)), 1, casts(Neutral, Cast{Spell: "Spell"}))), friend},
			[]Group{at(0, 5, band(footman(t), 1, does(Neutral, Hold)))}))
		s.open(-1)
		s.fortune(1)
		s.shoot()
		equal(t, tt.name+": attacks", len(s.attacks()) > 0, true)
		equal(t, tt.name+": locks the enemy", s.locked(0, 2), tt.locks)
		equal(t, tt.name+": locks the friend", s.locked(0, 1), false)
	}
}

// HC-INTERRUPT: an attack on the parts of a group, or by them, is one attack.
func TestOneWillRollAnAttack(t *testing.T) {
	target := func() Group {
		u := footman(t, warded(t), func(u *units.Unit) {
			u.HP, u.Spells = 500, append(u.Spells, aSpell(t, takes(3), func(s *units.Spell) { s.Name = "Bolt" }))
		})
		return band(u, 6, casts(Neutral, Cast{Spell: "Bolt"}))
	}
	for name, by := range map[string]Group{
		"a volley": band(footman(t, armed(bow(t))), 6, does(Neutral, Hold)),
		"an area":  band(footman(t, armed(), knows(aSpell(t, about(units.Damaging, 3)))), 1, casts(Neutral, Cast{Spell: "Spell"})),
	} {
		s := onStage(t, duel(20, by, target()))
		s.open(0)
		effect := int16(0)
		for i := range s.b.effects {
			effect = int16(i + 1)
		}
		s.groups[1].affect(3, func(st *state) { st.under(lasting{effect: effect, degree: 1, until: 9}) })
		s.fortune(1)
		s.rangedStep(0)
		s.castStep(0, false)
		equal(t, name+": contests", len(s.attacks()), 2)
		equal(t, name+": attacks", len(s.groups[1].attacked), 1)
	}
}

// B-PIN: who kneels pins no worse; a takedown he does (B-TAKEDOWN).
func TestPinsOnOnesKnees(t *testing.T) {
	s, g, h := pair(t, wrestler(t), footman(t))
	g.posture = Kneeling
	for what, want := range map[FollowUp]int{Takedown: -2, Pin: 0} {
		b := s.followUpBout(what, g, h, &state{})
		equal(t, what.String(), part(b.score.score(), ForPosture), want)
	}
}

// B-LARGEAREA: behind cover only what is exposed counts.
func TestAreasBehindCover(t *testing.T) {
	for _, tt := range []struct {
		name  string
		cover *Cover
		want  int
	}{
		{"in the open", nil, 5}, // torso 10, limbs 0
		{"only the torso shows", &Cover{Exposed: []units.Location{units.Torso}, DR: 20}, 10},
		{"torso and skull", &Cover{Exposed: []units.Location{units.Torso}, Half: []units.Location{units.Skull}}, 6}, // the skull's own 2
		{"nothing shows", &Cover{DR: 20}, 5},
	} {
		u := footman(t)
		u.Armour.Add(units.Torso, 10)
		h := band(u, 1, does(Neutral, Hold))
		h.Cover = tt.cover
		s := onStage(t, duel(9, band(footman(t, knows(aSpell(t, about(units.Damaging, 1)))), 1, casts(Neutral, Cast{Spell: "Spell"})), h))
		s.open(-1)
		s.run(s.shoot, 3, 18, 7)
		equal(t, tt.name, s.attacks()[0].Injury.RawDR, tt.want)
	}
}

// B-HITLOC: from behind no eye is struck, and the skull is at -5, the face at -7.
func TestTheHeadFromBehind(t *testing.T) {
	for _, tt := range []struct {
		at, want        units.Location
		behind, penalty int
	}{
		{units.Skull, units.Skull, -5, -7}, {units.Face, units.Face, -7, -5},
		{units.Eye, units.Torso, 0, -9}, {units.Neck, units.Neck, -5, -5},
	} {
		for _, rear := range []bool{false, true} {
			spear := units.Weapon{Name: "spear", Skill: 12, Modes: modes(t, "1d imp")}
			o := does(Neutral)
			o.Location = tt.at
			y := 1.0
			if rear {
				y = -1
			}
			s := onStage(t, sides(0, []Group{at(0, y, band(footman(t, armed(spear)), 1, o)), at(0, 1, band(footman(t), 1, does(Neutral)))},
				[]Group{at(0, 0, band(footman(t), 1, does(Neutral)))}))
			s.open(-1)
			s.turnTo(2, 1)
			s.planBlow(MeleeAttack, &s.groups[0], &s.groups[2], byNumber)
			a := &s.step.attacks[0]
			want, penalty := tt.at, tt.penalty
			if rear {
				want, penalty = tt.want, tt.behind
			}
			equal(t, "struck at "+tt.at.String(), a.location, want)
			equal(t, "penalty at "+tt.at.String(), part(a.skill.score(), ForLocation), penalty)
		}
	}
}

// TV-121: a random blow at the face from behind is one at the skull.
func TestStraysFromBehind(t *testing.T) {
	for y, want := range map[float64]units.Location{20: units.Face, -20: units.Skull} {
		s := onStage(t, sides(0, []Group{at(0, y, band(footman(t, armed(bow(t))), 1, does(Neutral, Hold))), at(0, 1, band(footman(t), 1, does(Neutral)))},
			[]Group{at(0, 0, band(footman(t), 1, does(Neutral)))}))
		s.open(-1)
		w := &s.groups[0].ranged[0]
		a := s.strayShot(&attack{from: &whole, to: &whole, by: &s.groups[0], at: &s.groups[1], weapon: w, intoMelee: true}, 2, 0, 5)
		equal(t, "a 5 on 3d", a.location, want)
	}
}

// HC-LOCK: a free attack goes by Basic Move, whatever one carries and however tired one
// is.
func TestFreeAttacksGoByBasicMove(t *testing.T) {
	for _, tt := range []struct {
		name    string
		runs    func(*units.Unit)
		tired   bool
		penalty int
	}{
		{"as fast", func(*units.Unit) {}, false, 0},
		{"a load does not slow it", func(u *units.Unit) { u.Encumbrance, u.Speed, u.Move = units.Medium, 6.75, 3 }, false, -1},
		{"nor being tired", func(u *units.Unit) { u.Move = 7 }, true, -2},
		{"fast without a load", func(u *units.Unit) { u.Move = 9 }, false, -4},
		{"slow without a load", func(u *units.Unit) { u.Speed, u.Move = 9, 4 }, false, 0},
	} {
		s := onStage(t, duel(1, band(footman(t, tt.runs), 1, does(Retreat)), band(footman(t), 1, does(Neutral, Hold))))
		s.open(1)
		s.groups[0].tired = tt.tired
		s.run(func() { s.movementStep(0) }, 18, 3)
		equal(t, tt.name, part(s.attacks()[0].Skill, ForSpeed), tt.penalty)
	}
}

// HC-AREA: an emanation that is contested goes by DX whatever its roll, and a bombardment
// emanation by a skill of its own, with initiative.
func TestSkillsOfEmanations(t *testing.T) {
	for _, tt := range []struct {
		name             string
		kind             units.SpellKind
		roll             units.SpellRoll
		resist           units.Resistance
		base, initiative int
	}{
		{"ranged", units.Emanation, units.RangedRoll, units.NotResisted, 10, 2},
		{"IQ", units.Emanation, units.IQRoll, units.NotResisted, 10, 0},
		{"IQ, resisted", units.Emanation, units.IQRoll, units.ResistHT, 15, 0},
		{"bombardment", units.BombardmentEmanation, units.RangedRoll, units.NotResisted, 14, 2},
	} {
		spell := aSpell(t, about(tt.kind, 20), func(s *units.Spell) { s.Roll, s.Resist = tt.roll, tt.resist })
		s := onStage(t, duel(9, band(footman(t, knows(spell)), 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t, weak), 1, does(Neutral, Hold))))
		s.open(0)
		s.fortune(1)
		s.shoot()
		var score Score
		for _, e := range s.events {
			switch e := e.(type) {
			case Attacked:
				score = e.Skill
			case Activated:
				score = e.Score
			}
		}
		equal(t, tt.name+": skill", score.Base, tt.base)
		equal(t, tt.name+": initiative", part(score, ForInitiative), tt.initiative)
	}
}

// DM-16: a grapple is parried only with a weapon of Reach C, or unarmed.
func TestParryingGrapples(t *testing.T) {
	for _, tt := range []struct {
		name  string
		reach []int
		armed bool
		want  DefenceKind
	}{{"a sword", []int{1}, true, Dodge}, {"a dagger", []int{0}, true, Parry}, {"nothing", nil, false, Parry}} {
		u := footman(t, func(u *units.Unit) { u.Parry = 12 })
		if u.Weapons[0].Reach = tt.reach; !tt.armed {
			u.Weapons = nil
		}
		s := onStage(t, duel(1, band(wrestler(t), 1, grapples(units.Torso)), band(u, 1, does(Concentration))))
		s.open(-1)
		s.run(func() { s.meleeStep(0) }, 18, 3)
		equal(t, tt.name, s.attacks()[0].Defence, tt.want)
	}
}

// HC-WAIT: a missile spell is a shot at its target, and a touch an attack on it.
func TestSpellsAreShotsAndAttacks(t *testing.T) {
	touch := func(s *units.Spell) { s.Roll, s.MaxRange = units.MeleeRoll, 3 }
	long := units.Weapon{Name: "long pike", Skill: 12, Modes: modes(t, "1d imp"), Reach: []int{3}}
	for _, tt := range []struct {
		name  string
		spell units.Spell
		event Trigger
		want  int
	}{
		{"a missile is a shot", aSpell(t), OnShot, 1}, {"a missile is no attack", aSpell(t), OnAttack, 0},
		{"a touch is an attack", aSpell(t, touch), OnAttack, 1}, {"a touch is no shot", aSpell(t, touch), OnShot, 0},
		{"an area is neither", aSpell(t, about(units.Damaging, 1)), OnShot | OnAttack, 0},
		{"a malediction is neither", aSpell(t, magic), OnShot | OnAttack, 0},
	} {
		s := onStage(t, duel(3, band(footman(t, knows(tt.spell)), 1, casts(Neutral, Cast{Spell: "Spell"})),
			band(footman(t, weak, armed(long)), 1, waiting(Neutral, Wait{For: tt.event}))))
		s.open(0)
		s.fortune(1)
		s.shoot()
		equal(t, tt.name, len(all[Reacted](s)), tt.want)
	}
}

// HC-SPELL: who is ordered to grapple and casts a touch strikes with it.
func TestGrapplersTouch(t *testing.T) {
	touch := aSpell(t, func(s *units.Spell) { s.Roll = units.MeleeRoll })
	o := casts(Neutral, Cast{Spell: "Spell"})
	o.Grapple = true
	s := onStage(t, duel(1, band(footman(t, knows(touch), func(u *units.Unit) { u.Weapons = nil }), 2, o), band(footman(t, warded(t)), 2, does(Neutral))))
	s.open(-1)
	s.ward(1, 1)
	s.fortune(1)
	s.shoot()
	equal(t, "cast", len(all[SpellCast](s)), 1)
	equal(t, "contests", len(s.attacks()), 2)
}
