/* Tests contexts that count: counting kernels are counted, and no others run. */
#include <string.h>

#include "arith/prime.h"
#include "arrays/reduction.h"
#include "fpx/schoolbook/schoolbook.h"
#include "opencl/kernel.h"
#include "problems/chunk.h"
#include "support/skip.h"
#include "support/op_counts.h"

enum { COUNT = 50, PRIME = 101 };

/* One product and three words moved for each coefficient; idle work-items count nothing. */
static void test_counts(void **state)
{
    const clm_op_counts expected = {.read = 2.0 * COUNT, .written = COUNT, .products = COUNT,
                                .launches = 1.0, .groups = 4.0};
    clm_op_counts op_counts;
    clmodp_context *ctx = counts_open(&op_counts, 4);
    const bool works = counts_work(ctx);
    u32 words[COUNT];
    clm_buffer of, factor, out;

    (void)state;
    for (u32 k = 0; k < COUNT; k++)
        words[k] = k;
    of = device_words(ctx, words, COUNT);
    factor = device_words(ctx, &(u32){clm_field(PRIME).one}, 1);
    out = device_words(ctx, NULL, COUNT);
    for (int turn = 0; turn < 2 && works; turn++) {
        device_must(ctx,
                    clm_schoolbook_scale(ctx, &out, &of, 0, COUNT, &factor, clm_field(PRIME)));
        counts_compare(&op_counts, &expected, "turn %d", turn);
    }
    if (works) {
        device_must(ctx, clm_buffer_read(ctx, &out, 0, words, sizeof words));
        for (u32 k = 0; k < COUNT; k++)
            assert_int_equal(words[k], k);
    }
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &factor);
    clm_buffer_destroy(ctx, &of);
    clmodp_context_destroy(ctx);
    SKIP_UNLESS(works, COUNT_MISSING);
}

static void test_others(void **state)
{
    clm_op_counts op_counts;
    clmodp_context *ctx = counts_open(&op_counts, 1);
    const bool works = counts_work(ctx);
    clm_buffer words = device_words(ctx, NULL, COUNT);
    const clm_scan_range range = {&words, 0};

    (void)state;
    if (works) {
        assert_int_equal(clm_array_reduce(ctx, range, range, COUNT, sizeof(u32), CLMODP_REDUCE_SUM,
                                          (clm_scan_shape){.group = 1, .run = COUNT}),
                         CLMODP_INVALID);
        assert_non_null(strstr(clmodp_context_message(ctx), "takes 4 arguments, not 5"));
        assert_true(op_counts.launches == 0.0);
    }
    clm_buffer_destroy(ctx, &words);
    clmodp_context_destroy(ctx);
    SKIP_UNLESS(works, COUNT_MISSING);
}

TESTS(cmocka_unit_test(test_counts), cmocka_unit_test(test_others));
