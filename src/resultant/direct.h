/* Resultants of low degree in y as determinants of integers. Values for long coefficients at small
 * integers x are exact, and interpolated in Z: all products are GMP's, whose time grows less than
 * the square of the length. */
#ifndef CLM_RESULTANT_DIRECT_H
#define CLM_RESULTANT_DIRECT_H

#include "resultant/task.h"

/* Sets *done and computes the resultant of the task over Z, if its options leave the method of
 * reconstruction open and this is predicted to be faster than primes; otherwise does nothing.
 * Threads and progress as with engines. The caller makes the final check.
 *
 * Pre:    the task is not trivial (clm_task_is_trivial) and leaves the engine open
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_direct_compute(clmodp_context *ctx, bool *done, const clm_task *task);

/* Sets r := res_y(f, g) of a pair free of x, not both free of y, if it is of so low degrees and so
 * short that this takes at most 0.1 ms; else returns false, with r unspecified. */
bool clm_direct_constant(clmodp_zx *r, const clmodp_zxy *f, const clmodp_zxy *g);

/* Sets *done and r := res_y(f, g), if f and g are free of x, of degrees up to 6, with coefficients
 * of a word (word_determinant.c).
 * Cost:   at most 3300 products of words
 * Errors: HOST_MEMORY (r unchanged) */
clmodp_status clm_word_resultant(clmodp_zx *r, bool *done, const clmodp_zxy *f,
                                 const clmodp_zxy *g);

#endif
