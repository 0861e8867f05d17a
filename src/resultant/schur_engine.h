/* A resultant as [Eme12] computes it, the Schur algorithm in the middle. */
#ifndef CLM_RESULTANT_SCHUR_ENGINE_H
#define CLM_RESULTANT_SCHUR_ENGINE_H

#include "resultant/job.h"

/* As clm_certified, with residues of the type that the job's options name, which the device can
 * compute with. */
clmodp_status clm_schur_engine(clmodp_context *ctx, const clm_job *job);

/* job->results[0] := R modulo p, coefficients in [0, p), at points modulo p. *enough: false if the
 * type does not take p or F_p has fewer points than are needed; then nothing is done.
 * Pre: p is prime */
clmodp_status clm_schur_engine_modulo(clmodp_context *ctx, const clm_job *job, uint32_t p,
                                      bool *enough);

#endif
