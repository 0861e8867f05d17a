/* Problems with plans, and plans and images by way of their bytes. Tests fail where these do. */
#ifndef TESTS_SUPPORT_PLANNED_H
#define TESTS_SUPPORT_PLANNED_H

#include <clmodp/clmodp.h>

#include "support/polynomials.h"
#include "support/solved.h"

enum { MOST_UNITS = 200 };

/* A plan, and what one call says. */
typedef struct job {
    work w;
    clmodp_plan *plan;
    clmodp_plan_info info;
} job;

/* Takes f and g over. unit_primes 0: as many as the library likes. */
void job_begin(job *j, clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g,
               clmodp_operation operation, clmodp_engine engine, uint64_t unit_primes);
void job_end(job *j);

/* Figures of one unit as the table of rates has them, about; products and sequences of
 * remainders take `slower` times as long. */
clmodp_calibration measured(double slower);

void free_images(clmodp_images **images, size_t count);

/* What is written of them; to be freed. */
unsigned char *written_plan(const clmodp_plan *plan, size_t *size);
unsigned char *written_images(const clmodp_images *images, size_t *size);

/* The plan once more, by way of its bytes. */
clmodp_plan *plan_again(clmodp_context *context, const clmodp_plan *plan);

/* A unit's images, made by one copy of a plan and sent to another by way of their bytes. */
clmodp_images *images_sent(clmodp_context *context, const clmodp_plan *by, const clmodp_plan *to,
                           uint64_t unit);

#endif
