/* Tests that the work units of a plan, serialised and run in any order by any context, give the
 * same result as a single call. */
#include <string.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/planned.h"
#include "support/polynomials.h"
#include "support/small.h"

static bool is_subresultant(const job *j)
{
    return j->w.problem.operation == CLMODP_OPERATION_SUBRESULTANT;
}

/* Runs all units, the last one first, every other one by a plan read from bytes. */
static void run_all(clmodp_context *context, const job *j, clmodp_images **images)
{
    clmodp_plan *copy = plan_again(context, j->plan);
    clmodp_plan_info info = {.size = sizeof info};

    assert_int_equal(clmodp_plan_describe(copy, &info), CLMODP_OK);
    assert_string_equal(info.height_bound_name, j->info.height_bound_name);
    info.height_bound_name = j->info.height_bound_name;
    info.seconds = j->info.seconds;
    assert_memory_equal(&info, &j->info, sizeof info);
    for (uint64_t k = 0; k < j->info.units; k++)
        images[k] = images_sent(context, k % 2 == 0 ? copy : j->plan, j->plan,
                                j->info.units - 1 - k);
    clmodp_plan_destroy(copy);
}

/* Checks that the results are those of a single call. */
static void check(clmodp_context *context, const job *j)
{
    clmodp_images *images[MOST_UNITS];
    clmodp_zx *r = zx_linear(3, 7);
    clmodp_zxy *s = zxy_parse("x*y + 5");
    clmodp_resultant_report report = {.size = sizeof report};

    run_all(context, j, images);
    if (clmodp_plan_finish(context, r, is_subresultant(j) ? s : NULL, &report, j->plan,
                           (const clmodp_images *const *)images,
                           (size_t)j->info.units) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_true(clmodp_zx_equal(r, j->w.expected));
    assert_true(!is_subresultant(j) || clmodp_zxy_equal(s, j->w.expected_s));
    assert_true(report.primes == j->info.primes && report.points == j->info.points);
    assert_true(report.engine == j->info.engine);
    assert_true(report.evaluations >= j->info.evaluations);
    assert_true(report.height_bits == j->info.height_bits);
    assert_string_equal(report.height_bound_name, j->info.height_bound_name);
    assert_true((report.stage_count > 0) == (j->info.units > 0));
    free_images(images, (size_t)j->info.units);
    DESTROY(r, s);
}

/* All shapes, operations and engines, with units of one prime, three and the default number. */
static void units_are_one_call(void **state)
{
    static const clmodp_engine engines[] = {CLMODP_ENGINE_AUTO, CLMODP_ENGINE_HOST,
                                            CLMODP_ENGINE_EUCLID, CLMODP_ENGINE_SCHUR};
    clmodp_context *context = *state;
    clm_random random = {7};

    for (unsigned turn = 0; turn < random_cases(160); turn++) {
        const clmodp_engine engine = engines[turn % 4];
        clmodp_operation operation = (clmodp_operation)(turn / 4 % 3);
        clmodp_zxy *f, *g;
        job j;

        random_pair(&f, &g, &random, (pair_shape)(turn % PAIR_SHAPES), 5, 4,
                    1 + clm_random_below(&random, 90));
        if ((operation == CLMODP_OPERATION_SUBRESULTANT && engine == CLMODP_ENGINE_SCHUR) ||
            clmodp_zxy_degree_y(f) < 2 || clmodp_zxy_degree_y(g) < 1)
            operation = CLMODP_OPERATION_RESULTANT;
        job_begin(&j, context, f, g, operation, engine, turn % 3 == 2 ? 0 : 1 + 2 * (turn % 3));
        check(context, &j);
        assert_int_equal(context->memory_now, 0);
        job_end(&j);
    }
}

/* Plans without computations have no units. */
static void known_results_have_no_units(void **state)
{
    static const char *const pairs[][2] = {{"0", "y"}, {"y", "0"}, {"x + 1", "x"}, {"0", "0"}};
    clmodp_context *context = *state;

    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        job j;

        job_begin(&j, context, zxy_parse(pairs[k][0]), zxy_parse(pairs[k][1]),
                  CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_AUTO, 0);
        assert_int_equal(j.info.units, 0);
        assert_int_equal(j.info.primes, 0);
        assert_int_equal(j.info.engine, CLMODP_ENGINE_AUTO);
        check(context, &j);
        job_end(&j);
    }
}

