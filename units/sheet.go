package units

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Sheet is a unit that was read from a character sheet, and what the reader left
// out, guessed or worked out anew. Its unit has no name if the sheet has none.
type Sheet struct {
	Unit  *Unit
	Notes []Note
}

// A sheetReader makes a unit of a sheet, whatever program wrote it.
type sheetReader struct {
	file  *jsonFile
	unit  *Unit
	given Given
	notes []Note
	more  int                   // notes beyond those that are kept
	odd   []string              // traits that may matter, and have no rule
	fire  bool                  // a note says that DR against fire is against burn
	at    map[string]*jsonValue // where the number of a key stands

	weapons []sheetWeapon
	parries []sheetDefence
	blocks  []sheetDefence
}

// A sheetDefence is a weapon's Parry or Block.
type sheetDefence struct {
	level  int
	weapon string
	held   bool // and no part of the body
}

func newSheetReader(f *jsonFile) *sheetReader {
	return &sheetReader{file: f, unit: &Unit{Skills: map[string]int{}}, at: map[string]*jsonValue{}}
}

// note tells of something at v.
func (r *sheetReader) note(v *jsonValue, format string, args ...any) {
	if len(r.notes) == maxSheetNotes {
		r.more++
		r.notes = r.notes[:maxSheetNotes-1]
		defer func() { // the last one tells of all that come after it
			r.notes[maxSheetNotes-1] = Note{Line: 1, Column: 1, Text: fmt.Sprintf("and %d more things", r.more+1)}
		}()
	}
	text := shortLine(fmt.Sprintf(format, args...))
	n := Note{Line: 1, Column: 1, Text: text}
	if v != nil {
		n.Line, n.Column = r.file.place(v.offset)
		if path := v.path(); path != "" {
			n.Text = path + ": " + text
		}
	}
	r.notes = append(r.notes, n)
}

// unused notes a thing that battles have no use for.
func (r *sheetReader) unused(v *jsonValue, thing string) {
	r.note(v, "not used: %s", thing)
	r.notes[len(r.notes)-1].Unused = []string{shortLine(thing)}
}

// aside notes how a number came about.
func (r *sheetReader) aside(v *jsonValue, format string, args ...any) {
	r.note(v, format, args...)
	r.notes[len(r.notes)-1].Aside = true
}

// shortLine keeps what a sheet says within a line that one can read.
func shortLine(s string) string {
	s = oneLine(s)
	if c := []rune(s); len(c) > 300 {
		s = string(c[:297]) + "..."
	}
	return s
}

func (r *sheetReader) fail(v *jsonValue, format string, args ...any) error {
	text := shortLine(fmt.Sprintf(format, args...))
	if v == nil {
		return r.file.fail(0, "%s", text)
	}
	if path := v.path(); path != "" {
		text = path + ": " + text
	}
	return r.file.fail(v.offset, "%s", text)
}

// nameOf is a text as a name of 1 to 100 characters, or nothing.
func nameOf(s string) string {
	s = oneLine(s)
	if c := []rune(s); len(c) > maxSheetName {
		s = strings.TrimSpace(string(c[:maxSheetName]))
	}
	if strings.Trim(s, " _-") == "" {
		return ""
	}
	return s
}

const maxSheetName = 100

// skill takes a skill's level; of several with one name the best counts.
func (r *sheetReader) skill(v *jsonValue, name string, level int) {
	key := strings.ToLower(nameOf(name))
	switch {
	case key == "":
		r.note(v, "a skill without a name is left out")
	case level < minSkill || level > maxSkill:
		r.note(v, "skill %s is left out: %d is not from %d to %d", quote(name), level, minSkill, maxSkill)
	case len(r.unit.Skills) >= maxSheetSkills:
		r.note(v, "skill %s is left out: a unit has at most %d", quote(name), maxSheetSkills)
	default:
		if old, ok := r.unit.Skills[key]; !ok || level > old {
			r.unit.Skills[key] = level
		}
	}
}

// Limits of what a sheet has. Real ones are far from them.
const (
	maxSheetSkills  = 500
	maxSheetWeapons = 200
	maxSheetNotes   = 1000
	maxSheetItems   = 1000 // of a kind
	maxSheetUses    = 1000 // of all weapons
	maxSheetPlaces  = 100
)

// A sheetTrait is a trait as a sheet has it.
type sheetTrait struct {
	at      *jsonValue
	name    string
	level   int // 0: none is given
	control int // self-control number; 0: none
	details []string
	inside  bool // what it does is in the sheet's numbers already
}

