package heroic

import (
	"fmt"
	"slices"
	"testing"

	"heroicsim/dice"
	"heroicsim/units"
)

// TestBeginLocked is HC-LOCK's ruling: groups that begin within reach of each
// other begin locked, by the longer reach.
func TestBeginLocked(t *testing.T) {
	for _, tt := range []struct {
		distance     float64
		pikeA, pikeB bool
		want         bool
	}{
		{0, false, false, true}, {1, false, false, true}, {1.1, false, false, false}, {2, false, false, false},
		{2, true, false, true}, {2, false, true, true}, {2, true, true, true}, {2.1, true, true, false}, {1.5, false, true, true},
	} {
		arms := func(long bool) *units.Unit {
			if long {
				return footman(t, armed(pike(t)))
			}
			return footman(t)
		}
		s := onStage(t, duel(tt.distance, band(arms(tt.pikeA), 1), band(arms(tt.pikeB), 1)))
		equal(t, fmt.Sprintf("%v yards, pikes %v %v", tt.distance, tt.pikeA, tt.pikeB), s.locked(0, 1), tt.want)
		equal(t, "the lock is mutual", s.locked(1, 0), tt.want)
	}
}

// TestMovement is HC-MOVE and HC-TACTIC's movement, of Move 5: towards, away, and
// up to contact, where closing stops at 1 yard and locks.
func TestMovement(t *testing.T) {
	for _, tt := range []struct {
		tactic Tactic
		yards  float64
	}{
		{AllOutOffensive, 50}, {Offensive, 25}, {Neutral, 25}, {Defensive, 20}, {AllOutDefensive, 15},
		{AimedShooting, 10}, {HoldGround, 5}, {Concentration, 5}, {Retreat, 50},
	} {
		for _, move := range []Move{Close, Hold, Away} {
			if CheckMove(tt.tactic, move) != nil {
				continue
			}
			s := onStage(t, duel(1000, band(footman(t), 1, does(tt.tactic, move)), band(footman(t), 1, does(Neutral, Hold))))
			s.open(0)
			s.run(s.movementPhase)
			want := map[Move]float64{Close: 1000 - tt.yards, Hold: 1000, Away: 1000 + tt.yards}[move]
			equal(t, tt.tactic.Title()+", "+move.String(), s.wide(0, 1), want)
		}
		if CheckMove(tt.tactic, Close) != nil {
			continue
		}
		for _, gap := range []float64{tt.yards - 0.5, tt.yards, tt.yards + 0.5} {
			s := onStage(t, duel(1+gap, band(footman(t), 1, does(tt.tactic)), band(footman(t), 1, does(Neutral, Hold))))
			s.open(0)
			s.run(s.movementPhase)
			name := fmt.Sprintf("%s over a gap of %v", tt.tactic.Title(), gap)
			equal(t, name+": distance", s.wide(0, 1), 1+max(0, gap-tt.yards))
			equal(t, name+": locked", s.locked(0, 1), gap <= tt.yards)
		}
	}
}

// TestDefaultMove: a group closes, but holds where it can shoot; All-Out
// Offensive always closes.
func TestDefaultMove(t *testing.T) {
	for _, tt := range []struct {
		name   string
		arms   units.Weapon
		o      Order
		closes bool
	}{
		{"sword", sword(t), does(Neutral), true},
		{"bow", bow(t), does(Neutral), false},
		{"bow, fire held", bow(t), Order{Tactics: []Tactic{Neutral}, HoldFire: true}, true},
		{"bow, all out", bow(t), does(AllOutOffensive), true},
		{"bow, ordered to close", bow(t), does(Neutral, Close), true},
	} {
		s := onStage(t, duel(150, band(footman(t, armed(tt.arms)), 1, tt.o), band(footman(t), 1, does(Neutral, Hold))))
		s.open(0)
		s.script(18, 3)
		s.rangedPhase()
		s.movementPhase()
		equal(t, tt.name+": closes", s.wide(0, 1) < 150, tt.closes)
	}
}

