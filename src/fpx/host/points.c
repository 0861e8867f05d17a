/* Values at many points by Horner's rule, and interpolation by Lagrange's formula. */

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/arithmetic.h"

/* Points evaluated side by side, since each step depends on the product before it. */
#define SIDE 8

static void values_of_some(uint32_t *values, clm_host_poly a, const uint32_t *points, size_t count,
                           const clm_modulus *m)
{
    uint32_t x[SIDE] = {0}, v[SIDE] = {0};

    for (size_t k = 0; k < count; k++)
        x[k] = points[k];
    for (size_t i = a.count; i-- > 0;)
        for (size_t k = 0; k < SIDE; k++)
            v[k] = clm_modulus_reduce((uint64_t)v[k] * x[k] + a.c[i], m);
    for (size_t k = 0; k < count; k++)
        values[k] = v[k];
}

clmodp_status clm_host_values(uint32_t *values, clm_host_poly a, const uint32_t *points,
                              size_t count, const clm_modulus *m, const clm_poller *watch)
{
    for (size_t k = 0; k < count; k += SIDE) {
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        values_of_some(values + k, a, points + k, clm_size_min(count - k, SIDE), m);
    }
    return CLMODP_OK;
}

size_t clm_host_inverses(uint32_t *inverses, const uint32_t *words, size_t count,
                         const clm_modulus *m)
{
    uint32_t product = 1 % m->p;

    for (size_t k = 0; k < count; k++)
        if (words[k] == 0)
            return k;
    if (count == 0)
        return count;
    for (size_t k = 0; k < count; k++) {
        inverses[k] = product;
        product = clm_modulus_mul(product, words[k], m);
    }
    product = clm_modulus_inverse(product, m);
    for (size_t k = count; k-- > 0;) {
        inverses[k] = clm_modulus_mul(inverses[k], product, m);
        product = clm_modulus_mul(product, words[k], m);
    }
    return count;
}

/* all[0 .. count] := the product of all x - points[k]. */
static clmodp_status product_of(uint32_t *all, const uint32_t *points, size_t count,
                                const clm_modulus *m, const clm_poller *watch)
{
    all[0] = 1 % m->p;
    for (size_t k = 0; k < count; k++) {
        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        all[k + 1] = all[k];
        for (size_t i = k + 1; i-- > 0;)
            all[i] = clm_modulus_sub(i > 0 ? all[i - 1] : 0, clm_modulus_mul(points[k], all[i], m),
                                     m);
    }
    return CLMODP_OK;
}

/* to[i] += for each of SIDE points the weight times coefficient i of all / (x - point), i < count.
 * Four products and a word are below 2^64. */
static void add_quotients(uint32_t *to, const uint32_t *all, size_t count, const uint32_t *points,
                          const uint32_t *weights, const clm_modulus *m)
{
    uint32_t quotients[SIDE] = {0};

    for (size_t i = count; i-- > 0;) {
        uint32_t sum = to[i];

        for (size_t k = 0; k < SIDE; k++)
            quotients[k] =
                clm_modulus_reduce((uint64_t)quotients[k] * points[k] + all[i + 1], m);
        for (size_t k = 0; k < SIDE; k += 4)
            sum = clm_modulus_reduce((uint64_t)quotients[k] * weights[k] +
                                         (uint64_t)quotients[k + 1] * weights[k + 1] +
                                         (uint64_t)quotients[k + 2] * weights[k + 2] +
                                         (uint64_t)quotients[k + 3] * weights[k + 3] + sum, m);
        to[i] = sum;
    }
}

/* f := the sum of all values[k] inverses[k] all / (x - points[k]). */
static clmodp_status sum_up(uint32_t *f, const uint32_t *all, const uint32_t *points,
                            const uint32_t *values, const uint32_t *inverses, size_t count,
                            const clm_modulus *m, const clm_poller *watch)
{
    for (size_t i = 0; i < count; i++)
        f[i] = 0;
    for (size_t k = 0; k < count; k += SIDE) {
        uint32_t some[SIDE] = {0}, weights[SIDE] = {0};

        if (clm_poller_stopped(watch))
            return CLMODP_CANCELLED;
        for (size_t n = 0; n < SIDE && k + n < count; n++) {
            some[n] = points[k + n];
            weights[n] = clm_modulus_mul(values[k + n], inverses[k + n], m);
        }
        add_quotients(f, all, count, some, weights, m);
    }
    return CLMODP_OK;
}

void clm_host_derivative(uint32_t *to, const uint32_t *from, size_t count, const clm_modulus *m)
{
    for (size_t i = 0; i < count; i++)
        to[i] = clm_modulus_reduce((uint64_t)from[i + 1] * (i + 1), m);
}

/* slopes[k] := the value of the derivative of `all` at points[k]. */
static clmodp_status slopes_of(uint32_t *slopes, uint32_t *derivative, const uint32_t *all,
                               const uint32_t *points, size_t count, const clm_modulus *m,
                               const clm_poller *watch)
{
    clm_host_derivative(derivative, all, count, m);
    return clm_host_values(slopes, (clm_host_poly){derivative, count}, points, count, m, watch);
}

clmodp_status clm_host_interpolate(clm_error *error, uint32_t *f, size_t *twice,
                                   const uint32_t *points, const uint32_t *values, size_t count,
                                   const clm_modulus *m, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    uint32_t *all = NULL, *slopes = NULL, *inverses = NULL;

    *twice = count;
    if (count == 0)
        goto done;
    NEW(error, all, count + 1);
    NEW(error, slopes, count);
    NEW(error, inverses, count);
    TRY(product_of(all, points, count, m, watch));
    TRY(slopes_of(slopes, inverses, all, points, count, m, watch));
    *twice = clm_host_inverses(inverses, slopes, count, m);
    if (*twice < count)
        goto done;
    TRY(sum_up(f, all, points, values, inverses, count, m, watch));
done:
    free(inverses);
    free(slopes);
    free(all);
    return st;
}
