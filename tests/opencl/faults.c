/* Tests the module opencl while every OpenCL call and every allocation fails in turn. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/devices.h"
#include "opencl/kernel.h"
#include "portable/portable.h"
#include "support/assertions.h"
#include "support/faults.h"
#include "support/scratch.h"
#include "support/skip.h"

static scratch files, cache;
static clmodp_context_options options;

static const char add_text[] = "#include \"add.h\"\n"
                               "__kernel void add_one(__global uint *a, uint n)\n"
                               "{\n"
                               "    if (get_global_id(0) < n)\n"
                               "        a[get_global_id(0)] += ONE;\n"
                               "}\n";

static int set_up(void **state)
{
    (void)state;
    scratch_make(&files);
    scratch_make(&cache);
    scratch_put(&files, "add.cl", add_text);
    scratch_put(&files, "add.h", "#define ONE 1\n");
    scratch_put(&files, "other.cl", "kernel void other(global uint *a) { a[0] = 0; }\n");
    scratch_put(&files, "broken.cl", "nonsense");
    clmodp_context_options_init(&options);
    options.kernel_dir = files.path;
    options.cache_dir = "";
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scratch_remove(&files);
    scratch_remove(&cache);
    return 0;
}

static clm_kernel_files together = CLM_KERNEL_FILES("add.cl", "other.cl");

/* Creates two buffers, one of which may have large pages, writes, launches, finishes and reads.
 * `argument`: files to compile at the same time, here on one thread; or NULL. */
static clmodp_status add(clmodp_context *ctx, void *argument)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    clm_buffer a = {0}, b = {0};
    uint32_t word = 7;

    TRY(clm_context_open(ctx));
    ctx->tuning.binaries = true;
    ctx->tuning.parallel_builds = argument != NULL;
    ctx->kept->together = argument;
    ctx->threads = 1;
    TRY(clm_kernel_get(ctx, &kernel, "add.cl", "add_one"));
    TRY(clm_buffer_create(ctx, &a, 5, 4));
    TRY(clm_buffer_create(ctx, &b, CLM_LARGE_PAGE, 4));
    TRY(clm_buffer_write(ctx, &a, 8, &word, 4));
    TRY(clm_buffer_fill(ctx, &b, 3, 9));
    TRY(clm_launch(ctx, kernel, 5, 0, ARG_INOUT(&a, 5, uint32_t), ARG_U32(5)));
    TRY(clm_finish(ctx));
    TRY(clm_buffer_read(ctx, &a, 8, &word, 4));
    assert_int_equal(word, 8);
    TRY(clm_buffer_read(ctx, &b, 32, &word, 4));
    assert_int_equal(word, 3);
done:
    clm_buffer_destroy(ctx, &b);
    clm_buffer_destroy(ctx, &a);
    assert_int_equal(ctx->memory_now, 0);
    return st;
}

/* Requests double precision, which the device may lack. */
static clmodp_status ask(clmodp_context *ctx, void *argument)
{
    clmodp_status st = clm_context_open(ctx);

    (void)argument;
    if (st == CLMODP_OK)
        st = clm_residue_require(ctx, CLM_RESIDUE_DOUBLE50);
    if (st == CLMODP_NO_DEVICE)
        assert_non_null(strstr(clmodp_context_message(ctx), "double50"));
    return st == CLMODP_NO_DEVICE ? CLMODP_OK : st;
}

/* Compiles a wrong kernel, after which the build log is queried. */
static clmodp_status refuse(clmodp_context *ctx, void *argument)
{
    const clm_kernel *kernel;
    clmodp_status st = clm_context_open(ctx);

    (void)argument;
    if (st != CLMODP_OK)
        return st;
    st = clm_kernel_get(ctx, &kernel, "broken.cl", "none");
    assert_true(st != CLMODP_OK);
    assert_null(kernel);
    assert_true(clmodp_context_message(ctx)[0] != '\0');
    return st == CLMODP_BUILD ? CLMODP_OK : st;
}

static void calls_fail_from_context_to_result(void **state)
{
    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    assert_uint_in_range(fault_sweep_cold(FAULT_OPENCL, &options, add, NULL), 30, 200);
    assert_uint_in_range(fault_sweep_cold(FAULT_OPENCL, &options, add, &together), 30, 200);
}

static void calls_fail_around_the_cache(void **state)
{
    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    options.cache_dir = cache.path;
    /* Binaries are saved the first time, and loaded the second time. */
    assert_uint_in_range(fault_sweep_cold(FAULT_OPENCL, &options, add, NULL), 30, 200);
    assert_uint_in_range(fault_sweep_cold(FAULT_OPENCL, &options, add, &together), 30, 200);
    assert_uint_in_range(fault_sweep_cold(FAULT_OPENCL, &options, add, NULL), 30, 200);
    assert_uint_in_range(fault_sweep_cold(FAULT_OPENCL, &options, add, &together), 30, 200);
}

