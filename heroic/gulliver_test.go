package heroic

import (
	"fmt"
	"math"
	"testing"

	"heroicsim/dice"
	"heroicsim/units"
)

// TestSizeOf is G-SCALE-1: V-SCALE-01 to 25, and each row of its table just at and
// just below it.
func TestSizeOf(t *testing.T) {
	for _, tt := range []struct {
		name   string
		inches float64
		size   int
	}{
		{"V-SCALE-01", 720, 6}, {"V-SCALE-02", 144, 2}, {"V-SCALE-03", 72, 0}, {"V-SCALE-04", 48, -1}, {"V-SCALE-05", 36, -2},
		{"V-SCALE-06", 24, -3}, {"V-SCALE-07", 18, -4}, {"V-SCALE-08", 13, -5}, {"V-SCALE-09", 12, -5}, {"V-SCALE-10", 6, -7},
		{"V-SCALE-11", 5, -7}, {"V-SCALE-12", 4, -8}, {"V-SCALE-13", 3, -8}, {"V-SCALE-14", 2, -9}, {"V-SCALE-15", 1.5, -10},
		{"V-SCALE-16", 1, -11}, {"V-SCALE-17", 8, -6}, {"V-SCALE-18", 108, 1}, {"V-SCALE-19", 600, 5}, {"V-SCALE-20", 0.25, -15},
		{"V-SCALE-21", 47.9, -2}, {"V-SCALE-21", 71.9, -1},
		// The modifier for a range is minus the Size: +5, +2, 0, -2.
		{"V-SCALE-22", 12, -5}, {"V-SCALE-23", 36, -2}, {"V-SCALE-24", 72, 0}, {"V-SCALE-25", 144, 2},
	} {
		equal(t, fmt.Sprint(tt.name, ": ", tt.inches), sizeOf(tt.inches), tt.size)
	}
	rows := []float64{
		0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15, 24, 36, 48, 72, 108, 144, 216, 360, 504, 720, 1080, 1440, 2160, 3600, 5040, 7200,
	}
	for i, inches := range rows {
		size := i - 17
		equal(t, fmt.Sprint(inches, " inches"), sizeOf(inches), size)
		equal(t, fmt.Sprint("a little under ", inches), sizeOf(inches*0.999), size-1)
		if got := sizeLength(size); math.Abs(got-inches) > 1e-9*inches {
			t.Errorf("Size %d is %v inches, want %v", size, got, inches)
		}
	}
	equal(t, "beyond the table", sizeOf(10_800), 13)
	equal(t, "below the table", sizeOf(0.07), -18)
}

// TestLinearScale is G-SCALE-2: V-LIN-01 to 08, exactly.
func TestLinearScale(t *testing.T) {
	for _, tt := range []struct {
		name  string
		level int
		want  fraction
	}{
		{"V-LIN-01", 4, fraction{5, 1}}, {"V-LIN-02", -2, fraction{2, 4}}, {"V-LIN-03", -4, fraction{2, 10}}, {"V-LIN-04", -1, fraction{2, 3}},
		{"V-LIN-05", -3, fraction{2, 6}}, {"V-LIN-06", 1, fraction{3, 2}}, {"V-LIN-06", 2, fraction{2, 1}},
		{"V-LIN-07", 3, fraction{3, 1}}, {"V-LIN-07", 5, fraction{7, 1}}, {"V-LIN-07", 6, fraction{10, 1}}, {"V-LIN-07", 7, fraction{15, 1}},
		{"V-LIN-08", -5, fraction{2, 14}}, {"V-LIN-08", -6, fraction{2, 20}}, {"V-LIN-08", -7, fraction{2, 30}},
		{"none", 0, fraction{1, 1}}, {"twelve", 12, fraction{100, 1}},
	} {
		equal(t, tt.name, linearScale(tt.level), tt.want)
	}
	for n := -30; n <= 30; n++ {
		equal(t, fmt.Sprint("there and back from ", n), ratioLevel(linearScale(n).float()), n)
		equal(t, fmt.Sprint("a little under ", n), ratioLevel(linearScale(n).float()*0.999), n-1)
	}
}

