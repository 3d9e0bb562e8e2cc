package heroic

import (
	"flag"
	"os"
	"testing"
)

// long makes the tests that compare distributions fight several million battles.
var long = flag.Bool("long", false, "compare distributions on several million battles")

// TestMain seeds the generated cases, so that a run of the tests is the same every
// time; -rapid.seed gives others.
func TestMain(m *testing.M) {
	flag.Parse()
	if seed := flag.Lookup("rapid.seed"); seed.Value.String() == "0" {
		if err := seed.Value.Set("1"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
