/* Tests tables in one buffer against their sources: contents, lengths, and refusals. */
#include <string.h>

#include "opencl/kernel.h"
#include "opencl/tables.h"
#include "support/context.h"

/* All critical lengths: 0, less than an alignment, and more than the queue copies. */
static const size_t lengths[] = {0, 1, 5, 129, 4096, CLM_COPIES_BYTES + 1, 3};
#define LENGTHS (sizeof lengths / sizeof *lengths)

static unsigned char *source_of(size_t k, unsigned char round)
{
    unsigned char *bytes = calloc(lengths[k] + 1, 1);

    assert_non_null(bytes);
    for (size_t i = 0; i < lengths[k]; i++)
        bytes[i] = (unsigned char)(7 * k + i + round);
    return bytes;
}

/* Checks that part k begins with `count` bytes of `round`, followed by its old bytes. */
static void check_part(clmodp_context *ctx, const clm_buffer *part, size_t k, size_t count,
                       unsigned char round)
{
    unsigned char *now = source_of(k, round), *before = source_of(k, 0);
    unsigned char *seen = calloc(lengths[k] + 1, 1);

    assert_non_null(seen);
    assert_int_equal(part->bytes, lengths[k] > 0 ? lengths[k] : 1);
    assert_int_equal(clm_buffer_read(ctx, part, 0, seen, lengths[k]), CLMODP_OK);
    assert_memory_equal(seen, now, count);
    assert_memory_equal(seen + count, before + count, lengths[k] - count);
    assert_int_equal(clm_buffer_read(ctx, part, 0, seen, part->bytes + 1), CLMODP_INVALID);
    free(seen);
    free(before);
    free(now);
}

static void parts_hold_the_bytes_sent(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    clm_buffer part[LENGTHS] = {{0}};
    unsigned char *source[LENGTHS], *again = source_of(3, 9);
    clm_tables tables = {0};

    (void)state;
    for (size_t k = 0; k < LENGTHS; k++) {
        source[k] = source_of(k, 0);
        assert_int_equal(clm_tables_add(ctx, &tables, &part[k], source[k], lengths[k], 1),
                         CLMODP_OK);
    }
    assert_int_equal(clm_tables_create(ctx, &tables), CLMODP_OK);
    assert_int_equal(ctx->memory_now, tables.bytes); /* parts are not counted */
    assert_int_equal(clm_tables_send(ctx, &tables), CLMODP_OK);
    for (size_t k = 0; k < LENGTHS; k++) {
        memset(source[k], 0xff, lengths[k]); /* no longer used */
        check_part(ctx, &part[k], k, 0, 0);
    }
    /* Replaces the beginning of one part. */
    assert_int_equal(clm_tables_set(ctx, &tables, &part[3], again, 100), CLMODP_OK);
    assert_int_equal(clm_tables_send(ctx, &tables), CLMODP_OK);
    assert_int_equal(clm_tables_set(ctx, &tables, &part[3], again, 130), CLMODP_INVALID);
    assert_int_equal(clm_tables_set(ctx, &tables, &tables.whole, again, 1), CLMODP_INVALID);
    for (size_t k = 0; k < LENGTHS; k++) {
        check_part(ctx, &part[k], k, k == 3 ? 100 : 0, 9);
        clm_buffer_destroy(ctx, &part[k]);
        clm_buffer_destroy(ctx, &part[k]);
        free(source[k]);
    }
    assert_int_equal(ctx->memory_now, tables.bytes);
    clm_tables_destroy(ctx, &tables);
    clm_tables_destroy(ctx, &tables);
    assert_int_equal(ctx->memory_now, 0);
    free(again);
    clmodp_context_destroy(ctx);
}

static void tables_that_do_not_fit_are_refused(void **state)
{
    clmodp_context_options options;
    clmodp_context *ctx;
    clm_buffer part = {0}, whole = {0};
    clm_tables tables = {0};
    const clm_piece pieces[] = {{"ab", 0, 2}, {"cd", 1, 2}};

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = 10000;
    ctx = context_open(&options);
    assert_int_equal(clm_tables_create(ctx, &tables), CLMODP_OK); /* empty */
    assert_int_equal(clm_tables_send(ctx, &tables), CLMODP_OK);
    assert_null(tables.whole.mem);
    assert_int_equal(clm_tables_add(ctx, &tables, &part, NULL, SIZE_MAX, 2), CLMODP_LIMIT);
    assert_int_equal(clm_tables_add(ctx, &tables, &part, NULL, SIZE_MAX, 1), CLMODP_LIMIT);
    for (size_t k = 0; k < CLM_MOST_TABLES; k++)
        assert_int_equal(clm_tables_add(ctx, &tables, &part, NULL, 1000, 1), CLMODP_OK);
    assert_int_equal(clm_tables_add(ctx, &tables, &part, NULL, 1, 1), CLMODP_INVALID);
    assert_int_equal(clm_tables_create(ctx, &tables), CLMODP_DEVICE_MEMORY);
    assert_null(part.mem);
    clm_tables_destroy(ctx, &tables);

    assert_int_equal(clm_buffer_create(ctx, &whole, 1, 2 * ctx->part_alignment), CLMODP_OK);
    assert_int_equal(clm_buffer_part(ctx, &part, &whole, 1, 1), CLMODP_INVALID);
    assert_int_equal(clm_buffer_part(ctx, &part, &whole, 0, 0), CLMODP_INVALID);
    assert_int_equal(clm_buffer_part(ctx, &part, &whole, ctx->part_alignment,
                                     ctx->part_alignment + 1), CLMODP_INVALID);
    assert_int_equal(clm_buffer_gather(ctx, &whole, pieces, 2), CLMODP_INVALID); /* overlapping */
    assert_int_equal(clm_buffer_gather(ctx, &whole, pieces, 1), CLMODP_OK);
    clm_buffer_destroy(ctx, &whole);
    clmodp_context_destroy(ctx);
}

/* The first call opens the device; later calls know its alignment. */
static void calls_leave_the_alignment(void **state)
{
    clmodp_context *ctx = NULL;
    clm_call call;

    (void)state;
    assert_int_equal(clmodp_context_create(&ctx, NULL, NULL, 0), CLMODP_OK);
    for (int k = 0; k < 2; k++) {
        clm_call_begin(&call, ctx, 0, false);
        assert_int_equal(clm_context_open(ctx), CLMODP_OK);
        assert_true(ctx->part_alignment >= 128);
        assert_int_equal(clm_call_end(ctx, &call, CLMODP_OK), CLMODP_OK);
    }
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(parts_hold_the_bytes_sent),
    cmocka_unit_test(tables_that_do_not_fit_are_refused),
    cmocka_unit_test(calls_leave_the_alignment));
