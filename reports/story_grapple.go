package reports

import (
	"fmt"
	"strings"

	"heroicsim/heroic"
	"heroicsim/units"
)

// Grapples (HC-GRAPPLE).

// grasp words how members are held.
var grasp = [...]string{heroic.Grappled: "held", heroic.Pinned: "pinned", heroic.ArmLocked: "arm-locked"}

// takes is what the hits of a grapple take hold of.
func (t *teller) takes(e heroic.Attacked) string {
	where := ""
	if e.Location != units.Torso {
		where = " by the " + e.Location.String()
	}
	text := t.members(e.Target, e.Held) + " " + inflectedVerb(e.Held, "is", "are") + " held" + where
	if each := e.Hits / max(1, e.Held); each > 1 {
		rest := e.Hits % e.Held
		text += ", " + count(each, "hit", "hits")
		if e.Held > 1 {
			text += " for each"
		}
		if rest > 0 {
			text += " and 1 more for " + number(rest)
		}
	}
	return text
}

// members is n of a group: its name where it is one.
func (t *teller) members(group, n int) string {
	if t.battle.Groups[group].Count == 1 {
		return t.names[group]
	}
	return glued(number(n) + " of " + t.names[group])
}

func inflectedVerb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// side is one side of a Quick Contest, with its roll.
func (t *teller) side(with string, s heroic.Score, roll int, reason func(heroic.Part) string) string {
	return t.score(with, s, reason) + ", " + rolled(roll, s.Total-roll, "misses by")
}

func plainReason(p heroic.Part) string { return p.Reason.String() }

// followedUp tells of the contest of a follow-up, and of what came of it.
func (t *teller) followedUp(e heroic.FollowedUp) {
	text := t.names[e.By] + " → " + t.members(e.On, e.Members) + ", " + e.What.String()
	if n := e.Hits / e.Members; n > 1 {
		text += " with " + count(n, "hit", "hits")
		if e.Members > 1 {
			text += " each"
		}
	}
	text += ": " + t.side(e.With, e.Score, e.Roll, func(p heroic.Part) string {
		if p.Reason == heroic.ForNumbers {
			return "numbers (" + number(e.Side) + " : " + number(e.Defenders) + ")"
		}
		return p.Reason.String()
	})
	t.page.line(t.inMelee(), text)
	t.page.more(t.names[e.On] + " " + t.side(e.Against, e.Opposing, e.Opposed, plainReason) + ": " +
		glued("margin "+number(e.Margin)) + ", " + t.outcomeOfHold(e))
	if e.Injury.Injury > 0 {
		target := &t.groups[e.On]
		target.injuries = append(target.injuries, e.Injury.Injury)
	}
}

// inMelee is the section of what holders and held do, whatever a test leaves out.
func (t *teller) inMelee() section {
	if t.phase == opening {
		return melee
	}
	return t.phase
}

// outcomeOfHold is what a follow-up came to.
func (t *teller) outcomeOfHold(e heroic.FollowedUp) string {
	on := t.members(e.On, e.Members)
	switch {
	case e.What == heroic.Takedown && e.Margin > 0:
		return on + " " + inflectedVerb(e.Members, "is", "are") + " brought down"
	case e.What == heroic.Takedown && e.Margin < 0:
		return t.members(e.By, e.Members) + " " + inflectedVerb(e.Members, "falls and lets go", "fall and let go")
	case e.What == heroic.Pin && e.Margin > 0:
		return on + " " + inflectedVerb(e.Members, "is", "are") + " pinned"
	case e.Margin <= 0:
		return "nothing comes of it"
	}
	return t.squeezed(e)
}

// squeezed is the damage of a hold: the margin, or dice, less DR, times the hits.
func (t *teller) squeezed(e heroic.FollowedUp) string {
	in := e.Injury
	text := glued("damage " + number(in.Basic))
	if e.Dice.Count > 0 {
		text = damageDiceText(e.Dice.String()) + " rolled " + text
	}
	if in.DR > 0 {
		text += glued(" − DR " + number(in.DR) + " = " + number(in.Pen))
	}
	if in.Pen == 0 && in.Blunt == 0 {
		return text + ": nothing goes through"
	}
	if e.What == heroic.ChokeHold {
		text += t.timesHits(e.Hits/e.Members) + glued(" = "+number(e.FP)+" FP")
		if e.Members > 1 {
			text += " each"
		}
	} else {
		if in.Pen == 0 {
			text += ": blunt trauma " + number(in.Blunt)
		}
		text += t.timesHits(e.Hits)
		if in.Pen > 0 && in.Wounding.Float() != 1 {
			text += ", " + glued("× "+decimal(in.Wounding.Float()))
		}
		text += glued(" = " + number(in.Injury) + " injury")
	}
	if e.Crippled {
		text += ", the limb is crippled and takes no more"
	}
	if e.Choked {
		text += "; no air"
	}
	return text
}

