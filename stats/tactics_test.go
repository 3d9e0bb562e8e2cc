package stats

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"heroicsim/heroic"
)

// A coinGame is a game whose pairs are coins: the first side wins a pair's battles
// with a probability, and half of the rest are draws. Pairs share their luck unless
// they are apart.
type coinGame struct {
	heads   [][]float64
	apart   bool
	battles [][]*heroic.Battle
	coins   map[*heroic.Battle]*coin
}

func newCoinGame(apart bool, heads ...[]float64) *coinGame {
	g := &coinGame{heads: heads, apart: apart, coins: map[*heroic.Battle]*coin{}}
	for _, row := range heads {
		g.battles = append(g.battles, nil)
		for _, p := range row {
			b := coinBattle(12)
			g.coins[b] = &coin{p: p, scale: 12}
			g.battles[len(g.battles)-1] = append(g.battles[len(g.battles)-1], b)
		}
	}
	return g
}

func (g *coinGame) battle(i, j int) (*heroic.Battle, error) { return g.battles[i][j], nil }

// A lonely coin has luck of its own.
type lonely struct {
	coin
	salt uint64
}

func (l *lonely) Run(seed, trial uint64) *heroic.Result { return l.coin.Run(mix(seed)+l.salt, trial) }

func (g *coinGame) options(o Options) TacticOptions {
	o.Fighter = func(b *heroic.Battle) Fighter {
		c := *g.coins[b]
		c.result = heroic.Result{}
		if !g.apart {
			return &c
		}
		for i := range g.battles {
			for j := range g.battles[i] {
				if g.battles[i][j] == b {
					return &lonely{c, uint64(1000*i+j) << 32}
				}
			}
		}
		panic("whose battle is this?")
	}
	return TacticOptions{Options: o}
}

