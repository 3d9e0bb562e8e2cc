package heroic

import (
	"sync/atomic"

	"heroicsim/dice"
	"heroicsim/units"
)

// A Fight is one worker's state. It fights trials of one Battle one after the
// other, and each starts afresh.
type Fight struct {
	// Trace gets the events of the trials fought from then on, in order. Nil, it
	// costs nothing. It changes nothing in a battle.
	Trace func(Event)

	// Beginnings gets only how each round begins. It costs much less than Trace.
	Beginnings func(RoundBegins)

	// Stop, when it becomes true, makes Run give up the battle before its next
	// round, or phase where rounds are thought through, and return nil.
	Stop *atomic.Bool

	// RollDice makes all dice be rolled one by one, instead of drawing what they
	// come to from tables. The distribution is the same, the battles are others.
	RollDice bool

	b       *Battle
	dice    dice.Dice
	groups  []group
	locks   []uint16 // locks[i*len(groups)+j], see locksOf (HC-LOCK)
	mingled bool     // some were locked when the Ranged Phase began: shots may go astray
	result  Result

	round         int
	winner        int // side with the initiative; -1 where a tie gave it to nobody
	first         int // side that acts first
	ended         bool
	cut           bool          // Stop has ended it
	changed       bool          // a standing has changed, or somebody has tired, in this round
	taken         int           // HP that all groups have lost in this round
	started       [2]int        // combatants of each side who fought at the start of the round
	step          step          // under way
	reaction      step          // scratch of react
	reacting      front         // likewise
	shares        []int         // scratch of allot
	counts        []int         // scratch of rollMany
	partsOn       [2][]portion  // scratch of carryOutParts: attackers and defenders
	shareOut      [2][]int      // likewise: the members that each part is allotted
	chosen        []TargetShare // scratch of target choice
	inMelee       []bool        // scratch of stray
	inGrip        []portion     // scratch of grapples
	landed        []Landed      // scratch of several attacks at once
	blow          attack        // likewise
	front         front
	hunts         []hunt // scratch of pursue
	road          road   // scratch of march
	duellists     [2]duellist
	batch, single *batch // of duels: of the trials expected, and of the one under way
	asked         asked
	crowds        crowds
	firstActs     firstActs
	blowMoments   [2][2]dice.Moment // of duels, by phase and target
	blowHT        [2][2]dice.Moment // likewise
	rolled        *reckonings       // of duels, where every die is rolled
	memory        memory
	hopes         hopes
	other         tally // scratch of defend

	fresh      []health // as every trial begins
	freshField field
	strikes    [][]strike // by the kinds of attacker and target, made when first needed

	castings   []casting // of the step under way
	spellStep  step      // of one attack
	areaAttack attack    // under way on a group or a part of one
	astray     attack    // likewise, by a stray
	struck     []reach   // by group: whom the casting under way has reached
	fires      []fire
	specials   map[strikeKey]*strike

	explorer *Explorer // nil where the battle is fought and not explored
}

// A group is the state of one group in the trial under way.
type group struct {
	*GroupInfo
	index        int
	hp, ht       int                       // of one member
	effort       int                       // FP lost at a time
	breaksAt     [lossRows][numberRows]int // rolls on which it breaks
	ordersMoment dice.Moment
	moraleMoment dice.Moment
	health
	stance
	weapons []arm // state of its ranged weapons, as GroupInfo.ranged
	kit     kit
	wounds  wounds    // of battles in which they are more than loss of HP
	parts   []portion // none where all members are in one state, and nothing is the matter

	changing state // scratch of affect

	// Of spells.
	work        work   // one that takes more than a round
	attacked    []bool // attacks since its last Will roll, and whether they injured it
	tests       int    // Will rolls in this round
	interrupted bool   // the spells not yet cast in this round
	spentFP     bool   // in this round
	frightened  bool   // checks morale in this round, with fear added
	fear        int

	// For the story of a loss that was drawn at once.
	untold int // injury
	halved bool
}

