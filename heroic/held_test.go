package heroic

import (
	"testing"

	"heroicsim/units"
)

// TestAttacksOfTheHeld is MM-7, and MM-3 for members who were brought down: -4 to hit
// for who is held, unless by the leg, and -4 for who lies.
func TestAttacksOfTheHeld(t *testing.T) {
	for _, c := range []struct {
		what    string
		in      clasp
		down    bool
		grapple int
		lying   int
	}{
		{"held", clasp{hold: Grappled}, false, -4, 0},
		{"by the arm", clasp{hold: Grappled, at: units.LeftArm}, false, -4, 0},
		{"by the leg", clasp{hold: Grappled, at: units.LeftLeg}, false, 0, 0},
		{"held and down", clasp{hold: Grappled}, true, -4, -4},
	} {
		s, g, h := pair(t, wrestler(t), footman(t))
		c.in.by = g.mark()
		h.melee[0].Reach = []int{0, 1}
		h.parts = []portion{{state: state{grip: c.in, down: c.down}, members: 1}}
		g.parts = []portion{{state: state{holds: h.mark()}, members: 1}}
		s.run(func() { s.meleeStep(1) }, 18, 3)
		a := s.attacks()
		if len(a) != 1 {
			t.Fatalf("%s: %d attacks, want 1", c.what, len(a))
		}
		equal(t, c.what+": grappled", part(a[0].Skill, ForGrappled), c.grapple)
		equal(t, c.what+": lying", part(a[0].Skill, ForLying), c.lying)
	}
}
