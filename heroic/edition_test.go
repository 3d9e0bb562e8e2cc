package heroic

import (
	"fmt"
	"hash/fnv"
	"testing"
)

// TestEdition freezes what comes out of some battles. If it fails because a rule,
// a ruling or the random streams have changed on purpose, Edition rises with it:
// reports of different editions must not look alike.
func TestEdition(t *testing.T) {
	const edition, want = "heroic-8", "c2247622"
	auto := []Order{{Auto: true}}
	h := fnv.New32a()
	for _, s := range []Scenario{
		melee(t, troglodyte(t), ogre(t), 10, 8),
		twoSides(Group{Name: "T", Unit: troglodyte(t), Count: 10, Orders: auto}, Group{Name: "O", Unit: ogre(t), Count: 8, Orders: auto}, 70),
		twoSides(Group{Name: "B", Unit: bandit(t), Count: 5, Orders: auto}, Group{Name: "S", Unit: swordsman(t), Count: 6, Orders: auto}, 90),
		sides(20, []Group{at(0, 0, band(swordsman(t), 4, does(Defensive))), at(-12, 0, band(bandit(t), 3, does(Neutral, Rear)))},
			[]Group{at(0, 20, band(troglodyte(t), 6, does(Offensive))), at(4, 24, band(ogre(t), 1))}),
		duel(1, band(troglodyte(t), 6, does(Neutral), does(Retreat)), band(swordsman(t), 4, does(Offensive))),
	} {
		b, err := Compile(s)
		if err != nil {
			t.Fatal(err)
		}
		f := NewFight(b)
		for trial := range uint64(200) {
			r := f.Run(1, trial+1)
			fmt.Fprintf(h, "%v %v %+v\n", r.Outcome, r.Rounds, r.Groups)
		}
	}
	if got := fmt.Sprintf("%08x", h.Sum32()); got != want || edition != Edition {
		t.Errorf("edition %s gives %s; edition %s gave %s", Edition, got, edition, want)
	}
}
