/* Arithmetic of polynomials over F_p with residues of 64 bits. Factors that many words share are
 * in Montgomery form, so that products of them with residues are residues. */
#include "fpx/host/wide.h"

#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"

/* The most coefficients of a quotient, or of a divisor, for division by schoolbook. */
#define SCHOOLBOOK 280

/* The most coefficients of a quotient on the stack. */
#define FEW 64

/* The most coefficients for which steps of remainder sequences without inverses are faster. */
#define WITHOUT_INVERSES 70

/* ---- division ---- */

/* Removes the two leading terms of rest[0 .. m], by multiples of b, of m >= 2 coefficients.
 * In: inverse  2^128 / lc(b)
 * Out: q       the coefficients of the quotient, Montgomery form */
static void eliminate_two(uint64_t q[2], uint64_t *rest, clm_wide_poly b, uint64_t inverse,
                          const clm_mont64 *f)
{
    const size_t m = b.count;
    uint64_t c[2], below = 0;

    q[1] = clm_mont64_mul(rest[m], inverse, f);
    q[0] = clm_mont64_mul(clm_mont64_sub(rest[m - 1], clm_mont64_mul(q[1], b.c[m - 2], f), f),
                          inverse, f);
    c[0] = clm_mont64_neg(q[0], f);
    c[1] = clm_mont64_neg(q[1], f);
    for (size_t i = 0; i + 1 < m; i++) {
        const uint64_t here = b.c[i];

        rest[i] = clm_mont64_add(rest[i], clm_mont64_reduce((clm_u128)c[1] * below +
                                                                (clm_u128)c[0] * here, f), f);
        below = here;
    }
}

/* The same for a multiple of rest, without inverse. */
static void eliminate_two_scaled(uint64_t *rest, clm_wide_poly b, const clm_mont64 *f)
{
    const size_t m = b.count;
    const uint64_t l = b.c[m - 1], square = clm_mont64_mul(l, l, f);
    const uint64_t c1 = clm_mont64_neg(clm_mont64_mul(l, rest[m], f), f);
    const uint64_t c0 = clm_mont64_sub(clm_mont64_mul(rest[m], b.c[m - 2], f),
                                       clm_mont64_mul(l, rest[m - 1], f), f);
    uint64_t below = 0;

    for (size_t i = 0; i + 1 < m; i++) {
        const uint64_t here = b.c[i];

        rest[i] = clm_mont64_reduce((clm_u128)square * rest[i] + (clm_u128)c1 * below +
                                        (clm_u128)c0 * here, f);
        below = here;
    }
}

/* rest := rest mod b. Out: quotient  or NULL. Pre: n >= b.count */
static clmodp_status divide_short(uint64_t *quotient, uint64_t *rest, size_t n, clm_wide_poly b,
                                  const clm_mont64 *f, const clm_poller *watch)
{
    const size_t m = b.count;
    const uint64_t lead = clm_invmod64(b.c[m - 1], f->p);
    const uint64_t inverse = clm_mont64_to(clm_mont64_to(lead, f), f);

    for (size_t k = n - m + 1, steps; k > 0; k -= steps) {
        uint64_t q[2];

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        steps = k >= 2 && m >= 2 ? 2 : 1;
        if (steps == 2) {
            eliminate_two(q, rest + k - 2, b, inverse, f);
        } else {
            uint64_t minus;

            q[0] = clm_mont64_mul(rest[k + m - 2], inverse, f);
            minus = clm_mont64_neg(q[0], f);
            for (size_t i = 0; i + 1 < m; i++)
                rest[k - 1 + i] =
                    clm_mont64_add(rest[k - 1 + i], clm_mont64_mul(minus, b.c[i], f), f);
        }
        for (size_t i = 0; i < steps && quotient != NULL; i++)
            quotient[k - steps + i] = clm_mont64_from(q[i], f);
    }
    return CLMODP_OK;
}

/* inverse := 1 / a mod x^count. Pre: the constant term of a is not 0.
 * In: work  2 count words */
static clmodp_status invert_series(clm_error *error, uint64_t *inverse, size_t count,
                                   clm_wide_poly a, uint64_t *work, const clm_mont64 *f,
                                   const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;

    inverse[0] = clm_invmod64(a.c[0], f->p);
    for (size_t k = 1, next; k < count; k = next) {
        next = clm_size_min(2 * k, count);
        TRY(clm_wide_product(error, work, (clm_wide_poly){a.c, clm_size_min(next, a.count)},
                             (clm_wide_poly){inverse, k}, k, next - k, f, 1, watch));
        TRY(clm_wide_product(error, work + count, (clm_wide_poly){work, next - k},
                             (clm_wide_poly){inverse, k}, 0, next - k, f, 1, watch));
        for (size_t i = k; i < next; i++)
            inverse[i] = clm_mont64_neg(work[count + i - k], f);
    }
done:
    return st;
}

