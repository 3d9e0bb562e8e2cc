package scenarios

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"heroicsim/heroic"
	"heroicsim/units"
)

// heroSheet and guardActor are a sheet and an actor as short as they can be.
const (
	heroSheet = `{"version": 5, "profile": {"name": "Thora"},
 "settings": {"body_type": {"locations": [{"id": "torso", "calc": {"dr": {"all": 4, "crushing": -2}}}, {"id": "skull", "calc": {"dr": {"all": 6}}}]}},
 "attributes": [{"attr_id": "st", "calc": {"value": 13}}, {"attr_id": "dx", "calc": {"value": 12}}, {"attr_id": "iq", "calc": {"value": 10}}, {"attr_id": "ht", "calc": {"value": 11}},
  {"attr_id": "hp", "calc": {"value": 14, "current": 14}}, {"attr_id": "fp", "calc": {"value": 11, "current": 11}}, {"attr_id": "will", "calc": {"value": 11}}, {"attr_id": "per", "calc": {"value": 10}},
  {"attr_id": "basic_speed", "calc": {"value": 5.75}}, {"attr_id": "basic_move", "calc": {"value": 5}}],
 "traits": [{"name": "Combat Reflexes"}, {"name": "Luck"}],
 "skills": [{"name": "Axe/Mace", "calc": {"level": 14}}],
 "equipment": [{"description": "Axe", "quantity": 1, "equipped": true, "calc": {"extended_weight": "50 lb"}, "weapons": [
  {"id": "w0000000000000000", "usage": "Swing", "reach": "1", "strength": "11", "calc": {"level": 14, "damage": "2d+1 cut", "parry": "10U"}},
  {"id": "W0000000000000000", "usage": "Thrown", "accuracy": "2", "range": "13/19", "shots": "T(1)", "bulk": "-3", "calc": {"level": 12, "damage": "2d+1 cut"}},
  {"id": "w0000000000000000", "usage": "Curse", "reach": "1", "calc": {"level": 14, "damage": "1d cr + Doom"}}]}],
 "calc": {"basic_lift": "34 lb", "move": [5, 4, 3, 2, 1], "dodge": [9, 8, 7, 6, 5]}}`
	guardActor = `{"name": "Guard", "type": "character", "system": {"attributes": {"ST": {"import": 12}, "DX": {"import": 11}, "IQ": {"import": 10}, "HT": {"import": 11}, "WILL": {"import": 10}, "PER": {"import": 10}},
 "HP": {"max": 12}, "FP": {"max": 11}, "basicspeed": {"value": 5.5}, "encumbrance": {"00000": {"level": 0, "move": 5, "dodge": 8, "current": true}},
 "hitlocations": {"00000": {"where": "Torso", "import": 2}}, "skills": {"00000": {"name": "Brawling", "import": 12}},
 "melee": {"00000": {"name": "Club", "import": 13, "damage": "1d+2 cr", "reach": "1", "parry": 9}}}}`

	// heroByHand is the same unit as heroSheet.
	heroByHand = `{name: Thora, st: 13, dx: 12, iq: 10, ht: 11, hp: 14, fp: 11, will: 11, per: 10, speed: 5.75, move: 4, encumbrance: light, dodge: 8, parry: 10,
    dr: {all: 4, eye cr: 2, face cr: 2, neck cr: 2, groin cr: 2, hand cr: 2, foot cr: 2, arms cr: 2, legs cr: 2, torso cr: 2},
    skills: {axe/mace: 14}, traits: {combat-reflexes: on},
    weapons: [{name: Axe (Swing), skill: 14, damage: 2d+1 cut, reach: 1, min_st: 11},
      {name: Axe (Thrown), skill: 12, damage: 2d+1 cut, range: 13/19, acc: 2, bulk: -3, ammo: 1, thrown: on}]}`
)

// guardByHand is the same unit as guardActor.
const guardByHand = `{name: Guard, st: 12, dx: 11, iq: 10, ht: 11, hp: 12, fp: 11, will: 10, per: 10, speed: 5.5, move: 5, encumbrance: none, dodge: 8, parry: 9, dr: 2, skills: {brawling: 12},
    weapons: [{name: Club, skill: 13, damage: 1d+2 cr, reach: 1}]}`

