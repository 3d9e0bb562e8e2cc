package reports

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"heroicsim/heroic"
	"heroicsim/units"
)

// A Narration tells one battle round by round from the events that the engine
// traced, in their order, so that every line can be checked at the table with the
// rules in hand. The zero value sets 80 columns.
type Narration struct {
	Width int // columns; 0 means 80, and those from 40 to 100 are used
}

// Story is the Narration on 80 columns.
func Story(w io.Writer, b *heroic.Battle, events []heroic.Event) error {
	return Narration{}.Render(w, b, events)
}

// Render tells the story of b. Its errors are those of w.
func (n Narration) Render(w io.Writer, b *heroic.Battle, events []heroic.Event) error {
	t := n.Begin(w, b)
	for _, e := range events {
		t.Tell(e)
	}
	return t.Close()
}

// A Narrator tells a battle while it is fought. It keeps no more in mind than the
// opening of a round.
type Narrator struct {
	teller *teller
	// Events that set the field up for a round come before its opening, but are
	// told after it: arrivals, and locks that come of them or are there from the
	// start.
	setup   bool
	waiting []heroic.Event
}

// Begin begins the story of b.
func (n Narration) Begin(w io.Writer, b *heroic.Battle) *Narrator {
	return &Narrator{teller: newTeller(w, b, UsableWidth(n.Width)), setup: true}
}

// Tell tells one event after the other, as heroic.Fight.Trace hands them out.
func (n *Narrator) Tell(e heroic.Event) {
	switch e.(type) {
	case heroic.Arrival:
		n.setup = true
	case heroic.RoundBegins:
		n.teller.tell(e)
		n.begun()
		return
	case heroic.Ordered, heroic.InitiativeRolled:
		n.begun()
	}
	if n.setup {
		n.waiting = append(n.waiting, e)
		return
	}
	n.teller.tell(e)
}

// begun tells what waited for the opening of the round.
func (n *Narrator) begun() {
	for _, e := range n.waiting {
		n.teller.tell(e)
	}
	n.setup, n.waiting = false, n.waiting[:0]
}

// Err is the first error of the writer, if there was one so far.
func (n *Narrator) Err() error { return n.teller.page.err }

// Close tells what is left. Its error is that of the writer.
func (n *Narrator) Close() error {
	n.begun()
	return n.teller.page.close()
}

// A teller puts events into words. What the events leave out because it was
// said before (tactics, pools, who is tired) it remembers.
type teller struct {
	page       *page
	battle     *heroic.Battle
	names      []string      // of the groups, as the story calls them
	groups     []groupMemory // in the order of battle.Groups
	phase      section       // where attacks, moves and locks belong
	secondSide bool          // its orders have begun
	number     [2]int        // the sides' steady combatants at the start of the round
}

// A groupMemory is what a teller knows of a group.
type groupMemory struct {
	tactic   heroic.Tactic
	fighting int
	pool     int
	tired    bool   // at the start of this round (HC-FATIGUE)
	reeling  bool   // likewise (B-REEL)
	injuries []int  // accumulated since the last injury step
	wearing  []int  // fatigue damage, likewise
	fate     string // how it left the field, if it did

	senseless bool // by a major wound (B-MAJOR)
}

func newTeller(w io.Writer, b *heroic.Battle, columns int) *teller {
	t := &teller{page: newPage(w, columns), battle: b, names: groupNames(b), groups: make([]groupMemory, len(b.Groups))}
	for i, g := range b.Groups {
		t.groups[i] = groupMemory{tactic: heroic.NoTactic, fighting: g.Start, pool: g.Pool}
	}
	return t
}

// tell tells one event. The cases are in the order of the round.
func (t *teller) tell(e heroic.Event) {
	switch e := e.(type) {
	case heroic.RoundBegins:
		t.roundBegins(e)
	case heroic.Arrival:
		t.arrival(e)
	case heroic.Ordered:
		t.ordered(e)
	case heroic.InitiativeRolled:
		t.initiative(e)
	case heroic.PhaseBegins:
		t.phase = phaseSections[e.Phase]
	case heroic.Attacked:
		t.attacked(e)
	case heroic.NoRoom:
		t.noRoom(e)
	case heroic.PostureChanged:
		t.postureChanged(e)
	case heroic.PlaceLeft:
		t.placeLeft(e)
	case heroic.Turned:
		t.turned(e)
	case heroic.Reloaded:
		t.reloaded(e)
	case heroic.ShieldReadied:
		t.shieldReadied(e)
	case heroic.Drank:
		t.drank(e)
	case heroic.Acted:
		t.acted(e)
	case heroic.Reacted:
		t.reacted(e)
	case heroic.Stopped:
		t.stopped(e)
	case heroic.WaitedInVain:
		t.waitedInVain(e)
	case heroic.Moved:
		t.moved(e)
	case heroic.Locked:
		t.page.list(t.phase, "locked in melee", t.names[e.A]+" and "+t.names[e.B])
	case heroic.Unlocked:
		t.page.list(t.now(), "no longer locked", t.names[e.A]+" and "+t.names[e.B])
	case heroic.Suffered:
		t.suffered(e)
	case heroic.Wearied:
		t.wearied(e)
	case heroic.Shaken:
		t.shaken(e)
	case heroic.Departed:
		t.departed(e)
	case heroic.Checked:
		t.checked(e)
	case heroic.Fatigued:
		t.fatigued(e)
	case heroic.Ended:
		t.ended(e)
	case heroic.Scouted:
		t.scouted(e)
	case heroic.Pursued:
		t.pursued(e)
	case heroic.Escaped:
		t.escaped(e)
	case heroic.Casualties:
		t.casualties(e)
	case heroic.FollowedUp:
		t.followedUp(e)
	case heroic.TriedToBreakFree:
		t.triedToBreakFree(e)
	case heroic.LetGo:
		t.letGo(e)
	case heroic.GotUp:
		t.gotUp(e)
	case heroic.Suffocated:
		t.suffocated(e)
	case heroic.Overpowered:
		t.overpowered(e)
	default:
		if t.spellEvent(e) {
			return
		}
		// a new kind of event that nobody has found words for
		panic(fmt.Sprintf("reports: no words for %T", e))
	}
}

// A section is a part of a round, or of what comes after the last.
type section int

const (
	opening section = iota
	arrivals
	apartSection
	orders
	initiative
	facing
	ranged
	movement
	melee
	injury
	morale
	fatigue
	effects
	remaining
	pursuit
	casualties
)

