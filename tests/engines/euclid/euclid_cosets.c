/* Tests points in several cosets against the host engine, with all operations and divisions. */
#include <string.h>

#include "arith/prime.h"
#include "core/size.h"
#include "opencl/context.h"
#include "support/context.h"
#include "support/planned.h"
#include "support/polynomials.h"
#include "support/small.h"

#define MOST 6 /* cosets */
#define CASES 150

static const clmodp_operation operations[] = {
    CLMODP_OPERATION_RESULTANT, CLMODP_OPERATION_SUBRESULTANT, CLMODP_OPERATION_DISCRIMINANT};

typedef struct answer {
    clmodp_zx *r;
    clmodp_zxy *s;
    clmodp_resultant_report report;
} answer;

/* Computes by the engine, with points in so many cosets. */
static answer solve(clmodp_context *context, size_t cosets, clmodp_operation operation,
                    const clmodp_zxy *f, const clmodp_zxy *g,
                    const clmodp_resultant_options *options)
{
    answer a = {zx_new(), zxy_new(), {.size = sizeof a.report}};
    const clmodp_problem problem = {.size = sizeof problem, .operation = operation, .k = 1,
                                    .f = f, .g = g, .r = a.r, .s = a.s, .report = &a.report};

    context->overrides.cosets = cosets;
    if (clmodp_compute(context, &problem, options) != CLMODP_OK)
        fail_msg("%zu cosets: %s", cosets, clmodp_context_message(context));
    context->overrides.cosets = 0;
    assert_int_equal(context->memory_now, 0);
    return a;
}

static void result_clear(answer *a)
{
    DESTROY(a->r, a->s);
}

/* Checks the reported points: the number of cosets divides their number. */
static void check_points(const clmodp_resultant_report *report, size_t cosets)
{
    const uint64_t width = report->width_bound;
    const size_t most = clm_size_min(cosets, (size_t)width + 1);

    if (report->points <= 1)
        return;
    assert_int_equal(report->points % most, 0);
    assert_int_equal(clm_smooth_at_least((uint32_t)(report->points / most)),
                     report->points / most);
}

/* Every shape and operation, both modes, with every number of cosets. */
static void cosets_change_nothing(void **state)
{
    clmodp_context *context = *state;
    clm_random random = {4711};

    for (unsigned turn = 0; turn < random_cases(CASES); turn++) {
        const pair_shape shape = (pair_shape)(turn % PAIR_SHAPES);
        clmodp_operation operation = operations[turn % 3];
        clmodp_resultant_options options, host;
        clmodp_zxy *f, *g;
        answer expected;

        clmodp_resultant_options_init(&options);
        options.mode = turn / 3 % 2 == 0 ? CLMODP_MODE_CERTIFIED : CLMODP_MODE_PROBABLE;
        options.engine = CLMODP_ENGINE_EUCLID;
        options.seed = turn;
        clmodp_resultant_options_init(&host);
        host.engine = CLMODP_ENGINE_HOST;
        random_pair(&f, &g, &random, shape, 2 + turn % 5, 1 + turn % 7,
                    1 + clm_random_below(&random, 90));
        if (clmodp_zxy_degree_y(f) < 2 || clmodp_zxy_degree_y(g) < 1)
            operation = CLMODP_OPERATION_RESULTANT;
        expected = solve(context, 0, operation, f, g, &host);
        for (size_t cosets = 1; cosets <= MOST; cosets++) {
            answer a = solve(context, cosets, operation, f, g, &options);

            if (!clmodp_zx_equal(a.r, expected.r) || !clmodp_zxy_equal(a.s, expected.s))
                fail_msg("turn %u, %s, operation %d, mode %d: wrong in %zu cosets", turn,
                         pair_shape_name(shape), operation, options.mode, cosets);
            if (options.mode == CLMODP_MODE_CERTIFIED)
                check_points(&a.report, cosets);
            result_clear(&a);
        }
        result_clear(&expected);
        DESTROY(g, f);
    }
}

/* Widths around tiles and vectors, the points of a prime filling one tile or several. */
static void every_width(void **state)
{
    clmodp_context *context = *state;
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    for (size_t dx = 3; dx <= (small_tests() ? 12 : 70); dx += dx < 20 ? 3 : 7) {
        clmodp_zxy *f = random_dense(dx, 2, 40, dx), *g = random_dense(dx + 1, 3, 40, dx + 1);
        answer expected = solve(context, 1, CLMODP_OPERATION_SUBRESULTANT, f, g, &options);

        for (size_t cosets = 2; cosets <= MOST; cosets++) {
            answer a = solve(context, cosets, CLMODP_OPERATION_SUBRESULTANT, f, g, &options);

            assert_true(clmodp_zx_equal(a.r, expected.r));
            assert_true(clmodp_zxy_equal(a.s, expected.s));
            assert_int_equal(a.report.points % cosets, 0);
            result_clear(&a);
        }
        result_clear(&expected);
        DESTROY(g, f);
    }
}

