package units

import (
	"reflect"
	"testing"
)

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		name  string
		unit  Unit
		given Given
		want  Unit
	}{
		{"TV-019", Unit{ST: 10, DX: 12, HT: 11}, Given{},
			Unit{ST: 10, DX: 12, HT: 11, IQ: 10, HP: 10, FP: 11, Will: 10, Per: 10, Speed: 5.75, Move: 5, Dodge: 8}},
		{"TV-021", Unit{ST: 10, DX: 12, HT: 12, Speed: 5.75, Encumbrance: Medium}, Given{Speed: true},
			Unit{ST: 10, DX: 12, HT: 12, IQ: 10, HP: 10, FP: 12, Will: 10, Per: 10, Speed: 5.75, Encumbrance: Medium, Move: 3, Dodge: 6}},
		{"TV-074", Unit{ST: 10, DX: 12, HT: 11, Encumbrance: Light, ShieldDB: 2}, Given{},
			Unit{ST: 10, DX: 12, HT: 11, IQ: 10, HP: 10, FP: 11, Will: 10, Per: 10, Speed: 5.75, Encumbrance: Light, ShieldDB: 2, Move: 4, Dodge: 9}},
		{"Will and Per from IQ", Unit{ST: 9, DX: 10, IQ: 13, HT: 10}, Given{IQ: true},
			Unit{ST: 9, DX: 10, IQ: 13, HT: 10, HP: 9, FP: 10, Will: 13, Per: 13, Speed: 5, Move: 5, Dodge: 8}},
		{"Combat Reflexes", Unit{ST: 10, DX: 10, HT: 10, Traits: Traits{CombatReflexes: true}}, Given{},
			Unit{ST: 10, DX: 10, HT: 10, IQ: 10, HP: 10, FP: 10, Will: 10, Per: 10, Speed: 5, Move: 5, Dodge: 9, Traits: Traits{CombatReflexes: true}}},
		{"never tires", Unit{ST: 10, DX: 10, HT: 10, NeverTires: true}, Given{},
			Unit{ST: 10, DX: 10, HT: 10, IQ: 10, HP: 10, NeverTires: true, Will: 10, Per: 10, Speed: 5, Move: 5, Dodge: 8}},
		{"Move is at least 1", Unit{ST: 10, DX: 4, HT: 4, Encumbrance: ExtraHeavy}, Given{},
			Unit{ST: 10, DX: 4, HT: 4, IQ: 10, HP: 10, FP: 4, Will: 10, Per: 10, Speed: 2, Encumbrance: ExtraHeavy, Move: 1, Dodge: 1}},
		{"Dodge is at least 0", Unit{ST: 10, Encumbrance: ExtraHeavy}, Given{},
			Unit{ST: 10, IQ: 10, HP: 10, Will: 10, Per: 10, Encumbrance: ExtraHeavy, Move: 1}},
		{"written ones stand, even 0", Unit{ST: 10, DX: 10, HT: 10, HP: 15, FP: 8, Will: 12, Per: 9, Speed: 6.25, ShieldDB: 3},
			Given{IQ: true, HP: true, FP: true, Will: true, Per: true, Speed: true, Move: true, Dodge: true},
			Unit{ST: 10, DX: 10, HT: 10, HP: 15, FP: 8, Will: 12, Per: 9, Speed: 6.25, ShieldDB: 3}},
	} {
		u := c.unit
		if u.Complete(c.given); !reflect.DeepEqual(u, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, u, c.want)
		}
	}
}

// TestEncumbrance is B-ENC: Move 10 and 5 at each level.
func TestEncumbrance(t *testing.T) {
	for _, c := range []struct {
		name      string
		level     Encumbrance
		ten, five int
	}{
		{"none", NoEncumbrance, 10, 5}, {"light", Light, 8, 4}, {"medium", Medium, 6, 3}, {"heavy", Heavy, 4, 2}, {"extra-heavy", ExtraHeavy, 2, 1},
	} {
		got, err := ParseEncumbrance(c.name)
		if err != nil || got != c.level || got.String() != c.name {
			t.Errorf("ParseEncumbrance(%q) = %v, %v", c.name, got, err)
		}
		for speed, want := range map[float64]int{10: c.ten, 5.75: c.five} {
			u := Unit{Speed: speed, Encumbrance: c.level}
			if u.Complete(Given{Speed: true}); u.Move != want {
				t.Errorf("Basic Speed %v, %s: Move %d, want %d", speed, c.name, u.Move, want)
			}
		}
	}
	for _, text := range []string{"Extra Heavy", "EXTRA-HEAVY", " extra  heavy "} {
		if got, err := ParseEncumbrance(text); err != nil || got != ExtraHeavy {
			t.Errorf("ParseEncumbrance(%q) = %v, %v", text, got, err)
		}
	}
	if _, err := ParseEncumbrance("lots"); err == nil || err.Error() != `unknown encumbrance "lots"; levels are: none, light, medium, heavy, extra-heavy` {
		t.Errorf("the error is %v", err)
	}
}

