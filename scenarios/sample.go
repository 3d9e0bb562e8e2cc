package scenarios

import (
	"fmt"

	"heroicsim/units"
)

// farYards is from where on who has a power keeps his distance.
const farYards = 20

// SampleOrders are orders that a unit fights sensibly by, as entries of a list in a
// scenario file: who has powers uses them, one for friends at the start and one
// against enemies, and for the rest auto decides.
func SampleOrders(u *units.Unit) []string {
	var entries []string
	help, harm := false, false
	for i := range u.Spells {
		s := &u.Spells[i]
		switch {
		case s.On != units.OnEnemies && s.Effect.Lasts() && !help:
			help = true
			entries = append([]string{fmt.Sprintf("{when: {rounds: 1}, move: hold, spells: %s}", yamlText(s.Name))}, entries...)
		case s.On == units.OnEnemies && !harm:
			harm = true
			entries = append(entries, sampleCast(s))
		}
	}
	return append(entries, "{tactic: auto}")
}

// sampleCast casts a spell on enemies while there are any in reach of it, and FP for it.
func sampleCast(s *units.Spell) string {
	when, move := "locked: on", ""
	switch most := max(s.MaxRange, s.Area.Length); {
	case s.Roll == units.MeleeRoll || s.Kind.IsEmanation():
	case most > farYards:
		when, move = fmt.Sprintf(`locked: off, distance: "<=%s"`, number(most)), "move: hold, "
	default:
		when = fmt.Sprintf(`distance: "<=%s"`, number(max(most, farYards)))
	}
	if s.Cost > 0 {
		when += `, fp: ">1/3"`
	}
	return fmt.Sprintf("{when: {%s}, tactic: neutral, %sspells: %s}", when, move, yamlText(s.Name))
}
