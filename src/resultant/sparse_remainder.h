/* Remainders modulo a prime of polynomials with few terms. */
#ifndef CLM_RESULTANT_SPARSE_REMAINDER_H
#define CLM_RESULTANT_SPARSE_REMAINDER_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

typedef struct clm_power_term {
    size_t power; /* of y */
    uint64_t value;
} clm_power_term;

/* Sets remainder to the terms, other than 0, of a modulo b, lowest power first.
 *
 * Out:    remainder  space for as many terms as b has degree; *count: their number
 * In:     a, b       terms, those of b other than 0 and lowest power first
 * Pre:    b has a degree m above 0; q is a prime below 2^62
 * Cost:   2 m^2 products for each binary digit of the powers in a
 * Errors: HOST_MEMORY */
clmodp_status clm_sparse_remainder(clm_error *error, clm_power_term *remainder, size_t *count,
                                   const clm_power_term *a, size_t a_count,
                                   const clm_power_term *b, size_t b_count, uint64_t q);

#endif
