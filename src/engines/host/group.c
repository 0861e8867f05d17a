/* Residues, values, remainder sequences and interpolation, modulo the primes of a group. */
#include "engines/host/group.h"

#include <string.h>

#include "base/size.h"
#include "engines/host/interpolate.h"
#include "engines/host/sequence.h"
#include "engines/host/transform.h"

#define WORD sizeof(uint64_t)

enum { DENOMINATORS = 2 }; /* of R, and of S_1 */

static const clm_host_prime *prime_of(const clm_host_group *g, size_t index)
{
    return &g->plan->info[g->first + index];
}

static uint64_t *words_of(const clm_host_group *g, size_t index)
{
    return (uint64_t *)g->words.data + index * g->at.words;
}

/* Bits 0 ... log2(n) - 1 of k, reversed. */
static size_t reversed(size_t k, size_t n)
{
    size_t r = 0;

    for (; n > 1; n /= 2, k /= 2)
        r = 2 * r + k % 2;
    return r;
}

/* root^k for any k, of the table that clm_host_roots makes. */
static uint64_t root_power(const uint64_t *roots, size_t n, size_t k, const clm_mont64 *field)
{
    k %= n;
    return k < n / 2 || n == 1 ? roots[k] : clm_mont64_neg(roots[k - n / 2], field);
}

/* Point number `point` of a prime, to a power. */
static uint64_t point_power(const clm_host_group *g, size_t index, size_t point, uint64_t power)
{
    const clm_host_prime *prime = prime_of(g, index);
    const clm_mont64 *f = &prime->field;
    const size_t n = g->points;
    uint64_t x;

    if (!g->plan->coset) {
        x = clm_mont64_to(prime->start + point, f);
        return power == 1 ? x : clm_mont64_pow(x, power, f);
    }
    x = power == 1 ? prime->start : clm_mont64_pow(prime->start, power, f);
    return clm_mont64_mul(x, root_power(words_of(g, index) + g->at.roots, n,
                                        reversed(point, n) * (size_t)(power % n), f), f);
}

clmodp_status clm_host_begin_prime(void *argument, size_t index, size_t thread)
{
    const clm_host_group *g = argument;
    const clm_host_prime *prime = prime_of(g, index);
    const clm_mont64 *f = &prime->field;
    uint64_t *words = words_of(g, index);

    (void)thread;
    for (size_t k = 0; k < g->layout->residues; k++) {
        mpz_srcptr c = g->layout->coefficients[k];

        words[g->at.residues + k] = c == NULL ? 0 : clm_mont64_to(mpz_fdiv_ui(c, f->p), f);
        if (k % 1024 == 0 && clm_watch_stopped(g->watch))
            return CLMODP_CANCELLED;
    }
    if (g->plan->coset)
        clm_host_roots(words + g->at.roots, g->points, prime->root, f);
    else
        clm_host_factorials(words + g->at.roots, g->points, f);
    return CLMODP_OK;
}

clmodp_status clm_host_transform_row(void *argument, size_t index, size_t thread)
{
    const clm_host_group *g = argument;
    const size_t prime = index / g->layout->count, number = index % g->layout->count;
    const clm_row row = g->layout->row[number];
    const clm_mont64 *f = &prime_of(g, prime)->field;
    uint64_t *words = words_of(g, prime), *values = words + g->at.rows + number * g->points;
    uint64_t power = f->one;

    (void)thread;
    if (clm_watch_stopped(g->watch))
        return CLMODP_CANCELLED;
    memset(values, 0, g->points * WORD);
    if (row.length == 0)
        return CLMODP_OK;
    for (size_t i = 0; i < row.length; i++) { /* x^points is the same at all points */
        uint64_t *value = &values[i % g->points];

        *value = clm_mont64_add(
            *value, clm_mont64_mul(words[g->at.residues + row.offset + i], power, f), f);
        power = clm_mont64_mul(power, prime_of(g, prime)->start, f);
    }
    clm_host_forward(values, g->points, words + g->at.roots, f);
    return CLMODP_OK;
}

/* A row at several points: a product waits for the one before, and others meanwhile run. */
static void horner(uint64_t *values, size_t stride, const uint64_t *c, size_t length,
                   const uint64_t x[CLM_HOST_TOGETHER], const clm_mont64 *f)
{
    uint64_t value[CLM_HOST_TOGETHER] = {0};

    for (size_t i = length; i-- > 0;)
        for (size_t k = 0; k < CLM_HOST_TOGETHER; k++)
            value[k] = clm_mont64_add(clm_mont64_mul(value[k], x[k], f), c[i], f);
    for (size_t k = 0; k < CLM_HOST_TOGETHER; k++)
        values[k * stride] = value[k];
}

/* The values of the rows, f's and then g's, at `count` points from `first` on, a point after the
 * other; there is room for those at CLM_HOST_TOGETHER. */
static void find_values(const clm_host_group *g, uint64_t *values, size_t index, size_t first,
                        size_t count)
{
    const clm_row_layout *layout = g->layout;
    const size_t rows = layout->count;
    const uint64_t *words = words_of(g, index);
    const clm_mont64 *f = &prime_of(g, index)->field;
    uint64_t x[CLM_HOST_TOGETHER] = {0};

    for (size_t k = 0; k < count && !g->transforms; k++)
        x[k] = point_power(g, index, first + k, 1);
    for (size_t r = 0; r < rows; r++) {
        const clm_row row = layout->row[r];

        if (!g->transforms)
            horner(values + r, rows, words + g->at.residues + row.offset, row.length, x, f);
        for (size_t k = 0; k < count && g->transforms; k++)
            values[k * rows + r] = words[g->at.rows + r * g->points + first + k];
    }
}

