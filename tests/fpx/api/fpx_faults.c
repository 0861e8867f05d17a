/* Tests calls of clmodp/fpx.h against known results while calls and allocations fail. */
#include <gmp.h>

#include "fpx/api/polynomial.h"
#include "support/fpx_faults.h"

#define PRIME 65537

/* f = (x + 1)^3 (x^2 + 5), g = (x + 1)^2 (x + 3). */
static const uint32_t f_words[] = {5, 15, 16, 8, 3, 1};
static const uint32_t g_words[] = {3, 7, 5, 1};

enum { OUTPUTS = 3 };

typedef struct work {
    clmodp_fpx *f, *g, *out[OUTPUTS];
} work;

static clmodp_status create(clmodp_context *ctx, work *w)
{
    clmodp_status st = clmodp_fpx_create(ctx, &w->f, PRIME);

    if (st == CLMODP_OK)
        st = clmodp_fpx_create(ctx, &w->g, PRIME);
    for (int k = 0; k < OUTPUTS && st == CLMODP_OK; k++)
        st = clmodp_fpx_create(ctx, &w->out[k], PRIME);
    if (st == CLMODP_OK)
        st = clmodp_fpx_upload(w->f, f_words, 6);
    if (st == CLMODP_OK)
        st = clmodp_fpx_upload(w->g, g_words, 4);
    return st;
}

static void assert_words(const clmodp_fpx *f, const uint32_t *words, size_t count,
                         clmodp_status *st)
{
    uint32_t got[16];

    if (*st != CLMODP_OK)
        return;
    assert_int_equal(clmodp_fpx_count(f), count);
    *st = clmodp_fpx_download(f, got, count);
    if (*st == CLMODP_OK)
        assert_memory_equal(got, words, count * sizeof *words);
}

static clmodp_status compute(work *w, const clmodp_fpx_options *options)
{
    static const uint32_t common[] = {1, 2, 1};
    clmodp_status st = clmodp_fpx_mul(w->out[0], NULL, w->f, w->g, options);

    int equal = 0;

    if (st == CLMODP_OK) /* of operands on the device */
        st = clmodp_fpx_sub(w->out[1], w->out[0], w->f);
    if (st == CLMODP_OK)
        st = clmodp_fpx_add(w->out[1], w->out[1], w->f);
    if (st == CLMODP_OK)
        st = clmodp_fpx_equal(&equal, w->out[0], w->out[1]);
    if (st == CLMODP_OK)
        assert_true(equal);
    if (st == CLMODP_OK)
        st = clmodp_fpx_divrem(w->out[1], w->out[2], NULL, w->out[0], w->f, options);
    assert_words(w->out[1], g_words, 4, &st);
    if (st == CLMODP_OK)
        assert_int_equal(clmodp_fpx_count(w->out[2]), 0);
    if (st == CLMODP_OK)
        st = clmodp_fpx_gcd(w->out[0], NULL, w->f, w->g, options);
    assert_words(w->out[0], common, 3, &st);
    if (st == CLMODP_OK && options->algorithm == CLMODP_FPX_HOST)
        st = clmodp_fpx_xgcd(w->out[0], w->out[1], w->out[2], NULL, w->f, w->g, options);
    assert_words(w->out[0], common, 3, &st);
    return st;
}

/* Interpolates f from its values at more points than a leaf of a tree has, on the host by a tree;
 * and reconstructs 0 from g modulo f. */
static clmodp_status compute_points(work *w, clmodp_fpx_options options)
{
    static const uint32_t cofactor[] = {5, 5, 1, 1};
    uint32_t points[460], values[460];
    const size_t count = options.algorithm == CLMODP_FPX_HOST ? 460 : 70;
    clmodp_status st;

    if (options.algorithm != CLMODP_FPX_HOST)
        options.algorithm = CLMODP_FPX_FAST;
    for (uint32_t k = 0; k < count; k++)
        points[k] = k;
    st = clmodp_fpx_evaluate_points(values, NULL, w->f, points, count, &options);
    if (st == CLMODP_OK)
        st = clmodp_fpx_interpolate(w->out[1], NULL, points, values, count, &options);
    assert_words(w->out[1], f_words, 6, &st);
    if (st == CLMODP_OK)
        st = clmodp_fpx_ratrecon(w->out[2], w->out[1], NULL, NULL, w->g, w->f, 2, &options);
    assert_words(w->out[1], cofactor, 4, &st);
    clm_pool_clear(w->f->context); /* the next run begins with an empty pool */
    return st;
}

