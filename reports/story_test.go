package reports

import (
	"bytes"
	"errors"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heroicsim/heroic"
	"heroicsim/units"
)

var updateStories = flag.Bool("update-stories", false, "rewrite testdata/story")

// stories are battles told in full. Each has its golden file.
var stories = []struct {
	name    string
	battle  func() *heroic.Battle
	events  func(*heroic.Battle) []heroic.Event
	columns int
}{
	{"duel", duel, duelEvents, 100},
	{"duel-60", duel, duelEvents, 60},
	{"group-fight", groupFight, groupFightEvents, 100},
	{"everything", skirmish, skirmishEvents, 100},
	{"everything-40", skirmish, skirmishEvents, 40},
	{"situations", situations, fought, 100},
	{"aftermath", rout, routEvents, 100},
	{"flanks", skirmish, flankEvents, 100},
	{"waits", skirmish, waitEvents, 80},
	{"waits-40", skirmish, waitEvents, 40},
	{"grapples", scuffle, scuffleEvents, 100},
	{"spells", wizards, wizardEvents, 100},
}

func TestStory(t *testing.T) {
	for _, story := range stories {
		t.Run(story.name, func(t *testing.T) {
			b := story.battle()
			got := tellStory(t, b, story.events(b), story.columns)
			golden := filepath.Join("testdata", "story", story.name+".txt")
			if *updateStories {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("differs from %s; got:\n%s", golden, got)
			}
		})
	}
}

// Whatever the engine comes up with can be told, on lines that fit, and its scores
// add up as printed.
func TestStoryOfFights(t *testing.T) {
	b := skirmish()
	var scenario heroic.Scenario
	scenario.Rules, scenario.Field = b.Rules, heroic.Battlefield{Distance: 60}
	tactics := []heroic.Tactic{heroic.AllOutOffensive, heroic.Offensive, heroic.Defensive, heroic.AimedShooting, heroic.HoldGround, heroic.Retreat}
	for i, side := range b.Sides {
		scenario.Sides[i] = heroic.Side{Name: side.Name, TacticsSkill: 10 + i, Surprised: i == 1}
		for _, g := range b.Groups[side.First:side.Last] {
			g.Count = min(g.Count, 20)
			rare := 0.3
			g.Orders = []heroic.Order{{When: heroic.Condition{Chance: &rare}, Auto: true}, {Tactics: tactics}}
			if len(g.Unit.Weapons) > 1 {
				g.Orders[1].Weapons = []string{g.Unit.Weapons[1].Name} // shoots in melee too
			}
			scenario.Sides[i].Groups = append(scenario.Sides[i].Groups, g.Group)
		}
	}
	for _, rolls := range []heroic.DamageRolls{heroic.RollEach, heroic.RollOnce, heroic.RollMean} {
		scenario.Rules.DamageRolls = rolls
		compiled, err := heroic.Compile(scenario)
		if err != nil {
			t.Fatal(err)
		}
		fight := heroic.NewFight(compiled)
		for trial := range uint64(100) {
			var events []heroic.Event
			fight.Trace = func(e heroic.Event) { events = append(events, e) }
			fight.Run(1, trial+1)
			columns := []int{40, 60, 80, 100}[trial%4]
			for line := range strings.Lines(tellStory(t, compiled, events, columns)) {
				if line = strings.TrimSuffix(line, "\n"); width(line) > columns && strings.Count(strings.TrimSpace(line), " ") > 0 || hyphenMinus.MatchString(line) {
					t.Fatalf("trial %d: %q", trial+1, line)
				}
			}
			for _, e := range events {
				if a, ok := e.(heroic.Attacked); ok {
					checkScore(t, a.Skill)
					checkScore(t, a.DefenceScore)
				}
			}
		}
	}
}

func checkScore(t *testing.T, s heroic.Score) {
	t.Helper()
	if sum := score(s.Base, s.Parts...).Total; s.Cap == 0 && sum != s.Total {
		t.Errorf("%+v: parts add up to %d", s, sum)
	}
}

var hyphenMinus = regexp.MustCompile(`-\d`)

// The long names of the skirmish must not push lines over the page, which is wide
// enough for each of their words.
func TestStoryWraps(t *testing.T) {
	for _, story := range stories {
		b := story.battle()
		for line := range strings.Lines(tellStory(t, b, story.events(b), story.columns)) {
			line = strings.TrimSuffix(line, "\n")
			if width(line) > story.columns {
				t.Errorf("%s: %d columns: %s", story.name, width(line), line)
			}
			if strings.TrimRight(line, " ") != line || strings.Contains(line, glue) {
				t.Errorf("%s: stray space: %q", story.name, line)
			}
			if hyphenMinus.MatchString(line) {
				t.Errorf("%s: a hyphen for a minus sign: %s", story.name, line)
			}
		}
	}
}

// Names of several words stay on one line in the list of who remains.
func TestStoryKeepsNamesTogether(t *testing.T) {
	b := groupFight()
	b.Groups[0].Name, b.Groups[1].Name = "Wardens of the ford", "Ogres of the hill"
	for columns := 50; columns < 100; columns++ {
		story := tellStory(t, b, []heroic.Event{heroic.Ended{Groups: []heroic.GroupState{{Group: 0, Fighting: 3, Pool: 20}, {Group: 1, Fighting: 2, Pool: 20}}}}, columns)
		if !strings.Contains(story, "Wardens of the ford") || !strings.Contains(story, "Ogres of the hill") {
			t.Errorf("%d columns:\n%s", columns, story)
		}
	}
}

// Every kind of event of package heroic occurs in a golden story.
func TestStoryTellsEverything(t *testing.T) {
	told := map[string]bool{}
	for _, story := range stories {
		for _, e := range story.events(story.battle()) {
			told[reflect.TypeOf(e).Name()] = true
		}
	}
	files, err := filepath.Glob("../heroic/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("package heroic not found", err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			method, ok := d.(*ast.FuncDecl)
			if !ok || method.Recv == nil || method.Name.Name != "event" {
				continue
			}
			if kind := method.Recv.List[0].Type.(*ast.Ident).Name; !told[kind] {
				t.Errorf("no story tells of %s", kind)
			}
		}
	}
}

