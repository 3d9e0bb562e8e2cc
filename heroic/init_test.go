package heroic

import (
	"fmt"
	"testing"
)

// TestInitiative is HC-INIT: all 36 pairs of dice, with the Tactics skills higher,
// equal and lower. Equal totals are rerolled by both.
func TestInitiative(t *testing.T) {
	for _, skills := range [][2]int{{12, 11}, {12, 12}, {11, 12}, {0, 0}, {1, 0}} {
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				first, second := a, b
				if skills[0] > skills[1] {
					first++
				}
				if skills[1] > skills[0] {
					second++
				}
				sc := duel(50, band(footman(t), 1), band(footman(t), 1))
				sc.Sides[0].TacticsSkill, sc.Sides[1].TacticsSkill = skills[0], skills[1]
				name := fmt.Sprintf("Tactics %v, dice %d and %d", skills, a, b)

				s := onStage(t, sc)
				want, rolls := 0, []int{a, b}
				switch {
				case first < second:
					want = 1
				case first == second:
					// A reroll ties again, by the same +1; then the second side wins.
					want, rolls = 1, append(rolls, a, b, 1, 6)
				}
				s.run(s.rollInitiative, rolls...)
				equal(t, name+": winner", s.winner, want)
				equal(t, name+": acts first", s.first, want)

				sc.Rules.InitiativeTie = true // initiative_tie: none
				s = onStage(t, sc)
				if first == second {
					want = -1
				}
				s.run(s.rollInitiative, a, b)
				equal(t, name+": winner without rerolls", s.winner, want)
				equal(t, name+": acts first without rerolls", s.first, max(0, want))
			}
		}
	}
}

// TestInitiativeIsDrawn: the dice that a story shows for a winner that was drawn
// fall as rolled ones do, ties and all, by chi-square.
func TestInitiativeIsDrawn(t *testing.T) {
	const trials = 60_000
	for _, tie := range []bool{false, true} {
		sc := duel(50, band(footman(t), 1), band(footman(t), 1))
		sc.Rules.InitiativeTie = tie
		sc.Sides[1].TacticsSkill = 1
		sc.MaxRounds = 1
		b, err := Compile(sc)
		if err != nil {
			t.Fatal(err)
		}
		var counts [2]map[string]float64 // drawn, rolled
		for way := range counts {
			counts[way] = map[string]float64{}
			f := NewFight(b)
			f.RollDice = way == 1
			f.Trace = func(e Event) {
				if e, ok := e.(InitiativeRolled); ok {
					last := e.Rolls[len(e.Rolls)-1]
					counts[way][fmt.Sprint(e.Winner, e.First, len(e.Rolls), e.Rolls[0], last)]++
				}
			}
			for trial := range uint64(trials) {
				f.Run(uint64(way+1), trial+1)
			}
		}
		if p := alike(counts[0], counts[1]); p < 1e-4 {
			t.Errorf("ties stand %v: chance %.2g that both fall alike", tie, p)
		}
	}
}

// TestInitiativeBonus is HC-INIT with its switches: the winner's attacks and
// defences, in melee and at range, and nobody else's.
func TestInitiativeBonus(t *testing.T) {
	for _, bonus := range []int{2, 0, 1, 5, -3} {
		for _, defends := range []bool{true, false} {
			for winner := -1; winner <= 1; winner++ {
				u := footman(t, armed(sword(t), bow(t)))
				sc := duel(1, band(u, 1), band(u, 1))
				sc.Rules.InitiativeBonus, sc.Rules.InitiativeDefends = bonus, defends
				s := onStage(t, sc)
				s.open(winner)
				for by := range 2 {
					g, h := &s.groups[by], &s.groups[1-by]
					want, wantDefence := 0, 0
					if by == winner {
						want = bonus
					}
					if 1-by == winner && defends {
						wantDefence = bonus
					}
					name := fmt.Sprintf("bonus %d, defends %v, winner %d, attacker %d", bonus, defends, winner, by)
					a := attack{from: &whole, to: &whole, by: g, at: h, weapon: &g.melee[0], members: 1, side: 1, distance: 1}
					equal(t, name+": melee", s.skillOf(&a).total, 12+want)
					_, defence := s.bestDefence(&a)
					equal(t, name+": defence", defence.total, 8+wantDefence)
					a.kind, a.weapon, a.shots = RangedAttack, &g.ranged[0], 1
					equal(t, name+": ranged", s.skillOf(&a).total, 12-6+want)
				}
			}
		}
	}
}

// TestInitiativeLasts is HC-INIT: the bonus lasts until the next round's roll.
func TestInitiativeLasts(t *testing.T) {
	s := onStage(t, duel(50, band(footman(t), 1, does(Neutral, Hold)), band(footman(t), 1, does(Neutral, Hold))), 6, 1, 1, 6)
	s.playRound()
	equal(t, "winner of round 1", s.winner, 0)
	s.playRound()
	equal(t, "winner of round 2", s.winner, 1)
	s.usedUp()
}

// TestSurprise: a surprised side loses initiative and does not act in round 1; it
// defends by the tactic of its orders.
func TestSurprise(t *testing.T) {
	u := footman(t, armed(sword(t), bow(t)))
	named := does(AllOutOffensive)
	named.Weapons = []string{"bow", "sword"}
	sc := duel(1, band(u, 1, named), band(u, 1, named))
	sc.Sides[0].Surprised, sc.Sides[0].TacticsSkill = true, 20
	s := onStage(t, sc,
		18, 3, 18, 3, // the other side's bow and sword, without a roll for initiative
		1, 3, 18, 3, 18, 3, 18, 3, 18, 3) // then all fight
	s.playRound()
	equal(t, "winner", s.winner, 1)
	equal(t, "round 1", s.words(), "round ordersA ordersB initiative ranged shootsB movement melee hitsB")
	for _, a := range s.attacks() {
		equal(t, "its Dodge, All-Out Offensive", a.DefenceScore.Total, 6)
	}
	s.playRound()
	equal(t, "round 2", s.words(), "round ordersA ordersB initiative ranged shootsB shootsA movement melee hitsB hitsA")
	s.usedUp()

	sc.Sides[1].Surprised = true // both: initiative is rolled and nobody acts
	s = onStage(t, sc, 3, 3)
	s.playRound()
	equal(t, "both surprised", s.words(), "round ordersA ordersB initiative ranged movement melee")
	s.usedUp()
}
