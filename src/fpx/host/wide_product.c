/* Products of polynomials with residues of 64 bits: schoolbook, Karatsuba's algorithm, or
 * transforms modulo primes of 31 bits and the Chinese remainder theorem. */
#include "fpx/host/wide.h"

#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "fpx/host/product.h"
#include "fpx/host/transform.h"

/* Karatsuba's algorithm from so many coefficients of the shorter factor on. */
#define SPLIT 48

enum { LEAST_PRIMES = 3, PRIMES = 5, MOST_SHORT = 145 };

/* The most coefficients of the shorter factor without transforms, by the number of primes. */
static const size_t most_short[] = {[LEAST_PRIMES] = 95, 145, MOST_SHORT};

/* Decreasing, 1 modulo 2^24 or higher powers of 2. Their product exceeds 2 n p^2 for the n <=
 * CLM_WIDE_MOST terms of a coefficient's sum. */
static const uint32_t primes[PRIMES] = {2013265921, 1811939329, 1711276033, 1224736769,
                                        1107296257};

/* The inverses of P / p_k modulo p_k, for the product P of so many primes. */
static const uint32_t weights[][PRIMES] = {
    [LEAST_PRIMES] = {671088707, 1811939167, 1140850785},
    {599696402, 1760169134, 649105041, 430358706},
    {1780051098, 125725117, 983492933, 988778594, 735686662}};

/* ---- schoolbook and Karatsuba's algorithm: the second factor is in Montgomery form ---- */

uint64_t clm_wide_convolve(const uint64_t *a, const uint64_t *b, size_t count, size_t lazy,
                           const clm_mont64 *f)
{
    const clm_u128 bound = (clm_u128)f->p << 64;
    clm_u128 sum = 0;

    for (size_t i = 0, end; i < count; i = end) {
        end = clm_size_min(count, i + lazy);
        for (; i + 4 <= end; i += 4, b -= 4)
            sum += (clm_u128)a[i] * b[0] + (clm_u128)a[i + 1] * *(b - 1) +
                   (clm_u128)a[i + 2] * *(b - 2) + (clm_u128)a[i + 3] * *(b - 3);
        for (; i < end; i++, b--)
            sum += (clm_u128)a[i] * *b;
        sum -= sum >= bound ? bound : 0;
    }
    return clm_mont64_reduce(sum, f);
}

void clm_wide_product_terms(uint64_t *product, clm_wide_poly a, clm_wide_poly b, size_t low,
                            size_t count, const clm_mont64 *f)
{
    const size_t lazy = clm_wide_lazy(f);

    for (size_t k = low; k < low + count; k++) {
        const size_t first = k < b.count ? 0 : k - b.count + 1;
        const size_t end = clm_size_min(k + 1, a.count);

        product[k - low] =
            first < end
                ? clm_wide_convolve(a.c + first, b.c + (k - first), end - first, lazy, f)
                : 0;
    }
}

/* to[i] := a[i] + b[i], with zeros after the `count` of b. */
static void add(uint64_t *to, const uint64_t *a, size_t length, const uint64_t *b, size_t count,
                const clm_mont64 *f)
{
    for (size_t i = 0; i < count; i++)
        to[i] = clm_mont64_add(a[i], b[i], f);
    if (count < length)
        memcpy(to + count, a + count, (length - count) * sizeof *to);
}

/* product[0 .. 2 n - 2] := a b, n coefficients each. work: 4 n + 256 words.
 * Source: [Gathen, Gerhard 2013, 8.1] */
static void karatsuba(uint64_t *product, const uint64_t *a, const uint64_t *b, size_t n,
                      uint64_t *work, const clm_mont64 *f)
{
    const size_t half = clm_div_up(n, 2), rest = n - half;
    uint64_t *const middle = work + 2 * half, *const high = product + 2 * half;

    if (n < SPLIT) {
        clm_wide_product_terms(product, (clm_wide_poly){a, n}, (clm_wide_poly){b, n}, 0,
                               2 * n - 1, f);
        return;
    }
    add(work, a, half, a + half, rest, f);
    add(work + half, b, half, b + half, rest, f);
    karatsuba(middle, work, work + half, half, work + 4 * half, f);
    karatsuba(product, a, b, half, work + 4 * half, f);
    product[2 * half - 1] = 0;
    karatsuba(high, a + half, b + half, rest, work + 4 * half, f);
    for (size_t i = 0; i < 2 * half - 1; i++)
        middle[i] = clm_mont64_sub(clm_mont64_sub(middle[i], product[i], f),
                                   i < 2 * rest - 1 ? high[i] : 0, f);
    for (size_t i = 0; i < 2 * half - 1; i++)
        product[half + i] = clm_mont64_add(product[half + i], middle[i], f);
}