// Health is what luck has made of a group.
type health struct {
	pool     int // HP
	fighting int // combatants with HP left
	fp       int // of one member
	injury   int // accumulated in the step under way
	loss     int // the same, drawn at once with the HT roll; a group has one or the other
	wearing  int // fatigue damage, accumulated likewise
	weary    int // fatigue damage that was too little for a point each
	atStart  int // combatants who fought at the start of the round
	taken    int // HP lost in this round
	lowFP    int // see lowFP
	standing Standing
	tired    bool
	engaged  bool // has attacked or been attacked (HC-FATIGUE)
	broke    bool
	surrender,
	collapsed,
	left bool
}

// A stance is where a group is and what it is about in a round: all that orders,
// shots and movement decide, and no luck of numbers.
type stance struct {
	pos       Point
	moved     bool // from the place whose cover and height it had; not told of others
	posture   Posture
	order     *order // never nil while the round is fought
	tactic    Tactic
	move      Move
	target    Target
	silent    bool // surprised: does not act
	withdraws bool // no attacks this round, no free attacks against it
	waiting   bool // and nothing has come of it yet (HC-WAIT)
	ap        int
	spent     int  // × Move given up for shots
	inRange   bool // could shoot from where it stood
	runsAt    int  // the group it closes with, or keeps away from; -1: none
	ran       bool // it closed this round
	inContact int  // the enemy that its run ended at; -1: none
	mustLeave bool // broken before this round: leaves after step 4.3
	shot      bool
	fast      Check // its Fast-Draw; a Roll of 0 is none
	wasLocked bool  // at Orders, and still when movement begins
}

// An arm is the state of a ranged weapon, the same for all members.
type arm struct {
	loaded int // shots ready; -1: no reload to count
	ammo   int // shots left; -1: unlimited
	paid   int // AP spent on the reload under way
	fired  int // shots in the step under way
}

// NewFight returns a Fight of b.
func NewFight(b *Battle) *Fight {
	f := &Fight{b: b, groups: make([]group, len(b.Groups)), locks: make([]uint16, len(b.Groups)*len(b.Groups))}
	f.strikes = make([][]strike, len(b.Groups)*len(b.Groups))
	f.inMelee = make([]bool, len(b.Groups))
	f.struck, f.specials = make([]reach, len(b.Groups)), map[strikeKey]*strike{}
	f.memory.limit = memoryLimit(len(b.Groups), b.choices)
	f.memory.rack, f.memory.places = dice.NewRack(maxRack), [][2]dice.Place{nothing: {dice.Nothing, dice.Nothing}}
	f.result.Groups = make([]GroupResult, len(b.Groups))
	if b.Rules.Pursuit {
		f.result.Flights = make([]Flight, len(b.Groups))
	}
	for i := range b.Groups {
		info, g := &b.Groups[i], &f.groups[i]
		*g = group{GroupInfo: info, index: i, hp: info.Unit.HP, ht: info.Unit.HT}
		g.health = health{pool: info.Pool, fighting: info.Start, fp: info.FP}
		g.pos, g.posture = info.Place, info.Posture
		g.tired, g.effort = tired(g), effort(info.Unit)
		g.lowFP = lowFP(g)
		g.ordersMoment = dice.MomentOf(dice.Orders, info.stream, 0)
		g.breaksAt, g.moraleMoment = f.breakingRolls(g), dice.MomentOf(dice.Morale, info.stream, 0)
		if info.Arrives > 1 {
			g.standing = Coming
		}
		for k := range info.ranged {
			g.weapons = append(g.weapons, newArm(info.ranged[k].Weapon))
		}
	}
	for i := range f.groups {
		f.lockInReach(&f.groups[i])
	}
	for i := range f.groups {
		f.fresh = append(f.fresh, f.groups[i].health)
	}
	f.freshField = f.field()
	if len(f.groups) == 2 {
		f.readyDuel()
	}
	return f
}