func (g *coinGame) play(t *testing.T, o TacticOptions) *TacticGame {
	t.Helper()
	game, err := PlayTactics(t.Context(), len(g.heads), len(g.heads[0]), g.battle, o)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// payoff is a pair's, where half of what heads leave are draws.
func payoff(heads float64) float64 { return heads + (1-heads)/4 }

func TestPlayTactics(t *testing.T) {
	// Pennies, and on both sides one thing that is worse than all else, and a row
	// that a mix beats but no other row does.
	g := newCoinGame(false,
		[]float64{.8, .2, .9},
		[]float64{.2, .8, .9},
		[]float64{.1, .1, .3},
		[]float64{.4, .4, .8},
	)
	game := g.play(t, g.options(Options{Trials: 100_000, Seed: 1}))
	if math.Abs(game.Value-payoff(.5)) > 0.005 || !(game.ValueLow < payoff(.5) && payoff(.5) < game.ValueHigh) || game.ValueHigh-game.ValueLow > 0.01 {
		t.Errorf("value %v (%v to %v), want %v", game.Value, game.ValueLow, game.ValueHigh, payoff(.5))
	}
	for i, want := range []float64{.5, .5, 0, 0} {
		if c := game.Rows[i]; math.Abs(c.Share-want) > 0.01 || c.ShareLow > want || c.ShareHigh < want {
			t.Errorf("row %d: %+v, want %v", i, c, want)
		}
		if gone := game.Rows[i].Dominated != nil; gone != (i >= 2) {
			t.Errorf("row %d is dominated: %v", i, gone)
		}
	}
	for j, want := range []float64{.5, .5, 0} {
		if c := game.Columns[j]; math.Abs(c.Share-want) > 0.01 || (c.Dominated != nil) != (j == 2) {
			t.Errorf("column %d: %+v, want %v", j, c, want)
		}
	}
	mix := game.Rows[3].Dominated.Mix
	if math.Abs(mix[0]-.5) > .1 || math.Abs(mix[1]-.5) > .1 || mix[2] != 0 || mix[3] != 0 || game.Rows[3].Dominated.Margin <= 0 {
		t.Errorf("the last row is dominated by %+v", game.Rows[3].Dominated)
	}
	if n := game.Cells[2][0].Trials; n > 4096 || game.Cells[0][0].Trials != 100_000 || game.Battles >= 1_200_000 {
		t.Errorf("%d trials of what is worse than all else, %d of the rest, %d in all", n, game.Cells[0][0].Trials, game.Battles)
	}
	for i, row := range game.Cells {
		for j, c := range row {
			sum := int64(0)
			for _, n := range c.Outcomes {
				sum += n
			}
			won, drawn := float64(c.Outcomes[heroic.FirstWins]), float64(c.Outcomes[heroic.Draw])
			if sum != c.Trials || math.Abs((won+drawn/2)/float64(sum)-c.Payoff) > 1e-12 {
				t.Errorf("%d, %d: %+v", i, j, c)
			}
			if want := payoff(g.heads[i][j]); c.Low > want || c.High < want {
				t.Errorf("%d, %d: %v (%v to %v), want %v", i, j, c.Payoff, c.Low, c.High, want)
			}
		}
	}
	if want := game.Cells[0][1].Payoff; game.Rows[0].Secures != want {
		t.Errorf("the first row secures %v, want %v", game.Rows[0].Secures, want)
	}
	if want := 1 - game.Cells[0][0].Payoff; game.Columns[0].Secures != want {
		t.Errorf("the first column secures %v, want %v", game.Columns[0].Secures, want)
	}
	if game.Partial || game.Trials != 100_000 || !game.Unique {
		t.Errorf("partial %v, %d trials, unique %v", game.Partial, game.Trials, game.Unique)
	}

	all := g.options(Options{Trials: 20_000, Seed: 1})
	all.All = true
	if game := g.play(t, all); game.Battles != 12*20_000 || game.Rows[2].Dominated == nil || game.Rows[2].Share != 0 {
		t.Errorf("all pairs: %d battles, %+v", game.Battles, game.Rows[2])
	}
}

// TestPlayTacticsRare has a column that nothing dominates, for against the second row
// both are alike, but that hardly has a share: against the first row it is much worse.
func TestPlayTacticsRare(t *testing.T) {
	g := newCoinGame(true, []float64{.005, 1}, []float64{0, 0})
	game := g.play(t, g.options(Options{Trials: 200_000, Seed: 8}))
	if c := game.Columns[1]; !c.Rare || c.Dominated != nil || c.Share != 0 || game.Columns[0].Rare || game.Rows[0].Rare {
		t.Errorf("rows %+v, columns %+v", game.Rows, game.Columns)
	}
	if n := game.Cells[0][1].Trials; n >= 200_000 || game.Cells[0][0].Trials != 200_000 || game.Cells[1][1].Trials != n {
		t.Errorf("%d trials of what is rare", n)
	}
	if want := payoff(.005); game.ValueLow > want || game.ValueHigh < want {
		t.Errorf("value %v (%v to %v), want %v", game.Value, game.ValueLow, game.ValueHigh, want)
	}
}

// TestPlayTacticsDegenerate has games with saddle points, with one row or column, and
// with nothing to choose.
func TestPlayTacticsDegenerate(t *testing.T) {
	for _, c := range []struct {
		name          string
		heads         [][]float64
		value         float64
		rows, columns int // that matter
	}{
		{"one pair", [][]float64{{.3}}, payoff(.3), 1, 1},
		{"one row", [][]float64{{.3, .6, .5}}, payoff(.3), 1, 1},
		{"one column", [][]float64{{.3}, {.6}, {.6}}, payoff(.6), 2, 1},
		{"certain", [][]float64{{1, 1}, {1, 1}}, 1, 2, 2},
		{"saddle point", [][]float64{{.5, .6}, {.4, .9}}, payoff(.5), 1, 1}, // rows once the second column is out
		{"all alike", [][]float64{{.4, .4, .4}, {.4, .4, .4}}, payoff(.4), 2, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newCoinGame(false, c.heads...)
			game := g.play(t, g.options(Options{Trials: 20_000, Seed: 5}))
			if math.Abs(game.Value-c.value) > 0.01 || game.ValueLow > c.value || game.ValueHigh < c.value {
				t.Errorf("value %v (%v to %v), want %v", game.Value, game.ValueLow, game.ValueHigh, c.value)
			}
			matter := func(all []Candidate) (n int) {
				for _, c := range all {
					n += int(one(c.Dominated == nil))
				}
				return n
			}
			if r, l := matter(game.Rows), matter(game.Columns); r != c.rows || l != c.columns {
				t.Errorf("%d rows and %d columns matter, want %d and %d", r, l, c.rows, c.columns)
			}
		})
	}
}

