package scenarios

import (
	"heroicsim/heroic"
	"heroicsim/units"
)

// blow is one of an entry's several attacks, and where its parts stand.
type blow struct {
	weapon, location *node
}

// blowFields are the keys of one of attacks.
var blowFields = []field[blow]{
	{"weapon", nodeField(func(b *blow) **node { return &b.weapon })},
	{"location", nodeField(func(b *blow) **node { return &b.location })},
}

// grapple reads on, off, or what the hits of a grapple are spent on, and checks it
// against the unit and the location (HC-GRAPPLE).
func (r *reader) grapple(e *entry) {
	if e.grapple == nil {
		return
	}
	on, isSwitch := switches[words(e.grapple.text)]
	if isSwitch && e.grapple.kind == scalar && !e.grapple.quoted {
		e.Grapple = on
	} else {
		for _, n := range r.oneOrMore(e.grapple, "follow-ups") {
			if n.kind != scalar {
				r.reject(n, "expected on, off, or what hits are spent on, as [takedown, pin]; found %s", n.found())
				return
			}
			what, ok := parsed(r, n, "a follow-up", heroic.ParseFollowUp, heroic.FollowUps())
			if !ok {
				return
			}
			e.Grapple, e.FollowUps = true, append(e.FollowUps, what)
		}
	}
	if e.Grapple && e.location != nil {
		e.Location, _ = parsed(r, e.location, "a location", units.ParseLocation, units.Locations())
	}
	if !e.Grapple || e.group.Unit == nil {
		return
	}
	if err := heroic.CheckGrapple(e.group.Unit, e.Location, e.FollowUps); err != nil {
		r.reject(e.grapple, "%v", err)
	}
}

// attacks reads several attacks at once (HC-MULTI).
func (r *reader) attacks(e *entry) {
	if e.attacks == nil {
		return
	}
	for _, other := range []*node{e.weapon, e.location} {
		if other != nil {
			r.reject(other, "attacks says this for each of them; leave it out here")
		}
	}
	if e.Grapple {
		r.reject(e.attacks, "who grapples makes no other attacks; leave one of the two out")
	}
	items := r.elements(e.attacks, "attacks")
	if len(items) == 1 {
		r.reject(e.attacks, "one attack is no more than weapon and location; attacks needs two or more")
	}
	for _, item := range items {
		r.blow(e, item)
	}
}

// blow reads one of several attacks: a melee weapon, and a location that it can
// strike.
func (r *reader) blow(e *entry, n *node) {
	var b blow
	if !readMap(r, n, &b, blowFields) || e.group.Unit == nil {
		return
	}
	if b.weapon == nil {
		r.reject(n, "missing key %q", "weapon")
		return
	}
	if b.weapon.kind != scalar {
		r.reject(b.weapon, "expected a weapon's name; found %s", b.weapon.found())
		return
	}
	found := r.weaponsOf(e.group.Unit)[words(b.weapon.text)]
	switch {
	case found == nil:
		r.unknownWeapon(b.weapon, e.group.Unit)
		return
	case found[0].Ranged:
		r.reject(b.weapon, "%s is a ranged weapon; several attacks at once are for melee", found[0].Name)
		return
	}
	part := entry{location: b.location}
	if b.location != nil {
		r.location(&part, found)
	}
	e.Attacks = append(e.Attacks, heroic.Blow{Weapon: found[0].Name, Location: part.Location})
}