// TestLockedStays is HC-LOCK: a locked group cannot move away by any other move,
// and the loser of initiative who is locked in 4.1 cannot move in 4.2.
func TestLockedStays(t *testing.T) {
	for _, o := range []Order{does(Neutral, Away), does(Offensive, Close), does(AllOutDefensive, Away), does(Neutral, Hold), does(AimedShooting)} {
		s := onStage(t, sides(1, []Group{at(0, 0, band(footman(t), 1, o))}, []Group{
			at(0, 1, band(footman(t), 1, does(Neutral, Hold))), at(0, 30, band(footman(t), 1, does(Neutral, Hold))),
		}))
		s.groups[0].GroupInfo.orders[0].Target = Target{Named, []TargetShare{{1, 1}}}
		s.open(0)
		s.run(s.movementPhase)
		equal(t, o.Tactics[0].Title()+" "+o.Move.String()+", in contact: moves", len(all[Moved](s)), 0)

		s = onStage(t, duel(20, band(footman(t), 1, does(Neutral)), band(footman(t), 1, o)))
		s.open(0)
		s.run(s.movementPhase)
		equal(t, o.Tactics[0].Title()+" "+o.Move.String()+", caught: moves of both", len(all[Moved](s)), 1)
		equal(t, "distance", s.wide(0, 1), 1)
		equal(t, "locked", s.locked(0, 1), true)
	}
}

// TestStepsUp is HC-LOCK: a locked group steps up to an enemy who keeps it at his
// longer reach, but not away from another with whom it is locked.
func TestStepsUp(t *testing.T) {
	for _, tt := range []struct {
		name  string
		other Point // the second enemy's place
		locks int
		steps bool
	}{
		{"no other", Point{0, 9}, 1, true},
		{"another behind", Point{0, -2}, 2, false},
		{"another beside", Point{2, 0}, 2, false},
		{"another beside, nearer", Point{1.7, 0}, 2, true},
		{"another beside the first", Point{1, 1.8}, 2, true},
	} {
		stands := func(x, y float64) Group {
			return at(x, y, band(footman(t, armed(pike(t))), 1, does(Neutral, Hold)))
		}
		o := does(Neutral)
		o.Target = Target{Named, []TargetShare{{0, 1}}}
		s := onStage(t, sides(20, []Group{at(0, 0, band(footman(t), 1, o))}, []Group{stands(0, 1.6), stands(tt.other.X, tt.other.Y)}))
		s.open(0)
		s.run(s.movementPhase)
		equal(t, tt.name+": steps up", len(all[Moved](s)) == 1, tt.steps)
		locks := 0
		for i := 1; i <= 2; i++ {
			if s.locked(0, i) {
				locks++
			}
		}
		equal(t, tt.name+": locks", locks, tt.locks)
	}
}

// TestInterception is HC-LOCK: moving into contact with an enemy in the path
// locks at once and stops the mover at 1 yard from him.
func TestInterception(t *testing.T) {
	for _, tt := range []struct {
		x      float64 // of the enemy beside the path, 10 yards along it
		stops  bool
		travel float64
	}{
		{0, true, 9}, {0.6, true, 9.2}, {-0.6, true, 9.2}, {1, true, 10}, {1.01, false, 29}, {-2, false, 29},
	} {
		for _, tactic := range []Tactic{AllOutOffensive, Neutral} {
			o := does(tactic, Close)
			o.Target = Target{Named, []TargetShare{{0, 1}}}
			s := onStage(t, sides(30, []Group{at(0, 0, band(footman(t, func(u *units.Unit) { u.Move = 6 }), 1, o))}, []Group{
				at(0, 30, band(footman(t), 1, does(Neutral, Hold))), at(tt.x, 10, band(footman(t), 1, does(Neutral, Hold))),
			}))
			s.open(0)
			s.run(s.movementPhase)
			name := fmt.Sprintf("%s past an enemy %v yards aside", tactic.Title(), tt.x)
			if got := all[Moved](s)[0].Yards; got < tt.travel-1e-9 || got > tt.travel+1e-9 {
				t.Errorf("%s: %v yards, want %v", name, got, tt.travel)
			}
			equal(t, name+": locked with him", s.locked(0, 2), tt.stops)
			equal(t, name+": locked with the target", s.locked(0, 1), !tt.stops)
			// It attacks whom it ran into (HC-TARGET).
			if tt.stops {
				s.events = nil
				s.run(func() { s.meleeStep(0) }, 18, 3)
				equal(t, name+": attacks", s.attacks()[0].Target, 2)
			}
		}
	}
	// A group that flees is stopped likewise.
	s := onStage(t, sides(50, []Group{at(0, 20, band(footman(t), 1, does(Retreat)))}, []Group{
		at(0, 30, band(footman(t), 1, does(Neutral, Hold))), at(0.6, 0, band(footman(t), 1, does(Neutral, Hold))),
	}))
	s.open(0)
	s.run(s.movementPhase)
	equal(t, "a runaway is stopped", s.locked(0, 2), true)
	equal(t, "and has not left", s.groups[0].standing, Steady)
}

