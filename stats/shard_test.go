package stats

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"heroicsim/heroic"
	"heroicsim/scenarios"
	"heroicsim/units"
)

// shardsOf fights a battle in n parts, and brings each to JSON and back.
func shardsOf(t *testing.T, b *heroic.Battle, o Options, n int64) []*Part {
	t.Helper()
	var parts []*Part
	for i := range n {
		o.Workers = 1 + int(i)%3
		p, err := RunShard(t.Context(), b, o, Shard{i + 1, n})
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, reread(t, p))
	}
	return parts
}

// reread is p written and read.
func reread(t *testing.T, p *Part) *Part {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	again := new(Part)
	if err := json.Unmarshal(text, again); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	if twice, err := json.Marshal(again); err != nil || string(twice) != string(text) {
		t.Fatalf("%v: %s\nbecomes %s", err, text, twice)
	}
	return again
}

// TestShards holds the trials in any number of parts, merged in any order, against
// all at once: also parts without trials, and values that are counted in bins.
func TestShards(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := int64(1); n <= 20; n++ {
		for _, scale := range []int{12, 1e12} {
			if scale > 12 && n%8 != 3 {
				continue // a few will do
			}
			o := Options{Trials: 1 + r.Int64N(12*Chunk), Seed: r.Uint64(), Confidence: 0.9, Fighter: coins(0.55, scale)}
			b := coinBattle(scale)
			want := studyOf(t, b, o)
			parts := shardsOf(t, b, o, n)
			r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			got, err := Merge(b, parts, o.Confidence)
			if err != nil {
				t.Fatal(err)
			}
			got.Battle, got.Elapsed = nil, 0
			if !same(got, want) {
				t.Errorf("%d trials in %d parts differ from all at once", o.Trials, n)
			}
		}
	}
}

// TestShardsOfExamples does the same with real battles: of characters, and with a
// pursuit.
func TestShardsOfExamples(t *testing.T) {
	for _, name := range []string{"heroes", "pursuit", "fireball"} {
		l, err := scenarios.Load(name, scenarios.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := heroic.Compile(l.Scenario)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Trials: 3*Chunk + 100, Seed: 5, Fighter: func(b *heroic.Battle) Fighter { return heroic.NewFight(b) }}
		want := studyOf(t, b, o)
		got, err := Merge(b, shardsOf(t, b, o, 3), 0.95)
		if err != nil {
			t.Fatal(err)
		}
		got.Battle, got.Elapsed = nil, 0
		if !same(got, want) {
			t.Errorf("%s: parts differ from all at once", name)
		}
	}
}

