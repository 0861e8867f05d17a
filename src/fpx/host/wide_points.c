/* Values at many points, interpolation and shifts with residues of 64 bits. Many points take
 * subproduct trees. */
#include <string.h>

#include "arith/prime.h"
#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/subproducts.h"
#include "fpx/host/wide.h"

/* Points or quotients computed side by side, since each step depends on the product before it. */
#define SIDE 8

/* The most coefficients or points for Horner's rule. */
#define HORNER ((size_t)360)

/* The most coefficients shifted by Horner's rule. */
#define SHORT_SHIFT 40

uint64_t clm_wide_value(clm_wide_poly a, uint64_t x, const clm_mont64 *f)
{
    const uint64_t factor = clm_mont64_to(x, f);
    uint64_t value = 0;

    for (size_t i = a.count; i-- > 0;)
        value = clm_mont64_add(clm_mont64_mul(value, factor, f), a.c[i], f);
    return value;
}

/* Values by Horner's rule. */
static void short_values(uint64_t *values, clm_wide_poly a, const uint64_t *points, size_t count,
                         const clm_mont64 *f)
{
    for (size_t n = 0; n < count; n += SIDE) {
        const size_t some = clm_size_min(count - n, SIDE);
        uint64_t x[SIDE] = {0}, v[SIDE] = {0};

        for (size_t k = 0; k < some; k++)
            x[k] = clm_mont64_to(points[n + k], f);
        for (size_t i = a.count; i-- > 0;)
            for (size_t k = 0; k < SIDE; k++)
                v[k] = clm_mont64_add(clm_mont64_mul(v[k], x[k], f), a.c[i], f);
        for (size_t k = 0; k < some; k++)
            values[n + k] = v[k];
    }
}

/* ---- leaves of subproduct trees ---- */

static void multiply_points(void *leaf, const void *points, size_t count, const void *field)
{
    const clm_mont64 *f = field;
    uint64_t *all = leaf;

    all[0] = 1;
    for (size_t n = 0; n < count; n++) {
        const uint64_t minus = clm_mont64_to(clm_mont64_neg(((const uint64_t *)points)[n], f), f);

        all[n + 1] = all[n];
        for (size_t i = n; i > 0; i--)
            all[i] = clm_mont64_add(all[i - 1], clm_mont64_mul(minus, all[i], f), f);
        all[0] = clm_mont64_mul(minus, all[0], f);
    }
}

/* Coefficients n to 2 n - 1 of the leaf's product with the series are the remainder modulo the
 * leaf. */
static void leaf_values(void *values, const void *series, const void *leaf, const void *points,
                        size_t count, const void *field)
{
    const clm_mont64 *f = field;
    uint64_t rest[CLM_TREE_LEAF], factors[CLM_TREE_LEAF + 1];

    for (size_t i = 0; i <= count; i++)
        factors[i] = clm_mont64_to(((const uint64_t *)leaf)[i], f);
    clm_wide_product_terms(rest, (clm_wide_poly){series, count},
                           (clm_wide_poly){factors, count + 1}, count, count, f);
    short_values(values, (clm_wide_poly){rest, clm_wide_count(rest, count)}, points, count, f);
}

static void leaf_numerator(void *numerator, const void *leaf, const void *points,
                           const void *weights, size_t count, const void *field)
{
    const clm_mont64 *f = field;
    const uint64_t *const product = leaf, *const x_of = points, *const w_of = weights;
    uint64_t *const to = numerator;

    memset(to, 0, count * sizeof *to);
    for (size_t n = 0; n < count; n += SIDE) {
        uint64_t x[SIDE] = {0}, w[SIDE] = {0}, quotient[SIDE] = {0};

        for (size_t k = 0; k < clm_size_min(count - n, SIDE); k++) {
            x[k] = clm_mont64_to(x_of[n + k], f);
            w[k] = clm_mont64_to(w_of[n + k], f);
        }
        for (size_t i = count; i-- > 0;) {
            for (size_t k = 0; k < SIDE; k++)
                quotient[k] =
                    clm_mont64_add(clm_mont64_mul(quotient[k], x[k], f), product[i + 1], f);
            for (size_t k = 0; k < SIDE; k += 4) /* four products are below p 2^64 */
                to[i] = clm_mont64_add(
                    to[i], clm_mont64_reduce((clm_u128)quotient[k] * w[k] +
                                                 (clm_u128)quotient[k + 1] * w[k + 1] +
                                                 (clm_u128)quotient[k + 2] * w[k + 2] +
                                                 (clm_u128)quotient[k + 3] * w[k + 3], f), f);
        }
    }
}

static const clm_leaf_functions leaves = {multiply_points, leaf_values, leaf_numerator};

/* ---- values ---- */

clmodp_status clm_wide_values(clm_error *error, uint64_t *values, clm_wide_poly a,
                              const uint64_t *points, size_t count, const clm_mont64 *f,
                              size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const bool is_long = a.count > HORNER;
    const size_t block = is_long ? clm_size_max(a.count, CLM_TREE_BLOCK) : CLM_TREE_LEAF;

    for (size_t n = 0; n < count; n += block) {
        const size_t some = clm_size_min(count - n, block);
        clm_subproducts t = {.points = points + n, .count = some, .leaves = &leaves, .wide = f,
                             .error = error, .threads = threads, .watch = watch};

        if (is_long && some > HORNER) {
            st = clm_subproducts_create(&t, a.count);
            if (st == CLMODP_OK)
                st = clm_subproducts_values(&t, values + n, a.c, a.count);
            clm_subproducts_destroy(&t);
            TRY(st);
            continue;
        }
        for (size_t k = n; k < n + some; k += SIDE) {
            TRY(clm_poller_check(watch));
            short_values(values + k, a, points + k, clm_size_min(n + some - k, SIDE), f);
        }
    }
done:
    return st;
}

