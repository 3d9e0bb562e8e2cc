package heroic

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"heroicsim/units"

	"pgregory.net/rapid"
)

// atAngle is the point so many yards from a place, at an angle in degrees from the
// direction of negative Y, to the left hand of who looks there.
func atAngle(p Point, degrees, yards float64) Point {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return Point{p.X + yards*sin, p.Y - yards*cos}
}

// flanked is a stage on which C looks at A, who stands before it, and B attacks it
// from so many degrees aside.
func flanked(t *testing.T, degrees float64, foe *units.Unit, orders ...Order) *stage {
	t.Helper()
	b := atAngle(Point{}, degrees, 1)
	hold := does(Neutral, Hold)
	of := func(i int) Order {
		if i < len(orders) {
			return orders[i]
		}
		return hold
	}
	s := onStage(t, sides(1,
		[]Group{at(0, -1, band(footman(t), 1, of(0))), at(b.X, b.Y, band(footman(t, armed(sword(t), bow(t))), 1, of(1)))},
		[]Group{at(0, 0, band(foe, 1, of(2)))}))
	s.open(-1)
	return s
}

// TestArcs is HC-FLANK with its vector TV-161, and DM-21 and DM-22 with Peripheral
// Vision (TV-085: Dodge 8 from behind is 6): up to 90° front, up to 150° side, beyond
// rear.
func TestArcs(t *testing.T) {
	for _, tt := range []struct {
		degrees          float64
		loss, peripheral int
	}{
		{0, 0, 0}, {45, 0, 0}, {89.9, 0, 0}, {90, 0, 0}, {90.1, -2, 0}, {120, -2, 0},
		{149.9, -2, 0}, {150, -2, 0}, {150.1, -4, -2}, {180, -4, -2},
	} {
		for _, degrees := range []float64{tt.degrees, -tt.degrees, 360 - tt.degrees} {
			for _, peripheral := range []bool{false, true} {
				foe := footman(t, func(u *units.Unit) { u.Dodge, u.Traits.PeripheralVision = 10, peripheral })
				want := tt.loss
				if peripheral {
					want = tt.peripheral
				}
				name := fmt.Sprintf("from %v°, Peripheral Vision %v", degrees, peripheral)
				s := flanked(t, degrees, foe)
				s.run(func() { s.meleeStep(0) }, 18, 3, 18, 3)
				a := s.attacks()
				equal(t, name+": Dodge against whom it faces", a[0].DefenceScore.Total, 10)
				equal(t, name+": Dodge against the other", a[1].DefenceScore.Total, 10+want)
				equal(t, name+": as side and rear", part(a[1].DefenceScore, ForSide)+part(a[1].DefenceScore, ForRear), want)
				equal(t, name+": faces", a[1].Facing, 0)
			}
		}
	}
}

// TestFlankingShots is HC-FLANK: shots, too, and strays come from an arc, but only
// at who is locked; and a free attack has none (HC-LOCK).
func TestFlankingShots(t *testing.T) {
	archers := band(footman(t, armed(bow(t))), 1, does(Neutral, Hold))
	for _, locked := range []bool{true, false} {
		holder := at(0, 1, band(footman(t), 1, does(Neutral, Hold)))
		want := -4
		if !locked {
			holder, want = at(0, 30, band(footman(t), 1, does(Neutral, Hold))), 0
		}
		s := onStage(t, sides(1, []Group{holder, at(0, -20, archers)}, []Group{at(0, 0, band(footman(t), 1, does(Neutral, Hold)))}))
		s.open(-1)
		s.script(18, 3, 18)
		s.rangedPhase()
		equal(t, fmt.Sprintf("shot from behind, locked %v", locked), part(s.attacks()[0].DefenceScore, ForRear), want)
	}

	s := flanked(t, 180, footman(t), does(Neutral, Hold), does(Neutral, Hold), does(Retreat))
	s.run(func() { s.movementStep(1) }, 18, 3, 18, 3)
	a := s.attacks()
	equal(t, "free attacks", len(a), 2)
	for i := range a {
		equal(t, "free attack: kind", a[i].Kind, FreeAttack)
		equal(t, "free attack: defence, of the tactic alone", a[i].DefenceScore.Total, 8-4)
	}
}

