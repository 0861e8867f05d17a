/* Values of polynomials over F_p at many points, and polynomials from values, on the host. */
#ifndef CLM_FPX_HOST_POINTS_H
#define CLM_FPX_HOST_POINTS_H

#include "core/error.h"
#include "core/parallel.h"
#include "fpx/host/poly.h"

/* values[i] := a(points[i]), i < count; points in [0, p).
 *
 * Cost:   a.count products a point, by Horner's rule
 * Errors: CANCELLED (the watch was stopped; here and below it may be NULL) */
clmodp_status clm_host_values(uint32_t *values, clm_host_poly a, const uint32_t *points,
                              size_t count, const clm_modulus *m, const clm_watch *watch);

/* inverses[i] := 1 / words[i], by one inversion. Returns the index of the first that is 0, or
 * `count`: only then they are made, in an array of its own.
 *
 * Cost: three products a word. Source: [Montgomery 1987, 10.3.1] */
size_t clm_host_inverses(uint32_t *inverses, const uint32_t *words, size_t count,
                         const clm_modulus *m);

/* to[i] := (i + 1) from[i + 1], i < count: the derivative of a polynomial of count + 1
 * coefficients. They may be one array. */
void clm_host_derivative(uint32_t *to, const uint32_t *from, size_t count, const clm_modulus *m);

/* f[i], i < count, := the polynomial of degree below `count` with those values at points.
 *
 * Out:    twice   index of a point that is there twice, or `count`: only then f is made
 * Cost:   3.5 count^2 products
 * Errors: CANCELLED, HOST_MEMORY
 * Source: Lagrange's formula */
clmodp_status clm_host_interpolate(clm_error *error, uint32_t *f, size_t *twice,
                                   const uint32_t *points, const uint32_t *values, size_t count,
                                   const clm_modulus *m, const clm_watch *watch);

#endif