const againstTwo = "battlefield: {distance: 12}\nsides:\n  - {name: A, groups: [{name: Thora, unit: UNIT}]}\n  - {name: B, groups: [{unit: guard, count: 2, orders: auto}]}\n" +
	"units:\n  guard: {st: 11, dx: 11, ht: 11, dr: 1, weapons: [{name: Spear, skill: 12, damage: 1d imp, reach: \"1,2\"}]}\n"

// TestSheetFights: a unit from a sheet, the same as import writes it, and the same
// written by hand fight identical battles.
func TestSheetFights(t *testing.T) {
	for file, c := range map[string]struct{ text, byHand string }{"hero.gcs": {heroSheet, heroByHand}, "guard.json": {guardActor, guardByHand}} {
		t.Run(file, func(t *testing.T) { sheetFights(t, file, c.text, c.byHand) })
	}
}

func sheetFights(t *testing.T, file, text, byHand string) {
	imported, err := ReadUnits(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var written strings.Builder
	if err := WriteUnit(&written, "hero", imported.Sheets[0].Unit); err != nil {
		t.Fatal(err)
	}
	dir := fstest.MapFS{
		file:            {Data: []byte(text)},
		"hero.yaml":     {Data: []byte(written.String())},
		"file.yaml":     {Data: []byte(strings.Replace(againstTwo, "UNIT", file, 1))},
		"key.yaml":      {Data: []byte(strings.Replace(againstTwo, "UNIT", "hero", 1) + "  hero: {gcs: " + file + "}\n")},
		"imported.yaml": {Data: []byte(strings.Replace(againstTwo, "UNIT", "hero.yaml", 1))},
		"hand.yaml":     {Data: []byte(strings.Replace(againstTwo, "UNIT", "hero", 1) + "  hero: " + byHand + "\n")},
	}
	fight := func(name string) ([]fought, *units.Unit) { return fightFile(t, dir, name) }
	want, unit := fight("hand.yaml")
	for _, name := range []string{"file.yaml", "key.yaml", "imported.yaml"} {
		got, u := fight(name)
		if !sameUnit(*u, *unit) {
			t.Errorf("%s: another unit than by hand:\n%+v\n%+v", name, u, unit)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: other battles than by hand", name)
		}
	}
}

// sameUnit compares units, and their armour by what it does.
func sameUnit(a, b units.Unit) bool {
	for l := range units.NumLocations {
		for t := range units.DamageTypes() {
			if d := units.DamageType(t); a.Armour.DR(l, d) != b.Armour.DR(l, d) || a.Armour.Flexible(l) != b.Armour.Flexible(l) {
				return false
			}
		}
	}
	a.Armour, b.Armour = units.Armour{}, units.Armour{}
	return reflect.DeepEqual(a, b)
}

// guardBlock is a stat block, and blockByHand the same unit.
const (
	guardBlock = "Guard\nST 12 [20]; DX 11; IQ 10; HT 11. HP 13; Will 10; Per 10; FP 11\nBasic Speed 5.50; Move 4; Light encumbrance; Dodge 8; Parry 9U; Block 9\n" +
		"Medium shield (DB 2). DR 3* on torso (1 vs crushing), 2 limbs\n" +
		"Axe (12, Parry 9U): swing 1d+4 cutting. Reach 1. ST 11\nJavelin (11): thrust 1d imp, Acc 3, Range x1.5/x2.5, Bulk -4.\n" +
		"Traits: Combat Reflexes; Cowardice (12); Fit. Skills: Axe/Mace-12, Shield-11"
	blockByHand = `{name: Guard, st: 12, dx: 11, iq: 10, ht: 11, hp: 13, will: 10, per: 10, fp: 11, speed: 5.5, move: 4, encumbrance: light, dodge: 8, parry: 9, block: 9, shield_db: 2,
    dr: {torso: 3*, torso cr: 1, limbs: 2}, skills: {axe/mace: 12, shield: 11}, traits: {combat-reflexes: on, cowardice: 2},
    weapons: [{name: Axe, skill: 12, modes: [{name: swing, damage: 1d+4 cut}], reach: 1, min_st: 11},
      {name: Javelin, skill: 11, modes: [{name: thrust, damage: 1d imp}], range: 18/30, acc: 3, bulk: -4, thrown: on}]}`
)

// TestStatBlockFights: a unit from a stat block, however it is named, the same as
// import writes it, and the same written by hand fight identical battles.
func TestStatBlockFights(t *testing.T) {
	imported, err := ReadUnits("guard.txt", []byte(guardBlock))
	if err != nil {
		t.Fatal(err)
	}
	var written strings.Builder
	if err := WriteUnit(&written, "tom", imported.Sheets[0].Unit); err != nil {
		t.Fatal(err)
	}
	scenario := func(unit, definition string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.Replace(againstTwo, "UNIT", unit, 1) + definition)}
	}
	dir := fstest.MapFS{
		"tom.txt":       {Data: []byte(guardBlock)},
		"tom.yaml":      {Data: []byte(written.String())},
		"hand.yaml":     scenario("tom", "  tom: "+blockByHand+"\n"),
		"file.yaml":     scenario("tom.txt", ""),
		"key.yaml":      scenario("tom", "  tom:\n    statblock: |\n      "+strings.ReplaceAll(guardBlock, "\n", "\n      ")+"\n"),
		"imported.yaml": scenario("tom.yaml", ""),
	}
	want, byHand := fightFile(t, dir, "hand.yaml")
	for _, name := range []string{"file.yaml", "key.yaml", "imported.yaml"} {
		got, u := fightFile(t, dir, name)
		if !reflect.DeepEqual(u, byHand) {
			t.Errorf("%s: another unit than by hand:\n%+v\n%+v", name, u, byHand)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: other battles than by hand", name)
		}
	}
}