var (
	traitNameRE   = compiled(`^([^(\[]*?)\s*(?:[(\[](.*?)[)\]]?\s*)?$`)
	levelAtEndRE  = compiled(`\s+\+?(\d{1,4})$`)
	sheetPowersRE = compiled(`(?i)injury reduction|shadow form|body of |affliction|bulletproof|dual-?weapon|mounted|\bmount\b`)
)

// trait takes a trait that the rules use, and notes any other.
func (r *sheetReader) trait(s sheetTrait) {
	t := &r.unit.Traits
	m := traitNameRE.FindStringSubmatch(s.name)
	base, brackets := s.name, ""
	if m != nil {
		base, brackets = m[1], m[2]
	}
	if m := levelAtEndRE.FindStringSubmatch(base); m != nil {
		if s.level == 0 {
			s.level, _ = strconv.Atoi(m[1])
		}
		base = strings.TrimSuffix(base, m[0])
	}
	level := max(1, s.level)
	capped := func(most int) int {
		if level > most {
			r.note(s.at, "%s %d is read as %d, the most there is", base, level, most)
		}
		return min(level, most)
	}
	details := slices.Concat(strings.FieldsFunc(brackets, func(c rune) bool { return strings.ContainsRune(",;/", c) }), s.details)
	switch word := plain(base); word {
	case "combat reflexes":
		t.CombatReflexes = true
	case "high pain threshold":
		t.HighPainThreshold, t.LowPainThreshold = true, false
	case "low pain threshold":
		t.LowPainThreshold = !t.HighPainThreshold
	case "extra attack", "extra attacks":
		t.ExtraAttack = max(t.ExtraAttack, capped(maxLevels))
	case "altered time rate":
		t.AlteredTimeRate = max(t.AlteredTimeRate, capped(maxLevels))
	case "decreased time rate":
		t.DecreasedTimeRate = true
	case "fearlessness":
		t.Fearlessness = max(t.Fearlessness, capped(maxLevels))
	case "cowardice":
		r.sheetCowardice(s, brackets)
	case "night vision":
		t.NightVision = max(t.NightVision, capped(maxNightVision))
	case "dark vision":
		t.DarkVision = true
	case "blindness", "blind":
		t.Blind = true
	case "invisibility":
		t.Invisible = true
		r.note(s.at, "%s is taken to be on throughout", s.name)
	case "flight", "winged flight":
		t.Flight = true
	case "peripheral vision", "360 vision", "360° vision":
		t.PeripheralVision = true
	case "extra arm", "extra arms":
		t.ExtraArms += capped(maxLevels - 2)
	case "one arm":
		t.ExtraArms = -1
	case "no arms":
		t.ExtraArms = -2
	case "injury tolerance":
		r.sheetTolerance(s, details)
	case "unliving", "homogenous", "homogeneous", "diffuse", "no brain", "no vitals":
		r.sheetTolerance(s, []string{word})
	case "no head":
		t.NoBrain = true
		r.note(s.at, "No Head is read as No Brain: what strikes the skull does what it would at the torso")
	case "no blood", "no eyes", "no neck":
		r.unused(s.at, s.name)
	default:
		switch {
		case s.name == "" || s.inside:
		case powerRE.MatchString(s.name) || sheetPowersRE.MatchString(s.name):
			r.withoutRule(s)
		default:
			r.unused(s.at, s.name)
		}
	}
}

// sheetTolerance takes the kinds of an injury tolerance.
func (r *sheetReader) sheetTolerance(s sheetTrait, kinds []string) {
	t, known := &r.unit.Traits, false
	for _, kind := range kinds {
		switch word := plain(kind); word {
		case "":
		case "no brain":
			t.NoBrain, known = true, true
		case "no vitals":
			t.NoVitals, known = true, true
		case "homogeneous":
			t.Tolerance, known = Homogenous, true
		default:
			tolerance, err := ParseTolerance(word)
			switch {
			case err == nil:
				t.Tolerance, known = max(t.Tolerance, tolerance), true
			case strings.HasPrefix(word, "no "):
				r.unused(s.at, "Injury Tolerance ("+oneLine(kind)+")")
				known = true
			}
		}
	}
	switch {
	case known:
	case len(kinds) > 0:
		r.withoutRule(s)
	default:
		r.note(s.at, "%s has no kind that is known; kinds are: unliving, homogenous, diffuse, no brain, no vitals", quote(s.name))
	}
}