// sectionLabels are what stands in the label column.
var sectionLabels = [...]string{
	opening:      "Opening",
	arrivals:     "Arrivals",
	apartSection: "Set apart",
	orders:       "Orders",
	initiative:   "Initiative",
	facing:       "Facing",
	ranged:       "Ranged",
	movement:     "Movement",
	melee:        "Melee",
	injury:       "Injury",
	morale:       "Morale",
	fatigue:      "Fatigue",
	effects:      "Effects",
	remaining:    "Remaining",
	pursuit:      "Pursuit",
	casualties:   "Casualties",
}

var phaseSections = [...]section{
	heroic.RangedPhase:   ranged,
	heroic.MovementPhase: movement,
	heroic.MeleePhase:    melee,
}

// now is where the story stands: the phase, or what has come after its attacks.
func (t *teller) now() section {
	if s := t.page.section(); s >= injury {
		return s
	}
	return t.phase
}

// Orders and initiative.

func (t *teller) roundBegins(e heroic.RoundBegins) {
	t.phase, t.secondSide = opening, false
	for _, s := range e.Groups {
		g := &t.groups[s.Group]
		unit := t.battle.Groups[s.Group].Unit
		g.tactic = heroic.NoTactic
		g.fighting, g.pool = s.Fighting, s.Pool
		g.tired = !unit.NeverTires && s.FP*3 < unit.FP
		g.reeling = t.reels(s.Group, s.Pool)
	}
	var cells []string
	for side := range t.battle.Sides {
		cells = append(cells, t.sideState(side, e.Groups))
	}
	if !math.IsInf(e.Distance, 0) {
		cells = append(cells, apart(e.Distance))
	}
	t.page.heading("Round "+number(e.Round), cells)
	t.situations(e)
	t.setApart(e.Groups)
	t.partsText(e.Groups)
}

// sideState is a side's fighting number and HP, those of its steady groups, which
// are what morale checks compare.
func (t *teller) sideState(side int, states []heroic.GroupState) string {
	var fighting, start, hp, full, coming, broken int
	for _, s := range states {
		g := &t.battle.Groups[s.Group]
		if g.Side != side {
			continue
		}
		start, full = start+g.Start, full+fullPool(g)
		switch s.Standing {
		case heroic.Steady:
			fighting, hp = fighting+s.Fighting, hp+s.Pool
		case heroic.Broken:
			broken += s.Fighting
		case heroic.Coming:
			coming += s.Fighting
		}
	}
	t.number[side] = fighting
	text := tidy(t.battle.Sides[side].Name)
	if start > 1 {
		text += " " + number(fighting) + " of " + number(start)
	}
	text += fmt.Sprintf(" (%s/%s HP)", number(hp), number(full))
	if broken > 0 {
		text += ", " + number(broken) + " broken"
	}
	if coming > 0 {
		text += ", " + number(coming) + " to come"
	}
	return text
}

func (t *teller) arrival(e heroic.Arrival) {
	t.page.list(arrivals, "", t.names[e.Group]+" "+t.verb(e.Group, "arrives", "arrive"))
}

func (t *teller) ordered(e heroic.Ordered) {
	t.groups[e.Group].tactic = e.Tactic
	if len(t.battle.Groups) > 2 && e.Group >= t.battle.Sides[1].First && !t.secondSide {
		t.secondSide = true
		t.page.flush() // its own line
	}
	text := t.names[e.Group] + " " + glued(e.Tactic.Title())
	if e.Stunned {
		t.page.list(orders, "", t.names[e.Group]+" "+t.verb(e.Group, "is", "are")+" stunned: does nothing")
		return
	}
	if e.Surprise {
		t.page.list(orders, "", text+" (surprised: does not act)")
		return
	}
	if e.Move != heroic.MoveDefault && e.Move != impliedMove(e.Tactic) {
		text += ", " + e.Move.String()
	}
	if target := t.target(e); target != "" {
		text += ", " + target
	}
	if e.Wait != nil {
		text += ", " + t.waits(e)
	}
	if len(e.Spells) > 0 {
		text += ", " + castsText(e.Spells)
	}
	switch {
	case e.Forced:
		text += " (broken)"
	case e.Auto:
		text += " (auto)"
	case e.Entry < 0:
		text += " (no order holds)"
	case len(t.battle.Groups[e.Group].Orders) > 1:
		text += glued(" (order " + number(e.Entry+1) + ")")
	}
	t.page.list(orders, "", text)
}

// impliedMove is the move that a tactic leaves no choice about.
func impliedMove(tactic heroic.Tactic) heroic.Move {
	switch tactic {
	case heroic.AllOutOffensive:
		return heroic.Close
	case heroic.Retreat:
		return heroic.Away
	}
	return heroic.MoveDefault
}

// target is the target that an order chose, or nothing for the nearest.
func (t *teller) target(e heroic.Ordered) string {
	switch e.Target.Rule {
	case heroic.Weakest:
		return "at the weakest"
	case heroic.Strongest:
		return "at the strongest"
	case heroic.MostWounded:
		return "at the most wounded"
	case heroic.Named:
		enemies := t.battle.Sides[1-t.battle.Groups[e.Group].Side]
		var targets []string
		for _, share := range e.Target.Groups {
			name := t.names[enemies.First+share.Group]
			if len(e.Target.Groups) > 1 {
				name = number(share.Share) + " at " + name
			}
			targets = append(targets, name)
		}
		if len(targets) == 1 {
			return "at " + targets[0]
		}
		return strings.Join(targets, " and ")
	}
	return ""
}

func (t *teller) initiative(e heroic.InitiativeRolled) {
	first := midSentence(tidy(t.battle.Sides[e.First].Name))
	text := t.initiativeRolls(e)
	if e.Forced {
		text = tidy(t.battle.Sides[1-e.First].Name) + " surprised, no roll"
	}
	text += "; " + first + " first to act"
	switch {
	case e.Winner < 0:
		text += ", no bonus"
	case e.Bonus != 0 && t.battle.Rules.InitiativeDefends:
		text += ", " + signed(e.Bonus) + " on attacks and defences"
	case e.Bonus != 0:
		text += ", " + signed(e.Bonus) + " on attacks"
	}
	t.page.line(initiative, text)
}

