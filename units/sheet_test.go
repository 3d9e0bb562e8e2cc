package units

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shown is a sheet's unit on a line for each of its numbers and weapons, and then the
// notes.
func shown(s *Sheet) string {
	u := s.Unit
	var b strings.Builder
	fmt.Fprintf(&b, "name %s\nst %d dx %d iq %d ht %d\nhp %d\nfp %d tires %v\nwill %d per %d\nsm %d\nspeed %v\nmove %d\nload %v\ndodge %d\nparry %d\nblock %d\ndb %d\n",
		u.Name, u.ST, u.DX, u.IQ, u.HT, u.HP, u.FP, !u.NeverTires, u.Will, u.Per, u.SM, u.Speed, u.Move, u.Encumbrance, u.Dodge, u.Parry, u.Block, u.ShieldDB)
	for l := range NumLocations {
		fmt.Fprintf(&b, "dr %v %d cr %d flexible %v\n", l, u.Armour.DR(l, Impaling), u.Armour.DR(l, Crushing), u.Armour.Flexible(l))
	}
	fmt.Fprintf(&b, "skills %v\ntraits %+v\n", u.Skills, u.Traits)
	for _, w := range u.Weapons {
		fmt.Fprintf(&b, "weapon %s %d", w.Name, w.Skill)
		for _, m := range w.Modes {
			fmt.Fprintf(&b, " [%s %v]", m.Name, m.Damage)
		}
		if w.Ranged {
			fmt.Fprintf(&b, " range %v/%v acc %d rof %d shots %d(%d) ammo %d bulk %d rcl %d thrown %v %v", w.HalfDamage, w.MaxRange, w.Acc, w.RoF, w.Shots, w.Reload, w.Ammo, w.Bulk, w.Rcl, w.Thrown, w.Missile)
		} else {
			fmt.Fprintf(&b, " reach %v", w.Reach)
		}
		fmt.Fprintf(&b, " st %d two %v unwieldy %v fencing %v\n", w.MinST, w.TwoHanded, w.Unwieldy, w.Fencing)
	}
	for _, sp := range u.Spells {
		fmt.Fprintf(&b, "spell %s %d %v time %d cost %d range %v/%v\n", sp.Name, sp.Skill, sp.Damage, sp.Time, sp.Cost, sp.HalfDamage, sp.MaxRange)
	}
	for _, n := range s.Notes {
		fmt.Fprintf(&b, "note %s\n", n.Text)
	}
	return b.String()
}

// holds checks that a text has each of the parts, and none of those after "no ".
func holds(t *testing.T, name, text string, parts []string) {
	t.Helper()
	for _, part := range parts {
		unwanted, absent := strings.CutPrefix(part, "!")
		if absent && strings.Contains(text, unwanted) || !absent && !strings.Contains(text, part) {
			t.Errorf("%s: want %s; got:\n%s", name, part, text)
		}
	}
}

