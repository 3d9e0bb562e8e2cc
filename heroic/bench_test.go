package heroic

import "testing"

func BenchmarkBattle(b *testing.B) {
	neutral := []Order{{Tactics: []Tactic{Neutral}}}
	for _, c := range []struct {
		name string
		s    Scenario
	}{
		{"10v8", melee(b, troglodyte(b), ogre(b), 10, 8)},
		{"100v100", melee(b, troglodyte(b), ogre(b), 100, 100)},
		{"approach", twoSides(Group{Name: "T", Unit: troglodyte(b), Count: 10, Orders: neutral}, Group{Name: "O", Unit: ogre(b), Count: 8, Orders: neutral}, 70)},
	} {
		b.Run("scenario="+c.name, func(b *testing.B) {
			battle, err := Compile(c.s)
			if err != nil {
				b.Fatal(err)
			}
			f, trial, rounds := NewFight(battle), uint64(0), 0
			for b.Loop() {
				trial++
				rounds += f.Run(1, trial).Rounds
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rounds), "ns/round")
		})
	}
}
