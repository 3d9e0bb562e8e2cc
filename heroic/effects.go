package heroic

import (
	"heroicsim/dice"
	"heroicsim/units"
)

// A lasting effect is one that a spell has left on a member.
type lasting struct {
	effect int16 // its number among the battle's, from 1; 0: none
	degree int16 // by which its bonuses are multiplied
	until  int32 // the round at whose end it ends
}

// maxLasting is how many effects a member may be under. Ruling: of more, the one that
// ends first gives way.
const maxLasting = 6

// under adds an effect to a state. Ruling: castings of one spell do not add up; what
// lasts longest counts. Effects are kept in order, so that equal states are equal.
func (s *state) under(e lasting) {
	k, first := -1, 0
	for i := range s.spells {
		switch l := s.spells[i]; {
		case l.effect == e.effect && l.until >= e.until && l.degree >= e.degree:
			return
		case l.effect == e.effect, l.effect == 0 && k < 0:
			k = i
		}
		if s.spells[i].until < s.spells[first].until {
			first = i
		}
	}
	if k < 0 {
		k = first
	}
	s.spells[k] = e
	s.sort()
}

// sort orders the effects by number, with free places at the end.
func (s *state) sort() {
	for i := range s.spells {
		for k := i; k > 0 && (s.spells[k-1].effect == 0 || s.spells[k].effect != 0 && s.spells[k].effect < s.spells[k-1].effect); k-- {
			s.spells[k-1], s.spells[k] = s.spells[k], s.spells[k-1]
		}
	}
}

// expireSpells ends the effects that end with a round.
func (s *state) expireSpells(round int) {
	for i := range s.spells {
		if l := &s.spells[i]; l.effect != 0 && int(l.until) <= round {
			*l = lasting{}
		}
	}
	s.sort()
}

// bonuses add up what the spells on members in a state do.
func (g *group) bonuses(s *state) (sum units.Bonuses) {
	for i := range s.spells {
		l := s.spells[i]
		if l.effect == 0 {
			break
		}
		sum = sum.Plus(g.effects[l.effect-1].Effect.Bonuses.Times(int(l.degree)))
	}
	return sum
}

// hampered is what spells do to a group's Move. Ruling: a group is as fast as the
// slowest of its members who can act.
func (g *group) hampered() int {
	worst, some := 0, false
	for i := range g.parts {
		p := &g.parts[i]
		if p.bound != 0 || p.stunned != 0 {
			continue
		}
		if move := g.bonuses(&p.state).Move; !some || move < worst {
			worst, some = move, true
		}
	}
	return worst
}

// bogged says whether a group cannot move for its bound members. Ruling: it stays with
// them if they are more than half.
func (f *Fight) bogged(g *group) bool {
	bound := 0
	for i := range g.parts {
		if p := &g.parts[i]; p.bound >= f.round {
			bound += p.members
		}
	}
	return bound*2 > g.fighting
}

// takeEffect does to n members of a group what a casting does beside the injury of its
// hits, if they do not resist.
func (f *Fight) takeEffect(c *casting, h *group, n, margin int) {
	s := c.cast.spell
	f.moment(dice.Outcome, c, h)
	degree := 1
	if s.Resist != units.NotResisted {
		if n, degree = f.resist(c, h, n, margin); n == 0 {
			return
		}
	}
	rounds := s.Rounds()
	e := lasting{effect: int16(s.effect), degree: 1}
	switch s.PerMargin {
	case units.DurationPerMargin:
		rounds = max(1, (s.Duration*degree+19)/20)
	case units.EffectPerMargin:
		e.degree = int16(min(degree, 1000))
	}
	until := f.round + rounds - 1
	e.until = int32(until)
	told := Affected{Group: h.index, Spell: s.Spell, Members: n, Of: h.fighting, Rounds: rounds, Degree: int(e.degree)}
	if s.effect != 0 {
		h.affect(n, func(st *state) {
			st.under(e)
			if s.Effect.Stun {
				st.stunned = max(st.stunned, until)
			}
			if s.Effect.Bind {
				st.bound = max(st.bound, until)
			}
		})
		f.note(func() Event { return told })
	}
	if s.Effect.Frighten {
		f.frighten(h, n, s.Spell)
	}
	if s.Effect.Remove {
		f.remove(h, n)
		told.Pool = h.pool
		f.note(func() Event { return told })
		return
	}
	if someDice(s.Effect.Heal) {
		f.heal(c, h, n)
	}
	if s.hurts && (!s.contested() || s.Kind == units.Resistible) {
		f.hurt(c, h, n)
	}
}