func TestPlayTacticsWorkersAgree(t *testing.T) {
	for _, g := range []*coinGame{
		newCoinGame(true, []float64{.5, .4}, []float64{.4, .5}, []float64{.1, .1}),
		newCoinGame(true, []float64{.5}),
	} {
		for _, o := range []Options{{Trials: 5000, Seed: 3}, {Seed: 3, Precision: 0.02}, {Trials: 3}} {
			want := ""
			for _, o.Workers = range []int{1, 2, 7} {
				options := g.options(o)
				if o.Seed == 3 {
					options.Payoff = BySurvivors
				}
				game := g.play(t, options)
				game.Battle, game.Elapsed = nil, 0
				text := ""
				for _, all := range [][]Candidate{game.Rows, game.Columns} {
					for i := range all {
						text += fmt.Sprintf("%+v ", all[i].Dominated)
						all[i].Dominated = nil // an address
					}
				}
				text += fmt.Sprintf("%+v", *game)
				if want == "" {
					want = text
				}
				if text != want {
					t.Errorf("%d workers differ from 1:\n%s\n%s", o.Workers, text, want)
				}
			}
		}
	}
}

func TestPlayTacticsPrecision(t *testing.T) {
	g := newCoinGame(true, []float64{.5, .4}, []float64{.4, .5})
	game := g.play(t, g.options(Options{Seed: 1, Precision: 0.01}))
	if !game.Reached || game.Trials < minPrecisionTrials || game.Trials > 20_000 {
		t.Errorf("reached %v with %d trials", game.Reached, game.Trials)
	}
	for _, row := range game.Cells {
		for _, c := range row {
			if c.HalfWidth() > 0.01 {
				t.Errorf("%v to either side", c.HalfWidth())
			}
		}
	}
}

// TestBySurvivors has the payoffs of one battle: all are left, or nobody, or some.
func TestBySurvivors(t *testing.T) {
	b := coinBattle(12)
	value := BySurvivors.of(b)
	for _, c := range []struct {
		hero, hirelings, orcs int
		want                  int32
	}{
		{1, 4, 0, 1_000_000}, {0, 0, 6, 0}, {1, 4, 6, 500_000}, {0, 0, 0, 500_000}, {1, 0, 3, 350_000}, {0, 1, 2, 433_333},
	} {
		r := &heroic.Result{Groups: []heroic.GroupResult{{Survivors: c.hero}, {Survivors: c.hirelings}, {Survivors: c.orcs}}}
		if got := value(r); got != c.want {
			t.Errorf("%+v: %d, want %d", c, got, c.want)
		}
	}
}