// TestWithdrawal is HC-LOCK: Move × 2 away from all, no free attacks against it
// and none by it, and no attacks this round, even when it is caught again.
func TestWithdrawal(t *testing.T) {
	for _, follows := range []bool{false, true} {
		move := Hold
		if follows {
			move = Close
		}
		u := footman(t, armed(sword(t), bow(t)))
		o := does(AllOutDefensive, Withdraw)
		o.Weapons = []string{"bow", "sword"}
		s := onStage(t, sides(1, []Group{at(0, 0, band(u, 2, o))}, []Group{
			at(0, 1, band(footman(t), 1, does(Neutral, move))), at(0.6, 0.8, band(footman(t), 1, does(Neutral, Hold))),
		}))
		s.open(0)
		s.run(s.rangedPhase) // it shoots not
		s.run(s.movementPhase)
		m := all[Moved](s)[0]
		equal(t, "yards", m.Yards, 10)
		equal(t, "manner", m.Move, Withdraw)
		if m.To.Y >= 0 || m.To.X >= 0 || m.To.X < m.To.Y {
			t.Errorf("it went to %v, which is not away from both", m.To)
		}
		equal(t, "locked with who follows", s.locked(0, 1), follows)
		equal(t, "locked with who stays", s.locked(0, 2), false)
		rolls := []int{18, 3}
		if !follows {
			rolls = nil
		}
		s.run(s.meleePhase, rolls...) // only the follower strikes
		equal(t, "still on the field", s.groups[0].standing, Steady)
		equal(t, "AP left", s.groups[0].ap, 2)
	}
}

// TestRetreat is HC-LOCK: up to Move × 10, free attacks at -1 a yard of Move that
// the runaway has over the attacker, at most -4, against a defence of -4.
func TestRetreat(t *testing.T) {
	for _, tt := range []struct{ runs, strikes, penalty int }{
		{5, 5, 0}, {5, 6, 0}, {6, 5, -1}, {7, 5, -2}, {8, 5, -3}, {9, 5, -4}, {10, 5, -4}, {12, 1, -4},
	} {
		for _, tactic := range []Tactic{Neutral, AllOutOffensive, Offensive, Defensive, AllOutDefensive, AimedShooting, HoldGround, Concentration} {
			speed := func(n int) *units.Unit { return footman(t, func(u *units.Unit) { u.Move = n }) }
			o := does(tactic)
			if tactic != AllOutOffensive {
				o.Move = Hold
			}
			sc := duel(1, band(speed(tt.runs), 2, does(Retreat)), band(speed(tt.strikes), 3, o))
			sc.Rules.DamageRolls = RollOnce
			s := onStage(t, sc)
			s.open(1)
			s.groups[1].ap = 0 // a free attack costs none
			s.run(func() { s.movementStep(0) }, 3, 18, 3+2*tactics[tactic].damage)
			a := s.attacks()
			equal(t, "free attacks", len(a), 1)
			name := fmt.Sprintf("%s at Move %d against Move %d", tactic.Title(), tt.strikes, tt.runs)
			equal(t, name+": kind", a[0].Kind, FreeAttack)
			equal(t, name+": penalty", part(a[0].Skill, ForSpeed), tt.penalty)
			// The attacker's own tactic, initiative and ratio 3 : 2, and multiplier.
			equal(t, name+": skill", a[0].Skill.Total, 12+tactics[tactic].melee+2+2+tt.penalty)
			equal(t, name+": multiplier", a[0].Multiplier, 1.5)
			equal(t, name+": defence", a[0].DefenceScore.Total, 4)
			equal(t, name+": damage", a[0].Injury.Damage.Dice.Adds, 2*tactics[tactic].damage)
			equal(t, name+": distance", s.wide(0, 1), float64(1+10*tt.runs))
			equal(t, name+": still locked", s.locked(0, 1), false)
		}
	}
}

