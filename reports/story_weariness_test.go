package reports

import (
	"strings"
	"testing"

	"heroicsim/heroic"
)

// What fatigue damage does to FP is told so that it can be checked.
func TestStoryWearied(t *testing.T) {
	b := groupFight() // FP 11 on both sides
	touch := func(n int) heroic.Attacked {
		e := groupFightMaces(b)
		e.Injury = heroic.InjuryRolled{}
		return hurt(e, "3d fat", 1, n)
	}
	for _, c := range []struct {
		attacks []heroic.Attacked
		e       heroic.Wearied
		want    string
	}{
		{[]heroic.Attacked{touch(7), touch(5)}, heroic.Wearied{Damage: 10, HT: ht(11, 12), Taken: 10, Rest: 3, Members: 4, Lost: 3, FP: 8},
			"Axes take 6 + 4 = 10 of fatigue; HT 11, rolled 12: all of it, + 3 from before, among 4. FP 11 → 8 of 11"},
		{[]heroic.Attacked{touch(12)}, heroic.Wearied{Damage: 11, HT: ht(11, 9), Taken: 6, Members: 2, Lost: 3, FP: 3, Tired: true},
			"Axes take 11 of fatigue; HT 11, rolled 9: halved to 6, among 2. FP 6 → 3 of 11: tired from the next round on, Dodge and Move halved"},
		{nil, heroic.Wearied{Damage: 11, Taken: 6, Members: 1, Lost: 6, Tired: true, Collapsed: true},
			"Axes take 11 of fatigue, halved to 6. FP 6 → 0 of 11: Axes collapse"},
		{nil, heroic.Wearied{Damage: 2, Taken: 2, Members: 5, FP: 11},
			"Axes take 2 of fatigue, among 5. FP 11 → 11 of 11"},
		{nil, heroic.Wearied{Damage: 2, Taken: 2, Members: 5, Immune: true},
			"Axes take 2 of fatigue, and have no FP to lose"},
	} {
		var events []heroic.Event
		for _, a := range c.attacks {
			a.Target = 0
			events = append(events, a)
		}
		got := tellStory(t, b, append(events, c.e), 100)
		got = strings.Join(strings.Fields(got[strings.LastIndex(got, "  Injury"):]), " ")
		if want := "Injury " + c.want; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if got := plain(newTeller(nil, b, 100).damage(touch(7))); !strings.HasSuffix(got, ": 7 − DR 1 = 6 fatigue") {
		t.Error(got)
	}
}

// A hit that cannot do more than so much is told with it.
func TestStoryMostOfAHit(t *testing.T) {
	b := groupFight()
	e := groupFightMaces(b)
	e.Injury = heroic.InjuryRolled{}
	e = hurt(e, "3d cr", 0, 12, 5)
	e.Injury.Most, e.Injury.Injury = 2, 4
	if got := plain(newTeller(nil, b, 100).damage(e)); !strings.HasSuffix(got, ": 12 5: 12 + 5 = 17, hit by hit and at most 2 each = 4 injury") {
		t.Error(got)
	}
}
