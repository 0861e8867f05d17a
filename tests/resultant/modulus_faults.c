/* Tests of resultants modulo primes with failures of every OpenCL call and every allocation, and
 * with wrong data in every transfer from the device. */
#include "support/fault_work.h"
#include "support/polynomials.h"
#include "support/skip.h"
#include "polynomials/modulo.h"

#define GREATEST 2147483647u

/* Works: a lost degree at points in geometric progression, powers and trailing coefficients on a
 * coset, no points, and a discriminant. */
enum { WORKS = 4 };

static fault_work work_create(clmodp_context *context, int number)
{
    static const uint32_t primes[WORKS] = {GREATEST, 65537, 13, 257};
    known_pair rose = known_rose(4);
    clmodp_zxy *f = rose.f, *g = rose.g;
    fault_work w;
    mpz_t c;

    mpz_init_set_ui(c, GREATEST);
    if (number != 1) {
        DESTROY(g, f);
        f = random_dense(3, 4, 40, 11);
        g = number < 3 ? random_dense(2, 3, 40, 12) : NULL;
    }
    if (number == 0)
        for (size_t i = 0; i <= 3; i++)
            assert_int_equal(clmodp_zxy_set_coeff(f, c, i, 4), CLMODP_OK);
    w = fault_work_create(context, f, g, false, 0);
    w.modulus = primes[number];
    assert_int_equal(clm_zx_modulo(NULL, w.expected, w.expected, primes[number]), CLMODP_OK);
    mpz_clear(c);
    clmodp_zx_destroy(rose.resultant);
    return w;
}

static void sweep(fault_kind kind)
{
    clmodp_context *context = context_open(NULL);

    for (int number = 0; number < WORKS; number++) {
        fault_work w = work_create(context, number);

        assert_int_equal(fault_work_run(context, &w), CLMODP_OK);
        assert_uint_in_range(
            fault_sweep_warm(kind, context, fault_work_run, &w, number == 2 ? 7 : 1), 10, 5000);
        fault_work_destroy(&w);
    }
    clmodp_context_destroy(context);
}

static void opencl_calls_fail(void **state)
{
    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    sweep(FAULT_OPENCL);
}

static void allocations_fail(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION);
}

/* Wrong data from the device give CORRUPT, never a wrong result. */
static void flipped_bits_are_noticed(void **state)
{
    clmodp_context *context;
    long noticed = 0, further;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    context = context_open(NULL);
    for (int number = 0; number < 2; number++) {
        fault_work w = work_create(context, number);

        noticed += fault_sweep_reads(context, fault_work_run, &w, &further);
        fault_work_destroy(&w);
    }
    assert_true(noticed >= 2);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(opencl_calls_fail),
    cmocka_unit_test(allocations_fail),
    cmocka_unit_test(flipped_bits_are_noticed));
