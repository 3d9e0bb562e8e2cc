package reports

import (
	"strings"
	"testing"

	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/units"
)

// spellbook is a spell of each sort.
var spellbook = func() map[string]*units.Spell {
	book := map[string]*units.Spell{}
	for _, s := range []units.Spell{
		{Name: "Fireball", Skill: 15, Time: 3, Cost: 3, Damage: units.Damage{Dice: dice.D(3, 0), Type: units.Burning}, MaxRange: 80, Kind: units.Damaging, Area: units.Area{Radius: 2}},
		{Name: "Cloud", Skill: 15, Time: 1, Damage: units.Damage{Dice: dice.D(1, 0), Type: units.Toxic}, MaxRange: 80, Kind: units.Persistent, Area: units.Area{Radius: 1}, Duration: 40},
		{Name: "Breath", Skill: 14, Time: 1, Damage: units.Damage{Dice: dice.D(3, 0), Type: units.Burning}, Kind: units.Damaging, Area: units.Area{Length: 20, Width: 5}},
		{Name: "Stun", Skill: 14, Roll: units.WillRoll, Time: 2, Resist: units.ResistWill, RangePenalty: units.ByYards, Effect: units.Effect{Stun: true}},
		{Name: "Mire", Skill: 14, Roll: units.IQRoll, Time: 12, Kind: units.Binding, Area: units.Area{Radius: 3}, Duration: 60, Effect: units.Effect{Bind: true, Bonuses: units.Bonuses{Defence: -4, Dodge: -1}}},
		{Name: "Terror", Skill: 14, Roll: units.WillRoll, Time: 1, Kind: units.Resistible, Area: units.Area{Radius: 3}, Resist: units.ResistHT, Effect: units.Effect{Frighten: true, Fear: 3}},
		{Name: "Banish", Skill: 14, Roll: units.HTRoll, Time: 1, Effect: units.Effect{Remove: true}},
		{Name: "Heal", Skill: 14, Roll: units.IQRoll, Time: 1, On: units.OnFriends, Effect: units.Effect{Heal: dice.D(1, 0)}},
		{Name: "Wither", Skill: 14, Roll: units.IQRoll, Time: 1, Resist: units.ResistHT, Damage: units.Damage{Dice: dice.D(2, -1), Type: units.Toxic}},
		{Name: "Bomb", Skill: 14, Time: 1, MaxRange: 20, Kind: units.Explosion, Damage: units.Damage{Dice: dice.D(3, 0), Type: units.Crushing}, Fragments: units.Damage{Dice: dice.D(1, 0), Type: units.Cutting}},
	} {
		book[s.Name] = &s
	}
	return book
}()

// wizards is a battle for the story of spells.
func wizards() *heroic.Battle {
	mage := &units.Unit{Name: "Mage", ST: 10, HP: 10, DX: 10, HT: 10, FP: 10, Will: 12, Per: 12, Move: 5, Dodge: 9}
	orc := &units.Unit{Name: "Orc", ST: 12, HP: 12, DX: 10, HT: 11, FP: 11, Will: 10, Per: 10, Move: 5, Dodge: 8}
	for _, name := range []string{"Fireball", "Cloud", "Breath", "Stun", "Mire", "Terror", "Banish", "Heal", "Wither", "Bomb"} {
		mage.Spells = append(mage.Spells, *spellbook[name])
	}
	s := heroic.Scenario{Rules: heroic.DefaultRules(), Field: heroic.Battlefield{Distance: 20}}
	s.Sides[0] = heroic.Side{Name: "Tower", Groups: []heroic.Group{
		{Name: "Mage", Unit: mage, Count: 1, Orders: []heroic.Order{{Spells: []heroic.Cast{{Spell: "Fireball"}}}}},
		{Name: "Pupils", Unit: mage, Count: 3}}}
	s.Sides[1] = heroic.Side{Name: "Horde", Groups: []heroic.Group{{Name: "Orcs", Unit: orc, Count: 9}, {Name: "Chief", Unit: orc, Count: 1}}}
	b, err := heroic.Compile(s)
	if err != nil {
		panic(err)
	}
	return b
}

