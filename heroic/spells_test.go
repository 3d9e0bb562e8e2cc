package heroic

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"heroicsim/dice"
	"heroicsim/units"

	"pgregory.net/rapid"
)

// spell is a fire bolt of skill 15: 1 s, 2d burn, range 100. Changes are applied in
// turn.
func aSpell(t testing.TB, changes ...func(*units.Spell)) units.Spell {
	t.Helper()
	s := units.Spell{Name: "Spell", Skill: 15, Time: 1, Damage: damage(t, "2d burn"), MaxRange: 100, Missile: units.SpellMissile, Bombardment: 14}
	for _, change := range changes {
		change(&s)
	}
	return s
}

// magic is a malediction: a Will roll, resisted by Will, which stuns.
func magic(s *units.Spell) {
	s.Roll, s.Damage, s.Resist, s.Effect.Stun = units.WillRoll, units.Damage{}, units.ResistWill, true
}

// about gives a spell an area.
func about(kind units.SpellKind, radius int) func(*units.Spell) {
	return func(s *units.Spell) { s.Kind, s.Area.Radius = kind, radius }
}

func takes(seconds int) func(*units.Spell) { return func(s *units.Spell) { s.Time = seconds } }

// knows gives a unit spells, Will 12 and Per 12.
func knows(spells ...units.Spell) func(*units.Unit) {
	return func(u *units.Unit) {
		u.Name, u.Spells, u.Will, u.Per, u.IQ = "Mage", spells, 12, 12, 12
	}
}

// weak has Will, Per and IQ 10.
func weak(u *units.Unit) { u.Will, u.Per, u.IQ = 10, 10, 10 }

// casts is an order that casts.
func casts(tactic Tactic, all ...Cast) Order {
	return Order{Tactics: []Tactic{tactic}, Move: Hold, Spells: all}
}

// HC-AP.
func TestSpellAP(t *testing.T) {
	for seconds, want := range map[int]int{1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 10: 4, 11: 4, 60: 4} {
		equal(t, fmt.Sprint("AP of ", seconds, " s"), SpellAP(seconds), want)
	}
	for seconds, want := range map[int]int{1: 1, 10: 1, 11: 2, 20: 2, 21: 3} {
		equal(t, fmt.Sprint("rounds of ", seconds, " s"), castingRounds(seconds), want)
	}
}

// HC-AREA: the table of potential targets, typed from the rules a second time.
func TestDensity(t *testing.T) {
	table := map[int][13]int{
		1:  {5, 4, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1},
		2:  {35, 24, 18, 14, 12, 8, 7, 6, 4, 4, 3, 2, 2},
		4:  {185, 124, 93, 74, 62, 42, 37, 29, 21, 17, 13, 10, 9},
		8:  {845, 564, 423, 338, 282, 188, 169, 130, 94, 74, 59, 45, 37},
		16: {3605, 2404, 1803, 1442, 1202, 802, 721, 555, 401, 314, 249, 190, 157},
	}
	for radius, row := range table {
		for i, want := range row {
			equal(t, fmt.Sprintf("R %d, SM %d", radius, i-6), potentialTargets(hexesOf(radius), i-6), want)
		}
	}
	equal(t, "SM -9 is as -6", potentialTargets(7, -9), 35)
	equal(t, "SM +9 is as +6", potentialTargets(7, 9), 2)
	// Whole tenths are exact.
	for _, row := range []struct{ hexes, sm, want int }{{69, 3, 30}, {68, 3, 30}, {70, 3, 31}, {13, 1, 10}, {14, 1, 11}, {1, -6, 5}} {
		equal(t, fmt.Sprint("hexes ", row.hexes), potentialTargets(row.hexes, row.sm), row.want)
	}
}

// HC-AREA: cones.
func TestAreaOfCones(t *testing.T) {
	for _, row := range []struct {
		length, width float64
		want          int
	}{{30, 1, 2}, {3, 0.5, 2}, {20, 5, 20}, {3, 3, 2}, {4, 4, 3}, {7, 7, 9}, {23, 15, 69}} {
		equal(t, fmt.Sprint("a cone of ", row.length, " × ", row.width), coneHexes(row.length, row.width), row.want)
	}
}

// HC-AREA's vector: two fireballs of 2 yards on 5 orcs are 14 shots, × 5, and never
// more than 10 hits.
func TestTwoFireballsOnFiveOrcs(t *testing.T) {
	for name, n := range map[string]struct{ casters, times int }{"two mages": {2, 1}, "one mage twice": {1, 2}} {
		mage := footman(t, knows(aSpell(t, about(units.Damaging, 2))))
		s := onStage(t, duel(20, band(mage, n.casters, casts(Neutral, Cast{Spell: "spell", Times: n.times})), band(footman(t), 5, does(Neutral, Hold))))
		s.open(-1)
		rolls := []int{10, 16}
		for range 10 {
			rolls = append(rolls, 7)
		}
		s.run(s.shoot, rolls...)
		a := s.attacks()[0]
		equal(t, name+": skill", a.Skill.Total, 15-3+4)
		equal(t, name+": at a place", part(a.Skill, ForPlace), 4)
		equal(t, name+": massed targets", part(a.Skill, ForMass), 0)
		equal(t, name+": multiplier", a.Multiplier, 5.0)
		equal(t, name+": base hits", a.BaseHits, 1+14/4)
		equal(t, name+": hits", a.Hits, 10)
		equal(t, name+": injury", s.groups[1].injury, 70)
	}
}

// HC-AREA: an area may be dodged, or blocked with a DB of 3, never parried.
func TestDefencesAgainstAreas(t *testing.T) {
	for _, row := range []struct {
		name string
		db   int
		want DefenceKind
	}{{"DB 2", 2, Dodge}, {"DB 3", 3, Block}} {
		target := footman(t, func(u *units.Unit) { u.Parry, u.Block, u.ShieldDB = 14, 12, row.db })
		mage := footman(t, knows(aSpell(t, about(units.Damaging, 2))))
		s := onStage(t, duel(20, band(mage, 1, casts(Neutral, Cast{Spell: "Spell"})), band(target, 1, does(Neutral))))
		s.open(-1)
		s.run(s.shoot, 18, 3)
		equal(t, row.name, s.attacks()[0].Defence, row.want)
	}
	// A missile spell at one target is blocked, not parried.
	target := footman(t, func(u *units.Unit) { u.Parry, u.Block = 14, 12 })
	s := onStage(t, duel(20, band(footman(t, knows(aSpell(t))), 1, casts(Neutral, Cast{Spell: "Spell"})), band(target, 1, does(Neutral))))
	s.open(-1)
	s.run(s.shoot, 18, 3)
	equal(t, "a missile", s.attacks()[0].Defence, Block)
}

// HC-MULTISPELL: spells cast several times at one target are one attack with so many
// shots.
func TestSpellsAreShots(t *testing.T) {
	s := onStage(t, duel(20, band(footman(t, knows(aSpell(t))), 1, casts(Neutral, Cast{Spell: "Spell", Times: 4})), band(footman(t), 3, does(Neutral))))
	s.open(0)
	s.run(s.shoot, 3, 18, 5, 5, 5, 5)
	a := s.attacks()[0]
	equal(t, "skill", a.Skill.Total, 15-3+2)
	equal(t, "multiplier", a.Multiplier, 2.0)
	equal(t, "hits, at most the spells", a.Hits, 4)
	equal(t, "AP left", s.groups[0].ap, 0)
}

