package units

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// tellEncounter is an encounter in one line for each side. Blocks stand with the
// line that they begin with, and names of units with an @.
func tellEncounter(e *Encounter) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %v yards\n", e.Name, e.Distance)
	for _, s := range e.Sides {
		fmt.Fprintf(&b, "%s:", s.Name)
		for _, g := range s.Groups {
			if g.Unit != nil {
				fmt.Fprintf(&b, " %d %s (%d),", g.Count, g.Unit.Name, g.Line)
			} else {
				fmt.Fprintf(&b, " %d @%s,", g.Count, g.Ref)
			}
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(strings.ReplaceAll(b.String(), ",\n", "\n"))
}

// orcBlock is a sound block without a name.
const orcBlock = "ST 13 DX 11 HT 12\nAxe (12): 1d+4 cut. Reach 1.\n"

var encounters = []struct{ name, text, want string }{
	{"vs between", "10 x Orc\n" + orcBlock + "\nvs\n\n4 Worgs\n" + orcBlock, ", 0 yards\n: 10 Orc (1)\n: 4 Worgs (7)"},
	{"headers known", "Heroes\n3 archer\n\nMonsters\n5 goblin\n", ", 0 yards\nHeroes: 3 @Archer\nMonsters: 5 @Goblin"},
	{"headers with side", "Side: Watch\n3 archer\nSide: Ogres\nogre\n", ", 0 yards\nWatch: 3 @Archer\nOgres: 1 @Ogre"},
	{"headers with letters", "Side A\n3 archer\n\nSide B\nogre\n", ", 0 yards\nSide A: 3 @Archer\nSide B: 1 @Ogre"},
	{"headers and vs", "The Watch\n3 archer\n\nvs.\n\nThe Raiders\n10 goblin\n", ", 0 yards\nThe Watch: 3 @Archer\nThe Raiders: 10 @Goblin"},
	{"headers of Markdown", "# The ford\n\n## Heroes\n\n- 3 x archer\n- hero.gcs\n\n## Side: Orcs\n\n* 10 × goblin\n", "The ford, 0 yards\nHeroes: 3 @Archer, 1 @hero.gcs\nOrcs: 10 @Goblin"},
	{"headers in a line", "Heroes: hero.gcs, 2 knight\nRaiders: 12 goblins and 2 wolves\n", ", 0 yards\nHeroes: 1 @hero.gcs, 2 @Knight\nRaiders: 12 @Goblin, 2 @Wolf"},
	{"all in a line", "4 hero.gcs vs 12 goblin\n", ", 0 yards\n: 4 @hero.gcs\n: 12 @Goblin"},
	{"counts of all forms", "10 x Orc\n" + orcBlock + "\n3x Boar\n" + orcBlock + "\n2 × Ogre Chief\n" + orcBlock + "\nTen Trolls\n" + orcBlock + "\nWarg (6)\n" + orcBlock + "\nShaman x2\n" + orcBlock + "\nCook (x7)\n" + orcBlock + "\nvs\nogre",
		", 0 yards\n: 10 Orc (1), 3 Boar (5), 2 Ogre Chief (9), 10 Trolls (13), 6 Warg (17), 2 Shaman (21), 7 Cook (25)\n: 1 @Ogre"},
	{"counts of names", "archer x3\nknight (2)\nfour militia\n5 x spearmen\nvs\n2 x old grum.json\nogre.gcs (2)", ", 0 yards\n: 3 @Archer, 2 @Knight, 4 @Militia, 5 @Spearman\n: 2 @old grum.json, 2 @ogre.gcs"},
	{"one line each", "3 orcs: ST 13 DX 11 HT 12. Axe (12): 1d+4 cut. Reach 1.\nvs\n2 ogres: ST 16 DX 9 HT 11; Small mace 10, 2d+2 cr, Reach 1\n", ", 0 yards\n: 3 orcs (1)\n: 2 ogres (3)"},
	{"no blank lines", "Orc\n" + orcBlock + "Troll\n" + orcBlock + "vs\nGnome\n" + orcBlock, ", 0 yards\n: 1 Orc (1), 1 Troll (4)\n: 1 Gnome (8)"},
	{"no names", orcBlock + "vs\n" + orcBlock, ", 0 yards\n: 1  (1)\n: 1  (4)"},
	{"descriptions", "Side: Dead\n\nBone Man\n\nIt rattles, and does not speak.\n\n" + orcBlock + "\nGhoul\nIt eats what the others leave.\n" + orcBlock + "\nvs\n" + orcBlock,
		", 0 yards\nDead: 1 Bone Man (3), 1 Ghoul (10)\n: 1  (16)"},
	{"built-in names over descriptions", "Zombie\nThe dead, who walk and do not know why they do it\n" + orcBlock + "\n3 archer\nOrc\n" + orcBlock + "vs\n12 goblin\nSmall, and many of them.\n" + orcBlock,
		", 0 yards\n: 1 Zombie (1), 3 @Archer, 1 Orc (7)\n: 12 goblin (11)"},
	{"built-in names over blank lines", "Ogre\n\nST:\n\n13\n\nDX:\n\n11\n\nHT:\n\n12\n\n2 archer\n\nvs\n\nGoblin\n\nSmall, and many of them.\n\n" + orcBlock, ", 0 yards\n: 1 Ogre (1), 2 @Archer\n: 1 Goblin (19)"},
	{"lists in blocks", "5 x Orc\n" + orcBlock + "\nSkills\n\nStealth (12)\nBow (13)\n\nKnife x2\n\n3 arrows\nvs\n" + "2 x Elf\n" + orcBlock, ", 0 yards\n: 5 Orc (1)\n: 2 Elf (14)"},
	{"remarks in blocks", "5 x Orc\n" + orcBlock + "Notes: a chief has ST 15, DX 12 and\nHT 13.\nvs\n2 x Elf\n" + orcBlock, ", 0 yards\n: 5 Orc (1)\n: 2 Elf (7)"},
	{"values in lines of their own", "Orc\n\nST:\n\n13\n\nDX:\n\n11\n\nHT:\n\n12\n\nvs\n\nElf\n\nST\n10\nDX\n13\nHT\n10\n", ", 0 yards\n: 1 Orc (1)\n: 1 Elf (17)"},
	{"tables", "## Orc\n| ST | DX | HT |\n|----|----|----|\n| 13 | 11 | 12 |\n\nvs\n\n**Elf**\n**ST:** 10 **DX:** 13 **HT:** 10\n", ", 0 yards\n: 1 Orc (1)\n: 1 Elf (8)"},
	{"the distance", "3 archer\nvs\nogre\n\nDistance: 70 yards\n", ", 70 yards\n: 3 @Archer\n: 1 @Ogre"},
	{"the distance at the end of a block", "3 archer\nvs\nOrc\nST 13 DX 11 HT 12, Axe 12, 1d cut, Reach 1. Distance 45.\n", ", 45 yards\n: 3 @Archer\n: 1 Orc (3)"},
	{"the battle's name", "Heroes vs Ogres\n\nHeroes\narcher\nvs\nOgres\nogre\n", "Heroes vs Ogres, 0 yards\nHeroes: 1 @Archer\nOgres: 1 @Ogre"},
	{"the battle's name after its key", "Encounter: At the mill\nSide: A\narcher\nSide: B\nogre\n", "At the mill, 0 yards\nA: 1 @Archer\nB: 1 @Ogre"},
	{"CRLF and BOM", "\ufeffHeroes\r\n3 archer\r\n\r\nvs\r\n\r\n10 × Orc\r\nST\u00a013 DX 11 HT 12\r\n", ", 0 yards\nHeroes: 3 @Archer\n: 10 Orc (6)"},
	{"a built-in name over a block", "12 goblin\n" + orcBlock + "\nvs\nogre\n" + orcBlock, ", 0 yards\n: 12 goblin (1)\n: 1 ogre (6)"},
	{"lines between", "3 archer\n---\n2 knight\n=== vs ===\nogre", ", 0 yards\n: 3 @Archer, 2 @Knight\n: 1 @Ogre"},
}

func TestParseEncounter(t *testing.T) {
	for _, c := range encounters {
		e, errs := ParseEncounter(c.text)
		if errs != nil {
			t.Errorf("%s: %v", c.name, errs)
			continue
		}
		if got := tellEncounter(e); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestEncounterMistakes(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", []string{"1:1: there is nobody in this encounter; want two lists of stat blocks or names of units, with a line vs between them"}},
		{"3 archer\n2 knight\n\n", []string{"2:1: there is one side only; want a line vs between the two, or a header above each, such as Side: Ogres"}},
		{"vs\n3 archer\n", []string{"1:1: nobody stands before this line; want stat blocks, or names of units"}},
		{"3 archer\nvs\n\n", []string{"2:1: nobody stands on the second side; want stat blocks, or names of units, after this line"}},
		{"3 archer\nvs\nogre\n  vs\nogre\n", []string{"4:3: a battle has two sides, and a third would begin here"}},
		{"Side: A\nogre\nSide: B\nogre\nSide: C\nogre", []string{"5:1: a battle has two sides, and a third would begin here"}},
		{"Side: A\nSide: B\nogre", []string{`2:1: nobody stands on the side "A" above; want stat blocks, or names of units`}},
		{"12 gobblin\nvs\nogre", []string{`1:1: unknown unit "gobblin": no stat block follows, it is no file, and none is built in; simulate list units names those that are`}},
		{"3 ogre\n12 x gobblin\nvs\n10 x Orc\n" + orcBlock + "\n4 x hobbit\n", []string{
			`2:1: unknown unit "gobblin": no stat block follows, it is no file, and none is built in; simulate list units names those that are`,
			`8:1: unknown unit "hobbit": no stat block follows, it is no file, and none is built in; simulate list units names those that are`}},
		{"3 ogre\nthey wait behind the mill.\nvs\nogre", []string{`2:1: not understood: "they wait behind the mill."; want a stat block, a file such as hero.gcs, a built-in unit such as 12 goblin, or vs`}},
		{"0 x ogre\nvs\nogre", []string{"1:1: a group of 0 makes no sense; want 1 to 10000000"}},
		{"99999999 x ogre\nvs\nogre", []string{"1:1: a group of 99999999 makes no sense; want 1 to 10000000"}},
		{"10 x Orc\nST 13 DX 11 HT 12\nDR: hefty\n\nvs\n\nElf\nST 10 DX 13 HT 999\n", []string{
			`3:1: DR: "hefty" is not understood; like DR 4, or DR torso 5, skull 6, or DR 5 (torso), 6 (skull)`, "8:13: ht: 999 is too high; want 0 to 100"}},
		{"Orc\nST 13 DX 12 IQ 9 HT 11\nPD/DR 2/3\nvs\nogre", []string{"3:1: PD/DR belongs to a stat block of the third edition; want one of GURPS fourth edition"}},
		{"ogre\nvs\nOrc\n" + orcBlock + strings.Repeat("x", MaxStatBlock), []string{"3:1: the stat block has 20051 bytes; at most 20000 are read"}},
		{strings.Repeat("ogre\n", 101) + "vs\nogre", []string{"101:1: a side has at most 100 groups"}},
		{strings.Repeat("x", MaxEncounter+1), []string{"1:1: the encounter has 200001 bytes; at most 200000 are read"}},
		{strings.Repeat("\n", 20_000), []string{"20000:1: the encounter has more than 20000 lines"}},
	} {
		_, errs := ParseEncounter(c.text)
		var got []string
		for _, err := range errs {
			got = append(got, err.Error())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%.40q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

func FuzzEncounter(f *testing.F) {
	for _, c := range encounters {
		f.Add(c.text)
	}
	for _, text := range []string{"", "vs", "vs\nvs", "\xff x\n10 x \xfe\nST 1 DX 1 HT 1\nvs\nogre", "Heroes vs Ogres", "1 x\nvs\nx1", swordsman + "\nvs\n" + bandit, troglodytes + "\nvs\n" + ogres} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, errs := ParseEncounter(text)
		lines := strings.Count(text, "\n") + 1
		for _, err := range errs {
			if err.Line < 1 || err.Line > lines || err.Column < 1 || err.Why == "" || strings.Contains(err.Why, "\n") {
				t.Fatalf("%q gives the error %+v", text, err)
			}
		}
		if errs != nil {
			return
		}
		for _, s := range e.Sides {
			if len(s.Groups) == 0 || len(s.Groups) > maxEncounterGroups {
				t.Fatalf("%q gives a side of %d groups", text, len(s.Groups))
			}
			for _, g := range s.Groups {
				if g.Count < 1 || g.Line < 1 || g.Line > lines || (g.Unit == nil) == (g.Ref == "") || g.Unit != nil && g.Unit.Check() != nil {
					t.Fatalf("%q gives the group %+v", text, g)
				}
				for _, n := range g.Notes {
					if n.Line < g.Line || n.Line > lines || n.Text == "" || strings.Contains(n.Text, "\n") {
						t.Fatalf("%q gives the note %+v", text, n)
					}
				}
			}
		}
	})
}

// TestLongEncounters: an encounter of the greatest length is read at once, whatever is
// in it.
func TestLongEncounters(t *testing.T) {
	for _, part := range []string{"3 foo\n", "goblin, ", "3 x goblin\n", "a\n\n", "vs ", "ST 1\nDX 1\n", "Name (3)\n", "( 1d", "Orc\nST 9 DX 9 HT 9\n\n", "3 foo\nbar\n"} {
		text := "Orc\nST 9 DX 9 HT 9\n\n"
		text += strings.Repeat(part, min(15_000, (MaxEncounter-len(text))/len(part)))
		took := time.Hour
		for range 3 { // others may keep the machine busy
			if took < 4*time.Second {
				break
			}
			began := time.Now()
			ParseEncounter(text)
			took = time.Since(began)
		}
		if took > 4*time.Second { // where it is slow: it is a tenth of that
			t.Errorf("%d bytes of %q take %v", len(text), part, took)
		}
	}
}
