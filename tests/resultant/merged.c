/* Tests of merged problems, which share launches: each has the result of a single call, and
 * unsuitable problems are not merged. */
#include "opencl/context.h"
#include "resultant/merged.h"
#include "support/context.h"
#include "support/polynomials.h"

#define MOST 70

typedef struct problems {
    clmodp_problem problem[MOST];
    clm_merged merged[MOST];
    clmodp_zxy *f[MOST], *g[MOST], *s[MOST];
    clmodp_zx *r[MOST];
    size_t count;
} problems;

static const clmodp_resultant_options *plain(void)
{
    static clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    options.max_result = CLMODP_DEFAULT_MAX_RESULT;
    return &options;
}

static bool fits(clm_merged *out, const clmodp_problem *problem)
{
    bool yes;

    assert_int_equal(clm_merged_create(NULL, out, &yes, problem, plain()), CLMODP_OK);
    return yes;
}

/* Creates dense pairs of `shapes` shapes in turn, with degrees in x up to dx. */
static problems *create_mixed(clmodp_operation operation, size_t dx, size_t dy, size_t bits,
                              size_t count, size_t shapes)
{
    static problems p;

    p = (problems){.count = count};
    for (size_t k = 0; k < count; k++) {
        const size_t f = k % shapes, g = k / 2 % shapes;

        p.f[k] = random_dense(dx - dx * f / shapes, dy, bits * (1 + g), 2 * k);
        p.g[k] = random_dense(dx - dx * g / shapes, dy, bits * (1 + f), 2 * k + 1);
        p.r[k] = zx_linear(3, 7);
        p.s[k] = zxy_new();
        p.problem[k] = (clmodp_problem){.size = sizeof(clmodp_problem), .operation = operation,
                                        .k = 1, .f = p.f[k], .g = p.g[k], .r = p.r[k],
                                        .s = p.s[k]};
        assert_true(fits(&p.merged[k], &p.problem[k]));
        p.merged[k].index = k;
    }
    return &p;
}

static problems *create(clmodp_operation operation, size_t dx, size_t dy, size_t bits,
                        size_t count)
{
    return create_mixed(operation, dx, dy, bits, count, 1);
}

static void destroy(problems *p)
{
    for (size_t k = 0; k < p->count; k++) {
        clm_merged_clear(&p->merged[k]);
        DESTROY(p->f[k], p->g[k], p->s[k], p->r[k]);
    }
}

/* Checks that all problems are solved, with right results. */
static void check(clmodp_context *context, problems *p)
{
    for (size_t k = 0; k < p->count; k++) {
        clmodp_problem alone = p->problem[k];
        clmodp_zx *r = zx_new();
        clmodp_zxy *s = zxy_new();

        alone.r = r;
        alone.s = s;
        assert_int_equal(clmodp_compute(context, &alone, NULL), CLMODP_OK);
        assert_true(p->merged[k].done);
        assert_true(clmodp_zx_equal(p->r[k], r));
        assert_true(clmodp_zxy_equal(p->s[k], s));
        DESTROY(s, r);
    }
    assert_int_equal(context->memory_now, 0);
}

static void problems_alike_have_their_results(void **state)
{
    static const struct {
        clmodp_operation operation;
        size_t dx, dy, bits, count, shapes;
    } cases[] = {
        {CLMODP_OPERATION_RESULTANT, 3, 3, 8, 1, 1},
        {CLMODP_OPERATION_RESULTANT, 3, 3, 8, 2, 1},
        {CLMODP_OPERATION_RESULTANT, 1, 2, 20, 70, 1},
        {CLMODP_OPERATION_RESULTANT, 6, 6, 16, 17, 1},
        {CLMODP_OPERATION_RESULTANT, 10, 10, 200, 5, 1},
        {CLMODP_OPERATION_RESULTANT, 0, 4, 20, 19, 1},
        {CLMODP_OPERATION_RESULTANT, 9, 3, 11, 60, 7},
        {CLMODP_OPERATION_RESULTANT, 2, 6, 150, 9, 3},
        {CLMODP_OPERATION_SUBRESULTANT, 3, 4, 8, 33, 1},
        {CLMODP_OPERATION_SUBRESULTANT, 5, 3, 90, 16, 1},
        {CLMODP_OPERATION_SUBRESULTANT, 6, 5, 30, 20, 6},
        {CLMODP_OPERATION_DISCRIMINANT, 3, 5, 12, 40, 1},
        {CLMODP_OPERATION_DISCRIMINANT, 5, 4, 40, 25, 5},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        problems *p = create_mixed(cases[k].operation, cases[k].dx, cases[k].dy, cases[k].bits,
                                   cases[k].count, cases[k].shapes);
        clmodp_context *context = *state;
        clm_call call;

        clm_call_begin(&call, context, 0, false);
        if (clm_call_end(context, &call,
                         clm_merged_compute(context, p->merged, p->count, plain())) != CLMODP_OK)
            fail_msg("case %zu: %s", k, clmodp_context_message(context));
        check(context, p);
        destroy(p);
    }
}

