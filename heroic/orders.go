package heroic

import (
	"math"

	"heroicsim/dice"
)

// actionPoints is what every group has in a round (HC-AP).
const actionPoints = 4

// AP of what a group does (HC-AP).
const (
	apAttack   = 1
	apMove     = 2
	apHalfMove = 1
)

// declareOrders is phase 1: each group takes the first of its orders whose
// condition holds. A broken group must retreat; a surprised one does not act.
func (f *Fight) declareOrders() {
	f.disturbedBetween()
	for i := range f.groups {
		g := &f.groups[i]
		g.order, g.tactic, g.move, g.target = &noOrder, NoTactic, Hold, Target{}
		g.silent, g.withdraws, g.inRange, g.ran, g.mustLeave, g.shot, g.waiting = false, false, false, false, false, false, false
		g.fast = Check{}
		g.ap, g.spent, g.injury, g.runsAt, g.inContact = actionPoints, 0, 0, -1, -1
		g.wasLocked = f.isLocked(i)
		e := Ordered{Group: i, Entry: -1}
		switch {
		case (g.stunned(f.round) || g.standing == Broken && f.dazed(g)) && g.onField():
			g.silent, e.Stunned = true, true // and does not even flee
		case g.standing == Broken:
			g.tactic, g.move, g.mustLeave, e.Forced = Retreat, Away, true, true
		case g.standing != Steady:
			continue
		default:
			e.Entry = f.takeOrders(g)
			e.Auto = e.Entry >= 0 && g.orders[e.Entry].Auto
			if f.surprised(g) {
				// Ruling: who is surprised does not act, but defends by its tactic.
				g.silent, g.withdraws, e.Surprise = true, false, true
			} else if g.order.Wait != nil {
				g.waiting, g.ap, e.Wait = true, 0, g.order.Wait
			}
			if f.b.casts {
				f.commitSpells(g)
			}
		}
		if f.Trace != nil {
			e.Tactic, e.Move, e.Target, e.Grapples = g.tactic, g.move, g.target, g.order.Grapple
			e.Spells = g.tellCasts()
			f.Trace(e)
		}
	}
	if f.b.grapples {
		f.settleGrips()
	}
}

// takeOrders finds the orders that g follows this round and returns their place
// in its list, or -1 where none holds: then it is Neutral.
func (f *Fight) takeOrders(g *group) int {
	here := spot{locked: g.wasLocked}
	if f.b.asksDistance {
		here.distance = f.nearestDistance(g)
	}
	entry, o, tactic := f.followed(g, here)
	g.order, g.tactic, g.move, g.target = o, tactic, o.Move, o.Target
	if g.tactic == Retreat {
		g.move = Away
	}
	// Who is not locked has nothing to withdraw from, and just goes.
	g.withdraws = g.move == Withdraw && g.wasLocked && !(f.b.grapples && f.heldFast(g))
	return entry
}

// A spot is what orders ask of where a group stands.
type spot struct {
	locked   bool
	distance float64 // yards to the nearest steady enemy; only where orders ask for it
}

// followed is the entry of its orders that a group follows in a place, -1 for none,
// with the order that comes of it and the tactic.
func (f *Fight) followed(g *group, here spot) (entry int, o *order, tactic Tactic) {
	f.dice.To(f.round, g.ordersMoment)
	entry = -1
	for i := range g.orders {
		if f.holds(&g.orders[i].When, g, here) {
			entry = i
			break
		}
	}
	if entry < 0 {
		return entry, &noOrder, Neutral
	}
	if o = &g.orders[entry]; o.Auto {
		o = f.auto(g)
	}
	switch len(o.Tactics) {
	case 0:
		return entry, o, Neutral
	case 1:
		return entry, o, o.Tactics[0]
	}
	return entry, o, o.Tactics[f.dice.Index(len(o.Tactics))]
}

