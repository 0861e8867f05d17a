/* Tests that determinants are problems like others: alone, in batches, and divided into units for
 * contexts, bytes and job folders. Sylvester's matrices have resultants as determinants. */
#include <string.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/job.h"
#include "support/planned.h"
#include "support/polynomials.h"
#include "support/small.h"

/* Sylvester's matrix of two polynomials, and a place for results. */
typedef struct sylvester {
    clmodp_zxy *f, *g, *matrix;
    clmodp_zx *expected, *r;
    clmodp_problem problem; /* the determinant */
    clmodp_resultant_options options;
    clmodp_plan_options how;
} sylvester;

/* Writes the coefficients of a into row i, those of y^0 in column `last`. */
static void write_row(clmodp_zxy *matrix, const clmodp_zxy *a, size_t i, size_t last, size_t n)
{
    for (size_t k = 0; k < clmodp_zxy_terms(a); k++) {
        size_t x, y;
        mpz_srcptr c = clmodp_zxy_term(a, k, &x, &y);

        assert_int_equal(clmodp_zxy_set_coeff(matrix, c, x, i * n + last - y), CLMODP_OK);
    }
}

/* Takes ownership of f and g. */
static void begin(sylvester *s, clmodp_zxy *f, clmodp_zxy *g, clmodp_engine engine)
{
    const size_t p = (size_t)clmodp_zxy_degree_y(f), q = (size_t)clmodp_zxy_degree_y(g);

    *s = (sylvester){.f = f, .g = g, .matrix = zxy_new(), .expected = zx_new(),
                     .r = zx_linear(3, 7)};
    for (size_t i = 0; i < q; i++)
        write_row(s->matrix, f, i, p + i, p + q);
    for (size_t i = 0; i < p; i++)
        write_row(s->matrix, g, q + i, q + i, p + q);
    clmodp_resultant_options_init(&s->options);
    clmodp_plan_options_init(&s->how);
    s->options.engine = engine;
    s->how.resultant = &s->options;
    s->how.unit_primes = 1;
    clmodp_problem_init(&s->problem);
    s->problem.operation = CLMODP_OPERATION_DETERMINANT;
    s->problem.k = (uint32_t)(p + q);
    s->problem.f = s->matrix;
    s->problem.r = s->r;
}

static void end(sylvester *s)
{
    DESTROY(s->f, s->g, s->matrix, s->expected, s->r);
}

