package units

import (
	"maps"
	"slices"
	"strings"
)

// skills and arm keep the rows of the roster short.
type (
	skills = map[string]int
	arm    Weapon
)

func melee(name string, skill int, reach []int, damage ...string) arm {
	return arm{Name: name, Skill: skill, Reach: reach, Modes: modesOf(damage)}
}

// ranged is a weapon with a range in yards: half damage beyond half, none
// beyond most.
func ranged(name string, skill int, damage string, acc int, half, most float64, bulk int) arm {
	return arm{
		Name: name, Skill: skill, Modes: modesOf([]string{damage}),
		Ranged: true, Acc: acc, HalfDamage: half, MaxRange: most, RoF: 1, Bulk: bulk,
	}
}

func (a arm) twoHanded() arm                { a.TwoHanded = true; return a }
func (a arm) unwieldy() arm                 { a.Unwieldy = true; return a }
func (a arm) fencing() arm                  { a.Fencing = true; return a }
func (a arm) thrown() arm                   { a.Thrown = true; return a }
func (a arm) sends(m Missile) arm           { a.Missile = m; return a }
func (a arm) reload(shots, seconds int) arm { a.Shots, a.Reload = shots, seconds; return a }
func (a arm) ammo(n int) arm                { a.Ammo = n; return a }

// modesOf reads damage with an optional swing or thrust before it. It panics on
// a bad row.
func modesOf(damage []string) []Mode {
	var modes []Mode
	for _, text := range damage {
		name, rest, named := strings.Cut(text, " ")
		if !named || name != "swing" && name != "thrust" {
			name, rest = "", text
		}
		d, err := ParseDamage(rest)
		if err != nil {
			panic("units: roster: " + err.Error())
		}
		modes = append(modes, Mode{Name: name, Damage: d})
	}
	return modes
}

