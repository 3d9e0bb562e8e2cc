package reports

import "heroicsim/heroic"

// Flanks (HC-FLANK).

// marches are the words for the moves that lead round an enemy.
var marches = [heroic.NumMoves]string{
	heroic.FlankLeft:  "round the left of",
	heroic.FlankRight: "round the right of",
	heroic.Rear:       "round behind",
}

func (t *teller) turned(e heroic.Turned) {
	t.page.list(facing, "", t.names[e.Group]+" "+t.verb(e.Group, "turns", "turn")+" to "+t.names[e.Facing])
}
