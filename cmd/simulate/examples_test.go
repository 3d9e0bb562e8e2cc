package main

import (
	"strings"
	"testing"
)

// TestExamplesShowTheirRules: the examples that are there for a rule show it in their
// first trial. (Their seeds are chosen so that a typical one does, too.)
func TestExamplesShowTheirRules(t *testing.T) {
	for name, phrases := range map[string][]string{
		"volley":           {"−4 into a melee", "gone astray: Archers (1) → "},
		"flank-march":      {"yards round behind Orcs", "−4 from behind, facing Spears"},
		"pike-square":      {"find room) → Pikes (36)", "Pikes (36) → "},
		"cavalry-on-pikes": {"have waited for this: Lances come into reach", "+2 longer reach", "Pikes stop Lances", "area watched"},
		"fireball":         {"Scouts (5) are in it, at most 10 hits (radius 2, 7 hexes; 2 times 7)"},
		"dragon":           {"a cone of 20 × 5 yards", "resist with Will", "stunned to the end of the round"},
		"interrupted-mage": {"keeps the spell", "loses all spells not yet cast"},
		"wrestlers":        {"grapple: Wrestling 14", "are brought down", "are pinned"},
		"two-headed":       {"3 attacks at once: average", "Left head (neck), "},
		"pursuit":          {"Pursuit March wardens: Area Knowledge", " slain"},
		"crossbows":        {"reload Windlass crossbow, 4 AP: not loaded yet", "reload Windlass crossbow, 4 AP: loaded", "reload Crossbow, 2 AP: loaded"},
		"sharpshooters":    {"−2 cover −5 face", "−4 figures in the way −10 chink", "(a chink in "},
	} {
		got := try(t, "show", name, "--trial", "1")
		text := strings.Join(strings.Fields(got.out), " ")
		for _, phrase := range phrases {
			if got.code != exitDone || !strings.Contains(text, phrase) {
				t.Errorf("show %s --trial 1: exit %d, no %q", name, got.code, phrase)
			}
		}
	}
}
