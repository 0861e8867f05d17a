/* Greatest common divisors, cofactors, resultants and rational reconstructions with residues of 64
 * bits: steps of Euclid's algorithm, in half-GCDs if long. */
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/half_gcd.h"
#include "fpx/host/wide.h"

/* Most steps of a half-GCD without recursion; most coefficients of sequences without half-GCDs,
 * without cofactors and with them. */
#define BASE_STEPS 160
#define BASE_COUNT 600
#define BASE_COUNT_COFACTORS 300

/* A remainder sequence. */
typedef struct sequence {
    clm_sequence of;
    const clm_mont64 *f;
    uint64_t *degrees, *leads; /* of all divisors, for a resultant; or NULL */
    size_t steps;
} sequence;

static clm_wide_poly poly_of(clm_element a)
{
    return (clm_wide_poly){a.c, a.count};
}

/* x := x - q y. x has memory for the result. */
static clmodp_status subtract_product(sequence *s, clm_element *x, clm_element y,
                                      const uint64_t *q, size_t length)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = length > 0 && y.count > 0 ? length + y.count - 1 : 0;
    uint64_t *const to = x->c, *product = NULL;

    if (count == 0)
        return CLMODP_OK;
    if (count > x->count) {
        memset(to + x->count, 0, (count - x->count) * sizeof *to);
        x->count = count;
    }
    NEW(s->of.error, product, count);
    TRY(clm_wide_product(s->of.error, product, (clm_wide_poly){q, length}, poly_of(y), 0, count,
                         s->f, s->of.threads, s->of.watch));
    for (size_t i = 0; i < count; i++)
        to[i] = clm_mont64_sub(to[i], product[i], s->f);
    x->count = clm_wide_count(to, x->count);
done:
    free(product);
    return st;
}

/* Divides the remainder r[0] by r[1], and applies the quotient to pairs of elements. The new
 * remainder is first computed behind the quotient. */
static clmodp_status divide_step(sequence *s, clm_element *r, uint64_t *quotient, clm_element *x,
                                 size_t pairs)
{
    clmodp_status st = CLMODP_OK;
    const clm_element a = r[0], b = r[1];
    const size_t length = a.count < b.count ? 0 : a.count - b.count + 1;

    if (length > 0) {
        TRY(clm_wide_divide(s->of.error, quotient, quotient + length, poly_of(a), poly_of(b), NULL,
                            s->f, s->of.threads, s->of.watch));
        memcpy(a.c, quotient + length, (b.count - 1) * sizeof *quotient);
    }
    r[0] = b;
    r[1] = (clm_element){a.c, clm_wide_count(a.c, clm_size_min(a.count, b.count - 1))};
    for (size_t k = 0; k < pairs; k++) {
        clm_element old = x[k];

        TRY(subtract_product(s, &old, x[pairs + k], quotient, length));
        x[k] = x[pairs + k];
        x[pairs + k] = old;
    }
done:
    return st;
}

/* x[i] := c[2] x[i] + c[1] y[i - 1] + c[0] y[i], times 2^-64, i < count, y[-1] = 0. */
static void combine(uint64_t *x, const uint64_t *y, size_t count, const uint64_t c[3],
                    const clm_mont64 *f)
{
    uint64_t below = 0;

    for (size_t i = 0; i < count; i++) {
        const uint64_t here = y[i];

        x[i] = clm_mont64_reduce(
            (clm_u128)c[2] * x[i] + (clm_u128)c[1] * below + (clm_u128)c[0] * here, f);
        below = here;
    }
}

/* divide_step for a quotient of k <= 2 coefficients and a divisor of at least 2, without inverses:
 * the new remainder and elements are multiplied by (lc(b) / 2^64)^k. */
