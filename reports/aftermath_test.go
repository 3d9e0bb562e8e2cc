package reports

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"heroicsim/heroic"
	"heroicsim/stats"
	"heroicsim/units"
)

// rout is a battle with wounds and a pursuit, fought by the engine.
func rout() *heroic.Battle {
	man := func(name string, skills map[string]int, w units.Weapon) *units.Unit {
		return &units.Unit{Name: name, ST: 12, HP: 14, DX: 12, HT: 11, FP: 11, Speed: 5.75, Dodge: 9, Move: 6, Skills: skills, Weapons: []units.Weapon{w}}
	}
	sword := weapon(units.Weapon{Name: "Sword", Skill: 14}, "1d+2 cut")
	bow := weapon(units.Weapon{Name: "Bow", Skill: 12, Ranged: true, MaxRange: 100, RoF: 1}, "1d imp")
	drake := man("Drake", map[string]int{"flight": 14}, weapon(units.Weapon{Name: "Bite", Skill: 12}, "1d cut"))
	drake.Traits.Flight = true
	attack := func(l units.Location) []heroic.Order {
		return []heroic.Order{{Tactics: []heroic.Tactic{heroic.Offensive}, Location: l}}
	}
	rules := heroic.DefaultRules()
	rules.Pursuit, rules.Shock, rules.Reeling, rules.MajorWounds = true, true, true, true
	b, err := heroic.Compile(heroic.Scenario{
		Name: "A rout", Rules: rules, Field: heroic.Battlefield{Distance: 20, Terrain: heroic.BuiltUp, Visibility: -1},
		Sides: [2]heroic.Side{
			{Name: "The watch", Pursuit: heroic.Pursuing{Pursue: true, Capture: true, UrbanSurvival: 12}, Groups: []heroic.Group{
				{Name: "Aelfric", Unit: man("Aelfric", nil, sword), Count: 1, Character: true, Orders: attack(units.Face)},
				{Name: "Watchmen", Unit: man("Watchman", map[string]int{"running": 12}, sword), Count: 9, Orders: attack(units.Torso)},
			}},
			{Name: "Thieves", Pursuit: heroic.Pursuing{Pursue: true, AreaKnowledge: 13}, Groups: []heroic.Group{
				{Name: "Cutthroats", Unit: man("Cutthroat", map[string]int{"stealth": 13}, sword), Count: 8, Orders: attack(units.Torso)},
				{Name: "Grim", Unit: man("Grim", nil, bow), Count: 1, Character: true, Orders: attack(units.Torso)},
				{Name: "Drake", Unit: drake, Count: 1, Orders: []heroic.Order{{When: heroic.Condition{Rounds: &heroic.Span{Low: 2, High: 9}}, Tactics: []heroic.Tactic{heroic.Retreat}}, {Move: heroic.Hold}}},
			}},
		},
	})
	if err != nil {
		panic(err)
	}
	return b
}

// routEvents are those of the first trial in which all of it comes up.
func routEvents(b *heroic.Battle) []heroic.Event {
	f := heroic.NewFight(b)
	for trial := range uint64(2000) {
		var events []heroic.Event
		var shaken, scouted, pursued, escaped int
		f.Trace = func(e heroic.Event) {
			events = append(events, e)
			switch e.(type) {
			case heroic.Shaken:
				shaken++
			case heroic.Scouted:
				scouted++
			case heroic.Pursued:
				pursued++
			case heroic.Escaped:
				escaped++
			}
		}
		f.Run(1, trial+1)
		if shaken > 0 && scouted > 0 && pursued > 0 && escaped > 0 {
			return events
		}
	}
	panic("no trial of the rout has it all")
}

// routRun is some hundred trials of it.
func routRun(t *testing.T) *Run {
	t.Helper()
	s, err := stats.Run(t.Context(), rout(), stats.Options{Trials: 300, Seed: 1, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	s.Elapsed = 0
	return &Run{Study: s, File: "rout.yaml"}
}

// TestPursuitReported: slain, captured and escaped stand in JSON, in both CSVs and in
// the text, and come to all who fled; without the switch none of it is there.
func TestPursuitReported(t *testing.T) {
	r := routRun(t)
	var out bytes.Buffer
	if err := JSON(&out, []*Run{r}, false); err != nil {
		t.Fatal(err)
	}
	var parsed struct {
		Groups []struct {
			Group   string
			Pursuit map[string]struct{ Mean float64 }
			ByOut   map[string]struct {
				Pursuit map[string]struct{ Mean *float64 }
			} `json:"by_outcome"`
			Fates *struct {
				Maimed struct{ Count, Probability *float64 } `json:"crippled_of_fallen"`
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &parsed); err != nil {
		t.Fatal(err)
	}
	for i, g := range parsed.Groups {
		p := &r.Groups[i].Pursuit
		sum := g.Pursuit["slain"].Mean + g.Pursuit["captured"].Mean + g.Pursuit["escaped"].Mean
		if len(g.Pursuit) != 3 || len(g.ByOut["The watch"].Pursuit) != 3 || p.Fled.N != 300 || sum < p.Fled.Mean-1e-9 || sum > p.Fled.Mean+1e-9 {
			t.Errorf("%s: %+v, %v fled", g.Group, g.Pursuit, p.Fled.Mean)
		}
		if (g.Fates != nil) != r.Groups[i].Character || g.Fates != nil && g.Fates.Maimed.Count == nil {
			t.Errorf("%s: %+v", g.Group, g.Fates)
		}
	}
	if p := r.Groups[2].Pursuit; p.Captured.Mean == 0 || p.Slain.Mean != 0 {
		t.Errorf("cutthroats: captured %v, slain %v", p.Captured.Mean, p.Slain.Mean)
	}

	out.Reset()
	if err := GroupsCSV(&out, []*Run{r}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	last := rows[0][len(rows[0])-30:]
	if last[0] != "slain_combatants_mean" || last[10] != "captured_combatants_mean" || last[20] != "escaped_combatants_mean" {
		t.Errorf("last columns %v", last)
	}

	var text bytes.Buffer
	if err := (Text{}).Render(&text, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  Pursuit  a battle, in the mean: ", "Cutthroats", "captured", "escaped", "  Wounds   of who falls, median (90 % of falls): Aelfric −"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}

	out.Reset()
	if err := TrialsHeader(&out, r.Battle); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), ",Thieves/Cutthroats left,Thieves/Cutthroats slain,Thieves/Cutthroats captured,Thieves/Cutthroats escaped,") {
		t.Errorf("header %s", out.String())
	}
	result := heroic.NewFight(r.Battle).Run(1, 127)
	row := strings.Split(strings.TrimSpace(string(TrialRow(r.Battle)(nil, 1, result))), ",")
	if got, header := len(row), strings.Count(out.String(), ",")+1; got != header {
		t.Errorf("%d cells below %d headers", got, header)
	}
	if want := strconv.Itoa(result.Flights[4].Escaped); row[len(row)-1] != want {
		t.Errorf("row %v, want %s at the end", row, want)
	}

	plain := eveningRun(t, 100)
	for _, render := range []func() error{
		func() error { return JSON(&out, []*Run{plain}, false) },
		func() error { return GroupsCSV(&out, []*Run{plain}) },
		func() error { return (Text{}).Render(&out, plain) },
	} {
		out.Reset()
		if err := render(); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "slain") || strings.Contains(strings.ToLower(out.String()), "pursuit") {
			t.Errorf("a pursuit without the switch: %s", out.String())
		}
	}
}
