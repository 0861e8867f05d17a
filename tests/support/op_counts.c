/* Opens counting contexts, and compares operation counts. */
#include "support/op_counts.h"

#include <stdarg.h>
#include <stdio.h>

#include "arith/prime.h"
#include "fpx/schoolbook/schoolbook.h"
#include "problems/chunk.h"

const uint32_t counts_lanes[] = {1, 4, 16};

clmodp_context *counts_open(clm_op_counts *op_counts, uint32_t lanes)
{
    clmodp_context *ctx = context_open(NULL);

    ctx->overrides.op_counts = op_counts;
    ctx->tuning.vector_width = ctx->tuning.tile = lanes;
    ctx->tuning.group = 16;
    ctx->tuning.assembly = CLM_ASSEMBLY_NONE;
    ctx->tuning.binaries = false;
    *op_counts = (clm_op_counts){0};
    return ctx;
}

/* Counts an inversion, which reads and writes one word each. */
bool counts_work(clmodp_context *ctx)
{
    clm_buffer word = device_words(ctx, &(u32){1}, 1);
    const bool works = clm_schoolbook_inverse(ctx, &word, &word, 0, clm_field(7)) == CLMODP_OK &&
                       ctx->overrides.op_counts->read == 1.0 &&
                       ctx->overrides.op_counts->written == 1.0;

    *ctx->overrides.op_counts = (clm_op_counts){0};
    if (!works) {
        ctx->overrides.op_counts = NULL;
        device_must(ctx, clm_schoolbook_inverse(ctx, &word, &word, 0, clm_field(7)));
    }
    clm_buffer_destroy(ctx, &word);
    return works;
}

/* Compares one number of an operation count. */
static bool same(const char *test, const char *what, double found, double expected)
{
    if (found == expected)
        return true;
    print_message("# %s: %.0f %s, not %.0f\n", test, found, what, expected);
    return false;
}

void counts_compare(clm_op_counts *found, const clm_op_counts *expected, const char *format, ...)
{
    char test[200];
    va_list arguments;
    bool all = true;

    va_start(arguments, format);
    (void)vsnprintf(test, sizeof test, format, arguments);
    va_end(arguments);
    all &= same(test, "words read", found->read, expected->read);
    all &= same(test, "words written", found->written, expected->written);
    all &= same(test, "products", found->products, expected->products);
    all &= same(test, "additions", found->additions, expected->additions);
    all &= same(test, "digits", found->digits, expected->digits);
    all &= same(test, "launches", found->launches, expected->launches);
    all &= same(test, "work-groups", found->groups, expected->groups);
    if (!all)
        fail_msg("%s: operation counts differ", test);
    *found = (clm_op_counts){0};
}

void counts_expect_words(clmodp_context *ctx, const char *kernels, double read, double written)
{
    device_must(ctx, clm_finish(ctx));
    (void)printf("\nexpected %s %.0f %.0f\n", kernels, read, written);
    (void)fflush(stdout);
}
