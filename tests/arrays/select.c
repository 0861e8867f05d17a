/* Tests compaction and splits of a caller's memory against loops, and refused calls. */
#include <clmodp/opencl.h>

#include <string.h>

#include "core/random.h"
#include "support/batch.h"

/* One memory object of 32-bit words: values, flags, output, and number of elements chosen. */
typedef struct caller {
    clmodp_context *owner, *ctx;
    cl_mem memory;
    size_t count, words; /* of the memory */
    uint32_t *before, *after;
    clmodp_cl_array values, flags, out, total;
} caller;

static caller call_on(void **state, size_t count, size_t bytes)
{
    clmodp_context *owner = *state = context_again(*state);
    const size_t element = bytes / sizeof(uint32_t);
    caller c = {.owner = owner, .count = count, .words = 2 * element * (count + 5) + count + 5};
    clm_random random = {count};
    cl_int code;

    c.before = calloc(c.words, sizeof *c.before);
    c.after = calloc(c.words, sizeof *c.after);
    assert_true(c.before != NULL && c.after != NULL);
    for (size_t k = 0; k < c.words; k++)
        c.before[k] = (uint32_t)clm_random_next(&random);
    for (size_t k = 0; k < count; k++) /* some are 0 */
        c.before[2 * element * (count + 5) + k] *= k % 3 == 1 || clm_random_below(&random, 2) == 0;
    assert_int_equal(clmodp_context_create_from_queue(&c.ctx, owner->queue, NULL, NULL, 0),
                     CLMODP_OK);
    c.ctx->overrides = owner->overrides;
    c.memory = clCreateBuffer(owner->cl, CL_MEM_COPY_HOST_PTR, c.words * sizeof *c.before,
                              c.before, &code);
    assert_int_equal(code, CL_SUCCESS);
    c.values = (clmodp_cl_array){c.memory, 2, count};
    c.out = (clmodp_cl_array){c.memory, count + 8, count};
    c.flags = (clmodp_cl_array){c.memory, 2 * element * (count + 5), count};
    c.total = (clmodp_cl_array){c.memory, c.words - 2, 1};
    return c;
}

static void hang_up(caller *c)
{
    clmodp_context_destroy(c->ctx);
    assert_int_equal(clReleaseMemObject(c->memory), CL_SUCCESS);
    free(c->before);
    free(c->after);
}

/* Sets `before` to the expected memory after the call, in elements of so many bytes. */
static void expect(caller *c, size_t bytes, int bit)
{
    unsigned char *memory = (unsigned char *)c->before;
    unsigned char *values = memory + c->values.offset * bytes;
    unsigned char *out = memory + c->out.offset * bytes;
    size_t chosen = 0, at = 0;

    for (int turn = 0; turn < (bit < 0 ? 1 : 2); turn++) {
        for (size_t k = 0; k < c->count; k++) {
            uint64_t value = 0;
            bool zero;

            memcpy(&value, values + k * bytes, bytes);
            zero = bit < 0 ? c->before[c->flags.offset + k] != 0 : (value >> bit & 1) == 0;
            if (zero == (turn == 0))
                memcpy(out + at++ * bytes, values + k * bytes, bytes);
        }
        if (turn == 0)
            chosen = at;
    }
    c->before[c->total.offset] = (uint32_t)chosen;
}

static void check(caller *c)
{
    assert_int_equal(clEnqueueReadBuffer(c->owner->queue, c->memory, CL_TRUE, 0,
                                         c->words * sizeof *c->after, c->after, 0, NULL, NULL),
                     CL_SUCCESS);
    for (size_t k = 0; k < c->words; k++)
        if (c->after[k] != c->before[k])
            fail_msg("%zu elements: word %zu of %zu is wrong", c->count, k, c->words);
}

static const size_t counts[] = {0, 1, 2, 7, 511, 512, 513, 1000, 30011};
#define COUNTS (sizeof counts / sizeof *counts)