// HC-SPELL: the roll takes the tactic's modifier of its kind, initiative only for
// attack rolls, and range by bands or yards.
func TestActivationModifiers(t *testing.T) {
	roll := func(r units.SpellRoll) func(*units.Spell) {
		return func(s *units.Spell) { magic(s); s.Roll = r; s.RangePenalty = units.NoRangePenalty }
	}
	for _, row := range []struct {
		name   string
		tactic Tactic
		spell  units.Spell
		want   int
	}{
		{"IQ, Concentration", Concentration, aSpell(t, roll(units.IQRoll)), 17},
		{"Will, Offensive", Offensive, aSpell(t, roll(units.WillRoll)), 13},
		{"Per, All-Out Offensive", AllOutOffensive, aSpell(t, roll(units.PerRoll)), 11},
		{"HT has none", AllOutOffensive, aSpell(t, roll(units.HTRoll)), 15},
		{"bands", Defensive, aSpell(t, magic), 12},
		{"yards", Defensive, aSpell(t, magic, func(s *units.Spell) { s.RangePenalty = units.ByYards }), 15 - 9},
		{"ranged", Defensive, aSpell(t), 15 - 3 - 2 + 2},
		{"melee", Offensive, aSpell(t, func(s *units.Spell) { s.Roll, s.MaxRange = units.MeleeRoll, 10 }), 15 + 2 + 2},
		{"Aimed Shooting does not help what is not aimed", AimedShooting, aSpell(t, func(s *units.Spell) { s.Acc = 3 }), 15 - 3 + 2},
	} {
		mage := footman(t, knows(row.spell))
		o := casts(row.tactic, Cast{Spell: "Spell"})
		o.Move = MoveDefault
		s := onStage(t, duel(9, band(mage, 1, o), band(footman(t, weak), 1, does(Neutral, Hold))))
		s.open(0)
		rolls := []int{18}
		if row.spell.Strikes() {
			rolls = []int{18, 3}
		}
		s.run(s.shoot, rolls...)
		got := 0
		for _, e := range s.events {
			switch e := e.(type) {
			case Attacked:
				got = e.Skill.Total
			case Activated:
				got = e.Score.Total
			}
		}
		equal(t, row.name, got, row.want)
	}
}

// HC-SPELL: Aimed Shooting helps for 1 AP more, which makes a 1 AP spell a long one.
func TestAimedSpells(t *testing.T) {
	mage := footman(t, knows(aSpell(t, func(s *units.Spell) { s.Acc = 3 })))
	s := onStage(t, duel(9, band(mage, 1, casts(AimedShooting, Cast{Spell: "Spell", Aimed: true})), band(footman(t), 1, does(Neutral, Hold))))
	equal(t, "long", s.groups[0].orders[0].casts[0].long, true)
	s.open(0)
	equal(t, "AP left", s.groups[0].ap, 2)
	s.run(s.shoot, 18, 3)
	equal(t, "skill", s.attacks()[0].Skill.Total, 15-3+2+2+3)
}

// HC-SPELL, HC-AP: what cannot be ordered.
func TestCheckCasts(t *testing.T) {
	u := footman(t, knows(aSpell(t), aSpell(t, takes(6), func(s *units.Spell) { s.Name = "Slow" }), aSpell(t, magic, func(s *units.Spell) { s.Name = "Mind" })))
	withdraw := casts(AllOutDefensive, Cast{Spell: "Spell"})
	withdraw.Move = Withdraw
	for _, row := range []struct {
		name  string
		order Order
		which int
		fine  bool
	}{
		{"4 AP", casts(Neutral, Cast{Spell: "spell", Times: 4}), 0, true},
		{"5 AP", casts(Neutral, Cast{Spell: "Slow"}, Cast{Spell: "spell"}), 1, false},
		{"unknown", casts(Neutral, Cast{Spell: "Other"}), 0, false},
		{"aimed", casts(AimedShooting, Cast{Spell: "spell", Aimed: true}), 0, true},
		{"aimed otherwise", casts(Neutral, Cast{Spell: "spell", Aimed: true}), 0, false},
		{"aimed 4 AP", casts(AimedShooting, Cast{Spell: "slow", Aimed: true}), 0, false},
		{"aimed mind", casts(AimedShooting, Cast{Spell: "mind", Aimed: true}), 0, false},
		{"retreat", casts(Retreat, Cast{Spell: "spell"}), 0, false},
		{"withdraw", withdraw, 0, false},
	} {
		which, err := CheckCasts(&row.order, u)
		if (err == nil) != row.fine || which != row.which {
			t.Errorf("%s: spell %d, %v", row.name, which, err)
		}
	}
}

// HC-SPELL: without an eligible target a spell is not cast, but its AP are lost; with
// too few FP it is not cast.
func TestNotCast(t *testing.T) {
	spell := aSpell(t, func(s *units.Spell) { s.MaxRange, s.Cost = 10, 4 })
	s := onStage(t, duel(50, band(footman(t, knows(spell)), 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t), 1, does(Neutral, Hold))))
	s.open(0)
	s.run(s.shoot)
	equal(t, "why", all[NotCast](s)[0].Why, NobodyEligible)
	equal(t, "AP left", s.groups[0].ap, 3)
	equal(t, "FP left", s.groups[0].fp, 10)

	s = onStage(t, duel(9, band(footman(t, knows(spell)), 1, casts(Neutral, Cast{Spell: "Spell", Times: 3})), band(footman(t), 1, does(Neutral, Hold))))
	s.open(0)
	s.run(s.shoot, 18, 3)
	equal(t, "cast as often as FP last", s.attacks()[0].Shots, 2)
	equal(t, "FP left", s.groups[0].fp, 2)
	s.open(0)
	s.run(s.shoot)
	equal(t, "why", all[NotCast](s)[0].Why, TooFewFP)
}

// HC-SPELL: FP that spells cost tire and exhaust at the end of the round (B-FP).
func TestSpellsTire(t *testing.T) {
	for _, row := range []struct {
		cost             int
		tired, collapsed bool
	}{{6, false, false}, {7, true, false}, {10, true, true}} {
		spell := aSpell(t, func(s *units.Spell) { s.Cost = row.cost })
		s := onStage(t, duel(9, band(footman(t, knows(spell)), 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t), 1, does(Neutral, Hold))))
		s.b.Rules.Fatigue = true
		s.open(0)
		s.run(s.shoot, 18, 3)
		equal(t, "tired before the end of the round", s.groups[0].tired, false)
		s.run(s.fatiguePhase, 6)
		equal(t, fmt.Sprint("tired by ", row.cost), s.groups[0].tired, row.tired)
		equal(t, fmt.Sprint("collapsed by ", row.cost), s.groups[0].collapsed, row.collapsed)
	}
}

