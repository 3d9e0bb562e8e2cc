package units

import (
	"maps"
	"slices"
	"strings"

	"heroicsim/dice"
)

// skills and arm keep the rows of the roster short.
type (
	skills = map[string]int
	strays = []stray
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
func (a arm) wideGrip() arm                 { a.WideGrip = true; return a }
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

// power is a Spell with what most have.
func power(s Spell) Spell {
	s.Time, s.Missile, s.Bombardment = max(1, s.Time), SpellMissile, usualBombardment
	return s
}

// usualBombardment is the skill of a bombardment that names none.
const usualBombardment = 14

// hurts is the damage of a power. It panics on a bad row.
func hurts(text string) Damage { return modesOf([]string{text})[0].Damage }

// A row is a built-in unit. Parry is the best of the weapons', and DB is inside the
// defences.
type row struct {
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

	wears  string // armour and shield, of the wardrobe
	strays strays
	powers []Spell
}

// roster is the built-in units by kind, weak to strong, all of our own making. Figures
// follow B-ATTR, B-ENC, B-DEF and B-STDMG, from attributes, wardrobe and armoury; how
// far one departs from them, and why, are its strays. A test makes each anew (derive).
var roster = [...]struct {
	kind string
	rows []row
}{
	{"Troops", []row{
		{
			"Peasant", "A farmer with a pitchfork, and no wish to be here.",
			10, 9, 9, 10, 10, 10, 9, 9, +0, 4.75, 4, NoEncumbrance, 7, 7, 0, 0, [3]int{0, 0, 0},
			skills{"running": 9}, Traits{}, []arm{
				melee("Pitchfork", 9, []int{1}, "thrust 1d-1 imp").twoHanded(),
			},
			"", nil, nil,
		},
		{
			"Slinger", "A shepherd with a sling, unarmoured and light on his feet.",
			10, 11, 10, 10, 10, 10, 10, 10, +0, 5.25, 5, NoEncumbrance, 8, 7, 0, 0, [3]int{0, 0, 0},
			skills{"running": 12}, Traits{}, []arm{
				ranged("Sling", 12, "1d pi", 0, 60, 100, -4).sends(Stone).reload(1, 2).ammo(20),
				melee("Knife", 10, []int{0, 1}, "swing 1d-2 cut", "thrust 1d-2 imp"),
			},
			"", nil, nil,
		},
		{
			"Militia", "A townsman with a long spear, a padded coat and a month of drill.",
			10, 10, 10, 10, 10, 10, 10, 10, +0, 5, 5, NoEncumbrance, 8, 8, 0, 0, [3]int{1, 1, 2},
			nil, Traits{}, []arm{
				melee("Long spear", 10, []int{1, 2}, "thrust 1d+1 imp").twoHanded(),
			},
			"padded coat, leather cap", nil, nil,
		},
		{
			"Bandit", "A robber from the woods: a bow for the ambush, a sword for the rest.",
			11, 11, 9, 11, 11, 11, 9, 9, +0, 5.5, 5, NoEncumbrance, 8, 9, 0, 0, [3]int{1, 0, 2},
			skills{"running": 11, "stealth": 12}, Traits{}, []arm{
				ranged("Short bow", 11, "1d-1 imp", 1, 110, 165, -6).reload(1, 2).ammo(20),
				melee("Shortsword", 12, []int{1}, "swing 1d+1 cut", "thrust 1d imp"),
			},
			"leather jerkin, leather cap", nil, nil,
		},
		{
			"Mage", "Fire from a distance, a ward against steel, and no armour at all.",
			10, 12, 14, 11, 10, 16, 14, 14, +0, 5.75, 5, NoEncumbrance, 8, 10, 0, 0, [3]int{0, 0, 0},
			nil, Traits{}, []arm{
				melee("Quarterstaff", 11, []int{1, 2}, "swing 1d+2 cr", "thrust 1d cr").twoHanded().wideGrip(),
			},
			"", strays{{"FP", +5, "practice in spending it"}}, []Spell{
				power(Spell{Name: "Fireball", Skill: 14, Kind: Damaging, Area: Area{Radius: 2}, HalfDamage: 40, MaxRange: 80, Acc: 1, Time: 3, Cost: 4, Damage: hurts("3d burn")}),
				power(Spell{Name: "Fire bolt", Skill: 14, HalfDamage: 40, MaxRange: 80, Acc: 1, Time: 2, Cost: 2, Damage: hurts("3d burn")}),
				power(Spell{Name: "Slumber", Skill: 15, Roll: IQRoll, Kind: Resistible, Area: Area{Radius: 3}, MaxRange: 40, Time: 3, Cost: 4, Resist: ResistWill, Duration: 40, Effect: Effect{Stun: true}}),
				power(Spell{Name: "Ward", Skill: 15, Roll: IQRoll, RangePenalty: NoRangePenalty, On: OnSelf, Time: 2, Cost: 2, Duration: 100, Effect: Effect{Bonuses: Bonuses{Defence: 2, DR: 2}}}),
			},
		},
		{
			"Barbarian", "A raider in furs who trusts a great axe more than armour.",
			14, 12, 9, 12, 14, 12, 9, 9, +0, 6, 6, NoEncumbrance, 9, 9, 0, 0, [3]int{1, 1, 3},
			skills{"running": 12}, Traits{HighPainThreshold: true, Fearlessness: 1}, []arm{
				melee("Great axe", 13, []int{1, 2}, "swing 2d+3 cut").twoHanded().unwieldy(),
				ranged("Throwing axe", 12, "2d+2 cut", 2, 14, 21, -3).thrown().ammo(2),
			},
			"furs, iron cap", nil, nil,
		},
		{
			"Archer", "A longbowman with a sword for when it comes to that.",
			11, 12, 10, 11, 11, 11, 10, 10, +0, 5.75, 5, NoEncumbrance, 8, 9, 0, 0, [3]int{1, 1, 2},
			skills{"fast-draw": 13, "running": 11}, Traits{}, []arm{
				ranged("Longbow", 14, "1d+1 imp", 3, 165, 220, -8).reload(1, 2).ammo(24),
				melee("Shortsword", 12, []int{1}, "swing 1d+1 cut", "thrust 1d imp"),
			},
			"padded coat, leather cap", nil, nil,
		},
		{
			"Crossbowman", "Slow to load and hard to stop: crossbow, brigandine, shortsword.",
			11, 11, 10, 11, 11, 11, 10, 10, +0, 5.5, 4, Light, 7, 9, 0, 0, [3]int{4, 2, 4},
			nil, Traits{}, []arm{
				ranged("Crossbow", 13, "1d+3 imp", 4, 220, 275, -6).sends(Bolt).reload(1, 4).ammo(20),
				melee("Shortsword", 12, []int{1}, "swing 1d+1 cut", "thrust 1d imp"),
			},
			"brigandine, leather sleeves and leggings, kettle hat with a coif", nil, nil,
		},
		{
			"Spearman", "A regular of the line behind a medium shield.",
			11, 11, 10, 11, 11, 11, 10, 10, +0, 5.5, 4, Light, 9, 11, 11, 2, [3]int{3, 2, 4},
			skills{"shield": 12}, Traits{}, []arm{
				melee("Spear", 12, []int{1}, "thrust 1d+1 imp"),
			},
			"scale shirt, leather sleeves and leggings, kettle hat with a coif, medium shield", nil, nil,
		},
		{
			"Priest", "A healer in mail, who lends friends courage and takes it from foes.",
			11, 11, 12, 11, 11, 14, 13, 12, +0, 5.5, 4, Light, 8, 10, 9, 1, [3]int{3, 0, 3},
			skills{"leadership": 12, "shield": 11}, Traits{Fearlessness: 2}, []arm{
				melee("Mace", 12, []int{1}, "swing 1d+4 cr"),
			},
			"mail shirt, iron cap, small shield", strays{{"FP", +3, "used to long vigils"}, {"Will", +1, "faith"}}, []Spell{
				power(Spell{Name: "Blessing", Skill: 14, Roll: IQRoll, RangePenalty: NoRangePenalty, On: OnFriends, Kind: Binding, Area: Area{Radius: 3}, Time: 4, Cost: 4, Duration: 100, Effect: Effect{Bonuses: Bonuses{Attack: 1, Defence: 1}}}),
				power(Spell{Name: "Mend", Skill: 14, Roll: IQRoll, RangePenalty: NoRangePenalty, On: OnFriends, Cost: 2, Effect: Effect{Heal: dice.D(2, 0)}}),
				power(Spell{Name: "Awe", Skill: 14, Roll: WillRoll, Kind: Emanation, Area: Area{Radius: 5}, Time: 2, Cost: 3, Resist: ResistWill, Effect: Effect{Frighten: true, Fear: 2}}),
			},
		},
		{
			"Man-at-arms", "A professional in mail with mace and shield.",
			12, 12, 10, 12, 12, 12, 11, 10, +0, 6, 4, Light, 10, 12, 12, 2, [3]int{4, 4, 5},
			skills{"shield": 14}, Traits{}, []arm{
				melee("Mace", 14, []int{1}, "swing 1d+5 cr"),
			},
			"mail hauberk, open helm with a mail collar, medium shield", strays{{"Will", +1, "has seen worse"}}, nil,
		},
		{
			"Pikeman", "One of a square: the pike keeps horse and sword at a distance.",
			12, 11, 10, 11, 12, 11, 10, 10, +0, 5.5, 4, Light, 7, 9, 0, 0, [3]int{5, 1, 4},
			nil, Traits{}, []arm{
				melee("Pike", 13, []int{4, 5}, "thrust 1d+2 imp").twoHanded(),
				melee("Shortsword", 12, []int{1}, "swing 1d+2 cut", "thrust 1d imp"),
			},
			"breastplate, padded sleeves and hose, kettle hat with a coif", nil, nil,
		},
		{
			"Halberdier", "A guardsman in half armour whose halberd outreaches swords.",
			12, 11, 10, 11, 12, 11, 10, 10, +0, 5.5, 4, Light, 7, 9, 0, 0, [3]int{5, 3, 5},
			nil, Traits{}, []arm{
				melee("Halberd", 13, []int{1, 2}, "swing 1d+7 cut", "thrust 1d+2 imp").twoHanded().unwieldy(),
			},
			"breastplate, mail sleeves and leggings, open helm with a mail collar", nil, nil,
		},
		{
			"Knight", "A man-at-arms on foot, in plate, with sword and shield.",
			13, 12, 10, 12, 13, 12, 10, 10, +0, 6, 3, Medium, 9, 12, 12, 2, [3]int{6, 6, 6},
			skills{"shield": 14, "tactics": 11}, Traits{}, []arm{
				melee("Broadsword", 15, []int{1}, "swing 2d cut", "thrust 1d+2 imp"),
			},
			"plate harness, great helm, medium shield", nil, nil,
		},
		{
			"Mounted knight", "A knight and his warhorse, counted as one, with lance and sword.",
			13, 12, 10, 12, 24, 12, 10, 10, +1, 6, 8, NoEncumbrance, 11, 12, 12, 2, [3]int{6, 6, 6},
			skills{"riding": 14, "shield": 14, "tactics": 11}, Traits{Mounted: true}, []arm{
				melee("Lance", 14, []int{4}, "thrust 2d+3 imp"),
				melee("Broadsword", 15, []int{1}, "swing 2d cut", "thrust 1d+2 imp"),
			},
			"plate harness, great helm, medium shield", strays{{"HP", +11, "half of the horse's"}, {"SM", +1, "the horse's"}, {"Load", -82, "the horse carries it"}, {"Move", +2, "the horse's, under load"}, {"Lance ST", +9, "the horse's, behind a couched lance"}}, nil,
		},
	}},
	{"Peoples", []row{
		{
			"Goblin archer", "A goblin with a short bow who would rather not come closer.",
			8, 12, 9, 10, 8, 10, 9, 9, -1, 5.5, 5, NoEncumbrance, 8, 7, 0, 0, [3]int{1, 0, 0},
			skills{"running": 11, "stealth": 12}, Traits{}, []arm{
				ranged("Short bow", 12, "1d-3 imp", 1, 80, 120, -6).reload(1, 2).ammo(20),
				melee("Knife", 10, []int{0, 1}, "swing 1d-4 cut", "thrust 1d-3 imp"),
			},
			"leather jerkin", strays{{"SM", -1, "a child's height"}}, nil,
		},
		{
			"Goblin", "Small, quick and brave in numbers: shortsword, light shield, a few javelins.",
			8, 11, 9, 10, 8, 10, 9, 9, -1, 5.25, 5, NoEncumbrance, 9, 9, 9, 1, [3]int{1, 0, 0},
			skills{"running": 11, "shield": 11, "stealth": 12}, Traits{}, []arm{
				melee("Shortsword", 11, []int{1}, "swing 1d-2 cut", "thrust 1d-2 imp"),
				ranged("Javelin", 10, "1d-2 imp", 3, 12, 20, -4).thrown().ammo(2),
			},
			"leather jerkin, light shield", strays{{"SM", -1, "a child's height"}}, nil,
		},
		{
			"Troglodyte", "A cave dweller with stone weapons, at home in the dark.",
			12, 11, 7, 12, 12, 12, 8, 9, +0, 5.75, 5, NoEncumbrance, 8, 9, 0, 0, [3]int{1, 1, 1},
			skills{"brawling": 11, "stealth": 12}, Traits{DarkVision: true}, []arm{
				melee("Flint axe", 12, []int{1}, "swing 1d+3(0.5) cut"),
				ranged("Flint javelin", 12, "1d(0.5) imp", 2, 18, 30, -4).thrown().ammo(2),
				melee("Bite", 11, []int{0}, "1d-2 cut"),
			},
			"", strays{{"Will", +1, "stubborn"}, {"Per", +2, "keen of nose and ear"}, {"DR", +1, "a leathery skin"}}, nil,
		},
		{
			"Hobgoblin", "A drilled goblin of man's size: sword, shield and scale coat.",
			11, 11, 9, 11, 11, 11, 9, 9, +0, 5.5, 4, Light, 9, 11, 11, 2, [3]int{3, 1, 3},
			skills{"shield": 12, "tactics": 10}, Traits{}, []arm{
				melee("Broadsword", 12, []int{1}, "swing 1d+2 cut", "thrust 1d+1 imp"),
				ranged("Javelin", 11, "1d imp", 3, 16, 27, -4).thrown().ammo(2),
			},
			"scale shirt, padded sleeves and hose, iron cap, medium shield", nil, nil,
		},
		{
			"Lizardman", "A scaly hunter of the marshes with spear, javelins and teeth.",
			13, 11, 8, 12, 13, 12, 8, 8, +0, 5.75, 5, NoEncumbrance, 9, 10, 9, 1, [3]int{2, 2, 2},
			skills{"brawling": 11, "shield": 11}, Traits{}, []arm{
				melee("Spear", 13, []int{1}, "thrust 1d+2 imp"),
				ranged("Javelin", 13, "1d+1 imp", 3, 19, 32, -4).thrown().ammo(3),
				melee("Bite", 11, []int{0}, "1d-1 cut"),
			},
			"light shield", strays{{"DR", +2, "scales"}}, nil,
		},
		{
			"Elf", "One of the old people: a bow that seldom misses, a sword for the rest.",
			10, 14, 12, 11, 10, 11, 12, 14, +0, 6.25, 6, NoEncumbrance, 9, 10, 0, 0, [3]int{2, 2, 0},
			skills{"fast-draw": 15, "running": 12, "stealth": 14}, Traits{NightVision: 3}, []arm{
				ranged("Elven bow", 16, "1d imp", 4, 150, 200, -7).reload(1, 2).ammo(24),
				melee("Shortsword", 14, []int{1}, "swing 1d cut", "thrust 1d-1 imp"),
			},
			"leather suit", strays{{"Per", +2, "keen of eye and ear"}}, nil,
		},
		{
			"Orc warrior", "Big, fierce and badly led: axe, shield and stolen mail.",
			13, 11, 8, 12, 14, 12, 8, 8, +0, 5.75, 4, Light, 8, 10, 9, 1, [3]int{3, 1, 4},
			skills{"shield": 11}, Traits{HighPainThreshold: true}, []arm{
				melee("Axe", 13, []int{1}, "swing 2d+1 cut"),
				ranged("Throwing axe", 12, "2d+1 cut", 2, 13, 19, -3).thrown().ammo(1),
			},
			"mail shirt, padded sleeves and hose, kettle hat with a coif, small shield", strays{{"HP", +1, "big-boned"}}, nil,
		},
		{
			"Dwarf warrior", "One of a shield wall under the mountain.",
			13, 11, 10, 13, 14, 13, 11, 10, +0, 6, 4, Light, 10, 12, 12, 2, [3]int{4, 4, 5},
			skills{"shield": 14}, Traits{Fearlessness: 1, HighPainThreshold: true, NightVision: 3}, []arm{
				melee("Axe", 14, []int{1}, "swing 2d+1 cut"),
				ranged("Throwing axe", 13, "2d+1 cut", 2, 13, 19, -3).thrown().ammo(1),
			},
			"mail hauberk, open helm with a mail collar, medium shield", strays{{"HP", +1, "dwarfs are tough"}, {"Will", +1, "stubborn"}}, nil,
		},
		{
			"Ogre", "A stupid mountain of muscle with a tree for a club.",
			20, 10, 7, 12, 24, 12, 7, 7, +1, 5.5, 5, NoEncumbrance, 8, 9, 0, 0, [3]int{2, 2, 2},
			nil, Traits{}, []arm{
				melee("Great club", 12, []int{1, 2}, "swing 3d+6 cr").twoHanded().unwieldy(),
				ranged("Boulder", 10, "2d-1 cr", 0, 20, 30, -8).sends(Stone).thrown().ammo(1),
			},
			"", strays{{"HP", +4, "bulk"}, {"SM", +1, "three yards tall"}, {"DR", +2, "a thick hide"}}, nil,
		},
		{
			"Minotaur", "A bull's head on a giant's shoulders, and an axe to match.",
			20, 12, 7, 13, 24, 13, 9, 8, +1, 6.25, 6, NoEncumbrance, 9, 10, 0, 0, [3]int{2, 2, 2},
			skills{"brawling": 14}, Traits{Fearlessness: 3, HighPainThreshold: true}, []arm{
				melee("Great axe", 14, []int{1, 2}, "swing 3d+5 cut").twoHanded().unwieldy(),
				melee("Horns", 14, []int{0, 1}, "2d+3 imp"),
			},
			"", strays{{"HP", +4, "bulk"}, {"Will", +2, "headstrong"}, {"Per", +1, "keen of nose"}, {"SM", +1, "three yards tall"}, {"DR", +2, "a bull's hide"}}, nil,
		},
		{
			"Troll", "Long arms, long claws and a hide like bark.",
			22, 12, 7, 13, 28, 13, 7, 7, +1, 6.25, 6, NoEncumbrance, 9, 0, 0, 0, [3]int{3, 3, 3},
			skills{"brawling": 15, "running": 12}, Traits{HighPainThreshold: true}, []arm{
				melee("Claws", 15, []int{0, 1}, "2d+1 cut"),
				melee("Bite", 14, []int{0}, "2d+1 cut"),
			},
			"", strays{{"HP", +6, "bulk"}, {"SM", +1, "three yards tall"}, {"DR", +3, "a hide like bark"}, {"Claws reach", +1, "long arms"}}, nil,
		},
		{
			"Hill giant", "Fifteen feet of bad temper, throwing rocks until you are near.",
			30, 11, 8, 13, 34, 13, 8, 8, +2, 6, 7, NoEncumbrance, 9, 9, 0, 0, [3]int{4, 4, 4},
			nil, Traits{}, []arm{
				melee("Great club", 13, []int{1, 2, 3}, "swing 5d+6 cr").twoHanded().unwieldy(),
				ranged("Boulder", 12, "3d cr", 0, 30, 45, -8).sends(Stone).thrown().ammo(3),
			},
			"", strays{{"HP", +4, "bulk"}, {"SM", +2, "five yards tall"}, {"Move", +1, "long legs"}, {"DR", +4, "a hide like leather armour"}, {"Great club reach", +1, "long arms"}}, nil,
		},
	}},
	{"Undead", []row{
		{
			"Skeleton", "Dry bones with an old sword: never tires, never flees.",
			10, 12, 8, 10, 10, 0, 8, 8, +0, 5.5, 5, NoEncumbrance, 9, 10, 9, 1, [3]int{2, 2, 2},
			skills{"shield": 11}, Traits{Fearlessness: 10, HighPainThreshold: true, Tolerance: Unliving, NoBrain: true, NoVitals: true}, []arm{
				melee("Shortsword", 12, []int{1}, "swing 1d cut", "thrust 1d-1 imp"),
			},
			"light shield", strays{{"DR", +2, "nothing but bone"}}, nil,
		},
		{
			"Zombie", "Slow, strong and not to be reasoned with: never tires, never flees.",
			13, 9, 6, 12, 17, 0, 6, 6, +0, 5.25, 4, NoEncumbrance, 8, 0, 0, 0, [3]int{1, 1, 1},
			skills{"brawling": 11}, Traits{Fearlessness: 10, HighPainThreshold: true, Tolerance: Unliving, NoVitals: true}, []arm{
				melee("Claws", 11, []int{0}, "1d cut"),
			},
			"", strays{{"HP", +4, "it takes some killing twice"}, {"Move", -1, "it shuffles"}, {"DR", +1, "flesh that feels nothing"}}, nil,
		},
		{
			"Ghost", "A chill that mail does not keep out; steel passes through it.",
			10, 12, 8, 10, 15, 0, 12, 10, +0, 5.5, 5, NoEncumbrance, 8, 0, 0, 0, [3]int{0, 0, 0},
			skills{"brawling": 13, "stealth": 16}, Traits{Fearlessness: 12, HighPainThreshold: true, DarkVision: true, Tolerance: Diffuse, NoBrain: true, NoVitals: true, Flight: true}, []arm{
				melee("Chilling touch", 13, []int{0, 1}, "1d+1(5) tox"),
			},
			"", strays{{"HP", +5, "there is little of it to harm"}, {"Will", +4, "it will not leave"}, {"Per", +2, "needs no eyes"}}, []Spell{
				power(Spell{Name: "Wail", Skill: 12, Roll: WillRoll, Kind: Emanation, Area: Area{Radius: 5}, Time: 2, Resist: ResistWill, Effect: Effect{Frighten: true, Fear: 3}}),
			},
		},
		{
			"Wight", "A chieftain out of his barrow, in the mail he was buried in.",
			14, 12, 10, 12, 18, 0, 12, 10, +0, 6, 4, Light, 10, 12, 12, 2, [3]int{5, 5, 6},
			skills{"brawling": 14, "shield": 14, "tactics": 11}, Traits{Fearlessness: 12, HighPainThreshold: true, DarkVision: true, Tolerance: Unliving, NoVitals: true}, []arm{
				melee("Broadsword", 15, []int{1}, "swing 2d+1 cut", "thrust 1d+2 imp"),
			},
			"mail hauberk, open helm with a mail collar, medium shield", strays{{"HP", +4, "it takes some killing twice"}, {"Will", +2, "an old hatred"}, {"DR", +1, "flesh like wood"}}, []Spell{
				power(Spell{Name: "Grave chill", Skill: 13, Roll: WillRoll, RangePenalty: ByYards, Time: 1, Resist: ResistHT, Duration: 40, Effect: Effect{Bonuses: Bonuses{Attack: -2, Defence: -1}}}),
			},
		},
	}},
	{"Beasts", []row{
		{
			"Wolf", "A hungry hunter in a pack, faster than any man.",
			10, 12, 4, 12, 10, 12, 11, 14, +0, 6, 9, NoEncumbrance, 9, 0, 0, 0, [3]int{1, 1, 1},
			skills{"brawling": 14, "running": 14}, Traits{}, []arm{
				melee("Bite", 14, []int{0}, "1d-2 cut"),
			},
			"", strays{{"Will", +7, "beasts are duller than they are wary"}, {"Per", +10, "keen of nose and ear"}, {"Move", +3, "four legs"}, {"DR", +1, "fur"}}, nil,
		},
		{
			"Rat swarm", "Some hundreds of rats, two yards across: blades pass through it.",
			2, 13, 2, 11, 8, 11, 10, 12, +0, 6, 6, NoEncumbrance, 9, 0, 0, 0, [3]int{0, 0, 0},
			skills{"brawling": 13}, Traits{Tolerance: Diffuse, NoBrain: true, NoVitals: true, NightVision: 5}, []arm{
				melee("Gnawing", 13, []int{0}, "1d-2 cut"),
			},
			"", strays{{"HP", +6, "those killed until the others scatter"}, {"Will", +8, "beasts are duller than they are wary"}, {"Per", +10, "keen of nose and ear"}}, nil,
		},
		{
			"Lion", "Stalks, leaps, and bears its prey down.",
			17, 13, 4, 12, 17, 12, 12, 13, +1, 6.25, 9, NoEncumbrance, 9, 0, 0, 0, [3]int{1, 1, 1},
			skills{"brawling": 15, "running": 13, "stealth": 15}, Traits{NightVision: 5}, []arm{
				melee("Claws", 15, []int{0}, "1d+2 cut"),
				melee("Bite", 15, []int{0}, "1d+2 cut"),
			},
			"", strays{{"Will", +8, "it has no enemies"}, {"Per", +9, "keen of eye and ear"}, {"SM", +1, "nearly three yards long"}, {"Move", +3, "four legs"}, {"DR", +1, "a hide"}}, nil,
		},
		{
			"Warhorse", "A destrier without its rider, taught to kick and to bite.",
			22, 10, 3, 12, 22, 12, 11, 12, +1, 5.5, 8, NoEncumbrance, 8, 0, 0, 0, [3]int{1, 1, 1},
			skills{"brawling": 12, "running": 13}, Traits{}, []arm{
				melee("Hooves", 12, []int{0, 1}, "2d+2 cr"),
				melee("Teeth", 11, []int{0}, "2d+1 cr"),
			},
			"", strays{{"Will", +8, "used to the noise"}, {"Per", +9, "keen of ear"}, {"SM", +1, "a horse's bulk"}, {"Move", +3, "four legs"}, {"DR", +1, "a hide"}}, nil,
		},
		{
			"Dire wolf", "A wolf as heavy as two men.",
			17, 12, 4, 12, 17, 12, 11, 14, +1, 6, 9, NoEncumbrance, 9, 0, 0, 0, [3]int{2, 2, 2},
			skills{"brawling": 15, "running": 14}, Traits{}, []arm{
				melee("Bite", 15, []int{0}, "1d+2 cut"),
			},
			"", strays{{"Will", +7, "beasts are duller than they are wary"}, {"Per", +10, "keen of nose and ear"}, {"SM", +1, "as heavy as two men"}, {"Move", +3, "four legs"}, {"DR", +2, "thick fur"}}, nil,
		},
		{
			"Boar", "Tusks, gristle and a temper: it charges whatever it sees.",
			14, 11, 4, 13, 15, 13, 12, 11, +0, 6, 7, NoEncumbrance, 9, 0, 0, 0, [3]int{2, 2, 2},
			skills{"brawling": 13, "running": 13}, Traits{Fearlessness: 3, HighPainThreshold: true}, []arm{
				melee("Tusks", 13, []int{0}, "1d+2 cut"),
			},
			"", strays{{"HP", +1, "it is slow to lie down"}, {"Will", +8, "it does not turn aside"}, {"Per", +7, "keen of nose"}, {"Move", +1, "four legs"}, {"DR", +2, "bristles and gristle"}}, nil,
		},
		{
			"Giant spider", "A spider of a pony's size: fast, armoured, all fangs.",
			15, 14, 2, 12, 15, 12, 10, 12, +1, 6.5, 8, NoEncumbrance, 9, 0, 0, 0, [3]int{3, 3, 3},
			skills{"brawling": 16, "stealth": 15}, Traits{}, []arm{
				melee("Fangs", 16, []int{0}, "1d+1 imp"),
			},
			"", strays{{"Will", +8, "beasts are duller than they are wary"}, {"Per", +10, "eight eyes, and feels each step"}, {"SM", +1, "a pony's bulk"}, {"Move", +2, "eight legs"}, {"DR", +3, "a shell"}}, []Spell{
				power(Spell{Name: "Venom", Skill: 16, Roll: MeleeRoll, Damage: hurts("1d tox"), Resist: ResistHT, Duration: 60, Effect: Effect{Bonuses: Bonuses{Attack: -2, Defence: -1, Move: -2}}}),
			},
		},
		{
			"Bear", "A brown bear that stands its ground.",
			20, 11, 4, 13, 22, 13, 12, 12, +1, 6, 7, NoEncumbrance, 9, 0, 0, 0, [3]int{2, 2, 2},
			skills{"brawling": 13}, Traits{}, []arm{
				melee("Claws", 13, []int{0, 1}, "2d cut"),
				melee("Bite", 13, []int{0}, "2d cut"),
			},
			"", strays{{"HP", +2, "fat for the winter"}, {"Will", +8, "it has no enemies"}, {"Per", +8, "keen of nose"}, {"SM", +1, "stands three yards tall"}, {"Move", +1, "four legs"}, {"DR", +2, "fur and fat"}, {"Claws reach", +1, "long arms"}}, nil,
		},
		{
			"Elephant", "A war elephant: what does not flee is trodden down.",
			45, 10, 5, 12, 45, 12, 10, 10, +3, 5.5, 8, NoEncumbrance, 6, 0, 0, 0, [3]int{4, 4, 4},
			skills{"brawling": 12}, Traits{}, []arm{
				melee("Tusks", 12, []int{0, 1, 2}, "5d+10 cut"),
				melee("Hooves", 12, []int{0, 1}, "5d+5 cr"),
			},
			"", strays{{"Will", +5, "has its doubts about fire and noise"}, {"Per", +5, "keen of nose and ear"}, {"SM", +3, "six yards from tusk to tail"}, {"Move", +3, "long legs"}, {"Dodge", -2, "too large to turn in time"}, {"DR", +4, "a thick hide"}, {"Tusks reach", +2, "as far as its trunk"}}, nil,
		},
	}},
	{"Monsters", []row{
		{
			"Slime", "Grey, wet, and two yards across: it creeps on and dissolves.",
			12, 8, 1, 13, 30, 0, 10, 10, +1, 5.25, 3, NoEncumbrance, 6, 0, 0, 0, [3]int{0, 0, 0},
			skills{"brawling": 11}, Traits{Fearlessness: 12, HighPainThreshold: true, DarkVision: true, Tolerance: Homogenous, NoBrain: true, NoVitals: true}, []arm{
				melee("Acid", 11, []int{0, 1}, "1d+2 cor"),
			},
			"", strays{{"HP", +18, "there is much of it"}, {"Will", +9, "it has no mind to change"}, {"Per", +9, "feels each step"}, {"SM", +1, "three yards across"}, {"Move", -2, "it creeps"}, {"Dodge", -2, "it creeps"}}, nil,
		},
		{
			"Wyvern", "A dragon's lesser cousin with a sting in its tail.",
			24, 13, 5, 13, 28, 13, 11, 12, +2, 6.5, 6, NoEncumbrance, 9, 0, 0, 0, [3]int{4, 4, 4},
			skills{"brawling": 15}, Traits{Flight: true}, []arm{
				melee("Sting", 15, []int{1, 2, 3}, "2d+5 imp"),
				melee("Bite", 15, []int{0, 1}, "2d+2 cut"),
				melee("Talons", 15, []int{0, 1}, "2d+3 cut"),
			},
			"", strays{{"HP", +4, "bulk"}, {"Will", +6, "beasts are duller than they are wary"}, {"Per", +7, "a hunter's eyes"}, {"SM", +2, "five yards long"}, {"DR", +4, "scales"}, {"Sting reach", +1, "a long tail"}, {"Bite reach", +1, "a long neck"}}, []Spell{
				power(Spell{Name: "Venom", Skill: 15, Roll: MeleeRoll, MaxRange: 3, Damage: hurts("2d tox"), Resist: ResistHT, Duration: 60, Effect: Effect{Bonuses: Bonuses{Attack: -3, Defence: -2, Move: -2}}}),
			},
		},
		{
			"Fire drake", "A young dragon of a horse's bulk that has learned to breathe fire.",
			25, 13, 8, 13, 34, 13, 12, 12, +2, 6.5, 7, NoEncumbrance, 9, 0, 0, 0, [3]int{5, 5, 5},
			skills{"brawling": 15}, Traits{Fearlessness: 2, Flight: true, NightVision: 5}, []arm{
				melee("Bite", 15, []int{0, 1}, "2d+3 cut"),
				melee("Claws", 15, []int{0, 1}, "2d+3 cut"),
			},
			"", strays{{"HP", +9, "bulk"}, {"Will", +4, "pride"}, {"Per", +4, "keen of eye and nose"}, {"SM", +2, "five yards long"}, {"Move", +1, "four legs"}, {"DR", +5, "scales"}, {"Bite reach", +1, "a long neck"}, {"Claws reach", +1, "long limbs"}}, []Spell{
				power(Spell{Name: "Breath", Skill: 15, Kind: Damaging, Area: Area{Length: 12, Width: 3}, Jet: BreathJet, Cost: 1, Damage: hurts("3d burn")}),
			},
		},
		{
			"Stone golem", "A statue that walks: slow, tireless, and hard to chip.",
			24, 10, 6, 14, 34, 0, 10, 8, +1, 6, 5, NoEncumbrance, 8, 0, 0, 0, [3]int{5, 5, 5},
			skills{"brawling": 12}, Traits{Fearlessness: 12, HighPainThreshold: true, DarkVision: true, Tolerance: Homogenous, NoBrain: true, NoVitals: true}, []arm{
				melee("Fists", 12, []int{0, 1}, "2d+2 cr"),
			},
			"", strays{{"HP", +10, "solid stone"}, {"Will", +4, "it obeys"}, {"Per", +2, "needs no eyes"}, {"SM", +1, "three yards tall"}, {"Move", -1, "its weight"}, {"Dodge", -1, "its weight"}, {"DR", +5, "stone"}}, nil,
		},
		{
			"Demon", "Wings, horns, a great blade, and an old grudge against mankind.",
			20, 14, 12, 13, 26, 0, 14, 12, +1, 6.75, 6, NoEncumbrance, 10, 12, 0, 0, [3]int{5, 5, 5},
			skills{"brawling": 16, "tactics": 13}, Traits{ExtraAttack: 1, CombatReflexes: true, Fearlessness: 5, HighPainThreshold: true, DarkVision: true, Flight: true}, []arm{
				melee("Greatsword", 16, []int{1, 2}, "swing 3d+5 cut", "thrust 2d+2 imp").twoHanded(),
				melee("Claws", 16, []int{0, 1}, "2d cut"),
			},
			"", strays{{"HP", +6, "it is not all flesh"}, {"Will", +2, "pride"}, {"SM", +1, "three yards tall"}, {"DR", +5, "a hide of hot iron"}, {"Claws reach", +1, "long arms"}}, []Spell{
				power(Spell{Name: "Hellfire", Skill: 16, HalfDamage: 25, MaxRange: 50, Acc: 2, Damage: hurts("4d burn")}),
				power(Spell{Name: "Dread", Skill: 14, Roll: WillRoll, Kind: Emanation, Area: Area{Radius: 6}, Time: 2, Resist: ResistWill, Effect: Effect{Frighten: true, Fear: 2}}),
			},
		},
		{
			"Dragon", "Old, vast and vain: fire before it, a tail behind, and no way round.",
			40, 13, 12, 14, 75, 14, 16, 16, +4, 6.75, 8, NoEncumbrance, 9, 0, 0, 0, [3]int{10, 10, 10},
			skills{"brawling": 16, "tactics": 14}, Traits{ExtraAttack: 1, Fearlessness: 6, HighPainThreshold: true, DarkVision: true, Flight: true}, []arm{
				melee("Bite", 16, []int{0, 1, 2}, "4d+4 cut"),
				melee("Claws", 16, []int{0, 1, 2}, "4d+4 cut"),
				melee("Tail", 16, []int{1, 2, 3, 4}, "4d+9 cr"),
			},
			"", strays{{"HP", +35, "bulk"}, {"Will", +4, "pride"}, {"Per", +4, "keen of eye and nose"}, {"SM", +4, "ten yards long"}, {"Move", +2, "four legs"}, {"DR", +10, "scales like shields"}, {"Bite reach", +2, "a long neck"}, {"Claws reach", +2, "long limbs"}, {"Tail reach", +2, "ten yards of dragon"}}, []Spell{
				power(Spell{Name: "Breath", Skill: 16, Kind: Damaging, Area: Area{Length: 20, Width: 5}, Jet: BreathJet, Cost: 1, Damage: hurts("5d burn")}),
				power(Spell{Name: "Roar", Skill: 16, Roll: WillRoll, Kind: Emanation, Area: Area{Radius: 8}, Cost: 1, Resist: ResistWill, Effect: Effect{Stun: true}}),
			},
		},
	}},
	{"Heroes", []row{
		{
			"Rogue", "A hero who is not there when the blow lands: rapier and knives.",
			11, 15, 12, 11, 11, 11, 12, 12, +0, 6.5, 6, NoEncumbrance, 10, 12, 0, 0, [3]int{2, 2, 0},
			skills{"acrobatics": 13, "fast-draw": 14, "running": 12, "stealth": 16}, Traits{CombatReflexes: true}, []arm{
				melee("Rapier", 17, []int{1, 2}, "thrust 1d imp").fencing(),
				ranged("Throwing knife", 16, "1d-2 imp", 0, 5, 11, -1).thrown().ammo(4),
			},
			"leather suit", nil, nil,
		},
		{
			"Ranger", "A hero of the woods: longbow first, sword second.",
			12, 14, 11, 12, 12, 12, 11, 11, +0, 6.5, 6, NoEncumbrance, 10, 11, 0, 0, [3]int{2, 2, 2},
			skills{"fast-draw": 15, "running": 13, "stealth": 14}, Traits{CombatReflexes: true}, []arm{
				ranged("Longbow", 16, "1d+1 imp", 3, 180, 240, -8).reload(1, 2).ammo(30),
				melee("Broadsword", 14, []int{1}, "swing 1d+3 cut", "thrust 1d+1 imp"),
			},
			"leather suit, leather cap", nil, nil,
		},
		{
			"Dwarf", "A stubborn hero, wide as he is tall: axe, shield and mail.",
			14, 12, 10, 14, 15, 14, 10, 10, +0, 6.5, 4, Light, 11, 14, 13, 2, [3]int{6, 5, 7},
			skills{"shield": 14}, Traits{CombatReflexes: true, HighPainThreshold: true, Fearlessness: 2}, []arm{
				melee("Axe", 16, []int{1}, "swing 2d+2 cut"),
				ranged("Throwing axe", 14, "2d+2 cut", 2, 14, 21, -3).thrown().ammo(2),
			},
			"dwarven mail, dwarven helm, medium shield", strays{{"HP", +1, "dwarfs are tough"}}, nil,
		},
		{
			"Champion", "A knightly hero in fine plate with a two-handed sword.",
			14, 13, 11, 13, 15, 13, 11, 11, +0, 6.5, 4, Light, 9, 12, 0, 0, [3]int{7, 6, 8},
			skills{"leadership": 13, "tactics": 14}, Traits{CombatReflexes: true, HighPainThreshold: true, Fearlessness: 2}, []arm{
				melee("Greatsword", 17, []int{1, 2}, "swing 2d+3 cut", "thrust 1d+3 imp").twoHanded(),
			},
			"fine plate harness, fine great helm", strays{{"HP", +1, "trained to take blows"}}, nil,
		},
	}},
}

// An Entry is a unit of the roster.
type Entry struct {
	Kind    string // Troops, Peoples, Undead, Beasts, Monsters, Heroes
	Unit    *Unit
	Wears   string // armour and shield, "" for none
	Sources []Source
}

// Roster returns the built-in units by kind, weak to strong, and where their numbers
// come from. The units are the caller's own.
func Roster() []Entry {
	var all []Entry
	for i := range roster {
		for k := range roster[i].rows {
			r := &roster[i].rows[k]
			all = append(all, Entry{roster[i].kind, r.unit(), r.wears, r.derive().sources})
		}
	}
	return all
}

// Builtins returns the units of the roster. They are the caller's own.
func Builtins() []*Unit {
	var all []*Unit
	for i := range roster {
		for k := range roster[i].rows {
			all = append(all, roster[i].rows[k].unit())
		}
	}
	return all
}

// Builtin returns the built-in unit of that name, in any case and with spaces or
// hyphens. The unit is the caller's own.
func Builtin(name string) (*Unit, bool) {
	word := plain(name)
	for i := range roster {
		for k := range roster[i].rows {
			if r := &roster[i].rows[k]; plain(r.name) == word {
				return r.unit(), true
			}
		}
	}
	return nil, false
}

func (r *row) unit() *Unit {
	u := &Unit{
		Name: r.name, About: r.about,
		ST: r.st, DX: r.dx, IQ: r.iq, HT: r.ht, HP: r.hp, FP: r.fp, NeverTires: r.fp == 0,
		Will: r.will, Per: r.per, SM: r.sm, Speed: r.speed, Move: r.move, Encumbrance: r.load,
		Dodge: r.dodge, Parry: r.parry, Block: r.block, ShieldDB: r.db,
		Armour: wornArmour(r.dr), Skills: maps.Clone(r.skills), Traits: r.traits, Spells: slices.Clone(r.powers),
	}
	for _, a := range r.weapons {
		w := Weapon(a)
		w.Modes, w.Reach = slices.Clone(w.Modes), slices.Clone(w.Reach)
		u.Weapons = append(u.Weapons, w)
	}
	return u
}

// wornArmour is the DR of torso and groin, of the limbs, and of head and neck.
func wornArmour(dr [3]int) (a Armour) {
	a.SetAll(dr[1])
	for _, l := range []Location{Torso, Groin} {
		a.Set(l, dr[0])
	}
	for _, l := range []Location{Skull, Face, Eye, Neck} {
		a.Set(l, dr[2])
	}
	return a
}
