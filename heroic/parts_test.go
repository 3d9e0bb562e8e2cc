package heroic

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// stun sets members of a group apart to the end of the round.
func (s *stage) stun(i, n int) int {
	return s.groups[i].affect(n, func(st *state) { st.stunned = s.round })
}

// HC-GROUP: who is stunned does not act and is attacked as a part of its own, at -4
// (DM-20); the parts share the pool and rejoin when the round ends.
func TestPartsOfAGroup(t *testing.T) {
	s := onStage(t, duel(1, band(footman(t), 10, does(Neutral)), band(footman(t), 5, does(Neutral))))
	s.b.elaborate = "the test"
	s.open(-1)
	equal(t, "stunned", s.stun(0, 4), 4)
	equal(t, "parts", len(s.groups[0].parts), 2)
	equal(t, "stunned again", s.stun(0, 10), 6)
	equal(t, "parts that are all stunned", len(s.groups[0].parts), 1)
	equal(t, "able", s.able(&s.groups[0]), 0)
	s.closeRound()
	equal(t, "parts after the round", len(s.groups[0].parts), 0)

	s.open(0)
	s.stun(0, 4)
	// Six strike; the five strike at three and two of them.
	s.run(s.strikeAll, 18, 3, 18, 3, 18, 3)
	a := s.attacks()
	equal(t, "attacks", len(a), 3)
	equal(t, "who can strike", a[0].Attackers, 6)
	equal(t, "at a whole group", a[0].Part, 0)
	for i, want := range []struct{ attackers, part, defence int }{{3, 6, 8}, {2, 4, 4}} {
		equal(t, "attackers of a part", a[i+1].Attackers, want.attackers)
		equal(t, "members of the part", a[i+1].Part, want.part)
		equal(t, "defence of the part", a[i+1].DefenceScore.Total-part(a[i+1].DefenceScore, ForInitiative), want.defence)
		equal(t, "the ratio is that of the groups", a[i+1].Side, 5)
	}
}

// Members fall from the part that was injured most.
func TestThePartThatIsInjuredThins(t *testing.T) {
	s := onStage(t, duel(1, band(footman(t), 10, does(Neutral)), band(footman(t), 5, does(Neutral))))
	s.b.elaborate = "the test"
	s.open(-1)
	s.stun(0, 4)
	g := &s.groups[0]
	g.parts[1].hurt = 25
	s.lose(g, 25)
	g.thin()
	equal(t, "fighting", g.fighting, 8)
	equal(t, "not stunned", g.parts[0].members, 6)
	equal(t, "stunned", g.parts[1].members, 2)
	equal(t, "able", s.able(g), 6)
}

// Many fall at once as they would one by one.
func TestManyFallAtOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		g := &group{GroupInfo: &GroupInfo{}, hp: 1 + r.IntN(12)}
		all := 0
		for range 1 + r.IntN(6) {
			p := portion{members: 1 + r.IntN(9), hurt: r.IntN(40) * r.IntN(2)}
			g.parts = append(g.parts, p)
			all += p.members
		}
		one := slices.Clone(g.parts)
		fallen := r.IntN(all + 1)
		for range fallen {
			worst := -1
			for i := range one {
				if one[i].members > 0 && (worst < 0 || one[i].hurt > one[worst].hurt) {
					worst = i
				}
			}
			one[worst].members--
			one[worst].hurt -= g.hp
		}
		before := slices.Clone(g.parts)
		g.fell(fallen)
		for i := range one {
			if g.parts[i].members != one[i].members {
				t.Fatalf("of %+v %d fall, HP %d: %+v, want %+v", before, fallen, g.hp, g.parts, one)
			}
		}
	}
}

// Draws of parts do not meet.
func TestPartsDrawApart(t *testing.T) {
	b, err := Compile(duel(1, band(footman(t), 10, does(Neutral)), band(footman(t), 10, does(Neutral))))
	if err != nil {
		t.Fatal(err)
	}
	f := NewFight(b)
	f.b.elaborate = "the test"
	same := 0
	for trial := range uint64(200) {
		f.dice.Begin(1, trial)
		f.begin()
		f.round++
		f.openRound()
		f.declareOrders()
		f.groups[0].affect(5, func(st *state) { st.stunned = 1 })
		var rolls [2][2]int
		n := 0
		f.Trace = func(e Event) {
			if a, ok := e.(Attacked); ok && a.Attacker == 1 {
				rolls[n] = [2]int{a.Attack, a.Defend}
				n++
			}
		}
		f.strikeAll()
		equal(t, "attacks on parts", n, 2)
		if rolls[0] == rolls[1] {
			same++
		}
	}
	if same > 20 {
		t.Errorf("%d of 200 pairs of attacks rolled the same", same)
	}
}