/* Images do not depend on the context; the plan is made without one. */
static void images_do_not_depend_on_the_context(void **state)
{
    clmodp_context *context = *state, *gpu = context_open(NULL);
    clmodp_images *a, *b;
    unsigned char *one, *other;
    size_t size, as_much;
    job j;

    context_tune_for_gpu(gpu);
    job_begin(&j, context, random_dense(6, 5, 60, 1), random_dense(5, 6, 60, 2),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 4);
    clmodp_plan_destroy(j.plan);
    assert_int_equal(clmodp_plan_create(NULL, &j.plan, &j.w.problem, &j.w.how), CLMODP_OK);
    assert_int_equal(clmodp_plan_describe(j.plan, &j.info), CLMODP_OK);
    assert_true(j.info.units > 2);
    a = images_sent(context, j.plan, j.plan, 1);
    b = images_sent(gpu, j.plan, j.plan, 1);
    one = written_images(a, &size);
    other = written_images(b, &as_much);
    assert_int_equal(size, as_much);
    assert_memory_equal(one + size / 2, other + size / 2, size / 2 - CLMODP_PLAN_DIGEST);
    check(context, &j);
    check(gpu, &j);
    free(one);
    free(other);
    clmodp_images_destroy(a);
    clmodp_images_destroy(b);
    job_end(&j);
    clmodp_context_destroy(gpu);
}

static void wrong_calls_are_refused(void **state)
{
    clmodp_context *context = *state;
    clmodp_images *images = (clmodp_images *)&images;
    clmodp_plan *plan;
    clmodp_plan_info info = {0};
    job j;

    job_begin(&j, context, random_dense(2, 3, 30, 1), random_dense(3, 2, 30, 2),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_HOST, 1);
    assert_int_equal(clmodp_plan_describe(j.plan, &info), CLMODP_INVALID);
    assert_int_equal(clmodp_plan_run(context, &images, j.plan, j.info.units), CLMODP_INVALID);
    assert_null(images);
    assert_non_null(strstr(clmodp_context_message(context), "there is no unit"));
    assert_int_equal(clmodp_plan_run(NULL, &images, j.plan, 0), CLMODP_INVALID);
    assert_int_equal(clmodp_plan_finish(context, NULL, NULL, NULL, j.plan, NULL, 0),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_plan_finish(context, j.w.expected, j.w.expected_s, NULL, j.plan, NULL,
                                        0), CLMODP_INVALID);
    j.w.options.mode = CLMODP_MODE_PROBABLE;
    assert_int_equal(clmodp_plan_create(context, &plan, &j.w.problem, &j.w.how),
                     CLMODP_UNSUPPORTED);
    assert_null(plan);
    j.w.options.mode = CLMODP_MODE_CERTIFIED;
    j.w.problem.modulus = 7;
    assert_int_equal(clmodp_plan_create(context, &plan, &j.w.problem, &j.w.how),
                     CLMODP_UNSUPPORTED);
    j.w.problem.modulus = 0;
    j.w.how.unit_seconds = -1.0;
    assert_int_equal(clmodp_plan_create(context, &plan, &j.w.problem, &j.w.how), CLMODP_INVALID);
    j.w.how.unit_seconds = 0.0;
    j.w.how.size = 0;
    assert_int_equal(clmodp_plan_create(context, &plan, &j.w.problem, &j.w.how), CLMODP_INVALID);
    assert_int_equal(clmodp_plan_read(context, &plan, "", 0), CLMODP_DAMAGED);
    assert_int_equal(clmodp_plan_read(context, &plan, NULL, 1), CLMODP_INVALID);
    clmodp_images_destroy(NULL);
    clmodp_plan_destroy(NULL);
    job_end(&j);
}

/* Results beyond max_result are planned, but not computed; result_bytes lets them be computed. */
static void large_results_are_planned(void **state)
{
    static const char *const pairs[][2] = {
        {"7^50*x*y - 7^50", "y^9 + x"},
        {"y^30*(y^2 + x + 3)", "y^2 + (x^3 - 2)*y + x + 7"},
        {"y^4 + (x^2 - 9)*y^2 + 101*x", "3*y^6 - x*y^4 + (x + 1)*y^2 + 77"},
        {"x^5*y^3 + 12345*x*y + x^2 - 4", "y^4 - x*y + 678*x^3 + 1"},
    };
    clmodp_context *context = *state;

    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        clmodp_plan_info info = {.size = sizeof info};
        clmodp_images *images = (clmodp_images *)&images;
        clmodp_plan *plan, *copy;
        job j;

        job_begin(&j, context, zxy_parse(pairs[k][0]), zxy_parse(pairs[k][1]),
                  CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_HOST, 1);
        j.w.options.max_result = 1;
        assert_int_equal(clmodp_plan_create(context, &plan, &j.w.problem, &j.w.how), CLMODP_OK);
        assert_int_equal(clmodp_plan_describe(plan, &info), CLMODP_OK);
        assert_true(info.result_bytes > 1 && info.result_bytes == j.info.result_bytes);
        copy = plan_again(context, plan);
        assert_int_equal(clmodp_plan_run(context, &images, copy, 0), CLMODP_LIMIT);
        assert_null(images);
        assert_non_null(strstr(clmodp_context_message(context), "max_result"));
        assert_int_equal(clmodp_job_create(context, "refused", plan, NULL, 0), CLMODP_LIMIT);
        assert_int_equal(clmodp_fleet_compute(&context, 1, &j.w.problem, &j.w.how, NULL),
                         CLMODP_LIMIT);
        clmodp_plan_destroy(copy);
        clmodp_plan_destroy(plan);
        clmodp_plan_destroy(j.plan);
        j.w.options.max_result = info.result_bytes;
        assert_int_equal(clmodp_plan_create(context, &j.plan, &j.w.problem, &j.w.how), CLMODP_OK);
        assert_int_equal(clmodp_plan_describe(j.plan, &j.info), CLMODP_OK);
        check(context, &j);
        job_end(&j);
    }
}

