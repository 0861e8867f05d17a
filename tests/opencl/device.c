/* Tests contexts and buffers: options, adopted queues, bounds of copies and sizes. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/clmodp.h>

#include "opencl/buffer.h"
#include "opencl/opencl_error.h"
#include "support/assertions.h"
#include "support/polynomials.h"

static clmodp_context *open_context(const clmodp_context_options *options)
{
    clmodp_context *ctx = NULL;
    char message[512] = "x";

    if (clmodp_context_create(&ctx, options, message, sizeof message) != CLMODP_OK)
        fail_msg("%s", message);
    assert_string_equal(message, "");
    if (clm_context_open(ctx) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(ctx));
    return ctx;
}

static void a_request_that_fits_nothing_is_explained(void **state)
{
    clmodp_context_options options;
    clmodp_context *ctx = (clmodp_context *)state; /* any value but NULL */
    char message[512] = "", tiny[4] = "xyz";

    clmodp_context_options_init(&options);
    options.device = "no such device";
    assert_int_equal(clmodp_context_create(&ctx, &options, message, sizeof message),
                     CLMODP_NO_DEVICE);
    assert_null(ctx);
    assert_non_null(strstr(message, "no such device"));
    assert_non_null(strstr(message, "0: "));
    assert_int_equal(clmodp_context_create(&ctx, &options, tiny, sizeof tiny),
                     CLMODP_NO_DEVICE);
    assert_int_equal(strlen(tiny), 3);
    assert_int_equal(clmodp_context_create(&ctx, &options, NULL, 0), CLMODP_NO_DEVICE);

    assert_int_equal(setenv("CLMODP_DEVICE", "nor this", 1), 0);
    assert_int_equal(clmodp_context_create(&ctx, NULL, message, sizeof message),
                     CLMODP_NO_DEVICE);
    assert_non_null(strstr(message, "nor this"));
    options.device = "0"; /* options take precedence over the environment */
    clmodp_context_destroy(open_context(&options));
    assert_int_equal(setenv("CLMODP_DEVICE", "", 1), 0);
    clmodp_context_destroy(open_context(NULL));
    assert_int_equal(unsetenv("CLMODP_DEVICE"), 0);
}

static void devices_are_described(void **state)
{
    clmodp_context *ctx = open_context(NULL);
    clmodp_device **devices = NULL;
    size_t count = 0;
    bool found = false;

    (void)state;
    assert_int_equal(clmodp_device_list(&devices, &count, NULL, 0), CLMODP_OK);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(devices[i]->size, sizeof **devices);
        found |= memcmp(devices[i], clmodp_context_device(ctx), sizeof **devices) == 0;
    }
    assert_true(found);
    assert_true(clmodp_context_device(ctx)->name[0] != '\0');
    assert_true(clmodp_context_device(ctx)->global_memory > 0);
    assert_true(clmodp_context_device(ctx)->max_allocation > 0);
    assert_true(clmodp_context_device(ctx)->max_work_group > 0);
    assert_string_equal(clmodp_context_device(ctx)->unusable, "");
    clmodp_device_list_free(devices);
    clmodp_device_list_free(NULL);
    clmodp_context_destroy(ctx);
    clmodp_context_destroy(NULL);
}

