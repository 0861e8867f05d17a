/* Prefix sums of any length, on our buffers and on a caller's, against a loop. */
#include <clmodp/primitives.h>

#include <string.h>

#include "base/random.h"
#include "device/kernel.h"
#include "primitives/scan.h"
#include "support/batch.h"
#include "support/skip.h"

/* Modulo 2^64; those of words are the low halves. */
static void reference(uint64_t *sums, const uint64_t *values, size_t count, bool exclusive)
{
    uint64_t sum = 0;

    for (size_t k = 0; k < count; k++) {
        sums[k] = exclusive ? sum : sum + values[k];
        sum += values[k];
    }
}

/* Elements of so many bytes, from and to those of eight. */
static void pack(unsigned char *out, const uint64_t *values, size_t count, size_t bytes)
{
    for (size_t k = 0; k < count; k++) {
        const uint32_t low = (uint32_t)values[k];

        memcpy(out + k * bytes, bytes == sizeof low ? (const void *)&low : &values[k], bytes);
    }
}

/* A problem: what is scanned, how, and where it lies in longer memory. */
typedef struct instance {
    size_t count, bytes, from, to; /* the first element read, and written */
    bool exclusive, in_place;
    clm_scan_shape shape;
} instance;

/* What memory holds beside the sums must stay. */
static void check_memory(const instance *i, const unsigned char *found,
                         const unsigned char *before, const uint64_t *sums, size_t elements)
{
    unsigned char *expected = malloc(elements * i->bytes);

    assert_non_null(expected);
    memcpy(expected, before, elements * i->bytes);
    pack(expected + i->to * i->bytes, sums, i->count, i->bytes);
    for (size_t k = 0; k < elements; k++)
        if (memcmp(found + k * i->bytes, expected + k * i->bytes, i->bytes) != 0)
            fail_msg("%zu elements of %zu bytes from %zu to %zu%s%s, groups of %zu, runs of %zu: "
                     "element %zu is wrong", i->count, i->bytes, i->from, i->to,
                     i->exclusive ? ", exclusive" : "", i->in_place ? ", in place" : "",
                     i->shape.group, i->shape.run, k);
    free(expected);
}

static void check(clmodp_context *ctx, const instance *i)
{
    const size_t elements = clm_size_max(i->from, i->to) + i->count + 3;
    clm_random random = {i->count * 31 + i->from};
    uint64_t *values = calloc(elements, sizeof *values);
    uint64_t *sums = calloc(elements, sizeof *sums);
    unsigned char *in = calloc(elements, i->bytes), *out = calloc(elements, i->bytes);
    clm_buffer source, target;

    for (size_t k = 0; k < elements; k++)
        values[k] = k % 5 == 0 ? UINT64_MAX : clm_random_next(&random);
    reference(sums, values + i->from, i->count, i->exclusive);
    pack(in, values, elements, i->bytes);
    BATCH_OK(ctx, clm_buffer_create(ctx, &source, elements, i->bytes));
    BATCH_OK(ctx, clm_buffer_write(ctx, &source, 0, in, elements * i->bytes));
    BATCH_OK(ctx, clm_buffer_create(ctx, &target, elements, i->bytes));
    BATCH_OK(ctx, clm_buffer_write(ctx, &target, 0, in, elements * i->bytes));
    BATCH_OK(ctx, clm_scan(ctx, (clm_scan_range){i->in_place ? &source : &target, i->to},
                           (clm_scan_range){&source, i->from}, i->count, i->bytes, i->exclusive,
                           i->shape));
    BATCH_OK(ctx, clm_buffer_read(ctx, i->in_place ? &source : &target, 0, out,
                                  elements * i->bytes));
    check_memory(i, out, in, sums, elements);
    clm_buffer_destroy(ctx, &source);
    clm_buffer_destroy(ctx, &target);
    free(values);
    free(sums);
    free(in);
    free(out);
}

/* Around one tile, several, and tiles of tiles, with every parity of what varies. */
static void prefixes_are_sums(void **state)
{
    static const clm_scan_shape shapes[] = {{1, 2}, {1, 64}, {4, 1}, {5, 3}, {16, 8}, {64, 1}};
    static const size_t numbers[] = {1, 2, 3, 7, 20, 100};
    clmodp_context *ctx = *state;
    unsigned turn = 0;

    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const size_t tile = shapes[k].group * shapes[k].run;

        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
            for (size_t more = 0; more < 3; more++, turn++) {
                const size_t count = tile * numbers[n] + more - 1;
                const bool in_place = turn % 3 == 0;
                const size_t from = turn % 7, to = in_place ? from : turn % 5;

                if (count < (small_tests() ? 600 : 9000))
                    check(ctx, &(instance){count, turn % 2 == 0 ? 4 : 8, from, to,
                                           turn / 2 % 2 == 1, in_place, shapes[k]});
            }
    }
    check(ctx, &(instance){0, 4, 1, 2, false, false, shapes[1]});
    check(ctx, &(instance){small_tests() ? 5000 : 300000, 8, 1, 2, true, false,
                           clm_scan_default(ctx)});
}

