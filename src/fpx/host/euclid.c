/* Greatest common divisors, cofactors, resultants and rational reconstructions on the host: steps
 * of Euclid's algorithm, in half-GCDs if long. */
#include <stdlib.h>
#include <string.h>

#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "fpx/host/half_gcd.h"
#include "fpx/host/product.h"
#include "fpx/host/transform.h"

/* Most steps of a half-GCD without recursion; most coefficients of sequences without half-GCDs. */
#define BASE_STEPS 256
#define BASE_COUNT 2048

/* A remainder sequence, with all that determines the resultant. */
typedef struct sequence {
    clm_sequence of;
    const clm_modulus *modulus;
    fp_field field; /* unless p is 2 */
    const clm_transform_functions *vectors;
    uint32_t *degrees, *leads;
    uint32_t *scales; /* factors of the remainders; 0 stands for 1 */
    size_t steps;
} sequence;

static clm_host_poly poly_of(clm_element a)
{
    return (clm_host_poly){a.c, a.count};
}

/* (x, y) := (y, x - q y); x has memory for the result. */
static clmodp_status exchange(sequence *s, clm_element *x, clm_element *y, clm_host_poly q)
{
    clmodp_status st = CLMODP_OK;
    const clm_element other = *y;
    const size_t count = q.count > 0 && y->count > 0 ? q.count + y->count - 1 : 0;

    if (count > x->count) {
        memset((uint32_t *)x->c + x->count, 0, (count - x->count) * sizeof(uint32_t));
        x->count = count;
    }
    TRY(clm_host_add_product(s->of.error, -1, x->c, q, poly_of(*y), count, s->modulus,
                             s->of.threads, s->of.watch));
    x->count = clm_host_count(x->c, x->count);
    *y = *x;
    *x = other;
done:
    return st;
}

/* Divides the remainder r[0] by r[1], and applies the quotient to pairs of elements. */
static clmodp_status divide_step(sequence *s, clm_element *r, uint32_t *quotient, clm_element *x,
                                 size_t pairs)
{
    clmodp_status st = CLMODP_OK;
    const clm_element a = r[0], b = r[1];
    const clm_host_poly q = {quotient, a.count >= b.count ? a.count - b.count + 1 : 0};

    s->degrees[s->steps] = (uint32_t)(s->of.dropped + b.count - 1);
    s->leads[s->steps++] = ((const uint32_t *)b.c)[b.count - 1];
    TRY(clm_host_divide(s->of.error, quotient, a.c, poly_of(a), poly_of(b), s->modulus,
                        s->of.threads, s->of.watch));
    r[0] = b;
    r[1] = (clm_element){a.c, clm_host_count(a.c, clm_size_min(a.count, b.count - 1))};
    for (size_t k = 0; k < pairs; k++)
        TRY(exchange(s, &x[k], &x[pairs + k], q));
done:
    return st;
}

/* divide_step for quotients of degree 0 or 1 and an odd prime, without an inverse: the new
 * remainder, and elements of its row, are multiplied by the square of the divisor's leading
 * coefficient, over R^2. */
static void scaled_step(sequence *s, clm_element *r, clm_element *x, size_t pairs)
{
    const fp_field f = s->field;
    const clm_element a = r[0], b = r[1];
    const uint32_t *of_a = a.c, *top = (const uint32_t *)b.c + (b.count - 1);
    const uint32_t lead = *top, last = of_a[a.count - 1];
    const bool linear = a.count > b.count;
    const clm_step_factors by = {
        .of_a = fp_mul(lead, lead, f),
        .below = linear ? fp_neg(fp_mul(last, lead, f), f) : 0,
        .of_b = linear ? fp_cross(last, *(top - 1), lead, of_a[b.count - 1], f)
                       : fp_neg(fp_mul(last, lead, f), f)};

    s->degrees[s->steps] = (uint32_t)(s->of.dropped + b.count - 1);
    s->scales[s->steps] = fp_redc(by.of_a, f);
    s->leads[s->steps++] = lead;
    s->vectors->eliminate(a.c, b.c, b.count - 1, &by, &s->field);
    r[0] = b;
    r[1] = (clm_element){a.c, clm_host_count(a.c, b.count - 1)};
    for (size_t k = 0; k < pairs; k++) {
        const clm_element old = x[k], next = x[pairs + k];
        const size_t count = next.count > 0 ? next.count + linear : 0;

        x[k] = next;
        x[pairs + k] = (clm_element){old.c, clm_size_max(old.count, count)};
        s->vectors->eliminate(old.c, next.c, x[pairs + k].count, &by, &s->field);
    }
}