/* Memory for some primes at a time, down to one; less than a single coset would take. */
static void caps_change_nothing(void **state)
{
    clmodp_context *context = *state;
    clmodp_zxy *f = random_dense(60, 6, 120, 1), *g = random_dense(50, 7, 120, 2);
    const uint64_t part = small_tests() ? 4 : 8;

    for (size_t cosets = 2; cosets <= MOST; cosets += small_tests() ? 4 : 2) {
        clmodp_resultant_options options;
        clmodp_resultant_report report;
        answer expected, one;
        clmodp_zx *r = zx_new();
        uint64_t chunks = 0;
        clmodp_status st = CLMODP_OK;

        clmodp_resultant_options_init(&options);
        options.engine = CLMODP_ENGINE_EUCLID;
        expected = solve(context, cosets, CLMODP_OPERATION_RESULTANT, f, g, &options);
        one = solve(context, 1, CLMODP_OPERATION_RESULTANT, f, g, &options);
        assert_true(clmodp_zx_equal(one.r, expected.r));
        assert_true(expected.report.memory_bytes < one.report.memory_bytes);
        options.max_memory = expected.report.memory_bytes;
        context->overrides.cosets = cosets;
        for (; st == CLMODP_OK; options.max_memory -= options.max_memory / part) {
            report = (clmodp_resultant_report){.size = sizeof report};
            st = clmodp_resultant(context, r, &report, f, g, &options);
            if (st != CLMODP_OK)
                break;
            assert_true(clmodp_zx_equal(r, expected.r));
            assert_true(report.memory_bytes <= options.max_memory);
            assert_true(report.chunks <= report.primes);
            assert_int_equal(report.evaluations, report.primes * report.points);
            chunks = report.chunks > chunks ? report.chunks : chunks;
        }
        context->overrides.cosets = 0;
        assert_int_equal(st, CLMODP_DEVICE_MEMORY);
        assert_non_null(strstr(clmodp_context_message(context), "raise the cap"));
        assert_true(chunks > 4);
        clmodp_zx_destroy(r);
        result_clear(&one);
        result_clear(&expected);
    }
    DESTROY(g, f);
}

/* Work units of plans read from bytes have the cosets written in the plan. */
static void units_have_the_cosets_of_their_plan(void **state)
{
    clmodp_context *context = *state, *other = context_open(NULL);

    for (size_t cosets = 1; cosets <= MOST; cosets++)
        for (int k = 0; k < 3; k++) {
            clmodp_images *images[MOST_UNITS];
            clmodp_plan_info info = {.size = sizeof info};
            clmodp_plan *copy;
            clmodp_zx *r = zx_new();
            clmodp_zxy *s = zxy_new();
            job j;

            context->overrides.cosets = cosets;
            job_begin(&j, context, random_dense(4, 3, 60, 1), random_dense(5, 4, 60, 2),
                      operations[k], CLMODP_ENGINE_EUCLID, 3);
            context->overrides.cosets = 0;
            assert_int_equal(j.info.cosets, cosets);
            copy = plan_again(other, j.plan);
            assert_int_equal(clmodp_plan_describe(copy, &info), CLMODP_OK);
            assert_int_equal(info.cosets, cosets);
            assert_memory_equal(info.digest, j.info.digest, sizeof info.digest);
            for (uint64_t unit = 0; unit < j.info.units; unit++)
                images[unit] = images_sent(unit % 2 == 0 ? context : other,
                                           unit % 3 == 0 ? j.plan : copy, j.plan, unit);
            assert_int_equal(clmodp_plan_finish(context, r, operations[k] ==
                                                CLMODP_OPERATION_SUBRESULTANT ? s : NULL, NULL,
                                                j.plan, (const clmodp_images *const *)images,
                                                (size_t)j.info.units), CLMODP_OK);
            assert_true(clmodp_zx_equal(r, j.w.expected));
            free_images(images, (size_t)j.info.units);
            clmodp_plan_destroy(copy);
            DESTROY(s, r);
            job_end(&j);
        }
    clmodp_context_destroy(other);
}

/* Batches of many pairs. */
static void merged_groups_are_one_call_each(void **state)
{
    enum { PAIRS = 40 };
    clmodp_context *context = *state;
    clmodp_problem problems[PAIRS];
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    for (size_t cosets = 2; cosets <= MOST; cosets++) {
        const clmodp_operation operation = operations[cosets % 3];

        for (size_t k = 0; k < PAIRS; k++)
            problems[k] = (clmodp_problem){
                .size = sizeof *problems, .operation = operation, .k = 1, .r = zx_new(),
                .s = zxy_new(), .f = random_dense(4, 3, 30, 2 * k),
                .g = operation == CLMODP_OPERATION_DISCRIMINANT
                         ? NULL : random_dense(3, 3, 30, 2 * k + 1)};
        context->overrides.cosets = cosets;
        assert_int_equal(clmodp_compute_batch(context, problems, PAIRS, &options), CLMODP_OK);
        for (size_t k = 0; k < PAIRS; k++) {
            answer a = solve(context, 1, operation, problems[k].f, problems[k].g, &options);

            assert_true(clmodp_zx_equal(problems[k].r, a.r));
            assert_true(clmodp_zxy_equal(problems[k].s, a.s));
            result_clear(&a);
            DESTROY(problems[k].r, problems[k].s, (clmodp_zxy *)(uintptr_t)problems[k].f,
                    (clmodp_zxy *)(uintptr_t)problems[k].g);
        }
        context->overrides.cosets = 0;
    }
}

TESTS_BETWEEN(context_set_up_searching, context_tear_down,
    cmocka_unit_test(cosets_change_nothing),
    cmocka_unit_test(every_width),
    cmocka_unit_test(caps_change_nothing),
    cmocka_unit_test(units_have_the_cosets_of_their_plan),
    cmocka_unit_test(merged_groups_are_one_call_each));
