package stats

import (
	"slices"
	"strings"
	"testing"

	"heroicsim/heroic"
)

// pick finds the trial as PickTrial should, keeping every result.
func pick(b *heroic.Battle, trials int64, rank rank) int64 {
	c := &coin{p: 0.6, scale: 12}
	var all []candidate
	for trial := int64(1); trial <= trials; trial++ {
		r := c.Run(6, uint64(trial))
		all = append(all, candidate{trial: trial, key: rank(r)})
	}
	best := slices.MinFunc(all, func(a, b candidate) int { return slices.Compare(a.key[:], b.key[:]) })
	return best.trial // the first of the least
}

func TestPick(t *testing.T) {
	b := coinBattle(12)
	const trials = 5000
	o := Options{Trials: trials, Seed: 6, Fighter: coins(0.6, 12)}
	for word, check := range map[string]func(*heroic.Result) bool{
		"typical":        func(r *heroic.Result) bool { return r.Outcome == heroic.FirstWins && r.Rounds == 4 },
		"shortest":       func(r *heroic.Result) bool { return r.Rounds == 1 },
		"Longest":        func(r *heroic.Result) bool { return r.Rounds == 6 },
		"best:the-party": func(r *heroic.Result) bool { return r.Outcome == heroic.FirstWins && r.Groups[0].HP == 12 },
		"worst:The Party": func(r *heroic.Result) bool {
			return r.Outcome == heroic.SecondWins && r.Groups[1].HP == 0 && r.Groups[2].Survivors == 6
		},
	} {
		choice, err := ParseChoice(word, b)
		if err != nil {
			t.Fatal(err)
		}
		var trial int64
		for _, workers := range []int{1, 5} {
			o.Workers = workers
			p, err := PickTrial(t.Context(), b, o, choice)
			if err != nil {
				t.Fatal(err)
			}
			if trial != 0 && p.Trial != trial {
				t.Errorf("%s: trial %d or %d", word, trial, p.Trial)
			}
			trial = p.Trial
			r := (&coin{p: 0.6, scale: 12}).Run(6, uint64(trial))
			if !check(r) || r.Outcome != p.Outcome || r.Rounds != p.Rounds {
				t.Errorf("%s: trial %d is %+v", word, trial, r)
			}
			if p.Alike.Count < 1 || p.Alike.Of != trials {
				t.Errorf("%s: like %d of %d", word, p.Alike.Count, p.Alike.Of)
			}
			rank := choice.rank(b)
			if rank == nil {
				rank = typical(p.Study)
			}
			if want := pick(b, trials, rank); trial != want {
				t.Errorf("%s: trial %d, want %d", word, trial, want)
			}
		}
	}
}

func TestParseChoice(t *testing.T) {
	for word, want := range map[string]string{
		"middling":   "choices are: typical,",
		"best":       `best of which side? Like best:SIDE; the sides are "The party" and "Orcs"`,
		"best:elves": `no side is called "elves"`,
		"typical:x":  "takes no side",
		"":           "unknown choice",
	} {
		if _, err := ParseChoice(word, coinBattle(12)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", word, err, want)
		}
	}
	c, err := ParseChoice("Worst: ORCS", coinBattle(12))
	if err != nil || c != (Choice{Kind: Worst, Side: 1}) {
		t.Errorf("%+v, %v", c, err)
	}
}
