package units

import "heroicsim/dice"

// makes is how a weapon turns its bearer's strength into damage: thrust or swing,
// with adds. Dice of its own need no strength.
type makes struct {
	swing        bool
	adds, perDie int
	kind         DamageType
	divisor      Divisor
	own          dice.Expr
}

// A piece is what a weapon of the roster is, whoever bears it. Figures are what such
// things have, in whole pounds; natural weapons gain 1 per die from Brawling at
// DX + 2, and parry nothing.
type piece struct {
	training
	modes     []makes
	reach     []int
	parry     int // modifier
	natural   bool
	twoHanded bool
	unwieldy  bool
	fencing   bool
	wide      bool
	minST     int
	pounds    float64 // of each, if it is thrown

	half, most float64 // of the range, in times ST; 0: melee
	acc, bulk  int
	missile    Missile
	thrown     bool
	reload     int     // seconds for one shot; 0: none
	shotPounds float64 // of what is shot
}

// sharp are the usual two modes of a blade: swing and thrust.
func sharp(swing, thrust int) []makes {
	return []makes{{swing: true, adds: swing, kind: Cutting}, {adds: thrust, kind: Impaling}}
}

func swings(adds int, kind DamageType) []makes {
	return []makes{{swing: true, adds: adds, kind: kind}}
}

func thrusts(adds int, kind DamageType) []makes { return []makes{{adds: adds, kind: kind}} }

// strikers are horns, tusks and the like, which add to each die.
func strikers(kind DamageType) []makes { return []makes{{perDie: 1, kind: kind}} }

var (
	axeMace    = training{"Axe/Mace", byDX, average}
	bow        = training{"Bow", byDX, average}
	brawl      = training{"Brawling", byDX, easy}
	broad      = training{"Broadsword", byDX, average}
	crossbow   = training{"Crossbow", byDX, easy}
	dagger     = training{"Knife", byDX, easy}
	great      = training{"Two-Handed Sword", byDX, average}
	greatAxe   = training{"Two-Handed Axe/Mace", byDX, average}
	innate     = training{"Innate Attack", byDX, easy}
	lance      = training{"Lance", byDX, average}
	polearm    = training{"Polearm", byDX, average}
	rapier     = training{"Rapier", byDX, average}
	shortsword = training{"Shortsword", byDX, average}
	sling      = training{"Sling", byDX, hard}
	spear      = training{"Spear", byDX, average}
	staff      = training{"Staff", byDX, average}
	throwing   = training{"Throwing", byDX, average}
	thrownAxe  = training{"Thrown Weapon", byDX, easy}
)

