/* The default engine: remainder sequences in lockstep, at points that are roots of unity. */
#ifndef CLM_ENGINES_EUCLID_ENGINE_H
#define CLM_ENGINES_EUCLID_ENGINE_H

#include "engines/engine.h"

extern const clm_engine clm_euclid_engine;

/* The engine's tests, numbered by clm_euclid_test (plan.h). */
extern const clm_self_test clm_euclid_tests[];

/* The kernels used for every resultant. */
extern const clm_kernel_files clm_euclid_files;

/* Declares, before a computation, that these kernels form one program. Repeated calls are
 * harmless. */
void clm_euclid_programs_declare(clmodp_context *ctx);

#endif
