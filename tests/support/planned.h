/* Problems with plans, and plans and images sent as bytes. A failed call fails the test. */
#ifndef TESTS_SUPPORT_PLANNED_H
#define TESTS_SUPPORT_PLANNED_H

#include <clmodp/clmodp.h>

#include "support/polynomials.h"
#include "support/solved.h"

enum { MOST_UNITS = 200 };

/* A plan, with its description and the result of a single call. */
typedef struct job {
    work w;
    clmodp_plan *plan;
    clmodp_plan_info info;
} job;

/* Creates the plan; takes ownership of f and g. unit_primes 0: chosen by the library. */
void job_begin(job *j, clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g,
               clmodp_operation operation, clmodp_engine engine, uint64_t unit_primes);
void job_end(job *j);

/* Returns a calibration close to the built-in cost coefficients for one compute unit; products and
 * remainder sequences take `slower` times as long. */
clmodp_calibration measured(double slower);

void free_images(clmodp_images **images, size_t count);

/* Return the serialised object; to be freed. */
unsigned char *written_plan(const clmodp_plan *plan, size_t *size);
unsigned char *written_images(const clmodp_images *images, size_t *size);

/* Returns a copy of the plan, read from its bytes. */
clmodp_plan *plan_again(clmodp_context *context, const clmodp_plan *plan);

/* Computes a work unit's images with one copy of a plan, and reads their bytes with another. */
clmodp_images *images_sent(clmodp_context *context, const clmodp_plan *by, const clmodp_plan *to,
                           uint64_t unit);

#endif
