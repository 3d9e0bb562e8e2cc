package heroic

import (
	"testing"

	"heroicsim/dice"
	"heroicsim/units"
)

// The stat blocks of the two worked battles, in section 13 of the rules.

func damage(t testing.TB, s string) units.Damage {
	t.Helper()
	d, err := units.ParseDamage(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func modes(t testing.TB, damages ...string) []units.Mode {
	t.Helper()
	var all []units.Mode
	for _, s := range damages {
		all = append(all, units.Mode{Damage: damage(t, s)})
	}
	return all
}

func swordsman(t testing.TB) *units.Unit {
	u := &units.Unit{
		Name: "Swordsman", ST: 12, HP: 12, DX: 11, HT: 11, FP: 11, Speed: 5.5, Dodge: 9, Block: 12, Move: 3,
		Encumbrance: units.Medium, ShieldDB: 2,
		Weapons: []units.Weapon{{Name: "broadsword", Skill: 14, Modes: modes(t, "1d+2 cut", "1d+1 imp")}},
	}
	u.Armour.Set(units.Torso, 4)
	return u
}

func bandit(t testing.TB) *units.Unit {
	u := &units.Unit{
		Name: "Bandit", ST: 13, HP: 13, DX: 12, HT: 11, FP: 11, Speed: 6, Dodge: 10, Move: 6,
		Weapons: []units.Weapon{
			{Name: "broadsword", Skill: 14, Modes: modes(t, "1d+2 cut", "1d+2 imp")},
			{Name: "short bow", Skill: 13, Modes: modes(t, "1d imp"), Ranged: true, Acc: 1, HalfDamage: 195, MaxRange: 300, RoF: 1, Shots: 1, Reload: 2, Bulk: -6},
		},
	}
	u.Armour.SetAll(3)
	u.Armour.SetAgainst(units.Torso, units.Crushing, 1)
	return u
}

func troglodyte(t testing.TB) *units.Unit {
	u := &units.Unit{
		Name: "Troglodyte", ST: 12, HP: 12, DX: 12, HT: 11, FP: 11, Speed: 6, Dodge: 10, Move: 6,
		Weapons: []units.Weapon{
			{Name: "stone axe", Skill: 12, Modes: modes(t, "2d-1(0.5) cut")},
			{Name: "stone javelin", Skill: 14, Modes: modes(t, "1d(0.5) imp"), Ranged: true, Thrown: true, Acc: 3, HalfDamage: 18, MaxRange: 30, Bulk: -4},
		},
	}
	u.Armour.SetAll(1)
	return u
}

func ogre(t testing.TB) *units.Unit {
	u := &units.Unit{
		Name: "Ogre", ST: 16, HP: 16, SM: 1, DX: 9, HT: 11, FP: 11, Speed: 5, Dodge: 8, Move: 6,
		Weapons: []units.Weapon{
			{Name: "small mace", Skill: 10, Modes: modes(t, "2d+2 cr")},
			{Name: "javelin", Skill: 10, Modes: modes(t, "2d-1 imp"), Ranged: true, Thrown: true, Acc: 3, HalfDamage: 24, MaxRange: 40, Bulk: -4},
		},
	}
	u.Armour.SetAll(2)
	return u
}

// A stage is a fight under a test's control: scripted dice, and all events kept.
type stage struct {
	*Fight
	t      *testing.T
	events []Event
}

func onStage(t *testing.T, s Scenario, rolls ...int) *stage {
	t.Helper()
	b, err := Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	st := &stage{Fight: NewFight(b), t: t}
	st.Trace = func(e Event) { st.events = append(st.events, e) }
	st.script(rolls...)
	st.begin()
	return st
}

// script replaces what is left of the dice, which must be nothing.
func (s *stage) script(rolls ...int) {
	s.dice = *dice.Scripted(dice.NewScript(rolls...))
}

func (s *stage) usedUp() {
	s.t.Helper()
	if n := s.dice.ScriptLeft(); n != 0 {
		s.t.Errorf("%d rolls of the script were not used", n)
	}
}

// all returns the events of one type so far.
func all[E Event](s *stage) []E {
	var found []E
	for _, e := range s.events {
		if e, ok := e.(E); ok {
			found = append(found, e)
		}
	}
	return found
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// contest checks the numbers of an attack that the worked battles print.
func contest(t *testing.T, what string, a Attacked, skill, defence, margin, hits int) {
	t.Helper()
	equal(t, what+": skill", a.Skill.Total, skill)
	equal(t, what+": defence", a.DefenceScore.Total, defence)
	equal(t, what+": margin", a.Margin, margin)
	equal(t, what+": hits", a.Hits, hits)
}

func twoSides(a, b Group, distance float64) Scenario {
	return Scenario{
		Rules: DefaultRules(),
		Field: Battlefield{Distance: distance},
		Sides: [2]Side{{Name: "S", Groups: []Group{a}}, {Name: "B", Groups: []Group{b}}},
	}
}

func rounds(low, high float64) Condition {
	return Condition{Rounds: &Span{Low: low, High: high}}
}

// TestDuel replays the first worked battle.
func TestDuel(t *testing.T) {
	s := onStage(t, twoSides(
		Group{Name: "Swordsman", Unit: swordsman(t), Count: 1, Orders: []Order{{Tactics: []Tactic{Defensive}}}},
		Group{Name: "Bandit", Unit: bandit(t), Count: 1, Orders: []Order{
			{When: rounds(1, 1), Tactics: []Tactic{AimedShooting}, Move: Away},
			{Tactics: []Tactic{Defensive}},
		}},
		15),
		3, 4, // initiative: B wins
		13, 6, // two arrows, Block
		1,    // fatigue
		5, 3, // initiative: S wins
		7, 8, // three arrows, Block
		8, 13, 8, 7, 8, // sword, Dodge, damage
		11, 7, // sword back, Block
		12, // B's HT
	)
	s.playRound()
	attacks := all[Attacked](s)
	equal(t, "attacks in round 1", len(attacks), 1)
	contest(t, "arrows of round 1", attacks[0], 15, 13, -5, 0)
	equal(t, "shots of round 1", attacks[0].Shots, 2)
	equal(t, "defence of round 1", attacks[0].Defence, Block)
	equal(t, "distance", s.groups[0].pos.distance(s.groups[1].pos), 9)
	equal(t, "S's FP", s.groups[0].fp, 8)
	equal(t, "B's FP", s.groups[1].fp, 10)

	s.playRound()
	attacks = all[Attacked](s)[1:]
	equal(t, "attacks in round 2", len(attacks), 3)
	contest(t, "arrows of round 2", attacks[0], 8, 15, -6, 0)
	equal(t, "shots of round 2", attacks[0].Shots, 3)
	equal(t, "× for three shots", attacks[0].Multiplier, 1.5)
	contest(t, "S's sword", attacks[1], 14, 11, 8, 3)
	equal(t, "S's mode", attacks[1].Mode.Damage.Type, units.Cutting)
	equal(t, "penetrating", attacks[1].Injury.Pen, 14)
	equal(t, "injury", attacks[1].Injury.Injury, 21)
	contest(t, "B's sword", attacks[2], 12, 15, -7, 0)
	equal(t, "moves of round 2", all[Moved](s)[2].Yards, 8)
	if !s.ended || s.result.Outcome != FirstWins || s.groups[1].pool != 0 {
		t.Errorf("the duel should end with B down: %+v", s.result)
	}
	s.usedUp()
}

// TestGroupFight replays the second worked battle. Where the example departs from
// the rules (✗), the rule's value stands here and the example's in a comment; the
// example's own state is then put in place, so that later numbers can be checked.
func TestGroupFight(t *testing.T) {
	s := onStage(t, twoSides(
		Group{Name: "T", Unit: troglodyte(t), Count: 10, Orders: []Order{
			{When: rounds(1, 1), Tactics: []Tactic{Offensive}},
			{When: rounds(2, 2), Tactics: []Tactic{HoldGround}, Shots: 1},
			{Tactics: []Tactic{AllOutDefensive}},
		}},
		Group{Name: "O", Unit: ogre(t), Count: 8, Orders: []Order{
			{When: rounds(1, 1), Tactics: []Tactic{Offensive}},
			{When: rounds(2, 2), Tactics: []Tactic{AllOutOffensive}},
			{Tactics: []Tactic{Neutral}},
		}},
		70))
	trogs, ogres := &s.groups[0], &s.groups[1]

	s.script(2, 3, 6) // initiative, fatigue
	s.playRound()
	s.usedUp()
	equal(t, "attacks in round 1", len(all[Attacked](s)), 0)
	equal(t, "distance", trogs.pos.distance(ogres.pos), 10)

	// Round 2. Ten javelins may hit: 4 by the rules, of which the example has 8 of
	// 2 base hits: it forgot the bonus for eight targets and had skill 14, margin 7.
	s.round++
	s.script(2, 3, 12, 11, 12, 13, 5, 6, 4, 5, 1, 1, 4, 4, 1, 1, 11)
	s.openRound()
	s.declareOrders()
	s.rollInitiative()
	s.rangedPhase()
	s.usedUp()
	a := all[Attacked](s)
	contest(t, "ogres' javelins", a[0], 11, 11, -1, 0)
	equal(t, "ogres' ×", a[0].Multiplier, 4.0)
	contest(t, "trogs' javelins", a[1], 15, 8, 8, 10) // example: 14, 8, 7, 8 hits
	equal(t, "trogs' ×", a[1].Multiplier, 4.0)
	equal(t, "base hits", a[1].BaseHits, 3) // example: 2
	equal(t, "cap", a[1].Cap, 10)
	equal(t, "javelins' DR", a[1].Injury.DR, 4)
	equal(t, "javelins' penetrating damage", a[1].Injury.Pen, 4) // the two extra hits stay in the hide
	equal(t, "javelins' injury", a[1].Injury.Injury, 8)
	equal(t, "ogres' pool", ogres.pool, 124)

	s.script()
	s.movementPhase()
	if !s.locked(0, 1) {
		t.Error("the ogres should have closed and locked")
	}
	// Melee. The axes' Dodge is 8 (the example uses 6), so the margin is 11, 3 base
	// hits and 12 in all (example: 13, 4 and 16). One roll for all hits.
	s.b.Rules.DamageRolls, s.b.Rules.OnceOver = RollOnce, 8
	s.script(10, 10, 10, 12, 11, 12, 13, 12, 11, 10, 4, 8, 6, 12, 16)
	s.meleePhase()
	s.usedUp()
	a = all[Attacked](s)[2:]
	contest(t, "maces", a[0], 15, 11, 4, 8)
	equal(t, "maces' damage", a[0].Injury.Damage.Dice.String(), "3d")
	equal(t, "maces' penetrating damage", a[0].Injury.Pen, 83)
	contest(t, "axes", a[1], 15, 8, 11, 12)
	equal(t, "axes' injury", a[1].Injury.Injury, 36) // example: 48 from 16 hits
	equal(t, "trogs' pool", trogs.pool, 37)
	equal(t, "trogs left", trogs.fighting, 4)
	equal(t, "ogres' pool", ogres.pool, 88) // example: 76, 5 left
	equal(t, "ogres left", ogres.fighting, 6)

	// Morale with the example's state.
	ogres.pool, ogres.fighting = 76, 5
	s.script(12, 10) // ogres first: they have the initiative
	s.moralePhase()
	s.usedUp()
	m := all[Checked](s)
	equal(t, "checks", len(m), 2)
	equal(t, "ogres' check", m[0].Score.Total, 12) // lost 3 of 8: +0
	equal(t, "trogs' check", m[1].Score.Total, 10) // lost 6 of 10: +2, outnumbers 10 : 8: -2
	equal(t, "the battle goes on", s.ended, false)
	s.script(6)
	s.fatiguePhase()

	// Round 3.
	s.b.Rules.DamageRolls = RollEach
	s.script(6, 5, 11, 10, 3, 4, 7, 11, 12, 7, 11, 13)
	s.playRound()
	s.usedUp()
	a = all[Attacked](s)[4:]
	contest(t, "axes of round 3", a[0], 11, 8, 2, 2)
	equal(t, "axes' damage", a[0].Injury.Damage.Dice.String(), "1d+1")
	equal(t, "axes' injury", a[0].Injury.Injury, 0)
	contest(t, "maces of round 3", a[1], 11, 14, 1, 2)
	equal(t, "maces' injury", a[1].Injury.Injury, 17)
	equal(t, "trogs' pool", trogs.pool, 28)
	equal(t, "trogs left", trogs.fighting, 3)
	m = all[Checked](s)[2:]
	equal(t, "checks of round 3", len(m), 1)
	equal(t, "trogs' check", m[0].Score.Total, 18) // lost 7 of 10: +5
	equal(t, "the trogs flee", m[0].Broke, true)
	// The example rolled fatigue before morale; by HC-END it is not rolled.
	if !s.ended || s.result.Outcome != SecondWins || s.result.Rounds != 3 {
		t.Errorf("the ogres should have won in round 3: %+v", s.result)
	}
}

func diceOf(n, adds int) dice.Expr { return dice.D(n, adds) }