// TestGCS has a sheet for each trap of the format, called after it.
func TestGCS(t *testing.T) {
	for name, want := range map[string][]string{
		"v1_nothing_stored": {"st 13 dx 12 iq 11 ht 11\nhp 15\nfp 12 ", "will 12 per 13\n", "speed 6\nmove 5\nload light\ndodge 11\nparry 13\nblock 12\ndb 2\n",
			"dr torso 6 cr 4 ", "dr eye 0 ", "dr face 2 ", "dr skull 2 ", "bow:11", "brawling:14", "broadsword:14", "shield:13", "tracking:13", "!others",
			"weapon Broadsword 14 [Swung 2d cut] [Thrust 1d+2 imp] reach [1] st 10 ", "weapon Longbow 11 [ 1d+2 imp] range 195/260 acc 3 rof 1 shots 1(2)", "two true",
			"[Shield Bash 1d cr]", "of version 1 without calculated values"},
		"v2_advantages": {"ExtraAttack:2 ", "HighPainThreshold:true", "dr torso 3 ", "weapon Axe 13 [Swung 1d+4 cut] reach [1]"},
		"v4_types":      {"weapon Claws (Claw) 11 [ 1d-1 cut] reach [0]"},
		"v5_kinds_by_id": {"weapon Eyes (Beam) 14 [ 3d burn] range 100/150 acc 2 ", " beam ", "weapon Tail (Lash) 13 [ 1d cr] reach [1]",
			`traits[1].weapons[0]: "Tail (Lash)" has reach "none", which is read as 1`},
		"calc_left_out":            {"weapon Spear (Thrust) 13 [ 1d+1 imp] reach [1 2]", "parry 10\n", "weapon Spear (Thrown) 12 [ 1d+2 imp] range 12/18 acc 2 rof 1 shots 0(0) ammo 3 bulk -6 rcl 1 thrown true"},
		"encumbrance_counted_once": {"load heavy\n", "move 2\n", "dodge 5\n", "89 lb carried, at a Basic Lift of 29 lb", "not used: Away (not equipped)"},
		"halved_values":            {"move 5\n", "dodge 9\n", "load none\n", "Move 5 and Dodge 9 are worked out anew", "now 4 of 12 HP"},
		"fp_maximum_0":             {"fp 0 tires false\n", "move 4\nload light\ndodge 7\n", "FP 0: taken for one that never tires"},
		"sm_from_traits":           {"sm 3\n", "Shrinking (switched off)"},
		"shield_db_once":           {"dodge 12\n", "block 13\n", "db 3\n", "CombatReflexes:true", `"Buckler" gives +1`},
		"left_out":                 {"weapon Sword 12 [Swing 1d+2 cut] [Thrust 1d imp] reach [1]", "!weapon Hidden", "!weapon Axe", `"Sword (No level)" is left out: it has no level`, `"Sword (No damage)" is left out: it has no damage`, "Sword (Hidden) (hidden)", "Sack (not equipped)"},
		"traits_in_containers": {"ExtraAttack:3 AlteredTimeRate:1 ", "CombatReflexes:true Fearlessness:4 Cowardice:3 HighPainThreshold:false", "NightVision:7", "Tolerance:homogenous NoBrain:true NoVitals:false",
			"ExtraArms:2", "which may matter: Injury Reduction", "not used: Luck", "!Enhanced Dodge"},
		"placeholders":            {"fast-draw (arrow):13", "weapon Striker (Tail) 11 "},
		"split_dr_and_two_arms":   {"dr neck 3 cr 2 ", "dr torso 3 cr 0 ", "dr right arm 2 ", "dr left arm 5 ", `DR against "silver" is left out`},
		"no_torso":                {"dr torso 6 ", "dr skull 2 ", "dr neck 3 ", "the body has no torso; Coil", "no eye, no face", "location Tail (DR 1)"},
		"body_sub_table":          {"dr torso 2 ", "dr skull 3 ", "dr face 1 ", "!Head"},
		"null_in_calc":            {"move 5\n", "dodge 8\n", "will 10 per 10\n", "attributes[6]: the value of per is missing", `skill "Null" has no level`, "bow:13", "weapon Sword 12 "},
		"types_that_vary":         {"[a 1d(0.5) cut] [g 2d-1(2) pi+] reach", "ExtraAttack:1 ", `"1d burn/point" is no plain damage`, `"1d cr + Paralysis" is no plain damage`, `"R-HT-2 or KO" is no plain damage`, `"1d+2" is no plain damage`, "damage times a number", `"3d cr [1d cut]" is no plain damage`},
		"range_kept":              {"weapon Rifle 13 [ 5d pi] range 1000/4200 acc 7 rof 9 shots 31(3) ammo 0 bulk -5 rcl 3 thrown false bullet st 12 two true", "weapon Shotgun 12 [ 1d+1 pi] range 40/800 acc 2 rof 18 shots 6(3)", "weapon Crossbow 14 [ 1d+4 imp] range 240/300 ", " bolt ", `"Lost" is left out: it has no range`, "range 0/1760 acc 0"},
		"skills_in_containers":    {"skills map[axe/mace:15 bow:14 fast-draw (sword):13]", `skill "Wild" is left out: 99`, `skill "Unknown" has no level`},
		"spells_that_are_attacks": {"spell Fire Bolt 14 3d burn time 2 cost 3 range 20/40", "not used: Light (spell)", `"Slow Bolt" is left out`},
		"dr_missing_and_flexible": {"dr right arm 2 cr 2 flexible true", "dr torso 7 cr 7 flexible false", "the DR of Torso is missing; worked out from traits and equipment: 7", "read as not flexible"},
		"names_twice": {"weapon Knife (Stab) 12 ", "weapon Knife (Stab) 2 13 ", "weapon Maul 11 [Swung 2d+1 cr] reach [1 2] st 0 two true unwieldy true", `"Maul (Swung)" needs ST 13`, "weapon Rapier 15 [Thrust 1d imp] reach [1 2] st 0 two false unwieldy false fencing true",
			"parry 12\n"},
		"v2_values_without_bonuses": {"st 17 dx 11 iq 5 ht 13\nhp 17\nfp 13 ", "speed 6\n", "dodge 9\nparry 9\n", "dr torso 2 ", "brawling:13", "weapon Claws, Blunt (Claw) 13 [ 1d+3 cr]"},
		"v1_skills_and_levels": {"load light\n", "skills map[gunslinger!:12 jumping:8 karate:14 kicking:14 main-gauche:13 rapier:15 stealth:14]", "parry 9\n", "weapon Rapier 14 [Thrust 1d imp] reach [1 2]",
			"weapon Fire Breath 9 [ 3d burn] range 10/100"},
		"no_fp_attribute":          {"fp 0 tires false\n", "the sheet has no FP: taken for one that never tires", "!worked out"},
		"dr_against_fire_and_cold": {"dr torso 2 ", `DR against "fire" is read as against burn`, `DR against "cold" is left out, for there is no such damage type here: Torso (-2), Neck (-1)`},
		"four_legs":                {"dr right arm 3 ", "dr left arm 3 ", "dr right leg 2 ", "dr left leg 2 ", "!no right arm"},
		"sm_and_switches":          {"sm 4\n"},
		"tolerance_in_notes":       {"Tolerance:unliving", "not used: Injury Tolerance (No blood)", "traits without a rule here, which may matter: Injury Tolerance (Damage Reduction) 2; Immunity (Poison); Hard to Kill 3\n"},
		"portrait_and_objects":     {"name Painted\n", "weapon Natural Attacks (Bite) 11 "},
		"container_items_once":     {"load light\n", "move 4\n", "dodge 7\n", "30 lb carried", "weapon Club 12 [Swing 1d+3 cr]", "!Club 2"},
		"text_encoding":            {"name Zoë “the Bear” 燊\n", "no weapon could be used"},
	} {
		text, err := os.ReadFile(filepath.Join("testdata/gcs", name+".gcs"))
		if err != nil {
			t.Fatal(err)
		}
		s, err := ReadGCS(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		holds(t, name, shown(s), want)
		if again, err := ReadGCS(append([]byte("\ufeff"), text...)); err != nil || shown(again) != shown(s) {
			t.Errorf("%s: another unit with a byte order mark: %v", name, err)
		}
	}
}

// TestFoundry has an actor for each generation and trap of the format.
func TestFoundry(t *testing.T) {
	for name, want := range map[string][]string{
		"actor.json": {"name Guard\nst 13 dx 12 iq 10 ht 11\nhp 14\nfp 11 ", "sm 1\n", "speed 5.75\nmove 4\nload light\ndodge 8\nparry 11\n", "dr torso 4 ", "dr skull 4 ", "dr right arm 2 ", "dr left arm 3 ", "dr left leg 1 ", "dr face 0 ",
			"skills map[brawling:13 broadsword:14 fast-draw (sword):13]", "ExtraAttack:2 ", "CombatReflexes:true Fearlessness:3 Cowardice:3", "Tolerance:unliving NoBrain:true", "not used: Bad Temper (12)",
			"weapon Broadsword (Swing) 14 [ 2d cut] reach [1]", "weapon Bite 12 [ 1d-1 cr] reach [0]", "weapon Longbow 13 [ 1d+2 imp] range 130/195 acc 3 rof 1 shots 1(2)", "Javelin (not equipped)", "!weapon Javelin", "the level is worked out from"},
		"mook.json": {"fp 0 tires false", "iq 0 ", "IQ — is read as 0", "move 6\n", "dodge 8\n", "parry 8\n", "weapon Claw 13 [Move 6 2d cut] reach [0 1]", `also does "2d ctrl"`, `"Aura" is left out: it has no level`, `"Grab" is left out`,
			"[ 1d(2) cr]", "SM is read as 0, but the actor has the modifier"},
		"before_import.json":       {"st 12 dx 11 ", "dr torso 3 ", "weapon Axe 12 [ 1d+3 cut]", "parry 9\n", "move 5\n", "dodge 8\n", "Dodge is missing"},
		"dr.json":                  {"dr torso 6 cr 4 ", "dr right arm 3 ", "dr left leg 8 ", "dr neck 0 ", "dr eye 2 cr 5 ", "DR 5|3 of Arms is read as the lower, 3", `"ST +1" of "Mail" is not in the sheet's figures`, `DR "?" of Neck is not understood`},
		"moves_and_shields.json":   {"move 4\n", "Move 4 on the ground is taken", "a bonus of +2 to dodge is kept apart", "db 0\n", "to Dodge, Parry & Block"},
		"native_items.json":        {"skills map[axe:13]", "HighPainThreshold:true", "weapon Axe 13 [Swing 2d+1 cut] reach [1]", "parry 9\n"},
		"generation_1.json":        {"st 14 dx 12 iq 9 ht 12\nhp 16\nfp 12 ", "sm 1\n", "move 6\n", "dodge 9\n", "parry 9\n", "dr torso 4 ", "dr skull 0 ", "weapon Spear (Thrust) 13 [ 1d+3 imp] reach [1 2]", "weapon Spear (Thrown) 12 [ 1d+3 imp] range 14/21 acc 2 "},
		"folded_rows.json":         {"skills map[axe/mace:13 knife:12 whip:10]", "CombatReflexes:true", "not used: Bad Temper (12)"},
		"numbers_of_any_kind.json": {"st 14 dx 12 iq 0 ht 11\nhp 15\nfp 0 tires false\nwill 0 per 9\nsm -2\nspeed 5.75\n", "DX has no imported value; 12", "IQ — is read as 0", "WILL is missing", "dr torso 8 ", "dr skull 3 ", "the DR of Eyes is missing"},
		"load_not_marked.json":     {"load light\n", "move 4\n", "dodge 7\n", "40 lb, it is level 1", "Dodge at this load is missing"},
		"attacks_of_any_kind.json": {"weapon Hatchet 13 [Swing 1d+2 cut] reach [1]", `"Ghost Aura" is left out: it has no level`, "weapon Jaws 12 [ 2d-1 cut] reach [0 1]", `also does "2d ctrl"`, "weapon Blade 12 [ 1d(2) cut] reach [1] st 8 two true unwieldy false fencing true",
			"block 11\n", "+2 is apart", "weapon Rifle 13 [ 5d pi] range 360/2500 acc 5 rof 9 shots 31(3)", "weapon Stone 10 [ 1d-2 cr] range 180/240", "weapon Breath 14 [ 3d burn] range 10/20 acc 0", "shortsword:12"},
		"names_of_places.json": {"dr torso 2 ", "dr right arm 3 ", "dr left arm 3 ", "dr right leg 4 ", "dr foot 1 ", "location Wing (DR 1)", "dr face 1 "},
		"list_of_one.json":     {"name One\n", "note [0].system.melee.00002"},
		"lines.db":             {"name One\n", "name Two\n", `"Chest" is left out: 3:27: type: an actor of the type "gcsLoot" is no combatant`},
	} {
		text, err := os.ReadFile(filepath.Join("testdata/foundry", name))
		if err != nil {
			t.Fatal(err)
		}
		sheets, left, err := ReadFoundry(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		said := ""
		for _, s := range sheets {
			said += shown(s)
		}
		for _, n := range left {
			said += n.Text + "\n"
		}
		holds(t, name, said, want)
	}
}

// TestBadSheets ends in one clear line each.
func TestBadSheets(t *testing.T) {
	gcs := func(text string) error { _, err := ReadGCS([]byte(text)); return err }
	foundry := func(text string) error { _, _, err := ReadFoundry([]byte(text)); return err }
	fixture := func(name string) string {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	deep := `{"version": 5, "traits": ` + strings.Repeat(`[{"children": `, 10_000) + "[]" + strings.Repeat("}]", 10_000) + "}"
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"xml", gcs(fixture("gcs/xml.gcs")), "1:1: this is the XML that GCS wrote before version 4.20; open it in GCS 5 and save it"},
		{"empty", gcs(""), "1:1: the file is empty; want a GCS sheet"},
		{"no JSON", gcs("hello"), "1:1: not JSON, which a GCS sheet is: invalid character 'h'"},
		{"cut off", gcs("{\"version\": 5,\n\"traits\": ["), "2:12: the file ends too early"},
		{"a comma too many", gcs("{\"version\": 5,\n\"traits\": [1,]}"), "2:13: not JSON"},
		{"a list", gcs("[]"), "1:1: expected one object"},
		{"two", gcs("{} {}"), "1:1: expected one object"},
		{"no version", gcs("{}"), "1:1: the file has no version number"},
		{"version 0", gcs(`{"version": 0}`), "1:13: version: version 0 of GCS sheets is not known"},
		{"a library", gcs(`{"version": 5, "rows": []}`), "this is a library of GCS"},
		{"an actor", gcs(fixture("foundry/actor.json")), "this looks like an actor of Foundry VTT"},
		{"no ST", gcs(`{"version": 5}`), "1:1: the sheet has no ST"},
		{"no HP", gcs(`{"version": 5, "calc": {}, "attributes": [{"attr_id": "st", "calc": {"value": 10}}, {"attr_id": "hp", "calc": {"value": 0}}]}`), "attributes[1].calc.value: hp: 0 is too low"},
		{"not UTF-8", gcs("{\n\"version\xff\": 5}"), "2:9: byte 0xff is not UTF-8"},
		{"UTF-16", gcs("\xff\xfe{\x00"), "1:1: the file is in UTF-16"},
		{"deep", gcs(deep), "nested too deeply: more than 200 levels"},
		{"50 MB", gcs(strings.Repeat(" ", 50<<20)), "1:1: the file is larger than 10 MB"},
		{"50 MB of XML", gcs("<" + strings.Repeat(" ", 50<<20)), "1:1: the file is larger than 10 MB"},
		{"many values", gcs("[" + strings.Repeat("0,", 600_000) + "0]"), "too many values"},
		{"actor of another system", foundry(fixture("foundry/bad_system.json")), `_stats.systemId: this is an actor of the system "gcsga"`},
		{"actor without values", foundry(fixture("foundry/bad_gcs_character.json")), "import its .gcs file instead"},
		{"blank actor", foundry(fixture("foundry/bad_blank.json")), "HP 0 and no attacks: this actor is blank"},
		{"actor without name", foundry(fixture("foundry/bad_no_name.json")), "1:1: the actor has no name"},
		{"actor without attributes", foundry(fixture("foundry/bad_no_attributes.json")), "system: there are no attributes"},
		{"sheet for an actor", foundry(fixture("gcs/left_out.gcs")), "this looks like a sheet of GCS"},
		{"no actors", foundry("[]"), "the list of actors is empty"},
		{"deep actor", foundry(deep), "nested too deeply"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) || strings.Contains(c.err.Error(), "\n") {
			t.Errorf("%s: got %v, want %s", c.name, c.err, c.want)
		}
	}
}

// checkSheet holds a sheet that was read to what every unit is.
func checkSheet(t *testing.T, s *Sheet) {
	t.Helper()
	if problems := s.Unit.Check(); problems != nil {
		t.Errorf("a unit that cannot be: %v", problems)
	}
	names := map[string]bool{}
	for _, w := range s.Unit.Weapons {
		if names[plain(w.Name)] {
			t.Errorf("two weapons are called %q", w.Name)
		}
		names[plain(w.Name)] = true
	}
	for _, n := range s.Notes {
		if n.Line < 1 || n.Column < 1 || strings.ContainsAny(n.Text, "\n\r\x00\x1b") {
			t.Errorf("a note that no line can show: %q at %d:%d", n.Text, n.Line, n.Column)
		}
	}
}

// mangled are sheets with one value changed for another of any type.
func mangled(t testing.TB, files string, many int, use func(text []byte)) {
	names, err := filepath.Glob(files)
	if err != nil || len(names) == 0 {
		t.Fatal(files, err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	values := []any{nil, "", "x", -1.0, 0.0, 1e30, 3.7, "12", true, []any{}, map[string]any{}, []any{nil, 5.0}, "\u2028–\u202e", strings.Repeat("9", 50), "1d", "@a@"}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		use(text)
		var tree any
		if json.Unmarshal(text, &tree) != nil {
			continue
		}
		for range many {
			var copied any
			if err := json.Unmarshal(text, &copied); err != nil {
				t.Fatal(err)
			}
			change(rng, &copied, values)
			out, err := json.Marshal(copied)
			if err != nil {
				t.Fatal(err)
			}
			use(out)
		}
	}
}

// change puts a random value in a random place.
func change(rng *rand.Rand, at *any, values []any) {
	switch v := (*at).(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		if len(keys) == 0 {
			break
		}
		key := keys[rng.IntN(len(keys))]
		child := v[key]
		change(rng, &child, values)
		v[key] = child
		return
	case []any:
		if len(v) > 0 {
			change(rng, &v[rng.IntN(len(v))], values)
			return
		}
	}
	*at = values[rng.IntN(len(values))]
}

// TestMangledSheets: whatever stands in the place of a value, there is a unit that can
// fight, or one line of error.
func TestMangledSheets(t *testing.T) {
	mangled(t, "testdata/gcs/*.gcs", 60, func(text []byte) { readAny(t, text) })
	mangled(t, "testdata/foundry/*.json", 100, func(text []byte) { readAny(t, text) })
}

// readAny reads a text as both kinds of sheet.
func readAny(t *testing.T, text []byte) {
	if s, err := ReadGCS(text); err == nil {
		checkSheet(t, s)
	} else {
		checkSheetError(t, err)
	}
	if sheets, _, err := ReadFoundry(text); err == nil {
		for _, s := range sheets {
			checkSheet(t, s)
		}
	} else {
		checkSheetError(t, err)
	}
	if t.Failed() {
		t.Fatalf("reading %s", bytes.ToValidUTF8(text, []byte("?")))
	}
}

func checkSheetError(t *testing.T, err error) {
	bad, ok := err.(*SheetError)
	if !ok || bad.Line < 1 || bad.Column < 1 || bad.Why == "" || strings.ContainsAny(bad.Why, "\n\r\x00\x1b") {
		t.Errorf("an error that no line can show: %q", err)
	}
}

func FuzzGCS(f *testing.F) {
	mangled(f, "testdata/gcs/*.gcs", 1, func(text []byte) { f.Add(text) })
	f.Fuzz(readAny)
}

func FuzzFoundry(f *testing.F) {
	mangled(f, "testdata/foundry/*.json", 1, func(text []byte) { f.Add(text) })
	f.Fuzz(readAny)
}