/* ---- interpolation ---- */

/* weights[k] := values[k] / slopes[k]. Returns the index of the first 0 of slopes, or `count`. */
static size_t divide_values(uint64_t *weights, const uint64_t *values, const uint64_t *slopes,
                            size_t count, const clm_mont64 *f)
{
    uint64_t product = f->one;

    for (size_t k = 0; k < count; k++) {
        if (slopes[k] == 0)
            return k;
        weights[k] = product;
        product = clm_mont64_mul(product, clm_mont64_to(slopes[k], f), f);
    }
    product = clm_mont64_to(clm_invmod64(clm_mont64_from(product, f), f->p), f);
    for (size_t k = count; k-- > 0;) {
        const uint64_t inverse = clm_mont64_mul(weights[k], product, f);

        weights[k] = clm_mont64_mul(values[k], inverse, f);
        product = clm_mont64_mul(product, clm_mont64_to(slopes[k], f), f);
    }
    return count;
}

clmodp_status clm_wide_interpolate(clm_error *error, uint64_t *c, size_t *twice,
                                   const uint64_t *points, const uint64_t *values, size_t count,
                                   const clm_mont64 *f, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    clm_subproducts t = {.points = points, .count = count, .leaves = &leaves, .wide = f,
                         .error = error, .threads = threads, .watch = watch};
    uint64_t *slopes = NULL, *weights;
    const uint64_t *root;

    *twice = count;
    if (count == 0)
        return CLMODP_OK;
    NEW(error, slopes, 2 * count);
    weights = slopes + count;
    TRY(clm_subproducts_create(&t, count));
    root = (const uint64_t *)(const void *)t.level[t.levels - 1];
    for (size_t i = 0; i < count; i++)
        weights[i] = clm_mont64_mul(root[i + 1], clm_mont64_to(i + 1, f), f);
    if (count <= HORNER)
        short_values(slopes, (clm_wide_poly){weights, count}, points, count, f);
    else
        TRY(clm_subproducts_values(&t, slopes, weights, count));
    *twice = divide_values(weights, values, slopes, count, f);
    if (*twice == count)
        TRY(clm_subproducts_numerator(&t, c, weights));
done:
    clm_subproducts_destroy(&t);
    free(slopes);
    return st;
}

/* ---- shifts ---- */

/* c := c(x + by) by Horner's rule. Products by the constant are below 2 p, by its quotient with p
 * [Harvey 2014, 2]; coefficients stay below 2 p, and sums below 4 p < 2^64. */
static void short_shift(uint64_t *c, size_t count, uint64_t by, const clm_mont64 *f)
{
    const uint64_t p = f->p, quotient = (0 - clm_mont64_to(by, f)) * f->inverse; /* by 2^64 / p */

    for (size_t i = 0; i + 1 < count; i++) {
        uint64_t x = c[count - 1];

        for (size_t j = count - 1; j-- > i;) {
            x = c[j] + (by * x - (uint64_t)((clm_u128)quotient * x >> 64) * p);
            c[j] = x - 2 * p < x ? x - 2 * p : x;
        }
    }
    for (size_t i = 0; i < count; i++)
        c[i] -= c[i] >= p ? p : 0;
}

/* The coefficient of x^j is 1 / j! times the sum over i >= j of (c_i i!) by^(i-j) / (i-j)!; count
 * is less than p. [Aho, Steiglitz, Ullman 1975] */
clmodp_status clm_wide_shift(clm_error *error, uint64_t *c, size_t count, uint64_t by,
                             const clm_mont64 *f, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const uint64_t factor = clm_mont64_to(by, f);
    uint64_t *all = NULL, *inverses, *scaled, *powers, factorial = f->one, power = 1, k = 0;

    if (count <= SHORT_SHIFT) {
        short_shift(c, count, by, f);
        return CLMODP_OK;
    }
    NEW(error, all, 3 * count);
    inverses = all; /* of k!, in Montgomery form */
    scaled = all + count;
    powers = all + 2 * count;
    for (size_t i = 0; i < count; i++, k = clm_mont64_add(k, f->one, f)) {
        factorial = i == 0 ? f->one : clm_mont64_mul(factorial, k, f);
        scaled[count - 1 - i] = clm_mont64_mul(c[i], factorial, f);
    }
    inverses[count - 1] = clm_mont64_to(clm_invmod64(clm_mont64_from(factorial, f), f->p), f);
    for (size_t i = count - 1; i > 0; i--) {
        k = clm_mont64_sub(k, f->one, f);
        inverses[i - 1] = clm_mont64_mul(inverses[i], k, f);
    }
    for (size_t i = 0; i < count; i++, power = clm_mont64_mul(power, factor, f))
        powers[i] = clm_mont64_mul(power, inverses[i], f);
    TRY(clm_wide_product(error, c, (clm_wide_poly){scaled, count}, (clm_wide_poly){powers, count},
                         0, count, f, threads, watch));
    for (size_t i = 0; i < count; i++)
        scaled[i] = clm_mont64_mul(c[count - 1 - i], inverses[i], f);
    memcpy(c, scaled, count * sizeof *c);
done:
    free(all);
    return st;
}