// TestFreeAttackers is HC-LOCK: who makes a free attack.
func TestFreeAttackers(t *testing.T) {
	for _, tt := range []struct {
		name    string
		unit    *units.Unit
		o       Order
		prepare func(*stage)
		attacks int
	}{
		{"a steady one", footman(t), does(Neutral, Hold), nil, 1},
		{"without AP", footman(t), does(Neutral, Hold), func(s *stage) { s.groups[1].ap = 0 }, 1},
		{"whose tactic forbids attacks", footman(t), does(Retreat), nil, 0},
		{"who withdraws", footman(t), does(AllOutDefensive, Withdraw), nil, 0},
		{"All-Out Defensive, but staying", footman(t), does(AllOutDefensive, Hold), nil, 1},
		{"surprised", footman(t), does(Neutral), func(s *stage) { s.groups[1].silent = true }, 0},
		{"broken", footman(t), does(Neutral), func(s *stage) { s.groups[1].standing = Broken }, 0},
		{"unlocked", footman(t), does(Neutral, Hold), func(s *stage) { s.setLock(0, 1, false) }, 0},
		{"without a melee weapon", footman(t, armed(bow(t))), does(Neutral, Hold), nil, 0},
	} {
		s := onStage(t, duel(1, band(footman(t), 1, does(Retreat)), band(tt.unit, 1, tt.o)))
		s.open(0)
		if tt.prepare != nil {
			tt.prepare(s)
		}
		s.script(18, 3)
		s.movementStep(0)
		equal(t, tt.name, len(s.attacks()), tt.attacks)
	}
}

// TestFreeAttackIsExtra is HC-LOCK: every group that is locked with the runaway
// makes a free attack with all its members, and it does not use up the round's
// attack.
func TestFreeAttackIsExtra(t *testing.T) {
	sc := sides(1,
		[]Group{at(-0.8, 0.4, band(footman(t), 1, does(Retreat))), at(0.8, 0.4, band(footman(t), 1, does(Neutral, Hold)))},
		[]Group{at(0, 0, band(footman(t), 4, does(Neutral, Hold))), at(-0.8, 1.2, band(footman(t), 1, does(Neutral, Hold)))},
	)
	sc.Rules.NumericalBonus = nil
	s := onStage(t, sc)
	s.open(0)
	s.run(s.movementPhase, 18, 3, 18, 3)
	a := s.attacks()
	equal(t, "free attacks", len(a), 2)
	for i := range a {
		equal(t, "kind", a[i].Kind, FreeAttack)
		equal(t, "on the runaway", a[i].Target, 0)
		equal(t, "all locked members, also of the group that is locked with another", a[i].Attackers, [2]int{4, 1}[i])
		equal(t, "of the side", a[i].Side, 5)
	}
	s.run(s.meleePhase, 18, 3, 18, 3) // the one who stays and the four
	a = s.attacks()
	equal(t, "melee attacks", len(a), 2)
	equal(t, "all four on who stays", a[1].Attackers, 4)
}