func TestArmour(t *testing.T) {
	var a Armour
	want := func(step string, l Location, kind DamageType, dr int) {
		t.Helper()
		if got := a.DR(l, kind); got != dr {
			t.Errorf("%s: DR of the %v against %v is %d, want %d", step, l, kind, got, dr)
		}
	}
	want("naked", Torso, Cutting, 0)
	a.SetAll(1)
	want("all", Foot, Cutting, 1)
	want("all", Vitals, Cutting, 1)
	a.Set(Torso, 4)
	want("torso", Torso, Cutting, 4)
	want("torso", Foot, Cutting, 1)
	want("torso", Vitals, Impaling, 4) // they lie inside
	a.SetAgainst(Torso, Crushing, 2)
	want("split", Torso, Crushing, 2)
	want("split", Torso, Cutting, 4)
	want("split", Vitals, Crushing, 2)
	want("split", Groin, Crushing, 1)
	a.SetFlexible(Torso, true)
	if !a.Flexible(Torso) || !a.Flexible(Vitals) || a.Flexible(Groin) {
		t.Error("flexible is not the torso with the vitals alone")
	}
	a.Set(Vitals, 6)
	want("vitals", Vitals, Impaling, 6)
	want("vitals", Vitals, Crushing, 6)
	want("vitals", Torso, Impaling, 4)
	if a.Flexible(Vitals) {
		t.Error("vitals of their own are flexible like the torso")
	}
	a.SetAgainst(Torso, Toxic, 0)
	want("split to 0", Torso, Toxic, 0)
	a.SetAll(3)
	want("all again", Vitals, Cutting, 3)
}

func TestParseMissile(t *testing.T) {
	for i, name := range missiles {
		if got, err := ParseMissile(" " + name + " "); err != nil || got != Missile(i) || got.String() != name {
			t.Errorf("ParseMissile(%q) = %v, %v", name, got, err)
		}
	}
	if _, err := ParseMissile("egg"); err == nil || err.Error() != `unknown missile "egg"; missiles are: arrow, bolt, stone, bullet, beam, spell` {
		t.Errorf("the error is %v", err)
	}
}

func TestMaxReach(t *testing.T) {
	for _, c := range []struct {
		reach []int
		want  int
	}{{nil, 1}, {[]int{0}, 1}, {[]int{0, 1}, 1}, {[]int{1}, 1}, {[]int{1, 2}, 2}, {[]int{2, 3}, 3}} {
		if got := (&Weapon{Reach: c.reach}).MaxReach(); got != c.want {
			t.Errorf("the longest of %v is %d, want %d", c.reach, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"Goblin Archer": "goblin-archer", "  Orc_Chief ": "orc-chief", "Half-Orc": "half-orc", "T'Rex (old)": "trex-old", "Ork №2": "ork-2",
		"Große Möwe": "große-möwe", "": "", "- -": "",
	} {
		u := Unit{Name: name}
		if got := u.Slug(); got != want {
			t.Errorf("the slug of %q is %q, want %q", name, got, want)
		}
	}
	u := Unit{Skills: map[string]int{"fast-draw": 13, "two handed sword": 15, "running": 0}}
	for name, want := range map[string]int{"fast-draw": 13, "Fast Draw": 13, "Two-Handed Sword": 15, "RUNNING": 0} {
		if got, ok := u.Skill(name); !ok || got != want {
			t.Errorf("Skill(%q) = %d, %v, want %d", name, got, ok, want)
		}
	}
	if got, ok := u.Skill("flight"); ok {
		t.Errorf("Skill(flight) = %d, want none", got)
	}
}
