package reports

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"heroicsim/heroic"
)

// The pursuit after the battle (HC-PURSUIT).

func (t *teller) scouted(e heroic.Scouted) {
	skill := "Area Knowledge"
	if e.Urban {
		skill = "Urban Survival"
	}
	t.page.line(pursuit, fmt.Sprintf("%s: %s %s: %s to travel", tidy(t.battle.Sides[e.Side].Name), skill, check(&e.Check), signed(e.Bonus)))
}

// pursued is the contest over a group in flight, and who is caught.
func (t *teller) pursued(e heroic.Pursued) {
	hunters := t.names[e.Lead] + glued(" ("+number(e.Pursuers)+")")
	if e.Pursuers > t.battle.Groups[e.Lead].Start {
		hunters = "led by " + hunters
	}
	t.page.line(pursuit, fmt.Sprintf("%s → %s: %s, %s", hunters, t.counted(e.Group, e.Fleeing),
		t.score(title(e.By.By), e.Skill, t.pursuitReason(e)), rolled(e.Roll, e.Skill.Total-e.Roll, "fails by")))
	travel := title(e.Away.By)
	if e.Hides {
		travel = "Stealth"
	}
	text := fmt.Sprintf("%s %s, %s: %s", t.names[e.Group], t.score(travel, e.Flees, t.pursuitReason(e)),
		rolled(e.Rolled, e.Flees.Total-e.Rolled, "fails by"), glued("margin "+number(e.Margin)))
	if e.Each == 0 {
		t.page.more(text + ", " + t.all(e.Group, e.Fleeing) + " " + escapes(e.Fleeing))
		return
	}
	text += fmt.Sprintf(", %s", glued(fmt.Sprintf("1 + %s/5 = %s", number(e.Margin), number(e.Each))))
	if e.Pursuers > 1 {
		text += glued(fmt.Sprintf(" each, × %s = %s", number(e.Pursuers), number(e.Each*e.Pursuers)))
	}
	caught, n := "slain", e.Flight.Slain
	if e.Flight.Captured > 0 {
		caught, n = "captured", e.Flight.Captured
	}
	text += ": " + t.all(e.Group, n) + glue + caught
	if left := e.Flight.Escaped; left > 0 {
		text += ", " + glued(number(left)+" "+escapes(left))
	}
	t.page.more(text)
}

// all is how many are meant: a lone one by name.
func (t *teller) all(group, n int) string {
	if t.battle.Groups[group].Count == 1 {
		return t.names[group]
	}
	return number(n)
}

func escapes(n int) string {
	if n == 1 {
		return "escapes"
	}
	return "escape"
}

func (t *teller) pursuitReason(e heroic.Pursued) func(heroic.Part) string {
	return func(p heroic.Part) string {
		if p.Reason == heroic.ForNumbers {
			more, fewer := e.Pursuers, e.Fleeing
			if fewer > more {
				more, fewer = fewer, more
			}
			return "numbers (" + number(more) + " : " + number(fewer) + ")"
		}
		return p.Reason.String()
	}
}

// escaped is a group that nobody pursues.
func (t *teller) escaped(e heroic.Escaped) {
	t.page.line(pursuit, t.counted(e.Group, e.Fleeing)+" "+escapes(e.Fleeing)+": "+escapeReasons[e.Why])
}

var escapeReasons = [...]string{
	heroic.NoVictor:   "nobody has won",
	heroic.OwnSideWon: "its side holds the field",
	heroic.NotWanted:  "the victors do not pursue",
	heroic.CannotFly:  "the victors cannot fly",
	heroic.NobodyLeft: "no victor is free to follow",
}

// title is a travel skill with a capital: Riding.
func title(skill string) string {
	r, n := utf8.DecodeRuneInString(skill)
	return string(unicode.ToUpper(r)) + tidy(skill[n:])
}
