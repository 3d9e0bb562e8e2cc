package units

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"heroicsim/dice"
)

// makes is how a weapon turns its bearer's strength into damage: thrust or
// swing, with adds. Natural weapons gain 1 per die from Brawling at DX + 2.
type makes struct {
	swing bool
	adds  int
	kind  DamageType
}

// armoury is what the roster's weapons are, apart from their bearers.
var armoury = map[string]struct {
	modes    []makes
	reach    string
	half     float64 // of the range, in times ST; 0: melee
	most     float64
	acc      int
	parry    int // modifier
	natural  bool
	missile  Missile
	twoHands bool
	unready  bool
}{
	"Pitchfork":  {modes: []makes{{false, +1, Impaling}}, reach: "[1]", twoHands: true},
	"Knife":      {modes: []makes{{true, -2, Cutting}, {false, 0, Impaling}}, reach: "[0 1]", parry: -1},
	"Shortsword": {modes: []makes{{true, 0, Cutting}, {false, +1, Impaling}}, reach: "[1]"},
	"Broadsword": {modes: []makes{{true, +1, Cutting}, {false, +2, Impaling}}, reach: "[1]"},
	"Greatsword": {modes: []makes{{true, +3, Cutting}, {false, +3, Impaling}}, reach: "[1 2]", twoHands: true},
	"Rapier":     {modes: []makes{{false, +1, Impaling}}, reach: "[1 2]"},
	"Spear":      {modes: []makes{{false, +2, Impaling}}, reach: "[1]"},
	"Long spear": {modes: []makes{{false, +3, Impaling}}, reach: "[1 2]", twoHands: true},
	"Halberd":    {modes: []makes{{true, +5, Cutting}, {false, +3, Impaling}}, reach: "[1 2]", twoHands: true, unready: true},
	"Axe":        {modes: []makes{{true, +2, Cutting}}, reach: "[1]"},
	"Great axe":  {modes: []makes{{true, +3, Cutting}}, reach: "[1 2]", twoHands: true, unready: true},
	"Great club": {modes: []makes{{true, +4, Crushing}}, reach: "[1 2]", twoHands: true, unready: true},
	"Bite":       {modes: []makes{{false, -1, Cutting}}, reach: "[0]", natural: true},
	"Fangs":      {modes: []makes{{false, -1, Impaling}}, reach: "[0]", natural: true},
	"Claws":      {modes: []makes{{false, -1, Cutting}}, reach: "[0]", natural: true},

	"Sling":          {modes: []makes{{true, 0, Piercing}}, half: 6, most: 10, missile: Stone},
	"Short bow":      {modes: []makes{{false, 0, Impaling}}, half: 10, most: 15, acc: 1},
	"Longbow":        {modes: []makes{{false, +2, Impaling}}, half: 15, most: 20, acc: 3},
	"Crossbow":       {modes: []makes{{false, +4, Impaling}}, half: 20, most: 25, acc: 4, missile: Bolt},
	"Javelin":        {modes: []makes{{false, +1, Impaling}}, half: 1.5, most: 2.5, acc: 3},
	"Throwing axe":   {modes: []makes{{true, +2, Cutting}}, half: 1, most: 1.5, acc: 2},
	"Throwing knife": {modes: []makes{{false, -1, Impaling}}, half: 0.5, most: 1},
	"Boulder":        {modes: []makes{{false, 0, Crushing}}, half: 1, most: 1.5, missile: Stone},
}

// exceptions are the figures in which a beast departs from the formulas, and
// why.
var exceptions = map[string]any{
	"Goblin SM":                   -1, // a child's height
	"Goblin archer SM":            -1,
	"Giant spider SM":             +1, // a pony's bulk
	"Dire wolf SM":                +1,
	"Ogre SM":                     +1,
	"Troll SM":                    +1,
	"Hill giant SM":               +2, // five yards
	"Zombie HP":                   17, // it takes some killing twice
	"Orc warrior HP":              14,
	"Ogre HP":                     24,
	"Dwarf HP":                    15,
	"Champion HP":                 15,
	"Troll HP":                    28,
	"Hill giant HP":               34,
	"Zombie Move":                 4, // it shuffles
	"Wolf Move":                   9, // four legs
	"Dire wolf Move":              9,
	"Giant spider Move":           8,  // eight
	"Hill giant Move":             7,  // long ones
	"Wolf Will":                   11, // beasts are duller than they are wary
	"Wolf Per":                    14,
	"Dire wolf Will":              11,
	"Dire wolf Per":               14,
	"Giant spider Will":           10,
	"Giant spider Per":            12,
	"Troll Claws reach":           "[0 1]", // at the end of long arms
	"Hill giant Great club reach": "[1 2 3]",
}