// withoutRule remembers a trait that may matter, with what it is about.
func (r *sheetReader) withoutRule(s sheetTrait) {
	name := strings.Trim(s.name, " -")
	if s.level > 1 && !levelAtEndRE.MatchString(name) {
		name += " " + strconv.Itoa(s.level)
	}
	if about := strings.Join(s.details, ", "); about != "" {
		name += " (" + about + ")"
	}
	if name = shortened(oneLine(name), maxSheetName); !slices.Contains(r.odd, name) {
		r.odd = append(r.odd, name)
	}
}

// noteOdd tells of all traits that may matter, in notes of a readable length.
func (r *sheetReader) noteOdd() {
	const start = "traits without a rule here, which may matter: "
	text := ""
	for i, name := range r.odd {
		if text += "; " + name; i == len(r.odd)-1 || len(text)+len(r.odd[i+1]) > 250 {
			r.note(nil, "%s%s", start, text[2:])
			text = ""
		}
	}
}

// sheetCowardice turns a self-control number into a Fright Check penalty.
func (r *sheetReader) sheetCowardice(s sheetTrait, brackets string) {
	if n, err := strconv.Atoi(strings.TrimSpace(brackets)); s.control == 0 && err == nil {
		s.control = n
	}
	penalty, ok := map[int]int{15: 1, 12: 2, 9: 3, 6: 4}[s.control]
	if !ok {
		penalty = 2
		r.note(s.at, "Cowardice without a self-control number of 15, 12, 9 or 6 is read as a Fright Check penalty of %d", penalty)
	}
	r.unit.Traits.Cowardice = penalty
}

// A sheetWeapon is one way of using a weapon.
type sheetWeapon struct {
	Weapon
	at           *jsonValue
	owner, usage string
	held         bool // a thing, and no part of the body
	joins        bool // ways of using it alike are modes
}

// full is the weapon's name with its usage.
func (w *sheetWeapon) full() string {
	switch {
	case w.usage == "" || strings.EqualFold(w.usage, w.owner):
		return w.owner
	case w.owner == "":
		return w.usage
	}
	return w.owner + " (" + w.usage + ")"
}

// finishWeapons turns the ways of using weapons into weapons with modes, whose names
// differ.
func (r *sheetReader) finishWeapons() {
	u := r.unit
	var all []sheetWeapon
	for _, w := range r.weapons {
		i := slices.IndexFunc(all, func(o sheetWeapon) bool { return w.joins && o.owner == w.owner && o.like(&w.Weapon) })
		if i < 0 || slices.Contains(all[i].Modes, w.Modes[0]) {
			if i < 0 {
				all = append(all, w)
			}
			continue
		}
		all[i].Modes = append(all[i].Modes, w.Modes[0])
	}
	owners := map[string]int{}
	for _, w := range all {
		owners[plain(w.owner)]++
	}
	taken := map[string]bool{}
	for i, w := range all {
		switch {
		case len(w.Modes) > 1 && owners[plain(w.owner)] == 1:
			w.Name = w.owner
		case len(w.Modes) > 1:
			var usages []string
			for _, m := range w.Modes {
				usages = append(usages, m.Name)
			}
			w.usage = strings.Join(usages, ", ")
			w.Name = w.full()
		case owners[plain(w.owner)] == 1 && w.joins:
			w.Name = w.owner
		default:
			w.Name, w.Modes[0].Name = w.full(), ""
		}
		w.Name = nameOf(w.Name)
		if w.Name == "" {
			w.Name = "Weapon"
		}
		if slices.ContainsFunc(u.Weapons, func(o Weapon) bool { return sameWeapon(&o, &w.Weapon) }) {
			r.unused(w.at, "a second "+w.Name)
			continue
		}
		for n, name := 2, w.Name; taken[plain(w.Name)] || plain(w.Name) == ""; n++ {
			w.Name = fmt.Sprintf("%s %d", shortened(name, maxSheetName-5), n)
		}
		taken[plain(w.Name)] = true
		all[i] = w
		u.Weapons = append(u.Weapons, w.Weapon)
		r.at[fmt.Sprintf("weapons[%d]", len(u.Weapons)-1)] = w.at
	}
}

func shortened(s string, most int) string {
	if c := []rune(s); len(c) > most {
		return strings.TrimSpace(string(c[:most]))
	}
	return s
}

// like says whether o differs from w in its damage only.
func (w *sheetWeapon) like(o *Weapon) bool {
	a, b := w.Weapon, *o
	a.Modes, b.Modes, a.Name, b.Name = nil, nil, "", ""
	return !a.Ranged && sameWeapon(&a, &b)
}

