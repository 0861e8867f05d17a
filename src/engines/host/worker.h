/* The modular scheme on the host: from integer coefficients to images modulo many primes. */
#ifndef CLM_ENGINES_HOST_WORKER_H
#define CLM_ENGINES_HOST_WORKER_H

#include "engines/engine.h"

/* See clm_worker_create, _run and _destroy. */
clmodp_status clm_host_worker_create(clmodp_context *ctx, clm_worker **out, const clm_plan *plan,
                                     size_t most_primes, uint64_t seed);
clmodp_status clm_host_worker_run(clm_worker *worker, clm_images *images, clm_counts *counts,
                                  size_t first, size_t count);
void clm_host_worker_destroy(clm_worker *worker);

/* See clm_engine_check_rows. */
clmodp_status clm_host_check_rows(clmodp_context *ctx, uint64_t rows);

#endif
