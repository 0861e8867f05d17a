/* Schoolbook arithmetic: each coefficient of a product, a quotient or a remainder is a sum of
 * products, reduced once. Also series inverses by Newton's iteration. */
#include "fpx/host/arithmetic.h"

#include <string.h>

#include "core/size.h"
#include "fpx/host/columns.h"
#include "fpx/host/power.h"
#include "fpx/host/product.h"

CLM_VECTOR_CHOICE(clm_column_functions, clm_columns_of);
CLM_VECTOR_CHOICE(clm_power_functions, clm_powers);

/* Longer series take Newton's iteration. */
#define SHORT_SERIES 32

/* Coefficient k of a b, both not empty. */
static uint32_t product_coefficient(clm_host_poly a, clm_host_poly b, size_t k,
                                    const clm_modulus *m)
{
    const size_t first = k < b.count ? 0 : k - (b.count - 1);
    const size_t end = clm_size_min(k + 1, a.count);

    return clm_modulus_convolve(a.c + first, b.c + (k - first), end - first, m);
}

static size_t product_count(clm_host_poly a, clm_host_poly b)
{
    return a.count == 0 || b.count == 0 ? 0 : a.count + b.count - 1;
}

void clm_host_multiply(uint32_t *product, clm_host_poly a, clm_host_poly b, const clm_modulus *m)
{
    clm_host_multiply_part(product, a, b, 0, product_count(a, b), m);
}

void clm_host_multiply_part(uint32_t *product, clm_host_poly a, clm_host_poly b, size_t low,
                            size_t count, const clm_modulus *m)
{
    const size_t all = product_count(a, b);

    for (size_t k = 0; k < count; k++)
        product[k] = k < all && low < all - k ? product_coefficient(a, b, low + k, m) : 0;
}

uint32_t clm_host_value(clm_host_poly a, uint32_t x, const clm_modulus *m)
{
    uint32_t value = 0;

    for (size_t i = a.count; i-- > 0;)
        value = clm_modulus_reduce((uint64_t)value * x + a.c[i], m);
    return value;
}

/* ---- division by power series ---- */

typedef uint32_t word;
typedef clm_host_poly poly;
typedef clm_modulus field;

#define product clm_host_product
#define wrapped_product clm_host_wrapped_product
#define divisor_inverse clm_host_divisor_inverse
#define word_sub clm_modulus_sub

static uint32_t word_quotient(uint32_t x, uint32_t y, const clm_modulus *m)
{
    return clm_modulus_mul(x, clm_modulus_inverse(y, m), m);
}

static clmodp_status subtract_multiple(clm_error *error, uint32_t *to, clm_host_poly a,
                                       uint32_t by, const clm_modulus *m, const clm_poller *watch)
{
    return clm_host_add_product(error, -1, to, a, (clm_host_poly){&by, 1}, a.count, m, 1, watch);
}

static void short_inverse(uint32_t *inverse, size_t count, clm_host_poly a, const clm_modulus *m)
{
    if (count > 0)
        inverse[0] = clm_modulus_inverse(a.c[0], m);
    for (size_t k = 1; k < count; k++) {
        const size_t terms = clm_size_min(k, a.count - 1);
        const uint32_t sum =
            terms > 0 ? clm_modulus_convolve(a.c + 1, inverse + (k - 1), terms, m) : 0;

        inverse[k] = clm_modulus_mul(clm_modulus_sub(0, sum, m), inverse[0], m);
    }
}

#include "fpx/host/series.h"

/* ---- division ---- */

/* Returns a number below 2^64 that is `sum`, below p 2^32 = bound, plus all a[i] b[-i], i < count,
 * modulo p. The factor a[0] is known last, so that other products come before. */
static inline uint64_t add_products(uint64_t sum, const uint32_t *a, const uint32_t *b,
                                    size_t count, uint64_t bound)
{
    for (; count > 2; count -= 2) {
        const uint32_t *const x = a + count, *const y = b - count;

        sum += (uint64_t)*(x - 1) * y[1] + (uint64_t)*(x - 2) * y[2];
        sum = sum >= bound ? sum - bound : sum;
    }
    for (; count > 0; count--)
        sum += (uint64_t)a[count - 1] * *(b - (count - 1));
    return sum;
}

/* Coefficients of a quotient that are computed one after the other, after the products of earlier
 * ones with the divisor by vectors; and the most that have one block. */
enum { BLOCK = 16, SINGLE_BLOCK = 24 };

/* Computes the quotient from its leading coefficient down: coefficient k is the remaining
 * coefficient of a at the degree of x^k b, divided by the leading coefficient of b. Both are
 * divided first, so that a coefficient waits for no second product. In: inverse  1 / lc(b)
 * Pre: the quotient or b has at most CLM_SHORT_QUOTIENT coefficients. */