// Run fights one trial from start to end. The result is f's own and is
// overwritten by the next trial; it is nil if Stop stopped it.
func (f *Fight) Run(seed, trial uint64) *Result {
	f.guess(seed, trial)
	if i, ok := f.ahead(seed, trial); ok {
		return f.conclusion(i, seed, trial)
	}
	f.dice.Begin(seed, trial)
	f.begin()
	return f.playOut()
}

// playOut fights the battle under way to its end.
func (f *Fight) playOut() *Result {
	for !f.ended {
		if f.stopped() {
			return nil
		}
		f.playDuel()
		if !f.ended && !f.playPlain() {
			f.playRound()
		}
	}
	if f.cut {
		return nil
	}
	return f.conclude()
}

func (f *Fight) stopped() bool { return f.Stop != nil && f.Stop.Load() }

// begin sets the field up for a new trial.
func (f *Fight) begin() {
	f.round, f.ended, f.cut, f.winner, f.first = 0, false, false, -1, 0
	for i := range f.groups {
		g := &f.groups[i]
		g.health = f.fresh[i]
		if f.b.elaborate != "" {
			g.parts, g.wounds = g.parts[:0], wounds{}
			g.kit.unpack(g.GroupInfo)
			g.attacked, g.work, g.spentFP, g.frightened = g.attacked[:0], work{}, false, false
		}
	}
	f.fires = f.fires[:0]
	f.memory.begin(f)
	if f.Trace != nil {
		for i := range f.groups {
			for j := i + 1; j < len(f.groups); j++ {
				if f.locked(i, j) {
					f.Trace(Locked{i, j})
				}
			}
		}
	}
}

func newArm(w *units.Weapon) arm {
	a := arm{loaded: -1, ammo: -1}
	if w.Shots > 0 && w.Reload > quickReload {
		a.loaded = w.Shots
	}
	if w.Ammo > 0 {
		a.ammo = w.Ammo
	}
	return a
}

// playRound is HC-ROUND, phase by phase. A phase that ends the battle ends the
// round: what would come after it does not happen.
func (f *Fight) playRound() {
	f.round++
	known := f.b.foreseen && f.memory.here != nil
	if !known {
		f.settle()
	}
	f.openRound()
	if !known {
		f.declareOrders()
	}
	f.rollInitiative()
	if r := f.recall(known); r != nil {
		f.replay(r)
		return
	}
	if known {
		f.settle()
		f.declareOrders()
	}
	f.playPhases(0)
	f.keep()
}

// playPhases plays the phases from one of them on, and closes the round.
func (f *Fight) playPhases(from int) {
	for _, phase := range phases[from:] {
		if f.stopped() { // a round of millions may take a while
			f.ended, f.cut, f.changed = true, true, true // so that it is not remembered
			return
		}
		if phase(f); f.ended {
			return
		}
	}
	f.closeRound()
}

// closeRound ends the battle at the round limit.
func (f *Fight) closeRound() {
	if f.b.elaborate != "" {
		f.endSpells()
		f.endEffects()
	}
	if f.round >= f.b.MaxRounds {
		f.end(Undecided)
	}
}

// phases are those that can end a battle, in the rules' order.
var phases = [...]func(*Fight){
	(*Fight).rangedPhase,
	(*Fight).movementPhase,
	(*Fight).meleePhase,
	(*Fight).moralePhase,
	(*Fight).fatiguePhase,
}

// afterRanged is the place among the phases of the one after the Ranged Phase.
const afterRanged = 1

// openRound puts late groups on the field and counts who fights.
func (f *Fight) openRound() {
	f.changed, f.taken, f.started = false, 0, [2]int{}
	if f.b.wearing {
		f.tire()
	}
	if !f.b.unaltering {
		f.arrivals()
	}
	for i := range f.groups {
		g := &f.groups[i]
		g.atStart, g.taken = 0, 0
		if g.standing == Steady {
			g.atStart = g.fighting
			f.started[g.Side] += g.fighting
		}
	}
	if f.b.wounded {
		f.reel()
	}
	if f.Trace != nil {
		f.Trace(f.roundBegins())
	}
	if f.Beginnings != nil {
		f.Beginnings(f.roundBegins())
	}
}