func (t *teller) initiativeRolls(e heroic.InitiativeRolled) string {
	var rolls []string
	for i, roll := range e.Rolls {
		var totals [2]string
		for side := range totals {
			totals[side] = number(roll[side])
			if add := e.Adds[side]; add != 0 {
				totals[side] += glued(" + " + number(add) + " Tactics")
			}
		}
		if i == 0 {
			totals[0] = tidy(t.battle.Sides[0].Name) + glue + totals[0]
			totals[1] += glue + tidy(t.battle.Sides[1].Name)
		}
		rolls = append(rolls, totals[0]+glued(" : ")+totals[1])
	}
	return strings.Join(rolls, ", a tie, again ")
}

// Attacks.

func (t *teller) attacked(e heroic.Attacked) {
	section := t.phase
	if section == opening { // an attack outside any phase would be the engine's mistake; tell it all the same
		section = melee
		if e.Weapon.Ranged {
			section = ranged
		}
	}
	if e.FastDraw != nil {
		t.page.line(section, t.names[e.Attacker]+" "+fastDraw(e.FastDraw))
	}
	t.page.line(section, t.attack(e))
	if len(e.Blows) > 0 {
		t.page.more(t.skills(e))
	}
	t.page.more(t.contest(e))
	switch {
	case e.Held > 0:
		t.page.more(t.takes(e))
	case e.Grapple:
	case len(e.Blows) > 0:
		t.landings(e)
	case e.Hits > 0 && e.Mode != nil && (e.Spell == nil || e.Spell.Kind != units.Resistible):
		e.Hits *= max(1, e.Repeats)
		t.jet(e)
		t.page.more(t.damage(e))
	}
	if e.Stray != nil {
		t.page.more(stray(e.Stray))
	}
	if e.Injury.Injury > 0 {
		target := &t.groups[e.Target]
		if e.Injury.Damage.Type == units.FatigueDamage {
			target.wearing = append(target.wearing, e.Injury.Injury)
		} else {
			target.injuries = append(target.injuries, e.Injury.Injury)
		}
	}
}

// noRoom tells of an attack that nobody could make (HC-FRONT).
func (t *teller) noRoom(e heroic.NoRoom) {
	where := "at the front"
	switch {
	case t.battle.Field.Frontage <= 0:
		where = "around " + t.names[e.Target]
	case t.battle.Rules.SurroundLimit > 0:
		where = "to attack " + t.names[e.Target] // either may be the reason
	}
	t.page.line(t.phase, "no room "+where+" for "+t.counted(e.Attacker, e.Allotted))
}

func fastDraw(c *heroic.Check) string {
	gains := "nothing gained"
	if c.Success {
		gains = "one shot more"
	}
	return fmt.Sprintf("Fast-Draw %s: %s", check(c), gains)
}

// attack is who attacks whom with what, and the attack roll.
func (t *teller) attack(e heroic.Attacked) string {
	var text strings.Builder
	switch e.Kind {
	case heroic.FreeAttack:
		text.WriteString("free attack: ")
	case heroic.StrayAttack:
		text.WriteString("gone astray: ")
	}
	attackers := t.counted(e.Attacker, e.Attackers)
	if e.Allotted > e.Attackers {
		attackers = t.names[e.Attacker] + " " + glued("("+number(e.Attackers)+" of "+number(e.Allotted)+" "+findRoom(e.Attackers)+" room)")
	}
	defenders := t.counted(e.Target, e.Defenders)
	if 0 < e.Part && e.Part < e.Defenders {
		defenders = t.names[e.Target] + glued(" ("+number(e.Part)+" of "+number(e.Defenders)+")")
	}
	fmt.Fprintf(&text, "%s → %s", attackers, defenders)
	if e.Chink {
		text.WriteString(", chink")
	}
	name := tidy(e.Weapon.Name)
	switch {
	case len(e.Blows) > 0:
		text.WriteString(", " + glued(number(len(e.Blows))+" attacks at once"))
		name = "average"
	case e.Grapple:
		text.WriteString(", grapple")
		if e.Location != units.Torso {
			text.WriteString(" by the " + e.Location.String())
		}
	case e.Location != units.Torso:
		text.WriteString(", " + e.Location.String())
	}
	if e.Weapon.Ranged {
		text.WriteString(", " + t.shots(e) + "at " + yards(e.Distance))
	}
	text.WriteString(": ")
	text.WriteString(t.score(name, e.Skill, t.attackReason(e)))
	text.WriteString(", " + rolled(e.Attack, e.Skill.Total-e.Attack, "misses by"))
	return text.String()
}

func findRoom(n int) string {
	if n == 1 {
		return "finds"
	}
	return "find"
}

// shots is how many each attacker looses, where it is not plain.
func (t *teller) shots(e heroic.Attacked) string {
	switch {
	case e.Kind == heroic.StrayAttack || e.Shots < 1:
		return ""
	case e.Spell != nil && e.Shots == 1:
		return ""
	case e.Attackers == 1:
		return count(e.Shots, "shot", "shots") + " "
	}
	return count(e.Shots, "shot", "shots") + " each "
}

// counted is a group's name, with how many take part where they are a group.
func (t *teller) counted(group, n int) string {
	if t.battle.Groups[group].Count == 1 {
		return t.names[group]
	}
	return t.names[group] + glued(" ("+number(n)+")")
}

// attackReason words the modifiers of an attack roll.
func (t *teller) attackReason(e heroic.Attacked) func(heroic.Part) string {
	return func(p heroic.Part) string {
		switch p.Reason {
		case heroic.ForTactic:
			return t.groups[e.Attacker].tactic.Title()
		case heroic.ForNumbers:
			return "numbers (" + number(e.Side) + " : " + number(e.Defenders) + ")"
		case heroic.ForLocation:
			if e.Chink {
				return "chink"
			}
			return e.Location.String()
		}
		return p.Reason.String()
	}
}

// contest is the defence, the margin and the hits.
func (t *teller) contest(e heroic.Attacked) string {
	defence := t.names[e.Target] + " " + t.score(e.Defence.String(), e.DefenceScore, func(p heroic.Part) string {
		switch p.Reason {
		case heroic.ForTactic:
			return t.groups[e.Target].tactic.Title()
		case heroic.ForSide, heroic.ForRear:
			return p.Reason.String() + ", facing " + t.names[e.Facing]
		}
		return p.Reason.String()
	}) + ", " + rolled(e.Defend, e.DefenceScore.Total-e.Defend, "fails by")
	switch {
	case e.Automatic == heroic.CriticalHit:
		return "a critical hit, no defence: " + t.hits(e)
	case e.Automatic == heroic.CriticalMiss:
		return "a critical miss: no hit"
	case e.Automatic == heroic.AttackRollMiss:
		return defence + ": the attack roll missed, no hit"
	}
	return defence + ": " + t.hits(e)
}