// TestFollow is HC-LOCK: enemies who move later may follow a runaway and lock
// again; then he has not left after 4.3.
func TestFollow(t *testing.T) {
	for _, tt := range []struct {
		name    string
		winner  int
		pursuer Order
		locked  bool
		left    bool
	}{
		{"the runaway goes first and is followed", 0, does(AllOutOffensive), true, false},
		{"the pursuer is too slow", 0, does(Neutral, Close), false, true},
		{"the runaway goes last", 1, does(AllOutOffensive), false, true},
	} {
		s := onStage(t, duel(1, band(footman(t), 1, does(Retreat)), band(footman(t), 1, tt.pursuer)))
		s.open(tt.winner)
		s.run(s.movementPhase, 18, 3)
		equal(t, tt.name+": locked", s.locked(0, 1), tt.locked)
		equal(t, tt.name+": left", s.groups[0].standing == Left, tt.left)
	}
}

// TestLocksEnd is HC-LOCK: a lock ends when either side is down, has left, or is
// out of reach.
func TestLocksEnd(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*stage)
	}{
		{"down", func(s *stage) { s.groups[1].injury = 99; s.script(17); s.injuryStep(0) }},
		{"out of reach", func(s *stage) { s.groups[1].pos.Y = 1.5; s.releaseLocks() }},
		{"collapsed", func(s *stage) {
			s.groups[1].fp, s.groups[1].engaged = 1, true
			s.script(1)
			s.b.Rules.Fatigue = true
			s.fatiguePhase()
		}},
		{"left", func(s *stage) { s.groups[1].standing = Left; s.releaseLocks() }},
	} {
		s := onStage(t, duel(1, band(footman(t), 1, does(Neutral)), band(footman(t), 1, does(Neutral))))
		s.open(0)
		equal(t, tt.name+": locked before", s.isLocked(0), true)
		tt.change(s)
		equal(t, tt.name+": locked after", s.isLocked(0) || s.isLocked(1), false)
	}
}

// TestReach is HC-LOCK with Reach 2: whoever is in the longer reach is locked, but
// only those strike whose own weapons reach.
func TestReach(t *testing.T) {
	s := onStage(t, duel(2, band(footman(t, armed(pike(t))), 1, does(Neutral, Hold)), band(footman(t), 1, does(Neutral, Hold))))
	s.open(1)
	s.run(s.meleePhase, 18, 3)
	a := s.attacks()
	equal(t, "attacks at 2 yards", len(a), 1)
	equal(t, "by", a[0].Attacker, 0)

	// A mover who ends within an enemy's reach is locked with him too.
	o := does(Neutral, Close)
	o.Target = Target{Named, []TargetShare{{0, 1}}}
	for _, tt := range []struct {
		x      float64
		locked bool
	}{{1.9, true}, {2.1, false}} {
		s = onStage(t, sides(20, []Group{at(0, 0, band(footman(t), 1, o))}, []Group{
			at(0, 20, band(footman(t), 1, does(Neutral, Hold))), at(tt.x, 19, band(footman(t, armed(pike(t))), 1, does(Neutral, Hold))),
		}))
		s.open(0)
		s.run(s.movementPhase)
		equal(t, "locked with the target", s.locked(0, 1), true)
		equal(t, fmt.Sprintf("locked with a pike %v yards off", tt.x), s.locked(0, 2), tt.locked)
	}

	// Retreat from a pike at 2 yards draws its free attack.
	s = onStage(t, duel(2, band(footman(t), 1, does(Retreat)), band(footman(t, armed(pike(t))), 1, does(Neutral, Hold))))
	s.open(0)
	s.run(s.movementPhase, 18, 3)
	equal(t, "free attacks at 2 yards", len(s.attacks()), 1)
}

