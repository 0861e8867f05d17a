/* What plain algorithms on the device do, as closed forms of their sizes: the operations, words
 * and work-groups that [HMX] counts, of these algorithms as they are built. Exact.
 *
 * Shapes are as callers give them; the tuning is the context's, since spans are whole vectors and
 * some launches have its groups. The test plain_tally compares them with what kernels count, and
 * tests/project/words.py words with what Oclgrind counts. */
#ifndef CLM_FPX_PLAIN_TALLY_H
#define CLM_FPX_PLAIN_TALLY_H

#include "cost/amounts.h"
#include "opencl/context.h"
#include "fpx/schoolbook/shape.h"

/* Of clm_plain_multiply, with n and m coefficients and so many rows in a pass: as many
 * as there are, ceil(m / s), unless memory or the time that a launch may take is short. */
clm_tally clm_plain_multiply_tally(size_t n, size_t m, clm_plain_shape shape,
                                   const clm_tuning *tuning, size_t pass);

/* Of clm_plain_divide, with n coefficients by m, 1 or more. */
clm_tally clm_plain_divide_tally(size_t n, size_t m, uint32_t p, clm_plain_shape shape,
                                 const clm_tuning *tuning);

/* Of clm_plain_gcd, with a trace or without, of coprime polynomials with n and m coefficients, 1
 * or more, whose degree sequence is generic: each remainder's degree is one less than that of the
 * divisor. Groups of one work-item with vectors are taken to compute in doubles. */
clm_tally clm_plain_gcd_tally(size_t n, size_t m, uint32_t p, clm_plain_shape shape,
                              const clm_tuning *tuning, size_t units, bool traced);

/* The same of the next sweep alone, where the host looks before it. */
clm_tally clm_plain_gcd_sweep_tally(size_t n, size_t m, clm_plain_shape shape,
                                    const clm_tuning *tuning, size_t units);

/* Its launches alone, and how often the host waits for them to look at the state, by fewer steps
 * than that sum over sweeps takes: for costs. */
size_t clm_plain_gcd_launches(size_t *looks, size_t n, size_t m, size_t s);

#endif
