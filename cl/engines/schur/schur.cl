/* Univariate resultants by the generalised Schur algorithm, with NT work-items per point tile.
 *
 * The Sylvester matrix S of f and g, by columns, has displacement rank 2: S - Z S A^T = a c^T +
 * b d^T with a, b the coefficients of f and g, leading first, c = e_0 and d = e_q; Z shifts down,
 * A does so in the first q and the last p rows. An elimination step needs only these: the top rows
 * are rotated to (a_0, 0), (c_0, 0), then a and c shift down.
 *
 * Rotations without division. With one common denominator, S = (a c^T + b d^T) / M, and
 *
 *     a' = a c_0 + b d_0     c' = c a_0 + d b_0     N = a_0 c_0 + b_0 d_0
 *     b' = a b_0 - b a_0     d' = c d_0 - d c_0     a' c'^T + b' d'^T = N (a c^T + b d^T)
 *
 * so M' = M N, and the pivot is a'_0 c'_0 / M' = N / M. (The paper's denominators l_a and l_c of
 * two columns each multiply every row by one more factor; only their product matters.) After a
 * step the tops of a and c are both N.
 *
 * Monic without inversion. With u = f_p, F(y) = u^(p-1) f(y/u) is monic, G(y) = u^q g(y/u), and
 *
 *     F_(p-1-k) = f_(p-1-k) u^k,  G_(q-i) = g_(q-i) u^i,  res(F, G) = u^(q(p-1)) res(f, g).
 *
 * For F and G the first q ("lite") steps have N = 1, M = 1, leave a as it is, and divide power
 * series: with b_0 = Q_j, the next quotient of G by F, b <- b - Q_j a. A leading G_(q+1) = 0
 * changes nothing as F is monic, so q counts as even and a pass takes two steps. The first
 * "full" step is one more lite step: c = (0, Q_(q-1), Q_(q-2), ...) and d = e_0 make
 *
 *     a' = b, -b' = the next lite b, c' = (Q_q, Q_(q-1), ...), -d' = -(Q_(q-1), Q_(q-2), ...).
 *
 * Below, d stands for -d' when b stands for -b'; a common sign of b and d is irrelevant.
 *
 * The result. N_0 = Q_q and N_i of the full steps i = 1 ... p-1 are pivots times M, so
 *
 *     res(F, G) = prod_i N_i / prod_i M_i,  M_i = N_0 ... N_(i-1),
 *     res(f, g) * u^(q(p-1)) * prod_(i <= p-3) N_i^(p-2-i) = N_(p-1).
 *
 * This holds for indeterminates, hence always, as an identity of polynomials over Z, and a
 * non-zero denominator implies a right quotient, even if leading coefficients vanish. The
 * denominator is 0 exactly if p > 1 and f_p = 0 (and q > 0), or a leading principal minor of S of
 * an order from q + 1 to n - 2, n = p + q, is 0.
 *
 * A point tile, or tile, has W points of a prime, one per lane: no branch depends on values, so
 * all take the same steps. On GPUs it has one point; on CPUs it has a single work-item, which
 * never waits.
 *
 * Storage (schur_steps.h). Rows are counted from the current top, k = 0 ... p-1: then a and c stay
 * and b and d move up by a row per step, if need be from the next work-item. A work-item has
 * rows t * rows ... t * rows + rows - 1: at most ROWS in registers, or with ROWS = 0 any number in
 * global scratch:
 *
 *     work-item t-1        t            t+1
 *       [ . . . . ]   [ . . . . ] <-- [ b . . . ]     local memory: two sets in turn, so that
 *                  <--                                one barrier per pass is enough
 *
 * As rows run out, work-items become idle from the end, by whole warps; when half are, each takes
 * half as many rows.
 *
 * [Eme12, 2.2 to 2.4, Algorithm 1, 5.4] */
#include "../../fpx/batch/horner.h"
#include "../../arrays/group.h"
#include "schur_shape.h"
#include "schur_steps.h"

/* Tiles of a work-group, enough to fill a warp. */
#ifndef TILES
#define TILES 1
#endif

/* A point tile: W points of a prime, and the coefficients of f and g modulo the prime. */
typedef struct schur_tile {
    residue_field field;
    u32 points; /* valid points; the remaining lanes repeat the last point of the prime */
    size_t out; /* offset of their results */
    rlanes x;
    global const residue *residues;
    global const uint2 *rows;
} schur_tile;

static inline schur_tile schur_tile_of(u32 number, schur_batch batch,
                                       global const residue *residues, global const uint2 *rows,
                                       global const residue_prime *primes)
{
    const u32 prime = number / batch.tiles, first = number % batch.tiles * W;
    const residue_prime info = primes[prime];
    schur_tile tile = {.field = info.field,
                       .points = min(batch.points - first, (u32)W),
                       .out = (size_t)prime * batch.points + first,
                       .residues = residues + (size_t)prime * batch.residues,
                       .rows = rows};
    residue x[W];

    for (u32 lane = 0; lane < W; lane++)
        x[lane] = residue_to(info.start + batch.first_point + first + min(lane, tile.points - 1),
                             info.field);
    tile.x = rlanes_load(x);
    return tile;
}

static inline rlanes schur_row(const schur_tile *tile, u32 row)
{
    return horner_row_lanes(tile->residues, tile->rows, row, tile->x, tile->field);
}

/* Stores the valid lanes of v at out[...]. */
static inline void schur_put(rlanes v, global residue *out, const schur_tile *tile)
{
    residue part[W];

    rlanes_store(v, part);
    for (u32 lane = 0; lane < tile->points; lane++)
        out[tile->out + lane] = part[lane];
}

