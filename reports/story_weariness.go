package reports

import (
	"fmt"

	"heroicsim/heroic"
	"heroicsim/units"
)

// harm is what the hits of an attack come to, with a space before it.
func harm(in heroic.InjuryRolled) string {
	if in.Damage.Type == units.FatigueDamage {
		return " fatigue"
	}
	return " injury"
}

// wearied is what fatigue damage makes of a group's FP (B-WOUND).
func (t *teller) wearied(e heroic.Wearied) {
	g := &t.groups[e.Group]
	text := t.names[e.Group] + " " + t.verb(e.Group, "takes ", "take ") + sum(g.wearing, e.Damage) + " of fatigue"
	switch {
	case e.HT != nil && e.HT.Success:
		text += "; HT" + glue + check(e.HT) + ": halved to " + number(e.Taken)
	case e.HT != nil:
		text += "; HT" + glue + check(e.HT) + ": all of it"
	case e.Taken < e.Damage:
		text += ", halved to " + number(e.Taken)
	}
	if g.wearing = nil; e.Immune {
		t.page.line(injury, text+", and "+t.verb(e.Group, "has", "have")+" no FP to lose")
		return
	}
	if e.Rest > 0 {
		text += ", " + glued(fmt.Sprintf("+ %s from before", number(e.Rest)))
	}
	if e.Members > 1 {
		text += ", " + glued(fmt.Sprintf("among %s", number(e.Members)))
	}
	text += ". " + glued(fmt.Sprintf("FP %s → %s of %s", number(e.FP+e.Lost), number(e.FP), number(t.battle.Groups[e.Group].Unit.FP)))
	switch {
	case e.Collapsed:
		text += ": " + t.names[e.Group] + " " + t.verb(e.Group, "collapses", "collapse")
	case e.Tired && !g.tired:
		text += ": tired from the next round on, Dodge and Move halved"
	case e.Tired:
		text += ", still tired"
	}
	t.page.line(injury, text)
}
