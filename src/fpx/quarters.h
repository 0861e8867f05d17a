/* Evaluation at four points at once; the inside of clm_evaluate. */
#ifndef CLM_FPX_QUARTERS_H
#define CLM_FPX_QUARTERS_H

#include "fpx/lanes.h"

/* As clm_evaluate, for whole primes. Pre: 4 divides the number of points. */
clmodp_status clm_quarters_run(clmodp_context *ctx, const clm_buffer *values,
                               const clm_buffer *scratch, const clm_buffer *residues,
                               const clm_rows *rows, const clm_lanes *lanes,
                               size_t first_prime, size_t primes);

/* Words of scratch memory that clm_quarters_run needs. */
size_t clm_quarters_scratch(const clmodp_context *ctx, const clm_rows *rows,
                            const clm_lanes *lanes, size_t primes);

/* Cost of one prime; infinite unless 4 divides the number of points. */
double clm_quarters_cost(const clmodp_context *ctx, const clm_rows *rows,
                         const clm_lanes *lanes);

#endif