static void wrong_ranges_are_refused(void **state)
{
    clmodp_context *ctx = *state;
    const clm_scan_shape shape = {4, 2};
    clm_buffer words = {0};
    const clm_scan_range all = {&words, 0}, late = {&words, 1}, never = {&words, SIZE_MAX};

    BATCH_OK(ctx, clm_buffer_create(ctx, &words, 100, sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_fill(ctx, &words, 1, 100));
    BATCH_OK(ctx, clm_scan(ctx, all, all, 100, 4, false, shape));
    assert_int_equal(clm_scan(ctx, all, all, 101, 4, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, late, late, 100, 4, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, never, all, 100, 4, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 51, 8, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 10, 2, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 10, 4, false, (clm_scan_shape){1, 1}),
                     CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 10, 4, false, (clm_scan_shape){0, 1}),
                     CLMODP_INVALID);
    clm_buffer_destroy(ctx, &words);
}

/* A caller: a context on its queue, and memory of its own. */
typedef struct caller {
    clmodp_context *owner, *ctx; /* whose OpenCL context it is; what was made from the queue */
    cl_mem memory;               /* words 1, 2, 3, ... */
} caller;

#define WORDS 1000

static caller call_on(clmodp_context *owner)
{
    caller c = {.owner = owner};
    char message[1024] = "";
    uint32_t words[WORDS];
    cl_int code;

    for (uint32_t k = 0; k < WORDS; k++)
        words[k] = k + 1;
    if (clmodp_context_create_from_queue(&c.ctx, owner->queue, NULL, message, sizeof message) !=
        CLMODP_OK)
        fail_msg("%s", message);
    c.memory = clCreateBuffer(owner->cl, CL_MEM_COPY_HOST_PTR, sizeof words, words, &code);
    assert_int_equal(code, CL_SUCCESS);
    return c;
}

static void hang_up(caller *c)
{
    clmodp_context_destroy(c->ctx);
    assert_int_equal(clReleaseMemObject(c->memory), CL_SUCCESS);
}

static uint32_t word_at(const caller *c, size_t index)
{
    uint32_t word = 0;

    assert_int_equal(clEnqueueReadBuffer(c->owner->queue, c->memory, CL_TRUE,
                                         index * sizeof word, sizeof word, &word, 0, NULL, NULL),
                     CL_SUCCESS);
    return word;
}

/* Nothing runs before what is waited for, and the call does not wait for it; then the event says
 * that the sums are there. */
static void events_order_calls(void **state)
{
    caller c;
    clmodp_cl_array array = {NULL, 10, 100};
    cl_int code, status = CL_QUEUED;
    cl_event gate, done = NULL;
    const clmodp_cl_events events = {1, &gate, &done};

    SKIP_UNLESS(strcmp(clmodp_context_device(*state)->platform_name, "Oclgrind") != 0,
                "Oclgrind waits for events where commands are enqueued");
    c = call_on(*state);
    array.memory = c.memory;
    gate = clCreateUserEvent(c.owner->cl, &code);
    assert_int_equal(code, CL_SUCCESS);
    BATCH_OK(c.ctx, clmodp_scan(c.ctx, &array, &array, &events, NULL));
    assert_non_null(done);
    assert_int_equal(clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status,
                                    &status, NULL), CL_SUCCESS);
    assert_true(status > CL_COMPLETE);
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
    assert_int_equal(word_at(&c, 9), 10);
    assert_int_equal(word_at(&c, 10), 11);
    assert_int_equal(word_at(&c, 109), 110 * 111 / 2 - 55);
    assert_int_equal(word_at(&c, 110), 111);
    clReleaseEvent(done);
    clReleaseEvent(gate);
    hang_up(&c);
}

static void options_count(void **state)
{
    caller c = call_on(*state);
    const clmodp_cl_array low = {c.memory, 0, 400}, high = {c.memory, 500, 400};
    const clmodp_cl_array longs = {c.memory, 1, 100}, none = {c.memory, WORDS, 0};
    cl_event done = NULL;
    const clmodp_cl_events events = {.done = &done};
    clmodp_scan_options options;

    clmodp_scan_options_init(&options);
    options.kind = CLMODP_SCAN_EXCLUSIVE;
    options.group = 2;
    options.run = 7;
    BATCH_OK(c.ctx, clmodp_scan(c.ctx, &high, &low, NULL, &options));
    assert_int_equal(word_at(&c, 500), 0);
    assert_int_equal(word_at(&c, 899), 399 * 400 / 2);
    assert_int_equal(word_at(&c, 900), 901);
    options.element = CLMODP_ELEMENT_UINT64;
    BATCH_OK(c.ctx, clmodp_scan(c.ctx, &longs, &longs, NULL, &options));
    assert_int_equal(word_at(&c, 2 + 2 * 99), 99 * (3 + 199) / 2); /* 3 + 5 + ... + 199 */
    assert_int_equal(word_at(&c, 3 + 2 * 99), 99 * (4 + 200) / 2);
    BATCH_OK(c.ctx, clmodp_scan(c.ctx, &none, &none, &events, NULL));
    assert_non_null(done);
    assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
    clReleaseEvent(done);
    hang_up(&c);
}

