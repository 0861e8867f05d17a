/* Resultants and monic greatest common divisors of batches of short pairs, one pair per lane.
 *
 * With deg a = n >= deg b = m and u = lc(b), the first remainder is that of u^(N-M+1) a, for the
 * tile's degrees N - M >= n - m:
 *
 *     R(a, b) = (-1)^(nm) u^-e R(b, r),        e = (N - M + 1) m + m - 1 - n,
 *
 * if r has degree m - 1. Degrees then fall by one, except with a probability of about 1 / p. A
 * step by a divisor of degree d and leading coefficient l costs a factor l^-2(d-1) [Knuth 1997,
 * 4.6.1], and the last remainder is R. The product of all l_d^(d-1), d > 1, is that of the running
 * products l_(m-1) ... l_j, j > 1. A lane ends when its remainder is 0; its last divisor is the
 * common divisor. A lane whose nonzero remainder lacks the expected leading coefficient ends as
 * abnormal, and its pair is computed otherwise.
 *
 * Words are read as Montgomery forms of words over R = 2^32. This gives the resultant a factor
 * R^(n+m), and does not affect monic divisors. */
#include "euclid_shape.h"
#include "tiles.h"
#include "../batch/euclid_division.h"

/* The state of the sequences, from which resultants are computed in the end. */
typedef struct euclid_state {
    LAZY active;  /* -1: the lane's sequence has not ended */
    LAZY product; /* of the leading coefficients of remainders */
    LAZY squared; /* product of the running products */
    LAZY last;    /* a constant remainder; 0: none */
} euclid_state;

/* Results of lanes: degrees of common divisors, and the places of their words. */
typedef struct euclid_found {
    global u32 *divisors, *used;
    bool wanted; /* true: divisors are wanted */
    u32 degree[W], place[W];
} euclid_found;

/* Ends lane i. Its common divisor is `big`, of degree m in the tile, if `small` is 0. */
LANES_INLINE void euclid_end(private euclid_found *found, u32 i, global const u32 *big,
                             global const u32 *small, u32 m, u32 shift, u32 p)
{
    const u32 degree = m - shift;

    if (!tiles_are_zero(small + i, m, p)) {
        found->degree[i] = PAIRS_ABNORMAL;
        return;
    }
    found->degree[i] = degree;
    if (!found->wanted || degree == 0)
        return;

    const u32 place = (u32)atomic_add((volatile global int *)found->used, (int)degree + 1);

    found->place[i] = place;
    for (u32 j = 0; j <= degree; j++)
        found->divisors[place + j] = tiles_word(big + i, shift + j, p);
}

/* Counts the leading coefficient of a remainder of degree k in the tile, k - shift in the lane. */
LANES_INLINE void euclid_count(private euclid_state *state, LAZY lead, int k, LAZY shift,
                               lazy_prime prime)
{
    const LAZY own = (LAZY)(k) - shift;
    const LAZY ends = TILES_MASK(own == 0), counts = TILES_MASK(own >= 2);

    state->product = lazy_mul(state->product, lead, prime);
    if (k >= 2)
        state->squared = TILES_SELECT(counts, lazy_mul(state->squared, state->product, prime),
                                      state->squared);
    state->last = TILES_SELECT(ends, lead, state->last);
}

/* Computes the sequence from b, of degree tile.m, and its remainder in a. */
LANES_INLINE void euclid_steps(private euclid_state *state, private euclid_found *found,
                               global LAZY *b, global LAZY *a, global const pair_lane *lanes,
                               pair_tile tile, tiles_lanes own)
{
    const LAZY shift = (LAZY)((int)tile.m) - own.m;

    for (int k = (int)tile.m - 1; k >= 0; k--) {
        const LAZY lead = lazy_balance(a[k * TILES_STRIDE], own.prime);
        const LAZY ended = state->active & TILES_MASK(lead == 0);

        if (lazy_any(ended != 0)) {
            u32 words[W], p[W];

            lanes_store(lazy_as_lanes(ended), words);
            lanes_store(lazy_as_lanes(own.prime.p), p);
            for (u32 i = 0; i < W; i++)
                if (words[i] != 0)
                    euclid_end(found, i, (global const u32 *)b, (global const u32 *)a,
                               (u32)k + 1, tile.m - lanes[i].m, p[i]);
            state->active &= ~ended;
            if (!lazy_any(state->active != 0))
                return;
        }
        euclid_count(state, lead, k, shift, own.prime);
        if (k == 0)
            return;
        euclid_divide(b, k + 1, a, k, lead, own.one, own.prime);

        global LAZY *remainder = b;
        b = a;
        a = remainder;
    }
}

