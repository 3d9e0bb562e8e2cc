package heroic

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"heroicsim/dice"
	"heroicsim/units"
)

var inf = math.Inf(1)

// A Battle is a scenario made ready to fight. It does not change and may be
// shared by any number of Fights.
type Battle struct {
	Name      string
	MaxRounds int
	Rules     Rules
	Field     Battlefield
	Sides     [2]SideInfo
	Groups    []GroupInfo // the first side's in file order, then the second's

	bonuses      []int32        // HC-NUM's skill bonuses of small numbers, a row for each number of attackers
	multipliers  []int32        // HC-NUM's multipliers in thousandths, by attackers or shots
	tactics      [2]int         // HC-INIT's +1 for the better leader
	wins         [2]dice.Odds   // of initiative: of the side of stream 0, and of either side
	brief        bool           // nothing comes after its end: neither pursuit nor wounds of characters
	choices      int            // see countChoices
	unaltering   bool           // the same orders hold in all rounds
	foreseen     bool           // orders go by scenes and numbers alone, and nobody arrives
	asksDistance bool           // some orders go by distance
	flanks       bool           // some orders lead round the enemy
	ahead        Point          // from the first side's starting places to the second's
	open         bool           // no front and no limit keeps attackers out
	winners      [7][7]int8     // see winnerOf
	quick        bool           // contests go by margins alone
	situated     bool           // see isSituated
	waits        bool           // some orders are to wait
	wearing      bool           // somebody does fatigue damage
	elaborate    string         // see elaboration
	postures     bool           // somebody may not stand upright
	wounded      bool           // wounds are more than loss of HP: see wounds
	grapples     bool           // some orders are to grapple
	casts        bool           // some orders cast spells
	effects      []*units.Spell // those that leave effects which last
}

// A SideInfo is what a Battle knows of a side.
type SideInfo struct {
	Name         string
	TacticsSkill int
	NoRetreat    bool
	Surprised    bool
	Pursuit      Pursuing
	First, Last  int // its groups are Battle.Groups[First:Last]

	stream int // its key in the random streams: 0 or 1
}

// A GroupInfo is what a Battle knows of a group.
type GroupInfo struct {
	Group
	Side  int // 0 or 1
	Start int // combatants who begin the battle, fewer than Count where HPNow says so
	Pool  int // HP at the start
	FP    int // of one member at the start
	Place Point

	melee, ranged []weapon
	braced        []weapon // see brace
	tasks         []string // actions of its orders that have no effect, see task
	reach         int      // yards, of its longest melee weapon (HC-LOCK)
	grapple       weapon
	lockWith      string // the skill of its arm locks
	lockLevel     int
	wrestling     int // what Wrestling adds to ST
	orders        []order
	autoCasts     []order // what auto chooses among for who has nothing but spells
	riding        int     // the best Riding skill
	rides         bool
	checkAt       int            // HP of the pool at which a third is lost (HC-MORALE)
	stream        int            // its key in the random streams: its place on its side
	ways          []units.Travel // where there may be a pursuit
	spells        []spell
	effects       []*units.Spell // the battle's
	kind          int            // the first group of the same unit; groups of one are of another kind
}

// A weapon is one of a group's.
type weapon struct {
	*units.Weapon
	index    int // on its unit
	fastDraw int // level of the Fast-Draw skill that serves it; 0: none
}

// length is the weapon's longest written reach in yards; C is 0.
func (w *weapon) length() int {
	if len(w.Reach) == 0 {
		return 1
	}
	return w.Reach[len(w.Reach)-1]
}

// An order is one of a group's orders made ready.
type order struct {
	*Order
	names   []bool // by weapon index: those that the order names; nil: none
	actions []action
	reply   *action  // that it waits to take; nil: an attack
	strokes []stroke // of Attacks
	casts   []cast
}

// DefaultMaxRounds is the round limit where a scenario names none.
const DefaultMaxRounds = 100

// MaxGroups is how many groups a side may have.
const MaxGroups = 1000