/* A unit takes about the requested time; longer times give fewer units. */
static void units_are_as_long_as_asked_for(void **state)
{
    clmodp_context *context = *state;
    uint64_t before = UINT64_MAX;
    job j;

    job_begin(&j, context, random_dense(20, 30, 300, 1), random_dense(20, 30, 300, 2),
              CLMODP_OPERATION_DISCRIMINANT, CLMODP_ENGINE_EUCLID, 16);
    for (double seconds = j.info.seconds / 40; seconds < j.info.seconds; seconds *= 3.0) {
        clmodp_plan *plan;
        clmodp_plan_info info = {.size = sizeof info};
        clmodp_plan_options how = j.w.how;

        how.unit_primes = 0;
        how.unit_seconds = seconds;
        assert_int_equal(clmodp_plan_create(context, &plan, &j.w.problem, &how), CLMODP_OK);
        assert_int_equal(clmodp_plan_describe(plan, &info), CLMODP_OK);
        assert_true(info.units < before);
        assert_true(info.unit_primes * (info.units - 1) < info.primes &&
                    info.primes <= info.unit_primes * info.units);
        before = info.units;
        clmodp_plan_destroy(plan);
    }
    job_end(&j);
}

/* Returns the predicted time of a plan for a machine; the plan also runs on this machine. */
static double seconds_on(clmodp_context *context, job *j, const clmodp_machine *machine)
{
    clmodp_plan_destroy(j->plan);
    j->w.how.machine = machine;
    if (clmodp_plan_create(context, &j->plan, &j->w.problem, &j->w.how) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    assert_int_equal(clmodp_plan_describe(j->plan, &j->info), CLMODP_OK);
    j->w.how.machine = NULL;
    return j->info.seconds;
}

/* Predictions depend on the machine, not on the context, which is unchanged. */
static void machines_may_be_elsewhere(void **state)
{
    clmodp_context *context = *state;
    const size_t threads = context->threads;
    const uint32_t units = context->device.compute_units;
    clmodp_calibration as_table = measured(1.0), slow = measured(1000.0);
    clmodp_machine machine;
    double here, one;
    job j;

    job_begin(&j, context, random_dense(40, 30, 300, 1), random_dense(40, 30, 300, 2),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 16);
    here = j.info.seconds;
    clmodp_machine_init(&machine);
    one = seconds_on(context, &j, &machine);
    machine.calibration = &as_table;
    assert_true(seconds_on(context, &j, &machine) == one);
    machine.calibration = &slow;
    assert_true(seconds_on(context, &j, &machine) > 100.0 * one);
    machine.calibration = NULL;
    machine.compute_units = 8;
    assert_true(seconds_on(context, &j, &machine) < 0.5 * one);
    assert_true(seconds_on(NULL, &j, &machine) == seconds_on(context, &j, &machine));
    machine.kind = "gpu";
    machine.vendor = "NVIDIA Corporation";
    machine.compute_units = 100;
    assert_true(seconds_on(context, &j, &machine) < 0.5 * one);
    check(context, &j);
    assert_true(seconds_on(context, &j, NULL) == here);
    assert_true(context->threads == threads && context->device.compute_units == units);
    assert_false(context->described);

    j.w.options.engine = CLMODP_ENGINE_HOST;
    machine.threads = 1;
    one = seconds_on(context, &j, &machine);
    machine.threads = 4;
    assert_true(seconds_on(context, &j, &machine) < 0.5 * one);
    job_end(&j);
}

static void machines_that_cannot_be_are_refused(void **state)
{
    clmodp_context *context = *state;
    clmodp_calibration figures = measured(1.0);
    clmodp_machine good, wrong[8];
    clmodp_plan *plan;
    job j;

    job_begin(&j, context, random_dense(2, 3, 30, 1), random_dense(3, 2, 30, 2),
              CLMODP_OPERATION_RESULTANT, CLMODP_ENGINE_EUCLID, 1);
    clmodp_machine_init(&good);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        wrong[k] = good;
    wrong[0].size = 0;
    wrong[1].kind = NULL;
    wrong[2].kind = "host";
    wrong[3].platform_name = NULL;
    wrong[4].vendor = NULL;
    wrong[5].compute_units = 0;
    wrong[6].threads = 0;
    wrong[7].calibration = &figures;
    figures.product.value = -1.0;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        j.w.how.machine = &wrong[k];
        assert_int_equal(clmodp_plan_create(context, &plan, &j.w.problem, &j.w.how),
                         CLMODP_INVALID);
        assert_null(plan);
        assert_string_not_equal(clmodp_context_message(context), "");
    }
    figures.product.value = 1.0;
    figures.size = 0;
    assert_int_equal(clmodp_plan_create(context, &plan, &j.w.problem, &j.w.how), CLMODP_INVALID);
    job_end(&j);
}

