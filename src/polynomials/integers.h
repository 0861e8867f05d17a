/* Integers of any length: logarithms, cancellable greatest common divisors, and contents. */
#ifndef CLM_POLYNOMIALS_INTEGERS_H
#define CLM_POLYNOMIALS_INTEGERS_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

#include <clmodp/core.h>

#include "core/parallel.h"

/* Returns log2 |a|, a not 0, rounded up a little. */
double clm_integer_log2(mpz_srcptr a);

/* Sets g := gcd(a, b) >= 0. Returns false, with g unchanged, if stopped.
 *
 * In:   watch  polled between products with factors of up to a half and a quarter of the length;
 *              NULL: not cancellable
 * Cost: M(n) log(n); beyond 2^19 bits, when other code than GMP's is used, up to twice GMP's time
 * Source: half-gcd from leading bits [Gathen, Gerhard 2013, 11.1], with inexact remainders: any
 *         unimodular matrix keeps the gcd */
bool clm_gcd_watched(mpz_ptr g, mpz_srcptr a, mpz_srcptr b, const clm_poller *watch);

/* Sets c to the gcd of c and of `count` integers that are `bytes` bytes apart, c >= 0. Returns
 * false if stopped. In: watch  as for clm_gcd_watched */
bool clm_content(mpz_ptr c, const void *first, size_t count, size_t bytes,
                 const clm_poller *watch);

/* Divides d > 0 and such integers by their greatest common divisor. Errors: INVALID (d) */
clmodp_status clm_lowest_terms(mpz_ptr d, void *first, size_t count, size_t bytes);

#endif