static void short_step(sequence *s, clm_element *r, clm_element *x, size_t pairs)
{
    const clm_mont64 *const f = s->f;
    const clm_element a = r[0], b = r[1];
    const size_t m = b.count;
    const uint64_t *const of_a = a.c, *const of_b = b.c, l = of_b[m - 1];
    const uint64_t top = clm_mont64_neg(of_a[a.count - 1], f);
    uint64_t c[3] = {top, 0, l};

    if (a.count > m) {
        c[0] = clm_mont64_reduce((clm_u128)(f->p - of_a[m - 1]) * l +
                                     (clm_u128)of_a[m] * of_b[m - 2], f);
        c[1] = clm_mont64_mul(l, top, f);
        c[2] = clm_mont64_mul(l, l, f);
    }
    combine(a.c, of_b, m - 1, c, f);
    r[0] = b;
    r[1] = (clm_element){a.c, clm_wide_count(a.c, m - 1)};
    for (size_t k = 0; k < pairs; k++) {
        const clm_element old = x[k], next = x[pairs + k];
        const size_t count = next.count > 0 ? clm_size_max(old.count, next.count + 1) : old.count;
        uint64_t *const to = old.c;

        memset(to + old.count, 0, (count - old.count) * sizeof *to);
        combine(to, next.c, next.count, c, f);
        for (size_t i = next.count; i < count; i++)
            to[i] = clm_mont64_mul(c[2], to[i], f);
        if (next.count > 0)
            to[next.count] = clm_mont64_add(
                to[next.count],
                clm_mont64_mul(c[1], ((const uint64_t *)next.c)[next.count - 1], f), f);
        x[k] = next;
        x[pairs + k] = (clm_element){to, clm_wide_count(to, count)};
    }
}

/* clm_sequence.divide, by steps of both kinds. */
static clmodp_status divide(clm_sequence *of, clm_element *r, void *quotient, clm_element *x,
                            size_t pairs, size_t end, size_t most)
{
    clmodp_status st = CLMODP_OK;
    sequence *s = (sequence *)of;

    for (; most > 0 && r[1].count >= end && r[1].count > 0; most--) {
        if (clm_poller_stopped(of->watch))
            return CLMODP_CANCELLED;
        if (s->leads != NULL) {
            s->degrees[s->steps] = of->dropped + r[1].count - 1;
            s->leads[s->steps++] = ((const uint64_t *)r[1].c)[r[1].count - 1];
        }
        if (r[0].count - r[1].count <= 1 && r[1].count >= 2)
            short_step(s, r, x, pairs);
        else
            TRY(divide_step(s, r, quotient, x, pairs));
    }
done:
    return st;
}

/* clm_sequence.multiply */
static clmodp_status multiply(clm_sequence *of, clm_element *out, size_t count,
                              const clm_element *a, const clm_element *b, size_t rows,
                              size_t columns)
{
    const sequence *s = (const sequence *)of;
    clm_wide_poly first[4], second[4];
    uint64_t *words[4] = {NULL};
    const clm_wide_matrices product = {first, second, rows, 2, columns, NULL};

    for (size_t k = 0; k < 2 * rows; k++)
        first[k] = poly_of(a[k]);
    for (size_t k = 0; k < 2 * columns; k++)
        second[k] = poly_of(b[k]);
    for (size_t k = 0; k < rows * columns; k++) {
        words[k] = out[k].c;
        out[k].count = count;
    }
    return clm_wide_combine(of->error, words, count, &product, s->f, of->threads, of->watch);
}

/* Elements of a sequence: two remainders, a quotient, and two cofactors or the divisors' degrees
 * and leading coefficients. */
enum { QUOTIENT = 2, COFACTOR, DEGREES = COFACTOR, LEADS, ALL };

/* Begins the sequence of a and b in `memory`. */
static clmodp_status begin_sequence(sequence *s, clm_elements *memory, clm_wide_poly a,
                                    clm_wide_poly b, bool cofactors)
{
    s->of.word = sizeof *a.c;
    s->of.base_steps = BASE_STEPS;
    s->of.base_count = cofactors ? BASE_COUNT_COFACTORS : BASE_COUNT;
    s->of.divide = divide;
    s->of.multiply = multiply;
    return clm_sequence_begin(&s->of, memory, ALL, a.c, a.count, b.c, b.count);
}

