package heroic

// Modifiers of visibility (MM-27 to MM-29, RM-43 to RM-46).
const (
	darkness   = -10 // nothing is seen, and the worst that all of it comes to
	usedToDark = -6  // nothing is seen by one who is blind and used to it
	unseen     = -6  // the foe is not seen
	unseenNear = -4  // likewise, but it is known to a yard where he is
	unseenFoe  = -4  // to defend against one who is not seen (DM-15)
	capped     = 9   // the most that skill is where nothing, or not the foe, is seen
)

// visibility is what a group sees of the field: night vision takes off what is not
// total darkness (ruling: visibility is darkness to it), dark vision all.
func (f *Fight) visibility(g *group) int {
	v, eyes := f.b.Field.Visibility, &g.Unit.Traits
	switch {
	case eyes.DarkVision:
		return 0
	case v > darkness:
		return min(0, v+eyes.NightVision)
	}
	return v
}

// addSight adds what the attacker does not see, at worst -10 together. Ruling: who
// is locked with an unseen foe knows his place to a yard.
func (f *Fight) addSight(t *tally, a *attack) {
	if a.by.Unit.Traits.Blind {
		t.add(ForBlindness, usedToDark)
		a.gropes = true
		return
	}
	left := darkness
	add := func(why Reason, n int) {
		n = max(n, left)
		left -= n
		t.add(why, n)
	}
	v := f.visibility(a.by)
	add(ForVisibility, v)
	a.gropes = v <= darkness
	if a.at.Unit.Traits.Invisible && a.potential == 0 { // whom an area, at a place, need not see
		a.gropes = true
		if f.locked(a.by.index, a.at.index) {
			add(ForUnseen, unseenNear)
		} else {
			add(ForUnseen, unseen)
		}
	}
	if a.cover != nil {
		add(ForConcealment, a.cover.Concealment)
	}
}

// seesNot says whether a defender does not see who attacks (DM-15). Ruling: the
// roll against Hearing that Block and Parry would need is left out.
func seesNot(a *attack) bool { return a.by.Unit.Traits.Invisible || a.at.Unit.Traits.Blind }
