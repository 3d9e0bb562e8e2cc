package dice

import (
	"math/rand/v2"
	"testing"
)

// Vectors draw what single draws do, for any number of trials and any tables.
func TestManyAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rack := NewRack(MaxRoom)
	all := []Place{0, Nothing}
	var tables []*Table
	for n := range 60 {
		p := make([]float64, 1+r.IntN(1+n*n))
		for i := range p {
			p[i] = r.Float64()
		}
		low := r.IntN(100)
		if n%7 == 6 {
			low += 1 << 17 // too great for the usual guides
		}
		tables = append(tables, NewTable(low, p))
		place, ok := rack.Put(tables[n])
		if again, _ := rack.Put(tables[n]); !ok || again != place {
			t.Fatalf("table %d is put at %x, then at %x", n, place, again)
		}
		all = append(all, place)
	}
	for range 3000 {
		n := r.IntN(40)
		trials, places, draws, values := make([]Trial, n), make([]Place, n), make([]uint64, n), make([]int32, n)
		for i := range n {
			trials[i], places[i] = Trial(r.Uint64()), all[r.IntN(len(all))]
		}
		round, m := r.IntN(1<<20), MomentOf(Phase(r.IntN(40)), r.IntN(1<<18), r.IntN(1<<18))
		Firsts(draws, trials, round, m)
		rack.Glance(values, places, draws)
		for i, draw := range draws {
			if want := trials[i].First(round, m); draw != want {
				t.Fatalf("draw %d of %d is %x; want %x", i, n, draw, want)
			}
			if want := rack.glance(places[i], draw); values[i] != want {
				t.Fatalf("value %d of %d is %d; want %d", i, n, values[i], want)
			}
			var want int
			switch places[i] {
			case 0:
				if values[i] >= 0 {
					t.Fatalf("nowhere has the value %d", values[i])
				}
				continue
			case Nothing:
			default:
				want = tables[places[i]>>placeNumber&placeTables-1].Value(draw)
			}
			if got := rack.Value(places[i], draw); got != want || values[i] >= 0 && int(values[i]) != want {
				t.Fatalf("a draw comes to %d, at a glance to %d; want %d", got, values[i], want)
			}
		}
	}
}

// Draws of a trial are those of Dice.
func TestTrial(t *testing.T) {
	var d Dice
	m := MomentOf(Melee, 3, 4)
	for seed := range uint64(5) {
		for trial := range uint64(5) {
			d.Begin(seed, trial)
			d.To(7, m)
			if got, want := SeedOf(seed).Trial(trial).First(7, m), d.Next(); got != want || d.Trial() != SeedOf(seed).Trial(trial) {
				t.Errorf("seed %d, trial %d: the first draw is %x; want %x", seed, trial, got, want)
			}
		}
	}
}

// A full Rack puts no more, and keeps what it has.
func TestFullRack(t *testing.T) {
	rack := NewRack(500)
	var places []Place
	var tables []*Table
	for {
		table := NewTable(len(tables), []float64{1, 2, 3})
		place, ok := rack.Put(table)
		if !ok {
			break
		}
		tables, places = append(tables, table), append(places, place)
	}
	if len(rack.guides) > 500 || len(tables) < 5 {
		t.Errorf("%d tables take %d entries of 500", len(tables), len(rack.guides))
	}
	if _, ok := rack.Put(NewTable(0, []float64{1, 2, 3})); ok {
		t.Error("a full rack takes a table")
	}
	for i, table := range tables {
		if again, ok := rack.Put(table); again != places[i] || !ok {
			t.Errorf("table %d lies at %x, and then at %x", i, places[i], again)
		}
		for _, draw := range []uint64{0, 1 << 62, 1 << 63, 1<<64 - 1} {
			if got, want := rack.Value(places[i], draw), table.Value(draw); got != want {
				t.Errorf("table %d: %d; want %d", i, got, want)
			}
		}
	}
}
