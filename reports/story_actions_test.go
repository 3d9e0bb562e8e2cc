package reports

import (
	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/units"
)

// waitEvents are a round with every action and every kind of Wait.
func waitEvents(b *heroic.Battle) []heroic.Event {
	const hero, archers, cavalry, crossbows, spears, troll = 0, 1, 2, 3, 4, 5
	spear, longbow, crossbow := &b.Groups[archers].Unit.Weapons[0], &b.Groups[archers].Unit.Weapons[1], &b.Groups[crossbows].Unit.Weapons[1]
	healing := &units.Potion{Name: "Healing", Heal: dice.D(2, -1), FP: 2, Count: 3}
	var states []heroic.GroupState
	for i := range b.Groups {
		states = append(states, heroic.GroupState{Group: i, Fighting: b.Groups[i].Start, Pool: b.Groups[i].Pool, FP: 11})
	}
	states[hero].Pool, states[hero].FP, states[crossbows].Pool = 3, 2, 122
	order := func(group int, w heroic.Wait) heroic.Ordered {
		return heroic.Ordered{Group: group, Tactic: heroic.HoldGround, Wait: &w}
	}
	shot := contested(heroic.Attacked{Attacker: archers, Target: spears, Kind: heroic.RangedAttack, Weapon: longbow,
		Attackers: 1_200, Allotted: 1_200, Side: 1_200, Defenders: 15, Shots: 2, Distance: 60.2, Multiplier: 19,
		Skill: score(14, part(heroic.ForRange, -7), part(heroic.ForNumbers, 16), part(heroic.ForWatch, -4), part(heroic.ForTargetCheck, -2)), Attack: 18,
		Defence: heroic.Dodge, DefenceScore: score(8), Defend: 3})
	thrust := hurt(contested(heroic.Attacked{Attacker: cavalry, Target: troll, Weapon: spear,
		Attackers: 2, Allotted: 2, Side: 2, Defenders: 1, Multiplier: 1,
		Skill: score(12, part(heroic.ForReach, 4), part(heroic.ForNumbers, 4)), Attack: 9,
		Defence: heroic.Parry, DefenceScore: score(9, part(heroic.ForSlung, -2)), Defend: 9}), "1d+2 imp", 0, 3, 4, 5, 6)
	return []heroic.Event{
		heroic.RoundBegins{Round: 1, Groups: states, Distance: 70},
		order(hero, heroic.Wait{For: heroic.OnShot | heroic.OnAttack, Then: heroic.ReactAct, Act: heroic.Action{Kind: heroic.DrinkPotion, Name: "Healing"}}),
		order(archers, heroic.Wait{For: heroic.OnRange, Then: heroic.ReactShoot, Watch: 2, At: &heroic.Point{X: -3.5, Y: 60}, Check: true}),
		order(cavalry, heroic.Wait{For: heroic.OnApproach, Then: heroic.ReactAttack}),
		order(crossbows, heroic.Wait{For: heroic.OnRange, Watch: heroic.WatchLine}),
		order(spears, heroic.Wait{For: heroic.OnRange, Watch: 20}),
		order(troll, heroic.Wait{For: heroic.OnApproach | heroic.OnRange | heroic.OnAttack, Then: heroic.ReactAct, Act: heroic.Action{Kind: heroic.ReadyShield}}),
		heroic.InitiativeRolled{Rolls: [][2]int{{3, 2}}, Bonus: 2},
		heroic.PhaseBegins{Phase: heroic.RangedPhase},
		heroic.ShieldReadied{Group: spears, DB: 3, AP: 2},
		heroic.ShieldReadied{Group: troll, DB: 1, AP: 1},
		heroic.Drank{Group: hero, Potion: healing, AP: 1, Left: 2, Drinkers: 1, Rolls: []int{7}, Healed: 7, Pool: 10, FP: 2, Now: 4},
		heroic.Drank{Group: crossbows, Potion: healing, AP: 1, Left: 2, Drinkers: 10, Rolls: []int{1, 2, 1, 3, 1, 1, 2, 1, 1, 2}, Healed: 10, Pool: 132},
		heroic.Acted{Group: spears, Name: "open the gate", AP: 4, Paid: 4, Of: 8},
		heroic.Acted{Group: spears, Name: "open the gate", AP: 4, Paid: 8, Of: 8},
		heroic.Reloaded{Group: crossbows, Weapon: crossbow, AP: 4},
		heroic.Reacted{Group: hero, To: archers, Event: heroic.OnShot, Distance: 40},
		heroic.PhaseBegins{Phase: heroic.MovementPhase},
		heroic.Moved{Group: spears, Move: heroic.Close, To: heroic.Point{Y: 10}, Yards: 10, Allowed: 25, Target: archers, Distance: 60.2},
		heroic.Reacted{Group: archers, To: spears, Event: heroic.OnRange, Distance: 60.2},
		shot,
		heroic.Moved{Group: spears, Move: heroic.Close, To: heroic.Point{Y: 25}, Yards: 15, Allowed: 25, Target: archers, Distance: 45.2, Further: true},
		heroic.Reacted{Group: cavalry, To: troll, Event: heroic.OnApproach, Distance: 2},
		thrust,
		heroic.Locked{A: cavalry, B: troll},
		heroic.Stopped{Group: troll, By: cavalry},
		heroic.PhaseBegins{Phase: heroic.MeleePhase},
		heroic.Reacted{Group: hero, To: troll, Event: heroic.OnAttack, Distance: 1},
		heroic.WaitedInVain{Group: crossbows},
		heroic.WaitedInVain{Group: troll},
	}
}