static clmodp_status quotient_of(uint32_t *quotient, clm_host_poly a, clm_host_poly b,
                                 uint32_t inverse, const clm_modulus *m, const clm_poller *watch)
{
    const size_t count = a.count - b.count + 1, top = b.count - 1;
    const size_t most = clm_size_min(count - 1, top);
    const size_t block = most <= SINGLE_BLOCK ? count : BLOCK;
    const uint64_t bound = (uint64_t)m->p << 32;
    uint32_t minus[CLM_SHORT_QUOTIENT]; /* coefficients of -b from x^(top - most) on */
    uint32_t known[BLOCK];

    for (size_t k = 0; k < most; k++)
        minus[k] = clm_modulus_mul(m->p - b.c[top - most + k], inverse, m);
    for (size_t end = count, first; end > 0; end = first) {
        first = end > block ? end - block : 0;
        if (end < count)
            clm_host_multiply_short(
                known, (clm_host_poly){minus, most},
                (clm_host_poly){quotient + end, clm_size_min(count - end, most)},
                most - (end - first), end - first, m, 0);
        for (size_t k = end; k-- > first;) {
            const uint64_t own = (uint64_t)a.c[k + top] * inverse;

            if (k % BLOCK == 0 && clm_poller_stopped(watch))
                return CLMODP_CANCELLED;
            quotient[k] = clm_modulus_reduce(
                add_products(end < count ? own + known[k - first] : own, quotient + k + 1,
                             minus + (most - 1), clm_size_min(end - 1 - k, most), bound),
                m);
        }
    }
    return CLMODP_OK;
}

clmodp_status clm_host_series_inverse(clm_error *error, uint32_t *inverse, size_t count,
                                      clm_host_poly a, const clm_modulus *m, size_t threads,
                                      const clm_poller *watch)
{
    return invert_series(error, inverse, count, a, m, threads, watch);
}

clmodp_status clm_host_divide(clm_error *error, uint32_t *quotient, uint32_t *remainder,
                              clm_host_poly a, clm_host_poly b, const clm_modulus *m,
                              size_t threads, const clm_poller *watch)
{
    return clm_host_divide_with(error, quotient, remainder, a, b, NULL, m, threads, watch);
}

clmodp_status clm_host_divide_with(clm_error *error, uint32_t *quotient, uint32_t *remainder,
                                   clm_host_poly a, clm_host_poly b, const uint32_t *inverse,
                                   const clm_modulus *m, size_t threads, const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const size_t rest = clm_size_min(a.count, b.count - 1);
    const size_t count = a.count >= b.count ? a.count - b.count + 1 : 0;

    if (clm_size_min(count, b.count) > CLM_SHORT_QUOTIENT) {
        TRY(quotient_by_series(error, quotient, a, b, inverse, m, threads, watch));
        if (remainder == NULL)
            goto done;
        TRY(remainder_of(error, remainder, (clm_host_poly){quotient, count}, a, b, m, threads,
                         watch));
        goto done;
    }
    if (count > 0)
        TRY(quotient_of(quotient, a, b,
                        inverse != NULL ? *inverse : clm_modulus_inverse(b.c[b.count - 1], m), m,
                        watch));
    if (remainder == NULL)
        goto done;
    if (rest == 1 && count > 0) { /* b is linear */
        *remainder = clm_modulus_reduce((uint64_t)(m->p - *quotient) * *b.c + *a.c, m);
        goto done;
    }
    if (rest > 0 && remainder != a.c)
        memcpy(remainder, a.c, rest * sizeof *remainder);
    if (clm_host_is_short(count, b.count))
        clm_host_multiply_short(remainder, (clm_host_poly){quotient, count}, b, 0, rest, m, -1);
    else
        TRY(clm_host_add_product(error, -1, remainder, (clm_host_poly){quotient, count}, b, rest,
                                 m, threads, watch));
done:
    return st;
}

/* The cost of clm_host_series_inverse. */
static clm_amounts series_cost(size_t count, uint32_t p, size_t threads)
{
    clm_amounts all = {.of = {0}}, one;

    while (count > SHORT_SERIES) {
        const size_t known = clm_div_up(count, 2);

        one = clm_host_wrapped_cost(count, known, count, p, threads);
        clm_amounts_add(&all, &one, 1.0);
        one = clm_host_product_cost(known, count - known, p, threads);
        clm_amounts_add(&all, &one, 1.0);
        count = known;
    }
    all.of[CLM_OP_HOST_PRODUCT] += (double)count * (double)count / 2.0;
    return all;
}

clm_amounts clm_host_divide_cost(size_t n, size_t m, uint32_t p, size_t threads, bool inverse)
{
    const size_t count = n - m + 1, shorter = clm_size_min(count, m);
    clm_amounts all = {.of = {0}}, one;

    if (shorter <= CLM_SHORT_QUOTIENT) {
        all = clm_host_product_cost(count, m, p, threads);
        all.of[CLM_OP_HOST_PRODUCT] += (double)count * (double)shorter / 2.0;
        return all;
    }
    if (inverse) {
        all = clm_host_product_cost(count - 1, count - 1, p, threads);
    } else {
        const size_t known = count / 2;

        all = series_cost(known, p, threads);
        one = clm_host_product_cost(known, known, p, threads);
        clm_amounts_add(&all, &one, 2.0);
        one = clm_host_wrapped_cost(count - 1, known, count - 1, p, threads);
        clm_amounts_add(&all, &one, 1.0);
    }
    one = clm_host_wrapped_cost(m - 1, count, m, p, threads);
    clm_amounts_add(&all, &one, 1.0);
    return all;
}
