/* Lockstep Euclid on a case, compared lane by lane with resultants and subresultants by plain
 * 64-bit arithmetic; where primes share tiles, also with what tiles of their own give. */
#ifndef TESTS_SUPPORT_LOCKSTEP_H
#define TESTS_SUPPORT_LOCKSTEP_H

#include "fpx/batch/euclid.h"
#include "problems/euclid.h"
#include "support/batch.h"

#define LOCKSTEP_LANES 64   /* a tile at most */
#define LOCKSTEP_DEGREE 511 /* greatest degree in y */

/* A context with batch_tunings[tuning], and what every case in it needs. */
clmodp_context *lockstep_start(size_t tuning);
void lockstep_finish(clmodp_context *ctx);

/* Solve in stripes of `stripe` tiles, with subresultants where there are any and now and then
 * without, and compare every lane; returns the number of unlucky lanes. */
size_t lockstep_check(const euclid_problem *c, const clm_degrees *degrees, size_t stripe,
                      const char *what);

/* Fill and check a case; returns the number of unlucky lanes. */
size_t lockstep_case(euclid_problem *c, enum euclid_shape shape);

/* One shape and pair of degrees modulo two primes; returns the number of unlucky lanes. */
size_t lockstep_run(clmodp_context *ctx, enum euclid_shape shape, size_t p, size_t q,
                    size_t points, uint32_t below, bool large);

#endif
