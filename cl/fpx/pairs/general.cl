/* Computes the pairs of polynomials in an application's memory that lockstep kernels leave: zeros,
 * constant divisors, and abnormal remainder sequences; and stores the final results of all others.
 * A work-item has one pair. Divisions are schoolbook, remainder sequences are Euclid's [Knuth
 * 1997, 4.6.1], with
 *
 *     R(f, g) = (-1)^(deg f deg g) lc(g)^(deg f - deg r) R(g, r),    r = f mod g,
 *
 * and u a + v b for each polynomial if cofactors are wanted. Words are in Montgomery form, in the
 * lane's column of the tile's rows. */
#include "resident.h"

/* A polynomial in a column; no more than `count` coefficients. */
typedef struct general_poly {
    global u32 *c;
    u32 count;
} general_poly;

/* A polynomial of the sequence, and its cofactors. */
typedef struct general_side {
    general_poly f, u, v;
} general_side;

static inline u32 general_lead(general_poly f)
{
    return f.c[(size_t)(f.count - 1) * T];
}

/* Loads pair k's polynomial. */
static inline general_poly general_load(global u32 *column, global const u32 *words,
                                        resident_polys polys, u32 k, resident_part part,
                                        fp_field field)
{
    global const u32 *c = words + resident_at(polys, k, part.first, part.step);
    const general_poly f = {column, resident_count(c, polys.count, part.step)};

    for (u32 i = 0; i < f.count; i++)
        f.c[(size_t)i * T] = fp_to(c[(size_t)i * part.step], field);
    return f;
}

/* Stores `factor` times f, padded with zeros, as pair k's result. */
static inline void general_store(global u32 *words, resident_polys polys, u32 k,
                                 resident_part part, general_poly f, u32 factor, fp_field field)
{
    global u32 *to = words + resident_at(polys, k, part.first, part.step);

    for (u32 i = 0; i < polys.count; i++)
        to[(size_t)i * part.step] =
            i < f.count ? fp_from(fp_mul(f.c[(size_t)i * T], factor, field), field) : 0;
}

/* f := f - factor x^shift g */
static inline void general_subtract(private general_poly *f, general_poly g, u32 factor, u32 shift,
                                    fp_field field)
{
    for (; g.count > 0 && f->count < g.count + shift; f->count++)
        f->c[(size_t)f->count * T] = 0;
    for (u32 i = 0; i < g.count; i++) {
        global u32 *c = f->c + (size_t)(i + shift) * T;

        *c = fp_sub(*c, fp_mul(factor, g.c[(size_t)i * T], field), field);
    }
}

/* Replaces big by its remainder modulo small, which is not 0, with its cofactors if wanted. */
static inline void general_reduce(private general_side *big, general_side small, bool cofactors,
                                  fp_field field)
{
    const u32 inverse = fp_inv(general_lead(small.f), field);

    while (big->f.count >= small.f.count) {
        const u32 shift = big->f.count - small.f.count;
        const u32 factor = fp_mul(general_lead(big->f), inverse, field);

        general_subtract(&big->f, small.f, factor, shift, field);
        if (cofactors) {
            general_subtract(&big->u, small.u, factor, shift, field);
            general_subtract(&big->v, small.v, factor, shift, field);
        }
        big->f.count = resident_count(big->f.c, big->f.count, T);
    }
}

/* Returns the resultant. big->f := the greatest common divisor, not made monic. */
static inline u32 general_euclid(private general_side *big, private general_side *small,
                                 bool cofactors, fp_field field)
{
    u32 r = big->f.count == 0 || small->f.count == 0 ? 0 : field.one;

    while (small->f.count > 0) {
        const u32 n = big->f.count, m = small->f.count, lead = general_lead(small->f);
        const general_side divisor = *small;

        general_reduce(big, divisor, cofactors, field);
        if (big->f.count > 0 || m == 1) {
            r = fp_mul(r, fp_pow(lead, n - max(big->f.count, 1u), field), field);
            if (((n - 1) & (m - 1) & 1) != 0)
                r = fp_neg(r, field);
        } else {
            r = 0;
        }
        *small = *big;
        *big = divisor;
    }
    return r;
}

static inline global u32 *general_column(global u32 *rows, u32 k, resident_part part)
{
    return rows + (size_t)(k / T) * part.tile_rows * T + k % T;
}

