/* Proofs of a result that share nothing with the way it was computed. */
#ifndef CLM_RESULTANT_CHECK_H
#define CLM_RESULTANT_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "core/random.h"

/* A random prime of 61 bits that no kernel has seen. Cost: some forty candidates */
uint64_t clm_fresh_prime(clm_random *random);

/* *agrees: whether results[0] at x0 is the resultant of f(x0, y) and g(x0, y) modulo such a prime
 * q, at a random x0; and, if there are 3 results, the others the coefficients s_10 and s_11 of
 * their first subresultant. Computed on the host with other arithmetic. A wrong result agrees with
 * probability below clm_check_error().
 * Pre:    f and g not zero
 * Cost:   one pass over the coefficients of f, g and the results; (p / t) * (q / t)
 *         multiplications for degrees p and q that are left at x0 modulo q and polynomials in
 *         y^t, but for powers of y as factors; p * q more for subresultants
 * Errors: HOST_MEMORY */
clmodp_status clm_check_fresh_prime(clm_error *error, bool *agrees, clmodp_zx *const *results,
                                    size_t count, const clmodp_zxy *f, const clmodp_zxy *g,
                                    uint64_t q, clm_random *random);

/* The same modulo the prime p < 2^31 itself, at a few random points of F_p, for r = R mod p. Where
 * the degree is beyond p that proves little, but a wrong r that has gone through a transform is
 * hardly right anywhere. Cost: that of clm_check_fresh_prime, up to four times for small p */
clmodp_status clm_check_modulo(clm_error *error, bool *agrees, clmodp_zx *const *results,
                               size_t count, const clmodp_zxy *f, const clmodp_zxy *g,
                               uint32_t p, clm_random *random);

/* Let r - R have degree at most `degree` and height below 2^bits. There are more than 2^54 primes
 * between 2^60 and 2^61, of which at most bits / 60 divide it; modulo any other at most
 * `degree` of more than 2^60 points are its roots. */
double clm_check_error(uint64_t degree, uint64_t bits);

#endif