// Compile makes a Battle of s. Its errors are mistakes of the caller: whoever
// reads scenarios from files has checked them and knows the line.
func Compile(s Scenario) (*Battle, error) {
	b := &Battle{Name: s.Name, MaxRounds: s.MaxRounds, Rules: s.Rules, Field: s.Field}
	if b.MaxRounds == 0 {
		b.MaxRounds = DefaultMaxRounds
	}
	if b.Rules.SpeedFactor < 1 {
		return nil, errors.New("heroic: speed_factor must be at least 1")
	}
	for side, in := range s.Sides {
		if len(in.Groups) == 0 || len(in.Groups) > MaxGroups {
			return nil, fmt.Errorf("heroic: side %q has %d groups; 1 to %d are allowed", in.Name, len(in.Groups), MaxGroups)
		}
		first := len(b.Groups)
		for i, g := range in.Groups {
			if in.NoRetreat && orders(g, Retreat) {
				return nil, fmt.Errorf("heroic: side %q cannot retreat, but group %q is ordered to", in.Name, g.Name)
			}
			info, err := compileGroup(g, side, len(s.Sides[1-side].Groups))
			if err != nil {
				return nil, fmt.Errorf("heroic: side %q, group %q: %w", in.Name, g.Name, err)
			}
			b.compileSpells(&info)
			info.stream = side*streamsPerSide + i
			if b.Rules.Pursuit {
				info.ways = g.Unit.Ways()
			}
			info.Place = place(g, i, len(in.Groups), float64(side)*s.Field.Distance)
			b.Groups = append(b.Groups, info)
		}
		b.Sides[side] = SideInfo{in.Name, in.TacticsSkill, in.NoRetreat, in.Surprised, in.Pursuit, first, len(b.Groups), side}
	}
	b.ahead = direction(b.middle(0), b.middle(1))
	if s.Field.Distance <= contact {
		b.joinLines()
	}
	b.findKinds()
	switch first, second := b.Sides[0].TacticsSkill, b.Sides[1].TacticsSkill; {
	case first > second:
		b.tactics[0] = 1
	case first < second:
		b.tactics[1] = 1
	}
	b.countWins()
	b.lookUps()
	b.unaltering = b.constantOrders()
	b.choices = b.countChoices()
	b.brief = b.endsBriefly()
	b.foreseen = true
	for i := range b.Groups {
		for k := range b.Groups[i].Orders {
			o := &b.Groups[i].Orders[k]
			b.asksDistance = b.asksDistance || o.When.Distance != nil
			b.flanks = b.flanks || o.Move.flanks()
			b.foreseen = b.foreseen && !o.Auto && b.Groups[i].Arrives <= 1
		}
	}
	b.open = b.Field.Frontage <= 0 && b.Rules.SurroundLimit == 0
	b.quick = !b.Rules.Criticals && !b.Rules.AttackMustSucceed
	b.situated = b.isSituated()
	b.waits = b.anyOrder(func(o *Order) bool { return o.Wait != nil })
	b.wearing = b.wearies()
	b.wounded = b.hasWounds()
	b.grapples = b.anyOrder(func(o *Order) bool { return o.Grapple })
	b.elaborate = b.elaboration()
	b.postures = b.elaborate != "" || b.anyOrder(func(o *Order) bool { return o.Posture != nil }) ||
		slices.ContainsFunc(b.Groups, func(g GroupInfo) bool { return g.Posture != Upright })
	for i := range b.Groups {
		b.Groups[i].effects = b.effects
	}
	return b, nil
}

// elaboration says what of the battle has more state than scenes and situations
// hold, as the subject of a sentence: its rounds are all thought through, and it
// cannot be explored. It is empty for most battles.
func (b *Battle) elaboration() string {
	switch {
	case b.wearing:
		return "fatigue damage"
	case b.wounded:
		return "what wounds do to single combatants (shock, reeling, major_wounds)"
	case b.waits:
		return "a battle with waits" // which interrupt movement and attacks
	case b.acts():
		return "a battle with actions" // which use things up, and take their time
	case b.grapples:
		return "a battle with grapples"
	case b.anyOrder(func(o *Order) bool { return len(o.Attacks) > 0 }):
		return "a battle with several attacks at once"
	case b.casts:
		return "a battle with spells"
	}
	return ""
}

// anyOrder says whether something holds for an order of the battle.
func (b *Battle) anyOrder(holds func(*Order) bool) bool {
	for i := range b.Groups {
		for k := range b.Groups[i].Orders {
			if holds(&b.Groups[i].Orders[k]) {
				return true
			}
		}
	}
	return false
}

// findKinds tells groups whose units are the same in all that strikes ask.
func (b *Battle) findKinds() {
	for i := range b.Groups {
		g := &b.Groups[i]
		g.kind = slices.IndexFunc(b.Groups, func(h GroupInfo) bool {
			return (h.Start == 1) == (g.Start == 1) && (h.Unit == g.Unit || reflect.DeepEqual(h.Unit, g.Unit))
		})
	}
}

