/* Lockstep Euclid on a test case, compared lane by lane with resultants and subresultants by
 * direct 64-bit arithmetic; if primes share tiles, also with the words of unshared tiles. */
#ifndef TESTS_SUPPORT_LOCKSTEP_H
#define TESTS_SUPPORT_LOCKSTEP_H

#include "fpx/batch/euclid.h"
#include "problems/euclid.h"
#include "support/batch.h"

#define LOCKSTEP_LANES 64   /* at most a tile */
#define LOCKSTEP_DEGREE 511 /* greatest degree in y */

/* Creates a context with batch_tunings[tuning], and the buffers common to all its cases. */
clmodp_context *lockstep_start(size_t tuning);
void lockstep_finish(clmodp_context *ctx);

/* Solves in stripes of `stripe` tiles, with subresultants if they exist and sometimes also
 * without, and compares every lane; returns the number of unlucky lanes. */
size_t lockstep_check(const euclid_problem *c, const clm_degrees *degrees, size_t stripe,
                      const char *what);

/* Fills and checks a case; returns the number of unlucky lanes. */
size_t lockstep_case(euclid_problem *c, enum euclid_shape shape);

/* Checks one shape and pair of degrees modulo two primes; returns the number of unlucky lanes. */
size_t lockstep_run(clmodp_context *ctx, enum euclid_shape shape, size_t p, size_t q,
                    size_t points, uint32_t below, bool large);

#endif
