/* Tests sorts of a caller's memory, with its events: results, ordering and refusals. */
#include <clmodp/opencl.h>

#include <math.h>
#include <string.h>

#include "support/batch.h"
#include "support/gate.h"

#define KEYS 500

/* A caller: a context on the owner's queue, and memory. */
typedef struct caller {
    clmodp_context *owner, *ctx; /* of the OpenCL context; created from its queue */
    cl_mem memory;
} caller;

static caller call_on(clmodp_context *owner, void *bytes, size_t size)
{
    caller c = {.owner = owner};
    char message[1024] = "";
    cl_int code;

    if (clmodp_context_create_from_queue(&c.ctx, owner->queue, NULL, message, sizeof message) !=
        CLMODP_OK)
        fail_msg("%s", message);
    c.memory = clCreateBuffer(owner->cl, CL_MEM_COPY_HOST_PTR, size, bytes, &code);
    assert_int_equal(code, CL_SUCCESS);
    return c;
}

static void hang_up(caller *c)
{
    clmodp_context_destroy(c->ctx);
    assert_int_equal(clReleaseMemObject(c->memory), CL_SUCCESS);
}

static void read_back(const caller *c, void *bytes, size_t size)
{
    assert_int_equal(clEnqueueReadBuffer(c->owner->queue, c->memory, CL_TRUE, 0, size, bytes, 0,
                                         NULL, NULL), CL_SUCCESS);
}

/* Keys, followed by values in the same memory; all methods must sort them stably. */
static void all_forms_sort(void **state)
{
    for (int method = CLMODP_SORT_AUTO; method <= CLMODP_SORT_BUCKETS; method++) {
        uint32_t words[2 * KEYS];
        clmodp_sort_options options;
        caller c;

        for (uint32_t k = 0; k < KEYS; k++) {
            words[k] = k * 7919 % 101;
            words[KEYS + k] = k;
        }
        c = call_on(*state, words, sizeof words);
        clmodp_sort_options_init(&options);
        options.method = (clmodp_sort_method)method;
        options.run = 8;
        BATCH_OK(c.ctx, clmodp_radix_sort(c.ctx, &(clmodp_cl_array){c.memory, 0, KEYS},
                                          &(clmodp_cl_array){c.memory, KEYS, KEYS}, NULL,
                                          &options));
        read_back(&c, words, sizeof words);
        for (uint32_t k = 0; k < KEYS; k++) {
            assert_int_equal(words[k], words[KEYS + k] * 7919 % 101);
            if (k > 0)
                assert_true(words[k - 1] < words[k] || (words[k - 1] == words[k] &&
                                                        words[KEYS + k - 1] < words[KEYS + k]));
        }
        hang_up(&c);
    }
}

/* Defaults are chosen together with given parameters, so that a group fits local memory. */
static void defaults_fit_given_parameters(void **state)
{
    static const uint32_t given[][3] = {{16, 0, 0}, {64, 0, 8}, {0, 1 << 11, 0}, {0, 4, 8}};
    clmodp_sort_options options;

    clmodp_sort_options_init(&options);
    options.method = CLMODP_SORT_SPLITS;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        uint32_t words[2 * KEYS];
        caller c;

        for (uint32_t k = 0; k < 2 * KEYS; k++)
            words[k] = k % 2 == 0 ? 2 * KEYS - k : k;
        c = call_on(*state, words, sizeof words);
        options.group = given[i][0];
        options.run = given[i][1];
        options.s = given[i][2];
        BATCH_OK(c.ctx, clmodp_radix_sort(c.ctx, &(clmodp_cl_array){c.memory, 0, 2 * KEYS}, NULL,
                                          NULL, &options));
        read_back(&c, words, sizeof words);
        for (uint32_t k = 1; k < 2 * KEYS; k++)
            assert_true(words[k - 1] <= words[k]);
        hang_up(&c);
    }
}

/* Floating point numbers are in IEEE's total order. */
static void floating_point_numbers(void **state)
{
    const float order[] = {-INFINITY, -3.0f, -1e-40f, -0.0f, 0.0f, 1e-40f, 2.5f, INFINITY, NAN};
    const double doubles[] = {-INFINITY, -1e300, -5e-324, -0.0, 0.0, 5e-324, 1.0, INFINITY};
    float words[9];
    double longs[8];
    clmodp_sort_options options;
    caller c;

    for (size_t k = 0; k < 9; k++)
        words[k] = order[k * 4 % 9];
    c = call_on(*state, words, sizeof words);
    clmodp_sort_options_init(&options);
    options.key = CLMODP_SORT_FLOAT32;
    BATCH_OK(c.ctx, clmodp_radix_sort(c.ctx, &(clmodp_cl_array){c.memory, 0, 9}, NULL, NULL,
                                      &options));
    read_back(&c, words, sizeof words);
    assert_memory_equal(words, order, sizeof order);
    hang_up(&c);

    for (size_t k = 0; k < 8; k++)
        longs[k] = doubles[k * 3 % 8];
    c = call_on(*state, longs, sizeof longs);
    options.key = CLMODP_SORT_FLOAT64;
    options.descending = 1;
    BATCH_OK(c.ctx, clmodp_radix_sort(c.ctx, &(clmodp_cl_array){c.memory, 0, 8}, NULL, NULL,
                                      &options));
    read_back(&c, longs, sizeof longs);
    for (size_t k = 0; k < 8; k++)
        assert_memory_equal(&longs[k], &doubles[7 - k], sizeof *longs);
    hang_up(&c);
}

