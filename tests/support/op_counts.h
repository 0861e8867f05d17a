/* Contexts whose kernels count operations, and comparison with closed forms. */
#ifndef TESTS_SUPPORT_OP_COUNTS_H
#define TESTS_SUPPORT_OP_COUNTS_H

#include "cost/cost.h"
#include "opencl/context.h"
#include "support/context.h"

/* Opens a context with so many lanes per work-item, which counts its launches in *op_counts.
 * Groups not chosen by callers have 16 work-items. */
clmodp_context *counts_open(clm_op_counts *op_counts, uint32_t lanes);

/* Returns whether the driver supports program-scope variables, and so counting. If not, the
 * context stops counting, and has run a kernel. */
bool counts_work(clmodp_context *ctx);
#define COUNT_MISSING "the driver's compiler has no variables of programs"

/* Vector widths to be tried. */
extern const uint32_t counts_lanes[3];
#define COUNT_LANES (sizeof counts_lanes / sizeof *counts_lanes)

/* Fails, with a text naming the counted computation, unless both are the same; then clears
 * *found. */
void counts_compare(clm_op_counts *found, const clm_op_counts *expected, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For programs that tests/project/words.py runs under Oclgrind: prints the words that kernels with
 * this name prefix should have moved since the last call. */
void counts_expect_words(clmodp_context *ctx, const char *kernels, double read, double written);

#endif
