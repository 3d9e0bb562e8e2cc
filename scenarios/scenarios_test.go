package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"

	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/units"
)

// load loads text as x.yaml, beside the files of the mistakes' tests.
func load(t testing.TB, text string, sets ...string) *Loaded {
	t.Helper()
	l, err := Load("x.yaml", Options{Sets: sets, FS: folder(text)})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func folder(text string) fs.FS {
	dir := fstest.MapFS{"x.yaml": {Data: []byte(shorthands.Replace(text))}}
	for name, file := range besideFiles {
		dir[name] = file
	}
	return dir
}

// A pair is something read and what it should be.
type pair struct {
	what      string
	got, want any
}

func checkPairs(t *testing.T, pairs []pair) {
	t.Helper()
	for _, p := range pairs {
		if !reflect.DeepEqual(p.got, p.want) {
			t.Errorf("%s is %v, want %v", p.what, p.got, p.want)
		}
	}
}

func TestDefaults(t *testing.T) {
	l := load(t, "@sides\nunits: {u: {st: 12, dx: 11, ht: 12, encumbrance: light}, v: {st: 10, dx: 10, ht: 10}}\n")
	s := l.Scenario
	g := s.Sides[0].Groups[0]
	u := g.Unit
	checkPairs(t, []pair{
		{"name", l.Name, "x"},
		{"scenario's name", s.Name, "x"},
		{"description", l.Description, ""},
		{"trials", l.Trials, 0},
		{"seed", l.Seed, (*uint64)(nil)},
		{"max_rounds", s.MaxRounds, 100},
		{"rules", s.Rules, heroic.DefaultRules()},
		{"battlefield", s.Field, heroic.Battlefield{}},
		{"tactics_skill", s.Sides[0].TacticsSkill, 0},
		{"no_retreat", s.Sides[0].NoRetreat, false},
		{"surprised", s.Sides[0].Surprised, false},
		{"group's name", g.Name, "u"},
		{"count", g.Count, 1},
		{"character", g.Character, false},
		{"position", g.Position, (*heroic.Point)(nil)},
		{"ranks", g.Ranks, 1},
		{"hp_now", g.HPNow, (*int)(nil)},
		{"fp_now", g.FPNow, (*int)(nil)},
		{"arrives", g.Arrives, 0},
		{"orders", g.Orders, []heroic.Order{{Tactics: []heroic.Tactic{heroic.Neutral}}}},
		{"iq", u.IQ, 10},
		{"hp", u.HP, 12},
		{"fp", u.FP, 12},
		{"will", u.Will, 10},
		{"per", u.Per, 10},
		{"speed", u.Speed, 5.75},
		{"move", u.Move, 4},
		{"dodge", u.Dodge, 7},
		{"parry", u.Parry, 0},
		{"dr", u.Armour.DR(units.Torso, units.Cutting), 0},
	})
}

const everyKey = `
name: Every key
description: |
  One line
  for lists.
trials: 5000
seed: 18446744073709551615
max_rounds: 40
rules:
  contest: attack_must_succeed
  criticals: basic
  initiative_bonus: 3
  initiative_defends: off
  initiative_tie: none
  speed_factor: 5
  numerical_bonus: [[1, 0], [2, 3], [.inf, 6]]
  hit_multiplier: off
  injury_rounding: per hit
  damage_rolls: {once_over: 8}
  damage_adds: keep
  ht_halving: off
  surround_limit: 6
  size_melee: capped
  morale: off
  morale_break: 12
  fatigue: off
  shock: off
  reeling: single
  major_wounds: single
  pursuit: on
  gulliver: simple
  big_weapon: off
  dodge_huge: simple
  parry_oomph: ladder
  load_st: equal
  jet: off
  cone: bands
  jet_shield: detailed
battlefield: {distance: 70.5, frontage: 12, visibility: -3, footing: -2, terrain: Built Up, cover: bushes}
sides:
  - name: The Horde
    tactics_skill: 12
    no_retreat: on
    surprised: on
    pursuit: {pursue: off, capture: on, area_knowledge: 12, urban_survival: 11}
    groups:
      - {name: Axes, unit: Big Orc, count: 10, position: [-1.5, 2], formation: {ranks: 2}, hp_now: 77, fp_now: 6, arrives: 3}
      - {unit: big-orc, character: on, orders: auto}
  - name: Elves
    groups:
      - unit: elf
        orders:
          - when: {rounds: 1-2, distance: ">20", locked: no, losses: "<1/3", enemy_losses: 0.25-0.5, ratio: ">=2", hp: "<=0.5", fp: 1, chance: 1/4}
            tactic: [defensive, Hold Ground]
            move: hold
            target: {axes: 5, Big orc: 3}
            weapon: [bow, knife]
            location: right leg
            shots: 2
          - {when: {locked: on}, tactic: all-out defensive, move: withdraw}
          - {when: {rounds: 9}, target: Axes, shots: 0}
          - {target: most wounded, weapon: bow, location: vitals, shots: max}
          - {grapple: [choke, neck snap], location: neck, break_free: on}
          - {attacks: [{weapon: knife2}, {weapon: Knife2, location: face}]}
      - name: Watch
        unit: guard
        count: 4
        posture: kneeling
        cover: {exposed: [face, arms], half: neck, dr: 15, light: off, partial: on, concealment: -2}
        elevation: 12
        distraction: minor
        modifiers: {melee: -2, ranged: -1, defence: 1}
        shield: slung
        orders:
          - {when: {rounds: 1}, actions: [ready shield, {potion: Ale}]}
          - {when: {rounds: 2}, actions: {do: sing, ap: 3}, posture: standing, facing: Axes}
          - {when: {rounds: 3}, actions: [reload, {reload: Crossbow}, {do: open the gate, seconds: 15}, potion]}
          - {when: {rounds: 4}, wait: {for: [in range, shot], then: shoot, watch: line, at: [3, -4.5], check: on}}
          - {when: {rounds: 5}, wait: {for: in range, watch: 3}}
          - {when: {rounds: 6}, wait: {for: attack, then: {potion: Ale}}}
          - {when: {rounds: 7}, wait: on}
          - {when: {rounds: 8}, chink: on, stop_at: reach, move: flank-left, weapon: Spear}
          - {when: {rounds: 9}, grapple: on}
      - name: Mages
        unit: mage
        cover: light
        orders:
          - {when: {rounds: 1}, spells: Bolt}
          - {when: {rounds: 2}, spells: [Ward, {cast: Bolt, times: 2, at: most wounded}]}
          - {when: {rounds: 3}, tactic: aimed shooting, spells: {cast: bolt, at: Axes, aimed: on}}
          - {spells: [{cast: Heal, at: Watch}]}
units:
  guard:
    st: 12
    dx: 11
    ht: 11
    block: 11
    shield_db: 3
    length: 70.5
    weight: 160
    shield_weight: 15
    skills: {wrestling: 12, riding: 12}
    traits: {night-vision: 2, dark-vision: on, blind: off, invisible: off, peripheral-vision: on, mounted: on, injury-tolerance: unliving, no-brain: on, no-vitals: on}
    weapons:
      - {name: Spear, skill: 12, damage: 1d+1 imp, reach: 1-3, two_handed: on, wide_grip: on, width: 2, weight: 4}
      - {name: Flail, skill: 12, damage: 1d+3 cr, flail: nunchaku}
      - {name: Crossbow, skill: 12, damage: 1d+3 imp, range: 100, shots: 1(4)}
    potions: [{name: Healing, heal: 2d, count: 1}, {name: Ale, fp: 3}, {heal: 4}]
  mage:
    st: 10
    dx: 11
    ht: 11
    potions: {heal: 1d}
    spells:
      - {name: Bolt, skill: 14, roll: ranged, time: 1, damage: 2d burn, range: 50/100, acc: 2, cost: 1, missile: beam, location: face}
      - {name: Ward, skill: 15, on: self, time: 1, duration: 100, effect: {attack: 1, melee: 1, ranged: 1, defence: 2, dodge: 1, parry: 1, block: 1, move: 1, dr: 2}}
      - {name: Heal, skill: 13, roll: iq, on: friends, range: 20, effect: {heal: 2d}}
      - {name: Doom, skill: 14, range_penalty: yards, resist: will, per_margin: duration, duration: 30, effect: {stun: on, bind: on, fear: 3, remove: off}}
      - {name: Frost, skill: 14, damage: 2d cor, area: {cone: {length: 15.5, width: 4}}, jet: breath}
      - {name: Jet, skill: 14, damage: 2d cor, range: 20, jet: 12.5}
      - {name: Hail, skill: 14, kind: bombardment, bombardment: 12, damage: 2d cr, range: 100, area: 4}
      - {name: Bomb, skill: 13, range: 20, damage: 5d cr, fragments: 2d cut}
  troll: {name: Troll, statblock: "ST 20 DX 11 HT 12. Claw (13): 2d cutting."}
  hero: {name: Hero, gcs: hero.gcs}
  big-orc:
    name: Big Orc
    {common}
    weapons:
      - {name: Axe, skill: 13, damage: 2d-1(0.5) cut, reach: "C,1", unwieldy: on, two_handed: on, min_st: 12}
      - name: Sword
        skill: 14
        damage: 1d+2 cut
        modes: [{name: thrust, damage: 1d imp}]
        reach: [2, 1]
        fencing: on
  elf:
    st: 10
    dx: 14
    ht: 10
    fp: none
    dr: {torso: 4, all: 1, torso cr: 2, arms: 2*}
    traits: {flight: on, low-pain-threshold: on}
    travel: [{by: riding, skill: 13, speed: 16, handling: -1}, {by: running}]
    weapons:
      - {name: Bow, skill: 16, damage: 1d imp, range: 150/200, acc: 3, rof: 1, shots: 1(2), rcl: 2, bulk: -7, ammo: 20}
      - {name: Knife, skill: 14, damage: 1d-1 imp, range: 8/15, thrown: on, missile: stone}
      - {name: Carbine, skill: 11, damage: 5d pi, range: 750, rof: 10, shots: 30+1(3), missile: Bullet}
      - {name: Knife2, skill: 14, damage: 1d-1 cut, reach: C}
`

const commonStats = `st: 14
    dx: 11
    iq: 8
    ht: 12
    hp: 15
    fp: 13
    will: 9
    per: 11
    sm: +1
    speed: 5.5
    move: 5
    encumbrance: medium
    dodge: 8
    parry: 9
    block: 10
    shield_db: 2
    dr: 3*
    skills: {Running: 12, fast-draw: 13}
    traits: {extra-attack: 1, altered time rate: 2, decreased-time-rate: on, combat-reflexes: on, fearlessness: 2, cowardice: 12, high-pain-threshold: on, arms: 4}`

func TestEveryKey(t *testing.T) {
	l := load(t, strings.Replace(everyKey, "{common}", commonStats, 1))
	s := l.Scenario
	axes, orc, elf := s.Sides[0].Groups[0], s.Sides[0].Groups[1], s.Sides[1].Groups[0]
	inf := math.Inf(1)
	checkPairs(t, []pair{
		{"name", s.Name, "Every key"},
		{"description", l.Description, "One line for lists."},
		{"trials", l.Trials, 5000},
		{"seed", *l.Seed, uint64(math.MaxUint64)},
		{"max_rounds", s.MaxRounds, 40},
		{"rules", s.Rules, heroic.Rules{
			AttackMustSucceed: true, Criticals: true, InitiativeBonus: 3, InitiativeTie: true, SpeedFactor: 5,
			NumericalBonus: heroic.Table{{Upto: 1, Value: 0}, {Upto: 2, Value: 3}, {Upto: inf, Value: 6}},
			InjuryPerHit:   true, DamageRolls: heroic.RollOnce, OnceOver: 8, KeepAdds: true, SurroundLimit: 6,
			SizeMelee: heroic.SizeCapped, MoraleBreak: 12, Reeling: true, MajorWounds: true, Pursuit: true,
			Gulliver: heroic.Gulliver{DodgeHuge: true, ParryOomph: true, EqualLoad: true, Cone: true, JetShield: heroic.JetShieldDetailed},
		}},
		{"battlefield", s.Field, heroic.Battlefield{Distance: 70.5, Frontage: 12, Visibility: -3, Footing: -2, Terrain: heroic.BuiltUp,
			Cover: &heroic.Cover{Concealment: -2}}},
		{"pursuit", s.Sides[0].Pursuit, heroic.Pursuing{Capture: true, AreaKnowledge: 12, UrbanSurvival: 11}},
		{"no pursuit", s.Sides[1].Pursuit, heroic.Pursuing{Pursue: true}},
		{"side", [4]any{s.Sides[0].Name, s.Sides[0].TacticsSkill, s.Sides[0].NoRetreat, s.Sides[0].Surprised}, [4]any{"The Horde", 12, true, true}},
		{"group", [3]any{axes.Name, axes.Count, axes.Ranks}, [3]any{"Axes", 10, 2}},
		{"position", *axes.Position, heroic.Point{X: -1.5, Y: 2}},
		{"hp_now, fp_now, arrives", [3]int{*axes.HPNow, *axes.FPNow, axes.Arrives}, [3]int{77, 6, 3}},
		{"second group", [2]any{orc.Name, orc.Character}, [2]any{"Big Orc", true}},
		{"auto", orc.Orders, []heroic.Order{{Auto: true}}},
	})

	first := elf.Orders[0]
	c := first.When
	checkPairs(t, []pair{
		{"orders", len(elf.Orders), 6},
		{"grapple", [4]any{elf.Orders[4].Grapple, len(elf.Orders[4].FollowUps), elf.Orders[4].FollowUps[1], elf.Orders[4].BreakFree}, [4]any{true, 2, heroic.NeckSnap, true}},
		{"where to grapple", elf.Orders[4].Location, units.Neck},
		{"attacks", elf.Orders[5].Attacks, []heroic.Blow{{Weapon: "Knife2"}, {Weapon: "Knife2", Location: units.Face}}},
		{"rounds", *c.Rounds, heroic.Span{Low: 1, High: 2}},
		{"distance", *c.Distance, heroic.Span{Low: 20, LowOpen: true, High: inf}},
		{"locked", *c.Locked, false},
		{"losses", *c.Losses, heroic.Span{Low: -inf, High: 1.0 / 3, HighOpen: true}},
		{"enemy_losses", *c.EnemyLosses, heroic.Span{Low: 0.25, High: 0.5}},
		{"ratio", *c.Ratio, heroic.Span{Low: 2, High: inf}},
		{"hp", *c.HP, heroic.Span{Low: -inf, High: 0.5}},
		{"fp", *c.FP, heroic.Span{Low: 1, High: 1}},
		{"chance", *c.Chance, 0.25},
		{"tactics", first.Tactics, []heroic.Tactic{heroic.Defensive, heroic.HoldGround}},
		{"move", first.Move, heroic.Hold},
		{"target", first.Target, heroic.Target{Rule: heroic.Named, Groups: []heroic.TargetShare{{Group: 0, Share: 5}, {Group: 1, Share: 3}}}},
		{"weapon", first.Weapons, []string{"Bow", "Knife"}},
		{"location", first.Location, units.RightLeg},
		{"shots", [2]any{first.Shots, first.HoldFire}, [2]any{2, false}},
		{"withdraw", elf.Orders[1].Move, heroic.Withdraw},
		{"a named target", elf.Orders[2].Target, heroic.Target{Rule: heroic.Named, Groups: []heroic.TargetShare{{Group: 0, Share: 1}}}},
		{"shots 0", [2]any{elf.Orders[2].Shots, elf.Orders[2].HoldFire}, [2]any{0, true}},
		{"no tactic", elf.Orders[2].Tactics, []heroic.Tactic{heroic.Neutral}},
		{"a target by rule", elf.Orders[3].Target, heroic.Target{Rule: heroic.MostWounded}},
		{"shots max", [2]any{elf.Orders[3].Shots, elf.Orders[3].HoldFire}, [2]any{0, false}},
	})

	u := axes.Unit
	checkPairs(t, []pair{
		{"attributes", [8]int{u.ST, u.DX, u.IQ, u.HT, u.HP, u.FP, u.Will, u.Per}, [8]int{14, 11, 8, 12, 15, 13, 9, 11}},
		{"sm, move, dodge, parry, block, db", [6]int{u.SM, u.Move, u.Dodge, u.Parry, u.Block, u.ShieldDB}, [6]int{1, 5, 8, 9, 10, 2}},
		{"speed", u.Speed, 5.5},
		{"encumbrance", u.Encumbrance, units.Medium},
		{"dr", [2]any{u.Armour.DR(units.Vitals, units.Crushing), u.Armour.Flexible(units.Skull)}, [2]any{3, true}},
		{"skills", u.Skills, map[string]int{"running": 12, "fast-draw": 13}},
		{"traits", u.Traits, units.Traits{ExtraAttack: 1, AlteredTimeRate: 2, DecreasedTimeRate: true, CombatReflexes: true, Fearlessness: 2, Cowardice: 2, HighPainThreshold: true, ExtraArms: 2}},
		{"axe's reach", u.Weapons[0].Reach, []int{0, 1}},
		{"axe", [4]any{u.Weapons[0].Unwieldy, u.Weapons[0].TwoHanded, u.Weapons[0].MinST, u.Weapons[0].Modes[0].Damage.String()}, [4]any{true, true, 12, "2d-1(0.5) cut"}},
		{"sword's reach", u.Weapons[1].Reach, []int{1, 2}},
		{"sword's modes", []string{u.Weapons[1].Modes[0].Damage.String(), u.Weapons[1].Modes[1].Name}, []string{"1d+2 cut", "thrust"}},
		{"fencing", u.Weapons[1].Fencing, true},
	})

	e := elf.Unit
	a := e.Armour
	checkPairs(t, []pair{
		{"fp: none", e.NeverTires, true},
		{"elf's traits", e.Traits, units.Traits{Flight: true, LowPainThreshold: true}},
		{"travel", e.Travel, []units.Travel{{By: "riding", Skill: 13, Speed: 16, Handling: -1}, {By: "running"}}},
		{"torso", [2]int{a.DR(units.Torso, units.Cutting), a.DR(units.Torso, units.Crushing)}, [2]int{4, 2}},
		{"vitals are under the torso's armour", a.DR(units.Vitals, units.Crushing), 2},
		{"arms", [2]any{a.DR(units.LeftArm, units.Cutting), a.Flexible(units.RightArm)}, [2]any{2, true}},
		{"all", a.DR(units.Foot, units.Burning), 1},
		{"bow", e.Weapons[0], units.Weapon{Name: "Bow", Skill: 16, Modes: e.Weapons[0].Modes, Ranged: true, Acc: 3, HalfDamage: 150, MaxRange: 200, RoF: 1, Shots: 1, Reload: 2, Rcl: 2, Bulk: -7, Ammo: 20}},
		{"knife", [3]any{e.Weapons[1].Thrown, e.Weapons[1].Missile, e.Weapons[1].HalfDamage}, [3]any{true, units.Stone, 8.0}},
		{"carbine", [4]any{e.Weapons[2].Shots, e.Weapons[2].Reload, e.Weapons[2].RoF, e.Weapons[2].HalfDamage}, [4]any{31, 3, 10, 0.0}},
	})
}

// TestTables holds every key to a line in docs/scenario-format.md, so that none
// is added without a word on it.
func TestTables(t *testing.T) {
	text, err := os.ReadFile("../docs/scenario-format.md")
	if err != nil {
		t.Fatal(err)
	}
	all := [][]string{keys(scenarioFields), keys(fieldFields), keys(sideFields), keys(groupFields), keys(formationFields),
		keys(entryFields), keys(conditionFields), keys(unitFields), keys(traitFields), keys(weaponFields), keys(ruleFields),
		keys(pursuitFields), keys(travelFields),

		keys(spellFields), keys(areaFields), keys(coneFields), keys(effectFields), keys(castFields)}
	for _, names := range all {
		for _, name := range names {
			if !strings.Contains(string(text), "`"+name) {
				t.Errorf("docs/scenario-format.md does not tell of `%s`", name)
			}
		}
	}
}

func TestSet(t *testing.T) {
	const base = `
sides:
  - {name: The Trolls, groups: [{unit: u, name: Big Ones, count: 2}, {unit: v}]}
  - {name: Elves, groups: [{unit: u, orders: [{tactic: neutral}, {tactic: auto}]}]}
@units
`
	l := load(t, base,
		"sides.the-trolls.groups.BIG ONES.count=12",
		"sides.elves.groups.u.orders[0].tactic=[defensive, neutral]",
		"sides.elves.groups.0.orders.0.when.losses=>=1/3",
		"sides[0].groups.v.orders=all-out offensive",
		"rules.speed_factor=5",
		"units.u.weapons.axe.skill=14",
		"battlefield.distance=7.5",
		"name=Second try",
		"trials=1", "trials=77",
	)
	s := l.Scenario
	checkPairs(t, []pair{
		{"count", s.Sides[0].Groups[0].Count, 12},
		{"tactics", s.Sides[1].Groups[0].Orders[0].Tactics, []heroic.Tactic{heroic.Defensive, heroic.Neutral}},
		{"when", *s.Sides[1].Groups[0].Orders[0].When.Losses, heroic.Span{Low: 1.0 / 3, High: math.Inf(1)}},
		{"orders", s.Sides[0].Groups[1].Orders, []heroic.Order{{Tactics: []heroic.Tactic{heroic.AllOutOffensive}}}},
		{"speed_factor", s.Rules.SpeedFactor, 5},
		{"skill", s.Sides[0].Groups[0].Unit.Weapons[0].Skill, 14},
		{"distance", s.Field.Distance, 7.5},
		{"name", l.Name, "Second try"},
		{"the last wins", l.Trials, 77},
	})
}

// TestSetBuiltin changes a unit that is not in the file.
func TestSetBuiltin(t *testing.T) {
	all := units.Builtins()
	name := all[0].Slug()
	text := "sides: [{name: A, groups: [{unit: " + name + "}]}, {name: B, groups: [{unit: " + name + "}]}]\n"
	plain := load(t, text)
	set := load(t, text, "units."+name+".hp=77")
	u := *plain.Scenario.Sides[0].Groups[0].Unit
	got := *set.Scenario.Sides[0].Groups[0].Unit
	if got.HP != 77 || got.Dodge != u.Dodge || got.FP != u.FP || got.Name != u.Name || len(got.Weapons) != len(u.Weapons) {
		t.Errorf("got %+v of %+v", got, u)
	}
	if b, _ := units.Builtin(name); b.HP == 77 {
		t.Error("the built-in unit itself has changed")
	}
}

func TestSetStatblock(t *testing.T) {
	const text = "@sides\nunits: {u: {statblock: \"ST 12 DX 11 HT 10, Axe (12): 1d cutting. Reach 1.\"}, v: {st: 10, dx: 10, ht: 10}}\n"
	u := load(t, text, "units.u.weapons.axe.skill=15").Scenario.Sides[0].Groups[0].Unit
	if u.Weapons[0].Skill != 15 || u.ST != 12 || u.HP != 12 {
		t.Errorf("got %+v", u)
	}
}

func TestUnitFiles(t *testing.T) {
	dir := fstest.MapFS{
		"camp/x.yaml":           {Data: []byte("rules: rules/house.yaml\nsides: [{name: A, groups: [{unit: units/orc.yaml}]}, {name: B, groups: [{unit: ../troll.txt}]}]\n")},
		"camp/rules/house.yaml": {Data: []byte("speed_factor: 6\n")},
		"camp/units/orc.yaml":   {Data: []byte("units: {orc: {st: 13, dx: 11, ht: 12}, ogre: {st: 20, dx: 9, ht: 12}}\n")},
		"troll.txt":             {Data: []byte("Troll\nST 20 DX 11 HT 14\nClaw (13): 2d cutting. Reach 1.\n")},
	}
	l, err := Load("camp/x.yaml", Options{FS: dir})
	if err != nil {
		t.Fatal(err)
	}
	s := l.Scenario
	checkPairs(t, []pair{
		{"orc", [2]any{s.Sides[0].Groups[0].Name, s.Sides[0].Groups[0].Unit.ST}, [2]any{"orc", 13}},
		{"troll", [2]any{s.Sides[1].Groups[0].Name, s.Sides[1].Groups[0].Unit.ST}, [2]any{"Troll", 20}},
		{"speed_factor", s.Rules.SpeedFactor, 6},
	})
}

// TestOSFiles reads files of the operating system, beside the scenario's.
func TestOSFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"x.yaml":  "sides: [{name: A, groups: [{unit: orc.txt}]}, {name: B, groups: [{unit: orc.txt}]}]\n",
		"orc.txt": "Orc\nST 13 DX 11 HT 12\nAxe (13): 2d cutting. Reach 1.\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	l, err := Load(filepath.Join(dir, "x.yaml"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if u := l.Scenario.Sides[1].Groups[0].Unit; u.ST != 13 || u.Name != "Orc" {
		t.Errorf("got %+v", u)
	}
}

