package units

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"heroicsim/dice"
)

// TestRosterFollowsTheFormulas makes each unit anew from its attributes, its gear and
// its strays (B-ATTR, B-ENC, B-DEF, B-STDMG), and wants what its row says.
func TestRosterFollowsTheFormulas(t *testing.T) {
	for i := range roster {
		for k := range roster[i].rows {
			r := &roster[i].rows[k]
			b := r.derive()
			got, want := r.unit(), b.unit
			for _, f := range reflect.VisibleFields(reflect.TypeFor[Unit]()) {
				g, w := reflect.ValueOf(*got).FieldByIndex(f.Index).Interface(), reflect.ValueOf(*want).FieldByIndex(f.Index).Interface()
				if !reflect.DeepEqual(g, w) {
					t.Errorf("%s: %s is\n%+v, want\n%+v", r.name, f.Name, g, w)
				}
			}
			for _, p := range got.Check() {
				t.Errorf("%s: %v", r.name, p)
			}
			for _, s := range r.strays {
				if !b.strayed[s.of] || s.by == 0 || s.why == "" {
					t.Errorf("%s: the stray %+v is of no use, or says not why", r.name, s)
				}
			}
		}
	}
}

// TestRosterGear wants gear that fits its bearer.
func TestRosterGear(t *testing.T) {
	used := map[string]bool{}
	for i := range roster {
		for k := range roster[i].rows {
			r := &roster[i].rows[k]
			for _, name := range r.worn() {
				_, isArmour := wardrobe[name]
				_, isShield := shields[name]
				if isArmour == isShield {
					t.Errorf("%s wears %s, which is none or both of armour and shields", r.name, name)
				}
				used[name] = true
			}
			for _, a := range r.weapons {
				p, ok := armoury[a.Name]
				switch {
				case !ok:
					t.Errorf("%s: the armoury has no %s", r.name, a.Name)
				case r.st < p.minST:
					t.Errorf("%s has ST %d, and %s wants %d", r.name, r.st, a.Name, p.minST)
				case p.thrown && a.Ammo == 0, p.most > 0 && !p.thrown && a.Ammo == 0:
					t.Errorf("%s: %s never runs out", r.name, a.Name)
				case p.twoHanded && r.db > 0:
					t.Errorf("%s holds a shield and a %s", r.name, a.Name)
				case !p.natural && p.pounds == 0:
					t.Errorf("%s weighs nothing", a.Name)
				}
				used[a.Name] = true
			}
			for name, level := range r.skills {
				tr, ok := trainings[name]
				if !ok {
					t.Errorf("%s: nothing is known of the skill %s", r.name, name)
					continue
				}
				if above := level - tr.by.of(r.unit()); above < -3 || above > 6 {
					t.Errorf("%s: %s is %+d from %v", r.name, name, above, tr.by)
				}
			}
			for _, a := range r.weapons {
				if above := a.Skill - r.dx; above < -3 || above > 6 {
					t.Errorf("%s: %s is %+d from DX", r.name, a.Name, above)
				}
			}
		}
	}
	for name := range armoury {
		if !used[name] {
			t.Errorf("nobody bears the %s", name)
		}
	}
	for name := range wardrobe {
		if !used[name] {
			t.Errorf("nobody wears the %s", name)
		}
	}
	for name := range shields {
		if !used[name] {
			t.Errorf("nobody bears the %s", name)
		}
	}
}

// TestBasicLift: whole pounds from 10 on, half up (B-BL).
func TestBasicLift(t *testing.T) {
	for st, want := range map[int]float64{1: 0.2, 6: 7.2, 7: 9.8, 8: 13, 10: 20, 11: 24, 12: 29, 13: 34, 22: 97} {
		if got := basicLift(st); got != want {
			t.Errorf("ST %d lifts %v, want %v", st, got, want)
		}
	}
}

// TestSkillPoints: what a level costs, from -1 to +5 by difficulty.
func TestSkillPoints(t *testing.T) {
	for _, c := range []struct {
		of   difficulty
		want [7]int // from -1
	}{{easy, [7]int{0, 1, 2, 4, 8, 12, 16}}, {average, [7]int{1, 2, 4, 8, 12, 16, 20}}, {hard, [7]int{2, 4, 8, 12, 16, 20, 24}}} {
		for i, want := range c.want {
			if got := (training{steps: c.of}).points(i - 1); got != want {
				t.Errorf("%v at %+d costs %d points, want %d", c.of, i-1, got, want)
			}
		}
	}
}

// TestSources holds what is said of some units' numbers.
func TestSources(t *testing.T) {
	wants := map[string][]Source{
		"Ogre": {
			{"HP", "24", "ST 20, + 4: bulk"},
			{"SM", "+1", "+ 1: three yards tall"},
			{"Dodge", "8", "Speed 5.5 without its fraction + 3"},
			{"Great club", "3d+6 cr", "swing 3d+2 at ST 20 + 4"},
			{"Boulder", "2d-1 cr", "thrust 2d-1 at ST 20; range ST 20 × 1 and × 1.5"},
		},
		"Spearman": {
			{"Encumbrance", "light", "46 lb (scale shirt 16, leather sleeves and leggings 6, kettle hat with a coif 5, medium shield 15, spear 4); Basic Lift 24"},
			{"Move", "4", "Speed 5.5 without its fraction × 0.8 for encumbrance"},
			{"Dodge", "9", "Speed 5.5 without its fraction + 3 − 1 encumbrance + 2 DB"},
			{"Parry", "11", "Spear: 12 / 2 + 3 + 2 DB"},
			{"Block", "11", "Shield 12 / 2 + 3 + 2 DB"},
			{"DR", "3/2/4", "torso/limbs/head: scale shirt 3/0/0, leather sleeves and leggings 0/2/0, kettle hat with a coif 0/0/4"},
			{"Spear skill", "12", "DX 11 + 1: Spear, average, 4 points"},
		},
		"Wolf": {
			{"Bite", "1d-2 cut", "thrust 1d-2 at ST 10 − 1 + 1 a die for Brawling"},
			{"Parry", "0", "nothing to parry with"},
		},
	}
	for _, e := range Roster() {
		for _, want := range wants[e.Unit.Name] {
			if !slices.Contains(e.Sources, want) {
				t.Errorf("%s: %+v is not among\n%+v", e.Unit.Name, want, e.Sources)
			}
		}
		delete(wants, e.Unit.Name)
		for _, s := range e.Sources {
			if s.Of == "" || s.Is == "" || s.How == "" {
				t.Errorf("%s: %+v has a gap", e.Unit.Name, s)
			}
		}
	}
	if len(wants) > 0 {
		t.Errorf("not in the roster: %v", wants)
	}
}

func TestRoster(t *testing.T) {
	all := Builtins()
	if len(all) < 40 {
		t.Errorf("the roster has %d units, want at least 40", len(all))
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
