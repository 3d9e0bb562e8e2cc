package units

// LargeAreaDR is the DR against damage that takes the body as a whole
// (B-LARGEAREA): the mean of the torso's and that of the least protected location,
// rounded up. Who has one DR for everything has that, and who has DR at the torso
// only half of it.
func (a *Armour) LargeAreaDR(t DamageType) int {
	torso := a.DR(Torso, t)
	least := torso
	for l := range NumLocations {
		least = min(least, a.DR(l, t))
	}
	return (torso + least + 1) / 2
}
