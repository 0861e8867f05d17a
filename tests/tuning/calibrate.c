/* Tests that the measurements of a device are plausible, stored and used. */
#include <clmodp/tuning.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "opencl/context.h"
#include "opencl/tuning.h"
#include "lab/tuning/tuning.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/scratch.h"

static void near(double a, double b)
{
    assert_true(fabs(a - b) <= 1e-12 * fabs(b));
}

/* Parameters of the models follow from given figures. */
static void machines_follow(void **state)
{
    clmodp_calibration c = {
        .stream = {0.2, 0.01}, .chase = {{160, 0.01}}, .random = {2.5, 0.02},
        .product = {0.1, 0.03}, .alone = {0.4, 0.04}, .C = {16, 0}, .Z = {1 << 20, 0},
    };
    clmodp_mmm_machine mmm;
    clmodp_tmm_machine tmm;

    (void)state;
    clm_calibration_derive(&c);
    near(c.U.value, 2);
    near(c.U.spread, 0.04);
    near(c.L.value, 400);
    near(c.P.value, 4);
    near(c.P.spread, 0.07);
    near(c.X.value, 160 / 2.5 / 4);
    near(c.X.spread, 0.01 + 0.02 + 0.07);
    mmm = clmodp_calibration_mmm(&c);
    tmm = clmodp_calibration_tmm(&c);
    assert_true(mmm.U == c.U.value && mmm.Z == 1 << 20);
    assert_true(tmm.L == c.L.value && tmm.C == 16 && tmm.P == c.P.value && tmm.X == c.X.value &&
                tmm.Z == 1 << 20);
    /* One core with one memory access at a time. */
    c.alone.value = c.product.value / 2;
    c.random.value = 200;
    clm_calibration_derive(&c);
    assert_true(c.P.value == 1 && c.X.value == 1);
}

/* Opens a context with little memory, to save time. */
static clmodp_context *open_small(const char *cache_dir)
{
    clmodp_context_options options;

    clmodp_context_options_init(&options);
    options.max_memory = 64 << 20;
    options.cache_dir = cache_dir;
    return context_open(&options);
}

static void plausible(const clmodp_context *ctx, const clmodp_calibration *c)
{
    assert_true(c->seconds > 0);
    assert_true(c->wait.value > c->launch.value / 2);
    /* A thousand compute units move less than a million words per ns; no figure reaches 1 ms. */
    for (const clmodp_figure *f = &c->launch; f <= &c->alone; f++)
        assert_true(f->value > 1e-6 && f->value < 1e6 && f->spread >= 0);
    assert_true(c->groups.value >= 1);
    assert_true(c->U.value == c->stream.value / c->product.value);
    assert_true(c->P.value >= 1 && c->X.value >= 1 && c->L.value > 0);
    assert_true(c->Z.value >= 256 &&
                c->Z.value <= (double)(ctx->device.global_memory / sizeof(cl_uint)));
    assert_true(c->C.value >= 1 && c->C.value <= 64 && exp2(log2(c->C.value)) == c->C.value);
}

/* On a busy machine a calibration is not stored, and costs stay. */
static bool is_stored(const clmodp_calibration *c)
{
    bool calm = true;

    for (const clmodp_figure *f = &c->launch; f <= &c->X; f++)
        calm = calm && f->spread <= CLMODP_MOST_SPREAD;
    return calm;
}

static void devices_are_measured(void **state)
{
    clmodp_context *ctx, *other;
    clmodp_calibration found, kept;
    clm_costs usual;
    scratch cache;

    (void)state;
    scratch_make(&cache);
    ctx = context_open_in(NULL, cache.path);
    usual = ctx->costs;
    clmodp_calibration_init(&found);
    clmodp_calibration_init(&kept);
    assert_int_equal(clmodp_calibration_get(ctx, &kept), CLMODP_OK);
    assert_int_equal(kept.seconds, 0);
    assert_int_equal(clmodp_calibrate(ctx, &found), CLMODP_OK);
    plausible(ctx, &found);
    assert_int_equal(ctx->memory_now, 0);

    /* A context with another cap finds the calibration, a context without a cache does not. */
    other = context_open_in(NULL, cache.path);
    assert_int_equal(clmodp_calibration_get(other, &kept), CLMODP_OK);
    if (is_stored(&found))
        assert_memory_equal(&kept, &found, sizeof kept);
    else
        assert_int_equal(kept.seconds, 0);
    if (!context_tuned_for_gpu()) /* set after the choice of rates */
        assert_memory_equal(&other->costs, &ctx->costs, sizeof ctx->costs);
    assert_int_equal(clmodp_calibration_forget(other), CLMODP_OK);
    if (!context_tuned_for_gpu())
        assert_memory_equal(&other->costs, &usual, sizeof usual);
    assert_int_equal(clmodp_calibration_get(ctx, &kept), CLMODP_OK);
    assert_int_equal(kept.seconds, 0);
    clmodp_context_destroy(other);
    other = context_open_in(NULL, "");
    assert_int_equal(clmodp_calibration_get(other, &kept), CLMODP_OK);
    assert_int_equal(kept.seconds, 0);
    clmodp_context_destroy(other);
    clmodp_context_destroy(ctx);
    scratch_remove(&cache);
}

