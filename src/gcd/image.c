/* Values by transforms of rows, gcds point by point, and interpolation by inverse transforms.
 *
 * With variables x_i packed as powers x^(w_i), points x = root^k are points x_i = root^(k w_i) of
 * a curve, on which cofactors of the gcd may vanish or have a common factor, whatever the prime
 * is: z^2 - y vanishes for z = x and y = x^2. So other points are x_i = s_i root^(k w_i) with
 * random factors s_i. */
#include "gcd/image.h"

#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"
#include "gcd/monomials.h"

/* Sets of points that are tried. */
enum { MOST_TRIES = 6 };

/* A prime, its points, and scratch memory. */
typedef struct points {
    fp_field field;
    clm_modulus modulus;
    uint32_t count;
    clm_monomials factors, inverses; /* of the coordinates; {0}: 1 */
    uint32_t *roots;   /* root^k, in Montgomery form */
    uint32_t *swapped; /* `count` words for a transform */
    uint32_t *rows[3]; /* coefficients, then values of f, g and c, by powers of y */
    uint32_t *a, *b, *g; /* at a point */
    const clm_poller *watch;
} points;

void clm_gcd_terms_clear(clm_gcd_terms *terms)
{
    free(terms->c);
    free(terms->x);
    free(terms->y);
    free(terms->e);
    free(terms->end);
    *terms = (clm_gcd_terms){0};
}

clmodp_status clm_gcd_terms_create(clm_error *error, clm_gcd_terms *out, size_t count)
{
    clmodp_status st = CLMODP_OK;

    *out = (clm_gcd_terms){.count = count};
    NEW(error, out->c, count);
    NEW(error, out->x, count);
    NEW(error, out->y, count);
    NEW(error, out->e, count);
    NEW(error, out->end, count);
done:
    return st;
}

static size_t rows_of(const clm_gcd_operands *of)
{
    return (size_t)of->part[CLM_GCD_F].degree + of->part[CLM_GCD_G].degree + 3;
}

static size_t longest_column(const clm_gcd_operands *of)
{
    return clm_size_max(of->part[CLM_GCD_F].degree, of->part[CLM_GCD_G].degree) + (size_t)1;
}

size_t clm_gcd_image_words(const clm_gcd_operands *of)
{
    const size_t values = clm_size_times(rows_of(of) + 2, of->points);
    size_t all;

    return clm_size_add(&all, values, 3 * longest_column(of)) ? all : SIZE_MAX;
}

static clmodp_status points_init(clm_error *error, points *at, clm_gcd_scratch *scratch,
                                 const clm_gcd_operands *of, uint32_t p)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = of->points;
    uint32_t root, *next;

    at->field = clm_field(p);
    at->modulus = clm_modulus_of(p);
    at->count = of->points;
    GROW(error, scratch->words, scratch->room, clm_gcd_image_words(of));
    at->roots = scratch->words;
    at->swapped = at->roots + n;
    next = at->swapped + n;
    for (int k = 0; k < 3; k++) {
        at->rows[k] = next;
        next += (k == CLM_GCD_LEAD ? 1 : (size_t)of->part[k].degree + 1) * n;
    }
    at->a = next;
    at->b = at->a + longest_column(of);
    at->g = at->b + longest_column(of);
    root = clm_field_root(at->field, at->count);
    at->roots[0] = at->field.one;
    for (size_t k = 1; k < n; k++)
        at->roots[k] = fp_mul(at->roots[k - 1], root, at->field);
done:
    return st;
}

/* ---- transforms ---- */

static uint32_t least_factor(uint32_t n)
{
    return n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : n % 3 == 0 ? 3 : n % 5 == 0 ? 5 : 7;
}

