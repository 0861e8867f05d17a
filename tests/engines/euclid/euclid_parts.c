/* Tests points of a prime, computed in as many parts as memory requires, against the host engine;
 * a refusal must say how much memory would suffice. */
#include <stdlib.h>
#include <string.h>

#include "opencl/context.h"
#include "distributed/plan.h"
#include "ref/euclid.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/planned.h"
#include "support/polynomials.h"
#include "support/skip.h"

#define PRIME 998244353 /* 2^23 * 119 + 1 */

/* A call, its result by the host engine, and the report of the device engine. */
typedef struct trial {
    clmodp_context *context;
    clmodp_problem problem;
    clmodp_resultant_options options;
    clmodp_resultant_report report;
    clmodp_zxy *f, *g, *s, *expected_s;
    clmodp_zx *r, *expected;
} trial;

static long joins; /* launches combining cosets */

/* Returns whether points may have parts. With a GPU's cost coefficients points modulo a given
 * prime form a geometric progression, without parts, and with larger tiles parts save nothing. */
static bool has_parts(const clmodp_context *context)
{
    return context->tuning.vector_width > 1;
}

static void note_launch(const char *kernel, size_t items, size_t groups)
{
    (void)items;
    (void)groups;
    joins += strcmp(kernel, "cosets_add") == 0;
}

static clmodp_status solve(trial *t)
{
    t->report = (clmodp_resultant_report){.size = sizeof t->report};
    joins = 0;
    return clmodp_compute(t->context, &t->problem, &t->options);
}

static void expect(const trial *t)
{
    assert_true(clmodp_zx_equal(t->r, t->expected));
    assert_true(clmodp_zxy_equal(t->s, t->expected_s));
}

/* Takes ownership of f and g. */
static void begin(trial *t, clmodp_context *context, clmodp_operation operation, uint32_t modulus,
                  clmodp_zxy *f, clmodp_zxy *g)
{
    *t = (trial){.context = context, .f = f, .g = g, .s = zxy_new(), .expected_s = zxy_new(),
                 .r = zx_new(), .expected = zx_new()};
    clmodp_problem_init(&t->problem);
    t->problem.operation = operation;
    t->problem.modulus = modulus;
    t->problem.k = 1;
    t->problem.f = f;
    t->problem.g = g;
    t->problem.r = t->expected;
    t->problem.s = t->expected_s;
    clmodp_resultant_options_init(&t->options);
    t->options.engine = CLMODP_ENGINE_HOST;
    assert_int_equal(clmodp_compute(context, &t->problem, &t->options), CLMODP_OK);
    t->problem.r = t->r;
    t->problem.s = t->s;
    t->problem.report = &t->report;
    t->options.engine = CLMODP_ENGINE_EUCLID;
    context->overrides.cosets = 2; /* self-tests, including cosets */
    assert_int_equal(solve(t), CLMODP_OK);
    context->overrides.cosets = 0;
    fault_watch_launches(note_launch);
    if (solve(t) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    expect(t);
    assert_int_equal(joins, 0);
}

static void end(trial *t)
{
    fault_watch_launches(NULL);
    DESTROY(t->f, t->g, t->s, t->expected_s, t->r, t->expected);
}

/* Returns the increase of the cap suggested by a refusal. */
static uint64_t raise_wanted(const clmodp_context *context)
{
    const char *message = clmodp_context_message(context);
    const char *place = strstr(message, "raise the cap by ");

    if (place == NULL)
        fail_msg("refused with: %s", message);
    return strtoull(place + strlen("raise the cap by "), NULL, 10);
}

/* Reduces the cap by a fifth until a call is refused; returns the last accepted cap, and its
 * number of cosets, the largest, in *most. */
static uint64_t shrink(trial *t, long *most)
{
    uint64_t last = t->report.memory_bytes;
    clmodp_status st;

    *most = 0;
    for (t->options.max_memory = last; (st = solve(t)) == CLMODP_OK;
         t->options.max_memory -= t->options.max_memory / 5) {
        const long cosets = joins / (long)t->report.chunks;

        expect(t);
        last = t->options.max_memory;
        assert_true(t->report.memory_bytes <= last);
        assert_int_equal(t->report.evaluations, t->report.primes * t->report.points);
        assert_true(joins % (long)t->report.chunks == 0 && cosets >= *most);
        *most = cosets;
    }
    assert_int_equal(st, CLMODP_DEVICE_MEMORY);
    return last;
}

/* r(x) modulo PRIME. */
static uint32_t value(const clmodp_zx *r, uint32_t x)
{
    uint64_t sum = 0;
    mpz_t c;

    mpz_init(c);
    for (long i = clmodp_zx_degree(r); i >= 0; i--) {
        clmodp_zx_get_coeff(c, r, (size_t)i);
        sum = (sum * x + mpz_fdiv_ui(c, PRIME)) % PRIME;
    }
    mpz_clear(c);
    return (uint32_t)sum;
}

/* Returns f(x, y) modulo PRIME as a polynomial in y; dx and dy are degrees of f. */
static ref_poly at(const clmodp_zxy *f, size_t dx, size_t dy, uint32_t x)
{
    ref_poly a = ref_new(dy + 1);
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= dy; j++) {
        uint64_t sum = 0;

        for (size_t i = dx + 1; i-- > 0;) {
            clmodp_zxy_get_coeff(c, f, i, j);
            sum = (sum * x + mpz_fdiv_ui(c, PRIME)) % PRIME;
        }
        a.c[j] = (uint32_t)sum;
    }
    ref_trim(&a);
    mpz_clear(c);
    return a;
}

