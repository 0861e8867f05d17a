/* Self-tests required of a device before fast arithmetic on polynomials relies on it. */
#ifndef CLM_FPX_FAST_SELF_TEST_H
#define CLM_FPX_FAST_SELF_TEST_H

#include "fpx/batch/ntt.h"
#include "opencl/context.h"

/* An upper bound on their number. */
enum { CLM_FAST_MOST_NEEDS = CLM_NTT_MOST_RADIX + 6 };

/* Adds to the `count` entries of needs[], each once, the self-tests required by clm_fast_multiply
 * of n and m coefficients modulo p. Likewise for clm_fast_divide, clm_fast_gcd with any base
 * considered, trees of m points for n coefficients, and a modulus of degree n. Returns their new
 * count. */
size_t clm_fast_multiply_needs(const clmodp_context *ctx, const clm_self_test **needs,
                               size_t count, size_t n, size_t m, u32 p);
size_t clm_fast_divide_needs(const clmodp_context *ctx, const clm_self_test **needs, size_t count,
                             size_t n, size_t m, u32 p);
CLM_LAB_API size_t clm_fast_gcd_needs(const clmodp_context *ctx, const clm_self_test **needs,
                                      size_t count, size_t n, size_t m, u32 p);
size_t clm_fast_modulus_needs(const clmodp_context *ctx, const clm_self_test **needs, size_t count,
                              size_t n, u32 p);
size_t clm_tree_needs(const clmodp_context *ctx, const clm_self_test **needs, size_t count,
                      size_t n, size_t m, u32 p);

#endif
