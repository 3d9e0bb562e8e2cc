package units

import (
	"strconv"
	"strings"
)

// Patterns of skills and traits.
var (
	dashSkillRE = compiled(`^(?:(?i:one of|or|and) +)?(\p{L}[\p{L}'/ -]*?` + techLevelRE + `(?: *\([^()\d\n]*\))?)(?: +- +|- *)(\d{1,9})\b`)
	listSkillRE = compiled(`^(?:(?i:one of|or|and) +)?(\p{L}[\p{L}'/ -]*?` + techLevelRE + `(?: *\([^()\d\n]*?\))??)(?: *\((?:E|A|H|VH)\))?(?: +(ST|DX|IQ|HT|Will|Per)([+-]\d{1,3}\b)?)?` +
		`((?: *\[\d+\])?)\s*[-:=]?\s*\(?(\d{1,9})\b\)?`)
	knownSkillRE = compiled(`^((?i:acrobatics|area knowledge|axe/mace|boxing|bow|brawling|broadsword|cloak|crossbow|fast-draw(?: *\([^()\d\n]*\))?|flight|` +
		`hiking|innate attack|judo|karate|knife|leadership|polearm|rapier|riding(?: *\([^()\d\n]*\))?|running|shield|shortsword|sling|spear|staff|stealth|` +
		`strategy|sumo wrestling|swimming|tactics|throwing|thrown weapon(?: *\([^()\d\n]*\))?|two-handed (?:sword|axe/mace)|wrestling)) *:? *\(?(\d{1,9})\b\)?`)
	traitRE = compiled(`^(?i)(` + strings.ReplaceAll(`combat reflexes|extra attacks?|altered time rate|decreased time rate|fearlessness|cowardice|high pain threshold|`+
		`low pain threshold|flight|night vision|dark vision|blindness|invisibility|peripheral vision|360[°ø]? vision|extra arms?|unliving|homogenous|diffuse|no brain|no vitals`, " ", `\s+`) + `)\b` +
		`(?: *\+?(\d{1,9})\b)?(?: *\((\d{1,2})\))?`)
	toleranceRE   = compiled(`^(?i)injury\s+tolerance\s*\(([^()]*)\)`)
	proseWordRE   = compiled(`(?i)\b(?:the|an?|has|have|is|are|was|would|will|with|at|by|to|only|about)\b`)
	flightSkillRE = compiled(`^(?i)flight *[-:=(]? *\d`) // the skill, not the trait
)

// techLevelRE is what skills of technology have in their names: Guns/TL8 (Pistol).
const techLevelRE = `(?:/TL ?\d{1,2}\^?)?`

// skill reads Bow-14; in a list of skills, or for a skill that the rules use,
// also Bow 14 and Bow (14).
func (r *blockReader) skill() (bool, error) {
	start := r.pos
	name, digits := "", ""
	var relative blockRelative
	if m := r.take(dashSkillRE); m != nil {
		name, digits = m[1], m[2]
	} else if m := r.take(knownSkillRE); m != nil {
		name, digits = m[1], m[2]
	} else if m := listSkillRE.FindStringSubmatch(r.rest()); m != nil && r.inSkills {
		r.pos += len(m[0])
		name, digits = m[1], m[5]
		relative.attribute = m[2]
		relative.adds, _ = strconv.Atoi(m[3])
		if m[4] != "" && !r.costsNoted {
			r.costsNoted = true
			r.unused("point costs", start+strings.Index(m[0], "["), "point costs in square brackets are not used")
		}
	} else {
		return false, nil
	}
	if next := r.rest(); next != "" && isLetter(next[0]) { // 2d
		return false, nil
	}
	if proseWordRE.MatchString(remarkRE.ReplaceAllString(name, "")) { // the leader has DX 10
		return false, nil
	}
	if skillWordRE.MatchString(name) || powerRE.MatchString(name) { // skill 13; Hard to Kill 2
		return false, nil
	}
	level, err := strconv.Atoi(digits)
	if err != nil || level > maxSkill {
		return false, r.fail(start, "%s %s makes no sense; want a skill of %d to %d", strings.TrimSpace(name), digits, minSkill, maxSkill)
	}
	key := shortened(strings.ToLower(strings.Trim(strings.Join(strings.Fields(name), " "), "- ")), maxSheetName)
	if r.unit.Skills == nil {
		r.unit.Skills = make(map[string]int)
	}
	if r.first("skill "+key, key, start, float64(r.unit.Skills[key]), float64(level)) {
		r.unit.Skills[key] = level
		if relative.attribute != "" {
			relative.pos, relative.skill = start, key
			r.relatives = append(r.relatives, relative)
		}
	}
	r.remarks(key)
	return true, nil
}