func TestPlayTacticsStops(t *testing.T) {
	g := newCoinGame(false, []float64{.5, .4}, []float64{.4, .5})
	ctx, cancel := context.WithCancel(t.Context())
	o := g.options(Options{Trials: 1_000_000, Workers: 2})
	o.Progress = func(done, of int64) {
		if done > 4*2048 {
			cancel()
		}
	}
	game, err := PlayTactics(ctx, 2, 2, g.battle, o)
	if !errors.Is(err, context.Canceled) || !game.Partial || game.Trials < 1024 || game.Trials > 100_000 {
		t.Errorf("%+v, %v", game, err)
	}
	for _, row := range game.Cells {
		for _, c := range row {
			if c.Trials != game.Trials {
				t.Errorf("%d trials of a pair, want %d", c.Trials, game.Trials)
			}
		}
	}
	game, err = PlayTactics(ctx, 2, 2, g.battle, o)
	if !errors.Is(err, context.Canceled) || !game.Empty() {
		t.Errorf("%+v, %v", game, err)
	}
	broken := errors.New("broken")
	if _, err := PlayTactics(t.Context(), 2, 2, func(int, int) (*heroic.Battle, error) { return nil, broken }, o); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// TestNoFalseDominance plays games of equals with luck of their own, and looks
// often: hardly ever may one seem worse than another.
func TestNoFalseDominance(t *testing.T) {
	equal := []float64{.5, .5}
	g := newCoinGame(true, equal, equal, equal)
	wrong := 0
	for seed := range uint64(60) {
		o := g.options(Options{Trials: 4096, Seed: seed, Confidence: 0.8})
		r := newTournament(3, 2, o.withDefaults())
		for i := range r.pairs {
			for j := range r.pairs[i] {
				r.pairs[i][j].battle = g.battles[i][j]
			}
		}
		if err := r.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		wrong += int(one(len(contenders(r.rows)) < 3 || len(contenders(r.columns)) < 2))
	}
	if wrong > 12 {
		t.Errorf("something of 60 games of equals was dominated in %d", wrong)
	}
}

// TestValueCoverage plays games whose value is known and counts how often the
// bootstrap's interval holds it.
func TestValueCoverage(t *testing.T) {
	games := 60
	if *long {
		games = 1000
	}
	for _, c := range []struct {
		name  string
		heads [][]float64
		value float64
	}{
		{"pennies", [][]float64{{.7, .3}, {.3, .7}}, payoff(.5)},
		{"saddle point", [][]float64{{.5, .6}, {.4, .9}}, payoff(.5)},
	} {
		for _, apart := range []bool{false, true} {
			g := newCoinGame(apart, c.heads...)
			held := 0
			for seed := range uint64(games) {
				o := g.options(Options{Trials: 1024, Seed: 1000 + seed, Confidence: 0.9}).withDefaults()
				r := newTournament(2, 2, o)
				r.draws = 100
				for i := range r.pairs {
					for j := range r.pairs[i] {
						r.pairs[i][j].battle = g.battles[i][j]
					}
				}
				if err := r.run(t.Context()); err != nil {
					t.Fatal(err)
				}
				game, err := r.game()
				if err != nil {
					t.Fatal(err)
				}
				held += int(one(game.ValueLow <= c.value && c.value <= game.ValueHigh))
			}
			t.Logf("%s, apart %v: %d of %d intervals hold the value", c.name, apart, held, games)
			if deviation := math.Sqrt(.9 * .1 * float64(games)); float64(held) < .9*float64(games)-4*deviation {
				t.Errorf("%s, apart %v: %d of %d are too few", c.name, apart, held, games)
			}
		}
	}
}

// TestPayoffIntervalCoverage adds up, for payoffs of 0, 1/2 and 1 with known
// probabilities, those of all counts whose interval holds the mean.
func TestPayoffIntervalCoverage(t *testing.T) {
	for _, n := range []int{20, 100} {
		sum, cases, least := 0.0, 0, 1.0
		for _, draws := range []float64{0, .02, .3, .9, 1} {
			for p := 0.05; p < 1; p += 0.1 {
				win := p * (1 - draws)
				mean, held := win+draws/2, 0.0
				for w := 0; w <= n; w++ {
					for d := 0; w+d <= n; d++ {
						x, y := float64(w)/float64(n), float64(d)/float64(n)
						m := x + y/2
						low, high := payoffInterval(m, x+y/4-m*m, int64(n), 0.95)
						if low <= mean+1e-12 && mean-1e-12 <= high {
							held += trinomial(n, w, d, win, draws)
						}
					}
				}
				sum, cases, least = sum+held, cases+1, min(least, held)
			}
		}
		t.Logf("n %d: coverage %.4f on average, at least %.4f", n, sum/float64(cases), least)
		if mean := sum / float64(cases); mean < 0.945 || mean > 0.985 || least < 0.88 {
			t.Errorf("n %d: coverage %v on average, at least %v", n, mean, least)
		}
	}
	for _, n := range []int64{1, 7, 1000} {
		for count := int64(0); count <= n; count += max(1, n/7) {
			p := float64(count) / float64(n)
			low, high := payoffInterval(p, p*(1-p), n, 0.95)
			if l, h := Wilson(count, n, 0.95); math.Abs(low-l) > 1e-12 || math.Abs(high-h) > 1e-12 {
				t.Errorf("%d of %d: %v to %v, want Wilson's %v to %v", count, n, low, high, l, h)
			}
		}
	}
}

// trinomial is the probability of w and d cases of n that have probabilities p and q.
func trinomial(n, w, d int, p, q float64) float64 {
	term := func(k int, p float64) float64 {
		if k == 0 {
			return 0
		}
		return float64(k) * math.Log(p)
	}
	factorial := func(k int) float64 {
		v, _ := math.Lgamma(float64(k) + 1)
		return v
	}
	l := n - w - d
	return math.Exp(factorial(n) - factorial(w) - factorial(d) - factorial(l) + term(w, p) + term(d, q) + term(l, max(0, 1-p-q)))
}
