/* Tests with failures of every OpenCL call and allocation in a fleet of two contexts: the result
 * is right or missing, and a failure of one context does not stop the other. */
#include <string.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/polynomials.h"
#include "support/skip.h"
#include "support/small.h"
#include "support/solved.h"

typedef struct pair {
    clmodp_context *other;
    work w;
    clmodp_zx *before;
    long survived; /* runs with one context left out */
} pair;

/* Solves the problem by both contexts; wrong results end the test. */
static clmodp_status compute(clmodp_context *context, pair *p)
{
    clmodp_context *const both[] = {context, p->other};
    clmodp_fleet_member members[2] = {{.size = sizeof members[0]}, {.size = sizeof members[1]}};
    const clmodp_status st = clmodp_fleet_compute(both, 2, &p->w.problem, &p->w.how, members);

    assert_true(clmodp_zx_equal(p->w.problem.r, st == CLMODP_OK ? p->w.expected : p->before));
    assert_int_equal(context->memory_now + p->other->memory_now, 0);
    assert_true(st == CLMODP_OK || *clmodp_context_message(context) != '\0');
    if (st == CLMODP_OK && (members[0].status != CLMODP_OK) != (members[1].status != CLMODP_OK))
        p->survived++;
    return st;
}

/* Arms one fault per run until a run meets none; runs without a fault must succeed. */
static void fail_each(fault_kind kind, clmodp_context *context, pair *p)
{
    const long step = small_tests() ? 17 : 5;
    bool met = true;

    for (long n = 1; met; n += step)
        for (int armed = 1; armed >= 0; armed--) {
            clmodp_status st;

            assert_int_equal(clmodp_zx_set(p->w.problem.r, p->before), CLMODP_OK);
            if (armed)
                fault_arm(kind, n);
            st = compute(context, p);
            if (armed)
                met = fault_disarm(kind);
            assert_true(armed || st == CLMODP_OK);
        }
}

/* Returns false if the device does not support two contexts. */
static bool begin(pair *p, clmodp_context **context, int degree)
{
    *context = context_open(NULL);
    if (context_skips_threads(*context)) {
        clmodp_context_destroy(*context);
        print_message("# skipped: %s\n", CONTEXT_SKIPS_THREADS);
        return false;
    }
    *p = (pair){.other = context_open(NULL), .before = zx_linear(3, 7)};
    work_begin(&p->w, *context, random_dense(degree, degree + 1, 40, 1),
               random_dense(degree, degree + 1, 40, 2), CLMODP_OPERATION_RESULTANT,
               CLMODP_ENGINE_EUCLID, 1);
    p->w.options.crt = CLMODP_CRT_POSITIONAL;
    p->w.problem.report = NULL;
    return true;
}

static void end(pair *p, clmodp_context *context, long references)
{
    work_end(&p->w);
    clmodp_zx_destroy(p->before);
    clmodp_context_destroy(p->other);
    clmodp_context_destroy(context);
    assert_int_equal(fault_references(), references);
}

static void sweep(fault_kind kind)
{
    const long references = fault_references();
    clmodp_context *context;
    pair p;

    SKIP_UNLESS(kind != FAULT_OPENCL || fault_layer_works(), FAULT_LAYER_MISSING);
    if (!begin(&p, &context, 2))
        return;
    fail_each(kind, context, &p);
    assert_true(p.survived > 0);
    end(&p, context, references);
}

/* Observes log and progress; lets a hanging call return when the other context has finished. */
typedef struct heard {
    int late;
    bool done;
} heard;

static void on_line(void *user, clmodp_log_kind kind, const char *line)
{
    heard *h = user;

    h->late += kind == CLMODP_LOG_NOTE && strstr(line, "is a straggler") != NULL;
}

static int on_progress(void *user, double fraction)
{
    heard *h = user;

    h->done = fraction >= 0.9;
    if (h->done)
        fault_go_on();
    return 0;
}

/* A driver hangs in some call: the other context computes its units too, and the call does no harm
 * when it returns. */
static void hanging_contexts_are_not_waited_for(void **state)
{
    const long step = small_tests() ? 56 : 28, references = fault_references();
    clmodp_context *context;
    int late = 0;
    pair p;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    if (!begin(&p, &context, 5))
        return;
    for (long n = 60; n < 200; n += step) {
        heard h = {0};
        clmodp_fleet_member members[2] = {{.size = sizeof members[0]},
                                          {.size = sizeof members[1]}};
        clmodp_context *const both[] = {context, p.other};

        assert_int_equal(clmodp_zx_set(p.w.problem.r, p.before), CLMODP_OK);
        clmodp_context_set_log(context, on_line, &h);
        clmodp_context_set_progress(context, on_progress, &h);
        fault_hang(n);
        assert_int_equal(clmodp_fleet_compute(both, 2, &p.w.problem, &p.w.how, members),
                         CLMODP_OK);
        fault_go_on();
        clmodp_context_set_log(context, NULL, NULL);
        clmodp_context_set_progress(context, NULL, NULL);
        assert_true(clmodp_zx_equal(p.w.problem.r, p.w.expected) && h.done);
        assert_int_equal(members[0].status, CLMODP_OK);
        assert_int_equal(members[1].status, CLMODP_OK);
        assert_int_equal(members[0].straggler_count + members[1].straggler_count, h.late);
        assert_int_equal(context->memory_now + p.other->memory_now, 0);
        late += h.late;
    }
    assert_true(late > 0);
    end(&p, context, references);
}

static void opencl_calls_fail(void **state)
{
    (void)state;
    sweep(FAULT_OPENCL);
}

static void allocations_fail(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION);
}

TESTS(
    cmocka_unit_test(opencl_calls_fail),
    cmocka_unit_test(allocations_fail),
    cmocka_unit_test(hanging_contexts_are_not_waited_for));
