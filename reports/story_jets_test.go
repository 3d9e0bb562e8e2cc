package reports

import (
	"strings"
	"testing"

	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/units"
)

// TestStoryOfJets tells what a jet's width leaves of its damage (G-JET-1), and what a
// shield lets through of it (G-JETDEF-4), from the battle itself.
func TestStoryOfJets(t *testing.T) {
	dragon := &units.Unit{Name: "Dragon", ST: 30, HP: 100, DX: 12, HT: 13, FP: 13, Move: 6, Dodge: 9, SM: 4, Spells: []units.Spell{{
		Name: "Breath", Skill: 15, Time: 1, Damage: units.Damage{Dice: dice.D(12, 0), Type: units.Burning}, Kind: units.Damaging,
		Area: units.Area{Length: 12, Width: 12}, Jet: units.BreathJet,
	}}}
	knight := &units.Unit{Name: "Knight", ST: 12, HP: 12, DX: 12, HT: 12, FP: 12, Move: 5, Dodge: 8, Block: 14, ShieldDB: 3}
	s := heroic.Scenario{Rules: heroic.DefaultRules(), Field: heroic.Battlefield{Distance: 9}, MaxRounds: 1}
	s.Rules.Preset(heroic.GulliverSimple)
	s.Sides[0] = heroic.Side{Name: "Cave", Groups: []heroic.Group{{Name: "Dragon", Unit: dragon, Count: 1, Orders: []heroic.Order{{Spells: []heroic.Cast{{Spell: "Breath"}}}}}}}
	s.Sides[1] = heroic.Side{Name: "Order", Groups: []heroic.Group{{Name: "Knights", Unit: knight, Count: 6}}}
	b, err := heroic.Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{
		"a jet 240 in. wide on 72 in. of target: 72/240 of 12d burn": true,
		"3d+2 burn:": true,
		"blocked, but of a jet 240 in. wide the shield stops only 2/3: 1d burn:": true,
	}
	fight := heroic.NewFight(b)
	for trial := range uint64(40) {
		var events []heroic.Event
		fight.Trace = func(e heroic.Event) { events = append(events, e) }
		fight.Run(1, trial+1)
		text := strings.ReplaceAll(strings.Join(strings.Fields(tellStory(t, b, events, 80)), " "), glue, " ")
		for want := range missing {
			if strings.Contains(text, want) {
				delete(missing, want)
			}
		}
	}
	for want := range missing {
		t.Errorf("%q was never told", want)
	}
}
