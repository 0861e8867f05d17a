/* Resultants modulo few primes at few points. The problems are so small that all work except
 * remainder sequences must be minimal: all primes share the exact values of the rows, which have
 * one word each; residues are plain words that are interpreted as Montgomery forms, which one
 * factor for each prime corrects; and one power for each prime gives all inverses. */
#include "resultant/few_primes.h"

#include <stdlib.h>
#include <string.h>

#include <gmp.h>

#include "core/memory.h"
#include "core/size.h"
#include "engines/host/plan.h"
#include "engines/host/stages.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

typedef struct few_primes {
    const clm_word_poly *poly[2];
    size_t rows, points, primes; /* rows of both polynomials */
    size_t limbs;                /* of the longest coefficient free of x; 0 for values */
    clm_mont64 field[CLM_FEW_PRIMES];
    uint64_t before[CLM_FEW_PRIMES][CLM_FEW_PRIMES]; /* products of the first primes modulo a
                                                        prime */
    int64_t *values;     /* rows of each point */
    uint64_t *residues;  /* for each prime: of the values at the points, then of coefficients */
    uint64_t *factors;   /* for each prime: points + 2 words to be inverted */
    uint64_t *inverses;  /* the same, inverted */
    uint64_t *sequence;  /* the rows at a point */
} few_primes;

size_t clm_few_primes_count(double bits)
{
    return (size_t)((bits + 1.0) / 61.99) + 1; /* the known primes are above 2^61.99 */
}

/* Evaluates all rows at the points 0, 1, ..., h and -1, ..., -h. */
static void evaluate_rows(const few_primes *w)
{
    const int64_t half = (int64_t)(w->points / 2);
    int64_t *to = w->values;

    for (int64_t k = 0; k <= 2 * half; k++) {
        const int64_t x = k <= half ? k : half - k;

        for (size_t n = 0; n < 2; n++) {
            const clm_word_poly *poly = w->poly[n];
            int64_t first = 0;

            for (size_t j = 0; j <= poly->degree; first = poly->end[j++]) {
                int64_t value = 0;

                for (int64_t i = poly->end[j]; i > first;)
                    value = value * x + poly->c[--i];
                *to++ = value;
            }
        }
    }
}

/* Returns c 2^(-64 limbs), c of at most `limbs` limbs: reductions from the lowest limb on need no
 * other products. */
static uint64_t reduce_limbs(mpz_srcptr c, size_t limbs, const clm_mont64 *f)
{
    uint64_t value = mpz_getlimbn(c, 0);

    for (size_t k = 1; k <= limbs; k++)
        value = clm_mont64_reduce((clm_u128)mpz_getlimbn(c, (mp_size_t)k) << 64 | value, f);
    return mpz_sgn(c) < 0 ? clm_mont64_neg(value, f) : value;
}

/* Sets the rows modulo a prime: values at a point, or reduced coefficients free of x. */
static void set_sequence(const few_primes *w, size_t point, const clm_mont64 *f)
{
    const int64_t *values = w->values + point * w->rows;

    for (size_t row = 0; row < w->rows && w->poly[0]->terms == NULL; row++)
        w->sequence[row] = (uint64_t)values[row] + (values[row] < 0 ? f->p : 0);
    if (w->poly[0]->terms == NULL)
        return;
    memset(w->sequence, 0, w->rows * sizeof *w->sequence);
    for (size_t n = 0; n < 2; n++) {
        const clm_word_poly *poly = w->poly[n];
        uint64_t *to = w->sequence + (n == 0 ? 0 : w->poly[0]->degree + 1);

        for (size_t k = 0; k < poly->terms->length; k++) {
            const clm_term *term = &poly->terms->term[k];
            const uint64_t value = reduce_limbs(term->c, w->limbs, f);

            if (!poly->derived)
                to[term->j] = value;
            else if (term->j > 0)
                to[term->j - 1] = clm_mont64_mul(value, clm_mont64_to(term->j, f), f);
        }
    }
}

/* Computes numerators and denominators at the points. Also inverted: 2 (points - 1)! for
 * interpolation, the product of the primes before for reconstruction. */
