package reports

import (
	"strings"

	"heroicsim/heroic"
)

// What groups do besides attacks and movement (HC-ACTION), and what they wait for
// (HC-WAIT).

// ap is AP as the story writes them: 2 AP.
func ap(n int) string { return glued(number(n) + " AP") }

func (t *teller) shieldReadied(e heroic.ShieldReadied) {
	what := "shields"
	if t.battle.Groups[e.Group].Count == 1 {
		what = "the shield"
	}
	t.page.line(t.phase, t.names[e.Group]+" "+t.verb(e.Group, "readies", "ready")+" "+what+" "+
		glued("(DB "+number(e.DB)+")")+", "+ap(e.AP))
}

func (t *teller) drank(e heroic.Drank) {
	g := &t.groups[e.Group]
	text := t.names[e.Group] + " " + t.verb(e.Group, "drinks", "drink") + " " + tidy(e.Potion.Name) + ", " + ap(e.AP) + ": "
	if e.Drinkers > 0 {
		heal := glued(typographic(e.Potion.Heal.String()))
		if e.Drinkers <= mostRolls {
			text += heal + " " + numbers(e.Rolls) + ", "
		} else {
			text += heal + " " + count(e.Drinkers, "time", "times") + ", "
		}
		text += glued("HP "+number(g.pool)+" → "+number(e.Pool)) + "; "
		g.pool = e.Pool
	}
	if e.FP > 0 {
		text += glued("FP +" + number(e.FP) + " = " + number(e.Now))
		if g.tired && !e.Tired {
			text += ", no longer tired"
		}
		text += "; "
	}
	g.tired = e.Tired
	left := number(e.Left) + " left"
	if t.battle.Groups[e.Group].Count > 1 {
		left += " each"
	}
	t.page.line(t.phase, text+glued(left))
}

func (t *teller) acted(e heroic.Acted) {
	text := t.names[e.Group] + ": " + tidy(e.Name) + ", " + ap(e.AP)
	switch {
	case e.Paid >= e.Of:
		text += ": done"
	default:
		text += ": " + glued(number(e.Paid)+" of "+number(e.Of)) + " so far"
	}
	t.page.line(t.phase, text)
}

// waits is what a group waits for.
func (t *teller) waits(e heroic.Ordered) string {
	w := e.Wait
	var events []string
	for _, event := range []struct {
		trigger heroic.Trigger
		text    string
	}{
		{heroic.OnApproach, "an enemy in reach"},
		{heroic.OnRange, t.watched(w)},
		{heroic.OnAttack, "an attack"},
		{heroic.OnShot, "shots"},
		{heroic.OnCast, "an enemy's spell"},
	} {
		if w.For&event.trigger != 0 {
			events = append(events, event.text)
		}
	}
	text := t.verb(e.Group, "waits", "wait") + " for " + strings.Join(events, " or ")
	switch w.Then {
	case heroic.ReactAttack:
		text += ", then strike"
	case heroic.ReactShoot:
		text += ", then shoot"
	case heroic.ReactAct:
		text += ", then " + t.reply(e.Group, &w.Act)
	}
	return text
}

func (t *teller) reply(group int, a *heroic.Action) string {
	switch {
	case a.Kind == heroic.ReadyShield && t.battle.Groups[group].Count == 1:
		return "ready the shield"
	case a.Kind == heroic.ReadyShield:
		return "ready shields"
	case a.Kind == heroic.DrinkPotion && a.Name == "":
		return "drink"
	case a.Kind == heroic.DrinkPotion:
		return "drink " + tidy(a.Name)
	}
	return tidy(a.Name)
}

// watched is the zone of a group that waits for somebody in range.
func (t *teller) watched(w *heroic.Wait) string {
	who := "whoever moves"
	if w.Check {
		who = "an enemy who moves"
	}
	switch {
	case w.Watch == 0:
		return "an enemy in range"
	case w.Watch == heroic.WatchLine && w.At == nil:
		return who + " on the line straight ahead"
	case w.Watch == heroic.WatchLine:
		return who + " on the line through " + place(*w.At)
	case w.At == nil:
		return who + " within " + yards(float64(w.Watch))
	}
	return who + " within " + yards(float64(w.Watch)) + " of " + place(*w.At)
}

// place is a place on the field as files write it.
func place(p heroic.Point) string {
	return glued("[" + decimal(p.X) + ", " + decimal(p.Y) + "]")
}

func (t *teller) reacted(e heroic.Reacted) {
	text := t.names[e.Group] + " " + t.verb(e.Group, "has", "have") + " waited for this: " + t.names[e.To] + " "
	switch e.Event {
	case heroic.OnApproach:
		text += t.verb(e.To, "comes", "come") + " into reach, at " + yards(e.Distance)
	case heroic.OnRange:
		text += t.verb(e.To, "is", "are") + " " + glued(yards(e.Distance)+" off")
	case heroic.OnAttack:
		text += t.verb(e.To, "attacks", "attack")
	case heroic.OnShot:
		text += t.verb(e.To, "shoots", "shoot")
	case heroic.OnCast:
		text += t.verb(e.To, "casts", "cast") + " a spell"
	}
	t.page.line(t.phase, text)
}

func (t *teller) stopped(e heroic.Stopped) {
	t.page.line(t.phase, t.names[e.By]+" "+t.verb(e.By, "stops", "stop")+" "+t.names[e.Group])
}

func (t *teller) waitedInVain(e heroic.WaitedInVain) {
	t.page.line(t.phase, t.names[e.Group]+" "+t.verb(e.Group, "has", "have")+" waited in vain")
}
