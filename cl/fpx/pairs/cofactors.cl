/* Monic greatest common divisors of batches of short pairs with their cofactors, u a + v b = g,
 * one remainder sequence per lane. euclid.cl describes lanes and how they end.
 *
 * With b' = b / lc(b), a = q b' + r the sequence begins with b' = 0 a + 1 b' and r = 1 a - q b'. A
 * step computes the remainder of two polynomials f, and its cofactors, with the same factors:
 *
 *     big    [ f  | u  | v  ]  <-  alpha big + (beta x + gamma) small
 *     small  [ f  | u  | v  ]
 *
 * So f shrinks by as much as u and v grow. When a lane ends, its polynomials are saved in separate
 * rows; in the end all lanes are scaled and stored together. Words of a, and thus of q and r, are
 * read as Montgomery forms of a / R. */
#include "cofactors_shape.h"
#include "quotient.h"

/* A polynomial of the sequence, and its cofactors. */
typedef struct cofactors_side {
    global LAZY *f, *u, *v;
} cofactors_side;

typedef struct cofactors_state {
    LAZY active;   /* -1: the lane's sequence has not ended */
    u32 degree[W]; /* of the lane's common divisor, or PAIRS_ABNORMAL */
    cofactors_side saved;
} cofactors_state;

/* Copies `count` rows in the lanes of the mask. */
LANES_INLINE void cofactors_copy(global LAZY *to, global const LAZY *from, int count, LAZY mask)
{
    for (int i = 0; i < count; i++)
        to[i * TILES_STRIDE] = TILES_SELECT(mask, from[i * TILES_STRIDE], to[i * TILES_STRIDE]);
}

LANES_INLINE void cofactors_clear(global LAZY *to, int count)
{
    for (int i = 0; i < count; i++)
        to[i * TILES_STRIDE] = (LAZY)(0);
}

/* Saves `big`, of degree k in the tile, as the common divisor of the lanes of the mask. */
LANES_INLINE void cofactors_save(private cofactors_state *state, cofactors_side big, int k,
                                 LAZY mask, global const pair_lane *lanes, pair_tile tile)
{
    u32 ends[W];

    lanes_store(lazy_as_lanes(mask), ends);
    for (u32 i = 0; i < W; i++)
        if (ends[i] != 0)
            state->degree[i] = (u32)k - (tile.m - lanes[i].m);
    cofactors_copy(state->saved.f, big.f, k + 1, mask);
    cofactors_copy(state->saved.u, big.u, (int)tile.m - k, mask);
    cofactors_copy(state->saved.v, big.v, max((int)tile.n - k, 1), mask);
    state->active &= ~mask;
}

/* Returns the lanes of `lacks`, which lack the coefficient of x^k, with remainder 0. The others
 * end with PAIRS_ABNORMAL. */
LANES_INLINE LAZY cofactors_ended(private cofactors_state *state, LAZY lacks,
                                  global const LAZY *remainder, int k, LAZY p)
{
    u32 words[W], primes[W];
    LAZY ended;

    lanes_store(lazy_as_lanes(lacks), words);
    lanes_store(lazy_as_lanes(p), primes);
    for (u32 i = 0; i < W; i++)
        if (words[i] != 0 &&
            !tiles_are_zero((global const u32 *)remainder + i, (u32)k + 1, primes[i])) {
            state->degree[i] = PAIRS_ABNORMAL;
            words[i] = 0;
        }
    ended = tiles_words(words);
    state->active &= ~(lacks & ~ended);
    return ended;
}

/* Computes the sequences from b' and the first remainder to the end of all lanes. */
LANES_INLINE void cofactors_steps(private cofactors_state *state, cofactors_side big,
                                  cofactors_side small, global const pair_lane *lanes,
                                  pair_tile tile, tiles_lanes own)
{
    const int s = TILES_STRIDE, n = (int)tile.n, m = (int)tile.m;

    for (int k = m - 1;; k--) {
        const LAZY lead = lazy_balance(small.f[k * s], own.prime);
        const LAZY lacks = state->active & TILES_MASK(lead == 0);
        euclid_factors by;

        if (lazy_any(lacks != 0)) {
            const LAZY ended = cofactors_ended(state, lacks, small.f, k, own.prime.p);

            cofactors_save(state, big, k + 1, ended, lanes, tile);
        }
        if (k == 0 || !lazy_any(state->active != 0))
            break;
        (void)euclid_load_factors(&by, big.f, small.f, k, lead, own.prime);
        euclid_combine(big.f, small.f, k, &by, own.prime);
        euclid_combine(big.u, small.u, m - k + 1, &by, own.prime);
        euclid_combine(big.v, small.v, n - k + 1, &by, own.prime);

        const cofactors_side remainder = big;

        big = small;
        small = remainder;
    }
    if (lazy_any(state->active != 0))
        cofactors_save(state, small, 0, state->active, lanes, tile);
}

/* Multiplies the words of rows by a factor per lane, with results in [0, p). */
LANES_INLINE void cofactors_scale(global LAZY *rows, int count, LAZY factor, lazy_prime prime)
{
    for (int i = 0; i < count; i++)
        rows[i * TILES_STRIDE] = lazy_canonical(
            lazy_mul(lazy_balance(rows[i * TILES_STRIDE], prime), factor, prime), prime);
}

/* Scales the saved polynomials: with l = lc(f) to f / l, u / (R l) and v / (lc(b) l), words read
 * as Montgomery forms. inverse: R^2 / lc(b). */
