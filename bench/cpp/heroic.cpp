// Two groups in contact, axes against maces, by rolling every die: what an independent
// program for one kind of battle takes. Every die has a draw of its own.
//
//     g++ -O3 -march=native -DRNG=1 -o heroic heroic.cpp    # RNG: 1 xoshiro256++, 2 SplitMix64, 3 wyrand
//     ./heroic AXES MACES TRIALS [SEED]
//
// It prints how many battles came to each outcome (axes win, maces win, draw, undecided),
// and means of rounds and of the survivors of both.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifndef RNG
#define RNG 1
#endif
#define ALWAYS inline __attribute__((always_inline))

static ALWAYS uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

struct SplitMix {
    uint64_t x;
    explicit SplitMix(uint64_t seed) : x(mix(seed + 0x9e3779b97f4a7c15ULL)) {}
    ALWAYS uint64_t operator()() { return mix(x += 0x9e3779b97f4a7c15ULL); }
};

struct Xoshiro {
    uint64_t s[4];
    explicit Xoshiro(uint64_t seed) {
        SplitMix m(seed);
        for (auto& v : s) v = m();
    }
    static ALWAYS uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    ALWAYS uint64_t operator()() {
        const uint64_t r = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = rotl(s[3], 45);
        return r;
    }
};

struct Wyrand {
    uint64_t x;
    explicit Wyrand(uint64_t seed) : x(mix(seed + 1)) {}
    ALWAYS uint64_t operator()() {
        x += 0xa0761d6478bd642fULL;
        const __uint128_t t = (__uint128_t)x * (x ^ 0xe7037ed1a0b428dbULL);
        return (uint64_t)(t >> 64) ^ (uint64_t)t;
    }
};

#if RNG == 1
using Rng = Xoshiro;
#elif RNG == 2
using Rng = SplitMix;
#else
using Rng = Wyrand;
#endif

// One die: the upper 32 bits of a draw times 6, shifted.
static ALWAYS int d6(Rng& r) { return 1 + (int)(((r() >> 32) * 6) >> 32); }
static ALWAYS int roll3(Rng& r) { return d6(r) + d6(r) + d6(r); }

struct Unit {
    int count, hp, ht, fp, sm, dr, dodge, skill, add;
    bool cutting;
};

static std::array<Unit, 2> sides;

// HC-NUM: the bonus for numbers, and twice the multiplier of hits.
static ALWAYS int ratioBonus(int a, int d) {
    if (a <= d) return 0;
    if (2 * a <= 3 * d) return 2;
    if (a > 7 * d) return 16;
    return 2 * ((a + d - 1) / d);
}

static std::array<uint8_t, 1024> multipliers() {
    static const int upto[] = {2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500};
    std::array<uint8_t, 1024> t{};
    for (int n = 0, row = 0; n < 1024; n++) {
        while (n > upto[row]) row++;
        t[n] = row == 0 ? 2 : row == 1 ? 3 : 2 * row;
    }
    return t;
}
static const auto mult2 = multipliers();

struct Fighter {
    int pool, n, fp, dodge;
    bool out;
};

// Injury of one side's blows in a round (HC-QC, HC-SF, HC-INJ).
static ALWAYS int melee(Rng& rng, const Unit& ua, const Unit& ud, const Fighter& a, const Fighter& d, bool won) {
    Rng r = rng; // a copy can live in registers
    const int skill = ua.skill + (won ? 2 : 0) + ud.sm - ua.sm + ratioBonus(a.n, d.n), defence = d.dodge + (won ? 0 : 2);
    const int margin = (skill - roll3(r)) - (defence - roll3(r));
    const int hits = margin <= 0 ? 0 : ((1 + (margin >> 2)) * mult2[a.n]) >> 1;
    const int least = ua.cutting ? 1 : 0;
    int sum = 0;
    for (int i = 0; i < hits; i++) sum += std::max(std::max(d6(r) + d6(r) + ua.add, least) - ud.dr, 0);
    rng = r;
    return ua.cutting ? sum + sum / 2 : sum;
}

// HC-HT, and the loss of HP.
static ALWAYS void suffer(Rng& r, const Unit& u, Fighter& f, int injury) {
    if (!injury) return;
    const int roll = roll3(r);
    if (roll <= 4 || (roll <= u.ht && roll < 17)) injury = (injury + 1) / 2;
    f.pool = std::max(f.pool - injury, 0);
    f.n = (f.pool + u.hp - 1) / u.hp;
    f.out = !f.n;
}