// TestLockedTargets is HC-TARGET: a locked group attacks only those it is locked
// with, shoots only when its orders name a ranged weapon, and then with Bulk.
func TestLockedTargets(t *testing.T) {
	u := footman(t, armed(sword(t), bow(t)))
	for _, tt := range []struct {
		name    string
		weapons []string
		target  Target
		shots   int
	}{
		{"no weapon named", nil, Target{}, 0},
		{"sword named", []string{"sword"}, Target{}, 0},
		{"bow named", []string{"bow"}, Target{}, 1},
		{"both named", []string{"sword", "bow"}, Target{}, 1},
		{"bow named, at the free enemy", []string{"bow"}, Target{Named, []TargetShare{{1, 1}}}, 0},
		{"bow named, at the weakest, who is free", []string{"bow"}, Target{Rule: Weakest}, 1},
	} {
		o := Order{Tactics: []Tactic{Neutral}, Move: Hold, Weapons: tt.weapons, Target: tt.target}
		s := onStage(t, sides(1, []Group{at(0, 0, band(u, 1, o))}, []Group{
			at(0, 1, band(footman(t), 3, does(Neutral, Hold))), at(0, 20, band(footman(t), 1, does(Neutral, Hold))),
		}))
		s.open(0)
		s.script(18, 3)
		s.rangedPhase()
		a := s.attacks()
		equal(t, tt.name+": volleys", len(a), tt.shots)
		for i := range a {
			equal(t, tt.name+": target", a[i].Target, 1)
			equal(t, tt.name+": Bulk", part(a[i].Skill, ForBulk), -6)
			equal(t, tt.name+": into a melee", part(a[i].Skill, ForMeleeFire), 0)
		}
		s.script(18, 3, 18, 3)
		s.meleePhase()
		equal(t, tt.name+": blow at", s.attacks()[0].Target, 1)
	}
}

// TestAllOutTargets is HC-TARGET: All-Out Offensive may only attack whom it runs
// at.
func TestAllOutTargets(t *testing.T) {
	u := footman(t, armed(sword(t), bow(t)))
	for _, tt := range []struct {
		name   string
		target Target
		far    float64 // of the second enemy; the first is 50 yards off
		shoots int     // group, -1 for none
		runs   int
	}{
		{"nearest", Target{}, 60, 1, 1},
		{"the named one", Target{Named, []TargetShare{{1, 1}}}, 60, 2, 2},
		{"the strongest", Target{Rule: Strongest}, 60, 2, 2},
		{"the named one is out of range", Target{Named, []TargetShare{{1, 1}}}, 250, -1, 2},
		{"a map: only the first", Target{Named, []TargetShare{{1, 1}, {0, 1}}}, 60, 2, 2},
	} {
		o := Order{Tactics: []Tactic{AllOutOffensive}, Target: tt.target}
		s := onStage(t, sides(50, []Group{at(0, 0, band(u, 2, o))}, []Group{
			at(0, 50, band(footman(t), 1, does(Neutral, Hold))), at(30, tt.far, band(footman(t), 2, does(Neutral, Hold))),
		}))
		s.open(0)
		s.script(18, 3, 18, 3)
		s.rangedPhase()
		shot := -1
		if a := s.attacks(); len(a) > 0 {
			shot = a[0].Target
			equal(t, tt.name+": volleys", len(a), 1)
			equal(t, tt.name+": shots", a[0].Shots, 1)
		}
		equal(t, tt.name+": shoots at", shot, tt.shoots)
		s.run(s.movementPhase)
		equal(t, tt.name+": runs at", all[Moved](s)[0].Target, tt.runs)
	}

	// In melee: two in reach, and it ran at one of them.
	for _, tt := range []struct {
		tactic Tactic
		want   []int
	}{{AllOutOffensive, []int{2}}, {Offensive, []int{1, 2}}} {
		s := onStage(t, sides(20, []Group{at(0, 0, band(footman(t), 2, does(tt.tactic, Close)))}, []Group{
			at(1.7, 20, band(footman(t, armed(pike(t))), 1, does(Neutral, Hold))), at(0, 20, band(footman(t), 1, does(Neutral, Hold))),
		}))
		s.groups[0].reach = 2
		s.groups[0].melee[0].Weapon = &s.groups[1].Unit.Weapons[0]
		s.open(0)
		s.run(s.movementPhase)
		equal(t, "runs at the nearer", s.groups[0].runsAt, 2)
		equal(t, "locked with the farther too", s.locked(0, 1), true)
		s.script(18, 3, 18, 3)
		s.events = nil
		s.meleeStep(0)
		var struck []int
		for _, a := range s.attacks() {
			struck = append(struck, a.Target)
		}
		slices.Sort(struck)
		if !slices.Equal(struck, tt.want) {
			t.Errorf("%s struck %v, want %v", tt.tactic.Title(), struck, tt.want)
		}
	}
}

