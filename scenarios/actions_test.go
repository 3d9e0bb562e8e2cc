package scenarios

import (
	"testing"

	"heroicsim/dice"
	"heroicsim/heroic"
	"heroicsim/units"
)

// Actions, waits, shields and potions are read as they are written (HC-ACTION,
// HC-WAIT).
func TestActionsAndWaits(t *testing.T) {
	l := load(t, `
sides:
  - name: A
    groups:
      - unit: u
        shield: slung
        orders:
          - when: {rounds: 1}
            actions: [reload, Ready Shield, potion, {reload: Crossbow}, {potion: ale}, {do: sing, ap: 3}, {do: open the gate, seconds: 15}]
          - when: {rounds: 2}
            wait: on
          - when: {rounds: 3}
            wait: {for: [in range, shot], then: shoot, watch: line, at: [3, -4.5], check: on}
          - when: {rounds: 4}
            wait: {for: approach, then: {do: shout, ap: 1}}
          - when: {rounds: 5}
            wait: {watch: 3}
          - when: {rounds: 6}
            shots: 0
            wait: yes
          - when: {rounds: 7}
            wait: off
          - wait: {for: attack, then: attack}
  - {name: B, groups: [{unit: v, shield: ready, orders: {wait: on}}]}
units:
  u:
    st: 10
    dx: 10
    ht: 10
    shield_db: 2
    weapons: [{name: Axe, skill: 12, damage: 1d cut}, {name: Crossbow, skill: 12, damage: 1d imp, range: 50, shots: 1(4)}]
    potions: [{heal: 2d-1, fp: 2, count: 3}, {name: Ale, fp: 1}]
  v: {st: 10, dx: 10, ht: 10, block: 9, weapons: [{name: Club, skill: 12, damage: 1d cr}], potions: {heal: 4}}
`)
	u, v := l.Scenario.Sides[0].Groups[0], l.Scenario.Sides[1].Groups[0]
	all := heroic.OnApproach | heroic.OnAttack
	checkPairs(t, []pair{
		{"shields", [2]bool{u.Slung, v.Slung}, [2]bool{true, false}},
		{"potions", u.Unit.Potions, []units.Potion{{Name: "Potion", Heal: dice.D(2, -1), FP: 2, Count: 3}, {Name: "Ale", FP: 1, Count: 1}}},
		{"a potion", v.Unit.Potions[0].Heal.Max(), 4},
		{"actions", u.Orders[0].Actions, []heroic.Action{
			{Kind: heroic.Reload}, {Kind: heroic.ReadyShield}, {Kind: heroic.DrinkPotion}, {Kind: heroic.Reload, Name: "Crossbow"},
			{Kind: heroic.DrinkPotion, Name: "ale"}, {Kind: heroic.OtherAction, Name: "sing", AP: 3}, {Kind: heroic.OtherAction, Name: "open the gate", AP: 8}}},
		{"wait: on", *u.Orders[1].Wait, heroic.Wait{For: all | heroic.OnRange}},
		{"wait", *u.Orders[2].Wait, heroic.Wait{For: heroic.OnRange | heroic.OnShot, Then: heroic.ReactShoot, Watch: heroic.WatchLine, At: &heroic.Point{X: 3, Y: -4.5}, Check: true}},
		{"wait to act", *u.Orders[3].Wait, heroic.Wait{For: heroic.OnApproach, Then: heroic.ReactAct, Act: heroic.Action{Name: "shout", AP: 1}}},
		{"wait for what comes", *u.Orders[4].Wait, heroic.Wait{For: all | heroic.OnRange, Watch: 3}},
		{"wait: yes, without shots", *u.Orders[5].Wait, heroic.Wait{For: all}},
		{"wait: off", u.Orders[6].Wait == nil, true},
		{"wait for an attack", *u.Orders[7].Wait, heroic.Wait{For: heroic.OnAttack, Then: heroic.ReactAttack}},
		{"wait: on, without a bow", *v.Orders[0].Wait, heroic.Wait{For: all}},
	})
	if _, err := heroic.Compile(l.Scenario); err != nil {
		t.Error(err)
	}
}