// HC-INTERRUPT: a spell of 1 AP resolves in 3.1 and is not interrupted; one of 2 AP in
// 3.3, after a Will roll for each attack, at -3 if it injured.
func TestInterruptions(t *testing.T) {
	scenario := func(seconds int) Scenario {
		mage := footman(t, knows(aSpell(t, takes(seconds))), func(u *units.Unit) { u.HP = 100 })
		shoots := does(Neutral, Hold)
		shoots.Shots = 1
		return duel(30, band(mage, 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t, armed(bow(t))), 1, shoots))
	}
	s := onStage(t, scenario(1))
	s.open(0)
	s.run(s.shoot, 18, 3, 18, 3) // the spell, then the arrow
	equal(t, "a spell of 1 AP", s.words(), "round ordersA ordersB ranged castsA shootsB")
	equal(t, "Will rolls", len(all[Concentrated](s)), 0)

	for _, row := range []struct {
		name             string
		attack, dodge    int
		rest             []int // damage, and Will
		kept             bool
		will             int
		castAfterwards   bool
		defend, attackBy int
	}{
		{"missed, Will 12 rolled 12", 18, 3, []int{12}, true, 12, true, 3, 18},
		{"missed, Will 12 rolled 13", 18, 3, []int{13}, false, 12, false, 0, 0},
		{"injured, Will 9 rolled 9", 3, 18, []int{6, 9}, true, 9, true, 3, 18},
		{"injured, Will 9 rolled 10", 3, 18, []int{6, 10}, false, 9, false, 0, 0},
	} {
		s := onStage(t, scenario(3))
		s.open(0)
		rolls := append([]int{row.attack, row.dodge}, row.rest...)
		if row.castAfterwards {
			rolls = append(rolls, row.attackBy, row.defend)
		}
		s.run(s.shoot, rolls...)
		c := all[Concentrated](s)
		equal(t, row.name+": rolls", len(c), 1)
		equal(t, row.name+": Will", c[0].Score.Total, row.will)
		equal(t, row.name+": kept", c[0].Kept, row.kept)
		equal(t, row.name+": attacks", len(s.attacks()), 1+len(rolls)/5)
	}
}

// HC-INTERRUPT: the winner's long spells come first, and test the loser's.
func TestLongSpellsInterrupt(t *testing.T) {
	mage := func() *units.Unit { return footman(t, knows(aSpell(t, takes(2)))) }
	s := onStage(t, duel(30, band(mage(), 1, casts(Neutral, Cast{Spell: "Spell"})), band(mage(), 1, casts(Neutral, Cast{Spell: "Spell"}))))
	s.open(1)
	s.run(s.shoot, 18, 3, 17) // B casts; A fails its Will roll and casts no more
	equal(t, "attacks", len(all[Attacked](s)), 1)
	equal(t, "who tests", all[Concentrated](s)[0].Group, 0)
}

// HC-SPELL: what takes longer than 10 s takes 4 AP a round and goes on in the next; it
// is tested also for attacks in between.
func TestSpellsThatSpanRounds(t *testing.T) {
	mage := footman(t, knows(aSpell(t, takes(15))))
	s := onStage(t, duel(1, band(mage, 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t), 1, does(Neutral))))
	s.open(0)
	equal(t, "AP left", s.groups[0].ap, 0)
	s.run(s.shoot)
	equal(t, "round 1 of 2", all[StillCasting](s)[0].Rounds, 1)
	s.run(s.strikeAll, 18, 3) // the footman attacks in melee; the mage has no AP
	s.closeRound()
	s.script(12) // Will, before Orders
	s.open(0)
	s.usedUp()
	equal(t, "kept", all[Concentrated](s)[0].Kept, true)
	s.run(s.shoot, 18, 3)
	equal(t, "cast in round 2", len(all[SpellCast](s)), 1)
	s.events = nil

	s = onStage(t, duel(1, band(mage, 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t), 1, does(Neutral))))
	s.open(0)
	s.run(s.shoot)
	s.run(s.strikeAll, 18, 3)
	s.closeRound()
	s.script(13)
	s.open(0)
	s.run(s.shoot)
	equal(t, "begun again", all[StillCasting](s)[1].Rounds, 1)
}

// HC-SINGLE: one in a crowd of his size or larger must be singled out by a Per roll.
func TestSinglingOut(t *testing.T) {
	mage := footman(t, knows(aSpell(t, magic)))
	hero, orc := footman(t, weak), footman(t, weak)
	named := Cast{Spell: "Spell", At: &Target{Rule: Named, Groups: []TargetShare{{0, 1}}}}
	scene := func(sm int) Scenario {
		small := *orc
		small.SM = sm
		return sides(20, []Group{band(mage, 1, casts(Defensive, named))}, []Group{at(0, 20, band(hero, 1, does(Neutral))), at(0, 21, band(&small, 3, does(Neutral)))})
	}
	for _, row := range []struct {
		name   string
		sm     int
		rolls  []int
		struck int
	}{
		{"Per made", 0, []int{10, 12, 18}, 1},
		{"Per missed, himself", 0, []int{10, 13, 1, 18}, 1},
		{"Per missed, another", 0, []int{10, 13, 2, 18}, 2},
		{"a crowd of smaller ones", -1, []int{10, 18}, 1},
	} {
		s := onStage(t, scene(row.sm))
		s.open(-1)
		s.run(s.shoot, row.rolls...)
		equal(t, row.name, all[Affected](s)[0].Group, row.struck)
	}
}

// Resistance: a Quick Contest for one, a part of several (HC-AREA), half up.
func TestResistance(t *testing.T) {
	mage := footman(t, knows(aSpell(t, magic, about(units.Resistible, 4))))
	for _, row := range []struct {
		name        string
		n, roll     int // the casting's, against 15 - 3
		rolls       []int
		resist, hit int
	}{
		{"one who resists: 10 - 2", 1, 10, []int{8}, 1, 0},
		{"one who does not", 1, 10, []int{9}, 0, 1},
		{"ten at margin 2: 56 of 216 is 2.6", 10, 10, nil, 3, 7},
		{"ten at margin 0: 108 of 216 is 5", 10, 12, nil, 5, 5},
		{"three at margin 0: 1.5 is 2", 3, 12, nil, 2, 1},
		{"ten at margin 8: 0", 10, 4, nil, 0, 10},
		{"two at margin 8", 2, 4, nil, 0, 2},
	} {
		s := onStage(t, duel(20, band(mage, 1, casts(Defensive, Cast{Spell: "Spell"})), band(footman(t, weak), row.n, does(Neutral))))
		s.open(-1)
		s.run(s.shoot, append([]int{row.roll}, row.rolls...)...)
		equal(t, row.name+": resist", all[Resisted](s)[0].Resist, row.resist)
		equal(t, row.name+": stunned", row.n-s.able(&s.groups[1]), row.hit)
	}
}

// Where a margin fixes the duration, one roll serves all.
func TestPerMargin(t *testing.T) {
	mage := footman(t, knows(aSpell(t, magic, about(units.Resistible, 4), func(s *units.Spell) {
		s.PerMargin, s.Duration = units.DurationPerMargin, 10
	})))
	s := onStage(t, duel(20, band(mage, 1, casts(Defensive, Cast{Spell: "Spell"})), band(footman(t, weak), 10, does(Neutral))))
	s.open(-1)
	s.run(s.shoot, 10, 13) // margin 2, Will 8, missed by 5: 50 s
	a := all[Affected](s)[0]
	equal(t, "members", a.Members, 10)
	equal(t, "rounds", a.Rounds, 3)
	for round := 1; round <= 3; round++ {
		equal(t, fmt.Sprint("able in round ", round), s.able(&s.groups[1]), 0)
		s.closeRound()
		s.open(-1)
	}
	equal(t, "able afterwards", s.able(&s.groups[1]), 10)
}

