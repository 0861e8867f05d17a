/* Contexts whose kernels count operations, and comparison with closed forms. */
#ifndef TESTS_SUPPORT_TALLY_H
#define TESTS_SUPPORT_TALLY_H

#include "cost/rates.h"
#include "opencl/context.h"
#include "support/context.h"

/* Opens a context with so many lanes a work-item, which counts its launches in *tally. Groups not
 * chosen by callers have 16 work-items. */
clmodp_context *tally_open(clm_tally *tally, uint32_t lanes);

/* Returns whether the driver supports program-scope variables, and so counting. If not, the
 * context stops counting, and has run a kernel. */
bool tally_works(clmodp_context *ctx);
#define TALLY_MISSING "the driver's compiler has no variables of programs"

/* Vector widths to be tried. */
extern const uint32_t tally_lanes[3];
#define TALLY_LANES (sizeof tally_lanes / sizeof *tally_lanes)

/* Fails, with a text naming the counted computation, unless both are the same; then clears
 * *found. */
void tally_compare(clm_tally *found, const clm_tally *expected, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For programs that tests/project/words.py runs under Oclgrind: prints the words that kernels with
 * this name prefix should have moved since the last call. */
void tally_expect_words(clmodp_context *ctx, const char *kernels, double read, double written);

#endif
