/* Discriminants from resultants. */
#ifndef CLM_RESULTANT_DISCRIMINANT_H
#define CLM_RESULTANT_DISCRIMINANT_H

#include "resultant/task.h"

/* d := disc_y(f) from d = res_y(f, df/dy) over Z. Errors: CORRUPT (it is none), HOST_MEMORY */
clmodp_status clm_discriminant_finish(clm_error *error, clmodp_zx *d, const clmodp_zxy *f);

/* d := disc_y(f) for the task's f, or its image modulo the task's prime; its g and results are not
 * looked at. Pre: f is not free of y. Errors: those of clm_drive; d is unchanged then */
clmodp_status clm_discriminant(clmodp_context *ctx, clmodp_zx *d, const clm_task *task);

#endif
