package scenarios

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"heroicsim/heroic"
	"heroicsim/units"
)

const everySituation = `
battlefield: {cover: bushes}
sides:
  - name: A
    groups:
      - unit: it
        posture: Prone
        cover: {exposed: [arms, face], half: leg, dr: 4, light: on, partial: yes, concealment: -3}
        elevation: -6
        distraction: major
        modifiers: {melee: -2, ranged: +1, defence: -4}
        orders:
          - {when: {locked: on}, tactic: neutral, posture: standing, location: neck, chink: on}
          - {tactic: neutral, posture: crouching}
          - {tactic: neutral}
  - name: B
    groups: [{unit: it, name: a, cover: Light, distraction: minor}, {unit: it, name: b, cover: partial, posture: sitting}]
units:
  it:
    st: 10
    dx: 10
    ht: 10
    traits: {night-vision: 4, dark-vision: on, blind: on, invisible: on, peripheral-vision: on, mounted: on}
    weapons:
      - {name: Chain, skill: 12, damage: 1d cr, flail: on, weight: 4.5}
      - {name: Sticks, skill: 12, damage: 1d cr, flail: Nunchaku}
      - {name: Bar, skill: 12, damage: 1d cr, flail: off}
      - {name: Knife, skill: 12, damage: 1d imp, range: 10, thrown: on, weight: 0.75}
`

// TestSituationKeys reads every key of postures, cover and plights, and writes those of
// a unit.
func TestSituationKeys(t *testing.T) {
	s := load(t, everySituation).Scenario
	g, a, b := s.Sides[0].Groups[0], s.Sides[1].Groups[0], s.Sides[1].Groups[1]
	u := g.Unit
	checkPairs(t, []pair{
		{"battlefield", *s.Field.Cover, heroic.Cover{Concealment: -2}},
		{"posture", [3]heroic.Posture{g.Posture, a.Posture, b.Posture}, [3]heroic.Posture{heroic.Prone, heroic.Upright, heroic.Sitting}},
		{"cover", *g.Cover, heroic.Cover{
			Exposed: []units.Location{units.RightArm, units.LeftArm, units.Face}, Half: []units.Location{units.RightLeg, units.LeftLeg},
			DR: 4, Light: true, Partial: true, Concealment: -3,
		}},
		{"cover: light", *a.Cover, heroic.Cover{Light: true}},
		{"cover: partial", *b.Cover, heroic.Cover{Partial: true}},
		{"elevation", [2]int{g.Elevation, a.Elevation}, [2]int{-6, 0}},
		{"distraction", [3]heroic.Distraction{g.Distraction, a.Distraction, b.Distraction}, [3]heroic.Distraction{heroic.MajorDistraction, heroic.MinorDistraction, heroic.NoDistraction}},
		{"modifiers", g.Modifiers, heroic.Modifiers{Melee: -2, Ranged: 1, Defence: -4}},
		{"posture of orders", [2]heroic.Posture{*g.Orders[0].Posture, *g.Orders[1].Posture}, [2]heroic.Posture{heroic.Upright, heroic.Crouching}},
		{"no posture", g.Orders[2].Posture == nil, true},
		{"chink", [2]bool{g.Orders[0].Chink, g.Orders[1].Chink}, [2]bool{true, false}},
		{"traits", u.Traits, units.Traits{NightVision: 4, DarkVision: true, Blind: true, Invisible: true, PeripheralVision: true, Mounted: true}},
		{"flails", [3]units.FlailKind{u.Weapons[0].Flail, u.Weapons[1].Flail, u.Weapons[2].Flail}, [3]units.FlailKind{units.Flail, units.Nunchaku, units.NoFlail}},
		{"weights", [3]float64{u.Weapons[0].Weight, u.Weapons[1].Weight, u.Weapons[3].Weight}, [3]float64{4.5, 0, 0.75}},
	})
	var written strings.Builder
	if err := WriteUnit(&written, "it", u); err != nil {
		t.Fatal(err)
	}
	text := "sides: [{name: A, groups: [{unit: it}]}, {name: B, groups: [{unit: it}]}]\n" + written.String()
	l, err := Load("x.yaml", Options{FS: fstest.MapFS{"x.yaml": {Data: []byte(text)}}})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	checkSame(t, l.Scenario.Sides[0].Groups[0].Unit, u)
}

// TestSituationTables holds the keys below cover and modifiers to a line in the docs.
func TestSituationTables(t *testing.T) {
	text, err := os.ReadFile("../docs/scenario-format.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text2, _ := strings.Cut(string(text), "## Postures, cover and circumstances")
	section, _, _ := strings.Cut(text2, "\n## ")
	for _, name := range append(keys(coverFields), keys(modifierFields)...) {
		if !strings.Contains(section, "`"+name) {
			t.Errorf("docs/scenario-format.md does not tell of `%s`", name)
		}
	}
}