// armoury is the weapons of the roster.
var armoury = map[string]piece{
	"Pitchfork":    {training: spear, modes: thrusts(+1, Impaling), reach: []int{1}, twoHanded: true, minST: 8, pounds: 5},
	"Knife":        {training: dagger, modes: sharp(-2, 0), reach: []int{0, 1}, parry: -1, minST: 6, pounds: 1},
	"Shortsword":   {training: shortsword, modes: sharp(0, +1), reach: []int{1}, minST: 8, pounds: 2},
	"Broadsword":   {training: broad, modes: sharp(+1, +2), reach: []int{1}, minST: 10, pounds: 3},
	"Greatsword":   {training: great, modes: sharp(+3, +3), reach: []int{1, 2}, twoHanded: true, minST: 12, pounds: 7},
	"Rapier":       {training: rapier, modes: thrusts(+1, Impaling), reach: []int{1, 2}, fencing: true, minST: 9, pounds: 3},
	"Spear":        {training: spear, modes: thrusts(+2, Impaling), reach: []int{1}, minST: 9, pounds: 4},
	"Long spear":   {training: spear, modes: thrusts(+3, Impaling), reach: []int{1, 2}, twoHanded: true, minST: 10, pounds: 5},
	"Pike":         {training: spear, modes: thrusts(+3, Impaling), reach: []int{4, 5}, twoHanded: true, minST: 12, pounds: 13},
	"Lance":        {training: lance, modes: thrusts(+3, Impaling), reach: []int{4}, minST: 12, pounds: 6},
	"Halberd":      {training: polearm, modes: []makes{{swing: true, adds: +5, kind: Cutting}, {adds: +3, kind: Impaling}}, reach: []int{1, 2}, twoHanded: true, unwieldy: true, minST: 12, pounds: 10},
	"Axe":          {training: axeMace, modes: swings(+2, Cutting), reach: []int{1}, minST: 11, pounds: 4},
	"Flint axe":    {training: axeMace, modes: []makes{{swing: true, adds: +1, kind: Cutting, divisor: 500}}, reach: []int{1}, minST: 11, pounds: 4},
	"Mace":         {training: axeMace, modes: swings(+3, Crushing), reach: []int{1}, minST: 11, pounds: 5},
	"Great axe":    {training: greatAxe, modes: swings(+3, Cutting), reach: []int{1, 2}, twoHanded: true, unwieldy: true, minST: 12, pounds: 8},
	"Great club":   {training: greatAxe, modes: swings(+4, Crushing), reach: []int{1, 2}, twoHanded: true, unwieldy: true, minST: 16, pounds: 25},
	"Quarterstaff": {training: staff, modes: []makes{{swing: true, adds: +2, kind: Crushing}, {adds: +2, kind: Crushing}}, reach: []int{1, 2}, parry: +2, twoHanded: true, wide: true, minST: 7, pounds: 4},

	"Bite":           {training: brawl, modes: thrusts(-1, Cutting), reach: []int{0}, natural: true},
	"Teeth":          {training: brawl, modes: thrusts(-1, Crushing), reach: []int{0}, natural: true},
	"Fangs":          {training: brawl, modes: thrusts(-1, Impaling), reach: []int{0}, natural: true},
	"Claws":          {training: brawl, modes: thrusts(-1, Cutting), reach: []int{0}, natural: true},
	"Talons":         {training: brawl, modes: thrusts(0, Cutting), reach: []int{0, 1}, natural: true},
	"Fists":          {training: brawl, modes: thrusts(-1, Crushing), reach: []int{0, 1}, natural: true},
	"Hooves":         {training: brawl, modes: thrusts(0, Crushing), reach: []int{0, 1}, natural: true},
	"Tusks":          {training: brawl, modes: strikers(Cutting), reach: []int{0}, natural: true},
	"Horns":          {training: brawl, modes: strikers(Impaling), reach: []int{0, 1}, natural: true},
	"Sting":          {training: brawl, modes: strikers(Impaling), reach: []int{1, 2}, natural: true},
	"Tail":           {training: brawl, modes: strikers(Crushing), reach: []int{1, 2}, natural: true},
	"Gnawing":        {training: brawl, modes: []makes{{own: dice.D(1, -2), kind: Cutting}}, reach: []int{0}, natural: true},
	"Chilling touch": {training: brawl, modes: []makes{{own: dice.D(1, +1), kind: Toxic, divisor: 5000}}, reach: []int{0, 1}, natural: true},
	"Acid":           {training: brawl, modes: []makes{{own: dice.D(1, +2), kind: Corrosion}}, reach: []int{0, 1}, natural: true},

	"Sling":          {training: sling, modes: []makes{{swing: true, kind: Piercing}}, half: 6, most: 10, bulk: -4, missile: Stone, reload: 2, minST: 6, pounds: 1, shotPounds: 0.1},
	"Short bow":      {training: bow, modes: thrusts(0, Impaling), half: 10, most: 15, acc: 1, bulk: -6, reload: 2, minST: 7, pounds: 2, shotPounds: 0.1},
	"Longbow":        {training: bow, modes: thrusts(+2, Impaling), half: 15, most: 20, acc: 3, bulk: -8, reload: 2, minST: 11, pounds: 3, shotPounds: 0.1},
	"Elven bow":      {training: bow, modes: thrusts(+2, Impaling), half: 15, most: 20, acc: 4, bulk: -7, reload: 2, minST: 10, pounds: 2, shotPounds: 0.1},
	"Crossbow":       {training: crossbow, modes: thrusts(+4, Impaling), half: 20, most: 25, acc: 4, bulk: -6, missile: Bolt, reload: 4, minST: 7, pounds: 6, shotPounds: 0.1},
	"Javelin":        {training: thrownAxe, modes: thrusts(+1, Impaling), half: 1.5, most: 2.5, acc: 3, bulk: -4, thrown: true, minST: 6, pounds: 2},
	"Flint javelin":  {training: thrownAxe, modes: []makes{{adds: +1, kind: Impaling, divisor: 500}}, half: 1.5, most: 2.5, acc: 2, bulk: -4, thrown: true, minST: 6, pounds: 2},
	"Throwing axe":   {training: thrownAxe, modes: swings(+2, Cutting), half: 1, most: 1.5, acc: 2, bulk: -3, thrown: true, minST: 11, pounds: 4},
	"Throwing knife": {training: thrownAxe, modes: thrusts(-1, Impaling), half: 0.5, most: 1, bulk: -1, thrown: true, minST: 6, pounds: 1},
	"Boulder":        {training: throwing, modes: thrusts(0, Crushing), half: 1, most: 1.5, bulk: -8, missile: Stone, thrown: true, minST: 16, pounds: 20},
}