// TestMeleeLocks is HC-LOCK: attacker and target become locked by a melee attack,
// hit or miss.
func TestMeleeLocks(t *testing.T) {
	for _, rolls := range [][]int{{18, 3}, {8, 13, 1, 1, 1}} {
		s := onStage(t, duel(1, band(footman(t), 1, does(Neutral, Hold)), band(footman(t), 1, does(Neutral, Hold))))
		s.open(0)
		s.setLock(0, 1, false)
		s.run(func() { s.meleeStep(0) }, rolls...)
		equal(t, "locked", s.locked(0, 1), true)
	}
	// Who is locked attacks nobody else, though he be in reach (HC-TARGET).
	s := crowd(t, 4, does(Neutral, Hold), 1, 1)
	s.setLock(0, 1, false)
	s.run(func() { s.meleeStep(0) }, 18, 3)
	a := s.attacks()
	equal(t, "target", a[0].Target, 2)
	equal(t, "attackers", a[0].Attackers, 4)
}

// TestTargetRules is HC-TARGET with the orders' rules: ties in file order.
func TestTargetRules(t *testing.T) {
	for _, tt := range []struct {
		rule TargetRule
		want int
	}{{Nearest, 2}, {Weakest, 1}, {Strongest, 3}, {MostWounded, 4}} {
		s := onStage(t, sides(50, []Group{at(0, 0, band(footman(t, armed(bow(t))), 1, Order{Target: Target{Rule: tt.rule}, Move: Hold}))}, []Group{
			at(0, 60, band(footman(t), 1, does(Neutral, Hold))), // weakest, before its like
			at(0, 40, band(footman(t), 2, does(Neutral, Hold))), // nearest, before its like
			at(0, 70, band(footman(t), 5, does(Neutral, Hold))), // strongest
			at(0, 40, band(footman(t), 3, does(Neutral, Hold))), // most wounded
			at(0, 80, band(footman(t), 1, does(Neutral, Hold))),
		}))
		s.groups[4].pool = 20
		s.open(0)
		s.run(s.rangedPhase, 18, 3)
		equal(t, fmt.Sprintf("rule %d", tt.rule), s.attacks()[0].Target, tt.want)
	}
	// Steady enemies come before those that flee.
	for fleeing, want := range map[int]int{1: 2, 2: 1} {
		s := onStage(t, sides(50, []Group{at(0, 0, band(footman(t, armed(bow(t))), 1, does(Neutral, Hold)))}, []Group{
			at(0, 50, band(footman(t), 1, does(Neutral, Hold))), at(0, 90, band(footman(t), 1, does(Neutral, Hold))),
		}))
		s.open(0)
		s.groups[fleeing].standing = Broken
		s.script(18, 3)
		s.rangedPhase()
		equal(t, fmt.Sprintf("group %d flees", fleeing), s.attacks()[0].Target, want)
	}
}

// TestCaughtInFirstStep is HC-LOCK: who finds itself locked in step 4.1 does not
// step up in 4.2, but who ordered Retreat still gets away, at the usual price.
func TestCaughtInFirstStep(t *testing.T) {
	for _, c := range []struct {
		name  string
		order Order
		want  float64 // yards between them afterwards
	}{
		{"close", does(Neutral, Close), 2},
		{"retreat", does(Retreat), 52},
	} {
		sc := duel(12, band(footman(t, armed(pike(t))), 1, does(Offensive, Close)), band(footman(t, armed(sword(t))), 1, c.order))
		sc.Sides[0].Groups[0].Unit.Move = 2 // ten yards: it ends at two, its reach
		s := onStage(t, sc)
		s.open(0)
		if c.order.Tactics[0] == Retreat {
			s.script(18, 3) // its free attack
		}
		s.movementPhase()
		equal(t, c.name, s.groups[0].pos.distance(s.groups[1].pos), c.want)
	}
}

