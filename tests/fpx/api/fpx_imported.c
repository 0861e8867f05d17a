/* Tests clmodp/opencl.h: polynomials from and to a caller's memory, with the caller's events. */
#include <clmodp/opencl.h>

#include "opencl/context.h"
#include "support/fpx.h"
#include "support/gate.h"

#define WORDS 50

static clmodp_context *owner; /* of the OpenCL context */
static cl_mem memory;         /* words 1, 2, 3, ... */

static int set_up(void **state)
{
    char message[1024] = "";
    uint32_t words[WORDS];
    cl_int code;

    (void)state;
    owner = context_open(NULL);
    for (uint32_t k = 0; k < WORDS; k++)
        words[k] = k + 1;
    if (clmodp_context_create_from_queue(&context, owner->queue, NULL, message, sizeof message) !=
        CLMODP_OK)
        fail_msg("%s", message);
    memory = clCreateBuffer(owner->cl, CL_MEM_COPY_HOST_PTR, sizeof words, words, &code);
    assert_int_equal(code, CL_SUCCESS);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    assert_int_equal(clReleaseMemObject(memory), CL_SUCCESS);
    clmodp_context_destroy(context);
    clmodp_context_destroy(owner);
    return 0;
}

static void read_words(uint32_t *words, cl_mem from, size_t first, size_t count)
{
    assert_int_equal(clEnqueueReadBuffer(owner->queue, from, CL_TRUE, first * sizeof *words,
                                         count * sizeof *words, words, 0, NULL, NULL),
                     CL_SUCCESS);
}

/* Words 4 ... 8 of the memory, 5 6 7 8 9, are 5 6 0 1 2 modulo 7. */
static void test_there_and_back(void **state)
{
    uint32_t expected[] = {5, 6, 0, 1, 2, 0, 0};
    const clmodp_cl_array from = {memory, 4, 5}, to = {memory, 20, 7}, few = {memory, 0, 4};
    uint32_t words[9];
    clmodp_fpx *f;
    cl_event done = NULL;
    const clmodp_cl_events events = {0, NULL, &done};
    cl_mem lent;

    (void)state;
    OK(clmodp_fpx_create(context, &f, 7));
    OK(clmodp_fpx_set_array(f, &from, NULL));
    assert_is(f, (ref_poly){expected, 5}, "array");
    OK(clmodp_fpx_get_array(f, &to, &events));
    assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
    clReleaseEvent(done);
    read_words(words, memory, 19, 9);
    assert_int_equal(words[0], 20);
    assert_memory_equal(words + 1, expected, sizeof expected);
    assert_int_equal(words[8], 28);
    OK(clmodp_fpx_memory(f, &lent));
    read_words(words, lent, 0, 5);
    assert_memory_equal(words, expected, 5 * sizeof *words);
    assert_int_equal(clmodp_fpx_get_array(f, &few, NULL), CLMODP_INVALID);
    clmodp_fpx_destroy(f);
}

/* Words 6 and 13, 7 and 14, vanish modulo 7, and so does all of an empty array. */
static void test_zeros(void **state)
{
    const clmodp_cl_array one = {memory, 6, 1}, none = {memory, WORDS, 0}, to = {memory, 40, 2};
    uint32_t words[2];
    clmodp_fpx *f;
    cl_mem lent;

    (void)state;
    OK(clmodp_fpx_create(context, &f, 7));
    OK(clmodp_fpx_set_array(f, &one, NULL));
    assert_int_equal(clmodp_fpx_count(f), 0);
    OK(clmodp_fpx_set_array(f, &none, NULL));
    assert_int_equal(clmodp_fpx_count(f), 0);
    OK(clmodp_fpx_get_array(f, &none, NULL));
    OK(clmodp_fpx_get_array(f, &to, NULL));
    read_words(words, memory, 40, 2);
    assert_int_equal(words[0] | words[1], 0);
    OK(clmodp_fpx_memory(f, &lent));
    assert_null(lent);
    clmodp_fpx_destroy(f);
}

/* Nothing is read before the events waited for. */
static void test_events(void **state)
{
    const clmodp_cl_array array = {memory, 0, 3}, to = {memory, 30, 3};
    cl_event gate = gate_create(owner), done = NULL;
    const clmodp_cl_events events = {1, &gate, &done};
    uint32_t words[3];
    clmodp_fpx *f;

    (void)state;
    OK(clmodp_fpx_create(context, &f, 11));
    OK(clmodp_fpx_set_array(f, &array, NULL));
    OK(clmodp_fpx_get_array(f, &to, &events));
    gate_open(gate, done);
    read_words(words, memory, 30, 3);
    assert_int_equal(words[0] | words[1] << 4 | words[2] << 8, 0x321);
    clmodp_fpx_destroy(f);
}

static void test_wrong(void **state)
{
    const clmodp_cl_array good = {memory, 0, 3}, beyond = {memory, WORDS - 2, 3};
    const clmodp_cl_array nothing = {NULL, 0, 3};
    const clmodp_cl_events bad = {1, NULL, NULL};
    clmodp_fpx *f;

    (void)state;
    OK(clmodp_fpx_create(context, &f, 7));
    assert_int_equal(clmodp_fpx_set_array(NULL, &good, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_set_array(f, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_set_array(f, &nothing, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_set_array(f, &beyond, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_set_array(f, &good, &bad), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_get_array(NULL, &good, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_get_array(f, &beyond, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_memory(f, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_count(f), 0);
    clmodp_fpx_destroy(f);
}

TESTS_BETWEEN(set_up, tear_down, cmocka_unit_test(test_there_and_back),
              cmocka_unit_test(test_zeros), cmocka_unit_test(test_events),
              cmocka_unit_test(test_wrong));