/* Returns the resultants in [0, p). lead: leading coefficients of the first divisors. */
LANES_INLINE LAZY euclid_resultant(euclid_state state, LAZY lead, global const pair_lane *lanes,
                                   pair_tile tile, tiles_lanes own)
{
    const lazy_prime prime = own.prime;
    const u32 quotient = tile.n - tile.m + 1;
    const LAZY e = (LAZY)((int)quotient) * own.m + own.m - 1 - own.n;
    const LAZY powers = lazy_mul(lazy_pow_lanes(lead, e, (quotient + 1) * tile.m, own.one, prime),
                                 lazy_mul(state.squared, state.squared, prime), prime);
    const LAZY forms =
        lazy_pow_lanes(own.square, own.n + own.m - 1, tile.n + tile.m, own.one, prime);
    const LAZY value = lazy_mul(lazy_mul(state.last, lazy_inverse(powers, own.one, prime), prime),
                                forms, prime);
    u32 negate[W];

    for (u32 i = 0; i < W; i++)
        negate[i] = lanes[i].negate ? 0xffffffff : 0;

    const LAZY mask = tiles_words(negate);

    return lazy_canonical(TILES_SELECT(mask, -value, value), prime);
}

/* Makes the computed divisors monic. */
LANES_INLINE void euclid_make_monic(private euclid_found *found, global const pair_lane *lanes,
                                    global const fp_field *fields, tiles_lanes own)
{
    u32 lead[W];
    bool any = false;

    for (u32 i = 0; i < W; i++) {
        const u32 degree = found->degree[i];

        lead[i] = 1;
        if (degree == 0 || degree == PAIRS_ABNORMAL)
            continue;
        lead[i] = found->divisors[found->place[i] + degree];
        any = true;
    }
    if (!any)
        return;
    lanes_store(lazy_as_lanes(lazy_canonical(lazy_inverse(tiles_words(lead), own.one, own.prime),
                                             own.prime)), lead);
    for (u32 i = 0; i < W; i++) {
        const u32 degree = found->degree[i];
        const fp_field field = fields[lanes[i].field];
        const u32 factor = fp_from(lead[i], field);

        if (degree == 0 || degree == PAIRS_ABNORMAL)
            continue;

        global u32 *words = found->divisors + found->place[i];

        for (u32 j = 0; j <= degree; j++)
            words[j] = fp_mul(words[j], factor, field);
    }
}

/* One work-item for W lanes of a tile. Results of each pair are the degree of the common divisor,
 * or PAIRS_ABNORMAL; the resultant, if wanted; and, if wanted, the place of a divisor of positive
 * degree among the divisors' words, of which used[0] are occupied. */
LANES_KERNEL euclid_pairs(global u32 *degrees, global u32 *resultants, global u32 *places,
                          global u32 *divisors, global u32 *used, global LAZY *rows,
                          global const u32 *a_words, global const u32 *b_words,
                          global const pair_lane *all_lanes, global const pair_tile *tiles,
                          global const fp_field *fields, const euclid_wanted wanted)
{
    const u32 item = (u32)get_global_id(0);

    if (item / TILES_STRIDE >= wanted.tiles)
        return;

    const pair_tile tile = tiles[item / TILES_STRIDE];
    global const pair_lane *lanes = all_lanes + item * W;
    global LAZY *a = rows + (size_t)tile.first * TILES_STRIDE + item % TILES_STRIDE;
    global LAZY *b = a + (size_t)(tile.n + 1) * TILES_STRIDE;
    tiles_lanes own;

    if (tile.m == 0)
        return;
    tiles_begin(&own, lanes, fields);
    tiles_load_pairs(a, b, (tiles_operands){a_words, b_words}, lanes, tile);
#ifdef LAZY_LARGE
    for (u32 i = 0; i < tile.n + tile.m + 2; i++)
        a[i * TILES_STRIDE] = lazy_settle(a[i * TILES_STRIDE], own.prime);
#endif

    const LAZY none = (LAZY)(0);
    const LAZY lead = lazy_balance(b[tile.m * TILES_STRIDE], own.prime);
    euclid_state state = {own.active, own.one, own.one, none};
    euclid_found found = {divisors, used, wanted.divisors != 0, {0}, {0}};

    euclid_divide(a, (int)tile.n, b, (int)tile.m, lead, own.one, own.prime);
    euclid_steps(&state, &found, b, a, lanes, tile, own);
    if (wanted.resultants) {
        u32 r[W];

        lanes_store(lazy_as_lanes(euclid_resultant(state, lead, lanes, tile, own)), r);
        for (u32 i = 0; i < W; i++)
            if (lanes[i].pair != PAIRS_UNUSED_LANE)
                resultants[lanes[i].pair] = r[i];
    }
    if (wanted.divisors)
        euclid_make_monic(&found, lanes, fields, own);
    for (u32 i = 0; i < W; i++) {
        const u32 pair = lanes[i].pair;

        if (pair == PAIRS_UNUSED_LANE)
            continue;
        degrees[pair] = found.degree[i];
        if (wanted.divisors)
            places[pair] = found.place[i];
    }
}
