package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"heroicsim/heroic"
	"heroicsim/units"
)

// An entry is an order and where its parts stand.
type entry struct {
	heroic.Order
	group                                                 *group
	enemies                                               []group // the enemy side's
	tactic, move, facing, target, weapon, location, shots *node
	stopAt                                                *node
	chink, posture                                        *node
	actions, wait                                         *node
	grapple, breakFree, attacks                           *node
	spells                                                *node
}

// entryFields are the keys of an entry of orders.
var entryFields = []field[entry]{
	{"when", func(r *reader, n *node, e *entry) {
		if r.filled(n, "a condition, as {rounds: 1-2}") {
			readMap(r, n, &e.When, conditionFields)
		}
	}},
	{"tactic", nodeField(func(e *entry) **node { return &e.tactic })},
	{"move", nodeField(func(e *entry) **node { return &e.move })},
	{"stop_at", kept(func(e *entry) **node { return &e.stopAt }, choiceField(stops, func(e *entry) *heroic.Stop { return &e.StopAt }))},
	{"target", nodeField(func(e *entry) **node { return &e.target })},
	{"weapon", nodeField(func(e *entry) **node { return &e.weapon })},
	{"location", nodeField(func(e *entry) **node { return &e.location })},
	{"chink", kept(func(e *entry) **node { return &e.chink }, boolField(func(e *entry) *bool { return &e.Chink }))},
	{"shots", nodeField(func(e *entry) **node { return &e.shots })},
	{"spells", nodeField(func(e *entry) **node { return &e.spells })},
	{"actions", nodeField(func(e *entry) **node { return &e.actions })},
	{"wait", nodeField(func(e *entry) **node { return &e.wait })},
	{"attacks", nodeField(func(e *entry) **node { return &e.attacks })},
	{"grapple", nodeField(func(e *entry) **node { return &e.grapple })},
	{"break_free", kept(func(e *entry) **node { return &e.breakFree },
		boolField(func(e *entry) *bool { return &e.BreakFree }))},
	{"posture", kept(func(e *entry) **node { return &e.posture }, choiceField(postures, func(e *entry) *heroic.Posture {
		e.Posture = new(heroic.Posture)
		return e.Posture
	}))},
	{"facing", nodeField(func(e *entry) **node { return &e.facing })},
}

// stops are the words for how near a group closes.
var stops = []named[heroic.Stop]{
	{"contact", heroic.AtContact},
	{"reach", heroic.AtReach},
}

// conditionFields are the keys of when.
var conditionFields = []field[heroic.Condition]{
	{"rounds", spanField(1, inf, true, func(c *heroic.Condition) **heroic.Span { return &c.Rounds })},
	{"distance", spanField(0, inf, false, func(c *heroic.Condition) **heroic.Span { return &c.Distance })},
	{"locked", func(r *reader, n *node, c *heroic.Condition) {
		if v, ok := r.boolean(n); ok {
			c.Locked = &v
		}
	}},
	{"losses", spanField(0, 1, false, func(c *heroic.Condition) **heroic.Span { return &c.Losses })},
	{"enemy_losses", spanField(0, 1, false, func(c *heroic.Condition) **heroic.Span { return &c.EnemyLosses })},
	{"ratio", spanField(0, inf, false, func(c *heroic.Condition) **heroic.Span { return &c.Ratio })},
	{"hp", spanField(0, 1, false, func(c *heroic.Condition) **heroic.Span { return &c.HP })},
	{"fp", spanField(0, 1, false, func(c *heroic.Condition) **heroic.Span { return &c.FP })},
	{"chance", func(r *reader, n *node, c *heroic.Condition) {
		if v, ok := r.fraction(n); ok {
			c.Chance = &v
		}
	}},
}

// fraction reads a probability: 0.25 or 1/4.
func (r *reader) fraction(n *node) (float64, bool) {
	if n.isBlank() {
		n.note(decimals(0, 1))
		n.note(patterned(`^\s*` + amountPattern + `\s*$`))
		return 0, false
	}
	if n.kind == scalar {
		if v, why := amount(n.text); why == "" && v >= 0 && v <= 1 {
			return v, true
		}
	}
	r.reject(n, "expected a probability from 0 to 1, as 0.25 or 1/4; found %s", n.found())
	return 0, false
}

// comparisons are the signs that a value of when may begin with.
var comparisons = []struct {
	sign string
	span func(v float64) heroic.Span
}{
	{"<=", func(v float64) heroic.Span { return heroic.Span{Low: -inf, High: v} }},
	{">=", func(v float64) heroic.Span { return heroic.Span{Low: v, High: inf} }},
	{"<", func(v float64) heroic.Span { return heroic.Span{Low: -inf, High: v, HighOpen: true} }},
	{">", func(v float64) heroic.Span { return heroic.Span{Low: v, LowOpen: true, High: inf} }},
}

