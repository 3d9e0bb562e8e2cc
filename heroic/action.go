package heroic

import (
	"errors"
	"fmt"
	"slices"

	"heroicsim/dice"
	"heroicsim/units"
)

// An Action is what a group does in a round besides attacks and movement
// (HC-ACTION).
type Action struct {
	Kind ActionKind
	Name string // of the weapon to reload or the potion to drink, "" for the first that serves; what else is done
	AP   int    // of what else is done: see ActionAP
}

// An ActionKind says what an action does.
type ActionKind uint8

// The kinds of action. An OtherAction takes its AP and has no effect.
const (
	OtherAction ActionKind = iota
	Reload
	ReadyShield
	DrinkPotion
)

// AP of actions by the seconds that they take (HC-ACTION).
const (
	apShort  = 1 // 1 to 2 s
	apMedium = 2 // 3 to 4 s
)

// ActionAP is the AP of an action of so many seconds (HC-ACTION). More than 4 s
// take the whole round, and more than 10 s several.
func ActionAP(seconds int) int {
	switch {
	case seconds <= 2:
		return apShort
	case seconds <= 4:
		return apMedium
	}
	return actionPoints * ((seconds + 9) / 10)
}

// roundAP is what an action of so many AP takes in one round.
func roundAP(ap int) int { return min(ap, actionPoints) }

// shieldAP is the AP of readying a shield (HC-ACTION).
func shieldAP(db int) int {
	if db <= 2 {
		return apShort
	}
	return apMedium
}

// An action is an Action made ready.
type action struct {
	*Action
	task int // of an OtherAction: its place among its group's tasks
}

// ready makes an order ready. A group's tasks are its actions without effect, by
// name, however often its orders name them.
func (g *GroupInfo) ready(o *Order) order {
	r := order{Order: o, names: namedWeapons(o, g.Unit), strokes: g.strokesOf(o)}
	for i := range o.Actions {
		r.actions = append(r.actions, g.readyAction(&o.Actions[i]))
	}
	if o.Wait != nil && o.Wait.Then == ReactAct {
		a := g.readyAction(&o.Wait.Act)
		r.reply = &a
	}
	return r
}

func (g *GroupInfo) readyAction(a *Action) action {
	if a.Kind != OtherAction {
		return action{a, 0}
	}
	name := words(a.Name)
	task := slices.Index(g.tasks, name)
	if task < 0 {
		task = len(g.tasks)
		g.tasks = append(g.tasks, name)
	}
	return action{a, task}
}

// CheckActions says why an order's actions cannot be, or nil.
func CheckActions(o *Order, u *units.Unit) error {
	if len(o.Actions) == 0 {
		return nil
	}
	switch {
	case slices.Contains(o.Tactics, Retreat):
		return errors.New("actions do not go with retreat, which does nothing but move")
	case o.Move == Withdraw:
		return errors.New("actions do not go with move withdraw, which allows none")
	}
	for i := range o.Actions {
		if err := checkAction(&o.Actions[i], u); err != nil {
			return err
		}
	}
	return nil
}

func checkAction(a *Action, u *units.Unit) error {
	switch a.Kind {
	case Reload:
		if !slices.ContainsFunc(u.Weapons, func(w units.Weapon) bool {
			return needsReload(&w) && (a.Name == "" || words(w.Name) == words(a.Name))
		}) {
			return fmt.Errorf("%s has no weapon%s to reload, whose shots take 3 s or more, as 1(4)", u.Name, a.called())
		}
	case ReadyShield:
		if !HasShield(u) {
			return fmt.Errorf("%s has no shield: no block and no shield_db", u.Name)
		}
	case DrinkPotion:
		if !slices.ContainsFunc(u.Potions, func(p units.Potion) bool { return a.drinks(&p) }) {
			return fmt.Errorf("%s has no potion%s", u.Name, a.called())
		}
	case OtherAction:
		if a.Name == "" || a.AP < 1 {
			return errors.New("an action needs a name, and AP of at least 1")
		}
	}
	return nil
}

// called is the name of what an action is about, for errors.
func (a *Action) called() string {
	if a.Name == "" {
		return ""
	}
	return fmt.Sprintf(" %q", a.Name)
}

// HasShield says whether a unit has a shield or cloak.
func HasShield(u *units.Unit) bool { return u.Block > 0 || u.ShieldDB > 0 }

// needsReload says whether a weapon's reload is an action: one of 2 s or less
// belongs to the attack.
func needsReload(w *units.Weapon) bool { return w.Shots > 0 && w.Reload > quickReload }

// drinks says whether an action may be to drink a potion.
func (a *Action) drinks(p *units.Potion) bool {
	return a.Name == "" || words(a.Name) == words(p.Name)
}

// acts says whether anything of HC-ACTION is part of the battle, beyond reloads
// that come with shooting.
func (b *Battle) acts() bool {
	return slices.ContainsFunc(b.Groups, func(g GroupInfo) bool { return g.Slung }) ||
		b.anyOrder(func(o *Order) bool { return len(o.Actions) > 0 })
}

// A kit is what actions have made of a group.
type kit struct {
	slung   bool  // its shields are not ready: no Block, and no DB
	potions []int // of each member, as Unit.Potions
	paid    []int // AP spent on its tasks
}

