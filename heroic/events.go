package heroic

import (
	"heroicsim/dice"
	"heroicsim/units"
)

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
	Posture  Posture
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
		Entry    int           // which of the group's orders, from 0; -1 where none held
		Auto     bool          // the tactic was chosen by auto
		Forced   bool          // broken: it must retreat
		Surprise bool          // surprised: it has no orders
		Stunned  bool          // likewise (B-STUN)
		Wait     *Wait         // what it waits for, or nil
		Grapples bool          // HC-GRAPPLE
		Spells   []CastOrdered // to be cast
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
		Chink            bool // at a gap in the armour there (B-CHINK)
		Allotted         int  // members that attack this target
		Attackers        int  // those of them who can, in the multiplier
		Side             int  // the side's combatants in the ratio
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
		Facing           int // the group that the target faces, -1 for none (HC-FLANK)
		Margin           int
		Automatic        Automatic // a switch decided instead of the margin
		SpeedFactor      int
		BaseHits         int
		Multiplier       float64
		Cap              int // the most hits; -1: none
		Hits             int
		Injury           InjuryRolled
		Stray            *Check       // 3d against 9, or nil
		Grapple          bool         // HC-GRAPPLE: Weapon is the skill, there is no Mode
		Held             int          // members of the target of whom it took hold
		Blows            []Landed     // HC-MULTI: the attacks at once; Mode and Injury are theirs
		Spell            *units.Spell // nil: it is none
		Potential        int          // targets of an area at each casting; 0: it is none
		Repeats          int          // by which a persistent area multiplies its hits
		Jet, Exposed     float64      // inches of a jet's width, and of what the target shows it (G-JET-1); 0: it is none
	}

	// Landed is one of several attacks at once (HC-MULTI).
	Landed struct {
		Weapon   *units.Weapon
		Mode     *units.Mode
		Location units.Location
		Skill    Score // before the average
		BaseHits int   // assigned to it
		Hits     int
		Injury   InjuryRolled
	}

	// FollowedUp is the Quick Contest of a follow-up of a grapple and what came of it
	// (HC-GRAPPLE).
	FollowedUp struct {
		By, On          int
		What            FollowUp
		Members         int // of the target, all by one contest
		Location        units.Location
		Hits            int    // spent, on all members together
		With, Against   string // what is rolled against: ST, HT, DX or a skill
		Score, Opposing Score
		Roll, Opposed   int
		Margin          int
		Side, Defenders int       // the ratio of numbers
		Dice            dice.Expr // damage, of a neck snap or wrench
		Injury          GripInjury
		FP              int  // that each loses at once
		Choked          bool // suffocates
		Crippled        bool // the limb of a single combatant
	}

	// TriedToBreakFree is B-BREAKFREE.
	TriedToBreakFree struct {
		Group, From     int
		Members         int
		Hold            Grasp
		With, Against   string
		Score, Opposing Score
		Roll, Opposed   int
		Margin          int
	}

	// LetGo is holders who let go: they fell, left, or have other orders.
	LetGo struct{ By, On, Members int }

	// GotUp is members who lay and stand again.
	GotUp struct{ Group, Members int }

	// Suffocated is what a round of choking cost.
	Suffocated struct {
		Group     int
		Members   int
		Lost      int // FP of each so far, or of a single combatant now
		FP        int // left
		Out       int // members who fall for it
		Collapsed bool
	}

	// Overpowered is a group that surrenders because all of its side are pinned.
	Overpowered struct{ Group int }

	// NoRoom is an attack that nobody could make, because others fill the front or
	// surround the target (HC-FRONT).
	NoRoom struct {
		Attacker, Target int
		Allotted         int
	}

	// PostureChanged is AP spent on a change of posture (HC-ACTION).
	PostureChanged struct {
		Group    int
		From, To Posture
		AP       int
		Done     bool // as ordered; else AP were left for no more
	}

	// PlaceLeft is a group that has moved from the place whose cover or height it
	// had.
	PlaceLeft struct{ Group int }
	// Turned is a group that turns to face one of those it is locked with (HC-FLANK).
	Turned struct{ Group, Facing int }

	// Reloaded is AP spent on a reload (HC-ACTION).
	Reloaded struct {
		Group  int
		Weapon *units.Weapon
		AP     int
		Done   bool // loaded again
	}

	// ShieldReadied is AP spent on readying shields (HC-ACTION).
	ShieldReadied struct {
		Group, DB, AP int
	}

	// Drank is a potion that a group's members drank (HC-ACTION).
	Drank struct {
		Group    int
		Potion   *units.Potion
		AP       int
		Left     int   // potions of each member
		Drinkers int   // whom it gave back HP
		Rolls    []int // of each of them, where they are not too many
		Healed   int   // HP
		Pool     int   // HP now
		FP, Now  int   // gained and now
		Tired    bool
	}

	// Acted is AP spent on an action that has no effect of its own (HC-ACTION).
	Acted struct {
		Group    int
		Name     string
		AP       int
		Paid, Of int // AP so far
	}

	// Reacted is a group that waited and whose event has come (HC-WAIT). Its attack
	// or action follows.
	Reacted struct {
		Group, To int
		Event     Trigger
		Distance  float64
	}

	// Stopped is a group whose way an attack in melee ended (HC-WAIT).
	Stopped struct{ Group, By int }

	// WaitedInVain is a group whose event has not come in this round (HC-WAIT).
	WaitedInVain struct{ Group int }

	// Moved is a group's movement.
	Moved struct {
		Group    int
		Move     Move
		Retreats bool
		From, To Point
		Yards    float64 // along its way
		Further  bool    // it goes on after an interruption
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
		Shock  int // points, until the same step of the next round (B-SHOCK)
	}

	// Shaken is the HT roll of a single combatant after a wound that may lay him low
	// (B-MAJOR), and what comes of it.
	Shaken struct {
		Group    int
		Major    bool // else a blow to the head or the vitals
		Location units.Location
		HT       Score
		Roll     int
		Result   Knockdown
		Until    int // the round at whose end stun ends
	}

	// Wearied is what fatigue damage (B-WOUND) made of a group's FP.
	Wearied struct {
		Group     int
		Damage    int    // accumulated in this step
		HT        *Check // nil where the switch is off, or the roll was told for the injury
		Taken     int    // after the roll
		Rest      int    // kept from before, too little for a point each
		Members   int    // among whom it is shared
		Lost      int    // FP of each
		FP        int    // left
		Immune    bool   // it has no FP to lose
		Tired     bool   // from the next round on
		Collapsed bool
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
		Group     int
		Broke     bool
		Surrender bool // it could not flee, for all of it are held
	}

	// Ended is HC-END.
	Ended struct {
		Outcome Outcome
		Rounds  int
		Groups  []GroupState
	}

	// Scouted is a side's complementary roll for a pursuit (HC-PURSUIT).
	Scouted struct {
		Side  int
		Urban bool // Urban Survival, else Area Knowledge
		Check Check
		Bonus int
	}

	// Pursued is the Quick Contest over a group in flight (HC-PURSUIT).
	Pursued struct {
		Group        int // in flight
		Lead         int // the pursuers' group by whose travel they go
		Pursuers     int // in all
		Fleeing      int
		By, Away     units.Travel
		Hides        bool // by Stealth, instead of travel
		Skill, Flees Score
		Roll, Rolled int // 3d
		Margin       int
		Each         int // caught by each pursuer; 0: they lost
		Flight       Flight
	}

	// Escaped is a group in flight that nobody pursues.
	Escaped struct {
		Group   int
		Fleeing int
		Why     Escape
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
func (PostureChanged) event()   {}
func (PlaceLeft) event()        {}
func (Turned) event()           {}
func (Reloaded) event()         {}
func (ShieldReadied) event()    {}
func (Drank) event()            {}
func (Acted) event()            {}
func (Reacted) event()          {}
func (Stopped) event()          {}
func (WaitedInVain) event()     {}
func (Moved) event()            {}
func (Locked) event()           {}
func (Unlocked) event()         {}
func (Suffered) event()         {}
func (Wearied) event()          {}
func (Shaken) event()           {}
func (Checked) event()          {}
func (Fatigued) event()         {}
func (Departed) event()         {}
func (Ended) event()            {}
func (Scouted) event()          {}
func (Pursued) event()          {}
func (Escaped) event()          {}
func (Casualties) event()       {}
func (FollowedUp) event()       {}
func (TriedToBreakFree) event() {}
func (LetGo) event()            {}
func (GotUp) event()            {}
func (Suffocated) event()       {}
func (Overpowered) event()      {}

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
	ForSide // HC-FLANK
	ForRear
	ForDB
	ForFatigue
	ForWideWeapon // G-WEAP, G-DODGE
	ForOomph      // G-PARRY, G-BLOCK
	ForStun
	ForPosture
	ForLow // the target's posture
	ForHeight
	ForUnseen
	ForBlindness
	ForConcealment
	ForCover
	ForPartial
	ForFigures
	ForShield
	ForFlail
	ForRiding
	ForSaddle
	ForDistraction
	ForCircumstances
	ForSlung
	ForReach
	ForWatch
	ForTargetCheck
	ForSpells
	ForPlace
	ForInjury
	ForLosses
	ForOutnumbering
	ForNoRetreat
	ForFearlessness
	ForCowardice
	ForShock
	ForReeling
	ForPain // Threshold, high or low
	ForPace // a pursuit's speed bonus
	ForHandling
	ForKnowledge // of the country or the town
	ForHiding
	ForArms
	ForGrappled
	ForPinned
	ForArmLock
	ForLying
	ForKneeling
	ForWrestling
	ForChokeHold
	ForSqueezing
	ForSnap
	ForFreeHands
	ForTries
	ForHold
	ForSeveral
	ForFear
	ForWideJet // G-JET, G-JETDEF
	NumReasons
)

