package bench

import (
	"context"
	"fmt"
	"math"
	"testing"

	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/scenarios"
	"heroicsim/stats"
	"heroicsim/units"
)

// axes and maces are the fighters of the standard melee.
func axes(n int) Fighters {
	return Fighters{Count: n, HP: 12, HT: 11, FP: 11, Skill: 12, Dodge: 10, Damage: dice.D(2, -1), DR: 4, Sixths: 9}
}

func maces(n int) Fighters {
	return Fighters{Count: n, HP: 16, HT: 11, FP: 11, Skill: 10, Dodge: 8, SM: 1, Damage: dice.D(2, 2), Crushing: true, DR: 1, Sixths: 6}
}

func standard(a, b int) Melee { return Melee{axes(a), maces(b)} }

// unit is a fighter for the general engine, in the armour that the foe's weapon
// meets.
func (f *Fighters) unit(foe *Fighters) *units.Unit {
	u := &units.Unit{Name: "fighter", ST: 10, HP: f.HP, HT: f.HT, FP: f.FP, SM: f.SM, Dodge: f.Dodge, Move: 5}
	u.Armour.SetAll(foe.DR)
	kind := units.Cutting
	if f.Crushing {
		kind = units.Crushing
	}
	u.Weapons = []units.Weapon{{Name: "weapon", Skill: f.Skill, Modes: []units.Mode{{Damage: units.Damage{Dice: f.Damage, Type: kind}}}}}
	return u
}

// melee is a Melee for the general engine, with each side divided into groups.
func melee(m Melee, groups int) heroic.Scenario {
	s := heroic.Scenario{Rules: heroic.DefaultRules(), Field: heroic.Battlefield{Distance: 1}}
	for i := range m {
		s.Sides[i].Name = fmt.Sprint(i)
		for range groups {
			s.Sides[i].Groups = append(s.Sides[i].Groups, heroic.Group{Name: "g", Unit: m[i].unit(&m[1-i]), Count: m[i].Count / groups})
		}
	}
	return s
}

// missiles is bowmen who shoot at chargers from 70 yards, until they are upon them.
func missiles() heroic.Scenario {
	bowmen, chargers := maces(10), axes(12)
	s := melee(Melee{bowmen, chargers}, 1)
	s.Field.Distance = 70
	archer := s.Sides[0].Groups[0].Unit
	archer.Weapons = append(archer.Weapons, units.Weapon{
		Name: "bow", Ranged: true, Skill: 13, Acc: 2, MaxRange: 150, Bulk: -6,
		Modes: []units.Mode{{Damage: units.Damage{Dice: dice.D(1, 2), Type: units.Impaling}}},
	})
	return s
}