func sameWeapon(a, b *Weapon) bool {
	return fmt.Sprintf("%+v", *a) == fmt.Sprintf("%+v", *b)
}

// weapon takes a way of using a weapon whose numbers make sense.
func (r *sheetReader) weapon(w sheetWeapon) {
	if w.Skill < minSkill || w.Skill > maxSkill {
		r.note(w.at, "%s is left out: a level of %d is not from %d to %d", quote(w.full()), w.Skill, minSkill, maxSkill)
		return
	}
	if w.MinST > r.unit.ST {
		r.aside(w.at, "%s needs ST %d: what is lacking is in its level already, so that min_st is left out", quote(w.full()), w.MinST)
		w.MinST = 0
	}
	w.Name = "weapon" // the right one comes when all are known
	var c checker
	if c.weapon("", &w.Weapon); len(c.problems) > 0 {
		r.note(w.at, "%s is left out: %s", quote(w.full()), strings.TrimPrefix(c.problems[0].String(), "."))
		return
	}
	if len(r.weapons) == maxSheetWeapons {
		r.note(w.at, "%s is left out: a unit has at most %d", quote(w.full()), maxSheetWeapons)
		return
	}
	w.Name = ""
	w.Modes[0].Name = nameOf(w.usage)
	r.weapons = append(r.weapons, w)
}

// Patterns of what sheets say of weapons.
var (
	defenceRE     = compiled(`^(\d{1,3})([A-Za-z*]*)`)
	strengthRE    = compiled(`^(\d{1,4})`)
	sheetYardsRE  = compiled(`^([xX×]?)\s*` + yardsRE + `(?:\s*/\s*[xX×]?\s*` + yardsRE + `)?\s*(mi(?:les?)?\b|yards?\b|yd\b)?\.?\s*(?:\(.*\))?$`)
	leastRangeRE  = compiled(`^\d[\d,]*\s*-\s*(\d[\d,]*\s*/\s*\d.*)$`)
	sheetRoFRE    = compiled(`^(\d{1,5})\s*(?:[xX×]\s*(\d{1,4}))?`)
	sheetShotsRE  = compiled(`^(\d{1,6})(?:\+(\d{1,6}))?\s*(?:\((\d{1,5})(i?)\))?$`)
	accuracyRE    = compiled(`^\+?(\d{1,2})(?:\s*\+\s*(\d{1,2}))?`)
	signedRE      = compiled(`^([+-]?\d{1,3})`)
	damageTimesRE = compiled(`^\d+d\d*\s*([xX×]\s*\d+)`)
)

// damageOf reads plain damage: 1d-1(2) pi. why says what is wrong with any other.
func sheetDamage(text string) (d Damage, why string) {
	text = strings.TrimSpace(plainSigns.Replace(text))
	if text == "" {
		return d, "it has no damage"
	}
	if m := damageTimesRE.FindStringSubmatch(text); m != nil {
		return d, fmt.Sprintf("%s is damage times a number, for which there is no rule here", quote(text))
	}
	d, err := ParseDamage(text)
	if err != nil {
		return d, fmt.Sprintf("%s is no plain damage", quote(text))
	}
	if d.Dice.Count == 0 && d.Dice.Adds <= 0 {
		return d, fmt.Sprintf("%s is no damage", quote(text))
	}
	return d, ""
}

// reach reads C; 1; C,1; 1-2; 1,2*.
func sheetReach(text string) (yards []int, ok bool) {
	text = strings.Trim(strings.ReplaceAll(plainSigns.Replace(text), " ", ""), "*")
	for _, part := range strings.Split(text, ",") {
		low, high, isRange := strings.Cut(strings.Trim(part, "*"), "-")
		a, okA := oneSheetReach(low)
		b, okB := a, okA
		if isRange {
			b, okB = oneSheetReach(high)
		}
		if !okA || !okB || a > b {
			return nil, false
		}
		for y := a; y <= b; y++ {
			yards = append(yards, y)
		}
	}
	slices.Sort(yards)
	return slices.Compact(yards), true
}