// TestRatioLevel is V-LIN-09 to 13.
func TestRatioLevel(t *testing.T) {
	for _, tt := range []struct {
		name string
		x    float64
		want int
	}{
		{"V-LIN-09", 1.0 / 4, -4}, {"V-LIN-10", 3.0 / 4, -1}, {"V-LIN-11", 32.0 / 22, 0}, {"V-LIN-12", 32.0 / 12, 2},
		{"V-LIN-13", 1.0 / 3, -3}, {"V-LIN-13", 2.0 / 3, -1}, {"V-LIN-13", 1, 0},
	} {
		equal(t, tt.name, ratioLevel(tt.x), tt.want)
	}
}

// TestSizeWithShortWeapon is V-SIZE-04: a leprechaun at a man's leg, with a weapon
// of Reach C, which is shorter than he. With one as long it is V-SIZE-05.
func TestSizeWithShortWeapon(t *testing.T) {
	for _, tt := range []struct {
		name        string
		reach, want int // with the location's -2
	}{{"V-SIZE-04", 0, 2}, {"V-SIZE-05", 1, 3}} {
		r := Rules{SizeMelee: SizeCapped}
		equal(t, tt.name, r.relativeSize(-5, 0, tt.reach, units.RightLeg.Penalty())+units.RightLeg.Penalty(), tt.want)
	}
}

// A clash is a melee attack of skill 12 of one group on another, Neutral both, by
// the preset with changes. The target has Dodge 8, and Parry and Block 10.
type clash struct {
	by, at func(*units.Unit)
	weapon units.Weapon
	rules  func(*Rules)
}

func (c clash) scores(t *testing.T, kind DefenceKind) (skill, defence tally) {
	t.Helper()
	if c.weapon.Modes == nil {
		c.weapon.Modes = modes(t, "1d cr")
	}
	c.weapon.Skill = 12
	plain := func(*units.Unit) {}
	if c.by == nil {
		c.by = plain
	}
	if c.at == nil {
		c.at = plain
	}
	sc := duel(1, band(footman(t, armed(c.weapon), c.by), 1), band(footman(t, func(u *units.Unit) { u.Parry, u.Block = 10, 10 }, c.at), 1))
	sc.Rules.Preset(GulliverSimple)
	if c.rules != nil {
		c.rules(&sc.Rules)
	}
	s := onStage(t, sc)
	s.open(-1)
	a := attack{from: &whole, to: &whole, by: &s.groups[0], at: &s.groups[1], weapon: &s.groups[0].melee[0], members: 1, side: 1, distance: 1}
	return s.skillOf(&a), s.defenceOf(&a, kind)
}

func sm(n int) func(*units.Unit) { return func(u *units.Unit) { u.SM = n } }

// TestWideWeapons is G-WEAP-1: V-WEAP1-01 to 03, and what it does in the contest.
func TestWideWeapons(t *testing.T) {
	on, off := Rules{Gulliver: gullivers[GulliverSimple]}, Rules{}
	for _, tt := range []struct {
		name          string
		target, width float64
		want          int
	}{
		{"V-WEAP1-01", 2, 4, -8}, {"V-WEAP1-02", 72, 2, 0}, {"V-WEAP1-03", 1, 12, -5}, {"as wide as the target", 12, 12, -5}, {"no width", 1, 0, -11},
	} {
		w := units.Weapon{Width: tt.width}
		equal(t, tt.name, on.targetSize(sizeOf(tt.target), &w), tt.want)
		equal(t, tt.name+", off", off.targetSize(sizeOf(tt.target), &w), sizeOf(tt.target))
	}
	for _, tt := range []struct {
		name             string
		by, at           int
		width            float64
		way              SizeMelee
		size, wide, want int
	}{
		{"man on rat with a net", 0, -7, 12, SizeCapped, -7, +2, 7},
		{"the same by half", 0, -7, 12, SizeHalf, -4, +1, 9},
		{"the same without size", 0, -7, 12, SizeOff, 0, 0, 12},
		{"man on man", 0, 0, 24, SizeCapped, 0, 0, 12},
		{"a giant's foot on a man", 2, 0, 108, SizeCapped, -2, +1, 11},
		{"V-INT-01: giant's club on man", 2, 0, 24, SizeCapped, -2, 0, 10},
		{"V-INT-02: man's sword on giant", 0, 2, 0, SizeCapped, +2, 0, 14},
		{"V-INT-03: man's sword on dragon", 0, 4, 0, SizeCapped, +2, 0, 14},
	} {
		score, _ := clash{by: sm(tt.by), at: sm(tt.at), weapon: units.Weapon{Width: tt.width}, rules: func(r *Rules) { r.SizeMelee = tt.way }}.scores(t, Dodge)
		equal(t, tt.name, score.total, tt.want)
		equal(t, tt.name+": size", part(score.score(), ForSize), tt.size)
		equal(t, tt.name+": width", part(score.score(), ForWideWeapon), tt.wide)
	}
	pike := units.Weapon{Reach: []int{4, 5}} // 180 inches
	score, _ := clash{at: sm(4), weapon: pike}.scores(t, Dodge)
	equal(t, "V-INT-03: man's pike on dragon", score.total, 15)
	score, _ = clash{at: sm(-7), weapon: units.Weapon{Width: 12}, rules: func(r *Rules) { r.BigWeapon = false }}.scores(t, Dodge)
	equal(t, "big_weapon off", score.total, 5)
}

