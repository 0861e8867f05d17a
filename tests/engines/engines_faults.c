/* Tests the Schur engine against known results while OpenCL calls and allocations fail, or values
 * read back are changed. */
#include "support/fault_work.h"
#include "support/polynomials.h"
#include "support/skip.h"

/* A resultant, over Z in several chunks. irregular: neither order of f and g is strongly regular,
 * so Euclid computes all points. */
static fault_work work_create(clmodp_context *context, uint32_t modulus, bool irregular)
{
    clmodp_zxy *factor = random_dense(1, 1, 20, 13);
    clmodp_zxy *f = random_dense(3, 4, 40, 11), *g = random_dense(2, 5, 40, 12);
    fault_work w;

    /* With a common factor of degree 3, minors of order p + q - 2 vanish. */
    for (int times = 0; irregular && times < 3; times++) {
        clmodp_zxy *f1 = zxy_mul(f, factor), *g1 = zxy_mul(g, factor);

        DESTROY(f, g);
        f = f1;
        g = g1;
    }
    clmodp_zxy_destroy(factor);
    w = fault_work_create(context, f, g, false, modulus);
    w.options.engine = CLMODP_ENGINE_SCHUR;
    w.options.residues = CLMODP_RESIDUES_MONTGOMERY31;
    assert_int_equal(fault_work_run(context, &w), CLMODP_OK);
    assert_int_equal(w.report.fallback > 0, irregular);
    w.options.max_memory = modulus == 0 ? w.report.memory_bytes * 3 / 4 : 0;
    return w;
}

/* Over Z, modulo a prime, and with all points left to Euclid. */
static const struct {
    uint32_t modulus;
    bool irregular;
} cases[] = {{0, false}, {1009, false}, {0, true}};
#define CASES (sizeof cases / sizeof *cases)

static void sweep(fault_kind kind, long least)
{
    const long every = fault_every();

    for (size_t k = 0; k < CASES; k++) {
        clmodp_context *context = context_open(NULL);
        fault_work w = work_create(context, cases[k].modulus, cases[k].irregular);

        assert_uint_in_range(fault_sweep_warm(kind, context, fault_work_run, &w, every),
                             least / every, 5000);
        fault_work_destroy(&w);
        clmodp_context_destroy(context);
    }
}

static void calls_fail(void **state)
{
    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    sweep(FAULT_OPENCL, 50);
}

static void allocations_fail(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION, 10);
}

/* Changed values read back lead to CORRUPT, or do not change the result. */
static void flipped_bits_are_noticed(void **state)
{
    clmodp_context *context;
    long further;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    context = context_open(NULL);
    for (size_t k = 0; k < CASES; k++) {
        fault_work w = work_create(context, cases[k].modulus, cases[k].irregular);

        assert_true(fault_sweep_reads(context, fault_work_run, &w, &further) > 0);
        fault_work_destroy(&w);
    }
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(calls_fail),
    cmocka_unit_test(allocations_fail),
    cmocka_unit_test(flipped_bits_are_noticed));
