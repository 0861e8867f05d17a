/* What Euclid's algorithm tells of two polynomials over F_p, on the host. */
#ifndef CLM_FPX_HOST_GCD_H
#define CLM_FPX_HOST_GCD_H

#include "base/error.h"
#include "base/parallel.h"
#include "fpx/host/poly.h"

/* A polynomial that is made; room for `count` coefficients before, none of the last ones 0 after
 * the call. */
typedef struct clm_host_result {
    uint32_t *c;
    size_t count;
} clm_host_result;

/* g := gcd(a, b), monic; 0 if both are. And u with u a + v b = g for some v, deg u < deg b -
 * deg g or u = 0; but 1 / lc(a) for b = 0.
 *
 * In:     a, b   without leading zeros
 * Out:    g      room for max(a.count, b.count)
 *         u      room for max(b.count, 1); NULL: not wanted
 * Cost:   n m products, and as many for u
 * Errors: HOST_MEMORY, CANCELLED
 * Source: [Gathen, Gerhard 2013, 3.2] */
clmodp_status clm_host_gcd(clm_error *error, clm_host_result *g, clm_host_result *u,
                           clm_host_poly a, clm_host_poly b, const clm_modulus *m,
                           const clm_watch *watch);

/* *r := the resultant of a and b, without leading zeros: the determinant of their Sylvester
 * matrix; 0 if one is 0.
 *
 * Cost, errors: as clm_host_gcd
 * Source: [Gathen, Gerhard 2013, 6.3] */
clmodp_status clm_host_resultant(clm_error *error, uint32_t *r, clm_host_poly a, clm_host_poly b,
                                 const clm_modulus *m, const clm_watch *watch);

#endif