// TestDodgeWide is G-DODGE-1: V-DODGE-01 to 07, V-INT-04 and V-INT-09.
func TestDodgeWide(t *testing.T) {
	for _, tt := range []struct {
		name  string
		width float64
		want  int
	}{
		{"V-DODGE-01", 24, 0}, {"V-DODGE-02", 36, -2}, {"V-DODGE-03", 48, -4}, {"V-DODGE-04", 72, -6}, {"V-DODGE-05", 108, -8},
		{"V-DODGE-06", 144, -10}, {"V-DODGE-07", 2, 0}, {"V-INT-04", 24, 0},
		{"V-INT-09", 60, -4}, {"V-INT-09", 120, -8}, {"V-INT-09", 240, -12},
		{"just under a half", 35.9, 0}, {"just under all", 71.9, -4}, {"none", 0, 0},
	} {
		equal(t, tt.name, dodgeWide(tt.width, 72), tt.want)
		for kind, base := range map[DefenceKind]int{Dodge: 8, Parry: 10, Block: 10} {
			c := clash{weapon: units.Weapon{Width: tt.width}, rules: func(r *Rules) { r.ParryOomph = false }}
			_, score := c.scores(t, kind)
			want := base
			if kind == Dodge {
				want += tt.want
			}
			equal(t, fmt.Sprint(tt.name, ": ", kind), score.total, want)
			c.rules = func(r *Rules) { r.ParryOomph, r.DodgeHuge = false, false }
			_, score = c.scores(t, kind)
			equal(t, fmt.Sprint(tt.name, ": ", kind, ", off"), score.total, base)
		}
	}
	for _, tt := range []struct {
		name string
		at   func(*units.Unit)
		want int
	}{
		{"SM -2 is 36 inches long", sm(-2), -6},
		{"SM +2 is 144", sm(2), 0},
		{"a given length wins", func(u *units.Unit) { u.SM, u.Length = 2, 36 }, -6},
	} {
		_, score := clash{at: tt.at, weapon: units.Weapon{Width: 36}}.scores(t, Dodge)
		equal(t, tt.name, part(score.score(), ForWideWeapon), tt.want)
	}
}

