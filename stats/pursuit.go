package stats

import "heroicsim/heroic"

// A Pursuit is what became of those of a group who fled (HC-PURSUIT), in numbers of
// combatants. Battles in which nobody of it fled count as 0.
type Pursuit struct{ Fled, Slain, Captured, Escaped Summary }

// flights count the same.
type flights struct{ fled, slain, captured, escaped counts }

func (y *flights) add(f *heroic.Flight) {
	y.fled.add(int64(f.Slain + f.Captured + f.Escaped))
	y.slain.add(int64(f.Slain))
	y.captured.add(int64(f.Captured))
	y.escaped.add(int64(f.Escaped))
}

func (y *flights) merge(o *flights) {
	y.fled.merge(&o.fled)
	y.slain.merge(&o.slain)
	y.captured.merge(&o.captured)
	y.escaped.merge(&o.escaped)
}

func (y *flights) reset() {
	for _, c := range [...]*counts{&y.fled, &y.slain, &y.captured, &y.escaped} {
		c.reset()
	}
}

func (y *flights) summary() Pursuit {
	return Pursuit{y.fled.summary(), y.slain.summary(), y.captured.summary(), y.escaped.summary()}
}