/* clm_sequence.divide, by steps of both kinds. */
static clmodp_status divide(clm_sequence *of, clm_element *r, void *quotient, clm_element *x,
                            size_t pairs, size_t end, size_t most)
{
    clmodp_status st = CLMODP_OK;
    sequence *s = (sequence *)of;

    for (; most > 0 && r[1].count >= end && r[1].count > 0; most--)
        if (r[0].count - r[1].count > 1 || s->modulus->p == 2)
            TRY(divide_step(s, r, quotient, x, pairs));
        else
            scaled_step(s, r, x, pairs);
done:
    return st;
}

/* clm_sequence.multiply */
static clmodp_status multiply(clm_sequence *of, clm_element *out, size_t count,
                              const clm_element *a, const clm_element *b, size_t rows,
                              size_t columns)
{
    const sequence *s = (const sequence *)of;
    clm_host_poly first[4], second[4];
    uint32_t *words[4] = {NULL};
    const clm_host_matrices product = {first, second, rows, 2, columns, NULL, NULL};

    for (size_t k = 0; k < 2 * rows; k++)
        first[k] = poly_of(a[k]);
    for (size_t k = 0; k < 2 * columns; k++)
        second[k] = poly_of(b[k]);
    for (size_t k = 0; k < rows * columns; k++) {
        words[k] = out[k].c;
        out[k].count = count;
    }
    return clm_host_combine(of->error, words, count, &product, s->modulus, of->threads, of->watch);
}

/* Elements of a sequence, in one allocation, which takes less time than several: two remainders,
 * two cofactors, the divisors' degrees and leading coefficients, scales, and a quotient. */
enum { COFACTOR = 2, DEGREES = 4, LEADS, SCALES, QUOTIENT, ALL };

/* Begins the sequence of a and b in `memory`. */
static clmodp_status begin_sequence(sequence *s, clm_elements *memory, clm_host_poly a,
                                    clm_host_poly b)
{
    clmodp_status st = CLMODP_OK;
    clm_element *const e = memory->e;

    s->of.word = sizeof *a.c;
    s->of.base_steps = BASE_STEPS;
    s->of.base_count = BASE_COUNT;
    s->of.divide = divide;
    s->of.multiply = multiply;
    s->vectors = clm_transforms(clm_vector_level_best());
    if (s->modulus->p > 2)
        s->field = clm_field(s->modulus->p);
    TRY(clm_sequence_begin(&s->of, memory, ALL, a.c, a.count, b.c, b.count));
    s->degrees = e[DEGREES].c;
    s->leads = e[LEADS].c;
    s->scales = e[SCALES].c;
done:
    return st;
}

static void store_scaled(clm_host_result *to, clm_element from, uint32_t factor,
                         const clm_modulus *m)
{
    const uint32_t *c = from.c;

    to->count = from.count;
    for (size_t k = 0; k < from.count; k++)
        to->c[k] = clm_modulus_mul(c[k], factor, m);
}