// spanField reads N, A-B, or a comparison, of values that lie from lo to hi.
func spanField(lo, hi float64, integers bool, at func(*heroic.Condition) **heroic.Span) func(*reader, *node, *heroic.Condition) {
	return func(r *reader, n *node, c *heroic.Condition) {
		if n.isBlank() {
			blankSpan(n, lo, hi, integers)
			return
		}
		if n.kind != scalar {
			r.reject(n, `expected a number, a range as "1-2", or a comparison as ">=1/3"; found %s`, n.found())
			return
		}
		s, why := span(n.text, integers)
		if why == "" {
			why = cannotHold(s, lo, hi)
		}
		if why != "" {
			r.reject(n, "%q: %s", shorten(n.text), why)
			return
		}
		if s.Low == s.High && lo < s.Low && s.Low < hi && hi == 1 {
			r.warn(n, "exactly %s is hardly ever so; was \">=%s\" or \"<=%s\" meant?", n.text, n.text, n.text)
		}
		*at(c) = &s
	}
}

// blankSpan describes a span.
func blankSpan(n *node, lo, hi float64, integers bool) {
	one := decimals(lo, hi)
	if integers {
		one.Type = "integer"
	}
	n.note(one)
	n.note(patterned(`^\s*((<=|>=|<|>|≤|≥)\s*` + amountPattern + `|` + amountPattern + `(\s*[–-]\s*` + amountPattern + `)?)\s*$`))
}

// span reads a condition's value; why is what is wrong with it.
func span(text string, integers bool) (s heroic.Span, why string) {
	text = strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(text), "≥", ">="), "≤", "<=")
	take := func(s string) float64 {
		v, bad := amount(s)
		if bad == "" && integers && v != math.Trunc(v) {
			bad = "rounds are whole numbers"
		}
		if why == "" {
			why = bad
		}
		return v
	}
	for _, c := range comparisons {
		if rest, ok := strings.CutPrefix(text, c.sign); ok {
			return c.span(take(rest)), why
		}
	}
	if a, b, ok := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-"); ok && a != "" {
		s = heroic.Span{Low: take(a), High: take(b)}
		if why == "" && s.Low > s.High {
			why = fmt.Sprintf("the range is upside down; write %s-%s", strings.TrimSpace(b), strings.TrimSpace(a))
		}
		return s, why
	}
	v := take(text)
	return heroic.Span{Low: v, High: v}, why
}

// cannotHold says that no value from lo to hi lies in s, or "".
func cannotHold(s heroic.Span, lo, hi float64) string {
	if s.Low < hi && s.High > lo || s.Holds(lo) || s.Holds(hi) {
		if s.Low == s.High || s.Low <= hi && (s.High <= hi || s.High == inf) {
			return ""
		}
		return fmt.Sprintf("values go only to %s", number(hi))
	}
	if hi == inf {
		return fmt.Sprintf("this never holds: values begin at %s", number(lo))
	}
	return fmt.Sprintf("this never holds: values go from %s to %s", number(lo), number(hi))
}

// amount reads 12, 0.25 or 1/3.
func amount(s string) (v float64, why string) {
	s = strings.TrimSpace(s)
	if strings.HasSuffix(s, "%") {
		return 0, `percentages are written as fractions, as 0.33 or 1/3`
	}
	top, bottom, isFraction := strings.Cut(s, "/")
	a, okA := decimalText(strings.TrimSpace(top))
	b, okB := 1.0, true
	if isFraction {
		b, okB = decimalText(strings.TrimSpace(bottom))
	}
	if !okA || !okB || b <= 0 || a < 0 {
		return 0, `expected a number or fraction, a range as 1-2, or one of < <= > >= before a number, as ">=1/3"`
	}
	return a / b, ""
}

// resolveOrders reads the orders of a side's groups, when all weapons and
// enemies are known.
func (r *reader) resolveOrders(s, enemy *side) {
	for i := range s.groups {
		g := &s.groups[i]
		g.friends = s.groups
		if g.orders == nil {
			g.Orders = []heroic.Order{{Tactics: []heroic.Tactic{heroic.Neutral}}}
			continue
		}
		g.Orders = r.orders(g.orders, g, enemy.groups)
	}
	for i := range s.groups {
		r.warnUnarmed(&s.groups[i])
	}
}

