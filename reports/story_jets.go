package reports

import (
	"heroicsim/heroic"
)

// jet is what the width of a jet leaves of its damage (G-JET-1).
func (t *teller) jet(e heroic.Attacked) {
	if e.Jet <= e.Exposed {
		return
	}
	t.page.more("a jet " + inches(e.Jet) + " wide on " + inches(e.Exposed) + " of target: " +
		glued(decimal(e.Exposed)+"/"+decimal(e.Jet)) + " of " + damageText(e.Spell.Damage))
}

// inches is a length.
func inches(n float64) string { return glued(decimal(n) + " in.") }

// jetBlocked is what a shield lets through of a jet (G-JETDEF-4).
func (t *teller) jetBlocked(e heroic.JetBlocked) {
	hits := count(e.Hits, "hit", "hits")
	if e.Repeats > 1 {
		hits += glued(" × " + number(e.Repeats) + " (lasting)")
	}
	t.page.more(hits + " blocked, but of a jet " + inches(e.Jet) + " wide the shield stops only " + glued(number(e.Stopped)+"/"+number(e.Of)) + ": " +
		t.spellDamage(e.Group, e.Hits*e.Repeats, e.Injury))
	t.injure(e.Group, e.Injury)
}
