package scenarios

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// recalled loads l again from its record, as JSON keeps it.
func recalled(t *testing.T, l *Loaded, sets []string) *Loaded {
	t.Helper()
	text, err := json.Marshal(l.Record())
	if err != nil {
		t.Fatal(err)
	}
	var r Record
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	again, err := Recall(r, sets)
	if err != nil {
		t.Fatal(err)
	}
	if again.Hash != l.Hash || again.Name != l.Name || again.File != l.File || string(again.Text) != string(l.Text) || !reflect.DeepEqual(again.Warnings, l.Warnings) {
		t.Errorf("%s: %+v\nis recalled as %+v", l.File, l, again)
	}
	if twice := again.Record(); !reflect.DeepEqual(twice, l.Record()) {
		t.Errorf("%s: the record becomes %+v", l.File, twice)
	}
	return again
}

func TestRecallExamples(t *testing.T) {
	for _, e := range Embedded() {
		l, err := Load(e.Name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		recalled(t, l, nil)
	}
	text, _ := Read("duel")
	l, err := Load("-", Options{Stdin: strings.NewReader(string(text))})
	if err != nil {
		t.Fatal(err)
	}
	recalled(t, l, nil)
}

// TestRecall loads a scenario that reads a sheet, units and rules, also for a --set,
// after they are gone.
func TestRecall(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"hero.gcs": heroSheet, "house.yaml": "speed_factor: 6\n", "late/man.yaml": "units:\n  man: {st: 9, dx: 10, ht: 10, weapons: [{name: Club, skill: 11, damage: 1d cr}]}\n",
		"tonight.yaml": "\ufeffrules: house.yaml\n" + strings.Replace(againstTwo, "UNIT", "hero.gcs", 1) + "  spare: {gcs: hero.gcs}\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	sets := []string{"sides.b.groups.guard.unit=late/man.yaml"}
	l, err := Load(filepath.Join(dir, "tonight.yaml"), Options{Sets: sets})
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Warnings) == 0 {
		t.Fatal("there is no warning to keep")
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	again := recalled(t, l, sets)
	if again.Scenario.Rules.SpeedFactor != 6 || again.Scenario.Sides[1].Groups[0].Unit.ST != 9 {
		t.Errorf("%+v", again.Scenario)
	}
	if v, err := again.With("rules.speed_factor=7"); err != nil || v.Scenario.Rules.SpeedFactor != 7 {
		t.Errorf("%v", err)
	}
	if _, err := Recall(l.Record(), []string{"sides.b.groups.guard.unit=other.yaml"}); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a file that is not in the record: %v", err)
	}
}