// HC-AREA's kinds.
func TestKindsOfArea(t *testing.T) {
	for _, row := range []struct {
		name   string
		spell  units.Spell
		n      int
		rolls  []int
		skill  int
		hits   int // or members reached
		injury int
	}{
		{"damaging", aSpell(t, about(units.Damaging, 2)), 3, []int{10, 10, 6, 6, 6}, 16, 3, 18},
		{"binding", aSpell(t, about(units.Binding, 2), func(s *units.Spell) { s.Damage, s.Effect.Bind = units.Damage{}, true }), 9, []int{16}, 16, 7, 0},
		{"bombardment", aSpell(t, about(units.Bombardment, 2), func(s *units.Spell) { s.Bombardment = 10 }), 3, []int{10, 13, 6, 6, 6}, 10, 3, 18},
		{"emanation", aSpell(t, about(units.Emanation, 20)), 1, []int{9, 10, 6}, 10, 1, 6},
		{"bombardment emanation", aSpell(t, about(units.BombardmentEmanation, 20)), 1, []int{9, 10, 6}, 14, 1, 6},
		{"persistent", aSpell(t, about(units.Persistent, 2), func(s *units.Spell) { s.Duration = 5 }), 1, []int{10, 10, 6, 6}, 16, 1, 12},
		{"persistent bombardment", aSpell(t, about(units.PersistentBombardment, 2), func(s *units.Spell) { s.Duration, s.Bombardment = 1, 12 }), 1, []int{10, 10, 6}, 12, 1, 6},
		{"explosion", aSpell(t, func(s *units.Spell) { s.Kind, s.Fragments = units.Explosion, damage(t, "1d cut") }), 1, []int{10, 10, 6, 4}, 16, 1, 12},
		{"resistible after a contest", aSpell(t, about(units.Resistible, 2), func(s *units.Spell) { s.Resist = units.ResistHT }), 1, []int{15, 14, 16, 6}, 16, 1, 6},
	} {
		s := onStage(t, duel(12, band(footman(t, knows(row.spell)), 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t), row.n, does(Neutral, Hold))))
		s.open(-1)
		s.run(s.shoot, row.rolls...)
		skill, hits := 0, 0
		for _, e := range s.events {
			switch e := e.(type) {
			case Attacked:
				skill, hits = e.Skill.Total, e.Hits
			case Activated:
				skill = e.Score.Total
			case Affected:
				hits = e.Members
			}
		}
		equal(t, row.name+": skill", skill, row.skill)
		equal(t, row.name+": hits", hits, row.hits)
		equal(t, row.name+": injury", s.groups[1].injury, row.injury)
	}
}

// HC-AREA: a resistible area that its contest has placed reaches its potential targets
// times the casters, at most those present, whatever the margin.
func TestPlacedAreas(t *testing.T) {
	gas := aSpell(t, about(units.Resistible, 2), func(s *units.Spell) { // 7 hexes
		s.Damage, s.Resist, s.Effect.Stun = units.Damage{}, units.ResistHT, true
	})
	for _, row := range []struct {
		name        string
		casters, n  int
		attack      int
		members     int
		modified    int // HT 10 less the margin
		resist, hit int
	}{
		{"a tie places nothing", 1, 12, 16, 0, 0, 0, 0},
		{"at margin 1 all seven", 1, 12, 15, 7, 9, 3, 4},
		{"and at margin 5", 1, 12, 11, 7, 5, 0, 7},
		{"as many as are there", 1, 3, 15, 3, 9, 1, 2},
		{"two casters reach twice as many", 2, 20, 15, 14, 9, 5, 9},
		{"of those present", 2, 10, 15, 10, 9, 4, 6},
	} {
		foes := footman(t, func(u *units.Unit) { u.HT, u.Dodge = 10, 10 })
		r := duel(12, band(footman(t, knows(gas)), row.casters, casts(Neutral, Cast{Spell: "Spell"})), band(foes, row.n, does(Neutral, Hold)))
		r.Rules.NumericalBonus = nil // skill 15 - 3 + 4
		s := onStage(t, r)
		s.open(-1)
		s.run(s.shoot, row.attack, 10)
		var got Resisted
		if found := all[Resisted](s); len(found) > 0 {
			got = found[0]
		}
		equal(t, row.name+": reached", got.Members, row.members)
		equal(t, row.name+": score", got.Modified, row.modified)
		equal(t, row.name+": resist", got.Resist, row.resist)
		equal(t, row.name+": stunned", row.n-s.able(&s.groups[1]), row.hit)
	}
}

// HC-TARGET: once all whom orders name are gone, spells are cast as if none were named,
// and while one of them is there they wait for it; a melee attack spell strikes whom it
// can reach.
func TestNamedTargetsOfSpells(t *testing.T) {
	named := func(shares ...TargetShare) *Target { return &Target{Rule: Named, Groups: shares} }
	first, second, both := named(TargetShare{0, 1}), named(TargetShare{1, 1}), named(TargetShare{0, 1}, TargetShare{1, 1})
	touch := func(s *units.Spell) { s.Roll, s.MaxRange = units.MeleeRoll, 1 }
	help := func(s *units.Spell) {
		s.On, s.Roll, s.Damage, s.Effect.Defence = units.OnFriends, units.IQRoll, units.Damage{}, 1
	}
	for _, row := range []struct {
		name  string
		spell func(*units.Spell)
		at    *Target
		order bool // the order names them, not the cast
		gone  int  // that enemy group; -1: none
		y     float64
		want  int // by group, the casters' first; -1: nobody
	}{
		{"the one that is named", nil, second, true, -1, 20, 2},
		{"it is out of range", nil, second, true, -1, 200, -1},
		{"it is gone", nil, second, true, 2, 20, 1},
		{"named by the cast", nil, second, false, 2, 20, 1},
		{"one of two is gone", nil, both, true, 1, 20, 2},
		{"one of two is gone, the other far", nil, both, true, 1, 200, -1},
		{"a touch, of the one that is named", touch, first, true, -1, 20, 1},
		{"a touch, where it is out of reach", touch, second, true, -1, 20, 1},
		{"friends are helped or not", help, second, false, 2, 20, -1},
	} {
		spell := aSpell(t)
		if row.spell != nil {
			row.spell(&spell)
		}
		order, cast := casts(Neutral), Cast{Spell: "Spell"}
		if row.order {
			order.Target = *row.at
		} else {
			cast.At = row.at
		}
		order.Spells = []Cast{cast}
		s := onStage(t, sides(1, []Group{at(0, 0, band(footman(t, knows(spell)), 1, order))},
			[]Group{at(0, 1, band(footman(t), 1, does(Neutral, Hold))), at(0, row.y, band(footman(t), 1, does(Neutral, Hold)))}))
		if row.spell == nil {
			s.groups[1].pos.Y = 10
			s.releaseLocks()
		}
		s.open(-1)
		if row.gone >= 0 {
			s.groups[row.gone].standing = Down
		}
		got := -1
		if h := s.castTarget(&s.groups[0], &s.groups[0].order.casts[0]); h != nil {
			got = h.index
		}
		equal(t, row.name, got, row.want)
	}
}