// arrivals puts late groups on the field, and then locks them with whom they reach:
// for everybody in file order.
func (f *Fight) arrivals() {
	for i := range f.groups {
		if g := &f.groups[i]; g.standing == Coming && g.Arrives <= f.round {
			g.standing, f.changed = Steady, true
			f.note(func() Event { return Arrival{i} })
		}
	}
	if !f.changed {
		return
	}
	for i := range f.side(0) {
		for j := f.b.Sides[1].First; j < f.b.Sides[1].Last; j++ {
			g, h := &f.groups[i], &f.groups[j]
			if (g.Arrives == f.round || h.Arrives == f.round) && g.onField() && h.onField() && reaches(g, h) {
				f.lock(i, j)
			}
		}
	}
}

// thinks says whether every round is thought through: of a battle that is told,
// fought with scripted dice, or has more state than a memory holds.
func (f *Fight) thinks() bool {
	return f.Trace != nil || f.Beginnings != nil || f.b.elaborate != "" || f.dice.IsScripted()
}

// side returns the groups of a side.
func (f *Fight) side(s int) []group {
	return f.groups[f.b.Sides[s].First:f.b.Sides[s].Last]
}

// order is the sides in the order in which they act.
func (f *Fight) order() [2]*SideInfo {
	return [2]*SideInfo{&f.b.Sides[f.first], &f.b.Sides[1-f.first]}
}

// enemies returns the groups of the other side.
func (f *Fight) enemies(g *group) []group { return f.side(1 - g.Side) }

// onField says whether a group is there to be met: steady or fleeing. The
// collapsed lie where they fell and take no further part (ruling, HC-END).
func (g *group) onField() bool { return g.standing == Steady || g.standing == Broken }

// speed is the group's Move in yards a second, halved when it is tired, and when
// it is reeling, with what spells do to it, and then what its posture leaves of it
// (B-POSTURE).
func (g *group) speed() int {
	move := g.slowed(g.Unit.Move)
	if len(g.parts) > 0 {
		move = max(0, move+g.hampered())
	}
	return g.posture.move(move)
}

// slowed is a speed as fatigue and wounds leave it. Ruling: who is both tired and
// reeling has it halved twice, rounded up each time.
func (g *group) slowed(yards int) int {
	if g.tired {
		yards = halfUp(yards)
	}
	if g.wounds.reeling {
		yards = halfUp(yards)
	}
	return yards
}

func halfUp(n int) int { return (n + 1) / 2 }

// initiative is the winner's bonus for one of its members' rolls (HC-INIT).
func (f *Fight) initiative(g *group) int {
	if g.Side == f.winner {
		return f.b.Rules.InitiativeBonus
	}
	return 0
}

// note tells the listener, if there is one. The event is made only then.
func (f *Fight) note(event func() Event) {
	if f.Trace != nil {
		f.Trace(event())
	}
}

func (f *Fight) roundBegins() RoundBegins {
	e := RoundBegins{Round: f.round, Groups: f.states(), Distance: inf}
	for i := range f.side(0) {
		if g := &f.side(0)[i]; g.standing == Steady {
			e.Distance = min(e.Distance, f.nearestDistance(g))
		}
	}
	return e
}

func (f *Fight) states() []GroupState {
	var all []GroupState
	for i := range f.groups {
		g := &f.groups[i]
		s := GroupState{Group: i, Fighting: g.fighting, Pool: g.pool, FP: g.fp, Position: g.pos, Standing: g.standing, Posture: g.posture, Parts: f.tellParts(g)}
		for j := range f.groups {
			if f.locked(i, j) {
				s.Locked = append(s.Locked, j)
			}
		}
		all = append(all, s)
	}
	return all
}