static void options_of_any_version_are_read(void **state)
{
    struct {
        clmodp_context_options known;
        uint64_t unknown[2];
    } newer = {{0}, {0}};
    clmodp_context_options old;
    clmodp_context *ctx = NULL;
    char message[512];

    (void)state;
    clmodp_context_options_init(&newer.known);
    newer.known.size = sizeof newer;
    newer.known.max_memory = 12345;
    newer.known.threads = 3;
    ctx = open_context(&newer.known);
    assert_int_equal(ctx->call->max_memory, 12345);
    assert_int_equal(ctx->threads, 3);
    clmodp_context_destroy(ctx);
    newer.unknown[1] = 1;
    assert_int_equal(clmodp_context_create(&ctx, &newer.known, message, sizeof message),
                     CLMODP_INVALID);
    assert_true(message[0] != '\0');

    newer.known.size = SIZE_MAX; /* uninitialised */
    assert_int_equal(clmodp_context_create(&ctx, &newer.known, message, sizeof message),
                     CLMODP_INVALID);
    newer.known.size = sizeof(size_t) + 1; /* ends inside a field */
    assert_int_equal(clmodp_context_create(&ctx, &newer.known, message, sizeof message),
                     CLMODP_INVALID);

    clmodp_context_options_init(&old);
    old.size = offsetof(clmodp_context_options, threads);
    old.max_memory = 12345;
    old.threads = 3; /* beyond the old structure */
    ctx = open_context(&old);
    assert_int_equal(ctx->call->max_memory, 12345);
    assert_true(ctx->threads >= 1);
    clmodp_context_destroy(ctx);
    old.size = 0;
    assert_int_equal(clmodp_context_create(&ctx, &old, message, sizeof message), CLMODP_INVALID);
    assert_non_null(strstr(message, "_init"));
}

/* A context for the host alone refuses engines for devices; a context without a named device opens
 * one when an engine needs it. */
static void the_host_opens_nothing(void **state)
{
    static const clmodp_engine engines[] = {CLMODP_ENGINE_HOST, CLMODP_ENGINE_EUCLID,
                                            CLMODP_ENGINE_SCHUR};
    clmodp_context_options options;
    clmodp_resultant_options how;
    clmodp_context *host = NULL, *lazy = NULL;
    clmodp_self_test_state check;
    clmodp_zxy *f = zxy_parse("y^2 + x^2 - 1"), *g = zxy_parse("x*y - 1");
    clmodp_zx *r = zx_new();

    (void)state;
    clmodp_context_options_init(&options);
    options.device = "HOST";
    assert_int_equal(clmodp_context_create(&host, &options, NULL, 0), CLMODP_OK);
    assert_string_equal(clmodp_context_device(host)->kind, "host");
    assert_int_equal(clmodp_context_create(&lazy, NULL, NULL, 0), CLMODP_OK);
    clmodp_resultant_options_init(&how);
    for (size_t k = 0; k < 3; k++) {
        how.engine = engines[k];
        assert_int_equal(clmodp_resultant(host, r, NULL, f, g, &how),
                         k == 0 ? CLMODP_OK : CLMODP_NO_DEVICE);
        assert_int_equal(clmodp_zx_degree(r), 4);
        assert_int_equal(clmodp_device_check_state(host, &check, &how),
                         k == 0 ? CLMODP_OK : CLMODP_NO_DEVICE);
        assert_int_equal(clmodp_resultant(lazy, r, NULL, f, g, &how), CLMODP_OK);
        assert_true((lazy->queue != NULL) == (k > 0));
    }
    assert_null(host->queue);
    assert_non_null(strstr(clmodp_context_message(host), "host only"));
    assert_string_not_equal(clmodp_context_device(lazy)->kind, "host");
    DESTROY(r, g, f);
    clmodp_context_destroy(lazy);
    clmodp_context_destroy(host);
}

static cl_command_queue make_queue(const clmodp_context *ctx, cl_command_queue_properties how)
{
    cl_int code = CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueue(ctx->cl, ctx->cl_device, how, &code);

    return code == CL_SUCCESS ? queue : NULL;
}