/* Numerators and denominators at a point, from the values there; x^valuation is not to be in the
 * outputs. */
static void run_point(const clm_host_group *g, uint64_t *values, uint64_t *work, size_t index,
                      size_t point)
{
    const size_t n = g->points;
    const uint64_t valuation = g->plan->base.bounds.valuation;
    const clm_mont64 *f = &prime_of(g, index)->field;
    uint64_t *words = words_of(g, index);
    uint64_t *numerators = words + g->at.numerators + point;
    uint64_t *denominators = words + g->at.denominators + point;
    clm_host_ratios found;

    clm_host_sequence_of_rows(&found, g->layout, values, work, f, g->outputs > 1);
    numerators[0] = found.r[0];
    denominators[0] = found.r[1];
    if (g->outputs > 1) {
        numerators[n] = found.s[0];
        numerators[2 * n] = found.s[1];
        denominators[n + 1] = found.s[2];
    }
    if (valuation > 0) {
        const uint64_t power = point_power(g, index, point, valuation);

        for (size_t k = 0; k < (g->outputs > 1 ? 2 : 1); k++)
            denominators[k * (n + 1)] = clm_mont64_mul(denominators[k * (n + 1)], power, f);
    }
}

clmodp_status clm_host_run_block(void *argument, size_t index, size_t thread)
{
    const clm_host_group *g = argument;
    const size_t blocks = clm_div_up(g->points, CLM_HOST_BLOCK);
    const size_t first = index % blocks * CLM_HOST_BLOCK;
    const size_t end = clm_size_min(first + CLM_HOST_BLOCK, g->points);
    uint64_t *values = (uint64_t *)g->scratch.data + thread * clm_host_group_scratch(g);
    uint64_t *work = values + CLM_HOST_TOGETHER * g->layout->count;

    for (size_t point = first; point < end; point += CLM_HOST_TOGETHER) {
        const size_t count = clm_size_min(CLM_HOST_TOGETHER, end - point);

        find_values(g, values, index / blocks, point, count);
        for (size_t k = 0; k < count; k++) {
            if (clm_watch_stopped(g->watch))
                return CLMODP_CANCELLED;
            run_point(g, values + k * g->layout->count, work, index / blocks, point + k);
        }
    }
    return CLMODP_OK;
}

/* An output's values to coefficients: of the coset, undo the shift, whose inverse is known, and
 * the factor `points`. */
static clmodp_status interpolate(const clm_host_group *g, uint64_t *values, size_t index,
                                 uint64_t inverse)
{
    const clm_host_prime *prime = prime_of(g, index);
    const clm_mont64 *f = &prime->field;
    const uint64_t *table = words_of(g, index) + g->at.roots;
    uint64_t factor;

    if (!g->plan->coset)
        return clm_host_newton(values, g->points, prime->start, table, f, g->watch);
    clm_host_inverse(values, g->points, table, f);
    factor = clm_mont64_to(f->p - (f->p - 1) / g->points, f); /* 1 / points */
    for (size_t k = 0; k < g->points; k++) {
        values[k] = clm_mont64_mul(values[k], factor, f);
        factor = clm_mont64_mul(factor, inverse, f);
    }
    return CLMODP_OK;
}

clmodp_status clm_host_end_prime(void *argument, size_t index, size_t thread)
{
    const clm_host_group *g = argument;
    const clm_mont64 *f = &prime_of(g, index)->field;
    const size_t n = g->points, width = g->plan->base.width;
    uint64_t *words = words_of(g, index), *inverses = words + g->at.inverses;

    (void)thread;
    g->fits[index] = true;
    for (size_t k = 0; k < g->outputs; k++) {
        uint64_t *values = words + g->at.numerators + k * n;
        uint64_t *image = clm_image(g->images, k, g->first + index);

        if (clm_watch_stopped(g->watch))
            return CLMODP_CANCELLED;
        if (k < DENOMINATORS) { /* s_11 has that of s_10 */
            uint64_t *denominators = words + g->at.denominators + k * (n + 1);

            denominators[n] = g->plan->coset ? prime_of(g, index)->start : f->one;
            clm_host_invert(inverses, denominators, n + 1, f);
        }
        for (size_t i = 0; i < n; i++)
            values[i] = clm_mont64_mul(values[i], inverses[i], f);
        if (interpolate(g, values, index, inverses[n]) != CLMODP_OK)
            return CLMODP_CANCELLED;
        for (size_t i = 0; i < width; i++)
            image[i] = clm_mont64_from(values[i], f);
        for (size_t i = width; i < n; i++)
            g->fits[index] = g->fits[index] && values[i] == 0;
    }
    return CLMODP_OK;
}

/* Add an array of words to those of a prime; false: too many for this host. */
static bool add_part(clm_host_parts *at, size_t *place, size_t count, size_t size)
{
    size_t words;

    *place = at->words;
    return clm_size_mul(&words, count, size) && clm_size_add(&at->words, at->words, words);
}

bool clm_host_group_measure(clm_host_group *g)
{
    const size_t n = g->points, denominators = g->outputs > 1 ? DENOMINATORS : 1;
    clm_host_parts *at = &g->at;

    *at = (clm_host_parts){0};
    return add_part(at, &at->residues, g->layout->residues, 1) &&
           add_part(at, &at->rows, g->transforms ? g->layout->count : 0, n) &&
           add_part(at, &at->roots, n, 1) && add_part(at, &at->numerators, g->outputs, n) &&
           add_part(at, &at->denominators, denominators, n + 1) &&
           add_part(at, &at->inverses, n + 1, 1) && at->words <= SIZE_MAX / WORD;
}
