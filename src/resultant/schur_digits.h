/* From the images of the Schur engine to R itself, by mixed radix digits. [Eme12, 5.8] */
#ifndef CLM_RESULTANT_SCHUR_DIGITS_H
#define CLM_RESULTANT_SCHUR_DIGITS_H

#include <clmodp/resultant.h>

#include "device/memory.h"
#include "resultant/schur_plan.h"

/* r := the polynomial with these images and coefficients in (-P/2, P/2), P the product of the
 * plan's primes.
 *
 * Out:    r       zero before; partly written on failure
 * In:     images  as clm_schur_images writes them
 * InOut:  report  stage times are added
 * Errors: those of clm_stairs_create, clm_stairs_digits and clm_horner; CANCELLED */
clmodp_status clm_schur_digits(clmodp_context *ctx, clmodp_zx *r,
                               clmodp_resultant_report *report, const clm_schur_plan *plan,
                               const clm_staging *images);

#endif
