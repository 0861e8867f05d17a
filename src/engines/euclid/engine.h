/* The default engine: remainder sequences in lockstep, points that are roots of unity. */
#ifndef CLM_ENGINES_EUCLID_ENGINE_H
#define CLM_ENGINES_EUCLID_ENGINE_H

#include "engines/engine.h"

extern const clm_engine clm_euclid_engine;

/* The engine's tests, as clm_euclid_test (plan.h) numbers them. */
extern const clm_trust clm_euclid_tests[];

/* The kernels that every resultant needs. */
extern const clm_kernel_files clm_euclid_files;

/* Have these compiled in one go. To be called before a computation begins, and as often as anybody
 * likes. */
void clm_euclid_programs_declare(clmodp_context *ctx);

#endif
