package heroic

import "heroicsim/units"

// An Event is one line of a battle's story, as plain values; readers choose the
// words. Groups are indices into Battle.Groups.
type Event interface{ event() }

// A GroupState is how a group stands at some moment.
type GroupState struct {
	Group    int
	Fighting int // combatants with HP left
	Pool     int // HP
	FP       int
	Position Point
	Standing Standing
	Locked   []int       // the groups it is locked with
	Parts    []GroupPart // where effects have split it (HC-GROUP)
}

// A Standing says whether a group still takes part.
type Standing uint8

// The standings. Only a steady group acts and counts for its side.
const (
	Steady    Standing = iota
	Coming             // has not arrived yet
	Broken             // must retreat next round
	Collapsed          // FP ran out; neither acts nor defends
	Down               // no combatant has HP left
	Left               // fled, surrendered or left by order
)

type (
	// RoundBegins opens a round.
	RoundBegins struct {
		Round    int
		Groups   []GroupState
		Distance float64 // yards between the nearest steady groups of the sides
	}

	// Arrival is a group that appears at the start of a round.
	Arrival struct{ Group int }

	// Ordered is a group's orders for the round (HC-TACTIC).
	Ordered struct {
		Group    int
		Tactic   Tactic
		Move     Move
		Target   Target
		Spells   []CastOrdered // to be cast
		Entry    int           // which of the group's orders, from 0; -1 where none held
		Auto     bool          // the tactic was chosen by auto
		Forced   bool          // broken: it must retreat
		Surprise bool          // surprised: it has no orders
	}

	// InitiativeRolled is HC-INIT. Rolls holds every pair, ties included.
	InitiativeRolled struct {
		Rolls  [][2]int
		Adds   [2]int // the +1 for Tactics
		Winner int    // side; -1 where a tie gives nobody the bonus
		First  int    // the side that acts first
		Bonus  int
		Forced bool // a surprised side lost it without a roll
	}

	// PhaseBegins opens one of the phases that have steps.
	PhaseBegins struct{ Phase Phase }

	// Attacked is one Quick Contest and its injury (HC-ATK).
	Attacked struct {
		Attacker, Target int
		Kind             AttackKind
		Weapon           *units.Weapon
		Mode             *units.Mode
		Location         units.Location
		Allotted         int // members that attack this target
		Attackers        int // those of them who can, in the multiplier
		Side             int // the side's combatants in the ratio
		Defenders        int
		Part             int // the target's members who are attacked, where it is split; else 0
		Shots            int // by each; 0 in melee
		Distance         float64
		FastDraw         *Check // rolled for this attack, or nil
		Skill            Score
		Attack           int // 3d
		Defence          DefenceKind
		DefenceScore     Score
		Defend           int // 3d
		Margin           int
		Automatic        Automatic // a switch decided instead of the margin
		SpeedFactor      int
		BaseHits         int
		Multiplier       float64
		Cap              int // the most hits; -1: none
		Hits             int
		Injury           InjuryRolled
		Stray            *Check       // 3d against 9, or nil
		Spell            *units.Spell // nil: it is none
		Potential        int          // targets of an area at each casting; 0: it is none
		Repeats          int          // by which a persistent area multiplies its hits
	}

	// NoRoom is an attack that nobody could make, because others fill the front or
	// surround the target (HC-FRONT).
	NoRoom struct {
		Attacker, Target int
		Allotted         int
	}

	// Reloaded is AP spent on a reload (HC-ACTION).
	Reloaded struct {
		Group  int
		Weapon *units.Weapon
		AP     int
		Done   bool // loaded again
	}

	// Moved is a group's movement.
	Moved struct {
		Group    int
		Move     Move
		Retreats bool
		From, To Point
		Yards    float64
		Allowed  float64 // what the tactic left after shots, in yards
		Spent    int     // × Move given up for shots
		Half     bool    // AP were left for half of it only
		Target   int     // towards or away from; -1: none
		Distance float64 // to the nearest steady enemy afterwards
	}

	// Locked is two groups that come to grips (HC-LOCK).
	Locked struct{ A, B int }

	// Unlocked is a lock that ends.
	Unlocked struct{ A, B int }

	// Suffered is a group's HT roll and what became of its pool (HC-HT).
	Suffered struct {
		Group  int
		Injury int    // accumulated in this step
		HT     *Check // nil where the switch is off
		Taken  int    // after the roll
		Pool   int    // HP left
		Before int    // combatants
		After  int
	}

	// Checked is a morale check (HC-MORALE): 3d and modifiers against the total
	// that breaks.
	Checked struct {
		Group     int
		Lost      int // combatants, or HP of a lone one
		Of        int
		Lone      bool
		Score     Score // Base is the 3d roll
		Break     int
		Broke     bool
		Surrender bool
	}

	// Fatigued is HC-FATIGUE's roll and, on 1 or 2, what each group lost.
	Fatigued struct {
		Roll   int
		Losses []FPLoss
	}

	// Departed is a group that leaves the field after step 4.3.
	Departed struct {
		Group int
		Broke bool
	}

	// Ended is HC-END.
	Ended struct {
		Outcome Outcome
		Rounds  int
		Groups  []GroupState
	}

	// Casualties is HC-CASUALTY for one group after the battle.
	Casualties struct {
		Group  int
		Fallen int
		Dead   int
		Wound  Wound // of a character
	}
)