static void run_prime(few_primes *w, size_t prime)
{
    const size_t n = w->points, p = w->poly[0]->degree, q = w->poly[1]->degree;
    const clm_mont64 *f = &w->field[prime];
    uint64_t *residues = w->residues + prime * n, *factors = w->factors + prime * (n + 2);
    uint64_t count = f->one;

    for (size_t k = 0; k < n; k++) {
        const clm_host_ratios out = {&residues[k], &factors[k], 1, 1};

        set_sequence(w, k, f);
        clm_host_sequence(&out, w->sequence, p, w->sequence + p + 1, q, f, CLM_MINORS_RESULTANT);
    }
    factors[n] = clm_mont64_add(f->one, f->one, f);
    for (size_t k = 1; k < n; k++, count = clm_mont64_add(count, f->one, f))
        factors[n] = clm_mont64_mul(factors[n], count, f);
    factors[n + 1] = f->one;
}

/* Multiplies the primes before each one, all at once, so that independent products overlap. */
static void multiply_before(few_primes *w)
{
    const size_t n = w->points + 2;

    for (size_t k = 0; k < w->primes; k++)
        for (size_t prime = k + 1; prime < w->primes; prime++) {
            const clm_mont64 *f = &w->field[prime];
            uint64_t *product = &w->factors[prime * n + n - 1];

            w->before[prime][k] = *product;
            *product = clm_mont64_mul(*product, clm_mont64_to(w->field[k].p, f), f);
        }
}

/* The limbs of the longest coefficient. */
static size_t longest_limbs(const clm_word_poly *poly)
{
    size_t limbs = 0;

    for (size_t k = 0; poly->terms != NULL && k < poly->terms->length; k++)
        limbs = clm_size_max(limbs, mpz_size(poly->terms->term[k].c));
    return limbs;
}

/* Squares result[] `squares` times, and then multiplies it by power[]. */
static void raise(uint64_t *result, size_t squares, const uint64_t *power, const few_primes *w)
{
    for (size_t n = 0; n < squares; n++)
        for (size_t k = 0; k < w->primes; k++)
            result[k] = clm_mont64_mul(result[k], result[k], &w->field[k]);
    for (size_t k = 0; k < w->primes; k++)
        result[k] = clm_mont64_mul(result[k], power[k], &w->field[k]);
}

/* Replaces words by their inverses modulo the primes, all at once, so that independent products
 * overlap: by powers. p - 2 has 62 bits, of which the upper 16 and the lower 32 are 1. */
static void invert_words(uint64_t *words, const few_primes *w)
{
    enum { ONES = 16 };
    uint64_t ones[CLM_FEW_PRIMES], power[CLM_FEW_PRIMES];
    const size_t bytes = w->primes * sizeof *words;

    memcpy(ones, words, bytes);
    for (size_t bits = 1; bits < ONES; bits *= 2) { /* ones := words^(2^bits - 1) */
        memcpy(power, ones, bytes);
        raise(ones, bits, power, w);
    }
    memcpy(power, ones, bytes);
    for (int bit = 45; bit >= 32; bit--)
        for (size_t k = 0; k < w->primes; k++) {
            const clm_mont64 *f = &w->field[k];

            power[k] = clm_mont64_mul(power[k], power[k], f);
            if ((f->p - 2) >> bit & 1)
                power[k] = clm_mont64_mul(power[k], words[k], f);
        }
    raise(power, ONES, ones, w);
    raise(power, ONES, ones, w);
    memcpy(words, power, bytes);
}

