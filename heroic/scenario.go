package heroic

import (
	"math"

	"heroicsim/units"
)

// A Scenario is a battle before it is compiled: what a scenario file says.
type Scenario struct {
	Name      string
	MaxRounds int // the round limit; at it the battle is undecided. 0 means 100
	Rules     Rules
	Field     Battlefield
	Sides     [2]Side
}

// A Battlefield is where it happens.
type Battlefield struct {
	Distance   float64 // yards between the sides' lines at the start; 1 or less is in contact
	Frontage   float64 // yards; 0 is open ground (HC-FRONT)
	Visibility int     // to hit, both sides, 0 to -10; nothing is seen at -10
	Footing    int     // to hit, both sides, 0 or negative; defences take half, rounded towards 0
	Cover      *Cover  // of all who have none of their own; nil: none
	Terrain    Terrain // (HC-PURSUIT)
}

// A Side is one of the two.
type Side struct {
	Name         string
	TacticsSkill int  // the leader's (HC-INIT)
	NoRetreat    bool // cannot retreat and expects no quarter (HC-MORALE)
	Surprised    bool // loses initiative and does not act in round 1
	Pursuit      Pursuing
	Groups       []Group
}

// A Group is a number of identical combatants with one pool of HP (HC-GROUP).
type Group struct {
	Name      string
	Unit      *units.Unit
	Count     int
	Character bool   // a PC or named NPC: no morale checks
	Position  *Point // yards; nil: its side's line
	Ranks     int    // that fight at a narrow front; 0 means 1
	HPNow     *int   // of the pool; nil: full
	FPNow     *int   // of one member; nil: full
	Arrives   int    // the round at whose start it appears; 0 and 1: it is there
	Slung     bool   // its shields are not ready at the start (HC-ACTION)
	Orders    []Order

	Posture     Posture // at the start
	Cover       *Cover  // where it starts; nil: the battlefield's
	Elevation   int     // feet, where it starts
	Distraction Distraction
	Modifiers   Modifiers
}

// A Point is a place on the field, in yards: X runs along the front, Y across.
type Point struct{ X, Y float64 }

func (p Point) distance(q Point) float64 {
	dx, dy := p.X-q.X, p.Y-q.Y
	return math.Sqrt(float64(dx*dx) + float64(dy*dy)) // the same on all machines
}

// An Order is used in the rounds in which its condition is the first of the
// group's to hold.
type Order struct {
	When     Condition
	Auto     bool     // decide as a sensible referee would; nothing below is used
	Tactics  []Tactic // one, or one of these at random; none means Neutral
	Move     Move
	StopAt   Stop
	Facing   *int // an enemy group's index on its side, to face where they are locked (HC-FLANK); nil: as it stands
	Target   Target
	Weapons  []string // names; the best of those that fit the phase. None: the best of all
	Location units.Location
	Chink    bool     // strike at a gap in the armour there
	Posture  *Posture // to take up; nil: the present one
	HoldFire bool     // shots: 0
	Shots    int      // the most shots a round; 0 means as many as the rules allow
	Actions  []Action
	Wait     *Wait // nil: it does not wait
	Spells   []Cast

	Grapple   bool       // HC-GRAPPLE, at Location
	FollowUps []FollowUp // what its hits are spent on, in order of preference
	BreakFree bool       // who is grappled tries to get free before anything else
	Attacks   []Blow     // HC-MULTI: two or more; none: one weapon
}

// A Blow is one of several attacks at once: a melee weapon and where it strikes.
type Blow struct {
	Weapon   string
	Location units.Location
}

// A Cast is a spell that a group is ordered to cast (HC-SPELL).
type Cast struct {
	Spell string  // its name
	Times int     // by each member; 0 means 1
	At    *Target // nil: the order's. Groups are the enemy side's or, of a spell on friends, the own side's
	Aimed bool    // 1 AP more, so that Aimed Shooting helps
}

// A Move says where to.
type Move uint8

// The moves. The default is Close, but Hold for a group that can shoot from
// where it stands.
const (
	MoveDefault Move = iota
	Close
	Hold
	Away
	Withdraw
	FlankLeft // HC-FLANK: round the target, on the left hand of who looks at its face
	FlankRight
	Rear
	NumMoves
)

// A Stop says how near to the enemy a group closes (HC-LOCK).
type Stop uint8

// The stops.
const (
	AtContact Stop = iota // 1 yard
	AtReach               // the reach of its longest weapon that it may use
)

// A TargetRule says which enemy group is attacked.
type TargetRule uint8

// The rules. Of several at the same value the first in file order is taken. In
// melee Nearest, the default, divides the attack over all enemies that the group
// is locked with (HC-GROUP).
const (
	Nearest TargetRule = iota
	Weakest
	Strongest
	MostWounded
	Named
)

// A Target is a rule, or named enemy groups with the members for each.
type Target struct {
	Rule   TargetRule
	Groups []TargetShare // for Named: one or more
}

// A TargetShare allots members to an enemy group.
type TargetShare struct {
	Group int // index among the enemy side's groups
	Share int // members; shares are kept in proportion as members fall
}

// A Condition joins its parts by and. Its zero value always holds.
type Condition struct {
	Rounds      *Span
	Distance    *Span // yards to the nearest steady enemy
	Locked      *bool
	Losses      *Span // fraction of the group's number that has fallen
	EnemyLosses *Span // the same of the whole enemy side
	Ratio       *Span // own side's fighting number over the enemy's
	HP          *Span // fraction of the pool that is left
	FP          *Span // fraction of full FP that is left
	Chance      *float64
}

// A Span is a range of numbers with either end open or closed.
type Span struct {
	Low, High         float64 // -Inf and +Inf where there is no bound
	LowOpen, HighOpen bool    // the bound itself is not in it
}

// Holds says whether v lies in the span.
func (s *Span) Holds(v float64) bool {
	return (v > s.Low || v == s.Low && !s.LowOpen) && (v < s.High || v == s.High && !s.HighOpen)
}
