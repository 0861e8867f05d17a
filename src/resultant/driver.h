/* The one way from a task to its results, over Z and F_p: images of the arguments, the degrees
 * that they have lost, what is left computed, and a check. */
#ifndef CLM_RESULTANT_DRIVER_H
#define CLM_RESULTANT_DRIVER_H

#include "resultant/task.h"

/* The task's results := R(f, g) and, for 3 of them, s_10 and s_11; modulo a prime p the images of
 * those over Z, coefficients in [0, p), whether leading coefficients vanish modulo p or not
 * (formal_degrees.h). Trivial resultants, too; for 3 results degrees in y are at least 1, and not
 * both 1.
 *
 * Out:    task->record  filled also on failure
 * Errors: those of clmodp_resultant; the results may be anything then */
clmodp_status clm_drive(clmodp_context *ctx, const clm_task *task);

/* Whether degrees alone tell res_y(f, g): 0 if f or g is zero, 1 if both are free of y.
 * *one: the resultant is known to be 1. */
bool clm_drive_knows(bool *one, const clmodp_zxy *f, const clmodp_zxy *g);

/* The prime of the final check that a seed stands for. The context remembers the last one, since
 * finding it takes as long as a small resultant. */
uint64_t clm_check_prime(clmodp_context *ctx, uint64_t seed);

/* CORRUPT unless the task's results agree with f and g: modulo the prime of the seed, or modulo
 * the task's own. Pre: f and g not zero. Errors: also HOST_MEMORY */
clmodp_status clm_drive_check(clmodp_context *ctx, const clm_task *task, uint64_t seed);

#endif
