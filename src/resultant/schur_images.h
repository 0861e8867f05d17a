/* The modular scheme on the device with the Schur engine: from integer coefficients to the
 * coefficients of R modulo many primes. [Eme12, 4.1, steps (a) to (d)] */
#ifndef CLM_RESULTANT_SCHUR_IMAGES_H
#define CLM_RESULTANT_SCHUR_IMAGES_H

#include "engines/schur/schur.h"
#include "multimodular/rows.h"
#include "resultant/counts.h"
#include "resultant/schur_plan.h"

/* Room for the images modulo all primes of the plan, as clm_schur_images writes them. Release
 * with clm_staging_destroy. Errors: LIMIT, DEVICE_MEMORY, HOST_MEMORY */
clmodp_status clm_schur_images_create(clmodp_context *ctx, clm_staging *out,
                                      const clm_schur_plan *plan);

/* images[n][i] = the coefficient of x^(valuation + i) of R modulo prime n of the plan, i < width:
 * integers in [0, prime), as wide as the plan's type has it.
 *
 * Out:    counts   of this run
 * In:     matrix   of the rows' two polynomials
 *         regular  false: leave every point to Euclid
 * Errors: DEVICE_MEMORY (not even one prime fits), LIMIT, HOST_MEMORY, BUILD, NO_KERNEL, DEVICE,
 *         CORRUPT (the redundant coefficient does not vanish), CANCELLED */
clmodp_status clm_schur_images(clmodp_context *ctx, clm_staging *images, clm_counts *counts,
                               const clm_schur_plan *plan, const clm_row_layout *layout,
                               const schur_matrix *matrix, bool regular);

#endif