/* Computes the quotients and remainders of the pairs with a = 0, deg a < deg b, or deg b < 1. */
kernel void general_divide(global u32 *quotients, global u32 *remainders, global const u32 *state,
                           global u32 *rows, global const u32 *a, global const u32 *b,
                           global const fp_field *fields, const resident_part part)
{
    const u32 k = (u32)get_global_id(0);

    if (k >= part.pairs || state[k] == 0)
        return;

    const fp_field field = fields[0];
    global u32 *column = general_column(rows, k, part);
    const general_poly f = general_load(column, a, part.a, k, part, field);
    const general_poly g = general_load(column + (size_t)part.a.count * T, b, part.b, k, part,
                                        field);
    const general_poly none = {column, 0};

    if (g.count == 0) {
        global u32 *q = quotients + resident_at(part.results[0], k, part.first, part.step);
        global u32 *r = remainders + resident_at(part.results[1], k, part.first, part.step);

        for (u32 i = 0; i < part.results[0].count; i++)
            q[(size_t)i * part.step] = RESIDENT_UNDEFINED;
        for (u32 i = 0; i < part.results[1].count; i++)
            r[(size_t)i * part.step] = RESIDENT_UNDEFINED;
        return;
    }

    const bool by_constant = g.count == 1;
    const u32 factor = by_constant ? fp_inv(general_lead(g), field) : field.one;

    general_store(quotients, part.results[0], k, part, by_constant ? f : none, factor, field);
    general_store(remainders, part.results[1], k, part, by_constant ? none : f, factor, field);
}

/* Stores resultants, or greatest common divisors and their numbers of coefficients. degrees: of
 * the lockstep kernel, which computed resultants[k], or the divisor at found + places[k]. */
kernel void general_euclid_results(global u32 *out, global u32 *divisors, global u32 *rows,
                                   global const u32 *degrees, global const u32 *resultants,
                                   global const u32 *places, global const u32 *found,
                                   global const u32 *a, global const u32 *b,
                                   global const fp_field *fields, const resident_part part)
{
    const u32 k = (u32)get_global_id(0);

    if (k >= part.pairs)
        return;

    const bool gcd = part.results[0].count > 0;
    const u32 degree = degrees[k], at = resident_at(part.results[0], k, part.first, part.step);
    global u32 *word = out + part.words + part.first + k;

    if (degree != PAIRS_ABNORMAL && !gcd) {
        *word = resultants[k];
        return;
    }
    if (degree != PAIRS_ABNORMAL) {
        const u32 place = places[k];

        *word = degree + 1;
        for (u32 i = 0; i < part.results[0].count; i++)
            divisors[at + (size_t)i * part.step] =
                i > degree ? 0 : degree == 0 ? 1 : found[place + i];
        return;
    }

    const fp_field field = fields[0];
    global u32 *column = general_column(rows, k, part);
    const general_poly none = {column, 0};
    general_side big = {general_load(column, a, part.a, k, part, field), none, none};
    general_side small = {general_load(column + (size_t)part.a.count * T, b, part.b, k, part,
                                       field), none, none};
    const u32 r = general_euclid(&big, &small, false, field);

    *word = gcd ? big.f.count : fp_from(r, field);
    if (gcd)
        general_store(divisors, part.results[0], k, part, big.f,
                      big.f.count == 0 ? 0 : fp_inv(general_lead(big.f), field), field);
}

/* Stores greatest common divisors, their numbers of coefficients, and cofactors. */
kernel void general_cofactors(global u32 *counts, global u32 *divisors, global u32 *u,
                              global u32 *v, global u32 *rows, global const u32 *degrees,
                              global const u32 *a, global const u32 *b,
                              global const fp_field *fields, const resident_part part)
{
    const u32 k = (u32)get_global_id(0);

    if (k >= part.pairs)
        return;

    global u32 *word = counts + part.words + part.first + k;

    if (degrees[k] != PAIRS_ABNORMAL) {
        *word = degrees[k] + 1;
        return;
    }

    const fp_field field = fields[0];
    const size_t a_rows = (size_t)part.a.count * T, b_rows = (size_t)part.b.count * T;
    global u32 *column = general_column(rows, k, part);
    general_side big, small;

    big.f = general_load(column, a, part.a, k, part, field);
    column += a_rows;
    small.f = general_load(column, b, part.b, k, part, field);
    column += b_rows;
    big.u = (general_poly){column, 1};
    column += b_rows;
    small.u = (general_poly){column, 0};
    column += b_rows;
    big.v = (general_poly){column, 0};
    column += a_rows;
    small.v = (general_poly){column, 1};
    *big.u.c = *small.v.c = field.one;
    (void)general_euclid(&big, &small, true, field);

    const u32 factor = big.f.count == 0 ? 0 : fp_inv(general_lead(big.f), field);

    *word = big.f.count;
    general_store(divisors, part.results[0], k, part, big.f, factor, field);
    general_store(u, part.results[1], k, part, big.u, factor, field);
    general_store(v, part.results[2], k, part, big.v, factor, field);
}
