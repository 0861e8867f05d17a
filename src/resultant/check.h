/* Sizes of results, with limits checked on bounds before any work starts; and checks of results by
 * computations independent of the engines. */
#ifndef CLM_RESULTANT_CHECK_H
#define CLM_RESULTANT_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include <clmodp/polynomials.h>

#include "bounds/bounds.h"
#include "core/error.h"
#include "core/random.h"

/* Checks that `coefficients` coefficients of `bits` bits take at most `most` bytes (0: no limit)
 * and that GMP can hold each of them. Both numbers may be estimates.
 * Errors: LIMIT, with these figures in the message */
clmodp_status clm_result_size_check(clm_error *error, double coefficients, double bits,
                                    uint64_t most);

/* Does the same for all coefficients of `count` results with these bounds. */
clmodp_status clm_result_size_check_bounds(clm_error *error, const clm_bounds *each, size_t count,
                                           uint64_t most);

typedef struct clm_result_size {
    uint64_t width; /* exponents from the least to the greatest of all results; 0: all zero */
    double bits;    /* log2 of the greatest |coefficient|, to about 2^-40; 0.0 if it is 0 or 1 */
} clm_result_size;

/* Returns the size of `count` polynomials together. */
clm_result_size clm_result_size_of(clmodp_zx *const *results, size_t count);

/* Returns the number of evaluations, at a point modulo a prime of so many bits, necessary for
 * results of this size: one point for each exponent, and primes with a product above twice the
 * greatest coefficient. */
uint64_t clm_result_size_evaluations(const clm_result_size *size, double prime_bits);

/* Returns a random prime of 61 bits, not seen by any kernel. Cost: some forty candidates */
uint64_t clm_fresh_prime(clm_random *random);

/* *agrees: whether results[0] at x0 is the resultant of f(x0, y) and g(x0, y) modulo q, a prime of
 * clm_fresh_prime, at a random x0; with 3 results also whether the others are the coefficients
 * s_10 and s_11 of the first subresultant. Values are computed on the host with other arithmetic.
 * A wrong result agrees with probability below clm_check_error().
 * Pre:    f and g not zero
 * Cost:   one pass over the coefficients of f, g and the results; (p / t) * (q / t)
 *         multiplications for the degrees p and q at x0 modulo q, without powers of y as factors,
 *         and polynomials in y^t; p * q more for subresultants
 * Errors: HOST_MEMORY */
clmodp_status clm_check_fresh_prime(clm_error *error, bool *agrees, clmodp_zx *const *results,
                                    size_t count, const clmodp_zxy *f, const clmodp_zxy *g,
                                    uint64_t q, clm_random *random);

/* Does the same modulo the prime p < 2^31 itself, at up to four random points of F_p, for
 * r = R mod p. For degrees beyond p this proves little, but a wrong r from a transform is hardly
 * right at any point. Cost: that of clm_check_fresh_prime, up to four times for small p */
clmodp_status clm_check_modulo(clm_error *error, bool *agrees, clmodp_zx *const *results,
                               size_t count, const clmodp_zxy *f, const clmodp_zxy *g,
                               uint32_t p, clm_random *random);

/* Returns a bound on the probability that a wrong r passes a check. Let r - R have degree at most
 * `degree` and height below 2^bits. Of more than 2^54 primes between 2^60 and 2^61 at most bits /
 * 60 divide r - R; modulo any other at most `degree` of more than 2^60 points are its roots. */
double clm_check_error(uint64_t degree, uint64_t bits);

#endif
