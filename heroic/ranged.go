package heroic

import (
	"slices"

	"heroicsim/dice"
	"heroicsim/units"
)

// Limits of HC-SHOTS.
const (
	mostShots      = 3 // a round, of bows, slings and thrown weapons
	mostAimedShots = 2 // in Aimed Shooting
	quickReload    = 2 // seconds: a reload that belongs to the attack
)

// rangedPhase is phase 3.
func (f *Fight) rangedPhase() {
	f.shoot()
	f.injuryStep(dice.RangedInjury)
	f.endIfDown()
}

// shoot is steps 3.1 and 3.2, and 3.3 and 3.4 for long spells.
func (f *Fight) shoot() {
	f.turnAsOrdered()
	f.note(func() Event { return PhaseBegins{RangedPhase} })
	if f.b.postures {
		f.takePostures()
	}
	f.mingled = slices.Contains(f.locks, 1)
	for _, side := range [...]int{f.first, 1 - f.first} {
		f.rangedStep(side)
		if f.b.casts {
			f.castStep(side, false)
		}
	}
	if f.b.casts {
		f.castStep(f.first, true)   // step 3.3
		f.castStep(1-f.first, true) // step 3.4
	}
	f.noteShots()
}

// rangedStep is step 3.1 or 3.2. Targets are fixed first, then all attack and
// reload.
func (f *Fight) rangedStep(side int) {
	f.step.clear()
	groups := f.side(side)
	if f.b.elaborate != "" {
		for i := range groups {
			f.act(&groups[i])
		}
	}
	for i := range groups {
		f.planShots(&groups[i])
	}
	if f.b.casts {
		f.planCasts(side, false) // who count in the ratio (HC-NUM)
	}
	f.carryOutPlans(dice.Ranged)
	for i := range groups {
		if g := &groups[i]; g.inRange {
			f.reloadAll(g)
		}
	}
}

// planShots fixes whom a group shoots at. An unlocked group shoots whenever it
// has a target in range, a locked one only if its orders name a ranged weapon.
func (f *Fight) planShots(g *group) {
	if g.standing != Steady || g.silent || g.withdraws || g.ap < apAttack || !tactics[g.tactic].attacks ||
		len(g.ranged) == 0 || g.order.HoldFire {
		return
	}
	locked := f.isLocked(g.index)
	if locked && !g.namesRanged() {
		return
	}
	f.chosen = f.chosen[:0]
	may := func(h *group) bool {
		return (!locked || f.locked(g.index, h.index)) && f.inRange(g, h)
	}
	if g.tactic == AllOutOffensive && !locked {
		// It may shoot only at whom it runs at.
		if g.runsAt = f.closesWith(g); g.runsAt >= 0 && may(&f.groups[g.runsAt]) {
			f.chosen = append(f.chosen, TargetShare{g.runsAt, 1})
		}
	} else {
		f.chooseShots(g, may)
	}
	if len(f.chosen) == 0 {
		return
	}
	g.inRange = true
	for _, c := range f.chosen {
		f.planVolley(g, &f.groups[c.Group], c.Share)
	}
}

// planVolley plans a ranged attack with the weapons that are ready, shots counted
// but for Fast-Draw.
func (f *Fight) planVolley(g, h *group, share int) {
	f.step.plan(g, h, share)
	d, figures, choices := shotDistance(g, h), f.figures(g, h), 0
	for i := range g.ranged {
		w := &g.ranged[i]
		if !f.ready(g, h, i) {
			continue
		}
		a := f.step.add()
		a.kind, a.by, a.at, a.weapon, a.arm, a.distance = RangedAttack, g, h, w, i, d
		a.location, a.chink, a.figures = aimed(w.Weapon, g.order.Location), g.order.Chink, figures
		a.intoMelee = f.isLocked(h.index) && !f.isLocked(g.index)
		a.shots, a.cost, a.fast = g.shots(i)
		f.takeAim(a)
		if choices++; choices > 1 || a.fast || len(f.chosen) > 1 {
			f.forget() // ammunition and movement go by luck and numbers
		}
	}
}

// chooseShots fixes the targets of a group that may choose.
func (f *Fight) chooseShots(g *group, may func(*group) bool) {
	if g.target.Rule == Named && f.chooseNamed(g, may) {
		return
	}
	rule := g.target.Rule
	if rule == Named {
		rule = Nearest
	}
	if i := f.chooseTarget(g, rule, may); i >= 0 {
		f.chosen = append(f.chosen, TargetShare{i, 1})
	}
}

