/* Tests prefix sums on a caller's memory, with its events: results, ordering and refusals. */
#include <clmodp/opencl.h>

#include <string.h>

#include "support/batch.h"
#include "support/gate.h"

/* A caller: a context on the owner's queue, and memory. */
typedef struct caller {
    clmodp_context *owner, *ctx; /* of the OpenCL context; created from its queue */
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

/* Nothing runs before the events waited for, and the call does not wait for them; its own event is
 * complete when the sums are written. */
static void events_order_calls(void **state)
{
    caller c = call_on(*state);
    const clmodp_cl_array array = {c.memory, 10, 100};
    cl_event gate = gate_create(c.owner), done = NULL;
    const clmodp_cl_events events = {1, &gate, &done};

    BATCH_OK(c.ctx, clmodp_scan(c.ctx, &array, &array, &events, NULL));
    gate_open(gate, done);
    assert_int_equal(word_at(&c, 9), 10);
    assert_int_equal(word_at(&c, 10), 11);
    assert_int_equal(word_at(&c, 109), 110 * 111 / 2 - 55);
    assert_int_equal(word_at(&c, 110), 111);
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
    assert_int_equal(word_at(c, WORDS - 1), WORDS); /* unchanged */
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
    refuse(&c, &low, &low, &options, "has size 0");
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

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(events_order_calls),
    cmocka_unit_test(options_count),
    cmocka_unit_test(wrong_calls_are_refused),
    cmocka_unit_test(wrong_events_are_refused));