/* product := a b, a not shorter than b, all of it. */
static clmodp_status multiply_split(clm_error *error, uint64_t *product, clm_wide_poly a,
                                    clm_wide_poly b, const clm_mont64 *f)
{
    clmodp_status st = CLMODP_OK;
    const size_t m = b.count;
    uint64_t *work;

    NEW(error, work, 6 * m + 256);
    memset(product, 0, (a.count + m - 1) * sizeof *product);
    for (size_t at = 0; at < a.count; at += m) {
        const size_t count = clm_size_min(m, a.count - at);

        if (count == m)
            karatsuba(work, a.c + at, b.c, m, work + 2 * m, f);
        else
            clm_wide_product_terms(work, (clm_wide_poly){a.c + at, count}, b, 0, count + m - 1, f);
        add(product + at, work, count + m - 1, product + at, count + m - 1, f);
    }
done:
    free(work);
    return st;
}

/* ---- schoolbook by vectors, for halves of 28 bits ---- */

enum { HALF = 28, MOST_BITS = 55, LEAST_VECTOR = 20, LEAST_LANES = 8 };

/* Transforms take less time for longer factors, products of words than by vectors of 128 bits. */
static bool vectors_apply(size_t shorter, const clm_mont64 *f)
{
    const size_t lanes = clm_transforms(clm_vector_level_best())->lanes;

    return f->p >> MOST_BITS == 0 && shorter >= LEAST_VECTOR && lanes >= LEAST_LANES &&
           shorter <= 96 + 6 * lanes;
}

static uint64_t halves_of(uint64_t c)
{
    return (c & ((UINT64_C(1) << HALF) - 1)) | c >> HALF << 32;
}

/* Sums of 255 products of halves are below 2^64. The second factor is in Montgomery form.
 * Pre: a is not shorter than b, and vectors apply */
static clmodp_status multiply_by_vectors(clm_error *error, uint64_t *product, clm_wide_poly a,
                                         clm_wide_poly b, size_t low, size_t count,
                                         const clm_mont64 *f)
{
    clmodp_status st = CLMODP_OK;
    const clm_transform_functions *const vectors = clm_transforms(clm_vector_level_best());
    const size_t lanes = vectors->lanes, room = count + lanes;
    uint64_t *of_a = NULL, *of_b, *sums;

    NEW(error, of_a, a.count + (b.count + 2 * lanes) + 3 * room);
    of_b = of_a + a.count + lanes;
    sums = of_b + b.count + lanes;
    for (size_t i = 0; i < a.count; i++)
        of_a[i] = halves_of(a.c[i]);
    for (size_t i = 0; i < b.count; i++)
        of_b[i] = halves_of(clm_mont64_to(b.c[i], f));
    vectors->convolve_halves(sums, sums + room, sums + 2 * room, of_a, a.count, of_b, b.count, low,
                             count);
    for (size_t k = 0; k < count; k++)
        product[k] = clm_mont64_reduce(sums[k] + ((clm_u128)sums[room + k] << HALF) +
                                           ((clm_u128)sums[2 * room + k] << 2 * HALF), f);
done:
    free(of_a);
    return st;
}

/* ---- transforms ---- */

/* Factors of the Chinese remainder theorem for P = p_0 p_1 ...: a coefficient c is the sum of all
 * d_k P / p_k, less a multiple of P, with d_k = (c mod p_k) weight_k modulo p_k. The multiple is
 * the sum of d_k / p_k, rounded, since c < P / 2. */
typedef struct remainders {
    size_t primes;
    struct {
        uint64_t p, weight, quotient; /* quotient: weight 2^32 / p, rounded down */
        uint64_t inverse;             /* 2^58 / p, rounded down */
        uint64_t cofactor;            /* P / p modulo the field's prime, Montgomery form */
    } of[PRIMES];
    uint64_t minus;                   /* -P, likewise */
} remainders;

/* Returns the number of primes whose product exceeds 2 n p^2. */
static size_t primes_for(size_t n, const clm_mont64 *f)
{
    const double least = 2.001 * (double)n * (double)f->p * (double)f->p;
    double product = (double)primes[0] * primes[1] * primes[2];
    size_t k = LEAST_PRIMES;

    for (; k < PRIMES && product < least; k++)
        product *= primes[k];
    return k;
}

