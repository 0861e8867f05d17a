/* Evaluation by number-theoretic transforms; the inside of clm_evaluate. */
#ifndef CLM_FPX_TRANSFORM_H
#define CLM_FPX_TRANSFORM_H

#include "fpx/lanes.h"
#include "model/rates.h"

/* More radices than a transform length below 2^32 can have. */
#define CLM_TRANSFORM_MAX_PASSES 32

/* How rows of this shape are transformed: `split` sums of each row at sum_points points,
 * followed by transforms of length split = product of the radices. */
typedef struct clm_transform {
    size_t split;      /* 1: there is no way but plain sums */
    size_t sum_points; /* points / split */
    size_t lanes;      /* sum_points rounded up to whole tiles */
    u32 radix[CLM_TRANSFORM_MAX_PASSES];
    size_t passes;
    double ns; /* of one prime, on one core or unit */
} clm_transform;

/* The cheapest transform for these rows among all divisors of the number of points. */
clm_transform clm_transform_plan(const clmodp_context *ctx, const clm_rows *rows,
                                 const clm_lanes *lanes);

/* As clm_evaluate, for whole primes. */
clmodp_status clm_transform_run(clmodp_context *ctx, clm_buffer *values, clm_buffer *scratch,
                                const clm_buffer *residues, const clm_rows *rows,
                                const clm_lanes *lanes, size_t first_prime, size_t primes);

/* Words of scratch memory that clm_transform_run needs. */
size_t clm_transform_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_lanes *lanes, size_t primes);

/* Split `length`, a number without prime factors above 7, into radices up to 16 whose passes
 * cost least. Returns the number of radices; *ns: of all passes, a word. */
size_t clm_transform_radices(u32 *radix, double *ns, size_t length, const clm_rates *rates);

/* table[begin + prime * order + e] = root^(exponent * e) for e < order and the primes of the
 * chunk from first_prime on. */
clmodp_status clm_transform_roots(clmodp_context *ctx, const clm_buffer *table, size_t begin,
                                  const clm_buffer *info, size_t first_prime, size_t primes,
                                  size_t order, size_t exponent);

#endif