LANES_INLINE void cofactors_make_monic(cofactors_side saved, private const u32 *degree,
                                       LAZY inverse, pair_tile tile, tiles_lanes own,
                                       global const pair_lane *lanes)
{
    const LAZY unit = (LAZY)(1);
    u32 lead[W];
    LAZY by, over_b;

    for (u32 i = 0; i < W; i++) {
        const u32 row = degree[i] == PAIRS_ABNORMAL ? 0 : degree[i] + (tile.m - lanes[i].m);

        lead[i] = degree[i] == PAIRS_ABNORMAL ? 1 : ((global const u32 *)saved.f)[row * T + i];
    }
    by = lazy_inverse(lazy_balance(tiles_words(lead), own.prime), own.one, own.prime);
    by = lazy_mul(by, unit, own.prime);
    over_b = lazy_mul(inverse, unit, own.prime);
    cofactors_scale(saved.f, (int)tile.m + 1, by, own.prime);
    cofactors_scale(saved.u, (int)tile.m, lazy_mul(by, unit, own.prime), own.prime);
    cofactors_scale(saved.v, (int)tile.n, lazy_mul(by, over_b, own.prime), own.prime);
}

/* Stores one kind of result of each lane: 0 is f, with separate rows, 1 is u, 2 is v. `exchanged`
 * is the memory of lanes with exchanged polynomials. */
LANES_INLINE void cofactors_store(global u32 *results, global u32 *exchanged,
                                  global const LAZY *rows, u32 kind, private const u32 *degree,
                                  global const pair_lane *lanes, pair_tile tile)
{
    tiles_polys out;

    for (u32 i = 0; i < W; i++) {
        const pair_lane lane = lanes[i];
        const bool has_pair = lane.pair != PAIRS_UNUSED_LANE;
        const bool found = has_pair && degree[i] != PAIRS_ABNORMAL;
        const u32 d = degree[i];
        const u32 count = kind == 0 ? d + 1 : kind == 1 ? lane.m - d : max(lane.n - d, 1u);

        out.at[i] = (lane.exchanged ? exchanged : results) + lane.first;
        out.count[i] = found ? count : 0;
        out.shift[i] = kind == 0 ? tile.m - lane.m : 0;
        tiles_pad(out.at[i], out.count[i], has_pair ? lane.firsts : 0, tile.step);
    }
    tiles_bounds(&out, kind == 2 ? tile.n : tile.m + (kind == 0), tile.step);
    tiles_store(rows, &out);
}

/* One work-item for W lanes of a tile. Stores the degrees of common divisors, or PAIRS_ABNORMAL;
 * and divisors and cofactors of a and b, each `first` words after the beginning of its results. */
LANES_KERNEL cofactors_pairs(global u32 *degrees, global u32 *divisors, global u32 *all_u,
                             global u32 *all_v, global LAZY *rows, global const u32 *a_words,
                             global const u32 *b_words, global const pair_lane *all_lanes,
                             global const pair_tile *tiles, global const fp_field *fields,
                             const cofactors_wanted wanted)
{
    const u32 item = (u32)get_global_id(0);

    if (item / TILES_STRIDE >= wanted.tiles)
        return;

    const pair_tile tile = tiles[item / TILES_STRIDE];
    const int s = TILES_STRIDE, n = (int)tile.n, m = (int)tile.m;
    global const pair_lane *lanes = all_lanes + item * W;
    global LAZY *a = rows + (size_t)tile.first * TILES_STRIDE + item % TILES_STRIDE;
    global LAZY *b = a + (size_t)(n + 1) * s, *u = b + (size_t)(m + 1) * s;
    global LAZY *v = u + (size_t)3 * (m + 1) * s, *f = v + (size_t)3 * (n + 1) * s;
    const cofactors_side small = {a, u, v};
    const cofactors_side big = {b, u + (m + 1) * s, v + (n + 1) * s};
    cofactors_state state = {.saved = {f, u + 2 * (m + 1) * s, v + 2 * (n + 1) * s}};
    tiles_lanes own;

    if (tile.m == 0)
        return;
    divisors += wanted.divisors;
    all_u += wanted.u;
    all_v += wanted.v;
    tiles_begin(&own, lanes, fields);
    state.active = own.active;
    for (u32 i = 0; i < W; i++)
        state.degree[i] = PAIRS_ABNORMAL;
    tiles_load_pairs(a, b, (tiles_operands){a_words, b_words}, lanes, tile);
    cofactors_clear(u, 3 * (m + 1));
    cofactors_clear(v, 3 * (n + 1));
    cofactors_clear(f, m + 1);

    const LAZY inverse = quotient_divide(a, n, b, m, own);

    small.u[0] = own.one;
    big.v[0] = own.one;
    for (int i = 0; i <= n - m; i++)
        small.v[i * s] = -a[(m + i) * s];
    cofactors_steps(&state, big, small, lanes, tile, own);
    cofactors_make_monic(state.saved, state.degree, inverse, tile, own, lanes);
    cofactors_store(divisors, divisors, state.saved.f, 0, state.degree, lanes, tile);
    cofactors_store(all_u, all_v, state.saved.u, 1, state.degree, lanes, tile);
    cofactors_store(all_v, all_u, state.saved.v, 2, state.degree, lanes, tile);
    for (u32 i = 0; i < W; i++)
        if (lanes[i].pair != PAIRS_UNUSED_LANE)
            degrees[lanes[i].pair] = state.degree[i];
}