// constantOrders says whether every group follows the same orders in every round,
// come what may.
func (b *Battle) constantOrders() bool {
	for i := range b.Groups {
		g := &b.Groups[i]
		o := &g.Orders[0]
		if o.Auto || len(o.Tactics) > 1 || o.When != (Condition{}) || g.Arrives > 1 || b.Sides[g.Side].Surprised {
			return false
		}
	}
	return true
}

// mostChoices bounds in how many ways two groups can choose among their orders in lanes.
const mostChoices = 16

// countChoices counts them: 1 where orders never change, 0 where lanes do not know what
// is chosen, because it is luck, or judgement, or somebody is surprised or not there yet.
func (b *Battle) countChoices() int {
	if b.unaltering {
		return 1
	}
	n := 1
	for i := range b.Groups {
		g := &b.Groups[i]
		if g.Arrives > 1 || b.Sides[g.Side].Surprised {
			return 0
		}
		for _, o := range g.Orders {
			if o.Auto || len(o.Tactics) > 1 || o.When.Chance != nil {
				return 0
			}
		}
		if n *= len(g.Orders) + 1; n > mostChoices {
			return 0
		}
	}
	return n
}

// streamsPerSide keeps the keys of the sides' groups apart, so that a group more
// on one side leaves the luck of the other as it is.
const streamsPerSide = 1 << 17

// streamsPerPart keeps those of a group's parts apart, of which a side's groups
// have room for 128.
const streamsPerPart = 1 << 10

// LineSpacing is the yards between the groups of a side's line.
const LineSpacing = 10

// place is where a group stands at the start: its own position, or its place in
// its side's line, which is centred on X = 0.
func place(g Group, i, n int, y float64) Point {
	if g.Position != nil {
		return *g.Position
	}
	return Point{(float64(i) - float64(n-1)/2) * LineSpacing, y}
}

// joinLines brings the groups of a battle that starts in contact together.
// Ruling: a group of the line that has no enemy within a yard starts a yard from
// the nearest one (file order on ties), unless a position was given for either. It
// stands before him, at most 45° aside, so that nobody begins on a flank.
func (b *Battle) joinLines() {
	for i := range b.Groups {
		g := &b.Groups[i]
		if g.Position != nil || g.Arrives > 1 {
			continue
		}
		side := b.Sides[1-g.Side]
		nearest, best := -1, inf
		for j := side.First; j < side.Last; j++ {
			if d := g.Place.distance(b.Groups[j].Place); d < best && b.Groups[j].Arrives <= 1 {
				nearest, best = j, d
			}
		}
		if nearest >= 0 && best > contact && b.Groups[nearest].Position == nil {
			g.Place = before(b.Groups[nearest].Place, g.Place, home(g.Side))
		}
	}
}

// before is a yard from an enemy's place on the way from g's, but at most 45° off
// the direction in which the enemy looks.
func before(enemy, g, looks Point) Point {
	const cos45 = 1 / math.Sqrt2
	u := direction(enemy, g)
	switch aside := math.Copysign(cos45, u.X); {
	case dot(u, looks) >= cos45:
		return pointTowards(g, enemy, g.distance(enemy)-contact)
	default:
		return Point{enemy.X + aside, enemy.Y + float64(looks.Y*cos45)}
	}
}