// HC-AREA: an explosion's radius is its mean injury in HP of the target.
func TestExplosionRadius(t *testing.T) {
	for _, row := range []struct {
		damage, fragments string
		hp, want          int
	}{{"6d cr", "", 10, 3}, {"6d cr", "", 21, 1}, {"6d cr", "", 22, 1}, {"6d cr", "2d cr", 10, 3}, {"6d cr", "3d cr", 10, 4}, {"1d cr", "", 100, 1}} {
		spell := aSpell(t, func(s *units.Spell) {
			s.Kind, s.Damage = units.Explosion, damage(t, row.damage)
			if row.fragments != "" {
				s.Fragments = damage(t, row.fragments)
			}
		})
		s := onStage(t, duel(12, band(footman(t, knows(spell)), 1), band(footman(t, func(u *units.Unit) { u.HP = row.hp }), 1)))
		z := zone{spell: &spell}
		equal(t, fmt.Sprint(row), s.radius(&z, &s.groups[1]), row.want)
	}
}

// HC-AREA: a persistent area hurts again in step 4.3, as much as before HT halved it
// and with a new HT roll, those who have not left it, while it lasts.
func TestPersistentAreas(t *testing.T) {
	spell := aSpell(t, about(units.Persistent, 2), func(s *units.Spell) { s.Duration = 40 })
	enemy := func() *units.Unit { return footman(t, func(u *units.Unit) { u.HP = 1000; u.HT = 10 }) }
	stays, goes := band(enemy(), 1, does(Neutral, Hold)), band(enemy(), 1, does(Neutral, Hold), does(Neutral, Away))
	goes.Name = "goer"
	s := onStage(t, sides(12, []Group{band(footman(t, knows(spell)), 1, casts(Neutral, Cast{Spell: "Spell"}), does(Neutral, Hold))},
		[]Group{at(0, 12, stays), at(0, 12, goes)}))
	s.open(-1)
	rolls := []int{3, 18} // the first group; 1 hit × 10 of duration 20
	for range 10 {
		rolls = append(rolls, 6)
	}
	rolls = append(append(rolls, 3, 18), rolls[2:]...)
	s.run(s.shoot, rolls...)
	equal(t, "injury", s.groups[1].injury, 60)
	s.run(func() { s.injuryStep(dice.RangedInjury) }, 10, 11)
	equal(t, "HP", s.groups[1].pool, 970)
	s.run(s.movementPhase, 11, 10)
	equal(t, "HP after the movement", s.groups[1].pool, 970-60)
	s.closeRound()
	s.open(-1)
	s.run(s.shoot)
	s.run(s.movementPhase, 11)
	equal(t, "HP in the second round", s.groups[1].pool, 970-120)
	equal(t, "who has left", s.groups[2].pool, 940-30)
	s.closeRound()
	equal(t, "burnt out", len(s.fires), 0)
}

// Areas strike friend and foe, and partly covered groups by half or a quarter, rounded
// up (HC-AREA).
func TestPartialCover(t *testing.T) {
	spell := aSpell(t, about(units.Damaging, 4)) // 3.5 yards
	for _, row := range []struct {
		yards         float64
		members, want int
	}{
		{0, 1, covered}, {3, 1, covered}, {3.2, 1, halfway}, {3.5, 1, halfway}, {3.6, 1, quarter}, {3.9, 1, quarter}, {4, 1, uncovered},
		{0, 400, covered}, {7, 400, covered}, {11, 400, halfway}, {12, 400, halfway}, {13, 400, quarter}, {20, 400, uncovered},
	} {
		s := onStage(t, duel(12, band(footman(t, knows(spell)), 1), at(0, 12, band(footman(t), row.members))))
		z := zone{spell: &spell, centre: Point{row.yards, 12}, radius: 4}
		equal(t, fmt.Sprint(row), s.covers(&z, &s.groups[1]), row.want)
	}
	s := onStage(t, duel(12, band(footman(t, knows(spell)), 1), band(footman(t), 9)))
	z := zone{spell: &spell, radius: 4}
	for quarters, want := range map[int]int{covered: 37, halfway: 19, quarter: 10} {
		equal(t, fmt.Sprint(quarters, " quarters"), s.potential(&z, &s.groups[1], quarters), want)
	}

	// A fireball into a melee.
	own := at(0, 19, band(footman(t), 2, does(Neutral)))
	own.Name = "own"
	s = onStage(t, sides(20, []Group{at(0, 0, band(footman(t, knows(spell)), 1, casts(Neutral, Cast{Spell: "Spell"}))), own},
		[]Group{at(0, 20, band(footman(t), 2, does(Neutral)))}))
	s.open(-1)
	s.run(s.shoot, 18, 3, 18, 3)
	a := s.attacks()
	equal(t, "attacks", len(a), 2)
	equal(t, "on friends", a[0].Target, 1)
	equal(t, "and foes", a[1].Target, 2)
}

// Cones spare the casters, and reach as far as they are long.
func TestConeCover(t *testing.T) {
	spell := aSpell(t, func(s *units.Spell) { s.Kind, s.Area = units.Damaging, units.Area{Length: 20, Width: 10} })
	s := onStage(t, duel(12, band(footman(t, knows(spell)), 1), band(footman(t), 1)))
	for _, row := range []struct {
		x, y float64
		want int
	}{
		{0, 10, covered}, {0, 20, halfway}, {0, 20.4, quarter}, {0, 20.5, uncovered}, {2, 10, covered}, {2.5, 10, halfway},
		{2.9, 10, quarter}, {3, 10, uncovered}, {0, -1, uncovered}, {4.5, 19.5, halfway},
	} {
		z := zone{spell: &spell, way: Point{0, 1}}
		s.groups[1].pos = Point{row.x, row.y}
		equal(t, fmt.Sprint(row), s.covers(&z, &s.groups[1]), row.want)
	}
}

// B-LARGEAREA counts for areas, the torso's DR for a missile.
func TestLargeAreaInjury(t *testing.T) {
	target := footman(t, func(u *units.Unit) { u.Armour.Set(units.Torso, 5) })
	mail := footman(t, func(u *units.Unit) {
		u.Armour.Set(units.Torso, 20)
		u.Armour.SetFlexible(units.Torso, true)
	})
	crushing := func(s *units.Spell) { s.Damage.Type = units.Crushing }
	for _, row := range []struct {
		spell  units.Spell
		target *units.Unit
		dr     int
		injury int
	}{
		{aSpell(t), target, 5, 7},
		{aSpell(t, about(units.Damaging, 1)), target, 3, 9},
		// 10 stopped by flexible armour are 2 of blunt trauma, but not of an area.
		{aSpell(t, crushing), mail, 20, 2},
		{aSpell(t, crushing, about(units.Damaging, 1)), mail, 10, 0},
	} {
		roll := 12
		if row.target == mail {
			roll = 10
		}
		s := onStage(t, duel(12, band(footman(t, knows(row.spell)), 1, casts(Neutral, Cast{Spell: "Spell"})), band(row.target, 1, does(Neutral))))
		s.open(-1)
		s.run(s.shoot, 10, 10, roll)
		equal(t, "DR", s.attacks()[0].Injury.DR, row.dr)
		equal(t, "injury", s.groups[1].injury, row.injury)
	}
}