// hits is the margin and what comes of it (HC-SF, HC-NUM). The division by the
// Speed Factor is written out where it may do something.
func (t *teller) hits(e heroic.Attacked) string {
	text := glued("margin " + number(e.Margin))
	switch {
	case e.BaseHits == 0 && e.Margin == 0:
		return text + glued(", a tie: no hit")
	case e.BaseHits == 0:
		return text + glued(", no hit")
	case e.Spell != nil && e.Spell.Kind == units.Resistible:
		return text + ": it reaches " + glued(number(e.Hits)+" of "+number(e.Defenders))
	}
	text += ", "
	if e.Margin >= min(e.SpeedFactor, t.battle.Rules.SpeedFactor) {
		text += glued("1 + " + number(e.Margin) + "/" + number(e.SpeedFactor) + " = ")
	}
	text += count(e.BaseHits, "hit", "hits")
	multiplied := int(float64(e.BaseHits)*e.Multiplier + 1e-9) // as 2.9999… is 3
	if e.Multiplier != 1 {
		text += " " + glued("× "+decimal(e.Multiplier)+" ("+multiplierCount(e)+") = "+number(multiplied))
	}
	if e.Hits < multiplied && e.Cap >= 0 {
		text += ", at most " + number(e.Cap)
	}
	if e.Repeats > 1 {
		text += fmt.Sprintf(", %s = %s", glued("× "+number(e.Repeats)+" (lasting)"), number(e.Hits*e.Repeats))
	}
	return text
}

// multiplierCount is the number that the hit multiplier goes by.
func multiplierCount(e heroic.Attacked) string {
	if e.Weapon.Ranged || e.Spell != nil {
		return count(e.Attackers*e.Shots*max(1, e.Potential), "shot", "shots")
	}
	return count(e.Attackers, "attacker", "attackers")
}

func stray(c *heroic.Check) string {
	if c.Success {
		return "gone astray: 3d " + number(c.Roll) + " of " + number(c.Score) + " or less, it may strike another"
	}
	return "gone astray: 3d " + number(c.Roll) + ", over " + number(c.Score) + ", it strikes nobody"
}

// Damage.

const (
	// Up to so many damage rolls stand in the order in which they fell; of more,
	// equal ones stand together.
	mostRolls = 8
	// Where one blow more or less counts, because a limb is crippled, up to so many.
	mostRollsInOrder = 30
	// Up to so many terms of a sum are written out.
	mostTerms = 6
	// So are up to so many products, of hits that let as much through.
	mostProducts = 10
)

// damage is the damage dice, the rolls, DR and injury (HC-INJ).
func (t *teller) damage(e heroic.Attacked) string {
	in := e.Injury
	if len(rolls(in)) == 0 {
		return t.damageDice(e) + ": " + t.meanDamage(e)
	}
	text := t.damageDice(e) + ": " + t.damageRolls(e)
	if in.Halved {
		text += minimum(in) + " halved (beyond " + yards(e.Weapon.HalfDamage) + ")"
	} else {
		text += minimum(in)
	}
	if dr := resistance(in); dr != "" {
		text += " −" + glue + dr
		if len(rolls(in)) > 1 || len(in.Many) > 0 {
			text += glued(" each")
		}
	}
	switch {
	case in.Pen == 0 && in.Injury == 0:
		return text + ": nothing goes through"
	case in.Pen == 0:
		return text + ": nothing goes through; blunt trauma, " + glued(number(in.Injury)+" injury")
	}
	return text + penetration(e) + t.wounding(e)
}

func (t *teller) damageDice(e heroic.Attacked) string {
	text := damageText(e.Mode.Damage)
	if len(e.Weapon.Modes) > 1 && e.Mode.Name != "" {
		text = tidy(e.Mode.Name) + " " + text
	}
	if e.Injury.Damage.Dice != e.Mode.Damage.Dice {
		text += ", " + glued(t.groups[e.Attacker].tactic.Title()) + " makes it " + typographic(e.Injury.Damage.Dice.String())
	}
	return text
}

// meanDamage is injury without a roll (damage_rolls: mean). Fractions are kept up
// to the injury.
func (t *teller) meanDamage(e heroic.Attacked) string {
	in := e.Injury
	text := "mean " + decimal(in.Mean)
	if in.Halved {
		text += ", already halved (beyond " + yards(e.Weapon.HalfDamage) + "),"
	}
	through := max(0, in.Mean-float64(in.DR))
	if dr := resistance(in); dr != "" {
		text += " −" + glue + dr + glued(" = "+decimal(through))
	}
	if in.Pen == 0 && in.Injury == 0 {
		return text + ": nothing goes through"
	}
	text += ", " + glued("× "+inflected(e.Hits, "hit", "hits"))
	if in.Wounding != units.Unchanged {
		text += ", " + glued("× "+decimal(in.Wounding.Float()))
	}
	return text + t.extras(e, int(through*float64(e.Hits)*in.Wounding.Float()+1e-9)) + glued(" = "+number(in.Injury)+harm(in))
}

func (t *teller) damageRolls(e heroic.Attacked) string {
	in := e.Injury
	_, _, sum := penetrating(in)
	switch n := len(in.Rolls); {
	case len(in.Many) > 0:
	case in.Once && n == 1:
		return "one roll, " + number(in.Rolls[0])
	case n <= mostRolls, n <= mostRollsInOrder && sum != in.Pen:
		return numbers(in.Rolls)
	}
	var groups []string
	for _, roll := range rolls(in) {
		text := number(roll.value)
		if roll.times > 1 {
			text += glued(" ×" + number(roll.times))
		}
		groups = append(groups, text)
	}
	return strings.Join(groups, ", ")
}

// A repeated is a number that came up so many times.
type repeated struct{ value, times int }

// rolls are those of some damage, the highest first.
func rolls(in heroic.InjuryRolled) (all []repeated) {
	if len(in.Many) == 0 {
		return together(in.Rolls)
	}
	for _, roll := range slices.Backward(in.Many) {
		all = append(all, repeated{roll.Roll, roll.Times})
	}
	return all
}

