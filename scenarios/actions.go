package scenarios

import (
	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/units"
)

// shieldStates are the words for whether shields are ready (HC-ACTION).
var shieldStates = []named[bool]{{"ready", false}, {"slung", true}}

// potionFields are the keys of a potion.
var potionFields = []field[units.Potion]{
	{"name", nameField(func(p *units.Potion) *string { return &p.Name })},
	{"heal", healField(func(p *units.Potion) *dice.Expr { return &p.Heal })},
	{"fp", anyInt(func(p *units.Potion) *int { return &p.FP })},
	{"count", anyInt(func(p *units.Potion) *int { return &p.Count })},
}

// healField reads dice of HP.
func healField[T any](at func(*T) *dice.Expr) func(*reader, *node, *T) {
	return func(r *reader, n *node, t *T) {
		if n.isBlank() {
			n.note(integers(0, anyNumber))
			n.note(patterned(`^\s*[0-9]+([dD]|\s*$)`))
			return
		}
		if n.kind == scalar {
			e, err := dice.Parse(n.text)
			if err == nil {
				*at(t) = e
				return
			}
			if offset, why, ok := offset(err); ok {
				r.rejectAt(n, offset, "%q: %s; like 2d or 1d+1", shorten(n.text), why)
				return
			}
		}
		r.reject(n, "expected dice, as 2d or 1d+1; found %s", n.found())
	}
}

// potions reads one potion or a list of them.
func potions(r *reader, n *node, s *stats) {
	if n.kind == list && len(n.items) == 0 {
		return
	}
	seen, items := map[string]bool{}, r.oneOrMore(n, "potions")
	if n.isBlank() {
		n.array().MinItems = 0
	}
	for _, item := range items {
		p := units.Potion{Name: "Potion", Count: 1}
		if readMap(r, item, &p, potionFields) && seen[words(p.Name)] {
			r.reject(item, "two potions are called %q; give one a name, or count them: {count: 2}", p.Name)
		}
		seen[words(p.Name)] = true
		s.Potions = append(s.Potions, p)
	}
}

// A deed is an action of orders as far as it has been read.
type deed struct {
	heroic.Action
	does, ap, seconds *node
	kinds             int // how many of reload, potion and do there are
}

// actionFields are the keys of an action that is a map.
var actionFields = append([]field[deed]{{"reload", deedField(heroic.Reload)}}, replyFields...)

// replyFields are the keys of one that may be waited for.
var replyFields = []field[deed]{
	{"potion", deedField(heroic.DrinkPotion)},
	{"do", kept(func(d *deed) **node { return &d.does }, deedField(heroic.OtherAction))},
	{"ap", kept(func(d *deed) **node { return &d.ap }, intField(1, 4, func(d *deed) *int { return &d.AP }))},
	{"seconds", kept(func(d *deed) **node { return &d.seconds }, func(r *reader, n *node, d *deed) {
		if v, ok := r.integer(n, 1, 3600); ok {
			d.AP = heroic.ActionAP(v)
		}
	})},
}

// deedField reads what an action of a kind names.
func deedField(kind heroic.ActionKind) func(*reader, *node, *deed) {
	return func(r *reader, n *node, d *deed) {
		d.Kind, d.kinds = kind, d.kinds+1
		nameField(func(d *deed) *string { return &d.Name })(r, n, d)
	}
}

// actionWords are the actions that are one word; the first takes too long to be waited
// for.
var actionWords = []named[heroic.Action]{
	{"reload", heroic.Action{Kind: heroic.Reload}},
	{"ready shield", heroic.Action{Kind: heroic.ReadyShield}},
	{"potion", heroic.Action{Kind: heroic.DrinkPotion}},
}

// action reads a word or a map with some keys.
func (r *reader) action(n *node, known []named[heroic.Action], fields []field[deed], names []string) (heroic.Action, bool) {
	if n.isBlank() {
		n.note(oneOf(names...))
		readMap(r, n, &deed{}, fields)
		return heroic.Action{}, false
	}
	if n.kind == scalar {
		for _, word := range known {
			if words(n.text) == words(word.name) {
				return word.value, true
			}
		}
		r.reject(n, "unknown action %s; actions are: %s, and any other as {do: open the gate, ap: 2}%s", quoted(n), listed(names), didYouMean(n.text, names))
		return heroic.Action{}, false
	}
	mistakes := len(r.errs)
	var d deed
	if !readMap(r, n, &d, fields) || len(r.errs) > mistakes {
		return heroic.Action{}, false
	}
	switch {
	case d.kinds != 1:
		r.reject(n, "an action is one of %s; found %d of them", listed(keys(fields)[:len(fields)-2]), d.kinds)
	case d.ap != nil && d.seconds != nil:
		r.reject(d.seconds, "ap and seconds say the same; leave one out")
	case d.does == nil && d.ap != nil:
		r.reject(d.ap, "ap goes with do; the rules know what others take")
	case d.does == nil && d.seconds != nil:
		r.reject(d.seconds, "seconds goes with do; the rules know what others take")
	case d.does != nil && d.AP == 0:
		r.reject(n, "missing key \"ap\" (1 to 4) or \"seconds\"")
	default:
		return d.Action, true
	}
	return heroic.Action{}, false
}