// namesRanged says whether the group's orders name a ranged weapon.
func (g *group) namesRanged() bool {
	for i := range g.ranged {
		if g.named(&g.ranged[i]) {
			return true
		}
	}
	return false
}

// named says whether the group's orders name a weapon.
func (g *group) named(w *weapon) bool {
	return g.order.names != nil && g.order.names[w.index]
}

// mayUse says whether orders allow a weapon in the phase of the given weapons:
// one of those named that fit the phase, or any where none fits.
func (g *group) mayUse(w *weapon, phase []weapon) bool {
	if g.order.names == nil || g.named(w) {
		return true
	}
	for i := range phase {
		if g.named(&phase[i]) {
			return false
		}
	}
	return true
}

// inRange says whether a weapon that g may use reaches h, loaded or not.
func (f *Fight) inRange(g *group, h *group) bool {
	d := shotDistance(g, h)
	for i := range g.ranged {
		if w := &g.ranged[i]; g.mayUse(w, g.ranged) && d <= w.MaxRange+slack && g.weapons[i].ammo != 0 {
			return true
		}
	}
	return false
}

// ready says whether a weapon can shoot at h now.
func (f *Fight) ready(g, h *group, i int) bool {
	w, a := &g.ranged[i], &g.weapons[i]
	return g.mayUse(w, g.ranged) && shotDistance(g, h) <= w.MaxRange+slack && a.loaded != 0 && a.ammo != 0
}

// quick says whether a weapon shoots by the limit for bows, slings and thrown
// weapons. Ruling: what has no reload or one of 2 s or less, and a weapon of
// RoF 1 that still has several shots loaded.
func quick(w *weapon, a *arm) bool {
	return w.RoF <= 1 && (w.Shots == 0 || w.Reload <= quickReload || a.loaded > 1)
}

// shots is HC-SHOTS before Fast-Draw: the shots, the movement that they cost as
// multiples of Move, and whether Fast-Draw could add one.
func (g *group) shots(i int) (n, cost int, fast bool) {
	w, a := &g.ranged[i], &g.weapons[i]
	limit := g.shotLimit(a)
	switch {
	case g.tactic == AllOutOffensive:
		return 1, 0, false
	case !quick(w, a):
		return min(max(1, w.RoF), limit), 0, false
	}
	most := mostShots
	if g.tactic == AimedShooting {
		most = mostAimedShots
	}
	n = min(most, limit, 1+tactics[g.tactic].move)
	return n, n - 1, w.fastDraw > 0 && (n < limit || n > 1)
}

// shotLimit is what orders, ammunition and the magazine allow.
func (g *group) shotLimit(a *arm) int {
	limit := int(^uint(0) >> 1)
	if g.order.Shots > 0 {
		limit = g.order.Shots
	}
	if a.ammo >= 0 {
		limit = min(limit, a.ammo)
	}
	if a.loaded >= 0 {
		limit = min(limit, a.loaded)
	}
	return limit
}

// rollFastDraw is the roll at the start of the phase.
func (f *Fight) rollFastDraw(g *group, w *weapon) Check {
	score := w.fastDraw - g.shock()
	roll := f.dice.SuccessFrom(failsFrom(score))
	return Check{score, roll, succeeds(roll, score)}
}

// loose settles the shots of a volley with Fast-Draw, which is rolled once for a
// group, and pays for them in movement and ammunition. Ammunition is a member's:
// however many targets a group has, it pays for the most shots at one.
func (f *Fight) loose(a *attack) {
	g := a.by
	if a.fast {
		if g.fast.Roll == 0 {
			f.dice.At(f.round, dice.Ranged, g.stream, g.stream)
			g.fast = f.rollFastDraw(g, a.weapon)
			a.fastDraw = g.fast
		}
		g.fastDraw(a)
	}
	g.shot = true
	g.spent = max(g.spent, a.cost)
	arm := &g.weapons[a.arm]
	arm.fired = max(arm.fired, a.shots)
}

// fastDraw adds the shot of a successful Fast-Draw, which costs no movement, or
// saves the movement of one where no more are allowed.
func (g *group) fastDraw(a *attack) {
	switch {
	case !g.fast.Success:
	case a.shots < g.shotLimit(&g.weapons[a.arm]):
		a.shots++
	default:
		a.cost--
	}
}

// reloadAll pays the AP of the attack and reloads what is empty.
func (f *Fight) reloadAll(g *group) {
	if g.shot {
		g.ap -= apAttack
	}
	for i := range g.weapons {
		f.reload(g, i, g.shot)
	}
}