// unpack makes a kit new for a trial.
func (k *kit) unpack(g *GroupInfo) {
	k.slung = g.Slung
	k.potions, k.paid = k.potions[:0], k.paid[:0]
	for i := range g.Unit.Potions {
		k.potions = append(k.potions, g.Unit.Potions[i].Count)
	}
	for range g.tasks {
		k.paid = append(k.paid, 0)
	}
}

// act takes the actions that a group's orders name, in their order, as far as AP
// allow (HC-ACTION). Rulings: they come first in the Ranged Phase, in the group's
// step, and what has nothing to do is passed over.
func (f *Fight) act(g *group) {
	if g.standing != Steady || g.silent || len(g.order.actions) == 0 || f.atLarge(g) == 0 {
		return
	}
	for i := range g.order.actions {
		a := &g.order.actions[i]
		ap := f.needs(g, a)
		if ap > g.ap {
			return
		}
		if ap > 0 {
			f.do(g, a, i, ap)
		}
	}
}

// needs is the AP that an action takes in this round, 0 where there is nothing to
// be done.
func (f *Fight) needs(g *group, a *action) int {
	switch a.Kind {
	case Reload:
		if i := g.empty(a); i >= 0 {
			return roundAP(ActionAP(g.ranged[i].Reload))
		}
	case ReadyShield:
		if g.kit.slung {
			return shieldAP(g.Unit.ShieldDB)
		}
	case DrinkPotion:
		if g.potion(a) >= 0 {
			return apShort
		}
	case OtherAction:
		if g.kit.paid[a.task] < a.AP {
			return roundAP(a.AP)
		}
	}
	return 0
}

// empty is the ranged weapon that an action reloads: the first that has nothing
// loaded, or the one that is named, if it is not full. It is -1 where there is none.
func (g *group) empty(a *action) int {
	for i := range g.ranged {
		w, arm := &g.ranged[i], &g.weapons[i]
		if arm.loaded < 0 || arm.ammo == 0 {
			continue
		}
		if a.Name == "" && arm.loaded == 0 || words(a.Name) == words(w.Name) && arm.loaded < w.Shots {
			return i
		}
	}
	return -1
}

// potion is the first potion of an action that is left and would help, or -1.
func (g *group) potion(a *action) int {
	for i := range g.Unit.Potions {
		p := &g.Unit.Potions[i]
		heals := p.Heals() && g.pool < g.fighting*g.hp
		rests := p.FP > 0 && !g.Unit.NeverTires && g.fp < g.Unit.FP
		if g.kit.potions[i] > 0 && a.drinks(p) && (heals || rests) {
			return i
		}
	}
	return -1
}

// do takes an action that has something to do and the AP for it. The number of the
// action keeps draws apart.
func (f *Fight) do(g *group, a *action, number, ap int) {
	switch a.Kind {
	case Reload:
		f.load(g, g.empty(a), ap)
		return
	case ReadyShield:
		g.kit.slung = false
		f.note(func() Event { return ShieldReadied{g.index, g.Unit.ShieldDB, ap} })
	case DrinkPotion:
		f.dice.At(f.round, dice.Actions, g.stream, number)
		f.drink(g, g.potion(a), ap)
	case OtherAction:
		g.kit.paid[a.task] += ap
		f.note(func() Event { return Acted{g.index, a.Name, ap, g.kit.paid[a.task], a.AP} })
	}
	g.ap -= ap
}

// drink lets all members of a group drink a potion; it works at once. Ruling: in a
// pool they drink one after the other until nobody on his feet is hurt, for the
// fallen do not drink.
func (f *Fight) drink(g *group, potion, ap int) {
	p := &g.Unit.Potions[potion]
	g.kit.potions[potion]--
	e := Drank{Group: g.index, Potion: p, AP: ap, Left: g.kit.potions[potion]}
	before, full := g.pool, g.fighting*g.hp
	if p.Heals() {
		most := max(1, p.Heal.Max())
		for n := f.atLarge(g); n > 0 && g.pool < full; {
			if many := min(n, (full-g.pool)/most); many > mostApart && !f.rollsDice() {
				g.pool += f.healMany(p.Heal, many) // none of whom can find nobody hurt
				n, e.Drinkers = n-many, e.Drinkers+many
				continue
			}
			roll := f.dice.Roll(p.Heal)
			g.pool = min(full, g.pool+max(0, roll))
			n, e.Drinkers = n-1, e.Drinkers+1
			if f.Trace != nil {
				e.Rolls = append(e.Rolls, roll)
			}
		}
	}
	if p.FP > 0 && !g.Unit.NeverTires {
		e.FP = min(p.FP, g.Unit.FP-g.fp)
		g.fp += e.FP
		g.tired = tired(g)
		g.lowFP = lowFP(g)
	}
	if f.Trace != nil {
		e.Healed, e.Pool, e.Now, e.Tired = g.pool-before, g.pool, g.fp, g.tired
		f.Trace(e)
	}
}

// healMany is what many potions give back.
func (f *Fight) healMany(heal dice.Expr, n int) (won int) {
	rolls := heal.Dist()
	f.share(n, &rolls)
	for i, times := range f.counts {
		won += times * max(0, rolls.Min+i)
	}
	return won
}
