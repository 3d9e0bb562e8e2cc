package stats

import "heroicsim/heroic"

// newExactStudy turns an exact tally into a Study.
func newExactStudy(b *heroic.Battle, o ExactOptions, t *exactTally) *Study {
	s := &Study{Battle: b, Confidence: o.Confidence}
	for i := range s.Outcomes {
		s.Outcomes[i].Name = OutcomeName(b, heroic.Outcome(i))
		s.Outcomes[i].P = t.outcomes[i].p
	}
	return s
}
