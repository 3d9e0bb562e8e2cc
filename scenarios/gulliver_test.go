package scenarios

import (
	"testing"
	"testing/fstest"

	"heroicsim/heroic"
)

// TestGulliverPreset: single switches win over the preset, wherever they stand.
func TestGulliverPreset(t *testing.T) {
	simple := func(change func(*heroic.Rules)) heroic.Rules {
		r := heroic.DefaultRules()
		r.Preset(heroic.GulliverSimple)
		if change != nil {
			change(&r)
		}
		return r
	}
	noJet := simple(func(r *heroic.Rules) { r.Jet, r.SizeMelee = false, heroic.SizeHalf })
	onlyDodge := heroic.DefaultRules()
	onlyDodge.DodgeHuge, onlyDodge.SizeMelee = true, heroic.SizeCapped
	for text, want := range map[string]heroic.Rules{
		"rules: {gulliver: off}":                                             heroic.DefaultRules(),
		"rules: {gulliver: simple}":                                          simple(nil),
		"rules: {jet: off, size melee: half, Gulliver: Simple}":              noJet,
		"rules: {gulliver: simple, jet: off, size_melee: half}":              noJet,
		"rules: {dodge_huge: simple, size_melee: capped, gulliver: off}":     onlyDodge,
		"rules: {load_st: equal, gulliver: simple}":                          simple(func(r *heroic.Rules) { r.EqualLoad = true }),
		"rules: {jet_shield: simple, gulliver: simple, initiative_bonus: 1}": simple(func(r *heroic.Rules) { r.JetShield, r.InitiativeBonus = heroic.JetShieldSimple, 1 }),
		"rules: size.yaml":                                                   noJet,
	} {
		text := shorthands.Replace(text + "\n@sides\n@units\n")
		l, err := Load("x.yaml", Options{FS: fstest.MapFS{
			"x.yaml":    {Data: []byte(text)},
			"size.yaml": {Data: []byte("jet: off\nsize_melee: half\ngulliver: simple\n")},
		}})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := l.Scenario.Rules; got.ID() != want.ID() {
			t.Errorf("%s: got\n%+v\nwant\n%+v", text, got, want)
		}
	}
}