/* Nothing runs before the events waited for, and the call does not wait for them. */
static void events_order_calls(void **state)
{
    uint32_t words[] = {3, 1, 2};
    caller c = call_on(*state, words, sizeof words);
    cl_event gate = gate_create(c.owner), done = NULL;
    const clmodp_cl_events events = {1, &gate, &done};

    BATCH_OK(c.ctx, clmodp_radix_sort(c.ctx, &(clmodp_cl_array){c.memory, 0, 3}, NULL, &events,
                                      NULL));
    gate_open(gate, done);
    read_back(&c, words, sizeof words);
    for (uint32_t k = 0; k < 3; k++)
        assert_int_equal(words[k], k + 1);
    hang_up(&c);
}

static void refuse(const caller *c, const clmodp_cl_array *keys, const clmodp_cl_array *values,
                   const clmodp_sort_options *options, const char *why)
{
    cl_event done = (cl_event)(uintptr_t)1;
    const clmodp_cl_events events = {.done = &done};
    const clmodp_status st = clmodp_radix_sort(c->ctx, keys, values, &events, options);
    const char *message = clmodp_context_message(c->ctx);

    if ((st != CLMODP_INVALID && st != CLMODP_LIMIT) || strstr(message, why) == NULL)
        fail_msg("%d: \"%s\", expected \"%s\"", st, message, why);
    assert_null(done);
}

static void wrong_calls_are_refused(void **state)
{
    uint32_t words[KEYS];
    caller c;
    clmodp_sort_options options = {0};

    for (uint32_t k = 0; k < KEYS; k++)
        words[k] = KEYS - k;
    c = call_on(*state, words, sizeof words);

    const clmodp_cl_array all = {c.memory, 0, KEYS}, longer = {c.memory, 1, KEYS};
    const clmodp_cl_array low = {c.memory, 0, 10}, near = {c.memory, 9, 10};
    const clmodp_cl_array fewer = {c.memory, 20, 9}, nothing = {NULL, 0, 1};

    assert_int_equal(clmodp_radix_sort(NULL, &all, NULL, NULL, NULL), CLMODP_INVALID);
    refuse(&c, &longer, NULL, NULL, "500 elements of 4 bytes from element 1 on");
    refuse(&c, NULL, NULL, NULL, "keys has no memory");
    refuse(&c, &low, &nothing, NULL, "values has no memory");
    refuse(&c, &low, &near, NULL, "keys and values overlap");
    refuse(&c, &low, &fewer, NULL, "10 keys have 10 values, not 9");
    refuse(&c, &low, NULL, &options, "has size 0");
    clmodp_sort_options_init(&options);
    options.key = (clmodp_sort_key)6;
    refuse(&c, &low, NULL, &options, "key");
    clmodp_sort_options_init(&options);
    options.method = (clmodp_sort_method)(CLMODP_SORT_BUCKETS + 1);
    refuse(&c, &low, NULL, &options, "method");
    clmodp_sort_options_init(&options);
    options.value_bytes = 2;
    refuse(&c, &low, &low, &options, "value_bytes");
    clmodp_sort_options_init(&options);
    options.end_bit = 33;
    refuse(&c, &low, NULL, &options, "bits from 0 up to 33");
    options.end_bit = 3;
    options.begin_bit = 4;
    refuse(&c, &low, NULL, &options, "bits from 4 up to 3");
    clmodp_sort_options_init(&options);
    options.method = CLMODP_SORT_SPLITS;
    options.s = 9;
    refuse(&c, &low, NULL, &options, "1 to 8 bits");
    options.method = CLMODP_SORT_TILES;
    options.s = 12;
    refuse(&c, &low, NULL, &options, "1 to 11 bits");
    clmodp_sort_options_init(&options);
    options.method = CLMODP_SORT_SPLITS;
    options.group = UINT32_MAX;
    options.run = UINT32_MAX;
    refuse(&c, &low, NULL, &options, "too many");
    clmodp_sort_options_init(&options);
    options.method = CLMODP_SORT_TILES; /* BUCKETS needs no memory for so few keys */
    options.max_memory = 8;
    assert_int_equal(clmodp_radix_sort(c.ctx, &all, NULL, NULL, &options),
                     CLMODP_DEVICE_MEMORY);
    read_back(&c, words, sizeof words);
    for (uint32_t k = 0; k < KEYS; k++)
        assert_int_equal(words[k], KEYS - k); /* unchanged */
    hang_up(&c);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(all_forms_sort),
    cmocka_unit_test(defaults_fit_given_parameters),
    cmocka_unit_test(floating_point_numbers),
    cmocka_unit_test(events_order_calls),
    cmocka_unit_test(wrong_calls_are_refused));