var reasonNames = [NumReasons]string{
	ForTactic:        "tactic",
	ForAcc:           "Acc",
	ForInitiative:    "initiative",
	ForRange:         "range",
	ForSize:          "size",
	ForNumbers:       "numbers",
	ForMass:          "massed targets",
	ForRapidFire:     "rapid fire",
	ForBulk:          "Bulk",
	ForMeleeFire:     "into a melee",
	ForLocation:      "location",
	ForVisibility:    "visibility",
	ForFooting:       "footing",
	ForMinST:         "ST too low",
	ForSpeed:         "faster foe",
	ForThrown:        "thrown weapon",
	ForDB:            "no DB",
	ForFatigue:       "tired",
	ForStun:          "stunned",
	ForWideWeapon:    "wide weapon",
	ForWideJet:       "wide jet",
	ForOomph:         "force of the blow",
	ForPosture:       "posture",
	ForLow:           "low target",
	ForHeight:        "height",
	ForUnseen:        "unseen",
	ForBlindness:     "blind",
	ForConcealment:   "concealment",
	ForCover:         "cover",
	ForPartial:       "partly exposed",
	ForFigures:       "figures in the way",
	ForShield:        "large shield",
	ForFlail:         "flail",
	ForRiding:        "Riding",
	ForSaddle:        "in the saddle",
	ForDistraction:   "distraction",
	ForCircumstances: "circumstances",
	ForSlung:         "shield slung",
	ForReach:         "longer reach",
	ForWatch:         "area watched",
	ForTargetCheck:   "checking the target",
	ForLosses:        "losses",
	ForOutnumbering:  "outnumbering",
	ForNoRetreat:     "no retreat",
	ForFearlessness:  "Fearlessness",
	ForCowardice:     "Cowardice",
	ForShock:         "shock",
	ForReeling:       "reeling",
	ForPain:          "Pain Threshold",
	ForPace:          "speed",
	ForHandling:      "Handling",
	ForKnowledge:     "local knowledge",
	ForHiding:        "hiding on the run",
	ForSide:          "from the side",
	ForRear:          "from behind",
	ForArms:          "arms",
	ForGrappled:      "grappled",
	ForPinned:        "pinned",
	ForArmLock:       "arm locked",
	ForLying:         "lying",
	ForKneeling:      "kneeling",
	ForWrestling:     "Wrestling",
	ForChokeHold:     "choke hold",
	ForSqueezing:     "squeezing",
	ForSnap:          "snap",
	ForFreeHands:     "free hands",
	ForTries:         "tries that failed",
	ForHold:          "hold",
	ForSeveral:       "several attacks",
	ForSpells:        "spells",
	ForPlace:         "at a place",
	ForInjury:        "injured",
	ForFear:          "fear",
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
	RawDR    int          // before it: armour as the chink leaves it, the body's own, and cover
	Armour   int          // DR of what the target wears there
	Chink    bool         // half of that counts (B-CHINK)
	Cover    int          // DR of the cover that was shot through (B-COVER)
	Rolls    []int        // basic damage of each roll; one for all where Once
	Many     []Repeated   // instead, of many hits, the lowest first
	Once     bool         // one roll, multiplied by the hits
	Mean     float64      // for damage_rolls: mean, the basic damage of each hit
	Pen      int          // penetrating damage of all hits
	Wounding units.Wounding
	Most     int // injury of one hit; 0: no limit
	Blunt    int // blunt trauma through flexible armour
	Injury   int
}

// A Repeated is a roll that came up so many times.
type Repeated struct{ Roll, Times int }

// An FPLoss is what fatigue took from a group.
type FPLoss struct {
	Group, Lost, FP int
	Tired           bool // under a third
	Collapsed       bool
}
