/* Products, divisions, greatest common divisors and resultants of polynomials over F_p on the
 * host; values at many points, and interpolation. */
#ifndef CLM_FPX_HOST_ARITHMETIC_H
#define CLM_FPX_HOST_ARITHMETIC_H

#include "core/error.h"
#include "core/parallel.h"
#include "cost/cost.h"
#include "fpx/host/poly.h"

/* product := a b, a.count + b.count - 1 coefficients, in separate memory; none if a or b has none.
 *
 * Cost:   a.count b.count products
 * Source: schoolbook */
void clm_host_multiply(uint32_t *product, clm_host_poly a, clm_host_poly b, const clm_modulus *m);

/* product[k] := coefficient low + k of a b, k < count, or 0 beyond its ends. As above. */
void clm_host_multiply_part(uint32_t *product, clm_host_poly a, clm_host_poly b, size_t low,
                            size_t count, const clm_modulus *m);

/* inverse := 1 / a mod x^count; a's constant term is not 0.
 *
 * In:     threads  here and below: the most threads; only long products take more than one
 *         watch    here and below: may be NULL
 * Cost:   a division of this many coefficients. Errors: HOST_MEMORY, CANCELLED
 * Source: Newton's iteration [Gathen, Gerhard 2013, 9.1] */
clmodp_status clm_host_series_inverse(clm_error *error, uint32_t *inverse, size_t count,
                                      clm_host_poly a, const clm_modulus *m, size_t threads,
                                      const clm_poller *watch);

/* The value of a at x, in [0, p). */
uint32_t clm_host_value(clm_host_poly a, uint32_t x, const clm_modulus *m);

/* quotient, remainder := those of a by b, of n = a.count and m = b.count coefficients.
 *
 * Out:    quotient   n - m + 1 coefficients, none if that is negative
 *         remainder  min(n, m - 1) coefficients; may be a's memory; NULL: not computed
 * Pre:    the last coefficient of b is not 0
 * Cost:   (n - m + 1) m products, or four products of n - m coefficients
 * Errors: HOST_MEMORY, CANCELLED
 * Source: schoolbook; Newton's iteration [Gathen, Gerhard 2013, 9.1] */
clmodp_status clm_host_divide(clm_error *error, uint32_t *quotient, uint32_t *remainder,
                              clm_host_poly a, clm_host_poly b, const clm_modulus *m,
                              size_t threads, const clm_poller *watch);

/* As clm_host_divide, without the remainder if it is NULL; and with coefficients of the inverse of
 * b, which takes less than half of the time, or NULL: a.count - b.count of them, or one if the
 * quotient or b has at most CLM_SHORT_QUOTIENT coefficients. */
#define CLM_SHORT_QUOTIENT 96
clmodp_status clm_host_divide_with(clm_error *error, uint32_t *quotient, uint32_t *remainder,
                                   clm_host_poly a, clm_host_poly b, const uint32_t *inverse,
                                   const clm_modulus *m, size_t threads, const clm_poller *watch);

/* inverse[k] := coefficient k < count of the inverse power series of the reversed b. */
clmodp_status clm_host_divisor_inverse(clm_error *error, uint32_t *inverse, size_t count,
                                       clm_host_poly b, const clm_modulus *m, size_t threads,
                                       const clm_poller *watch);

/* The costs of a division, with a known inverse or not, as clm_host_product_cost, and of a gcd or
 * resultant, of n >= m coefficients, not 0. */
clm_amounts clm_host_divide_cost(size_t n, size_t m, uint32_t p, size_t threads, bool inverse);
clm_amounts clm_host_gcd_cost(size_t n, size_t m, uint32_t p, size_t threads, bool cofactors);

/* A resulting polynomial of `count` coefficients, the last one not 0, in the caller's memory c. */
typedef struct clm_host_result {
    uint32_t *c;
    size_t count;
} clm_host_result;

/* g := gcd(a, b), monic; 0 if both are. And u with u a + v b = g for some v, deg u < deg b - deg g
 * or u = 0; but 1 / lc(a) for b = 0. With a bound k, if it is not SIZE_MAX: g := the first
 * remainder of degree below k of the sequence of b and a; u, monic, with g = u a modulo b.
 *
 * In:     a, b   without leading zeros; with a bound deg b > deg a >= k
 * Out:    g      memory for max(a.count, b.count)
 *         u      memory for max(b.count, 1); NULL, without a bound: not computed
 * Cost:   n m products, and as many for u; or some ten products for each halving of the degree
 * Errors: HOST_MEMORY, CANCELLED
 * Source: half-GCD [Gathen, Gerhard 2013, 11.1] */
clmodp_status clm_host_euclid(clm_error *error, clm_host_result *g, clm_host_result *u,
                              clm_host_poly a, clm_host_poly b, size_t k, const clm_modulus *m,
                              size_t threads, const clm_poller *watch);

static inline clmodp_status clm_host_gcd(clm_error *error, clm_host_result *g, clm_host_result *u,
                                         clm_host_poly a, clm_host_poly b, const clm_modulus *m,
                                         size_t threads, const clm_poller *watch)
{
    return clm_host_euclid(error, g, u, a, b, SIZE_MAX, m, threads, watch);
}

/* *r := the resultant of a and b, without leading zeros: the determinant of their Sylvester
 * matrix; 0 if one is 0.
 *
 * Cost, errors: as clm_host_gcd
 * Source: [Gathen, Gerhard 2013, 6.3] */
CLM_LAB_API clmodp_status clm_host_resultant(clm_error *error, uint32_t *r, clm_host_poly a,
                                             clm_host_poly b, const clm_modulus *m, size_t threads,
                                             const clm_poller *watch);

/* values[i] := a(points[i]), i < count; points in [0, p).
 *
 * Cost:   a.count products per point, by vectors, or those of a subproduct tree
 * Errors: CANCELLED, HOST_MEMORY
 * Source: Horner's rule; subproducts.h */
clmodp_status clm_host_values(clm_error *error, uint32_t *values, clm_host_poly a,
                              const uint32_t *points, size_t count, const clm_modulus *m,
                              size_t threads, const clm_poller *watch);

/* inverses[i] := 1 / words[i], another array, by one inversion. Returns the index of the first 0,
 * or `count` if none; only then the inverses are made.
 *
 * Cost: three products per word. Source: [Montgomery 1987, 10.3.1] */
size_t clm_host_inverses(uint32_t *inverses, const uint32_t *words, size_t count,
                         const clm_modulus *m);

/* to[i] := (i + 1) from[i + 1], i < count: the derivative of a polynomial of count + 1
 * coefficients. Both may be one. */
void clm_host_derivative(uint32_t *to, const uint32_t *from, size_t count, const clm_modulus *m);

/* f[i], i < count, := the polynomial of degree below `count` with the given values at the points.
 *
 * Out:    twice   index of a repeated point, or `count`: f is computed only then
 * Cost:   3 count^2 products, by vectors, or those of a subproduct tree
 * Errors: CANCELLED, HOST_MEMORY
 * Source: Lagrange's formula; subproducts.h */
clmodp_status clm_host_interpolate(clm_error *error, uint32_t *f, size_t *twice,
                                   const uint32_t *points, const uint32_t *values, size_t count,
                                   const clm_modulus *m, size_t threads, const clm_poller *watch);

/* The cost of clm_host_values for n coefficients, not 0, or of clm_host_interpolate, of `count`
 * points, as clm_host_product_cost. */
clm_amounts clm_host_values_cost(size_t n, size_t count, uint32_t p, size_t threads,
                                 bool interpolate);

#endif
