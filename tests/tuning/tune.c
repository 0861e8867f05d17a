/* Tests of tuning: the rows of all program parameters are present, and one of them is chosen. */
#include <clmodp/tuning.h>

#include <clmodp/fpx.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/context.h"
#include "fpx/api/polynomial.h"
#include "support/context.h"

static clmodp_tune_options sizes(uint64_t from, uint64_t to)
{
    clmodp_tune_options options;

    clmodp_tune_options_init(&options);
    options.from = from;
    options.to = to;
    options.runs = 1;
    return options;
}

static void random_polynomial(clmodp_fpx *f, size_t n)
{
    uint32_t *words = malloc(n * sizeof *words);

    assert_non_null(words);
    for (size_t k = 0; k < n; k++)
        words[k] = 1 + (uint32_t)(k * k * 2654435761u % 1000003u);
    words[0] = (uint32_t)n;
    assert_int_equal(clmodp_fpx_upload(f, words, n), CLMODP_OK);
    free(words);
}

/* Moves a polynomial to the device, by squaring it there. */
static clmodp_status on_the_device(clmodp_fpx *f)
{
    clmodp_fpx_options options;
    clmodp_fpx *square;
    clmodp_status st;

    clmodp_fpx_options_init(&options);
    options.algorithm = CLMODP_FPX_FAST;
    assert_int_equal(clmodp_fpx_create(f->context, &square, 2147483647), CLMODP_OK);
    st = clmodp_fpx_mul(square, NULL, f, f, &options);
    clmodp_fpx_destroy(square);
    return st;
}

/* Checks the rows of `sizes` sizes from `from` on: n doubles, s rises, and one row per size is
 * chosen, the one with the least predicted time. */
static void check(const clmodp_tuned *rows, size_t count, uint64_t from, size_t sizes)
{
    size_t seen = 0, chosen = 0;
    double least = INFINITY, taken = INFINITY;

    for (size_t k = 0; k < count; k++) {
        if (k == 0 || rows[k].n != rows[k - 1].n) {
            assert_true(rows[k].n == from << seen);
            seen++;
        } else {
            assert_true(rows[k].s > rows[k - 1].s);
        }
        assert_true(rows[k].predicted > 0 && isfinite(rows[k].predicted));
        assert_true(rows[k].measured > 0 && isfinite(rows[k].measured));
        least = fmin(least, rows[k].predicted);
        if (rows[k].chosen) {
            taken = rows[k].predicted;
            chosen++;
        }
        if (k + 1 == count || rows[k + 1].n != rows[k].n) {
            assert_true(taken == least);
            least = taken = INFINITY;
        }
    }
    assert_int_equal(seen, sizes);
    assert_int_equal(chosen, sizes);
}

static void all_algorithms(void **state)
{
    const uint64_t from = 16, to = 300; /* to 256: greater than a vector, not than many s */

    for (int which = 0; which < CLMODP_TUNE_ALGORITHMS; which++) {
        const clmodp_tune_options options = sizes(from, to);
        clmodp_tuned *rows;
        size_t count;

        assert_int_equal(clmodp_tune(*state, &rows, &count, (clmodp_tune_algorithm)which,
                                     &options), CLMODP_OK);
        check(rows, count, from, 5);
        clmodp_tune_free(rows);
        assert_non_null(clmodp_tune_name((clmodp_tune_algorithm)which));
    }
    assert_null(clmodp_tune_name(CLMODP_TUNE_ALGORITHMS));
}

/* The chosen algorithm is the one used by calls with algorithm AUTO. */
static void chosen_algorithms_are_those_of_calls(void **state)
{
    const clmodp_tune_options options = sizes(16, 4096);
    clmodp_fpx_report report;
    clmodp_fpx *f, *h;
    clmodp_tuned *rows;
    size_t count;

    clmodp_fpx_report_init(&report);
    assert_int_equal(clmodp_fpx_create(*state, &f, 2147483647), CLMODP_OK);
    assert_int_equal(clmodp_fpx_create(*state, &h, 2147483647), CLMODP_OK);
    assert_int_equal(clmodp_tune(*state, &rows, &count, CLMODP_TUNE_COMMON_DIVISOR, &options),
                     CLMODP_OK);
    for (size_t k = 0; k < count; k++) {
        assert_non_null(clmodp_tune_parameter(CLMODP_TUNE_COMMON_DIVISOR, rows[k].s));
        if (!rows[k].chosen)
            continue;
        random_polynomial(f, (size_t)rows[k].n);
        random_polynomial(h, (size_t)rows[k].n);
        assert_int_equal(on_the_device(f), CLMODP_OK);
        assert_int_equal(on_the_device(h), CLMODP_OK);
        assert_int_equal(clmodp_fpx_gcd(h, &report, f, h, NULL), CLMODP_OK);
        assert_int_equal(report.algorithm, rows[k].s);
    }
    assert_null(clmodp_tune_parameter(CLMODP_TUNE_COMMON_DIVISOR, 99));
    assert_null(clmodp_tune_parameter(CLMODP_TUNE_SCAN, 1));
    assert_null(clmodp_tune_parameter(CLMODP_TUNE_ALGORITHMS, 1));
    clmodp_tune_free(rows);
    clmodp_fpx_destroy(h);
    clmodp_fpx_destroy(f);
}

