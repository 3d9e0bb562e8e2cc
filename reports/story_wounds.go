package reports

import (
	"fmt"

	"heroicsim/heroic"
)

// Wounds of single combatants: shock, reeling, stun.

// reels says whether a group that began as one is reeling with so many HP (B-REEL).
func (t *teller) reels(group, pool int) bool {
	g := &t.battle.Groups[group]
	return t.battle.Rules.Reeling && g.Start == 1 && pool > 0 && pool*3 < g.Unit.HP
}

// hurt is what a loss of HP does besides.
func (t *teller) hurt(e heroic.Suffered) string {
	text := ""
	if e.Shock > 0 && e.After > 0 {
		text += ", " + glued(signed(-e.Shock)+" shock")
	}
	if t.reels(e.Group, e.Pool) && !t.reels(e.Group, t.groups[e.Group].pool) {
		text += ", " + glued("under a third of HP: reeling from the next round on")
	}
	return text
}

// shaken is the HT roll after a wound that may lay somebody low (B-MAJOR).
func (t *teller) shaken(e heroic.Shaken) {
	what := "a blow to the " + e.Location.String()
	if e.Major {
		what = "a major wound"
	}
	text := fmt.Sprintf("%s, %s: %s, %s: ", t.names[e.Group], what,
		t.score("HT", e.HT, func(p heroic.Part) string { return t.shakenReason(e, p) }), rolled(e.Roll, e.HT.Total-e.Roll, "fails by"))
	switch e.Result {
	case heroic.Stunned:
		text += "knocked down, and stunned to the end of round " + number(e.Until)
	case heroic.Unconscious:
		t.groups[e.Group].senseless = true
		text += "unconscious"
	default:
		text += "fights on"
	}
	t.page.more(text)
}

func (t *teller) shakenReason(e heroic.Shaken, p heroic.Part) string {
	switch {
	case p.Reason == heroic.ForLocation:
		return e.Location.String()
	case p.Value > 0:
		return "High Pain Threshold"
	}
	return "Low Pain Threshold"
}
