package heroic

import (
	"errors"
	"fmt"
	"slices"

	"heroicsim/units"
)

// Contradiction says which part of an order can never be carried out beside its
// others, by its key in files, and why; or "" and nil. What is merely of no use in some
// rounds is none.
func Contradiction(o *Order, u *units.Unit) (key string, err error) {
	retreats, withdraws := slices.Contains(o.Tactics, Retreat), o.Move == Withdraw
	switch {
	case retreats && o.Grapple:
		return "grapple", errors.New("retreat makes no attacks, grapples neither; leave grapple out")
	case retreats && len(o.Attacks) > 0:
		return "attacks", errors.New("retreat makes no attacks; leave attacks out")
	case retreats && o.Posture != nil && !o.Posture.onFoot():
		return "posture", fmt.Errorf("retreat runs, and nobody runs %s; leave posture out, or get up: standing", *o.Posture)
	case withdraws && o.Grapple:
		return "grapple", errors.New("who withdraws makes no attacks, grapples neither; leave grapple out")
	case withdraws && len(o.Attacks) > 0:
		return "attacks", errors.New("who withdraws makes no attacks; leave attacks out")
	case o.Wait != nil && o.BreakFree:
		return "break_free", errors.New("who waits has no AP to break free with; leave one of the two out")
	}
	left := actionPoints - castAP(o, u)
	if left < actionPoints && len(o.Actions) > 0 && !slices.ContainsFunc(o.Actions, func(a Action) bool { return leastAP(&a, u) <= left }) {
		return "actions", fmt.Errorf("the spells take %d of a round's %d AP, and each of these actions takes more than the %d left", actionPoints-left, actionPoints, left)
	}
	return "", nil
}

// castAP is what the spells of an order take of a round's AP.
func castAP(o *Order, u *units.Unit) (ap int) {
	for i := range o.Spells {
		if k := u.Spell(o.Spells[i].Spell); k >= 0 {
			ap += o.Spells[i].AP(&u.Spells[k])
		}
	}
	return ap
}

// leastAP is the fewest AP that an action may take in a round.
func leastAP(a *Action, u *units.Unit) int {
	switch a.Kind {
	case ReadyShield:
		return shieldAP(u.ShieldDB)
	case OtherAction:
		return roundAP(a.AP)
	case Reload:
		least := actionPoints
		for i := range u.Weapons {
			if w := &u.Weapons[i]; needsReload(w) && (a.Name == "" || words(w.Name) == words(a.Name)) {
				least = min(least, roundAP(ActionAP(w.Reload)))
			}
		}
		return least
	}
	return apShort
}