static void calls_fail_while_a_build_is_refused(void **state)
{
    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    assert_uint_in_range(fault_sweep_cold(FAULT_OPENCL, &options, refuse, NULL), 30, 200);
}

static void allocations_fail_from_context_to_result(void **state)
{
    (void)state;
    assert_uint_in_range(fault_sweep_cold(FAULT_ALLOCATION, &options, add, NULL), 10, 100);
    assert_uint_in_range(fault_sweep_cold(FAULT_ALLOCATION, &options, add, &together), 10, 100);
    assert_uint_in_range(fault_sweep_cold(FAULT_ALLOCATION, &options, refuse, NULL), 10, 100);
    options.cache_dir = cache.path;
    assert_uint_in_range(fault_sweep_cold(FAULT_ALLOCATION, &options, add, NULL), 10, 100);
}

static void calls_fail_on_a_context_in_use(void **state)
{
    clmodp_context *ctx = NULL;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    assert_int_equal(clmodp_context_create(&ctx, &options, NULL, 0), CLMODP_OK);
    assert_uint_in_range(fault_sweep_warm(FAULT_OPENCL, ctx, add, NULL, 1), 8, 50);
    assert_uint_in_range(fault_sweep_warm(FAULT_OPENCL, ctx, add, NULL, 3), 3, 20);
    assert_int_equal(fault_sweep_warm(FAULT_OPENCL, ctx, ask, NULL, 1), 1);
    clmodp_context_destroy(ctx);
}

static void a_list_of_devices_fails(void **state)
{
    (void)state;
    for (long n = 1;; n++) {
        clmodp_device **devices = NULL;
        char message[512] = "";
        size_t count = 0;
        clmodp_status st;

        fault_arm(FAULT_ALLOCATION, n);
        st = clmodp_device_list(&devices, &count, message, sizeof message);
        if (!fault_disarm(FAULT_ALLOCATION)) {
            assert_int_equal(st, CLMODP_OK);
            clmodp_device_list_free(devices);
            break;
        }
        assert_int_equal(st, CLMODP_HOST_MEMORY);
        assert_true(message[0] != '\0');
        assert_null(devices);
        assert_int_equal(count, 0);
    }
}

/* Adopts `queue` with the n-th call or allocation failing; returns whether this call occurred. */
static bool adopt_with_fault(fault_kind kind, long n, cl_command_queue queue)
{
    clmodp_context *ctx = NULL;
    char message[512] = "";
    clmodp_status st;
    bool met;

    fault_arm(kind, n);
    st = clmodp_context_create_from_queue(&ctx, queue, &options, message, sizeof message);
    met = fault_disarm(kind);
    if (st == CLMODP_OK) {
        assert_int_equal(add(ctx, NULL), CLMODP_OK);
    } else {
        assert_true(met);
        assert_null(ctx);
        assert_true(message[0] != '\0');
    }
    clmodp_context_destroy(ctx);
    return met;
}

static void adopting_a_queue_fails(void **state)
{
    clmodp_context *owner = NULL;
    long before;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    assert_int_equal(clmodp_context_create(&owner, &options, NULL, 0), CLMODP_OK);
    assert_int_equal(clm_context_open(owner), CLMODP_OK);
    before = fault_references();
    for (int kind = FAULT_OPENCL; kind <= FAULT_ALLOCATION; kind++)
        for (long n = 1; adopt_with_fault((fault_kind)kind, n, owner->queue); n++)
            assert_int_equal(fault_references(), before);
    clmodp_context_destroy(owner);
}

static void a_bit_flips_in_the_chosen_read(void **state)
{
    clmodp_context *ctx = NULL;
    clm_buffer buffer = {0};
    uint32_t word;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    assert_int_equal(clmodp_context_create(&ctx, &options, NULL, 0), CLMODP_OK);
    assert_int_equal(clm_context_open(ctx), CLMODP_OK);
    assert_int_equal(clm_buffer_create(ctx, &buffer, 1, 4), CLMODP_OK);
    assert_int_equal(clm_buffer_fill(ctx, &buffer, 0, 1), CLMODP_OK);
    fault_flip_read(2);
    for (long i = 1; i <= 3; i++) {
        assert_int_equal(clm_buffer_read(ctx, &buffer, 0, &word, 4), CLMODP_OK);
        assert_int_equal(word != 0, i == 2);
        assert_int_equal(fault_reads(), i);
    }
    fault_flip_read(0);
    clm_buffer_destroy(ctx, &buffer);
    clmodp_context_destroy(ctx);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

TESTS(
    CASE(calls_fail_from_context_to_result),
    CASE(calls_fail_around_the_cache),
    CASE(calls_fail_while_a_build_is_refused),
    CASE(allocations_fail_from_context_to_result),
    CASE(calls_fail_on_a_context_in_use),
    CASE(a_list_of_devices_fails),
    CASE(adopting_a_queue_fails),
    CASE(a_bit_flips_in_the_chosen_read));
