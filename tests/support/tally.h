/* Contexts whose kernels count what they do, and comparison with what closed forms say. */
#ifndef TESTS_SUPPORT_TALLY_H
#define TESTS_SUPPORT_TALLY_H

#include "cost/rates.h"
#include "opencl/context.h"
#include "support/context.h"

/* A context with so many lanes a work-item, whose launches are counted in *tally, and in which
 * groups that callers do not choose have 16 work-items. */
clmodp_context *tally_open(clm_tally *tally, uint32_t lanes);

/* Whether the context's driver can: it has variables of programs. If not, the context counts no
 * more, and a kernel has run there. */
bool tally_works(clmodp_context *ctx);
#define TALLY_MISSING "the driver's compiler has no variables of programs"

/* Vector widths to try. */
extern const uint32_t tally_lanes[3];
#define TALLY_LANES (sizeof tally_lanes / sizeof *tally_lanes)

/* Fail, with a text that says what was counted, unless both are the same; then *found begins
 * anew. */
void tally_compare(clm_tally *found, const clm_tally *expected, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For programs that tests/project/words.py runs under Oclgrind: what kernels whose name begins so
 * should have moved since the last time. */
void tally_expect_words(clmodp_context *ctx, const char *kernels, double read, double written);

#endif
