/* The radices of the transforms in fpx/batch/ntt.h, and the order in which they leave values. */
#ifndef CLM_FPX_NTT_PLAN_H
#define CLM_FPX_NTT_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "cl/arith/fp.h"
#include "cost/rates.h"

/* As many passes as clm_ntt_packed_radices has room for. */
enum { CLM_NTT_MOST_PASSES = 16, CLM_NTT_MOST_RADIX = 9 };

/* How sequences of a length are transformed. */
typedef struct clm_ntt_plan {
    size_t length;
    u32 radix[CLM_NTT_MOST_PASSES]; /* of the forward passes; their product is the length */
    size_t passes;                  /* 0 for length 1, and where there is no plan */
    double ns;                      /* a word, on a core; infinite: no plan */
} clm_ntt_plan;

/* The radices, from 2 to 9, whose passes cost least. There is a plan for lengths from 1 to
 * 2^32 - 1 without prime factors above 7. */
clm_ntt_plan clm_ntt_plan_for(size_t length);

/* The same of radices up to `most` only. */
clm_ntt_plan clm_ntt_plan_within(size_t length, u32 most);

/* What the passes over so many words are. */
clm_amounts clm_ntt_cost(const clm_ntt_plan *plan, double words);

/* The index that stands at a place in permuted order. The device has it from the plan's radices,
 * packed (ntt_index in cl/fpx/batch/ntt_shape.h). Pre: place < length. */
size_t clm_ntt_index(const clm_ntt_plan *plan, size_t place);
uint64_t clm_ntt_packed_radices(const clm_ntt_plan *plan);

/* The factors a * b = radix by which a pass is compiled, a the larger; 2 to 9. */
void clm_ntt_factors(u32 radix, u32 *a, u32 *b);

#endif
