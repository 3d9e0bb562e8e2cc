package dice

// Paths make dice fall in every way in turn, for exact answers. Whatever rolls is
// run once for each path: a path is how all the dice rolled in one run fell.
//
//	var p dice.Paths
//	d := dice.Enumerated(&p)
//	for ok := true; ok; ok = p.Next() {
//		run(d) // comes about with p.Probability()
//	}
type Paths struct {
	forks []fork
	used  int
}

// A fork is a roll of the path: what it can come to, and what it does.
type fork struct {
	p  []float64
	at int
}

// Enumerated returns dice that fall as the path under way says.
func Enumerated(p *Paths) *Dice { return &Dice{script: &Script{paths: p}} }

// Reset goes back to the first path of something new.
func (p *Paths) Reset() { p.forks, p.used = p.forks[:0], 0 }

// Draw is the next roll of the path: one of len(weights) things, which come about
// with these weights. They are kept, and one must be positive.
func (p *Paths) Draw(weights []float64) int {
	if p.used == len(p.forks) {
		first := 0
		for weights[first] <= 0 {
			first++
		}
		p.forks = append(p.forks, fork{weights, first})
	}
	p.used++
	return p.forks[p.used-1].at
}

// Next moves on to the next path, and is false where there is none.
func (p *Paths) Next() bool {
	p.forks, p.used = p.forks[:p.used], 0
	for n := len(p.forks); n > 0; n-- {
		f := &p.forks[n-1]
		for f.at++; f.at < len(f.p); f.at++ {
			if f.p[f.at] > 0 {
				p.forks = p.forks[:n]
				return true
			}
		}
	}
	p.forks = p.forks[:0]
	return false
}

// Probability is that of the rolls of the path so far.
func (p *Paths) Probability() float64 {
	q := 1.0
	for _, f := range p.forks[:p.used] {
		sum := 0.0
		for _, w := range f.p {
			sum += w
		}
		q *= f.p[f.at] / sum
	}
	return q
}

// threeDice are those of success rolls.
var threeDice = D(3, 0).Dist()

// successFrom draws only whether 3d show at least k, and returns a value that does
// or does not.
func (p *Paths) successFrom(k int) int {
	var weights [2]float64 // below k, and from k on
	for v, q := range threeDice.All() {
		if v < k {
			weights[0] += q
		} else {
			weights[1] += q
		}
	}
	return k - 1 + p.Draw(weights[:])
}
