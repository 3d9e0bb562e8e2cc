package heroic

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"heroicsim/dice"
	"heroicsim/units"

	"pgregory.net/rapid"
)

// anyMixture draws a battle in which spells, grapples, waits, actions, several attacks
// at once, postures, flanks, wounds, pursuit and the rules about size may all come up.
func anyMixture(t *rapid.T) Scenario {
	s := anyWait(t)
	in := func(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(t, what) }
	if in(0, 1, "wounds") == 0 {
		s.Rules.Shock, s.Rules.Reeling, s.Rules.MajorWounds = true, true, true
	}
	for side := range s.Sides {
		for k := range s.Sides[side].Groups {
			mixIn(t, &s.Sides[side].Groups[k])
		}
	}
	return s
}

// mixIn adds spells, grapples and several attacks to a group's orders.
func mixIn(t *rapid.T, g *Group) {
	in := func(lo, hi int, what string) int { return rapid.IntRange(lo, hi).Draw(t, g.Name+what) }
	u := *g.Unit
	u.Skills = map[string]int{"wrestling": in(5, 18, "wrestling"), "judo": in(5, 18, "judo"), "fast-draw": 12}
	u.Will, u.Per, u.IQ = 10, 10, 10
	u.Traits.ExtraArms = in(0, 2, "arms")
	for i := range in(0, 3, "spells") {
		sp := anySpell(t, fmt.Sprint(g.Name, "spell ", i, " "))
		if sp.Area.Length > 0 && rapid.Bool().Draw(t, g.Name+"jet") {
			sp.Jet = float64(in(-1, 200, "jet width"))
		}
		u.Spells = append(u.Spells, sp)
	}
	g.Unit = &u
	for i := range g.Orders {
		o := &g.Orders[i]
		if o.Auto {
			continue
		}
		try := *o
		for _, spell := range u.Spells {
			try.Spells = append(slices.Clone(o.Spells), Cast{Spell: spell.Name, Times: in(1, 2, "times")})
			if _, err := CheckCasts(&try, &u); err == nil && CheckWait(&try, &u) == nil {
				o.Spells = try.Spells
			}
		}
		switch in(0, 4, "melee") {
		case 0, 1:
			try := *o
			try.Grapple, try.BreakFree = true, rapid.Bool().Draw(t, g.Name+"break free")
			try.FollowUps = rapid.SliceOfN(rapid.SampledFrom([]FollowUp{Takedown, Pin, Choke, ChokeHold, ArmLock, NeckSnap, WrenchLimb}), 0, 3).Draw(t, g.Name+"follow-ups")
			if checkOrder(&try, &u, 99) == nil {
				*o = try
			}
		case 2:
			try := *o
			for range 3 {
				for _, w := range u.Weapons {
					if !w.Ranged && len(try.Attacks) < 3 {
						try.Attacks = append(try.Attacks, Blow{w.Name, units.Location(in(0, int(units.NumLocations)-1, "blow"))})
					}
				}
			}
			if checkOrder(&try, &u, 99) == nil {
				*o = try
			}
		}
	}
}

