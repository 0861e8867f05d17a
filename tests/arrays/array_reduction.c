/* Tests reductions of any length against a loop, and refusals of the public call. */
#include "arrays/reduction.h"

#include <clmodp/opencl.h>

#include <string.h>

#include "core/random.h"
#include "support/batch.h"

static uint64_t reduced(const uint64_t *values, size_t count, size_t bytes, clmodp_reduction how)
{
    const uint64_t all = bytes == 8 ? UINT64_MAX : UINT32_MAX;
    uint64_t result = how == CLMODP_REDUCE_MIN ? all : 0;

    for (size_t k = 0; k < count; k++) {
        const uint64_t x = values[k] & all;

        if (how == CLMODP_REDUCE_SUM)
            result = (result + x) & all;
        else if (how == CLMODP_REDUCE_MIN ? x < result : x > result)
            result = x;
    }
    return result;
}

/* Reduces elements from `first` on; the result is stored behind them, and others are unchanged. */
static void check(clmodp_context *ctx, size_t count, size_t first, size_t bytes,
                  clm_scan_shape shape)
{
    const size_t elements = first + count + 3;
    clm_random random = {count * 31 + first};
    uint64_t *values = calloc(elements, sizeof *values);
    unsigned char *in = calloc(elements, bytes), *found = calloc(elements, bytes);
    clm_buffer buffer;

    assert_true(values != NULL && in != NULL && found != NULL);
    for (size_t k = 0; k < elements; k++) {
        values[k] = clm_random_next(&random);
        memcpy(in + k * bytes, &values[k], bytes);
    }
    BATCH_OK(ctx, clm_buffer_create(ctx, &buffer, elements, bytes));
    for (int how = CLMODP_REDUCE_SUM; how <= CLMODP_REDUCE_MAX; how++) {
        const uint64_t expected = reduced(values + first, count, bytes, (clmodp_reduction)how);

        BATCH_OK(ctx, clm_buffer_write(ctx, &buffer, 0, in, elements * bytes));
        BATCH_OK(ctx, clm_array_reduce(ctx, (clm_scan_range){&buffer, first + count + 1},
                                       (clm_scan_range){&buffer, first}, count, bytes,
                                       (clmodp_reduction)how, shape));
        BATCH_OK(ctx, clm_buffer_read(ctx, &buffer, 0, found, elements * bytes));
        if (memcmp(found + (first + count + 1) * bytes, &expected, bytes) != 0)
            fail_msg("%zu elements of %zu bytes, reduction %d, groups of %zu, runs of %zu", count,
                     bytes, how, shape.group, shape.run);
        memcpy(found + (first + count + 1) * bytes, in + (first + count + 1) * bytes, bytes);
        assert_memory_equal(found, in, elements * bytes);
    }
    clm_buffer_destroy(ctx, &buffer);
    free(values);
    free(in);
    free(found);
}

static void reductions(void **state)
{
    static const clm_scan_shape shapes[] = {{.group = 1, .run = 2},  {.group = 1, .run = 64},
                                            {.group = 4, .run = 1},  {.group = 5, .run = 3},
                                            {.group = 16, .run = 8}, {.group = 64, .run = 1}};
    static const size_t numbers[] = {0, 1, 2, 7, 100};

    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
            for (size_t more = 0; more < 3; more++) {
                const size_t count = shapes[k].group * shapes[k].run * numbers[n] + more;

                if (count > 0)
                    check(*state, count - 1, (n + more) % 5, more % 2 == 0 ? 4 : 8, shapes[k]);
            }
    check(*state, small_tests() ? 5000 : 300000, 1, 4, clm_scan_default(*state));
}

static void public_calls(void **state)
{
    clmodp_context *owner = *state, *ctx;
    uint64_t values[] = {5, UINT64_C(1) << 40, 3, 9};
    const uint64_t expected[] = {17 + (UINT64_C(1) << 40), 3, UINT64_C(1) << 40};
    cl_int code;
    cl_mem memory = clCreateBuffer(owner->cl, CL_MEM_COPY_HOST_PTR, sizeof values, values, &code);
    const clmodp_cl_array all = {memory, 0, 4}, last = {memory, 3, 1}, two = {memory, 2, 2};
    clmodp_reduce_options options;
    uint64_t found;

    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(clmodp_context_create_from_queue(&ctx, owner->queue, NULL, NULL, 0),
                     CLMODP_OK);
    clmodp_reduce_options_init(&options);
    options.element = CLMODP_ELEMENT_UINT64;
    for (int k = 0; k < 3; k++) { /* the result replaces one of the values */
        options.reduction = (clmodp_reduction)k;
        assert_int_equal(clEnqueueWriteBuffer(owner->queue, memory, CL_TRUE, 0, sizeof values,
                                              values, 0, NULL, NULL), CL_SUCCESS);
        BATCH_OK(ctx, clmodp_reduce(ctx, &last, &all, NULL, &options));
        assert_int_equal(clEnqueueReadBuffer(owner->queue, memory, CL_TRUE, 24, 8, &found, 0, NULL,
                                             NULL), CL_SUCCESS);
        assert_true(found == expected[k]);
    }
    assert_int_equal(clmodp_reduce(NULL, &last, &all, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_reduce(ctx, &two, &all, NULL, &options), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(ctx), "1 element, not 2"));
    assert_int_equal(clmodp_reduce(ctx, &last, NULL, NULL, &options), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(ctx), "values has no memory"));
    options.reduction = (clmodp_reduction)3;
    assert_int_equal(clmodp_reduce(ctx, &last, &all, NULL, &options), CLMODP_INVALID);
    options.reduction = CLMODP_REDUCE_SUM;
    options.group = options.run = 1;
    assert_int_equal(clmodp_reduce(ctx, &last, &all, NULL, &options), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(ctx), "run of 2"));
    clmodp_context_destroy(ctx);
    assert_int_equal(clReleaseMemObject(memory), CL_SUCCESS);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(reductions),
    cmocka_unit_test(public_calls));