// warnUnarmed tells of a group that can do nothing: bare hands can only grapple, and
// spells must be ordered, but for auto.
func (r *reader) warnUnarmed(g *group) {
	acts := func(o heroic.Order) bool { return o.Grapple || len(o.Spells) > 0 || o.Auto && len(g.Unit.Spells) > 0 }
	if g.Unit != nil && len(g.Unit.Weapons) == 0 && !slices.ContainsFunc(g.Orders, acts) {
		r.warn(g.unit, "%s has no weapons, so that this group never attacks", g.Unit.Name)
	}
}

// orders reads a tactic, auto, one entry or a list of them.
func (r *reader) orders(n *node, g *group, enemies []group) []heroic.Order {
	switch n.kind {
	case blank:
		r.tactic(n, g, nil)
		one := n.another()
		r.entry(one, g, enemies)
		one.object().def = "entry"
		n.note(one.shape())
		n.note(&shape{Type: "array", MinItems: 1, MaxItems: maxElements, Items: one.shape()})
		return nil
	case scalar:
		var o heroic.Order
		r.tactic(n, g, &o)
		return []heroic.Order{o}
	case mapping:
		return []heroic.Order{r.entry(n, g, enemies)}
	case null:
		r.reject(n, "expected a tactic, auto, or a list of entries; found nothing")
		return nil
	}
	var all []heroic.Order
	items := r.elements(n, "entries")
	for i, item := range items {
		if item.kind == scalar {
			r.reject(item, "expected an entry, as {tactic: %s}; for one of several at random write {tactic: [%s]}", shorten(item.text), joined(items))
			return nil
		}
		if i < len(items)-1 && always(item) {
			r.warn(item, "this entry has no when, so that the entries after it are never used")
		}
		all = append(all, r.entry(item, g, enemies))
	}
	return all
}

func joined(items []*node) string {
	var texts []string
	for _, n := range items[:min(len(items), 4)] {
		texts = append(texts, shorten(n.text))
	}
	return strings.Join(texts, ", ")
}

// always says that an entry's condition holds in every round.
func always(n *node) bool {
	when := n.get("when")
	return n.kind == mapping && (when == nil || when.kind == mapping && len(when.items) == 0)
}

// tactic reads a tactic's name or auto into o.
func (r *reader) tactic(n *node, g *group, o *heroic.Order) bool {
	if n.isBlank() {
		tactics := oneOf(append(heroic.TacticNames(), "auto")...)
		tactics.def = "tactic"
		n.note(tactics)
		return false
	}
	if n.kind == scalar && words(n.text) == "auto" {
		o.Auto = true
		return true
	}
	t, ok := parsed(r, n, "a tactic", heroic.ParseTactic, append(heroic.TacticNames(), "auto"))
	if ok && t == heroic.Retreat && g.noRetreat {
		r.reject(n, "a side with no_retreat cannot be ordered to retreat")
		return false
	}
	if ok && t == heroic.Retreat && g.Unit != nil && g.Unit.Move == 0 {
		r.warn(n, "%s has Move 0: under retreat it stays where it is and does nothing", g.Unit.Name)
	}
	if ok {
		o.Tactics = append(o.Tactics, t)
	}
	return ok
}

// entry reads one entry. What it says is checked in the order of the keys'
// table, for the parts depend on each other.
func (r *reader) entry(n *node, g *group, enemies []group) heroic.Order {
	e := entry{group: g, enemies: enemies}
	if !r.filled(n, "a tactic, as {tactic: offensive}") {
		return e.Order
	}
	if !readMap(r, n, &e, entryFields) || n.isBlank() {
		return e.Order
	}
	okTactic := r.tactics(&e)
	if e.Auto {
		for _, part := range []*node{e.move, e.stopAt, e.facing, e.target, e.weapon, e.location, e.shots, e.chink, e.posture, e.actions, e.wait, e.attacks, e.grapple, e.breakFree, e.spells} {
			if part != nil {
				r.reject(part, "auto decides this itself; leave it out, or name a tactic")
			}
		}
		return e.Order
	}
	if e.move != nil {
		if move, ok := parsed(r, e.move, "a move", heroic.ParseMove, moveNames); ok {
			e.Move = move
		}
	}
	if okTactic {
		r.checkMove(&e)
	}
	if e.facing != nil {
		r.facing(&e)
	}
	if e.target != nil {
		r.target(&e)
	}
	named := r.weapons(&e)
	r.grapple(&e)
	r.attacks(&e)
	if e.StopAt == heroic.AtReach {
		r.stopAtReach(&e, named)
	}
	if e.location != nil && !e.Grapple && e.attacks == nil {
		r.location(&e, named)
	}
	if e.shots != nil {
		r.shots(&e, named)
	}
	if e.spells != nil && okTactic {
		r.casts(&e)
	}
	r.deeds(&e)
	r.contradiction(&e)
	return e.Order
}