/* Figures that may describe caches are returned, but not used for choices. */
static void little_memory_is_no_measure(void **state)
{
    clmodp_context *ctx;
    clmodp_calibration found, kept;
    clm_costs before;
    scratch cache;

    (void)state;
    scratch_make(&cache);
    ctx = open_small(cache.path);
    before = ctx->costs;
    clmodp_calibration_init(&found);
    clmodp_calibration_init(&kept);
    assert_int_equal(clmodp_calibrate(ctx, &found), CLMODP_OK);
    plausible(ctx, &found);
    assert_memory_equal(&before, &ctx->costs, sizeof before);
    assert_int_equal(clmodp_calibration_get(ctx, &kept), CLMODP_OK);
    assert_int_equal(kept.seconds, 0);
    clmodp_context_destroy(ctx);
    scratch_remove(&cache);
}

static int stop_late(void *user, double fraction)
{
    *(double *)user = fraction;
    return fraction > 0.3;
}

static void calibration_can_be_cancelled(void **state)
{
    clmodp_context *ctx = open_small("");
    clmodp_calibration found;
    double last = 0;

    (void)state;
    clmodp_calibration_init(&found);
    clmodp_context_set_progress(ctx, stop_late, &last);
    assert_int_equal(clmodp_calibrate(ctx, &found), CLMODP_CANCELLED);
    assert_true(last > 0.3 && last < 0.9);
    assert_int_equal(found.seconds, 0);
    assert_int_equal(ctx->memory_now, 0);
    clmodp_context_destroy(ctx);
}

static void wrong_calls(void **state)
{
    clmodp_context_options options;
    clmodp_context *host;
    clmodp_calibration none, unset = {0};

    (void)state;
    clmodp_context_options_init(&options);
    options.device = "host";
    assert_int_equal(clmodp_context_create(&host, &options, NULL, 0), CLMODP_OK);
    clmodp_calibration_init(&none);
    assert_int_equal(clmodp_calibrate(NULL, &none), CLMODP_INVALID);
    assert_int_equal(clmodp_calibrate(host, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_calibrate(host, &unset), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(host), "size"));
    assert_int_equal(clmodp_calibrate(host, &none), CLMODP_NO_DEVICE);
    assert_int_equal(clmodp_calibration_get(host, &none), CLMODP_NO_DEVICE);
    assert_int_equal(clmodp_calibration_get(NULL, &none), CLMODP_INVALID);
    clmodp_context_destroy(host);
}

/* Returns the engine that computes a large discriminant, if the device is named or not. */
static clmodp_engine chosen(const char *cache_dir, bool named)
{
    static const char text[] = "(y + 2)^700 + 3*y - 7";
    clmodp_context_options options;
    clmodp_resultant_report report;
    clmodp_context *ctx;
    clmodp_zxy *f;
    clmodp_zx *d;
    char device[32];

    clmodp_context_options_init(&options);
    options.cache_dir = cache_dir;
    options.threads = 1;
    ctx = context_open(&options);
    (void)snprintf(device, sizeof device, "%u.%u", (unsigned)ctx->device.platform,
                   (unsigned)ctx->device.index);
    clmodp_context_destroy(ctx);
    options.device = named ? device : NULL;
    assert_int_equal(clmodp_context_create(&ctx, &options, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_zxy_create(&f), CLMODP_OK);
    assert_int_equal(clmodp_zx_create(&d), CLMODP_OK);
    assert_int_equal(clmodp_zxy_from_text(f, NULL, text, CLMODP_STRING, "x", "y", NULL, NULL),
                     CLMODP_OK);
    clmodp_resultant_report_init(&report);
    assert_int_equal(clmodp_discriminant(ctx, d, &report, f, NULL), CLMODP_OK);
    DESTROY(d, f);
    clmodp_context_destroy(ctx);
    return report.engine;
}

/* By the calibration the device is slow, by the table faster than one thread of the host: a
 * context that opens its device late chooses as one whose device is named. */
static void a_name_changes_no_choice(void **state)
{
    clmodp_calibration slow;
    clmodp_context *ctx;
    scratch cache;

    (void)state;
    scratch_make(&cache);
    assert_int_equal(chosen(cache.path, true), chosen(cache.path, false));
    ctx = context_open_in(NULL, cache.path);
    clmodp_calibration_init(&slow);
    for (clmodp_figure *f = &slow.launch; f <= &slow.X; f++)
        f->value = 1000;
    assert_true(clm_calibration_store(ctx, &slow));
    clmodp_context_destroy(ctx);
    assert_int_equal(chosen(cache.path, true), CLMODP_ENGINE_HOST);
    assert_int_equal(chosen(cache.path, false), CLMODP_ENGINE_HOST);
    scratch_remove(&cache);
}

TESTS(
    cmocka_unit_test(machines_follow),
    cmocka_unit_test(a_name_changes_no_choice),
    cmocka_unit_test(devices_are_measured),
    cmocka_unit_test(little_memory_is_no_measure),
    cmocka_unit_test(calibration_can_be_cancelled),
    cmocka_unit_test(wrong_calls));
