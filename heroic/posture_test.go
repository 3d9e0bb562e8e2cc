package heroic

import (
	"fmt"
	"reflect"
	"testing"

	"heroicsim/units"
)

// TestPostureMoves is TV-030 and R-01: what each posture leaves of Move.
func TestPostureMoves(t *testing.T) {
	for _, tt := range []struct {
		posture Posture
		want    [6]int // of Move 0, 1, 2, 3, 5 and 12
	}{
		{Upright, [6]int{0, 1, 2, 3, 5, 12}},
		{Crouching, [6]int{0, 1, 1, 2, 3, 8}},
		{Kneeling, [6]int{0, 1, 1, 1, 1, 4}},
		{Sitting, [6]int{0, 0, 0, 0, 0, 0}},
		{Crawling, [6]int{0, 1, 1, 1, 1, 4}},
		{Prone, [6]int{0, 1, 1, 1, 1, 1}},
	} {
		for i, move := range [...]int{0, 1, 2, 3, 5, 12} {
			equal(t, fmt.Sprintf("%v, Move %d", tt.posture, move), tt.posture.move(move), tt.want[i])
		}
	}
}

// TestPostureInContests is B-POSTURE: MM-3, MM-4, DM-9, DM-10 and RM-35, which goes
// by the location.
func TestPostureInContests(t *testing.T) {
	for _, tt := range []struct {
		posture               Posture
		melee, defence, shots int
	}{
		{Upright, 0, 0, 0}, {Crouching, -2, 0, -2}, {Kneeling, -2, -2, -2}, {Sitting, -2, -2, -2}, {Crawling, -4, -3, -2}, {Prone, -4, -3, -2},
	} {
		u := footman(t, armed(sword(t), bow(t)), func(u *units.Unit) { u.Parry, u.Block = 7, 6 })
		group := band(u, 1)
		group.Posture = tt.posture
		s := onStage(t, duel(1, group, band(u, 1)))
		s.open(-1)
		low, foe := &s.groups[0], &s.groups[1]
		hit := attack{from: &whole, to: &whole, by: low, at: foe, weapon: &low.melee[0], members: 1, side: 1, distance: 1}
		equal(t, tt.posture.String()+": to hit", s.skillOf(&hit).total, 12+tt.melee)
		met := attack{from: &whole, to: &whole, by: foe, at: low, weapon: &foe.melee[0], members: 1, side: 1, distance: 1}
		for kind, score := range [...]int{Dodge: 8, Parry: 7, Block: 6} {
			equal(t, tt.posture.String()+": to defend", s.defenceOf(&met, DefenceKind(kind)).total, score+tt.defence)
		}
		equal(t, tt.posture.String()+": hit in melee", s.skillOf(&met).total, 12)
		// Its own shots are as good as ever; shots at it go by the location.
		shot := attack{from: &whole, to: &whole, kind: RangedAttack, by: low, at: foe, weapon: &low.ranged[0], shots: 1, distance: 50}
		s.setLock(0, 1, false)
		equal(t, tt.posture.String()+": its shots", s.skillOf(&shot).total, 12-7)
		shot.by, shot.at = foe, low
		for l := range units.NumLocations {
			want := 12 - 7 + l.Penalty()
			if l == units.LeftArm {
				want += l.Penalty() // it has a shield
			}
			switch l {
			case units.Torso, units.Vitals, units.Groin, units.RightLeg, units.LeftLeg:
				want += tt.shots
			}
			shot.location = l
			equal(t, fmt.Sprintf("%v: shots at the %v", tt.posture, l), s.skillOf(&shot).total, want)
		}
	}
}

// TestCrawlersReach is MM-3: who crawls strikes only with what reaches into close
// combat, and no farther.
func TestCrawlersReach(t *testing.T) {
	for _, tt := range []struct {
		posture Posture
		reach   []int
		yards   float64
		want    bool
	}{
		{Crawling, nil, 1, false}, {Crawling, []int{1}, 1, false}, {Crawling, []int{0}, 1, true}, {Crawling, []int{0, 1}, 1, true},
		{Crawling, []int{0, 1, 2}, 2, false}, {Crawling, []int{1, 2}, 1, false},
		{Prone, []int{1}, 1, true}, {Prone, []int{1, 2}, 2, true}, {Kneeling, []int{1}, 1, true}, {Upright, []int{1, 2}, 2.1, false},
	} {
		w := sword(t)
		w.Reach = tt.reach
		group := band(footman(t, armed(w)), 1, does(Neutral, Hold))
		group.Posture = tt.posture
		s := onStage(t, sides(1, []Group{at(0, 0, group)}, []Group{at(0, tt.yards, band(footman(t, armed()), 1, does(Neutral, Hold)))}))
		s.open(-1)
		if tt.want {
			s.script(18, 3)
		} else {
			s.script()
		}
		s.meleePhase()
		s.usedUp()
		equal(t, fmt.Sprintf("%v, reach %v at %v yards", tt.posture, tt.reach, tt.yards), len(s.attacks()) > 0, tt.want)
	}
}