/* Operations over Z, and modulo a prime. */
static void caps_may_shrink_far(void **state)
{
    static const struct {
        clmodp_operation operation;
        uint32_t modulus;
        size_t dx, p, q, bits;
    } cases[] = {
        {CLMODP_OPERATION_RESULTANT, 0, 60, 6, 7, 40},
        {CLMODP_OPERATION_SUBRESULTANT, 0, 50, 4, 3, 30},
        {CLMODP_OPERATION_RESULTANT, PRIME, 200, 9, 8, 30},
        {CLMODP_OPERATION_SUBRESULTANT, PRIME, 90, 3, 5, 30},
    };

    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        uint64_t whole, last, wanted;
        long most;
        trial t;

        begin(&t, *state, cases[k].operation, cases[k].modulus,
              random_dense(cases[k].dx, cases[k].p, cases[k].bits, 2 * k),
              random_dense(cases[k].dx, cases[k].q, cases[k].bits, 2 * k + 1));
        whole = t.report.memory_bytes;
        last = shrink(&t, &most);
        assert_true(!has_parts(*state) || (most > 2 && last < whole / 2));
        wanted = raise_wanted(*state);
        t.options.max_memory += wanted - 1;
        if (solve(&t) != CLMODP_DEVICE_MEMORY)
            fail_msg("case %zu: %llu more are not needed", k, (unsigned long long)wanted);
        t.options.max_memory += 1;
        if (solve(&t) != CLMODP_OK)
            fail_msg("case %zu: with %llu more: %s", k, (unsigned long long)wanted,
                     clmodp_context_message(*state));
        expect(&t);
        end(&t);
    }
}

/* Bidegrees (100,100): R has 20001 coefficients. */
static void great_degrees_take_little(void **state)
{
    enum { D = 100 };
    clmodp_zxy *f = random_dense(D, D, 30, 1), *g = random_dense(D, D, 30, 2);
    clmodp_zx *r = zx_new();
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_resultant_options options;
    const clmodp_problem problem = {.size = sizeof problem, .modulus = PRIME, .k = 1, .f = f,
                                    .g = g, .r = r, .report = &report};

    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_EUCLID;
    options.max_memory = (uint64_t)2 << 20;
    joins = 0;
    fault_watch_launches(note_launch);
    if (clmodp_compute(*state, &problem, &options) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(*state));
    fault_watch_launches(NULL);
    assert_true(joins > 1 || !has_parts(*state));
    assert_true(report.memory_bytes <= options.max_memory);
    assert_int_equal(clmodp_zx_degree(r), 2 * D * D);
    for (uint32_t x = 2; x < PRIME / 40; x *= 40) {
        ref_poly a = at(f, D, D, x), b = at(g, D, D, x);

        assert_int_equal(value(r, x), ref_euclid_resultant(a, b, PRIME));
        ref_clear(&b);
        ref_clear(&a);
    }
    DESTROY(r, g, f);
}