func (RoundBegins) event()      {}
func (Arrival) event()          {}
func (Ordered) event()          {}
func (InitiativeRolled) event() {}
func (PhaseBegins) event()      {}
func (Attacked) event()         {}
func (NoRoom) event()           {}
func (Reloaded) event()         {}
func (Moved) event()            {}
func (Locked) event()           {}
func (Unlocked) event()         {}
func (Suffered) event()         {}
func (Checked) event()          {}
func (Fatigued) event()         {}
func (Departed) event()         {}
func (Ended) event()            {}
func (Casualties) event()       {}

// A Phase is a phase of the round that has steps (HC-ROUND).
type Phase uint8

// The phases with steps.
const (
	RangedPhase Phase = iota
	MovementPhase
	MeleePhase
)

// An AttackKind tells how an attack came about.
type AttackKind uint8

// The kinds of attack.
const (
	MeleeAttack AttackKind = iota
	RangedAttack
	FreeAttack  // on a group that retreats (HC-LOCK)
	StrayAttack // a missile gone astray in a melee (HC-MELEE-FIRE)
	SpellAttack // HC-SPELL
)

// A DefenceKind is the active defence chosen (HC-DEF).
type DefenceKind uint8

// The active defences.
const (
	Dodge DefenceKind = iota
	Parry
	Block
)

var defenceNames = [...]string{"Dodge", "Parry", "Block"}

func (d DefenceKind) String() string { return defenceNames[d] }

// Automatic says that a switch, not the margin, decided a contest.
type Automatic uint8

// The reasons.
const (
	ByMargin       Automatic = iota
	CriticalHit              // criticals: basic. No defence was allowed
	CriticalMiss             // criticals: basic
	AttackRollMiss           // contest: attack_must_succeed
)

// A Score is a number with the modifiers that make it.
type Score struct {
	Base  int
	Parts []Part // those that are not 0, in the rules' order
	Total int
	Cap   int // 9 where a capped row applied and bit; 0: none
}

// A Part is one named modifier of a score.
type Part struct {
	Reason Reason
	Value  int
}

// A Reason names a modifier.
type Reason uint8

// The reasons of modifiers.
const (
	ForTactic Reason = iota
	ForAcc
	ForInitiative
	ForRange
	ForSize
	ForNumbers
	ForMass
	ForRapidFire
	ForBulk
	ForMeleeFire
	ForLocation
	ForVisibility
	ForFooting
	ForMinST
	ForSpeed // a free attack on someone faster
	ForThrown
	ForDB
	ForFatigue
	ForStun
	ForSpells
	ForPlace
	ForInjury
	ForLosses
	ForOutnumbering
	ForNoRetreat
	ForFearlessness
	ForCowardice
	ForFear
	NumReasons
)

var reasonNames = [NumReasons]string{
	ForTactic:       "tactic",
	ForAcc:          "Acc",
	ForInitiative:   "initiative",
	ForRange:        "range",
	ForSize:         "size",
	ForNumbers:      "numbers",
	ForMass:         "massed targets",
	ForRapidFire:    "rapid fire",
	ForBulk:         "Bulk",
	ForMeleeFire:    "into a melee",
	ForLocation:     "location",
	ForVisibility:   "visibility",
	ForFooting:      "footing",
	ForMinST:        "ST too low",
	ForSpeed:        "faster foe",
	ForThrown:       "thrown weapon",
	ForDB:           "no DB",
	ForFatigue:      "tired",
	ForStun:         "stunned",
	ForSpells:       "spells",
	ForPlace:        "at a place",
	ForInjury:       "injured",
	ForLosses:       "losses",
	ForOutnumbering: "outnumbering",
	ForNoRetreat:    "no retreat",
	ForFearlessness: "Fearlessness",
	ForCowardice:    "Cowardice",
	ForFear:         "fear",
}

func (r Reason) String() string { return reasonNames[r] }

// A Check is 3d against a score.
type Check struct {
	Score, Roll int
	Success     bool
}

// InjuryRolled is the damage of an attack's hits (HC-INJ).
type InjuryRolled struct {
	Damage   units.Damage // as changed by the tactic
	Halved   bool         // beyond 1/2D
	DR       int          // after the divisor
	RawDR    int          // before it
	Rolls    []int        // basic damage of each roll; one for all where Once
	Once     bool         // one roll, multiplied by the hits
	Mean     float64      // for damage_rolls: mean, the basic damage of each hit
	Pen      int          // penetrating damage of all hits
	Wounding units.Wounding
	Blunt    int // blunt trauma through flexible armour
	Injury   int
}

// An FPLoss is what fatigue took from a group.
type FPLoss struct {
	Group, Lost, FP int
	Tired           bool // under a third
	Collapsed       bool
}
