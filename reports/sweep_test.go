package reports

import (
	"slices"
	"testing"
)

// The label of a parameter says whose it is, where its key does.
func TestParameterLabel(t *testing.T) {
	for key, want := range map[string][2]string{
		"rules.speed_factor":                         {"speed_factor", "speed_factor"},
		"trials":                                     {"trials", "trials"},
		"sides.watch.groups.archers.count":           {"count", "archers count"},
		`sides.watch.groups."St. Ives [1]".count`:    {"count", "St. Ives [1] count"},
		"sides[0].groups[1].count":                   {"count", "count"},
		"sides[0].groups.archers.count":              {"count", "archers count"},
		"sides.watch.surprised":                      {"surprised", "watch surprised"},
		"units.ogre.st":                              {"st", "ogre st"},
		"units.ogre.weapons[0].skill":                {"skill", "ogre skill"},
		"units.ogre.weapons.club.skill":              {"skill", "ogre club skill"},
		"sides.watch.groups.archers.orders[0].shots": {"shots", "archers shots"},
		"sides.a.groups.weapons.orders[0].shots":     {"shots", "weapons shots"},
		"units.weapons.weapons.club.skill":           {"skill", "weapons club skill"},
		"units.sides.weapons.club.skill":             {"skill", "sides club skill"},
		"rules.numerical_bonus[3][0]":                {"numerical_bonus 3 0", "numerical_bonus 3 0"},
		"":                                           {"", ""},
	} {
		p := Parameter{Key: key}
		if got := [2]string{p.name(), p.label()}; got != want {
			t.Errorf("%s: %q; want %q", key, got, want)
		}
	}
}

// Parameters of a sweep are called by the shortest names that tell them apart.
func TestParametersApart(t *testing.T) {
	for _, tt := range []struct{ keys, names, labels []string }{
		{[]string{"sides.a.groups.x.count", "rules.speed_factor"}, []string{"count", "speed_factor"}, []string{"x count", "speed_factor"}},
		{[]string{"sides.a.groups.x.count", "sides.a.groups.y.count"}, []string{"x count", "y count"}, []string{"x count", "y count"}},
		{[]string{"sides.a.groups.x.count", "sides.b.groups.x.count"}, []string{"sides.a.groups.x.count", "sides.b.groups.x.count"}, []string{"sides.a.groups.x.count", "sides.b.groups.x.count"}},
	} {
		s := new(Sweep)
		for _, key := range tt.keys {
			s.Parameters = append(s.Parameters, Parameter{Key: key})
		}
		if got := s.names(); !slices.Equal(got, tt.names) {
			t.Errorf("names %q; want %q", got, tt.names)
		}
		if got := s.labels(); !slices.Equal(got, tt.labels) {
			t.Errorf("labels %q; want %q", got, tt.labels)
		}
	}
}