static void invert_factors(const few_primes *w)
{
    const size_t n = w->points + 2;
    uint64_t product[CLM_FEW_PRIMES];

    for (size_t prime = 0; prime < w->primes; prime++) {
        const uint64_t *factors = w->factors + prime * n;
        uint64_t *inverses = w->inverses + prime * n;

        product[prime] = factors[0];
        for (size_t k = 1; k < n; k++) {
            inverses[k] = product[prime];
            product[prime] = clm_mont64_mul(product[prime], factors[k], &w->field[prime]);
        }
    }
    invert_words(product, w);
    for (size_t prime = 0; prime < w->primes; prime++) {
        const uint64_t *factors = w->factors + prime * n;
        uint64_t *inverses = w->inverses + prime * n;

        for (size_t k = n; k-- > 1;) {
            inverses[k] = clm_mont64_mul(inverses[k], product[prime], &w->field[prime]);
            product[prime] = clm_mont64_mul(product[prime], factors[k], &w->field[prime]);
        }
        inverses[0] = product[prime];
    }
}

/* Sets c[k], 0 < k < n, to the k-th of the repeated second central differences at the first of
 * the points c[0], ..., c[n - 1] of an even sequence around it, or of an odd sequence around the
 * point before. */
static void difference(uint64_t *c, size_t n, bool odd, const clm_mont64 *f)
{
    for (size_t k = 1; k < n; k++) {
        uint64_t last = c[k - 1], slope = odd ? last : clm_mont64_sub(last, c[k], f);

        for (size_t i = k; i < n; i++) {
            const uint64_t next = c[i], rise = clm_mont64_sub(next, last, f);

            c[i] = clm_mont64_sub(rise, slope, f);
            last = next;
            slope = rise;
        }
    }
}

/* Replaces c by the coefficients of powers of u in
 *
 *     c[0] + (u - first^2) (c[1] + (u - (first + 1)^2) (c[2] + ...)). */
static void expand(uint64_t *c, size_t n, uint64_t first, const clm_mont64 *f)
{
    for (size_t k = n; k-- > 1;) {
        const uint64_t square = clm_mont64_to((first + k - 1) * (first + k - 1), f);

        for (size_t i = k - 1; i + 1 < n; i++)
            c[i] = clm_mont64_sub(c[i], clm_mont64_mul(square, c[i + 1], f), f);
    }
}

/* Replaces numerators by coefficients: of even powers of x, then of odd ones. By Stirling's
 * formula, with d the central difference and m the mean of neighbours,
 *
 *     r = sum_k d^2k r(0) / (2k)! prod_{0<=j<k} (x^2 - j^2)
 *         + sum_k m d^(2k+1) r(0) / (2k+1)! x prod_{1<=j<=k} (x^2 - j^2). */
static void interpolate_prime(const few_primes *w, size_t prime)
{
    const size_t n = w->points, half = n / 2;
    const clm_mont64 *f = &w->field[prime];
    const uint64_t *inverses = w->inverses + prime * (n + 2);
    uint64_t *even = w->residues + prime * n, *odd = even + half + 1;
    const uint64_t scale = (w->limbs + 1) * (w->rows - 2) - 1; /* powers of 2^64 */
    uint64_t factor = clm_mont64_mul(inverses[n], clm_mont64_pow(f->square, scale, f), f);
    uint64_t count = clm_mont64_to(n - 1, f);

    for (size_t k = 0; k < n; k++)
        even[k] = clm_mont64_mul(even[k], inverses[k], f);
    even[0] = clm_mont64_add(even[0], even[0], f);
    for (size_t k = 0; k < half; k++) {
        const uint64_t at = even[k + 1], opposite = odd[k];

        even[k + 1] = clm_mont64_add(at, opposite, f);
        odd[k] = clm_mont64_sub(at, opposite, f);
    }
    difference(even, half + 1, false, f);
    difference(odd, half, true, f);
    for (size_t k = n; k-- > 0; count = clm_mont64_sub(count, f->one, f)) {
        uint64_t *const c = k % 2 == 0 ? &even[k / 2] : &odd[k / 2];

        *c = clm_mont64_mul(*c, factor, f); /* correction / (2 k!) */
        factor = clm_mont64_mul(factor, count, f);
    }
    expand(even, half + 1, 0, f);
    expand(odd, half, 1, f);
}

/* The product P of all primes, and P / 2 rounded down. */
typedef struct range {
    mp_limb_t product[CLM_FEW_PRIMES], half[CLM_FEW_PRIMES];
} range;

