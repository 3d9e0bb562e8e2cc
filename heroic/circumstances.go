package heroic

import (
	"slices"
	"strings"

	"heroicsim/units"
)

// A Distraction is what keeps a group's mind off the fight (MM-9, MM-10, RM-7,
// RM-8, DM-17).
type Distraction uint8

// The distractions.
const (
	NoDistraction Distraction = iota
	MinorDistraction
	MajorDistraction
)

var distractions = [...]struct{ attack, defence int }{
	NoDistraction:    {0, 0},
	MinorDistraction: {-2, -1},
	MajorDistraction: {-3, -1},
}

// Modifiers are a group's for whatever row has no key of its own: afflictions, a
// vehicle, an unfamiliar weapon.
type Modifiers struct{ Melee, Ranged, Defence int }

const (
	heavyShield   = 3  // DB from which a shield is large
	behindShield  = -2 // MM-8
	swiftMount    = 7  // yards a second from which speed tells in the saddle
	atSpeed       = -1 // MM-12
	fromTheSaddle = -1 // RM-13
	surelyMounted = 12 // Riding below it costs defences (DM-19)
)

// isSituated says whether anything in a battle but postures asks addSight,
// addSituation and addPlight, which are passed over in most.
func (b *Battle) isSituated() bool {
	return b.Field.Cover != nil || slices.ContainsFunc(b.Groups, func(g GroupInfo) bool {
		t := &g.Unit.Traits
		return g.Cover != nil || g.Elevation != 0 || g.Distraction != NoDistraction || g.Modifiers != (Modifiers{}) || g.Unit.ShieldDB >= heavyShield ||
			t.NightVision > 0 || t.DarkVision || t.Blind || t.Invisible || t.Mounted
	})
}

// addSituation adds the rows of the attacker's situation that a scenario sets (MM-5
// and MM-8 to MM-12, RM-3, RM-7, RM-8, RM-13). Rulings: who rides and closes this
// round is at speed; and whoever shoots from the saddle does so as on a good road.
func (f *Fight) addSituation(t *tally, a *attack) {
	g := a.by
	t.add(ForDistraction, distractions[g.Distraction].attack)
	if a.weapon.Ranged {
		t.add(ForCircumstances, g.Modifiers.Ranged)
		if g.Unit.Traits.Mounted {
			t.add(ForSaddle, fromTheSaddle)
		}
		return
	}
	t.add(ForCircumstances, g.Modifiers.Melee)
	if g.Unit.ShieldDB >= heavyShield && !g.kit.slung {
		t.add(ForShield, behindShield)
	}
	if g.Unit.Traits.Mounted {
		if g.rides {
			t.add(ForRiding, min(0, g.riding-a.weapon.Skill))
		}
		if g.ran && g.speed() >= swiftMount {
			t.add(ForSaddle, atSpeed)
		}
	}
}

// addPlight adds the rows of the defender's situation but his posture (DM-11, DM-12,
// DM-14, DM-15, DM-17, DM-19).
func (f *Fight) addPlight(t *tally, a *attack) {
	h := a.at
	if !a.weapon.Ranged {
		t.add(ForHeight, higherGround(h.height()-a.by.height()))
	}
	if seesNot(a) {
		t.add(ForUnseen, unseenFoe)
	}
	t.add(ForDistraction, distractions[h.Distraction].defence)
	t.add(ForCircumstances, h.Modifiers.Defence)
	if h.Unit.Traits.Mounted && h.rides {
		t.add(ForRiding, min(0, h.riding-surelyMounted))
	}
}

// riding is a unit's best Riding skill, of whatever mount.
func riding(u *units.Unit) (level int, ok bool) {
	for skill, n := range u.Skills {
		if strings.HasPrefix(words(skill), "riding") && (!ok || n > level) {
			level, ok = n, true
		}
	}
	return level, ok
}

// flails are what meeting a flail costs (DM-25).
var flails = [...]struct{ parry, block int }{
	units.NoFlail:  {0, 0},
	units.Flail:    {-4, -2},
	units.Nunchaku: {-2, -1},
}

// lightWeapon is the weight in pounds up to which a thrown weapon is hard to parry
// (DM-28).
const lightWeapon = 1

// addNature adds the rows of the attack's nature that a kind of defence meets
// (DM-25, DM-28). Ruling: a thrown weapon whose weight is not given is no light one.
func addNature(t *tally, w *weapon, kind DefenceKind) {
	switch {
	case kind == Dodge:
	case kind == Block:
		t.add(ForFlail, flails[w.Flail].block)
	case w.Thrown && w.Weight > 0 && w.Weight <= lightWeapon:
		t.add(ForThrown, -2)
	case w.Thrown:
		t.add(ForThrown, -1)
	default:
		t.add(ForFlail, flails[w.Flail].parry)
	}
}

// fences says whether a unit parries with a fencing weapon. Ruling: it parries with
// the first of its melee weapons that is no flail.
func fences(u *units.Unit) bool {
	for i := range u.Weapons {
		if w := &u.Weapons[i]; !w.Ranged && w.Flail == units.NoFlail {
			return w.Fencing
		}
	}
	return false
}