// TestOomph is G-PARRY-1 and -2, and G-BLOCK-1: V-PARRY-01 to 10, V-INT-05 to 07,
// and the bash of V-GRIP-04.
func TestOomph(t *testing.T) {
	one, two, staff := grip{hands: 1}, grip{hands: 2}, grip{hands: 2, wideApart: true}
	for _, tt := range []struct {
		name   string
		load   float64
		grip   grip
		weight float64
		want   float64
	}{
		{"V-PARRY-01", 25, one, 7, 32}, {"V-PARRY-02", 14, two, 7, 28}, {"V-PARRY-03", 9, one, 3, 12}, {"V-PARRY-04", 9, staff, 4, 22},
		{"V-PARRY-09", 20, grip{hands: 3}, 8, 40}, {"V-INT-05", 50, two, 40, 115}, {"V-INT-06, men", 11, one, 3, 14}, {"V-INT-07, men", 11, one, 15, 26},
		{"unarmed", 10, one, 0, 10},
	} {
		if got := oomph(tt.load, tt.grip, tt.weight); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	for _, tt := range []struct {
		name        string
		blow, meets float64
		want        int
	}{
		{"V-PARRY-05", 32, 28, 0}, {"V-PARRY-06", 32, 12, -2}, {"V-PARRY-07", 32, 22, 0},
		{"V-PARRY-08", 30, 20, -1}, {"V-PARRY-08", 30, 10, -3}, {"V-PARRY-08", 100, 10, -6}, {"V-PARRY-10", 12, 32, 0},
		{"V-INT-06", 115, 14, -5}, {"V-INT-07", 115, 26, -3}, {"V-GRIP-04", 37, 14, -2},
		{"just under 1.5", 14.9, 10, 0}, {"2", 20, 10, -2}, {"5", 50, 10, -4}, {"7", 70, 10, -5}, {"15", 150, 10, -7}, {"20", 200, 10, -8},
	} {
		equal(t, tt.name, overwhelms(tt.blow, tt.meets), tt.want)
	}
}

// TestOomphInContests is V-INT-05 to 07 with ST instead of Load ST, and who parries
// with what.
func TestOomphInContests(t *testing.T) {
	club := units.Weapon{Weight: 40, TwoHanded: true, WideGrip: true} // wide apart is for parries only
	strong := func(st int) func(*units.Unit) { return func(u *units.Unit) { u.ST = st } }
	with := func(st int, shield float64, weapons ...units.Weapon) func(*units.Unit) {
		return func(u *units.Unit) {
			u.ST, u.ShieldWeight, u.Weapons = st, shield, weapons
			for i := range u.Weapons {
				u.Weapons[i].Modes = modes(t, "1d cut")
			}
		}
	}
	sword, staff := units.Weapon{Weight: 3}, units.Weapon{Weight: 4, TwoHanded: true, WideGrip: true}
	equalLoad := func(r *Rules) { r.EqualLoad = true }
	for _, tt := range []struct {
		name                string
		c                   clash
		dodge, parry, block int
	}{
		{"V-INT-05 to 07", clash{by: strong(50), at: with(11, 15, sword), weapon: club, rules: equalLoad}, 0, -5, -3},
		{"lifting by the square: 250 × 1.5 + 40 to 12.1 + 3 and 12.1 + 15", clash{by: strong(50), at: with(11, 15, sword), weapon: club}, 0, -8, -7},
		{"the better of two weapons", clash{by: strong(50), at: with(11, 0, sword, staff), weapon: club, rules: equalLoad}, 0, -3, -6},
		{"unarmed", clash{by: strong(50), at: with(11, 0), weapon: club, rules: equalLoad}, 0, -6, -6},
		{"equals", clash{at: with(10, 3, sword), weapon: sword}, 0, 0, 0},
		{"the stronger defends", clash{at: with(30, 3, sword), weapon: sword}, 0, 0, 0},
		{"ST 0", clash{by: strong(10), at: with(0, 0), weapon: sword}, 0, overwhelms(13, 0), overwhelms(13, 0)},
		{"off", clash{by: strong(50), at: with(11, 15, sword), weapon: club, rules: func(r *Rules) { r.ParryOomph = false }}, 0, 0, 0},
	} {
		for kind, want := range map[DefenceKind]int{Dodge: tt.dodge, Parry: tt.parry, Block: tt.block} {
			_, score := tt.c.scores(t, kind)
			equal(t, fmt.Sprint(tt.name, ": ", kind), part(score.score(), ForOomph), want)
		}
	}
	// Missiles have no force that counts, and tired arms less.
	b := bow(t)
	b.Weight = 200
	sc := duel(1, band(footman(t, armed(b), strong(50)), 1), band(footman(t, func(u *units.Unit) { u.Block, u.ST = 10, 20 }), 1))
	sc.Rules.Preset(GulliverSimple)
	s := onStage(t, sc)
	a := attack{from: &whole, to: &whole, by: &s.groups[0], at: &s.groups[1], weapon: &s.groups[0].ranged[0]}
	equal(t, "an arrow", sc.Rules.oomphModifier(&a, Block), 0)
	a.weapon = &weapon{Weapon: &units.Weapon{}}
	equal(t, "250 against 40", sc.Rules.oomphModifier(&a, Block), -4)
	a.at.tired = true
	equal(t, "250 against 10", sc.Rules.oomphModifier(&a, Block), -8)
	a.by.tired = true
	equal(t, "62.5 against 10", sc.Rules.oomphModifier(&a, Block), -4)
}

// TestJets is G-JET-1: V-JET-01 to 05, and dice with adds.
func TestJets(t *testing.T) {
	on, off := Rules{Gulliver: Gulliver{Jet: true}}, Rules{}
	for _, tt := range []struct {
		name          string
		dice          dice.Expr
		width, length float64
		want          dice.Expr
	}{
		{"V-JET-01", dice.D(2, 0), 36, 36, dice.D(2, 0)}, {"V-JET-01, longer", dice.D(2, 0), 36, 72, dice.D(2, 0)},
		{"V-JET-02: 1.333 dice", dice.D(2, 0), 36, 24, dice.D(1, 1)},
		{"V-JET-03", dice.D(2, 0), 36, 24 * crouching, dice.D(1, 0)},
		{"V-JET-04", dice.D(6, 0), 72, 12, dice.D(1, 0)},
		{"V-JET-05", dice.D(4, 0), 96, 72, dice.D(3, 0)},
		{"half of 2d+2 is 4.5 points", dice.D(2, 2), 72, 36, dice.D(1, 1)},
		{"half of 1d is a flat 1", dice.D(1, 0), 72, 36, dice.D(0, 1)},
		{"half of a flat 5", dice.D(0, 5), 72, 36, dice.D(0, 2)},
		{"half of 1d-3", dice.D(1, -3), 72, 36, dice.D(0, 0)},
		{"half of 3d10", dice.Expr{Count: 3, Sides: 10}, 72, 36, dice.Expr{Count: 1, Sides: 10, Adds: 2}},
	} {
		equal(t, tt.name, shared(tt.dice, on.jetShare(tt.width, tt.length)), tt.want)
		equal(t, tt.name+", off", shared(tt.dice, off.jetShare(tt.width, tt.length)), tt.dice)
	}
	for _, tt := range []struct {
		name string
		sm   int
		want float64
	}{{"V-JET-06", 4, 120}, {"V-JET-07", -2, 12}, {"V-JET-08", 0, 24}, {"V-JET-08", 2, 48}, {"V-JET-08", 6, 240}} {
		equal(t, tt.name, breathWidth(tt.sm), tt.want)
	}
}

// TestCones is G-JET-3: V-JET-09 to 13, and V-INT-08. V-JET-14 is the ground of a cone,
// for which HC-AREA has a count of its own.
func TestCones(t *testing.T) {
	on, off := Rules{Gulliver: Gulliver{Jet: true, Cone: true}}, Rules{}
	for _, tt := range []struct {
		name     string
		distance float64
		want     float64 // yards wide
	}{
		{"V-JET-09", 2, 1.5}, {"V-JET-10", 5, 3}, {"V-JET-11", 9, 6}, {"V-JET-12", 3, 3}, {"V-JET-12", 6, 3},
		{"just before a quarter", 2.99, 1.5}, {"just after a half", 6.01, 6}, {"at the end", 12, 6}, {"beyond", 12.01, 0}, {"at the mouth", 0, 1.5},
	} {
		equal(t, tt.name, on.coneWidth(3, 12, tt.distance), tt.want)
		if tt.want > 0 {
			equal(t, tt.name+", off", off.coneWidth(3, 12, tt.distance), 3)
		}
	}
	equal(t, "beyond, off", off.coneWidth(3, 12, 12.01), 0)
	for _, tt := range []struct {
		name           string
		width, reach   float64 // inches
		yards          float64
		wide, of30Dice int
	}{
		{"V-JET-13", 108, 432, 2, 54, 30}, {"V-JET-13", 108, 432, 5, 108, 20}, {"V-JET-13", 108, 432, 9, 216, 10},
		{"V-INT-08", 120, 432, 2, 60, 30}, {"V-INT-08", 120, 432, 5, 120, 18}, {"V-INT-08", 120, 432, 9, 240, 9},
	} {
		wide := on.coneWidth(tt.width, tt.reach, tt.yards*36)
		equal(t, tt.name+": width", wide, float64(tt.wide))
		equal(t, fmt.Sprint(tt.name, ": dice at ", tt.yards), shared(dice.D(30, 0), on.jetShare(wide, 72)), dice.D(tt.of30Dice, 0))
	}
}

// TestShieldClasses is G-SHIELD-1 as far as it is built: by DB, for who has a shield of
// his own size. Its vectors are about shields that have a Size, which none has here.
func TestShieldClasses(t *testing.T) {
	for db, want := range []shieldClass{noShield, smallShield, mediumShield, largeShield, largeShield} {
		equal(t, fmt.Sprint("DB ", db), shieldClassByDB(db), want)
	}
}

// TestJetStopped is G-JETDEF-3 and -4: V-JETDEF-01 to 03.
func TestJetStopped(t *testing.T) {
	all, none := fraction{1, 1}, fraction{0, 1}
	for _, tt := range []struct {
		name  string
		width float64
		want  [4]fraction // buckler, small, medium, large
	}{
		{"V-JETDEF-01", 24, [4]fraction{{1, 2}, all, all, all}},
		{"V-JETDEF-02", 36, [4]fraction{{1, 3}, {2, 3}, all, all}},
		{"V-JETDEF-02", 48, [4]fraction{{1, 3}, {2, 3}, all, all}},
		{"V-JETDEF-03", 72, [4]fraction{{1, 5}, {1, 3}, {1, 2}, {2, 3}}},
		{"just over a third", 24.1, [4]fraction{{1, 3}, {2, 3}, all, all}},
		{"just over two thirds", 48.1, [4]fraction{{1, 5}, {1, 3}, {1, 2}, {2, 3}}},
	} {
		for i, want := range tt.want {
			class := buckler + shieldClass(i)
			detailed, simple := Rules{Gulliver: Gulliver{JetShield: JetShieldDetailed}}, Rules{}
			equal(t, fmt.Sprint(tt.name, ", class ", class), detailed.jetStopped(true, tt.width, 72, class), want)
			equal(t, fmt.Sprint(tt.name, ", class ", class, ", no Block"), detailed.jetStopped(false, tt.width, 72, class), none)
			equal(t, fmt.Sprint(tt.name, ", class ", class, ", simple"), simple.jetStopped(true, tt.width, 72, class), all)
		}
		r := Rules{}
		equal(t, tt.name+", no shield", r.jetStopped(true, tt.width, 72, noShield), none)
		equal(t, tt.name+", full cover", r.jetStopped(true, tt.width, 72, fullCover), all)
	}
}

// TestPresets: `off` is the default, and `simple` sets what section 12.2 says.
func TestPresets(t *testing.T) {
	r := DefaultRules()
	equal(t, "off by default", r.HasPreset(GulliverOff), true)
	r.SizeMelee = SizeHalf
	r.Preset(GulliverOff)
	equal(t, "off leaves size alone", r.SizeMelee, SizeHalf)
	r.Preset(GulliverSimple)
	equal(t, "simple", r.HasPreset(GulliverSimple), true)
	equal(t, "simple is not off", r.HasPreset(GulliverOff), false)
	equal(t, "size", r.SizeMelee, SizeCapped)
	equal(t, "switches", r.Gulliver, Gulliver{BigWeapon: true, DodgeHuge: true, ParryOomph: true, Jet: true, Cone: true, JetShield: JetShieldDetailed})
	r.Jet = false
	equal(t, "but for one switch", r.HasPreset(GulliverSimple), false)
}