// together counts equal numbers, the highest first.
func together(list []int) []repeated {
	var all []repeated
	for _, v := range slices.Backward(slices.Sorted(slices.Values(list))) {
		if k := len(all) - 1; k >= 0 && all[k].value == v {
			all[k].times++
		} else {
			all = append(all, repeated{v, 1})
		}
	}
	return all
}

// leastBasic is the least basic damage of a hit (HC-INJ).
func leastBasic(in heroic.InjuryRolled) int {
	if in.Damage.Type == units.Crushing {
		return 0
	}
	return 1
}

// minimum names the least basic damage, where a roll was lower.
func minimum(in heroic.InjuryRolled) string {
	least, rolls := leastBasic(in), rolls(in)
	switch {
	case rolls[len(rolls)-1].value >= least:
		return ""
	case len(rolls) == 1 && rolls[0].times == 1:
		return glued(", at least " + number(least))
	}
	return glued(", at least " + number(least) + " each")
}

// resistance is DR with what an armour divisor makes of it; nothing where there
// is none.
func resistance(in heroic.InjuryRolled) string {
	dr := armourText(in)
	divisor := in.Damage.Divisor.String()
	switch {
	case in.DR == in.RawDR && in.DR == 0 && in.Armour == 0:
		return ""
	case in.DR == in.RawDR:
		return dr
	case in.RawDR == 0:
		return dr + " made " + number(in.DR) + " by " + divisor
	case in.DR == 2*in.RawDR:
		return dr + " doubled to " + number(in.DR) + " by " + divisor
	case in.DR == in.RawDR/2 && in.Damage.Divisor == 2000:
		return dr + " halved to " + number(in.DR) + " by " + divisor
	}
	return dr + " made " + number(in.DR) + " by " + divisor
}

// penetration is how the rolls add up to what goes through: written out where
// they are few, else the sum.
func penetration(e heroic.Attacked) string {
	in := e.Injury
	total := number(in.Pen)
	if in.Wounding != units.Unchanged {
		total += " through"
	}
	switch {
	case in.Once && in.Pen%e.Hits == 0:
		each := ""
		if in.Pen/e.Hits != in.Rolls[0] {
			each = glued(" = " + number(in.Pen/e.Hits))
		}
		return each + ", " + glued("× "+inflected(e.Hits, "hit", "hits")+" = "+number(in.Pen))
	case len(in.Rolls) == 1 && in.Rolls[0] == in.Pen:
		return ""
	case len(in.Rolls) == 1:
		return glued(" = " + number(in.Pen))
	}
	terms, products, sum := penetrating(in)
	switch {
	case sum != in.Pen: // a crippled limb takes no more, so that some hits go for nothing
		return ": " + glued(total)
	case len(terms) <= mostTerms && len(in.Many) == 0:
		return ": " + glued(strings.Join(terms, " + ")+" = "+number(in.Pen))
	case len(products) <= mostProducts:
		if len(products) == 1 && products[0] == number(in.Pen) {
			return ": " + products[0]
		}
		return ": " + strings.Join(products, " +"+glue) + " =" + glue + number(in.Pen)
	}
	return ": " + glued(total)
}

// penetrating is what each roll lets through, as a sum of terms and as one of
// products without those that let nothing through, and the sum.
func penetrating(in heroic.InjuryRolled) (terms, products []string, sum int) {
	through := func(roll int) int {
		basic := max(leastBasic(in), roll)
		if in.Halved {
			basic /= 2
		}
		return max(0, basic-in.DR)
	}
	for _, roll := range in.Rolls {
		terms = append(terms, number(through(roll)))
	}
	var all []repeated // by what goes through
	for _, roll := range rolls(in) {
		n := through(roll.value)
		sum += n * roll.times
		if k := len(all) - 1; k >= 0 && all[k].value == n {
			all[k].times += roll.times
		} else {
			all = append(all, repeated{n, roll.times})
		}
	}
	for _, p := range all {
		switch {
		case p.value == 0:
		case p.times == 1:
			products = append(products, number(p.value))
		default:
			products = append(products, glued(number(p.times)+" × "+number(p.value)))
		}
	}
	return terms, products, sum
}

// wounding turns what went through into injury.
func (t *teller) wounding(e heroic.Attacked) string {
	in := e.Injury
	text := ""
	if in.Wounding != units.Unchanged {
		text = glued(", × " + decimal(in.Wounding.Float()))
	}
	text += t.extras(e, in.Wounding.Apply(in.Pen))
	if text == "" {
		return glued(harm(in))
	}
	return text + glued(" = "+number(in.Injury)+harm(in))
}

// extras are what makes injury differ from what the sum of the hits would do.
func (t *teller) extras(e heroic.Attacked, plain int) string {
	text := ""
	if max(1, plain) != e.Injury.Injury-e.Injury.Blunt {
		text = ", hit by hit"
		if e.Injury.Most > 0 {
			text += " and at most " + number(e.Injury.Most) + " each"
		}
	}
	if e.Injury.Blunt > 0 {
		text += ", and blunt trauma " + number(e.Injury.Blunt)
	}
	return text
}

// Reloading and movement.

func (t *teller) reloaded(e heroic.Reloaded) {
	result := "not loaded yet"
	if e.Done {
		result = "loaded"
	}
	t.page.line(t.phase, fmt.Sprintf("%s %s %s, %s AP: %s", t.names[e.Group],
		t.verb(e.Group, "reloads", "reload"), tidy(e.Weapon.Name), number(e.AP), result))
}

func (t *teller) moved(e heroic.Moved) {
	text := t.names[e.Group] + " "
	if e.Yards == 0 {
		t.page.line(t.phase, text+t.verb(e.Group, "stays", "stay")+", "+t.nearest(e.Distance))
		return
	}
	switch {
	case e.Further:
		text += t.verb(e.Group, "goes on ", "go on ")
	case e.Retreats:
		text += t.verb(e.Group, "retreats ", "retreat ")
	case marches[e.Move] != "":
		text += t.verb(e.Group, "marches ", "march ")
	default:
		text += t.verb(e.Group, "moves ", "move ")
	}
	text += yards(e.Yards) + t.direction(e)
	if !e.Further {
		text += t.allowance(e)
	}
	t.page.line(t.phase, text+", "+t.nearest(e.Distance))
}

