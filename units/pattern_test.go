package units

import "testing"

// TestPatterns: each can be compiled, which would panic on a user otherwise.
func TestPatterns(t *testing.T) {
	if len(patterns) < 100 {
		t.Errorf("%d patterns only", len(patterns))
	}
	for _, p := range patterns {
		p()
	}
}