func oneSheetReach(s string) (int, bool) {
	if strings.EqualFold(s, "c") {
		return 0, true
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && n <= maxScore
}

// setReach takes a weapon's reach.
func (r *sheetReader) setReach(w *sheetWeapon, text string) {
	if reach, ok := sheetReach(text); ok {
		w.Reach = reach
		return
	}
	w.Reach = []int{1}
	if text == "" {
		text = "none"
	}
	r.note(w.at, "%s has reach %s, which is read as 1", quote(w.full()), quote(text))
}

// setStrength takes the strength that a weapon needs: 12, 9† (two hands), 12‡ (and
// needs readying after each attack). Files with broken characters have â€  for †.
func (w *sheetWeapon) setStrength(text string) {
	if m := strengthRE.FindStringSubmatch(text); m != nil {
		w.MinST, _ = strconv.Atoi(m[1])
	}
	w.TwoHanded = strings.ContainsAny(text, "†‡") || strings.Contains(text, "â€")
	w.Unwieldy = !w.Ranged && strings.Contains(text, "‡")
}

// setRange takes a ranged weapon's range: 195/300, 50, x10/x15 (times ST), 1 mi.
func (r *sheetReader) setRange(w *sheetWeapon, text string, st int) (why string) {
	text = strings.TrimSpace(text)
	if m := leastRangeRE.FindStringSubmatch(text); m != nil {
		r.note(w.at, "the least range of %s is not used: %s", quote(w.full()), text)
		text = m[1]
	}
	m := sheetYardsRE.FindStringSubmatch(text)
	if m == nil {
		if text == "" {
			return "it has no range"
		}
		return fmt.Sprintf("its range %s is no number of yards", quote(text))
	}
	half, most := yards(m[2]), yards(m[3])
	if m[3] == "" {
		half, most = 0, half
	}
	switch {
	case m[1] != "":
		half, most = math.Floor(half*float64(st)), math.Floor(most*float64(st))
	case strings.HasPrefix(m[4], "mi"):
		half, most = half*1760, most*1760
	}
	if half > most {
		r.note(w.at, "range %v/%v of %s is read as %v/%v", half, most, quote(w.full()), most, half)
		half, most = most, half
	}
	if most < 1 {
		return fmt.Sprintf("its range %s is no range", quote(text))
	}
	w.HalfDamage, w.MaxRange = half, most
	return ""
}

// setRoF takes a rate of fire: 1, 12, 3x9, 9!.
func (r *sheetReader) setRoF(w *sheetWeapon, text string) {
	w.RoF = 1
	m := sheetRoFRE.FindStringSubmatch(text)
	switch {
	case text == "" || text == "-":
	case m == nil:
		r.note(w.at, "RoF %s of %s is read as 1", quote(text), quote(w.full()))
	default:
		n, _ := strconv.Atoi(m[1])
		if m[2] != "" {
			times, _ := strconv.Atoi(m[2])
			n *= times
			r.note(w.at, "RoF %s of %s is read as %d projectiles a second", text, quote(w.full()), n)
		} else if strings.Contains(text, "/") {
			r.note(w.at, "RoF %s of %s is read as %d", text, quote(w.full()), max(1, n))
		}
		w.RoF = max(1, n)
	}
}

// setShots takes shots and the seconds to reload: 1(2), 30+1(3), 6(3i), T(1).
func (r *sheetReader) setShots(w *sheetWeapon, text string) {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(strings.ToUpper(text), "T") {
		w.Thrown = true
		return
	}
	m := sheetShotsRE.FindStringSubmatch(text)
	if m == nil {
		if text != "" && text != "-" && !strings.EqualFold(text, "n/a") {
			r.note(w.at, "shots %s of %s are not understood: it never needs reloading", quote(text), quote(w.full()))
		}
		return
	}
	n, _ := strconv.Atoi(m[1])
	more, _ := strconv.Atoi(m[2])
	switch {
	case n+more == 0:
	case m[3] == "" || m[3] == "0":
		w.Ammo = n + more
		r.note(w.at, "shots %s of %s, without a time to reload, are read as all the ammunition there is", text, quote(w.full()))
	default:
		w.Shots = n + more
		w.Reload, _ = strconv.Atoi(m[3])
		if m[4] != "" {
			r.note(w.at, "shots %s of %s: the %s seconds are for one shot and are read as those of a reload", text, quote(w.full()), m[3])
		}
	}
}

// setAcc takes an accuracy: 3, +2, 10+2 with its scope.
func (r *sheetReader) setAcc(w *sheetWeapon, text string) {
	m := accuracyRE.FindStringSubmatch(text)
	switch {
	case m == nil:
		if text != "" && text != "-" {
			r.note(w.at, "Acc %s of %s is read as 0", quote(text), quote(w.full()))
		}
	default:
		w.Acc, _ = strconv.Atoi(m[1])
		if m[2] != "" {
			more, _ := strconv.Atoi(m[2])
			w.Acc += more
			r.note(w.at, "Acc %s of %s is read as %d, its scope included", text, quote(w.full()), w.Acc)
		}
	}
}

// setBulk takes -6 or -6*.
func (r *sheetReader) setBulk(w *sheetWeapon, text string) {
	if m := signedRE.FindStringSubmatch(plainSigns.Replace(text)); m != nil {
		n, _ := strconv.Atoi(m[1])
		w.Bulk = -max(n, -n)
	} else if text != "" && text != "-" {
		r.note(w.at, "Bulk %s of %s is read as 0", quote(text), quote(w.full()))
	}
}

// setRcl takes a recoil.
func (w *sheetWeapon) setRcl(text string) {
	if m := signedRE.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		w.Rcl = max(0, n)
	}
}