func (t *teller) timesHits(n int) string {
	if n == 1 {
		return ""
	}
	return ", " + glued("× "+number(n)+" hits")
}

func damageDiceText(dice string) string { return glued(typographic(dice)) }

// triedToBreakFree tells of B-BREAKFREE.
func (t *teller) triedToBreakFree(e heroic.TriedToBreakFree) {
	t.page.line(t.inMelee(), t.members(e.Group, e.Members)+", "+grasp[e.Hold]+", "+inflectedVerb(e.Members, "tries", "try")+
		" to break free of "+t.names[e.From]+": "+t.side(e.With, e.Score, e.Roll, plainReason))
	result := "still " + grasp[e.Hold]
	if e.Margin > 0 {
		result = "free"
	}
	t.page.more(t.names[e.From] + " " + t.side(e.Against, e.Opposing, e.Opposed, plainReason) + ": " +
		glued("margin "+number(e.Margin)) + ", " + result)
}

func (t *teller) letGo(e heroic.LetGo) {
	where := t.now()
	if where == opening { // by their orders
		where = orders
	}
	t.page.line(where, t.names[e.By]+" "+t.verb(e.By, "lets", "let")+" go of "+t.members(e.On, e.Members))
}

func (t *teller) gotUp(e heroic.GotUp) {
	t.page.line(t.inMelee(), t.members(e.Group, e.Members)+" "+inflectedVerb(e.Members, "gets", "get")+" up again")
}

// suffocated tells of the FP that choking costs.
func (t *teller) suffocated(e heroic.Suffocated) {
	text := fmt.Sprintf("%s %s choked: %s FP so far (%s left)", t.members(e.Group, e.Members), inflectedVerb(e.Members, "is", "are"), number(e.Lost), number(e.FP))
	if t.battle.Groups[e.Group].Start == 1 {
		text = fmt.Sprintf("%s is choked: %s FP (%s of %s left)", t.names[e.Group], number(-e.Lost), number(e.FP), number(t.battle.Groups[e.Group].Unit.FP))
	}
	switch {
	case e.Collapsed:
		text += " and collapses"
	case e.Out > 0:
		text += ": " + number(e.Out) + " out of the fight"
	}
	t.page.line(injury, text)
}

func (t *teller) overpowered(e heroic.Overpowered) {
	t.groups[e.Group].fate = "surrendered"
	t.page.line(morale, t.names[e.Group]+": all of the side are pinned, "+t.verb(e.Group, "surrenders", "surrender"))
}

// setApart lists the members of groups that effects have set apart, at the start of
// a round (HC-GROUP).
func (t *teller) setApart(states []heroic.GroupState) {
	for _, s := range states {
		for _, p := range s.Parts {
			if what := t.condition(p); what != "" {
				t.page.list(apartSection, "", t.members(s.Group, p.Members)+" "+what)
			}
		}
	}
}

// condition words the state of a part.
func (t *teller) condition(p heroic.GroupPart) string {
	var words []string
	if p.By >= 0 {
		words = append(words, grasp[p.Hold]+" by "+t.names[p.By])
	}
	if p.Choked {
		words = append(words, "choked")
	}
	if p.Down {
		words = append(words, "down")
	}
	if p.Holds >= 0 {
		words = append(words, "holding "+t.names[p.Holds])
	}
	return strings.Join(words, ", ")
}

// Several attacks at once (HC-MULTI).

// skills lists the skills of several attacks, whose average counts.
func (t *teller) skills(e heroic.Attacked) string {
	var all []string
	for _, b := range e.Blows {
		part := e
		part.Weapon, part.Location = b.Weapon, b.Location
		name := tidy(b.Weapon.Name)
		if b.Location != units.Torso {
			name += " (" + b.Location.String() + ")"
		}
		all = append(all, t.score(name, b.Skill, t.attackReason(part)))
	}
	return strings.Join(all, "; ")
}

// landings tells which hits went where, and what they did.
func (t *teller) landings(e heroic.Attacked) {
	for _, b := range e.Blows {
		if b.Hits == 0 {
			continue
		}
		part := e
		part.Weapon, part.Mode, part.Location, part.Hits, part.Injury = b.Weapon, b.Mode, b.Location, b.Hits, b.Injury
		name := tidy(b.Weapon.Name)
		if b.Location != units.Torso {
			name += " (" + b.Location.String() + ")"
		}
		drawn := count(b.BaseHits, "hit", "hits")
		if b.Hits != b.BaseHits {
			drawn += glued(" made " + number(b.Hits))
		}
		t.page.more(name + ", " + drawn + ": " + t.damage(part))
	}
}