static void reverse(uint64_t *to, const uint64_t *from, size_t count, size_t length)
{
    for (size_t i = 0; i < count; i++)
        to[i] = from[length - 1 - i];
}

/* The same by Newton's iteration. Pre: the remainder is not a's memory. */
static clmodp_status divide_long(clm_error *error, uint64_t *quotient, uint64_t *remainder,
                                 clm_wide_poly a, clm_wide_poly b, const clm_mont64 *f,
                                 const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t length = a.count - b.count + 1, known = clm_size_min(length, b.count);
    uint64_t *all, *top, *inverse, *work;

    NEW(error, all, 4 * length);
    top = all;
    inverse = all + length;
    work = inverse + length;
    reverse(top, b.c, known, b.count);
    TRY(invert_series(error, inverse, length, (clm_wide_poly){top, known}, work, f, watch));
    reverse(top, a.c, length, a.count);
    TRY(clm_wide_product(error, work, (clm_wide_poly){top, length},
                         (clm_wide_poly){inverse, length}, 0, length, f, 1, watch));
    reverse(quotient, work, length, length);
    TRY(clm_wide_product(error, remainder, (clm_wide_poly){quotient, length}, b, 0, b.count - 1,
                         f, 1, watch));
    for (size_t i = 0; i + 1 < b.count; i++)
        remainder[i] = clm_mont64_sub(a.c[i], remainder[i], f);
done:
    free(all);
    return st;
}

/* The same by sums of products, each reduced once: of known quotient coefficients, in Montgomery
 * form in `work`, and the divisor. */
static clmodp_status divide_by_sums(uint64_t *quotient, uint64_t *remainder, clm_wide_poly a,
                                    clm_wide_poly b, uint64_t *work, const clm_mont64 *f,
                                    const clm_poller *watch)
{
    const size_t count = a.count - b.count + 1, top = b.count - 1, lazy = clm_wide_lazy(f);
    const uint64_t inverse =
        clm_mont64_to(clm_mont64_to(clm_invmod64(b.c[top], f->p), f), f);

    for (size_t k = count; k-- > 0;) {
        const size_t terms = clm_size_min(count - 1 - k, top);
        uint64_t rest = a.c[k + top];

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        if (terms > 0)
            rest = clm_mont64_sub(
                rest, clm_wide_convolve(work + k + 1, b.c + (top - 1), terms, lazy, f), f);
        work[k] = clm_mont64_mul(rest, inverse, f);
    }
    clm_wide_product_terms(remainder, (clm_wide_poly){work, count}, b, 0, top, f);
    for (size_t k = 0; k < top; k++)
        remainder[k] = clm_mont64_sub(a.c[k], remainder[k], f);
    for (size_t k = 0; k < count; k++)
        quotient[k] = clm_mont64_from(work[k], f);
    return CLMODP_OK;
}

clmodp_status clm_wide_divide(clm_error *error, uint64_t *quotient, uint64_t *remainder,
                              clm_wide_poly a, clm_wide_poly b, const clm_mont64 *f,
                              const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = a.count - b.count + 1;
    uint64_t few[FEW], *work = NULL;

    if (clm_size_min(count, b.count) > SCHOOLBOOK)
        return divide_long(error, quotient, remainder, a, b, f, watch);
    if (count > FEW)
        NEW(error, work, count);
    TRY(divide_by_sums(quotient, remainder, a, b, count > FEW ? work : few, f, watch));
done:
    free(work);
    return st;
}

/* ---- remainder sequences ---- */

/* Polynomials r[0], r[1] of a remainder sequence in memory of their own. */
typedef struct sequence {
    clm_wide_result r[2];
    uint64_t *words;
} sequence;

static clmodp_status begin_sequence(clm_error *error, sequence *s, clm_wide_poly a,
                                    clm_wide_poly b)
{
    clmodp_status st = CLMODP_OK;

    NEW(error, s->words, a.count + b.count + 1);
    s->r[0] = (clm_wide_result){s->words, a.count};
    s->r[1] = (clm_wide_result){s->words + a.count, b.count};
    if (a.count > 0)
        memcpy(s->r[0].c, a.c, a.count * sizeof *a.c);
    if (b.count > 0)
        memcpy(s->r[1].c, b.c, b.count * sizeof *b.c);
done:
    return st;
}