// besideHero are scenarios whose units are kept in files.
var besideHero = fstest.MapFS{
	"x.yaml": {Data: []byte(`
sides:
  - {name: A, groups: [{name: Hero, unit: thora.txt}, {name: Sister, unit: thora.txt}, {unit: camp/orc.yaml}]}
  - {name: B, groups: [{unit: goblin}, {name: Orc, unit: orc.txt}]}
`)},
	"thora.txt":     {Data: []byte("Thora of the Vale\nST 13 DX 13 HT 12\nDR: torso 5, skull 6\nBad Temper (12)\nAxe (15): 2d cutting. Reach 1.\n")},
	"orc.txt":       {Data: []byte("Orc\nST 13 DX 11 HT 12\nAxe (13): 2d cutting. Reach 1.\n")},
	"camp/orc.yaml": {Data: []byte("units: {brute: {name: Brute, st: 14, dx: 11, ht: 12, weapons: [{name: Club, skill: 12, damage: 2d cr}]}}\n")},
	"house.yaml":    {Data: []byte("rules: {speed_factor: 6, morale_break: 12}\n")},
	"broken.txt":    {Data: []byte("ST 12 DX 11 HT 10\nDR: stout\n")},
}

// TestSetFile changes units that are kept in files of their own: by the file's
// name or the unit's, for all groups made of them.
func TestSetFile(t *testing.T) {
	l, err := Load("x.yaml", Options{FS: besideHero, Sets: []string{
		"units.thora.dr=10", "units.Thora of the Vale.hp=20", "units.brute.hp=30", "units.thora.weapons.axe.skill=17",
	}})
	if err != nil {
		t.Fatal(err)
	}
	a := l.Scenario.Sides[0].Groups
	checkPairs(t, []pair{
		{"names", []string{a[0].Unit.Name, a[2].Unit.Name, a[2].Name}, []string{"Thora of the Vale", "Brute", "Brute"}},
		{"DR", [2]int{a[0].Unit.Armour.DR(units.Face, units.Cutting), a[1].Unit.Armour.DR(units.Skull, units.Cutting)}, [2]int{10, 10}},
		{"HP", [3]int{a[0].Unit.HP, a[1].Unit.HP, a[2].Unit.HP}, [3]int{20, 20, 30}},
		{"skill", a[1].Unit.Weapons[0].Skill, 17},
		{"another unit", l.Scenario.Sides[1].Groups[1].Unit.HP, 13},
		{"warnings", len(l.Warnings), 1}, // Bad Temper
	})
	for set, want := range map[string]string{
		"units.thorra.dr=10":           `unknown unit "thorra"; units of the scenario are: orc, orc, thora; did you mean "thora"?`,
		"units.orc.hp=3":               `"orc" is ambiguous: camp/orc.yaml, orc.txt`,
		"units.thora.dr=x":             `units.thora.dr: expected DR as 3, or 3* where it is flexible; found "x"`,
		"sides.a.groups.hero=4":        `sides[0].groups[0] is a group with keys of its own, not one value; did you mean sides.a.groups.hero.count=4?`,
		"sides.a.groups.hero=auto":     `sides[0].groups[0] is a group with keys of its own, not one value; did you mean sides.a.groups.hero.orders=auto?`,
		"sides.a.groups.hero=fiercely": `sides[0].groups[0] is a group with keys of its own, not one value; name the key that is to change`,
		"sides[1]=4":                   `sides[1] is a side with keys of its own, not one value; name the key that is to change`,
		"units.brute.weapons.club=14":  `units.orc.weapons[0] is a weapon with keys of its own, not one value; did you mean units.orc.weapons.club.skill=14?`,
		"rules=hous.yaml":              `rules: hous.yaml: no such file; expected a map of switches, or a file of them`,
	} {
		if _, err := Load("x.yaml", Options{FS: besideHero, Sets: []string{set}}); err == nil || err.Error() != "--set "+set+": "+want {
			t.Errorf("got %v, want --set %s: %s", err, set, want)
		}
	}
	_, err = Load("x.yaml", Options{FS: besideHero, Sets: []string{"sides.a.groups.hero.unit=broken.txt", "units.broken.dr=3"}})
	if want := "broken.txt:2:1: DR: \"stout\" is not understood; "; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestSetFileOrBuiltin: a file may be called as a built-in unit is that is in the
// battle, too.
func TestSetFileOrBuiltin(t *testing.T) {
	dir := fstest.MapFS{"goblin.txt": besideHero["orc.txt"],
		"x.yaml": {Data: []byte("sides: [{name: A, groups: [{unit: goblin.txt}]}, {name: B, groups: [{unit: goblin}]}]\n")}}
	_, err := Load("x.yaml", Options{FS: dir, Sets: []string{"units.goblin.hp=33"}})
	if want := `--set units.goblin.hp=33: "goblin" is ambiguous: goblin.txt, goblin`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for _, set := range []string{`units."goblin.txt".hp=33`, "units.orc.hp=33"} {
		l, err := Load("x.yaml", Options{FS: dir, Sets: []string{set, strings.Replace(set, "hp", "dr", 1)}})
		if err != nil {
			t.Errorf("%s: %v", set, err)
			continue
		}
		checkPairs(t, []pair{{set, [2]int{l.Scenario.Sides[0].Groups[0].Unit.HP, l.Scenario.Sides[1].Groups[0].Unit.HP}, [2]int{33, 8}}})
	}
}

// TestSetRules names a file of rules as rules: in the file does, also for an
// example that is built in.
func TestSetRules(t *testing.T) {
	for _, name := range []string{"x.yaml", "duel"} {
		l, err := Load(name, Options{FS: besideHero, Sets: []string{"rules.morale=off", "rules=house.yaml", "rules.morale_break=11"}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		rules := l.Scenario.Rules
		checkPairs(t, []pair{{name, [3]any{rules.SpeedFactor, rules.MoraleBreak, rules.Morale}, [3]any{6, 11, true}}})
	}
}

// TestNotABattle recognises the files that stand beside scenarios, as in
// simulate run *.yaml.
func TestNotABattle(t *testing.T) {
	dir := fstest.MapFS{
		"switches.yaml": {Data: []byte("speed_factor: 5\nmorale: maybe\n")},
		"rules.yaml":    {Data: []byte("rules: {speed_factor: 7}\n")},
		"units.yaml":    {Data: []byte("units:\n  bad: {st: 13, dx: 11}\n")},
		"both.yaml":     {Data: []byte("rules: {morale: off}\nunits: {a: {st: 10, dx: 10, ht: 10}}\n")},
		"thora.txt":     besideHero["thora.txt"],
		"none.yaml":     {Data: []byte("name: Nothing\n")},
		"other.yaml":    {Data: []byte("rules: {morale: off}\ntrials: 5\n")},
	}
	for name, want := range map[string]string{
		"switches.yaml": "this is a file of rules, not a battle: it has no sides; a scenario takes it in as rules: switches.yaml",
		"rules.yaml":    "this is a file of rules, not a battle: it has no sides; a scenario takes it in as rules: rules.yaml",
		"units.yaml":    "this is a file of units, not a battle: it has no sides; a scenario takes it in as unit: units.yaml",
		"both.yaml":     "this is a file of rules and units, not a battle: it has no sides",
		"thora.txt":     "this is a stat block, not a battle: it has no sides; a scenario takes it in as unit: thora.txt",
	} {
		_, err := Load(name, Options{FS: dir})
		if err == nil || err.Error() != name+":1:1: "+want || !errors.Is(err, ErrNotABattle) {
			t.Errorf("got %v, want %s:1:1: %s", err, name, want)
		}
	}
	for _, name := range []string{"none.yaml", "other.yaml"} {
		if _, err := Load(name, Options{FS: dir}); err == nil || errors.Is(err, ErrNotABattle) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	sides := "sides=[{name: A, groups: [{unit: a}]}, {name: B, groups: [{unit: a}]}]"
	if _, err := Load("both.yaml", Options{FS: dir, Sets: []string{sides}}); err != nil {
		t.Error(err)
	}
}

// TestNearUnits offers what stands beside the scenario.
func TestNearUnits(t *testing.T) {
	for unit, want := range map[string]string{
		"thora":     "x.yaml:1:35: sides[0].groups[0].unit: unknown unit \"thora\"; this file defines none; `simulate list` names the built-in ones; did you mean \"thora.txt\"?",
		"Thora":     "x.yaml:1:35: sides[0].groups[0].unit: unknown unit \"Thora\"; this file defines none; `simulate list` names the built-in ones; did you mean \"thora.txt\"?",
		"thorr.txt": "x.yaml:1:35: sides[0].groups[0].unit: thorr.txt: no such file; did you mean \"thora.txt\"?",
	} {
		dir := fstest.MapFS{"thora.txt": besideHero["thora.txt"],
			"x.yaml": {Data: []byte("sides: [{name: A, groups: [{unit: " + unit + "}]}, {name: B, groups: [{unit: goblin}]}]\n")}}
		if _, err := Load("x.yaml", Options{FS: dir}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestStatBlockWarnings: what changes numbers stands alone, with its place; the
// rest is one line.
func TestStatBlockWarnings(t *testing.T) {
	hero := "Thora [120 points]\nST 13 [30] DX 13 HT 12\nSM 0 (1 hex)\nBL 39; Bad Temper (12), Honesty (12)\nDR 4/2\n" +
		"Parry 11 (12 with the axe)\nAxe (15): 2d cutting. Reach 1.\nHates elves. Likes ale.\n"
	dir := fstest.MapFS{"thora.txt": {Data: []byte(hero)},
		"x.yaml": {Data: []byte("sides: [{name: A, groups: [{unit: thora.txt}]}, {name: B, groups: [{unit: thora.txt}]}]\n")}}
	l, err := Load("x.yaml", Options{FS: dir})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range l.Warnings {
		got = append(got, w.String())
	}
	want := []string{
		"thora.txt: 7 things not used in battles: point costs, (1 hex), BL 39, Bad Temper (12), Honesty (12), Hates elves, Likes ale",
		"thora.txt:5:1: DR 4/2 is read as DR 4, but 2 against crushing",
		"thora.txt:6:10: after Parry, not used: (12 with the axe)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestStandardInput(t *testing.T) {
	l, err := Load("-", Options{Stdin: strings.NewReader(shorthands.Replace("@sides\n@units\n"))})
	if err != nil {
		t.Fatal(err)
	}
	if l.File != "-" || l.Name != "standard input" {
		t.Errorf("file %q, name %q", l.File, l.Name)
	}
	_, err = Load("-", Options{Stdin: strings.NewReader("sides: 3\n")})
	if want := "standard input:1:8: sides: expected a list of two sides; found 3"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestNoSuchFile(t *testing.T) {
	for name, want := range map[string]string{
		"dual":      `dual: no such file, and no example of that name; examples are: `,
		"dual.yaml": `dual.yaml: no such file`,
		"a/b":       `a/b: no such file`,
		".":         `.: this is a folder, not a file`,
	} {
		_, err := Load(name, Options{})
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
		if want := name != "."; errors.Is(err, fs.ErrNotExist) != want {
			t.Errorf("%s: errors.Is(%v, fs.ErrNotExist) is not %v", name, err, want)
		}
	}
	if _, err := Load("dual", Options{}); !strings.HasSuffix(err.Error(), `; did you mean "duel"?`) {
		t.Errorf("got %v", err)
	}
}

func TestTooLarge(t *testing.T) {
	_, err := Load("-", Options{Stdin: strings.NewReader(strings.Repeat("# nothing\n", 2<<20))})
	if want := "standard input:1:1: the file is larger than 10 MB, the most that is read"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestHash: what only names or runs a battle is not in it, and how the file is
// laid out neither.
func TestHash(t *testing.T) {
	base := "@sides\n@units\nrules: {speed_factor: 5}\n"
	hash := load(t, base).Hash
	for name, same := range map[string]*Loaded{
		"comments":        load(t, "# hello\n"+base+"\n\n"),
		"name":            load(t, base+"name: Other\ndescription: Else\ntrials: 3\nseed: 9\n"),
		"layout":          load(t, "@sides\n@units\nrules:\n  Speed-Factor: 5\n"),
		"set to the same": load(t, base, "rules.speed_factor=5"),
	} {
		if same.Hash != hash {
			t.Errorf("%s: the hash differs", name)
		}
	}
	for name, other := range map[string]*Loaded{
		"set":   load(t, base, "rules.speed_factor=4"),
		"unit":  load(t, base, "units.u.hp=11"),
		"group": load(t, base, "sides.a.groups.u.name=Else"),
	} {
		if other.Hash == hash {
			t.Errorf("%s: the hash is the same", name)
		}
	}
	a, b := folder("sides: [{name: A, groups: [{unit: orc.yaml}]}, {name: B, groups: [{unit: orc.yaml}]}]\n"), fstest.MapFS{}
	for _, name := range []string{"x.yaml", "orc.yaml"} {
		text, _ := fs.ReadFile(a, name)
		b[name] = &fstest.MapFile{Data: []byte(strings.Replace(string(text), "st: 13", "st: 14", 1))}
	}
	one, err1 := Load("x.yaml", Options{FS: a})
	two, err2 := Load("x.yaml", Options{FS: b})
	if err1 != nil || err2 != nil || one.Hash == two.Hash {
		t.Errorf("a changed unit file: %v, %v, or the hash is the same", err1, err2)
	}
}

func TestEmbedded(t *testing.T) {
	all := Embedded()
	if len(all) < 8 {
		t.Errorf("%d examples, want at least 8", len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b Example) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the examples are not sorted")
	}
	for _, e := range all {
		if e.Title == "" || e.Description == "" {
			t.Errorf("%s has no name or description", e.Name)
		}
		l, err := Load(e.Name, Options{})
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		for _, w := range l.Warnings {
			t.Error(w)
		}
		if l.Name != e.Title || l.Description != e.Description || l.Trials == 0 {
			t.Errorf("%s: loaded as %q, %q, %d trials", e.Name, l.Name, l.Description, l.Trials)
		}
		if _, err := heroic.Compile(l.Scenario); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}

// TestWriteUnit writes every built-in unit and reads it back.
func TestWriteUnit(t *testing.T) {
	odd := units.Unit{Name: `Odd: "one", #2`, Potions: []units.Potion{{Name: "a: b", Heal: dice.D(2, -1), Count: 3}, {Name: "c", FP: 2, Count: 1}}, ST: 10, DX: 10, IQ: 10, HT: 10, HP: 10, NeverTires: true, Speed: 5.25, Move: 5, Dodge: 8,
		Skills: map[string]int{"fast-draw (arrow)": 12, "yes": 3, "knot: tying": -2},
		Length: 70.5, Weight: 150, ShieldWeight: 12.5,
		Traits:  units.Traits{ExtraAttack: 1, CombatReflexes: true, Cowardice: 3, Tolerance: units.Homogenous, NoBrain: true, NoVitals: true},
		Weapons: []units.Weapon{{Name: "null", Skill: 9, Reach: []int{0, 2}, Modes: everyMode(), Width: 2.5, Weight: 0.25, TwoHanded: true, WideGrip: true}}}
	odd.Spells = []units.Spell{
		{Name: "Bolt, one", Skill: 12, Time: 1, Damage: everyMode()[0].Damage, HalfDamage: 10, MaxRange: 20, Acc: 2, Cost: 1, Bombardment: 14,
			Missile: units.Beam, Location: units.Skull},
		{Name: "Mire", Skill: 12, Roll: units.IQRoll, Time: 12, Kind: units.Binding, Area: units.Area{Radius: 3}, Duration: 60, Bombardment: 14, Missile: units.SpellMissile,
			Effect: units.Effect{Bind: true, Stun: true, Bonuses: units.Bonuses{Attack: 1, Melee: 2, Ranged: 3, Defence: -4, Dodge: -1, Parry: 1, Block: 5, Move: 6, DR: 7}}},
		{Name: "Cone", Skill: 12, Roll: units.WillRoll, Time: 1, Kind: units.Resistible, Area: units.Area{Length: 10.5, Width: 3}, Resist: units.ResistDX, PerMargin: units.EffectPerMargin,
			RangePenalty: units.ByYards, Bombardment: 14, Missile: units.SpellMissile, Effect: units.Effect{Frighten: true, Remove: true}},
		{Name: "Bomb", Skill: 12, Time: 1, Kind: units.Explosion, MaxRange: 20, Damage: everyMode()[0].Damage, Fragments: everyMode()[0].Damage, Bombardment: 14, Missile: units.SpellMissile},
		{Name: "Hail", Skill: 12, Time: 1, Kind: units.PersistentBombardment, MaxRange: 20, Area: units.Area{Radius: 1}, Damage: everyMode()[0].Damage, Bombardment: 11, Missile: units.SpellMissile},
		{Name: "Heal", Skill: 12, Roll: units.IQRoll, Time: 1, On: units.OnFriends, RangePenalty: units.NoRangePenalty, Bombardment: 14, Missile: units.SpellMissile,
			Effect: units.Effect{Heal: dice.D(2, 1)}},
	}
	odd.Armour.SetAll(2)
	odd.Armour.Set(units.Skull, 5)
	odd.Armour.SetAgainst(units.Torso, units.Crushing, 1)
	odd.Armour.SetFlexible(units.LeftLeg, true)
	odd.Armour.Set(units.Vitals, 9)
	for _, u := range append(units.Builtins(), &odd) {
		var b strings.Builder
		if err := WriteUnit(&b, "it", u); err != nil {
			t.Fatal(err)
		}
		text := "sides: [{name: A, groups: [{unit: it}]}, {name: B, groups: [{unit: it}]}]\n" + b.String()
		l, err := Load("x.yaml", Options{FS: fstest.MapFS{"x.yaml": {Data: []byte(text)}}})
		if err != nil {
			t.Errorf("%s: %v\n%s", u.Name, err, text)
			continue
		}
		checkSame(t, l.Scenario.Sides[0].Groups[0].Unit, u)
	}
}

func everyMode() (modes []units.Mode) {
	for _, code := range units.DamageTypes() {
		d, err := units.ParseDamage("2d-1(0.5) " + code)
		if err != nil {
			panic(err)
		}
		modes = append(modes, units.Mode{Name: code, Damage: d})
	}
	return modes
}

// checkSame compares what units mean: their armour may be written in more than
// one way.
func checkSame(t rapid.TB, got, want *units.Unit) {
	t.Helper()
	for l := range units.NumLocations {
		for _, d := range damageTypes {
			if g, w := got.Armour.DR(l, d), want.Armour.DR(l, d); g != w {
				t.Errorf("%s: DR of the %v against %v is %d, want %d", want.Name, l, d, g, w)
			}
		}
		if got.Armour.Flexible(l) != want.Armour.Flexible(l) {
			t.Errorf("%s: the armour of the %v is flexible or not", want.Name, l)
		}
	}
	g, w := *got, *want
	g.Armour, w.Armour, g.About, w.About = units.Armour{}, units.Armour{}, "", ""
	if len(g.Skills) == 0 && len(w.Skills) == 0 {
		g.Skills, w.Skills = nil, nil
	}
	g.Weapons, w.Weapons = slices.Clone(g.Weapons), slices.Clone(w.Weapons)
	for i := range w.Weapons {
		if len(w.Weapons[i].Reach) == 0 {
			w.Weapons[i].Reach = nil
		}
	}
	if !reflect.DeepEqual(g, w) {
		t.Errorf("%s: got\n%+v\nwant\n%+v", want.Name, g, w)
	}
}

// TestWriteUnitProperty: whatever a unit is, it is written and read back.
func TestWriteUnitProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.String().Filter(func(s string) bool { return checkName(s) == "" && strings.TrimSpace(s) == s })
		number := func(lo, hi int, label string) int { return rapid.IntRange(lo, hi).Draw(rt, label) }
		u := &units.Unit{
			Name: name.Draw(rt, "name"), ST: number(0, 100, "st"), DX: number(1, 30, "dx"), IQ: number(0, 20, "iq"), HT: number(1, 20, "ht"),
			HP: number(1, 1000, "hp"), FP: number(1, 99, "fp"), Will: number(0, 20, "will"), Per: number(0, 20, "per"), SM: number(-5, 5, "sm"),
			Speed: float64(number(0, 80, "speed")) / 4, Move: number(0, 30, "move"), Dodge: number(0, 20, "dodge"),
			Encumbrance: units.Encumbrance(number(0, 4, "load")), Parry: number(0, 20, "parry"), Skills: map[string]int{},
		}
		given := map[string]bool{}
		for range number(0, 3, "skills") {
			skill := strings.ToLower(oneLine(name.Draw(rt, "skill")))
			if checkName(skill) == "" && !given[words(skill)] {
				given[words(skill)] = true
				u.Skills[skill] = number(-10, 60, "level")
			}
		}
		u.Armour.SetAll(number(0, 9, "dr"))
		for range number(0, 4, "parts") {
			l := units.Location(number(0, int(units.NumLocations)-1, "location"))
			switch number(0, 2, "how") {
			case 0:
				u.Armour.Set(l, number(0, 9, "dr"))
			case 1:
				u.Armour.SetFlexible(l, true)
			case 2:
				u.Armour.SetAgainst(l, damageTypes[number(0, len(damageTypes)-1, "type")], number(0, 9, "dr"))
			}
		}
		u.Weapons = []units.Weapon{{Name: name.Draw(rt, "weapon"), Skill: number(0, 20, "skill"), Modes: everyMode()[:number(1, 4, "modes")]}}
		var b strings.Builder
		if err := WriteUnit(&b, "it", u); err != nil {
			rt.Fatal(err)
		}
		text := "sides: [{name: A, groups: [{unit: it}]}, {name: B, groups: [{unit: it}]}]\n" + b.String()
		l, err := Load("x.yaml", Options{FS: fstest.MapFS{"x.yaml": {Data: []byte(text)}}})
		if err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
		checkSame(rt, l.Scenario.Sides[0].Groups[0].Unit, u)
	})
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		word, want string
	}{
		{"ofensive", "offensive"}, {"OFFENSIV", "offensive"}, {"neutrla", "neutral"}, {"retr", "retreat"},
		{"offensive", ""}, {"brave", ""}, {"", ""}, {strings.Repeat("x", 100), ""}, {"all out offensve", "all-out-offensive"},
	} {
		if got := nearest(c.word, heroic.TacticNames()); got != c.want {
			t.Errorf("nearest(%q) is %q, want %q", c.word, got, c.want)
		}
	}
}

// slowDistance is distance, without a limit, as it is defined.
func slowDistance(a, b []rune) int {
	switch {
	case len(a) == 0 || len(b) == 0:
		return len(a) + len(b)
	case a[0] == b[0]:
		return slowDistance(a[1:], b[1:])
	}
	d := 1 + min(slowDistance(a[1:], b), slowDistance(a, b[1:]), slowDistance(a[1:], b[1:]))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		d = min(d, 1+slowDistance(a[2:], b[2:]))
	}
	return d
}

func TestDistance(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abc")), 0, 6, -1)
		a, b := []rune(word.Draw(rt, "a")), []rune(word.Draw(rt, "b"))
		most := rapid.IntRange(1, 8).Draw(rt, "most")
		if got, want := distance(a, b, most), min(most, slowDistance(a, b)); got != want {
			rt.Errorf("distance(%q, %q, %d) is %d, want %d", string(a), string(b), most, got, want)
		}
	})
}

func TestSplitKey(t *testing.T) {
	for key, want := range map[string][]string{
		"a":                    {"a"},
		"a.b.c":                {"a", "b", "c"},
		"a[0].b":               {"a", "0", "b"},
		"a[0][1]":              {"a", "0", "1"},
		`sides."Mr. X".groups`: {"sides", "Mr. X", "groups"},
		"big ones.x":           {"big ones", "x"},
		"a[b]":                 {"a", "b"},
	} {
		if got, why := splitKey(key); why != "" || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, %s", key, got, why)
		}
	}
	for _, key := range []string{"", ".", "a.", ".a", "a..b", "[]", " ", "a]", "a[0]]", "a[0", "a[[0]]", "a[0]b", "a[]", `a."b`, `a[0]"b"`, "a[0.b]]", "[0]"} {
		if got, why := splitKey(key); why == "" {
			t.Errorf("%s: got %q, want a mistake", key, got)
		}
	}
}

// FuzzLoad: no panic, and every mistake has its line.
func FuzzLoad(f *testing.F) {
	for _, e := range Embedded() {
		text, _ := Read(e.Name)
		f.Add(text, "")
	}
	for _, c := range readCases(f) {
		f.Add([]byte(shorthands.Replace(c.text)), "rules.speed_factor=5")
	}
	f.Add([]byte(everyKey), "units.elf.weapons.bow.skill=3")
	f.Add(besideHero["x.yaml"].Data, "units.orc.hp=9")
	f.Add([]byte(everyKey), "units\n")
	f.Add([]byte("units: {\"a\\nb\": {st: 1}}\n"), "units.x.hp=3")
	f.Fuzz(func(t *testing.T, text []byte, set string) {
		dir := fstest.MapFS{"x.yaml": {Data: text}}
		for name, file := range besideFiles {
			dir[name] = file
		}
		for _, sets := range [][]string{nil, {set}} {
			l, err := Load("x.yaml", Options{FS: dir, Sets: sets})
			var all Errors
			switch {
			case err == nil:
				checkLoaded(t, l)
			case !errors.As(err, &all):
				t.Fatalf("%v is not Errors", err)
			}
			for _, e := range all {
				if e.Set == "" && (e.Line < 1 || e.Column < 1) {
					t.Errorf("no line: %v", e)
				}
				if s := e.Error(); strings.ContainsFunc(s, unshowable) {
					t.Errorf("a mistake of two lines: %q", s)
				}
			}
		}
	})
}

// TestHostileNames: neither file names nor texts of --set break a message.
func TestHostileNames(t *testing.T) {
	name := "a\nb\x1b[31m\u202e.yaml"
	dir := fstest.MapFS{name: {Data: []byte("sides: 3\n")}, "x.yaml": {Data: []byte("@")}}
	for _, c := range []struct {
		name, set, want string
	}{
		{name, "", `"a\nb\x1b[31m\u202e.yaml":1:8: sides: expected a list of two sides; found 3`},
		{"no\nfile", "", `"no\nfile": no such file, and no example of that name; examples are: `},
		{name, "na\nme=1", `--set "na\nme=1": "na\nme": unknown key "na\nme"; did you mean "name"?`},
		{name, "a\nb", `--set "a\nb": expected KEY=VALUE, as sides.ogres.groups.ogre.count=12`},
		{name, "sides.\x1b.x=1", `--set "sides.\x1b.x=1": sides is 3 and has no part "\x1b"`},
		{name, "rules=\"\\e\"", `--set rules="\e": rules: "\x1b": no such file; `},
	} {
		o := Options{FS: dir}
		if c.set != "" {
			o.Sets = []string{c.set}
		}
		_, err := Load(c.name, o)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %q, want %q", err, c.want)
		}
	}
}

// A heavy case is a file that would take long if anything in it were looked for
// again and again.
func heavyCases() map[string]string {
	fill := func(size int, part func(i int) string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(part(i))
		}
		return b.String()
	}
	const battle = "sides: [{name: A, groups: [{unit: goblin}]}, {name: B, groups: [{unit: goblin}]}]\n"
	const head = `"ST 10 DX 10 HT 10 `
	letters := func(i int) string {
		return strings.Map(func(c rune) rune { return c - '0' + 'a' }, fmt.Sprintf("%06d", i))
	}
	block := func(i int) string {
		return fmt.Sprintf("  u%d: {statblock: %s%s\"}\n", i, head, fill(units.MaxStatBlock-100, func(i int) string { return "1d+1 cut (12) Axe. " }))
	}
	var unknown strings.Builder
	unknown.WriteString("sides:\n")
	for _, side := range "AB" {
		fmt.Fprintf(&unknown, "  - name: %c\n    groups:\n", side)
		for i := range maxGroups {
			fmt.Fprintf(&unknown, "      - {name: g%d, unit: the unknown soldier of %d}\n", i, i)
		}
	}
	aliased := "  u0: &a {statblock: " + head + fill(2000, func(int) string { return "no. " }) + "\"}\n"
	for i := range 50 {
		aliased += fmt.Sprintf("  a%d: *a\n", i)
	}
	stats := "st: 10, dx: 10, ht: 10"
	return map[string]string{
		"blocks": battle + "units:\n" + fill(100_000, block),
		"blocks of many names": battle + "units:\n" + fill(200_000, func(i int) string {
			return fmt.Sprintf("  u%d: {statblock: %s%s\"}\n", i, head, fill(19_000, func(j int) string { return "; X" + letters(j) + " 12 1d cut" }))
		}),
		"aliases of a block": battle + "units:\n" + aliased,
		"aliases of a text":  "x: [&a \"" + strings.Repeat("x", 1_000_000) + "\"" + strings.Repeat(", *a", 10_000) + "]\n" + battle,
		"unknown units": unknown.String() + "units:\n" + fill(500_000, func(i int) string {
			return fmt.Sprintf("  the unknown soldier no %06d: {%s}\n", i, stats)
		}),
		"merges":  battle + "units: {u: {" + stats + ", b: &b {x: 1}, c: &c {" + fill(300_000, func(i int) string { return fmt.Sprintf("k%d: 1, ", i) }) + "}}, v: {" + strings.Repeat("<<: *b, ", 10_000) + "<<: *c}}\n",
		"skills":  battle + "units: {u: {" + stats + ", skills: {" + fill(1_000_000, func(i int) string { return fmt.Sprintf("s%d: 99, ", i) }) + "}}}\n",
		"keys":    battle + fill(700_000, func(i int) string { return fmt.Sprintf("key %d: 1\n", i) }),
		"a line":  battle + "units: {u: {" + stats + ", weapons: [" + fill(2_500_000, func(i int) string { return "{name: " + strings.Repeat("x", 50) + ", skill: 12, damage: 1d+ cut}, " }) + "]}}\n",
		"lines":   battle + strings.Repeat("# "+strings.Repeat("a comment ", 10)+"\n", 30_000),
		"numbers": battle + "trials: " + strings.Repeat("9", 3_000_000) + "\n",
		"orders": "sides:\n  - {name: A, groups: [" + fill(200_000, func(i int) string {
			return fmt.Sprintf("{unit: u, name: g%d, orders: [%s]}, ", i, strings.Repeat("{weapon: [w1, w2]}, ", 1000))
		}) + "]}\n  - {name: B, groups: [{unit: u}]}\nunits: {u: {" + stats + ", weapons: [" + fill(39_000, func(i int) string {
			return fmt.Sprintf("{name: w%d, skill: 12, damage: 1d cut}, ", i)
		}) + "]}}\n",
	}
}

// TestManyBlocks: the stat blocks of a file are read up to a limit.
func TestManyBlocks(t *testing.T) {
	text := "sides: [{name: A, groups: [{unit: goblin}]}, {name: B, groups: [{unit: goblin}]}]\nunits:\n" +
		"  long: {statblock: \"" + strings.Repeat(" ", units.MaxStatBlock) + ".\"}\n" +
		"  first: &a {statblock: \"ST 10 DX 10 HT 10." + strings.Repeat(" ", units.MaxStatBlock-18) + "\"}\n"
	const fit = maxBlocks / units.MaxStatBlock
	for i := range fit {
		text += fmt.Sprintf("  u%d: *a\n", i)
	}
	_, err := Load("x.yaml", Options{FS: folder(text)})
	const want = "x.yaml:3:21: units.long.statblock: the stat block has 20001 bytes; at most 20000 are read\n"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Fatalf("got %v, want %s", err, want)
	}
	text = strings.Replace(text, "  long:", "  #", 1)
	_, err = Load("x.yaml", Options{FS: folder(text)})
	if want := "x.yaml:4:25: units.u24.statblock: the stat blocks of a scenario have at most 500000 bytes together; " +
		"write out the numbers of some, or leave out units that no group is made of"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err = Load("x.yaml", Options{FS: folder(strings.Replace(text, "  u24:", "  #", 1))}); err != nil {
		t.Error(err)
	}
}

