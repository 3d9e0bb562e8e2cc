package reports

import (
	"fmt"
	"strings"

	"heroicsim/heroic"
	"heroicsim/units"
)

// spellEvent tells what comes of spells, and says whether it was that.
func (t *teller) spellEvent(e heroic.Event) bool {
	switch e := e.(type) {
	case heroic.StillCasting:
		t.page.line(t.phase, fmt.Sprintf("%s %s on %s: round %s of %s", t.names[e.Group], t.verb(e.Group, "works", "work"),
			tidy(e.Spell.Name), number(e.Rounds), number(e.Of)))
	case heroic.NotCast:
		t.page.line(t.phase, fmt.Sprintf("%s %s not cast %s: %s (%s AP lost)", t.names[e.Group], t.verb(e.Group, "does", "do"),
			tidy(e.Spell.Name), notCast[e.Why], number(e.AP)))
	case heroic.SpellCast:
		t.spellCast(e)
	case heroic.Activated:
		t.activated(e)
	case heroic.YardsRolled:
		t.page.more(fmt.Sprintf("range %s, unclear: 1d %s − 1d %s: counted as %s", yards(e.Distance), number(e.More), number(e.Less), yards(e.Yards)))
	case heroic.SingledOut:
		t.singledOut(e)
	case heroic.Covered:
		t.covered(e)
	case heroic.Resisted:
		t.resisted(e)
	case heroic.Affected:
		t.affected(e)
	case heroic.Frightened:
		text := fmt.Sprintf("%s frightened by %s: ", t.membersAre(e.Group, e.Members), tidy(e.Spell.Name))
		if e.Checks {
			text += "a morale check at " + signed(e.Spell.Effect.Fear)
		} else {
			text += "no check"
		}
		t.page.more(text)
	case heroic.Healed:
		dice := typographic(e.Spell.Effect.Heal.String())
		if len(rolls(e.Rolled)) > 0 {
			dice += glued(" "+t.damageRolls(heroic.Attacked{Injury: e.Rolled})) + ","
		}
		t.page.more(fmt.Sprintf("%s healed: %s %s HP, %s won back, now %s", t.membersAre(e.Group, e.Members), dice,
			number(e.Rolled.Injury), number(e.HP), number(e.Pool)))
		t.groups[e.Group].pool = e.Pool
	case heroic.SpellHurt:
		t.page.more(t.membersAre(e.Group, e.Members) + " hurt, " + t.spellDamage(e.Group, e.Members, e.Injury))
		t.injure(e.Group, e.Injury)
	case heroic.Fragmented:
		t.page.more("fragments " + t.spellDamage(e.Group, e.Hits, e.Injury))
		t.injure(e.Group, e.Injury)
	case heroic.JetBlocked:
		t.jetBlocked(e)
	case heroic.Concentrated:
		t.concentrated(e)
	case heroic.Burned:
		if e.Stays {
			t.page.line(t.phase, fmt.Sprintf("%s burns on: %s %s %s again", tidy(e.Spell.Name), t.names[e.Group],
				t.verb(e.Group, "suffers", "suffer"), number(e.Injury)))
			t.injure(e.Group, heroic.InjuryRolled{Damage: e.Spell.Damage, Injury: e.Injury})
		} else {
			t.page.line(t.phase, t.names[e.Group]+" "+t.verb(e.Group, "has", "have")+" left the area of "+tidy(e.Spell.Name))
		}
	case heroic.BurnedOut:
		t.page.list(effects, "", tidy(e.Spell.Name)+" ends")
	case heroic.EffectEnded:
		t.page.list(effects, "", fmt.Sprintf("%s ends for %s", tidy(e.Spell.Name), t.counted(e.Group, e.Members)))
	case heroic.Drained:
		text := fmt.Sprintf("%s %s %s FP left of %s after casting", t.names[e.Group], t.verb(e.Group, "has", "have"), number(e.FP),
			number(t.battle.Groups[e.Group].Unit.FP))
		if e.Collapsed {
			text += " and " + t.verb(e.Group, "collapses", "collapse")
		} else if e.Tired {
			text += ", tired: Dodge and Move halved"
		}
		t.page.line(fatigue, text)
	default:
		return false
	}
	return true
}

var notCast = [...]string{
	heroic.NobodyCanAct:   "nobody can act",
	heroic.NobodyEligible: "nobody eligible",
	heroic.TooFewFP:       "too few FP",
}

// membersAre is so many of a group, with a verb.
func (t *teller) membersAre(group, n int) string {
	if t.battle.Groups[group].Count == 1 {
		return t.names[group] + " is"
	}
	return glued(number(n)) + " of " + t.names[group] + " " + inflect(n, "is", "are")
}