func compileGroup(g Group, side, enemies int) (GroupInfo, error) {
	u := g.Unit
	switch {
	case u == nil:
		return GroupInfo{}, errors.New("no unit")
	case g.Count < 1 || u.HP < 1:
		return GroupInfo{}, errors.New("count and HP must be at least 1")
	case g.HPNow != nil && (*g.HPNow < 1 || *g.HPNow > g.Count*u.HP):
		return GroupInfo{}, errors.New("hp_now must be from 1 to the full pool")
	}
	info := GroupInfo{Group: g, Side: side, Pool: g.Count * u.HP, FP: u.FP, reach: 1}
	info.Ranks = max(1, g.Ranks)
	info.riding, info.rides = riding(u)
	if g.HPNow != nil {
		info.Pool = *g.HPNow
	}
	if g.FPNow != nil {
		info.FP = *g.FPNow
	}
	info.Start = fighters(info.Pool, u.HP)
	info.checkAt = info.Start * 2 / 3 * u.HP
	if info.Start == 1 {
		info.checkAt = u.HP * 2 / 3
	}
	for i := range u.Weapons {
		w := weapon{&u.Weapons[i], i, 0}
		if len(w.Modes) == 0 {
			return GroupInfo{}, fmt.Errorf("weapon %q does no damage", w.Name)
		}
		if w.Ranged {
			w.fastDraw = fastDraw(u, w.Weapon)
			info.ranged = append(info.ranged, w)
		} else {
			info.melee = append(info.melee, w)
			info.reach = max(info.reach, w.MaxReach())
		}
	}
	info.braced = brace(info.melee, len(u.Weapons))
	info.grapple = newGrapple(u)
	info.lockWith, info.lockLevel = lockSkill(u)
	info.wrestling = wrestlingBonus(u)
	if len(info.Orders) == 0 {
		info.Orders = []Order{{Tactics: []Tactic{Neutral}}}
	}
	for i := range info.Orders {
		o := &info.Orders[i]
		if err := checkOrder(o, u, enemies); err != nil {
			return GroupInfo{}, err
		}
		info.orders = append(info.orders, info.ready(o))
	}
	return info, nil
}

// fastDraw is the best Fast-Draw level that serves a weapon, 0 for none (HC-SHOTS:
// of the right speciality). A skill without speciality serves all; one with it
// serves the weapons whose missile or name it names.
func fastDraw(u *units.Unit, w *units.Weapon) int {
	best, name := 0, words(w.Name)
	for skill, level := range u.Skills {
		after, ok := strings.CutPrefix(words(skill), "fast-draw")
		if !ok {
			continue
		}
		word := strings.Trim(after, "-() ")
		if word == "" || !w.Thrown && word == w.Missile.String() || strings.Contains(name, word) {
			best = max(best, level)
		}
	}
	return best
}

// namedWeapons marks the weapons that an order names.
func namedWeapons(o *Order, u *units.Unit) []bool {
	if len(o.Weapons) == 0 {
		return nil
	}
	named := make([]bool, len(u.Weapons))
	for i := range u.Weapons {
		named[i] = slices.ContainsFunc(o.Weapons, func(name string) bool { return words(name) == words(u.Weapons[i].Name) })
	}
	return named
}

// orders says whether a tactic is among a group's orders.
func orders(g Group, t Tactic) bool {
	return slices.ContainsFunc(g.Orders, func(o Order) bool { return slices.Contains(o.Tactics, t) })
}

func checkOrder(o *Order, u *units.Unit, enemies int) error {
	for _, t := range o.Tactics {
		if err := CheckMove(t, o.Move); err != nil {
			return err
		}
	}
	if o.Move == Withdraw && len(o.Tactics) == 0 {
		return CheckMove(Neutral, Withdraw)
	}
	if err := CheckActions(o, u); err != nil {
		return err
	}
	if err := CheckWait(o, u); err != nil {
		return err
	}
	for _, name := range o.Weapons {
		if !slices.ContainsFunc(u.Weapons, func(w units.Weapon) bool { return words(w.Name) == words(name) }) {
			return fmt.Errorf("no weapon %q", name)
		}
	}
	if o.Facing != nil && (*o.Facing < 0 || *o.Facing >= enemies) {
		return fmt.Errorf("facing: no enemy group %d", *o.Facing)
	}
	if o.Grapple {
		if err := CheckGrapple(u, o.Location, o.FollowUps); err != nil {
			return err
		}
	}
	if err := checkAttacks(o, u); err != nil {
		return err
	}
	for _, share := range o.Target.Groups {
		if share.Group < 0 || share.Group >= enemies || share.Share < 1 {
			return fmt.Errorf("target: no enemy group %d, or no members for it", share.Group)
		}
	}
	if _, err := CheckCasts(o, u); err != nil {
		return err
	}
	_, err := Contradiction(o, u)
	return err
}

// fighters is how many combatants a pool stands for (HC-GROUP).
func fighters(pool, hp int) int {
	if pool < 1<<31 {
		return int(uint32(pool+hp-1) / uint32(hp)) // a short division is faster
	}
	return (pool + hp - 1) / hp
}

// endsBriefly says whether what became of everybody follows from how the battle
// ended, without further rolls.
func (b *Battle) endsBriefly() bool {
	for i := range b.Groups {
		if b.Groups[i].isWounded() {
			return false
		}
	}
	return !b.Rules.Pursuit
}