// TestFacing is HC-FLANK's ruling: a group faces the enemy it has been locked with
// longest; when that lock ends, the one that it has been locked with longest then.
func TestFacing(t *testing.T) {
	s := onStage(t, sides(1, []Group{
		at(0, 1, band(footman(t), 1)), at(0, -1, band(footman(t), 1)), at(1, 0, band(footman(t), 1)), at(9, 9, band(footman(t), 1)),
	}, []Group{at(0, 0, band(footman(t), 1)), at(9, 10, band(footman(t), 1))}))
	const foe, other = 4, 5
	equal(t, "locks that began together count in file order", s.faces(foe), 0)
	equal(t, "who is locked with one", s.faces(3), other)
	s.unlock(0, foe)
	equal(t, "the next", s.faces(foe), 1)
	equal(t, "who is no longer locked", s.faces(0), -1)
	s.lock(0, foe)
	equal(t, "a new lock comes last", s.faces(foe), 1)
	s.lock(2, foe)
	equal(t, "a lock that is there stays in its place", s.locksOf(foe)[2], 2)
	s.groups[1].standing = Down
	s.releaseLocks()
	equal(t, "one is down: the next in turn", s.faces(foe), 2)
	s.unlock(2, foe)
	equal(t, "and the last", s.faces(foe), 0)
	s.unlock(0, foe)
	equal(t, "nobody is left", s.faces(foe), -1)
}

// TestTurn is an order's facing: at the start of the round the group turns to whom it
// names, if they are locked; it stays so until that lock ends.
func TestTurn(t *testing.T) {
	to := func(i int) Order {
		o := does(Neutral, Hold)
		o.Facing = &i
		return o
	}
	for _, tt := range []struct {
		name   string
		o      Order
		change func(*stage)
		faces  int
		turns  int
	}{
		{"to the second", to(1), nil, 1, 1},
		{"to whom it faces", to(0), nil, 0, 0},
		{"to one it is not locked with", to(2), nil, 0, 0},
		{"surprised", to(1), func(s *stage) { s.groups[3].silent = true }, 0, 0},
	} {
		s := onStage(t, sides(1, []Group{
			at(0, 1, band(footman(t), 1, does(Neutral, Hold))), at(0, -1, band(footman(t), 1, does(Neutral, Hold))), at(30, 0, band(footman(t), 1, does(Neutral, Hold))),
		}, []Group{at(0, 0, band(footman(t), 1, tt.o, does(Neutral, Hold)))}))
		s.open(-1)
		if tt.change != nil {
			tt.change(s)
		}
		s.run(s.rangedPhase)
		equal(t, tt.name+": faces", s.faces(3), tt.faces)
		equal(t, tt.name+": events", len(all[Turned](s)), tt.turns)
		s.open(-1)
		s.run(s.rangedPhase)
		equal(t, tt.name+": a round later", s.faces(3), tt.faces)
		s.unlock(tt.faces, 3)
		equal(t, tt.name+": afterwards", s.faces(3), 1-tt.faces)
	}
}