func TestStoryWriteError(t *testing.T) {
	broken := errors.New("disk full")
	b := duel()
	if err := Story(failingWriter{broken}, b, duelEvents(b)); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// TestNarrator tells a battle of many rounds: it is written as it goes, and nothing
// of it is kept.
func TestNarrator(t *testing.T) {
	b := duel()
	events := duelEvents(b)
	ended := slices.IndexFunc(events, func(e heroic.Event) bool { return reflect.TypeOf(e) == reflect.TypeFor[heroic.Ended]() })
	if ended < 1 {
		t.Fatal("the duel does not end")
	}
	var out bytes.Buffer
	n := Narration{}.Begin(&out, b)
	const times = 1000
	for range times {
		for _, e := range events[:ended] {
			n.Tell(e)
		}
		if most := cap(n.waiting) + cap(n.teller.page.pending.entries); most > 100 {
			t.Fatalf("it keeps %d things", most)
		}
	}
	if out.Len() < times*50 {
		t.Errorf("only %d bytes were written", out.Len())
	}
	if err := n.Close(); err != nil {
		t.Error(err)
	}
	if rounds := strings.Count(out.String(), "Round 1 "); rounds != times {
		t.Errorf("%d of %d rounds", rounds, times)
	}
	broken := errors.New("disk full")
	n = Narration{}.Begin(failingWriter{broken}, b)
	for i := 0; n.Err() == nil; i++ {
		if i > times {
			t.Fatal("nobody notices that nothing can be written")
		}
		for _, e := range events[:ended] {
			n.Tell(e)
		}
	}
	if err := n.Close(); err != broken {
		t.Errorf("got %v, want %v", err, broken)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestStoryNumbers(t *testing.T) {
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check(number(0), "0")
	check(number(-6), "−6")
	check(number(999), "999")
	check(number(1000), "1,000")
	check(number(-1234567), "−1,234,567")
	check(signed(0), "+0")
	check(signed(-2), "−2")
	check(decimal(1.5), "1.5")
	check(decimal(9), "9")
	check(decimal(2.999), "3")
	check(decimal(-0.25), "−0.25")
	check(decimal(1234.5), "1,234.5")
	check(plain(duration(1)), "20 seconds")
	check(plain(duration(3)), "1 minute")
	check(plain(duration(4)), "1 minute 20 seconds")
	check(plain(duration(100)), "33 minutes 20 seconds")
	check(tidy(" Bären\n vom\tOdenwald\x1b "), "Bären vom Odenwald")
}

// HP stand beside those of a group that nobody has hurt, also where it begins hurt.
func TestStoryFullPool(t *testing.T) {
	b := groupFight()
	b.Groups[1].Pool, b.Groups[1].Start = 100, 7 // of 8 × 16
	te := newTeller(new(bytes.Buffer), b, 100)
	got := plain(te.sideState(1, []heroic.GroupState{{Group: 1, Fighting: 7, Pool: 100}}))
	if want := "(100/128 HP)"; !strings.Contains(got, want) {
		t.Errorf("%q has no %q", got, want)
	}
}

// A line of many dice puts equal ones together, so that it can still be checked.
func TestStoryManyRolls(t *testing.T) {
	b := groupFight()
	e := groupFightMaces(b)
	e.Injury.Rolls = nil
	for range 5 {
		e.Injury.Rolls = append(e.Injury.Rolls, 10, 12, 11, 12, 13, 12, 11, 10)
	}
	e.BaseHits, e.Hits, e.Margin, e.Injury.Pen, e.Injury.Injury = 10, 40, 36, 415, 415
	got := newTeller(new(bytes.Buffer), b, 100).damage(e)
	want := "13 ×5, 12 ×15, 11 ×10, 10 ×10 − DR 1 each: 5 × 12 + 15 × 11 + 10 × 10 + 10 × 9 = 415 injury"
	if got = plain(got); !strings.Contains(got, want) {
		t.Errorf("got %q, want %q in it", got, want)
	}
	e.Injury.Rolls, e.Injury.Many = nil, []heroic.Repeated{{Roll: 10, Times: 10}, {Roll: 11, Times: 10}, {Roll: 12, Times: 15}, {Roll: 13, Times: 5}}
	if got = plain(newTeller(new(bytes.Buffer), b, 100).damage(e)); !strings.Contains(got, want) {
		t.Errorf("drawn together: got %q, want %q in it", got, want)
	}
}

// Rolls below the least basic damage are told with it (B378: 0 for crushing and 1
// for other types).
func TestStoryLeastDamage(t *testing.T) {
	b := groupFight()
	for _, c := range []struct {
		damage string
		dr     int
		rolls  []int
		want   string
	}{
		{"1d-2 cut", 0, []int{-1, 0, 4}, "−1 0 4, at least 1 each: 1 + 1 + 4 = 6, × 1.5 = 9 injury"},
		{"1d-2 cut", 0, []int{-1}, "−1, at least 1 = 1, × 1.5 = 1 injury"},
		{"1d-2 cut", 0, []int{1, 4}, "1 4: 1 + 4 = 5, × 1.5 = 7 injury"},
		{"1d-2 cr", 1, []int{-1, 0, 4}, "−1 0 4, at least 0 each − DR 1 each: 0 + 0 + 3 = 3 injury"},
		{"1d-2 cr", 3, []int{-1, 0, 4, 0, 0, 0, 0, 0, 0}, "4, 0 ×7, −1, at least 0 each − DR 3 each: 1 injury"},
		{"1d-3 imp", 2, []int{-2, -1, -1}, "−2 −1 −1, at least 1 each − DR 2 each: nothing goes through"},
	} {
		e := groupFightMaces(b)
		e.Injury = heroic.InjuryRolled{}
		e = hurt(e, c.damage, c.dr, c.rolls...)
		got := plain(newTeller(new(bytes.Buffer), b, 100).damage(e))
		if _, got, _ = strings.Cut(got, ": "); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// Who finds no room is told, and where.
func TestStoryNoRoom(t *testing.T) {
	for _, c := range []struct {
		frontage float64
		limit    int
		want     string
	}{
		{12, 0, "no room at the front for Axes (4)"},
		{0, 3, "no room around Ogre for Axes (4)"},
		{12, 3, "no room to attack Ogre for Axes (4)"},
	} {
		b := groupFight()
		b.Field.Frontage, b.Rules.SurroundLimit = c.frontage, c.limit
		got := tellStory(t, b, []heroic.Event{heroic.PhaseBegins{Phase: heroic.MeleePhase}, heroic.NoRoom{Attacker: 0, Target: 1, Allotted: 4}}, 100)
		if want := "  Melee        " + c.want + "\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// How far a group might have moved can be worked out from its line.
func TestStoryAllowance(t *testing.T) {
	b := groupFight() // Move 6
	for _, c := range []struct {
		e    heroic.Moved
		want string
	}{
		{heroic.Moved{Yards: 12, Allowed: 12}, " (Move 6 × 2)"},
		{heroic.Moved{Yards: 5, Allowed: 12}, " (of 12: Move 6 × 2)"},
		{heroic.Moved{Yards: 12, Allowed: 12, Spent: 3}, " (Move 6 × (5 − 3 for shots))"},
		{heroic.Moved{Yards: 6, Allowed: 12, Half: true}, " (half of Move 6 × 2, AP left for no more)"},
		{heroic.Moved{Yards: 2, Allowed: 18, Half: true}, " (of 9: half of Move 6 × 3, AP left for no more)"},
		{heroic.Moved{Yards: 18, Allowed: 18, Half: true}, " (Move 6 × 3)"}, // retreats go all the way
		{heroic.Moved{Yards: 4, Allowed: 7}, " (of 7)"},
	} {
		if got := plain(newTeller(new(bytes.Buffer), b, 100).allowance(c.e)); got != c.want {
			t.Errorf("%+v: %q, want %q", c.e, got, c.want)
		}
	}
}

func TestStoryMeanDamage(t *testing.T) {
	b := groupFight()
	e := groupFightMaces(b)
	e.Hits = 3
	e.Injury.Damage = e.Mode.Damage
	e.Injury.Rolls, e.Injury.Mean, e.Injury.Pen, e.Injury.Injury, e.Injury.Wounding = nil, 9.5, 25, 38, 45
	got, want := plain(newTeller(new(bytes.Buffer), b, 100).damage(e)), "2d+2 cr: mean 9.5 − DR 1 = 8.5, × 3 hits, × 1.5 = 38 injury"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStoryRoundOpensBeforeArrivals(t *testing.T) {
	b := skirmish()
	got := tellStory(t, b, []heroic.Event{
		heroic.Locked{A: 0, B: 4},
		heroic.RoundBegins{Round: 1, Distance: 1},
		heroic.Fatigued{Roll: 6},
		heroic.Arrival{Group: 2},
		heroic.Locked{A: 2, B: 4},
		heroic.RoundBegins{Round: 2, Distance: 1},
	}, 100)
	var order []string
	for line := range strings.Lines(got) {
		if len(line) < labelWidth {
			continue
		}
		if label := strings.TrimSpace(line[:labelWidth]); label != "" {
			order = append(order, label)
		}
	}
	if got := strings.Join(order, ", "); got != "Round 1, Opening, Fatigue, Round 2, Arrivals, Opening" {
		t.Errorf("order of lines: %s", got)
	}
}

// plain is s without glue.
func plain(s string) string { return strings.ReplaceAll(s, glue, " ") }

func tellStory(t *testing.T, b *heroic.Battle, events []heroic.Event, columns int) string {
	t.Helper()
	var out bytes.Buffer
	if err := (Narration{Width: columns}).Render(&out, b, events); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Events made by hand: the helpers work out what follows from the dice, so that
// the stories add up.

func score(base int, parts ...heroic.Part) heroic.Score {
	s := heroic.Score{Base: base, Parts: parts, Total: base}
	for _, p := range parts {
		s.Total += p.Value
	}
	return s
}

func part(r heroic.Reason, value int) heroic.Part { return heroic.Part{Reason: r, Value: value} }

// contested fills in the margin and the hits of an attack.
func contested(e heroic.Attacked) heroic.Attacked {
	e.Margin = e.Skill.Total - e.Attack - (e.DefenceScore.Total - e.Defend)
	if e.SpeedFactor == 0 {
		e.SpeedFactor = 4
	}
	if e.Multiplier == 0 {
		e.Multiplier = 1
	}
	if e.Mode == nil {
		e.Mode = &e.Weapon.Modes[0]
	}
	e.Cap = -1
	if e.Weapon.Ranged {
		e.Cap = e.Attackers * e.Shots
	}
	if e.Margin > 0 {
		e.BaseHits = 1 + e.Margin/e.SpeedFactor
		e.Hits = int(float64(e.BaseHits) * e.Multiplier)
		if e.Cap >= 0 {
			e.Hits = min(e.Hits, e.Cap)
		}
	}
	return e
}

// hurt fills in the injury of rolls against a DR before the armour divisor.
func hurt(e heroic.Attacked, damage string, dr int, rolls ...int) heroic.Attacked {
	d, err := units.ParseDamage(damage)
	if err != nil {
		panic(err)
	}
	in := &e.Injury
	in.Damage, in.RawDR, in.DR, in.Rolls = d, dr, d.Divisor.Against(dr), rolls
	for _, roll := range rolls {
		roll = max(leastBasic(*in), roll)
		if in.Halved {
			roll /= 2
		}
		in.Pen += max(0, roll-in.DR)
	}
	if in.Once {
		in.Pen *= e.Hits
	}
	in.Wounding, _ = units.WoundingAt(e.Location, d.Type)
	in.Injury = in.Wounding.Apply(in.Pen)
	return e
}

func ht(score, roll int) *heroic.Check {
	return &heroic.Check{Score: score, Roll: roll, Success: roll <= 4 || roll < 17 && roll <= score}
}

// weapon makes a weapon of damages such as "swing 1d+2 cut".
func weapon(w units.Weapon, damages ...string) units.Weapon {
	for _, text := range damages {
		name := ""
		if word, rest, _ := strings.Cut(text, " "); word == "swing" || word == "thrust" {
			name, text = word, rest
		}
		d, err := units.ParseDamage(text)
		if err != nil {
			panic(err)
		}
		w.Modes = append(w.Modes, units.Mode{Name: name, Damage: d})
	}
	return w
}

// battle makes a Battle of groups that are listed side by side.
func battle(name string, rules heroic.Rules, sides [2]heroic.SideInfo, groups ...heroic.GroupInfo) *heroic.Battle {
	b := &heroic.Battle{Name: name, MaxRounds: 100, Rules: rules, Sides: sides}
	for _, g := range groups {
		g.Start, g.Pool, g.FP = g.Count, g.Count*g.Unit.HP, g.Unit.FP
		b.Groups = append(b.Groups, g)
	}
	for side := range b.Sides {
		b.Sides[side].First = len(b.Groups)
		for i, g := range b.Groups {
			if g.Side == side {
				b.Sides[side].First = min(b.Sides[side].First, i)
				b.Sides[side].Last = i + 1
			}
		}
	}
	return b
}

// The first worked battle of the rules.

func duel() *heroic.Battle {
	swordsman := &units.Unit{Name: "Swordsman", ST: 12, HP: 12, DX: 11, HT: 11, FP: 11, Speed: 5.5, Dodge: 9, Block: 12, Move: 3, Encumbrance: units.Medium,
		Weapons: []units.Weapon{weapon(units.Weapon{Name: "Broadsword", Skill: 14}, "swing 1d+2 cut", "thrust 1d+1 imp")}}
	bandit := &units.Unit{Name: "Bandit", ST: 13, HP: 13, DX: 12, HT: 11, FP: 11, Speed: 6, Dodge: 10, Move: 6,
		Weapons: []units.Weapon{
			weapon(units.Weapon{Name: "Broadsword", Skill: 14}, "swing 1d+2 cut", "thrust 1d+2 imp"),
			weapon(units.Weapon{Name: "Short bow", Skill: 13, Ranged: true, Acc: 1, HalfDamage: 195, MaxRange: 300, RoF: 1, Bulk: -6}, "1d imp"),
		}}
	return battle("Duel", heroic.DefaultRules(), [2]heroic.SideInfo{{Name: "Swordsman"}, {Name: "Bandit"}},
		heroic.GroupInfo{Group: heroic.Group{Name: "Swordsman", Unit: swordsman, Count: 1}, Side: 0},
		heroic.GroupInfo{Group: heroic.Group{Name: "Bandit", Unit: bandit, Count: 1}, Side: 1})
}

func duelEvents(b *heroic.Battle) []heroic.Event {
	const s, o = 0, 1
	sword, banditSword, bow := &b.Groups[s].Unit.Weapons[0], &b.Groups[o].Unit.Weapons[0], &b.Groups[o].Unit.Weapons[1]
	return []heroic.Event{
		heroic.RoundBegins{Round: 1, Distance: 15, Groups: []heroic.GroupState{
			{Group: s, Fighting: 1, Pool: 12, FP: 11}, {Group: o, Fighting: 1, Pool: 13, FP: 11}}},
		heroic.Ordered{Group: s, Tactic: heroic.Defensive},
		heroic.Ordered{Group: o, Tactic: heroic.AimedShooting, Move: heroic.Away},
		heroic.InitiativeRolled{Rolls: [][2]int{{3, 4}}, Winner: 1, First: 1, Bonus: 2},
		heroic.PhaseBegins{Phase: heroic.RangedPhase},
		contested(heroic.Attacked{Attacker: o, Target: s, Kind: heroic.RangedAttack, Weapon: bow,
			Attackers: 1, Side: 1, Defenders: 1, Shots: 2, Distance: 15,
			Skill: score(13, part(heroic.ForTactic, 2), part(heroic.ForAcc, 1), part(heroic.ForInitiative, 2), part(heroic.ForRange, -3)), Attack: 13,
			Defence: heroic.Block, DefenceScore: score(12, part(heroic.ForTactic, 1)), Defend: 6}),
		heroic.PhaseBegins{Phase: heroic.MovementPhase},
		heroic.Moved{Group: o, Move: heroic.Away, From: heroic.Point{Y: 15}, To: heroic.Point{Y: 21}, Yards: 6, Allowed: 6, Spent: 1, Target: s, Distance: 21},
		heroic.Moved{Group: s, Move: heroic.Close, To: heroic.Point{Y: 12}, Yards: 12, Allowed: 12, Target: o, Distance: 9},
		heroic.PhaseBegins{Phase: heroic.MeleePhase},
		heroic.Fatigued{Roll: 1, Losses: []heroic.FPLoss{{Group: s, Lost: 3, FP: 8}, {Group: o, Lost: 1, FP: 10}}},

		heroic.RoundBegins{Round: 2, Distance: 9, Groups: []heroic.GroupState{
			{Group: s, Fighting: 1, Pool: 12, FP: 8}, {Group: o, Fighting: 1, Pool: 13, FP: 10}}},
		heroic.Ordered{Group: s, Tactic: heroic.Defensive},
		heroic.Ordered{Group: o, Tactic: heroic.Defensive},
		heroic.InitiativeRolled{Rolls: [][2]int{{5, 3}}, Winner: 0, First: 0, Bonus: 2},
		heroic.PhaseBegins{Phase: heroic.RangedPhase},
		contested(heroic.Attacked{Attacker: o, Target: s, Kind: heroic.RangedAttack, Weapon: bow,
			Attackers: 1, Side: 1, Defenders: 1, Shots: 3, Distance: 9, Multiplier: 1.5,
			Skill: score(13, part(heroic.ForTactic, -2), part(heroic.ForRange, -3)), Attack: 7,
			Defence: heroic.Block, DefenceScore: score(12, part(heroic.ForTactic, 1), part(heroic.ForInitiative, 2)), Defend: 8}),
		heroic.PhaseBegins{Phase: heroic.MovementPhase},
		heroic.Moved{Group: s, Move: heroic.Close, From: heroic.Point{Y: 12}, To: heroic.Point{Y: 20}, Yards: 8, Allowed: 12, Target: o, Distance: 1},
		heroic.Locked{A: s, B: o},
		heroic.PhaseBegins{Phase: heroic.MeleePhase},
		hurt(contested(heroic.Attacked{Attacker: s, Target: o, Kind: heroic.MeleeAttack, Weapon: sword,
			Attackers: 1, Side: 1, Defenders: 1,
			Skill: score(14, part(heroic.ForTactic, -2), part(heroic.ForInitiative, 2)), Attack: 8,
			Defence: heroic.Dodge, DefenceScore: score(10, part(heroic.ForTactic, 1)), Defend: 13}),
			"1d+2 cut", 3, 8, 7, 8),
		contested(heroic.Attacked{Attacker: o, Target: s, Kind: heroic.MeleeAttack, Weapon: banditSword,
			Attackers: 1, Side: 1, Defenders: 1,
			Skill: score(14, part(heroic.ForTactic, -2)), Attack: 11,
			Defence: heroic.Block, DefenceScore: score(12, part(heroic.ForTactic, 1), part(heroic.ForInitiative, 2)), Defend: 7}),
		heroic.Suffered{Group: o, Injury: 21, HT: ht(11, 12), Taken: 21, Pool: 0, Before: 1, After: 0},
		heroic.Ended{Outcome: heroic.FirstWins, Rounds: 2, Groups: []heroic.GroupState{
			{Group: s, Fighting: 1, Pool: 12, FP: 8}, {Group: o, FP: 10, Standing: heroic.Down}}},
		heroic.Casualties{Group: o, Fallen: 1, Dead: 1},
	}
}

// The second worked battle. Where the example departs from its rules its own
// state is taken, as in the engine's test.

func groupFight() *heroic.Battle {
	troglodyte := &units.Unit{Name: "troglodyte", ST: 12, HP: 12, DX: 12, HT: 11, FP: 11, Speed: 6, Dodge: 10, Move: 6,
		Weapons: []units.Weapon{
			weapon(units.Weapon{Name: "Stone axe", Skill: 12}, "2d-1(0.5) cut"),
			weapon(units.Weapon{Name: "Stone javelin", Skill: 14, Ranged: true, Acc: 3, HalfDamage: 18, MaxRange: 30, RoF: 1, Bulk: -4, Thrown: true}, "1d(0.5) imp"),
		}}
	ogre := &units.Unit{Name: "ogre", ST: 16, HP: 16, DX: 9, HT: 11, FP: 11, SM: 1, Speed: 5, Dodge: 8, Move: 6,
		Weapons: []units.Weapon{
			weapon(units.Weapon{Name: "Small mace", Skill: 10}, "2d+2 cr"),
			weapon(units.Weapon{Name: "Javelin", Skill: 10, Ranged: true, Acc: 3, HalfDamage: 24, MaxRange: 40, RoF: 1, Bulk: -4, Thrown: true}, "2d-1 imp"),
		}}
	return battle("Troglodytes against ogres", heroic.DefaultRules(), [2]heroic.SideInfo{{Name: "Troglodytes"}, {Name: "Ogres"}},
		heroic.GroupInfo{Group: heroic.Group{Name: "Axes", Unit: troglodyte, Count: 10}, Side: 0},
		heroic.GroupInfo{Group: heroic.Group{Name: "Ogre", Unit: ogre, Count: 8}, Side: 1})
}

// groupFightMaces is the ogres' blow of round 2.
func groupFightMaces(b *heroic.Battle) heroic.Attacked {
	return hurt(contested(heroic.Attacked{Attacker: 1, Target: 0, Kind: heroic.MeleeAttack, Weapon: &b.Groups[1].Unit.Weapons[0],
		Attackers: 8, Side: 8, Defenders: 10, Multiplier: 4,
		Skill: score(10, part(heroic.ForTactic, 4), part(heroic.ForInitiative, 2), part(heroic.ForSize, -1)), Attack: 10,
		Defence: heroic.Dodge, DefenceScore: score(10, part(heroic.ForTactic, 1)), Defend: 10}),
		"3d cr", 1, 10, 12, 11, 12, 13, 12, 11, 10)
}

func groupFightEvents(b *heroic.Battle) []heroic.Event {
	const trogs, ogres = 0, 1
	axe, stoneJavelin := &b.Groups[trogs].Unit.Weapons[0], &b.Groups[trogs].Unit.Weapons[1]
	mace, javelin := &b.Groups[ogres].Unit.Weapons[0], &b.Groups[ogres].Unit.Weapons[1]

	stones := contested(heroic.Attacked{Attacker: trogs, Target: ogres, Kind: heroic.RangedAttack, Weapon: stoneJavelin,
		Attackers: 10, Side: 10, Defenders: 8, Shots: 1, Distance: 10, Multiplier: 4,
		Skill: score(14, part(heroic.ForRange, -3), part(heroic.ForSize, 1), part(heroic.ForNumbers, 2), part(heroic.ForMass, 1)), Attack: 12,
		Defence: heroic.Dodge, DefenceScore: score(8, part(heroic.ForTactic, -2), part(heroic.ForInitiative, 2)), Defend: 13})
	axes := contested(heroic.Attacked{Attacker: trogs, Target: ogres, Kind: heroic.MeleeAttack, Weapon: axe,
		Attackers: 10, Side: 10, Defenders: 8, Multiplier: 4,
		Skill: score(12, part(heroic.ForSize, 1), part(heroic.ForNumbers, 2)), Attack: 4,
		Defence: heroic.Dodge, DefenceScore: score(8, part(heroic.ForTactic, -2), part(heroic.ForInitiative, 2)), Defend: 8})
	axes.Injury.Once = true

	return []heroic.Event{
		heroic.RoundBegins{Round: 1, Distance: 70, Groups: []heroic.GroupState{
			{Group: trogs, Fighting: 10, Pool: 120, FP: 11}, {Group: ogres, Fighting: 8, Pool: 128, FP: 11}}},
		heroic.Ordered{Group: trogs, Tactic: heroic.Offensive},
		heroic.Ordered{Group: ogres, Tactic: heroic.Offensive},
		heroic.InitiativeRolled{Rolls: [][2]int{{2, 3}}, Winner: 1, First: 1, Bonus: 2},
		heroic.PhaseBegins{Phase: heroic.RangedPhase},
		heroic.PhaseBegins{Phase: heroic.MovementPhase},
		heroic.Moved{Group: ogres, Move: heroic.Close, From: heroic.Point{Y: 70}, To: heroic.Point{Y: 40}, Yards: 30, Allowed: 30, Target: trogs, Distance: 40},
		heroic.Moved{Group: trogs, Move: heroic.Close, To: heroic.Point{Y: 30}, Yards: 30, Allowed: 30, Target: ogres, Distance: 10},
		heroic.PhaseBegins{Phase: heroic.MeleePhase},
		heroic.Fatigued{Roll: 6},

		heroic.RoundBegins{Round: 2, Distance: 10, Groups: []heroic.GroupState{
			{Group: trogs, Fighting: 10, Pool: 120, FP: 11}, {Group: ogres, Fighting: 8, Pool: 128, FP: 11}}},
		heroic.Ordered{Group: trogs, Tactic: heroic.HoldGround},
		heroic.Ordered{Group: ogres, Tactic: heroic.AllOutOffensive},
		heroic.InitiativeRolled{Rolls: [][2]int{{2, 3}}, Winner: 1, First: 1, Bonus: 2},
		heroic.PhaseBegins{Phase: heroic.RangedPhase},
		contested(heroic.Attacked{Attacker: ogres, Target: trogs, Kind: heroic.RangedAttack, Weapon: javelin,
			Attackers: 8, Side: 8, Defenders: 10, Shots: 1, Distance: 10, Multiplier: 4,
			Skill: score(10, part(heroic.ForInitiative, 2), part(heroic.ForRange, -3), part(heroic.ForMass, 2)), Attack: 12,
			Defence: heroic.Dodge, DefenceScore: score(10, part(heroic.ForTactic, 1)), Defend: 11}),
		hurt(stones, "1d(0.5) imp", 2, 5, 6, 4, 5, 1, 1, 4, 4, 2, 3),
		heroic.Suffered{Group: ogres, Injury: 8, HT: ht(11, 11), Taken: 4, Pool: 124, Before: 8, After: 8},
		heroic.PhaseBegins{Phase: heroic.MovementPhase},
		heroic.Moved{Group: ogres, Move: heroic.Close, From: heroic.Point{Y: 40}, To: heroic.Point{Y: 31}, Yards: 9, Allowed: 60, Target: trogs, Distance: 1},
		heroic.Locked{A: ogres, B: trogs},
		heroic.PhaseBegins{Phase: heroic.MeleePhase},
		groupFightMaces(b),
		hurt(axes, "2d-1(0.5) cut", 2, 6),
		heroic.Suffered{Group: ogres, Injury: 36, HT: ht(11, 12), Taken: 36, Pool: 88, Before: 8, After: 6},
		heroic.Suffered{Group: trogs, Injury: 83, HT: ht(11, 16), Taken: 83, Pool: 37, Before: 10, After: 4},
		heroic.Checked{Group: trogs, Lost: 6, Of: 10, Score: score(10, part(heroic.ForLosses, 2), part(heroic.ForOutnumbering, -2)), Break: 13},
		heroic.Fatigued{Roll: 6},

		heroic.RoundBegins{Round: 3, Distance: 1, Groups: []heroic.GroupState{
			{Group: trogs, Fighting: 4, Pool: 37, FP: 11}, {Group: ogres, Fighting: 5, Pool: 76, FP: 11}}},
		heroic.Ordered{Group: trogs, Tactic: heroic.AllOutDefensive},
		heroic.Ordered{Group: ogres, Tactic: heroic.Neutral},
		heroic.InitiativeRolled{Rolls: [][2]int{{6, 5}}, Winner: 0, First: 0, Bonus: 2},
		heroic.PhaseBegins{Phase: heroic.RangedPhase},
		heroic.PhaseBegins{Phase: heroic.MovementPhase},
		heroic.PhaseBegins{Phase: heroic.MeleePhase},
		hurt(contested(heroic.Attacked{Attacker: trogs, Target: ogres, Kind: heroic.MeleeAttack, Weapon: axe,
			Attackers: 4, Side: 4, Defenders: 5, Multiplier: 2,
			Skill: score(12, part(heroic.ForTactic, -4), part(heroic.ForInitiative, 2), part(heroic.ForSize, 1)), Attack: 11,
			Defence: heroic.Dodge, DefenceScore: score(8), Defend: 10}),
			"1d+1(0.5) cut", 2, 3, 4),
		hurt(contested(heroic.Attacked{Attacker: ogres, Target: trogs, Kind: heroic.MeleeAttack, Weapon: mace,
			Attackers: 5, Side: 5, Defenders: 4, Multiplier: 2,
			Skill: score(10, part(heroic.ForSize, -1), part(heroic.ForNumbers, 2)), Attack: 7,
			Defence: heroic.Dodge, DefenceScore: score(10, part(heroic.ForTactic, 2), part(heroic.ForInitiative, 2)), Defend: 11}),
			"2d+2 cr", 1, 12, 7),
		heroic.Suffered{Group: trogs, Injury: 17, HT: ht(11, 11), Taken: 9, Pool: 28, Before: 4, After: 3},
		heroic.Checked{Group: trogs, Lost: 7, Of: 10, Score: score(13, part(heroic.ForLosses, 5)), Break: 13, Broke: true},
		heroic.Ended{Outcome: heroic.SecondWins, Rounds: 3, Groups: []heroic.GroupState{
			{Group: trogs, Fighting: 3, Pool: 28, FP: 11, Standing: heroic.Broken}, {Group: ogres, Fighting: 5, Pool: 76, FP: 11}}},
		heroic.Casualties{Group: trogs, Fallen: 7, Dead: 4},
		heroic.Casualties{Group: ogres, Fallen: 3, Dead: 2},
	}
}

// A skirmish made up to show every kind of event and most of their variants.

func skirmish() *heroic.Battle {
	man := func(name string, w ...units.Weapon) *units.Unit {
		return &units.Unit{Name: name, ST: 11, HP: 11, DX: 11, HT: 11, FP: 11, Speed: 5.5, Dodge: 8, Parry: 9, Move: 5, Weapons: w}
	}
	spear := weapon(units.Weapon{Name: "Spear", Skill: 12, Reach: []int{1, 2}}, "1d+2 imp")
	longbow := weapon(units.Weapon{Name: "Langbogen der Schützen von Gräfenau", Skill: 14, Ranged: true, Acc: 3, HalfDamage: 165, MaxRange: 220, RoF: 1, Bulk: -8}, "1d+2 imp")
	crossbow := weapon(units.Weapon{Name: "Crossbow", Skill: 12, Ranged: true, Acc: 4, HalfDamage: 200, MaxRange: 300, RoF: 1, Bulk: -6, Shots: 1, Reload: 8, Missile: units.Bolt}, "1d+4(2) pi")
	greataxe := weapon(units.Weapon{Name: "Great axe", Skill: 16, Unwieldy: true}, "2d+3 cut")
	hero := man("Aelfric", greataxe)
	hero.HP, hero.FP = 14, 12
	rules := heroic.DefaultRules()
	return battle("Skirmish", rules, [2]heroic.SideInfo{{Name: "The party"}, {Name: "Freischaren der Markgräfin Ottilie von Übelstein-Wörth"}},
		heroic.GroupInfo{Group: heroic.Group{Name: "Aelfric", Unit: hero, Count: 1, Character: true}, Side: 0},
		heroic.GroupInfo{Group: heroic.Group{Name: "Archers", Unit: man("archer", spear, longbow), Count: 1_200,
			Orders: []heroic.Order{{}, {}}}, Side: 0},
		heroic.GroupInfo{Group: heroic.Group{Name: "Cavalry", Unit: man("rider", spear), Count: 2, Arrives: 2}, Side: 0},
		heroic.GroupInfo{Group: heroic.Group{Name: "Archers", Unit: man("crossbowman", spear, crossbow), Count: 12}, Side: 1},
		heroic.GroupInfo{Group: heroic.Group{Name: "Spears", Unit: man("spearman", spear), Count: 15}, Side: 1},
		heroic.GroupInfo{Group: heroic.Group{Name: "Troll", Unit: man("Troll", spear), Count: 1}, Side: 1})
}

func skirmishEvents(b *heroic.Battle) []heroic.Event {
	const hero, archers, cavalry, crossbows, spears, troll = 0, 1, 2, 3, 4, 5
	spear, longbow, crossbow := &b.Groups[archers].Unit.Weapons[0], &b.Groups[archers].Unit.Weapons[1], &b.Groups[crossbows].Unit.Weapons[1]
	greataxe := &b.Groups[hero].Unit.Weapons[0]
	dodge := func(parts ...heroic.Part) heroic.Score { return score(8, parts...) }

	arrows := contested(heroic.Attacked{Attacker: archers, Target: spears, Kind: heroic.RangedAttack, Weapon: longbow,
		Attackers: 1_200, Side: 1_200, Defenders: 15, Shots: 3, Distance: 170, Multiplier: 19,
		FastDraw: ht(12, 9),
		Skill:    score(14, part(heroic.ForRange, -11), part(heroic.ForNumbers, 16), part(heroic.ForMass, 3), part(heroic.ForVisibility, -3)), Attack: 11,
		Defence: heroic.Dodge, DefenceScore: dodge(part(heroic.ForTactic, -2)), Defend: 9})
	arrows.Injury.Halved = true
	var volley []int
	for range arrows.Hits {
		volley = append(volley, 3+len(volley)%6)
	}
	bolts := contested(heroic.Attacked{Attacker: crossbows, Target: hero, Kind: heroic.RangedAttack, Weapon: crossbow, Location: units.RightLeg,
		Attackers: 12, Side: 12, Defenders: 1, Shots: 1, Distance: 40.5, Multiplier: 5,
		Skill: score(12, part(heroic.ForRange, -7), part(heroic.ForNumbers, 16), part(heroic.ForMeleeFire, -4), part(heroic.ForLocation, -2)), Attack: 9,
		Defence: heroic.Dodge, DefenceScore: dodge(part(heroic.ForTactic, -2)), Defend: 9})
	bolts = hurt(bolts, "1d+4(2) pi", 3, 5, 7, 9, 10, 5, 6, 7, 8, 9, 10, 5, 5)
	bolts.Injury.Injury, bolts.Injury.Most = 70, 8
	missed := contested(heroic.Attacked{Attacker: crossbows, Target: hero, Kind: heroic.RangedAttack, Weapon: crossbow,
		Attackers: 12, Side: 12, Defenders: 1, Shots: 1, Distance: 1, Multiplier: 5,
		Skill: score(12, part(heroic.ForBulk, -6), part(heroic.ForMeleeFire, -4)), Attack: 9,
		Defence: heroic.Dodge, DefenceScore: dodge(part(heroic.ForTactic, -2)), Defend: 9})
	missed.Stray = &heroic.Check{Score: 9, Roll: 8, Success: true}
	lost := missed
	lost.Stray = &heroic.Check{Score: 9, Roll: 12}
	astray := contested(heroic.Attacked{Attacker: crossbows, Target: troll, Kind: heroic.StrayAttack, Weapon: crossbow, Location: units.Neck,
		Attackers: 1, Side: 1, Defenders: 1, Shots: 1, Distance: 1,
		Skill: score(12, part(heroic.ForMeleeFire, -4)), Attack: 6,
		Defence: heroic.Dodge, DefenceScore: dodge(), Defend: 9})
	astray = hurt(astray, "1d+4(2) pi", 0, 5)
	blow := contested(heroic.Attacked{Attacker: hero, Target: spears, Kind: heroic.MeleeAttack, Weapon: greataxe, SpeedFactor: 6,
		Attackers: 1, Side: 2, Defenders: 15,
		Skill: score(16, part(heroic.ForTactic, 4), part(heroic.ForFooting, -2)), Attack: 8,
		Defence: heroic.Parry, DefenceScore: heroic.Score{Base: 9, Parts: []heroic.Part{part(heroic.ForTactic, 2)}, Total: 9, Cap: 9}, Defend: 12})
	blow = hurt(blow, "3d+1 cut", 12, 12, 8, 14)
	soft := blow
	soft.Injury = heroic.InjuryRolled{Damage: blow.Injury.Damage, RawDR: 16, DR: 16, Rolls: []int{12, 8, 14}, Wounding: 45, Blunt: 2, Injury: 2}
	critical := contested(heroic.Attacked{Attacker: troll, Target: hero, Kind: heroic.MeleeAttack, Weapon: spear,
		Attackers: 1, Side: 1, Defenders: 1, Skill: score(12), Attack: 4, DefenceScore: dodge(), Defend: 8})
	critical.Automatic = heroic.CriticalHit
	critical = hurt(critical, "1d+2 imp", 3, 6, 8, 4)
	fumble := contested(heroic.Attacked{Attacker: troll, Target: hero, Kind: heroic.MeleeAttack, Weapon: spear,
		Attackers: 1, Side: 1, Defenders: 1, Skill: score(12), Attack: 18, DefenceScore: dodge(), Defend: 8})
	fumble.Automatic = heroic.CriticalMiss
	rollMiss := contested(heroic.Attacked{Attacker: spears, Target: hero, Kind: heroic.MeleeAttack, Weapon: spear,
		Attackers: 15, Side: 15, Defenders: 1, Multiplier: 5, Skill: score(12), Attack: 13, DefenceScore: dodge(), Defend: 8})
	rollMiss.Automatic = heroic.AttackRollMiss
	tie := contested(heroic.Attacked{Attacker: spears, Target: hero, Kind: heroic.MeleeAttack, Weapon: spear,
		Allotted: 20, Attackers: 15, Side: 15, Defenders: 1, Multiplier: 5, Skill: score(12), Attack: 12, DefenceScore: dodge(), Defend: 8})
	free := contested(heroic.Attacked{Attacker: spears, Target: cavalry, Kind: heroic.FreeAttack, Weapon: spear,
		Attackers: 15, Side: 15, Defenders: 2, Multiplier: 5,
		Skill: score(12, part(heroic.ForNumbers, 16), part(heroic.ForSpeed, -3)), Attack: 9,
		Defence: heroic.Dodge, DefenceScore: dodge(part(heroic.ForTactic, -4)), Defend: 12})
	free.Injury.Once = true
	free = hurt(free, "1d+2 imp", 0, 5)

	states := func(aelfric, archer, rider heroic.GroupState) []heroic.GroupState {
		return []heroic.GroupState{aelfric, archer, rider,
			{Group: crossbows, Fighting: 12, Pool: 132, FP: 11}, {Group: spears, Fighting: 15, Pool: 165, FP: 11}, {Group: troll, Fighting: 1, Pool: 11, FP: 11}}
	}
	return []heroic.Event{
		heroic.Locked{A: hero, B: spears},
		heroic.RoundBegins{Round: 1, Distance: 1, Groups: states(
			heroic.GroupState{Group: hero, Fighting: 1, Pool: 14, FP: 12},
			heroic.GroupState{Group: archers, Fighting: 1_200, Pool: 13_200, FP: 11},
			heroic.GroupState{Group: cavalry, Fighting: 2, Pool: 22, FP: 11, Standing: heroic.Coming})},
		heroic.Ordered{Group: hero, Tactic: heroic.AllOutOffensive, Move: heroic.Close, Target: heroic.Target{Rule: heroic.Strongest}},
		heroic.Ordered{Group: archers, Tactic: heroic.Neutral, Move: heroic.Hold, Entry: 1, Target: heroic.Target{Rule: heroic.Named, Groups: []heroic.TargetShare{{Group: 1, Share: 800}, {Group: 2, Share: 400}}}},
		heroic.Ordered{Group: crossbows, Tactic: heroic.Neutral, Surprise: true},
		heroic.Ordered{Group: spears, Tactic: heroic.Neutral, Surprise: true},
		heroic.Ordered{Group: troll, Tactic: heroic.Neutral, Surprise: true},
		heroic.InitiativeRolled{Winner: 0, First: 0, Bonus: 2, Forced: true},
		heroic.PhaseBegins{Phase: heroic.RangedPhase},
		hurt(arrows, "1d+2 imp", 2, volley...),
		lost,
		heroic.Suffered{Group: spears, Injury: 72, HT: ht(18, 17), Taken: 72, Pool: 93, Before: 15, After: 9},
		heroic.PhaseBegins{Phase: heroic.MeleePhase},
		blow, soft,
		heroic.Suffered{Group: spears, Injury: 5, Taken: 5, Pool: 88, Before: 9, After: 8},
		heroic.Fatigued{Roll: 2, Losses: []heroic.FPLoss{{Group: hero, Lost: 4, FP: 3, Tired: true}, {Group: spears, Lost: 5, Collapsed: true}}},

		heroic.Arrival{Group: cavalry},
		heroic.Locked{A: cavalry, B: spears},
		heroic.Locked{A: cavalry, B: crossbows},
		heroic.RoundBegins{Round: 2, Distance: 1, Groups: states(
			heroic.GroupState{Group: hero, Fighting: 1, Pool: 14, FP: 3},
			heroic.GroupState{Group: archers, Fighting: 1_195, Pool: 13_140, FP: 11, Standing: heroic.Broken},
			heroic.GroupState{Group: cavalry, Fighting: 2, Pool: 22, FP: 11})},
		heroic.Ordered{Group: hero, Tactic: heroic.AllOutDefensive, Move: heroic.Withdraw, Auto: true},
		heroic.Ordered{Group: archers, Tactic: heroic.Retreat, Move: heroic.Away, Forced: true},
		heroic.Ordered{Group: cavalry, Tactic: heroic.Retreat, Move: heroic.Away},
		heroic.Ordered{Group: crossbows, Tactic: heroic.Neutral, Target: heroic.Target{Rule: heroic.Named, Groups: []heroic.TargetShare{{Group: 0, Share: 1}}}},
		heroic.Ordered{Group: spears, Tactic: heroic.Neutral, Target: heroic.Target{Rule: heroic.MostWounded}},
		heroic.Ordered{Group: troll, Tactic: heroic.Neutral, Entry: -1, Target: heroic.Target{Rule: heroic.Weakest}},
		heroic.InitiativeRolled{Rolls: [][2]int{{3, 4}, {2, 6}}, Adds: [2]int{1, 0}, Winner: 1, First: 1, Bonus: 2},
		heroic.PhaseBegins{Phase: heroic.RangedPhase},
		bolts, missed, astray,
		heroic.Reloaded{Group: crossbows, Weapon: crossbow, AP: 3},
		heroic.Reloaded{Group: troll, Weapon: crossbow, AP: 1, Done: true},
		heroic.Suffered{Group: hero, Injury: 70, HT: ht(11, 4), Taken: 35, Pool: 0, Before: 1, After: 0},
		heroic.Suffered{Group: troll, Injury: 7, HT: ht(3, 4), Taken: 4, Pool: 7, Before: 1, After: 1},
		heroic.Wearied{Group: troll, Damage: 5, Taken: 3, Members: 1, Lost: 3, FP: 8},
		heroic.PhaseBegins{Phase: heroic.MovementPhase},
		heroic.Moved{Group: spears, Yards: 0, Distance: 1, Target: -1},
		heroic.Unlocked{A: cavalry, B: crossbows},
		heroic.Unlocked{A: cavalry, B: spears},
		free,
		heroic.Moved{Group: cavalry, Retreats: true, Yards: 50, Allowed: 50, Target: spears, Distance: 51},
		heroic.Moved{Group: hero, Move: heroic.Withdraw, Yards: 4.5, Allowed: 5.5, Target: -1, Distance: 5.5},
		heroic.Moved{Group: troll, Move: heroic.Close, Yards: 3, Allowed: 15, Spent: 2, Target: -1, To: heroic.Point{X: 3}, Distance: math.Inf(1)},
		heroic.Moved{Group: crossbows, Move: heroic.Close, Yards: 3, Allowed: 25, Half: true, Target: -1, To: heroic.Point{Y: 3}, Distance: 12},
		heroic.Suffered{Group: cavalry, Injury: 300, HT: ht(11, 12), Taken: 300, Pool: 0, Before: 2, After: 0},
		heroic.Suffered{Group: archers, Injury: 20, HT: ht(11, 12), Taken: 20, Pool: 13_120, Before: 1_195, After: 1_193},
		heroic.Departed{Group: archers, Broke: true},
		heroic.Departed{Group: cavalry},
		heroic.PhaseBegins{Phase: heroic.MeleePhase},
		critical, fumble, rollMiss, tie,
		heroic.NoRoom{Attacker: spears, Target: hero, Allotted: 4},
		heroic.Checked{Group: troll, Lost: 4, Of: 11, Lone: true, Score: score(9), Break: 13},
		heroic.Checked{Group: spears, Lost: 8, Of: 15, Score: score(12, part(heroic.ForLosses, 2), part(heroic.ForOutnumbering, -5), part(heroic.ForCowardice, 5)), Break: 13, Broke: true, Surrender: true},
		heroic.Fatigued{Roll: 1, Losses: []heroic.FPLoss{{Group: hero, Lost: 1, FP: 2, Tired: true}}},
		heroic.Ended{Outcome: heroic.Undecided, Rounds: 100, Groups: states(
			heroic.GroupState{Group: hero, Standing: heroic.Down},
			heroic.GroupState{Group: archers, Fighting: 1_193, Pool: 13_120, Standing: heroic.Left},
			heroic.GroupState{Group: cavalry, Standing: heroic.Down})},
		heroic.Casualties{Group: hero, Fallen: 1, Wound: heroic.Wound{Roll: 8, Location: units.RightLeg, Crippled: true}},
		heroic.Casualties{Group: archers, Fallen: 7, Dead: 4},
		heroic.Casualties{Group: troll},
	}
}