// HC-MORALE.
static ALWAYS bool breaks(Rng& r, const Unit& u, const Fighter& f, int start, int foesStart) {
    const int lost = u.count - f.n;
    if (f.n == start || 3 * lost < u.count) return false;
    int roll = roll3(r);
    if (3 * lost >= 2 * u.count) roll += 5;
    else if (2 * lost >= u.count) roll += 2;
    if (start >= 2 * foesStart) roll -= 5;
    else if (start > foesStart) roll -= 2;
    return roll >= 13;
}

static ALWAYS int ended(const Fighter f[2]) { return f[0].out ? (f[1].out ? 2 : 1) : (f[1].out ? 0 : -1); }

// Fights a battle, and says how it ended and in which round.
static int fight(Rng& r, Fighter f[2], int& round) {
    const int maxRounds = 100;
    for (int i = 0; i < 2; i++) f[i] = {sides[i].count * sides[i].hp, sides[i].count, sides[i].fp, sides[i].dodge, false};
    for (round = 1;; round++) {
        const int start[2] = {f[0].n, f[1].n};
        int a, c;
        do {
            a = d6(r);
            c = d6(r);
        } while (a == c);
        const int w = a > c ? 0 : 1, l = 1 - w;
        int injury[2];
        injury[l] = melee(r, sides[w], sides[l], f[w], f[l], true);
        injury[w] = melee(r, sides[l], sides[w], f[l], f[w], false);
        for (int i : {w, l}) suffer(r, sides[i], f[i], injury[i]);
        int outcome = ended(f);
        if (outcome >= 0) return outcome;
        for (int i : {w, l})
            if (breaks(r, sides[i], f[i], start[i], start[1 - i])) f[i].out = true;
        if ((outcome = ended(f)) >= 0) return outcome;
        if (d6(r) <= 2) { // HC-FATIGUE
            for (int i : {0, 1}) {
                if (3 * --f[i].fp < sides[i].fp) f[i].dodge = (sides[i].dodge + 1) / 2;
                if (f[i].fp <= 0) f[i].out = true;
            }
            if ((outcome = ended(f)) >= 0) return outcome;
        }
        if (round == maxRounds) return 3;
    }
}

// What the battles with one outcome came to.
struct Stats {
    uint64_t count = 0;
    std::vector<uint64_t> rounds, survivors[2], hp[2], dead[2];
};

int main(int argc, char** argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: heroic AXES MACES TRIALS [SEED]\n");
        return 2;
    }
    sides[0] = {atoi(argv[1]), 12, 11, 11, 0, 1, 10, 12, -1, true};
    sides[1] = {atoi(argv[2]), 16, 11, 11, 1, 4, 8, 10, 2, false};
    const uint64_t trials = strtoull(argv[3], nullptr, 10);
    Rng rng(argc > 4 ? strtoull(argv[4], nullptr, 10) : 1);
    for (const Unit& u : sides)
        if (u.count < 1 || u.count >= (int)mult2.size()) return 2;

    std::array<Stats, 4> stats;
    for (auto& s : stats) {
        s.rounds.resize(101);
        for (int i = 0; i < 2; i++) {
            s.survivors[i].resize(sides[i].count + 1);
            s.dead[i].resize(sides[i].count + 1);
            s.hp[i].resize(sides[i].count * sides[i].hp + 1);
        }
    }
    for (uint64_t t = 0; t < trials; t++) {
        Fighter f[2];
        int round;
        Stats& s = stats[fight(rng, f, round)];
        s.count++;
        s.rounds[round]++;
        for (int i = 0; i < 2; i++) {
            s.survivors[i][f[i].n]++;
            s.hp[i][f[i].pool]++;
            s.dead[i][(sides[i].count - f[i].n + 1) / 2]++;
        }
    }

    double rounds = 0, left[2] = {};
    for (auto& s : stats) {
        for (size_t k = 0; k < s.rounds.size(); k++) rounds += (double)k * s.rounds[k];
        for (int i = 0; i < 2; i++)
            for (size_t k = 0; k < s.survivors[i].size(); k++) left[i] += (double)k * s.survivors[i][k];
    }
    for (auto& s : stats) printf("%llu ", (unsigned long long)s.count);
    printf("%.6f %.6f %.6f\n", rounds / trials, left[0] / trials, left[1] / trials);
}
