package reports

import "heroicsim/heroic"

// flankEvents are a march round each side of an enemy, a turn, and what comes of them
// (HC-FLANK).
func flankEvents(b *heroic.Battle) []heroic.Event {
	const hero, archers, cavalry, crossbows, spears, troll = 0, 1, 2, 3, 4, 5
	spear := &b.Groups[archers].Unit.Weapons[0]
	axe := &b.Groups[hero].Unit.Weapons[0]
	states := []heroic.GroupState{
		{Group: hero, Fighting: 1, Pool: 14, FP: 12}, {Group: archers, Fighting: 10, Pool: 110, FP: 11}, {Group: cavalry, Fighting: 2, Pool: 22, FP: 11},
		{Group: crossbows, Fighting: 12, Pool: 132, FP: 11}, {Group: spears, Fighting: 15, Pool: 165, FP: 11}, {Group: troll, Fighting: 1, Pool: 11, FP: 11}}
	side := contested(heroic.Attacked{Attacker: archers, Target: spears, Weapon: spear, Attackers: 10, Side: 11, Defenders: 15, Multiplier: 4, Distance: 1,
		Skill: score(12), Attack: 10, Defence: heroic.Parry, DefenceScore: score(9, part(heroic.ForTactic, 1), part(heroic.ForSide, -2)), Defend: 11, Facing: hero})
	side = hurt(side, "1d+2 imp", 2, 3, 4, 5, 6, 7, 8, 3, 4)
	rear := contested(heroic.Attacked{Attacker: hero, Target: troll, Weapon: axe, Attackers: 1, Side: 1, Defenders: 1, SpeedFactor: 6, Distance: 1,
		Skill: score(16), Attack: 12, Defence: heroic.Dodge, DefenceScore: score(8, part(heroic.ForRear, -4)), Defend: 12, Facing: cavalry})
	rear = hurt(rear, "2d+3 cut", 2, 9, 11)
	return []heroic.Event{
		heroic.RoundBegins{Round: 1, Distance: 1, Groups: states},
		heroic.Ordered{Group: hero, Tactic: heroic.Offensive, Move: heroic.Rear, Target: heroic.Target{Rule: heroic.Named, Groups: []heroic.TargetShare{{Group: 2, Share: 1}}}},
		heroic.Ordered{Group: archers, Tactic: heroic.Neutral, Move: heroic.FlankLeft},
		heroic.Ordered{Group: cavalry, Tactic: heroic.Neutral, Move: heroic.FlankRight},
		heroic.Ordered{Group: spears, Tactic: heroic.Defensive},
		heroic.Ordered{Group: troll, Tactic: heroic.Neutral},
		heroic.InitiativeRolled{Rolls: [][2]int{{3, 2}}, Winner: -1},
		heroic.Turned{Group: spears, Facing: hero},
		heroic.Turned{Group: troll, Facing: cavalry},
		heroic.PhaseBegins{Phase: heroic.MovementPhase},
		heroic.Moved{Group: hero, Move: heroic.Rear, Yards: 25, Allowed: 25, Target: troll, Distance: 1},
		heroic.Moved{Group: archers, Move: heroic.FlankLeft, Yards: 12.3, Allowed: 25, Target: spears, Distance: 1},
		heroic.Moved{Group: cavalry, Move: heroic.FlankRight, Yards: 25, Allowed: 25, Target: crossbows, Distance: 7.5},
		heroic.PhaseBegins{Phase: heroic.MeleePhase},
		side, rear,
		heroic.Fatigued{Roll: 6},
	}
}