// A blockRelative is a skill that is also written relative to an attribute.
type blockRelative struct {
	pos              int
	skill, attribute string
	adds             int
}

// finishSkills notes the levels that their attributes do not give.
func (r *blockReader) finishSkills() {
	u := r.unit
	of := map[string]int{"ST": u.ST, "DX": u.DX, "IQ": u.IQ, "HT": u.HT, "Will": u.Will, "Per": u.Per}
	for _, s := range r.relatives {
		if level := u.Skills[s.skill]; level != of[s.attribute]+s.adds {
			r.note(s.pos, "%s %d is not %s%s, which would be %d; %d stands", s.skill, level, s.attribute, signed(s.adds), of[s.attribute]+s.adds, level)
		}
	}
}

// trait reads an advantage or disadvantage that the rules use.
func (r *blockReader) trait() (bool, error) {
	start := r.pos
	if m := r.take(toleranceRE); m != nil {
		r.tolerance(start, m[1])
		return true, nil
	}
	if flightSkillRE.MatchString(r.rest()) {
		return false, nil
	}
	m := r.take(traitRE)
	if m == nil {
		return false, nil
	}
	level := 1
	if m[2] != "" {
		if level, _ = strconv.Atoi(m[2]); level > maxLevels {
			return false, r.fail(start, "%s %s makes no sense; want 0 to %d", m[1], m[2], maxLevels)
		}
	}
	t, name := &r.unit.Traits, plain(m[1])
	if _, again := r.seen["trait "+name]; again {
		r.note(start, "a second %s, not used: %s", m[1], quote(m[0]))
		return true, nil
	}
	r.seen["trait "+name] = start
	levels, control := false, false
	switch name {
	case "combat reflexes":
		t.CombatReflexes = true
	case "extra attack", "extra attacks":
		t.ExtraAttack, levels = level, true
	case "altered time rate":
		t.AlteredTimeRate, levels = level, true
	case "decreased time rate":
		t.DecreasedTimeRate = true
	case "fearlessness":
		t.Fearlessness, levels = level, true
	case "cowardice":
		t.Cowardice, levels = level, true
		if m[2] == "" {
			control = r.cowardice(m[3], start)
		}
	case "high pain threshold":
		t.HighPainThreshold = true
	case "low pain threshold":
		t.LowPainThreshold = true
	case "flight":
		t.Flight = true
	case "night vision":
		t.NightVision, levels = level, true
		if level > maxNightVision {
			r.note(start, "%s %d is read as %d, the most there is", m[1], level, maxNightVision)
			t.NightVision = maxNightVision
		}
	case "dark vision":
		t.DarkVision = true
	case "blindness":
		t.Blind = true
	case "invisibility":
		t.Invisible = true
		r.note(start, "%s is taken to be on throughout", m[1])
	case "peripheral vision", "360 vision":
		t.PeripheralVision = true
	case "extra arm", "extra arms":
		t.ExtraArms, levels = level, true
	case "no brain":
		t.NoBrain = true
	case "no vitals":
		t.NoVitals = true
	default:
		t.Tolerance, _ = ParseTolerance(name)
	}
	if m[2] != "" && !levels || m[3] != "" && !control {
		r.note(start, "the number after %s is not used", m[1])
	}
	r.remarks(m[1])
	return true, nil
}

// tolerance reads what is in the brackets of Injury Tolerance (Unliving, No Brain).
func (r *blockReader) tolerance(start int, list string) {
	t := &r.unit.Traits
	for _, word := range strings.FieldsFunc(list, func(c rune) bool { return strings.ContainsRune(",;/", c) }) {
		switch kind, err := ParseTolerance(word); {
		case err == nil:
			t.Tolerance = kind
		case plain(word) == "no brain":
			t.NoBrain = true
		case plain(word) == "no vitals":
			t.NoVitals = true
		default:
			r.note(start, "not used of Injury Tolerance: %s", quote(strings.TrimSpace(word)))
		}
	}
	r.remarks("Injury Tolerance")
}

// cowardice turns a self-control number into a Fright Check penalty: 15 is 1, 12
// is 2, 9 is 3 and 6 is 4.
func (r *blockReader) cowardice(number string, start int) (used bool) {
	penalty, ok := map[string]int{"15": 1, "12": 2, "9": 3, "6": 4}[number]
	if !ok {
		penalty = 2
	}
	r.unit.Traits.Cowardice = penalty
	r.note(start, "Cowardice is read as a Fright Check penalty of %d", penalty)
	return ok
}
