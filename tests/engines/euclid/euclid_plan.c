/* Tests plans against their requirements: as few cosets as the supply of primes allows, and
 * redundant coefficients revealing wrong results. */
#include "engines/euclid/plan.h"

#include <string.h>

#include "arith/prime.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "engines/engine.h"
#include "engines/euclid/engine.h"
#include "engines/euclid/memory_plan.h"
#include "fpx/batch/cosets.h"
#include "support/context.h"
#include "support/polynomials.h"

#define MOST 6 /* requested cosets */

/* A plan for a dense pair, with changeable bounds. */
typedef struct planned {
    clmodp_zxy *f, *g;
    clm_row_layout layout;
    clm_bounds bounds;
    clm_engine_options options;
    clm_request request;
    clm_random random;
    clm_plan *plan;
} planned;

static void planned_begin(planned *p, size_t cosets)
{
    *p = (planned){.f = random_dense(5, 3, 90, 1), .g = random_dense(4, 4, 90, 2),
                   .options = {.cosets = cosets}, .random = {7}};
    p->request = (clm_request){.layout = &p->layout, .bounds = &p->bounds,
                               .minors = CLM_MINORS_RESULTANT,
                               .options = &p->options, .random = &p->random};
    assert_int_equal(clm_row_layout_create(NULL, &p->layout, p->f, p->g, false), CLMODP_OK);
    assert_int_equal(clm_bounds_compute(NULL, &p->bounds, p->f, p->g, NULL), CLMODP_OK);
}

static clmodp_status planned_make(planned *p, clmodp_context *context)
{
    clm_plan_destroy(p->plan);
    p->plan = NULL;
    return clm_plan_create(context, &p->plan, &clm_euclid_engine, &p->request);
}

static void planned_end(planned *p)
{
    clm_plan_destroy(p->plan);
    clm_row_layout_destroy(&p->layout);
    DESTROY(p->g, p->f);
}

/* If the window omits a non-zero coefficient at either end, a redundant coefficient does not
 * vanish. */
static void redundant_coefficients_are_seen(void **state)
{
    clmodp_context *context = *state;

    for (size_t cosets = 1; cosets <= MOST; cosets++)
        for (int low = 0; low < 2; low++) {
            clmodp_zx *r = zx_new();
            clm_reconstruction reconstruction = {.results = &r};
            clm_counts counts;
            planned p;

            planned_begin(&p, cosets);
            assert_int_equal(planned_make(&p, context), CLMODP_OK);
            assert_int_equal(p.plan->cosets, cosets);
            assert_int_equal(clm_plan_execute(context, p.plan, 1, &reconstruction, &counts),
                             CLMODP_OK);
            assert_int_equal(clmodp_zx_degree(r), p.bounds.degree);
            p.bounds.degree -= 1 - low;
            p.bounds.valuation += low;
            assert_int_equal(planned_make(&p, context), CLMODP_OK);
            assert_int_equal(clm_plan_execute(context, p.plan, 1, &reconstruction, &counts),
                             CLMODP_CORRUPT);
            assert_non_null(strstr(clmodp_context_message(context), "must vanish"));
            assert_int_equal(context->memory_now, 0);
            planned_end(&p);
            clmodp_zx_destroy(r);
        }
}

/* Checks that the primes, which several threads may have found, are the greatest, and the required
 * properties of primes and shifts. */
static void check_plan(const planned *p)
{
    const clm_euclid_plan *plan = clm_euclid_plan_of(p->plan);
    const size_t cosets = p->plan->cosets;
    uint32_t *listed = malloc(p->plan->primes * sizeof *listed);
    size_t unit = plan->order;
    double sum = 0.0;
    bool enough = false;

    while (plan->roots > 0 && unit % plan->roots != 0)
        unit *= 2;
    assert_int_equal(clm_primes_below(listed, p->plan->primes, EUCLID_PRIME_MAX + 1,
                                      (uint32_t)unit), p->plan->primes);
    assert_memory_equal(listed, plan->prime, p->plan->primes * sizeof *listed);
    free(listed);
    assert_int_equal(plan->order * cosets, p->plan->points);
    assert_true(p->plan->points > p->plan->width);
    assert_int_equal(clm_smooth_at_least((uint32_t)plan->order), plan->order);
    for (size_t n = 0; n < p->plan->primes; n++) {
        const uint32_t prime = plan->prime[n];
        u32 t[CLM_MOST_COSETS];

        assert_true(prime <= EUCLID_PRIME_MAX && clm_is_prime_u32(prime));
        assert_true(prime % plan->order == 1 && prime > p->plan->points);
        assert_true(n == 0 || prime < plan->prime[n - 1]);
        enough = clm_primes_exceed(&sum, prime, (double)p->bounds.height_bits + 1.0);
        for (size_t j = 0; j < cosets; j++) {
            const prime_info info = clm_euclid_prime(plan, n, j);

            assert_int_equal(fp_mul(info.shift, info.shift_inverse, info.field), info.field.one);
            t[j] = fp_pow(info.shift, (u32)plan->order, info.field);
            for (size_t i = 0; i < j; i++)
                assert_true(t[i] != t[j]);
        }
    }
    assert_true(enough);
}