// TestManyWarnings: those beyond the first thousand are counted.
func TestManyWarnings(t *testing.T) {
	weapons := ""
	for i := range 600 {
		weapons += fmt.Sprintf("{name: w%d, skill: 12, damage: 1d cut, min_st: 11}, ", i)
	}
	l := load(t, "@sides\nunits: {u: {st: 10, dx: 10, ht: 10, weapons: &w ["+weapons+"]}, v: {st: 10, dx: 10, ht: 10, weapons: *w}}\n")
	if n := len(l.Warnings); n != maxWarnings+1 || l.Warnings[n-1].String() != "x.yaml: and 200 more warnings" {
		t.Errorf("%d warnings, the last: %v", n, l.Warnings[n-1])
	}
}

// TestHeavyFiles: every file is answered in a few seconds, however it is made.
// These are far below what is allowed, so that the test is quick, and still took
// minutes when things were looked for again and again.
func TestHeavyFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	for name, text := range heavyCases() {
		began := time.Now()
		l, err := Load("x.yaml", Options{FS: fstest.MapFS{"x.yaml": {Data: []byte(text)}}})
		took := time.Since(began)
		said := ""
		if err != nil {
			said = err.Error()
		} else {
			said = fmt.Sprint(len(l.Warnings), " warnings")
		}
		t.Logf("%s: %d bytes, %v: %.300s", name, len(text), took, said)
		if took > 20*time.Second { // it is under a second
			t.Errorf("%s: it took %v", name, took)
		}
	}
}