// near fails unless two points are the same place.
func near(t *testing.T, name string, got, want Point) {
	t.Helper()
	if got.distance(want) > 1e-6 {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// TestFlankMoves is HC-FLANK: where the moves lead, how long they take, and what the
// attack at their end meets. The target at (0, 30) looks at A, before it.
func TestFlankMoves(t *testing.T) {
	for _, tt := range []struct {
		move   Move
		from   Point
		to     Point
		rounds int
		loss   int
	}{
		{FlankLeft, Point{-20, 0}, Point{-sin60, 30.5}, 2, -2},
		{FlankRight, Point{-20, 0}, Point{sin60, 30.5}, 2, -2},
		{FlankRight, Point{20, 0}, Point{sin60, 30.5}, 2, -2},
		{Rear, Point{-20, 0}, Point{0, 31}, 2, -4},
		{Rear, Point{0, 0}, Point{0, 31}, 2, -4},   // past its own line
		{Rear, Point{0, 50}, Point{0, 31}, 1, -4},  // behind it already
		{Rear, Point{0, 100}, Point{0, 31}, 3, -4}, // 69 yards, 25 a round
		{FlankLeft, Point{-9, 30}, Point{-sin60, 30.5}, 1, -2},
		{FlankLeft, Point{9, 30}, Point{-sin60, 30.5}, 1, -2},
	} {
		hold := does(Neutral, Hold)
		s := onStage(t, sides(30, []Group{
			at(0, 29, band(footman(t), 1, hold)), at(tt.from.X, tt.from.Y, band(footman(t), 1, does(Neutral, tt.move))),
		}, []Group{at(0, 30, band(footman(t), 1, hold))}))
		name := fmt.Sprintf("%v from %v", tt.move, tt.from)
		walked := 0.0
		for round := 1; round <= tt.rounds; round++ {
			s.open(-1)
			s.events = nil
			s.run(s.movementPhase)
			m := all[Moved](s)[0]
			walked += m.Yards
			equal(t, name+": moves", len(all[Moved](s)), 1)
			equal(t, name+": manner", m.Move, tt.move)
			if round < tt.rounds && (math.Abs(m.Yards-25) > 1e-9 || s.groups[1].ap != 2) {
				t.Errorf("%s: %v yards in round %d, %d AP left; want 25 and 2", name, m.Yards, round, s.groups[1].ap)
			}
			equal(t, fmt.Sprint(name, ": locked after round ", round), s.locked(1, 2), round == tt.rounds)
		}
		near(t, name, s.groups[1].pos, tt.to)
		if straight := tt.from.distance(tt.to); walked < straight-1e-9 || walked > straight+3.5 {
			t.Errorf("%s: %v yards in all, %v straight on", name, walked, straight)
		}
		s.events = nil
		s.run(func() { s.meleeStep(0) }, 18, 3, 18, 3)
		a := s.attacks()
		equal(t, name+": defence", a[1].DefenceScore.Total, 8+tt.loss)
	}
}

// TestFlankOfTheFree is the ruling on who is locked with nobody: he looks from where
// his side started to where the enemy did.
func TestFlankOfTheFree(t *testing.T) {
	for _, tt := range []struct {
		move Move
		to   Point
	}{{FlankLeft, Point{-sin60, 10.5}}, {FlankRight, Point{sin60, 10.5}}, {Rear, Point{0, 11}}} {
		s := onStage(t, sides(10, []Group{band(footman(t), 1, does(Offensive, tt.move))}, []Group{band(footman(t), 1, does(Neutral, Hold))}))
		s.open(-1)
		s.run(s.movementPhase)
		near(t, tt.move.String(), s.groups[0].pos, tt.to)
		// It is locked first with who came, and turns to him.
		s.run(func() { s.meleeStep(0) }, 18, 3)
		equal(t, "Dodge", s.attacks()[0].DefenceScore.Total, 8)
	}
	s := onStage(t, sides(0, []Group{at(0, 5, band(footman(t), 1, does(Neutral, Rear)))}, []Group{at(0, 5, band(footman(t), 1, does(Neutral, Hold)))}))
	s.groups[0].pos = Point{3, 5}
	near(t, "sides that started in one place: at the mover", s.looks(&s.groups[1], &s.groups[0]), Point{1, 0})
}

// TestMarchIsStopped is HC-LOCK on a march: it walks round those it can, and an enemy
// who bars the last yards stops it and locks it.
func TestMarchIsStopped(t *testing.T) {
	hold := does(Neutral, Hold)
	o := does(Neutral, Rear)
	o.Target = Target{Named, []TargetShare{{0, 1}}}
	for _, tt := range []struct {
		name   string
		others []Point
		meets  int // which it ends locked with; 2 is the target
	}{
		{"a free way", nil, 2},
		{"one in the way, whom it walks round", []Point{{-1.2, 12}}, 2},
		{"three in the way", []Point{{-1.2, 12}, {-3.5, 13}, {1, 12}}, 2},
		{"one behind the target, back to back", []Point{{0, 21.5}}, 3},
	} {
		foes := []Group{at(0, 20, band(footman(t), 1, hold))}
		for _, p := range tt.others {
			foes = append(foes, at(p.X, p.Y, band(footman(t), 1, hold)))
		}
		s := onStage(t, sides(20, []Group{at(0, 19, band(footman(t), 1, hold)), at(0, 0, band(footman(t), 1, o))}, foes))
		s.open(-1)
		s.run(s.movementPhase)
		equal(t, tt.name+": locked with", s.locked(1, tt.meets), true)
		if tt.meets == 2 {
			near(t, tt.name, s.groups[1].pos, Point{0, 21})
		}
	}
}

// TestWayRound: a way round keeps out of reach of all whom it passes, if it begins and
// closes out of their reach, and ends where it should.
func TestWayRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		place := func(label string) Point {
			return Point{rapid.Float64Range(-20, 20).Draw(t, label+" x"), rapid.Float64Range(-20, 20).Draw(t, label+" y")}
		}
		long := func() *units.Unit {
			u := &units.Unit{Name: "u", HP: 10, HT: 10, FP: 10, Move: 5}
			u.Weapons = []units.Weapon{{Name: "w", Modes: []units.Mode{{Damage: units.Damage{Dice: diceOf(1, 0)}}}, Reach: []int{rapid.IntRange(1, 3).Draw(t, "reach")}}}
			return u
		}
		s := sides(20, []Group{{Name: "A", Unit: long(), Count: 1}}, nil)
		start := place("A")
		s.Sides[0].Groups[0].Position = &start
		for k := range rapid.IntRange(1, 5).Draw(t, "enemies") {
			p := place("enemy")
			s.Sides[1].Groups = append(s.Sides[1].Groups, Group{Name: fmt.Sprint(k), Unit: long(), Count: 1, Position: &p})
		}
		b, err := Compile(s)
		if err != nil {
			t.Fatal(err)
		}
		f := NewFight(b)
		g, h := &f.groups[0], &f.groups[1]
		g.order = &noOrder
		move := Move(rapid.IntRange(int(FlankLeft), int(Rear)).Draw(t, "move"))
		u := f.flankBearing(h, g, move)
		way := f.wayRound(g, h, u)
		if end := way[len(way)-1]; end.distance(Point{h.pos.X + u.X, h.pos.Y + u.Y}) > 1e-9 {
			t.Fatalf("the way %v ends elsewhere than beside %v in direction %v", way, h.pos, u)
		}
		gate := way[len(way)-2]
		enclosed := len(way) == 2 // straight on: there may be no way
		for i := 1; i < len(f.groups); i++ {
			e := &f.groups[i]
			reach := float64(max(g.reach, e.reach))
			keeps := min(reach+clearance, e.pos.distance(g.pos), e.pos.distance(gate))
			if !enclosed && (disc{e.pos, keeps - 1e-6}).meets(g.pos, way[:len(way)-1]) {
				t.Fatalf("the way %v from %v comes nearer than %v to %v", way, g.pos, keeps, e.pos)
			}
		}
	})
}

