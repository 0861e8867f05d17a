/* Resultants, discriminants and first subresultants as operations for fault sweeps. */
#ifndef TESTS_SUPPORT_FAULT_WORK_H
#define TESTS_SUPPORT_FAULT_WORK_H

#include <clmodp/clmodp.h>

#include "support/context.h"
#include "support/faults.h"

/* A problem, and the expected results. */
typedef struct fault_work {
    clmodp_zxy *f, *g;      /* g NULL: the discriminant of f */
    clmodp_zx *expected;    /* the resultant or discriminant */
    clmodp_zxy *expected_s; /* and S_1; NULL: not computed */
    uint32_t modulus;       /* a prime, or 0 */
    clmodp_zx *other;       /* the value of r before a run, unlike the result; s holds f */
    clmodp_resultant_options options;
    clmodp_resultant_report report; /* of the last run */
} fault_work;

/* Creates the work, with results computed by default options; takes ownership of f and g. The
 * options remain the defaults. Release with fault_work_destroy. */
fault_work fault_work_create(clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g,
                             bool subresultant, uint32_t modulus);
void fault_work_destroy(fault_work *w);

/* A fault_operation on a fault_work: asserts that r and s are right, or unchanged after a failure,
 * and that no memory of the context is left in use. */
clmodp_status fault_work_run(clmodp_context *context, void *work);

#endif