/* Chains and principal coefficients from units, with a plan read from bytes, are those of a single
 * call; results of another kind are refused. */
static void chains_are_one_call(void **state)
{
    enum { COUNT = 4 };
    clmodp_context *context = *state;
    clmodp_zxy *f = zxy_parse("x*y^5 + 7*x^2*y^3 - y + x^3 - 5"), *chain[2][COUNT];
    clmodp_zxy *g = zxy_parse("y^4*x - 11*y^2 + x^5*y + 123456789012345678901");
    clmodp_zx *principal[2][COUNT];

    for (int turn = 0; turn < 4; turn++) {
        clmodp_resultant_options how;
        clmodp_plan_options options;
        clmodp_plan_info info = {.size = sizeof info};
        clmodp_images *images[MOST_UNITS];
        clmodp_plan *plan, *copy;
        clmodp_problem problem;

        for (int k = 0; k < 2 * COUNT; k++) {
            chain[k % 2][k / 2] = zxy_parse("x + y");
            principal[k % 2][k / 2] = zx_linear(1, 2);
        }
        clmodp_resultant_options_init(&how);
        clmodp_plan_options_init(&options);
        clmodp_problem_init(&problem);
        how.engine = turn < 2 ? CLMODP_ENGINE_HOST : CLMODP_ENGINE_EUCLID;
        options.resultant = &how;
        options.unit_primes = 3;
        problem.operation = CLMODP_OPERATION_SUBRESULTANTS;
        problem.f = f;
        problem.g = g;
        problem.count = COUNT;
        problem.chain = turn % 2 == 0 ? chain[0] : NULL;
        problem.principal = turn % 2 == 0 ? NULL : principal[0];
        assert_int_equal(clmodp_compute(context, &problem, &how), CLMODP_OK);
        assert_int_equal(clmodp_plan_create(context, &plan, &problem, &options), CLMODP_OK);
        copy = plan_again(context, plan);
        assert_int_equal(clmodp_plan_describe(plan, &info), CLMODP_OK);
        assert_true(info.units > 1 && info.units <= MOST_UNITS);
        for (uint64_t k = 0; k < info.units; k++)
            images[k] = images_sent(context, k % 2 == 0 ? copy : plan, plan, k);
        problem.chain = turn % 2 == 0 ? chain[1] : NULL;
        problem.principal = turn % 2 == 0 ? NULL : principal[1];
        assert_int_equal(clmodp_plan_finish_problem(context, &problem, copy,
                                                    (const clmodp_images *const *)images,
                                                    (size_t)info.units), CLMODP_OK);
        for (int k = 0; k < COUNT; k++) {
            assert_true(clmodp_zxy_equal(chain[0][k], chain[1][k]));
            assert_true(clmodp_zx_equal(principal[0][k], principal[1][k]));
        }
        problem.chain = turn % 2 == 0 ? NULL : chain[1];
        problem.principal = principal[1];
        assert_int_equal(clmodp_plan_finish_problem(context, &problem, plan,
                                                    (const clmodp_images *const *)images,
                                                    (size_t)info.units), CLMODP_INVALID);
        free_images(images, (size_t)info.units);
        clmodp_plan_destroy(copy);
        clmodp_plan_destroy(plan);
        for (int k = 0; k < 2 * COUNT; k++)
            DESTROY(chain[k % 2][k / 2], principal[k % 2][k / 2]);
    }
    DESTROY(f, g);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(units_are_one_call),
    cmocka_unit_test(chains_are_one_call),
    cmocka_unit_test(known_results_have_no_units),
    cmocka_unit_test(images_do_not_depend_on_the_context),
    cmocka_unit_test(wrong_calls_are_refused),
    cmocka_unit_test(large_results_are_planned),
    cmocka_unit_test(units_are_as_long_as_asked_for),
    cmocka_unit_test(machines_may_be_elsewhere),
    cmocka_unit_test(machines_that_cannot_be_are_refused));
