package stats

import (
	"heroicsim/heroic"
	"heroicsim/units"
)

// A coin is a Fighter with known distributions, hashed from seed and trial: the
// first side wins with probability p, a draw has half of the rest.
type coin struct {
	p      float64
	scale  int // HP of one survivor
	after  func(trial uint64)
	result heroic.Result
}

// coinBattle is what coins fight over: a hero and four hirelings against six
// orcs.
func coinBattle(scale int) *heroic.Battle {
	unit := &units.Unit{Name: "anyone", HP: scale}
	group := func(side int, name string, start int, character bool) heroic.GroupInfo {
		return heroic.GroupInfo{
			Group: heroic.Group{Name: name, Unit: unit, Count: start, Character: character},
			Side:  side, Start: start, Pool: start * scale,
		}
	}
	b := &heroic.Battle{Name: "coins", MaxRounds: 100}
	b.Sides = [2]heroic.SideInfo{{Name: "The party", First: 0, Last: 2}, {Name: "Orcs", First: 2, Last: 3}}
	b.Groups = []heroic.GroupInfo{group(0, "Hero", 1, true), group(0, "Hirelings", 4, false), group(1, "Orcs", 6, false)}
	return b
}

// mix is SplitMix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (c *coin) Run(seed, trial uint64) *heroic.Result {
	if c.after != nil {
		c.after(trial)
	}
	state := mix(seed) ^ mix(trial*0x632be59bd9b4e019)
	below := func(n int) int {
		state = mix(state)
		return int(state % uint64(n))
	}
	u := float64(below(1<<30)) / (1 << 30)
	r := &c.result
	switch {
	case u < c.p:
		r.Outcome = heroic.FirstWins
	case u < c.p+(1-c.p)/2:
		r.Outcome = heroic.Draw
	default:
		r.Outcome = heroic.SecondWins
	}
	r.Rounds = 1 + below(6)
	r.Groups = append(r.Groups[:0],
		heroic.GroupResult{Survivors: below(2), Collapsed: below(4) == 0},
		heroic.GroupResult{Survivors: below(5), Broke: below(3) == 0},
		heroic.GroupResult{Survivors: below(7), Collapsed: below(10) == 0, Left: below(20) == 0},
	)
	for i := range r.Groups {
		g := &r.Groups[i]
		g.HP = g.Survivors * c.scale
		if g.Survivors > 0 {
			g.HP -= below(c.scale)
		}
	}
	hero := &r.Groups[0]
	if hero.Survivors == 0 {
		hero.Wound = heroic.Wound{Roll: 2 + below(11), Location: units.RightLeg, Crippled: below(4) == 0}
	}
	r.Groups[1].Dead = (4 - r.Groups[1].Survivors + 1) / 2
	return r
}

func coins(p float64, scale int) func(*heroic.Battle) Fighter {
	return func(*heroic.Battle) Fighter { return &coin{p: p, scale: scale} }
}