static void scale(clm_wide_result *to, clm_element from, uint64_t factor, const clm_mont64 *f)
{
    const uint64_t *const c = from.c;

    to->count = from.count;
    for (size_t i = 0; i < from.count; i++)
        to->c[i] = clm_mont64_mul(c[i], factor, f);
}

clmodp_status clm_wide_euclid(clm_error *error, clm_wide_result *g, clm_wide_result *u,
                              clm_wide_poly a, clm_wide_poly b, size_t k, const clm_mont64 *f,
                              size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    sequence s = {.of = {error, threads, watch, .dropped = 0}, .f = f};
    clm_elements memory = {0};
    clm_element *const r = memory.e, *const monic = k == SIZE_MAX ? r : &r[COFACTOR];
    uint64_t inverse = 0;

    TRY(begin_sequence(&s, &memory, a, b, u != NULL));
    TRY(k == SIZE_MAX ? clm_sequence_run(&s.of, r, u != NULL ? &r[COFACTOR] : NULL,
                                         r[QUOTIENT].c, 1)
                      : clm_sequence_stop(&s.of, r, &r[COFACTOR], r[QUOTIENT].c, k + 1));
    if (monic->count > 0)
        inverse =
            clm_mont64_to(clm_invmod64(((const uint64_t *)monic->c)[monic->count - 1], f->p), f);
    scale(g, r[0], inverse, f);
    if (u != NULL)
        scale(u, monic->count > 0 ? r[COFACTOR] : (clm_element){NULL, 0}, inverse, f);
done:
    free(memory.memory);
    return st;
}

/* Returns the resultant from the divisors' degrees and leading coefficients, and the first
 * dividend's degree n: res(a, b) = (-1)^(n m) l^(n - d) res(b, r) for l = lc(b), degrees n, m, and
 * d of the remainder r. A short step has (l / 2^64)^k r instead, k = n - m + 1 <= 2, so that a
 * power k m of l / 2^64 is left to divide by. The last remainder r[1] is a constant, not 0. */
static uint64_t resultant_of(const sequence *s, size_t n, const clm_element *r)
{
    const clm_mont64 *const f = s->f;
    const uint64_t last = clm_mont64_to(*(const uint64_t *)r[1].c, f);
    uint64_t product = clm_mont64_pow(last, r[0].count - 1, f);
    uint64_t factors = f->one, root = f->one; /* of all l / 2^64; of their powers m */

    for (size_t k = 0; k < s->steps; n = s->degrees[k++]) {
        const size_t m = s->degrees[k], d = k + 1 < s->steps ? s->degrees[k + 1] : 0;

        product =
            clm_mont64_mul(product, clm_mont64_pow(clm_mont64_to(s->leads[k], f), n - d, f), f);
        if (n == m) /* once: k = 1 */
            product = clm_mont64_mul(product, clm_mont64_pow(s->leads[k], m, f), f);
        if (n % 2 == 1 && m % 2 == 1)
            product = clm_mont64_neg(product, f);
        if (n - m <= 1)
            factors = clm_mont64_mul(factors, s->leads[k], f);
        root = clm_mont64_mul(root, clm_mont64_pow(factors, m - d, f), f); /* m decreases */
    }
    root = clm_mont64_to(clm_invmod64(clm_mont64_from(root, f), f->p), f);
    return clm_mont64_from(clm_mont64_mul(product, clm_mont64_mul(root, root, f), f), f);
}

clmodp_status clm_wide_resultant(clm_error *error, uint64_t *r, clm_wide_poly a, clm_wide_poly b,
                                 const clm_mont64 *f, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    sequence s = {.of = {error, threads, watch, .dropped = 0}, .f = f};
    clm_elements memory = {0};
    clm_element *const e = memory.e;

    *r = 0;
    if (a.count == 0 || b.count == 0)
        goto done;
    TRY(begin_sequence(&s, &memory, a, b, false));
    s.degrees = e[DEGREES].c;
    s.leads = e[LEADS].c;
    TRY(clm_sequence_run(&s.of, e, NULL, e[QUOTIENT].c, 2));
    if (e[1].count > 0)
        *r = resultant_of(&s, a.count - 1, e);
done:
    free(memory.memory);
    return st;
}
