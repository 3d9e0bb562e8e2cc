package heroic

import (
	"errors"
	"fmt"
	"testing"

	"heroicsim/units"
)

// leech has a touch that does fatigue damage.
func leech(t *testing.T, damage string) *units.Unit {
	w := sword(t)
	w.Modes = modes(t, damage)
	return footman(t, armed(w))
}

// TestWeary is B-WOUND's fatigue damage: one HT roll halves it, and the members
// share it, rounded down; what is left over is kept. At 0 the group collapses, and
// below a third it is tired from the next round on.
func TestWeary(t *testing.T) {
	for _, tt := range []struct {
		name               string
		n, fp, kept        int
		never              bool
		damage, injury, ht int
		left, rest         int
		pool               int
		tired              bool
		standing           Standing
	}{
		{"one", 1, 10, 0, false, 3, 0, 11, 7, 0, 10, false, Steady},
		{"halved, up", 1, 10, 0, false, 3, 0, 10, 8, 0, 10, false, Steady},
		{"to a third", 1, 9, 0, false, 6, 0, 11, 3, 0, 10, true, Steady},
		{"five share", 5, 10, 0, false, 14, 0, 11, 8, 4, 50, false, Steady},
		{"five share with what was kept", 5, 10, 4, false, 11, 0, 11, 7, 0, 50, false, Steady},
		{"too little", 5, 10, 0, false, 4, 0, 11, 10, 4, 50, false, Steady},
		{"just nothing left", 1, 10, 0, false, 10, 0, 11, 0, 0, 10, true, Collapsed},
		{"more than there is", 5, 10, 0, false, 99, 0, 11, 0, 4, 50, true, Collapsed},
		{"one left", 1, 10, 0, false, 9, 0, 11, 1, 0, 10, true, Steady},
		{"who never tires", 1, 10, 0, true, 30, 0, 11, 10, 0, 10, false, Steady},
		{"injury too, one roll for both", 5, 10, 0, false, 10, 21, 10, 9, 0, 39, false, Steady},
		{"who fall in the step share it", 5, 10, 0, false, 10, 21, 11, 8, 0, 29, false, Steady},
		{"who are down do not mind", 1, 10, 0, false, 30, 10, 11, 10, 0, 0, false, Down},
	} {
		sc := duel(50, band(leech(t, "1d fat"), 1), band(footman(t, func(u *units.Unit) { u.FP, u.NeverTires = 10, tt.never }), tt.n))
		s := onStage(t, sc)
		s.open(0)
		g := &s.groups[1]
		g.fp, g.weary, g.wearing, g.injury = tt.fp, tt.kept, tt.damage, tt.injury
		s.run(func() { s.injuryStep(0) }, tt.ht)
		equal(t, tt.name+": FP", g.fp, tt.left)
		equal(t, tt.name+": kept", g.weary, tt.rest)
		equal(t, tt.name+": pool", g.pool, tt.pool)
		equal(t, tt.name+": standing", g.standing, tt.standing)
		equal(t, tt.name+": fatigue left over", g.wearing, 0)
		equal(t, tt.name+": tired at once", g.tired, false)
		s.round, s.events = s.round+1, nil
		s.openRound()
		equal(t, tt.name+": tired in the next round", g.tired, tt.tired && tt.standing == Steady)
	}
	sc := duel(50, band(leech(t, "1d fat"), 1), band(footman(t), 2))
	sc.Rules.HTHalving = false
	s := onStage(t, sc)
	s.open(0)
	s.groups[1].wearing = 6
	s.run(func() { s.injuryStep(0) })
	equal(t, "ht_halving off", s.groups[1].fp, 7)
}

// TestWearyAttack: the hits of an attack take FP and no HP; who collapses by them
// holds nobody any more, and the battle ends when the phase is over that looks for
// somebody steady (HC-END).
func TestWearyAttack(t *testing.T) {
	for _, tt := range []struct {
		rolls    []int
		fp       int
		standing Standing
		ended    bool
	}{
		{[]int{2, 3, 2, 2}, 1, Steady, false},
		{[]int{3, 3, 2, 2}, 0, Collapsed, true},
	} {
		s := onStage(t, duel(1, band(leech(t, "2d fat"), 2), band(footman(t), 1, does(AllOutOffensive))))
		s.open(-1)
		script := append([]int{8, 12}, tt.rolls...)       // 12 + 4 for numbers to Dodge 8 - 2: margin 14, 4 hits
		s.run(s.meleePhase, append(script, 18, 3, 11)...) // the other one misses; HT fails
		name := fmt.Sprint(tt.rolls)
		equal(t, name+": hits", all[Attacked](s)[0].Hits, 4)
		equal(t, name+": told as injury", len(all[Suffered](s)), 0)
		equal(t, name+": told", len(all[Wearied](s)), 1)
		equal(t, name+": FP", s.groups[1].fp, tt.fp)
		equal(t, name+": pool", s.groups[1].pool, 10)
		equal(t, name+": standing", s.groups[1].standing, tt.standing)
		equal(t, name+": locked", s.locked(0, 1), tt.standing == Steady)
		equal(t, name+": ended at once", s.ended, false)
		s.run(s.moralePhase)
		equal(t, name+": ended", s.ended, tt.ended)
		if tt.ended {
			equal(t, name+": outcome", s.result.Outcome, FirstWins)
		}
	}
}

// TestWearyBattle: with fatigue damage a battle cannot be explored, and rounds are
// not remembered; nothing else is different.
func TestWearyBattle(t *testing.T) {
	for damage, want := range map[string]string{"1d fat": "fatigue damage cannot be followed exactly", "1d cr": ""} {
		b, err := Compile(duel(1, band(leech(t, damage), 3), band(footman(t), 3)))
		if err != nil {
			t.Fatal(err)
		}
		_, err = NewExplorer(b)
		var no *Unexplorable
		if errors.As(err, &no) != (want != "") || no != nil && no.Why != want {
			t.Errorf("%s: %v, want %q", damage, err, want)
		}
		told, untold := NewFight(b), NewFight(b)
		told.Trace = func(Event) {}
		for trial := range uint64(300) {
			x, y := fmt.Sprintf("%+v", told.Run(1, trial)), fmt.Sprintf("%+v", untold.Run(1, trial))
			if x != y {
				t.Fatalf("%s, trial %d: told\n%s\nuntold\n%s", damage, trial, x, y)
			}
		}
		if len(untold.memory.scenes) > 0 != (want == "") {
			t.Errorf("%s: %d scenes are remembered", damage, len(untold.memory.scenes))
		}
	}
}
