package reports

import (
	"slices"
	"strings"

	"heroicsim/heroic"
	"heroicsim/units"
)

// situations tells, at the start of a round, who does not stand, and in the first
// what the groups' places and circumstances are.
func (t *teller) situations(e heroic.RoundBegins) {
	for _, s := range e.Groups {
		var parts []string
		if s.Posture != heroic.Upright {
			parts = append(parts, s.Posture.String())
		}
		if e.Round == 1 {
			parts = append(parts, circumstances(&t.battle.Groups[s.Group])...)
		}
		if len(parts) > 0 && s.Standing <= heroic.Broken {
			t.page.line(opening, t.names[s.Group]+": "+strings.Join(parts, "; "))
		}
	}
	if c := t.battle.Field.Cover; c != nil && e.Round == 1 {
		t.page.line(opening, "all over the field: "+coverText(c))
	}
}

// circumstances are what a scenario says of a group's place and state of mind.
func circumstances(g *heroic.GroupInfo) (parts []string) {
	if g.Cover != nil {
		parts = append(parts, coverText(g.Cover))
	}
	switch feet := g.Elevation; {
	case feet > 0:
		parts = append(parts, glued(number(feet)+" ft up"))
	case feet < 0:
		parts = append(parts, glued(number(-feet)+" ft down"))
	}
	if g.Distraction != heroic.NoDistraction {
		parts = append(parts, "distracted")
	}
	return parts
}

// coverText says what a cover leaves bare, and what it stops.
func coverText(c *heroic.Cover) string {
	var parts []string
	if len(c.Exposed) > 0 {
		parts = append(parts, locationNames(c.Exposed)+" exposed")
	}
	if len(c.Half) > 0 {
		parts = append(parts, locationNames(c.Half)+" in half")
	}
	if c.DR > 0 {
		parts = append(parts, glued("DR "+number(c.DR)))
	}
	if c.Light {
		parts = append(parts, "light enough to shoot through")
	}
	if c.Partial {
		parts = append(parts, "partly exposed")
	}
	if c.Concealment != 0 {
		parts = append(parts, glued("concealment "+signed(c.Concealment)))
	}
	return "cover (" + strings.Join(parts, ", ") + ")"
}

// locationNames lists locations, the two of a pair together.
func locationNames(at []units.Location) string {
	var names []string
	for _, l := range at {
		names = append(names, glued(l.String()))
	}
	for _, pair := range [...][3]string{{"right arm", "left arm", "arms"}, {"right leg", "left leg", "legs"}} {
		i, k := slices.Index(names, glued(pair[0])), slices.Index(names, glued(pair[1]))
		if i >= 0 && k >= 0 {
			names[min(i, k)] = pair[2]
			names = slices.Delete(names, max(i, k), max(i, k)+1)
		}
	}
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return names[0]
}

// stances are the words for taking up a posture, of one and of many.
var stances = [heroic.NumPostures][2]string{
	heroic.Upright:   {"stands up", "stand up"},
	heroic.Crouching: {"crouches", "crouch"},
	heroic.Kneeling:  {"kneels", "kneel"},
	heroic.Sitting:   {"sits down", "sit down"},
	heroic.Crawling:  {"goes on all fours", "go on all fours"},
	heroic.Prone:     {"lies down", "lie down"},
}

func (t *teller) postureChanged(e heroic.PostureChanged) {
	words := stances[e.To]
	if e.From == heroic.Prone && e.To != heroic.Upright {
		words = [2]string{"rises, " + e.To.String(), "rise, " + e.To.String()}
	}
	text := t.names[e.Group] + " " + t.verb(e.Group, words[0], words[1])
	if e.AP > 0 {
		text += ", " + glued(number(e.AP)+" AP")
	}
	if !e.Done {
		text += glued(", AP left for no more")
	}
	t.page.line(t.phase, text)
}

func (t *teller) placeLeft(e heroic.PlaceLeft) {
	g := &t.battle.Groups[e.Group]
	var lost []string
	if g.Cover != nil {
		lost = append(lost, "cover")
	}
	if g.Elevation != 0 {
		lost = append(lost, "height")
	}
	t.page.more(t.names[e.Group] + " " + t.verb(e.Group, "leaves", "leave") + " " + strings.Join(lost, " and ") + " behind")
}

// armourText is the DR that an attack met before any divisor, with what made it.
func armourText(in heroic.InjuryRolled) string {
	text := "DR" + glue + number(in.RawDR)
	var from []string
	if in.Chink {
		from = append(from, "a chink in "+number(in.Armour))
	}
	if in.Cover > 0 {
		from = append(from, number(in.Cover)+" of it cover")
	}
	if len(from) > 0 {
		text += glued(" (" + strings.Join(from, ", ") + ")")
	}
	return text
}
