/* The modular scheme on the device with the Schur algorithm: from integer coefficients to images
 * of R modulo many primes. [Eme12, 4.1, steps (a) to (d)] */
#ifndef CLM_ENGINES_SCHUR_WORKER_H
#define CLM_ENGINES_SCHUR_WORKER_H

#include "engines/engine.h"

/* See clm_worker_create, _run and _destroy. */
clmodp_status clm_schur_worker_create(clmodp_context *ctx, clm_worker **out, const clm_plan *plan,
                                      size_t most_primes, uint64_t seed);
clmodp_status clm_schur_worker_run(clm_worker *worker, clm_images *images, clm_counts *counts,
                                   size_t first, size_t count);
void clm_schur_worker_destroy(clm_worker *worker);

#endif