static void expect(clmodp_context *context, sylvester *s, clmodp_status st)
{
    if (st != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_true(clmodp_zx_equal(s->r, s->expected));
    clmodp_zx_destroy(s->r);
    s->problem.r = s->r = zx_linear(3, 7);
}

/* Begins with random polynomials, and the resultant by another computation. */
static void begin_random(sylvester *s, clmodp_context *context, clm_random *random, unsigned turn,
                         clmodp_engine engine)
{
    clmodp_zxy *f, *g;

    do {
        random_pair(&f, &g, random, (pair_shape)(turn % PAIR_SHAPES), 4, 4,
                    1 + clm_random_below(random, 90));
        if (clmodp_zxy_degree_y(f) > 0 && clmodp_zxy_degree_y(g) > 0)
            break;
        DESTROY(f, g);
        turn++;
    } while (true);
    begin(s, f, g, engine);
    assert_int_equal(clmodp_resultant(context, s->expected, NULL, f, g, NULL), CLMODP_OK);
}

static const clmodp_engine engines[] = {CLMODP_ENGINE_AUTO, CLMODP_ENGINE_HOST,
                                        CLMODP_ENGINE_EUCLID};

static void problems_and_moduli(void **state)
{
    static const uint64_t moduli[] = {2, 3, 4, 101, 1000000007, ((uint64_t)1 << 61) - 1,
                                      1000000000000, UINT64_MAX};
    clmodp_context *context = *state;
    clm_random random = {5};

    for (unsigned turn = 0; turn < random_cases(60); turn++) {
        const uint64_t modulus = moduli[turn % (sizeof moduli / sizeof *moduli)];
        clmodp_resultant_report report = {.size = sizeof report};
        mpz_t d, three;
        sylvester s;

        begin_random(&s, context, &random, turn, engines[turn % 3]);
        s.problem.g = turn % 2 != 0 ? s.f : NULL; /* ignored */
        s.problem.report = &report;
        expect(context, &s, clmodp_compute(context, &s.problem, &s.options));
        assert_true(report.stage_count == 0 || report.engine != CLMODP_ENGINE_AUTO);
        s.options.mode = CLMODP_MODE_PROBABLE;
        if (s.options.engine != CLMODP_ENGINE_HOST)
            expect(context, &s, clmodp_compute(context, &s.problem, &s.options));
        s.options.mode = CLMODP_MODE_CERTIFIED;
        s.problem.modulus = modulus;
        assert_int_equal(clmodp_resultant_mod(context, s.expected, NULL, s.f, s.g, modulus, NULL),
                         CLMODP_OK);
        s.options.engine = CLMODP_ENGINE_AUTO;
        expect(context, &s, clmodp_compute(context, &s.problem, &s.options));
        s.problem.modulus = 0;
        mpz_init(d);
        mpz_init_set_ui(three, 3);
        assert_int_equal(clmodp_problem_denominator(d, &s.problem, three, three, 0), CLMODP_OK);
        mpz_ui_pow_ui(three, 3, s.problem.k);
        assert_int_equal(mpz_cmp(d, three), 0);
        mpz_clear(d);
        mpz_clear(three);
        end(&s);
    }
}

static void batches(void **state)
{
    enum { COUNT = 24 };
    clmodp_context *context = *state;
    clm_random random = {6};
    clmodp_problem problems[COUNT];
    sylvester s[COUNT];

    for (unsigned k = 0; k < COUNT; k++) {
        begin_random(&s[k], context, &random, k, CLMODP_ENGINE_AUTO);
        problems[k] = s[k].problem;
        if (k % 3 == 2)
            problems[k].operation = CLMODP_OPERATION_RESULTANT;
        if (k % 3 == 2)
            problems[k].f = s[k].f;
        problems[k].g = s[k].g;
        if (k == 7)
            problems[k].k = 1;
    }
    assert_int_equal(clmodp_compute_batch(context, problems, COUNT, NULL), CLMODP_OK);
    for (unsigned k = 0; k < COUNT; k++) {
        assert_int_equal(problems[k].status, k == 7 ? CLMODP_INVALID : CLMODP_OK);
        assert_true(k == 7 || clmodp_zx_equal(s[k].r, s[k].expected));
        end(&s[k]);
    }
}

static void units_are_one_call(void **state)
{
    clmodp_context *context = *state;
    clm_random random = {7};
    uint64_t most = 0;

    for (unsigned turn = 0; turn < random_cases(40); turn++) {
        clmodp_images *images[MOST_UNITS];
        clmodp_plan_info info = {.size = sizeof info};
        clmodp_resultant_report report = {.size = sizeof report};
        clmodp_plan *plan, *copy;
        sylvester s;

        begin_random(&s, context, &random, turn, engines[turn % 3]);
        assert_int_equal(clmodp_plan_create(context, &plan, &s.problem, &s.how), CLMODP_OK);
        copy = plan_again(context, plan);
        assert_int_equal(clmodp_plan_describe(copy, &info), CLMODP_OK);
        assert_int_equal(info.operation, CLMODP_OPERATION_DETERMINANT);
        assert_in_range(info.units, 0, MOST_UNITS);
        assert_true((info.updates > 0) == (info.units > 0));
        most = info.units > most ? info.units : most;
        for (uint64_t k = 0; k < info.units; k++)
            images[k] = images_sent(context, k % 2 == 0 ? copy : plan, plan, k);
        expect(context, &s,
               clmodp_plan_finish(context, s.r, NULL, &report, copy,
                                  (const clmodp_images *const *)images, (size_t)info.units));
        assert_true((report.stage_count > 0) == (info.units > 0));
        for (size_t k = 0; k < report.stage_count; k++)
            assert_string_not_equal(report.stages[k].name, "euclid");
        free_images(images, (size_t)info.units);
        clmodp_plan_destroy(copy);
        clmodp_plan_destroy(plan);
        end(&s);
    }
    assert_true(most > 2);
}

/* Two contexts, and a job folder in two calls. */
static void fleets_and_folders(void **state)
{
    clmodp_context *context = *state, *both[] = {context, context_open(NULL)};
    clm_random random = {8};

    for (unsigned turn = 0; turn < random_cases(12); turn++) {
        clmodp_job_options two;
        clmodp_plan *plan;
        sylvester s;
        test_job j;

        begin_random(&s, context, &random, turn, engines[turn % 3]);
        if (!context_skips_threads(context))
            expect(context, &s, clmodp_fleet_compute(both, 2, &s.problem, &s.how, NULL));
        test_job_begin(&j, context, 1);
        assert_int_equal(clmodp_plan_create(context, &plan, &s.problem, &s.how), CLMODP_OK);
        assert_int_equal(clmodp_job_create(context, j.folder, plan, NULL, 0), CLMODP_OK);
        clmodp_plan_destroy(plan);
        clmodp_job_options_init(&two);
        two.most_units = 2;
        for (int call = 0; call < 2; call++) {
            assert_int_equal(clmodp_job_work(context, NULL, j.folder, &two), CLMODP_OK);
            two.most_units = 0;
        }
        expect(context, &s, clmodp_job_finish(context, s.r, NULL, NULL, j.folder));
        test_job_end(&j);
        end(&s);
    }
    clmodp_context_destroy(both[1]);
}

static void known_and_refused(void **state)
{
    static const struct {
        const char *matrix;
        uint32_t k;
        clmodp_status status;
        long constant, linear;
    } cases[] = {
        {"0", 1, CLMODP_OK, 0, 0},
        {"5*x - 3", 1, CLMODP_OK, -3, 5},
        {"x + 2*y^3", 2, CLMODP_OK, 0, 2},
        {"y*x + 2*y^2", 2, CLMODP_OK, 0, -2}, /* exchanged */
        {"x + 2*y", 2, CLMODP_OK, 0, 0},      /* a zero row */
        {"x + 2*y^2", 2, CLMODP_OK, 0, 0},    /* a zero column */
        {"1 + y + y^2 + y^3", 2, CLMODP_OK, 0, 0},
        {"1", 46341, CLMODP_LIMIT, 7, 3},
        {"1", UINT32_MAX, CLMODP_LIMIT, 7, 3},
        {"1", 0, CLMODP_INVALID, 7, 3},
        {"y^4", 2, CLMODP_INVALID, 7, 3},
    };
    clmodp_context *context = *state;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        sylvester s;
        clmodp_zx *expected = zx_linear(cases[k].linear, cases[k].constant);

        begin(&s, zxy_parse("y"), zxy_parse("y"), CLMODP_ENGINE_AUTO);
        clmodp_zxy_destroy(s.matrix);
        s.problem.f = s.matrix = zxy_parse(cases[k].matrix);
        s.problem.k = cases[k].k;
        assert_int_equal(clmodp_compute(context, &s.problem, NULL), cases[k].status);
        assert_true(clmodp_zx_equal(s.r, expected));
        s.options.engine = CLMODP_ENGINE_SCHUR;
        assert_true(clmodp_compute(context, &s.problem, &s.options) != CLMODP_OK);
        clmodp_zx_destroy(expected);
        end(&s);
    }
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(problems_and_moduli),
    cmocka_unit_test(batches),
    cmocka_unit_test(units_are_one_call),
    cmocka_unit_test(fleets_and_folders),
    cmocka_unit_test(known_and_refused));