/* Replaces r[0], r[1] by r[1] and the remainder, or a multiple of it if `scaled`.
 * Out: quotient  or NULL; *length: its coefficients */
static clmodp_status next_remainder(sequence *s, uint64_t *quotient, size_t *length, bool scaled,
                                    const clm_mont64 *f, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_wide_result *const r = s->r, dividend = r[0];
    const size_t n = r[0].count, m = r[1].count;

    *length = n < m ? 0 : n - m + 1;
    if (scaled && n == m + 1 && m >= 2 && m <= WITHOUT_INVERSES)
        eliminate_two_scaled(r[0].c, (clm_wide_poly){r[1].c, m}, f);
    else if (n >= m)
        TRY(divide_short(quotient, r[0].c, n, (clm_wide_poly){r[1].c, m}, f, watch));
    r[0] = r[1];
    r[1] = (clm_wide_result){dividend.c, clm_wide_count(dividend.c, n < m ? n : m - 1)};
done:
    return st;
}

/* u[0], u[1] := u[1], u[0] - q u[1]; cofactors of a. */
static void next_cofactor(clm_wide_result u[2], const uint64_t *q, size_t length,
                          const clm_mont64 *f)
{
    const clm_wide_result last = u[1];
    clm_wide_result next = u[0];
    const size_t count =
        length > 0 && last.count > 0 ? clm_size_max(next.count, length + last.count - 1)
                                     : next.count;

    for (size_t i = next.count; i < count; i++)
        next.c[i] = 0;
    for (size_t k = 0; k < length; k++) {
        const uint64_t minus = clm_mont64_to(clm_mont64_neg(q[k], f), f);

        for (size_t i = 0; i < last.count; i++)
            next.c[k + i] = clm_mont64_add(next.c[k + i], clm_mont64_mul(minus, last.c[i], f), f);
    }
    next.count = clm_wide_count(next.c, count);
    u[0] = last;
    u[1] = next;
}

static void scale(uint64_t *to, const uint64_t *from, size_t count, uint64_t factor,
                  const clm_mont64 *f)
{
    for (size_t i = 0; i < count; i++)
        to[i] = clm_mont64_mul(from[i], factor, f);
}

clmodp_status clm_wide_gcd(clm_error *error, clm_wide_result *g, clm_wide_result *u,
                           clm_wide_poly a, clm_wide_poly b, const clm_mont64 *f,
                           const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t room = b.count + 1;
    sequence s = {.words = NULL};
    uint64_t *words = NULL, *quotient = NULL, inverse;
    clm_wide_result cofactor[2] = {{NULL, 0}, {NULL, 0}};
    size_t length;

    TRY(begin_sequence(error, &s, a, b));
    if (u != NULL) {
        NEW(error, words, 2 * room + clm_size_max(a.count, b.count));
        quotient = words + 2 * room;
        cofactor[0] = (clm_wide_result){words, 1};
        cofactor[1] = (clm_wide_result){words + room, 0};
        words[0] = 1;
    }
    while (s.r[1].count > 0) {
        TRY(next_remainder(&s, quotient, &length, u == NULL, f, watch));
        if (u != NULL && s.r[1].count > 0)
            next_cofactor(cofactor, quotient, length, f);
        else if (u != NULL)
            cofactor[0] = cofactor[1];
    }
    g->count = s.r[0].count;
    if (g->count > 0) {
        inverse = clm_mont64_to(clm_invmod64(s.r[0].c[g->count - 1], f->p), f);
        scale(g->c, s.r[0].c, g->count, inverse, f);
        if (u != NULL)
            scale(u->c, cofactor[0].c, cofactor[0].count, inverse, f);
    }
    if (u != NULL)
        u->count = g->count > 0 ? cofactor[0].count : 0;
done:
    free(words);
    free(s.words);
    return st;
}

/* Returns the resultant of r[0] and r[1], of which neither is 0. */
static uint64_t short_resultant(const sequence *s, const clm_mont64 *f)
{
    uint64_t ratio[2];

    for (size_t k = 0; k < 2; k++)
        scale(s->r[k].c, s->r[k].c, s->r[k].count, f->square, f);
    clm_mont64_resultant(ratio, s->r[0].c, s->r[0].count - 1, s->r[1].c, s->r[1].count - 1, f);
    ratio[1] = clm_invmod64(clm_mont64_from(ratio[1], f), f->p);
    return clm_mont64_mul(ratio[0], ratio[1], f);
}

