package units

import (
	"reflect"
	"testing"
)

// TestWays is HC-PURSUIT's choice of modes: those written down, or those of the
// skills, and on foot by DX without Running.
func TestWays(t *testing.T) {
	for _, tt := range []struct {
		name string
		unit Unit
		want []Travel
	}{
		{"on foot", Unit{DX: 11, Move: 5}, []Travel{{"DX on foot", 11, 5, 0}}},
		{"runner", Unit{DX: 11, Move: 5, Skills: map[string]int{"running": 9}}, []Travel{{"running", 9, 5, 0}}},
		{"rider", Unit{DX: 11, Move: 8, Skills: map[string]int{"riding (horse)": 14, "riding (camel)": 12, "swimming": 15}},
			[]Travel{{"DX on foot", 11, 8, 0}, {"riding", 14, 8, 0}}},
		{"flier", Unit{DX: 11, Move: 8, Traits: Traits{Flight: true}}, []Travel{{"DX on foot", 11, 8, 0}, {"DX in flight", 11, 8, 0}}},
		{"skilled flier", Unit{DX: 11, Move: 8, Traits: Traits{Flight: true}, Skills: map[string]int{"Flight": 13}},
			[]Travel{{"DX on foot", 11, 8, 0}, {"flight", 13, 8, 0}}},
		{"written", Unit{DX: 11, Move: 5, Skills: map[string]int{"running": 12, "riding": 13}, Travel: []Travel{{By: "Running", Speed: 6}, {By: "swimming", Skill: 9}, {By: "skating", Handling: 1}}},
			[]Travel{{"Running", 12, 6, 0}, {"swimming", 9, 5, 0}, {"skating", 11, 5, 1}}},
	} {
		if got := tt.unit.Ways(); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestFlight: a stat block's Flight is a trait, and with a level a skill.
func TestFlight(t *testing.T) {
	for text, want := range map[string][2]int{"Flight.": {1, 0}, "Flight-13.": {0, 13}, "Flight 12; High Pain Threshold.": {0, 12}, "Flight (13)": {0, 13}} {
		u, _, err := ParseStatBlock("ST 10 DX 10 IQ 10 HT 10\n" + text)
		if err != nil {
			t.Fatal(err)
		}
		got := [2]int{0, u.Skills["flight"]}
		if u.Traits.Flight {
			got[0] = 1
		}
		if got != want {
			t.Errorf("%q: trait and skill %v, want %v", text, got, want)
		}
	}
}