static clmodp_status run(clmodp_context *ctx, void *argument)
{
    work w = {0};
    clmodp_fpx_options options;
    clmodp_status st = create(ctx, &w);
    char *text = NULL;

    clmodp_fpx_options_init(&options);
    options.algorithm = *(const clmodp_fpx_algorithm *)argument;
    if (st == CLMODP_OK)
        st = compute(&w, &options);
    if (st == CLMODP_OK)
        st = compute_points(&w, options);
    if (st == CLMODP_OK)
        st = clmodp_fpx_to_text(&text, w.out[0], NULL);
    if (st == CLMODP_OK)
        assert_string_equal(text, "x^2 + 2*x + 1");
    if (st == CLMODP_OK)
        st = clmodp_fpx_from_text(w.out[1], text, strlen(text), "x", NULL);
    free(text);
    for (int k = 0; k < OUTPUTS; k++)
        clmodp_fpx_destroy(w.out[k]);
    clmodp_fpx_destroy(w.g);
    clmodp_fpx_destroy(w.f);
    return st;
}

/* gcd(x^620 - 1, x^610 - 1) = x^10 - 1, the values of x^9 and x^9 from these, and a power and a
 * shift, modulo a prime of 62 bits: long enough for half-GCDs and trees. */
static clmodp_status run_wide(clmodp_context *ctx, void *argument)
{
    static const uint64_t p = UINT64_C(4611686018427387847);
    enum { POINTS = 370 };
    uint64_t c[621] = {0}, points[POINTS], values[POINTS], r = 1;
    clmodp_fpx *f[4] = {NULL};
    clmodp_status st = CLMODP_OK;
    mpz_t e;

    (void)argument;
    mpz_init_set_ui(e, 5);
    for (int k = 0; k < 4 && st == CLMODP_OK; k++)
        st = clmodp_fpx_create(ctx, &f[k], p);
    c[0] = p - 1;
    for (size_t k = 620; k >= 610 && st == CLMODP_OK; k -= 10) {
        c[k] = 1;
        st = clmodp_fpx_upload_u64(f[k == 610], c, k + 1);
        c[k] = 0;
    }
    if (st == CLMODP_OK)
        st = clmodp_fpx_xgcd(f[2], f[3], NULL, NULL, f[0], f[1], NULL);
    if (st == CLMODP_OK)
        st = clmodp_fpx_ratrecon(f[2], NULL, f[3], NULL, f[1], f[0], 300, NULL);
    if (st == CLMODP_OK)
        assert_true(clmodp_fpx_count(f[2]) == 11 && clmodp_fpx_count(f[3]) == 1);
    if (st == CLMODP_OK)
        st = clmodp_fpx_xgcd(f[2], f[3], NULL, NULL, f[0], f[1], NULL);
    if (st == CLMODP_OK)
        st = clmodp_fpx_resultant(&r, NULL, f[0], f[1], NULL);
    if (st == CLMODP_OK)
        assert_true(r == 0 && clmodp_fpx_count(f[2]) == 11);
    if (st == CLMODP_OK)
        st = clmodp_fpx_powmod(f[3], NULL, f[3], e, f[1], NULL);
    for (size_t k = 0; k < POINTS; k++)
        points[k] = p - 1 - k;
    c[0] = 0;
    c[9] = 1;
    if (st == CLMODP_OK)
        st = clmodp_fpx_taylor_shift(f[0], NULL, f[0], 1, NULL);
    if (st == CLMODP_OK)
        st = clmodp_fpx_evaluate_points_u64(values, NULL, f[1], points, POINTS, NULL);
    if (st == CLMODP_OK)
        st = clmodp_fpx_upload_u64(f[0], c, 10);
    if (st == CLMODP_OK)
        st = clmodp_fpx_evaluate_points_u64(values, NULL, f[0], points, POINTS, NULL);
    if (st == CLMODP_OK)
        st = clmodp_fpx_interpolate_u64(f[1], NULL, points, values, POINTS, NULL);
    if (st == CLMODP_OK)
        assert_int_equal(clmodp_fpx_count(f[1]), 10);
    for (int k = 0; k < 4; k++)
        clmodp_fpx_destroy(f[k]);
    mpz_clear(e);
    return st;
}

static void test_wide(void **state)
{
    (void)state;
    fpx_set_up((void **)&context);
    assert_int_equal(run_wide(context, NULL), CLMODP_OK);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, context, run_wide, NULL, fault_every()) > 10);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(test_allocations),
    cmocka_unit_test(test_wide),
    cmocka_unit_test(test_opencl));
