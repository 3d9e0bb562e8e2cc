package scenarios

import (
	"testing"
	"testing/fstest"

	"heroicsim/heroic"
)

// TestFlankOrders reads the moves round an enemy, and where a group faces and stops.
func TestFlankOrders(t *testing.T) {
	text := `
sides:
  - name: A
    groups:
      - {unit: halberdier, orders: [{when: {locked: off}, move: flank left, stop_at: reach}, {facing: wolves, move: flank-right}, {tactic: defensive, move: Rear}]}
  - {name: B, groups: [{unit: goblin}, {unit: wolf, name: Wolves}]}
`
	l, err := Load("x.yaml", Options{FS: fstest.MapFS{"x.yaml": {Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	orders := l.Scenario.Sides[0].Groups[0].Orders
	for i, want := range []struct {
		move   heroic.Move
		stop   heroic.Stop
		facing int // -1: none
	}{{heroic.FlankLeft, heroic.AtReach, -1}, {heroic.FlankRight, heroic.AtContact, 1}, {heroic.Rear, heroic.AtContact, -1}} {
		facing := -1
		if orders[i].Facing != nil {
			facing = *orders[i].Facing
		}
		if orders[i].Move != want.move || orders[i].StopAt != want.stop || facing != want.facing {
			t.Errorf("entry %d: %v, %v, facing %d; want %+v", i, orders[i].Move, orders[i].StopAt, facing, want)
		}
	}
	if _, err := heroic.Compile(l.Scenario); err != nil {
		t.Error(err)
	}
}
