package reports

import (
	"testing"

	"heroicsim/heroic"
	"heroicsim/units"
)

// situations is a battle of postures, cover, chinks, heights, and figures in the way.
func situations() *heroic.Battle {
	kneel, stand := heroic.Kneeling, heroic.Upright
	archer := &units.Unit{
		Name: "Archer", ST: 11, DX: 12, HT: 11, HP: 11, FP: 11, Dodge: 9, Move: 5,
		Weapons: []units.Weapon{
			weapon(units.Weapon{Name: "crossbow", Skill: 15, Ranged: true, Acc: 4, HalfDamage: 150, MaxRange: 200, RoF: 1, Bulk: -6, Missile: units.Bolt}, "1d+4(2) imp"),
			weapon(units.Weapon{Name: "flail", Skill: 12, Flail: units.Flail}, "1d+1 cr"),
		},
	}
	raider := &units.Unit{
		Name: "Raider", ST: 12, DX: 11, HT: 12, HP: 12, FP: 12, Dodge: 8, Parry: 9, Block: 9, ShieldDB: 3, Move: 6,
		Weapons: []units.Weapon{weapon(units.Weapon{Name: "axe", Skill: 13}, "1d+3 cut")},
	}
	raider.Armour.SetAll(5)
	captain := *raider
	captain.Name = "Captain"
	shoot := heroic.Order{When: heroic.Condition{Locked: new(bool)}, Tactics: []heroic.Tactic{heroic.AimedShooting}, Move: heroic.Hold, Location: units.Face, Posture: &kneel, Shots: 1}
	single := shoot
	single.Location, single.Chink, single.Target = units.Neck, true, heroic.Target{Rule: heroic.Named, Groups: []heroic.TargetShare{{Group: 1, Share: 1}}}
	hold := heroic.Order{When: heroic.Condition{Rounds: &heroic.Span{Low: 1, High: 1}}, Tactics: []heroic.Tactic{heroic.Defensive}, Move: heroic.Hold}
	up := heroic.Order{Tactics: []heroic.Tactic{heroic.Neutral}, Posture: &stand}
	b, err := heroic.Compile(heroic.Scenario{
		Name: "situations", MaxRounds: 4, Rules: heroic.DefaultRules(),
		Field: heroic.Battlefield{Distance: 40, Cover: &heroic.Cover{Concealment: -1}},
		Sides: [2]heroic.Side{
			{Name: "Watch", Groups: []heroic.Group{
				{Name: "Archers", Unit: archer, Count: 6, Position: &heroic.Point{X: 0, Y: 0}, Orders: []heroic.Order{shoot, up}, Elevation: 10,
					Cover: &heroic.Cover{Exposed: []units.Location{units.Face, units.RightArm, units.LeftArm}, DR: 12}},
				{Name: "Sniper", Unit: archer, Count: 1, Position: &heroic.Point{X: 1, Y: 0}, Orders: []heroic.Order{single, up}, Elevation: -4,
					Posture: heroic.Prone, Cover: &heroic.Cover{Partial: true}},
			}},
			{Name: "Raiders", Groups: []heroic.Group{
				{Name: "Axes", Unit: raider, Count: 9, Position: &heroic.Point{X: 0, Y: 40}, Orders: []heroic.Order{hold, {Tactics: []heroic.Tactic{heroic.AllOutOffensive}}},
					Cover: &heroic.Cover{DR: 2, Light: true, Half: []units.Location{units.Skull}}},
				{Name: "Chief", Unit: &captain, Count: 1, Position: &heroic.Point{X: 0, Y: 44}, Distraction: heroic.MinorDistraction},
			}},
		},
	})
	if err != nil {
		panic(err)
	}
	return b
}

// fought are the events of a trial of b.
func fought(b *heroic.Battle) (events []heroic.Event) {
	f := heroic.NewFight(b)
	f.Trace = func(e heroic.Event) { events = append(events, e) }
	f.Run(1, 1)
	return events
}

// TestStoryPostures: what there is to say of every change of posture.
func TestStoryPostures(t *testing.T) {
	b := situations()
	for _, c := range []struct {
		e    heroic.PostureChanged
		want string
	}{
		{heroic.PostureChanged{Group: 0, From: heroic.Upright, To: heroic.Kneeling, AP: 1, Done: true}, "  Ranged       Archers kneel, 1 AP\n"},
		{heroic.PostureChanged{Group: 1, From: heroic.Upright, To: heroic.Prone, AP: 1, Done: true}, "  Ranged       Sniper lies down, 1 AP\n"},
		{heroic.PostureChanged{Group: 1, From: heroic.Prone, To: heroic.Kneeling, AP: 1}, "  Ranged       Sniper rises, kneeling, 1 AP, AP left for no more\n"},
		{heroic.PostureChanged{Group: 0, From: heroic.Prone, To: heroic.Upright, AP: 2, Done: true}, "  Ranged       Archers stand up, 2 AP\n"},
		{heroic.PostureChanged{Group: 0, From: heroic.Upright, To: heroic.Crouching, Done: true}, "  Ranged       Archers crouch\n"},
	} {
		if got := tellStory(t, b, []heroic.Event{heroic.PhaseBegins{Phase: heroic.RangedPhase}, c.e}, 100); got != c.want {
			t.Errorf("%+v: %q, want %q", c.e, got, c.want)
		}
	}
}

// TestStoryLocations: locations of a cover, the two of a pair as one.
func TestStoryLocations(t *testing.T) {
	for _, c := range []struct {
		at   []units.Location
		want string
	}{
		{[]units.Location{units.Face}, "face"},
		{[]units.Location{units.RightArm, units.Face}, "right arm and face"},
		{[]units.Location{units.LeftArm, units.Face, units.RightArm}, "arms and face"},
		{[]units.Location{units.RightLeg, units.LeftLeg, units.RightArm, units.LeftArm, units.Neck}, "legs, arms and neck"},
	} {
		if got := plain(locationNames(c.at)); got != c.want {
			t.Errorf("%v: %q, want %q", c.at, got, c.want)
		}
	}
}
