package dice

// Many trials can draw at once: by vectors of eight where the processor has them, and
// one after the other elsewhere. It comes to the same, to the last bit.

// Firsts draws the first draw of a moment of a round in many trials. There are as many
// draws as trials.
func Firsts(draws []uint64, trials []Trial, round int, m Moment) {
	draws = draws[:len(trials)]
	step, done := stepTo(round, m), 0
	if vectors {
		if done = len(trials) &^ 7; done > 0 {
			mixMany(&draws[0], &trials[0], done, step)
		}
	}
	for i := done; i < len(trials); i++ {
		draws[i] = mix(uint64(trials[i]) + step)
	}
}

// A Rack holds tables side by side, so that a draw from one of many takes as few steps
// through memory as there can be, and many draws from different tables can be made at
// once.
type Rack struct {
	guides []int16
	tables []*Table
	room   int // for guides
}

// A Place is where a table lies in a Rack: the start of its guide, its number, and how
// many bits of a draw to take, less 1. 0 is nowhere.
type Place uint64

const (
	placeBits   = 1<<6 - 1
	placeNumber = 6
	placeTables = 1<<26 - 1
	placeGuide  = 32
)

// Nothing is a place in every Rack, of a table of which all draws are 0.
const Nothing Place = 2 << placeGuide

// NewRack returns a Rack that is empty but for Nothing, and is full when its guides
// have room entries, at most MaxRoom, of two bytes each.
func NewRack(room int) *Rack {
	r := &Rack{tables: []*Table{nil}, room: min(room, MaxRoom)}
	r.shelve([]int16{-1, -1, 0, 0})
	return r
}

// MaxRoom is the most room of a Rack. Each table takes more than one entry, so that the
// number of the last fits into a Place.
const MaxRoom = placeTables

// wide is how many entries after a guide vectors may read, and pass over.
const wide = 3

// shelve adds to the guides, and leaves room behind them.
func (r *Rack) shelve(guide []int16) {
	n := len(r.guides) + len(guide)
	r.guides = append(append(r.guides, guide...), make([]int16, wide)...)[:n]
}

// Put finds a place for a table, the same if it lies there already; ok is false where the
// rack is full.
func (r *Rack) Put(t *Table) (place Place, ok bool) {
	if t.rack == r {
		return t.place, true
	}
	guide, shift := t.guide, t.shift
	if len(t.wide) > 0 {
		guide, shift = []int16{-1, -1}, 63 // all draws are looked for in the table itself
	}
	if len(r.guides)+len(guide) > r.room {
		return 0, false
	}
	place = Place(len(r.guides))<<placeGuide | Place(len(r.tables))<<placeNumber | Place(63-shift)
	r.shelve(guide)
	r.tables = append(r.tables, t)
	t.rack, t.place = r, place
	return place, true
}

// Value is the value of a draw from the table at a place.
func (r *Rack) Value(p Place, draw uint64) int {
	v := r.glance(p, draw)
	if v >= 0 {
		return int(v)
	}
	t := r.tables[p>>placeNumber&placeTables]
	if len(t.wide) > 0 {
		return t.Value(draw)
	}
	return int(t.look(draw, ^v))
}

// glance is the value of a draw, or below 0 where the guide does not tell it.
func (r *Rack) glance(p Place, draw uint64) int32 {
	return int32(r.guides[uint64(p)>>placeGuide+draw>>(^p&placeBits)])
}

// Glance looks for the values of many draws, each from the table at its place. A value
// is below 0 where it takes more than a glance, which Value does, or where the place
// is nowhere. There are as many values and draws as places.
func (r *Rack) Glance(values []int32, places []Place, draws []uint64) {
	values, draws = values[:len(places)], draws[:len(places)]
	done := 0
	if vectors {
		if done = len(places) &^ 7; done > 0 {
			glanceMany(&values[0], &r.guides[0], &places[0], &draws[0], done)
		}
	}
	for i := done; i < len(places); i++ {
		values[i] = r.glance(places[i], draws[i])
	}
}