// roster is the built-in units, weak to strong, and then a party of four heroes,
// all of our own making. Figures follow B-ATTR, B-ENC, B-DEF and B-STDMG; where
// a beast departs from them, the test says so. Parry is the best of the weapons',
// and DB is inside the defences.
var roster = [...]struct {
	name, about                           string
	st, dx, iq, ht, hp, fp, will, per, sm int // fp 0: never tires
	speed                                 float64
	move                                  int
	load                                  Encumbrance
	dodge, parry, block, db               int
	dr                                    [3]int // torso and groin; limbs; head and neck
	skills                                skills
	traits                                Traits
	weapons                               []arm
}{
	{
		"Peasant", "A farmer with a pitchfork, and no wish to be here.",
		10, 9, 9, 10, 10, 10, 9, 9, +0, 4.75, 4, NoEncumbrance, 7, 7, 0, 0, [3]int{0, 0, 0},
		skills{"running": 9}, Traits{}, []arm{
			melee("Pitchfork", 9, []int{1}, "thrust 1d-1 imp").twoHanded(),
		},
	},
	{
		"Slinger", "A shepherd with a sling, unarmoured and light on his feet.",
		10, 11, 10, 10, 10, 10, 10, 10, +0, 5.25, 5, NoEncumbrance, 8, 7, 0, 0, [3]int{0, 0, 0},
		skills{"running": 12}, Traits{}, []arm{
			ranged("Sling", 12, "1d pi", 0, 60, 100, -4).sends(Stone).reload(1, 2).ammo(20),
			melee("Knife", 10, []int{0, 1}, "swing 1d-2 cut", "thrust 1d-2 imp"),
		},
	},
	{
		"Goblin archer", "A goblin with a short bow who would rather not come closer.",
		8, 12, 9, 10, 8, 10, 9, 9, -1, 5.5, 5, NoEncumbrance, 8, 7, 0, 0, [3]int{1, 0, 0},
		skills{"running": 11, "stealth": 12}, Traits{}, []arm{
			ranged("Short bow", 12, "1d-3 imp", 1, 80, 120, -6).reload(1, 2).ammo(20),
			melee("Knife", 10, []int{0, 1}, "swing 1d-4 cut", "thrust 1d-3 imp"),
		},
	},
	{
		"Goblin", "Small, quick and brave in numbers: shortsword, light shield, a few javelins.",
		8, 11, 9, 10, 8, 10, 9, 9, -1, 5.25, 5, NoEncumbrance, 9, 9, 9, 1, [3]int{1, 0, 0},
		skills{"running": 11, "shield": 11, "stealth": 12}, Traits{}, []arm{
			melee("Shortsword", 11, []int{1}, "swing 1d-2 cut", "thrust 1d-2 imp"),
			ranged("Javelin", 10, "1d-2 imp", 3, 12, 20, -4).thrown().ammo(2),
		},
	},
	{
		"Wolf", "A hungry hunter in a pack, faster than any man.",
		10, 12, 4, 12, 10, 12, 11, 14, +0, 6, 9, NoEncumbrance, 9, 0, 0, 0, [3]int{1, 1, 1},
		skills{"brawling": 14, "running": 14}, Traits{}, []arm{
			melee("Bite", 14, []int{0}, "1d-2 cut"),
		},
	},
	{
		"Militia", "A townsman with a long spear, a padded coat and a month of drill.",
		10, 10, 10, 10, 10, 10, 10, 10, +0, 5, 5, NoEncumbrance, 8, 8, 0, 0, [3]int{1, 1, 2},
		nil, Traits{}, []arm{
			melee("Long spear", 10, []int{1, 2}, "thrust 1d+1 imp").twoHanded(),
		},
	},
	{
		"Zombie", "Slow, strong and not to be reasoned with: never tires, never flees.",
		13, 9, 6, 12, 17, 0, 6, 6, +0, 5.25, 4, NoEncumbrance, 8, 0, 0, 0, [3]int{1, 1, 1},
		skills{"brawling": 11}, Traits{Fearlessness: 10, HighPainThreshold: true}, []arm{
			melee("Claws", 11, []int{0}, "1d cut"),
		},
	},
	{
		"Skeleton", "Dry bones with an old sword: never tires, never flees.",
		10, 12, 8, 10, 10, 0, 8, 8, +0, 5.5, 5, NoEncumbrance, 9, 10, 9, 1, [3]int{2, 2, 2},
		skills{"shield": 11}, Traits{Fearlessness: 10, HighPainThreshold: true}, []arm{
			melee("Shortsword", 12, []int{1}, "swing 1d cut", "thrust 1d-1 imp"),
		},
	},
	{
		"Archer", "A longbowman with a sword for when it comes to that.",
		11, 12, 10, 11, 11, 11, 10, 10, +0, 5.75, 5, NoEncumbrance, 8, 9, 0, 0, [3]int{1, 1, 2},
		skills{"fast-draw": 13, "running": 11}, Traits{}, []arm{
			ranged("Longbow", 14, "1d+1 imp", 3, 165, 220, -8).reload(1, 2).ammo(24),
			melee("Shortsword", 12, []int{1}, "swing 1d+1 cut", "thrust 1d imp"),
		},
	},
	{
		"Dire wolf", "A wolf as heavy as two men.",
		17, 12, 4, 12, 17, 12, 11, 14, +1, 6, 9, NoEncumbrance, 9, 0, 0, 0, [3]int{2, 2, 2},
		skills{"brawling": 15, "running": 14}, Traits{}, []arm{
			melee("Bite", 15, []int{0}, "1d+2 cut"),
		},
	},
	{
		"Giant spider", "A spider of a pony's size: fast, armoured, all fangs.",
		15, 14, 2, 12, 15, 12, 10, 12, +1, 6.5, 8, NoEncumbrance, 9, 0, 0, 0, [3]int{3, 3, 3},
		skills{"brawling": 16, "stealth": 15}, Traits{}, []arm{
			melee("Fangs", 16, []int{0}, "1d+1 imp"),
		},
	},
	{
		"Crossbowman", "Slow to load and hard to stop: crossbow, brigandine, shortsword.",
		11, 11, 10, 11, 11, 11, 10, 10, +0, 5.5, 4, Light, 7, 9, 0, 0, [3]int{4, 2, 4},
		nil, Traits{}, []arm{
			ranged("Crossbow", 13, "1d+3 imp", 4, 220, 275, -6).sends(Bolt).reload(1, 4).ammo(20),
			melee("Shortsword", 12, []int{1}, "swing 1d+1 cut", "thrust 1d imp"),
		},
	},
	{
		"Spearman", "A regular of the line behind a medium shield.",
		11, 11, 10, 11, 11, 11, 10, 10, +0, 5.5, 4, Light, 9, 11, 11, 2, [3]int{3, 2, 4},
		skills{"shield": 12}, Traits{}, []arm{
			melee("Spear", 12, []int{1}, "thrust 1d+1 imp"),
		},
	},
	{
		"Hobgoblin", "A drilled goblin of man's size: sword, shield and scale coat.",
		11, 11, 9, 11, 11, 11, 9, 9, +0, 5.5, 4, Light, 9, 11, 11, 2, [3]int{3, 1, 3},
		skills{"shield": 12, "tactics": 10}, Traits{}, []arm{
			melee("Broadsword", 12, []int{1}, "swing 1d+2 cut", "thrust 1d+1 imp"),
			ranged("Javelin", 11, "1d imp", 3, 16, 27, -4).thrown().ammo(2),
		},
	},
	{
		"Lizardman", "A scaly hunter of the marshes with spear, javelins and teeth.",
		13, 11, 8, 12, 13, 12, 8, 8, +0, 5.75, 5, NoEncumbrance, 9, 10, 9, 1, [3]int{2, 2, 2},
		skills{"brawling": 11, "shield": 11}, Traits{}, []arm{
			melee("Spear", 13, []int{1}, "thrust 1d+2 imp"),
			ranged("Javelin", 13, "1d+1 imp", 3, 19, 32, -4).thrown().ammo(3),
			melee("Bite", 11, []int{0}, "1d-1 cut"),
		},
	},
	{
		"Barbarian", "A raider in furs who trusts a great axe more than armour.",
		14, 12, 9, 12, 14, 12, 9, 9, +0, 6, 6, NoEncumbrance, 9, 9, 0, 0, [3]int{1, 1, 3},
		skills{"running": 12}, Traits{HighPainThreshold: true, Fearlessness: 1}, []arm{
			melee("Great axe", 13, []int{1, 2}, "swing 2d+3 cut").twoHanded().unwieldy(),
			ranged("Throwing axe", 12, "2d+2 cut", 2, 14, 21, -3).thrown().ammo(2),
		},
	},
	{
		"Orc warrior", "Big, fierce and badly led: axe, shield and stolen mail.",
		13, 11, 8, 12, 14, 12, 8, 8, +0, 5.75, 4, Light, 8, 10, 9, 1, [3]int{3, 1, 4},
		skills{"shield": 11}, Traits{HighPainThreshold: true}, []arm{
			melee("Axe", 13, []int{1}, "swing 2d+1 cut"),
			ranged("Throwing axe", 12, "2d+1 cut", 2, 13, 19, -3).thrown().ammo(1),
		},
	},
	{
		"Halberdier", "A guardsman in half armour whose halberd outreaches swords.",
		12, 11, 10, 11, 12, 11, 10, 10, +0, 5.5, 4, Light, 7, 9, 0, 0, [3]int{5, 3, 5},
		nil, Traits{}, []arm{
			melee("Halberd", 13, []int{1, 2}, "swing 1d+7 cut", "thrust 1d+2 imp").twoHanded().unwieldy(),
		},
	},
	{
		"Knight", "A man-at-arms on foot, in plate, with sword and shield.",
		13, 12, 10, 12, 13, 12, 10, 10, +0, 6, 3, Medium, 9, 12, 12, 2, [3]int{6, 6, 6},
		skills{"shield": 14, "tactics": 11}, Traits{}, []arm{
			melee("Broadsword", 15, []int{1}, "swing 2d cut", "thrust 1d+2 imp"),
		},
	},
	{
		"Ogre", "A stupid mountain of muscle with a tree for a club.",
		20, 10, 7, 12, 24, 12, 7, 7, +1, 5.5, 5, NoEncumbrance, 8, 9, 0, 0, [3]int{2, 2, 2},
		nil, Traits{}, []arm{
			melee("Great club", 12, []int{1, 2}, "swing 3d+6 cr").twoHanded().unwieldy(),
			ranged("Boulder", 10, "2d-1 cr", 0, 20, 30, -8).sends(Stone).thrown().ammo(1),
		},
	},
	{
		"Troll", "Long arms, long claws and a hide like bark.",
		22, 12, 7, 13, 28, 13, 7, 7, +1, 6.25, 6, NoEncumbrance, 9, 0, 0, 0, [3]int{3, 3, 3},
		skills{"brawling": 15, "running": 12}, Traits{HighPainThreshold: true}, []arm{
			melee("Claws", 15, []int{0, 1}, "2d+1 cut"),
			melee("Bite", 14, []int{0}, "2d+1 cut"),
		},
	},
	{
		"Hill giant", "Fifteen feet of bad temper, throwing rocks until you are near.",
		30, 11, 8, 13, 34, 13, 8, 8, +2, 6, 7, NoEncumbrance, 9, 9, 0, 0, [3]int{4, 4, 4},
		nil, Traits{}, []arm{
			melee("Great club", 13, []int{1, 2, 3}, "swing 5d+6 cr").twoHanded().unwieldy(),
			ranged("Boulder", 12, "3d cr", 0, 30, 45, -8).sends(Stone).thrown().ammo(3),
		},
	},
	{
		"Rogue", "A hero who is not there when the blow lands: rapier and knives.",
		11, 15, 12, 11, 11, 11, 12, 12, +0, 6.5, 6, NoEncumbrance, 10, 12, 0, 0, [3]int{2, 2, 0},
		skills{"acrobatics": 13, "fast-draw": 14, "running": 12, "stealth": 16}, Traits{CombatReflexes: true}, []arm{
			melee("Rapier", 17, []int{1, 2}, "thrust 1d imp").fencing(),
			ranged("Throwing knife", 16, "1d-2 imp", 0, 5, 11, -1).thrown().ammo(4),
		},
	},
	{
		"Ranger", "A hero of the woods: longbow first, sword second.",
		12, 14, 11, 12, 12, 12, 11, 11, +0, 6.5, 6, NoEncumbrance, 10, 11, 0, 0, [3]int{2, 2, 2},
		skills{"fast-draw": 15, "running": 13, "stealth": 14}, Traits{CombatReflexes: true}, []arm{
			ranged("Longbow", 16, "1d+1 imp", 3, 180, 240, -8).reload(1, 2).ammo(30),
			melee("Broadsword", 14, []int{1}, "swing 1d+3 cut", "thrust 1d+1 imp"),
		},
	},
	{
		"Dwarf", "A stubborn hero, wide as he is tall: axe, shield and mail.",
		14, 12, 10, 14, 15, 14, 10, 10, +0, 6.5, 4, Light, 11, 14, 13, 2, [3]int{6, 5, 7},
		skills{"shield": 14}, Traits{CombatReflexes: true, HighPainThreshold: true, Fearlessness: 2}, []arm{
			melee("Axe", 16, []int{1}, "swing 2d+2 cut"),
			ranged("Throwing axe", 14, "2d+2 cut", 2, 14, 21, -3).thrown().ammo(2),
		},
	},
	{
		"Champion", "A knightly hero in fine plate with a two-handed sword.",
		14, 13, 11, 13, 15, 13, 11, 11, +0, 6.5, 4, Light, 9, 12, 0, 0, [3]int{7, 6, 8},
		skills{"leadership": 13, "tactics": 14}, Traits{CombatReflexes: true, HighPainThreshold: true, Fearlessness: 2}, []arm{
			melee("Greatsword", 17, []int{1, 2}, "swing 2d+3 cut", "thrust 1d+3 imp").twoHanded(),
		},
	},
}