// resist is HC-AREA's row on what is resisted, which for one target is a Quick
// Contest: the casting's margin comes off the score that resists, and as great a part
// of the targets as 3d come to at most that score resists. Where a margin counts, one
// roll serves all. It returns how many do not resist, and by how much the roll failed.
func (f *Fight) resist(c *casting, h *group, n, margin int) (left, by int) {
	s := c.cast.spell
	score := s.Resist.Score(h.Unit)
	if s.Resist == units.ResistST {
		score = h.strength()
	}
	e := Resisted{Group: h.index, Spell: s.Spell, Members: n, Score: score, Margin: margin, Modified: score - margin}
	if n == 1 || s.PerMargin != units.NothingPerMargin {
		e.Roll = f.dice.Success()
		if by = e.Roll - e.Modified; by <= 0 {
			e.Resist = n
		}
	} else {
		e.Ways = waysAtMost(e.Modified)
		e.Resist, by = (2*e.Ways*n+216)/432, 1
	}
	f.note(func() Event { return e })
	return n - e.Resist, by
}

// waysAtMost is in how many of 216 ways 3d show at most n.
func waysAtMost(n int) int {
	ways := 0
	for roll := 3; roll <= min(n, 18); roll++ {
		ways += int(ways3d[roll])
	}
	return ways
}

// frighten calls a morale check at a modifier, in the Morale Phase. Ruling: a group
// checks if fear has reached at least half of its members, at the greatest modifier
// of the round, and characters never do.
func (f *Fight) frighten(h *group, n int, s *units.Spell) {
	checks := 2*n >= h.fighting && !h.Character && f.b.Rules.Morale
	if checks && (!h.frightened || s.Effect.Fear > h.fear) {
		h.frightened, h.fear = true, s.Effect.Fear
	}
	f.note(func() Event { return Frightened{h.index, s, n, checks} })
}

// remove takes members out of the battle, at once. Ruling: the hale ones go, and they
// count as fallen.
func (f *Fight) remove(h *group, n int) {
	left := h.fighting - n
	pool := 0
	if left > 0 {
		pool = max(h.pool-n*h.hp, (left-1)*h.hp+1)
	}
	f.lose(h, h.pool-pool)
	h.thin()
	if left == 0 {
		h.injury, f.changed = 0, true
		f.releaseLocks()
	}
}

// heal gives n members HP back, at once: to those who stand, none of whom can have
// more than all of theirs.
func (f *Fight) heal(c *casting, h *group, n int) {
	s := f.special(strikeKey{damage: units.Damage{Dice: c.cast.Effect.Heal, Type: units.Crushing}, at: h.index, heals: true})
	var won int
	if f.Trace == nil {
		won = f.rollInjury(s, n, nil)
		h.pool += min(won, h.fighting*h.hp-h.pool)
		return
	}
	var rolled InjuryRolled
	won = f.rollInjury(s, n, &rolled)
	got := min(won, h.fighting*h.hp-h.pool)
	h.pool += got
	f.Trace(Healed{h.index, c.cast.spell.Spell, n, rolled, got, h.pool})
}

// hurt does the damage of a spell to n members who have no defence against it.
func (f *Fight) hurt(c *casting, h *group, n int) {
	a := f.spellAttack(c, h)
	if f.Trace == nil {
		f.harm(h, a.strike, a.location, f.rollInjury(a.strike, n, nil))
		return
	}
	var rolled InjuryRolled
	f.harm(h, a.strike, a.location, f.rollInjury(a.strike, n, &rolled))
	f.Trace(SpellHurt{h.index, c.cast.spell.Spell, n, a.strike.mode.Damage, rolled})
}

// harm is what the damage of a spell does to a group.
func (f *Fight) harm(h *group, s *strike, l units.Location, injury int) {
	h.hurt(s, injury)
	if f.b.wounded && !s.wearies {
		h.struckAt(l, s.damage.Type, injury)
	}
}

func someDice(e dice.Expr) bool { return e != dice.Expr{} }

// endSpells tells what ends with the round, before it does.
func (f *Fight) endSpells() {
	f.burnOut()
	if f.Trace == nil {
		return
	}
	for i := range f.groups {
		g := &f.groups[i]
		for e, s := range f.b.effects {
			n := 0
			for k := range g.parts {
				for _, l := range g.parts[k].spells {
					if int(l.effect) == e+1 && int(l.until) <= f.round {
						n += g.parts[k].members
					}
				}
			}
			if n > 0 && g.onField() {
				f.Trace(EffectEnded{i, s, n})
			}
		}
	}
}
