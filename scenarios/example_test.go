package scenarios_test

import (
	"fmt"

	"heroicsim/scenarios"
)

func ExampleLoad() {
	l, err := scenarios.Load("duel", scenarios.Options{Sets: []string{"units.bandit.hp=15", "battlefield.distance=30"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	bandit := l.Scenario.Sides[1].Groups[0]
	fmt.Printf("%s: %s has %d HP and stands %g yards away\n", l.Name, bandit.Name, bandit.Unit.HP, l.Scenario.Field.Distance)

	_, err = scenarios.Load("duel", scenarios.Options{Sets: []string{"sides.bandit.groups.bandit.orders=agressive defence"}})
	fmt.Println(err)
	// Output:
	// Duel: Bandit has 15 HP and stands 30 yards away
	// --set sides.bandit.groups.bandit.orders=agressive defence: sides[1].groups[0].orders: unknown tactic "agressive defence"; tactics are: all-out-offensive, offensive, neutral, defensive, all-out-defensive, aimed-shooting, hold-ground, concentration, retreat
}
