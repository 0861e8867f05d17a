/** @file
 * Proved roots of polynomials in Z[x], with multiplicities, and their refinement to any precision.
 * Real roots are isolated in intervals; rational roots are exact, and the signs of other
 * polynomials at real roots can be computed. Complex roots are isolated in boxes.
 *
 * Square-free factors are found by greatest common divisors modulo primes [Yun 1976]. Their real
 * roots are found by Descartes' rule of signs and bisection, with approximate coefficients that
 * have error bounds, and more bits where a sign is uncertain [Eigenwillig et al. 2005]. The roots
 * of factors g(x^m) with g of degree 1 or 2 have closed forms. Everything is computed on threads
 * of the host, and no device is opened. */
#ifndef CLMODP_ROOTS_H
#define CLMODP_ROOTS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/core.h>
#include <clmodp/polynomials.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The distinct real roots of a polynomial, in increasing order, numbered from 0. */
typedef struct clmodp_roots clmodp_roots;

/** Options of a computation of roots. Fill with clmodp_roots_options_init. */
typedef struct clmodp_roots_options {
    size_t size;        /**< sizeof this structure; set by _init */
    uint64_t precision; /**< refine each root to this many bits, as clmodp_roots_refine or
                             clmodp_complex_roots_refine. Default 0: intervals as wide as they are
                             found */
    uint64_t max_degree; /**< fail with LIMIT if the degree, powers of x not counted, is higher;
                              for real roots of g(x^m) the degree of g. 0 (default): 2^15, for
                              which 0.4 GB of memory are needed. Memory grows with the square of
                              the degree */
} clmodp_roots_options;

/** Sets all fields to their defaults. */
static inline void clmodp_roots_options_init(clmodp_roots_options *options)
{
    options->size = sizeof *options;
    options->precision = 0;
    options->max_degree = 0;
}

/** Finds all real roots of f, in intervals that share at most their ends.
 *
 * Out:    roots    released with clmodp_roots_destroy; NULL on failure. Does not depend on f or
 *                  the context any more
 * In:     f        not 0; a constant has no roots
 *         options  NULL: defaults
 * Cost:   some 100 bisections of n^2 / 2 sums each for degree n and generic coefficients; more
 *         for close roots, by a factor of the logarithm of their distance. Of f = g(x^m) the
 *         bisections are those of g, and each root takes one m-th root of an integer
 * Errors: INVALID (f is 0, which has every number as a root), LIMIT, HOST_MEMORY, CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_roots_find(clmodp_context *context,
                                                            clmodp_roots **roots,
                                                            const clmodp_zx *f,
                                                            const clmodp_roots_options *options);

/** Releases roots. NULL is allowed. */
CLMODP_API void clmodp_roots_destroy(clmodp_roots *roots);

/** Returns the number of distinct real roots. */
CLMODP_API size_t clmodp_roots_count(const clmodp_roots *roots);

/** Returns the multiplicity of root k, k < count. */
CLMODP_API size_t clmodp_roots_multiplicity(const clmodp_roots *roots, size_t k);

/** Returns the square-free primitive factor of f with the roots of root k's multiplicity; 0 is a
 * root of the factor x alone. It is valid as long as the roots. */
CLMODP_API const clmodp_zx *clmodp_roots_factor(const clmodp_roots *roots, size_t k);

/** Sets low / denominator and high / denominator to the ends of root k's interval. If they are
 * equal, they are the root, and the fraction is in lowest terms. Otherwise the root is between
 * them, the only root of f there; the denominator is a power of 2. A rational root p / q becomes
 * exact at the latest when its interval is narrower than 1 / q^2.
 *
 * Out:    low, high, denominator  initialised by the caller; denominator > 0 */
CLMODP_API void clmodp_roots_interval(mpz_t low, mpz_t high, mpz_t denominator,
                                      const clmodp_roots *roots, size_t k);

/** Refines root k until the width of its interval is at most 2^-bits times the root's absolute
 * value. Work done before is used.
 *
 * Cost:   about two values of the factor with twice the bits for each doubling of the bits
 * Errors: INVALID (no such root), LIMIT (bits >= 2^28), CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_roots_refine(clmodp_context *context,
                                                              clmodp_roots *roots, size_t k,
                                                              uint64_t bits);

/** Counts the roots less than a rational number, and tells whether it is a root, exactly. An
 * interval [a, b) has below(b) - below(a) roots; [a, b] has is_root(b) more, (a, b) has is_root(a)
 * fewer.
 *
 * Out:    below    the number of distinct roots less than the number
 *         is_root  1 if it is a root, then root number `below`; else 0; may be NULL
 * In:     denominator  positive
 * Errors: INVALID */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_roots_below(clmodp_context *context,
                                                             size_t *below, int *is_root,
                                                             clmodp_roots *roots,
                                                             const mpz_t numerator,
                                                             const mpz_t denominator);

