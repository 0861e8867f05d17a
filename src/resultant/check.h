/* Limits on the sizes of results, checked on bounds before any work; and checks of results by
 * computations independent of the engines. */
#ifndef CLM_RESULTANT_CHECK_H
#define CLM_RESULTANT_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include <clmodp/polynomials.h>

#include "arith/mont64.h"
#include "bounds/bounds.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/random.h"
#include "fpx/batch/minors.h"

/* Checks that `coefficients` (a number) of `bits` bits take at most `most` bytes (0: no limit) and
 * that GMP can hold each. Both may be estimates.
 * Errors: LIMIT, with these figures in the message */
clmodp_status clm_result_size_check(clm_error *error, double coefficients, double bits,
                                    uint64_t most);

/* clm_result_size_check for `count` results with these bounds.
 * Out: bytes  that they take at most, also set after errors; may be NULL */
clmodp_status clm_result_size_check_bounds(clm_error *error, double *bytes, const clm_bounds *each,
                                           size_t count, uint64_t most);

typedef struct clm_result_size {
    uint64_t width; /* exponents from the least to the greatest of all results; 0: all zero */
    double bits;    /* log2 of the greatest |coefficient|, to about 2^-40; 0.0 if it is 0 or 1 */
} clm_result_size;

/* Returns the size of `count` polynomials together. */
clm_result_size clm_result_size_of(clmodp_zx *const *results, size_t count);

/* Returns the evaluations, at a point modulo a prime of prime_bits bits, necessary for results of
 * this size: a point for each exponent, and primes with a product above twice the greatest
 * coefficient. */
uint64_t clm_result_size_evaluations(const clm_result_size *size, double prime_bits);

/* Returns a random prime of 61 bits, not seen by any kernel. Cost: some forty candidates */
uint64_t clm_fresh_prime(clm_random *random);

/* *agrees: whether the results at x0 are the minors of f(x0, y) and g(x0, y) modulo q, a prime of
 * clm_fresh_prime, at a random x0. Computed on the host with other arithmetic, long results on so
 * many threads. A wrong result agrees with probability below clm_check_error().
 * Pre:    f and g not zero
 * Cost:   one pass over the coefficients of f, g and the results; (p / t) * (q / t)
 *         multiplications for the degrees p and q at x0 modulo q, without powers of y as factors,
 *         and polynomials in y^t; p * q for each S_k, k > 0
 * Errors: HOST_MEMORY, CANCELLED (the watch, which may be NULL) */
clmodp_status clm_check_fresh_prime(clm_error *error, bool *agrees, clmodp_zx *const *results,
                                    clm_minors minors, const clmodp_zxy *f, const clmodp_zxy *g,
                                    uint64_t q, size_t threads, clm_random *random,
                                    clm_poller *watch);

/* Degrees in y of short polynomials. */
enum { CLM_CHECK_SHORT = 64 };

/* Tells whether r(x) is the resultant of f(x, y) and g(x, y), or of f and df/dy for g = NULL,
 * modulo a prime of clm_fresh_prime at a random x. Uses neither memory nor inverses, which would
 * take longer than the small problem.
 * Pre:  f and g not zero, of degrees up to CLM_CHECK_SHORT in y; f not free of y for g = NULL
 * Cost: one multiplication for each term of f and g and each coefficient of r */
bool clm_check_short(const clmodp_zx *r, const clmodp_zxy *f, const clmodp_zxy *g,
                     const clm_mont64 *q, clm_random *random);

/* clm_check_short for a result given by its terms, free of y; for g = NULL the discriminant of f.
 * Cost: also two multiplications for each binary digit of a gap between exponents of x */
bool clm_check_terms(const clmodp_zxy *r, const clmodp_zxy *f, const clmodp_zxy *g,
                     const clm_mont64 *q, clm_random *random);

/* Checks as clm_check_fresh_prime, modulo the prime p < 2^62 itself, at up to four random
 * points of F_p, for r = R mod p. For degrees beyond p this proves little, but a wrong r from a
 * transform is hardly right at any point. Cost: up to four times that of clm_check_fresh_prime */
clmodp_status clm_check_modulo(clm_error *error, bool *agrees, clmodp_zx *const *results,
                               clm_minors minors, const clmodp_zxy *f, const clmodp_zxy *g,
                               uint64_t p, clm_random *random, clm_poller *watch);

/* Returns c modulo q, in [0, q). */
uint64_t clm_check_residue(mpz_srcptr c, uint64_t q);

/* Sets value[j] to the coefficient of y^j of a at x, for the powers of y that occur. All in
 * Montgomery form. */
void clm_check_values(uint64_t *value, const clmodp_zxy *a, uint64_t x, const clm_mont64 *q);

/* Returns a bound on the probability that a wrong r passes a check. Let r - R have degree at most
 * `degree` and height below 2^bits. Of more than 2^54 primes between 2^60 and 2^61 at most bits /
 * 60 divide r - R; modulo any other at most `degree` of more than 2^60 points are its roots. */
double clm_check_error(uint64_t degree, uint64_t bits);

#endif