/* Evaluates and scales all coefficients, which are dealt to work-items in turn. */
static inline void schur_evaluate(const schur_state *s, schur_matrix matrix,
                                  const schur_tile *tile)
{
    const u32 last = s->p + s->q + 1, lead = s->p + s->q - matrix.q; /* slots of u, of g_q */

    for (u32 i = s->t; i <= last; i += NT) {
        const u32 row = i == last  ? matrix.f_row + s->p
                        : i < s->p ? matrix.f_row + s->p - 1 - i
                                   : matrix.g_row + s->p + s->q - i;

        s->values[i] = i == s->p && i < lead ? rlanes_splat(0) : schur_row(tile, row);
    }
    SCHUR_BARRIER;
    for (u32 i = s->t; i < last; i += NT) {
        const u32 power = i < s->p ? i : max(i, lead) - lead;

        s->values[i] = rlanes_mul(s->values[i], rlanes_pow(s->values[last], power, s->field),
                                  s->field);
    }
    SCHUR_BARRIER;
}

GROUP_REDUCE(schur_product, rlanes, residue_field, rlanes_mul)

/* Returns the resultant's denominator: u^(q(p-1)) and powers of N_0, ..., N_(p-3). */
static inline rlanes schur_denominator(const schur_state *s, u32 q)
{
    rlanes product = rlanes_splat(residue_one(s->field));

    for (u32 i = s->t; i + 2 < s->p; i += NT) {
        const rlanes factor = rlanes_pow(s->values[i], s->p - 2 - i, s->field);

        product = rlanes_mul(product, factor, s->field);
    }
    if (s->t == 0) {
        const rlanes u = rlanes_pow(s->values[s->p + s->q + 1], q, s->field);

        product = rlanes_mul(product, rlanes_pow(u, s->p - 1, s->field), s->field);
    }
    s->exchange[s->t] = product;
    schur_product(s->exchange, s->t, NT, s->field);
    return s->exchange[0];
}

/* Applies the additional factor required by the matrix. */
static inline rlanes schur_adjust(rlanes numerator, schur_matrix matrix, const schur_tile *tile)
{
    if (matrix.factor_power > 0) {
        const rlanes value = schur_row(tile, matrix.factor_row);
        const rlanes factor = rlanes_pow(value, matrix.factor_power, tile->field);

        numerator = rlanes_mul(numerator, factor, tile->field);
    }
    return matrix.negate ? rlanes_neg(numerator, tile->field) : numerator;
}

/* Computes TILES tiles per work-group; work-items without one repeat the last. values:
 * SCHUR_VALUES vectors per tile and, if ROWS = 0, 4 * rows * NT more, the generators. */
__attribute__((reqd_work_group_size(NT * TILES, 1, 1))) LANES_KERNEL
schur_resultants(global residue *numerator, global residue *denominator,
                 SCHUR_SPACE rlanes *values, local rlanes *exchange,
                 global const residue *residues, global const uint2 *rows,
                 global const residue_prime *primes, const schur_batch batch)
{
    const u32 in_group = (u32)get_local_id(0) / NT;
    const u32 place = (u32)get_group_id(0) * TILES + in_group;
    const u32 number = batch.first + min(place, batch.count - 1);
    const schur_tile tile = schur_tile_of(number, batch, residues, rows, primes);
    const schur_matrix matrix = batch.matrix;
    const u32 words = SCHUR_VALUES(matrix.p, matrix.q);
    schur_state s = {.field = tile.field, .p = matrix.p, .q = (matrix.q + 1) / 2 * 2,
                     .t = (u32)get_local_id(0) % NT, .rows = batch.rows,
                     .head = min(batch.rows, 2u), .turn = 1,
                     .exchange = exchange + in_group * SCHUR_EXCHANGE(NT)};
#if ROWS > 0
    rlanes a[ROWS], b[ROWS], c[ROWS], d[ROWS];
    const schur_columns at = {a, b, c, d};

    s.values = values + (size_t)in_group * words;
#else
    const size_t column = (size_t)batch.rows * NT;
    global rlanes *own = values + (size_t)place * (words + 4 * column);
    const schur_columns at = {own + words + s.t, own + words + column + s.t,
                              own + words + 2 * column + s.t, own + words + 3 * column + s.t};

    s.values = own;
#endif
    schur_evaluate(&s, matrix, &tile);
    schur_lite(&s, at.a, at.b);
    schur_full(&s, at);

    const rlanes product = schur_denominator(&s, matrix.q);

    if (s.t == 0 && place < batch.count) {
        schur_put(schur_adjust(s.values[s.p - 1], matrix, &tile), numerator, &tile);
        schur_put(product, denominator, &tile);
    }
}

/* Computes the resultants if p = 0 or q = 0: powers of constants. One work-item per tile. */
LANES_KERNEL schur_powers(global residue *numerator, global residue *denominator,
                          global const residue *residues, global const uint2 *rows,
                          global const residue_prime *primes, const schur_batch batch)
{
    if (get_global_id(0) >= batch.count)
        return;

    const u32 number = batch.first + (u32)get_global_id(0);
    const schur_tile tile = schur_tile_of(number, batch, residues, rows, primes);
    const schur_matrix matrix = batch.matrix;
    const rlanes value = schur_row(&tile, matrix.p == 0 ? matrix.f_row : matrix.g_row);
    const u32 exponent = matrix.p == 0 ? matrix.q : matrix.p;
    const rlanes power = rlanes_pow(value, exponent, tile.field);

    schur_put(schur_adjust(power, matrix, &tile), numerator, &tile);
    schur_put(rlanes_splat(residue_one(tile.field)), denominator, &tile);
}