static void compactions(void **state)
{
    for (size_t k = 0; k < COUNTS - small_tests(); k++)
        for (size_t bytes = 4; bytes <= 8; bytes += 4) {
            caller c = call_on(state, counts[k], bytes);
            clmodp_select_options options;

            clmodp_select_options_init(&options);
            options.element = bytes == 8 ? CLMODP_ELEMENT_UINT64 : CLMODP_ELEMENT_UINT32;
            BATCH_OK(c.ctx, clmodp_compact(c.ctx, &c.out, &c.total, &c.values, &c.flags, NULL,
                                           &options));
            expect(&c, bytes, -1);
            check(&c);
            hang_up(&c);
        }
}

static void splits(void **state)
{
    for (size_t k = 0; k < COUNTS - small_tests(); k++)
        for (size_t bytes = 4; bytes <= 8; bytes += 4)
            for (uint32_t bit = 0; bit < 8 * bytes; bit += 31) {
                caller c = call_on(state, counts[k], bytes);
                cl_event done;
                const clmodp_cl_events events = {.done = &done};
                clmodp_select_options options;

                clmodp_select_options_init(&options);
                options.element = bytes == 8 ? CLMODP_ELEMENT_UINT64 : CLMODP_ELEMENT_UINT32;
                options.bit = bit;
                BATCH_OK(c.ctx, clmodp_split(c.ctx, &c.out, &c.total, &c.values, &events,
                                             &options));
                assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
                clReleaseEvent(done);
                expect(&c, bytes, (int)bit);
                check(&c);
                hang_up(&c);
            }
}

static void refuse(caller *c, const clmodp_cl_array *out, const clmodp_cl_array *total,
                   const clmodp_cl_array *flags, const char *why)
{
    const clmodp_status st =
        clmodp_compact(c->ctx, out, total, &c->values, flags, NULL, NULL);

    if (st != CLMODP_INVALID || strstr(clmodp_context_message(c->ctx), why) == NULL)
        fail_msg("%d: \"%s\", expected \"%s\"", st, clmodp_context_message(c->ctx), why);
}

static void wrong_calls_are_refused(void **state)
{
    caller c = call_on(state, 20, 4);
    const clmodp_cl_array fewer = {c.memory, c.out.offset, 19};
    const clmodp_cl_array near = {c.memory, c.values.offset + 19, 20};
    const clmodp_cl_array two = {c.memory, c.total.offset, 2};
    const clmodp_cl_array inside = {c.memory, c.out.offset + 3, 1};
    clmodp_select_options options;

    assert_int_equal(clmodp_compact(NULL, &c.out, &c.total, &c.values, &c.flags, NULL, NULL),
                     CLMODP_INVALID);
    refuse(&c, &fewer, &c.total, &c.flags, "\"out\" has 19 elements");
    refuse(&c, &near, &c.total, &c.flags, "\"out\" and \"values\" overlap");
    refuse(&c, &c.out, &two, &c.flags, "\"total\" is 1 word, not 2");
    refuse(&c, &c.out, &inside, &c.flags, "\"out\" and \"total\" overlap");
    refuse(&c, &c.out, &c.total, NULL, "flags has no memory");
    refuse(&c, &c.out, &c.total, &fewer, "\"flags\" has 19 elements");
    clmodp_select_options_init(&options);
    options.bit = 32;
    assert_int_equal(clmodp_split(c.ctx, &c.out, &c.total, &c.values, NULL, &options),
                     CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(c.ctx), "bits from 0 to 31"));
    options.bit = 0;
    options.max_memory = 16;
    assert_int_equal(clmodp_split(c.ctx, &c.out, &c.total, &c.values, NULL, &options),
                     CLMODP_DEVICE_MEMORY);
    check(&c); /* unchanged */
    hang_up(&c);
}

TESTS(
    WITH_CONTEXT(compactions),
    WITH_CONTEXT(splits),
    WITH_CONTEXT(wrong_calls_are_refused));