// TestCaughtAnew is HC-LOCK: who was locked at Orders with an enemy that shots have
// felled, and is caught by another in step 4.1, cannot move in 4.2, nor withdraw.
func TestCaughtAnew(t *testing.T) {
	for _, tt := range []struct {
		move  Move
		falls bool
		moves bool
	}{{Withdraw, true, false}, {Withdraw, false, true}, {Close, true, false}} {
		s := onStage(t, sides(1, []Group{at(0, 0, band(footman(t), 1, does(AllOutDefensive, tt.move)))}, []Group{
			at(0, 1, band(footman(t), 1, does(Neutral, Hold))), at(0, 20, band(footman(t, armed(pike(t))), 1, Order{
				Tactics: []Tactic{Neutral}, Move: Close, StopAt: AtReach,
			})),
		}))
		s.open(1)
		if tt.falls {
			s.groups[1].injury = 10
			s.run(func() { s.injuryStep(dice.RangedInjury) }, 18)
		}
		s.events = nil
		s.run(s.moveAll)
		name := fmt.Sprint(tt.move, ", the first has fallen: ", tt.falls)
		equal(t, name+": caught", tt.falls, s.locked(0, 2))
		moves := 0
		for _, m := range all[Moved](s) {
			if m.Group == 0 {
				moves++
			}
		}
		equal(t, name+": moves", moves == 1, tt.moves)
	}
}

// TestRunsAtWhomItShot is HC-TARGET: All-Out Offensive runs at whom it shot at,
// also when another is nearer by then.
func TestRunsAtWhomItShot(t *testing.T) {
	sc := sides(20, []Group{band(footman(t, armed(sword(t), bow(t))), 1, does(AllOutOffensive))},
		[]Group{band(footman(t), 1, does(Neutral, Hold)), band(footman(t), 1, does(Neutral, Close))})
	sc.Sides[0].Groups[0].Position = &Point{0, 0}
	sc.Sides[1].Groups[0].Position = &Point{0, 20}
	sc.Sides[1].Groups[1].Position = &Point{3, 30}
	s := onStage(t, sc)
	s.open(1)
	s.script(18, 3)
	s.rangedPhase()
	s.movementPhase()
	moved := all[Moved](s)
	equal(t, "shot at", s.attacks()[0].Target, 1)
	equal(t, "ran at", moved[1].Target, 1)
}

// TestNoRetreatNoOrder: a side that cannot retreat cannot be ordered to.
func TestNoRetreatNoOrder(t *testing.T) {
	sc := duel(5, band(footman(t, armed(sword(t))), 1, does(Retreat)), band(footman(t, armed(sword(t))), 1, does(Neutral)))
	sc.Sides[0].NoRetreat = true
	if _, err := Compile(sc); err == nil {
		t.Error("Compile should refuse retreat with no_retreat")
	}
}

// TestLocationOutOfReach is HC-INJ's ruling: a location that the weapon cannot
// strike is the torso, in skill, strike and story alike.
func TestLocationOutOfReach(t *testing.T) {
	o := does(Neutral, Hold)
	o.Location = units.Vitals
	s := onStage(t, duel(1, band(footman(t, armed(sword(t))), 1, o), band(footman(t, armed()), 1, does(Neutral, Hold))))
	s.open(-1)
	s.script(3, 18, 3, 3, 3, 3, 3, 3, 3, 3, 12)
	s.meleePhase()
	a := s.attacks()[0]
	equal(t, "location", a.Location, units.Torso)
	for _, p := range a.Skill.Parts {
		if p.Reason == ForLocation {
			t.Errorf("skill has %+d for the location", p.Value)
		}
	}
}