func (t *teller) direction(e heroic.Moved) string {
	away := e.Retreats || e.Move == heroic.Away || e.Move == heroic.Withdraw
	switch {
	case marches[e.Move] != "":
		return " " + marches[e.Move] + " " + t.names[e.Target]
	case e.Target >= 0 && away:
		return " away from " + t.names[e.Target]
	case e.Target >= 0:
		return " towards " + t.names[e.Target]
	case away:
		return " back"
	case math.Abs(e.To.X-e.From.X) > math.Abs(e.To.Y-e.From.Y):
		return " along the front"
	}
	return " forward"
}

// allowance is how far the group might have moved: a multiple of its Move, less
// what shots cost (HC-SHOTS), or half of it where AP were left for no more (HC-AP).
func (t *teller) allowance(e heroic.Moved) string {
	unit := t.battle.Groups[e.Group].Unit
	move, printed := unit.Move, "Move "+number(unit.Move)
	if t.groups[e.Group].tired {
		move = (move + 1) / 2
		printed = "tired Move " + number(move)
	}
	if t.groups[e.Group].reeling {
		move = (move + 1) / 2
		printed = "reeling Move " + number(move)
	}
	allowed := e.Allowed
	half := math.Floor(allowed / 2)
	if e.Half = e.Half && e.Yards <= half; e.Half {
		allowed = half
	}
	text := ""
	if times := e.Allowed / float64(move); move > 0 && times == math.Trunc(times) {
		text = printed + " × " + number(int(times))
		if e.Spent > 0 {
			text = printed + " × (" + number(int(times)+e.Spent) + " − " + number(e.Spent) + " for shots)"
		}
		if e.Half {
			text = "half of " + text + ", AP left for no more"
		}
	}
	switch {
	case text == "":
		text = "of " + number(int(allowed))
	case e.Yards < allowed:
		text = "of " + number(int(allowed)) + ": " + text
	}
	return " " + glued("("+text+")")
}

// Injury, morale and fatigue.

func (t *teller) suffered(e heroic.Suffered) {
	g := &t.groups[e.Group]
	text := t.names[e.Group] + " " + t.verb(e.Group, "takes ", "take ") + sum(g.injuries, e.Injury)
	if e.HT != nil {
		text += "; HT" + glue + check(e.HT)
		if e.HT.Success {
			text += ": halved to " + number(e.Taken)
		} else {
			text += ": all of it"
		}
	}
	text += ". " + glued(fmt.Sprintf("HP %s → %s: ", number(g.pool), number(e.Pool))+t.falls(e))
	text += t.hurt(e)
	t.page.line(injury, text)
	g.pool, g.fighting, g.injuries = e.Pool, e.After, nil
}

// falls says who falls and who is left.
func (t *teller) falls(e heroic.Suffered) string {
	fallen := e.Before - e.After
	switch {
	case t.battle.Groups[e.Group].Count == 1 && fallen == 0:
		return t.names[e.Group] + " fights on"
	case t.battle.Groups[e.Group].Count == 1:
		return t.names[e.Group] + " falls"
	case fallen == 0:
		return "nobody falls"
	case e.After > 0:
		return inflected(fallen, "falls", "fall") + ", " + number(e.After) + " of " + number(t.battle.Groups[e.Group].Start) + " left"
	case e.Before == 1:
		return "the last one falls"
	case e.Before == 2:
		return "both fall"
	}
	return "all " + number(fallen) + " fall"
}

// sum is the total of an injury step, with its terms where several attacks made
// it.
func sum(terms []int, total int) string {
	check := 0
	for _, n := range terms {
		check += n
	}
	if len(terms) < 2 || len(terms) > mostTerms || check != total {
		return number(total)
	}
	var text []string
	for _, n := range terms {
		text = append(text, number(n))
	}
	return glued(strings.Join(text, " + ") + " = " + number(total))
}

func (t *teller) departed(e heroic.Departed) {
	how, fate := t.verb(e.Group, "leaves", "leave")+" the field as ordered", "left"
	if e.Broke {
		how, fate = t.verb(e.Group, "flees", "flee")+" the field", "fled"
	}
	if e.Surrender {
		how, fate = "cannot flee and "+t.verb(e.Group, "surrenders", "surrender"), "surrendered"
	}
	t.groups[e.Group].fate = fate
	t.page.line(t.phase, t.counted(e.Group, t.groups[e.Group].fighting)+" "+how)
}

func (t *teller) checked(e heroic.Checked) {
	what := ""
	if e.Lone {
		what = " HP"
	}
	text := fmt.Sprintf("%s %s lost %s of %s%s: ", t.names[e.Group], t.verb(e.Group, "has", "have"),
		number(e.Lost), number(e.Of), what)
	text += t.score("3d", e.Score, t.moraleReason(e))
	switch {
	case e.Surrender:
		text += ", " + glued(number(e.Break)+" or more: "+t.verb(e.Group, "surrenders", "surrender"))
		t.groups[e.Group].fate = "surrendered"
	case e.Broke:
		text += ", " + glued(number(e.Break)+" or more: "+t.verb(e.Group, "breaks", "break"))
	default:
		text += ", " + glued("under "+number(e.Break)+": "+t.verb(e.Group, "holds", "hold"))
	}
	t.page.line(morale, text)
}

// moraleReason words the modifiers of a morale check (HC-MORALE).
func (t *teller) moraleReason(e heroic.Checked) func(heroic.Part) string {
	own := t.battle.Groups[e.Group].Side
	return func(p heroic.Part) string {
		switch {
		case p.Reason == heroic.ForLosses && e.Lost*3 >= e.Of*2:
			return "two thirds lost"
		case p.Reason == heroic.ForLosses:
			return "half lost"
		case p.Reason == heroic.ForOutnumbering && t.number[own] > t.number[1-own]:
			return fmt.Sprintf("outnumbering (%s : %s)", number(t.number[own]), number(t.number[1-own]))
		}
		return p.Reason.String()
	}
}

func (t *teller) fatigued(e heroic.Fatigued) {
	roll := "1d " + number(e.Roll)
	if len(e.Losses) == 0 {
		t.page.line(fatigue, roll+": no FP lost")
		return
	}
	for _, loss := range e.Losses {
		text := fmt.Sprintf("%s %s FP (%s of %s left)", t.names[loss.Group], signed(-loss.Lost),
			number(loss.FP), number(t.battle.Groups[loss.Group].Unit.FP))
		switch {
		case loss.Collapsed:
			text += " and " + t.verb(loss.Group, "collapses", "collapse")
		case loss.Tired && t.groups[loss.Group].tired:
			text += ", still tired"
		case loss.Tired:
			text += ", tired: Dodge and Move halved"
		}
		t.page.list(fatigue, roll, text)
	}
}

