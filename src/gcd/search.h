/* Greatest common divisors over Z from images modulo primes: a sequence of candidates, of which a
 * division proves the right one. */
#ifndef CLM_GCD_SEARCH_H
#define CLM_GCD_SEARCH_H

#include "gcd/support.h"
#include "polynomials/zx.h"

typedef struct clm_gcd_search clm_gcd_search;

/* Starts a search; release with clm_gcd_search_destroy, which takes NULL.
 *
 * In:     of       outlives the search; f and g are not 0
 *         degree   the gcd has no higher degree in y
 *         sparse   coefficients are probably few
 *         threads  for images modulo several primes at once
 *         watch    NULL: not cancellable
 * Errors: HOST_MEMORY */
clmodp_status clm_gcd_search_create(clm_error *error, clm_gcd_search **out,
                                    const clm_gcd_operands *of, uint32_t degree, bool sparse,
                                    size_t threads, const clm_poller *watch);
void clm_gcd_search_destroy(clm_gcd_search *search);

/* A multiple of the gcd over Z, as in image.h. */
typedef struct clm_gcd_candidate {
    uint32_t degree; /* in y, never too low; 0: there are no coefficients, as the gcd has none of
                        y */
    const clm_gcd_support *support; /* valid until the next candidate */
    clm_numbers c;                  /* coefficients; owned */
} clm_gcd_candidate;

/* Finds the next candidate, from more primes than the last. *out is released with
 * clm_numbers_destroy. Errors: HOST_MEMORY, LIMIT (too many points or primes), CANCELLED */
clmodp_status clm_gcd_search_next(clm_gcd_search *search, clm_gcd_candidate *out);

#endif
