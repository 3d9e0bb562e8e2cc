package heroic

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestExploreAnyBattle explores the first rounds of generated battles: all branches
// and all losses come to 1, and the same Situation is the same pointer.
func TestExploreAnyBattle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := anyBattle(t)
		r := &sc.Rules
		r.Pursuit, r.Shock, r.Reeling, r.MajorWounds = false, false, false, false // which are refused
		b, err := Compile(sc)
		if err != nil {
			t.Fatal(err)
		}
		if b.elaborate != "" {
			return
		}
		e, err := NewExplorer(b)
		if err != nil {
			t.Fatal(err)
		}
		pools := make([]int, len(b.Groups))
		for i := range pools {
			pools[i] = b.Groups[i].Pool
		}
		s := e.Start()
		for round := 1; round <= 4 && !s.Ended; round++ {
			for first := true; !s.Ended && (first || s.Leg != LegOrders); first = false {
				branches, err := e.Explore(s, round, pools)
				if err != nil {
					return // too many hits or ways
				}
				again, _ := e.Explore(s, round, pools)
				sum := 0.0
				for k, branch := range branches {
					sum += branch.P
					if branch.Next != again[k].Next {
						t.Fatalf("branch %d leads to %+v and to %+v", k, branch.Next, again[k].Next)
					}
					for _, l := range branch.Losses {
						checkLosses(t, l)
					}
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Fatalf("%d branches come to %v", len(branches), sum)
				}
				last := branches[len(branches)-1]
				if s = last.Next; last.Losses != nil {
					s = e.Hurt(s, nil)
				}
			}
		}
	})
}

func checkLosses(t *rapid.T, l *Losses) {
	if l == nil {
		return
	}
	sum := 0.0
	for _, p := range l.P {
		sum += p
	}
	if math.Abs(sum-1) > 1e-12 || l.Low < 0 {
		t.Fatalf("losses from %d on come to %v", l.Low, sum)
	}
}

// TestHurtUpTo holds the bounds of HC-MORALE for a group and a lone monster.
func TestHurtUpTo(t *testing.T) {
	b, err := Compile(melee(t, troglodyte(t), ogre(t), 6, 1))
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewExplorer(b)
	if err != nil {
		t.Fatal(err)
	}
	group, lone := e.HurtUpTo(0), e.HurtUpTo(1)
	for _, c := range []struct {
		upTo       []int32
		pool, want int
	}{
		{group, 72, 48}, {group, 49, 48}, {group, 48, 36}, {group, 37, 36}, {group, 36, 24}, // of 6 with 12 HP each
		{lone, 16, 10}, {lone, 11, 10}, {lone, 10, 9}, {lone, 1, 0},
	} {
		if got := int(c.upTo[c.pool]); got != c.want {
			t.Errorf("from %d HP on it checks at %d, want %d", c.pool, got, c.want)
		}
	}
}