// example is one of the program's own scenarios: with orders that change, Fast-Draw,
// targets chosen by number, which are thought through round by round.
func example(tb testing.TB, name string) heroic.Scenario {
	tb.Helper()
	loaded, err := scenarios.Load(name, scenarios.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return loaded.Scenario
}

func compile(tb testing.TB, s heroic.Scenario) *heroic.Battle {
	tb.Helper()
	b, err := heroic.Compile(s)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// TestLoopIsTheSameBattle: the yardstick fights what the engine fights.
func TestLoopIsTheSameBattle(t *testing.T) {
	for _, size := range [][2]int{{10, 8}, {40, 40}} {
		const n = 200_000
		m := standard(size[0], size[1])
		l := NewLoop(m)
		l.Run(1, 1, n)
		f := heroic.NewFight(compile(t, melee(m, 1)))
		var wins [4]int64
		var rounds int64
		for trial := range uint64(n) {
			r := f.Run(2, trial+1)
			wins[r.Outcome]++
			rounds += int64(r.Rounds)
		}
		for i := range wins {
			p, q := float64(wins[i])/n, float64(l.Wins[i])/n
			if math.Abs(p-q) > 5*math.Sqrt((p+q+1e-6)/n) {
				t.Errorf("%v, outcome %d: engine %.4f, loop %.4f", size, i, p, q)
			}
		}
		if p, q := float64(rounds)/n, float64(l.Rounds)/n; math.Abs(p-q) > 0.05 {
			t.Errorf("%v, rounds: engine %.3f, loop %.3f", size, p, q)
		}
	}
}

// BenchmarkLoop is the hand-written loop.
func BenchmarkLoop(b *testing.B) {
	for _, size := range [][2]int{{10, 8}, {100, 100}, {1000, 1000}} {
		b.Run(fmt.Sprintf("scenario=%dv%d", size[0], size[1]), func(b *testing.B) {
			l := NewLoop(standard(size[0], size[1]))
			b.ResetTimer()
			l.Run(1, 1, b.N)
			perSecond(b)
		})
	}
}

// BenchmarkBattle is whole runs of the general engine, statistics and all.
func BenchmarkBattle(b *testing.B) {
	for _, c := range []struct {
		name     string
		scenario heroic.Scenario
	}{
		{"duel", melee(standard(1, 1), 1)},
		{"10v8", melee(standard(10, 8), 1)},
		{"100v100", melee(standard(100, 100), 1)},
		{"1000v1000", melee(standard(1000, 1000), 1)},
		{"missiles", missiles()},
		{"three-a-side", melee(standard(30, 24), 3)},
		{"troglodytes", example(b, "troglodytes")},
		{"shield-wall", example(b, "shield-wall")},
		{"armies", example(b, "armies")},
	} {
		battle := compile(b, c.scenario)
		for _, way := range []string{"table", "dice"} {
			b.Run(fmt.Sprintf("scenario=%s/way=%s/workers=1", c.name, way), func(b *testing.B) { run(b, battle, way, 1) })
		}
		b.Run(fmt.Sprintf("scenario=%s/way=table/workers=2", c.name), func(b *testing.B) { run(b, battle, "table", 2) })
	}
}

// run fights as many battles as asked, and returns what came of them.
func run(b *testing.B, battle *heroic.Battle, way string, workers int) *stats.Study {
	o := stats.DefaultOptions()
	o.Trials, o.Workers = int64(b.N), workers
	o.Fighter = func(battle *heroic.Battle) stats.Fighter {
		f := heroic.NewFight(battle)
		f.RollDice = way == "dice"
		return f
	}
	b.ResetTimer()
	s, err := stats.Run(context.Background(), battle, o)
	if err != nil {
		b.Fatal(err)
	}
	perSecond(b)
	return s
}

func perSecond(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "battles/s")
}

// BenchmarkRound is what a round costs, by the combatants in it, and by the groups
// that they fight in: pairs too far from one another to meet, so that every group
// has one enemy however many there are.
func BenchmarkRound(b *testing.B) {
	round := func(b *testing.B, s heroic.Scenario) {
		s.Rules.Fatigue = false // so that the longest battles have an end of their own
		study := run(b, compile(b, s), "table", 1)
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/study.Rounds.Mean, "ns/round")
	}
	for n := 10; n <= 1_000_000; n *= 10 {
		b.Run(fmt.Sprintf("combatants=%d/groups=2", n), func(b *testing.B) { round(b, melee(standard(n/2, n/2), 1)) })
	}
	for groups := 2; groups <= 16; groups *= 2 {
		s := melee(standard(800, 800), groups/2)
		s.Rules.Morale, s.MaxRounds = false, 8
		for side := range s.Sides {
			for i := range s.Sides[side].Groups {
				s.Sides[side].Groups[i].Position = &heroic.Point{X: float64(1000 * i), Y: float64(side)}
			}
		}
		b.Run(fmt.Sprintf("combatants=1600/groups=%d", groups), func(b *testing.B) { round(b, s) })
	}
}

// BenchmarkExact is whole exact answers.
func BenchmarkExact(b *testing.B) {
	noFatigue := melee(standard(20, 20), 1)
	noFatigue.Rules.Fatigue = false
	for _, c := range []struct {
		name     string
		scenario heroic.Scenario
	}{
		{"duel", melee(standard(1, 1), 1)},
		{"10v8", melee(standard(10, 8), 1)},
		{"20v20-no-fatigue", noFatigue},
	} {
		battle := compile(b, c.scenario)
		b.Run("scenario="+c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := stats.Exact(context.Background(), battle, stats.ExactOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