// TestWaysOfOneLength: of two ways of one length the same is taken, whatever noise
// there is in the places.
func TestWaysOfOneLength(t *testing.T) {
	for _, noise := range []float64{0, 1e-9, -1e-9} {
		var r road
		r.shortest(Point{noise, -10}, Point{-noise, 10}, []disc{{Point{}, 2}})
		way := r.way
		if way[0].X < 1 {
			t.Errorf("from %v the way leads over %v", noise, way)
		}
	}
}

// TestFlankMovesAreForbidden: the moves that the tactics exclude, with the reason.
func TestFlankMovesAreForbidden(t *testing.T) {
	for _, m := range []Move{FlankLeft, FlankRight, Rear} {
		for tactic := range NumTactics {
			err := CheckMove(tactic, m)
			equal(t, fmt.Sprint(m, " with ", tactic), err != nil, tactic == AllOutOffensive || tactic == Retreat)
			if err != nil && (!strings.Contains(err.Error(), m.String()) || !strings.Contains(err.Error(), tactic.String())) {
				t.Errorf("%q names not both %v and %v", err, m, tactic)
			}
		}
	}
	for m := Close; m < NumMoves; m++ {
		got, err := ParseMove(strings.ToUpper(strings.ReplaceAll(m.String(), "-", " ")))
		equal(t, "ParseMove "+m.String(), got, m)
		equal(t, "its error", err, nil)
	}
}

