/* Results over F_p of polynomials that may have lost degree in y. */
#ifndef CLM_RESULTANT_FORMAL_DEGREES_H
#define CLM_RESULTANT_FORMAL_DEGREES_H

#include "resultant/task.h"

/* In y, as the arguments were written before they were reduced modulo p. */
typedef struct clm_formal_degrees {
    size_t f, g;
} clm_formal_degrees;

/* The task's result := the resultant of formal degrees m and n in y of images f~ and g~:
 *
 *     both lose degree:               0
 *     f~ has degree m - k:            (-1)^{k n} lc(g~)^k res_y(f~, g~)
 *     g~ has degree n - k:            lc(f~)^k res_y(f~, g~)
 *
 * InOut:  task  its arguments are the images, its modulus is p; the result is zero before, with
 *               coefficients in [0, p) after
 * Pre:    m and n are not both 0
 * Errors: those of clm_compute */
clmodp_status clm_formal_resultant(clmodp_context *ctx, const clm_task *task,
                                   clm_formal_degrees formal);

/* The task's results := R, s_10 and s_11 likewise, with m - 1 and n - 1 in the place of m and n in
 * the sign of the latter, down to degrees of 1: then they are products of coefficients in y. These
 * are the rules of cl/fpx/batch/euclid_formal.cl with whole polynomials in the place of values.
 *
 * Pre: m and n are at least 1, and not both 1 */
clmodp_status clm_formal_subresultant(clmodp_context *ctx, const clm_task *task,
                                      clm_formal_degrees formal);

#endif