/* Sets out[k stride] to the values of `radix` words a[j] at the roots of unity of this order. */
static void small_transform(uint32_t *out, size_t stride, const uint32_t *a, uint32_t radix,
                            const points *at)
{
    const fp_field f = at->field;
    const uint32_t step = at->count / radix;

    if (radix == 2) {
        out[0] = fp_add(a[0], a[1], f);
        out[stride] = fp_sub(a[0], a[1], f);
        return;
    }
    if (radix == 4) {
        const uint32_t even = fp_add(a[0], a[2], f), odd = fp_add(a[1], a[3], f);
        const uint32_t far = fp_sub(a[0], a[2], f);
        const uint32_t turned = fp_mul(fp_sub(a[1], a[3], f), at->roots[step], f);

        out[0] = fp_add(even, odd, f);
        out[stride] = fp_add(far, turned, f);
        out[2 * stride] = fp_sub(even, odd, f);
        out[3 * stride] = fp_sub(far, turned, f);
        return;
    }
    for (uint32_t k = 0; k < radix; k++) {
        uint32_t sum = a[0], power = k; /* j k modulo the radix */

        for (uint32_t j = 1; j < radix; j++) {
            sum = fp_add(sum, fp_mul(a[j], at->roots[step * power], f), f);
            power += power + k < radix ? k : k - radix;
        }
        out[k * stride] = sum;
    }
}

/* Replaces the coefficients x[k] of a polynomial by its values at root^k. Source: Stockham's
 * algorithm, with small radices */
static void transform(uint32_t *x, const points *at)
{
    uint32_t *from = x, *to = at->swapped;

    for (uint32_t m = 1, rest = at->count; rest > 1;) {
        const uint32_t radix = least_factor(rest);

        rest /= radix;
        for (uint32_t p = 0; p < rest; p++)
            for (uint32_t q = 0; q < m; q++) {
                uint32_t a[7], *out = to + (q + (size_t)m * radix * p);

                for (uint32_t j = 0; j < radix; j++)
                    a[j] = from[q + (size_t)m * (p + (size_t)rest * j)];
                small_transform(out, m, a, radix, at);
                for (uint32_t k = 1; k < radix && p > 0; k++)
                    out[k * (size_t)m] =
                        fp_mul(out[k * (size_t)m], at->roots[(size_t)m * p * k], at->field);
            }
        m *= radix;
        uint32_t *const swap = from;
        from = to;
        to = swap;
    }
    if (from != x)
        memcpy(x, from, at->count * sizeof *x);
}

/* Replaces values at the points by the coefficients. */
static void interpolate(uint32_t *x, const clm_gcd_operands *of, const points *at)
{
    const fp_field f = at->field;
    const uint32_t n = at->count, by = fp_mul((uint32_t)clm_invmod64(n, f.p), f.r2, f);

    transform(x, at);
    for (uint32_t k = 1; 2 * k < n; k++) {
        const uint32_t word = x[k];

        x[k] = x[n - k];
        x[n - k] = word;
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t e[CLMODP_MOST_VARIABLES];

        x[k] = fp_mul(x[k], by, f);
        if (at->inverses.words == NULL || x[k] == 0)
            continue;
        clm_place_exponents(e, &of->x, k);
        x[k] = fp_mul(x[k], clm_monomials_value(&at->inverses, e), f);
    }
}

/* ---- values ---- */

/* Sets the rows to values of a polynomial, by transforms. Rows of zeros need none, nor does
 * the single point 1. */
static clmodp_status evaluate(uint32_t *rows, const clm_gcd_terms *of, const uint32_t *residues,
                              const points *at)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = at->count;

    memset(rows, 0, (of->degree + (size_t)1) * n * sizeof *rows);
    for (size_t k = 0; k < of->count; k++) {
        uint32_t *place = &rows[of->y[k] * n + of->x[k] % n], word = residues[k];

        TRY(clm_poller_check(at->watch));
        if (at->factors.words != NULL)
            word = fp_mul(word, clm_monomials_value(&at->factors, of->e[k]), at->field);
        *place = fp_add(*place, word, at->field);
    }
    for (size_t y = 0; y <= of->degree && n > 1; y++) {
        size_t k = 0;

        TRY(clm_poller_check(at->watch));
        while (k < n && rows[y * n + k] == 0)
            k++;
        if (k < n)
            transform(rows + y * n, at);
    }
