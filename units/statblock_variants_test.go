package units

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// variants are ways of writing a stat block, each with what is read of its fixture
// testdata/statblocks/NAME.txt: lines, or parts of lines, of tell; notes; or the
// error. style-… are whole blocks as people paste them.
var variants = []struct {
	name  string
	want  []string
	notes []string
	err   string
}{
	{"acc-plain", []string{"Gun 13, 2d pi, acc 3 range 100/1000 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 bullet"}, nil, ""},
	{"acc-scope", []string{"Gun 13, 2d pi, acc 12 range 100/1000 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 bullet"}, []string{"3:34: Acc 10+2 is read as 12, its scope included"}, ""},
	{"acc-signed", []string{"Gun 13, 2d pi, acc 2 range 100/1000 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 bullet"}, nil, ""},
	{"attack-at-reach", []string{"Peck 11, 1d-1 pi+, reach [0 1]"}, nil, ""},
	{"attack-bullets", []string{
		"Axe 13, 1d+3 cut, reach [1]",
		"Punch 12, 1d-2 cr, reach [0]",
	}, nil, ""},
	{"attack-by-skill", []string{
		"Broadsword 14, 1d+3 cut, 1d+1 imp, reach []",
		"brawling-12 broadsword-14",
	}, []string{`4:10: weapon "Broadsword" has no level of its own; that of the skill broadsword, 14, is used`}, ""},
	{"attack-colon", []string{"Axe 13, 1d+3 cut, reach [1]"}, nil, ""},
	{"attack-comma", []string{"Shortsword 13, 1d+1 cut, 1d+1 imp, reach [1]"}, nil, ""},
	{"attack-delivers", []string{"Acid Spit 12, 1d+3 cor, acc 2 range 5/10 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow"}, []string{`3:51: of "Acid Spit", not used: "delivers"`}, ""},
	{"attack-dice-word", []string{"Axe 13, 2d cut, reach [1]"}, nil, ""},
	{"attack-die-word", []string{"Axe 13, 1d cut, reach [1]"}, nil, ""},
	{"attack-follow-up", []string{"Fang 14, 1d-1(2) imp, reach [0]"}, []string{`3:29: after the damage of "Fang", not used: "+ follow-up 2 points toxic (HT to resist)"`}, ""},
	{"attack-inside-brackets-all", []string{"Axe 13, 1d+3 cut, reach [1]"}, []string{"3:35: Parry 9U: the U is not used"}, ""},
	{"attack-inside-brackets", []string{"Axe 13, 1d+3 cut, reach []"}, nil, ""},
	{"attack-kyos", []string{"Broadsword 12, swing 1d+2 cut, thrust 1d cr, reach [1]"}, []string{
		`3:37: not understood: "(KYOS: 1d+3)"`,
		`3:82: not understood: "(KYOS: 1d+1)"`,
	}, ""},
	{"attack-list", []string{
		"Axe 14, 1d+3 cut, reach [1]",
		"shortsword 14, 1d+1 cut, 1d imp, reach [1]",
		"spear 14, 1d+1 imp, reach [1]",
	}, []string{`4:41: not understood: "etc"`}, ""},
	{"attack-lost-add", []string{"Bite 15, 1d(2) cut, reach [0]"}, []string{"3:12: 1d-(2) cutting is read as 1d(2) cutting; a number may be missing after the sign"}, ""},
	{"attack-lower-case", []string{"spear 13, 1d+2 imp, reach [0 1] st 10"}, []string{`3:37: not understood: "usage stab"`}, ""},
	{"attack-name-with-numbers", []string{
		"Short Sword, Fine 12, 1d+1 cut, reach [1]",
		"98K 7.92mm Rifle 13, 7d pi, acc 5 range 800/3500 rof 1 bulk -6 rcl 0 shots 0(0) ammo 0 bullet",
	}, nil, ""},
	{"attack-no-colon", []string{"Axe 13, 1d+3 cut, reach [1]"}, nil, ""},
	{"attack-or", []string{"Large Knife 13, 1d cut, 1d-1 imp, reach [0 1]"}, nil, ""},
	{"attack-ranged-with", []string{"Short Bow 13, 1d-1 imp, acc 1 range 110/165 rof 1 bulk -6 rcl 0 shots 1(2) ammo 0 arrow"}, nil, ""},
	{"attack-slash", []string{"Longsword 13, 2d cut, 1d imp, reach [1]"}, nil, ""},
	{"attack-sm-weapon", []string{"SM+1 Small Mace 12, 2d+3 cr, reach [1 2]"}, nil, ""},
	{"attack-statline", []string{"Bite 15, 2d cut, reach [0]"}, nil, ""},
	{"attack-swing-or-thrust", []string{"Broadsword 14, swing 1d+3 cut, thrust 1d+1 imp, reach [1]"}, nil, ""},
	{"attack-swing", []string{"Broadsword 14, swing 1d+3 cut, reach [1]"}, nil, ""},
	{"attack-two-lines", []string{"Axe 13, swing 1d+3 cut, thrust 1d cr, reach [1]"}, nil, ""},
	{"attack-words-before-damage", []string{"Horned Head 14, 1d+2 imp, reach [0 1]"}, []string{`3:19: of "Horned Head", not used: "Bite or horns"`}, ""},
	{"attributes-colon", []string{"Guard: ST 14 DX 12 IQ 9 HT 11 HP 15 FP 13/false Will 10 Per 12 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, nil, ""},
	{"attributes-columns", []string{"Guard: ST 14 DX 12 IQ 9 HT 11 HP 15 FP 13/false Will 10 Per 12 SM +0 Speed 6 Move 5 none Dodge 9 Parry 10 Block 0 DB 0"}, nil, ""},
	{"attributes-kyos", []string{"Titan: ST 36 DX 12 IQ 10 HT 13 HP 36 FP 13/false Will 10 Per 10 SM +0 Speed 6.25 Move 6 none Dodge 9 Parry 0 Block 0 DB 0"}, []string{"2:8: after ST, not used: (KYOS: 30)"}, ""},
	{"attributes-lower-case", []string{"guard: ST 14 DX 12 IQ 9 HT 11 HP 15 FP 13/false Will 10 Per 12 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, nil, ""},
	{"attributes-one-line", []string{"Guard: ST 14 DX 12 IQ 9 HT 11 HP 15 FP 13/false Will 10 Per 12 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, nil, ""},
	{"attributes-pipes", []string{": ST 14 DX 12 IQ 9 HT 11 HP 15 FP 13/false Will 10 Per 12 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, nil, ""},
	{"attributes-points", []string{"Guard: ST 14 DX 12 IQ 9 HT 11 HP 15 FP 13/false Will 10 Per 12 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, []string{"2:7: point costs in square brackets are not used"}, ""},
	{"attributes-semicolons", []string{"Guard: ST 14 DX 12 IQ 9 HT 11 HP 15 FP 13/false Will 10 Per 12 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, nil, ""},
	{"attributes-separate-lines", []string{"Guard: ST 14 DX 12 IQ 9 HT 11 HP 15 FP 13/false Will 10 Per 12 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, nil, ""},
	{"attributes-starred", []string{"Guard: ST 14 DX 12 IQ 9 HT 11 HP 15 FP 13/false Will 10 Per 12 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, nil, ""},
	{"attributes-table-cells", []string{": ST 14 DX 12 IQ 9 HT 11 HP 15 FP 13/false Will 10 Per 12 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, nil, ""},
	{"bulk-plain", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 1 bulk -6 rcl 0 shots 0(0) ammo 0 bullet"}, nil, ""},
	{"bulk-starred", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 1 bulk -6 rcl 0 shots 0(0) ammo 0 bullet"}, nil, ""},
	{"count-group-hp", []string{"Troglodyte Warrior: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, []string{"1:1: the count of 10 is not part of a unit and is not used"}, ""},
	{"count-plain", []string{"Worgs: ST 10 DX 11 IQ 10 HT 10 HP 10 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, []string{"1:1: the count of 4 is not part of a unit and is not used"}, ""},
	{"count-x", []string{"Troglodyte Warrior: ST 10 DX 11 IQ 10 HT 10 HP 10 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, []string{"1:1: the count of 10 is not part of a unit and is not used"}, ""},
	{"damage-by-st", []string{
		"A 12, swing 1d+3 cut, reach [1]",
		"B 12, thrust 1d+1 imp, reach [1]",
	}, []string{
		"3:9: swing+1 of ST 12 is worked out as 1d+3",
		"4:9: thrust+2 of ST 12 is worked out as 1d+1",
	}, ""},
	{"damage-dice", []string{
		"A 12, 3d cut, reach [1]",
		"B 12, 1d10+2 cut, reach [1]",
		"C 12, 12d(2) cr, reach [1]",
		"D 12, 2 burn, reach [0]",
		"E 12, 2d+1(0.5) imp, reach [1]",
	}, []string{"5:9: 6dx2 is read as 12d, which is as much on average"}, ""},
	{"damage-type-names", []string{
		"Fist 12, 1d cr, reach [0]",
		"Axe 12, 1d cut, reach [1]",
		"Spear 12, 1d imp, reach [1]",
		"Dart 12, 1d pi-, acc 0 range 10/20 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow thrown",
		"Sling 12, 1d pi, acc 0 range 10/20 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 stone",
		"Peck 12, 1d pi+, reach [0]",
		"Ballista 12, 1d pi++, acc 0 range 10/20 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow",
		"Torch 12, 1d burn, reach [1]",
		"Acid 12, 1d cor, reach [0]",
		"Touch 12, 1d fat, reach [0]",
		"Sting 12, 1d tox, reach [0]",
		"Beak 12, 1d pi+, reach [0]",
	}, nil, ""},
	{"damage-types", []string{
		"Fist 12, 1d cr, reach [0]",
		"Axe 12, 1d cut, reach [1]",
		"Spear 12, 1d imp, reach [1]",
		"Dart 12, 1d pi-, acc 0 range 10/20 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow thrown",
		"Sling 12, 1d pi, acc 0 range 10/20 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 stone",
		"Peck 12, 1d pi+, reach [0]",
		"Ballista 12, 1d pi++, acc 0 range 10/20 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow",
		"Torch 12, 1d burn, reach [1]",
		"Acid 12, 1d cor, reach [0]",
		"Touch 12, 1d fat, reach [0]",
		"Sting 12, 1d tox, reach [0]",
	}, nil, ""},
	{"dodge", []string{"Dodge 9"}, nil, ""},
	{"dr-against", []string{"DR 3/1 cr, arm 0, groin 0, skull 0 flexible"}, []string{"3:25: after DR, not used: (light mail)"}, ""},
	{"dr-exception", []string{"DR 15/15 cr, arm 15, groin 15, skull 15"}, []string{"3:8: after DR, not used: (not vs. silver)"}, ""},
	{"dr-flexible", []string{"DR 1/1 cr, arm 1, groin 1, skull 1 flexible"}, nil, ""},
	{"dr-place", []string{"DR 3/1 cr, arm 0, groin 0, skull 0 flexible"}, nil, ""},
	{"dr-power", []string{"DR 3/3 cr, arm 3, groin 3, skull 3"}, []string{"3:7: after DR, not used: (7 with Armor 2)"}, ""},
	{"dr-split-flexible-2", []string{"DR 12/5 cr, arm 12, groin 12, skull 12 flexible"}, []string{"3:1: DR 12/5 is read as DR 12, but 5 against crushing"}, ""},
	{"dr-split-flexible", []string{"DR 4/2 cr, arm 4, groin 4, skull 4 flexible"}, []string{"3:1: DR 4/2 is read as DR 4, but 2 against crushing"}, ""},
	{"dr-split", []string{"DR 4/2 cr, arm 4, groin 4, skull 4"}, []string{"3:1: DR 4/2 is read as DR 4, but 2 against crushing"}, ""},
	{"dr-three", []string{"DR 4/4 cr, arm 4, groin 4, skull 4"}, []string{`3:7: not understood: "0,2"`}, ""},
	{"dr", []string{"DR 4/4 cr, arm 4, groin 4, skull 4"}, nil, ""},
	{"fp-none", []string{"Golem: ST 20 DX 10 IQ 10 HT 14 HP 20 FP 0/true Will 10 Per 10 SM +0 Speed 6 Move 6 none Dodge 9 Parry 0 Block 0 DB 0"}, nil, ""},
	{"move-air", []string{"Move 0"}, []string{"3:9: after Move, not used: (Air Move 13)"}, ""},
	{"move-basic", []string{"Move 6"}, nil, ""},
	{"move-beats-basic", []string{"Move 4"}, []string{"3:1: Basic Move 6 is not used; Move 4 is"}, ""},
	{"move-mv", []string{"Move 6"}, nil, ""},
	{"move-pair", []string{"Move 6"}, []string{"3:8: after Move, not used: /12"}, ""},
	{"move-water", []string{"Move 2"}, []string{"3:17: after Move, not used: 6 water"}, ""},
	{"move", []string{"Move 6"}, nil, ""},
	{"parry-block", []string{"Parry 9 Block 9 DB 0"}, []string{"3:1: Parry/Block 9 is read as Parry 9 and Block 9"}, ""},
	{"parry-dash", []string{"Parry 0 Block 0 DB 0"}, nil, ""},
	{"parry-fencing", []string{"Parry 11 Block 0 DB 0"}, []string{"3:8: Parry 11F: the F is not used"}, ""},
	{"parry-na-lower", []string{"Parry 0 Block 0 DB 0"}, nil, ""},
	{"parry-na", []string{"Parry 0 Block 0 DB 0"}, nil, ""},
	{"parry-no", []string{"Parry 0 Block 0 DB 0"}, nil, ""},
	{"parry-none-unready", []string{"Parry 0 Block 0 DB 0"}, []string{"3:8: Parry 0U: the U is not used"}, ""},
	{"parry-plus-db", []string{"Parry 11 Block 0 DB 2"}, []string{"3:8: Parry 9 with DB 2 is read as 11"}, ""},
	{"parry-remark", []string{"Parry 9 Block 0 DB 0"}, []string{"3:10: after Parry, not used: (8 with the dagger)"}, ""},
	{"parry-times", []string{"Parry 12 Block 0 DB 0"}, []string{"3:11: after Parry, not used: (x2)"}, ""},
	{"parry-two", []string{"Parry 14 Block 0 DB 0"}, []string{
		"3:7: after Parry, not used: (sword)",
		"3:18: after Parry, not used: (other)",
		`3:26: not understood: "13"`,
	}, ""},
	{"parry-unready", []string{"Parry 11 Block 0 DB 0"}, []string{"3:8: Parry 11U: the U is not used"}, ""},
	{"range-half-max", []string{"Bow 13, 1d imp, acc 2 range 110/165 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow"}, nil, ""},
	{"range-mile", []string{"Bow 13, 1d imp, acc 2 range 0/1760 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow"}, nil, ""},
	{"range-pair", []string{"Bow 13, 1d imp, acc 2 range 195/300 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow"}, nil, ""},
	{"range-reversed", []string{"Bow 13, 1d imp, acc 2 range 5/10 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow"}, []string{"3:26: range 10/5 is read as 5/10"}, ""},
	{"range-sight", []string{}, []string{
		`3:1: weapon "Bow" is left out: it seems to be ranged, but has no range; like range 18/30`,
		`3:26: not understood: "Range Sight"`,
	}, ""},
	{"range-single", []string{"Bow 13, 1d imp, acc 2 range 0/50 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow"}, nil, ""},
	{"range-thousands", []string{"Bow 13, 1d imp, acc 2 range 180/2000 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow"}, nil, ""},
	{"range-times-st-yards", []string{"Bow 13, 1d imp, acc 2 range 6/12 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow"}, nil, ""},
	{"range-times-st", []string{"Bow 13, 1d imp, acc 2 range 120/180 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow"}, nil, ""},
	{"reach-c-1", []string{"Claw 13, 1d cut, reach [0 1]"}, nil, ""},
	{"reach-c-dot", []string{"Claw 13, 1d cut, reach [0 1 2 3]"}, nil, ""},
	{"reach-c-to-2", []string{"Claw 13, 1d cut, reach [0 1 2]"}, nil, ""},
	{"reach-c", []string{"Claw 13, 1d cut, reach [0]"}, nil, ""},
	{"reach-span-starred", []string{"Claw 13, 1d cut, reach [1 2]"}, nil, ""},
	{"reach-starred", []string{"Claw 13, 1d cut, reach [1 2]"}, nil, ""},
	{"remarks", []string{
		"Raider: ST 12 DX 11 IQ 9 HT 10 HP 12 FP 10/false Will 9 Per 9 SM +0 Speed 5.25 Move 4 light Dodge 8 Parry 0 Block 0 DB 1",
		"axe/mace-13 stealth-11",
	}, []string{
		`5:1: not understood: "Class: Mundane"`,
		`6:1: not understood: "Notes: Has leather armour (DR 2, of the hide) and a small shield (DB 1)"; the unit has no DR`,
		"6:59: DB 1 is read from the remarks",
		"6:59: DB 1 is taken to be inside the Dodge, Parry and Block that are written",
		`6:74: not understood: "which puts him at Light encumbrance"`,
		`7:13: encumbrance is read from the remarks: "Light encumbrance"`,
		`7:32: not understood: "Others would have ST 10 (and less damage), HP 11 and Axe-12. Leaders have IQ ..."`,
	}, ""},
	{"rof-jet", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 1 bulk -4 rcl 0 shots 0(0) ammo 0 bullet"}, []string{"3:34: RoF Jet is read as 1: a jet has no rule here but as a spell"}, ""},
	{"rof-one", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 1 bulk -4 rcl 0 shots 0(0) ammo 0 bullet"}, nil, ""},
	{"rof-slow", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 1 bulk -4 rcl 0 shots 0(0) ammo 0 bullet"}, []string{"3:34: RoF 1(5): the 5 seconds are not used"}, ""},
	{"rof-volley", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 22 bulk -4 rcl 0 shots 0(0) ammo 0 bullet"}, []string{"3:34: RoF 2x11 is read as 22 projectiles a second"}, ""},
	{"shield-db", []string{"Guard: ST 10 DX 11 IQ 10 HT 10 HP 10 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 9 Parry 0 Block 11 DB 1"}, []string{"4:1: DB 1 is taken to be inside the Dodge, Parry and Block that are written"}, ""},
	{"shield-skill", []string{
		"Guard: ST 10 DX 11 IQ 10 HT 10 HP 10 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 10 Parry 0 Block 11 DB 2",
		"shield-14",
	}, []string{"4:1: DB 2 is taken to be inside the Dodge, Parry and Block that are written"}, ""},
	{"shots-chamber", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 1 bulk 0 rcl 0 shots 31(3) ammo 0 bullet"}, nil, ""},
	{"shots-each", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 1 bulk 0 rcl 0 shots 6(3) ammo 0 bullet"}, []string{"3:34: Shots 6(3i): the 3 seconds are for one shot and are read as those of a reload"}, ""},
	{"shots-reload", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 1 bulk 0 rcl 0 shots 1(2) ammo 0 bullet"}, nil, ""},
	{"shots-thrown-ready", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 bullet thrown"}, []string{"3:34: Shots T(1): the time to ready another one, 1 s, is not used"}, ""},
	{"shots-thrown", []string{"Gun 13, 2d pi, acc 0 range 100/1000 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 bullet thrown"}, nil, ""},
	{"skills-dash", []string{"bow-14"}, nil, ""},
	{"skills-next-line", []string{"stealth-12"}, nil, ""},
	{"skills-one-of", []string{"axe/mace-14 bow-14 shortsword-13 spear-12"}, nil, ""},
	{"skills-points", []string{"brawling-14"}, []string{"3:21: point costs in square brackets are not used"}, ""},
	{"skills-relative", []string{"broadsword-13"}, []string{"3:29: point costs in square brackets are not used"}, ""},
	{"skills-run-on", []string{"axe/mace-14 bow-15 shortsword-18 spear-16"}, nil, ""},
	{"skills-space", []string{"bow-14"}, nil, ""},
	{"skills-starred", []string{"camouflage-12"}, nil, ""},
	{"skills-tech-level", []string{"first aid/tl6-11 guns/tl8 (pistol)-12"}, nil, ""},
	{"sm-bare", []string{"SM +1"}, nil, ""},
	{"sm-colon", []string{"SM +0"}, nil, ""},
	{"sm-hexes", []string{"SM +2"}, []string{"3:7: after SM, not used: (7 hexes)"}, ""},
	{"sm-joined", []string{"SM +0"}, nil, ""},
	{"sm-minus", []string{"SM -1"}, nil, ""},
	{"sm-words", []string{"SM +0"}, nil, ""},
	{"speed-basic", []string{"Speed 5.5"}, nil, ""},
	{"speed-bs", []string{"Speed 5.5"}, nil, ""},
	{"speed-two-decimals", []string{"Speed 5.5"}, nil, ""},
	{"speed-whole", []string{"Speed 6"}, nil, ""},
	{"speed", []string{"Speed 5.5"}, nil, ""},
	{"st-rifle", []string{"Halberd 13, 2d cut, reach [2] two-handed st 12"}, nil, ""},
	{"st-two-handed", []string{"Halberd 13, 2d cut, reach [2] two-handed st 10"}, nil, ""},
	{"st-unwieldy", []string{"Halberd 13, 2d cut, reach [2] two-handed unwieldy st 13"}, nil, ""},
	{"style-adventure", []string{
		"Dock Thugs: ST 12 DX 11 IQ 9 HT 11 HP 12 FP 11/false Will 9 Per 10 SM +0 Speed 5.5 Move 5 none Dodge 8 Parry 9 Block 0 DB 0",
		"DR 0/0 cr, arm 0, groin 0, skull 0",
		"Axe 12, 1d+4 cut, reach [1]",
		"revolver 11, 2d pi, acc 2 range 120/1300 rof 3 bulk -2 rcl 2 shots 6(3) ammo 0 bullet",
		"axe/mace-12 brawling-13 guns/tl6 (pistol)-11 knife-12 stealth-10 {HighPainThreshold:true}",
	}, []string{
		`3:1: thrust and swing are not used: "Damage 1d-1/1d+2"`,
		`3:19: not understood: "BL 29 lbs.;"`,
		"4:50: after Parry, not used: (Brawling)",
		`5:1: not understood: "6'"`,
		`5:5: not understood: "180 lbs"`,
		`6:27: not understood: "Bad Temper (12)"`,
		`6:44: not understood: "Fit"`,
		"10:92: Shots 6(3i): the 3 seconds are for one shot and are read as those of a reload",
	}, ""},
	{"style-animal", []string{
		"Grey Bear: ST 17 DX 11 IQ 4 HT 13 HP 17 FP 13/false Will 11 Per 12 SM +1 Speed 6 Move 7 none Dodge 9 Parry 0 Block 0 DB 0",
		"DR 2/2 cr, arm 2, groin 2, skull 2",
		"Bite 13, 1d+2 cut, reach [0]",
		"Claw 13, 1d+2 cut, reach [0 1]",
		"brawling-13 survival (mountains)-12 {CombatReflexes:true NightVision:2}",
	}, []string{
		"4:7: after SM, not used: (2 hexes)",
		`4:18: not understood: "600 lbs.;"`,
		`5:42: not understood: "Quadruped"`,
		`5:53: not understood: "Wild Animal"`,
	}, ""},
	{"style-attack-first", []string{
		"Duellist: ST 11 DX 14 IQ 11 HT 11 HP 11 FP 11/false Will 11 Per 11 SM +0 Speed 6.25 Move 6 none Dodge 9 Parry 12 Block 0 DB 0",
		"DR 0/0 cr, arm 0, groin 0, skull 0",
		"Rapier 15, thrust 1d+1 imp, reach [1 2]",
		"Dagger 13, thrust 1d-1 imp, reach [0]",
	}, []string{"5:36: Parry 12F: the F is not used"}, ""},
	{"style-blog", []string{
		"Watchman: ST 11 DX 11 IQ 10 HT 11 HP 11 FP 11/false Will 10 Per 10 SM +0 Speed 5.5 Move 5 none Dodge 8 Parry 9 Block 0 DB 0",
		"DR 3/1 cr, arm 0, groin 0, skull 0 flexible",
		"Mace 12, swing 1d+4 cr, reach [1]",
		"Dagger throw 11, thrust 1d-2 imp, acc 0 range 5/11 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow thrown",
		"Dagger thrust 11, thrust 1d-2 imp, reach [0]",
		"axe/mace-12 knife-11 stealth-10 {CombatReflexes:true}",
	}, []string{
		`2:1: not understood: "Typical Stats"`,
		"30:3: after Parry, not used: (8 with the dagger)",
		`33:32: not understood: "(KYOS: 1d+5)"`,
		`37:25: not understood: "Bully (12)"`,
		`39:7: not understood: "Light mail (torso)"`,
		`40:1: not understood: "Creature Type: Humanoid (Human)"`,
	}, ""},
	{"style-commas", []string{
		"Spearman: ST 12 DX 11 IQ 10 HT 11 HP 12 FP 11/false Will 10 Per 10 SM +0 Speed 5.5 Move 5 none Dodge 8 Parry 9 Block 10 DB 3",
		"DR 3/3 cr, arm 3, groin 3, skull 3",
		"Spear 12, thrust 1d+2 imp, reach [1 2]",
	}, nil, ""},
	{"style-forum", []string{
		"Ogre bruiser: ST 20 DX 10 IQ 7 HT 13 HP 24 FP 13/false Will 8 Per 9 SM +1 Speed 5.75 Move 5 none Dodge 8 Parry 9 Block 0 DB 0",
		"DR 2/2 cr, arm 2, groin 2, skull 2",
		"Tree trunk 13, swing 3d+5 cr, reach [1 2] two-handed unwieldy st 18",
		"Rock 12, thrust 2d cr, acc 0 range 16/20 rof 1 bulk -4 rcl 0 shots 0(0) ammo 0 arrow thrown",
	}, []string{
		"5:16: Parry 9U: the U is not used",
		"8:20: swing+3 of ST 20 is worked out as 3d+5",
		"9:14: thrust+1 of ST 20 is worked out as 2d",
	}, ""},
	{"style-html", []string{
		"Marsh Orc: ST 13 DX 11 IQ 8 HT 12 HP 14 FP 12/false Will 10 Per 9 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 9 Block 0 DB 0",
		"DR 2/2 cr, arm 2, groin 2, skull 2",
		"Scimitar 13, 2d-1 cut, reach [1]",
		"Kick 11, 1d+1 cr, reach [0 1]",
		"brawling-13 stealth-10 {HighPainThreshold:true}",
	}, []string{
		`64:1: not understood: "Bad Temper (12)"`,
		`64:39: not understood: "Infravision"`,
	}, ""},
	{"style-locations", []string{
		"Knight: ST 13 DX 12 IQ 10 HT 12 HP 13 FP 12/false Will 11 Per 10 SM +0 Speed 6 Move 4 none Dodge 8 Parry 11 Block 11 DB 0",
		"DR 7/7 cr, arm 6, groin 0, skull 8",
		"Lance 13, thrust 2d+3 imp, reach [4]",
		"Sword 14, swing 2d cut, thrust 1d+2 imp, reach [1]",
	}, []string{
		"7:13: swing+1 of ST 13 is worked out as 2d",
		"7:25: thrust+2 of ST 13 is worked out as 1d+2",
	}, ""},
	{"style-many-to-a-line", []string{
		"Wolf Rider: ST 11 DX 12 IQ 9 HT 11 HP 11 FP 11/false Will 9 Per 9 SM +0 Speed 5.75 Move 5 none Dodge 9 Parry 0 Block 0 DB 0",
		"DR 1/1 cr, arm 1, groin 1, skull 1",
		"Spear 12, 1d+1 imp, reach [1]",
		"Short bow 13, 1d-1 imp, acc 1 range 110/165 rof 1 bulk 0 rcl 0 shots 1(2) ammo 0 arrow",
		"Knife 11, 1d-2 cut, reach [0 1]",
		"bow-13 riding (wolf)-13 {Cowardice:2}",
	}, []string{"1:221: Cowardice is read as a Fright Check penalty of 2"}, ""},
	{"style-markdown-table", []string{
		"Hill Giant: ST 26 DX 11 IQ 8 HT 13 HP 28 FP 13/false Will 10 Per 10 SM +2 Speed 6 Move 8 none Dodge 9 Parry 0 Block 0 DB 0",
		"DR 3/3 cr, arm 3, groin 3, skull 3",
		"Great Club 14, 5d cr, reach [1 2 3]",
	}, nil, ""},
	{"style-markdown", []string{
		"Moor Wraith: ST 13 DX 13 IQ 10 HT 13 HP 15 FP 0/true Will 14 Per 12 SM +0 Speed 6.5 Move 6 none Dodge 10 Parry 11 Block 0 DB 0",
		"DR 0/0 cr, arm 0, groin 0, skull 0",
		"Cold Hand 15, 1d+1 fat, reach [0 1]",
		"Old Sword 14, 2d-1 cut, 1d+1 imp, reach [1]",
		"broadsword-14 stealth-15 {DarkVision:true Tolerance:diffuse}",
	}, []string{`12:54: not understood: "Unfazeable"`}, ""},
	{"style-minimal", []string{
		"Rat: ST 2 DX 13 IQ 10 HT 12 HP 2 FP 12/false Will 10 Per 10 SM -4 Speed 6.25 Move 6 none Dodge 9 Parry 0 Block 0 DB 0",
		"DR 0/0 cr, arm 0, groin 0, skull 0",
		"Bite 13, 1d-5 cut, reach [0]",
	}, nil, ""},
	{"style-modern", []string{
		"Rifle Squad: ST 11 DX 11 IQ 10 HT 11 HP 11 FP 11/false Will 10 Per 10 SM +0 Speed 5.5 Move 4 none Dodge 7 Parry 0 Block 0 DB 0",
		"DR 12/5 cr, arm 0, groin 0, skull 4 flexible",
		"Assault Carbine, 5.56mm 13, 5d pi, acc 5 range 750/2900 rof 15 bulk -4 rcl 2 shots 31(3) ammo 0 bullet two-handed st 8",
		"Fragmentation Grenade 12, 8d cr, acc 0 range 0/38 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow thrown",
		"Bayonet 11, 1d+2 imp, reach [1 2]",
	}, []string{
		"1:1: the count of 10 is not part of a unit and is not used",
		"2:61: DR 12/5 is read as DR 12, but 5 against crushing",
		"3:38: Acc 4+1 is read as 5, its scope included",
		"4:46: Shots T(1): the time to ready another one, 1 s, is not used",
	}, ""},
	{"style-monster-book", []string{
		"Cave Lurker: ST 17 DX 13 IQ 4 HT 12 HP 19 FP 12/false Will 11 Per 14 SM +1 Speed 6.25 Move 5 none Dodge 9 Parry 0 Block 0 DB 0",
		"DR 3/3 cr, arm 3, groin 3, skull 3",
		"Bite 15, 1d+2 imp, reach [0]",
		"Tentacle 14, 2d cr, reach [0 1 2]",
		"Spit 13, 1d-1 cor, acc 2 range 10/20 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow",
		"brawling-15 innate attack (breath)-13 stealth-14 wrestling-14 {CombatReflexes:true HighPainThreshold:true DarkVision:true Tolerance:homogenous}",
	}, []string{
		`2:1: not understood: "A pale thing that squats over pools and waits. It hears the smallest ripple, ..."`,
		`10:28: not understood: "(may grapple instead)"`,
		`14:9: not understood: "Amphibious"`,
		`15:17: not used of Injury Tolerance: "No Neck"`,
		`16:10: not understood: "Wild Animal"`,
		`19:1: not understood: "Class: Dire Animal"`,
		`20:1: not understood: "Notes: Effective ST 19 when grappling. Young ones have ST 11, DX 12 and HP 12"`,
		`21:8: not understood: "It never negotiates"`,
	}, ""},
	{"style-no-break-spaces", []string{
		"Scout: ST 11 DX 13 IQ 11 HT 11 HP 11 FP 11/false Will 11 Per 13 SM +0 Speed 6 Move 6 none Dodge 9 Parry 0 Block 0 DB 0",
		"DR 1/1 cr, arm 1, groin 1, skull 1",
		"Longbow 14, 1d+1 imp, acc 3 range 165/220 rof 1 bulk -8 rcl 0 shots 1(2) ammo 0 arrow",
	}, []string{"1:7: after the name, not used: (50 points)"}, ""},
	{"style-pdf", []string{
		"Gate Guard: ST 12 DX 11 IQ 10 HT 11 HP 12 FP 11/false Will 10 Per 10 SM +0 Speed 5.5 Move 4 none Dodge 8 Parry 10 Block 10 DB 0",
		"DR 4/4 cr, arm 4, groin 4, skull 4",
		"Halberd 12, 2d+2 cut, 1d+3 imp, reach [1 2] unwieldy",
		"Punch 11, 1d-2 cr, reach [0]",
		"brawling-11 polearm-12 shield-11",
	}, []string{
		"6:10: Parry/Block 10 is read as Parry 10 and Block 10",
		"10:1: a number alone on its line is taken for that of a page, and is not used",
		`12:9: not understood: "Bully (12)"`,
		`12:21: not understood: "Duty (The City; 12 or less)"`,
		`13:8: not understood: "Fit. 18 The Watch"`,
	}, ""},
	{"style-points", []string{
		"Captain Ysolt: ST 12 DX 13 IQ 11 HT 12 HP 13 FP 12/false Will 12 Per 11 SM +0 Speed 6.25 Move 6 none Dodge 9 Parry 11 Block 0 DB 0",
		"DR 0/0 cr, arm 0, groin 0, skull 0",
		"Broadsword 15, 1d+3 cut, 1d+1 imp, reach []",
		"Crossbow 14, 1d+4 imp, acc 4 range 240/300 rof 1 bulk -6 rcl 0 shots 1(4) ammo 0 bolt",
		"broadsword-15 crossbow-14 fast-draw (knife)-14 tactics-12 {CombatReflexes:true Fearlessness:2}",
	}, []string{
		`2:1: not understood: "150 points"`,
		"3:19: point costs in square brackets are not used",
		`5:28: thrust and swing are not used: "Dmg 1d-1/1d+2"`,
		`5:43: not understood: "BL 29"`,
		`8:1: not understood: "Light mail (torso DR 4)"; the unit has no DR`,
		`10:1: not understood: "Wealth (Comfortable) [10]"`,
		`11:16: not understood: "Code of Honor (Soldier's) [-10]"`,
		`11:49: not understood: "Sense of Duty (Crew) [-5]"`,
		`16:10: weapon "Broadsword" has no level of its own; that of the skill broadsword, 15, is used`,
		`16:51: weapon "Crossbow" has no level of its own; that of the skill crossbow, 14, is used`,
	}, ""},
	{"style-shield-apart", []string{
		"Mercenary: ST 12 DX 12 IQ 10 HT 11 HP 12 FP 11/false Will 10 Per 10 SM +0 Speed 5.75 Move 4 none Dodge 10 Parry 11 Block 11 DB 2",
		"DR 4/4 cr, arm 4, groin 4, skull 4",
		"Broadsword 13, 1d+3 cut, 1d+1 imp, reach [1]",
		"Large Knife 11, 1d cut, 1d-1 imp, reach [0 1]",
		"brawling-11 broadsword-13 knife-11 shield-12 {HighPainThreshold:true}",
	}, []string{
		"6:7: Dodge 8 with DB 2 is read as 10",
		"6:20: Parry 9 with DB 2 is read as 11",
		"6:33: Block 9 with DB 2 is read as 11",
		`10:9: not understood: "Bully (9)"`,
		`12:12: not understood: "Mail hauberk"`,
		`12:26: not understood: "broadsword"`,
		`12:38: not understood: "medium shield"`,
		`12:53: not understood: "wineskin (1 quart)"`,
	}, ""},
	{"style-skill-list", []string{
		"The Gladiator: ST 14 DX 14 IQ 11 HT 13 HP 15 FP 13/false Will 13 Per 11 SM +0 Speed 6.75 Move 6 none Dodge 10 Parry 13 Block 12 DB 0",
		"DR 0/0 cr, arm 0, groin 0, skull 0",
		"Shortsword 18, 2d-1 cut, 1d+1 imp, reach [1]",
		"knife-14 shield-16 shortsword-18 spear-15 tactics-11 {CombatReflexes:true HighPainThreshold:true}",
	}, []string{
		"9:7: after Parry, not used: (sword)",
		"9:18: after Parry, not used: (other)",
		`9:26: not understood: "12"`,
		`13:39: not understood: "fit"`,
	}, ""},
	{"style-statline", []string{
		"Bog Trolls: ST 19 DX 12 IQ 7 HT 13 HP 21 FP 13/false Will 10 Per 10 SM +1 Speed 6.25 Move 6 none Dodge 9 Parry 10 Block 0 DB 0",
		"DR 2/2 cr, arm 2, groin 2, skull 2",
		"Bite 14, 2d-1 cut, reach [0]",
		"Claws 14, 2d cut, reach [0 1 2]",
		"stealth-12 {HighPainThreshold:true}",
	}, []string{
		"1:102: after Parry, not used: (x2)",
		`1:140: of "Claws" there is one, not x2`,
	}, ""},
	{"style-tabs-crlf", []string{
		"Swordsman: ST 12 DX 12 IQ 10 HT 11 HP 12 FP 11/false Will 10 Per 10 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 10 Block 0 DB 0",
		"DR 2/2 cr, arm 2, groin 2, skull 2",
		"Broadsword 13, 1d+2 cut, reach [1]",
	}, nil, ""},
	{"style-unicode", []string{
		`"Red" Maja - raider: ST 12 DX 12 IQ 10 HT 11 HP 12 FP 11/false Will 10 Per 10 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 9 Block 0 DB 0`,
		"DR 2/2 cr, arm 2, groin 2, skull 2",
		"Axe 13, 1d+4 cut, reach [1]",
		"Thrown axe 12, 1d+4 cut, acc 2 range 12/18 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow thrown",
		"Knife 12, 1d-2 cut, 1d-2 imp, reach [0 1]",
	}, nil, ""},
	{"style-wiki-table", []string{
		"Marsh Orc: ST 13 DX 11 IQ 8 HT 12 HP 14 FP 12/false Will 10 Per 9 SM +0 Speed 5.75 Move 5 none Dodge 8 Parry 9 Block 0 DB 0",
		"DR 2/2 cr, arm 2, groin 2, skull 2",
		"Scimitar 13, 2d-1 cut, reach [1]",
	}, nil, ""},
	{"style-words", []string{
		"Dwarf Guard: ST 14 DX 11 IQ 10 HT 13 HP 16 FP 13/false Will 12 Per 10 SM -1 Speed 6 Move 5 none Dodge 8 Parry 10 Block 0 DB 0",
		"DR 5/5 cr, arm 5, groin 5, skull 5",
		"Axe 14, 2d+2 cut, reach [1]",
	}, nil, ""},
	{"text-bom", []string{"Guard: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, nil, ""},
	{"text-columns", []string{"Raider: ST 12 DX 11 IQ 10 HT 10 HP 13 FP 10/false Will 10 Per 10 SM +0 Speed 5.5 Move 5 none Dodge 8 Parry 0 Block 0 DB 0"}, nil, ""},
	{"text-crlf-tabs", []string{
		"Guard: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0",
		"Axe 13, 1d+3 cut, reach [1]",
	}, nil, ""},
	{"text-hyphenation", []string{
		"Guard: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0",
		"Long Knife 13, 1d cut, 1d-1 imp, reach [0 1]",
		"brawling-12 climbing-13 stealth-12 two-handed sword-14",
	}, nil, ""},
	{"text-minus", []string{
		"Guard: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM -1 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0",
		"Axe 13, 1d-1 cut, reach [1]",
		"Bite 12, 1d-2 cut, reach [0]",
	}, nil, ""},
	{"text-mojibake", []string{
		"Guard: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 10 Block 0 DB 0",
		"Axe 13, 1d-1 cut, reach [1]",
		"Bow 12, 1d imp, acc 0 range 120/180 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow",
	}, []string{"5:11: after Parry, not used: (x2)"}, ""},
	{"text-nbsp", []string{
		"Guard: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0",
		"Axe 13, 1d+3 cut, reach [1]",
	}, nil, ""},
	{"text-page-number", []string{
		"Guard: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0",
		"Long Knife 13, 1d cut, 1d-1 imp, reach [0 1]",
		"Axe 13, 1d+3 cut, reach [1]",
		"Punch 12, 1d-2 cr, reach [0]",
	}, []string{
		"4:1: a number alone on its line is taken for that of a page, and is not used",
		"8:1: a number alone on its line is taken for that of a page, and is not used",
	}, ""},
	{"text-quotes", []string{
		"Old Tom: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0",
		"Tom's Axe 13, 1d+3 cut, reach [1]",
	}, nil, ""},
	{"text-times", []string{
		"Guard: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 8 Parry 0 Block 0 DB 0",
		"Bow 13, 1d imp, acc 0 range 120/180 rof 1 bulk 0 rcl 0 shots 0(0) ammo 0 arrow",
	}, []string{"1:1: the count of 10 is not part of a unit and is not used"}, ""},
	{"text-wrapped", []string{
		"Guard: ST 12 DX 11 IQ 10 HT 10 HP 12 FP 10/false Will 10 Per 10 SM +0 Speed 5.25 Move 5 none Dodge 9 Parry 0 Block 0 DB 0",
		"innate attack (projectile)-15 stealth-12 {CombatReflexes:true HighPainThreshold:true Tolerance:unliving NoBrain:true}",
	}, []string{
		`3:9: not understood: "Bad Temper (12)"`,
		`4:11: not understood: "Duty (King; 12 or less)"`,
	}, ""},
	{"third-edition-move", nil, nil, "3:1: Move/Dodge belongs to a stat block of the third edition; want one of GURPS fourth edition"},
	{"third-edition-pd", nil, nil, "3:1: PD/DR belongs to a stat block of the third edition; want one of GURPS fourth edition"},
}

// TestStatBlockVariants reads the fixture of each variant, and wants no weapon beyond
// those that are named.
func TestStatBlockVariants(t *testing.T) {
	known := map[string]bool{}
	for _, v := range variants {
		known[v.name] = true
		text, err := os.ReadFile(filepath.Join("testdata", "statblocks", v.name+".txt"))
		if err != nil {
			t.Error(err)
			continue
		}
		u, notes, err := ParseStatBlock(string(text))
		if err != nil || v.err != "" {
			if err == nil || err.Error() != v.err {
				t.Errorf("%s: %v, want %s", v.name, err, v.err)
			}
			continue
		}
		told := tell(u)
		for _, want := range v.want {
			if !strings.Contains(told, want) {
				t.Errorf("%s: no %q in\n%s", v.name, want, told)
			}
		}
		named := slices.DeleteFunc(slices.Clone(v.want), func(s string) bool { return !strings.Contains(s, ", reach [") && !strings.Contains(s, ", acc ") })
		if len(u.Weapons) != len(named) {
			t.Errorf("%s: %d weapons, want %d:\n%s", v.name, len(u.Weapons), len(named), told)
		}
		if v.notes == nil {
			v.notes = []string{}
		}
		checkNotes(t, v.name, notes, v.notes)
	}
	files, _ := filepath.Glob(filepath.Join("testdata", "statblocks", "*.txt"))
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".txt"); !known[name] {
			t.Errorf("no line for %s", file)
		}
	}
}