// contradiction rejects what can never be carried out beside the rest of an entry.
func (r *reader) contradiction(e *entry) {
	if e.group.Unit == nil {
		return // whose own mistake is noted
	}
	key, err := heroic.Contradiction(&e.Order, e.group.Unit)
	parts := map[string]*node{"grapple": e.grapple, "attacks": e.attacks, "posture": e.posture, "break_free": e.breakFree, "actions": e.actions}
	if err != nil {
		r.reject(parts[key], "%v", err)
	}
}

var moveNames = func() (names []string) {
	for m := heroic.Close; m < heroic.NumMoves; m++ {
		names = append(names, m.String())
	}
	return names
}()

// tactics reads one tactic, or several of which one is drawn each round.
func (r *reader) tactics(e *entry) bool {
	if e.tactic == nil {
		e.Tactics = []heroic.Tactic{heroic.Neutral}
		return true
	}
	all := true
	for _, n := range r.oneOrMore(e.tactic, "tactics") {
		ok := r.tactic(n, e.group, &e.Order)
		all = all && ok
	}
	if e.Auto && e.tactic.kind == list {
		r.reject(e.tactic, "auto cannot be one of several tactics")
	}
	return all && !e.Auto
}

// checkMove rejects a move that one of the tactics excludes.
func (r *reader) checkMove(e *entry) {
	for _, t := range e.Tactics {
		if err := heroic.CheckMove(t, e.Move); err != nil {
			r.reject(e.move, "%v", err)
			return
		}
	}
}

// facing reads the enemy group that a group turns to.
func (r *reader) facing(e *entry) {
	if _, ok := r.text(e.facing, "an enemy group's name", maxLine); !ok {
		return
	}
	if i, ok := r.enemy(e, e.facing, false); ok {
		e.Facing = &i
	}
}

// stopAtReach warns where there is nothing to stop, or no reach to stop at.
func (r *reader) stopAtReach(e *entry, usable []*units.Weapon) {
	long := func(w *units.Weapon) bool { return !w.Ranged && w.MaxReach() > 1 }
	switch {
	case e.Move == heroic.Hold || e.Move == heroic.Away || e.Move == heroic.Withdraw:
		r.warn(e.stopAt, "stop_at means nothing here: with move %s the group does not close", e.Move)
	case len(usable) > 0 && !slices.ContainsFunc(usable, long):
		r.warn(e.stopAt, "stop_at: reach means nothing here: no weapon reaches beyond a yard")
	}
}

// targetRules are the words for targets.
var targetRules = []named[heroic.TargetRule]{
	{"nearest", heroic.Nearest},
	{"weakest", heroic.Weakest},
	{"strongest", heroic.Strongest},
	{"most-wounded", heroic.MostWounded},
}

// target reads a rule, an enemy group, or a map of enemy groups to members.
func (r *reader) target(e *entry) {
	n := e.target
	switch n.kind {
	case blank:
		n.note(&shape{Enum: texts(namesOf(targetRules))})
		r.called(n)
		for key, value := range r.entries(n, "enemy groups and members") {
			r.called(key)
			r.integer(value, 1, maxCount)
		}
		n.object().MinProperties = 1
	case scalar:
		for _, rule := range targetRules {
			if words(n.text) == rule.name {
				e.Target.Rule = rule.value
				return
			}
		}
		if i, ok := r.enemy(e, n, true); ok {
			e.Target = heroic.Target{Rule: heroic.Named, Groups: []heroic.TargetShare{{Group: i, Share: 1}}}
		}
	case mapping:
		for key, value := range r.entries(n, "enemy groups and members") {
			i, okGroup := r.enemy(e, key, false)
			share, okShare := r.integer(value, 1, maxCount)
			if okGroup && okShare {
				e.Target.Rule = heroic.Named
				e.Target.Groups = append(e.Target.Groups, heroic.TargetShare{Group: i, Share: share})
			}
		}
		if len(n.items) == 0 {
			r.reject(n, "expected at least one enemy group with the members for it, as {Elves: 5, Hero: 3}")
		}
	default:
		r.reject(n, "expected a rule, an enemy group's name, or a map as {Elves: 5, Hero: 3}; found %s", n.found())
	}
}

