package bench

import (
	"context"
	"fmt"
	"math"
	"testing"

	"heroicsim/dice"
	"heroicsim/heroic"
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

// battle is a Melee for the general engine.
func battle(tb testing.TB, m Melee) *heroic.Battle {
	tb.Helper()
	s := heroic.Scenario{Rules: heroic.DefaultRules(), Field: heroic.Battlefield{Distance: 1}}
	for i := range m {
		f, foe := &m[i], &m[1-i]
		u := &units.Unit{Name: fmt.Sprint(i), ST: 10, HP: f.HP, HT: f.HT, FP: f.FP, SM: f.SM, Dodge: f.Dodge, Move: 5}
		u.Armour.SetAll(foe.DR)
		kind := units.Cutting
		if f.Crushing {
			kind = units.Crushing
		}
		u.Weapons = []units.Weapon{{Name: "w", Skill: f.Skill, Modes: []units.Mode{{Damage: units.Damage{Dice: f.Damage, Type: kind}}}}}
		s.Sides[i] = heroic.Side{Name: fmt.Sprint(i), Groups: []heroic.Group{{Name: "g", Unit: u, Count: f.Count}}}
	}
	b, err := heroic.Compile(s)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// TestLoopIsTheSameBattle: the yardstick fights what the engine fights.
func TestLoopIsTheSameBattle(t *testing.T) {
	const n = 200_000
	m := standard(10, 8)
	l := NewLoop(m)
	l.Run(1, 1, n)
	f := heroic.NewFight(battle(t, m))
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
			t.Errorf("outcome %d: engine %.4f, loop %.4f", i, p, q)
		}
	}
	if p, q := float64(rounds)/n, float64(l.Rounds)/n; math.Abs(p-q) > 0.05 {
		t.Errorf("rounds: engine %.3f, loop %.3f", p, q)
	}
}

func BenchmarkMelee(b *testing.B) {
	for _, size := range [][2]int{{1, 1}, {10, 8}, {100, 100}} {
		m := standard(size[0], size[1])
		b.Run(fmt.Sprintf("size=%dv%d/way=loop", size[0], size[1]), func(b *testing.B) {
			l := NewLoop(m)
			b.ResetTimer()
			l.Run(1, 1, b.N)
			perSecond(b)
		})
		for _, way := range []string{"table", "dice"} {
			b.Run(fmt.Sprintf("size=%dv%d/way=%s", size[0], size[1], way), func(b *testing.B) {
				o := stats.DefaultOptions()
				o.Trials, o.Workers = int64(b.N), 1
				o.Fighter = func(battle *heroic.Battle) stats.Fighter {
					f := heroic.NewFight(battle)
					f.RollDice = way == "dice"
					return f
				}
				battle := battle(b, m)
				b.ResetTimer()
				if _, err := stats.Run(context.Background(), battle, o); err != nil {
					b.Fatal(err)
				}
				perSecond(b)
			})
		}
	}
}

func perSecond(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "battles/s")
}
