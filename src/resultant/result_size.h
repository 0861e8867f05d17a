/* The sizes of results: limits that are checked on bounds before any work starts, and the sizes of
 * polynomials that were computed. */
#ifndef CLM_RESULTANT_RESULT_SIZE_H
#define CLM_RESULTANT_RESULT_SIZE_H

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "bounds/bounds.h"

/* Checks that `coefficients` coefficients of `bits` bits take at most `most` bytes (0: any number)
 * and that GMP can hold each of them. Both numbers may be estimates.
 * Errors: LIMIT, with these figures in the message */
clmodp_status clm_result_size_check(clm_error *error, double coefficients, double bits,
                                    uint64_t most);

/* The same for all coefficients of `count` results with these bounds. */
clmodp_status clm_result_size_check_bounds(clm_error *error, const clm_bounds *each, size_t count,
                                           uint64_t most);

typedef struct clm_result_size {
    uint64_t width; /* exponents from the least of all to the greatest of all; 0 if all are zero */
    double bits;    /* log2 of the greatest coefficient, to about 2^-40; 0.0 if that is 0 or +-1 */
} clm_result_size;

/* The size of `count` polynomials together. */
clm_result_size clm_result_size_of(clmodp_zx *const *results, size_t count);

/* The number of evaluations, at a point modulo a prime of so many bits, that results of this size
 * need: one point for each exponent, and primes with a product above twice the greatest
 * coefficient. */
uint64_t clm_result_size_evaluations(const clm_result_size *size, double prime_bits);

#endif
