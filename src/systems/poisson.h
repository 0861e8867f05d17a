/* Resultants of three polynomials, by Poisson's formula. */
#ifndef CLM_SYSTEMS_POISSON_H
#define CLM_SYSTEMS_POISSON_H

#include <clmodp/mpoly.h>

#include "arith/vector_level.h"
#include "opencl/context.h"

/* Returns the degree of f, in three unknowns, in those other than x. */
size_t clm_degree_without(const clmodp_mpoly *f, size_t x);

/* Sets r to the resultant of f[0], f[1] and f[2] in two of three unknowns, a polynomial in the
 * other one, x: the product of h over the common zeros (y, z) of f and g, times a power of the
 * resultant of their leading forms in y and z. It vanishes at x if the polynomials, as polynomials
 * in y and z, have a common zero, or if their leading forms have one.
 *
 * For integers x modulo primes, the resultant a of f and g in z and their first subresultant, s1 z
 * + s0, are interpolated. If s1 has an inverse modulo a, the common zeros have z = -s0/s1, and the
 * product of h(y, -s0/s1) over the zeros of a is a resultant in y. Other x are passed over.
 *
 * In:     most   products of words, as predicted, that are worth it
 *         level  available
 * Out:    found  whether it was computed, and is not 0. Otherwise it is 0, or the method failed:
 *                a polynomial has degree less than 2 in y and z, or for nearly all x two leading
 *                forms have a common zero, or s1 has no inverse, or the time is too long
 * Cost:   for degrees p <= q <= r in y and z, as many points as the result has coefficients,
 *         modulo primes with as many bits as its bound; for each of these about (pq)^2 (4 sqrt(r)
 *         + 9) products of words
 * Errors: HOST_MEMORY, CANCELLED
 * Source: Poisson's formula [Cox, Little, O'Shea 2005, 3.3.4]; subresultants [Gathen, Gerhard
 *         2013, 6.10] */
clmodp_status clm_poisson_resultant(clmodp_context *context, clmodp_zx *r, bool *found,
                                    const clmodp_mpoly *const f[3], size_t x,
                                    double most, clm_vector_level level);

#endif