func inflect(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// casts is what a group's orders cast.
func castsText(all []heroic.CastOrdered) string {
	var texts []string
	for _, c := range all {
		text := tidy(c.Spell.Name)
		if c.Times > 1 {
			text += glued(" × " + number(c.Times))
		}
		if c.Aimed {
			text += " aimed"
		}
		texts = append(texts, text+glued(" ("+number(c.AP)+" AP)"))
	}
	return "casts " + strings.Join(texts, " and ")
}

// spellCast opens a spell: who casts what at whom, and what it costs.
func (t *teller) spellCast(e heroic.SpellCast) {
	text := t.counted(e.Group, e.Casters) + " " + inflect(e.Casters, "casts ", "cast ") + tidy(e.Spell.Name)
	if e.Times > 1 {
		text += glued(" × " + number(e.Times))
		if e.Casters > 1 {
			text += " each"
		}
	}
	switch {
	case e.Target == e.Group && e.Spell.On != units.OnEnemies:
		text += " on " + map[bool]string{true: "itself", false: "themselves"}[e.Casters == 1]
	case e.Spell.Kind.IsEmanation():
		text += " all about"
	case e.Spell.Area.Length > 0:
		text += " towards " + t.names[e.Target]
	case e.Spell.Kind.IsArea():
		text += " at the place of " + t.names[e.Target]
	default:
		text += " at " + t.names[e.Target]
	}
	if e.Rounds > 1 {
		text += ", after " + number(e.Rounds) + " rounds"
	}
	if e.Cost > 0 {
		text += fmt.Sprintf(", %s FP%s, %s left", number(e.Cost), inflect(e.Casters, "", " each"), number(e.FP))
	}
	t.page.line(t.phase, text)
}

func (t *teller) spellReason(group int) func(heroic.Part) string {
	return func(p heroic.Part) string {
		if p.Reason == heroic.ForTactic {
			return t.groups[group].tactic.Title()
		}
		return p.Reason.String()
	}
}

// outcome3d is a roll against a score that succeeds or fails.
func outcome3d(roll, score int, success bool) string {
	text := rolled(roll, score-roll, "misses by")
	switch {
	case success && roll > score:
		text += " (always succeeds)"
	case !success && roll <= score:
		text += " (always fails)"
	}
	return text
}

func (t *teller) activated(e heroic.Activated) {
	text := t.score(tidy(e.Spell.Name), e.Score, t.spellReason(e.Group)) + ", " + outcome3d(e.Roll, e.Score.Total, e.Success)
	if !e.Success {
		text += ": it fails"
	} else if e.Spell.Resist != units.NotResisted {
		text += ": " + glued("margin "+number(e.Margin))
	}
	t.page.more(text)
}

func (t *teller) singledOut(e heroic.SingledOut) {
	success := e.Roll <= 4 || e.Roll <= 16 && e.Roll <= e.Score.Total
	text := fmt.Sprintf("singled out among %s: %s, %s", number(e.Crowd), t.score("Per", e.Score, t.spellReason(e.Group)),
		outcome3d(e.Roll, e.Score.Total, success))
	if !success {
		text += ": at random it strikes " + t.names[e.Struck]
	}
	t.page.more(text)
}

// covered is how many of a group an area may strike.
func (t *teller) covered(e heroic.Covered) {
	ground := fmt.Sprintf("%s, %s", yardsRadius(e.Radius), count(e.Hexes, "hex", "hexes"))
	if e.Spell.Area.Length > 0 {
		ground = fmt.Sprintf("a cone of %s × %s, room for %s", decimal(e.Spell.Area.Length), yards(e.Spell.Area.Width), number(e.Hexes))
	}
	if e.Density != 10 {
		ground += " / " + decimal(float64(e.Density)/10)
	}
	switch e.Quarters {
	case 1:
		ground += ", a quarter covered"
	case 2:
		ground += ", half covered"
	}
	if e.Castings > 1 {
		ground += fmt.Sprintf("; %s times %s", number(e.Castings), number(e.Potential))
	}
	most := "at most " + count(min(e.Potential, e.Present)*e.Castings, "hit", "hits")
	if e.Spell.Kind == units.Binding || e.Spell.Kind == units.Resistible || !e.Spell.HasDamage() {
		most = "up to " + number(min(e.Potential*e.Castings, e.Present)) + " of them"
	}
	t.page.more(fmt.Sprintf("%s %s in it, %s (%s)", t.counted(e.Group, e.Present), t.verb(e.Group, "is", "are"), most, ground))
}

func yardsRadius(n int) string { return glued("radius " + number(n)) }

func (t *teller) resisted(e heroic.Resisted) {
	score := e.Spell.Resist.Title() + glue + number(e.Score)
	if e.Margin != 0 {
		score += " " + glued("− margin "+number(e.Margin)+" = "+number(e.Modified))
	}
	text := t.names[e.Group] + " " + t.verb(e.Group, "resists", "resist") + " with " + score + ": "
	switch {
	case e.Roll > 0 && e.Resist > 0:
		text += outcome3d(e.Roll, e.Modified, true) + ", resisted"
	case e.Roll > 0:
		text += outcome3d(e.Roll, e.Modified, e.Roll <= e.Modified) + ", not resisted"
	default:
		text += fmt.Sprintf("%s of 216 rolls, so that %s of %s resist", number(e.Ways), number(e.Resist), number(e.Members))
	}
	t.page.more(text)
}

func (t *teller) affected(e heroic.Affected) {
	text := t.membersAre(e.Group, e.Members) + " " + effectText(&e.Spell.Effect, e.Degree)
	switch {
	case e.Spell.Effect.Remove:
	case e.Rounds == 1:
		text += " to the end of the round"
	default:
		text += " for " + number(e.Rounds) + " rounds, this one included"
	}
	if e.Members < e.Of {
		text += "; the other " + number(e.Of-e.Members) + " " + inflect(e.Of-e.Members, "is", "are") + " not"
	}
	t.page.more(text)
	if e.Spell.Effect.Remove {
		g := &t.groups[e.Group]
		g.fighting, g.pool = e.Of-e.Members, e.Pool
	}
}

// effectText is what an effect does to those under it.
func effectText(e *units.Effect, degree int) string {
	var texts []string
	if e.Remove {
		texts = append(texts, "out of the battle")
	}
	if e.Stun {
		texts = append(texts, "stunned")
	}
	if e.Bind {
		texts = append(texts, "bound")
	}
	b := e.Bonuses.Times(degree)
	var bonuses []string
	for _, n := range []struct {
		name  string
		value int
	}{
		{"to attacks", b.Attack}, {"to melee attacks", b.Melee}, {"to ranged attacks", b.Ranged}, {"to defences", b.Defence},
		{"Dodge", b.Dodge}, {"Parry", b.Parry}, {"Block", b.Block}, {"Move", b.Move}, {"DR", b.DR},
	} {
		if n.value != 0 {
			bonuses = append(bonuses, glued(signed(n.value)+" "+n.name))
		}
	}
	if len(bonuses) > 0 {
		texts = append(texts, "at "+strings.Join(bonuses, ", "))
	}
	return strings.Join(texts, " and ")
}

func (t *teller) concentrated(e heroic.Concentrated) {
	where, attacked := t.phase, "attacked"
	if e.Between {
		where, attacked = orders, "attacked while casting"
	}
	text := fmt.Sprintf("%s, %s: %s, %s: ", t.names[e.Group], attacked, t.score("Will", e.Score, t.spellReason(e.Group)),
		outcome3d(e.Roll, e.Score.Total, e.Kept))
	if e.Kept {
		text += t.verb(e.Group, "keeps", "keep") + " the spell"
	} else {
		text += t.verb(e.Group, "loses", "lose") + " all spells not yet cast"
	}
	t.page.line(where, text)
}

// spellDamage is damage, or healing, without a contest.
func (t *teller) spellDamage(group, n int, in heroic.InjuryRolled) string {
	return t.damage(heroic.Attacked{
		Target: group, Hits: n, Injury: in, Weapon: &units.Weapon{Modes: make([]units.Mode, 1)}, Mode: &units.Mode{Damage: in.Damage},
	})
}

// injure remembers an injury for the sum of the step.
func (t *teller) injure(group int, in heroic.InjuryRolled) {
	switch g := &t.groups[group]; {
	case in.Injury == 0:
	case in.Damage.Type == units.FatigueDamage:
		g.wearing = append(g.wearing, in.Injury)
	default:
		g.injuries = append(g.injuries, in.Injury)
	}
}

// partsText is how effects have split the groups.
func (t *teller) partsText(groups []heroic.GroupState) {
	for _, s := range groups {
		var texts []string
		for _, p := range s.Parts {
			var under []string
			for _, spell := range p.Spells {
				under = append(under, tidy(spell.Name))
			}
			if len(under) == 0 {
				continue
			}
			texts = append(texts, number(p.Members)+" under "+strings.Join(under, " and "))
		}
		if len(texts) > 0 {
			t.page.line(orders, t.names[s.Group]+": "+strings.Join(texts, ", "))
		}
	}
}