static void refuse(const caller *c, const clmodp_cl_array *sums, const clmodp_cl_array *values,
                   const clmodp_scan_options *options, const char *why)
{
    cl_event done = (cl_event)(uintptr_t)1;
    const clmodp_cl_events events = {.done = &done};
    const clmodp_status st = clmodp_scan(c->ctx, sums, values, &events, options);
    const char *message = clmodp_context_message(c->ctx);

    if (st != CLMODP_INVALID || strstr(message, why) == NULL)
        fail_msg("%d: \"%s\", expected \"%s\"", st, message, why);
    assert_null(done);
    assert_int_equal(word_at(c, WORDS - 1), WORDS); /* still there */
}

static void wrong_calls_are_refused(void **state)
{
    caller c = call_on(*state);
    clmodp_context *stranger = context_open(NULL);
    caller other = call_on(stranger);
    const clmodp_cl_array all = {c.memory, 0, WORDS}, longer = {c.memory, 1, WORDS};
    const clmodp_cl_array beyond = {c.memory, SIZE_MAX, 2}, nothing = {NULL, 0, 1};
    const clmodp_cl_array low = {c.memory, 0, 10}, near = {c.memory, 9, 10};
    const clmodp_cl_array fewer = {c.memory, 20, 9}, foreign = {other.memory, 0, 10};
    cl_int code;
    const clmodp_cl_array closed = {
        clCreateBuffer(c.owner->cl, CL_MEM_READ_ONLY, 40, NULL, &code), 0, 10};
    clmodp_scan_options options = {0};

    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(clmodp_scan(NULL, &all, &all, NULL, NULL), CLMODP_INVALID);
    refuse(&c, &longer, &longer, NULL, "1000 elements of 4 bytes from element 1 on");
    refuse(&c, &beyond, &beyond, NULL, "sums");
    refuse(&c, &low, &nothing, NULL, "values has no memory");
    refuse(&c, NULL, &low, NULL, "sums has no memory");
    refuse(&c, &near, &low, NULL, "overlap");
    refuse(&c, &fewer, &low, NULL, "10 values have 10 sums, not 9");
    refuse(&c, &low, &foreign, NULL, "another OpenCL context");
    refuse(&c, &closed, &low, NULL, "only read");
    refuse(&c, &low, &low, &options, "0 bytes long");
    clmodp_scan_options_init(&options);
    options.group = options.run = 1;
    refuse(&c, &low, &low, &options, "run of 2");
    options.run = 0;
    options.element = (clmodp_element)2;
    refuse(&c, &low, &low, &options, "element");
    clmodp_scan_options_init(&options);
    options.group = UINT32_MAX;
    assert_int_equal(clmodp_scan(c.ctx, &low, &low, NULL, &options), CLMODP_LIMIT);
    clmodp_scan_options_init(&options);
    options.max_memory = 1;
    options.group = 1;
    options.run = 2;
    assert_int_equal(clmodp_scan(c.ctx, &low, &low, NULL, &options), CLMODP_DEVICE_MEMORY);
    BATCH_OK(c.ctx, clmodp_scan(c.ctx, &low, &low, NULL, NULL));
    assert_int_equal(clReleaseMemObject(closed.memory), CL_SUCCESS);
    hang_up(&other);
    clmodp_context_destroy(stranger);
    hang_up(&c);
}

static void wrong_events_are_refused(void **state)
{
    caller c = call_on(*state);
    clmodp_context *stranger = context_open(NULL);
    const clmodp_cl_array all = {c.memory, 0, WORDS};
    cl_int code;
    cl_event foreign = clCreateUserEvent(stranger->cl, &code), done = (cl_event)(uintptr_t)1;
    const clmodp_cl_events lists[] = {
        {1, NULL, &done}, {0, &foreign, &done}, {1, &foreign, &done}};

    assert_int_equal(code, CL_SUCCESS);
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        done = (cl_event)(uintptr_t)1;
        assert_int_equal(clmodp_scan(c.ctx, &all, &all, &lists[k], NULL), CLMODP_INVALID);
        assert_null(done);
        assert_int_equal(word_at(&c, WORDS - 1), WORDS);
    }
    assert_int_equal(clSetUserEventStatus(foreign, CL_COMPLETE), CL_SUCCESS);
    clReleaseEvent(foreign);
    clmodp_context_destroy(stranger);
    hang_up(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prefixes_are_sums),
        cmocka_unit_test(wrong_ranges_are_refused),
        cmocka_unit_test(events_order_calls),
        cmocka_unit_test(options_count),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(wrong_events_are_refused),
    };

    return cmocka_run_group_tests(tests, context_set_up, context_tear_down);
}
