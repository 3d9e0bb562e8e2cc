package heroic

// A Posture is how a group's members hold themselves (B-POSTURE).
type Posture uint8

// The postures, in the order of B-POSTURE.
const (
	Upright Posture = iota // standing
	Crouching
	Kneeling
	Sitting
	Crawling
	Prone // or face up
	NumPostures
)

// postures is the table of B-POSTURE with its rows of B547 and B548 (MM-3, MM-4,
// DM-9, DM-10, RM-35).
var postures = [NumPostures]struct {
	name    string
	thirds  int // of Move that are left
	crawls  int // yards of Move at least, and at most where no third is left
	melee   int // to hit in melee
	defence int
	target  int // to hit its torso, groin or legs from afar
}{
	Upright:   {"standing", 3, 1, 0, 0, 0},
	Crouching: {"crouching", 2, 1, -2, 0, -2},
	Kneeling:  {"kneeling", 1, 1, -2, -2, -2},
	Sitting:   {"sitting", 0, 0, -2, -2, -2},
	Crawling:  {"crawling", 1, 1, -4, -3, -2},
	Prone:     {"prone", 0, 1, -4, -3, -2},
}

// String is the name that files use.
func (p Posture) String() string { return postures[p].name }

// move is what a posture leaves of a Move, rounded down but at least a yard.
func (p Posture) move(yards int) int {
	if p == Upright || yards == 0 {
		return yards
	}
	row := &postures[p]
	return max(row.crawls, yards*row.thirds/3)
}

// step is the next posture on the way to another, and the AP that it takes
// (B-MAN-POSTURE): crouching is free, and whoever lies comes to stand by way of
// kneeling.
func (p Posture) step(to Posture) (next Posture, ap int) {
	switch {
	case p == to:
		return to, 0
	case p.onFoot() && to.onFoot():
		return to, 0
	case p == Prone && to.onFoot():
		return Kneeling, apPosture
	}
	return to, apPosture
}

// onFoot says that only bending is between a posture and standing.
func (p Posture) onFoot() bool { return p == Upright || p == Crouching }

// apPosture is the AP of a change of posture (HC-ACTION).
const apPosture = 1

// takePostures lets all change posture whose orders ask for it, at the start of
// the Ranged Phase, before anybody shoots.
func (f *Fight) takePostures() {
	for _, side := range f.order() {
		for i := side.First; i < side.Last; i++ {
			if g := &f.groups[i]; g.posture != Upright || g.order.Posture != nil {
				f.takePosture(g)
			}
		}
	}
}

// takePosture lets a group take up the posture that its orders ask for, as far as
// its AP go; what is left goes on in the next round. Rulings: who must flee gets up
// for it, and who was knocked down gets up again unless his orders say otherwise; while
// all of a group are held it does not get up. Who withdraws does nothing else (HC-LOCK).
func (f *Fight) takePosture(g *group) {
	want := g.posture
	switch {
	case !g.onField() || g.silent || g.withdraws:
		return
	case g.standing == Broken:
		want = Upright
	case g.order.Posture != nil:
		want, g.wounds.floored = *g.order.Posture, false
	case g.wounds.floored:
		want = g.wounds.stood
	}
	held := 0
	if f.b.grapples && !g.posture.onFoot() {
		if held = g.number((*state).held); held == g.fighting {
			return
		}
	}
	from, paid := g.posture, 0
	for g.posture != want {
		next, ap := g.posture.step(want)
		if g.ap < ap {
			break
		}
		g.posture, g.ap, paid = next, g.ap-ap, paid+ap
	}
	g.wounds.floored = g.wounds.floored && g.posture != want
	if held > 0 && g.posture.onFoot() {
		g.affect(held, func(s *state) { s.down = s.down || s.held() }) // they stay on the ground
	}
	if g.posture != from {
		f.note(func() Event { return PostureChanged{g.index, from, g.posture, paid, g.posture == want} })
	}
}

// strikesAt says whether a melee weapon strikes so far from the posture that the
// group is in: who crawls uses only what reaches into close combat (MM-3).
func (g *group) strikesAt(w *weapon, yards float64) bool {
	if g.posture == Crawling && (len(w.Reach) == 0 || w.Reach[0] > 0 || yards > contact+slack) {
		return false
	}
	return yards <= float64(w.MaxReach())+slack
}
