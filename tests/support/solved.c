/* Creates problems with their results, and compares further results. */
#include "support/solved.h"

#include "support/context.h"
#include "support/polynomials.h"

enum { MATRIX_ORDER = 3 };

void work_prepare(work *w, clmodp_zxy *f, clmodp_zxy *g, clmodp_operation operation,
               clmodp_engine engine, uint64_t unit_primes)
{
    *w = (work){.f = f, .g = g, .s = zxy_new(), .expected_s = zxy_new(), .r = zx_linear(3, 7),
                .expected = zx_new(), .report = {.size = sizeof w->report}};
    clmodp_problem_init(&w->problem);
    w->problem.operation = operation;
    w->problem.k = operation == CLMODP_OPERATION_DETERMINANT ? MATRIX_ORDER : 1;
    w->problem.f = f;
    w->problem.g = g;
    clmodp_resultant_options_init(&w->options);
    w->options.engine = engine;
    clmodp_plan_options_init(&w->how);
    w->how.resultant = &w->options;
    w->how.unit_primes = unit_primes;
    w->problem.r = w->r;
    w->problem.s = w->s;
    w->problem.report = &w->report;
}

void work_begin(work *w, clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g,
                clmodp_operation operation, clmodp_engine engine, uint64_t unit_primes)
{
    clmodp_problem alone;

    work_prepare(w, f, g, operation, engine, unit_primes);
    alone = w->problem;
    alone.r = w->expected;
    alone.s = w->expected_s;
    alone.report = NULL;
    assert_int_equal(clmodp_compute(context, &alone, &w->options), CLMODP_OK);
}

void work_begin_random(work *w, clmodp_context *context, clm_random *random, unsigned turn)
{
    static const clmodp_engine engines[] = {CLMODP_ENGINE_EUCLID, CLMODP_ENGINE_HOST,
                                            CLMODP_ENGINE_SCHUR};
    const clmodp_engine engine = engines[turn % 3];
    clmodp_operation operation = (clmodp_operation)(turn / 3 % 3);
    clmodp_zxy *f, *g;

    random_pair(&f, &g, random, (pair_shape)(turn % PAIR_SHAPES), 6, 5,
                1 + clm_random_below(random, 200));
    if (turn % 8 == 7 && engine != CLMODP_ENGINE_SCHUR) {
        clmodp_zxy_destroy(f);
        f = random_dense(4, MATRIX_ORDER * MATRIX_ORDER - 1, 60, turn);
        operation = CLMODP_OPERATION_DETERMINANT;
    } else if ((operation == CLMODP_OPERATION_SUBRESULTANT && engine == CLMODP_ENGINE_SCHUR) ||
        clmodp_zxy_degree_y(f) < 2 || clmodp_zxy_degree_y(g) < 1)
        operation = CLMODP_OPERATION_RESULTANT;
    work_begin(w, context, f, g, operation, engine, 1 + turn % 4);
}

void work_end(work *w)
{
    DESTROY(w->f, w->g, w->s, w->expected_s, w->r, w->expected);
}

void work_expect(const work *w, const clmodp_fleet_member *members, size_t count)
{
    uint64_t primes = 0, coefficients = 0;

    assert_true(clmodp_zx_equal(w->r, w->expected));
    if (w->problem.operation == CLMODP_OPERATION_SUBRESULTANT)
        assert_true(clmodp_zxy_equal(w->s, w->expected_s));
    for (size_t k = 0; k < count; k++) {
        primes += members[k].primes;
        coefficients += members[k].coefficients;
    }
    assert_int_equal(primes, w->report.primes);
    assert_true(coefficients >= w->report.width_bound || primes == 0);
    assert_true(w->report.evaluations >= w->report.primes * w->report.points);
}
