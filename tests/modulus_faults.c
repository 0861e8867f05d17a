/* Every OpenCL call and every allocation of resultants modulo primes made to fail, and every
 * read-back made to lie. */
#include "device/context.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/polynomials.h"
#include "zxy/modulo.h"

#define GREATEST 2147483647u

typedef struct work {
    clmodp_zxy *f, *g; /* g NULL: the discriminant of f */
    clmodp_zx *expected, *other;
    uint32_t p;
} work;

/* A failure must leave r as it was. */
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
    options.modulus = w->p;
    st = w->g != NULL ? clmodp_resultant(ctx, r, NULL, w->f, w->g, &options)
                      : clmodp_discriminant(ctx, r, NULL, w->f, &options);
    assert_true(clmodp_zx_equal(r, st == CLMODP_OK ? w->expected : w->other));
    assert_int_equal(ctx->memory_now, 0);
    clmodp_zx_destroy(r);
    return st;
}

/* A lost degree at points in progression, powers and tails at a coset, no points, and a
 * discriminant. */
enum { WORKS = 4 };

static work work_create(clmodp_context *context, int number)
{
    static const uint32_t primes[WORKS] = {GREATEST, 65537, 13, 257};
    known_pair rose = known_rose(4);
    work w = {.f = rose.f, .g = rose.g, .p = primes[number]};
    mpz_t c;

    mpz_init_set_ui(c, GREATEST);
    if (number != 1) {
        clmodp_zxy_destroy(w.g);
        clmodp_zxy_destroy(w.f);
        w.f = random_dense(3, 4, 40, 11);
        w.g = number < 3 ? random_dense(2, 3, 40, 12) : NULL;
    }
    if (number == 0)
        for (size_t i = 0; i <= 3; i++)
            assert_int_equal(clmodp_zxy_set_coeff(w.f, c, i, 4), CLMODP_OK);
    w.expected = zx_new();
    w.other = zx_linear(3, 7);
    if ((w.g != NULL ? clmodp_resultant(context, w.expected, NULL, w.f, w.g, NULL)
                     : clmodp_discriminant(context, w.expected, NULL, w.f, NULL)) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_int_equal(clm_zx_modulo(NULL, w.expected, w.expected, w.p), CLMODP_OK);
    mpz_clear(c);
    clmodp_zx_destroy(rose.resultant);
    return w;
}

static void work_destroy(work *w)
{
    clmodp_zxy_destroy(w->f);
    clmodp_zxy_destroy(w->g);
    clmodp_zx_destroy(w->expected);
    clmodp_zx_destroy(w->other);
}

static void sweep(fault_kind kind)
{
    clmodp_context *context = context_open(NULL);

    for (int number = 0; number < WORKS; number++) {
        work w = work_create(context, number);

        assert_int_equal(compute(context, &w), CLMODP_OK);
        assert_in_range(fault_sweep_warm(kind, context, compute, &w, number == 2 ? 7 : 1), 10,
                        5000);
        work_destroy(&w);
    }
    clmodp_context_destroy(context);
}

static void opencl_calls_fail(void **state)
{
    (void)state;
    if (!fault_layer_works())
        skip();
    sweep(FAULT_OPENCL);
}

static void allocations_fail(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION);
}

/* Lies in what is read back end in CORRUPT, never in a wrong result. */
static void flipped_bits_are_noticed(void **state)
{
    clmodp_context *context = context_open(NULL);
    int noticed = 0;

    (void)state;
    if (!fault_layer_works())
        skip();
    for (int number = 0; number < 2; number++) {
        work w = work_create(context, number);
        long reads;

        assert_int_equal(compute(context, &w), CLMODP_OK); /* builds, too */
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
        work_destroy(&w);
    }
    assert_true(noticed >= 2);
    clmodp_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opencl_calls_fail),
        cmocka_unit_test(allocations_fail),
        cmocka_unit_test(flipped_bits_are_noticed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
