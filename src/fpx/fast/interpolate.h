/* Polynomials over F_p from their values, on the device. */
#ifndef CLM_FPX_FAST_INTERPOLATE_H
#define CLM_FPX_FAST_INTERPOLATE_H

#include "fpx/fast/tree.h"
#include "fpx/host/poly.h"

/* f := the polynomial of degree below `count` with those values at points.
 *
 * Out:    f      `count` words, made here
 *         twice  index of a point that is there twice, or `count`: only then f is made
 * In:     points, values  in [0, p); m: of p, odd
 * Cost:   clm_tree_cost of `count` coefficients with a sum
 * Errors: HOST_MEMORY, and those of trees
 * Source: [Gathen, Gerhard 2013, 10.2] */
clmodp_status clm_fast_interpolate(clmodp_context *ctx, clm_buffer *f, size_t *twice,
                                   const u32 *points, const u32 *values, size_t count,
                                   const clm_modulus *m);

#endif