// Effects on friends: bonuses, DR, healing.
func TestSpellsOnFriends(t *testing.T) {
	onFriends := func(s *units.Spell) {
		s.Roll, s.Damage, s.On, s.RangePenalty = units.IQRoll, units.Damage{}, units.OnFriends, units.NoRangePenalty
	}
	bless := aSpell(t, onFriends, func(s *units.Spell) {
		s.Effect.Bonuses = units.Bonuses{Attack: 1, Melee: 2, Defence: 3, Dodge: 1, DR: 4, Move: 2}
		s.Duration = 21
	})
	heal := aSpell(t, onFriends, func(s *units.Spell) { s.Name, s.Effect.Heal = "Heal", dice.D(1, 0) })
	scene := func(c Cast) *stage {
		friends := at(0, 9, band(footman(t), 2, does(Neutral)))
		friends.Name = "friends"
		c.At = &Target{Rule: Named, Groups: []TargetShare{{1, 1}}}
		s := onStage(t, sides(10, []Group{at(0, 0, band(footman(t, knows(bless, heal)), 2, casts(Defensive, c))), friends},
			[]Group{at(0, 10, band(footman(t), 2, does(Neutral)))}))
		s.open(-1)
		return s
	}
	s := scene(Cast{Spell: "Spell"})
	s.run(s.shoot, 15)
	equal(t, "members", all[Affected](s)[0].Members, 2)
	s.events = nil
	equal(t, "Move", s.groups[1].speed(), 7)
	s.run(s.strikeAll, 18, 3, 12, 13, 6)
	a := s.attacks()
	equal(t, "attack", part(a[0].Skill, ForSpells), 3)
	equal(t, "defence", part(a[1].DefenceScore, ForSpells), 4)
	equal(t, "DR", a[1].Injury.DR, 4)
	for round := range 3 {
		s.closeRound()
		s.open(-1)
		equal(t, fmt.Sprint("parts after round ", round+1), len(s.groups[1].parts), max(0, 1-round))
	}

	s = scene(Cast{Spell: "Heal"})
	s.lose(&s.groups[1], 5)
	s.run(s.shoot, 15, 2, 1)
	equal(t, "healed", s.groups[1].pool, 18)
	s.open(-1)
	s.run(s.shoot, 15, 6, 6)
	equal(t, "no more than all", s.groups[1].pool, 20)
}

// Fear calls a morale check with its modifier; a failed casting does not.
func TestFear(t *testing.T) {
	terror := aSpell(t, magic, about(units.Resistible, 4), func(s *units.Spell) { s.Effect = units.Effect{Frighten: true, Fear: 3} })
	for _, row := range []struct {
		casting, morale int
		broke           bool
	}{{4, 9, false}, {4, 10, true}, {17, 0, false}} {
		s := onStage(t, duel(20, band(footman(t, knows(terror)), 5, casts(Defensive, Cast{Spell: "Spell"})), band(footman(t, weak), 5, does(Neutral))))
		s.b.Rules.Morale = true
		s.open(-1)
		s.run(s.shoot, row.casting)
		if row.morale == 0 {
			s.run(s.moralePhase)
		} else {
			s.run(s.moralePhase, row.morale)
		}
		equal(t, "broke", s.groups[1].broke, row.broke)
	}
}

// Removal takes the hale out of the battle at once.
func TestRemoval(t *testing.T) {
	away := aSpell(t, magic, func(s *units.Spell) { s.Resist, s.Effect = units.NotResisted, units.Effect{Remove: true} })
	s := onStage(t, duel(20, band(footman(t, knows(away)), 2, casts(Defensive, Cast{Spell: "Spell"})), band(footman(t, weak), 5, does(Neutral))))
	s.open(-1)
	s.lose(&s.groups[1], 7)
	s.run(s.shoot, 10)
	equal(t, "left", s.groups[1].fighting, 3)
	equal(t, "HP", s.groups[1].pool, 23)
	s.run(func() { s.remove(&s.groups[1], 3) })
	equal(t, "none left", s.groups[1].standing, Down)
}

// A group whose members are mostly bound does not move.
func TestBoundMembersHoldAGroup(t *testing.T) {
	s := onStage(t, duel(20, band(footman(t), 4, does(Neutral)), band(footman(t), 5, does(Neutral, Hold))))
	s.b.elaborate = "the test"
	s.open(-1)
	g := &s.groups[0]
	g.affect(2, func(st *state) { st.bound = 1 })
	equal(t, "half", s.bogged(g), false)
	g.affect(1, func(st *state) { st.bound = 1 })
	equal(t, "more than half", s.bogged(g), true)
	s.run(s.moveAll)
	equal(t, "moved", g.pos, Point{0, 0})
}

// States hold effects in order, and the longest of each.
func TestEffectsOfAState(t *testing.T) {
	var a, b state
	a.under(lasting{2, 1, 5})
	a.under(lasting{1, 1, 3})
	b.under(lasting{1, 1, 3})
	b.under(lasting{2, 1, 4})
	b.under(lasting{2, 1, 5})
	b.under(lasting{2, 1, 2})
	equal(t, "whatever the order", a, b)
	a.expireSpells(3)
	equal(t, "what is left", a.spells, [maxLasting]lasting{{2, 1, 5}})
	for i := range int16(maxLasting) {
		a.under(lasting{i + 3, 1, int32(10 + i)})
	}
	equal(t, "of too many the first to end gives way", a.spells[0].effect, 3)
}

