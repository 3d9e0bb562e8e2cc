package scenarios

import (
	"heroicsim/heroic"
	"heroicsim/units"
)

// terrains are the words for the ground of a battlefield.
var terrains = []named[heroic.Terrain]{
	{"open", heroic.OpenGround}, {"broken", heroic.BrokenGround}, {"built-up", heroic.BuiltUp},
}

// pursuitFields are the keys of a side's pursuit.
var pursuitFields = []field[heroic.Pursuing]{
	{"pursue", boolField(func(p *heroic.Pursuing) *bool { return &p.Pursue })},
	{"capture", boolField(func(p *heroic.Pursuing) *bool { return &p.Capture })},
	{"area_knowledge", intField(0, maxSkill, func(p *heroic.Pursuing) *int { return &p.AreaKnowledge })},
	{"urban_survival", intField(0, maxSkill, func(p *heroic.Pursuing) *int { return &p.UrbanSurvival })},
}

// travelFields are the keys of a way to travel.
var travelFields = []field[units.Travel]{
	{"by", nameField(func(t *units.Travel) *string { return &t.By })},
	{"skill", anyInt(func(t *units.Travel) *int { return &t.Skill })},
	{"speed", anyInt(func(t *units.Travel) *int { return &t.Speed })},
	{"handling", anyInt(func(t *units.Travel) *int { return &t.Handling })},
}

func travel(r *reader, n *node, s *stats) {
	for _, item := range r.elements(n, "ways to travel") {
		var t units.Travel
		if readMap(r, item, &t, travelFields) {
			r.require(item, "by")
		}
		s.Travel = append(s.Travel, t)
	}
}

// travels writes a unit's ways to travel, as far as they are written down.
func (b builder) travels(ways []units.Travel) *node {
	n := &node{kind: list, flow: true, src: b.src}
	for _, t := range ways {
		way := b.mapping()
		b.put(way, "by", b.text(t.By))
		b.putInt(way, "skill", t.Skill)
		b.putInt(way, "speed", t.Speed)
		b.putInt(way, "handling", t.Handling)
		n.items = append(n.items, way)
	}
	return n
}

// warnOfPursuit tells who chooses for a pursuit that nobody takes up.
func (r *reader) warnOfPursuit(d *draft) {
	for _, s := range d.sides {
		if s.pursuit != nil && !d.Scenario.Rules.Pursuit {
			r.warn(s.pursuit, "nobody pursues without rules: {pursuit: on}, so that this changes nothing")
		}
	}
}