// wardrobe is what the roster wears: DR of torso and groin, of the limbs, and of head
// and neck, and pounds in all.
var wardrobe = map[string]struct {
	dr     [3]int
	pounds float64
}{
	"leather jerkin":               {[3]int{1, 0, 0}, 4},
	"padded coat":                  {[3]int{1, 1, 0}, 8},
	"furs":                         {[3]int{1, 1, 0}, 8},
	"leather suit":                 {[3]int{2, 2, 0}, 12},
	"scale shirt":                  {[3]int{3, 0, 0}, 16},
	"mail shirt":                   {[3]int{3, 0, 0}, 16},
	"mail hauberk":                 {[3]int{4, 4, 0}, 30},
	"brigandine":                   {[3]int{4, 0, 0}, 20},
	"breastplate":                  {[3]int{5, 0, 0}, 18},
	"dwarven mail":                 {[3]int{6, 5, 0}, 35},
	"plate harness":                {[3]int{6, 6, 0}, 50},
	"fine plate harness":           {[3]int{7, 6, 0}, 40},
	"padded sleeves and hose":      {[3]int{0, 1, 0}, 3},
	"leather sleeves and leggings": {[3]int{0, 2, 0}, 6},
	"mail sleeves and leggings":    {[3]int{0, 3, 0}, 12},
	"leather cap":                  {[3]int{0, 0, 2}, 1},
	"iron cap":                     {[3]int{0, 0, 3}, 3},
	"kettle hat with a coif":       {[3]int{0, 0, 4}, 5},
	"open helm with a mail collar": {[3]int{0, 0, 5}, 5},
	"great helm":                   {[3]int{0, 0, 6}, 8},
	"dwarven helm":                 {[3]int{0, 0, 7}, 5},
	"fine great helm":              {[3]int{0, 0, 8}, 6},
}

// shields are those of the roster.
var shields = map[string]struct {
	db     int
	pounds float64
}{
	"light shield":  {1, 2},
	"small shield":  {1, 8},
	"medium shield": {2, 15},
}

// A base is the attribute that a skill is learned from.
type base uint8

const (
	byDX base = iota
	byIQ
	byHT
	byWill
	byPer
)

func (b base) String() string { return [...]string{"DX", "IQ", "HT", "Will", "Per"}[b] }

func (b base) of(u *Unit) int { return [...]int{u.DX, u.IQ, u.HT, u.Will, u.Per}[b] }

// A difficulty is how hard a skill is to learn: that many levels less for a point.
type difficulty int

const (
	easy difficulty = iota
	average
	hard
)

func (d difficulty) String() string { return [...]string{"easy", "average", "hard"}[d] }

// A training is a skill, the attribute that it goes by, and how hard it is.
type training struct {
	name  string
	by    base
	steps difficulty
}

// trainings are the skills of the roster that are not those of weapons.
var trainings = map[string]training{
	"acrobatics": {"Acrobatics", byDX, hard},
	"brawling":   brawl,
	"fast-draw":  {"Fast-Draw", byDX, easy},
	"leadership": {"Leadership", byIQ, average},
	"riding":     {"Riding", byDX, average},
	"running":    {"Running", byHT, average},
	"shield":     {"Shield", byDX, easy},
	"stealth":    {"Stealth", byDX, average},
	"tactics":    {"Tactics", byIQ, hard},
}

// points is what a level costs that is so far above its attribute; 0: less than a
// point, as those have who picked it up in passing.
func (t training) points(above int) int {
	switch k := above + int(t.steps); {
	case k < 0:
		return 0
	case k <= 2:
		return 1 << k
	default:
		return 4 * (k - 1)
	}
}