clmodp_status clm_wide_resultant(clm_error *error, uint64_t *r, clm_wide_poly a, clm_wide_poly b,
                                 const clm_mont64 *f, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    sequence s = {.words = NULL};
    uint64_t factor = f->one;

    *r = 0;
    if (a.count == 0 || b.count == 0)
        goto done;
    TRY(begin_sequence(error, &s, a, b));
    while (clm_size_max(s.r[0].count, s.r[1].count) > WITHOUT_INVERSES && s.r[1].count > 1) {
        const size_t n = s.r[0].count - 1, m = s.r[1].count - 1;
        const uint64_t lead = clm_mont64_to(s.r[1].c[m], f);
        size_t length;

        TRY(next_remainder(&s, NULL, &length, false, f, watch));
        if (s.r[1].count == 0)
            goto done;
        factor = clm_mont64_mul(factor, clm_mont64_pow(lead, n + 1 - s.r[1].count, f), f);
        if (n % 2 != 0 && m % 2 != 0)
            factor = clm_mont64_neg(factor, f);
    }
    *r = clm_mont64_mul(factor, short_resultant(&s, f), f);
done:
    free(s.words);
    return st;
}

/* ---- values ---- */

uint64_t clm_wide_value(clm_wide_poly a, uint64_t x, const clm_mont64 *f)
{
    const uint64_t factor = clm_mont64_to(x, f);
    uint64_t value = 0;

    for (size_t i = a.count; i-- > 0;)
        value = clm_mont64_add(clm_mont64_mul(value, factor, f), a.c[i], f);
    return value;
}

/* Adds the term of a point to c: the value times a multiple of the product of all x - points[i]
 * without the point's factor. Returns false if the point is repeated.
 * In: all  the product, of count + 1 coefficients
 *     work `count` words */
static bool add_point(uint64_t *c, const uint64_t *all, size_t count, uint64_t point,
                      uint64_t value, uint64_t *work, const clm_mont64 *f)
{
    const uint64_t x = clm_mont64_to(point, f);
    uint64_t here, factor;

    work[count - 1] = all[count];
    for (size_t i = count - 1; i > 0; i--)
        work[i - 1] = clm_mont64_add(all[i], clm_mont64_mul(x, work[i], f), f);
    here = clm_wide_value((clm_wide_poly){work, count}, point, f);
    if (here == 0)
        return false;
    factor = clm_mont64_to(clm_mont64_mul(clm_mont64_to(value, f), clm_invmod64(here, f->p), f),
                           f);
    for (size_t i = 0; i < count; i++)
        c[i] = clm_mont64_add(c[i], clm_mont64_mul(factor, work[i], f), f);
    return true;
}

clmodp_status clm_wide_interpolate(clm_error *error, uint64_t *c, size_t *twice,
                                   const uint64_t *points, const uint64_t *values, size_t count,
                                   const clm_mont64 *f, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    uint64_t *all = NULL, *work;

    *twice = count;
    NEW(error, all, 2 * count + 1);
    work = all + count + 1;
    all[0] = 1;
    for (size_t n = 0; n < count; n++) { /* all times x - points[n] */
        const uint64_t minus = clm_mont64_to(clm_mont64_neg(points[n], f), f);

        if (clm_poller_stopped(watch)) {
            st = CLMODP_CANCELLED;
            goto done;
        }
        all[n + 1] = all[n];
        for (size_t i = n; i > 0; i--)
            all[i] = clm_mont64_add(all[i - 1], clm_mont64_mul(minus, all[i], f), f);
        all[0] = clm_mont64_mul(minus, all[0], f);
    }
    if (count > 0)
        memset(c, 0, count * sizeof *c);
    for (size_t n = 0; n < count && *twice == count; n++) {
        if (clm_poller_stopped(watch)) {
            st = CLMODP_CANCELLED;
            goto done;
        }
        if (!add_point(c, all, count, points[n], values[n], work, f))
            *twice = n;
    }
done:
    free(all);
    return st;
}

clmodp_status clm_wide_shift(uint64_t *c, size_t count, uint64_t by, const clm_mont64 *f,
                             const clm_poller *watch)
{
    const uint64_t factor = clm_mont64_to(by, f);

    for (size_t i = 0; i + 1 < count; i++) {
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        for (size_t j = count - 1; j-- > i;)
            c[j] = clm_mont64_add(c[j], clm_mont64_mul(factor, c[j + 1], f), f);
    }
    return CLMODP_OK;
}
