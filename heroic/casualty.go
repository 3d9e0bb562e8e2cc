package heroic

import (
	"heroicsim/dice"
	"heroicsim/units"
)

// isWounded says whether who falls of a group is left with a wound: a character.
func (g *GroupInfo) isWounded() bool { return g.Character && g.Count == 1 }

// dead is how many of the fallen of another group are.
func dead(fallen int) int { return halfUp(fallen) }

// casualties is HC-CASUALTY: a fallen character rolls 2d injury for every full
// 10 HP (at least 2d: ruling) from 0 HP, to a random location; of the fallen of
// other groups half, rounded up, are dead.
func (f *Fight) casualties(g *group, fallen int, r *GroupResult) {
	if !g.isWounded() {
		r.Dead = dead(fallen)
		f.note(func() Event { return Casualties{Group: g.index, Fallen: fallen, Dead: r.Dead} })
		return
	}
	f.dice.At(f.round, dice.Aftermath, g.stream, 0)
	hp := g.Unit.HP
	roll := f.dice.Roll(dice.D(2*max(1, hp/10), 0))
	where := units.RandomLocation(f.dice.Success())
	most := units.LimbCap(where, hp)
	r.Wound = Wound{roll, where, most > 0 && roll >= most}
	f.note(func() Event { return Casualties{Group: g.index, Fallen: fallen, Wound: r.Wound} })
}