// checkLoaded holds what the engine relies on.
func checkLoaded(t *testing.T, l *Loaded) {
	if _, err := heroic.Compile(l.Scenario); err != nil {
		t.Errorf("%v of what was loaded without a mistake", err)
	}
	for _, side := range l.Scenario.Sides {
		if side.Name == "" || len(side.Groups) == 0 {
			t.Errorf("side %q has %d groups", side.Name, len(side.Groups))
		}
		for _, g := range side.Groups {
			if g.Name == "" || g.Count < 1 || g.Unit == nil || g.Ranks < 1 || len(g.Orders) == 0 {
				t.Errorf("group %+v", g)
				continue
			}
			if problems := g.Unit.Check(); len(problems) > 0 {
				t.Errorf("%s: %v", g.Unit.Name, problems)
			}
			for _, o := range g.Orders {
				for _, tactic := range o.Tactics {
					if err := heroic.CheckMove(tactic, o.Move); err != nil {
						t.Error(err)
					}
				}
			}
		}
	}
}

// TestDocs loads the scenarios in docs/scenario-format.md.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../docs/scenario-format.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, block := range strings.Split(string(text), "```yaml\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		if !strings.Contains("\n"+block, "\nsides:") {
			block += "sides: [{name: A, groups: [{unit: goblin}]}, {name: B, groups: [{unit: ogre}]}]\n"
		}
		found++
		l := load(t, block)
		for _, w := range l.Warnings {
			t.Error(w)
		}
		if _, err := heroic.Compile(l.Scenario); err != nil {
			t.Errorf("%s\n%v", block, err)
		}
	}
	if found < 3 {
		t.Errorf("%d blocks of YAML, want at least 3", found)
	}
}