/** Sets sign to that of g at root k: -1, 0 or 1, exactly. A zero is proved by a greatest common
 * divisor. The root is refined as far as necessary.
 *
 * In:     g  any polynomial
 * Errors: INVALID (no such root), HOST_MEMORY, LIMIT, CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_roots_sign(clmodp_context *context, int *sign,
                                                            clmodp_roots *roots, size_t k,
                                                            const clmodp_zx *g);

/** Writes root k in decimal notation, rounded to as many significant digits as are certain, such
 * as "-1.41421356"; very large and small numbers as "1.5e-200"; exact roots without trailing
 * zeros. An interval in which no digit is certain is written as "(1/4, 1/2)".
 *
 * Out:    text    a new string, released with free(); NULL on failure
 * In:     digits  the most significant digits, at least 1
 * Errors: INVALID (no such root), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_roots_to_text(char **text,
                                                               const clmodp_roots *roots,
                                                               size_t k, size_t digits);

/** The distinct complex roots of a polynomial, numbered from 0: the real ones in increasing
 * order, then pairs of conjugates, the one with a positive imaginary part first, in the order of
 * the lower ends of their real parts. */
typedef struct clmodp_complex_roots clmodp_complex_roots;

/** Finds all complex roots of f, in rectangles without common points.
 *
 * Approximations by Aberth's iteration [Aberth 1973] from circles of the Newton polygon [Bini
 * 1996], first in double precision, are proved by discs [Smith 1970] with error bounds, and by
 * symmetry: a root is real if the mirror image of its disc meets this disc and no other.
 *
 * Out:    roots    released with clmodp_complex_roots_destroy; NULL on failure. Does not depend
 *                  on f or the context any more
 * In:     f        not 0; a constant has no roots
 *         options  NULL: defaults
 * Cost:   some 30 n^2 products in double precision for degree n, or the degree n of g if f is
 *         g(x^m), on one thread; then, for each root, some 10 values of f and as many distances
 *         as there are roots, on all threads, with bits that double from 64 until the proof
 *         succeeds for this root. Roots closer to each other than to 0 cost as much as if their
 *         mean were 0
 * Errors: INVALID (f is 0), LIMIT, HOST_MEMORY, CANCELLED */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_complex_roots_find(
    clmodp_context *context, clmodp_complex_roots **roots, const clmodp_zx *f,
    const clmodp_roots_options *options);

/** Releases roots. NULL is allowed. */
CLMODP_API void clmodp_complex_roots_destroy(clmodp_complex_roots *roots);

/** Returns the number of distinct complex roots. */
CLMODP_API size_t clmodp_complex_roots_count(const clmodp_complex_roots *roots);

/** Returns the multiplicity of root k, k < count. */
CLMODP_API size_t clmodp_complex_roots_multiplicity(const clmodp_complex_roots *roots, size_t k);

/** Sets the rectangle of root k, k < count: its real part is at least real_low / denominator and
 * at most real_high / denominator, and so for the imaginary part. No other root is there. The
 * imaginary part of a real root and the real part of an imaginary one are exactly 0, conjugates
 * have conjugate rectangles, and roots with rational parts are exact. Other denominators are
 * powers of 2.
 *
 * Out:    all  initialised by the caller; denominator > 0 */
CLMODP_API void clmodp_complex_roots_box(mpz_t real_low, mpz_t real_high, mpz_t imaginary_low,
                                         mpz_t imaginary_high, mpz_t denominator,
                                         const clmodp_complex_roots *roots, size_t k);

/** Refines root k, and its conjugate, until the intervals of its real and imaginary part, if they
 * are not 0, are not wider than 2^-bits times their absolute values.
 *
 * Cost:   three values of the factor with twice the bits for each doubling of the bits
 * Errors: INVALID (no such root), LIMIT (bits >= 2^28), CANCELLED
 * Source: Newton's method in discs [Moore 1966] */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_complex_roots_refine(
    clmodp_context *context, clmodp_complex_roots *roots, size_t k, uint64_t bits);

/** Writes root k in decimal notation, such as "-0.5 + 0.866025404*i", "2*i" or "3"; each part as
 * clmodp_roots_to_text.
 *
 * Out:    text    a new string, released with free(); NULL on failure
 * In:     digits  the most significant digits of each part, at least 1
 * Errors: INVALID (no such root), HOST_MEMORY */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_complex_roots_to_text(
    char **text, const clmodp_complex_roots *roots, size_t k, size_t digits);

#ifdef __cplusplus
}
#endif
#endif