/* A device whose largest allocation is below the needs of one prime. */
static void buffers_are_as_small_as_the_device_wants(void **state)
{
    clmodp_context *context;
    trial t;

    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    begin(&t, *state, CLMODP_OPERATION_RESULTANT, PRIME, random_dense(300, 4, 30, 1),
          random_dense(300, 5, 30, 2));
    fault_report_device(0, (size_t)1 << 16);
    context = context_open(NULL);
    fault_report_device(0, 0);
    t.context = context;
    if (solve(&t) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    expect(&t);
    assert_true(joins > 1 || !has_parts(context));
    context->device.max_allocation = 4000; /* the coefficients alone need more */
    assert_int_equal(solve(&t), CLMODP_DEVICE_MEMORY);
    assert_non_null(strstr(clmodp_context_message(context), "4000 at once"));
    end(&t);
    clmodp_context_destroy(context);
}

/* The words of images do not depend on the memory available. */
static void units_do_not_depend_on_memory(void **state)
{
    clmodp_context *context = *state;
    const uint64_t cap = context->cap;
    clmodp_images *expected, *images;
    clmodp_status st;
    size_t bytes;
    job j;

    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    job_begin(&j, context, random_dense(60, 4, 60, 1), random_dense(70, 3, 60, 2),
              CLMODP_OPERATION_SUBRESULTANT, CLMODP_ENGINE_EUCLID, 3);
    assert_int_equal(clmodp_plan_run(context, &expected, j.plan, 1), CLMODP_OK);
    bytes = clm_images_words(j.plan, 1) * expected->word_bytes;
    joins = 0;
    fault_watch_launches(note_launch);
    for (context->cap = (uint64_t)1 << 18;
         (st = clmodp_plan_run(context, &images, j.plan, 1)) == CLMODP_OK;
         context->cap -= context->cap / 8) {
        assert_memory_equal(images->words, expected->words, bytes);
        clmodp_images_destroy(images);
    }
    fault_watch_launches(NULL);
    context->cap = cap;
    assert_int_equal(st, CLMODP_DEVICE_MEMORY);
    assert_true(joins > 2);
    clmodp_images_destroy(expected);
    job_end(&j);
}

static clmodp_status solve_in_parts(clmodp_context *context, void *argument)
{
    trial *t = argument;
    const clmodp_status st = solve(t);

    assert_ptr_equal(t->context, context);
    if (st == CLMODP_OK) {
        expect(t);
        assert_true(joins > 1);
    }
    return st;
}

/* Makes some of the allocations and calls fail, one at a time. */
static void failures_leave_nothing(void **state)
{
    long most;
    trial t;

    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    begin(&t, *state, CLMODP_OPERATION_RESULTANT, PRIME, random_dense(60, 3, 30, 1),
          random_dense(60, 4, 30, 2));
    t.options.max_memory = shrink(&t, &most);
    assert_true(fault_sweep_warm(FAULT_ALLOCATION, *state, solve_in_parts, &t, 9) > 5);
    assert_true(fault_sweep_warm(FAULT_OPENCL, *state, solve_in_parts, &t, 37) > 5);
    end(&t);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(caps_may_shrink_far),
    cmocka_unit_test(great_degrees_take_little),
    cmocka_unit_test(buffers_are_as_small_as_the_device_wants),
    cmocka_unit_test(units_do_not_depend_on_memory),
    cmocka_unit_test(failures_leave_nothing));
