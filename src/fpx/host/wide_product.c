/* Products of polynomials with residues of 64 bits: schoolbook, or modulo five primes of 31 bits,
 * whose product exceeds n p^2 for the n <= CLM_WIDE_MOST terms of a coefficient's sum. */
#include "fpx/host/wide.h"

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/product.h"

/* The most coefficients of the shorter factor for schoolbook. */
#define SHORT 250

enum { PRIMES = 5 };

/* Decreasing, less than twice the last one, and 1 modulo 2^24 or higher powers of 2. */
static const uint32_t primes[PRIMES] = {2013265921, 1811939329, 1711276033, 1224736769,
                                        1107296257};

/* Returns the sum of a[i] b[-i], i < count, times 2^-64. The high word stays below p. */
static uint64_t convolve(const uint64_t *a, const uint64_t *b, size_t count, const clm_mont64 *f)
{
    const clm_u128 bound = (clm_u128)f->p << 64;
    clm_u128 sum = 0;
    size_t i = 0;

    for (; i + 4 <= count; i += 4, b -= 4) { /* four products are below p 2^64 */
        sum += (clm_u128)a[i] * b[0] + (clm_u128)a[i + 1] * *(b - 1) +
               (clm_u128)a[i + 2] * *(b - 2) + (clm_u128)a[i + 3] * *(b - 3);
        sum -= sum >= bound ? bound : 0;
    }
    for (; i < count; i++, b--) {
        sum += (clm_u128)a[i] * *b;
        sum -= sum >= bound ? bound : 0;
    }
    return clm_mont64_reduce(sum, f);
}

static void multiply_short(uint64_t *product, clm_wide_poly a, clm_wide_poly b, size_t low,
                           size_t count, const clm_mont64 *f)
{
    for (size_t k = low; k < low + count; k++) {
        const size_t first = k < b.count ? 0 : k - b.count + 1;
        const size_t end = clm_size_min(k + 1, a.count);

        product[k - low] =
            first < end ? clm_mont64_to(convolve(a.c + first, b.c + (k - first), end - first, f),
                                        f)
                        : 0;
    }
}

/* Factors of Garner's algorithm: 1 / primes[i] modulo primes[k], and products of the first primes
 * modulo p in Montgomery form. */
typedef struct garner {
    clm_modulus field[PRIMES];
    uint32_t inverse[PRIMES][PRIMES];
    uint64_t product[PRIMES];
} garner;

static garner begin_garner(const clm_mont64 *f)
{
    garner all;

    for (size_t k = 0; k < PRIMES; k++) {
        all.field[k] = clm_modulus_of(primes[k]);
        for (size_t i = 0; i < k; i++)
            all.inverse[k][i] = clm_modulus_inverse(primes[i] % primes[k], &all.field[k]);
        all.product[k] = k == 0 ? f->one
                                : clm_mont64_mul(all.product[k - 1],
                                                 clm_mont64_to(primes[k - 1], f), f);
    }
    return all;
}

/* Returns the integer below the primes' product with these residues, modulo p. */
static uint64_t combine(const garner *all, const uint32_t *residue, size_t stride,
                        const clm_mont64 *f)
{
    uint32_t digit[PRIMES];
    uint64_t sum = 0;

    for (size_t k = 0; k < PRIMES; k++) {
        const clm_modulus *m = &all->field[k];

        digit[k] = residue[k * stride];
        for (size_t i = 0; i < k; i++) {
            const uint32_t known = digit[i] - (digit[i] >= m->p ? m->p : 0);

            digit[k] = clm_modulus_mul(clm_modulus_sub(digit[k], known, m), all->inverse[k][i],
                                       m);
        }
        sum = clm_mont64_add(sum, clm_mont64_mul(digit[k], all->product[k], f), f);
    }
    return sum;
}

static void reduce_words(uint32_t *to, clm_wide_poly a, const clm_modulus *m)
{
    for (size_t i = 0; i < a.count; i++)
        to[i] = clm_modulus_reduce(a.c[i], m);
}

static clmodp_status multiply_long(clm_error *error, uint64_t *product, clm_wide_poly a,
                                   clm_wide_poly b, size_t low, size_t count, const clm_mont64 *f,
                                   const clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    const garner all = begin_garner(f);
    const bool square = a.c == b.c && a.count == b.count;
    uint32_t *words, *image;

    NEW(error, words, a.count + b.count + PRIMES * count);
    image = words + a.count + b.count;
    for (size_t k = 0; k < PRIMES; k++) {
        uint32_t *const second = square ? words : words + a.count;

        reduce_words(words, a, &all.field[k]);
        if (!square)
            reduce_words(second, b, &all.field[k]);
        TRY(clm_host_product(error, image + k * count, (clm_host_poly){words, a.count},
                             (clm_host_poly){second, b.count}, low, count, &all.field[k], watch));
    }
    for (size_t i = 0; i < count; i++)
        product[i] = combine(&all, image + i, count, f);
done:
    free(words);
    return st;
}

clmodp_status clm_wide_product(clm_error *error, uint64_t *product, clm_wide_poly a,
                               clm_wide_poly b, size_t low, size_t count, const clm_mont64 *f,
                               const clm_poller *watch)
{
    if (clm_size_min(a.count, b.count) > SHORT)
        return multiply_long(error, product, a, b, low, count, f, watch);
    if (clm_poller_stopped(watch))
        return CLMODP_CANCELLED;
    multiply_short(product, a, b, low, count, f);
    return CLMODP_OK;
}