// foresee lists what the groups will do about their orders, in the scene before the
// round, without asking where they stand: what declareOrders will come to.
func (f *Fight) foresee(s *scene) []choice {
	choices := f.memory.choices[:0]
	for i := range f.groups {
		g := &f.groups[i]
		c := choice{&noOrder, NoTactic, false}
		switch g.standing {
		case Broken:
			c.tactic = Retreat
		case Steady:
			_, c.order, c.tactic = f.followed(g, s.places[i])
			c.silent = f.surprised(g)
		}
		choices = append(choices, c)
	}
	f.memory.choices = choices
	return choices
}

// surprised says whether a group does not act, because its side is surprised.
func (f *Fight) surprised(g *group) bool { return f.round == 1 && f.b.Sides[g.Side].Surprised }

// noOrder is that of a group without any.
var noOrder = order{Order: &Order{}}

// holds says whether all of a condition's parts do. The chance is drawn last,
// and only if the rest holds. What a part asks is worked out only for it.
func (f *Fight) holds(c *Condition, g *group, here spot) bool {
	return (c.Rounds == nil || c.Rounds.Holds(float64(f.round))) &&
		(c.Distance == nil || c.Distance.Holds(exact(here.distance))) &&
		(c.Locked == nil || *c.Locked == here.locked) &&
		(c.Losses == nil || c.Losses.Holds(float64(g.Start-g.fighting)/float64(g.Start))) &&
		(c.EnemyLosses == nil || c.EnemyLosses.Holds(losses(f.enemies(g)))) &&
		(c.Ratio == nil || c.Ratio.Holds(float64(steadyNumber(f.side(g.Side)))/float64(steadyNumber(f.enemies(g))))) &&
		(c.HP == nil || c.HP.Holds(g.poolShare())) &&
		(c.FP == nil || c.FP.Holds(g.fpShare())) &&
		(c.Chance == nil || f.dice.Chance(*c.Chance))
}

// exact takes the rounding of geometry out of a distance, so that contact is 1.
func exact(yards float64) float64 { return math.Round(yards*1e9) / 1e9 }

func within(s *Span, v float64) bool { return s == nil || s.Holds(v) }

// poolShare is the share of the full pool that is left.
func (g *group) poolShare() float64 { return float64(g.pool) / float64(g.Count*g.Unit.HP) }

// fpShare is the share of full FP that is left; who never tires has all of it.
func (g *group) fpShare() float64 {
	if g.Unit.NeverTires || g.Unit.FP <= 0 {
		return 1
	}
	return float64(g.fp) / float64(g.Unit.FP)
}

// losses is the share of a side's combatants that has fallen.
func losses(side []group) float64 {
	fallen, all := 0, 0
	for i := range side {
		fallen += side[i].Start - side[i].fighting
		all += side[i].Start
	}
	return float64(fallen) / float64(all)
}

// steadyNumber is how many combatants of a side fight now.
func steadyNumber(side []group) int {
	n := 0
	for i := range side {
		if side[i].standing == Steady {
			n += side[i].fighting
		}
	}
	return n
}

// nearestDistance is the yards to the nearest steady enemy, +Inf where there is
// none.
func (f *Fight) nearestDistance(g *group) float64 {
	best := inf
	for i, enemy := 0, f.enemies(g); i < len(enemy); i++ {
		if enemy[i].standing == Steady {
			best = min(best, g.pos.distance(enemy[i].pos))
		}
	}
	return best
}

// rollInitiative is phase 2, HC-INIT.
func (f *Fight) rollInitiative() {
	a, b := &f.b.Sides[0], &f.b.Sides[1]
	if f.round == 1 && a.Surprised != b.Surprised {
		f.winner = 0
		if a.Surprised {
			f.winner = 1
		}
		f.first = f.winner
		f.note(func() Event {
			return InitiativeRolled{Winner: f.winner, First: f.first, Bonus: f.b.Rules.InitiativeBonus, Forced: true}
		})
		return
	}
	if f.explorer != nil {
		f.winner = f.explorer.initiative()
		f.first = max(0, f.winner)
		return
	}
	f.dice.To(f.round, initiativeMoment)
	f.winner, f.first = f.drawWinner()
	if f.Trace != nil && !f.rollsDice() {
		f.tellInitiative(f.fitPairs())
	}
}