// TestDocLinks: the links within and between the documents lead somewhere.
func TestDocLinks(t *testing.T) {
	docs, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	markdown := regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	headings := regexp.MustCompile(`(?m)^#+ (.*)$`)
	notInAnchors := regexp.MustCompile(`[^a-z0-9 -]`)
	found := 0
	for _, doc := range append(docs, "../README.md") {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range markdown.FindAllStringSubmatch(string(text), -1) {
			found++
			to := doc
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(doc), m[1])
			}
			other, err := os.ReadFile(to)
			if err != nil && !strings.HasSuffix(to, "/") {
				t.Errorf("%s: %s: %v", doc, m[0], err)
			}
			there := m[2] == "" || slices.ContainsFunc(headings.FindAllStringSubmatch(string(other), -1), func(h []string) bool {
				return strings.ReplaceAll(notInAnchors.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-") == m[2]
			})
			if !there {
				t.Errorf("%s: %s has no heading #%s", doc, to, m[2])
			}
		}
	}
	if found < 40 {
		t.Errorf("%d links, want at least 40", found)
	}
}

// TestDocTables: the tables to be copied are the rules' own.
func TestDocTables(t *testing.T) {
	text, err := os.ReadFile("../docs/scenario-format.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "```yaml\nrules:\n  numerical_bonus")
	block, _, _ = strings.Cut(block, "```")
	rules := load(t, "@sides\n@units\nrules:\n  numerical_bonus"+block).Scenario.Rules
	checkPairs(t, []pair{
		{"numerical_bonus", rules.NumericalBonus, heroic.NumericalBonus()},
		{"hit_multiplier", rules.HitMultiplier, heroic.HitMultiplier()[:len(rules.HitMultiplier)]},
	})
}

// TestFiles: all files that were read are named, as they can be opened, and each
// once; standard input and examples are none.
func TestFiles(t *testing.T) {
	dir := fstest.MapFS{
		"camp/x.yaml":     {Data: []byte("rules: house.yaml\nsides: [{name: A, groups: [{unit: ../orc.txt}, {name: C, unit: ../orc.txt}]}, {name: B, groups: [{unit: wolf.yaml}]}]\n")},
		"camp/house.yaml": {Data: []byte("speed_factor: 6\n")},
		"camp/two.yaml":   {Data: []byte("speed_factor: 5\n")},
		"camp/wolf.yaml":  {Data: []byte("units: {wolf: {st: 10, dx: 12, ht: 12}}\n")},
		"orc.txt":         besideHero["orc.txt"],
	}
	for _, c := range []struct {
		name string
		sets []string
		want []string
	}{
		{"camp/x.yaml", nil, []string{"camp/x.yaml", "camp/house.yaml", "orc.txt", "camp/wolf.yaml"}},
		{"camp/x.yaml", []string{"units.orc.hp=9", "rules=two.yaml"}, []string{"camp/x.yaml", "camp/house.yaml", "orc.txt", "camp/two.yaml", "camp/wolf.yaml"}},
		{"duel", nil, nil},
		{"-", nil, nil},
		{"-", []string{"rules=camp/two.yaml"}, []string{"camp/two.yaml"}},
	} {
		l, err := Load(c.name, Options{FS: dir, Sets: c.sets, Stdin: strings.NewReader("sides: [{name: A, groups: [{unit: goblin}]}, {name: B, groups: [{unit: ogre}]}]\n")})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		checkPairs(t, []pair{{c.name, l.Files, c.want}})
	}
}
