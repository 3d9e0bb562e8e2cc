package reports

import (
	"strings"
	"testing"

	"heroicsim/heroic"
	"heroicsim/units"
)

// fighter is a unit of stories about grapples.
func fighter(name string, st int, skills map[string]int, weapons ...units.Weapon) *units.Unit {
	return &units.Unit{
		Name: name, ST: st, DX: 11, HT: 11, HP: st, FP: 25, Speed: 5.5, Dodge: 8, Move: 5, Skills: skills, Weapons: weapons,
	}
}

func melee1(name, damage, more string) units.Weapon {
	d, err := units.ParseDamage(damage)
	if err != nil {
		panic(err)
	}
	w := units.Weapon{Name: name, Skill: 12, Modes: []units.Mode{{Damage: d}}}
	if more == "C" {
		w.Reach = []int{0, 1}
	}
	return w
}

// scuffle has grapples of all kinds, on both sides, and several attacks at once.
func scuffle() *heroic.Battle {
	wrestling := map[string]int{"wrestling": 14, "judo": 13}
	grapple := func(at units.Location, what ...heroic.FollowUp) []heroic.Order {
		return []heroic.Order{{Tactics: []heroic.Tactic{heroic.Offensive}, Grapple: true, Location: at, FollowUps: what}}
	}
	place := func(x, y float64) *heroic.Point { return &heroic.Point{X: x, Y: y} }
	s := heroic.Scenario{Rules: heroic.DefaultRules(), MaxRounds: 12}
	wrestler, beast := fighter("Wrestler", 13, wrestling), fighter("Two-headed beast", 18, nil, melee1("Claw", "1d+1 cut", "C"), melee1("Bite", "1d cut", "C"))
	beast.Armour.SetAll(2)
	s.Sides[0] = heroic.Side{Name: "The ring", Groups: []heroic.Group{
		{Name: "Pinners", Unit: wrestler, Count: 5, Position: place(0, 0), Orders: grapple(units.Torso, heroic.Takedown, heroic.Pin)},
		{Name: "Stranglers", Unit: wrestler, Count: 2, Position: place(30, 0), Orders: grapple(units.Neck, heroic.Choke)},
		{Name: "Judoka", Unit: wrestler, Count: 1, Position: place(60, 0), Orders: grapple(units.RightArm, heroic.ArmLock, heroic.WrenchLimb)},
		{Name: "Snapper", Unit: wrestler, Count: 1, Position: place(90, 0), Orders: grapple(units.Neck, heroic.ChokeHold, heroic.NeckSnap)},
	}}
	sword := melee1("Sword", "1d cut", "")
	s.Sides[1] = heroic.Side{Name: "The watch", Groups: []heroic.Group{
		{Name: "Guards", Unit: fighter("Guard", 11, nil, sword), Count: 4, Position: place(0, 1)},
		{Name: "Sentries", Unit: fighter("Sentry", 11, nil, sword), Count: 3, Position: place(30, 1)},
		{Name: "Beast", Unit: beast, Count: 1, Position: place(60, 1), Orders: []heroic.Order{{Attacks: []heroic.Blow{{Weapon: "Claw"}, {Weapon: "Bite", Location: units.Neck}}}}},
		{Name: "Sergeant", Unit: fighter("Sergeant", 12, nil, sword), Count: 1, Character: true, Position: place(90, 1)},
	}}
	b, err := heroic.Compile(s)
	if err != nil {
		panic(err)
	}
	return b
}

// scuffleEvents is a battle in which much happens.
func scuffleEvents(b *heroic.Battle) []heroic.Event { return tellTrial(b, scuffleTrial) }

const scuffleTrial = 158

func tellTrial(b *heroic.Battle, trial uint64) (events []heroic.Event) {
	f := heroic.NewFight(b)
	f.Trace = func(e heroic.Event) { events = append(events, e) }
	f.Run(1, trial)
	return events
}

// Whatever grapples come to can be told, on lines that fit, and scores add up.
func TestStoryOfGrapples(t *testing.T) {
	b := scuffle()
	for trial := range uint64(150) {
		events := tellTrial(b, trial+1)
		columns := []int{60, 80, 100}[trial%3]
		for line := range strings.Lines(tellStory(t, b, events, columns)) {
			if line = strings.TrimSuffix(line, "\n"); width(line) > columns && strings.Count(strings.TrimSpace(line), " ") > 0 || hyphenMinus.MatchString(line) {
				t.Fatalf("trial %d: %q", trial+1, line)
			}
		}
		for _, e := range events {
			switch e := e.(type) {
			case heroic.FollowedUp:
				checkScore(t, e.Score)
				checkScore(t, e.Opposing)
				if margin := e.Score.Total - e.Roll - e.Opposing.Total + e.Opposed; margin != e.Margin {
					t.Errorf("%+v: margin %d", e, margin)
				}
			case heroic.TriedToBreakFree:
				checkScore(t, e.Score)
				checkScore(t, e.Opposing)
			case heroic.Attacked:
				checkScore(t, e.Skill)
				hits, injury := 0, 0
				for _, l := range e.Blows {
					checkScore(t, l.Skill)
					hits, injury = hits+l.Hits, injury+l.Injury.Injury
				}
				if len(e.Blows) > 0 && (hits != e.Hits || injury != e.Injury.Injury) {
					t.Errorf("%d hits of %d, %d injury of %d", hits, e.Hits, injury, e.Injury.Injury)
				}
			}
		}
	}
}
