package heroic

import "heroicsim/dice"

type memory struct{ replaying bool }

func (f *Fight) forget()             {}
func (f *Fight) noteStep(dice.Phase) {}
func (f *Fight) noteShots()          {}
func (f *Fight) notePlaces()         {}