// enemy finds an enemy group by name.
func (r *reader) enemy(e *entry, n *node, rules bool) (index int, ok bool) {
	var names []string
	for i, g := range e.enemies {
		if g.Name != "" && words(g.Name) == words(n.text) {
			return i, true
		}
		if g.Name == "" {
			return 0, false // called after its unit, whose own mistake is noted
		}
		names = append(names, g.Name)
	}
	if !rules {
		r.reject(n, "no enemy group is called %s; they are: %s%s", quoted(n), listed(names), didYouMean(n.text, names))
		return 0, false
	}
	var known []string
	for _, rule := range targetRules {
		known = append(known, rule.name)
	}
	r.reject(n, "unknown target %s; rules are: %s; enemy groups are: %s%s", quoted(n), listed(known),
		listed(names), didYouMean(n.text, append(known, names...)))
	return 0, false
}

// weapons reads one weapon or several, and returns those that the entry may
// use: all of the unit's where it names none.
func (r *reader) weapons(e *entry) []*units.Weapon {
	if e.weapon.isBlank() {
		for _, n := range r.oneOrMore(e.weapon, "weapons") {
			r.called(n)
		}
		return nil
	}
	u := e.group.Unit
	if u == nil {
		return nil // the unit's own mistake is noted
	}
	var usable []*units.Weapon
	if e.weapon == nil {
		for i := range u.Weapons {
			usable = append(usable, &u.Weapons[i])
		}
		return usable
	}
	byName := r.weaponsOf(u)
	for _, n := range r.oneOrMore(e.weapon, "weapons") {
		var found []*units.Weapon
		if n.kind == scalar {
			found = byName[words(n.text)]
		}
		if found == nil {
			r.unknownWeapon(n, u)
			continue
		}
		e.Weapons = append(e.Weapons, found[0].Name)
		usable = append(usable, found...)
	}
	return usable
}

// weaponsOf are a unit's weapons by words of their names.
func (r *reader) weaponsOf(u *units.Unit) map[string][]*units.Weapon {
	if r.weapon[u] == nil {
		byName := map[string][]*units.Weapon{}
		for i := range u.Weapons {
			w := &u.Weapons[i]
			byName[words(w.Name)] = append(byName[words(w.Name)], w)
		}
		if r.weapon == nil {
			r.weapon = map[*units.Unit]map[string][]*units.Weapon{}
		}
		r.weapon[u] = byName
	}
	return r.weapon[u]
}

func (r *reader) unknownWeapon(n *node, u *units.Unit) {
	var names []string
	for i := range u.Weapons {
		names = append(names, u.Weapons[i].Name)
	}
	switch {
	case n.kind != scalar:
		r.reject(n, "expected a weapon's name, or a list of them; found %s", n.found())
	case len(names) == 0:
		r.reject(n, "%s has no weapons", u.Name)
	default:
		r.reject(n, "%s has no weapon %s; its weapons are: %s%s", u.Name, quoted(n), listed(names), didYouMean(n.text, names))
	}
}

// location reads a hit location that at least one of the weapons can strike.
func (r *reader) location(e *entry, usable []*units.Weapon) {
	if e.location.isBlank() {
		noteLocation(e.location)
		return
	}
	l, ok := parsed(r, e.location, "a location", units.ParseLocation, units.Locations())
	if !ok {
		return
	}
	e.Location = l
	for _, w := range usable {
		if w.CanStrike(l) {
			return
		}
	}
	if len(usable) > 0 {
		w := usable[0]
		r.reject(e.location, "%s (%s) cannot strike the %s", w.Name, w.Modes[0].Damage.Type, l)
	}
}

// noteLocation describes what units.ParseLocation reads.
func noteLocation(n *node) { n.note(oneOf(append(units.Locations(), "arm", "leg", "body")...)) }

// shots reads max or the most shots a round.
func (r *reader) shots(e *entry, usable []*units.Weapon) {
	n := e.shots
	switch v, ok := whole(n, 0, 1000); {
	case n.isBlank():
		n.note(oneOf("max"))
		return
	case n.kind == scalar && words(n.text) == "max":
	case ok:
		e.Shots, e.HoldFire = v, v == 0
	default:
		r.reject(n, "expected max, or a whole number from 0 to 1000; found %s", n.found())
		return
	}
	for _, w := range usable {
		if w.Ranged {
			return
		}
	}
	switch {
	case len(usable) == 0:
	case e.weapon != nil:
		r.warn(n, "shots means nothing here: %s is a melee weapon", usable[0].Name)
	default:
		r.warn(n, "shots means nothing here: %s has no ranged weapon", e.group.Unit.Name)
	}
}
