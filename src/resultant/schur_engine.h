/* A resultant as [Eme12] computes it, the Schur algorithm in the middle. */
#ifndef CLM_RESULTANT_SCHUR_ENGINE_H
#define CLM_RESULTANT_SCHUR_ENGINE_H

#include "resultant/job.h"

/* As clm_certified, with residues of the type that the job's options name, which the device can
 * compute with. */
clmodp_status clm_schur_engine(clmodp_context *ctx, const clm_job *job);

#endif
