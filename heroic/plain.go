package heroic

import "heroicsim/dice"

// A plain round is one that was thought through before and comes to contests of
// one melee weapon each, of which nothing is to be divided, chosen or crowded out:
// most rounds of most battles. Its blows are made ready so far that only numbers
// and luck are left, and luck decides by arithmetic rather than by branches, which
// cost more than the draws. It makes the draws that the phases make.

// A blow is a melee attack made ready.
type blow struct {
	*attack
	scores uint64 // skill, but for numbers, and defence, as oddsKey has them
	moment dice.Moment
	injury int
}

// readyBlows returns the attacks of a round as blows, nil where there is more to
// one of them.
func (f *Fight) readyBlows(r *round) []blow {
	if r.alters || !f.b.plainNumbers || len(r.ranged[0].plans)+len(r.ranged[1].plans) > 0 {
		return nil
	}
	var blows []blow
	for s := range r.melee {
		if len(r.melee[s].plans) > 0 && !r.melee[s].simple {
			return nil
		}
		for i := range r.melee[s].attacks {
			a := &r.melee[s].attacks[i]
			key, ok := oddsKey(a.skill.total, a.defence.total, 0, -1)
			if !ok || a.skill.total < -maxPlain || a.skill.total > maxPlain || !f.locked(a.by.index, a.at.index) {
				return nil
			}
			blows = append(blows, blow{a, key, dice.MomentOf(dice.Melee, a.by.stream, a.at.stream), 0})
		}
	}
	return blows
}

// maxPlain bounds skills and the bonuses of numbers, so that the sum of both has
// room in a key.
const maxPlain = 1000

// plainTables says whether the tables of numbers and the battlefield leave room
// for plain rounds.
func (b *Battle) plainTables() bool {
	for _, row := range b.Rules.NumericalBonus {
		if row.Value < -maxPlain || row.Value > maxPlain {
			return false
		}
	}
	for _, row := range b.Rules.HitMultiplier {
		if row.Value*1000 >= 1<<multiplierBits {
			return false
		}
	}
	return b.Field.Visibility > darkness
}

// playBlows makes the blows of a round and takes their injury: steps 5.1 to 5.3.
func (f *Fight) playBlows(blows []blow) {
	for i := range blows {
		b := &blows[i]
		n := b.by.fighting
		b.by.engaged, b.at.engaged = true, true
		key := b.scores + uint64(f.b.numericalBonus(n, b.at.fighting))<<skillAt + uint64(f.b.hitMultiplier(n))<<multiplierAt
		t := b.strike.odds.find(key)
		if t == nil {
			b.allotted, b.members, b.side = n, n, n
			f.dice.To(f.round, b.moment)
			f.resolve(b.attack)
			b.injury, b.at.injury = b.at.injury, 0
			continue
		}
		f.dice.To(f.round, b.moment)
		b.injury = f.dice.Draw(t)
	}
	fell := false
	for i := range blows {
		g := blows[i].at
		f.dice.To(f.round, g.meleeHT)
		halves := f.dice.Happens(g.htOdds)
		taken := (blows[i].injury + halves) >> halves
		if f.lose(g, taken); g.pool == 0 {
			fell = true
		}
	}
	if fell {
		f.changed = true
		f.releaseLocks()
	}
}