/* The last fraction, and the fraction at which to stop. */
typedef struct fractions {
    double last, most;
} fractions;

static int stop_behind(void *user, double fraction)
{
    fractions *f = user;

    assert_true(fraction >= f->last && fraction <= 1.0);
    f->last = fraction;
    return fraction > f->most;
}

static void progress_and_cancelling(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    const clmodp_tune_options options = sizes(16, 64);
    fractions f = {0, 2.0};
    clmodp_tuned *rows;
    size_t count;

    (void)state;
    clmodp_context_set_progress(ctx, stop_behind, &f);
    assert_int_equal(clmodp_tune(ctx, &rows, &count, CLMODP_TUNE_SCAN, &options), CLMODP_OK);
    assert_true(f.last == 1.0);
    clmodp_tune_free(rows);
    f = (fractions){0, 0.4};
    assert_int_equal(clmodp_tune(ctx, &rows, &count, CLMODP_TUNE_SCAN, &options),
                     CLMODP_CANCELLED);
    assert_true(f.last < 0.9);
    assert_null(rows);
    assert_int_equal(ctx->memory_now, 0);
    clmodp_context_destroy(ctx);
}

static void refused(clmodp_context *ctx, clmodp_status status, clmodp_tune_options options,
                    const char *words)
{
    clmodp_tuned *rows = (clmodp_tuned *)&options;
    size_t count = 1;

    assert_int_equal(clmodp_tune(ctx, &rows, &count, CLMODP_TUNE_SCAN, &options), status);
    assert_null(rows);
    assert_int_equal(count, 0);
    if (strstr(clmodp_context_message(ctx), words) == NULL)
        fail_msg("%s", clmodp_context_message(ctx));
}

static void wrong_calls(void **state)
{
    clmodp_context_options with_host;
    clmodp_tune_options options = sizes(16, 16);
    clmodp_context *ctx = *state, *host;
    clmodp_tuned *rows;
    size_t count;

    refused(ctx, CLMODP_INVALID, sizes(15, 64), "sizes are from 16");
    refused(ctx, CLMODP_INVALID, sizes(16, (uint64_t)1 << 31), "sizes are from 16");
    refused(ctx, CLMODP_INVALID, sizes(64, 32), "no size is from 64 to 32");
    refused(ctx, CLMODP_INVALID, sizes(1 << 25, 0), "no size is from 33554432");
    refused(ctx, CLMODP_INVALID, (clmodp_tune_options){0}, "has size 0");
    options.runs = 0;
    refused(ctx, CLMODP_INVALID, options, "runs from 1");
    options.runs = 1;
    assert_int_equal(clmodp_tune(NULL, &rows, &count, CLMODP_TUNE_SCAN, &options),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_tune(ctx, NULL, &count, CLMODP_TUNE_SCAN, &options), CLMODP_INVALID);
    assert_int_equal(clmodp_tune(ctx, &rows, NULL, CLMODP_TUNE_SCAN, &options), CLMODP_INVALID);
    assert_int_equal(clmodp_tune(ctx, &rows, &count, CLMODP_TUNE_ALGORITHMS, &options),
                     CLMODP_INVALID);

    clmodp_context_options_init(&with_host);
    with_host.device = "host";
    assert_int_equal(clmodp_context_create(&host, &with_host, NULL, 0), CLMODP_OK);
    refused(host, CLMODP_NO_DEVICE, options, "device");
    clmodp_context_destroy(host);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(all_algorithms),
    cmocka_unit_test(chosen_algorithms_are_those_of_calls),
    cmocka_unit_test(progress_and_cancelling),
    cmocka_unit_test(wrong_calls));
