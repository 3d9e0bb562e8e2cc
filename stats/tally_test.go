package stats

import (
	"math/rand/v2"
	"testing"

	"heroicsim/heroic"
	"heroicsim/units"
)

// What follows from who is left is right however many began, however far trials differ,
// and however they are divided.
func TestTallyOfAnySpread(t *testing.T) {
	for _, start := range []int{1, 40, 409, 410, 5000, 60_000} {
		for _, character := range []bool{false, true} {
			unit := &units.Unit{Name: "anyone", HP: 10}
			info := func(side int) heroic.GroupInfo {
				return heroic.GroupInfo{
					Group: heroic.Group{Name: "g", Unit: unit, Count: start, Character: character},
					Side:  side, Start: start, Pool: start * unit.HP,
				}
			}
			b := &heroic.Battle{Groups: []heroic.GroupInfo{info(0), info(1)}}
			b.Sides = [2]heroic.SideInfo{{First: 0, Last: 1}, {First: 1, Last: 2}}
			tallier := newTallier(b)
			whole, merged, part := tallier.empty(), tallier.empty(), tallier.empty()
			r := rand.New(rand.NewPCG(uint64(start), 1))
			result := heroic.Result{Groups: make([]heroic.GroupResult, 2)}
			var dead, lost, destroyed, falls, spared, unhurt [2]int64
			const trials = 4000
			for trial := range trials {
				for g := range result.Groups {
					hp := max(0, r.IntN(start*unit.HP*11/10)-start) // some have none left
					if r.IntN(9) == 0 {
						hp = start * unit.HP
					}
					survivors := (hp + unit.HP - 1) / unit.HP
					result.Groups[g] = heroic.GroupResult{HP: hp, Survivors: survivors}
					fallen := start - survivors
					lost[g] += int64(fallen)
					destroyed[g] += one(survivors == 0)
					if !character {
						dead[g] += int64(fallen+1) / 2
						spared[g]++
						continue
					}
					falls[g] += one(fallen > 0)
					spared[g] += one(fallen == 0)
					unhurt[g] += one(hp == start*unit.HP)
				}
				tallier.add(whole, &result)
				tallier.add(part, &result)
				if trial%611 == 610 || trial == trials-1 {
					tallier.settle(part)
					merged.merge(part)
					part.reset()
				}
			}
			tallier.settle(whole)
			if summaries(merged) != summaries(whole) {
				t.Errorf("%d, character %v: the parts differ from the whole", start, character)
			}
			o := &whole[result.Outcome]
			for g := range o.groups {
				y := &o.groups[g]
				deaths, losses := y.dead.moments(), o.sides[g].losses.moments()
				got := [6]int64{int64(deaths.sum.lo), int64(losses.sum.lo), y.destroyed, y.falls, o.sides[g].spared, y.unhurt}
				if want := [6]int64{dead[g], lost[g], destroyed[g], falls[g], spared[g], unhurt[g]}; got != want {
					t.Errorf("%d, character %v, group %d: dead, lost, destroyed, falls, spared, unhurt are %v; want %v", start, character, g, got, want)
				}
			}
		}
	}
}
