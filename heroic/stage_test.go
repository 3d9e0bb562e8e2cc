package heroic

import (
	"strings"
	"testing"

	"heroicsim/units"
)

// footman returns a plain combatant: HP, HT, ST and FP 10, Dodge 8, Move 5, no
// armour, and a sword of skill 12. Changes are applied in turn.
func footman(t testing.TB, changes ...func(*units.Unit)) *units.Unit {
	t.Helper()
	u := &units.Unit{
		Name: "Footman", ST: 10, HP: 10, DX: 10, HT: 10, FP: 10, Speed: 5, Dodge: 8, Move: 5,
		Weapons: []units.Weapon{sword(t)},
	}
	for _, change := range changes {
		change(u)
	}
	return u
}

// armed gives a unit other weapons.
func armed(weapons ...units.Weapon) func(*units.Unit) {
	return func(u *units.Unit) { u.Weapons = weapons }
}

func sword(t testing.TB) units.Weapon {
	t.Helper()
	return units.Weapon{Name: "sword", Skill: 12, Modes: modes(t, "1d cut")}
}

func pike(t testing.TB) units.Weapon {
	t.Helper()
	return units.Weapon{Name: "pike", Skill: 12, Modes: modes(t, "1d imp"), Reach: []int{1, 2}}
}

func bow(t testing.TB) units.Weapon {
	t.Helper()
	return units.Weapon{
		Name: "bow", Skill: 12, Modes: modes(t, "1d imp"), Ranged: true,
		Acc: 2, HalfDamage: 100, MaxRange: 200, RoF: 1, Shots: 1, Reload: 2, Bulk: -6,
	}
}

// band is a group with one order for each round, of which the last serves for
// all later ones.
func band(u *units.Unit, n int, orders ...Order) Group {
	for i := range len(orders) - 1 {
		orders[i].When = rounds(float64(i+1), float64(i+1))
	}
	return Group{Name: u.Name, Unit: u, Count: n, Orders: orders}
}

// does is an order of a tactic and, where it is given, a move.
func does(t Tactic, move ...Move) Order {
	o := Order{Tactics: []Tactic{t}}
	if len(move) > 0 {
		o.Move = move[0]
	}
	return o
}

// at puts a group somewhere.
func at(x, y float64, g Group) Group {
	g.Position = &Point{x, y}
	return g
}

// sides is a scenario of two sides without rolls for morale and fatigue.
func sides(distance float64, a, b []Group) Scenario {
	r := DefaultRules()
	r.Morale, r.Fatigue = false, false
	return Scenario{
		Rules: r, Field: Battlefield{Distance: distance},
		Sides: [2]Side{{Name: "A", Groups: a}, {Name: "B", Groups: b}},
	}
}

// duel is sides with a group each.
func duel(distance float64, a, b Group) Scenario {
	return sides(distance, []Group{a}, []Group{b})
}

// open opens a round: orders, and the initiative as given, -1 for nobody's.
func (s *stage) open(winner int) {
	s.round++
	s.openRound()
	s.declareOrders()
	s.winner, s.first = winner, max(0, winner)
}

// run plays one phase with a script, which it must use up.
func (s *stage) run(phase func(), rolls ...int) {
	s.t.Helper()
	s.script(rolls...)
	phase()
	s.usedUp()
}

// attacks are those since the last call.
func (s *stage) attacks() []Attacked {
	found := all[Attacked](s)
	s.events = nil
	return found
}

// part is a modifier of a score by its reason, 0 where it is not there.
func part(s Score, why Reason) int {
	n := 0
	for _, p := range s.Parts {
		if p.Reason == why {
			n += p.Value
		}
	}
	return n
}

// wide is a group's distance from another.
func (s *stage) wide(i, j int) float64 { return s.groups[i].pos.distance(s.groups[j].pos) }

// words tells a stage's events in short.
func (s *stage) words() string {
	var told []string
	for _, e := range s.events {
		switch e := e.(type) {
		case RoundBegins:
			told = append(told, "round")
		case Ordered:
			told = append(told, "orders"+s.name(e.Group))
		case InitiativeRolled:
			told = append(told, "initiative")
		case PhaseBegins:
			told = append(told, [...]string{"ranged", "movement", "melee"}[e.Phase])
		case Attacked:
			told = append(told, [...]string{"hits", "shoots", "stops", "strays", "casts"}[e.Kind]+s.name(e.Attacker))
		case Suffered:
			told = append(told, "suffers"+s.name(e.Group))
		case Moved:
			told = append(told, "moves"+s.name(e.Group))
		case Checked:
			told = append(told, "morale"+s.name(e.Group))
		case Fatigued:
			told = append(told, "fatigue")
		case Departed:
			told = append(told, "leaves"+s.name(e.Group))
		case Ended:
			told = append(told, "end")
		}
	}
	return strings.Join(told, " ")
}

// name is a group's letter, A for the first.
func (s *stage) name(group int) string { return string(rune('A' + group)) }

// skillOf is the attacker's side of a contest.
func (s *stage) skillOf(a *attack) tally { return *s.skill(a) }

// defenceOf is one of the active defences against an attack.
func (s *stage) defenceOf(a *attack, kind DefenceKind) (t tally) {
	s.defenceScore(&t, a, kind)
	return t
}

// bestDefence is the one that is chosen against an attack.
func (s *stage) bestDefence(a *attack) (DefenceKind, tally) {
	s.defend(a)
	return a.defending, a.defence
}
