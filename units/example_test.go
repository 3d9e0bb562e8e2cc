package units_test

import (
	"fmt"

	"heroicsim/units"
)

func ExampleParseStatBlock() {
	u, notes, err := units.ParseStatBlock(`3 ogres: ST 16 DX 9 HT 11 SM+1 DR 2
Small mace (10): 2d+2 crushing. Reach 1.
Bad Temper (12)`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(u.Name, u.HP, u.Speed, u.Dodge, u.Weapons[0].Modes[0].Damage)
	for _, n := range notes {
		fmt.Println(n)
	}
	// Output:
	// ogres 16 5 8 2d+2 cr
	// 1:1: the count of 3 is not part of a unit and is not used
	// 3:1: not understood: "Bad Temper (12)"
}

func ExampleBuiltin() {
	u, _ := units.Builtin("goblin-archer")
	fmt.Println(u.Name, u.Weapons[0].Name, u.Weapons[0].Modes[0].Damage)
	// Output: Goblin archer Short bow 1d-3 imp
}
