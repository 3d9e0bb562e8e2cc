package stats

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"heroicsim/heroic"
)

// A Choice says which of many battles to pick.
//
// Each kind puts the battles in an order and takes the first; where two are
// level, the one with the lower number:
//
//   - Typical: the likeliest outcome; rounds nearest to the median of the battles
//     with it; survivors nearest to their medians there, as the sum of the
//     differences over all groups.
//   - Shortest and Longest: the rounds.
//   - Best: won by the side, else a draw, else undecided, else lost; then the most
//     survivors of the side, the most HP left to it, the least HP left to the
//     enemy.
//   - Worst: the exact reverse of Best.
type Choice struct {
	Kind PickKind
	Side int // for Best and Worst
}

// A PickKind is a way to pick a battle.
type PickKind uint8

// The ways.
const (
	Typical PickKind = iota
	Shortest
	Longest
	Best
	Worst
)

var pickNames = [...]string{"typical", "shortest", "longest", "best", "worst"}

// ParseChoice reads typical, shortest, longest, best:SIDE or worst:SIDE. Names
// are taken in any case, with spaces or hyphens.
func ParseChoice(s string, b *heroic.Battle) (Choice, error) {
	word, name, hasSide := strings.Cut(s, ":")
	kind := slices.Index(pickNames[:], strings.ToLower(strings.TrimSpace(word)))
	if kind < 0 {
		return Choice{}, fmt.Errorf("unknown choice %q; choices are: typical, shortest, longest, best:SIDE, worst:SIDE", s)
	}
	choice := Choice{Kind: PickKind(kind)}
	sides := fmt.Sprintf("the sides are %q and %q", b.Sides[0].Name, b.Sides[1].Name)
	switch needsSide := choice.Kind >= Best; {
	case needsSide && !hasSide:
		return Choice{}, fmt.Errorf("%s of which side? Like %s:SIDE; %s", pickNames[kind], pickNames[kind], sides)
	case !needsSide && hasSide:
		return Choice{}, fmt.Errorf("%s takes no side: %q", pickNames[kind], s)
	case !needsSide:
		return choice, nil
	}
	side, err := ParseSide(name, b)
	if err != nil {
		return Choice{}, err
	}
	choice.Side = side
	return choice, nil
}

// plain brings a name to the form in which names are compared.
func plain(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return r == ' ' || r == '-' || r == '_' || r == '\t'
	}), "-")
}

// A Pick is one battle out of many.
type Pick struct {
	Trial   int64
	Outcome heroic.Outcome
	Rounds  int
	Alike   Proportion // battles with the same outcome after as many rounds
	Study   *Study     // of all battles
}

// PickTrial fights all trials of b and picks one. Typical fights them twice: to
// know what is typical, and to find it; so no choice keeps more than one trial
// in mind.
func PickTrial(ctx context.Context, b *heroic.Battle, o Options, choice Choice) (*Pick, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o = o.complete()
	if choice.Kind == Typical {
		done, err := fight(ctx, b, o, nil)
		if err != nil {
			return nil, err
		}
		return PickTypical(ctx, newStudy(b, o, done), o)
	}
	done, err := fight(ctx, b, o, choice.rank(b))
	if err != nil {
		return nil, err
	}
	return newPick(newStudy(b, o, done), done.pick), nil
}

// PickTypical finds the typical battle among the trials that s counted. o has the
// Options of s.
func PickTypical(ctx context.Context, s *Study, o Options) (*Pick, error) {
	o = o.complete()
	o.Trials, o.Precision, o.perfect = s.Trials, 0, true
	o.Row, o.Rows = nil, nil
	done, err := fight(ctx, s.Battle, o, typical(s))
	if err != nil {
		return nil, err
	}
	return newPick(s, done.pick), nil
}

func newPick(s *Study, c candidate) *Pick {
	p := &Pick{Trial: c.trial, Outcome: c.outcome, Rounds: c.rounds, Study: s}
	p.Alike = NewProportion(s.Outcomes[p.Outcome].Rounds.at(int64(p.Rounds)), s.Trials, s.Confidence)
	return p
}

// at is how many cases fall in v's bin.
func (s *Summary) at(v int64) int64 {
	for _, b := range s.Histogram {
		if v >= b.Value && v < b.Value+s.Width {
			return b.Count
		}
	}
	return 0
}

// A key ranks trials: the lower, the better, its first number first.
type key [4]int64

// A rank gives the key of a trial.
type rank func(*heroic.Result) key

// A candidate is the best trial so far. Trial 0 is none yet.
type candidate struct {
	trial   int64
	outcome heroic.Outcome
	rounds  int
	key     key
}

// offer replaces c by d if d ranks before it.
func (c *candidate) offer(d candidate) {
	if d.trial == 0 {
		return
	}
	order := slices.Compare(d.key[:], c.key[:])
	if c.trial == 0 || order < 0 || order == 0 && d.trial < c.trial {
		*c = d
	}
}

// rank is that of every choice but Typical, which has to know all trials.
func (c Choice) rank(b *heroic.Battle) rank {
	switch c.Kind {
	case Shortest:
		return func(r *heroic.Result) key { return key{int64(r.Rounds)} }
	case Longest:
		return func(r *heroic.Result) key { return key{-int64(r.Rounds)} }
	case Best:
		return func(r *heroic.Result) key { return fortune(b, r, c.Side, -1) }
	case Worst:
		return func(r *heroic.Result) key { return fortune(b, r, c.Side, +1) }
	}
	return nil
}

// fortune is how well side did in r, times sign.
func fortune(b *heroic.Battle, r *heroic.Result, side int, sign int64) key {
	var survivors, hp [2]int64
	for i := range r.Groups {
		s := b.Groups[i].Side
		survivors[s] += int64(r.Groups[i].Survivors)
		hp[s] += int64(r.Groups[i].HP)
	}
	outcome := [heroic.NumOutcomes]int64{heroic.Undecided: 1, heroic.Draw: 2}
	outcome[side] = 3
	return key{sign * outcome[r.Outcome], sign * survivors[side], sign * hp[side], -sign * hp[1-side]}
}

// typical ranks trials by how close they come to the middle of s.
func typical(s *Study) rank {
	likeliest := heroic.Outcome(0)
	for o, p := range s.Outcomes {
		if p.Count > s.Outcomes[likeliest].Count {
			likeliest = heroic.Outcome(o)
		}
	}
	rounds := s.Outcomes[likeliest].Rounds.P50
	var medians []int64
	for i := range s.Groups {
		medians = append(medians, s.Groups[i].ByOutcome[likeliest].Survivors.P50)
	}
	return func(r *heroic.Result) key {
		k := key{1 - one(r.Outcome == likeliest), distance(int64(r.Rounds), rounds)}
		for i := range r.Groups {
			k[2] += distance(int64(r.Groups[i].Survivors), medians[i])
		}
		return k
	}
}

func distance(a, b int64) int64 { return max(a-b, b-a) }