clmodp_status clm_host_euclid(clm_error *error, clm_host_result *g, clm_host_result *u,
                              clm_host_poly a, clm_host_poly b, size_t k, const clm_modulus *m,
                              size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    sequence s = {.of = {error, threads, watch, .dropped = 0}, .modulus = m};
    clm_elements memory = {0};
    clm_element *const e = memory.e, *const monic = k == SIZE_MAX ? e : &e[COFACTOR];
    uint32_t factor = 0;

    TRY(begin_sequence(&s, &memory, a, b));
    TRY(k == SIZE_MAX ? clm_sequence_run(&s.of, e, u != NULL ? &e[COFACTOR] : NULL,
                                         e[QUOTIENT].c, 1)
                      : clm_sequence_stop(&s.of, e, &e[COFACTOR], e[QUOTIENT].c, k + 1));
    if (monic->count > 0)
        factor = clm_modulus_inverse(((const uint32_t *)monic->c)[monic->count - 1], m);
    store_scaled(g, e[0], factor, m);
    if (u != NULL)
        store_scaled(u, factor == 0 ? (clm_element){NULL, 0} : e[COFACTOR], factor, m);
done:
    free(memory.memory);
    return st;
}

/* The resultant from the divisors' degrees and leading coefficients, and the first dividend's
 * degree n: res(a, b) = (-1)^(n m) lc(b)^(n - d) res(b, r) for degrees n, m, and d of the
 * remainder r; and the power of the last one, a constant. A factor c of r is one of c^m of
 * res(b, r); the product of all these grows with each degree. */
static uint32_t resultant_of(const sequence *s, size_t n)
{
    const clm_modulus *p = s->modulus;
    uint32_t product = 1, scale = 1, scales = 1;

    if (s->degrees[s->steps - 1] > 0)
        return 0; /* a common factor */
    for (size_t k = 0; k < s->steps; n = s->degrees[k++]) {
        const size_t d = k + 1 < s->steps ? s->degrees[k + 1] : 0;

        product = clm_modulus_mul(product, clm_modulus_power(s->leads[k], n - d, p), p);
        if (s->scales[k] != 0)
            scale = clm_modulus_mul(scale, s->scales[k], p);
        scales = clm_modulus_mul(scales, clm_modulus_power(scale, s->degrees[k] - d, p), p);
        if (n % 2 == 1 && s->degrees[k] % 2 == 1)
            product = clm_modulus_sub(0, product, p);
    }
    return scales == 1 ? product : clm_modulus_mul(product, clm_modulus_inverse(scales, p), p);
}

clmodp_status clm_host_resultant(clm_error *error, uint32_t *r, clm_host_poly a, clm_host_poly b,
                                 const clm_modulus *m, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    sequence s = {.of = {error, threads, watch, .dropped = 0}, .modulus = m};
    clm_elements memory = {0};

    *r = 0;
    if (a.count == 0 || b.count == 0)
        return CLMODP_OK;
    TRY(begin_sequence(&s, &memory, a, b));
    TRY(clm_sequence_run(&s.of, memory.e, NULL, memory.e[QUOTIENT].c, 1));
    *r = resultant_of(&s, a.count - 1);
done:
    free(memory.memory);
    return st;
}

clm_amounts clm_host_gcd_cost(size_t n, size_t m, uint32_t p, size_t threads, bool cofactors)
{
    const double times = cofactors ? 2.0 : 1.0, steps = (double)m;
    clm_amounts all = {.of = {0}}, one;

    if (m <= BASE_COUNT) {
        all.of[CLM_OP_HOST_REMAINDER] = 2.0 + 0.65 * times * steps;
        all.of[CLM_OP_HOST_SHORT_PAIR] =
            0.85 * times * (2.0 * (double)n - steps) * steps * clm_host_vector_slowdown();
        return all;
    }
    all = clm_host_divide_cost(n, m, p, threads, false);
    all.of[CLM_OP_HOST_REMAINDER] += 5.0 * steps;
    if (cofactors) {
        one = clm_host_gcd_cost(BASE_COUNT, BASE_COUNT, p, threads, false);
        clm_amounts_add(&all, &one, 1.0);
    }
    for (size_t part = m - 1, many = 1; part >= BASE_COUNT; part /= 2, many *= 2) {
        const bool shared = part > CLM_TRANSFORM_LAZY_SIZE / 2; /* as in clm_host_combine */

        one = clm_host_product_cost(part, part, p, shared ? threads : 1);
        clm_amounts_add(&all, &one, (cofactors && many == 1 ? 12.6 : 6.3) * (double)many);
    }
    return all;
}