// TestSpans: parts follow on each other, in whole chunks, and none is more than a
// chunk larger than another.
func TestSpans(t *testing.T) {
	for _, trials := range []int64{1, Chunk, Chunk + 1, 7 * Chunk, 100_000, MaxTrials} {
		for _, n := range []int64{1, 2, 3, 7, 98, 99, 1000, MaxShards} {
			next, least, most := int64(1), int64(MaxTrials), int64(0)
			for i := range n {
				first, last := Shard{i + 1, n}.Span(trials)
				if first != next || last < first-1 || (first-1)%Chunk != 0 || last != trials && last%Chunk != 0 {
					t.Fatalf("%d trials: part %d of %d goes from %d to %d", trials, i+1, n, first, last)
				}
				next = last + 1
				chunks := (last - first + Chunk) / Chunk
				least, most = min(least, chunks), max(most, chunks)
			}
			if next != trials+1 || most > least+1 {
				t.Errorf("%d trials in %d parts: %d, of %d to %d chunks", trials, n, next-1, least, most)
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	for text, want := range map[string]string{
		"1/1": "", "3/10": "", "03/10": "", "100000/100000": "",
		"": "like 3/10", "3": "like 3/10", "3/": "like 3/10", "a/3": "like 3/10", "1/2/3": "like 3/10", "1.5/3": "like 3/10",
		"0/3": "of 3 parts, the first is 1/3 and the last 3/3", "4/3": "the last 3/3", "-1/3": "the last 3/3",
		"1/100001": "at most 100000", "0/0": "like 3/10", "1/-1": "like 3/10",
	} {
		s, err := ParseShard(text)
		if want == "" && (err != nil || s.I < 1) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
}

// TestMergeRefuses parts that are not those of one run.
func TestMergeRefuses(t *testing.T) {
	b, o := coinBattle(12), Options{Trials: 5000, Seed: 1, Fighter: coins(0.5, 12)}
	parts := shardsOf(t, b, o, 3)
	of := func(change func(o *Options), n int64) *Part {
		o := o
		change(&o)
		return shardsOf(t, b, o, n)[1]
	}
	for name, c := range map[string]struct {
		parts []*Part
		want  string
	}{
		"none":    {nil, "no parts"},
		"missing": {[]*Part{parts[0], parts[2]}, "there are 2 of 3 parts"},
		"twice":   {[]*Part{parts[0], parts[1], parts[0]}, "part 1 of 3 is there twice"},
		"seed":    {[]*Part{parts[0], of(func(o *Options) { o.Seed = 2 }, 3), parts[2]}, "part 2 of 3 is of other trials than part 1 of 3"},
		"trials":  {[]*Part{parts[0], of(func(o *Options) { o.Trials++ }, 3), parts[2]}, "of other trials"},
		"shards":  {[]*Part{parts[0], of(func(*Options) {}, 4), parts[2]}, "part 2 of 4 is of other trials than part 1 of 3"},
	} {
		if s, err := Merge(b, c.parts, 0.95); s != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	other := coinBattle(12)
	other.Groups = other.Groups[:2]
	if _, err := Merge(other, parts, 0.95); err == nil {
		t.Error("a battle of other groups passes")
	}
	if _, err := Merge(b, parts, 1); err == nil {
		t.Error("a confidence of 1 passes")
	}
	for _, s := range []Shard{{}, {0, 3}, {4, 3}, {1, MaxShards + 1}} {
		if _, err := RunShard(t.Context(), b, o, s); err == nil {
			t.Errorf("shard %v passes", s)
		}
	}
	o.Precision = 0.1
	if _, err := RunShard(t.Context(), b, o, Shard{1, 3}); err == nil {
		t.Error("a precision passes")
	}
}

// TestShardInterrupted: half a part is none.
func TestShardInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{Trials: 100 * Chunk, Workers: 2, Fighter: func(*heroic.Battle) Fighter {
		return &coin{p: 0.6, scale: 12, after: func(trial uint64) {
			if trial == 70*Chunk+5 {
				cancel()
			}
		}}
	}}
	if p, err := RunShard(ctx, coinBattle(12), o, Shard{2, 2}); p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", p, err)
	}
	if p, err := RunShard(t.Context(), coinBattle(12), o, Shard{1, 2}); p == nil || err != nil {
		t.Errorf("the other part has trial %d, too: %v", 70*Chunk+5, err)
	}
}

// TestSavedFields: nothing that a tally counts is left out of files.
func TestSavedFields(t *testing.T) {
	leaves := 0
	var walk func(v reflect.Type)
	walk = func(v reflect.Type) {
		switch {
		case v == reflect.TypeFor[counts](), v.Kind() == reflect.Int64, v == reflect.TypeFor[[units.NumLocations]int64]():
			leaves++
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i).Type)
			}
		case v.Kind() == reflect.Array && v.Len() == 2:
			walk(v.Elem())
			walk(v.Elem())
		}
	}
	walk(reflect.TypeFor[groupTally]())
	if n := len(new(groupTally).fields()); n != leaves {
		t.Errorf("a groupTally has %d fields, %d are saved", leaves, n)
	}
	leaves = 0
	walk(reflect.TypeFor[outcomeTally]())
	if n := len(new(outcomeTally).fields()); n+1 != leaves { // and its trials
		t.Errorf("an outcomeTally has %d fields, %d are saved", leaves, n+1)
	}
}

// TestSavedCounts brings values of all ranges to JSON and back.
func TestSavedCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 300 {
		limit := []int64{1, 5, 4095, 4097, 1e6, 1e12}[r.IntN(6)]
		from := []int64{0, 1, 4095, 1e7, 9e12}[r.IntN(5)]
		var vs []int64
		for _, v := range values(r.Uint64(), r.IntN(200), limit) {
			vs = append(vs, from+v)
		}
		c, more := counted(vs), counted(values(r.Uint64(), 50, 1e5))
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		got := new(counts)
		if err := json.Unmarshal(text, got); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if g, w := fmt.Sprint(got.summary()), fmt.Sprint(c.summary()); g != w {
			t.Fatalf("read %s\nhad  %s", g, w)
		}
		got.merge(more)
		c.merge(more)
		if g, w := fmt.Sprint(got.summary()), fmt.Sprint(c.summary()); g != w {
			t.Fatalf("read and merged %s\nmerged %s", g, w)
		}
	}
	// The largest sums that there can be.
	c := new(counts)
	c.addMany(maxValue, MaxTrials/2)
	c.addMany(maxValue-1e6, MaxTrials/2)
	text, _ := json.Marshal(c)
	got := new(counts)
	if err := json.Unmarshal(text, got); err != nil || got.wide != c.wide {
		t.Errorf("%v in %s", err, text)
	}
}