done:
    return st;
}

static clm_host_poly column_of(uint32_t *to, const uint32_t *rows, uint32_t degree, size_t k,
                               size_t n)
{
    for (size_t y = 0; y <= degree; y++)
        to[y] = rows[y * n + k];
    return (clm_host_poly){to, clm_host_count(to, degree + (size_t)1)};
}

/* Finds the values of the image at all points. out->lucky: degrees agree, and c has no zero. */
static clmodp_status find_values(clm_error *error, clm_gcd_image *out,
                                 const clm_gcd_operands *of, const points *at, uint32_t most)
{
    clmodp_status st = CLMODP_OK;
    const size_t n = at->count;
    const uint32_t *lead = at->rows[CLM_GCD_LEAD];

    out->lucky = false;
    for (size_t k = 0; k < n; k++) {
        const clm_host_poly a = column_of(at->a, at->rows[0], of->part[0].degree, k, n);
        const clm_host_poly b = column_of(at->b, at->rows[1], of->part[1].degree, k, n);
        clm_host_result g = {.c = at->g};

        if (lead[k] == 0 || a.count + b.count == 0)
            return CLMODP_OK;
        TRY(clm_host_gcd(error, &g, NULL, a, b, &at->modulus, 1, at->watch));
        if (g.count > (size_t)most + 1 || (k > 0 && g.count != (size_t)out->degree + 1))
            return CLMODP_OK;
        if (k == 0) {
            out->degree = (uint32_t)(g.count - 1);
            GROW(error, out->c, out->room, clm_size_times(g.count, n));
        }
        for (size_t y = 0; y < g.count; y++)
            out->c[y * n + k] = clm_modulus_mul(g.c[y], lead[k], &at->modulus);
    }
    out->lucky = true;
done:
    return st;
}

/* Chooses random factors of the coordinates. */
static clmodp_status choose_factors(clm_error *error, points *at, const clm_gcd_operands *of,
                                    clm_random *random)
{
    clmodp_status st = CLMODP_OK;
    uint32_t factor[CLMODP_MOST_VARIABLES], inverse[CLMODP_MOST_VARIABLES];

    for (size_t i = 0; i < of->others; i++) {
        factor[i] = 1 + (uint32_t)clm_random_below(random, at->field.p - 1);
        inverse[i] = clm_modulus_inverse(factor[i], &at->modulus);
    }
    clm_monomials_clear(&at->factors);
    clm_monomials_clear(&at->inverses);
    TRY(clm_monomials_create(error, &at->factors, factor, of->most, of->others, at->field));
    TRY(clm_monomials_create(error, &at->inverses, inverse, of->bound, of->others, at->field));
done:
    return st;
}

clmodp_status clm_gcd_image_find(clm_error *error, clm_gcd_image *out, clm_gcd_scratch *scratch,
                                 const clm_gcd_operands *of, const uint32_t *residues, uint32_t p,
                                 uint32_t most, bool random, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    points at = {.watch = watch};
    clm_random numbers = {p};
    const int tries = of->points > 1 ? MOST_TRIES : 1;

    out->lucky = false;
    TRY(points_init(error, &at, scratch, of, p));
    for (int k = 0; !out->lucky && k < tries; k++) {
        const uint32_t *from = residues;

        if (of->points > 1 && (random || k > 0))
            TRY(choose_factors(error, &at, of, &numbers));
        for (int n = 0; n < 3; from += of->part[n++].count)
            TRY(evaluate(at.rows[n], &of->part[n], from, &at));
        TRY(find_values(error, out, of, &at, most));
    }
    for (size_t y = 0; out->lucky && y <= out->degree && at.count > 1; y++) {
        TRY(clm_poller_check(watch));
        interpolate(out->c + y * at.count, of, &at);
    }
done:
    clm_monomials_clear(&at.inverses);
    clm_monomials_clear(&at.factors);
    return st;
}
