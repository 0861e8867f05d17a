/* Polynomials over F_p on the host for odd primes p < 2^62, with residues of 64 bits in [0, p),
 * not in Montgomery form. Functions, errors and preconditions correspond to arithmetic.h. */
#ifndef CLM_FPX_HOST_WIDE_H
#define CLM_FPX_HOST_WIDE_H

#include "arith/mont64.h"
#include "core/error.h"
#include "core/parallel.h"

typedef struct clm_wide_poly {
    const uint64_t *c;
    size_t count;
} clm_wide_poly;

/* A resulting polynomial of `count` coefficients, the last one not 0, in the caller's memory c. */
typedef struct clm_wide_result {
    uint64_t *c;
    size_t count;
} clm_wide_result;

static inline size_t clm_wide_count(const uint64_t *c, size_t count)
{
    while (count > 0 && c[count - 1] == 0)
        count--;
    return count;
}

/* product[k] := coefficient low + k of a b, k < count, or 0 beyond its ends; in separate memory.
 *
 * Pre:    the shorter factor has at most 2^38 coefficients
 * Source: schoolbook; Karatsuba's algorithm; transforms modulo three to six primes near 2^27 */
clmodp_status clm_wide_product(clm_error *error, uint64_t *product, clm_wide_poly a,
                               clm_wide_poly b, size_t low, size_t count, const clm_mont64 *f,
                               size_t threads, const clm_poller *watch);

/* As clm_host_combine; at most 4 factors on a side. */
typedef struct clm_wide_matrices {
    const clm_wide_poly *a, *b;
    size_t rows, inner, columns;
    size_t *period; /* or NULL */
} clm_wide_matrices;

clmodp_status clm_wide_combine(clm_error *error, uint64_t *const *out, size_t count,
                               const clm_wide_matrices *of, const clm_mont64 *f, size_t threads,
                               const clm_poller *watch);

/* As clm_host_wrapped_product. */
static inline clmodp_status clm_wide_wrapped_product(clm_error *error, uint64_t *out, size_t count,
                                                     size_t *period, clm_wide_poly a,
                                                     clm_wide_poly b, const clm_mont64 *f,
                                                     size_t threads, const clm_poller *watch)
{
    return clm_wide_combine(error, &out, count, &(clm_wide_matrices){&a, &b, 1, 1, 1, period}, f,
                            threads, watch);
}

/* Returns the sum of a[i] b[-i], i < count, times 2^-64. The last factors should be those known
 * last. */
uint64_t clm_wide_convolve(const uint64_t *a, const uint64_t *b, size_t count,
                           const clm_mont64 *f);

/* As clm_wide_product, times 2^-64, by sums of products. */
void clm_wide_product_terms(uint64_t *product, clm_wide_poly a, clm_wide_poly b, size_t low,
                            size_t count, const clm_mont64 *f);

/* Divides as clm_host_divide_with.
 *
 * In:     inverse  the first a.count - b.count coefficients or more of the inverse of b, or NULL;
 *                  the first one if the quotient or b has at most 110
 * Out:    remainder  b.count - 1 coefficients, no factor's memory; or NULL
 * Pre:    a is not shorter than b
 * Source: schoolbook; Newton's iteration */
clmodp_status clm_wide_divide(clm_error *error, uint64_t *quotient, uint64_t *remainder,
                              clm_wide_poly a, clm_wide_poly b, const uint64_t *inverse,
                              const clm_mont64 *f, size_t threads, const clm_poller *watch);

clmodp_status clm_wide_divisor_inverse(clm_error *error, uint64_t *inverse, size_t count,
                                       clm_wide_poly b, const clm_mont64 *f, size_t threads,
                                       const clm_poller *watch);

clmodp_status clm_wide_euclid(clm_error *error, clm_wide_result *g, clm_wide_result *u,
                              clm_wide_poly a, clm_wide_poly b, size_t k, const clm_mont64 *f,
                              size_t threads, const clm_poller *watch);

static inline clmodp_status clm_wide_gcd(clm_error *error, clm_wide_result *g, clm_wide_result *u,
                                         clm_wide_poly a, clm_wide_poly b, const clm_mont64 *f,
                                         size_t threads, const clm_poller *watch)
{
    return clm_wide_euclid(error, g, u, a, b, SIZE_MAX, f, threads, watch);
}

clmodp_status clm_wide_resultant(clm_error *error, uint64_t *r, clm_wide_poly a, clm_wide_poly b,
                                 const clm_mont64 *f, size_t threads, const clm_poller *watch);

uint64_t clm_wide_value(clm_wide_poly a, uint64_t x, const clm_mont64 *f);

/* values[i] := a(points[i]), i < count.
 * Source: Horner's rule; [Bostan, Lecerf, Schost 2003; Bernstein 2008, 18] */
clmodp_status clm_wide_values(clm_error *error, uint64_t *values, clm_wide_poly a,
                              const uint64_t *points, size_t count, const clm_mont64 *f,
                              size_t threads, const clm_poller *watch);

/* As clm_host_interpolate. Source: [Gathen, Gerhard 2013, 10.2] */
clmodp_status clm_wide_interpolate(clm_error *error, uint64_t *c, size_t *twice,
                                   const uint64_t *points, const uint64_t *values, size_t count,
                                   const clm_mont64 *f, size_t threads, const clm_poller *watch);

/* c := c(x + by), in place. Pre: count <= p
 * Source: Horner's rule; [Aho, Steiglitz, Ullman 1975] */
clmodp_status clm_wide_shift(clm_error *error, uint64_t *c, size_t count, uint64_t by,
                             const clm_mont64 *f, size_t threads, const clm_poller *watch);

#endif
