package scenarios

import (
	"heroicsim/heroic"
	"heroicsim/units"
)

// blow is one of an entry's several attacks, and where its parts stand.
type blow struct {
	name             string
	weapon, location *node
}

// blowFields are the keys of one of attacks.
var blowFields = []field[blow]{
	{"weapon", kept(func(b *blow) **node { return &b.weapon }, nameField(func(b *blow) *string { return &b.name }))},
	{"location", nodeField(func(b *blow) **node { return &b.location })},
}

// grapple reads what a grapple is spent on, and checks it against the unit and the
// location (HC-GRAPPLE).
func (r *reader) grapple(e *entry) {
	if e.grapple == nil {
		return
	}
	if !r.spending(e) {
		return
	}
	if e.Grapple && e.chink != nil {
		r.reject(e.chink, "nobody is grappled by a chink in his armour; leave it out")
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

// spending reads on, off, or the follow-ups that hits are spent on.
func (r *reader) spending(e *entry) bool {
	n := e.grapple
	if _, isSwitch := switches[words(n.text)]; n.isBlank() || n.kind == scalar && isSwitch && !n.quoted {
		e.Grapple, _ = r.boolean(n)
		if !n.isBlank() {
			return true
		}
	}
	for _, item := range r.oneOrMore(n, "follow-ups") {
		what, ok := parsed(r, item, "on, off, or what hits are spent on, as [takedown, pin]", heroic.ParseFollowUp, heroic.FollowUps())
		if !ok {
			return false
		}
		e.Grapple, e.FollowUps = true, append(e.FollowUps, what)
	}
	return len(e.FollowUps) > 0
}

// attacks reads several attacks at once (HC-MULTI).
func (r *reader) attacks(e *entry) {
	if e.attacks == nil {
		return
	}
	for _, other := range []*node{e.weapon, e.location, e.chink} {
		if other != nil {
			r.reject(other, "attacks says this for each of them; leave it out here")
		}
	}
	if e.Grapple {
		r.reject(e.attacks, "who grapples makes no other attacks; leave one of the two out")
	}
	items := r.elements(e.attacks, "attacks")
	if len(items) == 1 && !e.attacks.isBlank() {
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
	if readMap(r, n, &b, blowFields) {
		r.require(n, "weapon")
	}
	if b.name == "" || e.group.Unit == nil {
		return
	}
	found := r.weaponsOf(e.group.Unit)[words(b.name)]
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