static remainders begin_remainders(size_t count, const clm_mont64 *f)
{
    remainders all = {.primes = count, .minus = clm_mont64_neg(f->one, f)};

    for (size_t k = 0; k < count; k++) {
        const uint64_t p = primes[k];
        uint64_t cofactor = f->one;

        for (size_t i = 0; i < count; i++)
            if (i != k)
                cofactor = clm_mont64_mul(cofactor, clm_mont64_to(primes[i], f), f);
        all.of[k].p = p;
        all.of[k].weight = weights[count][k];
        all.of[k].quotient = (all.of[k].weight << 32) / p;
        all.of[k].inverse = (UINT64_C(1) << 58) / p;
        all.of[k].cofactor = cofactor;
        all.minus = clm_mont64_mul(all.minus, clm_mont64_to(p, f), f);
    }
    return all;
}

/* Returns the coefficient with these residues, modulo p. Digits are below 2 p_k < 2^32, so that
 * sums stay far below p 2^64. */
static uint64_t combine(const remainders *all, const uint32_t *residue, size_t stride,
                        const clm_mont64 *f)
{
    clm_u128 sum = 0;
    uint64_t multiple = UINT64_C(1) << 56;

    for (size_t k = 0; k < all->primes; k++) {
        const uint64_t r = residue[k * stride];
        const uint64_t digit =
            r * all->of[k].weight - (r * all->of[k].quotient >> 32) * all->of[k].p;

        sum += (clm_u128)digit * all->of[k].cofactor;
        multiple += digit * all->of[k].inverse;
    }
    sum += (clm_u128)(multiple >> 58) * all->minus;
    return clm_mont64_reduce(sum, f);
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
    const remainders all =
        begin_remainders(primes_for(clm_size_min(a.count, b.count), f), f);
    const bool square = a.c == b.c && a.count == b.count;
    uint32_t *words, *image;

    NEW(error, words, a.count + b.count + all.primes * count);
    image = words + a.count + b.count;
    for (size_t k = 0; k < all.primes; k++) {
        const clm_modulus m = clm_modulus_of(primes[k]);
        uint32_t *const second = square ? words : words + a.count;

        reduce_words(words, a, &m);
        if (!square)
            reduce_words(second, b, &m);
        TRY(clm_host_product(error, image + k * count, (clm_host_poly){words, a.count},
                             (clm_host_poly){second, b.count}, low, count, &m, 1, watch));
    }
    for (size_t i = 0; i < count; i++)
        product[i] = combine(&all, image + i, count, f);
done:
    free(words);
    return st;
}

/* ---- the choice ---- */

/* Pre: a is not shorter than b, of at most MOST_SHORT coefficients. */
static clmodp_status multiply_short(clm_error *error, uint64_t *product, clm_wide_poly a,
                                    clm_wide_poly b, size_t low, size_t count,
                                    const clm_mont64 *f)
{
    clmodp_status st = CLMODP_OK;
    const size_t full = b.count > 0 ? a.count + b.count - 1 : 0;
    uint64_t by[MOST_SHORT], *all = NULL;

    for (size_t k = 0; k < b.count; k++)
        by[k] = clm_mont64_to(b.c[k], f);
    b.c = by;
    if (b.count < SPLIT || count < full / 3 * 2 || low + count > full) {
        clm_wide_product_terms(product, a, b, low, count, f);
    } else if (count == full) {
        TRY(multiply_split(error, product, a, b, f));
    } else {
        NEW(error, all, full);
        TRY(multiply_split(error, all, a, b, f));
        memcpy(product, all + low, count * sizeof *product);
    }
done:
    free(all);
    return st;
}

clmodp_status clm_wide_product(clm_error *error, uint64_t *product, clm_wide_poly a,
                               clm_wide_poly b, size_t low, size_t count, const clm_mont64 *f,
                               const clm_poller *watch)
{
    const clm_wide_poly longer = a.count < b.count ? b : a, shorter = a.count < b.count ? a : b;

    if (vectors_apply(shorter.count, f))
        return multiply_by_vectors(error, product, longer, shorter, low, count, f);
    if (shorter.count > most_short[primes_for(shorter.count, f)])
        return multiply_long(error, product, a, b, low, count, f, watch);
    if (clm_poller_stopped(watch))
        return CLMODP_CANCELLED;
    return multiply_short(error, product, longer, shorter, low, count, f);
}