// battlesWithSpells are scenarios in which nearly every rule on spells comes up.
func battlesWithSpells(t testing.TB) map[string]Scenario {
	fire := aSpell(t, about(units.Damaging, 2), takes(3), func(s *units.Spell) { s.Name, s.Cost = "Fireball", 1 })
	cloud := aSpell(t, about(units.Persistent, 3), func(s *units.Spell) { s.Name, s.Duration, s.Damage = "Cloud", 30, damage(t, "1d-5 tox") })
	bomb := aSpell(t, func(s *units.Spell) { s.Name, s.Kind, s.Fragments = "Bomb", units.Explosion, damage(t, "1d cut") })
	stun := aSpell(t, magic, about(units.Resistible, 3), func(s *units.Spell) { s.Name = "Stun" })
	curse := aSpell(t, magic, func(s *units.Spell) {
		s.Skill, s.RangePenalty, s.Name, s.Cost, s.Duration, s.PerMargin, s.Effect = 42, units.ByYards, "Curse", 3, 15, units.EffectPerMargin, units.Effect{Bonuses: units.Bonuses{Attack: -1, DR: -1}}
	})
	fear := aSpell(t, magic, func(s *units.Spell) { s.Name, s.Time, s.Effect = "Fear", 12, units.Effect{Frighten: true, Fear: 3} })
	heal := aSpell(t, func(s *units.Spell) {
		s.Name, s.Roll, s.Damage, s.On, s.Effect.Heal = "Heal", units.IQRoll, units.Damage{}, units.OnFriends, dice.D(2, 0)
	})
	breath := aSpell(t, func(s *units.Spell) {
		s.Name, s.Kind, s.Area = "Breath", units.Damaging, units.Area{Length: 15, Width: 4}
	})
	mages := func(n int, all ...Cast) Group {
		return Group{Name: "mages", Unit: footman(t, knows(fire, cloud, bomb, stun, curse, fear, heal, breath), armed(bow(t), sword(t)), func(u *units.Unit) { u.HP = 30 }), Count: n, Orders: []Order{casts(Neutral, all...)}}
	}
	orcs := func(n int, y float64) Group {
		tough := func(u *units.Unit) { u.HP, u.HT = 20, 12 }
		return Group{Name: fmt.Sprint("orcs ", y), Unit: footman(t, weak, tough, armed(bow(t), sword(t))), Count: n, Position: &Point{0, y}, Orders: []Order{{Tactics: []Tactic{Offensive}}}}
	}
	of := func(m Group, more ...Group) Scenario {
		s := sides(30, []Group{m}, more)
		s.Rules.Morale, s.Rules.Fatigue, s.MaxRounds = true, true, 30
		return s
	}
	horde := orcs(40, 60)
	horde.Unit.Weapons = horde.Unit.Weapons[1:]
	guards := orcs(4, 5)
	guards.Name = "guards"
	mixed := of(mages(2, Cast{Spell: "Curse"}, Cast{Spell: "Heal", At: &Target{Rule: MostWounded}}), orcs(1, 30), orcs(4, 31))
	mixed.Sides[0].Groups = append(mixed.Sides[0].Groups, guards)
	return map[string]Scenario{
		"fireballs": of(mages(3, Cast{Spell: "Fireball"}), orcs(8, 30), orcs(4, 32)),
		"clouds":    of(mages(1, Cast{Spell: "Cloud"}), horde),
		"bombs":     of(mages(2, Cast{Spell: "Bomb"}, Cast{Spell: "Stun"}), orcs(7, 25)),
		"curses":    mixed,
		"fear":      of(mages(4, Cast{Spell: "Fear"}), orcs(6, 30)),
		"breath":    of(mages(1, Cast{Spell: "Breath"}), orcs(5, 12), orcs(1, 13)),
	}
}

// Both ways of drawing have one distribution in battles with spells.
func TestBothWaysOfCasting(t *testing.T) {
	trials := 20_000
	if testing.Short() {
		trials = 3_000
	}
	for name, s := range battlesWithSpells(t) {
		t.Run(name, func(t *testing.T) {
			b, err := Compile(s)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, "elaborate", b.elaborate, "a battle with spells")
			bothWays(t, b, trials, func(r *Result) string {
				return fmt.Sprint(r.Outcome, min(r.Rounds, 8), r.Groups[0].Survivors, r.Groups[len(r.Groups)-1].Survivors)
			})
		})
	}
}

// A trial with spells is the same alone and in a batch, told and untold, with either
// way of drawing, and makes no garbage.
func TestSpellsRepeat(t *testing.T) {
	for name, s := range battlesWithSpells(t) {
		b, err := Compile(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, rolls := range []bool{false, true} {
			f, told := NewFight(b), NewFight(b)
			f.RollDice, told.RollDice = rolls, rolls
			told.Trace = func(Event) {}
			for trial := range uint64(60) {
				got := copyOf(f.Run(3, trial+1))
				if other := copyOf(told.Run(3, trial+1)); !reflect.DeepEqual(got, other) {
					t.Fatalf("%s, trial %d told: %+v, else: %+v", name, trial+1, other, got)
				}
				alone := NewFight(b)
				alone.RollDice = rolls
				if other := copyOf(alone.Run(3, trial+1)); !reflect.DeepEqual(got, other) {
					t.Fatalf("%s, trial %d alone: %+v, in the batch: %+v", name, trial+1, other, got)
				}
			}
			if rolls {
				continue
			}
			for trial := range uint64(2000) {
				f.Run(5, trial+1)
			}
			trial := uint64(0)
			if n := allocations(500, func() { trial++; f.Run(5, trial) }); n > 0 {
				t.Errorf("%s: %v allocations a trial", name, n)
			}
		}
	}
}

// Spells come up in those battles, so that the tests above test something.
func TestBattlesWithSpellsCast(t *testing.T) {
	seen := map[string]int{}
	for _, s := range battlesWithSpells(t) {
		b, err := Compile(s)
		if err != nil {
			t.Fatal(err)
		}
		f := NewFight(b)
		f.Trace = func(e Event) { seen[fmt.Sprintf("%T", e)]++ }
		for trial := range uint64(30) {
			f.Run(1, trial+1)
		}
	}
	var missing []string
	for _, e := range []Event{
		StillCasting{}, NotCast{}, SpellCast{}, Activated{}, YardsRolled{}, SingledOut{}, Covered{}, Resisted{}, Affected{}, Frightened{},
		Healed{}, Fragmented{}, Concentrated{}, Burned{}, BurnedOut{}, EffectEnded{}, Drained{},
	} {
		if name := fmt.Sprintf("%T", e); seen[name] == 0 {
			missing = append(missing, name)
		}
	}
	slices.Sort(missing)
	if len(missing) > 0 {
		t.Errorf("never seen: %v", missing)
	}
}

// anySpell draws a spell that can be cast.
func anySpell(t *rapid.T, label string) units.Spell {
	in := func(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(t, label+what) }
	s := units.Spell{
		Name: label, Skill: in(5, 20, "skill"), Roll: units.SpellRoll(in(0, 5, "roll")), Time: in(1, 25, "time"), Cost: in(0, 4, "cost"),
		MaxRange: float64(in(1, 60, "range")), Acc: in(0, 3, "acc"), RangePenalty: units.RangePenalty(in(0, 2, "penalty")),
		Resist: units.Resistance(in(0, 6, "resist")), Kind: units.SpellKind(in(0, 9, "kind")), Bombardment: in(5, 16, "bombardment"),
		Duration: in(0, 70, "duration"), On: units.SpellTarget(in(0, 2, "on")), Missile: units.Missile(in(0, 5, "missile")),
		Location: units.Location(in(0, int(units.NumLocations)-1, "location")), PerMargin: units.PerMargin(in(0, 2, "margin")),
	}
	friendly := s.On != units.OnEnemies
	if friendly {
		s.Kind, s.Roll = []units.SpellKind{units.SingleTarget, units.Binding}[in(0, 1, "friendly kind")], units.SpellRoll(in(2, 5, "friendly roll"))
	}
	switch {
	case !s.Kind.IsArea():
	case s.Kind == units.Explosion:
		s.Fragments = units.Damage{Dice: dice.D(in(0, 1, "fragments"), 0), Type: units.Cutting}
	case s.Kind.IsEmanation() || rapid.Bool().Draw(t, label+"circle"):
		s.Area.Radius = in(1, 9, "radius")
	default:
		s.Area = units.Area{Length: float64(in(1, 30, "length")), Width: float64(in(1, 9, "width"))}
	}
	needs := s.Kind == units.Damaging || s.Kind == units.Explosion || s.Kind.IsPersistent()
	if !friendly && s.Kind != units.Binding && (needs || rapid.Bool().Draw(t, label+"hurts")) {
		s.Damage = units.Damage{Dice: diceOf(in(0, 4, "dice"), in(1, 3, "adds")), Type: units.DamageType(in(0, 8, "type"))}
	}
	switch {
	case s.Kind == units.Resistible:
		s.Resist = max(s.Resist, units.ResistST)
	case s.Kind != units.SingleTarget && s.Kind != units.Emanation:
		s.Resist = units.NotResisted
	}
	if s.Resist == units.NotResisted {
		s.PerMargin = units.NothingPerMargin
	}
	e := &s.Effect
	switch in(0, 6, "effect") {
	case 1:
		e.Stun = true
	case 2:
		e.Bind = true
	case 3:
		e.Remove = true
	case 4:
		e.Frighten, e.Fear = true, in(-3, 5, "fear")
	case 5:
		e.Stun = !friendly
		if friendly {
			e.Heal = dice.D(1, 0)
		}
	case 6:
		e.Bonuses = units.Bonuses{Attack: in(-3, 3, "attack"), Defence: in(-3, 3, "defence"), DR: in(-3, 3, "dr"), Move: in(-9, 3, "move")}
	}
	e.Bind = e.Bind || *e == (units.Effect{}) && !s.HasDamage()
	return s
}

// TestAnyBattleWithSpells fights generated battles with generated spells: a trial told
// is the trial untold, and alone the trial of the batch, and nobody has more HP than
// all.
func TestAnyBattleWithSpells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyBattle(t)
		for side := range s.Sides {
			for k := range s.Sides[side].Groups {
				g := &s.Sides[side].Groups[k]
				u := g.Unit
				u.Will, u.Per, u.IQ = 10, 10, 10
				for i := range rapid.IntRange(1, 3).Draw(t, "spells") {
					u.Spells = append(u.Spells, anySpell(t, fmt.Sprint(g.Name, "spell ", i, " ")))
					for _, p := range u.Check() {
						if strings.HasPrefix(p.Path, "spells") {
							t.Fatalf("%+v: %s", u.Spells, p)
						}
					}
				}
				for i := range g.Orders {
					o := &g.Orders[i]
					for _, spell := range u.Spells {
						o.Spells = append(o.Spells, Cast{Spell: spell.Name, Times: rapid.IntRange(1, 2).Draw(t, "times")})
						if _, err := CheckCasts(o, u); err != nil || o.Auto {
							o.Spells = o.Spells[:len(o.Spells)-1]
						}
					}
				}
			}
		}
		b, err := Compile(s)
		if err != nil {
			t.Fatalf("Compile: %v", err)
		}
		f, told := NewFight(b), NewFight(b)
		told.Trace = func(Event) {}
		for trial := range uint64(20) {
			got := copyOf(f.Run(7, trial+1))
			if other := copyOf(told.Run(7, trial+1)); !reflect.DeepEqual(got, other) {
				t.Fatalf("trial %d told: %+v, else: %+v", trial+1, other, got)
			}
			if other := copyOf(NewFight(b).Run(7, trial+1)); !reflect.DeepEqual(got, other) {
				t.Fatalf("trial %d alone: %+v, in the batch: %+v", trial+1, other, got)
			}
			for i, g := range got.Groups {
				if g.HP < 0 || g.HP > b.Groups[i].Start*b.Groups[i].Unit.HP || g.Survivors != fighters(g.HP, b.Groups[i].Unit.HP) {
					t.Fatalf("trial %d, group %d: %+v", trial+1, i, g)
				}
			}
		}
	})
}

