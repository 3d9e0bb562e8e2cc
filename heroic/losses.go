package heroic

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Losses are the probabilities of losing Low, Low+1, ... HP, if the pool has them.
// Equal ones are the same pointer.
type Losses struct {
	ID  int
	Low int
	P   []float64
}

// A contestKey is all that an attack's injury goes by.
type contestKey struct {
	strike                                         *strike
	skill, defence, speedFactor, multiplier, limit int
}

// injuryOf is the distribution of an attack's injury, or nil where its hits are
// too many to add up.
func (e *Explorer) injuryOf(a *attack, skill int) *spread {
	f := e.f
	key := contestKey{a.strike, skill, a.defence.total, a.speedFactor, f.multiplier(a), a.limit()}
	if most := f.mostHits(a, skill, key.multiplier); key.limit >= most {
		key.limit = -1
	}
	if s, ok := e.odds[key]; ok {
		return s
	}
	if most := hits(max(0, skill-key.defence+15, skill-3), key.speedFactor, key.multiplier, key.limit); most > a.strike.most {
		e.why = fmt.Sprintf("an attack of %s can make %d hits, more than the %d that can be added up exactly; smaller groups would do", a.by.Name, most, a.strike.most)
		return nil
	}
	s := f.injuryOdds(a, skill)
	e.odds[key] = &s
	return &s
}

// resolve notes the injury of an attack instead of rolling its contest. Whether a
// shot goes astray, and at whom, are ways in which the leg can go.
func (e *Explorer) resolve(a *attack, skill int) {
	injury := e.injuryOf(a, skill)
	if injury == nil {
		return
	}
	astray := 0.0
	if a.mayStray() && e.f.bystanders(a) > 0 {
		astray = e.misses(a, skill) * e.strays()
	}
	if astray == 0 {
		e.hit(a.at, injury)
		return
	}
	if e.paths.Draw([]float64{1 - astray, astray}) == 0 {
		e.hit(a.at, e.without(injury, astray))
		return
	}
	weights := make([]float64, len(e.f.groups))
	for i, in := range e.f.inMelee {
		if in {
			weights[i] = float64(e.f.groups[i].fighting)
		}
	}
	i := e.paths.Draw(weights)
	e.f.groups[i].engaged = true
	e.hit(&e.f.groups[i], e.strayOf(a, i))
}

// hit adds an injury to what a group suffers in this leg.
func (e *Explorer) hit(g *group, injury *spread) {
	if injury != nil {
		e.injuries[g.index] = append(e.injuries[g.index], injury)
	}
}

// misses is the chance that an attack loses its contest.
func (e *Explorer) misses(a *attack, skill int) float64 {
	sum := 0.0
	contests(func(attackRoll, defenceRoll int, p float64) {
		if v, _ := e.f.decide(a, skill, attackRoll, defenceRoll); !v.wins {
			sum += p
		}
	})
	return sum
}

// strays is the chance that a miss strays (HC-MELEE-FIRE).
func (e *Explorer) strays() float64 {
	sum := 0.0
	for roll := 3; roll <= strayScore; roll++ {
		sum += ways3d[roll] / 216
	}
	return sum
}

// A restKey is an injury and the chance of something else that did not happen.
type restKey struct {
	injury *spread
	astray float64
}

// without is an attack's injury where it is known not to have gone astray, which
// it does with a given chance.
func (e *Explorer) without(injury *spread, astray float64) *spread {
	key := restKey{injury, astray}
	rest, ok := e.rest[key]
	if !ok {
		rest = &spread{injury.low, slices.Clone(injury.p)}
		rest.p[-rest.low] = max(0, rest.p[-rest.low]-astray)
		for i := range rest.p {
			rest.p[i] /= 1 - astray
		}
		e.rest[key] = rest
	}
	return rest
}

// strayOf is the distribution of a stray shot's injury on group i, over all
// locations.
func (e *Explorer) strayOf(from *attack, i int) *spread {
	var at [16]*spread // by 3d
	for k := range at {
		a := e.f.strayShot(from, i, 0, k+3)
		if at[k] = e.injuryOf(&a, e.f.effective(&a, numbers{})); at[k] == nil {
			return nil
		}
	}
	s, ok := e.astray[at]
	if !ok {
		high := 0
		for _, injury := range at {
			high = max(high, injury.low+len(injury.p)-1)
		}
		mixed := newSpread(0, high)
		for k, injury := range at {
			for j, q := range injury.p {
				mixed.add(injury.low+j, q*ways3d[k+3]/216)
			}
		}
		s = &mixed
		e.astray[at] = s
	}
	return s
}

// takeInjuries is what the injuries of a leg make every group lose, nil where
// nobody loses anything.
func (e *Explorer) takeInjuries() []*Losses {
	var losses []*Losses
	for i, injuries := range e.injuries {
		if l := e.lossesOf(&e.f.groups[i], injuries); l != nil {
			if losses == nil {
				losses = make([]*Losses, len(e.injuries))
			}
			losses[i] = l
		}
		e.injuries[i] = injuries[:0]
	}
	return losses
}

// lossesOf is what a group loses by independent injuries, added up and halved by
// its HT roll (HC-HT); nil where it loses nothing.
func (e *Explorer) lossesOf(g *group, injuries []*spread) *Losses {
	if len(injuries) == 0 {
		return nil
	}
	key := []byte{byte(g.index)}
	for _, s := range injuries {
		key = fmt.Appendf(key, " %p", s)
	}
	l, ok := e.known[string(key)]
	if !ok {
		total := spread{0, []float64{1}}
		for _, s := range injuries {
			total = total.plus(s)
		}
		l = e.intern(e.f.afterHT(g, total))
		e.known[string(key)] = l
	}
	return l
}

// plus is the distribution of the sum of two independent injuries.
func (s *spread) plus(t *spread) spread {
	sum := spread{s.low + t.low, make([]float64, len(s.p)+len(t.p)-1)}
	for i, p := range s.p {
		for k, q := range t.p {
			sum.p[i+k] += p * q
		}
	}
	return sum
}

// intern makes Losses of a spread, nil where nothing is lost.
func (e *Explorer) intern(s spread) *Losses {
	for len(s.p) > 1 && s.p[len(s.p)-1] < negligible {
		s.p = s.p[:len(s.p)-1]
	}
	for len(s.p) > 1 && s.p[0] < negligible {
		s.low, s.p = s.low+1, s.p[1:]
	}
	if len(s.p) == 1 && s.low == 0 {
		return nil
	}
	key := binary.LittleEndian.AppendUint64(nil, uint64(s.low))
	for _, p := range s.p {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(p))
	}
	l, ok := e.losses[string(key)]
	if !ok {
		l = &Losses{len(e.losses), s.low, s.p}
		e.losses[string(key)] = l
	}
	return l
}

// Wounds are what a character of group i who has fallen may be left with, and how
// likely (HC-CASUALTY); nil for others.
func (e *Explorer) Wounds(i int) (wounds []Wound, p []float64) {
	g := &e.f.groups[i]
	if !g.isWounded() {
		return nil, nil
	}
	e.paths.Reset()
	for ok := true; ok; ok = e.paths.Next() {
		var r GroupResult
		e.f.casualties(g, 1, &r)
		wounds, p = append(wounds, r.Wound), append(p, e.paths.Probability())
	}
	return wounds, p
}