static range multiply_primes(const few_primes *w)
{
    range all = {{w->field[0].p}, {0}};

    for (size_t k = 1; k < w->primes; k++)
        all.product[k] = mpn_mul_1(all.product, all.product, (mp_size_t)k, w->field[k].p);
    (void)mpn_rshift(all.half, all.product, (mp_size_t)w->primes, 1);
    return all;
}

/* Sets c to the integer in (-P/2, P/2] with the residues number `at` of all primes. */
static void reconstruct(mpz_ptr c, const few_primes *w, size_t at, const range *all)
{
    const size_t n = w->primes;
    uint64_t digit[CLM_FEW_PRIMES] = {0}; /* GCC at -O1 does not see that n > 0 */
    mp_limb_t *limbs = mpz_limbs_write(c, (mp_size_t)n);
    bool negative;

    for (size_t i = 0; i < n; i++) {
        const clm_mont64 *f = &w->field[i];
        clm_u128 sum = 0; /* each product is at most p 2^62 */

        for (size_t k = 0; k < i; k++) {
            sum += (clm_u128)digit[k] * w->before[i][k];
            if (k % 2 == 1)
                sum -= sum >= (clm_u128)f->p << 63 ? (clm_u128)f->p << 63 : 0;
        }
        digit[i] = clm_mont64_mul(
            clm_mont64_sub(w->residues[i * w->points + at], clm_mont64_reduce(sum, f), f),
            w->inverses[(i + 1) * (w->points + 2) - 1], f);
    }
    limbs[0] = digit[n - 1];
    for (size_t i = n - 1; i-- > 0;) {
        const mp_size_t size = (mp_size_t)(n - 1 - i);

        limbs[size] = mpn_mul_1(limbs, limbs, size, w->field[i].p);
        (void)mpn_add_1(limbs, limbs, size + 1, digit[i]);
    }
    negative = mpn_cmp(limbs, all->half, (mp_size_t)n) > 0;
    if (negative)
        (void)mpn_sub_n(limbs, all->product, limbs, (mp_size_t)n);
    mpz_limbs_finish(c, negative ? -(mp_size_t)n : (mp_size_t)n);
}

static clmodp_status reconstruct_all(clmodp_zx *r, const few_primes *w, size_t width)
{
    clmodp_status st = CLMODP_OK;
    const range all = multiply_primes(w);
    mpz_t *c;

    TRY(clm_zx_resize(r, &c, width));
    for (size_t i = 0; i < width; i++)
        reconstruct(c[i], w, i / 2 + (i % 2 == 0 ? 0 : w->points / 2 + 1), &all);
    clm_zx_trim(r);
done:
    return st;
}

clmodp_status clm_few_primes_resultant(clmodp_zx *r, const clm_word_poly *f,
                                       const clm_word_poly *g, size_t width, size_t primes)
{
    clmodp_status st = CLMODP_OK;
    uint64_t known[CLM_FEW_PRIMES], *words;
    few_primes w; /* too large to be cleared for the smallest problems */

    w.poly[0] = f;
    w.poly[1] = g;
    w.rows = f->degree + g->degree + 2;
    w.points = clm_few_primes_points(width);
    w.primes = primes;
    w.limbs = clm_size_max(longest_limbs(f), longest_limbs(g));
    NEW(NULL, words, w.rows * (w.points + 1) + primes * (3 * w.points + 4));
    w.sequence = words;
    w.values = (int64_t *)(words + w.rows);
    w.residues = w.sequence + w.rows * (w.points + 1);
    w.factors = w.residues + primes * w.points;
    w.inverses = w.factors + primes * (w.points + 2);
    clm_host_primes(known, 0, primes, 0);
    if (f->terms == NULL)
        evaluate_rows(&w);
    for (size_t k = 0; k < primes; k++) {
        w.field[k] = clm_mont64_of(known[k]);
        run_prime(&w, k);
    }
    multiply_before(&w);
    invert_factors(&w);
    for (size_t k = 0; k < primes; k++)
        interpolate_prime(&w, k);
    TRY(reconstruct_all(r, &w, width));
done:
    free(words);
    return st;
}