// actions reads an action, or a list of them.
func (r *reader) actions(n *node) (all []heroic.Action) {
	for _, item := range r.oneOrMore(n, "actions") {
		if a, ok := r.action(item, actionWords, actionFields, namesOf(actionWords)); ok {
			all = append(all, a)
		}
	}
	return all
}

// triggerWords are the events that may be waited for.
var triggerWords = []named[heroic.Trigger]{
	{"approach", heroic.OnApproach},
	{"in range", heroic.OnRange},
	{"attack", heroic.OnAttack},
	{"shot", heroic.OnShot},
	{"cast", heroic.OnCast},
}

// waitFields are the keys of wait.
var waitFields = []field[heroic.Wait]{
	{"for", func(r *reader, n *node, w *heroic.Wait) {
		for _, item := range r.oneOrMore(n, "events") {
			if event, ok := choice(r, item, triggerWords); ok {
				w.For |= event
			}
		}
	}},
	{"then", func(r *reader, n *node, w *heroic.Wait) {
		switch {
		case n.kind == scalar && words(n.text) == "attack":
			w.Then = heroic.ReactAttack
		case n.kind == scalar && words(n.text) == "shoot":
			w.Then = heroic.ReactShoot
		default:
			if a, ok := r.action(n, actionWords[1:], replyFields, append([]string{"attack", "shoot"}, namesOf(actionWords[1:])...)); ok {
				w.Then, w.Act = heroic.ReactAct, a
			}
		}
	}},
	{"watch", func(r *reader, n *node, w *heroic.Wait) {
		if n.isBlank() {
			n.note(oneOf("line"))
		}
		switch v, ok := whole(n, 1, maxYards); {
		case ok:
			w.Watch = v
		case n.isBlank():
		case n.kind == scalar && words(n.text) == "line":
			w.Watch = heroic.WatchLine
		default:
			r.reject(n, "expected a radius in whole yards from 1, or line; found %s", n.found())
		}
	}},
	{"at", func(r *reader, n *node, w *heroic.Wait) {
		if p, ok := r.point(n); ok {
			w.At = &p
		}
	}},
	{"check", boolField(func(w *heroic.Wait) *bool { return &w.Check })},
}

// deeds reads an entry's actions and wait, when its unit and tactic are known.
func (r *reader) deeds(e *entry) {
	if e.group.Unit == nil {
		return // whose own mistake is noted
	}
	mistakes := len(r.errs)
	if e.actions != nil {
		e.Actions = r.actions(e.actions)
		if len(r.errs) == mistakes {
			if err := heroic.CheckActions(&e.Order, e.group.Unit); err != nil {
				r.reject(e.actions, "%v", err)
			}
		}
	}
	mistakes = len(r.errs)
	if e.wait == nil || !r.wait(e) || len(r.errs) > mistakes {
		return
	}
	if err := heroic.CheckWait(&e.Order, e.group.Unit); err != nil {
		r.reject(e.wait, "%v", err)
	}
}

// wait reads on, or a map of what is waited for. On is what comes to hand: a blow at
// who comes into reach or attacks, a shot at who comes into range.
func (r *reader) wait(e *entry) bool {
	n, shoots := e.wait, false
	if n.isBlank() {
		n.note(onOff())
		return r.filled(n, "") && readMap(r, n, &heroic.Wait{}, waitFields)
	}
	for _, w := range e.group.Unit.Weapons {
		shoots = shoots || w.Ranged && !e.HoldFire
	}
	all := heroic.OnApproach | heroic.OnAttack
	if shoots {
		all |= heroic.OnRange
	}
	switch {
	case n.kind == mapping:
		e.Wait = &heroic.Wait{}
		if !r.filled(n, "an event, as {for: approach}; or write wait: on") || !readMap(r, n, e.Wait, waitFields) {
			return false
		}
		if n.get("for") == nil {
			e.Wait.For = all
		}
		return true
	case n.kind == scalar && !n.quoted:
		if on, ok := switches[words(n.text)]; ok {
			if on {
				e.Wait = &heroic.Wait{For: all}
			}
			return on
		}
	}
	r.reject(n, "expected on, or a map as {for: approach, then: attack}; found %s", n.found())
	return false
}
