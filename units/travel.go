package units

import "strings"

// A Travel is a way to travel, for pursuits (HC-PURSUIT).
type Travel struct {
	By       string // a skill, such as running or riding
	Skill    int    // 0: the unit's level in that skill, or DX
	Speed    int    // Top Speed in yards a second; 0: Move
	Handling int    // of a mount or vehicle
}

// Ways to travel that need no skill, and what they go by without one.
const (
	running = "running"
	onFoot  = "DX on foot"
	flight  = "flight"
	onWings = "DX in flight"
)

// travels are the skills that take a unit over a field of battle. Those that need
// water, ice or snow must be written down as a Travel.
var travels = [...]string{running, "riding", flight, "driving", "piloting", "teamster", "bicycling"}

// Ways are the unit's ways to travel, with skill and speed filled in: those that
// are written down, or else one for each travel skill it has, all at Move. On foot
// everyone goes, by DX without Running, and who can fly flies, likewise.
func (u *Unit) Ways() []Travel {
	ways := append([]Travel(nil), u.Travel...)
	if len(ways) == 0 {
		for _, by := range travels {
			switch _, ok := u.bestSkill(by); {
			case ok:
				ways = append(ways, Travel{By: by})
			case by == running:
				ways = append(ways, Travel{By: onFoot})
			case by == flight && u.Traits.Flight:
				ways = append(ways, Travel{By: onWings})
			}
		}
	}
	for i := range ways {
		w := &ways[i]
		if w.Skill == 0 {
			w.Skill = u.DX
			if level, ok := u.bestSkill(w.By); ok {
				w.Skill = level
			}
		}
		if w.Speed == 0 {
			w.Speed = u.Move
		}
	}
	return ways
}

// bestSkill is the unit's best level of a skill, whatever the speciality: Riding
// (Horse) is riding.
func (u *Unit) bestSkill(name string) (best int, ok bool) {
	word := plain(name)
	for known, level := range u.Skills {
		if known = plain(known); known == word || strings.HasPrefix(known, word+" ") {
			if !ok || level > best {
				best, ok = level, true
			}
		}
	}
	return best, ok
}

// travel checks a way to travel.
func (c *checker) travel(path string, t *Travel) {
	if t.Skill != 0 {
		c.within(path+".skill", t.Skill, 1, maxSkill)
	}
	c.within(path+".speed", t.Speed, 0, maxMove)
	c.within(path+".handling", t.Handling, -maxHandling, maxHandling)
}

const maxHandling = 20
