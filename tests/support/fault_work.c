/* Runs the operations of fault sweeps, and checks results and memory after failures. */
#include "support/fault_work.h"

#include "opencl/context.h"
#include "support/polynomials.h"

static clmodp_status call(clmodp_context *context, fault_work *w, clmodp_zx *r, clmodp_zxy *s,
                          const clmodp_resultant_options *options)
{
    const clmodp_problem problem = {
        .size = sizeof problem,
        .operation = w->g == NULL            ? CLMODP_OPERATION_DISCRIMINANT
                     : w->expected_s != NULL ? CLMODP_OPERATION_SUBRESULTANT
                                             : CLMODP_OPERATION_RESULTANT,
        .modulus = w->modulus, .k = 1, .f = w->f, .g = w->g, .r = r, .s = s,
        .report = &w->report};

    w->report = (clmodp_resultant_report){.size = sizeof w->report};
    return clmodp_compute(context, &problem, options);
}

fault_work fault_work_create(clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g,
                             bool subresultant, uint32_t modulus)
{
    fault_work w = {.f = f, .g = g, .expected = zx_new(),
                    .expected_s = subresultant ? zxy_new() : NULL, .modulus = modulus,
                    .other = zx_linear(3, 7)};

    if (call(context, &w, w.expected, w.expected_s, NULL) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    clmodp_resultant_options_init(&w.options);
    return w;
}

void fault_work_destroy(fault_work *w)
{
    DESTROY(w->other, w->expected_s, w->expected, w->g, w->f);
}

clmodp_status fault_work_run(clmodp_context *context, void *work)
{
    fault_work *w = work;
    clmodp_zx *r = NULL;
    clmodp_zxy *s = NULL;
    clmodp_status st = clmodp_zx_create(&r);

    if (st == CLMODP_OK)
        st = clmodp_zxy_create(&s);
    if (st == CLMODP_OK)
        st = clmodp_zx_set(r, w->other);
    if (st == CLMODP_OK)
        st = clmodp_zxy_set(s, w->f);
    if (st != CLMODP_OK) {
        (void)clm_fail(&context->error, st, "no memory");
    } else {
        st = call(context, w, r, s, &w->options);
        assert_true(clmodp_zx_equal(r, st == CLMODP_OK ? w->expected : w->other));
        assert_true(clmodp_zxy_equal(s, st == CLMODP_OK && w->expected_s != NULL ? w->expected_s
                                                                                : w->f));
        assert_int_equal(context->memory_now, 0);
    }
    DESTROY(s, r);
    return st;
}
