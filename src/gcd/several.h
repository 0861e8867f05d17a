/* Greatest common divisors of polynomials in several variables. */
#ifndef CLM_GCD_SEVERAL_H
#define CLM_GCD_SEVERAL_H

#include "core/error.h"
#include "core/parallel.h"
#include "polynomials/mpoly.h"

/* The place of messages, and the resources of a computation. */
typedef struct clm_gcd_call {
    clm_error *error;
    size_t threads;
    const clm_poller *watch; /* NULL: not cancellable */
} clm_gcd_call;

/* Sets h to gcd(f, g) over Z, with a positive leading coefficient; 0 for two zeros. h may
 * be f or g.
 *
 * Pre:    equally many variables
 * Cost:   as clmodp_mpoly_gcd
 * Errors: HOST_MEMORY, LIMIT (too many points or primes, or degrees), CANCELLED
 * Source: [Brown 1971], with Kronecker's substitution instead of recursion; [Hu, Monagan 2016] */
clmodp_status clm_gcd_several(const clm_gcd_call *call, clmodp_mpoly *h, const clmodp_mpoly *f,
                              const clmodp_mpoly *g);

#endif
