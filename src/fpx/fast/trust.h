/* What a device must be shown to compute rightly before fast arithmetic on polynomials rests on
 * it. */
#ifndef CLM_FPX_FAST_TRUST_H
#define CLM_FPX_FAST_TRUST_H

#include "fpx/batch/ntt.h"
#include "opencl/context.h"

/* The facts that there are. */
enum { CLM_FAST_MOST_NEEDS = CLM_NTT_MOST_RADIX + 6 };

/* Add to the `count` needs[], each once, the facts that clm_fast_multiply of n and m coefficients
 * modulo p rests on, or clm_fast_divide, clm_fast_gcd by any base that is chosen from, trees of m
 * points for n coefficients, or a modulus of degree n.
 * Returns how many there are then. */
size_t clm_fast_multiply_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count,
                               size_t n, size_t m, u32 p);
size_t clm_fast_divide_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count,
                             size_t n, size_t m, u32 p);
CLM_LAB_API size_t clm_fast_gcd_needs(const clmodp_context *ctx, const clm_trust **needs,
                                      size_t count, size_t n, size_t m, u32 p);
size_t clm_fast_modulus_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count,
                              size_t n, u32 p);
size_t clm_tree_needs(const clmodp_context *ctx, const clm_trust **needs, size_t count, size_t n,
                      size_t m, u32 p);

#endif