// wizardEvents are one of each event of spells.
func wizardEvents(*heroic.Battle) []heroic.Event {
	rolled := func(name string, rolls ...int) heroic.InjuryRolled {
		sum := 0
		for _, roll := range rolls {
			sum += roll
		}
		return heroic.InjuryRolled{Damage: spellbook[name].Damage, Rolls: rolls, Pen: sum, Wounding: units.Unchanged, Injury: sum}
	}
	state := func(group, fighting, pool int, parts ...heroic.GroupPart) heroic.GroupState {
		return heroic.GroupState{Group: group, Fighting: fighting, Pool: pool, FP: 10, Parts: parts}
	}
	weapon := func(name string) *units.Weapon {
		return &units.Weapon{Name: name, Ranged: true, Modes: make([]units.Mode, 1)}
	}
	heal := rolled("Heal", 4, 2)
	heal.Damage = units.Damage{Dice: dice.D(1, 0), Type: units.Crushing}
	fragments := rolled("Bomb", 3)
	fragments.Damage = spellbook["Bomb"].Fragments
	return []heroic.Event{
		heroic.RoundBegins{Round: 1, Distance: 20, Groups: []heroic.GroupState{state(0, 1, 10), state(1, 3, 30), state(2, 9, 108), state(3, 1, 12)}},
		heroic.Concentrated{Group: 0, Score: score(12, part(heroic.ForInjury, -3)), Roll: 9, Kept: true, Between: true},
		heroic.Ordered{Group: 0, Tactic: heroic.Concentration, Spells: []heroic.CastOrdered{{Spell: spellbook["Cloud"], Times: 2, AP: 2}, {Spell: spellbook["Fireball"], Times: 1, AP: 2, Aimed: true}}},
		heroic.Ordered{Group: 1, Tactic: heroic.Neutral}, heroic.Ordered{Group: 2, Tactic: heroic.Offensive}, heroic.Ordered{Group: 3, Tactic: heroic.Offensive},
		heroic.InitiativeRolled{Rolls: [][2]int{{5, 2}}, Bonus: 2},
		heroic.PhaseBegins{Phase: heroic.RangedPhase},
		heroic.SpellCast{Group: 0, Target: 2, Spell: spellbook["Cloud"], Casters: 1, Times: 2, AP: 2, Radius: 1},
		heroic.Covered{Group: 2, Spell: spellbook["Cloud"], Radius: 1, Hexes: 1, Density: 10, Quarters: 4, Potential: 1, Castings: 2, Present: 9},
		heroic.Attacked{Attacker: 0, Target: 2, Kind: heroic.SpellAttack, Weapon: weapon("Cloud"), Spell: spellbook["Cloud"], Mode: &units.Mode{Damage: spellbook["Cloud"].Damage},
			Allotted: 1, Attackers: 1, Side: 1, Defenders: 9, Shots: 2, Distance: 20, Skill: score(15, part(heroic.ForPlace, 4), part(heroic.ForRange, -3)), Attack: 10,
			Defence: heroic.Dodge, DefenceScore: score(8, part(heroic.ForTactic, -1)), Defend: 10, Margin: 9, SpeedFactor: 4, BaseHits: 3, Multiplier: 1, Cap: 2, Hits: 2,
			Potential: 1, Repeats: 2, Injury: rolled("Cloud", 2, 3, 3, 1)},
		heroic.SpellCast{Group: 1, Target: 3, Spell: spellbook["Stun"], Casters: 3, Times: 1, AP: 2, Cost: 2, FP: 8},
		heroic.YardsRolled{Group: 1, Target: 2, Distance: 20, More: 2, Less: 5, Yards: 17},
		heroic.Activated{Group: 1, Target: 3, Spell: spellbook["Stun"], Score: score(14, part(heroic.ForTactic, -1)), Roll: 10, Success: true, Margin: 3},
		heroic.SingledOut{Group: 1, Target: 3, Score: score(12, part(heroic.ForTactic, -1)), Roll: 13, Crowd: 10, Struck: 2},
		heroic.Resisted{Group: 2, Spell: spellbook["Stun"], Members: 3, Score: 10, Margin: 3, Modified: 7, Ways: 35},
		heroic.Affected{Group: 2, Spell: spellbook["Stun"], Members: 3, Of: 9, Rounds: 1, Degree: 1},
		heroic.SpellCast{Group: 1, Target: 3, Spell: spellbook["Wither"], Casters: 3, Times: 1, AP: 1},
		heroic.Activated{Group: 1, Target: 3, Spell: spellbook["Wither"], Score: score(14), Roll: 3, Success: true, Margin: 11},
		heroic.Resisted{Group: 3, Spell: spellbook["Wither"], Members: 1, Score: 11, Margin: 11, Modified: 0, Roll: 9},
		heroic.SpellHurt{Group: 3, Spell: spellbook["Wither"], Members: 1, Damage: spellbook["Wither"].Damage, Injury: rolled("Wither", 7)},
		heroic.SpellCast{Group: 1, Target: 2, Spell: spellbook["Terror"], Casters: 3, Times: 1, AP: 1},
		heroic.Activated{Group: 1, Target: 2, Spell: spellbook["Terror"], Score: score(14), Roll: 15},
		heroic.Frightened{Group: 2, Spell: spellbook["Terror"], Members: 6, Checks: true},
		heroic.Frightened{Group: 3, Spell: spellbook["Terror"], Members: 1},
		heroic.SpellCast{Group: 1, Target: 1, Spell: spellbook["Heal"], Casters: 2, Times: 1, AP: 1},
		heroic.Healed{Group: 1, Spell: spellbook["Heal"], Members: 2, Rolled: heal, HP: 5, Pool: 30},
		heroic.JetBlocked{Group: 2, Hits: 2, Repeats: 3, Jet: 108, Stopped: 1, Of: 2, Damage: spellbook["Breath"].Damage, Injury: rolled("Breath", 4, 9, 7, 7, 8, 9)},
		heroic.Fragmented{Group: 2, Damage: fragments.Damage, Hits: 1, Injury: fragments},
		heroic.Concentrated{Group: 0, Score: score(12), Roll: 17},
		heroic.NotCast{Group: 1, Spell: spellbook["Fireball"], Why: heroic.TooFewFP, AP: 2},
		heroic.StillCasting{Group: 0, Spell: spellbook["Mire"], Rounds: 1, Of: 2},
		heroic.SpellCast{Group: 0, Target: 2, Spell: spellbook["Mire"], Casters: 1, Times: 1, AP: 4, Rounds: 2, Radius: 3},
		heroic.Covered{Group: 2, Spell: spellbook["Mire"], Radius: 3, Hexes: 19, Density: 13, Quarters: 2, Potential: 8, Castings: 1, Present: 9},
		heroic.Affected{Group: 2, Spell: spellbook["Mire"], Members: 8, Of: 9, Rounds: 3, Degree: 1},
		heroic.SpellCast{Group: 0, Target: 2, Spell: spellbook["Breath"], Casters: 1, Times: 1, AP: 1},
		heroic.Covered{Group: 2, Spell: spellbook["Breath"], Hexes: 20, Density: 10, Quarters: 1, Potential: 5, Castings: 1, Present: 9},
		heroic.Affected{Group: 3, Spell: spellbook["Banish"], Members: 1, Of: 1, Rounds: 1, Degree: 1},
		heroic.PhaseBegins{Phase: heroic.MovementPhase},
		heroic.Burned{Group: 2, Spell: spellbook["Cloud"], Injury: 9, Stays: true},
		heroic.Burned{Group: 3, Spell: spellbook["Cloud"], Injury: 9},
		heroic.Suffered{Group: 2, Injury: 21, HT: &heroic.Check{Score: 11, Roll: 12}, Taken: 21, Pool: 87, Before: 9, After: 8},
		heroic.Fatigued{Roll: 4},
		heroic.Drained{Group: 0, FP: 3, Tired: true}, heroic.Drained{Group: 1, FP: 0, Tired: true, Collapsed: true},
		heroic.BurnedOut{Spell: spellbook["Cloud"]}, heroic.EffectEnded{Group: 2, Spell: spellbook["Stun"], Members: 3},
		heroic.RoundBegins{Round: 2, Distance: 20, Groups: []heroic.GroupState{state(0, 1, 10),
			state(2, 8, 87, heroic.GroupPart{Members: 1, Holds: -1, By: -1}, heroic.GroupPart{Members: 7, Holds: -1, By: -1, Bound: true, Spells: []*units.Spell{spellbook["Mire"]}})}},
	}
}

