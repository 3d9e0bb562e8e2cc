package dice_test

import (
	"fmt"

	"heroicsim/dice"
)

func ExampleParse() {
	e, err := dice.Parse("2d−1")
	fmt.Println(e, e.Min(), e.Max(), e.Mean(), err)
	_, err = dice.Parse("2d0")
	fmt.Println(err)
	// Output:
	// 2d-1 1 11 6 <nil>
	// "2d0": a die has at least 1 side; like 2d-1, 3d, 1d+2 or 5
}

func ExampleExpr_Fold() {
	mace, axe := dice.D(2, +2), dice.D(2, -1)
	fmt.Println(mace.Plus(+2).Fold(), axe.Plus(-2).Fold())
	// Output: 3d 1d+1
}

func ExampleDice_At() {
	var d dice.Dice
	d.Begin(1, 41213) // seed and trial
	d.At(2, dice.Melee, 0, 3)
	first := d.Success()
	d.At(3, dice.Morale, 0, 0)
	d.Success()
	d.At(2, dice.Melee, 0, 3) // the same moment, the same roll
	fmt.Println(d.Success() == first)
	// Output: true
}