/* Merged problems reject too long results like single calls. */
static void long_results_are_refused_as_alone(void **state)
{
    static const clmodp_operation operations[] = {CLMODP_OPERATION_RESULTANT,
                                                  CLMODP_OPERATION_SUBRESULTANT};
    clmodp_context *context = *state;
    clm_call call;

    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
        problems *p = create(operations[k], 0, 2, 64, 1);
        clmodp_resultant_options options = *plain();
        clmodp_status alone = CLMODP_LIMIT, st;

        for (options.max_result = 1; alone == CLMODP_LIMIT; options.max_result++) {
            alone = clmodp_compute(context, &p->problem[0], &options);
            clm_call_begin(&call, context, 0, false);
            st = clm_merged_compute(context, p->merged, 1, &options);
            (void)clm_call_end(context, &call, st);
            assert_true(st == alone || st == CLMODP_LIMIT);
        }
        assert_int_equal(alone, CLMODP_OK);
        assert_true(options.max_result > 30);
        destroy(p);
    }
}

/* Less memory gives the same results, or an error without changes. */
static void memory_decides_in_advance(void **state)
{
    clmodp_context *context = *state;
    size_t refused = 0;

    for (uint64_t cap = (uint64_t)1 << 21; cap > 1000; cap /= 2) {
        problems *p = create(CLMODP_OPERATION_RESULTANT, 4, 5, 30, 40);
        clmodp_zx *before = zx_linear(3, 7);
        clm_call call;
        clmodp_status st;

        clm_call_begin(&call, context, cap, false);
        st = clm_merged_compute(context, p->merged, p->count, plain());
        assert_int_equal(context->memory_now, 0);
        (void)clm_call_end(context, &call, st);
        if (st == CLMODP_OK) {
            check(context, p);
        } else {
            assert_int_equal(st, CLMODP_DEVICE_MEMORY);
            refused++;
            for (size_t k = 0; k < p->count; k++)
                assert_true(!p->merged[k].done && clmodp_zx_equal(p->r[k], before));
        }
        clmodp_zx_destroy(before);
        destroy(p);
    }
    assert_true(refused > 0 && refused < 11);
}

/* Powers of variables, gaps in the remainder sequence and great degrees prevent merging. */
static void not_everything_is_merged(void **state)
{
    static const char *const pairs[][2] = {
        {"y^4 + y^2 + x", "y^2 - x + 1"}, /* in y^2 */
        {"x*y^2 + x", "x*y + x^2"},       /* x divides it */
        {"y^3 + y", "y^2 + x*y + 1"},     /* y divides it */
        {"(y - x)*(y^2 + 1)", "(y - x)*(y + 3)"},
        {"y^5 + y + x", "y^4 + 1"},        /* a gap */
        {"x^400*y + 1", "y^2 + x"},
        {"x", "y^2 + x"},
        {"0", "y^2 + x"},
    };

    (void)state;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        clmodp_zxy *f = zxy_parse(pairs[k][0]), *g = zxy_parse(pairs[k][1]);
        clmodp_zx *r = zx_new();
        clm_merged out;

        if (fits(&out, &(clmodp_problem){.f = f, .g = g, .r = r}))
            fail_msg("%s is merged", pairs[k][0]);
        DESTROY(r, g, f);
    }
}

/* Shapes of equal degrees in y are neighbours and extended to one; others are not. */
static void shapes_are_extended(void **state)
{
    problems *p = create_mixed(CLMODP_OPERATION_RESULTANT, 8, 3, 20, 16, 4);
    clm_shape shape = p->merged[0].shape, before;
    const double few = clm_merged_predict(*state, &shape, 16).ns;

    for (size_t k = 1; k < p->count; k++) {
        assert_true(clm_merged_extend(&shape, &p->merged[k]));
        assert_true(shape.length_f >= p->merged[k].shape.length_f &&
                    shape.bits_g >= p->merged[k].shape.bits_g);
    }
    assert_true(clm_merged_predict(*state, &shape, 16).ns > few);
    before = shape;
    destroy(p);
    p = create(CLMODP_OPERATION_RESULTANT, 8, 4, 20, 1);
    assert_false(clm_merged_extend(&shape, &p->merged[0]));
    assert_memory_equal(&shape, &before, sizeof shape);
    destroy(p);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(problems_alike_have_their_results),
    cmocka_unit_test(long_results_are_refused_as_alone),
    cmocka_unit_test(memory_decides_in_advance),
    cmocka_unit_test(not_everything_is_merged),
    cmocka_unit_test(shapes_are_extended));
