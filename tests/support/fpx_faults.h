/* Sweeps over failing calls of clmodp/fpx.h. */
#ifndef TESTS_SUPPORT_FPX_FAULTS_H
#define TESTS_SUPPORT_FPX_FAULTS_H

#include "opencl/context.h"
#include "support/faults.h"
#include "support/fpx.h"
#include "support/skip.h"

/* The operation with algorithm `argument`, a clmodp_fpx_algorithm. Each test with this header
 * defines it. */
static clmodp_status run(clmodp_context *ctx, void *argument);

static inline void sweep(fault_kind kind, clmodp_fpx_algorithm algorithm)
{
    fpx_set_up((void **)&context);
    OK(run(context, &algorithm));
    assert_true(fault_sweep_warm(kind, context, run, &algorithm, 1) > 10);
    assert_int_equal(context->memory_now, 0);
    clmodp_context_destroy(context);
}

static inline void test_allocations(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION, CLMODP_FPX_HOST);
    sweep(FAULT_ALLOCATION, CLMODP_FPX_SCHOOLBOOK);
}

static inline void test_opencl(void **state)
{
    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    sweep(FAULT_OPENCL, CLMODP_FPX_SCHOOLBOOK);
}

#endif