// TestTakePosture is HC-ACTION and B-MAN-POSTURE: steps, their AP, and what is left
// for the next round.
func TestTakePosture(t *testing.T) {
	for _, tt := range []struct {
		from, to Posture
		ap       int
		reached  Posture
		paid     int
	}{
		{Upright, Upright, 4, Upright, 0},
		{Upright, Crouching, 4, Crouching, 0},
		{Crouching, Upright, 0, Upright, 0},
		{Upright, Kneeling, 4, Kneeling, 1},
		{Upright, Kneeling, 0, Upright, 0},
		{Kneeling, Crouching, 4, Crouching, 1},
		{Crouching, Prone, 4, Prone, 1},
		{Upright, Prone, 4, Prone, 1},
		{Prone, Upright, 4, Upright, 2},
		{Prone, Upright, 2, Upright, 2},
		{Prone, Upright, 1, Kneeling, 1},
		{Prone, Upright, 0, Prone, 0},
		{Prone, Crouching, 4, Crouching, 2},
		{Prone, Kneeling, 4, Kneeling, 1},
		{Prone, Crawling, 4, Crawling, 1},
		{Crawling, Upright, 4, Upright, 1},
		{Sitting, Prone, 4, Prone, 1},
	} {
		o := does(Neutral, Hold)
		o.Posture = &tt.to
		group := band(footman(t), 1, o)
		group.Posture = tt.from
		s := onStage(t, duel(50, group, band(footman(t), 1, does(Neutral, Hold))))
		s.open(-1)
		s.groups[0].ap = tt.ap
		s.run(s.rangedPhase)
		name := fmt.Sprintf("%v to %v with %d AP", tt.from, tt.to, tt.ap)
		equal(t, name, s.groups[0].posture, tt.reached)
		equal(t, name+": AP", s.groups[0].ap, tt.ap-tt.paid)
		var want []PostureChanged
		if tt.reached != tt.from {
			want = []PostureChanged{{0, tt.from, tt.reached, tt.paid, tt.reached == tt.to}}
		}
		if got := all[PostureChanged](s); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: told %v, want %v", name, got, want)
		}
	}
}

// TestWhoTakesPosture: an order without a posture keeps the one there is; who is
// surprised or withdraws does nothing about it, and who flees gets up.
func TestWhoTakesPosture(t *testing.T) {
	kneel := Kneeling
	o := does(Neutral, Hold)
	o.Posture = &kneel
	group := band(footman(t), 1, o, does(Neutral, Hold))
	s := onStage(t, duel(50, group, band(footman(t), 1, does(Neutral, Hold))))
	s.open(-1)
	s.run(s.rangedPhase)
	s.open(-1)
	s.run(s.rangedPhase)
	equal(t, "kept in round 2", s.groups[0].posture, Kneeling)
	equal(t, "AP of round 2", s.groups[0].ap, actionPoints)
	s.groups[0].standing = Broken
	s.open(-1)
	s.run(s.rangedPhase)
	equal(t, "broken", s.groups[0].posture, Upright)

	sc := duel(50, group, band(footman(t), 1, does(Neutral, Hold)))
	sc.Sides[0].Surprised = true
	s = onStage(t, sc)
	s.open(-1)
	s.run(s.rangedPhase)
	equal(t, "surprised", s.groups[0].posture, Upright)

	o.Tactics, o.Move = []Tactic{AllOutDefensive}, Withdraw
	s = onStage(t, duel(1, band(footman(t), 1, o), band(footman(t), 1, does(Neutral, Hold))))
	s.open(-1)
	s.run(s.rangedPhase)
	equal(t, "withdraws", s.groups[0].posture, Upright)
}

// TestPostureCostsMovement: a shot and a change of posture leave AP for a move and a
// blow, and movement is the posture's part of Move times the tactic's factor. Both
// are state: the Ranged Phase's shots already meet who lies.
func TestPostureCostsMovement(t *testing.T) {
	prone, u := Prone, footman(t, armed(bow(t)))
	o := does(Neutral, Close)
	o.Posture, o.HoldFire = &prone, true
	s := onStage(t, duel(30, band(footman(t), 1, o), band(u, 1, Order{Shots: 1})))
	s.open(1)
	s.run(func() { s.rangedPhase(); s.movementPhase() }, 18, 3)
	a := s.attacks()[0]
	equal(t, "shot at one who lies", part(a.Skill, ForLow), -2)
	equal(t, "who lies defends", part(a.DefenceScore, ForPosture), -3)
	equal(t, "1 yard × 5", s.groups[0].pos.Y, 5.0)
	equal(t, "AP", s.groups[0].ap, 4-1-2)
}

// TestRememberedSituations: battles with changes of posture, cover and heights that
// are left, fought from memory, are those that are thought through.
func TestRememberedSituations(t *testing.T) {
	chance := 0.5
	kneel, stand, prone := Kneeling, Upright, Prone
	u := footman(t, armed(bow(t), sword(t)), func(u *units.Unit) { u.HP, u.ShieldDB = 30, 3 })
	posture := func(o Order, p *Posture) Order { o.Posture = p; return o }
	archers := Group{Name: "archers", Unit: u, Count: 5, Elevation: 9, Cover: &Cover{Exposed: []units.Location{units.Face}, DR: 2, Light: true}, Orders: []Order{
		posture(Order{When: Condition{Chance: &chance}, Tactics: []Tactic{Neutral}, Move: Hold}, &kneel), posture(Order{Tactics: []Tactic{Offensive}, Move: Close}, &stand),
	}}
	foes := Group{Name: "foes", Unit: u, Count: 6, Posture: Prone, Orders: []Order{
		posture(Order{When: Condition{Chance: &chance}, Move: Hold, Chink: true}, &prone), posture(Order{Move: Hold}, &stand), {},
	}}
	b, err := Compile(duel(40, archers, foes))
	if err != nil {
		t.Fatal(err)
	}
	batch, told := NewFight(b), NewFight(b)
	changes, left := 0, 0
	told.Trace = func(e Event) {
		switch e.(type) {
		case PostureChanged:
			changes++
		case PlaceLeft:
			left++
		}
	}
	for trial := range uint64(300) {
		got, want := copyOf(batch.Run(3, trial+1)), copyOf(told.Run(3, trial+1))
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("trial %d: %+v, thought through %+v", trial+1, got, want)
		}
	}
	if changes < 300 || left < 100 {
		t.Errorf("%d changes of posture and %d places left are too few to tell", changes, left)
	}
}
