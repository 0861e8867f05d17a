/* Tests batches of pairs against known results while calls and allocations fail. */
#include <clmodp/fpx_batch_opencl.h>

#include "opencl/buffer.h"
#include "support/fpx_faults.h"

/* (x + 1) (x + 2) and (x + 1) (x + 3), modulo 65537; a constant, computed on the host; and modulo
 * 998244353 two coprime polynomials. All take one kind of kernel, since a batch that fails for
 * lack of memory is tried again in parts. */
enum { COUNT = 3 };
static const uint32_t a_words[] = {2, 3, 1, 7, 5, 6, 1}, b_words[] = {3, 4, 1, 4, 2, 1};
static const size_t a_begin[COUNT + 1] = {0, 3, 4, 7}, b_begin[COUNT + 1] = {0, 3, 4, 6};
static const uint32_t primes[COUNT] = {65537, 65537, 998244353};
static const clmodp_fpx_pairs pairs = {COUNT, {a_words, a_begin}, {b_words, b_begin}, primes,
                                       COUNT};

/* The greatest common divisor of two pairs in device memory: x + 1 of (x + 1)^2 and x^2 - 1, with
 * resultant 0, and 0 of zeros. */
static clmodp_status run_arrays(clmodp_context *ctx)
{
    static const uint32_t words[] = {1, 2, 1, 0, 0, 0, 65536, 0, 1, 0, 0, 0};
    static const uint32_t divisors[] = {1, 1, 0, 0, 0, 0, 2, 0};
    clmodp_status st;
    clm_buffer in = {0}, out = {0};
    uint32_t found[8];

    TRY(clm_buffer_load(ctx, &in, words, 12, sizeof *words));
    TRY(clm_buffer_create(ctx, &out, 8, sizeof *found));
    TRY(clmodp_fpx_gcd_arrays(ctx, &(clmodp_cl_array){out.mem, 0, 6},
                              &(clmodp_cl_array){out.mem, 6, 2},
                              &(clmodp_fpx_array_pairs){2, 65537, CLMODP_FPX_ROWS, {in.mem, 0, 6},
                                                        3, {in.mem, 6, 6}, 3},
                              NULL));
    TRY(clm_buffer_read(ctx, &out, 0, found, sizeof found));
    assert_memory_equal(found, divisors, sizeof found);
done:
    clm_buffers_destroy(ctx, &out, &in);
    return st;
}

static clmodp_status run(clmodp_context *ctx, void *argument)
{
    static const uint32_t products[] = {6, 17, 17, 7, 1, 0, 28, 0, 10, 17, 8, 1, 0};
    static const uint32_t quotients[] = {1, 0, 0, 0, 4, 1, 0}; /* of the first and the last pair */
    uint32_t words[16], rests[8], resultants[COUNT], u[16], v[16];
    size_t counts[COUNT];
    clmodp_fpx_options options;
    clmodp_status st;

    clmodp_fpx_options_init(&options);
    options.algorithm = *(const clmodp_fpx_algorithm *)argument;
    st = clmodp_fpx_mul_batch(ctx, words, NULL, &pairs, &options);
    if (st == CLMODP_OK) {
        assert_memory_equal(words, products, sizeof products);
        st = clmodp_fpx_divrem_batch(ctx, words, rests, NULL, &pairs, &options);
    }
    if (st == CLMODP_OK) {
        assert_memory_equal(words, quotients, 3 * sizeof *words);
        assert_memory_equal(words + 4, quotients + 4, 3 * sizeof *words);
        st = clmodp_fpx_gcd_batch(ctx, words, counts, NULL, &pairs, &options);
    }
    if (st == CLMODP_OK) {
        assert_int_equal(counts[0], 2);
        assert_int_equal(words[0], 1);
        assert_int_equal(words[1], 1);
        assert_int_equal(counts[1], 1);
        assert_int_equal(counts[2], 1);
        st = clmodp_fpx_resultant_batch(ctx, resultants, NULL, &pairs, &options);
    }
    if (st == CLMODP_OK)
        st = clmodp_fpx_xgcd_batch(ctx, words, u, v, counts, NULL, &pairs, &options);
    if (st == CLMODP_OK) { /* f - g = -(x + 1) */
        assert_int_equal(counts[0], 2);
        assert_int_equal(u[0], 65536);
        assert_int_equal(v[0], 1);
        assert_int_equal(u[6], 0);
        assert_int_equal(v[6], 49153); /* 1 / 4 */
    }
    if (st == CLMODP_OK) {
        assert_int_equal(resultants[0], 0);
        assert_int_equal(resultants[1], 1);
        assert_int_equal(resultants[2], 998244350);
    }
    if (st == CLMODP_OK && options.algorithm == CLMODP_FPX_SCHOOLBOOK)
        st = run_arrays(ctx);
    clm_pool_clear(ctx); /* the next run begins with an empty pool */
    return st;
}

TESTS(
    cmocka_unit_test(test_allocations),
    cmocka_unit_test(test_opencl));