static void a_queue_is_adopted(void **state)
{
    clmodp_context *owner = open_context(NULL), *ctx = NULL;
    cl_command_queue queue = make_queue(owner, 0), unordered;
    clm_buffer buffer = {0};
    uint32_t word = 0;
    char message[512] = "";

    (void)state;
    assert_non_null(queue);
    assert_int_equal(clmodp_context_create_from_queue(&ctx, queue, NULL, message,
                                                      sizeof message), CLMODP_OK);
    assert_ptr_equal(ctx->queue, queue);
    assert_memory_equal(clmodp_context_device(ctx), clmodp_context_device(owner),
                        sizeof(clmodp_device));
    assert_int_equal(clReleaseCommandQueue(queue), CL_SUCCESS); /* the context retains it */
    clmodp_context_destroy(owner);
    assert_int_equal(clm_buffer_create(ctx, &buffer, 1, 4), CLMODP_OK);
    assert_int_equal(clm_buffer_fill(ctx, &buffer, 77, 1), CLMODP_OK);
    assert_int_equal(clm_buffer_read(ctx, &buffer, 0, &word, 4), CLMODP_OK);
    assert_int_equal(word, 77);
    clm_buffer_destroy(ctx, &buffer);

    assert_int_equal(clmodp_context_create_from_queue(&owner, NULL, NULL, message,
                                                      sizeof message), CLMODP_INVALID);
    assert_null(owner);
    assert_true(message[0] != '\0');
    assert_int_equal(clmodp_context_create_from_queue(NULL, queue, NULL, NULL, 0),
                     CLMODP_INVALID);
    unordered = make_queue(ctx, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    if (unordered != NULL) { /* a device may not support such queues */
        assert_int_equal(clmodp_context_create_from_queue(&owner, unordered, NULL, message,
                                                          sizeof message), CLMODP_INVALID);
        assert_null(owner);
        assert_non_null(strstr(message, "out-of-order"));
        assert_int_equal(clReleaseCommandQueue(unordered), CL_SUCCESS);
    }
    clmodp_context_destroy(ctx);
}

static void copies_stay_within_their_buffer(void **state)
{
    clmodp_context *ctx = open_context(NULL);
    clm_buffer buffer = {0}, none = {0};
    uint32_t words[4] = {1, 2, 3, 4}, back[4] = {0};

    (void)state;
    assert_int_equal(clm_buffer_create(ctx, &buffer, 4, 4), CLMODP_OK);
    assert_true(clm_buffer_holds(&buffer, 4, 4));
    assert_true(clm_buffer_holds(&buffer, 2, 8));
    assert_false(clm_buffer_holds(&buffer, 5, 4));
    assert_false(clm_buffer_holds(&buffer, SIZE_MAX / 2, 4));
    assert_int_equal(clm_buffer_write(ctx, &buffer, 0, words, 16), CLMODP_OK);
    assert_int_equal(clm_buffer_fill(ctx, &buffer, 9, 1), CLMODP_OK);
    assert_int_equal(clm_buffer_read(ctx, &buffer, 0, back, 16), CLMODP_OK);
    assert_int_equal(back[0], 9);
    assert_int_equal(back[3], 4);
    assert_int_equal(clm_buffer_read(ctx, &buffer, 12, back, 4), CLMODP_OK);
    assert_int_equal(back[0], 4);

    assert_int_equal(clm_buffer_write(ctx, &buffer, 0, words, 17), CLMODP_INVALID);
    assert_int_equal(clm_buffer_write(ctx, &buffer, 13, words, 4), CLMODP_INVALID);
    assert_int_equal(clm_buffer_read(ctx, &buffer, SIZE_MAX, back, 4), CLMODP_INVALID);
    assert_int_equal(clm_buffer_read(ctx, &buffer, 4, back, SIZE_MAX), CLMODP_INVALID);
    assert_true(clmodp_context_message(ctx)[0] != '\0');
    assert_int_equal(clm_buffer_fill(ctx, &buffer, 0, 5), CLMODP_INVALID);
    assert_int_equal(clm_buffer_read(ctx, &none, 0, back, 1), CLMODP_INVALID);
    assert_string_equal(clmodp_context_message(ctx),
                        "1 byte at offset 0: beyond the 0 bytes of a buffer");
    assert_int_equal(clm_buffer_read(ctx, &buffer, 16, back, 0), CLMODP_OK);
    assert_int_equal(clm_buffer_write(ctx, &none, 0, words, 0), CLMODP_OK);
    assert_int_equal(clm_buffer_fill(ctx, &none, 0, 0), CLMODP_OK);
    clm_buffer_destroy(ctx, &buffer);
    clm_buffer_destroy(ctx, &buffer);
    clmodp_context_destroy(ctx);
}

static void absurd_sizes_never_reach_the_driver(void **state)
{
    clmodp_context_options options;
    clmodp_context *ctx;
    clm_buffer a = {0};

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = UINT64_MAX;
    ctx = open_context(&options);
    assert_int_equal(clm_buffer_create(ctx, &a, SIZE_MAX, 4), CLMODP_LIMIT);
    assert_int_equal(clm_buffer_create(ctx, &a, SIZE_MAX, 1), CLMODP_LIMIT);
    assert_int_equal(clm_buffer_create(ctx, &a, (size_t)ctx->device.max_allocation + 1, 1),
                     CLMODP_LIMIT);
    assert_non_null(strstr(clmodp_context_message(ctx), ctx->device.name));
    clmodp_context_destroy(ctx);
}

static int note_fraction(void *user, double fraction)
{
    double *last = user;

    *last = fraction;
    return fraction >= 0.5;
}

static void progress_can_cancel(void **state)
{
    clmodp_context *ctx = open_context(NULL);
    double last = -1;

    (void)state;
    assert_int_equal(clm_progress(ctx, 0.9), CLMODP_OK);
    clmodp_context_set_progress(ctx, note_fraction, &last);
    assert_int_equal(clm_progress(ctx, -0.1), CLMODP_OK);
    assert_true(last == 0);
    assert_int_equal(clm_progress(ctx, 0.25), CLMODP_OK);
    assert_true(last == 0.25);
    assert_string_equal(clmodp_context_message(ctx), "");
    assert_int_equal(clm_progress(ctx, 1.5), CLMODP_CANCELLED);
    assert_true(last == 1);
    assert_true(clmodp_context_message(ctx)[0] != '\0');
    clmodp_context_set_progress(ctx, NULL, NULL);
    assert_int_equal(clm_progress(ctx, 1), CLMODP_OK);
    clmodp_context_destroy(ctx);
}

static void errors_have_names(void **state)
{
    clm_error error = {0};

    (void)state;
    assert_string_equal(clm_opencl_symbol(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
    assert_string_equal(clm_opencl_symbol(-9999), "unknown OpenCL error");
    assert_int_equal(clm_opencl_fail(&error, CL_MEM_OBJECT_ALLOCATION_FAILURE, "clCreateBuffer"),
                     CLMODP_DEVICE_MEMORY);
    assert_non_null(strstr(error.message, "clCreateBuffer"));
    assert_non_null(strstr(error.message, "CL_MEM_OBJECT_ALLOCATION_FAILURE"));
    assert_int_equal(clm_opencl_fail(&error, -9999, "clFinish"), CLMODP_DEVICE);
    assert_non_null(strstr(error.message, "-9999"));
    assert_int_equal(clm_opencl_fail(NULL, CL_OUT_OF_HOST_MEMORY, "clFinish"),
                     CLMODP_HOST_MEMORY);
}

TESTS(
    cmocka_unit_test(a_request_that_fits_nothing_is_explained),
    cmocka_unit_test(devices_are_described),
    cmocka_unit_test(options_of_any_version_are_read),
    cmocka_unit_test(the_host_opens_nothing),
    cmocka_unit_test(a_queue_is_adopted),
    cmocka_unit_test(copies_stay_within_their_buffer),
    cmocka_unit_test(absurd_sizes_never_reach_the_driver),
    cmocka_unit_test(progress_can_cancel),
    cmocka_unit_test(errors_have_names));