// HC-AREA: a contest places a resistible area, whose hits are not counted.
func TestStoryOfPlacedAreas(t *testing.T) {
	for _, c := range []struct {
		margin, base, hits, defenders int
		want                          string
	}{
		{8, 3, 7, 12, "margin 8: it reaches 7 of 12"},
		{1, 1, 1, 1, "margin 1: it reaches 1 of 1"},
		{-2, 0, 0, 12, "margin −2, no hit"},
	} {
		e := heroic.Attacked{Spell: spellbook["Terror"], Margin: c.margin, BaseHits: c.base, Multiplier: 3, SpeedFactor: 4, Hits: c.hits, Defenders: c.defenders}
		if got := strings.ReplaceAll((&teller{}).hits(e), glue, " "); got != c.want {
			t.Errorf("margin %d: %q, want %q", c.margin, got, c.want)
		}
	}
}

// What the engine makes of spells can be told, on lines that fit.
func TestStoryOfSpells(t *testing.T) {
	for name := range spellbook {
		b := wizards()
		s := heroic.Scenario{Rules: b.Rules, Field: b.Field}
		for i, side := range b.Sides {
			s.Sides[i].Name = side.Name
			for _, g := range b.Groups[side.First:side.Last] {
				g.Orders = nil
				if i == 0 {
					g.Orders = []heroic.Order{{Spells: []heroic.Cast{{Spell: name}}}}
				}
				s.Sides[i].Groups = append(s.Sides[i].Groups, g.Group)
			}
		}
		compiled, err := heroic.Compile(s)
		if err != nil {
			t.Fatal(err)
		}
		fight, seen := heroic.NewFight(compiled), false
		for trial := range uint64(40) {
			var events []heroic.Event
			fight.Trace = func(e heroic.Event) { events = append(events, e) }
			fight.Run(1, trial+1)
			columns := []int{40, 80}[trial%2]
			text := tellStory(t, compiled, events, columns)
			seen = seen || strings.Contains(strings.Join(strings.Fields(text), " "), "casts "+name)
			for line := range strings.Lines(text) {
				if line = strings.TrimSuffix(line, "\n"); width(line) > columns || hyphenMinus.MatchString(line) {
					t.Fatalf("%s, trial %d: %q", name, trial, line)
				}
			}
			for _, e := range events {
				if a, ok := e.(heroic.Attacked); ok {
					checkScore(t, a.Skill)
					checkScore(t, a.DefenceScore)
				}
			}
		}
		if !seen {
			t.Errorf("%s was never cast", name)
		}
	}
}
