/* Tests with failures of all allocations of reconstruction, bounds, extraction and checks. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "bounds/bounds.h"
#include "multimodular/crt_tree.h"
#include "resultant/check.h"
#include "resultant/factors.h"
#include "support/assertions.h"
#include "support/faults.h"
#include "support/polynomials.h"
#include "polynomials/modulo.h"

/* The inputs, made before faults are armed. */
typedef struct inputs {
    clmodp_zxy *f, *g, *f1, *g1;
    uint32_t primes[70];
    uint32_t *residues;
    mpz_t value[200];
    mpz_ptr values[200];
} inputs;

typedef clmodp_status (*operation)(clm_error *error, inputs *in);

/* Lets the n-th allocation fail, for n = 1, 2, ... until the operation has fewer. */
static void sweep(const char *name, operation run, inputs *in)
{
    long injected = 0;

    for (long n = 1;; n++) {
        clm_error error = {CLMODP_OK, ""};
        clmodp_status st;
        bool met;

        fault_arm(FAULT_ALLOCATION, n);
        st = run(&error, in);
        met = fault_disarm(FAULT_ALLOCATION);
        if (met ? st != CLMODP_OK && (st != CLMODP_HOST_MEMORY || error.message[0] == '\0')
                : st != CLMODP_OK)
            fail_msg("%s, allocation %ld: status %d, \"%s\"", name, n, (int)st, error.message);
        if (run(NULL, in) != CLMODP_OK)
            fail_msg("%s does not work after allocation %ld failed", name, n);
        if (!met)
            break;
        injected++;
    }
    print_message("# %s: %ld allocations\n", name, injected);
    assert_true(injected > 0);
}

static clmodp_status crt(clm_error *error, inputs *in)
{
    clmodp_status st = CLMODP_OK;
    clm_product_tree *made = NULL;

    TRY(clm_product_tree_create(error, &made, in->primes, 70, 2, NULL));
    TRY(clm_crt_tree(error, made, in->values, 200, in->residues, 200, 2, NULL));
    for (size_t k = 0; k < 200; k++)
        assert_int_equal(mpz_get_si(in->value[k]), (long)k - 100);
done:
    clm_product_tree_destroy(made);
    return st;
}

static clmodp_status bounds(clm_error *error, inputs *in)
{
    clm_bounds found;
    clmodp_status st = clm_bounds_compute(error, &found, in->f, in->g, NULL);

    return st != CLMODP_OK
               ? st
               : clm_bounds_subresultant(error, &found, in->f, in->g, 1, true, NULL);
}

static clmodp_status content(clm_error *error, inputs *in)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *r = NULL;
    clm_factors removed, of_s1[3];
    mpz_t one;

    clm_factors_init(&removed);
    for (size_t n = 0; n < 3; n++)
        clm_factors_init(&of_s1[n]);
    mpz_init_set_ui(one, 1);
    st = clmodp_zx_create(&r);
    if (st == CLMODP_OK)
        st = clmodp_zx_set_coeff(r, one, 3);
    if (st != CLMODP_OK)
        FAIL(error, st, "the test has no memory");
    TRY(clm_content_remove(error, &removed, in->f1, in->g1, in->f, in->g));
    TRY(clm_factors_restore(error, r, &removed));
    TRY(clm_content_remove_minors(error, of_s1, (clm_minors){.step = 1, .count = 2}, in->f1,
                                  in->g1, in->f, in->g));
done:
    for (size_t n = 0; n < 3; n++)
        clm_factors_clear(&of_s1[n]);
    mpz_clear(one);
    clmodp_zx_destroy(r);
    clm_factors_clear(&removed);
    return st;
}

/* Multiplies by powers of a leading coefficient in F_7[x]. */
static clmodp_status modulo(clm_error *error, inputs *in)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zx *a = NULL, *b = NULL;

    if (clmodp_zx_create(&a) != CLMODP_OK || clmodp_zx_create(&b) != CLMODP_OK)
        FAIL(error, CLMODP_HOST_MEMORY, "the test has no memory");
    TRY(clm_zxy_modulo(error, in->f1, in->f, 7));
    TRY(clm_zxy_row(error, a, in->f1, (size_t)clmodp_zxy_degree_y(in->f1)));
    TRY(clm_zx_multiply_powers_modulo(error, b, a, 2, a, 3, 7));
    TRY(clm_zx_divide_modulo(error, b, a, 7));
    TRY(clm_zx_negate_modulo(error, b, 7));
    TRY(clm_zx_modulo(error, b, b, 5));
done:
    DESTROY(b, a);
    return st;
}

/* Checks 0 in place of all results. */
static clmodp_status check(clm_error *error, inputs *in)
{
    clm_random random = {1};
    clmodp_zx *r = NULL;
    clmodp_status st = clmodp_zx_create(&r);
    bool agrees;

    if (st != CLMODP_OK)
        FAIL(error, st, "the test has no memory");
    TRY(clm_check_fresh_prime(error, &agrees, (clmodp_zx *[]){r, r, r},
                              (clm_minors){.step = 1, .count = 2}, in->f, in->g,
                              clm_fresh_prime(&random), 1, &random, NULL));
    assert_false(agrees);
done:
    clmodp_zx_destroy(r);
    return st;
}

static void every_allocation(void **state)
{
    clm_random random = {5};
    static inputs in;
    known_pair rose;

    (void)state;
    random_pair(&in.f, &in.g, &random, PAIR_CONTENT, 6, 6, 50);
    assert_int_equal(clmodp_zxy_create(&in.f1), CLMODP_OK);
    assert_int_equal(clmodp_zxy_create(&in.g1), CLMODP_OK);
    in.residues = calloc((size_t)70 * 200, sizeof *in.residues);
    assert_non_null(in.residues);
    for (uint32_t i = 0, candidate = 1000; i < 70; candidate++) {
        bool prime = true;

        for (uint32_t d = 2; d * d <= candidate; d++)
            prime = prime && candidate % d != 0;
        if (prime)
            in.primes[i++] = candidate;
    }
    for (size_t k = 0; k < 200; k++) {
        mpz_init(in.value[k]);
        in.values[k] = in.value[k];
        for (size_t i = 0; i < 70; i++)
            in.residues[i * 200 + k] = (uint32_t)((k + in.primes[i] - 100) % in.primes[i]);
    }
    sweep("crt", crt, &in);
    sweep("bounds", bounds, &in);
    sweep("content", content, &in);
    sweep("modulo", modulo, &in);
    DESTROY(in.g, in.f);
    rose = known_rose(4); /* with a deflation in y and a trailing coefficient */
    in.f = rose.f;
    in.g = rose.g;
    sweep("powers", content, &in);
    sweep("check", check, &in);

    for (size_t k = 0; k < 200; k++)
        mpz_clear(in.value[k]);
    free(in.residues);
    DESTROY(in.g1, in.f1, in.g, in.f);
}

TESTS(cmocka_unit_test(every_allocation));
