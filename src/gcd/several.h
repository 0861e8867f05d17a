/* Greatest common divisors of polynomials in several variables, contents and lowest terms. */
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
 * Source: [Brown 1971], with Kronecker's substitution instead of recursion; [Hu, Monagan 2016];
 *         [Char, Geddes, Gonnet 1989] for short polynomials */
clmodp_status clm_gcd_several(const clm_gcd_call *call, clmodp_mpoly *h, const clmodp_mpoly *f,
                              const clmodp_mpoly *g);

/* Divides f, not 0, by the gcd of its coefficients as a polynomial in its `first` first variables.
 * Errors: as clm_gcd_several */
clmodp_status clm_gcd_make_primitive(const clm_gcd_call *call, clmodp_mpoly *f, size_t first);

/* Reduces n / d to lowest terms, with a positive leading coefficient of d != 0. Errors: as
 * clm_gcd_several */
clmodp_status clm_gcd_cancel(const clm_gcd_call *call, clmodp_mpoly *n, clmodp_mpoly *d);

#endif