// HC-SPELL: melee attack spells do not take the tactic's damage modifier; they can be
// parried, and hit at most as often as they are cast.
func TestMeleeSpells(t *testing.T) {
	touch := aSpell(t, func(s *units.Spell) { s.Roll, s.MaxRange = units.MeleeRoll, 0 })
	target := footman(t, func(u *units.Unit) { u.Parry, u.HP = 12, 50 })
	o := casts(AllOutOffensive, Cast{Spell: "Spell"})
	o.Move = MoveDefault
	s := onStage(t, duel(1, band(footman(t, knows(touch)), 1, o), band(target, 1, does(Neutral))))
	s.open(-1)
	s.run(s.shoot, 5, 15, 7)
	a := s.attacks()[0]
	equal(t, "skill", a.Skill.Total, 15+4)
	equal(t, "defence", a.Defence, Parry)
	equal(t, "damage", a.Injury.Damage, touch.Damage)
	equal(t, "base hits", a.BaseHits, 1+17/4)
	equal(t, "hits", a.Hits, 1)
}

// HC-MELEE-FIRE counts for spells that are shot at one target, not for areas.
func TestSpellsGoAstray(t *testing.T) {
	own := at(0, 19, band(footman(t), 2, does(Neutral)))
	own.Name = "own"
	scene := func(spell units.Spell) *stage {
		s := onStage(t, sides(20, []Group{at(0, 0, band(footman(t, knows(spell)), 1, casts(Neutral, Cast{Spell: "Spell"}))), own},
			[]Group{at(0, 20, band(footman(t), 1, does(Neutral)))}))
		s.open(-1)
		return s
	}
	s := scene(aSpell(t, func(s *units.Spell) { s.Effect.Stun = true }))
	s.run(s.shoot, 18, 3, 9, 1, 10, 3, 18, 7) // misses, strays, at one of own, at the torso
	a := s.attacks()
	equal(t, "into a melee", part(a[0].Skill, ForMeleeFire), -4)
	equal(t, "astray", a[1].Kind, StrayAttack)
	equal(t, "at", a[1].Target, 1)
	equal(t, "injury", s.groups[1].injury, 7)
	equal(t, "one is stunned", s.able(&s.groups[1]), 1)

	s = scene(aSpell(t, about(units.Damaging, 1)))
	s.run(s.shoot, 18, 3, 18, 3)
	equal(t, "an area", part(s.attacks()[0].Skill, ForMeleeFire), 0)
}

// Areas attack the parts of a split group by their shares of the potential targets.
func TestAreasOnParts(t *testing.T) {
	s := onStage(t, duel(20, band(footman(t, knows(aSpell(t, about(units.Damaging, 2)))), 1, casts(Neutral, Cast{Spell: "Spell"})), band(footman(t), 20, does(Neutral, Hold))))
	s.open(-1)
	s.stun(1, 12) // 7 targets: 3 of 8 and 4 of 12
	s.run(s.shoot, 3, 18, 7, 7, 7, 3, 18, 7, 7, 7, 7)
	a := s.attacks()
	equal(t, "attacks", len(a), 2)
	equal(t, "hits on the hale", a[0].Hits, 3)
	equal(t, "hits on the stunned", a[1].Hits, 4)
	equal(t, "the multiplier is for all", a[0].Multiplier, 3.0)
	equal(t, "stunned defence", part(a[1].DefenceScore, ForStun), -4)
	equal(t, "injury of the parts", [2]int{s.groups[1].parts[0].hurt, s.groups[1].parts[1].hurt}, [2]int{21, 28})
}