/* Takes the least possible number of cosets, as for dense pairs of degrees 300 with 200 bits, 200
 * with 1000, and beyond. */
static void there_are_enough_primes(void **state)
{
    static const struct {
        uint64_t degree, height;
    } cases[] = {{100, 1000}, {180000, 50000}, {180000, 121000}, {80000, 400000},
                 {1000000, 100000}, {500000, 1000000}};
    size_t several = 0;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        planned p;

        planned_begin(&p, 0);
        p.bounds.degree = cases[k].degree;
        p.bounds.height_bits = cases[k].height;
        assert_int_equal(planned_make(&p, *state), CLMODP_OK);
        check_plan(&p);
        several += p.plan->cosets > 1;
        if (p.plan->cosets > 1) { /* one less has too few primes */
            p.request.cosets = p.plan->cosets - 1;
            p.request.points = p.request.cosets *
                               clm_euclid_plan_order(&p.layout, p.plan->width, p.request.cosets,
                                                     &((clmodp_context *)*state)->costs);
            assert_int_equal(planned_make(&p, *state), CLMODP_LIMIT);
        }
        planned_end(&p);
    }
    assert_int_equal(several, 4);
}

/* The closed form used by costs is close to the primes counted. */
static void predictions_are_near(void **state)
{
    (void)state;
    for (size_t n = 1000; n < 400000; n = n * 2 + 1) {
        enum { ROOM = 1 << 20 };
        const size_t order = clm_smooth_at_least((uint32_t)n);
        uint32_t *prime = malloc(ROOM * sizeof *prime);
        const size_t found = clm_primes_below(prime, ROOM, EUCLID_PRIME_MAX + 1, (uint32_t)order);
        const double expected = clm_cosets_primes(order);

        if (expected < 0.85 * (double)found || expected > 1.15 * (double)found)
            fail_msg("%g primes are expected that are 1 modulo %zu, and there are %zu", expected,
                     order, found);
        free(prime);
    }
    assert_int_equal(clm_cosets_for_primes(1000, 2000.0), 1);
    assert_int_equal(clm_cosets_for_primes(1, 1e9), CLM_MOST_COSETS);
    assert_true(clm_cosets_for_primes(180001, 4000.0) == 2);
}

/* Refuses bounds for which no number of cosets has enough primes, and invalid points. */
static void impossible_requests_are_refused(void **state)
{
    static const struct {
        size_t points, cosets;
    } wrong[] = {{64, 0}, {64, 3}, {66, 6}, {64, 257}, {36, 2}, {SIZE_MAX, 1}, {22 * 4, 4}};
    planned p;

    planned_begin(&p, 0);
    assert_int_equal(p.bounds.degree - p.bounds.valuation + 1, 33);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        const clmodp_status expected =
            wrong[k].points == 36 ? CLMODP_OK : CLMODP_INVALID;

        p.request.points = wrong[k].points;
        p.request.cosets = wrong[k].cosets;
        assert_int_equal(planned_make(&p, *state), expected);
    }
    p.request.points = p.request.cosets = 0;
    p.bounds.degree = 0;
    p.bounds.valuation = 0;
    p.bounds.height_bits = UINT64_C(4000000000);
    assert_int_equal(planned_make(&p, *state), CLMODP_LIMIT);
    assert_non_null(strstr(clmodp_context_message(*state), "primes"));
    planned_end(&p);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(redundant_coefficients_are_seen),
    cmocka_unit_test(there_are_enough_primes),
    cmocka_unit_test(predictions_are_near),
    cmocka_unit_test(impossible_requests_are_refused));
