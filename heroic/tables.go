package heroic

import (
	"math"
	"sort"
)

// at is the table's value for x, 0 for an empty table. Upto bounds are met
// exactly: x may be a ratio that a float64 holds only nearly.
func (t Table) at(x float64) float64 {
	if len(t) == 0 {
		return 0
	}
	i := sort.Search(len(t), func(i int) bool { return x <= t[i].Upto*(1+1e-12) })
	return t[min(i, len(t)-1)].Value
}

// numericalBonus is the skill bonus of attackers against defenders (HC-NUM).
func (b *Battle) numericalBonus(attackers, defenders int) int {
	if attackers < smallNumbers && defenders < smallNumbers {
		return int(b.bonuses[attackers*smallNumbers+defenders])
	}
	return int(b.Rules.NumericalBonus.at(float64(attackers) / float64(defenders)))
}

// hitMultiplier is the multiplier of base hits for n attackers or shots (HC-NUM),
// in thousandths.
func (b *Battle) hitMultiplier(n int) int {
	if n < len(b.multipliers) {
		return int(b.multipliers[n])
	}
	return thousandths(b.Rules.hitMultiplier(n))
}

func thousandths(x float64) int { return int(math.Round(x * 1000)) }

// Numbers below these have their bonus and their multiplier at hand.
const (
	smallNumbers     = 128
	knownMultipliers = 1024
)

// lookUps makes the tables as the contests ask them.
func (b *Battle) lookUps() {
	b.bonuses = make([]int32, smallNumbers*smallNumbers)
	for attackers := range smallNumbers {
		for defenders := 1; defenders < smallNumbers; defenders++ {
			b.bonuses[attackers*smallNumbers+defenders] = int32(b.Rules.NumericalBonus.at(float64(attackers) / float64(defenders)))
		}
	}
	b.multipliers = make([]int32, knownMultipliers)
	for n := range b.multipliers {
		b.multipliers[n] = int32(thousandths(b.Rules.hitMultiplier(n)))
	}
}

// hitMultiplier looks the multiplier up in the rules' table.
func (r *Rules) hitMultiplier(n int) float64 {
	if len(r.HitMultiplier) == 0 {
		return 1
	}
	return r.HitMultiplier.at(float64(n))
}

// rangeBands is HC-RANGED-MOD's table. A fractional distance belongs to the band
// of the whole yard above it, which the comparison does by itself.
var rangeBands = [...]struct {
	upto     float64 // yards
	modifier int
}{{2, 0}, {20, -3}, {100, -7}, {500, -11}, {inf, -15}}

// closeRange is up to where Bulk applies, in yards.
const closeRange = 2

// rangeModifier is the modifier for a distance in yards. Ruling: a fractional
// distance counts as the next whole yard, so that 2.5 is 3 and Short.
func rangeModifier(yards float64) int {
	for _, band := range rangeBands {
		if yards <= band.upto+slack {
			return band.modifier
		}
	}
	return rangeBands[len(rangeBands)-1].modifier
}

// massBonus is the bonus for shooting at a group of identical enemies (HC-MASS).
func massBonus(targets int) int {
	switch {
	case targets >= 17:
		return 4
	case targets >= 13:
		return 3
	case targets >= 9:
		return 2
	case targets >= 5:
		return 1
	}
	return 0
}

// rapidFire is the bonus for the shots of one firer (B373, B-RF).
func rapidFire(shots int) int {
	if shots < 25 {
		return massBonus(shots)
	}
	bonus := 5
	for n := 50; n <= shots; n *= 2 {
		bonus++
	}
	return bonus
}

// relativeSize is the size modifier in melee (HC-MELEE-MOD; G-SIZE for the other
// ways). The cap of those limits the sum of size and the location's modifier.
// Ruling: a weapon is as long as its wielder, for the cap of +3, if its reach in
// yards is at least the length that the wielder's SM stands for.
func (r *Rules) relativeSize(attacker, target, reach, location int) int {
	raw := target - attacker
	limit := 2
	if float64(reach) >= lengthOf(attacker) {
		limit = 3
	}
	switch {
	case r.SizeMelee == SizeOff:
		return 0
	case r.SizeMelee == SizeRelative:
		return raw
	case raw < 0 && r.SizeMelee == SizeHalf:
		return -((1 - raw) / 2)
	case raw < 0:
		return raw
	}
	return min(raw, limit-location)
}

// lengthOf is the longest dimension in yards that an SM stands for (B-SSRT).
func lengthOf(sm int) float64 {
	steps := [...]float64{2, 3, 5, 7, 10, 15}
	scale := 1.0
	for sm < 0 {
		sm, scale = sm+6, scale/10
	}
	for sm >= 6 {
		sm, scale = sm-6, scale*10
	}
	return steps[sm] * scale
}

// frontOf is the yards of front that a combatant of an SM takes (HC-FRONT): one
// up to SM 0, two at +1, then on by the progression of sizes. It is a ruling.
func frontOf(sm int) float64 {
	if sm <= 0 {
		return 1
	}
	return lengthOf(sm - 1)
}