// TestNoCounts has what no part says.
func TestNoCounts(t *testing.T) {
	for _, text := range []string{
		`[[1,0]]`, `[[1,-1]]`, `[[-1,1]]`, `[[1,1],[1,1]]`, `[[2,1],[1,1]]`, `[[1,1.5]]`, `[[1,1000000000001]]`, `[[1e13,1]]`,
		`[[0,1],[4096,1]]`, `[[20000000000000,1]]`, `"x"`, `{}`, `{"width":1,"values":[[1,1]]}`,
		`{"width":2,"values":[],"min":0,"max":0,"sum":"0","sum_of_squares":"0"}`,
		`{"width":3,"values":[[0,1],[9000,1]],"min":0,"max":9000,"sum":"9000","sum_of_squares":"81000000"}`,
		`{"width":2,"values":[[0,1],[8000,1]],"min":0,"max":8000,"sum":"8000","sum_of_squares":"64000000","more":1}`,
		`{"width":2,"values":[[0,1],[4000,1]],"min":0,"max":4000,"sum":"4000","sum_of_squares":"16000000"}`,
		`{"width":2,"values":[[1,1],[8000,1]],"min":1,"max":8000,"sum":"8001","sum_of_squares":"64000001"}`,
		`{"width":2,"values":[[0,1],[8000,1]],"min":2,"max":8000,"sum":"8002","sum_of_squares":"64000004"}`,
		`{"width":2,"values":[[0,1],[8000,1]],"min":0,"max":8002,"sum":"8002","sum_of_squares":"64032004"}`,
		`{"width":2,"values":[[0,1],[8000,1]],"min":0,"max":8000,"sum":"16001","sum_of_squares":"64000000"}`,
		`{"width":2,"values":[[0,1],[8000,1]],"min":0,"max":8000,"sum":"-1","sum_of_squares":"64000000"}`,
		`{"width":2,"values":[[0,1],[8000,1]],"min":0,"max":8000,"sum":"8000","sum_of_squares":"64000001"}`,
		`{"width":2,"values":[[0,1],[8000,1]],"min":0,"max":8000,"sum":"8000","sum_of_squares":"31999999"}`,
		`{"width":2,"values":[[0,1],[8000,1]],"min":0,"max":8000,"sum":"8000","sum_of_squares":"x"}`,
	} {
		if err := json.Unmarshal([]byte(text), new(counts)); err == nil {
			t.Errorf("%s passes", text)
		}
	}
	good := `{"width":2,"values":[[0,1],[8000,1]],"min":0,"max":8000,"sum":"8000","sum_of_squares":"64000000"}`
	if err := json.Unmarshal([]byte(good), new(counts)); err != nil {
		t.Error(err)
	}
}

// TestNoParts changes a part at one place after the other.
func TestNoParts(t *testing.T) {
	b, o := coinBattle(12), Options{Trials: 2*Chunk + 3, Seed: 1, Fighter: coins(0.5, 12)}
	text, err := json.Marshal(shardsOf(t, b, o, 2)[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{`"shard":"2/2"`, `"shard":"1/2"`}, {`"shard":"2/2"`, `"shard":"2/3"`}, {`"shard":"2/2"`, `"shard":"3/2"`},
		{`"seed":"1"`, `"seed":"-1"`}, {`"seed":"1"`, `"seed":1`}, {`"trials":2051`, `"trials":0`}, {`"trials":2051`, `"trials":2050`},
		{`"first":1025`, `"first":1`}, {`"last":2051`, `"last":2050`}, {`"elapsed_seconds":`, `"elapsed_seconds":-1`},
		{`"outcomes":[`, `"outcomes":[{},`}, {`"outcomes":[`, `"more":1,"outcomes":[`}, {`{"trials":`, `{"trials":1`}, {`{"trials":`, `{"trials":-`},
		{`"groups":[{`, `"groups":[{},{`}, {`"groups":[`, `"groups":7,"more":[`}, {`"broke":`, `"broke":-1`}, {`"broke":`, `"broke":1000`}, {`"broke":`, `"brake":`},
		{`"survivors":[[0,`, `"survivors":[[0,1`}, {`"hp":[`, `"hp":7,"more":[`}, {`"crippled":{`, `"crippled":{"tail":1,`},
		{`"crippled":{`, `"crippled":{"skull":-1,`}, {`"crippled":{`, `"crippled":{"skull":5000,`}, {`"rounds":[[1,`, `"rounds":[[1,2`},
	} {
		if n := strings.Count(string(text), c[0]); n == 0 {
			t.Fatalf("%s is not in %s", c[0], text)
		}
		changed := strings.Replace(string(text), c[0], c[1], 1)
		if err := json.Unmarshal([]byte(changed), new(Part)); err == nil {
			t.Errorf("%s instead of %s passes", c[1], c[0])
		}
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(text, &keys); err != nil {
		t.Fatal(err)
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if key == "elapsed_seconds" {
			continue
		}
		fewer := maps.Clone(keys)
		delete(fewer, key)
		changed, _ := json.Marshal(fewer)
		if err := json.Unmarshal(changed, new(Part)); err == nil {
			t.Errorf("without %s it passes", key)
		}
	}
}
