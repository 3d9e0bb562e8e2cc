package units

import "heroicsim/dice"

// basicDamage is the table of thrusting and swinging damage. A row holds from
// its ST up to the next row's, which is also R-07. Source: B-STDMG.
var basicDamage = [...]struct {
	st     int // the least that has it
	thrust dice.Expr
	swing  dice.Expr
}{
	{1, dice.D(1, -6), dice.D(1, -5)},
	{3, dice.D(1, -5), dice.D(1, -4)},
	{5, dice.D(1, -4), dice.D(1, -3)},
	{7, dice.D(1, -3), dice.D(1, -2)},
	{9, dice.D(1, -2), dice.D(1, -1)},
	{10, dice.D(1, -2), dice.D(1, 0)},
	{11, dice.D(1, -1), dice.D(1, +1)},
	{12, dice.D(1, -1), dice.D(1, +2)},
	{13, dice.D(1, 0), dice.D(2, -1)},
	{14, dice.D(1, 0), dice.D(2, 0)},
	{15, dice.D(1, +1), dice.D(2, +1)},
	{16, dice.D(1, +1), dice.D(2, +2)},
	{17, dice.D(1, +2), dice.D(3, -1)},
	{18, dice.D(1, +2), dice.D(3, 0)},
	{19, dice.D(2, -1), dice.D(3, +1)},
	{20, dice.D(2, -1), dice.D(3, +2)},
	{21, dice.D(2, 0), dice.D(4, -1)},
	{22, dice.D(2, 0), dice.D(4, 0)},
	{23, dice.D(2, +1), dice.D(4, +1)},
	{24, dice.D(2, +1), dice.D(4, +2)},
	{25, dice.D(2, +2), dice.D(5, -1)},
	{26, dice.D(2, +2), dice.D(5, 0)},
	{27, dice.D(3, -1), dice.D(5, +1)},
	{29, dice.D(3, 0), dice.D(5, +2)},
	{31, dice.D(3, +1), dice.D(6, -1)},
	{33, dice.D(3, +2), dice.D(6, 0)},
	{35, dice.D(4, -1), dice.D(6, +1)},
	{37, dice.D(4, 0), dice.D(6, +2)},
	{39, dice.D(4, +1), dice.D(7, -1)},
	{45, dice.D(5, 0), dice.D(7, +1)},
	{50, dice.D(5, +2), dice.D(8, -1)},
	{55, dice.D(6, 0), dice.D(8, +1)},
	{60, dice.D(7, -1), dice.D(9, 0)},
	{65, dice.D(7, +1), dice.D(9, +2)},
	{70, dice.D(8, 0), dice.D(10, 0)},
	{75, dice.D(8, +2), dice.D(10, +2)},
	{80, dice.D(9, 0), dice.D(11, 0)},
	{85, dice.D(9, +2), dice.D(11, +2)},
	{90, dice.D(10, 0), dice.D(12, 0)},
	{95, dice.D(10, +2), dice.D(12, +2)},
	{100, dice.D(11, 0), dice.D(13, 0)},
}

// Thrust is the basic thrusting damage of strength st (B-STDMG): above 100 it
// has one more die for each full 10. Below 1 there is none, a flat 0.
func Thrust(st int) dice.Expr {
	thrust, _ := damageOf(st)
	return thrust
}

// Swing is the basic swinging damage of strength st, likewise.
func Swing(st int) dice.Expr {
	_, swing := damageOf(st)
	return swing
}

func damageOf(st int) (thrust, swing dice.Expr) {
	if st < basicDamage[0].st {
		return dice.D(0, 0), dice.D(0, 0)
	}
	for _, row := range basicDamage {
		if st < row.st {
			break
		}
		thrust, swing = row.thrust, row.swing
	}
	if st > 100 {
		thrust.Count += (st - 100) / 10
		swing.Count += (st - 100) / 10
	}
	return thrust, swing
}
