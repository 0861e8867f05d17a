/* Resultants, discriminants and first subresultants as operations for sweeps of faults. */
#ifndef TESTS_SUPPORT_FAULT_WORK_H
#define TESTS_SUPPORT_FAULT_WORK_H

#include <clmodp/clmodp.h>

#include "support/context.h"
#include "support/faults.h"

/* What is computed, and what must come out. */
typedef struct fault_work {
    clmodp_zxy *f, *g;      /* g NULL: the discriminant of f */
    clmodp_zx *expected;    /* the resultant or discriminant */
    clmodp_zxy *expected_s; /* and S_1; NULL: not asked for */
    uint32_t modulus;       /* a prime, or 0 */
    clmodp_zx *other;       /* what r holds before: anything else; s holds f */
    clmodp_resultant_options options;
    clmodp_resultant_report report; /* of the last run */
} fault_work;

/* The work with the results that the options given give, and defaults as options from then on;
 * takes f and g over. options may be NULL. Release with fault_work_destroy. */
fault_work fault_work_create(clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g,
                             bool subresultant, uint32_t modulus);
void fault_work_destroy(fault_work *w);

/* A fault_operation on a fault_work: asserts that r and s are right, or as they were after a
 * failure, and that no memory of the context is left in use. */
clmodp_status fault_work_run(clmodp_context *context, void *work);

#endif