// reload uses up what the i-th ranged weapon fired, and spends AP on filling it
// again when it is empty (HC-ACTION, HC-SHOTS). Up to 4 s take 2 AP; more takes
// the whole round, and as many rounds as it needs. Ruling: a weapon that was not
// fired waits while another shoots, All-Out Offensive does not reload, and others
// give up their movement for it.
func (f *Fight) reload(g *group, i int, shot bool) {
	w, a := &g.ranged[i], &g.weapons[i]
	fired := a.expend()
	if a.loaded != 0 || a.ammo == 0 || shot && fired == 0 || g.tactic == AllOutOffensive || !g.mayUse(w, g.ranged) {
		return
	}
	if pay := roundAP(ActionAP(w.Reload)); g.ap >= pay {
		f.load(g, i, pay)
	}
}

// expend uses up what was fired in a step, and returns how much it was.
func (a *arm) expend() int {
	fired := a.fired
	a.fired = 0
	if a.ammo >= 0 {
		a.ammo -= fired
	}
	if a.loaded >= 0 {
		a.loaded -= fired
	}
	return fired
}

// load spends AP on filling the i-th ranged weapon again.
func (f *Fight) load(g *group, i, pay int) {
	w, a := &g.ranged[i], &g.weapons[i]
	g.ap -= pay
	a.paid += pay
	done := a.paid >= ActionAP(w.Reload)
	if done {
		a.paid, a.loaded = 0, w.Shots
	}
	f.note(func() Event { return Reloaded{g.index, w.Weapon, pay, done} })
}

// strayScore is what a stray must not exceed on 3d (HC-MELEE-FIRE).
const strayScore = 9

// stray sends one projectile of a volley that missed at another participant of
// the melee, at a random location. All combatants of both sides in it but the
// target's are equally likely.
func (f *Fight) stray(from *attack) {
	n := f.bystanders(from)
	if n == 0 {
		return
	}
	pick, i := f.dice.Index(n), -1
	for pick >= 0 {
		if i++; f.inMelee[i] {
			pick -= f.groups[i].fighting
		}
	}
	a := &f.astray
	*a = f.strayShot(from, i, pick+f.groups[i].fighting, f.dice.Success())
	before := a.at.injury
	f.resolve(a)
	a.at.wound(*a.to, a.at.injury-before)
	f.disturb(a.at, a.at.injury > before)
}

// bystanders marks in f.inMelee the groups that an attack's miss may hit, and
// returns how many combatants they have. Ruling: nobody beyond Max is hit.
func (f *Fight) bystanders(from *attack) int {
	clear(f.inMelee)
	f.meleeOf(from.at.index, f.inMelee)
	f.inMelee[from.at.index] = false
	n := 0
	for i, in := range f.inMelee {
		if f.inMelee[i] = in && !beyondMax(from.weapon, shotDistance(from.by, &f.groups[i])); f.inMelee[i] {
			n += f.groups[i].fighting
		}
	}
	return n
}

// strayShot is the attack of a projectile that strays to a member of group i, at the
// location that 3d show.
func (f *Fight) strayShot(from *attack, i, member, roll int) attack {
	a := *from
	a.kind, a.at, a.fastDraw = StrayAttack, &f.groups[i], Check{}
	a.to, a.atPart, a.facing = &whole, 0, 0
	for k := range a.at.parts {
		p := &a.at.parts[k]
		if member -= p.members; member < 0 {
			a.to, a.atPart, a.facing = &p.state, k, p.members
			break
		}
	}
	if a.spell != nil {
		a.jet = f.jetAt(a.spell, a.at)
	}
	a.allotted, a.members, a.shots, a.side = 1, 1, 1, 1
	location := units.RandomLocation(roll)
	if location == units.Face && f.arc(&a) == RearArc {
		location = units.Skull // B-HITLOC, note 4
	}
	a.distance, a.location = shotDistance(a.by, a.at), aimed(a.weapon.Weapon, location)
	a.chink, a.figures, a.cover, a.exposure = false, 0, f.cover(a.at), bare
	if a.cover != nil {
		a.exposure = a.cover.at(a.location)
	}
	f.makeReady(&a)
	return a
}

// beyondHalf says whether a distance is beyond a weapon's 1/2D.
func beyondHalf(w *weapon, yards float64) bool {
	return w.HalfDamage > 0 && yards > w.HalfDamage+slack
}

// beyondMax says whether a distance is beyond a weapon's Max; spells may have none.
func beyondMax(w *weapon, yards float64) bool {
	return w.MaxRange > 0 && yards > w.MaxRange+slack
}