// initiativeMoment is that of the roll for initiative.
var initiativeMoment = dice.MomentOf(dice.Initiative, 0, 0)

// drawWinner draws who wins initiative, -1 for nobody, and who acts first.
func (f *Fight) drawWinner() (winner, first int) {
	if f.rollsDice() {
		return f.rollPairs()
	}
	return f.b.winner(f.dice.Next())
}

// winner is who wins initiative by a draw, -1 for nobody, and who acts first.
func (b *Battle) winner(draw uint64) (winner, first int) {
	if b.Rules.InitiativeTie && b.wins[1].Happen(draw) == 0 {
		return -1, 0
	}
	winner = 1 - b.wins[0].Happen(draw) ^ b.Sides[0].stream
	return winner, winner
}

// countWins works out the odds of winning initiative. Equal totals are rolled again,
// unless the switch lets them stand.
func (b *Battle) countWins() {
	var ways [2]int // by stream
	rolls := 0
	for first := 1; first <= 6; first++ {
		for second := 1; second <= 6; second++ {
			winner := b.better(first, second)
			dice := [2]int{first, second} // by side
			b.winners[dice[b.Sides[0].stream]][dice[1-b.Sides[0].stream]] = int8(winner)
			if winner >= 0 {
				ways[winner^b.Sides[0].stream]++
			}
			if winner >= 0 || b.Rules.InitiativeTie {
				rolls++
			}
		}
	}
	b.wins = [2]dice.Odds{dice.OddsOf(ways[0], rolls), dice.OddsOf(ways[0]+ways[1], rolls)}
}

// winnerOf is who wins initiative by a die of each stream, -1 for nobody.
func (b *Battle) winnerOf(rolls [2]int) int { return int(b.winners[rolls[0]][rolls[1]]) }

// better is the side that two dice give initiative, -1 for a tie (HC-INIT).
func (b *Battle) better(first, second int) int {
	switch first, second = first+b.tactics[0], second+b.tactics[1]; {
	case first > second:
		return 0
	case first < second:
		return 1
	}
	return -1
}

// rollPairs rolls the dice for initiative.
func (f *Fight) rollPairs() (winner, first int) {
	var told [][2]int
	stream := f.b.Sides[0].stream
	for {
		rolls := f.dice.Pair()
		winner = f.b.winnerOf(rolls)
		if f.Trace != nil {
			told = append(told, [2]int{rolls[stream], rolls[1-stream]})
		}
		if winner >= 0 || f.b.Rules.InitiativeTie {
			break
		}
	}
	if f.Trace != nil {
		f.winner, f.first = winner, max(0, winner)
		f.tellInitiative(told)
	}
	return winner, max(0, winner)
}

// fitPairs rolls pairs that give initiative to the side that has it, as likely as
// they would have fallen so: what was rolled again, and then the pair that counted.
func (f *Fight) fitPairs() [][2]int {
	var told [][2]int
	for again := !f.b.Rules.InitiativeTie; ; {
		rolls := f.dice.Pair()
		switch winner := f.b.better(rolls[0], rolls[1]); {
		case winner == f.winner:
			return append(told, rolls)
		case winner < 0 && again:
			told = append(told, rolls)
		default:
			again = false
		}
	}
}

func (f *Fight) tellInitiative(rolls [][2]int) {
	f.note(func() Event {
		return InitiativeRolled{Rolls: rolls, Adds: f.b.tactics, Winner: f.winner, First: f.first, Bonus: f.b.Rules.InitiativeBonus}
	})
}
