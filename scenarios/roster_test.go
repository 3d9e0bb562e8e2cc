package scenarios

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"heroicsim/heroic"
	"heroicsim/units"
)

// against is a battle of so many of a built-in unit with so many militia.
func against(u *units.Unit, n, militia int) string {
	return fmt.Sprintf(`battlefield: {distance: 30}
sides:
  - name: Them
    groups:
      - unit: %s
        name: them
        count: %d
        orders:
          - %s
  - name: Militia
    groups: [{unit: militia, name: they, count: %d, orders: auto}]
`, u.Slug(), n, strings.Join(SampleOrders(u), "\n          - "), militia)
}

// compiled is a battle that is loaded without a warning.
func compiled(t *testing.T, text string) *heroic.Battle {
	t.Helper()
	l, err := Load("x.yaml", Options{FS: fstest.MapFS{"x.yaml": {Data: []byte(text)}}})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, w := range l.Warnings {
		t.Errorf("%v\n%s", w, text)
	}
	b, err := heroic.Compile(l.Scenario)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return b
}

// wins fights so many battles and says in what share of them the first side won.
func wins(t *testing.T, text string, trials uint64) float64 {
	t.Helper()
	f, won := heroic.NewFight(compiled(t, text)), 0
	for trial := range trials {
		switch r := f.Run(7, trial+1); r.Outcome {
		case heroic.FirstWins:
			won++
		case heroic.Undecided:
			t.Errorf("trial %d is never decided\n%s", trial+1, text)
			return 0
		}
	}
	return float64(won) / float64(trials)
}

// TestRosterFights sends two of each built-in unit against more and more militia: all
// battles end, and who has more against him wins no more often. In each row of kin the
// stronger win clearly more.
func TestRosterFights(t *testing.T) {
	const trials, luck = 100, 0.08
	strength := map[string]float64{} // the sum of all shares
	for _, u := range units.Builtins() {
		before := 1.0
		for militia := 1; militia <= 32; militia *= 2 {
			share := wins(t, against(u, 2, militia), trials)
			if share > before+luck {
				t.Errorf("two of %s win %.2f against %d militia, and only %.2f against half as many", u.Name, share, militia, before)
			}
			strength[u.Slug()] += share
			before = share
		}
		if strength[u.Slug()] < 0.6 {
			t.Errorf("two of %s hardly ever win", u.Name)
		}
	}
	for _, kin := range []string{
		"peasant militia bandit spearman man-at-arms knight mounted-knight",
		"goblin-archer goblin troglodyte hobgoblin orc-warrior dwarf-warrior dwarf",
		"ogre troll hill-giant dragon",
		"skeleton ghost wight",
		"wolf dire-wolf bear elephant",
		"slime wyvern fire-drake dragon",
		"rogue ranger champion",
	} {
		names := strings.Fields(kin)
		for i, name := range names[1:] {
			if weaker := names[i]; strength[name] < strength[weaker]+0.1 {
				t.Errorf("%s win %.2f in all, hardly more than %s with %.2f", name, strength[name], weaker, strength[weaker])
			}
		}
	}
}

// TestRosterPowers uses each power of the roster: orders that name it load, and it
// makes a difference.
func TestRosterPowers(t *testing.T) {
	const orders = `battlefield: {distance: 5}
sides:
  - name: Them
    groups: [{unit: %s, name: them, count: 3, hp_now: %d, orders: %s}]
  - name: Militia
    groups: [{unit: militia, name: they, count: 12, orders: auto}]
`
	for _, u := range units.Builtins() {
		for i := range u.Spells {
			name := u.Spells[i].Name
			with := course(t, fmt.Sprintf(orders, u.Slug(), 2*u.HP, "{spells: "+name+"}"))
			if with == course(t, fmt.Sprintf(orders, u.Slug(), 2*u.HP, "neutral")) {
				t.Errorf("%s of %s does nothing", name, u.Name)
			}
			if !strings.Contains(strings.Join(SampleOrders(u), "\n"), "spells: ") {
				t.Errorf("the sample orders of %s use no power: %q", u.Name, SampleOrders(u))
			}
		}
	}
}

// course is what becomes of all in some battles.
func course(t *testing.T, text string) string {
	t.Helper()
	f, all := heroic.NewFight(compiled(t, text)), ""
	for trial := range uint64(30) {
		all += fmt.Sprintf("%+v\n", *f.Run(7, trial+1))
	}
	return all
}