// TestStopAtReach is HC-LOCK's choice: closing stops at 1 yard, or at the mover's reach
// if it is longer and it so chooses; it locks there, and the other side steps up.
func TestStopAtReach(t *testing.T) {
	long := pike(t)
	long.Reach = []int{1, 2, 3}
	for _, tt := range []struct {
		name    string
		weapons []units.Weapon
		named   []string
		stop    Stop
		tactic  Tactic
		move    Move
		want    float64
	}{
		{"contact", []units.Weapon{long}, nil, AtContact, Neutral, Close, 1},
		{"reach 3", []units.Weapon{long}, nil, AtReach, Neutral, Close, 3},
		{"reach 3, all out", []units.Weapon{long}, nil, AtReach, AllOutOffensive, Close, 3},
		{"reach 2", []units.Weapon{pike(t)}, nil, AtReach, Neutral, Close, 2},
		{"reach 1", []units.Weapon{sword(t)}, nil, AtReach, Neutral, Close, 1},
		{"the longest", []units.Weapon{sword(t), long}, nil, AtReach, Neutral, Close, 3},
		{"the longest that is named", []units.Weapon{sword(t), long}, []string{"sword"}, AtReach, Neutral, Close, 1},
		{"from the flank", []units.Weapon{long}, nil, AtReach, Neutral, FlankLeft, 3},
	} {
		o := does(tt.tactic, tt.move)
		o.StopAt, o.Weapons = tt.stop, tt.named
		s := onStage(t, duel(15, band(footman(t, armed(tt.weapons...)), 1, o), band(footman(t), 1, does(Neutral))))
		s.open(0)
		s.run(s.movementPhase)
		if d := s.wide(0, 1); math.Abs(d-tt.want) > 1e-9 {
			t.Errorf("%s: stops at %v, want %v", tt.name, d, tt.want)
		}
		equal(t, tt.name+": locked", s.locked(0, 1), true)
		// Only who reaches strikes in this round; in the next the other steps up.
		s.events = nil
		s.script(18, 3, 18, 3)
		s.meleePhase()
		strikes := 1
		if tt.want <= 1 {
			strikes = 2
		}
		equal(t, tt.name+": attacks", len(s.attacks()), strikes)
		s.open(0)
		s.run(s.movementPhase)
		if d := s.wide(0, 1); math.Abs(d-1) > 1e-9 {
			t.Errorf("%s: %v yards apart a round later", tt.name, d)
		}
	}

	// An enemy in the way stops it at its reach, too; one beside it does not.
	for _, tt := range []struct{ x, want float64 }{{0, 7}, {0.8, 10 - math.Sqrt(9-0.64)}, {1.1, 17}} {
		o := does(Neutral)
		o.StopAt, o.Target = AtReach, Target{Named, []TargetShare{{0, 1}}}
		s := onStage(t, sides(20, []Group{at(0, 0, band(footman(t, armed(long)), 1, o))}, []Group{
			at(0, 20, band(footman(t), 1, does(Neutral, Hold))), at(tt.x, 10, band(footman(t), 1, does(Neutral, Hold))),
		}))
		s.open(0)
		s.run(s.movementPhase)
		if y := s.groups[0].pos.Y; math.Abs(y-tt.want) > 1e-9 {
			t.Errorf("past one %v yards aside: stops at %v, want %v", tt.x, y, tt.want)
		}
	}
}

// TestBeginInFront: lines that begin in contact begin face to face; nobody starts on
// another's side or rear unless a position says so.
func TestBeginInFront(t *testing.T) {
	for _, distance := range []float64{0, 0.5, 1} {
		for _, n := range [][2]int{{2, 1}, {1, 2}, {3, 1}, {3, 2}, {1, 5}, {4, 3}} {
			var s Scenario
			groups := func(n int) (all []Group) {
				for range n {
					all = append(all, band(footman(t), 1))
				}
				return all
			}
			s = sides(distance, groups(n[0]), groups(n[1]))
			st := onStage(t, s)
			for i := range st.groups {
				for j := range st.groups {
					if st.locked(i, j) {
						a := attack{from: &whole, to: &whole, by: &st.groups[i], at: &st.groups[j]}
						equal(t, fmt.Sprintf("%v groups at %v: %d on %d", n, distance, i, j), st.arc(&a), FrontArc)
					}
				}
				equal(t, fmt.Sprintf("%v groups at %v: %d is locked", n, distance, i), st.isLocked(i), true)
			}
		}
	}
}
