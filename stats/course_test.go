package stats

import (
	"reflect"
	"testing"

	"heroicsim/heroic"
	"heroicsim/scenarios"
)

// scenario compiles an example.
func scenario(t *testing.T, name string) *heroic.Battle {
	t.Helper()
	l, err := scenarios.Load(name, scenarios.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := heroic.Compile(l.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestFollow holds a course to the trials that it followed, watched one by one.
func TestFollow(t *testing.T) {
	const trials = 300
	for _, name := range []string{"troglodytes", "reinforcements", "heroes"} {
		b := scenario(t, name)
		var course *Course
		for _, workers := range []int{1, 3} {
			c, err := Follow(t.Context(), b, Options{Trials: trials, Seed: 7, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if course != nil && !reflect.DeepEqual(c, course) {
				t.Errorf("%s: %d workers find another course", name, workers)
			}
			course = c
		}
		// From the story, which carries who is in the fight to the end.
		rounds := make([][][]int, trials) // by trial and round, of each group
		longest := 0
		for trial := range rounds {
			fight := heroic.NewFight(b)
			fight.Trace = func(e heroic.Event) {
				if e, ok := e.(heroic.RoundBegins); ok {
					var row []int
					for _, g := range e.Groups {
						if g.Standing != heroic.Steady {
							g.Fighting = 0
						}
						row = append(row, g.Fighting)
					}
					rounds[trial] = append(rounds[trial], row)
				}
			}
			r := fight.Run(7, uint64(trial+1))
			var row []int
			for i, g := range r.Groups {
				if g.Broke || g.Collapsed || g.Left || b.Groups[i].Arrives > r.Rounds {
					g.Survivors = 0
				}
				row = append(row, g.Survivors)
			}
			rounds[trial] = append(rounds[trial], row)
			longest = max(longest, r.Rounds)
		}
		if len(course.Rounds) != longest+1 || course.Trials != trials {
			t.Fatalf("%s: %d rounds of %d trials, want %d", name, len(course.Rounds), course.Trials, longest+1)
		}
		for r, round := range course.Rounds {
			going := int64(0)
			all := make([]counts, len(b.Groups))
			for _, rows := range rounds {
				if r < len(rows)-1 {
					going++
				}
				for i, v := range rows[min(r, len(rows)-1)] {
					all[i].add(int64(v))
				}
			}
			if round.Round != r || round.Going.Count != going {
				t.Errorf("%s, round %d: %d go on, want %d", name, r, round.Going.Count, going)
			}
			for i := range all {
				if want := all[i].summary(); !reflect.DeepEqual(round.Fighting[i], want) {
					t.Errorf("%s, round %d, group %d: %+v, want %+v", name, r, i, round.Fighting[i], want)
				}
			}
		}
	}
}

// TestFollowFew follows no more than there are, nor more than it takes, nor longer
// than it may.
func TestFollowFew(t *testing.T) {
	b := scenario(t, "duel")
	for trials, want := range map[int64]int64{1: 1, 65: 65, 100_000: courseTrials} {
		c, err := Follow(t.Context(), b, Options{Trials: trials})
		if err != nil || c.Trials != want || c.Rounds[0].Going.Count != want {
			t.Errorf("%d: %+v, %v", trials, c, err)
		}
	}
	y := newCourseTally(b)
	for r := 1; r <= 300; r++ {
		y.begins(heroic.RoundBegins{Round: r, Groups: []heroic.GroupState{{Fighting: 1}, {Fighting: 1}}})
	}
	y.ends(&heroic.Result{Rounds: 300, Groups: make([]heroic.GroupResult, 2)})
	if c := y.course(DefaultOptions()); len(c.Rounds) != courseRounds || c.Rounds[courseRounds-1].Going.Count != 1 {
		t.Errorf("%d rounds", len(c.Rounds))
	}
}

// TestInterim tells all battles so far, by outcome.
func TestInterim(t *testing.T) {
	var sum int64
	told := 0
	o := Options{Trials: 3000, Seed: 6, Workers: 2, Fighter: coins(0.6, 12)}
	var last [heroic.NumOutcomes]int64
	o.Interim = func(outcomes [heroic.NumOutcomes]int64) {
		last, sum = outcomes, 0
		for _, n := range outcomes {
			sum += n
		}
	}
	o.Progress = func(done, _ int64) {
		told++
		if done != sum {
			t.Errorf("%d battles are done, %d have an outcome", done, sum)
		}
	}
	s, err := Run(t.Context(), coinBattle(12), o)
	if err != nil || told != 3 || last[heroic.FirstWins] != s.Outcomes[heroic.FirstWins].Count {
		t.Errorf("told %d times, at last %v, %v", told, last, err)
	}
}