// Builtins returns the built-in roster, weak to strong and the heroes last. The units are the
// caller's own.
func Builtins() []*Unit {
	all := make([]*Unit, len(roster))
	for i := range roster {
		all[i] = builtin(i)
	}
	return all
}

// Builtin returns the built-in unit of that name, in any case and with spaces or
// hyphens. The unit is the caller's own.
func Builtin(name string) (*Unit, bool) {
	word := plain(name)
	for i := range roster {
		if plain(roster[i].name) == word {
			return builtin(i), true
		}
	}
	return nil, false
}

func builtin(i int) *Unit {
	r := &roster[i]
	u := &Unit{
		Name: r.name, About: r.about,
		ST: r.st, DX: r.dx, IQ: r.iq, HT: r.ht, HP: r.hp, FP: r.fp, NeverTires: r.fp == 0,
		Will: r.will, Per: r.per, SM: r.sm, Speed: r.speed, Move: r.move, Encumbrance: r.load,
		Dodge: r.dodge, Parry: r.parry, Block: r.block, ShieldDB: r.db,
		Skills: maps.Clone(r.skills), Traits: r.traits,
	}
	u.Armour.SetAll(r.dr[1])
	for _, l := range []Location{Torso, Groin} {
		u.Armour.Set(l, r.dr[0])
	}
	for _, l := range []Location{Skull, Face, Eye, Neck} {
		u.Armour.Set(l, r.dr[2])
	}
	for _, a := range r.weapons {
		w := Weapon(a)
		w.Modes, w.Reach = slices.Clone(w.Modes), slices.Clone(w.Reach)
		u.Weapons = append(u.Weapons, w)
	}
	return u
}
