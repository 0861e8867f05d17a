/* Every OpenCL call and every allocation of the Schur engine made to fail, and every read-back
 * made to lie. */
#include "device/context.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/polynomials.h"

typedef struct work {
    clmodp_zxy *f, *g;
    clmodp_zx *expected, *other;
    uint64_t max_memory;
    uint32_t modulus;
    clmodp_residues residues;
} work;

/* A resultant, in several chunks if over Z; a failure must leave r as it was. */
static clmodp_status compute(clmodp_context *ctx, void *argument)
{
    work *w = argument;
    clmodp_zx *r = NULL;
    clmodp_resultant_options options;
    clmodp_status st = clmodp_zx_create(&r);

    if (st == CLMODP_OK)
        st = clmodp_zx_set(r, w->other);
    if (st != CLMODP_OK) {
        clmodp_zx_destroy(r);
        return clm_fail(&ctx->error, st, "no memory");
    }
    clmodp_resultant_options_init(&options);
    options.max_memory = w->max_memory;
    options.engine = CLMODP_ENGINE_SCHUR;
    options.residues = w->residues;
    options.modulus = w->modulus;
    st = clmodp_resultant(ctx, r, NULL, w->f, w->g, &options);
    assert_true(clmodp_zx_equal(r, st == CLMODP_OK ? w->expected : w->other));
    assert_int_equal(ctx->memory_now, 0);
    clmodp_zx_destroy(r);
    return st;
}

/* irregular: no order of the two is strongly regular, so Euclid has all points. */
static work work_create(clmodp_context *context, clmodp_residues residues, uint32_t modulus,
                        bool irregular)
{
    clmodp_zxy *factor = random_dense(1, 1, 20, 13);
    work w = {.f = random_dense(3, 4, 40, 11), .g = random_dense(2, 5, 40, 12),
              .expected = zx_new(), .other = zx_new(), .modulus = modulus, .residues = residues};
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_resultant_options options;
    mpz_t c;

    /* With a common factor of degree 3, minors of order p + q - 2 vanish. */
    for (int times = 0; irregular && times < 3; times++) {
        clmodp_zxy *f = w.f, *g = w.g;

        w.f = zxy_mul(f, factor);
        w.g = zxy_mul(g, factor);
        clmodp_zxy_destroy(f);
        clmodp_zxy_destroy(g);
    }
    clmodp_zxy_destroy(factor);
    mpz_init_set_ui(c, 12345);
    assert_int_equal(clmodp_zx_set_coeff(w.other, c, 2), CLMODP_OK);
    mpz_clear(c);
    clmodp_resultant_options_init(&options);
    options.modulus = modulus;
    assert_int_equal(clmodp_resultant(context, w.expected, NULL, w.f, w.g, &options), CLMODP_OK);
    options.engine = CLMODP_ENGINE_SCHUR;
    options.residues = residues;
    if (clmodp_resultant(context, w.other, &report, w.f, w.g, &options) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_true(clmodp_zx_equal(w.other, w.expected));
    assert_int_equal(report.schur_fallback > 0, irregular);
    w.max_memory = modulus == 0 ? report.memory_bytes * 3 / 4 : 0;
    mpz_init_set_ui(c, 12345); /* something else than the result */
    assert_int_equal(clmodp_zx_set_coeff(w.other, c, 0), CLMODP_OK);
    mpz_clear(c);
    return w;
}

static void work_destroy(work *w)
{
    clmodp_zxy_destroy(w->f);
    clmodp_zxy_destroy(w->g);
    clmodp_zx_destroy(w->expected);
    clmodp_zx_destroy(w->other);
}

/* Over Z, modulo a prime, and where all points are left to Euclid. */
static const struct {
    clmodp_residues residues;
    uint32_t modulus;
    bool irregular;
} cases[] = {
    {CLMODP_RESIDUES_MONTGOMERY31, 0, false},
    {CLMODP_RESIDUES_MONTGOMERY31, 1009, false},
    {CLMODP_RESIDUES_MONTGOMERY31, 0, true},
};
#define CASES (sizeof cases / sizeof *cases)

static void calls_fail(void **state)
{
    (void)state;
    if (!fault_layer_works())
        skip();
    for (size_t k = 0; k < CASES; k++) {
        clmodp_context *context = context_open(NULL);
        work w = work_create(context, cases[k].residues, cases[k].modulus, cases[k].irregular);

        assert_in_range(fault_sweep_warm(FAULT_OPENCL, context, compute, &w, 1), 50, 5000);
        work_destroy(&w);
        clmodp_context_destroy(context);
    }
}

static void allocations_fail(void **state)
{
    (void)state;
    for (size_t k = 0; k < CASES; k++) {
        clmodp_context *context = context_open(NULL);
        work w = work_create(context, cases[k].residues, cases[k].modulus, cases[k].irregular);

        assert_in_range(fault_sweep_warm(FAULT_ALLOCATION, context, compute, &w, 1), 10, 5000);
        work_destroy(&w);
        clmodp_context_destroy(context);
    }
}

/* Lies in what is read back end in CORRUPT or change nothing. */
static void flipped_bits_are_noticed(void **state)
{
    clmodp_context *context = context_open(NULL);

    (void)state;
    if (!fault_layer_works())
        skip();
    for (size_t k = 0; k < CASES; k++) {
        work w = work_create(context, cases[k].residues, cases[k].modulus, cases[k].irregular);
        int noticed = 0;
        long reads;

        fault_flip_read(0);
        assert_int_equal(compute(context, &w), CLMODP_OK);
        reads = fault_reads();
        assert_true(reads > 1);
        for (long n = 1; n <= reads; n++) {
            clmodp_status st;

            fault_flip_read(n);
            st = compute(context, &w); /* asserts that a success is right */
            noticed += st == CLMODP_CORRUPT;
            fault_flip_read(0);
            assert_true(st == CLMODP_OK || st == CLMODP_CORRUPT);
            assert_int_equal(compute(context, &w), CLMODP_OK);
        }
        assert_true(noticed > 0);
        work_destroy(&w);
    }
    clmodp_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_fail),
        cmocka_unit_test(allocations_fail),
        cmocka_unit_test(flipped_bits_are_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