// TestRosterFollowsTheFormulas works each unit out again (B-ATTR, B-ENC, B-DEF,
// B-STDMG).
func TestRosterFollowsTheFormulas(t *testing.T) {
	unused := make(map[string]bool)
	for key := range exceptions {
		unused[key] = true
	}
	for _, u := range Builtins() {
		is := func(what string, got, want any) {
			t.Helper()
			if other, ok := exceptions[u.Name+" "+what]; ok {
				delete(unused, u.Name+" "+what)
				if fmt.Sprint(other) == fmt.Sprint(want) {
					t.Errorf("%s: %s is no exception", u.Name, what)
				}
				want = other
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %s is %v, want %v", u.Name, what, got, want)
			}
		}
		for _, p := range u.Check() {
			t.Errorf("%s: %v", u.Name, p)
		}
		enc, reflexes := int(u.Encumbrance), 0
		if u.Traits.CombatReflexes {
			reflexes = 1
		}
		speed := float64(u.DX+u.HT) / 4
		is("SM", u.SM, 0)
		is("HP", u.HP, u.ST)
		is("Will", u.Will, u.IQ)
		is("Per", u.Per, u.IQ)
		if u.NeverTires {
			is("FP", u.FP, 0)
		} else {
			is("FP", u.FP, u.HT)
		}
		is("Basic Speed", u.Speed, speed)
		is("Move", u.Move, max(1, int(math.Floor(math.Floor(speed)*[]float64{1, 0.8, 0.6, 0.4, 0.2}[enc]+1e-9))))
		is("Dodge", u.Dodge, int(speed)+3-enc+u.ShieldDB+reflexes)

		parry := 0
		for _, w := range u.Weapons {
			if a := armoury[w.Name]; !w.Ranged && !a.natural {
				parry = max(parry, 3+w.Skill/2+a.parry+u.ShieldDB+reflexes)
			}
		}
		is("Parry", u.Parry, parry)
		block := 0
		if level, ok := u.Skill("shield"); ok {
			block = 3 + level/2 + u.ShieldDB + reflexes
		}
		is("Block", u.Block, block)
		if (u.ShieldDB > 0) != (u.Block > 0) {
			t.Errorf("%s has DB %d and Block %d", u.Name, u.ShieldDB, u.Block)
		}

		for _, w := range u.Weapons {
			a, ok := armoury[w.Name]
			if !ok {
				t.Errorf("%s: the armoury has no %s", u.Name, w.Name)
				continue
			}
			var damage []string
			for _, m := range a.modes {
				e := Thrust(u.ST)
				if m.swing {
					e = Swing(u.ST)
				}
				e = e.Plus(m.adds)
				if brawling, ok := u.Skill("brawling"); a.natural && ok && brawling >= u.DX+2 {
					e = e.Plus(e.Count)
				}
				damage = append(damage, Damage{Dice: e, Type: m.kind}.String())
			}
			var got []string
			for i, m := range w.Modes {
				got = append(got, m.Damage.String())
				if want := map[bool]string{true: "swing", false: "thrust"}[a.modes[i].swing]; m.Name != want && !w.Ranged && !a.natural {
					t.Errorf("%s, %s: %s is named %q, want %q", u.Name, w.Name, m.Damage, m.Name, want)
				}
			}
			is(w.Name+" damage", strings.Join(got, ", "), strings.Join(damage, ", "))
			if a.most == 0 {
				is(w.Name+" reach", w.Reach, a.reach)
			} else {
				is(w.Name+" range", []float64{w.HalfDamage, w.MaxRange}, []float64{math.Floor(a.half * float64(u.ST)), math.Floor(a.most * float64(u.ST))})
			}
			is(w.Name+" acc", w.Acc, a.acc)
			is(w.Name+" missile", w.Missile, a.missile)
			is(w.Name+" grip", []bool{w.TwoHanded, w.Unwieldy}, []bool{a.twoHands, a.unready})
			if w.TwoHanded && u.ShieldDB > 0 {
				t.Errorf("%s holds a shield and a %s", u.Name, w.Name)
			}
			if w.Ranged && w.Thrown == (w.Shots > 0) {
				t.Errorf("%s: %s is thrown or is loaded, not both or neither", u.Name, w.Name)
			}
		}
	}
	for key := range unused {
		t.Errorf("the exception %q applies to nothing", key)
	}
}

func TestRoster(t *testing.T) {
	all := Builtins()
	if len(all) < 16 {
		t.Errorf("the roster has %d units, want at least 16", len(all))
	}
	slugs := make(map[string]bool)
	for _, u := range all {
		if slugs[u.Slug()] {
			t.Errorf("two units are called %s", u.Slug())
		}
		slugs[u.Slug()] = true
		if u.About == "" || strings.Contains(u.About, "\n") || len(u.About) > 90 {
			t.Errorf("%s is described by %q, want one line of at most 90 characters", u.Name, u.About)
		}
		if !slices.ContainsFunc(u.Weapons, func(w Weapon) bool { return !w.Ranged }) {
			t.Errorf("%s has nothing to strike with", u.Name)
		}
	}
	for _, name := range []string{"goblin-archer", "Goblin Archer", "GOBLIN archer", "goblin_archer"} {
		if u, ok := Builtin(name); !ok || u.Name != "Goblin archer" {
			t.Errorf("Builtin(%q) = %v, %v", name, u, ok)
		}
	}
	for _, name := range []string{"", "gob", "goblins", "dragon of doom"} {
		if u, ok := Builtin(name); ok {
			t.Errorf("Builtin(%q) is %s, want none", name, u.Name)
		}
	}
}

// TestRosterIsSafe spoils all that it got and asks again.
func TestRosterIsSafe(t *testing.T) {
	before := fmt.Sprintf("%+v", Builtins()[1].Weapons)
	for _, u := range Builtins() {
		u.Name, u.HP = "spoilt", -1
		u.Armour.SetAll(99)
		clear(u.Skills)
		for i := range u.Weapons {
			u.Weapons[i].Modes[0].Damage.Dice = dice.D(99, 0)
			if u.Weapons[i].Reach != nil {
				u.Weapons[i].Reach[0] = 99
			}
			u.Weapons[i].Name = "spoilt"
		}
	}
	for _, u := range Builtins() {
		if u.Name == "spoilt" || u.Armour.DR(Torso, Cutting) == 99 || u.Check() != nil {
			t.Errorf("%+v has been spoilt", u)
		}
	}
	if after := fmt.Sprintf("%+v", Builtins()[1].Weapons); after != before {
		t.Errorf("the weapons are %s, were %s", after, before)
	}
	if goblin, _ := Builtin("goblin"); goblin.Skills["stealth"] != 12 {
		t.Error("the goblin has lost its skills")
	}
}