// After the battle.

// fullPool is the HP of all of a group, however hurt it begins the battle.
func fullPool(g *heroic.GroupInfo) int { return g.Count * g.Unit.HP }

func (t *teller) ended(e heroic.Ended) {
	t.page.heading("The end", []string{t.outcome(e)})
	for _, s := range e.Groups {
		g := &t.battle.Groups[s.Group]
		text := glued(t.names[s.Group])
		if g.Count > 1 {
			text += glued(fmt.Sprintf(" %s of %s", number(s.Fighting), number(g.Start)))
		}
		text += glued(fmt.Sprintf(" (%s/%s HP)", number(s.Pool), number(fullPool(g))))
		if t.groups[s.Group].senseless {
			text += glued(", unconscious")
		} else if word := standingWords[s.Standing]; word != "" {
			text += glued(", " + word)
		} else if fate := t.groups[s.Group].fate; fate != "" {
			text += glued(", " + fate)
		}
		t.page.list(remaining, "", text)
	}
}

// standingWords say how a group is that does not stand. How it left the field
// has been told.
var standingWords = [...]string{
	heroic.Steady:    "",
	heroic.Coming:    "never came",
	heroic.Broken:    "broken",
	heroic.Collapsed: "collapsed",
	heroic.Down:      "down",
	heroic.Left:      "",
}

func (t *teller) outcome(e heroic.Ended) string {
	switch e.Outcome {
	case heroic.FirstWins, heroic.SecondWins:
		winner := midSentence(tidy(t.battle.Sides[e.Outcome].Name))
		return fmt.Sprintf("Victory for %s in round %s, after %s.", winner, number(e.Rounds), duration(e.Rounds))
	case heroic.Draw:
		return fmt.Sprintf("A draw: both sides are out in round %s, after %s.", number(e.Rounds), duration(e.Rounds))
	}
	return fmt.Sprintf("Undecided at the limit of %s, after %s.", count(e.Rounds, "round", "rounds"), duration(e.Rounds))
}

// duration is the time that rounds take, as one would say it.
func duration(rounds int) string {
	seconds := 20 * rounds
	if seconds < 60 {
		return count(seconds, "second", "seconds")
	}
	text := count(seconds/60, "minute", "minutes")
	if rest := seconds % 60; rest > 0 {
		text += " " + count(rest, "second", "seconds")
	}
	return text
}

func (t *teller) casualties(e heroic.Casualties) {
	g := &t.battle.Groups[e.Group]
	hp := g.Unit.HP
	switch {
	case e.Fallen == 0:
		t.page.line(casualties, t.names[e.Group]+": nobody fell")
	case e.Wound.Roll > 0:
		text := fmt.Sprintf("%s: %sd %s to the %s", t.names[e.Group], number(2*max(1, hp/10)), number(e.Wound.Roll), e.Wound.Location)
		if e.Wound.Crippled {
			text += ", crippled"
		}
		t.page.line(casualties, text+fmt.Sprintf(": %s of %s HP", number(-e.Wound.Roll), number(hp)))
	case g.Count == 1 && e.Dead > 0:
		t.page.line(casualties, t.names[e.Group]+": dead")
	default:
		text := fmt.Sprintf("%s: %s fell, %s dead", t.names[e.Group], number(e.Fallen), number(e.Dead))
		if wounded := e.Fallen - e.Dead; wounded > 0 {
			text += fmt.Sprintf(", %s wounded at %s HP", number(wounded), number(-(hp / 2)))
		}
		t.page.line(casualties, text)
	}
}

// Words.

// groupNames are the names by which the story calls the groups: alone where
// unique in the battle, else with the side's.
func groupNames(b *heroic.Battle) []string {
	var names []string
	for i, g := range b.Groups {
		name := tidy(g.Name)
		unique := !slices.ContainsFunc(b.Groups[:i], sameName(g)) && !slices.ContainsFunc(b.Groups[i+1:], sameName(g))
		if !unique {
			name = tidy(b.Sides[g.Side].Name) + "/" + name
		}
		names = append(names, name)
	}
	return names
}

func sameName(g heroic.GroupInfo) func(heroic.GroupInfo) bool {
	return func(h heroic.GroupInfo) bool { return strings.EqualFold(tidy(g.Name), tidy(h.Name)) }
}

// verb chooses the verb's form. A group of one is singular, and so is one that
// is called like its unit: eight ogres may go by the name Ogre.
func (t *teller) verb(group int, one, many string) string {
	g := &t.battle.Groups[group]
	if g.Count == 1 || strings.EqualFold(g.Name, g.Unit.Name) && !strings.HasSuffix(g.Name, "s") {
		return one
	}
	return many
}

// score is a number with its modifiers: Bow 12 −3 range +2 initiative = 11.
func (t *teller) score(name string, s heroic.Score, reason func(heroic.Part) string) string {
	text := name + glue + number(s.Base)
	for _, p := range s.Parts {
		text += " " + glued(signed(p.Value)+" "+reason(p))
	}
	sum := s.Base
	for _, p := range s.Parts {
		sum += p.Value
	}
	if len(s.Parts) > 0 {
		text += glued(" = " + number(sum))
	}
	if s.Cap > 0 {
		text += glued(", at most " + number(s.Cap))
	}
	return text
}

// rolled is a roll and by how much it made or missed its score.
func rolled(roll, by int, fails string) string {
	if by < 0 {
		return glued(fmt.Sprintf("rolled %s (%s %s)", number(roll), fails, number(-by)))
	}
	return glued(fmt.Sprintf("rolled %s (by %s)", number(roll), number(by)))
}

// check is a success roll: 11, rolled 12. Rolls that succeed or fail whatever
// the score are marked (3 and 4, 17 and 18).
func check(c *heroic.Check) string {
	text := glued(number(c.Score) + ", rolled " + number(c.Roll))
	switch {
	case c.Success && c.Roll > c.Score:
		text += " (always succeeds)"
	case !c.Success && c.Roll <= c.Score:
		text += " (always fails)"
	}
	return text
}

func damageText(d units.Damage) string { return glued(typographic(d.String())) }

// typographic is s with true minus signs.
func typographic(s string) string { return strings.ReplaceAll(s, "-", "−") }

func apart(distance float64) string {
	if touches(distance) {
		return "in contact"
	}
	return yards(distance) + glued(" apart")
}

