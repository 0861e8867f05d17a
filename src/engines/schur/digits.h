/* From the images of the Schur engine to R itself, by mixed radix digits. [Eme12, 5.8] */
#ifndef CLM_ENGINES_SCHUR_DIGITS_H
#define CLM_ENGINES_SCHUR_DIGITS_H

#include "engines/engine.h"

/* See clm_plan_lift; all primes are at hand, and all are used.
 * Errors: those of clm_mrc_create, clm_mrc_digits and clm_horner; CANCELLED */
clmodp_status clm_schur_digits(clmodp_context *ctx, const clm_plan *plan, const clm_images *images,
                               clm_lifting *lifting);

#endif