// TestAnyMixture fights battles with everything in them: a trial alone is the trial of
// the batch, a told one is the one that is not, numbers stay in their bounds, and every
// battle ends.
func TestAnyMixture(t *testing.T) {
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		b, err := Compile(anyMixture(t))
		if err != nil {
			t.Fatalf("Compile: %v", err)
		}
		rolls := rapid.Bool().Draw(t, "rolls dice")
		f, told := NewFight(b), NewFight(b)
		f.RollDice, told.RollDice = rolls, rolls
		told.Trace = func(e Event) {
			seen[fmt.Sprintf("%T", e)]++
			checkEvent(t, told, e)
		}
		for trial := range uint64(10) {
			got := copyOf(f.Run(7, trial+1))
			if other := copyOf(told.Run(7, trial+1)); !reflect.DeepEqual(got, other) {
				t.Fatalf("trial %d told: %+v, else: %+v", trial+1, other, got)
			}
			alone := NewFight(b)
			alone.RollDice = rolls
			if other := copyOf(alone.Run(7, trial+1)); trial < 3 && !reflect.DeepEqual(got, other) {
				t.Fatalf("trial %d alone: %+v, in the batch: %+v", trial+1, other, got)
			}
			if got.Outcome >= NumOutcomes || got.Rounds < 1 || got.Rounds > b.MaxRounds {
				t.Fatalf("%+v", got)
			}
			checkGroups(t, f)
		}
	})
	if testing.Short() {
		return
	}
	for _, e := range []Event{
		Attacked{}, SpellCast{}, Affected{}, Covered{}, Reacted{}, Drank{}, FollowedUp{}, TriedToBreakFree{}, GotUp{}, Shaken{}, PostureChanged{}, Suffocated{},
		Turned{}, Wearied{}, Pursued{}, Concentrated{}, Burned{}, Checked{}, NotCast{}, Resisted{}, LetGo{},
	} {
		if name := fmt.Sprintf("%T", e); seen[name] == 0 {
			t.Errorf("no %s came up", name)
		}
	}
}

// checkEvent holds what is told to its own arithmetic.
func checkEvent(t *rapid.T, f *Fight, e Event) {
	adds := func(s Score) {
		sum := s.Base
		for _, p := range s.Parts {
			sum += p.Value
		}
		if s.Cap == 0 && sum != s.Total {
			t.Fatalf("%+v: score %+v adds up to %d", e, s, sum)
		}
	}
	switch e := e.(type) {
	case Attacked:
		adds(e.Skill)
		adds(e.DefenceScore)
		if e.Hits < 0 || e.Cap >= 0 && e.Hits > e.Cap || e.Injury.Injury < 0 || e.Hits > 0 && e.Margin <= 0 && e.Automatic != CriticalHit {
			t.Fatalf("%+v", e)
		}
		hits := 0
		for _, l := range e.Blows {
			hits += l.Hits
		}
		if len(e.Blows) > 0 && hits != e.Hits {
			t.Fatalf("%d hits of %+v", hits, e)
		}
		if by := &f.groups[e.Attacker]; e.Attackers > e.Allotted || e.Allotted > by.fighting {
			t.Fatalf("%d of %d, of whom %d fight: %+v", e.Attackers, e.Allotted, by.fighting, e)
		}
		if e.Held > min(e.Attackers, e.Defenders) {
			t.Fatalf("%d held: %+v", e.Held, e)
		}
	case Suffered:
		if e.Pool < 0 || e.After > e.Before {
			t.Fatalf("%+v", e)
		}
	case FollowedUp:
		adds(e.Score)
		adds(e.Opposing)
	case Affected:
		if e.Members < 0 || e.Members > e.Of {
			t.Fatalf("%+v", e)
		}
	}
}

// checkGroups holds the groups to their numbers.
func checkGroups(t interface {
	Fatalf(string, ...any)
}, f *Fight) {
	for i := range f.groups {
		g, n := &f.groups[i], 0
		for k := range g.parts {
			p := &g.parts[k]
			if n += p.members; p.members <= 0 {
				t.Fatalf("%s: a part of %d members", g.Name, p.members)
			}
		}
		if len(g.parts) > 0 && n != g.fighting {
			t.Fatalf("%s: %d members in parts, %d fight", g.Name, n, g.fighting)
		}
		if g.pool < 0 || g.pool > g.Start*g.hp || g.fighting != fighters(g.pool, g.hp) {
			t.Fatalf("%s: %d HP, %d fight", g.Name, g.pool, g.fighting)
		}
		for k, enemy := 0, f.enemies(g); k < len(enemy) && !f.ended; k++ {
			if held, holders := enemy[k].heldBy(g), g.holdsOn(&enemy[k]); held != holders {
				t.Fatalf("%d held by %d", held, holders)
			}
		}
	}
}

var _ = math.Abs
var _ = dice.D
