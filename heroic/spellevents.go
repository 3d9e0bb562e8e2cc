package heroic

import "heroicsim/units"

// A CastOrdered is a spell that a group is about to cast.
type CastOrdered struct {
	Spell *units.Spell
	Times int
	AP    int
	Aimed bool
}

func (g *group) tellCasts() []CastOrdered {
	if !g.mayCast() {
		return nil
	}
	var all []CastOrdered
	for i := range g.order.casts {
		c := &g.order.casts[i]
		all = append(all, CastOrdered{c.spell.Spell, c.times, c.ap, c.aimed})
	}
	return all
}

// A NotCastReason says why a spell that was ordered is not cast.
type NotCastReason uint8

// The reasons.
const (
	WasCast        NotCastReason = iota // it is cast
	NobodyCanAct                        // all casters are stunned or bound
	NobodyEligible                      // no target
	TooFewFP
)

type (
	// StillCasting is a spell that goes on in the next round.
	StillCasting struct {
		Group      int
		Spell      *units.Spell
		Rounds, Of int
	}

	// NotCast is a spell that is not cast, but for its AP (HC-SPELL).
	NotCast struct {
		Group int
		Spell *units.Spell
		Why   NotCastReason
		AP    int
	}

	// SpellCast opens the casting of a spell.
	SpellCast struct {
		Group, Target int
		Spell         *units.Spell
		Casters       int
		Times         int // by each
		Aimed         bool
		AP            int
		Cost          int // FP of each
		FP            int // left
		Rounds        int // that it took
		Radius        int // of a circle
	}

	// Activated is an activation roll that nobody defends against.
	Activated struct {
		Group, Target int
		Spell         *units.Spell
		Score         Score
		Roll          int
		Success       bool
		Margin        int
	}

	// YardsRolled is a range that is unclear: +1d -1d.
	YardsRolled struct {
		Group, Target int
		Distance      float64
		More, Less    int
		Yards         float64
	}

	// SingledOut is HC-SINGLE's Per roll.
	SingledOut struct {
		Group, Target int
		Score         Score
		Roll          int
		Crowd         int // combatants, with the target
		Struck        int // the group that the spell takes hold of
	}

	// Covered is how many of a group an area may strike (HC-AREA).
	Covered struct {
		Group     int
		Spell     *units.Spell
		Radius    int // of a circle
		Hexes     int
		Density   int // tenths
		Quarters  int // of the group that are covered, 4 for all
		Potential int // targets of each casting
		Castings  int
		Present   int
	}

	// Resisted is a resistance: a roll for all, or a part of them.
	Resisted struct {
		Group    int
		Spell    *units.Spell
		Members  int // reached
		Score    int
		Margin   int // of the casting, which comes off it
		Modified int
		Roll     int // 3d; 0: there was none
		Ways     int // of 216 in which 3d are at most the modified score, without a roll
		Resist   int // members
	}

	// Affected is members who come under a lasting effect or are removed.
	Affected struct {
		Group   int
		Spell   *units.Spell
		Members int
		Of      int
		Rounds  int // it lasts
		Degree  int // by which its bonuses are multiplied
		Pool    int // HP left, where they are removed
	}

	// Frightened is members whom fear has reached.
	Frightened struct {
		Group   int
		Spell   *units.Spell
		Members int
		Checks  bool // the group checks morale
	}

	// Healed is HP won back.
	Healed struct {
		Group   int
		Spell   *units.Spell
		Members int
		Rolled  InjuryRolled
		HP      int // won
		Pool    int
	}

	// SpellHurt is the injury of a spell that has no defence.
	SpellHurt struct {
		Group   int
		Spell   *units.Spell
		Members int
		Damage  units.Damage
		Injury  InjuryRolled
	}

	// Fragmented is the injury of an explosion's fragments.
	Fragmented struct {
		Group  int
		Damage units.Damage
		Hits   int
		Injury InjuryRolled
	}

	// JetBlocked is what a shield let through of a jet that was blocked (G-JETDEF-4).
	JetBlocked struct {
		Group       int
		Hits        int
		Repeats     int     // by which a persistent area multiplies them
		Jet         float64 // inches of its width there
		Stopped, Of int     // the fraction that the shield stops
		Damage      units.Damage
		Injury      InjuryRolled
	}

	// Concentrated is HC-INTERRUPT's Will roll.
	Concentrated struct {
		Group   int
		Score   Score
		Roll    int
		Kept    bool
		Between bool // before Orders, for a spell that spans rounds
	}

	// Burned is a persistent area in step 4.3.
	Burned struct {
		Group  int
		Spell  *units.Spell
		Injury int
		Stays  bool // in the area; else it has left it, and is not hurt
	}

	// BurnedOut is a persistent area that ends.
	BurnedOut struct{ Spell *units.Spell }

	// EffectEnded is an effect that ends for members.
	EffectEnded struct {
		Group   int
		Spell   *units.Spell
		Members int
	}

	// Drained is a group that its own spells have tired.
	Drained struct {
		Group, FP int
		Tired     bool
		Collapsed bool
	}
)

func (StillCasting) event() {}
func (NotCast) event()      {}
func (SpellCast) event()    {}
func (Activated) event()    {}
func (YardsRolled) event()  {}
func (SingledOut) event()   {}
func (Covered) event()      {}
func (Resisted) event()     {}
func (Affected) event()     {}
func (Frightened) event()   {}
func (Healed) event()       {}
func (SpellHurt) event()    {}
func (Fragmented) event()   {}
func (JetBlocked) event()   {}
func (Concentrated) event() {}
func (Burned) event()       {}
func (BurnedOut) event()    {}
func (EffectEnded) event()  {}
func (Drained) event()      {}