// A fought is what came of a trial.
type fought struct{ rounds, winner, left int }

// fightFile fights 300 trials and returns the first side's unit.
func fightFile(t *testing.T, dir fstest.MapFS, name string) (all []fought, u *units.Unit) {
	t.Helper()
	l, err := Load(name, Options{FS: dir})
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroic.Compile(l.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	f := heroic.NewFight(b)
	for trial := range uint64(300) {
		o := f.Run(7, trial+1)
		all = append(all, fought{o.Rounds, int(o.Outcome), o.Groups[0].HP})
	}
	return all, l.Scenario.Sides[0].Groups[0].Unit
}

// TestReadUnits tells formats by ending or by text, and names what has no name.
func TestReadUnits(t *testing.T) {
	const block = "ST 12 DX 11 HT 10. Axe (12): 1d cutting. Reach 1."
	nameless := strings.Replace(heroSheet, `"Thora"`, `""`, 1)
	for _, c := range []struct{ file, text, format, name string }{
		{"x.gcs", heroSheet, "a GCS sheet", "Thora"},
		{"hero.GCS", nameless, "a GCS sheet", "hero"},
		{"-", nameless, "a GCS sheet", "standard input"},
		{"-.gcs", nameless, "a GCS sheet", "unit"},
		{"-", "\ufeff" + heroSheet, "a GCS sheet", "Thora"},
		{"x.json", guardActor, "an actor of Foundry VTT", "Guard"},
		{"-", guardActor, "an actor of Foundry VTT", "Guard"},
		{"-", "[" + guardActor + "]", "an actor of Foundry VTT", "Guard"},
		{"bandit.txt", block, "a stat block", "bandit"},
		{"bandit", block, "a stat block", "bandit"},
	} {
		got, err := ReadUnits(c.file, []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
			continue
		}
		if got.Format != c.format || got.Sheets[0].Unit.Name != c.name {
			t.Errorf("%s: %s %q, want %s %q", c.file, got.Format, got.Sheets[0].Unit.Name, c.format, c.name)
		}
	}
	for file, want := range map[string]string{
		"x.gcs": "x.gcs:1:1: the file has no version number", "x.json": "x.json:1:1: there are no attributes", "x.txt": "x.txt:1:1: no ST, ",
	} {
		if _, err := ReadUnits(file, []byte("{}")); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
}

// TestSheetIsNoScenario: where a sheet is taken for a battle, one line says so.
func TestSheetIsNoScenario(t *testing.T) {
	for file, text := range map[string]string{"hero.gcs": heroSheet, "guard.json": guardActor} {
		_, err := Load(file, Options{FS: fstest.MapFS{file: {Data: []byte(text)}}})
		if err == nil || !strings.Contains(err.Error(), "not a battle: it has no sides; a scenario takes it in as unit: "+file) {
			t.Errorf("%s: %v", file, err)
		}
	}
}