// takeParry and takeBlock take a finished level: 11, 11U, 13F, No.
func (r *sheetReader) takeParry(w *sheetWeapon, text string) {
	m := defenceRE.FindStringSubmatch(text)
	if m == nil {
		return
	}
	n, _ := strconv.Atoi(m[1])
	w.Fencing = w.Fencing || strings.ContainsAny(m[2], "Ff") && !w.Ranged
	if n > 0 && n <= maxScore {
		r.parries = append(r.parries, sheetDefence{n, w.full(), w.held})
	}
}

func (r *sheetReader) takeBlock(w *sheetWeapon, text string) {
	if m := defenceRE.FindStringSubmatch(text); m != nil {
		if n, _ := strconv.Atoi(m[1]); n > 0 && n <= maxScore {
			r.blocks = append(r.blocks, sheetDefence{n, w.full(), w.held})
		}
	}
}

// setDefences picks the Parry and the Block: the best of what is held, and else the
// best of the body's own.
func (r *sheetReader) setDefences() {
	pick := func(all []sheetDefence, name string) int {
		var best sheetDefence
		for _, d := range all {
			if best.level == 0 || d.held && !best.held || d.held == best.held && d.level > best.level {
				best = d
			}
		}
		for _, d := range all {
			if d.level > best.level {
				r.aside(nil, "%s %d is that of %s; %s has %d", name, best.level, best.weapon, d.weapon, d.level)
				break
			}
		}
		return best.level
	}
	r.unit.Parry, r.unit.Block = pick(r.parries, "Parry"), pick(r.blocks, "Block")
}

// skillMissiles are the skills that tell what a weapon sends.
var skillMissiles = []struct {
	skill   string // as a skill's name begins
	missile Missile
}{
	{"guns", Bullet}, {"gunner", Bullet}, {"beam weapons", Beam}, {"liquid projector", Beam},
	{"innate attack beam", Beam}, {"innate attack gaze", Beam}, {"crossbow", Bolt}, {"sling", Stone}, {"bow", Arrow},
}

// setMissile finds out what a weapon sends, by the skills that it is used with or by
// its name.
func (w *sheetWeapon) setMissile(skills []string) {
	for _, skill := range skills {
		if word := plain(skill); strings.HasPrefix(word, "thrown weapon") || strings.HasPrefix(word, "throwing") {
			w.Thrown = true
		}
	}
	if w.Thrown && w.held {
		return
	}
	for _, m := range skillMissiles {
		for _, skill := range skills {
			if strings.HasPrefix(plain(skill), m.skill) {
				w.Missile = m.missile
				return
			}
		}
	}
	if w.Missile = missileOf(plain(w.owner + " " + w.usage)); w.Missile == Arrow && !w.held {
		w.Missile = SpellMissile
	}
}

// finish works out the rest, and checks all.
func (r *sheetReader) finish() (*Sheet, error) {
	r.finishWeapons()
	r.setDefences()
	r.noteOdd()
	u := r.unit
	if len(u.Skills) == 0 {
		u.Skills = nil
	}
	given := r.given
	u.Complete(given)
	for _, p := range u.CheckGiven(given) {
		key, _, _ := strings.Cut(p.Path, ".")
		return nil, r.fail(r.at[key], "%v", p)
	}
	if len(u.Weapons) == 0 && len(u.Spells) == 0 {
		r.note(nil, "no weapon could be used: the unit cannot attack but by grappling")
	}
	if !utf8.ValidString(u.Name) {
		u.Name = ""
	}
	return &Sheet{u, r.notes}, nil
}
