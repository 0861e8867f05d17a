/* Tests of clmodp_resultant on thousands of random pairs of every shape against the slow
 * reference, and of its algebraic laws. */
#include <inttypes.h>

#include "ref/sylvester.h"
#include "support/context.h"
#include "support/polynomials.h"

#define CASES_A_SHAPE 140 /* times PAIR_SHAPES: more than 2000 */

/* Fails with the parameters that reproduce the case. */
static void fail_case(const char *what, pair_shape shape, uint64_t state, size_t dy, size_t dx,
                      size_t bits)
{
    fail_msg("%s: shape %s, random state %" PRIu64 ", degrees up to %zu in y and %zu in x, "
             "%zu bits", what, pair_shape_name(shape), state, dy, dx, bits);
}

static void check_against_reference(clmodp_context *context, pair_shape shape, uint64_t state,
                                    size_t dy, size_t dx, size_t bits)
{
    clm_random random = {state};
    clmodp_resultant_options options;
    clmodp_zxy *f, *g;
    clmodp_zx *r = zx_new(), *expected;

    random_pair(&f, &g, &random, shape, dy, dx, bits);
    clmodp_resultant_options_init(&options);
    options.seed = state;
    expected = ref_resultant(f, g);
    if (clmodp_resultant(context, r, NULL, f, g, &options) != CLMODP_OK)
        fail_case(clmodp_context_message(context), shape, state, dy, dx, bits);
    if (!clmodp_zx_equal(r, expected))
        fail_case("wrong resultant", shape, state, dy, dx, bits);
    DESTROY(expected, r, g, f);
}

static void agrees_with_the_reference(void **state)
{
    clmodp_context *context = *state;
    clm_random random = {20120301};

    for (int shape = 0; shape < PAIR_SHAPES; shape++)
        for (int k = 0; k < CASES_A_SHAPE; k++) {
            size_t dy = 1 + clm_random_below(&random, 6);
            size_t dx = clm_random_below(&random, 5);
            size_t bits = 1 + clm_random_below(&random, k % 8 == 0 ? 300 : 40);

            check_against_reference(context, (pair_shape)shape, clm_random_next(&random), dy,
                                    dx, bits);
        }
}

static clmodp_zx *resultant(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_zx *r = zx_new();

    if (clmodp_resultant(context, r, NULL, f, g, NULL) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    return r;
}

/* res(g, f) = (-1)^{pq} res(f, g); res(f h, g) = res(f, g) res(h, g). */
static void obeys_the_laws(void **state)
{
    clmodp_context *context = *state;
    clm_random random = {1971};

    for (int k = 0; k < 60; k++) {
        uint64_t start = random.state;
        pair_shape shape = (pair_shape)(k % PAIR_SHAPES);
        clmodp_zxy *f, *g, *h, *other, *fh;
        clmodp_zx *fg, *gf, *hg, *fhg;

        random_pair(&f, &g, &random, shape, 12, 6, 60);
        random_pair(&h, &other, &random, PAIR_DENSE, 5, 3, 50);
        fh = zxy_mul(f, h);
        fg = resultant(context, f, g);
        gf = resultant(context, g, f);
        hg = resultant(context, h, g);
        fhg = resultant(context, fh, g);
        zx_mul_by(&hg, fg);
        if (!clmodp_zx_equal(fhg, hg))
            fail_case("res(f h, g) is not res(f, g) res(h, g)", shape, start, 12, 6, 60);
        if (clmodp_zxy_degree_y(f) % 2 != 0 && clmodp_zxy_degree_y(g) % 2 != 0)
            zx_mul_si_by(&gf, -1);
        if (!clmodp_zx_equal(fg, gf))
            fail_case("wrong sign after exchange", shape, start, 12, 6, 60);
        DESTROY(fhg, hg, gf, fg, fh, other, h, g, f);
    }
}

/* Bounds and smooth numbers of points may cost a tenth more (prime, point) pairs than necessary
 * for a dense resultant of at least 1000 coefficients, and one incompletely used prime. */
static void bounds_cost_a_tenth(void **state)
{
    static const struct {
        size_t p, q, dx, bits;
    } cases[] = {{20, 20, 25, 10}, {20, 20, 25, 100}, {8, 8, 63, 2},    {40, 5, 25, 20},
                 {1, 20, 50, 30},  {3, 3, 400, 20},   {24, 36, 19, 4},  {60, 60, 9, 8},
                 {2, 2, 1000, 8},  {12, 90, 10, 16},  {40, 40, 14, 4}};
    clmodp_context *context = *state;
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID; /* the host tightens bounds only if it pays */
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        clmodp_zxy *f = random_dense(cases[n].dx, cases[n].p, cases[n].bits, 2 * n);
        clmodp_zxy *g = random_dense(cases[n].dx, cases[n].q, cases[n].bits, 2 * n + 1);
        clmodp_resultant_report report = {.size = sizeof report};
        clmodp_zx *r = zx_new();
        double most;

        if (clmodp_resultant(context, r, &report, f, g, &options) != CLMODP_OK)
            fail_msg("%s", clmodp_context_message(context));
        most = 1.1 * (double)report.necessary_evaluations + (double)report.points;
        print_message("# degrees %zu, %zu, %zu, %zu bits: %.3f times the necessary pairs\n",
                      cases[n].p, cases[n].q, cases[n].dx, cases[n].bits,
                      (double)report.evaluations / (double)report.necessary_evaluations);
        assert_true(report.width_bound >= 1000);
        assert_true((double)report.evaluations <= most);
        DESTROY(r, g, f);
    }
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(agrees_with_the_reference),
    cmocka_unit_test(obeys_the_laws),
    cmocka_unit_test(bounds_cost_a_tenth));