// nearest is the distance to the nearest steady enemy after a move.
func (t *teller) nearest(distance float64) string {
	switch {
	case math.IsInf(distance, 0):
		return glued("no enemy left")
	case touches(distance):
		return glued("in contact")
	case len(t.battle.Groups) == 2:
		return glued("now " + yards(distance) + " apart")
	}
	return "nearest enemy " + yards(distance)
}

// touches says whether groups stand as close as groups come (HC-LOCK), up to
// rounding.
func touches(distance float64) bool { return distance < 1.05 }

// yards is a distance to a tenth.
func yards(n float64) string {
	text := decimal(math.Round(n*10) / 10)
	if text == "1" {
		return glued("1 yard")
	}
	return glued(text + " yards")
}

// count is n things: 1 shot, 2 shots.
func count(n int, one, many string) string { return glued(inflected(n, one, many)) }

func inflected(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + many
}

func numbers(list []int) string {
	var text []string
	for _, n := range list {
		text = append(text, number(n))
	}
	return strings.Join(text, " ")
}

// number writes n with thousands separators and a true minus sign.
func number(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "−", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// signed writes a modifier: +2, −3.
func signed(n int) string {
	if n < 0 {
		return number(n)
	}
	return "+" + number(n)
}

// decimal writes x with at most two decimals, and none that are 0.
func decimal(x float64) string {
	whole, fraction := math.Modf(math.Round(math.Abs(x)*100) / 100)
	text := number(int(whole)) + strings.TrimPrefix(strconv.FormatFloat(math.Round(fraction*100)/100, 'f', -1, 64), "0")
	if x < 0 && text != "0" {
		text = "−" + text
	}
	return text
}

// The page.

// Labels stand in the first columns, fewer where there are few.
const (
	labelWidth       = 15
	narrowLabelWidth = 13
)

// A layout is how a paragraph stands in the text column.
type layout struct {
	indent int // of its first line
	hang   int // of the others
}

var (
	headingLayout = layout{0, 0}
	lineLayout    = layout{0, 4}
	moreLayout    = layout{2, 4} // of what belongs to the line above
)

// glue is a space at which no line is broken. It is printed as a space.
const glue = "\u00a0"

// glued is s as one word.
func glued(s string) string { return strings.ReplaceAll(s, " ", glue) }

// tidy is a name as given, but on one line.
func tidy(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}

// A page sets labelled lines in two columns and wraps them. Errors of its writer
// are kept until close.
type page struct {
	out     *bufio.Writer
	err     error   // the first of out
	width   int     // columns
	labels  int     // of them, the first, for labels
	empty   bool    // nothing printed yet
	label   section // of the line before; -1 after a heading
	pending pendingList
}

// A pendingList is a list whose entries come one at a time and share lines.
type pendingList struct {
	section section
	title   string
	entries []string
}

func newPage(w io.Writer, columns int) *page {
	p := &page{out: bufio.NewWriter(w), width: columns, labels: labelWidth, empty: true, label: -1}
	if columns < defaultWidth {
		p.labels = narrowLabelWidth
	}
	return p
}

// heading starts a part of the story, after an empty line: a label at the
// margin, and cells with space between them.
func (p *page) heading(label string, cells []string) {
	p.flush()
	if !p.empty {
		p.out.WriteByte('\n')
	}
	p.label = -1
	for i, cell := range cells {
		if len(cells) > 1 && width(cell) <= p.width-p.labels {
			cells[i] = glued(cell)
		}
	}
	p.print(label, strings.Join(cells, glue+glue+glue+" "), headingLayout)
}

// line sets a paragraph. The label is printed once for paragraphs that follow
// each other.
func (p *page) line(s section, text string) {
	p.flush()
	p.print(p.next(s), text, lineLayout)
}

// more sets a paragraph that belongs to the one before.
func (p *page) more(text string) {
	p.flush()
	p.print("", text, moreLayout)
}

// list adds an entry to a list, which goes on until something else is printed.
// Its title stands once before the entries.
func (p *page) list(s section, title, entry string) {
	if len(p.pending.entries) > 0 && (p.pending.section != s || p.pending.title != title) {
		p.flush()
	}
	p.pending.section, p.pending.title = s, title
	p.pending.entries = append(p.pending.entries, entry)
}

// section is that of the last line.
func (p *page) section() section {
	if len(p.pending.entries) > 0 {
		return p.pending.section
	}
	return p.label
}

func (p *page) flush() {
	list := p.pending
	if len(list.entries) == 0 {
		return
	}
	p.pending = pendingList{}
	text := strings.Join(list.entries, glue+"· ")
	if list.title != "" {
		text = list.title + ": " + text
	}
	p.print(p.next(list.section), text, lineLayout)
}

func (p *page) next(s section) string {
	if s == p.label {
		return ""
	}
	p.label = s
	return "  " + sectionLabels[s]
}

// print wraps text behind a label. What is glued together is broken only where it
// is too long for a line, and a word that is too long overflows it.
func (p *page) print(label, text string, l layout) {
	p.empty = false
	line := padded(label, p.labels) + strings.Repeat(" ", l.indent)
	fresh := true
	add := func(word, space string) {
		visible := width(strings.TrimRight(word, glue))
		switch {
		case fresh:
			line += word
		case width(line)+1+visible > p.width:
			p.put(line)
			line = strings.Repeat(" ", p.labels+l.hang) + word
		default:
			line += space + word
		}
		fresh = false
	}
	for word := range strings.SplitSeq(text, " ") {
		if width(strings.TrimRight(word, glue)) <= p.width-p.labels-l.hang {
			add(word, " ")
			continue
		}
		for i, piece := range strings.Split(strings.TrimRight(word, glue), glue) {
			if i == 0 {
				add(piece, " ")
			} else {
				add(piece, glue)
			}
		}
	}
	p.put(line)
}

// put prints a line.
func (p *page) put(line string) {
	_, p.err = p.out.WriteString(strings.TrimRight(strings.ReplaceAll(line, glue, " "), " ") + "\n")
}

func (p *page) close() error {
	p.flush()
	return p.out.Flush()
}

// padded is s filled up with spaces, and at least one.
func padded(s string, to int) string { return s + strings.Repeat(" ", max(1, to-width(s))) }

// width is how many columns s takes, combining marks not counted.
func width(s string) int {
	n := utf8.RuneCountInString(s)
	for _, r := range s {
		if unicode.Is(unicode.Mn, r) {
			n--
		}
	}
	return n
}
